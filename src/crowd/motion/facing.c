// The direction of a unit: see facing.h.

#include "crowd/motion/facing.h"

// A turn around [radians].
#define FACING_TURN 6.283185307179586

// The same angle, from -1/2 to 1/2 turns.
static double facing_wrap(double angle) {
  return angle - FACING_TURN * floor(angle / FACING_TURN + 0.5);
}

// Without a turn rate `turned` is infinite, or not a number: all comparisons with it are
// false.
double facing_now(const astar_crowd *crowd, const crowd_unit *u) {
  double turned = u->turn_rate * (crowd->now - u->facing_since);
  double angle = facing_wrap(u->facing - u->facing_from);
  if (angle > turned) return facing_wrap(u->facing_from + turned);
  if (-angle > turned) return facing_wrap(u->facing_from - turned);
  return u->facing;
}

void facing_turn_to(const astar_crowd *crowd, crowd_unit *u, double angle) {
  u->facing_from = facing_now(crowd, u);
  u->facing_since = crowd->now;
  u->facing = angle;
}

void facing_set_rate(const astar_crowd *crowd, crowd_unit *u, double rate) {
  facing_turn_to(crowd, u, u->facing);
  u->turn_rate = rate;
}
