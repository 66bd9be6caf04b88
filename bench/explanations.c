// Prints how long explanations, choke points and checks of planned obstacles take on map
// files, as two tables in Markdown. Run it by `make bench-explanations MAPS=dir`.
//
// Explanations. Two random tiles, with a path between them, are cut off from each other
// by dynamic obstacles on the choke points. `explain` is asked for one part at a time;
// each time is [ms] of the processor, mean and maximum over all pairs. "first": the first
// question on a grid whose connected components are known. "known": the same question
// again.
//
// Planned obstacles. Buildings at random places where all tiles are passable, and one
// random pair of tiles with a path between them. Each question is asked twice, and the
// shorter time counts [us]: the median, the 99th percentile and the maximum.
#include "timing.h"
#include "astar.h"
#include "astar_explain.h"

enum {
  PAIRS = 100,
  TRIES = 4000,
  MAX_CUT = 8,
  PLACES = 20000,
  PASSES = 2,
  PER_PAIR = 100
};

typedef struct trial {
  const bench *map;
  astar_grid *grid;
  astar_rules *rules;
  uint64_t random;
} trial;

typedef struct samples {
  double *times;
  int count;
} samples;

static void check_status(astar_status status, const char *what) {
  bench_need(astar_is_error(status) ? NULL : &status, what);
}

static int random_below(trial *t, int count) {
  t->random = t->random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (int)((t->random >> 33) % (uint64_t)count);
}

// ----------------------------------------------------------------------------- samples

static int samples_compare(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static void samples_add(samples *s, double time) { s->times[s->count++] = time; }

static double samples_at(samples *s, double part) {
  if (s->count == 0) return 0;
  qsort(s->times, (size_t)s->count, sizeof *s->times, samples_compare);
  int i = (int)(part * s->count);
  return s->times[i < s->count ? i : s->count - 1];
}

static double samples_mean(const samples *s) {
  double sum = 0;
  for (int i = 0; i < s->count; i++) sum += s->times[i];
  return s->count > 0 ? sum / s->count : 0;
}

static samples samples_new(int capacity) {
  return (samples){bench_need(malloc((size_t)capacity * sizeof(double)), "memory"), 0};
}

// -------------------------------------------------------------------------------- maps

static void trial_begin(trial *t, const bench *map) {
  astar_rules_def def = astar_default_rules();
  *t = (trial){.map = map, .random = 1};
  for (int letter = 0; letter < 256; letter++) def.cost[letter] = map->costs[letter];
  check_status(astar_rules_new(NULL, &def, &t->rules), "rules");
  check_status(
      astar_grid_new(NULL, map->width, map->height, ASTAR_SQUARE, BENCH_WALL, &t->grid),
      "a grid");
  for (int y = 0; y < map->height; y++) {
    const unsigned char *row = map->tiles + (size_t)y * (size_t)map->width;
    check_status(astar_grid_set_row(t->grid, y, row), "a row");
  }
}

static void trial_end(trial *t) {
  astar_grid_free(t->grid);
  astar_rules_free(t->rules);
}

static astar_point random_tile(trial *t) {
  astar_point tile;
  do {
    tile.x = random_below(t, t->map->width);
    tile.y = random_below(t, t->map->height);
  } while (!astar_is_passable(t->grid, t->rules, NULL, tile.x, tile.y));
  return tile;
}

// Two tiles with a path between them.
static astar_pair random_pair(trial *t) {
  astar_point a, b;
  do {
    a = random_tile(t);
    b = random_tile(t);
  } while (astar_is_reachable(t->grid, t->rules, NULL, a.x, a.y, b.x, b.y) != ASTAR_OK);
  return (astar_pair){a.x, a.y, b.x, b.y};
}

// ------------------------------------------------------------------------ explanations

enum { FIRST, KNOWN, TERRAINS, OPEN, WIDEST, BARRIER, CHOKEPOINTS, COLUMNS };

static double explain(const trial *t, astar_grid *grid, astar_pair pair, unsigned part) {
  astar_explanation *explanation;
  astar_explain_query query =
      astar_default_explain_query(t->rules, pair.x1, pair.y1, pair.x2, pair.y2);
  query.want = part;
  double start = bench_processor_now();
  check_status(astar_explain(grid, &query, &explanation), "an explanation");
  double time = bench_processor_now() - start;
  astar_explanation_free(explanation);
  return time;
}

static void block_tiles(trial *t, const astar_point *tiles, int count, bool blocked) {
  for (int i = 0; i < count; i++) {
    check_status(astar_grid_block(t->grid, tiles[i].x, tiles[i].y, blocked, 1),
                 "an obstacle");
  }
}

// All parts for a pair that has no path. "first" has a grid of its own, which knows
// nothing but its components.
static void explain_parts(const trial *t, astar_pair pair, samples columns[COLUMNS]) {
  static const unsigned parts[] = {[TERRAINS] = ASTAR_EXPLAIN_TERRAINS,
                                   [OPEN] = ASTAR_EXPLAIN_OPEN,
                                   [WIDEST] = ASTAR_EXPLAIN_WIDEST,
                                   [BARRIER] = ASTAR_EXPLAIN_BARRIER};
  astar_grid *fresh;
  check_status(astar_grid_clone(t->grid, NULL, &fresh), "a grid");
  check_status(
      astar_is_reachable(fresh, t->rules, NULL, pair.x1, pair.y1, pair.x2, pair.y2),
      "an answer");
  samples_add(&columns[FIRST], explain(t, fresh, pair, ASTAR_EXPLAIN_RELAX));
  samples_add(&columns[KNOWN], explain(t, fresh, pair, ASTAR_EXPLAIN_RELAX));
  for (int column = TERRAINS; column <= BARRIER; column++)
    samples_add(&columns[column], explain(t, t->grid, pair, parts[column]));
  astar_grid_free(fresh);
}

static void explain_map(trial *t) {
  samples columns[COLUMNS];
  for (int i = 0; i < COLUMNS; i++) columns[i] = samples_new(TRIES);
  for (int try = 0; try < TRIES && columns[FIRST].count < PAIRS; try++) {
    astar_pair pair = random_pair(t);
    astar_point cut[MAX_CUT];
    int count;
    double start = bench_processor_now();
    astar_status status = astar_chokepoints(t->grid, t->rules, NULL, pair.x1, pair.y1,
                                            pair.x2, pair.y2, MAX_CUT, cut, &count);
    samples_add(&columns[CHOKEPOINTS], bench_processor_now() - start);
    check_status(status, "choke points");
    if (status != ASTAR_OK) continue;
    block_tiles(t, cut, count, true);
    explain_parts(t, pair, columns);
    block_tiles(t, cut, count, false);
  }
  printf("| %s | %d |", t->map->map, columns[FIRST].count);
  for (int i = 0; i < COLUMNS; i++) {
    double mean = samples_mean(&columns[i]) * 1e-3,
           worst = samples_at(&columns[i], 1) * 1e-3;
    printf(" %.2f / %.2f |", mean, worst);
    free(columns[i].times);
  }
  printf("\n");
}

// -------------------------------------------------------------------- planned obstacles

// Fills `tiles` with a building at a random place where all its tiles are passable.
static int random_building(trial *t, int width, int height, astar_point *tiles) {
  for (;;) {
    astar_point corner = random_tile(t);
    int count = 0;
    for (int y = 0; y < height; y++) {
      for (int x = 0; x < width; x++) {
        astar_point tile = {corner.x + x, corner.y + y};
        if (!astar_is_passable(t->grid, t->rules, NULL, tile.x, tile.y)) continue;
        tiles[count++] = tile;
      }
    }
    if (count == width * height) return count;
  }
}

static void block_map(trial *t, int width, int height) {
  samples times = samples_new(PLACES);
  astar_point tiles[64];
  int refused = 0;
  astar_pair pair = random_pair(t);
  for (int i = 0; i < PLACES; i++) {
    if (i % PER_PAIR == 0) pair = random_pair(t);
    int count = random_building(t, width, height, tiles);
    double time = INFINITY;
    astar_status status = ASTAR_OK;
    for (int pass = 0; pass < PASSES; pass++) {
      double start = bench_now();
      status = astar_can_block(t->grid, t->rules, NULL, tiles, count, &pair, 1, NULL);
      time = fmin(time, bench_now() - start);
    }
    samples_add(&times, time);
    check_status(status, "an answer");
    refused += status != ASTAR_OK;
  }
  printf(" %.2f / %.1f / %.0f (%.1f %%) |", samples_at(&times, .5),
         samples_at(&times, .99), samples_at(&times, 1), 100.0 * refused / PLACES);
  free(times.times);
}

// -------------------------------------------------------------------------------- main

static bench map_read(char *name) {
  bench map = {0};
  bench_read_map(&map, name);
  char *slash = strrchr(name, '/'), *dot = strrchr(name, '.');
  map.map = slash ? slash + 1 : name;
  if (dot) *dot = '\0';
  return map;
}

static void each_map(int argc, char **names, void run(trial *t)) {
  for (int i = 0; i < argc; i++) {
    char *name = bench_need(strdup(names[i]), "memory");
    bench map = map_read(name);
    trial t;
    trial_begin(&t, &map);
    run(&t);
    fflush(stdout);
    trial_end(&t);
    bench_free(&map);
    free(name);
  }
}

static void block_row(trial *t) {
  printf("| %s |", t->map->map);
  block_map(t, 1, 1);
  block_map(t, 2, 2);
  block_map(t, 5, 4);
  printf("\n");
}

int main(int argc, char **argv) {
  printf(
      "Explanations [ms, mean / maximum]\n\n"
      "| map | pairs | relax, first | relax, known | terrains | open | widest | barrier "
      "| choke points |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- |\n");
  each_map(argc - 1, argv + 1, explain_map);
  printf("\n`can_block` [us, median / 99th percentile / maximum (refused)]\n\n"
         "| map | 1 tile | 2 x 2 | 5 x 4 |\n| --- | --- | --- | --- |\n");
  each_map(argc - 1, argv + 1, block_row);
  return 0;
}
