// Influence maps: `grid:influence` and the methods of maps; the option `influence`.
//
// A map as userdata is a name: the id of the map. Its value is a table with its grid.

#include "lua/support.h"

#include <float.h>
#include <string.h>

typedef struct bind_influence {
  void *null_word;
  uint64_t id;
} bind_influence;

static const bind_range bind_influence_values = {0, FLT_MAX,
                                                 "a number >= 0 and <= 3.4e38"};
static const bind_range bind_influence_sums = {-FLT_MAX, FLT_MAX,
                                               "a number >= -3.4e38 and <= 3.4e38"};
static const bind_range bind_influence_factors = {0, 1, "a number >= 0 and <= 1"};

void bind_read_influence(lua_State *L, const char *who, const char *what, int index,
                         void *target) {
  astar_filter *filter = (astar_filter *)target;
  if (lua_type(L, index) != LUA_TTABLE)
    bind_expected(L, who, what, "a table of weights by name", index);
  memset(filter->influence, 0, sizeof filter->influence);
  for (lua_pushnil(L); lua_next(L, index) != 0; lua_pop(L, 1)) {
    int value = lua_gettop(L);
    if (lua_type(L, value - 1) != LUA_TSTRING)
      bind_expected(L, who, lua_pushfstring(L, "each key of %s", what),
                    "the name of an influence map", value - 1);
    size_t length;
    const char *name = lua_tolstring(L, value - 1, &length);
    const char *of = lua_pushfstring(L, "the weight of \"%s\"", name);
    double weight = bind_check_cost(L, who, of, value, BIND_A_COST);
    if (!astar_filter_weigh(filter, astar_influence_id(name, length), weight))
      luaL_error(L, "%s: %s must have at most %d weights", who, what, ASTAR_INFLUENCES);
    lua_settop(L, value);
  }
}

// The map at 1: its id, and its grid, which it keeps alive.
static bind_grid *bind_influence_self(lua_State *L, const char *who, uint64_t *id) {
  *id = ((const bind_influence *)bind_self(L, who, BIND_INFLUENCE))->id;
  int top = lua_gettop(L);
  bind_push_parts(L, 1);
  bind_grid *grid = bind_check_grid(L, who, "the map's grid", top + 2);
  lua_settop(L, top);
  return grid;
}

static int bind_influence_new(lua_State *L) {
  const char *who = "grid:influence";
  size_t length;
  bind_grid *grid = bind_self_grid(L, who);
  const char *name = bind_check_string(L, who, "name", 2, &length);
  uint64_t id = astar_influence_id(name, length);
  astar_status status = astar_influence_use(bind_grid_core(L, who, grid), id);
  if (status == ASTAR_INVALID)
    luaL_error(L, "%s: a grid has at most %d influence maps", who, ASTAR_INFLUENCES);
  bind_expect_ok(L, who, status);
  lua_createtable(L, BIND_PART_RULES, 0);
  lua_pushvalue(L, 1);
  lua_rawseti(L, -2, BIND_PART_GRID);
  bind_influence *map = (bind_influence *)bind_push_userdata(
      L, lua_upvalueindex(BIND_INFLUENCE), sizeof *map, true);
  map->id = id;
  return 1;
}

static int bind_influence_get(lua_State *L) {
  uint64_t id;
  const bind_grid *grid = bind_influence_self(L, "map:get", &id);
  const astar_point at = bind_check_tile(L, "map:get", 2);
  const astar_grid *core = bind_grid_core(L, "map:get", grid);
  if (!astar_grid_contains(core, at.x, at.y)) return bind_push_nil(L);
  lua_pushnumber(L, (lua_Number)astar_influence_get(core, id, at.x, at.y));
  return 1;
}

// What an edit does, and its arguments: x, y, value; the same; x, y, radius, value
// [, falloff]; value [, x, y, width, height]; factor.
enum { BIND_SET, BIND_ADD, BIND_STAMP, BIND_FILL, BIND_FADE };

// Makes an edit but for arrays. In the core, what sets one tile is a fill, and what adds
// to one is a stamp.
static int bind_influence_edit(lua_State *L, const char *who, int kind) {
  static const char *const falloffs[] = {"linear", "flat", NULL};
  uint64_t id;
  bind_grid *grid = bind_influence_self(L, who, &id);
  bool is_fade = kind == BIND_FADE, is_flat = kind == BIND_ADD;
  bind_grid_area area = {0, 0, 1, 1};
  double radius = 0;
  int at = 2;
  if (kind < BIND_FILL) {
    const astar_point tile = bind_grid_check_tile(L, who, grid, "x", "y", at);
    area.x = tile.x;
    area.y = tile.y;
    at += 2;
  }
  if (kind == BIND_STAMP)
    radius = bind_check_number(L, who, "radius", at++, BIND_FINITE_NOT_NEGATIVE);
  float value = (float)bind_check_number(L, who, is_fade ? "factor" : "value", at,
                                         kind == BIND_ADD ? &bind_influence_sums
                                         : is_fade        ? &bind_influence_factors
                                                          : &bind_influence_values);
  if (kind == BIND_STAMP && !lua_isnoneornil(L, 6))
    is_flat = bind_check_word(L, who, "falloff", 6, falloffs) == 1;
  if (kind == BIND_FILL) area = bind_grid_read_area(L, who, grid, true);
  BIND_TRY(status, is_fade ? astar_influence_fade(bind_grid_core(L, who, grid), id, value)
                   : kind == BIND_ADD || kind == BIND_STAMP
                       ? astar_influence_stamp(bind_grid_core(L, who, grid), id, area.x,
                                               area.y, radius, value, is_flat)
                       : astar_influence_fill(bind_grid_core(L, who, grid), id, area.x,
                                              area.y, area.width, area.height, value));
  return bind_finish_ok(L, who, grid, status);
}

#define BIND_INFLUENCE_METHOD(name, kind)                                                \
  static int bind_influence_##name(lua_State *L) {                                       \
    return bind_influence_edit(L, "map:" #name, kind);                                   \
  }
BIND_INFLUENCE_METHOD(set, BIND_SET)
BIND_INFLUENCE_METHOD(add, BIND_ADD)
BIND_INFLUENCE_METHOD(stamp, BIND_STAMP)
BIND_INFLUENCE_METHOD(fill, BIND_FILL)
BIND_INFLUENCE_METHOD(fade, BIND_FADE)

static int bind_influence_write(lua_State *L) {
  const char *who = "map:write";
  uint64_t id;
  bind_grid *grid = bind_influence_self(L, who, &id);
  bind_grid_area area = bind_grid_read_area(L, who, grid, false);
  size_t tiles = (size_t)area.width * (size_t)area.height;
  double *list = bind_grid_read_values(L, who, tiles, "numbers", &bind_influence_values);
  float *values = BIND_PUSH_ARRAY(L, float, tiles);
  for (size_t i = 0; i < tiles; i++) values[i] = (float)list[i];
  BIND_TRY(status,
           astar_influence_write(bind_grid_core(L, who, grid), id, area.x, area.y,
                                 area.width, area.height, values, (size_t)area.width));
  return bind_finish_ok(L, who, grid, status);
}

static int bind_influence_clearance(lua_State *L) {
  const char *who = "map:clearance";
  uint64_t id;
  bind_grid *grid = bind_influence_self(L, who, &id);
  const bind_rules *rules = bind_check_rules(L, who, "rules", 2);
  float max = (float)bind_check_number(L, who, "max", 3, &bind_influence_values);
  BIND_TRY(status, astar_influence_clearance(bind_grid_core(L, who, grid), id,
                                             bind_rules_core(L, who, rules), max));
  return bind_finish_ok(L, who, grid, status);
}

const bind_function bind_influence_functions[] = {
    {BIND_GRID, "influence", bind_influence_new},
    {BIND_INFLUENCE, "get", bind_influence_get},
    {BIND_INFLUENCE, "set", bind_influence_set},
    {BIND_INFLUENCE, "add", bind_influence_add},
    {BIND_INFLUENCE, "fill", bind_influence_fill},
    {BIND_INFLUENCE, "write", bind_influence_write},
    {BIND_INFLUENCE, "stamp", bind_influence_stamp},
    {BIND_INFLUENCE, "fade", bind_influence_fade},
    {BIND_INFLUENCE, "clearance", bind_influence_clearance},
    BIND_LAST_FUNCTION,
};
