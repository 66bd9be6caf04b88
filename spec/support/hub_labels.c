/// Compares hub labels with Dijkstra's algorithm on the graph.
///
/// Random small graphs with the symmetry of corner graphs (for each edge from v to w one
/// from w ^ 1 to v ^ 1), with equal lengths and edges of length 0. On each graph the
/// program checks
///
/// 1. distances: for all pairs of nodes, the labels give the distance of the graph when
/// no
///    way between both corners is shorter, and never less;
/// 2. ways: the next entries of both sides lead along edges to the same hub, and the
///    lengths of the edges add up to the distance;
/// 3. builds in slices: all bytes are those of a build in one call;
/// 4. builds that run out of memory, that are stopped, or that have too many entries: no
///    memory is lost;
/// 5. long edges: distances that labels leave out make `is_cut` true.
///
/// The program includes internal headers of the core. Built and run by
/// spec/quality/programs_spec.lua; arguments: the number of graphs, the seed.
#include "index/hub_labels.h"
#include "chance.h"
#include "allocation_meter.h"

#include <limits.h>
#include <string.h>

enum { MAX_NODES = 96, MAX_EDGES = 2048 };
static const uint64_t NO_WAY = UINT64_MAX / 2;

static meter counts = {.failing = METER_NEVER};
static const astar_allocator allocator = {meter_alloc, &counts};

// -------------------------------------------------------------------------------- graph

typedef struct edge {
  uint32_t from, to, length;
} edge;

static edge edges[MAX_EDGES];
static int edge_count;

static bool has_edge(uint32_t from, uint32_t to) {
  for (int i = 0; i < edge_count; i++)
    if (edges[i].from == from && edges[i].to == to) return true;
  return false;
}

static void add_edge(uint32_t from, uint32_t to, uint32_t length) {
  if (from / 2 == to / 2 || has_edge(from, to) || edge_count + 2 > MAX_EDGES) return;
  edges[edge_count++] = (edge){from, to, length};
  if (!has_edge(to ^ 1, from ^ 1)) edges[edge_count++] = (edge){to ^ 1, from ^ 1, length};
}

/// The arrays of a graph, sorted by node.
typedef struct arrays {
  uint32_t first[MAX_NODES + 1], length[MAX_EDGES];
  uint16_t target[MAX_EDGES];
} arrays;

static corner_graph make_graph(arrays *a, int nodes, int degree, uint32_t unit,
                               int lengths, int zeros) {
  edge_count = 0;
  for (int i = 0; nodes > 0 && i < nodes * degree / 4; i++) {
    uint32_t length = chance(100) < zeros ? 0 : unit * (uint32_t)(1 + chance(lengths));
    uint32_t from = (uint32_t)chance(nodes);
    add_edge(from, (uint32_t)chance(nodes), length);
  }
  uint32_t stored = 0;
  for (uint32_t v = 0; v < (uint32_t)nodes; v++) {
    a->first[v] = stored;
    for (int i = 0; i < edge_count; i++) {
      if (edges[i].from != v) continue;
      a->target[stored] = (uint16_t)edges[i].to;
      a->length[stored++] = edges[i].length;
    }
  }
  a->first[nodes] = stored;
  corner_graph g = {.node_count = (uint32_t)nodes, .edge_count = stored};
  g.first = a->first;
  g.target = a->target;
  g.length = a->length;
  g.is_complete = true;
  return g;
}

/// Distances from a node, by Bellman's algorithm. `turns`: paths may turn at each corner,
/// as a mover may.
static void measure(const corner_graph *g, uint32_t source, bool turns,
                    uint64_t *distances) {
  for (uint32_t v = 0; v < g->node_count; v++) distances[v] = NO_WAY;
  distances[source] = 0;
  for (bool is_better = true; is_better;) {
    is_better = false;
    for (int i = 0; i < edge_count; i++) {
      uint64_t distance = distances[edges[i].from] + edges[i].length;
      if (distance >= distances[edges[i].to]) continue;
      distances[edges[i].to] = distance;
      is_better = true;
    }
    for (uint32_t v = 0; turns && v < g->node_count; v++) {
      if (distances[v ^ 1] >= distances[v]) continue;
      distances[v] = distances[v ^ 1];
      is_better = true;
    }
  }
}

static uint32_t edge_length(uint32_t from, uint32_t to) {
  int i = 0;
  while (i < edge_count && (edges[i].from != from || edges[i].to != to)) i++;
  REQUIRE(i < edge_count);
  return edges[i].length;
}

// ------------------------------------------------------------------------------- builds

static hub_labels build(memory *m, const corner_graph *g, int64_t slice) {
  hub_labels l = {.memory = m};
  astar_status status = ASTAR_RUNNING;
  while (status == ASTAR_RUNNING) {
    budget work = {slice > 0 ? slice : 1 + chance(1000)};
    status = hub_labels_build(&l, g, SIZE_MAX, &work);
  }
  REQUIRE(status == ASTAR_OK && l.is_complete && l.builder == NULL);
  REQUIRE(m->used == hub_labels_bytes(&l));
  return l;
}

static bool are_equal(const hub_labels *a, const hub_labels *b) {
  size_t nodes = a->node_count, count = a->first[nodes];
  return b->node_count == nodes && a->is_cut == b->is_cut &&
         memcmp(a->first, b->first, (nodes + 1) * sizeof *a->first) == 0 &&
         memcmp(a->entries, b->entries, count * sizeof *a->entries) == 0 &&
         memcmp(a->next, b->next, count * sizeof *a->next) == 0;
}

static void check_slices(const corner_graph *g, const hub_labels *whole) {
  for (int64_t slice = 0; slice < 2; slice++) {
    memory m;
    memory_init(&m, &allocator);
    hub_labels l = build(&m, g, slice);
    REQUIRE(are_equal(whole, &l));
    hub_labels_fini(&l);
    REQUIRE(m.used == 0);
  }
}

/// Builds with so many allocations, calls and entries at most.
static astar_status try_build(const corner_graph *g, size_t allowed, size_t times,
                              int calls, size_t entries) {
  memory m;
  memory_init(&m, &allocator);
  hub_labels l = {.memory = &m};
  meter_fail(&counts, allowed, times);
  astar_status status = ASTAR_RUNNING;
  while (status == ASTAR_RUNNING && calls-- > 0) {
    budget work = {1 + chance(2000)};
    status = hub_labels_build(&l, g, entries, &work);
  }
  hub_labels_fini(&l);
  REQUIRE(m.used == 0);
  meter_fail(&counts, METER_NEVER, 0);
  return status;
}

static void check_failures(const corner_graph *g, size_t entries) {
  size_t allowed = 0;
  for (; try_build(g, allowed, METER_FOR_EVER, INT_MAX, SIZE_MAX) != ASTAR_OK;
       allowed++) {
    REQUIRE(try_build(g, allowed, 1, INT_MAX, SIZE_MAX) == ASTAR_NO_MEMORY);
    if (allowed > 30) allowed += allowed / 4;
  }
  REQUIRE(allowed > 0);
  for (int calls = 1; calls < 20; calls++)
    (void)try_build(g, METER_NEVER, 0, calls, SIZE_MAX);
  if (g->node_count < 4) return; // the bound on work is too small for so few entries
  REQUIRE(try_build(g, METER_NEVER, 0, INT_MAX, entries) == ASTAR_OK);
  REQUIRE(try_build(g, METER_NEVER, 0, INT_MAX, entries - 1) == ASTAR_TOO_LARGE);
}

// ------------------------------------------------------------------------------ reading

/// The sum of the edges from a node to its hub. Receives the node of the hub.
static uint32_t follow(const hub_labels *l, uint32_t entry, uint32_t *node) {
  uint32_t sum = 0, steps = 0, before = *node;
  uint16_t hub = l->entries[entry].hub;
  while (hub_labels_step(l, node, &entry)) {
    REQUIRE(l->entries[entry].hub == hub && ++steps <= l->node_count);
    sum += edge_length(before, *node);
    before = *node;
  }
  REQUIRE(l->entries[entry].distance == 0);
  return sum;
}

static void check_way(const hub_labels *l, uint32_t v, uint32_t w, uint32_t entry,
                      uint32_t distance) {
  uint32_t other = hub_labels_find(l, v, l->entries[entry].hub ^ 1);
  REQUIRE(other != UINT32_MAX);
  uint32_t sum = follow(l, other, &v) + follow(l, entry, &w);
  REQUIRE(sum == distance && v == (w ^ 1));
}

static void check_pair(const hub_labels *l, uint32_t v, uint32_t w, const uint32_t *table,
                       uint64_t distance, uint64_t shortest) {
  uint32_t entry = UINT32_MAX;
  uint32_t found = hub_labels_nearest(l, w, table, &entry);
  REQUIRE(found == hub_labels_distance(l, w, table));
  if (found < HUB_LABELS_FAR) {
    REQUIRE(found >= distance);
    check_way(l, v, w, entry, found);
  }
  if (distance > shortest || distance == NO_WAY) return;
  if (!l->is_cut) REQUIRE(distance < HUB_LABELS_FAR / 2);
  if (distance < HUB_LABELS_FAR) REQUIRE(found == distance);
}

static void check_distances(const hub_labels *l, const corner_graph *g) {
  static uint64_t distances[MAX_NODES], shortest[MAX_NODES];
  static uint32_t table[MAX_NODES];
  uint32_t nodes = g->node_count;
  for (uint32_t v = 0; v < nodes; v++) table[v] = HUB_LABELS_FAR;
  for (uint32_t v = 0; v < nodes; v++) {
    measure(g, v, false, distances);
    measure(g, v, true, shortest);
    hub_labels_set(l, v, 0, table);
    for (uint32_t w = 0; w < nodes; w++)
      check_pair(l, v, w, table, distances[w ^ 1], shortest[w ^ 1]);
    hub_labels_clear(l, v, table);
    for (uint32_t w = 0; w < nodes; w++) REQUIRE(table[w] == HUB_LABELS_FAR);
  }
}

/// Two starts in one table: the least of both distances.
static void check_table(const hub_labels *l, uint32_t nodes) {
  static uint32_t one[MAX_NODES], two[MAX_NODES], both[MAX_NODES];
  for (uint32_t v = 0; v < nodes; v++) one[v] = two[v] = both[v] = HUB_LABELS_FAR;
  uint32_t v = (uint32_t)chance((int)nodes), w = (uint32_t)chance((int)nodes);
  hub_labels_set(l, v, 5, one);
  hub_labels_set(l, w, 9, two);
  hub_labels_set(l, v, 5, both);
  hub_labels_add(l, w, 9, both);
  for (uint32_t u = 0; u < nodes; u++)
    REQUIRE(both[u] == (one[u] < two[u] ? one[u] : two[u]));
}

// ---------------------------------------------------------------------------- the test

static void check_graph(void) {
  static arrays a;
  static const uint32_t units[8] = {
      1, 1, 1, 1, 1, 1, HUB_LABELS_FAR / 16, HUB_LABELS_FAR};
  uint32_t unit = units[chance(8)];
  int nodes = 2 * chance(MAX_NODES / 2 + 1);
  int lengths = unit == HUB_LABELS_FAR || chance(3) > 0 ? 3 : 30;
  corner_graph g = make_graph(&a, nodes, 1 + chance(8), unit, lengths, chance(3) * 20);
  memory m;
  memory_init(&m, &allocator);
  hub_labels l = build(&m, &g, BUDGET_UNLIMITED);
  check_distances(&l, &g);
  if (nodes > 0) {
    check_table(&l, g.node_count);
    check_slices(&g, &l);
    check_failures(&g, l.first[nodes]);
  }
  hub_labels_fini(&l);
  REQUIRE(m.used == 0);
}

int main(int argc, char **argv) {
  const uint64_t count = play_rounds(argc, argv, 200, check_graph);
  printf("%" PRIu64 " graphs: hub labels agree with searches\n", count);
  return 0;
}
