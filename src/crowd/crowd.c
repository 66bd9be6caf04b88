// Crowds: creating and freeing them, adding, changing and reading units.

#include "crowd/state.h"
#include "crowd/motion/curve.h"
#include "crowd/motion/facing.h"
#include "crowd/groups/group.h"
#include "crowd/orders/guide.h"
#include "crowd/motion/holding.h"
#include "crowd/orders/orders.h"
#include "crowd/orders/path_requests.h"
#include "crowd/motion/permission.h"
#include "crowd/motion/rank.h"
#include "crowd/rescue/rescue.h"
#include "crowd/motion/steps.h"
#include "crowd/teams.h"
#include "crowd/unit_rules.h"
#include "map/footprint.h"
#include "map/journal.h"

#include <math.h>
#include <string.h>

// Set by the functions that return defaults: a definition without it is not initialized.
enum { CROWD_COOKIE = 0x63726f77 };

astar_crowd_def astar_default_crowd(void) {
  return (astar_crowd_def){
      .patience = 60, .budget = 5000, .replan = true, .cookie = CROWD_COOKIE};
}

astar_unit_def astar_default_unit(const astar_rules *rules, int x, int y) {
  return (astar_unit_def){.rules = rules,
                          .filter_parts = ASTAR_FILTER_ALL,
                          .x = x,
                          .y = y,
                          .speed = 4,
                          .turn_rate = HUGE_VAL,
                          .cookie = CROWD_COOKIE};
}

// -------------------------------------------------------------------------------- crowds

static bool crowd_allocate(astar_crowd *crowd) {
  size_t tiles = grid_tiles(crowd->grid);
  crowd->occupancy.tiles = MEMORY_NEW(crowd->memory, occupancy_tile, tiles);
  crowd->claims = MEMORY_NEW(crowd->memory, uint32_t, tiles);
  crowd->frames = MEMORY_ALLOCATE(crowd->memory, right_of_way_frame, RIGHT_OF_WAY_DEPTH);
  return crowd->occupancy.tiles != NULL && crowd->claims != NULL &&
         crowd->frames != NULL &&
         astar_path_new(&crowd->memory->allocator, &crowd->path) == ASTAR_OK;
}

astar_status astar_crowd_new(astar_grid *grid, const astar_crowd_def *def,
                             astar_crowd **crowd) {
  if (crowd == NULL) return ASTAR_INVALID;
  *crowd = NULL;
  if (LIVE(grid) == NULL || def == NULL || def->cookie != CROWD_COOKIE)
    return ASTAR_INVALID;
  if (!(def->patience > 0) || def->budget < 1) return ASTAR_INVALID;
  if (grid->crowd != NULL) return ASTAR_TILE_OCCUPIED;
  astar_crowd *fresh = (astar_crowd *)live_new(&grid->memory, sizeof *fresh);
  if (fresh == NULL) return ASTAR_NO_MEMORY;
  fresh->grid = grid;
  fresh->memory = &grid->memory;
  fresh->patience = def->patience;
  fresh->budget = def->budget;
  fresh->is_smooth = def->smooth;
  fresh->replans = def->replan;
  fresh->revision = grid->revision;
  teams_init(fresh);
  astar_grid_retain(grid);
  grid->crowd = fresh;
  grid->occupancy = &fresh->occupancy;
  if (!crowd_allocate(fresh) || !crowd_reserve(fresh, 1)) {
    astar_crowd_free(fresh);
    return ASTAR_NO_MEMORY;
  }
  *crowd = fresh;
  return ASTAR_OK;
}

// The queues of a crowd.
enum { CROWD_LISTS = 7 };

static slot_list *crowd_list(astar_crowd *crowd, int i) {
  slot_list *lists[CROWD_LISTS] = {&crowd->free_slots, &crowd->moving,  &crowd->deciding,
                                   &crowd->arrived,    &crowd->started, &crowd->plans,
                                   &crowd->repairs};
  return lists[i];
}

void astar_crowd_free(astar_crowd *crowd) {
  if (LIVE(crowd) == NULL) return;
  astar_grid *grid = crowd->grid;
  memory *m = crowd->memory;
  path_search_fini(&crowd->search);
  for (uint32_t slot = 1; slot < crowd->slot_count; slot++) {
    crowd_unit *u = &crowd->units[slot];
    if (u->number == 0) continue;
    guide_fini(crowd, u);
    group_leave(crowd, u);
    unit_rules_release(crowd, u->rules);
  }
  for (int i = 0; i < CROWD_LISTS; i++) {
    slot_list *list = crowd_list(crowd, i);
    MEMORY_FREE(m, list->slots, list->capacity);
  }
  MEMORY_FREE(m, crowd->units, crowd->slot_capacity);
  memory_free(m, crowd->teams, crowd->team_capacity);
  memory_free(m, crowd->marks, crowd->mark_capacity);
  MEMORY_FREE(m, crowd->near.units, crowd->near.capacity);
  MEMORY_FREE(m, crowd->curves, crowd->curve_capacity);
  numbers_fini(&crowd->numbers, m);
  MEMORY_FREE(m, crowd->rules, crowd->rules_capacity);
  MEMORY_FREE(m, crowd->events, crowd->event_capacity);
  size_t tiles = grid_tiles(grid);
  MEMORY_FREE(m, crowd->occupancy.tiles, tiles);
  MEMORY_FREE(m, crowd->claims, tiles);
  MEMORY_FREE(m, crowd->frames, RIGHT_OF_WAY_DEPTH);
  rescue_free(crowd);
  astar_path_free(crowd->path);
  grid->crowd = NULL;
  grid->occupancy = NULL;
  live_free(m, crowd, sizeof *crowd);
  astar_grid_free(grid);
}

// --------------------------------------------------------------------------------- edits

uint64_t crowd_stamp(const astar_crowd *crowd) {
  uint64_t last = 0;
  for (uint32_t i = 0; i < crowd->rules_count; i++) {
    if (crowd->rules[i].rules == NULL) continue;
    uint64_t stamp = influence_stamp_of(crowd->grid, &crowd->rules[i].filter);
    if (stamp > last) last = stamp;
  }
  return last;
}

bool crowd_is_better(const astar_crowd *crowd) {
  // The journal of a restored grid begins anew, but forgets as if it did not.
  uint64_t now = crowd->grid->revision;
  if (crowd->is_better || crowd->edits + (now - crowd->revision) > JOURNAL_CAPACITY)
    return true;
  for (uint64_t r = crowd->revision; r < now; r++) {
    const grid_change *change = journal_change_after(crowd->grid, r);
    if (change == NULL || change->effect != EFFECT_WORSE) return true;
  }
  return false;
}

// --------------------------------------------------------------------------------- slots

bool crowd_reserve(astar_crowd *crowd, uint32_t slots) {
  if (slots <= crowd->slot_count) return true;
  for (int i = 0; i < CROWD_LISTS; i++) {
    slot_list *list = crowd_list(crowd, i);
    if (!MEMORY_RESERVE(crowd->memory, list->slots, list->capacity, slots)) return false;
  }
  uint32_t curves = crowd->is_smooth ? slots : 0;
  if (!MEMORY_RESERVE(crowd->memory, crowd->units, crowd->slot_capacity, slots) ||
      !MEMORY_RESERVE(crowd->memory, crowd->curves, crowd->curve_capacity, curves) ||
      !MEMORY_RESERVE(crowd->memory, crowd->teams, crowd->team_capacity, slots) ||
      !MEMORY_RESERVE(crowd->memory, crowd->marks, crowd->mark_capacity, slots))
    return false;
  crowd->occupancy.teams = crowd->teams;
  memset(crowd->units + crowd->slot_count, 0,
         (slots - crowd->slot_count) * sizeof *crowd->units);
  crowd->slot_count = slots;
  return true;
}

// A slot and a number for a new unit. False: out of memory.
static bool crowd_take_slot(astar_crowd *crowd, uint32_t *slot, uint32_t *number) {
  const slot_list *free = &crowd->free_slots;
  if (crowd->unit_count == 0) crowd->numbers.end = 0;
  *number = crowd->numbers.end > 0 ? crowd->numbers.end : 1;
  *slot = free->count > 0 ? free->slots[free->count - 1] : crowd->slot_count;
  if (!numbers_reserve(&crowd->numbers, crowd->memory, *number + 1) ||
      !numbers_set(&crowd->numbers, crowd->memory, *number, *slot))
    return false;
  if (!crowd_reserve(crowd, *slot + 1)) {
    numbers_remove(&crowd->numbers, crowd->memory, *number);
    return false;
  }
  if (free->count > 0) crowd->free_slots.count--;
  crowd->numbers.end = *number + 1;
  return true;
}

// --------------------------------------------------------------------------------- units

static bool crowd_is_speed(double speed) {
  bool is_pause = speed >= 0 && speed <= 0;
  return is_pause || (speed >= ASTAR_MIN_SPEED && speed <= ASTAR_MAX_SPEED);
}

static bool crowd_is_priority(int priority) {
  return priority >= -ASTAR_MAX_PRIORITY && priority <= ASTAR_MAX_PRIORITY;
}

static bool crowd_is_filter(const astar_filter *filter, int parts) {
  return parts >= 0 && parts <= ASTAR_FILTER_ALL &&
         (filter == NULL || rules_is_filter(filter));
}

static bool crowd_is_def(const astar_unit_def *def) {
  return def != NULL && rules_are_owned(def->rules) && def->cookie == CROWD_COOKIE &&
         crowd_is_filter(def->filter, def->filter_parts) && crowd_is_speed(def->speed) &&
         crowd_is_priority(def->priority) && unit_is_angle(def->facing) &&
         facing_is_rate(def->turn_rate) && def->nearest >= 0 && teams_is_team(def->team);
}

// Whether a unit with these rules can stand on a tile. `slot`: the unit itself, or 0.
static astar_status crowd_check_place(const astar_crowd *crowd, uint16_t rules,
                                      uint32_t slot, astar_point at) {
  astar_status status = unit_rules_check(crowd, rules, at.x, at.y);
  if (status != ASTAR_OK) return status;
  bool is_free =
      holding_is_free(crowd, crowd->rules[rules].rules->size, at.x, at.y, slot);
  return is_free ? ASTAR_OK : ASTAR_TILE_OCCUPIED;
}

// The same, and if not, moves `*at` to the nearest tile within `nearest` steps where it
// can.
static astar_status crowd_find_place(const astar_crowd *crowd, uint16_t rules,
                                     uint32_t slot, int nearest, astar_point *at) {
  astar_status status = crowd_check_place(crowd, rules, slot, *at);
  if (status == ASTAR_OK || status == ASTAR_OUT_OF_BOUNDS) return status;
  int farthest = crowd->grid->width + crowd->grid->height;
  for (int n = 1; n <= nearest && n <= farthest; n++) {
    astar_ring ring;
    astar_point tile;
    astar_ring_begin(crowd->grid, at->x, at->y, n, &ring);
    while (astar_ring_next(&ring, &tile)) {
      if (crowd_check_place(crowd, rules, slot, tile) != ASTAR_OK) continue;
      *at = tile;
      return ASTAR_OK;
    }
  }
  return status;
}

// The unit of a new slot, which has its definition.
static void crowd_place_new(astar_crowd *crowd, crowd_unit *u, const astar_unit_def *def,
                            astar_point at, uint32_t number, uint16_t rules) {
  memset(u, 0, sizeof *u);
  u->number = number;
  u->at = u->to = u->left = u->goal = unit_tile_at(at.x, at.y);
  u->rules = rules;
  u->size = (uint8_t)def->rules->size;
  u->move = UNIT_NEVER_STEPPED;
  u->speed = def->speed;
  u->facing = def->facing;
  u->turn_rate = def->turn_rate;
  u->facing_from = def->facing;
  u->facing_since = crowd->now;
  u->rest_facing = NAN;
  u->priority = (int16_t)def->priority;
  crowd->teams[crowd_slot_of(crowd, u)] = (uint8_t)def->team;
  u->flags = (uint16_t)((def->hold ? UNIT_HOLD : 0) | (def->steps ? UNIT_STEPS : 0));
  u->permission.bits = def->asks ? PERMISSION_ASKS : 0;
  u->rank = rank_new(crowd, u, true);
  u->stood_since = u->improved_at = u->yielded_at = crowd->now;
  holding_stand(crowd, u);
  curve_reset(crowd, u);
}

astar_status astar_crowd_add(astar_crowd *crowd, const astar_unit_def *def,
                             uint32_t *number) {
  if (number != NULL) *number = 0;
  if (LIVE(crowd) == NULL || number == NULL || !crowd_is_def(def)) return ASTAR_INVALID;
  uint16_t rules;
  uint32_t slot, fresh;
  astar_status status =
      unit_rules_find(crowd, def->rules, def->filter,
                      def->filter != NULL ? def->filter_parts : 0, &rules);
  if (status != ASTAR_OK) return status;
  astar_point at = {def->x, def->y};
  status = crowd_find_place(crowd, rules, 0, def->nearest, &at);
  if (status == ASTAR_OK && !crowd_take_slot(crowd, &slot, &fresh))
    status = ASTAR_NO_MEMORY;
  if (status != ASTAR_OK) {
    unit_rules_drop_unused(crowd, rules);
    return status;
  }
  unit_rules_use(crowd, rules);
  crowd_place_new(crowd, &crowd->units[slot], def, at, fresh, rules);
  crowd->unit_count++;
  crowd->max_speed = 0;
  *number = fresh;
  return ASTAR_OK;
}

// Ends the step of a unit, without an arrival: it stands where its step began.
static void crowd_cancel_step(astar_crowd *crowd, crowd_unit *u) {
  if (unit_stands(u)) return;
  slot_list_remove(&crowd->moving, crowd_slot_of(crowd, u));
  holding_enter(crowd, u, u->to.x, u->to.y, 0);
  u->to = u->at;
  u->progress = u->spare = 0;
  u->flags &= (uint16_t)~UNIT_ROTATES;
}

// Frees the tiles of a unit.
static void crowd_take_away(astar_crowd *crowd, crowd_unit *u) {
  crowd_cancel_step(crowd, u);
  holding_leave(crowd, u);
  u->queue_improved_at = crowd->now; // the program disturbs those around it
  orders_wake_around(crowd, u, u->at);
}

astar_status astar_crowd_remove(astar_crowd *crowd, uint32_t number) {
  crowd_unit *u = crowd_find(LIVE(crowd), number);
  if (u == NULL) return ASTAR_INVALID;
  uint32_t slot = crowd_slot_of(crowd, u);
  crowd_take_away(crowd, u);
  path_requests_remove(crowd, u);
  guide_fini(crowd, u);
  group_leave(crowd, u);
  unit_rules_release(crowd, u->rules);
  memset(u, 0, sizeof *u);
  numbers_remove(&crowd->numbers, crowd->memory, number);
  crowd->unit_count--;
  crowd->max_speed = 0;
  slot_list_add(&crowd->free_slots, slot);
  return ASTAR_OK;
}

astar_status astar_crowd_place(astar_crowd *crowd, uint32_t number, int x, int y,
                               int nearest) {
  crowd_unit *u = crowd_find(LIVE(crowd), number);
  if (u == NULL || nearest < 0) return ASTAR_INVALID;
  astar_point at = {x, y};
  astar_status status = unit_rules_update(crowd);
  if (status == ASTAR_OK)
    status = crowd_find_place(crowd, u->rules, crowd_slot_of(crowd, u), nearest, &at);
  if (status != ASTAR_OK) return status;
  crowd_take_away(crowd, u);
  u->at = u->to = u->left = unit_tile_at(at.x, at.y);
  holding_stand(crowd, u);
  curve_reset(crowd, u);
  orders_place(crowd, u);
  return ASTAR_OK;
}

astar_status astar_crowd_set_speed(astar_crowd *crowd, uint32_t number, double speed) {
  crowd_unit *u = crowd_find(LIVE(crowd), number);
  if (u == NULL || !crowd_is_speed(speed)) return ASTAR_INVALID;
  if (!(speed > 0)) u->has_claim = false; // others may take the tile
  u->speed = speed;
  crowd->max_speed = 0;
  return ASTAR_OK;
}

astar_status astar_crowd_set_turn_rate(astar_crowd *crowd, uint32_t number, double rate) {
  crowd_unit *u = crowd_find(LIVE(crowd), number);
  if (u == NULL || !facing_is_rate(rate)) return ASTAR_INVALID;
  facing_set_rate(crowd, u, rate);
  return ASTAR_OK;
}

astar_status astar_crowd_set_step_time(astar_crowd *crowd, uint32_t number,
                                       double seconds, bool *is_set) {
  if (is_set != NULL) *is_set = false;
  crowd_unit *u = crowd_find(LIVE(crowd), number);
  if (u == NULL || !(seconds >= 0)) return ASTAR_INVALID;
  bool steps = steps_set_time(crowd, u, seconds);
  if (is_set != NULL) *is_set = steps;
  return ASTAR_OK;
}

// Whether a unit could have these rules where it stands, and where its step ends.
static astar_status crowd_check_rules(const astar_crowd *crowd, const crowd_unit *u,
                                      uint16_t rules) {
  int size = crowd->rules[rules].rules->size;
  uint32_t slot = crowd_slot_of(crowd, u);
  astar_status status = unit_rules_check(crowd, rules, u->at.x, u->at.y);
  if (status == ASTAR_OK) status = unit_rules_check(crowd, rules, u->to.x, u->to.y);
  if (status != ASTAR_OK) return status;
  if (size == u->size) return ASTAR_OK;
  // Where a leader still holds tiles that the unit enters, a new size must wait.
  bool is_free = holding_is_free(crowd, size, u->at.x, u->at.y, slot) &&
                 holding_is_free(crowd, size, u->to.x, u->to.y, slot);
  return is_free ? ASTAR_OK : ASTAR_TILE_OCCUPIED;
}

// Gives a unit rules, and parts of a filter.
static astar_status crowd_set_rules(astar_crowd *crowd, crowd_unit *u,
                                    const astar_rules *rules, const astar_filter *filter,
                                    int parts) {
  uint16_t index;
  astar_status status = unit_rules_find(crowd, rules, filter, parts, &index);
  if (status != ASTAR_OK) return status;
  if (index == u->rules) return ASTAR_OK;
  status = crowd_check_rules(crowd, u, index);
  if (status != ASTAR_OK) {
    unit_rules_drop_unused(crowd, index);
    return status;
  }
  bool steps = !unit_stands(u);
  if (steps) holding_enter(crowd, u, u->to.x, u->to.y, 0);
  holding_leave(crowd, u);
  path_requests_remove(crowd, u);
  unit_rules_use(crowd, index);
  unit_rules_release(crowd, u->rules);
  u->rules = index;
  u->size = (uint8_t)rules->size;
  holding_stand(crowd, u);
  if (steps) holding_enter(crowd, u, u->to.x, u->to.y, crowd_slot_of(crowd, u));
  orders_place(crowd, u);
  return ASTAR_OK;
}

astar_status astar_crowd_set_rules(astar_crowd *crowd, uint32_t number,
                                   const astar_rules *rules) {
  crowd_unit *u = crowd_find(LIVE(crowd), number);
  if (u == NULL || !rules_are_owned(rules)) return ASTAR_INVALID;
  const unit_rules *entry = crowd_rules(crowd, u);
  astar_filter filter = entry->filter;
  return crowd_set_rules(crowd, u, rules, &filter, entry->filter_parts);
}

astar_status astar_crowd_set_filter(astar_crowd *crowd, uint32_t number,
                                    const astar_rules *rules, const astar_filter *filter,
                                    int parts) {
  crowd_unit *u = crowd_find(LIVE(crowd), number);
  if (u == NULL || !crowd_is_filter(filter, parts)) return ASTAR_INVALID;
  if (rules == NULL) rules = crowd_rules(crowd, u)->rules;
  if (!rules_are_owned(rules)) return ASTAR_INVALID;
  return crowd_set_rules(crowd, u, rules, filter, filter != NULL ? parts : 0);
}

astar_status astar_crowd_set_priority(astar_crowd *crowd, uint32_t number, int priority) {
  crowd_unit *u = crowd_find(LIVE(crowd), number);
  if (u == NULL || !crowd_is_priority(priority)) return ASTAR_INVALID;
  u->priority = (int16_t)priority;
  u->rank = rank_with_priority(u->rank, priority);
  return ASTAR_OK;
}

static astar_status crowd_set_flag(astar_crowd *crowd, uint32_t number, uint16_t flag,
                                   bool is_set) {
  crowd_unit *u = crowd_find(LIVE(crowd), number);
  if (u == NULL) return ASTAR_INVALID;
  u->flags = (uint16_t)(is_set ? u->flags | flag : u->flags & ~flag);
  return ASTAR_OK;
}

astar_status astar_crowd_set_hold(astar_crowd *crowd, uint32_t number, bool hold) {
  return crowd_set_flag(crowd, number, UNIT_HOLD, hold);
}

astar_status astar_crowd_set_steps(astar_crowd *crowd, uint32_t number, bool steps) {
  return crowd_set_flag(crowd, number, UNIT_STEPS, steps);
}

astar_status astar_crowd_delay(astar_crowd *crowd, uint32_t number, double seconds) {
  crowd_unit *u = crowd_find(LIVE(crowd), number);
  if (u == NULL || !(seconds >= 0)) return ASTAR_INVALID;
  permission_delay(crowd, u, seconds, orders_is_patient(crowd, u));
  return ASTAR_OK;
}

// ------------------------------------------------------------------------------- reading

static astar_unit_state crowd_state(const crowd_unit *u) {
  if (!unit_stands(u)) return ASTAR_UNIT_MOVING;
  bool has_order = u->order != UNIT_NO_ORDER && (u->flags & UNIT_ACTIVE) != 0;
  return has_order ? ASTAR_UNIT_WAITING : ASTAR_UNIT_IDLE;
}

// The position of a unit, or where its curve is.
static void crowd_position(const astar_crowd *crowd, const crowd_unit *u, double *x,
                           double *y) {
  if (crowd->is_smooth) {
    curve_point(crowd, u, x, y);
    return;
  }
  *x = u->at.x + u->progress * (u->to.x - u->at.x);
  *y = u->at.y + u->progress * (u->to.y - u->at.y);
}

// Where the order of a unit leads. False: to no tile.
static bool crowd_goal(const astar_crowd *crowd, const crowd_unit *u, astar_point *goal) {
  const crowd_unit *target = &crowd->units[u->target];
  bool chases = u->order == UNIT_CHASE;
  if (u->order == UNIT_NO_ORDER || u->order == UNIT_FOLLOW) return false;
  if (chases && target->number != u->target_number) return false;
  unit_tile tile = chases ? target->to : u->goal;
  *goal = (astar_point){tile.x, tile.y};
  return true;
}

bool astar_crowd_unit(const astar_crowd *crowd, uint32_t number, astar_unit_info *info) {
  const crowd_unit *u = crowd_find(LIVE(crowd), number);
  if (u == NULL) return false;
  if (info == NULL) return true;
  *info = (astar_unit_info){.at = {u->at.x, u->at.y},
                            .to = {u->to.x, u->to.y},
                            .progress = u->progress,
                            .facing = facing_now(crowd, u),
                            .speed = u->speed,
                            .turn_rate = u->turn_rate,
                            .rules = crowd_rules(crowd, u)->rules,
                            .filter = crowd_rules(crowd, u)->filter,
                            .filter_parts = crowd_rules(crowd, u)->filter_parts,
                            .size = u->size,
                            .priority = u->priority,
                            .team = crowd->teams[crowd_slot_of(crowd, u)],
                            .hold = (u->flags & UNIT_HOLD) != 0,
                            .asks = unit_asks(u),
                            .state = crowd_state(u)};
  crowd_position(crowd, u, &info->x, &info->y);
  info->has_goal = crowd_goal(crowd, u, &info->goal);
  return true;
}

uint32_t astar_crowd_at(const astar_crowd *crowd, int x, int y) {
  if (!grid_contains(LIVE(crowd)->grid, x, y)) return 0;
  occupancy_tile tile = crowd->occupancy.tiles[grid_cell(crowd->grid, x, y)];
  uint32_t slot = tile.entering != 0 ? tile.entering : tile.holder;
  return slot != 0 ? crowd->units[slot].number : 0;
}

// Whether a unit waits for an answer of the program, or until it may ask again.
static bool crowd_is_held_back(const astar_crowd *crowd, const crowd_unit *u) {
  bool waits = unit_is_refused(u) && u->permission.refused_until > crowd->now;
  return waits || (u->permission.bits & PERMISSION_ASKED) != 0;
}

uint32_t astar_crowd_blocker(astar_crowd *crowd, uint32_t number, astar_point *tile) {
  const crowd_unit *u = crowd_find(LIVE(crowd), number);
  astar_point next;
  if (u == NULL || crowd_state(u) != ASTAR_UNIT_WAITING || crowd_is_held_back(crowd, u) ||
      astar_crowd_remaining(crowd, number, &next, 1) == 0)
    return 0;
  uint32_t slot = crowd_slot_of(crowd, u);
  for (footprint f = footprint_at(crowd->grid, u->size, next.x, next.y);
       footprint_next(&f);) {
    occupancy_tile at = crowd->occupancy.tiles[f.cell];
    if (!occupancy_is_held(&crowd->occupancy, f.cell, slot)) continue;
    if (tile != NULL) *tile = (astar_point){f.x, f.y};
    bool is_held = at.holder != 0 && at.holder != slot;
    return crowd->units[is_held ? at.holder : at.entering].number;
  }
  return 0;
}

size_t astar_crowd_count(const astar_crowd *crowd) { return LIVE(crowd)->unit_count; }

size_t astar_crowd_units(const astar_crowd *crowd, uint32_t *units, size_t capacity) {
  size_t count = 0;
  for (uint32_t number = 0;
       (number = numbers_next(&LIVE(crowd)->numbers, number)) != 0;) {
    if (count < capacity && units != NULL) units[count] = number;
    count++;
  }
  return count;
}

size_t astar_crowd_positions(const astar_crowd *crowd, double *positions,
                             size_t capacity) {
  uint32_t end = LIVE(crowd)->numbers.end;
  size_t count = end > 0 ? 2 * ((size_t)end - 1) : 0;
  if (positions == NULL) return count;
  for (size_t i = 0; i + 1 < count && i + 1 < capacity; i += 2) {
    const crowd_unit *u = crowd_find(crowd, (uint32_t)(i / 2 + 1));
    positions[i] = positions[i + 1] = NAN;
    if (u != NULL) crowd_position(crowd, u, &positions[i], &positions[i + 1]);
  }
  return count;
}

size_t astar_crowd_rules(const astar_crowd *crowd, const astar_rules **rules,
                         size_t capacity) {
  size_t count = 0;
  for (uint32_t i = 0; i < LIVE(crowd)->rules_count; i++) {
    bool is_used = crowd->rules[i].rules != NULL;
    if (!is_used || unit_rules_first(crowd, (uint16_t)i) != i) continue;
    if (count < capacity && rules != NULL) rules[count] = crowd->rules[i].rules;
    count++;
  }
  return count;
}
