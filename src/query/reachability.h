// Whether a path exists, without a search.
#ifndef ASTAR_REACHABILITY_H
#define ASTAR_REACHABILITY_H

#include "map/rules.h"

/// Asks the connected components whether a path leads from one tile of the grid to
/// another. The rules must fit the grid. ASTAR_OK, ASTAR_UNREACHABLE, ASTAR_GOAL_BLOCKED;
/// ASTAR_RUNNING: perhaps, since some steps are one-way: only a search can decide;
/// ASTAR_NO_MEMORY.
astar_status reachability_by_components(astar_grid *grid, const astar_rules *rules,
                                        const astar_filter *filter, int start_x,
                                        int start_y, int goal_x, int goal_y);

#endif
