// Curves: where units of a smooth crowd are drawn.
//
// A unit decides in the middle of a tile where it goes on, so a curve around a corner can
// only begin there. The drawn point is therefore half a step behind: during a step from A
// to B it goes from the middle M of the last step to the middle N of this one, around A.
//
//      +-------+-------+
//      |       |       |     The path of the unit: from P to A, then from A to B.
//      |   P   M . A   |     The drawn point: from M to N, along a curve inside of the
//      |       |  .|   |     tile A.
//      +-------+---N---+
//              |   B   |
//
// With the vectors d = M - A and h = N - A, and with the progress p of the step:
//
//     point = A + (1 - p)^2 (1 + 2 (1 - k) p) d + p^2 h           k = 1 at a steady rate
//
// For k = 1 this is the quadratic Bezier curve from M to N with the control point A: its
// speed at both ends is that of the unit. When steps differ in their rate (a diagonal
// step, a slower leader), k is the rate of the last step divided by that of this one, at
// most 3/2: then the speed is continuous, and the curve is a cubic Bezier curve with
// control points on the same two lines. Both weights are at least 0, and their sum is at
// most 1. So the point lies in the triangle M, A, N, which lies in the tile A.
//
// A unit that does not go on comes to rest in the middle of its tile B, in the time of
// two steps. With the time t since it arrived, in steps:
//
//     point = B + (1 - t/2)^4 d                                   now with d = N - B
//
// The exponent makes the speed continuous when the unit arrives. When the unit goes on
// meanwhile, the next curve begins where the point is, at the speed that it has: k is
// then 1 / (1 - t/2) times as great.
//
// A link, or a step to a tile that is not adjacent, is drawn along straight lines, by way
// of A and to B, without delay.
//
// On hexes, vectors are those of a plane where rows (or columns) are 1 apart, and every
// other one is shifted by half a tile: x and y there are offset coordinates, plus a shift
// that grows evenly from one row to the next.
#ifndef ASTAR_CURVE_H
#define ASTAR_CURVE_H

#include "crowd/state.h"

/// A greater rate counts as this one [1/s].
#define CURVE_MAX_RATE 1e12

/// The unit of a slot stands in the middle of its tile, without a past.
void curve_reset(astar_crowd *crowd, const crowd_unit *u);

/// A step of a unit has begun: its rate is known.
void curve_begin(astar_crowd *crowd, const crowd_unit *u);

/// The rate of a step was set before time passed.
void curve_set_rate(const astar_crowd *crowd, const crowd_unit *u);

/// A step of a unit ends; `spare`: the time since then [s]. The unit is still at the tile
/// where the step began.
void curve_arrive(astar_crowd *crowd, const crowd_unit *u, double spare);

/// Where to draw a unit [tiles, offset coordinates].
void curve_point(const astar_crowd *crowd, const crowd_unit *u, double *x, double *y);

#endif
