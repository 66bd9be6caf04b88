// The barrier: the tiles that close the side of the start off from the goal.
#ifndef ASTAR_BARRIER_H
#define ASTAR_BARRIER_H

#include "explain/question.h"

typedef struct barrier {
  astar_point *tiles;
  uint32_t count, capacity;
} barrier;

/// Finds the barrier (astar_explain). No path exists now. `b` begins as zeros; memory
/// comes from the grid. Call `barrier_fini` also after ASTAR_NO_MEMORY.
astar_status barrier_find(barrier *b, const question *q);

void barrier_fini(barrier *b, astar_grid *grid);

#endif
