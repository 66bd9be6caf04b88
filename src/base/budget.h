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

/// Repairs after edits are not split: those of up to this many tiles are made at once
/// [about a millisecond], and where more tiles changed, a build in slices replaces them.
enum { BUDGET_REPAIR = 1 << 17 };

/// How many tiles may be repaired at once: at most `limit`.
static inline uint64_t budget_repair_limit(const budget *b, uint64_t limit) {
  uint64_t allowed = b->tiles > BUDGET_REPAIR ? (uint64_t)b->tiles : BUDGET_REPAIR;
  return allowed < limit ? allowed : limit;
}

#endif
