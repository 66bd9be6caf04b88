// String pulling: replaces parts of a path by straight lines at any angle.
//
// clang-format off
//       path                string pulled taut
//   . . o o o . .             . . . o . . .
//   . o . # . o .             . . . # . . .
//   A . . # . . B             A . . # . . B
// clang-format on
//
// Idea: shortest path in a graph. The nodes are the points of the path, in their order.
// An arc leads from a point to a later one when
//   - the mover can move along the line between them (query/line_of_sight), and
//   - the terrain and the penalties under the line cost at most as much as under the path
//     between the two points. So a path around the mud is not replaced by a line through
//     the mud.
// The length of an arc is the length of its line. The shortest path from the first point
// to the last one is the result. All arcs lead forward, so the graph has no cycles, and
// one pass over the points finds the shortest path (dynamic programming).
//
// Invariant: when the pass has processed a point, `length` is the length of a path of
// arcs to that point, and `before` is the previous point on that path. Between
// neighboring points of the path there is always an arc: their step or line in the path.
// So a path of arcs exists, and the result is never longer than the input.
//
// Runs: links, moves by more than one tile, and steps with a pair cost must stay in the
// path, since no line can replace them. They divide the path into runs. The only arc from
// one run to the next is such a step itself.
//
// Time: trying all pairs would take O(points^2) lines of sight. Instead each point tries
// the PULLING_WINDOW points before it, and the start of the line that ends at the point
// just before it, so that a straight line can grow to any length. A second pass over the
// kept points spans longer distances with the same window.
//
// Sources: the path smoothing in Botea, Mueller and Schaeffer, "Near Optimal Hierarchical
// Path-Finding" (2004), and A* with post-smoothed paths in Daniel, Nash, Koenig and
// Felner, "Theta*: Any-Angle Path Planning on Grids" (2010). Both remove points greedily.
// Here dynamic programming finds the shortest choice of points within the window, and a
// line must not cost more than what it replaces.

#include <math.h>
#include <stdlib.h>

#include "query/line_of_sight.h"
#include "query/path.h"
#include "map/hex.h"
#include "query/cache.h"
#include "query/validation.h"

// How many points before a point are tried as the start of a line to that point.
enum { PULLING_WINDOW = 16 };

typedef struct pulling_point {
  double ground; ///< cost of terrain and penalties under the path up to this point,
                 ///< without the steps between runs
  double length; ///< of the shortest path of arcs to this point [tiles]
  size_t before; ///< the previous point on that path
  size_t run;    ///< the first point of its run; SIZE_MAX: the result keeps this point
} pulling_point;

typedef struct pulling {
  const costmap *map;
  const astar_point *tiles; ///< `count` points of the path
  pulling_point *points;    ///< their nodes in the graph, in the same order
  size_t count;
} pulling;

// Whether the mover walks from one point to the next, without a link and without a move
// by more than one tile. Points that are neither neighbors nor one step apart are the
// ends of a straight line, along which the mover walks.
static bool pulling_is_walk(const costmap *map, astar_point from, astar_point to) {
  if (map->grid->layout == ASTAR_SQUARE
          ? abs(from.x - to.x) <= 1 && abs(from.y - to.y) <= 1
          : hex_distance(map->grid->layout, from.x, from.y, to.x, to.y) <= 1)
    return true;
  return !path_is_step(map, from.x, from.y, to.x, to.y);
}

// Sums `ground` along the path, and divides the path into runs.
static void pulling_sum_ground(pulling *p) {
  pulling_point *points = p->points;
  points[0] = (pulling_point){.ground = 0};
  for (size_t i = 1; i < p->count; i++) {
    astar_point from = p->tiles[i - 1], to = p->tiles[i];
    line_of_sight s;
    bool walks = pulling_is_walk(p->map, from, to) &&
                 line_of_sight_follow(&s, p->map, from, to) && s.ground < INFINITY;
    points[i] = (pulling_point){.ground = points[i - 1].ground + (walks ? s.ground : 0),
                                .run = walks ? points[i - 1].run : i};
  }
}

// Whether an arc leads from a point to a later one of the same run.
static bool pulling_is_arc(const pulling *p, size_t from, size_t to) {
  double ground = p->points[to].ground - p->points[from].ground;
  line_of_sight s;
  return line_of_sight_follow(&s, p->map, p->tiles[from], p->tiles[to]) &&
         s.ground <= ground * (1 + TOLERANCE_SUMS);
}

// Whether the line from `from` to the point before `to` continues straight to `to`. Both
// parts of the longer line were accepted before, so it needs no check. So straight paths
// take O(points).
static bool pulling_continues(const pulling *p, size_t from, size_t to) {
  return p->points[to - 1].before == from &&
         line_of_sight_continues(p->map->grid, p->tiles[from], p->tiles[to - 1],
                                 p->tiles[to]);
}

// Relaxes the arc between two points of a run: takes it as the last arc to `to` when the
// path becomes shorter. The line of sight is the expensive test, so it comes last.
static void pulling_try_line(pulling *p, size_t from, size_t to) {
  double length = p->points[from].length +
                  line_of_sight_length(p->map->grid, p->tiles[from], p->tiles[to]);
  if (length >= p->points[to].length * (1 - TOLERANCE_SUMS)) return;
  if (from + 1 < to && !pulling_continues(p, from, to) && !pulling_is_arc(p, from, to))
    return;
  p->points[to].length = length;
  p->points[to].before = from;
}

// Finds the shortest path of arcs to each point, first to last. Of paths of equal length
// it takes the one with the longest last line, since points are tried from far to near.
static void pulling_find_shortest(pulling *p) {
  pulling_point *points = p->points;
  for (size_t to = 1; to < p->count; to++) {
    size_t last = points[to - 1].before, start = points[to].run;
    points[to].length = INFINITY;
    size_t first = to > PULLING_WINDOW ? to - PULLING_WINDOW : 0;
    if (first < start) first = start;
    if (last >= start && last < first) pulling_try_line(p, last, to);
    for (size_t from = first; from < to; from++) pulling_try_line(p, from, to);
    if (start == to) pulling_try_line(p, to - 1, to);
  }
}

// Moves the points of the shortest path to the front of `tiles`. Returns their number.
static size_t pulling_keep(const pulling *p, astar_point *tiles) {
  size_t kept = 1, i = p->count - 1;
  for (; i > 0; i = p->points[i].before) p->points[i].run = SIZE_MAX; // kept
  for (i = 1; i < p->count; i++)
    if (p->points[i].run == SIZE_MAX) tiles[kept++] = tiles[i];
  return kept;
}

void astar_line_lengths(const astar_grid *grid, const astar_point *points, size_t count,
                        double *lengths) {
  (void)LIVE(grid);
  for (size_t i = 0; i < count; i++) {
    lengths[i] =
        i > 0 ? lengths[i - 1] + line_of_sight_length(grid, points[i - 1], points[i]) : 0;
  }
}

astar_status astar_smooth_path(astar_grid *grid, const astar_rules *rules,
                               const astar_filter *filter, astar_point *points,
                               size_t *count, double *length) {
  if (!validation_has_rules(grid, rules, filter) || count == NULL) return ASTAR_INVALID;
  if (points == NULL && *count > 0) return ASTAR_INVALID;
  if (length != NULL) *length = 0;
  for (size_t i = 0; i < *count; i++)
    if (!grid_contains(grid, points[i].x, points[i].y)) return ASTAR_INVALID;
  costmap map;
  astar_status status = cache_peek(grid, rules, filter, &map);
  if (status != ASTAR_OK || *count < 2) return status;
  if (*count > SIZE_MAX / sizeof(pulling_point)) return ASTAR_NO_MEMORY;
  memory *m = &grid->memory;
  size_t size = *count * sizeof(pulling_point);
  pulling p = {&map, points, (pulling_point *)memory_resize(m, NULL, 0, size), *count};
  if (p.points == NULL) return ASTAR_NO_MEMORY;
  for (int pass = 0; pass < 2; pass++) {
    pulling_sum_ground(&p);
    pulling_find_shortest(&p);
    if (length != NULL) *length = p.points[p.count - 1].length;
    p.count = pulling_keep(&p, points);
  }
  *count = p.count;
  memory_free(m, p.points, size);
  return ASTAR_OK;
}
