// Rescue: a search moves a clump of units that the right of way cannot bring on.
//
// A crowd has at most one rescue at a time. It begins when a unit with an order made no
// progress for RESCUE_AFTER seconds. The units around it, at most LACAM_MAX_AGENTS, are
// its *members*. They get UNIT_RESCUED: they decide nothing, and no unit pushes them. All
// other units stay in the way. The rescue goes through these states:
//
//     gathers -> measures -> searches -> moves -> over
//
// It ends early when a member is removed, placed, gets another order or other rules; when
// the map or another unit is in the way of the plan; when there is no plan. Then the
// members are left to the right of way, and to their patience.
//
// Work: the scan for units without progress takes O(units), each RESCUE_PERIOD. An update
// measures the costs of one member, or makes RESCUE_ATTEMPTS attempts of the search, or
// begins one step of the plan.
//
// A saved crowd has no rescue: the crowd that is read plans it anew.
#ifndef ASTAR_RESCUE_H
#define ASTAR_RESCUE_H

#include "crowd/rescue/window.h"

typedef enum rescue_state {
  RESCUE_OVER,     ///< there is none
  RESCUE_GATHERS,  ///< waits until all members stand
  RESCUE_MEASURES, ///< computes costs in the window, one member per update
  RESCUE_SEARCHES, ///< for a plan
  RESCUE_MOVES     ///< the members make the steps of the plan
} rescue_state;

/// A member as it was when the rescue began: what a new order, new rules or a removal
/// change.
typedef struct rescue_member {
  uint32_t slot, number;
  uint64_t rank;
  uint16_t rules;
  unit_tile at; ///< where it stands, or steps to
} rescue_member;

/// A configuration of the plan.
typedef struct rescue_step {
  uint32_t cells[LACAM_MAX_AGENTS]; ///< of the members
} rescue_step;

typedef struct rescue {
  rescue_state state;
  double since; ///< when the state, or the last step, began [s]
  rescue_member members[LACAM_MAX_AGENTS];
  int member_count;
  bool is_modest; ///< no plan brings all members as far as they should: they need only be
                  ///< nearer to their goals than ever
  int measured;   ///< members whose costs are known
  int searched;   ///< searches that began
  int64_t limits[LACAM_MAX_AGENTS]; ///< of the members in this search
  rescue_step *plan;                ///< the shortest one found
  uint32_t plan_count, plan_capacity;
  uint32_t step; ///< of the plan, that comes next
  struct window window;
  lacam search;
} rescue;

/// Continues the rescue of a crowd, or looks for units that need one. Between arrivals
/// and decisions of a slice. `is_first`: in the first slice of an update, to which work
/// is limited. ASTAR_OK, or ASTAR_NO_MEMORY: then there is no rescue.
astar_status rescue_run(astar_crowd *crowd, bool is_first);

void rescue_free(astar_crowd *crowd);

#endif
