// Prints the time per frame that watched paths take: 1,000 paths of 200 tiles on a map of
// 512 x 512, 100 edits per frame; microseconds, the median of 301 frames. Run it by `make
// bench-watches`, which also runs watches.lua, the same measurement from Lua.
#include "timing.h"
#include "astar.h"

enum { SIDE = 512, PATHS = 1000, TILES = 200, EDITS = 100, FRAMES = 301 };

typedef struct watches {
  astar_grid *grid;
  astar_rules *rules;
  astar_point paths[PATHS][TILES];
  astar_watch *list[PATHS];
  astar_point units[EDITS / 2]; // each moves once per frame: two edits
  uint64_t random;
} watches;

// The microseconds of each frame.
typedef struct frame_times {
  double edits[FRAMES], update[FRAMES], broken[FRAMES], valid[FRAMES], check[FRAMES];
  double alone[FRAMES];
} frame_times;

static void check_status(astar_status status, const char *what) {
  bench_need(status == ASTAR_OK ? &status : NULL, what);
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

static int random_below(watches *w, int count) {
  w->random = w->random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (int)((w->random >> 33) % (uint64_t)count);
}

// Keeps the first 200 tiles of a path between random tiles, if it is that long.
static bool find_path(watches *w, astar_path *path, astar_point *points) {
  astar_goal goal = {random_below(w, SIDE), random_below(w, SIDE)};
  astar_query query = astar_default_query(w->rules, random_below(w, SIDE),
                                          random_below(w, SIDE), &goal, 1);
  return astar_find_path(w->grid, &query, path, NULL) == ASTAR_OK &&
         astar_path_points(path, points, TILES) >= TILES;
}

static void begin(watches *w) {
  w->random = 1;
  check_status(astar_grid_new(NULL, SIDE, SIDE, ASTAR_SQUARE, 1, &w->grid), "grid");
  astar_rules_def def = astar_default_rules();
  def.cost[1] = 1;
  check_status(astar_rules_new(NULL, &def, &w->rules), "rules");
  for (int i = 0; i < SIDE * SIDE / 5; i++)
    astar_grid_set(w->grid, random_below(w, SIDE), random_below(w, SIDE), 0);
  astar_path *path;
  check_status(astar_path_new(NULL, &path), "path");
  for (int i = 0; i < PATHS; i++) {
    while (!find_path(w, path, w->paths[i])) continue;
  }
  astar_path_free(path);
}

static void end(watches *w) {
  astar_grid_free(w->grid);
  astar_rules_free(w->rules);
}

static double time_edits(watches *w) {
  double start = now();
  for (int i = 0; i < EDITS / 2; i++) {
    astar_point *unit = &w->units[i];
    astar_grid_block(w->grid, unit->x, unit->y, false, 1);
    *unit =
        (astar_point){(uint16_t)random_below(w, SIDE), (uint16_t)random_below(w, SIDE)};
    astar_grid_block(w->grid, unit->x, unit->y, true, 1);
  }
  return now() - start;
}

// Updates the derived data that every query needs after edits: passable tiles, legal
// moves.
static double time_update(watches *w) {
  double start = now();
  check_status(
      astar_check_path(w->grid, w->rules, NULL, NULL, 0, ASTAR_PATH_STEPS, 0, NULL),
      "path");
  return now() - start;
}

static double time_broken(watches *w, double *found) {
  double start = now();
  astar_watch *watch;
  while (astar_grid_next_broken(w->grid, &watch) == ASTAR_OK && watch != NULL) ++*found;
  return now() - start;
}

static double time_valid(watches *w, double *invalid) {
  double start = now();
  size_t bad;
  for (int i = 0; i < PATHS; i++) {
    astar_watch_check(w->list[i], 0, &bad);
    *invalid += bad < TILES;
  }
  return now() - start;
}

static double time_checks(watches *w, double *invalid) {
  double start = now();
  size_t bad;
  for (int i = 0; i < PATHS; i++) {
    astar_check_path(w->grid, w->rules, NULL, w->paths[i], TILES, ASTAR_PATH_STEPS, 0,
                     &bad);
    *invalid -= bad < TILES;
  }
  return now() - start;
}

static void watch_all(watches *w) {
  for (int i = 0; i < PATHS; i++) {
    check_status(astar_watch_new(w->grid, w->rules, NULL, w->paths[i], TILES,
                                 ASTAR_PATH_STEPS, &w->list[i]),
                 "watch");
  }
}

static void close_all(watches *w) {
  for (int i = 0; i < PATHS; i++) astar_watch_free(w->list[i]);
}

static int compare(const void *a, const void *b) {
  double left = *(const double *)a, right = *(const double *)b;
  return (left > right) - (left < right);
}

static void print_time(const char *what, double microseconds) {
  printf("%-54s %8.1f\n", what, microseconds);
}

static void print_median(const char *what, double *microseconds) {
  qsort(microseconds, FRAMES, sizeof *microseconds, compare);
  print_time(what, microseconds[FRAMES / 2]);
}

static void measure_bare(watches *w, frame_times *t) {
  for (int i = 0; i < FRAMES; i++) {
    t->edits[i] = time_edits(w);
    t->update[i] = time_update(w);
  }
  print_median("100 edits, no watch", t->edits);
  print_median("update of legal moves, needed by any query", t->update);
}

static void measure_watched(watches *w, frame_times *t) {
  double found = 0, ignored = 0, invalid = 0;
  for (int i = 0; i < FRAMES; i++) {
    t->edits[i] = time_edits(w);
    time_update(w);
    t->alone[i] = time_broken(w, &found);
    t->valid[i] = time_valid(w, &invalid);
    time_edits(w);
    t->broken[i] = time_broken(w, &ignored);
    time_valid(w, &invalid);
  }
  print_median("100 edits, 1,000 watches", t->edits);
  print_median("broken(), complete", t->broken);
  print_median("broken(), after the update of legal moves", t->alone);
  print_median("1,000 times is_valid", t->valid);
  print_time("(watches that broke per frame)", found / FRAMES);
}

// For comparison: paths that are not watched.
static void measure_checks(watches *w, frame_times *t) {
  double wrong = 0;
  for (int i = 0; i < FRAMES; i++) {
    time_edits(w);
    time_update(w);
    t->check[i] = time_checks(w, &wrong);
    time_valid(w, &wrong);
  }
  print_median("1,000 times astar_check_path", t->check);
  if (wrong != 0) printf("WRONG: watches and checks disagree\n");
}

// More edits than the journal holds: all watches are checked.
static void measure_lost(watches *w, frame_times *t) {
  double ignored = 0;
  for (int i = 0; i < FRAMES; i++) {
    for (int n = 0; n < 1100; n += EDITS) time_edits(w);
    time_update(w);
    t->broken[i] = time_broken(w, &ignored);
  }
  print_median("broken() after 1,100 edits: checks all paths", t->broken);
}

int main(void) {
  watches *w = bench_need(calloc(1, sizeof *w), "memory");
  frame_times *t = bench_need(calloc(1, sizeof *t), "memory");
  begin(w);
  printf("1,000 paths of 200 tiles, 512 x 512 tiles, 100 edits per frame [us]\n");
  measure_bare(w, t);
  double start = now();
  size_t before = astar_grid_memory(w->grid);
  watch_all(w);
  print_time("(to make one watch)", (now() - start) / PATHS);
  printf("%-54s %8.1f\n", "(bytes per watched tile)",
         (double)(astar_grid_memory(w->grid) - before) / PATHS / TILES);
  measure_watched(w, t);
  measure_checks(w, t);
  measure_lost(w, t);
  start = now();
  close_all(w);
  print_time("(to close one watch)", (now() - start) / PATHS);
  end(w);
  free(t);
  free(w);
  return 0;
}
