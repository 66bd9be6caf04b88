// love.graphics: fonts, see font.h.

#include "font.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "arguments.h"
#include "graphics.h"
#include "page.h"

enum { DEFAULT_SIZE = 12, MAX_SIZE = 2048 };

static void push_font(lua_State *L, int size) {
  if (size <= 0 || size > MAX_SIZE) luaL_error(L, "Invalid TrueType font size: %d", size);
  page_define_font(size);
  Font *font = object_new(L, &font_type, sizeof *font, 0);
  font->size = size;
  for (int i = 0; i < KNOWN_ADVANCES; i++) font->advances[i] = -1;
}

Font *push_current_font(lua_State *L) {
  push_state_font(L);
  if (lua_isnil(L, -1)) {
    lua_pop(L, 1);
    push_font(L, DEFAULT_SIZE);
    lua_pushvalue(L, -1);
    set_font(L);
  }
  return lua_touserdata(L, -1);
}

double font_height(const Font *font) { return floor(font->size * 1.164 + 0.5); }

// ------------------------------------------------------------------------------- texts

Text check_text(lua_State *L, int index) {
  if (lua_type(L, index) == LUA_TNUMBER &&
      !lua_isinteger(L, index)) { // 2, where Lua writes 2.0
    char number[32];
    lua_pushlstring(
        L, number,
        (size_t)snprintf(number, sizeof number, "%.14g", lua_tonumber(L, index)));
    lua_replace(L, index);
  }
  size_t size;
  const char *text = luaL_checklstring(L, index, &size);
  return (Text){text, text + size};
}

const char *end_of_line(const char *at, const char *end) {
  const char *found = memchr(at, '\n', (size_t)(end - at));
  return found ? found : end;
}

int code_point_size(lua_State *L, const char *text, const char *end) {
  const unsigned char *byte = (const unsigned char *)text;
  int size = byte[0] < 0x80   ? 1
             : byte[0] < 0xc2 ? 0
             : byte[0] < 0xe0 ? 2
             : byte[0] < 0xf0 ? 3
                              : 4;
  bool is_valid = size > 0 && byte[0] < 0xf5 && size <= end - text;
  for (int i = 1; is_valid && i < size; i++) is_valid = (byte[i] & 0xc0) == 0x80;
  if (!is_valid) luaL_error(L, "UTF-8 decoding error: Invalid UTF-8");
  return size;
}

double font_advance(Font *font, const char *text, int size) {
  const unsigned char *byte = (const unsigned char *)text;
  if (size > 2) return page_measure(font->size, text, size);
  unsigned code = size == 1 ? byte[0] : (byte[0] & 0x1fu) << 6 | (byte[1] & 0x3fu);
  if (code >= KNOWN_ADVANCES) return page_measure(font->size, text, size);
  float *advance = &font->advances[code];
  if (*advance < 0) *advance = (float)page_measure(font->size, text, size);
  return (double)*advance;
}

// ----------------------------------------------------------------------------- library

// The width of the widest line.
static int font_get_width(lua_State *L) {
  Font *font = object_check(L, 1, &font_type);
  Text text = check_text(L, 2);
  double widest = 0, width = 0;
  for (const char *at = text.start; at < text.end;) {
    int size = code_point_size(L, at, text.end);
    width = *at == '\n' ? 0 : width + font_advance(font, at, size);
    widest = fmax(widest, width);
    at += size;
  }
  lua_pushnumber(L, widest);
  return 1;
}

static int font_get_height(lua_State *L) {
  lua_pushnumber(L, font_height(object_check(L, 1, &font_type)));
  return 1;
}

static const luaL_Reg methods[] = {
    {"getWidth", font_get_width}, {"getHeight", font_get_height}, {NULL, NULL}};

const Type font_type = {"Font", NULL, methods};

// newFont([size])
static int font_new(lua_State *L) {
  push_font(L, opt_integer(L, 1, DEFAULT_SIZE));
  return 1;
}

static int font_set(lua_State *L) {
  object_check(L, 1, &font_type);
  lua_settop(L, 1);
  set_font(L);
  return 0;
}

static const luaL_Reg functions[] = {
    {"newFont", font_new}, {"setFont", font_set}, {NULL, NULL}};

void open_fonts(lua_State *L) {
  object_register(L, &font_type);
  luaL_setfuncs(L, functions, 0);
}
