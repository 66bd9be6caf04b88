/// Tests the module when Lua's allocations fail.
///
/// Method: the acts of spec/support/allocation_lua.lua are played repeatedly in a Lua
/// state. Each time another of their allocations fails: once, twice (only from Lua 5.2
/// on, which collects garbage and tries again: this hides a single failure), or with all
/// that follow. Requirements: the only error is "not enough memory", all existing objects
/// work afterwards, and no memory remains when the state is closed.
///
/// Built and run by spec/quality/allocation_spec.lua.
#include "allocation_meter.h"
#include "lua/compat.h"

#include <lualib.h>

int luaopen_astar(lua_State *L);

// -------------------------------------------------------------------------- Lua state

/// The places of the values on the stack.
enum { SETUP = 1, ACTS, CHECK, WORLD, ACT };

/// Loads the script at index 1, and puts its three results and a world into their places.
static int open_all(lua_State *L) {
  const char *script = lua_touserdata(L, 1);
  luaL_openlibs(L);
  lua_getglobal(L, "package");
  lua_getfield(L, -1, "preload");
  lua_pushcfunction(L, luaopen_astar);
  lua_setfield(L, -2, "astar");
  lua_settop(L, 0);
  if (luaL_loadfile(L, script) != 0) lua_error(L);
  lua_call(L, 0, 3);
  lua_pushvalue(L, SETUP);
  lua_call(L, 0, 1);
  return 4;
}

/// Calls a function while no allocation fails: it must raise no error.
static void call(lua_State *L, int arguments, int results) {
  const bool is_right = lua_pcall(L, arguments, results, 0) == 0;
  if (!is_right) fprintf(stderr, "%s\n", lua_tostring(L, -1));
  REQUIRE(is_right);
}

static lua_State *open_state(meter *m, const char *script) {
#if LUA_VERSION_NUM >= 505
  lua_State *L = lua_newstate(meter_alloc_lua, m, 0);
#else
  lua_State *L = lua_newstate(meter_alloc_lua, m);
#endif
  REQUIRE(L != NULL);
  lua_pushcfunction(L, open_all);
  lua_pushlightuserdata(L, (void *)(uintptr_t)script);
  call(L, 1, 4);
  return L;
}

static bool is_memory_error(const char *message) {
  static const char words[] = "not enough memory";
  const size_t length = message == NULL ? 0 : strlen(message);
  return length >= sizeof words - 1 &&
         strcmp(message + length - (sizeof words - 1), words) == 0;
}

/// Plays the act while allocations fail; it may succeed. If Lua cannot call a finalizer
/// because memory is short, it drops this finalizer permanently. So the collector is
/// stopped, and runs only when the module or Lua starts a full collection.
static void play(lua_State *L, const meter *m) {
  lua_gc(L, LUA_GCSTOP, 0);
  lua_pushvalue(L, ACT);
  lua_pushvalue(L, WORLD);
  const int error = lua_pcall(L, 1, 0, 0);
  lua_gc(L, LUA_GCRESTART, 0);
  if (error == 0) return;
  const bool is_right = is_memory_error(lua_tostring(L, -1)) && meter_has_refused(m, 0);
  if (!is_right) fprintf(stderr, "%s\n", lua_tostring(L, -1));
  REQUIRE(is_right);
  lua_pop(L, 1);
}

/// Allocations succeed again: the world must be undamaged. The next act has a new world.
static void prove(lua_State *L) {
  lua_pushvalue(L, CHECK);
  lua_pushvalue(L, WORLD);
  call(L, 1, 0);
  lua_pushvalue(L, SETUP);
  call(L, 0, 1);
  lua_replace(L, WORLD);
  // The objects that a finalizer uses are freed by the collection after it.
  for (int i = 0; i < 2; i++) lua_gc(L, LUA_GCCOLLECT, 0);
}

// ------------------------------------------------------------------------------- acts

/// The growth of Lua's own memory that is accepted between two plays [bytes].
enum { KEPT = 16384 };

/// Plays the act at ACT once for every `stride`-th of its allocations from number `first`
/// on, which fails. Returns the number of plays.
static size_t fail_each(lua_State *L, meter *m, const char *name, size_t times,
                        size_t first, size_t stride) {
  size_t points = 0;
  play(L, m); // with enough memory
  prove(L);
  const size_t held = m->held;
  for (bool was_short = true; was_short; points++) {
    m->failing = first + points * stride;
    snprintf(run_name, sizeof run_name, "act %s, allocation %zu fails %s", name,
             m->failing,
             times == 1   ? "once"
             : times == 2 ? "twice"
                          : "for ever");
    m->asked = 0;
    m->times = times;
    play(L, m);
    was_short = meter_has_refused(m, 0);
    m->failing = METER_NEVER;
    prove(L);
  }
  REQUIRE(m->held < held + KEPT);
  return points - 1;
}

/// Plays all acts in a new state.
static size_t fail_all(const char *script, size_t times, size_t first, size_t stride) {
  meter m = {.failing = METER_NEVER};
  lua_State *L = open_state(&m, script);
  size_t points = 0;
  lua_pushnil(L);
  while (lua_next(L, ACTS) != 0) {
    lua_insert(L, ACT); // under its name
    points += fail_each(L, &m, lua_tostring(L, ACT + 1), times, first, stride);
    lua_remove(L, ACT);
  }
  lua_close(L);
  REQUIRE(m.held == 0);
  return points;
}

int main(int argument_count, char **arguments) {
  const size_t stride = meter_stride(argument_count, arguments);
  static const char script[] = "spec/support/allocation_lua.lua";
  // With a stride, every `stride`-th allocation fails in one of the three ways.
  const size_t kinds = stride > 1 ? 3 : 1, next = stride > 1 ? stride : 0;
  size_t points = fail_all(script, 1, 0, kinds * stride);
  if (LUA_VERSION_NUM >= 502) points += fail_all(script, 2, next, kinds * stride);
  points += fail_all(script, METER_FOR_EVER, 2 * next, kinds * stride);
  printf("%zu failures: no leak, no fault\n", points);
  return EXIT_SUCCESS;
}
