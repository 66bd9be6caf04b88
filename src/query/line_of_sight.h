// Straight lines: what the mover meets on the way from the middle of one tile to that of
// another.
#ifndef ASTAR_LINE_OF_SIGHT_H
#define ASTAR_LINE_OF_SIGHT_H

#include "derived/costmap.h"

/// A line that is followed from tile to tile, or for a mover of several tiles from one
/// place of its top left tile to the next.
typedef struct line_of_sight {
  const costmap *map;
  int x, y;      ///< where the line is
  double length; ///< of the whole line [tiles]
  double since;  ///< the part of the line [0..1] after which it came here
  double ground; ///< what the ground has cost so far; infinity: no such measure
  int blocked_x, blocked_y; ///< the tile in the way, or place off the grid, if any
} line_of_sight;

/// Follows the line from one tile of the grid to another. True when nothing is in the
/// way: `s->ground` is then the integral of the terrain's cost along the line plus the
/// penalty of every tile it enters, infinity where a rule by terrain pair sets a price.
/// Exact: all decisions are made in integers. O(tiles crossed).
bool line_of_sight_follow(line_of_sight *s, const costmap *map, astar_point from,
                          astar_point to);

/// The straight-line length between two tiles [tiles; from hex to hex 1].
double line_of_sight_length(const astar_grid *grid, astar_point from, astar_point to);

/// Whether the line from one tile to another leads straight on over it to a third.
bool line_of_sight_goes_on(const astar_grid *grid, astar_point from, astar_point over,
                           astar_point to);

#endif
