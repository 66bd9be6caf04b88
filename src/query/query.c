// The queries for a path: which checks come first, when the labels can answer, what
// partial paths are, and which search runs.

#include <math.h>
#include <string.h>

#include "derived/jump_boards.h"
#include "query/query.h"
#include "query/validation.h"
#include "search/jump_points.h"

astar_query astar_default_query(const astar_rules *rules, int start_x, int start_y,
                                const astar_goal *goal_list, int goal_count) {
  astar_query query;
  memset(&query, 0, sizeof query);
  query.rules = rules;
  query.start_x = start_x;
  query.start_y = start_y;
  query.goals = goal_list;
  query.goal_count = goal_count;
  query.max_cost = INFINITY;
  query.max_expansions = INT64_MAX;
  query.weight = 1;
  query.cookie = QUERY_COOKIE;
  return query;
}

bool query_is_query(const astar_grid *grid, const astar_query *query) {
  return validation_of_query(grid, query) == NULL;
}

static bool query_is_on_grid(const astar_grid *grid, const astar_query *query) {
  bool inside = grid_contains(grid, query->start_x, query->start_y);
  for (int i = 0; i < query->goal_count && inside; i++) {
    inside = grid_contains(grid, query->goals[i].x, query->goals[i].y);
  }
  return inside;
}

best_first *query_scratch(astar_grid *grid) {
  best_first **place = &grid->search;
  for (int depth = 0; depth < grid->busy && *place != NULL; depth++) {
    place = &(*place)->nested;
  }
  if (*place == NULL) *place = best_first_new(grid);
  return *place;
}

static astar_status query_state_status(best_first_state state) {
  switch (state) {
  case BEST_FIRST_FOUND: return ASTAR_OK;
  case BEST_FIRST_EXHAUSTED: return ASTAR_UNREACHABLE;
  case BEST_FIRST_STOPPED: return ASTAR_STOPPED;
  case BEST_FIRST_NO_MEMORY: return ASTAR_NO_MEMORY;
  case BEST_FIRST_RUNNING:
  case BEST_FIRST_CAPPED: break;
  }
  return ASTAR_LIMIT;
}

// Tells of the trail that was laid.
static void query_finish(const best_first *s, int goal, bool partial,
                         astar_result *result) {
  result->cost = s->trail.cost;
  result->length = s->trail.count;
  result->goal = goal;
  result->partial = partial;
}

// The start as the whole path.
static astar_status query_stay(best_first *s, const astar_query *query, bool partial,
                               astar_result *result) {
  int x = query->start_x, y = query->start_y, goal = -1;
  goals_distance(&s->goals, x, y, &goal);
  path_builder_clear(&s->trail);
  if (!path_builder_add(&s->trail, &s->grid->memory, x, y, MOVE_START))
    return ASTAR_NO_MEMORY;
  query_finish(s, goal, partial, result);
  return ASTAR_OK;
}

// No goal can be reached: takes the tiles nearest to them for goals, if they are nearer
// than the start.
static astar_status query_widen(best_first *s, const astar_query *query,
                                const label_set *set, bool *nearer) {
  int goal;
  int distance = goals_distance(&s->goals, query->start_x, query->start_y, &goal);
  return goals_widen(&s->goals, set, distance, nearer);
}

// Lays the trail to the goal that was found, or for a partial query to the tile nearest
// to one that the search has come to.
static astar_status query_lay(best_first *s, const astar_query *query,
                              astar_result *result) {
  uint32_t end = s->found != BEST_FIRST_NONE ? s->found : s->nearest;
  if (end == BEST_FIRST_NONE) return query_stay(s, query, true, result);
  int width = s->grid->width, goal = -1;
  int distance = goals_distance(&s->goals, (int)end % width, (int)end / width, &goal);
  if (!best_first_build_path(s, end)) return ASTAR_NO_MEMORY;
  query_finish(s, goal, distance > query->range, result);
  return ASTAR_OK;
}

bool query_can_jump(const best_first *s, const astar_query *query) {
  bool is_asked = query->algorithm == ASTAR_AUTO || query->algorithm == ASTAR_JPS;
  return is_asked && query->heuristic == ASTAR_HEURISTIC_AUTO && query->weight <= 1 &&
         query->weight >= 1 && !s->goals.has_table && s->goals.range == 0 &&
         !(query->max_cost < INFINITY) && query->max_expansions == INT64_MAX &&
         jump_points_why_unsuited(s->map) == NULL &&
         costmap_is_passable(s->map, query->start_x, query->start_y);
}

// Stale labels are built anew where the answer would depend on it: where partial paths
// end, whether a cap or the map ended the search, and in how many slices a search ends
// that finds no path.
static astar_status query_look(best_first *s, const astar_query *query, label_set *set,
                               goals_state *state) {
  bool is_capped = query->max_cost < INFINITY || query->max_expansions < INT64_MAX;
  if (query->partial || is_capped || s->is_sliced) {
    astar_status status = components_rebuild(s->map);
    if (status != ASTAR_OK) return status;
  }
  component_set_init(set, s->map, query->start_x, query->start_y, false);
  *state = goals_find_state(&s->goals, set);
  return ASTAR_OK;
}

// Readies the kernel that suits the query.
static astar_status query_choose(best_first *s, const astar_query *query) {
  s->is_jumping = query_can_jump(s, query);
  if (s->is_jumping) {
    const astar_goal *goal = query->goals;
    astar_status status = jump_boards_update(s->map);
    if (status != ASTAR_OK) return status;
    bool begun = jump_points_begin(s, query->start_x, query->start_y, goal->x, goal->y);
    return begun ? ASTAR_RUNNING : ASTAR_NO_MEMORY;
  }
  s->grid->busy++; // the heuristic function is asked for the start
  best_first_begin(s, query);
  s->grid->busy--;
  return s->state == BEST_FIRST_RUNNING ? ASTAR_RUNNING : query_state_status(s->state);
}

// Asks the labels whether there is anything to search for.
static astar_status query_ask(best_first *s, const astar_query *query,
                              astar_result *result) {
  label_set set;
  goals_state state;
  astar_status status = query_look(s, query, &set, &state);
  if (status != ASTAR_OK) return status;
  if (state != GOALS_CONNECTED && !query->partial) {
    return state == GOALS_BLOCKED ? ASTAR_GOAL_BLOCKED : ASTAR_UNREACHABLE;
  }
  if (state != GOALS_CONNECTED) {
    bool nearer;
    status = query_widen(s, query, &set, &nearer);
    if (status != ASTAR_OK) return status;
    if (!nearer) return query_stay(s, query, true, result);
  }
  return ASTAR_RUNNING;
}

astar_status query_check(best_first *s, const astar_query *query, astar_result *result) {
  memset(result, 0, sizeof *result);
  result->goal = -1;
  if (!query_is_on_grid(s->grid, query)) return ASTAR_OUT_OF_BOUNDS;
  if (query->goal_count == 0) return ASTAR_GOAL_BLOCKED;
  astar_status status = costmap_get(s->grid, query->rules, &s->map);
  if (status != ASTAR_OK) return status;
  if (query->algorithm == ASTAR_JPS && jump_points_why_unsuited(s->map) != NULL) {
    return ASTAR_UNSUITED;
  }
  path_builder_clear(&s->trail);
  status = goals_begin(&s->goals, s->map, query);
  if (status != ASTAR_OK) return status;
  if (goals_at(&s->goals, query->start_x, query->start_y) >= 0) {
    return query_stay(s, query, false, result);
  }
  status = components_update(s->map);
  return status == ASTAR_OK ? query_ask(s, query, result) : status;
}

astar_status query_begin(best_first *s, const astar_query *query, astar_result *result) {
  astar_status status = query_check(s, query, result);
  return status == ASTAR_RUNNING ? query_choose(s, query) : status;
}

// The search found no path, and the labels had not shown that: they were stale, or the
// set of an impassable start was full. Rebuilds the labels, so that the next query for
// this goal needs no search, and compares all of them. `expanded` must not depend on the
// edits that made the labels stale: it is 0 where fresh labels show that there is no
// path.
static astar_status query_refute(best_first *s, const astar_query *query,
                                 astar_result *result) {
  label_set set;
  astar_status status = components_rebuild(s->map);
  if (status != ASTAR_OK) return status;
  component_set_init(&set, s->map, query->start_x, query->start_y, true);
  if (goals_find_state(&s->goals, &set) != GOALS_CONNECTED) result->expanded = 0;
  return ASTAR_UNREACHABLE;
}

// What a kernel has come to.
static astar_status query_end(best_first *s, const astar_query *query,
                              best_first_state state, astar_result *result) {
  astar_status status = query_state_status(state);
  result->expanded = s->expanded;
  if (s->is_jumping && state == BEST_FIRST_FOUND) {
    query_finish(s, 0, false, result);
  } else if (!s->is_jumping &&
             (status == ASTAR_OK || (query->partial && astar_is_outcome(status)))) {
    return query_lay(s, query, result);
  }
  return status == ASTAR_UNREACHABLE ? query_refute(s, query, result) : status;
}

static best_first_state query_run(best_first *s, int64_t count) {
  if (s->is_jumping) return jump_points_step(s, count);
  astar_grid *grid = s->grid;
  grid->busy++;
  best_first_state state = best_first_step(s, count);
  grid->busy--;
  return state;
}

astar_status query_step(best_first *s, const astar_query *query, int64_t count,
                        astar_result *result) {
  best_first_state state = query_run(s, count);
  if (s->is_jumping && state == BEST_FIRST_CAPPED) { // too long for jump points
    s->is_jumping = false;
    best_first_begin(s, query);
    state = query_run(s, count);
  }
  result->expanded = s->expanded;
  return state == BEST_FIRST_RUNNING ? ASTAR_RUNNING : query_end(s, query, state, result);
}

astar_status astar_find_path(astar_grid *grid, const astar_query *query,
                             astar_result *result) {
  memset(result, 0, sizeof *result);
  result->goal = -1;
  if (!query_is_query(grid, query)) return ASTAR_INVALID;
  best_first *s = query_scratch(grid);
  if (s == NULL) return ASTAR_NO_MEMORY;
  grid->last = s;
  astar_status status = query_begin(s, query, result);
  if (status == ASTAR_RUNNING) status = query_step(s, query, INT64_MAX, result);
  best_first_free(s->nested);
  s->nested = NULL;
  grid->last = s;
  return status;
}

const char *astar_why_unsuited(astar_grid *grid, const astar_rules *rules,
                               astar_algorithm algorithm) {
  const char *why = costmap_why_unsuited(grid, rules);
  costmap *map;
  if (why != NULL || algorithm != ASTAR_JPS) return why;
  return costmap_get(grid, rules, &map) == ASTAR_OK ? jump_points_why_unsuited(map)
                                                    : NULL;
}

void astar_grid_copy_path(const astar_grid *grid, astar_point *points) {
  if (grid->last != NULL) path_builder_copy(&grid->last->trail, points);
}

astar_status astar_is_reachable(astar_grid *grid, const astar_rules *rules, int start_x,
                                int start_y, int goal_x, int goal_y) {
  astar_goal goal = {goal_x, goal_y};
  astar_query query = astar_default_query(rules, start_x, start_y, &goal, 1);
  if (!query_is_query(grid, &query)) return ASTAR_INVALID;
  if (!query_is_on_grid(grid, &query)) return ASTAR_OUT_OF_BOUNDS;
  if (start_x == goal_x && start_y == goal_y) return ASTAR_OK;
  costmap *map;
  astar_status status = costmap_get(grid, rules, &map);
  if (status == ASTAR_OK) status = components_update(map);
  if (status != ASTAR_OK) return status;
  if (!costmap_is_passable(map, goal_x, goal_y)) return ASTAR_GOAL_BLOCKED;
  uint32_t goal_cell = grid_cell(grid, goal_x, goal_y);
  label_set set;
  component_set_init(&set, map, start_x, start_y, true);
  if (component_set_contains(&set, map, goal_cell) && map->components->is_stale) {
    status = components_rebuild(map);
    if (status != ASTAR_OK) return status;
    component_set_init(&set, map, start_x, start_y, true);
  }
  if (!component_set_contains(&set, map, goal_cell)) return ASTAR_UNREACHABLE;
  if (map->components->exact) return ASTAR_OK;
  astar_result result;
  return astar_find_path(grid, &query, &result);
}
