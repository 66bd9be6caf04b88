// Which tiles an edit affects, and whether derived data is repaired edit by edit or built
// again.
#ifndef ASTAR_REPAIR_H
#define ASTAR_REPAIR_H

#include "map/grid.h"
#include "map/rules.h"

/// A rectangle of tiles of the grid.
typedef struct tile_area {
  int left, top, right, bottom; ///< right and bottom are just outside
} tile_area;

/// The tiles of a change, and as many more before it (left, above) and after it (right,
/// below), clipped to the grid.
tile_area repair_area(const astar_grid *grid, const grid_change *change, int before,
                      int after);

/// The tiles whose legal moves a change may have changed.
tile_area repair_affected_area(const astar_grid *grid, const astar_rules *rules,
                               const grid_change *change);

/// What the repair of an edit costs, as the derived data counts it.
typedef enum repair_unit {
  REPAIR_TILES, ///< the tiles of the affected area
  REPAIR_LINES, ///< its rows and columns
  REPAIR_EDITS  ///< nothing: the journal need only have all edits
} repair_unit;

/// Whether the journal has all edits since `revision`, and to repair what they affect
/// costs less than `limit`. All derived data decides by this function. The limits differ,
/// since it takes less to build some of it than to repair as many tiles. Penalties and
/// links count only with `all_kinds`. O(edits).
bool repair_is_worth(const astar_grid *grid, const astar_rules *rules, uint64_t revision,
                     repair_unit unit, bool all_kinds, uint64_t limit);

#endif
