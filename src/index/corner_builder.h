// The build of corner boards, in slices.
#ifndef ASTAR_CORNER_BUILDER_H
#define ASTAR_CORNER_BUILDER_H

#include "index/corner_boards.h"

/// Begins a build of allocated boards for an up-to-date costmap, whose passable tiles it
/// copies. `b->builder` receives the build. False: out of memory. O(tiles / 64).
bool corner_builder_begin(corner_boards *b, const costmap *map);

/// Goes on with the build, within the budget. ASTAR_RUNNING: call it again. ASTAR_OK: the
/// boards are complete. ASTAR_TOO_LARGE: there are more than CORNER_BOARDS_MAX corners.
/// ASTAR_NO_MEMORY: it may be called again. O(tiles) in all.
astar_status corner_builder_run(corner_boards *b, budget *work);

/// Frees `b->builder`. NULL is allowed.
void corner_builder_end(corner_boards *b);

#endif
