// The cheapest costs on one map; optimum.h describes the method.
#include "optimum.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { OPTIMUM_EDGES = ORACLE_TILES * 16 + ORACLE_STEPS };

static oracle_edge edges[OPTIMUM_EDGES], edges_in[OPTIMUM_EDGES];
static int first[ORACLE_TILES + 1], first_in[ORACLE_TILES + 1];

// ------------------------------------------------------------------------------- steps

// Sorts the steps by the tile that they enter.
static void optimum_turn(const oracle_map *map, const astar_rules_def *rules, int tiles) {
  static bool fits[ORACLE_TILES];
  memset(first_in, 0, sizeof first_in);
  for (int i = 0; i < tiles; i++)
    fits[i] = oracle_fits(map, rules, i % map->width, i / map->width);
  for (int i = 0; i < first[tiles]; i++)
    if (fits[edges[i].from]) first_in[edges[i].to]++;
  for (int i = 0, sum = 0; i <= tiles; i++) { // where the steps of each tile end
    sum += first_in[i];
    first_in[i] = sum;
  }
  for (int i = first[tiles] - 1; i >= 0; i--)
    if (fits[edges[i].from]) edges_in[--first_in[edges[i].to]] = edges[i];
}

void optimum_read(optimum *o, const oracle_map *map, const astar_rules_def *rules) {
  const int tiles = map->width * map->height;
  int count = 0;
  if (tiles > ORACLE_TILES) abort(); // terrain.c makes maps of at most 159 x 13
  for (int i = 0; i < tiles; i++) {
    first[i] = count;
    if (count + ORACLE_STEPS > OPTIMUM_EDGES) abort();
    count += oracle_edges_from(map, rules, i % map->width, i / map->width, edges + count);
  }
  first[tiles] = count;
  optimum_turn(map, rules, tiles);
  *o = (optimum){tiles, edges, first, edges_in, first_in, INFINITY, {0}};
  for (int i = 0; i < count && !rules->has_pair_costs; i++)
    if (!edges[i].is_link && edges[i].cost < o->min_step) o->min_step = edges[i].cost;
}

double optimum_step(const optimum *o, int from, int to) {
  double least = INFINITY;
  for (int i = o->first[from]; i < o->first[from + 1]; i++)
    if (o->edges[i].to == to && o->edges[i].cost < least) least = o->edges[i].cost;
  return least;
}

// -------------------------------------------------------------------------------- heap

typedef struct optimum_entry {
  long double cost;
  int tile;
} optimum_entry;

// A binary heap. A tile is in it once for each time that its cost became lower.
static optimum_entry heap[OPTIMUM_EDGES + ORACLE_TILES];
static int heap_count;

static void optimum_push(long double cost, int tile) {
  int at = heap_count++;
  for (; at > 0 && heap[(at - 1) / 2].cost > cost; at = (at - 1) / 2)
    heap[at] = heap[(at - 1) / 2];
  heap[at] = (optimum_entry){cost, tile};
}

static optimum_entry optimum_pop(void) {
  const optimum_entry top = heap[0], last = heap[--heap_count];
  int at = 0;
  for (int child = 1; child < heap_count; child = 2 * at + 1) {
    if (child + 1 < heap_count && heap[child + 1].cost < heap[child].cost) child++;
    if (heap[child].cost >= last.cost) break;
    heap[at] = heap[child];
    at = child;
  }
  heap[at] = last;
  return top;
}

// ------------------------------------------------------------------------------ search

static long double sums[ORACLE_TILES];

static void optimum_begin(const optimum *o) {
  heap_count = 0;
  for (int i = 0; i < o->tiles; i++) sums[i] = INFINITY;
}

static void optimum_lower(int tile, long double cost) {
  if (cost >= sums[tile]) return;
  sums[tile] = cost;
  optimum_push(cost, tile);
}

static void optimum_run(optimum *o, bool backwards) {
  const oracle_edge *list = backwards ? o->edges_in : o->edges;
  const int *begin = backwards ? o->first_in : o->first;
  while (heap_count > 0) {
    const optimum_entry entry = optimum_pop();
    if (entry.cost > sums[entry.tile]) continue;
    for (int i = begin[entry.tile]; i < begin[entry.tile + 1]; i++)
      optimum_lower(backwards ? list[i].from : list[i].to, entry.cost + list[i].cost);
  }
  for (int i = 0; i < o->tiles; i++) o->costs[i] = (double)sums[i];
}

void optimum_from(optimum *o, int tile) {
  optimum_begin(o);
  optimum_lower(tile, 0);
  optimum_run(o, false);
}

void optimum_to(optimum *o, const oracle_map *map, const astar_rules_def *rules,
                const astar_source *goals, int count) {
  optimum_begin(o);
  for (int i = 0; i < count; i++) {
    if (!oracle_fits(map, rules, goals[i].x, goals[i].y)) continue;
    optimum_lower(oracle_index(map, goals[i].x, goals[i].y), goals[i].cost);
  }
  optimum_run(o, true);
}
