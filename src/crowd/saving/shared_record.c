// Writes and reads what units share: see shared_record.h, and for the format
// crowd_serialization.c.

#include "crowd/saving/shared_record.h"

#include <math.h>

// Costs are written in runs of at most so many tiles: so the memory that a hostile string
// can ask for is limited by its length.
enum { SHARED_RECORD_RUN = 256 };

// ------------------------------------------------------------------------ cells and time

void record_tile(byte_codec *c, const astar_crowd *crowd, unit_tile *tile) {
  uint32_t cell = grid_cell(crowd->grid, tile->x, tile->y);
  *tile = crowd_tile(crowd, byte_codec_number(c, cell, grid_tiles(crowd->grid) - 1));
}

void record_point(byte_codec *c, const astar_crowd *crowd, int *x, int *y) {
  unit_tile tile = unit_tile_at(*x, *y);
  record_tile(c, crowd, &tile);
  *x = tile.x;
  *y = tile.y;
}

// A cell, as the difference to the one before.
static uint32_t record_next_cell(byte_codec *c, const astar_crowd *crowd, uint32_t before,
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

// The tiles from `cell` on that the field reaches, or does not reach, as the first one:
// twice their number, plus 1 if it reaches them.
static uint32_t shared_record_run(const astar_crowd *crowd, const shared_field *f,
                                  uint32_t cell) {
  uint32_t n = 1, left = grid_tiles(crowd->grid) - cell;
  bool is_reached = shared_record_cost(crowd, f, cell) < UNIT_COST_MAX;
  while (n < left && n < SHARED_RECORD_RUN &&
         (shared_record_cost(crowd, f, cell + n) < UNIT_COST_MAX) == is_reached)
    n++;
  return 2 * n + is_reached;
}

static void shared_record_costs(byte_codec *c, const astar_crowd *crowd,
                                shared_field *f) {
  unit_cost before = 0;
  uint32_t tiles = grid_tiles(crowd->grid);
  for (uint32_t cell = 0, end; cell < tiles && !byte_codec_is_damaged(c); cell = end) {
    uint32_t length = c->r == NULL ? shared_record_run(crowd, f, cell) : 0;
    length = byte_codec_number(c, length, 2 * SHARED_RECORD_RUN + 1);
    end = cell + length / 2;
    byte_codec_require(c, end > cell && end <= tiles);
    for (uint32_t i = cell; i < end && !byte_codec_is_damaged(c); i++) {
      unit_cost cost = shared_record_cost(crowd, f, i);
      if (length % 2 == 1) {
        cost = before += byte_codec_signed(c, cost - before, UNIT_COST_MAX);
        byte_codec_require(c, cost >= 0 && cost < UNIT_COST_MAX);
      }
      if (c->r != NULL) f->frozen[i] = length % 2 == 1 ? cost : UNIT_COST_MAX;
    }
  }
}

static bool shared_record_is_goal(const astar_crowd *crowd, const shared_field *f,
                                  uint32_t cell) {
  return shared_field_is_goal(f, grid_x(crowd->grid, cell), grid_y(crowd->grid, cell));
}

static void shared_record_goals(byte_codec *c, const astar_crowd *crowd,
                                shared_field *f) {
  uint32_t tiles = grid_tiles(crowd->grid), count = 0, cell = 0;
  for (uint32_t i = 0; i < tiles && c->r == NULL; i++)
    count += shared_record_is_goal(crowd, f, i);
  count = byte_codec_number(c, count, tiles);
  for (uint32_t i = 0, next = 0; i < count && !byte_codec_is_damaged(c); i++, next++) {
    while (c->r == NULL && !shared_record_is_goal(crowd, f, next)) next++;
    cell = record_next_cell(c, crowd, cell, next);
    if (c->r != NULL) f->frozen[cell] |= SHARED_FIELD_GOAL;
  }
}

// Writes the content of a field, or reads it into a new one. NULL: damaged, or out of
// memory.
static shared_field *shared_record_field_content(byte_codec *c, astar_crowd *crowd,
                                                 shared_field *f) {
  shared_field own = f != NULL ? *f : (shared_field){0};
  if (byte_codec_bool(c, own.is_own)) {
    own.rules = (uint16_t)byte_codec_number(c, own.rules, UINT16_MAX);
    record_tile(c, crowd, &own.goal);
    if (f != NULL) return f;
    bool has_rules = own.rules < crowd->rules_count && crowd->rules[own.rules].rules;
    byte_codec_require(c, has_rules && shared_field_is_allowed(crowd));
    return c->r->is_damaged ? NULL : shared_field_towards(crowd, own.rules, own.goal);
  }
  if (f == NULL) {
    // A string whose runs cannot fill the map asks for no memory. The longest run takes
    // two bytes.
    byte_codec_require(c,
                       c->r->left >= grid_tiles(crowd->grid) / (SHARED_RECORD_RUN / 2));
    f = c->r->is_damaged ? NULL : shared_field_freeze(crowd);
  }
  if (f == NULL) return NULL;
  shared_record_costs(c, crowd, f);
  shared_record_goals(c, crowd, f);
  return f;
}

// Reads a field, which counts one user too many.
static astar_status shared_record_take_field(byte_codec *c, astar_crowd *crowd,
                                             shared_record *record) {
  double improved_at = record_time(c, 0);
  shared_field *f = shared_record_field_content(c, crowd, NULL);
  if (f == NULL) return c->r->is_damaged ? ASTAR_OK : ASTAR_NO_MEMORY;
  f->number = record->number;
  f->improved_at = improved_at;
  record->field = shared_field_use(f);
  return ASTAR_OK;
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
  if (byte_codec_is_damaged(c)) return ASTAR_OK;
  if (!MEMORY_RESERVE(crowd->memory, group->tiles, group->tile_capacity, (uint32_t)count))
    return ASTAR_NO_MEMORY;
  for (uint32_t i = 0; i < count && !byte_codec_is_damaged(c); i++) {
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

// Reads a group, which counts one user too many.
static astar_status shared_record_take_group(byte_codec *c, astar_crowd *crowd,
                                             shared_record *record) {
  record->group = group_new(crowd);
  if (record->group == NULL) return ASTAR_NO_MEMORY;
  record->group->units = 1;
  record->group->number = record->number;
  return shared_record_group_content(c, crowd, record->group);
}

// --------------------------------------------------------------------------------- both

shared_record shared_record_find(const shared_list *list, uint64_t number) {
  uint32_t low = 0, high = list->count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (list->records[middle].number == number) return list->records[middle];
    if (list->records[middle].number > number)
      low = middle + 1;
    else
      high = middle;
  }
  return (shared_record){0};
}

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

// Reads all fields, or all groups.
static astar_status shared_record_take(astar_crowd *crowd, shared_list *list,
                                       bool are_groups, byte_reader *r) {
  byte_codec c = {NULL, r};
  uint32_t count = (uint32_t)byte_string_take_long(r, r->left);
  uint64_t before = crowd->record;
  if (count > MEMORY_MAX_ELEMENTS) r->is_damaged = true;
  for (uint32_t i = 0; i < count && !r->is_damaged; i++) {
    if (!MEMORY_RESERVE(crowd->memory, list->records, list->capacity, i + 1))
      return ASTAR_NO_MEMORY;
    shared_record *record = &list->records[list->count++];
    *record = (shared_record){.number = byte_string_take_long(r, INT64_MAX)};
    if (record->number >= before) r->is_damaged = true;
    before = record->number;
    astar_status status = are_groups ? shared_record_take_group(&c, crowd, record)
                                     : shared_record_take_field(&c, crowd, record);
    if (status != ASTAR_OK) return status;
  }
  return ASTAR_OK;
}

// New records are first in the lists of the crowd; the newest one was written first.
static void shared_record_link(astar_crowd *crowd, const shared_records *shared) {
  crowd->fields = NULL;
  crowd->groups = NULL;
  for (uint32_t i = shared->fields.count; i-- > 0;) {
    shared->fields.records[i].field->next = crowd->fields;
    crowd->fields = shared->fields.records[i].field;
  }
  for (uint32_t i = shared->groups.count; i-- > 0;) {
    shared->groups.records[i].group->next = crowd->groups;
    crowd->groups = shared->groups.records[i].group;
  }
}

astar_status shared_record_read_all(astar_crowd *crowd, shared_records *shared,
                                    byte_reader *r) {
  uint64_t record = crowd->record; // making records counts it up
  astar_status status = shared_record_take(crowd, &shared->fields, false, r);
  crowd->record = record;
  if (status == ASTAR_OK && !r->is_damaged)
    status = shared_record_take(crowd, &shared->groups, true, r);
  crowd->record = record;
  if (status == ASTAR_OK && !r->is_damaged) shared_record_link(crowd, shared);
  return status;
}

// False: one of the records has no user.
static bool shared_record_end_list(astar_crowd *crowd, shared_list *list) {
  bool has_users = true;
  for (uint32_t i = 0; i < list->count; i++) {
    shared_record *record = &list->records[i];
    has_users &= record->field == NULL || record->field->units > 1;
    has_users &= record->group == NULL || record->group->units > 1;
    shared_field_release(crowd, record->field);
    group_release(crowd, record->group);
  }
  MEMORY_FREE(crowd->memory, list->records, list->capacity);
  return has_users;
}

bool shared_record_end(astar_crowd *crowd, shared_records *shared) {
  bool fields_have_users = shared_record_end_list(crowd, &shared->fields);
  return shared_record_end_list(crowd, &shared->groups) && fields_have_users;
}
