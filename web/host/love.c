// The functions in C of `love`: require "love.host" returns a table of modules, which the
// files of web/love complete.

#include "graphics.h"
#include "page.h"

// now(): seconds
static int love_now(lua_State *L) {
  lua_pushnumber(L, page_now() / 1000);
  return 1;
}

// setWindow(title, width, height, min width, min height, is resizable): width, height of
// the window
static int love_set_window(lua_State *L) {
  size_t size;
  const char *title = luaL_checklstring(L, 1, &size);
  int sides[4];
  for (int i = 0; i < 4; i++) sides[i] = (int)luaL_checknumber(L, i + 2);
  uint32_t given = page_set_window(title, (int)size, sides[0], sides[1], sides[2],
                                   sides[3], lua_toboolean(L, 6));
  if (given == 0) return 0;
  lua_pushinteger(L, given & 0xffff);
  lua_pushinteger(L, given >> 16);
  return 2;
}

static const luaL_Reg functions[] = {
    {"now", love_now}, {"setWindow", love_set_window}, {NULL, NULL}};

int host_open_love(lua_State *L) {
  luaL_newlib(L, functions);
  lua_newtable(L);
  open_graphics(L);
  open_shapes(L);
  open_pictures(L);
  open_batches(L);
  open_fonts(L);
  open_text(L);
  lua_setfield(L, -2, "graphics");
  lua_newtable(L);
  open_image_data(L);
  lua_setfield(L, -2, "image");
  lua_newtable(L);
  open_random(L);
  lua_setfield(L, -2, "math");
  return 1;
}
