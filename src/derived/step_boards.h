// Step boards: bitmaps of the legal steps of a mover of any size.
//
// They answer questions about sizes and about walls for a whole map at once, where all
// moves lead to adjacent tiles without conditions on other tiles than corners. The caller
// owns the boards; memory comes from the grid. See step_boards.c for the method.
#ifndef ASTAR_STEP_BOARDS_H
#define ASTAR_STEP_BOARDS_H

#include "base/flood_fill.h"
#include "derived/costmap.h"

/// The boards of one size. Bitmaps are like `passable` of costmap_tiles.
typedef struct step_boards {
  const costmap *map;
  int size; ///< of the mover [tiles]

  uint64_t *passable;              ///< positions where the mover can stand
  uint64_t *closed[DIRECTIONS];    ///< positions where a closed edge stops a step; NULL
                                   ///< without closed edges
  uint64_t *forbidden[DIRECTIONS]; ///< positions where a pair cost forbids a step; NULL
                                   ///< when none can
  uint64_t *walls[DIRECTIONS];     ///< both, and what the corner rule forbids
  flood_steps steps;               ///< for a fill over all legal steps

  uint8_t directions; ///< of `steps`, without diagonal steps that straight steps replace
  bool has_corners;   ///< diagonal steps are in `directions`, and the corner rule counts
  size_t count;       ///< words of a bitmap
  uint64_t *planes;   ///< the memory of all bitmaps
  int plane_count;
} step_boards;

/// Whether there are boards for a costmap: all moves lead to adjacent tiles, and none
/// needs clear tiles. O(moves).
bool step_boards_suit(const costmap *map);

/// Makes the boards of a mover of size 1 for an up-to-date costmap, whatever the size of
/// its rules; the costmap must stay where it is. Where boards do not suit, only
/// `passable` has a meaning. Call `step_boards_fini` also after ASTAR_NO_MEMORY.
/// O(tiles); with pair costs that forbid steps O(tiles * moves).
astar_status step_boards_init(step_boards *b, const costmap *map);

/// Makes the boards of a larger mover from those of a smaller one, which stay as they
/// are.
///
/// @param size  [from->size + 1..2 * from->size]
astar_status step_boards_widen(step_boards *b, const step_boards *from, int size);

void step_boards_fini(step_boards *b);

/// Fills the masks of a fill with the steps in some directions: on hexes with the six
/// neighbors.
void step_boards_set_sides(flood_steps *steps, astar_layout layout, uint8_t directions);

/// The neighbors of 64 tiles in a direction: bit i is that of the neighbor of bit i of
/// the word. The word must not be in the first or last row.
uint64_t step_boards_neighbors(const costmap *map, const uint64_t *bitmap, size_t word,
                               int direction);

#endif
