// Permissions: see permission.h.

#include "crowd/motion/permission.h"
#include "crowd/event_queue.h"
#include "crowd/motion/rank.h"

#include <math.h>

// The longest delay [s]: times stay finite.
#define PERMISSION_MAX_DELAY 1e9

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

bool permission_is_refused(const astar_crowd *crowd, const crowd_unit *u, bool is_pushed,
                           int x, int y) {
  const struct unit_permission *p = &u->permission;
  if (permission_has(crowd, u, x, y)) return false;
  if (p->bits & PERMISSION_REFUSED) {
    bool is_tile = unit_tile_is(p->refused[0], x, y) || unit_tile_is(p->refused[1], x, y);
    double until = p->refused_until + (is_pushed ? PERMISSION_ANSWER : 0);
    if (crowd->now < until && (is_tile || !is_pushed)) return true;
  }
  if ((p->bits & PERMISSION_ASKED) == 0) return false;
  if (permission_waits_for(u, x, y)) return crowd->now - p->since > PERMISSION_ANSWER;
  return p->since >= crowd->now; // so the events of a slice have room
}

bool permission_ask(astar_crowd *crowd, crowd_unit *u, int x, int y, uint32_t decider) {
  struct unit_permission *p = &u->permission;
  if (permission_has(crowd, u, x, y)) return true;
  if (permission_waits_for(u, x, y)) return false;
  bool is_pushed = decider != crowd_slot_of(crowd, u);
  if (permission_is_refused(crowd, u, is_pushed, x, y)) return false;
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
  permission_withdraw(u);
  permission_end_refusal(u);
}

void permission_end_refusal(crowd_unit *u) {
  u->permission.bits &= (uint8_t) ~(PERMISSION_REFUSED | PERMISSION_PUSHED);
}

void permission_use(crowd_unit *u) {
  permission_withdraw(u);
  u->permission.bits &= (uint8_t)~PERMISSION_GIVEN;
}

void permission_step(const astar_crowd *crowd, crowd_unit *u, const crowd_unit *pusher) {
  struct unit_permission *p = &u->permission;
  if (!unit_is_refused(u)) return;
  if (pusher != NULL) {
    p->bits |= PERMISSION_PUSHED;
    p->pusher = pusher->number;
  } else if (p->refused_until > crowd->now) {
    p->refused_until = crowd->now; // a permission ends a delay
  }
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
  bool ends = (p->bits & PERMISSION_REFUSED) && p->refused_until > crowd->now &&
              p->refused_until < time;
  return ends ? p->refused_until : time;
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
  permission_withdraw(u);
  crowd->units[p->decider].decides_at = crowd->now; // perhaps a unit that pushes this one
  return ASTAR_OK;
}

void permission_delay(astar_crowd *crowd, crowd_unit *u, double seconds,
                      bool is_patient) {
  struct unit_permission *p = &u->permission;
  bool ends = seconds < PERMISSION_MAX_DELAY, has_asked = p->bits & PERMISSION_ASKED;
  bool is_pushed = unit_is_refused(u) && has_asked &&
                   !unit_tile_is(p->refused[0], p->asked.x, p->asked.y);
  double until = crowd->now + (ends ? seconds : PERMISSION_MAX_DELAY);
  if (!(until > crowd->now)) until = nextafter(crowd->now, HUGE_VAL);
  // A delay and its excuse go on when the unit is refused another tile, too.
  bool is_excused = is_pushed && (p->bits & PERMISSION_EXCUSED);
  double excused = is_excused ? p->excused_until : 0;
  if (ends && is_patient) excused = fmax(excused, until + PERMISSION_ANSWER);
  p->bits &= PERMISSION_ASKS | PERMISSION_PUSHED;
  p->bits |= PERMISSION_REFUSED;
  if (is_excused || (ends && is_patient)) p->bits |= PERMISSION_EXCUSED;
  p->refused_until = is_pushed ? fmax(until, p->refused_until) : until;
  p->refused[1] = has_asked ? p->asked : u->to;
  if (!is_pushed) p->refused[0] = p->refused[1];
  p->excused_until = excused;
  u->decides_at = permission_decides_at(crowd, u, u->decides_at);
}
