// Field of view: shadowcasting with intervals of slopes on bitmaps.
//
// Idea: in the octant 0 <= j <= i of tiles around the viewer, the slope of tile (i, j) is
// j / i. A span of slopes that are still open is followed from column to column; an
// obstacle removes an interval, so that one span may become two. A tile is seen when its
// slope is open. The obstacles of a span in a column are one word. Up to radius 31 on
// squares it is read from a window of the map, where the visible tiles of a column are
// one word as well, and the eight octants are the same code on the window, its mirror
// image, and the transposes of both. Otherwise the word is read tile by tile, so the work
// is linear in the tiles that are seen.
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
// Exactness: slopes and limits are fractions whose denominators are at most 3 *
// ASTAR_MAX_SIDE + 1, so two of them are equal or differ by more than FIELD_NEAR, which
// is far more than rounding: a limit moved by it lies between the same fractions.
//
// Invariant: before the tiles of column i are tested, the spans that reach it have
// exactly the slopes of the lines that no obstacle stops before they enter a tile of
// column i. No line that ends in column i crosses another tile of that column, and of the
// corners between columns i - 1 and i only that of the diagonal can be on such a line.
//
// Sources: Bergström, "FOV using recursive shadowcasting" (2001), for octants and
// intervals of slopes; Ford, "Symmetric Shadowcasting" (2020), for tiles seen by their
// centers. Columns as words, and corner rules as ends of intervals, are ours.

#include "sight/field_of_view.h"

#include "base/bits.h"
#include "map/corner_rule.h"
#include "map/hex.h"
#include "query/line_of_sight.h"

// How far limits are moved; the maximum number of rows of a span. More than FIELD_MANY
// waiting spans are each at most half as wide as the one below, and none is narrower than
// FIELD_NEAR: there are never more than FIELD_SPANS.
#define FIELD_NEAR 1e-12
enum {
  FIELD_ROWS = MEMORY_LIMIT(60, 3),
  FIELD_MANY = MEMORY_LIMIT(48, 2),
  FIELD_SPANS = FIELD_MANY + 64
};

/// Slopes between two limits, from a column on.
typedef struct span {
  double low, high;
  int column;
} span;

/// A vector in axial coordinates; on squares, in columns and rows.
typedef struct field_vector {
  int q, r;
} field_vector;

// The steps to the four neighbors of a square, and to the six of a hex, clockwise.
static const field_vector field_steps[2][HEX_DIRECTIONS] = {
    {{0, -1}, {1, 0}, {0, 1}, {-1, 0}},
    {{0, -1}, {1, -1}, {1, 0}, {0, 1}, {-1, 1}, {-1, 0}}};

/// The work on one octant or sextant: on a window of the map or, when `seen` is NULL, on
/// the tiles of the map. In a window column i is word i * step from the word of the
/// viewer on, and its row j is bit radius + j. On the map tile (i, j) is i times `along`
/// and j times `across` from the viewer.
typedef struct octant {
  const costmap *map;
  const astar_view *view;
  astar_diagonal rule; ///< for corners
  bool is_hex;
  bool is_upper; ///< mode `shadow`: half way between two tiles, take the upper one
  int step;
  const uint64_t *obstacles; ///< the word of the viewer
  uint64_t *seen;
  field_vector viewer, along, across;
} octant;

// ------------------------------------------------------------------------------- tiles

// Whether a tile is on the grid; its coordinates.
static bool octant_tile(const octant *o, int i, int j, int *x, int *y) {
  hex_offset(o->map->grid->layout, o->viewer.q + i * o->along.q + j * o->across.q,
             o->viewer.r + i * o->along.r + j * o->across.r, x, y);
  return grid_contains(o->map->grid, *x, *y);
}

static bool octant_is_free(const octant *o, int i, int j) {
  int x, y;
  if (o->seen != NULL)
    return (o->obstacles[i * o->step] >> (o->view->sight.radius + j) & 1) == 0;
  return octant_tile(o, i, j, &x, &y) && costmap_can_stand(o->map, x, y);
}

// Whether tile (i, j) is within the radius.
static bool octant_is_within(const octant *o, int64_t i, int64_t j) {
  int64_t radius = o->view->sight.radius;
  return o->is_hex || o->view->sight.is_square || i * i + j * j <= radius * radius;
}

// Puts the rows [first, end) of column i into the view, and obstacles next to them. Lines
// along borders of hexes (of slope 1 / 2) are followed one by one.
static uint64_t octant_see_tiles(const octant *o, int i, int from, int first, int end) {
  astar_point viewer = {(uint16_t)o->view->x, (uint16_t)o->view->y};
  uint64_t obstacles = 0;
  for (int j = from, x, y, at_x, at_y; j <= end && j <= i; j++) {
    bool is_tile = octant_tile(o, i, j, &x, &y);
    bool is_free = is_tile && costmap_can_stand(o->map, x, y);
    astar_point tile = {(uint16_t)x, (uint16_t)y};
    if (!is_free) obstacles |= (uint64_t)1 << (j - from);
    if (!is_tile || !octant_is_within(o, i, j) || (is_free && (j < first || j == end)) ||
        (is_free && o->is_hex && 2 * j == i &&
         !line_of_sight_is_free(o->map, ASTAR_SIGHT_LINE, viewer, tile, &at_x, &at_y)))
      continue;
    bits_put(sight_row(o->view, y), x - o->view->left, true);
  }
  return obstacles;
}

// The rows [first, end) of column i are in sight. Returns the obstacles in the rows
// [from, end]: bit 0 is row `from`.
static inline uint64_t octant_see(const octant *o, int i, int from, int first, int end) {
  if (o->seen == NULL) return octant_see_tiles(o, i, from, first, end);
  uint64_t rows = ((uint64_t)2 << (end < i ? end : i)) - 1;
  o->seen[i * o->step] |= (((uint64_t)1 << end) - ((uint64_t)1 << first))
                          << o->view->sight.radius;
  return (o->obstacles[i * o->step] >> o->view->sight.radius & rows) >> from;
}

// ------------------------------------------------------------------------------- spans

// What obstacles in the rows [first, end) of column i hide.
static inline span octant_shadow(const octant *o, int i, int first, int end) {
  double low = 2 * first - 1, high = 2 * end - 1, x = 2 * i;
  if (o->is_hex) {
    low = 2 * first > i ? (3. * first - 1) / (3 * i + 1) : (3. * first - 2) / (3 * i - 1);
    high = 2 * end - 2 < i ? (3. * end - 1) / (3 * i + 1) : (3. * end - 2) / (3 * i - 1);
    return (span){low + FIELD_NEAR, high - FIELD_NEAR, i};
  }
  if (o->view->sight.mode == ASTAR_SIGHT_SHADOW) {
    double move = o->is_upper ? -FIELD_NEAR : FIELD_NEAR;
    return (span){low / x + move, high / x + move, i};
  }
  bool is_closed = !corner_rule_passes(o->rule, false, octant_is_free(o, i - 1, end));
  return (span){low / (x + 1) + (corner_rule_cuts(o->rule) ? FIELD_NEAR : -FIELD_NEAR),
                high / (x - 1) + (is_closed ? FIELD_NEAR : -FIELD_NEAR), i};
}

// Follows the lines of a span through its next column. Returns a span to go on with;
// wider ones are put into `waiting`.
static inline span octant_follow(const octant *o, span s, span *waiting, int *count) {
  int i = s.column++;
  if (s.high > 1 && !corner_rule_passes(o->rule, octant_is_free(o, i, i - 1),
                                        octant_is_free(o, i - 1, i)))
    s.high = 1 - FIELD_NEAR;
  int first = (int)(s.low * i + 1), end = (int)(s.high * i) + 1;
  if (end - first > FIELD_ROWS) {
    double middle = (first + end) / (2. * i) + FIELD_NEAR;
    waiting[(*count)++] = (span){middle, s.high, i};
    return (span){s.low, middle, i};
  }
  int from = first > 0 ? first - 1 : 0, half = (i + 1) / 2;
  uint64_t obstacles = octant_see(o, i, from, first, end);
  while (obstacles != 0) {
    int low = from + bits_lowest(obstacles);
    int high = low + bits_lowest(~(obstacles >> (low - from)));
    if (o->is_hex && low < half && half < high) high = half; // a border may be free
    span hidden = octant_shadow(o, i, low, high);
    obstacles &= ~(uint64_t)0 << (high - from);
    if (hidden.low >= s.high) break;
    span below = {s.low, hidden.low, i + 1};
    if (s.low < hidden.high) s.low = hidden.high;
    if (below.low >= below.high) continue;
    if (*count > FIELD_MANY && below.high - below.low < s.high - s.low) {
      waiting[(*count)++] = (span){s.low, s.high, i};
      return below;
    }
    waiting[(*count)++] = below;
  }
  return s;
}

static void octant_scan(const octant *o) {
  span waiting[FIELD_SPANS];
  waiting[0] = (span){-FIELD_NEAR, 1 + FIELD_NEAR, 1};
  int count = 1;
  while (count > 0) {
    span s = waiting[--count];
    while (s.column <= o->view->sight.radius && s.high - s.low > FIELD_NEAR)
      s = octant_follow(o, s, waiting, &count);
  }
}

// ----------------------------------------------------------------------------- squares

static inline uint64_t field_reverse(uint64_t w) {
  uint64_t mask = 0x00000000ffffffff;
  for (int width = 32; width > 0; width >>= 1, mask ^= mask << width)
    w = (w >> width & mask) | (w & mask) << width;
  return w;
}

// Adds the lines of a window, left and right exchanged, to another one.
static void field_mirror(const uint64_t *from, uint64_t *to, int radius) {
  for (int i = 0; i <= 2 * radius; i++)
    to[i] |= field_reverse(from[i]) >> (63 - 2 * radius);
}

// The obstacles of row y, bit 0 for column `left`. Tiles off the grid are obstacles.
static uint64_t field_obstacles(const costmap *map, int left, int y) {
  int skipped = left < -1 ? -1 - left : 0;
  if (y < 0 || y >= map->grid->height) return ~(uint64_t)0;
  return ~(costmap_row(map, left + skipped, y) << skipped);
}

// Of the tiles in sight keeps free ones within the radius. Adds the impassable tiles next
// to those that are nearer to the viewer.
static void field_of_view_finish(const astar_sight *sight, const uint64_t *obstacles,
                                 uint64_t *rows) {
  int r = sight->radius;
  uint64_t center = (uint64_t)1 << r;
  for (int side = -1; side <= 1; side += 2) {
    uint64_t nearer = 0;
    for (int i = 0, reach = r; i <= r; i++) {
      int row = r + side * i;
      while (!sight->is_square && i * i + reach * reach > r * r) reach--;
      uint64_t within = (((uint64_t)2 << 2 * reach) - 1) << (r - reach);
      uint64_t free = rows[row] & ~obstacles[row] & within, beside;
      if (i == 0) free |= center;
      beside = free | nearer;
      beside |= (beside & ~(center - 1)) << 1 | (beside & (center | (center - 1))) >> 1;
      rows[row] = free | (sight->without_walls ? 0 : beside & obstacles[row] & within);
      nearer = free;
    }
  }
}

static void field_fill_window(octant o, int parts) {
  // Bit k of line i of the window: [0] row i, column k; [1] mirrored; [2] column i, row
  // k; [3] mirrored.
  uint64_t obstacles[4][64] = {{0}}, seen[4][64] = {{0}};
  const astar_view *view = o.view;
  int r = view->sight.radius, left = view->x - r, top = view->y - r;
  for (int i = 0; i <= 2 * r; i++)
    obstacles[0][i] = obstacles[2][i] = field_obstacles(o.map, left, top + i);
  bits_transpose(obstacles[2]);
  for (int k = 0; k < 4; k += 2) field_mirror(obstacles[k], obstacles[k + 1], r);
  for (int k = 0; k < parts; k++) {
    o.is_upper = k >= 8;
    o.step = k & 1 ? -1 : 1;
    o.obstacles = obstacles[k / 2 % 4] + r;
    o.seen = seen[k / 2 % 4] + r;
    octant_scan(&o);
  }
  for (int k = 0; k < 4; k += 2) field_mirror(seen[k + 1], seen[k], r);
  bits_transpose(seen[2]);
  for (int i = 0; i <= 2 * r; i++) seen[0][i] |= seen[2][i];
  field_of_view_finish(&view->sight, obstacles[0], seen[0]);
  for (int row = 0; row < view->height; row++) {
    view->rows[row] = seen[0][view->top - top + row] >> (view->left - left) &
                      (((uint64_t)1 << view->width) - 1);
  }
}

// -------------------------------------------------------------------------------- view

bool field_of_view_fill(const costmap *map, const astar_view *view) {
  bool is_point = map->rules->size == 1, is_line = view->sight.mode == ASTAR_SIGHT_LINE;
  octant o = {.map = map, .view = view, .rule = ASTAR_DIAGONAL_ALWAYS};
  o.is_hex = map->grid->layout != ASTAR_SQUARE;
  if (is_line && is_point && !o.is_hex) o.rule = line_of_sight_corner_rule(map->rules);
  int sides = o.is_hex ? 6 : 4, parts = o.is_hex ? 6 : is_line ? 8 : 16;
  if (is_point && !o.is_hex && map->tiles != NULL &&
      view->sight.radius <= FIELD_OF_VIEW_RADIUS) {
    field_fill_window(o, parts);
    return true;
  }
  hex_axial(map->grid->layout, view->x, view->y, &o.viewer.q, &o.viewer.r);
  for (int k = 0; k < parts; k++) {
    o.is_upper = k >= 8;
    o.along = field_steps[o.is_hex][k % sides];
    o.across = field_steps[o.is_hex][(k + (o.is_hex ? 2 : k & 4 ? 3 : 1)) % sides];
    octant_scan(&o);
  }
  return false;
}
