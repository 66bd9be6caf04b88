// love.graphics: images, canvases, quads, and how they are drawn.
//
// The page has the pixels. It releases them when the program has released the object, or
// when Lua has collected it, but not before it has played the commands that draw it.
//
// Limit. Lua does not know how much memory pictures need: after 64 MB of new ones, all
// garbage is collected; those that are alive have at most 512 MB. Each takes some memory
// beside its pixels, measured in Chromium: 3 kB as an image, 19 kB as a canvas.

#include <math.h>
#include <string.h>

#include "arguments.h"
#include "draw_list.h"
#include "graphics.h"
#include "page.h"

enum { MAX_SIDE = 16384 };
static const double collect_bytes = 64e6, limit_bytes = 512e6;

static const double picture_bytes = 16384; // beside its pixels

static double new_bytes; // since the last collection

// Of images and canvases that are alive, and of their pixels.
static struct {
  int images, canvases;
  double bytes;
} picture_counts;

// Of those that the page releases when it has played the list with this serial number.
static double ended_bytes;
static uint32_t ended_serial;

// Whether there is room for more in the page.
static bool has_room(double bytes) {
  double ended = ended_serial == draw_list_serial() ? ended_bytes : 0;
  double own = picture_bytes * (picture_counts.images + picture_counts.canvases);
  return picture_counts.bytes + own + ended + bytes <= limit_bytes;
}

static void ensure_bytes(lua_State *L, double bytes) {
  new_bytes += bytes;
  if (new_bytes > collect_bytes || !has_room(bytes)) {
    lua_gc(L, LUA_GCCOLLECT);
    new_bytes = bytes;
  }
  if (!has_room(bytes)) luaL_error(L, "not enough memory for images: more than 512 MB");
}

static void count_picture(const Picture *picture, int sign) {
  picture_counts.bytes += sign * picture->bytes;
  if (picture->is_canvas) {
    picture_counts.canvases += sign;
  } else {
    picture_counts.images += sign;
  }
}

static void end_picture(void *object) {
  Picture *picture = object;
  if (picture->number == 0) return;
  if (picture->is_canvas) forget_canvas(picture);
  count_picture(picture, -1);
  if (!draw_list_release(picture->number)) {
    if (ended_serial != draw_list_serial()) ended_bytes = 0;
    ended_serial = draw_list_serial();
    ended_bytes += picture->bytes + picture_bytes;
  }
}

Picture *test_picture(lua_State *L, int index) {
  Picture *picture = object_test(L, index, &image_type);
  return picture ? picture : object_test(L, index, &canvas_type);
}

Picture *check_picture(lua_State *L, int index) {
  Picture *picture = test_picture(L, index);
  if (!picture) luaL_typeerror(L, index, "Texture");
  object_check_alive(L, &picture->object);
  return picture;
}

// ------------------------------------------------------------------------------ images

// Pushes a picture, whose pixels the caller defines.
static Picture *new_picture(lua_State *L, const Type *type, int width, int height) {
  if (width > MAX_SIDE || height > MAX_SIDE) {
    luaL_error(L, "Cannot create texture: %d x %d pixels is too large, at most %d", width,
               height, MAX_SIDE);
  }
  bool is_canvas = type == &canvas_type;
  double scale = is_canvas ? page_canvas_scale(width, height) : 1;
  double bytes = 4.0 * width * height * scale * scale;
  ensure_bytes(L, bytes + picture_bytes);
  Picture *picture = object_new(L, type, sizeof *picture, 0);
  picture->number = draw_list_new_number(L);
  picture->width = width;
  picture->height = height;
  picture->bytes = bytes;
  picture->is_canvas = is_canvas;
  picture->is_nearest = graphics_state.is_nearest;
  picture->anisotropy = 1;
  count_picture(picture, 1);
  return picture;
}

// newImage(image data). Images from files are made by newImageFile.
static int pictures_new_image(lua_State *L) {
  const ImageData *data = object_check(L, 1, &image_data_type);
  Picture *picture = new_picture(L, &image_type, data->width, data->height);
  page_define_image(picture->number, data->pixels, data->width, data->height);
  if (picture->is_nearest) page_set_filter(picture->number, 1);
  return 1;
}

// newImageFile(path): an image from a file of the page, or nil without such an image.
static int pictures_new_image_file(lua_State *L) {
  size_t size;
  const char *path = luaL_checklstring(L, 1, &size);
  Picture *picture = new_picture(L, &image_type, 0, 0);
  uint32_t sides = page_define_image_file(picture->number, path, (int)size);
  if (sides == 0) return 0;
  picture->width = (int)(sides & 0xffff);
  picture->height = (int)(sides >> 16);
  picture->bytes = 4.0 * picture->width * picture->height;
  picture_counts.bytes += picture->bytes;
  new_bytes += picture->bytes;
  if (picture->is_nearest) page_set_filter(picture->number, 1);
  return 1;
}

// newCanvas(width, height)
static int pictures_new_canvas(lua_State *L) {
  int width = check_integer(L, 1), height = check_integer(L, 2);
  if (width <= 0 || height <= 0) {
    return luaL_error(L, "Canvas dimensions must be greater than 0.");
  }
  Picture *picture = new_picture(L, &canvas_type, width, height);
  page_define_canvas(picture->number, width, height);
  if (picture->is_nearest) page_set_filter(picture->number, 1);
  return 1;
}

static int picture_get_width(lua_State *L) {
  lua_pushinteger(L, check_picture(L, 1)->width);
  return 1;
}

static int picture_get_height(lua_State *L) {
  lua_pushinteger(L, check_picture(L, 1)->height);
  return 1;
}

static int picture_get_dimensions(lua_State *L) {
  Picture *picture = check_picture(L, 1);
  lua_pushinteger(L, picture->width);
  lua_pushinteger(L, picture->height);
  return 2;
}

static int picture_get_dpi_scale(lua_State *L) {
  check_picture(L, 1);
  lua_pushinteger(L, 1);
  return 1;
}

// Checks the filters for smaller and for larger images. Returns whether the pixels are
// hard when they are larger.
static bool check_filter(lua_State *L, int index) {
  static const char *const names[] = {"none", "linear", "nearest", NULL};
  int smaller = check_name(L, index, "filter mode", names);
  int larger = opt_name(L, index + 1, "filter mode", names, smaller);
  if (smaller == 0 || larger == 0) luaL_error(L, "Invalid texture filter.");
  return larger == 2;
}

static int push_filter(lua_State *L, bool is_nearest, double anisotropy) {
  for (int i = 0; i < 2; i++) lua_pushstring(L, is_nearest ? "nearest" : "linear");
  lua_pushnumber(L, anisotropy);
  return 3;
}

static int picture_set_filter(lua_State *L) {
  Picture *picture = check_picture(L, 1);
  bool is_nearest = check_filter(L, 2);
  picture->anisotropy = luaL_optnumber(L, 4, 1);
  picture->is_nearest = is_nearest;
  page_set_filter(picture->number, picture->is_nearest);
  return 0;
}

static int picture_get_filter(lua_State *L) {
  Picture *picture = check_picture(L, 1);
  return push_filter(L, picture->is_nearest, picture->anisotropy);
}

// The page repeats no image.
static int picture_set_wrap(lua_State *L) {
  static const char *const names[] = {"clamp", "clampzero", "repeat", "mirroredrepeat",
                                      NULL};
  check_picture(L, 1);
  int mode = check_name(L, 2, "wrap mode", names);
  if (mode >= 2) {
    return luaL_error(L, "the wrap mode '%s' is not in this browser's love", names[mode]);
  }
  lua_pushboolean(L, 1);
  return 1;
}

static int picture_get_wrap(lua_State *L) {
  check_picture(L, 1);
  for (int i = 0; i < 3; i++) lua_pushliteral(L, "clamp");
  return 3;
}

// canvas:renderTo(function, ...): the canvas is the target while the function runs.
static int canvas_render_to(lua_State *L) {
  object_check(L, 1, &canvas_type);
  luaL_checktype(L, 2, LUA_TFUNCTION);
  int arguments = lua_gettop(L) - 2;
  push_canvas(L);
  lua_insert(L, 2); // canvas, the target before, function, arguments
  set_canvas(L, 1);
  int status = lua_pcall(L, arguments, 0, 0);
  const Picture *before = test_picture(L, 2);
  set_canvas(L, before && !before->object.is_released ? 2 : 0);
  return status == LUA_OK ? 0 : lua_error(L);
}

#define PICTURE_METHODS                                                                  \
  {"getWidth", picture_get_width}, {"getHeight", picture_get_height},                    \
      {"getDimensions", picture_get_dimensions}, {"getPixelWidth", picture_get_width},   \
      {"getPixelHeight", picture_get_height},                                            \
      {"getPixelDimensions", picture_get_dimensions},                                    \
      {"getDPIScale", picture_get_dpi_scale}, {"setFilter", picture_set_filter},         \
      {"getFilter", picture_get_filter}, {"setWrap", picture_set_wrap}, {                \
    "getWrap", picture_get_wrap                                                          \
  }

static const luaL_Reg image_methods[] = {PICTURE_METHODS, {NULL, NULL}};
static const luaL_Reg canvas_methods[] = {
    PICTURE_METHODS, {"renderTo", canvas_render_to}, {NULL, NULL}};

const Type image_type = {"Image", {"Texture", "Drawable"}, end_picture, image_methods};
const Type canvas_type = {"Canvas", {"Texture", "Drawable"}, end_picture, canvas_methods};

// ------------------------------------------------------------------------------- quads

// newQuad(x, y, width, height, texture or its width, its height)
static int pictures_new_quad(lua_State *L) {
  double values[6];
  for (int i = 0; i < 4; i++) values[i] = luaL_checknumber(L, i + 1);
  if (lua_isuserdata(L, 5)) {
    Picture *picture = check_picture(L, 5);
    values[4] = picture->width, values[5] = picture->height;
  } else {
    values[4] = luaL_checknumber(L, 5), values[5] = luaL_checknumber(L, 6);
  }
  Quad *quad = object_new(L, &quad_type, sizeof *quad, 0);
  quad->x = values[0], quad->y = values[1], quad->width = values[2],
  quad->height = values[3];
  quad->texture_width = values[4], quad->texture_height = values[5];
  return 1;
}

static int quad_get_viewport(lua_State *L) {
  Quad *quad = object_check(L, 1, &quad_type);
  const double values[4] = {quad->x, quad->y, quad->width, quad->height};
  for (int i = 0; i < 4; i++) lua_pushnumber(L, values[i]);
  return 4;
}

static int quad_set_viewport(lua_State *L) {
  Quad *quad = object_check(L, 1, &quad_type);
  double values[4];
  for (int i = 0; i < 4; i++) values[i] = luaL_checknumber(L, i + 2);
  double width = quad->texture_width, height = quad->texture_height;
  if (!lua_isnoneornil(L, 6))
    width = luaL_checknumber(L, 6), height = luaL_checknumber(L, 7);
  quad->x = values[0], quad->y = values[1], quad->width = values[2],
  quad->height = values[3];
  quad->texture_width = width, quad->texture_height = height;
  return 0;
}

static int quad_get_texture_dimensions(lua_State *L) {
  Quad *quad = object_check(L, 1, &quad_type);
  lua_pushnumber(L, quad->texture_width);
  lua_pushnumber(L, quad->texture_height);
  return 2;
}

static const luaL_Reg quad_methods[] = {
    {"getViewport", quad_get_viewport},
    {"setViewport", quad_set_viewport},
    {"getTextureDimensions", quad_get_texture_dimensions},
    {NULL, NULL}};

const Type quad_type = {"Quad", {NULL}, NULL, quad_methods};

void place_quad(const Picture *picture, const Quad *quad, float numbers[4]) {
  double scale_x = quad->texture_width > 0 ? picture->width / quad->texture_width : 1;
  double scale_y = quad->texture_height > 0 ? picture->height / quad->texture_height : 1;
  numbers[0] = (float)(quad->x * scale_x), numbers[1] = (float)(quad->y * scale_y);
  numbers[2] = (float)(quad->width * scale_x),
  numbers[3] = (float)(quad->height * scale_y);
}

Matrix quad_matrix(const Picture *picture, const Quad *quad, Matrix m) {
  double scale_x = picture->width > 0 ? quad->texture_width / picture->width : 1;
  double scale_y = picture->height > 0 ? quad->texture_height / picture->height : 1;
  return (Matrix){m.a * scale_x, m.b * scale_x, m.c * scale_y, m.d * scale_y, m.e, m.f};
}

// -------------------------------------------------------------------------------- draw

static int draw_picture(lua_State *L, const Picture *picture) {
  if (picture == graphics_state.canvas) {
    return luaL_error(L, "Cannot render a Canvas to itself!");
  }
  const Quad *quad = object_test(L, 2, &quad_type);
  if (quad) object_check_alive(L, &quad->object);
  Matrix m = check_matrix(L, quad ? 3 : 2);
  float *numbers = draw_list_add(L, DRAW_IMAGE, 11);
  numbers[0] = (float)picture->number;
  if (quad) {
    place_quad(picture, quad, numbers + 1);
    m = quad_matrix(picture, quad, m);
  } else {
    numbers[1] = numbers[2] = 0;
    numbers[3] = (float)picture->width, numbers[4] = (float)picture->height;
  }
  draw_list_matrix(numbers + 5, m);
  return 0;
}

// draw(drawable [, quad], x, y, r, sx, sy, ox, oy, kx, ky)
static int pictures_draw(lua_State *L) {
  Picture *picture = test_picture(L, 1);
  if (picture) {
    object_check_alive(L, &picture->object);
    return draw_picture(L, picture);
  }
  if (object_test(L, 1, &batch_type)) {
    if (object_test(L, 2, &quad_type)) return luaL_typeerror(L, 1, "Texture");
    return batch_draw(L);
  }
  return luaL_typeerror(L, 1, "Drawable");
}

// ----------------------------------------------------------------------------- library

static int pictures_set_default_filter(lua_State *L) {
  graphics_state.is_nearest = check_filter(L, 1);
  return 0;
}

static int pictures_get_default_filter(lua_State *L) {
  return push_filter(L, graphics_state.is_nearest, 1);
}

// pictureCounts(): images, canvases, bytes
static int pictures_counts(lua_State *L) {
  lua_pushinteger(L, picture_counts.images);
  lua_pushinteger(L, picture_counts.canvases);
  lua_pushinteger(L, (lua_Integer)picture_counts.bytes);
  return 3;
}

static const luaL_Reg functions[] = {
    {"newImage", pictures_new_image},
    {"newImageFile", pictures_new_image_file},
    {"newCanvas", pictures_new_canvas},
    {"newQuad", pictures_new_quad},
    {"draw", pictures_draw},
    {"setDefaultFilter", pictures_set_default_filter},
    {"getDefaultFilter", pictures_get_default_filter},
    {"pictureCounts", pictures_counts},
    {NULL, NULL},
};

void open_pictures(lua_State *L) {
  object_register(L, &image_type);
  object_register(L, &canvas_type);
  object_register(L, &quad_type);
  luaL_setfuncs(L, functions, 0);
}
