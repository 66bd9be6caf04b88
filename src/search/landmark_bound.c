// The landmark bound of a cell.
//
// These functions are not inlined into each other, except for one copy: inside a larger
// loop, compilers do not make a loop over the values of a tile vector operations.
#include "search/landmark_bound.h"

#include "base/inline.h"

INLINE_ALWAYS int32_t landmark_bound_subtract(const int16_t *values,
                                              const int16_t *most) {
  int16_t greater[LANDMARK_COUNT], greatest = 1; // of the two differences per landmark
  for (int i = 0; i < LANDMARK_COUNT; i++) {
    int16_t to = (int16_t)(values[i] - most[i]);
    int16_t from = (int16_t)(values[i + LANDMARK_COUNT] - most[i + LANDMARK_COUNT]);
    greater[i] = to > from ? to : from;
  }
  for (int i = 0; i < LANDMARK_COUNT; i++)
    greatest = greater[i] > greatest ? greater[i] : greatest;
  return greatest - 1;
}

INLINE_NEVER int32_t landmark_bound_to(const int16_t *values, const landmark_target *to) {
  return landmark_bound_subtract(values, to->most) + to->rest;
}

int32_t landmark_difference(const int16_t *values, const int16_t *most) {
  return landmark_bound_subtract(values, most);
}

double landmark_bound_at(const landmark_bound *b, uint32_t cell) {
  const int16_t *values = b->values + (size_t)cell * LANDMARK_VALUES;
  int32_t least =
      landmark_bound_subtract(values, b->targets[0].most) + b->targets[0].rest;
  for (int i = 1; i < b->count; i++) {
    int32_t over = landmark_bound_to(values, &b->targets[i]);
    if (over < least) least = over;
  }
  return least * b->unit;
}
