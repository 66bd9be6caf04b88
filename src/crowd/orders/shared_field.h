// Shared fields: distance fields that several units follow. The caller's fields
// (`astar_crowd_follow`), and fields that the crowd makes where many units go to the same
// tile.
#ifndef ASTAR_SHARED_FIELD_H
#define ASTAR_SHARED_FIELD_H

#include "crowd/state.h"

/// What remains from a tile; UNIT_COST_MAX where the field does not reach it.
unit_cost shared_field_remaining(const shared_field *f, int x, int y);

bool shared_field_reaches(const shared_field *f, int x, int y);

/// Whether a tile is a goal of the field: no step leads on from there.
bool shared_field_is_goal(const shared_field *f, int x, int y);

/// The record of a field of the caller. It must get a user, or be released. NULL: out of
/// memory.
shared_field *shared_field_of(astar_crowd *crowd, astar_field *field, double scale);

/// What the frozen cost of a goal has more.
#define SHARED_FIELD_GOAL (INT64_C(1) << 62)

/// A record with frozen costs, which the caller must set all. It must get a user, or be
/// released. NULL: out of memory.
shared_field *shared_field_freeze(astar_crowd *crowd);

/// The field that the crowd made for a goal and rules; NULL: there is none.
shared_field *shared_field_find(const astar_crowd *crowd, uint16_t rules, unit_tile goal);

/// Makes a field for a goal and rules, without users. NULL: there are enough of them, the
/// map is too large, or there is no memory for it: then paths serve.
shared_field *shared_field_make(astar_crowd *crowd, uint16_t rules, unit_tile goal);

/// Whether the crowd may have one more field of its own: there are few, on maps of a
/// limited size.
bool shared_field_is_allowed(const astar_crowd *crowd);

/// The record of a field for a goal and rules, whatever is on the goal. The field is
/// computed by `shared_field_update_all`. It must get a user, or be released. NULL: out
/// of memory.
shared_field *shared_field_towards(astar_crowd *crowd, uint16_t rules, unit_tile goal);

/// Brings all fields that the crowd made up to date with the map, and computes those that
/// were not yet. ASTAR_OK, ASTAR_NO_MEMORY.
astar_status shared_field_update_all(astar_crowd *crowd);

/// Adds a user.
shared_field *shared_field_use(shared_field *f);

/// Removes a user, and frees the record without users. NULL is allowed.
void shared_field_release(astar_crowd *crowd, shared_field *f);

#endif
