// Fonts, texts as arguments, and the widths of texts.
//
// Method. There is one font, in sizes of whole pixels. The width of a text is the sum of
// the advances of its code points, without kerning. The page measures each code point; a
// font remembers the advances of those that are used most. Heights are parts of the size,
// as in LÖVE's default font.
#ifndef WEB_FONT_H
#define WEB_FONT_H

#include "object.h"

// Latin, Greek and Cyrillic letters.
enum { KNOWN_ADVANCES = 0x530 };

// Its number in the draw list is its size.
typedef struct {
  Object object;
  int size;                       // [pixels]
  float advances[KNOWN_ADVANCES]; // by code point [pixels], negative: not yet measured
} Font;

extern const Type font_type;

// Pushes the font of the state. It is the default font if there was none.
Font *push_current_font(lua_State *L);

// From the top of a line to the top of the next one [pixels].
double font_height(const Font *font);

// The bytes of a text. They belong to a string of the stack.
typedef struct {
  const char *start, *end;
} Text;

// The text at `index`: a string or a number, which it replaces by a string.
Text check_text(lua_State *L, int index);

// Where the line that begins at `at` ends.
const char *end_of_line(const char *at, const char *end);

// The size of the code point at `text` [bytes]. Raises an error if it is no valid UTF-8.
int code_point_size(lua_State *L, const char *text, const char *end);

// The advance of the code point of this size at `text`.
double font_advance(Font *font, const char *text, int size);

#endif
