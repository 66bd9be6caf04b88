// Orders corners by sampled betweenness.
//
// The betweenness of a corner is the number of cheapest paths that lead through it. The
// first hubs should have the greatest: each then covers many pairs of nodes, and labels
// stay short. Exact values need a shortest path tree from each node. A sample of trees is
// enough for an order: the nodes below a corner in a tree are those that the cheapest
// paths from the root reach through it. Their number, summed over all samples, is the
// score. Degree decides between equal scores.
//
// The roots are spread over all nodes, and so over the map, by multiples of the golden
// ratio: always the same ones, on each machine.
#include "index/hub_order.h"

#include <string.h>

#include "base/key_heap.h"

/// The number of trees. Twice as many make labels 5 % shorter and take twice the time.
enum { HUB_ORDER_SAMPLES = 16 };

/// A node in a shortest path tree.
typedef struct hub_order_node {
  uint32_t distance; ///< from the root [units]
  uint32_t below;    ///< nodes in the tree that are reached through this one
  uint32_t parent;
} hub_order_node;

typedef struct hub_sampler {
  uint32_t sample;       ///< the tree that is grown
  bool is_growing;       ///< the root was pushed
  uint32_t reached;      ///< nodes that were expanded
  uint32_t *sequence;    ///< [nodes]: expanded nodes, in the order of their distance
  hub_order_node *nodes; ///< [nodes]
  uint32_t *scores;      ///< [corners]
  key_heap heap;         ///< distance << 32 | node
  size_t heap_size;      ///< [bytes]
} hub_sampler;

static void hub_order_free_sampler(hub_order *o) {
  hub_sampler *s = o->sampler;
  size_t nodes = 2 * (size_t)o->count;
  if (s == NULL) return;
  memory_free(o->memory, s->sequence, nodes * sizeof *s->sequence);
  memory_free(o->memory, s->nodes, nodes * sizeof *s->nodes);
  memory_free(o->memory, s->scores, o->count * sizeof *s->scores);
  memory_free(o->memory, s->heap.keys, s->heap_size);
  memory_free(o->memory, s, sizeof *s);
  o->sampler = NULL;
}

void hub_order_fini(hub_order *o) {
  hub_order_free_sampler(o);
  memory_free(o->memory, o->corners, o->count * sizeof *o->corners);
  o->corners = NULL;
}

static bool hub_order_begin(hub_order *o, const corner_graph *g) {
  memory *m = o->memory;
  size_t nodes = g->node_count;
  o->count = g->node_count / 2;
  o->corners = (uint16_t *)memory_new(m, o->count * sizeof *o->corners);
  o->sampler = (hub_sampler *)memory_new(m, sizeof *o->sampler);
  hub_sampler *s = o->sampler;
  if (o->corners == NULL || s == NULL) return false;
  s->sequence = (uint32_t *)memory_new(m, nodes * sizeof *s->sequence);
  s->nodes = (hub_order_node *)memory_new(m, nodes * sizeof *s->nodes);
  s->scores = (uint32_t *)memory_new(m, o->count * sizeof *s->scores);
  // Each edge pushes at most once. The same array sorts the corners.
  s->heap_size = (nodes + g->edge_count) * sizeof *s->heap.keys;
  s->heap.keys = (uint64_t *)memory_resize(m, NULL, 0, s->heap_size);
  return s->sequence != NULL && s->nodes != NULL && s->scores != NULL &&
         s->heap.keys != NULL;
}

static void hub_order_plant(hub_sampler *s, const corner_graph *g) {
  uint32_t fraction = s->sample * UINT32_C(0x9e3779b9); // of 2^32
  uint32_t root = (uint32_t)((uint64_t)fraction * g->node_count >> 32);
  for (uint32_t v = 0; v < g->node_count; v++) s->nodes[v].distance = UINT32_MAX;
  s->nodes[root] = (hub_order_node){0, 0, root};
  s->reached = 0;
  key_heap_push(&s->heap, root);
  s->is_growing = true;
}

// Expands all nodes. False: the budget is empty.
static bool hub_order_grow(hub_sampler *s, const corner_graph *g, budget *work) {
  hub_order_node *nodes = s->nodes;
  while (s->heap.count > 0) {
    if (!budget_take(work, HUB_ORDER_PORTION)) return false;
    uint64_t key = key_heap_pop(&s->heap);
    uint32_t v = (uint32_t)key, distance = (uint32_t)(key >> 32);
    if (distance != nodes[v].distance) continue;
    nodes[v].below = 1;
    s->sequence[s->reached++] = v;
    for (uint32_t e = g->first[v]; e < g->first[v + 1]; e++) {
      uint32_t w = g->target[e], length = g->length[e];
      if (length >= nodes[w].distance || distance >= nodes[w].distance - length) continue;
      nodes[w].distance = distance + length;
      nodes[w].parent = v;
      key_heap_push(&s->heap, (uint64_t)nodes[w].distance << 32 | w);
    }
  }
  return true;
}

// Adds the numbers of nodes below each corner to its score.
static void hub_order_harvest(hub_sampler *s) {
  for (uint32_t i = s->reached; i-- > 1;) {
    const hub_order_node *node = &s->nodes[s->sequence[i]];
    s->nodes[node->parent].below += node->below;
    s->scores[s->sequence[i] / 2] += node->below;
  }
  s->is_growing = false;
}

// Sorts the corners: greatest score, then degree first, then the least number.
static void hub_order_sort(hub_order *o, const corner_graph *g) {
  hub_sampler *s = o->sampler;
  for (uint32_t c = 0; c < o->count; c++) {
    uint32_t degree = g->first[2 * c + 1] - g->first[2 * c];
    uint64_t value = (uint64_t)s->scores[c] << 8 | (degree < 255 ? degree : 255);
    key_heap_push(&s->heap, (~value << 16) | c);
  }
  for (uint32_t i = 0; i < o->count; i++) {
    o->corners[i] = (uint16_t)key_heap_pop(&s->heap);
  }
}

astar_status hub_order_build(hub_order *o, const corner_graph *g, budget *work) {
  if (o->is_complete) return ASTAR_OK;
  if (o->sampler == NULL && !hub_order_begin(o, g)) return ASTAR_NO_MEMORY;
  for (hub_sampler *s = o->sampler; s->sample < HUB_ORDER_SAMPLES; s->sample++) {
    if (!s->is_growing) hub_order_plant(s, g);
    if (!hub_order_grow(s, g, work)) return ASTAR_RUNNING;
    hub_order_harvest(s);
  }
  hub_order_sort(o, g);
  hub_order_free_sampler(o);
  o->is_complete = true;
  return ASTAR_OK;
}
