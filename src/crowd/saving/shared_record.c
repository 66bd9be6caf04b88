// Writes and reads what units share: see shared_record.h, and for the format
// crowd_serialization.c.

#include "crowd/saving/shared_record.h"

#include <math.h>

// Costs are written in runs of at most so many tiles: so the memory that a hostile string
// can ask for is limited by its length.
enum { SHARED_RECORD_RUN = 256 };

// ------------------------------------------------------------------------ cells and time

uint32_t record_cell(byte_codec *c, const astar_crowd *crowd, uint32_t cell) {
  return byte_codec_number(c, cell, grid_tiles(crowd->grid) - 1);
}

void record_point(byte_codec *c, const astar_crowd *crowd, int *x, int *y) {
  uint32_t cell = record_cell(c, crowd, grid_cell(crowd->grid, *x, *y));
  *x = grid_x(crowd->grid, cell);
  *y = grid_y(crowd->grid, cell);
}

void record_tile(byte_codec *c, const astar_crowd *crowd, unit_tile *tile) {
  *tile =
      crowd_tile(crowd, record_cell(c, crowd, grid_cell(crowd->grid, tile->x, tile->y)));
}

uint32_t record_next_cell(byte_codec *c, const astar_crowd *crowd, uint32_t before,
                          uint32_t cell) {
  int64_t next = before + byte_codec_signed(c, (int64_t)cell - before, UINT32_MAX);
  bool exists = next >= 0 && next < (int64_t)grid_tiles(crowd->grid);
  byte_codec_require(c, exists);
  return exists ? (uint32_t)next : 0;
}

double record_time(byte_codec *c, double time) {
  time = byte_codec_double(c, time);
  bool is_time = fabs(time) <= RECORD_MAX_TIME; // false for NaN
  byte_codec_require(c, is_time);
  return is_time || c->r == NULL ? time : 0;
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

static bool shared_record_is_goal(const astar_crowd *crowd, const shared_field *f,
                                  uint32_t cell) {
  return shared_field_is_goal(f, grid_x(crowd->grid, cell), grid_y(crowd->grid, cell));
}

static void shared_record_put_goals(byte_codec *c, const astar_crowd *crowd,
                                    const shared_field *f) {
  uint32_t tiles = grid_tiles(crowd->grid), count = 0, before = 0;
  for (uint32_t cell = 0; cell < tiles; cell++) {
    count += shared_record_is_goal(crowd, f, cell);
  }
  byte_codec_number(c, count, tiles);
  for (uint32_t cell = 0; cell < tiles; cell++) {
    if (!shared_record_is_goal(crowd, f, cell)) continue;
    before = record_next_cell(c, crowd, before, cell);
  }
}

static void shared_record_take_goals(byte_codec *c, const astar_crowd *crowd,
                                     shared_field *f) {
  uint32_t count = byte_codec_number(c, 0, grid_tiles(crowd->grid)), cell = 0;
  for (uint32_t i = 0; i < count && !c->r->is_damaged; i++) {
    cell = record_next_cell(c, crowd, cell, 0);
    f->goals[cell / 8] |= (uint8_t)(1u << cell % 8);
  }
}

// A string whose runs cannot fill the map asks for no memory. The longest run takes two
// bytes.
static bool shared_record_can_fill(const astar_crowd *crowd, const byte_reader *r) {
  return r->left >= grid_tiles(crowd->grid) / (SHARED_RECORD_RUN / 2);
}

// Writes the content of a field, or reads it into a new one. NULL: damaged, or out of
// memory.
static shared_field *shared_record_field_content(byte_codec *c, astar_crowd *crowd,
                                                 shared_field *f) {
  if (byte_codec_bool(c, f != NULL && f->is_own)) {
    unit_tile goal = f != NULL ? f->goal : (unit_tile){0, 0};
    uint32_t rules = byte_codec_number(c, f != NULL ? f->rules : 0, UINT16_MAX);
    record_tile(c, crowd, &goal);
    if (f != NULL) return f;
    bool has_rules = rules < crowd->rules_count && crowd->rules[rules].rules != NULL;
    byte_codec_require(c, has_rules && shared_field_is_allowed(crowd));
    return c->r->is_damaged ? NULL : shared_field_towards(crowd, (uint16_t)rules, goal);
  }
  if (f != NULL) {
    shared_record_put_costs(crowd, f, c->w);
    shared_record_put_goals(c, crowd, f);
    return f;
  }
  byte_codec_require(c, shared_record_can_fill(crowd, c->r));
  f = c->r->is_damaged ? NULL : shared_field_freeze(crowd);
  if (f == NULL) return NULL;
  shared_record_take_costs(crowd, f, c->r);
  shared_record_take_goals(c, crowd, f);
  return f;
}

static astar_status shared_record_take_fields(astar_crowd *crowd, shared_records *shared,
                                              byte_reader *r) {
  byte_codec c = {NULL, r};
  uint32_t count = (uint32_t)byte_string_take_long(r, r->left);
  uint64_t before = crowd->record;
  shared_field **place = &crowd->fields;
  if (count > MEMORY_MAX_ELEMENTS) r->is_damaged = true;
  for (uint32_t i = 0; i < count && !r->is_damaged; i++) {
    uint64_t number = byte_string_take_long(r, INT64_MAX);
    double improved_at = record_time(&c, 0);
    if (number >= before) r->is_damaged = true;
    if (!MEMORY_RESERVE(crowd->memory, shared->fields, shared->field_capacity, i + 1)) {
      return ASTAR_NO_MEMORY;
    }
    shared_field *f = shared_record_field_content(&c, crowd, NULL);
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

static void shared_record_formation(byte_codec *c, unit_group *group) {
  group->formation =
      (uint8_t)byte_codec_number(c, group->formation, ASTAR_FORMATION_KEEP);
  if (byte_codec_bool(c, unit_is_angle(group->facing))) {
    group->facing = byte_codec_double(c, group->facing);
    byte_codec_require(c, unit_is_angle(group->facing));
  }
  if (byte_codec_bool(c, group->speed < HUGE_VAL)) {
    group->speed =
        byte_codec_double_within(c, group->speed, ASTAR_MIN_SPEED, ASTAR_MAX_SPEED);
  }
}

static astar_status shared_record_tiles(byte_codec *c, astar_crowd *crowd,
                                        unit_group *group) {
  uint32_t cell = grid_cell(crowd->grid, group->center.x, group->center.y);
  uint64_t count = byte_codec_long(c, group->tile_count, c->r != NULL ? c->r->left : 0);
  byte_codec_require(c, count <= MEMORY_MAX_ELEMENTS);
  if (c->r != NULL && c->r->is_damaged) return ASTAR_OK;
  if (!MEMORY_RESERVE(crowd->memory, group->tiles, group->tile_capacity,
                      (uint32_t)count)) {
    return ASTAR_NO_MEMORY;
  }
  for (uint32_t i = 0; i < count && (c->r == NULL || !c->r->is_damaged); i++) {
    uint32_t next = c->r != NULL ? 0 : group->tiles[i];
    cell = group->tiles[i] = record_next_cell(c, crowd, cell, next);
    group->tile_count = i + 1;
  }
  return ASTAR_OK;
}

// All but the number. ASTAR_OK, also for damaged bytes; ASTAR_NO_MEMORY.
static astar_status shared_record_group_content(byte_codec *c, astar_crowd *crowd,
                                                unit_group *group) {
  record_tile(c, crowd, &group->center);
  group->near = (unit_cost)byte_codec_long(c, (uint64_t)group->near, 2 * UNIT_COST_MAX);
  group->nearest =
      (unit_cost)byte_codec_long(c, (uint64_t)group->nearest, 2 * UNIT_COST_MAX);
  record_tile(c, crowd, &group->entrance);
  group->improved_at = record_time(c, group->improved_at);
  shared_record_formation(c, group);
  return shared_record_tiles(c, crowd, group);
}

static astar_status shared_record_take_groups(astar_crowd *crowd, shared_records *shared,
                                              byte_reader *r) {
  byte_codec c = {NULL, r};
  uint32_t count = (uint32_t)byte_string_take_long(r, r->left);
  uint64_t before = crowd->record;
  unit_group **place = &crowd->groups;
  if (count > MEMORY_MAX_ELEMENTS) r->is_damaged = true;
  for (uint32_t i = 0; i < count && !r->is_damaged; i++) {
    if (!MEMORY_RESERVE(crowd->memory, shared->groups, shared->group_capacity, i + 1)) {
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
    astar_status status = shared_record_group_content(&c, crowd, group);
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

void shared_record_write_all(astar_crowd *crowd, byte_writer *w) {
  byte_codec c = {w, NULL};
  uint32_t fields = 0, groups = 0;
  for (const shared_field *f = crowd->fields; f != NULL; f = f->next) fields++;
  for (const unit_group *g = crowd->groups; g != NULL; g = g->next) groups++;
  byte_string_put_number(w, fields);
  for (shared_field *f = crowd->fields; f != NULL; f = f->next) {
    byte_string_put_number(w, f->number);
    byte_string_put_double(w, f->improved_at);
    shared_record_field_content(&c, crowd, f);
  }
  byte_string_put_number(w, groups);
  for (unit_group *g = crowd->groups; g != NULL; g = g->next) {
    byte_string_put_number(w, g->number);
    shared_record_group_content(&c, crowd, g);
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
