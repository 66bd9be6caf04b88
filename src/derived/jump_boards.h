// Jump boards: bitmaps that say where the jumps of jump point search end. A jump in a
// straight direction then tests one bit and finds the next set bit, 64 tiles per word,
// instead of testing each tile.
//
// Directions are major or minor, as in the canonical ordering of the rules (map/rules.c):
// major moves come first. With 8 neighbors the diagonal directions are major and the
// straight ones minor; with 4 neighbors north and south are major, east and west minor. A
// jump in a minor direction keeps its direction; a jump in a major direction may turn
// into its minor directions.
//
// query/cache owns the boards of each set of derived data; memory comes from the grid.
// They exist for uniform costmaps only: all passable tiles cost the same. Memory: 13 bits
// per tile with 8 neighbors, 11 with 4. See jump_boards.c for the method.
#ifndef ASTAR_JUMP_BOARDS_H
#define ASTAR_JUMP_BOARDS_H

#include "derived/costmap.h"
#include "derived/dead_ends.h"

/// A board has one bit per tile, in lines of words. A line is a row, for the boards of N
/// and S a column, and for those of diagonal directions a diagonal
/// (`jump_boards_diagonal`), so that a jump along it reads consecutive bits. A border of
/// one tile surrounds the grid: bit 0 of line 0 is tile (-1, -1).
typedef struct jump_boards {
  const astar_rules *rules;
  uint64_t *passable;    ///< of the costmap's tiles, by row
  struct memory *memory; ///< of the grid
  bool is_built;         ///< false: the boards are not valid yet
  uint64_t revision;     ///< of the grid that the boards belong to, or are built for
  int phase, at;         ///< the progress of a build; phase 0: no build has begun
  uint64_t *scratch;     ///< a bitmap by row, during a build only
  uint64_t *block;       ///< 64 rows, during a build only
  int width, height;     ///< of the grid with its border
  size_t row_words, column_words; ///< words per row and per column
  bool has_diagonals;             ///< 8 moves; false: 4
  unsigned corners; ///< bit i: a diagonal step passes its corner. Bit 0 of i: its way
                    ///< over the row of its start is free; bit 1: that over the column

  int64_t passable_count; ///< passable tiles
  int64_t stop_count;     ///< set bits of `stops`, in all directions
  int64_t reach_count;    ///< set bits of `reach`, in all directions

  uint64_t *columns; ///< the passable tiles by column
  uint64_t *links;   ///< the tiles where links begin, by row, and behind them by column;
                     ///< NULL: there were none yet

  /// Where a straight jump ends: impassable tiles, jump points, and tiles where links
  /// begin, which count as jump points. N E S W.
  uint64_t *stops[4];
  /// The bit of a tile is set if a straight jump that begins there ends at a jump point,
  /// not at an impassable tile. N E S W.
  uint64_t *reach[4];
  /// Where a jump in a major direction ends: at tiles whose `reach` bit is set for one of
  /// its minor directions, at tiles with a forced neighbor or a link, and at tiles that
  /// the last step cannot legally enter. Diagonal directions by diagonal; N and S (4
  /// neighbors) by column.
  uint64_t *turns[DIRECTIONS];

  struct dead_ends dead_ends; ///< what `jump_boards_update_dead_ends` has built
} jump_boards;

/// Brings the boards up to date with an up-to-date uniform costmap. ASTAR_RUNNING: the
/// budget is used up before the work is done. `b` begins as zeros. A build takes
/// O(tiles / 64 + walls); after edits O(lines through the affected tiles).
astar_status jump_boards_update(jump_boards *b, const costmap *map, budget *work);

/// What ends the jumps of a map, by the shares of `reach` and `stops` among the passable
/// tiles. The counts are kept up to date, so that it is a function of the current map.
typedef enum jump_boards_clutter {
  JUMP_BOARDS_WALLS,          ///< mostly walls: few turns are jump points
  JUMP_BOARDS_SPARSE_CLUTTER, ///< mostly jump points beside few single obstacles
  JUMP_BOARDS_DENSE_CLUTTER   ///< mostly jump points, and jumps are short
} jump_boards_clutter;

/// The kind of a map, for the choice of a kernel. The boards must be up to date. O(1).
jump_boards_clutter jump_boards_find_clutter(const jump_boards *b);

/// Builds the dead ends of up-to-date boards (`dead_ends_update`).
void jump_boards_update_dead_ends(jump_boards *b, bool whole, budget *work);

void jump_boards_fini(jump_boards *b, astar_grid *grid);

/// The bit of a board at a position of a line.
static inline bool jump_boards_bit(const uint64_t *board, size_t words, int line,
                                   int bit) {
  return (board[(size_t)line * words + ((size_t)bit >> 6)] >> (bit & 63) & 1) != 0;
}

/// Whether a link begins at a tile. Coordinates count the border.
static inline bool jump_boards_has_link(const jump_boards *b, int x, int y) {
  return b->links != NULL && jump_boards_bit(b->links, b->row_words, y, x);
}

/// The line of the diagonal through (x, y) in the boards of a diagonal direction. Its bit
/// y is the tile. Diagonals are wrapped: a diagonal that leaves the map on one side
/// continues on the other side, in the next row. So there are as many lines as columns,
/// and each tile has one bit. A jump never wraps, because the border ends it.
static inline int jump_boards_diagonal(const jump_boards *b, int direction, int x,
                                       int y) {
  int row = y < b->width ? y : y % b->width;
  int line = direction_dx[direction] == direction_dy[direction] ? x - row : x + row;
  if (line < 0) return line + b->width;
  return line < b->width ? line : line - b->width;
}

/// Whether a diagonal step by (dx, dy) that ends at (x, y) is legal. Coordinates count
/// the border: tile (0, 0) of the grid is (1, 1). Without branches: they would be
/// unpredictable.
static inline bool jump_boards_is_diagonal(const jump_boards *b, int x, int y, int dx,
                                           int dy) {
  const uint64_t *passable = b->passable;
  unsigned row = jump_boards_bit(passable, b->row_words, y - dy, x);
  unsigned column = jump_boards_bit(passable, b->row_words, y, x - dx);
  unsigned tile = jump_boards_bit(passable, b->row_words, y, x);
  return (b->corners >> (row + 2 * column) & tile) != 0;
}

/// How many steps of a leg are free from tile (x, y) of the grid on: `leg.count`, or the
/// lower number of steps after which one is illegal. The first `known` ones are free. The
/// tiles of the leg must be on the grid. O(steps / 64), diagonally also O(turns between).
int jump_boards_count_free(const jump_boards *b, int x, int y, direction_leg leg,
                           int known);

#endif
