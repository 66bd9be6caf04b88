// Penalties: the extra cost of entering a tile.
#include "map/grid.h"
#include "map/journal.h"

astar_status astar_grid_set_penalty(astar_grid *grid, int x, int y, double cost) {
  astar_status status = grid_check_edit(grid, x, y);
  if (status != ASTAR_OK) return status;
  if (!grid_is_cost(cost)) return ASTAR_INVALID;
  if (grid->penalty == NULL && cost <= 0) return ASTAR_OK;
  if (!grid_ensure_penalty(grid)) return ASTAR_NO_MEMORY;
  uint32_t cell = grid_cell(grid, x, y);
  double *place = &grid->penalty[cell];
  double old = *place;
  *place = cost + 0.0; // never -0
  grid->penalty_count = grid->penalty_count + (cost > 0) - (old > 0);
  if (old > cost || old < cost)
    journal_record_tile(grid, CHANGE_PENALTY, cell, cost > old);
  return ASTAR_OK;
}

double astar_grid_penalty(const astar_grid *grid, int x, int y) {
  return grid_contains(grid, x, y) ? grid_cell_penalty(grid, grid_cell(grid, x, y)) : 0.0;
}
