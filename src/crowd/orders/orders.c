// The orders of units: see orders.h.

#include "crowd/orders/orders.h"
#include "crowd/event_queue.h"
#include "crowd/motion/facing.h"
#include "crowd/groups/group.h"
#include "crowd/orders/guide.h"
#include "crowd/orders/path_requests.h"
#include "crowd/motion/permission.h"
#include "crowd/motion/rank.h"
#include "crowd/orders/shared_field.h"
#include "crowd/teams.h"
#include "crowd/unit_rules.h"
#include "crowd/orders/walk.h"
#include "query/field.h"
#include "query/reachability.h"

#include <math.h>
#include <stdlib.h>

static int orders_distance(const astar_crowd *crowd, const crowd_unit *u, int x1, int y1,
                           int x2, int y2) {
  return costmap_distance(&crowd_rules(crowd, u)->map, x1, y1, x2, y2);
}

// Reports the end of an order, once.
static void orders_report(astar_crowd *crowd, const crowd_unit *u,
                          astar_unit_event_kind kind) {
  bool is_new = u->order != UNIT_NO_ORDER && (u->flags & UNIT_REPORTED) == 0;
  if (is_new) event_queue_add(crowd, u, kind, u->at.x, u->at.y);
}

void orders_report_blocked(astar_crowd *crowd, const crowd_unit *u) {
  const crowd_unit *enemy = &crowd->units[u->faces];
  bool is_new = u->order != UNIT_NO_ORDER && (u->flags & UNIT_REPORTED) == 0;
  bool stands = enemy->number != 0 && unit_stands(enemy);
  if (!is_new || !stands || !teams_are_enemies(crowd, u, enemy)) return;
  event_queue_add(crowd, u, ASTAR_UNIT_BLOCKED, enemy->at.x, enemy->at.y);
}

// When a unit with an order last moved, or disturbed `by`.
static double orders_disturbed_at(const astar_crowd *crowd, const crowd_unit *by) {
  return by->order == UNIT_NO_ORDER ? by->queue_improved_at : crowd->now;
}

// A unit wants to move no more.
static void orders_pause(astar_crowd *crowd, crowd_unit *u) {
  u->flags &= (uint16_t) ~(UNIT_ACTIVE | UNIT_SETTLED);
  u->rank = rank_new(crowd, u, true);
  u->has_claim = false;
  permission_withdraw(u);
}

// It stays, or returns, where its order led.
static void orders_rest(astar_crowd *crowd, crowd_unit *u) {
  orders_pause(crowd, u);
  u->goal = unit_destination(u);
  u->flags &= (uint16_t) ~(UNIT_PARTIAL | UNIT_NEAR | UNIT_AROUND);
  if (u->order != UNIT_GO_TO && u->order != UNIT_NO_ORDER) u->range = 0;
  if (u->range > 0) u->flags |= UNIT_AROUND;
  u->wish = u->goal;
  u->queue_improved_at = orders_disturbed_at(crowd, u);
  u->order = UNIT_NO_ORDER;
}

static void orders_stay(astar_crowd *crowd, crowd_unit *u) {
  orders_rest(crowd, u);
  u->request = UNIT_NO_REQUEST;
  guide_clear(crowd, u);
}

// Ends the order of a unit where it stands, or where its step ends. No event.
static void orders_end(astar_crowd *crowd, crowd_unit *u) {
  orders_stay(crowd, u);
  u->goal = u->to;
  u->range = 0;
  u->flags &= (uint16_t) ~(UNIT_DONE | UNIT_AROUND);
  u->rest_facing = NAN;
  group_leave(crowd, u);
}

// Whether progress may count anew: for a unit without an order, only for some time after
// one with an order disturbed it. Units that return must not go on because of each other.
static bool orders_may_restart(const astar_crowd *crowd, const crowd_unit *u) {
  double since = crowd->now - ORDERS_QUEUE * crowd->patience;
  return u->order != UNIT_NO_ORDER || u->queue_improved_at >= since;
}

static void orders_restart_progress(astar_crowd *crowd, crowd_unit *u) {
  if (!orders_may_restart(crowd, u)) return;
  u->best = UNIT_COST_MAX;
  u->improved_at = u->yielded_at = crowd->now;
}

static void orders_activate(astar_crowd *crowd, crowd_unit *u) {
  u->flags = (uint16_t)((u->flags & ~UNIT_SETTLED) | UNIT_ACTIVE);
  u->decides_at = crowd->now;
}

// Gives a unit a new order. Its guide is that of the last order until the new one is
// there, if the goals are near each other.
static void orders_set(astar_crowd *crowd, crowd_unit *u, unit_order order,
                       bool is_same) {
  bool keeps_rank = is_same && (u->flags & UNIT_ACTIVE) && !rank_is_idle(u->rank);
  u->order = (uint8_t)order;
  u->rest_facing = NAN;
  group_leave(crowd, u);
  u->flags &= (uint16_t) ~(UNIT_PARTIAL | UNIT_NEAR | UNIT_REPORTED | UNIT_DONE);
  if (!is_same) u->flags &= (uint16_t)~UNIT_AROUND;
  if (!keeps_rank) {
    permission_forget(u);
    u->rank = rank_new(crowd, u, false);
    u->detours = u->wakes = 0;
    u->faces = 0;
    u->faces_at = 0;
    orders_restart_progress(crowd, u);
  }
  if (!is_same) guide_clear(crowd, u);
  orders_activate(crowd, u);
}

void orders_begin(astar_crowd *crowd, crowd_unit *u, unit_order order, int x, int y,
                  const astar_order *options) {
  int range = options != NULL ? options->range : 0;
  bool is_partial = options != NULL && options->partial;
  bool is_go_to = order == UNIT_GO_TO; // others may have got another goal since
  unit_tile last = is_go_to ? u->wish : u->goal;
  bool is_same = u->order == order && u->guide.field == NULL &&
                 orders_distance(crowd, u, last.x, last.y, x, y) <= ORDERS_SAME_GOAL;
  bool is_equal = is_same && unit_tile_is(last, x, y);
  bool was_partial = (u->flags & UNIT_PARTIAL) != 0;
  orders_set(crowd, u, order, is_same);
  if (is_partial) u->flags |= UNIT_PARTIAL;
  bool has_way = (u->flags & UNIT_HAS_PATH) != 0;
  bool goes_near = (u->flags & UNIT_AROUND) != 0;
  if (is_equal && goes_near && u->range == range && is_partial == was_partial) return;
  u->flags &= (uint16_t)~UNIT_AROUND;
  if (has_way && (!is_equal || goes_near))
    has_way = guide_follow_goal(crowd, u, x, y, range);
  u->goal = u->wish = unit_tile_at(x, y);
  u->range = range;
  if (!has_way) path_requests_ask(crowd, u, UNIT_PLAN);
}

// -------------------------------------------------------------------------------- goals

// How far a unit at (x, y) is from its target, between the nearest tiles of both.
static int orders_gap(const astar_crowd *crowd, const crowd_unit *u, int x, int y) {
  const crowd_unit *target = &crowd->units[u->target];
  int to_x = target->to.x, to_y = target->to.y;
  if (to_x > x) to_x = to_x - u->size + 1 > x ? to_x - u->size + 1 : x;
  if (to_y > y) to_y = to_y - u->size + 1 > y ? to_y - u->size + 1 : y;
  if (x > to_x) x = x - target->size + 1 > to_x ? x - target->size + 1 : to_x;
  if (y > to_y) y = y - target->size + 1 > to_y ? y - target->size + 1 : to_y;
  return orders_distance(crowd, u, x, y, to_x, to_y);
}

bool orders_is_in_range(const astar_crowd *crowd, const crowd_unit *u, int x, int y) {
  if (u->range == 0) return false;
  if (u->order == UNIT_CHASE) return orders_gap(crowd, u, x, y) <= u->range;
  unit_tile goal = unit_destination(u);
  return (u->order == UNIT_GO_TO || u->order == UNIT_NO_ORDER) &&
         orders_distance(crowd, u, x, y, goal.x, goal.y) <= u->range;
}

// Whether a unit is where its order, or its way home, ends.
static bool orders_is_at_goal(const astar_crowd *crowd, const crowd_unit *u) {
  const guide *g = &u->guide;
  if (u->order == UNIT_FOLLOW) return shared_field_is_goal(g->field, u->at.x, u->at.y);
  if (u->order == UNIT_CHASE) return orders_gap(crowd, u, u->at.x, u->at.y) <= u->range;
  if (u->order == UNIT_SEND && (u->flags & UNIT_WITHOUT_TILE)) return false;
  // A path may visit its last tile before.
  if (u->order == UNIT_WALK && g->cursor + 1 < g->count) return false;
  // On a tile around its goal, a unit looks for a better one before it settles.
  bool may_end = unit_is_destined(u) || (u->flags & UNIT_PARTIAL) != 0;
  return orders_is_in_range(crowd, u, u->at.x, u->at.y) ||
         (may_end && unit_tile_is(u->at, u->goal.x, u->goal.y));
}

// Whether a unit stands where it settles, on a tile around its goal.
static bool orders_is_around(const astar_crowd *crowd, const crowd_unit *u) {
  return !unit_is_destined(u) && !orders_is_in_range(crowd, u, u->at.x, u->at.y);
}

static bool orders_lasts(const crowd_unit *u) {
  return u->order == UNIT_FOLLOW || u->order == UNIT_CHASE;
}

// A unit without an order that was pushed aside is back: it looks as it did.
static void orders_turn_back(const astar_crowd *crowd, crowd_unit *u) {
  bool is_back = u->order == UNIT_NO_ORDER && unit_stands(u);
  if (!is_back || !unit_is_angle(u->rest_facing)) return;
  facing_turn_to(crowd, u, u->rest_facing);
  u->rest_facing = NAN;
}

static void orders_arrive(astar_crowd *crowd, crowd_unit *u) {
  if (orders_is_around(crowd, u)) {
    orders_settle(crowd, u);
    return;
  }
  if ((u->flags & UNIT_NEAR) == 0) orders_report(crowd, u, ASTAR_UNIT_ARRIVED);
  orders_turn_back(crowd, u);
  if (orders_lasts(u)) {
    orders_pause(crowd, u);
    u->flags |= UNIT_NEAR;
    return;
  }
  bool is_sent = u->order == UNIT_SEND, is_done = u->order != UNIT_NO_ORDER;
  orders_stay(crowd, u);
  if (is_done) u->flags |= UNIT_DONE;
  if (is_sent) u->flags |= UNIT_REPORTED;
  if (u->group != NULL && unit_is_angle(u->group->facing))
    facing_turn_to(crowd, u, u->group->facing);
}

void orders_settle(astar_crowd *crowd, crowd_unit *u) {
  if (u->flags & UNIT_WITHOUT_TILE) return;
  if ((u->flags & UNIT_NEAR) == 0) orders_report(crowd, u, ASTAR_UNIT_SETTLED);
  orders_turn_back(crowd, u);
  if (orders_lasts(u)) {
    orders_pause(crowd, u);
    u->flags |= UNIT_NEAR;
  } else {
    if (u->order != UNIT_NO_ORDER) u->flags |= UNIT_DONE;
    bool is_around = !unit_is_destined(u);
    u->request = UNIT_NO_REQUEST;
    orders_rest(crowd, u);
    if (is_around) { // it goes on from here, if there is room
      guide_clear(crowd, u);
      path_requests_ask(crowd, u, UNIT_PLAN);
    }
  }
  u->flags |= UNIT_SETTLED;
}

void orders_fail(astar_crowd *crowd, crowd_unit *u, astar_unit_event_kind kind) {
  orders_report(crowd, u, kind);
  orders_end(crowd, u);
}

void orders_continue(astar_crowd *crowd, crowd_unit *u) {
  if ((u->flags & UNIT_HAS_PATH) == 0) orders_restart_progress(crowd, u);
  u->flags |= UNIT_HAS_PATH;
  if (orders_may_restart(crowd, u)) u->best = UNIT_COST_MAX;
  if (u->flags & UNIT_WITHOUT_TILE) group_deal(crowd, u);
  if (unit_stands(u) && (u->flags & UNIT_ACTIVE) && orders_is_at_goal(crowd, u))
    orders_arrive(crowd, u);
}

// A unit whose order lasts has arrived or settled, and goes on.
static void orders_go_on(astar_crowd *crowd, crowd_unit *u) {
  u->flags &= (uint16_t)~UNIT_NEAR;
  u->rank = rank_new(crowd, u, false);
  orders_activate(crowd, u);
  orders_restart_progress(crowd, u);
}

void orders_end_near(astar_crowd *crowd, crowd_unit *u, bool is_partial) {
  if (u->order != UNIT_CHASE || !unit_stands(u) || (u->flags & UNIT_RESCUED)) return;
  bool is_settled = (u->flags & (UNIT_ACTIVE | UNIT_SETTLED)) == UNIT_SETTLED;
  if (is_settled && !is_partial) orders_go_on(crowd, u);
  bool is_there = u->guide.count == 1 && (u->flags & UNIT_ACTIVE) != 0;
  if (is_there && is_partial) orders_settle(crowd, u);
}

// Whether a path was planned from where the unit is, on the map as it is.
static bool orders_has_path_from_here(const astar_crowd *crowd, const crowd_unit *u) {
  const guide *g = &u->guide;
  return g->count >= 2 && unit_tile_is(u->at, g->points[0].at.x, g->points[0].at.y) &&
         g->revision == crowd_revision(crowd, u);
}

// A field of the crowd does not reach the unit any more: a search says why.
static void orders_leave_field(astar_crowd *crowd, crowd_unit *u) {
  if (guide_remaining(crowd, u, u->at.x, u->at.y) < UNIT_COST_MAX) return;
  guide_clear(crowd, u);
  u->flags |= UNIT_HAS_PATH;
  path_requests_ask(crowd, u, UNIT_PLAN);
}

void orders_need_path(astar_crowd *crowd, crowd_unit *u) {
  if (u->guide.field != NULL && u->guide.field->is_own) orders_leave_field(crowd, u);
  if (u->guide.field != NULL || unit_tile_is(u->at, u->goal.x, u->goal.y)) return;
  if (u->order == UNIT_WALK) {
    if (!walk_is_on_path(u)) path_requests_ask(crowd, u, UNIT_REPAIR);
    return;
  }
  bool is_asked = u->request != UNIT_NO_REQUEST && (u->flags & UNIT_HELD_UP) != 0;
  if (is_asked || orders_has_path_from_here(crowd, u)) return;
  path_requests_ask(crowd, u, UNIT_PLAN);
}

// ----------------------------------------------------------------------------- progress

static void orders_note_progress(astar_crowd *crowd, crowd_unit *u) {
  unit_cost remaining = guide_remaining(crowd, u, u->at.x, u->at.y);
  if (remaining < u->best) {
    if (u->best < UNIT_COST_MAX) permission_end_refusal(u);
    u->improved_at = u->yielded_at = crowd->now;
    if (u->group != NULL) u->group->improved_at = crowd->now;
    if (u->guide.field != NULL) u->guide.field->improved_at = crowd->now;
  }
  if (remaining < u->best || orders_lasts(u)) u->best = remaining;
}

void orders_after_step(astar_crowd *crowd, crowd_unit *u) {
  if (guide_move_cursor(crowd, u)) path_requests_ask(crowd, u, UNIT_REPAIR);
  if (u->flags & UNIT_WITHOUT_TILE) group_deal(crowd, u);
  if (u->flags & UNIT_RESCUED) return;
  if (orders_is_at_goal(crowd, u)) {
    if (u->flags & UNIT_ACTIVE) orders_arrive(crowd, u);
    orders_turn_back(crowd, u); // a rescue led it back
  } else if ((u->flags & UNIT_ACTIVE) == 0) {
    orders_activate(crowd, u); // another unit pushed it away
    u->rank = rank_new(crowd, u, true);
    u->decides_at = crowd->now + ORDERS_ABSENCE;
    orders_restart_progress(crowd, u);
  }
  if (u->flags & UNIT_ACTIVE) orders_note_progress(crowd, u);
  if (u->guide.revision != crowd_revision(crowd, u)) path_requests_react(crowd, u);
}

// A unit leaves the tile (x, y) next to `u`. True: `u` may decide now.
static bool orders_wake(astar_crowd *crowd, crowd_unit *u, const crowd_unit *by, int x,
                        int y) {
  if (!unit_stands(u) || (u->flags & UNIT_RESCUED)) return false;
  if (u->flags & UNIT_ACTIVE) return !rank_is_idle(u->rank);
  if ((u->flags & UNIT_SETTLED) == 0) return false;
  const occupancy_tile *tile = &crowd->occupancy.tiles[grid_cell(crowd->grid, x, y)];
  if (tile->holder != 0) return false;
  if (guide_remaining(crowd, u, x, y) >= guide_remaining(crowd, u, u->at.x, u->at.y))
    return false;
  orders_activate(crowd, u);
  u->queue_improved_at = orders_disturbed_at(crowd, by);
  orders_restart_progress(crowd, u);
  return true;
}

static void orders_wake_at(astar_crowd *crowd, const crowd_unit *by, int x, int y,
                           int tile_x, int tile_y) {
  if (!grid_contains(crowd->grid, x, y)) return;
  uint32_t slot = crowd_holder(crowd, x, y);
  if (slot == 0) return;
  crowd_unit *u = &crowd->units[slot];
  if (u->listed == crowd->list_number) return;
  if (orders_wake(crowd, u, by, tile_x, tile_y)) crowd_enlist(crowd, slot);
}

void orders_wake_around(astar_crowd *crowd, const crowd_unit *by, unit_tile at) {
  int size = by->size;
  for (int i = -1; i <= size; i++) {
    for (int k = -1; k <= size; k += i == -1 || i == size ? 1 : size + 1) {
      int tile_x = at.x + (k < 0 ? 0 : k < size ? k : size - 1);
      int tile_y = at.y + (i < 0 ? 0 : i < size ? i : size - 1);
      orders_wake_at(crowd, by, at.x + k, at.y + i, tile_x, tile_y);
    }
  }
}

// A unit that is not on its path waits for a way to it.
static void orders_enter_path(astar_crowd *crowd, crowd_unit *u) {
  walk_enter(crowd, u);
  u->request = UNIT_NO_REQUEST;
  u->flags |= UNIT_HAS_PATH;
  if (walk_is_on_path(u)) return;
  u->flags &= (uint16_t)~UNIT_HAS_PATH;
  path_requests_ask(crowd, u, UNIT_PLAN);
}

void orders_place(astar_crowd *crowd, crowd_unit *u) {
  permission_forget(u);
  if (u->order == UNIT_NO_ORDER) {
    orders_end(crowd, u);
    return;
  }
  u->goal = unit_destination(u);
  u->flags &= (uint16_t)~UNIT_AROUND;
  if (u->order == UNIT_WALK) {
    orders_enter_path(crowd, u);
  } else if (u->order != UNIT_FOLLOW) {
    guide_clear(crowd, u);
    path_requests_ask(crowd, u, UNIT_PLAN);
  }
  u->flags &= (uint16_t)~UNIT_NEAR;
  orders_activate(crowd, u);
  orders_restart_progress(crowd, u);
}

// ------------------------------------------------------------------------------ exchange

// How near a unit came to a goal belongs to the goal: an exchange is no progress.
static void orders_swap_goals(crowd_unit *a, crowd_unit *b) {
  unit_tile goal = a->goal;
  unit_cost best = a->best;
  guide g = a->guide;
  uint16_t had_path = a->flags & UNIT_HAS_PATH;
  a->goal = b->goal;
  a->best = b->best;
  b->best = best;
  a->guide = b->guide;
  a->flags = (uint16_t)((a->flags & ~UNIT_HAS_PATH) | (b->flags & UNIT_HAS_PATH));
  b->goal = goal;
  b->guide = g;
  b->flags = (uint16_t)((b->flags & ~UNIT_HAS_PATH) | had_path);
}

// A standing unit has a new goal and a new guide.
static void orders_begin_way(astar_crowd *crowd, crowd_unit *u) {
  if (orders_is_at_goal(crowd, u))
    orders_arrive(crowd, u);
  else if (guide_move_cursor(crowd, u))
    path_requests_ask(crowd, u, UNIT_REPAIR);
}

// Whether a unit goes, returns or has arrived where it was sent.
static bool orders_was_sent(const crowd_unit *u) {
  return u->order == UNIT_SEND || (u->flags & UNIT_REPORTED) != 0;
}

// Whether two units were sent together, and nothing keeps them from an exchange.
static bool orders_may_exchange(const crowd_unit *u, const crowd_unit *other) {
  return orders_was_sent(u) && orders_was_sent(other) && u->group != NULL &&
         u->group == other->group && u->group->formation != ASTAR_FORMATION_KEEP &&
         ((u->flags | other->flags) & UNIT_WITHOUT_TILE) == 0 &&
         u->rules == other->rules && u->priority == other->priority &&
         u->request == UNIT_NO_REQUEST && other->request == UNIT_NO_REQUEST &&
         !unit_stays(other) && (other->flags & UNIT_RESCUED) == 0;
}

// How much shorter the ways of two units are with each other's goals.
static unit_cost orders_gain_by_exchange(const astar_crowd *crowd, const crowd_unit *u,
                                         const crowd_unit *other) {
  return guide_remaining(crowd, u, u->at.x, u->at.y) +
         guide_remaining(crowd, other, other->at.x, other->at.y) -
         guide_remaining(crowd, u, other->at.x, other->at.y) -
         guide_remaining(crowd, other, u->at.x, u->at.y);
}

// Whether an exchange is worth it. A unit that is done goes on for one that comes over
// its tile, but not for a detour: otherwise both could exchange their goals again, for
// ever.
static bool orders_is_exchange_good(const astar_crowd *crowd, const crowd_unit *u,
                                    const crowd_unit *other) {
  bool is_active = (other->flags & UNIT_ACTIVE) != 0;
  if (!is_active && u->wakes >= ORDERS_WAKES) return false;
  if (!is_active && !orders_is_at_goal(crowd, other)) return false;
  return orders_gain_by_exchange(crowd, u, other) >= (is_active ? 1 : 0);
}

bool orders_can_exchange(const astar_crowd *crowd, const crowd_unit *u,
                         const crowd_unit *other) {
  return orders_may_exchange(u, other) && orders_is_exchange_good(crowd, u, other);
}

bool orders_exchange(astar_crowd *crowd, crowd_unit *u, crowd_unit *other) {
  if (!orders_can_exchange(crowd, u, other)) return false;
  bool is_done = (other->flags & UNIT_ACTIVE) == 0;
  orders_swap_goals(u, other);
  if (is_done) {
    other->order = UNIT_SEND;
    other->rest_facing = NAN;
    other->rank = u->rank;
    u->rank = rank_new(crowd, u, false);
    u->wakes++;
    other->improved_at = u->improved_at; // it goes on with the patience of `u`
    other->yielded_at = crowd->now;
    orders_note_progress(crowd, other);
  }
  orders_activate(crowd, other);
  u->decides_at = crowd->now;
  u->flags |= UNIT_HAS_PATH;
  u->flags &= (uint16_t)~UNIT_AROUND;
  other->flags &= (uint16_t)~UNIT_AROUND;
  orders_begin_way(crowd, u);
  orders_begin_way(crowd, other);
  return true;
}

// -------------------------------------------------------------------------------- watch

static void orders_chase(astar_crowd *crowd, crowd_unit *u) {
  const crowd_unit *target = &crowd->units[u->target];
  if (target->number != u->target_number) {
    orders_fail(crowd, u, ASTAR_UNIT_TARGET_GONE);
    return;
  }
  bool has_moved = !unit_tile_is(u->goal, target->to.x, target->to.y);
  if (has_moved) {
    int range = u->flags & UNIT_OUT_OF_REACH ? u->range : 0;
    bool has_way = guide_follow_goal(crowd, u, target->to.x, target->to.y, range);
    u->goal = target->to;
    if (!has_way) path_requests_ask(crowd, u, UNIT_PLAN);
  }
  if (u->flags & UNIT_ACTIVE) {
    if (unit_stands(u) && orders_is_at_goal(crowd, u)) orders_arrive(crowd, u);
  } else if (unit_stands(u) && !orders_is_at_goal(crowd, u)) {
    // A settled one waits until a tile gets free, or an edit opens a way.
    if (has_moved || (u->flags & UNIT_SETTLED) == 0) orders_go_on(crowd, u);
  }
}

// Units that arrived or settled at a field go on when its costs change.
static void orders_follow(astar_crowd *crowd, crowd_unit *u) {
  bool is_at_goal = orders_is_at_goal(crowd, u);
  if (u->flags & UNIT_ACTIVE) {
    if (is_at_goal) orders_arrive(crowd, u);
    return;
  }
  unit_cost remaining = guide_remaining(crowd, u, u->at.x, u->at.y);
  bool was_at_goal = (u->flags & UNIT_SETTLED) == 0;
  if (is_at_goal || (!was_at_goal && remaining == u->best)) return;
  orders_go_on(crowd, u);
  u->best = remaining;
}

static void orders_walk(astar_crowd *crowd, crowd_unit *u) {
  if (!unit_stands(u) || (u->flags & UNIT_RESCUED)) return;
  if (orders_is_at_goal(crowd, u))
    orders_arrive(crowd, u);
  else if (walk_is_cut_off(crowd, u))
    orders_fail(crowd, u, ASTAR_UNIT_CUT_OFF);
}

// In a queue at a door, the last ones wait for long.
bool orders_is_patient(const astar_crowd *crowd, const crowd_unit *u) {
  double since = crowd->now - crowd->patience;
  if (u->improved_at >= since) return true;
  if (u->improved_at < crowd->now - ORDERS_QUEUE * crowd->patience) return false;
  if (u->queue_improved_at >= since) return true;
  if (u->group != NULL && u->group->improved_at >= since) return true;
  return u->guide.field != NULL && u->guide.field->improved_at >= since;
}

// Whether the program keeps a unit from moving: its patience does not run.
static bool orders_is_stopped(const crowd_unit *u) {
  return unit_stands(u) ? unit_is_paused(u) : !(u->rate > 0);
}

void orders_watch(astar_crowd *crowd, crowd_unit *u) {
  if (u->order == UNIT_CHASE) orders_chase(crowd, u);
  if (u->order == UNIT_FOLLOW && unit_stands(u)) orders_follow(crowd, u);
  if (u->order == UNIT_WALK) orders_walk(crowd, u);
  if (orders_is_stopped(u)) u->improved_at = u->yielded_at = crowd->now;
  bool waits = (u->flags & UNIT_ACTIVE) && (u->flags & UNIT_RESCUED) == 0;
  if (!waits || orders_is_patient(crowd, u) || permission_excuses(crowd, u)) return;
  if (u->request >= UNIT_PLAN && (u->flags & UNIT_HAS_PATH) == 0) return;
  orders_fail(crowd, u, ASTAR_UNIT_STUCK);
}

// -------------------------------------------------------------------- calls of the
// program

// Whether a path to a tile may exist, as far as connected components know.
static astar_status orders_check(astar_crowd *crowd, const crowd_unit *u, int x, int y) {
  const unit_rules *rules = crowd_rules(crowd, u);
  astar_status status = reachability_by_components(
      crowd->grid, rules->rules, &rules->filter, u->to.x, u->to.y, x, y);
  return status == ASTAR_RUNNING ? ASTAR_OK : status;
}

astar_status astar_crowd_go_to(astar_crowd *crowd, uint32_t number, int x, int y,
                               const astar_order *order) {
  crowd_unit *u = crowd_find(LIVE(crowd), number);
  if (u == NULL || (order != NULL && order->range < 0)) return ASTAR_INVALID;
  if (!grid_contains(crowd->grid, x, y)) return ASTAR_OUT_OF_BOUNDS;
  astar_status status = unit_rules_update(crowd);
  if (status != ASTAR_OK) return status;
  bool is_exact = order == NULL || (order->range == 0 && !order->partial);
  if (is_exact) status = orders_check(crowd, u, x, y);
  if (status != ASTAR_OK) return status;
  orders_begin(crowd, u, UNIT_GO_TO, x, y, order);
  return ASTAR_OK;
}

// A path that repeats the last one keeps the progress along it.
static void orders_begin_walk(astar_crowd *crowd, crowd_unit *u,
                              const astar_point *points, size_t count) {
  int x = points[count - 1].x, y = points[count - 1].y;
  bool is_near = u->order == UNIT_WALK && orders_distance(crowd, u, u->goal.x, u->goal.y,
                                                          x, y) <= ORDERS_SAME_GOAL;
  bool is_equal = is_near && unit_tile_is(u->goal, x, y);
  orders_set(crowd, u, UNIT_WALK, is_near);
  guide_clear(crowd, u);
  if (!is_equal) u->best = UNIT_COST_MAX;
  u->goal = unit_tile_at(x, y);
  walk_set_path(u, points, count);
  orders_enter_path(crowd, u);
}

astar_status astar_crowd_walk(astar_crowd *crowd, uint32_t number,
                              const astar_point *points, size_t count) {
  crowd_unit *u = crowd_find(LIVE(crowd), number);
  if (u == NULL || points == NULL || count == 0) return ASTAR_INVALID;
  for (size_t i = 0; i < count; i++)
    if (!grid_contains(crowd->grid, points[i].x, points[i].y)) return ASTAR_OUT_OF_BOUNDS;
  astar_status status = unit_rules_update(crowd);
  if (status != ASTAR_OK) return status;
  astar_point entry = {0, 0};
  if (!walk_find_entry(crowd, u, points, count, &entry)) return ASTAR_GOAL_BLOCKED;
  bool is_there = unit_tile_is(u->to, entry.x, entry.y);
  if (!is_there) status = orders_check(crowd, u, entry.x, entry.y);
  if (status != ASTAR_OK) return status;
  if (count > MEMORY_MAX_ELEMENTS || !guide_reserve(crowd, &u->guide, (uint32_t)count))
    return ASTAR_NO_MEMORY;
  orders_begin_walk(crowd, u, points, count);
  return ASTAR_OK;
}

astar_status astar_crowd_chase(astar_crowd *crowd, uint32_t number, uint32_t target,
                               const astar_order *order) {
  crowd_unit *u = crowd_find(LIVE(crowd), number), *prey = crowd_find(crowd, target);
  if (u == NULL || prey == NULL || u == prey) return ASTAR_INVALID;
  if (order != NULL && order->range < 0) return ASTAR_INVALID;
  astar_status status = unit_rules_update(crowd);
  if (status != ASTAR_OK) return status;
  bool is_same = u->order == UNIT_CHASE && u->target_number == target;
  orders_set(crowd, u, UNIT_CHASE, is_same);
  u->target = crowd_slot_of(crowd, prey);
  u->target_number = target;
  u->range = order != NULL ? order->range : 1;
  if (order != NULL && order->partial) u->flags |= UNIT_PARTIAL;
  if (is_same) return ASTAR_OK;
  u->goal = prey->to;
  path_requests_ask(crowd, u, UNIT_PLAN);
  return ASTAR_OK;
}

bool orders_are_units(const astar_crowd *crowd, const uint32_t *units, size_t count) {
  if (crowd == NULL || (units == NULL && count > 0)) return false;
  for (size_t i = 0; i < count; i++)
    if (crowd_slot(crowd, units[i]) == 0) return false;
  return true;
}

astar_status astar_crowd_follow(astar_crowd *crowd, const uint32_t *units, size_t count,
                                astar_field *field) {
  if (LIVE(field) == NULL || !orders_are_units(LIVE(crowd), units, count))
    return ASTAR_INVALID;
  if (!field_has_goals_on(field, crowd->grid)) return ASTAR_INVALID;
  astar_status status = unit_rules_update(crowd);
  if (status != ASTAR_OK || count == 0) return status;
  shared_field *shared =
      shared_field_of(crowd, field, UNIT_COST_STEP / field_cheapest_step(field));
  if (shared == NULL) return ASTAR_NO_MEMORY;
  for (size_t i = 0; i < count; i++) {
    crowd_unit *u = crowd_find(crowd, units[i]);
    bool is_same = u->order == UNIT_FOLLOW && u->guide.field == shared;
    orders_set(crowd, u, UNIT_FOLLOW, is_same);
    u->request = UNIT_NO_REQUEST;
    if (!is_same) u->guide.field = shared_field_use(shared);
    u->flags |= UNIT_HAS_PATH;
  }
  return ASTAR_OK;
}

astar_status astar_crowd_stop(astar_crowd *crowd, uint32_t number) {
  crowd_unit *u = crowd_find(LIVE(crowd), number);
  if (u == NULL) return ASTAR_INVALID;
  orders_end(crowd, u);
  return ASTAR_OK;
}
