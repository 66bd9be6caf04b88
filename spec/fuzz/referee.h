/// The referee: checks from outside what a crowd promises.
///
/// Method: it reads the public state of all units after each update (`astar_crowd_unit`,
/// `astar_crowd_at` and the like), and compares it with the state before, with the calls
/// that were made, and with the steps that the oracle allows on the map. It knows nothing
/// of how a crowd decides. It checks that
///
/// - no two units hold one tile, except a follower, which moves in a direction that is
///   not towards its leader, and is not farther on its step; no two exchange tiles; no
///   two of size 1 cross in one block of 2 x 2 tiles; centers keep their distance;
/// - units of a smooth crowd are drawn inside of their tiles, and not too near;
/// - a step is legal on the map when it begins, takes its time, is finished, and never
///   turned back; a unit that holds makes no step without an order of its own; a unit
///   with speed 0 begins no step; a unit that asks begins no step without a permission,
///   asks for a legal step, once; before a delay has ended only for another tile;
/// - a unit without an order moves only if it has allies; enemies that block a unit hold
///   the tile that its event names;
/// - events fit orders, and the state of each unit fits its order; a unit that waits
///   longer than the patience of the crowd gets an event;
/// - all functions that read the crowd agree.
///
/// The caller reports each call that succeeded. Functions return NULL, or what is wrong.
#ifndef REFEREE_H
#define REFEREE_H

#include "astar_crowd.h"
#include "../support/rounds.h"
#include "oracle.h"

/// The greatest number of a unit.
enum { REFEREE_UNITS = 1023 };

/// The order that a unit has.
typedef enum referee_order {
  REFEREE_NONE,
  REFEREE_GO_TO,
  REFEREE_SEND,
  REFEREE_SENT, ///< it was done: the unit may still exchange its tile with another one
  REFEREE_FOLLOW,
  REFEREE_CHASE,
  REFEREE_WALK,
  REFEREE_ANY ///< not known
} referee_order;

typedef struct referee_unit {
  bool exists;
  bool is_moved;  ///< by a call since the last look
  bool is_far;    ///< its step is a link, or leads farther than to an adjacent tile
  bool is_pushed; ///< it made a step without an order; it may return
  bool steps;     ///< each step gives an event
  const astar_rules_def *rules; ///< with the filter of the unit; NULL: not known
  const astar_rules_def *base;  ///< as the caller made them
  bool has_filter;              ///< of its own
  astar_rules_def own;          ///< then `rules` points to these
  astar_unit_info now;          ///< at the last look
  double step_speed;            ///< its speed when its step began [tiles per second]
  double step_length;           ///< by its rules at that time [tiles]
  double limit;                 ///< of its speed, with REFEREE_SEND [tiles per second]
  double spare;                 ///< time that its last step may have left [s]
  bool is_timed;                ///< the time of its step was set since the last look
  double slowest, fastest;      ///< its speeds so far [tiles per second]
  double step_time;             ///< of a step whose time was set [s]; NAN: not known;
                                ///< other steps: -1
  double waited;                ///< [s]
  double stepped;               ///< the time of its step [s]
  referee_order order;
  int goal_x, goal_y, range; ///< of REFEREE_GO_TO, REFEREE_WALK
  bool partial;
  int steps_begun, steps_reported; ///< in this update
  bool has_asked;                  ///< for `asked`, without an answer so far
  bool is_new_question;            ///< it asked since the program last answered
  astar_point asked;
  bool may_step; ///< to `permitted`
  astar_point permitted;
  double permitted_at;  ///< [s]
  double delayed_until; ///< [s]
  astar_point refused;  ///< the tile for which it asked before
  double excuse;        ///< the longest delay of its order [s]
  double blocked_at;    ///< its last event "blocked" [s]; 0: none
} referee_unit;

typedef struct referee {
  astar_crowd *crowd;
  const oracle_map *map;
  bool is_smooth;         ///< positions are on curves
  double patience, slack; ///< [s]
  double time;            ///< that was simulated [s]
  double long_at;         ///< when the last long update ended [s]
  double slowest;         ///< the least speed of a unit so far, 0 left out [tiles/s]
  bool is_held_up;        ///< a unit stands in the middle of its step
  referee_unit units[REFEREE_UNITS + 1];
  uint32_t greatest; ///< number of a unit since the crowd was empty
  uint32_t last;     ///< the same, until the next unit is added
  uint32_t holder[ORACLE_TILES], entering[ORACLE_TILES];
  uint64_t unit_updates, step_count, follow_count, event_count[ASTAR_UNIT_BLOCKED + 1];
  char fault[240];
} referee;

/// Begins with a crowd whose units are not known: their steps are not checked.
const char *referee_begin(referee *r, astar_crowd *crowd, const oracle_map *map,
                          double patience);

/// Report calls that succeeded.
void referee_add(referee *r, uint32_t unit, const astar_rules_def *rules, bool steps);
void referee_remove(referee *r, uint32_t unit);
void referee_place(referee *r, uint32_t unit);
void referee_set_rules(referee *r, uint32_t unit, const astar_rules_def *rules);

/// NULL: the filter of its rules.
void referee_set_filter(referee *r, uint32_t unit, const astar_filter *filter);
void referee_give_order(referee *r, uint32_t unit, referee_order kind, int x, int y,
                        const astar_order *order);
void referee_stop(referee *r, uint32_t unit);

/// A unit that was sent goes at most so fast until it arrives [tiles per second].
void referee_limit_speed(referee *r, uint32_t unit, double limit);

/// The step of a unit takes so many seconds as a whole.
void referee_set_step_time(referee *r, uint32_t unit, double seconds);

/// Answers to a unit that asks.
void referee_permit(referee *r, uint32_t unit, int x, int y);
void referee_delay(referee *r, uint32_t unit, double seconds);

/// An edit: units may have new ways.
void referee_forgive(referee *r);

/// Checks after calls other than `astar_crowd_update`, and takes all events.
const char *referee_look(referee *r);

/// Checks after an update, and takes all events.
const char *referee_watch(referee *r, double dt);

/// A hash of the state of a unit.
uint64_t referee_hash_unit(const astar_unit_info *info);

/// The center of a tile in the plane; those of adjacent hexes are 1 apart.
void referee_locate(astar_layout layout, astar_point p, double *x, double *y);

/// Fails when the referee has found a fault.
#define REQUIRE_FAIR(call) referee_require(call, __FILE__, __LINE__)

static inline void referee_require(const char *fault, const char *file, int line) {
  require(fault == NULL, fault, file, line);
}

#endif
