// Validation of queries, and the query that has the default value in every member.

#include "query/validation.h"

#include <math.h>

#include "map/grid.h"
#include "map/occupancy.h"
#include "map/rules.h"

astar_query astar_default_query(const astar_rules *rules, int start_x, int start_y,
                                const astar_point *goal_list, int goal_count) {
  return (astar_query){.rules = rules,
                       .start_x = start_x,
                       .start_y = start_y,
                       .goals = goal_list,
                       .goal_count = goal_count,
                       .max_cost = INFINITY,
                       .max_expansions = INT64_MAX,
                       .straight = true,
                       .weight = 1,
                       .avoid_side = {-1, -1},
                       .cookie = QUERY_COOKIE};
}

astar_turns astar_default_turns(double points) {
  return (astar_turns){.points = points, .left = points, .max_turns = UINT32_MAX};
}

bool validation_has_rules(const astar_grid *grid, const astar_rules *rules,
                          const astar_filter *filter) {
  return LIVE(grid) != NULL && rules_are_owned(rules) &&
         (filter == NULL || rules_is_filter(filter));
}

static const char *validation_why_no_turns(const astar_query *query) {
  const astar_turns *turns = query->turns;
  if (!(turns->points >= ASTAR_MIN_COST && turns->points <= ASTAR_MAX_COST))
    return "query.turns.points must be in [ASTAR_MIN_COST, ASTAR_MAX_COST]";
  if (!(turns->left >= 0 && turns->left <= turns->points))
    return "query.turns.left must be in [0, points]";
  if (turns->fit < ASTAR_FIT_EXACT || turns->fit > ASTAR_FIT_ANY)
    return "query.turns.fit must be a value of astar_fit";
  if (turns->zone < ASTAR_ZONE_STOP || turns->zone > ASTAR_ZONE_BETWEEN)
    return "query.turns.zone must be a value of astar_zone";
  if (turns->max_turns < 1) return "query.turns.max_turns must be >= 1";
  if (query->algorithm != ASTAR_AUTO || query->heuristic != ASTAR_HEURISTIC_AUTO ||
      query->weight < 1 || query->weight > 1) {
    return "query.algorithm must be ASTAR_AUTO with query.turns, heuristic and weight "
           "too";
  }
  if (query->partial && query->max_cost < INFINITY)
    return "query.max_cost must be infinite with query.turns and query.partial";
  return NULL;
}

// Conditions on numbers are written so that NaN fails them: !(x >= 0), not x < 0.
const char *astar_why_invalid(const astar_grid *grid, const astar_query *query) {
  if (LIVE(grid) == NULL) return "grid must not be NULL";
  if (query == NULL) return "query must not be NULL";
  if (query->cookie != QUERY_COOKIE) return "query must come from astar_default_query";
  if (query->rules == NULL) return "query.rules must not be NULL";
  if (!rules_are_owned(query->rules)) return "query.rules must not be freed";
  if (query->filter != NULL && !rules_is_filter(query->filter)) {
    return "query.filter.penalty_scale must be 0 or in [ASTAR_MIN_COST, ASTAR_MAX_COST], "
           "and query.filter.influence come from astar_filter_weigh";
  }
  if (query->goal_count < 0) return "query.goal_count must be >= 0";
  if (query->goals == NULL && query->goal_count > 0)
    return "query.goals must not be NULL when query.goal_count is above 0";
  if (query->range < 0) return "query.range must be >= 0";
  if (!(query->max_cost >= 0)) return "query.max_cost must be a number >= 0";
  if (query->max_expansions < 0) return "query.max_expansions must be >= 0";
  if (query->algorithm < ASTAR_AUTO || query->algorithm > ASTAR_GREEDY)
    return "query.algorithm must be a value of astar_algorithm";
  if (query->heuristic < ASTAR_HEURISTIC_AUTO ||
      query->heuristic > ASTAR_HEURISTIC_FUNCTION)
    return "query.heuristic must be a value of astar_heuristic";
  if (query->heuristic == ASTAR_HEURISTIC_FUNCTION && query->heuristic_function == NULL)
    return "query.heuristic_function must not be NULL with ASTAR_HEURISTIC_FUNCTION";
  if (!(query->weight >= 0 && query->weight < INFINITY))
    return "query.weight must be a finite number >= 0";
  if (query->avoid != NULL && query->avoid != grid->crowd)
    return "query.avoid must be NULL or the crowd of the grid";
  if (!occupancy_is_side(&query->avoid_side))
    return "query.avoid_side must have teams below ASTAR_TEAMS or -1";
  return query->turns != NULL ? validation_why_no_turns(query) : NULL;
}
