// Reach: the tiles that a mover can reach from a tile, as a bitmap.
//
// Connected components answer the same question for pairs of tiles faster, once they
// exist. A reach needs nothing but a costmap. See reach.c for the method.
#ifndef ASTAR_REACH_H
#define ASTAR_REACH_H

#include "derived/step_boards.h"

typedef struct reach_set {
  struct flood_fill fill; ///< `fill.filled`: the tiles, like `passable` of costmap_tiles
  const costmap *map;
  const flood_steps *steps;
  uint32_t *stack; ///< cells whose steps were not made, for a search without boards
  uint32_t stack_count, stack_capacity;
} reach_set;

/// Finds the tiles that steps and links reach from (x, y), which may be impassable and
/// counts as reached. `r` begins as zeros; memory comes from the grid. Call `reach_fini`
/// also after ASTAR_NO_MEMORY.
///
/// @param map    of the mover, up to date
/// @param steps  of boards for this mover; NULL where there are none: O(tiles * moves)
astar_status reach_find(reach_set *r, const costmap *map, const flood_steps *steps, int x,
                        int y);

/// Whether a tile of the grid is reached.
static inline bool reach_has(const reach_set *r, int x, int y) {
  return flood_fill_has(&r->fill, (size_t)y + 1, (size_t)x + 1);
}

void reach_fini(reach_set *r);

#endif
