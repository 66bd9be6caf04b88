// Queries for a path on a search of their own: what `astar_find_path` does in one go.
#ifndef ASTAR_QUERY_H
#define ASTAR_QUERY_H

#include "search/best_first.h"

/// Whether every part of a query is within its documented range.
bool query_is_query(const astar_grid *grid, const astar_query *query);

/// The grid's own scratch for a query, or one further in when a heuristic function of a
/// search under way asks. NULL: memory is short.
best_first *query_scratch(astar_grid *grid);

/// Does what comes before a search. ASTAR_RUNNING when there must be one; otherwise the
/// outcome that is known without, or an error.
astar_status query_check(best_first *s, const astar_query *query, astar_result *result);

/// Whether a query that was checked is one for jump points.
bool query_can_jump(const best_first *s, const astar_query *query);

/// Checks a query and readies a search for it: ASTAR_RUNNING when it is to be run. The
/// goals of the query must outlive the search.
astar_status query_begin(best_first *s, const astar_query *query, astar_result *result);

/// Makes up to `count` expansions: the outcome, with the path in `s->trail`, or
/// ASTAR_RUNNING.
astar_status query_step(best_first *s, const astar_query *query, int64_t count,
                        astar_result *result);

#endif
