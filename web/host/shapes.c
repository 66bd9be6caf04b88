// love.graphics: rectangles, circles, polygons, lines and points.

#include <math.h>

#include "arguments.h"
#include "draw_list.h"
#include "graphics.h"

static const double turn = 6.283185307179586;

static int shapes_rectangle(lua_State *L) {
  bool is_filled = check_is_filled(L, 1);
  double x = luaL_checknumber(L, 2), y = luaL_checknumber(L, 3);
  double width = luaL_checknumber(L, 4), height = luaL_checknumber(L, 5);
  double rx = luaL_optnumber(L, 6, 0), ry = luaL_optnumber(L, 7, rx);
  opt_integer(L, 8, 0); // the count of segments
  if (width < 0) x += width, width = -width;
  if (height < 0) y += height, height = -height;
  float *numbers = draw_list_add(L, DRAW_RECTANGLE, 7);
  numbers[0] = is_filled;
  numbers[1] = (float)x, numbers[2] = (float)y;
  numbers[3] = (float)width, numbers[4] = (float)height;
  numbers[5] = (float)fmin(rx, width / 2), numbers[6] = (float)fmin(ry, height / 2);
  return 0;
}

// An ellipse of so few straight segments that they can be seen.
static void draw_segments(lua_State *L, bool is_filled, const double box[4],
                          int segments) {
  float *numbers = draw_list_add(L, DRAW_POLYGON, 1 + 2 * segments);
  *numbers++ = is_filled;
  for (int i = 0; i < segments; i++) {
    double angle = turn * i / segments;
    *numbers++ = (float)(box[0] + box[2] * cos(angle));
    *numbers++ = (float)(box[1] + box[3] * sin(angle));
  }
}

// `box`: the center and the two radii. `segments`: an index of the stack.
static int draw_ellipse(lua_State *L, bool is_filled, const double box[4],
                        int segments_index) {
  const int few = 24; // with more, it cannot be seen that the segments are straight
  int segments = opt_integer(L, segments_index, few);
  if (segments < few) {
    if (segments >= 3) draw_segments(L, is_filled, box, segments);
    return 0;
  }
  float *numbers = draw_list_add(L, DRAW_ELLIPSE, 5);
  numbers[0] = is_filled;
  for (int i = 0; i < 4; i++) numbers[i + 1] = (float)box[i];
  return 0;
}

static int shapes_circle(lua_State *L) {
  bool is_filled = check_is_filled(L, 1);
  double x = luaL_checknumber(L, 2), y = luaL_checknumber(L, 3),
         radius = luaL_checknumber(L, 4);
  const double box[4] = {x, y, radius, radius};
  return draw_ellipse(L, is_filled, box, 5);
}

static int shapes_ellipse(lua_State *L) {
  bool is_filled = check_is_filled(L, 1);
  double x = luaL_checknumber(L, 2), y = luaL_checknumber(L, 3),
         rx = luaL_checknumber(L, 4);
  const double box[4] = {x, y, rx, luaL_optnumber(L, 5, rx)};
  return draw_ellipse(L, is_filled, box, 6);
}

// arc(mode [, kind], x, y, radius, angle1, angle2 [, segments])
static int shapes_arc(lua_State *L) {
  static const char *const kinds[] = {"open", "closed", "pie", NULL};
  static const int numbers_of_kinds[] = {1, 2, 0}; // in the draw list
  bool is_filled = check_is_filled(L, 1);
  bool has_kind = lua_type(L, 2) == LUA_TSTRING && !lua_isnumber(L, 2);
  int kind = has_kind ? check_name(L, 2, "arc mode", kinds) : 2, at = has_kind ? 3 : 2;
  double values[5];
  for (int i = 0; i < 5; i++) values[i] = luaL_checknumber(L, at + i);
  double angle = values[4] - values[3];
  if (angle == 0) return 0;
  if (fabs(angle) >= turn) {
    const double box[4] = {values[0], values[1], values[2], values[2]};
    return draw_ellipse(L, is_filled, box, at + 5);
  }
  opt_integer(L, at + 5, 0); // the count of segments
  float *numbers = draw_list_add(L, DRAW_ARC, 7);
  numbers[0] = is_filled, numbers[1] = (float)numbers_of_kinds[kind];
  for (int i = 0; i < 5; i++) numbers[i + 2] = (float)values[i];
  return 0;
}

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
  if (count % 2 != 0) {
    return luaL_error(L, "Number of vertex components must be a multiple of two");
  }
  if (count < 6) return luaL_error(L, "Need at least three vertices to draw a polygon");
  *draw_coordinates(L, DRAW_POLYGON, 1, 2, count) = is_filled;
  return 0;
}

static int shapes_line(lua_State *L) {
  if (!lua_istable(L, 1) && !lua_isnumber(L, 1)) luaL_typeerror(L, 1, "table or number");
  int count = check_numbers(L, 1);
  if (count % 2 != 0) {
    return luaL_error(L, "Number of vertex components must be a multiple of two.");
  }
  if (count < 4) return luaL_error(L, "Need at least two vertices to draw a line.");
  draw_coordinates(L, DRAW_POLYLINE, 0, 1, count);
  return 0;
}

// points { { x, y [, r, g, b [, a]] }, ... }
static void draw_colored_points(lua_State *L, int count) {
  const DrawState before = draw_state;
  for (int i = 1; i <= count; i++) {
    if (lua_rawgeti(L, 1, i) != LUA_TTABLE) {
      draw_state = before;
      luaL_argerror(L, 1, "a list of tables expected");
    }
    float point[6] = {0, 0, 1, 1, 1, 1};
    int numbers_count = check_numbers(L, -1);
    for (int k = 0; k < 6 && k < numbers_count; k++) {
      lua_rawgeti(L, -1, k + 1);
      point[k] = (float)lua_tonumber(L, -1);
      lua_pop(L, 1);
    }
    for (int k = 0; k < 4; k++) draw_state.color[k] = before.color[k] * point[k + 2];
    float *numbers = draw_list_add(L, DRAW_POINTS, 3);
    numbers[0] = graphics_state.point_size;
    numbers[1] = point[0], numbers[2] = point[1];
    lua_pop(L, 1);
  }
  draw_state = before;
}

static int shapes_points(lua_State *L) {
  int count = check_numbers(L, 1);
  if (lua_istable(L, 1) && count > 0 && lua_rawgeti(L, 1, 1) == LUA_TTABLE) {
    draw_colored_points(L, count);
    return 0;
  }
  if (count % 2 != 0) {
    return luaL_error(L, "Number of vertex components must be a multiple of two");
  }
  if (count == 0) return 0;
  *draw_coordinates(L, DRAW_POINTS, 1, 1, count) = graphics_state.point_size;
  return 0;
}

static const luaL_Reg functions[] = {
    {"rectangle", shapes_rectangle}, {"circle", shapes_circle},
    {"ellipse", shapes_ellipse},     {"arc", shapes_arc},
    {"polygon", shapes_polygon},     {"line", shapes_line},
    {"points", shapes_points},       {NULL, NULL},
};

void open_shapes(lua_State *L) { luaL_setfuncs(L, functions, 0); }
