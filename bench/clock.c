// A clock for the Lua programs of the benchmark: require "clock" returns a function that
// returns microseconds.
#define _POSIX_C_SOURCE 200809L

#include <lua.h>
#include <time.h>

static int clock_now(lua_State *L) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  lua_pushnumber(L, (lua_Number)t.tv_sec * 1e6 + (lua_Number)t.tv_nsec * 1e-3);
  return 1;
}

__attribute__((visibility("default"))) int luaopen_clock(lua_State *L);

int luaopen_clock(lua_State *L) {
  lua_pushcfunction(L, clock_now);
  return 1;
}
