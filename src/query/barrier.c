// The barrier.
#include "query/barrier.h"

astar_status barrier_find(barrier *b, const question *q) {
  (void)b, (void)q;
  return ASTAR_OK;
}

void barrier_fini(barrier *b, astar_grid *grid) { (void)b, (void)grid; }
