// Requests of paths: the queues of units that wait for the planner
// (crowd/orders/planner).
#ifndef ASTAR_PATH_REQUESTS_H
#define ASTAR_PATH_REQUESTS_H

#include "crowd/state.h"

/// Bits of `queued`.
enum { REQUEST_REPAIRS = 1, REQUEST_PLANS = 2 };

/// Asks for a path from where the unit is, or will be after its step, to its goal.
/// UNIT_REPAIR: it suffices to get back to the path that it has. A greater request takes
/// the place of a smaller one. A unit that needs no path any more sets `request` to
/// UNIT_NO_REQUEST.
void path_requests_ask(astar_crowd *crowd, crowd_unit *u, unit_request request);

/// Asks for another path when that of a unit costs more than when it was searched, and
/// that was some time ago. True: nothing costs more, until the next edit.
bool path_requests_react(astar_crowd *crowd, crowd_unit *u);

/// Removes a unit from the queues.
void path_requests_remove(astar_crowd *crowd, crowd_unit *u);

#endif
