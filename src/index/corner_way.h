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
#include "search/straightening.h"

/// A tile of a way, and the leg that leads to it.
typedef struct corner_turn {
  uint16_t x, y;    ///< as in corner boards
  bool is_backward; ///< the major steps of the leg come last
} corner_turn;

typedef struct corner_way {
  corner_turn *turns; ///< from the start to the goal
  uint32_t count, capacity;
} corner_way;

/// Allocates the turns of a way. Call `corner_way_fini` also after ASTAR_NO_MEMORY.
astar_status corner_way_init(corner_way *w, struct memory *m, uint32_t capacity);

void corner_way_fini(corner_way *w, struct memory *m);

/// The memory of a way [bytes].
size_t corner_way_bytes(const corner_way *w);

/// Finds out how each leg goes on the live map, in one direction or from its other end.
/// False: a leg is free in neither. O(legs * steps / 64).
bool corner_way_verify(corner_way *w, const live_boards *live);

/// Finds out how each leg goes when no tile was blocked since the bake, so that each leg
/// is free in one of both orders. The first leg begins, and the last one ends with major
/// steps. O(legs * steps / 64).
void corner_way_orient(corner_way *w, const live_boards *live);

/// The cost of a way. Legs need not be verified or oriented. O(legs).
///
/// @param step_cost  of a straight and of a diagonal step
double corner_way_cost(const corner_way *w, const corner_boards *b,
                       const double step_cost[2]);

/// Writes the path. False: out of memory. O(tiles of the path).
///
/// @param straight  straightens the path; NULL: it follows the legs
bool corner_way_write(const corner_way *w, const live_boards *live,
                      const double step_cost[2], struct straightening *straight,
                      path_builder *path);

#endif
