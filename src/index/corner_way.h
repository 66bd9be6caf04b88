// A way: a path as the tiles where it may turn, for a corner index.
//
// Between two of these tiles the path is a *leg*: all major steps (diagonal; with 4
// neighbors vertical) and then all others, or the same from its other end.
//
//     a . . . . .      the leg from a to b        a - - . . .     the same
//     . \ . . . .      major steps first          . . . \ . .     leg from b
//     . . - - - b                                 . . . . . b
#ifndef ASTAR_CORNER_WAY_H
#define ASTAR_CORNER_WAY_H

#include "index/live_boards.h"
#include "search/path_builder.h"

/// A tile of a way, and the leg that leads to it.
typedef struct corner_turn {
  uint16_t x, y;    ///< as in corner boards
  bool is_backward; ///< the major steps of the leg come last
} corner_turn;

typedef struct corner_way {
  corner_turn *turns;            ///< from the start to the goal; array of the owner
  uint32_t count, capacity;      ///< of `turns`
  uint32_t straights, diagonals; ///< steps, after `corner_way_count_steps`
} corner_way;

/// Adds a tile. False: the array is full.
static inline bool corner_way_add(corner_way *w, int x, int y) {
  if (w->count >= w->capacity) return false;
  w->turns[w->count++] = (corner_turn){(uint16_t)x, (uint16_t)y, false};
  return true;
}

/// Reverses the order of the tiles from place `first` on.
void corner_way_reverse(corner_way *w, uint32_t first);

/// Finds out how each leg goes on the live map, in one direction or from its other end.
/// False: a leg is free in neither. O(legs * steps / 64).
bool corner_way_verify(corner_way *w, const live_boards *live);

/// Finds out how each leg goes when no tile was blocked since the bake, so that each leg
/// is free in one of both orders. The first leg begins, and the last one ends with major
/// steps. O(legs * steps / 64).
void corner_way_orient(corner_way *w, const live_boards *live);

/// Fills `straights` and `diagonals`. O(legs).
void corner_way_count_steps(corner_way *w, const corner_boards *b);

/// The cost of the steps that were counted.
///
/// @param step_cost  of a straight and of a diagonal step
static inline double corner_way_cost(const corner_way *w, const double step_cost[2]) {
  return w->straights * step_cost[0] + w->diagonals * step_cost[1];
}

/// Writes the tiles, moves and costs of the path. The steps must have been counted, and
/// each leg verified or oriented. False: out of memory. O(tiles of the path).
bool corner_way_write(const corner_way *w, const corner_boards *b,
                      const double step_cost[2], path_builder *path);

#endif
