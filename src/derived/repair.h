// Repair: which tiles an edit affects, and whether derived data is repaired or built
// again.
//
// All derived data uses the same method. It stores the revision of the grid that it
// belongs to. Before use it skips the changes of the journal that do not concern it
// (`repair_skip`). Then `repair_is_worth` decides: either each remaining change is
// applied to its affected area, or the data is built again. Invariant: repaired data
// equals data that is built from a fresh copy of the map. (Stale components of far moves
// are the exception: they may answer "perhaps connected" until they are built again.)
#ifndef ASTAR_REPAIR_H
#define ASTAR_REPAIR_H

#include "map/journal.h"
#include "map/rules.h"

/// A rectangle of tiles of the grid.
typedef struct tile_area {
  int left, top, right, bottom; ///< right and bottom are exclusive
} tile_area;

/// No tiles: extend it by `tile_area_add`.
static inline tile_area tile_area_none(void) {
  return (tile_area){INT32_MAX, INT32_MAX, INT32_MIN, INT32_MIN};
}

/// Extends an area to a tile.
static inline void tile_area_add(tile_area *area, int x, int y) {
  if (x < area->left) area->left = x;
  if (y < area->top) area->top = y;
  if (x >= area->right) area->right = x + 1;
  if (y >= area->bottom) area->bottom = y + 1;
}

/// The rectangle of a change, extended by `before` tiles to the left and above and by
/// `after` tiles to the right and below, clipped to the grid.
tile_area repair_area(const astar_grid *grid, const grid_change *change, int before,
                      int after);

/// The tiles at most `reach` columns and rows away from a tile, clipped to the grid.
tile_area repair_tile_area(const astar_grid *grid, int x, int y, int reach);

/// The tiles whose legal moves can depend on the tiles of a change.
tile_area repair_affected_area(const astar_grid *grid, const astar_rules *rules,
                               const grid_change *change);

/// The unit in which a kind of derived data counts the work of a repair.
typedef enum repair_unit {
  REPAIR_TILES, ///< the tiles of the affected area
  REPAIR_LINES  ///< the rows and columns of the affected area
} repair_unit;

/// Which edits concern derived data.
typedef struct repair_scope {
  const astar_rules *rules;
  const astar_filter *filter; ///< edits of subjects that it ignores do not count
  int kinds;                  ///< a set of CHANGE_ constants; other edits do not count
} repair_scope;

/// Whether to repair: the journal has all edits since `revision`, and the work of the
/// repair is less than `limit` [units]. Each kind of derived data has its own limit,
/// since building costs less per tile than repairing, by different factors. O(edits).
bool repair_is_worth(const astar_grid *grid, const repair_scope *scope, uint64_t revision,
                     repair_unit unit, uint64_t limit);

/// The next change after `*revision` that counts, which advances over it; NULL: there is
/// none. The journal must have all edits since `*revision`.
const grid_change *repair_next(const astar_grid *grid, const repair_scope *scope,
                               uint64_t *revision);

/// Advances `*revision` over edits that do not concern the filter: to the revision of the
/// grid when no edit since concerns it; to the start of the journal when all edits that
/// concern it are in the journal. O(1).
void repair_skip(const astar_grid *grid, const astar_filter *filter, uint64_t *revision);

#endif
