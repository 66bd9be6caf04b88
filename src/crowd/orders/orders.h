// Orders: where units go, how orders begin and end.
//
// An order goes through these states:
//
//     begin -> wait for a path (crowd/orders/planner) -> active -> arrived, settled,
//     stuck,
//                                                           unreachable or cut off
//
// A unit whose order ended keeps its goal: it is pushed aside by others and comes back.
#ifndef ASTAR_ORDERS_H
#define ASTAR_ORDERS_H

#include "crowd/state.h"

/// Begins an order to a tile: `order` is UNIT_GO_TO or UNIT_SEND. `options` NULL: range
/// 0, not partial. The path of an order to a goal nearby is adapted.
void orders_begin(astar_crowd *crowd, crowd_unit *u, unit_order order, int x, int y,
                  const astar_order *options);

/// Whether all units of an array exist. NULL is allowed.
bool orders_are_units(const astar_crowd *crowd, const uint32_t *units, size_t count);

/// Whether a tile is within the range of the order of a unit that has a range.
bool orders_is_in_range(const astar_crowd *crowd, const crowd_unit *u, int x, int y);

/// A unit that chases has a new path. When it ends near its target only, and the unit
/// stands there, it settles; one that settled goes on when the path leads to the target.
void orders_end_near(astar_crowd *crowd, crowd_unit *u, bool is_partial);

/// After a step: the unit has arrived at its goal, came nearer, or was pushed away.
void orders_after_step(astar_crowd *crowd, crowd_unit *u);

/// A unit was put on another tile, or has other rules: its order goes on from there.
void orders_place(astar_crowd *crowd, crowd_unit *u);

/// An order ends: the unit is as near as others let it.
void orders_settle(astar_crowd *crowd, crowd_unit *u);

/// Reports that the enemy that a unit faces keeps it from its way, if it still stands.
void orders_report_blocked(astar_crowd *crowd, const crowd_unit *u);

/// An order ends where the unit stands.
void orders_fail(astar_crowd *crowd, crowd_unit *u, astar_unit_event_kind kind);

/// The goal can be reached from where the unit is: its guide is new.
void orders_continue(astar_crowd *crowd, crowd_unit *u);

/// No tile around is nearer to the goal: asks for a path from here, if there is none yet.
void orders_need_path(astar_crowd *crowd, crowd_unit *u);

/// Two units of one group exchange their goals, when `other` is done and stands where `u`
/// wants to pass. False: they do not. Whether they could.
bool orders_can_exchange(const astar_crowd *crowd, const crowd_unit *u,
                         const crowd_unit *other);
bool orders_exchange(astar_crowd *crowd, crowd_unit *u, crowd_unit *other);

/// Whether a unit, those in front of it or those that go to the same place made progress
/// within its patience.
bool orders_is_patient(const astar_crowd *crowd, const crowd_unit *u);

/// Looks at the order of a unit once per slice: goals that move, and patience.
void orders_watch(astar_crowd *crowd, crowd_unit *u);

/// Wakes the units around the tiles of the unit `by`: it leaves them, or moves on.
void orders_wake_around(astar_crowd *crowd, const crowd_unit *by, unit_tile at);

#endif
