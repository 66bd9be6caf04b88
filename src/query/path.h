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

#endif
