// The tiles around a tile, in the order of a breadth-first search.
//
//     vicinity v;
//     vicinity_begin(&v, map, x, y);
//     vicinity_add(&v, x, y, 0, 0);
//     for (vicinity_tile tile; vicinity_next(&v, &tile); vicinity_expand(&v, &tile)) ...
//
// The search knows the map and no units, sees a square of tiles, and needs no memory but
// its own. A tile that is not expanded is a wall.
#ifndef ASTAR_VICINITY_H
#define ASTAR_VICINITY_H

#include "derived/costmap.h"

/// The square reaches so many tiles to each side.
enum {
  VICINITY_RADIUS = MEMORY_LIMIT(16, 5),
  VICINITY_SIDE = 2 * VICINITY_RADIUS + 1,
  VICINITY_TILES = VICINITY_SIDE * VICINITY_SIDE
};

/// `steps` of a tile that the search did not reach.
enum { VICINITY_FAR = UINT16_MAX };

typedef struct vicinity {
  const costmap *map;
  int x, y; ///< of the first tile of the square
  int count, next;
  uint16_t queue[VICINITY_TILES];
  uint16_t steps[VICINITY_TILES]; ///< from where the search began
  uint8_t from[VICINITY_TILES];   ///< the label of the tile where it began
} vicinity;

/// A tile of the search.
typedef struct vicinity_tile {
  int x, y, steps, from;
} vicinity_tile;

/// Begins a search in the square around (x, y).
void vicinity_begin(vicinity *v, const costmap *map, int x, int y);

/// Adds a tile, if it is in the square and was not added before.
void vicinity_add(vicinity *v, int x, int y, int steps, int from);

/// Takes the next tile. False: there is none.
bool vicinity_next(vicinity *v, vicinity_tile *tile);

/// Adds the tiles to which one step leads.
void vicinity_expand(vicinity *v, const vicinity_tile *tile);

/// How many steps lead to a tile, as far as the search went; VICINITY_FAR: none.
int vicinity_steps(const vicinity *v, int x, int y);

#endif
