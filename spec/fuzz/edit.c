// Random edits; edit.h describes them.
#include "edit.h"
#include "terrain.h"

#include "../support/rounds.h"

#include <limits.h>
#include <math.h>
#include <string.h>

// A cost in the range of penalties; sometimes 0.
static double cost_of(uint64_t bits) {
  static const double list[] = {0,   -0.0, 1,   2,     3,    0.5,  0.25,         1.5,
                                0.1, 1e3,  1e6, 1e-12, 1e15, 1e50, 4294967296.5, 7,
                                255, 65536};
  const double limits[] = {ASTAR_MIN_COST, ASTAR_MAX_COST, nextafter(ASTAR_MIN_COST, 1),
                           nextafter(ASTAR_MAX_COST, 1)};
  const double unit = (double)(bits >> 11) * 0x1p-53;
  switch (bits % 8) {
  case 0: return unit * 9 + 0.01;
  case 1: return pow(10, unit * 199.9 - 99.95); // all magnitudes, all digits
  case 2: return ldexp(1, (int)(bits >> 20) % 320);
  case 3: return bits % 64 == 3 ? limits[bits >> 20 & 3] : (double)(bits >> 20 & 1023);
  default: return list[(bits >> 20) % (sizeof list / sizeof *list)];
  }
}

static double any_cost(void) {
  static const double wrong[] = {-1, 1e-101, 1e101, INFINITY, -INFINITY, NAN, 5e-324};
  uint64_t seed = chance_seed();
  if (chance(60) == 0) return PICK(wrong);
  return cost_of(chance_bits(&seed));
}

// Costs for which sums in another order are equal up to rounding.
static const double tame_costs[] = {0, 0, 0.5, 1, 7, 1e3};

static double cost_in(const edit *e, uint64_t bits) {
  enum { COSTS = sizeof tame_costs / sizeof *tame_costs };
  return e->is_tame ? tame_costs[bits % COSTS] : cost_of(bits);
}

// ------------------------------------------------------------------------------ draw

static int any_terrain(void) {
  const int dice = chance(12);
  return dice == 0 ? chance(256) : dice < 3 ? TERRAIN_WALL : chance(TERRAINS);
}

// A coordinate that may be off the grid.
static int any_wild(int side) {
  static const int list[] = {INT_MIN, INT_MAX, INT_MIN + 1, INT_MAX - 1, -1,
                             -32768,  32768,   65536,       -5,          1 << 24};
  switch (chance(4)) {
  case 0: return PICK(list);
  case 1: return side + chance(3) - 1;
  default: return chance(side + 10) - 5;
  }
}

static void any_rectangle(edit *e, int width, int height) {
  const int dice = chance(40);
  e->width = 1 + chance(dice < 30 ? 4 : width - e->x);
  e->height = 1 + chance(dice < 30 ? 4 : height - e->y);
  if (dice == 39) e->x = e->y = 0, e->width = width, e->height = height;
  if (dice == 38) e->width = 0;
  if (dice == 37) e->height = 0;
}

// Makes some arguments wild: clipped, empty, huge, off the grid.
static void make_wild(edit *e, int width, int height) {
  if (chance(2) == 0) e->x = any_wild(width);
  if (chance(2) == 0) e->y = any_wild(height);
  if (chance(2) == 0) e->width = any_wild(width);
  if (chance(2) == 0) e->height = any_wild(height);
  if (chance(4) == 0) e->layer = chance(12) - 1;
  if (chance(4) == 0) e->dx = chance(5) - 2;
  if (chance(4) == 0) e->x2 = any_wild(width);
  if (chance(8) == 0) e->id = (uint32_t)any_wild(100);
}

// A link that exists; 0 if there is none.
static uint32_t any_link(const astar_grid *grid) {
  uint32_t id = 0, found = 0;
  int count = 0;
  while (count < 64 && astar_grid_each_link(grid, &id, NULL))
    if (chance(++count) == 0) found = id;
  return found;
}

edit edit_of(edit_kind kind, const astar_grid *grid) {
  const int width = astar_grid_width(grid), height = astar_grid_height(grid);
  edit e = {.kind = kind, .seed = chance_seed()};
  e.x = chance(width);
  e.y = chance(height);
  e.x2 = chance(width);
  e.y2 = chance(height);
  any_rectangle(&e, width, height);
  e.dx = chance(3) - 1;
  e.dy = chance(3) - 1;
  e.layer = 1 + chance(chance(3) == 0 ? ASTAR_LAYERS : 2);
  e.terrain = (uint8_t)any_terrain();
  e.flag = chance(2) == 0;
  e.one_way = chance(3) == 0;
  e.cost = any_cost();
  e.stride = (size_t)(e.width + (chance(3) == 0 ? chance(4) : 0));
  e.id = kind == EDIT_UNLINK ? any_link(grid) : 0;
  e.variety = chance(3) == 0 ? 1 : chance(2) == 0 ? 2 : 1000;
  return e;
}

// Most edits change one tile.
static const edit_kind kinds[] = {
    EDIT_SET,          EDIT_SET,          EDIT_SET,     EDIT_SET,     EDIT_SET_ROW,
    EDIT_FILL,         EDIT_FILL,         EDIT_PENALTY, EDIT_PENALTY, EDIT_PENALTIES,
    EDIT_FILL_PENALTY, EDIT_BLOCK,        EDIT_BLOCK,   EDIT_BLOCK,   EDIT_SET_BLOCKED,
    EDIT_FILL_BLOCKED, EDIT_FILL_BLOCKED, EDIT_EDGE,    EDIT_EDGE,    EDIT_EDGE,
    EDIT_LINK,         EDIT_UNLINK};

edit edit_any(const astar_grid *grid) {
  edit e = edit_of(chance(6) == 0 ? EDIT_INFLUENCE : PICK(kinds), grid);
  if (chance(20) == 0) make_wild(&e, astar_grid_width(grid), astar_grid_height(grid));
  const bool is_large = (int64_t)e.width * e.height > 64;
  if (is_large && chance(3) != 0) { // large edits free the map more often than not
    e.terrain = (uint8_t)chance(TERRAIN_WALL);
    if (e.kind == EDIT_FILL_BLOCKED) e.flag = false;
  }
  return e;
}

edit edit_tame(const astar_grid *grid) {
  const int width = astar_grid_width(grid), height = astar_grid_height(grid);
  edit e = edit_of(PICK(kinds), grid);
  if (e.width > width - e.x) e.width = width - e.x;
  if (e.height > height - e.y) e.height = height - e.y;
  e.is_tame = true;
  e.cost = PICK(tame_costs);
  e.terrain = (uint8_t)(chance(2) == 0 ? 0 : chance(TERRAINS));
  return e;
}

// ------------------------------------------------------------------------------ make

// Room for the values of a rectangle; not more than `most` elements are used.
enum { EDIT_VALUES = 1 << 20 };

static size_t value_count(const edit *e) {
  if (e->width <= 0 || e->height <= 0) return 0;
  const uint64_t count = (uint64_t)(e->height - 1) * e->stride + (uint64_t)e->width;
  return count > EDIT_VALUES ? EDIT_VALUES : (size_t)count;
}

// Whether the grid may read the array: otherwise it must reject the rectangle first.
static bool is_readable(const edit *e, const astar_grid *grid) {
  return e->width >= 0 && e->height >= 0 && e->width <= astar_grid_width(grid) &&
         e->height <= astar_grid_height(grid);
}

static bool is_true(uint64_t bits) { return bits % 2 == 0; }

static astar_status make_row(const edit *e, astar_grid *grid) {
  uint8_t row[ASTAR_MAX_SIDE];
  uint64_t state = e->seed;
  const int width = astar_grid_width(grid);
  const uint8_t *now = astar_grid_row(grid, e->y);
  for (int x = 0; x < width; x++) {
    const uint64_t bits = chance_bits(&state);
    row[x] = e->variety == 1 ? e->terrain : (uint8_t)(bits >> 8 & 3);
    if (e->variety == 2 && now != NULL && bits % 8 != 0) row[x] = now[x];
  }
  return astar_grid_set_row(grid, e->y, row);
}

static astar_status make_penalties(const edit *e, astar_grid *grid) {
  uint64_t state = e->seed;
  const size_t count = is_readable(e, grid) ? value_count(e) : 0;
  double *costs = (double *)must(malloc((count + 1) * sizeof *costs));
  for (size_t i = 0; i <= count; i++) {
    const uint64_t bits = chance_bits(&state);
    costs[i] = e->variety == 1                      ? e->cost
               : e->variety == 2 && bits >> 60 != 0 ? 0
                                                    : cost_in(e, chance_bits(&state));
  }
  const astar_status status =
      astar_grid_set_penalties(grid, e->x, e->y, e->width, e->height, costs, e->stride);
  free(costs);
  return status;
}

static astar_status make_blocked(const edit *e, astar_grid *grid) {
  uint64_t state = e->seed;
  const size_t count = is_readable(e, grid) ? value_count(e) : 0;
  uint8_t *blocked = (uint8_t *)must(malloc(count + 1));
  for (size_t i = 0; i <= count; i++) {
    const uint64_t bits = chance_bits(&state);
    const bool is_blocked = e->variety == 1 ? e->flag : is_true(bits >> 60);
    blocked[i] = is_blocked ? (uint8_t)(1 + (bits >> 8) % 255) : 0;
  }
  const astar_status status = astar_grid_set_blocked(
      grid, e->x, e->y, e->width, e->height, blocked, e->stride, e->layer);
  free(blocked);
  return status;
}

// A value, or a number that is none.
static float value_of(const edit *e) {
  static const float list[] = {0,      1,     2.5f,  0.1f, 7e-20f, 3e38f,    1e30f,
                               4e-44f, 1e12f, -0.0f, -1,   NAN,    INFINITY, 65536};
  const uint64_t bits = e->seed >> 8;
  if (bits % 4 > 0) return (float)(bits % 1000) / 37;
  return list[bits / 4 % (sizeof list / sizeof *list)];
}

static astar_status make_values(const edit *e, astar_grid *grid, uint64_t map) {
  uint64_t state = e->seed;
  const size_t count = is_readable(e, grid) ? value_count(e) : 0;
  float *values = (float *)must(malloc((count + 1) * sizeof *values));
  for (size_t i = 0; i <= count; i++) {
    const uint64_t bits = chance_bits(&state);
    values[i] = e->variety == 1                    ? value_of(e)
                : e->variety == 2 && is_true(bits) ? 0
                                                   : (float)(bits >> 40);
  }
  const astar_status status = astar_influence_write(grid, map, e->x, e->y, e->width,
                                                    e->height, values, e->stride);
  free(values);
  return status;
}

static astar_status make_clearance(const edit *e, astar_grid *grid, uint64_t map) {
  astar_rules_def def = astar_default_rules();
  astar_rules *rules;
  for (int i = 0; i < TERRAIN_WALL; i++) def.cost[i] = 1;
  if (e->flag) def.neighbors = 4;
  REQUIRE(astar_rules_new(NULL, &def, &rules) == ASTAR_OK);
  const astar_status status = astar_influence_clearance(grid, map, rules, value_of(e));
  astar_rules_free(rules);
  return status;
}

static astar_status make_influence(const edit *e, astar_grid *grid) {
  static const char *const names[] = {"danger", "smoke", "traffic",
                                      "walls",  "a",     "noise"};
  static const float factors[] = {0.5f,   0.95f,  0.9f, 1,  0.001f,
                                  1e-19f, 1e-38f, 0,    -1, NAN};
  const char *name = names[e->seed % 6];
  const uint64_t map = astar_influence_id(name, strlen(name));
  const float value = value_of(e);
  const double radius = e->seed >> 30 & 1 ? e->layer : e->layer * 1.37;
  switch (e->seed / 6 % 10) {
  case 0: return astar_influence_fill(grid, map, e->x, e->y, 1, 1, value);
  case 1:
    return astar_influence_stamp(grid, map, e->x, e->y, 0, value - (float)e->layer, true);
  case 2: return astar_influence_fill(grid, map, e->x, e->y, e->width, e->height, value);
  case 3: return make_values(e, grid, map);
  case 4: return make_clearance(e, grid, map);
  case 5:
  case 6: return astar_influence_fade(grid, map, factors[e->seed / 60 % 10]);
  default: return astar_influence_stamp(grid, map, e->x, e->y, radius, value, e->flag);
  }
}

astar_status edit_make(const edit *e, astar_grid *grid, uint32_t *id) {
  const int x = e->x, y = e->y, width = e->width, height = e->height;
  switch (e->kind) {
  case EDIT_SET: return astar_grid_set(grid, x, y, e->terrain);
  case EDIT_SET_ROW: return make_row(e, grid);
  case EDIT_FILL: return astar_grid_fill(grid, x, y, width, height, e->terrain);
  case EDIT_PENALTY: return astar_grid_set_penalty(grid, x, y, e->cost);
  case EDIT_PENALTIES: return make_penalties(e, grid);
  case EDIT_FILL_PENALTY:
    return astar_grid_fill_penalty(grid, x, y, width, height, e->cost);
  case EDIT_BLOCK: return astar_grid_block(grid, x, y, e->flag, e->layer);
  case EDIT_SET_BLOCKED: return make_blocked(e, grid);
  case EDIT_FILL_BLOCKED:
    return astar_grid_fill_blocked(grid, x, y, width, height, e->flag, e->layer);
  case EDIT_EDGE:
    return astar_grid_set_edge(grid, x, y, e->dx, e->dy, e->flag, e->one_way);
  case EDIT_LINK:
    return astar_grid_link(grid, x, y, e->x2, e->y2, e->cost, e->one_way, id);
  case EDIT_INFLUENCE: return make_influence(e, grid);
  default: return astar_grid_unlink(grid, e->id);
  }
}

size_t edit_weight(const edit *e, const astar_grid *grid) {
  enum { PER_EDIT = 64, PER_VALUE = 16 };
  if (e->kind == EDIT_SET_ROW)
    return PER_EDIT + PER_VALUE * (size_t)astar_grid_width(grid);
  const bool has_values = e->kind == EDIT_PENALTIES || e->kind == EDIT_SET_BLOCKED;
  if (e->kind == EDIT_INFLUENCE) { // a clearance writes the whole map
    return PER_EDIT +
           PER_VALUE * (size_t)(astar_grid_width(grid) * astar_grid_height(grid));
  }
  return PER_EDIT + (has_values ? PER_VALUE * value_count(e) : 0);
}

void edit_print(const edit *e) {
  static const char *const names[] = {
      "set",          "set_row", "fill",        "set_penalty",  "set_penalties",
      "fill_penalty", "block",   "set_blocked", "fill_blocked", "edge",
      "link",         "unlink",  "influence"};
  fprintf(stderr,
          "%s at %d, %d (%d x %d, stride %zu), by %d, %d, to %d, %d, layer %d, "
          "terrain %d, flag %d, one way %d, cost %.17g, id %" PRIu32 ", seed %" PRIu64
          ", variety %d\n",
          names[e->kind], e->x, e->y, e->width, e->height, e->stride, e->dx, e->dy, e->x2,
          e->y2, e->layer, e->terrain, e->flag, e->one_way, e->cost, e->id, e->seed,
          e->variety);
}
