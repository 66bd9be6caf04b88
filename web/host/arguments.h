// Arguments of the functions of `love`. Errors have the texts of LÖVE.
#ifndef WEB_ARGUMENTS_H
#define WEB_ARGUMENTS_H

#include <stdbool.h>

#include <lauxlib.h>
#include <lua.h>

#include "matrix.h"

// An integer: as in LuaJIT, 2.5 is 2, and 1e300 is INT_MAX.
int check_integer(lua_State *L, int index);
int opt_integer(lua_State *L, int index, int otherwise);

// The place of a name in a list that ends with NULL. `kind` is for the error: "draw
// mode".
int check_name(lua_State *L, int index, const char *kind, const char *const names[]);
int opt_name(lua_State *L, int index, const char *kind, const char *const names[],
             int otherwise);

// "fill" or "line".
bool check_is_filled(lua_State *L, int index);

// A color at `color`, 3 or 4 numbers or a table of them, from 0 to 1. What is outside is
// clamped.
void check_color(lua_State *L, int index, float color[4]);

// A matrix from x, y, r, sx, sy, ox, oy, kx, ky, all optional.
Matrix check_matrix(lua_State *L, int index);

// How many numbers there are: in the table at `index`, or as arguments from `index` on.
int check_numbers(lua_State *L, int index);

// Writes the first `count` of them.
void read_numbers(lua_State *L, int index, float *numbers, int count);

#endif
