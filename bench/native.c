// Our library from C, measured by the benchmark: run.lua starts it. Paths are read as
// points, fields are built and freed. In the case "first" each query has a new grid. In
// the case "tile" it measures the time of an edit and of the first query on a grid, and
// the memory.
#include "timing.h"
#include "astar.h"

typedef struct native {
  bench *b;
  astar_grid *grid;
  astar_rules *rules;
  double budget; // in the cases of ranges
  astar_path *path;
  double expanded, searches; // of all searches
} native;

static void native_check(astar_status status, const char *what) {
  bench_need(status == ASTAR_OK ? &status : NULL, what);
}

// The terrain of a tile is its letter.
static astar_rules *native_rules(const bench *b, int neighbors, astar_diagonal diagonal,
                                 double diagonal_cost) {
  astar_rules_def def = astar_default_rules();
  astar_rules *rules;
  memcpy(def.cost, b->costs, sizeof b->costs);
  def.neighbors = neighbors;
  def.diagonal = diagonal;
  def.diagonal_cost = diagonal_cost;
  native_check(astar_rules_new(NULL, &def, &rules), "rules");
  return rules;
}

// The rules of a case. In fields a diagonal step costs the same as for the peers: libtcod
// counts in hundredths, rot.js counts steps.
static astar_rules *native_case_rules(const bench *b) {
  if (bench_is(b, "4way")) return native_rules(b, 4, ASTAR_DIAGONAL_NEVER, sqrt(2));
  if (bench_is(b, "8way-corner"))
    return native_rules(b, 8, ASTAR_DIAGONAL_IF_AT_MOST_ONE_OBSTACLE, sqrt(2));
  if (bench_is(b, "fields-cut")) return native_rules(b, 8, ASTAR_DIAGONAL_ALWAYS, 1.41);
  if (bench_is(b, "fields-steps")) return native_rules(b, 8, ASTAR_DIAGONAL_ALWAYS, 1);
  double diagonal_cost = bench_is_of(b, "fields") ? 1.41 : sqrt(2);
  return native_rules(b, 8, ASTAR_DIAGONAL_ONLY_WHEN_NO_OBSTACLES, diagonal_cost);
}

static astar_grid *native_grid(const bench *b) {
  astar_grid *grid;
  native_check(astar_grid_new(NULL, b->width, b->height, ASTAR_SQUARE, BENCH_WALL, &grid),
               "grid");
  for (int y = 0; y < b->height; y++)
    native_check(astar_grid_set_row(grid, y, b->tiles + (size_t)y * (size_t)b->width),
                 "row");
  return grid;
}

static native native_new(bench *b) {
  native n = {.b = b, .grid = native_grid(b), .rules = native_case_rules(b)};
  n.budget = bench_number(b);
  native_check(astar_path_new(NULL, &n.path), "path");
  return n;
}

static void native_free(native *n) {
  astar_path_free(n->path);
  astar_grid_free(n->grid);
  astar_rules_free(n->rules);
}

static int native_find(native *n, const astar_rules *rules, const bench_query *q,
                       bench_point *path) {
  astar_point goal = {q->x2, q->y2};
  astar_query query = astar_default_query(rules, q->x1, q->y1, &goal, 1);
  astar_result result;
  astar_status status = astar_find_path(n->grid, &query, n->path, &result);
  n->searches++;
  n->expanded += result.expanded;
  if (status != ASTAR_OK) return 0;
  // An astar_point and a bench_point both consist of two int.
  astar_path_points(n->path, (astar_point *)path, result.length);
  return (int)result.length;
}

static int native_search(void *self, const bench_query *q, bench_point *path) {
  native *n = self;
  return native_find(n, n->rules, q, path);
}

static void native_edit(void *self, int x, int y, bool blocked) {
  native *n = self;
  astar_grid_block(n->grid, x, y, blocked, 1);
}

// -------------------------------------------------------------------------- one tile

// The query after an edit. The best time of a round is divided by its number of edits.
typedef enum after_edit { NOTHING, SHORT_QUERY, EVERY_16TH, IS_REACHABLE } after_edit;

static unsigned char tile_at(const bench *b, int x, int y) {
  return b->tiles[(size_t)y * (size_t)b->width + (size_t)x];
}

// The query to a free neighbor of the start, or to the start when it has none.
static bench_query tile_short_query(const bench *b, bench_query q) {
  static const int dx[] = {1, -1, 0, 0}, dy[] = {0, 0, 1, -1};
  q.x2 = q.x1;
  q.y2 = q.y1;
  for (int i = 0; i < 4; i++) {
    int x = q.x1 + dx[i], y = q.y1 + dy[i];
    if (x < 0 || y < 0 || x >= b->width || y >= b->height) continue;
    if (bench_cost(b, x, y) <= 0) continue;
    q.x2 = x;
    q.y2 = y;
  }
  return q;
}

static void tile_follow(bench *b, native *n, int i, after_edit after) {
  const bench_query *q = &b->queries[i];
  if (after == SHORT_QUERY || (after == EVERY_16TH && i % 16 == 15)) {
    bench_query near = tile_short_query(b, *q);
    native_find(n, n->rules, &near, b->path);
  } else if (after == IS_REACHABLE) {
    astar_is_reachable(n->grid, n->rules, NULL, q->x1, q->y1, q->x2, q->y2);
  }
}

// One round: every edit tile becomes a wall, then free again. Returns microseconds per
// edit.
static double tile_round(bench *b, native *n, after_edit after, bool edits) {
  double start = bench_now();
  for (int wall = 1; wall >= 0; wall--) {
    for (int i = 0; i < b->count; i++) {
      const bench_query *q = &b->queries[i];
      uint8_t terrain = wall ? BENCH_WALL : tile_at(b, q->edit_x, q->edit_y);
      if (edits) astar_grid_set(n->grid, q->edit_x, q->edit_y, terrain);
      tile_follow(b, n, i, after);
    }
  }
  return (bench_now() - start) / (2 * b->count);
}

static void tile_print(bench *b, native *n, const char *what, after_edit after,
                       bool edits) {
  double best = INFINITY, start = bench_now();
  for (int pass = 0; bench_goes_on(b, pass, start, bench_now() - start); pass++)
    best = fmin(best, tile_round(b, n, after, edits));
  bench_print(b, "core", what, best, 0);
}

// The first query on a fresh grid builds the derived data of the rules; the second query
// finds it built.
static void tile_print_first(bench *b) {
  double first = INFINITY, second = INFINITY;
  bench_query near = tile_short_query(b, b->queries[0]);
  for (int pass = 0; pass < b->passes; pass++) {
    native n = native_new(b);
    double t0 = bench_now();
    native_search(&n, &near, b->path);
    double t1 = bench_now();
    native_search(&n, &near, b->path);
    double t2 = bench_now();
    first = fmin(first, t1 - t0);
    second = fmin(second, t2 - t1);
    native_free(&n);
  }
  bench_print(b, "core", "first query", first, 0);
  bench_print(b, "core", "second query", second, 0);
}

static void tile_print_memory(bench *b, native *n, const char *what, double *before) {
  double bytes = (double)astar_grid_memory(n->grid);
  bench_print(b, "core", what, (bytes - *before) / b->width / b->height, 0);
  *before = bytes;
}

static void tile_run(bench *b, native *n) {
  double bytes = 0;
  tile_print_memory(b, n, "bytes per tile: grid", &bytes);
  tile_follow(b, n, 0, IS_REACHABLE);
  tile_print_memory(b, n, "bytes per tile: rules", &bytes);
  for (int i = 0; i < b->count; i++) native_search(n, &b->queries[i], b->path);
  tile_print_memory(b, n, "bytes per tile: search", &bytes);

  tile_print(b, n, "edit", NOTHING, true);
  tile_print(b, n, "short query", SHORT_QUERY, false);
  tile_print(b, n, "edit + short query", SHORT_QUERY, true);
  tile_print(b, n, "edit + short query after 16", EVERY_16TH, true);
  tile_print(b, n, "is_reachable", IS_REACHABLE, false);
  tile_print(b, n, "edit + is_reachable", IS_REACHABLE, true);

  astar_rules *more[] = {native_rules(b, 4, ASTAR_DIAGONAL_NEVER, sqrt(2)),
                         native_rules(b, 8, ASTAR_DIAGONAL_ALWAYS, sqrt(2))};
  for (int i = 0; i < 2; i++) native_find(n, more[i], &b->queries[0], b->path);
  tile_print(b, n, "edit, 3 rules in use", NOTHING, true);
  tile_print_first(b);

  for (int i = 0; i < 2; i++) astar_rules_free(more[i]);
}

// ------------------------------------------------------------------------ first query

// The time of a query on a grid that was filled just before.
static double first_trial(void *self, const bench_query *q, double *cost) {
  native *n = self;
  astar_grid *kept = n->grid;
  n->grid = native_grid(n->b);
  double start = bench_now();
  int length = native_search(n, q, n->b->path);
  double time = bench_now() - start;
  if (cost) *cost = bench_judge(n->b, q, length);
  astar_grid_free(n->grid);
  n->grid = kept;
  return time;
}

// ----------------------------------------------------------------------------- fields

// The field of a query: to its goal, or in the cases of ranges, from its start.
static astar_field *field_new(native *n, const bench_query *q) {
  astar_source goal = {.x = q->x2, .y = q->y2};
  astar_field *field;
  astar_status status =
      n->budget > 0
          ? astar_movement_range(n->grid, n->rules, NULL, q->x1, q->y1, n->budget, &field)
          : astar_distance_field(n->grid, n->rules, NULL, &goal, 1, INFINITY, &field);
  native_check(status, "field");
  return field;
}

static double field_cost_at(const void *field, int x, int y) {
  return astar_field_cost(field, x, y);
}

// Builds a field and frees it.
static double field_trial(void *self, const bench_query *q, double *cost) {
  native *n = self;
  double start = bench_now();
  astar_field *field = field_new(n, q);
  double made = bench_now();
  if (cost) *cost = bench_judge_field(n->b, field, field_cost_at);
  double judged = bench_now();
  astar_field_free(field);
  return made - start + bench_now() - judged;
}

static int field_make(void *self, const bench_query *q, bench_point *path) {
  (void)path;
  astar_field_free(field_new(self, q));
  return 0;
}

int main(int argc, char **argv) {
  bench b = bench_read(argc, argv);
  native n = native_new(&b);
  if (bench_is(&b, "tile")) {
    tile_run(&b, &n);
  } else if (bench_is_of(&b, "fields") || bench_is_of(&b, "range")) {
    bench_run_trials(&b, "core", &n, field_trial);
    bench_run_whole(&b, "core", &n, field_make);
  } else if (bench_is(&b, "first")) {
    bench_run_trials(&b, "core", &n, first_trial);
  } else if (bench_is_of(&b, "scale")) {
    bench_run(&b, "core", &n, native_search, native_edit);
    bench_print(&b, "core", "expanded", n.expanded / n.searches, 0);
  } else {
    bench_run(&b, "core", &n, native_search, native_edit);
    bench_run_whole(&b, "core", &n, native_search);
  }
  native_free(&n);
  bench_free(&b);
}
