/// Checks everything that a crowd promises, on random maps with random calls:
///
///     build/fuzz/crowd [UPDATES [SEED]]
///
/// Method: each world has a map, some sets of rules and a crowd. The program adds units,
/// gives orders, edits the map on top of them, and updates the crowd with short and long
/// times, until it has updated UPDATES units. After each call the referee (referee.h)
/// checks the public state of all units. It also checks that
///
/// - nothing that units do changes the revision or the content of the grid;
/// - the same calls give the same moves: in most worlds all calls go to two crowds. The
///   second one begins with the first, or later, from the bytes of the first;
/// - damaged bytes are rejected, or give a sound crowd;
/// - the units near a tile are those that a look at all units finds;
/// - paths that avoid the crowd cross no tile that a unit holds;
/// - paths that the program brings, late, wrong or not at all, lead to sound moves;
/// - when calls stop, all orders end.
///
/// Each world has a seed of its own: SEED, SEED + 1, ... A failure prints the seed, the
/// last calls, the units and the map, and ends the program; `crowd 1 SEED` repeats that
/// world.
#include "crowd/rescue/rescue.h"
#include "crowd/state.h"
#include "inquiry.h"
#include "referee.h"
#include "terrain.h"
#include "../support/rounds.h"
#include "../support/serialized.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

enum { LAWS = 4, FIELDS = 4, NOTES = 64, NOTE_LENGTH = 100, WAY = 4096 };

/// A grid with a crowd. Each call goes to all sides.
typedef struct side {
  terrain terrain;
  astar_crowd *crowd;
  referee *referee; ///< NULL: compared with the first side
  astar_field *fields[FIELDS];
  astar_point way[WAY]; ///< a path that an earlier call has found
  size_t way_count;
} side;

/// How a world is played.
typedef struct style {
  int units;       ///< how many units the program aims at
  int pause;       ///< one of so many turns has calls
  int calls;       ///< in such a turn
  int edit_pause;  ///< one of so many calls is an edit
  int turns;       ///< updates
  int time;        ///< which times an update simulates
  double fastest;  ///< speed of units [tiles per second]
  double patience; ///< [s]
  int asking;      ///< one of so many units asks
  int answers;     ///< how the program answers: 0 permits all, 1 mostly, 2 at random
  bool is_smooth;  ///< positions are on curves
  bool is_one_law; ///< all units have the same rules
  int teams;       ///< units are on so many teams
} style;

typedef struct world {
  style style;
  law laws[LAWS];
  int law_count;
  side sides[2];
  int side_count;
  char notes[NOTES][NOTE_LENGTH]; ///< the last calls, in a ring
  int note_count;
  uint64_t unit_updates, step_count, follow_count, events[ASTAR_UNIT_BLOCKED + 1],
      restored, damaged, accepted;
} world;

static world w;
static referee judge, other_judge;

// ---------------------------------------------------------------------------- failures

static void note(const side *s, const char *format, ...) {
  if (s->referee == NULL) return;
  char *text = w.notes[w.note_count++ % NOTES];
  const int length = snprintf(text, NOTE_LENGTH, "%d: ", round_step);
  va_list list;
  va_start(list, format);
  vsnprintf(text + length, (size_t)(NOTE_LENGTH - length), format, list);
  va_end(list);
}

static void print_unit(const referee *r, uint32_t unit) {
  const referee_unit *u = &r->units[unit];
  astar_unit_info i;
  if (!astar_crowd_unit(r->crowd, unit, &i)) return;
  int number = -1;
  for (int k = 0; k < w.law_count; k++)
    if (u->base == &w.laws[k].def) number = k;
  fprintf(
      stderr,
      "unit %u: rules %d, size %d, speed %g, %d,%d to %d,%d, progress %.9g, state %d, "
      "hold %d, priority %d, order %d to %d,%d range %d partial %d, waited %.2f; "
      "before: %d,%d to %d,%d, progress %.9g\n",
      unit, number, i.size, i.speed, i.at.x, i.at.y, i.to.x, i.to.y, i.progress,
      (int)i.state, i.hold, i.priority, (int)u->order, u->goal_x, u->goal_y, u->range,
      u->partial, u->waited, u->now.at.x, u->now.at.y, u->now.to.x, u->now.to.y,
      u->now.progress);
}

static void describe(void) {
  terrain_print(&w.sides[0].terrain);
  for (int i = 0; i < w.law_count; i++) {
    fprintf(stderr, "rules %d, ignored layers 0x%x: ", i,
            (unsigned)w.laws[i].def.filter.ignored_layers);
    terrain_print_law(&w.laws[i]);
  }
  for (uint32_t i = 1; i <= judge.greatest; i++) print_unit(&judge, i);
  const int first = w.note_count > NOTES ? w.note_count - NOTES : 0;
  for (int i = first; i < w.note_count; i++) fprintf(stderr, "%s\n", w.notes[i % NOTES]);
}

// -------------------------------------------------------------------------------- maps

static void begin_map(terrain *t) {
  static const double costs[] = {1, 1, 1, 2, 3, 1.5, 0.5};
  static const double diagonals[] = {1.4142135623730951, 1.4142135623730951, 1, 2};
  *t = (terrain){.kinds = 1 + chance(3), .diagonal_cost = PICK(diagonals)};
  t->width = chance(6) == 0 ? 1 + chance(6) : 5 + chance(chance(2) == 0 ? 12 : 40);
  t->height = chance(6) == 0 ? 1 + chance(6) : 5 + chance(chance(2) == 0 ? 12 : 40);
  if (chance(3) == 0) t->layout = (astar_layout)(1 + chance(4));
  for (int i = 0; i < TERRAIN_WALL; i++) t->cost[i] = PICK(costs);
  t->has_penalties = chance(5) == 0;
  t->has_edges = chance(3) == 0;
  t->has_links = chance(3) == 0;
  t->has_obstacles = chance(2) == 0;
  REQUIRE(astar_grid_new(NULL, t->width, t->height, t->layout, 0, &t->grid) == ASTAR_OK);
  terrain_draw(t, chance(5));
  REQUIRE(astar_grid_clone(t->grid, NULL, &t->former) == ASTAR_OK);
  for (int i = chance(3) == 0 ? 0 : chance(20); i > 0; i--) terrain_edit(t);
}

static void clone_map(terrain *to, const terrain *from) {
  *to = *from;
  REQUIRE(astar_grid_clone(from->grid, NULL, &to->grid) == ASTAR_OK);
  REQUIRE(astar_grid_clone(from->former, NULL, &to->former) == ASTAR_OK);
}

// ------------------------------------------------------------------------------- rules

static const astar_point beside[] = {{1, 0}};
static const astar_move moves[] = {
    {1, 0, 1, NULL, 0},     {-1, 0, 1, NULL, 0},    {0, 1, 1, NULL, 0},
    {0, -1, 1, NULL, 0},    {1, 1, 1.5, NULL, 0},   {-1, -1, 1.5, NULL, 0},
    {1, 2, 2.2, NULL, 0},   {2, 1, 2.2, beside, 1}, {-1, -2, 2.2, NULL, 0},
    {-2, -1, 2.2, NULL, 0}, {-1, 2, 2.2, NULL, 0},  {3, 0, 3, beside, 1}};
enum { MOVES = sizeof moves / sizeof moves[0] };

/// Some steps between terrains cost more, or are forbidden.
static void add_pair_costs(const terrain *t, law *l) {
  static const double costs[] = {ASTAR_FORBIDDEN, ASTAR_FORBIDDEN, 0.5, 1, 3};
  if (t->layout != ASTAR_SQUARE && l->def.diagonal == ASTAR_DIAGONAL_NEVER) return;
  l->def.has_pair_costs = true;
  l->def.pair_costs = l->pairs;
  l->def.pair_cost_count = (size_t)chance(TERRAIN_PAIRS + 1);
  for (size_t i = 0; i < l->def.pair_cost_count; i++) {
    const uint8_t from = (uint8_t)chance(t->kinds), to = (uint8_t)chance(t->kinds);
    const int8_t dx = (int8_t)(chance(3) - 1), dy = (int8_t)(chance(3) - 1);
    l->pairs[i] = (astar_pair_cost){from, to, dx, dy, PICK(costs)};
  }
}

static void begin_law(const terrain *t, law *l) {
  static const int sizes[] = {1, 1, 1, 1, 1, 2, 2, 3};
  l->def = astar_default_rules();
  memcpy(l->def.cost, t->cost, sizeof t->cost);
  l->def.diagonal_cost = t->diagonal_cost;
  if (chance(4) == 0) l->def.cost[chance(TERRAIN_WALL)] = ASTAR_IMPASSABLE;
  if (chance(20) == 0) l->def.cost[TERRAIN_WALL] = 5;
  if (chance(2) == 0) l->def.diagonal = (astar_diagonal)chance(4);
  if (t->has_obstacles && chance(2) == 0)
    l->def.filter.ignored_layers = (uint8_t)chance(8);
  if (t->layout == ASTAR_SQUARE) {
    if (chance(4) == 0) l->def.neighbors = 4;
    if (chance(8) == 0) {
      const int from = chance(5);
      l->def.neighbors = 0;
      l->def.moves = moves + from;
      l->def.move_count = 4 + chance(MOVES - from - 3);
    }
    l->def.size = sizes[chance(8)];
  }
  if (chance(8) == 0) add_pair_costs(t, l);
  REQUIRE(astar_rules_new(NULL, &l->def, &l->rules) == ASTAR_OK);
}

static const law *any_law(void) {
  return &w.laws[w.style.is_one_law ? 0 : chance(w.law_count)];
}

// ------------------------------------------------------------------------------- units

/// The number of a unit; 0: there is none. Sometimes one that does not exist.
static uint32_t any_unit(const side *s) {
  static uint32_t list[REFEREE_UNITS];
  const size_t count = astar_crowd_units(s->crowd, list, REFEREE_UNITS);
  if (count == 0) return 0;
  return list[chance((int)count)];
}

static astar_point any_tile(const side *s) {
  astar_point tile = terrain_tile(&s->terrain);
  for (int i = 0; i < 4; i++) {
    if (astar_is_passable(s->terrain.grid, w.laws[0].rules, NULL, tile.x, tile.y)) break;
    tile = terrain_tile(&s->terrain);
  }
  return tile;
}

static double any_speed(void) {
  static const double speeds[] = {0, 0.5, 1, 2, 3, 4, 4, 4, 4, 4, 5, 7.7, 12, 30};
  const double speed = PICK(speeds);
  return speed < w.style.fastest ? speed : w.style.fastest;
}

static double any_turn_rate(void) {
  static const double rates[] = {INFINITY, INFINITY, 0.1, 3, 10};
  return PICK(rates);
}

static int any_team(void) { return chance(w.style.teams); }

/// Whether a unit with these rules may be put on a tile, by the oracle and the referee.
static void check_place(const side *s, const astar_rules_def *def, int x, int y,
                        uint32_t unit, astar_status status) {
  if (s->referee == NULL) return;
  const oracle_map *map = terrain_map(&((side *)s)->terrain);
  const bool fits = oracle_fits(map, def, x, y);
  bool is_free = true;
  for (int i = 0; i < def->size * def->size; i++) {
    const int at_x = x + i % def->size, at_y = y + i / def->size;
    if (!oracle_contains(map, at_x, at_y)) continue;
    const int tile = oracle_index(map, at_x, at_y);
    const uint32_t one = s->referee->holder[tile], other = s->referee->entering[tile];
    if ((one != 0 && one != unit) || (other != 0 && other != unit)) is_free = false;
  }
  switch (status) {
  case ASTAR_OK: REQUIRE(fits && is_free); break;
  case ASTAR_OUT_OF_BOUNDS:
    REQUIRE(x < 0 || y < 0 || x + def->size > map->width || y + def->size > map->height);
    break;
  case ASTAR_TILE_IMPASSABLE: REQUIRE(!fits); break;
  case ASTAR_TILE_OCCUPIED: REQUIRE(!is_free); break;
  default: REQUIRE(status == ASTAR_OK);
  }
}

/// Whether a unit with these rules can stand on a tile, by the oracle.
static bool fits_at(side *s, const astar_rules_def *def, astar_point at) {
  return oracle_fits(terrain_map(&s->terrain), def, at.x, at.y);
}

static void call_add(side *s) {
  if (astar_crowd_count(s->crowd) >= (size_t)w.style.units) return;
  const law *l = any_law();
  const astar_point tile = any_tile(s);
  astar_unit_def def = astar_default_unit(l->rules, tile.x, tile.y);
  if (chance(40) == 0) def.x = -1 + chance(s->terrain.width + 3);
  def.speed = any_speed();
  def.priority = chance(6) == 0 ? chance(7) - 3 : 0;
  def.hold = chance(12) == 0;
  def.team = any_team();
  def.steps = chance(2) == 0;
  def.asks = chance(w.style.asking) == 0;
  def.facing = chance(7) - 3;
  def.turn_rate = any_turn_rate();
  uint32_t unit;
  if (s->referee != NULL && s->referee->greatest >= REFEREE_UNITS) return;
  const astar_status status = astar_crowd_add(s->crowd, &def, &unit);
  note(s, "add %d,%d: %s, unit %u", def.x, def.y, astar_reason(status), unit);
  check_place(s, &l->def, def.x, def.y, 0, status);
  REQUIRE((status == ASTAR_OK) == (unit != 0));
  if (s->referee == NULL || status != ASTAR_OK) return;
  REQUIRE(unit <= REFEREE_UNITS && !s->referee->units[unit].exists);
  REQUIRE(s->referee->greatest == 0 ? unit == 1 : unit > s->referee->greatest);
  referee_add(s->referee, unit, &l->def, def.steps);
}

static void call_remove(side *s) {
  const uint32_t unit = any_unit(s);
  if (unit == 0) return;
  note(s, "remove %u", unit);
  REQUIRE(astar_crowd_remove(s->crowd, unit) == ASTAR_OK);
  if (s->referee != NULL) referee_remove(s->referee, unit);
}

static void call_place(side *s) {
  const uint32_t unit = any_unit(s);
  const astar_point tile = any_tile(s);
  const int nearest = chance(4);
  if (unit == 0) return;
  const astar_status status = astar_crowd_place(s->crowd, unit, tile.x, tile.y, nearest);
  note(s, "place %u at %d,%d + %d: %s", unit, tile.x, tile.y, nearest,
       astar_reason(status));
  if (s->referee == NULL) return;
  astar_unit_info info;
  REQUIRE(astar_crowd_unit(s->crowd, unit, &info));
  const astar_point at = status == ASTAR_OK ? info.at : tile;
  check_place(s, s->referee->units[unit].rules, at.x, at.y, unit, status);
  if (status != ASTAR_OK) return;
  REQUIRE(astar_grid_distance(s->terrain.grid, at.x, at.y, tile.x, tile.y, 8) <= nearest);
  REQUIRE(info.to.x == at.x && info.to.y == at.y);
  referee_place(s->referee, unit);
}

/// Gives a unit a filter of its own, or takes it away; perhaps together with other rules.
static void call_set_filter(side *s) {
  const uint32_t unit = any_unit(s);
  const law *l = any_law();
  const astar_filter filter = inquiry_any_filter();
  const bool is_own = chance(3) > 0, with_rules = chance(3) == 0;
  const astar_filter *wanted = is_own ? &filter : NULL;
  if (unit == 0) return;
  const astar_status status = astar_crowd_set_filter(
      s->crowd, unit, with_rules ? l->rules : NULL, wanted, ASTAR_FILTER_BOTH);
  note(s, "filter of %u: own %d, layers 0x%x, scale %g, rules %d: %s", unit, is_own,
       (unsigned)filter.ignored_layers, filter.penalty_scale,
       with_rules ? (int)(l - w.laws) : -1, astar_reason(status));
  REQUIRE(!astar_is_error(status));
  if (s->referee == NULL) return;
  const referee_unit *u = &s->referee->units[unit];
  if (u->base == NULL) return;
  astar_rules_def def = with_rules ? l->def : *u->base;
  if (is_own) def.filter = filter;
  const bool fits = fits_at(s, &def, u->now.at) && fits_at(s, &def, u->now.to);
  const bool is_same = def.size == u->now.size && (!with_rules || &l->def == u->base) &&
                       is_own == u->has_filter &&
                       def.filter.ignored_layers == u->rules->filter.ignored_layers;
  if (status == ASTAR_TILE_IMPASSABLE) REQUIRE(!fits);
  if (status != ASTAR_OK) return;
  REQUIRE(fits || is_same);
  if (with_rules) referee_set_rules(s->referee, unit, &l->def);
  referee_set_filter(s->referee, unit, wanted);
}

static void call_set(side *s) {
  const uint32_t unit = any_unit(s);
  const int kind = chance(9), team = any_team();
  const law *l = any_law();
  const double speed = any_speed(), turn_rate = any_turn_rate();
  const bool on = chance(3) == 0;
  if (unit == 0) return;
  astar_status status = ASTAR_OK;
  switch (kind) {
  case 0: status = astar_crowd_set_speed(s->crowd, unit, speed); break;
  case 1: status = astar_crowd_set_hold(s->crowd, unit, on); break;
  case 2: status = astar_crowd_set_steps(s->crowd, unit, on); break;
  case 3:
    status = astar_crowd_set_priority(s->crowd, unit, on ? 0 : (int)(speed * 2) - 8);
    break;
  case 4:
    status = astar_crowd_set_rules(s->crowd, unit, l->rules);
    REQUIRE(status != ASTAR_INVALID);
    break;
  case 5: status = astar_crowd_set_turn_rate(s->crowd, unit, turn_rate); break;
  case 6: status = astar_crowd_set_asks(s->crowd, unit, on); break;
  case 7: status = astar_crowd_set_team(s->crowd, unit, team); break;
  default:
    REQUIRE(astar_crowd_set_team(s->crowd, unit, ASTAR_TEAMS) == ASTAR_INVALID);
    REQUIRE(astar_crowd_set_allies(s->crowd, 0, -1, on) == ASTAR_INVALID);
    REQUIRE(astar_crowd_set_turn_rate(s->crowd, unit, 0) == ASTAR_INVALID);
    REQUIRE(astar_crowd_set_turn_rate(s->crowd, unit, NAN) == ASTAR_INVALID);
    REQUIRE(astar_crowd_set_speed(s->crowd, unit, NAN) == ASTAR_INVALID);
    REQUIRE(astar_crowd_delay(s->crowd, unit, -1) == ASTAR_INVALID);
    REQUIRE(astar_crowd_permit(s->crowd, unit, -1, 0) == ASTAR_OUT_OF_BOUNDS);
    REQUIRE(astar_crowd_set_speed(s->crowd, unit, 0.0009) == ASTAR_INVALID);
    REQUIRE(astar_crowd_set_step_time(s->crowd, unit, -1, NULL) == ASTAR_INVALID);
    REQUIRE(astar_crowd_set_step_time(s->crowd, unit, NAN, NULL) == ASTAR_INVALID);
    REQUIRE(astar_crowd_set_priority(s->crowd, unit, 1001) == ASTAR_INVALID);
    REQUIRE(astar_crowd_update(s->crowd, NAN) == ASTAR_INVALID);
    REQUIRE(astar_crowd_update(s->crowd, -1) == ASTAR_INVALID);
    REQUIRE(astar_crowd_set_hold(s->crowd, unit + 100000, on) == ASTAR_INVALID);
    return;
  }
  note(s, "set %u: kind %d, speed %g, on %d, team %d, rules %d: %s", unit, kind, speed,
       on, team, (int)(l - w.laws), astar_reason(status));
  REQUIRE(kind == 4 ? !astar_is_error(status) : status == ASTAR_OK);
  astar_unit_info info;
  if (kind == 7) REQUIRE(astar_crowd_unit(s->crowd, unit, &info) && info.team == team);
  if (s->referee == NULL || status != ASTAR_OK) return;
  if (kind == 2) s->referee->units[unit].steps = on;
  if (kind == 6 && !on) s->referee->units[unit].has_asked = false;
  if (kind == 6 && !on) s->referee->units[unit].delayed_until = 0;
  if (kind == 4) referee_set_rules(s->referee, unit, &l->def);
}

static void call_allies(side *s) {
  const int a = any_team(), b = any_team();
  const bool allied = a == b ? chance(8) > 0 : chance(2) == 0;
  note(s, "allies %d and %d: %d", a, b, allied);
  REQUIRE(astar_crowd_set_allies(s->crowd, a, b, allied) == ASTAR_OK);
  REQUIRE(astar_crowd_allies(s->crowd, a, b) == allied);
  REQUIRE(astar_crowd_allies(s->crowd, b, a) == allied);
}

static void set_step_time(side *s, uint32_t unit, double seconds) {
  bool is_set, steps;
  astar_unit_info info;
  REQUIRE(astar_crowd_set_step_time(s->crowd, unit, seconds, &is_set) == ASTAR_OK);
  REQUIRE(astar_crowd_unit(s->crowd, unit, &info));
  steps = info.state == ASTAR_UNIT_MOVING;
  note(s, "step time %u: %g s, %d of %d", unit, seconds, is_set, steps);
  REQUIRE(steps || !is_set);
  if (s->referee != NULL && is_set) referee_set_step_time(s->referee, unit, seconds);
}

static void call_step_time(side *s) {
  static const double times[] = {0, 0, 1e-300, 0.02, 0.25, 0.5, 3, INFINITY, INFINITY};
  const uint32_t unit = any_unit(s);
  const double seconds = PICK(times);
  if (unit != 0) set_step_time(s, unit, seconds);
}

// ---------------------------------------------------------------------------- answers

static void permit(uint32_t unit, astar_point tile) {
  for (int i = 0; i < w.side_count; i++) {
    side *s = &w.sides[i];
    note(s, "permit %u to step to %d,%d", unit, tile.x, tile.y);
    REQUIRE(astar_crowd_permit(s->crowd, unit, tile.x, tile.y) == ASTAR_OK);
    if (s->referee != NULL) referee_permit(s->referee, unit, tile.x, tile.y);
  }
}

static void delay(uint32_t unit, double seconds) {
  for (int i = 0; i < w.side_count; i++) {
    side *s = &w.sides[i];
    note(s, "delay %u for %g s", unit, seconds);
    REQUIRE(astar_crowd_delay(s->crowd, unit, seconds) == ASTAR_OK);
    if (s->referee != NULL) referee_delay(s->referee, unit, seconds);
  }
}

/// Permits, delays or ignores what a unit asked.
static void answer(uint32_t unit) {
  static const double times[] = {0, 0, 0.01, 0.2, 1, 5, INFINITY};
  const int kind = w.style.answers == 0   ? 0
                   : w.style.answers == 1 ? chance(20)
                                          : 12 + chance(8);
  if (kind < 15) permit(unit, judge.units[unit].asked);
  if (kind == 15) permit(unit, any_tile(&w.sides[0]));
  if (kind == 16 || kind == 17) delay(unit, PICK(times));
  if (kind == 18) delay(unit, 0);
}

/// Answers all units that asked in the last update, in any order. True: there were some.
static bool answer_all(void) {
  bool has_asked = false;
  for (uint32_t i = 1; i <= judge.greatest; i++) {
    referee_unit *u = &judge.units[i];
    if (u->exists && u->is_new_question) {
      answer(i);
      has_asked = true;
    }
    u->is_new_question = false;
  }
  return has_asked;
}

// ------------------------------------------------------------------------------ orders

static astar_order any_order(void) {
  astar_order order = {.range = 0};
  if (chance(4) == 0) order.range = chance(4);
  if (chance(3) == 0) order.partial = true;
  return order;
}

/// A tile near the goal of a unit, when it has one; otherwise any tile.
static astar_point near_goal(const side *s, uint32_t unit, astar_point any) {
  const int dx = chance(5) - 2, dy = chance(5) - 2;
  astar_unit_info info;
  if (!astar_crowd_unit(s->crowd, unit, &info) || !info.has_goal) return any;
  const int x = info.goal.x + dx, y = info.goal.y + dy;
  if (!astar_grid_contains(s->terrain.grid, x, y)) return any;
  return (astar_point){x, y};
}

static void call_go_to(side *s) {
  const uint32_t unit = any_unit(s);
  astar_point tile = any_tile(s);
  const astar_order order = any_order();
  const int kind = chance(12);
  const uint32_t other = any_unit(s);
  astar_unit_info info;
  if (unit == 0) return;
  if (kind == 0 && astar_crowd_unit(s->crowd, other, &info)) tile = info.at;
  if (kind == 1 && astar_crowd_unit(s->crowd, other, &info)) tile = info.to;
  if (kind >= 9) tile = near_goal(s, unit, tile);
  const int x = kind == 2 ? s->terrain.width : tile.x;
  const bool is_plain = chance(2) == 0;
  const astar_status status =
      astar_crowd_go_to(s->crowd, unit, x, tile.y, is_plain ? NULL : &order);
  note(s, "go_to %u to %d,%d, range %d, partial %d: %s", unit, x, tile.y,
       is_plain ? 0 : order.range, !is_plain && order.partial, astar_reason(status));
  REQUIRE(!astar_is_error(status) && status != ASTAR_LIMIT);
  REQUIRE((status == ASTAR_OUT_OF_BOUNDS) == (kind == 2));
  if (s->referee == NULL || status != ASTAR_OK) return;
  referee_give_order(s->referee, unit, REFEREE_GO_TO, x, tile.y,
                     is_plain ? NULL : &order);
}

enum { GROUP = 40 };

/// Some units, one of them perhaps twice.
static size_t any_group(const side *s, uint32_t *units) {
  const size_t count = (size_t)(1 + chance(chance(3) == 0 ? GROUP : 8));
  for (size_t i = 0; i < count; i++) {
    units[i] = any_unit(s);
    if (units[i] == 0) return 0;
  }
  return count;
}

static astar_send_options any_formation(void) {
  astar_send_options options = astar_default_send();
  options.formation = (astar_formation)chance(ASTAR_FORMATION_KEEP + 1);
  if (chance(2) == 0) options.facing = chance(64) * 0.1;
  options.slowest = chance(4) == 0;
  return options;
}

/// The speed of the slowest of some units.
static double slowest_of(const side *s, const uint32_t *units, size_t count) {
  double speed = INFINITY;
  astar_unit_info info;
  for (size_t i = 0; i < count; i++) {
    REQUIRE(astar_crowd_unit(s->crowd, units[i], &info));
    if (info.speed > 0) speed = fmin(speed, info.speed);
  }
  return speed;
}

static void call_send(side *s) {
  uint32_t units[GROUP];
  const size_t count = any_group(s, units);
  const astar_point tile = any_tile(s);
  const astar_send_options options = any_formation();
  size_t placed, distinct = 0;
  if (count == 0) return;
  const bool is_plain = chance(2) == 0;
  const astar_status status = astar_crowd_send(s->crowd, units, count, tile.x, tile.y,
                                               is_plain ? NULL : &options, &placed);
  note(s, "send %zu to %d,%d, formation %d, facing %g, slowest %d: %s, %zu placed", count,
       tile.x, tile.y, is_plain ? 0 : options.formation, options.facing,
       !is_plain && options.slowest, astar_reason(status), placed);
  for (size_t i = 0; i < count; i++) note(s, "  unit %u", units[i]);
  REQUIRE(status == ASTAR_OK);
  for (size_t i = 0; i < count; i++) {
    size_t k = 0;
    while (units[k] != units[i]) k++;
    if (k == i) distinct++;
  }
  REQUIRE(placed <= distinct);
  if (s->referee == NULL) return;
  for (size_t i = 0; i < count; i++) {
    referee_give_order(s->referee, units[i],
                       placed == distinct ? REFEREE_SEND : REFEREE_ANY, 0, 0, NULL);
    if (is_plain || !options.slowest) continue;
    referee_limit_speed(s->referee, units[i], slowest_of(s, units, count));
  }
}

static void call_follow(side *s) {
  uint32_t units[GROUP];
  const size_t count = any_group(s, units);
  const int which = chance(FIELDS);
  if (count == 0 || s->fields[which] == NULL) return;
  const astar_status status =
      astar_crowd_follow(s->crowd, units, count, s->fields[which]);
  note(s, "follow field %d, %zu units: %s", which, count, astar_reason(status));
  for (size_t i = 0; i < count; i++) note(s, "  unit %u", units[i]);
  REQUIRE(status == ASTAR_OK);
  if (s->referee == NULL) return;
  for (size_t i = 0; i < count; i++)
    referee_give_order(s->referee, units[i], REFEREE_FOLLOW, 0, 0, NULL);
}

static void call_chase(side *s) {
  const uint32_t unit = any_unit(s), target = any_unit(s);
  const astar_order order = any_order();
  const bool is_plain = chance(2) == 0;
  if (unit == 0) return;
  const astar_status status =
      astar_crowd_chase(s->crowd, unit, target, is_plain ? NULL : &order);
  note(s, "chase %u after %u, range %d, partial %d: %s", unit, target,
       is_plain ? 1 : order.range, !is_plain && order.partial, astar_reason(status));
  REQUIRE((status == ASTAR_INVALID) == (unit == target));
  REQUIRE(status == ASTAR_INVALID || status == ASTAR_OK || status == ASTAR_UNREACHABLE);
  if (s->referee == NULL || status != ASTAR_OK) return;
  referee_give_order(s->referee, unit, REFEREE_CHASE, 0, 0, is_plain ? NULL : &order);
}

/// Finds a path from the tile of a unit, or from any tile, by any rules.
static void find_way(side *s, uint32_t unit) {
  const law *l = any_law();
  const astar_point any = any_tile(s), to = any_tile(s);
  const astar_point goal = {to.x, to.y};
  const bool from_unit = chance(3) > 0, has_range = chance(4) == 0,
             avoids = chance(4) == 0;
  const int which = chance(FIELDS), kind = chance(3);
  astar_unit_info info;
  REQUIRE(astar_crowd_unit(s->crowd, unit, &info));
  const astar_point from = !from_unit ? any : chance(2) == 0 ? info.at : info.to;
  astar_path *path;
  astar_query query = astar_default_query(l->rules, from.x, from.y, &goal, 1);
  if (has_range) query.partial = true;
  if (avoids) query.avoid = s->crowd;
  REQUIRE(astar_path_new(NULL, &path) == ASTAR_OK);
  const astar_status status =
      kind == 0 && s->fields[which] != NULL
          ? astar_field_path(s->fields[which], from.x, from.y, path, NULL)
          : astar_find_path(s->terrain.grid, &query, path, NULL);
  if (status == ASTAR_OK) s->way_count = astar_path_points(path, s->way, WAY);
  astar_path_free(path);
}

/// Makes the way one that visits tiles twice, or has steps that are illegal.
static void change_way(side *s) {
  const size_t count = s->way_count;
  const int kind = chance(10);
  if (count == 0 || count > WAY / 2) return;
  switch (kind) {
  case 0: // there and back
    for (size_t i = 0; i < count; i++) s->way[count + i] = s->way[count - 1 - i];
    s->way_count = 2 * count;
    break;
  case 1: s->way[(size_t)chance((int)count)] = any_tile(s); break;
  case 2: s->way_count = (size_t)(1 + chance((int)count)); break;
  case 3: // the same round twice
    for (size_t i = 0; i < count; i++) s->way[count + i] = s->way[i];
    s->way_count = 2 * count;
    break;
  default: break;
  }
}

/// An order along a new path, or along an old one.
static void call_walk(side *s) {
  const uint32_t unit = any_unit(s);
  if (unit == 0) return;
  if (chance(3) > 0) find_way(s, unit);
  change_way(s);
  if (s->way_count == 0 || s->way_count > WAY) return;
  const astar_status status = astar_crowd_walk(s->crowd, unit, s->way, s->way_count);
  const astar_point first = s->way[0], last = s->way[s->way_count - 1];
  note(s, "walk %u from %d,%d to %d,%d, %zu points: %s", unit, first.x, first.y, last.x,
       last.y, s->way_count, astar_reason(status));
  REQUIRE(status == ASTAR_OK || status == ASTAR_GOAL_BLOCKED ||
          status == ASTAR_UNREACHABLE);
  if (s->referee == NULL || status != ASTAR_OK) return;
  referee_give_order(s->referee, unit, REFEREE_WALK, last.x, last.y, NULL);
}

static void call_stop(side *s) {
  const uint32_t unit = any_unit(s);
  if (unit == 0) return;
  note(s, "stop %u", unit);
  REQUIRE(astar_crowd_stop(s->crowd, unit) == ASTAR_OK);
  if (s->referee != NULL) referee_stop(s->referee, unit);
}

// ------------------------------------------------------------------------------ fields

static void free_field(side *s, int which) {
  astar_field_free(s->fields[which]);
  s->fields[which] = NULL;
}

static void make_field(side *s, int which) {
  astar_source sources[3];
  const law *l = any_law();
  const int count = 1 + chance(3);
  for (int i = 0; i < 3; i++) {
    const astar_point tile = any_tile(s);
    sources[i] = (astar_source){tile.x, tile.y, 0};
  }
  const bool is_flee = chance(4) == 0;
  astar_field *field, *flee;
  const astar_status status = astar_distance_field(s->terrain.grid, l->rules, NULL,
                                                   sources, count, INFINITY, &field);
  note(s, "field %d, rules %d, to %d,%d and %d more, flee %d: %s", which,
       (int)(l - w.laws), sources[0].x, sources[0].y, count - 1, is_flee,
       astar_reason(status));
  if (status != ASTAR_OK) return;
  s->fields[which] = field;
  if (!is_flee || astar_flee_field(field, 1.2, &flee) != ASTAR_OK) return;
  astar_field_free(field);
  s->fields[which] = flee;
}

/// Creates, updates and frees fields, also those that units follow.
static void call_field(side *s) {
  const int which = chance(FIELDS), kind = chance(4);
  const astar_point tile = any_tile(s);
  const astar_source goal = {tile.x, tile.y, 0};
  if (s->fields[which] == NULL) {
    make_field(s, which);
    return;
  }
  note(s, "field %d: %s", which,
       kind == 0   ? "freed"
       : kind == 1 ? "updated"
                   : "new goals");
  switch (kind) {
  case 0: free_field(s, which); break;
  case 1: REQUIRE(!astar_is_error(astar_field_update(s->fields[which]))); break;
  default: REQUIRE(!astar_is_error(astar_field_set_goals(s->fields[which], &goal, 1)));
  }
}

// ------------------------------------------------------------------------------- edits

/// Edits the tile of a unit, or the tile to which it steps.
static void edit_at_unit(side *s) {
  const uint32_t unit = any_unit(s);
  const int kind = chance(5), layer = 1 + chance(3);
  astar_unit_info info;
  if (unit == 0 || !astar_crowd_unit(s->crowd, unit, &info)) return;
  astar_grid *grid = s->terrain.grid;
  const astar_point at = chance(2) == 0 ? info.at : info.to;
  const int dx = info.to.x - info.at.x, dy = info.to.y - info.at.y;
  s->terrain.is_read = false;
  note(s, "edit %d at unit %u: %d,%d", kind, unit, at.x, at.y);
  switch (kind) {
  case 0: REQUIRE(astar_grid_set(grid, at.x, at.y, TERRAIN_WALL) == ASTAR_OK); break;
  case 1: REQUIRE(astar_grid_block(grid, at.x, at.y, true, layer) == ASTAR_OK); break;
  case 2: REQUIRE(astar_grid_block(grid, at.x, at.y, false, layer) == ASTAR_OK); break;
  case 3: REQUIRE(astar_grid_set(grid, at.x, at.y, 0) == ASTAR_OK); break;
  default:
    if (dx < -1 || dx > 1 || dy < -1 || dy > 1) break;
    astar_grid_set_edge(grid, info.at.x, info.at.y, dx, dy, false, layer == 1);
  }
}

static void call_edit(side *s) {
  if (chance(3) == 0) {
    edit_at_unit(s);
  } else {
    note(s, "edit");
    terrain_edit(&s->terrain);
  }
  if (s->referee == NULL) return;
  terrain_map(&s->terrain);
  referee_forgive(s->referee);
}

// ----------------------------------------------------------------------------- queries

static astar_side any_side(void) {
  const bool has_team = chance(3) == 0, has_enemies = chance(3) == 0;
  const int team = any_team(), of = any_team();
  return (astar_side){has_team ? team : -1, has_enemies ? of : -1};
}

/// Whether a unit is on a side, by what the crowd says of it.
static bool is_of_side(const side *s, const astar_side *of, uint32_t unit) {
  astar_unit_info info;
  REQUIRE(astar_crowd_unit(s->crowd, unit, &info));
  return (of->team < 0 || of->team == info.team) &&
         (of->enemy_of < 0 || !astar_crowd_allies(s->crowd, of->enemy_of, info.team));
}

/// A map on which all tiles that other units of a side hold are blocked.
static const oracle_map *held_map(side *s, uint32_t unit, const astar_side *of) {
  static oracle_map map;
  map = *terrain_map(&s->terrain);
  for (int i = 0; i < map.width * map.height; i++) {
    const uint32_t one = s->referee->holder[i], other = s->referee->entering[i];
    if ((one != 0 && one != unit && is_of_side(s, of, one)) ||
        (other != 0 && other != unit && is_of_side(s, of, other)))
      map.obstacles[i] = ASTAR_ALL_LAYERS;
  }
  return &map;
}

/// A path that avoids the units is a path on a map where they are obstacles.
static void call_find(side *s) {
  const law *l = any_law();
  const astar_point from = any_tile(s), to = any_tile(s);
  const astar_point goal = {to.x, to.y};
  astar_query query = astar_default_query(l->rules, from.x, from.y, &goal, 1);
  query.avoid = s->crowd;
  query.avoid_side = any_side();
  astar_result result;
  const astar_status status = astar_find_path(s->terrain.grid, &query, NULL, &result);
  note(s, "find from %d,%d to %d,%d, rules %d: %s", from.x, from.y, to.x, to.y,
       (int)(l - w.laws), astar_reason(status));
  if (s->referee == NULL) return;
  const int start = oracle_index(terrain_map(&s->terrain), from.x, from.y);
  const uint32_t unit = s->referee->holder[start] != 0 ? s->referee->holder[start]
                                                       : s->referee->entering[start];
  const oracle_answer answer =
      oracle_find(held_map(s, unit, &query.avoid_side), &l->def, &query);
  REQUIRE(status == answer.status);
  if (status == ASTAR_OK) REQUIRE(fabs(result.cost - answer.cost) <= 1e-6 * answer.cost);
}

/// How far a unit is from a tile: of the nearest tile that it covers.
static double distance_to(const side *s, const astar_unit_info *info, astar_point at) {
  double least = INFINITY;
  for (int i = 0; i < info->size * info->size; i++) {
    const int x = info->at.x + i % info->size, y = info->at.y + i / info->size;
    const double dx = x - at.x, dy = y - at.y;
    double distance = sqrt(dx * dx + dy * dy);
    if (s->terrain.layout != ASTAR_SQUARE)
      distance = (double)astar_grid_distance(s->terrain.grid, at.x, at.y, x, y, 6);
    least = fmin(least, distance);
  }
  return least;
}

/// Whether a line leads to a tile, on a copy of the map where this tile is free.
static bool sees_tile(const side *s, const law *l, astar_point from, int x, int y) {
  astar_grid *copy;
  REQUIRE(astar_grid_clone(s->terrain.grid, NULL, &copy) == ASTAR_OK);
  for (int kind = 0; !astar_is_passable(copy, l->rules, NULL, x, y); kind++) {
    if (kind < TERRAIN_WALL) astar_grid_set(copy, x, y, (uint8_t)kind);
    for (int layer = 1; layer <= ASTAR_LAYERS; layer++)
      astar_grid_block(copy, x, y, false, layer);
    if (kind > TERRAIN_WALL) break;
  }
  const bool sees = astar_line_of_sight(copy, l->rules, NULL, from.x, from.y, x, y, NULL,
                                        NULL) == ASTAR_OK;
  astar_grid_free(copy);
  return sees;
}

static bool sees_unit(const side *s, const law *l, astar_point from,
                      const astar_unit_info *info) {
  bool sees = false;
  for (int i = 0; i < info->size * info->size && !sees; i++) {
    sees =
        sees_tile(s, l, from, info->at.x + i % info->size, info->at.y + i / info->size);
  }
  return sees;
}

/// The units within a radius, and the nearest one, are those that a look at all units
/// finds. The oracle of sight knows one tile on a copy of the map, and no pair costs.
static void call_near(side *s) {
  static uint32_t all[REFEREE_UNITS];
  static astar_near_unit units[REFEREE_UNITS];
  astar_near_unit nearest;
  const astar_point at = any_tile(s);
  const law *l = any_law();
  const double radius = chance(4) == 0 ? INFINITY : chance(64) * 0.25;
  const bool sees = chance(3) == 0 && l->def.size == 1 && !l->def.has_pair_costs;
  astar_near near = astar_default_near();
  near.side = any_side();
  near.except = any_unit(s);
  near.max = chance(3) == 0 ? (double)chance(8) : HUGE_VAL;
  if (sees) near.sees = l->rules;
  if (s->referee == NULL) return;
  size_t count, left;
  REQUIRE(astar_crowd_within(s->crowd, at.x, at.y, radius, &near, units, REFEREE_UNITS,
                             &count) == ASTAR_OK);
  left = count;
  for (size_t i = astar_crowd_units(s->crowd, all, REFEREE_UNITS); i-- > 0;) {
    astar_unit_info info;
    size_t k = 0;
    REQUIRE(astar_crowd_unit(s->crowd, all[i], &info));
    const double away = distance_to(s, &info, at);
    bool is_near = away <= radius && away <= near.max;
    is_near = is_near && all[i] != near.except && is_of_side(s, &near.side, all[i]);
    if (is_near && sees) is_near = sees_unit(s, l, at, &info);
    while (k < count && units[k].unit != all[i]) k++;
    REQUIRE((k < count) == is_near);
    if (is_near) REQUIRE(!(units[k].distance < away) && !(units[k].distance > away));
    left -= is_near;
  }
  REQUIRE(left == 0);
  for (size_t i = 1; i < count; i++) {
    const astar_near_unit *a = &units[i - 1], *b = &units[i];
    REQUIRE(a->distance <= b->distance);
    REQUIRE(a->distance < b->distance || a->unit < b->unit);
  }
  near.max = fmin(near.max, radius);
  REQUIRE(astar_crowd_nearest(s->crowd, at.x, at.y, &near, &nearest) == ASTAR_OK);
  REQUIRE(nearest.unit == (count > 0 ? units[0].unit : 0));
  REQUIRE(count == 0 || memcmp(&nearest.distance, &units[0].distance, 8) == 0);
  REQUIRE(astar_crowd_nearest(s->crowd, -1, at.y, &near, &nearest) ==
          ASTAR_OUT_OF_BOUNDS);
}

// ------------------------------------------------------------------------------- turns

/// What the grid of a side is, to notice changes.
static uint64_t grid_hash(const side *s) {
  size_t size;
  uint8_t *bytes = serialized_grid(s->terrain.grid, &size);
  uint64_t hash = UINT64_C(14695981039346656037);
  for (size_t i = 0; i < size; i++) hash = (hash ^ bytes[i]) * UINT64_C(1099511628211);
  free(bytes);
  return hash;
}

typedef void call(side *s);

static call *any_call(void) {
  static call *const calls[] = {
      call_add,       call_add,       call_add,        call_go_to, call_go_to,
      call_go_to,     call_go_to,     call_go_to,      call_go_to, call_send,
      call_chase,     call_field,     call_follow,     call_stop,  call_set,
      call_set,       call_place,     call_remove,     call_walk,  call_walk,
      call_step_time, call_step_time, call_set_filter, call_allies};
  if (chance(w.style.edit_pause) == 0) return call_edit;
  if (chance(60) == 0) return call_find;
  if (chance(20) == 0) return call_near;
  return calls[chance((int)(sizeof calls / sizeof *calls))];
}

/// The same call to all sides, with the same random numbers.
static void call_sides(call *make, uint64_t seed) {
  for (int i = 0; i < w.side_count; i++) {
    side *s = &w.sides[i];
    const uint64_t revision = astar_grid_revision(s->terrain.grid);
    chance_state = seed;
    make(s);
    if (make != call_edit) REQUIRE(revision == astar_grid_revision(s->terrain.grid));
    if (s->referee != NULL) REQUIRE_FAIR(referee_look(s->referee));
  }
}

static double any_time(void) {
  static const double times[] = {0,   1.0 / 60, 1.0 / 60, 1.0 / 60, 1.0 / 240,
                                 0.1, 0.037,    1,        100};
  switch (w.style.time) {
  case 0:
  case 1: return 1.0 / 60;
  case 2: return 1.0 / 240;
  case 3: return 0.1;
  case 4: return chance(2) == 0 ? 0 : 1.0 / 60;
  default: return PICK(times);
  }
}

static void note_unit(uint32_t unit, const astar_unit_info *i) {
  note(&w.sides[0], "unit %u: %d,%d to %d,%d, progress %.17g, facing %.17g, state %d",
       unit, i->at.x, i->at.y, i->to.x, i->to.y, i->progress, i->facing, (int)i->state);
}

/// The tiles ahead of a unit must be the same.
static void compare_ways(astar_crowd *one, astar_crowd *other, uint32_t unit) {
  astar_point a[64], b[64];
  size_t count = astar_crowd_remaining(one, unit, a, 64);
  REQUIRE(count == astar_crowd_remaining(other, unit, b, 64));
  if (count > 64) count = 64;
  for (size_t i = 0; i < count; i++) REQUIRE(a[i].x == b[i].x && a[i].y == b[i].y);
}

/// Both sides must be the same.
static void compare_sides(void) {
  if (w.side_count < 2) return;
  astar_crowd *one = w.sides[0].crowd, *other = w.sides[1].crowd;
  REQUIRE(astar_crowd_count(one) == astar_crowd_count(other));
  for (uint32_t i = 1; i <= judge.greatest; i++) {
    astar_unit_info a, b;
    const bool exists = astar_crowd_unit(one, i, &a);
    REQUIRE(exists == astar_crowd_unit(other, i, &b));
    if (exists) compare_ways(one, other, i);
    if (!exists || referee_hash_unit(&a) == referee_hash_unit(&b)) continue;
    note_unit(i, &a);
    note_unit(i, &b);
    REQUIRE(referee_hash_unit(&a) == referee_hash_unit(&b));
  }
}

static void take_events(const side *s) {
  astar_unit_event event;
  while (astar_crowd_next_event(s->crowd, &event)) continue;
}

static void update(double dt) {
  const bool checks_bytes = chance(16) == 0;
  for (int i = 0; i < w.side_count; i++) {
    side *s = &w.sides[i];
    const uint64_t revision = astar_grid_revision(s->terrain.grid);
    const uint64_t hash = checks_bytes ? grid_hash(s) : 0;
    note(s, "update %g", dt);
    REQUIRE(astar_crowd_update(s->crowd, dt) == ASTAR_OK);
    REQUIRE(revision == astar_grid_revision(s->terrain.grid));
    if (checks_bytes) REQUIRE(hash == grid_hash(s));
    if (s->referee != NULL) REQUIRE_FAIR(referee_watch(s->referee, dt));
    if (s->referee == NULL) take_events(s);
  }
  compare_sides();
}

/// Updates, and answers the units that ask; mostly they begin their steps at once.
static void update_and_answer(double dt) {
  update(dt);
  for (int i = chance(4); answer_all() && i > 0; i--) update(0);
}

// ------------------------------------------------------------------------------- bytes

static uint8_t *bytes_of(const astar_crowd *crowd, size_t *size) {
  *size = astar_crowd_serialize(crowd, NULL, 0);
  uint8_t *bytes = must(malloc(*size));
  REQUIRE(astar_crowd_serialize(crowd, bytes, *size) == *size);
  return bytes;
}

enum { MOST_RULES = 16 };

static size_t rules_of(const astar_crowd *crowd, const astar_rules **rules) {
  const size_t count = astar_crowd_rules(crowd, rules, MOST_RULES);
  REQUIRE(count <= MOST_RULES);
  return count;
}

/// Begins a second side from the bytes of the first one, unless it has a rescue, which
/// the crowd that is read plans anew.
static void restore(void) {
  side *from = &w.sides[0], *to = &w.sides[1];
  const astar_rules *rules[MOST_RULES];
  size_t size, again;
  const rescue *r = from->crowd->rescue;
  if (r != NULL && r->state != RESCUE_OVER) return;
  for (int i = 0; i < FIELDS; i++) free_field(from, i); // the second side has no fields
  *to = (side){0};
  memcpy(to->way, from->way, sizeof to->way);
  to->way_count = from->way_count;
  clone_map(&to->terrain, &from->terrain);
  uint8_t *bytes = bytes_of(from->crowd, &size);
  const size_t count = rules_of(from->crowd, rules);
  note(from, "serialize: %zu bytes, restored", size);
  REQUIRE(astar_crowd_deserialize(from->terrain.grid, bytes, size, rules, count,
                                  &to->crowd) == ASTAR_TILE_OCCUPIED);
  REQUIRE(to->crowd == NULL);
  REQUIRE(astar_crowd_deserialize(to->terrain.grid, bytes, size, rules, count,
                                  &to->crowd) == ASTAR_OK);
  uint8_t *bytes_again = bytes_of(to->crowd, &again);
  REQUIRE(size == again && memcmp(bytes, bytes_again, size) == 0);
  free(bytes);
  free(bytes_again);
  w.side_count = 2;
  w.restored++;
  compare_sides();
}

/// Frees a side: the crowd owns the grid and fields, too.
static void end_side(side *s) {
  const bool is_crowd_first = chance(2) == 0;
  if (is_crowd_first) astar_crowd_free(s->crowd);
  for (int i = 0; i < FIELDS; i++) free_field(s, i);
  terrain_end(&s->terrain);
  if (!is_crowd_first) astar_crowd_free(s->crowd);
}

/// A number that is likely to break a reader.
static void put_number(uint8_t *bytes, size_t size) {
  static const uint64_t wild[] = {0,
                                  1,
                                  UINT64_MAX,
                                  0x7fffffff,
                                  0x80000000,
                                  0xffffffff,
                                  0x7fff,
                                  0xffff,
                                  UINT64_C(0x7ff8000000000000),
                                  UINT64_C(0x7ff0000000000000),
                                  UINT64_C(0xfff0000000000000),
                                  UINT64_C(0x8000000000000000),
                                  UINT64_C(0x7fefffffffffffff),
                                  2,
                                  3,
                                  1 << 20};
  static const size_t lengths[] = {1, 2, 4, 8};
  const uint64_t number = wild[chance(16)];
  const size_t length = lengths[chance(4)];
  if (size < length) return;
  const size_t at = (size_t)chance((int)(size - length + 1));
  for (size_t i = 0; i < length; i++) bytes[at + i] = (uint8_t)(number >> (8 * i));
}

static size_t damage(uint8_t *bytes, size_t size) {
  for (int i = 1 + chance(3); i > 0; i--) {
    switch (chance(5)) {
    case 0: bytes[chance((int)size)] ^= (uint8_t)(1u << chance(8)); break;
    case 1: bytes[chance((int)size)] = (uint8_t)chance(256); break;
    case 2: size = (size_t)(1 + chance((int)size)); break;
    default: put_number(bytes, size);
    }
  }
  return size;
}

/// A crowd from damaged bytes must be sound.
static void play_damaged(side *s) {
  const oracle_map *map = terrain_map(&s->terrain);
  REQUIRE_FAIR(referee_begin(&other_judge, s->crowd, map, INFINITY));
  other_judge.is_smooth = judge.is_smooth;
  if (other_judge.greatest == 0) return;
  s->referee = NULL;
  take_events(s);
  REQUIRE_FAIR(referee_look(&other_judge));
  for (int i = 0; i < 30; i++) {
    const double dt = i % 7 == 6 ? 1 : 1.0 / 60;
    if (chance(3) == 0) call_go_to(s);
    if (chance(8) == 0) call_stop(s);
    if (chance(8) == 0) call_walk(s);
    REQUIRE_FAIR(referee_look(&other_judge));
    REQUIRE(astar_crowd_update(s->crowd, dt) == ASTAR_OK);
    REQUIRE_FAIR(referee_watch(&other_judge, dt));
  }
}

static void damage_bytes(void) {
  static side s;
  const astar_rules *rules[MOST_RULES];
  size_t size;
  uint8_t *bytes = bytes_of(w.sides[0].crowd, &size);
  size_t count = rules_of(w.sides[0].crowd, rules);
  if (chance(20) == 0) count = (size_t)chance((int)count + 1);
  s = (side){0};
  clone_map(&s.terrain, &w.sides[0].terrain);
  uint8_t *part = must(malloc(size)); // of its exact size: sanitizers see reads after it
  memcpy(part, bytes, size);
  size = damage(part, size);
  part = must(realloc(part, size));
  if (chance(8) > 0) serialized_seal(part, size);
  const astar_status status =
      astar_crowd_deserialize(s.terrain.grid, part, size, rules, count, &s.crowd);
  w.damaged++;
  REQUIRE(status == ASTAR_OK || status == ASTAR_INVALID || status == ASTAR_UNSUITED);
  REQUIRE((status == ASTAR_OK) == (s.crowd != NULL));
  if (status == ASTAR_OK) {
    w.accepted++;
    play_damaged(&s);
  }
  free(part);
  free(bytes);
  astar_crowd_free(s.crowd);
  terrain_end(&s.terrain);
}

// ------------------------------------------------------------------------------ worlds

static style any_style(void) {
  static const double patiences[] = {0.5, 1, 3, 8, 30};
  static const double speeds[] = {4, 8, 9.9, 30};
  style s = {.units = 1 + chance(chance(2) == 0 ? 12 : 70)};
  s.pause = 1 + chance(chance(2) == 0 ? 3 : 60);
  s.calls = 1 + chance(5);
  s.edit_pause = chance(3) == 0 ? 100000 : 4 + chance(40);
  s.turns = 50 + chance(chance(3) == 0 ? 2000 : 400);
  s.time = chance(6);
  s.fastest = PICK(speeds);
  s.patience = PICK(patiences);
  s.is_one_law = chance(3) == 0;
  s.teams = chance(2) == 0 ? 1 : 2 + chance(3);
  s.asking = chance(3) == 0 ? 1 + chance(4) : 1000;
  s.answers = chance(3);
  s.is_smooth = chance(2) == 0;
  return s;
}

static void begin_crowd(side *s) {
  astar_crowd_def def = astar_default_crowd();
  astar_crowd *other;
  def.patience = w.style.patience;
  def.smooth = w.style.is_smooth;
  if (chance(2) == 0) def.budget = 20 + chance(500);
  REQUIRE(astar_crowd_new(s->terrain.grid, &def, &s->crowd) == ASTAR_OK);
  REQUIRE(astar_crowd_new(s->terrain.grid, &def, &other) == ASTAR_TILE_OCCUPIED);
}

static void begin_world(void) {
  const world before = w;
  w = (world){.side_count = 1};
  w.unit_updates = before.unit_updates;
  w.step_count = before.step_count;
  w.follow_count = before.follow_count;
  memcpy(w.events, before.events, sizeof w.events);
  w.restored = before.restored;
  w.damaged = before.damaged;
  w.accepted = before.accepted;
  w.style = any_style();
  begin_map(&w.sides[0].terrain);
  w.law_count = 1 + chance(LAWS);
  for (int i = 0; i < w.law_count; i++) begin_law(&w.sides[0].terrain, &w.laws[i]);
  if (chance(3) == 0) {
    w.side_count = 2;
    clone_map(&w.sides[1].terrain, &w.sides[0].terrain);
  }
  const uint64_t seed_of_crowd = chance_seed();
  for (int i = 0; i < w.side_count; i++) {
    chance_state = seed_of_crowd;
    begin_crowd(&w.sides[i]);
  }
  const oracle_map *map = terrain_map(&w.sides[0].terrain);
  w.sides[0].referee = &judge;
  REQUIRE_FAIR(referee_begin(&judge, w.sides[0].crowd, map, w.style.patience));
  judge.is_smooth = w.style.is_smooth;
  judge.slack = 25; // a rescue of its clump
  judge.slowest = ASTAR_MAX_SPEED;
}

static void end_world(void) {
  w.unit_updates += judge.unit_updates;
  w.step_count += judge.step_count;
  w.follow_count += judge.follow_count;
  for (int i = 0; i <= ASTAR_UNIT_BLOCKED; i++) w.events[i] += judge.event_count[i];
  // The crowds own the rules, too.
  const int rules_before = chance(w.law_count + 1);
  for (int i = 0; i < rules_before; i++) astar_rules_free(w.laws[i].rules);
  for (int i = 0; i < w.side_count; i++) end_side(&w.sides[i]);
  for (int i = rules_before; i < w.law_count; i++) astar_rules_free(w.laws[i].rules);
}

static bool has_orders(void) {
  for (uint32_t i = 1; i <= judge.greatest; i++) {
    const referee_unit *u = &judge.units[i];
    if (!u->exists) continue;
    if (u->order == REFEREE_GO_TO || u->order == REFEREE_SEND) return true;
    if (u->order == REFEREE_WALK) return true;
  }
  return false;
}

/// Lets all units go on that the program stopped.
static void resume(void) {
  for (uint32_t i = 1; i <= judge.greatest; i++) {
    const referee_unit *u = &judge.units[i];
    if (!u->exists) continue;
    const bool is_paused = !(u->now.speed > 0), is_timed = !(u->step_time < 0);
    for (int k = 0; k < w.side_count; k++) {
      side *s = &w.sides[k];
      if (is_paused) REQUIRE(astar_crowd_set_speed(s->crowd, i, 2) == ASTAR_OK);
      if (is_timed) set_step_time(s, i, 0.5);
    }
  }
  REQUIRE_FAIR(referee_look(&judge));
}

/// No more calls: the orders must end.
static void rest(void) {
  const terrain *t = &w.sides[0].terrain;
  resume();
  note(&w.sides[0], "rest");
  const double most =
      60 + 10 * w.style.patience + 4 * (t->width + t->height) / judge.slowest;
  for (double time = 0; has_orders(); time += 0.1) {
    REQUIRE(time < most);
    update_and_answer(0.1);
    round_step++;
  }
}

static void play(void) {
  begin_world();
  uint64_t next = chance_seed();
  for (round_step = 0; round_step < w.style.turns; round_step++) {
    chance_state = next;
    next = chance_seed();
    const bool has_calls = round_step < 20 || chance(w.style.pause) == 0;
    const double dt = any_time();
    for (int i = has_calls ? w.style.calls : 0; i > 0; i--) {
      call *make = round_step < 5 ? call_add : any_call();
      const uint64_t seed_of_call = chance_seed(), after = chance_seed();
      call_sides(make, seed_of_call);
      chance_state = after;
    }
    // A crowd that was read searches the paths itself that the program was to bring.
    if (w.side_count == 1 && chance(100) == 0) restore();
    if (chance(50) == 0) damage_bytes();
    update_and_answer(dt);
  }
  if (w.style.patience < 10 && chance(2) == 0) rest();
  end_world();
}

int main(int argc, char **argv) {
  const uint64_t most = argc > 1 ? strtoull(argv[1], NULL, 10) : 100000;
  uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1, worlds = 0;
  round_describe = describe;
  for (; worlds == 0 || w.unit_updates < most; worlds++) play_round(seed++, play);
  printf("%" PRIu64 " updates of units in %" PRIu64 " worlds, %" PRIu64 " steps, %" PRIu64
         " looks at followers: no fault\n",
         w.unit_updates, worlds, w.step_count, w.follow_count);
  for (int i = 0; i <= ASTAR_UNIT_BLOCKED; i++) {
    printf("%s%s %" PRIu64, i == 0 ? "events: " : ", ",
           astar_unit_event_name((astar_unit_event_kind)i), w.events[i]);
  }
  printf("\n%" PRIu64 " crowds restored, %" PRIu64 " damaged, %" PRIu64 " accepted\n",
         w.restored, w.damaged, w.accepted);
  return EXIT_SUCCESS;
}
