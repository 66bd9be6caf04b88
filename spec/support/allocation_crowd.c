/// Tests crowds when memory allocations fail.
///
/// Method: a short play with units, orders of all kinds, edits and bytes is repeated.
/// Each time another of its allocations fails, once or with all that follow. The referee
/// (spec/fuzz/referee.h) checks the crowd after each call. Requirements: no leak, every
/// block is freed with its correct size, the only error is ASTAR_NO_MEMORY, a call that
/// fails changes nothing, and when allocations succeed again, all orders end.
///
/// Built and run by spec/quality/allocation_spec.lua.
#include "astar_crowd.h"
#include "allocation_meter.h"
#include "../fuzz/referee.h"
#include "../fuzz/terrain.h"

#include <math.h>

enum { WIDTH = 13, HEIGHT = 9, UNITS = 7, TURNS = 36 };

static const double patience = 1.5;

typedef struct world {
  meter *meter;
  terrain terrain; ///< with the tested grid
  astar_crowd *crowd;
  astar_field *field;
} world;

static referee judge;

/// Whether a call succeeded. The only permitted error is ASTAR_NO_MEMORY, and only after
/// an allocation failed.
static bool survives(const world *w, astar_status status) {
  if (status == ASTAR_NO_MEMORY) REQUIRE(meter_has_refused(w->meter, 0));
  REQUIRE(astar_is_outcome(status) || status == ASTAR_NO_MEMORY);
  return status == ASTAR_OK;
}

// ------------------------------------------------------------------------------ rules

typedef struct mover {
  astar_rules_def def;
  astar_rules *rules;
} mover;

/// The rules of all runs of a layout.
typedef struct movers {
  astar_layout layout;
  mover list[2];
} movers;

static void begin_movers(movers *m, astar_layout layout) {
  m->layout = layout;
  for (int i = 0; i < 2; i++) {
    astar_rules_def *def = &m->list[i].def;
    *def = astar_default_rules();
    def->cost[0] = 1;
    def->cost[1] = 3;
    if (i == 1) def->neighbors = layout == ASTAR_SQUARE ? 4 : 8;
    if (i == 1 && layout == ASTAR_SQUARE) def->size = 2;
    if (i == 1) def->filter.ignored_layers = ASTAR_LAYER(1);
    REQUIRE(astar_rules_new(NULL, def, &m->list[i].rules) == ASTAR_OK);
  }
}

// ------------------------------------------------------------------------------- calls

static void look(world *w) {
  w->terrain.is_read = false;
  terrain_map(&w->terrain);
  REQUIRE_FAIR(referee_look(&judge));
}

static void add_unit(world *w, const movers *m, int n) {
  const mover *rules = &m->list[n == 3];
  astar_unit_def def = astar_default_unit(rules->rules, 1 + n % 3 * 2, 1 + n / 3 * 3);
  uint32_t unit;
  def.speed = 2 + n;
  def.steps = n % 2 == 0;
  def.asks = n == 4;
  if (!survives(w, astar_crowd_add(w->crowd, &def, &unit)))
    REQUIRE(unit == 0);
  else
    referee_add(&judge, unit, &rules->def, def.steps);
  look(w);
}

static void give_order(world *w, uint32_t unit, int x, int y, astar_order order) {
  astar_unit_info info;
  if (!astar_crowd_unit(w->crowd, unit, &info)) return;
  if (survives(w, astar_crowd_go_to(w->crowd, unit, x, y, &order)))
    referee_give_order(&judge, unit, REFEREE_GO_TO, x, y, &order);
  look(w);
}

static void go_to(world *w, uint32_t unit, int x, int y, bool partial) {
  give_order(w, unit, x, y, (astar_order){.range = partial ? 1 : 0, .partial = partial});
}

static void send(world *w, astar_formation formation, int x, int y) {
  uint32_t units[UNITS];
  astar_send_options options = astar_default_send();
  options.formation = formation;
  options.slowest = formation == ASTAR_FORMATION_LINE;
  size_t placed;
  const size_t count = astar_crowd_units(w->crowd, units, UNITS);
  REQUIRE(count <= UNITS);
  if (count == 0) return;
  if (survives(w, astar_crowd_send(w->crowd, units, count, x, y, &options, &placed))) {
    const referee_order kind = placed == count ? REFEREE_SEND : REFEREE_ANY;
    for (size_t i = 0; i < count; i++)
      referee_give_order(&judge, units[i], kind, x, y, NULL);
  }
  look(w);
}

static void follow(world *w) {
  uint32_t units[UNITS];
  const size_t count = astar_crowd_units(w->crowd, units, UNITS) / 2;
  if (w->field == NULL || count == 0) return;
  if (survives(w, astar_crowd_follow(w->crowd, units, count, w->field)))
    for (size_t i = 0; i < count; i++)
      referee_give_order(&judge, units[i], REFEREE_FOLLOW, 0, 0, NULL);
  look(w);
}

static void chase(world *w, uint32_t unit, uint32_t target) {
  astar_unit_info info;
  if (!astar_crowd_unit(w->crowd, unit, &info)) return;
  if (!astar_crowd_unit(w->crowd, target, &info)) return;
  if (survives(w, astar_crowd_chase(w->crowd, unit, target, NULL)))
    referee_give_order(&judge, unit, REFEREE_CHASE, 0, 0, NULL);
  look(w);
}

/// A long way to and fro, which begins off the tile of the unit.
static void walk(world *w, uint32_t unit) {
  astar_point points[40];
  astar_unit_info info;
  if (!astar_crowd_unit(w->crowd, unit, &info)) return;
  for (int i = 0; i < 40; i++)
    points[i] = (astar_point){(i / 10 % 2 == 0 ? i % 10 : 9 - i % 10), 7};
  if (survives(w, astar_crowd_walk(w->crowd, unit, points, 40)))
    referee_give_order(&judge, unit, REFEREE_WALK, points[39].x, 7, NULL);
  look(w);
}

static void set_rules(world *w, const movers *m, uint32_t unit, int n) {
  astar_unit_info info;
  if (!astar_crowd_unit(w->crowd, unit, &info)) return;
  if (survives(w, astar_crowd_set_rules(w->crowd, unit, m->list[n].rules)))
    referee_set_rules(&judge, unit, &m->list[n].def);
  look(w);
}

static void set_filter(world *w, uint32_t unit, uint8_t layers) {
  const astar_filter filter = {layers, 0, {{0, 0}}};
  astar_unit_info info;
  if (!astar_crowd_unit(w->crowd, unit, &info)) return;
  if (survives(w,
               astar_crowd_set_filter(w->crowd, unit, NULL, &filter, ASTAR_FILTER_BOTH)))
    referee_set_filter(&judge, unit, &filter);
  look(w);
}

static void place(world *w, uint32_t unit, int x, int y) {
  astar_unit_info info;
  if (!astar_crowd_unit(w->crowd, unit, &info)) return;
  if (survives(w, astar_crowd_place(w->crowd, unit, x, y, 0)))
    referee_place(&judge, unit);
  look(w);
}

static void remove_unit(world *w, uint32_t unit) {
  astar_unit_info info;
  if (!astar_crowd_unit(w->crowd, unit, &info)) return;
  REQUIRE(astar_crowd_remove(w->crowd, unit) == ASTAR_OK);
  referee_remove(&judge, unit);
  look(w);
}

static void edit(world *w, int n) {
  astar_grid *grid = w->terrain.grid;
  survives(w, astar_grid_set(grid, 6, n % HEIGHT, (uint8_t)(n % 5 == 0 ? 1 : 2)));
  survives(w, astar_grid_block(grid, 9, n % HEIGHT, true, 1 + n % 2));
  survives(w, astar_grid_set_edge(grid, 3, n % 8, 0, 1, false, n % 3 == 0));
  survives(w, astar_grid_set_penalty(grid, 4, n % HEIGHT, 2));
  survives(w, astar_grid_link(grid, 1, n % HEIGHT, 11, 7, 1, n % 2 == 0, NULL));
  referee_forgive(&judge);
  look(w);
}

static void compare_units(const astar_crowd *crowd, const astar_crowd *other) {
  for (uint32_t i = 1; i <= judge.greatest; i++) {
    astar_unit_info a, b;
    const bool exists = astar_crowd_unit(crowd, i, &a);
    REQUIRE(exists == astar_crowd_unit(other, i, &b));
    if (exists) REQUIRE(referee_hash_unit(&a) == referee_hash_unit(&b));
  }
}

/// Writes the crowd, and reads it on a copy of the grid.
static void restore(world *w, const movers *m) {
  const astar_rules *rules[2] = {m->list[0].rules, m->list[1].rules};
  const astar_allocator allocator = {meter_alloc, w->meter};
  astar_grid *grid;
  astar_crowd *crowd;
  const size_t size = astar_crowd_serialize(w->crowd, NULL, 0);
  uint8_t *bytes = malloc(size);
  REQUIRE(bytes != NULL);
  REQUIRE(astar_crowd_serialize(w->crowd, bytes, size) == size);
  const size_t count = astar_crowd_rules(w->crowd, rules, 2);
  if (survives(w, astar_grid_clone(w->terrain.grid, &allocator, &grid))) {
    if (survives(w, astar_crowd_deserialize(grid, bytes, size, rules, count, &crowd))) {
      compare_units(crowd, w->crowd);
      survives(w, astar_crowd_update(crowd, 0.1));
    } else {
      REQUIRE(crowd == NULL);
    }
    astar_crowd_free(crowd);
  }
  astar_grid_free(grid);
  free(bytes);
}

static void make_field(world *w, const movers *m) {
  const astar_source goal = {10, 4, 0};
  astar_field_free(w->field);
  survives(w, astar_distance_field(w->terrain.grid, m->list[0].rules, NULL, &goal, 1,
                                   INFINITY, &w->field));
}

// -------------------------------------------------------------------------------- play

/// Permits what units asked.
static void answer(const world *w) {
  for (uint32_t i = 1; i <= judge.greatest; i++) {
    referee_unit *u = &judge.units[i];
    if (!u->exists || !u->is_new_question) continue;
    u->is_new_question = false;
    REQUIRE(astar_crowd_permit(w->crowd, i, u->asked.x, u->asked.y) == ASTAR_OK);
    referee_permit(&judge, i, u->asked.x, u->asked.y);
    u->permitted_at = INFINITY; // where memory runs out, less time is simulated
  }
}

static void update(world *w, double dt) {
  survives(w, astar_crowd_update(w->crowd, dt));
  REQUIRE_FAIR(referee_watch(&judge, dt));
  answer(w);
}

static void call_in_turn(world *w, const movers *m, int turn) {
  switch (turn) {
  case 1: go_to(w, 1, 11, 1, false); break;
  case 2: go_to(w, 2, 10, 7, true); break;
  case 3: go_to(w, 4, 8, 4, false); break;
  case 4: chase(w, 3, 1); break;
  case 7: walk(w, 2); break;
  case 10: set_filter(w, 4, ASTAR_LAYER(2)); break;
  case 21: walk(w, 5); break;
  case 5: make_field(w, m); break;
  case 6: follow(w); break;
  case 8: edit(w, 4); break;
  case 9: go_to(w, 5, 11, 7, false); break;
  case 11: restore(w, m); break;
  case 12: send(w, ASTAR_FORMATION_PACK, 10, 3); break;
  case 13: send(w, ASTAR_FORMATION_WEDGE, 2, 4); break;
  case 14: set_rules(w, m, 6, 1); break;
  case 15: place(w, 7, 12, 8); break;
  case 16: edit(w, 5); break;
  case 17: send(w, ASTAR_FORMATION_LINE, 9, 4); break;
  case 18: chase(w, 6, 7); break;
  case 19: remove_unit(w, 7); break;
  case 20: astar_field_free(w->field), w->field = NULL; break;
  case 22: restore(w, m); break;
  case 23: go_to(w, 3, 0, 8, true); break;
  case 24: add_unit(w, m, 8); break;
  case 25: send(w, ASTAR_FORMATION_KEEP, 6, 5); break;
  case 26: edit(w, 1); break;
  case 27: set_filter(w, 1, ASTAR_LAYER(2)); break;
  default: break;
  }
}

/// Allocations succeed again: orders must end.
static void prove(world *w) {
  w->meter->failing = METER_NEVER;
  for (double time = 0; time < 60; time += 0.1) {
    REQUIRE(astar_crowd_update(w->crowd, 0.1) == ASTAR_OK);
    REQUIRE_FAIR(referee_watch(&judge, 0.1));
    answer(w);
  }
  for (uint32_t i = 1; i <= judge.greatest; i++) {
    const referee_order order = judge.units[i].order;
    if (!judge.units[i].exists) continue;
    REQUIRE(order != REFEREE_GO_TO && order != REFEREE_SEND && order != REFEREE_WALK);
  }
}

static void play(world *w, const movers *m) {
  astar_crowd_def def = astar_default_crowd();
  def.patience = patience;
  def.budget = 40;
  def.smooth = true;
  if (!survives(w, astar_crowd_new(w->terrain.grid, &def, &w->crowd))) {
    REQUIRE(w->crowd == NULL);
    return;
  }
  REQUIRE_FAIR(referee_begin(&judge, w->crowd, terrain_map(&w->terrain), patience));
  judge.is_smooth = true;
  judge.slack = 25; // a rescue of its clump
  judge.slowest = 2;
  for (int n = 0; n < UNITS; n++) add_unit(w, m, n);
  for (int turn = 0; turn < TURNS; turn++) {
    call_in_turn(w, m, turn);
    update(w, turn % 5 == 4 ? 0.3 : 0.1);
  }
  const size_t asked = w->meter->asked;
  prove(w);
  w->meter->asked = asked;
}

/// Plays once; allocation number `failing` fails, and `times` - 1 more after it;
/// METER_NEVER: none fails. Returns the number of allocations.
static size_t run(const movers *m, size_t failing, size_t times) {
  meter counts = {.failing = failing, .times = times};
  const astar_allocator allocator = {meter_alloc, &counts};
  static world w;
  w = (world){.meter = &counts};
  w.terrain = (terrain){.width = WIDTH, .height = HEIGHT, .layout = m->layout};
  snprintf(run_name, sizeof run_name, "layout %d, allocation %lld fails %s",
           (int)m->layout, failing == METER_NEVER ? -1LL : (long long)failing,
           times == 1 ? "once" : "for ever");
  if (survives(&w,
               astar_grid_new(&allocator, WIDTH, HEIGHT, m->layout, 0, &w.terrain.grid)))
    play(&w, m);
  astar_crowd_free(w.crowd);
  astar_field_free(w.field);
  astar_grid_free(w.terrain.grid);
  REQUIRE(counts.held == 0);
  return counts.asked;
}

int main(int argument_count, char **arguments) {
  const size_t stride = meter_stride(argument_count, arguments);
  static const astar_layout layouts[] = {ASTAR_SQUARE, ASTAR_EVEN_Q};
  static movers m;
  size_t points = 0;
  for (int i = 0; i < 2; i++) {
    begin_movers(&m, layouts[i]);
    const size_t count = run(&m, METER_NEVER, 1);
    for (size_t n = 0; n < count; n += stride, points++) {
      run(&m, n, 1);
      run(&m, n, METER_FOR_EVER);
    }
    for (int k = 0; k < 2; k++) astar_rules_free(m.list[k].rules);
  }
  printf("%zu points, each failed once and permanently: no leak, no fault\n", points);
  return EXIT_SUCCESS;
}
