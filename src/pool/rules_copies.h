// Copies of rules for workers.
//
// The allocator of the caller's rules may belong to one thread (`lua_Alloc`), and the
// thread that removes the last reference to rules calls it. So workers use copies, with
// the allocator of the pool. There is one copy per rules, found by their address.
//
// Ownership: the list refers to the original, so that its address is not used again, and
// holds the copy. An entry whose original has no holders is freed: no later request can
// use it. Requests in flight hold their copy themselves, and replicas refer to it.
#ifndef ASTAR_RULES_COPIES_H
#define ASTAR_RULES_COPIES_H

#include "map/rules.h"

typedef struct rules_copies {
  struct memory *memory;
  struct rules_pair *first; ///< a list, the last used first
} rules_copies;

/// Frees all entries.
void rules_copies_fini(rules_copies *list);

/// The copy of some rules, which the caller holds then. NULL: out of memory. O(rules) at
/// most; O(1) for those that were used last.
astar_rules *rules_copies_hold(rules_copies *list, const astar_rules *original);

/// The memory of the copies [bytes].
size_t rules_copies_memory(const rules_copies *list);

#endif
