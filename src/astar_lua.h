/// astar for programs with Lua inside: a program in C and its scripts share grids and
/// rules. A manual, to be read from top to bottom after `astar.h`.
///
///     lua_State *L = luaL_newstate();
///     luaL_openlibs(L);
///     astar_lua_preload(L);            // for require "astar", require "astar.walker"
///
///     astar_grid *map;                 // the program makes the map ...
///     astar_grid_new(NULL, 40, 30, ASTAR_SQUARE, '.', &map);
///     astar_lua_pushgrid(L, map);      // ... and its scripts get the same map
///     lua_setglobal(L, "map");
///     luaL_dofile(L, "game.lua");      // a script edits it: map:set(4, 5, "#")
///     astar_grid_get(map, 3, 4);       // the program sees the edit: '#'
///
///     lua_close(L);
///     astar_grid_free(map);
///
/// Conventions
/// - The program contains `astar.c`, compiled without ASTAR_NO_LUA and with the headers
/// of
///   the same Lua as the program. No other copy of this version of the library may be
///   used in the same Lua state. A copy of another version is a stranger: its grids are
///   not grids here.
/// - Tiles are counted from 1 in scripts, from 0 in C.
/// - `L` may be any coroutine of the Lua state. The functions are called from any C
///   function, and `require "astar"` need not have run before.
/// - Errors are errors of Lua. Call the functions where Lua can catch errors, for example
///   below `lua_pcall`. When memory is short, they raise Lua's own error and leave the
///   references of the grid or the rules as they were.
/// - The stack needs no free places: the functions make room.
/// - A grid belongs to one thread at a time. While a Lua state has a value of a grid,
/// both
///   belong to the same thread.
///
/// Lifetimes
/// - A grid has owners (`astar_grid_retain`, `astar_grid_free`). A value in Lua is one
///   owner, until Lua collects it. The program and its scripts may let go in any order.
/// - A grid that a *program* makes uses the allocator of the program. It may outlive the
///   Lua state.
/// - A grid that a *script* makes uses the allocator of Lua. It must not outlive the Lua
///   state: free it, and everything that was made on it, before `lua_close`. To keep its
///   content, make a copy with an allocator of the program: `astar_grid_clone`.
/// - Rules may outlive the Lua state, also rules that a script makes: they use the C
///   library's allocator. A grid of the program keeps the rules that scripts used on it.
#ifndef ASTAR_LUA_H
#define ASTAR_LUA_H

#include "astar.h"

#ifdef __cplusplus
extern "C" {
#endif

#include <lua.h>

/// What astar.h puts in front of a public function.
#ifndef ASTAR_API
#define ASTAR_API
#endif

// ---------------------------------------------------------------------------- modules

/// Opens the library: pushes the table that `require "astar"` returns; returns 1. Give it
/// to `luaL_requiref` or put it into `package.preload`; `astar_lua_preload` does that.
int luaopen_astar(lua_State *L);

/// Puts "astar" and all helpers ("astar.walker", "astar.crowd", "astar.tiled", ...) into
/// `package.preload`: `require` finds them without files. Nothing runs before a script
/// requires it. Lua's own library `package` must be open: otherwise an error. This
/// function is in `astar_helpers.c`; a program without helpers needs neither.
ASTAR_API void astar_lua_preload(lua_State *L);

// ------------------------------------------------------------------------------ grids

/// The grid at `index`, or NULL when the value there is something else, or a grid that
/// was freed. It runs no script and no finalizer.
///
/// The grid is borrowed: it is valid as long as its value is on the stack or elsewhere in
/// Lua. To keep the grid longer, call `astar_grid_retain`, and later `astar_grid_free`.
ASTAR_API astar_grid *astar_lua_togrid(lua_State *L, int index);

/// Pushes a grid, of a program or of a script. The value in Lua is one more owner of the
/// grid. The caller must own the grid, or borrow it from a value in Lua, until the
/// function returns. An error when `grid` is NULL.
///
/// While a value of this grid is alive in this Lua state, it is that value which is
/// pushed: values of one grid are equal, and can be keys of tables.
///
/// A new value tells the collector of Lua about the memory of the grid. Thus grids that
/// scripts drop are freed soon, but each new value costs time for a large grid. To push a
/// grid often, keep its value, for example in the registry.
ASTAR_API void astar_lua_pushgrid(lua_State *L, astar_grid *grid);

// ------------------------------------------------------------------------------ rules

/// The same for rules. The result is not const, because `astar_rules_retain` changes the
/// number of owners; the content of rules never changes.
ASTAR_API astar_rules *astar_lua_torules(lua_State *L, int index);
ASTAR_API void astar_lua_pushrules(lua_State *L, astar_rules *rules);

#ifdef __cplusplus
}
#endif

#endif
