// The parts of astar.wasm beside Lua and the module, and what they import from the page.
#ifndef WEB_HOST_H
#define WEB_HOST_H

#include <lauxlib.h>
#include <lua.h>

#define EXPORT(name) __attribute__((export_name(#name)))
#define IMPORT(name) __attribute__((import_module("page"), import_name(#name)))

// The time since the page was opened [milliseconds].
IMPORT(now) double page_now(void);

// Opens the functions in C of `love`, which the files of web/love use: require
// "love.host".
int host_open_love(lua_State *L);

#endif
