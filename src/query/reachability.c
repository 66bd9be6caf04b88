// Whether a path exists.
//
// Method: a lookup in the connected components, and a search only when the lookup cannot
// decide:
//   - different components: no path.
//   - equal components that are exact: a path exists.
//   - equal components that are not exact (some steps or links are one-way, or moves lead
//     farther than to adjacent tiles): search.

#include "query/reachability.h"
#include "query/cache.h"
#include "query/validation.h"

astar_status reachability_by_components(astar_grid *grid, const astar_rules *rules,
                                        const astar_filter *filter, int start_x,
                                        int start_y, int goal_x, int goal_y) {
  if (start_x == goal_x && start_y == goal_y) return ASTAR_OK;
  costmap map;
  derived_data *derived;
  astar_status status = cache_get(grid, rules, filter, NULL, &map, &derived);
  if (status != ASTAR_OK) return status;
  components *c = &derived->components;
  status = components_update(c, &map, NULL);
  if (status != ASTAR_OK) return status;
  if (!costmap_is_passable(&map, goal_x, goal_y)) return ASTAR_GOAL_BLOCKED;
  uint32_t goal_cell = grid_cell(grid, goal_x, goal_y);
  component_set set;
  component_set_init(&set, c, &map, start_x, start_y);
  if (!component_set_contains(&set, goal_cell)) return ASTAR_UNREACHABLE;
  return c->exact ? ASTAR_OK : ASTAR_RUNNING;
}

astar_status astar_is_reachable(astar_grid *grid, const astar_rules *rules,
                                const astar_filter *filter, int start_x, int start_y,
                                int goal_x, int goal_y) {
  if (!validation_has_rules(grid, rules, filter)) return ASTAR_INVALID;
  if (!grid_contains(grid, start_x, start_y) || !grid_contains(grid, goal_x, goal_y))
    return ASTAR_OUT_OF_BOUNDS;
  if (move_table_why_unsuited(grid, rules) != NULL) return ASTAR_UNSUITED;
  astar_status status =
      reachability_by_components(grid, rules, filter, start_x, start_y, goal_x, goal_y);
  if (status != ASTAR_RUNNING) return status;
  astar_point goal = {goal_x, goal_y};
  astar_query query = astar_default_query(rules, start_x, start_y, &goal, 1);
  query.filter = filter;
  return astar_find_path(grid, &query, NULL, NULL);
}
