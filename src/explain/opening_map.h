// The map of an opening: what each step needs opened, and what that costs.
//
// It is a view of two costmaps of one grid: the map as it is, and the map with all tiles
// open that may be opened. A step can become legal when it is legal on the second one.
// See opening_map.c for what it then needs.
#ifndef ASTAR_OPENING_MAP_H
#define ASTAR_OPENING_MAP_H

#include <math.h>

#include "derived/costmap.h"
#include "explain/explanation.h"

/// What a tile costs that a step needs opened.
typedef enum opening_mode {
  OPENING_MODE_BOUND, ///< a lower bound: corner and `clear` tiles that several steps
                      ///< might share are free
  OPENING_MODE_SUM,   ///< an upper bound: each step pays for all tiles that it needs
  OPENING_MODE_FIXED  ///< the tiles marked OPENING_TAKEN are open, no others can be
} opening_mode;

/// The marks of a tile: bits.
enum {
  OPENING_OPEN = 1,    ///< assumed open, and paid for: it costs nothing more
  OPENING_SHUT = 2,    ///< assumed to stay closed
  OPENING_TAKEN = 4,   ///< needed by the path, or by the best path in the end
  OPENING_BEST = 8,    ///< needed by the best path so far
  OPENING_LISTED = 16, ///< in the list of tiles
  OPENING_SHARED = 32  ///< as a corner or `clear` tile, several steps might share it
};

/// No step needs more positions: its end, two corners, `clear` tiles.
enum { OPENING_MAX_NEEDS = 3 + ASTAR_MAX_CLEAR };

typedef struct opening_map {
  costmap now;  ///< the map as it is
  costmap open; ///< the map with all tiles open that may be opened
  uint32_t start;
  double terrain[256]; ///< the cost of opening a tile of each terrain; 0 where passable,
                       ///< infinity: never
  double blocked;      ///< of clearing a dynamic obstacle
  uint8_t layers;      ///< whose obstacles count
  opening_mode mode;
  bool may_share; ///< some tile is marked OPENING_SHARED
  uint8_t *marks; ///< per cell; the caller owns it
} opening_map;

/// Sets up the view of two costmaps, which must stay up to date. `marks` are all 0.
/// O(tiles) when there are penalties or obstacles, otherwise O(1).
void opening_map_init(opening_map *map, const question *q, const opening_costs *costs,
                      uint8_t *marks);

/// The smallest cost above 0 of opening a tile of this map; 1 when there is none.
double opening_map_cheapest(const opening_map *map);

/// What opening a tile costs on its own, without regard to marks; 0 when it is open.
static inline double opening_map_cost(const opening_map *map, uint32_t cell) {
  const astar_grid *grid = map->now.grid;
  double cost = map->terrain[grid->terrain[cell]];
  return (grid_cell_obstacles(grid, cell) & map->layers) != 0 ? cost + map->blocked
                                                              : cost;
}

/// The cost of opening a tile in the mode of the map: infinity when it stays closed.
static inline double opening_map_tile(const opening_map *map, uint32_t cell) {
  uint8_t marks = map->marks[cell];
  if ((marks & OPENING_TAKEN) != 0) return 0;
  if (map->mode == OPENING_MODE_FIXED)
    return costmap_is_tile_passable(&map->now, cell) ? 0 : INFINITY;
  if ((marks & OPENING_SHUT) != 0) return INFINITY;
  return (marks & OPENING_OPEN) != 0 ? 0 : opening_map_cost(map, cell);
}

/// The cost of opening what a mover lacks at `to`, which steps there from `from`:
/// infinity when that cannot be opened. O(tiles of the mover).
double opening_map_enter(const opening_map *map, uint32_t from, uint32_t to);

/// Writes the positions that must be passable for a step that can become legal to
/// `needs` [OPENING_MAX_NEEDS], and returns their number: first the end of the step, then
/// the closed ones of its corners and `clear` tiles. O(clear tiles).
int opening_map_needs(const opening_map *map, int x, int y, int move, uint32_t *needs);

/// The cost of opening what a step needs that can become legal; infinity when that cannot
/// be opened.
double opening_map_step(const opening_map *map, int x, int y, int move);

#endif
