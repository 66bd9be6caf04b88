// Path reconstruction: the tiles of a path, the moves between them, and their costs.
//
// A kernel clears the builder and adds the tiles of its path from the last to the first,
// as it follows the parents back to the start. Then it sums the costs, first to last, and
// may straighten the path. The copy functions give the tiles first to last.
//
// The owner (a path of the caller, or a workspace) sets `memory`, and calls
// `path_builder_fini`. Arrays are kept from path to path: 13 bytes per tile. All
// functions are O(tiles of the path) unless noted.
#ifndef ASTAR_PATH_BUILDER_H
#define ASTAR_PATH_BUILDER_H

#include "derived/costmap.h"

/// How a path enters a tile: by a move of the move table [0..63], by a link, or not at
/// all (the start).
enum { MOVE_LINK = 64, MOVE_START = 65 };

typedef struct path_builder {
  struct memory *memory; ///< the allocator of the arrays
  astar_point *points;   ///< last tile first
  uint8_t *moves;        ///< by which the path enters each tile; last tile first
  double *costs; ///< after `path_builder_sum_cost`: of the path up to each tile; first
                 ///< tile first
  uint32_t count, point_capacity, move_capacity, cost_capacity;
  double cost; ///< of the whole path, after `path_builder_sum_cost`
} path_builder;

/// Frees the memory.
void path_builder_fini(path_builder *t);

/// Removes all tiles. O(1).
void path_builder_clear(path_builder *t);

/// Makes room for `count` tiles in all. False: out of memory.
bool path_builder_reserve(path_builder *t, uint32_t count);

/// Adds a tile before all others. False: out of memory. O(1), amortized.
static inline bool path_builder_add(path_builder *t, int x, int y, uint8_t move) {
  if (t->count >= t->cost_capacity && !path_builder_reserve(t, t->count + 1))
    return false;
  t->points[t->count] = (astar_point){x, y};
  t->moves[t->count++] = move;
  return true;
}

/// Reverses a path that was added first to last.
void path_builder_reverse(path_builder *t);

/// Writes the first `capacity` tiles to `points`, unless it is NULL, first to last.
/// Returns the number of tiles of the path.
uint32_t path_builder_copy(const path_builder *t, astar_point *points, size_t capacity);

/// Writes the cost of the path up to each of its first `capacity` tiles to `costs`, first
/// to last. Returns the number of tiles of the path. `path_builder_sum_cost` must have
/// been called.
uint32_t path_builder_copy_costs(const path_builder *t, double *costs, size_t capacity);

/// Fills `costs` and `cost`: the sums of the costs of the steps, first to last. All steps
/// must be legal on `map`.
void path_builder_sum_cost(path_builder *t, const costmap *map);

/// Removes turns from a cheapest path, where the path does not become more expensive: it
/// reorders three straight segments, of which the first and the third have the same move,
/// into two. `path_builder_sum_cost` must have been called. The path keeps its cost, up
/// to rounding, and visits no tile twice. O(tiles) where no turn can be removed;
/// otherwise the path is scanned again after each pass that removed one.
void path_builder_straighten(path_builder *t, const costmap *map);

#endif
