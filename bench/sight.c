// Prints what views and visions take, on maps of 256 x 256 tiles: the mean of views from
// 200 tiles, the best of several passes [us]; libtcod beside it, when it is installed, in
// its fastest mode (shadowcasting with walls, not symmetric) on maps of 64 x 64 and 256 x
// 256; then one update of a vision whose 200 viewers of radius 20 all moved. Run it by
// `make bench-sight`.
#include "timing.h"
#include "astar_sight.h"

#ifdef BENCH_LIBTCOD
#include <libtcod/fov.h>
#endif

enum { SIDE = 256, SMALL = 64, VIEWERS = 200, PASSES = 20, RADIUS = 20 };

typedef struct sight_map {
  const char *name;
  int percent; // walls
  bool has_rooms;
} sight_map;

static const sight_map maps[] = {
    {"open, 2 % walls", 2, false},
    {"10 % walls", 10, false},
    {"30 % walls", 30, false},
    {"rooms of 11 x 11", 0, true},
};

static uint8_t tiles[SIDE * SIDE];
static astar_point viewers[VIEWERS];
static astar_grid *grid;
static astar_rules *rules;
static uint64_t random_state;

static int random_below(int count) {
  random_state =
      random_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (int)((random_state >> 33) % (uint64_t)count);
}

static void make_map(const sight_map *map) {
  random_state = 1;
  for (int i = 0; i < SIDE * SIDE; i++) {
    const bool is_border = i % SIDE % 12 == 0 || i / SIDE % 12 == 0;
    tiles[i] = random_below(100) < map->percent ||
               (map->has_rooms && is_border && random_below(6) > 0);
    astar_grid_set(grid, i % SIDE, i / SIDE, tiles[i]);
  }
  for (int i = 0; i < VIEWERS;) {
    const int x = 32 + random_below(SIDE - 64), y = 32 + random_below(SIDE - 64);
    viewers[i] = (astar_point){(uint16_t)x, (uint16_t)y};
    i += tiles[y * SIDE + x] == 0;
  }
}

static double time_views(int radius, astar_sight_mode mode) {
  const astar_sight sight = {.radius = radius, .mode = mode};
  uint64_t rows[201 * 4];
  double best = INFINITY;
  for (int pass = 0; pass < PASSES; pass++) {
    const double start = bench_now();
    for (int i = 0; i < VIEWERS; i++) {
      astar_view view;
      astar_view_frame(grid, &sight, viewers[i].x, viewers[i].y, &view);
      view.rows = rows;
      astar_view_fill(grid, rules, NULL, &view);
    }
    best = fmin(best, bench_now() - start);
  }
  return best / VIEWERS;
}

static double time_vision(void) {
  const astar_sight sight = {.radius = RADIUS};
  astar_vision *vision;
  double best = INFINITY;
  bench_need(astar_vision_new(grid, rules, NULL, &sight, &vision) == ASTAR_OK ? &vision
                                                                              : NULL,
             "a vision");
  for (int pass = 0; pass < PASSES; pass++) {
    const double start = bench_now();
    for (int i = 0; i < VIEWERS; i++) {
      astar_vision_set(vision, (uint32_t)i + 1, viewers[i].x + pass % 2, viewers[i].y,
                       RADIUS);
    }
    astar_vision_update(vision, NULL);
    best = fmin(best, bench_now() - start);
  }
  astar_vision_free(vision);
  return best / 1000;
}

#ifdef BENCH_LIBTCOD
// On a map of `side` tiles around each viewer, or on the whole map.
static double time_libtcod(int side) {
  TCOD_Map *map = TCOD_map_new(side, side);
  double sum = 0;
  for (int i = 0; i < VIEWERS; i++) {
    const int left = side < SIDE ? viewers[i].x - side / 2 : 0;
    const int top = side < SIDE ? viewers[i].y - side / 2 : 0;
    double best = INFINITY;
    for (int j = 0; j < side * side; j++) {
      const bool is_free = tiles[(top + j / side) * SIDE + left + j % side] == 0;
      TCOD_map_set_properties(map, j % side, j / side, is_free, is_free);
    }
    for (int pass = 0; pass < 5; pass++) {
      const double start = bench_now();
      TCOD_map_compute_fov(map, viewers[i].x - left, viewers[i].y - top, RADIUS, true,
                           FOV_SHADOW);
      best = fmin(best, bench_now() - start);
    }
    sum += best;
  }
  TCOD_map_delete(map);
  return sum / VIEWERS;
}
#else
static double time_libtcod(int side) { return side > 0 ? NAN : 0; }
#endif

int main(void) {
  astar_rules_def def = astar_default_rules();
  def.cost[0] = 1;
  if (astar_grid_new(NULL, SIDE, SIDE, ASTAR_SQUARE, 0, &grid) != ASTAR_OK ||
      astar_rules_new(NULL, &def, &rules) != ASTAR_OK)
    return 1;
  printf("| map | radius 10 | 20 | 30 | 100 | `shadow`, 20 | libtcod 64 x 64, 20 | "
         "256 x 256 | 200 viewers [ms] |\n| --- | --- | --- | --- | --- | --- | --- | "
         "--- | --- |\n");
  for (size_t i = 0; i < sizeof maps / sizeof *maps; i++) {
    make_map(&maps[i]);
    printf("| %s | %.1f | %.1f | %.1f | %.0f | %.1f | %.1f | %.1f | %.2f |\n",
           maps[i].name, time_views(10, ASTAR_SIGHT_LINE),
           time_views(20, ASTAR_SIGHT_LINE), time_views(30, ASTAR_SIGHT_LINE),
           time_views(100, ASTAR_SIGHT_LINE), time_views(20, ASTAR_SIGHT_SHADOW),
           time_libtcod(SMALL), time_libtcod(SIDE), time_vision());
  }
  astar_rules_free(rules);
  astar_grid_free(grid);
  return 0;
}
