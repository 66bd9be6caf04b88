// Distances, rings and straight lines between tiles: what follows from the layout alone.
// Tiles are computed in exact integers. Each tile of a ring or a line takes O(1), and
// parts off the grid are skipped by division, not tile by tile.
//
// Doubled coordinates (redblobgames.com/grids/hexagons). In offset coordinates a column
// of hexes zigzags, in the Q layouts a row. Doubling the axis along the shift removes the
// zigzag: in layouts with shifted rows X = 2 x + shift, Y = y, in layouts with shifted
// columns X = x, Y = 2 y + shift. Then a neighbor is at the same (dX, dY) from every hex,
// and the grid is a box. The doubled coordinates of squares are (x, y).
//
// clang-format off
//     X   0 1 2 3 4 5        odd_r, 3 x 2 hexes: a number is the column x of a hex.
//     Y=0 0 . 1 . 2 .        The box is [0..5] x [0..1].
//     Y=1 . 0 . 1 . 2
// clang-format on
//
// Rings. A ring of n steps is a polygon with 4 (squares) or 6 (hexes) sides. A side is a
// row of tiles with equal steps, so two divisions per coordinate clip it to the box.
//
// Lines. The line is mapped to the first octant (squares) or sextant (hexes): in the
// basis u, v it leads from (0, 0) to (D, b) with 0 <= b <= D. So D is the number of steps
// from the first tile to the last one, where squares have diagonal steps.
//
// clang-format off
//     squares:  . v .        hexes:      v   u+v
//               . o u                -u    o    u      (v is at 120 degrees from u;
//               . . .                   .     -v        u + v is a neighbor, too)
// clang-format on
//
// Invariant: the line crosses the interior of the current tile u * k + v * m. The border
// that the line crosses next follows from the signs of cross products: of the direction
// (D, b) with the vector from the start to a corner of the tile. Corners lie at halves
// (squares) or thirds (hexes) of a step, so the products are multiplied by 2 or 3 and
// stay integers. A product of 0 means that the line passes exactly through the corner. k
// never decreases, and the line from the end to the start visits the same tiles.
//
// At the part k / D of its length, the line is in a tile u * k + v * m with this k; its m
// is the rounded quotient (k * b) / D. So a line can begin at any k, and it begins where
// it enters the box.
//
// Amanatides and Woo, "A Fast Voxel Traversal Algorithm for Ray Tracing" (1987), also go
// from border to border. They compare floating-point distances to the next borders. The
// cross products here are exact, also through corners, and work for hexes, too. Lines are
// clipped to the box as by Liang and Barsky, "A New Concept and Method for Line Clipping"
// (1984): each coordinate limits the parameter k.
#include "map/grid.h"

#include <limits.h>

// ------------------------------------------------------------------- doubled coordinates

typedef struct geometry_point {
  int64_t x, y;
} geometry_point;

static bool geometry_has_rows(astar_layout layout) {
  return layout == ASTAR_ODD_R || layout == ASTAR_EVEN_R;
}

// The shift of a row or column in doubled coordinates: 0 for even ones; for odd ones 1 in
// the odd layouts, -1 in the even layouts. So a shifted row or column is always 1 further
// than one that is not shifted.
static int geometry_shift(astar_layout layout, int64_t row) {
  int odd = (int)(row & 1);
  return layout == ASTAR_EVEN_R || layout == ASTAR_EVEN_Q ? -odd : odd;
}

static geometry_point geometry_doubled(astar_layout layout, int64_t x, int64_t y) {
  if (layout == ASTAR_SQUARE) return (geometry_point){x, y};
  if (geometry_has_rows(layout))
    return (geometry_point){2 * x + geometry_shift(layout, y), y};
  return (geometry_point){x, 2 * y + geometry_shift(layout, x)};
}

// The tile at doubled coordinates, which must be those of a tile in the box.
static astar_point geometry_tile(astar_layout layout, geometry_point doubled) {
  if (geometry_has_rows(layout))
    doubled.x = (doubled.x - geometry_shift(layout, doubled.y)) / 2;
  else if (layout != ASTAR_SQUARE)
    doubled.y = (doubled.y - geometry_shift(layout, doubled.x)) / 2;
  return (astar_point){(int)doubled.x, (int)doubled.y};
}

// The bounding box of a grid in doubled coordinates, `min` and `max` included.
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

// The neighbors of a tile in doubled coordinates, clockwise. Squares: the straight
// neighbors have even indexes. Hexes: one table for layouts with shifted rows, one for
// layouts with shifted columns.
static const int8_t geometry_square[8][2] = {{0, -1}, {1, -1}, {1, 0},  {1, 1},
                                             {0, 1},  {-1, 1}, {-1, 0}, {-1, -1}};
static const int8_t geometry_rows[6][2] = {{-1, -1}, {1, -1}, {2, 0},
                                           {1, 1},   {-1, 1}, {-2, 0}};
static const int8_t geometry_columns[6][2] = {{0, -2}, {1, -1}, {1, 1},
                                              {0, 2},  {-1, 1}, {-1, -1}};

static geometry_point geometry_neighbor(astar_layout layout, int index) {
  const int8_t *step = layout == ASTAR_SQUARE      ? geometry_square[index % 8]
                       : geometry_has_rows(layout) ? geometry_rows[index % 6]
                                                   : geometry_columns[index % 6];
  return (geometry_point){step[0], step[1]};
}

static int64_t geometry_abs(int64_t value) { return value < 0 ? -value : value; }

// The quotient rounded down, also for negative values; `divisor` > 0.
static int64_t geometry_floor(int64_t value, int64_t divisor) {
  return value / divisor - (value % divisor < 0);
}

// ----------------------------------------------------------------------------- distances

int64_t astar_grid_distance(const astar_grid *grid, int x1, int y1, int x2, int y2,
                            int neighbors) {
  bool is_hex = LIVE(grid)->layout != ASTAR_SQUARE;
  geometry_point a = geometry_doubled(grid->layout, x1, y1);
  geometry_point b = geometry_doubled(grid->layout, x2, y2);
  int64_t x = geometry_abs(a.x - b.x), y = geometry_abs(a.y - b.y);
  if (is_hex ? neighbors != 6 : neighbors != 4 && neighbors != 8) return -1;
  if (neighbors == 4) return x + y;
  if (neighbors == 8) return x > y ? x : y;
  int64_t wide = geometry_has_rows(grid->layout) ? x : y, narrow = x + y - wide;
  return wide > narrow ? (wide + narrow) / 2 : narrow;
}

// --------------------------------------------------------------------------------- rings

// Clips a side of a ring to the box, in one coordinate: shrinks [*first..*last] to the
// indexes i for which `start` + `step` * i is in [min..max].
static void geometry_clip_side(int64_t start, int64_t step, int64_t min, int64_t max,
                               int64_t *first, int64_t *last) {
  if (step < 0) {
    int64_t mirrored = -min;
    start = -start, step = -step, min = -max, max = mirrored;
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

// Begins a side of a ring. Returns its number of tiles, on the grid or off it.
static int64_t geometry_begin_side(astar_ring *ring) {
  bool square = ring->layout == ASTAR_SQUARE;
  // Sides lead from corner to corner, clockwise. Corners of squares are diagonal
  // neighbors.
  int corner = square ? 2 * ring->side + 7 : ring->side;
  geometry_point to = geometry_neighbor(ring->layout, corner),
                 step = geometry_neighbor(ring->layout, square ? corner + 3 : corner + 2);
  ring->x = ring->center_x + ring->n * to.x;
  ring->y = ring->center_y + ring->n * to.y;
  ring->step_x = (int)step.x;
  ring->step_y = (int)step.y;
  return ring->n == 0 ? 1 : square ? 2 * ring->n : ring->n;
}

// Moves to the next side that has tiles on the grid. False: there is none.
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
  *ring = (astar_ring){.side = INT_MAX}; // no sides left
  if (LIVE(grid) == NULL || n < 0) return ASTAR_INVALID;
  geometry_point center = geometry_doubled(grid->layout, x, y);
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
  geometry_point doubled = {ring->x, ring->y};
  ring->x += ring->step_x;
  ring->y += ring->step_y;
  ring->left--;
  if (tile != NULL) *tile = geometry_tile(ring->layout, doubled);
  return true;
}

// --------------------------------------------------------------------------------- lines

// In sixths of a unit of doubled coordinates, the borders of squares and hexes are at
// whole numbers.
enum { GEOMETRY_PARTS = 6 };

// Half the width and half the height of a tile in doubled coordinates [sixths].
static geometry_point geometry_extent(astar_layout layout) {
  if (layout == ASTAR_SQUARE) return (geometry_point){3, 3};
  return geometry_has_rows(layout) ? (geometry_point){6, 4} : (geometry_point){4, 6};
}

// Clips the line to the box in one coordinate: shrinks [line->k..line->last]. The line
// leads from `start` to `start` + `change`; the centers of tiles are in [min..max], and
// their borders are up to `extent` sixths outside of that interval. False: the line
// misses the box.
static bool geometry_clip_line(astar_line *line, int64_t start, int64_t change,
                               int64_t min, int64_t max, int64_t extent) {
  min = GEOMETRY_PARTS * min - extent;
  max = GEOMETRY_PARTS * max + extent;
  start *= GEOMETRY_PARTS;
  change *= GEOMETRY_PARTS;
  if (change < 0) {
    int64_t mirrored = -min;
    start = -start, change = -change, min = -max, max = mirrored;
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

// The next two functions map the line to the first octant or sextant (see the top of this
// file). They write D, b and v to the line and return u.
static geometry_point geometry_map_square(astar_line *line, geometry_point to) {
  int64_t x = geometry_abs(to.x), y = geometry_abs(to.y);
  geometry_point across = {to.x < 0 ? -1 : 1, 0}, down = {0, to.y < 0 ? -1 : 1};
  bool wide = x >= y;
  line->steps = wide ? x : y;
  line->across = wide ? y : x;
  line->v_x = (int)(wide ? down.x : across.x);
  line->v_y = (int)(wide ? down.y : across.y);
  return wide ? across : down;
}

static geometry_point geometry_map_hex(astar_line *line, geometry_point to) {
  geometry_point u = {0, 0}, v = {0, 0};
  for (int index = 0; index < HEX_DIRECTIONS; index++) {
    u = geometry_neighbor(line->layout, index);
    v = geometry_neighbor(line->layout, index + 2);
    // Neighboring offsets have a cross product of 2. `to` is along * u + across * (u + v)
    // for the neighbors u, u + v of the sextant.
    int64_t along = geometry_cross(to, geometry_neighbor(line->layout, index + 1)) / 2;
    line->across = geometry_cross(u, to) / 2;
    line->steps = along + line->across;
    if (along > 0 && line->across >= 0) break;
  }
  line->v_x = (int)v.x;
  line->v_y = (int)v.y;
  return u;
}

// The m of the tile that the line enters at k / D of its length: k * b / D rounded to the
// nearest integer. On hexes a tie is a point on the border of two tiles. Then the line
// continues in the tile with the greater m when its direction is nearer to u + v than to
// u, otherwise in the tile with the smaller m. When both are equally near, the line runs
// along the border, and begins one k earlier.
static int64_t geometry_find_m(astar_line *line) {
  if (line->steps == 0) return 0;
  int64_t whole = 2 * line->steps, place = 2 * line->across * line->k + line->steps;
  int64_t m = place / whole;
  if (line->layout == ASTAR_SQUARE || place % whole != 0) return m;
  int64_t lean = 2 * line->across - line->steps; // above 0: nearer to u + v than to u
  if (lean > 0) return m;
  if (lean == 0) line->k--;
  return m - 1;
}

static bool geometry_is_line_end(int x, int y) {
  return x >= -ASTAR_MAX_LINE && x <= ASTAR_MAX_LINE && y >= -ASTAR_MAX_LINE &&
         y <= ASTAR_MAX_LINE;
}

// Begins the line from `start` to `start` + `to`, in doubled coordinates.
static void geometry_begin_line(astar_line *line, geometry_point start,
                                geometry_point to) {
  geometry_point u = line->layout == ASTAR_SQUARE ? geometry_map_square(line, to)
                                                  : geometry_map_hex(line, to);
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
  if (LIVE(grid) == NULL || !geometry_is_line_end(x1, y1) ||
      !geometry_is_line_end(x2, y2))
    return ASTAR_INVALID;
  geometry_point start = geometry_doubled(grid->layout, x1, y1),
                 end = geometry_doubled(grid->layout, x2, y2);
  line->layout = grid->layout;
  line->width = grid->width;
  line->height = grid->height;
  geometry_begin_line(line, start, (geometry_point){end.x - start.x, end.y - start.y});
  return ASTAR_OK;
}

// Moves to another tile: by `u` times u and `v` times v.
static void geometry_move(astar_line *line, int u, int v) {
  line->k += u;
  line->m += v;
  line->x += u * line->u_x + v * line->v_x;
  line->y += u * line->u_y + v * line->v_y;
}

// Moves to the next square. The corner between u and v decides: above the line (positive)
// the line crosses the border to u, below it the border to v, on it both.
static void geometry_leave_square(astar_line *line) {
  int64_t corner =
      2 * (line->steps * line->m - line->across * line->k) + line->steps - line->across;
  geometry_move(line, corner >= 0, corner <= 0);
}

// Moves to the next hex. The line leaves a hex across one of four borders, which three
// corners separate. Their cross products, multiplied by 3, are positive when the corner
// is above the line:
//
// clang-format off
//               3
//         v   .   .   u+v
//           .       2         corner 1: (k + 1/3, m - 1/3), between -v and u
//           .   o   .   u     corner 2: (k + 2/3, m + 1/3), between u and u + v
//           .       1         corner 3: (k + 1/3, m + 2/3), between u + v and v
//             .   .
//               .   -v
// clang-format on
//
// Through corner 1 the line enters u, through corner 3 it enters u + v. Through corner 2
// it enters u or u + v, whichever is nearer to its direction (`lean`); when both are
// equally near, it runs along their border and next enters 2 u + v.
static void geometry_leave_hex(astar_line *line) {
  int64_t d = line->steps, b = line->across, at = 3 * (d * line->m - b * line->k);
  int64_t middle = at + d - 2 * b, lean = 2 * b - d;
  if (at - d - b > 0)
    geometry_move(line, 0, -1);
  else if (middle == 0 && lean == 0)
    geometry_move(line, 2, 1);
  else if (middle > 0 || (middle == 0 && lean < 0))
    geometry_move(line, 1, 0);
  else if (at + 2 * d - b >= 0)
    geometry_move(line, 1, 1);
  else
    geometry_move(line, 0, 1);
}

// The slab method: a tile is the intersection of 2 (squares) or 3 (hexes) slabs, and a
// slab is the space between two parallel borders. Measured across one slab, the line
// leads from 0 to `end`, and the borders are at `middle` - 1 and `middle` + 1. Returns
// the part of its length at which the line enters the slab, but not less than `part`.
static double geometry_enter_slab(double part, int64_t middle, int64_t end) {
  if (end == 0) return part;
  double here = (double)((end < 0 ? -middle : middle) - 1) / (double)geometry_abs(end);
  return here > part ? here : part;
}

// The part of its length [0..1] at which the line enters the current tile: the last slab
// that it enters. Each slab is one division of exact integers.
static double geometry_entry(const astar_line *line) {
  int64_t d = line->steps, b = line->across, k = line->k, m = line->m;
  if (line->layout == ASTAR_SQUARE)
    return geometry_enter_slab(geometry_enter_slab(0, 2 * k, 2 * d), 2 * m, 2 * b);
  double part = geometry_enter_slab(0, 2 * k - m, 2 * d - b);
  part = geometry_enter_slab(part, k + m, d + b);
  return geometry_enter_slab(part, 2 * m - k, 2 * b - d);
}

bool astar_line_next(astar_line *line, astar_point *tile, double *part) {
  if (line == NULL) return false;
  geometry_box box = geometry_box_of(line->layout, line->width, line->height);
  while (!line->has_ended) {
    geometry_point here = {line->x, line->y};
    bool is_inside = here.x >= box.min.x && here.x <= box.max.x && here.y >= box.min.y &&
                     here.y <= box.max.y;
    if (is_inside && part != NULL) *part = geometry_entry(line);
    line->has_ended = line->k == line->steps && line->m == line->across;
    if (!line->has_ended) {
      if (line->layout == ASTAR_SQUARE)
        geometry_leave_square(line);
      else
        geometry_leave_hex(line);
      line->has_ended = line->k > line->last;
    }
    if (!is_inside) continue;
    if (tile != NULL) *tile = geometry_tile(line->layout, here);
    return true;
  }
  return false;
}
