// Writes and reads units: see unit_record.h, and for the format crowd_serialization.c.
//
// Not written, because nothing depends on it between two updates: the lists and decisions
// that a unit was in (`listed`, `visited`, `call`), the tile that it left, and members
// that follow from others: its size from its rules, its direction from its step,
// `queued` from the queues.

#include "crowd/saving/unit_record.h"

#include <math.h>

#include "crowd/motion/curve.h"
#include "crowd/motion/facing.h"
#include "crowd/orders/guide.h"
#include "crowd/motion/rank.h"
#include "crowd/motion/steps.h"
#include "crowd/tuning.h"
#include "crowd/unit_rules.h"

// All flags that are written.
enum {
  UNIT_RECORD_FLAGS = UNIT_ACTIVE | UNIT_SETTLED | UNIT_HOLD | UNIT_ROTATES | UNIT_STEPS |
                      UNIT_PARTIAL | UNIT_NEAR | UNIT_HAS_PATH | UNIT_WITHOUT_TILE |
                      UNIT_REPORTED | UNIT_OUT_OF_REACH | UNIT_HELD_UP | UNIT_DETOUR |
                      UNIT_DONE | UNIT_AROUND
};

// A step of a path to a tile around has one of these codes. Others have the code
// UNIT_RECORD_FAR, and then their x and y. Closed ones have a code that is greater by
// UNIT_RECORD_CLOSED.
enum { UNIT_RECORD_FAR = 9, UNIT_RECORD_CLOSED = 10 };

// Rates of steps are below this limit [1/s]: so times and positions stay finite.
#define UNIT_RECORD_MAX_RATE 1e12

// The costs of a path sum up to no more: so sums with them do not overflow.
#define UNIT_RECORD_MAX_PATH (INT64_C(1) << 60)

// ---------------------------------------------------------------------------- the order

static void unit_record_rules(byte_codec *c, const astar_crowd *crowd, crowd_unit *u) {
  u->rules = (uint16_t)byte_codec_number(c, u->rules, UINT16_MAX);
  bool exists = u->rules < crowd->rules_count && crowd->rules[u->rules].rules != NULL;
  byte_codec_require(c, exists);
  if (exists) u->size = (uint8_t)crowd->rules[u->rules].rules->size;
}

static bool unit_record_fits(const astar_crowd *crowd, const crowd_unit *u, int x,
                             int y) {
  return x + u->size <= crowd->grid->width && y + u->size <= crowd->grid->height;
}

// Whether a step can be one of some rules: rules may have changed since it began.
static bool unit_record_is_step(const crowd_unit *u) {
  if (unit_stands(u) || u->move == UNIT_LINK) return true;
  int dx = u->to.x - u->at.x, dy = u->to.y - u->at.y;
  return u->move < ASTAR_MAX_MOVES && dx >= -ASTAR_MAX_REACH && dx <= ASTAR_MAX_REACH &&
         dy >= -ASTAR_MAX_REACH && dy <= ASTAR_MAX_REACH;
}

static void unit_record_place(byte_codec *c, const astar_crowd *crowd, crowd_unit *u) {
  record_tile(c, crowd, &u->at);
  record_tile(c, crowd, &u->to);
  if (c->r != NULL) u->left = u->at;
  u->move = byte_codec_byte(c, u->move);
  byte_codec_require(c, u->move <= UNIT_LINK || u->move == UNIT_NEVER_STEPPED);
  byte_codec_require(c, unit_record_is_step(u));
  byte_codec_require(c, unit_record_fits(crowd, u, u->at.x, u->at.y));
  byte_codec_require(c, unit_record_fits(crowd, u, u->to.x, u->to.y));
}

static void unit_record_rank(byte_codec *c, const astar_crowd *crowd, crowd_unit *u) {
  uint64_t below = crowd->serial - (u->rank & (RANK_IDLE - 1));
  u->priority = (int16_t)byte_codec_signed(c, u->priority, ASTAR_MAX_PRIORITY);
  uint64_t number =
      byte_codec_long(c, below << 1 | rank_is_idle(u->rank), crowd->serial << 1 | 1);
  below = number >> 1;
  byte_codec_require(c, below > 0 && below <= crowd->serial);
  uint64_t rank = (crowd->serial - below) | ((number & 1) != 0 ? RANK_IDLE : 0);
  u->rank = rank_with_priority(rank, u->priority);
}

static void unit_record_target(byte_codec *c, const astar_crowd *crowd, crowd_unit *u,
                               uint32_t slot) {
  u->target = byte_codec_number(c, u->target, crowd->slot_count - 1);
  u->target_number = byte_codec_number(c, u->target_number, UINT32_MAX);
  byte_codec_require(c, u->target != 0 && u->target_number != 0 && u->target != slot);
}

// The group and the field; a unit that is read does not count as their user yet.
static void unit_record_shared(byte_codec *c, const shared_records *shared,
                               crowd_unit *u) {
  uint64_t group = u->group != NULL ? u->group->number + 1 : 0;
  uint64_t field = u->guide.field != NULL ? u->guide.field->number + 1 : 0;
  group = byte_codec_long(c, group, INT64_MAX);
  field = byte_codec_long(c, field, INT64_MAX);
  if (c->r == NULL) return;
  u->group = group > 0 ? shared_record_find(&shared->groups, group - 1).group : NULL;
  u->guide.field =
      field > 0 ? shared_record_find(&shared->fields, field - 1).field : NULL;
  bool has_callers_field = u->guide.field != NULL && !u->guide.field->is_own;
  bool waits = (u->flags & UNIT_WITHOUT_TILE) != 0;
  byte_codec_require(c, (group > 0) == (u->group != NULL));
  byte_codec_require(c, (field > 0) == (u->guide.field != NULL));
  byte_codec_require(c, has_callers_field == (u->order == UNIT_FOLLOW));
  byte_codec_require(c, !waits || u->group != NULL);
}

static void unit_record_order(byte_codec *c, const astar_crowd *crowd, crowd_unit *u,
                              uint32_t slot, const shared_records *shared) {
  u->order = (uint8_t)byte_codec_number(c, u->order, UNIT_WALK);
  u->request = (uint8_t)byte_codec_number(c, u->request, UNIT_PLAN);
  u->flags =
      (uint16_t)byte_codec_number(c, u->flags & UNIT_RECORD_FLAGS, UNIT_RECORD_FLAGS);
  byte_codec_require(c, (u->flags & ~UNIT_RECORD_FLAGS) == 0);
  bool turns = unit_is_angle(u->rest_facing);
  turns = !byte_codec_is_before(c, 2) && byte_codec_bool(c, turns);
  u->rest_facing = turns ? byte_codec_double(c, u->rest_facing) : NAN;
  byte_codec_require(c, !turns || unit_is_angle(u->rest_facing));
  crowd->teams[slot] =
      byte_codec_is_before(c, 3) ? 0 : byte_codec_byte(c, crowd->teams[slot]);
  record_tile(c, crowd, &u->goal);
  if (u->order == UNIT_GO_TO || u->order == UNIT_CHASE || (u->flags & UNIT_AROUND))
    u->range = (int32_t)byte_codec_number(c, (uint32_t)u->range, INT32_MAX);
  if (u->order == UNIT_GO_TO || (u->flags & UNIT_AROUND)) record_tile(c, crowd, &u->wish);
  if (u->order == UNIT_CHASE) unit_record_target(c, crowd, u, slot);
  unit_record_rank(c, crowd, u);
  unit_record_shared(c, shared, u);
}

// ------------------------------------------------------------------------------- times

// The program may stop a step, or let it end at once, but not in a ring.
static bool unit_record_is_rate(const crowd_unit *u) {
  bool is_free = u->is_timed && (u->flags & UNIT_ROTATES) == 0;
  bool is_finite = u->rate > 0 && u->rate <= UNIT_RECORD_MAX_RATE;
  return is_finite ||
         (is_free && ((u->rate >= 0 && u->rate <= 0) || u->rate >= HUGE_VAL));
}

static void unit_record_times(byte_codec *c, crowd_unit *u) {
  u->speed = byte_codec_double_within(c, u->speed, 0, ASTAR_MAX_SPEED);
  byte_codec_require(c, u->speed <= 0 || u->speed >= ASTAR_MIN_SPEED);
  u->facing = byte_codec_double(c, u->facing);
  byte_codec_require(c, unit_is_angle(u->facing));
  u->spare = byte_codec_double_within(c, u->spare, 0, ASTAR_MAX_UPDATE);
  u->stood_since = record_time(c, u->stood_since);
  u->decides_at = record_time(c, u->decides_at);
  u->improved_at = record_time(c, u->improved_at);
  u->queue_improved_at = record_time(c, u->queue_improved_at);
  u->yielded_at = record_time(c, u->yielded_at);
  u->rescued_at = record_time(c, u->rescued_at);
  if (unit_stands(u) && (u->flags & UNIT_ROTATES) == 0) return; // its rate does not count
  u->progress = byte_codec_double_within(c, u->progress, 0, unit_stands(u) ? 0 : 1);
  u->rate = byte_codec_double(c, u->rate);
  u->is_timed = byte_codec_bool(c, u->is_timed);
  byte_codec_require(c, u->progress < 1 && unit_record_is_rate(u));
}

// Without a turn rate, the facing does not depend on the time.
static void unit_record_turn(byte_codec *c, crowd_unit *u) {
  u->turn_rate = byte_codec_double(c, u->turn_rate);
  byte_codec_require(c, facing_is_rate(u->turn_rate));
  if (!unit_is_angle(u->turn_rate)) return;
  u->facing_from = byte_codec_double(c, u->facing_from);
  u->facing_since = record_time(c, u->facing_since);
  byte_codec_require(c, unit_is_angle(u->facing_from));
}

static void unit_record_curve(byte_codec *c, unit_curve *curve) {
  curve->dx = byte_codec_double_within(c, curve->dx, -0.5, 0.5);
  curve->dy = byte_codec_double_within(c, curve->dy, -0.5, 0.5);
  curve->ratio = byte_codec_double_within(c, curve->ratio, 0, CURVE_MAX_RATIO);
  curve->rate = byte_codec_double_within(c, curve->rate, 0, CURVE_MAX_RATE);
  curve->since = record_time(c, curve->since);
}

// ---------------------------------------------------------------- claims and permissions

static void unit_record_enemy(byte_codec *c, const astar_crowd *crowd, crowd_unit *u) {
  if (byte_codec_is_before(c, 3)) return;
  bool waits = byte_codec_bool(c, u->faces != 0 || u->faces_at > crowd->now);
  if (waits) u->faces = byte_codec_number(c, u->faces, crowd->slot_count - 1);
  if (waits) u->faces_at = record_time(c, u->faces_at);
  u->detours = (uint8_t)byte_codec_number(c, u->detours, PLANNER_DETOURS);
}

// 0: no claim; 1: the unit waits for a tile that another unit claimed before; 2: the tile
// is claimed for it.
static void unit_record_claim(byte_codec *c, const astar_crowd *crowd, crowd_unit *u,
                              uint32_t slot) {
  uint32_t kind = 0;
  if (u->has_claim)
    kind = crowd->claims[grid_cell(crowd->grid, u->claim.x, u->claim.y)] == slot ? 2 : 1;
  kind = byte_codec_number(c, kind, 2);
  u->has_claim = kind > 0;
  if (kind == 0) return;
  record_tile(c, crowd, &u->claim);
  if (c->r == NULL || c->r->is_damaged || kind == 1) return;
  uint32_t *claim = &crowd->claims[grid_cell(crowd->grid, u->claim.x, u->claim.y)];
  byte_codec_require(c, *claim == 0);
  *claim = slot;
}

static void unit_record_permission(byte_codec *c, const astar_crowd *crowd,
                                   crowd_unit *u) {
  struct unit_permission *p = &u->permission;
  p->bits = byte_codec_byte(c, p->bits);
  const uint8_t bits = p->bits;
  byte_codec_require(c, bits < 2 * PERMISSION_PUSHED);
  byte_codec_require(c, (bits & PERMISSION_REFUSED) || !(bits & PERMISSION_PUSHED));
  if (bits & PERMISSION_GIVEN) {
    record_tile(c, crowd, &p->tile);
    p->until = record_time(c, p->until);
  }
  if (bits & PERMISSION_EXCUSED) p->excused_until = record_time(c, p->excused_until);
  if (bits & PERMISSION_ASKED) {
    record_tile(c, crowd, &p->asked);
    p->decider = byte_codec_number(c, p->decider, crowd->slot_count - 1);
    p->since = record_time(c, p->since);
  }
  if (bits & PERMISSION_REFUSED) {
    p->refused_until = record_time(c, p->refused_until);
    for (int i = 0; i < 2; i++) {
      p->refused[i] = c->r != NULL ? u->to : p->refused[i];
      if (!byte_codec_is_before(c, 2)) record_tile(c, crowd, &p->refused[i]);
    }
  }
  if (bits & PERMISSION_PUSHED) p->pusher = byte_codec_number(c, p->pusher, UINT32_MAX);
}

// ---------------------------------------------------------------------------- the path

// The code of the step from one point of a path to the next.
static uint32_t unit_record_code(const guide_point *from, const guide_point *to) {
  int dx = to->at.x - from->at.x, dy = to->at.y - from->at.y;
  bool is_near = dx >= -1 && dx <= 1 && dy >= -1 && dy <= 1;
  return (to->is_closed ? UNIT_RECORD_CLOSED : 0u) +
         (is_near ? (uint32_t)((dy + 1) * 3 + dx + 1) : UNIT_RECORD_FAR);
}

static void unit_record_step(byte_codec *c, const astar_crowd *crowd,
                             const guide_point *from, guide_point *to) {
  uint32_t code = byte_codec_number(c, unit_record_code(from, to),
                                    UNIT_RECORD_CLOSED + UNIT_RECORD_FAR);
  to->is_closed = code >= UNIT_RECORD_CLOSED;
  if (to->is_closed) code -= UNIT_RECORD_CLOSED;
  bool is_far = code == UNIT_RECORD_FAR;
  int64_t dx = (int64_t)(code % 3) - 1, dy = (int64_t)(code / 3) - 1;
  if (is_far) dx = byte_codec_signed(c, to->at.x - from->at.x, ASTAR_MAX_SIDE);
  if (is_far) dy = byte_codec_signed(c, to->at.y - from->at.y, ASTAR_MAX_SIDE);
  int x = from->at.x + (int)dx, y = from->at.y + (int)dy;
  byte_codec_require(c, grid_contains(crowd->grid, x, y));
  to->at = unit_tile_at(x, y);
  uint64_t cost = (uint64_t)(from->remaining - to->remaining);
  to->remaining = from->remaining - (unit_cost)byte_codec_long(c, cost, UNIT_COST_MAX);
  byte_codec_require(c, to->remaining >= -UNIT_RECORD_MAX_PATH);
}

// Costs count from the start of the path: only their differences matter.
static astar_status unit_record_path(byte_codec *c, const astar_crowd *crowd,
                                     crowd_unit *u) {
  guide *g = &u->guide;
  uint64_t count = byte_codec_long(c, g->count, c->r != NULL ? c->r->left : 0);
  if (count == 0) return ASTAR_OK;
  g->cursor = byte_codec_number(c, g->cursor, (uint32_t)count - 1);
  bool is_current = byte_codec_bool(c, g->revision == crowd_revision(crowd, u));
  if (!byte_codec_is_before(c, 2)) g->searched_at = record_time(c, g->searched_at);
  g->drift = (unit_cost)byte_codec_long(c, (uint64_t)g->drift, UNIT_COST_MAX);
  byte_codec_require(c, count <= MEMORY_MAX_ELEMENTS && g->field == NULL);
  if (byte_codec_is_damaged(c)) return ASTAR_OK;
  if (c->r != NULL) {
    if (!guide_reserve(crowd, g, (uint32_t)count)) return ASTAR_NO_MEMORY;
    memset(g->points, 0, (size_t)count * sizeof *g->points);
  }
  record_tile(c, crowd, &g->points[0].at);
  for (uint32_t i = 1; i < count && !byte_codec_is_damaged(c); i++)
    unit_record_step(c, crowd, &g->points[i - 1], &g->points[i]);
  g->count = (uint32_t)count;
  // All other revisions are old ones.
  g->revision = crowd_revision(crowd, u) - !is_current;
  return ASTAR_OK;
}

// ------------------------------------------------------------------------- the record

// All but the number. ASTAR_OK, also for damaged bytes; ASTAR_NO_MEMORY.
static astar_status unit_record_all(byte_codec *c, const astar_crowd *crowd,
                                    crowd_unit *u, uint32_t slot,
                                    const shared_records *shared) {
  unit_record_rules(c, crowd, u);
  unit_record_place(c, crowd, u);
  unit_record_order(c, crowd, u, slot, shared);
  unit_record_times(c, u);
  unit_record_turn(c, u);
  if (crowd->is_smooth) unit_record_curve(c, &crowd->curves[slot]);
  u->best = (unit_cost)byte_codec_long(c, (uint64_t)u->best, UNIT_COST_MAX);
  unit_record_enemy(c, crowd, u);
  unit_record_claim(c, crowd, u, slot);
  unit_record_permission(c, crowd, u);
  if (byte_codec_is_damaged(c)) return ASTAR_OK;
  return unit_record_path(c, crowd, u);
}

void unit_record_write(const astar_crowd *crowd, uint32_t slot, byte_writer *w) {
  crowd_unit u = crowd->units[slot];
  byte_codec c = {w, NULL};
  byte_string_put_number(w, u.number);
  if (u.number != 0) unit_record_all(&c, crowd, &u, slot, NULL);
}

// Whether a unit that walks has a path, which ends where its order does.
static bool unit_record_has_walk(const crowd_unit *u) {
  const guide *g = &u->guide;
  if (u->order != UNIT_WALK) return true;
  if (g->count == 0 || g->field != NULL) return false;
  return unit_tile_is(g->points[g->count - 1].at, u->goal.x, u->goal.y);
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
  byte_codec c = {NULL, r};
  astar_status status = unit_record_all(&c, crowd, &u, slot, shared);
  if (!unit_record_has_walk(&u)) r->is_damaged = true;
  if (status == ASTAR_OK && !r->is_damaged &&
      !numbers_set(&crowd->numbers, crowd->memory, u.number, slot))
    status = ASTAR_NO_MEMORY;
  if (status == ASTAR_OK && !r->is_damaged)
    unit_record_settle(crowd, slot, &u);
  else
    MEMORY_FREE(crowd->memory, u.guide.points, u.guide.capacity);
  return status;
}
