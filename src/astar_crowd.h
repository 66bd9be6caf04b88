/// Crowds: many movers that never overlap. A module on
/// `astar.h`: its terms and conventions hold here, too.
#ifndef ASTAR_CROWD_H
#define ASTAR_CROWD_H

#include "astar.h"

#ifdef __cplusplus
extern "C" {
#endif

// ------------------------------------------------------------------------------ crowds

/// Many movers on one grid that never overlap. A mover of a crowd is a *unit*: it stands
/// on a tile, or steps from one tile to the next. Its *order* says where it goes. Units
/// with the older order go first; they ask units in their way to step aside.
///
/// A unit *holds* the tiles that it covers, and while it steps also those that it will
/// cover. At every moment:
/// - No two units hold the same tile, except that a unit may step to a tile that another
///   unit leaves, in a direction that is not towards it; it never overtakes that unit.
/// - No two units exchange tiles, and no two cross in one block of 2 x 2 tiles.
/// - The centers of two units of size 1 are at least 0.7 tiles apart, except during links
///   and steps to tiles that are not adjacent.
/// - A step is legal when it begins. It is then finished, whatever is edited.
///
/// The corner rule is about the map, not about units. Units change nothing on the grid.
/// Queries do not see them, except with `avoid`. A grid has at most one crowd.
///
/// What a crowd does depends on the calls only, not on time: the same calls give the same
/// moves on every platform.
typedef struct astar_crowd astar_crowd;

/// The speed of units [tiles per second].
#define ASTAR_MIN_SPEED 0.001
#define ASTAR_MAX_SPEED 100.0

/// The priorities of units are from -ASTAR_MAX_PRIORITY to ASTAR_MAX_PRIORITY.
#define ASTAR_MAX_PRIORITY 1000

/// The longest time that one update simulates [s].
#define ASTAR_MAX_UPDATE 1.0

/// The definition of a crowd. Begin with `astar_default_crowd`.
typedef struct astar_crowd_def {
  double patience; ///< time without progress until an order ends with ASTAR_UNIT_STUCK
                   ///< [s, > 0; default 60]. Four times as long while other units that
                   ///< were sent or led to the same place come nearer
  int64_t budget;  ///< expansions per update for the paths of new orders and for repairs
                   ///< of paths [>= 1; default 5000]
  bool smooth;     ///< true: positions of units are on curves around corners, half a step
                   ///< behind, each inside of the tile `at` of its unit [default false]
  uint32_t cookie; ///< private; set by `astar_default_crowd`
} astar_crowd_def;

/// Returns a definition with defaults.
ASTAR_API astar_crowd_def astar_default_crowd(void);

/// Creates a crowd without units. Memory: 12 bytes per tile, and 1 byte per tile for each
/// rules of its units that have diagonal steps.
///
/// @param crowd  receives the crowd; the caller owns it
/// @return ASTAR_OK; ASTAR_INVALID: the definition is out of range; ASTAR_TILE_OCCUPIED:
/// the
///   grid has a crowd; ASTAR_NO_MEMORY
ASTAR_API astar_status astar_crowd_new(astar_grid *grid, const astar_crowd_def *def,
                                       astar_crowd **crowd);

/// Frees a crowd and its units. NULL is allowed.
ASTAR_API void astar_crowd_free(astar_crowd *crowd);

/// The definition of a unit. Begin with `astar_default_unit`.
typedef struct astar_unit_def {
  const astar_rules *rules;   ///< how the unit moves: terrains, neighbors, size, filter
  const astar_filter *filter; ///< NULL (default): the filter of the rules; copied
  int x, y;                   ///< the top left tile that it covers
  double speed;               ///< [tiles per second, ASTAR_MIN_SPEED..ASTAR_MAX_SPEED;
                              ///< default 4]; 0: it stands still, see
                              ///< `astar_crowd_set_speed`
  double facing;              ///< angle, clockwise from the right [radians; default 0]
  double turn_rate;           ///< how fast it turns to the direction of its step
                              ///< [radians per second, > 0; default infinity]
  int priority;               ///< units with a greater one go first [default 0]
  bool hold;                  ///< true: no other unit makes it step aside [default false]
  bool steps;                 ///< true: each step gives an event [default false]
  bool asks;                  ///< true: it asks before each step, see
                              ///< `astar_crowd_permit` [default false]
  uint32_t cookie;            ///< private; set by `astar_default_unit`
} astar_unit_def;

/// Returns the definition of a unit with defaults.
ASTAR_API astar_unit_def astar_default_unit(const astar_rules *rules, int x, int y);

/// Adds a unit. O(tiles of the unit).
///
/// @param unit  receives its number [>= 1]. Numbers count up, and begin again at 1 when
///   the crowd was empty. 0 when no unit was added.
/// @return ASTAR_OK; ASTAR_OUT_OF_BOUNDS; ASTAR_TILE_IMPASSABLE; ASTAR_TILE_OCCUPIED;
///   ASTAR_INVALID: the definition is out of range; ASTAR_UNSUITED: the rules do not fit
///   the grid; ASTAR_NO_MEMORY
ASTAR_API astar_status astar_crowd_add(astar_crowd *crowd, const astar_unit_def *def,
                                       uint32_t *unit);

/// Removes a unit. O(tiles of the unit).
///
/// @return ASTAR_OK; ASTAR_INVALID: there is no such unit. This holds for all functions
///   that take a unit and return a status.
ASTAR_API astar_status astar_crowd_remove(astar_crowd *crowd, uint32_t unit);

/// Puts a unit on a tile, where it stands. It keeps its order.
///
/// @return ASTAR_OK; ASTAR_OUT_OF_BOUNDS; ASTAR_TILE_IMPASSABLE; ASTAR_TILE_OCCUPIED;
///   ASTAR_INVALID; ASTAR_NO_MEMORY. Unless ASTAR_OK, the unit is where it was.
ASTAR_API astar_status astar_crowd_place(astar_crowd *crowd, uint32_t unit, int x, int y);

/// Set how a unit moves. A new speed counts from the next step on. With speed 0 a unit
/// finishes its step, then stands still: it begins no step, no other unit makes it step
/// aside, and its patience does not run. It keeps its order.
///
/// A unit may have a filter of its own (`filter` NULL: that of its rules): it keeps it
/// when it gets other rules by `astar_crowd_set_rules`.
///
/// @return ASTAR_OK; ASTAR_INVALID: no such unit, or the value is out of range.
///   With rules or a filter also: ASTAR_TILE_IMPASSABLE, ASTAR_TILE_OCCUPIED,
///   ASTAR_OUT_OF_BOUNDS: the unit cannot stand where it is with them; ASTAR_UNSUITED;
///   ASTAR_NO_MEMORY. Unless ASTAR_OK, nothing changed.
ASTAR_API astar_status astar_crowd_set_speed(astar_crowd *crowd, uint32_t unit,
                                             double speed);
ASTAR_API astar_status astar_crowd_set_turn_rate(astar_crowd *crowd, uint32_t unit,
                                                 double turn_rate);
ASTAR_API astar_status astar_crowd_set_rules(astar_crowd *crowd, uint32_t unit,
                                             const astar_rules *rules);
ASTAR_API astar_status astar_crowd_set_filter(astar_crowd *crowd, uint32_t unit,
                                              const astar_filter *filter);
ASTAR_API astar_status astar_crowd_set_rules_and_filter(astar_crowd *crowd, uint32_t unit,
                                                        const astar_rules *rules,
                                                        const astar_filter *filter);
ASTAR_API astar_status astar_crowd_set_priority(astar_crowd *crowd, uint32_t unit,
                                                int priority);
ASTAR_API astar_status astar_crowd_set_hold(astar_crowd *crowd, uint32_t unit, bool hold);
ASTAR_API astar_status astar_crowd_set_steps(astar_crowd *crowd, uint32_t unit,
                                             bool steps);
ASTAR_API astar_status astar_crowd_set_asks(astar_crowd *crowd, uint32_t unit, bool asks);

/// Sets how long the step that a unit makes takes as a whole, in place of its length
/// divided by the speed. 0: it ends with the next update. INFINITY: the unit stands in
/// the middle of the step until this is set anew; its patience does not run. When no time
/// passed since the step began (ASTAR_UNIT_STEP, then this call before the next update),
/// the time that the step has taken counts; later the part that is done stays. Units that
/// follow stay behind.
///
/// @param seconds  [s, >= 0]
/// @param is_set   receives false when there is nothing to set: the unit stands, or makes
///   its step together with other units, in a ring or out of a clump; may be NULL
/// @return ASTAR_OK; ASTAR_INVALID: no such unit, or `seconds` is negative or NaN
ASTAR_API astar_status astar_crowd_set_step_time(astar_crowd *crowd, uint32_t unit,
                                                 double seconds, bool *is_set);

/// Permits a unit that asks (`astar_unit_def`) to step to a tile. Such a unit needs a
/// permission before each step, also when it makes room for another unit. It asks with
/// the event ASTAR_UNIT_ASKS, once for each tile that it wants next, and waits: no tile
/// is reserved, and other units may take the tile. A permission holds until the unit
/// begins a step, but for 1 second at most; then the unit asks again. An update of 0 s
/// after this call begins the step without a loss of time. A permission for a tile that
/// the unit does not want any more is harmless. A unit that gets no answer waits, until
/// its order ends with ASTAR_UNIT_STUCK after the patience of the crowd. Units that ask
/// take no part in the search that resolves clumps.
///
/// @param x, y  the tile; of a large unit its top left tile
/// @return ASTAR_OK, also when the unit did not ask; ASTAR_OUT_OF_BOUNDS; ASTAR_INVALID:
///   there is no such unit
ASTAR_API astar_status astar_crowd_permit(astar_crowd *crowd, uint32_t unit, int x,
                                          int y);

/// Lets a unit that asks wait: it asks again after this time, or when it has a new order.
/// The order does not end with ASTAR_UNIT_STUCK during a delay. But when delay follows
/// delay it does, after the patience of the crowd: a unit before a door that stays shut
/// does not wait for ever.
///
/// @param seconds  [s, >= 0]; 0: it asks again in the next update of more than 0 s;
///   INFINITY: it does not ask again, and its patience runs
/// @return ASTAR_OK; ASTAR_INVALID: no such unit, or `seconds` is negative or NaN
ASTAR_API astar_status astar_crowd_delay(astar_crowd *crowd, uint32_t unit,
                                         double seconds);

/// The options of an order.
typedef struct astar_order {
  int range;    ///< the order is done within this distance of its goal, as `range` of
                ///< `astar_query` [steps, >= 0]
  bool partial; ///< when no path reaches the goal: go to the nearest tile that can be
                ///< reached
} astar_order;

/// Sends a unit to a tile. An order to a tile within 2 steps of the goal of its last
/// order, which it still has, keeps its rank, and adapts the path: it is cheap to repeat
/// an order in every frame. The path is searched by the next updates, within the budget.
///
/// @param order  the options; NULL: range 0, not partial
/// @return ASTAR_OK; ASTAR_OUT_OF_BOUNDS; ASTAR_GOAL_BLOCKED; ASTAR_UNREACHABLE: then
///   the unit keeps the order that it has; ASTAR_INVALID; ASTAR_NO_MEMORY
ASTAR_API astar_status astar_crowd_go_to(astar_crowd *crowd, uint32_t unit, int x, int y,
                                         const astar_order *order);

/// How units that are sent together stand in the end.
typedef enum astar_formation {
  ASTAR_FORMATION_PACK,  ///< on the nearest tiles around the goal
  ASTAR_FORMATION_BLOCK, ///< in rows, about as many as units in a row
  ASTAR_FORMATION_LINE,  ///< in one row; in more if it does not fit on the map
  ASTAR_FORMATION_WEDGE, ///< in rows of 1, 3, 5 and so on, the first one in front
  ASTAR_FORMATION_KEEP   ///< as they stand now: each keeps its place to the others
} astar_formation;

/// The options of `astar_crowd_send`. Begin with `astar_default_send`.
typedef struct astar_send {
  astar_formation formation; ///< [default ASTAR_FORMATION_PACK]
  double facing; ///< where the units look when they arrive: an angle, clockwise from the
                 ///< right; rows are across it [radians]. NaN: from the middle of the
                 ///< units to the goal; in a pack, as they came [default NaN]
  bool slowest;  ///< true: until they arrive, no unit goes faster than the slowest one
                 ///< of them does now [default false]
  uint32_t cookie; ///< private; set by `astar_default_send`
} astar_send;

/// Returns options with defaults.
ASTAR_API astar_send astar_default_send(void);

/// Sends units to distinct tiles around a tile that they can reach, in a formation. Where
/// the map or units without an order are in the way, units get the nearest free tiles.
/// Units of one call exchange their tiles where this shortens their ways, except for
/// ASTAR_FORMATION_KEEP. Units of different sizes stand in the rows of their size. A
/// formation other than a pack keeps together: units with the same rules that are ahead
/// go slower, at 70 % of their speed at the least.
///
/// @param units, count  the units; each counts once
/// @param x, y          the middle of the formation
/// @param options       NULL: the defaults
/// @param placed        receives how many got a tile
/// @return ASTAR_OK; ASTAR_OUT_OF_BOUNDS; ASTAR_INVALID: there is no such unit, or the
///   options are out of range: then no unit is sent; ASTAR_NO_MEMORY
ASTAR_API astar_status astar_crowd_send(astar_crowd *crowd, const uint32_t *units,
                                        size_t count, int x, int y,
                                        const astar_send *options, size_t *placed);

/// Lets units go where a distance field or a flee field leads, and settle around its
/// goals. The order lasts until the unit gets another one: when the costs of the field
/// change, the units go on.
///
/// @param field  the crowd keeps it while units follow it, so the caller may free it
/// @return ASTAR_OK; ASTAR_INVALID: no such unit, then no unit follows; a movement range;
///   a field of another grid; ASTAR_NO_MEMORY
ASTAR_API astar_status astar_crowd_follow(astar_crowd *crowd, const uint32_t *units,
                                          size_t count, astar_field *field);

/// Lets a unit go after another one. The order lasts until the unit gets another one, the
/// target is removed, or no path leads to the target: the event is
/// ASTAR_UNIT_UNREACHABLE, or ASTAR_UNIT_CUT_OFF when there was a path before.
///
/// @param order  the options; NULL: range 1, not partial
/// @return ASTAR_OK; ASTAR_INVALID: no such unit, or the unit itself; ASTAR_NO_MEMORY
ASTAR_API astar_status astar_crowd_chase(astar_crowd *crowd, uint32_t unit,
                                         uint32_t target, const astar_order *order);

/// Lets a unit go along a path, to the last point of it. The unit enters the path at the
/// point that is nearest to it; when it is not on the path, the way there is searched.
/// From there it makes the steps of the path, and no other one: a unit that is pushed
/// aside returns to the path; one that others keep standing goes around them. The path
/// is never searched again: when an edit makes one of the steps that are left illegal,
/// the event is ASTAR_UNIT_CUT_OFF. A step that is illegal from the beginning ends the
/// order when the unit comes there.
///
/// @param points, count  the path, as of `astar_path_points`; copied
/// @return ASTAR_OK; ASTAR_INVALID: no such unit, or no points; ASTAR_OUT_OF_BOUNDS: a
///   point is off the grid; ASTAR_GOAL_BLOCKED: the unit can stand at none of the points;
///   ASTAR_UNREACHABLE: it cannot reach the path; ASTAR_NO_MEMORY. Unless ASTAR_OK, the
///   unit keeps the order that it has.
ASTAR_API astar_status astar_crowd_walk(astar_crowd *crowd, uint32_t unit,
                                        const astar_point *points, size_t count);

/// Ends the order of a unit, without an event. A step is finished.
ASTAR_API astar_status astar_crowd_stop(astar_crowd *crowd, uint32_t unit);

/// Moves all units. The time that is left when a step ends counts for a step that begins
/// at the same moment, also in a later update of 0 s: so a program that updates, reads
/// events, gives new orders and updates by 0 s loses no time.
///
/// @param dt  the time since the last update [s, >= 0]; more than ASTAR_MAX_UPDATE counts
///   as ASTAR_MAX_UPDATE
/// @return ASTAR_OK; ASTAR_INVALID: `dt` is negative or NaN; ASTAR_BUSY; ASTAR_NO_MEMORY:
///   a part of `dt` may be simulated; the crowd is sound, and can be updated again
ASTAR_API astar_status astar_crowd_update(astar_crowd *crowd, double dt);

/// What happened to a unit.
typedef enum astar_unit_event_kind {
  ASTAR_UNIT_ARRIVED,     ///< it reached its goal
  ASTAR_UNIT_SETTLED,     ///< it is as near to its goal as other units let it, or as near
                          ///< to an unreachable target as a path leads
  ASTAR_UNIT_STUCK,       ///< it made no progress for the patience of the crowd
  ASTAR_UNIT_UNREACHABLE, ///< no path leads to the goal, or the target was removed
  ASTAR_UNIT_CUT_OFF,     ///< no path leads to the goal any more, because of an edit; or
                          ///< the path that it walks leads on by an illegal step
  ASTAR_UNIT_STEP,        ///< it began a step
  ASTAR_UNIT_ASKS         ///< it needs a permission for its next step
} astar_unit_event_kind;

/// An event. The order ends with it, except for ASTAR_UNIT_STEP and ASTAR_UNIT_ASKS, and
/// for units that follow a field or chase a unit when they arrive or settle.
typedef struct astar_unit_event {
  uint32_t unit;
  astar_unit_event_kind kind;
  int x, y; ///< the tile where the unit stands, or to which it steps or wants to step
} astar_unit_event;

/// Returns the name of an event: "arrived", "settled", "stuck", "unreachable", "cut_off",
/// "step" or "asks", a string constant.
ASTAR_API const char *astar_unit_event_name(astar_unit_event_kind kind);

/// Takes the oldest event that was not taken. The crowd keeps the last 65536 events.
///
/// @param event  receives the event
/// @return false: there is none left
ASTAR_API bool astar_crowd_next_event(astar_crowd *crowd, astar_unit_event *event);

/// What a unit does.
typedef enum astar_unit_state {
  ASTAR_UNIT_IDLE,   ///< it stands, and has no order or is done
  ASTAR_UNIT_MOVING, ///< it steps
  ASTAR_UNIT_WAITING ///< it stands, and has an order
} astar_unit_state;

/// Where a unit is, and what it does.
typedef struct astar_unit_info {
  double x, y;     ///< position of the top left tile [tiles], with fractions during a
                   ///< step; on hexes between the offset coordinates of two hexes. With
                   ///< `smooth` the point of its curve
  astar_point at;  ///< the tile where it stands, or where its step began
  astar_point to;  ///< the tile to which it steps; `at` when it stands
  double progress; ///< how much of the step is done [0..1)
  double facing;   ///< angle, clockwise from the right [radians]: of its last step, or on
                   ///< its turn to it
  double speed;    ///< [tiles per second]
  double turn_rate;         ///< [radians per second]
  const astar_rules *rules; ///< owned by the crowd
  int size;                 ///< [tiles]
  int priority;
  bool hold;
  bool asks; ///< before each step
  astar_unit_state state;
  bool has_goal;    ///< it has an order that leads to a tile
  astar_point goal; ///< that tile; of a unit that chases, the tile of its target
} astar_unit_info;

/// Reads a unit. O(1).
///
/// @return false: there is no such unit
ASTAR_API bool astar_crowd_unit(const astar_crowd *crowd, uint32_t unit,
                                astar_unit_info *info);

/// The greatest number of tiles ahead of a unit that follows a field.
#define ASTAR_MAX_REMAINING 1024

/// Copies the tiles ahead of a unit: the tile where its step ends, while it steps; then
/// the points of its path. Of a unit that follows a field: the tiles to which the field
/// leads it, at most ASTAR_MAX_REMAINING. None while it waits for a path. Other units may
/// make it go another way. O(points copied).
///
/// @param points    receives the first `capacity` tiles; may be NULL
/// @param capacity  of `points` [elements]
/// @return the number of tiles; 0 when there is no such unit
ASTAR_API size_t astar_crowd_remaining(astar_crowd *crowd, uint32_t unit,
                                       astar_point *points, size_t capacity);

/// Returns the unit that holds a tile; of two units the one that steps to it. 0: none, or
/// the tile is off the grid. O(1).
ASTAR_API uint32_t astar_crowd_at(const astar_crowd *crowd, int x, int y);

/// Returns the number of units.
ASTAR_API size_t astar_crowd_count(const astar_crowd *crowd);

/// Copies the numbers of all units, in ascending order. O(numbers).
///
/// @param units     receives the first `capacity` numbers; may be NULL
/// @param capacity  of `units` [elements]
/// @return the number of units
ASTAR_API size_t astar_crowd_units(const astar_crowd *crowd, uint32_t *units,
                                   size_t capacity);

/// Copies the positions of all units: x and y of unit i are elements 2 i - 2 and 2 i - 1.
/// NaN for units that were removed. O(numbers).
///
/// @param positions  receives the first `capacity` elements [tiles]; may be NULL
/// @param capacity   of `positions` [elements]
/// @return the number of elements: twice the greatest number of a unit
ASTAR_API size_t astar_crowd_positions(const astar_crowd *crowd, double *positions,
                                       size_t capacity);

/// Copies the rules that units use, each once.
///
/// @param rules     receives the first `capacity` rules, owned by the crowd; may be NULL
/// @param capacity  of `rules` [elements]
/// @return the number of rules
ASTAR_API size_t astar_crowd_rules(const astar_crowd *crowd, const astar_rules **rules,
                                   size_t capacity);

/// Writes a crowd as bytes: units, orders, paths, the costs of fields that units follow.
/// The map and the rules are not written.
///
/// @param bytes     receives the first `capacity` bytes; may be NULL
/// @param capacity  of `bytes`
/// @return the number of bytes
ASTAR_API size_t astar_crowd_serialize(const astar_crowd *crowd, void *bytes,
                                       size_t capacity);

/// Creates a crowd from the bytes of `astar_crowd_serialize`. It moves as the first crowd
/// would have. Fields that units follow keep the costs that they had.
///
/// Damaged and hostile bytes are safe. All of them are checked before anything is
/// computed: then what the rules and filters of the units mean on the map, at most 8
/// fields of the crowd (none on maps of more than 131,072 tiles), and at most one search
/// of a path. Other memory is that of a crowd without units, and at most 2,000 bytes for
/// each byte of the string. O(size + tiles), and what is computed.
///
/// Each byte of a hostile string can stand for 1,024 numbers of removed units, for which
/// `astar_crowd_positions` has elements: `astar_crowd_units` lists the units that exist.
///
/// @param grid         an equal grid, without a crowd
/// @param rules, count equal rules, in the order of `astar_crowd_rules`
/// @param crowd        receives the crowd; the caller owns it
/// @return ASTAR_OK; ASTAR_INVALID: damaged bytes, another version, or bytes that do not
///   fit the grid or the number of rules; ASTAR_TILE_OCCUPIED: the grid has a crowd;
///   ASTAR_UNSUITED: the rules do not fit the grid; ASTAR_NO_MEMORY
ASTAR_API astar_status astar_crowd_deserialize(astar_grid *grid, const void *bytes,
                                               size_t size,
                                               const astar_rules *const *rules,
                                               size_t count, astar_crowd **crowd);

#ifdef __cplusplus
}
#endif

#endif
