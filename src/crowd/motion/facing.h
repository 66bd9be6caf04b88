// Facing: the direction of a unit, which turns to that of its last step.
//
// `facing` of a unit is the angle that it turns to. With a turn rate, it turns there the
// short way, from the angle `facing_from` that it had at the time `facing_since`. So
// nothing has to be done while it turns.
#ifndef ASTAR_FACING_H
#define ASTAR_FACING_H

#include "crowd/state.h"

static inline bool facing_is_rate(double rate) { return rate > 0; } // false for NaN

/// The angle of a unit now [radians].
double facing_now(const astar_crowd *crowd, const crowd_unit *u);

/// Lets a unit turn to an angle.
void facing_turn_to(const astar_crowd *crowd, crowd_unit *u, double angle);

/// Sets the turn rate of a unit [radians per second].
void facing_set_rate(const astar_crowd *crowd, crowd_unit *u, double rate);

#endif
