// Field of view: shadowcasting with intervals of slopes on bitmaps.
//
// Idea: the octant 0 <= j <= i of tiles around the viewer is processed column by column.
// The slope of tile (i, j) is j / i. A list of spans holds the slopes that are still
// open; an obstacle removes an interval. A tile is seen when its slope is open. Obstacles
// of a column are one word, visible tiles of a column are one word; the eight octants are
// the same code on the window of the map, its mirror image, and the transposes of both.
//
// The slopes that an obstacle removes for later columns:
//
// clang-format off
//     lines    (2 j - 1) / (2 i + 1)  to  (2 j + 1) / (2 i - 1): the corners p and q
//     shadows  (2 j - 1) / (2 i)      to  (2 j + 1) / (2 i): half way to the next rows
//     hexes    from corner to corner (below)
//
//     j + 1/2  q-------+
//              |       |      A line through a corner touches the obstacle only. There
//              | i , j |      the corner rule decides by the tiles on both sides of the
//              |       |      corner: at p by the obstacle alone, or later as at q; at q
//     j - 1/2  +-------p      by the obstacle and the tile (i - 1, j + 1).
// clang-format on
//
// Mode `shadow` takes the tile nearest to the line in each column. A line half way
// between two tiles takes the lower ones in one run and the upper ones in another, and a
// tile is seen when it is seen in one of them.
//
// Hexes: the six sextants between the axes, with the parts of rings as columns. Let u and
// v be the steps along the axes, so hex (i, j) is at (i - j) u + j v, and a point a u + b
// v has the slope b / (a + b). The corners of a hex are at its center plus a third of (1,
// 1), (-1, 2), (-2, 1), and the negatives of these. The greatest slope is that of the
// second one when 2 j < i, otherwise of the third one. A line through a corner enters the
// hex on one side of it, so no rule is needed, except for lines along a border.
//
// Exactness: slopes and limits are fractions whose denominators are at most 3 * 31 + 1,
// so two of them are equal or differ by more than 1e-4. FIELD_NEAR is far less than that,
// and far more than rounding: a limit moved by it lies between the same fractions.
//
// Invariant: before the tiles of column i are tested, the spans have exactly the slopes
// of the lines that no obstacle stops before they enter a tile of column i. No line that
// ends in column i crosses another tile of that column, and of the corners between
// columns i - 1 and i only that of the diagonal can be on such a line.
//
// Sources: Bergström, "FOV using recursive shadowcasting" (2001), for octants and
// intervals of slopes; Ford, "Symmetric Shadowcasting" (2020), for tiles seen by their
// centers. Columns as words, and corner rules as ends of intervals, are ours.

#include "sight/field_of_view.h"

#include "base/bits.h"
#include "map/corner_rule.h"
#include "map/hex.h"
#include "query/line_of_sight.h"

// How far limits are moved, and the maximum number of spans: each run of obstacles of an
// octant adds one at most, and column i has i / 2 + 1 runs at most.
#define FIELD_NEAR 1e-6
enum { FIELD_SPANS = 272 };

/// Slopes between two limits.
typedef struct span {
  double low, high;
} span;

/// The work on one octant or sextant. Column i is word i * step from the word of the
/// viewer on; its row j is bit radius + j.
typedef struct octant {
  const costmap *map;
  const astar_view *view;
  astar_diagonal rule; ///< for corners
  bool is_upper;       ///< mode `shadow`: half way between two tiles, take the upper one
  int step;
  const uint64_t *obstacles; ///< the word of the viewer
  uint64_t *seen;
} octant;

// What obstacles in the rows [first, end) of column i hide; `is_corner`: also the slope
// of the corner above them.
static inline span octant_shadow(const octant *o, int i, int first, int end,
                                 bool is_corner) {
  double low = 2 * first - 1, high = 2 * end - 1, x = 2 * i;
  if (o->map->grid->layout != ASTAR_SQUARE) {
    low = 2 * first > i ? (3. * first - 1) / (3 * i + 1) : (3. * first - 2) / (3 * i - 1);
    high = 2 * end - 2 < i ? (3. * end - 1) / (3 * i + 1) : (3. * end - 2) / (3 * i - 1);
    return (span){low + FIELD_NEAR, high - FIELD_NEAR};
  }
  if (o->view->sight.mode == ASTAR_SIGHT_SHADOW) {
    double move = o->is_upper ? -FIELD_NEAR : FIELD_NEAR;
    return (span){low / x + move, high / x + move};
  }
  return (span){low / (x + 1) + (corner_rule_cuts(o->rule) ? FIELD_NEAR : -FIELD_NEAR),
                high / (x - 1) + (is_corner ? FIELD_NEAR : -FIELD_NEAR)};
}

// Writes what obstacles of column i leave of a span to `open`; how many spans that are.
static inline int octant_split(const octant *o, int i, span s, uint64_t obstacles,
                               uint64_t corners, span *open) {
  int count = 0;
  while (obstacles != 0 && s.low < s.high) {
    int first = bits_lowest(obstacles), end = first + bits_lowest(~(obstacles >> first));
    span hidden = octant_shadow(o, i, first, end, (corners >> end & 1) != 0);
    obstacles &= obstacles + ((uint64_t)1 << first);
    if (hidden.low >= s.high) break;
    if (s.low < hidden.low) open[count++] = (span){s.low, hidden.low};
    if (s.low < hidden.high) s.low = hidden.high;
  }
  if (s.low < s.high) open[count++] = s;
  return count;
}

static void octant_scan(const octant *o) {
  const astar_sight *sight = &o->view->sight;
  int radius = sight->radius, reach = radius, count = 1;
  bool is_round = !sight->is_square && o->map->grid->layout == ASTAR_SQUARE;
  span spans[2][FIELD_SPANS];
  spans[0][0] = (span){-FIELD_NEAR, 1 + FIELD_NEAR};
  uint64_t before = *o->obstacles >> radius;
  for (int i = 1; i <= radius && count > 0; i++) {
    span *open = spans[(i - 1) & 1], *next = spans[i & 1];
    uint64_t here = o->obstacles[i * o->step] >> radius, all = ((uint64_t)2 << i) - 1;
    uint64_t corners = ~corner_rule_pass(o->rule, ~(here << 1), ~before), visible = 0;
    span *last = &open[count - 1];
    if ((corners >> i & 1) != 0 && last->high > 1) last->high = 1 - FIELD_NEAR;
    int next_count = 0;
    for (int k = 0; k < count; k++) {
      int first = (int)(open[k].low * i + 1), end = (int)(open[k].high * i) + 1;
      uint64_t rows = ((uint64_t)1 << end) - ((uint64_t)1 << first);
      uint64_t near = (((uint64_t)2 << end) - 1) & ~((((uint64_t)1 << first) - 1) >> 1);
      visible |= rows;
      next_count +=
          octant_split(o, i, open[k], here & all & near, corners, next + next_count);
    }
    count = next_count;
    while (is_round && i * i + reach * reach > radius * radius) reach--;
    visible &= ~here & all & (((uint64_t)2 << reach) - 1);
    o->seen[i * o->step] |= visible << radius;
    before = here;
  }
}

// ------------------------------------------------------------------------------- hexes

static void field_step(const costmap *map, int *x, int *y, int side) {
  int d = hex_direction(map->grid->layout, *x, *y, side % HEX_DIRECTIONS);
  *x += direction_dx[d];
  *y += direction_dy[d];
}

// The sextant clockwise of a side: reads its obstacles, or puts them and what is seen
// into the view. Lines along borders (of slope 1 / 2) are followed one by one.
static void field_walk(const costmap *map, const astar_view *view, int side,
                       uint64_t *obstacles, const uint64_t *seen) {
  int first_x = view->x, first_y = view->y, radius = view->sight.radius, at_x, at_y;
  astar_point from = {(uint16_t)view->x, (uint16_t)view->y};
  for (int i = 1; i <= radius; i++) {
    field_step(map, &first_x, &first_y, side);
    for (int j = 0, x = first_x, y = first_y; j <= i; j++) {
      uint64_t bit = (uint64_t)1 << (radius + j);
      astar_point to = {(uint16_t)x, (uint16_t)y};
      if (seen == NULL) {
        if (!costmap_can_stand(map, x, y)) obstacles[i] |= bit;
      } else if (grid_contains(map->grid, x, y) &&
                 ((obstacles[i] & bit) != 0 ||
                  (2 * j == i ? line_of_sight_is_free(map, ASTAR_SIGHT_LINE, from, to,
                                                      &at_x, &at_y)
                              : (seen[i] & bit) != 0))) {
        bits_put(&view->rows[y - view->top], x - view->left, true);
      }
      field_step(map, &x, &y, side + 2);
    }
  }
}

static void field_fill_hexes(const costmap *map, const astar_view *view) {
  for (int side = 0; side < HEX_DIRECTIONS; side++) {
    uint64_t obstacles[64] = {0}, seen[64] = {0};
    field_walk(map, view, side, obstacles, NULL);
    octant o = {map, view, ASTAR_DIAGONAL_ALWAYS, false, 1, obstacles, seen};
    octant_scan(&o);
    field_walk(map, view, side, obstacles, seen);
  }
}

// ----------------------------------------------------------------------------- squares

static inline uint64_t field_reverse(uint64_t w) {
  uint64_t mask = 0x00000000ffffffff;
  for (int width = 32; width > 0; width >>= 1, mask ^= mask << width) {
    w = (w >> width & mask) | (w & mask) << width;
  }
  return w;
}

// Adds the lines of a window, left and right exchanged, to another one.
static void field_mirror(const uint64_t *from, uint64_t *to, int radius) {
  for (int i = 0; i <= 2 * radius; i++) {
    to[i] |= field_reverse(from[i]) >> (63 - 2 * radius);
  }
}

// The obstacles of row y, bit 0 for column `left`. Tiles off the grid are obstacles.
static uint64_t field_obstacles(const costmap *map, int left, int y) {
  int skipped = left < -1 ? -1 - left : 0;
  if (y < 0 || y >= map->grid->height) return ~(uint64_t)0;
  return ~(costmap_row(map, left + skipped, y) << skipped);
}

// Adds the impassable tiles next to free tiles in sight that are nearer to the viewer.
static void field_add_walls(const astar_sight *sight, const uint64_t *obstacles,
                            uint64_t *rows) {
  int r = sight->radius;
  uint64_t center = (uint64_t)1 << r;
  for (int side = -1; side <= 1; side += 2) {
    uint64_t nearer = 0;
    for (int i = 0, reach = r; i <= r; i++) {
      int row = r + side * i;
      while (!sight->is_square && i * i + reach * reach > r * r) reach--;
      uint64_t free = rows[row] & ~obstacles[row], beside;
      if (i == 0) free |= center;
      beside = free | nearer;
      beside |= (beside & ~(center - 1)) << 1 | (beside & (center | (center - 1))) >> 1;
      rows[row] |=
          beside & obstacles[row] & (((uint64_t)2 << 2 * reach) - 1) << (r - reach);
      nearer = free;
    }
  }
}

void field_of_view_fill(const costmap *map, const astar_view *view) {
  // Bit k of line i of the window: [0] row i, column k; [1] mirrored; [2] column i, row
  // k; [3] mirrored.
  uint64_t obstacles[4][64] = {{0}}, seen[4][64] = {{0}};
  int r = view->sight.radius, left = view->x - r, top = view->y - r;
  bool is_shadow = view->sight.mode == ASTAR_SIGHT_SHADOW;
  astar_diagonal rule =
      is_shadow ? ASTAR_DIAGONAL_ALWAYS : line_of_sight_corner_rule(map->rules);
  if (map->grid->layout != ASTAR_SQUARE) {
    field_fill_hexes(map, view);
    return;
  }
  for (int i = 0; i <= 2 * r; i++) {
    obstacles[0][i] = obstacles[2][i] = field_obstacles(map, left, top + i);
  }
  bits_transpose(obstacles[2]);
  for (int k = 0; k < 4; k += 2) field_mirror(obstacles[k], obstacles[k + 1], r);
  for (int k = 0; k < (is_shadow ? 16 : 8); k++) {
    uint64_t *from = obstacles[k / 2 % 4] + r, *to = seen[k / 2 % 4] + r;
    octant o = {map, view, rule, k >= 8, k & 1 ? -1 : 1, from, to};
    octant_scan(&o);
  }
  for (int k = 0; k < 4; k += 2) field_mirror(seen[k + 1], seen[k], r);
  bits_transpose(seen[2]);
  for (int i = 0; i <= 2 * r; i++) seen[0][i] |= seen[2][i];
  if (!view->sight.without_walls) field_add_walls(&view->sight, obstacles[0], seen[0]);
  for (int row = 0; row < view->height; row++) {
    view->rows[row] = seen[0][view->top - top + row] >> (view->left - left) &
                      (((uint64_t)1 << view->width) - 1);
  }
}
