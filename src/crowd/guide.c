// How far a unit is from its goal: see guide.h.

#include "crowd/guide.h"
#include "crowd/shared_field.h"
#include "map/hex.h"

#include <math.h>
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
  if (layout == ASTAR_SQUARE) {
    return guide_octile(x1, y1, x2, y2, crowd_rules(crowd, u)->diagonal);
  }
  return (unit_cost)hex_distance(layout, x1, y1, x2, y2) * UNIT_COST_STEP;
}

// Whether a step is the next one of the path.
static bool guide_is_next(const guide *g, int x, int y, int to_x, int to_y) {
  if (g->cursor + 1 >= g->count) return false;
  const guide_point *p = &g->points[g->cursor], *next = p + 1;
  return p->x == x && p->y == y && next->x == to_x && next->y == to_y;
}

unit_cost guide_step_cost(const astar_crowd *crowd, const crowd_unit *u, int x, int y,
                          int move, int to_x, int to_y) {
  if (u->order == UNIT_WALK) {
    if (guide_is_next(&u->guide, x, y, to_x, to_y)) return 0;
    return guide_estimate(crowd, u, x, y, to_x, to_y);
  }
  const unit_rules *rules = crowd_rules(crowd, u);
  if (rules->has_fixed_costs) return rules->fixed_cost[move];
  uint32_t to = grid_cell(crowd->grid, to_x, to_y);
  return unit_cost_scaled(costmap_cost_into(&rules->map, x, y, move, to), rules->scale);
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
    unit_cost estimate = is_square ? guide_octile(x, y, p->x, p->y, diagonal)
                                   : guide_estimate(crowd, u, x, y, p->x, p->y);
    if (p->remaining + estimate < least) least = p->remaining + estimate;
  }
  return least - end;
}

static unit_cost guide_within(const astar_crowd *crowd, const crowd_unit *u, int x, int y,
                              uint32_t ahead) {
  const guide *g = &u->guide;
  if (g->field != NULL) {
    return shared_field_remaining(g->field, x, y);
  }
  if (g->count > 0) return guide_least(crowd, u, x, y, ahead);
  return guide_estimate(crowd, u, x, y, u->goal_x, u->goal_y);
}

unit_cost guide_remaining(const astar_crowd *crowd, const crowd_unit *u, int x, int y) {
  return guide_within(crowd, u, x, y, u->order == UNIT_WALK ? 1 : GUIDE_AHEAD);
}

unit_cost guide_remaining_far(const astar_crowd *crowd, const crowd_unit *u, int x,
                              int y) {
  return guide_within(crowd, u, x, y, GUIDE_FAR_AHEAD);
}

// How far the cursor moves per step, and when a unit is off its path: 2 tiles. Both were
// found by measuring goals per minute.
enum { GUIDE_CURSOR_AHEAD = 8, GUIDE_OFF_PATH = 2 * UNIT_COST_STEP };

// How far the cursor of a unit that walks may move: it leaves out one point at most.
enum { GUIDE_WALK_AHEAD = 2 };

static unit_cost guide_off(const astar_crowd *crowd, const crowd_unit *u, int x, int y,
                           uint32_t i) {
  const guide_point *p = &u->guide.points[i];
  return guide_estimate(crowd, u, x, y, p->x, p->y);
}

// The same for a unit that walks. A path may visit a tile twice: of points that are
// equally near, the cursor itself goes first, then the next one. The cursor does not pass
// a closed step.
static uint32_t guide_nearest_of_walk(const astar_crowd *crowd, const crowd_unit *u,
                                      int x, int y) {
  const guide *g = &u->guide;
  uint32_t nearest = g->cursor;
  unit_cost least = guide_off(crowd, u, x, y, nearest);
  for (uint32_t i = g->cursor + 1; i < g->count && i <= g->cursor + GUIDE_WALK_AHEAD;
       i++) {
    if (g->points[i].is_closed) break;
    unit_cost off = guide_off(crowd, u, x, y, i);
    if (off >= least) continue;
    least = off;
    nearest = i;
  }
  for (uint32_t i = 1; i <= GUIDE_BEHIND && i <= g->cursor; i++) {
    unit_cost off = guide_off(crowd, u, x, y, g->cursor - i);
    if (off >= least) continue;
    least = off;
    nearest = g->cursor - i;
  }
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
    return guide_estimate(crowd, u, u->x, u->y, u->goal_x, u->goal_y) > GUIDE_OFF_PATH;
  }
  g->cursor = guide_nearest(crowd, u, u->x, u->y);
  return guide_off(crowd, u, u->x, u->y, g->cursor) > GUIDE_OFF_PATH;
}

bool guide_reserve(astar_crowd *crowd, guide *g, uint32_t count) {
  return memory_reserve(crowd->memory, (void **)&g->points, &g->capacity, count,
                        sizeof *g->points);
}

// A path that was extended so often that it is more than this longer than the straight
// way is searched again.
enum { GUIDE_DETOUR = 4 * UNIT_COST_STEP };

bool guide_follow_goal(astar_crowd *crowd, crowd_unit *u, int x, int y) {
  guide *g = &u->guide;
  if (g->field != NULL || g->count == 0 || (u->flags & UNIT_HAS_PATH) == 0) return false;
  guide_point last = g->points[g->count - 1];
  if (last.x != u->goal_x || last.y != u->goal_y) return false;
  if (g->count >= 2 && g->points[g->count - 2].x == x && g->points[g->count - 2].y == y) {
    g->count--;
    if (g->cursor >= g->count) g->cursor = g->count - 1;
    return true;
  }
  const costmap *map = &crowd_rules(crowd, u)->map;
  int move = costmap_find_move(map, last.x, last.y, x - last.x, y - last.y);
  if (move < 0 || !guide_reserve(crowd, g, g->count + 1)) return false;
  unit_cost step = guide_step_cost(crowd, u, last.x, last.y, move, x, y);
  g->points[g->count++] =
      (guide_point){last.remaining - step, (uint16_t)x, (uint16_t)y, false};
  unit_cost way = g->points[g->cursor].remaining - (last.remaining - step);
  unit_cost straight = guide_estimate(crowd, u, u->x, u->y, x, y);
  return way <= 2 * straight + GUIDE_DETOUR;
}

void guide_clear(astar_crowd *crowd, crowd_unit *u) {
  shared_field_release(crowd, u->guide.field);
  u->guide.field = NULL;
  u->guide.count = u->guide.cursor = 0;
  u->flags &= (uint16_t) ~(UNIT_HAS_PATH | UNIT_DETOUR);
}

void guide_fini(astar_crowd *crowd, crowd_unit *u) {
  guide_clear(crowd, u);
  memory_free(crowd->memory, u->guide.points, u->guide.capacity * sizeof(guide_point));
  u->guide = (guide){0};
}

bool guide_is_shared(const crowd_unit *a, const crowd_unit *b) {
  if (a->order == UNIT_FOLLOW || b->order == UNIT_FOLLOW) {
    return a->order == b->order && a->guide.field == b->guide.field;
  }
  if (a->order == UNIT_CHASE || b->order == UNIT_CHASE) {
    return a->order == b->order && a->target == b->target;
  }
  if (a->order == UNIT_SEND || b->order == UNIT_SEND) return false;
  return a->goal_x == b->goal_x && a->goal_y == b->goal_y;
}
