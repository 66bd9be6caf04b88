// libtcod's A*, as fast as its users can have it.
//
// On a map of its own libtcod cuts every corner. To solve the problem that the others
// solve it is given a function for the cost of a step, which forbids that. In 4-way,
// where there are no corners, its own map would do, but is no faster than the function.
#include "timing.h"
#include <libtcod/path.h>

typedef struct tcod {
  TCOD_path_t path;
  int width;
  unsigned char *cost, *kept; // costs that the function looks at; as they were at first
} tcod;

static float tcod_step(int x1, int y1, int x2, int y2, void *user) {
  const tcod *t = user;
  const unsigned char *row1 = t->cost + y1 * t->width, *row2 = t->cost + y2 * t->width;
  if (x1 != x2 && y1 != y2 && !(row1[x2] && row2[x1])) return 0;
  return row2[x2];
}

static int tcod_search(void *self, const bench_query *q, bench_point *path) {
  tcod *t = self;
  if (!TCOD_path_compute(t->path, q->x1, q->y1, q->x2, q->y2)) return 0;
  int length = 0, x = q->x1, y = q->y1;
  do path[length++] = (bench_point){(uint16_t)x, (uint16_t)y};
  while (TCOD_path_walk(t->path, &x, &y, false)); // TCOD_path_get would take n * n steps
  return length;
}

static void tcod_edit(void *self, int x, int y, bool blocked) {
  tcod *t = self;
  t->cost[y * t->width + x] = blocked ? 0 : t->kept[y * t->width + x];
}

int main(int argc, char **argv) {
  bench b = bench_read(argc, argv);
  size_t tiles = (size_t)b.width * (size_t)b.height;
  tcod t = {.width = b.width, .kept = b.cost};
  t.cost = bench_need(malloc(tiles), "memory");
  memcpy(t.cost, b.cost, tiles);
  float diagonal = bench_is(&b, "4way") ? 0.0f : 1.41421356f;
  t.path = TCOD_path_new_using_function(b.width, b.height, tcod_step, &t, diagonal);
  bench_need(t.path, "memory");

  bench_run(&b, "libtcod", &t, tcod_search, tcod_edit);

  TCOD_path_delete(t.path);
  free(t.cost);
  bench_free(&b);
}
