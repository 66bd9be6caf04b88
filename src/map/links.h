// Links between tiles, and the arcs that a search walks along them.
#ifndef ASTAR_LINKS_H
#define ASTAR_LINKS_H

#include "map/grid.h"

/// Brings the arcs up to date with the links. False: memory is short.
/// O(n log n) in the number of links after they changed, O(1) otherwise.
bool links_update_arcs(astar_grid *grid);

/// The arcs that leave a cell, `*count` of them. The arcs must be up to date. O(log n).
const grid_arc *links_arcs_from(const astar_grid *grid, uint32_t cell, uint32_t *count);

/// The arcs that lead to a cell, in the same way.
const grid_arc *links_arcs_to(const astar_grid *grid, uint32_t cell, uint32_t *count);

#endif
