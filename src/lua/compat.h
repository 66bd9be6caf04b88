/// Every difference between Lua 5.1 to 5.5 and LuaJIT that the binding meets. The
/// build against the headers of plain Lua 5.1 serves LuaJIT and LÖVE too, so that branch
/// keeps to functions that all three of them have.
#ifndef ASTAR_COMPAT_H
#define ASTAR_COMPAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#include <lua.h>

#include <lauxlib.h>
#ifdef __cplusplus
}
#endif

#ifdef __cplusplus
#define ASTAR_COMPAT_C extern "C"
#else
#define ASTAR_COMPAT_C extern
#endif

/// Marks what `require` looks for in the library; all else may stay hidden.
#if defined(_WIN32)
#define ASTAR_COMPAT_EXPORT ASTAR_COMPAT_C __declspec(dllexport)
#elif defined(__GNUC__)
#define ASTAR_COMPAT_EXPORT ASTAR_COMPAT_C __attribute__((visibility("default")))
#else
#define ASTAR_COMPAT_EXPORT ASTAR_COMPAT_C
#endif

/// Declared here, before everything else, because compilers keep the visibility of the
/// first declaration.
ASTAR_COMPAT_EXPORT int luaopen_astar(lua_State *L);
ASTAR_COMPAT_EXPORT int luaopen_libs_astar(lua_State *L);

/// Pushes a new userdata; with `has_value` it can carry one table, hidden from scripts.
/// Until `astar_compat_set_value` that is nil, or on 5.1 some environment not our own.
static inline void *astar_compat_new_userdata(lua_State *L, size_t size, bool has_value) {
#if LUA_VERSION_NUM >= 504
  return lua_newuserdatauv(L, size, has_value ? 1 : 0);
#else
  (void)has_value;
  return lua_newuserdata(L, size);
#endif
}

/// Pops a table and hangs it on the userdata at `index`.
static inline void astar_compat_set_value(lua_State *L, int index) {
#if LUA_VERSION_NUM >= 504
  lua_setiuservalue(L, index, 1);
#elif LUA_VERSION_NUM >= 502
  lua_setuservalue(L, index);
#else
  lua_setfenv(L, index);
#endif
}

/// Pushes the table that hangs on the userdata at `index`.
static inline void astar_compat_get_value(lua_State *L, int index) {
#if LUA_VERSION_NUM >= 504
  lua_getiuservalue(L, index, 1);
#elif LUA_VERSION_NUM >= 502
  lua_getuservalue(L, index);
#else
  lua_getfenv(L, index);
#endif
}

/// The raw length of a table or string, SIZE_MAX for a longer list: in 5.4 lengths have
/// 64 bits, also where size_t has 32. Of nothing else: 5.1 makes strings of numbers.
static inline size_t astar_compat_length(lua_State *L, int index) {
#if LUA_VERSION_NUM >= 502
  uint64_t length = lua_rawlen(L, index);
  return length < SIZE_MAX ? (size_t)length : SIZE_MAX;
#else
  return lua_objlen(L, index);
#endif
}

/// Pushes a whole number that may be above 2^31: lua_Integer is that small on 32-bit 5.1.
static inline void astar_compat_push_count(lua_State *L, uint64_t count) {
#if LUA_VERSION_NUM >= 503
  lua_pushinteger(L, (lua_Integer)count);
#else
  lua_pushnumber(L, (lua_Number)count);
#endif
}

/// lua_gc's question whether the collector runs. LuaJIT 2.1 knows it by the number that
/// it has in 5.2; plain 5.1 answers -1.
#if LUA_VERSION_NUM >= 502
#define ASTAR_COMPAT_GCISRUNNING LUA_GCISRUNNING
#else
#define ASTAR_COMPAT_GCISRUNNING 9
#endif

#if LUA_VERSION_NUM == 501
/// Plain 5.1 does not tell whether a script stopped the collector, and LUA_GCSTEP would
/// start it again. So put real weight into Lua's own books, garbage from the start, and
/// give the collector its chances: each empty string pushed is one step of it, if it runs
/// and is behind. What Lua holds itself bounds both, for that much is a whole cycle.
static inline void astar_compat_add_ballast(lua_State *L, int kilobytes) {
  int held = lua_gc(L, LUA_GCCOUNT, 0);
  int ballast = kilobytes < held ? kilobytes : held;
  int steps = kilobytes / 2 < held ? kilobytes : 2 * held;
  lua_newuserdata(L, (size_t)ballast * 1024);
  lua_pop(L, 1);
  for (int i = 0; i < steps; i++) {
    lua_pushlstring(L, "", 0);
    lua_pop(L, 1);
  }
}
#endif

#if LUA_VERSION_NUM >= 505
/// Steps of the collector, up to the end of a cycle. One of them does no more work than
/// for its own size, however far the collector is behind.
static inline void astar_compat_step(lua_State *L, size_t bytes) {
  int asked = lua_gc(L, LUA_GCPARAM, LUA_GCPSTEPSIZE, -1);
  size_t size = asked < 1024 ? 1024 : (size_t)asked;
  size_t done = 0;
  while (done < bytes && lua_gc(L, LUA_GCSTEP, size) == 0) done += size;
}
#else
static inline void astar_compat_step(lua_State *L, size_t bytes) {
  lua_gc(L, LUA_GCSTEP, (int)(bytes / 1024) + 1);
}
#endif

#if LUA_VERSION_NUM >= 504
/// In generational mode steps collect the young alone, and objects grow old in two of
/// them. To leave that mode and enter it again is a collection of all; to ask for the
/// other mode, the only way to learn of this one. That is due after as much as Lua itself
/// holds, so it takes no more work than the incremental mode would.
static inline void astar_compat_collect_old(lua_State *L, size_t bytes, size_t *since) {
  *since += bytes;
  if (*since / 1024 < 1024 + (size_t)lua_gc(L, LUA_GCCOUNT)) return;
  *since = 0;
  if (lua_gc(L, LUA_GCINC, 0, 0, 0) == LUA_GCGEN) lua_gc(L, LUA_GCGEN, 0, 0);
}
#endif

/// Makes the collector work as hard as if Lua itself had allocated `bytes` more, unless
/// it was stopped: then it stays so. Finalizers may run in here. `*since` starts out as 0
/// and is for this function: bytes since the last collection of old objects.
static inline void astar_compat_add_weight(lua_State *L, size_t bytes, size_t *since) {
  int running = lua_gc(L, ASTAR_COMPAT_GCISRUNNING, 0);
  if (running > 0) astar_compat_step(L, bytes);
#if LUA_VERSION_NUM >= 504
  if (running > 0) astar_compat_collect_old(L, bytes, since);
#else
  (void)since;
#endif
#if LUA_VERSION_NUM == 501
  if (running < 0) astar_compat_add_ballast(L, (int)(bytes / 1024) + 1);
#endif
}

#endif
