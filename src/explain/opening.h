// Openings: the cheapest set of tiles to open, so that a path exists.
#ifndef ASTAR_OPENING_H
#define ASTAR_OPENING_H

#include "explain/opening_map.h"

typedef struct opening {
  bool exists; ///< the goal can be reached by opening tiles
  bool is_exact;
  double open_cost, path_cost;
  astar_open_tile *tiles;
  uint32_t tile_count, tile_capacity;
  astar_point *points;
  double *costs; ///< up to each point
  uint32_t point_count, point_capacity, cost_capacity;
} opening;

/// Finds the cheapest set of tiles to open. `o` begins as zeros; memory comes from the
/// grid. Call `opening_fini` also after ASTAR_NO_MEMORY.
astar_status opening_find(opening *o, const question *q, const opening_costs *costs);

void opening_fini(opening *o, astar_grid *grid);

#endif
