// The parts of love.graphics and what they share.
#ifndef WEB_GRAPHICS_H
#define WEB_GRAPHICS_H

#include <stdint.h>

#include "font.h"
#include "matrix.h"
#include "object.h"

// An image or a canvas.
typedef struct {
  Object object;
  int number; // in the draw list
  int width, height;
  double bytes; // of its pixels in the page
  bool is_canvas;
} Picture;

// A part of an image [pixels].
typedef struct {
  Object object;
  float box[4]; // x, y, width, height
} Quad;

typedef struct {
  Object object;
  int width, height;
  uint8_t pixels[]; // red, green, blue and alpha
} ImageData;

extern const Type image_type, canvas_type, quad_type, image_data_type;

// An image or a canvas. Errors call it a texture, as LÖVE does.
Picture *check_picture(lua_State *L, int index);
Picture *test_picture(lua_State *L, int index);

// Raises an error if the picture is the canvas that is drawn on.
void check_source(lua_State *L, const Picture *picture);

// Reads [quad,] x, y, r, sx, sy, ox, oy, kx, ky from `index` on: the part of the picture,
// and the matrix from its corner.
Matrix check_part(lua_State *L, const Picture *picture, int index, float box[4]);

// Each adds functions to the table on the top of the stack.
void open_graphics(lua_State *L);
void open_shapes(lua_State *L);
void open_pictures(lua_State *L);
void open_batches(lua_State *L);
void open_fonts(lua_State *L);
void open_text(lua_State *L);
void open_image_data(lua_State *L);
void open_random(lua_State *L);

// The font of the state: pushes it, or nil; pops and sets it.
void push_state_font(lua_State *L);
void set_font(lua_State *L);

// The canvas of the state: pushes it, or nil; pops and sets it, with its number in the
// draw list, or nil and 0.
void push_canvas(lua_State *L);
void set_canvas(lua_State *L, int number);

// Replaces a canvas that has ended by the screen in all states.
void forget_canvas(int number);

#endif
