// The operations of a draw list, as in web/host/draw_list.h, which describes their numbers.

export const CLEAR = 1;
export const COLOR = 2;
export const TRANSFORM = 3;
export const LINE_WIDTH = 4;
export const SCISSOR = 5;
export const TARGET = 6;
export const RECTANGLE = 7;
export const POLYGON = 8;
export const POLYLINE = 9;
export const ELLIPSE = 10;
export const ARC = 11;
export const POINTS = 12;
export const TEXT = 13;
export const IMAGE = 14;
export const BATCH = 15;
export const BLEND = 16;
export const LINE_STYLE = 17;

/** Numbers of a sprite of a batch: matrix 6, quad 4, color 4. */
export const SPRITE_NUMBERS = 14;
