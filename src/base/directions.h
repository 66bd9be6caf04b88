// The eight directions of a step by one tile: their numbers, offsets and reverses.
//
// x grows to the east, y grows to the south.
#ifndef ASTAR_DIRECTIONS_H
#define ASTAR_DIRECTIONS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

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

/// Equal steps, one after the other.
typedef struct direction_leg {
  int direction, count;
} direction_leg;

/// The legs of a shortest way by (dx, dy) over open ground: legs[0] has the major steps
/// (diagonal; with 4 neighbors vertical), legs[1] the others. The direction of a leg
/// without steps is any. O(1).
static inline void direction_split(int dx, int dy, bool has_diagonals,
                                   direction_leg legs[2]) {
  int columns = abs(dx), rows = abs(dy);
  int row = dx < 0 ? 3 : 1, column = dy < 0 ? 0 : 2;
  if (!has_diagonals) {
    legs[0] = (direction_leg){column, rows};
    legs[1] = (direction_leg){row, columns};
    return;
  }
  bool is_wide = columns > rows;
  int diagonal = dx < 0 ? (dy < 0 ? 7 : 6) : (dy < 0 ? 4 : 5);
  legs[0] = (direction_leg){diagonal, is_wide ? rows : columns};
  legs[1] =
      (direction_leg){is_wide ? row : column, is_wide ? columns - rows : rows - columns};
}

#endif
