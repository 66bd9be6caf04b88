// Vertex cut: a smallest set of tiles that every path from one tile to another passes.
//
// It holds for steps that only the tile that they enter can stop. The caller chooses such
// moves. Memory comes from the grid. See vertex_cut.c for the method.
#ifndef ASTAR_VERTEX_CUT_H
#define ASTAR_VERTEX_CUT_H

#include "derived/step_boards.h"

/// The input of a search for a cut.
typedef struct vertex_cut_query {
  const costmap *map; ///< of a mover of size 1, up to date
  uint64_t moves;     ///< the moves that count, one bit per move; links always count
  const flood_steps *steps; ///< the same moves as boards, or other moves that reach the
                            ///< same tiles whatever is blocked; NULL: there are none
  uint32_t start, goal;     ///< different cells
  int max;                  ///< the greatest size of the cut [>= 0]
} vertex_cut_query;

/// Finds the smallest cut nearest to the start, without start and goal. ASTAR_OK: the
/// size is in `*count`, 0 when no path exists, and the tiles are in `points` row by row
/// (capacity `max`); ASTAR_LIMIT: more than `max` tiles are needed, or one step leads
/// from the start to the goal; ASTAR_NO_MEMORY. O((size + 1) * tiles * moves).
astar_status vertex_cut_find(const vertex_cut_query *query, astar_point *points,
                             int *count);

#endif
