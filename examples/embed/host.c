/// A C host with Lua 5.4 that carries the module inside itself: scripts `require "astar"`
/// and no file is looked for.
///
///     host [SCRIPT.lua [ARGUMENTS...]]     runs a script, or the one below
///
/// Built by `make embed`: the library's objects, this file and liblua.
#include <lua.h>

#include <lauxlib.h>
#include <lualib.h>

#include <stdio.h>
#include <stdlib.h>

int luaopen_astar(lua_State *L); // of the binding

static const char built_in[] =
    "local astar = require 'astar'\n"
    "local grid = astar.grid { '.....', '.###.', '.....' }\n"
    "local rules = astar.rules { cost = { ['.'] = 1 } }\n"
    "local path, cost = grid:find_path(1, 2, 5, 2, rules)\n"
    "print(('%s inside: %d tiles, cost %.3f'):format(astar._VERSION, #path, cost))\n";

/// Lua's libraries, and astar as a module that is loaded already.
static void open_libraries(lua_State *L) {
  luaL_openlibs(L);
  luaL_requiref(L, "astar", luaopen_astar, 0);
  lua_pop(L, 1);
}

/// Message handler: the error with a traceback.
static int traceback(lua_State *L) {
  luaL_traceback(L, L, luaL_tolstring(L, 1, NULL), 1);
  return 1;
}

/// Runs the script of argv[1], with the arguments after it, or the built-in one.
static int run(lua_State *L, int argc, char **argv) {
  const int count = argc > 2 ? argc - 2 : 0;
  if (!lua_checkstack(L, count + 2)) return LUA_ERRMEM;
  lua_pushcfunction(L, traceback);
  int status = argc > 1
                   ? luaL_loadfile(L, argv[1])
                   : luaL_loadbufferx(L, built_in, sizeof built_in - 1, "=built-in", "t");
  if (status == LUA_OK) {
    for (int i = 0; i < count; i++) lua_pushstring(L, argv[i + 2]);
    status = lua_pcall(L, count, 0, 1);
  }
  if (status != LUA_OK) fprintf(stderr, "host: %s\n", lua_tostring(L, -1));
  return status;
}

int main(int argc, char **argv) {
  lua_State *L = luaL_newstate();
  if (L == NULL) return EXIT_FAILURE;
  open_libraries(L);
  const int status = run(L, argc, argv);
  lua_close(L);
  return status == LUA_OK ? EXIT_SUCCESS : EXIT_FAILURE;
}
