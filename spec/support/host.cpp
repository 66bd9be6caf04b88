/// Tests the library in a C++ program: called by astar.h, from a script in the Lua state
/// of the program, which finds the module in package.preload, and both on one grid, by
/// astar_lua.h. Built by `make spec-programs`, run by spec/quality/embed_spec.lua.
#include "astar_lua.h"

extern "C" {
#include <lua.h>

#include <lauxlib.h>
#include <lualib.h>
}

#include <cstdio>
#include <memory>

static double direct_cost() {
  astar_grid *grid;
  astar_rules *rules;
  astar_rules_def def = astar_default_rules();
  def.cost[0] = 2.5;
  if (astar_grid_new(nullptr, 9, 9, ASTAR_SQUARE, 0, &grid) != ASTAR_OK) return -1;
  std::unique_ptr<astar_grid, void (*)(astar_grid *)> owned_grid(grid, astar_grid_free);
  if (astar_rules_new(nullptr, &def, &rules) != ASTAR_OK) return -1;
  std::unique_ptr<astar_rules, void (*)(astar_rules *)> owned_rules(rules,
                                                                    astar_rules_free);
  const astar_point goal = {8, 0};
  const astar_query query = astar_default_query(rules, 0, 0, &goal, 1);
  astar_result result;
  return astar_find_path(grid, &query, NULL, &result) == ASTAR_OK ? result.cost : -1;
}

static const char script[] =
    "package.path, package.cpath = '', ''\n"
    "local astar = require 'astar'\n"
    "local rules = astar.rules { default = 2.5 }\n"
    "local path, cost = astar.grid(9, 9):find_path(1, 1, 9, 1, rules)\n"
    "assert(not pcall(astar.grid, 0, 0))\n" // an error passes through C++
    "shared:set(2, 3, 7)\n"
    "return cost\n";

int main() {
  astar_grid *grid;
  if (astar_grid_new(nullptr, 4, 4, ASTAR_SQUARE, 0, &grid) != ASTAR_OK) return 1;
  lua_State *L = luaL_newstate();
  luaL_openlibs(L);
  lua_getglobal(L, "package");
  lua_getfield(L, -1, "preload");
  lua_pushcfunction(L, luaopen_astar);
  lua_setfield(L, -2, "astar");
  astar_lua_pushgrid(L, grid);
  lua_setglobal(L, "shared");
  const bool failed = luaL_loadstring(L, script) || lua_pcall(L, 0, 1, 0);
  if (failed) std::puts(lua_tostring(L, -1));
  const double scripted = lua_tonumber(L, -1);
  lua_close(L);
  std::printf("%g %g %d\n", direct_cost(), scripted, astar_grid_get(grid, 1, 2));
  astar_grid_free(grid);
  return failed;
}
