// The tiles ahead of a unit, for programs that draw or check its way.
//
// Method: of a path, its points after the one that is nearest to the unit. Of a field,
// the steps that the unit prefers when no other unit is in its way: from each tile to the
// one where the cost of the step and the remaining cost are the least. Costs serve for
// fields with and without a field of the caller, so that a restored crowd answers the
// same.

#include "base/bits.h"
#include "crowd/orders/guide.h"
#include "crowd/orders/shared_field.h"
#include "crowd/unit_rules.h"
#include "map/links.h"

typedef struct remaining_list {
  astar_point *points;
  size_t capacity, count;
} remaining_list;

static void remaining_add(remaining_list *list, int x, int y) {
  if (list->points != NULL && list->count < list->capacity)
    list->points[list->count] = (astar_point){x, y};
  list->count++;
}

// The step that a unit prefers.
typedef struct remaining_step {
  int x, y;
  unit_cost cost; // of the step and of the rest
} remaining_step;

static void remaining_compare(const crowd_unit *u, remaining_step *best, unit_cost here,
                              int x, int y, unit_cost cost) {
  unit_cost rest = shared_field_remaining(u->guide.field, x, y);
  if (rest >= here || cost + rest >= best->cost) return;
  *best = (remaining_step){x, y, cost + rest};
}

// The step from (x, y) to where the field leads. False: no tile is nearer to its goals.
static bool remaining_find_step(const astar_crowd *crowd, const crowd_unit *u, int x,
                                int y, remaining_step *best) {
  const unit_rules *rules = crowd_rules(crowd, u);
  const costmap *map = &rules->map;
  const tile_move *list = map->moves->list[costmap_parity(map, x, y)];
  unit_cost here = shared_field_remaining(u->guide.field, x, y);
  best->cost = INT64_MAX;
  for (uint64_t moves = costmap_moves(map, x, y); moves != 0; moves &= moves - 1) {
    int move = bits_lowest(moves), to_x = x + list[move].dx, to_y = y + list[move].dy;
    unit_cost cost = guide_step_cost(crowd, u, x, y, move, to_x, to_y);
    remaining_compare(u, best, here, to_x, to_y, cost);
  }
  uint32_t count = 0;
  const grid_arc *arcs =
      links_arcs_from(crowd->grid, grid_cell(crowd->grid, x, y), &count);
  for (uint32_t i = 0; i < count; i++) {
    if (!costmap_is_cell_passable(map, arcs[i].to)) continue;
    remaining_compare(u, best, here, grid_x(crowd->grid, arcs[i].to),
                      grid_y(crowd->grid, arcs[i].to),
                      unit_cost_scaled(arcs[i].cost, rules->scale));
  }
  return best->cost < INT64_MAX;
}

static void remaining_add_field(astar_crowd *crowd, const crowd_unit *u,
                                remaining_list *list) {
  remaining_step at = {u->to.x, u->to.y, 0};
  if (unit_rules_update(crowd) != ASTAR_OK) return; // out of memory
  while (list->count < ASTAR_MAX_REMAINING &&
         remaining_find_step(crowd, u, at.x, at.y, &at))
    remaining_add(list, at.x, at.y);
}

// A unit that is not on the path that it walks yet enters it at the cursor.
static void remaining_add_path(const astar_crowd *crowd, const crowd_unit *u,
                               remaining_list *list) {
  const guide *g = &u->guide;
  uint32_t first = g->cursor;
  if (u->flags & UNIT_HAS_PATH) first = guide_nearest(crowd, u, u->to.x, u->to.y) + 1;
  for (uint32_t i = first; i < g->count; i++)
    remaining_add(list, g->points[i].at.x, g->points[i].at.y);
}

size_t astar_crowd_remaining(astar_crowd *crowd, uint32_t number, astar_point *points,
                             size_t capacity) {
  const crowd_unit *u = crowd_find(LIVE(crowd), number);
  if (u == NULL) return 0;
  remaining_list list = {points, capacity, 0};
  if (!unit_stands(u)) remaining_add(&list, u->to.x, u->to.y);
  if (u->guide.field != NULL)
    remaining_add_field(crowd, u, &list);
  else if (u->guide.count > 0)
    remaining_add_path(crowd, u, &list);
  return list.count;
}
