// Aside: where a unit goes that is pushed, and large units are part of the push.
//
// A body of several tiles is not out of the way after a step to the side: one ahead seems
// no worse, and the unit is pushed on to the edge of the map. So the unit goes where the
// fewest steps lead out of the tiles that the pushing units are going to cover.
#ifndef ASTAR_ASIDE_H
#define ASTAR_ASIDE_H

#include "crowd/state.h"

/// Which options of a pushed unit begin the shortest ways out, as bits; 0: none, or all
/// units of the push have one tile. `frame`: its decision, after that of the unit that
/// pushes. `root`: the unit for which all make room.
unsigned aside_find(const astar_crowd *crowd, const crowd_unit *root,
                    const right_of_way_frame *frame);

#endif
