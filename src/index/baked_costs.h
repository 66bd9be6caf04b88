// Baked costs: what tiles cost when an index was baked, and which tiles are cheaper or
// impassable now.
//
// A bound that was computed for the baked costs holds as long as no step is cheaper than
// it was. A step depends on its tiles: on their terrain, obstacles, penalties and closed
// edges. So it can be cheaper only near a tile of which one of these is cheaper: see
// `baked_costs_area`. Tiles count one by one, whatever the size of the mover.
//
// Memory: 1 byte per tile, 2 bits per tile; 1 byte more where edges were closed, and 8
// more where tiles had penalties. It comes from the grid.
#ifndef ASTAR_BAKED_COSTS_H
#define ASTAR_BAKED_COSTS_H

#include "derived/costmap.h"

/// Must be zeroed before first use.
typedef struct baked_costs {
  struct memory *memory; ///< of the grid
  size_t tiles;          ///< of the grid
  uint64_t revision;     ///< of the grid that the sets below belong to
  bool is_raised;        ///< costs were raised: the sets are not up to date
  uint8_t *classes;      ///< cost class per cell; 0: impassable
  uint8_t *closed;       ///< closed edges per cell, as in the grid; NULL: all were open
  double *penalties;     ///< scaled penalty per cell; NULL: there were none

  uint64_t *cheaper; ///< one bit per cell: the tile is passable, cheaper, or less closed
  uint64_t *blocked; ///< one bit per cell: the tile was passable, and is not now
  uint32_t cheaper_count, blocked_count;
} baked_costs;

/// Records the costs of an up-to-date costmap for which dominance is suited. ASTAR_OK,
/// ASTAR_NO_MEMORY. Call `baked_costs_fini` in both cases. O(tiles).
astar_status baked_costs_init(baked_costs *b, const costmap *map);

void baked_costs_fini(baked_costs *b);

size_t baked_costs_bytes(const baked_costs *b);

/// Raises the recorded costs to those of the costmap where these are higher: a bake that
/// takes several calls reads several maps, and its bound holds where no tile costs less
/// than on any of them. ASTAR_OK, ASTAR_NO_MEMORY. O(tiles), O(1) when nothing changed.
astar_status baked_costs_raise(baked_costs *b, const costmap *map);

/// Brings the sets up to date with an up-to-date costmap. True: `cheaper` is not as it
/// was. O(edited tiles), and O(tiles) when the journal no longer has all edits.
bool baked_costs_update(baked_costs *b, const costmap *map);

/// Whether the mover could stand at (x, y), on the grid. O(tiles of the mover).
bool baked_costs_were_passable(const baked_costs *b, const costmap *map, int x, int y);

/// The positions where a step can begin or end that is cheaper or new because of the
/// tiles of an area: a mover of size 2 and the tile `#`:
///
///     + + + +     it stands on the tile at the four positions up to one tile before it;
///     + + + +     a diagonal step may pass beside each of these, so that the area grows
///     + + # +     by one more tile to each side
///     + + + +
static inline tile_area baked_costs_area(const costmap *map, tile_area tiles) {
  int before = map->rules->size;
  tiles.left = tiles.left > before ? tiles.left - before : 0;
  tiles.top = tiles.top > before ? tiles.top - before : 0;
  if (tiles.right < map->grid->width) tiles.right++;
  if (tiles.bottom < map->grid->height) tiles.bottom++;
  return tiles;
}

#endif
