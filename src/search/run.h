// One query under way: what the kernels read, and where they put what they find.
#ifndef ASTAR_RUN_H
#define ASTAR_RUN_H

#include "base/budget.h"
#include "derived/jump_boards.h"
#include "search/goals.h"
#include "search/path_builder.h"

/// How far a kernel is, and how a run ends.
typedef enum run_status {
  RUN_PREPARING, ///< its scratch memory is not ready: begin it again
  RUN_RUNNING,
  RUN_FOUND,         ///< `path` leads to a goal
  RUN_EXHAUSTED,     ///< no node is left
  RUN_CAPPED,        ///< a cap of the query was hit
  RUN_BEYOND_KERNEL, ///< this kernel cannot hold the answer (the path is too long for its
                     ///< numbers): another one must search
  RUN_STOPPED,       ///< the heuristic function returned no valid number
  RUN_NO_MEMORY
} run_status;

/// Every kernel has the same four functions and its own scratch memory:
///
///     begin(kernel, run, budget)   readies the kernel for the query of the run
///     step(kernel, run, count)     expands up to `count` nodes
///     node_at(kernel, run, x, y, node)   what the kernel knows of a tile
///     fini(kernel, grid)           gives the scratch memory back
///
/// A run that ended with RUN_FOUND has its path in `path`. A kernel for partial queries
/// also leaves a path there, to the tile nearest to a goal, when a run ends with
/// RUN_EXHAUSTED or RUN_CAPPED.
typedef struct run {
  astar_grid *grid;
  costmap map;               ///< up to date
  const jump_boards *boards; ///< up to date where a kernel needs them
  const astar_query *query;
  struct goals goals;
  path_builder *path;
  uint32_t expanded;
  bool has_path; ///< the kernel has built `path`
} run;

#endif
