/// Compares the parts of an index that follow edits with brute force.
///
///     build/spec/edited_maps [ROUNDS [SEED]]
///
/// Method: each round draws a level (terrain.h) and bakes corner boards for random rules
/// for which jump points suit. After each batch of random edits of all kinds, live boards
/// that were repaired must equal live boards that are built, byte by byte. Legs are
/// compared with their steps. Where they say that no path over opened tiles costs less
/// than the cheapest path of the baked map, Dijkstra's algorithm on the live map must
/// agree. They must say so when the bound of each opened tile does. A failure prints the
/// seed of its round.
///
/// Built and run by spec/quality/programs_spec.lua.
#include "base/key_heap.h"
#include "index/corner_boards.h"
#include "index/live_boards.h"
#include "query/cache.h"
#include "search/jump_points.h"
#include "../fuzz/terrain.h"
#include "rounds.h"

#include <string.h>

enum { LEGS = 60, PAIRS = 40 };

typedef struct world {
  terrain terrain;
  law law;
  astar_grid *grid;    ///< of the terrain
  astar_rules *rules;  ///< of the law
  astar_filter filter; ///< of the index
  costmap map;
} world;

// ------------------------------------------------------------------------------- world

static int any_x(const world *w) { return chance(w->terrain.width); }

static int any_y(const world *w) { return chance(w->terrain.height); }

static void end_world(world *w) {
  astar_rules_free(w->rules);
  if (w->grid != NULL) terrain_end(&w->terrain);
}

static void update_map(world *w) {
  REQUIRE(cache_get(w->grid, w->rules, &w->filter, NULL, &w->map, NULL) == ASTAR_OK);
}

/// A level that is not larger, with rules that jump points suit.
static void begin_world(world *w, int max_side) {
  *w = (world){0};
  do {
    end_world(w);
    REQUIRE(terrain_begin_level(&w->terrain, NULL));
    terrain_begin_law(&w->terrain, &w->law, true);
    w->grid = w->terrain.grid;
    w->rules = w->law.rules;
    w->filter = terrain_filter(&w->terrain);
    update_map(w);
  } while (w->terrain.width > max_side || w->terrain.height > max_side ||
           w->terrain.style == STYLE_QUIET || jump_points_why_unsuited(&w->map) != NULL);
}

/// Queries with other filters, until the grid has dropped the derived data of the index.
/// Then the obstacles of a layer go: now the map of the index shares derived data with a
/// filter that ignores this layer.
static void share_derived_data(world *w) {
  int first = chance(8);
  for (int i = 0; i < 8; i++) {
    astar_filter filter = {(uint8_t)((first + i) % 8), 0, {{0, 0}}};
    costmap map;
    REQUIRE(cache_get(w->grid, w->rules, &filter, NULL, &map, NULL) == ASTAR_OK);
  }
  astar_grid_fill_blocked(w->grid, 0, 0, ASTAR_MAX_SIDE, ASTAR_MAX_SIDE, false,
                          1 + chance(3));
}

static void edit(world *w) {
  const int dice = chance(32);
  if (dice < 2)
    share_derived_data(w);
  else if (dice == 2) // opens more tiles than are listed
    astar_grid_fill(w->grid, any_x(w), any_y(w), 20, 20, LEVEL_FLOOR);
  else
    terrain_edit(&w->terrain);
}

// ------------------------------------------------------------------------- live boards

static int allowed_obstacles(astar_diagonal rule) {
  if (rule == ASTAR_DIAGONAL_ALWAYS) return 2;
  return rule == ASTAR_DIAGONAL_IF_AT_MOST_ONE_OBSTACLE;
}

static bool has_step(const world *w, int x, int y, int dx, int dy) {
  const costmap *map = &w->map;
  if (!costmap_is_passable(map, x, y) || !costmap_is_passable(map, x + dx, y + dy))
    return false;
  if (dx == 0 || dy == 0) return true;
  if (map->moves->count != DIRECTIONS) return false;
  int obstacles =
      !costmap_is_passable(map, x + dx, y) + !costmap_is_passable(map, x, y + dy);
  return obstacles <= allowed_obstacles(w->rules->diagonal);
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

static void check_list(const live_boards *l) {
  uint32_t opened = 0;
  for (int y = 0; y < l->baked->height; y++) {
    for (int x = 0; x < l->baked->width; x++) {
      if (!live_boards_is_passable(l, x, y)) continue;
      if (corner_boards_is_passable(l->baked, x, y)) continue;
      opened++;
      bool is_listed = l->opened > LIVE_BOARDS_LISTED;
      for (uint32_t i = 0; i < l->listed && !is_listed; i++)
        is_listed = l->list[i][0] == x && l->list[i][1] == y;
      REQUIRE(is_listed);
    }
  }
  REQUIRE(l->opened == opened && l->listed <= LIVE_BOARDS_LISTED);
  REQUIRE(l->listed == opened || opened > LIVE_BOARDS_LISTED);
}

static void check_live_boards(const world *w, const live_boards *l) {
  const corner_boards *baked = l->baked;
  size_t by_row = baked->row_words * (size_t)baked->height * sizeof(uint64_t);
  size_t by_column = baked->column_words * (size_t)baked->width * sizeof(uint64_t);
  live_boards built = {0};
  REQUIRE(live_boards_init(&built, baked, &w->map) == ASTAR_OK);
  REQUIRE(memcmp(built.rows, l->rows, by_row) == 0);
  REQUIRE(memcmp(built.columns, l->columns, by_column) == 0);
  for (int i = 0; i < 2 && baked->has_diagonals; i++)
    REQUIRE(memcmp(built.closed[i], l->closed[i], by_column) == 0);
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
  corner_boards baked = {0};
  live_boards live = {0};
  update_map(w);
  REQUIRE(corner_builder_run(&baked, &w->map, NULL) == ASTAR_OK);
  REQUIRE(live_boards_init(&live, &baked, &w->map) == ASTAR_OK);
  for (round_step = 0; round_step < 12; round_step++) {
    if (chance(12) == 0) level_storm(&w->terrain);
    for (int i = chance(12); i > 0; i--) edit(w);
    update_map(w);
    live_boards_update(&live, &w->map);
    check_list(&live);
    check_live_boards(w, &live);
  }
  live_boards_fini(&live);
  corner_boards_fini(&baked);
}

// ------------------------------------------------------------------------ opened tiles

enum { MAX_TILES = 40 * 40, FAR = 1 << 30 };

/// A map that is searched by brute force, with the border of corner boards.
typedef struct plain_map {
  const corner_boards *baked; ///< its size and its rules
  bool passable[MAX_TILES];
} plain_map;

static bool is_legal(const plain_map *m, int x, int y, int dx, int dy) {
  const bool *at = m->passable + y * m->baked->width + x;
  int row = dy * m->baked->width;
  if (!at[0] || !at[row + dx]) return false;
  if (dx == 0 || dy == 0) return true;
  return m->baked->has_diagonals &&
         !at[dx] + !at[row] <= allowed_obstacles(m->baked->corner_rule);
}

/// The costs from a tile to all tiles [units], by Dijkstra's algorithm; FAR: no way.
static void find_costs(const plain_map *m, int x, int y, uint32_t *costs) {
  static uint64_t keys[MAX_TILES * 9];
  const corner_boards *b = m->baked;
  key_heap heap = {keys, 0};
  for (int i = 0; i < b->width * b->height; i++) costs[i] = FAR;
  costs[y * b->width + x] = 0;
  key_heap_push(&heap, (uint64_t)(y * b->width + x));
  while (heap.count > 0) {
    uint64_t key = key_heap_pop(&heap);
    int tile = (int)(uint32_t)key;
    if (costs[tile] != key >> 32) continue;
    for (int d = 0; d < DIRECTIONS; d++) {
      int dx = direction_dx[d], dy = direction_dy[d], to = tile + dy * b->width + dx;
      if (!is_legal(m, tile % b->width, tile / b->width, dx, dy)) continue;
      uint32_t cost = costs[tile] + (dx != 0 && dy != 0 ? b->diagonal : b->straight);
      if (cost >= costs[to]) continue;
      costs[to] = cost;
      key_heap_push(&heap, (uint64_t)cost << 32 | (uint64_t)to);
    }
  }
}

typedef struct inquiry {
  plain_map baked, live;
  uint64_t asked, doubted, needless;
} inquiry;

static void read_maps(inquiry *q, const corner_boards *b, const live_boards *live) {
  q->baked.baked = q->live.baked = b;
  for (int i = 0; i < b->width * b->height; i++) {
    int x = i % b->width, y = i / b->width;
    q->baked.passable[i] = corner_boards_is_passable(b, x, y);
    q->live.passable[i] = live_boards_is_passable(live, x, y);
  }
}

/// Whether the bound of an opened tile with two passable neighbors is less than a
/// distance.
static bool has_lower_bound(const inquiry *q, int x, int y, int to_x, int to_y,
                            uint32_t distance) {
  const corner_boards *b = q->baked.baked;
  for (int i = 0; i < b->width * b->height; i++) {
    if (!q->live.passable[i] || q->baked.passable[i]) continue;
    int64_t bound = (int64_t)b->diagonal - 2 * (int64_t)b->straight +
                    corner_boards_distance(b, x, y, i % b->width, i / b->width) +
                    corner_boards_distance(b, to_x, to_y, i % b->width, i / b->width);
    int neighbors = 0;
    for (int d = 0; d < DIRECTIONS; d++)
      neighbors += q->live.passable[i + direction_dy[d] * b->width + direction_dx[d]];
    if (bound < distance && neighbors > 1) return true;
  }
  return false;
}

/// Compares what live boards say about the paths from one tile over opened tiles.
static void check_pairs(const world *w, inquiry *q, const live_boards *live) {
  static uint32_t baked_costs[MAX_TILES], live_costs[MAX_TILES];
  int x = any_x(w) + 1, y = any_y(w) + 1, width = live->baked->width;
  if (!q->baked.passable[y * width + x] || !q->live.passable[y * width + x]) return;
  find_costs(&q->baked, x, y, baked_costs);
  find_costs(&q->live, x, y, live_costs);
  for (int i = 0; i < PAIRS; i++) {
    int to_x = any_x(w) + 1, to_y = any_y(w) + 1, to = to_y * width + to_x;
    if (!q->baked.passable[to] || !q->live.passable[to]) continue;
    uint32_t distance = baked_costs[to] < FAR ? baked_costs[to] : UINT32_MAX;
    bool may_shorten = live_boards_may_shorten(live, x, y, to_x, to_y, distance);
    q->asked++;
    q->doubted += may_shorten;
    q->needless += may_shorten && live_costs[to] >= baked_costs[to];
    REQUIRE(may_shorten || live_costs[to] >= baked_costs[to]);
    if (live->opened > LIVE_BOARDS_LISTED) continue;
    REQUIRE(may_shorten == has_lower_bound(q, x, y, to_x, to_y, distance));
  }
}

/// Opens and closes tiles near each other, so that they depend on each other.
static void toggle(world *w, int x, int y, bool may_close) {
  x += chance(5) - 2;
  y += chance(5) - 2;
  if (!astar_grid_contains(w->grid, x, y)) return;
  bool is_wall = astar_grid_get(w->grid, x, y) == TERRAIN_WALL;
  if (is_wall || may_close)
    astar_grid_set(w->grid, x, y, is_wall ? LEVEL_FLOOR : TERRAIN_WALL);
}

static void check_opened_tiles(world *w, inquiry *q) {
  corner_boards baked = {0};
  live_boards live = {0};
  update_map(w);
  REQUIRE(corner_builder_run(&baked, &w->map, NULL) == ASTAR_OK);
  REQUIRE(live_boards_init(&live, &baked, &w->map) == ASTAR_OK);
  bool may_close = chance(2) == 0;
  int x = any_x(w), y = any_y(w), edits = 1 + chance(5);
  for (round_step = 0; round_step < 12; round_step++) {
    if (chance(3) == 0) x = any_x(w), y = any_y(w);
    for (int i = chance(edits); i >= 0; i--) toggle(w, x, y, may_close);
    if (may_close && chance(20) == 0) edit(w);
    update_map(w);
    live_boards_update(&live, &w->map);
    read_maps(q, &baked, &live);
    for (int i = 0; i < 4; i++) check_pairs(w, q, &live);
  }
  live_boards_fini(&live);
  corner_boards_fini(&baked);
}

static inquiry q;

static void play(void) {
  static world w;
  begin_world(&w, chance(4) == 0 ? 150 : 30);
  check_edits(&w);
  end_world(&w);
  begin_world(&w, chance(3) == 0 ? 36 : 12);
  check_opened_tiles(&w, &q);
  end_world(&w);
}

int main(int count, char **arguments) {
  const uint64_t rounds = play_rounds(count, arguments, 300, play);
  printf("%" PRIu64 " maps: live boards and opened tiles follow edits\n", rounds);
  if (count > 1) {
    printf("of %" PRIu64 " paths %" PRIu64 " doubted, %" PRIu64 " needlessly\n", q.asked,
           q.doubted, q.needless);
  }
  return 0;
}
