// The heuristic: a lower bound h of the cost from a tile to the goals.
//
// Distances are measured to the smallest box around all goals and their range. With dx,
// dy the distances to the box in x and y:
//
//      +---------+
//      | G       |                M = max(dx, dy), m = min(dx, dy)
//      |      G  |                h = a (M - m) + b m
//      +---------+ - - - - -+
//                :          : dy
//                : - - - - -x
//                     dx
//
// a is the cost of a straight step, b of a diagonal step. The usual metrics of grids have
// this form: Manhattan with b = 2 a, Chebyshev with b = a, octile between them. The
// heuristic is admissible and consistent (P. E. Hart, N. J. Nilsson and B. Raphael, "A
// formal basis for the heuristic determination of minimum cost paths", 1968) if no move
// costs less than h of its offset, and a <= b <= 2 a (triangle inequality). See
// heuristic.c for links.
//
// The caller of a query may choose another heuristic, or a weight above 1. Then h need
// not be a lower bound.
#ifndef ASTAR_HEURISTIC_H
#define ASTAR_HEURISTIC_H

#include "search/goals.h"

/// The heuristic of one query. It owns nothing; the costmap must outlive it.
///
/// a and b are integers, in units of `unit`, so that h is exact: tiles with equal f have
/// equal f on every platform. With a and b at most 2^37 and M + m at most 2^16, h is at
/// most 2^53 units, which both int64_t and double hold exactly.
typedef struct heuristic {
  const costmap *map;
  int left, top, right, bottom; ///< the box around the goals and their range
  bool is_hex; ///< hexes and one goal: h is a times the hex distance beyond the range
  int goal_x, goal_y, range;

  bool is_euclidean; ///< h is `euclid` times the Euclidean distance to the box
  int64_t a, b;      ///< [units, 0..2^37]
  int64_t twice;     ///< 2 a - b: what a diagonal step saves against two straight ones
  bool is_simple; ///< h is the norm of a and b alone: squares, not Euclidean, no links,
                  ///< no function
  double unit;    ///< cost of one unit: a power of two
  double euclid;  ///< cost per tile of Euclidean distance

  astar_heuristic_function function; ///< of the caller, or NULL
  void *user;
  double weight; ///< factor of the heuristic; already part of a, b and `euclid`

  bool has_links;    ///< a link may be a shortcut to a goal
  tile_area links;   ///< the box around the tiles where links start
  double links_rest; ///< lower bound of the cost from such a tile over its link to a goal
} heuristic;

/// Sets up the heuristic of a query. `backward`: of a search from the "goals", a lower
/// bound of the cost from them to a tile. The norm is symmetric; only links are followed
/// backward. O(goals + links).
void heuristic_init(heuristic *h, const costmap *map, const goals *g,
                    const astar_query *query, bool backward);

/// The same for a search forward, links ignored. O(goals).
void heuristic_init_direct(heuristic *h, const costmap *map, const goals *g,
                           const astar_query *query);

/// The norm of an offset: h of a tile so far away from the goals, without a function of
/// the caller. O(1).
double heuristic_measure(const heuristic *h, int dx, int dy);

/// h of a tile, links ignored. O(1).
double heuristic_direct(const heuristic *h, int x, int y);

/// h of a tile. Negative: the function of the caller returned no finite number >= 0.
/// O(1).
double heuristic_at(const heuristic *h, int x, int y);

/// `heuristic_at` for heuristics with `is_simple`, inline.
static inline double heuristic_simple_at(const heuristic *h, int x, int y) {
  int left = h->left - x, right = x - h->right, top = h->top - y, bottom = y - h->bottom;
  int dx = left > right ? left : right, dy = top > bottom ? top : bottom;
  if (dx < 0) dx = 0;
  if (dy < 0) dy = 0;
  int min = dx < dy ? dx : dy;
  return (double)(h->a * (dx + dy) - h->twice * min) * h->unit;
}

/// Whether the heuristic of a query is known to be admissible. Then a node with g + h
/// above a maximum cost can be dropped.
bool heuristic_is_admissible(const astar_query *query);

#endif
