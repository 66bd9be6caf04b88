// Random terrain; terrain.h describes the method.
#include "terrain.h"

#include "../support/rounds.h"

#include <math.h>
#include <string.h>

#define SQRT2 1.4142135623730951

// Two random numbers: the lesser one.
static int chance_few(int count) {
  const int a = chance(count), b = chance(count);
  return a < b ? a : b;
}

// ------------------------------------------------------------------------------- costs

// The kinds of costs. In most of them sums of some costs equal sums of others: then the
// order among equal paths decides what a search keeps.
enum {
  COSTS_FEW,      ///< 1, 2 and 3
  COSTS_INTEGER,  ///< 1 to 9
  COSTS_EQUAL,    ///< few values, most of them 1
  COSTS_TIED,     ///< sums of some are equal to others, with a diagonal of sqrt(2)
  COSTS_DIAGONAL, ///< the same with the diagonal of the rules
  COSTS_TENTHS,   ///< 0.1 to 2: not exact in binary
  COSTS_NEAR,     ///< nearly equal
  COSTS_REAL,     ///< 1 to 4
  COSTS_SMALL,    ///< below 1
  COSTS_LARGE,    ///< up to 1e3 times
  COSTS_HUGE,     ///< up to 1e10 times
  COSTS_UNITS     ///< integers up to 100,000
};

// The share of each kind.
static const int cost_kinds[] = {
    COSTS_FEW,      COSTS_FEW,    COSTS_FEW,  COSTS_FEW,  COSTS_INTEGER,  COSTS_EQUAL,
    COSTS_EQUAL,    COSTS_TIED,   COSTS_TIED, COSTS_TIED, COSTS_DIAGONAL, COSTS_DIAGONAL,
    COSTS_DIAGONAL, COSTS_TENTHS, COSTS_NEAR, COSTS_NEAR, COSTS_REAL,     COSTS_SMALL,
    COSTS_LARGE,    COSTS_HUGE,   COSTS_UNITS};

// A cost of a kind. `near` is the difference of nearly equal costs.
static double cost_of_kind(int kind, double near, double diagonal) {
  static const double equal[] = {1, 1, 1, 2, 2, 3};
  static const double tied[] = {
      1, 1, 2, 3, 4, 0.5, SQRT2, 2 * SQRT2, 1 + SQRT2, SQRT2 / 2, SQRT2 - 1, 2 - SQRT2};
  static const double large[] = {1, 1, 2, 30, 1e3, 999, 1001, 500};
  static const double huge[] = {1, 1, 2, 1e7, 1e7 + 1, 3e6, 1e10};
  switch (kind) {
  case COSTS_FEW: return 1 + chance(3);
  case COSTS_INTEGER: return 1 + chance(9);
  case COSTS_EQUAL: return PICK(equal);
  case COSTS_TIED: return PICK(tied);
  case COSTS_DIAGONAL: {
    const double list[] = {1,
                           1,
                           diagonal,
                           2 * diagonal,
                           diagonal * diagonal,
                           1 / diagonal,
                           2 / diagonal,
                           1 + diagonal};
    return PICK(list);
  }
  case COSTS_REAL: return 1 + 3 * chance_real();
  case COSTS_TENTHS: return 0.1 * (1 + chance(20));
  case COSTS_SMALL: return 0.01 + chance_real();
  case COSTS_LARGE: return PICK(large);
  case COSTS_HUGE: return PICK(huge);
  case COSTS_NEAR: return (1 + chance(3)) * (1 + near * chance(4));
  default: return 1 + chance(100000);
  }
}

// The costs of all terrains but the wall.
static void terrain_costs(double *cost, double diagonal, bool is_tied) {
  static const double nears[] = {2.3e-16, 2.3e-16, 1e-15, 1e-13, 4e-13,
                                 1e-12,   2e-12,   1e-11, 1e-10, 1e-9};
  static const double scales[] = {1, 1, 1, 1, 1, 1, 7, 0.1, 1e-3, 1e6, 1.0 / 3};
  static const int tied_kinds[] = {COSTS_FEW, COSTS_FEW, COSTS_NEAR};
  const int kind = is_tied ? PICK(tied_kinds) : PICK(cost_kinds);
  const int other = PICK(cost_kinds);
  const bool is_mixed = !is_tied && chance(10) == 0;
  const double near = PICK(nears), scale = PICK(scales);
  for (int i = 0; i < TERRAIN_WALL; i++) {
    const bool is_other = is_mixed && chance(2) == 0;
    cost[i] = scale * cost_of_kind(is_other ? other : kind, near, diagonal);
  }
  cost[TERRAIN_WALL] = ASTAR_IMPASSABLE;
}

// ------------------------------------------------------------------------------- rules

static const astar_point behind[] = {{-2, -2}}, beside[] = {{1, 0}, {-1, 2}};
static const astar_move moves[] = {
    {1, 0, 1, NULL, 0},   {0, -1, 1, NULL, 0},      {-1, 0, 1, NULL, 0},
    {0, 1, 1, NULL, 0},   {-1, 1, 1.5, NULL, 0},    {1, -1, SQRT2, NULL, 0},
    {2, 2, 3, behind, 1}, {-2, -1, 2.2, beside, 2}, {1, 2, 2.2, NULL, 0},
    {2, 1, 2.2, NULL, 0}, {1, 1, 1.5, NULL, 0},     {-1, -3, 4, behind, 1}};
enum { MOVES = sizeof moves / sizeof moves[0] };

// At exactly 2, a diagonal step costs as much as two straight steps: nearly all paths
// have others of equal cost.
static double any_diagonal_cost(void) {
  static const double costs[] = {SQRT2, SQRT2, SQRT2, SQRT2, 2,   2,   2,   2,   2,
                                 1,     1,     1.5,   1.5,   1.2, 1.4, 1.9, 0.9, 2.5};
  return PICK(costs);
}

// The costs of a level.
static void level_costs(double *cost) {
  static const double units[] = {1, 1, 1, 1, 2.5, 0.1, 7, 1.0 / 3};
  const double unit = PICK(units);
  const bool is_weighted = chance(6) == 0;
  for (int i = 0; i < TERRAIN_WALL; i++) {
    const bool is_wet = i == LEVEL_WATER || i == LEVEL_MUD;
    cost[i] = is_wet && chance(3) == 0 ? ASTAR_IMPASSABLE
              : is_weighted            ? unit * (1 + i + (i > 1 ? chance(8) : 0))
                                       : unit;
  }
  if (!is_weighted && chance(3) == 0) cost[LEVEL_MUD] = 3 * unit;
  cost[TERRAIN_WALL] = ASTAR_IMPASSABLE;
}

static void terrain_pairs(law *l, const double *cost) {
  const int terrains = chance(4) == 0 ? TERRAINS : 3;
  l->def.has_pair_costs = true;
  l->def.pair_costs = l->pairs;
  l->def.pair_cost_count = (size_t)chance(TERRAIN_PAIRS + 1);
  for (size_t i = 0; i < l->def.pair_cost_count; i++) {
    const int kind = chance(4);
    l->pairs[i] = (astar_pair_cost){(uint8_t)chance(terrains), (uint8_t)chance(terrains),
                                    (int8_t)(chance(3) - 1), (int8_t)(chance(3) - 1),
                                    kind == 0   ? ASTAR_FORBIDDEN
                                    : kind == 1 ? 0
                                                : cost[chance(TERRAIN_WALL)]};
  }
}

static void terrain_moves(const terrain *t, astar_rules_def *def) {
  static const int sizes[] = {1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 3, 4};
  if (t->layout != ASTAR_SQUARE) {
    def->neighbors = 8;
    return;
  }
  def->diagonal = (astar_diagonal)chance(4);
  if (chance(4) == 0) def->neighbors = 4;
  if (chance(30) == 0 && t->style == STYLE_NONE) {
    const int from = chance(MOVES);
    def->neighbors = 0;
    def->moves = moves + from;
    def->move_count = 1 + chance(MOVES - from);
  }
  def->size = PICK(sizes);
}

void terrain_begin_law(const terrain *t, law *l, bool is_first) {
  double cost[TERRAINS];
  l->def = astar_default_rules();
  l->def.diagonal_cost =
      is_first && t->style == STYLE_NONE ? t->diagonal_cost : any_diagonal_cost();
  terrain_moves(t, &l->def);
  if (t->style != STYLE_NONE) {
    level_costs(cost);
  } else if (is_first) {
    memcpy(cost, t->cost, sizeof cost);
  } else {
    terrain_costs(cost, l->def.diagonal_cost, false);
    if (chance(6) == 0) cost[TERRAIN_WALL] = cost[chance(TERRAIN_WALL)];
    if (chance(3) == 0) cost[chance(TERRAIN_WALL)] = ASTAR_IMPASSABLE;
    if (chance(60) == 0) memset(cost, 0, sizeof cost); // nothing is passable
  }
  for (int i = 0; i < TERRAINS; i++) l->def.cost[i] = cost[i];
  if (chance(25) == 0 && t->style == STYLE_NONE && oracle_suits(&t->map, &l->def)) {
    const bool is_square = t->layout == ASTAR_SQUARE;
    if (is_square || l->def.diagonal != ASTAR_DIAGONAL_NEVER) terrain_pairs(l, t->cost);
  }
  if (chance(t->has_influence ? 2 : 6) == 0) l->def.filter = terrain_filter(t);
  REQUIRE(astar_rules_new(NULL, &l->def, &l->rules) == ASTAR_OK);
}

// The maps are in different planes; the grid has another map, that is never changed.
static const char *const maps[] = {"smoke", "danger"};

static uint64_t map_id(int i) { return astar_influence_id(maps[i], strlen(maps[i])); }

static void weigh(astar_filter *filter) {
  static const double weights[] = {1, 1, 0.5, 2, 0.1, 3};
  const int which = 1 + chance(3);
  for (int i = 0; i < ORACLE_MAPS; i++)
    if ((which >> i & 1) != 0)
      REQUIRE(astar_filter_weigh(filter, map_id(i), PICK(weights)));
  if (chance(4) == 0) REQUIRE(astar_filter_weigh(filter, 77, 5));
}

astar_filter terrain_filter(const terrain *t) {
  static const double scales[] = {1, 1, 1, 0, 0.5, 2};
  const double scale = t->has_penalties || t->style != STYLE_NONE ? PICK(scales) : 1;
  astar_filter filter = {
      (uint8_t)(t->has_obstacles || t->style != STYLE_NONE ? chance(8) : 0),
      scale,
      {{0, 0}}};
  if (t->has_influence) weigh(&filter);
  return filter;
}

// ------------------------------------------------------------------------------ shapes

static uint8_t terrain_at(const astar_grid *grid, int x, int y) {
  return (uint8_t)astar_grid_get(grid, x, y);
}

// What a shape is drawn on: a part of the map, all of it more often than not.
typedef struct area {
  int x, y, width, height;
} area;

static area any_area(const terrain *t) {
  area a = {0, 0, t->width, t->height};
  if (chance(5) < 3) return a;
  a.x = chance(t->width);
  a.y = chance(t->height);
  a.width = 1 + chance(t->width - a.x);
  a.height = 1 + chance(t->height - a.y);
  return a;
}

static uint8_t any_terrain(const terrain *t) {
  return (uint8_t)(chance(6) == 0 ? TERRAIN_WALL : chance(t->kinds));
}

static bool is_inside(const area *a, int x, int y) {
  return x >= a->x && y >= a->y && x < a->x + a->width && y < a->y + a->height;
}

enum {
  SHAPE_FILL,
  SHAPE_RECTANGLES,
  SHAPE_DISCS,
  SHAPE_STRIPES,
  SHAPE_CHECKERS,
  SHAPE_NOISE,
  SHAPE_NOISE_OF_ONE,
  SHAPE_GRADIENT,
  SHAPE_HILLS,
  SHAPE_WALLS,
  SHAPE_ROOMS,
  SHAPE_SPECKS,
  SHAPES
};

// A shape with the random numbers that it needs.
typedef struct shape {
  int kind;
  area area;
  int period, share, angle, radius, x, y;
  uint8_t terrain, other;
  double wave[4];
} shape;

static shape any_shape(const terrain *t) {
  shape s = {.kind = chance(SHAPES), .area = any_area(t)};
  s.period = 1 + chance_few(8);
  s.share = 1 + chance(chance(2) == 0 ? 60 : 15);
  s.angle = chance(4);
  s.radius = chance(1 + (t->width < t->height ? t->width : t->height) / 2);
  s.x = chance(t->width);
  s.y = chance(t->height);
  s.terrain = any_terrain(t);
  s.other = any_terrain(t);
  for (int i = 0; i < 4; i++) s.wave[i] = 0.1 + 0.5 * chance_real();
  return s;
}

// The coordinate across stripes.
static int shape_across(const shape *s, int x, int y) {
  switch (s->angle) {
  case 0: return x;
  case 1: return y;
  case 2: return x + y;
  default: return x - y + 1024;
  }
}

// The terrain that a shape puts on a tile; `before` is what is there.
static uint8_t shape_at(const shape *s, const terrain *t, int x, int y, uint8_t before) {
  const int dx = x - s->x, dy = y - s->y, across = shape_across(s, x, y);
  switch (s->kind) {
  case SHAPE_FILL: return s->terrain;
  case SHAPE_RECTANGLES:
    return abs(dx) <= s->radius && abs(dy) <= s->period ? s->terrain : before;
  case SHAPE_DISCS:
    return dx * dx + dy * dy <= s->radius * s->radius ? s->terrain : before;
  case SHAPE_STRIPES: return across / s->period % 2 != 0 ? s->terrain : s->other;
  case SHAPE_CHECKERS:
    return (x / s->period + y / s->period) % 2 != 0 ? s->terrain : s->other;
  case SHAPE_NOISE: return chance(100) < s->share ? any_terrain(t) : before;
  case SHAPE_NOISE_OF_ONE: return chance(100) < s->share ? s->terrain : before;
  case SHAPE_GRADIENT: return (uint8_t)((across + chance(2)) / s->period % t->kinds);
  case SHAPE_HILLS: {
    const double high = sin(s->wave[0] * x + s->x) + sin(s->wave[1] * y + s->y) +
                        sin(s->wave[2] * x + s->wave[3] * y);
    return (uint8_t)((high + 3) / 6.01 * t->kinds);
  }
  case SHAPE_WALLS:
    return across % (s->period + 2) == 0 && chance(100) < 60 + s->share ? TERRAIN_WALL
                                                                        : before;
  case SHAPE_ROOMS:
    return (x % (s->period + 3) == 0 || y % (s->period + 3) == 0) && chance(8) != 0
               ? s->other
               : before;
  default: return chance(t->width * t->height) < 3 ? s->terrain : before;
  }
}

static void draw_shape(terrain *t, const shape *s) {
  uint8_t row[ASTAR_MAX_SIDE];
  for (int y = s->area.y; y < s->area.y + s->area.height; y++) {
    for (int x = 0; x < t->width; x++) {
      row[x] = terrain_at(t->grid, x, y);
      if (is_inside(&s->area, x, y)) row[x] = shape_at(s, t, x, y, row[x]);
    }
    REQUIRE(astar_grid_set_row(t->grid, y, row) == ASTAR_OK);
  }
}

void terrain_draw(terrain *t, int shapes) {
  for (; shapes > 0; shapes--) {
    const shape s = any_shape(t);
    draw_shape(t, &s);
  }
}

// The first shape of a map of ties: it has costs that differ everywhere.
static void draw_ties(terrain *t) {
  static const int kinds[] = {SHAPE_GRADIENT, SHAPE_GRADIENT, SHAPE_STRIPES, SHAPE_HILLS,
                              SHAPE_NOISE};
  shape s = any_shape(t);
  s.kind = PICK(kinds);
  s.area = (area){0, 0, t->width, t->height};
  draw_shape(t, &s);
}

// ------------------------------------------------------------------- planes and links

// A cost that may be equal to the difference of two terrains.
static double any_extra(const terrain *t) {
  static const double list[] = {0.5, 1, 1, 2, SQRT2 - 1, 7, 1e3, 1e-12, 0.1};
  const double one = t->cost[chance(TERRAIN_WALL)];
  const double other = t->cost[chance(TERRAIN_WALL)];
  switch (chance(4)) {
  case 0: return fabs(one - other) > 1e-9 * one ? fabs(one - other) : one;
  case 1: return one;
  default: return PICK(list);
  }
}

static int any_x(const terrain *t) { return chance(t->width); }

static int any_y(const terrain *t) { return chance(t->height); }

static void edit_penalty(terrain *t) {
  const double cost = chance(3) == 0 ? 0 : any_extra(t);
  if (chance(3) == 0) {
    const area a = any_area(t);
    REQUIRE(astar_grid_fill_penalty(t->grid, a.x, a.y, a.width, a.height, cost) ==
            ASTAR_OK);
  } else {
    REQUIRE(astar_grid_set_penalty(t->grid, any_x(t), any_y(t), cost) == ASTAR_OK);
  }
}

// Costs with values that floats hold exactly: the oracle sums the same numbers.
static void edit_influence(terrain *t) {
  const double any = any_extra(t);
  const float cost = any < 1e20 ? (float)any : 1e20f;
  const uint64_t map = map_id(chance(ORACLE_MAPS));
  const int x = any_x(t), y = any_y(t);
  const area a = any_area(t);
  astar_status status = ASTAR_OK;
  switch (chance(10)) {
  case 0: status = astar_influence_fade(t->grid, map, chance(3) == 0 ? 0 : 0.5f); break;
  case 1:
    status = astar_influence_fill(t->grid, map, a.x, a.y, a.width, a.height,
                                  chance(2) == 0 ? cost : 0);
    break;
  case 2: status = astar_influence_stamp(t->grid, map, x, y, 0, cost, true); break;
  case 3:
    status = astar_influence_stamp(t->grid, map, x, y, chance(5), cost, chance(2) == 0);
    break;
  default:
    status = astar_influence_fill(t->grid, map, x, y, 1, 1, chance(4) == 0 ? 0 : cost);
  }
  REQUIRE(status == ASTAR_OK);
}

static void edit_edge(terrain *t, bool open) {
  // The grid rejects it if the layout has no such neighbor.
  astar_grid_set_edge(t->grid, any_x(t), any_y(t), chance(3) - 1, chance(3) - 1, open,
                      chance(3) == 0);
}

static int link_count(const terrain *t) {
  int count = 0;
  for (uint32_t id = 0; astar_grid_each_link(t->grid, &id, NULL);) count++;
  return count;
}

static void edit_link(terrain *t) {
  if (link_count(t) >= 12) return;
  const astar_point from = terrain_tile(t), to = terrain_tile(t);
  const int kind = chance(6);
  const double cost = kind == 0 ? 0 : kind == 1 ? 20 * any_extra(t) : any_extra(t);
  REQUIRE(astar_grid_link(t->grid, from.x, from.y, to.x, to.y, cost, chance(2) == 0,
                          NULL) == ASTAR_OK);
}

static void edit_unlink(terrain *t) {
  const int count = link_count(t);
  uint32_t id = 0;
  if (count == 0) return;
  for (int i = chance(count); i >= 0; i--) astar_grid_each_link(t->grid, &id, NULL);
  REQUIRE(astar_grid_unlink(t->grid, id) == ASTAR_OK);
}

static void edit_obstacle(terrain *t) {
  const int layer = 1 + chance(3);
  if (chance(8) == 0) {
    const area a = any_area(t);
    REQUIRE(astar_grid_fill_blocked(t->grid, a.x, a.y, a.width, a.height, chance(4) == 0,
                                    layer) == ASTAR_OK);
  } else {
    REQUIRE(astar_grid_block(t->grid, any_x(t), any_y(t), chance(3) != 0, layer) ==
            ASTAR_OK);
  }
}

// ------------------------------------------------------------------------------- edits

static void edit_tile(terrain *t, int x, int y, uint8_t ground) {
  REQUIRE(astar_grid_set(t->grid, x, y, ground) == ASTAR_OK);
}

static void edit_terrain(terrain *t) {
  const int x = any_x(t), y = any_y(t);
  switch (chance(10)) {
  case 0:
    REQUIRE(astar_grid_fill(t->grid, x, y, 1 + chance(5), 1 + chance(5),
                            any_terrain(t)) == ASTAR_OK);
    break;
  case 1: terrain_draw(t, 1); break;
  case 2: // as the tile was
  case 3: edit_tile(t, x, y, terrain_at(t->former, x, y)); break;
  case 4: // as a neighbor
  case 5: {
    const int next = x > 0 ? x - 1 : x;
    edit_tile(t, x, y, terrain_at(t->grid, next, y));
    break;
  }
  default: edit_tile(t, x, y, any_terrain(t));
  }
}

void terrain_edit_whole(terrain *t) {
  if (chance(2) == 0)
    REQUIRE(astar_grid_copy(t->former, t->grid) == ASTAR_OK);
  else
    REQUIRE(astar_grid_copy(t->grid, t->former) == ASTAR_OK);
}

void terrain_edit(terrain *t) {
  t->is_read = false;
  if (t->style != STYLE_NONE) {
    level_edit(t);
    return;
  }
  const int kind = chance(12);
  if (kind == 0 && t->has_penalties) edit_penalty(t);
  if (kind < 3 && t->has_influence) edit_influence(t);
  if (kind == 1 && t->has_edges) edit_edge(t, chance(2) == 0);
  if (kind == 2 && t->has_links) edit_link(t);
  if (kind == 3 && t->has_links) edit_unlink(t);
  if ((kind == 4 || kind == 5) && t->has_obstacles) edit_obstacle(t);
  if (kind == 6 && chance(4) == 0) terrain_edit_whole(t);
  if (kind > 6 || chance(4) == 0) edit_terrain(t);
}

// --------------------------------------------------------------------------------- map

static void any_size(terrain *t, bool may_be_large) {
  if (may_be_large && chance(8) == 0) {
    t->width = 40 + chance(110);
    t->height = 6 + chance(chance(8) == 0 ? 110 : 16);
    if (chance(3) == 0) { // upright
      const int width = t->width;
      t->width = t->height;
      t->height = width;
    }
    return;
  }
  if (t->is_tied) {
    t->width = 8 + chance(24);
    t->height = 8 + chance(24);
    return;
  }
  const int kind = chance(100), shorter = 2 + chance_few(12);
  t->width = 3 + chance_few(20);
  t->height = 3 + chance_few(20);
  if (kind < 20) t->width = 3 + chance(4), t->height = 3 + chance(4);
  if (kind >= 20 && kind < 36) t->width = 10 + chance(31), t->height = 10 + chance(31);
  if (kind >= 36 && kind < 39) t->width = 60 + chance(16), t->height = shorter; // words
  if (kind >= 39 && kind < 42) t->height = 60 + chance(16), t->width = shorter;
  if (kind == 42) t->width = 120 + chance(40), t->height = shorter;
  if (kind == 43) t->height = 120 + chance(40), t->width = shorter;
}

static void draw_features(terrain *t) {
  if (chance(2) == 0) return;
  t->has_penalties = chance(3) == 0;
  t->has_influence = (t->width + t->height) % 3 == 0; // no other dice than without
  t->has_edges = chance(4) == 0;
  t->has_links = chance(4) == 0;
  t->has_obstacles = chance(3) == 0;
  const int many = 1 + t->width * t->height / 8;
  const bool is_full = chance(3) == 0;
  for (int i = 1 + chance(is_full ? many : 4); t->has_penalties && i > 0; i--)
    edit_penalty(t);
  for (int i = 1 + chance(is_full ? many : 4); t->has_influence && i > 0; i--)
    edit_influence(t);
  for (int i = 1 + chance(is_full ? many : 6); t->has_edges && i > 0; i--)
    edit_edge(t, false);
  for (int i = chance(5); t->has_links && i > 0; i--) edit_link(t);
  for (int i = 1 + chance(is_full ? many : 6); t->has_obstacles && i > 0; i--)
    edit_obstacle(t);
}

static void use_maps(terrain *t) {
  for (int i = 0; i < ORACLE_MAPS; i++) {
    for (int k = 0; i > 0 && k < 4; k++) { // as in edit.c: a grid has eight maps at most
      static const char *const others[] = {"traffic", "walls", "a", "noise"};
      const uint64_t other = astar_influence_id(others[k], strlen(others[k]));
      REQUIRE(astar_influence_use(t->grid, other) == ASTAR_OK);
    }
    REQUIRE(astar_influence_use(t->grid, map_id(i)) == ASTAR_OK);
    t->map.influence_ids[i] = map_id(i);
  }
}

void terrain_begin(terrain *t, bool may_be_large) {
  *t = (terrain){.kinds = 1 + chance(TERRAIN_WALL), .is_tied = chance(4) == 0};
  any_size(t, may_be_large);
  if (!t->is_tied && chance(15) == 0) t->layout = (astar_layout)(1 + chance(4));
  t->diagonal_cost = t->is_tied && chance(4) != 0 ? 2 : any_diagonal_cost();
  terrain_costs(t->cost, t->diagonal_cost, t->is_tied);
  REQUIRE(astar_grid_new(NULL, t->width, t->height, t->layout, 0, &t->grid) == ASTAR_OK);
  use_maps(t);
  if (t->is_tied) draw_ties(t);
  terrain_draw(t, chance(5) + (t->is_tied ? -2 : 1));
  if (!t->is_tied) draw_features(t);
  REQUIRE(astar_grid_clone(t->grid, NULL, &t->former) == ASTAR_OK);
  t->map.layout = t->layout;
}

void terrain_end(terrain *t) {
  astar_grid_free(t->grid);
  astar_grid_free(t->former);
}

astar_point terrain_tile(const terrain *t) {
  astar_link link;
  uint32_t id = 0;
  int x = any_x(t), y = any_y(t);
  if (chance(6) == 0 && astar_grid_each_link(t->grid, &id, &link)) {
    x = link.x1;
    y = link.y1;
  }
  const int tries = chance(8) == 0 ? 0 : 4;
  for (int i = 0; i < tries && terrain_at(t->grid, x, y) == TERRAIN_WALL; i++) {
    x = any_x(t);
    y = any_y(t);
  }
  if (t->style != STYLE_NONE) {
    const astar_point tile = level_tile(t, x, y);
    x = tile.x;
    y = tile.y;
  }
  if (t->width > 64 && chance(4) == 0) x = 62 + chance(t->width - 62 < 4 ? 3 : 4);
  if (t->height > 64 && chance(4) == 0) y = 62 + chance(t->height - 62 < 4 ? 3 : 4);
  return (astar_point){x, y};
}

// Reads the closed edges and the links.
static void read_edges(terrain *t, oracle_map *map) {
  int x = 0, y = 0, dx = 0, dy = 0;
  memset(map->closed, 0, (size_t)(t->width * t->height) * sizeof map->closed[0]);
  while (astar_grid_each_edge(t->grid, &x, &y, &dx, &dy))
    oracle_set_edge(map, x, y, dx, dy, false, true);
  astar_link link;
  map->link_count = 0;
  for (uint32_t id = 0; astar_grid_each_link(t->grid, &id, &link);) {
    REQUIRE(map->link_count < ORACLE_LINKS);
    map->links[map->link_count++] = (oracle_link){
        link.id, link.x1, link.y1, link.x2, link.y2, link.cost, link.one_way};
  }
}

const oracle_map *terrain_map(terrain *t) {
  oracle_map *map = &t->map;
  if (t->is_read) return map;
  map->width = t->width;
  map->height = t->height;
  map->layout = t->layout;
  for (int i = 0; i < t->width * t->height; i++) {
    const int x = i % t->width, y = i / t->width;
    map->terrain[i] = terrain_at(t->grid, x, y);
    map->penalty[i] = astar_grid_penalty(t->grid, x, y);
    map->obstacles[i] = astar_grid_obstacles(t->grid, x, y);
    for (int k = 0; k < ORACLE_MAPS; k++) {
      map->influence_ids[k] = map_id(k);
      map->influence[k][i] = astar_influence_get(t->grid, map_id(k), x, y);
    }
  }
  read_edges(t, map);
  t->is_read = true;
  return map;
}

// ------------------------------------------------------------------------------- print

void terrain_print(const terrain *t) {
  int x = 0, y = 0, dx = 0, dy = 0;
  uint32_t id = 0;
  astar_link link;
  fprintf(stderr, "map of %d x %d tiles, layout %d, style %d, # is terrain %d\n",
          t->width, t->height, (int)t->layout, (int)t->style, TERRAIN_WALL);
  for (int i = 0; i < t->width * t->height && t->width * t->height <= 20000; i++) {
    const int ground = terrain_at(t->grid, i % t->width, i / t->width);
    fputc(ground == TERRAIN_WALL ? '#' : '0' + ground, stderr);
    if (i % t->width == t->width - 1) fputc('\n', stderr);
  }
  for (int i = 0; i < t->width * t->height; i++) {
    const double penalty = astar_grid_penalty(t->grid, i % t->width, i / t->width);
    const int layers = astar_grid_obstacles(t->grid, i % t->width, i / t->width);
    for (int k = 0; k < ORACLE_MAPS; k++) {
      const double value =
          astar_influence_get(t->grid, map_id(k), i % t->width, i / t->width);
      if (value > 0)
        fprintf(stderr, "%d, %d: %s %.9g\n", i % t->width, i / t->width, maps[k], value);
    }
    if (!(penalty > 0) && layers == 0) continue;
    fprintf(stderr, "%d, %d: penalty %.17g, obstacles 0x%x\n", i % t->width, i / t->width,
            penalty, (unsigned)layers);
  }
  while (astar_grid_each_edge(t->grid, &x, &y, &dx, &dy))
    fprintf(stderr, "closed edge %d, %d: by %d, %d\n", x, y, dx, dy);
  while (astar_grid_each_link(t->grid, &id, &link)) {
    fprintf(stderr, "link %d, %d to %d, %d: %.17g%s\n", link.x1, link.y1, link.x2,
            link.y2, link.cost, link.one_way ? ", one way" : "");
  }
}

void terrain_print_law(const law *l) {
  const astar_rules_def *def = &l->def;
  fprintf(stderr, "rules: neighbors %d, corner rule %d, diagonal cost %.17g, size %d\n",
          def->neighbors, (int)def->diagonal, def->diagonal_cost, def->size);
  fprintf(stderr, "costs:");
  for (int i = 0; i < TERRAINS; i++) fprintf(stderr, " %.17g", def->cost[i]);
  fputc('\n', stderr);
  for (int i = 0; i < def->move_count; i++) {
    const astar_move *move = &def->moves[i];
    fprintf(stderr, "move %d, %d: length %g", move->dx, move->dy, move->length);
    for (int k = 0; k < move->clear_count; k++)
      fprintf(stderr, ", clear %d, %d", move->clear[k].x, move->clear[k].y);
    fputc('\n', stderr);
  }
  for (size_t i = 0; i < def->pair_cost_count; i++) {
    const astar_pair_cost *pair = &def->pair_costs[i];
    fprintf(stderr, "pair cost %d to %d by %d, %d: %.17g\n", pair->from, pair->to,
            pair->dx, pair->dy, pair->cost);
  }
}
