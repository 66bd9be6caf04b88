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
