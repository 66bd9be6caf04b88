// Builds jump boards and repairs them after edits.
//
// Jump point search (Harabor and Grastien, "Online Graph Pruning for Pathfinding on Grid
// Maps", 2011) expands jump points only. A jump follows one direction and ends at a tile
// with a forced neighbor, or, in a major direction, at a tile from which a jump in a
// minor direction ends at a jump point. Three kinds of boards store where that happens.
// Drawn for rules that cut no corners:
//
// clang-format off
//     row above   . . # . . . .      stops: impassable tiles and jump points. At J a turn
//     this row    . . . J . # .      up is possible that the wall # blocked before.
//     stops  E    0 0 0 1 0 1 0      reach: a jump to the east from here ends at a jump
//     reach  E    1 1 1 0 0 0 0      point, not at a wall.
// clang-format on
//
// So a straight jump tests its `reach` bit, and only if the bit is set, finds the next
// bit of `stops`. A `turns` bit of a major direction combines the `reach` bits of its
// minor directions with the forced neighbors: a diagonal jump never scans sideways. The
// `turns` of a diagonal direction are stored by diagonal, so that the jump finds the next
// one 64 tiles at a time:
//
// clang-format off
//     a b c d      line 0  a f k     The lines of a direction that falls to the right, on
//     e f g h      line 1  b g l     a map of 4 x 3 tiles. Diagonals are wrapped: line 3
//     i j k l      line 2  c h i     begins with d, continues with e and ends with j. All
//                  line 3  d e j     lines have one bit per row.
// clang-format on
//
// Block-based, as in Harabor and Grastien, "Improving Jump Point Search" (2014): forced
// neighbors of 64 tiles are found by shifting words of three adjacent lines. The paper
// does that during the search, or stores a distance per tile and direction (JPS+). Ours
// stores bits, which take less memory and can be repaired.
//
// Invariant: `stops` depends on the 3 x 3 neighborhood of a tile, `reach` on the `stops`
// of its line, `turns` on the 3 x 3 neighborhood and two `reach` bits. A repair follows
// this order and computes a `turns` bit again whenever one of its inputs changed, so
// repaired boards equal new ones. A build goes phase by phase, in portions of the budget.
// Blocks of 64 x 64 bits are transposed to convert bits by column to bits by row, and
// bits by row to bits by diagonal.
//
// Tiles where links begin count as jump points in all directions, so that a search stops
// there and follows the links. An extra jump point never loses a path: jumps go on from
// it in the same directions.
//
// Three counts (passable tiles, bits of `stops`, bits of `reach`) are kept through builds
// and repairs. They say what ends the jumps of a map: `jump_boards_find_clutter`.
#include "derived/jump_boards.h"

#include <string.h>

#include "base/bit_lines.h"
#include "map/links.h"

// ------------------------------------------------------------------------------- lines

// The last set bit before `from`, or 0 (the border) when `from` is 0.
static int jump_boards_previous_bit(const uint64_t *line, int from) {
  return from > 0 ? bits_previous(line, from) : 0;
}

// The first set bit from `from` on, or the number of bits of the line.
static int jump_boards_next_bit(const uint64_t *line, size_t words, int from) {
  return bits_find(line, from, (int)words * 64, 0);
}

// Three adjacent lines of passable tiles; `level` is the middle one.
typedef struct jump_boards_lines {
  const uint64_t *above, *level, *below;
  const uint64_t *links; // the tiles of `level` where links begin, or NULL
  size_t words;
} jump_boards_lines;

// The tiles of word i where links begin.
static uint64_t jump_boards_links(const jump_boards_lines *l, size_t i) {
  return l->links != NULL ? l->links[i] : 0;
}

// The jump points of word i: tiles where a straight jump along the middle line has a
// forced neighbor n, behind the end of a wall. Drawn for a jump to the right at o:
//
// clang-format off
//     # n .    Corners cannot be cut, or no diagonal steps: the wall is above and behind.
//     > o .
//
//     . # n    Corners can be cut: the wall is above. If one of the two ways around
//     > o a    the corner must be free, tile a ahead must be passable, too.
// clang-format on
static uint64_t jump_boards_forced(const jump_boards_lines *l, size_t i, bool forward,
                                   astar_diagonal rule) {
  int ahead = forward ? 1 : -1, at = corner_rule_cuts(rule) ? ahead : -ahead;
  uint64_t above = bits_beside(l->above, l->words, i, at);
  uint64_t below = bits_beside(l->below, l->words, i, at), level = l->level[i];
  if (at != ahead) return level & ((l->above[i] & ~above) | (l->below[i] & ~below));
  uint64_t forced = level & ((~l->above[i] & above) | (~l->below[i] & below));
  return forced & corner_rule_pass(rule, bits_beside(l->level, l->words, i, ahead), 0);
}

static bool jump_boards_is_forward(int direction) {
  return direction_dx[direction] + direction_dy[direction] > 0;
}

static bool jump_boards_is_row(int direction) { return direction_dy[direction] == 0; }

static jump_boards_lines jump_boards_lines_at(const jump_boards *b, bool row, int line) {
  size_t words = row ? b->row_words : b->column_words;
  const uint64_t *level = (row ? b->passable : b->columns) + (size_t)line * words;
  size_t before = (size_t)line * words + (row ? 0 : b->row_words * (size_t)b->height);
  const uint64_t *links = b->links != NULL ? b->links + before : NULL;
  return (jump_boards_lines){level - words, level, level + words, links, words};
}

// Fills `stops` of a line, in the words [first, last], and counts their bits.
static void jump_boards_fill_stops(jump_boards *b, int direction, int line, size_t first,
                                   size_t last) {
  jump_boards_lines l = jump_boards_lines_at(b, jump_boards_is_row(direction), line);
  uint64_t *stops = b->stops[direction] + (size_t)line * l.words;
  astar_diagonal rule = b->has_diagonals ? b->rules->diagonal : ASTAR_DIAGONAL_NEVER;
  bool forward = jump_boards_is_forward(direction);
  for (size_t i = first; i <= last; i++) {
    uint64_t fresh =
        ~l.level[i] | jump_boards_forced(&l, i, forward, rule) | jump_boards_links(&l, i);
    b->stop_count += bits_count(fresh) - (b->is_built ? bits_count(stops[i]) : 0);
    stops[i] = fresh;
  }
}

// Computes the `reach` bits [low, high) of a line to `reach`; other bits do not change.
// Each jump point sets the bits between the stop before it and itself. A loop over jump
// points is shorter than a loop over all stops: most stops are impassable tiles.
static void jump_boards_find_reach(const jump_boards *b, int direction, int line, int low,
                                   int high, uint64_t *reach) {
  jump_boards_lines l = jump_boards_lines_at(b, jump_boards_is_row(direction), line);
  const uint64_t *stops = b->stops[direction] + (size_t)line * l.words;
  bool forward = jump_boards_is_forward(direction);
  int first = forward ? low : jump_boards_previous_bit(stops, low);
  int last = forward ? jump_boards_next_bit(stops, l.words, high) : high - 1;
  if (last >= (int)l.words * 64) last = (int)l.words * 64 - 1;
  bits_fill(reach, low, high, false);
  for (size_t i = (size_t)first >> 6; i <= (size_t)last >> 6; i++) {
    for (uint64_t points = stops[i] & l.level[i]; points != 0; points &= points - 1) {
      int point = (int)i * 64 + bits_lowest(points);
      int from = forward ? jump_boards_previous_bit(stops, point) : point + 1;
      int to = forward ? point : jump_boards_next_bit(stops, l.words, point + 1) + 1;
      bits_fill(reach, from > low ? from : low, to < high ? to : high, true);
    }
  }
}

// --------------------------------------------------------------------------- free steps

int jump_boards_count_free(const jump_boards *b, int x, int y, direction_leg leg,
                           int known) {
  int dx = direction_dx[leg.direction], dy = direction_dy[leg.direction];
  if (leg.count == 0) return 0;
  x++; // the border
  y++;
  if (dy == 0) {
    const uint64_t *row = b->passable + (size_t)y * b->row_words;
    return bits_count_run(row, x, dx, known, leg.count, ~(uint64_t)0);
  }
  if (dx == 0) {
    const uint64_t *column = b->columns + (size_t)x * b->column_words;
    return bits_count_run(column, y, dy, known, leg.count, ~(uint64_t)0);
  }
  // Where the last step is illegal, a diagonal jump ends: only there steps are tested.
  const uint64_t *line =
      b->turns[leg.direction] +
      (size_t)jump_boards_diagonal(b, leg.direction, x, y) * b->column_words;
  for (int at = y + known * dy;;) {
    at = dy > 0 ? bits_next(line, at) : bits_previous(line, at);
    int steps = (at - y) * dy;
    if (steps > leg.count) return leg.count;
    if (!jump_boards_is_diagonal(b, x + steps * dx, at, dx, dy)) return steps - 1;
  }
}

// -------------------------------------------------------------------------------- fill

static void jump_boards_fill_line(jump_boards *b, int direction, int line) {
  size_t words = jump_boards_is_row(direction) ? b->row_words : b->column_words;
  jump_boards_fill_stops(b, direction, line, 0, words - 1);
  jump_boards_find_reach(b, direction, line, 0, (int)words * 64,
                         b->reach[direction] + (size_t)line * words);
  for (size_t i = (size_t)line * words, end = i + words; i < end; i++) {
    b->reach_count += bits_count(b->reach[direction][i]);
    if (direction == 1) b->passable_count += bits_count(b->passable[i]);
  }
}

// The tiles of word i that a diagonal step by (dx, dy) can legally enter.
static uint64_t jump_boards_diagonals(const jump_boards *b, const jump_boards_lines *l,
                                      size_t i, int dx, int dy) {
  const uint64_t *from = dy > 0 ? l->above : l->below;
  uint64_t column = bits_beside(l->level, l->words, i, -dx);
  return l->level[i] & corner_rule_pass(b->rules->diagonal, from[i], column);
}

// The tiles of word i that have a forced neighbor n after a diagonal step by (dx, dy).
// Only where corners can be cut. Drawn for a step down and to the right, from p to o:
//
// clang-format off
//     p # n    Each wall # forces the neighbor n beside it. If one of the two ways around
//     # o a    a corner must be free, tile a (for the upper n) or tile b (for the lower
//     n b .    n) must be passable, too.
// clang-format on
static uint64_t jump_boards_diagonal_forced(const jump_boards *b,
                                            const jump_boards_lines *l, size_t i, int dx,
                                            int dy) {
  astar_diagonal rule = b->rules->diagonal;
  if (!corner_rule_cuts(rule)) return 0;
  const uint64_t *from = dy > 0 ? l->above : l->below, *on = dy > 0 ? l->below : l->above;
  uint64_t back = bits_beside(l->level, l->words, i, -dx);
  uint64_t back_on = bits_beside(on, l->words, i, -dx);
  uint64_t ahead = bits_beside(l->level, l->words, i, dx);
  uint64_t ahead_from = bits_beside(from, l->words, i, dx);
  return (~back & back_on & corner_rule_pass(rule, 0, on[i])) |
         (~from[i] & ahead_from & corner_rule_pass(rule, ahead, 0));
}

// Computes `turns` of a row for one diagonal direction, by row. `scratch` has the `reach`
// bits of its vertical direction by row.
static void jump_boards_find_turns(const jump_boards *b, int direction, int y,
                                   uint64_t *turns) {
  int dx = direction_dx[direction], dy = direction_dy[direction];
  size_t line = (size_t)y * b->row_words;
  const uint64_t *across = b->reach[dx < 0 ? 3 : 1] + line, *along = b->scratch + line;
  if (y == 0 || y == b->height - 1) { // the border ends every jump
    memset(turns, 0xff, b->row_words * sizeof *turns);
    return;
  }
  jump_boards_lines l = jump_boards_lines_at(b, true, y);
  for (size_t i = 0; i < l.words; i++) {
    turns[i] = across[i] | along[i] | ~jump_boards_diagonals(b, &l, i, dx, dy) |
               jump_boards_diagonal_forced(b, &l, i, dx, dy) | jump_boards_links(&l, i);
  }
}

// Fills `turns` of a diagonal direction for the 64 rows from `top` on, which `block` has
// by row. A column of bits of 64 diagonals is a window of a row; it moves by a tile from
// row to row. Transposed, it is a word of each of the diagonals.
static void jump_boards_skew(jump_boards *b, int direction, int top, int rows) {
  bool is_falling = direction_dx[direction] == direction_dy[direction];
  bit_lines turns = {b->turns[direction], b->column_words, b->width};
  uint64_t bits[64];
  for (int line = 0; line < b->width; line += 64) {
    for (int i = 0; i < rows; i++) {
      int shift = (top + i) % b->width;
      int from = is_falling ? line + shift : line + b->width - shift;
      bits[i] = bit_lines_window(b->block + (size_t)i * b->row_words, b->width,
                                 from < b->width ? from : from - b->width);
    }
    for (int i = rows; i < 64; i++) bits[i] = 0;
    bit_lines_put_columns(turns, line, (size_t)(top / 64), bits);
  }
}

// Fills `turns` of 64 rows for both diagonal directions to the south (`down`) or the
// north. `scratch` has the `reach` bits of S or N by row.
static void jump_boards_fill_turns(jump_boards *b, bool down, int top) {
  int rows = b->height - top < 64 ? b->height - top : 64;
  for (int d = 4; d < DIRECTIONS; d++) {
    if ((direction_dy[d] > 0) != down) continue;
    for (int i = 0; i < rows; i++)
      jump_boards_find_turns(b, d, top + i, b->block + (size_t)i * b->row_words);
    jump_boards_skew(b, d, top, rows);
  }
}

// 4 neighbors: `turns` of N and S, which are equal, for a row of `scratch`.
static void jump_boards_fill_straight_scratch(jump_boards *b, int y) {
  for (size_t i = (size_t)y * b->row_words, end = i + b->row_words; i < end; i++) {
    b->scratch[i] = ~b->passable[i] | b->reach[1][i] | b->reach[3][i];
    if (b->links != NULL) b->scratch[i] |= b->links[i];
  }
}

static size_t jump_boards_row_bytes(const jump_boards *b) {
  return b->row_words * (size_t)b->height * sizeof(uint64_t);
}

static size_t jump_boards_block_bytes(const jump_boards *b) {
  return b->row_words * 64 * sizeof(uint64_t);
}

static size_t jump_boards_column_bytes(const jump_boards *b) {
  return b->column_words * (size_t)b->width * sizeof(uint64_t);
}

static size_t jump_boards_link_bytes(const jump_boards *b) {
  return jump_boards_row_bytes(b) + jump_boards_column_bytes(b);
}

// -------------------------------------------------------------------------------- life

// The boards as a list.
static uint64_t **jump_boards_slot(jump_boards *b, int i) {
  if (i < 4) return &b->stops[i];
  return i < 8 ? &b->reach[i - 4] : &b->turns[i - 8];
}

enum { JUMP_BOARDS_SLOTS = 4 + 4 + DIRECTIONS, JUMP_BOARDS_OTHERS = 4 };

// The size of board `i` [bytes]; 0 for a board that the rules do not need.
static size_t jump_boards_slot_bytes(const jump_boards *b, int i) {
  int direction = i < 8 ? i % 4 : i - 8;
  if (i >= 8 && b->has_diagonals != (direction >= 4)) return 0;
  if (i >= 8 && direction < 4 && jump_boards_is_row(direction)) return 0;
  bool row = direction < 4 && jump_boards_is_row(direction);
  return row ? jump_boards_row_bytes(b) : jump_boards_column_bytes(b);
}

void jump_boards_fini(jump_boards *b, astar_grid *grid) {
  memory *m = &grid->memory;
  dead_ends_fini(&b->dead_ends, m);
  for (int i = 0; i < JUMP_BOARDS_SLOTS && b->rules != NULL; i++)
    memory_free(m, *jump_boards_slot(b, i), jump_boards_slot_bytes(b, i));
  memory_free(m, b->columns, jump_boards_column_bytes(b));
  memory_free(m, b->links, jump_boards_link_bytes(b));
  memory_free(m, b->scratch, jump_boards_row_bytes(b));
  memory_free(m, b->block, jump_boards_block_bytes(b));
  memset(b, 0, sizeof *b);
}

// ------------------------------------------------------------------------------- build

// The phases of a build. 4 neighbors skip the phases of diagonal turns, 8 neighbors those
// of straight turns.
enum {
  JUMP_BOARDS_ALLOCATE = 1,
  JUMP_BOARDS_COLUMNS,
  JUMP_BOARDS_NORTH, // stops and reach of each straight direction, by line
  JUMP_BOARDS_EAST,
  JUMP_BOARDS_SOUTH,
  JUMP_BOARDS_WEST,
  JUMP_BOARDS_REACH_NORTH, // transposed to `scratch`
  JUMP_BOARDS_TURNS_NORTH,
  JUMP_BOARDS_REACH_SOUTH,
  JUMP_BOARDS_TURNS_SOUTH,
  JUMP_BOARDS_STRAIGHT, // to `scratch`
  JUMP_BOARDS_STRAIGHT_TURNS,
  JUMP_BOARDS_DONE
};

// Sets whether a link begins at a tile.
static void jump_boards_put_link(jump_boards *b, const astar_grid *grid, uint32_t cell,
                                 bool begins) {
  int x = grid_x(grid, cell) + 1, y = grid_y(grid, cell) + 1;
  uint64_t *columns = b->links + b->row_words * (size_t)b->height;
  bits_put(b->links + (size_t)y * b->row_words, x, begins);
  bits_put(columns + (size_t)x * b->column_words, y, begins);
}

// Fills the boards of links, if there are any.
static void jump_boards_fill_links(jump_boards *b, const astar_grid *grid) {
  if (b->links == NULL) return;
  memset(b->links, 0, jump_boards_link_bytes(b));
  for (uint32_t i = 0; i < grid->arc_count; i++)
    jump_boards_put_link(b, grid, grid->arcs[i].from, true);
}

// Allocates board `i`; the last ones are `columns`, `scratch`, `block` and `links`.
// False: out of memory.
static bool jump_boards_allocate(jump_boards *b, int i, const astar_grid *grid) {
  memory *m = b->memory;
  uint64_t **others[JUMP_BOARDS_OTHERS] = {&b->columns, &b->scratch, &b->block,
                                           &b->links};
  size_t sizes[JUMP_BOARDS_OTHERS] = {
      jump_boards_column_bytes(b), jump_boards_row_bytes(b), jump_boards_block_bytes(b),
      grid->arc_count > 0 ? jump_boards_link_bytes(b) : 0};
  bool is_slot = i < JUMP_BOARDS_SLOTS;
  uint64_t **place = is_slot ? jump_boards_slot(b, i) : others[i - JUMP_BOARDS_SLOTS];
  size_t size = is_slot ? jump_boards_slot_bytes(b, i) : sizes[i - JUMP_BOARDS_SLOTS];
  if (*place == NULL && size > 0) *place = (uint64_t *)memory_new(m, size);
  if (*place == NULL && size > 0) return false;
  if (i + 1 == JUMP_BOARDS_SLOTS + JUMP_BOARDS_OTHERS) jump_boards_fill_links(b, grid);
  return true;
}

// The number of portions of the current phase. `*work` is the work of each [tiles].
static int jump_boards_portions(const jump_boards *b, int64_t *work) {
  int64_t row = b->width / 8 + 1, column = b->height / 8 + 1;
  *work = row;
  switch (b->phase) {
  case JUMP_BOARDS_ALLOCATE:
    *work = (int64_t)b->row_words * b->height / 4;
    return JUMP_BOARDS_SLOTS + JUMP_BOARDS_OTHERS;
  case JUMP_BOARDS_NORTH:
  case JUMP_BOARDS_SOUTH: *work = column * 4; return b->width;
  case JUMP_BOARDS_EAST:
  case JUMP_BOARDS_WEST: *work = row * 4; return b->height;
  case JUMP_BOARDS_COLUMNS: *work = row * 64; return (b->height + 63) / 64;
  case JUMP_BOARDS_REACH_NORTH:
  case JUMP_BOARDS_REACH_SOUTH:
    *work = column * 64;
    return b->has_diagonals ? (b->width + 63) / 64 : 0;
  case JUMP_BOARDS_STRAIGHT: return b->has_diagonals ? 0 : b->height;
  case JUMP_BOARDS_STRAIGHT_TURNS:
    *work = row * 64;
    return b->has_diagonals ? 0 : (b->height + 63) / 64;
  default: // turns of diagonal directions
    *work = row * 128;
    return b->has_diagonals ? (b->height + 63) / 64 : 0;
  }
}

// Does one portion of the current phase. False: out of memory.
static bool jump_boards_build_portion(jump_boards *b, const astar_grid *grid, int at) {
  bit_lines passable = {b->passable, b->row_words, b->height};
  bit_lines columns = {b->columns, b->column_words, b->width};
  bit_lines scratch = {b->scratch, b->row_words, b->height};
  int direction = b->phase - JUMP_BOARDS_NORTH;
  switch (b->phase) {
  case JUMP_BOARDS_ALLOCATE: return jump_boards_allocate(b, at, grid);
  case JUMP_BOARDS_COLUMNS: bit_lines_transpose(passable, columns, at * 64); break;
  case JUMP_BOARDS_NORTH:
  case JUMP_BOARDS_EAST:
  case JUMP_BOARDS_SOUTH:
  case JUMP_BOARDS_WEST:
    if (at > 0 && at < (jump_boards_is_row(direction) ? b->height : b->width) - 1)
      jump_boards_fill_line(b, direction, at);
    break;
  case JUMP_BOARDS_REACH_NORTH:
  case JUMP_BOARDS_REACH_SOUTH:
    columns.bits = b->reach[b->phase == JUMP_BOARDS_REACH_NORTH ? 0 : 2];
    bit_lines_transpose(columns, scratch, at * 64);
    break;
  case JUMP_BOARDS_TURNS_NORTH: jump_boards_fill_turns(b, false, at * 64); break;
  case JUMP_BOARDS_TURNS_SOUTH: jump_boards_fill_turns(b, true, at * 64); break;
  case JUMP_BOARDS_STRAIGHT: jump_boards_fill_straight_scratch(b, at); break;
  default: // 4 neighbors: the turns of N and S are equal
    columns.bits = b->turns[0];
    bit_lines_transpose(scratch, columns, at * 64);
    columns.bits = b->turns[2];
    bit_lines_transpose(scratch, columns, at * 64);
    break;
  }
  return true;
}

static void jump_boards_start(jump_boards *b, const costmap *map) {
  dead_ends_fini(&b->dead_ends, &map->grid->memory);
  b->rules = map->rules;
  b->passable = map->tiles->passable;
  b->memory = &map->grid->memory;
  b->is_built = false;
  b->passable_count = b->stop_count = b->reach_count = 0;
  b->revision = map->grid->revision;
  b->width = map->grid->width + 2;
  b->height = map->grid->height + 2;
  b->row_words = map->tiles->words;
  b->column_words = ((size_t)b->height + 63) / 64;
  b->has_diagonals = map->moves->count == DIRECTIONS;
  b->corners = (unsigned)corner_rule_pass(map->rules->diagonal, 10, 12) & 15;
  b->phase = JUMP_BOARDS_ALLOCATE;
  b->at = 0;
}

// Builds the boards within the budget. Continues a build that has begun if the map is
// still the same, otherwise begins again.
static astar_status jump_boards_build(jump_boards *b, const costmap *map, budget *work) {
  if (b->phase == 0 || b->revision != map->grid->revision) jump_boards_start(b, map);
  for (; b->phase < JUMP_BOARDS_DONE; b->phase++, b->at = 0) {
    int64_t portion;
    int portions = jump_boards_portions(b, &portion);
    for (; b->at < portions; b->at++) {
      if (!budget_take(work, portion)) return ASTAR_RUNNING;
      if (!jump_boards_build_portion(b, map->grid, b->at)) {
        jump_boards_fini(b, map->grid);
        return ASTAR_NO_MEMORY;
      }
    }
  }
  memory_free(&map->grid->memory, b->scratch, jump_boards_row_bytes(b));
  memory_free(&map->grid->memory, b->block, jump_boards_block_bytes(b));
  b->scratch = b->block = NULL;
  b->phase = 0;
  b->is_built = true;
  return ASTAR_OK;
}

// ------------------------------------------------------------------------------- edits

// Computes the bits `mask` of word `i` of `turns` again, in row y of a diagonal
// direction.
static void jump_boards_update_turns(jump_boards *b, int direction, int y, size_t i,
                                     uint64_t mask) {
  int dx = direction_dx[direction], dy = direction_dy[direction];
  jump_boards_lines l = jump_boards_lines_at(b, true, y);
  const uint64_t *across = b->reach[dx < 0 ? 3 : 1] + (size_t)y * l.words;
  const uint64_t *along = b->reach[dy < 0 ? 0 : 2];
  uint64_t bits = ~jump_boards_diagonals(b, &l, i, dx, dy) |
                  jump_boards_diagonal_forced(b, &l, i, dx, dy) | across[i] |
                  jump_boards_links(&l, i);
  for (uint64_t left = mask & ~bits; left != 0; left &= left - 1) {
    int x = (int)i * 64 + bits_lowest(left);
    if (jump_boards_bit(along, b->column_words, x, y)) bits |= left & (~left + 1);
  }
  for (uint64_t left = mask; left != 0; left &= left - 1) {
    int x = (int)i * 64 + bits_lowest(left);
    size_t line = (size_t)jump_boards_diagonal(b, direction, x, y) * b->column_words;
    bits_put(b->turns[direction] + line, y, (bits & left & (~left + 1)) != 0);
  }
}

// 4 neighbors: computes the `turns` bits of a tile again, for N and S.
static void jump_boards_update_straight_turns(jump_boards *b, int x, int y) {
  bool ends = !jump_boards_bit(b->columns, b->column_words, x, y) ||
              jump_boards_has_link(b, x, y) ||
              jump_boards_bit(b->reach[1], b->row_words, y, x) ||
              jump_boards_bit(b->reach[3], b->row_words, y, x);
  for (int d = 0; d <= 2; d += 2)
    bits_put(b->turns[d] + (size_t)x * b->column_words, y, ends);
}

// Whether a jump in a diagonal direction may turn into a minor direction.
static bool jump_boards_may_turn(int diagonal, int minor) {
  return (direction_dx[minor] != 0 && direction_dx[minor] == direction_dx[diagonal]) ||
         (direction_dy[minor] != 0 && direction_dy[minor] == direction_dy[diagonal]);
}

// Updates the `turns` bits that depend on changed `reach` bits: the bits `mask` of word
// `i` of a line, in a minor direction.
static void jump_boards_update_dependent_turns(jump_boards *b, int minor, int line,
                                               size_t i, uint64_t mask) {
  bool row = jump_boards_is_row(minor);
  for (int d = b->has_diagonals ? 4 : DIRECTIONS; d < DIRECTIONS; d++) {
    if (!jump_boards_may_turn(d, minor)) continue;
    if (row) {
      jump_boards_update_turns(b, d, line, i, mask);
      continue;
    }
    for (uint64_t left = mask; left != 0; left &= left - 1) {
      int y = (int)i * 64 + bits_lowest(left);
      if (y < 1 || y > b->height - 2) continue;
      jump_boards_update_turns(b, d, y, (size_t)line >> 6, (uint64_t)1 << (line & 63));
    }
  }
  for (uint64_t left = b->has_diagonals || !row ? 0 : mask; left != 0; left &= left - 1) {
    int x = (int)i * 64 + bits_lowest(left);
    if (x >= 1 && x <= b->width - 2) jump_boards_update_straight_turns(b, x, line);
  }
}

// Computes all `turns` bits of a tile again.
static void jump_boards_update_tile_turns(jump_boards *b, int x, int y) {
  if (!b->has_diagonals) {
    jump_boards_update_straight_turns(b, x, y);
    return;
  }
  for (int d = 4; d < DIRECTIONS; d++)
    jump_boards_update_turns(b, d, y, (size_t)x >> 6, (uint64_t)1 << (x & 63));
}

// Repairs `stops` and `reach` of a line where its affected tiles are [from, to), and the
// `turns` that depend on them. `reach` can change only in [from, to), and from there,
// against the direction of the jump, back to the nearest stop. `fresh` has room for a
// line.
static void jump_boards_repair_line(jump_boards *b, int direction, int line, int from,
                                    int to, uint64_t *fresh) {
  bool row = jump_boards_is_row(direction);
  size_t words = row ? b->row_words : b->column_words;
  uint64_t *reach = b->reach[direction] + (size_t)line * words;
  const uint64_t *stops = b->stops[direction] + (size_t)line * words;
  jump_boards_fill_stops(b, direction, line, (size_t)from >> 6, (size_t)(to - 1) >> 6);
  int low = from, high = to;
  if (jump_boards_is_forward(direction)) {
    low = jump_boards_previous_bit(stops, from);
  } else {
    high = jump_boards_next_bit(stops, words, to) + 1;
    if (high > (int)words * 64) high = (int)words * 64;
  }
  size_t first = (size_t)low >> 6, last = (size_t)(high - 1) >> 6;
  memcpy(fresh + first, reach + first, (last - first + 1) * sizeof *fresh);
  jump_boards_find_reach(b, direction, line, low, high, fresh);
  for (size_t i = first; i <= last; i++) {
    uint64_t changed = reach[i] ^ fresh[i];
    b->reach_count += bits_count(fresh[i]) - bits_count(reach[i]);
    reach[i] = fresh[i];
    if (changed != 0) jump_boards_update_dependent_turns(b, direction, line, i, changed);
  }
}

// Copies the passable tiles of an area to the bitmap by column, and counts them.
static void jump_boards_repair_columns(jump_boards *b, tile_area area) {
  for (int y = area.top; y < area.bottom; y++) {
    for (int x = area.left; x < area.right; x++) {
      bool passable = jump_boards_bit(b->passable, b->row_words, y, x);
      bool before = bits_put(b->columns + (size_t)x * b->column_words, y, passable);
      b->passable_count += passable - before;
      if (passable != before) dead_ends_edit(&b->dead_ends, x, y);
    }
  }
}

// Repairs the boards after an edit. `area` is the affected area: the tiles of the edit
// and their neighbors.
static void jump_boards_repair(jump_boards *b, tile_area area) {
  uint64_t fresh[(ASTAR_MAX_SIDE + 2 + 63) / 64];
  int left = area.left + 1, top = area.top + 1, right = area.right + 1;
  int bottom = area.bottom + 1; // with border
  jump_boards_repair_columns(b, (tile_area){left, top, right, bottom});
  for (int y = top; y < bottom; y++) {
    jump_boards_repair_line(b, 1, y, left, right, fresh);
    jump_boards_repair_line(b, 3, y, left, right, fresh);
  }
  for (int x = left; x < right; x++) {
    jump_boards_repair_line(b, 0, x, top, bottom, fresh);
    jump_boards_repair_line(b, 2, x, top, bottom, fresh);
  }
  for (int y = top; y < bottom; y++)
    for (int x = left; x < right; x++) jump_boards_update_tile_turns(b, x, y);
}

// Repairs the boards after a link was added or removed at a tile.
static void jump_boards_repair_link(jump_boards *b, const astar_grid *grid,
                                    const grid_change *change) {
  uint32_t cell = grid_cell(grid, change->x, change->y), count;
  if (b->links == NULL) return; // it was removed again
  jump_boards_put_link(b, grid, cell, links_arcs_from(grid, cell, &count) != NULL);
  jump_boards_repair(b, repair_area(grid, change, 0, 0));
}

// The share of `reach` above which obstacles are clutter: 1 / 3. On maps of games, mazes
// and streets it is 2 to 20 %, because most straight jumps end at walls; on noise it is
// 40 to 65 %, however sparse: most jumps end at jump points beside single obstacles.
enum { JUMP_BOARDS_CLUTTER = 3 };

// The share of jump points above which clutter is dense: 1 / 4, as on noise of 16 %, and
// on large maps 1 / 8, as on noise of 7 %. There the searches tile by tile and by jump
// points take the same time; on small maps with less noise jumps are faster.
enum { JUMP_BOARDS_DENSE = 4, JUMP_BOARDS_DENSE_LARGE = 8, JUMP_BOARDS_LARGE = 1 << 16 };

jump_boards_clutter jump_boards_find_clutter(const jump_boards *b) {
  // Impassable tiles and the rest of the last words of lines are in `stops`, too.
  int64_t rows = (int64_t)b->row_words * 64 * (b->height - 2);
  int64_t columns = (int64_t)b->column_words * 64 * (b->width - 2);
  int64_t bits = 4 * b->passable_count; // per board, in all directions
  int64_t jump_points = b->stop_count - 2 * (rows + columns) + bits;
  bool is_large = b->passable_count >= JUMP_BOARDS_LARGE;
  int dense = is_large ? JUMP_BOARDS_DENSE_LARGE : JUMP_BOARDS_DENSE;
  if (JUMP_BOARDS_CLUTTER * b->reach_count < bits) return JUMP_BOARDS_WALLS;
  return dense * jump_points < bits ? JUMP_BOARDS_SPARSE_CLUTTER
                                    : JUMP_BOARDS_DENSE_CLUTTER;
}

astar_status jump_boards_update(jump_boards *b, const costmap *map, budget *work) {
  const astar_grid *grid = map->grid;
  astar_filter filter = costmap_passage_filter(map);
  repair_skip(grid, &filter, &b->revision);
  if (!b->is_built) return jump_boards_build(b, map, work);
  if (b->revision == grid->revision) return ASTAR_OK;
  if (grid->arc_count > 0 && b->links == NULL) return jump_boards_build(b, map, work);
  if (budget_is_empty(work)) return ASTAR_RUNNING;
  // [rows and columns]
  uint64_t limit = (uint64_t)(grid->width + grid->height) / 4 + MEMORY_LIMIT(16, 4);
  repair_scope scope = {map->rules, &filter, CHANGE_GROUND | CHANGE_LINKS};
  const grid_change *change;
  if (!repair_is_worth(grid, &scope, b->revision, REPAIR_LINES, limit))
    return jump_boards_build(b, map, work);
  while ((change = repair_next(grid, &scope, &b->revision)) != NULL)
    if (change->kind == CHANGE_LINKS)
      jump_boards_repair_link(b, grid, change);
    else
      jump_boards_repair(b, repair_affected_area(grid, map->rules, change));
  return ASTAR_OK;
}

void jump_boards_update_dead_ends(jump_boards *b, bool whole, budget *work) {
  const bit_lines lines[2] = {{b->passable, b->row_words, b->height},
                              {b->columns, b->column_words, b->width}};
  bool is_exact = corner_rule_needs_way(b->rules->diagonal) &&
                  b->rules->diagonal_units > b->rules->straight_units;
  bool is_clutter = jump_boards_find_clutter(b) == JUMP_BOARDS_DENSE_CLUTTER;
  if (is_exact && !is_clutter)
    dead_ends_update(&b->dead_ends, b->memory, lines, whole, work);
}
