// Edges: the borders between adjacent tiles. An edge is open, closed, or closed in one
// direction.
//
// `grid->closed` has one byte per cell with one bit per direction: bit d is set when the
// edge to the neighbor in direction d is closed for steps from this cell. An edge that is
// closed in both directions is two bits, one in each of its tiles.
//
//     closed[a] has E    a | b    closed[b] has W
#include "base/bits.h"
#include "map/edit_record.h"
#include "map/grid.h"
#include "map/journal.h"

// Opens or closes an edge in one direction. False: nothing changed.
static bool edges_change(astar_grid *grid, int x, int y, int direction, bool open) {
  uint32_t cell = grid_cell(grid, x, y);
  if (grid_is_closed(grid, cell, direction) != open) return false;
  uint8_t old = grid->closed[cell], now = (uint8_t)(old ^ 1 << direction);
  grid->closed[cell] = now;
  grid->closed_count = grid->closed_count + (now != 0) - (old != 0);
  journal_record_tile(grid, CHANGE_GROUND, SUBJECT_MAP, cell, !open);
  return true;
}

astar_status astar_grid_set_edge(astar_grid *grid, int x, int y, int dx, int dy,
                                 bool open, bool one_way) {
  astar_status status = grid_check_edit(grid, x, y);
  if (status != ASTAR_OK) return status;
  int direction = direction_of(dx, dy);
  if (direction < 0 || (grid_neighbors(grid, x, y) >> direction & 1) == 0)
    return ASTAR_INVALID;
  if (!grid_contains(grid, x + dx, y + dy)) return ASTAR_OUT_OF_BOUNDS;
  if (grid->closed == NULL && open) return ASTAR_OK;
  if (!grid_ensure_closed(grid)) return ASTAR_NO_MEMORY;
  int reverse = direction_reverse[direction];
  bool changes = edges_change(grid, x, y, direction, open);
  bool changes_back = !one_way && edges_change(grid, x + dx, y + dy, reverse, open);
  if (grid->log == NULL) return ASTAR_OK;
  if (changes)
    edit_record_edge(grid, grid_cell(grid, x, y), direction, open, changes_back);
  else if (changes_back)
    edit_record_edge(grid, grid_cell(grid, x + dx, y + dy), reverse, open, false);
  return ASTAR_OK;
}

bool astar_grid_each_edge(const astar_grid *grid, int *x, int *y, int *dx, int *dy) {
  if (LIVE(grid) == NULL || x == NULL || y == NULL || dx == NULL || dy == NULL)
    return false;
  if (grid->closed_count == 0) return false;
  // When (x, y) is off the grid, begin at the next tile in row order that is on it.
  int direction = grid_contains(grid, *x, *y) ? direction_of(*dx, *dy) : -1;
  int at_x = *x < 0 ? 0 : *x, at_y = *y;
  if (at_y < 0) at_x = at_y = 0;
  if (at_x >= grid->width && at_y < grid->height) at_x = 0, at_y++;
  if (at_y >= grid->height) return false;
  uint32_t cell = grid_cell(grid, at_x, at_y), tiles = grid_tiles(grid);
  // First those in directions greater than the one of the caller.
  unsigned closed = (unsigned)grid->closed[cell] >> (direction + 1) << (direction + 1);
  while (closed == 0 && ++cell < tiles) closed = grid->closed[cell];
  if (closed == 0) return false;
  direction = bits_lowest(closed);
  *x = grid_x(grid, cell);
  *y = grid_y(grid, cell);
  *dx = direction_dx[direction];
  *dy = direction_dy[direction];
  return true;
}

bool astar_grid_is_edge_open(const astar_grid *grid, int x, int y, int dx, int dy) {
  int direction = direction_of(dx, dy);
  return grid_contains(LIVE(grid), x, y) && direction >= 0 &&
         grid_contains(grid, x + dx, y + dy) &&
         (grid_neighbors(grid, x, y) >> direction & 1) != 0 &&
         !grid_is_closed(grid, grid_cell(grid, x, y), direction);
}
