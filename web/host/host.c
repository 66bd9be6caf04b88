// One Lua state with a limit of memory. The page runs programs in it and calls their
// callbacks.
//
// Protection: a call of Lua's API that may raise an error or allocate memory is only made
// below lua_pcall. What runs outside of it (lua_settop, light functions and pointers
// pushed on the empty stack) cannot fail. So a state whose memory is used up still
// reports the error, and runs the next program: a program may be loaded into SPARE_BYTES
// beyond the limit.
//
// Ownership: the page allocates its strings and numbers by host_allocate, and releases
// them. The text of an error stays on the stack of the state until the next call.

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <lualib.h>

#include "host.h"

int luaopen_astar(lua_State *L);

// What a program of some hundred lines needs while it is loaded.
#define SPARE_BYTES 65536

static lua_State *state;
static size_t used_bytes, limit_bytes;

static const char *message;
static size_t message_bytes;

// lua_Alloc with a limit: beyond it, Lua raises "not enough memory".
static void *allocate(void *unused, void *block, size_t old_size, size_t new_size) {
  (void)unused;
  if (!block) old_size = 0; // then Lua passes the type of the object
  if (new_size == 0) {
    free(block);
    used_bytes -= old_size;
    return NULL;
  }
  if (new_size > old_size) {
    size_t added = new_size - old_size;
    if (used_bytes > limit_bytes || added > limit_bytes - used_bytes) return NULL;
  }
  void *moved = realloc(block, new_size);
  if (moved) used_bytes = used_bytes - old_size + new_size;
  return moved;
}

// ------------------------------------------------------------------------ protected
// calls

// What page_try calls: the function that Lua protects.
EXPORT(host_protected)
void host_protected(void (*f)(lua_State *, void *), lua_State *L, void *data) {
  f(L, data);
}

// Calls f(L) with the pointer as its argument. Leaves `results` values, or the error.
static int call_protected(lua_CFunction f, void *pointer, int results, int handler) {
  lua_pushcfunction(state, f);
  lua_pushlightuserdata(state, pointer);
  return lua_pcall(state, 1, results, handler);
}

// The handler of errors: makes a message with a traceback of any value.
static int add_traceback(lua_State *L) {
  const char *text = lua_tostring(L, 1);
  if (!text && luaL_callmeta(L, 1, "__tostring")) text = lua_tostring(L, -1);
  if (!text)
    text = lua_pushfstring(L, "(error object is a %s value)", luaL_typename(L, 1));
  luaL_traceback(L, L, text, 1);
  return 1;
}

// Starts a call of the page: the stack only has the handler, at index 1.
static void begin(void) {
  lua_settop(state, 0);
  lua_pushcfunction(state, add_traceback);
}

// Ends a call of the page: keeps the message of an error, shows what was written.
static int end(int status) {
  message = status == LUA_OK ? NULL : lua_tolstring(state, -1, &message_bytes);
  fflush(stdout);
  return status;
}

// ----------------------------------------------------------------------------------
// state

static int open_libraries(lua_State *L) {
  luaL_openlibs(L);
  lua_getglobal(L, "package");
  lua_getfield(L, -1, "searchers");
  for (int i = 3; i <= 4;
       i++) { // those of dynamic libraries, which WebAssembly does not have
    lua_pushnil(L);
    lua_seti(L, -2, i);
  }
  luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_PRELOAD_TABLE);
  lua_pushcfunction(L, luaopen_astar);
  lua_setfield(L, -2, "astar");
  lua_pushcfunction(L, host_open_love);
  lua_setfield(L, -2, "love.host");
  return 0;
}

// Creates the state. `limit`: of memory [bytes]; `folder`: the current folder. Returns 0,
// or another number if there is not enough memory.
EXPORT(host_open) int host_open(uint32_t limit, const char *folder) {
  limit_bytes = limit;
  state = lua_newstate(allocate, NULL);
  if (!state || chdir(folder) != 0) return LUA_ERRMEM;
  return call_protected(open_libraries, NULL, 0, 0);
}

// Runs the finalizers and closes the files.
EXPORT(host_close) void host_close(void) {
  lua_close(state);
  fflush(NULL);
}

EXPORT(host_allocate) void *host_allocate(uint32_t size) { return malloc(size); }
EXPORT(host_release) void host_release(void *block) { free(block); }
EXPORT(host_used_bytes) uint32_t host_used_bytes(void) { return (uint32_t)used_bytes; }

// The message of the last error, NULL without one, and its length.
EXPORT(host_message) const char *host_message(void) { return message; }
EXPORT(host_message_bytes) uint32_t host_message_bytes(void) {
  return (uint32_t)message_bytes;
}

// --------------------------------------------------------------------------- programs

typedef struct {
  const char *code;
  size_t size;
  const char *name;
} program;

static int load(lua_State *L) {
  const program *p = lua_touserdata(L, 1);
  if (luaL_loadbufferx(L, p->code, p->size, p->name, "t") != LUA_OK) return lua_error(L);
  return 1;
}

// Runs a program, which is text. `name`: its chunk name. Returns 0 or the status of an
// error.
EXPORT(host_run) int host_run(const char *code, uint32_t size, const char *name) {
  program p = {code, size, name};
  begin();
  limit_bytes += SPARE_BYTES;
  int status = call_protected(load, &p, 1, 0);
  limit_bytes -= SPARE_BYTES;
  if (status == LUA_OK) status = lua_pcall(state, 0, 0, 1);
  return end(status);
}

typedef struct {
  const char *name;
  const char *text; // NULL: none
  size_t size;
  const double *numbers;
  int count;
} callback;

static int call(lua_State *L) {
  const callback *c = lua_touserdata(L, 1);
  if (lua_getfield(L, LUA_REGISTRYINDEX, "callbacks") != LUA_TTABLE) return 0;
  if (lua_getfield(L, -1, c->name) != LUA_TFUNCTION) return 0;
  luaL_checkstack(L, c->count + 1, "too many numbers");
  if (c->text) lua_pushlstring(L, c->text, c->size);
  for (int i = 0; i < c->count; i++) lua_pushnumber(L, c->numbers[i]);
  lua_call(L, c->count + (c->text != NULL), 0);
  return 0;
}

// Calls registry.callbacks[name](text, numbers...); without a text if `text` is NULL.
// Returns as host_run does. Without such a callback it does nothing.
EXPORT(host_call)
int host_call(const char *name, const char *text, uint32_t size, const double *numbers,
              int count) {
  callback c = {name, text, size, numbers, count};
  begin();
  return end(call_protected(call, &c, 0, 1));
}
