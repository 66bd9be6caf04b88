// Costs of paths from their units.
//
// Where the ratio of the units is that of the costs, a unit has a cost. Elsewhere the
// steps are counted: let a diagonal step have p units and a straight one q, without a
// common divisor. A path of n diagonal and m straight steps has u = n p + m q units. So n
// is u / p modulo q, and when u < p q, then n < q, and n is this number. For a diagonal
// step of length sqrt(2), p = 8119 and q = 5741: this holds for paths of up to 8119
// tiles.
#include "index/corner_cost.h"

static uint32_t corner_cost_divisor(uint32_t a, uint32_t b) {
  while (b != 0) {
    uint32_t rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

void corner_cost_init(corner_cost *c, const corner_boards *b) {
  c->divisor = corner_cost_divisor(b->diagonal, b->straight);
  c->straight = b->straight / c->divisor;
  c->diagonal = b->diagonal / c->divisor;
  c->limit = c->straight * c->diagonal; // at most RULES_MAX_UNITS^2
  c->inverse = 0;
  while ((uint64_t)c->inverse * c->diagonal % c->straight != 1 % c->straight) {
    c->inverse++;
  }
}

void corner_cost_update(corner_cost *c, const costmap *map) {
  const double *cost = map->moves->min_move_cost;
  bool has_steps = cost[0] < INFINITY; // not on a map where all tiles are impassable
  bool has_diagonals = has_steps && map->moves->count == DIRECTIONS;
  c->step[0] = has_steps ? cost[0] : 1;
  c->step[1] = has_diagonals ? cost[DIRECTIONS - 1] : 2 * c->step[0];
  double straight = c->step[0] * c->diagonal, diagonal = c->step[1] * c->straight;
  bool is_exact = fabs(diagonal - straight) <= straight * 1e-15;
  c->unit = is_exact ? c->step[0] / c->straight : 0;
}
