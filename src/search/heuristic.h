// What is guessed of the way still to go.
#ifndef ASTAR_HEURISTIC_H
#define ASTAR_HEURISTIC_H

#include "search/goals.h"

/// A lower bound of the cost from a tile to the goals (unless the caller chose
/// otherwise).
///
/// With M and m the larger and the smaller of the distances in x and y to the goals' box,
/// every metric of a grid is a (M - m) + b m: Manhattan has b = 2 a, Chebyshev b = a,
/// octile is in between. a and b are integers, so that products and sums are exact and a
/// plateau of equal f stays one on every platform: with at most 2^37, and M + m at most
/// 2^16, they stay within 2^53, which both int64_t and double hold.
typedef struct heuristic {
  const costmap *map;
  int left, top, right, bottom; ///< box around the goals and their range
  bool is_hex;                  ///< M is the hex distance to the only goal
  int goal_x, goal_y, range;

  bool is_euclidean;
  int64_t a, b;   ///< [0..2^37]
  int64_t twice;  ///< 2 a - b: what a diagonal step saves
  bool is_simple; ///< a and b say it all: no hexes, links, function, Euclid
  double unit;    ///< power of two: cost of one in a and b
  double euclid;  ///< cost of a tile's distance

  astar_heuristic_function function;
  void *user;
  double weight; ///< of what the function returns

  bool has_links; ///< a link may be a short cut to a goal
  int links_left, links_top, links_right,
      links_bottom;  ///< box of the tiles they leave from
  double links_rest; ///< least cost from any of these to a goal by a link
} heuristic;

void heuristic_init(heuristic *h, const costmap *map, const goals *g,
                    const astar_query *query);

/// The same for the cost from the "goals" to a tile: only links make a difference.
void heuristic_init_backward(heuristic *h, const costmap *map, const goals *g,
                             const astar_query *query);

/// The guess for a tile as if there were no links.
double heuristic_direct(const heuristic *h, int x, int y);

/// The guess for a tile; negative when the caller's function gave no valid one.
double heuristic_at(const heuristic *h, int x, int y);

/// The same, quickly, where `is_simple`.
static inline double heuristic_simple_at(const heuristic *h, int x, int y) {
  int left = h->left - x, right = x - h->right, top = h->top - y, bottom = y - h->bottom;
  int dx = left > right ? left : right, dy = top > bottom ? top : bottom;
  if (dx < 0) dx = 0;
  if (dy < 0) dy = 0;
  int min = dx < dy ? dx : dy;
  return (double)(h->a * (dx + dy) - h->twice * min) * h->unit;
}

/// Whether it never overestimates, so that a node may be dropped whose cost and heuristic
/// together exceed a cap.
bool heuristic_is_admissible(const astar_query *query);

#endif
