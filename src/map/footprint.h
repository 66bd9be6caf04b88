// The tiles that a mover covers, for loops of one line:
//
//     for (footprint f = footprint_at(grid, size, x, y); footprint_next(&f);) {
//       uint8_t terrain = grid->terrain[f.cell];
//     }
#ifndef ASTAR_FOOTPRINT_H
#define ASTAR_FOOTPRINT_H

#include "map/grid.h"

/// A tile of a mover of size x size tiles.
typedef struct footprint {
  uint32_t cell;           ///< of this tile
  int x, y;                ///< of this tile
  int left, right, bottom; ///< of the mover, clipped to the grid; right and bottom are
                           ///< just outside
  uint32_t row_gap;        ///< the cells between the end of a row and the next row
} footprint;

/// The tiles of a mover whose top left tile (x, y) is on the grid, row by row. Tiles off
/// the grid, beyond its right and bottom sides, are left out. `footprint_next` goes to
/// the first tile.
static inline footprint footprint_at(const astar_grid *grid, int size, int x, int y) {
  footprint f = {.cell = grid_cell(grid, x, y) - 1, .x = x - 1, .y = y, .left = x};
  f.right = x + size < grid->width ? x + size : grid->width;
  f.bottom = y + size < grid->height ? y + size : grid->height;
  f.row_gap = (uint32_t)(grid->width - (f.right - x));
  return f;
}

/// Goes to the next tile. False: there is none left.
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
