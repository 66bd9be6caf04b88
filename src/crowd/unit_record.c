// Writes and reads units: see unit_record.h, and for the format crowd_serialization.c.
//
// Not written, because nothing depends on it between two updates: the lists and decisions
// that a unit was in (`listed`, `visited`, `call`), the tile that it left, and members
// that follow from others: its size from its rules, its direction from its step,
// `queued` from the queues.

#include "crowd/unit_record.h"

#include <math.h>

#include "crowd/curve.h"
#include "crowd/facing.h"
#include "crowd/guide.h"
#include "crowd/rank.h"
#include "crowd/steps.h"
#include "crowd/unit_rules.h"

// All flags that are written.
enum {
  UNIT_RECORD_FLAGS = UNIT_ACTIVE | UNIT_SETTLED | UNIT_HOLD | UNIT_ROTATES | UNIT_STEPS |
                      UNIT_PARTIAL | UNIT_NEAR | UNIT_HAS_PATH | UNIT_WITHOUT_TILE |
                      UNIT_REPORTED | UNIT_OUT_OF_REACH | UNIT_HELD_UP | UNIT_DETOUR |
                      UNIT_DONE
};

// A step of a path to a tile around has one of these codes. Others have the code
// UNIT_RECORD_FAR, and then their x and y. Closed ones have a code that is greater by
// UNIT_RECORD_CLOSED.
enum { UNIT_RECORD_FAR = 9, UNIT_RECORD_CLOSED = 10 };

// Rates of steps are below this limit [1/s]: so times and positions stay finite.
#define UNIT_RECORD_MAX_RATE 1e12

// The costs of a path sum up to no more: so sums with them do not overflow.
#define UNIT_RECORD_MAX_PATH (INT64_C(1) << 60)

// -------------------------------------------------------------------------------- write

static uint32_t unit_record_cell(const astar_crowd *crowd, int x, int y) {
  return grid_cell(crowd->grid, x, y);
}

static void unit_record_put_step(byte_writer *w, const guide_point *from,
                                 const guide_point *to) {
  int dx = to->x - from->x, dy = to->y - from->y;
  int closed = to->is_closed ? UNIT_RECORD_CLOSED : 0;
  if (dx >= -1 && dx <= 1 && dy >= -1 && dy <= 1) {
    byte_string_put_byte(w, (uint8_t)(closed + (dy + 1) * 3 + dx + 1));
  } else {
    byte_string_put_byte(w, (uint8_t)(closed + UNIT_RECORD_FAR));
    byte_string_put_signed(w, dx);
    byte_string_put_signed(w, dy);
  }
  byte_string_put_number(w, (uint64_t)(from->remaining - to->remaining));
}

static void unit_record_put_path(const astar_crowd *crowd, const guide *g,
                                 byte_writer *w) {
  byte_string_put_number(w, g->count);
  if (g->count == 0) return;
  byte_string_put_number(w, g->cursor);
  byte_string_put_byte(w, g->revision == crowd->grid->revision);
  byte_string_put_number(w, (uint64_t)g->drift);
  byte_string_put_number(w, unit_record_cell(crowd, g->points[0].x, g->points[0].y));
  for (uint32_t i = 1; i < g->count; i++) {
    unit_record_put_step(w, &g->points[i - 1], &g->points[i]);
  }
}

// 0: no claim; 1: the unit waits for a tile that another unit claimed before; 2: the tile
// is claimed for it.
static void unit_record_put_claim(const astar_crowd *crowd, const crowd_unit *u,
                                  byte_writer *w) {
  uint32_t cell = unit_record_cell(crowd, u->claim_x, u->claim_y);
  bool is_first = u->has_claim && crowd->claims[cell] == crowd_slot_of(crowd, u);
  byte_string_put_byte(w, (uint8_t)(u->has_claim ? 1 + is_first : 0));
  if (u->has_claim) byte_string_put_number(w, cell);
}

// Bits of the first byte of a permission.
enum {
  UNIT_RECORD_ASKS = 1,
  UNIT_RECORD_GIVEN = 2,
  UNIT_RECORD_EXCUSED = 4,
  UNIT_RECORD_ASKED = 8,
  UNIT_RECORD_DELAYED = 16
};

static void unit_record_put_permission(const astar_crowd *crowd, const crowd_unit *u,
                                       byte_writer *w) {
  const struct unit_permission *p = &u->permission;
  byte_string_put_byte(w,
                       (uint8_t)((p->asks ? UNIT_RECORD_ASKS : 0) |
                                 (p->is_given ? UNIT_RECORD_GIVEN : 0) |
                                 (p->is_excused ? UNIT_RECORD_EXCUSED : 0) |
                                 (p->state == UNIT_ASKED ? UNIT_RECORD_ASKED : 0) |
                                 (p->state == UNIT_DELAYED ? UNIT_RECORD_DELAYED : 0)));
  if (p->is_given) {
    byte_string_put_number(w, unit_record_cell(crowd, p->x, p->y));
    byte_string_put_double(w, p->until);
  }
  if (p->is_excused) byte_string_put_double(w, p->excused_until);
  if (p->state == UNIT_ASKED) {
    byte_string_put_number(w, unit_record_cell(crowd, p->asked_x, p->asked_y));
    byte_string_put_number(w, p->decider);
  }
  if (p->state != UNIT_NOT_ASKED) byte_string_put_double(w, p->since);
}

static void unit_record_put_order(const astar_crowd *crowd, const crowd_unit *u,
                                  byte_writer *w) {
  byte_string_put_byte(w, u->order);
  byte_string_put_byte(w, u->request);
  byte_string_put_number(w, u->flags & UNIT_RECORD_FLAGS);
  byte_string_put_number(w, unit_record_cell(crowd, u->goal_x, u->goal_y));
  if (u->order == UNIT_GO_TO || u->order == UNIT_CHASE) {
    byte_string_put_number(w, (uint32_t)u->range);
  }
  if (u->order == UNIT_GO_TO) {
    byte_string_put_number(w, unit_record_cell(crowd, u->wish_x, u->wish_y));
  }
  if (u->order == UNIT_CHASE) {
    byte_string_put_number(w, u->target);
    byte_string_put_number(w, u->target_number);
  }
  uint64_t serial = u->rank & (RANK_IDLE - 1);
  byte_string_put_signed(w, u->priority);
  byte_string_put_number(w, (crowd->serial - serial) << 1 | rank_is_idle(u->rank));
  byte_string_put_number(w, u->group != NULL ? u->group->number + 1 : 0);
  byte_string_put_number(w, u->guide.field != NULL ? u->guide.field->number + 1 : 0);
}

// Whether the rate of a unit counts.
static bool unit_record_has_rate(const crowd_unit *u) {
  return !unit_stands(u) || (u->flags & UNIT_ROTATES) != 0;
}

static void unit_record_put_times(const crowd_unit *u, byte_writer *w) {
  byte_string_put_double(w, u->speed);
  byte_string_put_double(w, u->facing);
  byte_string_put_double(w, u->spare);
  byte_string_put_double(w, u->stood_since);
  byte_string_put_double(w, u->decides_at);
  byte_string_put_double(w, u->improved_at);
  byte_string_put_double(w, u->queue_improved_at);
  byte_string_put_double(w, u->yielded_at);
  byte_string_put_double(w, u->rescued_at);
  if (unit_record_has_rate(u)) {
    byte_string_put_double(w, u->progress);
    byte_string_put_double(w, u->rate);
    byte_string_put_byte(w, u->is_timed);
  }
}

// Without a turn rate, the facing does not depend on the time.
static void unit_record_put_turn(const crowd_unit *u, byte_writer *w) {
  byte_string_put_double(w, u->turn_rate);
  if (!unit_is_angle(u->turn_rate)) return;
  byte_string_put_double(w, u->facing_from);
  byte_string_put_double(w, u->facing_since);
}

static void unit_record_put_curve(const unit_curve *c, byte_writer *w) {
  byte_string_put_double(w, c->dx);
  byte_string_put_double(w, c->dy);
  byte_string_put_double(w, c->ratio);
  byte_string_put_double(w, c->rate);
  byte_string_put_double(w, c->since);
}

void unit_record_write(const astar_crowd *crowd, uint32_t slot, byte_writer *w) {
  const crowd_unit *u = &crowd->units[slot];
  byte_string_put_number(w, u->number);
  if (u->number == 0) return;
  byte_string_put_number(w, u->rules);
  byte_string_put_number(w, unit_record_cell(crowd, u->x, u->y));
  byte_string_put_number(w, unit_record_cell(crowd, u->to_x, u->to_y));
  byte_string_put_byte(w, u->move);
  unit_record_put_order(crowd, u, w);
  unit_record_put_times(u, w);
  unit_record_put_turn(u, w);
  if (crowd->is_smooth) unit_record_put_curve(&crowd->curves[slot], w);
  byte_string_put_number(w, (uint64_t)u->best);
  unit_record_put_claim(crowd, u, w);
  unit_record_put_permission(crowd, u, w);
  unit_record_put_path(crowd, &u->guide, w);
}

// --------------------------------------------------------------------------------- read

static void unit_record_take_tile(const astar_crowd *crowd, byte_reader *r, uint16_t *x,
                                  uint16_t *y) {
  uint32_t cell = record_take_cell(crowd, r);
  *x = (uint16_t)grid_x(crowd->grid, cell);
  *y = (uint16_t)grid_y(crowd->grid, cell);
}

// A number from `min` to `max`.
static double unit_record_take_double(byte_reader *r, double min, double max) {
  double value = byte_string_take_double(r);
  if (value >= min && value <= max) return value; // also false for NaN
  r->is_damaged = true;
  return min;
}

static void unit_record_take_rules(const astar_crowd *crowd, crowd_unit *u,
                                   byte_reader *r) {
  u->rules = (uint16_t)byte_string_take_number(r, UINT16_MAX);
  if (u->rules >= crowd->rules_count || crowd->rules[u->rules].rules == NULL) {
    r->is_damaged = true;
    return;
  }
  u->size = (uint8_t)crowd->rules[u->rules].rules->size;
}

static bool unit_record_fits(const astar_crowd *crowd, const crowd_unit *u, int x,
                             int y) {
  return x + u->size <= crowd->grid->width && y + u->size <= crowd->grid->height;
}

// Whether a step can be one of some rules: rules may have changed since it began.
static bool unit_record_is_step(const crowd_unit *u) {
  if (unit_stands(u) || u->move == UNIT_LINK) return true;
  int dx = u->to_x - u->x, dy = u->to_y - u->y;
  return u->move < ASTAR_MAX_MOVES && dx >= -ASTAR_MAX_REACH && dx <= ASTAR_MAX_REACH &&
         dy >= -ASTAR_MAX_REACH && dy <= ASTAR_MAX_REACH;
}

static void unit_record_take_place(const astar_crowd *crowd, crowd_unit *u,
                                   byte_reader *r) {
  unit_record_take_tile(crowd, r, &u->x, &u->y);
  unit_record_take_tile(crowd, r, &u->to_x, &u->to_y);
  u->left_x = u->x;
  u->left_y = u->y;
  u->move = byte_string_take_byte(r);
  bool is_move = u->move <= UNIT_LINK || u->move == UNIT_NEVER_STEPPED;
  if (!is_move || !unit_record_is_step(u) || !unit_record_fits(crowd, u, u->x, u->y) ||
      !unit_record_fits(crowd, u, u->to_x, u->to_y)) {
    r->is_damaged = true;
  }
}

static void unit_record_take_rank(const astar_crowd *crowd, crowd_unit *u,
                                  byte_reader *r) {
  u->priority = (int16_t)byte_string_take_signed(r, ASTAR_MAX_PRIORITY);
  uint64_t number = byte_string_take_long(r, crowd->serial << 1 | 1);
  bool is_idle = (number & 1) != 0;
  if (number >> 1 == 0 || number >> 1 > crowd->serial) r->is_damaged = true;
  uint64_t rank = (crowd->serial - (number >> 1)) | (is_idle ? RANK_IDLE : 0);
  u->rank = rank_with_priority(rank, u->priority);
}

static void unit_record_take_target(const astar_crowd *crowd, crowd_unit *u,
                                    uint32_t slot, byte_reader *r) {
  u->target = byte_string_take_number(r, crowd->slot_count - 1);
  u->target_number = byte_string_take_number(r, UINT32_MAX);
  bool is_unit = u->target != 0 && u->target_number != 0;
  if (!is_unit || u->target == slot) r->is_damaged = true;
}

// The group and the field; the unit does not count as their user yet.
static void unit_record_take_shared(const shared_records *shared, crowd_unit *u,
                                    byte_reader *r) {
  uint64_t group = byte_string_take_long(r, INT64_MAX);
  uint64_t field = byte_string_take_long(r, INT64_MAX);
  u->group = group > 0 ? shared_record_group(shared, group - 1) : NULL;
  u->guide.field = field > 0 ? shared_record_field(shared, field - 1) : NULL;
  bool is_missing =
      (group > 0 && u->group == NULL) || (field > 0 && u->guide.field == NULL);
  bool has_callers_field = u->guide.field != NULL && !u->guide.field->is_own;
  bool waits = (u->flags & UNIT_WITHOUT_TILE) != 0;
  if (is_missing || has_callers_field != (u->order == UNIT_FOLLOW) ||
      (waits && u->group == NULL)) {
    r->is_damaged = true;
  }
}

static void unit_record_take_order(const astar_crowd *crowd, crowd_unit *u, uint32_t slot,
                                   const shared_records *shared, byte_reader *r) {
  u->order = (uint8_t)byte_string_take_number(r, UNIT_WALK);
  u->request = (uint8_t)byte_string_take_number(r, UNIT_PLAN);
  u->flags = (uint16_t)byte_string_take_number(r, UNIT_RECORD_FLAGS);
  if ((u->flags & ~UNIT_RECORD_FLAGS) != 0) r->is_damaged = true;
  unit_record_take_tile(crowd, r, &u->goal_x, &u->goal_y);
  if (u->order == UNIT_GO_TO || u->order == UNIT_CHASE) {
    u->range = (int32_t)byte_string_take_number(r, INT32_MAX);
  }
  if (u->order == UNIT_GO_TO) unit_record_take_tile(crowd, r, &u->wish_x, &u->wish_y);
  if (u->order == UNIT_CHASE) unit_record_take_target(crowd, u, slot, r);
  unit_record_take_rank(crowd, u, r);
  unit_record_take_shared(shared, u, r);
}

// The program may stop a step, or let it end at once, but not in a ring.
static bool unit_record_is_rate(const crowd_unit *u) {
  bool is_free = u->is_timed && (u->flags & UNIT_ROTATES) == 0;
  bool is_finite = u->rate > 0 && u->rate <= UNIT_RECORD_MAX_RATE;
  return is_finite ||
         (is_free && ((u->rate >= 0 && u->rate <= 0) || u->rate >= HUGE_VAL));
}

static void unit_record_take_times(crowd_unit *u, byte_reader *r) {
  u->speed = unit_record_take_double(r, 0, ASTAR_MAX_SPEED);
  if (u->speed > 0 && u->speed < ASTAR_MIN_SPEED) r->is_damaged = true;
  u->facing = byte_string_take_double(r);
  if (!unit_is_angle(u->facing)) r->is_damaged = true;
  u->spare = unit_record_take_double(r, 0, ASTAR_MAX_UPDATE);
  u->stood_since = record_take_time(r);
  u->decides_at = record_take_time(r);
  u->improved_at = record_take_time(r);
  u->queue_improved_at = record_take_time(r);
  u->yielded_at = record_take_time(r);
  u->rescued_at = record_take_time(r);
  if (!unit_record_has_rate(u)) return;
  u->progress = unit_record_take_double(r, 0, unit_stands(u) ? 0 : 1);
  u->rate = byte_string_take_double(r);
  u->is_timed = byte_string_take_bool(r);
  if (u->progress >= 1 || !unit_record_is_rate(u)) r->is_damaged = true;
}

static void unit_record_take_turn(crowd_unit *u, byte_reader *r) {
  u->turn_rate = byte_string_take_double(r);
  if (!facing_is_rate(u->turn_rate)) r->is_damaged = true;
  if (!unit_is_angle(u->turn_rate)) return;
  u->facing_from = byte_string_take_double(r);
  u->facing_since = record_take_time(r);
  if (!unit_is_angle(u->facing_from)) r->is_damaged = true;
}

static void unit_record_take_curve(unit_curve *c, byte_reader *r) {
  c->dx = unit_record_take_double(r, -0.5, 0.5);
  c->dy = unit_record_take_double(r, -0.5, 0.5);
  c->ratio = unit_record_take_double(r, 0, CURVE_MAX_RATIO);
  c->rate = unit_record_take_double(r, 0, CURVE_MAX_RATE);
  c->since = record_take_time(r);
}

static void unit_record_take_claim(astar_crowd *crowd, crowd_unit *u, uint32_t slot,
                                   byte_reader *r) {
  uint32_t kind = byte_string_take_number(r, 2);
  if (kind == 0) return;
  u->has_claim = true;
  unit_record_take_tile(crowd, r, &u->claim_x, &u->claim_y);
  uint32_t *claim = &crowd->claims[unit_record_cell(crowd, u->claim_x, u->claim_y)];
  if (kind == 1 || r->is_damaged) return;
  if (*claim != 0) r->is_damaged = true;
  *claim = slot;
}

static void unit_record_take_permission(const astar_crowd *crowd, crowd_unit *u,
                                        byte_reader *r) {
  struct unit_permission *p = &u->permission;
  const uint8_t bits = byte_string_take_byte(r);
  const bool is_asked = (bits & UNIT_RECORD_ASKED) != 0;
  const bool is_delayed = (bits & UNIT_RECORD_DELAYED) != 0;
  if (bits >= 2 * UNIT_RECORD_DELAYED || (is_asked && is_delayed)) r->is_damaged = true;
  p->asks = (bits & UNIT_RECORD_ASKS) != 0;
  p->is_given = (bits & UNIT_RECORD_GIVEN) != 0;
  p->is_excused = (bits & UNIT_RECORD_EXCUSED) != 0;
  p->state = is_asked ? UNIT_ASKED : is_delayed ? UNIT_DELAYED : UNIT_NOT_ASKED;
  if (p->is_given) {
    unit_record_take_tile(crowd, r, &p->x, &p->y);
    p->until = record_take_time(r);
  }
  if (p->is_excused) p->excused_until = record_take_time(r);
  if (is_asked) {
    unit_record_take_tile(crowd, r, &p->asked_x, &p->asked_y);
    p->decider = byte_string_take_number(r, crowd->slot_count - 1);
  }
  if (p->state != UNIT_NOT_ASKED) p->since = record_take_time(r);
}

static void unit_record_take_step(const astar_crowd *crowd, const guide_point *from,
                                  guide_point *to, byte_reader *r) {
  uint32_t code = byte_string_take_number(r, UNIT_RECORD_CLOSED + UNIT_RECORD_FAR);
  to->is_closed = code >= UNIT_RECORD_CLOSED;
  if (to->is_closed) code -= UNIT_RECORD_CLOSED;
  bool is_far = code == UNIT_RECORD_FAR;
  int64_t dx = (int64_t)(code % 3) - 1, dy = (int64_t)(code / 3) - 1;
  if (is_far) dx = byte_string_take_signed(r, ASTAR_MAX_SIDE);
  if (is_far) dy = byte_string_take_signed(r, ASTAR_MAX_SIDE);
  int x = from->x + (int)dx, y = from->y + (int)dy;
  if (!grid_contains(crowd->grid, x, y)) {
    r->is_damaged = true;
    return;
  }
  to->x = (uint16_t)x;
  to->y = (uint16_t)y;
  to->remaining = from->remaining - (unit_cost)byte_string_take_long(r, UNIT_COST_MAX);
}

// Whether a unit that walks has a path, which ends where its order does.
static bool unit_record_has_walk(const crowd_unit *u) {
  const guide *g = &u->guide;
  if (u->order != UNIT_WALK) return true;
  if (g->count == 0 || g->field != NULL) return false;
  return g->points[g->count - 1].x == u->goal_x && g->points[g->count - 1].y == u->goal_y;
}

// Costs count from the start of the path: only their differences matter.
static astar_status unit_record_take_path(astar_crowd *crowd, crowd_unit *u,
                                          byte_reader *r) {
  guide *g = &u->guide;
  uint64_t count = byte_string_take_long(r, r->left);
  if (count == 0) return ASTAR_OK;
  uint32_t cursor = byte_string_take_number(r, (uint32_t)count - 1);
  bool is_current = byte_string_take_bool(r);
  g->drift = (unit_cost)byte_string_take_long(r, UNIT_COST_MAX);
  if (count > MEMORY_MAX_ELEMENTS || u->guide.field != NULL) r->is_damaged = true;
  if (r->is_damaged) return ASTAR_OK;
  if (!guide_reserve(crowd, g, (uint32_t)count)) return ASTAR_NO_MEMORY;
  g->points[0] = (guide_point){0};
  unit_record_take_tile(crowd, r, &g->points[0].x, &g->points[0].y);
  for (uint32_t i = 1; i < count && !r->is_damaged; i++) {
    g->points[i] = (guide_point){0};
    unit_record_take_step(crowd, &g->points[i - 1], &g->points[i], r);
    if (g->points[i].remaining < -UNIT_RECORD_MAX_PATH) r->is_damaged = true;
  }
  g->count = (uint32_t)count;
  g->cursor = cursor;
  // All other revisions are old ones.
  g->revision = is_current ? crowd->grid->revision : crowd->grid->revision - 1;
  return ASTAR_OK;
}

// Makes the unit, which has its number, the one of its slot.
static void unit_record_settle(astar_crowd *crowd, uint32_t slot, const crowd_unit *u) {
  crowd->units[slot] = *u;
  crowd->unit_count++;
  unit_rules_use(crowd, u->rules);
  if (u->guide.field != NULL) shared_field_use(u->guide.field);
  if (u->group != NULL) group_join(&crowd->units[slot], u->group);
  steps_set_direction(crowd, &crowd->units[slot]);
}

astar_status unit_record_read(astar_crowd *crowd, uint32_t slot,
                              const shared_records *shared, byte_reader *r) {
  crowd_unit u = {.number = byte_string_take_number(r, UINT32_MAX)};
  if (u.number == 0 || r->is_damaged) return ASTAR_OK;
  if (u.number >= crowd->numbers.end || crowd_slot(crowd, u.number) != 0) {
    r->is_damaged = true;
    return ASTAR_OK;
  }
  unit_record_take_rules(crowd, &u, r);
  unit_record_take_place(crowd, &u, r);
  unit_record_take_order(crowd, &u, slot, shared, r);
  unit_record_take_times(&u, r);
  unit_record_take_turn(&u, r);
  if (crowd->is_smooth) unit_record_take_curve(&crowd->curves[slot], r);
  u.best = (unit_cost)byte_string_take_long(r, UNIT_COST_MAX);
  unit_record_take_claim(crowd, &u, slot, r);
  unit_record_take_permission(crowd, &u, r);
  astar_status status = r->is_damaged ? ASTAR_OK : unit_record_take_path(crowd, &u, r);
  if (!unit_record_has_walk(&u)) r->is_damaged = true;
  if (status == ASTAR_OK && !r->is_damaged &&
      !numbers_set(&crowd->numbers, crowd->memory, u.number, slot)) {
    status = ASTAR_NO_MEMORY;
  }
  if (status == ASTAR_OK && !r->is_damaged) {
    unit_record_settle(crowd, slot, &u);
  } else {
    memory_free(crowd->memory, u.guide.points, u.guide.capacity * sizeof(guide_point));
  }
  return status;
}
