// The functions in C of `love`: require "love.host" returns a table of modules, which the
// files of web/love complete.

#include <string.h>
#include <unistd.h>

#include "draw_list.h"
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

static int love_set_cursor(lua_State *L) {
  size_t size;
  const char *name = luaL_checklstring(L, 1, &size);
  page_set_cursor(name, (int)size);
  return 0;
}

// listFiles(folder): the names of what is in it, each with a line break after it
static int love_list_files(lua_State *L) {
  size_t size;
  const char *folder = luaL_checklstring(L, 1, &size);
  int needed = page_list_files(folder, (int)size, NULL, 0);
  char *names = lua_newuserdatauv(L, (size_t)needed + 1, 0);
  page_list_files(folder, (int)size, names, needed);
  lua_pushlstring(L, names, (size_t)needed);
  return 1;
}

// drawCalls(): the commands of the draw list
static int love_draw_calls(lua_State *L) {
  lua_pushinteger(L, draw_list_commands());
  return 1;
}

// folder(): the current folder, without "/" at its end
static int love_folder(lua_State *L) {
  char folder[4096];
  if (!getcwd(folder, sizeof folder)) folder[0] = '\0';
  size_t size = strlen(folder);
  while (size > 0 && folder[size - 1] == '/') size--;
  lua_pushlstring(L, folder, size);
  return 1;
}

static const luaL_Reg functions[] = {{"now", love_now},
                                     {"setWindow", love_set_window},
                                     {"setCursor", love_set_cursor},
                                     {"listFiles", love_list_files},
                                     {"drawCalls", love_draw_calls},
                                     {"folder", love_folder},
                                     {NULL, NULL}};

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
  open_transforms(L);
  lua_setfield(L, -2, "math");
  return 1;
}
