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
  bool has_cost; ///< `ground` is summed up
  bool is_end_free;         ///< the tile where the line ends counts as free
  astar_point end;          ///< that tile
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

/// Whether a line in a mode is free. False: (*x, *y) is the first tile that cannot be
/// entered: in the mode ASTAR_SIGHT_SHADOW, for movers of size 1 on squares, on the line
/// of the upper rows.
bool line_of_sight_is_free(const costmap *map, astar_sight_mode mode, astar_point from,
                           astar_point to, int *x, int *y);

/// Whether there are lines in this mode.
bool line_of_sight_has_mode(const astar_grid *grid, const astar_rules *rules,
                            astar_sight_mode mode);

/// Whether closed edges part two neighboring tiles of the grid: on squares diagonally, on
/// both ways around the corner. `by_pairs`: forbidden pair costs as well.
bool line_of_sight_is_parted(const costmap *map, int x, int y, int d, bool by_pairs);

/// The corner rule of lines: without diagonal steps both ways around a corner must be
/// free.
astar_diagonal line_of_sight_corner_rule(const astar_rules *rules);

/// Whether a line reaches a tile, which itself is not checked.
bool line_of_sight_reaches(const costmap *map, astar_point from, astar_point to);

/// The straight-line length between two tiles [tiles; adjacent hexes are 1 apart].
double line_of_sight_length(const astar_grid *grid, astar_point from, astar_point to);

/// Whether the line from `from` to `over` continues in the same direction to `to`. O(1).
bool line_of_sight_continues(const astar_grid *grid, astar_point from, astar_point over,
                             astar_point to);

#endif
