// Component labels: which tiles could possibly be reached from which.
#ifndef ASTAR_LABELS_H
#define ASTAR_LABELS_H

#include "costmap.h"

/// Two passable cells with different labels are not connected by any steps, walked either
/// way. With equal labels they are connected when all steps can be walked both ways
/// (`exact`), otherwise perhaps.
typedef struct labels {
  uint32_t *label;   ///< a label a cell; meaningless for impassable ones
  uint64_t topology; ///< of the costmap that the labels stand for
  bool exact;
} labels;

/// Brings the labels of an up-to-date costmap up to date.
astar_status labels_update(costmap *map);

/// NULL is allowed.
void labels_free(labels *l, costmap *map);

/// The labels that can be stepped into from a start that is itself impassable, or the
/// start's own.
enum { LABEL_SET_CAPACITY = 128 };

typedef struct label_set {
  uint32_t labels[LABEL_SET_CAPACITY];
  uint32_t count;
  bool is_unknown; ///< there are too many: take everything to be reachable
} label_set;

void label_set_init(label_set *set, const costmap *map, int x, int y);

/// Whether a passable cell is possibly reachable from the start of the set.
bool label_set_contains(const label_set *set, const costmap *map, uint32_t cell);

#endif
