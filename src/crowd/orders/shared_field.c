// Distance fields that several units follow: see shared_field.h.

#include "crowd/orders/shared_field.h"
#include "query/field.h"

#include <math.h>

static uint32_t shared_field_cell(const shared_field *f, int x, int y) {
  return (uint32_t)y * f->width + (uint32_t)x;
}

unit_cost shared_field_remaining(const shared_field *f, int x, int y) {
  if (f->frozen != NULL)
    return f->frozen[shared_field_cell(f, x, y)] & (SHARED_FIELD_GOAL - 1);
  return unit_cost_scaled(astar_field_cost(f->field, x, y), f->scale);
}

bool shared_field_reaches(const shared_field *f, int x, int y) {
  if (f->frozen != NULL) return shared_field_remaining(f, x, y) < UNIT_COST_MAX;
  return astar_field_cost(f->field, x, y) < INFINITY;
}

bool shared_field_is_goal(const shared_field *f, int x, int y) {
  if (f->frozen != NULL)
    return f->frozen[shared_field_cell(f, x, y)] >= SHARED_FIELD_GOAL;
  return shared_field_reaches(f, x, y) && !astar_field_next(f->field, x, y, NULL);
}

// A record without a field and without users.
static shared_field *shared_field_new(astar_crowd *crowd) {
  shared_field *f = (shared_field *)memory_new(crowd->memory, sizeof *f);
  if (f == NULL) return NULL;
  f->width = (uint32_t)crowd->grid->width;
  f->number = crowd->record++;
  f->next = crowd->fields;
  crowd->fields = f;
  return f;
}

shared_field *shared_field_of(astar_crowd *crowd, astar_field *field, double scale) {
  for (shared_field *f = crowd->fields; f != NULL; f = f->next)
    if (f->field == field) return f;
  shared_field *f = shared_field_new(crowd);
  if (f == NULL) return NULL;
  f->field = field;
  f->scale = scale;
  field_retain(field);
  return f;
}

static size_t shared_field_cost_bytes(const astar_crowd *crowd) {
  return (size_t)grid_tiles(crowd->grid) * sizeof(unit_cost);
}

shared_field *shared_field_freeze(astar_crowd *crowd) {
  shared_field *f = shared_field_new(crowd);
  if (f == NULL) return NULL;
  f->frozen = (unit_cost *)memory_new(crowd->memory, shared_field_cost_bytes(crowd));
  if (f->frozen != NULL) return f;
  shared_field_release(crowd, f);
  return NULL;
}

shared_field *shared_field_find(const astar_crowd *crowd, uint16_t rules,
                                unit_tile goal) {
  for (shared_field *f = crowd->fields; f != NULL; f = f->next)
    if (f->is_own && f->rules == rules && unit_tile_is(f->goal, goal.x, goal.y)) return f;
  return NULL;
}

bool shared_field_is_allowed(const astar_crowd *crowd) {
  int count = 0;
  for (shared_field *f = crowd->fields; f != NULL; f = f->next) count += f->is_own;
  return count < SHARED_FIELD_MAX && grid_tiles(crowd->grid) <= SHARED_FIELD_TILES;
}

shared_field *shared_field_towards(astar_crowd *crowd, uint16_t rules, unit_tile goal) {
  shared_field *f = shared_field_new(crowd);
  if (f == NULL) return NULL;
  f->scale = crowd->rules[rules].scale;
  f->is_own = true;
  f->rules = rules;
  f->goal = goal;
  return f;
}

static astar_status shared_field_update(astar_crowd *crowd, shared_field *f) {
  const unit_rules *entry = &crowd->rules[f->rules];
  if (f->field != NULL) return astar_field_update(f->field);
  f->field =
      field_towards(crowd->grid, entry->rules, &entry->filter, f->goal.x, f->goal.y);
  return f->field != NULL ? ASTAR_OK : ASTAR_NO_MEMORY;
}

shared_field *shared_field_make(astar_crowd *crowd, uint16_t rules, unit_tile goal) {
  if (!shared_field_is_allowed(crowd)) return NULL;
  if (!costmap_is_passable(&crowd->rules[rules].map, goal.x, goal.y)) return NULL;
  shared_field *f = shared_field_towards(crowd, rules, goal);
  if (f == NULL || shared_field_update(crowd, f) == ASTAR_OK) return f;
  shared_field_release(crowd, f);
  return NULL;
}

astar_status shared_field_update_all(astar_crowd *crowd) {
  for (shared_field *f = crowd->fields; f != NULL; f = f->next) {
    astar_status status = f->is_own ? shared_field_update(crowd, f) : ASTAR_OK;
    if (status != ASTAR_OK) return status;
  }
  return ASTAR_OK;
}

shared_field *shared_field_use(shared_field *f) {
  f->units++;
  return f;
}

void shared_field_release(astar_crowd *crowd, shared_field *f) {
  if (f == NULL) return;
  if (f->units > 0) f->units--;
  if (f->units > 0) return;
  shared_field **place = &crowd->fields;
  while (*place != f) place = &(*place)->next;
  *place = f->next;
  astar_field_free(f->field);
  memory_free(crowd->memory, f->frozen, shared_field_cost_bytes(crowd));
  memory_free(crowd->memory, f, sizeof *f);
}
