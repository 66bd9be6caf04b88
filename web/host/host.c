// One Lua state with a limit of memory. The page runs programs in it and calls their callbacks.
//
// Ownership: the page allocates its strings and numbers by host_allocate, and releases them.

#include <stdint.h>
#include <stdlib.h>

#include <lualib.h>

#include "host.h"

int luaopen_astar(lua_State *L);

static lua_State *state;
static size_t used_bytes, limit_bytes;

// lua_Alloc with a limit: beyond it, Lua raises "not enough memory".
static void *allocate(void *unused, void *block, size_t old_size, size_t new_size) {
  (void)unused;
  if (!block) old_size = 0; // then Lua passes the type of the object
  if (new_size == 0) {
    free(block);
    used_bytes -= old_size;
    return NULL;
  }
  if (new_size > old_size && new_size - old_size > limit_bytes - used_bytes) return NULL;
  void *moved = realloc(block, new_size);
  if (moved) used_bytes = used_bytes - old_size + new_size;
  return moved;
}

static int open_libraries(lua_State *L) {
  luaL_openlibs(L);
  luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_PRELOAD_TABLE);
  lua_pushcfunction(L, luaopen_astar);
  lua_setfield(L, -2, "astar");
  lua_pushcfunction(L, host_open_love);
  lua_setfield(L, -2, "love.host");
  return 0;
}

// Creates the state. `limit`: of memory [bytes]. Returns 0, or another number if it has no memory.
EXPORT(host_open) int host_open(uint32_t limit) {
  limit_bytes = limit;
  state = lua_newstate(allocate, NULL);
  if (!state) return LUA_ERRMEM;
  lua_pushcfunction(state, open_libraries);
  return lua_pcall(state, 0, 0, 0);
}

EXPORT(host_allocate) void *host_allocate(uint32_t size) { return malloc(size); }
EXPORT(host_release) void host_release(void *block) { free(block); }
EXPORT(host_used_bytes) uint32_t host_used_bytes(void) { return (uint32_t)used_bytes; }

// The message of an error, with a traceback.
static int add_traceback(lua_State *L) {
  luaL_traceback(L, L, luaL_tolstring(L, 1, NULL), 1);
  return 1;
}

// Runs a chunk of text. Returns 0 or the status of an error, whose text is host_message.
EXPORT(host_run) int host_run(const char *code, uint32_t size, const char *name) {
  lua_settop(state, 0);
  lua_pushcfunction(state, add_traceback);
  int status = luaL_loadbufferx(state, code, size, name, "t");
  if (status != LUA_OK) return status;
  return lua_pcall(state, 0, 0, 1);
}

// Calls registry.callbacks[name](text, numbers...); without a text if `text` is NULL. Returns as
// host_run does. Without such a callback it does nothing.
EXPORT(host_call) int host_call(const char *name, const char *text, uint32_t size,
                                const double *numbers, int count) {
  lua_settop(state, 0);
  lua_pushcfunction(state, add_traceback);
  if (lua_getfield(state, LUA_REGISTRYINDEX, "callbacks") != LUA_TTABLE) return LUA_OK;
  if (lua_getfield(state, 2, name) != LUA_TFUNCTION) return LUA_OK;
  if (!lua_checkstack(state, count + 1)) return LUA_ERRMEM;
  if (text) lua_pushlstring(state, text, size);
  for (int i = 0; i < count; i++) lua_pushnumber(state, numbers[i]);
  return lua_pcall(state, count + (text != NULL), 0, 1);
}

// The message of the last error, ends with a zero.
EXPORT(host_message) const char *host_message(void) {
  const char *message = lua_tostring(state, -1);
  return message ? message : "(the error has no message)";
}
