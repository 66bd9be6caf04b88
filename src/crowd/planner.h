// The planner: searches the paths of units, within a budget of expansions per update.
//
// Repairs of paths go first: they are short. New paths are first come, first served. A
// unit with a new order waits until its path is there.
#ifndef ASTAR_PLANNER_H
#define ASTAR_PLANNER_H

#include "crowd/crowd.h"

/// Bits of `queued`.
enum { PLANNER_REPAIRS = 1, PLANNER_PLANS = 2 };

/// Asks for a path from where the unit is, or will be after its step, to its goal.
/// UNIT_REPAIR: it suffices to get back to the path that it has.
void planner_ask(astar_crowd *crowd, unit *u, unit_request request);

/// The unit needs no path any more.
void planner_cancel(astar_crowd *crowd, unit *u);

/// Removes a unit from the queues.
void planner_remove(astar_crowd *crowd, unit *u);

/// Searches paths until the budget of this update is spent. ASTAR_OK, ASTAR_NO_MEMORY:
/// then the units keep their requests.
astar_status planner_run(astar_crowd *crowd);

/// The map was edited: checks all paths again, in this and later updates.
/// `is_better`: edits may have opened ways.
void planner_distrust_paths(astar_crowd *crowd, bool is_better);

#endif
