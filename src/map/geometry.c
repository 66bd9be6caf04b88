// Distances, rings and straight lines between tiles, walls aside: what follows from the
// layout alone.
//
// Flat coordinates. On hexes a column of offset coordinates zigzags. Where rows are
// shifted, X = 2 x + (1 in a row that is shifted to the right), Y = y; where columns are
// shifted, the same with x and y exchanged. In flat coordinates the six neighbors of a
// hex are at the same (dX, dY) from every hex, and the grid is a box. Squares are flat
// as they are. All rules below are those of the plane, in integers, with nothing rounded.
//
// clang-format off
//     X   0 1 2 3 4 5        odd_r, 3 x 2 hexes: the centers are where the numbers are.
//     Y=0 0 . 1 . 2 .        The box is [0..5] x [0..1].
//     Y=1 . 0 . 1 . 2
// clang-format on
//
// Rings. A ring is a polygon of 4 or 6 sides. Each side is a row of tiles with equal
// steps, so the part of it that is in the box is one division away.
//
// Lines. Turn the tiles so that the line leads from (0, 0) to (D, b), 0 <= b <= D, in
// steps u = (1, 0), to a neighbor, and v = (0, 1), across: D is the number of steps on a
// map where squares have diagonals.
//
// clang-format off
//     squares:  . v .        hexes:      v   u+v
//               . o u                -u    o    u      (v is at 120 degrees from u;
//               . . .                   .     -v        u + v is a neighbor, too)
// clang-format on
//
// The line goes up by one u after the other, never back. Which border it crosses next
// tells the sign of a cross product: that of the line with a corner of the tile, seen
// from the start. Corners are at halves of a step (squares) or at thirds (hexes), so the
// product is multiplied by 2 or 3. Where it is 0 the line goes exactly through a corner,
// and on into the tile that it leans to. Invariant: the line crosses the inside of
// u * k + v * m. So each tile takes O(1), and the way back crosses the same ones.
//
// At k / D of its length the line crosses the middle line of the tiles u * k + v * ...:
// so it can begin anywhere, and begins where it comes to the box.
//
// Flat coordinates are the "doubled" ones of redblobgames.com/grids/hexagons. Amanatides
// and Woo, "A Fast Voxel Traversal Algorithm for Ray Tracing" (1987), go from border to
// border as well, but compare floating-point parts.
#include "map/grid.h"

#include <limits.h>

// ---------------------------------------------------------------------- flat coordinates

typedef struct geometry_point {
  int64_t x, y;
} geometry_point;

static bool geometry_has_rows(astar_layout layout) {
  return layout == ASTAR_ODD_R || layout == ASTAR_EVEN_R;
}

// How far a row or column is shifted in flat coordinates: 1 or 0, or in the even layouts
// 0 or -1.
static int geometry_shift(astar_layout layout, int64_t row) {
  int odd = (int)(row & 1);
  return layout == ASTAR_EVEN_R || layout == ASTAR_EVEN_Q ? -odd : odd;
}

static geometry_point geometry_flat(astar_layout layout, int64_t x, int64_t y) {
  if (layout == ASTAR_SQUARE) return (geometry_point){x, y};
  if (geometry_has_rows(layout)) {
    return (geometry_point){2 * x + geometry_shift(layout, y), y};
  }
  return (geometry_point){x, 2 * y + geometry_shift(layout, x)};
}

// The tile at flat coordinates of the box.
static astar_point geometry_tile(astar_layout layout, geometry_point flat) {
  if (geometry_has_rows(layout)) {
    flat.x = (flat.x - geometry_shift(layout, flat.y)) / 2;
  } else if (layout != ASTAR_SQUARE) {
    flat.y = (flat.y - geometry_shift(layout, flat.x)) / 2;
  }
  return (astar_point){(uint16_t)flat.x, (uint16_t)flat.y};
}

// The tiles of a grid in flat coordinates, `min` and `max` included.
typedef struct geometry_box {
  geometry_point min, max;
} geometry_box;

static geometry_box geometry_box_of(astar_layout layout, int width, int height) {
  geometry_box box = {{0, 0}, {width - 1, height - 1}};
  if (layout == ASTAR_SQUARE) return box;
  int even = layout == ASTAR_EVEN_R || layout == ASTAR_EVEN_Q;
  if (geometry_has_rows(layout)) {
    box.min.x = -even;
    box.max.x = 2 * width - 1 - even;
  } else {
    box.min.y = -even;
    box.max.y = 2 * height - 1 - even;
  }
  return box;
}

static bool geometry_is_inside(const geometry_box *box, geometry_point p) {
  return p.x >= box->min.x && p.x <= box->max.x && p.y >= box->min.y && p.y <= box->max.y;
}

// The neighbors of a tile in flat coordinates, clockwise: straight ones of squares at
// even places; of hexes in shifted rows, or in shifted columns.
static const int8_t geometry_square[8][2] = {{0, -1}, {1, -1}, {1, 0},  {1, 1},
                                             {0, 1},  {-1, 1}, {-1, 0}, {-1, -1}};
static const int8_t geometry_rows[6][2] = {{-1, -1}, {1, -1}, {2, 0},
                                           {1, 1},   {-1, 1}, {-2, 0}};
static const int8_t geometry_columns[6][2] = {{0, -2}, {1, -1}, {1, 1},
                                              {0, 2},  {-1, 1}, {-1, -1}};

static geometry_point geometry_way(astar_layout layout, int way) {
  const int8_t *step = layout == ASTAR_SQUARE      ? geometry_square[way % 8]
                       : geometry_has_rows(layout) ? geometry_rows[way % 6]
                                                   : geometry_columns[way % 6];
  return (geometry_point){step[0], step[1]};
}

static int64_t geometry_abs(int64_t value) { return value < 0 ? -value : value; }

// The quotient rounded down; `divisor` > 0.
static int64_t geometry_floor(int64_t value, int64_t divisor) {
  return value / divisor - (value % divisor < 0);
}

// ----------------------------------------------------------------------------- distances

static int64_t geometry_hex_distance(astar_layout layout, geometry_point a,
                                     geometry_point b) {
  int64_t x = geometry_abs(a.x - b.x), y = geometry_abs(a.y - b.y);
  int64_t wide = geometry_has_rows(layout) ? x : y, narrow = x + y - wide;
  return wide > narrow ? (wide + narrow) / 2 : narrow;
}

int64_t astar_grid_distance(const astar_grid *grid, int x1, int y1, int x2, int y2,
                            int neighbors) {
  if (grid->layout != ASTAR_SQUARE) {
    return neighbors != 6
               ? -1
               : geometry_hex_distance(grid->layout, geometry_flat(grid->layout, x1, y1),
                                       geometry_flat(grid->layout, x2, y2));
  }
  int64_t x = geometry_abs((int64_t)x1 - x2), y = geometry_abs((int64_t)y1 - y2);
  if (neighbors == 4) return x + y;
  return neighbors != 8 ? -1 : x > y ? x : y;
}

// --------------------------------------------------------------------------------- rings

// Takes away from [*first..*last] the places of a row of tiles, `start` + `step` * place,
// that are not in [min..max].
static void geometry_clip_side(int64_t start, int64_t step, int64_t min, int64_t max,
                               int64_t *first, int64_t *last) {
  if (step < 0) {
    int64_t turned = -min;
    start = -start, step = -step, min = -max, max = turned;
  }
  if (step == 0) {
    if (start < min || start > max) *last = *first - 1;
    return;
  }
  int64_t from = -geometry_floor(start - min, step),
          to = geometry_floor(max - start, step);
  if (from > *first) *first = from;
  if (to < *last) *last = to;
}

// Begins a side of a ring; returns how many tiles it has.
static int64_t geometry_begin_side(astar_ring *ring) {
  bool square = ring->layout == ASTAR_SQUARE;
  // From corner to corner, clockwise; squares have theirs on the diagonals.
  int corner = square ? 2 * ring->side + 7 : ring->side;
  geometry_point to = geometry_way(ring->layout, corner),
                 step = geometry_way(ring->layout, square ? corner + 3 : corner + 2);
  ring->x = ring->center_x + ring->n * to.x;
  ring->y = ring->center_y + ring->n * to.y;
  ring->step_x = (int)step.x;
  ring->step_y = (int)step.y;
  return ring->n == 0 ? 1 : square ? 2 * ring->n : ring->n;
}

// Goes to the next side of which there is something on the grid. False: there is none.
static bool geometry_next_side(astar_ring *ring) {
  int sides = ring->n == 0 ? 1 : ring->layout == ASTAR_SQUARE ? 4 : HEX_DIRECTIONS;
  geometry_box box = geometry_box_of(ring->layout, ring->width, ring->height);
  while (ring->side < sides) {
    int64_t first = 0, last = geometry_begin_side(ring) - 1;
    ring->side++;
    geometry_clip_side(ring->x, ring->step_x, box.min.x, box.max.x, &first, &last);
    geometry_clip_side(ring->y, ring->step_y, box.min.y, box.max.y, &first, &last);
    if (first > last) continue;
    ring->x += first * ring->step_x;
    ring->y += first * ring->step_y;
    ring->left = last - first + 1;
    return true;
  }
  return false;
}

astar_status astar_ring_begin(const astar_grid *grid, int x, int y, int n,
                              astar_ring *ring) {
  if (ring == NULL) return ASTAR_INVALID;
  *ring = (astar_ring){.side = INT_MAX}; // it has no more sides
  if (grid == NULL || n < 0) return ASTAR_INVALID;
  geometry_point center = geometry_flat(grid->layout, x, y);
  *ring = (astar_ring){.layout = grid->layout,
                       .width = grid->width,
                       .height = grid->height,
                       .center_x = center.x,
                       .center_y = center.y,
                       .n = n};
  return ASTAR_OK;
}

bool astar_ring_next(astar_ring *ring, astar_point *tile) {
  if (ring == NULL || (ring->left == 0 && !geometry_next_side(ring))) return false;
  geometry_point flat = {ring->x, ring->y};
  ring->x += ring->step_x;
  ring->y += ring->step_y;
  ring->left--;
  if (tile != NULL) *tile = geometry_tile(ring->layout, flat);
  return true;
}

// --------------------------------------------------------------------------------- lines

// In sixths of a step all borders of squares and hexes are at whole numbers.
enum { GEOMETRY_PARTS = 6 };

// How far a tile extends from its center in flat x, and in flat y [sixths].
static geometry_point geometry_extent(astar_layout layout) {
  if (layout == ASTAR_SQUARE) return (geometry_point){3, 3};
  return geometry_has_rows(layout) ? (geometry_point){6, 4} : (geometry_point){4, 6};
}

// Takes from the line what cannot be on the grid, for one of the two coordinates: the
// line leads from `start` by `change`, the grid from `min` to `max`, where tiles extend
// so far from their centers. False: nothing is left.
static bool geometry_clip_line(astar_line *line, int64_t start, int64_t change,
                               int64_t min, int64_t max, int64_t extent) {
  min = GEOMETRY_PARTS * min - extent;
  max = GEOMETRY_PARTS * max + extent;
  start *= GEOMETRY_PARTS;
  change *= GEOMETRY_PARTS;
  if (change < 0) {
    int64_t turned = -min;
    start = -start, change = -change, min = -max, max = turned;
  }
  if (change == 0) return start > min && start < max;
  int64_t first = geometry_floor((min - start) * line->steps, change);
  int64_t last = -geometry_floor((start - max) * line->steps, change);
  if (first > line->k) line->k = first;
  if (last < line->last) line->last = last;
  return line->k <= line->last;
}

static int64_t geometry_cross(geometry_point a, geometry_point b) {
  return a.x * b.y - a.y * b.x;
}

// Turn the line as the head of this file says. They return u, and write v to the line.
static geometry_point geometry_turn_square(astar_line *line, geometry_point to) {
  int64_t x = geometry_abs(to.x), y = geometry_abs(to.y);
  geometry_point across = {to.x < 0 ? -1 : 1, 0}, down = {0, to.y < 0 ? -1 : 1};
  bool wide = x >= y;
  line->steps = wide ? x : y;
  line->across = wide ? y : x;
  line->v_x = (int)(wide ? down.x : across.x);
  line->v_y = (int)(wide ? down.y : across.y);
  return wide ? across : down;
}

static geometry_point geometry_turn_hex(astar_line *line, geometry_point to) {
  geometry_point u = {0, 0}, v = {0, 0};
  for (int way = 0; way < HEX_DIRECTIONS; way++) {
    u = geometry_way(line->layout, way);
    v = geometry_way(line->layout, way + 2);
    // The area between two neighbors is 2.
    int64_t along = geometry_cross(to, geometry_way(line->layout, way + 1)) / 2;
    line->across = geometry_cross(u, to) / 2;
    line->steps = along + line->across;
    if (along > 0 && line->across >= 0) break;
  }
  line->v_x = (int)v.x;
  line->v_y = (int)v.y;
  return u;
}

// Where the line goes on after k / D of its length: the m of that tile. Where it runs
// along a border there, it starts a step before.
static int64_t geometry_find_m(astar_line *line) {
  if (line->steps == 0) return 0;
  int64_t whole = 2 * line->steps, place = 2 * line->across * line->k + line->steps;
  int64_t m = place / whole;
  if (line->layout == ASTAR_SQUARE || place % whole != 0) return m;
  int64_t lean = 2 * line->across - line->steps; // above 0: it leans to v
  if (lean > 0) return m;
  if (lean == 0) line->k--;
  return m - 1;
}

static bool geometry_can_line_reach(int x, int y) {
  return x >= -ASTAR_MAX_LINE && x <= ASTAR_MAX_LINE && y >= -ASTAR_MAX_LINE &&
         y <= ASTAR_MAX_LINE;
}

// The line from `start` by `to`.
static void geometry_begin_line(astar_line *line, geometry_point start,
                                geometry_point to) {
  geometry_point u = line->layout == ASTAR_SQUARE ? geometry_turn_square(line, to)
                                                  : geometry_turn_hex(line, to);
  geometry_point extent = geometry_extent(line->layout);
  geometry_box box = geometry_box_of(line->layout, line->width, line->height);
  line->u_x = (int)u.x;
  line->u_y = (int)u.y;
  line->last = line->steps;
  line->has_ended =
      !geometry_clip_line(line, start.x, to.x, box.min.x, box.max.x, extent.x) ||
      !geometry_clip_line(line, start.y, to.y, box.min.y, box.max.y, extent.y);
  if (line->has_ended) return;
  line->m = geometry_find_m(line);
  line->x = start.x + line->k * u.x + line->m * line->v_x;
  line->y = start.y + line->k * u.y + line->m * line->v_y;
}

astar_status astar_line_begin(const astar_grid *grid, int x1, int y1, int x2, int y2,
                              astar_line *line) {
  if (line == NULL) return ASTAR_INVALID;
  *line = (astar_line){.has_ended = true};
  if (grid == NULL || !geometry_can_line_reach(x1, y1) ||
      !geometry_can_line_reach(x2, y2)) {
    return ASTAR_INVALID;
  }
  geometry_point start = geometry_flat(grid->layout, x1, y1),
                 end = geometry_flat(grid->layout, x2, y2);
  line->layout = grid->layout;
  line->width = grid->width;
  line->height = grid->height;
  geometry_begin_line(line, start, (geometry_point){end.x - start.x, end.y - start.y});
  return ASTAR_OK;
}

// Goes on by so many u and v.
static void geometry_go(astar_line *line, int u, int v) {
  line->k += u;
  line->m += v;
  line->x += u * line->u_x + v * line->v_x;
  line->y += u * line->u_y + v * line->v_y;
}

// The corner between u and v tells where a line leaves a square.
static void geometry_leave_square(astar_line *line) {
  int64_t corner =
      2 * (line->steps * line->m - line->across * line->k) + line->steps - line->across;
  geometry_go(line, corner >= 0, corner <= 0);
}

// Three corners of a hex are before the line: between -v and u, between u and u + v,
// between u + v and v. Through the first it goes on into u, through the last into u + v;
// through the middle one straight on, or between these two.
static void geometry_leave_hex(astar_line *line) {
  int64_t d = line->steps, b = line->across, at = 3 * (d * line->m - b * line->k);
  int64_t middle = at + d - 2 * b, lean = 2 * b - d;
  if (at - d - b > 0) {
    geometry_go(line, 0, -1);
  } else if (middle == 0 && lean == 0) {
    geometry_go(line, 2, 1);
  } else if (middle > 0 || (middle == 0 && lean < 0)) {
    geometry_go(line, 1, 0);
  } else if (at + 2 * d - b >= 0) {
    geometry_go(line, 1, 1);
  } else {
    geometry_go(line, 0, 1);
  }
}

// A tile lies between pairs of parallel borders. Across one such pair, the line leads
// from 0 to `end`, and the borders are at `middle` - 1 and `middle` + 1. When the line
// comes to that pair: a part of its length; `part` when that is greater.
static double geometry_come_between(double part, int64_t middle, int64_t end) {
  if (end == 0) return part;
  double here = (double)((end < 0 ? -middle : middle) - 1) / (double)geometry_abs(end);
  return here > part ? here : part;
}

// The part of its length at which the line enters the tile where it is: when it has come
// between all pairs of borders. Each is one division of exact integers.
static double geometry_part(const astar_line *line) {
  int64_t d = line->steps, b = line->across, k = line->k, m = line->m;
  if (line->layout == ASTAR_SQUARE) {
    return geometry_come_between(geometry_come_between(0, 2 * k, 2 * d), 2 * m, 2 * b);
  }
  double part = geometry_come_between(0, 2 * k - m, 2 * d - b);
  part = geometry_come_between(part, k + m, d + b);
  return geometry_come_between(part, 2 * m - k, 2 * b - d);
}

bool astar_line_next(astar_line *line, astar_point *tile, double *part) {
  if (line == NULL) return false;
  geometry_box box = geometry_box_of(line->layout, line->width, line->height);
  while (!line->has_ended) {
    geometry_point here = {line->x, line->y};
    bool is_inside = geometry_is_inside(&box, here);
    if (is_inside && part != NULL) *part = geometry_part(line);
    line->has_ended = line->k == line->steps && line->m == line->across;
    if (!line->has_ended) {
      if (line->layout == ASTAR_SQUARE) {
        geometry_leave_square(line);
      } else {
        geometry_leave_hex(line);
      }
      line->has_ended = line->k > line->last;
    }
    if (!is_inside) continue;
    if (tile != NULL) *tile = geometry_tile(line->layout, here);
    return true;
  }
  return false;
}
