// The eight directions of a step by one tile: their numbers, offsets and reverses.
//
// x grows to the east, y grows to the south.
#ifndef ASTAR_DIRECTIONS_H
#define ASTAR_DIRECTIONS_H

#include <stdint.h>

/// The eight directions, in this order everywhere: N E S W, then NE SE SW NW.
///
///     7 0 4
///     3 . 1
///     6 2 5
///
/// The tables are in the header, so that compilers replace an element by its value where
/// the direction is constant.
enum { DIRECTIONS = 8 };
static const int8_t direction_dx[DIRECTIONS] = {0, 1, 0, -1, 1, 1, -1, -1};
static const int8_t direction_dy[DIRECTIONS] = {-1, 0, 1, 0, -1, 1, 1, -1};

/// The opposite direction.
static const uint8_t direction_reverse[DIRECTIONS] = {2, 3, 0, 1, 6, 7, 4, 5};

/// The direction of a step by (dx, dy), or -1 when the step does not lead to one of the
/// eight surrounding tiles. O(1).
static inline int direction_of(int dx, int dy) {
  static const int8_t directions[3][3] = {{7, 0, 4}, {3, -1, 1}, {6, 2, 5}};
  return dx < -1 || dx > 1 || dy < -1 || dy > 1 ? -1 : directions[dy + 1][dx + 1];
}

#endif
