// Paths: objects that belong to the caller, and lists of points.
#ifndef ASTAR_PATH_H
#define ASTAR_PATH_H

#include "search/path_builder.h"

struct astar_path {
  struct memory memory;
  path_builder builder;
};

/// Whether one step leads from a tile of the grid to another place: by a move, or by a
/// link.
bool path_is_step(const costmap *map, int x, int y, int to_x, int to_y);

/// Whether the map allows what leads from one point of a path to the next.
bool path_is_allowed(const costmap *map, astar_point from, astar_point to,
                     astar_path_kind kind);

/// Whether these can be the points and the kind of a path.
bool path_is_list(const astar_point *points, size_t count, astar_path_kind kind);

#endif
