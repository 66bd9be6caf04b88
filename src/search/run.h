// A run: the state of one query while a kernel searches. Kernels read the query from it
// and write the path to it.
//
// The query layer owns the run, and fills it: it validates the query, brings derived data
// up to date, and chooses a kernel. A kernel keeps all other state in its own struct.
#ifndef ASTAR_RUN_H
#define ASTAR_RUN_H

#include "derived/dominance.h"
#include "derived/jump_boards.h"
#include "derived/terrain_boards.h"
#include "search/goals.h"
#include "search/landmark_bound.h"
#include "search/link_bound.h"
#include "search/straightening.h"

/// The state of a kernel, and how a run ended.
typedef enum run_status {
  RUN_PREPARING,     ///< scratch memory is not ready: call `begin` again
  RUN_RUNNING,       ///< there are nodes to expand: call `step`
  RUN_FOUND,         ///< `path` leads to a goal
  RUN_EXHAUSTED,     ///< the open list is empty: no path exists
  RUN_CAPPED,        ///< max_cost or max_expansions of the query ended the search
  RUN_BEYOND_KERNEL, ///< this kernel cannot represent the answer (for example, costs
                     ///< exceed its integers): another kernel must search
  RUN_STOPPED,       ///< the heuristic function returned no valid number
  RUN_NO_MEMORY      ///< an allocation failed
} run_status;

/// Every kernel has its own scratch memory and the same four functions:
///
///     begin(kernel, run, budget)         prepares the kernel for the query of the run
///     step(kernel, run, count)           expands up to `count` nodes
///     node_at(kernel, run, x, y, node)   the node of a tile: g, h, parent
///     fini(kernel, grid)                 frees the scratch memory
///
/// When a run ends with RUN_FOUND, `path` holds the path. For a partial query, best-first
/// search also builds a path to the tile nearest to a goal when the run ends with
/// RUN_EXHAUSTED or RUN_CAPPED.
typedef struct run {
  astar_grid *grid;
  costmap map;            ///< up to date with the grid
  costmap without_units;  ///< when the query avoids units: `map` without the tiles that
                          ///< they hold
  struct held_tiles held; ///< when the query avoids units: these tiles
  const jump_boards *boards; ///< up to date if the kernel is jump point search
  bool prunes; ///< jump point search leaves out the dead ends of the boards: the number
               ///< of expansions then depends on earlier edits
  struct dominance *dominance;                 ///< up to date; NULL: not derived
  const struct terrain_boards *terrain_boards; ///< up to date if the kernel is weighted
                                               ///< jump point search
  const astar_query *query;
  const landmark_bound *landmarks; ///< a lower bound besides the heuristic, for weighted
                                   ///< jump points and best-first search; NULL: none
  link_bound *links; ///< the bound on a grid with links, for jump points, weighted jump
                     ///< points and best-first search; NULL: only the heuristic
  struct goals goals;
  path_builder *path; ///< the result
  struct straightening straightening;
  uint32_t expanded; ///< number of expansions so far
  bool has_path;     ///< the kernel has built `path`
} run;

#endif
