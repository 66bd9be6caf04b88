// How far a unit is from its goal: see guide.h.

#include "crowd/orders/guide.h"
#include "base/bits.h"
#include "crowd/orders/shared_field.h"
#include "map/hex.h"

#include <stdlib.h>

// The estimate on squares: diagonal steps, then straight ones.
static inline unit_cost guide_octile(int x1, int y1, int x2, int y2, unit_cost diagonal) {
  int dx = abs(x1 - x2), dy = abs(y1 - y2);
  int less = dx < dy ? dx : dy, more = dx < dy ? dy : dx;
  return (unit_cost)(more - less) * UNIT_COST_STEP + less * diagonal;
}

unit_cost guide_estimate(const astar_crowd *crowd, const crowd_unit *u, int x1, int y1,
                         int x2, int y2) {
  astar_layout layout = crowd->grid->layout;
  if (layout == ASTAR_SQUARE)
    return guide_octile(x1, y1, x2, y2, crowd_rules(crowd, u)->diagonal);
  return (unit_cost)hex_distance(layout, x1, y1, x2, y2) * UNIT_COST_STEP;
}

bool guide_is_next(const guide *g, int x, int y, int to_x, int to_y,
                   unit_cost *remaining) {
  if (g->cursor + 1 >= g->count) return false;
  const guide_point *p = &g->points[g->cursor], *next = p + 1;
  *remaining = next->remaining - g->points[g->count - 1].remaining;
  return unit_tile_is(p->at, x, y) && unit_tile_is(next->at, to_x, to_y);
}

unit_cost guide_step_cost(const astar_crowd *crowd, const crowd_unit *u, int x, int y,
                          int move, int to_x, int to_y) {
  if (u->order == UNIT_WALK) {
    unit_cost remaining;
    if (guide_is_next(&u->guide, x, y, to_x, to_y, &remaining)) return 0;
    return guide_estimate(crowd, u, x, y, to_x, to_y);
  }
  const unit_rules *rules = crowd_rules(crowd, u);
  if (rules->has_fixed_costs) return rules->fixed_cost[move];
  uint32_t to = grid_cell(crowd->grid, to_x, to_y);
  return unit_cost_scaled(costmap_cost_into(&rules->map, x, y, move, to), rules->scale);
}

// Whether a unit goes its own way to a goal, and penalties or influence concern it.
static bool guide_sees_costs(const astar_crowd *crowd, const crowd_unit *u) {
  bool has_goal =
      u->order == UNIT_GO_TO || u->order == UNIT_SEND || u->order == UNIT_CHASE;
  return crowd->replans && has_goal && u->guide.field == NULL && u->guide.count > 0 &&
         costmap_has_extra(&crowd_rules(crowd, u)->map);
}

bool guide_is_as_planned(const astar_crowd *crowd, const crowd_unit *u,
                         bool *costs_more) {
  const guide *g = &u->guide;
  const costmap *map = &crowd_rules(crowd, u)->map;
  unit_cost now = 0, then = 0;
  *costs_more = false;
  if (!guide_sees_costs(crowd, u)) return true;
  uint32_t left = g->count - 1 - g->cursor;
  for (uint32_t i = 0; i < left && i < GUIDE_LOOK_AHEAD; i++) {
    const guide_point *p = &g->points[g->cursor + i], *next = p + 1;
    int dx = next->at.x - p->at.x, dy = next->at.y - p->at.y;
    int move = costmap_find_move(map, p->at.x, p->at.y, dx, dy);
    if (move < 0) continue; // a link, or an edit took the move
    then += p->remaining - next->remaining;
    now += guide_step_cost(crowd, u, p->at.x, p->at.y, move, next->at.x, next->at.y);
  }
  *costs_more = now - then > then / GUIDE_TOLERANCE;
  return now <= then && left <= GUIDE_LOOK_AHEAD;
}

// The least remaining cost over the points [first..last] of the path.
static unit_cost guide_least(const astar_crowd *crowd, const crowd_unit *u, int x, int y,
                             uint32_t ahead) {
  const guide *g = &u->guide;
  uint32_t first = g->cursor < GUIDE_BEHIND ? 0 : g->cursor - GUIDE_BEHIND;
  uint32_t last = g->cursor + ahead < g->count ? g->cursor + ahead : g->count - 1;
  unit_cost end = g->points[g->count - 1].remaining, least = INT64_MAX;
  bool is_square = crowd->grid->layout == ASTAR_SQUARE;
  unit_cost diagonal = crowd_rules(crowd, u)->diagonal;
  for (uint32_t i = first; i <= last; i++) {
    const guide_point *p = &g->points[i];
    unit_cost estimate = is_square ? guide_octile(x, y, p->at.x, p->at.y, diagonal)
                                   : guide_estimate(crowd, u, x, y, p->at.x, p->at.y);
    if (p->remaining + estimate < least) least = p->remaining + estimate;
  }
  return least - end;
}

static unit_cost guide_within(const astar_crowd *crowd, const crowd_unit *u, int x, int y,
                              uint32_t ahead) {
  const guide *g = &u->guide;
  if (g->field != NULL) return shared_field_remaining(g->field, x, y);
  if (g->count > 0) return guide_least(crowd, u, x, y, ahead);
  return guide_estimate(crowd, u, x, y, u->goal.x, u->goal.y);
}

unit_cost guide_remaining(const astar_crowd *crowd, const crowd_unit *u, int x, int y) {
  return guide_within(crowd, u, x, y, u->order == UNIT_WALK ? 1 : GUIDE_AHEAD);
}

bool guide_is_on_cheapest(const crowd_unit *u, unit_cost *remaining) {
  const guide *g = &u->guide;
  if (g->field != NULL || g->count == 0 || g->drift > 0) return false;
  const guide_point *p = &g->points[g->cursor];
  *remaining = p->remaining - g->points[g->count - 1].remaining;
  return unit_tile_is(u->at, p->at.x, p->at.y) && (u->flags & UNIT_DETOUR) == 0;
}

unit_cost guide_remaining_far(const astar_crowd *crowd, const crowd_unit *u, int x,
                              int y) {
  return guide_within(crowd, u, x, y, GUIDE_FAR_AHEAD);
}

static unit_cost guide_off(const astar_crowd *crowd, const crowd_unit *u, int x, int y,
                           uint32_t i) {
  const guide_point *p = &u->guide.points[i];
  return guide_estimate(crowd, u, x, y, p->at.x, p->at.y);
}

// Whether a point is nearer to (x, y) than `*least`, which is its distance then.
static bool guide_is_nearer(const astar_crowd *crowd, const crowd_unit *u, int x, int y,
                            uint32_t i, unit_cost *least) {
  unit_cost off = guide_off(crowd, u, x, y, i);
  if (off >= *least) return false;
  *least = off;
  return true;
}

// The point nearest to a unit that walks. A path may visit a tile twice: of points that
// are equally near, the cursor itself goes first, then the next one. The cursor does not
// pass a closed step.
static uint32_t guide_nearest_of_walk(const astar_crowd *crowd, const crowd_unit *u,
                                      int x, int y) {
  const guide *g = &u->guide;
  uint32_t nearest = g->cursor;
  unit_cost least = guide_off(crowd, u, x, y, nearest);
  for (uint32_t i = g->cursor + 1; i < g->count && i <= g->cursor + GUIDE_AHEAD; i++) {
    if (g->points[i].is_closed) break;
    if (guide_is_nearer(crowd, u, x, y, i, &least)) nearest = i;
  }
  for (uint32_t i = 1; i <= GUIDE_BEHIND && i <= g->cursor; i++)
    if (guide_is_nearer(crowd, u, x, y, g->cursor - i, &least)) nearest = g->cursor - i;
  return nearest;
}

uint32_t guide_nearest(const astar_crowd *crowd, const crowd_unit *u, int x, int y) {
  const guide *g = &u->guide;
  if (u->order == UNIT_WALK) return guide_nearest_of_walk(crowd, u, x, y);
  uint32_t first = g->cursor < GUIDE_BEHIND ? 0 : g->cursor - GUIDE_BEHIND;
  uint32_t last = g->cursor + GUIDE_CURSOR_AHEAD, nearest = g->cursor;
  if (last >= g->count) last = g->count - 1;
  unit_cost least = UNIT_COST_MAX;
  for (uint32_t i = first; i <= last; i++) {
    unit_cost off = guide_off(crowd, u, x, y, i);
    if (off > least) continue;
    least = off;
    nearest = i;
  }
  return nearest;
}

bool guide_move_cursor(const astar_crowd *crowd, crowd_unit *u) {
  guide *g = &u->guide;
  if (g->field != NULL) return false;
  if (g->count == 0) {
    return guide_estimate(crowd, u, u->at.x, u->at.y, u->goal.x, u->goal.y) >
           GUIDE_OFF_PATH;
  }
  g->cursor = guide_nearest(crowd, u, u->at.x, u->at.y);
  return guide_off(crowd, u, u->at.x, u->at.y, g->cursor) > GUIDE_OFF_PATH;
}

bool guide_reserve(const astar_crowd *crowd, guide *g, uint32_t count) {
  return MEMORY_RESERVE(crowd->memory, g->points, g->capacity, count);
}

// ------------------------------------------------------------------- goals that move
//
// A goal that moves by a step or two is reached from one of the last points of the path,
// in at most two steps. How good is the new path? The cheapest path to the new goal costs
// at least as much as the one to the old goal, less the way from the new goal to the old
// one. So the path may cost more than the cheapest one by what it did before (`drift`),
// plus what it grew, plus that way. When this is too much, the straight way to the goal
// is the other bound: a path that is little longer is good. Otherwise it is searched
// again.

// A new end of a path.
typedef struct guide_end {
  uint32_t anchor; // the last point that is kept
  int count;       // steps from there
  astar_point points[2];
  unit_cost costs[2];
  unit_cost total; // what the path costs from its first point
} guide_end;

// Where a goal moved.
typedef struct guide_goal {
  int x, y, range;
} guide_goal;

// Tries all steps from the last point of an end, in up to `depth` steps.
static void guide_extend_end(const astar_crowd *crowd, const crowd_unit *u,
                             const guide_goal *goal, guide_end end, astar_point from,
                             int depth, guide_end *best) {
  const costmap *map = &crowd_rules(crowd, u)->map;
  if (end.total >= best->total) return;
  bool is_in_range =
      costmap_distance(map, from.x, from.y, goal->x, goal->y) <= goal->range;
  if (is_in_range) *best = end;
  if (is_in_range || depth == 0) return;
  const tile_move *list = map->moves->list[costmap_parity(map, from.x, from.y)];
  int i = end.count++;
  unit_cost before = end.total;
  for (uint64_t moves = costmap_moves(map, from.x, from.y); moves != 0;
       moves &= moves - 1) {
    int move = bits_lowest(moves), x = from.x + list[move].dx, y = from.y + list[move].dy;
    if (costmap_distance(map, x, y, goal->x, goal->y) >
        goal->range + (depth - 1) * ASTAR_MAX_REACH)
      continue;
    end.points[i] = (astar_point){x, y};
    end.costs[i] = guide_step_cost(crowd, u, from.x, from.y, move, x, y);
    end.total = before + end.costs[i];
    guide_extend_end(crowd, u, goal, end, end.points[i], depth - 1, best);
  }
}

// Finds the cheapest new end. False: there is none.
static bool guide_find_end(const astar_crowd *crowd, const crowd_unit *u,
                           const guide_goal *goal, guide_end *best) {
  const guide *g = &u->guide;
  unit_cost start = g->points[0].remaining;
  best->total = INT64_MAX;
  for (int depth = 1; depth <= 2 && best->total == INT64_MAX; depth++) {
    for (uint32_t i = g->count; i > g->cursor && i + GUIDE_TAIL > g->count; i--) {
      const guide_point *p = &g->points[i - 1];
      guide_end end = {.anchor = i - 1, .total = start - p->remaining};
      guide_extend_end(crowd, u, goal, end, (astar_point){p->at.x, p->at.y}, depth, best);
    }
  }
  return best->total < INT64_MAX;
}

// Whether the path is good enough under one of the two bounds.
static bool guide_is_good(const astar_crowd *crowd, const crowd_unit *u) {
  const guide *g = &u->guide;
  const guide_point *here = &g->points[g->cursor], *end = &g->points[g->count - 1];
  unit_cost way = here->remaining - end->remaining;
  unit_cost straight =
      guide_estimate(crowd, u, here->at.x, here->at.y, end->at.x, end->at.y);
  unit_cost least = way - g->drift > straight ? way - g->drift : straight;
  return way <= least + least / GUIDE_DRIFT + GUIDE_DRIFT_STEPS;
}

bool guide_follow_goal(astar_crowd *crowd, crowd_unit *u, int x, int y, int range) {
  guide *g = &u->guide;
  guide_goal goal = {x, y, range};
  guide_end end;
  if (g->field != NULL || g->count == 0 || (u->flags & UNIT_HAS_PATH) == 0) return false;
  if (!guide_find_end(crowd, u, &goal, &end)) return false;
  if (!guide_reserve(crowd, g, end.anchor + 1 + (uint32_t)end.count)) return false;
  guide_point last = g->points[g->count - 1];
  unit_cost grown = end.total - (g->points[0].remaining - last.remaining);
  g->count = end.anchor + 1;
  for (int i = 0; i < end.count; i++) {
    unit_cost remaining = g->points[g->count - 1].remaining - end.costs[i];
    g->points[g->count++] =
        (guide_point){remaining, unit_tile_at(end.points[i].x, end.points[i].y), false};
  }
  const guide_point *p = &g->points[g->count - 1];
  unit_cost moved = guide_estimate(crowd, u, p->at.x, p->at.y, last.at.x, last.at.y);
  bool is_prefix = end.count == 0; // it is as good as the whole path was
  if (!is_prefix && grown + moved > 0) g->drift += grown + moved;
  if (g->drift > UNIT_COST_MAX) g->drift = UNIT_COST_MAX;
  return guide_is_good(crowd, u);
}

void guide_clear(astar_crowd *crowd, crowd_unit *u) {
  shared_field_release(crowd, u->guide.field);
  u->guide.field = NULL;
  u->guide.count = u->guide.cursor = 0;
  u->guide.drift = 0;
  u->flags &= (uint16_t) ~(UNIT_HAS_PATH | UNIT_DETOUR);
}

void guide_fini(astar_crowd *crowd, crowd_unit *u) {
  guide_clear(crowd, u);
  MEMORY_FREE(crowd->memory, u->guide.points, u->guide.capacity);
  u->guide = (guide){0};
}

bool guide_is_shared(const crowd_unit *a, const crowd_unit *b) {
  if (a->order == UNIT_FOLLOW || b->order == UNIT_FOLLOW)
    return a->order == b->order && a->guide.field == b->guide.field;
  if (a->order == UNIT_CHASE || b->order == UNIT_CHASE)
    return a->order == b->order && a->target == b->target;
  if (a->order == UNIT_SEND || b->order == UNIT_SEND) return false;
  unit_tile goal = unit_destination(b);
  return unit_tile_is(unit_destination(a), goal.x, goal.y);
}
