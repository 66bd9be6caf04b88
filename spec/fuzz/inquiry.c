// Random questions; inquiry.h describes them.
#include "inquiry.h"
#include "terrain.h"

#include "../support/rounds.h"

#include <math.h>
#include <string.h>

// ------------------------------------------------------------------------- questions

// A tile that no wall is on, if chance finds one soon.
static astar_goal any_tile(const astar_grid *grid) {
  astar_goal tile = {0, 0};
  for (int i = 0; i < 4; i++) {
    tile.x = chance(astar_grid_width(grid));
    tile.y = chance(astar_grid_height(grid));
    if (astar_grid_get(grid, tile.x, tile.y) < TERRAIN_WALL) break;
  }
  return tile;
}

static astar_filter any_filter(void) {
  static const double scales[] = {1, 1, 1, 0, 0.5, 2};
  const uint8_t layers = (uint8_t)(chance(3) == 0 ? chance(256) : chance(4));
  return (astar_filter){layers, PICK(scales)};
}

static void any_options(astar_query *q) {
  static const double costs[] = {0, 3, 12.5, 40, 1e5};
  static const double weights[] = {1, 1, 0, 0.5, 1.5, 3};
  static const astar_algorithm algorithms[] = {ASTAR_ASTAR, ASTAR_ASTAR, ASTAR_DIJKSTRA,
                                               ASTAR_GREEDY, ASTAR_JPS};
  if (chance(6) == 0) q->range = 1 + chance(3);
  if (chance(6) == 0) q->partial = true;
  if (chance(10) == 0) q->max_cost = PICK(costs);
  if (chance(10) == 0) q->max_expansions = chance(200);
  if (chance(3) == 0) q->algorithm = PICK(algorithms);
  if (chance(10) == 0) {
    q->heuristic = (astar_heuristic)chance(ASTAR_HEURISTIC_FUNCTION);
    q->weight = PICK(weights);
  }
}

// Gives a question a wrong argument, or a tile off the grid.
static void make_wrong(inquiry *i) {
  switch (chance(8)) {
  case 0: i->goals[0].x = -1; break;
  case 1: i->query.start_y = 1 << 20; break;
  case 2: i->count = 0; break;
  case 3: i->query.weight = -1; break;
  case 4: i->query.range = -2; break;
  case 5: i->filter.penalty_scale = -1; break;
  case 6: i->query.max_cost = NAN; break;
  default: i->query.algorithm = (astar_algorithm)77; break;
  }
  i->sources[0].x = i->goals[0].x;
  if (chance(4) == 0) i->sources[0].cost = -3;
  if (chance(4) == 0) i->max_cost = -1;
}

inquiry inquiry_any(const astar_grid *grid, const astar_rules *rules) {
  static const double budgets[] = {0, 1, 5, 30};
  inquiry i = {.is_field = chance(6) == 0, .rules = rules};
  const astar_goal start = any_tile(grid);
  i.has_filter = chance(4) == 0;
  i.filter = any_filter();
  i.count = chance(4) == 0 ? 1 + chance(INQUIRY_GOALS) : 1;
  for (int k = 0; k < INQUIRY_GOALS; k++) {
    i.goals[k] = any_tile(grid);
    i.sources[k] =
        (astar_source){i.goals[k].x, i.goals[k].y, chance(3) == 0 ? chance(5) : 0};
  }
  i.max_cost = chance(4) == 0 ? PICK(budgets) : INFINITY;
  i.query = astar_default_query(rules, start.x, start.y, NULL, 0);
  any_options(&i.query);
  if (chance(50) == 0) make_wrong(&i);
  return i;
}

const astar_filter *inquiry_filter(const inquiry *i) {
  return i->has_filter ? &i->filter : NULL;
}

astar_query inquiry_query(const inquiry *i) {
  astar_query query = i->query;
  query.goals = i->goals;
  query.goal_count = i->count;
  query.filter = inquiry_filter(i);
  query.avoid = i->avoid;
  return query;
}

// --------------------------------------------------------------------------- answers

static void mix(uint64_t *hash, uint64_t value) {
  *hash = (*hash ^ value) * UINT64_C(0x9e3779b97f4a7c15);
  *hash ^= *hash >> 29;
}

static void mix_number(uint64_t *hash, double number) {
  uint64_t bits;
  memcpy(&bits, &number, sizeof bits);
  mix(hash, bits);
}

uint64_t digest_path(const astar_point *points, const double *costs, size_t count) {
  uint64_t hash = count;
  for (size_t i = 0; i < count; i++) {
    mix(&hash, (uint64_t)points[i].x << 16 | points[i].y);
    mix_number(&hash, costs[i]);
  }
  return hash;
}

uint64_t digest_field(const astar_field *field, const astar_grid *grid) {
  const int width = astar_grid_width(grid), height = astar_grid_height(grid);
  uint64_t hash = 1;
  for (int i = 0; i < width * height; i++) {
    astar_point next = {0, 0};
    const bool has_next = astar_field_next(field, i % width, i / width, &next);
    mix_number(&hash, astar_field_cost(field, i % width, i / width));
    mix(&hash, has_next ? (uint64_t)next.x << 16 | next.y : UINT64_MAX);
  }
  return hash;
}

// Reads a path that was found into an answer.
static void read_path(digest *d, const astar_path *path) {
  const size_t count = astar_path_points(path, NULL, 0);
  astar_point *points = (astar_point *)must(malloc((count + 1) * sizeof *points));
  double *costs = (double *)must(malloc((count + 1) * sizeof *costs));
  astar_path_points(path, points, count);
  astar_path_costs(path, costs, count);
  d->hash = digest_path(points, costs, count);
  if (astar_is_error(d->status)) d->result = (astar_result){.goal = -1};
  free(points);
  free(costs);
}

static digest ask_field(const inquiry *i, astar_grid *grid, astar_field **field) {
  digest d = {.result = {.goal = -1}};
  d.status = astar_distance_field(grid, i->rules, inquiry_filter(i), i->sources, i->count,
                                  i->max_cost, field);
  if (d.status == ASTAR_OK) d.hash = digest_field(*field, grid);
  return d;
}

static digest ask_path(const inquiry *i, astar_grid *grid) {
  digest d = {.result = {.goal = -1}};
  const astar_query query = inquiry_query(i);
  astar_path *path;
  REQUIRE(astar_path_new(NULL, &path) == ASTAR_OK);
  d.status = astar_find_path(grid, &query, path, &d.result);
  read_path(&d, path);
  astar_path_free(path);
  return d;
}

digest inquiry_ask(const inquiry *i, astar_grid *grid, astar_field **field) {
  astar_field *made = NULL;
  const digest d = i->is_field ? ask_field(i, grid, &made) : ask_path(i, grid);
  if (field != NULL) {
    *field = made;
  } else {
    astar_field_free(made);
  }
  return d;
}

static bool is_same_number(double a, double b) { return memcmp(&a, &b, sizeof a) == 0; }

bool digest_is_same(const digest *a, const digest *b) {
  return a->status == b->status && a->hash == b->hash &&
         is_same_number(a->result.cost, b->result.cost) &&
         a->result.length == b->result.length && a->result.goal == b->result.goal &&
         a->result.expanded == b->result.expanded &&
         a->result.partial == b->result.partial;
}

// ----------------------------------------------------------------------------- print

void inquiry_print(const inquiry *i) {
  const astar_query *q = &i->query;
  fprintf(stderr, "%s from %d, %d to", i->is_field ? "field" : "path", q->start_x,
          q->start_y);
  for (int k = 0; k < i->count; k++) {
    fprintf(stderr, " %d, %d (%g);", i->goals[k].x, i->goals[k].y, i->sources[k].cost);
  }
  fprintf(stderr,
          " filter %d (0x%x, %g), max_cost %g and %g, range %d, partial %d, expansions "
          "%" PRId64 ", algorithm %d, heuristic %d, weight %g\n",
          i->has_filter, (unsigned)i->filter.ignored_layers, i->filter.penalty_scale,
          q->max_cost, i->max_cost, q->range, q->partial, q->max_expansions,
          (int)q->algorithm, (int)q->heuristic, q->weight);
}

void digest_print(const char *name, const digest *d) {
  fprintf(stderr,
          "%s: %s, cost %.17g, length %" PRIu32 ", goal %d, expanded %" PRIu32
          ", partial %d, hash %016" PRIx64 "\n",
          name, astar_reason(d->status), d->result.cost, d->result.length, d->result.goal,
          d->result.expanded, d->result.partial, d->hash);
}
