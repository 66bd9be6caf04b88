// The tiles around a tile, in the order of a breadth-first search.
//
//     surroundings_begin(&s, map, x, y);
//     surroundings_add(&s, x, y, 0, 0);
//     while (surroundings_next(&s, &tile)) {
//       ...
//       surroundings_expand(&s, &tile);
//     }
//
// The search knows the map and no units, sees a square of tiles, and needs no memory but
// its own. A tile that is not expanded is a wall.
#ifndef ASTAR_SURROUNDINGS_H
#define ASTAR_SURROUNDINGS_H

#include "derived/costmap.h"

/// The square reaches so many tiles to each side.
enum {
  SURROUNDINGS_RADIUS = MEMORY_LIMIT(16, 5),
  SURROUNDINGS_SIDE = 2 * SURROUNDINGS_RADIUS + 1,
  SURROUNDINGS_TILES = SURROUNDINGS_SIDE * SURROUNDINGS_SIDE
};

/// `steps` of a tile that the search did not reach.
enum { SURROUNDINGS_FAR = UINT16_MAX };

typedef struct surroundings {
  const costmap *map;
  int x, y; ///< of the first tile of the square
  int count, next;
  uint16_t queue[SURROUNDINGS_TILES];
  uint16_t steps[SURROUNDINGS_TILES]; ///< from where the search began
  uint8_t from[SURROUNDINGS_TILES];   ///< the label of the tile where it began
} surroundings;

/// A tile of the search.
typedef struct surroundings_tile {
  int x, y, steps, from;
} surroundings_tile;

/// Begins a search in the square around (x, y).
void surroundings_begin(surroundings *s, const costmap *map, int x, int y);

/// Adds a tile, if it is in the square and was not added before.
void surroundings_add(surroundings *s, int x, int y, int steps, int from);

/// Takes the next tile. False: there is none.
bool surroundings_next(surroundings *s, surroundings_tile *tile);

/// Adds the tiles to which one step leads.
void surroundings_expand(surroundings *s, const surroundings_tile *tile);

/// How many steps lead to a tile, as far as the search went; SURROUNDINGS_FAR: none.
int surroundings_steps(const surroundings *s, int x, int y);

#endif
