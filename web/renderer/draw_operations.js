// The operations of a draw list, as in web/host/draw_list.h, which describes their numbers.

export const COLOR = 1;
export const TRANSFORM = 2;
export const LINE_WIDTH = 3;
export const LINE_JOIN = 4;
export const SCISSOR = 5;
export const TARGET = 6;
export const CLEAR = 7;
export const RECTANGLE = 8;
export const POLYGON = 9;
export const POLYLINE = 10;
export const ELLIPSE = 11;
export const TEXT = 12;
export const IMAGE = 13;
export const BATCH = 14;

/** Numbers of a sprite of a batch: matrix 6, quad 4, color 4. */
export const SPRITE_NUMBERS = 14;
