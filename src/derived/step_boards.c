// Legal steps as bitmaps, for each size of the mover.
//
// Idea: a mover of size n stands on n x n tiles, so the positions where it can stand are
// the AND of the passable tiles over a window of n x n tiles, and the positions where a
// closed edge or a pair cost stops a step are the OR of the single tiles over the same
// window. The window of size m + k is the union of four windows of size m <= 2 * k, so
// doubling reaches every size in a few passes over words of 64 tiles.
//
// clang-format off
//     a a . .      The window of size m + k is the union of the windows of size m at
//     a a b b      (x, y), (x + k, y), (x, y + k) and (x + k, y + k): here m = 2,
//     . . b b      k = 1 shows two of them.
// clang-format on
//
// Diagonal steps. Where the corner rule needs a free way around the corner, and no pair
// cost forbids steps, that way is made of two legal straight steps. Then the diagonal
// steps reach nothing new, and the boards leave them out. Otherwise the bitmap of a
// diagonal step also has the positions where the corner rule forbids it.
//
// Invariant: for each position where the mover can stand, the steps of the boards reach
// the same tiles as all legal steps (derived/costmap). Bits of other positions have no
// meaning in `closed`, `forbidden` and `walls`.
#include "derived/step_boards.h"

#include <string.h>

#include "base/bits.h"
#include "map/hex.h"

enum { STEP_STRAIGHT = 0x0f, STEP_DIAGONAL = 0xf0 };

// The words of a bitmap.
static size_t step_boards_words(const costmap *map) {
  return map->tiles->words * ((size_t)map->grid->height + 2);
}

bool step_boards_suit(const costmap *map) {
  if (map->grid->layout != ASTAR_SQUARE) return true;
  for (int i = 0; i < map->rules->move_count; i++) {
    const rules_move *move = &map->rules->moves[i];
    if (move->direction < 0 || move->clear_count > 0) return false;
  }
  return true;
}

// The index of the move in a direction in the table of pair costs, or -1.
static int step_boards_rule(const costmap *map, int direction) {
  if (map->grid->layout != ASTAR_SQUARE) return direction;
  for (int i = 0; i < map->rules->move_count; i++)
    if (map->rules->moves[i].direction == direction) return i;
  return -1;
}

// The directions of the moves on this grid, one bit per direction.
static uint8_t step_boards_directions(const costmap *map) {
  unsigned directions = 0;
  for (int d = 0; d < DIRECTIONS; d++)
    if (step_boards_rule(map, d) >= 0) directions |= 1u << d;
  return (uint8_t)directions;
}

// -------------------------------------------------------------------------------- fill

void step_boards_set_sides(flood_steps *steps, astar_layout layout, uint8_t directions) {
  // Column x is bit x + 1 of a row, and row y of the grid is row y + 1 of a bitmap.
  static const uint64_t columns[2] = {UINT64_C(0xaaaaaaaaaaaaaaaa),
                                      UINT64_C(0x5555555555555555)};
  memset(steps->sides, 0, sizeof steps->sides);
  for (int i = 0; i < 4; i++) {
    int x = i & 1, y = i >> 1;
    unsigned sides = layout == ASTAR_SQUARE ? 0xffu : hex_neighbors(layout, x, y);
    for (int d = 0; d < DIRECTIONS; d++)
      if ((sides & directions) >> d & 1) steps->sides[~y & 1][d] |= columns[x];
  }
}

uint64_t step_boards_neighbors(const costmap *map, const uint64_t *bitmap, size_t word,
                               int direction) {
  size_t row_words = map->tiles->words, count = step_boards_words(map);
  size_t at = direction_dy[direction] < 0   ? word - row_words
              : direction_dy[direction] > 0 ? word + row_words
                                            : word;
  int dx = direction_dx[direction];
  return dx == 0 ? bitmap[at] : bits_beside(bitmap, count, at, dx);
}

// The bits of a bitmap that has not been allocated count as clear.
static uint64_t step_boards_word(const uint64_t *bitmap, size_t word) {
  return bitmap != NULL ? bitmap[word] : 0;
}

// The tiles where one way around the corner is an obstacle: a step in direction `first`,
// then one in direction `second` (`costmap_is_obstacle`).
static uint64_t step_boards_obstacles(const step_boards *b, size_t word, int first,
                                      int second) {
  uint64_t way = step_boards_neighbors(b->map, b->passable, word, first);
  if (b->closed[0] == NULL) return ~way;
  way &= ~b->closed[first][word];
  return ~way | step_boards_neighbors(b->map, b->closed[second], word, first);
}

// Makes the walls of a direction for the current size.
static void step_boards_set_walls(step_boards *b, int direction) {
  size_t row_words = b->map->tiles->words, end = b->count - row_words;
  bool has_corner = b->has_corners && (STEP_DIAGONAL >> direction & 1) != 0;
  int across = direction_of(direction_dx[direction], 0);
  int down = direction_of(0, direction_dy[direction]);
  for (size_t i = row_words; i < end; i++) {
    uint64_t walls = step_boards_word(b->closed[direction], i) |
                     step_boards_word(b->forbidden[direction], i);
    if (has_corner) {
      walls |= ~corner_rule_pass(b->map->rules->diagonal,
                                 ~step_boards_obstacles(b, i, across, down),
                                 ~step_boards_obstacles(b, i, down, across));
    }
    b->walls[direction][i] = walls;
  }
}

// Completes the boards when `passable`, `closed` and `forbidden` are those of their size.
static void step_boards_complete(step_boards *b) {
  b->steps.open = b->passable;
  for (int d = 0; d < DIRECTIONS; d++) {
    if (b->walls[d] != NULL && b->walls[d] != b->closed[d]) step_boards_set_walls(b, d);
    b->steps.walls[d] = b->walls[d];
  }
}

static void step_boards_fill_passable(step_boards *b) {
  const costmap *map = b->map;
  const astar_grid *grid = map->grid;
  size_t row_words = map->tiles->words;
  if (map->rules->size == 1) {
    memcpy(b->passable, map->tiles->passable, b->count * sizeof *b->passable);
    return;
  }
  uint32_t cell = 0;
  for (int y = 0; y < grid->height; y++) {
    uint64_t *row = b->passable + (size_t)(y + 1) * row_words;
    for (int x = 0; x < grid->width; x++, cell++)
      bits_put(row, x + 1, costmap_is_tile_passable(map, cell));
  }
}

static void step_boards_fill_closed(step_boards *b) {
  const astar_grid *grid = b->map->grid;
  uint32_t cell = 0;
  for (int y = 0; y < grid->height; y++) {
    size_t row = (size_t)(y + 1) * b->map->tiles->words;
    for (int x = 0; x < grid->width; x++, cell++)
      for (unsigned d = grid->closed[cell]; d != 0; d &= d - 1)
        bits_put(b->closed[bits_lowest(d)] + row, x + 1, true);
  }
}

// The directions in which a pair cost forbids steps from a terrain to some terrain.
static uint8_t step_boards_forbids_from(const costmap *map, uint8_t from) {
  unsigned directions = 0;
  for (int d = 0; d < DIRECTIONS; d++) {
    int rule = step_boards_rule(map, d);
    for (int to = 0; to < 256 && rule >= 0; to++) {
      if (!(rules_pair_cost(map->rules, rule, from, (uint8_t)to) < 0)) continue;
      directions |= 1u << d;
      break;
    }
  }
  return (uint8_t)directions;
}

static void step_boards_forbid(step_boards *b, int x, int y, int direction) {
  const astar_grid *grid = b->map->grid;
  int to_x = x + direction_dx[direction], to_y = y + direction_dy[direction];
  if (!grid_contains(grid, to_x, to_y)) return;
  double cost = rules_pair_cost(b->map->rules, step_boards_rule(b->map, direction),
                                grid->terrain[grid_cell(grid, x, y)],
                                grid->terrain[grid_cell(grid, to_x, to_y)]);
  bits_put(b->forbidden[direction] + (size_t)(y + 1) * b->map->tiles->words, x + 1,
           cost < 0);
}

static void step_boards_fill_forbidden(step_boards *b) {
  const astar_grid *grid = b->map->grid;
  uint8_t forbids[256];
  for (int t = 0; t < 256; t++) {
    bool is_on_map = grid->population[t] > 0;
    forbids[t] = is_on_map ? step_boards_forbids_from(b->map, (uint8_t)t) : 0;
  }
  const uint8_t *terrain = grid->terrain;
  for (int y = 0; y < grid->height; y++) {
    for (int x = 0; x < grid->width; x++, terrain++)
      for (unsigned d = forbids[*terrain]; d != 0; d &= d - 1)
        step_boards_forbid(b, x, y, bits_lowest(d));
  }
}

// ------------------------------------------------------------------------------- sizes

// A word of a bitmap, moved by `shift` [1..63] tiles to the west. Past the end of a row
// it reads bits of the next one: there no larger mover can stand.
static uint64_t step_boards_shifted(const uint64_t *bitmap, size_t word, size_t count,
                                    int shift) {
  uint64_t next = word + 1 < count ? bitmap[word + 1] : 0;
  return bitmap[word] >> shift | next << (64 - shift);
}

// Combines a bitmap over a window that is `by` tiles larger: by AND, or by OR (`any`).
static void step_boards_combine(const step_boards *b, uint64_t *to, const uint64_t *from,
                                int by, bool any) {
  size_t count = b->count;
  size_t below = (size_t)by * b->map->tiles->words;
  for (size_t i = 0; i < count; i++) {
    uint64_t here = from[i], east = step_boards_shifted(from, i, count, by), south = 0;
    uint64_t corner = 0;
    if (i + below < count) {
      south = from[i + below];
      corner = step_boards_shifted(from, i + below, count, by);
    }
    to[i] = any ? here | east | south | corner : here & east & south & corner;
  }
}

// -------------------------------------------------------------------------------- life

// Allocates the bitmaps that the map needs, all clear.
static bool step_boards_allocate(step_boards *b, bool has_closed, bool has_forbidden) {
  size_t count = b->count = step_boards_words(b->map);
  bool has_walls = has_forbidden || b->has_corners;
  b->plane_count = 1 + DIRECTIONS * (has_closed + has_forbidden + has_walls);
  uint64_t *next =
      MEMORY_NEW(&b->map->grid->memory, uint64_t, (size_t)b->plane_count * count);
  if (next == NULL) return false;
  b->planes = b->passable = next;
  next += count;
  for (int d = 0; d < DIRECTIONS; d++) {
    if (has_closed) b->walls[d] = b->closed[d] = next, next += count;
    if (has_forbidden) b->forbidden[d] = next, next += count;
    if (has_walls) b->walls[d] = next, next += count;
  }
  return true;
}

astar_status step_boards_init(step_boards *b, const costmap *map) {
  const astar_rules *rules = map->rules;
  bool is_square = map->grid->layout == ASTAR_SQUARE;
  bool has_closed = costmap_has_edges(map);
  bool has_forbidden = rules_forbid_steps(rules);
  *b = (step_boards){.map = map, .size = 1, .directions = step_boards_directions(map)};
  if (is_square && corner_rule_needs_way(rules->diagonal) &&
      (b->directions & STEP_DIAGONAL) != 0) {
    bool is_replaced = (b->directions & STEP_STRAIGHT) == STEP_STRAIGHT && !has_forbidden;
    if (is_replaced) b->directions = STEP_STRAIGHT;
    b->has_corners = !is_replaced;
  }
  step_boards_set_sides(&b->steps, map->grid->layout, b->directions);
  if (!step_boards_allocate(b, has_closed, has_forbidden)) return ASTAR_NO_MEMORY;
  step_boards_fill_passable(b);
  if (has_closed) step_boards_fill_closed(b);
  if (has_forbidden) step_boards_fill_forbidden(b);
  step_boards_complete(b);
  return ASTAR_OK;
}

astar_status step_boards_widen(step_boards *b, const step_boards *from, int size) {
  int by = size - from->size;
  *b = (step_boards){.map = from->map,
                     .size = size,
                     .directions = from->directions,
                     .has_corners = from->has_corners};
  memcpy(b->steps.sides, from->steps.sides, sizeof b->steps.sides);
  if (!step_boards_allocate(b, from->closed[0] != NULL, from->forbidden[0] != NULL))
    return ASTAR_NO_MEMORY;
  step_boards_combine(b, b->passable, from->passable, by, false);
  for (int d = 0; d < DIRECTIONS; d++) {
    if (b->closed[d] != NULL)
      step_boards_combine(b, b->closed[d], from->closed[d], by, true);
    if (b->forbidden[d] != NULL)
      step_boards_combine(b, b->forbidden[d], from->forbidden[d], by, true);
  }
  step_boards_complete(b);
  return ASTAR_OK;
}

void step_boards_fini(step_boards *b) {
  if (b->planes == NULL) return;
  MEMORY_FREE(&b->map->grid->memory, b->planes, (size_t)b->plane_count * b->count);
  b->planes = NULL;
}
