// Connected components for moves that lead farther than to adjacent tiles, or for more
// moves than a table of legal moves holds.
//
// Such moves can cross many blocks of the component tree (component_tree.h), so these
// components have one level. Each passable cell has a number, in 1, 2 or 4 bytes. The
// numbers form a union-find forest: uniting two components is one change in the forest,
// and no cell is written. Two cells are in one component when their numbers have the same
// root.
//
// The components own nothing but their arrays; memory comes from the grid. See
// far_components.c for the method.
#ifndef ASTAR_FAR_COMPONENTS_H
#define ASTAR_FAR_COMPONENTS_H

#include "derived/costmap.h"

/// The state of a build between two slices.
typedef struct far_draft {
  int phase;         ///< 0: no build has begun
  uint32_t at;       ///< the row that is next in this phase
  uint32_t *parents; ///< a union-find forest of cells, then the number of each cell
  uint32_t count;    ///< numbers given so far, counting 0 for impassable cells
} far_draft;

/// Edits are applied tile by tile: new steps unite components. A step that becomes
/// illegal may split a component: then the component stays united, and the components
/// become stale. They are built again only when a query needs the difference.
typedef struct far_components {
  bool is_built; ///< false: the numbers are not valid yet
  bool exact;    ///< same root: connected in both directions
  bool is_stale; ///< a new build may find more components

  void *cells;              ///< the number of each cell, 0 for impassable cells
  int bytes;                ///< per number: 1, 2 or 4
  uint32_t *parents;        ///< a union-find forest of numbers
  uint32_t count, capacity; ///< of `parents`

  far_draft draft; ///< of a build that has begun
} far_components;

/// Begins a new build when `revision_changed`, otherwise continues a build.
/// ASTAR_RUNNING: the budget is used up before the work is done. After ASTAR_NO_MEMORY
/// the components are empty. O(tiles * moves).
astar_status far_components_build(far_components *c, const costmap *map, budget *b);

/// Gives up a build that has begun.
void far_components_drop_draft(far_components *c, astar_grid *grid);

/// Applies the changes of the journal after a revision. False: the components must be
/// built again. O(affected tiles * moves + links).
bool far_components_repair(far_components *c, const costmap *map, uint64_t revision);

/// The component of a passable cell. Amortized O(log n) for n numbers.
uint32_t far_components_at(const far_components *c, uint32_t cell);

void far_components_fini(far_components *c, astar_grid *grid);

#endif
