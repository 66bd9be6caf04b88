// Builds corner boards in slices, and reads links and edges from them.
#include "index/corner_boards.h"

#include <string.h>

#include "base/bits.h"
#include "base/inline.h"

// --------------------------------------------------------------------------- the build

// The memory of a build. Bitmaps have `row_words` words per row or `column_words` per
// column. Index `2 * type + direction`: direction 0 is north, 1 south.
typedef struct corner_builder {
  size_t words;                       ///< of all arrays together, which follow the struct
  uint64_t *passable;                 ///< by row
  uint64_t *across[2 * CORNER_TYPES]; ///< CORNER_BOARDS_ACROSS by row
  uint64_t *along[2 * CORNER_TYPES];  ///< CORNER_BOARDS_ALONG by column
  uint64_t *legal[2 * CORNER_TYPES];  ///< legal major steps from the tiles of one row
  uint64_t *band;                     ///< 64 rows
  uint64_t *doubled;                  ///< 64 rows, each twice in a line
} corner_builder;

// Phases of a build.
enum {
  CORNER_BOARDS_BEGIN,
  CORNER_BOARDS_FIND,    // the corners, and stops by row
  CORNER_BOARDS_NUMBER,  // the corners
  CORNER_BOARDS_COLUMNS, // stops by column
  CORNER_BOARDS_SIGHT,   // from where a link leads to a corner
  CORNER_BOARDS_MAJORS,  // major lines
  CORNER_BOARDS_DONE
};

static size_t corner_boards_doubled_words(const corner_boards *b) {
  return 2 * b->row_words + 1;
}

// The words of `block`, with room to align it to a cache line.
static size_t corner_boards_block_words(const corner_boards *b) {
  size_t rows = (size_t)b->height * b->row_words,
         columns = (size_t)b->width * b->column_words;
  return 4 * rows + 2 * columns + 2 * CORNER_BOARDS_WORDS * columns +
         2 * CORNER_BOARDS_WORDS;
}

static void corner_boards_fini_builder(corner_boards *b) {
  if (b->builder == NULL) return;
  memory_free(b->memory, b->builder,
              sizeof *b->builder + b->builder->words * sizeof(uint64_t));
  b->builder = NULL;
}

void corner_boards_fini(corner_boards *b) {
  if (b->memory == NULL) return;
  corner_boards_fini_builder(b);
  memory_free(b->memory, b->block, corner_boards_block_words(b) * sizeof *b->block);
  memory_free(b->memory, b->x, 2 * (size_t)b->count * sizeof *b->x);
  memset(b, 0, sizeof *b);
}

size_t corner_boards_bytes(const corner_boards *b) {
  if (b->block == NULL) return 0;
  return corner_boards_block_words(b) * sizeof *b->block +
         2 * (size_t)b->count * sizeof *b->x;
}

static bool corner_boards_begin_builder(corner_boards *b) {
  size_t rows = (size_t)b->height * b->row_words;
  size_t columns = b->has_diagonals ? (size_t)b->width * b->column_words : 0;
  size_t words = 5 * rows + 4 * columns + 4 * b->row_words + 64 * b->row_words +
                 64 * corner_boards_doubled_words(b);
  corner_builder *made = (corner_builder *)memory_new(
      b->memory, sizeof(corner_builder) + words * sizeof(uint64_t));
  if (made == NULL) return false;
  uint64_t *next = (uint64_t *)(void *)(made + 1);
  made->words = words;
  made->passable = next, next += rows;
  for (int i = 0; i < 2 * CORNER_TYPES; i++) {
    made->across[i] = next, next += rows;
    made->along[i] = next, next += columns;
    made->legal[i] = next, next += b->row_words;
  }
  made->band = next, next += 64 * b->row_words;
  made->doubled = next;
  b->builder = made;
  return true;
}

// Allocates the boards, and copies the passable tiles.
static bool corner_boards_begin(corner_boards *b, const costmap *map) {
  const astar_rules *rules = map->rules;
  b->memory = &map->grid->memory;
  b->width = map->grid->width + 2, b->height = map->grid->height + 2;
  b->has_diagonals = rules->move_count == DIRECTIONS;
  b->corner_obstacles = b->has_diagonals ? rules->corner_obstacles : 0;
  b->straight = rules->straight_units;
  b->diagonal = b->has_diagonals ? rules->diagonal_units : 2 * rules->straight_units;
  b->row_words = map->tiles->words, b->column_words = ((size_t)b->height + 63) / 64;
  size_t rows = (size_t)b->height * b->row_words;
  size_t columns = (size_t)b->width * b->column_words;
  if (b->block == NULL) {
    b->block = (uint64_t *)memory_new(b->memory,
                                      corner_boards_block_words(b) * sizeof *b->block);
  }
  if (b->block == NULL || !corner_boards_begin_builder(b)) return false;
  size_t past = (uintptr_t)b->block / sizeof *b->block % CORNER_BOARDS_WORDS;
  b->majors[0] = b->block + (CORNER_BOARDS_WORDS - past) % CORNER_BOARDS_WORDS;
  b->majors[1] = b->majors[0] + CORNER_BOARDS_WORDS * columns;
  b->rows = b->majors[1] + CORNER_BOARDS_WORDS * columns;
  b->columns = b->rows + 4 * rows;
  memcpy(b->builder->passable, map->tiles->passable, rows * sizeof(uint64_t));
  return true;
}

// --------------------------------------------------------------------------- 64 tiles

// Word i of a row, where each tile has the bit of the tile beside it: dx 1 to the east,
// -1 to the west.
static uint64_t corner_boards_beside(const corner_boards *b, const uint64_t *row,
                                     size_t i, int dx) {
  if (dx < 0) return row[i] << 1 | (i > 0 ? row[i - 1] >> 63 : 0);
  return row[i] >> 1 | (i + 1 < b->row_words ? row[i + 1] << 63 : 0);
}

// The tiles of word i of row `from` that have a legal major step to the adjacent row
// `to`: diagonal to the east or west (dx 1, -1), vertical (0).
static uint64_t corner_boards_steps(const corner_boards *b, const uint64_t *from,
                                    const uint64_t *to, size_t i, int dx) {
  if (dx == 0) return from[i] & to[i];
  uint64_t ends = from[i] & corner_boards_beside(b, to, i, dx);
  uint64_t across = corner_boards_beside(b, from, i, dx), along = to[i];
  if (b->corner_obstacles == 0) return ends & across & along;
  return b->corner_obstacles == 1 ? ends & (across | along) : ends;
}

// The horizontal part of a major step of a type to the north (direction 0) or south.
static int corner_boards_dx(const corner_boards *b, int type, int direction) {
  if (!b->has_diagonals) return 0;
  return type == direction ? 1 : -1;
}

// Three adjacent rows of passable tiles; `level` is the middle one.
typedef struct corner_boards_three {
  const uint64_t *above, *level, *below;
} corner_boards_three;

static corner_boards_three corner_boards_at(const corner_boards *b, int y) {
  const uint64_t *level = b->builder->passable + (size_t)y * b->row_words;
  return (corner_boards_three){level - b->row_words, level, level + b->row_words};
}

// Fills `legal` for a row of the grid.
static void corner_boards_fill_legal(const corner_boards *b, int y) {
  corner_boards_three at = corner_boards_at(b, y);
  for (int type = 0; type < CORNER_TYPES; type++) {
    for (int direction = 0; direction < 2; direction++) {
      int dx = corner_boards_dx(b, type, direction);
      uint64_t *legal = b->builder->legal[2 * type + direction];
      const uint64_t *to = direction == 0 ? at.above : at.below;
      for (size_t i = 0; i < b->row_words; i++) {
        legal[i] = corner_boards_steps(b, at.level, to, i, dx);
      }
    }
  }
}

// The corners of word i of a row, for 4 neighbors: rule (2) with `ahead` 1 for type A.
static uint64_t corner_boards_straight_corners(const corner_boards *b,
                                               const corner_boards_three *at, size_t i,
                                               int ahead) {
  uint64_t back = at->above[i] & corner_boards_beside(b, at->level, i, -ahead) &
                  ~corner_boards_beside(b, at->above, i, -ahead);
  uint64_t on = at->below[i] & corner_boards_beside(b, at->level, i, ahead) &
                ~corner_boards_beside(b, at->below, i, ahead);
  return at->level[i] & (back | on);
}

// The same for 8 neighbors: rules (1) and (2), for type A (0) or B (1).
static uint64_t corner_boards_diagonal_corners(const corner_boards *b,
                                               const corner_boards_three *at, size_t i,
                                               int type) {
  int ahead = type == 0 ? 1 : -1;
  const uint64_t *norths = b->builder->legal[2 * type];
  const uint64_t *souths = b->builder->legal[2 * type + 1];
  uint64_t front = corner_boards_beside(b, at->level, i, ahead);
  uint64_t back = corner_boards_beside(b, at->level, i, -ahead);
  uint64_t above = at->above[i], below = at->below[i];
  uint64_t corners =
      back & (norths[i] | above) & ~corner_boards_beside(b, norths, i, -ahead);
  corners |= below & (norths[i] | front) &
             ~corner_boards_steps(b, at->below, at->level, i, ahead);
  corners |= front & (souths[i] | below) & ~corner_boards_beside(b, souths, i, ahead);
  corners |= above & (souths[i] | back) &
             ~corner_boards_steps(b, at->above, at->level, i, -ahead);
  return corners & at->level[i];
}

// The corners of word i around thin walls, of both types: rule (3).
static uint64_t corner_boards_thin_corners(const corner_boards *b,
                                           const corner_boards_three *at, size_t i) {
  if (b->corner_obstacles == 0) return 0;
  uint64_t *const *legal = b->builder->legal;
  uint64_t ne = legal[0][i], sw = legal[1][i], nw = legal[2][i], se = legal[3][i];
  return (ne & nw & ~at->above[i]) | (se & sw & ~at->below[i]) |
         (ne & se & ~corner_boards_beside(b, at->level, i, 1)) |
         (nw & sw & ~corner_boards_beside(b, at->level, i, -1));
}

static uint64_t corner_boards_corners(const corner_boards *b,
                                      const corner_boards_three *at, size_t i, int type) {
  if (!b->has_diagonals) {
    return corner_boards_straight_corners(b, at, i, type == 0 ? 1 : -1);
  }
  return corner_boards_diagonal_corners(b, at, i, type) |
         corner_boards_thin_corners(b, at, i);
}

// ------------------------------------------------------------------------------ phases

static uint64_t *corner_boards_row(const corner_boards *b, int y) {
  return b->rows + (size_t)y * b->row_words * 4;
}

// Finds the corners of a row.
static void corner_boards_find_row(corner_boards *b, int y) {
  uint64_t *row = corner_boards_row(b, y);
  bool is_border = y == 0 || y == b->height - 1;
  if (!is_border) corner_boards_fill_legal(b, y);
  for (size_t i = 0; i < b->row_words; i++, row += 4) {
    row[0] = row[1] = ~(uint64_t)0;
    if (is_border) continue;
    corner_boards_three at = corner_boards_at(b, y);
    row[2] = at.level[i];
    for (int type = 0; type < CORNER_TYPES; type++) {
      uint64_t corners = corner_boards_corners(b, &at, i, type);
      row[type] = ~row[2] | corners;
      b->count += (uint32_t)bits_count(corners);
      if (type == 0) b->first_b += (uint32_t)bits_count(corners);
    }
  }
}

static bool corner_boards_begin_numbers(corner_boards *b) {
  if (b->x != NULL || b->count == 0) return true;
  b->x = (uint16_t *)memory_new(b->memory, 2 * (size_t)b->count * sizeof *b->x);
  if (b->x == NULL) return false;
  b->y = b->x + b->count;
  return true;
}

// Numbers the corners of a row. Word 3 of the row above has the numbers to begin with.
static void corner_boards_number_row(corner_boards *b, int y) {
  uint64_t *row = corner_boards_row(b, y);
  uint32_t next[CORNER_TYPES] = {0, b->first_b};
  if (y > 0) {
    for (int type = 0; type < CORNER_TYPES; type++) {
      next[type] = (uint32_t)(row[-1] >> (32 * type)) +
                   (uint32_t)bits_count(row[type - 4] & row[-2]);
    }
  }
  for (size_t i = 0; i < b->row_words; i++, row += 4) {
    row[3] = next[0] | (uint64_t)next[1] << 32;
    for (int type = 0; type < CORNER_TYPES; type++) {
      for (uint64_t left = row[type] & row[2]; left != 0; left &= left - 1) {
        b->x[next[type]] = (uint16_t)(i * 64 + (size_t)bits_lowest(left));
        b->y[next[type]++] = (uint16_t)y;
      }
    }
  }
}

// Fills the stops by column for the 64 rows from `top` on.
static void corner_boards_fill_columns(corner_boards *b, int top) {
  uint64_t bits[64];
  int rows = b->height - top < 64 ? b->height - top : 64;
  for (int type = 0; type < CORNER_TYPES; type++) {
    for (size_t word = 0; word < b->row_words; word++) {
      for (int i = 0; i < 64; i++) {
        bits[i] = i < rows ? corner_boards_row(b, top + i)[4 * word + (size_t)type] : 0;
      }
      bits_transpose(bits);
      uint64_t *column =
          b->columns + (word * 64 * b->column_words + (size_t)top / 64) * 2;
      for (int i = 0; i < 64 && (int)word * 64 + i < b->width; i++) {
        column[(size_t)type] = bits[i];
        column += 2 * b->column_words;
      }
    }
  }
}

// The first set bit of a line after bit `from`, or the last one before it. There must be
// one. Words of the line are `stride` words apart.
INLINE_ALWAYS int corner_boards_find(const uint64_t *line, size_t stride, int from,
                                     bool forward) {
  size_t i;
  uint64_t left;
  if (forward) {
    i = (size_t)(++from) >> 6;
    left = line[i * stride] >> (from & 63);
    if (left != 0) return from + bits_lowest(left);
    do {
      left = line[++i * stride];
    } while (left == 0);
    return (int)(i * 64) + bits_lowest(left);
  }
  i = (size_t)(--from) >> 6;
  left = line[i * stride] << (63 - (from & 63));
  if (left != 0) return from - 63 + bits_highest(left);
  do {
    left = line[--i * stride];
  } while (left == 0);
  return (int)(i * 64) + bits_highest(left);
}

// Fills the tiles of a line from which a straight link leads to the corner at `at`, by
// the rule of interest. The link leads forward or back along the line; `beside` is the
// line from which the major step came, `shift` 1 if that step also went along the line.
static void corner_boards_fill_sight(const uint64_t *line, const uint64_t *beside,
                                     size_t stride, int at, bool forward, int shift,
                                     uint64_t *sight) {
  if (forward) {
    int stop = corner_boards_find(line, stride, at, false) + 1;
    int nearer = corner_boards_find(beside, stride, at + 1 - shift, false) + shift;
    bits_fill(sight, stop > nearer ? stop : nearer, at, true);
  } else {
    int stop = corner_boards_find(line, stride, at, true);
    int nearer = corner_boards_find(beside, stride, at - 1 + shift, true) + 1 - shift;
    bits_fill(sight, at + 1, stop < nearer ? stop : nearer, true);
  }
}

// From which tiles links lead to a corner, after major steps in both directions.
static void corner_boards_fill_corner(corner_boards *b, uint32_t corner) {
  int type = corner >= b->first_b, x = b->x[corner], y = b->y[corner];
  size_t row_stride = 4 * b->row_words, column_stride = 2 * b->column_words;
  for (int direction = 0; direction < 2; direction++) {
    int dy = direction == 0 ? -1 : 1, dx = type == direction ? 1 : -1;
    const uint64_t *row = corner_boards_row(b, y) + type;
    const uint64_t *column = b->columns + (size_t)x * column_stride + type;
    const uint64_t *row_before = dy < 0 ? row + row_stride : row - row_stride;
    const uint64_t *column_before =
        dx > 0 ? column - column_stride : column + column_stride;
    int i = 2 * type + direction;
    corner_boards_fill_sight(row, row_before, 4, x, dx > 0, b->has_diagonals,
                             b->builder->across[i] + (size_t)y * b->row_words);
    if (!b->has_diagonals) continue;
    corner_boards_fill_sight(column, column_before, 2, y, dy > 0, 1,
                             b->builder->along[i] + (size_t)x * b->column_words);
  }
}

// -------------------------------------------------------------------------- major lines

// Copies 64 rows of a bitmap by column to `band`.
static void corner_boards_fetch_along(corner_boards *b, const uint64_t *along, int top) {
  uint64_t bits[64];
  for (size_t word = 0; word < b->row_words; word++) {
    for (int i = 0; i < 64; i++) {
      int x = (int)word * 64 + i;
      bits[i] = x < b->width ? along[(size_t)x * b->column_words + (size_t)top / 64] : 0;
    }
    bits_transpose(bits);
    for (size_t i = 0; i < 64; i++) b->builder->band[i * b->row_words + word] = bits[i];
  }
}

// Computes one kind of word of the major lines of a type for row y, by row.
static void corner_boards_fill_band_row(corner_boards *b, int type, int kind, int y,
                                        uint64_t *to) {
  int direction = kind == CORNER_BOARDS_STOPS ? 1 : 0; // from where a step enters a stop
  bool is_border = y == 0 || y == b->height - 1;
  int dx = corner_boards_dx(b, type, kind == CORNER_BOARDS_CLOSED ? 1 : direction);
  for (size_t i = 0; i < b->row_words; i++) {
    to[i] = ~(uint64_t)0;
    if (is_border) continue;
    corner_boards_three at = corner_boards_at(b, y);
    const uint64_t *from =
        direction == 1 || kind == CORNER_BOARDS_CLOSED ? at.below : at.above;
    to[i] = ~corner_boards_steps(b, at.level, from, i, dx);
    if (kind == CORNER_BOARDS_CLOSED) continue;
    const uint64_t *row = corner_boards_row(b, y) + 4 * i;
    to[i] |= row[type] & row[2];
  }
}

// Fills `band` with one kind of word of the major lines of a type.
static void corner_boards_fill_band(corner_boards *b, int type, int kind, int top,
                                    int rows) {
  corner_builder *builder = b->builder;
  int i = 2 * type + (kind >= CORNER_BOARDS_SOUTH);
  if (kind % CORNER_BOARDS_SOUTH == CORNER_BOARDS_ACROSS) {
    memcpy(builder->band, builder->across[i] + (size_t)top * b->row_words,
           (size_t)rows * b->row_words * sizeof *builder->band);
  } else if (kind % CORNER_BOARDS_SOUTH == CORNER_BOARDS_ALONG) {
    corner_boards_fetch_along(b, builder->along[i], top);
  } else {
    for (int row = 0; row < rows; row++) {
      corner_boards_fill_band_row(b, type, kind, top + row,
                                  builder->band + (size_t)row * b->row_words);
    }
  }
}

// Writes each row of `band` twice in a line, so that a window of 64 tiles may cross the
// right end of the map.
static void corner_boards_double_band(corner_boards *b, int rows) {
  size_t words = corner_boards_doubled_words(b);
  int last = b->width & 63, by = b->width >> 6;
  for (int row = 0; row < rows; row++) {
    uint64_t *from = b->builder->band + (size_t)row * b->row_words;
    uint64_t *to = b->builder->doubled + (size_t)row * words;
    if (last != 0) from[b->row_words - 1] &= ((uint64_t)1 << last) - 1;
    memcpy(to, from, b->row_words * sizeof *to);
    memset(to + b->row_words, 0, (words - b->row_words) * sizeof *to);
    for (size_t i = 0; i < b->row_words; i++) {
      to[i + (size_t)by] |= from[i] << last;
      if (last != 0) to[i + (size_t)by + 1] |= from[i] >> (64 - last);
    }
  }
}

// The column of the first tile of a window: where line `line` meets row y.
static int corner_boards_column(const corner_boards *b, int type, int line, int y) {
  if (!b->has_diagonals) return line;
  int shift = y % b->width, x = type == 0 ? line + b->width - shift : line + shift;
  return x < b->width ? x : x - b->width;
}

// Copies `band` to word `kind` of the major lines. Bits of 64 lines in one row are a
// window of that row; 64 windows are transposed.
static void corner_boards_skew(corner_boards *b, int type, int kind, int top, int rows) {
  uint64_t bits[64] = {0};
  size_t words = corner_boards_doubled_words(b);
  for (int line = 0; line < b->width; line += 64) {
    for (int i = 0; i < rows; i++) {
      int from = corner_boards_column(b, type, line, top + i), shift = from & 63;
      const uint64_t *word = b->builder->doubled + (size_t)i * words + (from >> 6);
      bits[i] = shift == 0 ? word[0] : word[0] >> shift | word[1] << (64 - shift);
    }
    for (int i = rows; i < 64; i++) bits[i] = 0;
    bits_transpose(bits);
    uint64_t *to = b->majors[type] + ((size_t)line * b->column_words + (size_t)top / 64) *
                                         CORNER_BOARDS_WORDS;
    for (int i = 0; i < 64 && line + i < b->width; i++) {
      to[kind] = bits[i];
      to += b->column_words * CORNER_BOARDS_WORDS;
    }
  }
}

static void corner_boards_fill_majors(corner_boards *b, int top) {
  int rows = b->height - top < 64 ? b->height - top : 64;
  for (int type = 0; type < CORNER_TYPES; type++) {
    for (int kind = 0; kind <= CORNER_BOARDS_CLOSED; kind++) {
      if (!b->has_diagonals && kind % CORNER_BOARDS_SOUTH == CORNER_BOARDS_ALONG)
        continue;
      corner_boards_fill_band(b, type, kind, top, rows);
      corner_boards_double_band(b, rows);
      corner_boards_skew(b, type, kind, top, rows);
    }
  }
}

// ------------------------------------------------------------------------------- slices

// The number of portions of the current phase. `*work` is the work of each [tiles].
static int corner_boards_portions(const corner_boards *b, int64_t *work) {
  int64_t row = b->width / 8 + 1;
  switch (b->phase) {
  case CORNER_BOARDS_FIND: *work = 2 * row; return b->height;
  case CORNER_BOARDS_NUMBER: *work = row; return b->height;
  case CORNER_BOARDS_COLUMNS: *work = 64 * row; return (b->height + 63) / 64;
  case CORNER_BOARDS_SIGHT: *work = 64; return (int)((b->count + 63) / 64);
  case CORNER_BOARDS_MAJORS: *work = 512 * row; return (b->height + 63) / 64;
  default: *work = 0; return 0;
  }
}

static void corner_boards_do_portion(corner_boards *b, int at) {
  switch (b->phase) {
  case CORNER_BOARDS_FIND: corner_boards_find_row(b, at); break;
  case CORNER_BOARDS_NUMBER: corner_boards_number_row(b, at); break;
  case CORNER_BOARDS_COLUMNS: corner_boards_fill_columns(b, 64 * at); break;
  case CORNER_BOARDS_SIGHT:
    for (uint32_t i = 64 * (uint32_t)at, end = i + 64; i < end && i < b->count; i++) {
      corner_boards_fill_corner(b, i);
    }
    break;
  default: corner_boards_fill_majors(b, 64 * at); break;
  }
}

// Begins the phase after the current one.
static astar_status corner_boards_next_phase(corner_boards *b, const costmap *map) {
  if (b->phase == CORNER_BOARDS_BEGIN && !corner_boards_begin(b, map)) {
    return ASTAR_NO_MEMORY;
  }
  if (b->phase == CORNER_BOARDS_FIND) {
    if (b->count > CORNER_BOARDS_MAX) {
      b->count = 0;
      return ASTAR_TOO_LARGE;
    }
    if (!corner_boards_begin_numbers(b)) return ASTAR_NO_MEMORY;
  }
  b->phase++;
  b->at = 0;
  return ASTAR_OK;
}

astar_status corner_boards_build(corner_boards *b, const costmap *map, budget *work) {
  while (b->phase < CORNER_BOARDS_DONE) {
    int64_t portion;
    for (int end = corner_boards_portions(b, &portion); b->at < end; b->at++) {
      if (!budget_take(work, portion)) return ASTAR_RUNNING;
      corner_boards_do_portion(b, b->at);
    }
    astar_status status = corner_boards_next_phase(b, map);
    if (status != ASTAR_OK) return status;
  }
  corner_boards_fini_builder(b);
  b->is_complete = true;
  return ASTAR_OK;
}

// -------------------------------------------------------------------------------- links

// Whether a tile that stops scans of a type is a corner. O(1).
INLINE_ALWAYS bool corner_boards_is_corner(const uint64_t *row, int x) {
  return (row[4 * (size_t)(x >> 6) + 2] >> (x & 63) & 1) != 0;
}

// The number of the corner of a type at column x of a row.
INLINE_ALWAYS uint32_t corner_boards_number(const uint64_t *row, int type, int x) {
  const uint64_t *word = row + 4 * (size_t)(x >> 6);
  uint64_t before = word[type] & word[2] & (((uint64_t)1 << (x & 63)) - 1);
  return (uint32_t)(word[3] >> (32 * type)) + (uint32_t)bits_count(before);
}

// Where links begin and where the path ends.
typedef struct corner_boards_view {
  int x, y;
  int target_x, target_y;
} corner_boards_view;

// Writes the link to the corner of a type at (x, y), which `row` contains.
INLINE_ALWAYS corner_link *corner_boards_add(const corner_boards *b,
                                             const corner_boards_view *v,
                                             const uint64_t *row, int type, bool south,
                                             int x, int y, uint32_t length,
                                             corner_link *link) {
  link->length = length;
  link->node = 2 * corner_boards_number(row, type, x) + south;
  link->bound = length + corner_boards_distance(b, x, y, v->target_x, v->target_y);
  return link + 1;
}

INLINE_ALWAYS uint32_t corner_boards_abs(int x) { return (uint32_t)(x < 0 ? -x : x); }

// Writes the links of one quadrant: type A to the north is NE, type B to the north NW.
INLINE_ALWAYS corner_link *corner_boards_see(const corner_boards *b,
                                             const corner_boards_view *v, int type,
                                             bool south, bool has_diagonals,
                                             corner_link *link) {
  const bool east = (type == 0) != south;
  const int major_dx =
      has_diagonals ? (type == 0 ? -1 : 1) : 0; // for a step to the south
  const size_t row_words = 4 * b->row_words, column_words = 2 * b->column_words;
  const uint32_t straight = b->straight, major = has_diagonals ? b->diagonal : straight;
  const int x0 = v->x, y0 = v->y;
  uint32_t across, along = 0; // the least straight part so far [tiles]
  {                           // straight east or west
    const uint64_t *row = b->rows + (size_t)y0 * row_words;
    int stop = corner_boards_find(row + type, 4, x0, east);
    across = corner_boards_abs(stop - x0);
    if (corner_boards_is_corner(row, stop)) {
      link = corner_boards_add(b, v, row, type, south, stop, y0, across * straight, link);
    }
  }
  if (has_diagonals) { // straight north or south
    int stop =
        corner_boards_find(b->columns + (size_t)x0 * column_words + type, 2, y0, south);
    const uint64_t *row = b->rows + (size_t)stop * row_words;
    along = corner_boards_abs(stop - y0);
    if (corner_boards_is_corner(row, x0)) {
      link = corner_boards_add(b, v, row, type, south, x0, stop, along * straight, link);
    }
  }
  const uint64_t *line = b->majors[type] + (size_t)corner_boards_line(b, type, x0, y0) *
                                               b->column_words * CORNER_BOARDS_WORDS;
  const uint64_t *closed = line + CORNER_BOARDS_CLOSED;
  if (south) line += CORNER_BOARDS_SOUTH;
  int end = corner_boards_find(line, CORNER_BOARDS_WORDS, y0, south);
  int step = south ? end - 1 : end; // the last step, by its upper row
  if ((closed[(size_t)(step >> 6) * CORNER_BOARDS_WORDS] >> (step & 63) & 1) == 0) {
    link = corner_boards_add(b, v, b->rows + (size_t)end * row_words, type, south,
                             x0 + major_dx * (end - y0), end,
                             corner_boards_abs(end - y0) * major, link);
  }
  // The tiles of interest strictly between y0 and `end`, from y0 on.
  for (int kind = CORNER_BOARDS_ACROSS;
       kind <= (has_diagonals ? CORNER_BOARDS_ALONG : CORNER_BOARDS_ACROSS); kind++) {
    const uint64_t *words = line + kind;
    int first = south ? y0 + 1 : y0 - 1, last = south ? end - 1 : end + 1;
    if (south ? first > last : first < last) continue;
    uint64_t clip =
        south ? ~(uint64_t)0 << (first & 63) : ~(uint64_t)0 >> (63 - (first & 63));
    for (int i = first >> 6;; i += south ? 1 : -1) {
      uint64_t left = words[(size_t)i * CORNER_BOARDS_WORDS] & clip;
      if (i == last >> 6) {
        left &= south ? ~(uint64_t)0 >> (63 - (last & 63)) : ~(uint64_t)0 << (last & 63);
      }
      while (left != 0) {
        int bit = south ? bits_lowest(left) : bits_highest(left);
        left ^= (uint64_t)1 << bit;
        int y = i * 64 + bit, x = x0 + major_dx * (y - y0);
        uint32_t steps = corner_boards_abs(y - y0) * major;
        if (kind == CORNER_BOARDS_ACROSS) {
          const uint64_t *row = b->rows + (size_t)y * row_words;
          int stop = corner_boards_find(row + type, 4, x, east);
          uint32_t rest = corner_boards_abs(stop - x);
          if (rest >= across) continue;
          across = rest;
          link = corner_boards_add(b, v, row, type, south, stop, y,
                                   steps + rest * straight, link);
        } else {
          int stop = corner_boards_find(b->columns + (size_t)x * column_words + type, 2,
                                        y, south);
          uint32_t rest = corner_boards_abs(stop - y);
          if (rest >= along) continue;
          along = rest;
          link = corner_boards_add(b, v, b->rows + (size_t)stop * row_words, type, south,
                                   x, stop, steps + rest * straight, link);
        }
      }
      if (i == last >> 6) break;
      clip = ~(uint64_t)0;
    }
  }
  return link;
}

size_t corner_boards_connect(const corner_boards *b, int x, int y, int target_x,
                             int target_y, corner_link *links) {
  corner_boards_view v = {x, y, target_x, target_y};
  corner_link *link = links;
  if (b->has_diagonals) {
    link = corner_boards_see(b, &v, 0, false, true, link);
    link = corner_boards_see(b, &v, 0, true, true, link);
    link = corner_boards_see(b, &v, 1, false, true, link);
    link = corner_boards_see(b, &v, 1, true, true, link);
  } else {
    link = corner_boards_see(b, &v, 0, false, false, link);
    link = corner_boards_see(b, &v, 0, true, false, link);
    link = corner_boards_see(b, &v, 1, false, false, link);
    link = corner_boards_see(b, &v, 1, true, false, link);
  }
  return (size_t)(link - links);
}

// -------------------------------------------------------------------------------- edges

// Whether a diagonal step by (dx, dy) from a passable tile is legal.
static bool corner_boards_can_step(const corner_boards *b, int x, int y, int dx, int dy) {
  int obstacles =
      !corner_boards_is_passable(b, x + dx, y) + !corner_boards_is_passable(b, x, y + dy);
  return corner_boards_is_passable(b, x + dx, y + dy) && obstacles <= b->corner_obstacles;
}

// Whether the tile (wall_dx, wall_dy) beside a corner is a thin wall: impassable, with
// legal diagonal steps from the corner past both of its ends.
static bool corner_boards_has_thin_wall(const corner_boards *b, int x, int y, int wall_dx,
                                        int wall_dy) {
  int dx = wall_dx == 0 ? 1 : wall_dx, dy = wall_dy == 0 ? 1 : wall_dy;
  return !corner_boards_is_passable(b, x + wall_dx, y + wall_dy) &&
         corner_boards_can_step(b, x, y, dx, dy) &&
         corner_boards_can_step(b, x, y, wall_dx == 0 ? -dx : dx,
                                wall_dy == 0 ? -dy : dy);
}

size_t corner_boards_edges(const corner_boards *b, uint32_t node, corner_link *links) {
  uint32_t corner = node >> 1;
  int type = corner >= b->first_b, other = 1 - type;
  bool south = (node & 1) != 0, east = (type == 0) != south;
  int x = b->x[corner], y = b->y[corner], dx = east ? 1 : -1, dy = south ? 1 : -1;
  corner_boards_view v = {x, y, x, y};
  corner_link *link = links;
  // the links of its quadrant
  if (b->has_diagonals) {
    if (type == 0) {
      link = south ? corner_boards_see(b, &v, 0, true, true, link)
                   : corner_boards_see(b, &v, 0, false, true, link);
    } else {
      link = south ? corner_boards_see(b, &v, 1, true, true, link)
                   : corner_boards_see(b, &v, 1, false, true, link);
    }
  } else {
    if (type == 0) {
      link = south ? corner_boards_see(b, &v, 0, true, false, link)
                   : corner_boards_see(b, &v, 0, false, false, link);
    } else {
      link = south ? corner_boards_see(b, &v, 1, true, false, link)
                   : corner_boards_see(b, &v, 1, false, false, link);
    }
  }
  // changes of the quadrant, straight ahead
  const uint64_t *row = corner_boards_row(b, y);
  int stop = corner_boards_find(row + other, 4, x, east);
  if (corner_boards_is_corner(row, stop)) {
    link = corner_boards_add(b, &v, row, other, !south, stop, y,
                             corner_boards_abs(stop - x) * b->straight, link);
  }
  stop = corner_boards_find(b->columns + (size_t)x * 2 * b->column_words + other, 2, y,
                            south);
  const uint64_t *there = corner_boards_row(b, stop);
  if (corner_boards_is_corner(there, x)) {
    link = corner_boards_add(b, &v, there, other, south, x, stop,
                             corner_boards_abs(stop - y) * b->straight, link);
  }
  // around thin walls
  if (b->corner_obstacles > 0) {
    if (corner_boards_has_thin_wall(b, x, y, 0, -dy)) {
      link = corner_boards_add(b, &v, row, other, !south, x, y, 0, link);
    }
    if (corner_boards_has_thin_wall(b, x, y, -dx, 0)) {
      link = corner_boards_add(b, &v, row, other, south, x, y, 0, link);
    }
  }
  return (size_t)(link - links);
}
