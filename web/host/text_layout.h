// Texts as arguments, and how they are broken into lines.
#ifndef WEB_TEXT_LAYOUT_H
#define WEB_TEXT_LAYOUT_H

#include "font.h"

// From `start` on, a text has a color, up to the start of the next run.
typedef struct {
  const char *start;
  float color[4];
} Run;

// The bytes of a text. They belong to values of the stack.
typedef struct {
  const char *start, *end;
  int index; // where the string is in the stack, 0: nowhere
  const Run *runs;
  int run_count; // 0: the color of the state
} Text;

// The text at `index`: a string or a number. Replaces it by a string without carriage
// returns, which LÖVE ignores.
Text check_plain_text(lua_State *L, int index);

// The same, or a table: { color, string, color, string, ... }. Pushes what the text
// refers to. Raises an error if the text is no valid UTF-8.
Text check_text(lua_State *L, int index);

// Where the line that begins at `at` ends.
const char *end_of_line(const char *at, const char *end);

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

Layout new_layout(lua_State *L, Font *font, const Text *text, double limit);

// Reads the next line. Returns whether there is one.
bool next_line(Layout *layout, Line *line);

#endif
