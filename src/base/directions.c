// The tables of the eight directions, in the order of directions.h: N E S W NE SE SW NW.
#include "base/directions.h"

const int8_t direction_dx[DIRECTIONS] = {0, 1, 0, -1, 1, 1, -1, -1};
const int8_t direction_dy[DIRECTIONS] = {-1, 0, 1, 0, -1, 1, 1, -1};
const uint8_t direction_reverse[DIRECTIONS] = {2, 3, 0, 1, 6, 7, 4, 5};

int direction_of(int dx, int dy) {
  static const int8_t directions[3][3] = {{7, 0, 4}, {3, -1, 1}, {6, 2, 5}};
  return dx < -1 || dx > 1 || dy < -1 || dy > 1 ? -1 : directions[dy + 1][dx + 1];
}
