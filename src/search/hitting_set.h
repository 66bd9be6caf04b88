// Hitting set: a smallest set of tiles that cuts a goal off from a start, where steps
// depend on tiles that they do not enter.
//
// Such steps are diagonal ones under a corner rule, and moves with `clear` tiles. Memory
// comes from the grid. See hitting_set.c for the method.
#ifndef ASTAR_HITTING_SET_H
#define ASTAR_HITTING_SET_H

#include "derived/costmap.h"

/// The input of a search.
typedef struct hitting_set_query {
  const costmap *map;   ///< of a mover of size 1, up to date
  uint32_t start, goal; ///< different cells
  int64_t work;         ///< the search gives up after so many expansions
} hitting_set_query;

/// Whether blocking some tiles cuts the goal off: ASTAR_OK; ASTAR_LIMIT: it does not;
/// ASTAR_NO_MEMORY. O(tiles * moves).
astar_status hitting_set_check(const hitting_set_query *query, const astar_point *points,
                               int count);

/// Finds a set of at most `size` tiles, without start and goal. ASTAR_OK: the number of
/// tiles is in `*count`, and the tiles are in `points` row by row (capacity `size`);
/// ASTAR_UNREACHABLE: there is no such set; ASTAR_LIMIT: the search gave up;
/// ASTAR_NO_MEMORY. Exponential in `size`.
astar_status hitting_set_find(const hitting_set_query *query, int size,
                              astar_point *points, int *count);

#endif
