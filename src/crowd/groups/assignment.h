// Assignments: which of several units goes to which of as many places.
#ifndef ASTAR_ASSIGNMENT_H
#define ASTAR_ASSIGNMENT_H

#include <stdint.h>

/// A unit, or a place, at a point of the plane.
typedef struct assignment_point {
  double x, y;
  uint32_t index; ///< of the caller; no two of an array are equal
} assignment_point;

/// Sorts both arrays so that units[i] goes to places[i]: no two units whose ways cross
/// would go shorter ways, by the sum of the squares, with each other's place. Nearly: it
/// looks at pairs that are near each other. O(count log^2 count).
void assignment_match(assignment_point *units, assignment_point *places, uint32_t count);

#endif
