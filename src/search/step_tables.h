// Step tables: what a kernel reads to compute the costs of the eight steps from a tile of
// squares, where costs come from the move table.
//
// Kernels keep a local copy: the compiler must assume that a store to an array of theirs
// changes other memory, and would reload these fields.
#ifndef ASTAR_STEP_TABLES_H
#define ASTAR_STEP_TABLES_H

#include "derived/costmap.h"

typedef struct step_tables {
  uint32_t margin; ///< number of cells before the first cell with eight neighbor cells
  uint32_t inner;  ///< number of cells from there to the last such cell
  int count;       ///< number of moves: 4 or 8
  const uint8_t *terrain;
  const double *cost, *penalty; ///< of the move table; of the grid, NULL: no penalties
  double penalty_scale;
  influence_weights influence;
  int offset[DIRECTIONS]; ///< of the neighbor cells
} step_tables;

/// Whether the tables suit a map: squares with the moves of 4 or 8 neighbors.
static inline bool step_tables_suit(const costmap *map) {
  return map->moves->is_table_cost && map->rules->is_standard &&
         map->grid->layout == ASTAR_SQUARE;
}

static inline step_tables step_tables_of(const costmap *map) {
  const astar_grid *grid = map->grid;
  uint32_t margin = (uint32_t)grid->width + 1, tiles = grid_tiles(grid);
  step_tables t = {.margin = margin,
                   .inner = tiles > 2 * margin ? tiles - 2 * margin : 0,
                   .count = map->moves->count,
                   .terrain = grid->terrain,
                   .cost = map->moves->cost,
                   .penalty = costmap_has_penalties(map) ? grid->penalty : NULL,
                   .penalty_scale = map->filter.penalty_scale,
                   .influence = map->influence};
  for (int d = 0; d < DIRECTIONS; d++)
    t.offset[d] = direction_dy[d] * grid->width + direction_dx[d];
  return t;
}

/// Whether all eight neighbor cells can be read. At the left and right side of the map
/// some of them are cells of other rows, to which no step is legal.
static inline bool step_tables_are_inside(const step_tables *t, uint32_t cell) {
  return cell - t->margin < t->inner;
}

/// The cost of a step to cell `to`, in direction d.
static inline double step_tables_cost(const step_tables *t, uint32_t to, int d) {
  double cost = t->cost[d * 256 + t->terrain[to]];
  double extra = t->penalty != NULL ? t->penalty[to] * t->penalty_scale : 0;
  return cost + (extra + influence_cost(&t->influence, to));
}

#endif
