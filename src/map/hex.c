// Hex geometry in offset and axial coordinates, after redblobgames.com/grids/hexagons.
//
// Offset coordinates (x, y) are the column and the row in the array. In the R layouts
// every other row is shifted right by half a hex, in the Q layouts every other column is
// shifted down by half a hex. So the neighbors of a hex depend on the parity of its row
// or column. The tables below list them in the eight directions of `base/directions`, as
// numbers:
//
// clang-format off
//     R, shifted row      R, other row       Q, shifted column     Q, other column
//
//         0   4              7   0                   0                  7   0   4
//       3   o   1          3   o   1             3   o   1              3   o   1
//         2   5              6   2               6   2   5                  2
//
// Axial coordinates (q, r) undo the shift. One axis is kept, the other is skewed:
//
//     R layouts: q = x - (rows shifted above row y), r = y
//     Q layouts: q = x, r = y - (columns shifted to the left of column x)
//
// clang-format on
// In them every hex has the same six neighbor offsets. With the third cube coordinate
// s = -q - r, a step changes two of (q, r, s) by 1. So the distance is
// (|dq| + |dr| + |ds|) / 2.
#include "map/hex.h"

#include <stdlib.h>

// The directions of the six neighbors, clockwise from the top (in R layouts from the top
// left): [0] in rows or columns that are not shifted, [1] in shifted ones.
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
  for (int i = 0; i < HEX_DIRECTIONS; i++)
    neighbors |= 1u << hex_direction(layout, x, y, i);
  return (uint8_t)neighbors;
}

// The skewed axial coordinate. `along` is the offset coordinate along the shifted rows or
// columns, `across` the number of the row or column. `even_shifted`: the even ones are
// shifted, not the odd ones.
static int hex_skewed(int along, int across, bool even_shifted) {
  int half = even_shifted ? (across + (across & 1)) / 2 : (across - (across & 1)) / 2;
  return along - half;
}

void hex_axial(astar_layout layout, int x, int y, int *q, int *r) {
  bool even = layout == ASTAR_EVEN_R || layout == ASTAR_EVEN_Q;
  bool rows = layout == ASTAR_ODD_R || layout == ASTAR_EVEN_R;
  bool columns = !rows && layout != ASTAR_SQUARE;
  *q = rows ? hex_skewed(x, y, even) : x;
  *r = columns ? hex_skewed(y, x, even) : y;
}

void hex_offset(astar_layout layout, int q, int r, int *x, int *y) {
  bool even = layout == ASTAR_EVEN_R || layout == ASTAR_EVEN_Q;
  bool rows = layout == ASTAR_ODD_R || layout == ASTAR_EVEN_R;
  bool columns = !rows && layout != ASTAR_SQUARE;
  *x = rows ? q - hex_skewed(0, r, even) : q;
  *y = columns ? r - hex_skewed(0, q, even) : r;
}

int hex_distance(astar_layout layout, int x1, int y1, int x2, int y2) {
  int q1, r1, q2, r2;
  hex_axial(layout, x1, y1, &q1, &r1);
  hex_axial(layout, x2, y2, &q2, &r2);
  return (abs(q1 - q2) + abs(r1 - r2) + abs(q1 - q2 + r1 - r2)) / 2;
}
