#include "search/path_builder.h"

#include <string.h>

// ------------------------------------------------------------------------------ life

void path_builder_fini(path_builder *t) {
  memory *m = t->memory;
  if (m == NULL) return; // never used
  MEMORY_FREE(m, t->runs, t->run_capacity);
  MEMORY_FREE(m, t->points, t->point_capacity);
  MEMORY_FREE(m, t->costs, t->cost_capacity);
  MEMORY_FREE(m, t->turns, t->turn_capacity);
}

void path_builder_clear(path_builder *t) {
  t->run_count = t->count = t->turn_count = 0;
  t->cost = 0;
}

// ------------------------------------------------------------------------------ runs

bool path_builder_grow(path_builder *t) {
  return MEMORY_RESERVE(t->memory, t->runs, t->run_capacity, t->run_count + 1);
}

bool path_builder_add_legs(path_builder *t, int x, int y, int dx, int dy,
                           bool has_diagonals, bool is_backward) {
  direction_leg legs[2];
  direction_split(dx, dy, has_diagonals, legs);
  direction_leg first = legs[is_backward], last = legs[!is_backward];
  if (last.count > 0 && !path_builder_add(t, x, y, last.direction, last.count))
    return false;
  if (first.count == 0) return true;
  x -= last.count * direction_dx[last.direction];
  y -= last.count * direction_dy[last.direction];
  if (!path_builder_add(t, x, y, first.direction, first.count)) return false;
  if (last.count > 0) t->runs[t->run_count - 1].is_first_leg = true;
  return true;
}

bool path_builder_begin_turns(path_builder *t, uint32_t count, double left) {
  if (!MEMORY_RESERVE(t->memory, t->turns, t->turn_capacity, count)) return false;
  t->turn_count = count;
  t->left = left;
  return true;
}

void path_builder_report_turns(const path_builder *t, astar_result *result) {
  if (t->turn_count == 0) return;
  result->turns = t->turns[t->turn_count - 1];
  result->left = t->left;
}

bool path_builder_append(path_builder *t, int x, int y, int move) {
  if (!path_builder_add(t, x, y, move, move != MOVE_START)) return false;
  t->runs[t->run_count - 1].end = (astar_point){x, y};
  return true;
}

void path_builder_reverse(path_builder *t) {
  for (uint32_t i = 0, j = t->run_count; i + 1 < j; i++) {
    path_run first = t->runs[i];
    t->runs[i] = t->runs[--j];
    t->runs[j] = first;
  }
}

// ----------------------------------------------------------------------------- costs

// The tile that a step leads to.
static inline astar_point path_builder_next(const costmap *map, const path_run *steps,
                                            astar_point at) {
  if (steps->move == MOVE_LINK) return steps->end;
  const tile_move *move = &map->moves->list[costmap_parity(map, at.x, at.y)][steps->move];
  return (astar_point){at.x + move->dx, at.y + move->dy};
}

static inline double path_builder_step_cost(const costmap *map, const path_run *steps,
                                            astar_point at) {
  if (steps->move != MOVE_LINK) return costmap_step_cost(map, at.x, at.y, steps->move);
  const astar_grid *grid = map->grid;
  return costmap_find_arc(map, grid_cell(grid, at.x, at.y),
                          grid_cell(grid, steps->end.x, steps->end.y))
      ->cost;
}

double path_builder_sum_run(const costmap *map, astar_point from, const path_run *steps,
                            double cost) {
  for (int i = 0; i < steps->count; i++) {
    cost += path_builder_step_cost(map, steps, from);
    from = path_builder_next(map, steps, from);
  }
  return cost;
}

double path_builder_sum(const path_builder *t, const costmap *map) {
  double cost = 0;
  for (uint32_t i = t->run_count - 1; i-- > 0;)
    cost = path_builder_sum_run(map, t->runs[i + 1].end, &t->runs[i], cost);
  return cost;
}

bool path_builder_is_resolved(const path_builder *t, const costmap *map, double cost) {
  double tiles = 1;
  for (uint32_t i = 0; i < t->run_count; i++) tiles += t->runs[i].count;
  return tiles * (map->moves->max_slack + TOLERANCE_ROUNDING * cost) <
         map->moves->min_step * 0.25;
}

// ----------------------------------------------------------------------------- tiles
//
// On uniform maps a run is written in blocks. Runs are short: a branch that depends on
// the length of a run is often predicted wrong, which takes as long as to write 10 tiles.
// So a block is always written whole, also when the run ends in its middle: the next run
// overwrites the rest.

enum { PATH_BUILDER_BLOCK = 8 };

// Makes room for the tiles of the runs, and a block more; writes the start.
static bool path_builder_begin(path_builder *t) {
  uint64_t count = 1;
  for (uint32_t i = 0; i < t->run_count; i++) count += (uint32_t)t->runs[i].count;
  if (count > MEMORY_MAX_ELEMENTS - PATH_BUILDER_BLOCK) return false;
  uint32_t room = (uint32_t)count + PATH_BUILDER_BLOCK;
  if (!MEMORY_RESERVE(t->memory, t->points, t->point_capacity, room) ||
      !MEMORY_RESERVE(t->memory, t->costs, t->cost_capacity, room))
    return false;
  t->count = (uint32_t)count;
  t->points[0] = t->runs[t->run_count - 1].end;
  t->costs[0] = 0;
  return true;
}

bool path_builder_write_uniform(path_builder *t, const path_step *steps) {
  if (!path_builder_begin(t)) return false;
  astar_point *points = t->points, at = points[0];
  double *costs = t->costs, cost = 0;
  for (uint32_t i = t->run_count - 1; i-- > 0;) {
    path_step step = steps[t->runs[i].move];
    int count = t->runs[i].count;
    for (int first = 0; first < count; first += PATH_BUILDER_BLOCK) {
      for (int n = 1; n <= PATH_BUILDER_BLOCK; n++) {
        points[first + n].x = at.x + (first + n) * step.dx;
        points[first + n].y = at.y + (first + n) * step.dy;
        costs[first + n] = cost += step.cost;
      }
    }
    points += count;
    costs += count;
    at = *points;
    cost = *costs;
  }
  t->cost = cost;
  return true;
}

// On squares only: the offset of a move depends on the tile on hexes.
static bool path_builder_write_squares(path_builder *t, const costmap *map) {
  path_step steps[DIRECTIONS];
  for (int i = 0; i < map->moves->count; i++) {
    steps[i] =
        (path_step){direction_dx[i], direction_dy[i], map->moves->min_move_cost[i]};
  }
  return path_builder_write_uniform(t, steps);
}

bool path_builder_write_tiles(path_builder *t, const costmap *map) {
  if (!path_builder_begin(t)) return false;
  astar_point *at = t->points;
  for (uint32_t i = t->run_count - 1; i-- > 0;)
    for (int n = 0; n < t->runs[i].count; n++, at++)
      at[1] = path_builder_next(map, &t->runs[i], at[0]);
  return true;
}

bool path_builder_write(path_builder *t, const costmap *map) {
  if (t->run_count == 1) return path_builder_begin(t); // the map may not be up to date
  if (costmap_is_plain(map)) return path_builder_write_squares(t, map);
  if (!path_builder_write_tiles(t, map)) return false;
  uint32_t at = 0;
  for (uint32_t i = t->run_count - 1; i-- > 0;) {
    for (int n = 0; n < t->runs[i].count; n++, at++) {
      t->costs[at + 1] =
          t->costs[at] + path_builder_step_cost(map, &t->runs[i], t->points[at]);
    }
  }
  t->cost = t->costs[at];
  return true;
}

uint32_t path_builder_copy(const path_builder *t, astar_point *points, size_t capacity) {
  size_t count = t->count < capacity ? t->count : capacity;
  if (count > 0 && points != NULL) memcpy(points, t->points, count * sizeof *points);
  return t->count;
}

uint32_t path_builder_copy_costs(const path_builder *t, double *costs, size_t capacity) {
  size_t count = t->count < capacity ? t->count : capacity;
  if (count > 0 && costs != NULL) memcpy(costs, t->costs, count * sizeof *costs);
  return t->count;
}
