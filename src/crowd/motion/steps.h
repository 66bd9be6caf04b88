// Steps: how units begin a step, move on and arrive.
//
// A step that begins is finished. Its rate is fixed when it begins: that of the unit, or
// less when it follows another unit into a tile which that one leaves. Then it is so slow
// that it arrives after the leader, and at no moment its progress exceeds the leader's.
// The program may set the rate of a step: then units behind keep their own rates, so that
// they do not stand when their leader goes on; the second rule still holds.
//
// When a step ends inside of a slice, some time of the slice is left. It counts for a
// step that begins at the same simulated time, in this update or in one that takes 0 s.
//
// Two units of size 1 keep 0.7 tiles between their centers: let the leader leave a tile
// in direction u, the follower enter it in direction v, with progress q <= p and both of
// length 1. Their distance is |p u + (1 - q) v|. For u . v >= 0 it is at least
// sqrt(p^2 + (1 - q)^2) >= sqrt(p^2 + (1 - p)^2) >= sqrt(1/2). So a unit may follow when
// u . v >= 0. Larger units follow in the same direction only.
#ifndef ASTAR_STEPS_H
#define ASTAR_STEPS_H

#include "crowd/motion/holding.h"

/// Whether a step of `u` to (x, y) may enter tiles that another unit leaves.
bool steps_can_follow(const astar_crowd *crowd, const crowd_unit *u, int x, int y,
                      int move, const crowd_unit *leader);

/// Whether the steps that two units take in a ring do not oppose each other: the step of
/// `u` to (x, y), and the step from (x, y) to (next_x, next_y).
bool steps_can_rotate(const astar_crowd *crowd, const crowd_unit *u, int x, int y,
                      int next_x, int next_y);

/// Computes the direction of the step of a unit.
void steps_set_direction(const astar_crowd *crowd, crowd_unit *u);

/// The rate of a step at the speed of the unit [1/s].
double steps_rate(const astar_crowd *crowd, const crowd_unit *u, int x, int y, int move);

/// Begins a step to (x, y). The tiles are free, or are left by units that `u` may follow.
/// `rate`: the rate of a ring [1/s], or 0. There must be room in `moving` and `started`.
void steps_begin(astar_crowd *crowd, crowd_unit *u, int x, int y, int move, double rate);

/// Sets how long the step that a unit makes takes as a whole [s]. The time that it took
/// counts, if none has passed since it began; otherwise the part that is done stays.
/// False: the unit stands, or steps in a ring.
bool steps_set_time(const astar_crowd *crowd, crowd_unit *u, double seconds);

/// Moves all units that step, for a time in which none makes more than one step [s].
/// Fills `arrived`.
void steps_advance(astar_crowd *crowd, double dt);

#endif
