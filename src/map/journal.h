// The journal of edits, from which derived data is repaired: a ring of the last changes.
#ifndef ASTAR_JOURNAL_H
#define ASTAR_JOURNAL_H

#include "map/grid.h"

/// What an edit changed.
enum {
  CHANGE_GROUND = 1,  ///< terrain, dynamic obstacles or edges: legal moves and costs
  CHANGE_PENALTY = 2, ///< penalties: costs
  CHANGE_LINKS = 4    ///< links that begin or end in the rectangle
};

/// What an edit can do to the cost of paths.
enum {
  EFFECT_ANY,
  EFFECT_WORSE,  ///< no path becomes cheaper
  EFFECT_TERRAIN ///< what follows from terrain `now` instead of `was`
};

/// Records a change: the revision of the grid grows. Without memory for the journal, the
/// change is forgotten, and derived data is computed anew.
void journal_record(astar_grid *grid, grid_change change);

/// Records a change of the ground in a rectangle, of any effect.
void journal_record_area(astar_grid *grid, int x, int y, int width, int height);

/// Records a change of one tile. `worse`: no path becomes cheaper.
void journal_record_tile(astar_grid *grid, uint8_t kind, uint32_t cell, bool worse);

/// The change that led from `revision` to the next one, or NULL when it is forgotten.
const grid_change *journal_change_after(const astar_grid *grid, uint64_t revision);

#endif
