// love.graphics: fonts, see font.h.

#include "font.h"

#include <math.h>
#include <string.h>

#include "arguments.h"
#include "graphics.h"
#include "page.h"
#include "text_layout.h"

enum { DEFAULT_SIZE = 12, MAX_SIZE = 2048, SPACES_PER_TAB = 4 };

static Font *check_font(lua_State *L) { return object_check(L, 1, &font_type); }

static void push_font(lua_State *L, int size) {
  if (size <= 0 || size > MAX_SIZE) luaL_error(L, "Invalid TrueType font size: %d", size);
  page_define_font(size, size);
  Font *font = object_new(L, &font_type, sizeof *font, 0);
  font->size = size;
  font->line_height = 1;
  for (int i = 0; i < KNOWN_ADVANCES; i++) font->advances[i] = -1;
}

Font *push_current_font(lua_State *L) {
  push_state_font(L);
  if (lua_isnil(L, -1)) {
    lua_pop(L, 1);
    push_font(L, DEFAULT_SIZE);
    set_font(L, -1);
  }
  return lua_touserdata(L, -1);
}

static double height_of(const Font *font) { return floor(font->size * 1.164 + 0.5); }
double font_line(const Font *font) {
  return floor(height_of(font) * font->line_height + 0.5);
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
  if (code == '\t') return SPACES_PER_TAB * font_advance(font, " ", 1);
  if (code >= KNOWN_ADVANCES) return page_measure(font->size, text, size);
  float *advance = &font->advances[code];
  if (*advance < 0) *advance = (float)page_measure(font->size, text, size);
  return (double)*advance;
}

double font_width(lua_State *L, Font *font, const char *text, const char *end) {
  double width = 0;
  while (text < end) {
    int size = code_point_size(L, text, end);
    width += font_advance(font, text, size);
    text += size;
  }
  return width;
}

// ----------------------------------------------------------------------------- methods

static int font_get_width(lua_State *L) {
  Font *font = check_font(L);
  Text text = check_plain_text(L, 2);
  double width = 0;
  for (const char *at = text.start; at <= text.end;) {
    const char *end = end_of_line(at, text.end);
    width = fmax(width, font_width(L, font, at, end));
    at = end + 1;
  }
  lua_pushnumber(L, width);
  return 1;
}

static int font_get_height(lua_State *L) {
  lua_pushnumber(L, height_of(check_font(L)));
  return 1;
}

static int font_get_ascent(lua_State *L) {
  lua_pushnumber(L, floor(check_font(L)->size * 0.928 + 0.5));
  return 1;
}

static int font_get_descent(lua_State *L) {
  lua_pushnumber(L, -floor(check_font(L)->size * 0.236 + 0.5));
  return 1;
}

static int font_get_line_height(lua_State *L) {
  lua_pushnumber(L, check_font(L)->line_height);
  return 1;
}

static int font_set_line_height(lua_State *L) {
  Font *font = check_font(L);
  font->line_height = luaL_checknumber(L, 2);
  return 0;
}

// getWrap(text, limit): the width of the widest line, and the lines.
static int font_get_wrap(lua_State *L) {
  Font *font = check_font(L);
  double limit = luaL_checknumber(L, 3), width = 0;
  Text text = check_text(L, 2);
  Layout layout = new_layout(L, font, &text, limit);
  lua_newtable(L);
  int count = 0;
  Line line;
  while (next_line(&layout, &line)) {
    width = fmax(width, line.width);
    lua_pushlstring(L, line.start, (size_t)(line.end - line.start));
    lua_rawseti(L, -2, ++count);
  }
  lua_pushnumber(L, width);
  lua_insert(L, -2);
  return 2;
}

// The browser shows glyphs that the font does not have in another font.
static int font_has_glyphs(lua_State *L) {
  check_font(L);
  luaL_checkany(L, 2);
  lua_pushboolean(L, 1);
  return 1;
}

static int font_set_filter(lua_State *L) {
  static const char *const filters[] = {"linear", "nearest", NULL};
  check_font(L);
  check_name(L, 2, "filter mode", filters);
  opt_name(L, 3, "filter mode", filters, 0);
  return 0;
}

static int font_get_filter(lua_State *L) {
  check_font(L);
  lua_pushliteral(L, "linear");
  lua_pushliteral(L, "linear");
  lua_pushinteger(L, 1);
  return 3;
}

static const luaL_Reg methods[] = {
    {"getWidth", font_get_width},
    {"getHeight", font_get_height},
    {"getAscent", font_get_ascent},
    {"getDescent", font_get_descent},
    {"getBaseline", font_get_ascent},
    {"getLineHeight", font_get_line_height},
    {"setLineHeight", font_set_line_height},
    {"getWrap", font_get_wrap},
    {"hasGlyphs", font_has_glyphs},
    {"setFilter", font_set_filter},
    {"getFilter", font_get_filter},
    {NULL, NULL},
};

const Type font_type = {"Font", {NULL}, NULL, methods};

// ----------------------------------------------------------------------------- library

// newFont([size [, hinting [, scale]]])
static int font_new(lua_State *L) {
  if (lua_type(L, 1) == LUA_TSTRING && !lua_isnumber(L, 1)) {
    return luaL_error(L,
                      "love.graphics.newFont from a file is not in this browser's love");
  }
  push_font(L, opt_integer(L, 1, DEFAULT_SIZE));
  return 1;
}

static int font_set(lua_State *L) {
  object_check(L, 1, &font_type);
  set_font(L, 1);
  return 0;
}

static int font_set_new(lua_State *L) {
  font_new(L);
  set_font(L, -1);
  return 1;
}

static int font_get(lua_State *L) {
  push_current_font(L);
  return 1;
}

static const luaL_Reg functions[] = {{"newFont", font_new},
                                     {"setFont", font_set},
                                     {"setNewFont", font_set_new},
                                     {"getFont", font_get},
                                     {NULL, NULL}};

void open_fonts(lua_State *L) {
  object_register(L, &font_type);
  luaL_setfuncs(L, functions, 0);
}
