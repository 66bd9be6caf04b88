// Line of sight: whether a mover can move on the straight line from the center of one
// tile to the center of another, and what this costs.
//
// A `line_of_sight` is a value on the stack of the caller. It owns nothing; it reads a
// costmap, which must stay valid during the call.
#ifndef ASTAR_LINE_OF_SIGHT_H
#define ASTAR_LINE_OF_SIGHT_H

#include "derived/costmap.h"

/// A line that is followed from tile to tile.
typedef struct line_of_sight {
  const costmap *map;
  int x, y;      ///< the tile that was reached; for a larger mover, the start of the line
  double length; ///< of the whole line [tiles]
  double since;  ///< `ground` is summed up to this part of the line [0..1]
  double ground; ///< cost of the terrain and penalties under that part of the line;
                 ///< infinity: a step has a pair cost, which no line can add up
  int blocked_x, blocked_y; ///< the tile that blocks the line; may be off the grid
} line_of_sight;

/// Follows the line from one tile of the grid to another. True: the mover can move along
/// it. Then `s->ground` is the integral of the terrain cost along the line, plus the
/// penalty of each tile that it enters; infinity when a step has a pair cost. A larger
/// mover touches several tiles at a time: the most expensive one counts. False:
/// `s->blocked_x`, `s->blocked_y` is the first tile that the mover cannot enter.
///
/// All decisions are exact integer comparisons. O(tiles crossed), for a mover of size n
/// times n^2.
bool line_of_sight_follow(line_of_sight *s, const costmap *map, astar_point from,
                          astar_point to);

/// The straight-line length between two tiles [tiles; adjacent hexes are 1 apart].
double line_of_sight_length(const astar_grid *grid, astar_point from, astar_point to);

/// Whether the line from `from` to `over` continues in the same direction to `to`. O(1).
bool line_of_sight_continues(const astar_grid *grid, astar_point from, astar_point over,
                             astar_point to);

#endif
