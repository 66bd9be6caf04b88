// Rank: which of two units goes first. The lower rank goes first.
//
//     priority of the unit, inverted | returns home (1) or has an order (0) | serial
//     number
//                  16 bits           |                 1 bit                |    47 bits
//
// Serial numbers count up: the unit with the older order goes first. A unit that yields
// gets a new number. A unit that was refused a step goes after all with an order.
#ifndef ASTAR_RANK_H
#define ASTAR_RANK_H

#include "crowd/state.h"

#define RANK_IDLE (UINT64_C(1) << 47)

static inline uint64_t rank_new(astar_crowd *crowd, const crowd_unit *u, bool is_idle) {
  uint64_t priority = (uint64_t)(ASTAR_MAX_PRIORITY - u->priority);
  return priority << 48 | (is_idle ? RANK_IDLE : 0) | crowd->serial++;
}

/// Whether the unit goes after all units of its priority that have an order.
static inline bool rank_is_idle(uint64_t rank) { return (rank & RANK_IDLE) != 0; }

/// Whether a rank was made in this update.
static inline bool rank_is_fresh(const astar_crowd *crowd, uint64_t rank) {
  return (rank & (RANK_IDLE - 1)) >= crowd->fresh;
}

/// The rank that counts now.
static inline uint64_t rank_now(const crowd_unit *u) {
  return unit_is_refused(u) ? u->rank | RANK_IDLE : u->rank;
}

/// The same rank under another priority.
static inline uint64_t rank_with_priority(uint64_t rank, int priority) {
  return (uint64_t)(ASTAR_MAX_PRIORITY - priority) << 48 | (rank & (2 * RANK_IDLE - 1));
}

#endif
