/// Compares corner boards and the corner graph with searches over single tiles.
///
/// Random levels (terrain.h), for all corner rules, 4 neighbors, several costs of
/// diagonal steps and sizes of the mover. On each map the program checks
///
/// 1. the boards: all bits; the links of tiles: the same as a scan that steps from tile
/// to tile finds, and each
///    of them a legal way of its length;
/// 2. distances: for some starts and all goals, the least of a direct leg and of links,
///    edges and links is the distance by Dijkstra's algorithm on the tiles;
/// 3. builds in slices: all bytes are those of a build in one call;
/// 4. builds that run out of memory: no memory is lost, and the next call goes on.
///
/// Once, it checks a map with the greatest number of corners, and one with another
/// corner; and the greatest sizes of an index.
///
/// The program includes internal headers of the core. Built and run by
/// spec/quality/programs_spec.lua; arguments: the number of maps, the seed.
#include "base/key_heap.h"
#include "index/corner_boards.h"
#include "index/corner_graph.h"
#include "index/corner_index.h"
#include "query/cache.h"
#include "search/jump_points.h"
#include "../fuzz/terrain.h"
#include "allocation_meter.h"

#include <string.h>

enum { WALL = 0, FLOOR = 1, MAX_WIDTH = 134, MAX_TILES = MAX_WIDTH * MAX_WIDTH };
static const uint32_t FAR = UINT32_MAX / 4;

// -------------------------------------------------------------------------------- tiles

/// What the program itself knows about the map. Coordinates count the border.
typedef struct plain {
  int width, height;
  bool has_diagonals;
  int corner_obstacles;
  uint32_t straight, diagonal;
  bool is_free[MAX_TILES + 4 * MAX_WIDTH];
  bool is_corner[CORNER_TYPES][MAX_TILES + 4 * MAX_WIDTH];
} plain;

static bool is_free(const plain *p, int x, int y) {
  return x >= 0 && y >= 0 && x < p->width && y < p->height &&
         p->is_free[y * p->width + x];
}

static bool can_step(const plain *p, int x, int y, int dx, int dy) {
  if (!is_free(p, x, y) || !is_free(p, x + dx, y + dy)) return false;
  if (dx == 0 || dy == 0) return true;
  if (!p->has_diagonals) return false;
  return !is_free(p, x + dx, y) + !is_free(p, x, y + dy) <= p->corner_obstacles;
}

/// Whether a path that goes in quadrant (dx, dy) must turn at a passable tile: straight
/// steps before a diagonal one that cannot come after it, or two straight steps.
static bool turns_at(const plain *p, int x, int y, int dx, int dy) {
  for (int i = 0; i < 2; i++) {
    int ax = i == 0 ? dx : 0, ay = i == 0 ? 0 : dy; // a straight step of the quadrant
    if (!is_free(p, x - ax, y - ay)) continue;
    if (!p->has_diagonals) {
      int bx = dx - ax, by = dy - ay; // the other one
      if (is_free(p, x + bx, y + by) && !is_free(p, x - ax + bx, y - ay + by))
        return true;
      continue;
    }
    bool turns = can_step(p, x, y, dx, dy) || is_free(p, x + dx - ax, y + dy - ay);
    if (turns && !can_step(p, x - ax, y - ay, dx, dy)) return true;
  }
  return false;
}

/// Whether paths turn at a tile by two diagonal steps around an obstacle beside it.
static bool turns_around(const plain *p, int x, int y) {
  for (int s = -1; s <= 1; s += 2) {
    if (!is_free(p, x + s, y) && can_step(p, x, y, s, 1) && can_step(p, x, y, s, -1))
      return true;
    if (!is_free(p, x, y + s) && can_step(p, x, y, 1, s) && can_step(p, x, y, -1, s))
      return true;
  }
  return false;
}

static void read_plain(plain *p, const costmap *map) {
  p->width = map->grid->width + 2, p->height = map->grid->height + 2;
  p->has_diagonals = map->rules->move_count == 8;
  p->corner_obstacles =
      map->rules->diagonal == ASTAR_DIAGONAL_ALWAYS
          ? 2
          : map->rules->diagonal == ASTAR_DIAGONAL_IF_AT_MOST_ONE_OBSTACLE;
  p->straight = map->rules->straight_units;
  p->diagonal = p->has_diagonals ? map->rules->diagonal_units : 2 * p->straight;
  for (int y = 0; y < p->height; y++)
    for (int x = 0; x < p->width; x++)
      p->is_free[y * p->width + x] = costmap_is_passable(map, x - 1, y - 1);
  for (int y = 0; y < p->height; y++) {
    for (int x = 0; x < p->width; x++) {
      bool around = is_free(p, x, y) && turns_around(p, x, y);
      for (int type = 0; type < CORNER_TYPES; type++) {
        int dx = type == 0 ? 1 : -1;
        p->is_corner[type][y * p->width + x] =
            is_free(p, x, y) &&
            (around || turns_at(p, x, y, dx, -1) || turns_at(p, x, y, -dx, 1));
      }
    }
  }
}

/// Dijkstra's algorithm on the tiles: distances to all of them.
static void search_tiles(const plain *p, int x, int y, uint32_t *distance) {
  static uint64_t keys[8 * MAX_TILES]; // distance << 32 | tile
  key_heap heap = {keys, 0};
  int tiles = p->width * p->height;
  for (int i = 0; i < tiles; i++) distance[i] = FAR;
  distance[y * p->width + x] = 0;
  key_heap_push(&heap, (uint64_t)(uint32_t)(y * p->width + x));
  while (heap.count > 0) {
    uint64_t key = key_heap_pop(&heap);
    int tile = (int)(uint32_t)key, from_x = tile % p->width, from_y = tile / p->width;
    if (key >> 32 != distance[tile]) continue;
    for (int d = 0; d < DIRECTIONS; d++) {
      int dx = direction_dx[d], dy = direction_dy[d];
      if (!can_step(p, from_x, from_y, dx, dy)) continue;
      int to = tile + dy * p->width + dx;
      uint32_t length = distance[tile] + (dx != 0 && dy != 0 ? p->diagonal : p->straight);
      if (length >= distance[to]) continue;
      distance[to] = length;
      key_heap_push(&heap, (uint64_t)length << 32 | (uint32_t)to);
    }
  }
}

// -------------------------------------------------------------------------------- links

/// A link by coordinates.
typedef struct sight {
  int x, y, type;
  bool south;
  uint32_t length;
} sight;

/// Whether the leg is legal that goes all major steps first; its length in any case.
static bool is_leg(const plain *p, int x, int y, int to_x, int to_y, uint32_t *length) {
  int dx = (to_x > x) - (to_x < x), dy = (to_y > y) - (to_y < y);
  bool is_legal = is_free(p, x, y);
  *length = 0;
  while (p->has_diagonals ? x != to_x && y != to_y : y != to_y) {
    is_legal &= can_step(p, x, y, p->has_diagonals ? dx : 0, dy);
    x += p->has_diagonals ? dx : 0, y += dy;
    *length += p->has_diagonals ? p->diagonal : p->straight;
  }
  while (x != to_x || y != to_y) {
    int ax = x == to_x ? 0 : dx, ay = y == to_y ? 0 : dy;
    is_legal &= can_step(p, x, y, ax, ay);
    x += ax, y += ay;
    *length += p->straight;
  }
  return is_legal;
}

/// Steps straight from a tile to the first corner of a type. The number of steps; the
/// first that fails also counts. `*found`: whether it ended at a corner.
static int scan(const plain *p, int type, int x, int y, int dx, int dy, bool *found) {
  for (int steps = 1;; steps++) {
    x += dx, y += dy;
    *found = is_free(p, x, y) && p->is_corner[type][y * p->width + x];
    if (*found || !is_free(p, x, y)) return steps;
  }
}

/// Finds the links of a quadrant by single steps. Returns their number.
static int scan_quadrant(const plain *p, int type, bool south, int x, int y, sight *to) {
  int dy = south ? 1 : -1, dx = (type == 0) != south ? 1 : -1, count = 0;
  int major_dx = p->has_diagonals ? dx : 0;
  int across = INT32_MAX, along = p->has_diagonals ? INT32_MAX : 0;
  uint32_t major = p->has_diagonals ? p->diagonal : p->straight;
  for (uint32_t k = 0;; k++) {
    if (k > 0 && p->is_corner[type][y * p->width + x]) {
      to[count++] = (sight){x, y, type, south, k * major};
      return count;
    }
    bool found;
    int steps = scan(p, type, x, y, dx, 0, &found);
    if (found && steps < across) {
      to[count++] = (sight){x + steps * dx, y, type, south,
                            k * major + (uint32_t)steps * p->straight};
    }
    if (steps < across) across = steps;
    steps = scan(p, type, x, y, 0, dy, &found);
    if (found && steps < along) {
      to[count++] = (sight){x, y + steps * dy, type, south,
                            k * major + (uint32_t)steps * p->straight};
    }
    if (steps < along) along = steps;
    if (!can_step(p, x, y, major_dx, dy)) return count;
    x += major_dx, y += dy;
  }
}

static int compare_sights(const void *a, const void *b) {
  const sight *one = a, *two = b;
  if (one->type != two->type) return one->type - two->type;
  if (one->south != two->south) return one->south - two->south;
  if (one->y != two->y) return one->y - two->y;
  if (one->x != two->x) return one->x - two->x;
  return one->length < two->length ? -1 : one->length > two->length;
}

enum { MAX_LINKS = 8 * MAX_WIDTH + 64 };

/// Requires that links are exactly the expected ones, in any order.
static void check_links(const corner_boards *b, const corner_link *links, size_t count,
                        sight *expected, int expected_count) {
  sight found[MAX_LINKS];
  REQUIRE(count == (size_t)expected_count);
  REQUIRE(count <= corner_boards_max_links(b));
  for (size_t i = 0; i < count; i++) {
    uint32_t corner = links[i].node >> 1;
    REQUIRE(corner < b->count);
    found[i] = (sight){b->x[corner], b->y[corner], corner >= b->first_b,
                       (links[i].node & 1) != 0, links[i].length};
  }
  qsort(found, count, sizeof *found, compare_sights);
  qsort(expected, count, sizeof *expected, compare_sights);
  for (size_t i = 0; i < count; i++)
    REQUIRE(compare_sights(found + i, expected + i) == 0);
}

static void check_tile(const corner_boards *b, const plain *p, int x, int y) {
  corner_link links[MAX_LINKS];
  sight expected[MAX_LINKS];
  int count = 0, target_x = 1 + chance(p->width - 2),
      target_y = 1 + chance(p->height - 2);
  if (!is_free(p, x, y)) return;
  for (int type = 0; type < CORNER_TYPES; type++) {
    count += scan_quadrant(p, type, false, x, y, expected + count);
    count += scan_quadrant(p, type, true, x, y, expected + count);
  }
  for (int i = 0; i < count; i++) {
    uint32_t length;
    REQUIRE(is_leg(p, x, y, expected[i].x, expected[i].y, &length));
    REQUIRE(length == expected[i].length);
  }
  size_t found = corner_boards_connect(b, x, y, target_x, target_y, links);
  for (size_t i = 0; i < found; i++) {
    uint32_t length, corner = links[i].node >> 1;
    (void)is_leg(p, b->x[corner], b->y[corner], target_x, target_y, &length);
    REQUIRE(links[i].bound == links[i].length + length);
  }
  check_links(b, links, found, expected, count);
}

/// Requires the edges that the boards have from a node.
static void check_node(const corner_boards *b, const plain *p, uint32_t node) {
  corner_link links[MAX_LINKS];
  sight expected[MAX_LINKS];
  uint32_t corner = node >> 1;
  int type = corner >= b->first_b, x = b->x[corner], y = b->y[corner], steps;
  bool south = (node & 1) != 0, found;
  int dy = south ? 1 : -1, dx = (type == 0) != south ? 1 : -1;
  REQUIRE(p->is_corner[type][y * p->width + x]);
  int count = scan_quadrant(p, type, south, x, y, expected);
  steps = scan(p, 1 - type, x, y, dx, 0, &found);
  if (found) {
    expected[count++] =
        (sight){x + steps * dx, y, 1 - type, !south, (uint32_t)steps * p->straight};
  }
  steps = scan(p, 1 - type, x, y, 0, dy, &found);
  if (found) {
    expected[count++] =
        (sight){x, y + steps * dy, 1 - type, south, (uint32_t)steps * p->straight};
  }
  if (!is_free(p, x, y - dy) && can_step(p, x, y, dx, -dy) && can_step(p, x, y, -dx, -dy))
    expected[count++] = (sight){x, y, 1 - type, !south, 0};
  if (!is_free(p, x - dx, y) && can_step(p, x, y, -dx, dy) && can_step(p, x, y, -dx, -dy))
    expected[count++] = (sight){x, y, 1 - type, south, 0};
  check_links(b, links, corner_boards_edges(b, node, links), expected, count);
}

static bool has_bit(const corner_boards *b, int type, int kind, int x, int y) {
  size_t line = (size_t)corner_boards_line(b, type, x, y) * b->column_words;
  uint64_t word =
      b->majors[type][(line + (size_t)y / 64) * CORNER_BOARDS_WORDS + (size_t)kind];
  return (word >> (y & 63) & 1) != 0;
}

/// Requires the bits of a tile in the major lines for steps of a type to the south, or to
/// the north. Bits of interest count where such a step can enter the tile.
static void check_lines(const corner_boards *b, const plain *p, int x, int y, int type,
                        bool south) {
  int dy = south ? 1 : -1, dx = (type == 0) != south ? 1 : -1;
  int major_dx = p->has_diagonals ? dx : 0, kinds = south ? CORNER_BOARDS_SOUTH : 0;
  bool is_corner = is_free(p, x, y) && p->is_corner[type][y * p->width + x];
  bool is_closed = !can_step(p, x - major_dx, y - dy, major_dx, dy), found, before;
  REQUIRE(has_bit(b, type, kinds + CORNER_BOARDS_STOPS, x, y) ==
          (is_closed || is_corner));
  if (south && y > 0 && x > 0 && x < p->width - 1)
    REQUIRE(has_bit(b, type, CORNER_BOARDS_CLOSED, x - major_dx, y - 1) == is_closed);
  if (is_closed || is_corner) return;
  int steps = scan(p, type, x, y, dx, 0, &found);
  bool is_nearer = steps < scan(p, type, x - major_dx, y - dy, dx, 0, &before);
  REQUIRE(has_bit(b, type, kinds + CORNER_BOARDS_ACROSS, x, y) == (found && is_nearer));
  if (!p->has_diagonals) return;
  steps = scan(p, type, x, y, 0, dy, &found);
  is_nearer = steps < scan(p, type, x - major_dx, y - dy, 0, dy, &before);
  REQUIRE(has_bit(b, type, kinds + CORNER_BOARDS_ALONG, x, y) == (found && is_nearer));
}

/// Requires all bits of the boards.
static void check_boards(const corner_boards *b, const plain *p) {
  for (int y = 0; y < p->height; y++) {
    for (int x = 0; x < p->width; x++) {
      REQUIRE(corner_boards_is_passable(b, x, y) == is_free(p, x, y));
      for (int type = 0; type < CORNER_TYPES; type++) {
        check_lines(b, p, x, y, type, false);
        check_lines(b, p, x, y, type, true);
      }
    }
  }
}

// ---------------------------------------------------------------------------- distances

/// Distances to all nodes, by the links of a tile and the edges: as often as anything
/// changes (Bellman and Ford).
static void search_graph(const corner_graph *g, const corner_link *links, size_t count,
                         uint32_t *distance) {
  for (uint32_t i = 0; i < g->node_count; i++) distance[i] = FAR;
  for (size_t i = 0; i < count; i++)
    if (links[i].length < distance[links[i].node])
      distance[links[i].node] = links[i].length;
  for (bool is_changed = true; is_changed;) {
    is_changed = false;
    for (uint32_t v = 0; v < g->node_count; v++) {
      for (uint32_t i = g->first[v]; distance[v] < FAR && i < g->first[v + 1]; i++) {
        uint32_t length = distance[v] + g->length[i], w = g->target[i];
        if (length >= distance[w]) continue;
        distance[w] = length;
        is_changed = true;
      }
    }
  }
}

/// Requires all distances from a tile.
static uint64_t check_start(const corner_boards *b, const corner_graph *g, const plain *p,
                            int x, int y) {
  static uint32_t expected[MAX_TILES + 4 * MAX_WIDTH], nodes[2 * MAX_TILES];
  corner_link links[MAX_LINKS];
  uint64_t checked = 0;
  search_tiles(p, x, y, expected);
  search_graph(g, links, corner_boards_connect(b, x, y, 1, 1, links), nodes);
  for (int to_y = 1; to_y < p->height - 1; to_y++) {
    for (int to_x = 1; to_x < p->width - 1; to_x++) {
      if (!is_free(p, to_x, to_y)) continue;
      uint32_t least = FAR, length;
      if (is_leg(p, x, y, to_x, to_y, &length)) least = length;
      size_t count = corner_boards_connect(b, to_x, to_y, x, y, links);
      for (size_t i = 0; i < count; i++) {
        uint32_t sum = links[i].length + nodes[corner_opposite(links[i].node)];
        if (sum < least) least = sum;
      }
      if (least != expected[to_y * p->width + to_x]) {
        fprintf(stderr, "from (%d, %d) to (%d, %d): %u, not %u\n", x, y, to_x, to_y,
                least, expected[to_y * p->width + to_x]);
      }
      REQUIRE(least == expected[to_y * p->width + to_x]);
      checked++;
    }
  }
  return checked;
}

/// Requires that the edges of a node have different targets, and that the way back of
/// each edge is an edge.
static void check_graph(const corner_graph *g) {
  for (uint32_t v = 0; v < g->node_count; v++) {
    for (uint32_t i = g->first[v]; i < g->first[v + 1]; i++) {
      uint32_t w = g->target[i], from = corner_opposite(w), j = g->first[from];
      while (j < g->first[from + 1] && g->target[j] != corner_opposite(v)) j++;
      REQUIRE(j < g->first[from + 1] && g->length[j] == g->length[i]);
      for (j = g->first[v]; j < i; j++) REQUIRE(g->target[j] != w);
    }
  }
}

// --------------------------------------------------------------------- slices and memory

static meter counts = {.failing = METER_NEVER};

/// Builds both, in slices of so many tiles. Returns how often memory was missing.
static int build(corner_boards *b, corner_graph *g, const costmap *map, int64_t slice) {
  int failures = 0;
  astar_status status;
  memset(b, 0, sizeof *b);
  memset(g, 0, sizeof *g);
  do {
    budget work = {slice};
    status = corner_builder_run(b, map, &work);
    REQUIRE(slice < BUDGET_UNLIMITED || status != ASTAR_RUNNING);
    if (status == ASTAR_NO_MEMORY) failures++;
  } while (status != ASTAR_OK);
  do {
    budget work = {slice};
    status = corner_graph_build(g, b, &work);
    REQUIRE(slice < BUDGET_UNLIMITED || status != ASTAR_RUNNING);
    if (status == ASTAR_NO_MEMORY) failures++;
  } while (status != ASTAR_OK);
  REQUIRE(b->is_complete && g->is_complete);
  return failures;
}

static void compare_builds(const corner_boards *a, const corner_graph *g,
                           const corner_boards *b, const corner_graph *h) {
  size_t rows = (size_t)a->height * a->row_words;
  size_t columns = (size_t)a->width * a->column_words;
  REQUIRE(memcmp(a->rows, b->rows, 4 * rows * 8) == 0);
  REQUIRE(memcmp(a->columns, b->columns, 2 * columns * 8) == 0);
  REQUIRE(memcmp(a->majors[0], b->majors[0], 8 * columns * 8) == 0);
  REQUIRE(memcmp(a->majors[1], b->majors[1], 8 * columns * 8) == 0);
  REQUIRE(a->count == b->count && a->first_b == b->first_b);
  REQUIRE(a->count == 0 || memcmp(a->x, b->x, 4 * (size_t)a->count) == 0);
  REQUIRE(g->node_count == h->node_count && g->edge_count == h->edge_count);
  REQUIRE(memcmp(g->first, h->first, 4 * ((size_t)g->node_count + 1)) == 0);
  REQUIRE(memcmp(g->target, h->target, 2 * (size_t)g->edge_count) == 0);
  REQUIRE(memcmp(g->length, h->length, 4 * (size_t)g->edge_count) == 0);
}

static void check_builds(const corner_boards *b, const corner_graph *g,
                         const costmap *map) {
  corner_boards other;
  corner_graph graph;
  size_t used = map->grid->memory.used;
  REQUIRE(build(&other, &graph, map, 1 + chance(400)) == 0);
  compare_builds(b, g, &other, &graph);
  corner_graph_fini(&graph);
  corner_boards_fini(&other);
  REQUIRE(map->grid->memory.used == used);
  meter_fail(&counts, (size_t)chance(10), 1);
  (void)build(&other, &graph, map, 1 + chance(4000));
  meter_fail(&counts, METER_NEVER, 0);
  compare_builds(b, g, &other, &graph);
  corner_graph_fini(&graph);
  corner_boards_fini(&other);
  REQUIRE(map->grid->memory.used == used);
}

// --------------------------------------------------------------------------------- main

static uint64_t checked; ///< distances

static void check_starts(const corner_boards *boards, const corner_graph *graph,
                         const plain *p) {
  for (int i = 0; i < 40; i++)
    check_tile(boards, p, 1 + chance(p->width - 2), 1 + chance(p->height - 2));
  for (int i = 0; i < 6; i++) {
    int x = 1 + chance(p->width - 2), y = 1 + chance(p->height - 2);
    if (is_free(p, x, y)) checked += check_start(boards, graph, p, x, y);
  }
}

/// Checks a map with its rules, unless jump points do not suit them.
static void check_level(const terrain *t, const astar_rules *rules) {
  static plain plain_map;
  static const astar_allocator allocator = {meter_alloc, &counts};
  astar_grid *grid;
  costmap map;
  derived_data *derived;
  corner_boards boards;
  corner_graph graph;
  REQUIRE(astar_grid_clone(t->grid, &allocator, &grid) == ASTAR_OK);
  REQUIRE(cache_get(grid, rules, NULL, NULL, &map, &derived) == ASTAR_OK);
  if (jump_points_why_unsuited(&map) == NULL) {
    read_plain(&plain_map, &map);
    REQUIRE(build(&boards, &graph, &map, BUDGET_UNLIMITED) == 0);
    REQUIRE(boards.width == plain_map.width && boards.height == plain_map.height);
    check_boards(&boards, &plain_map);
    for (uint32_t node = 0; node < graph.node_count; node++)
      check_node(&boards, &plain_map, node);
    check_graph(&graph);
    check_starts(&boards, &graph, &plain_map);
    check_builds(&boards, &graph, &map);
    corner_graph_fini(&graph);
    corner_boards_fini(&boards);
  }
  astar_grid_free(grid);
}

static void check_map(void) {
  static terrain t;
  law l;
  REQUIRE(terrain_begin_level(&t, NULL));
  terrain_begin_law(&t, &l, true);
  if (t.width <= MAX_WIDTH && t.height <= MAX_WIDTH) check_level(&t, l.rules);
  astar_rules_free(l.rules);
  terrain_end(&t);
}

/// Bakes an index that may have so many bytes. Returns why not, or NULL.
static const char *try_bake(corner_index *c, const costmap *map, size_t max_bytes) {
  const char *message = NULL;
  budget work = {BUDGET_UNLIMITED};
  memset(c, 0, sizeof *c);
  astar_status status = corner_index_bake(c, map, max_bytes, &work, &message);
  REQUIRE((status == ASTAR_OK && message == NULL) || status == ASTAR_TOO_LARGE);
  return message;
}

/// Draws single obstacles in the middle and two at the edge: `obstacles * 4 + 3` corners.
static void draw_corners(astar_grid *grid, int obstacles) {
  int per_row = grid->width / 3 - 2;
  REQUIRE(astar_grid_set(grid, 0, 0, WALL) == ASTAR_OK);
  REQUIRE(astar_grid_set(grid, grid->width / 2, 0, WALL) == ASTAR_OK);
  for (int i = 0; i < obstacles; i++) {
    int x = 3 + 3 * (i % per_row), y = 3 + 3 * (i / per_row);
    REQUIRE(astar_grid_set(grid, x, y, WALL) == ASTAR_OK);
  }
}

/// Checks a map with the greatest number of corners, and one with another corner.
static void check_limit(void) {
  astar_rules_def def = astar_default_rules();
  astar_rules *rules;
  astar_grid *grid;
  costmap map;
  derived_data *derived;
  corner_boards boards = {0};
  corner_graph graph;
  budget work = {BUDGET_UNLIMITED};
  astar_rules_def_set(&def, FLOOR, 1);
  REQUIRE(astar_rules_new(NULL, &def, &rules) == ASTAR_OK);
  REQUIRE(astar_grid_new(NULL, 300, 300, ASTAR_SQUARE, FLOOR, &grid) == ASTAR_OK);
  draw_corners(grid, CORNER_BOARDS_MAX / 4);
  REQUIRE(cache_get(grid, rules, NULL, NULL, &map, &derived) == ASTAR_OK);
  REQUIRE(build(&boards, &graph, &map, BUDGET_UNLIMITED) == 0);
  REQUIRE(boards.count == CORNER_BOARDS_MAX && graph.node_count == 2 * boards.count);
  check_graph(&graph);
  corner_graph_fini(&graph);
  corner_boards_fini(&boards);
  REQUIRE(astar_grid_set(grid, 299, 299, WALL) == ASTAR_OK);
  REQUIRE(cache_get(grid, rules, NULL, NULL, &map, &derived) == ASTAR_OK);
  size_t used = grid->memory.used;
  REQUIRE(corner_builder_run(&boards, &map, &work) == ASTAR_TOO_LARGE);
  corner_boards_fini(&boards);
  REQUIRE(grid->memory.used == used);
  corner_index c;
  REQUIRE(strcmp(try_bake(&c, &map, SIZE_MAX), "the map has more than 32767 corners") ==
          0);
  corner_index_fini(&c);
  REQUIRE(grid->memory.used == used);
  astar_grid_free(grid);
  astar_rules_free(rules);
}

/// An index of noise has too many entries of labels. If memory is the limit, the message
/// names it. Requires that it is the limit just below the memory of so many entries.
static void check_entries(const costmap *map, size_t entries) {
  corner_index c;
  const char *too_many = "the map has too many corners and ways between them";
  const char *too_large = "the index would be larger than max_bytes";
  REQUIRE(strcmp(try_bake(&c, map, 0), too_large) == 0);
  size_t others = corner_boards_bytes(&c.boards) + corner_graph_bytes(&c.graph) +
                  2 * corner_boards_max_links(&c.boards) * sizeof(corner_link) +
                  (c.graph.node_count + 1) * sizeof(uint32_t);
  corner_index_fini(&c);
  size_t labels = entries * (sizeof(hub_entry) + sizeof(uint16_t));
  REQUIRE(strcmp(try_bake(&c, map, others + labels), too_many) == 0);
  corner_index_fini(&c);
  REQUIRE(strcmp(try_bake(&c, map, others + labels - 1), too_large) == 0);
  corner_index_fini(&c);
  REQUIRE(strcmp(try_bake(&c, map, others - 1), too_large) == 0);
  corner_index_fini(&c);
}

/// Requires that an index knows its memory, and may have exactly as many bytes as it has.
static void check_bytes(const costmap *map) {
  corner_index c;
  size_t used = map->grid->memory.used;
  REQUIRE(try_bake(&c, map, SIZE_MAX) == NULL);
  size_t bytes = corner_index_bytes(&c);
  REQUIRE(map->grid->memory.used - used == bytes);
  corner_index_fini(&c);
  REQUIRE(try_bake(&c, map, bytes) == NULL && corner_index_bytes(&c) == bytes);
  corner_index_fini(&c);
  REQUIRE(try_bake(&c, map, bytes - 1) != NULL);
  corner_index_fini(&c);
}

/// Checks the greatest index of a map with obstacles on some of the first `side` x `side`
/// tiles: of noise, which has `entries` entries; with entries == 0, of few obstacles.
static void check_size(int width, int height, int side, size_t entries) {
  astar_rules_def def = astar_default_rules();
  astar_rules *rules;
  astar_grid *grid;
  costmap map;
  derived_data *derived;
  astar_rules_def_set(&def, FLOOR, 1);
  REQUIRE(astar_rules_new(NULL, &def, &rules) == ASTAR_OK);
  chance_state = 1;
  REQUIRE(astar_grid_new(NULL, width, height, ASTAR_SQUARE, FLOOR, &grid) == ASTAR_OK);
  for (int i = 0; i < side * side; i++) {
    if (chance(100) >= (entries > 0 ? 35 : 1)) continue;
    REQUIRE(astar_grid_set(grid, i % side, i / side, WALL) == ASTAR_OK);
  }
  REQUIRE(cache_get(grid, rules, NULL, NULL, &map, &derived) == ASTAR_OK);
  size_t used = grid->memory.used;
  if (entries > 0)
    check_entries(&map, entries);
  else
    check_bytes(&map);
  REQUIRE(grid->memory.used == used);
  astar_grid_free(grid);
  astar_rules_free(rules);
}

/// Checks the longest maps in both directions, whose links are short enough for sums with
/// distances of labels. A diagonal cost of 1 + 2^-14 makes steps of 2^14 units.
static void check_lengths(void) {
  const int longest = 16378; // with the border 16380 + 3 tiles: half of it is below 2^27
  astar_rules_def def = astar_default_rules();
  astar_rules *rules;
  astar_rules_def_set(&def, FLOOR, 1);
  def.diagonal_cost = 1 + 1.0 / (1 << 14);
  REQUIRE(astar_rules_new(NULL, &def, &rules) == ASTAR_OK);
  REQUIRE(rules->straight_units == 1 << 14);
  for (int i = 0; i < 4; i++) {
    int length = longest + i % 2;
    astar_grid *grid;
    costmap map;
    derived_data *derived;
    corner_index c;
    REQUIRE(astar_grid_new(NULL, i < 2 ? length : 1, i < 2 ? 1 : length, ASTAR_SQUARE,
                           FLOOR, &grid) == ASTAR_OK);
    REQUIRE(cache_get(grid, rules, NULL, NULL, &map, &derived) == ASTAR_OK);
    const char *message = try_bake(&c, &map, SIZE_MAX);
    REQUIRE(length == longest ? message == NULL
                              : strcmp(message, "the map is too large") == 0);
    corner_index_fini(&c);
    astar_grid_free(grid);
  }
  astar_rules_free(rules);
}

int main(int count, char **words) {
  check_limit();
  check_lengths();
  check_size(150, 160, 150, 0);
  check_size(300, 300, 300, 3 * 512 * 512);
  const uint64_t maps = play_rounds(count, words, 400, check_map);
  if (maps >= 400) check_size(520, 520, 300, 3 * 520 * 520);
  if (count > 1) fprintf(stderr, "%" PRIu64 " distances\n", checked);
  printf("%" PRIu64 " maps: corner boards and searches agree\n", maps);
  return 0;
}
