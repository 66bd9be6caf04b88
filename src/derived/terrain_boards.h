// Terrain boards: bitmaps of the tiles where a jump over uniform terrain must stop.
//
// A tile has a uniform neighborhood if the mover can stand on all nine positions of its 3
// x 3 neighborhood, all nine have the same cost class, and no tile that the mover covers
// there has a penalty or a closed edge. There the canonical moves suffice, as on a map
// where all tiles cost the same, so a jump does not stop. It stops at all other tiles,
// and at tiles where links begin.
//
// query/cache owns the boards of each set of derived data; memory comes from the grid.
// Memory: 2 bits per tile, in lines of whole words. See terrain_boards.c for the method.
#ifndef ASTAR_TERRAIN_BOARDS_H
#define ASTAR_TERRAIN_BOARDS_H

#include "derived/costmap.h"

/// One bit per tile of the grid, set at tiles where a jump stops, and past the end of a
/// line. Every jump from a tile that is not set ends on the grid: the tiles at the border
/// are set. Must be zeroed before first use.
typedef struct terrain_boards {
  uint64_t *rows;    ///< by row: `row_words` words per row
  uint64_t *columns; ///< by column: `column_words` words per column
  size_t row_words, column_words;
  bool is_built;          ///< false: the boards are not valid yet
  uint64_t revision;      ///< of the grid that the boards belong to, or are built for
  int blocks_done;        ///< blocks of 64 x 64 tiles that a build has filled
  uint32_t uniform_count; ///< tiles of the grid that are not set
} terrain_boards;

/// A map is rough when less than 1 of so many of its tiles has a uniform neighborhood.
/// There neither jumps nor dominance pay.
enum { TERRAIN_BOARDS_SHARE = MEMORY_LIMIT(16, 1 << 30) };

/// Brings the boards up to date with an up-to-date costmap of squares. ASTAR_RUNNING: the
/// budget is used up; ASTAR_NO_MEMORY. A build takes O(tiles * tiles of the mover), a
/// repair O(affected tiles * tiles of the mover).
astar_status terrain_boards_update(terrain_boards *t, const costmap *map, budget *b);

void terrain_boards_fini(terrain_boards *t, astar_grid *grid);

/// Whether the map is rough: costs differ from tile to tile, or all passages are narrow.
/// The count is kept up to date, so this is a function of the current map. O(1).
static inline bool terrain_boards_are_rough(const terrain_boards *t,
                                            const astar_grid *grid) {
  return t->uniform_count < grid_tiles(grid) / TERRAIN_BOARDS_SHARE;
}

/// Whether a jump stops at a tile of the grid.
static inline bool terrain_boards_is_stop(const terrain_boards *t, int x, int y) {
  return (t->rows[(size_t)y * t->row_words + ((size_t)x >> 6)] >> (x & 63) & 1) != 0;
}

#endif
