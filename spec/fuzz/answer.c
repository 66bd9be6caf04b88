// Answers of queries; answer.h describes them.
#include "answer.h"
#include "../support/rounds.h"

#include <math.h>
#include <string.h>

void answer_find(answer *a, astar_grid *grid, const astar_query *query,
                 astar_path *path) {
  a->status = astar_find_path(grid, query, path, &a->result);
  a->count = astar_path_points(path, a->points, ORACLE_TILES + 1);
  REQUIRE(a->count == (a->status == ASTAR_OK ? a->result.length : 0));
  REQUIRE(a->count <= ORACLE_TILES);
}

void answer_read(answer *a, const astar_search *search) {
  a->status = astar_search_result(search, &a->result);
  a->count = astar_search_copy_path(search, a->points, ORACLE_TILES + 1);
}

void answer_require_same(const astar_query *query, const answer *a, const answer *b) {
  REQUIRE(a->status == b->status);
  REQUIRE(is_number(a->result.cost, b->result.cost));
  REQUIRE(a->count == b->count);
  REQUIRE(memcmp(a->points, b->points, a->count * sizeof *a->points) == 0);
  REQUIRE(a->result.goal == b->result.goal && a->result.partial == b->result.partial);
  REQUIRE(answer_may_leave_out(query) || a->result.expanded == b->result.expanded);
}

double answer_walk(const judge *j, const astar_point *points, size_t count) {
  static uint32_t seen[ORACLE_TILES], walks;
  double cost = 0;
  int before = 0;
  walks++;
  for (size_t i = 0; i < count; i++) {
    const int tile = oracle_index(j->map, points[i].x, points[i].y);
    REQUIRE(seen[tile] != walks);
    seen[tile] = walks;
    if (i > 0) cost += optimum_step(j->optimum, before, tile);
    before = tile;
  }
  REQUIRE(cost < INFINITY);
  return cost;
}

double answer_allowance(const judge *j, double least, size_t steps) {
  const double n = (double)steps + 1;
  const double relative = (1e-10 + n * 1e-12) * least;
  const double absolute = (0.125 + n * 6e-8) * j->optimum->min_step + n * 1e-15 * least;
  return relative < absolute ? relative : absolute;
}

static bool is_cheapest(const judge *j, double cost, double least, size_t steps) {
  const double less = 1e-14 * (double)(steps + 1) * least;
  return cost >= least - less && cost <= least + answer_allowance(j, least, steps);
}

static void check_path(const judge *j, const astar_query *query,
                       const oracle_answer *expected, const answer *a) {
  const astar_point first = a->points[0], last = a->points[a->count - 1];
  const bool is_optimal = query->algorithm != ASTAR_GREEDY;
  int steps;
  REQUIRE(first.x == query->start_x && first.y == query->start_y);
  const double cost = answer_walk(j, a->points, a->count);
  // Beside a link there may be a move whose cost counts as equal.
  REQUIRE(is_number(cost, a->result.cost) ||
          (j->map->link_count > 0 && is_cheapest(j, a->result.cost, cost, a->count)));
  REQUIRE(oracle_fits_cap(a->result.cost, query->max_cost));
  REQUIRE(oracle_nearest_goal(j->map, j->def, query, last.x, last.y, &steps) ==
          a->result.goal);
  REQUIRE(a->result.partial == (steps > query->range));
  if (!is_optimal && query->max_cost < INFINITY) return;
  REQUIRE(a->result.partial == expected->partial);
  if (a->result.partial) REQUIRE(steps == expected->steps);
  if (query->heuristic == ASTAR_HEURISTIC_FUNCTION)
    REQUIRE(fabs(a->result.cost - expected->cost) <= 1e-6 * expected->cost);
  else if (is_optimal)
    REQUIRE(is_cheapest(j, a->result.cost, expected->cost, a->count));
}

void answer_check(const judge *j, const astar_query *query, const oracle_answer *expected,
                  const answer *a) {
  if (a->status != expected->status) {
    // With a cap a search does not find out why it finds no path. Greedy search may miss
    // paths below the cap.
    REQUIRE(a->status == ASTAR_LIMIT && query->max_cost < INFINITY);
    REQUIRE(expected->status == ASTAR_UNREACHABLE || query->algorithm == ASTAR_GREEDY);
  }
  if (a->status == ASTAR_OK) check_path(j, query, expected, a);
}

void answer_print(const char *name, const answer *a) {
  fprintf(stderr, "%s: %s, cost %.17g, %" PRIu32 " expansions:", name,
          astar_reason(a->status), a->result.cost, a->result.expanded);
  for (size_t i = 0; i < a->count; i++)
    fprintf(stderr, " %d,%d", a->points[i].x, a->points[i].y);
  fputc('\n', stderr);
}

void answer_print_query(const astar_query *query) {
  fprintf(stderr, "query from %d, %d to", query->start_x, query->start_y);
  for (int i = 0; i < query->goal_count; i++)
    fprintf(stderr, " %d, %d;", query->goals[i].x, query->goals[i].y);
  fprintf(stderr, " range %d, partial %d, max_cost %.17g, algorithm %d\n", query->range,
          query->partial, query->max_cost, (int)query->algorithm);
}
