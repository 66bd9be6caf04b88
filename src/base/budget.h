// A budget: how much work on the whole map one call may do before it returns.
//
// Work on the whole map is split into portions, for example rows. Before each portion the
// function takes the portion from the budget. When the budget is empty, the function
// saves how far it got and returns; the next call continues there.
#ifndef ASTAR_BUDGET_H
#define ASTAR_BUDGET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Work that is left [tiles]. A function passes its budget on to the functions it calls.
/// A budget of NULL is unlimited: for calls that must finish all work before they return.
typedef struct budget {
  int64_t tiles;
} budget;

/// A budget of this many tiles is never empty.
#define BUDGET_UNLIMITED INT64_MAX

/// Whether nothing is left.
static inline bool budget_is_empty(const budget *b) { return b != NULL && b->tiles <= 0; }

/// Takes a portion of `tiles` from the budget. False when the budget is empty: the caller
/// must not do the portion. The last portion may be larger than what is left.
static inline bool budget_take(budget *b, int64_t tiles) {
  if (budget_is_empty(b)) return false;
  if (b != NULL) b->tiles -= tiles;
  return true;
}

/// Repairs after edits are not split. A repair of up to this many tiles is done in one
/// call [about 1 ms]. When more tiles changed, the data is built again, in slices.
enum { BUDGET_REPAIR = 1 << 17 };

/// How many tiles one call may repair: the rest of the budget, but not less than
/// BUDGET_REPAIR, and at most `limit`.
static inline uint64_t budget_repair_limit(const budget *b, uint64_t limit) {
  if (b == NULL) return limit;
  uint64_t allowed = b->tiles > BUDGET_REPAIR ? (uint64_t)b->tiles : BUDGET_REPAIR;
  return allowed < limit ? allowed : limit;
}

#endif
