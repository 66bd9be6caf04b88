// The referee; referee.h describes its method.
#include "astar_crowd.h"
#include "referee.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// What positions and parts of steps may differ by rounding.
#define TOLERANCE 1e-6

// A unit in a queue waits so many times its patience, as long as the others progress.
enum { REFEREE_QUEUE = 4 };

// The greatest progress with which a step begins.
#define HEAD_START 0.5

// How near the centers of two units of size 1 may be [tiles].
#define DISTANCE 0.7

// The same for drawn units of a smooth crowd, where no unit is more than twice as fast.
#define DRAWN_DISTANCE 0.3

#define CHECK(call)                                                                      \
  do {                                                                                   \
    const char *fault_of_call = (call);                                                  \
    if (fault_of_call != NULL) return fault_of_call;                                     \
  } while (0)

#define DEMAND(condition, ...)                                                           \
  do {                                                                                   \
    if (!(condition)) return referee_fault(r, __VA_ARGS__);                              \
  } while (0)

static const char *referee_fault(referee *r, const char *format, ...) {
  va_list list;
  va_start(list, format);
  vsnprintf(r->fault, sizeof r->fault, format, list);
  va_end(list);
  return r->fault;
}

// ----------------------------------------------------------------------------- geometry

typedef struct vector {
  double x, y;
} vector;

// The center of a tile in the world; the centers of adjacent hexes are 1 apart.
static vector referee_center(astar_layout layout, double x, double y, int parity) {
  static const double row = 0.86602540378443865; // sqrt(3) / 2
  switch (layout) {
  case ASTAR_ODD_R: return (vector){x + (parity ? 0.5 : 0), y * row};
  case ASTAR_EVEN_R: return (vector){x + (parity ? 0 : 0.5), y * row};
  case ASTAR_ODD_Q: return (vector){x * row, y + (parity ? 0.5 : 0)};
  case ASTAR_EVEN_Q: return (vector){x * row, y + (parity ? 0 : 0.5)};
  case ASTAR_SQUARE: break;
  }
  return (vector){x, y};
}

void referee_locate(astar_layout layout, astar_point p, double *x, double *y) {
  const bool is_row = layout == ASTAR_ODD_R || layout == ASTAR_EVEN_R;
  const vector center = referee_center(layout, p.x, p.y, (is_row ? p.y : p.x) & 1);
  *x = center.x;
  *y = center.y;
}

static vector referee_center_of(const oracle_map *map, astar_point p) {
  vector center;
  referee_locate(map->layout, p, &center.x, &center.y);
  return center;
}

static vector referee_step(const oracle_map *map, const astar_unit_info *info) {
  const vector at = referee_center_of(map, info->at),
               to = referee_center_of(map, info->to);
  return (vector){to.x - at.x, to.y - at.y};
}

static vector referee_position(const oracle_map *map, const astar_unit_info *info) {
  const vector at = referee_center_of(map, info->at), step = referee_step(map, info);
  return (vector){at.x + info->progress * step.x, at.y + info->progress * step.y};
}

// Where a unit of a smooth crowd is drawn, in the world. Between two rows of hexes, the
// shift of a row turns evenly to that of the next one.
static vector referee_drawn(const oracle_map *map, const astar_unit_info *info) {
  const bool is_row = map->layout == ASTAR_ODD_R || map->layout == ASTAR_EVEN_R;
  const double line = is_row ? info->y : info->x;
  const int before = (int)floor(line);
  const double part = line - before;
  const vector one = referee_center(map->layout, info->x, info->y, before & 1);
  const vector other = referee_center(map->layout, info->x, info->y, ~before & 1);
  return (vector){one.x + part * (other.x - one.x), one.y + part * (other.y - one.y)};
}

static bool referee_is_same(astar_point a, astar_point b) {
  return a.x == b.x && a.y == b.y;
}

static bool referee_stands(const astar_unit_info *info) {
  return referee_is_same(info->at, info->to);
}

static bool referee_is_paused(const astar_unit_info *info) {
  return info->speed >= 0 && info->speed <= 0;
}

static bool referee_covers(const astar_unit_info *info, astar_point at, int x, int y) {
  return x >= at.x && y >= at.y && x < at.x + info->size && y < at.y + info->size;
}

static int referee_index(const referee *r, astar_point p) {
  return oracle_index(r->map, p.x, p.y);
}

// ------------------------------------------------------------------------ legal steps

// Whether a unit may make a step on the map; `is_far` receives whether it is a link or
// leads farther than to an adjacent tile.
static bool referee_is_legal(const referee *r, const astar_rules_def *rules,
                             astar_point at, astar_point to, bool *is_far) {
  oracle_edge edges[ORACLE_STEPS];
  const bool is_adjacent =
      oracle_is_neighbor(r->map, at.x, at.y, to.x - at.x, to.y - at.y);
  bool is_legal = false;
  *is_far = !is_adjacent;
  if (rules == NULL) return true;
  const int count = oracle_edges_from(r->map, rules, at.x, at.y, edges);
  for (int i = 0; i < count; i++) {
    if (edges[i].to != referee_index(r, to)) continue;
    is_legal = true;
    if (edges[i].is_link) *is_far = true; // even where a move leads there, too
  }
  return is_legal;
}

// Whether a unit may walk from one tile to another in at most so many steps.
static bool referee_can_walk(const referee *r, const astar_rules_def *rules,
                             astar_point from, astar_point to, int steps) {
  static int queue[ORACLE_TILES], steps_to[ORACLE_TILES];
  oracle_edge edges[ORACLE_STEPS];
  int first = 0, last = 0;
  for (int i = 0; i < r->map->width * r->map->height; i++) steps_to[i] = INT32_MAX;
  queue[last++] = referee_index(r, from);
  steps_to[queue[0]] = 0;
  while (first < last) {
    const int tile = queue[first++];
    if (tile == referee_index(r, to)) return true;
    if (steps_to[tile] >= steps) continue;
    const int count = oracle_edges_from(r->map, rules, tile % r->map->width,
                                        tile / r->map->width, edges);
    for (int i = 0; i < count; i++) {
      if (steps_to[edges[i].to] < INT32_MAX) continue;
      steps_to[edges[i].to] = steps_to[tile] + 1;
      queue[last++] = edges[i].to;
    }
  }
  return false;
}

// ------------------------------------------------------------------------------- state

// One unit by itself.
static const char *referee_check_unit(referee *r, uint32_t unit,
                                      const astar_unit_info *info) {
  const astar_point ends[] = {info->at, info->to};
  for (int i = 0; i < 2; i++) {
    DEMAND(ends[i].x + info->size <= r->map->width &&
               ends[i].y + info->size <= r->map->height,
           "unit %u is off the map", unit);
  }
  DEMAND(info->progress >= 0 && info->progress < 1, "unit %u: progress %.17g", unit,
         info->progress);
  DEMAND(isfinite(info->facing), "unit %u faces %g", unit, info->facing);
  DEMAND(referee_is_paused(info) ||
             (info->speed >= ASTAR_MIN_SPEED && info->speed <= ASTAR_MAX_SPEED),
         "unit %u has a speed of %g", unit, info->speed);
  DEMAND(referee_stands(info) == (info->state != ASTAR_UNIT_MOVING),
         "unit %u: state %d at %d, %d to %d, %d", unit, (int)info->state, info->at.x,
         info->at.y, info->to.x, info->to.y);
  DEMAND(!referee_stands(info) || info->progress <= 0, "unit %u stands with progress",
         unit);
  return NULL;
}

// The state of a unit must fit its order.
static const char *referee_check_order(referee *r, uint32_t unit) {
  const referee_unit *u = &r->units[unit];
  if (!referee_stands(&u->now) || u->rules == NULL) return NULL;
  const bool waits = u->now.state == ASTAR_UNIT_WAITING;
  if (u->order == REFEREE_NONE) DEMAND(!waits, "unit %u waits without an order", unit);
  const bool ends =
      u->order == REFEREE_GO_TO || u->order == REFEREE_SEND || u->order == REFEREE_WALK;
  if (ends) DEMAND(waits, "unit %u is idle, but its order has not ended", unit);
  return NULL;
}

// How far from its goal a unit settles at most [tiles].
enum { REFEREE_AROUND = 16 };

// The goal of a unit must be that of its order, or a tile around it.
static const char *referee_check_goal(referee *r, uint32_t unit) {
  const referee_unit *u = &r->units[unit];
  const astar_point goal = u->now.goal;
  if (u->rules == NULL) return NULL;
  switch (u->order) {
  case REFEREE_GO_TO:
    DEMAND(u->now.has_goal, "unit %u has no goal", unit);
    if (u->partial) break;
    DEMAND(abs(goal.x - u->goal_x) <= REFEREE_AROUND &&
               abs(goal.y - u->goal_y) <= REFEREE_AROUND,
           "unit %u goes to %d, %d", unit, goal.x, goal.y);
    break;
  case REFEREE_WALK:
    DEMAND(u->now.has_goal && goal.x == u->goal_x && goal.y == u->goal_y,
           "unit %u walks to %d, %d", unit, goal.x, goal.y);
    break;
  case REFEREE_NONE:
  case REFEREE_FOLLOW:
    DEMAND(!u->now.has_goal, "unit %u goes to %d, %d", unit, goal.x, goal.y);
    break;
  default: break;
  }
  return NULL;
}

// The first of the tiles ahead is the one where the step of a unit ends; all are on the
// map, and those of an order with a tile end there.
static const char *referee_check_remaining(referee *r, uint32_t unit) {
  static astar_point tiles[ORACLE_TILES];
  const referee_unit *u = &r->units[unit];
  const size_t count = astar_crowd_remaining(r->crowd, unit, tiles, ORACLE_TILES);
  if (count > ORACLE_TILES) return NULL; // long walks
  if (!referee_stands(&u->now)) {
    DEMAND(count > 0 && referee_is_same(tiles[0], u->now.to),
           "unit %u: the first of the %zu tiles ahead is wrong", unit, count);
  }
  for (size_t i = 0; i < count; i++) {
    DEMAND(oracle_contains(r->map, tiles[i].x, tiles[i].y), "unit %u: tile %zu is %d, %d",
           unit, i, tiles[i].x, tiles[i].y);
  }
  if (u->rules != NULL && u->order == REFEREE_WALK && count > 0) {
    const astar_point last = tiles[count - 1];
    const bool is_end = last.x == u->goal_x && last.y == u->goal_y;
    DEMAND(is_end || !referee_stands(&u->now), "unit %u: the way ends at %d, %d", unit,
           last.x, last.y);
  }
  return NULL;
}

// ----------------------------------------------------------------------------- holding

static const char *referee_hold(referee *r, uint32_t unit, uint32_t *tiles,
                                astar_point at, bool only_new) {
  const astar_unit_info *info = &r->units[unit].now;
  for (int i = 0; i < info->size * info->size; i++) {
    const int x = at.x + i % info->size, y = at.y + i / info->size;
    const int tile = oracle_index(r->map, x, y);
    if (only_new && referee_covers(info, info->at, x, y)) continue;
    DEMAND(tiles[tile] == 0, "units %u and %u both %s tile %d, %d", tiles[tile], unit,
           only_new ? "enter" : "are on", x, y);
    tiles[tile] = unit;
  }
  return NULL;
}

// A unit that enters a tile which another unit holds follows it.
static const char *referee_check_follower(referee *r, uint32_t behind, uint32_t ahead,
                                          int x, int y) {
  const astar_unit_info *a = &r->units[behind].now, *b = &r->units[ahead].now;
  DEMAND(!referee_stands(b), "unit %u enters %d, %d, where unit %u stands", behind, x, y,
         ahead);
  DEMAND(!referee_covers(b, b->to, x, y), "unit %u enters %d, %d, where unit %u stays",
         behind, x, y, ahead);
  const vector one = referee_step(r->map, a), other = referee_step(r->map, b);
  DEMAND(one.x * other.x + one.y * other.y >= -TOLERANCE,
         "unit %u follows unit %u at %d, %d in a direction towards it", behind, ahead, x,
         y);
  DEMAND(a->progress <= b->progress + TOLERANCE,
         "unit %u overtakes unit %u at %d, %d: %.9g of its step, %.9g", behind, ahead, x,
         y, a->progress, b->progress);
  r->follow_count++;
  return NULL;
}

// Two units that enter tiles of each other.
static const char *referee_check_exchange(referee *r, uint32_t behind, uint32_t ahead) {
  const astar_unit_info *a = &r->units[behind].now, *b = &r->units[ahead].now;
  for (int i = 0; i < b->size * b->size; i++) {
    const int x = b->to.x + i % b->size, y = b->to.y + i / b->size;
    DEMAND(!referee_covers(a, a->at, x, y), "units %u and %u exchange tiles", behind,
           ahead);
  }
  return NULL;
}

static const char *referee_check_holders(referee *r) {
  const int tiles = r->map->width * r->map->height;
  memset(r->holder, 0, (size_t)tiles * sizeof *r->holder);
  memset(r->entering, 0, (size_t)tiles * sizeof *r->entering);
  for (uint32_t i = 1; i <= r->greatest; i++) {
    if (!r->units[i].exists) continue;
    CHECK(referee_hold(r, i, r->holder, r->units[i].now.at, false));
    CHECK(referee_hold(r, i, r->entering, r->units[i].now.to, true));
  }
  for (int i = 0; i < tiles; i++) {
    const uint32_t ahead = r->holder[i], behind = r->entering[i];
    const int x = i % r->map->width, y = i / r->map->width;
    const uint32_t expected = behind != 0 ? behind : ahead;
    const uint32_t found = astar_crowd_at(r->crowd, x, y);
    DEMAND(found == expected, "astar_crowd_at(%d, %d) is %u, not %u", x, y, found,
           expected);
    if (ahead == 0 || behind == 0) continue;
    CHECK(referee_check_exchange(r, behind, ahead));
    CHECK(referee_check_follower(r, behind, ahead, x, y));
  }
  return NULL;
}

// ---------------------------------------------------------------------------- distance

// Whether the distances of a unit count: those of size 1, except during far steps.
static bool referee_is_near(const referee_unit *u) {
  return u->exists && u->now.size == 1 && (!u->is_far || referee_stands(&u->now));
}

// Two diagonal steps of units of size 1 in one block of 2 x 2 tiles.
static const char *referee_check_crossings(referee *r) {
  static uint32_t blocks[ORACLE_TILES];
  if (r->map->layout != ASTAR_SQUARE) return NULL;
  memset(blocks, 0, (size_t)(r->map->width * r->map->height) * sizeof *blocks);
  for (uint32_t i = 1; i <= r->greatest; i++) {
    const referee_unit *u = &r->units[i];
    const astar_point at = u->now.at, to = u->now.to;
    if (!referee_is_near(u) || at.x == to.x || at.y == to.y) continue;
    const int x = at.x < to.x ? at.x : to.x, y = at.y < to.y ? at.y : to.y;
    uint32_t *block = &blocks[oracle_index(r->map, x, y)];
    DEMAND(*block == 0, "units %u and %u cross in the block at %d, %d", *block, i, x, y);
    *block = i;
  }
  return NULL;
}

// Two units of a smooth crowd that are near each other, and always had similar speeds.
static const char *referee_check_drawn(referee *r, uint32_t one, uint32_t other) {
  const referee_unit *a = &r->units[one], *b = &r->units[other];
  if (a->fastest > 2 * b->slowest || b->fastest > 2 * a->slowest) return NULL;
  const vector x = referee_drawn(r->map, &a->now), y = referee_drawn(r->map, &b->now);
  DEMAND(hypot(x.x - y.x, x.y - y.y) >= DRAWN_DISTANCE,
         "units %u and %u are drawn %.4f tiles apart", one, other,
         hypot(x.x - y.x, x.y - y.y));
  return NULL;
}

static const char *referee_check_distances(referee *r) {
  static vector centers[REFEREE_UNITS];
  static uint32_t numbers[REFEREE_UNITS];
  int count = 0;
  for (uint32_t i = 1; i <= r->greatest; i++) {
    const referee_unit *u = &r->units[i];
    if (!referee_is_near(u)) continue;
    const vector center = referee_position(r->map, &u->now);
    for (int k = 0; k < count; k++) {
      const double x = center.x - centers[k].x, y = center.y - centers[k].y;
      if (fabs(x) >= 1 || fabs(y) >= 1) continue;
      DEMAND(x * x + y * y >= DISTANCE * DISTANCE, "units %u and %u are %.4f tiles apart",
             numbers[k], i, hypot(x, y));
      if (r->is_smooth) CHECK(referee_check_drawn(r, numbers[k], i));
    }
    centers[count] = center;
    numbers[count++] = i;
  }
  return NULL;
}

// ------------------------------------------------------------------------------- lists

static const char *referee_check_lists(referee *r) {
  static uint32_t list[REFEREE_UNITS + 1];
  static double positions[2 * REFEREE_UNITS + 2];
  const size_t count = astar_crowd_units(r->crowd, list, REFEREE_UNITS + 1);
  const size_t places = astar_crowd_positions(r->crowd, positions, 2 * REFEREE_UNITS + 2);
  size_t known = 0;
  DEMAND(count == astar_crowd_count(r->crowd), "count %zu, %zu units",
         astar_crowd_count(r->crowd), count);
  DEMAND(places % 2 == 0 && places <= 2 * (size_t)r->last, "%zu positions", places);
  for (uint32_t i = 1; i <= r->last; i++) {
    const referee_unit *u = &r->units[i];
    if (u->exists) {
      DEMAND(known < count && list[known] == i, "unit %u is not in the list", i);
      DEMAND(2 * (size_t)i <= places, "unit %u has no position", i);
      known++;
    }
    if (2 * (size_t)i > places) continue;
    const double x = positions[2 * i - 2], y = positions[2 * i - 1];
    DEMAND(u->exists
               ? !(x < u->now.x) && !(x > u->now.x) && !(y < u->now.y) && !(y > u->now.y)
               : isnan(x) && isnan(y),
           "the position of unit %u is %g, %g", i, x, y);
  }
  DEMAND(known == count, "%zu units, %zu in the list", known, count);
  return NULL;
}

// ------------------------------------------------------------------------------ events

static const char *referee_check_end(referee *r, const astar_unit_event *event) {
  referee_unit *u = &r->units[event->unit];
  const char *name = astar_unit_event_name(event->kind);
  const bool is_done =
      event->kind == ASTAR_UNIT_ARRIVED || event->kind == ASTAR_UNIT_SETTLED;
  if (u->rules == NULL || u->order == REFEREE_ANY) return NULL;
  DEMAND(u->order != REFEREE_NONE && u->order != REFEREE_SENT,
         "unit %u: event %s without an order", event->unit, name);
  if (event->kind == ASTAR_UNIT_ARRIVED && u->order == REFEREE_GO_TO) {
    const int steps =
        oracle_steps(r->map, u->rules, event->x, event->y, u->goal_x, u->goal_y);
    DEMAND(steps <= u->range, "unit %u arrived at %d, %d, %d steps from %d, %d",
           event->unit, event->x, event->y, steps, u->goal_x, u->goal_y);
  }
  if (event->kind == ASTAR_UNIT_ARRIVED && u->order == REFEREE_WALK) {
    DEMAND(event->x == u->goal_x && event->y == u->goal_y,
           "unit %u arrived at %d, %d, not at %d, %d", event->unit, event->x, event->y,
           u->goal_x, u->goal_y);
  }
  u->waited = 0;
  u->limit = INFINITY; // a step may begin after the end of the order
  u->has_asked = false;
  if (is_done && (u->order == REFEREE_FOLLOW || u->order == REFEREE_CHASE)) return NULL;
  u->order = is_done && u->order == REFEREE_SEND ? REFEREE_SENT : REFEREE_NONE;
  u->is_pushed = event->kind == ASTAR_UNIT_SETTLED; // it moves on when others leave
  return NULL;
}

static const char *referee_check_question(referee *r, const astar_unit_event *event,
                                          double dt) {
  referee_unit *u = &r->units[event->unit];
  const astar_point asked = {event->x, event->y};
  // Orders that last may pause without an event, and begin anew.
  const bool is_repeated =
      u->order == REFEREE_GO_TO && u->has_asked && referee_is_same(u->asked, asked);
  u->asked = asked;
  u->is_new_question = true;
  if (u->rules == NULL || u->order == REFEREE_ANY) return NULL;
  DEMAND(u->now.asks, "unit %u does not ask", event->unit);
  DEMAND(!is_repeated || dt * u->now.speed >= HEAD_START, "unit %u asks twice for %d, %d",
         event->unit, asked.x, asked.y);
  // With a permission it may have made a step in this update. Others may push it to
  // another tile. Where it settles it withdraws the question.
  DEMAND(u->may_step || u->order == REFEREE_NONE ||
             r->time >= u->delayed_until - TOLERANCE ||
             !referee_is_same(u->refused, asked),
         "unit %u is delayed, but asks for %d, %d", event->unit, asked.x, asked.y);
  u->has_asked = true;
  return NULL;
}

static bool referee_are_enemies(const referee *r, uint32_t unit, uint32_t other) {
  astar_unit_info a, b;
  return astar_crowd_unit(r->crowd, unit, &a) && astar_crowd_unit(r->crowd, other, &b) &&
         !astar_crowd_allies(r->crowd, a.team, b.team);
}

// An enemy that holds the tile is, or was before a short update, in the way of a unit
// with an order.
static const char *referee_check_blocked(referee *r, const astar_unit_event *event,
                                         double dt) {
  referee_unit *u = &r->units[event->unit];
  bool has_enemy = false;
  for (uint32_t i = 1; i <= r->greatest; i++) {
    astar_unit_info info;
    if (!r->units[i].exists || !referee_are_enemies(r, event->unit, i)) continue;
    has_enemy |= referee_covers(&r->units[i].now, r->units[i].now.at, event->x, event->y);
    astar_crowd_unit(r->crowd, i, &info);
    has_enemy |= referee_covers(&info, info.at, event->x, event->y);
  }
  DEMAND(has_enemy || dt > 0.05, "unit %u: no enemy at %d, %d", event->unit, event->x,
         event->y);
  DEMAND(u->order != REFEREE_NONE || u->rules == NULL,
         "unit %u is blocked without an order", event->unit);
  // In long updates the event comes later.
  DEMAND(r->time - u->blocked_at >= 0.5 - TOLERANCE || r->time - r->long_at < 2 ||
             u->blocked_at <= 0,
         "unit %u is blocked after %g s again", event->unit, r->time - u->blocked_at);
  u->blocked_at = r->time - dt;
  return NULL;
}

// How many events a crowd keeps; in the build with small limits fewer.
#ifdef ASTAR_TORTURE
enum { REFEREE_EVENTS = 16 };
#else
enum { REFEREE_EVENTS = 65536 };
#endif

// Some events may be lost: the ends of orders are not known.
static void referee_lose_events(referee *r) {
  for (uint32_t i = 1; i <= r->greatest; i++) {
    r->units[i].order = REFEREE_ANY;
    r->units[i].steps_reported = -1;
  }
}

static const char *referee_take_events(referee *r, double dt) {
  astar_unit_event event;
  int count = 0;
  for (uint32_t i = 1; i <= r->greatest; i++) r->units[i].steps_reported = 0;
  while (astar_crowd_next_event(r->crowd, &event)) {
    DEMAND((int)event.kind >= 0 && event.kind <= ASTAR_UNIT_BLOCKED, "event %d",
           (int)event.kind);
    DEMAND(event.unit >= 1 && event.unit <= r->greatest && r->units[event.unit].exists,
           "event %s of unit %u, which does not exist", astar_unit_event_name(event.kind),
           event.unit);
    DEMAND(oracle_contains(r->map, event.x, event.y), "event at %d, %d", event.x,
           event.y);
    r->event_count[event.kind]++;
    count++;
    if (event.kind == ASTAR_UNIT_ASKS) {
      CHECK(referee_check_question(r, &event, dt));
      continue;
    }
    if (event.kind == ASTAR_UNIT_BLOCKED) {
      CHECK(referee_check_blocked(r, &event, dt));
      continue;
    }
    if (event.kind != ASTAR_UNIT_STEP) {
      CHECK(referee_check_end(r, &event));
      continue;
    }
    DEMAND(r->units[event.unit].steps, "a step event of unit %u", event.unit);
    r->units[event.unit].steps_reported++;
  }
  if (count >= REFEREE_EVENTS) referee_lose_events(r);
  return NULL;
}

// ----------------------------------------------------------------------------- changes

// The length of a step to an adjacent tile, as the rules have it [tiles].
static double referee_length(const referee *r, const referee_unit *u,
                             const astar_unit_info *info) {
  const int dx = info->to.x - info->at.x, dy = info->to.y - info->at.y;
  const vector step = referee_step(r->map, info);
  if (r->map->layout != ASTAR_SQUARE || u->rules == NULL) return hypot(step.x, step.y);
  for (int i = 0; u->rules->neighbors == 0 && i < u->rules->move_count; i++) {
    const astar_move *move = &u->rules->moves[i];
    if (move->dx == dx && move->dy == dy) return move->length;
  }
  return dx != 0 && dy != 0 ? u->rules->diagonal_cost : 1;
}

// The least time of a part of a step [s]; 0 if it is not known.
static double referee_time(const referee_unit *u, double part) {
  if (u->step_time >= 0) return part > 0 ? part * u->step_time : 0;
  const bool is_known = !u->is_far && u->rules != NULL && !isnan(u->step_time);
  return is_known ? part * u->step_length / u->step_speed : 0;
}

static bool referee_has_ally(const referee *r, uint32_t unit) {
  for (uint32_t i = 1; i <= r->greatest; i++)
    if (i != unit && r->units[i].exists && !referee_are_enemies(r, unit, i)) return true;
  return false;
}

// A unit moves by an order, or because allies push it.
static const char *referee_check_cause(referee *r, uint32_t unit,
                                       const astar_unit_info *info) {
  referee_unit *u = &r->units[unit];
  const bool has_order = u->order != REFEREE_NONE || u->rules == NULL;
  DEMAND(has_order || !info->hold || u->is_pushed, "unit %u holds, but moves", unit);
  DEMAND(has_order || u->is_pushed || referee_has_ally(r, unit),
         "unit %u moves, but has no ally", unit);
  if (!has_order) u->is_pushed = true;
  return NULL;
}

// How fast a step that begins may be.
static double referee_speed(const referee_unit *u, const astar_unit_info *info) {
  return u->order == REFEREE_SEND ? fmin(info->speed, u->limit) : info->speed;
}

// A unit that asks begins at most one step in an update, to the tile that is permitted.
static const char *referee_check_permission(referee *r, uint32_t unit,
                                            const astar_unit_info *info, double dt) {
  referee_unit *u = &r->units[unit];
  bool is_far;
  if (!info->asks || u->rules == NULL) return NULL;
  if (!referee_is_same(info->to, u->now.to)) {
    DEMAND(u->may_step && referee_is_same(info->to, u->permitted) &&
               r->time - dt <= u->permitted_at + 1 + TOLERANCE,
           "unit %u steps to %d, %d without a permission", unit, info->to.x, info->to.y);
    u->may_step = false;
    u->delayed_until = 0;
  } else if (u->has_asked && u->is_new_question && referee_stands(info)) {
    DEMAND(referee_is_legal(r, u->rules, info->at, u->asked, &is_far),
           "unit %u at %d, %d asks for %d, %d", unit, info->at.x, info->at.y, u->asked.x,
           u->asked.y);
  }
  return NULL;
}

// A step that began in this update.
static const char *referee_check_begin(referee *r, uint32_t unit,
                                       const astar_unit_info *info) {
  referee_unit *u = &r->units[unit];
  DEMAND(referee_is_legal(r, u->rules, info->at, info->to, &u->is_far),
         "unit %u: the step from %d, %d to %d, %d is illegal", unit, info->at.x,
         info->at.y, info->to.x, info->to.y);
  CHECK(referee_check_cause(r, unit, info));
  DEMAND(!referee_is_paused(info), "unit %u begins a step at speed 0", unit);
  if (!u->is_far && isinf(info->turn_rate)) {
    const vector step = referee_step(r->map, info);
    const double angle = atan2(step.y, step.x) - info->facing;
    DEMAND(cos(angle) > 1 - TOLERANCE, "unit %u faces %g on a step by %g, %g", unit,
           info->facing, step.x, step.y);
  }
  u->step_speed = referee_speed(u, info);
  u->step_length = referee_length(r, u, info);
  u->step_time = -1;
  u->stepped = 0;
  u->has_asked = false;
  u->steps_begun++;
  r->step_count++;
  return NULL;
}

// The angle between a step and a direction, from 0 to pi.
static double referee_turn(const oracle_map *map, const astar_unit_info *step,
                           double facing) {
  const vector v = referee_step(map, step);
  return fabs(remainder(atan2(v.y, v.x) - facing, 2 * acos(-1)));
}

// During a step, a unit turns to its direction.
static const char *referee_check_turn(referee *r, uint32_t unit,
                                      const astar_unit_info *info, double dt) {
  const referee_unit *u = &r->units[unit];
  const double before = referee_turn(r->map, info, u->now.facing);
  const double after = referee_turn(r->map, info, info->facing);
  const double turned = isinf(info->turn_rate) ? INFINITY : info->turn_rate * dt;
  DEMAND(fabs(after - fmax(before - turned, 0)) <= 1e-6,
         "unit %u turned by %g at %g radians/s, in %g s", unit, before - after,
         info->turn_rate, dt);
  return NULL;
}

// A step that goes on, or ends.
static const char *referee_check_step(referee *r, uint32_t unit,
                                      const astar_unit_info *info, double dt) {
  referee_unit *u = &r->units[unit];
  const astar_unit_info *was = &u->now;
  const bool goes_on = referee_is_same(info->at, was->at);
  DEMAND(
      goes_on ? referee_is_same(info->to, was->to) : referee_is_same(info->at, was->to),
      "unit %u stepped from %d, %d to %d, %d, now from %d, %d to %d, %d", unit, was->at.x,
      was->at.y, was->to.x, was->to.y, info->at.x, info->at.y, info->to.x, info->to.y);
  const double part = (goes_on ? info->progress : 1) - was->progress;
  DEMAND(part >= 0, "unit %u goes back: from %.17g of its step to %.17g", unit,
         was->progress, info->progress);
  const double time = referee_time(u, part);
  DEMAND(time <= dt + TOLERANCE, "unit %u is too fast: %g s in %g s", unit, time, dt);
  u->spare = u->step_time < 0 ? dt - time : ASTAR_MAX_UPDATE;
  u->stepped += dt;
  return goes_on && !u->is_far ? referee_check_turn(r, unit, info, dt) : NULL;
}

// The change of a unit within an update so short that each step is seen.
static const char *referee_check_short(referee *r, uint32_t unit,
                                       const astar_unit_info *info, double dt) {
  referee_unit *u = &r->units[unit];
  const bool stood = referee_stands(&u->now);
  if (stood && dt > 0) u->spare = dt;
  if (!stood) CHECK(referee_check_step(r, unit, info, dt));
  if (stood) {
    DEMAND(referee_is_same(u->now.at, info->at), "unit %u stood at %d, %d, now at %d, %d",
           unit, u->now.at.x, u->now.at.y, info->at.x, info->at.y);
  }
  const bool is_same_step = !stood && referee_is_same(u->now.at, info->at);
  if (!referee_stands(info) && !is_same_step) {
    CHECK(referee_check_begin(r, unit, info));
    const double time = referee_time(u, info->progress);
    DEMAND(time <= u->spare + TOLERANCE, "unit %u is too fast: %g s in %g s", unit, time,
           u->spare);
  }
  if (stood && dt > 0) u->spare = 0;
  DEMAND(u->rules == NULL || u->steps_reported < 0 ||
             u->steps_reported == (u->steps ? u->steps_begun : 0),
         "unit %u began %d steps, %d events", unit, u->steps_begun, u->steps_reported);
  return NULL;
}

// The change within an update in which a unit may make several steps.
static const char *referee_check_long(referee *r, uint32_t unit,
                                      const astar_unit_info *info, double dt,
                                      double speed) {
  referee_unit *u = &r->units[unit];
  const bool is_same_step =
      referee_is_same(u->now.at, info->at) && referee_is_same(u->now.to, info->to);
  u->spare = ASTAR_MAX_UPDATE;
  DEMAND(is_same_step || !isinf(u->step_time), "unit %u ends a step that was stopped",
         unit);
  if (is_same_step) {
    u->step_speed = speed; // it may be a later step between the same tiles
    if (u->step_time >= 0 && !isinf(u->step_time)) u->step_time = NAN;
    return NULL;
  }
  if (u->rules != NULL && !referee_is_same(u->now.at, info->at)) {
    DEMAND(referee_can_walk(r, u->rules, u->now.to, info->at, 2 + (int)ceil(dt * speed)),
           "unit %u cannot have walked from %d, %d to %d, %d", unit, u->now.to.x,
           u->now.to.y, info->at.x, info->at.y);
  }
  if (!referee_is_same(u->now.to, info->at)) CHECK(referee_check_cause(r, unit, info));
  if (!referee_is_same(u->now.at, info->at)) u->has_asked = false; // perhaps before
  if (!referee_stands(info)) CHECK(referee_check_begin(r, unit, info));
  return NULL;
}

static const char *referee_check_change(referee *r, uint32_t unit,
                                        const astar_unit_info *info, double dt) {
  referee_unit *u = &r->units[unit];
  const double speed = u->step_speed > info->speed ? u->step_speed : info->speed;
  u->steps_begun = 0;
  CHECK(referee_check_permission(r, unit, info, dt));
  // After a step that takes no time, a unit goes the half of the next one at once.
  const double distance = referee_stands(&u->now) || u->step_time < 0 ? 1 : HEAD_START;
  if (dt * speed < distance) return referee_check_short(r, unit, info, dt);
  return referee_check_long(r, unit, info, dt, speed);
}

static const char *referee_check_time(referee *r, uint32_t unit, double dt) {
  referee_unit *u = &r->units[unit];
  const bool stays = u->now.state == ASTAR_UNIT_WAITING && dt * u->now.speed < 1 &&
                     !referee_is_paused(&u->now);
  u->waited = stays ? u->waited + dt : 0;
  DEMAND(u->waited <= REFEREE_QUEUE * r->patience + r->slack + u->excuse,
         "unit %u waits for %.1f s", unit, u->waited);
  if (referee_stands(&u->now) || r->is_held_up) u->stepped = 0;
  DEMAND(u->stepped <= (r->map->width + r->map->height) / r->slowest + 2,
         "unit %u does not finish its step", unit);
  return NULL;
}

// ------------------------------------------------------------------------------- calls

static const char *referee_read(referee *r, uint32_t unit, astar_unit_info *info) {
  const bool exists = astar_crowd_unit(r->crowd, unit, info);
  DEMAND(exists == r->units[unit].exists, "unit %u %s", unit,
         exists ? "exists" : "does not exist");
  return NULL;
}

void referee_add(referee *r, uint32_t unit, const astar_rules_def *rules, bool steps) {
  referee_unit *u = &r->units[unit];
  *u = (referee_unit){.exists = true,
                      .is_moved = true,
                      .rules = rules,
                      .base = rules,
                      .steps = steps,
                      .step_time = -1,
                      .slowest = INFINITY};
  if (r->greatest == 0) r->last = 0;
  if (unit > r->greatest) r->greatest = unit;
  if (unit > r->last) r->last = unit;
}

// Numbers begin again at 1 when no unit is left.
void referee_remove(referee *r, uint32_t unit) {
  r->units[unit].exists = false;
  for (uint32_t i = 1; i <= r->greatest; i++)
    if (r->units[i].exists) return;
  r->greatest = 0;
}

void referee_place(referee *r, uint32_t unit) {
  r->units[unit].is_moved = true;
  r->units[unit].is_pushed = false;
  r->units[unit].has_asked = false;
  r->units[unit].delayed_until = 0;
}

void referee_set_rules(referee *r, uint32_t unit, const astar_rules_def *rules) {
  referee_unit *u = &r->units[unit];
  const astar_filter filter = u->own.filter;
  u->rules = u->base = rules;
  u->is_moved = true;
  u->has_asked = false;
  u->delayed_until = 0;
  if (u->has_filter) referee_set_filter(r, unit, &filter);
}

void referee_set_filter(referee *r, uint32_t unit, const astar_filter *filter) {
  referee_unit *u = &r->units[unit];
  u->has_filter = filter != NULL && u->base != NULL;
  u->rules = u->base;
  u->is_moved = true;
  u->has_asked = false;
  u->delayed_until = 0;
  if (!u->has_filter) return;
  u->own = *u->base;
  u->own.filter = *filter;
  u->rules = &u->own;
}

void referee_give_order(referee *r, uint32_t unit, referee_order kind, int x, int y,
                        const astar_order *order) {
  referee_unit *u = &r->units[unit];
  u->order = kind;
  u->goal_x = x;
  u->goal_y = y;
  u->range = order == NULL ? 0 : order->range;
  u->partial = order != NULL && order->partial;
  u->is_pushed = false;
  u->has_asked = false;
  u->delayed_until = 0;
  u->excuse = 0;
  u->waited = 0;
  u->limit = INFINITY;
}

void referee_limit_speed(referee *r, uint32_t unit, double limit) {
  r->units[unit].limit = limit;
}

void referee_stop(referee *r, uint32_t unit) {
  r->units[unit].order = REFEREE_NONE;
  r->units[unit].has_asked = false;
  r->units[unit].is_pushed = false;
}

void referee_set_step_time(referee *r, uint32_t unit, double seconds) {
  referee_unit *u = &r->units[unit];
  u->is_timed = true;
  u->step_time = seconds < 1e-6 ? 0 : seconds;
  if (seconds * r->slowest > 1 && !isinf(seconds)) r->slowest = 1 / seconds;
}

void referee_permit(referee *r, uint32_t unit, int x, int y) {
  referee_unit *u = &r->units[unit];
  u->may_step = true;
  u->permitted = (astar_point){x, y};
  u->permitted_at = r->time;
  if (referee_is_same(u->asked, u->permitted)) u->has_asked = false;
}

void referee_delay(referee *r, uint32_t unit, double seconds) {
  referee_unit *u = &r->units[unit];
  u->refused = u->has_asked ? u->asked : u->now.to;
  u->has_asked = u->may_step = false;
  u->delayed_until = r->time + seconds;
  if (u->excuse < seconds + 1 && !isinf(seconds)) u->excuse = seconds + 1;
}

void referee_forgive(referee *r) {
  for (uint32_t i = 1; i <= r->greatest; i++) r->units[i].waited = 0;
}

const char *referee_begin(referee *r, astar_crowd *crowd, const oracle_map *map,
                          double patience) {
  static uint32_t list[REFEREE_UNITS + 1];
  memset(r, 0, sizeof *r);
  r->crowd = crowd;
  r->map = map;
  r->patience = patience;
  r->slack = INFINITY;
  r->slowest = ASTAR_MIN_SPEED;
  const size_t count = astar_crowd_units(crowd, list, REFEREE_UNITS + 1);
  for (size_t i = 0; i < count && i <= REFEREE_UNITS; i++) {
    DEMAND(list[i] >= 1, "a unit with number 0");
    if (list[i] > REFEREE_UNITS) return NULL;
    referee_add(r, list[i], NULL, true);
    r->units[list[i]].is_pushed = true;
  }
  const size_t numbers = astar_crowd_positions(crowd, NULL, 0) / 2;
  if (r->greatest > 0) r->last = (uint32_t)numbers; // units were removed before
  if (numbers > REFEREE_UNITS) r->greatest = 0;
  return NULL;
}

// ---------------------------------------------------------------------------- position

static const char *referee_check_position(referee *r, uint32_t unit,
                                          const astar_unit_info *info) {
  const double x = info->at.x + info->progress * (info->to.x - info->at.x);
  const double y = info->at.y + info->progress * (info->to.y - info->at.y);
  DEMAND(fabs(info->x - x) <= TOLERANCE && fabs(info->y - y) <= TOLERANCE,
         "unit %u is at %.17g, %.17g, not at %.17g, %.17g", unit, info->x, info->y, x, y);
  return NULL;
}

// The drawn point is inside of the tile where the unit stands, or where its step began;
// during a far step near the straight line of the step.
static const char *referee_check_curve(referee *r, uint32_t unit,
                                       const astar_unit_info *info) {
  const vector at = referee_center_of(r->map, info->at),
               step = referee_step(r->map, info);
  const vector drawn = referee_drawn(r->map, info);
  double x = drawn.x - at.x, y = drawn.y - at.y;
  const double length = step.x * step.x + step.y * step.y;
  const referee_unit *u = &r->units[unit];
  if (length > 0 && (u->is_far || u->rules == NULL)) {
    const double part = fmax(0, fmin(1, (x * step.x + y * step.y) / length));
    x -= part * step.x;
    y -= part * step.y;
    DEMAND(x * x + y * y <= 0.5 + TOLERANCE, "unit %u is drawn at %g, %g from its step",
           unit, x, y);
    return NULL;
  }
  if (r->map->layout == ASTAR_SQUARE) {
    DEMAND(fabs(x) <= 0.5 + TOLERANCE && fabs(y) <= 0.5 + TOLERANCE,
           "unit %u is drawn at %g, %g from its tile", unit, x, y);
    return NULL;
  }
  // The six sides of a hex are 1/2 away from its center.
  const bool is_row = r->map->layout == ASTAR_ODD_R || r->map->layout == ASTAR_EVEN_R;
  const double across = fabs(is_row ? x : y), along = fabs(is_row ? y : x);
  DEMAND(across <= 0.5 + TOLERANCE &&
             across * 0.5 + along * 0.86602540378443865 <= 0.5 + TOLERANCE,
         "unit %u is drawn at %g, %g from its hex", unit, x, y);
  return NULL;
}

// The speeds that a unit had: in a formation it may slow down. When the program sets the
// time of a step, any may be.
static void referee_note_speed(referee_unit *u) {
  const double part = u->order == REFEREE_SEND ? 0.7 : 1;
  u->slowest = fmin(u->slowest, part * fmin(u->now.speed, u->limit));
  u->fastest = u->step_time < 0 ? fmax(u->fastest, u->now.speed) : INFINITY;
}

// Checks where units are drawn; whether their steps are far is known.
static const char *referee_check_positions(referee *r) {
  for (uint32_t i = 1; i <= r->greatest; i++) {
    if (!r->units[i].exists) continue;
    referee_note_speed(&r->units[i]);
    CHECK(r->is_smooth ? referee_check_curve(r, i, &r->units[i].now)
                       : referee_check_position(r, i, &r->units[i].now));
  }
  return NULL;
}

// Takes over the state of all units, and checks it.
static const char *referee_check_all(referee *r) {
  CHECK(referee_check_positions(r));
  CHECK(referee_check_holders(r));
  CHECK(referee_check_crossings(r));
  CHECK(referee_check_distances(r));
  return referee_check_lists(r);
}

// The time of a step was set: the part that is done changes only when it begins.
static const char *referee_check_timed(referee *r, uint32_t unit,
                                       const astar_unit_info *info) {
  referee_unit *u = &r->units[unit];
  const double was = u->now.progress;
  u->is_timed = false;
  DEMAND(!referee_stands(info), "the step of unit %u ended without an update", unit);
  DEMAND(info->progress <= (was > HEAD_START ? was : HEAD_START),
         "unit %u: progress %g, then %g", unit, was, info->progress);
  DEMAND(was <= HEAD_START || info->progress >= was, "unit %u goes back", unit);
  u->now.progress = info->progress;
  return NULL;
}

// A unit that no call moved must be as it was.
static const char *referee_check_still(referee *r, uint32_t unit,
                                       const astar_unit_info *info) {
  referee_unit *u = &r->units[unit];
  if (u->is_timed) CHECK(referee_check_timed(r, unit, info));
  if (!u->is_moved) {
    DEMAND(referee_is_same(info->at, u->now.at) && referee_is_same(info->to, u->now.to) &&
               !(info->progress < u->now.progress) && !(info->progress > u->now.progress),
           "unit %u moved without an update", unit);
    return NULL;
  }
  if (u->rules != NULL)
    DEMAND(info->size == u->rules->size, "unit %u has size %d", unit, info->size);
  const bool is_same_step =
      referee_is_same(info->at, u->now.at) && referee_is_same(info->to, u->now.to);
  if (!is_same_step) {
    u->is_far = !oracle_is_neighbor(r->map, info->at.x, info->at.y,
                                    info->to.x - info->at.x, info->to.y - info->at.y);
    u->step_speed = u->rules != NULL ? info->speed : ASTAR_MAX_SPEED;
    u->step_time = -1;
    u->stepped = 0;
  }
  u->is_moved = false;
  return NULL;
}

const char *referee_look(referee *r) {
  CHECK(referee_take_events(r, 0));
  for (uint32_t i = 1; i <= r->greatest; i++) {
    astar_unit_info info;
    CHECK(referee_read(r, i, &info));
    if (!r->units[i].exists) continue;
    CHECK(referee_check_unit(r, i, &info));
    CHECK(referee_check_still(r, i, &info));
    if (info.speed > 0 && info.speed < r->slowest) r->slowest = info.speed;
    r->units[i].now = info;
    CHECK(referee_check_order(r, i));
    CHECK(referee_check_goal(r, i));
    CHECK(referee_check_remaining(r, i));
  }
  return referee_check_all(r);
}

// Whether a unit stands in the middle of its step: others behind may do the same.
static bool referee_is_held_up(const referee *r) {
  for (uint32_t i = 1; i <= r->greatest; i++) {
    const referee_unit *u = &r->units[i];
    if (u->exists && !referee_stands(&u->now) && isinf(u->step_time)) return true;
  }
  return false;
}

// Counts the step events, which come in the order of time with the others.
const char *referee_watch(referee *r, double dt) {
  static astar_unit_info infos[REFEREE_UNITS + 1];
  static referee_order orders[REFEREE_UNITS + 1];
  if (dt > ASTAR_MAX_UPDATE) dt = ASTAR_MAX_UPDATE;
  for (uint32_t i = 1; i <= r->greatest; i++) orders[i] = r->units[i].order;
  r->is_held_up = referee_is_held_up(r);
  r->time += dt;
  if (dt > 0.05) r->long_at = r->time;
  CHECK(referee_take_events(r, dt));
  for (uint32_t i = 1; i <= r->greatest; i++) {
    referee_unit *u = &r->units[i];
    const referee_order order = u->order;
    CHECK(referee_read(r, i, &infos[i]));
    if (!u->exists) continue;
    CHECK(referee_check_unit(r, i, &infos[i]));
    u->order = orders[i]; // a step may begin before its order ends
    CHECK(referee_check_change(r, i, &infos[i], dt));
    u->order = order;
    const bool moved = !referee_is_same(u->now.at, infos[i].at) || u->steps_begun > 0;
    if (moved && order == REFEREE_NONE) u->is_pushed = true; // perhaps after its end
    u->now = infos[i];
    CHECK(referee_check_order(r, i));
    CHECK(referee_check_goal(r, i));
    CHECK(referee_check_time(r, i, dt));
    r->unit_updates++;
  }
  return referee_check_all(r);
}

// -------------------------------------------------------------------------------- hash

static void referee_mix(uint64_t *hash, uint64_t value) {
  *hash = (*hash ^ value) * UINT64_C(1099511628211);
}

static void referee_mix_number(uint64_t *hash, double number) {
  uint64_t bits;
  memcpy(&bits, &number, sizeof bits);
  referee_mix(hash, bits);
}

uint64_t referee_hash_unit(const astar_unit_info *info) {
  uint64_t hash = UINT64_C(14695981039346656037);
  referee_mix(&hash, (uint64_t)info->at.x << 16 | (uint64_t)info->at.y);
  referee_mix(&hash, (uint64_t)info->to.x << 16 | (uint64_t)info->to.y);
  referee_mix_number(&hash, info->progress);
  referee_mix_number(&hash, info->facing);
  referee_mix_number(&hash, info->speed);
  referee_mix(&hash, (uint64_t)info->state << 8 | (uint64_t)info->hold);
  return hash;
}
