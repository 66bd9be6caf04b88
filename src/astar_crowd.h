/// Crowds: many movers on one grid that never overlap.
///
///     astar_crowd_def def = astar_default_crowd();
///     astar_crowd *crowd;
///     astar_crowd_new(grid, &def, &crowd);
///     astar_unit_def unit = astar_default_unit(rules, 2, 3);
///     uint32_t number;
///     astar_crowd_add(crowd, &unit, &number);
///     astar_crowd_go_to(crowd, number, 12, 3, NULL);
///     for (int frame = 0; frame < 180; frame++) astar_crowd_update(crowd, 1.0 / 60);
///     printf("unit %u\n", astar_crowd_at(crowd, 12, 3)); // -> unit 1
///     astar_crowd_free(crowd);
///
/// Conventions: `astar.h`. ASTAR_INVALID: also when no such unit exists.
#ifndef ASTAR_CROWD_H
#define ASTAR_CROWD_H

#include "astar.h"

#ifdef __cplusplus
extern "C" {
#endif

// ------------------------------------------------------------------------------ crowds

/// A *unit* stands on a tile, or steps to the next one; its *order* says where it goes.
/// Units with the older order go first, and ask allies to step aside. A unit *holds* the
/// tiles that it covers and, while it steps, will cover. No two units hold one tile,
/// except that a unit may step to one that another leaves in a direction not towards it:
/// docs/crowds.md.
///
/// Units are no obstacles for the corner rule, and for queries only with `avoid`. A grid
/// has at most one crowd.
typedef struct astar_crowd astar_crowd;

/// Speeds [tiles per second], priorities (also negative), and the time of an update [s].
#define ASTAR_MIN_SPEED 0.001
#define ASTAR_MAX_SPEED 100.0
#define ASTAR_MAX_PRIORITY 1000
#define ASTAR_MAX_UPDATE 1.0

typedef struct astar_crowd_def {
  double patience; ///< time without progress until ASTAR_UNIT_STUCK [s, > 0; default 60];
                   ///< four times that while others come nearer to the same place
  int64_t budget;  ///< expansions per update, for all paths [>= 1; default 5000]
  bool smooth;     ///< positions on curves, half a step behind
  bool replan;     ///< units search anew when penalties make their next 64 tiles cost a
                   ///< quarter more, at most every 0.5 s [default true]
  uint32_t cookie;
} astar_crowd_def;

/// The defaults.
ASTAR_API astar_crowd_def astar_default_crowd(void);

/// Creates a crowd. ASTAR_TILE_OCCUPIED: the grid has one. 12 bytes per tile, and 1 for
/// each rules with diagonal steps.
ASTAR_API astar_status astar_crowd_new(astar_grid *grid, const astar_crowd_def *def,
                                       astar_crowd **crowd);
ASTAR_API void astar_crowd_free(astar_crowd *crowd);

/// The parts of a filter that may be a unit's own, as bits.
enum { ASTAR_FILTER_LAYERS = 1, ASTAR_FILTER_SCALE = 2, ASTAR_FILTER_INFLUENCE = 4 };
/// Layers and scale; all parts.
enum { ASTAR_FILTER_BOTH = 3, ASTAR_FILTER_ALL = 7 };

typedef struct astar_unit_def {
  const astar_rules *rules;
  const astar_filter *filter; ///< copied
  int filter_parts;           ///< of it [default both]; the rest is that of the rules
  int x, y;                   ///< the top left tile that it covers
  int nearest;   ///< if it cannot stand there: to the nearest tile within so many steps
                 ///< where it can, ring by ring, walls aside [>= 0]
  double speed;  ///< [tiles per second; default 4]; 0: it begins no step, never steps
                 ///< aside, and its patience does not run
  double facing; ///< angle, clockwise from the right [radians; default 0]
  double turn_rate; ///< of `facing` [radians per second, > 0; default infinity]
  int priority;     ///< greater ones go first
  int team;         ///< 0 to ASTAR_TEAMS - 1
  bool hold;        ///< it never steps aside
  bool steps;       ///< each step gives an event
  bool asks;        ///< it asks before each step: `astar_crowd_permit`
  uint32_t cookie;
} astar_unit_def;

/// The defaults.
ASTAR_API astar_unit_def astar_default_unit(const astar_rules *rules, int x, int y);

/// Add a unit, remove it, put it on a tile with its order (`nearest` as in the
/// definition). Numbers count up from 1, again when the crowd was empty; 0: not added.
/// ASTAR_TILE_IMPASSABLE, ASTAR_TILE_OCCUPIED. O(tiles of the unit).
ASTAR_API astar_status astar_crowd_add(astar_crowd *crowd, const astar_unit_def *def,
                                       uint32_t *unit);
ASTAR_API astar_status astar_crowd_remove(astar_crowd *crowd, uint32_t unit);
ASTAR_API astar_status astar_crowd_place(astar_crowd *crowd, uint32_t unit, int x, int y,
                                         int nearest);

/// Change a unit. A speed counts from the next step on. `astar_crowd_set_filter` sets the
/// parts of a filter that are its own, and the rules (NULL: as they are).
/// ASTAR_TILE_IMPASSABLE, ASTAR_TILE_OCCUPIED, ASTAR_OUT_OF_BOUNDS: it cannot stand there
/// with these; nothing changed.
ASTAR_API astar_status astar_crowd_set_speed(astar_crowd *crowd, uint32_t unit,
                                             double speed);
ASTAR_API astar_status astar_crowd_set_turn_rate(astar_crowd *crowd, uint32_t unit,
                                                 double turn_rate);
ASTAR_API astar_status astar_crowd_set_rules(astar_crowd *crowd, uint32_t unit,
                                             const astar_rules *rules);
ASTAR_API astar_status astar_crowd_set_filter(astar_crowd *crowd, uint32_t unit,
                                              const astar_rules *rules,
                                              const astar_filter *filter, int parts);
ASTAR_API astar_status astar_crowd_set_priority(astar_crowd *crowd, uint32_t unit,
                                                int priority);
ASTAR_API astar_status astar_crowd_set_team(astar_crowd *crowd, uint32_t unit, int team);
ASTAR_API astar_status astar_crowd_set_hold(astar_crowd *crowd, uint32_t unit, bool hold);
ASTAR_API astar_status astar_crowd_set_steps(astar_crowd *crowd, uint32_t unit,
                                             bool steps);
ASTAR_API astar_status astar_crowd_set_asks(astar_crowd *crowd, uint32_t unit, bool asks);

/// Whether units of two teams are allies: at first those of the same team only.
/// `astar_crowd_set_allies` makes them allies or enemies, both ways.
ASTAR_API bool astar_crowd_allies(const astar_crowd *crowd, int a, int b);
ASTAR_API astar_status astar_crowd_set_allies(astar_crowd *crowd, int a, int b,
                                              bool allied);

/// Sets how long the present step takes as a whole [s, >= 0]; INFINITY: the unit stands
/// in it, without losing patience, until this is set anew. The part that is done stays.
/// `is_set`: false for a unit that stands, or steps together with others.
ASTAR_API astar_status astar_crowd_set_step_time(astar_crowd *crowd, uint32_t unit,
                                                 double seconds, bool *is_set);

/// Permits a unit that asks to step to a tile: for one step, and for 1 s. The tile is not
/// reserved. It asks once for each tile; an update of 0 s begins the step.
ASTAR_API astar_status astar_crowd_permit(astar_crowd *crowd, uint32_t unit, int x,
                                          int y);

/// Lets a unit that asks wait: it asks again after this time [s, >= 0], or with a new
/// order. 0: in the next update of more than 0 s; INFINITY: never, and patience runs.
/// Until it comes nearer to its goal others push it as if it had no order.
ASTAR_API astar_status astar_crowd_delay(astar_crowd *crowd, uint32_t unit,
                                         double seconds);

// ------------------------------------------------------------------------------ orders

typedef struct astar_order {
  int range;    ///< as of `astar_query` [steps, >= 0]
  bool partial; ///< if no path leads there: to the nearest tile within reach
} astar_order;

/// Sends a unit to a tile; `order` NULL: range 0, not partial. The next updates search
/// the path. To within 2 steps of the last goal the order keeps its rank and adapts the
/// path: repeat it in every frame. ASTAR_GOAL_BLOCKED, ASTAR_UNREACHABLE: it keeps the
/// order that it has.
ASTAR_API astar_status astar_crowd_go_to(astar_crowd *crowd, uint32_t unit, int x, int y,
                                         const astar_order *order);

/// How units that are sent together stand in the end.
typedef enum astar_formation {
  ASTAR_FORMATION_PACK,  ///< on the nearest tiles around the goal, large ones at a flank
  ASTAR_FORMATION_BLOCK, ///< in rows, about as many as units in a row
  ASTAR_FORMATION_LINE,  ///< in one row, or more where it does not fit on the map
  ASTAR_FORMATION_WEDGE, ///< in rows of 1, 3, 5 and so on, the first one in front
  ASTAR_FORMATION_KEEP   ///< as now: each keeps its place to the others
} astar_formation;

typedef struct astar_send_options {
  astar_formation formation;
  double facing; ///< where they look in the end, across the rows. NaN (default): from
                 ///< their middle to the goal; in a pack, as they came
  bool slowest;  ///< none is faster than the slowest is now
  uint32_t cookie;
} astar_send_options;

/// The defaults.
ASTAR_API astar_send_options astar_default_send(void);

/// Sends units to distinct tiles that they can reach around (x, y), in a formation, or to
/// the nearest free ones. `placed`: how many got a tile. ASTAR_INVALID: none is sent.
ASTAR_API astar_status astar_crowd_send(astar_crowd *crowd, const uint32_t *units,
                                        size_t count, int x, int y,
                                        const astar_send_options *options,
                                        size_t *placed);

/// Lets units go where a distance field or flee field of the grid leads, also when it
/// changes, and settle around its goals, until another order. The field may be freed.
/// ASTAR_INVALID: none follows.
ASTAR_API astar_status astar_crowd_follow(astar_crowd *crowd, const uint32_t *units,
                                          size_t count, astar_field *field);

/// Lets a unit go after another one, until another order, the target is removed, or no
/// path leads there; `order` NULL: range 1, not partial.
ASTAR_API astar_status astar_crowd_chase(astar_crowd *crowd, uint32_t unit,
                                         uint32_t target, const astar_order *order);

/// Lets a unit go to the nearest point of a path, and from there make its steps: pushed
/// aside, it returns. ASTAR_UNIT_CUT_OFF: a step ahead is illegal. ASTAR_GOAL_BLOCKED: it
/// can stand at none of the points; ASTAR_UNREACHABLE: it cannot reach them; it keeps the
/// order that it has.
ASTAR_API astar_status astar_crowd_walk(astar_crowd *crowd, uint32_t unit,
                                        const astar_point *points, size_t count);

/// Ends the order of a unit, without an event. A step is finished.
ASTAR_API astar_status astar_crowd_stop(astar_crowd *crowd, uint32_t unit);

/// Moves all units for `dt` [s, >= 0, at most ASTAR_MAX_UPDATE counts]. The rest of `dt`
/// when a step ends counts for a step that begins then, also in a later update.
/// ASTAR_NO_MEMORY: a part may be simulated; the crowd is sound.
ASTAR_API astar_status astar_crowd_update(astar_crowd *crowd, double dt);

typedef enum astar_unit_event_kind {
  ASTAR_UNIT_ARRIVED, ///< it reached its goal
  ASTAR_UNIT_SETTLED, ///< as near to its goal as units let it, or with `partial` the map
  ASTAR_UNIT_STUCK,   ///< no progress for the patience of the crowd
  ASTAR_UNIT_UNREACHABLE, ///< no path leads to the goal
  ASTAR_UNIT_CUT_OFF, ///< as above after an edit, or the path that it walks is illegal
  ASTAR_UNIT_STEP,    ///< it began a step
  ASTAR_UNIT_ASKS,    ///< it needs a permission for its next step
  ASTAR_UNIT_TARGET_GONE, ///< the unit that it chases was removed
  ASTAR_UNIT_BLOCKED ///< an enemy stands in its way, for 0.5 s, then each second, and it
                     ///< finds no way around
} astar_unit_event_kind;

/// It ends the order, except for ASTAR_UNIT_STEP, ASTAR_UNIT_ASKS, ASTAR_UNIT_BLOCKED,
/// and arrivals of units that follow or chase.
typedef struct astar_unit_event {
  uint32_t unit;
  astar_unit_event_kind kind;
  int x, y; ///< where it stands, or to which it steps or wants to step; of the enemy
} astar_unit_event;

/// The name of an event, such as "arrived".
ASTAR_API const char *astar_unit_event_name(astar_unit_event_kind kind);

/// Takes the oldest event; the crowd keeps the last 65536. False: none left.
ASTAR_API bool astar_crowd_next_event(astar_crowd *crowd, astar_unit_event *event);

// ------------------------------------------------------------------------------- units

typedef enum astar_unit_state {
  ASTAR_UNIT_IDLE,   ///< it stands, and has no order or is done
  ASTAR_UNIT_MOVING, ///< it steps
  ASTAR_UNIT_WAITING ///< it stands, and has an order
} astar_unit_state;

/// A unit: members as in `astar_unit_def`.
typedef struct astar_unit_info {
  double x, y; ///< of the top left tile [tiles], also between two: of offset coordinates
               ///< on hexes; with `smooth` on its curve
  astar_point at;  ///< the tile where it stands, or where its step began
  astar_point to;  ///< the tile to which it steps; `at` when it stands
  double progress; ///< of the step [0..1)
  double facing;   ///< of its last step, or on its turn to it
  double speed;
  double turn_rate;
  const astar_rules *rules; ///< owned by the crowd
  astar_filter filter;
  int filter_parts; ///< those of the filter that are its own
  int size;         ///< [tiles]
  int priority;
  int team;
  bool hold;
  bool asks;
  astar_unit_state state;
  bool has_goal;    ///< its order leads to a tile
  astar_point goal; ///< that tile; of a unit that chases, of its target
} astar_unit_info;

/// Reads a unit. False: no such unit.
ASTAR_API bool astar_crowd_unit(const astar_crowd *crowd, uint32_t unit,
                                astar_unit_info *info);

/// The most tiles ahead of a unit that follows a field.
#define ASTAR_MAX_REMAINING 1024

/// The tiles ahead of a unit: where its step ends, then of its path or field; none while
/// it waits for a path.
ASTAR_API size_t astar_crowd_remaining(astar_crowd *crowd, uint32_t unit,
                                       astar_point *points, size_t capacity);

/// The unit that holds a tile, of two the one that steps to it; 0: none.
ASTAR_API uint32_t astar_crowd_at(const astar_crowd *crowd, int x, int y);

/// Which units `astar_crowd_nearest` and `astar_crowd_within` look for.
typedef struct astar_near {
  astar_side side;         ///< [default any]
  double max;              ///< no farther away [tiles, >= 0; default infinity]
  uint32_t except;         ///< not this unit
  const astar_rules *sees; ///< only units to one of whose tiles the line
                           ///< is free by these rules, as of `astar_line_of_sight`, that
                           ///< tile itself not checked
  uint32_t cookie;
} astar_near;
ASTAR_API astar_near astar_default_near(void);

/// A unit and its distance: from a tile to the nearest one that it covers where it
/// stands, or where its step began, between centers [tiles], on hexes in steps.
typedef struct astar_near_unit {
  double distance;
  uint32_t unit;
} astar_near_unit;

/// Finds the unit nearest to (x, y), of equally near ones that with the least number;
/// unit 0: there is none. ASTAR_OUT_OF_BOUNDS: (x, y) is off the grid.
ASTAR_API astar_status astar_crowd_nearest(astar_crowd *crowd, int x, int y,
                                           const astar_near *near,
                                           astar_near_unit *found);

/// Finds all such units within `radius` [tiles, >= 0], in this order: the first
/// `capacity` ones, and how many there are.
ASTAR_API astar_status astar_crowd_within(astar_crowd *crowd, int x, int y, double radius,
                                          const astar_near *near, astar_near_unit *units,
                                          size_t capacity, size_t *count);

/// The unit that keeps a standing one from its next step: it holds the tile of that step,
/// which `tile` receives, or steps to it. 0: none does; the unit moves, has no order or
/// no path, or waits for a permission.
ASTAR_API uint32_t astar_crowd_blocker(astar_crowd *crowd, uint32_t unit,
                                       astar_point *tile);

/// All units: how many; their numbers, ascending; x and y of unit i in elements 2 i - 2
/// and 2 i - 1, NaN for removed ones; their rules, each once. O(numbers).
ASTAR_API size_t astar_crowd_count(const astar_crowd *crowd);
ASTAR_API size_t astar_crowd_units(const astar_crowd *crowd, uint32_t *units,
                                   size_t capacity);
ASTAR_API size_t astar_crowd_positions(const astar_crowd *crowd, double *positions,
                                       size_t capacity);
ASTAR_API size_t astar_crowd_rules(const astar_crowd *crowd, const astar_rules **rules,
                                   size_t capacity);

/// Writes units, orders, paths and the costs of fields that they follow, without map and
/// rules: the first `capacity` bytes. Returns the size.
ASTAR_API size_t astar_crowd_serialize(const astar_crowd *crowd, void *bytes,
                                       size_t capacity);

/// Creates a crowd that moves as that one would have, on an equal grid without a crowd
/// (ASTAR_TILE_OCCUPIED), with equal rules in the order of `astar_crowd_rules`.
/// ASTAR_INVALID: another version, grid, or number of rules.
///
/// Hostile bytes are safe. Memory: at most 3,200 bytes per byte; a byte can stand for
/// 1,024 removed units. At most 8 fields (none above 131,072 tiles) and one search are
/// computed. O(size + tiles).
ASTAR_API astar_status astar_crowd_deserialize(astar_grid *grid, const void *bytes,
                                               size_t size,
                                               const astar_rules *const *rules,
                                               size_t count, astar_crowd **crowd);

#ifdef __cplusplus
}
#endif

#endif
