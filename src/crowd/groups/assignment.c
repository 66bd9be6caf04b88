// Matches units and places so that their ways do not cross.
//
// Method: the least sum of the squared straight ways. It has two properties that a
// formation needs (M. Turpin, N. Michael, V. Kumar, "CAPT: Concurrent Assignment and
// Planning of Trajectories for Multiple Robots", International Journal of Robotics
// Research, 2014): units that start together, go straight and arrive together never come
// nearer to each other than at their start or their end; and it does not change when all
// places are moved by the same distance. So units keep their places to each other as far
// as possible: who is on the left stays on the left.
//
// The sum is least if no exchange, also in cycles, makes it less. We look at pairs only:
//
//     |a1 - b2|^2 + |a2 - b1|^2 < |a1 - b1|^2 + |a2 - b2|^2
//         if and only if   (a1 - a2) . (b1 - b2) < 0
//
// The start is a matching by halves: both sets are sorted along the longer side of the
// places and cut in the middle; then each pair of halves in the same way. Then pairs
// whose numbers are near each other are exchanged, as long as this helps.

#include "crowd/groups/assignment.h"

#include <stdbool.h>
#include <stdlib.h>

#include "crowd/tuning.h"

// Exchanges that help less than this are rounding errors.
#define ASSIGNMENT_GAIN 1e-6

static int assignment_compare(double x1, double x2, double y1, double y2, uint32_t index1,
                              uint32_t index2) {
  if (x1 < x2 || x1 > x2) return x1 < x2 ? -1 : 1;
  if (y1 < y2 || y1 > y2) return y1 < y2 ? -1 : 1;
  return (index1 > index2) - (index1 < index2);
}

static int assignment_compare_x(const void *left, const void *right) {
  const assignment_point *a = (const assignment_point *)left;
  const assignment_point *b = (const assignment_point *)right;
  return assignment_compare(a->x, b->x, a->y, b->y, a->index, b->index);
}

static int assignment_compare_y(const void *left, const void *right) {
  const assignment_point *a = (const assignment_point *)left;
  const assignment_point *b = (const assignment_point *)right;
  return assignment_compare(a->y, b->y, a->x, b->x, a->index, b->index);
}

// Whether the places reach farther along x than along y.
static bool assignment_is_wide(const assignment_point *places, uint32_t count) {
  double left = places[0].x, right = left, top = places[0].y, bottom = top;
  for (uint32_t i = 1; i < count; i++) {
    if (places[i].x < left) left = places[i].x;
    if (places[i].x > right) right = places[i].x;
    if (places[i].y < top) top = places[i].y;
    if (places[i].y > bottom) bottom = places[i].y;
  }
  return right - left >= bottom - top;
}

static void assignment_halve(assignment_point *units, assignment_point *places,
                             uint32_t count) {
  while (count > 1) {
    bool is_wide = assignment_is_wide(places, count);
    qsort(units, count, sizeof *units,
          is_wide ? assignment_compare_x : assignment_compare_y);
    qsort(places, count, sizeof *places,
          is_wide ? assignment_compare_x : assignment_compare_y);
    uint32_t half = count / 2;
    assignment_halve(units, places, half);
    units += half;
    places += half;
    count -= half;
  }
}

static bool assignment_helps(const assignment_point *a, const assignment_point *b,
                             const assignment_point *place_a,
                             const assignment_point *place_b) {
  return (a->x - b->x) * (place_a->x - place_b->x) +
             (a->y - b->y) * (place_a->y - place_b->y) <
         -ASSIGNMENT_GAIN;
}

// Exchanges pairs once. False: no exchange helps.
static bool assignment_improve(const assignment_point *units, assignment_point *places,
                               uint32_t count) {
  bool is_better = false;
  for (uint32_t i = 0; i < count; i++) {
    uint32_t end = i + 1 + ASSIGNMENT_WINDOW < count ? i + 1 + ASSIGNMENT_WINDOW : count;
    for (uint32_t k = i + 1; k < end; k++) {
      if (!assignment_helps(&units[i], &units[k], &places[i], &places[k])) continue;
      assignment_point place = places[i];
      places[i] = places[k];
      places[k] = place;
      is_better = true;
    }
  }
  return is_better;
}

void assignment_match(assignment_point *units, assignment_point *places, uint32_t count) {
  assignment_halve(units, places, count);
  for (int pass = 0; pass < ASSIGNMENT_PASSES; pass++)
    if (!assignment_improve(units, places, count)) break;
}
