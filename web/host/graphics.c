// love.graphics: the state of drawing.
//
// Method. The state is in C: its functions only change it. A command that draws sends
// what changed (draw_list.c). push saves the state in an array, pop restores it; as in
// LÖVE, its depth is limited.
//
// Invariant: the font and the canvas of the state, and of saved states, are in a table of
// the registry at `2 * depth + FONT` and `2 * depth + CANVAS`, so they are not collected.
// The font is only there.

#include "graphics.h"

#include <string.h>

#include "arguments.h"
#include "draw_list.h"

enum { MAX_DEPTH = 128 };
enum { FONT = 1, CANVAS = 2 };

static float background[4] = {0, 0, 0, 1};

// States that push saved.
static struct {
  bool is_all; // else only the transform
  DrawState draw;
} saved[MAX_DEPTH];
static int depth;

// ----------------------------------------------------------------------------- anchors

static char anchors;

// Pushes the table. A program can remove it: debug.getregistry.
static void push_anchors(lua_State *L) {
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, &anchors) != LUA_TTABLE)
    luaL_error(L, "the registry has lost the state of love.graphics");
}

// Pops an object, and anchors it for the current depth.
static void anchor(lua_State *L, int place) {
  push_anchors(L);
  lua_insert(L, -2);
  lua_rawseti(L, -2, 2 * depth + place);
  lua_pop(L, 1);
}

static void push_anchored(lua_State *L, int place) {
  push_anchors(L);
  lua_rawgeti(L, -1, 2 * depth + place);
  lua_remove(L, -2);
}

// Moves to another depth, with the font and the canvas.
static void move_to(lua_State *L, int other) {
  push_anchored(L, FONT);
  push_anchored(L, CANVAS);
  depth = other;
  anchor(L, CANVAS);
  anchor(L, FONT);
}

void set_font(lua_State *L) { anchor(L, FONT); }

void push_state_font(lua_State *L) { push_anchored(L, FONT); }

void set_canvas(lua_State *L, int number) {
  anchor(L, CANVAS);
  draw_state.canvas = number;
}

void push_canvas(lua_State *L) { push_anchored(L, CANVAS); }

void forget_canvas(int number) {
  for (int i = 0; i < depth; i++)
    if (saved[i].draw.canvas == number) saved[i].draw.canvas = 0;
  if (draw_state.canvas == number) draw_state.canvas = 0;
}

// ------------------------------------------------------------------------------- stack

static int graphics_push(lua_State *L) {
  static const char *const kinds[] = {"all", "transform", NULL};
  int kind = opt_name(L, 1, "graphics stack type", kinds, 1);
  if (depth == MAX_DEPTH)
    return luaL_error(L, "Maximum stack depth reached (more pushes than pops?)");
  saved[depth].is_all = kind == 0;
  saved[depth].draw = draw_state;
  move_to(L, depth + 1);
  return 0;
}

static int graphics_pop(lua_State *L) {
  if (depth == 0)
    return luaL_error(L, "Minimum stack depth reached (more pops than pushes?)");
  const DrawState *before = &saved[depth - 1].draw;
  if (saved[depth - 1].is_all) {
    push_anchors(L); // an error leaves the depth as it is
    depth--;
    draw_state = *before;
  } else {
    move_to(L, depth - 1); // font and canvas stay as they are now
    draw_state.transform = before->transform;
  }
  return 0;
}

// ------------------------------------------------------------------------------ colors

static int graphics_set_color(lua_State *L) {
  check_color(L, 1, draw_state.color);
  return 0;
}

static int graphics_set_background_color(lua_State *L) {
  check_color(L, 1, background);
  return 0;
}

static int graphics_get_background_color(lua_State *L) {
  for (int i = 0; i < 4; i++) lua_pushnumber(L, (lua_Number)background[i]);
  return 4;
}

// clear(), clear(color), clear(r, g, b, a)
static int graphics_clear(lua_State *L) {
  float color[4] = {0, 0, 0, 0};
  if (!lua_isnoneornil(L, 1)) check_color(L, 1, color);
  memcpy(draw_list_add(L, DRAW_CLEAR, 4), color, sizeof color);
  return 0;
}

// -------------------------------------------------------------------------- transforms

static int graphics_origin(lua_State *L) {
  (void)L;
  draw_state.transform = matrix_identity;
  return 0;
}

static int graphics_translate(lua_State *L) {
  double x = luaL_checknumber(L, 1), y = luaL_checknumber(L, 2);
  draw_state.transform = matrix_translated(draw_state.transform, x, y);
  return 0;
}

static int graphics_scale(lua_State *L) {
  double x = luaL_optnumber(L, 1, 1), y = luaL_optnumber(L, 2, x);
  draw_state.transform = matrix_product(draw_state.transform, (Matrix){x, 0, 0, y, 0, 0});
  return 0;
}

static int graphics_inverse_transform_point(lua_State *L) {
  double x = luaL_checknumber(L, 1), y = luaL_checknumber(L, 2);
  Matrix moved = matrix_translated(matrix_inverse(draw_state.transform), x, y);
  lua_pushnumber(L, moved.e);
  lua_pushnumber(L, moved.f);
  return 2;
}

// --------------------------------------------------------------------- scissor and lines

// setScissor(), setScissor(x, y, width, height) [whole pixels]
static int graphics_set_scissor(lua_State *L) {
  float scissor[5] = {0};
  if (lua_gettop(L) > 0) {
    scissor[0] = 1;
    for (int i = 1; i <= 4; i++) scissor[i] = (float)check_integer(L, i);
    if (scissor[3] < 0 || scissor[4] < 0)
      return luaL_error(L, "Can't set scissor with negative width and/or height.");
  }
  memcpy(draw_state.scissor, scissor, sizeof scissor);
  return 0;
}

static int graphics_set_line_width(lua_State *L) {
  draw_state.line_width = (float)luaL_checknumber(L, 1);
  return 0;
}

// The page has no lines without joins: "none" is "bevel".
static int graphics_set_line_join(lua_State *L) {
  static const char *const joins[] = {"none", "miter", "bevel", NULL};
  draw_state.is_bevel = check_name(L, 1, "line join", joins) != 1;
  return 0;
}

// ----------------------------------------------------------------------------- library

static const luaL_Reg functions[] = {
    {"push", graphics_push},
    {"pop", graphics_pop},
    {"setColor", graphics_set_color},
    {"setBackgroundColor", graphics_set_background_color},
    {"getBackgroundColor", graphics_get_background_color},
    {"clear", graphics_clear},
    {"origin", graphics_origin},
    {"translate", graphics_translate},
    {"scale", graphics_scale},
    {"inverseTransformPoint", graphics_inverse_transform_point},
    {"setScissor", graphics_set_scissor},
    {"setLineWidth", graphics_set_line_width},
    {"setLineJoin", graphics_set_line_join},
    {NULL, NULL},
};

void open_graphics(lua_State *L) {
  lua_createtable(L, 2 * MAX_DEPTH + 2, 0); // so push allocates nothing, and cannot fail
  lua_rawsetp(L, LUA_REGISTRYINDEX, &anchors);
  luaL_setfuncs(L, functions, 0);
}
