// A component vicinity: which tiles stay connected around tiles that become impassable.
//
// Most obstacles cut nothing off, and a look at the tiles around them shows it: at a
// window of at most 64 x 64 tiles. The components of the map before are read and not
// changed.
//
// The caller owns the vicinity [5 KB], which needs no other memory. See
// component_vicinity.c for the method.
#ifndef ASTAR_COMPONENT_VICINITY_H
#define ASTAR_COMPONENT_VICINITY_H

#include "derived/components.h"

/// The side of the largest window [tiles]: the bits of a word.
enum { VICINITY_SIDE = 64 };

/// The maximum number of groups of tiles. [More than 8 separate groups around one
/// obstacle are rare: the component tree decides then.]
enum { VICINITY_GROUPS = MEMORY_LIMIT(8, 2) };

/// The window, and the groups of tiles around the obstacle that it found.
typedef struct component_vicinity {
  const astar_grid *grid;
  const components *of;          ///< the components before
  int left, top, width, height;  ///< of the window [tiles]
  uint64_t tiles[VICINITY_SIDE]; ///< passable tiles: bit i of a row is column left + i
  uint64_t seeds[VICINITY_SIDE]; ///< the tiles beside the new obstacle
  uint64_t groups[VICINITY_GROUPS][VICINITY_SIDE]; ///< tiles connected inside the window
  uint64_t numbers[VICINITY_GROUPS]; ///< the component of each group, as it was
  bool is_pocket[VICINITY_GROUPS];   ///< the group ends inside the window: it is cut off
  int group_count;

  /// The columns with a neighbor to the north west, north, north east ([0]), or to the
  /// south west, south, south east ([1]), for even and odd rows. Bits as in `tiles`.
  uint64_t masks[2][2][3];
} component_vicinity;

/// Decides what `count` tiles cut off when they become impassable. Their bits must be
/// cleared in the costmap (`costmap_try_passable`), and `c` must be the components of the
/// map before. The components must be those of a tree.
///
/// True: `component_vicinity_at` gives the components without the tiles. False: the
/// window is too small to decide. O(1).
bool component_vicinity_decide(component_vicinity *v, const costmap *map,
                               const components *c, const uint32_t *cells,
                               uint32_t count);

/// The component of a passable cell after `component_vicinity_decide` returned true: a
/// number that no other component has. O(levels of the tree).
uint64_t component_vicinity_at(const component_vicinity *v, uint32_t cell);

#endif
