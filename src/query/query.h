// A query for a path, from the question to the answer: validate, derive, check
// components, choose a kernel, run it, report. It can stop anywhere and go on later.
#ifndef ASTAR_QUERY_H
#define ASTAR_QUERY_H

#include "query/cache.h"

/// What is to be done next. In this order, though a stage may end the query.
typedef enum query_stage {
  QUERY_DERIVE,           ///< bring the costmap up to date
  QUERY_CHECK_COMPONENTS, ///< is there anything to search for?
  QUERY_DERIVE_FOR_KERNEL,
  QUERY_BEGIN_KERNEL,
  QUERY_RUN_KERNEL,
  QUERY_REFUTE, ///< the kernel found no path: make the components show that
  QUERY_ENDED
} query_stage;

typedef struct query_state {
  const astar_query *asked; ///< outlives the query
  workspace *work;
  derived_data *derived; ///< current in each slice
  derived_data *pinned;  ///< the same between slices, or NULL
  enum query_stage stage;
  bool is_answered; ///< `result` is complete, and the path is built
  bool is_widened;  ///< the goals are tiles near those of the query
  bool has_nodes;   ///< a kernel was begun: `workspace_node_at` can be asked
  bool may_pause;   ///< more than one call of `query_run` is made
  bool is_sliced;   ///< the number of slices with expansions must not depend on earlier
                    ///< edits
  astar_result result; ///< so far
} query_state;

/// Fuzzers compile with a small value, so that preparation is interrupted often.
#ifndef ASTAR_SLICE_TILES
#define ASTAR_SLICE_TILES 32768
#endif

/// Work on the whole map in a slice of so many expansions: filling and clearing tables of
/// tiles. 64 tiles take about as long as an expansion [0.1 to 0.3 us]; the rest lets maps
/// of about 64 x 64 tiles be searched from the first slice on [at most 0.1 ms].
enum { QUERY_SLICE_TILES = ASTAR_SLICE_TILES, QUERY_TILES_PER_EXPANSION = 64 };

static inline budget query_slice(int64_t expansions) {
  int64_t max = BUDGET_UNLIMITED / QUERY_TILES_PER_EXPANSION - QUERY_SLICE_TILES;
  budget b = {BUDGET_UNLIMITED};
  if (expansions < max) {
    b.tiles = QUERY_SLICE_TILES + expansions * QUERY_TILES_PER_EXPANSION;
  }
  return b;
}

/// Readies a valid query; `asked` and its goals must outlive it. The path goes to `path`,
/// or if that is NULL to the workspace.
void query_begin(query_state *q, workspace *work, const astar_query *asked,
                 path_builder *path);

/// Lets go of what the query pinned: before it is given up, or begun again.
void query_drop(query_state *q);

/// Goes on with a query: at most `expansions` expansions, and work on the whole map as
/// far as the budget goes. ASTAR_RUNNING when there is more to do; otherwise the outcome,
/// or an error. After ASTAR_NO_MEMORY the query may be begun again.
astar_status query_run(query_state *q, int64_t expansions, budget *b);

#endif
