// Validation: whether the arguments of a query are in their documented ranges (astar.h).
// These functions read the arguments only; they allocate nothing. O(1).
#ifndef ASTAR_VALIDATION_H
#define ASTAR_VALIDATION_H

#include "astar.h"

/// The `cookie` of queries that `astar_default_query` made. Without the cookie, a query
/// of zeros would be valid, with both caps (cost and expansions) at 0.
enum { QUERY_COOKIE = 0x71756572 };

/// Whether the grid, the rules and the filter of a call are valid.
bool validation_has_rules(const astar_grid *grid, const astar_rules *rules,
                          const astar_filter *filter);

#endif
