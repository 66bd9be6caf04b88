// Connected components: which tiles can possibly be reached from which.
#ifndef ASTAR_COMPONENTS_H
#define ASTAR_COMPONENTS_H

#include "derived/costmap.h"

/// Passable tiles [start, end) of a row without a gap.
typedef struct components_run {
  uint16_t y, start, end;
} components_run;

/// What is needed while components are built, portion by portion.
typedef struct components_draft {
  int phase;   ///< 0: nothing is being built
  uint32_t at; ///< how far this phase is: a row, a run or a cell

  components_run *runs;  ///< of plain components
  uint32_t *run_parents; ///< a union-find forest of runs
  uint32_t run_count, run_capacity, run_parent_capacity;
  uint32_t row_above;     ///< the first run of the last row
  uint32_t *cell_parents; ///< a union-find forest of cells, where steps decide
  uint32_t number_count;  ///< numbers given so far, 0 among them
} components_draft;

/// Every passable cell has the number of its component. Two cells with different numbers
/// are not connected by any steps, walked either way. With equal numbers they are
/// connected if `exact`, otherwise perhaps.
///
/// Edits are applied one by one. A tile that opens unites components. A tile that closes,
/// and perhaps splits a component, leaves it united and makes the components stale. They
/// are built again only when it matters whether they are.
typedef struct components {
  bool is_built;     ///< false: the numbers mean nothing yet
  uint64_t revision; ///< of the grid that the numbers stand for, or are built for
  bool is_plain;     ///< tiles that touch are connected; otherwise steps decide
  bool exact;        ///< connected if equal
  bool is_stale;     ///< building anew may tell more apart

  /// A number per cell, 0 for impassable ones; of as many bytes as there are numbers for.
  void *cells;
  int bytes;         ///< 1, 2 or 4
  uint32_t *parents; ///< what each number was united with: a union-find forest
  uint32_t count, capacity;

  components_draft draft; ///< while they are built
} components;

/// Brings the components of an up-to-date costmap up to date with its grid, as far as the
/// budget goes: ASTAR_RUNNING when some is left to do. `c` begins as zeros. The first
/// time O(tiles), O(tiles / 64 + walls) to find them; after an edit O(tiles that it
/// touched).
astar_status components_update(components *c, const costmap *map, budget *b);

/// Builds stale components again. Statuses as above.
astar_status components_rebuild(components *c, const costmap *map, budget *b);

void components_fini(components *c, astar_grid *grid);

/// The component of a passable cell.
uint32_t components_at(const components *c, uint32_t cell);

/// The components that can be stepped into from a start that is itself impassable, or the
/// start's own.
enum { COMPONENT_SET_CAPACITY = MEMORY_LIMIT(128, 2) };

typedef struct component_set {
  const components *of;
  const costmap *map;
  int x, y; ///< the start
  uint32_t numbers[COMPONENT_SET_CAPACITY];
  uint32_t count;
  bool is_full;     ///< there are more components than these
  bool is_thorough; ///< the others are looked up one by one: O(moves and links) each time
} component_set;

void component_set_init(component_set *set, const components *c, const costmap *map,
                        int x, int y, bool is_thorough);

/// Whether a passable cell is possibly reachable from the start of the set. True for all
/// cells when the set is full and not thorough.
bool component_set_contains(const component_set *set, uint32_t cell);

#endif
