// One update of a crowd. Each slice of time:
//
//   1. All units that step move on; those whose step ends arrive.
//   2. Arrivals end orders, or ask for a repair of the path.
//   3. Paths are searched within the budget, once per update.
//   4. A rescue moves units that are stuck: crowd/rescue/rescue.
//   5. Units that arrived, units next to tiles that got free, and units that waited long
//      enough decide, in the order of their rank. Units next to tiles that are being left
//      then decide in the same slice.
//
// A slice is so short that no unit moves farther than half a tile. So all that a unit can
// do in it is to arrive once and to begin one step.

#include "crowd/event_queue.h"
#include "crowd/groups/group.h"
#include "crowd/orders/orders.h"
#include "crowd/orders/planner.h"
#include "crowd/motion/rank.h"
#include "crowd/rescue/rescue.h"
#include "crowd/motion/right_of_way.h"
#include "crowd/orders/shared_field.h"
#include "crowd/motion/steps.h"
#include "crowd/unit_rules.h"

#include <stdlib.h>

// The events of one slice: a step, a question, an enemy in the way, the ends of an order
// and of the next one.
enum { UPDATE_EVENTS = 5 };

// A unit with a new order waits for its path.
static bool update_can_decide(const crowd_unit *u) {
  bool waits_for_path = u->request >= UNIT_PLAN && (u->flags & UNIT_HAS_PATH) == 0 &&
                        u->order != UNIT_NO_ORDER;
  return u->number != 0 && unit_stands(u) && (u->flags & UNIT_ACTIVE) != 0 &&
         (u->flags & UNIT_RESCUED) == 0 && !unit_is_paused(u) && !waits_for_path;
}

// ---------------------------------------------------------------------------- one slice

// Looks at the orders of all units, and lists those that waited long enough.
static void update_watch(astar_crowd *crowd) {
  for (uint32_t slot = 1; slot < crowd->slot_count; slot++) {
    crowd_unit *u = &crowd->units[slot];
    if (u->number == 0) continue;
    if (u->order != UNIT_NO_ORDER || (u->flags & UNIT_ACTIVE)) orders_watch(crowd, u);
    if (update_can_decide(u) && u->decides_at <= crowd->now) crowd_enlist(crowd, slot);
  }
}

static void update_after_steps(astar_crowd *crowd) {
  for (uint32_t i = 0; i < crowd->arrived.count; i++) {
    uint32_t slot = crowd->arrived.slots[i];
    crowd_unit *u = &crowd->units[slot];
    orders_after_step(crowd, u);
    bool waits = rank_is_idle(u->rank) && u->decides_at > crowd->now;
    if (update_can_decide(u) && !waits) crowd_enlist(crowd, slot);
  }
  for (uint32_t i = 0; i < crowd->arrived.count; i++) {
    const crowd_unit *u = &crowd->units[crowd->arrived.slots[i]];
    orders_wake_around(crowd, u, u->left);
    orders_wake_around(crowd, u, u->at);
  }
}

// Sorts by rank. Ranks are unique, so the order does not depend on the algorithm.
static void update_sort(astar_crowd *crowd) {
  slot_list *list = &crowd->deciding;
  for (uint32_t gap = list->count / 2; gap > 0; gap /= 2) { // Shell's sort
    for (uint32_t i = gap; i < list->count; i++) {
      uint32_t slot = list->slots[i], k = i;
      uint64_t rank = rank_now(&crowd->units[slot]);
      for (; k >= gap && rank_now(&crowd->units[list->slots[k - gap]]) > rank; k -= gap)
        list->slots[k] = list->slots[k - gap];
      list->slots[k] = slot;
    }
  }
}

static void update_decide(astar_crowd *crowd) {
  for (int round = 0; crowd->deciding.count > 0 && round < UPDATE_ROUNDS; round++) {
    update_sort(crowd);
    crowd->started.count = 0;
    for (uint32_t i = 0; i < crowd->deciding.count; i++) {
      uint32_t slot = crowd->deciding.slots[i];
      if (update_can_decide(&crowd->units[slot])) right_of_way_decide(crowd, slot);
    }
    crowd->deciding.count = 0;
    crowd->list_number++;
    for (uint32_t i = 0; i < crowd->started.count; i++) {
      const crowd_unit *u = &crowd->units[crowd->started.slots[i]];
      orders_wake_around(crowd, u, u->at);
    }
  }
}

static astar_status update_slice(astar_crowd *crowd, double dt, bool is_first) {
  if (!event_queue_reserve(crowd, UPDATE_EVENTS * (crowd->unit_count + 1)))
    return ASTAR_NO_MEMORY;
  crowd->now += dt;
  crowd->list_number++;
  crowd->deciding.count = 0;
  steps_advance(crowd, dt);
  update_after_steps(crowd);
  update_watch(crowd);
  astar_status status = is_first ? planner_run(crowd) : ASTAR_OK;
  if (status == ASTAR_OK) status = rescue_run(crowd, is_first);
  group_measure_all(crowd);
  update_decide(crowd);
  return status;
}

// ----------------------------------------------------------------------------- update

static astar_status update_map(astar_crowd *crowd) {
  uint64_t stamp = crowd_stamp(crowd);
  if (crowd->revision == crowd->grid->revision && crowd->stamp == stamp &&
      crowd->edits == 0)
    return ASTAR_OK;
  astar_status status = unit_rules_update(crowd);
  if (status != ASTAR_OK) return status;
  status = shared_field_update_all(crowd);
  if (status != ASTAR_OK) return status;
  planner_distrust_paths(crowd, crowd_is_better(crowd));
  crowd->revision = crowd->grid->revision;
  crowd->stamp = stamp;
  crowd->edits = 0;
  crowd->is_better = false;
  return ASTAR_OK;
}

static double update_max_speed(astar_crowd *crowd) {
  if (crowd->max_speed > 0) return crowd->max_speed;
  for (uint32_t slot = 1; slot < crowd->slot_count; slot++) {
    const crowd_unit *u = &crowd->units[slot];
    if (u->number != 0 && u->speed > crowd->max_speed) crowd->max_speed = u->speed;
  }
  return crowd->max_speed;
}

astar_status astar_crowd_update(astar_crowd *crowd, double dt) {
  if (LIVE(crowd) == NULL || !(dt >= 0)) return ASTAR_INVALID;
  if (crowd->grid->busy > 0) return ASTAR_BUSY;
  if (dt > ASTAR_MAX_UPDATE) dt = ASTAR_MAX_UPDATE;
  astar_status status = update_map(crowd);
  if (status != ASTAR_OK) return status;
  crowd->spent = 0;
  crowd->fresh = crowd->serial;
  int slices = 1 + (int)(dt * update_max_speed(crowd) / STEPS_HEAD_START);
  for (int i = 0; i < slices && status == ASTAR_OK; i++)
    status = update_slice(crowd, dt / slices, i == 0);
  return status;
}
