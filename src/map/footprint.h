// Footprint: the size x size tiles that a mover covers. The top left tile names its
// position.
//
//     (x, y) o . .     size 3
//            . . .
//            . . .
//
// A footprint is an iterator, for loops of one line:
//
//     for (footprint f = footprint_at(grid, size, x, y); footprint_next(&f);) {
//       uint8_t terrain = grid->terrain[f.cell];
//     }
#ifndef ASTAR_FOOTPRINT_H
#define ASTAR_FOOTPRINT_H

#include "map/grid.h"

/// The current tile of a loop over a footprint.
typedef struct footprint {
  uint32_t cell;           ///< of the current tile
  int x, y;                ///< of the current tile
  int left, right, bottom; ///< of the footprint, clipped to the grid; right and bottom
                           ///< are exclusive
  uint32_t row_gap; ///< how far the first cell of a row is from the end of the row above
} footprint;

/// Begins a loop over the footprint at (x, y), which must be on the grid. The loop goes
/// row by row and leaves out tiles off the grid. `footprint_next` moves to the first
/// tile.
static inline footprint footprint_at(const astar_grid *grid, int size, int x, int y) {
  footprint f = {.cell = grid_cell(grid, x, y) - 1, .x = x - 1, .y = y, .left = x};
  f.right = x + size < grid->width ? x + size : grid->width;
  f.bottom = y + size < grid->height ? y + size : grid->height;
  f.row_gap = (uint32_t)(grid->width - (f.right - x));
  return f;
}

/// Moves to the next tile. False: there are no more tiles.
static inline bool footprint_next(footprint *f) {
  f->x++;
  f->cell++;
  if (f->x < f->right) return true;
  f->x = f->left;
  f->y++;
  f->cell += f->row_gap;
  return f->y < f->bottom;
}

#endif
