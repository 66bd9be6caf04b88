// Path reconstruction: the tiles of a path, last to first, and the moves between them.
#ifndef ASTAR_PATH_BUILDER_H
#define ASTAR_PATH_BUILDER_H

#include "derived/costmap.h"

/// How a tile was reached: by a move of the costmap [0..63], by a link, or as the start.
enum { MOVE_LINK = 64, MOVE_START = 65 };

typedef struct path_builder {
  struct memory *memory; ///< where the arrays come from
  astar_point *points;
  uint8_t *moves; ///< by which each tile was reached
  double *costs;  ///< once the steps are summed up: of the path up to each tile, first to
                  ///< last
  uint32_t count, point_capacity, move_capacity, cost_capacity;
  double cost;
} path_builder;

void path_builder_fini(path_builder *t);

/// Forgets the tiles.
void path_builder_clear(path_builder *t);

/// Makes room for another tile. False: memory is short.
bool path_builder_grow(path_builder *t);

/// Adds the tile before the ones that are there. False: memory is short.
static inline bool path_builder_add(path_builder *t, int x, int y, uint8_t move) {
  if (t->count >= t->cost_capacity && !path_builder_grow(t)) return false;
  t->points[t->count] = (astar_point){(uint16_t)x, (uint16_t)y};
  t->moves[t->count++] = move;
  return true;
}

/// Reverses a path that was built first to last.
void path_builder_reverse(path_builder *t);

/// Writes the first `capacity` tiles to `points`, first to last; returns how many there
/// are in all.
uint32_t path_builder_copy(const path_builder *t, astar_point *points, size_t capacity);

/// Writes what the path costs up to each of its first `capacity` tiles to `costs`, first
/// to last; returns how many tiles there are in all. The steps must have been summed up.
uint32_t path_builder_copy_costs(const path_builder *t, double *costs, size_t capacity);

/// Sums the steps up, first to last.
void path_builder_sum_cost(path_builder *t, const costmap *map);

/// Removes turns from a cheapest path whose steps were summed up, where that costs
/// nothing: of three runs of which the first and the third go the same way, it makes two.
/// The path keeps its cost, up to rounding, and visits no tile twice. O(tiles) where
/// there is nothing to gain.
void path_builder_straighten(path_builder *t, const costmap *map);

#endif
