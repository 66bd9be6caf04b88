/// astar for C programs that contain Lua: the program and its scripts share grids and
/// rules.
///
///     lua_State *L = luaL_newstate();
///     luaL_openlibs(L);
///     astar_lua_preload(L);          // for require "astar", ...
///
///     astar_grid *map;
///     astar_grid_new(NULL, 40, 30, ASTAR_SQUARE, '.', &map);
///     astar_lua_pushgrid(L, map);    // scripts get the same grid
///     lua_setglobal(L, "map");
///     luaL_dofile(L, "game.lua");    // map:set(4, 5, "#"): scripts count from 1
///     astar_grid_get(map, 3, 4);     // the program sees the edit: '#'
///
///     lua_close(L);
///     astar_grid_free(map);
///
/// The conventions of `astar.h` hold, and these:
///
/// - The program contains `astar.c`, compiled without ASTAR_NO_LUA and with the headers
///   of its Lua. A Lua state uses no other copy of this version of the library; objects
///   of other versions are not recognized.
/// - `L` may be any coroutine. Functions make room on the stack for what they push. Their
///   errors are Lua errors.
/// - Only the thread of a Lua state uses a grid that has a value there.
/// - A value in Lua is one owner of a grid or of rules, until Lua collects it: the
///   program and its scripts drop theirs in any order. A grid that a script creates uses
///   the allocator of the Lua state: free it, and all that was made on it, before
///   `lua_close`.
#ifndef ASTAR_LUA_H
#define ASTAR_LUA_H

#include "astar.h"
#include "astar_crowd.h"

#ifdef __cplusplus
extern "C" {
#endif

#include <lua.h>

/// The module: a `lua_CFunction` for `luaL_requiref` or `package.preload`. Returns 1.
int luaopen_astar(lua_State *L);

/// Puts "astar" and all helpers ("astar.script", ...) into `package.preload`. Error:
/// Lua's library `package` is not open. Defined in `astar_helpers.c`.
ASTAR_API void astar_lua_preload(lua_State *L);

/// Returns the grid at any acceptable stack index; NULL: something else, or a freed grid.
/// It runs no script and no finalizer. The grid is valid as long as its value is in Lua,
/// or retained.
ASTAR_API astar_grid *astar_lua_togrid(lua_State *L, int index);

/// Pushes a grid of which the caller is an owner, or whose value is on the stack. A grid
/// has one value per Lua state: all are equal, and can be keys of tables. Error: NULL.
///
/// A new value reports the memory of the grid to Lua's collector, which takes time: keep
/// the value of a grid that is pushed often.
ASTAR_API void astar_lua_pushgrid(lua_State *L, astar_grid *grid);

/// The same for rules, whose content never changes.
ASTAR_API astar_rules *astar_lua_torules(lua_State *L, int index);
ASTAR_API void astar_lua_pushrules(lua_State *L, astar_rules *rules);

/// Returns the crowd at any acceptable stack index; NULL: something else, or a closed
/// crowd. It runs no script and no finalizer: call it again after either, which may free
/// the crowd. Only scripts create such crowds.
ASTAR_API struct astar_crowd *astar_lua_tocrowd(lua_State *L, int index);

#ifdef __cplusplus
}
#endif

#endif
