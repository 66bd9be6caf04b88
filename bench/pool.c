// Prints what worker threads give, as tables: the throughput of pools of 1 to 4 threads
// against `astar_find_path` in a loop, what a pool costs the game thread per request, per
// edit and per update, and its memory. Run it by `make bench-pool`, which also runs
// pool.lua, the cost of a request from Lua.
//
//     PROGRAM [MAP...]
//
// The loop and the pools answer the same requests in turns, so that all of them meet the
// same other load of the machine; the best round of each counts. Each answer of a pool is
// compared with that of the loop, point by point.
#include "timing.h"
#include "astar.h"
#include "astar_pool.h"

enum {
  SIDE = 512,         // of generated maps [tiles]
  MAX_QUERIES = 4000, // of one round
  ROUND = 50000,      // about the time of a round in the loop [us]
  SERIES = 4,         // each with new pools
  ROUNDS = 2,         // of a series
  READ_PAUSE = 100,   // between looks for answers [us]
  THREADS = 4,
  FRAMES = 250,
  FRAME = 4000,     // [us]
  MAX_LOAD = 20,    // requests of one frame
  FRAME_EDITS = 20, // edits of one frame
  EDITS = 50000     // of one round
};

typedef struct bench_pair {
  int x1, y1, x2, y2;
} bench_pair;

// What the loop answered: the cost, 0 without a path, and a hash of the points.
typedef struct answer {
  double cost;
  uint64_t hash;
} answer;

typedef struct trial {
  const char *name;
  astar_grid *grid;
  astar_rules *rules;
  int width, height;
  uint64_t random;
  bench_pair pairs[MAX_QUERIES];
  answer answers[MAX_QUERIES];
  int count;
  double mean; // of a path in the loop [us]
  astar_path *path;
  astar_point *points;
  astar_pool *pools[THREADS]; // pool `i` has i + 1 threads
} trial;

static void check_status(astar_status status, const char *what) {
  bench_need(astar_is_error(status) ? NULL : &status, what);
}

static int random_below(trial *t, int count) {
  t->random = t->random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (int)((t->random >> 33) % (uint64_t)count);
}

// -------------------------------------------------------------------------------- maps

static void trial_begin(trial *t, const char *name, int width, int height,
                        const astar_rules_def *def) {
  *t = (trial){.name = name, .width = width, .height = height, .random = 1};
  check_status(astar_rules_new(NULL, def, &t->rules), "rules");
  check_status(astar_grid_new(NULL, width, height, ASTAR_SQUARE, BENCH_WALL, &t->grid),
               "grid");
  check_status(astar_path_new(NULL, &t->path), "path");
  t->points =
      bench_need(malloc((size_t)width * (size_t)height * sizeof *t->points), "memory");
}

static void trial_end(trial *t) {
  free(t->points);
  astar_path_free(t->path);
  astar_grid_free(t->grid);
  astar_rules_free(t->rules);
}

// A fifth of the tiles are walls; the others cost the same.
static void begin_noise(trial *t) {
  astar_rules_def def = astar_default_rules();
  def.cost['.'] = 1;
  trial_begin(t, "noise-512", SIDE, SIDE, &def);
  for (int i = 0; i < SIDE * SIDE; i++)
    if (random_below(t, 5) > 0) astar_grid_set(t->grid, i % SIDE, i / SIDE, '.');
}

// Areas of 24 x 24 tiles with costs of 1 to 3; a tenth of the tiles are walls.
static void begin_areas(trial *t) {
  astar_rules_def def = astar_default_rules();
  for (int cost = 1; cost <= 3; cost++) def.cost[cost] = cost;
  trial_begin(t, "areas-512", SIDE, SIDE, &def);
  for (int y = 0; y < SIDE; y += 24)
    for (int x = 0; x < SIDE; x += 24)
      astar_grid_fill(t->grid, x, y, 24, 24, (uint8_t)(1 + random_below(t, 3)));
  for (int i = 0; i < SIDE * SIDE / 10; i++)
    astar_grid_set(t->grid, random_below(t, SIDE), random_below(t, SIDE), BENCH_WALL);
}

// A map file in the format of timing.h.
static void begin_file(trial *t, char *name) {
  bench map = {0};
  bench_read_map(&map, name);
  char *slash = strrchr(name, '/'), *dot = strrchr(name, '.');
  if (dot) *dot = '\0';
  astar_rules_def def = astar_default_rules();
  memcpy(def.cost, map.costs, sizeof map.costs);
  trial_begin(t, slash ? slash + 1 : name, map.width, map.height, &def);
  for (int y = 0; y < map.height; y++)
    astar_grid_set_row(t->grid, y, map.tiles + (size_t)y * (size_t)map.width);
  bench_free(&map);
}

// A random pair of tiles between which there is a path.
static bench_pair random_pair(trial *t) {
  for (;;) {
    const bench_pair p = {random_below(t, t->width), random_below(t, t->height),
                          random_below(t, t->width), random_below(t, t->height)};
    if (astar_is_passable(t->grid, t->rules, NULL, p.x1, p.y1) &&
        astar_is_reachable(t->grid, t->rules, NULL, p.x1, p.y1, p.x2, p.y2) == ASTAR_OK)
      return p;
  }
}

// ---------------------------------------------------------------------------- requests

static uint64_t hash_points(const astar_point *points, size_t count) {
  uint64_t hash = count;
  for (size_t i = 0; i < count; i++)
    hash = (hash ^ (uint64_t)(points[i].x << 16 | points[i].y)) * UINT64_C(0x100000001b3);
  return hash;
}

static astar_status find_in_loop(trial *t, int i) {
  const bench_pair *p = &t->pairs[i];
  const astar_point goal = {p->x2, p->y2};
  const astar_query query = astar_default_query(t->rules, p->x1, p->y1, &goal, 1);
  astar_result result;
  const astar_status status = astar_find_path(t->grid, &query, t->path, &result);
  const size_t capacity = (size_t)t->width * (size_t)t->height;
  const size_t count = astar_path_points(t->path, t->points, capacity);
  t->answers[i] = (answer){result.cost, hash_points(t->points, count)};
  return status;
}

static void request_path(trial *t, astar_pool *pool, int i) {
  const bench_pair *p = &t->pairs[i];
  const astar_point goal = {p->x2, p->y2};
  const astar_query query = astar_default_query(t->rules, p->x1, p->y1, &goal, 1);
  astar_request *request;
  check_status(astar_pool_find_path(pool, &query, &request), "request");
}

// Reads an answer, as a game would. Ends the program when it differs from the loop's.
static void read_answer(trial *t, astar_request *request, int i) {
  const size_t capacity = (size_t)t->width * (size_t)t->height;
  const size_t count = astar_request_copy_path(request, t->points, capacity);
  const answer *expected = i < 0 ? NULL : &t->answers[i];
  if (expected && (astar_request_result(request).cost != expected->cost ||
                   hash_points(t->points, count) != expected->hash))
    bench_need(NULL, "the answer of the loop");
  astar_request_free(request);
}

// -------------------------------------------------------------------------- throughput

// Chooses as many requests as the loop answers in a round.
static void choose_pairs(trial *t) {
  t->pairs[0] = random_pair(t);
  find_in_loop(t, 0); // derives the data of the rules
  double spent = 0;
  while (t->count < MAX_QUERIES && spent < ROUND) {
    t->pairs[t->count] = random_pair(t);
    const double begun = bench_processor_now();
    find_in_loop(t, t->count++);
    spent += bench_processor_now() - begun;
  }
  t->mean = spent / t->count;
}

static double time_loop(trial *t) {
  const double begun = bench_now();
  for (int i = 0; i < t->count; i++) find_in_loop(t, i);
  return bench_now() - begun;
}

static void sleep_until(double time) { // [us]
  const double left = time - bench_now();
  const struct timespec pause = {.tv_nsec = (long)(left * 1e3)};
  if (left > 0) nanosleep(&pause, NULL);
}

// One round of a pool: reads answers while others are searched. `*requests` receives the
// processor's time of all request calls.
static double time_pool(trial *t, astar_pool *pool, double *requests) {
  const double begun = bench_now(), processor_begun = bench_processor_now();
  for (int i = 0; i < t->count; i++) request_path(t, pool, i);
  *requests = bench_processor_now() - processor_begun;
  for (int done = 0; done < t->count;) {
    const int before = done;
    astar_pool_update(pool);
    for (astar_request *r; (r = astar_pool_next(pool)) != NULL;)
      read_answer(t, r, done++);
    if (done == before) sleep_until(bench_now() + READ_PAUSE);
  }
  return bench_now() - begun;
}

static void open_pools(trial *t) {
  for (int i = 0; i < THREADS; i++) {
    astar_pool_options options = astar_default_pool();
    options.threads = i + 1;
    check_status(astar_pool_new(t->grid, NULL, &options, &t->pools[i]), "pool");
    if (astar_pool_threads(t->pools[i]) != i + 1) bench_need(NULL, "threads");
  }
}

static void close_pools(trial *t) {
  for (int i = 0; i < THREADS; i++) astar_pool_free(t->pools[i]);
}

// The best times of the loop and of the pools [us].
typedef struct best_times {
  double loop, pools[THREADS], requests[THREADS];
} best_times;

// Some rounds with new pools: the system may leave threads on one processor for long when
// others are busy, and places new threads anew.
static void run_rounds(trial *t, best_times *best) {
  double request;
  open_pools(t);
  for (int i = 0; i < THREADS; i++) time_pool(t, t->pools[i], &request); // derives data
  for (int round = 0; round < ROUNDS; round++) {
    best->loop = fmin(best->loop, time_loop(t));
    for (int i = 0; i < THREADS; i++) {
      best->pools[i] = fmin(best->pools[i], time_pool(t, t->pools[i], &request));
      best->requests[i] = fmin(best->requests[i], request);
    }
  }
}

static void print_throughput(trial *t) {
  best_times best = {.loop = INFINITY};
  for (int i = 0; i < THREADS; i++) best.pools[i] = best.requests[i] = INFINITY;
  choose_pairs(t);
  for (int series = 0; series < SERIES; series++) {
    if (series > 0) close_pools(t);
    run_rounds(t, &best);
  }
  printf("| %s | %.1f |", t->name, best.loop / t->count);
  for (int i = 0; i < THREADS; i++) printf(" %.2f |", best.loop / best.pools[i]);
  printf(" %.2f | %.1f | %.1f |\n", best.requests[0] / t->count,
         (double)astar_grid_memory(t->grid) / 1e6,
         (double)astar_pool_memory(t->pools[THREADS - 1]) / THREADS / 1e6);
  close_pools(t);
}

// ------------------------------------------------------------------------- game thread

// The times of each frame [us]: wall-clock times, interruptions included.
typedef struct frame_times {
  double first[FRAMES];  // the first request: publishes the edits, and may wake a worker
  double others[FRAMES]; // each other request: the mean
  double update[FRAMES]; // with all answers read
} frame_times;

// A door that opens and closes on a random tile.
static void edit_tile(trial *t) {
  const int x = random_below(t, t->width), y = random_below(t, t->height);
  astar_grid_block(t->grid, x, y, !astar_grid_is_blocked(t->grid, x, y, 1), 1);
}

// As many requests per frame as the loop would answer in half of it, but at least 2.
static int choose_load(const trial *t) {
  const double load = FRAME / 2 / t->mean;
  return load < 2 ? 2 : load > MAX_LOAD ? MAX_LOAD : (int)load;
}

static void run_frame(trial *t, astar_pool *pool, frame_times *times, int frame) {
  const int load = choose_load(t);
  const double begun = bench_now();
  for (int i = 0; i < FRAME_EDITS; i++) edit_tile(t);
  const double edited = bench_now();
  request_path(t, pool, frame * load % t->count);
  const double requested = bench_now();
  for (int i = 1; i < load; i++) request_path(t, pool, (frame * load + i) % t->count);
  times->others[frame] = (bench_now() - requested) / (load - 1);
  times->first[frame] = requested - edited;
  sleep_until(begun + FRAME);
  const double woken = bench_now();
  astar_pool_update(pool);
  for (astar_request *r; (r = astar_pool_next(pool)) != NULL;) read_answer(t, r, -1);
  times->update[frame] = bench_now() - woken;
}

static int compare(const void *a, const void *b) {
  const double left = *(const double *)a, right = *(const double *)b;
  return (left > right) - (left < right);
}

static void print_column(double *times, int digits) {
  qsort(times, FRAMES, sizeof *times, compare);
  printf(" %.*f / %.*f / %.*f |", digits, times[FRAMES / 2], digits,
         times[FRAMES * 99 / 100], digits, times[FRAMES - 1]);
}

// Frames of a game: edits and requests, then the answers of the frame before.
static void print_frames(trial *t, int threads, int latency, frame_times *times) {
  astar_pool_options options = astar_default_pool();
  options.threads = threads;
  options.latency = latency;
  astar_pool *pool;
  check_status(astar_pool_new(t->grid, NULL, &options, &pool), "pool");
  for (int frame = 0; frame < FRAMES; frame++) run_frame(t, pool, times, frame);
  printf("| %s | %d | %d | %d |", t->name, choose_load(t), threads, latency);
  print_column(times->first, 1);
  print_column(times->others, 2);
  print_column(times->update, 0);
  printf("\n");
  astar_pool_free(pool);
}

// The mean of an edit in the best of some rounds; processor time. Tiles are blocked in
// one round and free in the next.
static double time_edits(trial *t, const bench_point *tiles) {
  double best = INFINITY;
  for (int round = 0; round < 2 * SERIES * ROUNDS; round++) {
    const double begun = bench_processor_now();
    for (int i = 0; i < EDITS; i++)
      astar_grid_block(t->grid, tiles[i].x, tiles[i].y, round % 2 == 0, 1);
    best = fmin(best, bench_processor_now() - begun);
  }
  return best / EDITS;
}

static void print_edits(trial *t) {
  bench_point *tiles = bench_need(malloc(EDITS * sizeof *tiles), "memory");
  for (int i = 0; i < EDITS; i++) {
    tiles[i].x = (uint16_t)random_below(t, t->width);
    tiles[i].y = (uint16_t)random_below(t, t->height);
  }
  const double alone = time_edits(t, tiles);
  const uint64_t revision = astar_grid_revision(t->grid);
  size_t size;
  check_status(astar_grid_changes(t->grid, revision, NULL, 0, &size), "delta");
  const double recorded = time_edits(t, tiles);
  printf("| %s | %.4f | %.4f |\n", t->name, alone, recorded);
  free(tiles);
}

// -------------------------------------------------------------------------------- main

// Calls a function for each map: files, or without files the generated maps.
static void each_map(int count, char **files, void print(trial *t)) {
  trial *t = bench_need(calloc(1, sizeof *t), "memory");
  for (int i = 0; i < (count > 0 ? count : 2); i++) {
    if (count > 0) {
      char *name = bench_need(strdup(files[i]), "memory");
      begin_file(t, name);
      print(t);
      trial_end(t);
      free(name);
    } else {
      (i == 0 ? begin_noise : begin_areas)(t);
      print(t);
      trial_end(t);
    }
    fflush(stdout);
  }
  free(t);
}

static void print_game(trial *t) {
  frame_times *times = bench_need(calloc(1, sizeof *times), "memory");
  choose_pairs(t);
  for (int n = 1; n <= THREADS; n++) print_frames(t, n, 0, times);
  print_frames(t, 2, 1, times);
  free(times);
}

int main(int argc, char **argv) {
  printf("Throughput: the time of the loop divided by that of a pool.\n\n"
         "| map | loop [us per path] | 1 thread | 2 | 3 | 4 | request [us] | grid [MB] | "
         "worker [MB] |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- |\n");
  each_map(argc - 1, argv + 1, print_throughput);
  printf("\nFrames of %d ms with %d edits and some requests [us]: median / 99th "
         "percentile / maximum.\n\n"
         "| map | requests | threads | latency | first request | each other | update |\n"
         "| --- | --- | --- | --- | --- | --- | --- |\n",
         FRAME / 1000, FRAME_EDITS);
  each_map(argc - 1, argv + 1, print_game);
  printf("\nOne edit [us].\n\n| map | alone | recorded |\n| --- | --- | --- |\n");
  each_map(argc - 1, argv + 1, print_edits);
  return 0;
}
