// Paths as userdata: points, costs, waypoints, smoothing, validity.
//
// A path holds its points and costs in its own memory (support.h), so reading it needs no
// core. Only methods that check it against the map read its grid and rules.

#include "lua/support.h"

#include <stdio.h>
#include <string.h>

void bind_push_pair(lua_State *L, int grid, int rules) {
  astar_compat_get_value(L, grid);
  lua_pushvalue(L, rules);
  lua_rawget(L, -2);
  if (lua_isnil(L, -1)) {
    lua_pop(L, 1);
    bind_push_new_pair(L, BIND_PART_RULES, grid, rules);
    lua_pushvalue(L, rules);
    lua_pushvalue(L, -2);
    lua_rawset(L, -4);
  }
  lua_remove(L, -2);
}

bind_path *bind_new_path(lua_State *L, int pair, const astar_result *found,
                         const astar_filter *filter) {
  size_t size =
      sizeof(bind_path) + bind_costs_offset(found->length) +
      found->length * (sizeof(double) + (found->turns > 0 ? sizeof(uint32_t) : 0));
  bind_path *path = (bind_path *)astar_compat_new_userdata(L, size, true);
  memset(path, 0, sizeof *path);
  path->count = found->length;
  path->cost = found->cost;
  path->expanded = found->expanded;
  path->partial = found->partial;
  path->turns = found->turns;
  path->left = found->left;
  path->filter = *filter;
  lua_pushvalue(L, pair);
  astar_compat_set_value(L, -2);
  lua_pushvalue(L, lua_upvalueindex(BIND_PATH));
  lua_setmetatable(L, -2);
  return path;
}

// ----------------------------------------------------------------------------- points

static bind_path *bind_path_self(lua_State *L, const char *who) {
  return (bind_path *)bind_self(L, who, BIND_PATH);
}

// The path at 1, and the argument `index` at 2.
static bind_path *bind_path_self_at(lua_State *L, const char *who, int *i) {
  bind_path *path = bind_path_self(L, who);
  if (!bind_to_integer(L, 2, i)) bind_expected(L, who, "index", "an integer", 2);
  return path;
}

static int bind_path_get(lua_State *L) {
  int i;
  bind_path *path = bind_path_self_at(L, "path:get", &i);
  if (i < 1 || (uint32_t)i > path->count) return bind_push_nil(L);
  return bind_push_tile(L, bind_points(path)[i - 1]);
}

static int bind_path_next(lua_State *L) {
  int i;
  bind_path *path = bind_path_self_at(L, "path:each", &i);
  if (i < 0 || (uint32_t)i >= path->count) return 0;
  lua_pushinteger(L, i + 1);
  int values = 1 + bind_push_tile(L, bind_points(path)[i]);
  if (path->turns == 0) return values;
  lua_pushinteger(L, (lua_Integer)bind_turns(path)[i]);
  return values + 1;
}

static int bind_path_each(lua_State *L) {
  bind_path_self(L, "path:each");
  lua_rawgeti(L, lua_upvalueindex(BIND_PATH), BIND_ITERATOR);
  lua_pushvalue(L, 1);
  lua_pushinteger(L, 0);
  return 3;
}

static int bind_path_points(lua_State *L) {
  bind_path *path = bind_path_self(L, "path:points");
  const astar_point *points = bind_points(path);
  lua_settop(L, 1);
  lua_pushliteral(L, "x");
  lua_pushliteral(L, "y");
  lua_createtable(L, (int)path->count, 0);
  for (int i = 0; i < (int)path->count; i++) {
    lua_createtable(L, 0, 2);
    lua_pushvalue(L, 2);
    lua_pushinteger(L, points[i].x + 1);
    lua_rawset(L, -3);
    lua_pushvalue(L, 3);
    lua_pushinteger(L, points[i].y + 1);
    lua_rawset(L, -3);
    lua_rawseti(L, -2, i + 1);
  }
  return 1;
}

static int bind_path_flat(lua_State *L) {
  bind_path *path = bind_path_self(L, "path:flat");
  const astar_point *points = bind_points(path);
  lua_createtable(L, 2 * (int)path->count, 0);
  for (int i = 0; i < (int)path->count; i++) {
    lua_pushinteger(L, points[i].x + 1);
    lua_rawseti(L, -2, 2 * i + 1);
    lua_pushinteger(L, points[i].y + 1);
    lua_rawseti(L, -2, 2 * i + 2);
  }
  return 1;
}

// Pushes the value of the path (at 2), its grid and rules, and a copy of its points and
// costs, of which the caller removes some.
static astar_point *bind_path_push_copy(lua_State *L, bind_path *path, double **costs) {
  size_t offset = bind_costs_offset(path->count);
  size_t size = offset + path->count * sizeof(double);
  lua_settop(L, 1);
  bind_push_parts(L, 1);
  char *copy = (char *)astar_compat_new_userdata(L, size, false);
  memcpy(copy, bind_points(path), size);
  *costs = (double *)(copy + offset);
  return (astar_point *)copy;
}

// Pushes a path with `count` points of another path. The caller fills in its costs.
static bind_path *bind_path_push_reduced(lua_State *L, const bind_path *path, double cost,
                                         const astar_point *points, size_t count,
                                         astar_path_kind kind) {
  astar_result head = {.cost = cost,
                       .length = (uint32_t)count,
                       .expanded = path->expanded,
                       .partial = path->partial};
  bind_path *reduced = bind_new_path(L, 2, &head, &path->filter);
  memcpy(bind_points(reduced), points, count * sizeof *points);
  reduced->kind = (uint8_t)kind;
  return reduced;
}

// In a path of straight lines each point is a waypoint.
static int bind_path_waypoints(lua_State *L) {
  const char *who = "path:waypoints";
  bind_path *path = bind_path_self(L, who);
  double *costs;
  astar_point *points = bind_path_push_copy(L, path, &costs);
  bind_grid *grid = bind_check_grid(L, who, "the path's grid", 3);
  bool lines = path->kind == ASTAR_PATH_LINES;
  size_t count = path->count;
  if (!lines)
    count = astar_keep_waypoints(bind_grid_core(L, who, grid), points, costs, count);
  bind_path *reduced =
      bind_path_push_reduced(L, path, path->cost, points, count,
                             lines ? ASTAR_PATH_LINES : ASTAR_PATH_WAYPOINTS);
  memcpy(bind_costs(reduced), costs, count * sizeof *costs);
  return 1;
}

static int bind_path_smooth(lua_State *L) {
  const char *who = "path:smooth";
  bind_path *path = bind_path_self(L, who);
  double *costs;
  astar_point *points = bind_path_push_copy(L, path, &costs);
  bind_grid *grid = bind_check_grid(L, who, "the path's grid", 3);
  bind_rules *rules = bind_check_rules(L, who, "the path's rules", 4);
  size_t count = path->count;
  double length = path->cost;
  BIND_TRY(status,
           astar_smooth_path(bind_grid_core(L, who, grid), bind_rules_core(L, who, rules),
                             &path->filter, points, &count, &length));
  bind_finish_ok(L, who, grid, status);
  bind_path *smooth =
      bind_path_push_reduced(L, path, length, points, count, ASTAR_PATH_LINES);
  astar_line_lengths(bind_grid_core(L, who, grid), points, count, bind_costs(smooth));
  return 1;
}

// ------------------------------------------------------------------------------- lines

// The kind of the path: what leads from each of its points to the next.
static int bind_path_kind(lua_State *L) {
  static const char *const words[] = {"steps", "turns", "lines"}; // as astar_path_kind
  return bind_push_string(L, words[bind_path_self(L, "path:kind")->kind]);
}

// Whether one step of the rules leads from the first of two points to the second.
static bool bind_path_is_step(lua_State *L, const char *who, bind_grid *grid,
                              const bind_rules *rules, const astar_filter *filter,
                              const astar_point *points) {
  size_t bad = 0;
  BIND_TRY(status,
           astar_check_path(bind_grid_core(L, who, grid), bind_rules_core(L, who, rules),
                            filter, points, 2, ASTAR_PATH_STEPS, 0, &bad));
  bind_finish_ok(L, who, grid, status);
  return bad == 2;
}

// Pushes a table with the tiles of the line between two points: { x, y, part, ... }.
// Returns whether the two points are neighbors.
static bool bind_path_push_line(lua_State *L, const char *who, const bind_grid *grid,
                                const astar_point *ends) {
  astar_line line;
  bind_expect_ok(L, who,
                 astar_line_begin(bind_grid_core(L, who, grid), ends[0].x, ends[0].y,
                                  ends[1].x, ends[1].y, &line));
  // The line holds no pointer to the grid, so allocations are safe from here on.
  int size = 0;
  astar_line counted = line;
  while (astar_line_next(&counted, NULL, NULL)) size += 3;
  lua_createtable(L, size, 0);
  astar_point tile;
  double part = 0;
  for (int i = 1; astar_line_next(&line, &tile, &part); i += 3) {
    lua_pushinteger(L, tile.x + 1);
    lua_rawseti(L, -2, i);
    lua_pushinteger(L, tile.y + 1);
    lua_rawseti(L, -2, i + 1);
    lua_pushnumber(L, (lua_Number)part);
    lua_rawseti(L, -2, i + 2);
  }
  // A line to a neighbor enters it at half of its length. A line along the border between
  // two hexes has two tiles as well, but it enters the second one later.
  return size == 3 || (size == 6 && part == 0.5);
}

static int bind_path_line(lua_State *L) {
  const char *who = "path:line";
  int i;
  bind_path *path = bind_path_self_at(L, who, &i);
  if (i < 1 || (uint32_t)i >= path->count) return bind_push_nil(L);
  const astar_point *ends = bind_points(path) + (i - 1);
  bind_grid *grid = bind_push_own_parts(L, who, "the path's grid");
  bind_rules *rules = bind_check_rules(L, who, "the path's rules", 4);
  bool touch = bind_path_push_line(L, who, grid, ends);
  bool step = !touch && bind_path_is_step(L, who, grid, rules, &path->filter, ends);
  lua_pushboolean(L, step);
  return 2;
}

// --------------------------------------------------------------------------- properties

static int bind_path_length(lua_State *L) {
  return bind_push_count(L, bind_path_self(L, "#path")->count);
}

static int bind_path_cost(lua_State *L) {
  int i;
  bind_path *path = bind_path_self(L, "path:cost");
  if (lua_isnoneornil(L, 2)) return bind_push_number(L, path->cost);
  bind_path_self_at(L, "path:cost", &i);
  if (i < 1 || (uint32_t)i > path->count) return bind_push_nil(L);
  return bind_push_number(L, bind_costs(path)[i - 1]);
}

static int bind_path_turns(lua_State *L) {
  const bind_path *path = bind_path_self(L, "path:turns");
  if (path->turns == 0) return bind_push_nil(L);
  return bind_push_count(L, path->turns);
}

static int bind_path_turn(lua_State *L) {
  int i;
  bind_path *path = bind_path_self_at(L, "path:turn", &i);
  if (path->turns == 0 || i < 1 || (uint32_t)i > path->count) return bind_push_nil(L);
  return bind_push_count(L, bind_turns(path)[i - 1]);
}

static int bind_path_left(lua_State *L) {
  const bind_path *path = bind_path_self(L, "path:left");
  if (path->turns == 0) return bind_push_nil(L);
  return bind_push_number(L, path->left);
}

static int bind_path_expanded(lua_State *L) {
  return bind_push_count(L, bind_path_self(L, "path:expanded")->expanded);
}

static int bind_path_is_partial(lua_State *L) {
  return bind_push_boolean(L, bind_path_self(L, "path:is_partial")->partial);
}

static int bind_path_is_valid(lua_State *L) {
  const char *who = "path:is_valid";
  bind_path *path = bind_path_self(L, who);
  int from = 1;
  if (!lua_isnoneornil(L, 2))
    from = bind_check_integer(L, who, "from", 2, 1, (int)path->count);
  bind_grid *grid = bind_push_own_parts(L, who, "the path's grid");
  bind_rules *rules = bind_check_rules(L, who, "the path's rules", 4);
  // The index [from 0] of the first point from which no step leads to the next one.
  size_t bad = path->count;
  BIND_TRY(status,
           astar_recheck_path(bind_grid_core(L, who, grid),
                              bind_rules_core(L, who, rules), &path->filter,
                              bind_points(path), path->count, (astar_path_kind)path->kind,
                              (size_t)from - 1, &path->check, &bad));
  bind_finish_ok(L, who, grid, status);
  lua_pushboolean(L, bad == path->count);
  if (bad == path->count) return 1;
  lua_pushinteger(L, (lua_Integer)bad + 1);
  return 2;
}

// `__pairs` and `__ipairs`; Lua 5.1 has neither, Lua 5.4 has no `__ipairs`, but reads
// path[1].
static int bind_path_is_no_table(lua_State *L) {
  return luaL_error(L, "a path is not a table: use path:each() or path:get(i)");
}

int bind_path_missing(lua_State *L) {
  return lua_type(L, 2) == LUA_TNUMBER ? bind_path_is_no_table(L) : bind_push_nil(L);
}

static int bind_path_tostring(lua_State *L) {
  bind_path *path = bind_path_self(L, "tostring");
  char text[96];
  snprintf(text, sizeof text, "astar.path of %lu tile%s, cost %.14g",
           (unsigned long)path->count, path->count == 1 ? "" : "s", path->cost);
  return bind_push_string(L, text);
}

const bind_function bind_path_functions[] = {
    {BIND_PATH, "get", bind_path_get},
    {BIND_PATH, "each", bind_path_each},
    {BIND_PATH, "cost", bind_path_cost},
    {BIND_PATH, "turns", bind_path_turns},
    {BIND_PATH, "turn", bind_path_turn},
    {BIND_PATH, "left", bind_path_left},
    {BIND_PATH, "points", bind_path_points},
    {BIND_PATH, "flat", bind_path_flat},
    {BIND_PATH, "waypoints", bind_path_waypoints},
    {BIND_PATH, "smooth", bind_path_smooth},
    {BIND_PATH, "kind", bind_path_kind},
    {BIND_PATH, "line", bind_path_line},
    {BIND_PATH, "is_partial", bind_path_is_partial},
    {BIND_PATH, "is_valid", bind_path_is_valid},
    {BIND_PATH, "expanded", bind_path_expanded},
    {BIND_PATH, "__len", bind_path_length},
    {BIND_PATH, "__pairs", bind_path_is_no_table},
    {BIND_PATH, "__ipairs", bind_path_is_no_table},
    {BIND_PATH, "__tostring", bind_path_tostring},
    {BIND_PATH, BIND_STEP, bind_path_next},
    BIND_LAST_FUNCTION,
};
