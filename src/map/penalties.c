// Penalties: an extra cost of entering a tile, on top of its terrain.
//
// `grid->penalty` has one cost per cell; it is allocated for the first penalty above 0.
// `grid->penalty_count` counts the tiles with a penalty: queries on a grid without
// penalties do not read the array. An edit of a rectangle is one change in the journal:
// the bounding box of the tiles that changed.
#include "base/inline.h"
#include "map/content_hash.h"
#include "map/edit_record.h"
#include "map/grid.h"
#include "map/journal.h"
#include "map/replay.h"
#include "map/value_runs.h"

double astar_grid_penalty(const astar_grid *grid, int x, int y) {
  return grid_contains(LIVE(grid), x, y) ? grid_cell_penalty(grid, grid_cell(grid, x, y))
                                         : 0.0;
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
  double was = grid->penalty[cell];
  int change = penalties_put(grid, cell, cost);
  if (change == 0) return ASTAR_OK;
  if (grid->log != NULL) {
    double now = grid->penalty[cell];
    edit_record record = {.kind = EDIT_PENALTY, .cell = cell, .cost = now};
    edit_record_add(grid, &record, content_hash_penalty(cell, was, now));
  }
  journal_record_tile(grid, CHANGE_PENALTY, SUBJECT_PENALTIES, cell, change > 0);
  return ASTAR_OK;
}

// Sets `count` successive tiles of a row, to the costs of an array, or all to the same
// one when the array is NULL.
INLINE_ALWAYS void penalties_put_row(astar_grid *grid, int x, int y, int count,
                                     const double *costs, double cost,
                                     journal_area *area) {
  uint32_t cell = grid_cell(grid, x, y);
  for (int i = 0; i < count; i++, cell++) {
    double was = grid->penalty[cell];
    int change = penalties_put(grid, cell, costs != NULL ? costs[i] : cost);
    if (change == 0) continue;
    journal_add_tile(area, x + i, y, change > 0);
    if (grid->log != NULL)
      area->hash += content_hash_penalty(cell, was, grid->penalty[cell]);
  }
}

astar_status astar_grid_fill_penalty(astar_grid *grid, int x, int y, int width,
                                     int height, double cost) {
  if (LIVE(grid) == NULL) return ASTAR_INVALID;
  if (grid->busy > 0) return ASTAR_BUSY;
  if (!grid_is_cost(cost)) return ASTAR_INVALID;
  if (!grid_clip(grid, &x, &y, &width, &height)) return ASTAR_OK;
  if (grid->penalty == NULL && !(cost > 0)) return ASTAR_OK;
  if (!grid_ensure_penalty(grid)) return ASTAR_NO_MEMORY;
  journal_area area = journal_empty_area();
  for (int row = y; row < y + height; row++)
    penalties_put_row(grid, x, row, width, NULL, cost, &area);
  edit_record_area(grid, (edit_record){.kind = EDIT_PENALTY_FILL, .cost = cost + 0.0},
                   &area);
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
    penalties_put_row(grid, x, y + row, width, line, 0, &area);
  }
  edit_record_area(grid, (edit_record){.kind = EDIT_PENALTY_VALUES}, &area);
  return ASTAR_OK;
}

void replay_penalties(astar_grid *grid, const edit_record *record) {
  byte_reader values = record->values;
  edit_area box = record->area;
  journal_area area = journal_empty_area();
  for (int y = box.y; y < box.y + box.height; y++) {
    for (uint32_t n, left = (uint32_t)box.width; left > 0; left -= n) {
      double cost;
      int x = box.x + box.width - (int)left;
      n = value_runs_take_costs(&values, left, &cost);
      penalties_put_row(grid, x, y, (int)n, NULL, cost, &area);
    }
  }
  edit_record_area(grid, *record, &area);
}
