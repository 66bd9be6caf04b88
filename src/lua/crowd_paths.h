/// The option `paths` of crowds: a scheduler or a pool searches the paths of
/// `crowd:go_to`.
#ifndef ASTAR_BIND_CROWD_PATHS_H
#define ASTAR_BIND_CROWD_PATHS_H

#include "lua/support.h"

/// Index in the value of a crowd: the state of its requests, or nil.
enum { BIND_CROWD_PATHS = BIND_PART_RULES + 1 };

/// Checks the option `paths` at `index`. The grid of the crowd is at `grid`.
void bind_crowd_check_paths(lua_State *L, const char *who, const char *what, int index,
                            int grid);

/// Lets the object at `index` search the paths of a crowd. nil: nothing happens.
void bind_crowd_set_paths(lua_State *L, int crowd, int index);

/// Whether the crowd at 1 has an object that searches its paths.
bool bind_crowd_has_paths(lua_State *L);

/// Requests all paths that the units of the crowd at 1 wait for, after an order of a
/// unit. Scripts may run.
void bind_crowd_request_paths(lua_State *L, uint32_t unit);

/// The same after an update. Cancels requests whose path no unit waits for any more.
void bind_crowd_update_paths(lua_State *L);

/// Cancels all requests of the crowd at 1, which was closed.
void bind_crowd_cancel_paths(lua_State *L);

#endif
