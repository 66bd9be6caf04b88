// Line of sight: grid ray traversal in exact integer arithmetic.
//
// Idea: a line from (0, 0) to (dx, dy) crosses |dx| borders between columns and |dy|
// borders between rows. Column border i is at part (2 i + 1) / (2 |dx|) of its length,
// row border j at part (2 j + 1) / (2 |dy|). The traversal merges the two sequences: the
// next crossing is the smaller fraction. The fractions are compared by
// cross-multiplication, as integers: nothing is rounded, and a line through a corner is
// an equality.
//
// A mover of size 1 is a point. It enters one tile after the other:
//
// clang-format off
//     +---+---+---+---+
//     | A | 1 |   |   |    The line from A to B (dx = 3, dy = 1) crosses column borders
//     +---+---+---+---+    at 1/6, 3/6, 5/6, and the row border at 1/2 = 3/6: a corner.
//     |   |   | 2 | B |    It passes the corner like a diagonal step from 1 to 2.
//     +---+---+---+---+
// clang-format on
//
// A larger mover is a square body. Let S and E be two placements one tile apart in x and
// in y. While the body moves from S to E, it touches the tiles of four placements: S, E,
// A (which differs from S in x) and B (which differs from S in y). Size 2:
//
// clang-format off
//     s s a      s: tiles of S     e: tiles of E     *: tile of both
//     s * e      a: the tile that only A covers
//     b e e      b: the tile that only B covers
// clang-format on
//
//   - At 45 degrees (|dx| = |dy|), when the rules have diagonal steps, the line is a
//     sequence of diagonal steps. Each must be a step that `find_path` could take: E is
//     passable, no diagonal edge from a tile of S is closed, and at most as many of the
//     two ways around the corner (over A, over B) are obstacles as the corner rule
//     allows. So `a` and `b` may be impassable when the corner rule allows it.
//   - On other lines, and without diagonal steps, the body crosses borders of columns and
//     rows one after the other and cuts no corner: all four placements must be passable,
//     and all edges that the body crosses in x or y open. Its sides reach column border i
//     at part i / |dx| of the line. Between two crossings it touches four placements as
//     in the drawing.
//
// Hexes: in axial coordinates a straight line stays straight. The line leaves each hex
// through the side whose two corners are on different sides of the line (orientation
// test: the sign of a cross product), or through a corner when the sign is 0.
//
// Invariant: when the traversal has reached a part of the line, every border and tile
// that the mover touched up to there was checked (the tiles of the start are not), and
// `ground` is the cost up to there. Symmetry: the line from end to start crosses the same
// borders in reverse order. So the answer is the same in both directions, unless edges or
// pair costs are one-way.
//
// Sources: Amanatides and Woo, "A Fast Voxel Traversal Algorithm for Ray Tracing" (1987),
// where the parts are floating-point numbers and a line through a corner is not special;
// Bresenham, "Algorithm for computer control of a digital plotter" (1965), for
// comparisons in integers. The axial coordinates of hexes are those of
// redblobgames.com/grids/hexagons.

#include "query/line_of_sight.h"

#include "query/cache.h"
#include "query/validation.h"
#include "map/hex.h"

#include <math.h>
#include <stdlib.h>

#include "map/footprint.h"

// ------------------------------------------------------------------ cost along the line

// The cost per tile of length on the most expensive terrain that the mover covers at
// (x, y). Impassable terrain counts as 0: the start, and tiles `a` and `b` of the
// drawing, may be impassable.
static double line_of_sight_rate(const costmap *map, int x, int y) {
  const astar_grid *grid = map->grid;
  double max_cost = 0;
  for (footprint f = footprint_at(grid, map->rules->size, x, y); footprint_next(&f);) {
    double cost = map->rules->cost[grid->terrain[f.cell]];
    if (cost > max_cost) max_cost = cost;
  }
  return max_cost;
}

// The greatest penalty and influence of the tiles that the mover covers at (x, y).
static double line_of_sight_penalty(const costmap *map, int x, int y) {
  const astar_grid *grid = map->grid;
  double greatest = 0;
  if (!costmap_has_extra(map)) return 0;
  for (footprint f = footprint_at(grid, map->rules->size, x, y); footprint_next(&f);) {
    double penalty = costmap_extra(map, f.cell);
    if (penalty > greatest) greatest = penalty;
  }
  return greatest;
}

// The line leaves its tile at a part of its length: adds the cost of the terrain.
static void line_of_sight_leave(line_of_sight *s, double part) {
  if (!s->has_cost) return;
  s->ground += (part - s->since) * s->length * line_of_sight_rate(s->map, s->x, s->y);
  s->since = part;
}

// The line enters a tile: adds the penalty.
static void line_of_sight_enter(line_of_sight *s, int x, int y) {
  s->x = x;
  s->y = y;
  if (s->has_cost) s->ground += line_of_sight_penalty(s->map, x, y);
}

// Adds the cost of the line up to `part`, where the body goes from placement (x, y) to
// (x + dx, y + dy), at most one tile apart. The most expensive terrain of the four
// placements counts.
static void line_of_sight_add_sweep(line_of_sight *s, int x, int y, int dx, int dy,
                                    double part) {
  double rate = line_of_sight_rate(s->map, x, y);
  for (int i = 1; i < 4; i++) {
    double there = line_of_sight_rate(s->map, i & 1 ? x + dx : x, i & 2 ? y + dy : y);
    if (there > rate) rate = there;
  }
  s->ground += (part - s->since) * s->length * rate +
               line_of_sight_penalty(s->map, x + dx, y + dy);
  s->since = part;
}

// ------------------------------------------------------------------------------- steps

static bool line_of_sight_is_blocked(line_of_sight *s, int x, int y) {
  s->blocked_x = x;
  s->blocked_y = y;
  return false;
}

static bool line_of_sight_can_stand(const line_of_sight *s, int x, int y) {
  return costmap_can_stand(s->map, x, y) ||
         (s->is_end_free && x == s->end.x && y == s->end.y);
}

// The mover cannot stand at (x, y), or cannot step there. Reports the first impassable
// tile that it would cover there, otherwise (x, y).
static bool line_of_sight_is_blocked_at(line_of_sight *s, int x, int y) {
  const astar_rules *rules = s->map->rules;
  const astar_grid *grid = s->map->grid;
  for (int row = y; row < y + rules->size; row++) {
    for (int column = x; column < x + rules->size; column++) {
      bool passable = grid_contains(grid, column, row) &&
                      costmap_is_tile_passable(s->map, grid_cell(grid, column, row));
      if (!passable) return line_of_sight_is_blocked(s, column, row);
    }
  }
  return line_of_sight_is_blocked(s, x, y);
}

// The pair cost of a step from one tile to a neighbor: NaN when there is none or the
// rules have no such move, negative when the step is forbidden.
static double line_of_sight_pair_cost(const costmap *map, int x, int y, int direction) {
  const astar_rules *rules = map->rules;
  if (rules->pair_costs == NULL) return NAN;
  const astar_grid *grid = map->grid;
  uint8_t from = grid->terrain[grid_cell(grid, x, y)];
  uint8_t to = grid->terrain[grid_cell(grid, x + direction_dx[direction],
                                       y + direction_dy[direction])];
  for (int i = 0; i < rules->move_count; i++)
    if (rules->moves[i].direction == direction)
      return rules_pair_cost(rules, i, from, to);
  return NAN;
}

// Whether the rules have diagonal steps. A custom list of moves counts as if it had them.
static bool line_of_sight_has_diagonals(const astar_rules *rules) {
  return rules->diagonal != ASTAR_DIAGONAL_NEVER &&
         (!rules->is_standard || rules->move_count > 4);
}

// Whether edges and pair costs allow the mover to cross from (x, y) to a neighboring
// placement where it can stand. Corners are not checked here. A pair cost of any tile of
// the mover makes the cost of the line infinite.
static bool line_of_sight_can_cross(line_of_sight *s, int x, int y, int direction) {
  if (costmap_has_wall(s->map, x, y, direction)) return false;
  if (s->map->rules->pair_costs == NULL) return true;
  footprint f = footprint_at(s->map->grid, s->map->rules->size, x, y);
  while (footprint_next(&f)) {
    double pair_cost = line_of_sight_pair_cost(s->map, f.x, f.y, direction);
    if (pair_cost < 0) return false;
    if (pair_cost >= 0) s->ground = INFINITY;
  }
  return true;
}

astar_diagonal line_of_sight_corner_rule(const astar_rules *rules) {
  return line_of_sight_has_diagonals(rules) ? rules->diagonal
                                            : ASTAR_DIAGONAL_ONLY_WHEN_NO_OBSTACLES;
}

// Whether a line may pass a corner, by which of the two ways around it are free.
static bool line_of_sight_may_pass(const line_of_sight *s, bool row, bool column) {
  return corner_rule_passes(line_of_sight_corner_rule(s->map->rules), row, column);
}

static bool line_of_sight_pass_corner(line_of_sight *s, int x, int y, int direction) {
  int dx = direction_dx[direction], dy = direction_dy[direction];
  int across = direction_of(dx, 0), down = direction_of(0, dy);
  bool over_x = costmap_is_obstacle(s->map, x, y, across, down);
  bool over_y = costmap_is_obstacle(s->map, x, y, down, across);
  if (line_of_sight_may_pass(s, !over_x, !over_y)) return true;
  return over_x ? line_of_sight_is_blocked_at(s, x + dx, y)
                : line_of_sight_is_blocked_at(s, x, y + dy);
}

// Whether the mover can step from (x, y) to the neighboring placement by (dx, dy).
static bool line_of_sight_can_step(line_of_sight *s, int x, int y, int dx, int dy) {
  int direction = direction_of(dx, dy);
  if (!line_of_sight_can_stand(s, x + dx, y + dy))
    return line_of_sight_is_blocked_at(s, x + dx, y + dy);
  if (!line_of_sight_can_cross(s, x, y, direction))
    return line_of_sight_is_blocked(s, x + dx, y + dy);
  return direction < 4 || line_of_sight_pass_corner(s, x, y, direction);
}

// -------------------------------------------------------------------- squares, one tile

// Column border i is at part (2 i + 1) / (2 |dx|), row border j at (2 j + 1) / (2 |dy|).
// `order` compares them: negative, column first; positive, row first; 0, a corner.
static bool line_of_sight_follow_point(line_of_sight *s, int dx, int dy) {
  int64_t across = abs(dx), down = abs(dy), i = 0, j = 0;
  int step_x = dx < 0 ? -1 : 1, step_y = dy < 0 ? -1 : 1;
  while (i < across || j < down) {
    int64_t order = (2 * i + 1) * down - (2 * j + 1) * across;
    double part = order <= 0 ? (double)(2 * i + 1) / (double)(2 * across)
                             : (double)(2 * j + 1) / (double)(2 * down);
    int by_x = order <= 0 ? step_x : 0, by_y = order >= 0 ? step_y : 0;
    if (!line_of_sight_can_step(s, s->x, s->y, by_x, by_y)) return false;
    line_of_sight_leave(s, part);
    line_of_sight_enter(s, s->x + by_x, s->y + by_y);
    i += order <= 0;
    j += order >= 0;
  }
  return true;
}

// ---------------------------------------------------------------------------- shadows

static bool line_of_sight_is_closed(const costmap *map, int x, int y, int direction,
                                    bool by_pairs) {
  return costmap_has_wall(map, x, y, direction) ||
         (by_pairs && line_of_sight_pair_cost(map, x, y, direction) < 0);
}

bool line_of_sight_is_parted(const costmap *map, int x, int y, int d, bool by_pairs) {
  int dx = direction_dx[d], dy = direction_dy[d];
  int across = direction_of(dx, 0), down = direction_of(0, dy);
  if (d < 4 || map->grid->layout != ASTAR_SQUARE)
    return line_of_sight_is_closed(map, x, y, d, by_pairs);
  return (line_of_sight_is_closed(map, x, y, across, by_pairs) ||
          line_of_sight_is_closed(map, x + dx, y, down, by_pairs)) &&
         (line_of_sight_is_closed(map, x, y, down, by_pairs) ||
          line_of_sight_is_closed(map, x, y + dy, across, by_pairs));
}

// Symmetric shadowcasting: in each column the tile nearest to the line. Let n be the
// longer side of the line and m the shorter one. In column i [1..n] the line is at row
// i m / n. The nearest row is that number rounded; a half is rounded down in one line and
// up in the other, and it is enough when one of the two lines is free. Symmetry: from the
// other end, column i becomes n - i and row j becomes m - j, so a half that was rounded
// down is rounded up: the two lines change places.
static bool line_of_sight_follow_shadow(line_of_sight *s, astar_point from,
                                        astar_point to, bool rounds_up) {
  int dx = to.x - from.x, dy = to.y - from.y, step_x = dx < 0 ? -1 : 1;
  int step_y = dy < 0 ? -1 : 1, across = abs(dx), down = abs(dy);
  int64_t length = across > down ? across : down, rise = across + down - length, row = 0;
  s->x = from.x;
  s->y = from.y;
  for (int64_t i = 1; i <= length; i++) {
    int64_t next = (2 * i * rise + length - (rounds_up ? 0 : 1)) / (2 * length);
    int by_x = across >= down || next > row ? step_x : 0;
    int by_y = across < down || next > row ? step_y : 0;
    int direction = direction_of(by_x, by_y);
    if (!costmap_can_stand(s->map, s->x + by_x, s->y + by_y) ||
        !line_of_sight_can_cross(s, s->x, s->y, direction) ||
        line_of_sight_is_parted(s->map, s->x, s->y, direction, true))
      return line_of_sight_is_blocked(s, s->x + by_x, s->y + by_y);
    s->x += by_x;
    s->y += by_y;
    row = next;
  }
  return true;
}

// ---------------------------------------------------------------- squares, larger movers

// A line at 45 degrees is a sequence of diagonal steps.
static bool line_of_sight_follow_diagonal(line_of_sight *s, int dx, int dy) {
  int steps = abs(dx), step_x = dx < 0 ? -1 : 1, step_y = dy < 0 ? -1 : 1;
  for (int i = 0; i < steps; i++) {
    int x = s->x + i * step_x, y = s->y + i * step_y;
    if (!line_of_sight_can_step(s, x, y, step_x, step_y)) return false;
    line_of_sight_add_sweep(s, x, y, step_x, step_y, (double)(i + 1) / (double)steps);
  }
  return true;
}

// The body moves by one tile in x or y, to a placement where it can stand.
static bool line_of_sight_slide(line_of_sight *s, int x, int y, int dx, int dy) {
  return line_of_sight_can_cross(s, x, y, direction_of(dx, dy)) ||
         line_of_sight_is_blocked(s, x + dx, y + dy);
}

// The body goes from placement (x, y) to (x + dx, y + dy), at most one tile apart, and
// touches all tiles of the four placements. The tiles of the first placement were checked
// before.
static bool line_of_sight_sweep(line_of_sight *s, int x, int y, int dx, int dy,
                                double part) {
  for (int i = 1; i < 4; i++) {
    int to_x = i & 1 ? x + dx : x, to_y = i & 2 ? y + dy : y;
    if (to_x == x && to_y == y) continue;
    if (!line_of_sight_can_stand(s, to_x, to_y))
      return line_of_sight_is_blocked_at(s, to_x, to_y);
  }
  if (dx != 0 && (!line_of_sight_slide(s, x, y, dx, 0) ||
                  (dy != 0 && !line_of_sight_slide(s, x, y + dy, dx, 0))))
    return false;
  if (dy != 0 && (!line_of_sight_slide(s, x, y, 0, dy) ||
                  (dx != 0 && !line_of_sight_slide(s, x + dx, y, 0, dy))))
    return false;
  line_of_sight_add_sweep(s, x, y, dx, dy, part);
  return true;
}

// The sides of the body are on borders of columns at part i / |dx| of the line, on
// borders of rows at part j / |dy|. `order` compares the next two, as above.
static bool line_of_sight_follow_body(line_of_sight *s, int dx, int dy) {
  int64_t across = abs(dx), down = abs(dy), i = 0, j = 0;
  int step_x = (dx > 0) - (dx < 0), step_y = (dy > 0) - (dy < 0);
  while (i < across || j < down) {
    int64_t order = (i + 1) * down - (j + 1) * across;
    double part =
        order <= 0 ? (double)(i + 1) / (double)across : (double)(j + 1) / (double)down;
    if (!line_of_sight_sweep(s, s->x + (int)i * step_x, s->y + (int)j * step_y, step_x,
                             step_y, part))
      return false;
    i += order <= 0;
    j += order >= 0;
  }
  return true;
}

static bool line_of_sight_follow_square(line_of_sight *s, int dx, int dy) {
  const astar_rules *rules = s->map->rules;
  if (rules->size == 1) return line_of_sight_follow_point(s, dx, dy);
  if (abs(dx) == abs(dy) && line_of_sight_has_diagonals(rules))
    return line_of_sight_follow_diagonal(s, dx, dy);
  return line_of_sight_follow_body(s, dx, dy);
}

// ------------------------------------------------------------------------------- hexes

// In axial coordinates r runs down and q is skewed. They are an affine image of the
// plane: straight lines stay straight. Let d(i) be the axial step through side i of a hex
// [0..5, as in map/hex]. The corner between sides i and i + 1 is at the center of the hex
// plus (d(i) + d(i + 1)) / 3. All coordinates are multiplied by 3, so they are integers.
static const int8_t hex_q[HEX_DIRECTIONS] = {0, 1, 1, 0, -1, -1};
static const int8_t hex_r[HEX_DIRECTIONS] = {-1, -1, 0, 1, 1, 0};

// A line of hexes. (q, r) is the hex that the line has reached, (line_q, line_r) its end,
// both relative to its start.
typedef struct line_of_sight_hexes {
  int64_t q, r;
  int64_t line_q, line_r;
} line_of_sight_hexes;

static int hex_turn(int side, int by) { return (side + by) % HEX_DIRECTIONS; }

// The corner between the sides `side` and `side` + 1 [thirds].
static int64_t hex_corner_q(const line_of_sight_hexes *h, int side) {
  return 3 * h->q + hex_q[side] + hex_q[hex_turn(side, 1)];
}

static int64_t hex_corner_r(const line_of_sight_hexes *h, int side) {
  return 3 * h->r + hex_r[side] + hex_r[hex_turn(side, 1)];
}

// The orientation of that corner: the sign shows on which side of the line the corner is,
// 0: on the line.
static int64_t hex_orientation(const line_of_sight_hexes *h, int side) {
  return h->line_q * hex_corner_r(h, side) - h->line_r * hex_corner_q(h, side);
}

// The part of the line at which it crosses a side of the hex: the intersection of two
// lines.
static double hex_part(const line_of_sight_hexes *h, int side) {
  int before = hex_turn(side, HEX_DIRECTIONS - 1);
  int64_t q = hex_corner_q(h, before), r = hex_corner_r(h, before);
  int64_t along_q = hex_corner_q(h, side) - q, along_r = hex_corner_r(h, side) - r;
  return (double)(q * along_r - r * along_q) /
         (3.0 * (double)(h->line_q * along_r - h->line_r * along_q));
}

// The side through which the line leaves the hex. With `*corner` the line leaves through
// the corner between that side and the next, and runs along the border between the two
// hexes behind these sides.
static int hex_exit(const line_of_sight_hexes *h, bool *corner) {
  *corner = false;
  for (int side = 0; side < HEX_DIRECTIONS; side++) {
    int before = hex_turn(side, HEX_DIRECTIONS - 1), after = hex_turn(side, 1);
    int64_t here = hex_orientation(h, side);
    if (hex_orientation(h, before) >= 0) continue;
    if (here > 0) return side;
    if (here < 0 || hex_orientation(h, after) <= 0) continue;
    // The line passes through the corner. It continues in the hex behind `side` or
    // `after`, whichever is nearer to its direction (`lean`); when both are equally near,
    // along the border between the two hexes.
    int64_t lean = h->line_r * (hex_q[side] + hex_q[after]) -
                   h->line_q * (hex_r[side] + hex_r[after]);
    *corner = lean == 0;
    return lean > 0 ? after : side;
  }
  return 0; // never: a line that ends in another hex leaves this one
}

// A tile of the grid, or coordinates off the grid.
typedef struct line_of_sight_tile {
  int x, y;
} line_of_sight_tile;

// The neighbor of a hex behind one of its sides; it may be off the grid.
static line_of_sight_tile hex_beside(const costmap *map, line_of_sight_tile tile,
                                     int side) {
  const tile_move *move = &map->moves->list[costmap_parity(map, tile.x, tile.y)][side];
  return (line_of_sight_tile){tile.x + move->dx, tile.y + move->dy};
}

static bool hex_can_cross(line_of_sight *s, line_of_sight_tile tile, int side) {
  const costmap *map = s->map;
  line_of_sight_tile to = hex_beside(map, tile, side);
  return line_of_sight_can_stand(s, to.x, to.y) &&
         line_of_sight_can_cross(
             s, tile.x, tile.y,
             map->moves->list[costmap_parity(map, tile.x, tile.y)][side].direction);
}

// Follows the line along the border between the hexes behind `side` and the next side, to
// the hex beyond both. The corner rule decides how many of the two hexes may be
// obstacles. Along the border the cost of the more expensive hex counts, among those that
// the mover can enter.
static bool line_of_sight_cross_between(line_of_sight *s, const line_of_sight_hexes *h,
                                        int side) {
  const costmap *map = s->map;
  int after = hex_turn(side, 1);
  line_of_sight_tile here = {s->x, s->y};
  line_of_sight_tile left = hex_beside(map, here, side),
                     right = hex_beside(map, here, after);
  line_of_sight_tile far =
      hex_beside(map, grid_contains(map->grid, left.x, left.y) ? left : right,
                 grid_contains(map->grid, left.x, left.y) ? after : side);
  if (!line_of_sight_can_stand(s, far.x, far.y))
    return line_of_sight_is_blocked(s, far.x, far.y);
  bool by_left = hex_can_cross(s, here, side) && hex_can_cross(s, left, after);
  bool by_right = hex_can_cross(s, here, after) && hex_can_cross(s, right, side);
  if (!line_of_sight_may_pass(s, by_left, by_right)) {
    return by_left ? line_of_sight_is_blocked(s, right.x, right.y)
                   : line_of_sight_is_blocked(s, left.x, left.y);
  }
  double whole = 3.0 * (double)(h->line_q * h->line_q + h->line_r * h->line_r);
  int64_t corner = h->line_q * hex_corner_q(h, side) + h->line_r * hex_corner_r(h, side);
  int64_t border =
      h->line_q * (hex_q[side] + hex_q[after]) + h->line_r * (hex_r[side] + hex_r[after]);
  double rate = by_left ? line_of_sight_rate(map, left.x, left.y) : 0;
  double other = by_right ? line_of_sight_rate(map, right.x, right.y) : 0;
  line_of_sight_leave(s, (double)corner / whole);
  s->ground += (double)border / whole * s->length * (rate > other ? rate : other);
  s->since = (double)(corner + border) / whole;
  line_of_sight_enter(s, far.x, far.y);
  return true;
}

static bool line_of_sight_cross_hex(line_of_sight *s, const line_of_sight_hexes *h,
                                    int side) {
  line_of_sight_tile here = {s->x, s->y};
  line_of_sight_tile to = hex_beside(s->map, here, side);
  if (!hex_can_cross(s, here, side)) return line_of_sight_is_blocked(s, to.x, to.y);
  line_of_sight_leave(s, hex_part(h, side));
  line_of_sight_enter(s, to.x, to.y);
  return true;
}

static bool line_of_sight_follow_hexes(line_of_sight *s, line_of_sight_hexes h) {
  while (h.q != h.line_q || h.r != h.line_r) {
    bool corner;
    int side = hex_exit(&h, &corner);
    if (!(corner ? line_of_sight_cross_between(s, &h, side)
                 : line_of_sight_cross_hex(s, &h, side)))
      return false;
    h.q += hex_q[side] + (corner ? hex_q[hex_turn(side, 1)] : 0);
    h.r += hex_r[side] + (corner ? hex_r[hex_turn(side, 1)] : 0);
  }
  return true;
}

// -------------------------------------------------------------------------------- line

// The line from one hex to another.
static line_of_sight_hexes hex_line(const astar_grid *grid, astar_point from,
                                    astar_point to) {
  int q, r, to_q, to_r;
  hex_axial(grid->layout, from.x, from.y, &q, &r);
  hex_axial(grid->layout, to.x, to.y, &to_q, &to_r);
  return (line_of_sight_hexes){.line_q = to_q - q, .line_r = to_r - r};
}

double line_of_sight_length(const astar_grid *grid, astar_point from, astar_point to) {
  double x = to.x - from.x, y = to.y - from.y;
  if (grid->layout == ASTAR_SQUARE) return sqrt(x * x + y * y);
  line_of_sight_hexes h = hex_line(grid, from, to);
  return sqrt((double)(h.line_q * h.line_q + h.line_q * h.line_r + h.line_r * h.line_r));
}

bool line_of_sight_continues(const astar_grid *grid, astar_point from, astar_point over,
                             astar_point to) {
  int64_t x = over.x - from.x, y = over.y - from.y;
  int64_t next_x = to.x - over.x, next_y = to.y - over.y;
  if (grid->layout != ASTAR_SQUARE) {
    line_of_sight_hexes line = hex_line(grid, from, over),
                        next = hex_line(grid, over, to);
    x = line.line_q, y = line.line_r;
    next_x = next.line_q, next_y = next.line_r;
  }
  return x * next_y == y * next_x && x * next_x + y * next_y > 0;
}

static bool line_of_sight_walk(line_of_sight *s, astar_point from, astar_point to) {
  const astar_grid *grid = s->map->grid;
  s->x = from.x;
  s->y = from.y;
  bool clear = grid->layout == ASTAR_SQUARE
                   ? line_of_sight_follow_square(s, to.x - from.x, to.y - from.y)
                   : line_of_sight_follow_hexes(s, hex_line(grid, from, to));
  // A point leaves its last tile at the center. A body has added the whole line already.
  if (clear && s->map->rules->size == 1) line_of_sight_leave(s, 1);
  return clear;
}

bool line_of_sight_follow(line_of_sight *s, const costmap *map, astar_point from,
                          astar_point to) {
  double length = line_of_sight_length(map->grid, from, to);
  *s = (line_of_sight){.map = map, .length = length, .has_cost = true};
  return line_of_sight_walk(s, from, to);
}

bool line_of_sight_is_free(const costmap *map, astar_sight_mode mode, astar_point from,
                           astar_point to, int *x, int *y) {
  line_of_sight s = {.map = map};
  bool is_free = mode == ASTAR_SIGHT_LINE
                     ? line_of_sight_walk(&s, from, to)
                     : line_of_sight_follow_shadow(&s, from, to, false) ||
                           line_of_sight_follow_shadow(&s, from, to, true);
  if (!is_free) {
    *x = s.blocked_x;
    *y = s.blocked_y;
  }
  return is_free;
}

bool line_of_sight_has_mode(const astar_grid *grid, const astar_rules *rules,
                            astar_sight_mode mode) {
  return mode == ASTAR_SIGHT_LINE || (grid->layout == ASTAR_SQUARE && rules->size == 1);
}

bool line_of_sight_reaches(const costmap *map, astar_point from, astar_point to) {
  line_of_sight s = {.map = map, .is_end_free = true, .end = to};
  return line_of_sight_walk(&s, from, to);
}

astar_status astar_line_of_sight(astar_grid *grid, const astar_rules *rules,
                                 const astar_filter *filter, int x1, int y1, int x2,
                                 int y2, int *x, int *y) {
  return astar_line_of_sight_avoiding(grid, rules, filter, ASTAR_SIGHT_LINE, x1, y1, x2,
                                      y2, NULL, NULL, x, y);
}

astar_status astar_line_of_sight_avoiding(astar_grid *grid, const astar_rules *rules,
                                          const astar_filter *filter,
                                          astar_sight_mode mode, int x1, int y1, int x2,
                                          int y2, const struct astar_crowd *avoid,
                                          const astar_side *side, int *x, int *y) {
  costmap map, without_units;
  held_tiles held = {0};
  if (grid == NULL || (LIVE(avoid) != NULL && avoid != grid->crowd)) return ASTAR_INVALID;
  if (!validation_has_rules(grid, rules, filter) || (unsigned)mode > ASTAR_SIGHT_SHADOW)
    return ASTAR_INVALID;
  if (side != NULL && !occupancy_is_side(side)) return ASTAR_INVALID;
  if (!grid_contains(grid, x1, y1) || !grid_contains(grid, x2, y2))
    return ASTAR_OUT_OF_BOUNDS;
  if (!line_of_sight_has_mode(grid, rules, mode)) return ASTAR_UNSUITED;
  astar_status status = cache_peek(grid, rules, filter, &map);
  if (status != ASTAR_OK) return status;
  if (avoid != NULL) {
    held_tiles_see(&held, grid, side, x1, y1);
    costmap_avoid(&map, &held, &without_units);
  }
  astar_point from = {(uint16_t)x1, (uint16_t)y1}, to = {(uint16_t)x2, (uint16_t)y2};
  int at_x, at_y;
  if (line_of_sight_is_free(&map, mode, from, to, &at_x, &at_y)) return ASTAR_OK;
  if (x != NULL) *x = at_x;
  if (y != NULL) *y = at_y;
  return ASTAR_UNREACHABLE;
}
