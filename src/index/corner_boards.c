// Builds corner boards in slices, and finds the links of a tile in them.
//
// On a map where all tiles cost the same, a cheapest path can be straightened until it
// turns only where obstacles force it to. So the tiles at the corners of obstacles are
// enough as nodes of a graph (T. Uras, S. Koenig and C. Hernandez, "Subgoal graphs for
// optimal pathfinding in eight-neighbor grids", 2013; taut paths: S. Oh and H. W. Leong,
// "Edge N-level sparse visibility graphs", 2017). Ours differs: corners belong to
// quadrants, so that a path sees half of them, and they are found by operations on words
// of bits.
//
// Corners. A quadrant has three directions, for example NE: the steps N, NE and E.
// Corners of type A serve the quadrants NE and SW, those of type B NW and SE. NE(x) says
// that the step from tile x to the north-east is legal; W(x) is the tile to its west. A
// passable tile m is a corner of type A in these cases, and in those turned by 180
// degrees:
//
//     1.  # . t      2.  # t      3.  . m .      Drawn for rules that cut no corners.
//         s m .          s m          s # t      Case 3 needs that they may be cut.
//
//   1. A straight step into m and a diagonal step out of it cannot change places: W(m)
//      is passable, NE(m), but not NE(W(m)). Or S(m) is passable, NE(m), but not
//      NE(S(m)).
//
//   2. No diagonal step replaces two straight steps: W(m) and N(m) are passable, but not
//      NE(W(m)). Or S(m) and E(m) are passable, but not NE(S(m)).
//
//   3. Two diagonal steps lead around a thin wall: SW(m) and SE(m), but S(m) is
//      impassable. The same in the three other directions. Such a tile has both types.
//
// Type B is type A mirrored from east to west. With 4 neighbors there is only case 2: the
// tile between the two straight steps, to the north-west or the south-east of m, is
// impassable.
//
// Claim. A leg is a path inside one quadrant that makes its major steps first (diagonal;
// with 4 neighbors vertical), and then goes straight on. If there is a path from s to t,
// and the leg from s to t is not legal, then a cheapest path is a chain of legal legs: a
// link of s, edges from corner to corner, and a link of t, walked back. The edges of a
// node are the links of its quadrant and changes of the quadrant (see (1)). Edges walked
// back are edges, too.
//
// Proof. Let a straight step cost a, a diagonal step b, with a < b < 2a. (If b = a, raise
// b a little; if b = 2a, lower it; so little that a path that is cheapest then is also
// cheapest for the true costs.) Take a cheapest path. It has no turns of more than 90
// degrees, and no two straight steps that a legal diagonal step replaces.
//
// (1) Changes of the quadrant. Split the path into runs inside one quadrant, each as long
// as possible. Where a run in NE meets a run in SE, the path makes a step X (NE or N),
// then some steps E, then a step Y (SE or S). The other pairs are turned or mirrored. A
// run in NE never meets one in SW, because they share no direction.
//
//     . . m > > n . .      Move X behind the steps E, one at a time, while that is legal.
//     . / . # # . \ .      X stops at a corner m of type A: by case 1 turned by 180
//     s . . # # . . t      degrees, or at once by case 2 when X is N. Move Y before the
//                          steps E: it stops at a corner n of type B.
//
// If no step E is left between X and Y, at most two straight steps replace them, which
// are cheaper: a contradiction, unless X and Y lead around a thin wall, where m = n by
// case 3. So the path enters m in quadrant NE, goes straight to n, and leaves n in
// quadrant SE. The next change moves only steps behind n. The edge for the change leads
// from m to the first corner of type B straight ahead, since links lead on from there to
// the next ones; around a thin wall its length is 0.
//
// (2) Inside a run in NE, from u to v. Move each diagonal step before the straight steps
// in front of it, while that is legal. It stops at a corner, by case 1; and between two
// straight steps of different directions is a corner, by case 2. So the run is a chain of
// legs over corners. If v is t, do the same to its last leg, seen from t: its first leg
// is then a link of t. A leg over another corner of its type is two legs, so scans end at
// the first corner.
//
// (3) Needless links. From the tile k steps along the diagonal, let e(k) be the length of
// the scan to the east, to a corner or an impassable tile. The link over this tile is
// needed only if e(k) < e(j) for all j < k.
//
//     row k    . . / > > w      Otherwise let j be the last with e(j) <= e(k). The rows
//     row j    . / > v . .      after j up to k are passable up to e(k) tiles east of the
//              u . . . . .      diagonal, and no tile before that is a corner.
//
// In row j, NE is legal up to e(k) tiles east of the diagonal: at the first tile where it
// is not, the tile to its north would be a corner, by case 1 turned by 180 degrees. The
// same holds in the next rows before k. So the scan of row j ends at a corner v, and the
// leg from v to w is legal. The ways over v and over row k have the same length. The legs
// to v and from v are shorter, so by induction links and edges that are needed replace
// them.
//
// With 4 neighbors a step N takes the place of NE, and case 2 that of case 1, in all
// three parts.
//
// Boards. A tile is of interest if its straight scan ends at a corner and e(k) < e(k-1).
// For a corner w these tiles are an interval of the row of w: they lie behind the stop
// before w, and behind the last stop before w in the row that major steps come from,
// moved along by such a step. So each corner fills two intervals for each of its
// quadrants, by row and by column. They are stored by major line. 64 tiles of a line are
// one cache line: where major steps end, and the tiles of interest. So the links of a
// quadrant are a scan along one line, and for each tile of interest a scan of a row or a
// column. Blocks of 64 x 64 bits are transposed to convert bits by row or column to bits
// by line.
#include "index/corner_boards.h"

#include <string.h>

#include "base/bit_lines.h"
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

// The words of `block`: with room to align it to a cache line, and two words that
// `corner_boards_find_near` may read after the last column.
static size_t corner_boards_block_words(const corner_boards *b) {
  size_t rows = (size_t)b->height * b->row_words,
         columns = (size_t)b->width * b->column_words;
  return 4 * rows + 2 * columns + 2 * CORNER_BOARDS_WORDS * columns +
         CORNER_BOARDS_WORDS + 2;
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
  size_t words = 5 * rows + 4 * columns + 4 * b->row_words + 64 * b->row_words;
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
  made->band = next;
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
  b->straight = rules->straight_units, b->diagonal = rules->diagonal_units;
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

// The corners of word i of a row, for 4 neighbors: case 2, with `ahead` 1 for type A.
static uint64_t corner_boards_straight_corners(const corner_boards *b,
                                               const corner_boards_three *at, size_t i,
                                               int ahead) {
  uint64_t back = at->above[i] & corner_boards_beside(b, at->level, i, -ahead) &
                  ~corner_boards_beside(b, at->above, i, -ahead);
  uint64_t on = at->below[i] & corner_boards_beside(b, at->level, i, ahead) &
                ~corner_boards_beside(b, at->below, i, ahead);
  return at->level[i] & (back | on);
}

// The same for 8 neighbors: cases 1 and 2. Case 2 is the same walked back, so it is in
// two of the four terms only.
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
  corners |= front & souths[i] & ~corner_boards_beside(b, souths, i, ahead);
  corners |= above & souths[i] & ~corner_boards_steps(b, at->above, at->level, i, -ahead);
  return corners & at->level[i];
}

// The corners of word i around thin walls, of both types: case 3.
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

// The first set bit of a line after bit `from`, or the last one before it. There must be
// one. Words of the line are `stride` words apart.
INLINE_ALWAYS int corner_boards_find(const uint64_t *line, size_t stride, int from,
                                     bool forward) {
  int i;
  uint64_t left;
  if (forward) {
    i = ++from >> 6;
    left = line[(size_t)i * stride] >> (from & 63);
    if (left != 0) return from + bits_lowest(left);
    do {
      left = line[(size_t)++i * stride];
    } while (left == 0);
    return i * 64 + bits_lowest(left);
  }
  i = --from >> 6;
  left = line[(size_t)i * stride] << (63 - (from & 63));
  if (left != 0) return from - 63 + bits_highest(left);
  do {
    left = line[(size_t)--i * stride];
  } while (left == 0);
  return i * 64 + bits_highest(left);
}

// The same where the bit is usually less than 64 bits away: the first 64 bits are tested
// at once, in whichever two words they are. This saves a branch that is hard to predict.
// It may read one word before or after the line.
INLINE_ALWAYS int corner_boards_find_near(const uint64_t *line, size_t stride, int from,
                                          bool forward) {
  const uint64_t *word = line + (size_t)((forward ? from + 1 : from - 1) >> 6) * stride;
  if (forward) {
    int shift = (from + 1) & 63;
    uint64_t left = word[0] >> shift | word[stride] << 1 << (63 - shift);
    if (left != 0) return from + 1 + bits_lowest(left);
  } else {
    int shift = (from - 1) & 63;
    uint64_t left = word[0] << (63 - shift) | *(word - stride) >> 1 >> shift;
    if (left != 0) return from - 64 + bits_highest(left);
  }
  return corner_boards_find(line, stride, from, forward);
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

// The column of the first tile of a window: where line `line` meets row y.
static int corner_boards_column(const corner_boards *b, int type, int line, int y) {
  if (!b->has_diagonals) return line;
  int shift = y % b->width, x = type == 0 ? line + b->width - shift : line + shift;
  return x < b->width ? x : x - b->width;
}

// Copies `band` to one kind of word of the major lines. The bits of 64 lines in one row
// are a window of that row; 64 windows are transposed.
static void corner_boards_skew(corner_boards *b, int type, int kind, int top, int rows) {
  uint64_t block[64];
  bit_lines lines = {b->majors[type], b->column_words * CORNER_BOARDS_WORDS, b->width};
  size_t word = (size_t)top / 64 * CORNER_BOARDS_WORDS + (size_t)kind;
  for (int line = 0; line < b->width; line += 64) {
    for (int i = 0; i < rows; i++) {
      block[i] = bit_lines_window(b->builder->band + (size_t)i * b->row_words, b->width,
                                  corner_boards_column(b, type, line, top + i));
    }
    for (int i = rows; i < 64; i++) block[i] = 0;
    bit_lines_put_columns(lines, line, word, block);
  }
}

static void corner_boards_fill_majors(corner_boards *b, int top) {
  int rows = b->height - top < 64 ? b->height - top : 64;
  for (int type = 0; type < CORNER_TYPES; type++) {
    for (int kind = 0; kind <= CORNER_BOARDS_CLOSED; kind++) {
      if (!b->has_diagonals && kind % CORNER_BOARDS_SOUTH == CORNER_BOARDS_ALONG)
        continue;
      corner_boards_fill_band(b, type, kind, top, rows);
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

// Whether a tile that stops straight scans is a corner; otherwise it is impassable.
INLINE_ALWAYS bool corner_boards_is_corner(const uint64_t *row, int x) {
  return (row[4 * (size_t)(x >> 6) + 2] >> (x & 63) & 1) != 0;
}

// The number of the corner of a type at column x of a row.
INLINE_ALWAYS uint32_t corner_boards_number(const uint64_t *row, int type, int x) {
  const uint64_t *word = row + 4 * (size_t)(x >> 6);
  uint64_t before = word[type] & word[2] & (((uint64_t)1 << (x & 63)) - 1);
  return (uint32_t)(word[3] >> (32 * type)) + (uint32_t)bits_count(before);
}

INLINE_ALWAYS uint32_t corner_boards_count_steps(int from, int to) {
  return (uint32_t)(from < to ? to - from : from - to);
}

// Where links begin, and where the path ends.
typedef struct corner_boards_view {
  int x, y;
  int target_x, target_y;
} corner_boards_view;

// Finds the links of one quadrant. All functions of a scan are inlined, and all but the
// coordinates and `link` are constants or stay in registers.
typedef struct corner_boards_scan {
  const corner_boards *b;
  corner_boards_view view;
  int type;
  bool south, east;       // the quadrant
  bool has_diagonals;     // 8 neighbors
  uint32_t major;         // cost of a major step [units]
  uint32_t across, along; // the shortest straight parts so far, to the east or west and
                          // to the north or south [tiles]
  corner_link *link;      // the next one
} corner_boards_scan;

// Adds the link to the corner of a type at (x, y); `row` is row y.
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

// Looks straight on from (x, y), a tile of the major line: `across` to the east or west,
// otherwise to the north or south. Adds the link if it is a needed one.
INLINE_ALWAYS void corner_boards_look(corner_boards_scan *s, int x, int y, bool across,
                                      bool at_start) {
  const corner_boards *b = s->b;
  const uint64_t *line = across ? b->rows + (size_t)y * b->row_words * 4
                                : b->columns + (size_t)x * b->column_words * 2;
  size_t stride = across ? 4 : 2;
  int from = across ? x : y;
  bool forward = across ? s->east : s->south;
  int stop = at_start ? corner_boards_find(line + s->type, stride, from, forward)
                      : corner_boards_find_near(line + s->type, stride, from, forward);
  uint32_t steps = corner_boards_count_steps(from, stop);
  uint32_t *least = across ? &s->across : &s->along;
  if (!at_start && steps >= *least) return;
  *least = steps;
  const uint64_t *row = across ? line : b->rows + (size_t)stop * b->row_words * 4;
  int end_x = across ? stop : x, end_y = across ? y : stop;
  if (at_start && !corner_boards_is_corner(row, end_x)) return;
  uint32_t length = corner_boards_count_steps(s->view.y, y) * s->major;
  s->link = corner_boards_add(b, &s->view, row, s->type, s->south, end_x, end_y,
                              length + steps * b->straight, s->link);
}

// The column where the major line of the start is in row y.
INLINE_ALWAYS int corner_boards_major_x(const corner_boards_scan *s, int y) {
  if (!s->has_diagonals) return s->view.x;
  return s->type == 0 ? s->view.x + s->view.y - y : s->view.x - s->view.y + y;
}

// Looks from all tiles of interest between the start and row `end`, the nearest first.
// `words` are the words of the major line for `across`.
INLINE_ALWAYS void corner_boards_look_from_line(corner_boards_scan *s,
                                                const uint64_t *words, int end,
                                                bool across) {
  int first = s->south ? s->view.y + 1 : s->view.y - 1;
  int last = s->south ? end - 1 : end + 1;
  if (s->south ? first > last : first < last) return;
  const uint64_t ones = ~(uint64_t)0;
  uint64_t clip = s->south ? ones << (first & 63) : ones >> (63 - (first & 63));
  for (int i = first >> 6;; i += s->south ? 1 : -1) {
    uint64_t left = words[(size_t)i * CORNER_BOARDS_WORDS] & clip;
    bool is_last = i == last >> 6;
    if (is_last) left &= s->south ? ones >> (63 - (last & 63)) : ones << (last & 63);
    while (left != 0) {
      int bit = s->south ? bits_lowest(left) : bits_highest(left), y = i * 64 + bit;
      left ^= (uint64_t)1 << bit;
      corner_boards_look(s, corner_boards_major_x(s, y), y, across, false);
    }
    if (is_last) return;
    clip = ones;
  }
}

// Finds the links of a quadrant; its arguments are constants. Type A to the north is NE,
// type B to the north NW.
INLINE_ALWAYS corner_link *
corner_boards_scan_quadrant(const corner_boards *b, const corner_boards_view *v, int type,
                            bool south, bool has_diagonals, corner_link *link) {
  corner_boards_scan s = {b,
                          *v,
                          type,
                          south,
                          (type == 0) != south,
                          has_diagonals,
                          has_diagonals ? b->diagonal : b->straight,
                          0,
                          0,
                          link};
  corner_boards_look(&s, v->x, v->y, true, true);
  if (has_diagonals) corner_boards_look(&s, v->x, v->y, false, true);
  const uint64_t *line =
      b->majors[type] + (size_t)corner_boards_line(b, type, v->x, v->y) *
                            b->column_words * CORNER_BOARDS_WORDS;
  const uint64_t *kinds = south ? line + CORNER_BOARDS_SOUTH : line;
  int end =
      corner_boards_find(kinds + CORNER_BOARDS_STOPS, CORNER_BOARDS_WORDS, v->y, south);
  int step = south ? end - 1 : end; // the last step, by its upper row
  uint64_t closed =
      line[(size_t)(step >> 6) * CORNER_BOARDS_WORDS + CORNER_BOARDS_CLOSED];
  if ((closed >> (step & 63) & 1) == 0) { // the line ends at a corner
    s.link = corner_boards_add(b, v, b->rows + (size_t)end * b->row_words * 4, type,
                               south, corner_boards_major_x(&s, end), end,
                               corner_boards_count_steps(v->y, end) * s.major, s.link);
  }
  corner_boards_look_from_line(&s, kinds + CORNER_BOARDS_ACROSS, end, true);
  if (has_diagonals) {
    corner_boards_look_from_line(&s, kinds + CORNER_BOARDS_ALONG, end, false);
  }
  return s.link;
}

// The same for arguments that are not constants.
static corner_link *corner_boards_see(const corner_boards *b, const corner_boards_view *v,
                                      int type, bool south, corner_link *link) {
  switch (4 * b->has_diagonals + 2 * type + south) {
  case 0: return corner_boards_scan_quadrant(b, v, 0, false, false, link);
  case 1: return corner_boards_scan_quadrant(b, v, 0, true, false, link);
  case 2: return corner_boards_scan_quadrant(b, v, 1, false, false, link);
  case 3: return corner_boards_scan_quadrant(b, v, 1, true, false, link);
  case 4: return corner_boards_scan_quadrant(b, v, 0, false, true, link);
  case 5: return corner_boards_scan_quadrant(b, v, 0, true, true, link);
  case 6: return corner_boards_scan_quadrant(b, v, 1, false, true, link);
  default: return corner_boards_scan_quadrant(b, v, 1, true, true, link);
  }
}

size_t corner_boards_connect(const corner_boards *b, int x, int y, int target_x,
                             int target_y, corner_link *links) {
  corner_boards_view v = {x, y, target_x, target_y};
  corner_link *link = links;
  if (b->has_diagonals) { // without calls: 8% faster
    link = corner_boards_scan_quadrant(b, &v, 0, false, true, link);
    link = corner_boards_scan_quadrant(b, &v, 0, true, true, link);
    link = corner_boards_scan_quadrant(b, &v, 1, false, true, link);
    link = corner_boards_scan_quadrant(b, &v, 1, true, true, link);
  } else {
    link = corner_boards_see(b, &v, 0, false, link);
    link = corner_boards_see(b, &v, 0, true, link);
    link = corner_boards_see(b, &v, 1, false, link);
    link = corner_boards_see(b, &v, 1, true, link);
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

// Whether the tile beside a corner at (wall_dx, wall_dy) is a thin wall: impassable, with
// legal diagonal steps from the corner past both of its ends.
static bool corner_boards_has_thin_wall(const corner_boards *b, int x, int y, int wall_dx,
                                        int wall_dy) {
  if (b->corner_obstacles == 0) return false;
  int dx = wall_dx == 0 ? 1 : wall_dx, dy = wall_dy == 0 ? 1 : wall_dy;
  return !corner_boards_is_passable(b, x + wall_dx, y + wall_dy) &&
         corner_boards_can_step(b, x, y, dx, dy) &&
         corner_boards_can_step(b, x, y, wall_dx == 0 ? -dx : dx,
                                wall_dy == 0 ? -dy : dy);
}

size_t corner_boards_edges(const corner_boards *b, uint32_t node, corner_link *links) {
  uint32_t corner = node >> 1;
  int type = corner >= b->first_b, other = 1 - type, x = b->x[corner], y = b->y[corner];
  bool south = (node & 1) != 0, east = (type == 0) != south;
  corner_boards_view v = {x, y, x, y};
  corner_link *link = corner_boards_see(b, &v, type, south, links);
  // Changes of the quadrant: by steps straight ahead, to the east or west first.
  const uint64_t *row = corner_boards_row(b, y);
  int stop = corner_boards_find(row + other, 4, x, east);
  if (corner_boards_is_corner(row, stop)) {
    link = corner_boards_add(b, &v, row, other, !south, stop, y,
                             corner_boards_count_steps(x, stop) * b->straight, link);
  }
  const uint64_t *column = b->columns + (size_t)x * b->column_words * 2;
  stop = corner_boards_find(column + other, 2, y, south);
  const uint64_t *end_row = corner_boards_row(b, stop);
  if (corner_boards_is_corner(end_row, x)) {
    link = corner_boards_add(b, &v, end_row, other, south, x, stop,
                             corner_boards_count_steps(y, stop) * b->straight, link);
  }
  // Changes of the quadrant at the corner: the thin wall is behind.
  if (corner_boards_has_thin_wall(b, x, y, 0, south ? -1 : 1)) {
    link = corner_boards_add(b, &v, row, other, !south, x, y, 0, link);
  }
  if (corner_boards_has_thin_wall(b, x, y, east ? -1 : 1, 0)) {
    link = corner_boards_add(b, &v, row, other, south, x, y, 0, link);
  }
  return (size_t)(link - links);
}
