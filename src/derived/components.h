// Connected components: sets of tiles that are connected by steps. Tiles in different
// components have no path between them, and a query answers this without a search.
//
// Where all moves lead to adjacent tiles, which is the rule, the map is divided into
// blocks, and an edit concerns the blocks around it (component_tree.h). For rules with
// longer moves nothing is known: all tiles are in one component, which is not exact.
//
// With steps in one direction only (one-way edges, links or pair costs), these are the
// weakly connected components: a path may exist between tiles of one component, and none
// exists between different components.
//
// query/cache owns the components of each set of derived data; memory comes from the
// grid. See components.c for the method.
#ifndef ASTAR_COMPONENTS_H
#define ASTAR_COMPONENTS_H

#include "derived/component_links.h"
#include "derived/component_tree.h"

/// Cells of different components are not connected by any steps, in either direction.
/// Cells of the same component are connected if `exact`, otherwise perhaps.
typedef struct components {
  bool is_built;     ///< false: the components are not valid yet
  uint64_t revision; ///< of the grid that the components belong to, or are built for
  bool is_far;       ///< the moves lead farther than to adjacent tiles
  bool exact;        ///< the same component: connected in both directions

  bool had_edges; ///< edges were closed at the last update of the tree
  component_tree tree;
  component_links links;
} components;

/// Brings the components up to date with an up-to-date costmap. ASTAR_RUNNING: the budget
/// is used up before the work is done. `c` begins as zeros. A build takes O(tiles), an
/// edit of a tile O(width + height + links) at most.
astar_status components_update(components *c, const costmap *map, budget *b);

/// How tiles connect under the rules where no edge is closed.
component_mode components_mode(const costmap *map);

/// Brings the components up to date with `count` tiles whose bit changed in the costmap
/// only (`costmap_try_passable`), and the legal moves with it: for a trial, and after it.
/// The components must be those of a tree, and up to date. ASTAR_OK; ASTAR_NO_MEMORY: the
/// components are empty now. O(count * (width + height) + links).
astar_status components_update_cells(components *c, const costmap *map,
                                     const uint32_t *cells, uint32_t count);

void components_fini(components *c, astar_grid *grid);

/// The component of a passable cell: a number that no other component has. O(levels).
uint64_t components_at(const components *c, uint32_t cell);

/// The region of a passable cell (component_links.h), or COMPONENT_LINKS_NONE. Not for
/// moves that lead farther than to adjacent tiles. O(levels).
uint32_t components_region(const components *c, uint32_t cell);

/// The maximum number of components that a set stores.
enum { COMPONENT_SET_CAPACITY = MEMORY_LIMIT(128, 2) };

/// The components that a mover can enter from a start: the component of the start, or,
/// when the start is impassable, those of all tiles that one step or link leads to.
typedef struct component_set {
  const components *of;
  const costmap *map;
  int x, y; ///< the start
  uint64_t numbers[COMPONENT_SET_CAPACITY];
  uint32_t count;
  bool is_full; ///< there are more components than `numbers` can hold
} component_set;

void component_set_init(component_set *set, const components *c, const costmap *map,
                        int x, int y);

/// Whether a passable cell may be reachable from the start of the set; false: no path
/// exists. O(1); when the set is full O(moves + links of the start).
bool component_set_contains(const component_set *set, uint32_t cell);

#endif
