// The curves along which units of a smooth crowd are drawn: see curve.h.
//
// A curve has a state for what came before the step, one per slot. All else follows from
// the unit. It is a function of the progress and not of the time: so a step may change
// its rate.

#include "crowd/motion/curve.h"

#include <math.h>

// -------------------------------------------------------------------------------- plane

// By how much the row (or column) `line` is shifted, also between two of them.
static double curve_shift(double line, bool is_even) {
  double from_even = fabs(line - 2 * floor(line / 2 + 0.5)); // 0 on even rows, 1 on odd
  return (is_even ? 1 - from_even : from_even) / 2;
}

// Adds the shift of a point, times `sign`: leads to the plane, or back.
static void curve_add_shift(astar_layout layout, double sign, double *x, double *y) {
  switch (layout) {
  case ASTAR_ODD_R:
  case ASTAR_EVEN_R: *x += sign * curve_shift(*y, layout == ASTAR_EVEN_R); break;
  case ASTAR_ODD_Q:
  case ASTAR_EVEN_Q: *y += sign * curve_shift(*x, layout == ASTAR_EVEN_Q); break;
  case ASTAR_SQUARE: break;
  }
}

// The step of a unit, in the plane.
static void curve_step(const astar_crowd *crowd, const crowd_unit *u, double *dx,
                       double *dy) {
  double x = u->at.x, y = u->at.y;
  *dx = u->to.x;
  *dy = u->to.y;
  curve_add_shift(crowd->grid->layout, 1, &x, &y);
  curve_add_shift(crowd->grid->layout, 1, dx, dy);
  *dx -= x;
  *dy -= y;
}

// Whether a step is drawn along straight lines. In the plane, an adjacent tile is at most
// 1 away in x and y.
static bool curve_is_straight(const crowd_unit *u, double dx, double dy) {
  return u->move == UNIT_LINK || fabs(dx) > 1 || fabs(dy) > 1;
}

// -------------------------------------------------------------------------------- curve

// How much of its time to come to rest a unit that stands has left [0..1]. Right after
// the last step, a step that follows a leader can seem to have begun before.
static double curve_time_left(const unit_curve *c, double now) {
  if (now <= c->since) return 1;
  double left = 1 - (now - c->since) * c->rate / CURVE_REST;
  return left > 0 ? left : 0;
}

static double curve_way_left(double time_left) {
  return time_left * time_left * time_left * time_left;
}

static double curve_limit_rate(double rate) {
  return rate < CURVE_MAX_RATE ? rate : CURVE_MAX_RATE; // also for NaN
}

// A ratio that is not a number: both rates are 0, or both infinite.
static double curve_ratio(const unit_curve *c, double rate) {
  double ratio = c->rate / rate;
  return ratio >= 0 ? fmin(ratio, CURVE_MAX_RATIO) : 1;
}

void curve_reset(astar_crowd *crowd, const crowd_unit *u) {
  if (crowd->curves == NULL) return;
  crowd->curves[crowd_slot_of(crowd, u)] = (unit_curve){.since = crowd->now};
}

void curve_begin(astar_crowd *crowd, const crowd_unit *u) {
  if (crowd->curves == NULL) return;
  unit_curve *c = &crowd->curves[crowd_slot_of(crowd, u)];
  double left = curve_time_left(c, crowd->now - u->progress / u->rate);
  c->dx *= curve_way_left(left);
  c->dy *= curve_way_left(left);
  c->rate = curve_limit_rate(c->rate / left);
  c->ratio = curve_ratio(c, u->rate);
}

void curve_set_rate(const astar_crowd *crowd, const crowd_unit *u) {
  if (crowd->curves == NULL) return;
  unit_curve *c = &crowd->curves[crowd_slot_of(crowd, u)];
  c->ratio = curve_ratio(c, u->rate);
}

void curve_arrive(astar_crowd *crowd, const crowd_unit *u, double spare) {
  if (crowd->curves == NULL) return;
  double dx, dy;
  curve_step(crowd, u, &dx, &dy);
  double behind = curve_is_straight(u, dx, dy) ? 0 : -0.5;
  crowd->curves[crowd_slot_of(crowd, u)] = (unit_curve){.dx = behind * dx,
                                                        .dy = behind * dy,
                                                        .rate = curve_limit_rate(u->rate),
                                                        .since = crowd->now - spare};
}

// The point of a straight step, from the middle of the tile: first the rest of the last
// curve, then the step, at an even speed.
static void curve_straight(const unit_curve *c, double progress, double *x, double *y) {
  double before = sqrt(c->dx * c->dx + c->dy * c->dy), after = sqrt(*x * *x + *y * *y);
  double way = progress * (before + after) - before;
  *x *= way < 0 ? 0 : way / after;
  *y *= way < 0 ? 0 : way / after;
  if (way >= 0) return;
  *x -= c->dx * way / before;
  *y -= c->dy * way / before;
}

// The point during a step, from the middle of the tile; x and y contain the step.
static void curve_round(const unit_curve *c, double progress, double *x, double *y) {
  double left = 1 - progress;
  double before = left * left * (1 + 2 * (1 - c->ratio) * progress);
  double after = progress * progress / 2;
  *x = before * c->dx + after * *x;
  *y = before * c->dy + after * *y;
}

void curve_point(const astar_crowd *crowd, const crowd_unit *u, double *x, double *y) {
  const unit_curve *c = &crowd->curves[crowd_slot_of(crowd, u)];
  double tile_x = u->at.x, tile_y = u->at.y, dx, dy;
  curve_step(crowd, u, &dx, &dy);
  if (unit_stands(u)) {
    double left = curve_way_left(curve_time_left(c, crowd->now));
    dx = left * c->dx;
    dy = left * c->dy;
  } else if (curve_is_straight(u, dx, dy)) {
    curve_straight(c, u->progress, &dx, &dy);
  } else {
    curve_round(c, u->progress, &dx, &dy);
  }
  curve_add_shift(crowd->grid->layout, 1, &tile_x, &tile_y);
  *x = tile_x + dx;
  *y = tile_y + dy;
  curve_add_shift(crowd->grid->layout, -1, x, y);
}
