#include "derived/jump_boards.h"

#include <string.h>

#include "base/bits.h"
#include "derived/repair.h"
#include "map/journal.h"

// ------------------------------------------------------------------------------- lines

// The bits of a line moved by one, so that each is the one of the tile before or after
// it.
static uint64_t jump_boards_before(const uint64_t *line, size_t i) {
  return line[i] << 1 | (i > 0 ? line[i - 1] >> 63 : 0);
}

static uint64_t jump_boards_after(const uint64_t *line, size_t words, size_t i) {
  return line[i] >> 1 | (i + 1 < words ? line[i + 1] << 63 : 0);
}

// The last set bit before `from`, or 0: the border.
static int jump_boards_previous_bit(const uint64_t *line, int from) {
  return from > 0 ? bits_previous(line, from) : 0;
}

// The first set bit from `from` on, or the end of the line.
static int jump_boards_next_bit(const uint64_t *line, size_t words, int from) {
  return bits_find(line, from, (int)words * 64, 0);
}

// Three neighbouring lines of passable tiles.
typedef struct jump_boards_lines {
  const uint64_t *above, *level, *below;
  size_t words;
} jump_boards_lines;

// The jump points of runs along the middle line. Beside a straight run a turn is worth
// making only round the end of a wall:
//
//     no corner may be cut, or no diagonals      # . ^     the wall is behind
//                                                - o -
//     corners may be cut                         . # /     the wall is beside; where one
//                                                - o -     obstacle is too many for a
//                                                corner,
//                                                          the tile ahead must be free
static uint64_t jump_boards_forced(const jump_boards_lines *l, size_t i, bool forward,
                                   astar_diagonal diagonal) {
  uint64_t above[2] = {jump_boards_before(l->above, i),
                       jump_boards_after(l->above, l->words, i)};
  uint64_t below[2] = {jump_boards_before(l->below, i),
                       jump_boards_after(l->below, l->words, i)};
  uint64_t level = l->level[i];
  if (diagonal == ASTAR_DIAGONAL_ONLY_WHEN_NO_OBSTACLES ||
      diagonal == ASTAR_DIAGONAL_NEVER) {
    int behind = forward ? 0 : 1;
    return level & ((l->above[i] & ~above[behind]) | (l->below[i] & ~below[behind]));
  }
  int ahead = forward ? 1 : 0;
  uint64_t forced =
      level & ((~l->above[i] & above[ahead]) | (~l->below[i] & below[ahead]));
  if (diagonal == ASTAR_DIAGONAL_ALWAYS) return forced;
  return forced & (forward ? jump_boards_after(l->level, l->words, i)
                           : jump_boards_before(l->level, i));
}

static astar_diagonal jump_boards_rule(const jump_boards *b) {
  return b->has_diagonals ? b->rules->diagonal : ASTAR_DIAGONAL_NEVER;
}

static bool jump_boards_is_forward(int direction) {
  return direction_dx[direction] + direction_dy[direction] > 0;
}

static bool jump_boards_is_row(int direction) { return direction_dy[direction] == 0; }

static jump_boards_lines jump_boards_lines_at(const jump_boards *b, bool row, int line) {
  size_t words = row ? b->row_words : b->column_words;
  const uint64_t *level = (row ? b->passable : b->columns) + (size_t)line * words;
  return (jump_boards_lines){level - words, level, level + words, words};
}

// Where runs along a line end, in the words [first, last].
static void jump_boards_fill_stops(jump_boards *b, int direction, int line, size_t first,
                                   size_t last) {
  jump_boards_lines l = jump_boards_lines_at(b, jump_boards_is_row(direction), line);
  uint64_t *stops = b->stops[direction] + (size_t)line * l.words;
  astar_diagonal rule = jump_boards_rule(b);
  bool forward = jump_boards_is_forward(direction);
  for (size_t i = first; i <= last; i++) {
    stops[i] = ~l.level[i] | jump_boards_forced(&l, i, forward, rule);
  }
}

// From where in [low, high) runs along a line end at a jump point; other bits are left.
// Goes from jump point to jump point: walls, which are stops too, are many more.
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

// --------------------------------------------------------------------------- diagonals

bool jump_boards_is_diagonal(const jump_boards *b, int x, int y, int dx, int dy) {
  const uint64_t *passable = b->passable;
  int obstacles = !jump_boards_bit(passable, b->row_words, y, x - dx) +
                  !jump_boards_bit(passable, b->row_words, y - dy, x);
  return jump_boards_bit(passable, b->row_words, y, x) &&
         obstacles <= b->rules->corner_obstacles;
}

// ------------------------------------------------------------------------- all at once

// Transposes 64 x 64 bits in place: after Hacker's Delight 7-3.
static void jump_boards_transpose_block(uint64_t block[64]) {
  uint64_t mask = 0x00000000ffffffff;
  for (int width = 32; width > 0; width >>= 1, mask ^= mask << width) {
    for (int i = 0; i < 64; i = ((i | width) + 1) & ~width) {
      uint64_t swap = ((block[i] >> width) ^ block[i | width]) & mask;
      block[i] ^= swap << width;
      block[i | width] ^= swap;
    }
  }
}

// A board, or what becomes one: `lines` lines of `words` words.
typedef struct jump_boards_side {
  uint64_t *bits;
  size_t words;
  int lines;
} jump_boards_side;

// Makes columns of 64 rows from row `top` on, or rows of columns.
static void jump_boards_transpose(jump_boards_side from, jump_boards_side to, int top) {
  uint64_t block[64];
  int rows = from.lines - top < 64 ? from.lines - top : 64;
  for (size_t word = 0; word < from.words; word++) {
    for (int i = 0; i < 64; i++) {
      block[i] = i < rows ? from.bits[(size_t)(top + i) * from.words + word] : 0;
    }
    jump_boards_transpose_block(block);
    for (int i = 0; i < 64 && (int)word * 64 + i < to.lines; i++) {
      to.bits[((size_t)word * 64 + (size_t)i) * to.words + (size_t)(top / 64)] = block[i];
    }
  }
}

static void jump_boards_fill_line(jump_boards *b, int direction, int line) {
  size_t words = jump_boards_is_row(direction) ? b->row_words : b->column_words;
  jump_boards_fill_stops(b, direction, line, 0, words - 1);
  jump_boards_find_reach(b, direction, line, 0, (int)words * 64,
                         b->reach[direction] + (size_t)line * words);
}

// Legal diagonal steps that end at the tiles of a word.
static uint64_t jump_boards_diagonals(const jump_boards *b, const jump_boards_lines *l,
                                      size_t i, int dx, int dy) {
  const uint64_t *from = dy > 0 ? l->above : l->below;
  uint64_t across =
      dx > 0 ? jump_boards_before(l->level, i) : jump_boards_after(l->level, l->words, i);
  uint64_t down = from[i];
  int obstacles = b->rules->corner_obstacles;
  uint64_t ways = obstacles == 0 ? across & down : across | down;
  return obstacles == 2 ? l->level[i] : l->level[i] & ways;
}

// Moves other than its own that are worth making after a diagonal step. Round a wall
// beside its start, where corners may be cut:
//
//     \ .
//     # o
//     /
static uint64_t jump_boards_diagonal_forced(const jump_boards *b,
                                            const jump_boards_lines *l, size_t i, int dx,
                                            int dy) {
  astar_diagonal rule = b->rules->diagonal;
  if (rule == ASTAR_DIAGONAL_ONLY_WHEN_NO_OBSTACLES) return 0;
  const uint64_t *from = dy > 0 ? l->above : l->below, *on = dy > 0 ? l->below : l->above;
  uint64_t back =
      dx > 0 ? jump_boards_before(l->level, i) : jump_boards_after(l->level, l->words, i);
  uint64_t back_on =
      dx > 0 ? jump_boards_before(on, i) : jump_boards_after(on, l->words, i);
  uint64_t ahead =
      dx > 0 ? jump_boards_after(l->level, l->words, i) : jump_boards_before(l->level, i);
  uint64_t ahead_from =
      dx > 0 ? jump_boards_after(from, l->words, i) : jump_boards_before(from, i);
  uint64_t one = ~back & back_on, two = ~from[i] & ahead_from;
  if (rule == ASTAR_DIAGONAL_IF_AT_MOST_ONE_OBSTACLE) {
    one &= on[i];
    two &= ahead;
  }
  return one | two;
}

static void jump_boards_fill_turns_row(jump_boards *b, int direction, int y) {
  int dx = direction_dx[direction], dy = direction_dy[direction];
  const uint64_t *across = b->reach[dx < 0 ? 3 : 1];
  size_t line = (size_t)y * b->row_words;
  if (y == 0 || y == b->height - 1) { // the border ends every jump
    memset(b->turns[direction] + line, 0xff, b->row_words * sizeof(uint64_t));
    return;
  }
  jump_boards_lines l = jump_boards_lines_at(b, true, y);
  for (size_t i = 0; i < l.words; i++) {
    b->turns[direction][line + i] = across[line + i] | b->scratch[line + i] |
                                    ~jump_boards_diagonals(b, &l, i, dx, dy) |
                                    jump_boards_diagonal_forced(b, &l, i, dx, dy);
  }
}

// The turns of a row towards the north or the south; `scratch` has the reach of that
// direction by rows.
static void jump_boards_fill_turns(jump_boards *b, bool down, int y) {
  for (int d = 4; d < DIRECTIONS; d++) {
    if ((direction_dy[d] > 0) == down) jump_boards_fill_turns_row(b, d, y);
  }
}

static void jump_boards_fill_straight_scratch(jump_boards *b, int y) {
  for (size_t i = (size_t)y * b->row_words, end = i + b->row_words; i < end; i++) {
    b->scratch[i] = ~b->passable[i] | b->reach[1][i] | b->reach[3][i];
  }
}

static size_t jump_boards_row_bytes(const jump_boards *b) {
  return b->row_words * (size_t)b->height * sizeof(uint64_t);
}

static size_t jump_boards_column_bytes(const jump_boards *b) {
  return b->column_words * (size_t)b->width * sizeof(uint64_t);
}

// -------------------------------------------------------------------------------- life

static uint64_t **jump_boards_slot(jump_boards *b, int i) {
  if (i < 4) return &b->stops[i];
  return i < 8 ? &b->reach[i - 4] : &b->turns[i - 8];
}

enum { JUMP_BOARDS_SLOTS = 4 + 4 + DIRECTIONS };

// The size of a board, 0 for one that these rules do not need.
static size_t jump_boards_slot_bytes(const jump_boards *b, int i) {
  int direction = i < 8 ? i % 4 : i - 8;
  if (i >= 8 && b->has_diagonals != (direction >= 4)) return 0;
  if (i >= 8 && direction < 4 && jump_boards_is_row(direction)) return 0;
  bool row = direction >= 4 || jump_boards_is_row(direction);
  return row ? jump_boards_row_bytes(b) : jump_boards_column_bytes(b);
}

void jump_boards_fini(jump_boards *b, astar_grid *grid) {
  memory *m = &grid->memory;
  for (int i = 0; i < JUMP_BOARDS_SLOTS && b->rules != NULL; i++) {
    memory_free(m, *jump_boards_slot(b, i), jump_boards_slot_bytes(b, i));
  }
  memory_free(m, b->columns, jump_boards_column_bytes(b));
  memory_free(m, b->scratch, jump_boards_row_bytes(b));
  memset(b, 0, sizeof *b);
}

// -------------------------------------------------------------------------------- build

// The phases of a build. With four neighbors, those of the diagonals are left out.
enum {
  JUMP_BOARDS_ALLOCATE = 1,
  JUMP_BOARDS_COLUMNS,
  JUMP_BOARDS_NORTH, // of each direction: stops and reach by lines
  JUMP_BOARDS_EAST,
  JUMP_BOARDS_SOUTH,
  JUMP_BOARDS_WEST,
  JUMP_BOARDS_REACH_NORTH, // by rows, to `scratch`
  JUMP_BOARDS_TURNS_NORTH,
  JUMP_BOARDS_REACH_SOUTH,
  JUMP_BOARDS_TURNS_SOUTH,
  JUMP_BOARDS_STRAIGHT, // to `scratch`
  JUMP_BOARDS_STRAIGHT_TURNS,
  JUMP_BOARDS_DONE
};

// Allocates board `i`, or at last `scratch`. False: memory is short.
static bool jump_boards_allocate(jump_boards *b, int i) {
  memory *m = b->memory;
  uint64_t **place = i < JUMP_BOARDS_SLOTS    ? jump_boards_slot(b, i)
                     : i == JUMP_BOARDS_SLOTS ? &b->columns
                                              : &b->scratch;
  size_t size = i < JUMP_BOARDS_SLOTS    ? jump_boards_slot_bytes(b, i)
                : i == JUMP_BOARDS_SLOTS ? jump_boards_column_bytes(b)
                                         : jump_boards_row_bytes(b);
  if (*place == NULL && size > 0) *place = (uint64_t *)memory_new(m, size);
  return *place != NULL || size == 0;
}

// How many portions a phase has, and the work of each [tiles].
static int jump_boards_portions(const jump_boards *b, int64_t *work) {
  int64_t row = b->width / 8 + 1, column = b->height / 8 + 1;
  *work = row;
  switch (b->phase) {
  case JUMP_BOARDS_ALLOCATE:
    *work = (int64_t)b->row_words * b->height / 4;
    return JUMP_BOARDS_SLOTS + 2;
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
  default: return b->has_diagonals ? b->height : 0;
  }
}

// Does one portion of a phase. False: memory is short.
static bool jump_boards_build_portion(jump_boards *b, int at) {
  jump_boards_side passable = {b->passable, b->row_words, b->height};
  jump_boards_side columns = {b->columns, b->column_words, b->width};
  jump_boards_side scratch = {b->scratch, b->row_words, b->height};
  int direction = b->phase - JUMP_BOARDS_NORTH;
  switch (b->phase) {
  case JUMP_BOARDS_ALLOCATE: return jump_boards_allocate(b, at);
  case JUMP_BOARDS_COLUMNS: jump_boards_transpose(passable, columns, at * 64); break;
  case JUMP_BOARDS_NORTH:
  case JUMP_BOARDS_EAST:
  case JUMP_BOARDS_SOUTH:
  case JUMP_BOARDS_WEST:
    if (at > 0 && at < (jump_boards_is_row(direction) ? b->height : b->width) - 1) {
      jump_boards_fill_line(b, direction, at);
    }
    break;
  case JUMP_BOARDS_REACH_NORTH:
  case JUMP_BOARDS_REACH_SOUTH:
    columns.bits = b->reach[b->phase == JUMP_BOARDS_REACH_NORTH ? 0 : 2];
    jump_boards_transpose(columns, scratch, at * 64);
    break;
  case JUMP_BOARDS_TURNS_NORTH: jump_boards_fill_turns(b, false, at); break;
  case JUMP_BOARDS_TURNS_SOUTH: jump_boards_fill_turns(b, true, at); break;
  case JUMP_BOARDS_STRAIGHT: jump_boards_fill_straight_scratch(b, at); break;
  default: // with four neighbors the turns to the north and to the south are the same
    columns.bits = b->turns[0];
    jump_boards_transpose(scratch, columns, at * 64);
    columns.bits = b->turns[2];
    jump_boards_transpose(scratch, columns, at * 64);
    break;
  }
  return true;
}

static void jump_boards_start(jump_boards *b, const costmap *map) {
  b->rules = map->rules;
  b->passable = map->tiles->passable;
  b->memory = &map->grid->memory;
  b->is_built = false;
  b->revision = map->grid->revision;
  b->width = map->grid->width + 2;
  b->height = map->grid->height + 2;
  b->row_words = map->tiles->words;
  b->column_words = ((size_t)b->height + 63) / 64;
  b->has_diagonals = map->moves->count == DIRECTIONS;
  b->phase = JUMP_BOARDS_ALLOCATE;
  b->at = 0;
}

// Builds the boards, or goes on building them where the map is still the same.
static astar_status jump_boards_build(jump_boards *b, const costmap *map, budget *work) {
  if (b->phase == 0 || b->revision != map->grid->revision) jump_boards_start(b, map);
  for (; b->phase < JUMP_BOARDS_DONE; b->phase++, b->at = 0) {
    int64_t portion;
    int portions = jump_boards_portions(b, &portion);
    for (; b->at < portions; b->at++) {
      if (!budget_take(work, portion)) return ASTAR_RUNNING;
      if (!jump_boards_build_portion(b, b->at)) {
        jump_boards_fini(b, map->grid);
        return ASTAR_NO_MEMORY;
      }
    }
  }
  memory_free(&map->grid->memory, b->scratch, jump_boards_row_bytes(b));
  b->scratch = NULL;
  b->phase = 0;
  b->is_built = true;
  return ASTAR_OK;
}

// ------------------------------------------------------------------------------- edits

// Works the bits `which` of word `i` of a row of diagonal turns out anew.
static void jump_boards_put_turns(jump_boards *b, int direction, int y, size_t i,
                                  uint64_t which) {
  int dx = direction_dx[direction], dy = direction_dy[direction];
  jump_boards_lines l = jump_boards_lines_at(b, true, y);
  const uint64_t *across = b->reach[dx < 0 ? 3 : 1] + (size_t)y * l.words;
  const uint64_t *along = b->reach[dy < 0 ? 0 : 2];
  uint64_t *turns = &b->turns[direction][(size_t)y * l.words + i];
  uint64_t bits = ~jump_boards_diagonals(b, &l, i, dx, dy) |
                  jump_boards_diagonal_forced(b, &l, i, dx, dy) | across[i];
  for (uint64_t left = which & ~bits; left != 0; left &= left - 1) {
    int x = (int)i * 64 + bits_lowest(left);
    if (jump_boards_bit(along, b->column_words, x, y)) bits |= left & (~left + 1);
  }
  *turns = (*turns & ~which) | (bits & which);
}

// The same with four neighbours for the turns of both N and S at a tile.
static void jump_boards_put_straight_turns(jump_boards *b, int x, int y) {
  bool ends = !jump_boards_bit(b->columns, b->column_words, x, y) ||
              jump_boards_bit(b->reach[1], b->row_words, y, x) ||
              jump_boards_bit(b->reach[3], b->row_words, y, x);
  for (int d = 0; d <= 2; d += 2) {
    uint64_t *word = &b->turns[d][(size_t)x * b->column_words + ((size_t)y >> 6)];
    uint64_t mask = (uint64_t)1 << (y & 63);
    *word = ends ? *word | mask : *word & ~mask;
  }
}

// Whether a direction is diagonal and turns off into a minor one.
static bool jump_boards_turns_into(int diagonal, int minor) {
  return (direction_dx[minor] != 0 && direction_dx[minor] == direction_dx[diagonal]) ||
         (direction_dy[minor] != 0 && direction_dy[minor] == direction_dy[diagonal]);
}

// From the tiles `which` of word `i` of a line, runs in a minor direction now end
// otherwise.
static void jump_boards_pass_on(jump_boards *b, int minor, int line, size_t i,
                                uint64_t which) {
  bool row = jump_boards_is_row(minor);
  for (int d = b->has_diagonals ? 4 : DIRECTIONS; d < DIRECTIONS; d++) {
    if (!jump_boards_turns_into(d, minor)) continue;
    if (row) {
      jump_boards_put_turns(b, d, line, i, which);
      continue;
    }
    for (uint64_t left = which; left != 0; left &= left - 1) {
      int y = (int)i * 64 + bits_lowest(left);
      if (y < 1 || y > b->height - 2) continue;
      jump_boards_put_turns(b, d, y, (size_t)line >> 6, (uint64_t)1 << (line & 63));
    }
  }
  for (uint64_t left = b->has_diagonals || !row ? 0 : which; left != 0;
       left &= left - 1) {
    int x = (int)i * 64 + bits_lowest(left);
    if (x >= 1 && x <= b->width - 2) jump_boards_put_straight_turns(b, x, line);
  }
}

// The turns at a tile itself.
static void jump_boards_touch(jump_boards *b, int x, int y) {
  if (!b->has_diagonals) {
    jump_boards_put_straight_turns(b, x, y);
    return;
  }
  for (int d = 4; d < DIRECTIONS; d++) {
    jump_boards_put_turns(b, d, y, (size_t)x >> 6, (uint64_t)1 << (x & 63));
  }
}

// Brings a line up to date where tiles [from, to) of it or beside it changed, and touches
// the tiles from where runs now end differently. `fresh` has room for a line.
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
    reach[i] = fresh[i];
    if (changed != 0) jump_boards_pass_on(b, direction, line, i, changed);
  }
}

static void jump_boards_repair_columns(jump_boards *b, tile_area area) {
  for (int y = area.top; y < area.bottom; y++) {
    for (int x = area.left; x < area.right; x++) {
      uint64_t *word = &b->columns[(size_t)x * b->column_words + ((size_t)y >> 6)];
      uint64_t mask = (uint64_t)1 << (y & 63);
      bool passable = jump_boards_bit(b->passable, b->row_words, y, x);
      *word = passable ? *word | mask : *word & ~mask;
    }
  }
}

// Brings the boards up to date with edits of the tiles of an area, which includes
// those beside them.
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
  for (int y = top; y < bottom; y++) {
    for (int x = left; x < right; x++) jump_boards_touch(b, x, y);
  }
}

astar_status jump_boards_update(jump_boards *b, const costmap *map, budget *work) {
  const astar_grid *grid = map->grid;
  astar_filter filter = costmap_passage_filter(map);
  repair_skip(grid, &filter, &b->revision);
  if (!b->is_built) return jump_boards_build(b, map, work);
  if (b->revision == grid->revision) return ASTAR_OK;
  if (work->tiles <= 0) return ASTAR_RUNNING;
  uint64_t limit = (uint64_t)(grid->width + grid->height) / 4 + MEMORY_LIMIT(16, 4);
  repair_scope scope = {map->rules, &filter, false};
  if (!repair_is_worth(grid, &scope, b->revision, REPAIR_LINES, limit)) {
    return jump_boards_build(b, map, work);
  }
  for (; b->revision < grid->revision; b->revision++) {
    const grid_change *change = journal_change_after(grid, b->revision);
    if (change->kind == CHANGE_GROUND && journal_concerns(&filter, change->subject)) {
      jump_boards_repair(b, repair_affected_area(grid, map->rules, change));
    }
  }
  return ASTAR_OK;
}
