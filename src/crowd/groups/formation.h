// Formations: places for many units around a point, in rows across a direction.
//
// Places are points of the plane, where a tile has the length 1: on squares the plane has
// the coordinates of the tiles, on hexes the centers of adjacent hexes are 1 apart.
#ifndef ASTAR_FORMATION_H
#define ASTAR_FORMATION_H

#include "astar_crowd.h"

#include <stdint.h>

/// A point of the plane.
typedef struct plane_point {
  double x, y;
} plane_point;

/// A unit that covers `size` x `size` tiles, and its middle.
typedef struct formation_unit {
  int size;
  plane_point place;
} formation_unit;

/// Where the rows are, and how long.
typedef struct formation {
  astar_formation kind;
  astar_layout layout;
  plane_point center;
  plane_point forward; ///< the direction that the units face, of length 1; on hexes a
                       ///< main direction
  double width;        ///< of rows at most [tiles of units]
} formation;

/// The middle of a unit that covers `size` x `size` tiles, the top left one at (x, y).
plane_point formation_point(astar_layout layout, int size, int x, int y);

/// The top left tile of such a unit, when its middle is near a point. It may be off the
/// grid.
void formation_tile(astar_layout layout, int size, plane_point point, int *x, int *y);

/// The direction of an angle, clockwise from the right [radians]. The same on all
/// platforms.
plane_point formation_direction(double angle);

/// The one of 8 directions, on hexes of 12, that is nearest to a direction. In these
/// directions rows are straight on the map. To the right if `dx` and `dy` are 0.
plane_point formation_main_direction(astar_layout layout, double dx, double dy);

/// The point so many tiles of units to the right of the center, and behind it.
plane_point formation_at(const formation *f, double right, double behind);

/// The width of a block of units that is about square [tiles of units].
double formation_block_width(const formation_unit *units, uint32_t count);

/// Finds the places of all units, the largest first.
void formation_fill(const formation *f, formation_unit *units, uint32_t count);

#endif
