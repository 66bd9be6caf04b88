// Held tiles: the tiles that units of a crowd hold, as one query sees them.
//
// One unit is left out, because a mover is not in its own way: the unit that covers the
// start of the query, or when there is none, the unit that steps to it. Its number is
// read once, when the query begins.
//
// There are two ways to see the tiles. A query that ends within one call, and calls no
// function of the caller, reads the occupancy itself: it costs nothing before the search.
// All other queries read a copy, one bit per tile, since units may move while the query
// is in progress.
//
// The run of a query owns the copy; its memory is kept for the next query.
#ifndef ASTAR_HELD_TILES_H
#define ASTAR_HELD_TILES_H

#include "map/occupancy.h"

typedef struct held_tiles {
  const astar_grid *grid;
  const struct occupancy *occupancy; ///< NULL: the tiles are those of the copy
  uint32_t unit;                     ///< is left out; 0: none
  occupancy_side side;               ///< other units are left out, too
  uint64_t *copy;                    ///< one bit per cell; NULL until the first copy
} held_tiles;

/// Begins to see the units of a side on a grid with a crowd (NULL: all units), without
/// the unit that holds (x, y). The start (x, y) may be off the grid. `h` must be zeroed
/// before its first use. The occupancy must not change while the query runs. O(1).
void held_tiles_see(held_tiles *h, const astar_grid *grid, const astar_side *side, int x,
                    int y);

/// The same with a copy: the units may move, and the crowd may be freed. False: out of
/// memory. O(tiles).
bool held_tiles_copy(held_tiles *h, astar_grid *grid, const astar_side *side, int x,
                     int y);

/// The number of words of a copy.
size_t held_tiles_words(const astar_grid *grid);

/// Writes a copy to an array of the caller. O(tiles).
void held_tiles_write(const astar_grid *grid, const astar_side *side, int x, int y,
                      uint64_t *words);

/// Sees a copy that `held_tiles_write` made, perhaps for another grid of the same size.
/// Returns the copy that `h` had: the caller gives it back with the same function. O(1).
uint64_t *held_tiles_swap(held_tiles *h, const astar_grid *grid, uint64_t *words);

/// Frees the copy.
void held_tiles_fini(held_tiles *h, astar_grid *grid);

/// Whether a unit that is not left out holds a tile.
static inline bool held_tiles_counts(const held_tiles *h, occupancy_tile tile) {
  return (tile.holder != 0 && tile.holder != h->unit &&
          occupancy_counts(&h->side, tile.holder)) ||
         (tile.entering != 0 && tile.entering != h->unit &&
          occupancy_counts(&h->side, tile.entering));
}

/// The same of a cell. O(1).
static inline bool held_tiles_at(const held_tiles *h, uint32_t cell) {
  if (h->occupancy != NULL) return held_tiles_counts(h, h->occupancy->tiles[cell]);
  return (h->copy[cell >> 6] >> (cell & 63) & 1) != 0;
}

/// The positions in the 3 x 3 neighborhood of a tile of the grid where a mover would
/// cover a held tile: one bit per position, row by row from the top left, lowest bit
/// first. O(1) for size 1, otherwise O(tiles of the mover).
unsigned held_tiles_around(const held_tiles *h, int size, int x, int y);

#endif
