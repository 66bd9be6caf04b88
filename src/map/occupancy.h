// Occupancy: which units of a crowd hold which tiles of a grid.
//
// A unit that stands holds the tiles that it covers. A unit that steps also holds the
// tiles that it will cover when it arrives. At most one unit stands on a tile or leaves
// it (`holder`), and at most one enters it (`entering`). Both can be different units: the
// one that enters follows the one that leaves.
//
// The crowd owns this data. The grid only points to it, so that queries can avoid units.
#ifndef ASTAR_OCCUPANCY_H
#define ASTAR_OCCUPANCY_H

#include "map/grid.h"

/// A tile of the grid. The numbers are those of units in the crowd; 0: none.
typedef struct occupancy_tile {
  uint32_t holder;   ///< covers the tile now: it stands here, or its step began here
  uint32_t entering; ///< covers the tile when its step ends, and did not before
} occupancy_tile;

typedef struct occupancy {
  occupancy_tile *tiles; ///< one per cell
} occupancy;

/// Whether a unit other than `own` [0: none] holds a cell.
static inline bool occupancy_is_held(const occupancy *o, uint32_t cell, uint32_t own) {
  occupancy_tile tile = o->tiles[cell];
  return (tile.holder != 0 && tile.holder != own) ||
         (tile.entering != 0 && tile.entering != own);
}

#endif
