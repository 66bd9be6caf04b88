// Watches as userdata: `grid:watch`, `grid:broken` and the methods of a watch.
//
// From core to object: the core holds the number of its watch as its user pointer, and
// BIND_OBJECTS leads from the number to the object. A lookup by number allocates nothing,
// while a lookup by an address string would. The number 0 marks a muted watch.

#include "lua/support.h"

#include <stdio.h>
#include <string.h>

// A watch. Its value is the pair {grid, rules} of its path.
typedef struct bind_watch {
  void *null_word;
  astar_watch *core; // NULL before it is made and after it is closed
  uint32_t count;    // of the points of its path
} bind_watch;

static astar_watch *bind_watch_core(lua_State *L, const char *who,
                                    const bind_watch *watch) {
  if (watch->core == NULL) luaL_error(L, "%s: the watch was closed", who);
  return watch->core;
}

static bind_watch *bind_watch_self(lua_State *L, const char *who) {
  bind_watch *watch = (bind_watch *)bind_self(L, who, BIND_WATCH);
  bind_watch_core(L, who, watch);
  return watch;
}

// Pushes a watch without a core.
static bind_watch *bind_watch_push(lua_State *L, int pair) {
  bind_watch *watch = (bind_watch *)astar_compat_new_userdata(L, sizeof *watch, true);
  memset(watch, 0, sizeof *watch);
  lua_pushvalue(L, pair);
  astar_compat_set_value(L, -2);
  lua_pushvalue(L, lua_upvalueindex(BIND_WATCH));
  lua_setmetatable(L, -2);
  return watch;
}

// Registers the watch on top of the stack under a new number, and returns the number.
static uintptr_t bind_watch_number(lua_State *L) {
  bind_state *state = (bind_state *)lua_touserdata(L, lua_upvalueindex(BIND_STATE));
  uintptr_t number = ++state->watches;
  lua_pushnumber(L, (lua_Number)number);
  lua_pushvalue(L, -2);
  lua_rawset(L, lua_upvalueindex(BIND_OBJECTS));
  return number;
}

static int bind_watch_new(lua_State *L) {
  const char *who = "grid:watch";
  bind_grid *grid = bind_self_grid(L, who);
  bind_path *path = (bind_path *)bind_test(L, 2, BIND_PATH);
  if (path == NULL) bind_expected(L, who, "path", "an astar path", 2);
  lua_settop(L, 2);
  bind_push_parts(L, 2);
  if (!lua_rawequal(L, 1, 4)) luaL_error(L, "%s: path must be a path of this grid", who);
  bind_rules *rules = bind_check_rules(L, who, "the path's rules", 5);
  bind_watch *watch = bind_watch_push(L, 3);
  uintptr_t number = bind_watch_number(L);
  watch->count = path->count;
  astar_status status;
  bool collected = false;
  do {
    status = astar_watch_new(bind_grid_core(L, who, grid), bind_rules_core(L, who, rules),
                             &path->filter, bind_points(path), path->count,
                             (astar_path_kind)path->kind, &watch->core);
  } while (bind_retry(L, status, &collected));
  bind_expect_ok(L, who, status);
  astar_watch_set_user(bind_watch_core(L, who, watch), (void *)number);
  bind_report_memory(L, grid);
  return 1;
}

static int bind_watch_mute(lua_State *L) {
  const char *who = "watch:mute";
  const bind_watch *watch = bind_watch_self(L, who);
  astar_watch_set_user(bind_watch_core(L, who, watch), NULL);
  return 0;
}

static int bind_watch_close(lua_State *L) {
  bind_watch *watch = (bind_watch *)bind_self(L, "watch:close", BIND_WATCH);
  astar_watch *core = watch->core;
  watch->core = NULL;
  astar_watch_free(core);
  return 0;
}

static int bind_watch_gc(lua_State *L) {
  if (bind_test(L, 1, BIND_WATCH) != NULL) bind_watch_close(L);
  return 0;
}

static int bind_watch_tostring(lua_State *L) {
  const bind_watch *watch = (bind_watch *)bind_test(L, 1, BIND_WATCH);
  char text[64] = "astar.watch (closed)";
  if (watch != NULL && watch->core != NULL)
    snprintf(text, sizeof text, "astar.watch of %lu tile%s", (unsigned long)watch->count,
             watch->count == 1 ? "" : "s");
  lua_pushstring(L, text);
  return 1;
}

static int bind_watch_is_valid(lua_State *L) {
  const char *who = "watch:is_valid";
  bind_watch *watch = bind_watch_self(L, who);
  int from = 1;
  if (!lua_isnoneornil(L, 2))
    from = bind_check_integer(L, who, "from", 2, 1, (int)watch->count);
  astar_status status;
  bool collected = false;
  size_t bad = 0;
  do {
    status = astar_watch_check(bind_watch_core(L, who, watch), (size_t)from - 1, &bad);
  } while (bind_retry(L, status, &collected));
  bind_expect_ok(L, who, status);
  lua_pushboolean(L, bad == watch->count);
  if (bad == watch->count) return 1;
  lua_pushinteger(L, (lua_Integer)bad + 1);
  return 2;
}

// ------------------------------------------------------------------------------ broken

// The next broken watch; NULL when there is none left.
static astar_watch *bind_watch_next_core(lua_State *L, const char *who,
                                         const bind_grid *grid) {
  astar_watch *core;
  astar_status status;
  bool collected = false;
  do {
    status = astar_grid_next_broken(bind_grid_core(L, who, grid), &core);
  } while (bind_retry(L, status, &collected));
  bind_expect_ok(L, who, status);
  return core;
}

// Skips muted watches, and those that wait for their finalizer: BIND_OBJECTS, a weak
// table, has neither. Nothing is allocated between reading the core and pushing the
// object, so the core is still there.
int bind_watch_next(lua_State *L) {
  const char *who = "grid:broken";
  bind_grid *grid = bind_self_grid(L, who);
  const astar_watch *core;
  while ((core = bind_watch_next_core(L, who, grid)) != NULL) {
    lua_pushnumber(L, (lua_Number)(uintptr_t)astar_watch_user(core));
    lua_rawget(L, lua_upvalueindex(BIND_OBJECTS));
    if (!lua_isnil(L, -1)) return 1;
    lua_pop(L, 1);
  }
  bind_report_memory(L, grid);
  return 0;
}

static int bind_watch_broken(lua_State *L) {
  bind_self_grid(L, "grid:broken");
  lua_rawgeti(L, lua_upvalueindex(BIND_WATCH), BIND_ITERATOR);
  lua_pushvalue(L, 1);
  return 2;
}

const luaL_Reg bind_watch_queries[] = {
    {"watch", bind_watch_new},
    {"broken", bind_watch_broken},
    {NULL, NULL},
};

const luaL_Reg bind_watch_methods[] = {
    {"is_valid", bind_watch_is_valid},
    {"mute", bind_watch_mute},
    {"close", bind_watch_close},
    {NULL, NULL},
};

const luaL_Reg bind_watch_metamethods[] = {
    {"__gc", bind_watch_gc},
    {"__tostring", bind_watch_tostring},
    {NULL, NULL},
};
