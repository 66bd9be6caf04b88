// Whether the arguments of a query are in their documented ranges.
#ifndef ASTAR_VALIDATION_H
#define ASTAR_VALIDATION_H

#include "astar.h"

/// `cookie` of a query that came from `astar_default_query`. A query that was only zeroed
/// would otherwise pass for one with both caps at 0.
enum { QUERY_COOKIE = 0x71756572 };

/// Whether the grid, the rules and the filter of a call can be used.
bool validation_has_rules(const astar_grid *grid, const astar_rules *rules,
                          const astar_filter *filter);

/// What is wrong with a query, as a string constant for the caller; NULL when nothing is.
const char *validation_of_query(const astar_grid *grid, const astar_query *query);

#endif
