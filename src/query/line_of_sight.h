// Straight lines: what the mover meets on the way from the middle of one tile to that of
// another.
#ifndef ASTAR_LINE_OF_SIGHT_H
#define ASTAR_LINE_OF_SIGHT_H

#include "derived/costmap.h"

/// A line that is followed from tile to tile.
typedef struct line_of_sight {
  const costmap *map;
  int x, y;      ///< the tile where the line is; of a larger mover, where it starts
  double length; ///< of the whole line [tiles]
  double since;  ///< the part of the line [0..1] that `ground` stands for
  double ground; ///< cost of the ground up to there; infinity: it has no such cost
  int blocked_x, blocked_y; ///< the tile in the way, perhaps off the grid, if any
} line_of_sight;

/// Follows the line from one tile of the grid to another. True when nothing is in the
/// way: `s->ground` is then the integral of the terrain's cost along the line plus the
/// penalty of every tile it enters, infinity where a step has a pair cost. Of the tiles
/// that a larger mover touches at a time, the most expensive one counts. Exact: all
/// decisions are made in integers. O(tiles crossed), for larger movers times the tiles
/// that they cover.
bool line_of_sight_follow(line_of_sight *s, const costmap *map, astar_point from,
                          astar_point to);

/// The straight-line length between two tiles [tiles; from hex to hex 1].
double line_of_sight_length(const astar_grid *grid, astar_point from, astar_point to);

/// Whether the line from one tile to another leads straight on over it to a third.
bool line_of_sight_goes_on(const astar_grid *grid, astar_point from, astar_point over,
                           astar_point to);

#endif
