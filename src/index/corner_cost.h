// Corner costs: what a path costs whose length is known in units.
//
// Distances are in units of the rules: integers whose ratio matches the costs of a
// straight and a diagonal step to a relative 1e-8 only. A cost is exact: the sum of the
// costs of the steps. See corner_cost.c for the method.
#ifndef ASTAR_CORNER_COST_H
#define ASTAR_CORNER_COST_H

#include <math.h>

#include "index/corner_boards.h"

typedef struct corner_cost {
  uint32_t divisor;  ///< greatest common divisor of the units of both kinds of steps
  uint32_t straight; ///< units of a straight and of a diagonal step, without the divisor
  uint32_t diagonal;
  uint32_t inverse; ///< of `diagonal` modulo `straight`
  uint32_t limit;   ///< below it, units without the divisor give the numbers of steps
  double step[2];   ///< the cost of a straight and of a diagonal step on the map
  double unit;      ///< the cost of a unit without the divisor; 0: units are not exact
} corner_cost;

/// Prepares the members that depend on the rules. O(units of a step).
void corner_cost_init(corner_cost *c, const corner_boards *b);

/// Brings the costs of the steps up to date with an up-to-date costmap. O(1).
void corner_cost_update(corner_cost *c, const costmap *map);

/// The cost of a path of so many units; NaN: only its steps determine it. O(1).
static inline double corner_cost_of(const corner_cost *c, uint32_t units) {
  if (c->divisor > 1) units /= c->divisor;
  if (c->unit > 0) return units * c->unit;
  if (units >= c->limit) return NAN;
  uint32_t diagonals = (uint32_t)((uint64_t)units * c->inverse % c->straight);
  uint32_t straights = (units - diagonals * c->diagonal) / c->straight;
  return straights * c->step[0] + diagonals * c->step[1];
}

#endif
