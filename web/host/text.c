// love.graphics: print and printf.
//
// Method. A command draws a line. The page gets the string of a line once, and its number
// from then on: a table of numbers by string is in the registry.
//
// Limit. When the table has more than 4,096 strings or 4 MB, it is emptied before the
// next list.

#include <math.h>

#include "arguments.h"
#include "draw_list.h"
#include "graphics.h"
#include "page.h"

enum { MAX_STRINGS = 4096, MAX_BYTES = 4 << 20 };

// ----------------------------------------------------------------------------- strings

static char strings;
static int string_count;
static size_t string_bytes;
static uint32_t strings_serial; // of the list that they were used in last

static void push_strings(lua_State *L) {
  bool is_full = (string_count > MAX_STRINGS || string_bytes > MAX_BYTES) &&
                 strings_serial != draw_list_serial();
  strings_serial = draw_list_serial();
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, &strings) == LUA_TTABLE && !is_full) return;
  lua_pop(L, 1);
  lua_newtable(L);
  lua_pushvalue(L, -1);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &strings);
  string_count = 0;
  string_bytes = 0;
}

// Pops a string. Returns its number.
static int string_number(lua_State *L) {
  push_strings(L);
  lua_pushvalue(L, -2);
  int number = string_count + 1;
  if (lua_rawget(L, -2) == LUA_TNUMBER) {
    number = (int)lua_tointeger(L, -1);
  } else {
    size_t size;
    const char *text = lua_tolstring(L, -3, &size);
    page_define_string(number, text, (int)size);
    lua_pushvalue(L, -3);
    lua_pushinteger(L, number);
    lua_rawset(L, -4);
    string_count = number;
    string_bytes += size;
  }
  lua_pop(L, 3);
  return number;
}

// ------------------------------------------------------------------------------- lines

// What a text is drawn with.
typedef struct {
  lua_State *L;
  Font *font;
  Matrix matrix; // from the top left corner of the text
  Text text;
} Pen;

// Draws a line, x and y away from the corner of the text.
static void draw_line(const Pen *pen, const char *start, const char *end, double x,
                      double y) {
  if (start == end) return;
  lua_pushlstring(pen->L, start, (size_t)(end - start));
  int number = string_number(pen->L);
  float *numbers = draw_list_add(pen->L, DRAW_TEXT, 8);
  numbers[0] = (float)number;
  numbers[1] = (float)pen->font->size;
  draw_list_matrix(numbers + 2, matrix_translated(pen->matrix, x, y));
}

// A line of a text: where it begins and ends, where the next one begins (NULL: there is
// none), and its width without spaces at its end.
typedef struct {
  const char *start, *end, *next;
  double width;
} Line;

// The line that begins at `start`, at most `limit` wide. It wraps as LÖVE does: it breaks
// a line at its last space, or where no space is, before the code point that does not
// fit. A code point that is wider than the limit is left out, with an empty line in its
// place.
static Line wrap(const Pen *pen, const char *start, double limit) {
  const char *at = start, *after_space = NULL;
  double width = 0, before_spaces = 0;
  while (at < pen->text.end && *at != '\n') {
    int size = code_point_size(pen->L, at, pen->text.end);
    double wider = width + font_advance(pen->font, at, size);
    if (*at != ' ' && wider > limit) {
      if (at == start) return (Line){start, start, at + size, 0};
      if (after_space) return (Line){start, after_space, after_space, before_spaces};
      return (Line){start, at, at, width};
    }
    if (*at == ' ' && (at == start || at[-1] != ' ')) before_spaces = width;
    width = wider;
    at += size;
    if (at[-1] == ' ') after_space = at;
  }
  bool has_trailing = at > start && at[-1] == ' ';
  return (Line){start, at, at == pen->text.end ? NULL : at + 1,
                has_trailing ? before_spaces : width};
}

// ----------------------------------------------------------------------------- library

// Reads the text and the font. Returns the index of the next argument.
static int check_pen(lua_State *L, Pen *pen) {
  *pen = (Pen){.L = L, .font = object_test(L, 2, &font_type)};
  pen->text = check_text(L, 1);
  for (const char *at = pen->text.start; at < pen->text.end;)
    at += code_point_size(L, at, pen->text.end);
  return pen->font ? 3 : 2;
}

// Pushes the font of the state, if the arguments have none.
static void ensure_font(Pen *pen) {
  if (!pen->font) pen->font = push_current_font(pen->L);
}

// print(text [, font], x, y, r, sx, sy, ox, oy, kx, ky)
static int text_print(lua_State *L) {
  Pen pen;
  pen.matrix = check_matrix(L, check_pen(L, &pen));
  ensure_font(&pen);
  double y = 0;
  for (const char *at = pen.text.start; at <= pen.text.end;) {
    const char *end = end_of_line(at, pen.text.end);
    draw_line(&pen, at, end, 0, y);
    at = end + 1;
    y += font_height(pen.font);
  }
  return 0;
}

// printf(text [, font], x, y, limit, align, r, sx, sy, ox, oy, kx, ky)
static int text_printf(lua_State *L) {
  static const char *const aligns[] = {"left", "center", "right", NULL};
  Pen pen;
  int index = check_pen(L, &pen);
  double limit = luaL_checknumber(L, index + 2);
  int align = opt_name(L, index + 3, "alignment", aligns, 0);
  for (int i = 0; i < 2; i++) { // x and y to where check_matrix expects them
    luaL_checknumber(L, index + i);
    if (lua_gettop(L) < index + 3) lua_settop(L, index + 3);
    lua_pushvalue(L, index + i);
    lua_replace(L, index + 2 + i);
  }
  pen.matrix = check_matrix(L, index + 2);
  ensure_font(&pen);
  double y = 0;
  for (const char *at = pen.text.start; at;) {
    Line line = wrap(&pen, at, limit);
    double x = floor((limit - line.width) * align / 2);
    draw_line(&pen, line.start, line.end, x, y);
    at = line.next;
    y += font_height(pen.font);
  }
  return 0;
}

static const luaL_Reg functions[] = {
    {"print", text_print}, {"printf", text_printf}, {NULL, NULL}};

void open_text(lua_State *L) { luaL_setfuncs(L, functions, 0); }
