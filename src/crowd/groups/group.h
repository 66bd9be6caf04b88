// Groups: units that were sent together to one place, each to a tile of its own.
//
// Idea: a unit gets its tile when it comes near, not when it is sent: the first one to
// arrive gets the tile that is farthest from where the group enters, and the last one the
// nearest. So no unit has to pass others that have arrived already, and none
// stands in a door that others have to go through. Where a unit must pass another one of
// its group nevertheless, both exchange their tiles (crowd/orders/orders).
//
// In a formation, a unit gets the tile in the last row, seen from where the group enters,
// that is nearest to it, as soon as it can go there straight.
//
// Until then all units of a group have the same goal, the center. They share a field
// (crowd/orders/planner).
//
// A formation keeps together: units that are ahead of the mean of their group slow down.
// Units that do not come nearer count for nothing: the others do not wait for them.
#ifndef ASTAR_GROUP_H
#define ASTAR_GROUP_H

#include "crowd/state.h"

/// Units with the same rules that were sent by one call.
typedef struct unit_group {
  struct unit_group *next;
  uint64_t number; ///< in the order in which records of fields and groups were made
  uint32_t units;  ///< that point to this group
  uint16_t rules;
  unit_tile center;
  unit_cost near;      ///< units get their tile when no more than this cost remains
  unit_cost nearest;   ///< in a formation also when they do not see their tile
  unit_tile entrance;  ///< where the way of the group comes near the center
  double improved_at;  ///< when one of its units last came nearer [s]
  double facing;       ///< of units that arrived [radians]; NaN: as they came
  double speed;        ///< units on their way go at most so fast [tiles per second]
  uint8_t formation;   ///< an astar_formation
  uint32_t advancing;  ///< units on their way that came nearer lately, in this slice
  unit_cost remaining; ///< their mean remaining cost
  uint32_t *tiles;     ///< cells, the last one is dealt first
  uint32_t tile_count, tile_capacity;
} unit_group;

/// Adds a group without units. NULL: out of memory.
unit_group *group_new(astar_crowd *crowd);

/// Joins and leaves a group. A group without units is freed. NULL is allowed.
void group_join(crowd_unit *u, unit_group *group);
void group_release(astar_crowd *crowd, unit_group *group);
void group_leave(astar_crowd *crowd, crowd_unit *u);

/// Measures the groups in formations: what remains of the ways of their units. O(units).
void group_measure_all(astar_crowd *crowd);

/// How fast a unit of a group goes now [tiles per second].
double group_speed(const crowd_unit *u);

/// The estimated cost of the way between two tiles.
unit_cost group_distance(const astar_crowd *crowd, const crowd_unit *u, uint32_t cell,
                         unit_tile to);

/// Whether a unit can go straight to a tile, on a map without units.
bool group_sees(const astar_crowd *crowd, const crowd_unit *u, uint32_t cell);

/// Gives a unit that came near its tile.
void group_deal(astar_crowd *crowd, crowd_unit *u);

/// Frees the groups that no unit joined.
void group_drop_empty(astar_crowd *crowd);

#endif
