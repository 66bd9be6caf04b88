// Builds corner boards: corners, stops, numbers, tiles of interest, major lines.
//
// corner_boards.c defines the corners, and proves that they suffice. Their conditions
// depend on three rows, so they are computed for 64 tiles at a time, by operations on
// words of legal steps.
//
// A tile is of interest if its straight scan ends at a corner, and sooner than that of
// the tile before it on the major line: e(k) < e(k-1). For a corner w these tiles are an
// interval of the row of w:
//
//     # . o o w .      The tiles o. The scan of the other one also ends at w, but later
//     . # . . . .      than that of the tile before it, which ends at #.
//
// The interval begins behind the last stop before w, and behind the last stop before w in
// the row that major steps come from, moved along by such a step. So each corner fills
// two intervals for each of its quadrants, by row and by column.
//
// Bits by row or by column become bits by major line in blocks of 64 x 64, which are
// transposed (base/bit_lines).
#include "index/corner_boards.h"

#include <string.h>

#include "base/bit_lines.h"

// The phases of a build.
enum {
  CORNER_BUILDER_FIND,    // the corners, and stops by row
  CORNER_BUILDER_NUMBER,  // the corners
  CORNER_BUILDER_COLUMNS, // stops by column
  CORNER_BUILDER_SIGHT,   // tiles of interest
  CORNER_BUILDER_MAJORS,  // major lines
  CORNER_BUILDER_DONE
};

// Bitmaps have `row_words` words per row or `column_words` per column. Index `2 * type +
// direction`: direction 0 is north, 1 south.
// The arrays follow the struct.
struct corner_builder {
  int phase, at;                      ///< the progress
  uint64_t *passable;                 ///< by row
  uint64_t *across[2 * CORNER_TYPES]; ///< CORNER_BOARDS_ACROSS by row
  uint64_t *along[2 * CORNER_TYPES];  ///< CORNER_BOARDS_ALONG by column
  uint64_t *legal[2 * CORNER_TYPES];  ///< legal major steps from the tiles of one row
  uint64_t *band;                     ///< 64 rows
};

// Begins a build of allocated boards: copies the passable tiles.
static bool corner_builder_begin(corner_boards *b, const costmap *map) {
  size_t rows = (size_t)b->height * b->row_words;
  size_t columns = b->has_diagonals ? (size_t)b->width * b->column_words : 0;
  size_t words = 5 * rows + 4 * columns + 4 * b->row_words + 64 * b->row_words;
  size_t bytes = sizeof *b->builder + words * sizeof(uint64_t);
  struct corner_builder *made = (struct corner_builder *)memory_new(b->memory, bytes);
  if (made == NULL) return false;
  uint64_t *next = (uint64_t *)(void *)(made + 1);
  made->passable = next, next += rows;
  for (int i = 0; i < 2 * CORNER_TYPES; i++) {
    made->across[i] = next, next += rows;
    made->along[i] = next, next += columns;
    made->legal[i] = next, next += b->row_words;
  }
  made->band = next;
  memcpy(made->passable, map->tiles->passable, rows * sizeof *made->passable);
  b->builder = made;
  b->builder_bytes = bytes;
  return true;
}

// --------------------------------------------------------------------------- 64 tiles

// The tiles of word i of row `from` that have a legal major step to the adjacent row
// `to`: diagonal to the east or west (dx 1, -1), vertical (0).
static uint64_t corner_builder_steps(const corner_boards *b, const uint64_t *from,
                                     const uint64_t *to, size_t i, int dx) {
  if (dx == 0) return from[i] & to[i];
  uint64_t ends = from[i] & bits_beside(to, b->row_words, i, dx);
  return ends &
         corner_rule_pass(b->corner_rule, bits_beside(from, b->row_words, i, dx), to[i]);
}

// The horizontal part of a major step of a type to the north (direction 0) or south.
static int corner_builder_dx(const corner_boards *b, int type, int direction) {
  if (!b->has_diagonals) return 0;
  return type == direction ? 1 : -1;
}

// Three adjacent rows of passable tiles; `level` is the middle one.
typedef struct corner_builder_three {
  const uint64_t *above, *level, *below;
} corner_builder_three;

static corner_builder_three corner_builder_at(const corner_boards *b, int y) {
  const uint64_t *level = b->builder->passable + (size_t)y * b->row_words;
  return (corner_builder_three){level - b->row_words, level, level + b->row_words};
}

// Fills `legal` for a row of the grid.
static void corner_builder_fill_legal(const corner_boards *b, int y) {
  corner_builder_three at = corner_builder_at(b, y);
  for (int type = 0; type < CORNER_TYPES; type++) {
    for (int direction = 0; direction < 2; direction++) {
      int dx = corner_builder_dx(b, type, direction);
      uint64_t *legal = b->builder->legal[2 * type + direction];
      const uint64_t *to = direction == 0 ? at.above : at.below;
      for (size_t i = 0; i < b->row_words; i++)
        legal[i] = corner_builder_steps(b, at.level, to, i, dx);
    }
  }
}

// The corners of word i of a row, for 4 neighbors: case 2, with `ahead` 1 for type A.
static uint64_t corner_builder_straight_corners(const corner_boards *b,
                                                const corner_builder_three *at, size_t i,
                                                int ahead) {
  uint64_t back = at->above[i] & bits_beside(at->level, b->row_words, i, -ahead) &
                  ~bits_beside(at->above, b->row_words, i, -ahead);
  uint64_t on = at->below[i] & bits_beside(at->level, b->row_words, i, ahead) &
                ~bits_beside(at->below, b->row_words, i, ahead);
  return at->level[i] & (back | on);
}

// The same for 8 neighbors: cases 1 and 2. Case 2 is the same walked back, so it is in
// two of the four terms only.
static uint64_t corner_builder_diagonal_corners(const corner_boards *b,
                                                const corner_builder_three *at, size_t i,
                                                int type) {
  int ahead = type == 0 ? 1 : -1;
  const uint64_t *norths = b->builder->legal[2 * type];
  const uint64_t *souths = b->builder->legal[2 * type + 1];
  uint64_t front = bits_beside(at->level, b->row_words, i, ahead);
  uint64_t back = bits_beside(at->level, b->row_words, i, -ahead);
  uint64_t above = at->above[i], below = at->below[i];
  uint64_t corners =
      back & (norths[i] | above) & ~bits_beside(norths, b->row_words, i, -ahead);
  corners |= below & (norths[i] | front) &
             ~corner_builder_steps(b, at->below, at->level, i, ahead);
  corners |= front & souths[i] & ~bits_beside(souths, b->row_words, i, ahead);
  corners |=
      above & souths[i] & ~corner_builder_steps(b, at->above, at->level, i, -ahead);
  return corners & at->level[i];
}

// The corners of word i around thin walls, of both types: case 3.
static uint64_t corner_builder_thin_corners(const corner_boards *b,
                                            const corner_builder_three *at, size_t i) {
  uint64_t *const *legal = b->builder->legal;
  uint64_t ne = legal[0][i], sw = legal[1][i], nw = legal[2][i], se = legal[3][i];
  return (ne & nw & ~at->above[i]) | (se & sw & ~at->below[i]) |
         (ne & se & ~bits_beside(at->level, b->row_words, i, 1)) |
         (nw & sw & ~bits_beside(at->level, b->row_words, i, -1));
}

static uint64_t corner_builder_corners(const corner_boards *b,
                                       const corner_builder_three *at, size_t i,
                                       int type) {
  if (!b->has_diagonals)
    return corner_builder_straight_corners(b, at, i, type == 0 ? 1 : -1);
  return corner_builder_diagonal_corners(b, at, i, type) |
         corner_builder_thin_corners(b, at, i);
}

// ------------------------------------------------------------------------------ phases

// Finds the corners of a row.
static void corner_builder_find_row(corner_boards *b, int y) {
  uint64_t *row = corner_boards_row(b, y);
  bool is_border = y == 0 || y == b->height - 1;
  if (!is_border) corner_builder_fill_legal(b, y);
  for (size_t i = 0; i < b->row_words; i++, row += 4) {
    row[0] = row[1] = ~(uint64_t)0;
    if (is_border) continue;
    corner_builder_three at = corner_builder_at(b, y);
    row[2] = at.level[i];
    for (int type = 0; type < CORNER_TYPES; type++) {
      uint64_t corners = corner_builder_corners(b, &at, i, type);
      row[type] = ~row[2] | corners;
      b->count += (uint32_t)bits_count(corners);
      if (type == 0) b->first_b += (uint32_t)bits_count(corners);
    }
  }
}

// Numbers the corners of a row. Word 3 of the row above has the numbers to begin with.
static void corner_builder_number_row(corner_boards *b, int y) {
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
static void corner_builder_fill_columns(corner_boards *b, int top) {
  uint64_t block[64];
  bit_lines columns = {b->columns, 2 * b->column_words, b->width};
  int rows = b->height - top < 64 ? b->height - top : 64;
  for (int type = 0; type < CORNER_TYPES; type++) {
    size_t word = (size_t)top / 64 * 2 + (size_t)type;
    for (size_t i = 0; i < b->row_words; i++) {
      for (int row = 0; row < 64; row++) {
        block[row] =
            row < rows ? corner_boards_row(b, top + row)[4 * i + (size_t)type] : 0;
      }
      bit_lines_put_columns(columns, (int)i * 64, word, block);
    }
  }
}

// Fills the tiles of a line from which a straight link leads to the corner at `at`, by
// the rule of interest. The link leads forward or back along the line; `beside` is the
// line from which the major step came, `shift` 1 if that step also went along the line.
static void corner_builder_fill_sight(const uint64_t *line, const uint64_t *beside,
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
static void corner_builder_fill_corner(corner_boards *b, uint32_t corner) {
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
    corner_builder_fill_sight(row, row_before, 4, x, dx > 0, b->has_diagonals,
                              b->builder->across[i] + (size_t)y * b->row_words);
    if (!b->has_diagonals) continue;
    corner_builder_fill_sight(column, column_before, 2, y, dy > 0, 1,
                              b->builder->along[i] + (size_t)x * b->column_words);
  }
}

// -------------------------------------------------------------------------- major lines

// Copies 64 rows of a bitmap by column to `band`.
static void corner_builder_fetch_along(corner_boards *b, const uint64_t *along, int top) {
  uint64_t block[64];
  bit_lines band = {b->builder->band, b->row_words, 64};
  for (size_t word = 0; word < b->row_words; word++) {
    for (int i = 0; i < 64; i++) {
      int x = (int)word * 64 + i;
      block[i] = x < b->width ? along[(size_t)x * b->column_words + (size_t)top / 64] : 0;
    }
    bit_lines_put_columns(band, 0, word, block);
  }
}

// Computes CORNER_BOARDS_STOPS for steps to the north or the south, or
// CORNER_BOARDS_CLOSED, for row y, by row. A step to the north enters a tile if the step
// from there to the south is legal.
static void corner_builder_fill_band_row(corner_boards *b, int type, int kind, int y,
                                         uint64_t *to) {
  bool south =
      kind != CORNER_BOARDS_SOUTH + CORNER_BOARDS_STOPS; // the step from the tile
  if (y == 0 || y == b->height - 1) {
    memset(to, 0xff, b->row_words * sizeof *to);
    return;
  }
  corner_builder_three at = corner_builder_at(b, y);
  const uint64_t *row = corner_boards_row(b, y);
  for (size_t i = 0; i < b->row_words; i++, row += 4) {
    to[i] = ~corner_builder_steps(b, at.level, south ? at.below : at.above, i,
                                  corner_builder_dx(b, type, south));
    if (kind != CORNER_BOARDS_CLOSED) to[i] |= row[type] & row[2];
  }
}

// Fills `band` with one kind of word of the major lines of a type.
static void corner_builder_fill_band(corner_boards *b, int type, int kind, int top,
                                     int rows) {
  struct corner_builder *builder = b->builder;
  int i = 2 * type + (kind >= CORNER_BOARDS_SOUTH);
  if (kind % CORNER_BOARDS_SOUTH == CORNER_BOARDS_ACROSS) {
    memcpy(builder->band, builder->across[i] + (size_t)top * b->row_words,
           (size_t)rows * b->row_words * sizeof *builder->band);
  } else if (kind % CORNER_BOARDS_SOUTH == CORNER_BOARDS_ALONG) {
    corner_builder_fetch_along(b, builder->along[i], top);
  } else {
    for (int row = 0; row < rows; row++) {
      corner_builder_fill_band_row(b, type, kind, top + row,
                                   builder->band + (size_t)row * b->row_words);
    }
  }
}

// The column of the first tile of a window: where line `line` meets row y.
static int corner_builder_column(const corner_boards *b, int type, int line, int y) {
  if (!b->has_diagonals) return line;
  int shift = y % b->width, x = type == 0 ? line + b->width - shift : line + shift;
  return x < b->width ? x : x - b->width;
}

// Copies `band` to one kind of word of the major lines. The bits of 64 lines in one row
// are a window of that row; 64 windows are transposed.
static void corner_builder_skew(corner_boards *b, int type, int kind, int top, int rows) {
  uint64_t block[64];
  bit_lines lines = {b->majors[type], b->column_words * CORNER_BOARDS_WORDS, b->width};
  size_t word = (size_t)top / 64 * CORNER_BOARDS_WORDS + (size_t)kind;
  for (int line = 0; line < b->width; line += 64) {
    for (int i = 0; i < rows; i++) {
      block[i] = bit_lines_window(b->builder->band + (size_t)i * b->row_words, b->width,
                                  corner_builder_column(b, type, line, top + i));
    }
    for (int i = rows; i < 64; i++) block[i] = 0;
    bit_lines_put_columns(lines, line, word, block);
  }
}

static void corner_builder_fill_majors(corner_boards *b, int top) {
  int rows = b->height - top < 64 ? b->height - top : 64;
  for (int type = 0; type < CORNER_TYPES; type++) {
    for (int kind = 0; kind <= CORNER_BOARDS_CLOSED; kind++) {
      if (!b->has_diagonals && kind % CORNER_BOARDS_SOUTH == CORNER_BOARDS_ALONG)
        continue;
      corner_builder_fill_band(b, type, kind, top, rows);
      corner_builder_skew(b, type, kind, top, rows);
    }
  }
}

// ------------------------------------------------------------------------------- slices

// The number of portions of the current phase. `*work` is the work of each [tiles].
static int corner_builder_portions(const corner_boards *b, int64_t *work) {
  int64_t row = b->width / 8 + 1;
  switch (b->builder->phase) {
  case CORNER_BUILDER_FIND: *work = 2 * row; return b->height;
  case CORNER_BUILDER_NUMBER: *work = row; return b->height;
  case CORNER_BUILDER_COLUMNS: *work = 64 * row; return (b->height + 63) / 64;
  case CORNER_BUILDER_SIGHT: *work = 64; return (int)((b->count + 63) / 64);
  default: *work = 512 * row; return (b->height + 63) / 64;
  }
}

static void corner_builder_do_portion(corner_boards *b, int at) {
  switch (b->builder->phase) {
  case CORNER_BUILDER_FIND: corner_builder_find_row(b, at); break;
  case CORNER_BUILDER_NUMBER: corner_builder_number_row(b, at); break;
  case CORNER_BUILDER_COLUMNS: corner_builder_fill_columns(b, 64 * at); break;
  case CORNER_BUILDER_SIGHT:
    for (uint32_t i = 64 * (uint32_t)at, end = i + 64; i < end && i < b->count; i++)
      corner_builder_fill_corner(b, i);
    break;
  default: corner_builder_fill_majors(b, 64 * at); break;
  }
}

astar_status corner_builder_run(corner_boards *b, const costmap *map, budget *work) {
  if (b->is_complete) return ASTAR_OK;
  if (b->builder == NULL &&
      (!corner_boards_begin(b, map) || !corner_builder_begin(b, map)))
    return ASTAR_NO_MEMORY;
  struct corner_builder *builder = b->builder;
  for (; builder->phase < CORNER_BUILDER_DONE; builder->phase++, builder->at = 0) {
    int64_t portion;
    for (int end = corner_builder_portions(b, &portion); builder->at < end;
         builder->at++) {
      if (!budget_take(work, portion)) return ASTAR_RUNNING;
      corner_builder_do_portion(b, builder->at);
    }
    if (builder->phase != CORNER_BUILDER_FIND) continue;
    if (b->count > CORNER_BOARDS_MAX) return ASTAR_TOO_LARGE;
    if (b->x != NULL || b->count == 0) continue;
    b->x = MEMORY_NEW(b->memory, uint16_t, 2 * (size_t)b->count);
    if (b->x == NULL) return ASTAR_NO_MEMORY;
    b->y = b->x + b->count;
  }
  memory_free(b->memory, b->builder, b->builder_bytes);
  b->builder = NULL;
  b->is_complete = true;
  return ASTAR_OK;
}
