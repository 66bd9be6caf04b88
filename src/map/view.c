// Views of a grid: see view.h.
#include "map/view.h"

#include <stddef.h>
#include <string.h>

// Frees the arcs that the view made.
static void view_drop_arcs(astar_grid *view) {
  memory *m = &view->memory;
  size_t size = sizeof *view->arcs;
  if (view->arc_capacity > 0) memory_free(m, view->arcs, view->arc_capacity * size);
  if (view->arc_back_capacity > 0)
    memory_free(m, view->arcs_back, view->arc_back_capacity * size);
}

// Copies the members from `revision` to `journal_start`: other threads change the count
// of references of the grid.
void view_refresh(astar_grid *view) {
  const astar_grid *base = view->base;
  size_t first = offsetof(astar_grid, revision), end = offsetof(astar_grid, log);
  view_drop_arcs(view);
  memcpy((char *)view + first, (const char *)base + first, end - first);
  view->link_capacity = view->arc_capacity = view->arc_back_capacity = 0;
  if (!view->arcs_stale) return;
  view->arcs = view->arcs_back = NULL;
  view->arc_count = 0;
}

astar_grid *view_new(astar_grid *base, const astar_allocator *allocator) {
  memory m;
  memory_init(&m, allocator);
  astar_grid *view = (astar_grid *)live_new(&m, sizeof *view);
  if (view == NULL) return NULL;
  view->memory = m;
  counter_init(&view->references, 1);
  view->width = base->width;
  view->height = base->height;
  view->layout = base->layout;
  view->base = base;
  view->stamps = UINT64_MAX / 2; // others than those of the grid
  astar_grid_retain(base);
  view_refresh(view);
  return view;
}

astar_grid *view_destroy(astar_grid *view) {
  astar_grid *base = view->base;
  view_drop_arcs(view);
  memory last = view->memory;
  live_free(&last, view, sizeof *view);
  return base;
}
