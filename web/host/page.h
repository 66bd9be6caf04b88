// The functions that `love` imports from the page: the renderer, or its substitute in
// Node.
#ifndef WEB_PAGE_H
#define WEB_PAGE_H

#include "host.h"

// The width of a text without line breaks in a font of this size [pixels].
IMPORT(measure) double page_measure(int font, const char *text, int size);

// Defines the text of a number of DRAW_TEXT. A number may be defined again.
IMPORT(define_string) void page_define_string(int number, const char *text, int size);

// Defines a font. Its number is its size [pixels].
IMPORT(define_font) void page_define_font(int font);

// Defines an image from its pixels: red, green, blue and alpha as bytes, row by row. In
// this function and the next two, is_nearest: whether it has hard pixels when it is
// enlarged.
IMPORT(define_image)
void page_define_image(int number, const void *pixels, int width, int height,
                       int is_nearest);

// Defines an image from a file. Returns width | height << 16, or 0 without such an image.
IMPORT(define_image_file)
uint32_t page_define_image_file(int number, const char *path, int size, int is_nearest);

// The pixels per unit of a canvas of this size: as those of the screen, if they are not
// too many.
IMPORT(canvas_scale) double page_canvas_scale(int width, int height);

// Defines an empty canvas of this size [units].
IMPORT(define_canvas)
void page_define_canvas(int number, int width, int height, int is_nearest);

// Ends an image, a canvas or what the renderer keeps of a batch.
IMPORT(release_image) void page_release_image(int number);

// The window that the program wants. Returns width | height << 16 of the window that it
// has, or 0 if it is unchanged.
IMPORT(set_window)
uint32_t page_set_window(const char *title, int size, int width, int height,
                         int min_width, int min_height, int is_resizable);

#endif
