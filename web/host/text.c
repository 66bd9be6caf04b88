// love.graphics: fonts, and how texts are measured, wrapped and drawn.
//
// Method. There is one font, in sizes of whole pixels. The width of a text is the sum of
// the advances of its code points, which the page measures once. A command draws a piece
// of a line: a piece ends at a line break, at a tab or where the color changes. The page
// gets a piece once, and its number from then on: a table of numbers by string is in the
// registry.
//
// Limit. When the table has more than 4,096 strings, it is emptied before the next list.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "arguments.h"
#include "draw_list.h"
#include "graphics.h"
#include "page.h"

enum { DEFAULT_SIZE = 12, MAX_SIZE = 2048, MAX_STRINGS = 4096, SPACES_PER_TAB = 4 };

// ------------------------------------------------------------------------------- strings

static char strings;
static int string_count;
static uint32_t strings_serial; // of the list that they were used in last

static void push_strings(lua_State *L) {
  bool is_full = string_count > MAX_STRINGS && strings_serial != draw_list_serial();
  strings_serial = draw_list_serial();
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, &strings) == LUA_TTABLE && !is_full) return;
  lua_pop(L, 1);
  lua_newtable(L);
  lua_pushvalue(L, -1);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &strings);
  string_count = 0;
}

// The number of the string at `index`.
static int string_number(lua_State *L, int index) {
  index = lua_absindex(L, index);
  push_strings(L);
  lua_pushvalue(L, index);
  if (lua_rawget(L, -2) == LUA_TNUMBER) {
    int number = (int)lua_tointeger(L, -1);
    lua_pop(L, 2);
    return number;
  }
  lua_pop(L, 1);
  size_t size;
  const char *text = lua_tolstring(L, index, &size);
  page_define_string(++string_count, text, (int)size);
  lua_pushvalue(L, index);
  lua_pushinteger(L, string_count);
  lua_rawset(L, -3);
  lua_pop(L, 1);
  return string_count;
}

// -------------------------------------------------------------------------------- fonts

static Font *check_font(lua_State *L) { return object_check(L, 1, &font_type); }

static void push_font(lua_State *L, int size) {
  if (size <= 0 || size > MAX_SIZE) luaL_error(L, "Invalid TrueType font size: %d", size);
  page_define_font(size, size);
  Font *font = object_new(L, &font_type, sizeof *font, 1);
  font->size = size;
  font->line_height = 1;
  for (int i = 0; i < 256; i++) font->advances[i] = -1;
}

Font *current_font(lua_State *L) {
  if (!graphics_state.font) {
    push_font(L, DEFAULT_SIZE);
    set_font(L, -1);
    lua_pop(L, 1);
  }
  return graphics_state.font;
}

static double height_of(const Font *font) { return floor(font->size * 1.164 + 0.5); }
static double line_of(const Font *font) {
  return floor(height_of(font) * font->line_height + 0.5);
}

// The size of the code point at `text` [bytes]. Raises an error if it is no valid UTF-8.
static int code_point_size(lua_State *L, const char *text, const char *end) {
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

// The advance of one code point [pixels].
static double advance_of(Font *font, const char *text, int size) {
  const unsigned char *byte = (const unsigned char *)text;
  if (size > 2) return page_measure(font->size, text, size);
  unsigned code = size == 1 ? byte[0] : (byte[0] & 0x1fu) << 6 | (byte[1] & 0x3fu);
  if (code == '\t') return SPACES_PER_TAB * advance_of(font, " ", 1);
  if (code >= 256) return page_measure(font->size, text, size);
  float *advance = &font->advances[code];
  if (*advance < 0) *advance = (float)page_measure(font->size, text, size);
  return (double)*advance;
}

static const char *end_of_line(const char *at, const char *end) {
  const char *found = memchr(at, '\n', (size_t)(end - at));
  return found ? found : end;
}

static double width_of(lua_State *L, Font *font, const char *text, const char *end) {
  double width = 0;
  while (text < end) {
    int size = code_point_size(L, text, end);
    width += advance_of(font, text, size);
    text += size;
  }
  return width;
}

// --------------------------------------------------------------------------------- texts

// From `start` on, a text has a color, up to the start of the next run.
typedef struct {
  const char *start;
  float color[4];
} Run;

typedef struct {
  const char *start, *end;
  int index; // where the string is in the stack, 0: nowhere
  const Run *runs;
  int run_count; // 0: the color of the state
} Text;

// The string in a table of colors and strings, for which `from` is on the top of the
// stack.
static const char *check_part(lua_State *L, int index, size_t *size) {
  const char *part = lua_tolstring(L, -1, size);
  if (!part) {
    const char *found = luaL_typename(L, -1);
    luaL_argerror(L, index,
                  lua_pushfstring(L, "color or string expected, got %s", found));
  }
  return part;
}

// A text from a table: { color, string, color, string, ... }. Pushes what the text refers
// to.
static Text check_colored_text(lua_State *L, int index) {
  int count = check_numbers(L, index), run_count = 0;
  size_t size = 0, part_size;
  for (int i = 1; i <= count; i++, lua_pop(L, 1)) {
    if (lua_rawgeti(L, index, i) == LUA_TTABLE) continue;
    check_part(L, index, &part_size);
    size += part_size;
  }
  char *text = lua_newuserdatauv(L, size + 1, 0), *at = text;
  Run *runs = lua_newuserdatauv(L, ((size_t)count + 1) * sizeof *runs, 0);
  float color[4] = {1, 1, 1, 1};
  for (int i = 1; i <= count; i++, lua_pop(L, 1)) {
    if (lua_rawgeti(L, index, i) == LUA_TTABLE) {
      check_color(L, lua_gettop(L), color);
      continue;
    }
    const char *part = check_part(L, index, &part_size);
    Run *run = &runs[run_count++];
    run->start = at;
    for (int k = 0; k < 4; k++) run->color[k] = color[k] * draw_state.color[k];
    for (size_t k = 0; k < part_size; k++) { // LÖVE ignores carriage returns
      if (part[k] != '\r') *at++ = part[k];
    }
  }
  return (Text){text, at, 0, runs, run_count};
}

// The text at `index`: a string or a number.
static Text check_plain_text(lua_State *L, int index) {
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
  if (memchr(text, '\r', size)) { // LÖVE ignores them
    text = luaL_gsub(L, text, "\r", "");
    lua_replace(L, index);
    text = lua_tolstring(L, index, &size);
  }
  return (Text){text, text + size, index, NULL, 0};
}

// The text at `index`: a string, a number, or a table of colors and strings.
static Text check_text(lua_State *L, int index) {
  return lua_istable(L, index) ? check_colored_text(L, index)
                               : check_plain_text(L, index);
}

// ------------------------------------------------------------------------------- layout

// A line of a text: where it begins and ends, and its width without spaces at its end.
typedef struct {
  const char *start, *end;
  double width;
} Line;

// Reads a text line by line. With a limit [pixels] it wraps as LÖVE does: it breaks a
// line at its last space, or where no space is, before the code point that does not fit.
// A code point that is wider than the limit is left out, with an empty line in its place.
typedef struct {
  lua_State *L;
  Font *font;
  const char *at, *end;
  double limit;
  bool is_over;
} Layout;

static Layout new_layout(lua_State *L, Font *font, const Text *text, double limit) {
  return (Layout){L, font, text->start, text->end, limit, false};
}

// Reads the next line. Returns whether there is one.
static bool next_line(Layout *layout, Line *line) {
  if (layout->is_over) return false;
  const char *start = layout->at, *at = start, *after_space = NULL;
  double width = 0, before_spaces = 0;
  while (at < layout->end && *at != '\n') {
    int size = code_point_size(layout->L, at, layout->end);
    double wider = width + advance_of(layout->font, at, size);
    if (*at != ' ' && wider > layout->limit) {
      if (at == start) {
        layout->at = at + size;
        *line = (Line){start, start, 0};
      } else if (after_space) {
        layout->at = after_space;
        *line = (Line){start, after_space, before_spaces};
      } else {
        layout->at = at;
        *line = (Line){start, at, width};
      }
      return true;
    }
    if (*at == ' ' && (at == start || at[-1] != ' ')) before_spaces = width;
    width = wider;
    at += size;
    if (at[-1] == ' ') after_space = at;
  }
  bool has_trailing = at > start && at[-1] == ' ';
  *line = (Line){start, at, has_trailing ? before_spaces : width};
  layout->is_over = at == layout->end;
  layout->at = at + 1;
  return true;
}

// ------------------------------------------------------------------------------- drawing

// Where the pieces of a text go.
typedef struct {
  lua_State *L;
  Font *font;
  Matrix matrix; // from the top left corner of the text
  Text text;
} Pen;

// Draws a piece, x and y away from the corner of the text.
static void draw_piece(const Pen *pen, const char *start, const char *end, double x,
                       double y) {
  if (start == end) return;
  lua_State *L = pen->L;
  bool is_whole = pen->text.index && start == pen->text.start && end == pen->text.end;
  if (!is_whole) lua_pushlstring(L, start, (size_t)(end - start));
  int number = string_number(L, is_whole ? pen->text.index : -1);
  if (!is_whole) lua_pop(L, 1);
  float *numbers = draw_list_add(L, DRAW_TEXT, 8);
  numbers[0] = (float)number;
  numbers[1] = (float)pen->font->size;
  draw_list_matrix(numbers + 2, matrix_translated(pen->matrix, x, y));
}

static bool ends_piece(char c, double space) {
  return c == '\t' || (c == ' ' && space != 0);
}

// Draws a part of a line that has one color. `space`: what is added to each space.
// Returns the x after it.
static double draw_run(const Pen *pen, const char *start, const char *end, double x,
                       double y, double space) {
  const char *piece = start;
  double piece_x = x;
  bool needs_width = pen->text.run_count > 0;
  for (const char *at = start; at < end; at++) {
    if (!ends_piece(*at, space)) continue;
    draw_piece(pen, piece, at, piece_x, y);
    piece_x += width_of(pen->L, pen->font, piece, at + 1) + (*at == ' ' ? space : 0);
    piece = at + 1;
  }
  draw_piece(pen, piece, end, piece_x, y);
  return needs_width ? piece_x + width_of(pen->L, pen->font, piece, end) : 0;
}

static void draw_line(const Pen *pen, const char *start, const char *end, double x,
                      double y, double space) {
  const Text *text = &pen->text;
  if (text->run_count == 0) {
    draw_run(pen, start, end, x, y, space);
    return;
  }
  for (int i = 0; i < text->run_count; i++) {
    const char *run_end = i + 1 < text->run_count ? text->runs[i + 1].start : text->end;
    const char *from = text->runs[i].start > start ? text->runs[i].start : start;
    const char *to = run_end < end ? run_end : end;
    if (from >= to) continue;
    memcpy(draw_state.color, text->runs[i].color, sizeof draw_state.color);
    x = draw_run(pen, from, to, x, y, space);
  }
}

static void check_utf8(lua_State *L, const Text *text) {
  for (const char *at = text->start; at < text->end;)
    at += code_point_size(L, at, text->end);
}

// Reads the text and, if it is there, the font. Returns the index after them.
static int check_pen(lua_State *L, Pen *pen) {
  Font *font = object_test(L, 2, &font_type);
  if (font) object_check_alive(L, &font->object);
  *pen = (Pen){.L = L, .font = font ? font : current_font(L)};
  return font ? 3 : 2;
}

// print(text [, font], x, y, r, sx, sy, ox, oy, kx, ky)
static int text_print(lua_State *L) {
  Pen pen;
  int index = check_pen(L, &pen);
  pen.matrix = check_matrix(L, index);
  pen.text = check_text(L, 1);
  check_utf8(L, &pen.text);
  const DrawState before = draw_state;
  double y = 0;
  for (const char *at = pen.text.start; at <= pen.text.end; y += line_of(pen.font)) {
    const char *end = end_of_line(at, pen.text.end);
    draw_line(&pen, at, end, 0, y, 0);
    at = end + 1;
  }
  if (pen.text.run_count > 0) draw_state = before;
  return 0;
}

typedef enum { ALIGN_LEFT, ALIGN_CENTER, ALIGN_RIGHT, ALIGN_JUSTIFY } Align;

static int count_spaces(const Line *line) {
  int count = 0;
  for (const char *at = line->start; at < line->end; at++) count += *at == ' ';
  return count;
}

static void draw_aligned(const Pen *pen, const Line *line, double y, double limit,
                         Align align, bool is_last) {
  double room = limit - line->width, x = 0, space = 0;
  if (align == ALIGN_RIGHT) x = floor(room);
  if (align == ALIGN_CENTER) x = floor(room / 2);
  if (align == ALIGN_JUSTIFY && !is_last && room > 0) {
    int spaces = count_spaces(line);
    if (spaces > 0) space = room / spaces;
  }
  draw_line(pen, line->start, line->end, x, y, space);
}

// printf(text [, font], x, y, limit, align, r, sx, sy, ox, oy, kx, ky)
static int text_printf(lua_State *L) {
  static const char *const aligns[] = {"left", "center", "right", "justify", NULL};
  Pen pen;
  int index = check_pen(L, &pen);
  double x = luaL_checknumber(L, index), y = luaL_checknumber(L, index + 1);
  double limit = luaL_checknumber(L, index + 2);
  Align align = (Align)opt_name(L, index + 3, "alignment", aligns, ALIGN_LEFT);
  if (lua_gettop(L) < index + 3) lua_settop(L, index + 3);
  lua_pushnumber(L, x); // x and y go before r, where check_matrix expects them
  lua_replace(L, index + 2);
  lua_pushnumber(L, y);
  lua_replace(L, index + 3);
  pen.matrix = check_matrix(L, index + 2);
  pen.text = check_text(L, 1);
  const DrawState before = draw_state;
  Layout layout = new_layout(L, pen.font, &pen.text, limit);
  Line line;
  for (double dy = 0; next_line(&layout, &line); dy += line_of(pen.font)) {
    draw_aligned(&pen, &line, dy, limit, align, layout.is_over);
  }
  if (pen.text.run_count > 0) draw_state = before;
  return 0;
}

// ------------------------------------------------------------------------------ methods

static int font_get_width(lua_State *L) {
  Font *font = check_font(L);
  Text text = check_plain_text(L, 2);
  double width = 0;
  for (const char *at = text.start; at <= text.end;) {
    const char *end = end_of_line(at, text.end);
    width = fmax(width, width_of(L, font, at, end));
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

// ------------------------------------------------------------------------------- library

// newFont([size [, hinting [, scale]]])
static int text_new_font(lua_State *L) {
  if (lua_type(L, 1) == LUA_TSTRING && !lua_isnumber(L, 1)) {
    return luaL_error(L,
                      "love.graphics.newFont from a file is not in this browser's love");
  }
  push_font(L, opt_integer(L, 1, DEFAULT_SIZE));
  return 1;
}

static int text_set_font(lua_State *L) {
  object_check(L, 1, &font_type);
  set_font(L, 1);
  return 0;
}

static int text_set_new_font(lua_State *L) {
  text_new_font(L);
  set_font(L, -1);
  return 1;
}

static int text_get_font(lua_State *L) {
  current_font(L);
  push_state_font(L);
  return 1;
}

static const luaL_Reg functions[] = {
    {"print", text_print},
    {"printf", text_printf},
    {"newFont", text_new_font},
    {"setFont", text_set_font},
    {"setNewFont", text_set_new_font},
    {"getFont", text_get_font},
    {NULL, NULL},
};

void open_text(lua_State *L) {
  object_register(L, &font_type);
  luaL_setfuncs(L, functions, 0);
}
