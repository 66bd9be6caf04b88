// Shared by the C programs of the benchmark: reads a map and its queries, times passes
// over them, checks the paths and prints one CSV line per query.
//
//     PROGRAM CASE MAP QUERIES PASSES SECONDS
//
// The map is in MovingAI's format. A line `costs .=1 R=0.5` in its header names the cost
// of each letter; letters without a cost are walls.
//
// The Lua and JavaScript programs (timing.lua, timing.mjs) take the same arguments, read
// the same files and print the same lines: case, map, peer, query, best microseconds,
// cost.
#ifndef BENCH_TIMING_H
#define BENCH_TIMING_H

#define _POSIX_C_SOURCE 200809L // for clock_gettime

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define BENCH_ENOUGH 0.1     // passes continue for at least this time [s]
#define BENCH_NO_PATH (-1.0) // cost: no path
#define BENCH_ILLEGAL (-2.0) // cost: the path has an illegal step
#define BENCH_WALL '@'       // the letter of walls in all maps

typedef struct bench_point {
  int x, y;
} bench_point;

// From (x1, y1) to (x2, y2), counted from 0; (edit_x, edit_y) is the tile to block first.
typedef struct bench_query {
  int id, x1, y1, x2, y2, edit_x, edit_y;
} bench_query;

typedef struct bench {
  const char *kind, *map; // the case; the map's name
  int width, height;
  unsigned char *tiles; // the letter of each tile, row by row
  double costs[256];    // of each letter; 0: a wall
  bench_query *queries;
  int count, passes;
  double seconds; // stop after this time [s]
  bench_point *path;
  double reached; // tiles of all fields that were checked
} bench;

// A search of a peer: writes the path to `path`, start and goal included, and returns its
// length, 0 when there is none.
typedef int (*bench_search)(void *self, const bench_query *query, bench_point *path);
// An edit of a peer: blocks or frees a tile.
typedef void (*bench_edit)(void *self, int x, int y, bool blocked);
// One query of any kind: returns the microseconds that it took. If `cost` is not NULL,
// the answer is also checked, outside the timing.
typedef double (*bench_trial)(void *self, const bench_query *query, double *cost);
// The cost of a tile of a field; negative or infinite if the field does not reach it.
typedef double (*bench_tile_cost)(const void *field, int x, int y);

// ----------------------------------------------------------------------------- reading

static inline void *bench_need(void *memory, const char *what) {
  if (!memory) {
    fprintf(stderr, "bench: cannot get %s\n", what);
    exit(1);
  }
  return memory;
}

// The costs of a header: pairs like "R=0.5".
static inline void bench_read_costs(bench *b, char *pairs) {
  for (char *pair = strtok(pairs, " \n"); pair; pair = strtok(NULL, " \n"))
    b->costs[(unsigned char)pair[0]] = atof(pair + 2);
}

// Reads the header, which ends with a line "map". Without a line of costs, '.', 'G' and
// 'S' cost 1.
static inline void bench_read_header(bench *b, FILE *file) {
  char line[1024];
  b->costs['.'] = b->costs['G'] = b->costs['S'] = 1;
  while (fgets(line, sizeof line, file) && strncmp(line, "map", 3) != 0) {
    if (strncmp(line, "costs ", 6) == 0) {
      memset(b->costs, 0, sizeof b->costs);
      bench_read_costs(b, line + 6);
    }
    sscanf(line, "height %d", &b->height);
    sscanf(line, "width %d", &b->width);
  }
  if (b->width <= 0 || b->height <= 0) bench_need(NULL, "the header of the map");
}

static inline void bench_read_map(bench *b, const char *name) {
  FILE *file = bench_need(fopen(name, "r"), name);
  bench_read_header(b, file);
  size_t tiles = (size_t)b->width * (size_t)b->height;
  b->tiles = bench_need(malloc(tiles), "memory");
  b->path = bench_need(malloc(tiles * sizeof *b->path), "memory");
  for (size_t i = 0; i < tiles;) {
    int letter = fgetc(file);
    if (letter == EOF) bench_need(NULL, "all rows of the map");
    if (letter != '\n') b->tiles[i++] = (unsigned char)letter;
  }
  fclose(file);
}

static inline void bench_read_queries(bench *b, const char *name) {
  FILE *file = bench_need(fopen(name, "r"), name);
  char line[1024];
  bench_query q;
  int room = 0;
  while (fgets(line, sizeof line, file)) {
    if (sscanf(line, "%*s %*s %*s %*s %d %d %d %d %*s %d %d %d", &q.x1, &q.y1, &q.x2,
               &q.y2, &q.edit_x, &q.edit_y, &q.id) != 7)
      continue;
    if (b->count == room) {
      room = room ? 2 * room : 256;
      b->queries = bench_need(realloc(b->queries, (size_t)room * sizeof q), "memory");
    }
    b->queries[b->count++] = q;
  }
  fclose(file);
}

static inline bench bench_read(int argc, char **argv) {
  bench b = {0};
  if (argc != 6) {
    fprintf(stderr, "usage: %s CASE MAP QUERIES PASSES SECONDS\n", argv[0]);
    exit(2);
  }
  b.kind = argv[1];
  b.passes = atoi(argv[4]);
  b.seconds = atof(argv[5]);
  bench_read_map(&b, argv[2]);
  bench_read_queries(&b, argv[3]);
  char *slash = strrchr(argv[2], '/');
  b.map = slash ? slash + 1 : argv[2];
  char *dot = strrchr(argv[2], '.');
  if (dot) *dot = '\0';
  return b;
}

static inline void bench_free(bench *b) {
  free(b->tiles);
  free(b->path);
  free(b->queries);
}

static inline bool bench_is(const bench *b, const char *kind) {
  return strcmp(b->kind, kind) == 0;
}

// Whether the case belongs to a family: "fields-cut" belongs to "fields".
static inline bool bench_is_of(const bench *b, const char *family) {
  size_t length = strlen(family);
  return strncmp(b->kind, family, length) == 0 &&
         (b->kind[length] == '\0' || b->kind[length] == '-');
}

// The number at the end of a case's name, as in "range-10"; 0 if there is none.
static inline double bench_number(const bench *b) {
  const char *dash = strrchr(b->kind, '-');
  return dash ? atof(dash + 1) : 0;
}

// ---------------------------------------------------------------------------- checking

// The cost of entering a tile; 0: a wall.
static inline double bench_cost(const bench *b, int x, int y) {
  return b->costs[b->tiles[(size_t)y * (size_t)b->width + (size_t)x]];
}

// The cost of one step, negative when it is not allowed.
static inline double bench_step_cost(const bench *b, bench_point from, bench_point to) {
  int dx = abs(to.x - from.x), dy = abs(to.y - from.y);
  if (dx > 1 || dy > 1 || dx + dy == 0 || to.x >= b->width || to.y >= b->height)
    return -1;
  double entered = bench_cost(b, to.x, to.y);
  if (entered <= 0) return -1;
  if (dx + dy == 1) return entered;
  int obstacles = (bench_cost(b, to.x, from.y) <= 0) + (bench_cost(b, from.x, to.y) <= 0);
  bool is_clear = obstacles <= bench_is(b, "8way-corner");
  return is_clear && !bench_is(b, "4way") ? entered * sqrt(2) : -1;
}

static inline double bench_path_cost(const bench *b, const bench_query *q, int length) {
  const bench_point *p = b->path;
  if (length == 0) return BENCH_NO_PATH;
  if (p[0].x != q->x1 || p[0].y != q->y1) return BENCH_ILLEGAL;
  if (p[length - 1].x != q->x2 || p[length - 1].y != q->y2) return BENCH_ILLEGAL;
  double sum = 0;
  for (int i = 1; i < length; i++) {
    double cost = bench_step_cost(b, p[i - 1], p[i]);
    if (cost < 0) return BENCH_ILLEGAL;
    sum += cost;
  }
  return sum;
}

// The cost of a path, summed step by step, with a wall on the tile of the edit.
static inline double bench_judge(bench *b, const bench_query *q, int length) {
  if (!bench_is(b, "edit")) return bench_path_cost(b, q, length);
  unsigned char *tile =
      &b->tiles[(size_t)q->edit_y * (size_t)b->width + (size_t)q->edit_x];
  unsigned char kept = *tile;
  *tile = BENCH_WALL;
  double cost = bench_path_cost(b, q, length);
  *tile = kept;
  return cost;
}

// The sum of the costs of a field's tiles: fields are compared by it.
static inline double bench_judge_field(bench *b, const void *field,
                                       bench_tile_cost cost_at) {
  double sum = 0;
  for (int y = 0; y < b->height; y++) {
    for (int x = 0; x < b->width; x++) {
      double cost = cost_at(field, x, y);
      if (cost < 0 || cost == INFINITY) continue;
      sum += cost;
      b->reached++;
    }
  }
  return sum;
}

// ------------------------------------------------------------------------------ timing

static inline double bench_now(void) { // [us]
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e6 + (double)t.tv_nsec * 1e-3;
}

// The time of the processor in this thread: interruptions do not count.
static inline double bench_processor_now(void) { // [us]
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec * 1e6 + (double)t.tv_nsec * 1e-3;
}

static inline void bench_print(const bench *b, const char *peer, const char *what,
                               double value, double cost) {
  printf("%s,%s,%s,%s,%.4f,%.6f\n", b->kind, b->map, peer, what, value, cost);
}

// Whether another pass follows after `pass` passes. They began at `start`, and their
// queries took `spent` [us].
static inline bool bench_goes_on(const bench *b, int pass, double start, double spent) {
  if (pass < b->passes) return spent < b->seconds * 1e6;
  return bench_now() - start < BENCH_ENOUGH * 1e6;
}

// Repeats passes over all queries, keeps the best time of each and checks its cost.
// Queries for which the time was too short are not printed. The time of checks does not
// count.
static inline void bench_run_trials(bench *b, const char *peer, void *self,
                                    bench_trial trial) {
  double *best = bench_need(malloc((size_t)b->count * sizeof *best), "memory");
  double *cost = bench_need(malloc((size_t)b->count * sizeof *cost), "memory");
  double start = bench_now(), spent = 0;
  int done = 0;
  b->reached = 0;
  for (int i = 0; i < b->count; i++) best[i] = INFINITY;
  for (int pass = 0; bench_goes_on(b, pass, start, spent); pass++) {
    for (int i = 0; i < b->count && spent <= b->seconds * 1e6; i++) {
      bool is_first = best[i] == INFINITY;
      double time = trial(self, &b->queries[i], is_first ? &cost[i] : NULL);
      if (time < best[i]) best[i] = time;
      spent += time;
      done += is_first;
    }
  }
  for (int i = 0; i < b->count; i++) {
    char id[16];
    snprintf(id, sizeof id, "%d", b->queries[i].id);
    if (best[i] < INFINITY) bench_print(b, peer, id, best[i], cost[i]);
  }
  if (b->reached > 0) bench_print(b, peer, "tiles", b->reached / done, 0);
  free(best);
  free(cost);
}

typedef struct bench_finder {
  bench *b;
  void *self;
  bench_search search;
  bench_edit edit;
} bench_finder;

// A search, its edit included. The edit is undone outside the timing.
static inline double bench_path_trial(void *self, const bench_query *q, double *cost) {
  const bench_finder *f = self;
  bool edits = bench_is(f->b, "edit");
  double start = bench_now();
  if (edits) f->edit(f->self, q->edit_x, q->edit_y, true);
  int length = f->search(f->self, q, f->b->path);
  double time = bench_now() - start;
  if (edits) f->edit(f->self, q->edit_x, q->edit_y, false);
  if (cost) *cost = bench_judge(f->b, q, length);
  return time;
}

static inline void bench_run(bench *b, const char *peer, void *self, bench_search search,
                             bench_edit edit) {
  bench_finder finder = {b, self, search, edit};
  bench_run_trials(b, peer, &finder, bench_path_trial);
}

// Whole passes without a clock inside: the mean time of a query in the best pass, printed
// as "pass".
static inline void bench_run_whole(bench *b, const char *peer, void *self,
                                   bench_search search) {
  double best = INFINITY, start = bench_now();
  if (bench_is(b, "edit")) return;
  for (int pass = 0; bench_goes_on(b, pass, start, bench_now() - start); pass++) {
    double begun = bench_now();
    for (int i = 0; i < b->count; i++) search(self, &b->queries[i], b->path);
    best = fmin(best, (bench_now() - begun) / b->count);
  }
  bench_print(b, peer, "pass", best, 0);
}

#endif
