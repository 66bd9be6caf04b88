// Component labels: which tiles could possibly be reached from which.
#ifndef ASTAR_COMPONENTS_H
#define ASTAR_COMPONENTS_H

#include "derived/costmap.h"

/// Two passable cells with different labels are not connected by any steps, walked either
/// way. With equal labels they are connected if `exact`, otherwise perhaps.
///
/// Edits are taken in one by one: what opens joins labels, what closes and perhaps cuts a
/// region in two leaves the labels parents and makes them stale. They are built anew only
/// when it matters whether they are.
typedef struct components {
  uint64_t revision; ///< of the grid that the labels stand for
  bool is_plain;     ///< tiles that touch are connected; otherwise steps decide
  bool exact;        ///< connected if equal
  bool is_stale;     ///< building anew may tell more apart

  /// A component a cell, 0 for impassable ones; of as many bytes as there are labels for.
  void *cells;
  int bytes; ///< 1, 2 or 4
  uint32_t
      *parents; ///< what each component was parents to, or itself: a union-find forest
  uint32_t count, capacity;
} components;

/// Brings the labels of an up-to-date costmap up to date with its grid. The first time
/// O(tiles), O(tiles / 64 + walls) to find them; after an edit O(tiles it touched).
astar_status components_update(costmap *map);

/// Builds stale labels anew.
astar_status components_rebuild(costmap *map);

/// NULL is allowed.
void components_free(components *l, costmap *map);

/// The component of a passable cell.
uint32_t components_at(const components *l, uint32_t cell);

/// The labels that can be stepped into from a start that is itself impassable, or the
/// start's own.
enum { COMPONENT_SET_CAPACITY = MEMORY_LIMIT(128, 2) };

typedef struct label_set {
  int x, y; ///< the start
  uint32_t components[COMPONENT_SET_CAPACITY];
  uint32_t count;
  bool is_full;     ///< there are more labels than these
  bool is_thorough; ///< the others are looked up one by one: O(moves and links) each time
} label_set;

void component_set_init(label_set *set, const costmap *map, int x, int y,
                        bool is_thorough);

/// Whether a passable cell is possibly reachable from the start of the set. True for all
/// cells when the set is full and not thorough.
bool component_set_contains(const label_set *set, const costmap *map, uint32_t cell);

#endif
