// Paths as rows of points: whether the map allows them, and where they turn.

#include <math.h>
#include <stdlib.h>

#include "costmap.h"
#include "grid.h"
#include "sight.h"

// Whether one step leads from a tile to another: by a move, or by a link.
static bool path_is_step(const costmap *map, int x, int y, int to_x, int to_y) {
  const astar_grid *grid = map->grid;
  if (!grid_contains(grid, x, y) || !grid_contains(grid, to_x, to_y)) return false;
  if (costmap_find_move(map, x, y, to_x - x, to_y - y) >= 0) return true;
  return grid->arc_count > 0 && costmap_find_arc(map, grid_cell(grid, x, y),
                                                 grid_cell(grid, to_x, to_y)) != NULL;
}

// Whether a straight run of equal steps leads from a point to another.
static bool path_is_run(const costmap *map, astar_point from, astar_point to, int dx,
                        int dy, int steps) {
  int x = from.x, y = from.y;
  for (int i = 0; i < steps; i++, x += dx, y += dy) {
    if (!path_is_step(map, x, y, x + dx, y + dy)) return false;
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

// One step from *x, *y in one of the ways of hexes; false when it is not legal.
static bool path_hex_step(const costmap *map, int *x, int *y, int way) {
  const costmap_move *move = &map->moves[costmap_parity(map, *x, *y)][way];
  if (!path_is_step(map, *x, *y, *x + move->dx, *y + move->dy)) return false;
  *x += move->dx;
  *y += move->dy;
  return true;
}

static bool path_is_hex_run(const costmap *map, astar_point from, astar_point to) {
  int steps = grid_hex_distance(map->grid, from.x, from.y, to.x, to.y);
  for (int way = 0; way < HEX_DIRECTIONS; way++) {
    int x = from.x, y = from.y, i = 0;
    while (i < steps && path_hex_step(map, &x, &y, way)) i++;
    if (i == steps && x == to.x && y == to.y) return true;
  }
  return false;
}

static bool path_is_allowed(const costmap *map, astar_point from, astar_point to,
                            astar_path_kind kind) {
  if (path_is_step(map, from.x, from.y, to.x, to.y)) return true;
  if (kind == ASTAR_PATH_STEPS) return false;
  sight s;
  if (kind == ASTAR_PATH_LINES && sight_follow(&s, map, from, to)) return true;
  return map->grid->layout == ASTAR_SQUARE ? path_is_square_run(map, from, to)
                                           : path_is_hex_run(map, from, to);
}

astar_status astar_check_path(astar_grid *grid, const astar_rules *rules,
                              const astar_point *points, size_t count,
                              astar_path_kind kind, size_t first, size_t *bad) {
  costmap *map;
  astar_status status = costmap_get(grid, rules, &map);
  if (status != ASTAR_OK) return status;
  size_t i = first;
  while (i + 1 < count && path_is_allowed(map, points[i], points[i + 1], kind)) i++;
  *bad = i + 1 < count ? i : count;
  return ASTAR_OK;
}

// A word for the way of a step between neighbours; 0 for any other step.
static int path_heading(const astar_grid *grid, astar_point from, astar_point to) {
  int direction = direction_of(to.x - from.x, to.y - from.y);
  if (grid->layout == ASTAR_SQUARE) return 1 + direction;
  for (int way = 0; way < HEX_DIRECTIONS; way++) {
    if (grid_hex_direction(grid, from.x, from.y, way) == direction) return 1 + way;
  }
  return 0;
}

size_t astar_keep_turns(const astar_grid *grid, astar_point *points, size_t count) {
  size_t kept = count > 0 ? 1 : 0;
  astar_point before = count > 0 ? points[0] : (astar_point){0, 0};
  for (size_t i = 1; i < count; i++) {
    astar_point here = points[i];
    int came = path_heading(grid, before, here);
    bool turns =
        i + 1 == count || came == 0 || came != path_heading(grid, here, points[i + 1]);
    if (turns) points[kept++] = here;
    before = here;
  }
  return kept;
}

// ----------------------------------------------------------------------------- smoothing

// Sums of the same ground in another order differ by less than this, relatively.
#define PATH_EQUAL 1e-9

// What the ground costs under a path: up to each of its points, since the last one that
// was not walked to. Only there it is 0.
typedef struct path_ground {
  const costmap *map;
  const astar_point *points;
  double *sums;
  size_t count;
} path_ground;

// Whether a step is walked: not a jump or a link.
static bool path_is_walk(const costmap *map, astar_point from, astar_point to) {
  if (map->grid->layout == ASTAR_SQUARE
          ? abs(from.x - to.x) <= 1 && abs(from.y - to.y) <= 1
          : grid_hex_distance(map->grid, from.x, from.y, to.x, to.y) <= 1) {
    return true;
  }
  return !path_is_step(map, from.x, from.y, to.x, to.y);
}

static void path_sum_ground(path_ground *g) {
  g->sums[0] = 0;
  for (size_t i = 1; i < g->count; i++) {
    astar_point from = g->points[i - 1], to = g->points[i];
    sight s;
    bool walks = path_is_walk(g->map, from, to) && sight_follow(&s, g->map, from, to) &&
                 s.ground < INFINITY;
    g->sums[i] = walks ? g->sums[i - 1] + s.ground : 0;
  }
}

// Whether one may go straight from a point to another instead of along the path.
static bool path_can_join(const path_ground *g, size_t from, size_t to) {
  sight s;
  return sight_follow(&s, g->map, g->points[from], g->points[to]) &&
         s.ground <= (g->sums[to] - g->sums[from]) * (1 + PATH_EQUAL);
}

// The point to go straight to: as far as doubling strides and then halving ones find it,
// at most `end`.
static size_t path_look_ahead(const path_ground *g, size_t from, size_t end) {
  size_t seen = from + 1, stride = 1;
  while (from + 2 * stride <= end && path_can_join(g, from, from + 2 * stride)) {
    stride *= 2;
    seen = from + stride;
  }
  for (; stride > 0; stride /= 2) {
    if (seen + stride <= end && path_can_join(g, from, seen + stride)) seen += stride;
  }
  return seen;
}

// Moves the points that are kept to the front; the ones ahead are still to be read.
static size_t path_join(const path_ground *g, astar_point *points, double *length) {
  size_t kept = 1, end = 0;
  for (size_t i = 0; i + 1 < g->count;) {
    astar_point from = g->points[i];
    if (end < i) end = i;
    while (end + 1 < g->count && g->sums[end + 1] > 0) end++;
    i = end > i ? path_look_ahead(g, i, end) : i + 1;
    if (end < i) end = i;
    *length += sight_length(g->map->grid, from, g->points[i]);
    points[kept++] = g->points[i];
  }
  return kept;
}

astar_status astar_smooth_path(astar_grid *grid, const astar_rules *rules,
                               astar_point *points, size_t *count, double *length) {
  *length = 0;
  for (size_t i = 0; i < *count; i++) {
    if (!grid_contains(grid, points[i].x, points[i].y)) return ASTAR_INVALID;
  }
  costmap *map;
  astar_status status = costmap_get(grid, rules, &map);
  if (status != ASTAR_OK || *count < 2) return status;
  memory *m = &grid->memory;
  double *sums = (double *)memory_resize(m, NULL, 0, *count * sizeof *sums);
  if (sums == NULL) return ASTAR_NO_MEMORY;
  path_ground g = {map, points, sums, *count};
  path_sum_ground(&g);
  *count = path_join(&g, points, length);
  memory_free(m, sums, g.count * sizeof *sums);
  return ASTAR_OK;
}
