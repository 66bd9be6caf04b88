// The path that the planner searches now: see path_search.h.
//
// After an edit that concerns the query it begins again, and after PATH_SEARCH_RESTARTS
// edits it is completed in one update: otherwise a program that edits the map in every
// frame would get no long path.

#include "crowd/orders/path_search.h"
#include "crowd/tuning.h"

void path_search_drop(path_search *s, uint32_t slot) {
  if (!s->is_running || (slot != 0 && slot != s->order.slot)) return;
  query_drop(&s->state);
  s->is_running = false;
}

void path_search_fini(path_search *s) {
  path_search_drop(s, 0);
  cache_give_workspace(s->work);
  s->work = NULL;
}

static void path_search_begin(path_search *s, const astar_grid *grid,
                              const path_order *order) {
  path_search_drop(s, 0);
  s->is_running = true;
  s->is_stale = false;
  s->order = *order;
  s->query = astar_default_query(order->rules, order->start_x, order->start_y,
                                 &s->order.goal, 1);
  s->query.filter = &s->order.filter;
  s->query.range = order->range;
  s->query.partial = order->partial;
  s->revision = grid->revision;
  s->stamp = influence_stamp_of(grid, &order->filter);
  query_begin(&s->state, s->work, &s->query, NULL);
}

astar_status path_search_repeat(path_search *s, astar_grid *grid, const path_order *order,
                                uint32_t restarts, uint32_t expanded) {
  if (s->work == NULL) s->work = cache_take_workspace(grid);
  if (s->work == NULL) return ASTAR_NO_MEMORY;
  path_search_begin(s, grid, order);
  s->restarts = restarts;
  if (expanded == 0) return ASTAR_RUNNING;
  astar_status status = query_run(&s->state, expanded, NULL);
  s->is_running = status == ASTAR_RUNNING;
  return status;
}

// Whether the query in progress serves an order.
static bool path_search_serves(const path_search *s, const path_order *order) {
  return s->is_running && s->order.slot == order->slot &&
         s->order.rules == order->rules &&
         path_order_is_filter(&s->order.filter, &order->filter) &&
         s->order.goal.x == order->goal.x && s->order.goal.y == order->goal.y &&
         s->order.range == order->range && s->order.partial == order->partial;
}

astar_status path_search_run(path_search *s, astar_grid *grid, const path_order *order,
                             int64_t expansions, uint32_t *expanded) {
  *expanded = 0;
  if (s->work == NULL) s->work = cache_take_workspace(grid);
  if (s->work == NULL) return ASTAR_NO_MEMORY;
  if (!path_search_serves(s, order)) {
    s->restarts = 0;
    path_search_begin(s, grid, order);
  }
  repair_skip(grid, &order->filter, &s->revision);
  if (s->is_stale || s->revision != grid->revision ||
      s->stamp != influence_stamp_of(grid, &order->filter)) {
    s->restarts++;
    path_search_begin(s, grid, order);
  }
  if (s->restarts >= PATH_SEARCH_RESTARTS) expansions = INT64_MAX;
  uint32_t before = s->state.result.expanded;
  astar_status status = query_run(&s->state, expansions, NULL);
  *expanded = s->state.result.expanded - before;
  s->is_running = status == ASTAR_RUNNING;
  return status;
}
