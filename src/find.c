// The queries for a path: which checks come first, when the labels can answer, what
// partial paths are, and which search runs.

#include <math.h>
#include <string.h>

#include "boards.h"
#include "jps.h"
#include "search.h"

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
  return query;
}

static bool find_is_query(const astar_query *query) {
  return query->rules != NULL && query->goal_count >= 0 &&
         (query->goal_count == 0 || query->goals != NULL) && query->range >= 0 &&
         query->max_cost >= 0 && query->max_expansions >= 0 && query->weight >= 0 &&
         query->weight < INFINITY && query->algorithm >= ASTAR_AUTO &&
         query->algorithm <= ASTAR_GREEDY && query->heuristic >= ASTAR_HEURISTIC_AUTO &&
         query->heuristic <= ASTAR_HEURISTIC_FUNCTION &&
         (query->heuristic != ASTAR_HEURISTIC_FUNCTION ||
          query->heuristic_function != NULL);
}

static bool find_is_on_grid(const astar_grid *grid, const astar_query *query) {
  bool inside = grid_contains(grid, query->start_x, query->start_y);
  for (int i = 0; i < query->goal_count && inside; i++) {
    inside = grid_contains(grid, query->goals[i].x, query->goals[i].y);
  }
  return inside;
}

// The scratch for a query: the grid's own, or one further in when a heuristic function of
// a search under way asks.
static search *find_scratch(astar_grid *grid) {
  search **place = &grid->search;
  for (int depth = 0; depth < grid->busy && *place != NULL; depth++) {
    place = &(*place)->nested;
  }
  if (*place == NULL) *place = search_new(grid);
  return *place;
}

static astar_status find_state_status(search_state state) {
  switch (state) {
  case SEARCH_FOUND: return ASTAR_OK;
  case SEARCH_EXHAUSTED: return ASTAR_UNREACHABLE;
  case SEARCH_STOPPED: return ASTAR_STOPPED;
  case SEARCH_NO_MEMORY: return ASTAR_NO_MEMORY;
  case SEARCH_RUNNING:
  case SEARCH_CAPPED: break;
  }
  return ASTAR_LIMIT;
}

static astar_status find_run(search *s, const astar_query *query) {
  astar_grid *grid = s->grid;
  grid->busy++;
  search_begin(s, query);
  search_state state = search_step(s, INT64_MAX);
  grid->busy--;
  search_free(s->nested);
  s->nested = NULL;
  grid->last = s;
  return find_state_status(state);
}

// Tells of the trail that was laid.
static void find_finish(const search *s, int goal, bool partial, astar_result *result) {
  result->cost = s->trail.cost;
  result->length = s->trail.count;
  result->goal = goal;
  result->partial = partial;
}

// The start as the whole path.
static astar_status find_stay(search *s, const astar_query *query, bool partial,
                              astar_result *result) {
  int x = query->start_x, y = query->start_y, goal = -1;
  goals_distance(&s->goals, x, y, &goal);
  trail_clear(&s->trail);
  if (!trail_extend(&s->trail, &s->grid->memory, x, y, MOVE_START))
    return ASTAR_NO_MEMORY;
  find_finish(s, goal, partial, result);
  return ASTAR_OK;
}

// No goal can be reached: takes the tiles nearest to them for goals, if they are nearer
// than the start.
static astar_status find_widen(search *s, const astar_query *query, const label_set *set,
                               bool *nearer) {
  int goal;
  int distance = goals_distance(&s->goals, query->start_x, query->start_y, &goal);
  return goals_widen(&s->goals, set, distance, nearer);
}

// Lays the trail to the goal that was found, or for a partial query to the tile nearest
// to one that the search has come to.
static astar_status find_lay(search *s, const astar_query *query, astar_result *result) {
  uint32_t end = s->found != SEARCH_NONE ? s->found : s->nearest;
  if (end == SEARCH_NONE) return find_stay(s, query, true, result);
  int width = s->grid->width, goal = -1;
  int distance = goals_distance(&s->goals, (int)end % width, (int)end / width, &goal);
  if (!search_lay_trail(s, end)) return ASTAR_NO_MEMORY;
  find_finish(s, goal, distance > query->range, result);
  return ASTAR_OK;
}

// Whether a query is one for jump points, if its map is.
static bool find_can_jump(const search *s, const astar_query *query) {
  bool is_asked = query->algorithm == ASTAR_AUTO || query->algorithm == ASTAR_JPS;
  return is_asked && query->heuristic == ASTAR_HEURISTIC_AUTO && query->weight <= 1 &&
         query->weight >= 1 && !s->goals.has_table && s->goals.range == 0 &&
         !(query->max_cost < INFINITY) && query->max_expansions == INT64_MAX &&
         jps_why_unsuited(s->map) == NULL &&
         costmap_is_passable(s->map, query->start_x, query->start_y);
}

// Runs the jump point kernel. `*done` is false when the path is too long for it.
static astar_status find_jump(search *s, const astar_query *query, astar_result *result,
                              bool *done) {
  const astar_goal *goal = query->goals;
  astar_status status = boards_update(s->map);
  *done = true;
  if (status != ASTAR_OK) return status;
  search_state state = jps_run(s, query->start_x, query->start_y, goal->x, goal->y);
  *done = state != SEARCH_CAPPED;
  result->expanded = s->expanded;
  if (state == SEARCH_FOUND) find_finish(s, 0, false, result);
  return find_state_status(state);
}

// Stale labels are built anew where the answer would depend on it: where partial paths
// end, and whether a cap or the map ended the search.
static astar_status find_look(search *s, const astar_query *query, label_set *set,
                              goals_state *state) {
  bool is_capped = query->max_cost < INFINITY || query->max_expansions < INT64_MAX;
  if (query->partial || is_capped) {
    astar_status status = labels_rebuild(s->map);
    if (status != ASTAR_OK) return status;
  }
  label_set_init(set, s->map, query->start_x, query->start_y);
  *state = goals_look(&s->goals, set);
  return ASTAR_OK;
}

static astar_status find_run_best(search *s, const astar_query *query,
                                  astar_result *result) {
  if (find_can_jump(s, query)) {
    bool done;
    astar_status status = find_jump(s, query, result, &done);
    if (done) return status;
  }
  astar_status status = find_run(s, query);
  result->expanded = s->expanded;
  if (status == ASTAR_OK || (query->partial && status <= ASTAR_LIMIT)) {
    return find_lay(s, query, result);
  }
  return status;
}

static astar_status find_search(search *s, const astar_query *query,
                                astar_result *result) {
  label_set set;
  goals_state state;
  astar_status status = find_look(s, query, &set, &state);
  if (status != ASTAR_OK) return status;
  if (state != GOALS_CONNECTED && !query->partial) {
    return state == GOALS_BLOCKED ? ASTAR_GOAL_BLOCKED : ASTAR_UNREACHABLE;
  }
  if (state != GOALS_CONNECTED) {
    bool nearer;
    status = find_widen(s, query, &set, &nearer);
    if (status != ASTAR_OK) return status;
    if (!nearer) return find_stay(s, query, true, result);
  }
  status = find_run_best(s, query, result);
  // No way where the labels saw one: the next such goal is told at once.
  if (status == ASTAR_UNREACHABLE && labels_rebuild(s->map) != ASTAR_OK) {
    return ASTAR_NO_MEMORY;
  }
  return status;
}

astar_status astar_find_path(astar_grid *grid, const astar_query *query,
                             astar_result *result) {
  memset(result, 0, sizeof *result);
  result->goal = -1;
  if (!find_is_query(query)) return ASTAR_INVALID;
  if (!find_is_on_grid(grid, query)) return ASTAR_OUT_OF_BOUNDS;
  if (query->goal_count == 0) return ASTAR_GOAL_BLOCKED;
  costmap *map;
  astar_status status = costmap_get(grid, query->rules, &map);
  if (status != ASTAR_OK) return status;
  if (query->algorithm == ASTAR_JPS && jps_why_unsuited(map) != NULL)
    return ASTAR_UNSUITED;
  search *s = find_scratch(grid);
  if (s == NULL) return ASTAR_NO_MEMORY;
  grid->last = s;
  s->map = map;
  trail_clear(&s->trail);
  status = goals_begin(&s->goals, map, query);
  if (status != ASTAR_OK) return status;
  if (goals_at(&s->goals, query->start_x, query->start_y) >= 0) {
    return find_stay(s, query, false, result);
  }
  status = labels_update(map);
  return status == ASTAR_OK ? find_search(s, query, result) : status;
}

const char *astar_why_unsuited(astar_grid *grid, const astar_rules *rules,
                               astar_algorithm algorithm) {
  const char *why = costmap_why_unsuited(grid, rules);
  costmap *map;
  if (why != NULL || algorithm != ASTAR_JPS) return why;
  return costmap_get(grid, rules, &map) == ASTAR_OK ? jps_why_unsuited(map) : NULL;
}

void astar_grid_copy_path(const astar_grid *grid, astar_point *points) {
  const search *s = grid->last;
  if (s == NULL) return;
  for (uint32_t i = s->trail.count; i-- > 0;) *points++ = s->trail.points[i];
}

astar_status astar_is_reachable(astar_grid *grid, const astar_rules *rules, int start_x,
                                int start_y, int goal_x, int goal_y) {
  astar_goal goal = {goal_x, goal_y};
  astar_query query = astar_default_query(rules, start_x, start_y, &goal, 1);
  if (!find_is_query(&query)) return ASTAR_INVALID;
  if (!find_is_on_grid(grid, &query)) return ASTAR_OUT_OF_BOUNDS;
  if (start_x == goal_x && start_y == goal_y) return ASTAR_OK;
  costmap *map;
  astar_status status = costmap_get(grid, rules, &map);
  if (status == ASTAR_OK) status = labels_update(map);
  if (status != ASTAR_OK) return status;
  if (!costmap_is_passable(map, goal_x, goal_y)) return ASTAR_GOAL_BLOCKED;
  uint32_t goal_cell = grid_cell(grid, goal_x, goal_y);
  label_set set;
  label_set_init(&set, map, start_x, start_y);
  if (label_set_contains(&set, map, goal_cell) && map->labels->is_stale) {
    status = labels_rebuild(map);
    if (status != ASTAR_OK) return status;
    label_set_init(&set, map, start_x, start_y);
  }
  if (!label_set_contains(&set, map, goal_cell)) return ASTAR_UNREACHABLE;
  if (map->labels->exact && !set.is_unknown) return ASTAR_OK;
  astar_result result;
  return astar_find_path(grid, &query, &result);
}
