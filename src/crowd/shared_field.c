// Distance fields that several units follow: see shared_field.h.

#include "crowd/shared_field.h"
#include "query/field.h"

#include <math.h>

double shared_field_cost(const shared_field *f, int x, int y) {
  return astar_field_cost(f->field, x, y);
}

bool shared_field_is_goal(const shared_field *f, int x, int y) {
  return shared_field_cost(f, x, y) < INFINITY && !astar_field_next(f->field, x, y, NULL);
}

shared_field *shared_field_of(astar_crowd *crowd, astar_field *field, double scale) {
  for (shared_field *f = crowd->fields; f != NULL; f = f->next) {
    if (f->field == field) return f;
  }
  shared_field *f = (shared_field *)memory_new(crowd->memory, sizeof *f);
  if (f == NULL) return NULL;
  f->field = field;
  f->scale = scale;
  f->next = crowd->fields;
  crowd->fields = f;
  field_retain(field);
  return f;
}

// Fields that the crowd makes are for maps of at most so many tiles: there a field takes
// at most about 2 ms. There are at most so many at a time.
enum { SHARED_FIELD_TILES = 131072, SHARED_FIELD_MAX = 8 };

shared_field *shared_field_find(const astar_crowd *crowd, uint16_t rules, int x, int y) {
  for (shared_field *f = crowd->fields; f != NULL; f = f->next) {
    if (f->is_own && f->rules == rules && f->goal_x == x && f->goal_y == y) return f;
  }
  return NULL;
}

shared_field *shared_field_make(astar_crowd *crowd, uint16_t rules, int x, int y) {
  int count = 0;
  for (shared_field *f = crowd->fields; f != NULL; f = f->next) count += f->is_own;
  if (count == SHARED_FIELD_MAX || grid_tiles(crowd->grid) > SHARED_FIELD_TILES) {
    return NULL;
  }
  astar_source goal = {x, y, 0};
  astar_field *field;
  astar_status status = astar_distance_field(crowd->grid, crowd->rules[rules].rules, NULL,
                                             &goal, 1, INFINITY, &field);
  if (status != ASTAR_OK) return NULL;
  shared_field *f = shared_field_of(crowd, field, crowd->rules[rules].scale);
  astar_field_free(field); // the record is an owner
  if (f == NULL) return NULL;
  f->is_own = true;
  f->rules = rules;
  f->goal_x = (uint16_t)x;
  f->goal_y = (uint16_t)y;
  return f;
}

astar_status shared_field_update_all(astar_crowd *crowd) {
  for (shared_field *f = crowd->fields; f != NULL; f = f->next) {
    if (!f->is_own) continue;
    astar_status status = astar_field_update(f->field);
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
  memory_free(crowd->memory, f, sizeof *f);
}
