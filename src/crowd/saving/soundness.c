// Whether units that were read from bytes could be those of a crowd: see soundness.h.
//
// Method: the invariants of crowd/motion/holding and crowd/motion/steps, one by one. At
// most one unit stands on a tile or leaves it, and at most one enters it. One that enters
// a tile that another one leaves goes in a direction not towards it, has made no more
// progress, and moves after it; or both step in a ring, with the same progress at the
// same rate. No two diagonal steps cross.

#include "crowd/saving/soundness.h"
#include "crowd/motion/holding.h"
#include "crowd/motion/steps.h"
#include "map/footprint.h"

static bool soundness_stand(astar_crowd *crowd, const crowd_unit *u) {
  if (!holding_is_free(crowd, u->size, u->at.x, u->at.y, 0)) return false;
  holding_stand(crowd, u);
  return true;
}

// Whether no unit but `u` enters a tile that `u` enters.
static bool soundness_can_enter(const astar_crowd *crowd, const crowd_unit *u) {
  for (footprint f = footprint_at(crowd->grid, u->size, u->to.x, u->to.y);
       footprint_next(&f);)
    if (crowd->occupancy.tiles[f.cell].entering != 0) return false;
  return true;
}

// Whether `u` may enter a tile that `leader` leaves. `listed` is the place in `moving`.
static bool soundness_follows(const astar_crowd *crowd, const crowd_unit *u,
                              const crowd_unit *leader, int x, int y) {
  if (unit_stands(leader) || unit_covers(leader, leader->to.x, leader->to.y, x, y) ||
      !steps_can_follow(crowd, u, u->to.x, u->to.y, u->move, leader))
    return false;
  if ((u->flags & UNIT_ROTATES) == 0)
    return u->progress <= leader->progress && u->listed > leader->listed;
  bool is_behind = u->progress > leader->progress, is_faster = u->rate > leader->rate;
  bool is_ahead = u->progress < leader->progress, is_slower = u->rate < leader->rate;
  return (leader->flags & UNIT_ROTATES) != 0 && !is_behind && !is_ahead && !is_faster &&
         !is_slower;
}

static bool soundness_is_step(const astar_crowd *crowd, const crowd_unit *u) {
  for (footprint f = footprint_at(crowd->grid, u->size, u->to.x, u->to.y);
       footprint_next(&f);) {
    uint32_t holder = crowd->occupancy.tiles[f.cell].holder;
    const crowd_unit *leader = &crowd->units[holder];
    if (holder == 0 || leader == u) continue;
    if (!soundness_follows(crowd, u, leader, f.x, f.y)) return false;
  }
  bool is_diagonal = crowd->grid->layout == ASTAR_SQUARE && u->move != UNIT_LINK &&
                     u->size == 1 && u->at.x != u->to.x && u->at.y != u->to.y;
  return !is_diagonal || !holding_is_crossed(crowd, u->at.x, u->at.y, u->to.x, u->to.y);
}

bool soundness_hold_tiles(astar_crowd *crowd) {
  const slot_list *moving = &crowd->moving;
  bool is_sound = true;
  for (uint32_t slot = 1; slot < crowd->slot_count && is_sound; slot++) {
    const crowd_unit *u = &crowd->units[slot];
    if (u->number != 0) is_sound = soundness_stand(crowd, u);
  }
  for (uint32_t i = 0; i < moving->count && is_sound; i++) {
    crowd_unit *u = &crowd->units[moving->slots[i]];
    u->listed = i;
    is_sound = soundness_can_enter(crowd, u);
    holding_enter(crowd, u, u->to.x, u->to.y, moving->slots[i]);
  }
  for (uint32_t i = 0; i < moving->count && is_sound; i++)
    is_sound = soundness_is_step(crowd, &crowd->units[moving->slots[i]]);
  for (uint32_t i = 0; i < moving->count; i++) crowd->units[moving->slots[i]].listed = 0;
  return is_sound;
}
