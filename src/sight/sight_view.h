// Views: the tiles that a viewer sees, by whatever method the map and the rules need.
#ifndef ASTAR_SIGHT_VIEW_H
#define ASTAR_SIGHT_VIEW_H

#include "astar_sight.h"

/// Whether views of a grid are possible: ASTAR_OK, ASTAR_INVALID for wrong arguments, or
/// ASTAR_UNSUITED.
astar_status sight_check(const astar_grid *grid, const astar_rules *rules,
                         const astar_filter *filter, const astar_sight *sight);

#endif
