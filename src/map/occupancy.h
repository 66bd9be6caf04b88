// Occupancy: which units of a crowd hold which tiles of a grid.
//
// A unit that stands holds the tiles that it covers. A unit that steps also holds the
// tiles that it will cover when it arrives. At most one unit stands on a tile or leaves
// it (`holder`), and at most one enters it (`entering`). Both can be different units: the
// one that enters follows the one that leaves.
//
// The crowd owns this data. The grid only points to it, so that queries can avoid units.
#ifndef ASTAR_OCCUPANCY_H
#define ASTAR_OCCUPANCY_H

#include "map/grid.h"

/// A tile of the grid. The numbers are those of units in the crowd; 0: none.
typedef struct occupancy_tile {
  uint32_t holder;   ///< covers the tile now: it stands here, or its step began here
  uint32_t entering; ///< covers the tile when its step ends, and did not before
} occupancy_tile;

typedef struct occupancy {
  occupancy_tile *tiles;                    ///< one per cell
  const uint8_t *teams;                     ///< of units, by number
  const uint8_t (*allies)[ASTAR_TEAMS / 8]; ///< of a team: one bit per team
} occupancy;

/// The units that count, by their teams.
typedef struct occupancy_side {
  const uint8_t *teams;            ///< of units, by number; NULL: all units count
  uint8_t counts[ASTAR_TEAMS / 8]; ///< one bit per team
} occupancy_side;

static inline bool occupancy_is_side(const astar_side *side) {
  return side->team >= -1 && side->team < ASTAR_TEAMS && side->enemy_of >= -1 &&
         side->enemy_of < ASTAR_TEAMS;
}

/// `side` NULL: all units count.
static inline void occupancy_choose(const occupancy *o, const astar_side *side,
                                    occupancy_side *chosen) {
  const int bytes = ASTAR_TEAMS / 8;
  chosen->teams = NULL;
  if (side == NULL || (side->team < 0 && side->enemy_of < 0)) return;
  chosen->teams = o->teams;
  for (int i = 0; i < bytes; i++) {
    chosen->counts[i] =
        (uint8_t)(side->enemy_of < 0 ? 255 : ~o->allies[side->enemy_of][i]);
    if (side->team < 0) continue;
    chosen->counts[i] &= (uint8_t)(side->team / 8 == i ? 1 << side->team % 8 : 0);
  }
}

static inline bool occupancy_counts(const occupancy_side *side, uint32_t unit) {
  if (side->teams == NULL) return true;
  uint8_t team = side->teams[unit];
  return (side->counts[team / 8] >> (team % 8) & 1) != 0;
}

/// Whether a unit other than `own` [0: none] holds a cell.
static inline bool occupancy_is_held(const occupancy *o, uint32_t cell, uint32_t own) {
  occupancy_tile tile = o->tiles[cell];
  return (tile.holder != 0 && tile.holder != own) ||
         (tile.entering != 0 && tile.entering != own);
}

#endif
