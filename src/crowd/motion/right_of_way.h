// Right of way: which unit steps where. right_of_way.c explains the method.
#ifndef ASTAR_RIGHT_OF_WAY_H
#define ASTAR_RIGHT_OF_WAY_H

#include "crowd/state.h"

/// Lets a standing unit decide: it begins a step, waits, or settles. Other units may
/// begin steps to make room.
void right_of_way_decide(astar_crowd *crowd, uint32_t slot);

#endif
