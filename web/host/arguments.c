// Arguments of the functions of `love`: see arguments.h.

#include "arguments.h"

#include <limits.h>
#include <math.h>
#include <string.h>

// A number without its fraction, at most INT_MAX and at least INT_MIN; 0 for no number
// (NaN).
static int integer_of(double number) {
  if (number >= INT_MAX) return INT_MAX;
  if (number <= INT_MIN) return INT_MIN;
  return isnan(number) ? 0 : (int)number;
}

int check_integer(lua_State *L, int index) {
  return integer_of(luaL_checknumber(L, index));
}

int opt_integer(lua_State *L, int index, int otherwise) {
  return lua_isnoneornil(L, index) ? otherwise : check_integer(L, index);
}

int check_name(lua_State *L, int index, const char *kind, const char *const names[]) {
  const char *name = luaL_checkstring(L, index);
  int i = 0;
  while (names[i] && strcmp(names[i], name) != 0) i++;
  if (names[i]) return i;
  luaL_Buffer text;
  luaL_buffinit(L, &text);
  lua_pushfstring(L, "Invalid %s '%s', expected one of: ", kind, name);
  luaL_addvalue(&text);
  for (i = 0; names[i]; i++) {
    lua_pushfstring(L, i == 0 ? "'%s'" : ", '%s'", names[i]);
    luaL_addvalue(&text);
  }
  luaL_pushresult(&text);
  return luaL_error(L, "%s", lua_tostring(L, -1));
}

int opt_name(lua_State *L, int index, const char *kind, const char *const names[],
             int otherwise) {
  return lua_isnoneornil(L, index) ? otherwise : check_name(L, index, kind, names);
}

bool check_is_filled(lua_State *L, int index) {
  size_t size;
  const char *mode = luaL_checklstring(L, index, &size);
  if (size == 4 && memcmp(mode, "fill", 4) == 0) return true;
  if (size == 4 && memcmp(mode, "line", 4) == 0) return false;
  static const char *const modes[] = {"line", "fill", NULL};
  return check_name(L, index, "draw mode", modes) == 1;
}

// ------------------------------------------------------------------------------ colors

static float part_of_color(double value) {
  return (float)(value > 0 ? value < 1 ? value : 1 : 0);
}

// A part of a color in a table.
static float check_color_part(lua_State *L, int index, int place, double otherwise) {
  int type = lua_rawgeti(L, index, place);
  double value = otherwise;
  if (type != LUA_TNIL || otherwise < 0) {
    int is_number;
    value = lua_tonumberx(L, -1, &is_number);
    if (!is_number) {
      const char *text = lua_pushfstring(L, "number expected at %d of the color, got %s",
                                         place, luaL_typename(L, -1));
      luaL_argerror(L, index, text);
    }
  }
  lua_pop(L, 1);
  return part_of_color(value);
}

void check_color(lua_State *L, int index, float color[4]) {
  float found[4]; // an error leaves `color` as it is
  if (lua_istable(L, index)) {
    for (int i = 0; i < 4; i++)
      found[i] = check_color_part(L, index, i + 1, i < 3 ? -1 : 1);
  } else {
    for (int i = 0; i < 3; i++) found[i] = part_of_color(luaL_checknumber(L, index + i));
    found[3] = part_of_color(luaL_optnumber(L, index + 3, 1));
  }
  memcpy(color, found, sizeof found);
}

// ---------------------------------------------------------------------------- matrices

Matrix check_matrix(lua_State *L, int index) {
  double x = luaL_optnumber(L, index, 0), y = luaL_optnumber(L, index + 1, 0);
  if (lua_gettop(L) < index + 2) return (Matrix){1, 0, 0, 1, x, y};
  double angle = luaL_optnumber(L, index + 2, 0);
  double sx = luaL_optnumber(L, index + 3, 1), sy = luaL_optnumber(L, index + 4, sx);
  double ox = luaL_optnumber(L, index + 5, 0), oy = luaL_optnumber(L, index + 6, 0);
  double kx = luaL_optnumber(L, index + 7, 0), ky = luaL_optnumber(L, index + 8, 0);
  Matrix m =
      matrix_product(matrix_rotation(angle), (Matrix){sx, ky * sy, kx * sx, sy, 0, 0});
  m.e = x, m.f = y;
  return matrix_translated(m, -ox, -oy);
}

// -------------------------------------------------------------------- lists of numbers

int check_numbers(lua_State *L, int index) {
  if (lua_istable(L, index)) {
    lua_Unsigned count = lua_rawlen(L, index);
    return count < 1 << 30 ? (int)count : 1 << 30;
  }
  int count = lua_gettop(L) - index + 1;
  return count > 0 ? count : 0;
}

static void read_table(lua_State *L, int index, float *numbers, int count) {
  for (int i = 0; i < count; i++) {
    lua_rawgeti(L, index, i + 1);
    int is_number;
    numbers[i] = (float)lua_tonumberx(L, -1, &is_number);
    if (!is_number) {
      const char *text = lua_pushfstring(L, "number expected at %d, got %s", i + 1,
                                         luaL_typename(L, -1));
      luaL_argerror(L, index, text);
    }
    lua_pop(L, 1);
  }
}

void read_numbers(lua_State *L, int index, float *numbers, int count) {
  if (lua_istable(L, index))
    read_table(L, index, numbers, count);
  else
    for (int i = 0; i < count; i++) numbers[i] = (float)luaL_checknumber(L, index + i);
}
