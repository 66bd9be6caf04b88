// The path that the planner searches now: a query that pauses when the budget of an
// update is spent, and goes on in the next one.
#ifndef ASTAR_PATH_SEARCH_H
#define ASTAR_PATH_SEARCH_H

#include "query/query.h"

struct unit;

/// A query in progress. A zeroed struct is empty.
typedef struct path_search {
  uint32_t slot;     ///< of the unit; 0: no query is in progress
  uint16_t rules;    ///< index in the rules of the crowd
  astar_goal goal;   ///< a query for another goal begins anew
  astar_query query; ///< with the start that the unit had
  uint64_t revision; ///< of the grid that is searched
  uint32_t restarts; ///< how often edits made it begin again
  query_state state;
  workspace *work; ///< kept between queries; its path is the result
} path_search;

/// Searches a path for a unit, or goes on. `*expanded`: the expansions of this call.
/// ASTAR_RUNNING: so many expansions were made,
/// and more are left. Otherwise as `astar_find_path`; the path is that of the workspace.
astar_status path_search_run(struct astar_crowd *crowd, const struct unit *u, int range,
                             bool partial, int64_t expansions, uint32_t *expanded);

/// Gives up the query in progress.
void path_search_drop(path_search *s);

void path_search_fini(path_search *s);

#endif
