/// Tests the functions of astar_lua.h: grids and rules that a C program and its scripts
/// share.
///
/// Method: the program counts the memory of its grids and of each Lua state separately,
/// so that a missing release is found as a leak. A missing reference is a use of freed
/// memory, which the sanitizers find.
///
/// Built and run by spec/quality/embed_spec.lua, also with sanitizers.
#include "astar_crowd.h"
#include "astar_lua.h"

#include "allocation_meter.h"

#include <lauxlib.h>
#include <lualib.h>

static void name_run(const char *name) {
  snprintf(run_name, sizeof run_name, "%s", name);
}

// ------------------------------------------------------------------ program and states

/// The memory of the program's grids and rules.
static meter program = {.failing = METER_NEVER};

static astar_grid *new_grid(int width, int height) {
  const astar_allocator allocator = {meter_alloc_lua, &program};
  astar_grid *grid;
  REQUIRE(astar_grid_new(&allocator, width, height, ASTAR_SQUARE, '.', &grid) ==
          ASTAR_OK);
  return grid;
}

static astar_rules *new_rules(void) {
  const astar_allocator allocator = {meter_alloc_lua, &program};
  astar_rules_def def = astar_default_rules();
  def.cost['.'] = 1;
  astar_rules *rules;
  REQUIRE(astar_rules_new(&allocator, &def, &rules) == ASTAR_OK);
  return rules;
}

static astar_status find(astar_grid *grid, const astar_rules *rules, int x, int y) {
  const astar_point goal = {x, y};
  const astar_query query = astar_default_query(rules, 0, 0, &goal, 1);
  return astar_find_path(grid, &query, NULL, NULL);
}

static lua_State *new_state(meter *m) {
  m->held = m->asked = 0;
  m->failing = METER_NEVER;
#if LUA_VERSION_NUM >= 505
  lua_State *L = lua_newstate(meter_alloc_lua, m, 0);
#else
  lua_State *L = lua_newstate(meter_alloc_lua, m);
#endif
  REQUIRE(L != NULL);
  return L;
}

/// A state with Lua's libraries and the modules of astar.
static lua_State *open_state(meter *m) {
  lua_State *L = new_state(m);
  luaL_openlibs(L);
  astar_lua_preload(L);
  REQUIRE(lua_gettop(L) == 0);
  return L;
}

static void close_state(lua_State *L, meter *m) {
  lua_close(L);
  REQUIRE(m->held == 0);
}

/// Collects twice: the second collection frees the objects that finalizers used.
static void collect(lua_State *L) {
  for (int i = 0; i < 2; i++) lua_gc(L, LUA_GCCOLLECT, 0);
}

/// Runs a script, with the value on top of the stack as its argument; one result.
static void run(lua_State *L, const char *script) {
  const bool is_loaded = luaL_loadstring(L, script) == 0;
  REQUIRE(is_loaded);
  lua_insert(L, -2);
  const bool is_right = lua_pcall(L, 1, 1, 0) == 0;
  if (!is_right) fprintf(stderr, "%s\n", lua_tostring(L, -1));
  REQUIRE(is_right);
}

/// The same with a grid as the argument, returns whether the result is true.
static bool run_on(lua_State *L, astar_grid *grid, const char *script) {
  astar_lua_pushgrid(L, grid);
  run(L, script);
  const bool result = lua_toboolean(L, -1);
  lua_pop(L, 1);
  return result;
}

// ---------------------------------------------------------------------------- identity

static void test_identity(void) {
  meter m;
  name_run("values of one grid are equal");
  lua_State *L = open_state(&m);
  astar_grid *grid = new_grid(8, 8), *other = new_grid(8, 8);
  astar_rules *rules = new_rules();
  lua_State *coroutine = lua_newthread(L);
  astar_lua_pushgrid(L, grid);
  astar_lua_pushgrid(L, other);
  astar_lua_pushgrid(coroutine, grid);
  lua_xmove(coroutine, L, 1);
  astar_lua_pushrules(L, rules);
  astar_lua_pushrules(coroutine, rules);
  lua_xmove(coroutine, L, 1);
  REQUIRE(lua_gettop(L) == 6 && lua_gettop(coroutine) == 0);
  REQUIRE(!lua_rawequal(L, 2, 3) && lua_rawequal(L, 2, 4) && lua_rawequal(L, 5, 6));
  collect(L);
  astar_lua_pushgrid(L, other);
  REQUIRE(lua_rawequal(L, 3, -1));
  REQUIRE(astar_lua_togrid(L, 2) == grid && astar_lua_togrid(L, -1) == other);
  REQUIRE(astar_lua_torules(L, 5) == rules);
  close_state(L, &m);
  astar_grid_free(grid);
  astar_grid_free(other);
  astar_rules_free(rules);
  REQUIRE(program.held == 0);
}

static void test_script_made(void) {
  meter m;
  name_run("a grid and rules of a script come back as the same values");
  lua_State *L = open_state(&m);
  const char *scripts[] = {
      "return require('astar').grid(5, 5)",
      "return require('astar').grid { '...', '...' }",
      "return require('astar').grid(5, 5):clone()",
      "local a = require('astar') return a.deserialize(a.grid(5, 5):serialize())",
  };
  for (int i = 0; i < 4; i++) {
    lua_pushnil(L);
    run(L, scripts[i]);
    collect(L);
    astar_lua_pushgrid(L, astar_lua_togrid(L, 1));
    REQUIRE(lua_rawequal(L, 1, 2));
    lua_settop(L, 0);
  }
  lua_pushnil(L);
  run(L, "return require('astar').rules { default = 1 }");
  astar_lua_pushrules(L, astar_lua_torules(L, 1));
  REQUIRE(lua_rawequal(L, 1, 2));
  close_state(L, &m);
}

// ------------------------------------------------------------- opening the library

static void test_opening(void) {
  meter m;
  name_run("astar was not opened before");
  lua_State *L = new_state(&m);
  astar_grid *grid = new_grid(6, 6);
  lua_pushnil(L);
  REQUIRE(astar_lua_togrid(L, 1) == NULL && astar_lua_torules(L, 1) == NULL);
  lua_newuserdata(L, 1);
  lua_newtable(L);
  lua_setmetatable(L, -2);
  REQUIRE(astar_lua_togrid(L, -1) == NULL);
  astar_lua_pushgrid(L, grid);
  const int pushed = lua_gettop(L);
  REQUIRE(astar_lua_togrid(L, pushed) == grid);

  name_run("scripts open astar later, and again");
  luaL_openlibs(L);
  astar_lua_preload(L);
  for (int i = 0; i < 2; i++) {
    REQUIRE(run_on(L, grid,
                   "local grid = ... "
                   "package.loaded.astar = nil "
                   "local astar = require 'astar' "
                   "local rules = astar.rules { default = 1 } "
                   "grid:set(2, 1, '#') "
                   "return #assert(grid:find_path(1, 1, 6, 6, rules)) == 6"));
    astar_lua_pushgrid(L, grid);
    REQUIRE(lua_rawequal(L, pushed, -1));
    REQUIRE(astar_grid_get(grid, 1, 0) == '#');
  }
  close_state(L, &m);
  astar_grid_free(grid);
  REQUIRE(program.held == 0);
}

// ----------------------------------------------------------------------- wrong values

static int push_nothing(lua_State *L) {
  if (lua_toboolean(L, 1))
    astar_lua_pushgrid(L, NULL);
  else
    astar_lua_pushrules(L, NULL);
  return 1;
}

static void test_wrong_values(void) {
  meter m;
  name_run("other values are rejected as grid and as rules");
  lua_State *L = open_state(&m);
  lua_pushnil(L);
  run(L, "local astar = require 'astar' "
         "local grid, rules = astar.grid(3, 3), astar.rules { default = 1 } "
         "return { true, 1, 'astar.grid', {}, print, io.stdout, "
         "coroutine.create(function() end), "
         "grid:find_path(1, 1, 3, 3, rules), grid:search(1, 1, 3, 3, rules), "
         "setmetatable({}, { __name = 'astar.grid' }), astar, grid, rules }");
  for (int i = 1; i <= 13; i++) {
    lua_rawgeti(L, 1, i);
    REQUIRE(!lua_isnil(L, -1));
    REQUIRE((astar_lua_togrid(L, -1) != NULL) == (i == 12));
    REQUIRE((astar_lua_torules(L, -1) != NULL) == (i == 13));
    lua_pop(L, 1);
  }
  lua_pushlightuserdata(L, &m);
  lua_newuserdata(L, 64);
  REQUIRE(astar_lua_togrid(L, -1) == NULL && astar_lua_togrid(L, -2) == NULL);
  REQUIRE(astar_lua_togrid(L, 15) == NULL && astar_lua_torules(L, 15) == NULL);
  REQUIRE(lua_gettop(L) == 3);

  name_run("NULL is an error");
  for (int i = 0; i < 2; i++) {
    lua_pushcfunction(L, push_nothing);
    lua_pushboolean(L, i);
    REQUIRE(lua_pcall(L, 1, 1, 0) == LUA_ERRRUN);
    REQUIRE(strstr(lua_tostring(L, -1), i == 1
                                            ? "astar_lua_pushgrid: the grid is NULL"
                                            : "astar_lua_pushrules: the rules are NULL"));
  }
  close_state(L, &m);
}

static void test_freed(void) {
  meter m;
  name_run("a script frees a value");
  lua_State *L = open_state(&m);
  astar_grid *grid = new_grid(4, 4);
  astar_rules *rules = new_rules();
  astar_lua_pushgrid(L, grid);
  lua_pushvalue(L, 1);
  run(L, "local grid = ... for _ = 1, 3 do debug.getmetatable(grid).__gc(grid) end");
  REQUIRE(astar_lua_togrid(L, 1) == NULL);
  REQUIRE(astar_grid_get(grid, 0, 0) == '.');
  astar_lua_pushgrid(L, grid); // a new value: the first one was freed
  REQUIRE(!lua_rawequal(L, 1, -1) && astar_lua_togrid(L, -1) == grid);
  astar_lua_pushrules(L, rules);
  lua_pushvalue(L, -1);
  run(L, "local rules = ... debug.getmetatable(rules).__gc(rules)");
  lua_pop(L, 1);
  REQUIRE(astar_lua_torules(L, -1) == NULL);
  astar_lua_pushrules(L, rules);
  REQUIRE(astar_lua_torules(L, -1) == rules);
  close_state(L, &m);
  astar_grid_free(grid);
  astar_rules_free(rules);
  REQUIRE(program.held == 0);
}

// ---------------------------------------------------------------------------- lifetimes

static void test_program_first(void) {
  meter m;
  name_run("the program frees first");
  lua_State *L = open_state(&m);
  astar_grid *grid = new_grid(9, 9);
  astar_rules *rules = new_rules();
  astar_lua_pushgrid(L, grid);
  lua_setglobal(L, "grid");
  astar_lua_pushrules(L, rules);
  lua_setglobal(L, "rules");
  astar_grid_free(grid);
  astar_rules_free(rules);
  collect(L);
  lua_pushnil(L);
  run(L, "return select(2, grid:find_path(1, 1, 9, 1, rules))");
  REQUIRE(lua_tonumber(L, -1) == 8);
  REQUIRE(program.held > 0);
  lua_pushnil(L);
  run(L, "grid, rules = nil, nil");
  collect(L);
  REQUIRE(program.held == 0);
  close_state(L, &m);
}

static void test_state_first(void) {
  meter m;
  name_run("Lua frees first");
  lua_State *L = open_state(&m);
  astar_grid *grid = new_grid(9, 9);
  astar_rules *rules = new_rules();
  lua_pushnil(L);
  run(L, "rules = require('astar').rules { default = 2 }");
  lua_getglobal(L, "rules");
  astar_rules *scripted = astar_lua_torules(L, -1);
  astar_rules_retain(scripted);
  // The grid keeps the rules of a script, and the program keeps other rules of the
  // script.
  REQUIRE(run_on(L, grid,
                 "local grid, astar = ..., require 'astar' "
                 "assert(grid:find_path(1, 1, 9, 9, astar.rules { default = 3 })) "
                 "assert(grid:find_path(1, 1, 9, 9, rules)) "
                 "field = assert(grid:distance_field({ { 1, 1 } }, rules)) "
                 "planner = grid:replanner(1, 1, 9, 9, rules) "
                 "search = grid:search(1, 1, 9, 9, rules) search:step(3) "
                 "return planner:path()"));
  close_state(L, &m);
  REQUIRE(find(grid, rules, 8, 8) == ASTAR_OK);
  REQUIRE(find(grid, scripted, 8, 8) == ASTAR_OK);
  astar_rules_free(scripted);
  astar_grid_set(grid, 1, 1, '#');
  REQUIRE(find(grid, rules, 8, 8) == ASTAR_OK);
  astar_grid_free(grid);
  astar_rules_free(rules);
  REQUIRE(program.held == 0);
}

static void test_borrowed(void) {
  meter m;
  name_run("the program keeps a grid of a script, then a copy of it");
  lua_State *L = open_state(&m);
  lua_pushnil(L);
  run(L, "local grid = require('astar').grid(7, 3) grid:set(2, 2, 9) return grid");
  astar_grid *grid = astar_lua_togrid(L, 1), *copy;
  astar_grid_retain(grid);
  lua_settop(L, 0);
  collect(L);
  REQUIRE(astar_grid_get(grid, 1, 1) == 9);
  astar_lua_pushgrid(L, grid);
  REQUIRE(astar_lua_togrid(L, 1) == grid);
  const astar_allocator allocator = {meter_alloc_lua, &program};
  REQUIRE(astar_grid_clone(grid, &allocator, &copy) == ASTAR_OK);
  astar_grid_free(grid);
  close_state(L, &m);
  REQUIRE(astar_grid_get(copy, 1, 1) == 9);
  astar_grid_free(copy);
  REQUIRE(program.held == 0);
}

static void test_two_states(void) {
  meter m[2];
  name_run("two states share a grid, one after the other");
  astar_grid *grid = new_grid(5, 5);
  for (int i = 0; i < 2; i++) {
    lua_State *L = open_state(&m[i]);
    REQUIRE(run_on(L, grid,
                   "local grid, astar = ..., require 'astar' "
                   "grid:set_penalty(1, 1, grid:penalty(1, 1) + 1) "
                   "return grid:find_path(1, 1, 5, 5, astar.rules { default = 1 })"));
    close_state(L, &m[i]);
    REQUIRE(astar_grid_penalty(grid, 0, 0) == i + 1);
  }
  name_run("two states share a grid, alternately");
  lua_State *states[2] = {open_state(&m[0]), open_state(&m[1])};
  for (int i = 0; i < 20; i++) {
    lua_State *L = states[i % 2];
    REQUIRE(run_on(L, grid,
                   "local grid, astar = ..., require 'astar' "
                   "rules = rules or astar.rules { default = 1 } "
                   "planner = planner or grid:replanner(1, 1, 5, 5, rules) "
                   "grid:block(3, 3, not grid:is_blocked(3, 3)) "
                   "return planner:path() and grid:find_path(1, 1, 5, 5, rules)"));
    if (i % 3 == 0) collect(L);
  }
  close_state(states[0], &m[0]);
  REQUIRE(run_on(states[1], grid, "return (...):get(1, 1) == string.byte '.'"));
  astar_grid_free(grid);
  close_state(states[1], &m[1]);
  REQUIRE(program.held == 0);
}

// ------------------------------------------------------------------------------ crowds

static void test_crowds(void) {
  meter m;
  name_run("the program reads the crowd of a script");
  lua_State *L = open_state(&m);
  astar_grid *grid = new_grid(9, 9);
  astar_unit_info info;
  astar_lua_pushgrid(L, grid);
  run(L, "local grid, astar = ..., require 'astar' "
         "crowd = astar.crowd(grid) "
         "crowd:add(3, 4, astar.rules { default = 1 }, { speed = 2 }) "
         "return crowd");
  REQUIRE(astar_lua_togrid(L, 1) == NULL && astar_lua_tocrowd(L, 2) == NULL);
  astar_crowd *crowd = astar_lua_tocrowd(L, 1);
  REQUIRE(astar_crowd_count(crowd) == 1 && astar_crowd_at(crowd, 2, 3) == 1);
  REQUIRE(astar_crowd_unit(crowd, 1, &info) && info.speed >= 2 && info.speed <= 2);

  name_run("the program commands the crowd of a script");
  REQUIRE(astar_crowd_go_to(crowd, 1, 8, 8, NULL) == ASTAR_OK);
  lua_pushnil(L);
  run(L, "for _ = 1, 100 do crowd:update(0.1) end return crowd:tile(1)");
  REQUIRE(lua_tonumber(L, -1) == 9);

  name_run("rules of the program that only units have come back as values");
  astar_rules *rules = new_rules();
  astar_lua_pushrules(L, rules);
  run(L, "crowd:add(1, 1, (...)) return nil");
  collect(L);
  lua_pushnil(L);
  run(L, "return select(2, crowd:serialize())[2]");
  REQUIRE(astar_lua_torules(L, -1) == rules);
  lua_settop(L, 1);

  name_run("a crowd that a script closed is NULL");
  lua_pushvalue(L, 1);
  run(L, "(...):close()");
  REQUIRE(astar_lua_tocrowd(L, 1) == NULL);
  close_state(L, &m);
  astar_rules_free(rules);
  astar_grid_free(grid);
  REQUIRE(program.held == 0);
}

static void test_crowd_outlives_script(void) {
  meter m;
  name_run("Lua frees the crowd on a grid of the program");
  astar_grid *grid = new_grid(9, 9);
  for (int i = 0; i < 2; i++) {
    lua_State *L = open_state(&m);
    REQUIRE(run_on(L, grid,
                   "local grid, astar = ..., require 'astar' "
                   "local rules = astar.rules { default = 1 } "
                   "crowd = astar.crowd(grid) "
                   "crowd:add(1, 1, rules) crowd:go_to(1, 9, 9) crowd:update(0.2) "
                   "crowd:follow({ 1 }, grid:distance_field({ { 9, 1 } }, rules)) "
                   "return true"));
    close_state(L, &m);
  }
  astar_grid_free(grid);
  REQUIRE(program.held == 0);
}

// ------------------------------------------------------------------------- collections

/// Pushes the grid in the upvalue, and leaves it in the registry.
static int push_in_finalizer(lua_State *L) {
  astar_lua_pushgrid(L, lua_touserdata(L, lua_upvalueindex(1)));
  lua_setfield(L, LUA_REGISTRYINDEX, "finalizer's");
  return 0;
}

/// An object that pushes the grid when it is collected.
static void doom(lua_State *L, astar_grid *grid) {
  lua_newuserdata(L, 8);
  lua_newtable(L);
  lua_pushlightuserdata(L, grid);
  lua_pushcclosure(L, push_in_finalizer, 1);
  lua_setfield(L, -2, "__gc");
  lua_setmetatable(L, -2);
  lua_pop(L, 1);
}

static void test_finalizers(void) {
  meter m;
  name_run("a finalizer pushes the grid that is being pushed");
  lua_State *L = open_state(&m);
  astar_grid *grid = new_grid(3, 3);
  lua_gc(L, LUA_GCSETPAUSE, 0);
  lua_gc(L, LUA_GCSETSTEPMUL, 1000);
  int both = 0;
  for (int i = 0; i < 3000; i++) {
    lua_pushnil(L);
    lua_setfield(L, LUA_REGISTRYINDEX, "finalizer's");
    if (i % 100 == 0) collect(L);
    doom(L, grid);
    astar_lua_pushgrid(L, grid);
    lua_getfield(L, LUA_REGISTRYINDEX, "finalizer's");
    if (!lua_isnil(L, -1)) {
      REQUIRE(lua_rawequal(L, -1, -2));
      both++;
    }
    lua_settop(L, 0);
  }
  REQUIRE(both > 0);
  collect(L); // Lua 5.1 does not finalize what finalizers create in lua_close
  close_state(L, &m);
  astar_grid_free(grid);
  REQUIRE(program.held == 0);
}

/// New grids have the addresses of freed grids, but must not get their Lua values.
static void test_addresses(void) {
  enum { GRIDS = 8 };
  meter m;
  name_run("grids are created and freed");
  lua_State *L = open_state(&m);
  astar_grid *grids[GRIDS] = {NULL};
  unsigned random = 1;
  for (int i = 0; i < 4000; i++) {
    random = random * 1103515245 + 12345;
    const int place = random >> 16 & (GRIDS - 1);
    if (grids[place] == NULL) {
      grids[place] = new_grid(place + 1, 2);
    } else if ((random >> 20) % 4 == 0) {
      astar_grid_free(grids[place]);
      grids[place] = NULL;
    } else {
      lua_settop(L, 0);
      astar_lua_pushgrid(L, grids[place]);
      REQUIRE(astar_lua_togrid(L, 1) == grids[place]);
      REQUIRE(astar_grid_width(astar_lua_togrid(L, 1)) == place + 1);
      if ((random >> 22) % 8 == 0)
        run(L, "local grid = ... debug.getmetatable(grid).__gc(grid)");
    }
    if (i % 50 == 0) collect(L);
  }
  for (int i = 0; i < GRIDS; i++) astar_grid_free(grids[i]);
  close_state(L, &m);
  REQUIRE(program.held == 0);
}

/// The collector counts the memory of grids that only scripts hold: it must free large
/// grids that scripts drop.
static void test_weight(void) {
  enum { MEGABYTE = 1 << 20 };
  meter m;
  name_run("scripts drop large grids");
  lua_State *L = open_state(&m);
  size_t peak = 0;
  for (int i = 0; i < 200; i++) {
    astar_grid *grid = new_grid(1024, 1024);
    astar_lua_pushgrid(L, grid);
    astar_grid_free(grid);
    lua_pop(L, 1);
    if (program.held > peak) peak = program.held;
  }
  REQUIRE(peak < (size_t)40 * MEGABYTE);
  close_state(L, &m);
  REQUIRE(program.held == 0);
}

// ------------------------------------------------------------------- allocation failures

/// Pushes a grid and rules, both light userdata at 1 and 2, more than the stack has room
/// for.
static int push_both(lua_State *L) {
  astar_grid *grid = lua_touserdata(L, 1);
  astar_rules *rules = lua_touserdata(L, 2);
  for (int i = 0; i < 100; i++) {
    astar_lua_pushgrid(L, grid);
    astar_lua_pushrules(L, rules);
  }
  REQUIRE(astar_lua_togrid(L, 3) == grid && astar_lua_torules(L, 4) == rules);
  return 0;
}

/// Calls push_both while all allocations from `failing` on fail. Returns whether one
/// failed.
static bool try_push_both(lua_State *L, astar_grid *grid, astar_rules *rules, meter *m,
                          size_t failing) {
  lua_pushcfunction(L, push_both); // in Lua 5.1 this allocates
  lua_pushlightuserdata(L, grid);
  lua_pushlightuserdata(L, rules);
  m->asked = 0;
  m->failing = failing;
  const int error = lua_pcall(L, 2, 0, 0);
  const bool is_refused = meter_has_refused(m, 0);
  m->failing = METER_NEVER;
  if (error != 0) {
    const char *message = lua_tostring(L, -1);
    // Errors of Lua, of a chunk that the library loads, and of the library where the
    // stack could not grow.
    const bool is_memory = error == LUA_ERRMEM ||
                           strstr(message, "stack overflow") != NULL ||
                           strcmp(message, "not enough memory") == 0 ||
                           strcmp(message, "require: not enough memory") == 0;
    if (!is_memory) fprintf(stderr, "%s\n", message);
    REQUIRE(is_memory && is_refused);
    lua_pop(L, 1);
  }
  return is_refused;
}

/// Fails every `stride`-th allocation in turn, in states that have opened the library or
/// have not. Returns their number.
static size_t fail_each(bool is_open, size_t times, size_t stride) {
  size_t points = 0;
  for (bool was_short = true; was_short; points++) {
    snprintf(run_name, sizeof run_name, "allocation %zu fails, %zu times, %s",
             points * stride, times, is_open ? "opened" : "not opened");
    meter m;
    lua_State *L = new_state(&m);
    astar_grid *grid = new_grid(4, 4);
    astar_rules *rules = new_rules();
    if (is_open) {
      lua_pushcfunction(L, luaopen_astar);
      lua_call(L, 0, 0);
    }
    m.times = times;
    was_short = try_push_both(L, grid, rules, &m, points * stride);
    collect(L);
    REQUIRE(!try_push_both(L, grid, rules, &m, METER_NEVER));
    astar_lua_pushgrid(L, grid);
    astar_grid_free(grid);
    astar_rules_free(rules);
    REQUIRE(astar_grid_get(astar_lua_togrid(L, -1), 0, 0) == '.');
    lua_settop(L, 0);
    collect(L);
    REQUIRE(program.held == 0);
    close_state(L, &m);
  }
  return points - 1;
}

int main(int argument_count, char **arguments) {
  test_identity();
  test_script_made();
  test_opening();
  test_wrong_values();
  test_freed();
  test_program_first();
  test_state_first();
  test_borrowed();
  test_two_states();
  test_crowds();
  test_crowd_outlives_script();
  test_finalizers();
  test_addresses();
  test_weight();
  static const size_t times[] = {1, 2, METER_FOR_EVER};
  const size_t stride = meter_stride(argument_count, arguments);
  size_t points = 0;
  for (int i = 0; i < 3; i++)
    points += fail_each(false, times[i], stride) + fail_each(true, times[i], stride);
  printf("%zu failures: no leak, no fault\n", points);
  return EXIT_SUCCESS;
}
