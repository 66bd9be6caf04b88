// Direct paths: the answer of a query without a search, when nothing is in the way.
//
// A direct path takes all its diagonal steps, then all its straight steps. With 4
// neighbors it takes the vertical steps, then the horizontal ones. No path has less cost
// on a map where all tiles cost the same, so a direct path without obstacles is a
// cheapest one.
#ifndef ASTAR_DIRECT_PATH_H
#define ASTAR_DIRECT_PATH_H

#include "search/run.h"

/// Builds the direct path from the start to the only goal of the query in `r->path`, when
/// all its steps are legal. The map must suit jump point search, and the jump boards of
/// the run must be up to date. RUN_FOUND; RUN_NO_MEMORY; RUN_EXHAUSTED: there is no
/// direct path. O(diagonal steps + straight steps / 64), and O(steps) for the path.
run_status direct_path_find(run *r);

#endif
