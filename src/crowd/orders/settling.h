// Settling: where units stand that found others at their goal.
//
// A unit that only units which are done keep from its goal goes to the nearest free tile
// around the goal, on a path around units, and settles there. So those that are sent to
// one tile one by one fill the space around it, as a pack does, and not the way to it.
#ifndef ASTAR_SETTLING_H
#define ASTAR_SETTLING_H

#include "crowd/state.h"

/// Lets a unit settle, or go to a tile around its goal before. `waits`: units that are
/// not done are in its way, too; then it does not settle where it is.
void settling_begin(astar_crowd *crowd, crowd_unit *u, bool waits);

#endif
