// The cheapest path of one mover while the map changes and the mover moves.
//
// What was found is kept as long as it is known to be the cheapest: edits that made
// nothing cheaper and left its steps alone, or that are too far off its way to matter,
// cost no search. Otherwise, where every tile costs the same, jump points find a path
// anew faster than any repair; elsewhere D* Lite repairs.

#include <math.h>
#include <string.h>

#include "map/journal.h"
#include "search/dstar_lite.h"
#include "query/query.h"

typedef struct replanner_point {
  astar_point tile;
  double rest; // cost from here to the goal
} replanner_point;

struct astar_replanner {
  astar_grid *grid;
  astar_rules *rules;
  int start_x, start_y, goal_x, goal_y;

  replanner_point *points; // the path that was last found
  uint32_t count, capacity;
  double whole;      // its cost when it was found
  uint32_t at;       // the point of it where the mover is
  uint32_t told;     // the point of it that was the start when it was told of
  uint64_t revision; // of the grid on which it is the cheapest
  bool has_path;     // it leads from where the mover is to the goal

  bool has_searched;        // for this goal
  struct dstar_lite *dstar; // NULL until first needed
};

// Sums of the same steps in another order differ by less than this, relatively.
#define REPLANNER_EQUAL 1e-12

// The rest of a path is sure to be the cheapest while it costs more than this part of the
// whole: where next to nothing is left, sums with what came before have invalid it.
#define REPLANNER_SURE 1e-4

// An edit must be farther off the way than this, relatively, to be passed over.
#define REPLANNER_BETTER 1e-10

// -------------------------------------------------------------------------------- life

void astar_replanner_free(astar_replanner *planner) {
  if (planner == NULL) return;
  astar_grid *grid = planner->grid;
  memory *m = &grid->memory;
  dstar_lite_free(planner->dstar);
  memory_free(m, planner->points, planner->capacity * sizeof *planner->points);
  rules_release_holder(planner->rules);
  memory_free(m, planner, sizeof *planner);
  astar_grid_free(grid);
}

astar_status astar_replanner_new(astar_grid *grid, const astar_rules *rules, int start_x,
                                 int start_y, int goal_x, int goal_y,
                                 astar_replanner **planner) {
  *planner = NULL;
  if (rules == NULL) return ASTAR_INVALID;
  if (costmap_why_unsuited(grid, rules) != NULL) return ASTAR_UNSUITED;
  astar_replanner *fresh = (astar_replanner *)memory_new(&grid->memory, sizeof *fresh);
  if (fresh == NULL) return ASTAR_NO_MEMORY;
  fresh->grid = grid;
  fresh->rules = (astar_rules *)rules; // only the count of who holds them changes
  astar_grid_retain(grid);
  rules_hold(fresh->rules);
  fresh->start_x = start_x;
  fresh->start_y = start_y;
  fresh->goal_x = goal_x;
  fresh->goal_y = goal_y;
  *planner = fresh;
  return ASTAR_OK;
}

// --------------------------------------------------------------------------- the mover

static bool replanner_is_at(const astar_replanner *planner, uint32_t i) {
  return planner->points[i].tile.x == planner->start_x &&
         planner->points[i].tile.y == planner->start_y;
}

void astar_replanner_move(astar_replanner *planner, int x, int y) {
  planner->start_x = x;
  planner->start_y = y;
  uint32_t i = planner->at;
  while (planner->has_path && i < planner->count && !replanner_is_at(planner, i)) i++;
  planner->has_path = planner->has_path && i < planner->count &&
                      planner->points[i].rest >= planner->whole * REPLANNER_SURE;
  if (planner->has_path) planner->at = i;
}

void astar_replanner_set_goal(astar_replanner *planner, int x, int y) {
  if (x == planner->goal_x && y == planner->goal_y) return;
  planner->goal_x = x;
  planner->goal_y = y;
  planner->has_path = planner->has_searched = false;
  if (planner->dstar != NULL) dstar_lite_reset(planner->dstar);
}

// --------------------------------------------------------------------- what can be kept

// Whether an edit can have made some step cheaper.
static bool replanner_is_better(const astar_rules *rules, const grid_change *change) {
  if (change->effect == EFFECT_WORSE) return false;
  if (change->effect == EFFECT_ANY || rules->pair_costs != NULL) return true;
  double was = rules->cost[change->was], now = rules->cost[change->now];
  return now > 0 && (!(was > 0) || now < was);
}

// A lower bound of the cost of going through an area on the way to the goal.
static double replanner_bound(const astar_replanner *planner, const costmap *map,
                              costmap_area area) {
  astar_goal corners[2] = {{area.left, area.top}, {area.right - 1, area.bottom - 1}};
  goals box = {.map = map, .list = corners, .count = 2};
  astar_query query = astar_default_query(planner->rules, 0, 0, corners, 2);
  heuristic there, from_there;
  heuristic_init(&there, map, &box, &query);
  heuristic_init_backward(&from_there, map, &box, &query);
  return heuristic_at(&there, planner->start_x, planner->start_y) +
         heuristic_at(&from_there, planner->goal_x, planner->goal_y);
}

// Whether no edit since the path was found can have made another one cheaper.
static bool replanner_has_no_rival(const astar_replanner *planner, const costmap *map) {
  const astar_grid *grid = planner->grid;
  double cost = planner->points[planner->at].rest * (1 + REPLANNER_BETTER);
  for (uint64_t r = planner->revision; r < grid->revision; r++) {
    const grid_change *change = journal_change_after(grid, r);
    if (change == NULL) return false;
    if (!replanner_is_better(planner->rules, change)) continue;
    if (!(replanner_bound(planner, map, costmap_affected_area(map, change)) > cost)) {
      return false;
    }
  }
  return true;
}

// What a step of the path costs now; infinity when it is not legal.
static double replanner_step_cost(const astar_replanner *planner, const costmap *map,
                                  uint32_t i) {
  astar_point from = planner->points[i].tile, to = planner->points[i + 1].tile;
  int move = costmap_find_move(map, from.x, from.y, to.x - from.x, to.y - from.y);
  double cost = move < 0 ? INFINITY : costmap_step_cost(map, from.x, from.y, move);
  if (planner->grid->arc_count == 0) return cost;
  const grid_arc *arc = costmap_find_arc(map, grid_cell(planner->grid, from.x, from.y),
                                         grid_cell(planner->grid, to.x, to.y));
  return arc != NULL && arc->cost < cost ? arc->cost : cost;
}

// Prices the rest of the path as the map is now.
static void replanner_price(astar_replanner *planner, const costmap *map) {
  replanner_point *points = planner->points;
  points[planner->count - 1].rest = 0;
  for (uint32_t i = planner->count - 1; i-- > planner->at;) {
    points[i].rest = points[i + 1].rest + replanner_step_cost(planner, map, i);
  }
}

// Whether the path that there is is still the cheapest.
static bool replanner_keeps(astar_replanner *planner, const costmap *map) {
  if (!planner->has_path) return false;
  if (planner->revision == planner->grid->revision) return true;
  double before = planner->points[planner->at].rest;
  planner->has_path = replanner_has_no_rival(planner, map);
  if (!planner->has_path) return false;
  replanner_price(planner, map);
  planner->revision = planner->grid->revision;
  planner->has_path = planner->points[planner->at].rest <= before * (1 + REPLANNER_EQUAL);
  return planner->has_path;
}

// ------------------------------------------------------------------------------- search

static bool replanner_take(astar_replanner *planner, const best_first *s) {
  const path_builder *t = &s->trail;
  if (!memory_reserve(&planner->grid->memory, (void **)&planner->points,
                      &planner->capacity, t->count, sizeof *planner->points)) {
    return false;
  }
  for (uint32_t i = 0; i < t->count; i++) {
    planner->points[i].tile = t->points[t->count - 1 - i];
  }
  planner->count = t->count;
  planner->at = 0;
  planner->has_path = true;
  planner->revision = planner->grid->revision;
  replanner_price(planner, s->map);
  planner->whole = planner->points[0].rest;
  return true;
}

static astar_status replanner_repair(astar_replanner *planner, best_first *s,
                                     const astar_query *query, astar_result *result) {
  if (planner->dstar == NULL) planner->dstar = dstar_lite_new(planner->grid);
  if (planner->dstar == NULL) return ASTAR_NO_MEMORY;
  astar_status status = dstar_lite_find(planner->dstar, s->map, query, &s->trail);
  result->expanded = planner->dstar->expanded;
  // No way where the labels saw one: the next such goal is told at once.
  if (status == ASTAR_UNREACHABLE && components_rebuild(s->map) != ASTAR_OK) {
    return ASTAR_NO_MEMORY;
  }
  return status;
}

static astar_status replanner_search(astar_replanner *planner, best_first *s,
                                     const astar_query *query, astar_result *result) {
  astar_status status = ASTAR_STALE;
  if (planner->has_searched && !query_can_jump(s, query)) {
    status = replanner_repair(planner, s, query, result);
  }
  planner->has_searched = true;
  if (status != ASTAR_STALE) return status;
  status = query_begin(s, query, result);
  return status == ASTAR_RUNNING ? query_step(s, query, INT64_MAX, result) : status;
}

// Tells of the rest of the path.
static void replanner_tell(astar_replanner *planner, astar_result *result) {
  planner->told = planner->at;
  result->cost = planner->points[planner->at].rest;
  result->length = planner->count - planner->at;
  result->goal = 0;
}

astar_status astar_replanner_find(astar_replanner *planner, astar_result *result) {
  astar_goal goal = {planner->goal_x, planner->goal_y};
  astar_query query =
      astar_default_query(planner->rules, planner->start_x, planner->start_y, &goal, 1);
  costmap *map;
  memset(result, 0, sizeof *result);
  result->goal = -1;
  astar_status status = costmap_get(planner->grid, planner->rules, &map);
  if (status != ASTAR_OK) return status;
  if (replanner_keeps(planner, map)) {
    replanner_tell(planner, result);
    return ASTAR_OK;
  }
  best_first *s = query_scratch(planner->grid);
  if (s == NULL) return ASTAR_NO_MEMORY;
  planner->grid->last = NULL; // its path is about to go
  status = query_check(s, &query, result);
  if (status == ASTAR_RUNNING) status = replanner_search(planner, s, &query, result);
  if (status != ASTAR_OK) return status;
  if (!replanner_take(planner, s)) return ASTAR_NO_MEMORY;
  replanner_tell(planner, result);
  return ASTAR_OK;
}

void astar_replanner_copy_path(const astar_replanner *planner, astar_point *points) {
  for (uint32_t i = planner->told; i < planner->count; i++) {
    *points++ = planner->points[i].tile;
  }
}
