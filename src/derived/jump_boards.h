// Bit boards: where a straight run of steps must end. A run is then found by looking for
// the next set bit, 64 tiles at a time, instead of tile by tile.
//
// A step in a minor direction leads on in that direction alone, until other moves become
// worth making (a jump point) or a wall ends the run. A step in a major direction may
// also turn off into its minor ones. With eight neighbours the diagonal directions are
// major; with four, north and south.
//
// After Harabor and Grastien, "Online graph pruning for pathfinding on grid maps" (2011)
// and "Improving jump point search" (2014); that whole runs are judged once, in a bit, is
// ours.
#ifndef ASTAR_JUMP_BOARDS_H
#define ASTAR_JUMP_BOARDS_H

#include "derived/costmap.h"

/// Rows lie in x, columns in y; both with a border of one tile, so that bit 0 of line 0
/// is the tile (-1, -1) of the grid. Boards of N and S have columns for lines, all others
/// rows.
typedef struct jump_boards {
  const astar_rules *rules;
  uint64_t *passable;    ///< of the costmap's tiles
  struct memory *memory; ///< of the grid
  bool is_built;         ///< false: the boards mean nothing yet
  uint64_t revision;     ///< of the grid that the boards stand for, or are built for
  int phase, at;         ///< how far they are built; 0: not begun
  uint64_t *scratch;     ///< a board of rows, while they are built
  int width, height;     ///< of the grid with its border
  size_t row_words, column_words;
  bool has_diagonals;

  uint64_t *columns; ///< the costmap's passable tiles by column

  /// Where a run in a minor direction ends: walls and jump points. N E S W.
  uint64_t *stops[4];
  /// From where such a run ends at a jump point. N E S W.
  uint64_t *reach[4];
  /// Where a run in a major direction ends: where a run in one of its minor directions
  /// would reach a jump point, where moves other than these are worth making, and where
  /// the last step is not legal. Diagonals as rows; N and S as columns.
  uint64_t *turns[DIRECTIONS];
} jump_boards;

/// Brings the boards of an up-to-date uniform costmap up to date, as far as the budget
/// goes: ASTAR_RUNNING when some is left to do. `b` begins as zeros. Built in O(tiles /
/// 64
/// + walls); after edits O(lines through the tiles that they touched).
astar_status jump_boards_update(jump_boards *b, const costmap *map, budget *work);

void jump_boards_fini(jump_boards *b, astar_grid *grid);

static inline bool jump_boards_bit(const uint64_t *board, size_t words, int line,
                                   int bit) {
  return (board[(size_t)line * words + ((size_t)bit >> 6)] >> (bit & 63) & 1) != 0;
}

/// Whether a diagonal step by (dx, dy) that ends at (x, y) is legal. Coordinates with
/// border.
bool jump_boards_is_diagonal(const jump_boards *b, int x, int y, int dx, int dy);

#endif
