// Connected components: sets of tiles that are connected by steps. Tiles in different
// components have no path between them, and a query answers this without a search.
//
// Each passable cell has a number, in 1, 2 or 4 bytes. The numbers form a union-find
// forest: uniting two components is one change in the forest, and no cell is written. Two
// cells are in one component when their numbers have the same root.
//
// With steps in one direction only (one-way edges, links or pair costs), these are the
// weakly connected components: a path may exist between tiles of one component, and none
// exists between different components.
//
// query/cache owns the components of each set of derived data; memory comes from the
// grid. See components.c for the method.
#ifndef ASTAR_COMPONENTS_H
#define ASTAR_COMPONENTS_H

#include "derived/costmap.h"

/// A run: consecutive passable tiles [start, end) of row y.
typedef struct components_run {
  uint16_t y, start, end;
} components_run;

/// The state of a build between two slices.
typedef struct components_draft {
  int phase;   ///< 0: no build has begun
  uint32_t at; ///< the progress of this phase: a row; when runs are numbered, a run

  components_run *runs;  ///< in row order; for plain components
  uint32_t *run_parents; ///< a union-find forest of runs, then the number of each run
  uint32_t run_count, run_capacity, run_parent_capacity;
  uint32_t row_above;     ///< the first run of the row above; when cells are filled, the
                          ///< first run that is not filled
  uint32_t *cell_parents; ///< a union-find forest of cells, then the number of each cell;
                          ///< for components by steps
  uint32_t number_count;  ///< numbers given so far, counting 0 for impassable cells
} components_draft;

/// Cells whose numbers have different roots are not connected by any steps, in either
/// direction. Cells whose numbers have the same root are connected if `exact`, otherwise
/// perhaps.
///
/// Edits are applied tile by tile. A tile that becomes passable unites components. A tile
/// that becomes impassable may split a component: then the component stays united, and
/// the components become stale. They are built again only when a query needs the
/// difference.
typedef struct components {
  bool is_built;     ///< false: the numbers are not valid yet
  uint64_t revision; ///< of the grid that the numbers belong to, or are built for
  bool is_plain;     ///< adjacent passable tiles are connected; false: steps and links
                     ///< connect tiles
  bool exact;        ///< same root: connected in both directions
  bool is_stale;     ///< a new build may find more components

  /// The number of each cell, 0 for impassable cells.
  void *cells;
  int bytes;                ///< per number: 1, 2 or 4
  uint32_t *parents;        ///< a union-find forest of numbers
  uint32_t count, capacity; ///< of `parents`

  components_draft draft; ///< of a build that has begun
} components;

/// Brings the components up to date with an up-to-date costmap. ASTAR_RUNNING: the budget
/// is used up before the work is done. `c` begins as zeros. A build takes O(tiles), a
/// repair after edits O(affected tiles + links).
astar_status components_update(components *c, const costmap *map, budget *b);

/// Builds the components again if they are stale. Statuses are those of
/// `components_update`.
astar_status components_rebuild(components *c, const costmap *map, budget *b);

void components_fini(components *c, astar_grid *grid);

/// The component of a passable cell: the root of its number. Amortized O(log n) for n
/// numbers.
uint32_t components_at(const components *c, uint32_t cell);

/// The maximum number of components that a set stores.
enum { COMPONENT_SET_CAPACITY = MEMORY_LIMIT(128, 2) };

/// The components that a mover can enter from a start: the component of the start, or,
/// when the start is impassable, those of all tiles that one step or link leads to.
typedef struct component_set {
  const components *of;
  const costmap *map;
  int x, y; ///< the start
  uint32_t numbers[COMPONENT_SET_CAPACITY];
  uint32_t count;
  bool is_full;     ///< there are more components than `numbers` can hold
  bool is_thorough; ///< a full set computes the other components again for each call of
                    ///< `component_set_contains`: O(moves + links of the start)
} component_set;

void component_set_init(component_set *set, const components *c, const costmap *map,
                        int x, int y, bool is_thorough);

/// Whether a passable cell may be reachable from the start of the set; false: no path
/// exists. Always true when the set is full and not thorough.
bool component_set_contains(const component_set *set, uint32_t cell);

#endif
