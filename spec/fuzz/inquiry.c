// Random questions; inquiry.h describes them.
#include "inquiry.h"
#include "terrain.h"

#include "../support/rounds.h"

#include <math.h>
#include <string.h>

// ------------------------------------------------------------------------- questions

// A tile that no wall is on, if chance finds one soon.
static astar_point any_tile(const astar_grid *grid) {
  astar_point tile = {0, 0};
  for (int i = 0; i < 4; i++) {
    tile.x = chance(astar_grid_width(grid));
    tile.y = chance(astar_grid_height(grid));
    if (astar_grid_get(grid, tile.x, tile.y) < TERRAIN_WALL) break;
  }
  return tile;
}

double inquiry_heuristic(void *user, int dx, int dy) {
  (void)user;
  return 0.3 * abs(dx) + 0.7 * abs(dy) + (dx > 0 ? 0.1 : 0);
}

astar_filter inquiry_any_filter(void) {
  static const double scales[] = {1, 1, 1, 0, 0.5, 2};
  static const uint8_t list[] = {0, 1, 2, 3, 6, ASTAR_ALL_LAYERS};
  const int kind = chance(6);
  const uint8_t layers = kind == 0   ? (uint8_t)chance(256)
                         : kind == 1 ? (uint8_t)ASTAR_LAYER(1 + chance(ASTAR_LAYERS))
                                     : PICK(list);
  astar_filter filter = {layers, PICK(scales), {{0, 0}}};
  static const char *const names[] = {"danger", "smoke", "none"}; // as in edit.c
  for (int i = 0; i < 3 && chance(3) == 0; i++) {
    astar_filter_weigh(&filter, astar_influence_id(names[i], strlen(names[i])),
                       PICK(scales));
  }
  return filter;
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
  inquiry i = {.kind = chance(6) == 0 ? ASK_FIELD : ASK_PATH, .rules = rules};
  const astar_point start = any_tile(grid);
  i.has_filter = chance(4) == 0;
  i.filter = inquiry_any_filter();
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
    mix(&hash, (uint64_t)points[i].x << 16 | (uint64_t)points[i].y);
    if (costs != NULL) mix_number(&hash, costs[i]);
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
    mix(&hash, has_next ? (uint64_t)next.x << 16 | (uint64_t)next.y : UINT64_MAX);
  }
  return hash;
}

typedef struct way {
  astar_point *points;
  double *costs;
  size_t count;
} way;

static way way_of(size_t count) {
  return (way){(astar_point *)must(malloc((count + 1) * sizeof(astar_point))),
               (double *)must(malloc((count + 1) * sizeof(double))), count};
}

static void way_free(way *p) {
  free(p->points);
  free(p->costs);
}

// Checks and smooths a path.
static astar_status smooth(const inquiry *i, astar_grid *grid, astar_context *context,
                           way *p) {
  const astar_filter *filter = inquiry_filter(i);
  for (int k = 0; k < 2; k++) {
    const astar_path_kind kind = k == 0 ? ASTAR_PATH_STEPS : ASTAR_PATH_LINES;
    size_t bad = 0;
    astar_status status =
        context != NULL ? astar_context_check_path(context, i->rules, filter, p->points,
                                                   p->count, kind, 0, &bad)
                        : astar_check_path(grid, i->rules, filter, p->points, p->count,
                                           kind, 0, &bad);
    if (status == ASTAR_NO_MEMORY) return status;
    REQUIRE(status == ASTAR_OK && bad == p->count);
    if (k == 1) return status;
    status = context != NULL
                 ? astar_context_smooth_path(context, i->rules, filter, p->points,
                                             &p->count, &p->costs[0])
                 : astar_smooth_path(grid, i->rules, filter, p->points, &p->count,
                                     &p->costs[0]);
    if (status == ASTAR_NO_MEMORY) return status;
    REQUIRE(status == ASTAR_OK);
  }
  return ASTAR_OK;
}

// No tile is twice on a path.
static void require_simple(const way *p, const astar_grid *grid) {
  const int width = astar_grid_width(grid), height = astar_grid_height(grid);
  uint8_t *seen = (uint8_t *)must(calloc((size_t)(width * height), 1));
  for (size_t k = 0; k < p->count; k++)
    REQUIRE(seen[p->points[k].y * width + p->points[k].x]++ == 0);
  free(seen);
}

static void ask_path(const inquiry *i, astar_grid *grid, astar_context *context,
                     digest *d) {
  const astar_query query = inquiry_query(i);
  astar_path *path;
  REQUIRE(astar_path_new(NULL, &path) == ASTAR_OK);
  d->status = context != NULL ? astar_context_find_path(context, &query, path, &d->result)
                              : astar_find_path(grid, &query, path, &d->result);
  way p = way_of(astar_path_points(path, NULL, 0));
  astar_path_points(path, p.points, p.count);
  astar_path_costs(path, p.costs, p.count);
  astar_path_free(path);
  d->hash = digest_path(p.points, p.costs, p.count);
  if (astar_is_error(d->status)) d->result = (astar_result){.goal = -1};
  if (query.algorithm == ASTAR_AUTO || query.algorithm == ASTAR_JPS)
    d->result.expanded = 0; // which dead ends are left out depends on earlier edits
  if (d->status == ASTAR_OK) require_simple(&p, grid);
  if (d->status == ASTAR_OK && smooth(i, grid, context, &p) == ASTAR_OK)
    d->more = digest_path(p.points, p.costs, 1) + digest_path(p.points, NULL, p.count);
  way_free(&p);
}

astar_status inquiry_field(const inquiry *i, astar_grid *grid, astar_context *context,
                           astar_field **field) {
  const astar_filter *filter = inquiry_filter(i);
  return context != NULL
             ? astar_context_distance_field(context, i->rules, filter, i->sources,
                                            i->count, i->max_cost, field)
             : astar_distance_field(grid, i->rules, filter, i->sources, i->count,
                                    i->max_cost, field);
}

static void ask_field(const inquiry *i, astar_grid *grid, astar_context *context,
                      digest *d, astar_field **field) {
  astar_field *flee;
  astar_point next = {0, 0};
  d->status = inquiry_field(i, grid, context, field);
  if (d->status != ASTAR_OK) return;
  d->hash = digest_field(*field, grid);
  astar_field_way_out(*field, i->query.start_x, i->query.start_y, &next);
  d->more = 1 + (uint32_t)next.x + 65536u * (uint32_t)next.y;
  if (i->count > 1 && astar_flee_field(*field, 1.2, &flee) == ASTAR_OK) {
    d->more += digest_field(flee, grid);
    astar_field_free(flee);
  }
}

digest inquiry_ask(const inquiry *i, astar_grid *grid, astar_context *context,
                   astar_field **field) {
  const astar_filter *filter = inquiry_filter(i);
  const int x1 = i->query.start_x, y1 = i->query.start_y;
  const int x2 = i->goals[0].x, y2 = i->goals[0].y;
  digest d = {.result = {.goal = -1}};
  astar_field *made = NULL;
  int x = 0, y = 0;
  switch (i->kind) {
  case ASK_PATH: ask_path(i, grid, context, &d); break;
  case ASK_FIELD: ask_field(i, grid, context, &d, &made); break;
  case ASK_REACHABLE:
    d.status = context != NULL
                   ? astar_context_is_reachable(context, i->rules, filter, x1, y1, x2, y2)
                   : astar_is_reachable(grid, i->rules, filter, x1, y1, x2, y2);
    break;
  default:
    d.status = context != NULL
                   ? astar_context_line_of_sight(context, i->rules, filter, x1, y1, x2,
                                                 y2, &x, &y)
                   : astar_line_of_sight(grid, i->rules, filter, x1, y1, x2, y2, &x, &y);
    d.hash = (uint64_t)(x + 65536 * y);
  }
  if (field != NULL)
    *field = made;
  else
    astar_field_free(made);
  return d;
}

digest digest_search(const astar_search *search) {
  digest d = {.result = {.goal = -1}};
  d.status = astar_search_result(search, &d.result);
  way p = way_of(astar_search_copy_path(search, NULL, 0));
  astar_search_copy_path(search, p.points, p.count);
  astar_search_copy_costs(search, p.costs, p.count);
  d.hash = digest_path(p.points, p.costs, p.count);
  way_free(&p);
  return d;
}

static bool is_same_number(double a, double b) { return memcmp(&a, &b, sizeof a) == 0; }

bool digest_is_same(const digest *a, const digest *b) {
  return a->status == b->status && a->hash == b->hash &&
         (a->more == b->more || a->more == 0 || b->more == 0) &&
         is_same_number(a->result.cost, b->result.cost) &&
         a->result.length == b->result.length && a->result.goal == b->result.goal &&
         a->result.expanded == b->result.expanded &&
         a->result.partial == b->result.partial;
}

void digest_compare_fields(const astar_field *a, const astar_field *b,
                           const astar_grid *grid) {
  for (int y = 0; y < astar_grid_height(grid); y++) {
    for (int x = 0; x < astar_grid_width(grid); x++) {
      const double one = astar_field_cost(a, x, y), other = astar_field_cost(b, x, y);
      REQUIRE((one < INFINITY) == (other < INFINITY));
      REQUIRE(!(one < INFINITY) || fabs(one - other) <= 1e-9 * one);
    }
  }
}

// ----------------------------------------------------------------------------- print

void inquiry_print(const inquiry *i) {
  const astar_query *q = &i->query;
  static const char *const kinds[] = {"path", "field", "reachable", "sight"};
  fprintf(stderr, "%s from %d, %d to", kinds[i->kind], q->start_x, q->start_y);
  for (int k = 0; k < i->count; k++)
    fprintf(stderr, " %d, %d (%g);", i->goals[k].x, i->goals[k].y, i->sources[k].cost);
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
