// The way that a search has found, tile by tile, last to first.
#ifndef ASTAR_TRAIL_H
#define ASTAR_TRAIL_H

#include "costmap.h"

/// How a tile was come to: by a move of the costmap [0..63], by a link, or as the start.
enum { MOVE_LINK = 64, MOVE_START = 65 };

typedef struct trail {
  astar_point *points;
  uint8_t *moves; ///< by which each tile was come to
  uint32_t count, point_capacity, move_capacity;
  double cost;
} trail;

void trail_fini(trail *t, memory *m);

/// Forgets the tiles.
void trail_clear(trail *t);

/// Makes room for another tile. False: memory is short.
bool trail_grow(trail *t, memory *m);

/// Adds the tile before the ones that are there. False: memory is short.
static inline bool trail_extend(trail *t, memory *m, int x, int y, uint8_t move) {
  if ((t->count == t->point_capacity || t->count == t->move_capacity) &&
      !trail_grow(t, m)) {
    return false;
  }
  t->points[t->count] = (astar_point){(uint16_t)x, (uint16_t)y};
  t->moves[t->count++] = move;
  return true;
}

/// Turns a trail round that was laid first to last.
void trail_reverse(trail *t);

/// Writes the tiles to `points`, first to last.
void trail_copy(const trail *t, astar_point *points);

/// Sums the steps up, first to last.
void trail_add_up(trail *t, const costmap *map);

/// Removes turns from a cheapest path whose steps were summed up, where that costs
/// nothing: of three runs of which the first and the third go the same way, it makes two.
/// The path keeps its cost, up to rounding, and visits no tile twice. O(tiles) where
/// there is nothing to gain.
void trail_straighten(trail *t, const costmap *map);

#endif
