// The draw list: what a program draws, as numbers in linear memory that the page plays.
//
// Format. The list is an array of floats. A command is its operation, the count of the
// numbers that follow, and these numbers. The page reads the list after each frame and
// then clears it.
//
// State. Commands 1 to 6 set the state of the commands after them. At the beginning of
// each list the state is: the screen, no scissor, the identity, white, lines of width 1
// with miter joins. A list contains only state that changes,
// and only before a command that draws. TARGET changes no other state; the list repeats
// all other state after it.
//
// Order. The page plays a list after the program has ended its frame. So what a list
// refers to must live until then: draw_list_keep and draw_list_release postpone the end
// of sprites and images.
#ifndef WEB_DRAW_LIST_H
#define WEB_DRAW_LIST_H

#include <stdbool.h>
#include <stdint.h>

#include <lua.h>

#include "matrix.h"

// The same constants are in web/renderer/draw_operations.js. Matrices are a b c d e f:
// the point (x, y) becomes (a x + c y + e, b x + d y + f).
typedef enum {
  DRAW_COLOR = 1,      // r g b a, each 0 to 1
  DRAW_TRANSFORM = 2,  // matrix from coordinates to pixels of the target
  DRAW_LINE_WIDTH = 3, // width
  DRAW_LINE_JOIN = 4,  // is_bevel, else miter
  DRAW_SCISSOR = 5,    // is_on x y width height [pixels of the target]
  DRAW_TARGET = 6,     // canvas, or 0: the screen
  DRAW_CLEAR = 7,      // r g b a: replaces all pixels within the scissor
  DRAW_RECTANGLE = 8,  // is_filled x y width height rx ry
  DRAW_POLYGON = 9,    // is_filled x1 y1 x2 y2 ...
  DRAW_POLYLINE = 10,  // x1 y1 x2 y2 ...
  DRAW_ELLIPSE = 11,   // is_filled x y rx ry
  DRAW_TEXT = 12,      // string font matrix: from the top left corner of one line of text
  DRAW_IMAGE = 13,     // image quad(x y width height) matrix: from the corner of the quad
  DRAW_BATCH = 14,     // image count address batch revision matrix
} DrawOperation;

// The address of DRAW_BATCH has the bits of a uint32. There are `count` sprites:
typedef struct {
  float matrix[6]; // from the top left corner of the quad
  float quad[4];   // x y width height [pixels of the image]
  float color[4];  // multiplies the color of the state
} Sprite;
// `batch` identifies the batch: its number is never used for another one before
// release_image. Sprites with the same batch and revision, count and address are the same
// as in the last frame.

// The state of the commands that follow. Its owner is graphics.c.
typedef struct {
  float color[4];
  Matrix transform;
  float line_width;
  bool is_bevel;
  float scissor[5]; // is_on x y width height
  int canvas;       // its number, 0: the screen
} DrawState;

extern DrawState draw_state;

// Adds a command with `count` numbers to the list, after the state that changed since the
// last one. Returns the numbers, which the caller sets. Raises an error when the list is
// too long.
float *draw_list_add(lua_State *L, DrawOperation operation, int count);

// The same in two parts, for numbers that may raise an error while they are read: the
// command is in the list after draw_list_commit.
float *draw_list_room(lua_State *L, int count);
void draw_list_commit(DrawOperation operation, int count);

// Writes a matrix at `numbers`. Returns the place after it.
float *draw_list_matrix(float *numbers, Matrix matrix);

// A number for an image, a canvas or a batch, from 1. Ended numbers are used again.
int draw_list_new_number(lua_State *L);

// Ends a number when the page has played the list, at once if the list is empty. Returns
// whether it has ended.
bool draw_list_release(int number);

// Keeps the value on the top of the stack until the page has played the list. Pops it.
void draw_list_keep(lua_State *L);

// How many lists the page has played.
uint32_t draw_list_serial(void);

#endif
