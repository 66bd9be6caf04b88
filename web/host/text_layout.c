// Texts as arguments, and how they are broken into lines: see text_layout.h.

#include "text_layout.h"

#include <stdio.h>
#include <string.h>

#include "arguments.h"
#include "draw_list.h"

// The string on the top of the stack, which is a part of the table at `index`.
static const char *check_part(lua_State *L, int index, size_t *size) {
  const char *part = lua_tolstring(L, -1, size);
  if (!part) {
    const char *found = luaL_typename(L, -1);
    luaL_argerror(L, index,
                  lua_pushfstring(L, "color or string expected, got %s", found));
  }
  return part;
}

// Reads the table twice. Between, Lua may collect garbage, and a finalizer of the program
// may change the table.
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
    if (part_size > size) luaL_argerror(L, index, "the text has changed");
    size -= part_size;
    Run *run = &runs[run_count++];
    run->start = at;
    for (int k = 0; k < 4; k++) run->color[k] = color[k] * draw_state.color[k];
    for (size_t k = 0; k < part_size; k++) { // LÖVE ignores carriage returns
      if (part[k] != '\r') *at++ = part[k];
    }
  }
  return (Text){text, at, 0, runs, run_count};
}

Text check_plain_text(lua_State *L, int index) {
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

Text check_text(lua_State *L, int index) {
  Text text =
      lua_istable(L, index) ? check_colored_text(L, index) : check_plain_text(L, index);
  for (const char *at = text.start; at < text.end;)
    at += code_point_size(L, at, text.end);
  return text;
}

// ------------------------------------------------------------------------------ layout

const char *end_of_line(const char *at, const char *end) {
  const char *found = memchr(at, '\n', (size_t)(end - at));
  return found ? found : end;
}

Layout new_layout(lua_State *L, Font *font, const Text *text, double limit) {
  return (Layout){L, font, text->start, text->end, limit, false};
}

bool next_line(Layout *layout, Line *line) {
  if (layout->is_over) return false;
  const char *start = layout->at, *at = start, *after_space = NULL;
  double width = 0, before_spaces = 0;
  while (at < layout->end && *at != '\n') {
    int size = code_point_size(layout->L, at, layout->end);
    double wider = width + font_advance(layout->font, at, size);
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
