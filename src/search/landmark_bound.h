// The landmark bound: a lower bound of the cost to one goal, from the costs to and from
// some tiles, the landmarks (index/landmarks).
//
// A. V. Goldberg and C. Harrelson, "Computing the shortest path: A* search meets graph
// theory", 2005 (ALT: A*, landmarks, triangle inequality). For a landmark L, a tile u and
// a goal t:
//
//      u ---------> t        cost(u, t) >= cost(u, L) - cost(t, L)
//       \         /          cost(u, t) >= cost(L, t) - cost(L, u)
//        `-> L <-'
//
// Each tile has LANDMARK_VALUES values: the costs to the landmarks, and the costs from
// them subtracted from the greatest value. So both inequalities have one form: the value
// of u minus the value of t. The bound is the greatest of these differences.
//
// Values are whole numbers of a unit, rounded down. A difference of two values may be
// less than one unit too high, so 1 is subtracted. The bound then is admissible. It is
// consistent up to one unit only: searches that read it must be able to expand a tile
// again.
//
// A path may also lead over tiles that became cheaper since the values were computed. It
// then reaches the area around such tiles first. So there are several targets: the goal,
// and such areas, each with a lower bound of the cost that is left from there. The bound
// is the least one of all targets.
#ifndef ASTAR_LANDMARK_BOUND_H
#define ASTAR_LANDMARK_BOUND_H

#include <stddef.h>
#include <stdint.h>

#include "base/bits.h"

enum {
  LANDMARK_COUNT = 8,
  LANDMARK_VALUES = 2 * LANDMARK_COUNT, ///< per tile
  LANDMARK_MAX_VALUE = INT16_MAX,       ///< a difference of two values has 16 bits
  LANDMARK_AREAS = 8                    ///< areas that a bound can hold besides the goal
};

/// The goal, or an area of tiles that a path may lead over.
typedef struct landmark_target {
  int16_t most[LANDMARK_VALUES]; ///< the greatest values of its tiles
  int32_t rest; ///< lower bound of the cost from the area to the goal [units]
} landmark_target;

/// The bound of one query. It owns nothing.
typedef struct landmark_bound {
  const int16_t *values; ///< LANDMARK_VALUES per cell [0..LANDMARK_MAX_VALUE]
  double unit;           ///< the cost of one unit
  int count;             ///< of `targets` [0..1 + LANDMARK_AREAS]
  landmark_target targets[1 + LANDMARK_AREAS];
} landmark_bound;

/// The lower bound of the cost from a tile with these values to a target with values of
/// at most `most` [units]. O(1).
int32_t landmark_difference(const int16_t *values, const int16_t *most);

/// Prefetches the values of a cell.
static inline void landmark_bound_prefetch(const landmark_bound *b, uint32_t cell) {
  BITS_PREFETCH(b->values + (size_t)cell * LANDMARK_VALUES);
}

/// The bound of a cell. There must be a target. O(targets).
double landmark_bound_at(const landmark_bound *b, uint32_t cell);

#endif
