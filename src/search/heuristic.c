// The heuristic: a norm of the distance to the goals, and links.
//
// The default heuristic has the largest a and b for which the norm a (M - m) + b m of no
// move exceeds the minimum cost of the move on this map: h is then admissible. For 8
// neighbors, terrain of cost 1 and a diagonal move of cost 1 to 2, a is 1 and b is the
// cost of the diagonal move. For rules with other moves (knights, long moves) a and b are
// computed by the same condition.
//
// Links are shortcuts. A path that takes links starts its last link at some tile, and
// from there it costs at least the link and h of the tile where the link ends;
// `links_rest` is the minimum over all links. Before that the path must reach the first
// link. So, with the box around the starts of all links:
//
//      h(x) = min(direct(x), distance of x to the box of links + links_rest)
//
//      +-------+             +----------+
//      | G     |   <--------- L1        |  . . . x
//      |     G |  links_rest |       L2 |
//      +-------+             +----------+
//
// Both terms are consistent, and so is their minimum. search/link_bound has a higher
// bound for the kernels that find single paths.
#include "search/heuristic.h"
#include "map/hex.h"

#include <math.h>
#include <stdlib.h>

// a and b have at most this many bits: a and b times the longest distance, 2^16, are
// exact in a double of 53 bits.
#define HEURISTIC_BITS 37

// The greatest a, and with it the greatest b <= 2 a, for which the norm of no move
// exceeds its cost. Then a <= b holds too: with b = a the norm is a M, and the first loop
// makes sure that a M does not exceed the cost.
static void heuristic_find_auto(const costmap *map, double *a, double *b) {
  if (map->grid->layout != ASTAR_SQUARE) {
    *a = *b = map->moves->min_tile_cost < INFINITY ? map->moves->min_tile_cost : 0;
    return;
  }
  *a = INFINITY;
  for (int i = 0; i < map->moves->count; i++) {
    int dx = abs(map->moves->list[0][i].dx), dy = abs(map->moves->list[0][i].dy);
    double rate = map->moves->min_move_cost[i] / (dx > dy ? dx : dy);
    if (rate < *a) *a = rate;
  }
  if (!(*a < INFINITY)) *a = 0; // no move is possible on this map
  *b = 2 * *a;
  for (int i = 0; i < map->moves->count; i++) {
    int dx = abs(map->moves->list[0][i].dx), dy = abs(map->moves->list[0][i].dy);
    int low = dx < dy ? dx : dy, high = dx < dy ? dy : dx;
    if (low == 0 || !(map->moves->min_move_cost[i] < INFINITY)) continue;
    double rate = (map->moves->min_move_cost[i] - *a * (high - low)) / low;
    if (rate < *b) *b = rate;
  }
}

// Scales a and b to integers. Rounding down keeps h admissible.
static void heuristic_set_norm(heuristic *h, double a, double b) {
  double max = a > b ? a : b;
  int exponent;
  h->a = h->b = 0;
  h->unit = 0;
  if (!(max > 0)) return;
  frexp(max, &exponent); // max < 2^exponent
  h->unit = ldexp(1.0, exponent - HEURISTIC_BITS);
  h->a = (int64_t)floor(ldexp(a, HEURISTIC_BITS - exponent));
  h->b = (int64_t)floor(ldexp(b, HEURISTIC_BITS - exponent));
}

static void heuristic_set_metric(heuristic *h, const astar_query *query) {
  const costmap *map = h->map;
  // The cost per tile is infinite when no move is possible on this map.
  double a = 0, b = 0,
         min = map->moves->min_tile_cost < INFINITY ? map->moves->min_tile_cost : 0;
  switch (query->algorithm == ASTAR_DIJKSTRA ? ASTAR_HEURISTIC_ZERO : query->heuristic) {
  case ASTAR_HEURISTIC_AUTO: heuristic_find_auto(map, &a, &b); break;
  case ASTAR_HEURISTIC_MANHATTAN: a = min, b = 2 * min; break;
  case ASTAR_HEURISTIC_OCTILE: a = min, b = sqrt(2.0) * min; break;
  case ASTAR_HEURISTIC_CHEBYSHEV: a = min, b = min; break;
  case ASTAR_HEURISTIC_EUCLIDEAN:
    h->is_euclidean = map->grid->layout == ASTAR_SQUARE;
    a = min;
    break;
  case ASTAR_HEURISTIC_FUNCTION:
    h->function = query->heuristic_function;
    h->user = query->heuristic_user;
    break;
  case ASTAR_HEURISTIC_ZERO: break;
  }
  h->weight = query->weight < ASTAR_MAX_COST ? query->weight : ASTAR_MAX_COST;
  heuristic_set_norm(h, a * h->weight, b * h->weight);
  h->euclid = a * h->weight;
}

static void heuristic_set_box(heuristic *h, const goals *g) {
  tile_area box = tile_area_none();
  for (int i = 0; i < g->count; i++) tile_area_add(&box, g->list[i].x, g->list[i].y);
  int range = g->range < ASTAR_MAX_SIDE ? g->range : ASTAR_MAX_SIDE;
  h->left = box.left - range;
  h->top = box.top - range;
  h->right = box.right - 1 + range;
  h->bottom = box.bottom - 1 + range;
  h->is_hex = g->map->grid->layout != ASTAR_SQUARE && g->count == 1;
  h->goal_x = g->list[0].x;
  h->goal_y = g->list[0].y;
  h->range = range;
}

// The distance of x to the interval [low, high].
static int heuristic_outside(int x, int low, int high) {
  return x < low ? low - x : x > high ? x - high : 0;
}

double heuristic_measure(const heuristic *h, int dx, int dy) {
  if (h->is_euclidean) return sqrt((double)dx * dx + (double)dy * dy) * h->euclid;
  // Hexes: a step changes x and y by at most one, so that M steps are a lower bound.
  if (h->map->grid->layout != ASTAR_SQUARE)
    return (double)(h->a * (dx > dy ? dx : dy)) * h->unit;
  int64_t norm = dx > dy ? h->a * (dx - dy) + h->b * dy : h->a * (dy - dx) + h->b * dx;
  return (double)norm * h->unit;
}

double heuristic_direct(const heuristic *h, int x, int y) {
  int dx = heuristic_outside(x, h->left, h->right);
  int dy = heuristic_outside(y, h->top, h->bottom);
  if (h->function != NULL) {
    double estimate = h->function(h->user, dx, dy);
    if (!(estimate >= 0 && estimate < INFINITY)) return -1;
    if (estimate > ASTAR_MAX_COST) estimate = ASTAR_MAX_COST;
    return estimate * h->weight;
  }
  if (h->is_hex) {
    int distance =
        hex_distance(h->map->grid->layout, x, y, h->goal_x, h->goal_y) - h->range;
    return distance > 0 ? (double)(h->a * distance) * h->unit : 0;
  }
  return heuristic_measure(h, dx, dy);
}

// Finds the box around the starts of all links, and `links_rest`. Backward, links are
// followed from their end to their start.
static void heuristic_set_links(heuristic *h, bool backward) {
  const astar_grid *grid = h->map->grid;
  h->has_links = false;
  if (h->function != NULL || grid->arc_count == 0) return;
  h->links = tile_area_none();
  h->links_rest = INFINITY;
  for (uint32_t i = 0; i < grid->arc_count; i++) {
    const grid_arc *arc = &grid->arcs[i];
    uint32_t from = backward ? arc->to : arc->from, to = backward ? arc->from : arc->to;
    tile_area_add(&h->links, grid_x(grid, from), grid_y(grid, from));
    double rest =
        arc->cost * h->weight + heuristic_direct(h, grid_x(grid, to), grid_y(grid, to));
    if (rest < h->links_rest) h->links_rest = rest;
  }
  h->has_links = true;
}

void heuristic_init_direct(heuristic *h, const costmap *map, const goals *g,
                           const astar_query *query) {
  *h = (heuristic){.map = map};
  heuristic_set_box(h, g);
  heuristic_set_metric(h, query);
  h->twice = 2 * h->a - h->b;
  h->is_simple =
      map->grid->layout == ASTAR_SQUARE && h->function == NULL && !h->is_euclidean;
}

void heuristic_init(heuristic *h, const costmap *map, const goals *g,
                    const astar_query *query, bool backward) {
  heuristic_init_direct(h, map, g, query);
  heuristic_set_links(h, backward);
  h->is_simple = h->is_simple && !h->has_links;
}

double heuristic_at(const heuristic *h, int x, int y) {
  double direct = heuristic_direct(h, x, y);
  if (!h->has_links || direct <= h->links_rest) return direct;
  int dx = heuristic_outside(x, h->links.left, h->links.right - 1);
  int dy = heuristic_outside(y, h->links.top, h->links.bottom - 1);
  double linked = heuristic_measure(h, dx, dy) + h->links_rest;
  return linked < direct ? linked : direct;
}

bool heuristic_is_admissible(const astar_query *query) {
  return query->heuristic == ASTAR_HEURISTIC_AUTO && query->weight <= 1;
}
