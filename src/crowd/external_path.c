// Paths that the program searches for units, in place of the planner.
//
// Method: an order with `external` asks for its path with the request UNIT_EXTERNAL. The
// program takes the requests one after the other (`astar_crowd_next_request`), has the
// paths searched, for example by a pool, and brings each one later
// (`astar_crowd_give_path`):
//
//     order -> UNIT_EXTERNAL, queued -> taken -> the path is the guide of the unit
//                                   <- refused -> the order ends: unreachable
//                                              -> UNIT_PLAN: the planner searches
//
// Meanwhile the unit waits; a unit whose goal moved by a step or two goes on along the
// path that it has. From then on it goes as if the planner had found the path: the
// planner repairs it, and searches again after edits.
//
// Time passes between request and answer. What happens in it counts:
// - Another order, `stop`, another place and the like make the request void. Its number
//   is never used again, so an answer that comes later has no effect.
// - The goal moved nearby: the path still serves, and its end is adapted (crowd/guide).
// - The unit was pushed aside: the cursor of its guide moves to the point of the path
//   that is nearest to it.
// - The map was edited: each step is checked on the map as it is. The planner searches
//   again when a step is illegal, when an edit may have opened a cheaper way, and when
//   there was no path before the edit. So the answer is as good as one of the planner.

#include "crowd/event_queue.h"
#include "crowd/guide.h"
#include "crowd/orders.h"
#include "crowd/path_requests.h"
#include "crowd/planner.h"
#include "crowd/unit_rules.h"
#include "map/journal.h"

static const unit_external *external_path_of(const astar_crowd *crowd,
                                             const crowd_unit *u) {
  return &crowd->external[crowd_slot_of(crowd, u)];
}

bool astar_crowd_next_request(astar_crowd *crowd, astar_path_request *request) {
  if (LIVE(crowd) == NULL || request == NULL) return false;
  crowd_unit *u = path_requests_first_external(crowd);
  if (u == NULL) return false;
  path_requests_take_external(crowd, u);
  const unit_rules *rules = crowd_rules(crowd, u);
  crowd->external_goal = (astar_goal){u->goal_x, u->goal_y};
  request->unit = u->number;
  request->number = external_path_of(crowd, u)->number;
  request->query =
      astar_default_query(rules->rules, u->to_x, u->to_y, &crowd->external_goal, 1);
  request->query.filter = &rules->filter;
  request->query.range = u->range;
  request->query.partial = (u->flags & UNIT_PARTIAL) != 0;
  return true;
}

// The unit that waits for the answer to a request; NULL: the request is void.
static crowd_unit *external_path_unit(astar_crowd *crowd, uint32_t unit,
                                      uint64_t number) {
  uint32_t slot = crowd_slot(crowd, unit);
  crowd_unit *u = &crowd->units[slot];
  bool waits =
      slot != 0 && u->request == UNIT_EXTERNAL && crowd->external[slot].number == number;
  return waits ? u : NULL;
}

bool astar_crowd_awaits(const astar_crowd *crowd, uint32_t unit, uint64_t number) {
  return external_path_unit((astar_crowd *)LIVE(crowd), unit, number) != NULL;
}

// Lets the unit make its request again: to the program, or to the planner.
static void external_path_ask_again(astar_crowd *crowd, crowd_unit *u,
                                    unit_request request) {
  path_requests_cancel(crowd, u);
  path_requests_ask(crowd, u, request);
}

// The revision up to which no edit since the request concerns the unit.
static uint64_t external_path_revision(const astar_crowd *crowd, const crowd_unit *u) {
  uint64_t revision = external_path_of(crowd, u)->revision;
  repair_skip(crowd->grid, &crowd_rules(crowd, u)->filter, &revision);
  return revision;
}

// Whether an edit since the request may have opened a cheaper way. O(edits).
static bool external_path_may_improve(const astar_crowd *crowd, const crowd_unit *u) {
  const astar_grid *grid = crowd->grid;
  for (uint64_t r = external_path_revision(crowd, u); r < grid->revision; r++) {
    const grid_change *change = journal_change_after(grid, r);
    if (change == NULL || change->effect != EFFECT_WORSE) return true;
  }
  return false;
}

// Moves the cursor along a new path to where the unit is by now.
static void external_path_enter(astar_crowd *crowd, crowd_unit *u) {
  if (!unit_stands(u)) return; // the end of the step moves it
  bool is_off = false;
  for (uint32_t before = UINT32_MAX; u->guide.cursor != before;) {
    before = u->guide.cursor;
    is_off = guide_move_cursor(crowd, u);
  }
  if (is_off) path_requests_ask(crowd, u, UNIT_REPAIR);
}

static astar_status external_path_adopt(astar_crowd *crowd, crowd_unit *u,
                                        const astar_point *points, uint32_t count) {
  const unit_external request = *external_path_of(crowd, u);
  const costmap *map = &crowd_rules(crowd, u)->map;
  astar_point end = points[count - 1];
  bool is_there = costmap_distance(map, end.x, end.y, u->goal_x, u->goal_y) <= u->range;
  bool is_near = !is_there && !request.is_outdated;
  bool is_partial = is_near && (u->flags & UNIT_PARTIAL) != 0;
  bool may_improve = external_path_may_improve(crowd, u);
  if (!guide_reserve(crowd, &u->guide, count)) return ASTAR_NO_MEMORY;
  path_requests_cancel(crowd, u);
  bool is_legal = planner_adopt_points(crowd, u, points, count, is_partial);
  if (u->order != UNIT_GO_TO) return ASTAR_OK; // it has arrived
  external_path_enter(crowd, u);
  if (may_improve) u->guide.revision = request.revision;
  if (may_improve || !is_legal || is_near != is_partial) {
    path_requests_ask(crowd, u, UNIT_PLAN);
  } else if (!is_there && !is_near &&
             !guide_follow_goal(crowd, u, u->goal_x, u->goal_y, u->range)) {
    path_requests_ask(crowd, u, UNIT_EXTERNAL);
  }
  return ASTAR_OK;
}

// There was no path when the program searched it.
static void external_path_fail(astar_crowd *crowd, crowd_unit *u) {
  if (external_path_of(crowd, u)->is_outdated) {
    external_path_ask_again(crowd, u, UNIT_EXTERNAL);
  } else if (external_path_revision(crowd, u) != crowd->grid->revision) {
    external_path_ask_again(crowd, u, UNIT_PLAN);
  } else {
    path_requests_cancel(crowd, u);
    u->flags &= (uint16_t)~UNIT_HAS_PATH; // at most to the goal of the last order
    orders_fail(crowd, u);
  }
}

static bool external_path_is_on_grid(const astar_grid *grid, const astar_point *points,
                                     size_t count) {
  if (points == NULL || count == 0 || count > MEMORY_MAX_ELEMENTS) return false;
  for (size_t i = 0; i < count; i++) {
    if (!grid_contains(grid, points[i].x, points[i].y)) return false;
  }
  return true;
}

// A path, or that there is none: both count on the map as it is.
static astar_status external_path_answer(astar_crowd *crowd, crowd_unit *u,
                                         astar_status found, const astar_point *points,
                                         uint32_t count) {
  astar_status status = unit_rules_update(crowd);
  if (status != ASTAR_OK) return status;
  if (!event_queue_reserve(crowd, 1)) return ASTAR_NO_MEMORY; // for the end of the order
  if (found == ASTAR_OK) return external_path_adopt(crowd, u, points, count);
  external_path_fail(crowd, u);
  return ASTAR_OK;
}

astar_status astar_crowd_give_path(astar_crowd *crowd, uint32_t unit, uint64_t number,
                                   astar_status found, const astar_point *points,
                                   size_t count) {
  if (LIVE(crowd) == NULL) return ASTAR_INVALID;
  if (found == ASTAR_OK && !external_path_is_on_grid(crowd->grid, points, count)) {
    return ASTAR_INVALID;
  }
  crowd_unit *u = external_path_unit(crowd, unit, number);
  if (u == NULL) return ASTAR_CANCELLED;
  switch (found) {
  case ASTAR_OK:
  case ASTAR_UNREACHABLE:
  case ASTAR_GOAL_BLOCKED:
  case ASTAR_OUT_OF_BOUNDS:
    return external_path_answer(crowd, u, found, points, (uint32_t)count);
  case ASTAR_QUEUE_FULL: path_requests_return_external(crowd, u); break;
  default: external_path_ask_again(crowd, u, UNIT_PLAN);
  }
  return ASTAR_OK;
}
