/// All differences between Lua 5.1 to 5.5 and LuaJIT that concern the binding.
///
/// The build against the headers of plain Lua 5.1 is used by LuaJIT and LÖVE, too. So the
/// code for 5.1 calls only functions that all three have, and finds out at run time what
/// differs between them.
///
/// The largest difference is the garbage collector: no version has a function to report
/// memory that is allocated outside of Lua. `astar_compat_report_memory` makes the
/// collector work as if Lua had allocated it.
#ifndef ASTAR_COMPAT_H
#define ASTAR_COMPAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __has_include
#if !__has_include(<lua.h>)
#error "astar: no lua.h: add -I with its folder, or compile without Lua: -DASTAR_NO_LUA"
#endif
#endif

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

/// Marks the functions that `require` looks up in the library. All other functions may be
/// hidden.
#if defined(_WIN32)
#define ASTAR_COMPAT_EXPORT ASTAR_COMPAT_C __declspec(dllexport)
#elif defined(__GNUC__)
#define ASTAR_COMPAT_EXPORT ASTAR_COMPAT_C __attribute__((visibility("default")))
#else
#define ASTAR_COMPAT_EXPORT ASTAR_COMPAT_C
#endif

/// Declared first, because compilers keep the visibility of the first declaration.
ASTAR_COMPAT_EXPORT int luaopen_astar(lua_State *L);
ASTAR_COMPAT_EXPORT int luaopen_libs_astar(lua_State *L);

/// Pushes a new userdata. With `has_value` it can hold one table, its value, which
/// scripts cannot see. Before `astar_compat_set_value` the value is nil, or on 5.1 a
/// table that does not belong to the binding (the environment of the running function).
static inline void *astar_compat_new_userdata(lua_State *L, size_t size, bool has_value) {
#if LUA_VERSION_NUM >= 504
  return lua_newuserdatauv(L, size, has_value ? 1 : 0);
#else
  (void)has_value;
  return lua_newuserdata(L, size);
#endif
}

/// Pops a table and makes it the value of the userdata at `index`.
static inline void astar_compat_set_value(lua_State *L, int index) {
#if LUA_VERSION_NUM >= 504
  lua_setiuservalue(L, index, 1);
#elif LUA_VERSION_NUM >= 502
  lua_setuservalue(L, index);
#else
  lua_setfenv(L, index);
#endif
}

/// Pushes the value of the userdata at `index`.
static inline void astar_compat_get_value(lua_State *L, int index) {
#if LUA_VERSION_NUM >= 504
  lua_getiuservalue(L, index, 1);
#elif LUA_VERSION_NUM >= 502
  lua_getuservalue(L, index);
#else
  lua_getfenv(L, index);
#endif
}

/// The raw length of a table or string; SIZE_MAX when it is greater, since lengths in 5.4
/// have 64 bits even where size_t has 32. Must not be called for other types: 5.1
/// converts a number into a string.
static inline size_t astar_compat_length(lua_State *L, int index) {
#if LUA_VERSION_NUM >= 502
  uint64_t length = lua_rawlen(L, index);
  return length < SIZE_MAX ? (size_t)length : SIZE_MAX;
#else
  return lua_objlen(L, index);
#endif
}

/// Pushes an integer that may be 2^31 or more, which lua_Integer cannot hold in 5.1 on
/// 32-bit machines.
static inline void astar_compat_push_count(lua_State *L, uint64_t count) {
#if LUA_VERSION_NUM >= 503
  lua_pushinteger(L, (lua_Integer)count);
#else
  lua_pushnumber(L, (lua_Number)count);
#endif
}

/// Resumes a coroutine without arguments, and drops what it yields or returns. Returns
/// false after an error: then the error is on top of the stack of the coroutine.
static inline bool astar_compat_resume(lua_State *L, lua_State *coroutine) {
#if LUA_VERSION_NUM >= 504
  int count = 0;
  int status = lua_resume(coroutine, L, 0, &count);
#elif LUA_VERSION_NUM >= 502
  int status = lua_resume(coroutine, L, 0);
  int count = lua_gettop(coroutine);
#else
  (void)L;
  int status = lua_resume(coroutine, 0);
  int count = lua_gettop(coroutine);
#endif
  if (status != 0 && status != LUA_YIELD) return false;
  lua_pop(coroutine, count);
  return true;
}

/// Replaces the message on top of the stack by one with a traceback of the coroutine at
/// `index`, when the library `debug` is loaded. 5.1 has no function in C for that.
static inline void astar_compat_traceback(lua_State *L, int index) {
  int message = lua_gettop(L);
  lua_getfield(L, LUA_REGISTRYINDEX, "_LOADED");
  if (lua_istable(L, -1)) lua_getfield(L, -1, "debug");
  if (lua_istable(L, -1)) lua_getfield(L, -1, "traceback");
  if (lua_isfunction(L, -1)) {
    lua_pushvalue(L, index);
    lua_pushvalue(L, message);
    lua_call(L, 2, 1);
    lua_replace(L, message);
  }
  lua_settop(L, message);
}

/// The option of lua_gc that returns whether the collector runs. LuaJIT 2.1 has it with
/// the number of 5.2, though the headers of 5.1 do not. Plain 5.1 returns -1.
#if LUA_VERSION_NUM >= 502
#define ASTAR_COMPAT_GCISRUNNING LUA_GCISRUNNING
#else
#define ASTAR_COMPAT_GCISRUNNING 9
#endif

#if LUA_VERSION_NUM == 501
/// For plain 5.1, which does not report whether a script stopped the collector, and where
/// LUA_GCSTEP would start it again. So this allocates a userdata of that size, which is
/// garbage at once, and gives the collector opportunities to run: each push of an empty
/// string makes one step, if the collector is not stopped and is behind. Both are limited
/// to the memory that Lua holds, since that much work is a whole cycle.
static inline void astar_compat_add_garbage(lua_State *L, int kilobytes) {
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
/// Runs steps of the collector, up to the end of a cycle. In 5.5 a step does the work for
/// one step size, however far the collector is behind, so several steps are needed.
static inline void astar_compat_step(lua_State *L, size_t bytes) {
  int step_size = lua_gc(L, LUA_GCPARAM, LUA_GCPSTEPSIZE, -1);
  size_t size = step_size < 1024 ? 1024 : (size_t)step_size;
  size_t done = 0;
  while (done < bytes && lua_gc(L, LUA_GCSTEP, size) == 0) done += size;
}
#else
static inline void astar_compat_step(lua_State *L, size_t bytes) {
  lua_gc(L, LUA_GCSTEP, (int)(bytes / 1024) + 1);
}
#endif

#if LUA_VERSION_NUM >= 504
/// In generational mode a step collects only young objects, and objects become old after
/// two steps. Leaving the mode and entering it again collects all objects. Setting the
/// incremental mode is the only way to find out the present mode. This is done each time
/// that as much memory was reported as Lua itself holds, plus 1 MiB. So it takes no more
/// work than the incremental mode would.
static inline void astar_compat_collect_old(lua_State *L, size_t bytes, size_t *since) {
  *since += bytes;
  if (*since / 1024 < 1024 + (size_t)lua_gc(L, LUA_GCCOUNT)) return;
  *since = 0;
  if (lua_gc(L, LUA_GCINC, 0, 0, 0) == LUA_GCGEN) lua_gc(L, LUA_GCGEN, 0, 0);
}
#endif

/// Makes the garbage collector work as if Lua itself had allocated `bytes` more. A
/// stopped collector stays stopped. Finalizers may run. `*since` must be 0 at first and
/// belongs to this function: the bytes reported since the last collection of old objects.
static inline void astar_compat_report_memory(lua_State *L, size_t bytes, size_t *since) {
  int running = lua_gc(L, ASTAR_COMPAT_GCISRUNNING, 0);
  if (running > 0) astar_compat_step(L, bytes);
#if LUA_VERSION_NUM >= 504
  if (running > 0) astar_compat_collect_old(L, bytes, since);
#else
  (void)since;
#endif
#if LUA_VERSION_NUM == 501
  if (running < 0) astar_compat_add_garbage(L, (int)(bytes / 1024) + 1);
#endif
}

#endif
