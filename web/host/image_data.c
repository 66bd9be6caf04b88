// love.image: ImageData, pixels that a program reads and writes.

#include <math.h>
#include <string.h>

#include "arguments.h"
#include "graphics.h"

enum { MAX_SIDE = 16384 };

static ImageData *check_image_data(lua_State *L, int index) {
  return object_check(L, index, &image_data_type);
}

static ImageData *new_image_data(lua_State *L, int width, int height) {
  size_t size = 4 * (size_t)width * (size_t)height;
  ImageData *data = object_new(L, &image_data_type, sizeof *data + size, 0);
  data->width = width;
  data->height = height;
  return data;
}

// newImageData(width, height [, format [, bytes]])
static int image_new_image_data(lua_State *L) {
  if (!lua_isnumber(L, 1)) {
    return luaL_error(
        L, "love.image.newImageData from a file is not in this browser's love");
  }
  int width = check_integer(L, 1), height = check_integer(L, 2);
  if (width <= 0 || height <= 0 || width > MAX_SIDE || height > MAX_SIDE) {
    return luaL_error(L, "Invalid image size.");
  }
  static const char *const formats[] = {"rgba8", NULL};
  opt_name(L, 3, "pixel format", formats, 0);
  size_t size = 0, needed = 4 * (size_t)width * (size_t)height;
  const char *bytes = lua_isnoneornil(L, 4) ? NULL : luaL_checklstring(L, 4, &size);
  if (bytes && size != needed) {
    return luaL_error(
        L, "The size of the raw byte data must match the ImageData's actual size.");
  }
  ImageData *data = new_image_data(L, width, height);
  if (bytes) memcpy(data->pixels, bytes, size);
  return 1;
}

// ------------------------------------------------------------------------------ pixels

static uint8_t byte_of(double part) {
  return (uint8_t)(part > 0 ? part < 1 ? part * 255 + 0.5 : 255 : 0);
}

// The pixel at the coordinates at index 2 and 3, or NULL outside.
static uint8_t *find_pixel(lua_State *L, ImageData *data) {
  double x = luaL_checknumber(L, 2), y = luaL_checknumber(L, 3);
  if (!(x >= 0 && y >= 0 && x < data->width && y < data->height)) return NULL;
  return data->pixels + 4 * ((size_t)y * (size_t)data->width + (size_t)x);
}

static int data_get_pixel(lua_State *L) {
  const uint8_t *pixel = find_pixel(L, check_image_data(L, 1));
  if (!pixel) return luaL_error(L, "Attempt to get out-of-range pixel!");
  for (int i = 0; i < 4; i++) lua_pushnumber(L, pixel[i] / 255.0);
  return 4;
}

static int data_set_pixel(lua_State *L) {
  float color[4];
  ImageData *data = check_image_data(L, 1);
  uint8_t *pixel = find_pixel(L, data);
  check_color(L, 4, color);
  if (!pixel) return luaL_error(L, "Attempt to set out-of-range pixel!");
  for (int i = 0; i < 4; i++) pixel[i] = byte_of((double)color[i]);
  return 0;
}

// mapPixel(function [, x, y, width, height]): the function gets x, y, r, g, b, a and
// returns r, g, b, a.
static int data_map_pixel(lua_State *L) {
  ImageData *data = check_image_data(L, 1);
  luaL_checktype(L, 2, LUA_TFUNCTION);
  int left = opt_integer(L, 3, 0), top = opt_integer(L, 4, 0);
  int width = opt_integer(L, 5, data->width), height = opt_integer(L, 6, data->height);
  if (left < 0 || top < 0 || width < 0 || height < 0 || left > data->width - width ||
      top > data->height - height) {
    return luaL_error(L, "Invalid rectangle dimensions (must be within the ImageData)");
  }
  lua_settop(L, 2);
  for (int y = top; y < top + height; y++) {
    uint8_t *pixel = data->pixels + 4 * ((size_t)y * (size_t)data->width + (size_t)left);
    for (int x = left; x < left + width; x++, pixel += 4) {
      lua_pushvalue(L, 2);
      lua_pushinteger(L, x);
      lua_pushinteger(L, y);
      for (int i = 0; i < 4; i++) lua_pushnumber(L, pixel[i] / 255.0);
      lua_call(L, 6, 4);
      for (int i = 0; i < 3; i++) {
        if (!lua_isnumber(L, 3 + i)) {
          return luaL_error(
              L, "mapPixel: the function returned no number as number %d of the color",
              i + 1);
        }
        pixel[i] = byte_of(lua_tonumber(L, 3 + i));
      }
      pixel[3] = lua_isnil(L, 6) ? 255 : byte_of(lua_tonumber(L, 6));
      lua_settop(L, 2);
    }
  }
  return 0;
}

// paste(source, x, y, source x, source y, width, height): the part of the rectangle that
// is in both.
static int data_paste(lua_State *L) {
  ImageData *to = check_image_data(L, 1), *from = check_image_data(L, 2);
  double at[2] = {check_integer(L, 3), check_integer(L, 4)};
  double source[2] = {opt_integer(L, 5, 0), opt_integer(L, 6, 0)};
  double size[2] = {opt_integer(L, 7, from->width), opt_integer(L, 8, from->height)};
  const int to_sides[2] = {to->width, to->height},
            from_sides[2] = {from->width, from->height};
  for (int i = 0; i < 2; i++) { // width, then height
    double skipped = fmax(0, fmax(-at[i], -source[i]));
    at[i] += skipped, source[i] += skipped, size[i] -= skipped;
    size[i] = fmin(size[i], fmin(to_sides[i] - at[i], from_sides[i] - source[i]));
    if (size[i] <= 0) return 0;
  }
  for (int row = 0; row < (int)size[1]; row++) {
    size_t to_row = (size_t)at[1] + (size_t)row,
           from_row = (size_t)source[1] + (size_t)row;
    memmove(to->pixels + 4 * (to_row * (size_t)to->width + (size_t)at[0]),
            from->pixels + 4 * (from_row * (size_t)from->width + (size_t)source[0]),
            4 * (size_t)size[0]);
  }
  return 0;
}

// ----------------------------------------------------------------------------- getters

static int data_get_width(lua_State *L) {
  lua_pushinteger(L, check_image_data(L, 1)->width);
  return 1;
}

static int data_get_height(lua_State *L) {
  lua_pushinteger(L, check_image_data(L, 1)->height);
  return 1;
}

static int data_get_dimensions(lua_State *L) {
  return data_get_width(L) + data_get_height(L);
}

static int data_get_format(lua_State *L) {
  check_image_data(L, 1);
  lua_pushliteral(L, "rgba8");
  return 1;
}

static int data_get_size(lua_State *L) {
  ImageData *data = check_image_data(L, 1);
  lua_pushinteger(L, 4 * data->width * data->height);
  return 1;
}

static int data_get_string(lua_State *L) {
  ImageData *data = check_image_data(L, 1);
  lua_pushlstring(L, (char *)data->pixels,
                  4 * (size_t)data->width * (size_t)data->height);
  return 1;
}

static int data_clone(lua_State *L) {
  ImageData *data = check_image_data(L, 1);
  ImageData *copy = new_image_data(L, data->width, data->height);
  memcpy(copy->pixels, data->pixels, 4 * (size_t)data->width * (size_t)data->height);
  return 1;
}

static const luaL_Reg methods[] = {
    {"getPixel", data_get_pixel},
    {"setPixel", data_set_pixel},
    {"mapPixel", data_map_pixel},
    {"paste", data_paste},
    {"getWidth", data_get_width},
    {"getHeight", data_get_height},
    {"getDimensions", data_get_dimensions},
    {"getFormat", data_get_format},
    {"getSize", data_get_size},
    {"getString", data_get_string},
    {"clone", data_clone},
    {NULL, NULL},
};

const Type image_data_type = {"ImageData", {"Data"}, NULL, methods};

static const luaL_Reg functions[] = {{"newImageData", image_new_image_data},
                                     {NULL, NULL}};

void open_image_data(lua_State *L) {
  object_register(L, &image_data_type);
  luaL_setfuncs(L, functions, 0);
}
