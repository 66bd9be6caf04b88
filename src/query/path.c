// Paths as rows of points: whether the map allows them, and where they turn.

#include <math.h>
#include <stdlib.h>

#include "query/cache.h"
#include "query/path.h"
#include "map/grid.h"
#include "query/line_of_sight.h"
#include "map/hex.h"

// -------------------------------------------------------------------------------- paths

astar_status astar_path_new(const astar_allocator *allocator, astar_path **path) {
  if (path == NULL) return ASTAR_INVALID;
  memory m;
  memory_init(&m, allocator);
  *path = (astar_path *)memory_new(&m, sizeof **path);
  if (*path == NULL) return ASTAR_NO_MEMORY;
  (*path)->memory = m;
  (*path)->builder.memory = &(*path)->memory;
  return ASTAR_OK;
}

void astar_path_free(astar_path *path) {
  if (path == NULL) return;
  path_builder_fini(&path->builder);
  memory last = path->memory;
  memory_free(&last, path, sizeof *path);
}

size_t astar_path_points(const astar_path *path, astar_point *points, size_t capacity) {
  if (path == NULL) return 0;
  return path_builder_copy(&path->builder, points, points != NULL ? capacity : 0);
}

// ------------------------------------------------------------------------------- checks

// Whether one step leads from a tile of the grid to another: by a move, or by a link.
static bool path_is_step(const costmap *map, int x, int y, int to_x, int to_y) {
  const astar_grid *grid = map->grid;
  if (!grid_contains(grid, to_x, to_y)) return false;
  if (costmap_find_move(map, x, y, to_x - x, to_y - y) >= 0) return true;
  return grid->arc_count > 0 && costmap_find_arc(map, grid_cell(grid, x, y),
                                                 grid_cell(grid, to_x, to_y)) != NULL;
}

// Whether so many equal steps can be made from a point.
static bool path_is_run(const costmap *map, astar_point from, int dx, int dy, int steps) {
  int x = from.x, y = from.y;
  for (int i = 0; i < steps; i++, x += dx, y += dy) {
    if (!path_is_step(map, x, y, x + dx, y + dy)) return false;
  }
  return true;
}

static bool path_is_square_run(const costmap *map, astar_point from, astar_point to) {
  int dx = to.x - from.x, dy = to.y - from.y;
  int most = abs(dx) > abs(dy) ? abs(dx) : abs(dy);
  for (int steps = 2; steps <= most; steps++) {
    if (dx % steps != 0 || dy % steps != 0) continue;
    if (path_is_run(map, from, dx / steps, dy / steps, steps)) return true;
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
  int steps = hex_distance(map->grid->layout, from.x, from.y, to.x, to.y);
  for (int way = 0; way < HEX_DIRECTIONS; way++) {
    int x = from.x, y = from.y, i = 0;
    while (i < steps && path_hex_step(map, &x, &y, way)) i++;
    if (i == steps && x == to.x && y == to.y) return true;
  }
  return false;
}

static bool path_is_allowed(const costmap *map, astar_point from, astar_point to,
                            astar_path_kind kind) {
  if (!grid_contains(map->grid, from.x, from.y) ||
      !grid_contains(map->grid, to.x, to.y)) {
    return false;
  }
  if (path_is_step(map, from.x, from.y, to.x, to.y)) return true;
  if (kind == ASTAR_PATH_STEPS) return false;
  line_of_sight s;
  if (kind == ASTAR_PATH_LINES && line_of_sight_follow(&s, map, from, to)) return true;
  return map->grid->layout == ASTAR_SQUARE ? path_is_square_run(map, from, to)
                                           : path_is_hex_run(map, from, to);
}

astar_status astar_check_path(astar_grid *grid, const astar_rules *rules,
                              const astar_point *points, size_t count,
                              astar_path_kind kind, size_t first, size_t *bad) {
  derived_data *derived;
  astar_status status = cache_get_now(grid, rules, &derived);
  if (status != ASTAR_OK) return status;
  const costmap *map = &derived->map;
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
    if (hex_direction(grid->layout, from.x, from.y, way) == direction) return 1 + way;
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

// How far back along a path it is looked for a point to come from straight [points].
// Straight lines that are longer grow out of shorter ones.
enum { PATH_WINDOW = 16 };

// A point of a path that is being smoothed.
typedef struct path_point {
  double ground; ///< what the ground costs under the path, up to here
  double length; ///< of the shortest way here by straight lines between points
  size_t before; ///< the point that it comes from
  size_t run;    ///< the first point from which the path was walked to here
} path_point;

typedef struct path_lines {
  const costmap *map;
  const astar_point *tiles;
  path_point *points;
  size_t count;
} path_lines;

// Whether a step is walked: not a jump or a link.
static bool path_is_walk(const costmap *map, astar_point from, astar_point to) {
  if (map->grid->layout == ASTAR_SQUARE
          ? abs(from.x - to.x) <= 1 && abs(from.y - to.y) <= 1
          : hex_distance(map->grid->layout, from.x, from.y, to.x, to.y) <= 1) {
    return true;
  }
  return !path_is_step(map, from.x, from.y, to.x, to.y);
}

static void path_sum_ground(path_lines *lines) {
  path_point *points = lines->points;
  points[0] = (path_point){.ground = 0};
  for (size_t i = 1; i < lines->count; i++) {
    astar_point from = lines->tiles[i - 1], to = lines->tiles[i];
    line_of_sight s;
    bool walks = path_is_walk(lines->map, from, to) &&
                 line_of_sight_follow(&s, lines->map, from, to) && s.ground < INFINITY;
    points[i] = (path_point){.ground = points[i - 1].ground + (walks ? s.ground : 0),
                             .run = walks ? points[i - 1].run : i};
  }
}

// Whether one may go straight from a point to another of the same run instead of along
// the path.
static bool path_can_join(const path_lines *lines, size_t from, size_t to) {
  double ground = lines->points[to].ground - lines->points[from].ground;
  line_of_sight s;
  return line_of_sight_follow(&s, lines->map, lines->tiles[from], lines->tiles[to]) &&
         s.ground <= ground * (1 + PATH_EQUAL);
}

static double path_length_by(const path_lines *lines, size_t from, size_t to) {
  return lines->points[from].length +
         line_of_sight_length(lines->map->grid, lines->tiles[from], lines->tiles[to]);
}

// Whether a line that was found already leads straight on to a point: what it is worth is
// known, and straight paths are smoothed in O(points).
static bool path_goes_on(const path_lines *lines, size_t from, size_t to) {
  return lines->points[to - 1].before == from &&
         line_of_sight_goes_on(lines->map->grid, lines->tiles[from], lines->tiles[to - 1],
                               lines->tiles[to]);
}

// Comes to a point straight from another, if that is shorter.
static void path_try_line(path_lines *lines, size_t from, size_t to) {
  double length = path_length_by(lines, from, to);
  if (length >= lines->points[to].length * (1 - PATH_EQUAL)) return;
  if (from + 1 < to && !path_goes_on(lines, from, to) &&
      !path_can_join(lines, from, to)) {
    return;
  }
  lines->points[to].length = length;
  lines->points[to].before = from;
}

// Finds the shortest way to each point, first to last; of equal ones the one with the
// longest line.
static void path_join(path_lines *lines) {
  path_point *points = lines->points;
  for (size_t to = 1; to < lines->count; to++) {
    size_t last = points[to - 1].before, start = points[to].run;
    points[to].length = INFINITY;
    size_t first = to > PATH_WINDOW ? to - PATH_WINDOW : 0;
    if (first < start) first = start;
    if (last >= start && last < first) path_try_line(lines, last, to);
    for (size_t from = first; from < to; from++) path_try_line(lines, from, to);
    if (start == to) path_try_line(lines, to - 1, to);
  }
}

// Moves the points of the way to the last one to the front.
static size_t path_keep_way(const path_lines *lines, astar_point *tiles) {
  size_t kept = 1, i = lines->count - 1;
  for (; i > 0; i = lines->points[i].before) lines->points[i].run = SIZE_MAX; // kept
  for (i = 1; i < lines->count; i++) {
    if (lines->points[i].run == SIZE_MAX) tiles[kept++] = tiles[i];
  }
  return kept;
}

astar_status astar_smooth_path(astar_grid *grid, const astar_rules *rules,
                               astar_point *points, size_t *count, double *length) {
  *length = 0;
  for (size_t i = 0; i < *count; i++) {
    if (!grid_contains(grid, points[i].x, points[i].y)) return ASTAR_INVALID;
  }
  derived_data *derived;
  astar_status status = cache_get_now(grid, rules, &derived);
  if (status != ASTAR_OK || *count < 2) return status;
  if (*count > SIZE_MAX / sizeof(path_point)) return ASTAR_NO_MEMORY;
  memory *m = &grid->memory;
  size_t size = *count * sizeof(path_point);
  path_lines lines = {&derived->map, points,
                      (path_point *)memory_resize(m, NULL, 0, size), *count};
  if (lines.points == NULL) return ASTAR_NO_MEMORY;
  // Once more with what is left: from there one sees farther.
  for (int pass = 0; pass < 2; pass++) {
    path_sum_ground(&lines);
    path_join(&lines);
    *length = lines.points[lines.count - 1].length;
    lines.count = path_keep_way(&lines, points);
  }
  *count = lines.count;
  memory_free(m, lines.points, size);
  return ASTAR_OK;
}
