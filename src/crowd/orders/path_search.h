// The path that the planner searches now: a query that pauses when the budget of an
// update is spent, and goes on in the next one.
#ifndef ASTAR_PATH_SEARCH_H
#define ASTAR_PATH_SEARCH_H

#include "query/query.h"

#include <string.h>

/// What is searched.
typedef struct path_order {
  uint32_t slot;            ///< of the unit
  const astar_rules *rules; ///< of the unit
  astar_filter filter;      ///< of the unit
  int start_x, start_y;     ///< a unit that moves on keeps the query that it has
  astar_point goal;
  int range;
  bool partial;
} path_order;

static inline bool path_order_is_filter(const astar_filter *a, const astar_filter *b) {
  bool differs =
      a->penalty_scale < b->penalty_scale || a->penalty_scale > b->penalty_scale;
  return a->ignored_layers == b->ignored_layers && !differs &&
         memcmp(a->influence, b->influence, sizeof a->influence) == 0;
}

/// A query in progress. A zeroed struct is empty.
typedef struct path_search {
  bool is_running;
  path_order order;
  astar_query query;
  uint64_t revision; ///< of the grid that is searched
  uint64_t stamp;    ///< of the influence maps that are searched
  uint32_t restarts; ///< how often edits made it begin again
  bool is_stale;     ///< it must begin again, whatever the revision
  query_state state;
  workspace *work; ///< kept between queries; its path is the result
} path_search;

/// Searches a path, or goes on with it. `*expanded`: the expansions of this call.
/// ASTAR_RUNNING: so many expansions were made, and more are left. Otherwise as
/// `astar_find_path`; the path is that of the workspace.
astar_status path_search_run(path_search *s, astar_grid *grid, const path_order *order,
                             int64_t expansions, uint32_t *expanded);

/// Repeats a query up to so many expansions, in an empty search. ASTAR_RUNNING, or any
/// other status: then no query is in progress.
astar_status path_search_repeat(path_search *s, astar_grid *grid, const path_order *order,
                                uint32_t restarts, uint32_t expanded);

/// Gives up the query in progress, if it is for a unit. 0: for any unit.
void path_search_drop(path_search *s, uint32_t slot);

void path_search_fini(path_search *s);

#endif
