/// astar for C programs that contain Lua: the program and its scripts share grids and
/// rules. This file is a manual; read it after `astar.h`.
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
///   of the same Lua as the program. No other copy of this version of the library may be
///   used in the same Lua state. Objects of another version are not recognized.
/// - Scripts count tiles from 1, C counts them from 0.
/// - `L` may be any coroutine of the Lua state. Any C function may call these functions;
///   `require "astar"` need not have run before.
/// - Errors are Lua errors. Call the functions where Lua can catch errors, for example
///   below `lua_pcall`. When memory runs out, they raise the error of Lua itself, and the
///   number of owners of the grid or the rules stays as it was.
/// - The functions make room on the stack for what they push.
/// - One thread at a time may use a grid. As long as a Lua state holds a value of a grid,
///   the grid and the Lua state must be used by the same thread.
///
/// Lifetimes
///
/// - Grids and rules have a count of owners (`astar_grid_retain`, `astar_rules_retain`).
///   A value in Lua is one owner, until Lua collects it. The program and its scripts may
///   drop their ownership in any order.
/// - A grid that the *program* creates uses the allocator of the program. It may outlive
///   the Lua state.
/// - A grid that a *script* creates uses the allocator of the Lua state, and must not
///   outlive the state. Free it, and everything that was made on it, before `lua_close`.
///   To keep its content, copy it with another allocator: `astar_grid_clone`.
/// - All rules may outlive the Lua state: rules that a script creates use the allocator
///   of the C library. A grid of the program keeps the rules that scripts used on it in
///   memory.
#ifndef ASTAR_LUA_H
#define ASTAR_LUA_H

#include "astar.h"
#include "astar_crowd.h"

#ifdef __cplusplus
extern "C" {
#endif

#include <lua.h>

// ---------------------------------------------------------------------------- modules

/// Opens the library: pushes the table that `require "astar"` returns. This is a
/// `lua_CFunction` for `luaL_requiref` or `package.preload`; `astar_lua_preload` puts it
/// there.
///
/// @return 1: the number of values that it pushed
int luaopen_astar(lua_State *L);

/// Puts "astar" and all helpers ("astar.script", "astar.tiled", ...) into
/// `package.preload`, so that `require` finds them without files. Nothing runs before a
/// script requires it. Raises an error when the library `package` of Lua is not open.
/// The function is defined in `astar_helpers.c`: a program whose scripts use no helpers
/// needs neither the function nor the file.
ASTAR_API void astar_lua_preload(lua_State *L);

// ------------------------------------------------------------------------------ grids

/// Returns the grid at a stack index. It runs no script and no finalizer.
///
/// The caller does not own the grid: it is valid as long as its value is on the stack or
/// elsewhere in Lua. To keep it longer, call `astar_grid_retain`, and later
/// `astar_grid_free`.
///
/// @param index  any acceptable index of the Lua stack
/// @return the grid; NULL when the value is something else, or a grid that was freed
ASTAR_API astar_grid *astar_lua_togrid(lua_State *L, int index);

/// Pushes a grid of the program or of a script. The value in Lua becomes one more owner
/// of the grid. Raises an error when `grid` is NULL.
///
/// As long as a value of this grid exists in this Lua state, the function pushes this
/// value: all values of one grid are equal, and can be keys of tables.
///
/// A new value reports the memory of the grid to the collector of Lua. So grids that
/// scripts drop are freed soon, but each new value costs time for a large grid. A program
/// that pushes a grid often should keep its value, for example in the registry.
///
/// @param grid  the caller must be an owner, or hold its value on the stack, until the
///   function returns
ASTAR_API void astar_lua_pushgrid(lua_State *L, astar_grid *grid);

// ------------------------------------------------------------------------------ rules

/// Returns the rules at a stack index, as `astar_lua_togrid` does for grids. The result
/// is not const, since `astar_rules_retain` changes the number of owners; the content of
/// rules never changes.
///
/// @return the rules; NULL when the value is something else, or rules that were freed
ASTAR_API astar_rules *astar_lua_torules(lua_State *L, int index);

/// Pushes rules, as `astar_lua_pushgrid` does for grids. Raises an error when `rules` is
/// NULL.
ASTAR_API void astar_lua_pushrules(lua_State *L, astar_rules *rules);

// ------------------------------------------------------------------------------ crowds

/// Returns the crowd at a stack index, for example to draw its units. It runs no script
/// and no finalizer. A crowd has one owner, its value in Lua, so there is no function to
/// push a crowd: scripts create crowds, also on grids of the program.
///
/// @param index  any acceptable index of the Lua stack
/// @return the crowd; NULL when the value is something else, or a crowd that was closed.
///   Valid as long as its value is in Lua and no script closes it: after a script or a
///   finalizer may have run, call this function again
ASTAR_API struct astar_crowd *astar_lua_tocrowd(lua_State *L, int index);

#ifdef __cplusplus
}
#endif

#endif
