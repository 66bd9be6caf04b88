// The oracle of the fuzz targets; oracle.h describes its method.
#include "oracle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------------------- the map

bool oracle_contains(const oracle_map *map, int x, int y) {
  return x >= 0 && y >= 0 && x < map->width && y < map->height;
}

int oracle_index(const oracle_map *map, int x, int y) { return y * map->width + x; }

// Offset to axial: https://www.redblobgames.com/grids/hexagons/#conversions-offset
static void oracle_axial(astar_layout layout, int x, int y, int *q, int *r) {
  const int odd_x = x & 1, odd_y = y & 1;
  *q = x;
  *r = y;
  switch (layout) {
  case ASTAR_ODD_R: *q -= (y - odd_y) / 2; break;
  case ASTAR_EVEN_R: *q -= (y + odd_y) / 2; break;
  case ASTAR_ODD_Q: *r -= (x - odd_x) / 2; break;
  case ASTAR_EVEN_Q: *r -= (x + odd_x) / 2; break;
  case ASTAR_SQUARE: break;
  }
}

static int oracle_greatest(int a, int b, int c) {
  const int most = a > b ? a : b;
  return most > c ? most : c;
}

static int oracle_hex_distance(astar_layout layout, int x1, int y1, int x2, int y2) {
  int q1, r1, q2, r2;
  oracle_axial(layout, x1, y1, &q1, &r1);
  oracle_axial(layout, x2, y2, &q2, &r2);
  return oracle_greatest(abs(q1 - q2), abs(r1 - r2), abs(q1 - q2 + r1 - r2));
}

bool oracle_is_neighbor(const oracle_map *map, int x, int y, int dx, int dy) {
  if (dx < -1 || dx > 1 || dy < -1 || dy > 1) return false;
  if (map->layout == ASTAR_SQUARE) return dx != 0 || dy != 0;
  return oracle_hex_distance(map->layout, x, y, x + dx, y + dy) == 1;
}

void oracle_set_edge(oracle_map *map, int x, int y, int dx, int dy, bool open,
                     bool one_way) {
  map->closed[oracle_index(map, x, y)][dy + 1][dx + 1] = !open;
  if (!one_way) map->closed[oracle_index(map, x + dx, y + dy)][1 - dy][1 - dx] = !open;
}

// Tiles off the map have no edges, so every move from them is open.
static bool oracle_is_edge_open(const oracle_map *map, int x, int y, int dx, int dy) {
  return !oracle_contains(map, x, y) ||
         !map->closed[oracle_index(map, x, y)][dy + 1][dx + 1];
}

// -------------------------------------------------------------------------- the rules

static bool oracle_is_unit(int dx, int dy) { return abs(dx) <= 1 && abs(dy) <= 1; }
static bool oracle_is_diagonal(int dx, int dy) { return abs(dx) == 1 && abs(dy) == 1; }

static bool oracle_is_length(double length) {
  return length >= ASTAR_MIN_COST && length <= ASTAR_MAX_COST;
}

bool oracle_is_cost(double cost) { return cost == 0 || oracle_is_length(cost); }

/// Whether no terrain makes a step by a move of this length cheaper than the minimum.
static bool oracle_is_product_valid(const astar_rules_def *rules, double length) {
  for (int i = 0; i < 256; i++)
    if (rules->cost[i] > 0 && rules->cost[i] * length < ASTAR_MIN_COST) return false;
  return true;
}

static bool oracle_is_move_valid(const astar_move *moves, int last) {
  const astar_move *move = &moves[last];
  if (abs(move->dx) > ASTAR_MAX_REACH || abs(move->dy) > ASTAR_MAX_REACH) return false;
  if (move->dx == 0 && move->dy == 0) return false;
  for (int i = 0; i < last; i++)
    if (moves[i].dx == move->dx && moves[i].dy == move->dy) return false;
  for (int i = 0; i < move->clear_count && i < ASTAR_MAX_CLEAR; i++) {
    if (abs(move->clear[i].x) > ASTAR_MAX_REACH) return false;
    if (abs(move->clear[i].y) > ASTAR_MAX_REACH) return false;
  }
  return oracle_is_length(move->length) && move->clear_count >= 0 &&
         move->clear_count <= ASTAR_MAX_CLEAR;
}

bool oracle_is_filter(const astar_filter *filter) {
  for (int i = 0; i < ASTAR_INFLUENCES; i++)
    if (!oracle_is_cost(filter->influence[i].weight)) return false;
  return oracle_is_cost(filter->penalty_scale);
}

bool oracle_is_valid(const astar_rules_def *rules) {
  for (int i = 0; i < 256; i++)
    if (rules->cost[i] != ASTAR_IMPASSABLE && !oracle_is_length(rules->cost[i]))
      return false;
  if ((int)rules->diagonal < 0 || rules->diagonal > ASTAR_DIAGONAL_ONLY_WHEN_NO_OBSTACLES)
    return false;
  if (!oracle_is_length(rules->diagonal_cost)) return false;
  if (rules->size < 1 || rules->size > ASTAR_MAX_SIZE) return false;
  if (!oracle_is_filter(&rules->filter)) return false;
  for (size_t i = 0; i < rules->pair_cost_count; i++) {
    const double cost = rules->pair_costs[i].cost;
    if (cost != ASTAR_FORBIDDEN && !oracle_is_cost(cost)) return false;
  }
  if (rules->neighbors == 8 && rules->diagonal != ASTAR_DIAGONAL_NEVER &&
      !oracle_is_product_valid(rules, rules->diagonal_cost))
    return false;
  if (rules->neighbors == 4 || rules->neighbors == 8) return true;
  if (rules->neighbors != 0) return false;
  if (rules->move_count < 1 || rules->move_count > ASTAR_MAX_MOVES) return false;
  for (int i = 0; i < rules->move_count; i++)
    if (!oracle_is_move_valid(rules->moves, i) ||
        !oracle_is_product_valid(rules, rules->moves[i].length))
      return false;
  return true;
}

bool oracle_suits(const oracle_map *map, const astar_rules_def *rules) {
  if (map->layout == ASTAR_SQUARE) return true;
  if (rules->size > 1) return false;
  return !rules->has_pair_costs ||
         (rules->neighbors == 8 && rules->diagonal != ASTAR_DIAGONAL_NEVER);
}

int oracle_moves(const oracle_map *map, const astar_rules_def *rules, int x, int y,
                 astar_move *moves) {
  int count = 0;
  if (map->layout == ASTAR_SQUARE && rules->neighbors == 0) {
    for (int i = 0; i < rules->move_count; i++) {
      const astar_move *move = &rules->moves[i];
      const bool is_diagonal = oracle_is_diagonal(move->dx, move->dy);
      if (is_diagonal && rules->diagonal == ASTAR_DIAGONAL_NEVER) continue;
      moves[count++] = *move;
    }
    return count;
  }
  const bool has_diagonals =
      map->layout != ASTAR_SQUARE ||
      (rules->neighbors == 8 && rules->diagonal != ASTAR_DIAGONAL_NEVER);
  for (int dy = -1; dy <= 1; dy++) {
    for (int dx = -1; dx <= 1; dx++) {
      if (!oracle_is_neighbor(map, x, y, dx, dy)) continue;
      const bool is_diagonal = map->layout == ASTAR_SQUARE && oracle_is_diagonal(dx, dy);
      if (is_diagonal && !has_diagonals) continue;
      const double length = is_diagonal ? rules->diagonal_cost : 1;
      moves[count++] = (astar_move){dx, dy, length, NULL, 0};
    }
  }
  return count;
}

// The pair cost of a step, NAN if there is none. If several pair costs are for the same
// step, the last one counts.
static double oracle_exception(const astar_rules_def *rules, uint8_t from, uint8_t to,
                               int dx, int dy) {
  double cost = NAN;
  for (size_t i = 0; i < rules->pair_cost_count; i++) {
    const astar_pair_cost *step = &rules->pair_costs[i];
    if (step->from == from && step->to == to && step->dx == dx && step->dy == dy)
      cost = step->cost;
  }
  return cost;
}

// ---------------------------------------------------------------------------- one step

static bool oracle_is_passable(const oracle_map *map, const astar_rules_def *rules, int x,
                               int y) {
  if (!oracle_contains(map, x, y)) return false;
  const int i = oracle_index(map, x, y);
  for (int layer = 1; layer <= ASTAR_LAYERS; layer++) {
    const bool is_blocked = (map->obstacles[i] & ASTAR_LAYER(layer)) != 0;
    if (is_blocked && (rules->filter.ignored_layers & ASTAR_LAYER(layer)) == 0)
      return false;
  }
  return rules->cost[map->terrain[i]] > 0;
}

bool oracle_fits(const oracle_map *map, const astar_rules_def *rules, int x, int y) {
  for (int i = 0; i < rules->size * rules->size; i++) {
    const int at_x = x + i % rules->size, at_y = y + i / rules->size;
    if (!oracle_is_passable(map, rules, at_x, at_y)) return false;
  }
  return true;
}

// Whether all edges are open for the mover and a move by one tile.
static bool oracle_is_open(const oracle_map *map, const astar_rules_def *rules, int x,
                           int y, int dx, int dy) {
  for (int i = 0; i < rules->size * rules->size; i++) {
    const int at_x = x + i % rules->size, at_y = y + i / rules->size;
    if (!oracle_is_edge_open(map, at_x, at_y, dx, dy)) return false;
  }
  return true;
}

// Whether a way around a corner is open: two moves by one tile, one after the other.
static bool oracle_is_way(const oracle_map *map, const astar_rules_def *rules, int x,
                          int y, int dx1, int dy1, int dx2, int dy2) {
  return oracle_fits(map, rules, x + dx1, y + dy1) &&
         oracle_is_open(map, rules, x, y, dx1, dy1) &&
         oracle_is_open(map, rules, x + dx1, y + dy1, dx2, dy2);
}

static int oracle_obstacles_allowed(const astar_rules_def *rules) {
  switch (rules->diagonal) {
  case ASTAR_DIAGONAL_ALWAYS: return 2;
  case ASTAR_DIAGONAL_IF_AT_MOST_ONE_OBSTACLE: return 1;
  case ASTAR_DIAGONAL_NEVER:
  case ASTAR_DIAGONAL_ONLY_WHEN_NO_OBSTACLES: return 0;
  }
  return 0;
}

static bool oracle_passes_corner(const oracle_map *map, const astar_rules_def *rules,
                                 int x, int y, int dx, int dy) {
  int obstacles = 0;
  if (!oracle_is_way(map, rules, x, y, dx, 0, 0, dy)) obstacles++;
  if (!oracle_is_way(map, rules, x, y, 0, dy, dx, 0)) obstacles++;
  return obstacles <= oracle_obstacles_allowed(rules);
}

// The cost of the step for the tile of the mover at (x, y); infinity if a pair cost
// forbids it. Tiles of the mover that are off the map have no pair costs.
static double oracle_tile_cost(const oracle_map *map, const astar_rules_def *rules, int x,
                               int y, const astar_move *move) {
  const int to = oracle_index(map, x + move->dx, y + move->dy);
  double cost = NAN;
  if (oracle_contains(map, x, y)) {
    cost = oracle_exception(rules, map->terrain[oracle_index(map, x, y)],
                            map->terrain[to], move->dx, move->dy);
  }
  if (cost == ASTAR_FORBIDDEN) return INFINITY;
  if (isnan(cost)) cost = move->length * rules->cost[map->terrain[to]];
  double extra = map->penalty[to] * rules->filter.penalty_scale;
  for (int i = 0; i < ASTAR_INFLUENCES; i++) {
    const astar_weight *w = &rules->filter.influence[i];
    for (int k = 0; k < ORACLE_MAPS && w->weight > 0; k++)
      if (map->influence_ids[k] == w->map)
        extra += w->weight * (double)map->influence[k][to];
  }
  return cost + extra;
}

// The cost of a move; infinity if it is illegal.
static double oracle_move_cost(const oracle_map *map, const astar_rules_def *rules, int x,
                               int y, const astar_move *move) {
  const int dx = move->dx, dy = move->dy;
  double highest = 0;
  if (!oracle_fits(map, rules, x + dx, y + dy)) return INFINITY;
  for (int i = 0; i < move->clear_count; i++) {
    const astar_point *clear = &move->clear[i];
    if (!oracle_fits(map, rules, x + clear->x, y + clear->y)) return INFINITY;
  }
  if (oracle_is_unit(dx, dy) && !oracle_is_open(map, rules, x, y, dx, dy))
    return INFINITY;
  if (map->layout == ASTAR_SQUARE && oracle_is_diagonal(dx, dy) &&
      !oracle_passes_corner(map, rules, x, y, dx, dy))
    return INFINITY;
  for (int i = 0; i < rules->size * rules->size; i++) {
    const int at_x = x + i % rules->size, at_y = y + i / rules->size;
    const double cost = oracle_tile_cost(map, rules, at_x, at_y, move);
    if (cost > highest) highest = cost;
  }
  return highest;
}

int oracle_edges_from(const oracle_map *map, const astar_rules_def *rules, int x, int y,
                      oracle_edge *edges) {
  astar_move moves[ASTAR_MAX_MOVES];
  const int move_count = oracle_moves(map, rules, x, y, moves);
  const int from = oracle_index(map, x, y);
  int count = 0;
  for (int i = 0; i < move_count; i++) {
    const double cost = oracle_move_cost(map, rules, x, y, &moves[i]);
    const int to = oracle_index(map, x + moves[i].dx, y + moves[i].dy);
    if (cost < INFINITY) edges[count++] = (oracle_edge){from, to, cost, false};
  }
  for (int i = 0; i < map->link_count; i++) {
    const oracle_link *link = &map->links[i];
    const int one = oracle_index(map, link->x1, link->y1);
    const int other = oracle_index(map, link->x2, link->y2);
    if (one == from && oracle_fits(map, rules, link->x2, link->y2))
      edges[count++] = (oracle_edge){from, other, link->cost, true};
    if (other == from && !link->one_way && oracle_fits(map, rules, link->x1, link->y1))
      edges[count++] = (oracle_edge){from, one, link->cost, true};
  }
  return count;
}

double oracle_step_cost(const oracle_map *map, const astar_rules_def *rules, int x1,
                        int y1, int x2, int y2) {
  oracle_edge edges[ORACLE_STEPS];
  double least = INFINITY;
  const int count = oracle_edges_from(map, rules, x1, y1, edges);
  for (int i = 0; i < count; i++) {
    const bool leads_there = edges[i].to == oracle_index(map, x2, y2);
    if (leads_there && edges[i].cost < least) least = edges[i].cost;
  }
  return least;
}

// ------------------------------------------------------------------------------- paths

int oracle_steps(const oracle_map *map, const astar_rules_def *rules, int x1, int y1,
                 int x2, int y2) {
  if (map->layout != ASTAR_SQUARE)
    return oracle_hex_distance(map->layout, x1, y1, x2, y2);
  astar_move moves[ASTAR_MAX_MOVES];
  const int count = oracle_moves(map, rules, x1, y1, moves);
  const int dx = abs(x1 - x2), dy = abs(y1 - y2);
  for (int i = 0; i < count; i++)
    if (moves[i].dx != 0 && moves[i].dy != 0) return dx > dy ? dx : dy;
  return dx + dy;
}

// Lowers costs along all legal steps, forwards or backwards, until no cost changes.
// Backwards, the mover must be able to stand where the step begins.
static void oracle_relax(const oracle_map *map, const astar_rules_def *rules,
                         bool backwards, double *costs) {
  static oracle_edge edges[ORACLE_TILES * ASTAR_MAX_MOVES + ORACLE_STEPS];
  int count = 0;
  for (int i = 0; i < map->width * map->height; i++) {
    const int x = i % map->width, y = i / map->width;
    if (backwards && !oracle_fits(map, rules, x, y)) continue;
    count += oracle_edges_from(map, rules, x, y, edges + count);
  }
  for (bool lowers = true; lowers;) {
    lowers = false;
    for (int i = 0; i < count; i++) {
      const int from = backwards ? edges[i].to : edges[i].from;
      const int to = backwards ? edges[i].from : edges[i].to;
      if (costs[from] + edges[i].cost < costs[to]) {
        costs[to] = costs[from] + edges[i].cost;
        lowers = true;
      }
    }
  }
}

void oracle_costs_from(const oracle_map *map, const astar_rules_def *rules, int x, int y,
                       double *costs) {
  for (int i = 0; i < map->width * map->height; i++) costs[i] = INFINITY;
  costs[oracle_index(map, x, y)] = 0;
  oracle_relax(map, rules, false, costs);
}

void oracle_costs_to(const oracle_map *map, const astar_rules_def *rules,
                     const astar_source *goals, int count, double *costs) {
  for (int i = 0; i < map->width * map->height; i++) costs[i] = INFINITY;
  for (int i = 0; i < count; i++) {
    double *cost = &costs[oracle_index(map, goals[i].x, goals[i].y)];
    if (!oracle_fits(map, rules, goals[i].x, goals[i].y)) continue;
    if (goals[i].cost < *cost) *cost = goals[i].cost;
  }
  oracle_relax(map, rules, true, costs);
}

int oracle_nearest_goal(const oracle_map *map, const astar_rules_def *rules,
                        const astar_query *query, int x, int y, int *steps) {
  int nearest = -1;
  *steps = INT32_MAX;
  for (int i = 0; i < query->goal_count; i++) {
    const int far = oracle_steps(map, rules, x, y, query->goals[i].x, query->goals[i].y);
    if (far >= *steps) continue;
    *steps = far;
    nearest = i;
  }
  return nearest;
}

static bool oracle_is_on_map(const oracle_map *map, const astar_query *query) {
  if (!oracle_contains(map, query->start_x, query->start_y)) return false;
  for (int i = 0; i < query->goal_count; i++)
    if (!oracle_contains(map, query->goals[i].x, query->goals[i].y)) return false;
  return true;
}

bool oracle_fits_cap(double cost, double cap) { return cost <= cap * (1 + 1e-9); }

oracle_answer oracle_find_by_costs(const oracle_map *map, const astar_rules_def *rules,
                                   const astar_query *query, const double *costs) {
  int steps;
  oracle_nearest_goal(map, rules, query, query->start_x, query->start_y, &steps);
  oracle_answer near = {.status = ASTAR_OK, .partial = true, .steps = steps};
  if (steps <= query->range) {
    near.partial = false;
    near.at_start = true;
    return near;
  }
  oracle_answer whole = {.status = ASTAR_GOAL_BLOCKED, .cost = INFINITY};
  for (int i = 0; i < map->width * map->height; i++) {
    const int x = i % map->width, y = i / map->width;
    oracle_nearest_goal(map, rules, query, x, y, &steps);
    if (steps <= query->range && oracle_fits(map, rules, x, y)) {
      if (whole.status != ASTAR_OK) whole.status = ASTAR_UNREACHABLE;
      if (costs[i] < whole.cost)
        whole = (oracle_answer){ASTAR_OK, costs[i], false, false, steps};
    }
    if (costs[i] < INFINITY && oracle_fits_cap(costs[i], query->max_cost) &&
        (steps < near.steps || (steps == near.steps && costs[i] < near.cost))) {
      near.steps = steps;
      near.cost = costs[i];
    }
  }
  if (whole.status == ASTAR_OK && !oracle_fits_cap(whole.cost, query->max_cost))
    whole.status = ASTAR_LIMIT;
  return whole.status != ASTAR_OK && query->partial ? near : whole;
}

oracle_answer oracle_find(const oracle_map *map, const astar_rules_def *rules,
                          const astar_query *query) {
  double costs[ORACLE_TILES];
  if (!oracle_is_on_map(map, query))
    return (oracle_answer){.status = ASTAR_OUT_OF_BOUNDS};
  if (query->goal_count == 0) return (oracle_answer){.status = ASTAR_GOAL_BLOCKED};
  oracle_costs_from(map, rules, query->start_x, query->start_y, costs);
  return oracle_find_by_costs(map, rules, query, costs);
}

// ------------------------------------------------------------------------------ sight

// The part of a straight line during which a condition holds. Times are integers; the
// whole line takes `all` of them.
typedef struct oracle_span {
  int64_t from, to, all;
} oracle_span;

// A condition for the position on a line: |at + rate * t / all| < limit.
typedef struct oracle_condition {
  int64_t at, rate, limit;
} oracle_condition;

// The time when all conditions hold; false if there is none on the line. Each tile is
// tested for itself: no line is followed from tile to tile, and nothing is rounded.
static bool oracle_when(const oracle_condition *conditions, int count,
                        oracle_span *span) {
  span->all = 1;
  for (int i = 0; i < count; i++)
    if (conditions[i].rate != 0) span->all *= llabs(conditions[i].rate);
  span->from = INT64_MIN;
  span->to = INT64_MAX;
  for (int i = 0; i < count; i++) {
    const oracle_condition *c = &conditions[i];
    if (c->rate == 0) {
      if (llabs(c->at) >= c->limit) return false;
      continue;
    }
    const int64_t unit = span->all / c->rate;
    const int64_t one = (-c->limit - c->at) * unit, other = (c->limit - c->at) * unit;
    const int64_t first = one < other ? one : other, last = one < other ? other : one;
    if (first > span->from) span->from = first;
    if (last < span->to) span->to = last;
  }
  return span->from < span->to && span->from < span->all && span->to > 0;
}

typedef struct oracle_line {
  int x1, y1, x2, y2;
} oracle_line;

// The time when the line is inside a hex: the point is nearer to its center than to the
// centers of its six neighbors.
static bool oracle_crosses_hex(const oracle_map *map, const oracle_line *line, int x,
                               int y, oracle_span *span) {
  int q1, r1, q2, r2, q, r;
  oracle_axial(map->layout, line->x1, line->y1, &q1, &r1);
  oracle_axial(map->layout, line->x2, line->y2, &q2, &r2);
  oracle_axial(map->layout, x, y, &q, &r);
  const int q_at = q1 - q, r_at = r1 - r, s_at = -q_at - r_at;
  const int q_rate = q2 - q1, r_rate = r2 - r1, s_rate = -q_rate - r_rate;
  const oracle_condition conditions[] = {{q_at - r_at, q_rate - r_rate, 1},
                                         {r_at - s_at, r_rate - s_rate, 1},
                                         {s_at - q_at, s_rate - q_rate, 1}};
  return oracle_when(conditions, 3, span);
}

// The time when the line is inside a square, or a mover of n x n tiles covers it, in half
// tiles.
static bool oracle_crosses(const oracle_map *map, const oracle_line *line, int x, int y,
                           int size, oracle_span *span) {
  if (map->layout != ASTAR_SQUARE) return oracle_crosses_hex(map, line, x, y, span);
  const int limit = size == 1 ? 1 : size + 1;
  const oracle_condition conditions[] = {
      {2 * (line->x1 - x) + size - 1, 2 * (line->x2 - line->x1), limit},
      {2 * (line->y1 - y) + size - 1, 2 * (line->y2 - line->y1), limit}};
  return oracle_when(conditions, 2, span);
}

// Whether a pair cost forbids the step between two tiles of the map.
static bool oracle_forbids(const oracle_map *map, const astar_rules_def *rules, int x,
                           int y, int dx, int dy) {
  if (!oracle_contains(map, x, y) || !oracle_contains(map, x + dx, y + dy)) return false;
  return oracle_exception(rules, map->terrain[oracle_index(map, x, y)],
                          map->terrain[oracle_index(map, x + dx, y + dy)], dx,
                          dy) == ASTAR_FORBIDDEN;
}

static bool oracle_may_cross(const oracle_map *map, const astar_rules_def *rules, int x,
                             int y, int dx, int dy) {
  return oracle_is_edge_open(map, x, y, dx, dy) &&
         !oracle_forbids(map, rules, x, y, dx, dy);
}

// Whether one of the ways around a corner, or along an edge of hexes, is free: the one
// over the tile by (dx, dy).
static bool oracle_is_side_free(const oracle_map *map, const astar_rules_def *rules,
                                int x, int y, int dx, int dy, int to_x, int to_y) {
  if (!oracle_is_way(map, rules, x, y, dx, dy, to_x - x - dx, to_y - y - dy))
    return false;
  return map->layout == ASTAR_SQUARE ||
         (!oracle_forbids(map, rules, x, y, dx, dy) &&
          !oracle_forbids(map, rules, x + dx, y + dy, to_x - x - dx, to_y - y - dy));
}

// Whether the line may continue from one tile to the next.
static bool oracle_may_enter(const oracle_map *map, const astar_rules_def *rules, int x,
                             int y, int to_x, int to_y) {
  const int dx = to_x - x, dy = to_y - y;
  if (!oracle_is_passable(map, rules, to_x, to_y)) return false;
  const bool is_square = map->layout == ASTAR_SQUARE;
  const bool touches =
      is_square ? dx == 0 || dy == 0 : oracle_is_neighbor(map, x, y, dx, dy);
  if ((touches || is_square) && !oracle_may_cross(map, rules, x, y, dx, dy)) return false;
  if (touches) return true;
  int obstacles = 0;
  for (int side_y = y - 1; side_y <= y + 1; side_y++) {
    for (int side_x = x - 1; side_x <= x + 1; side_x++) {
      const int side_dx = side_x - x, side_dy = side_y - y;
      const bool is_side =
          is_square
              ? (side_dx == 0) != (side_dy == 0) && (side_dx == dx || side_dy == dy)
              : oracle_is_neighbor(map, x, y, side_dx, side_dy) &&
                    oracle_is_neighbor(map, side_x, side_y, to_x - side_x, to_y - side_y);
      if (is_side && !oracle_is_side_free(map, rules, x, y, side_dx, side_dy, to_x, to_y))
        obstacles++;
    }
  }
  return obstacles <= (rules->neighbors == 4 ? 0 : oracle_obstacles_allowed(rules));
}

// The tile that the line enters first after the time when it entered the previous tile.
// At the uneven border of hexes it may be off the map.
static bool oracle_next_tile(const oracle_map *map, const oracle_line *line,
                             int64_t after, int *x, int *y, int64_t *entered) {
  bool found = false;
  for (int at_y = -1; at_y <= map->height; at_y++) {
    for (int at_x = -1; at_x <= map->width; at_x++) {
      oracle_span span;
      if (!oracle_crosses(map, line, at_x, at_y, 1, &span)) continue;
      if (span.from <= after || (found && span.from >= *entered)) continue;
      found = true;
      *x = at_x;
      *y = at_y;
      *entered = span.from;
    }
  }
  return found;
}

static bool oracle_sees_small(const oracle_map *map, const astar_rules_def *rules,
                              const oracle_line *line) {
  int x = line->x1, y = line->y1, next_x = x, next_y = y;
  oracle_span span;
  oracle_crosses(map, line, x, y, 1, &span);
  int64_t entered = span.from;
  while (oracle_next_tile(map, line, entered, &next_x, &next_y, &entered)) {
    if (!oracle_may_enter(map, rules, x, y, next_x, next_y)) return false;
    x = next_x;
    y = next_y;
  }
  return true;
}

// Whether a mover leaves this coordinate of its start with the first step, and
// permanently.
static bool oracle_leaves(int at, int from, int to, int size) {
  if (to > from) return at == from;
  if (to < from) return at == from + size - 1;
  return at >= from && at < from + size;
}

// Whether the mover, on its way, passes the edge from a tile by (dx, dy) while that edge
// is inside the mover.
static bool oracle_sweeps_edge(const oracle_line *line, int x, int y, int dx, int dy,
                               int size) {
  oracle_span span;
  const oracle_condition conditions[] = {
      {2 * (line->x1 - x) + size - 1 - dx, 2 * (line->x2 - line->x1),
       dx != 0 ? size : size + 1},
      {2 * (line->y1 - y) + size - 1 - dy, 2 * (line->y2 - line->y1),
       dy != 0 ? size : size + 1}};
  return oracle_when(conditions, 2, &span);
}

static bool oracle_is_swept_clear(const oracle_map *map, const astar_rules_def *rules,
                                  const oracle_line *line, int x, int y) {
  oracle_span span;
  if (!oracle_crosses(map, line, x, y, rules->size, &span)) return true;
  if (oracle_leaves(x, line->x1, line->x2, rules->size) &&
      oracle_leaves(y, line->y1, line->y2, rules->size))
    return true;
  return oracle_is_passable(map, rules, x, y);
}

static int oracle_sign(int number) { return (number > 0) - (number < 0); }

// Whether a large mover may make a diagonal step. The list of moves of its rules does not
// matter.
static bool oracle_may_step_diagonally(const oracle_map *map,
                                       const astar_rules_def *rules, int x, int y, int dx,
                                       int dy) {
  if (!oracle_fits(map, rules, x + dx, y + dy)) return false;
  for (int i = 0; i < rules->size * rules->size; i++) {
    const int at_x = x + i % rules->size, at_y = y + i / rules->size;
    if (!oracle_may_cross(map, rules, at_x, at_y, dx, dy)) return false;
  }
  return oracle_passes_corner(map, rules, x, y, dx, dy);
}

static bool oracle_sees_large(const oracle_map *map, const astar_rules_def *rules,
                              const oracle_line *line) {
  const int size = rules->size, dx = oracle_sign(line->x2 - line->x1),
            dy = oracle_sign(line->y2 - line->y1);
  const bool has_diagonals =
      rules->neighbors != 4 && rules->diagonal != ASTAR_DIAGONAL_NEVER;
  if (has_diagonals && abs(line->x2 - line->x1) == abs(line->y2 - line->y1)) {
    for (int x = line->x1, y = line->y1; x != line->x2; x += dx, y += dy)
      if (!oracle_may_step_diagonally(map, rules, x, y, dx, dy)) return false;
    return true;
  }
  for (int y = 0; y <= map->height + size; y++) {
    for (int x = 0; x <= map->width + size; x++) {
      if (!oracle_is_swept_clear(map, rules, line, x, y)) return false;
      if (dx != 0 && oracle_contains(map, x, y) && oracle_contains(map, x + dx, y) &&
          !oracle_may_cross(map, rules, x, y, dx, 0) &&
          oracle_sweeps_edge(line, x, y, dx, 0, size))
        return false;
      if (dy != 0 && oracle_contains(map, x, y) && oracle_contains(map, x, y + dy) &&
          !oracle_may_cross(map, rules, x, y, 0, dy) &&
          oracle_sweeps_edge(line, x, y, 0, dy, size))
        return false;
    }
  }
  return true;
}

bool oracle_sees(const oracle_map *map, const astar_rules_def *rules, int x1, int y1,
                 int x2, int y2) {
  const oracle_line line = {x1, y1, x2, y2};
  return rules->size > 1 ? oracle_sees_large(map, rules, &line)
                         : oracle_sees_small(map, rules, &line);
}

double oracle_length(const oracle_map *map, int x1, int y1, int x2, int y2) {
  int q1, r1, q2, r2;
  if (map->layout == ASTAR_SQUARE) return hypot(x2 - x1, y2 - y1);
  oracle_axial(map->layout, x1, y1, &q1, &r1);
  oracle_axial(map->layout, x2, y2, &q2, &r2);
  const double q = q2 - q1, r = r2 - r1;
  return sqrt(q * q + q * r + r * r);
}
