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

/// Which edits matter to derived data.
typedef struct repair_scope {
  const astar_rules *rules;
  const astar_filter *filter; ///< edits that do not concern it do not count
  bool all_kinds;             ///< penalties and links count
} repair_scope;

/// Whether the journal has all edits since `revision`, and to repair what they affect
/// costs less than `limit`. All derived data decides by this function. The limits differ,
/// since it takes less to build some of it than to repair as many tiles. O(edits).
bool repair_is_worth(const astar_grid *grid, const repair_scope *scope, uint64_t revision,
                     repair_unit unit, uint64_t limit);

/// Takes the revision that derived data stands for past edits that do not concern the
/// filter: to that of the grid where no other edit was made since, or to the start of the
/// journal where it has all that were. O(1).
void repair_skip(const astar_grid *grid, const astar_filter *filter, uint64_t *revision);

#endif
