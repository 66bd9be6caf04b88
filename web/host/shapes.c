// love.graphics: rectangles, circles, polygons and lines.

#include <math.h>

#include "arguments.h"
#include "draw_list.h"
#include "graphics.h"

// rectangle(mode, x, y, width, height, rx, ry)
static int shapes_rectangle(lua_State *L) {
  bool is_filled = check_is_filled(L, 1);
  double x = luaL_checknumber(L, 2), y = luaL_checknumber(L, 3);
  double width = luaL_checknumber(L, 4), height = luaL_checknumber(L, 5);
  double rx = luaL_optnumber(L, 6, 0), ry = luaL_optnumber(L, 7, rx);
  if (width < 0) x += width, width = -width;
  if (height < 0) y += height, height = -height;
  float *numbers = draw_list_add(L, DRAW_RECTANGLE, 7);
  numbers[0] = is_filled;
  numbers[1] = (float)x, numbers[2] = (float)y;
  numbers[3] = (float)width, numbers[4] = (float)height;
  numbers[5] = (float)fmin(rx, width / 2), numbers[6] = (float)fmin(ry, height / 2);
  return 0;
}

// ellipse(mode, x, y, rx, ry), circle(mode, x, y, radius)
static int draw_ellipse(lua_State *L, int ry_index) {
  bool is_filled = check_is_filled(L, 1);
  float box[4];
  for (int i = 0; i < 3; i++) box[i] = (float)luaL_checknumber(L, i + 2);
  box[3] = (float)luaL_checknumber(L, ry_index);
  float *numbers = draw_list_add(L, DRAW_ELLIPSE, 5);
  numbers[0] = is_filled;
  for (int i = 0; i < 4; i++) numbers[i + 1] = box[i];
  return 0;
}

static int shapes_circle(lua_State *L) { return draw_ellipse(L, 4); }
static int shapes_ellipse(lua_State *L) { return draw_ellipse(L, 5); }

// Adds a command of `before` numbers and then coordinates. Returns the numbers before
// them.
static float *draw_coordinates(lua_State *L, DrawOperation operation, int before,
                               int index, int count) {
  float *numbers = draw_list_room(L, before + count);
  read_numbers(L, index, numbers + before, count);
  draw_list_commit(operation, before + count);
  return numbers;
}

static int shapes_polygon(lua_State *L) {
  bool is_filled = check_is_filled(L, 1);
  int count = check_numbers(L, 2);
  if (count % 2 != 0)
    return luaL_error(L, "Number of vertex components must be a multiple of two");
  if (count < 6) return luaL_error(L, "Need at least three vertices to draw a polygon");
  *draw_coordinates(L, DRAW_POLYGON, 1, 2, count) = is_filled;
  return 0;
}

static int shapes_line(lua_State *L) {
  int count = check_numbers(L, 1);
  if (count % 2 != 0)
    return luaL_error(L, "Number of vertex components must be a multiple of two.");
  if (count < 4) return luaL_error(L, "Need at least two vertices to draw a line.");
  draw_coordinates(L, DRAW_POLYLINE, 0, 1, count);
  return 0;
}

static const luaL_Reg functions[] = {
    {"rectangle", shapes_rectangle}, {"circle", shapes_circle},
    {"ellipse", shapes_ellipse},     {"polygon", shapes_polygon},
    {"line", shapes_line},           {NULL, NULL},
};

void open_shapes(lua_State *L) { luaL_setfuncs(L, functions, 0); }
