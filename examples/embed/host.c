/// A game engine in C with Lua 5.4 inside. The engine creates the map. Scripts edit the
/// same map and walk on it, and the engine sees the edits. The program needs no file of
/// astar when it runs: `require "astar"` and `require "astar.script"` find the modules
/// inside the program.
///
///     make embed
///     build/embed/host [SCRIPT.lua [ARGUMENTS...]]     default: the script below
///
/// `make embed` links the objects of the library, this file, the Lua helpers (as C, in
/// build/single/astar_helpers.c) and liblua.
#include "astar_lua.h"

#include <lauxlib.h>
#include <lualib.h>

#include <stdio.h>
#include <stdlib.h>

enum { WIDTH = 9, HEIGHT = 3 };

static const char built_in[] =
    "local astar, script = require 'astar', require 'astar.script'\n"
    "map:set(5, 2, '=')                        -- a bridge over the river\n"
    "local rules = astar.rules { cost = { ['.'] = 1, ['='] = 1 } }\n"
    "local crowd = script.crowd(map)\n"
    "local npc = crowd:add(rules, { x = 1, y = 1, speed = 1 })\n"
    "npc:run(npc.go_to, 9, 2)\n"
    "for _ = 1, 3 do crowd:update(1) end       -- three frames of one second\n"
    "draw(map, npc.x, npc.y)\n";

/// A function for scripts: draw(grid, x, y) prints a map with an NPC on tile (x, y).
static int draw(lua_State *L) {
  const astar_grid *grid = astar_lua_togrid(L, 1);
  luaL_argcheck(L, grid != NULL, 1, "grid expected");
  const int npc_x = (int)luaL_checknumber(L, 2) - 1; // scripts count from 1, C from 0
  const int npc_y = (int)luaL_checknumber(L, 3) - 1;
  for (int y = 0; y < astar_grid_height(grid); y++) {
    for (int x = 0; x < astar_grid_width(grid); x++)
      putchar(x == npc_x && y == npc_y ? '@' : astar_grid_get(grid, x, y));
    putchar('\n');
  }
  return 0;
}

/// Creates the map of the engine: grass, and a river from north to south. Returns NULL
/// when out of memory.
static astar_grid *make_map(void) {
  astar_grid *map;
  if (astar_grid_new(NULL, WIDTH, HEIGHT, ASTAR_SQUARE, '.', &map) != ASTAR_OK)
    return NULL;
  astar_grid_fill(map, 4, 0, 1, HEIGHT, '~');
  return map;
}

/// Searches a path on the map of the engine. After the script the path crosses the bridge
/// that the script has built.
static void report(astar_grid *map) {
  astar_rules_def def = astar_default_rules(); // every terrain impassable
  astar_rules_def_set(&def, '.', 1.0);
  astar_rules_def_set(&def, '=', 1.0);
  astar_rules *rules;
  if (astar_rules_new(NULL, &def, &rules) != ASTAR_OK) return;
  const astar_point goal = {8, 1};
  const astar_query query = astar_default_query(rules, 0, 1, &goal, 1);
  astar_result result;
  const astar_status status = astar_find_path(map, &query, NULL, &result);
  if (status == ASTAR_OK) {
    printf("the engine crosses the river: %u tiles, cost %.3f\n", result.length,
           result.cost);
  } else {
    printf("the engine cannot cross the river: %s\n", astar_reason(status));
  }
  astar_rules_free(rules);
}

/// Opens Lua's libraries, registers the modules of astar, and sets the globals of the
/// engine for scripts: `map` and `draw`. Argument 1 is the map.
static int open_libraries(lua_State *L) {
  astar_grid *map = lua_touserdata(L, 1);
  luaL_openlibs(L);
  astar_lua_preload(L);
  astar_lua_pushgrid(L, map);
  lua_setglobal(L, "map");
  lua_register(L, "draw", draw);
  return 0;
}

/// Message handler: adds a traceback to the error message.
static int traceback(lua_State *L) {
  luaL_traceback(L, L, luaL_tolstring(L, 1, NULL), 1);
  return 1;
}

/// Runs the script argv[1] with the arguments after it, or the built-in script.
static int run(lua_State *L, astar_grid *map, int argc, char **argv) {
  const int count = argc > 2 ? argc - 2 : 0;
  if (!lua_checkstack(L, count + 3)) return LUA_ERRMEM;
  lua_pushcfunction(L, traceback);
  lua_pushcfunction(L, open_libraries);
  lua_pushlightuserdata(L, map);
  int status = lua_pcall(L, 1, 0, 1);
  if (status == LUA_OK) {
    status = argc > 1
                 ? luaL_loadfile(L, argv[1])
                 : luaL_loadbufferx(L, built_in, sizeof built_in - 1, "=built-in", "t");
  }
  if (status == LUA_OK) {
    for (int i = 0; i < count; i++) lua_pushstring(L, argv[i + 2]);
    status = lua_pcall(L, count, 0, 1);
  }
  if (status != LUA_OK) fprintf(stderr, "host: %s\n", lua_tostring(L, -1));
  return status;
}

int main(int argc, char **argv) {
  astar_grid *map = make_map();
  lua_State *L = luaL_newstate();
  if (L == NULL || map == NULL) return EXIT_FAILURE;
  const int status = run(L, map, argc, argv);
  lua_close(L); // the map stays: the engine still holds it
  if (argc == 1) report(map);
  astar_grid_free(map);
  return status == LUA_OK ? EXIT_SUCCESS : EXIT_FAILURE;
}
