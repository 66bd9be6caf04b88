// Contexts: queries of several threads on one grid.
//
// A context has a view of the grid (map/view.h), and each query runs on the view as on a
// grid. The view has its own scratch memory, and borrows the derived data that
// `astar_grid_prepare` derived (query/cache.c). Invariant: while threads are in functions
// of contexts, no thread writes to the grid or to its derived data.
//
// Each function first refreshes the view: between two calls the grid may have been
// edited. A field of a context is a field of the view, which is freed with its last
// owner.
#include "astar_pool.h"
#include "map/view.h"
#include "query/cache.h"
#include "query/prepare.h"
#include "query/validation.h"

struct astar_context {
  astar_grid *view;
};

astar_status astar_grid_prepare(astar_grid *grid, const astar_rules *rules) {
  if (!validation_has_rules(grid, rules, NULL)) return ASTAR_INVALID;
  if (grid->busy > 0) return ASTAR_BUSY;
  return prepare_derived(grid, rules, NULL, NULL);
}

astar_status astar_context_new(astar_grid *grid, const astar_allocator *allocator,
                               astar_context **context) {
  if (context == NULL) return ASTAR_INVALID;
  *context = NULL;
  if (LIVE(grid) == NULL) return ASTAR_INVALID;
  if (!cache_ensure(grid)) return ASTAR_NO_MEMORY; // then the grid has a journal, too
  astar_grid *view = view_new(grid, allocator);
  if (view == NULL) return ASTAR_NO_MEMORY;
  astar_context *fresh = (astar_context *)live_new(&view->memory, sizeof *fresh);
  if (fresh == NULL || !cache_ensure(view)) {
    live_free(&view->memory, fresh, sizeof *fresh);
    astar_grid_free(view);
    return ASTAR_NO_MEMORY;
  }
  fresh->view = view;
  *context = fresh;
  return ASTAR_OK;
}

void astar_context_free(astar_context *context) {
  if (LIVE(context) == NULL) return;
  astar_grid *view = context->view;
  live_free(&view->memory, context, sizeof *context);
  astar_grid_free(view);
}

size_t astar_context_memory(const astar_context *context) {
  return LIVE(context)->view->memory.used;
}

// The view of a context, up to date; NULL for NULL, which all queries refuse.
static astar_grid *context_view(astar_context *context) {
  if (LIVE(context) == NULL) return NULL;
  cache_refresh(context->view);
  return context->view;
}

// A view has no crowd, so queries with `avoid` are not valid.
astar_status astar_context_find_path(astar_context *context, const astar_query *query,
                                     astar_path *path, astar_result *result) {
  return astar_find_path(context_view(context), query, path, result);
}

astar_status astar_context_is_reachable(astar_context *context, const astar_rules *rules,
                                        const astar_filter *filter, int x1, int y1,
                                        int x2, int y2) {
  return astar_is_reachable(context_view(context), rules, filter, x1, y1, x2, y2);
}

astar_status astar_context_line_of_sight(astar_context *context, const astar_rules *rules,
                                         const astar_filter *filter, int x1, int y1,
                                         int x2, int y2, int *x, int *y) {
  return astar_line_of_sight(context_view(context), rules, filter, x1, y1, x2, y2, x, y);
}

astar_status astar_context_check_path(astar_context *context, const astar_rules *rules,
                                      const astar_filter *filter,
                                      const astar_point *points, size_t count,
                                      astar_path_kind kind, size_t first, size_t *bad) {
  return astar_check_path(context_view(context), rules, filter, points, count, kind,
                          first, bad);
}

astar_status astar_context_smooth_path(astar_context *context, const astar_rules *rules,
                                       const astar_filter *filter, astar_point *points,
                                       size_t *count, double *length) {
  return astar_smooth_path(context_view(context), rules, filter, points, count, length);
}

astar_status astar_context_distance_field(astar_context *context,
                                          const astar_rules *rules,
                                          const astar_filter *filter,
                                          const astar_source *list, int goal_count,
                                          double max_cost, astar_field **field) {
  return astar_distance_field(context_view(context), rules, filter, list, goal_count,
                              max_cost, field);
}
