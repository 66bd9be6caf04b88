// How much work a call may do. Work on the whole map is split into portions, such as
// rows, so that a call can return in the middle and a later call can go on.
#ifndef ASTAR_BUDGET_H
#define ASTAR_BUDGET_H

#include <stdbool.h>
#include <stdint.h>

/// Work that is left [tiles]. Functions that take a budget pass it on.
typedef struct budget {
  int64_t tiles;
} budget;

/// For calls that finish their work at once.
#define BUDGET_UNLIMITED INT64_MAX

/// Takes a portion of `tiles` out of the budget; false when nothing is left. The last
/// portion may exceed what is left.
static inline bool budget_take(budget *b, int64_t tiles) {
  if (b->tiles <= 0) return false;
  b->tiles -= tiles;
  return true;
}

#endif
