// A unit: one mover of a crowd, where it is, what it does and where it goes.
//
// Units live in an array of the crowd; the index of a unit is its *slot*. Slot 0 is not
// used, so that 0 can mean "no unit". Slots of removed units are used again; the numbers
// that the caller sees are not.
#ifndef ASTAR_UNIT_H
#define ASTAR_UNIT_H

#include "astar_crowd.h"

#include <math.h>

/// A remaining cost, in fractions of the cost of a straight step over the cheapest
/// terrain of the rules. Integers make sums exact, so that equal ways compare as equal.
typedef int64_t unit_cost;
#define UNIT_COST_STEP 256
#define UNIT_COST_MAX (INT64_C(1) << 46)

static inline unit_cost unit_cost_scaled(double cost, double scale) {
  double scaled = cost * scale;
  return scaled < (double)UNIT_COST_MAX ? (unit_cost)(scaled + 0.5) : UNIT_COST_MAX;
}

/// A tile. Units are many, so it takes 4 bytes.
typedef struct unit_tile {
  uint16_t x, y;
} unit_tile;

static inline unit_tile unit_tile_at(int x, int y) {
  return (unit_tile){(uint16_t)x, (uint16_t)y};
}

static inline bool unit_tile_is(unit_tile tile, int x, int y) {
  return tile.x == x && tile.y == y;
}

/// The order of a unit.
typedef enum unit_order {
  UNIT_NO_ORDER, ///< it stays where it is, and returns after it stepped aside
  UNIT_GO_TO,    ///< it goes to a tile
  UNIT_SEND,     ///< it goes to a tile, which it may exchange with units of its group
  UNIT_FOLLOW,   ///< it follows a field of the caller
  UNIT_CHASE,    ///< it goes after another unit
  UNIT_WALK      ///< it goes along a path of the caller
} unit_order;

/// Bits of `flags`.
enum {
  UNIT_ACTIVE = 1,      ///< it wants to move
  UNIT_SETTLED = 2,     ///< others keep it from its goal; it moves on when they leave
  UNIT_HOLD = 4,        ///< it never steps aside
  UNIT_RESCUED = 8,     ///< a rescue moves it: it decides nothing, and no unit pushes it
  UNIT_ROTATES = 16,    ///< it steps in a closed ring, where each follows the next
  UNIT_STEPS = 32,      ///< each step gives an event
  UNIT_PARTIAL = 64,    ///< its order may end near an unreachable goal
  UNIT_NEAR = 128,      ///< it is in range of its target, and this was reported
  UNIT_HELD_UP = 256,   ///< a unit that stays is in its way: it needs a path around it
  UNIT_HAS_PATH = 512,  ///< its guide leads to the goal of its order
  UNIT_REPORTED = 1024, ///< the end of its order was reported: exchanges do not repeat it
  UNIT_WITHOUT_TILE = 2048, ///< it was sent, and gets its tile when it is near
  UNIT_OUT_OF_REACH = 4096, ///< no path leads to the tile of its target: into range only
  UNIT_DETOUR = 8192,       ///< its path leads around units
  UNIT_DONE = 16384, ///< its last order led to its goal: no unit with this goal pushes it
  UNIT_AROUND = 32768 ///< its goal is `wish`, or any tile in range of it: `goal` is where
                      ///< it settles if others are there
};

/// What a unit has asked of the planner.
typedef enum unit_request {
  UNIT_NO_REQUEST,
  UNIT_REPAIR, ///< a way back to its path
  UNIT_PLAN    ///< a path
} unit_request;

/// A point of a path. The cost from there to the end of the path is the difference of
/// `remaining` to that of the last point: so points can be appended.
typedef struct guide_point {
  unit_cost remaining;
  unit_tile at;
  bool is_closed; ///< UNIT_WALK: no legal step led here when the path was checked last
} guide_point;

/// What leads a unit to its goal: a path, or a field that units share. Without points and
/// without a field, the straight way to the goal.
typedef struct guide {
  guide_point *points;
  uint32_t count, capacity;
  uint32_t cursor;    ///< the point of the path that is nearest to the unit
  uint64_t revision;  ///< of the grid, when the path was searched
  double searched_at; ///< when it was [s]
  unit_cost drift; ///< how much more than the cheapest path it may cost, because its goal
                   ///< moved since the path was searched
  struct shared_field *field;
} guide;

/// Bits of `bits`.
enum {
  PERMISSION_ASKS = 1,     ///< the unit asks before each step
  PERMISSION_GIVEN = 2,    ///< it may step to `tile`
  PERMISSION_EXCUSED = 4,  ///< until `excused_until` its patience does not end its order
  PERMISSION_ASKED = 8,    ///< it has asked for the tile `asked`
  PERMISSION_REFUSED = 16, ///< the program lets it wait, and it has not come nearer since
  PERMISSION_PUSHED = 32   ///< refused, it stepped aside for the unit `pusher`
};

/// What a unit asks of the program before each step: see crowd/motion/permission.
struct unit_permission {
  uint8_t bits;         ///< PERMISSION_
  unit_tile tile;       ///< GIVEN
  unit_tile asked;      ///< ASKED
  uint32_t decider;     ///< ASKED: slot of the unit whose decision needs it
  double since;         ///< ASKED: when [s]
  unit_tile refused[2]; ///< REFUSED: the tile for which it asked before others pushed it,
                        ///< and the last one
  double refused_until; ///< REFUSED: when it asks again [s]
  uint32_t pusher;      ///< PUSHED: its number
  double until;         ///< GIVEN: how long it may step [s]
  double excused_until; ///< EXCUSED [s]
};

typedef struct crowd_unit {
  // What each update reads of all units: the first 64 of 352 bytes. As 72 bytes they had
  // 0.7 % more misses of the first cache, 10,000 units in a town: too few to be seen in
  // the time.
  uint32_t number; ///< that the caller sees; 0: the slot is free
  unit_tile at;    ///< the tile where it stands, or where its step began
  unit_tile to;    ///< the tile to which it steps; `at` when it stands
  uint16_t flags;
  uint16_t rules; ///< index in the rules of the crowd
  uint8_t size;
  uint8_t order;   ///< a unit_order
  uint8_t request; ///< a unit_request
  uint8_t queued;  ///< the queues of the planner that it is in: REQUEST_ bits
  uint8_t move;    ///< of the step, or of the last one: a move, UNIT_LINK
  bool has_claim;
  int16_t priority;
  uint64_t rank;      ///< lower goes first: see rank.h
  double speed;       ///< [tiles per second]; 0: it begins no step
  double decides_at;  ///< it decides again then [s]
  double improved_at; ///< when it last came nearer to its goal than ever [s]
  double rate;        ///< of the step [1/s]

  double queue_improved_at; ///< when a unit in front of it, or in front of that one, last
                            ///< came nearer to its goal; without an order, when a unit
                            ///< with an order last pushed it, or those that pushed it [s]
  uint64_t listed;          ///< the list that it was added to last
  double progress;          ///< of the step [0..1)
  double spare;       ///< time that was left when the last step ended [s]; during a step:
                      ///< that it had when it began, until time passes
  double facing;      ///< the angle that it turns to [radians]
  double stood_since; ///< when its last step began or ended [s]
  double yielded_at;  ///< when it last came nearer, or yielded [s]
  double rescued_at;  ///< it may take part in a rescue from then on [s]
  unit_cost best;     ///< the least remaining cost so far
  uint64_t visited;   ///< the decision that visited it last
  struct guide guide;
  unit_tile goal;           ///< without an order: the tile to which it returns
  unit_tile wish;           ///< UNIT_GO_TO: the goal that the program named; UNIT_AROUND
  unit_tile left;           ///< the tile that its last step left
  unit_tile claim;          ///< the tile that it waits for, if `has_claim`
  int32_t step_dx, step_dy; ///< of the step; on hexes in axial coordinates, whose
                            ///< differences need 17 bits
  int32_t range;            ///< of its order [steps]
  uint32_t target;          ///< slot of the unit that it chases
  uint32_t target_number;   ///< its number: the slot may have a new unit
  uint32_t call;            ///< the last call of `astar_crowd_send` that named it
  uint8_t detours;          ///< around enemies, with this order
  uint8_t wakes;   ///< units at rest that took its goals, with this order; not saved
  uint32_t faces;  ///< slot of the enemy that kept it from its way when it decided last
  double faces_at; ///< when it may next look for a way around an enemy [s]
  bool is_timed;   ///< the program set how long the step takes
  struct unit_permission permission;
  struct unit_group *group; ///< the units that it was sent with, or NULL
  double facing_from;       ///< the angle that it had at `facing_since` [radians]
  double facing_since;      ///< when its facing last changed [s]
  double turn_rate;         ///< of its facing [radians/s]
  double rest_facing; ///< without an order, away from its tile: the angle that it takes
                      ///< there again [radians]; otherwise NaN
} crowd_unit;

/// `move` of a step over a link, and of a unit that never stepped.
enum { UNIT_LINK = 64, UNIT_NEVER_STEPPED = 255 };

/// Whether an angle is a finite number. `isfinite` warns on some compilers.
static inline bool unit_is_angle(double angle) {
  return angle > -HUGE_VAL && angle < HUGE_VAL;
}

/// Whether a unit asks the program before each step.
static inline bool unit_asks(const crowd_unit *u) {
  return (u->permission.bits & PERMISSION_ASKS) != 0;
}

/// Whether the program refused a unit its step: others push it as if it had no order.
static inline bool unit_is_refused(const crowd_unit *u) {
  return unit_asks(u) && (u->permission.bits & PERMISSION_REFUSED) != 0;
}

static inline bool unit_stands(const crowd_unit *u) {
  return unit_tile_is(u->to, u->at.x, u->at.y);
}

/// Whether a unit at (x, y) covers a tile.
static inline bool unit_covers(const crowd_unit *u, int x, int y, int tile_x,
                               int tile_y) {
  return tile_x >= x && tile_y >= y && tile_x < x + u->size && tile_y < y + u->size;
}

/// The tile that the order of a unit names, or the one to which it returns.
static inline unit_tile unit_destination(const crowd_unit *u) {
  return (u->flags & UNIT_AROUND) != 0 ? u->wish : u->goal;
}

/// Whether the goal of a unit is its destination, not a tile where it settles.
static inline bool unit_is_destined(const crowd_unit *u) {
  unit_tile goal = unit_destination(u);
  return unit_tile_is(u->goal, goal.x, goal.y);
}

/// Whether a unit at `a` and another one at `b` would overlap.
static inline bool unit_overlaps(const crowd_unit *u, unit_tile a,
                                 const crowd_unit *other, unit_tile b) {
  return a.x < b.x + other->size && b.x < a.x + u->size && a.y < b.y + other->size &&
         b.y < a.y + u->size;
}

/// Whether a unit begins no step at all: its speed is 0.
static inline bool unit_is_paused(const crowd_unit *u) { return !(u->speed > 0); }

/// Whether no other unit makes a unit step aside.
static inline bool unit_stays(const crowd_unit *u) {
  return (u->flags & UNIT_HOLD) != 0 || unit_is_paused(u);
}

#endif
