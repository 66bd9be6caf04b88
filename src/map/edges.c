// Edges between neighbor tiles, which can be closed one way or both ways.
#include "map/grid.h"
#include "map/journal.h"

static void edges_put(astar_grid *grid, uint32_t cell, int direction, bool open) {
  uint8_t old = grid->closed[cell];
  uint8_t bit = (uint8_t)(1 << direction);
  uint8_t now = open ? (uint8_t)(old & ~bit) : (uint8_t)(old | bit);
  grid->closed[cell] = now;
  grid->closed_count = grid->closed_count + (now != 0) - (old != 0);
}

static bool edges_change(astar_grid *grid, int x, int y, int direction, bool open) {
  uint32_t cell = grid_cell(grid, x, y);
  if (grid_is_closed(grid, cell, direction) != open) return false;
  edges_put(grid, cell, direction, open);
  journal_record_tile(grid, CHANGE_GROUND, cell, !open);
  return true;
}

astar_status astar_grid_set_edge(astar_grid *grid, int x, int y, int dx, int dy,
                                 bool open, bool one_way) {
  astar_status status = grid_check_edit(grid, x, y);
  if (status != ASTAR_OK) return status;
  int direction = direction_of(dx, dy);
  if (direction < 0 || (grid_neighbors(grid, x, y) >> direction & 1) == 0) {
    return ASTAR_INVALID;
  }
  if (!grid_contains(grid, x + dx, y + dy)) return ASTAR_OUT_OF_BOUNDS;
  if (grid->closed == NULL && open) return ASTAR_OK;
  if (!grid_ensure_closed(grid)) return ASTAR_NO_MEMORY;
  edges_change(grid, x, y, direction, open);
  if (!one_way) {
    edges_change(grid, x + dx, y + dy, direction_reverse[direction], open);
  }
  return ASTAR_OK;
}

bool astar_grid_is_edge_open(const astar_grid *grid, int x, int y, int dx, int dy) {
  int direction = direction_of(dx, dy);
  return direction >= 0 && grid_contains(grid, x, y) &&
         grid_contains(grid, x + dx, y + dy) &&
         (grid_neighbors(grid, x, y) >> direction & 1) != 0 &&
         !grid_is_closed(grid, grid_cell(grid, x, y), direction);
}
