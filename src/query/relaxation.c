// Relaxations.
#include "query/relaxation.h"

astar_status relaxation_find(const question *q, unsigned *relax) {
  (void)q;
  *relax = 0;
  return ASTAR_OK;
}

astar_status relaxation_find_terrains(const question *q, uint8_t terrains[256],
                                      int *count) {
  (void)q, (void)terrains;
  *count = 0;
  return ASTAR_OK;
}
