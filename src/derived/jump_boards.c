#include "derived/jump_boards.h"

#include <string.h>

#include "base/bits.h"
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

// The first set bit from `from` on, or the end of the line.
static int jump_boards_next_bit(const uint64_t *line, size_t words, int from) {
  size_t i = (size_t)from >> 6;
  if (i >= words) return (int)(words * 64);
  uint64_t left = line[i] >> (from & 63) << (from & 63);
  while (left == 0) {
    if (++i == words) return (int)(words * 64);
    left = line[i];
  }
  return (int)(i * 64) + bits_lowest(left);
}

// Sets the bits [from, to).
static void jump_boards_set_bits(uint64_t *line, int from, int to) {
  while (from < to) {
    int bit = from & 63, count = 64 - bit < to - from ? 64 - bit : to - from;
    uint64_t ones = count == 64 ? ~(uint64_t)0 : (((uint64_t)1 << count) - 1);
    line[from >> 6] |= ones << bit;
    from += count;
  }
}

static void jump_boards_clear_bits(uint64_t *line, int from, int to) {
  while (from < to) {
    int bit = from & 63, count = 64 - bit < to - from ? 64 - bit : to - from;
    uint64_t ones = count == 64 ? ~(uint64_t)0 : (((uint64_t)1 << count) - 1);
    line[from >> 6] &= ~(ones << bit);
    from += count;
  }
}

// The last set bit before `from`, or 0: the border.
static int jump_boards_previous_bit(const uint64_t *line, int from) {
  if (from == 0) return 0;
  size_t i = (size_t)--from >> 6;
  uint64_t left = line[i] << (63 - (from & 63)) >> (63 - (from & 63));
  while (left == 0) {
    if (i-- == 0) return 0;
    left = line[i];
  }
  return (int)(i * 64) + bits_highest(left);
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
  return b->has_diagonals ? b->map->rules->diagonal : ASTAR_DIAGONAL_NEVER;
}

static bool jump_boards_is_forward(int direction) {
  return direction_dx[direction] + direction_dy[direction] > 0;
}

static bool jump_boards_is_row(int direction) { return direction_dy[direction] == 0; }

static jump_boards_lines jump_boards_lines_at(const jump_boards *b, bool row, int line) {
  size_t words = row ? b->row_words : b->column_words;
  const uint64_t *level = (row ? b->map->passable : b->columns) + (size_t)line * words;
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
  jump_boards_clear_bits(reach, low, high);
  for (size_t i = (size_t)first >> 6; i <= (size_t)last >> 6; i++) {
    for (uint64_t points = stops[i] & l.level[i]; points != 0; points &= points - 1) {
      int point = (int)i * 64 + bits_lowest(points);
      int from = forward ? jump_boards_previous_bit(stops, point) : point + 1;
      int to = forward ? point : jump_boards_next_bit(stops, l.words, point + 1) + 1;
      jump_boards_set_bits(reach, from > low ? from : low, to < high ? to : high);
    }
  }
}

// --------------------------------------------------------------------------- diagonals

bool jump_boards_is_diagonal(const jump_boards *b, int x, int y, int dx, int dy) {
  const uint64_t *passable = b->map->passable;
  int obstacles = !jump_boards_bit(passable, b->row_words, y, x - dx) +
                  !jump_boards_bit(passable, b->row_words, y - dy, x);
  return jump_boards_bit(passable, b->row_words, y, x) &&
         obstacles <= b->map->rules->corner_obstacles;
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

// Makes columns of rows, or rows of columns: `to` has `to_lines` lines.
static void jump_boards_transpose(const uint64_t *from, size_t from_words, int from_lines,
                                  uint64_t *to, size_t to_words, int to_lines) {
  uint64_t block[64];
  for (int top = 0; top < from_lines; top += 64) {
    int rows = from_lines - top < 64 ? from_lines - top : 64;
    for (size_t word = 0; word < from_words; word++) {
      for (int i = 0; i < 64; i++) {
        block[i] = i < rows ? from[(size_t)(top + i) * from_words + word] : 0;
      }
      jump_boards_transpose_block(block);
      for (int i = 0; i < 64 && (int)word * 64 + i < to_lines; i++) {
        to[((size_t)word * 64 + (size_t)i) * to_words + (size_t)(top / 64)] = block[i];
      }
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
  int obstacles = b->map->rules->corner_obstacles;
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
  astar_diagonal rule = b->map->rules->diagonal;
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

static void jump_boards_fill_diagonal_turns(jump_boards *b, int direction,
                                            const uint64_t *reach_rows) {
  int dx = direction_dx[direction], dy = direction_dy[direction];
  const uint64_t *across = b->reach[dx < 0 ? 3 : 1];
  size_t row = b->row_words * sizeof(uint64_t);
  memset(b->turns[direction], 0xff, row); // the border ends every run
  memset(b->turns[direction] + (size_t)(b->height - 1) * b->row_words, 0xff, row);
  for (int y = 1; y < b->height - 1; y++) {
    jump_boards_lines l = jump_boards_lines_at(b, true, y);
    size_t line = (size_t)y * l.words;
    for (size_t i = 0; i < l.words; i++) {
      b->turns[direction][line + i] = across[line + i] | reach_rows[line + i] |
                                      ~jump_boards_diagonals(b, &l, i, dx, dy) |
                                      jump_boards_diagonal_forced(b, &l, i, dx, dy);
    }
  }
}

static void jump_boards_build_diagonal_turns(jump_boards *b, uint64_t *scratch) {
  for (int down = 0; down <= 2; down += 2) { // N and S
    jump_boards_transpose(b->reach[down], b->column_words, b->width, scratch,
                          b->row_words, b->height);
    for (int d = 4; d < DIRECTIONS; d++) {
      if ((direction_dy[d] < 0) == (down == 0))
        jump_boards_fill_diagonal_turns(b, d, scratch);
    }
  }
}

static void jump_boards_build_straight_turns(jump_boards *b, uint64_t *scratch) {
  size_t size = b->row_words * (size_t)b->height;
  for (size_t i = 0; i < size; i++) {
    scratch[i] = ~b->map->passable[i] | b->reach[1][i] | b->reach[3][i];
  }
  jump_boards_transpose(scratch, b->row_words, b->height, b->turns[0], b->column_words,
                        b->width);
  memcpy(b->turns[2], b->turns[0], b->column_words * (size_t)b->width * sizeof(uint64_t));
}

static size_t jump_boards_row_bytes(const jump_boards *b) {
  return b->row_words * (size_t)b->height * sizeof(uint64_t);
}

static size_t jump_boards_column_bytes(const jump_boards *b) {
  return b->column_words * (size_t)b->width * sizeof(uint64_t);
}

static bool jump_boards_build(jump_boards *b, memory *m) {
  uint64_t *scratch = (uint64_t *)memory_new(m, jump_boards_row_bytes(b));
  if (scratch == NULL) return false;
  jump_boards_transpose(b->map->passable, b->row_words, b->height, b->columns,
                        b->column_words, b->width);
  for (int d = 0; d < 4; d++) {
    int lines = jump_boards_is_row(d) ? b->height : b->width;
    for (int line = 1; line < lines - 1; line++) jump_boards_fill_line(b, d, line);
  }
  if (b->has_diagonals) {
    jump_boards_build_diagonal_turns(b, scratch);
  } else {
    jump_boards_build_straight_turns(b, scratch);
  }
  memory_free(m, scratch, jump_boards_row_bytes(b));
  return true;
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

void jump_boards_free(jump_boards *b, costmap *map) {
  if (b == NULL) return;
  memory *m = &map->grid->memory;
  memory_free(m, b->columns, jump_boards_column_bytes(b));
  for (int i = 0; i < JUMP_BOARDS_SLOTS; i++) {
    memory_free(m, *jump_boards_slot(b, i), jump_boards_slot_bytes(b, i));
  }
  memory_free(m, b, sizeof *b);
}

static jump_boards *jump_boards_new(costmap *map) {
  memory *m = &map->grid->memory;
  jump_boards *b = (jump_boards *)memory_new(m, sizeof *b);
  if (b == NULL) return NULL;
  b->map = map;
  b->width = map->grid->width + 2;
  b->height = map->grid->height + 2;
  b->row_words = map->words;
  b->column_words = ((size_t)b->height + 63) / 64;
  b->has_diagonals = map->move_count == DIRECTIONS;
  b->columns = (uint64_t *)memory_new(m, jump_boards_column_bytes(b));
  bool complete = b->columns != NULL;
  for (int i = 0; i < JUMP_BOARDS_SLOTS && complete; i++) {
    size_t size = jump_boards_slot_bytes(b, i);
    if (size == 0) continue;
    *jump_boards_slot(b, i) = (uint64_t *)memory_new(m, size);
    complete = *jump_boards_slot(b, i) != NULL;
  }
  if (complete) return b;
  jump_boards_free(b, map);
  return NULL;
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

static void jump_boards_repair_columns(jump_boards *b, costmap_area area) {
  for (int y = area.top; y < area.bottom; y++) {
    for (int x = area.left; x < area.right; x++) {
      uint64_t *word = &b->columns[(size_t)x * b->column_words + ((size_t)y >> 6)];
      uint64_t mask = (uint64_t)1 << (y & 63);
      bool passable = jump_boards_bit(b->map->passable, b->row_words, y, x);
      *word = passable ? *word | mask : *word & ~mask;
    }
  }
}

// Brings the boards up to date with what happened to the tiles of an area, which includes
// those beside them.
static void jump_boards_repair(jump_boards *b, costmap_area area) {
  uint64_t fresh[(ASTAR_MAX_SIDE + 2 + 63) / 64];
  int left = area.left + 1, top = area.top + 1, right = area.right + 1;
  int bottom = area.bottom + 1; // with border
  jump_boards_repair_columns(b, (costmap_area){left, top, right, bottom});
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

// Whether the journal tells all that happened since, and repairing is less than
// rebuilding.
static bool jump_boards_can_repair(const jump_boards *b) {
  const astar_grid *grid = b->map->grid;
  uint64_t lines = 0;
  for (uint64_t r = b->revision; r < grid->revision; r++) {
    const grid_change *change = journal_change_after(grid, r);
    if (change == NULL) return false;
    if (change->kind != CHANGE_GROUND) continue;
    costmap_area area = costmap_affected_area(b->map, change);
    lines += (uint64_t)(area.right - area.left + area.bottom - area.top);
  }
  return lines < (uint64_t)(grid->width + grid->height) / 4 + MEMORY_LIMIT(16, 4);
}

astar_status jump_boards_update(costmap *map) {
  jump_boards *b = map->jump_boards;
  const astar_grid *grid = map->grid;
  if (b != NULL && b->revision == grid->revision) return ASTAR_OK;
  if (b != NULL && jump_boards_can_repair(b)) {
    for (; b->revision < grid->revision; b->revision++) {
      const grid_change *change = journal_change_after(grid, b->revision);
      if (change->kind == CHANGE_GROUND)
        jump_boards_repair(b, costmap_affected_area(map, change));
    }
    return ASTAR_OK;
  }
  if (b == NULL) b = map->jump_boards = jump_boards_new(map);
  if (b == NULL || !jump_boards_build(b, &map->grid->memory)) {
    jump_boards_free(b, map); // it stands for nothing
    map->jump_boards = NULL;
    return ASTAR_NO_MEMORY;
  }
  b->revision = grid->revision;
  return ASTAR_OK;
}
