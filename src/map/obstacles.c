// Dynamic obstacles: tiles that are blocked, whatever their terrain.
#include "map/grid.h"
#include "map/journal.h"

astar_status astar_grid_block(astar_grid *grid, int x, int y, bool blocked) {
  astar_status status = grid_check_edit(grid, x, y);
  if (status != ASTAR_OK) return status;
  uint32_t cell = grid_cell(grid, x, y);
  if (grid_is_cell_blocked(grid, cell) == blocked) return ASTAR_OK;
  if (!grid_ensure_blocked(grid)) return ASTAR_NO_MEMORY;
  grid->blocked[cell >> 6] ^= (uint64_t)1 << (cell & 63);
  if (blocked) {
    grid->blocked_count++;
  } else {
    grid->blocked_count--;
  }
  journal_record_tile(grid, CHANGE_GROUND, cell, blocked);
  return ASTAR_OK;
}

bool astar_grid_is_blocked(const astar_grid *grid, int x, int y) {
  return grid_contains(grid, x, y) && grid_is_cell_blocked(grid, grid_cell(grid, x, y));
}
