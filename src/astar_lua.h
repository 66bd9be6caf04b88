/// astar for C programs that contain Lua: the program and its scripts share grids and
/// rules. Read it after `astar.h`.
///
///     lua_State *L = luaL_newstate();
///     luaL_openlibs(L);
///     astar_lua_preload(L);          // for require "astar", require "astar.script", ...
///
///     astar_grid *map;
///     astar_grid_new(NULL, 40, 30, ASTAR_SQUARE, '.', &map); // the program's grid
///     astar_lua_pushgrid(L, map);    // scripts get the same grid
///     lua_setglobal(L, "map");
///     luaL_dofile(L, "game.lua");    // a script edits it: map:set(4, 5, "#")
///     astar_grid_get(map, 3, 4);     // the program sees the edit: '#'
///
///     lua_close(L);
///     astar_grid_free(map);
///
/// Conventions
///
/// - The program contains `astar.c`, compiled without ASTAR_NO_LUA and with the headers
///   of its Lua. No other copy of this version of the library may be used in the same Lua
///   state. Objects of another version are not recognized.
/// - Scripts count tiles from 1, C counts them from 0.
/// - `L` may be any coroutine. `require "astar"` need not have run before. The functions
///   make room on the stack for what they push.
/// - Errors are Lua errors: call the functions below `lua_pcall`, for example. When
/// memory
///   runs out, the number of owners stays as it was.
/// - One thread at a time may use a grid: that of the Lua state, while this has its
/// value.
///
/// Lifetimes: a value in Lua is one owner of a grid or of rules (`astar_grid_retain`),
/// until Lua collects it. The program and its scripts drop theirs in any order.
///
/// - A grid that the *program* creates uses the program's allocator, and may outlive the
///   Lua state. It keeps the rules that scripts used on it in memory.
/// - A grid that a *script* creates uses the allocator of the Lua state: free it, and all
///   that was made on it, before `lua_close`; `astar_grid_clone` keeps its content.
/// - All rules may outlive the Lua state: those of scripts use the C library's allocator.
#ifndef ASTAR_LUA_H
#define ASTAR_LUA_H

#include "astar.h"
#include "astar_crowd.h"

#ifdef __cplusplus
extern "C" {
#endif

#include <lua.h>

// ---------------------------------------------------------------------------- modules

/// Pushes the table that `require "astar"` returns: a `lua_CFunction` for
/// `luaL_requiref` or `package.preload`. Returns 1.
int luaopen_astar(lua_State *L);

/// Puts "astar" and all helpers ("astar.script", "astar.tiled", ...) into
/// `package.preload`, so that `require` finds them without files. Nothing runs before a
/// script requires it. Raises an error when Lua's library `package` is not open. Defined
/// in `astar_helpers.c`, which programs without helpers do not need.
ASTAR_API void astar_lua_preload(lua_State *L);

// ------------------------------------------------------------------------------ grids

/// Returns the grid at any acceptable stack index; NULL when the value is something else,
/// or a grid that was freed. It runs no script and no finalizer. The grid is valid as
/// long as its value is in Lua; `astar_grid_retain` keeps it longer.
ASTAR_API astar_grid *astar_lua_togrid(lua_State *L, int index);

/// Pushes a grid of which the caller is an owner, or whose value is on the stack. A grid
/// has one value per Lua state: all are equal, and can be keys of tables. Raises an error
/// when `grid` is NULL.
///
/// A new value reports the memory of the grid to Lua's collector, which costs time for a
/// large grid: keep the value of a grid that is pushed often.
ASTAR_API void astar_lua_pushgrid(lua_State *L, astar_grid *grid);

// ------------------------------------------------------------------------------ rules

/// The same for rules. They are not const, since `astar_rules_retain` changes the number
/// of owners; their content never changes.
ASTAR_API astar_rules *astar_lua_torules(lua_State *L, int index);
ASTAR_API void astar_lua_pushrules(lua_State *L, astar_rules *rules);

// ------------------------------------------------------------------------------ crowds

/// Returns the crowd at any acceptable stack index, for example to draw its units; NULL
/// when the value is something else, or a crowd that was closed. It runs no script and no
/// finalizer. A crowd has one owner, its value in Lua: it is valid while no script closes
/// it. After a script or a finalizer may have run, call this again. There is no function
/// to push a crowd: scripts create them, also on grids of the program.
ASTAR_API struct astar_crowd *astar_lua_tocrowd(lua_State *L, int index);

#ifdef __cplusplus
}
#endif

#endif
