/// Checks the bound of landmarks on random maps while these are edited.
///
///     build/spec/landmarks [ROUNDS [SEED]]
///
/// Method: each round bakes the landmarks of one small random map, sometimes in slices
/// with edits between them, and with allocations that fail. Then it edits the map in all
/// ways: terrain, obstacles on several layers, penalties, edges, links, the content of
/// another grid, many edits at once. After some edits it compares:
/// - the bound of each tile with a distance field on a fresh copy of the map: it must
///   never be higher;
/// - the path with landmarks with that of `astar_find_path`;
/// - the tiles that count as cheaper or as blocked with a copy of the map of the bake.
/// A failure prints the seed of its round.
///
/// Built and run by spec/quality/programs_spec.lua. It includes internal headers.
#include "index/landmarks.h"
#include "../fuzz/edit.h"
#include "../fuzz/terrain.h"
#include "allocation_meter.h"

#include <math.h>
#include <string.h>

enum { STEPS = 12, QUERIES = 6, GOALS = 3 };

typedef struct world {
  astar_grid *grid;
  astar_grid *other; ///< of the same size
  astar_grid *baked; ///< a copy of the grid as it was baked
  bool is_baked;     ///< `baked` is the only map of the bake
  astar_rules *rules;
  astar_rules_def def;
  landmarks l;
} world;

static uint64_t checks, useful, plain_expanded, expanded;
static int full, most_areas; ///< states without room for areas; the most areas
static meter counts = {.failing = METER_NEVER};

// -------------------------------------------------------------------------------- world

static void begin_rules(world *w) {
  static const double costs[] = {0, 1, 1, 1, 2, 3, 0.5, 8, 20};
  w->def = astar_default_rules();
  for (int t = 1; t < TERRAINS; t++) w->def.cost[t] = costs[chance(9)];
  w->def.neighbors = chance(4) == 0 ? 4 : 8;
  w->def.diagonal =
      w->def.neighbors == 4 ? ASTAR_DIAGONAL_NEVER : (astar_diagonal)chance(4);
  w->def.diagonal_cost = chance(3) > 0 ? 1.4142135623730951 : 1 + chance(3) * 0.5;
  if (chance(4) == 0) w->def.size = 2 + chance(3);
  if (chance(3) == 0) w->def.filter.ignored_layers = (uint8_t)chance(4);
  w->def.filter.penalty_scale = chance(3) * 0.5;
  REQUIRE(astar_rules_new(NULL, &w->def, &w->rules) == ASTAR_OK);
}

static int any_x(const world *w) { return chance(w->grid->width); }

static int any_y(const world *w) { return chance(w->grid->height); }

/// One edit of any kind but links, at (x, y). The grid may reject it at its border.
static void edit_at(astar_grid *grid, int x, int y) {
  static const edit_kind kinds[] = {EDIT_SET,  EDIT_SET,   EDIT_SET,
                                    EDIT_SET,  EDIT_BLOCK, EDIT_BLOCK,
                                    EDIT_EDGE, EDIT_EDGE,  EDIT_PENALTY};
  edit e = edit_tame(grid);
  while (e.kind == EDIT_LINK || e.width * e.height > 16) e = edit_tame(grid);
  if (chance(2) == 0) e.kind = PICK(kinds);
  e.x = x;
  e.y = y;
  edit_make(&e, grid, NULL);
}

/// An edit that concerns more than the tiles around one place.
static void edit_much(world *w) {
  uint32_t id;
  int x = any_x(w), y = any_y(w);
  switch (chance(6)) {
  case 0:
    astar_grid_fill(w->grid, x, y, 1 + chance(400), 1 + chance(24),
                    (uint8_t)chance(TERRAINS));
    break;
  case 1:
    astar_grid_fill_blocked(w->grid, x, y, 1 + chance(400), 1 + chance(24),
                            chance(2) == 0, 1 + chance(2));
    break;
  case 2: REQUIRE(astar_grid_copy(w->grid, w->other) == ASTAR_OK); break;
  case 3: REQUIRE(astar_grid_copy(w->grid, w->baked) == ASTAR_OK); break;
  case 4:
    for (int i = 0; i < 1100; i++) edit_at(w->grid, any_x(w), any_y(w));
    break;
  default:
    if (astar_grid_link(w->grid, any_x(w), any_y(w), any_x(w), any_y(w), 1,
                        chance(2) == 0, &id) == ASTAR_OK &&
        chance(2) == 0)
      astar_grid_unlink(w->grid, id);
  }
}

static void begin_grids(world *w) {
  bool is_long = chance(8) == 0; // room for more areas than there can be
  int width = 1 + chance(is_long ? 400 : 40), height = 1 + chance(is_long ? 6 : 24);
  astar_allocator allocator = {meter_alloc, &counts};
  REQUIRE(astar_grid_new(&allocator, width, height, ASTAR_SQUARE, 0, &w->grid) ==
          ASTAR_OK);
  int side = 1 + chance(6), share = chance(6); // areas of one terrain, then noise
  for (int i = 0; i < width * height; i++) {
    int x = i % width, y = i / width;
    if (x % side == 0 && y % side == 0)
      astar_grid_fill(w->grid, x, y, side, side, (uint8_t)chance(TERRAINS));
    if (chance(20) < share) astar_grid_set(w->grid, x, y, (uint8_t)chance(TERRAINS));
  }
  if (chance(4) == 0) // rock, which edits open
    astar_grid_fill(w->grid, chance(width), 0, 1 + chance(width), height, 0);
  for (int i = chance(3) * width; i > 0; i--) edit_at(w->grid, any_x(w), any_y(w));
  REQUIRE(astar_grid_clone(w->grid, NULL, &w->other) == ASTAR_OK);
  for (int i = chance(8); i > 0; i--) edit_at(w->other, any_x(w), any_y(w));
}

/// False: landmarks do not serve the map.
static bool get_map(const world *w, costmap *map) {
  REQUIRE(cache_get(w->grid, w->rules, NULL, NULL, map, NULL) == ASTAR_OK);
  return weighted_jump_points_is_suited(map);
}

/// Bakes, at once or in slices. False: landmarks do not serve the map.
static bool bake(world *w) {
  costmap map;
  const char *message = NULL;
  bool is_sliced = chance(3) == 0, fails = chance(3) == 0;
  astar_status status;
  w->is_baked = true;
  do {
    budget work = {is_sliced ? 1 : BUDGET_UNLIMITED};
    bool is_suited = get_map(w, &map);
    if (w->l.stage == LANDMARKS_START) {
      if (!is_suited) return false;
      astar_grid_free(w->baked);
      REQUIRE(astar_grid_clone(w->grid, NULL, &w->baked) == ASTAR_OK);
    }
    meter_fail(&counts, fails ? (size_t)chance(40) : METER_NEVER, 1);
    status = landmarks_bake(&w->l, &map, SIZE_MAX, &work, &message);
    meter_fail(&counts, METER_NEVER, 0);
    if (status == ASTAR_RUNNING && chance(8) == 0) {
      edit_at(w->grid, any_x(w), any_y(w));
      w->is_baked = false;
    }
  } while (status == ASTAR_RUNNING || status == ASTAR_NO_MEMORY);
  REQUIRE(status == ASTAR_OK);
  return true;
}

// --------------------------------------------------------------------------------- check

/// What a straight step to a tile costs apart from penalties; infinity: impassable.
static double terrain_cost(const world *w, const astar_grid *grid, int x, int y) {
  double cost = w->def.cost[astar_grid_get(grid, x, y)];
  unsigned layers = astar_grid_obstacles(grid, x, y);
  bool is_blocked = (layers & ~(unsigned)w->def.filter.ignored_layers) != 0;
  return cost > 0 && !is_blocked ? cost : INFINITY;
}

static bool has_opened_edge(const world *w, int x, int y) {
  for (int d = 0; d < 8; d++) {
    int dx = direction_dx[d], dy = direction_dy[d];
    if (!astar_grid_is_edge_open(w->baked, x, y, dx, dy) &&
        astar_grid_is_edge_open(w->grid, x, y, dx, dy))
      return true;
  }
  return false;
}

static void check_sets(const world *w) {
  uint32_t cheaper = 0, blocked = 0;
  for (int y = 0; y < w->grid->height; y++) {
    for (int x = 0; x < w->grid->width; x++) {
      double was = terrain_cost(w, w->baked, x, y), now = terrain_cost(w, w->grid, x, y);
      bool is_less =
          now < was || has_opened_edge(w, x, y) ||
          (w->def.filter.penalty_scale > 0 &&
           astar_grid_penalty(w->grid, x, y) < astar_grid_penalty(w->baked, x, y));
      bool is_cheaper = now < INFINITY && is_less;
      uint32_t cell = grid_cell(w->grid, x, y);
      REQUIRE((w->l.costs.cheaper[cell >> 6] >> (cell & 63) & 1) == is_cheaper);
      cheaper += is_cheaper;
      blocked += was < INFINITY && !(now < INFINITY);
    }
  }
  REQUIRE(w->l.costs.cheaper_count == cheaper);
  REQUIRE(w->l.costs.blocked_count == blocked);
}

/// Compares the bound of all tiles with the costs to a goal.
static void check_bound(const world *w, const costmap *map, int goal_x, int goal_y) {
  landmark_bound bound;
  astar_grid *copy;
  astar_field *field;
  astar_source goal = {goal_x, goal_y, 0};
  landmarks_bound(&w->l, map, goal_x, goal_y, &bound);
  REQUIRE(astar_grid_clone(w->grid, NULL, &copy) == ASTAR_OK);
  astar_status status =
      astar_distance_field(copy, w->rules, NULL, &goal, 1, INFINITY, &field);
  for (int y = 0; y < w->grid->height && status == ASTAR_OK; y++) {
    for (int x = 0; x < w->grid->width; x++) {
      double cost = astar_field_cost(field, x, y);
      if (!(cost < INFINITY)) continue;
      REQUIRE(bound.count > 0);
      double lower = landmark_bound_at(&bound, grid_cell(w->grid, x, y));
      REQUIRE(lower <= cost * (1 + 1e-9));
      checks++;
      useful += lower > 0.5 * cost;
    }
  }
  astar_field_free(field);
  astar_grid_free(copy);
}

static void check_path(world *w) {
  astar_point goal = {any_x(w), any_y(w)};
  astar_query query = astar_default_query(w->rules, any_x(w), any_y(w), &goal, 1);
  astar_result result, expected;
  bool was_used;
  astar_path *path;
  REQUIRE(astar_path_new(NULL, &path) == ASTAR_OK);
  astar_status status = astar_find_path(w->grid, &query, NULL, &expected);
  REQUIRE(landmarks_find_path(&w->l, w->grid, &query, path, &result, &was_used) ==
          status);
  REQUIRE(fabs(result.cost - expected.cost) <= 1e-12 * expected.cost);
  plain_expanded += expected.expanded;
  expanded += result.expanded;
  if (status == ASTAR_OK) REQUIRE(astar_path_points(path, NULL, 0) == result.length);
  astar_path_free(path);
}

static void check(world *w) {
  costmap map;
  bool is_suited = get_map(w, &map);
  landmarks_update(&w->l, &map);
  full += w->l.is_full;
  if (w->l.area_count > most_areas) most_areas = w->l.area_count;
  if (w->is_baked && is_suited) check_sets(w);
  for (int i = 0; i < GOALS && !landmarks_need_bake(&w->l, &map); i++)
    check_bound(w, &map, any_x(w), any_y(w));
  for (int i = 0; i < QUERIES; i++) check_path(w);
}

/// Landmarks that were saved with the map of the bake.
static void check_restored(world *w) {
  costmap map;
  landmarks restored = {0};
  if (!w->is_baked || !get_map(w, &map)) return;
  REQUIRE(w->l.unit > 0);
  REQUIRE(landmarks_restore(&restored, &map, w->l.unit) == ASTAR_OK);
  memcpy(restored.values, w->l.values,
         restored.tiles * LANDMARK_VALUES * sizeof *restored.values);
  REQUIRE(landmarks_bytes(&restored) == landmarks_bytes(&w->l));
  landmarks_fini(&w->l);
  w->l = restored;
}

static void run_round(void) {
  world w = {0};
  begin_grids(&w);
  begin_rules(&w);
  if (bake(&w)) {
    if (chance(4) == 0) check_restored(&w);
    for (round_step = 0; round_step < STEPS; round_step++) {
      check(&w);
      int x = any_x(&w), y = any_y(&w);
      for (int i = chance(w.grid->width > 40 ? 30 : 6); i > 0; i--) {
        if (chance(2) == 0) x = any_x(&w), y = any_y(&w);
        edit_at(w.grid, x, y);
      }
      if (chance(6) == 0) edit_much(&w);
    }
  }
  size_t used = w.grid->memory.used, bytes = landmarks_bytes(&w.l);
  landmarks_fini(&w.l);
  REQUIRE(w.grid->memory.used == used - bytes);
  astar_grid_free(w.baked);
  astar_grid_free(w.other);
  astar_rules_free(w.rules);
  astar_grid_free(w.grid);
}

int main(int argc, char **argv) {
  const uint64_t rounds = play_rounds(argc, argv, 400, run_round);
  REQUIRE(useful > checks / 4);
  REQUIRE(expanded < plain_expanded);
  REQUIRE(full > 0 && most_areas == LANDMARK_AREAS);
  printf("%" PRIu64 " rounds: the bound of landmarks holds\n", rounds);
  if (argc > 1) {
    fprintf(stdout,
            "%" PRIu64 " tiles, the bound is above half of the cost at %.0f %%; "
            "expanded %.0f %%\n",
            checks, 100.0 * (double)useful / (double)checks,
            100.0 * (double)expanded / (double)plain_expanded);
  }
  return 0;
}
