// The state of a crowd: its units, the tiles that they hold, the rules that they use, the
// queues between the parts of an update.
//
// Ownership: the crowd owns all arrays, the paths of its units, the shared fields, and is
// a holder of the rules. It retains the grid. The grid points back to the crowd, so that
// a grid has at most one.
#ifndef ASTAR_STATE_H
#define ASTAR_STATE_H

#include "crowd/numbers.h"
#include "crowd/motion/passages.h"
#include "crowd/orders/path_search.h"
#include "crowd/tuning.h"
#include "crowd/unit.h"
#include "map/occupancy.h"
#include "query/cache.h"
#include "query/path.h"

/// Rules and a filter that units use, and what they mean on the map.
typedef struct unit_rules {
  astar_rules *rules;       ///< NULL: the entry is free
  astar_filter filter;      ///< that of the rules, or one of their own
  uint8_t filter_parts;     ///< the parts of it that are the units' own
  uint32_t units;           ///< units with these rules and this filter
  costmap map;              ///< of this update
  derived_data *pinned;     ///< keeps what `map` points to
  double scale;             ///< from a cost of the rules to a unit_cost
  unit_cost diagonal;       ///< of a diagonal step over the cheapest terrain
  struct passages passages; ///< where units take no diagonal steps
  bool has_fixed_costs;     ///< all steps in one direction cost the same
  unit_cost fixed_cost[ASTAR_MAX_MOVES];
  uint64_t revision; ///< that `map` belongs to: see `crowd_revision`
} unit_rules;

/// A field that several units follow.
typedef struct shared_field {
  struct shared_field *next;
  uint64_t number;    ///< in the order in which records of fields and groups were made
  astar_field *field; ///< NULL: `frozen`, or an own field that was not computed yet
  unit_cost *frozen;  ///< the costs that a field of the caller had when the crowd was
                      ///< serialized, per cell, plus SHARED_FIELD_GOAL for its goals
  uint32_t width;     ///< of the grid
  uint32_t units;     ///< that follow it
  double improved_at; ///< when one of them last came nearer [s]
  bool is_own;        ///< made by the crowd, for a shared goal
  uint16_t rules;     ///< of an own field
  unit_tile goal;
  double scale; ///< from a cost of the field to a unit_cost
} shared_field;

/// A tile of a decision: where a unit could step.
typedef struct right_of_way_option {
  uint16_t x, y;
  uint8_t move;
  bool is_better;      ///< nearer to the goal than where the unit stands
  unit_cost remaining; ///< from there
  int64_t order;       ///< the options are sorted by it
} right_of_way_option;

enum { RIGHT_OF_WAY_OPTIONS = 16, RIGHT_OF_WAY_DEPTH = MEMORY_LIMIT(128, 8) };

/// What one unit decides, inside of the decisions of those that push it.
typedef struct right_of_way_frame {
  uint32_t slot;
  int count;
  const right_of_way_option *chosen;
  right_of_way_option options[RIGHT_OF_WAY_OPTIONS];
} right_of_way_frame;

/// What the curve of a unit takes over from its last step: see curve.h.
typedef struct unit_curve {
  double dx, dy; ///< from the middle of the tile to where the curve begins [tiles]
  double ratio;  ///< of the rate of the last step to that of this one
  double rate;   ///< of the last step [1/s]
  double since;  ///< when the last step ended [s]
} unit_curve;

/// A queue of slots.
typedef struct slot_list {
  uint32_t *slots;
  uint32_t count, capacity;
} slot_list;

/// Units near a tile: see crowd/near.
typedef struct near_list {
  astar_near_unit *units;
  uint32_t count, capacity;
} near_list;

/// The paths that the planner has still to look at, in the order of their slots, around
/// and around: so all get their turn, also when edits come faster than it looks.
typedef struct path_sweep {
  uint32_t at;   ///< the slot that it looked at last
  uint32_t left; ///< so many slots follow; more than one round: edits go on
} path_sweep;

struct astar_crowd {
  astar_grid *grid;
  struct memory *memory; ///< of the grid
  double patience;
  int64_t budget;

  crowd_unit *units;                  ///< by slot
  uint32_t slot_count, slot_capacity; ///< slots [0..slot_count) exist
  bool is_smooth, replans;
  unit_curve *curves; ///< by slot; NULL unless `is_smooth`
  uint32_t curve_capacity;
  struct numbers numbers; ///< of the units
  uint32_t unit_count;
  double max_speed;     ///< of all units [tiles per second], or 0: it must be found anew
  slot_list free_slots; ///< with room for all slots

  uint8_t *teams; ///< of units, by slot
  uint8_t *marks; ///< by slot: see `teams_mark_standing`
  uint32_t team_capacity, mark_capacity;
  uint8_t allies[ASTAR_TEAMS][ASTAR_TEAMS / 8]; ///< of a team: one bit per team
  near_list near;                               ///< of the last call of crowd/near

  struct occupancy occupancy;
  uint32_t *claims; ///< per cell: the slot of the unit that waits for it, if that unit
                    ///< still does

  unit_rules *rules;
  uint32_t rules_count, rules_capacity;
  uint64_t revision; ///< of the grid, at the last update
  uint64_t stamp;    ///< of influence maps, at the last update: see `crowd_stamp`
  uint64_t edits;    ///< more edits since then, before the crowd was restored
  bool is_better;    ///< those edits may have made paths cheaper
  shared_field *fields;

  double now;      ///< simulated time [s]
  uint64_t serial; ///< of the next rank
  uint64_t fresh;  ///< of the first rank of this update
  uint64_t record; ///< number of the next record of a field or a group
  struct unit_group *groups;
  uint32_t calls;       ///< of `astar_crowd_send`
  uint64_t decision;    ///< number of the last decision
  uint64_t list_number; ///< of the last list

  slot_list moving;    ///< units that step, in the order in which their steps began
  slot_list deciding;  ///< units that decide in this round
  slot_list arrived;   ///< units whose step ended in this slice
  slot_list started;   ///< units whose step began in this round
  slot_list plans;     ///< units that wait for a path, first come first served
  slot_list repairs;   ///< units whose path is to be repaired
  path_sweep checks;   ///< of paths that edits may have broken, or made expensive
  path_sweep improved; ///< of paths that edits may have made too long

  right_of_way_frame *frames; ///< [RIGHT_OF_WAY_DEPTH]
  uint32_t visits;            ///< of this decision

  struct rescue *rescue;  ///< NULL until the first one begins
  double rescue_looks_at; ///< when units without progress are looked for again [s]

  astar_path *path;   ///< of the planner
  path_search search; ///< the path that the planner searches now
  int64_t spent;      ///< expansions of this update

  astar_unit_event *events; ///< a ring buffer
  uint32_t event_first, event_count, event_capacity;
};

static inline unit_rules *crowd_rules(const astar_crowd *crowd, const crowd_unit *u) {
  return &crowd->rules[u->rules];
}

/// What the path of a unit, and what its rules mean on the map, belong to: it grows with
/// each edit, and with each edit of an influence map that the unit weighs.
static inline uint64_t crowd_revision(const astar_crowd *crowd, const crowd_unit *u) {
  return crowd->grid->revision +
         influence_stamp_of(crowd->grid, &crowd_rules(crowd, u)->filter);
}

/// The last edit of an influence map that any unit weighs.
uint64_t crowd_stamp(const astar_crowd *crowd);

/// The slot of a unit by its number; 0: there is no such unit.
static inline uint32_t crowd_slot(const astar_crowd *crowd, uint32_t number) {
  return numbers_slot(&crowd->numbers, number);
}

/// The unit with a number. NULL: there is no such unit, or `crowd` is NULL.
static inline crowd_unit *crowd_find(const astar_crowd *crowd, uint32_t number) {
  uint32_t slot = crowd != NULL ? crowd_slot(crowd, number) : 0;
  return slot != 0 ? &crowd->units[slot] : NULL;
}

static inline uint32_t crowd_slot_of(const astar_crowd *crowd, const crowd_unit *u) {
  return (uint32_t)(u - crowd->units);
}

/// The tile of a cell.
static inline unit_tile crowd_tile(const astar_crowd *crowd, uint32_t cell) {
  return unit_tile_at(grid_x(crowd->grid, cell), grid_y(crowd->grid, cell));
}

/// The slot of the unit that holds a tile; 0: none does.
static inline uint32_t crowd_holder(const astar_crowd *crowd, int x, int y) {
  return crowd->occupancy.tiles[grid_cell(crowd->grid, x, y)].holder;
}

/// Whether edits since the last update may have made a path cheaper. O(edits).
bool crowd_is_better(const astar_crowd *crowd);

/// Makes sure that slots [0..slots) exist, and that all lists have room for them. False:
/// out of memory.
bool crowd_reserve(astar_crowd *crowd, uint32_t slots);

/// Appends a slot. Room for it was made before.
static inline void slot_list_add(slot_list *list, uint32_t slot) {
  MEMORY_ASSERT(list->count < list->capacity);
  list->slots[list->count++] = slot;
}

/// Removes a slot.
static inline void slot_list_remove(slot_list *list, uint32_t slot) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < list->count; i++)
    if (list->slots[i] != slot) list->slots[kept++] = list->slots[i];
  list->count = kept;
}

/// Adds a unit to those that decide in this round, once.
static inline void crowd_enlist(astar_crowd *crowd, uint32_t slot) {
  crowd_unit *u = &crowd->units[slot];
  if (u->listed == crowd->list_number) return;
  u->listed = crowd->list_number;
  slot_list_add(&crowd->deciding, slot);
}

#endif
