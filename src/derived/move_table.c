// Fills move tables.
//
// Hexes in offset coordinates have different neighbor offsets in even and odd rows (or
// columns): the parity. Move i leads in the same direction of the world from both
// parities. A move within a row (or column) keeps the parity, any other move changes it.
// So the offset from the end of move i back to its beginning is that of move i from the
// other parity, negated, when move i changes the parity.
//
// Minimum costs are taken over the terrains that are on the map now, so that heuristics
// are as high as this map allows: a road that is on no tile does not lower them.
#include "derived/move_table.h"

#include <math.h>
#include <string.h>

#include "base/tolerance.h"
#include "map/hex.h"

// Above this ratio of the most expensive terrain to the cheapest step, adding the
// cheapest step to the cost of a path can vanish in rounding.
#define MOVE_TABLE_STEEP 1e6

// ------------------------------------------------------------------------------- moves

static tile_move move_table_make_move(const move_table *t, int dx, int dy, int rule,
                                      double length) {
  int32_t offset = dy * t->grid->width + dx;
  return (tile_move){.dx = (int8_t)dx,
                     .dy = (int8_t)dy,
                     .direction = (int8_t)direction_of(dx, dy),
                     .rule = (uint8_t)rule,
                     .offset = offset,
                     .back = -offset,
                     .back_dx = (int8_t)-dx,
                     .back_dy = (int8_t)-dy,
                     .length = length};
}

static void move_table_set_square_moves(move_table *t) {
  const astar_rules *rules = t->rules;
  t->count = rules->move_count;
  for (int i = 0; i < rules->move_count; i++) {
    const rules_move *move = &rules->moves[i];
    t->list[0][i] = move_table_make_move(t, move->dx, move->dy, i, move->length);
  }
}

// Move i is the step to neighbor i of hex.h, for both parities.
static void move_table_set_hex_moves(move_table *t) {
  astar_layout layout = t->grid->layout;
  t->count = HEX_DIRECTIONS;
  t->parity_x = layout == ASTAR_ODD_Q || layout == ASTAR_EVEN_Q;
  t->parity_y = !t->parity_x;
  for (int parity = 0; parity < 2; parity++) {
    for (int i = 0; i < HEX_DIRECTIONS; i++) {
      int d = hex_direction(t->grid->layout, parity, parity, i);
      t->list[parity][i] =
          move_table_make_move(t, direction_dx[d], direction_dy[d], d, 1.0);
    }
  }
  for (int i = 0; i < HEX_DIRECTIONS; i++) {
    const tile_move *move = &t->list[0][i];
    // 1 when the move changes the parity: -1 and 1 have the lowest bit set.
    int other = (move->dx & t->parity_x) | (move->dy & t->parity_y);
    for (int parity = 0; parity < 2; parity++) {
      const tile_move *there = &t->list[parity ^ other][i];
      t->list[parity][i].back = -there->offset;
      t->list[parity][i].back_dx = (int8_t)-there->dx;
      t->list[parity][i].back_dy = (int8_t)-there->dy;
    }
  }
}

// ------------------------------------------------------------------------------- costs

static void move_table_fill_cost_classes(move_table *t) {
  const double *cost = t->rules->cost;
  for (int i = 0; i < 256; i++) {
    int same = 0;
    while (same < i && (cost[same] < cost[i] || cost[same] > cost[i])) same++;
    if (!(cost[i] > 0)) continue;
    t->cost_class_of[i] = same < i ? t->cost_class_of[same] : (uint8_t)++t->class_count;
  }
}

// Fills the costs of a step into each terrain, and into each class: those of the first
// terrain of the class.
static void move_table_fill_costs(move_table *t) {
  for (int move = 0; move < t->count; move++) {
    double *cost = t->cost + move * 256, *class_cost = t->class_cost + move * 256;
    class_cost[0] = INFINITY;
    for (int i = 255; i >= 0; i--) {
      cost[i] = t->list[0][move].length * t->rules->cost[i];
      if (t->rules->cost[i] > 0) class_cost[t->cost_class_of[i]] = cost[i];
    }
  }
}

// The minimum cost of a move over the terrains that are on the map now; infinity when
// none of them allows it.
static double move_table_min_cost(const move_table *t, int index, int parity) {
  const astar_grid *grid = t->grid;
  const astar_rules *rules = t->rules;
  int rule = t->list[parity][index].rule;
  double min = INFINITY;
  for (int to = 0; to < 256; to++) {
    if (grid->population[to] == 0 || !(rules->cost[to] > 0)) continue;
    double table_cost = t->cost[index * 256 + to];
    if (rules->pair_costs == NULL) {
      if (table_cost < min) min = table_cost;
      continue;
    }
    for (int from = 0; from < 256; from++) {
      if (grid->population[from] == 0) continue;
      double pair = rules_pair_cost(rules, rule, (uint8_t)from, (uint8_t)to);
      double cost = pair >= 0 ? pair : table_cost;
      if (!(pair < 0) && cost < min) min = cost;
    }
  }
  return min;
}

// The maximum cost of a pair of terrains that are on the map now; 0 without pair costs.
static double move_table_max_pair_cost(const move_table *t) {
  const astar_rules *rules = t->rules;
  double max = 0;
  if (rules->pair_costs == NULL) return max;
  for (int i = 0; i < t->count; i++) {
    for (int from = 0; from < 256; from++) {
      if (t->grid->population[from] == 0) continue;
      for (int to = 0; to < 256; to++) {
        if (t->grid->population[to] == 0) continue;
        double pair =
            rules_pair_cost(rules, t->list[0][i].rule, (uint8_t)from, (uint8_t)to);
        if (pair > max) max = pair;
      }
    }
  }
  return max;
}

// Finds the minimum and the maximum cost of the passable terrains that are on the map
// now; infinity and 0 when there are none.
static void move_table_find_terrain_costs(const move_table *t, double *min, double *max) {
  *min = INFINITY;
  *max = 0;
  for (int i = 0; i < 256; i++) {
    double cost = t->rules->cost[i];
    if (t->grid->population[i] == 0 || !(cost > 0)) continue;
    if (cost < *min) *min = cost;
    if (cost > *max) *max = cost;
  }
}

static void move_table_set_minimums(move_table *t) {
  double min_terrain_cost, max_terrain_cost;
  move_table_find_terrain_costs(t, &min_terrain_cost, &max_terrain_cost);
  t->min_tile_cost = t->min_step = INFINITY;
  t->max_step = move_table_max_pair_cost(t);
  for (int i = 0; i < t->count; i++) {
    t->min_move_cost[i] = move_table_min_cost(t, i, 0);
    if (t->grid->layout != ASTAR_SQUARE && t->rules->pair_costs != NULL) {
      double other = move_table_min_cost(t, i, 1);
      if (other < t->min_move_cost[i]) t->min_move_cost[i] = other;
    }
    double min = t->min_move_cost[i] / t->list[0][i].length;
    if (min < t->min_tile_cost) t->min_tile_cost = min;
    double step = t->min_move_cost[i];
    if (step > 0 && step < t->min_step) t->min_step = step;
    step = max_terrain_cost * t->list[0][i].length;
    if (step > t->max_step) t->max_step = step;
  }
  if (!(t->min_step < INFINITY)) t->min_step = 1;
  t->max_slack = t->min_step * TOLERANCE_EQUAL_STEPS;
  t->has_one_cost = !(min_terrain_cost < max_terrain_cost);
  t->is_steep = max_terrain_cost > t->min_step * MOVE_TABLE_STEEP;
  t->palette = t->grid->palette;
}

void move_table_update(move_table *t) {
  if (t->palette != t->grid->palette) move_table_set_minimums(t);
}

// -------------------------------------------------------------------------------- life

const char *move_table_why_unsuited(const astar_grid *grid, const astar_rules *rules) {
  if (grid->layout == ASTAR_SQUARE) return NULL;
  if (rules->size > 1) return "size above 1 needs a square grid";
  if (rules->has_pair_costs && !rules->has_hex_pair_costs)
    return "rules with a step function need 8 neighbors and diagonals on a hex grid";
  return NULL;
}

static size_t move_table_cost_bytes(const move_table *t) {
  return (size_t)t->count * 256 * sizeof *t->cost;
}

astar_status move_table_init(move_table *t, const astar_grid *grid,
                             const astar_rules *rules, struct memory *m) {
  memset(t, 0, sizeof *t);
  t->grid = grid;
  t->rules = rules;
  if (grid->layout == ASTAR_SQUARE)
    move_table_set_square_moves(t);
  else
    move_table_set_hex_moves(t);
  if (t->count > 0) {
    t->cost = (double *)memory_new(m, move_table_cost_bytes(t));
    t->class_cost = (double *)memory_new(m, move_table_cost_bytes(t));
    if (t->cost == NULL || t->class_cost == NULL) return ASTAR_NO_MEMORY;
  }
  t->is_table_cost = rules->size == 1 && rules->pair_costs == NULL;
  move_table_fill_cost_classes(t);
  move_table_fill_costs(t);
  move_table_set_minimums(t);
  return ASTAR_OK;
}

void move_table_fini(move_table *t, struct memory *m) {
  memory_free(m, t->cost, move_table_cost_bytes(t));
  memory_free(m, t->class_cost, move_table_cost_bytes(t));
}
