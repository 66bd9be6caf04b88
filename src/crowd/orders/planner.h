// The planner: searches the paths of units, within a budget of expansions per update.
//
// Repairs of paths go first: they are short. New paths are first come, first served. A
// unit with a new order waits until its path is there.
#ifndef ASTAR_PLANNER_H
#define ASTAR_PLANNER_H

#include "crowd/state.h"

/// Searches paths until the budget of this update is spent. ASTAR_OK, ASTAR_NO_MEMORY:
/// then the units keep their requests.
astar_status planner_run(astar_crowd *crowd);

/// The map was edited: checks all paths again, in this and later updates.
/// `is_better`: edits may have opened ways.
void planner_distrust_paths(astar_crowd *crowd, bool is_better);

#endif
