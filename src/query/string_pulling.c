// String pulling: keeps the points of a path between which the mover can walk straight.
//
// clang-format off
//       path                string pulled taut
//   . . o o o . .             . . . o . . .
//   . o . # . o .             . . . # . . .
//   A . . # . . B             A . . # . . B
// clang-format on
//
// Idea: the points of the path, in their order, are the nodes of a graph. An arc leads
// from a point to a later one when
//   - the line between the two is clear (line_of_sight.h), and
//   - the ground under the line costs no more than the ground under the path between the
//     two. So a path round the mud is not replaced by a line through the mud.
// An arc is as long as its line. The shortest path from the first point to the last one
// is the result. All arcs lead forward, so one pass over the points finds it (dynamic
// programming, as in all directed graphs without cycles).
//
// Invariant: when a point is done, `length` is the length of a path of arcs to it, and
// `before` is the point before it on that path. Neighboring points of the path always
// have an arc, whatever lies between them: so a path exists, and the result is never
// longer than the path was.
//
// Runs: links, jumps, and steps with a pair cost of their own must be kept. They divide
// the path into runs, and no other arc leads from one run to the next.
//
// To try all pairs would take O(points^2) lines of sight. Only the PULLING_WINDOW points
// before a point are tried, and the start of the line that ends at the point just before,
// so that straight lines grow to any length. A second pass over the points that were kept
// spans longer distances with the same window.
//
// Sources: path smoothing in Botea, Mueller, Schaeffer, "Near Optimal Hierarchical
// Path-Finding" (2004), and A* with post-smoothed paths in Daniel, Nash, Koenig, Felner,
// "Theta*: Any-Angle Path Planning on Grids" (2010). Both drop points greedily. Here the
// shortest choice is found, and lines must not cost more.

#include <math.h>
#include <stdlib.h>

#include "query/line_of_sight.h"
#include "query/path.h"
#include "map/hex.h"
#include "query/cache.h"
#include "query/validation.h"

// How many points before a point are tried as the start of a line to it.
enum { PULLING_WINDOW = 16 };

typedef struct pulling_point {
  double ground; ///< cost of the ground under the path from its first point to this one,
                 ///< steps between runs left out
  double length; ///< of the shortest path of arcs to this point [tiles]
  size_t before; ///< the point before it on that path
  size_t run;    ///< the first point of its run; SIZE_MAX: the point is kept
} pulling_point;

typedef struct pulling {
  const costmap *map;
  const astar_point *tiles; ///< the points of the path, `count` of them
  pulling_point *points;    ///< what is known of them
  size_t count;
} pulling;

// Whether a step is walked: neither a jump nor a link. Points that are not neighbors and
// not one step apart are the ends of a straight line, which is walked.
static bool pulling_is_walk(const costmap *map, astar_point from, astar_point to) {
  if (map->grid->layout == ASTAR_SQUARE
          ? abs(from.x - to.x) <= 1 && abs(from.y - to.y) <= 1
          : hex_distance(map->grid->layout, from.x, from.y, to.x, to.y) <= 1) {
    return true;
  }
  return !path_is_step(map, from.x, from.y, to.x, to.y);
}

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
static bool pulling_can_join(const pulling *p, size_t from, size_t to) {
  double ground = p->points[to].ground - p->points[from].ground;
  line_of_sight s;
  return line_of_sight_follow(&s, p->map, p->tiles[from], p->tiles[to]) &&
         s.ground <= ground * (1 + TOLERANCE_SUMS);
}

static double pulling_length_by(const pulling *p, size_t from, size_t to) {
  return p->points[from].length +
         line_of_sight_length(p->map->grid, p->tiles[from], p->tiles[to]);
}

// Whether the line from `from` to the point before `to` leads straight on to `to`. That
// line was accepted, so the longer one needs no check: straight paths take O(points).
static bool pulling_goes_on(const pulling *p, size_t from, size_t to) {
  return p->points[to - 1].before == from &&
         line_of_sight_goes_on(p->map->grid, p->tiles[from], p->tiles[to - 1],
                               p->tiles[to]);
}

// Takes the line between two points of a run as the end of the path of arcs to `to`, if
// that path is shorter and the line is an arc.
static void pulling_try_line(pulling *p, size_t from, size_t to) {
  double length = pulling_length_by(p, from, to);
  if (length >= p->points[to].length * (1 - TOLERANCE_SUMS)) return;
  if (from + 1 < to && !pulling_goes_on(p, from, to) && !pulling_can_join(p, from, to)) {
    return;
  }
  p->points[to].length = length;
  p->points[to].before = from;
}

// Finds the shortest path of arcs to each point, first to last. Of paths of equal length
// it takes the one whose last line is the longest.
static void pulling_join(pulling *p) {
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

// Moves the points on the path of arcs to the last point to the front; returns how many.
static size_t pulling_keep(const pulling *p, astar_point *tiles) {
  size_t kept = 1, i = p->count - 1;
  for (; i > 0; i = p->points[i].before) p->points[i].run = SIZE_MAX; // kept
  for (i = 1; i < p->count; i++) {
    if (p->points[i].run == SIZE_MAX) tiles[kept++] = tiles[i];
  }
  return kept;
}

void astar_line_lengths(const astar_grid *grid, const astar_point *points, size_t count,
                        double *lengths) {
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
  for (size_t i = 0; i < *count; i++) {
    if (!grid_contains(grid, points[i].x, points[i].y)) return ASTAR_INVALID;
  }
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
    pulling_join(&p);
    if (length != NULL) *length = p.points[p.count - 1].length;
    p.count = pulling_keep(&p, points);
  }
  *count = p.count;
  memory_free(m, p.points, size);
  return ASTAR_OK;
}
