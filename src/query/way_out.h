// Ways out of impassable ground, for a mover that stands where it cannot stand: on its
// own obstacle, in a wall that it was pushed into, under a building that was put on it.
#ifndef ASTAR_WAY_OUT_H
#define ASTAR_WAY_OUT_H

#include "derived/costmap.h"

/// The costs of a field: of the tiles of a rectangle, row by row. The field reaches no
/// other tiles.
typedef struct way_out_costs {
  const double *cost; ///< infinity: the field does not reach the tile
  int left, top, width, height;
} way_out_costs;

/// The cheapest legal step from an impassable tile of the grid to a tile that the field
/// reaches. False: there is none. O(moves).
bool way_out_step(const way_out_costs *costs, const costmap *map, int x, int y,
                  astar_point *next);

/// The first step of the shortest way of two steps or more: see way_out.c. False: there
/// is none. O(moves * impassable tiles nearer than its end); the costmap must have tiles,
/// so that each of them takes O(1).
bool way_out_search(const way_out_costs *costs, const costmap *map, int x, int y,
                    astar_point *next);

#endif
