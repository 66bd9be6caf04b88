#include "map/hex.h"

#include <stdlib.h>

// The six directions in which hexes touch, clockwise. In the R layouts, a hex of a
// shifted row touches those above and below to its east. In the Q layouts, a hex of a
// shifted column touches those below to its left and right.
//
// clang-format off
//     R, shifted:  0 4      R, not:  7 0        Q, shifted:    0       Q, not:  7 0 4
//                 3 . 1             3 . 1                    3 . 1              3 . 1
//                  2 5               6 2                     6 2 5                2
// clang-format on
static const uint8_t hex_row[2][HEX_DIRECTIONS] = {{7, 0, 1, 2, 6, 3},
                                                   {0, 4, 1, 5, 2, 3}};
static const uint8_t hex_column[2][HEX_DIRECTIONS] = {{0, 4, 1, 2, 3, 7},
                                                      {0, 1, 5, 2, 6, 3}};

int hex_direction(astar_layout layout, int x, int y, int i) {
  switch (layout) {
  case ASTAR_ODD_R: return hex_row[y & 1][i];
  case ASTAR_EVEN_R: return hex_row[~y & 1][i];
  case ASTAR_ODD_Q: return hex_column[x & 1][i];
  case ASTAR_EVEN_Q: return hex_column[~x & 1][i];
  case ASTAR_SQUARE: break;
  }
  return i;
}

uint8_t hex_neighbors(astar_layout layout, int x, int y) {
  unsigned neighbors = 0;
  for (int i = 0; i < HEX_DIRECTIONS; i++) {
    neighbors |= 1u << hex_direction(layout, x, y, i);
  }
  return (uint8_t)neighbors;
}

// The skewed axial coordinate, after redblobgames.com/grids/hexagons.
static int hex_skewed(int along, int across, bool even_shifted) {
  int half = even_shifted ? (across + (across & 1)) / 2 : (across - (across & 1)) / 2;
  return along - half;
}

void hex_axial(astar_layout layout, int x, int y, int *q, int *r) {
  bool even = layout == ASTAR_EVEN_R || layout == ASTAR_EVEN_Q;
  bool rows = layout == ASTAR_ODD_R || layout == ASTAR_EVEN_R;
  *q = rows ? hex_skewed(x, y, even) : x;
  *r = rows ? y : hex_skewed(y, x, even);
}

int hex_distance(astar_layout layout, int x1, int y1, int x2, int y2) {
  int q1, r1, q2, r2;
  hex_axial(layout, x1, y1, &q1, &r1);
  hex_axial(layout, x2, y2, &q2, &r2);
  return (abs(q1 - q2) + abs(r1 - r2) + abs(q1 - q2 + r1 - r2)) / 2;
}
