// Views of a grid: see view.h.
#include "map/view.h"

#include <string.h>

// Frees the arcs that the view made, and forgets those that it borrowed.
static void view_drop_arcs(astar_grid *view) {
  memory *m = &view->memory;
  size_t size = sizeof *view->arcs;
  if (view->arc_capacity > 0) memory_free(m, view->arcs, view->arc_capacity * size);
  if (view->arc_back_capacity > 0) {
    memory_free(m, view->arcs_back, view->arc_back_capacity * size);
  }
  view->arcs = view->arcs_back = NULL;
  view->arc_count = view->arc_capacity = view->arc_back_capacity = 0;
}

static void view_refresh_links(astar_grid *view) {
  const astar_grid *base = view->base;
  view->links = base->links;
  view->link_count = base->link_count;
  view_drop_arcs(view);
  view->arcs_stale = base->arcs_stale;
  if (base->arcs_stale) return;
  view->arcs = base->arcs;
  view->arcs_back = base->arcs_back;
  view->arc_count = base->arc_count;
}

// Copies member by member: other threads change the count of references of the grid.
void view_refresh(astar_grid *view) {
  const astar_grid *base = view->base;
  view->revision = base->revision;
  memcpy(view->changed, base->changed, sizeof view->changed);
  memcpy(view->lost, base->lost, sizeof view->lost);
  view->terrain = base->terrain;
  memcpy(view->population, base->population, sizeof view->population);
  view->palette = base->palette;
  view->penalty = base->penalty;
  view->obstacles = base->obstacles;
  view->closed = base->closed;
  view->penalty_count = base->penalty_count;
  memcpy(view->obstacle_count, base->obstacle_count, sizeof view->obstacle_count);
  view->closed_count = base->closed_count;
  view->next_link = base->next_link;
  view_refresh_links(view);
  view->journal = base->journal;
  view->journal_start = base->journal_start;
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
