// Replanner: the cheapest path of one mover to one goal, while the map changes and the
// mover moves.
//
// Idea: most edits do not matter to the path. So three methods are tried, from the
// fastest to the slowest:
//
//   1. Keep the path. It stays the cheapest while no edit made its own steps more
//      expensive, and no edit that makes some step cheaper can create a cheaper path. The
//      latter is decided by a lower bound: a path through the affected area E costs at
//      least h(start, E) + h(E, goal), where h is an admissible heuristic. When that
//      exceeds the cost of the path, the edit cannot matter.
//   2. Repair the search with D* Lite (search/dstar_lite), which searches from the goal,
//      so that its costs stay valid while the mover moves.
//   3. Search again: for a new goal, and when jump points can search the map. They find a
//      new path faster than D* Lite repairs one.
//
// clang-format off
//     S o o o o o o G      o: the kept path, cost 7
//     . . . . . . . .      #: a tile that became cheaper
//     . . . . . . . .      E: # and its neighbors, whose steps may have become cheaper
//     . . . . . . . .
//     . . E E E . . .      With 8 neighbors and diagonal cost 1, h(S, E) + h(E, G) =
//     . . E # E . . .      4 + 4 > 7: no path through E is cheaper, the path stays.
//     . . E E E . . .
// clang-format on
//
// The first search for a goal is an ordinary one (query/query). D* Lite begins with the
// second, when the map is known to change.
//
// Invariant: while `has_path` holds, `points[at..count)` is a cheapest path from the
// mover to the goal on the map of `revision`, and `rest` are its costs on that map.
//
// Slices: a sliced search continues while no edit and no move of the mover disturbs it,
// and begins again otherwise. With edits in every frame the search would never end. So
// after more than REPLANNER_MAX_DISTURBANCES disturbances it is finished within one call.
//
// Source: Koenig and Likhachev, "D* Lite" (2002). Ours differs in step 1, and in the
// first search.

#include <math.h>
#include <string.h>

#include "query/query.h"
#include "query/validation.h"

typedef struct replanner_point {
  astar_point tile;
  double rest;          // cost from this tile to the goal
  double step;          // cost of the step from this tile to the next
  double reported_step; // the same when the path was reported
} replanner_point;

struct astar_replanner {
  astar_grid *grid;
  astar_rules *rules;
  astar_filter filter;
  int start_x, start_y, goal_x, goal_y;

  replanner_point *points; // the path that was last found
  uint32_t count, capacity;
  double found_cost;    // the cost of the path when it was found
  uint32_t at;          // index of the point where the mover is
  uint32_t reported_at; // `at` when the path was last reported
  double reported_cost; // the cost from there when the path was last reported
  uint64_t revision;    // the revision of the grid on which the path is a cheapest one
  uint64_t stamp;       // of the influence maps that all of this belongs to
  bool has_path;        // the path leads from the mover to the goal

  bool has_searched; // a kernel was begun for this goal: the next is D* Lite
  struct dstar_lite dstar_lite;

  // A sliced search; `state.work` is NULL when there is none.
  query_state state;
  astar_query query;        // of that search
  astar_point goal;         // of that query
  uint64_t search_revision; // the revision of the grid that is searched
  uint64_t step_revision;   // the revision of the grid at the last slice
  derived_data *pinned;     // a set that is being updated in slices, otherwise NULL
  bool is_running;          // the last slice returned ASTAR_RUNNING
  int disturbances;         // edits and moves of the mover since the first such slice
};

// The rest of a path is kept only while it costs more than 1e-4 of the whole path. The
// search compared whole paths. In these sums a much smaller rest is lost by rounding, so
// the rest need not be a cheapest path.
#define REPLANNER_MIN_REST 1e-4

// How many disturbances a sliced search may have. After one more, the search is finished
// within one call.
enum { REPLANNER_MAX_DISTURBANCES = 2 };

// -------------------------------------------------------------------------------- life

// Gives up the sliced search. The nodes of D* Lite stay.
static void replanner_drop_search(astar_replanner *planner) {
  query_drop(&planner->state);
  if (planner->state.work != NULL) planner->state.work->dstar_lite = NULL;
  cache_give_workspace(planner->state.work);
  planner->state.work = NULL;
}

void astar_replanner_free(astar_replanner *planner) {
  if (LIVE(planner) == NULL) return;
  astar_grid *grid = planner->grid;
  memory *m = &grid->memory;
  replanner_drop_search(planner);
  cache_pin(&planner->pinned, NULL);
  dstar_lite_fini(&planner->dstar_lite, grid);
  MEMORY_FREE(m, planner->points, planner->capacity);
  rules_release_holder(planner->rules);
  live_free(m, planner, sizeof *planner);
  astar_grid_free(grid);
}

astar_status astar_replanner_new(astar_grid *grid, const astar_rules *rules,
                                 const astar_filter *filter, int start_x, int start_y,
                                 int goal_x, int goal_y, astar_replanner **planner) {
  if (planner == NULL) return ASTAR_INVALID;
  *planner = NULL;
  if (!validation_has_rules(grid, rules, filter)) return ASTAR_INVALID;
  if (move_table_why_unsuited(grid, rules) != NULL) return ASTAR_UNSUITED;
  astar_replanner *fresh = (astar_replanner *)live_new(&grid->memory, sizeof *fresh);
  if (fresh == NULL) return ASTAR_NO_MEMORY;
  fresh->grid = grid;
  astar_grid_retain(grid);
  fresh->rules = rules_hold(rules);
  fresh->filter = rules_filter(rules, filter);
  fresh->stamp = influence_stamp_of(grid, &fresh->filter);
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
  if (LIVE(planner) == NULL) return;
  if (x != planner->start_x || y != planner->start_y) {
    replanner_drop_search(planner);
    if (planner->is_running) planner->disturbances++;
  }
  planner->start_x = x;
  planner->start_y = y;
  uint32_t i = planner->at;
  while (planner->has_path && i < planner->count && !replanner_is_at(planner, i)) i++;
  planner->has_path = planner->has_path && i < planner->count &&
                      planner->points[i].rest >= planner->found_cost * REPLANNER_MIN_REST;
  if (planner->has_path) planner->at = i;
}

// Forgets the path and all nodes.
static void replanner_start_over(astar_replanner *planner) {
  planner->has_path = planner->has_searched = false;
  replanner_drop_search(planner);
  dstar_lite_reset(&planner->dstar_lite);
}

void astar_replanner_set_goal(astar_replanner *planner, int x, int y) {
  if (LIVE(planner) == NULL || (x == planner->goal_x && y == planner->goal_y)) return;
  planner->goal_x = x;
  planner->goal_y = y;
  replanner_start_over(planner);
}

// --------------------------------------------------------------------- what can be kept

// Whether an edit may make some step cheaper or legal.
static bool replanner_can_improve(const astar_rules *rules, const grid_change *change) {
  if (change->effect == EFFECT_WORSE) return false;
  if (change->effect != EFFECT_TERRAIN || rules->pair_costs != NULL) return true;
  double was = rules->cost[change->was], now = rules->cost[change->now];
  return now > 0 && (!(was > 0) || now < was);
}

// A lower bound of the cost from the mover through an area to the goal.
static double replanner_bound(const astar_replanner *planner, const costmap *map,
                              tile_area area) {
  astar_point corners[2] = {{area.left, area.top}, {area.right - 1, area.bottom - 1}};
  goals box = {.map = map, .list = corners, .count = 2};
  astar_query query = astar_default_query(planner->rules, 0, 0, corners, 2);
  heuristic there, from_there;
  heuristic_init(&there, map, &box, &query, false);
  heuristic_init(&from_there, map, &box, &query, true);
  return heuristic_at(&there, planner->start_x, planner->start_y) +
         heuristic_at(&from_there, planner->goal_x, planner->goal_y);
}

// Whether no edit since the path was found can have made another path cheaper than it.
static bool replanner_has_no_rival(const astar_replanner *planner, const costmap *map) {
  const astar_grid *grid = planner->grid;
  double cost = planner->points[planner->at].rest * (1 + TOLERANCE_SUMS);
  repair_scope scope = {planner->rules, &planner->filter, CHANGE_ALL};
  const grid_change *change;
  uint64_t revision = planner->revision;
  if (revision < grid->journal_start) return false;
  while ((change = repair_next(grid, &scope, &revision)) != NULL) {
    if (!replanner_can_improve(planner->rules, change)) continue;
    if (!(replanner_bound(planner, map,
                          repair_affected_area(map->grid, map->rules, change)) > cost))
      return false;
  }
  return true;
}

// The cost of step `i` of the path on the current map; infinity when it is not legal.
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

// Computes the costs of the rest of the path on the current map.
static void replanner_update_costs(astar_replanner *planner, const costmap *map) {
  replanner_point *points = planner->points;
  points[planner->count - 1].rest = 0;
  for (uint32_t i = planner->count - 1; i-- > planner->at;) {
    points[i].step = replanner_step_cost(planner, map, i);
    points[i].rest = points[i + 1].rest + points[i].step;
  }
}

// Whether the present path is still a cheapest one. Updates its costs.
static bool replanner_keeps(astar_replanner *planner, const costmap *map) {
  if (!planner->has_path) return false;
  repair_skip(planner->grid, &planner->filter, &planner->revision);
  if (planner->revision == planner->grid->revision) return true;
  double before = planner->points[planner->at].rest;
  planner->has_path = replanner_has_no_rival(planner, map);
  if (!planner->has_path) return false;
  replanner_update_costs(planner, map);
  planner->revision = planner->grid->revision;
  planner->has_path = planner->points[planner->at].rest <= before * (1 + TOLERANCE_EQUAL);
  return planner->has_path;
}

// ------------------------------------------------------------------------------- search

// Stores the path that a search found, first to last. False: out of memory.
static bool replanner_keep_path(astar_replanner *planner, const run *r) {
  const path_builder *path = r->path;
  if (!MEMORY_RESERVE(&planner->grid->memory, planner->points, planner->capacity,
                      path->count))
    return false;
  for (uint32_t i = 0; i < path->count; i++) planner->points[i].tile = path->points[i];
  planner->count = path->count;
  planner->at = 0;
  planner->has_path = true;
  planner->revision = planner->grid->revision;
  replanner_update_costs(planner, &r->map);
  planner->found_cost = planner->points[0].rest;
  return true;
}

// Continues the sliced search when the map is unchanged, otherwise begins a new one.
static astar_status replanner_ensure_search(astar_replanner *planner) {
  repair_skip(planner->grid, &planner->filter, &planner->search_revision);
  if (planner->state.work != NULL && planner->search_revision == planner->grid->revision)
    return ASTAR_OK;
  replanner_drop_search(planner);
  workspace *work = cache_take_workspace(planner->grid);
  if (work == NULL) return ASTAR_NO_MEMORY;
  planner->goal = (astar_point){planner->goal_x, planner->goal_y};
  planner->search_revision = planner->grid->revision;
  planner->query = astar_default_query(planner->rules, planner->start_x, planner->start_y,
                                       &planner->goal, 1);
  work->dstar_lite = planner->has_searched ? &planner->dstar_lite : NULL;
  planner->query.filter = &planner->filter;
  query_begin(&planner->state, work, &planner->query, NULL);
  planner->state.may_pause = true;
  return ASTAR_OK;
}

// Reports the rest of the path. Stores the costs of its steps as well: a later call may
// update them and then find no path, while the caller still copies this path.
static void replanner_report(astar_replanner *planner, astar_result *result) {
  replanner_point *points = planner->points;
  planner->reported_at = planner->at;
  planner->reported_cost = points[planner->at].rest;
  for (uint32_t i = planner->at; i + 1 < planner->count; i++)
    points[i].reported_step = points[i].step;
  result->cost = planner->points[planner->at].rest;
  result->length = planner->count - planner->at;
  result->goal = 0;
}

static astar_status replanner_search(astar_replanner *planner, int64_t count, budget *b,
                                     astar_result *result) {
  astar_status status = replanner_ensure_search(planner);
  if (status != ASTAR_OK) return status;
  status = query_run(&planner->state, count, b);
  *result = planner->state.result;
  if (status == ASTAR_RUNNING) return status;
  if (planner->state.has_nodes) planner->has_searched = true;
  if (status == ASTAR_OK && !replanner_keep_path(planner, &planner->state.work->run))
    status = ASTAR_NO_MEMORY;
  replanner_drop_search(planner);
  if (status == ASTAR_OK) replanner_report(planner, result);
  return status;
}

static astar_status replanner_run(astar_replanner *planner, int64_t count, budget *b,
                                  astar_result *result) {
  costmap map;
  derived_data *derived;
  *result = (astar_result){.goal = -1};
  uint64_t stamp = influence_stamp_of(planner->grid, &planner->filter);
  if (planner->stamp != stamp) {
    planner->stamp = stamp;
    replanner_start_over(planner);
    if (planner->is_running) planner->disturbances++;
  }
  astar_status status =
      cache_get(planner->grid, planner->rules, &planner->filter, b, &map, &derived);
  cache_pin(&planner->pinned, status == ASTAR_RUNNING ? derived : NULL);
  if (status != ASTAR_OK) return status;
  if (!replanner_keeps(planner, &map)) return replanner_search(planner, count, b, result);
  replanner_report(planner, result);
  return ASTAR_OK;
}

astar_status astar_replanner_find(astar_replanner *planner, astar_result *result) {
  astar_result ignored;
  if (LIVE(planner) == NULL) return ASTAR_INVALID;
  return replanner_run(planner, INT64_MAX, NULL, result != NULL ? result : &ignored);
}

astar_status astar_replanner_step(astar_replanner *planner, int64_t count,
                                  astar_result *result) {
  astar_result ignored;
  if (LIVE(planner) == NULL || count < 0) return ASTAR_INVALID;
  budget slice = query_slice(count);
  repair_skip(planner->grid, &planner->filter, &planner->step_revision);
  if (planner->is_running && planner->step_revision != planner->grid->revision)
    planner->disturbances++;
  if (planner->disturbances > REPLANNER_MAX_DISTURBANCES) {
    slice.tiles = BUDGET_UNLIMITED;
    count = INT64_MAX;
  }
  planner->step_revision = planner->grid->revision;
  astar_status status =
      replanner_run(planner, count, &slice, result != NULL ? result : &ignored);
  planner->is_running = status == ASTAR_RUNNING;
  if (!planner->is_running) planner->disturbances = 0;
  return status;
}

size_t astar_replanner_copy_path(const astar_replanner *planner, astar_point *points,
                                 size_t capacity) {
  if (LIVE(planner) == NULL) return 0;
  uint32_t count = planner->count - planner->reported_at;
  for (uint32_t i = 0; i < count && i < capacity && points != NULL; i++)
    points[i] = planner->points[planner->reported_at + i].tile;
  return count;
}

// Adds the steps first to last. The difference of two rests would be rounded when the end
// of the path costs far more than its start. By rounding the sum may exceed the reported
// cost, so it is limited to that cost.
size_t astar_replanner_copy_costs(const astar_replanner *planner, double *costs,
                                  size_t capacity) {
  if (LIVE(planner) == NULL) return 0;
  uint32_t count = planner->count - planner->reported_at;
  double cost = 0, whole = planner->reported_cost;
  for (uint32_t i = 0; i < count && i < capacity && costs != NULL; i++) {
    costs[i] = cost < whole && i + 1 < count ? cost : whole;
    cost += planner->points[planner->reported_at + i].reported_step;
  }
  return count;
}
