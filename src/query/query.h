// One query for a path: validate, derive, check components, choose a kernel, run, report.
// It can pause in every stage and continue in a later call.
//
// Ownership: the caller owns the `query_state`, the query and its goals, and the path.
// The workspace belongs to the cache of the grid. The state owns only its pin on derived
// data: `query_run` releases the pin when the query ends, `query_drop` when it is given
// up.
#ifndef ASTAR_QUERY_H
#define ASTAR_QUERY_H

#include "query/cache.h"

/// The next stage of a query. They follow in this order; each may end the query.
typedef enum query_stage {
  QUERY_DERIVE,            ///< update the costmap
  QUERY_CHECK_COMPONENTS,  ///< is a goal connected to the start?
  QUERY_DERIVE_FOR_KERNEL, ///< update the derived data that only the kernel needs
  QUERY_BEGIN_KERNEL,
  QUERY_RUN_KERNEL,
  QUERY_ENDED
} query_stage;

typedef struct query_state {
  const astar_query *query; ///< of the caller, who keeps it until the query ends
  workspace *work;
  astar_filter filter;   ///< of the query; layers that turns name are ignored
  derived_data *derived; ///< fetched again in each slice
  derived_data *pinned;  ///< the same set, kept between slices; otherwise NULL
  enum query_stage stage;
  bool is_answered; ///< `result` is complete, and the path is built
  bool is_widened;  ///< a partial path: the goals of the search are the connected tiles
                    ///< nearest to the goals of the query
  bool is_beyond;   ///< a kernel could not represent the path: the next one searches
  uint32_t beyond;  ///< nodes that such kernels expanded
  bool has_nodes;   ///< a kernel was begun: `workspace_node_at` can be called
  bool may_pause;   ///< `query_run` may be called more than once
  astar_result result; ///< so far
} query_state;

/// Fuzzers compile with a small value, so that preparation pauses often.
#ifndef ASTAR_SLICE_TILES
#define ASTAR_SLICE_TILES 32768
#endif

/// The budget of a slice for work on the whole map (filling and clearing tables of
/// tiles): 32768 tiles, and 64 tiles per expansion. 64 tiles take about as long as one
/// expansion [0.1 to 0.3 us]. With 32768 tiles [at most 0.1 ms], a search on a map of
/// about 64 x 64 tiles expands nodes in its first slice.
enum { QUERY_SLICE_TILES = ASTAR_SLICE_TILES, QUERY_TILES_PER_EXPANSION = 64 };

/// The budget of a slice of so many expansions.
static inline budget query_slice(int64_t expansions) {
  int64_t max = BUDGET_UNLIMITED / QUERY_TILES_PER_EXPANSION - QUERY_SLICE_TILES;
  budget b = {BUDGET_UNLIMITED};
  if (expansions < max)
    b.tiles = QUERY_SLICE_TILES + expansions * QUERY_TILES_PER_EXPANSION;
  return b;
}

/// Whether the start and all goals of a query are on the grid.
bool query_is_on_grid(const astar_grid *grid, const astar_query *query);

/// Whether a query has no caps, no units to avoid, and the default heuristic with a
/// weight of 1.
bool query_is_plain(const astar_query *query);

/// The filter of a query: its layers of turns are ignored.
astar_filter query_filter(const astar_query *query);

/// Sees the units that a valid query avoids, if it avoids any. With `copies` they may
/// move before the query ends. Call it before the query is begun. False: out of memory.
/// O(1), with a copy O(tiles).
bool query_see_units(workspace *work, const astar_query *query, bool copies);

/// Initializes the state of a valid query. `query` and its goals must outlive the state.
/// The path is written to `path`, or when that is NULL to the path of the workspace.
void query_begin(query_state *q, workspace *work, const astar_query *query,
                 path_builder *path);

/// Releases the pin of the query. Call it before the query is given up or begun again.
void query_drop(query_state *q);

/// Continues a query: at most `expansions` expansions, and work on the whole map within
/// the budget. ASTAR_RUNNING: call it again. Otherwise the query has ended, with an
/// outcome or an error. After ASTAR_NO_MEMORY the query may be begun again.
astar_status query_run(query_state *q, int64_t expansions, budget *b);

/// `astar_find_path` with another lower bound besides the heuristic; NULL: without one.
/// The bound must hold for the only goal of the query on the map as it is now.
astar_status query_find_path(astar_grid *grid, const astar_query *query,
                             const landmark_bound *landmarks, astar_path *path,
                             astar_result *result);

#endif
