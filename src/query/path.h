// Paths: path objects, and checks of lists of points against the map.
//
// A path object belongs to the caller and has an allocator of its own, not that of a
// grid: it may outlive every grid. All other functions read points that the caller owns.
#ifndef ASTAR_PATH_H
#define ASTAR_PATH_H

#include "search/path_builder.h"

struct astar_path {
  struct memory memory;
  path_builder builder;
};

/// Whether one legal step leads from a tile of the grid to (to_x, to_y), by a move or by
/// a link. O(moves and links of the tile).
bool path_is_step(const costmap *map, int x, int y, int to_x, int to_y);

#endif
