// Turn ranges: the labels of a movement range in turns, which outlive their search.
#ifndef ASTAR_TURN_RANGE_H
#define ASTAR_TURN_RANGE_H

#include "query/cache.h"

/// A rectangle of the grid that a field covers [tiles].
typedef struct field_box {
  int left, top, width, height;
} field_box;

/// The labels of one range. The field that owns it frees the arrays.
typedef struct turn_range {
  astar_turns turns;
  astar_filter filter; ///< of the search: it ignores the layers of the turns
  turn_label *labels;  ///< from 1 on
  uint32_t label_count;
  uint32_t *best; ///< per tile of the box of the field: its best label
} turn_range;

/// Searches the range from (x, y), and sets `box` to the smallest one that holds it.
/// `map` is up to date, with its legal moves. The arrays of `range` must be free.
/// ASTAR_NO_MEMORY: they still are.
astar_status turn_range_compute(turn_range *range, const costmap *map, int x, int y,
                                field_box *box);

/// Frees the arrays.
void turn_range_drop(turn_range *range, const field_box *box, memory *m);

#endif
