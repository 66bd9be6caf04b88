// love.image: ImageData, pixels that a program writes and reads.

#include "arguments.h"
#include "graphics.h"

enum { MAX_SIDE = 16384 };

static ImageData *check_image_data(lua_State *L) {
  return object_check(L, 1, &image_data_type);
}

// newImageData(width, height)
static int image_new_image_data(lua_State *L) {
  int width = check_integer(L, 1), height = check_integer(L, 2);
  if (width <= 0 || height <= 0 || width > MAX_SIDE || height > MAX_SIDE)
    return luaL_error(L, "Invalid image size.");
  size_t size = 4 * (size_t)width * (size_t)height;
  ImageData *data = object_new(L, &image_data_type, sizeof *data + size, 0);
  data->width = width;
  data->height = height;
  return 1;
}

static int data_get_dimensions(lua_State *L) {
  const ImageData *data = check_image_data(L);
  lua_pushinteger(L, data->width);
  lua_pushinteger(L, data->height);
  return 2;
}

static int data_get_pixel(lua_State *L) {
  const ImageData *data = check_image_data(L);
  double x = luaL_checknumber(L, 2), y = luaL_checknumber(L, 3);
  if (!(x >= 0 && y >= 0 && x < data->width && y < data->height))
    return luaL_error(L, "Attempt to get out-of-range pixel!");
  size_t place = (size_t)y * (size_t)data->width + (size_t)x;
  for (size_t i = 0; i < 4; i++) lua_pushnumber(L, data->pixels[4 * place + i] / 255.0);
  return 4;
}

static uint8_t byte_of(double part) {
  return (uint8_t)(part > 0 ? part < 1 ? part * 255 + 0.5 : 255 : 0);
}

// mapPixel(function): the function gets x, y, r, g, b, a and returns r, g, b, a.
static int data_map_pixel(lua_State *L) {
  ImageData *data = check_image_data(L);
  luaL_checktype(L, 2, LUA_TFUNCTION);
  uint8_t *pixel = data->pixels;
  for (int i = 0; i < data->width * data->height; i++, pixel += 4) {
    lua_settop(L, 2);
    lua_pushvalue(L, 2);
    lua_pushinteger(L, i % data->width);
    lua_pushinteger(L, i / data->width);
    for (int k = 0; k < 4; k++) lua_pushnumber(L, pixel[k] / 255.0);
    lua_call(L, 6, 4);
    for (int k = 0; k < 3; k++) pixel[k] = byte_of(luaL_checknumber(L, 3 + k));
    pixel[3] = byte_of(luaL_optnumber(L, 6, 1));
  }
  return 0;
}

static const luaL_Reg methods[] = {{"getDimensions", data_get_dimensions},
                                   {"getPixel", data_get_pixel},
                                   {"mapPixel", data_map_pixel},
                                   {NULL, NULL}};

const Type image_data_type = {"ImageData", NULL, methods};

static const luaL_Reg functions[] = {{"newImageData", image_new_image_data},
                                     {NULL, NULL}};

void open_image_data(lua_State *L) {
  object_register(L, &image_data_type);
  luaL_setfuncs(L, functions, 0);
}
