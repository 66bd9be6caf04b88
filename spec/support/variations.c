/// Compares rules with a change, and explanations that lift one rule, with rules made
/// from a changed definition.
///
///     build/spec/variations [ROUNDS [SEED]]
///
/// Method: each round edits one small random grid with all features. After some edits the
/// rules vary (cache_vary_rules), so their derived data is repaired from the journal.
/// Rules made from the changed definition, on a copy of the grid, must give the same
/// answers and path costs. Lifted edges are compared with a copy without closed edges. A
/// failure prints the seed of its round.
///
/// Built and run by spec/quality/programs_spec.lua.
#include "astar_explain.h"
#include "query/cache.h"
#include "chance.h"
#include "rounds.h"

#include <math.h>
#include <string.h>

enum { MAX_SIDE = 12, EDITS = 12, TERRAINS = 9, MAX_PAIR_COSTS = 6, QUERIES = 12 };

/// Rules, and the definition that they were made from.
typedef struct law {
  astar_rules_def def;
  astar_pair_cost pair_costs[MAX_PAIR_COSTS];
  astar_rules *rules;
} law;

typedef struct world {
  astar_grid *grid;
  struct law law;
} world;

// ------------------------------------------------------------------------------- rules

static const astar_offset between[] = {{1, 0}}, corner[] = {{0, -1}, {1, 0}};
static const astar_move moves[] = {
    {1, 0, 1, NULL, 0},      {0, -1, 1, NULL, 0},   {-1, 0, 1, NULL, 0},
    {1, 1, 1.4, NULL, 0},    {0, 1, 1, NULL, 0},    {2, 0, 2, between, 1},
    {1, -1, 1.5, corner, 2}, {-1, 2, 2.2, NULL, 0}, {-1, -1, 1.4, NULL, 0}};
enum { MOVES = sizeof moves / sizeof moves[0] };

static void begin_law(law *l, bool is_hex) {
  static const double costs[] = {1, 3, 0.5, 0, 0, 0, 0, 0};
  l->def = astar_default_rules();
  for (int t = 0; t < TERRAINS; t++) l->def.cost[t] = costs[chance(8)];
  l->def.diagonal = (astar_diagonal)chance(4);
  l->def.diagonal_cost = chance(3) > 0 ? 1.4142135623730951 : 2.5;
  if (chance(5) == 0) l->def.neighbors = 4;
  if (chance(4) == 0) {
    int first = chance(MOVES);
    l->def.neighbors = 0;
    l->def.moves = moves + first;
    l->def.move_count = 1 + chance(MOVES - first);
  }
  if (chance(3) == 0 && !is_hex) l->def.size = 2 + chance(2);
  bool fits_pairs = !is_hex || (l->def.neighbors == 8 && l->def.diagonal != 0);
  fits_pairs &= l->def.diagonal != ASTAR_DIAGONAL_NEVER || !is_hex;
  l->def.pair_costs = l->pair_costs;
  for (int i = 0; chance(4) == 0 && fits_pairs && i < MAX_PAIR_COSTS; i++) {
    l->def.has_pair_costs = true;
    for (; l->def.pair_cost_count < MAX_PAIR_COSTS; l->def.pair_cost_count++) {
      l->pair_costs[l->def.pair_cost_count] = (astar_pair_cost){
          (uint8_t)chance(TERRAINS), (uint8_t)chance(TERRAINS), (int8_t)(chance(3) - 1),
          (int8_t)(chance(3) - 1), chance(2) == 0 ? ASTAR_FORBIDDEN : chance(3)};
    }
  }
  if (chance(2) == 0) l->def.filter.ignored_layers = (uint8_t)chance(4);
  REQUIRE(astar_rules_new(NULL, &l->def, &l->rules) == ASTAR_OK);
}

static rules_variation any_variation(const world *w) {
  bool is_hex = astar_grid_layout(w->grid) != ASTAR_SQUARE;
  rules_variation v = {0};
  v.always_diagonal = chance(3) == 0 && !is_hex;
  v.ignores_edges = chance(3) == 0;
  if (chance(3) == 0 && !is_hex) v.size = 1 + chance(3);
  if (chance(3) == 0) rules_variation_open(&v, (uint8_t)chance(TERRAINS));
  if (chance(6) == 0) memset(v.passable, 0xff, sizeof v.passable);
  return v;
}

/// The rules that the changed definition gives.
static astar_rules *define(const law *l, const rules_variation *v) {
  astar_rules_def def = l->def;
  astar_rules *rules;
  double min = INFINITY;
  for (int t = 0; t < 256; t++) {
    if (def.cost[t] > 0 && def.cost[t] < min) min = def.cost[t];
  }
  for (int t = 0; t < 256; t++) {
    bool opens = (v->passable[t / 64] >> (t % 64) & 1) != 0;
    if (opens && !(def.cost[t] > 0)) def.cost[t] = min < INFINITY ? min : 1.0;
  }
  if (v->always_diagonal) def.diagonal = ASTAR_DIAGONAL_ALWAYS;
  if (v->size > 0) def.size = v->size;
  REQUIRE(astar_rules_new(NULL, &def, &rules) == ASTAR_OK);
  return rules;
}

// -------------------------------------------------------------------------------- grid

static int any_x(const world *w) { return chance(astar_grid_width(w->grid)); }

static int any_y(const world *w) { return chance(astar_grid_height(w->grid)); }

static void edit(world *w) {
  astar_grid *grid = w->grid;
  int x = any_x(w), y = any_y(w);
  switch (chance(8)) {
  case 0:
    astar_grid_set_edge(grid, x, y, chance(3) - 1, chance(3) - 1, false, chance(3) == 0);
    break;
  case 1:
    astar_grid_set_edge(grid, x, y, chance(3) - 1, chance(3) - 1, true, false);
    break;
  case 2: astar_grid_block(grid, x, y, chance(3) > 0, 1 + chance(2)); break;
  case 3:
    if (chance(8) == 0) {
      astar_grid_link(grid, x, y, any_x(w), any_y(w), 1, chance(2) == 0, NULL);
    }
    break;
  case 4: astar_grid_set_penalty(grid, x, y, chance(3)); break;
  default: astar_grid_set(grid, x, y, (uint8_t)chance(TERRAINS));
  }
}

static void begin_grid(world *w) {
  static const astar_layout layouts[] = {ASTAR_SQUARE, ASTAR_SQUARE, ASTAR_SQUARE,
                                         ASTAR_ODD_R, ASTAR_EVEN_Q};
  int width = 2 + chance(MAX_SIDE - 1), height = 2 + chance(MAX_SIDE - 1);
  REQUIRE(astar_grid_new(NULL, width, height, layouts[chance(5)], 0, &w->grid) ==
          ASTAR_OK);
  int share = 1 + chance(4);
  for (int i = 0; i < width * height; i++) {
    if (chance(share) > 0) continue;
    astar_grid_set(w->grid, i % width, i / width, (uint8_t)chance(TERRAINS));
  }
  for (int i = chance(3) * width; i > 0; i--) edit(w);
}

static astar_grid *copy_of(const astar_grid *grid, bool open_edges) {
  astar_grid *copy;
  int x = 0, y = 0, dx = 0, dy = 0;
  REQUIRE(astar_grid_clone(grid, NULL, &copy) == ASTAR_OK);
  while (open_edges && astar_grid_each_edge(copy, &x, &y, &dx, &dy)) {
    REQUIRE(astar_grid_set_edge(copy, x, y, dx, dy, true, false) == ASTAR_OK);
    x = y = dx = dy = 0;
  }
  return copy;
}

// ------------------------------------------------------------------------------- check

/// The cost of the cheapest path; < 0: minus the status.
static double path_cost(astar_grid *grid, const astar_rules *rules, const int p[4]) {
  astar_goal goal = {p[2], p[3]};
  astar_query query = astar_default_query(rules, p[0], p[1], &goal, 1);
  astar_result result;
  astar_status status = astar_find_path(grid, &query, NULL, &result);
  return status == ASTAR_OK ? result.cost : -(double)status;
}

static void check_variation(const world *w) {
  rules_variation v = any_variation(w);
  const astar_rules *varied, *again;
  REQUIRE(cache_vary_rules(w->grid, w->law.rules, &v, &varied) == ASTAR_OK);
  REQUIRE(cache_vary_rules(w->grid, w->law.rules, &v, &again) == ASTAR_OK);
  REQUIRE(varied == again);
  astar_grid *copy = copy_of(w->grid, v.ignores_edges);
  astar_rules *defined = define(&w->law, &v);
  for (int i = 0; i < QUERIES; i++) {
    int p[4] = {any_x(w), any_y(w), any_x(w), any_y(w)};
    REQUIRE(astar_is_reachable(w->grid, varied, NULL, p[0], p[1], p[2], p[3]) ==
            astar_is_reachable(copy, defined, NULL, p[0], p[1], p[2], p[3]));
    double cost = path_cost(w->grid, varied, p), expected = path_cost(copy, defined, p);
    REQUIRE(fabs(cost - expected) <= 1e-6 * fabs(expected));
  }
  astar_rules_free(defined);
  astar_grid_free(copy);
}

/// Whether the rules of a changed definition make a path.
static bool defined_exists(const world *w, const rules_variation *v,
                           const astar_filter *filter, const int p[4]) {
  astar_grid *copy = copy_of(w->grid, v->ignores_edges);
  astar_rules *defined = define(&w->law, v);
  bool exists =
      astar_is_reachable(copy, defined, filter, p[0], p[1], p[2], p[3]) == ASTAR_OK;
  astar_rules_free(defined);
  astar_grid_free(copy);
  return exists;
}

/// What `astar_explain` must find by lifting each rule, and each terrain.
static void expect_relaxations(const world *w, const int p[4], unsigned *relax,
                               bool terrains[256]) {
  bool is_hex = astar_grid_layout(w->grid) != ASTAR_SQUARE;
  rules_variation v[5] = {
      {.always_diagonal = !is_hex}, {.size = 1}, {0}, {.ignores_edges = true}, {0}};
  astar_filter filter = w->law.def.filter, all = filter;
  all.ignored_layers = ASTAR_ALL_LAYERS;
  memset(v[4].passable, 0xff, sizeof v[4].passable);
  *relax = 0;
  for (int i = 0; i < 5; i++) {
    if (defined_exists(w, &v[i], i == 2 ? &all : &filter, p)) *relax |= 1u << i;
  }
  for (int t = 0; t < 256; t++) {
    rules_variation one = {0};
    rules_variation_open(&one, (uint8_t)t);
    terrains[t] =
        t < TERRAINS && !(w->law.def.cost[t] > 0) && defined_exists(w, &one, &filter, p);
  }
}

static void check_explanation(const world *w) {
  int p[4] = {any_x(w), any_y(w), any_x(w), any_y(w)};
  astar_explain_query query =
      astar_default_explain_query(w->law.rules, p[0], p[1], p[2], p[3]);
  astar_explanation *e;
  bool expected[256] = {false};
  uint8_t terrains[256];
  unsigned relax = 0;
  query.want = ASTAR_EXPLAIN_RELAX | ASTAR_EXPLAIN_TERRAINS;
  REQUIRE(astar_explain(w->grid, &query, &e) == ASTAR_OK);
  astar_explanation_summary summary = astar_explanation_summarize(e);
  REQUIRE(summary.reason ==
          astar_is_reachable(w->grid, w->law.rules, NULL, p[0], p[1], p[2], p[3]));
  if (summary.reason != ASTAR_OK) expect_relaxations(w, p, &relax, expected);
  REQUIRE(summary.relax == relax);
  size_t count = astar_explanation_terrains(e, terrains, 256), index = 0;
  for (int t = 0; t < 256; t++) {
    if (expected[t]) REQUIRE(index < count && terrains[index++] == t);
  }
  REQUIRE(index == count);
  astar_explanation_free(e);
}

static void run_round(void) {
  world w = {0};
  begin_grid(&w);
  begin_law(&w.law, astar_grid_layout(w.grid) != ASTAR_SQUARE);
  for (round_step = 0; round_step < EDITS; round_step++) {
    for (int i = chance(4); i > 0; i--) edit(&w);
    check_variation(&w);
    check_explanation(&w);
    if (chance(20) == 0) REQUIRE(astar_grid_trim(w.grid) == ASTAR_OK);
  }
  astar_rules_free(w.law.rules);
  astar_grid_free(w.grid);
}

int main(int argc, char **argv) {
  const uint64_t rounds = play_rounds(argc, argv, 100, run_round);
  printf("%" PRIu64 " rounds: varied rules equal changed definitions\n", rounds);
  return 0;
}
