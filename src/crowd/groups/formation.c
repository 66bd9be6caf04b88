// Places of units in rows.
//
// Method: units stand in rows across the direction that they face, the largest units in
// front and in the middle of their row:
//
// clang-format off
//     block          line             wedge          all face upwards
//
//     o o o o        o o o o o o         o
//     o o o o                          o o o
//      o o o                         o o o o o
// clang-format on
//
// A place becomes the tile nearest to it. Two places must not become the same tile, at no
// angle of the rows. On squares two points become different tiles if their x or their y
// differ by 1 or more. So the spacing is 1 / max(|cos|, |sin|) of the direction: a step
// along a row, or to the next row, then changes x or y by exactly 1.
//
// On hexes the direction is one of 12, and places are middles of hexes. Rows are lines of
// hexes sqrt(3) / 2 apart, every other one shifted by half a hex; or, when they face
// adjacent hexes, zigzag lines:
//
// clang-format off
//         o                                 o
//        o o       faces a corner           o o       faces adjacent hexes
//       o o o      of the hexes           o o o
//      o o o o                            o   o
// clang-format on
//
// A row is as deep as its largest unit. Where rows of different sizes meet at an angle,
// their tiles can overlap by rounding. The caller moves such a unit to a free tile, as if
// a wall were there (crowd/groups/placement).
//
// The sums are additions, multiplications, divisions and square roots of doubles, which
// are the same on all platforms; `sin` and `cos` of libraries are not.

#include "crowd/groups/formation.h"

#include <math.h>

#define HALF_ROOT_3 0.86602540378443865
#define TWO_PI 6.283185307179586
#define HALF_PI 1.5707963267948966

// Points between two tiles belong to the tile to the left or above, also after rounding
// errors.
#define FORMATION_TIE 1e-6

// Rows of hexes are shifted in R layouts; in Q layouts columns are, so x and y change
// their roles.
static bool formation_has_columns(astar_layout layout) {
  return layout == ASTAR_ODD_Q || layout == ASTAR_EVEN_Q;
}

// How far the hexes of a row, or of a column, are shifted.
static double formation_shift(astar_layout layout, int row) {
  bool even = layout == ASTAR_EVEN_R || layout == ASTAR_EVEN_Q;
  return (row & 1) == (even ? 0 : 1) ? 0.5 : 0;
}

static int formation_round(double value) {
  return (int)floor(value + 0.5 - FORMATION_TIE);
}

plane_point formation_point(astar_layout layout, int size, int x, int y) {
  if (layout == ASTAR_SQUARE) {
    double half = (size - 1) / 2.0;
    return (plane_point){x + half, y + half};
  }
  if (formation_has_columns(layout))
    return (plane_point){x * HALF_ROOT_3, y + formation_shift(layout, x)};
  return (plane_point){x + formation_shift(layout, y), y * HALF_ROOT_3};
}

// The hex nearest to a point, in the coordinates of an R layout.
static void formation_hex(astar_layout layout, double along, double across, int *x,
                          int *y) {
  double least = HUGE_VAL;
  int above = (int)floor(across / HALF_ROOT_3);
  *x = 0;
  *y = above;
  for (int row = above; row <= above + 1; row++) {
    int column = formation_round(along - formation_shift(layout, row));
    double dx = column + formation_shift(layout, row) - along;
    double dy = row * HALF_ROOT_3 - across;
    if (dx * dx + dy * dy > least - FORMATION_TIE) continue;
    least = dx * dx + dy * dy;
    *x = column;
    *y = row;
  }
}

void formation_tile(astar_layout layout, int size, plane_point point, int *x, int *y) {
  if (layout == ASTAR_SQUARE) {
    double half = (size - 1) / 2.0;
    *x = formation_round(point.x - half);
    *y = formation_round(point.y - half);
  } else if (formation_has_columns(layout)) {
    formation_hex(layout, point.y, point.x, y, x);
  } else {
    formation_hex(layout, point.x, point.y, x, y);
  }
}

// --------------------------------------------------------------------------- directions

// The series of an angle of at most a quarter of pi: of its sine with the first term `a`
// and i = 2, of its cosine with 1 and 1.
static double formation_series(double a, double term, int i) {
  double square = a * a, sum = term;
  for (; i <= 16; i += 2) {
    term *= -square / (i * (i + 1));
    sum += term;
  }
  return sum;
}

plane_point formation_direction(double angle) {
  double a = fmod(angle, TWO_PI); // exact
  double quarters = floor(a / HALF_PI + 0.5), rest = a - quarters * HALF_PI;
  double c = formation_series(rest, 1, 1), s = formation_series(rest, rest, 2);
  switch ((int)quarters & 3) {
  case 0: return (plane_point){c, s};
  case 1: return (plane_point){-s, c};
  case 2: return (plane_point){-c, -s};
  default: return (plane_point){s, -c};
  }
}

plane_point formation_main_direction(astar_layout layout, double dx, double dy) {
  double most = FORMATION_TIE;
  int count = layout == ASTAR_SQUARE ? 8 : 12;
  plane_point best = {1, 0};
  for (int i = 0; i < count; i++) {
    plane_point direction = formation_direction(i * TWO_PI / count);
    double along = dx * direction.x + dy * direction.y;
    if (along <= most + FORMATION_TIE) continue;
    most = along;
    best = direction;
  }
  return best;
}

// --------------------------------------------------------------------------------- rows

// Whether a formation of hexes faces corners of hexes, not adjacent hexes.
static bool formation_faces_corners(const formation *f) {
  double c = fabs(formation_has_columns(f->layout) ? f->forward.x : f->forward.y);
  return c > 0.9 || (c > 0.4 && c < 0.6);
}

// Moves a place of a formation of hexes to the middle of a hex.
static void formation_to_hex(const formation *f, double *right, double *behind) {
  if (formation_faces_corners(f)) {
    int row = formation_round(*behind);
    *right = formation_round(*right - row / 2.0) + row / 2.0;
    *behind = row * HALF_ROOT_3;
  } else {
    int column = formation_round(*right);
    *behind = formation_round(*behind - column / 2.0) + column / 2.0;
    *right = column * HALF_ROOT_3;
  }
}

plane_point formation_at(const formation *f, double right, double behind) {
  double x = fabs(f->forward.x), y = fabs(f->forward.y), spacing = 1 / (x > y ? x : y);
  if (f->layout != ASTAR_SQUARE) {
    formation_to_hex(f, &right, &behind);
    spacing = 1;
  }
  double dx = -f->forward.y * right - f->forward.x * behind;
  double dy = f->forward.x * right - f->forward.y * behind;
  return (plane_point){f->center.x + spacing * dx, f->center.y + spacing * dy};
}

double formation_block_width(const formation_unit *units, uint32_t count) {
  double tiles = 0;
  for (uint32_t i = 0; i < count; i++) tiles += (double)units[i].size * units[i].size;
  return ceil(sqrt(tiles));
}

// The most units in a row. A wedge grows by one unit at each side; where rows of hexes
// are shifted, by half a unit.
static uint32_t formation_longest_row(const formation *f, uint32_t row) {
  if (f->kind != ASTAR_FORMATION_WEDGE) return UINT32_MAX;
  bool is_shifted = f->layout != ASTAR_SQUARE && formation_faces_corners(f);
  return is_shifted ? row + 1 : 2 * row + 1;
}

// How many of the units from `first` on stand in a row. `row` counts from the front.
static uint32_t formation_row_length(const formation *f, const formation_unit *units,
                                     uint32_t first, uint32_t count, uint32_t row) {
  uint32_t length = 1, most = formation_longest_row(f, row);
  double width = units[first].size;
  while (first + length < count && length < most) {
    width += units[first + length].size;
    if (f->kind != ASTAR_FORMATION_WEDGE && width > f->width) break;
    length++;
  }
  return length;
}

// Fills one row, from left to right: units 5 3 1 0 2 4, so that the largest one, unit 0,
// is in the middle.
static void formation_fill_row(const formation *f, formation_unit *units, uint32_t length,
                               double behind) {
  double right = 0;
  for (uint32_t i = 0; i < length; i++) right -= units[i].size / 2.0;
  for (uint32_t i = 0; i < length; i++) {
    uint32_t half = length / 2;
    uint32_t unit = i < half ? 2 * (half - 1 - i) + 1 : 2 * (i - half);
    units[unit].place = formation_at(f, right + units[unit].size / 2.0, behind);
    right += units[unit].size;
  }
}

// How deep all rows are; of a line, the first one: it stays on the center.
static double formation_depth(const formation *f, const formation_unit *units,
                              uint32_t count) {
  double depth = 0;
  if (f->kind == ASTAR_FORMATION_LINE) return units[0].size;
  for (uint32_t first = 0, row = 0; first < count; row++) {
    depth += units[first].size;
    first += formation_row_length(f, units, first, count, row);
  }
  return depth;
}

void formation_fill(const formation *f, formation_unit *units, uint32_t count) {
  if (count == 0) return;
  double behind = -formation_depth(f, units, count) / 2;
  for (uint32_t first = 0, row = 0; first < count; row++) {
    uint32_t length = formation_row_length(f, units, first, count, row);
    double depth = units[first].size;
    formation_fill_row(f, units + first, length, behind + depth / 2);
    behind += depth;
    first += length;
  }
}
