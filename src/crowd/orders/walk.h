// Walks: units that go along a path of the caller (UNIT_WALK).
//
// The points of the path are those of the guide. The unit enters the path at the point
// that is nearest to it, and makes its steps one after the other. Units that are pushed
// aside return to the path. Nothing but the way to the path is ever searched: when a step
// becomes illegal, the order ends.
#ifndef ASTAR_WALK_H
#define ASTAR_WALK_H

#include "crowd/state.h"

/// The first point of a path that is nearest to where a unit stands, or where its step
/// ends, and where it can stand. False: there is none.
bool walk_find_entry(const astar_crowd *crowd, const crowd_unit *u,
                     const astar_point *points, size_t count, astar_point *entry);

/// Makes a path the one of a unit, which must enter it then. Its guide has room for all
/// points.
void walk_set_path(crowd_unit *u, const astar_point *points, size_t count);

/// The unit enters its path where it is now, under its rules as they are now.
void walk_enter(astar_crowd *crowd, crowd_unit *u);

/// Computes the lengths of the steps of the path anew, after points were added.
void walk_measure(const astar_crowd *crowd, crowd_unit *u);

/// Whether a unit is on its path, or steps to it.
bool walk_is_on_path(const crowd_unit *u);

/// Whether the step of a path to its point `i` is legal, as to the map.
bool walk_is_legal(const astar_crowd *crowd, const crowd_unit *u, uint32_t i);

/// Checks the rest of a path after edits. False: an edit closed a step of it.
bool walk_check(const astar_crowd *crowd, crowd_unit *u);

/// Whether a unit stands on its path, and its next step is illegal.
bool walk_is_cut_off(const astar_crowd *crowd, const crowd_unit *u);

/// The first point ahead that no other unit holds, at least two points ahead. False:
/// there is none near.
bool walk_find_free_point(const astar_crowd *crowd, const crowd_unit *u, uint32_t *point);

#endif
