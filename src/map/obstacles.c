// Dynamic obstacles: tiles that are blocked, whatever their terrain.
#include "map/grid.h"
#include "map/journal.h"

bool astar_grid_is_blocked(const astar_grid *grid, int x, int y) {
  return grid_contains(grid, x, y) && grid_is_cell_blocked(grid, grid_cell(grid, x, y));
}

// Blocks a free cell, or frees a blocked one; the array must exist.
static void obstacles_flip(astar_grid *grid, uint32_t cell) {
  grid->blocked[cell >> 6] ^= (uint64_t)1 << (cell & 63);
  if (grid_is_cell_blocked(grid, cell)) {
    grid->blocked_count++;
  } else {
    grid->blocked_count--;
  }
}

astar_status astar_grid_block(astar_grid *grid, int x, int y, bool blocked) {
  astar_status status = grid_check_edit(grid, x, y);
  if (status != ASTAR_OK) return status;
  uint32_t cell = grid_cell(grid, x, y);
  if (grid_is_cell_blocked(grid, cell) == blocked) return ASTAR_OK;
  if (!grid_ensure_blocked(grid)) return ASTAR_NO_MEMORY;
  obstacles_flip(grid, cell);
  journal_record_tile(grid, CHANGE_GROUND, cell, blocked);
  return ASTAR_OK;
}

// The same for a tile of a rectangle. False: memory is short, which only the first tile
// that changes can meet.
static bool obstacles_put_in(astar_grid *grid, int x, int y, bool blocked,
                             journal_area *area) {
  uint32_t cell = grid_cell(grid, x, y);
  if (grid_is_cell_blocked(grid, cell) == blocked) return true;
  if (!grid_ensure_blocked(grid)) return false;
  obstacles_flip(grid, cell);
  journal_add_tile(area, x, y, blocked);
  return true;
}

astar_status astar_grid_fill_blocked(astar_grid *grid, int x, int y, int width,
                                     int height, bool blocked) {
  if (grid == NULL) return ASTAR_INVALID;
  if (grid->busy > 0) return ASTAR_BUSY;
  if (!grid_clip(grid, &x, &y, &width, &height)) return ASTAR_OK;
  journal_area area = journal_no_area();
  for (int row = y; row < y + height; row++) {
    for (int i = x; i < x + width; i++) {
      if (!obstacles_put_in(grid, i, row, blocked, &area)) return ASTAR_NO_MEMORY;
    }
  }
  journal_record_area(grid, CHANGE_GROUND, &area);
  return ASTAR_OK;
}

astar_status astar_grid_set_blocked(astar_grid *grid, int x, int y, int width, int height,
                                    const uint8_t *blocked, size_t stride) {
  astar_status status = grid_check_values(grid, x, y, width, height, blocked, stride);
  if (status != ASTAR_OK || width == 0 || height == 0) return status;
  journal_area area = journal_no_area();
  for (int row = 0; row < height; row++) {
    const uint8_t *line = blocked + (size_t)row * stride;
    for (int i = 0; i < width; i++) {
      if (!obstacles_put_in(grid, x + i, y + row, line[i] != 0, &area)) {
        return ASTAR_NO_MEMORY;
      }
    }
  }
  journal_record_area(grid, CHANGE_GROUND, &area);
  return ASTAR_OK;
}
