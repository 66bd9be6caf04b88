/// Compares the answers of all kernels with the oracle on random terrain:
///
///     build/fuzz/property [MAPS [SEED]]
///
/// Method: each map (terrain.h) is small, with one or two sets of rules. On it the
/// program runs queries, updates fields and replanners, edits some tiles, and repeats
/// this. It checks that
///
/// - a path is a legal walk over no tile twice; its cost is the sum of its steps, and no
///   more than the minimum (optimum.h) plus the tolerance of docs/queries.md;
/// - status and cost are the same with A* in strict order, with Dijkstra's algorithm, and
///   with jump points where they are suited;
/// - a fresh copy of the map gives the same path, cost and number of expansions, and so
///   does a sliced search;
/// - a query whose `max_cost` is the cost of its own path finds a path, and so do fields;
///   with a little less, it reports the limit;
/// - the path costs as much as the one that the search gives (`straight` false) and turns
///   no more often; of cheapest paths also no more often than with the legs of turns.h;
/// - `astar_is_reachable` agrees; each tile of a distance field or movement range has the
///   least cost, and its steps lead to a goal.
///
/// On small maps it asks for the paths between many pairs of tiles: an error in one
/// pattern of costs changes few paths. Each map has a seed of its own: SEED, SEED + 1,
/// ... A failure prints the seed, the query, the rules and the map, and ends the program;
/// `property 1 SEED` repeats that map.
#include "answer.h"
#include "terrain.h"
#include "turns.h"
#include "../support/rounds.h"

#include <math.h>
#include <string.h>

enum { MAX_LAWS = 2, MAX_GOALS = 3, MAX_ROUNDS = 4 };

// What a field was made for; it is kept while the map is edited.
typedef struct field {
  astar_field *field;
  astar_source goals[MAX_GOALS]; ///< or the start of a movement range
  int goal_count;
  bool is_range;
  double max_cost;
} field;

typedef struct planner {
  astar_replanner *planner;
  int x, y;
  astar_point goal;
} planner;

// Rules, one filter for their queries, and what is kept between the rounds.
typedef struct view {
  law law;
  bool has_filter;
  astar_filter filter;
  astar_rules_def def; ///< with this filter, for the oracle
  field field;
  planner planner;
} view;

typedef struct world {
  terrain terrain;
  view views[MAX_LAWS];
  int view_count;
  const view *view; ///< that is checked now
  optimum optimum;  ///< of this view
  astar_grid *copy; ///< of the map as it is now
  astar_path *path;
  astar_query query; ///< that is checked now
  astar_point goals[MAX_GOALS];
  uint64_t query_count, budget_count;
} world;

static world w;

static answer found, again;

// ---------------------------------------------------------------------------- failures

static void describe(void) {
  if (w.view != NULL) {
    answer_print_query(&w.query);
    answer_print("answer", &found);
    answer_print("another answer", &again);
    terrain_print_law(&w.view->law);
    fprintf(stderr, "filter: ignored layers 0x%x, penalty scale %g\n",
            (unsigned)w.view->def.filter.ignored_layers,
            w.view->def.filter.penalty_scale);
  }
  terrain_print(&w.terrain);
}

static bool is_near(double a, double b) { return fabs(a - b) <= 1e-9 * b; }

// -------------------------------------------------------------------------------- paths

static const oracle_map *map_now(void) { return terrain_map(&w.terrain); }

static int index_of(astar_point p) { return oracle_index(map_now(), p.x, p.y); }

static judge judge_now(void) { return (judge){map_now(), &w.view->def, &w.optimum}; }

static void find(astar_grid *grid, const astar_query *query, answer *a) {
  answer_find(a, grid, query, w.path);
  w.query_count++;
}

static double walk(const answer *a) {
  const judge j = judge_now();
  return answer_walk(&j, a->points, a->count);
}

/// The answer of the oracle. Without options it needs no test of each tile.
static oracle_answer expect(const astar_query *query) {
  const oracle_map *map = map_now();
  const int x = query->goals[0].x, y = query->goals[0].y;
  if (query->goal_count > 1 || query->range > 0 || query->partial ||
      query->max_cost < INFINITY)
    return oracle_find_by_costs(map, &w.view->def, query, w.optimum.costs);
  if (x == query->start_x && y == query->start_y)
    return (oracle_answer){.status = ASTAR_OK, .at_start = true};
  const double cost = w.optimum.costs[oracle_index(map, x, y)];
  if (cost < INFINITY) return (oracle_answer){.status = ASTAR_OK, .cost = cost};
  const bool fits = oracle_fits(map, &w.view->def, x, y);
  return (oracle_answer){.status = fits ? ASTAR_UNREACHABLE : ASTAR_GOAL_BLOCKED};
}

/// Compares the answer to the current query with the oracle.
static void check_answer(const astar_query *query, const answer *a) {
  const oracle_answer expected = expect(query);
  const judge j = judge_now();
  answer_check(&j, query, &expected, a);
}

// ------------------------------------------------------------------------------ queries

static astar_query any_query(astar_point start, astar_point goal) {
  w.goals[0] = (astar_point){goal.x, goal.y};
  astar_query query =
      astar_default_query(w.view->law.rules, start.x, start.y, w.goals, 1);
  if (w.view->has_filter) query.filter = &w.view->filter;
  return query;
}

/// Gives a query some options.
static void add_options(astar_query *query) {
  static const double parts[] = {0.3137, 0.9377, 1 - 1e-6, 1, 1.2193};
  const int goal = oracle_index(map_now(), w.goals[0].x, w.goals[0].y);
  const double cost = w.optimum.costs[goal];
  if (chance(3) == 0) {
    for (; query->goal_count < MAX_GOALS; query->goal_count++) {
      const astar_point p = terrain_tile(&w.terrain);
      w.goals[query->goal_count] = (astar_point){p.x, p.y};
    }
  }
  if (chance(4) == 0) query->range = 1 + chance(3);
  if (chance(3) == 0) query->partial = true;
  if (chance(4) == 0) query->max_cost = parts[chance(5)] * (cost < INFINITY ? cost : 7.3);
  if (chance(8) == 0) query->heuristic = ASTAR_HEURISTIC_ZERO;
}

/// Nodes come row by row. None is cheaper than the minimum, parents lead to the start,
/// and the heuristic is consistent.
static void check_nodes(const astar_query *query, const astar_search *search) {
  int x = -1, y = 0, last = -1;
  astar_node node, parent;
  while (astar_search_each(search, &x, &y, &node)) {
    const int tile = oracle_index(map_now(), x, y);
    REQUIRE(tile > last && node.h >= 0);
    REQUIRE(node.g >= w.optimum.costs[tile] * (1 - 1e-7));
    last = tile;
    if (node.parent_x < 0) {
      REQUIRE(x == query->start_x && y == query->start_y && node.g <= 0);
      continue;
    }
    REQUIRE(astar_search_node(search, node.parent_x, node.parent_y, &parent));
    REQUIRE(parent.g <= node.g);
    REQUIRE(parent.h <= (node.g - parent.g + node.h) * (1 + 1e-6) + node.g * 1e-6);
  }
}

/// Runs a query in slices, and sometimes reads its nodes.
static void find_in_slices(const astar_query *query, answer *a) {
  astar_search *search;
  REQUIRE(astar_search_new(w.terrain.grid, query, &search) == ASTAR_OK);
  const int most = 1 + chance(50);
  const bool has_readers = chance(2) == 0;
  a->result.expanded = 0;
  do {
    const uint32_t slice = (uint32_t)(1 + chance(most)), before = a->result.expanded;
    a->status = astar_search_step(search, slice);
    astar_search_result(search, &a->result);
    const uint32_t made = a->result.expanded - before;
    REQUIRE(a->status == ASTAR_RUNNING ? made == slice : made <= slice);
    if (has_readers) check_nodes(query, search);
  } while (a->status == ASTAR_RUNNING);
  answer_read(a, search);
  astar_search_free(search);
}

/// The same query with other algorithms must give the same cost.
static void check_algorithms(const astar_query *query) {
  static const astar_algorithm algorithms[] = {ASTAR_ASTAR, ASTAR_DIJKSTRA, ASTAR_JPS};
  astar_query other = *query;
  other.algorithm = algorithms[chance(3)];
  if (astar_why_unsuited(w.terrain.grid, query->rules, query->filter, other.algorithm) !=
      NULL)
    return;
  find(w.terrain.grid, &other, &again);
  check_answer(&other, &again);
}

static void check_reachability(const astar_query *query) {
  const astar_point goal = query->goals[0];
  astar_query plain = any_query((astar_point){query->start_x, query->start_y},
                                (astar_point){goal.x, goal.y});
  REQUIRE(astar_is_reachable(w.terrain.grid, query->rules, query->filter, query->start_x,
                             query->start_y, goal.x, goal.y) == expect(&plain).status);
}

/// The same query to a new copy of the map must give the same answer.
static void check_copy(const astar_query *query) {
  astar_grid *copy;
  REQUIRE(astar_grid_clone(w.terrain.grid, NULL, &copy) == ASTAR_OK);
  find(copy, query, &again);
  answer_require_same(query, &found, &again);
  astar_grid_free(copy);
}

/// Compares a path with that of the search, which is not straightened. Where a step costs
/// nothing, or next to nothing, the library keeps that path.
static void check_turns(astar_query query) {
  const oracle_map *map = map_now();
  const bool is_cheapest = query.algorithm == ASTAR_DIJKSTRA ||
                           (query.algorithm != ASTAR_GREEDY && query.weight <= 1 &&
                            query.heuristic == ASTAR_HEURISTIC_AUTO);
  query.straight = false;
  find(w.terrain.grid, &query, &again);
  const double cost = again.result.cost;
  REQUIRE(again.status == found.status);
  REQUIRE(fabs(found.result.cost - cost) <= 1e-12 * cost);
  const int turns = turns_count(map, found.points, found.count);
  REQUIRE(turns <= turns_count(map, again.points, again.count));
  const bool is_resolved = w.optimum.min_step < INFINITY &&
                           (double)again.count * cost < 1e14 * w.optimum.min_step;
  if (!is_cheapest || !is_resolved || map->link_count > 0) return;
  REQUIRE(turns <= turns_fewest(map, &w.view->def, again.points, again.count));
}

/// Checks a query in all ways.
static void check_query(astar_query query) {
  w.query = query;
  if (chance(4) == 0) check_reachability(&query); // before and after a search
  find(w.terrain.grid, &query, &found);
  check_answer(&query, &found);
  if (found.status == ASTAR_OK && chance(2) == 0) check_turns(query);
  if (chance(2) == 0) check_copy(&query);
  if (chance(3) == 0) check_reachability(&query);
  if (chance(3) == 0) check_algorithms(&query);
  if (chance(3) != 0) return;
  find_in_slices(&query, &again);
  answer_require_same(&query, &found, &again);
  REQUIRE(found.result.expanded <= again.result.expanded); // it may leave out dead ends
}

/// Whether a field with this budget has the tile of the goal, or that of the start.
static bool is_in_field(const astar_query *query, bool outward, double max_cost) {
  const astar_point goal = query->goals[0];
  const astar_source source = {goal.x, goal.y, 0};
  astar_field *made;
  const astar_status status =
      outward ? astar_movement_range(w.terrain.grid, query->rules, query->filter,
                                     query->start_x, query->start_y, max_cost, &made)
              : astar_distance_field(w.terrain.grid, query->rules, query->filter, &source,
                                     1, max_cost, &made);
  REQUIRE(status == ASTAR_OK);
  const int x = outward ? goal.x : query->start_x, y = outward ? goal.y : query->start_y;
  const bool is_in = astar_field_cost(made, x, y) < INFINITY;
  astar_field_free(made);
  return is_in;
}

/// The budget is the cost of the path that the query finds, and then a little less.
static void check_budget(astar_query query) {
  static const astar_algorithm algorithms[] = {ASTAR_ASTAR, ASTAR_DIJKSTRA, ASTAR_JPS};
  if (chance(2) == 0) query.algorithm = algorithms[chance(3)];
  if (astar_why_unsuited(w.terrain.grid, query.rules, query.filter, query.algorithm) !=
      NULL)
    query.algorithm = ASTAR_AUTO;
  if (chance(8) == 0) query.weight = 1.7;
  find(w.terrain.grid, &query, &found);
  w.query = query;
  w.query.max_cost = query.max_cost = found.result.cost;
  w.budget_count++;
  query.partial = chance(4) == 0;
  find(w.terrain.grid, &query, &again);
  REQUIRE(again.status == ASTAR_OK && !again.result.partial);
  REQUIRE(oracle_fits_cap(again.result.cost, query.max_cost));
  if (query.weight > 1) return; // another cheap path may have become the first
  REQUIRE(is_near(again.result.cost, found.result.cost));
  const bool checks_fields = chance(8) == 0;
  const bool outward = chance(2) == 0 || !oracle_fits(map_now(), &w.view->def,
                                                      query.start_x, query.start_y);
  if (checks_fields) REQUIRE(is_in_field(&query, outward, query.max_cost));
  query.partial = false;
  query.max_cost *= 1 - 1e-6;
  find(w.terrain.grid, &query, &again);
  REQUIRE(again.status == ASTAR_LIMIT);
  if (checks_fields) REQUIRE(!is_in_field(&query, outward, query.max_cost));
}

/// Checks the cost of a path, and sometimes compares it with the copy of the map.
static void check_plain(astar_point start, int tile) {
  const int x = tile % w.terrain.width, y = tile / w.terrain.width;
  const astar_query query = any_query(start, (astar_point){x, y});
  w.query = query;
  find(w.terrain.grid, &query, &found);
  check_answer(&query, &found);
  if (chance(4) == 0) {
    find(w.copy, &query, &again);
    answer_require_same(&query, &found, &again);
  }
  if (found.result.cost > 0 && chance(3) == 0) check_budget(query);
}

// ------------------------------------------------------------------------------- fields

static astar_status make_field(const field *f, astar_field **made) {
  const view *v = w.view;
  const astar_filter *filter = v->has_filter ? &v->filter : NULL;
  return f->is_range
             ? astar_movement_range(w.terrain.grid, v->law.rules, filter, f->goals[0].x,
                                    f->goals[0].y, f->max_cost, made)
             : astar_distance_field(w.terrain.grid, v->law.rules, filter, f->goals,
                                    f->goal_count, f->max_cost, made);
}

static void begin_field(field *f) {
  static const double limits[] = {3.1417, 12.717, 55.13};
  *f = (field){.goal_count = 1, .is_range = chance(2) == 0, .max_cost = INFINITY};
  if (!f->is_range && chance(3) == 0) f->goal_count = MAX_GOALS;
  for (int i = 0; i < f->goal_count; i++) {
    const astar_point p = terrain_tile(&w.terrain);
    f->goals[i] = (astar_source){p.x, p.y, f->is_range ? 0 : chance(3)};
  }
  if (chance(4) == 0) f->max_cost = limits[chance(3)] * w.terrain.cost[0];
}

/// The cost of a goal without any step; infinity if the tile is none.
static double cost_of_goal(const field *f, int x, int y) {
  double least = INFINITY;
  for (int i = 0; i < f->goal_count; i++) {
    const astar_source *goal = &f->goals[i];
    if (goal->x == x && goal->y == y && goal->cost < least) least = goal->cost;
  }
  return least;
}

/// Checks the step that a field holds for a tile.
static void check_step(const field *f, int tile, double cost) {
  const int x = tile % w.terrain.width, y = tile / w.terrain.width;
  astar_point next;
  if (!astar_field_next(f->field, x, y, &next)) {
    REQUIRE(is_number(cost, cost_of_goal(f, x, y)));
    return;
  }
  const int to = index_of(next);
  const double step = f->is_range ? optimum_step(&w.optimum, to, tile)
                                  : optimum_step(&w.optimum, tile, to);
  const double rest = astar_field_cost(f->field, next.x, next.y);
  REQUIRE(step < INFINITY && rest < INFINITY);
  REQUIRE(fabs(rest + step - cost) <= 1e-11 * cost);
}

/// Checks the path from a tile to the goal of a field, or from the start to the tile.
static void check_field_path(const field *f, int tile) {
  const int x = tile % w.terrain.width, y = tile / w.terrain.width;
  astar_result result;
  const astar_status status = astar_field_path(f->field, x, y, w.path, &result);
  const double cost = result.cost;
  if (!(astar_field_cost(f->field, x, y) < INFINITY)) {
    REQUIRE(status == ASTAR_UNREACHABLE && result.length == 0);
    return;
  }
  REQUIRE(status == ASTAR_OK && result.length > 0 && result.length <= ORACLE_TILES);
  found.count = (uint32_t)astar_path_points(w.path, found.points, ORACLE_TILES + 1);
  const astar_point first = found.points[0], last = found.points[found.count - 1];
  const astar_point goal = f->is_range ? first : last, start = f->is_range ? last : first;
  const double extra = cost_of_goal(f, goal.x, goal.y);
  const judge j = judge_now();
  const double more = answer_allowance(&j, cost + extra, found.count);
  REQUIRE(start.x == x && start.y == y);
  REQUIRE(fabs(walk(&found) - cost) <= more);
  REQUIRE(fabs(cost + extra - w.optimum.costs[tile]) <= more);
}

/// Compares each tile of a field with the oracle.
static void check_field_tiles(const field *f) {
  const size_t tiles = (size_t)w.optimum.tiles;
  const judge j = judge_now();
  if (f->is_range) {
    const astar_source *start = &f->goals[0];
    optimum_from(&w.optimum, oracle_index(map_now(), start->x, start->y));
  } else {
    optimum_to(&w.optimum, map_now(), &w.view->def, f->goals, f->goal_count);
  }
  for (int i = 0; i < w.optimum.tiles; i++) {
    const double least = w.optimum.costs[i];
    const double cost =
        astar_field_cost(f->field, i % w.terrain.width, i / w.terrain.width);
    if (cost < INFINITY) {
      // A repair keeps costs that count as equal, also lower ones.
      REQUIRE(least < INFINITY &&
              fabs(cost - least) <= answer_allowance(&j, least, tiles));
      REQUIRE(oracle_fits_cap(least, f->max_cost * (1 + 1e-12)));
      check_step(f, i, cost);
    } else {
      REQUIRE(!oracle_fits_cap(least, f->max_cost * (1 - 1e-12)) || !(least < INFINITY));
    }
  }
  for (int i = 0; i < 4; i++) check_field_path(f, chance(w.optimum.tiles));
}

/// Creates or updates the field of a view.
static void check_field(field *f) {
  if (f->field != NULL && chance(6) == 0) {
    astar_field_free(f->field);
    f->field = NULL;
  }
  if (f->field == NULL) {
    begin_field(f);
    const astar_status status = make_field(f, &f->field);
    if (status != ASTAR_OK) {
      REQUIRE(status == ASTAR_GOAL_BLOCKED && !f->is_range);
      for (int i = 0; i < f->goal_count; i++)
        REQUIRE(!oracle_fits(map_now(), &w.view->def, f->goals[i].x, f->goals[i].y));
      return;
    }
  } else {
    REQUIRE(astar_field_update(f->field) == ASTAR_OK);
  }
  check_field_tiles(f);
}

// -------------------------------------------------------------------------- replanners

static void begin_planner(planner *p) {
  const view *v = w.view;
  const astar_point start = terrain_tile(&w.terrain), goal = terrain_tile(&w.terrain);
  *p = (planner){NULL, start.x, start.y, {goal.x, goal.y}};
  REQUIRE(astar_replanner_new(w.terrain.grid, v->law.rules,
                              v->has_filter ? &v->filter : NULL, start.x, start.y, goal.x,
                              goal.y, &p->planner) == ASTAR_OK);
}

/// Finds the path of a replanner, and moves its mover by one step. The costs are sums in
/// another order: D* Lite searches from the goal.
static void check_planner(planner *p) {
  if (p->planner == NULL) begin_planner(p);
  const astar_point start = {p->x, p->y};
  const astar_point goal = {p->goal.x, p->goal.y};
  w.query = any_query(start, goal);
  optimum_from(&w.optimum, index_of(start));
  const oracle_answer expected = expect(&w.query);
  found.status = astar_replanner_find(p->planner, &found.result);
  found.count = astar_replanner_copy_path(p->planner, found.points, ORACLE_TILES + 1);
  REQUIRE(found.status == expected.status);
  if (found.status != ASTAR_OK) return;
  REQUIRE(found.count == found.result.length);
  REQUIRE(index_of(found.points[0]) == index_of(start));
  REQUIRE(index_of(found.points[found.count - 1]) == index_of(goal));
  REQUIRE(is_near(walk(&found), found.result.cost));
  REQUIRE(is_near(found.result.cost, expected.cost));
  if (found.count < 2) return;
  p->x = found.points[1].x;
  p->y = found.points[1].y;
  astar_replanner_move(p->planner, p->x, p->y);
}

// -------------------------------------------------------------------------------- maps

/// Checks queries from one tile.
static void check_start(astar_point start) {
  const int tiles = w.optimum.tiles;
  optimum_from(&w.optimum, index_of(start));
  if (tiles <= 40) {
    for (int i = 0; i < tiles; i++) check_plain(start, i);
  } else {
    const int goals = w.terrain.is_tied ? 80 : 30;
    for (int i = 0; i < goals; i++) check_plain(start, chance(tiles));
  }
  for (int i = 0; i < 2; i++) {
    astar_query query = any_query(start, terrain_tile(&w.terrain));
    if (i > 0) add_options(&query);
    check_query(query);
  }
}

static void check_view(view *v) {
  w.view = v;
  optimum_read(&w.optimum, map_now(), &v->def);
  REQUIRE(astar_grid_clone(w.terrain.grid, NULL, &w.copy) == ASTAR_OK);
  if (chance(4) == 0) check_field(&v->field);
  for (int i = w.optimum.tiles <= 40 ? 5 : 3; i > 0; i--)
    check_start(terrain_tile(&w.terrain));
  if (chance(2) == 0) check_field(&v->field);
  if (chance(4) == 0) check_planner(&v->planner);
  astar_grid_free(w.copy);
  w.view = NULL;
}

static void begin_view(view *v, bool is_first) {
  *v = (view){.has_filter = chance(3) == 0};
  terrain_begin_law(&w.terrain, &v->law, is_first);
  v->filter =
      v->has_filter ? terrain_filter(&w.terrain) : astar_rules_filter(v->law.rules);
  v->def = v->law.def;
  v->def.filter = v->filter;
}

static void end_view(view *v) {
  astar_field_free(v->field.field);
  astar_replanner_free(v->planner.planner);
  astar_rules_free(v->law.rules);
}

static void check_map(void) {
  terrain_begin(&w.terrain, false);
  w.view_count = chance(4) == 0 ? 2 : 1;
  for (int i = 0; i < w.view_count; i++) begin_view(&w.views[i], i == 0);
  const int rounds = 1 + chance(MAX_ROUNDS);
  for (round_step = 0; round_step < rounds; round_step++) {
    for (int i = 0; i < w.view_count; i++) check_view(&w.views[i]);
    for (int i = chance(8) == 0 ? chance(20) : chance(4); i >= 0; i--)
      terrain_edit(&w.terrain);
  }
  for (int i = 0; i < w.view_count; i++) end_view(&w.views[i]);
  terrain_end(&w.terrain);
}

/// A crash, an edit that the grid rejects, or the end of the caller's time.
int main(int count, char **words) {
  round_describe = describe;
  REQUIRE(astar_path_new(NULL, &w.path) == ASTAR_OK);
  const uint64_t maps = play_rounds(count, words, 2000, check_map);
  astar_path_free(w.path);
  printf("%" PRIu64 " maps, %" PRIu64 " paths, %" PRIu64 " budgets: no difference\n",
         maps, w.query_count, w.budget_count);
  return EXIT_SUCCESS;
}
