// Corner boards: the corners of a uniform map, as it was when an index was baked, and
// bitmaps that find the corners that a tile sees, 64 tiles per word.
//
// Memory comes from the grid. See corner_boards.c for the method and the proof.
#ifndef ASTAR_CORNER_BOARDS_H
#define ASTAR_CORNER_BOARDS_H

#include "base/bits.h"
#include "base/budget.h"
#include "base/inline.h"
#include "derived/costmap.h"

/// The two types of corners: where cheapest paths that go to the north-east or the
/// south-west turn; and where those turn that go to the south-east or the north-west. A
/// tile may be a corner of both types.
enum { CORNER_TYPES = 2 };

/// A node is a corner and one of the two quadrants of its type in which a path travels
/// on: node 2 * corner to the north (NE, NW), node 2 * corner + 1 to the south (SW, SE).
/// `node ^ 1` travels in the opposite quadrant.
static inline uint32_t corner_opposite(uint32_t node) { return node ^ 1; }

/// A link from a tile to a node that it sees.
typedef struct corner_link {
  uint32_t length; ///< cost of the way to the corner [units of the rules]
  uint32_t node;
  uint32_t bound; ///< `length` plus a lower bound of the way on to the target [units]
} corner_link;

/// The greatest number of corners: nodes have 16 bits.
enum { CORNER_BOARDS_MAX = 32767 };

/// The words of a major line: 8 per 64 tiles, one cache line. The words of a direction
/// are CORNER_BOARDS_STOPS and the two after it, plus CORNER_BOARDS_SOUTH to the south.
enum {
  CORNER_BOARDS_STOPS = 0,  ///< tiles that a step to the north cannot enter; corners
  CORNER_BOARDS_ACROSS = 1, ///< tiles from which a link leads on to the east or the west
  CORNER_BOARDS_ALONG = 2,  ///< 8 neighbors: ... to the north or the south
  CORNER_BOARDS_SOUTH = 3,  ///< the same three words for steps to the south
  CORNER_BOARDS_CLOSED = 6, ///< the step from a tile to the next row is illegal
  CORNER_BOARDS_WORDS = 8
};

/// Coordinates count the border of one impassable tile: tile (0, 0) of the grid is
/// (1, 1).
typedef struct corner_boards {
  struct memory *memory;       ///< of the grid
  int width, height;           ///< of the grid with its border
  bool has_diagonals;          ///< 8 neighbors; false: 4
  astar_diagonal corner_rule;  ///< with 4 neighbors: no diagonal step passes
  uint32_t straight, diagonal; ///< cost of a step [units of the rules]; with 4 neighbors
                               ///< `diagonal` is the cost of two straight steps
  size_t row_words, column_words; ///< words of 64 tiles per row and per column
  bool is_complete;
  struct corner_builder *builder; ///< during a build, otherwise NULL
  size_t builder_bytes;           ///< its memory [bytes]

  uint64_t *block;   ///< the memory of the arrays of words below
  uint64_t *rows;    ///< per 64 tiles of a row 4 words: stops of type A, of type B, the
                     ///< passable tiles, numbers of the first corners of both types
  uint64_t *columns; ///< per 64 tiles of a column 2 words: stops of type A, of type B
  uint64_t *majors[CORNER_TYPES]; ///< lines of major steps of both types, as many as
                                  ///< columns; `column_words` groups of
                                  ///< CORNER_BOARDS_WORDS each

  uint32_t count;   ///< of corners, of both types
  uint32_t first_b; ///< corners from here on have type B
  uint16_t *x, *y;  ///< of the corners
} corner_boards;

/// Frees boards, complete or not.
void corner_boards_fini(corner_boards *b);

/// Allocates the boards of a grid, and sets the members that do not depend on tiles.
/// False: out of memory; it may be called again.
bool corner_boards_begin(corner_boards *b, const costmap *map);

/// Builds the boards of an up-to-date costmap that suits jump point search, within the
/// budget. `b` begins as zeros; call `corner_boards_fini` also after an error.
///
/// @return ASTAR_OK: the boards are complete; ASTAR_RUNNING: call it again, even if the
///   map has changed: the boards are those of the first call; ASTAR_TOO_LARGE: there are
///   more than CORNER_BOARDS_MAX corners; ASTAR_NO_MEMORY: it may be called again.
///   O(tiles) in all
astar_status corner_builder_run(corner_boards *b, const costmap *map, budget *work);

/// The memory of the boards [bytes].
size_t corner_boards_bytes(const corner_boards *b);

/// The greatest number of links that the next two functions write.
static inline size_t corner_boards_max_links(const corner_boards *b) {
  return 4 * ((size_t)b->width + (size_t)b->height) + 16;
}

/// Writes the links from a passable tile to all nodes that a cheapest path from it to the
/// target can reach first: all that it sees in the four quadrants, whatever the target.
/// Returns their number. `length` is exact. O(words of 12 lines + tiles of interest).
size_t corner_boards_connect(const corner_boards *b, int x, int y, int target_x,
                             int target_y, corner_link *links);

/// Writes the edges from a node: the links of its quadrant, and changes of the quadrant,
/// which may have length 0. `bound` has no meaning. Returns their number.
size_t corner_boards_edges(const corner_boards *b, uint32_t node, corner_link *links);

/// The major line through a tile in `majors[type]`; bit y of the line is the tile. With 8
/// neighbors lines of type A rise to the right and those of type B fall. They are
/// wrapped: a line that leaves the map on one side continues on the other side, in the
/// next row. A way never wraps, because the border ends it. With 4 neighbors the lines
/// are columns.
static inline int corner_boards_line(const corner_boards *b, int type, int x, int y) {
  if (!b->has_diagonals) return x;
  int row = y < b->width ? y : y % b->width;
  int line = type == 0 ? x + row : x - row;
  if (line < 0) return line + b->width;
  return line < b->width ? line : line - b->width;
}

/// The words of a row: see `rows`.
static inline uint64_t *corner_boards_row(const corner_boards *b, int y) {
  return b->rows + (size_t)y * b->row_words * 4;
}

/// The first set bit of a line after bit `from`, or the last one before it. There must be
/// one. Words of the line are `stride` words apart. O(words between).
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

/// Whether a mover could stand at a tile when the boards were built.
static inline bool corner_boards_is_passable(const corner_boards *b, int x, int y) {
  const uint64_t *word = b->rows + ((size_t)y * b->row_words + (size_t)(x >> 6)) * 4;
  return (word[2] >> (x & 63) & 1) != 0;
}

/// Whether the step by (dx, dy) from a passable tile was legal when the boards were
/// built.
bool corner_boards_can_step(const corner_boards *b, int x, int y, int dx, int dy);

/// The cost of the way between two tiles on an empty map [units].
static inline uint32_t corner_boards_distance(const corner_boards *b, int x1, int y1,
                                              int x2, int y2) {
  uint32_t dx = (uint32_t)(x1 < x2 ? x2 - x1 : x1 - x2);
  uint32_t dy = (uint32_t)(y1 < y2 ? y2 - y1 : y1 - y2), min = dx < dy ? dx : dy;
  return (dx + dy) * b->straight - min * (2 * b->straight - b->diagonal);
}

#endif
