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

/// Whether the map allows what joins one point of a path to the next: one step, a run of
/// equal steps, or a straight line, depending on `kind`. O(tiles between the points).
bool path_is_allowed(const costmap *map, astar_point from, astar_point to,
                     astar_path_kind kind);

/// Whether these arguments are valid as the points and the kind of a path.
bool path_is_list(const astar_point *points, size_t count, astar_path_kind kind);

#endif
