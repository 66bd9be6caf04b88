// love.graphics: print and printf.
//
// Method. A command draws a piece of a line: a piece ends at a line break, at a tab, or
// where the color changes. The page gets the string of a piece once, and its number from
// then on: a table of numbers by string is in the registry.
//
// Limit. When the table has more than 4,096 strings or 4 MB, it is emptied before the
// next list.

#include <math.h>
#include <string.h>

#include "arguments.h"
#include "draw_list.h"
#include "font.h"
#include "graphics.h"
#include "page.h"
#include "text_layout.h"
#include "transform.h"

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
  string_bytes += size;
  page_define_string(++string_count, text, (int)size);
  lua_pushvalue(L, index);
  lua_pushinteger(L, string_count);
  lua_rawset(L, -3);
  lua_pop(L, 1);
  return string_count;
}

// ----------------------------------------------------------------------------- drawing

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
    piece_x += font_width(pen->L, pen->font, piece, at + 1) + (*at == ' ' ? space : 0);
    piece = at + 1;
  }
  draw_piece(pen, piece, end, piece_x, y);
  return needs_width ? piece_x + font_width(pen->L, pen->font, piece, end) : 0;
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

// Reads the font, if it is there. Returns the index after it.
static int check_pen(lua_State *L, Pen *pen) {
  Font *font = object_test(L, 2, &font_type);
  if (font) object_check_alive(L, &font->object);
  *pen = (Pen){.L = L, .font = font};
  return font ? 3 : 2;
}

// Reads the text, after all other arguments. Pushes what the pen refers to.
static void check_pen_text(Pen *pen) {
  pen->text = check_text(pen->L, 1);
  if (!pen->font) pen->font = push_current_font(pen->L);
}

// print(text [, font], x, y, r, sx, sy, ox, oy, kx, ky)
static int text_print(lua_State *L) {
  Pen pen;
  int index = check_pen(L, &pen);
  pen.matrix = check_matrix(L, index);
  check_pen_text(&pen);
  const DrawState before = draw_state;
  double y = 0;
  for (const char *at = pen.text.start; at <= pen.text.end; y += font_line(pen.font)) {
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
                         Align align) {
  double room = limit - line->width, x = 0, space = 0;
  if (align == ALIGN_RIGHT) x = floor(room);
  if (align == ALIGN_CENTER) x = floor(room / 2);
  if (align == ALIGN_JUSTIFY && room > 0) {
    int spaces =
        count_spaces(line); // as LÖVE does: also at the end, and in the last line
    if (spaces > 0) space = room / spaces;
  }
  draw_line(pen, line->start, line->end, x, y, space);
}

// The matrix of printf from x and y at `index`, and r and what follows it after the limit
// and the alignment.
static Matrix check_printf_matrix(lua_State *L, int index) {
  if (lua_gettop(L) < index + 3) lua_settop(L, index + 3);
  for (int i = 0; i < 2; i++) { // to where check_matrix expects them
    lua_pushvalue(L, index + i);
    lua_replace(L, index + 2 + i);
  }
  return check_matrix(L, index + 2);
}

// printf(text [, font], x, y, limit, align, r, sx, sy, ox, oy, kx, ky)
// printf(text [, font], transform, limit, align)
static int text_printf(lua_State *L) {
  static const char *const aligns[] = {"left", "center", "right", "justify", NULL};
  Pen pen;
  int index = check_pen(L, &pen);
  bool has_transform = object_test(L, index, &transform_type);
  int limit_index = has_transform ? index + 1 : index + 2;
  for (int i = index; i < limit_index && !has_transform; i++) luaL_checknumber(L, i);
  double limit = luaL_checknumber(L, limit_index);
  Align align = (Align)opt_name(L, limit_index + 1, "alignment", aligns, ALIGN_LEFT);
  pen.matrix = has_transform ? check_matrix(L, index) : check_printf_matrix(L, index);
  check_pen_text(&pen);
  const DrawState before = draw_state;
  Layout layout = new_layout(L, pen.font, &pen.text, limit);
  Line line;
  for (double dy = 0; next_line(&layout, &line); dy += font_line(pen.font)) {
    draw_aligned(&pen, &line, dy, limit, align);
  }
  if (pen.text.run_count > 0) draw_state = before;
  return 0;
}

static const luaL_Reg functions[] = {
    {"print", text_print}, {"printf", text_printf}, {NULL, NULL}};

void open_text(lua_State *L) { luaL_setfuncs(L, functions, 0); }
