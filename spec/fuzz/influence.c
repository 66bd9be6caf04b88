/// Checks influence maps with random histories of edits:
///
///     build/fuzz/influence [COUNT [SEED]]
///
/// Method. Each history edits up to eight maps of a grid, and a model of them: arrays of
/// doubles, which each edit computes tile by tile as astar.h describes it. A replica
/// follows by deltas, a second one by a string and later deltas, a pool by itself. After
/// some edits
///
/// - all values are those of the model, up to the rounding of floats;
/// - both replicas are equal to the grid in all bits, and a clone is, too;
/// - paths, fields, ranges, steps and replanners that weigh maps cost what the oracle
///   says, with the values of the model as extra costs: squares, hexes, sizes, links;
/// - a request to the pool gives the answer of the grid;
/// - sliced searches are stale if and only if a weighted map has changed, fields too;
/// - an edit of one kind takes so many bytes of a delta as the interface says.
///
/// Exact sums in all kernels, and turns, are checked by spec/fuzz/property and tactics.
#include "astar_pool.h"
#include "optimum.h"
#include "terrain.h"
#include "../support/rounds.h"
#include "../support/serialized.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { MAPS = ASTAR_INFLUENCES, EDITS = 12 };

static struct {
  terrain terrain;
  law law;
  astar_rules_def def; ///< with the weights of the queries
  astar_grid *grid, *replica, *late;
  astar_pool *pool;
  astar_field *field;
  astar_replanner *planner;
  astar_path *path;
  double values[MAPS][ORACLE_TILES]; ///< the model
  optimum optimum;
  astar_point start, goal;
  uint64_t edits, queries, requests, deltas;
} w;

static uint64_t id_of(int map) {
  const char name[] = {'m', (char)('a' + map)};
  return astar_influence_id(name, sizeof name);
}

static int tiles(void) { return w.terrain.width * w.terrain.height; }

// ------------------------------------------------------------------------------- model

// Steps of 8 or 6 neighbors, or of 4.
static int steps_between(int x1, int y1, int x2, int y2, int neighbors) {
  astar_rules_def def = astar_default_rules();
  def.neighbors = neighbors;
  return oracle_steps(&w.terrain.map, &def, x1, y1, x2, y2);
}

static double clearance_at(int x, int y, int neighbors) {
  int least = INT32_MAX;
  for (int b = -1; b <= w.terrain.height; b++) {
    for (int a = -1; a <= w.terrain.width; a++) {
      astar_rules_def def = w.law.def;
      def.size = 1;
      if (oracle_fits(&w.terrain.map, &def, a, b)) continue;
      const int steps = steps_between(x, y, a, b, neighbors);
      if (steps < least) least = steps;
    }
  }
  return least;
}

static void model_stamp(double *values, int x, int y, double radius, float value,
                        bool is_flat) {
  for (int i = 0; i < tiles(); i++) {
    const int a = i % w.terrain.width, b = i / w.terrain.width;
    const double d = w.terrain.layout == ASTAR_SQUARE ? hypot(a - x, b - y)
                                                      : steps_between(x, y, a, b, 8);
    if (d <= radius) values[i] += value * (is_flat || !(radius > 0) ? 1 : 1 - d / radius);
  }
}

static float any_value(void) {
  static const float list[] = {0, 1, 2.5f, 0.125f, 100};
  return chance(2) == 0 ? PICK(list) : (float)(10 * chance_real());
}

static void model_rectangle(double *values, int x, int y, int width, int height,
                            const float *list, float value) {
  for (int i = 0; i < tiles(); i++) {
    const int a = i % w.terrain.width - x, b = i / w.terrain.width - y;
    if (a < 0 || b < 0 || a >= width || b >= height) continue;
    values[i] = list != NULL ? list[b * width + a] : value;
  }
}

// ------------------------------------------------------------------------------- edits

// The rules of the clearance: those of the mover, but of 4 or 8 neighbors.
static astar_status edit_clearance(double *values, uint64_t id, float max) {
  astar_rules_def def = w.law.def;
  astar_rules *rules;
  def.neighbors = chance(2) == 0 ? 4 : 8;
  def.has_pair_costs = false;
  def.pair_cost_count = 0;
  if (def.diagonal == ASTAR_DIAGONAL_NEVER) def.neighbors = 4;
  REQUIRE(astar_rules_new(NULL, &def, &rules) == ASTAR_OK);
  terrain_map(&w.terrain);
  for (int i = 0; i < tiles(); i++) {
    const double d =
        clearance_at(i % w.terrain.width, i / w.terrain.width, def.neighbors);
    values[i] = d < max ? max - d : 0;
  }
  const astar_status status = astar_influence_clearance(w.grid, id, rules, max);
  astar_rules_free(rules);
  return status;
}

static astar_status edit_list(double *values, uint64_t id) {
  static float list[ORACLE_TILES];
  const int x = chance(w.terrain.width), y = chance(w.terrain.height);
  const int width = 1 + chance(w.terrain.width - x);
  const int height = 1 + chance(w.terrain.height - y);
  for (int i = 0; i < width * height; i++) list[i] = chance(3) == 0 ? any_value() : 0;
  model_rectangle(values, x, y, width, height, list, 0);
  return astar_influence_write(w.grid, id, x, y, width, height, list, (size_t)width);
}

// Makes an edit of a map on the grid and on the model. Returns the most bytes that it may
// take in a delta; 0: any number.
static size_t edit_map(int map) {
  static const float factors[] = {0.5f, 0.95f, 0.9f, 0.999f, 1, 0.1f, 1e-12f, 1e-30f, 0};
  double *values = w.values[map];
  const uint64_t id = id_of(map);
  const int x = chance(w.terrain.width), y = chance(w.terrain.height);
  const int cell = y * w.terrain.width + x;
  const float value = any_value();
  const bool flag = chance(2) == 0;
  astar_status status = ASTAR_OK;
  size_t most = 24;
  switch (chance(12)) {
  case 0:
    status = astar_influence_fill(w.grid, id, x, y, 1, 1, value);
    values[cell] = value;
    break;
  case 1: {
    const float sum = flag ? value : -value;
    status = astar_influence_stamp(w.grid, id, x, y, 0, sum, true);
    values[cell] = values[cell] + sum > 0 ? values[cell] + sum : 0;
    break;
  }
  case 2: {
    const int width = chance(12), height = chance(12);
    status = astar_influence_fill(w.grid, id, x - 3, y - 3, width, height, value);
    model_rectangle(values, x - 3, y - 3, width, height, NULL, value);
    break;
  }
  case 3: status = edit_list(values, id), most = 0; break;
  case 4: status = edit_clearance(values, id, (float)chance(6)), most = 0; break;
  case 5:
  case 6:
  case 7: {
    const float factor = PICK(factors);
    status = astar_influence_fade(w.grid, id, factor);
    for (int i = 0; i < tiles(); i++) values[i] *= factor;
    most = 12;
    break;
  }
  default: {
    const double radius = flag ? chance(6) : 5 * chance_real();
    const bool is_flat = chance(3) == 0;
    status = astar_influence_stamp(w.grid, id, x, y, radius, value, is_flat);
    model_stamp(values, x, y, radius, value, is_flat);
  }
  }
  REQUIRE(status == ASTAR_OK);
  w.edits++;
  return most;
}

// Values of the library, which floats hold up to rounding. Tiny ones may have become 0.
// What is left of a difference of two numbers is as wrong as these: the model takes over
// the values of the library.
static void check_values(void) {
  for (int map = 0; map < MAPS; map++) {
    for (int i = 0; i < tiles(); i++) {
      const int x = i % w.terrain.width, y = i / w.terrain.width;
      const double value = astar_influence_get(w.grid, id_of(map), x, y);
      REQUIRE(fabs(value - w.values[map][i]) <= 1e-5 * value + 1e-4);
      w.values[map][i] = value;
    }
  }
}

// ---------------------------------------------------------------------------- replicas

static void follow(astar_grid *replica, size_t most) {
  const uint64_t from = astar_grid_revision(replica);
  const char *message = "";
  size_t size, none;
  REQUIRE(astar_grid_changes(w.grid, from, NULL, 0, &size) == ASTAR_OK);
  uint8_t *bytes = (uint8_t *)must(malloc(size));
  REQUIRE(astar_grid_changes(w.grid, from, bytes, size, &size) == ASTAR_OK);
  if (from == astar_grid_revision(w.grid)) most = 0;
  REQUIRE(astar_grid_changes(w.grid, astar_grid_revision(w.grid), NULL, 0, &none) ==
          ASTAR_OK);
  REQUIRE(most == 0 || size - none <= most + 1); // the number of revisions may be longer
  const astar_status status =
      astar_grid_apply(replica, bytes, size, UINT64_MAX, &message);
  if (status != ASTAR_OK) fprintf(stderr, "%s\n", message);
  REQUIRE(status == ASTAR_OK);
  free(bytes);
  w.deltas++;
}

static void require_same(const astar_grid *copy) {
  size_t size, other;
  uint8_t *bytes = serialized_grid(w.grid, &size),
          *others = serialized_grid(copy, &other);
  REQUIRE(size == other && memcmp(bytes, others, size) == 0);
  free(bytes);
  free(others);
}

static astar_grid *load(void) {
  size_t size;
  astar_grid *fresh;
  uint8_t *bytes = serialized_grid(w.grid, &size);
  REQUIRE(astar_grid_deserialize(NULL, bytes, size, UINT32_MAX, &fresh, NULL) ==
          ASTAR_OK);
  free(bytes);
  return fresh;
}

static void check_replicas(void) {
  astar_grid *clone;
  follow(w.replica, 0);
  require_same(w.replica);
  if (chance(3) == 0) {
    follow(w.late, 0);
    require_same(w.late);
  }
  REQUIRE(astar_grid_clone(w.grid, NULL, &clone) == ASTAR_OK);
  require_same(clone);
  astar_grid_free(clone);
}

// ----------------------------------------------------------------------------- queries

static bool is_near(double a, double b) {
  return (!(a < INFINITY) && !(b < INFINITY)) || fabs(a - b) <= 1e-6 * a + 1e-9;
}

// Reads the map with the values of the weighted maps as one extra cost.
static void read_world(void) {
  w.terrain.is_read = false;
  oracle_map *map = (oracle_map *)terrain_map(&w.terrain);
  map->influence_ids[0] = id_of(0);
  w.def = w.law.def;
  for (int i = 0; i < tiles(); i++) {
    double sum = 0;
    for (int k = 0; k < ASTAR_INFLUENCES; k++) {
      const astar_weight *weight = &w.law.def.filter.influence[k];
      for (int m = 0; m < MAPS; m++)
        if (id_of(m) == weight->map) sum += weight->weight * w.values[m][i];
    }
    map->penalty[i] = map->penalty[i] * w.def.filter.penalty_scale + sum;
  }
  w.def.filter.penalty_scale = 1;
  memset(w.def.filter.influence, 0, sizeof w.def.filter.influence);
  optimum_read(&w.optimum, map, &w.def);
}

static double cost_between(astar_point a, astar_point b) {
  optimum_from(&w.optimum, a.y * w.terrain.width + a.x);
  return w.optimum.costs[b.y * w.terrain.width + b.x];
}

static astar_query any_query(void) {
  static const astar_algorithm algorithms[] = {ASTAR_AUTO, ASTAR_AUTO, ASTAR_ASTAR,
                                               ASTAR_DIJKSTRA};
  astar_query query = astar_default_query(w.law.rules, w.start.x, w.start.y, &w.goal, 1);
  query.algorithm = PICK(algorithms);
  return query;
}

static void check_paths(void) {
  astar_query query = any_query();
  astar_result result;
  const double least = cost_between(w.start, w.goal);
  const astar_turns one = astar_default_turns(least < INFINITY ? 1 + 2 * least : 10);
  if (chance(4) == 0 && least < INFINITY) {
    query.turns = &one;
    query.algorithm = ASTAR_AUTO;
  }
  const astar_status status = astar_find_path(w.grid, &query, w.path, &result);
  REQUIRE((status == ASTAR_OK) == (least < INFINITY));
  REQUIRE(status != ASTAR_OK || is_near(least, result.cost));
  double cost = 0;
  const astar_point next = {w.start.x + chance(3) - 1, w.start.y + chance(3) - 1};
  if (oracle_contains(&w.terrain.map, next.x, next.y)) {
    const bool is_step = astar_step_cost(w.grid, w.law.rules, NULL, w.start.x, w.start.y,
                                         next.x, next.y, &cost) == ASTAR_OK;
    const double step =
        oracle_step_cost(&w.terrain.map, &w.def, w.start.x, w.start.y, next.x, next.y);
    REQUIRE(is_step == (step < INFINITY) && (!is_step || is_near(step, cost)));
  }
  if (astar_replanner_find(w.planner, &result) == ASTAR_OK)
    REQUIRE(is_near(least, result.cost));
  else
    REQUIRE(!(least < INFINITY));
  w.queries++;
}

static void check_field(void) {
  const astar_source goal = {w.goal.x, w.goal.y, 0};
  if (w.field == NULL) {
    const astar_status status =
        astar_distance_field(w.grid, w.law.rules, NULL, &goal, 1, INFINITY, &w.field);
    REQUIRE(status == ASTAR_OK || status == ASTAR_GOAL_BLOCKED);
    if (status != ASTAR_OK) return;
  }
  REQUIRE(astar_field_update(w.field) == ASTAR_OK);
  optimum_to(&w.optimum, &w.terrain.map, &w.def, &goal, 1);
  for (int i = 0; i < tiles(); i++) {
    const int x = i % w.terrain.width, y = i / w.terrain.width;
    REQUIRE(is_near(w.optimum.costs[i], astar_field_cost(w.field, x, y)));
  }
  astar_field *range;
  REQUIRE(astar_movement_range(w.grid, w.law.rules, NULL, w.start.x, w.start.y, INFINITY,
                               &range) == ASTAR_OK);
  optimum_from(&w.optimum, w.start.y * w.terrain.width + w.start.x);
  for (int i = 0; i < tiles(); i++) {
    const int x = i % w.terrain.width, y = i / w.terrain.width;
    REQUIRE(is_near(w.optimum.costs[i], astar_field_cost(range, x, y)));
  }
  astar_field_free(range);
}

// The pool answers in the same bits.
static void check_pool(void) {
  astar_query query = any_query();
  astar_request *request = NULL;
  astar_result result;
  const astar_status status = astar_find_path(w.grid, &query, w.path, &result);
  const astar_status sent = astar_pool_find_path(w.pool, &query, &request);
  REQUIRE(sent == ASTAR_OK || sent == ASTAR_UNSUITED);
  if (sent != ASTAR_OK) return;
  while (astar_request_status(request) == ASTAR_RUNNING) {
    astar_pool_update(w.pool);
    while (astar_pool_next(w.pool) != NULL) continue;
  }
  const astar_result answer = astar_request_result(request);
  REQUIRE(astar_request_status(request) == status);
  REQUIRE(status != ASTAR_OK ||
          (is_number(result.cost, answer.cost) && result.length == answer.length));
  astar_request_free(request);
  w.requests++;
}

// A search in slices is stale after an edit of a weighted map, and only then.
static void check_stale(int map) {
  astar_query query = any_query();
  astar_search *search;
  bool is_weighed = false;
  if (astar_search_new(w.grid, &query, &search) != ASTAR_OK) return;
  for (int k = 0; k < ASTAR_INFLUENCES; k++) {
    const astar_weight *weight = &w.law.def.filter.influence[k];
    is_weighed = is_weighed || (weight->weight > 0 && weight->map == id_of(map));
  }
  const bool runs = astar_search_step(search, 1) == ASTAR_RUNNING;
  const uint64_t before = astar_grid_revision(w.grid);
  edit_map(map);
  const bool has_changed = astar_grid_revision(w.grid) != before;
  const bool is_stale = astar_search_step(search, 1) == ASTAR_STALE;
  REQUIRE(!runs || is_stale == (is_weighed && has_changed));
  astar_search_free(search);
}

// ------------------------------------------------------------------------------ history

static void weigh_some(astar_filter *filter) {
  static const double weights[] = {1, 0.5, 2, 0.1, 30};
  memset(filter->influence, 0, sizeof filter->influence);
  for (int map = 0; map < MAPS; map++)
    if (chance(3) == 0) REQUIRE(astar_filter_weigh(filter, id_of(map), PICK(weights)));
}

static void begin_world(void) {
  size_t size;
  const astar_grid *base;
  terrain_begin(&w.terrain, false);
  REQUIRE(astar_grid_new(NULL, w.terrain.width, w.terrain.height, w.terrain.layout, 0,
                         &w.grid) == ASTAR_OK);
  base = w.terrain.grid; // without its maps, of which a grid has at most eight
  for (int i = 0; i < tiles(); i++) {
    const int x = i % w.terrain.width, y = i / w.terrain.width;
    astar_grid_set(w.grid, x, y, (uint8_t)astar_grid_get(base, x, y));
    astar_grid_block(w.grid, x, y, astar_grid_is_blocked(base, x, y, 1), 1);
  }
  if (chance(3) == 0)
    astar_grid_link(w.grid, 0, 0, w.terrain.width - 1, 0, 2, false, NULL);
  astar_grid_free(w.terrain.grid);
  w.terrain.grid = w.grid;
  terrain_begin_law(&w.terrain, &w.law, true);
  astar_rules_free(w.law.rules);
  weigh_some(&w.law.def.filter);
  REQUIRE(astar_rules_new(NULL, &w.law.def, &w.law.rules) == ASTAR_OK);
  memset(w.values, 0, sizeof w.values);
  REQUIRE(astar_grid_changes(w.grid, astar_grid_revision(w.grid), NULL, 0, &size) ==
          ASTAR_OK);
  w.replica = load();
  w.late = load();
  for (uint64_t other = 0; other < (uint64_t)chance(3); other++)
    astar_influence_use(w.replica, id_of((int)other + 5)); // in other places
  astar_pool_options options = astar_default_pool();
  options.threads = chance(4) == 0;
  REQUIRE(astar_pool_new(w.grid, NULL, &options, &w.pool) == ASTAR_OK);
  w.start = terrain_tile(&w.terrain);
  w.goal = terrain_tile(&w.terrain);
  w.field = NULL;
  REQUIRE(astar_replanner_new(w.grid, w.law.rules, NULL, w.start.x, w.start.y, w.goal.x,
                              w.goal.y, &w.planner) == ASTAR_OK);
}

static void end_world(void) {
  astar_field_free(w.field);
  astar_replanner_free(w.planner);
  astar_pool_free(w.pool);
  astar_rules_free(w.law.rules);
  astar_grid_free(w.replica);
  astar_grid_free(w.late);
  terrain_end(&w.terrain);
}

static void play_history(void) {
  begin_world();
  const int count = 1 + chance(MAPS);
  for (int i = 0; i < 6; i++) {
    for (int k = chance(EDITS); k >= 0; k--) {
      const bool was_same = astar_grid_revision(w.replica) == astar_grid_revision(w.grid);
      const size_t most = edit_map(chance(count));
      if (chance(3) > 0) follow(w.replica, was_same ? most : 0);
    }
    if (chance(4) == 0)
      astar_grid_set(w.grid, chance(w.terrain.width), chance(w.terrain.height), 0);
    check_values();
    check_replicas();
    read_world();
    check_paths();
    check_field();
    check_pool();
    check_stale(chance(count));
  }
  end_world();
}

static void describe(void) {
  fprintf(stderr, "from %d, %d to %d, %d\n", w.start.x, w.start.y, w.goal.x, w.goal.y);
  for (int k = 0; k < ASTAR_INFLUENCES; k++) {
    const astar_weight *weight = &w.law.def.filter.influence[k];
    for (int m = 0; m < MAPS; m++)
      if (weight->weight > 0 && id_of(m) == weight->map)
        fprintf(stderr, "weight of map %d: %g\n", m, weight->weight);
  }
  terrain_print_law(&w.law);
  terrain_print(&w.terrain);
}

int main(int count, char **words) {
  round_describe = describe;
  REQUIRE(astar_path_new(NULL, &w.path) == ASTAR_OK);
  const uint64_t histories = play_rounds(count, words, 2000, play_history);
  astar_path_free(w.path);
  printf("%" PRIu64 " histories, %" PRIu64 " edits, %" PRIu64 " deltas, %" PRIu64
         " queries, %" PRIu64 " requests: no difference\n",
         histories, w.edits, w.deltas, w.queries, w.requests);
  return EXIT_SUCCESS;
}
