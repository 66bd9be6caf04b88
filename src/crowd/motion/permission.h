// Permissions: units that ask the program before each step.
//
// A unit with the option `asks` steps to a tile only with a permission for this tile. It
// asks when the step could begin, or when the units that it pushed make room. The event
// is ASTAR_UNIT_ASKS. Until it has the permission it waits, and neither
// holds the tile nor keeps others from it. So a permission is no promise: when it comes
// the tile may be taken, and a unit may never use it.
//
// A unit that is refused its step may stand in the way of others for long. So it can be
// pushed as if it had no order: to any other tile, for which it asks. It makes no step of
// its own before its delay ends, nor over tiles that the unit that pushed it has still to
// pass.
#ifndef ASTAR_PERMISSION_H
#define ASTAR_PERMISSION_H

#include "crowd/state.h"

/// Whether a unit may not step to (x, y), and will not for some time: the program delays
/// it, or has not answered for long. Or it has asked for another tile in this slice.
/// `is_pushed`: it would make room; then a delay concerns one tile only.
bool permission_is_refused(const astar_crowd *crowd, const crowd_unit *u, bool is_pushed,
                           int x, int y);

/// Whether a unit may step to (x, y), as far as the program permits: units that do not
/// ask always may. If not, and it is not refused, the unit asks once. `decider`: the
/// unit whose decision needs the step.
bool permission_ask(astar_crowd *crowd, crowd_unit *u, int x, int y, uint32_t decider);

/// Whether a unit that asks waits for this tile, or may step to it: it prefers this one.
bool permission_concerns(const astar_crowd *crowd, const crowd_unit *u, int x, int y);

/// The order of a unit ends: it does not want the tile for which it asked.
void permission_withdraw(crowd_unit *u);

/// A unit has another order, or is at another place: it asks anew. What it may do, it
/// still may.
void permission_forget(crowd_unit *u);

/// A unit begins a step: its permission is used up. A delay goes on.
void permission_use(crowd_unit *u);

/// A unit begins a step of its own, or one for the unit `pusher`.
void permission_step(const astar_crowd *crowd, crowd_unit *u, const crowd_unit *pusher);

/// A unit that was refused came nearer to its goal: it counts as any other one.
void permission_end_refusal(crowd_unit *u);

/// The program lets a unit wait. `is_patient`: its patience has not ended.
void permission_delay(astar_crowd *crowd, crowd_unit *u, double seconds, bool is_patient);

/// Whether the patience of a unit must not end its order now: the program delays it.
bool permission_excuses(const astar_crowd *crowd, const crowd_unit *u);

/// When a unit decides again that would decide at `time` [s]: earlier, when a delay ends.
double permission_decides_at(const astar_crowd *crowd, const crowd_unit *u, double time);

#endif
