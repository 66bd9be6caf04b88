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
  bool is_canvas, is_nearest;
  double anisotropy;
} Picture;

typedef struct {
  Object object;
  double x, y, width, height;
  double texture_width, texture_height;
} Quad;

typedef struct {
  Object object;
  int width, height;
  uint8_t pixels[]; // red, green, blue and alpha
} ImageData;

extern const Type image_type, canvas_type, quad_type, batch_type, image_data_type;

// An image or a canvas. Errors call it a texture, as LÖVE does.
Picture *check_picture(lua_State *L, int index);
Picture *test_picture(lua_State *L, int index);

// The state that push "all" saves, beside the draw state.
typedef struct {
  float background[4];
  float point_size;
  bool is_smooth;
  bool is_nearest; // images that are made next have hard pixels
  int blend_mode;  // its name
  bool is_premultiplied;
  Picture *canvas; // NULL: the screen
} GraphicsState;

extern GraphicsState graphics_state;

// Each adds functions to the table on the top of the stack.
void open_graphics(lua_State *L);
void open_shapes(lua_State *L);
void open_pictures(lua_State *L);
void open_batches(lua_State *L);
void open_fonts(lua_State *L);
void open_text(lua_State *L);
void open_image_data(lua_State *L);
void open_random(lua_State *L);
void open_transforms(lua_State *L);

// A quad is a part of a texture of some size. For a picture of another size, it is the
// same part: `numbers` are x, y, width and height in pixels of the picture. quad_matrix
// is `m` for these pixels, so that the size of what is drawn is that of the quad.
void place_quad(const Picture *picture, const Quad *quad, float numbers[4]);
Matrix quad_matrix(const Picture *picture, const Quad *quad, Matrix m);

// Draws the batch at index 1 with the matrix from index 2.
int batch_draw(lua_State *L);

// Pushes the font of the state, or nil: none yet.
void push_state_font(lua_State *L);

// Sets the canvas or the font of the state, with the object at an index of the stack, 0:
// none.
void set_canvas(lua_State *L, int index);
void set_font(lua_State *L, int index);

// Pushes the canvas of the state, or nil.
void push_canvas(lua_State *L);

// Replaces a released canvas by the screen in all states.
void forget_canvas(const Picture *canvas);

#endif
