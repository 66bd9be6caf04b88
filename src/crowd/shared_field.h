// Shared fields: distance fields that several units follow. The caller's fields
// (`astar_crowd_follow`), and fields that the crowd makes where many units go to the same
// tile.
#ifndef ASTAR_SHARED_FIELD_H
#define ASTAR_SHARED_FIELD_H

#include "crowd/crowd.h"

/// The cost of a tile; infinity where the field does not reach it.
double shared_field_cost(const shared_field *f, int x, int y);

/// Whether a tile is a goal of the field: no step leads on from there.
bool shared_field_is_goal(const shared_field *f, int x, int y);

/// The record of a field of the caller. It must get a user, or be released. NULL: out of
/// memory.
shared_field *shared_field_of(astar_crowd *crowd, astar_field *field, double scale);

/// Adds a user.
shared_field *shared_field_use(shared_field *f);

/// Removes a user, and frees the record without users. NULL is allowed.
void shared_field_release(astar_crowd *crowd, shared_field *f);

#endif
