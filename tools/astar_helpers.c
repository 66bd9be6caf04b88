/// The Lua helpers of astar in a C program: `astar_lua_preload` of astar_lua.h.
/// `make single` writes the helpers into a copy of this file,
/// build/single/astar_helpers.c. Compile that copy together with astar.c.
#include "astar_lua.h"

#ifdef __cplusplus
extern "C" {
#endif
#include <lauxlib.h>
#ifdef __cplusplus
}
#endif

// With -Wpedantic compilers warn about strings that are longer than the C standard
// guarantees.
#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Woverlength-strings"
#endif

typedef struct astar_helper {
  const char *module; // as in require "astar.tiled"
  const char *chunk;  // the name in error messages and tracebacks
  const char *text;
  size_t size; // [bytes]
} astar_helper;

// The texts, and `astar_helpers`, a list of them that ends with NULL.
#include "astar_helpers.inc"

#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

// A loader in package.preload: runs the helper with the arguments of `require`. The first
// argument is the name of the module.
static int astar_helper_load(lua_State *L) {
  const int i = (int)lua_tointeger(L, lua_upvalueindex(1));
  const astar_helper *helper = &astar_helpers[i];
  if (luaL_loadbuffer(L, helper->text, helper->size, helper->chunk) != 0)
    return lua_error(L);
  lua_insert(L, 1);
  lua_call(L, lua_gettop(L) - 1, 1);
  return 1;
}

void astar_lua_preload(lua_State *L) {
  const int top = lua_gettop(L);
  luaL_checkstack(L, 5, "astar");
  lua_getfield(L, LUA_REGISTRYINDEX, "_LOADED");
  lua_getfield(L, -1, "package");
  if (lua_type(L, -1) != LUA_TTABLE)
    luaL_error(L, "astar_lua_preload: Lua's library 'package' is not open");
  lua_getfield(L, -1, "preload");
  lua_pushcfunction(L, luaopen_astar);
  lua_setfield(L, -2, "astar");
  for (int i = 0; astar_helpers[i].module != NULL; i++) {
    lua_pushinteger(L, i);
    lua_pushcclosure(L, astar_helper_load, 1);
    lua_setfield(L, -2, astar_helpers[i].module);
  }
  lua_settop(L, top);
}
