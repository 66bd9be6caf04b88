// love.graphics: the state of drawing.
//
// Method. The state is in C: its functions only change it. A command that draws sends
// what changed (draw_list.c). push saves the state in an array, pop restores it; as in
// LÖVE, its depth is limited.
//
// Invariant: the font and the canvas of the state, and of saved states, are in a table of
// the registry at `2 * depth + 1` and `2 * depth + 2`, so they are not collected. The
// font is only there.

#include "graphics.h"

#include <math.h>
#include <string.h>

#include "arguments.h"
#include "draw_list.h"
#include "transform.h"

enum { MAX_DEPTH = 128 };

#define INITIAL                                                                          \
  { .background = {0, 0, 0, 1}, .point_size = 1, .is_smooth = true }

GraphicsState graphics_state = INITIAL;
static const GraphicsState graphics_default = INITIAL;

// States that push saved.
static struct {
  bool is_all; // else only the transform
  DrawState draw;
  GraphicsState graphics;
} saved[MAX_DEPTH];
static int depth;

// ----------------------------------------------------------------------------- anchors

static char anchors;

// Pushes the table. A program can remove it: debug.getregistry.
static void push_anchors(lua_State *L) {
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, &anchors) != LUA_TTABLE) {
    luaL_error(L, "the registry has lost the state of love.graphics");
  }
}

// Anchors the object at `index` (0: none) for the current depth. `place` is 1 or 2.
static void anchor(lua_State *L, int place, int index) {
  if (index != 0) index = lua_absindex(L, index);
  push_anchors(L);
  if (index == 0) {
    lua_pushnil(L);
  } else {
    lua_pushvalue(L, index);
  }
  lua_rawseti(L, -2, 2 * depth + place);
  lua_pop(L, 1);
}

static void push_anchored(lua_State *L, int place) {
  push_anchors(L);
  lua_rawgeti(L, -1, 2 * depth + place);
  lua_remove(L, -2);
}

// Anchors the objects of the depth before for this one, too.
static void copy_anchors(lua_State *L) {
  push_anchors(L);
  for (int place = 1; place <= 2; place++) {
    lua_rawgeti(L, -1, 2 * (depth - 1) + place);
    lua_rawseti(L, -2, 2 * depth + place);
  }
  lua_pop(L, 1);
}

void set_font(lua_State *L, int index) { anchor(L, 1, index); }

void set_canvas(lua_State *L, int index) {
  anchor(L, 2, index);
  graphics_state.canvas = index ? lua_touserdata(L, index) : NULL;
  draw_state.canvas = graphics_state.canvas ? graphics_state.canvas->number : 0;
}

void push_state_font(lua_State *L) { push_anchored(L, 1); }

void push_canvas(lua_State *L) {
  push_anchored(L, 2);
  if (graphics_state.canvas) return;
  lua_pop(L, 1); // a released one
  lua_pushnil(L);
}

void forget_canvas(const Picture *canvas) {
  for (int i = 0; i < depth; i++) {
    if (saved[i].graphics.canvas != canvas) continue;
    saved[i].graphics.canvas = NULL;
    saved[i].draw.canvas = 0;
  }
  if (graphics_state.canvas != canvas) return;
  graphics_state.canvas = NULL;
  draw_state.canvas = 0;
}

// ------------------------------------------------------------------------------- stack

static int graphics_push(lua_State *L) {
  static const char *const kinds[] = {"all", "transform", NULL};
  int kind = opt_name(L, 1, "graphics stack type", kinds, 1);
  if (depth == MAX_DEPTH) {
    return luaL_error(L, "Maximum stack depth reached (more pushes than pops?)");
  }
  saved[depth].is_all = kind == 0;
  saved[depth].draw = draw_state;
  saved[depth].graphics = graphics_state;
  depth++;
  copy_anchors(L);
  return 0;
}

static int graphics_pop(lua_State *L) {
  if (depth == 0)
    return luaL_error(L, "Minimum stack depth reached (more pops than pushes?)");
  bool is_all = saved[depth - 1].is_all;
  if (is_all) {
    anchor(L, 1, 0);
    anchor(L, 2, 0);
    depth--;
    draw_state = saved[depth].draw;
    graphics_state = saved[depth].graphics;
    return 0;
  }
  push_anchored(L, 1); // font and canvas stay as they are now
  push_anchored(L, 2);
  anchor(L, 1, 0);
  anchor(L, 2, 0);
  depth--;
  anchor(L, 1, -2);
  anchor(L, 2, -1);
  draw_state.transform = saved[depth].draw.transform;
  return 0;
}

static int graphics_stack_depth(lua_State *L) {
  lua_pushinteger(L, depth);
  return 1;
}

static int graphics_reset(lua_State *L) {
  draw_state = draw_state_default;
  graphics_state = graphics_default;
  set_font(L, 0);
  set_canvas(L, 0);
  return 0;
}

// ------------------------------------------------------------------------------ colors

static int graphics_set_color(lua_State *L) {
  check_color(L, 1, draw_state.color);
  return 0;
}

static int graphics_get_color(lua_State *L) { return push_color(L, draw_state.color); }

static int graphics_set_background_color(lua_State *L) {
  check_color(L, 1, graphics_state.background);
  return 0;
}

static int graphics_get_background_color(lua_State *L) {
  return push_color(L, graphics_state.background);
}

// clear(), clear(color), clear(r, g, b, a), clear(false): not at all. What follows the
// color (stencil, depth) has no effect.
static int graphics_clear(lua_State *L) {
  float color[4] = {0, 0, 0, 0};
  if (lua_isboolean(L, 1) && !lua_toboolean(L, 1)) return 0;
  if (!lua_isnoneornil(L, 1) && !lua_isboolean(L, 1)) check_color(L, 1, color);
  float *numbers = draw_list_add(L, DRAW_CLEAR, 4);
  memcpy(numbers, color, sizeof color);
  return 0;
}

static const char *const blend_names[] = {"alpha",   "add",    "subtract", "multiply",
                                          "lighten", "darken", "screen",   "replace",
                                          "none",    NULL};
static const Blend blends[] = {BLEND_ALPHA,    BLEND_ADD,     BLEND_SUBTRACT,
                               BLEND_MULTIPLY, BLEND_LIGHTEN, BLEND_DARKEN,
                               BLEND_SCREEN,   BLEND_REPLACE, BLEND_REPLACE};

static int graphics_set_blend_mode(lua_State *L) {
  static const char *const alpha_names[] = {"alphamultiply", "premultiplied", NULL};
  int mode = check_name(L, 1, "blend mode", blend_names);
  int alpha = opt_name(L, 2, "blend alpha mode", alpha_names, 0);
  Blend blend = blends[mode];
  bool needs_premultiplied =
      blend == BLEND_MULTIPLY || blend == BLEND_LIGHTEN || blend == BLEND_DARKEN;
  if (needs_premultiplied && alpha == 0) {
    return luaL_error(L, "The '%s' blend mode must be used with premultiplied alpha.",
                      blend_names[mode]);
  }
  draw_state.blend = blend;
  graphics_state.blend_mode = mode;
  graphics_state.is_premultiplied = alpha == 1;
  return 0;
}

static int graphics_get_blend_mode(lua_State *L) {
  lua_pushstring(L, blend_names[graphics_state.blend_mode]);
  lua_pushstring(L, graphics_state.is_premultiplied ? "premultiplied" : "alphamultiply");
  return 2;
}

// -------------------------------------------------------------------------- transforms

static int graphics_origin(lua_State *L) {
  (void)L;
  draw_state.transform = matrix_identity;
  return 0;
}

static int graphics_translate(lua_State *L) {
  transform_translate(L, &draw_state.transform, 1);
  return 0;
}

static int graphics_scale(lua_State *L) {
  transform_scale(L, &draw_state.transform, 1);
  return 0;
}

static int graphics_rotate(lua_State *L) {
  transform_rotate(L, &draw_state.transform, 1);
  return 0;
}

static int graphics_shear(lua_State *L) {
  transform_shear(L, &draw_state.transform, 1);
  return 0;
}

static int graphics_apply_transform(lua_State *L) {
  draw_state.transform =
      matrix_product(draw_state.transform, check_transform(L, 1)->matrix);
  return 0;
}

static int graphics_replace_transform(lua_State *L) {
  draw_state.transform = check_transform(L, 1)->matrix;
  return 0;
}

static int graphics_transform_point(lua_State *L) {
  return transform_push_point(L, draw_state.transform, 1);
}

static int graphics_inverse_transform_point(lua_State *L) {
  return transform_push_point(L, matrix_inverse(draw_state.transform), 1);
}

// ----------------------------------------------------------------------------- scissor

static void set_scissor(double x, double y, double width, double height) {
  const float scissor[5] = {1, (float)x, (float)y, (float)width, (float)height};
  memcpy(draw_state.scissor, scissor, sizeof scissor);
}

// Reads a rectangle of whole pixels.
static void check_scissor(lua_State *L, double box[4]) {
  for (int i = 0; i < 4; i++) box[i] = check_integer(L, i + 1);
  if (box[2] < 0 || box[3] < 0) {
    luaL_error(L, "Can't set scissor with negative width and/or height.");
  }
}

static int graphics_set_scissor(lua_State *L) {
  int count = lua_gettop(L);
  if (count == 0 || (count == 4 && lua_isnil(L, 1) && lua_isnil(L, 2) &&
                     lua_isnil(L, 3) && lua_isnil(L, 4))) {
    memset(draw_state.scissor, 0, sizeof draw_state.scissor);
    return 0;
  }
  double box[4];
  check_scissor(L, box);
  set_scissor(box[0], box[1], box[2], box[3]);
  return 0;
}

static int graphics_intersect_scissor(lua_State *L) {
  double box[4];
  check_scissor(L, box);
  const float *old = draw_state.scissor;
  if (old[0] != 0) {
    double right = fmin(box[0] + box[2], (double)(old[1] + old[3]));
    double bottom = fmin(box[1] + box[3], (double)(old[2] + old[4]));
    box[0] = fmax(box[0], (double)old[1]);
    box[1] = fmax(box[1], (double)old[2]);
    box[2] = fmax(0, right - box[0]);
    box[3] = fmax(0, bottom - box[1]);
  }
  set_scissor(box[0], box[1], box[2], box[3]);
  return 0;
}

static int graphics_get_scissor(lua_State *L) {
  if (draw_state.scissor[0] == 0) return 0;
  for (int i = 1; i <= 4; i++)
    lua_pushinteger(L, integer_of((double)draw_state.scissor[i]));
  return 4;
}

// ------------------------------------------------------------------------------- lines

// The joins of DrawState are 0 miter, 1 bevel, 2 none.
static const char *const join_names[] = {"none", "miter", "bevel", NULL};
static const char *const style_names[] = {"rough", "smooth", NULL};

static int graphics_set_line_width(lua_State *L) {
  draw_state.line_width = (float)luaL_checknumber(L, 1);
  return 0;
}

static int graphics_get_line_width(lua_State *L) {
  lua_pushnumber(L, (lua_Number)draw_state.line_width);
  return 1;
}

static int graphics_set_line_join(lua_State *L) {
  draw_state.join = (check_name(L, 1, "line join", join_names) + 2) % 3;
  return 0;
}

static int graphics_get_line_join(lua_State *L) {
  lua_pushstring(L, join_names[(draw_state.join + 1) % 3]);
  return 1;
}

static int graphics_set_line_style(lua_State *L) {
  graphics_state.is_smooth = check_name(L, 1, "line style", style_names) == 1;
  return 0;
}

static int graphics_get_line_style(lua_State *L) {
  lua_pushstring(L, style_names[graphics_state.is_smooth]);
  return 1;
}

static int graphics_set_point_size(lua_State *L) {
  graphics_state.point_size = (float)luaL_checknumber(L, 1);
  return 0;
}

static int graphics_get_point_size(lua_State *L) {
  lua_pushnumber(L, (lua_Number)graphics_state.point_size);
  return 1;
}

// ------------------------------------------------------------------------------ canvas

// setCanvas(), setCanvas(canvas), setCanvas { canvas }.
static int graphics_set_canvas(lua_State *L) {
  lua_settop(L, 1);
  if (lua_istable(L, 1)) {
    if (lua_rawlen(L, 1) > 1) {
      return luaL_error(L, "several canvases at once are not in this browser's love");
    }
    lua_rawgeti(L, 1, 1);
    lua_replace(L, 1);
    if (lua_istable(L, 1)) lua_rawgeti(L, 1, 1), lua_replace(L, 1);
  }
  if (!lua_isnil(L, 1)) object_check(L, 1, &canvas_type);
  set_canvas(L, lua_isnil(L, 1) ? 0 : 1);
  return 0;
}

static int graphics_get_canvas(lua_State *L) {
  push_canvas(L);
  return 1;
}

// ----------------------------------------------------------------------------- library

static const luaL_Reg functions[] = {
    {"push", graphics_push},
    {"pop", graphics_pop},
    {"getStackDepth", graphics_stack_depth},
    {"reset", graphics_reset},
    {"setColor", graphics_set_color},
    {"getColor", graphics_get_color},
    {"setBackgroundColor", graphics_set_background_color},
    {"getBackgroundColor", graphics_get_background_color},
    {"clear", graphics_clear},
    {"setBlendMode", graphics_set_blend_mode},
    {"getBlendMode", graphics_get_blend_mode},
    {"origin", graphics_origin},
    {"translate", graphics_translate},
    {"scale", graphics_scale},
    {"rotate", graphics_rotate},
    {"shear", graphics_shear},
    {"applyTransform", graphics_apply_transform},
    {"replaceTransform", graphics_replace_transform},
    {"transformPoint", graphics_transform_point},
    {"inverseTransformPoint", graphics_inverse_transform_point},
    {"setScissor", graphics_set_scissor},
    {"intersectScissor", graphics_intersect_scissor},
    {"getScissor", graphics_get_scissor},
    {"setLineWidth", graphics_set_line_width},
    {"getLineWidth", graphics_get_line_width},
    {"setLineJoin", graphics_set_line_join},
    {"getLineJoin", graphics_get_line_join},
    {"setLineStyle", graphics_set_line_style},
    {"getLineStyle", graphics_get_line_style},
    {"setPointSize", graphics_set_point_size},
    {"getPointSize", graphics_get_point_size},
    {"setCanvas", graphics_set_canvas},
    {"getCanvas", graphics_get_canvas},
    {NULL, NULL},
};

void open_graphics(lua_State *L) {
  lua_createtable(L, 2 * MAX_DEPTH + 2, 0); // so push allocates nothing, and cannot fail
  lua_rawsetp(L, LUA_REGISTRYINDEX, &anchors);
  luaL_setfuncs(L, functions, 0);
}
