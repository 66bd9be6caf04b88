// Width: the largest mover that gets from start to goal, and the tightest place.
#ifndef ASTAR_WIDTH_H
#define ASTAR_WIDTH_H

#include "explain/question.h"

typedef struct passage_width {
  int widest; ///< [tiles, 0..ASTAR_MAX_SIZE]
  bool has_tightest;
  astar_point tightest;
} passage_width;

astar_status width_find(const question *q, passage_width *w);

#endif
