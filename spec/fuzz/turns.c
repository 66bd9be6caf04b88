#include "turns.h"

#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

enum { HEADINGS = 8, NONE = -1, FAR = INT_MAX / 2 };

// As in src/search/straightening.c.
#ifdef ASTAR_TORTURE
enum { WINDOW = 3 };
#else
enum { WINDOW = 8 };
#endif

// In a circle: on squares every second one is diagonal; hexes have the first six of their
// own.
static const astar_point square[HEADINGS] = {{1, 0},  {1, 1},   {0, 1},  {-1, 1},
                                             {-1, 0}, {-1, -1}, {0, -1}, {1, -1}};
static const astar_point hex[HEADINGS] = {{1, 0},  {0, 1},  {-1, 1}, {-1, 0},
                                          {0, -1}, {1, -1}, {0, 0},  {0, 0}};

static bool is_hex(const oracle_map *map) { return map->layout != ASTAR_SQUARE; }

static int circle(const oracle_map *map) { return is_hex(map) ? 6 : HEADINGS; }

// How many rows or columns before this one are shifted.
static int shift(int across, bool evens) {
  return (int)floor((across + (evens ? 1 : 0)) / 2.0);
}

static astar_point axial(const oracle_map *map, astar_point p) {
  switch (map->layout) {
  case ASTAR_ODD_R: return (astar_point){p.x - shift(p.y, false), p.y};
  case ASTAR_EVEN_R: return (astar_point){p.x - shift(p.y, true), p.y};
  case ASTAR_ODD_Q: return (astar_point){p.x, p.y - shift(p.x, false)};
  case ASTAR_EVEN_Q: return (astar_point){p.x, p.y - shift(p.x, true)};
  case ASTAR_SQUARE: break;
  }
  return p;
}

static astar_point offset(const oracle_map *map, astar_point p) {
  switch (map->layout) {
  case ASTAR_ODD_R: return (astar_point){p.x + shift(p.y, false), p.y};
  case ASTAR_EVEN_R: return (astar_point){p.x + shift(p.y, true), p.y};
  case ASTAR_ODD_Q: return (astar_point){p.x, p.y + shift(p.x, false)};
  case ASTAR_EVEN_Q: return (astar_point){p.x, p.y + shift(p.x, true)};
  case ASTAR_SQUARE: break;
  }
  return p;
}

static int heading(const oracle_map *map, astar_point from, astar_point to) {
  const astar_point a = axial(map, from), b = axial(map, to);
  for (int h = 0; h < circle(map); h++) {
    const astar_point step = is_hex(map) ? hex[h] : square[h];
    if (b.x - a.x == step.x && b.y - a.y == step.y) return h;
  }
  return NONE;
}

int turns_count(const oracle_map *map, const astar_point *points, size_t count) {
  int turns = 0, last = NONE;
  for (size_t i = 1; i < count; i++) {
    const int h = heading(map, points[i - 1], points[i]);
    turns += h != NONE && last != NONE && h != last;
    last = h;
  }
  return turns;
}

// Walks a step. Returns its cost; infinity: there is none.
static double walk(const oracle_map *map, const astar_rules_def *rules, astar_point *at,
                   int h) {
  const astar_point step = is_hex(map) ? hex[h] : square[h], a = axial(map, *at);
  const astar_point to = offset(map, (astar_point){a.x + step.x, a.y + step.y});
  if (!oracle_contains(map, to.x, to.y)) return INFINITY;
  const double cost = oracle_step_cost(map, rules, at->x, at->y, to.x, to.y);
  *at = to;
  return cost;
}

// Whether legs in two headings lead from one tile to another, for a cost.
static bool leads(const oracle_map *map, const astar_rules_def *rules, astar_point from,
                  astar_point to, int first, int last, double cost) {
  double sum = 0;
  const double slack = 1e-15 * cost; // rounding, but not costs that differ little
  do {
    astar_point at = from;
    double rest = sum;
    while (rest <= cost + slack && (at.x != to.x || at.y != to.y))
      rest += walk(map, rules, &at, last);
    if (at.x == to.x && at.y == to.y && fabs(rest - cost) <= slack) return true;
    sum += walk(map, rules, &from, first);
  } while (first != last && sum <= cost + slack);
  return false;
}

typedef struct place {
  astar_point at;
  double cost;
  int turns[HEADINGS]; ///< by the heading of arrival
} place;

static void relax(place *to, int h, int turns) {
  if (turns < to->turns[h]) to->turns[h] = turns;
}

// The turns up to a place that is left with a heading.
static int leave(const place *from, bool is_first, int h) {
  int best = is_first ? 0 : FAR;
  for (int i = 0; i < HEADINGS && !is_first; i++) {
    const int turns = from->turns[i] + (i != h);
    if (turns < best) best = turns;
  }
  return best;
}

static void try_legs(const oracle_map *map, const astar_rules_def *rules,
                     const place *places, int i, int j, place *to) {
  const double cost = places[j].cost - places[i].cost;
  const int all = circle(map), turn = is_hex(map) || rules->neighbors != 4 ? 1 : 2;
  for (int first = 0; first < all; first++) {
    for (int side = -turn; side <= turn; side += turn) {
      const int last = (first + side + all) % all;
      const int turns = leave(&places[i], i == 0, first) + (first != last);
      if (turns >= to->turns[last]) continue;
      if (leads(map, rules, places[i].at, to->at, first, last, cost))
        relax(to, last, turns);
    }
  }
}

int turns_fewest(const oracle_map *map, const astar_rules_def *rules,
                 const astar_point *points, size_t count) {
  static place places[ORACLE_TILES + 1];
  int last = 0, best = FAR;
  double cost = 0;
  places[0].at = points[0];
  for (size_t i = 1; i < count; i++) {
    const int h = heading(map, points[i - 1], points[i]);
    if (h == NONE) return FAR;
    cost += oracle_step_cost(map, rules, points[i - 1].x, points[i - 1].y, points[i].x,
                             points[i].y);
    if (i + 1 < count && heading(map, points[i], points[i + 1]) == h) continue;
    place *p = &places[++last];
    *p = (place){.at = points[i], .cost = cost};
    for (int k = 0; k < HEADINGS; k++) p->turns[k] = FAR;
    relax(p, h, leave(&places[last - 1], last == 1, h));
    for (int k = last - 2; k >= 0 && k >= last - WINDOW; k--)
      try_legs(map, rules, places, k, last, p);
  }
  for (int h = 0; h < HEADINGS; h++)
    if (places[last].turns[h] < best) best = places[last].turns[h];
  return count < 2 ? 0 : best;
}
