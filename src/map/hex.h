// Geometry of the hex layouts: neighbors, axial coordinates, distances. The functions
// need the layout and the offset coordinates (x, y) of a hex, but no grid; hexes may be
// off the grid. All of them are O(1). The terms are those of
// redblobgames.com/grids/hexagons.
#ifndef ASTAR_HEX_H
#define ASTAR_HEX_H

#include "astar.h"

/// A hex has six neighbors, numbered 0 to 5. A number means the same direction in the
/// world for every hex: repeated steps to neighbor `i` follow a straight line. In offset
/// coordinates the (dx, dy) of these steps can alternate between two values.
enum { HEX_DIRECTIONS = 6 };

/// The direction [0..7] from hex (x, y) to its neighbor `i` [0..5].
int hex_direction(astar_layout layout, int x, int y, int i);

/// The directions in which hex (x, y) has neighbors: one bit per direction.
uint8_t hex_neighbors(astar_layout layout, int x, int y);

/// The axial coordinates of a hex. In them the step to neighbor `i` is the same (dq, dr)
/// from every hex. On squares: x and y.
void hex_axial(astar_layout layout, int x, int y, int *q, int *r);

/// The hex with these axial coordinates.
void hex_offset(astar_layout layout, int q, int r, int *x, int *y);

/// The number of steps between two hexes if all steps were legal.
int hex_distance(astar_layout layout, int x1, int y1, int x2, int y2);

#endif
