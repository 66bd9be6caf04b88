// Writes and reads what units share: see shared_record.h, and for the format
// crowd_serialization.c.

#include "crowd/shared_record.h"

#include <math.h>

// Costs are written in runs of at most so many tiles: so the memory that a hostile string
// can ask for is limited by its length.
enum { SHARED_RECORD_RUN = 256 };

// ------------------------------------------------------------------------ cells and time

void record_put_next_cell(uint32_t before, uint32_t cell, byte_writer *w) {
  byte_string_put_signed(w, (int64_t)cell - before);
}

uint32_t record_take_next_cell(const astar_crowd *crowd, uint32_t before,
                               byte_reader *r) {
  int64_t cell = (int64_t)before + byte_string_take_signed(r, UINT32_MAX);
  if (cell >= 0 && cell < (int64_t)grid_tiles(crowd->grid)) return (uint32_t)cell;
  r->is_damaged = true;
  return 0;
}

double record_take_time(byte_reader *r) {
  double time = byte_string_take_double(r);
  if (fabs(time) <= RECORD_MAX_TIME) return time; // also false for NaN
  r->is_damaged = true;
  return 0;
}

// ------------------------------------------------------------------------------ fields

static unit_cost shared_record_cost(const astar_crowd *crowd, const shared_field *f,
                                    uint32_t cell) {
  return shared_field_remaining(f, grid_x(crowd->grid, cell), grid_y(crowd->grid, cell));
}

// The tiles from `cell` on that the field reaches, or does not reach, as the first one.
static uint32_t shared_record_run(const astar_crowd *crowd, const shared_field *f,
                                  uint32_t cell) {
  uint32_t n = 1, left = grid_tiles(crowd->grid) - cell;
  bool is_reached = shared_record_cost(crowd, f, cell) < UNIT_COST_MAX;
  while (n < left && n < SHARED_RECORD_RUN &&
         (shared_record_cost(crowd, f, cell + n) < UNIT_COST_MAX) == is_reached) {
    n++;
  }
  return n;
}

static void shared_record_put_costs(const astar_crowd *crowd, const shared_field *f,
                                    byte_writer *w) {
  unit_cost before = 0;
  for (uint32_t cell = 0, end; cell < grid_tiles(crowd->grid); cell = end) {
    uint32_t length = shared_record_run(crowd, f, cell);
    bool is_reached = shared_record_cost(crowd, f, cell) < UNIT_COST_MAX;
    end = cell + length;
    byte_string_put_number(w, length * 2 + is_reached);
    for (uint32_t i = cell; i < end && is_reached; i++) {
      unit_cost cost = shared_record_cost(crowd, f, i);
      byte_string_put_signed(w, cost - before);
      before = cost;
    }
  }
}

static bool shared_record_is_goal(const astar_crowd *crowd, const shared_field *f,
                                  uint32_t cell) {
  return shared_field_is_goal(f, grid_x(crowd->grid, cell), grid_y(crowd->grid, cell));
}

static void shared_record_put_goals(const astar_crowd *crowd, const shared_field *f,
                                    byte_writer *w) {
  uint32_t tiles = grid_tiles(crowd->grid), count = 0, before = 0;
  for (uint32_t cell = 0; cell < tiles; cell++) {
    count += shared_record_is_goal(crowd, f, cell);
  }
  byte_string_put_number(w, count);
  for (uint32_t cell = 0; cell < tiles; cell++) {
    if (!shared_record_is_goal(crowd, f, cell)) continue;
    record_put_next_cell(before, cell, w);
    before = cell;
  }
}

static void shared_record_put_field(const astar_crowd *crowd, const shared_field *f,
                                    byte_writer *w) {
  byte_string_put_number(w, f->number);
  byte_string_put_double(w, f->improved_at);
  byte_string_put_byte(w, f->is_own);
  if (f->is_own) {
    byte_string_put_number(w, f->rules);
    byte_string_put_number(w, grid_cell(crowd->grid, f->goal_x, f->goal_y));
  } else {
    shared_record_put_costs(crowd, f, w);
    shared_record_put_goals(crowd, f, w);
  }
}

static void shared_record_take_costs(const astar_crowd *crowd, shared_field *f,
                                     byte_reader *r) {
  unit_cost cost = 0;
  uint32_t tiles = grid_tiles(crowd->grid);
  for (uint32_t cell = 0, end; cell < tiles && !r->is_damaged; cell = end) {
    uint32_t number = byte_string_take_number(r, 2 * SHARED_RECORD_RUN + 1);
    bool is_reached = number % 2 == 1;
    end = cell + number / 2;
    if (end == cell || end > tiles) r->is_damaged = true;
    for (uint32_t i = cell; i < end && !r->is_damaged; i++) {
      if (is_reached) cost += byte_string_take_signed(r, UNIT_COST_MAX);
      if (cost < 0 || cost >= UNIT_COST_MAX) r->is_damaged = true;
      f->frozen[i] = is_reached ? cost : UNIT_COST_MAX;
    }
  }
}

static void shared_record_take_goals(const astar_crowd *crowd, shared_field *f,
                                     byte_reader *r) {
  uint32_t count = byte_string_take_number(r, grid_tiles(crowd->grid)), cell = 0;
  for (uint32_t i = 0; i < count && !r->is_damaged; i++) {
    cell = record_take_next_cell(crowd, cell, r);
    f->goals[cell / 8] |= (uint8_t)(1u << cell % 8);
  }
}

// A string whose runs cannot fill the map asks for no memory. The longest run takes two
// bytes.
static bool shared_record_can_fill(const astar_crowd *crowd, const byte_reader *r) {
  return r->left >= grid_tiles(crowd->grid) / (SHARED_RECORD_RUN / 2);
}

// The record of the next field. NULL: damaged, or out of memory.
static shared_field *shared_record_take_field(astar_crowd *crowd, byte_reader *r) {
  if (byte_string_take_bool(r)) {
    uint32_t rules = byte_string_take_number(r, UINT16_MAX);
    uint32_t cell = record_take_cell(crowd, r);
    bool has_rules = rules < crowd->rules_count && crowd->rules[rules].rules != NULL;
    if (!has_rules || !shared_field_is_allowed(crowd)) r->is_damaged = true;
    if (r->is_damaged) return NULL;
    return shared_field_towards(crowd, (uint16_t)rules, grid_x(crowd->grid, cell),
                                grid_y(crowd->grid, cell));
  }
  if (!shared_record_can_fill(crowd, r)) r->is_damaged = true;
  if (r->is_damaged) return NULL;
  shared_field *f = shared_field_freeze(crowd);
  if (f == NULL) return NULL;
  shared_record_take_costs(crowd, f, r);
  shared_record_take_goals(crowd, f, r);
  return f;
}

static astar_status shared_record_take_fields(astar_crowd *crowd, shared_records *shared,
                                              byte_reader *r) {
  uint32_t count = (uint32_t)byte_string_take_long(r, r->left);
  uint64_t before = crowd->record;
  shared_field **place = &crowd->fields;
  if (count > MEMORY_MAX_ELEMENTS) r->is_damaged = true;
  for (uint32_t i = 0; i < count && !r->is_damaged; i++) {
    uint64_t number = byte_string_take_long(r, INT64_MAX);
    double improved_at = record_take_time(r);
    if (number >= before) r->is_damaged = true;
    if (!memory_reserve(crowd->memory, (void **)&shared->fields, &shared->field_capacity,
                        i + 1, sizeof *shared->fields)) {
      return ASTAR_NO_MEMORY;
    }
    shared_field *f = shared_record_take_field(crowd, r);
    if (f == NULL) return r->is_damaged ? ASTAR_OK : ASTAR_NO_MEMORY;
    // New records are first in the list; the newest one was written first.
    crowd->fields = f->next;
    f->next = NULL;
    *place = f;
    place = &f->next;
    f->number = before = number;
    f->improved_at = improved_at;
    shared->fields[shared->field_count++] = shared_field_use(f);
  }
  return ASTAR_OK;
}

shared_field *shared_record_field(const shared_records *shared, uint64_t number) {
  uint32_t low = 0, high = shared->field_count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (shared->fields[middle]->number == number) return shared->fields[middle];
    if (shared->fields[middle]->number > number) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return NULL;
}

// ------------------------------------------------------------------------------ groups

static void shared_record_put_group(const astar_crowd *crowd, const unit_group *group,
                                    byte_writer *w) {
  uint32_t center = grid_cell(crowd->grid, group->x, group->y), before = center;
  byte_string_put_number(w, group->number);
  byte_string_put_number(w, center);
  byte_string_put_number(w, (uint64_t)group->near);
  byte_string_put_number(w, (uint64_t)group->nearest);
  byte_string_put_number(w, grid_cell(crowd->grid, group->entrance_x, group->entrance_y));
  byte_string_put_double(w, group->improved_at);
  byte_string_put_byte(w, group->formation);
  byte_string_put_byte(w, unit_is_angle(group->facing));
  if (unit_is_angle(group->facing)) byte_string_put_double(w, group->facing);
  byte_string_put_byte(w, group->speed < HUGE_VAL);
  if (group->speed < HUGE_VAL) byte_string_put_double(w, group->speed);
  byte_string_put_number(w, group->tile_count);
  for (uint32_t i = 0; i < group->tile_count; i++) {
    record_put_next_cell(before, group->tiles[i], w);
    before = group->tiles[i];
  }
}

static void shared_record_take_formation(unit_group *group, byte_reader *r) {
  group->formation = (uint8_t)byte_string_take_number(r, ASTAR_FORMATION_KEEP);
  if (byte_string_take_bool(r)) {
    group->facing = byte_string_take_double(r);
    if (!unit_is_angle(group->facing)) r->is_damaged = true;
  }
  if (byte_string_take_bool(r)) {
    group->speed = byte_string_take_double(r);
    bool is_speed = group->speed >= ASTAR_MIN_SPEED && group->speed <= ASTAR_MAX_SPEED;
    if (!is_speed) r->is_damaged = true;
  }
}

// ASTAR_OK, also for damaged bytes; ASTAR_NO_MEMORY.
static astar_status shared_record_take_tiles(astar_crowd *crowd, unit_group *group,
                                             byte_reader *r) {
  uint32_t cell = grid_cell(crowd->grid, group->x, group->y);
  uint64_t count = byte_string_take_long(r, r->left);
  if (count > MEMORY_MAX_ELEMENTS) r->is_damaged = true;
  if (r->is_damaged) return ASTAR_OK;
  if (!memory_reserve(crowd->memory, (void **)&group->tiles, &group->tile_capacity,
                      (uint32_t)count, sizeof *group->tiles)) {
    return ASTAR_NO_MEMORY;
  }
  for (; group->tile_count < count && !r->is_damaged; group->tile_count++) {
    cell = record_take_next_cell(crowd, cell, r);
    group->tiles[group->tile_count] = cell;
  }
  return ASTAR_OK;
}

static astar_status shared_record_take_groups(astar_crowd *crowd, shared_records *shared,
                                              byte_reader *r) {
  uint32_t count = (uint32_t)byte_string_take_long(r, r->left);
  uint64_t before = crowd->record;
  unit_group **place = &crowd->groups;
  if (count > MEMORY_MAX_ELEMENTS) r->is_damaged = true;
  for (uint32_t i = 0; i < count && !r->is_damaged; i++) {
    if (!memory_reserve(crowd->memory, (void **)&shared->groups, &shared->group_capacity,
                        i + 1, sizeof *shared->groups)) {
      return ASTAR_NO_MEMORY;
    }
    unit_group *group = group_new(crowd);
    if (group == NULL) return ASTAR_NO_MEMORY;
    crowd->groups = group->next;
    group->next = NULL;
    *place = group;
    place = &group->next;
    group->units = 1;
    shared->groups[shared->group_count++] = group;
    group->number = byte_string_take_long(r, INT64_MAX);
    if (group->number >= before) r->is_damaged = true;
    before = group->number;
    uint32_t center = record_take_cell(crowd, r);
    group->x = (uint16_t)grid_x(crowd->grid, center);
    group->y = (uint16_t)grid_y(crowd->grid, center);
    group->near = (unit_cost)byte_string_take_long(r, 2 * UNIT_COST_MAX);
    group->nearest = (unit_cost)byte_string_take_long(r, 2 * UNIT_COST_MAX);
    uint32_t entrance = record_take_cell(crowd, r);
    group->entrance_x = (uint16_t)grid_x(crowd->grid, entrance);
    group->entrance_y = (uint16_t)grid_y(crowd->grid, entrance);
    group->improved_at = record_take_time(r);
    shared_record_take_formation(group, r);
    astar_status status = shared_record_take_tiles(crowd, group, r);
    if (status != ASTAR_OK) return status;
  }
  return ASTAR_OK;
}

unit_group *shared_record_group(const shared_records *shared, uint64_t number) {
  uint32_t low = 0, high = shared->group_count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (shared->groups[middle]->number == number) return shared->groups[middle];
    if (shared->groups[middle]->number > number) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return NULL;
}

// --------------------------------------------------------------------------------- both

void shared_record_write_all(const astar_crowd *crowd, byte_writer *w) {
  uint32_t fields = 0, groups = 0;
  for (const shared_field *f = crowd->fields; f != NULL; f = f->next) fields++;
  for (const unit_group *g = crowd->groups; g != NULL; g = g->next) groups++;
  byte_string_put_number(w, fields);
  for (const shared_field *f = crowd->fields; f != NULL; f = f->next) {
    shared_record_put_field(crowd, f, w);
  }
  byte_string_put_number(w, groups);
  for (const unit_group *g = crowd->groups; g != NULL; g = g->next) {
    shared_record_put_group(crowd, g, w);
  }
}

astar_status shared_record_read_all(astar_crowd *crowd, shared_records *shared,
                                    byte_reader *r) {
  uint64_t record = crowd->record; // making records counts it up
  astar_status status = shared_record_take_fields(crowd, shared, r);
  crowd->record = record;
  if (status == ASTAR_OK && !r->is_damaged) {
    status = shared_record_take_groups(crowd, shared, r);
  }
  crowd->record = record;
  return status;
}

bool shared_record_end(astar_crowd *crowd, shared_records *shared) {
  bool has_users = true;
  for (uint32_t i = 0; i < shared->field_count; i++) {
    has_users &= shared->fields[i]->units > 1;
    shared_field_release(crowd, shared->fields[i]);
  }
  for (uint32_t i = 0; i < shared->group_count; i++) {
    has_users &= shared->groups[i]->units > 1;
    group_release(crowd, shared->groups[i]);
  }
  memory_free(crowd->memory, shared->fields,
              shared->field_capacity * sizeof *shared->fields);
  memory_free(crowd->memory, shared->groups,
              shared->group_capacity * sizeof *shared->groups);
  return has_users;
}
