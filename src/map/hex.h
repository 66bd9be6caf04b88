// Geometry of the hex layouts. It knows layouts and coordinates, but no grid.
#ifndef ASTAR_HEX_H
#define ASTAR_HEX_H

#include "astar.h"

/// A hex has six neighbors. They are numbered 0 to 5, the same from every hex: steps to
/// neighbor `i`, again and again, lead along a straight line, though their (dx, dy)
/// alternates.
enum { HEX_DIRECTIONS = 6 };

/// The direction [0..7] from hex (x, y) to its neighbor `i` [0..5].
int hex_direction(astar_layout layout, int x, int y, int i);

/// The directions in which hex (x, y) has neighbors: a bit per direction.
uint8_t hex_neighbors(astar_layout layout, int x, int y);

/// The axial coordinates of a hex: r runs down, q runs to the right and is skewed, so
/// that the step to neighbor `i` is the same (dq, dr) from every hex.
void hex_axial(astar_layout layout, int x, int y, int *q, int *r);

/// The number of steps between two hexes on a map without obstacles.
int hex_distance(astar_layout layout, int x1, int y1, int x2, int y2);

#endif
