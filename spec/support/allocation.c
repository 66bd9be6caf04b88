/// Tests the library when memory allocations fail.
///
/// Method: acts that use all of astar.h are played repeatedly. Each time another of their
/// allocations fails, once or with all that follow. Requirements: no leak, every block is
/// freed with its correct size, the only error is ASTAR_NO_MEMORY, and every object that
/// was in use answers afterwards like an object that never had a failure.
///
/// Built and run by spec/quality/allocation_spec.lua.
#include "allocation_meter.h"
#include "astar.h"
#include "astar_explain.h"
#include "astar_index.h"
#include "astar_sight.h"
#include "serialized.h"

#include <math.h>

enum { WIDTH = 26, HEIGHT = 20, TILES = WIDTH * HEIGHT };

/// Terrains.
enum { FLOOR = 1, MUD, DOOR, WALL };

// ------------------------------------------------------------------------------ world

/// The movers.
enum { FLAT, FOUR, MUDDY, LARGE, MOVES, STEPS, MOVERS };

typedef struct world {
  meter *meter;
  astar_allocator allocator;
  astar_grid *grid;
  astar_grid *truth; ///< the same content, whose allocations never fail
  astar_rules *rules[MOVERS];
  astar_rules *lent; ///< the rules that the world does not own
} world;

/// The tested world: paths of its grid use its allocator.
static const world *tested;

/// Whether a call succeeded. The only permitted error is ASTAR_NO_MEMORY, and only after
/// an allocation failed.
static bool survives(const world *w, astar_status status) {
  if (status == ASTAR_NO_MEMORY) REQUIRE(meter_has_refused(w->meter, 0));
  REQUIRE(astar_is_outcome(status) || status == ASTAR_NO_MEMORY ||
          status == ASTAR_UNSUITED || status == ASTAR_RUNNING || status == ASTAR_STALE);
  return status != ASTAR_NO_MEMORY;
}

/// Whether an allocation failed since then, and the next ones succeed.
static bool was_short_once(const world *w, size_t asked_before) {
  return w->meter->times == 1 && meter_has_refused(w->meter, asked_before);
}

static astar_rules_def rules_def(int mover) {
  static const astar_point clear = {1, 0};
  static const astar_move moves[] = {
      {2, 1, 2, &clear, 1}, {-2, 1, 2, NULL, 0}, {0, -1, 1, NULL, 0}};
  static const astar_pair_cost steps[] = {{FLOOR, MUD, 1, 0, 5}};
  astar_rules_def def = astar_default_rules();
  def.cost[FLOOR] = 1;
  def.cost[DOOR] = mover == MUDDY ? 500 : 1;
  if (mover == MUDDY || mover == LARGE || mover == STEPS) def.cost[MUD] = 3;
  if (mover == FOUR) def.neighbors = 4;
  if (mover == LARGE) def.size = 2;
  if (mover == MOVES) {
    def.neighbors = 0;
    def.moves = moves;
    def.move_count = 3;
  }
  if (mover == STEPS) {
    def.has_pair_costs = true;
    def.pair_costs = steps;
    def.pair_cost_count = 1;
  }
  return def;
}

static void make_rules(world *w, int mover) {
  const astar_rules_def def = rules_def(mover);
  astar_rules *rules;
  if (survives(w, astar_rules_new(&w->allocator, &def, &rules))) w->rules[mover] = rules;
}

static void free_rules(world *w, int mover) {
  if (w->rules[mover] != w->lent) astar_rules_free(w->rules[mover]);
  w->rules[mover] = NULL;
}

/// Grids keep the rules that they have used: both orders of freeing are permitted.
static void free_world(world *w) {
  for (int i = 0; i < MOVERS; i += 2) free_rules(w, i);
  astar_grid_free(w->grid);
  astar_grid_free(w->truth);
  for (int i = 1; i < MOVERS; i += 2) free_rules(w, i);
}

// ------------------------------------------------------------------------- queries

/// An answer: a status, and two numbers if the status is ASTAR_OK.
typedef struct answer {
  astar_status status;
  double cost, tiles;
} answer;

/// A query to a grid with the rules of a mover.
typedef answer question(const world *w, astar_grid *grid, const astar_rules *rules);

static const astar_point goals[] = {{WIDTH - 2, HEIGHT - 2}, {0, HEIGHT - 1}, {20, 2}};

/// Checks a path that was just found, and its turns.
static astar_status check_path(astar_grid *grid, const astar_rules *rules,
                               const astar_point *path, size_t length) {
  astar_point points[TILES];
  size_t bad;
  REQUIRE(length <= TILES);
  memcpy(points, path, length * sizeof *points);
  for (astar_path_kind kind = ASTAR_PATH_STEPS; kind <= ASTAR_PATH_WAYPOINTS; kind++) {
    const astar_status status =
        astar_check_path(grid, rules, NULL, points, length, kind, 0, &bad);
    REQUIRE(status != ASTAR_OK || bad == length);
    if (status != ASTAR_OK) return status;
    length = astar_keep_waypoints(grid, points, NULL, length);
  }
  return ASTAR_OK;
}

/// The answer of a query whose path is in a path object.
static answer take_answer(astar_status status, const astar_path *path,
                          const astar_result *result, astar_point *points) {
  answer a = {status, 0, 0};
  if (a.status == ASTAR_OK) {
    a.cost = result->cost;
    a.tiles = result->length;
    REQUIRE(result->length <= TILES);
    double costs[TILES];
    REQUIRE(astar_path_points(path, points, TILES) == result->length);
    REQUIRE(astar_path_costs(path, costs, TILES) == result->length);
    REQUIRE(memcmp(&costs[result->length - 1], &result->cost, sizeof result->cost) == 0);
  } else {
    REQUIRE(astar_path_points(path, points, TILES) == 0);
    REQUIRE(astar_path_costs(path, NULL, TILES) == 0);
  }
  return a;
}

/// Finds a path and copies its points.
static answer find_path(astar_grid *grid, const astar_query *query, astar_point *points) {
  astar_result result;
  astar_path *path;
  const bool is_metered = grid == tested->grid;
  answer a = {astar_path_new(is_metered ? &tested->allocator : NULL, &path), 0, 0};
  if (a.status != ASTAR_OK) return a;
  a = take_answer(astar_find_path(grid, query, path, &result), path, &result, points);
  astar_path_free(path);
  return a;
}

/// A path of a field.
static answer follow_field(astar_grid *grid, astar_field *field) {
  astar_result result;
  astar_path *path;
  astar_point points[TILES];
  const bool is_metered = grid == tested->grid;
  answer a = {astar_path_new(is_metered ? &tested->allocator : NULL, &path), 0, 0};
  if (a.status != ASTAR_OK) return a;
  a = take_answer(astar_field_path(field, 0, 0, path, &result), path, &result, points);
  astar_path_free(path);
  return a;
}

static answer ask_query(astar_grid *grid, const astar_query *query) {
  astar_point points[TILES];
  answer a = find_path(grid, query, points);
  if (a.status == ASTAR_OK)
    a.status = check_path(grid, query->rules, points, (size_t)a.tiles);
  return a;
}

static answer ask_plain(const world *w, astar_grid *grid, const astar_rules *rules) {
  (void)w;
  const astar_query query = astar_default_query(rules, 0, 0, goals, 1);
  return ask_query(grid, &query);
}

static answer ask_goals(const world *w, astar_grid *grid, const astar_rules *rules) {
  (void)w;
  astar_query query = astar_default_query(rules, 0, 0, goals, 3);
  query.range = 2;
  return ask_query(grid, &query);
}

/// A partial path into the closed cell.
static answer ask_partial(const world *w, astar_grid *grid, const astar_rules *rules) {
  (void)w;
  astar_query query = astar_default_query(rules, 0, 0, goals + 1, 1);
  query.partial = true;
  return ask_query(grid, &query);
}

/// A path to a range around the closed cell.
static answer ask_ranged(const world *w, astar_grid *grid, const astar_rules *rules) {
  (void)w;
  astar_query query = astar_default_query(rules, 0, 0, goals + 1, 1);
  query.range = 4;
  query.heuristic = ASTAR_HEURISTIC_OCTILE;
  query.weight = 2;
  return ask_query(grid, &query);
}

static answer ask_capped(const world *w, astar_grid *grid, const astar_rules *rules) {
  (void)w;
  astar_query query = astar_default_query(rules, 0, 0, goals, 1);
  query.algorithm = ASTAR_DIJKSTRA;
  query.max_cost = 12;
  query.max_expansions = 100;
  return ask_query(grid, &query);
}

/// The data of a search whose heuristic starts another search on the same grid.
typedef struct nest {
  const world *world;
  astar_grid *grid;
  const astar_rules *rules;
  int depth;
} nest;

static double search_again(void *user, int dx, int dy) {
  nest *n = user;
  (void)dx;
  (void)dy;
  if (n->depth > 0) return 0;
  n->depth++;
  const astar_point goal = {3, 3};
  const astar_query query = astar_default_query(n->rules, 5, 5, &goal, 1);
  astar_result result;
  survives(n->world, astar_find_path(n->grid, &query, NULL, &result));
  REQUIRE(astar_grid_is_busy(n->grid));
  REQUIRE(astar_grid_block(n->grid, 2, 2, true, 1) == ASTAR_BUSY);
  return 0;
}

static answer ask_nested(const world *w, astar_grid *grid, const astar_rules *rules) {
  nest n = {w, grid, rules, 0};
  astar_query query = astar_default_query(rules, 0, 0, goals, 1);
  query.heuristic = ASTAR_HEURISTIC_FUNCTION;
  query.heuristic_function = search_again;
  query.heuristic_user = &n;
  return ask_query(grid, &query);
}

/// Whether jump points are possible, what is reachable in some columns, and which tiles
/// are in sight.
static answer ask_reach_and_sight(const world *w, astar_grid *grid,
                                  const astar_rules *rules) {
  (void)w;
  answer a = {ASTAR_OK, 0, 0};
  a.cost = astar_why_unsuited(grid, rules, NULL, ASTAR_JPS) == NULL;
  for (int x = 1; x < WIDTH; x += 6) {
    for (int y = 0; y < HEIGHT; y += 4) {
      int at_x, at_y;
      a.status = astar_is_reachable(grid, rules, NULL, 0, 0, x, y);
      if (a.status == ASTAR_OK) a.cost++;
      if (astar_is_error(a.status)) return a;
      a.status = astar_line_of_sight(grid, rules, NULL, 12, 9, x, y, &at_x, &at_y);
      if (a.status == ASTAR_OK) a.tiles++;
      if (astar_is_error(a.status)) return a;
    }
  }
  uint64_t rows[63];
  const astar_sight sight = {.radius = 9};
  astar_view view = {.rows = NULL};
  size_t seen = 0;
  astar_vision *vision;
  REQUIRE(astar_view_frame(grid, &sight, 12, 9, &view) == ASTAR_OK);
  view.rows = rows;
  a.status = astar_view_fill(grid, rules, NULL, &view);
  if (astar_is_error(a.status)) return a;
  a.status = astar_vision_new(grid, rules, NULL, &sight, &vision);
  if (astar_is_error(a.status)) return a;
  for (uint32_t id = 1; id < 9 && a.status == ASTAR_OK; id++)
    a.status = astar_vision_set(vision, id, (int)id, 5, 40);
  if (a.status == ASTAR_OK) a.status = astar_vision_update(vision, &seen);
  a.tiles += (uint32_t)(astar_view_count(&view) + seen);
  astar_vision_free(vision);
  return a;
}

/// More filters than the number of kept sets of derived data. The first filter comes
/// again after its set was dropped.
static const astar_filter filters[] = {{0, 1, {{0, 0}}},
                                       {ASTAR_LAYER(1), 1, {{0, 0}}},
                                       {ASTAR_LAYER(1) | ASTAR_LAYER(2), 0, {{0, 0}}},
                                       {ASTAR_LAYER(3), 2, {{0, 0}}},
                                       {ASTAR_ALL_LAYERS, 0.5, {{0, 0}}},
                                       {0, 1, {{0, 0}}}};

enum { FILTERS = sizeof filters / sizeof filters[0] };

static answer ask_under_filters(const world *w, astar_grid *grid,
                                const astar_rules *rules) {
  (void)w;
  answer sum = {ASTAR_OK, 0, 0};
  astar_point points[TILES];
  for (int i = 0; i < FILTERS; i++) {
    astar_query query = astar_default_query(rules, 0, 0, goals, 1);
    query.filter = &filters[i];
    const answer a = find_path(grid, &query, points);
    if (astar_is_error(a.status)) return a;
    const astar_status reached =
        astar_is_reachable(grid, rules, &filters[i], 0, 0, goals[0].x, goals[0].y);
    if (astar_is_error(reached)) return (answer){reached, 0, 0};
    REQUIRE(a.status == reached);
    sum.cost += a.cost + (double)a.status;
    sum.tiles += a.tiles;
  }
  return sum;
}

static answer ask_smooth(const world *w, astar_grid *grid, const astar_rules *rules) {
  (void)w;
  astar_point points[TILES];
  size_t bad;
  const astar_query query = astar_default_query(rules, 0, 0, goals, 1);
  answer a = find_path(grid, &query, points);
  if (a.status != ASTAR_OK) return a;
  size_t count = (size_t)a.tiles;
  a.status = astar_smooth_path(grid, rules, NULL, points, &count, &a.cost);
  if (a.status != ASTAR_OK) return a;
  a.tiles = (double)count;
  a.status =
      astar_check_path(grid, rules, NULL, points, count, ASTAR_PATH_LINES, 0, &bad);
  REQUIRE(a.status != ASTAR_OK || bad == count);
  return a;
}

/// All costs of a field.
static answer read_field(const astar_field *field) {
  answer a = {ASTAR_OK, 0, 0};
  astar_point next;
  for (int x = -1, y = 0; astar_field_each(field, &x, &y); a.tiles++) {
    a.cost += astar_field_cost(field, x, y) * (1 + x % 3 + y % 2);
    if (astar_field_next(field, x, y, &next)) a.cost++;
  }
  if (astar_field_way_out(field, 0, HEIGHT - 1, &next)) a.tiles++;
  return a;
}

static astar_status make_distance_field(astar_grid *grid, const astar_rules *rules,
                                        astar_field **field) {
  static const astar_source sources[] = {
      {WIDTH - 2, HEIGHT - 2, 0}, {20, 2, 3.5}, {2, 2, 30}};
  return astar_distance_field(grid, rules, NULL, sources, 3, INFINITY, field);
}

static answer ask_field(const world *w, astar_grid *grid, const astar_rules *rules) {
  (void)w;
  astar_field *field;
  answer a = {make_distance_field(grid, rules, &field), 0, 0};
  if (a.status != ASTAR_OK) return a;
  a = read_field(field);
  const answer path = follow_field(grid, field);
  astar_field_free(field);
  if (astar_is_error(path.status)) return path;
  a.cost += path.cost;
  return a;
}

/// The movement range of (8, 8), and its flee field.
static answer ask_range(const world *w, astar_grid *grid, const astar_rules *rules) {
  (void)w;
  astar_field *range, *flee;
  answer a = {astar_movement_range(grid, rules, NULL, 8, 8, 4.5, &range), 0, 0};
  if (a.status != ASTAR_OK) return a;
  a = read_field(range);
  const astar_status status = astar_flee_field(range, 1.2, &flee);
  if (status == ASTAR_OK) a.cost += read_field(flee).cost;
  if (status == ASTAR_OK) astar_field_free(flee);
  astar_field_free(range);
  a.status = status;
  return a;
}

/// The movement range in turns of (8, 8), and a path in turns.
static answer ask_turns(const world *w, astar_grid *grid, const astar_rules *rules) {
  (void)w;
  astar_turns turns = astar_default_turns(2.5);
  turns.pass = ASTAR_LAYER(2);
  turns.max_turns = 3;
  astar_field *range;
  answer a = {astar_turn_range(grid, rules, NULL, 8, 8, &turns, &range), 0, 0};
  if (a.status != ASTAR_OK) return a;
  a = read_field(range);
  const answer path = follow_field(grid, range);
  astar_field_free(range);
  if (astar_is_error(path.status)) return path;
  astar_query query = astar_default_query(rules, 8, 8, goals, 1);
  query.turns = &turns;
  query.partial = true;
  const answer turned = ask_query(grid, &query);
  a.cost += path.cost + turned.cost;
  a.status = turned.status;
  return a;
}

/// A search whose nodes are read after every few expansions.
static answer run_search(astar_search *search) {
  astar_result result;
  astar_node node;
  astar_point points[TILES];
  answer a = {ASTAR_RUNNING, 0, 0};
  while (a.status == ASTAR_RUNNING) {
    a.status = astar_search_step(search, 80);
    REQUIRE(astar_search_result(search, &result) == a.status ||
            a.status == ASTAR_NO_MEMORY);
    for (int x = -1, y = 0; astar_search_each(search, &x, &y, &node);)
      REQUIRE(node.g >= 0 && node.h >= 0);
  }
  if (a.status != ASTAR_OK) return a;
  a.cost = result.cost;
  a.tiles = result.length;
  REQUIRE(result.length <= TILES);
  astar_search_copy_path(search, points, TILES);
  REQUIRE(astar_search_copy_costs(search, NULL, 0) == result.length);
  return a;
}

static answer ask_search(const world *w, astar_grid *grid, const astar_rules *rules) {
  (void)w;
  const astar_query query = astar_default_query(rules, 0, 0, goals, 2);
  astar_search *search;
  answer a = {astar_search_new(grid, &query, &search), 0, 0};
  if (a.status != ASTAR_OK) return a;
  a = run_search(search);
  astar_search_free(search);
  return a;
}

static answer ask_planner(astar_replanner *planner) {
  astar_point points[TILES];
  astar_result result;
  answer a = {astar_replanner_find(planner, &result), 0, 0};
  if (a.status != ASTAR_OK) return a;
  a.cost = result.cost;
  a.tiles = result.length;
  double costs[TILES];
  REQUIRE(result.length <= TILES);
  astar_replanner_copy_path(planner, points, TILES);
  REQUIRE(astar_replanner_copy_costs(planner, costs, TILES) == result.length);
  REQUIRE(memcmp(&costs[result.length - 1], &result.cost, sizeof result.cost) == 0);
  return a;
}

/// The path to a goal, then the path to another goal.
static answer ask_replanner(const world *w, astar_grid *grid, const astar_rules *rules) {
  (void)w;
  astar_replanner *planner;
  answer a = {astar_replanner_new(grid, rules, NULL, 0, 0, 20, 2, &planner), 0, 0};
  if (a.status != ASTAR_OK) return a;
  a = ask_planner(planner);
  if (a.status != ASTAR_NO_MEMORY) {
    astar_replanner_move(planner, 4, 1);
    astar_replanner_set_goal(planner, WIDTH - 2, HEIGHT - 2);
    a = ask_planner(planner);
  }
  astar_replanner_free(planner);
  return a;
}

/// The sum of all that an explanation says.
static double read_explanation(const astar_explanation *e) {
  uint8_t terrains[256];
  astar_open_tile open[TILES];
  astar_point points[TILES];
  double costs[TILES];
  const astar_explanation_summary s = astar_explanation_summarize(e);
  double sum = s.relax + s.open_cost + s.path_cost + s.widest + 2 * s.tightest.x;
  const size_t terrain_count = astar_explanation_terrains(e, terrains, 256);
  const size_t open_count = astar_explanation_open_tiles(e, open, TILES);
  const size_t count = astar_explanation_points(e, points, TILES);
  REQUIRE(terrain_count <= 256 && open_count <= TILES && count <= TILES);
  REQUIRE(astar_explanation_costs(e, costs, TILES) == count);
  for (size_t i = 0; i < terrain_count; i++) sum += terrains[i];
  for (size_t i = 0; i < open_count; i++) sum += 3 * open[i].x + 5 * open[i].y;
  for (size_t i = 0; i < count; i++) sum += points[i].x + 7 * points[i].y + costs[i];
  const size_t barrier = astar_explanation_barrier(e, points, TILES);
  REQUIRE(barrier <= TILES);
  for (size_t i = 0; i < barrier; i++) sum += 11 * points[i].x + points[i].y;
  return sum;
}

/// Explanations of two goals: the other side of the wall, and the closed cell.
static answer ask_explanation(const world *w, astar_grid *grid,
                              const astar_rules *rules) {
  (void)w;
  answer a = {ASTAR_OK, 0, 0};
  for (int i = 0; i < 2 && a.status == ASTAR_OK; i++) {
    const astar_explain_query query =
        astar_default_explain_query(rules, 0, 0, goals[i].x, goals[i].y);
    astar_explanation *explanation;
    a.status = astar_explain(grid, &query, &explanation);
    REQUIRE((explanation != NULL) == (a.status == ASTAR_OK));
    if (a.status != ASTAR_OK) break;
    a.cost += read_explanation(explanation);
    a.tiles += (double)astar_explanation_open_tiles(explanation, NULL, 0);
    astar_explanation_free(explanation);
  }
  return a;
}

static const astar_point shop[] = {{12, 10}, {13, 10}, {12, 11}, {13, 11}};

/// Whether a building may stand in the door of the wall, and on any of many tiles.
static answer ask_can_block(const world *w, astar_grid *grid, const astar_rules *rules) {
  static const astar_pair pairs[] = {{0, 0, 20, 2}, {0, 0, 5, 5}, {5, 5, 20, 15}};
  (void)w;
  answer a = {ASTAR_OK, 0, 0};
  int broken = 3;
  a.status = astar_can_block(grid, rules, NULL, shop, 4, pairs, 3, &broken);
  if (astar_is_error(a.status)) return a;
  a.tiles = a.status == ASTAR_OK ? 0 : broken + 1;
  for (int i = 0; i < 8; i++) {
    const astar_point tile = {i * 7 % WIDTH, i * 5 % HEIGHT};
    const astar_status status =
        astar_can_block(grid, rules, NULL, &tile, 1, pairs, 3, NULL);
    if (astar_is_error(status)) return (answer){status, 0, 0};
    if (status == ASTAR_OK) a.cost += i;
  }
  return a;
}

/// Whether all starts would keep a path to a goal of a field.
static answer ask_can_block_field(const world *w, astar_grid *grid,
                                  const astar_rules *rules) {
  static const astar_point starts[] = {{0, 0}, {5, 5}, {20, 15}, {24, 1}};
  (void)w;
  astar_field *field;
  int broken = 0;
  answer a = {make_distance_field(grid, rules, &field), 0, 0};
  if (a.status != ASTAR_OK) return a;
  a.status = astar_can_block_field(grid, rules, NULL, shop, 4, field, starts, 4, &broken);
  if (a.status == ASTAR_UNREACHABLE) a.tiles = broken + 1;
  astar_field_free(field);
  return a;
}

/// Larger movers have no choke points.
static answer ask_chokepoints(const world *w, astar_grid *grid,
                              const astar_rules *rules) {
  astar_point points[8];
  int count = 0;
  (void)w;
  answer a = {astar_chokepoints(grid, rules, NULL, 0, 0, 20, 2, 8, points, &count), 0, 0};
  if (a.status == ASTAR_INVALID) a.status = ASTAR_UNSUITED;
  for (int i = 0; a.status == ASTAR_OK && i < count; i++) a.cost += 3 * points[i].x + i;
  a.tiles = a.status == ASTAR_OK ? count : 0;
  return a;
}

static question *const questions[] = {
    ask_reach_and_sight, ask_plain,  ask_goals,     ask_partial,      ask_ranged,
    ask_capped,          ask_nested, ask_smooth,    ask_field,        ask_range,
    ask_turns,           ask_search, ask_replanner, ask_under_filters};

enum { QUESTIONS = sizeof questions / sizeof questions[0] };

static question *const explanations[] = {ask_explanation, ask_can_block,
                                         ask_can_block_field, ask_chokepoints};

enum { EXPLANATIONS = sizeof explanations / sizeof explanations[0] };

static bool is_near(double a, double b) { return fabs(a - b) <= 1e-9 * (fabs(a) + 1); }

static void compare_answers(answer a, answer b) {
  REQUIRE(a.status == b.status);
  REQUIRE(is_near(a.cost, b.cost));
  REQUIRE(a.tiles == b.tiles);
}

/// Allocations succeed again: the grid must give the same answers as the reference grid.
static void compare(const world *w, question *ask, const astar_rules *rules) {
  const answer a = ask(w, w->grid, rules);
  REQUIRE(a.status != ASTAR_NO_MEMORY);
  compare_answers(a, ask(w, w->truth, rules));
}

/// One query. After a single failure the query is repeated immediately.
static void ask_one(const world *w, question *ask, const astar_rules *rules) {
  const size_t asked = w->meter->asked;
  survives(w, ask(w, w->grid, rules).status);
  if (was_short_once(w, asked)) compare(w, ask, rules);
}

/// The queries from `first` to before `end`, for all existing movers.
static void ask_all(const world *w, int first, int end) {
  for (int mover = 0; mover < MOVERS; mover++)
    for (int i = first; i < end && w->rules[mover] != NULL; i++)
      ask_one(w, questions[i], w->rules[mover]);
}

// ------------------------------------------------------------------------------ edits

/// One call that changes a grid, the n-th of its kind.
typedef astar_status edit(astar_grid *grid, int n);

static astar_status put_mud(astar_grid *grid, int n) {
  return astar_grid_set(grid, (n * 37 + 9) % WIDTH, (n * 53 + 4) % HEIGHT, MUD);
}

/// Mud and floor alternate: for a mover with straight steps on floor only, many
/// components.
static astar_status put_chequers(astar_grid *grid, int y) {
  uint8_t terrains[WIDTH];
  for (int x = 0; x < WIDTH; x++) terrains[x] = (x + y) % 2 == 0 ? FLOOR : MUD;
  return astar_grid_set_row(grid, y, terrains);
}

static astar_status clear_ground(astar_grid *grid, int n) {
  return astar_grid_fill(grid, n, n, WIDTH - 2 * n, HEIGHT - 2 * n, FLOOR);
}

/// Walls around the lower left corner, a closed cell that no path enters.
static astar_status wall_cell(astar_grid *grid, int n) {
  return astar_grid_fill(grid, 0, HEIGHT - 3 + n, 3 - n, n + 1, WALL);
}

static astar_status open_cell(astar_grid *grid, int n) {
  return astar_grid_set(grid, n, HEIGHT - 1, FLOOR);
}

/// Blocks tiles on three layers in turn.
static astar_status block(astar_grid *grid, int n) {
  return astar_grid_block(grid, 5 + n, 6, true, 1 + n % 3);
}

static astar_status unblock(astar_grid *grid, int n) {
  return astar_grid_block(grid, 5 + n, 6, false, 1 + n % 3);
}

/// Blocks tiles on the layer that the searches and fields of friends ignore.
static astar_status block_friends(astar_grid *grid, int n) {
  return astar_grid_fill_blocked(grid, 2, 3 + n, WIDTH - 4, 1, true, 7);
}

static astar_status penalize(astar_grid *grid, int n) {
  return astar_grid_set_penalty(grid, 3, 3 + n, 2);
}

static astar_status close_edge(astar_grid *grid, int n) {
  return astar_grid_set_edge(grid, 4 + n, 4, 1, 0, false, n % 2 == 1);
}

static astar_status add_link(astar_grid *grid, int n) {
  uint32_t id;
  return astar_grid_link(grid, 1, n % HEIGHT, 20, 15, 1, n % 2 == 1, &id);
}

/// Some ids may be missing: their links could not be created.
static astar_status remove_link(astar_grid *grid, int n) {
  return astar_grid_unlink(grid, (uint32_t)n);
}

static astar_status remove_late_link(astar_grid *grid, int n) {
  return astar_grid_unlink(grid, (uint32_t)n + 10);
}

/// The far end of all links.
static astar_status block_stairs(astar_grid *grid, int n) {
  return astar_grid_block(grid, 20 + n, 15, true, ASTAR_LAYERS);
}

static astar_status unblock_stairs(astar_grid *grid, int n) {
  return astar_grid_block(grid, 20 + n, 15, false, ASTAR_LAYERS);
}

/// A wall from the top to the bottom, then a door in it.
static astar_status raise_wall(astar_grid *grid, int n) {
  return astar_grid_fill(grid, 13, n == 0 ? 0 : 10, 1, n == 0 ? HEIGHT : 1,
                         n == 0 ? WALL : DOOR);
}

/// A block of walls.
static astar_status wall_up(astar_grid *grid, int n) {
  return astar_grid_fill(grid, 14 + n, 1, 11, 11, WALL);
}

/// Single tiles in the block of walls: each is a component.
static astar_status dig(astar_grid *grid, int n) {
  return astar_grid_set(grid, 15 + 2 * (n % 5), 2 + 2 * (n / 5), FLOOR);
}

static astar_status shut_door(astar_grid *grid, int n) {
  return astar_grid_set(grid, 13, 10 + n, WALL);
}

static astar_status open_door(astar_grid *grid, int n) {
  return astar_grid_set(grid, 13, 10 + n, DOOR);
}

/// The edits 0 to `count` - 1 of a kind. Each edit that succeeds is repeated on the
/// reference grid; an edit that fails must have changed nothing.
static void apply(const world *w, edit *make, int count) {
  for (int n = 0; n < count; n++) {
    const uint64_t revision = astar_grid_revision(w->grid);
    const astar_status status = make(w->grid, n);
    if (status == ASTAR_NO_MEMORY)
      REQUIRE(survives(w, status) || revision == astar_grid_revision(w->grid));
    else
      REQUIRE(status == make(w->truth, n));
  }
}

/// Terrain with mud and a closed cell.
static void apply_ground(const world *w) {
  apply(w, put_mud, 40);
  apply(w, wall_cell, 2);
  apply(w, open_cell, 1);
}

/// All kinds of content except terrain.
static void apply_extras(const world *w) {
  apply(w, penalize, 3);
  apply(w, close_edge, 3);
  apply(w, add_link, 20);
  apply(w, remove_link, 4);
}

// ----------------------------------------------------------------------------- copies

static void clone(const world *w) {
  astar_grid *copy;
  if (!survives(w, astar_grid_clone(w->grid, &w->allocator, &copy))) {
    REQUIRE(copy == NULL);
    return;
  }
  REQUIRE(serialized_are_equal(w->grid, copy));
  astar_grid_free(copy);
}

static void pack_and_unpack(const world *w) {
  size_t size;
  void *bytes = serialized_grid(w->grid, &size);
  astar_grid *copy;
  const char *message;
  if (survives(w, astar_grid_deserialize(&w->allocator, bytes, size, ASTAR_MAX_TILES,
                                         &copy, &message))) {
    REQUIRE(serialized_are_equal(w->grid, copy));
    astar_grid_free(copy);
  }
  free(bytes);
}

// ---------------------------------------------------------------------------- objects

enum { FIELD, RANGE, FLEE, GHOST, FIELDS };

/// The filter of searches and fields that ignore a layer.
static const astar_filter friendly = {ASTAR_LAYER(1) | ASTAR_LAYER(7), 0.5, {{0, 0}}};

/// Objects on a grid that is edited.
typedef struct objects {
  astar_field *fields[FIELDS];
  astar_search *search;
  astar_replanner *planner;
} objects;

static void free_objects(objects *o) {
  for (int i = 0; i < FIELDS; i++) astar_field_free(o->fields[i]);
  astar_search_free(o->search);
  astar_replanner_free(o->planner);
}

static astar_status make_field(astar_grid *grid, const astar_rules *rules, int which,
                               objects *o) {
  switch (which) {
  case FIELD: return make_distance_field(grid, rules, &o->fields[FIELD]);
  case RANGE: return astar_movement_range(grid, rules, NULL, 8, 8, 15, &o->fields[RANGE]);
  case GHOST:
    return astar_movement_range(grid, rules, &friendly, 8, 8, 15, &o->fields[GHOST]);
  default:
    if (o->fields[FIELD] == NULL) return ASTAR_UNSUITED;
    return astar_flee_field(o->fields[FIELD], 1.2, &o->fields[FLEE]);
  }
}

static astar_status make_search(astar_grid *grid, const astar_rules *rules, objects *o) {
  astar_query query = astar_default_query(rules, 0, 0, goals, 1);
  query.filter = &friendly;
  return astar_search_new(grid, &query, &o->search);
}

static astar_status make_planner(astar_grid *grid, const astar_rules *rules, objects *o) {
  return astar_replanner_new(grid, rules, NULL, 0, 0, WIDTH - 2, HEIGHT - 2, &o->planner);
}

static astar_status move_goals(astar_field *field) {
  static const astar_source sources[] = {
      {1, HEIGHT - 1, 0}, {WIDTH - 1, 1, 2}, {4, 4, 9}, {WIDTH - 2, HEIGHT - 2, 1}};
  return astar_field_set_goals(field, sources, 4);
}

/// Updates a field, and its twin on the reference grid. After a failure the field must be
/// as before, or reach nothing.
static void renew_field(const world *w, astar_field *field, astar_field *twin,
                        astar_status renew(astar_field *field)) {
  const answer before = read_field(field);
  astar_status status = renew(field);
  REQUIRE(renew(twin) == ASTAR_OK);
  if (!survives(w, status)) {
    if (read_field(field).tiles > 0) compare_answers(read_field(field), before);
    if (w->meter->times == 1) status = renew(field);
    REQUIRE(w->meter->times > 1 || status == ASTAR_OK);
  }
  if (status == ASTAR_OK) compare_answers(read_field(field), read_field(twin));
}

/// A search whose allocation failed continues where it stopped.
static void finish_search(const world *w, objects *o, objects *twin) {
  answer a = run_search(o->search);
  if (!survives(w, a.status) && w->meter->times == 1) a = run_search(o->search);
  const answer b = run_search(twin->search);
  if (survives(w, a.status)) compare_answers(a, b);
  astar_search_free(o->search);
  astar_search_free(twin->search);
  o->search = twin->search = NULL;
}

/// The first step must report that the map changed.
static void find_stale(const world *w, const objects *o) {
  const uint64_t revision = astar_grid_revision(w->grid);
  apply(w, put_chequers, 1);
  const bool has_changed = revision != astar_grid_revision(w->grid);
  REQUIRE(has_changed == (astar_search_step(o->search, 0) == ASTAR_STALE));
}

/// An edit that does not affect a search, and queries that drop the set that it uses.
static void disturb_search(const world *w, const objects *o, const astar_rules *rules) {
  const astar_status status = astar_search_step(o->search, 5);
  survives(w, status);
  apply(w, block_friends, 1);
  ask_one(w, ask_under_filters, rules);
  REQUIRE(astar_search_step(o->search, 0) != ASTAR_STALE);
}

/// A mover that follows its path by two tiles, and its path from there.
static void walk(const world *w, astar_replanner *planner, const astar_rules *rules,
                 astar_point *at) {
  const astar_point goal = {WIDTH - 2, HEIGHT - 2};
  astar_point points[TILES];
  astar_result result;
  answer a = ask_planner(planner);
  if (!survives(w, a.status) && w->meter->times == 1) a = ask_planner(planner);
  if (!survives(w, a.status)) return;
  const astar_query query = astar_default_query(rules, at->x, at->y, &goal, 1);
  compare_answers(a, ask_query(w->truth, &query));
  if (a.status != ASTAR_OK || a.tiles < 3) return;
  REQUIRE(astar_replanner_find(planner, &result) == ASTAR_OK);
  astar_replanner_copy_path(planner, points, TILES);
  *at = (astar_point){points[2].x, points[2].y};
  astar_replanner_move(planner, at->x, at->y);
}

// ------------------------------------------------------------------------------- acts

/// Each mover finds a path on a map that changes; the map is copied.
static void act_of_all(world *w) {
  for (int i = 0; i < MOVERS; i++) make_rules(w, i);
  apply_ground(w);
  ask_all(w, 0, 2);
  apply(w, block, 3);
  apply(w, wall_up, 1);
  ask_all(w, 0, 2);
  apply(w, dig, 20);
  ask_all(w, 0, 2);
  apply(w, put_chequers, HEIGHT);
  ask_all(w, 0, 2);
  apply(w, clear_ground, 1);
  apply_ground(w);
  apply(w, unblock, 2);
  apply_extras(w);
  ask_all(w, 0, 2);
  clone(w);
  pack_and_unpack(w);
}

/// One mover makes all queries.
static void act_of_questions(const world *w) {
  apply_ground(w);
  apply(w, raise_wall, 2);
  ask_all(w, 0, QUESTIONS);
  apply(w, shut_door, 1);
  apply_extras(w);
  ask_all(w, 0, QUESTIONS);
}

/// One mover asks why no path exists, and what obstacles would cut off, while the map
/// changes. An explanation of the first map outlives the grid's derived data.
static void act_of_explanations(const world *w, const astar_rules *rules) {
  static edit *const edits[] = {raise_wall, shut_door, open_door};
  const astar_explain_query query =
      astar_default_explain_query(rules, 0, 0, goals[1].x, goals[1].y);
  astar_explanation *first;
  apply_ground(w);
  survives(w, astar_explain(w->grid, &query, &first));
  const double sum = first == NULL ? 0 : read_explanation(first);
  for (int n = 0; n < (int)(sizeof edits / sizeof edits[0]); n++) {
    apply(w, edits[n], n == 0 ? 2 : 1);
    if (n == 2) apply_extras(w);
    for (int i = 0; i < EXPLANATIONS; i++) ask_one(w, explanations[i], rules);
  }
  REQUIRE(first == NULL || is_near(read_explanation(first), sum));
  astar_explanation_free(first);
}

enum { ROUNDS = 7 };

/// The edits of round n of an act.
static void apply_round(const world *w, int n) {
  switch (n) {
  case 0: apply(w, block, 4); break;
  case 1: apply(w, raise_wall, 2); break;
  case 2: apply(w, shut_door, 1); break;
  case 3: apply(w, open_door, 1), apply_extras(w); break;
  case 4: apply(w, block_stairs, 1), apply(w, unblock, 2); break;
  case 5: apply(w, unblock_stairs, 1), apply(w, remove_late_link, 1); break;
  default: apply(w, put_chequers, HEIGHT); break;
  }
}

/// The fields of one mover are updated while the map changes.
static void act_of_fields(const world *w, const astar_rules *rules) {
  objects o = {0}, twin = {0};
  apply_ground(w);
  for (int i = 0; i < FIELDS; i++)
    if (make_field(w->grid, rules, i, &o) == ASTAR_OK)
      REQUIRE(make_field(w->truth, rules, i, &twin) == ASTAR_OK);
  for (int n = 0; n < ROUNDS; n++) {
    apply_round(w, n);
    for (int i = 0; i < FIELDS; i++)
      if (o.fields[i] != NULL)
        renew_field(w, o.fields[i], twin.fields[i], astar_field_update);
  }
  if (o.fields[FIELD] != NULL)
    renew_field(w, o.fields[FIELD], twin.fields[FIELD], move_goals);
  free_objects(&o);
  free_objects(&twin);
}

/// The searches of one mover run while the map changes.
static void act_of_searches(const world *w, const astar_rules *rules) {
  apply_ground(w);
  for (int n = 0; n < ROUNDS; n++) {
    objects o = {0}, twin = {0};
    apply_round(w, n);
    if (survives(w, make_search(w->grid, rules, &o)) && o.search != NULL) {
      REQUIRE(make_search(w->truth, rules, &twin) == ASTAR_OK);
      if (n % 2 == 0) {
        if (n == 2) disturb_search(w, &o, rules);
        finish_search(w, &o, &twin);
      } else {
        find_stale(w, &o);
      }
    }
    free_objects(&o);
    free_objects(&twin);
  }
}

/// One mover walks while the map changes.
static void act_of_replanners(const world *w, const astar_rules *rules) {
  objects o = {0};
  astar_point at = {0, 0};
  apply_ground(w);
  if (survives(w, make_planner(w->grid, rules, &o)) && o.planner != NULL) {
    walk(w, o.planner, rules, &at);
    for (int n = 0; n < ROUNDS; n++) {
      apply_round(w, n);
      walk(w, o.planner, rules, &at);
    }
  }
  free_objects(&o);
}

/// A path is checked while the map changes. The answer must equal that of a check on the
/// reference grid; after a failed allocation the next call tries again.
static void act_of_checks(const world *w, const astar_rules *rules) {
  enum { COUNT = WIDTH };
  astar_point points[COUNT];
  astar_path_check check = {0};
  for (int i = 0; i < COUNT; i++) points[i] = (astar_point){i, 3};
  apply_ground(w);
  for (int n = 0; n < ROUNDS; n++) {
    size_t says, is;
    apply_round(w, n);
    astar_status status = astar_recheck_path(w->grid, rules, NULL, points, COUNT,
                                             ASTAR_PATH_STEPS, 0, &check, &says);
    if (!survives(w, status)) continue;
    REQUIRE(astar_check_path(w->truth, rules, NULL, points, COUNT, ASTAR_PATH_STEPS, 0,
                             &is) == status);
    REQUIRE(status != ASTAR_OK || says == is);
  }
}

/// Asks an index for costs and a path. False: an allocation failed.
static bool ask_index_once(const world *w, astar_index *index, const astar_rules *rules) {
  double cost, costs[3];
  astar_path *path;
  astar_index_info info;
  if (!survives(w, astar_index_costs(index, 0, 1, goals, 3, costs))) return false;
  if (!survives(w, astar_path_new(&w->allocator, &path))) return false;
  astar_status status = ASTAR_OK;
  for (int i = 0; i < 3 && status != ASTAR_NO_MEMORY; i++) {
    const astar_query query = astar_default_query(rules, 0, 1, &goals[i], 1);
    astar_result truth, result;
    const astar_status is = astar_find_path(w->truth, &query, NULL, &truth);
    REQUIRE(is == ASTAR_OK ? is_near(costs[i], truth.cost) : isinf(costs[i]));
    status = astar_index_cost(index, 0, 1, goals[i].x, goals[i].y, &cost);
    if (!survives(w, status)) break;
    REQUIRE(status == is && (is != ASTAR_OK || is_near(cost, truth.cost)));
    status = astar_index_find_path(index, &query, path, &result);
    if (!survives(w, status)) break;
    REQUIRE(status == is && is_near(result.cost, truth.cost));
    REQUIRE(astar_path_points(path, NULL, 0) == result.length);
  }
  astar_path_free(path);
  return status != ASTAR_NO_MEMORY && survives(w, astar_index_get_info(index, &info));
}

/// After a single failure the questions are repeated immediately.
static void ask_index(const world *w, astar_index *index, const astar_rules *rules) {
  const size_t asked = w->meter->asked;
  if (index == NULL || ask_index_once(w, index, rules)) return;
  if (was_short_once(w, asked)) REQUIRE(ask_index_once(w, index, rules));
}

/// Bakes an index again, and asks between the slices.
static void bake_again(const world *w, astar_index *index, const astar_rules *rules) {
  if (index == NULL) return;
  astar_status status = astar_index_bake(index, NULL);
  if (!survives(w, status) && w->meter->times == 1) {
    ask_index(w, index, rules);
    status = astar_index_bake(index, NULL);
  }
  for (int n = 0; status == ASTAR_RUNNING; n++) {
    if (n % 16 == 0) ask_index(w, index, rules);
    status = astar_index_step(index, NULL);
    if (!survives(w, status) && w->meter->times == 1) status = ASTAR_RUNNING;
  }
}

/// An index is written and read.
static void pack_and_unpack_index(const world *w, const astar_index *index,
                                  const astar_rules *rules) {
  const size_t size = astar_index_serialize(index, NULL, 0);
  if (size == 0) return;
  void *bytes = malloc(size);
  REQUIRE(bytes != NULL);
  REQUIRE(astar_index_serialize(index, bytes, size) == size);
  astar_index *copy;
  survives(w, astar_grid_load_index(w->grid, bytes, size, &copy, NULL));
  ask_index(w, copy, rules);
  astar_index_free(copy);
  free(bytes);
}

/// Two indexes, baked at once and in slices, answer while the map changes.
static void act_of_indexes(const world *w, const astar_rules *rules) {
  astar_index *index, *sliced;
  astar_bake_options slices = astar_default_bake();
  slices.work = 1;
  apply_ground(w);
  apply(w, wall_up, 1);
  survives(w, astar_index_new(w->grid, rules, NULL, &index, NULL));
  survives(w, astar_index_new(w->grid, rules, &slices, &sliced, NULL));
  pack_and_unpack_index(w, index, rules);
  for (int n = 0; n < ROUNDS; n++) {
    ask_index(w, index, rules);
    ask_index(w, sliced, rules);
    if (n == 0) apply(w, block, 4);
    if (n == 1) apply(w, dig, 6); // opens tiles
    if (n == 2) bake_again(w, sliced, rules);
    if (n == 3) apply(w, unblock, 2), apply(w, open_cell, 1);
    if (n == 4) apply_extras(w), bake_again(w, index, rules);
    if (n == 5) apply(w, clear_ground, 1);
  }
  astar_index_free(index);
  astar_index_free(sliced);
}

/// Objects outlive their grid and its rules.
static void act_of_heirs(world *w, int mover) {
  objects o = {0};
  astar_index *index;
  double cost;
  apply_ground(w);
  make_rules(w, mover);
  if (w->rules[mover] == NULL) return;
  for (int i = 0; i < FIELDS; i++)
    survives(w, make_field(w->grid, w->rules[mover], i, &o));
  survives(w, make_search(w->grid, w->rules[mover], &o));
  survives(w, make_planner(w->grid, w->rules[mover], &o));
  survives(w, astar_index_new(w->grid, w->rules[mover], NULL, &index, NULL));
  free_rules(w, mover);
  astar_grid_free(w->grid);
  w->grid = NULL;
  for (int i = 0; i < FIELDS; i++)
    if (o.fields[i] != NULL) survives(w, astar_field_update(o.fields[i]));
  if (o.search != NULL) survives(w, run_search(o.search).status);
  if (o.planner != NULL) survives(w, ask_planner(o.planner).status);
  if (index != NULL) survives(w, astar_index_cost(index, 0, 1, 20, 2, &cost));
  astar_index_free(index);
  free_objects(&o);
}

/// An act and its mover. The first act creates its own rules for all movers, the last act
/// for its mover.
enum {
  OF_ALL,
  OF_QUESTIONS,
  OF_FIELDS,
  OF_SEARCHES,
  OF_REPLANNERS,
  OF_CHECKS,
  OF_EXPLANATIONS,
  OF_INDEXES,
  OF_HEIRS,
  ACTS
};

typedef struct scene {
  astar_layout layout;
  int act, mover;
  astar_rules *rules; ///< the rules of the mover
} scene;

static void play(world *w, const scene *s) {
  switch (s->act) {
  case OF_ALL: act_of_all(w); return;
  case OF_HEIRS: act_of_heirs(w, s->mover); return;
  default: w->rules[s->mover] = w->lent = s->rules;
  }
  switch (s->act) {
  case OF_QUESTIONS: act_of_questions(w); return;
  case OF_FIELDS: act_of_fields(w, s->rules); return;
  case OF_SEARCHES: act_of_searches(w, s->rules); return;
  case OF_REPLANNERS: act_of_replanners(w, s->rules); return;
  case OF_CHECKS: act_of_checks(w, s->rules); return;
  case OF_EXPLANATIONS: act_of_explanations(w, s->rules); return;
  case OF_INDEXES: act_of_indexes(w, s->rules); return;
  }
}

/// Allocations succeed again: the grid must be undamaged.
static void prove(const world *w, const scene *s) {
  w->meter->failing = METER_NEVER;
  if (w->grid == NULL) return;
  if (w->lent != NULL) REQUIRE(w->meter->held == astar_grid_memory(w->grid));
  REQUIRE(serialized_are_equal(w->grid, w->truth));
  for (int mover = 0; mover < MOVERS; mover++) {
    if (w->rules[mover] == NULL) continue;
    compare(w, ask_partial, w->rules[mover]);
    compare(w, ask_reach_and_sight, w->rules[mover]);
    compare(w, ask_field, w->rules[mover]);
    if (s->act == OF_EXPLANATIONS)
      for (int i = 0; i < EXPLANATIONS; i++) compare(w, explanations[i], w->rules[mover]);
  }
}

/// Plays a scene in which allocation number `failing` fails, and `times` - 1 more after
/// it; METER_NEVER: none fails. Returns the number of allocations.
static size_t run(const scene *s, size_t failing, size_t times) {
  meter m = {.failing = failing, .times = times};
  world w = {.meter = &m, .allocator = {meter_alloc, &m}};
  tested = &w;
  snprintf(run_name, sizeof run_name,
           "layout %d, act %d, mover %d, allocation %lld fails %s", (int)s->layout,
           s->act, s->mover, failing == METER_NEVER ? -1LL : (long long)failing,
           times == 1 ? "once" : "for ever");
  if (survives(&w,
               astar_grid_new(&w.allocator, WIDTH, HEIGHT, s->layout, FLOOR, &w.grid))) {
    REQUIRE(astar_grid_new(NULL, WIDTH, HEIGHT, s->layout, FLOOR, &w.truth) == ASTAR_OK);
    play(&w, s);
    const size_t asked = m.asked;
    prove(&w, s);
    m.asked = asked;
  } else {
    w.grid = NULL;
  }
  free_world(&w);
  REQUIRE(m.held == 0);
  return m.asked;
}

/// Fails every `stride`-th allocation in turn, once and permanently; with a stride, in
/// turn once or permanently. Returns how many failed.
static size_t fail_each(astar_layout layout, int act, int mover, size_t stride) {
  const astar_rules_def def = rules_def(mover);
  scene s = {layout, act, mover, NULL};
  REQUIRE(astar_rules_new(NULL, &def, &s.rules) == ASTAR_OK);
  const size_t count = run(&s, METER_NEVER, 1);
  size_t points = 0;
  for (size_t n = 0; n < count; n += stride, points++) {
    if (stride == 1 || points % 2 == 0) run(&s, n, 1);
    if (stride == 1 || points % 2 == 1) run(&s, n, METER_FOR_EVER);
  }
  astar_rules_free(s.rules);
  return points;
}

int main(int argument_count, char **arguments) {
  static const astar_layout layouts[] = {ASTAR_SQUARE, ASTAR_ODD_R};
  const size_t stride = meter_stride(argument_count, arguments);
  size_t points = 0;
  for (int i = 0; i < 2; i++) {
    for (int act = 0; act < ACTS; act++) {
      for (int mover = 0; mover < (act == OF_ALL ? 1 : MOVERS); mover++) {
        if (layouts[i] != ASTAR_SQUARE && mover == FOUR) continue; // the same as FLAT
        points += fail_each(layouts[i], act, mover, stride);
      }
    }
  }
  printf("%zu points, where allocations failed: no leak, no fault\n", points);
  return EXIT_SUCCESS;
}
