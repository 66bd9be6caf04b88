// How units step: see steps.h.
//
// `moving` is ordered by when steps began, so a leader moves before its followers. What a
// unit follows is not stored: it is the holder of the tiles that it enters.

#include "crowd/motion/steps.h"
#include "base/inline.h"
#include "crowd/motion/curve.h"
#include "crowd/event_queue.h"
#include "crowd/motion/facing.h"
#include "crowd/groups/group.h"
#include "crowd/motion/permission.h"
#include "map/footprint.h"
#include "map/hex.h"

#include <math.h>
#include <stdlib.h>

// A step that takes less ends in the next slice, even if that takes no time [s].
#define STEPS_MIN_TIME 1e-9

// The step between two tiles; on hexes in axial coordinates, which are the same for all
// hexes.
static void steps_vector(const astar_crowd *crowd, int x, int y, int to_x, int to_y,
                         int *dx, int *dy) {
  astar_layout layout = crowd->grid->layout;
  if (layout != ASTAR_SQUARE) {
    hex_axial(layout, x, y, &x, &y);
    hex_axial(layout, to_x, to_y, &to_x, &to_y);
  }
  *dx = to_x - x;
  *dy = to_y - y;
}

// The scalar product of two steps, times 2 on hexes, whose axes meet at 60 degrees.
static int steps_product(const astar_crowd *crowd, int dx, int dy, int ex, int ey) {
  if (crowd->grid->layout == ASTAR_SQUARE) return dx * ex + dy * ey;
  return 2 * (dx * ex + dy * ey) + dx * ey + dy * ex;
}

static bool steps_is_adjacent(const astar_crowd *crowd, int dx, int dy) {
  int min = crowd->grid->layout == ASTAR_SQUARE ? 1 : 2;
  return abs(dx) <= 1 && abs(dy) <= 1 && steps_product(crowd, dx, dy, dx, dy) <= 2 * min;
}

bool steps_can_follow(const astar_crowd *crowd, const crowd_unit *u, int x, int y,
                      int move, const crowd_unit *leader) {
  if (move == UNIT_LINK || leader->move == UNIT_LINK) return false;
  int dx, dy;
  steps_vector(crowd, u->at.x, u->at.y, x, y, &dx, &dy);
  if (!steps_is_adjacent(crowd, dx, dy) ||
      !steps_is_adjacent(crowd, leader->step_dx, leader->step_dy))
    return false;
  if (u->size == 1 && leader->size == 1)
    return steps_product(crowd, dx, dy, leader->step_dx, leader->step_dy) >= 0;
  return dx == leader->step_dx && dy == leader->step_dy;
}

bool steps_can_rotate(const astar_crowd *crowd, const crowd_unit *u, int x, int y,
                      int next_x, int next_y) {
  int dx, dy, ex, ey;
  steps_vector(crowd, u->at.x, u->at.y, x, y, &dx, &dy);
  steps_vector(crowd, x, y, next_x, next_y, &ex, &ey);
  return steps_is_adjacent(crowd, dx, dy) && steps_is_adjacent(crowd, ex, ey) &&
         steps_product(crowd, dx, dy, ex, ey) >= 0;
}

// The length of a step [tiles]: of a link, the straight distance, at least 1.
static double steps_length(const astar_crowd *crowd, const crowd_unit *u, int x, int y,
                           int move) {
  if (move != UNIT_LINK) return crowd_rules(crowd, u)->map.moves->list[0][move].length;
  double dx = x - u->at.x, dy = y - u->at.y, length = sqrt(dx * dx + dy * dy);
  return length > 1 ? length : 1;
}

double steps_rate(const astar_crowd *crowd, const crowd_unit *u, int x, int y, int move) {
  return group_speed(u) / steps_length(crowd, u, x, y, move);
}

// The angle of a step, clockwise from the right.
static double steps_angle(const astar_crowd *crowd, const crowd_unit *u) {
  const double half_root_3 = 0.86602540378443865;
  double dx = u->step_dx, dy = u->step_dy;
  switch (crowd->grid->layout) {
  case ASTAR_SQUARE: return atan2(dy, dx);
  case ASTAR_ODD_R:
  case ASTAR_EVEN_R: return atan2(dy * half_root_3, dx + dy / 2);
  case ASTAR_ODD_Q:
  case ASTAR_EVEN_Q: return atan2(dy + dx / 2, dx * half_root_3);
  }
  return 0;
}

// A unit that leaves the tile `cell`, which `u` enters; NULL: there is none.
static const crowd_unit *steps_leader_at(const astar_crowd *crowd, const crowd_unit *u,
                                         uint32_t cell) {
  uint32_t holder = crowd->occupancy.tiles[cell].holder;
  return holder != 0 && &crowd->units[holder] != u ? &crowd->units[holder] : NULL;
}

// The part of a progress with which a unit stays behind all units that it follows.
INLINE_ALWAYS double steps_behind(const astar_crowd *crowd, const crowd_unit *u,
                                  double progress) {
  for (footprint f = footprint_at(crowd->grid, u->size, u->to.x, u->to.y);
       footprint_next(&f);) {
    const crowd_unit *leader = steps_leader_at(crowd, u, f.cell);
    if (leader != NULL && progress > leader->progress) progress = leader->progress;
  }
  return progress;
}

// Slows a step down so that it stays behind all leaders.
static void steps_follow_all(const astar_crowd *crowd, crowd_unit *u) {
  for (footprint f = footprint_at(crowd->grid, u->size, u->to.x, u->to.y);
       footprint_next(&f);) {
    const crowd_unit *leader = steps_leader_at(crowd, u, f.cell);
    if (leader == NULL) continue;
    if (u->progress > leader->progress) u->progress = leader->progress;
    double rate = leader->rate * (1 - u->progress) / (1 - leader->progress);
    if (!leader->is_timed && u->rate > rate) u->rate = rate;
  }
}

// A step begins where the last one ended, in the middle of a slice. A unit that got a
// higher speed meanwhile gains no more than that.
static double steps_head_start(const crowd_unit *u) {
  if (u->rate >= HUGE_VAL) return 0;
  double progress = u->spare * u->rate;
  return progress < STEPS_HEAD_START ? progress : STEPS_HEAD_START;
}

void steps_set_direction(const astar_crowd *crowd, crowd_unit *u) {
  int dx, dy;
  steps_vector(crowd, u->at.x, u->at.y, u->to.x, u->to.y, &dx, &dy);
  u->step_dx = dx;
  u->step_dy = dy;
}

void steps_begin(astar_crowd *crowd, crowd_unit *u, int x, int y, int move, double rate) {
  u->to = unit_tile_at(x, y);
  steps_set_direction(crowd, u);
  u->move = (uint8_t)move;
  u->rate = rate > 0 ? rate : steps_rate(crowd, u, x, y, move);
  if (rate > 0 || u->stood_since < crowd->now) u->spare = 0;
  u->progress = steps_head_start(u);
  u->is_timed = false;
  u->stood_since = crowd->now;
  u->has_claim = false;
  permission_use(u);
  bool leaves_home = u->order == UNIT_NO_ORDER && (u->flags & UNIT_ACTIVE) == 0;
  if (leaves_home && !unit_is_angle(u->rest_facing)) u->rest_facing = u->facing;
  facing_turn_to(crowd, u, steps_angle(crowd, u));
  if (rate > 0)
    u->flags |= UNIT_ROTATES;
  else
    steps_follow_all(crowd, u);
  curve_begin(crowd, u);
  holding_enter(crowd, u, x, y, crowd_slot_of(crowd, u));
  slot_list_add(&crowd->moving, crowd_slot_of(crowd, u));
  slot_list_add(&crowd->started, crowd_slot_of(crowd, u));
  if (u->flags & UNIT_STEPS) event_queue_add(crowd, u, ASTAR_UNIT_STEP, x, y);
}

// A follower must not be ahead of a unit whose step becomes slower: its progress is the
// least that the unit can have.
static double steps_least_progress(const astar_crowd *crowd, const crowd_unit *u) {
  double progress = 0;
  for (footprint f = footprint_at(crowd->grid, u->size, u->at.x, u->at.y);
       footprint_next(&f);) {
    const uint32_t slot = crowd->occupancy.tiles[f.cell].entering;
    const crowd_unit *follower = &crowd->units[slot];
    bool is_behind = slot != 0 && follower != u;
    if (is_behind && progress < follower->progress) progress = follower->progress;
  }
  return progress;
}

bool steps_set_time(const astar_crowd *crowd, crowd_unit *u, double seconds) {
  if (unit_stands(u) || (u->flags & UNIT_ROTATES)) return false;
  if (u->speed > 0) seconds *= u->speed / group_speed(u); // as its group goes
  u->rate = seconds < STEPS_MIN_TIME ? HUGE_VAL : 1 / seconds;
  u->is_timed = true;
  if (u->stood_since < crowd->now) return true;
  double least = steps_least_progress(crowd, u);
  u->progress = steps_head_start(u);
  curve_set_rate(crowd, u);
  u->progress = steps_behind(crowd, u, fmax(u->progress, least));
  return true;
}

// The progress of a unit after some time, behind all units that it follows.
static double steps_progress(const astar_crowd *crowd, const crowd_unit *u, double dt) {
  double progress = u->rate < HUGE_VAL ? u->progress + u->rate * dt : 1;
  return u->flags & UNIT_ROTATES ? progress : steps_behind(crowd, u, progress);
}

// The time that is left when a step ends with this progress [s].
static double steps_spare(const crowd_unit *u, double progress, double dt) {
  double spare = u->rate < HUGE_VAL ? (progress - 1) / u->rate : u->spare + dt;
  return spare < ASTAR_MAX_UPDATE ? spare : ASTAR_MAX_UPDATE;
}

static void steps_arrive(astar_crowd *crowd, crowd_unit *u, double spare) {
  curve_arrive(crowd, u, spare);
  holding_arrive(crowd, u);
  u->left = u->at;
  u->at = u->to;
  u->progress = 0;
  u->spare = spare;
  u->stood_since = crowd->now;
  u->flags &= (uint16_t)~UNIT_ROTATES;
  slot_list_add(&crowd->arrived, crowd_slot_of(crowd, u));
}

void steps_advance(astar_crowd *crowd, double dt) {
  slot_list *moving = &crowd->moving;
  uint32_t kept = 0;
  crowd->arrived.count = 0;
  for (uint32_t i = 0; i < moving->count; i++) {
    crowd_unit *u = &crowd->units[moving->slots[i]];
    double progress = steps_progress(crowd, u, dt);
    if (progress < 1) {
      u->progress = progress;
      if (dt > 0) u->spare = 0;
      moving->slots[kept++] = moving->slots[i];
    } else {
      steps_arrive(crowd, u, steps_spare(u, progress, dt));
    }
  }
  moving->count = kept;
}
