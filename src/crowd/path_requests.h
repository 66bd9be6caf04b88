// Requests of paths: the queues of units that wait for the planner (crowd/planner), and
// the queue of units whose path the program is to search (crowd/external_path).
#ifndef ASTAR_PATH_REQUESTS_H
#define ASTAR_PATH_REQUESTS_H

#include "crowd/state.h"

/// Bits of `queued`.
enum { REQUEST_REPAIRS = 1, REQUEST_PLANS = 2 };

/// Asks for a path from where the unit is, or will be after its step, to its goal.
/// UNIT_REPAIR: it suffices to get back to the path that it has. UNIT_EXTERNAL: the
/// program searches the path; there is room for it. A greater request takes the place of
/// a smaller one.
void path_requests_ask(astar_crowd *crowd, crowd_unit *u, unit_request request);

/// The unit needs no path any more.
void path_requests_cancel(astar_crowd *crowd, crowd_unit *u);

/// Makes room for a request UNIT_EXTERNAL of each unit that exists. False: out of memory.
bool path_requests_reserve_external(astar_crowd *crowd);

/// The first unit whose path the program is to search; NULL: there is none.
crowd_unit *path_requests_first_external(astar_crowd *crowd);

/// The program takes the request UNIT_EXTERNAL of a unit, or gives it back to the front
/// of the queue. O(1).
void path_requests_take_external(astar_crowd *crowd, const crowd_unit *u);
void path_requests_return_external(astar_crowd *crowd, const crowd_unit *u);

/// Removes a unit from the queues.
void path_requests_remove(astar_crowd *crowd, crowd_unit *u);

#endif
