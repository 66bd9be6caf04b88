/// Compares the parts of an index that follow edits with brute force.
///
///     build/spec/edited_maps [ROUNDS [SEED]]
///
/// Method: each round makes a small random grid and bakes corner boards for random rules
/// for which jump points suit. After each batch of random edits of all kinds, live boards
/// that were repaired must equal live boards that are built, byte by byte. Legs are
/// compared with their steps. A failure prints the seed of its round.
///
/// Built and run by spec/quality/edited_maps_spec.lua.
#include "index/live_boards.h"
#include "query/cache.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { WALL = 0, FLOOR = 1, GRASS = 2, LEGS = 60 };

typedef struct world {
  uint64_t seed;
  int batch;
  astar_grid *grid;
  astar_rules *rules;
  astar_filter filter; ///< of the index
  costmap map;
} world;

static const world *current;
static uint64_t chance_state;

#define REQUIRE(condition) require(condition, #condition, __LINE__)

static void require(bool condition, const char *text, int line) {
  if (condition) return;
  fprintf(stderr, "%s:%d: seed %" PRIu64 ", batch %d: failed: %s\n", __FILE__, line,
          current->seed, current->batch, text);
  exit(1);
}

/// A random number [0..below - 1].
static int chance(int below) {
  chance_state = chance_state * UINT64_C(6364136223846793005) + 1442695040888963407;
  return (int)((chance_state >> 33) % (uint64_t)below);
}

// ------------------------------------------------------------------------------- world

static int any_x(const world *w) { return chance(astar_grid_width(w->grid)); }

static int any_y(const world *w) { return chance(astar_grid_height(w->grid)); }

static uint8_t any_terrain(int walls) {
  return chance(100) < walls ? WALL : (uint8_t)(FLOOR + chance(2));
}

static void fill_at_random(astar_grid *grid, int walls) {
  for (int y = 0; y < astar_grid_height(grid); y++) {
    for (int x = 0; x < astar_grid_width(grid); x++) {
      REQUIRE(astar_grid_set(grid, x, y, any_terrain(walls)) == ASTAR_OK);
    }
  }
}

static void begin_world(world *w, int max_side) {
  static const double diagonal_costs[] = {1.4142135623730951, 1.0, 2.0, 1.5};
  int width = 1 + chance(max_side), height = 1 + chance(max_side);
  REQUIRE(astar_grid_new(NULL, width, height, ASTAR_SQUARE, FLOOR, &w->grid) == ASTAR_OK);
  fill_at_random(w->grid, chance(3) == 0 ? 50 : chance(30));
  astar_rules_def def = astar_default_rules();
  memset(def.cost, 0, sizeof def.cost);
  def.cost[FLOOR] = def.cost[GRASS] = 1.0;
  def.diagonal = (astar_diagonal)chance(4);
  def.diagonal_cost = diagonal_costs[chance(4)];
  if (chance(4) == 0) def.neighbors = 4;
  if (chance(3) == 0) def.size = 2 + chance(2);
  REQUIRE(astar_rules_new(NULL, &def, &w->rules) == ASTAR_OK);
  w->filter = w->rules->filter;
  if (chance(3) == 0) w->filter.ignored_layers = (uint8_t)(1 + chance(3));
  for (int i = chance(6); i > 0; i--) {
    astar_grid_block(w->grid, any_x(w), any_y(w), true, 1 + chance(3));
  }
}

static void end_world(world *w) {
  astar_rules_free(w->rules);
  astar_grid_free(w->grid);
}

static void update_map(world *w) {
  budget unlimited = {BUDGET_UNLIMITED};
  REQUIRE(cache_get(w->grid, w->rules, &w->filter, &unlimited, &w->map, NULL) ==
          ASTAR_OK);
}

/// Queries with other filters, until the grid has dropped the derived data of the index.
/// Then the obstacles of a layer go: now the map of the index shares derived data with a
/// filter that ignores this layer.
static void share_derived_data(world *w) {
  int first = chance(8);
  for (int i = 0; i < 8; i++) {
    astar_filter filter = {(uint8_t)((first + i) % 8), 0};
    budget unlimited = {BUDGET_UNLIMITED};
    costmap map;
    REQUIRE(cache_get(w->grid, w->rules, &filter, &unlimited, &map, NULL) == ASTAR_OK);
  }
  astar_grid_fill_blocked(w->grid, 0, 0, ASTAR_MAX_SIDE, ASTAR_MAX_SIDE, false,
                          1 + chance(3));
}

static void replace_grid(world *w) {
  astar_grid *other;
  REQUIRE(astar_grid_clone(w->grid, NULL, &other) == ASTAR_OK);
  for (int i = chance(20); i > 0; i--) {
    astar_grid_set(other, any_x(w), any_y(w), any_terrain(50));
  }
  REQUIRE(astar_grid_copy(w->grid, other) == ASTAR_OK);
  astar_grid_free(other);
}

static void edit(world *w) {
  astar_grid *grid = w->grid;
  int x = any_x(w), y = any_y(w), width = 1 + chance(5), height = 1 + chance(5);
  int layer = 1 + chance(3);
  switch (chance(16)) {
  case 0: astar_grid_fill(grid, x, y, width, height, any_terrain(50)); break;
  case 1:
    astar_grid_fill_blocked(grid, x, y, width, height, chance(3) == 0, layer);
    break;
  case 2:
  case 3: astar_grid_block(grid, x, y, chance(2) == 0, layer); break;
  case 4: astar_grid_set_penalty(grid, x, y, chance(3)); break;
  case 5:
    astar_grid_set_edge(grid, x, y, chance(3) - 1, chance(3) - 1, chance(4) > 0, false);
    break;
  case 6:
    if (chance(20) == 0) replace_grid(w);
    break;
  case 7:
    if (chance(20) == 0) fill_at_random(grid, 30);
    break;
  case 8: share_derived_data(w); break;
  default: astar_grid_set(grid, x, y, any_terrain(50)); break;
  }
}

// ------------------------------------------------------------------------- live boards

static bool has_step(const world *w, int x, int y, int dx, int dy) {
  const costmap *map = &w->map;
  if (!costmap_is_passable(map, x, y) || !costmap_is_passable(map, x + dx, y + dy)) {
    return false;
  }
  if (dx == 0 || dy == 0) return true;
  if (map->moves->count != DIRECTIONS) return false;
  int obstacles =
      !costmap_is_passable(map, x + dx, y) + !costmap_is_passable(map, x, y + dy);
  return obstacles <= w->rules->corner_obstacles;
}

/// The same as `live_boards_is_leg`, step by step. Coordinates of the grid.
static bool walk_leg(const world *w, int x, int y, int to_x, int to_y) {
  if (!costmap_is_passable(&w->map, x, y)) return false;
  bool has_diagonals = w->map.moves->count == DIRECTIONS;
  while (x != to_x || y != to_y) {
    int dx = (to_x > x) - (to_x < x), dy = (to_y > y) - (to_y < y);
    if (!has_diagonals && dy != 0) dx = 0;
    if (!has_step(w, x, y, dx, dy)) return false;
    x += dx;
    y += dy;
  }
  return true;
}

static void check_fresh(const world *w, const live_boards *l, const uint64_t *before) {
  int fresh = 0;
  for (int y = 0; y < l->baked->height; y++) {
    for (int x = 0; x < l->baked->width; x++) {
      size_t word = (size_t)y * l->baked->row_words + ((size_t)x >> 6);
      if ((before[word] >> (x & 63) & 1) != 0) continue;
      if (!live_boards_is_passable(l, x, y)) continue;
      if (corner_boards_is_passable(l->baked, x, y)) continue;
      fresh++;
      bool is_listed = l->fresh_count > LIVE_BOARDS_FRESH;
      for (int i = 0; i < l->fresh_count && !is_listed; i++) {
        is_listed = l->fresh[i][0] == x && l->fresh[i][1] == y;
      }
      REQUIRE(is_listed);
    }
  }
  REQUIRE(l->fresh_count > LIVE_BOARDS_FRESH || l->fresh_count == fresh);
  (void)w;
}

static void check_live_boards(const world *w, const live_boards *l) {
  const corner_boards *baked = l->baked;
  size_t by_row = baked->row_words * (size_t)baked->height * sizeof(uint64_t);
  size_t by_column = baked->column_words * (size_t)baked->width * sizeof(uint64_t);
  live_boards built = {0};
  REQUIRE(live_boards_init(&built, baked, &w->map) == ASTAR_OK);
  REQUIRE(memcmp(built.rows, l->rows, by_row) == 0);
  REQUIRE(memcmp(built.columns, l->columns, by_column) == 0);
  for (int i = 0; i < 2 && baked->has_diagonals; i++) {
    REQUIRE(memcmp(built.closed[i], l->closed[i], by_column) == 0);
  }
  REQUIRE(built.blocked == l->blocked && built.opened == l->opened);
  live_boards_fini(&built);
  for (int i = 0; i < LEGS; i++) {
    int x = any_x(w), y = any_y(w), reach = 1 + chance(12);
    int to_x = x + chance(2 * reach + 1) - reach,
        to_y = y + chance(2 * reach + 1) - reach;
    if (!astar_grid_contains(w->grid, to_x, to_y)) continue;
    REQUIRE(live_boards_is_leg(l, x + 1, y + 1, to_x + 1, to_y + 1) ==
            walk_leg(w, x, y, to_x, to_y));
  }
}

static void check_edits(world *w) {
  budget unlimited = {BUDGET_UNLIMITED};
  corner_boards baked = {0};
  live_boards live = {0};
  update_map(w);
  REQUIRE(corner_boards_build(&baked, &w->map, &unlimited) == ASTAR_OK);
  REQUIRE(live_boards_init(&live, &baked, &w->map) == ASTAR_OK);
  size_t size = baked.row_words * (size_t)baked.height * sizeof(uint64_t);
  uint64_t *before = (uint64_t *)malloc(size);
  for (w->batch = 0; w->batch < 12; w->batch++) {
    memcpy(before, live.rows, size);
    live.fresh_count = 0;
    for (int i = chance(12) == 0 ? 2000 : chance(12); i > 0; i--) edit(w);
    update_map(w);
    live_boards_update(&live, &w->map);
    check_fresh(w, &live, before);
    check_live_boards(w, &live);
  }
  free(before);
  live_boards_fini(&live);
  corner_boards_fini(&baked);
}

int main(int count, char **arguments) {
  int rounds = count > 1 ? atoi(arguments[1]) : 300;
  uint64_t seed = count > 2 ? strtoull(arguments[2], NULL, 10) : 1;
  for (int i = 0; i < rounds; i++) {
    world w = {.seed = seed + (uint64_t)i};
    current = &w;
    chance_state = w.seed * UINT64_C(0x9e3779b97f4a7c15);
    begin_world(&w, chance(4) == 0 ? 150 : 30);
    check_edits(&w);
    end_world(&w);
  }
  printf("%d maps: repaired live boards equal new ones\n", rounds);
  return 0;
}
