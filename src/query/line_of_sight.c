// Lines of sight: what a mover meets on the straight line from the middle of one tile to
// the middle of another.
//
// Idea: follow the line from border to border. It crosses the borders of columns at known
// parts of its length, and those of rows at others; the next crossing is the smaller of
// the two. Both are fractions with known denominators, so they are compared as integers,
// multiplied crosswise. Nothing is rounded, and "exactly through a corner" is an
// equality.
//
// A mover of one tile is a point. It enters one tile after the other:
//
// clang-format off
//     +---+---+---+---+
//     | A | 1 |   |   |    From A to B over 1, the corner between 1 and 2, and 2. The corner
//     +---+---+---+---+    is passed like a diagonal step from 1 to 2.
//     |   |   | 2 | B |
//     +---+---+---+---+
// clang-format on
//
// A larger mover is a square body. Let S and E be two placements one tile apart in x and
// in y. On the way from S to E the body touches the tiles of four placements: S, E, A
// (which differs from S in x) and B (which differs from S in y). Size 2:
//
// clang-format off
//     s s a      s: tiles of S     e: tiles of E     *: tile of both
//     s * e      a: the tile that only A covers
//     b e e      b: the tile that only B covers
// clang-format on
//
//   - At 45 degrees (|dx| = |dy|), where the rules have diagonal steps, the line is a row
//     of diagonal steps, and each of them must be one that `find_path` could take: E is
//     passable, no diagonal edge from a tile of S is closed, and no more of the two ways
//     over A and B are obstacles than the corner rule allows. So `a` and `b` may be
//     impassable, as the rule says.
//   - On other lines, and where the rules have no diagonal steps, the body moves across
//     the borders of columns and rows one after the other, and cuts no corner: all four
//     placements must be passable, and all edges that it moves across in x or y open.
//     Between two crossings it touches four placements like those above.
//
// Invariant: when the line has come to a part of its length, all that the mover touched
// before is free, apart from the tiles where it started, and `ground` is the cost up to
// there. The way back crosses the same borders in reverse order, and each check is the
// same from both ends while edges and rules are: so is the answer.
//
// Sources: Amanatides and Woo, "A Fast Voxel Traversal Algorithm for Ray Tracing" (1987),
// which compares floating-point parts and passes corners anyhow; Bresenham, "Algorithm
// for computer control of a digital plotter" (1965), for the comparison in integers.
// Axial coordinates of hexes as in redblobgames.com/grids/hexagons.

#include "query/line_of_sight.h"

#include "query/cache.h"
#include "query/validation.h"
#include "map/hex.h"

#include <math.h>
#include <stdlib.h>

#include "map/footprint.h"

// ------------------------------------------------------------------------------ ground

// The cost of the most expensive terrain that the mover covers at (x, y). Impassable
// tiles cost nothing.
static double line_of_sight_rate(const costmap *map, int x, int y) {
  const astar_grid *grid = map->grid;
  double max_cost = 0;
  for (footprint f = footprint_at(grid, map->rules->size, x, y); footprint_next(&f);) {
    double cost = map->rules->cost[grid->terrain[f.cell]];
    if (cost > max_cost) max_cost = cost;
  }
  return max_cost;
}

// The greatest penalty that the mover stands on at (x, y).
static double line_of_sight_penalty(const costmap *map, int x, int y) {
  const astar_grid *grid = map->grid;
  double greatest = 0;
  if (!costmap_has_penalties(map)) return 0;
  for (footprint f = footprint_at(grid, map->rules->size, x, y); footprint_next(&f);) {
    double penalty = costmap_penalty(map, f.cell);
    if (penalty > greatest) greatest = penalty;
  }
  return greatest;
}

// The line leaves the tile where it is, at a part of its length.
static void line_of_sight_leave(line_of_sight *s, double part) {
  s->ground += (part - s->since) * s->length * line_of_sight_rate(s->map, s->x, s->y);
  s->since = part;
}

static void line_of_sight_enter(line_of_sight *s, int x, int y) {
  s->x = x;
  s->y = y;
  s->ground += line_of_sight_penalty(s->map, x, y);
}

// Up to a part of the line the mover is between the placements (x, y) and (x + dx, y +
// dy), one tile apart at most. The most expensive terrain that it touches there counts.
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

// The mover cannot stand at (x, y), or cannot get there: what blocks it is the first
// impassable tile that it would cover there, otherwise (x, y).
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

// The pair cost of a step from one tile to a neighbor: NaN where there is none, negative
// where the step is forbidden. Rules without such a step have none.
static double line_of_sight_pair_cost(const costmap *map, int x, int y, int direction) {
  const astar_rules *rules = map->rules;
  if (rules->pair_costs == NULL) return NAN;
  const astar_grid *grid = map->grid;
  uint8_t from = grid->terrain[grid_cell(grid, x, y)];
  uint8_t to = grid->terrain[grid_cell(grid, x + direction_dx[direction],
                                       y + direction_dy[direction])];
  for (int i = 0; i < rules->move_count; i++) {
    if (rules->moves[i].direction == direction) {
      return rules_pair_cost(rules, i, from, to);
    }
  }
  return NAN;
}

// Whether the rules have diagonal steps. Lists of moves count as if they had all.
static bool line_of_sight_has_diagonals(const astar_rules *rules) {
  return rules->corner_obstacles >= 0 && (!rules->is_standard || rules->move_count > 4);
}

// How many of the two ways round a corner may be obstacles where a line runs through it.
static int line_of_sight_max_obstacles(const astar_rules *rules) {
  return line_of_sight_has_diagonals(rules) ? rules->corner_obstacles : 0;
}

// Whether the mover can cross from (x, y) to a neighboring placement that it can stand
// at, corners aside.
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

// Whether no more of the two ways round a corner are obstacles than the rules allow.
static bool line_of_sight_pass_corner(line_of_sight *s, int x, int y, int direction) {
  int dx = direction_dx[direction], dy = direction_dy[direction];
  int across = direction_of(dx, 0), down = direction_of(0, dy);
  bool over_x = costmap_is_obstacle(s->map, x, y, across, down);
  bool over_y = costmap_is_obstacle(s->map, x, y, down, across);
  if (over_x + over_y <= line_of_sight_max_obstacles(s->map->rules)) return true;
  return over_x ? line_of_sight_is_blocked_at(s, x + dx, y)
                : line_of_sight_is_blocked_at(s, x, y + dy);
}

// Whether the mover can step from (x, y) to the neighboring placement by (dx, dy).
static bool line_of_sight_can_step(line_of_sight *s, int x, int y, int dx, int dy) {
  int direction = direction_of(dx, dy);
  if (!costmap_can_stand(s->map, x + dx, y + dy)) {
    return line_of_sight_is_blocked_at(s, x + dx, y + dy);
  }
  if (!line_of_sight_can_cross(s, x, y, direction)) {
    return line_of_sight_is_blocked(s, x + dx, y + dy);
  }
  return direction < 4 || line_of_sight_pass_corner(s, x, y, direction);
}

// -------------------------------------------------------------------- squares, one tile

// The line crosses the borders of columns at (i + 1/2) / dx of its length, of rows at
// (j + 1/2) / dy; both at once is a corner.
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

// ---------------------------------------------------------------- squares, larger movers

// A line at 45 degrees as a row of diagonal steps.
static bool line_of_sight_follow_diagonal(line_of_sight *s, int dx, int dy) {
  int steps = abs(dx), step_x = dx < 0 ? -1 : 1, step_y = dy < 0 ? -1 : 1;
  for (int i = 0; i < steps; i++) {
    int x = s->x + i * step_x, y = s->y + i * step_y;
    if (!line_of_sight_can_step(s, x, y, step_x, step_y)) return false;
    line_of_sight_add_sweep(s, x, y, step_x, step_y, (double)(i + 1) / (double)steps);
  }
  return true;
}

// The mover crosses to a place beside (x, y) that it can stand on.
static bool line_of_sight_slide(line_of_sight *s, int x, int y, int dx, int dy) {
  return line_of_sight_can_cross(s, x, y, direction_of(dx, dy)) ||
         line_of_sight_is_blocked(s, x + dx, y + dy);
}

// Up to a part of the line the mover is between the placements (x, y) and (x + dx, y +
// dy), one tile apart at most: there it touches all tiles that it covers at any of the
// four placements. It has touched those of the first placement before.
static bool line_of_sight_sweep(line_of_sight *s, int x, int y, int dx, int dy,
                                double part) {
  for (int i = 1; i < 4; i++) {
    int to_x = i & 1 ? x + dx : x, to_y = i & 2 ? y + dy : y;
    if (to_x == x && to_y == y) continue;
    if (!costmap_can_stand(s->map, to_x, to_y)) {
      return line_of_sight_is_blocked_at(s, to_x, to_y);
    }
  }
  if (dx != 0 && (!line_of_sight_slide(s, x, y, dx, 0) ||
                  (dy != 0 && !line_of_sight_slide(s, x, y + dy, dx, 0)))) {
    return false;
  }
  if (dy != 0 && (!line_of_sight_slide(s, x, y, 0, dy) ||
                  (dx != 0 && !line_of_sight_slide(s, x + dx, y, 0, dy)))) {
    return false;
  }
  line_of_sight_add_sweep(s, x, y, dx, dy, part);
  return true;
}

// The mover covers whole columns at i / dx of the line's length, whole rows at j / dy.
static bool line_of_sight_follow_body(line_of_sight *s, int dx, int dy) {
  int64_t across = abs(dx), down = abs(dy), i = 0, j = 0;
  int step_x = (dx > 0) - (dx < 0), step_y = (dy > 0) - (dy < 0);
  while (i < across || j < down) {
    int64_t order = (i + 1) * down - (j + 1) * across;
    double part =
        order <= 0 ? (double)(i + 1) / (double)across : (double)(j + 1) / (double)down;
    if (!line_of_sight_sweep(s, s->x + (int)i * step_x, s->y + (int)j * step_y, step_x,
                             step_y, part)) {
      return false;
    }
    i += order <= 0;
    j += order >= 0;
  }
  return true;
}

static bool line_of_sight_follow_square(line_of_sight *s, int dx, int dy) {
  const astar_rules *rules = s->map->rules;
  if (rules->size == 1) return line_of_sight_follow_point(s, dx, dy);
  if (abs(dx) == abs(dy) && line_of_sight_has_diagonals(rules)) {
    return line_of_sight_follow_diagonal(s, dx, dy);
  }
  return line_of_sight_follow_body(s, dx, dy);
}

// ------------------------------------------------------------------------------- hexes

// In axial coordinates, where r runs down and q askew, the lattice is affine: a line
// stays one, and the corners of the hex at (q, r) are at a third of the sums of two
// neighbours' directions. All is counted in thirds.
static const int8_t hex_q[HEX_DIRECTIONS] = {0, 1, 1, 0, -1, -1};
static const int8_t hex_r[HEX_DIRECTIONS] = {-1, -1, 0, 1, 1, 0};

// From the start of the line; and the line, whose cross product with a place tells on
// which side of it that is.
typedef struct line_of_sight_hexes {
  int64_t q, r;
  int64_t line_q, line_r;
} line_of_sight_hexes;

static int hex_turn(int way, int by) { return (way + by) % HEX_DIRECTIONS; }

// The corner between the ways `way` and `way` + 1.
static int64_t hex_corner_q(const line_of_sight_hexes *h, int way) {
  return 3 * h->q + hex_q[way] + hex_q[hex_turn(way, 1)];
}

static int64_t hex_corner_r(const line_of_sight_hexes *h, int way) {
  return 3 * h->r + hex_r[way] + hex_r[hex_turn(way, 1)];
}

// On which side of the line that corner is: 0 on it.
static int64_t hex_side(const line_of_sight_hexes *h, int way) {
  return h->line_q * hex_corner_r(h, way) - h->line_r * hex_corner_q(h, way);
}

// The part of the line at which it crosses the border in direction `way`.
static double hex_part(const line_of_sight_hexes *h, int way) {
  int before = hex_turn(way, HEX_DIRECTIONS - 1);
  int64_t q = hex_corner_q(h, before), r = hex_corner_r(h, before);
  int64_t along_q = hex_corner_q(h, way) - q, along_r = hex_corner_r(h, way) - r;
  return (double)(q * along_r - r * along_q) /
         (3.0 * (double)(h->line_q * along_r - h->line_r * along_q));
}

// The way out of a hex. With `*corner` it leads through the corner after that way, and on
// along the border between the hexes on both sides.
static int hex_exit(const line_of_sight_hexes *h, bool *corner) {
  *corner = false;
  for (int way = 0; way < HEX_DIRECTIONS; way++) {
    int before = hex_turn(way, HEX_DIRECTIONS - 1), after = hex_turn(way, 1);
    int64_t here = hex_side(h, way);
    if (hex_side(h, before) >= 0) continue;
    if (here > 0) return way;
    if (here < 0 || hex_side(h, after) <= 0) continue;
    // Through the corner: then the line lies in the hex that it leans to.
    int64_t lean =
        h->line_r * (hex_q[way] + hex_q[after]) - h->line_q * (hex_r[way] + hex_r[after]);
    *corner = lean == 0;
    return lean > 0 ? after : way;
  }
  return 0; // never: a line that ends elsewhere leaves every hex
}

// A tile, or a place off the grid.
typedef struct line_of_sight_tile {
  int x, y;
} line_of_sight_tile;

// What is beside a tile.
static line_of_sight_tile hex_beside(const costmap *map, line_of_sight_tile tile,
                                     int way) {
  const tile_move *move = &map->moves->list[costmap_parity(map, tile.x, tile.y)][way];
  return (line_of_sight_tile){tile.x + move->dx, tile.y + move->dy};
}

static bool hex_can_cross(line_of_sight *s, line_of_sight_tile tile, int way) {
  const costmap *map = s->map;
  line_of_sight_tile to = hex_beside(map, tile, way);
  return costmap_can_stand(map, to.x, to.y) &&
         line_of_sight_can_cross(
             s, tile.x, tile.y,
             map->moves->list[costmap_parity(map, tile.x, tile.y)][way].direction);
}

// Crosses to the hex beyond the two in the ways `way` and the one after, along the border
// between them.
static bool line_of_sight_cross_between(line_of_sight *s, const line_of_sight_hexes *h,
                                        int way) {
  const costmap *map = s->map;
  int after = hex_turn(way, 1);
  line_of_sight_tile here = {s->x, s->y};
  line_of_sight_tile left = hex_beside(map, here, way),
                     right = hex_beside(map, here, after);
  line_of_sight_tile far =
      hex_beside(map, grid_contains(map->grid, left.x, left.y) ? left : right,
                 grid_contains(map->grid, left.x, left.y) ? after : way);
  if (!costmap_can_stand(map, far.x, far.y))
    return line_of_sight_is_blocked(s, far.x, far.y);
  bool by_left = hex_can_cross(s, here, way) && hex_can_cross(s, left, after);
  bool by_right = hex_can_cross(s, here, after) && hex_can_cross(s, right, way);
  if (!by_left + !by_right > line_of_sight_max_obstacles(map->rules)) {
    return by_left ? line_of_sight_is_blocked(s, right.x, right.y)
                   : line_of_sight_is_blocked(s, left.x, left.y);
  }
  double whole = 3.0 * (double)(h->line_q * h->line_q + h->line_r * h->line_r);
  int64_t corner = h->line_q * hex_corner_q(h, way) + h->line_r * hex_corner_r(h, way);
  int64_t border =
      h->line_q * (hex_q[way] + hex_q[after]) + h->line_r * (hex_r[way] + hex_r[after]);
  double rate = by_left ? line_of_sight_rate(map, left.x, left.y) : 0;
  double other = by_right ? line_of_sight_rate(map, right.x, right.y) : 0;
  line_of_sight_leave(s, (double)corner / whole);
  s->ground += (double)border / whole * s->length * (rate > other ? rate : other);
  s->since = (double)(corner + border) / whole;
  line_of_sight_enter(s, far.x, far.y);
  return true;
}

static bool line_of_sight_cross_hex(line_of_sight *s, const line_of_sight_hexes *h,
                                    int way) {
  line_of_sight_tile here = {s->x, s->y};
  line_of_sight_tile to = hex_beside(s->map, here, way);
  if (!hex_can_cross(s, here, way)) return line_of_sight_is_blocked(s, to.x, to.y);
  line_of_sight_leave(s, hex_part(h, way));
  line_of_sight_enter(s, to.x, to.y);
  return true;
}

static bool line_of_sight_follow_hexes(line_of_sight *s, line_of_sight_hexes h) {
  while (h.q != h.line_q || h.r != h.line_r) {
    bool corner;
    int way = hex_exit(&h, &corner);
    if (!(corner ? line_of_sight_cross_between(s, &h, way)
                 : line_of_sight_cross_hex(s, &h, way))) {
      return false;
    }
    h.q += hex_q[way] + (corner ? hex_q[hex_turn(way, 1)] : 0);
    h.r += hex_r[way] + (corner ? hex_r[hex_turn(way, 1)] : 0);
  }
  return true;
}

// -------------------------------------------------------------------------------- line

// From one hex to another in axial coordinates.
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

bool line_of_sight_goes_on(const astar_grid *grid, astar_point from, astar_point over,
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

bool line_of_sight_follow(line_of_sight *s, const costmap *map, astar_point from,
                          astar_point to) {
  *s = (line_of_sight){.map = map,
                       .x = from.x,
                       .y = from.y,
                       .length = line_of_sight_length(map->grid, from, to)};
  bool clear = map->grid->layout == ASTAR_SQUARE
                   ? line_of_sight_follow_square(s, to.x - from.x, to.y - from.y)
                   : line_of_sight_follow_hexes(s, hex_line(map->grid, from, to));
  // Larger movers have left the last placement by then.
  if (clear && map->rules->size == 1) line_of_sight_leave(s, 1);
  return clear;
}

astar_status astar_line_of_sight(astar_grid *grid, const astar_rules *rules,
                                 const astar_filter *filter, int x1, int y1, int x2,
                                 int y2, int *x, int *y) {
  if (!validation_has_rules(grid, rules, filter)) return ASTAR_INVALID;
  if (!grid_contains(grid, x1, y1) || !grid_contains(grid, x2, y2)) {
    return ASTAR_OUT_OF_BOUNDS;
  }
  costmap map;
  astar_status status = cache_peek(grid, rules, filter, &map);
  if (status != ASTAR_OK) return status;
  line_of_sight s;
  astar_point from = {(uint16_t)x1, (uint16_t)y1}, to = {(uint16_t)x2, (uint16_t)y2};
  if (line_of_sight_follow(&s, &map, from, to)) return ASTAR_OK;
  if (x != NULL) *x = s.blocked_x;
  if (y != NULL) *y = s.blocked_y;
  return ASTAR_UNREACHABLE;
}
