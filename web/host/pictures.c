// love.graphics: images, canvases and quads.
//
// The page has the pixels. It releases them when Lua has collected the object, but not
// before it has played the commands that draw it.
//
// Limit. Lua does not know how much memory pictures need: after 64 MB of new ones, all
// garbage is collected; those that are alive have at most 512 MB. Each takes some memory
// beside its pixels, measured in Chromium: 3 kB as an image, 19 kB as a canvas.

#include "arguments.h"
#include "draw_list.h"
#include "graphics.h"
#include "page.h"

enum { MAX_SIDE = 16384 };
static const double collect_bytes = 64e6, limit_bytes = 512e6;

static const double picture_bytes = 16384; // beside its pixels

static double new_bytes;   // since the last collection
static double alive_bytes; // of all pictures

// Of those that the page releases when it has played the list with this serial number.
static double ended_bytes;
static uint32_t ended_serial;

static bool is_nearest; // images that are made next have hard pixels

// Whether there is room for more in the page.
static bool has_room(double bytes) {
  double ended = ended_serial == draw_list_serial() ? ended_bytes : 0;
  return alive_bytes + ended + bytes <= limit_bytes;
}

static void ensure_bytes(lua_State *L, double bytes) {
  new_bytes += bytes;
  if (new_bytes > collect_bytes || !has_room(bytes)) {
    lua_gc(L, LUA_GCCOLLECT);
    new_bytes = bytes;
  }
  if (!has_room(bytes)) luaL_error(L, "not enough memory for images: more than 512 MB");
}

static void end_picture(void *object) {
  Picture *picture = object;
  if (picture->number == 0) return;
  if (picture->is_canvas) forget_canvas(picture->number);
  alive_bytes -= picture->bytes;
  if (!draw_list_release(picture->number)) {
    if (ended_serial != draw_list_serial()) ended_bytes = 0;
    ended_serial = draw_list_serial();
    ended_bytes += picture->bytes;
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
  double bytes = 4.0 * width * height * scale * scale + picture_bytes;
  ensure_bytes(L, bytes);
  Picture *picture = object_new(L, type, sizeof *picture, 0);
  picture->number = draw_list_new_number(L);
  picture->width = width;
  picture->height = height;
  picture->bytes = bytes;
  picture->is_canvas = is_canvas;
  alive_bytes += bytes;
  return picture;
}

// newImage(image data). Images from files are made by newImageFile.
static int pictures_new_image(lua_State *L) {
  const ImageData *data = object_check(L, 1, &image_data_type);
  Picture *picture = new_picture(L, &image_type, data->width, data->height);
  page_define_image(picture->number, data->pixels, data->width, data->height, is_nearest);
  return 1;
}

// newImageFile(path): an image from a file of the page, or nil without such an image.
static int pictures_new_image_file(lua_State *L) {
  size_t size;
  const char *path = luaL_checklstring(L, 1, &size);
  Picture *picture = new_picture(L, &image_type, 0, 0);
  uint32_t sides = page_define_image_file(picture->number, path, (int)size, is_nearest);
  if (sides == 0) return 0;
  picture->width = (int)(sides & 0xffff);
  picture->height = (int)(sides >> 16);
  double bytes = 4.0 * picture->width * picture->height;
  picture->bytes += bytes;
  alive_bytes += bytes;
  new_bytes += bytes;
  return 1;
}

// newCanvas(width, height)
static int pictures_new_canvas(lua_State *L) {
  int width = check_integer(L, 1), height = check_integer(L, 2);
  if (width <= 0 || height <= 0)
    return luaL_error(L, "Canvas dimensions must be greater than 0.");
  Picture *picture = new_picture(L, &canvas_type, width, height);
  page_define_canvas(picture->number, width, height, is_nearest);
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
  return picture_get_width(L) + picture_get_height(L);
}

static const luaL_Reg picture_methods[] = {{"getWidth", picture_get_width},
                                           {"getHeight", picture_get_height},
                                           {"getDimensions", picture_get_dimensions},
                                           {NULL, NULL}};

const Type image_type = {"Image", end_picture, picture_methods};
const Type canvas_type = {"Canvas", end_picture, picture_methods};

// setCanvas(), setCanvas(canvas)
static int pictures_set_canvas(lua_State *L) {
  lua_settop(L, 1);
  int number = 0;
  if (!lua_isnil(L, 1)) number = ((Picture *)object_check(L, 1, &canvas_type))->number;
  set_canvas(L, number);
  return 0;
}

static int pictures_get_canvas(lua_State *L) {
  push_canvas(L);
  return 1;
}

// setDefaultFilter("linear" or "nearest"), also twice
static int pictures_set_default_filter(lua_State *L) {
  static const char *const names[] = {"linear", "nearest", NULL};
  int smaller = check_name(L, 1, "filter mode", names);
  is_nearest = opt_name(L, 2, "filter mode", names, smaller) == 1;
  return 0;
}

// ------------------------------------------------------------------- parts of pictures

const Type quad_type = {"Quad", NULL, NULL};

// newQuad(x, y, width, height, width of the image, its height)
static int pictures_new_quad(lua_State *L) {
  float box[4];
  for (int i = 0; i < 4; i++) box[i] = (float)luaL_checknumber(L, i + 1);
  Quad *quad = object_new(L, &quad_type, sizeof *quad, 0);
  for (int i = 0; i < 4; i++) quad->box[i] = box[i];
  return 1;
}

void check_source(lua_State *L, const Picture *picture) {
  if (picture->number == draw_state.canvas)
    luaL_error(L, "Cannot render a Canvas to itself!");
}

Matrix check_part(lua_State *L, const Picture *picture, int index, float box[4]) {
  const Quad *quad = object_test(L, index, &quad_type);
  const float whole[4] = {0, 0, (float)picture->width, (float)picture->height};
  for (int i = 0; i < 4; i++) box[i] = quad ? quad->box[i] : whole[i];
  return check_matrix(L, quad ? index + 1 : index);
}

// ----------------------------------------------------------------------------- library

static const luaL_Reg functions[] = {
    {"newImage", pictures_new_image},
    {"newImageFile", pictures_new_image_file},
    {"newCanvas", pictures_new_canvas},
    {"setCanvas", pictures_set_canvas},
    {"getCanvas", pictures_get_canvas},
    {"newQuad", pictures_new_quad},
    {"setDefaultFilter", pictures_set_default_filter},
    {NULL, NULL},
};

void open_pictures(lua_State *L) {
  object_register(L, &image_type);
  object_register(L, &canvas_type);
  object_register(L, &quad_type);
  luaL_setfuncs(L, functions, 0);
}
