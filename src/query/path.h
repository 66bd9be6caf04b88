// Paths as lists of points: whether the map allows their steps, and where they turn.
#ifndef ASTAR_PATH_H
#define ASTAR_PATH_H

#include "derived/costmap.h"

/// Whether one step leads from a tile of the grid to another place: by a move, or by a
/// link.
bool path_is_step(const costmap *map, int x, int y, int to_x, int to_y);

#endif
