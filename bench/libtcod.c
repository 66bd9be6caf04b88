// A* and the Dijkstra map of libtcod, a peer of the benchmark: run.lua starts it.
//
// On its own map class libtcod cuts every corner. To solve the same problem as the
// other peers it gets a cost function that forbids this. In 4-way no step passes a
// corner; there the map class works, too, but is not faster than the function. Fields
// that cut corners use the map class.
//
// Its heuristic assumes that a tile costs at least 1. Where terrains cost less, its paths
// are often not the cheapest.
#include "timing.h"
#include <libtcod/fov.h>
#include <libtcod/path.h>

typedef struct tcod {
  bench *b;
  TCOD_path_t path;
  TCOD_dijkstra_t field;
  int width;
  float *cost; // of each tile, for the function; 0: a wall
} tcod;

static float tcod_step(int x1, int y1, int x2, int y2, void *user) {
  const tcod *t = user;
  const float *row1 = t->cost + y1 * t->width, *row2 = t->cost + y2 * t->width;
  if (x1 != x2 && y1 != y2 && !(row1[x2] > 0 && row2[x1] > 0)) return 0;
  return row2[x2];
}

static int tcod_search(void *self, const bench_query *q, bench_point *path) {
  tcod *t = self;
  if (!TCOD_path_compute(t->path, q->x1, q->y1, q->x2, q->y2)) return 0;
  int length = 0, x = q->x1, y = q->y1;
  do path[length++] = (bench_point){x, y};
  // TCOD_path_get for each tile would take n * n steps.
  while (TCOD_path_walk(t->path, &x, &y, false));
  return length;
}

static void tcod_edit(void *self, int x, int y, bool blocked) {
  tcod *t = self;
  t->cost[y * t->width + x] = blocked ? 0 : (float)bench_cost(t->b, x, y);
}

static void tcod_run_paths(tcod *t) {
  bench *b = t->b;
  float diagonal = bench_is(b, "4way") ? 0.0f : 1.41421356f;
  t->path = TCOD_path_new_using_function(b->width, b->height, tcod_step, t, diagonal);
  bench_need(t->path, "memory");
  bench_run(b, "libtcod", t, tcod_search, tcod_edit);
  TCOD_path_delete(t->path);
}

// ----------------------------------------------------------------------------- fields

// A field is computed from its goal outwards: the mover steps from the second tile to the
// first.
static float tcod_step_back(int x1, int y1, int x2, int y2, void *user) {
  const tcod *t = user;
  return t->cost[y2 * t->width + x2] > 0 ? tcod_step(x2, y2, x1, y1, user) : 0;
}

static double tcod_field_cost(const void *self, int x, int y) {
  return TCOD_dijkstra_get_distance(((const tcod *)self)->field, x, y);
}

static double tcod_field_trial(void *self, const bench_query *q, double *cost) {
  tcod *t = self;
  double start = bench_now();
  TCOD_dijkstra_compute(t->field, q->x2, q->y2);
  double time = bench_now() - start;
  if (cost) *cost = bench_judge_field(t->b, t, tcod_field_cost);
  return time;
}

static void tcod_run_fields(tcod *t) {
  const bench *b = t->b;
  const float diagonal = 1.41f;
  TCOD_map_t map = bench_need(TCOD_map_new(b->width, b->height), "memory");
  for (int y = 0; y < b->height; y++)
    for (int x = 0; x < b->width; x++)
      TCOD_map_set_properties(map, x, y, true, bench_cost(b, x, y) > 0);
  t->field = bench_is(b, "fields-cut")
                 ? TCOD_dijkstra_new(map, diagonal)
                 : TCOD_dijkstra_new_using_function(b->width, b->height, tcod_step_back,
                                                    t, diagonal);
  bench_need(t->field, "memory");
  bench_run_trials(t->b, "libtcod", t, tcod_field_trial);
  TCOD_dijkstra_delete(t->field);
  TCOD_map_delete(map);
}

int main(int argc, char **argv) {
  bench b = bench_read(argc, argv);
  size_t tiles = (size_t)b.width * (size_t)b.height;
  tcod t = {.b = &b, .width = b.width};
  t.cost = bench_need(malloc(tiles * sizeof *t.cost), "memory");
  for (size_t i = 0; i < tiles; i++) t.cost[i] = (float)b.costs[b.tiles[i]];
  if (bench_is_of(&b, "fields"))
    tcod_run_fields(&t);
  else
    tcod_run_paths(&t);
  free(t.cost);
  bench_free(&b);
}
