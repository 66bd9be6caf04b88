// What one query needs while it runs: its run, and the scratch memory of the kernels.
#ifndef ASTAR_WORKSPACE_H
#define ASTAR_WORKSPACE_H

#include "search/best_first.h"
#include "search/dstar_lite.h"
#include "search/jump_points.h"
#include "search/run.h"

typedef enum kernel { KERNEL_BEST_FIRST, KERNEL_JUMP_POINTS, KERNEL_DSTAR_LITE } kernel;

typedef struct workspace {
  struct workspace *next; ///< of a list
  struct run run;
  enum kernel kernel;
  struct best_first best_first;
  struct jump_points jump_points;
  struct dstar_lite *dstar_lite; ///< of the replanner that asks, otherwise NULL
  path_builder path;             ///< for queries without a path of the caller
} workspace;

/// A workspace for a grid. NULL: memory is short.
workspace *workspace_new(astar_grid *grid);
void workspace_free(workspace *w); ///< NULL is allowed

/// The four functions of the kernel that was chosen. While the first two run, the grid is
/// busy: they may call the heuristic function of the query.
run_status workspace_begin(workspace *w, budget *b);
run_status workspace_step(workspace *w, int64_t count);
bool workspace_node_at(const workspace *w, int x, int y, astar_node *node);

#endif
