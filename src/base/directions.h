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
enum { DIRECTIONS = 8 };
extern const int8_t direction_dx[DIRECTIONS];
extern const int8_t direction_dy[DIRECTIONS];
extern const uint8_t direction_reverse[DIRECTIONS]; ///< the opposite direction

/// The direction of a step by (dx, dy), or -1 when the step does not lead to one of the
/// eight surrounding tiles. O(1).
int direction_of(int dx, int dy);

#endif
