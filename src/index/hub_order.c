// Orders the corners by greedy covers of sampled shortest path trees.
//
// The order decides the number of entries: a good hub covers many pairs of nodes at once.
// The number of cheapest paths through a corner can be estimated from some shortest path
// trees: it is about the number of nodes below the corner, in all trees. The corner with
// the greatest score becomes the next hub. All paths through it are then covered, so its
// subtrees are removed from the trees, and the scores above and below them fall (D.
// Delling, A. Goldberg, T. Pajor, R. Werneck, "Robust Distance Queries on Massive
// Networks", 2014).
//
// clang-format off
//          r             Scores: a 7, b 3, c 1. Hub a covers all pairs of r and the nodes
//        .' '.           from a on. After it, b and c have 0 in this tree: their paths led
//       a     d          through a, too. An order by the first scores alone would take b
//     .' '.    '.        early. Ties go to the corner with more edges.
//    b     c     e
//  .' '.    '.
// .     .     .
// clang-format on
//
// After some hubs little is left of the trees, and their scores become noise. Then a new
// round begins with new trees: searches that are pruned by the labels of the hubs, as
// those that make labels. A pruned tree has the pairs that are not covered yet, and no
// others, so later rounds have more and smaller trees for the same work.
//
// Compared with betweenness, that is the first scores alone, cities get a third of the
// entries, game maps two thirds, and the build is not slower.
//
// Roots are spread over all corners, and so over the map, by multiples of the golden
// ratio: the same ones on each machine. Trees are stored in preorder: a subtree is a
// range of the array. The heap is lazy: scores only fall, so a corner whose key is out of
// date is pushed again when it is popped.
#include "index/hub_order.h"

#include <string.h>

/// A round samples until its trees have so many nodes per node of the graph, or there is
/// one tree per HUB_ORDER_SHARE corners.
enum { HUB_ORDER_NODES = 8, HUB_ORDER_SHARE = 32, HUB_ORDER_MIN_TREES = 16 };

/// A round ends when less than one in so many of its tree nodes is left, and the searches
/// from its hubs took at least half of the work of its samples. So at most two thirds of
/// all work are for the order.
enum { HUB_ORDER_REST = 8 };

/// Trees with fewer nodes on average are the last ones: the order of the corners that are
/// left then matters little.
enum { HUB_ORDER_SMALL = 6 };

#define HUB_ORDER_NONE UINT32_MAX

// ----------------------------------------------------------------------------- memory

// The last tree of a round may have all nodes.
static size_t hub_order_capacity(const hub_order *o) {
  return (HUB_ORDER_NODES + 1) * (size_t)o->node_count;
}

// All arrays are one block, which begins with the heap.
static size_t hub_order_bytes(const hub_order *o) {
  size_t corners = o->node_count / 2;
  return corners * (sizeof *o->heap.keys + sizeof *o->scores + sizeof *o->is_hub) +
         o->node_count * (sizeof *o->nodes + sizeof *o->sequence) +
         hub_order_capacity(o) * sizeof *o->trees;
}

void hub_order_fini(hub_order *o) {
  memory_free(o->memory, o->heap.keys, hub_order_bytes(o));
  memset(o, 0, sizeof *o);
}

bool hub_order_init(hub_order *o, memory *m, const corner_graph *g) {
  size_t nodes = g->node_count, corners = nodes / 2;
  memset(o, 0, sizeof *o);
  o->memory = m;
  o->graph = g;
  o->node_count = g->node_count;
  o->remaining = g->node_count / 2;
  o->heap.keys = (uint64_t *)memory_resize(m, NULL, 0, hub_order_bytes(o));
  if (o->heap.keys == NULL) return false;
  o->nodes = (hub_order_node *)(o->heap.keys + corners);
  o->scores = (uint32_t *)(o->nodes + nodes);
  o->sequence = o->scores + corners;
  o->trees = (hub_tree_node *)(o->sequence + nodes);
  o->is_hub = (uint8_t *)(o->trees + hub_order_capacity(o));
  memset(o->nodes, 0, nodes * sizeof *o->nodes);
  memset(o->is_hub, 0, corners * sizeof *o->is_hub);
  for (size_t v = 0; v < nodes; v++) o->nodes[v].parent = HUB_ORDER_NONE;
  return true;
}

// ------------------------------------------------------------------------------- trees

static bool hub_order_is_root(const hub_order *o, uint32_t tree_node) {
  return o->trees[tree_node].parent == tree_node;
}

void hub_order_grow(hub_order *o, uint32_t node, uint32_t parent) {
  if (o->nodes[node].parent != HUB_ORDER_NONE) return;
  o->nodes[node].parent = parent;
  o->nodes[node].size = 1;
  o->sequence[o->grown++] = node;
}

// Stores one node of the tree that was grown, after its parent.
static void hub_order_store(hub_order *o, uint32_t node, uint32_t *end) {
  hub_order_node *n = &o->nodes[node], *parent = &o->nodes[n->parent];
  uint32_t *slot = n == parent ? end : &parent->free;
  n->place = *slot;
  n->free = n->place + 1;
  *slot += n->size;
  o->trees[n->place] = (hub_tree_node){node, parent->place, n->size, n->size, n->first};
  n->first = n->place;
  if (n != parent) o->scores[node / 2] += n->size;
}

// Adds the tree that was grown to those of the round. A root has no score: it was not
// chosen because paths lead through it.
static void hub_order_add_tree(hub_order *o) {
  for (uint32_t i = o->grown; i-- > 0;) {
    const hub_order_node *n = &o->nodes[o->sequence[i]];
    if (n->parent != o->sequence[i]) o->nodes[n->parent].size += n->size;
  }
  uint32_t end = o->tree_nodes;
  for (uint32_t i = 0; i < o->grown; i++) hub_order_store(o, o->sequence[i], &end);
  for (uint32_t i = 0; i < o->grown; i++)
    o->nodes[o->sequence[i]].parent = HUB_ORDER_NONE;
  o->tree_nodes = end;
  o->left += o->grown;
  o->grown = 0;
  MEMORY_ASSERT(end <= hub_order_capacity(o));
}

// Removes a subtree from its tree.
static void hub_order_cover_subtree(hub_order *o, uint32_t top) {
  uint32_t covered = o->trees[top].left;
  if (covered == 0) return;
  for (uint32_t i = top; !hub_order_is_root(o, i);) {
    i = o->trees[i].parent;
    o->trees[i].left -= covered;
    if (!hub_order_is_root(o, i)) o->scores[o->trees[i].node / 2] -= covered;
  }
  for (uint32_t i = top, end = top + o->trees[top].size; i < end; i++) {
    if (!hub_order_is_root(o, i)) o->scores[o->trees[i].node / 2] -= o->trees[i].left;
    o->trees[i].left = 0;
  }
  o->left -= covered;
}

static void hub_order_cover(hub_order *o, uint32_t corner) {
  for (uint32_t node = 2 * corner; node <= 2 * corner + 1; node++)
    for (uint32_t i = o->nodes[node].first; i != HUB_ORDER_NONE; i = o->trees[i].next)
      hub_order_cover_subtree(o, i);
}

// ------------------------------------------------------------------------------ rounds

// The greatest score first, then the greatest number of edges, then the least corner.
static uint64_t hub_order_key(const hub_order *o, uint32_t corner) {
  const uint32_t *first = o->graph->first;
  uint32_t edges = first[2 * corner + 1] - first[2 * corner];
  uint64_t rank = (uint64_t)o->scores[corner] << 8 | (edges < 255 ? edges : 255);
  return (~rank << 16) | corner;
}

static void hub_order_begin_round(hub_order *o) {
  for (uint32_t v = 0; v < o->node_count; v++) o->nodes[v].first = HUB_ORDER_NONE;
  memset(o->scores, 0, o->node_count / 2 * sizeof *o->scores);
  o->tree_nodes = o->left = o->samples = 0;
  o->sample_work = o->hub_work = 0;
  o->is_sampling = true;
}

static bool hub_order_has_samples(const hub_order *o) {
  return o->tree_nodes >= HUB_ORDER_NODES * o->node_count ||
         o->samples >= o->remaining / HUB_ORDER_SHARE + HUB_ORDER_MIN_TREES;
}

static uint32_t hub_order_next_root(hub_order *o) {
  uint32_t corners = o->node_count / 2, corner;
  do {
    uint32_t fraction = ++o->roots * UINT32_C(0x9e3779b9); // of 2^32
    corner = (uint32_t)((uint64_t)fraction * corners >> 32);
  } while (o->is_hub[corner]);
  o->samples++;
  return corner;
}

static void hub_order_end_samples(hub_order *o) {
  o->is_last = o->tree_nodes <= o->samples * HUB_ORDER_SMALL;
  o->is_sampling = false;
  o->heap.count = 0;
  for (uint32_t c = 0; c < o->node_count / 2; c++)
    if (!o->is_hub[c]) key_heap_push(&o->heap, hub_order_key(o, c));
}

static bool hub_order_is_spent(const hub_order *o) {
  return o->left <= o->tree_nodes / HUB_ORDER_REST && o->hub_work >= o->sample_work / 2;
}

// The corner with the greatest score becomes a hub. False: the round is over.
static bool hub_order_next_hub(hub_order *o, uint32_t *corner) {
  if (!o->is_last && hub_order_is_spent(o)) return false;
  for (;;) {
    uint64_t key = key_heap_pop(&o->heap);
    *corner = (uint32_t)(key & 0xffff);
    uint64_t now = hub_order_key(o, *corner);
    if (key == now) break;
    key_heap_push(&o->heap, now);
  }
  if (!o->is_last && o->scores[*corner] == 0) {
    if (o->left < o->tree_nodes) return false;
    o->is_last = true; // no hub covers anything: another round would not either
  }
  hub_order_cover(o, *corner);
  o->is_hub[*corner] = 1;
  o->remaining--;
  return true;
}

hub_order_step hub_order_next(hub_order *o, uint32_t expanded, uint32_t *corner) {
  *(o->is_sampling ? &o->sample_work : &o->hub_work) += expanded;
  if (o->grown > 0) hub_order_add_tree(o);
  if (o->remaining == 0) return HUB_ORDER_END;
  if (o->is_sampling && hub_order_has_samples(o)) hub_order_end_samples(o);
  if (!o->is_sampling) {
    if (o->roots > 0 && hub_order_next_hub(o, corner)) return HUB_ORDER_HUB;
    hub_order_begin_round(o);
  }
  *corner = hub_order_next_root(o);
  return HUB_ORDER_SAMPLE;
}
