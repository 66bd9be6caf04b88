// Penalties: an extra cost of entering a tile, on top of its terrain.
//
// `grid->penalty` has one cost per cell; it is allocated for the first penalty above 0.
// `grid->penalty_count` counts the tiles with a penalty: queries on a grid without
// penalties do not read the array. An edit of a rectangle is one change in the journal:
// the bounding box of the tiles that changed.
#include "map/grid.h"
#include "map/journal.h"

double astar_grid_penalty(const astar_grid *grid, int x, int y) {
  return grid_contains(grid, x, y) ? grid_cell_penalty(grid, grid_cell(grid, x, y)) : 0.0;
}

// Sets the penalty of a cell. `grid->penalty` must exist. Returns 1 when the penalty
// grew, -1 when it fell, 0 when it is the same.
static int penalties_put(astar_grid *grid, uint32_t cell, double cost) {
  double old = grid->penalty[cell];
  grid->penalty[cell] = cost + 0.0; // never -0
  grid->penalty_count = grid->penalty_count + (cost > 0) - (old > 0);
  return (cost > old) - (cost < old);
}

astar_status astar_grid_set_penalty(astar_grid *grid, int x, int y, double cost) {
  astar_status status = grid_check_edit(grid, x, y);
  if (status != ASTAR_OK) return status;
  if (!grid_is_cost(cost)) return ASTAR_INVALID;
  if (grid->penalty == NULL && cost <= 0) return ASTAR_OK;
  if (!grid_ensure_penalty(grid)) return ASTAR_NO_MEMORY;
  uint32_t cell = grid_cell(grid, x, y);
  int change = penalties_put(grid, cell, cost);
  if (change != 0)
    journal_record_tile(grid, CHANGE_PENALTY, SUBJECT_PENALTIES, cell, change > 0);
  return ASTAR_OK;
}

static void penalties_put_in(astar_grid *grid, int x, int y, double cost,
                             journal_area *area) {
  int change = penalties_put(grid, grid_cell(grid, x, y), cost);
  if (change != 0) journal_add_tile(area, x, y, change > 0);
}

astar_status astar_grid_fill_penalty(astar_grid *grid, int x, int y, int width,
                                     int height, double cost) {
  if (grid == NULL) return ASTAR_INVALID;
  if (grid->busy > 0) return ASTAR_BUSY;
  if (!grid_is_cost(cost)) return ASTAR_INVALID;
  if (!grid_clip(grid, &x, &y, &width, &height)) return ASTAR_OK;
  if (grid->penalty == NULL && !(cost > 0)) return ASTAR_OK;
  if (!grid_ensure_penalty(grid)) return ASTAR_NO_MEMORY;
  journal_area area = journal_empty_area();
  for (int row = y; row < y + height; row++) {
    for (int i = x; i < x + width; i++) penalties_put_in(grid, i, row, cost, &area);
  }
  journal_record_area(grid, CHANGE_PENALTY, SUBJECT_PENALTIES, &area);
  return ASTAR_OK;
}

astar_status astar_grid_set_penalties(astar_grid *grid, int x, int y, int width,
                                      int height, const double *costs, size_t stride) {
  astar_status status = grid_check_values(grid, x, y, width, height, costs, stride);
  if (status != ASTAR_OK || width == 0 || height == 0) return status;
  bool has_penalties = grid->penalty != NULL;
  for (size_t row = 0; row < (size_t)height; row++) {
    for (size_t i = 0; i < (size_t)width; i++) {
      double cost = costs[row * stride + i];
      if (!grid_is_cost(cost)) return ASTAR_INVALID;
      has_penalties |= cost > 0;
    }
  }
  if (!has_penalties) return ASTAR_OK;
  if (!grid_ensure_penalty(grid)) return ASTAR_NO_MEMORY;
  journal_area area = journal_empty_area();
  for (int row = 0; row < height; row++) {
    const double *line = costs + (size_t)row * stride;
    for (int i = 0; i < width; i++)
      penalties_put_in(grid, x + i, y + row, line[i], &area);
  }
  journal_record_area(grid, CHANGE_PENALTY, SUBJECT_PENALTIES, &area);
  return ASTAR_OK;
}
