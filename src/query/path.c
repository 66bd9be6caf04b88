// Path objects, and whether the map still allows a path.
//
// A path is a list of points. Its kind defines what joins two consecutive points:
//   - steps: one move or link;
//   - turns: one step, or a run of equal steps. Every number of steps that divides the
//     run is tried, since a move of the rules may span more than one tile;
//   - lines: a straight line (query/line_of_sight), or a run, or one step.
// For turns and lines, two points are allowed when one of the listed possibilities is
// legal.
//
// On hexes all steps of a run have the same of the six directions. Their (dx, dy) in
// offset coordinates can alternate, so runs on hexes are checked by direction, not by
// (dx, dy).

#include "query/path.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "derived/repair.h"
#include "map/journal.h"
#include "query/cache.h"
#include "query/line_of_sight.h"
#include "query/validation.h"
#include "map/hex.h"

// -------------------------------------------------------------------------------- paths

astar_status astar_path_new(const astar_allocator *allocator, astar_path **path) {
  if (path == NULL) return ASTAR_INVALID;
  memory m;
  memory_init(&m, allocator);
  *path = (astar_path *)live_new(&m, sizeof **path);
  if (*path == NULL) return ASTAR_NO_MEMORY;
  (*path)->memory = m;
  (*path)->builder.memory = &(*path)->memory;
  return ASTAR_OK;
}

void astar_path_free(astar_path *path) {
  if (LIVE(path) == NULL) return;
  path_builder_fini(&path->builder);
  memory last = path->memory;
  live_free(&last, path, sizeof *path);
}

size_t astar_path_points(const astar_path *path, astar_point *points, size_t capacity) {
  if (LIVE(path) == NULL) return 0;
  return path_builder_copy(&path->builder, points, capacity);
}

size_t astar_path_costs(const astar_path *path, double *costs, size_t capacity) {
  if (LIVE(path) == NULL) return 0;
  return path_builder_copy_costs(&path->builder, costs, capacity);
}

size_t astar_path_turns(const astar_path *path, uint32_t *turns, size_t capacity) {
  if (LIVE(path) == NULL) return 0;
  const path_builder *t = &path->builder;
  size_t count = t->turn_count < capacity ? t->turn_count : capacity;
  if (count > 0 && turns != NULL) memcpy(turns, t->turns, count * sizeof *turns);
  return t->turn_count;
}

// ------------------------------------------------------------------------------- checks

bool path_is_step(const costmap *map, int x, int y, int to_x, int to_y) {
  const astar_grid *grid = map->grid;
  if (!grid_contains(grid, to_x, to_y)) return false;
  if (costmap_find_move(map, x, y, to_x - x, to_y - y) >= 0) return true;
  return grid->arc_count > 0 && costmap_find_arc(map, grid_cell(grid, x, y),
                                                 grid_cell(grid, to_x, to_y)) != NULL;
}

astar_status astar_step_cost(astar_grid *grid, const astar_rules *rules,
                             const astar_filter *filter, int x1, int y1, int x2, int y2,
                             double *cost) {
  if (cost == NULL) return ASTAR_INVALID;
  *cost = INFINITY;
  if (!validation_has_rules(grid, rules, filter)) return ASTAR_INVALID;
  if (!grid_contains(grid, x1, y1) || !grid_contains(grid, x2, y2))
    return ASTAR_OUT_OF_BOUNDS;
  costmap map;
  costmap_step steps[ASTAR_MAX_MOVES];
  astar_status status = cache_peek(grid, rules, filter, &map);
  if (status != ASTAR_OK) return status;
  uint32_t from = grid_cell(grid, x1, y1), to = grid_cell(grid, x2, y2);
  int count = costmap_list_from(&map, x1, y1, steps);
  for (int i = 0; i < count; i++)
    if (steps[i].cell == to && steps[i].cost < *cost) *cost = steps[i].cost;
  const grid_arc *arc = grid->arc_count > 0 ? costmap_find_arc(&map, from, to) : NULL;
  if (arc != NULL && arc->cost < *cost) *cost = arc->cost;
  return *cost < INFINITY ? ASTAR_OK : ASTAR_UNREACHABLE;
}

// Whether `steps` steps by (dx, dy) are legal, one after the other, from a point.
static bool path_is_run(const costmap *map, astar_point from, int dx, int dy, int steps) {
  int x = from.x, y = from.y;
  for (int i = 0; i < steps; i++, x += dx, y += dy)
    if (!path_is_step(map, x, y, x + dx, y + dy)) return false;
  return true;
}

static bool path_is_square_run(const costmap *map, astar_point from, astar_point to) {
  int dx = to.x - from.x, dy = to.y - from.y;
  int max = abs(dx) > abs(dy) ? abs(dx) : abs(dy);
  for (int steps = 2; steps <= max; steps++) {
    if (dx % steps != 0 || dy % steps != 0) continue;
    if (path_is_run(map, from, dx / steps, dy / steps, steps)) return true;
  }
  return false;
}

// Steps from hex (*x, *y) in one of the six directions; false when that is not legal.
static bool path_hex_step(const costmap *map, int *x, int *y, int direction) {
  const tile_move *move = &map->moves->list[costmap_parity(map, *x, *y)][direction];
  if (!path_is_step(map, *x, *y, *x + move->dx, *y + move->dy)) return false;
  *x += move->dx;
  *y += move->dy;
  return true;
}

static bool path_is_hex_run(const costmap *map, astar_point from, astar_point to) {
  int steps = hex_distance(map->grid->layout, from.x, from.y, to.x, to.y);
  for (int direction = 0; direction < HEX_DIRECTIONS; direction++) {
    int x = from.x, y = from.y, i = 0;
    while (i < steps && path_hex_step(map, &x, &y, direction)) i++;
    if (i == steps && x == to.x && y == to.y) return true;
  }
  return false;
}

// Whether the map allows what joins one point of a path to the next: one step, a run of
// equal steps, or a straight line, depending on `kind`. O(tiles between the points).
static bool path_is_allowed(const costmap *map, astar_point from, astar_point to,
                            astar_path_kind kind) {
  if (!grid_contains(map->grid, from.x, from.y) || !grid_contains(map->grid, to.x, to.y))
    return false;
  if (path_is_step(map, from.x, from.y, to.x, to.y)) return true;
  if (kind == ASTAR_PATH_STEPS) return false;
  line_of_sight s;
  if (kind == ASTAR_PATH_LINES && line_of_sight_follow(&s, map, from, to)) return true;
  return map->grid->layout == ASTAR_SQUARE ? path_is_square_run(map, from, to)
                                           : path_is_hex_run(map, from, to);
}

// Whether the arguments of a check are valid.
static bool path_can_check(const astar_grid *grid, const astar_rules *rules,
                           const astar_filter *filter, const astar_point *points,
                           size_t count, astar_path_kind kind, size_t first) {
  bool is_kind = kind == ASTAR_PATH_STEPS || kind == ASTAR_PATH_WAYPOINTS ||
                 kind == ASTAR_PATH_LINES;
  return validation_has_rules(grid, rules, filter) && is_kind &&
         (points != NULL || count == 0) && first <= count;
}

// ------------------------------------------------------------------- checks after edits
//
// A step is legal or not as long as no edit changes a tile that it depends on. All these
// tiles lie in the bounding box of the path, extended
//   - by the size of the mover, which covers tiles to the right and below;
//   - by the reach of its moves, whose `clear` tiles may lie beside the path; at least by
//     one tile, since straight lines on hexes deviate by half a tile.
// So only edits that meet the box can change an answer.

// How many edits are compared with the box in the time in which one step is checked.
#define PATH_EDITS_PER_STEP 8

static void path_set_box(const astar_grid *grid, const astar_rules *rules,
                         const astar_point *points, size_t count,
                         astar_path_check *check) {
  tile_area box = {grid->width, grid->height, 1, 1};
  for (size_t i = 0; i < count; i++) {
    if (!grid_contains(grid, points[i].x, points[i].y)) continue; // never a legal step
    tile_area_add(&box, points[i].x, points[i].y);
  }
  int margin = rules->reach > 1 ? rules->reach : 1;
  check->left = box.left - margin;
  check->top = box.top - margin;
  check->right = box.right - 1 + margin + rules->size;
  check->bottom = box.bottom - 1 + margin + rules->size;
}

// Whether an edit inside of the box may change the answer. Edits that only make steps
// legal matter only after an answer that a step is illegal.
static bool path_is_touched(const astar_rules *rules, const astar_filter *filter,
                            const grid_change *change, bool has_bad) {
  if (!journal_concerns(filter, change->subject)) return false;
  if (change->effect == EFFECT_BETTER) return has_bad;
  if (change->effect != EFFECT_TERRAIN || rules->pair_costs != NULL) return true;
  bool was = rules->cost[change->was] > 0, now = rules->cost[change->now] > 0;
  return was != now && (has_bad || !now);
}

// Whether the answer of the last check still holds; `steps` steps would be checked again.
static bool path_is_known(const astar_grid *grid, const astar_rules *rules,
                          const astar_filter *filter, const astar_path_check *check,
                          size_t steps, bool has_bad) {
  uint64_t revision = check->revision;
  // Penalties make no step illegal.
  astar_filter moves = {.ignored_layers = filter->ignored_layers};
  repair_skip(grid, &moves, &revision);
  if (revision == grid->revision) return true;
  if (revision < grid->journal_start ||
      grid->revision - revision > PATH_EDITS_PER_STEP * (uint64_t)steps)
    return false;
  for (; revision < grid->revision; revision++) {
    const grid_change *change = &grid->journal[revision % JOURNAL_CAPACITY];
    bool meets = (change->x < check->right) & (change->y < check->bottom) &
                 (change->x + change->width > check->left) &
                 (change->y + change->height > check->top);
    if (meets && path_is_touched(rules, &moves, change, has_bad)) return false;
  }
  return true;
}

astar_status astar_recheck_path(astar_grid *grid, const astar_rules *rules,
                                const astar_filter *filter, const astar_point *points,
                                size_t count, astar_path_kind kind, size_t first,
                                astar_path_check *check, size_t *bad) {
  if (check == NULL || !path_can_check(grid, rules, filter, points, count, kind, first))
    return ASTAR_INVALID;
  astar_filter actual = rules_filter(rules, filter);
  bool covers = check->is_known && first >= check->first && first <= check->bad;
  if (!covers ||
      !path_is_known(grid, rules, &actual, check, count - first, check->bad < count)) {
    if (!check->is_known) path_set_box(grid, rules, points, count, check);
    astar_status status =
        astar_check_path(grid, rules, filter, points, count, kind, first, &check->bad);
    check->is_known = status == ASTAR_OK;
    if (status != ASTAR_OK) return status;
    check->first = first;
  }
  check->revision = grid->revision;
  if (bad != NULL) *bad = check->bad;
  return ASTAR_OK;
}

astar_status astar_check_path(astar_grid *grid, const astar_rules *rules,
                              const astar_filter *filter, const astar_point *points,
                              size_t count, astar_path_kind kind, size_t first,
                              size_t *bad) {
  if (!path_can_check(grid, rules, filter, points, count, kind, first))
    return ASTAR_INVALID;
  costmap map;
  astar_status status = cache_peek(grid, rules, filter, &map);
  if (status != ASTAR_OK) return status;
  size_t i = first;
  while (i + 1 < count && path_is_allowed(&map, points[i], points[i + 1], kind)) i++;
  if (bad != NULL) *bad = i + 1 < count ? i : count;
  return ASTAR_OK;
}

// A number above 0 for the direction of a step between neighbors, the same for equal
// directions; 0 for any other step.
static int path_heading(const astar_grid *grid, astar_point from, astar_point to) {
  int direction = direction_of(to.x - from.x, to.y - from.y);
  if (grid->layout == ASTAR_SQUARE) return 1 + direction;
  for (int i = 0; i < HEX_DIRECTIONS; i++)
    if (hex_direction(grid->layout, from.x, from.y, i) == direction) return 1 + i;
  return 0;
}

size_t astar_keep_waypoints(const astar_grid *grid, astar_point *points, double *costs,
                            size_t count) {
  (void)LIVE(grid);
  size_t kept = count > 0 ? 1 : 0;
  astar_point before = count > 0 ? points[0] : (astar_point){0, 0};
  for (size_t i = 1; i < count; i++) {
    astar_point here = points[i];
    int came = path_heading(grid, before, here);
    bool turns =
        i + 1 == count || came == 0 || came != path_heading(grid, here, points[i + 1]);
    before = here;
    if (!turns) continue;
    if (costs != NULL) costs[kept] = costs[i];
    points[kept++] = here;
  }
  return kept;
}
