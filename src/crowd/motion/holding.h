// Holding: which tiles the units of a crowd hold, and which units are in the way of a
// step.
//
// Invariants, between any two calls:
// - a unit is the holder of all tiles of its footprint at (x, y), unless a unit that
//   followed it in a ring has arrived in the same slice;
// - a unit that steps is the one that enters all tiles of its footprint at (to_x, to_y)
//   that it does not hold;
// - no other tile names it.
#ifndef ASTAR_HOLDING_H
#define ASTAR_HOLDING_H

#include "crowd/state.h"

/// The greatest number of units that one unit asks to step aside for one step.
enum { HOLDING_MAX_BLOCKERS = 8 };

/// What is on the tiles that a step would enter.
typedef struct holding_blockers {
  bool is_entered; ///< another unit steps to one of the tiles
  int count;       ///< units that hold one; HOLDING_MAX_BLOCKERS + 1: too many
  uint32_t slots[HOLDING_MAX_BLOCKERS];
} holding_blockers;

/// Whether a unit of a size could stand at (x, y), on the grid, without other units.
/// `slot`: the unit itself, or 0.
bool holding_is_free(const astar_crowd *crowd, int size, int x, int y, uint32_t slot);

/// A unit takes and leaves the tiles where it stands.
void holding_stand(astar_crowd *crowd, const crowd_unit *u);
void holding_leave(astar_crowd *crowd, const crowd_unit *u);

/// Which units are in the way of a step of `u` to (x, y).
void holding_find_blockers(const astar_crowd *crowd, const crowd_unit *u, int x, int y,
                           holding_blockers *blockers);

/// Marks the tiles that a step of `slot` to (x, y) enters, for `by`: the slot, or 0.
void holding_enter(astar_crowd *crowd, const crowd_unit *u, int x, int y, uint32_t by);

/// The step of a unit to (to_x, to_y) ends: it leaves the tiles that it covers no more.
void holding_arrive(astar_crowd *crowd, const crowd_unit *u);

/// Whether another unit of size 1 steps diagonally across the block of 2 x 2 tiles of the
/// diagonal step from (x, y) to (to_x, to_y).
bool holding_is_crossed(const astar_crowd *crowd, int x, int y, int to_x, int to_y);

#endif
