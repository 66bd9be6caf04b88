// Path reconstruction. Most of the file straightens paths.
//
// A grid has many cheapest paths between two tiles: the same steps in different order.
// Paths with few turns look natural, and have few waypoints. A kernel may return any
// cheapest path.
//
// A segment is a maximal sequence of equal moves. If the first and the third of three
// consecutive segments have the same move, their steps can be reordered into two
// segments, with one turn less:
//
//      a > > b                  a > > > > >             a
//            v                            v             v
//            c > > d                      d             > > > > > d
//
//      outer, inner, outer      outer, inner      or    inner, outer
//
// The new order is accepted if all its steps are legal and do not cost more. Each
// accepted reordering removes a turn, so that the passes over the path end.
//
// Invariant: the tiles of the path are different. A reordered path keeps the cost of the
// cheapest path; where every step costs something, a cheapest path visits no tile twice,
// because the steps between two visits could be left out. `path_builder_is_resolved`
// excludes the paths for which rounding could hide the cost of a step.
#include "search/path_builder.h"

#include <string.h>

void path_builder_fini(path_builder *t) {
  memory *m = t->memory;
  if (m == NULL) return; // never used
  memory_free(m, t->points, t->point_capacity * sizeof *t->points);
  memory_free(m, t->moves, t->move_capacity * sizeof *t->moves);
  memory_free(m, t->costs, t->cost_capacity * sizeof *t->costs);
}

void path_builder_clear(path_builder *t) {
  t->count = 0;
  t->cost = 0;
}

void path_builder_reverse(path_builder *t) {
  for (uint32_t i = 0; i < t->count / 2; i++) {
    uint32_t other = t->count - 1 - i;
    astar_point point = t->points[i];
    uint8_t move = t->moves[i];
    t->points[i] = t->points[other];
    t->moves[i] = t->moves[other];
    t->points[other] = point;
    t->moves[other] = move;
  }
}

uint32_t path_builder_copy(const path_builder *t, astar_point *points, size_t capacity) {
  uint32_t count = t->count < capacity ? t->count : (uint32_t)capacity;
  if (count == 0 || points == NULL) return t->count; // there may be no array yet
  const astar_point *from = t->points + t->count;
  for (uint32_t i = 0; i < count; i++) {
    from--;
    points[i].x = from->x; // member by member: gcc turns this into vector instructions
    points[i].y = from->y;
  }
  return t->count;
}

uint32_t path_builder_copy_costs(const path_builder *t, double *costs, size_t capacity) {
  uint32_t count = t->count < capacity ? t->count : (uint32_t)capacity;
  if (count > 0 && costs != NULL) memcpy(costs, t->costs, count * sizeof *costs);
  return t->count;
}

// Invariant: the capacity of `costs` is the smallest, because it grows last. So
// `path_builder_add` compares only with this capacity.
bool path_builder_reserve(path_builder *t, uint32_t count) {
  memory *m = t->memory;
  if (!memory_reserve(m, (void **)&t->points, &t->point_capacity, count,
                      sizeof *t->points) ||
      !memory_reserve(m, (void **)&t->moves, &t->move_capacity, count,
                      sizeof *t->moves) ||
      !memory_reserve(m, (void **)&t->costs, &t->cost_capacity, count,
                      sizeof *t->costs)) {
    return false;
  }
  MEMORY_ASSERT(t->cost_capacity <= t->move_capacity &&
                t->move_capacity <= t->point_capacity);
  return true;
}

// The cost of the step that enters tile `i` of the path, on the current map.
static double path_builder_cost_to(const path_builder *t, const costmap *map,
                                   uint32_t i) {
  astar_point from = t->points[i + 1], to = t->points[i];
  if (t->moves[i] != MOVE_LINK)
    return costmap_step_cost(map, from.x, from.y, t->moves[i]);
  return costmap_find_arc(map, grid_cell(map->grid, from.x, from.y),
                          grid_cell(map->grid, to.x, to.y))
      ->cost;
}

void path_builder_sum_cost(path_builder *t, const costmap *map) {
  double cost = 0, *up_to = t->costs;
  *up_to = 0;
  if (costmap_is_uniform(map)) { // each move has one cost on the whole map
    for (uint32_t i = t->count - 1; i-- > 0;) {
      *++up_to = cost += map->moves->min_move_cost[t->moves[i]];
    }
  } else {
    for (uint32_t i = t->count - 1; i-- > 0;) {
      *++up_to = cost += path_builder_cost_to(t, map, i);
    }
  }
  t->cost = cost;
}

// ------------------------------------------------------------------------------- turns

// The last tile of the segment that starts at tile `from`. The path ends at tile 0.
static uint32_t path_builder_segment_end(const path_builder *t, uint32_t from) {
  if (from == 0) return 0;
  uint32_t end = from - 1;
  while (end > 0 && t->moves[end - 1] == t->moves[end]) end--;
  return end;
}

// Replaces the steps from tile `from` on by `first_count` steps of one move and then
// `second_count` of another. False, and no change, if one is illegal or the steps cost
// more than `cost`. The first call checks all steps, then calls itself with `write` to
// store them.
static bool path_builder_try_segments(path_builder *t, const costmap *map, uint32_t from,
                                      uint8_t first, uint32_t first_count, uint8_t second,
                                      uint32_t second_count, double cost, bool write) {
  int x = t->points[from].x, y = t->points[from].y;
  double sum = 0;
  for (uint32_t n = 0; n < first_count + second_count; n++) {
    uint8_t move = n < first_count ? first : second;
    if (!write) {
      if ((costmap_moves(map, x, y) >> move & 1) == 0) return false;
      sum += costmap_step_cost(map, x, y, move);
      if (sum > cost) return false;
    }
    const tile_move *step = &map->moves->list[costmap_parity(map, x, y)][move];
    x += step->dx;
    y += step->dy;
    if (!write) continue;
    t->points[from - 1 - n] = (astar_point){x, y};
    t->moves[from - 1 - n] = move;
  }
  return write || path_builder_try_segments(t, map, from, first, first_count, second,
                                            second_count, cost, true);
}

// Makes two segments of the three from tile `a` to `b`, from `b` to `c` and from `c` to
// `d`. False: that is not possible.
static bool path_builder_merge_segments(path_builder *t, const costmap *map, uint32_t a,
                                        uint32_t b, uint32_t c, uint32_t d) {
  uint8_t outer = t->moves[b], inner = t->moves[c];
  if (outer != t->moves[d] || outer >= MOVE_LINK || inner >= MOVE_LINK) return false;
  double cost = 0;
  for (uint32_t i = a; i-- > d;) cost += path_builder_cost_to(t, map, i);
  cost += costmap_slack(map, cost); // the sum in another order may round differently
  uint32_t outer_count = a - b + c - d, inner_count = b - c;
  return path_builder_try_segments(t, map, a, outer, outer_count, inner, inner_count,
                                   cost, false) ||
         path_builder_try_segments(t, map, a, inner, inner_count, outer, outer_count,
                                   cost, false);
}

// Relative rounding error of one addition: half a unit in the last place, 2^-53.
#define PATH_BUILDER_ROUNDING 1.2e-16

// Whether the cost of the path is precise enough to distinguish paths that differ by the
// cheapest step.
//
// If so, no path of equal cost visits a tile twice: without the steps between the two
// visits it would be cheaper than the cheapest path. The cost of this path may exceed
// that of the cheapest path by three amounts: the slack that counts as equal, once per
// tile; the share of a step within which the search stops; and rounding. Where the costs
// of terrains differ by ten orders of magnitude, the sum may exceed the cheapest step.
static bool path_builder_is_resolved(const path_builder *t, const costmap *map) {
  double tiles = (double)t->count;
  double rounding = tiles * PATH_BUILDER_ROUNDING * t->cost;
  return tiles * map->moves->max_slack + rounding < map->moves->min_step * 0.25;
}

void path_builder_straighten(path_builder *t, const costmap *map) {
  bool changed = t->count > 3 && path_builder_is_resolved(t, map),
       is_straightened = false;
  while (changed) {
    changed = false;
    uint32_t a = t->count - 1, b = path_builder_segment_end(t, a),
             c = path_builder_segment_end(t, b);
    while (c > 0) {
      uint32_t d = path_builder_segment_end(t, c);
      if (path_builder_merge_segments(t, map, a, b, c, d)) {
        changed = is_straightened = true;
        b = path_builder_segment_end(t, a);
        c = path_builder_segment_end(t, b);
      } else {
        a = b, b = c, c = d;
      }
    }
  }
  if (is_straightened) path_builder_sum_cost(t, map);
}
