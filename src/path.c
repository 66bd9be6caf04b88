// Paths as rows of points: whether the map allows them, and where they turn.

#include <stdlib.h>

#include "costmap.h"
#include "grid.h"

// Whether a straight run of one move leads from a point to another, every step legal.
static bool path_is_run(const costmap *map, astar_point from, astar_point to, int dx, int dy,
                        int steps) {
  int x = from.x, y = from.y;
  for (int i = 0; i < steps; i++) {
    if (costmap_find_move(map, x, y, dx, dy) < 0) return false;
    x += dx;
    y += dy;
  }
  return x == to.x && y == to.y;
}

static bool path_is_square_run(const costmap *map, astar_point from, astar_point to) {
  int dx = to.x - from.x, dy = to.y - from.y;
  int most = abs(dx) > abs(dy) ? abs(dx) : abs(dy);
  for (int steps = 2; steps <= most; steps++) {
    if (dx % steps != 0 || dy % steps != 0) continue;
    if (path_is_run(map, from, to, dx / steps, dy / steps, steps)) return true;
  }
  return false;
}

// The six directions of hexes, whose (dx, dy) alternates with the row or column: the n-th
// neighbour is the n-th bit of those that touch.
static int path_hex_direction(const astar_grid *grid, int x, int y, int dx, int dy) {
  int direction = direction_of(dx, dy);
  unsigned around = grid_neighbors(grid, x, y);
  if (direction < 0 || (around >> direction & 1) == 0) return -1;
  if (grid->layout == ASTAR_ODD_R || grid->layout == ASTAR_EVEN_R) {
    // West and east are the same in every row; the others lean left or right.
    if (dy == 0) return dx > 0 ? 0 : 1;
    bool shoved = (around >> 4 & 1) != 0;
    bool right = shoved ? dx == 1 : dx == 0;
    return (dy > 0 ? 2 : 4) + (right ? 1 : 0);
  }
  if (dx == 0) return dy > 0 ? 0 : 1;
  bool shoved = (around >> 5 & 1) != 0;
  bool down = shoved ? dy == 1 : dy == 0;
  return (dx > 0 ? 2 : 4) + (down ? 1 : 0);
}

// One step from *x, *y in a hex direction; false when it is not legal.
static bool path_hex_step(const costmap *map, int *x, int *y, int direction) {
  for (int d = 0; d < DIRECTIONS; d++) {
    int dx = direction_dx[d], dy = direction_dy[d];
    if (path_hex_direction(map->grid, *x, *y, dx, dy) != direction) continue;
    if (costmap_find_move(map, *x, *y, dx, dy) < 0) return false;
    *x += dx;
    *y += dy;
    return true;
  }
  return false;
}

static bool path_is_hex_run(const costmap *map, astar_point from, astar_point to) {
  int steps = grid_hex_distance(map->grid, from.x, from.y, to.x, to.y);
  for (int direction = 0; direction < 6; direction++) {
    int x = from.x, y = from.y, i = 0;
    while (i < steps && path_hex_step(map, &x, &y, direction)) i++;
    if (i == steps && x == to.x && y == to.y) return true;
  }
  return false;
}

static bool path_is_step(const costmap *map, astar_point from, astar_point to) {
  const astar_grid *grid = map->grid;
  if (!grid_contains(grid, from.x, from.y) || !grid_contains(grid, to.x, to.y)) return false;
  if (costmap_find_move(map, from.x, from.y, to.x - from.x, to.y - from.y) >= 0) return true;
  uint32_t from_cell = grid_cell(grid, from.x, from.y);
  uint32_t to_cell = grid_cell(grid, to.x, to.y);
  if (grid->arc_count > 0 && costmap_find_arc(map, from_cell, to_cell) != NULL) return true;
  return grid->layout == ASTAR_SQUARE ? path_is_square_run(map, from, to)
                                      : path_is_hex_run(map, from, to);
}

astar_status astar_check_path(astar_grid *grid, const astar_rules *rules,
                              const astar_point *points, size_t count, size_t first,
                              size_t *bad) {
  costmap *map;
  astar_status status = costmap_get(grid, rules, &map);
  if (status != ASTAR_OK) return status;
  size_t i = first;
  while (i + 1 < count && path_is_step(map, points[i], points[i + 1])) i++;
  *bad = i + 1 < count ? i : count;
  return ASTAR_OK;
}

// A word for the direction of a step between neighbours; 0 for any other step.
static int path_heading(const astar_grid *grid, astar_point from, astar_point to) {
  int dx = to.x - from.x, dy = to.y - from.y;
  if (grid->layout != ASTAR_SQUARE) {
    return 1 + path_hex_direction(grid, from.x, from.y, dx, dy);
  }
  return 1 + direction_of(dx, dy);
}

size_t astar_keep_turns(const astar_grid *grid, astar_point *points, size_t count) {
  size_t kept = count > 0 ? 1 : 0;
  astar_point before = count > 0 ? points[0] : (astar_point){0, 0};
  for (size_t i = 1; i < count; i++) {
    astar_point here = points[i];
    int came = path_heading(grid, before, here);
    bool turns = i + 1 == count || came == 0 || came != path_heading(grid, here, points[i + 1]);
    if (turns) points[kept++] = here;
    before = here;
  }
  return kept;
}
