// Guides: how far a unit is from its goal, measured along its path or by a field.
//
// A unit does not follow its path tile by tile: other units move it off the path all the
// time. So the path serves as an estimate for every tile near it:
//
//     remaining(t) = min over the points p near the cursor of
//                    (cost from p to the goal along the path) + estimate(t, p)
//
// The cursor is the point nearest to the unit. A unit that is more than GUIDE_OFF_PATH
// away from its path asks the planner for a repair.
//
// A unit with the order UNIT_WALK goes along a path of the caller exactly, whatever its
// steps cost (crowd/orders/walk). So only one point ahead of the cursor counts, the costs
// are lengths, and the next step of the path costs nothing.
#ifndef ASTAR_GUIDE_H
#define ASTAR_GUIDE_H

#include "crowd/state.h"

/// The remaining cost from (x, y). O(1).
unit_cost guide_remaining(const astar_crowd *crowd, const crowd_unit *u, int x, int y);

/// Whether a step is the one from the cursor to the next point of the path. `*remaining`:
/// what remains from there.
bool guide_is_next(const guide *g, int x, int y, int to_x, int to_y,
                   unit_cost *remaining);

/// Whether a unit stands on its path, and the path is the cheapest one. `*remaining`:
/// what remains then; an estimate may be less, since it knows no walls and no expensive
/// terrain.
bool guide_is_on_cheapest(const crowd_unit *u, unit_cost *remaining);

/// The same, for tiles that may be farther from the cursor.
unit_cost guide_remaining_far(const astar_crowd *crowd, const crowd_unit *u, int x,
                              int y);

/// The cost of a step over open ground between two tiles, at the cost of the cheapest
/// terrain.
unit_cost guide_estimate(const astar_crowd *crowd, const crowd_unit *u, int x1, int y1,
                         int x2, int y2);

/// The cost of a legal move of a unit from (x, y) to (to_x, to_y).
unit_cost guide_step_cost(const astar_crowd *crowd, const crowd_unit *u, int x, int y,
                          int move, int to_x, int to_y);

/// Whether no tile of the path of an order costs more, by penalties or influence, than
/// when it was searched: then it needs no other look before the next edit. `*costs_more`:
/// the next tiles cost so much more that a search is worth it.
bool guide_is_as_planned(const astar_crowd *crowd, const crowd_unit *u, bool *costs_more);

/// The point of the path near the cursor that is nearest to (x, y). There must be a path.
uint32_t guide_nearest(const astar_crowd *crowd, const crowd_unit *u, int x, int y);

/// Moves the cursor to the point of the path nearest to the unit. True: the unit is so
/// far from it that the path needs a repair.
bool guide_move_cursor(const astar_crowd *crowd, crowd_unit *u);

/// Makes room for so many points. False: out of memory.
bool guide_reserve(const astar_crowd *crowd, guide *g, uint32_t count);

/// Adapts the path to a goal that moved to (x, y): the path ends within `range` of it.
/// False: the path must be searched again.
bool guide_follow_goal(astar_crowd *crowd, crowd_unit *u, int x, int y, int range);

/// Forgets the path and the field. The memory of the path is kept.
void guide_clear(astar_crowd *crowd, crowd_unit *u);

void guide_fini(astar_crowd *crowd, crowd_unit *u);

/// Whether two units want to go to the same place.
bool guide_is_shared(const crowd_unit *a, const crowd_unit *b);

#endif
