// The build of corner boards, in slices.
#ifndef ASTAR_CORNER_BUILDER_H
#define ASTAR_CORNER_BUILDER_H

#include "index/corner_boards.h"

/// Builds the boards of an up-to-date costmap that suits jump point search, within the
/// budget. `b` begins as zeros; call `corner_boards_fini` also after an error.
///
/// @return ASTAR_OK: the boards are complete; ASTAR_RUNNING: call it again, even if the
///   map has changed: the boards are those of the first call; ASTAR_TOO_LARGE: there are
///   more than CORNER_BOARDS_MAX corners; ASTAR_NO_MEMORY: it may be called again.
///   O(tiles) in all
astar_status corner_builder_run(corner_boards *b, const costmap *map, budget *work);

#endif
