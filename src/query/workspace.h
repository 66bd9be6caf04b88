// A workspace: the run of one query, and the scratch memory of the kernels.
//
// The scratch memory is kept for later queries, which need not allocate it again.
// Workspaces belong to the cache of the grid (query/cache).
#ifndef ASTAR_WORKSPACE_H
#define ASTAR_WORKSPACE_H

#include "search/best_first.h"
#include "search/canonical_astar.h"
#include "search/dstar_lite.h"
#include "search/jump_points.h"
#include "search/run.h"
#include "search/turn_search.h"
#include "search/weighted_jump_points.h"

typedef enum kernel {
  KERNEL_BEST_FIRST,
  KERNEL_JUMP_POINTS,
  KERNEL_WEIGHTED_JUMP_POINTS,
  KERNEL_CANONICAL_ASTAR,
  KERNEL_DSTAR_LITE,
  KERNEL_TURN_SEARCH
} kernel;

typedef struct workspace {
  struct workspace *next; ///< in a list of the cache
  struct run run;
  enum kernel kernel; ///< the kernel that was chosen for the query
  struct best_first best_first;
  struct jump_points jump_points;
  struct weighted_jump_points weighted_jump_points;
  struct canonical_astar canonical_astar;
  struct turn_search turn_search;
  struct dstar_lite *dstar_lite; ///< owned by the replanner that runs the query, or NULL
  struct link_bound link_bound;
  path_builder path; ///< used when the caller gives no path
} workspace;

/// A workspace for a grid. NULL: out of memory.
workspace *workspace_new(astar_grid *grid);
void workspace_free(workspace *w); ///< NULL is allowed

/// These call the function of the same name of the chosen kernel (search/run.h). The grid
/// is busy during begin and step, since they may call the heuristic function of the
/// query: edits return ASTAR_BUSY then.
run_status workspace_begin(workspace *w, budget *b);
run_status workspace_step(workspace *w, int64_t count);
bool workspace_node_at(const workspace *w, int x, int y, astar_node *node);

#endif
