// Permissions: see permission.h.

#include "crowd/motion/permission.h"
#include "crowd/event_queue.h"
#include "crowd/motion/rank.h"

#include <math.h>

// How long a permission holds [s].
#define PERMISSION_TIME 1.0

// The longest delay [s]: times stay finite.
#define PERMISSION_MAX_DELAY 1e9

// How long the program takes to answer at most [s]: then a unit that pushes the one that
// asks tries other tiles.
#define PERMISSION_ANSWER 1.0

// Whether a unit may step to (x, y), as far as the program permits. Units that do not
// ask always may.
static bool permission_has(const astar_crowd *crowd, const crowd_unit *u, int x, int y) {
  const struct unit_permission *p = &u->permission;
  if (!unit_asks(u)) return true;
  return (p->bits & PERMISSION_GIVEN) && unit_tile_is(p->tile, x, y) &&
         crowd->now <= p->until;
}

static bool permission_waits_for(const crowd_unit *u, int x, int y) {
  const struct unit_permission *p = &u->permission;
  return (p->bits & PERMISSION_ASKED) && unit_tile_is(p->asked, x, y);
}

bool permission_is_refused(const astar_crowd *crowd, const crowd_unit *u, int x, int y) {
  const struct unit_permission *p = &u->permission;
  bool is_open = (p->bits & (PERMISSION_ASKED | PERMISSION_DELAYED)) != 0;
  if (!is_open || permission_has(crowd, u, x, y)) return false;
  if (p->bits & PERMISSION_DELAYED) return crowd->now < p->since;
  if (permission_waits_for(u, x, y)) return crowd->now - p->since > PERMISSION_ANSWER;
  return p->since >= crowd->now; // so the events of a slice have room
}

bool permission_ask(astar_crowd *crowd, crowd_unit *u, int x, int y, uint32_t decider) {
  struct unit_permission *p = &u->permission;
  if (permission_has(crowd, u, x, y)) return true;
  if (permission_waits_for(u, x, y)) return false;
  if (permission_is_refused(crowd, u, x, y)) return false;
  permission_forget(u);
  p->bits |= PERMISSION_ASKED;
  p->asked = unit_tile_at(x, y);
  p->decider = decider;
  p->since = crowd->now;
  event_queue_add(crowd, u, ASTAR_UNIT_ASKS, x, y);
  return false;
}

bool permission_concerns(const astar_crowd *crowd, const crowd_unit *u, int x, int y) {
  return unit_asks(u) &&
         (permission_has(crowd, u, x, y) || permission_waits_for(u, x, y));
}

void permission_withdraw(crowd_unit *u) {
  u->permission.bits &= (uint8_t)~PERMISSION_ASKED;
}

void permission_forget(crowd_unit *u) {
  u->permission.bits &= (uint8_t) ~(PERMISSION_ASKED | PERMISSION_DELAYED);
}

void permission_use(crowd_unit *u) {
  permission_forget(u);
  u->permission.bits &= (uint8_t)~PERMISSION_GIVEN;
}

// A delay that began when the patience had ended excuses nothing: so a unit that is
// delayed again and again does not wait for ever. After a delay the program has some time
// to answer.
bool permission_excuses(const astar_crowd *crowd, const crowd_unit *u) {
  const struct unit_permission *p = &u->permission;
  return (p->bits & PERMISSION_EXCUSED) && crowd->now <= p->excused_until;
}

double permission_decides_at(const astar_crowd *crowd, const crowd_unit *u, double time) {
  const struct unit_permission *p = &u->permission;
  bool ends = (p->bits & PERMISSION_DELAYED) && p->since > crowd->now && p->since < time;
  return ends ? p->since : time;
}

// ---------------------------------------------------------------- calls of the program

astar_status astar_crowd_set_asks(astar_crowd *crowd, uint32_t number, bool asks) {
  crowd_unit *u = crowd_find(LIVE(crowd), number);
  if (u == NULL) return ASTAR_INVALID;
  if (unit_asks(u) && !asks) {
    permission_forget(u);
    u->decides_at = crowd->now;
  }
  u->permission.bits &= (uint8_t)~PERMISSION_ASKS;
  if (asks) u->permission.bits |= PERMISSION_ASKS;
  return ASTAR_OK;
}

astar_status astar_crowd_permit(astar_crowd *crowd, uint32_t number, int x, int y) {
  crowd_unit *u = crowd_find(LIVE(crowd), number);
  if (u == NULL) return ASTAR_INVALID;
  if (!grid_contains(crowd->grid, x, y)) return ASTAR_OUT_OF_BOUNDS;
  struct unit_permission *p = &u->permission;
  p->bits |= PERMISSION_GIVEN;
  p->tile = unit_tile_at(x, y);
  p->until = crowd->now + PERMISSION_TIME;
  if (!rank_is_idle(u->rank)) u->decides_at = crowd->now;
  if (!permission_waits_for(u, x, y)) return ASTAR_OK;
  permission_forget(u);
  crowd->units[p->decider].decides_at = crowd->now; // perhaps a unit that pushes this one
  return ASTAR_OK;
}

void permission_delay(astar_crowd *crowd, crowd_unit *u, double seconds,
                      bool is_patient) {
  struct unit_permission *p = &u->permission;
  bool ends = seconds < PERMISSION_MAX_DELAY;
  p->bits = (uint8_t)((p->bits & PERMISSION_ASKS) | PERMISSION_DELAYED);
  p->since = crowd->now + (ends ? seconds : PERMISSION_MAX_DELAY);
  if (!(p->since > crowd->now)) p->since = nextafter(crowd->now, HUGE_VAL);
  if (ends && is_patient) p->bits |= PERMISSION_EXCUSED;
  p->excused_until = p->since + PERMISSION_ANSWER;
  u->decides_at = permission_decides_at(crowd, u, u->decides_at);
}
