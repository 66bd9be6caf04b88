// Builds hub labels by pruned labeling.
//
// A label is a list of hubs with their distances. The distance between two nodes v and w
// is the least sum over their common hubs, so a query reads two lists and no graph (hub
// labels: Abraham, Delling, Goldberg, Werneck, "A Hub-Based Labeling Algorithm for
// Shortest Paths on Road Networks", 2011). Labels are built by one Dijkstra search per
// corner, the most important corner first (see hub_order.c; T. Akiba, Y. Iwata, Y.
// Yoshida, "Fast Exact Shortest-Path Distance Queries on Large Networks by Pruned
// Landmark Labeling", 2013). A search that reaches a node adds an entry to the label of
// the node, unless earlier hubs already give the distance; then it does not expand the
// node either.
//
// Ours differs in two things:
//
// 1. One set of labels serves both ends of a path. For each edge from v to w there is one
//    from w ^ 1 to v ^ 1, so the distance from hub h to node u is that from u ^ 1 to
//    h ^ 1: the search from h writes entry h ^ 1 to label u ^ 1. A path from v to w ^ 1
//    through h has the entry h in the label of v, and h ^ 1 in the label of w.
//
// 2. Both nodes of a corner are searched at once: a node has one distance, and two bits
//    that say from which of both it comes. What counts is the cheapest way between two
//    tiles, and a path that reaches a corner later than another path, whatever their
//    quadrants, is not a part of a cheapest path. So the search drops a node when a
//    strictly shorter way between the two corners exists: by labels of either direction,
//    or because the opposite node was reached earlier. Equal distances stay.
//
// Why it is exact: call a pair of nodes (v, w) useful if no way between their tiles is
// shorter than the edges from v to w. A cheapest path between two tiles uses useful pairs
// only, and parts of it are useful, too. Take the nodes on all shortest ways of a useful
// pair, and the one of them, h, whose corner was searched first. No node between h and w
// is dropped: a shorter way would contradict "useful", and an earlier hub with an equal
// sum would be a node on a shortest way that was searched before h. So w, and likewise v,
// has an entry for h.
//
// Where corners may be cut, a tile can be a corner of both types, and an edge between
// both has length 0. Such an edge may add a bit to a node that was already expanded at
// the same distance: the node then is expanded again, for this bit only. The ways to a
// hub form a tree per bit, so they end at the hub, zero lengths or not.
#include "index/hub_labels.h"

#include <string.h>

#include "base/key_heap.h"
#include "index/hub_order.h"

/// A build is given up after so many steps (entries that are read) per entry that labels
/// may have [about 0.4 us]. Game maps take less than 10, cities 15, grids of rooms 90.
enum { HUB_LABELS_WORK = 128 };

/// The expansion of a node takes so much of the budget [tiles].
enum { HUB_LABELS_PORTION = 64 };

/// A label during a build.
typedef struct hub_label {
  hub_entry *entries;
  uint32_t count, capacity;
} hub_label;

/// A node of the graph in the search from the two nodes of a corner. Bit and index b: the
/// path comes from node 2 * corner + b.
typedef struct hub_visit {
  uint32_t distance; ///< [units]; HUB_LABELS_FAR: not reached
  uint16_t via[2];   ///< the node before this one
  uint16_t place[2]; ///< of the entry that the search added
  uint8_t pending;   ///< bits for which the node must be expanded
  uint8_t done;      ///< bits for which it was expanded
} hub_visit;

/// What was appended to the labels: entry by entry the node and the next node.
typedef struct hub_record {
  uint16_t node, next;
} hub_record;

typedef struct hub_builder {
  const corner_graph *graph;
  struct hub_order order;
  hub_label *labels;   ///< [nodes]
  hub_record *records; ///< of all entries, in the order in which they were added
  uint32_t record_count, record_capacity;
  uint64_t steps;       ///< entries that were read
  uint32_t freed_count; ///< labels that were freed at the end

  // The search from one corner.
  hub_order_step step; ///< HUB_ORDER_SAMPLE: for the order, labels do not change
  uint32_t corner;
  uint32_t rank; ///< of the corner
  bool is_searching;
  uint32_t expanded; ///< nodes of this search
  hub_visit *visits; ///< [nodes]
  uint32_t *reached; ///< [nodes]: nodes with a distance
  uint32_t reached_count;
  key_heap heap;       ///< distance << 32 | node
  uint32_t *between;   ///< [corners]: by rank, the shortest known way from the corner
  uint32_t (*from)[2]; ///< [nodes]: by hub, the distance from node 2 * corner + b
} hub_builder;

// ----------------------------------------------------------------------------- memory

static void hub_labels_free_label(memory *m, hub_label *label) {
  MEMORY_FREE(m, label->entries, label->capacity);
  label->entries = NULL;
}

// A node is expanded at most twice, once per bit, so each edge pushes at most twice.
static size_t hub_labels_heap_capacity(const corner_graph *g) {
  return 2 * (size_t)g->edge_count + 2;
}

// The arrays of nodes and the heap are one block, which begins with `labels`.
static size_t hub_labels_builder_bytes(const hub_builder *b) {
  size_t nodes = b->graph->node_count;
  return nodes * (sizeof *b->labels + sizeof *b->visits + sizeof *b->from +
                  sizeof *b->reached) +
         nodes / 2 * sizeof *b->between +
         hub_labels_heap_capacity(b->graph) * sizeof *b->heap.keys;
}

static void hub_labels_free_builder(hub_labels *l) {
  hub_builder *b = l->builder;
  memory *m = l->memory;
  if (b == NULL) return;
  size_t nodes = l->node_count;
  if (b->labels != NULL)
    for (size_t v = 0; v < nodes; v++) hub_labels_free_label(m, &b->labels[v]);
  hub_order_fini(&b->order);
  MEMORY_FREE(m, b->records, b->record_capacity);
  memory_free(m, b->labels, hub_labels_builder_bytes(b));
  memory_free(m, b, sizeof *b);
  l->builder = NULL;
}

static bool hub_labels_begin(hub_labels *l, const corner_graph *g) {
  memory *m = l->memory;
  size_t nodes = g->node_count;
  l->node_count = g->node_count;
  l->builder = (hub_builder *)memory_new(m, sizeof *l->builder);
  hub_builder *b = l->builder;
  if (b == NULL) return false;
  b->graph = g;
  if (!hub_order_init(&b->order, m, g)) return false;
  b->labels = (hub_label *)memory_new(m, hub_labels_builder_bytes(b));
  if (b->labels == NULL) return false;
  b->heap.keys = (uint64_t *)(b->labels + nodes);
  b->visits = (hub_visit *)(b->heap.keys + hub_labels_heap_capacity(g));
  b->from = (uint32_t(*)[2])(b->visits + nodes);
  b->reached = (uint32_t *)(b->from + nodes);
  b->between = b->reached + nodes;
  for (size_t v = 0; v < nodes; v++) {
    b->visits[v].distance = b->from[v][0] = b->from[v][1] = HUB_LABELS_FAR;
    b->between[v / 2] = HUB_LABELS_FAR;
  }
  return true;
}

// ----------------------------------------------------------------------------- search

// Writes the labels of the two nodes of a corner to `from` and `between`, by the hubs
// that labels of other nodes have for the same way.
static void hub_labels_set_tables(hub_builder *b, uint32_t corner) {
  for (uint32_t side = 0; side < 2; side++) {
    const hub_label *label = &b->labels[2 * corner + side];
    for (uint32_t i = 0; i < label->count; i++) {
      const hub_entry *e = &label->entries[i];
      uint32_t *between = &b->between[e->hub >> 1];
      b->from[e->hub ^ 1][side] = e->distance;
      if (e->distance < *between) *between = e->distance;
    }
  }
}

static void hub_labels_clear_tables(hub_builder *b, uint32_t corner) {
  for (uint32_t side = 0; side < 2; side++) {
    const hub_label *label = &b->labels[2 * corner + side];
    for (uint32_t i = 0; i < label->count; i++) {
      uint32_t hub = label->entries[i].hub;
      b->from[hub ^ 1][side] = b->between[hub >> 1] = HUB_LABELS_FAR;
    }
  }
}

// Reaches node v over `via` at a distance that is not greater than any before. `bits`:
// those of the expansion of `via`.
static void hub_labels_reach(hub_builder *b, uint32_t v, uint32_t via, uint32_t distance,
                             unsigned bits) {
  hub_visit *visit = &b->visits[v];
  if (distance < visit->distance) {
    if (visit->distance == HUB_LABELS_FAR) b->reached[b->reached_count++] = v;
    visit->distance = distance;
    visit->pending = 0;
  }
  bits &= ~(unsigned)(visit->pending | visit->done);
  if (bits == 0) return;
  if (bits & 1) visit->via[0] = (uint16_t)via;
  if (bits & 2) visit->via[1] = (uint16_t)via;
  visit->pending = (uint8_t)(visit->pending | bits);
  BITS_PREFETCH(&b->labels[v]);
  key_heap_push(&b->heap, (uint64_t)distance << 32 | v);
}

static void hub_labels_begin_search(hub_builder *b) {
  hub_labels_set_tables(b, b->corner);
  b->reached_count = b->expanded = 0;
  for (uint32_t side = 0; side < 2; side++) {
    uint32_t source = 2 * b->corner + side;
    hub_labels_reach(b, source, source, 0, 1u << side);
  }
  b->is_searching = true;
}

static void hub_labels_end_search(hub_builder *b) {
  for (uint32_t i = 0; i < b->reached_count; i++) {
    hub_visit *visit = &b->visits[b->reached[i]];
    visit->distance = HUB_LABELS_FAR;
    visit->pending = visit->done = 0;
  }
  hub_labels_clear_tables(b, b->corner);
  if (b->step == HUB_ORDER_HUB) b->rank++;
  b->is_searching = false;
}

// The bits for which a node at this distance gets an entry: no label of its corner gives
// a shorter way, nor an equal one from the same node.
static unsigned hub_labels_prune(hub_builder *b, uint32_t v, uint32_t distance,
                                 unsigned bits) {
  if (b->visits[v ^ 1].distance < distance) return 0;
  const hub_label *label = &b->labels[v ^ 1];
  uint32_t i = 0;
  for (; i < label->count && bits != 0; i++) {
    const hub_entry *e = &label->entries[i];
    uint32_t sum = e->distance + b->between[e->hub >> 1];
    if (sum > distance) continue;
    if (sum < distance) bits = 0;
    if (e->distance + b->from[e->hub][0] == distance) bits &= ~1u;
    if (e->distance + b->from[e->hub][1] == distance) bits &= ~2u;
  }
  b->steps += i;
  if (bits == 0) return 0;
  label = &b->labels[v];
  for (i = 0; i < label->count; i++) {
    const hub_entry *e = &label->entries[i];
    if (e->distance + b->between[e->hub >> 1] < distance) break;
  }
  b->steps += i;
  return i == label->count ? bits : 0;
}

// Adds an entry to the label of v ^ 1.
static bool hub_labels_append(hub_labels *l, uint32_t v, uint32_t side) {
  hub_builder *b = l->builder;
  hub_label *label = &b->labels[v ^ 1];
  hub_visit *visit = &b->visits[v];
  if (!MEMORY_RESERVE(l->memory, label->entries, label->capacity, label->count + 1) ||
      !MEMORY_RESERVE(l->memory, b->records, b->record_capacity, b->record_count + 1))
    return false;
  uint32_t via = visit->via[side];
  visit->place[side] = (uint16_t)label->count;
  label->entries[label->count++] = (hub_entry){
      visit->distance, (uint16_t)(2 * b->rank + (side ^ 1)), b->visits[via].place[side]};
  b->records[b->record_count++] = (hub_record){(uint16_t)(v ^ 1), (uint16_t)(via ^ 1)};
  if (visit->distance >= HUB_LABELS_FAR / 4) l->is_cut = true;
  return true;
}

// Expands a node. False: out of memory.
static bool hub_labels_expand(hub_labels *l, uint32_t v, uint32_t distance) {
  hub_builder *b = l->builder;
  hub_visit *visit = &b->visits[v];
  unsigned bits = visit->pending;
  visit->done = (uint8_t)(visit->done | bits);
  visit->pending = 0;
  b->expanded++;
  if (bits != 0 && v / 2 != b->corner) bits = hub_labels_prune(b, v, distance, bits);
  if (bits == 0) return true;
  if (b->step == HUB_ORDER_SAMPLE)
    hub_order_grow(&b->order, v, visit->via[bits & 1 ? 0 : 1]);
  else if ((bits & 1 && !hub_labels_append(l, v, 0)) ||
           (bits & 2 && !hub_labels_append(l, v, 1)))
    return false;
  const corner_graph *g = b->graph;
  for (uint32_t e = g->first[v]; e < g->first[v + 1]; e++) {
    uint32_t w = g->target[e];
    if (g->length[e] >= HUB_LABELS_FAR - distance)
      l->is_cut = true;
    else if (distance + g->length[e] <= b->visits[w].distance)
      hub_labels_reach(b, w, v, distance + g->length[e], bits);
  }
  return true;
}

// Whether the labels are worth their memory and the time of their build.
static bool hub_labels_are_too_large(const hub_builder *b, size_t max_entries) {
  return b->record_count > max_entries || b->steps / HUB_LABELS_WORK > max_entries;
}

// Loads the labels of the node that comes next, probably. They are all over the memory.
static void hub_labels_prefetch_next(const hub_builder *b) {
  if (b->heap.count == 0) return;
  uint32_t v = (uint32_t)b->heap.keys[0];
  BITS_PREFETCH(b->labels[v].entries);
  BITS_PREFETCH(b->labels[v ^ 1].entries);
}

// Expands the nodes of one search. ASTAR_OK: the search is over.
static astar_status hub_labels_search(hub_labels *l, budget *work) {
  hub_builder *b = l->builder;
  if (!b->is_searching) hub_labels_begin_search(b);
  while (b->heap.count > 0) {
    if (!budget_take(work, HUB_LABELS_PORTION)) return ASTAR_RUNNING;
    uint64_t key = key_heap_pop(&b->heap);
    uint32_t v = (uint32_t)key, distance = (uint32_t)(key >> 32);
    if (distance != b->visits[v].distance) continue;
    hub_labels_prefetch_next(b);
    if (!hub_labels_expand(l, v, distance)) return ASTAR_NO_MEMORY;
  }
  hub_labels_end_search(b);
  return ASTAR_OK;
}

// Searches from all corners, in the order of their importance.
static astar_status hub_labels_search_all(hub_labels *l, size_t max_entries,
                                          budget *work) {
  hub_builder *b = l->builder;
  for (;;) {
    if (!b->is_searching) {
      if (!budget_take(work, HUB_LABELS_PORTION)) return ASTAR_RUNNING;
      b->step = hub_order_next(&b->order, b->expanded, &b->corner);
      if (b->step == HUB_ORDER_END) return ASTAR_OK;
    }
    astar_status status = hub_labels_search(l, work);
    if (status != ASTAR_OK) return status;
    if (hub_labels_are_too_large(b, max_entries)) return ASTAR_TOO_LARGE;
  }
}

// ----------------------------------------------------------------------------- result

static bool hub_labels_begin_result(hub_labels *l) {
  hub_builder *b = l->builder;
  size_t count = b->record_count;
  l->first = MEMORY_NEW(l->memory, uint32_t, l->node_count + 1);
  if (l->first == NULL) return false;
  for (uint32_t v = 0; v < l->node_count; v++) {
    l->first[v + 1] = l->first[v] + b->labels[v].count;
    b->labels[v].count = 0;
  }
  l->entries = MEMORY_ALLOCATE(l->memory, hub_entry, count);
  l->next = MEMORY_ALLOCATE(l->memory, uint16_t, count);
  b->record_count = 0;
  return l->entries != NULL && l->next != NULL;
}

// Moves all entries to the arrays of the result, in the order in which they were added.
static bool hub_labels_move(hub_labels *l, budget *work) {
  hub_builder *b = l->builder;
  for (uint32_t total = l->first[l->node_count]; b->record_count < total;) {
    if (b->record_count % 64 == 0 && !budget_take(work, 64)) return false;
    hub_record record = b->records[b->record_count++];
    hub_label *label = &b->labels[record.node];
    uint32_t entry = l->first[record.node] + label->count;
    l->entries[entry] = label->entries[label->count++];
    l->next[entry] = record.next;
  }
  return true;
}

// Frees the labels of the build: many small blocks.
static bool hub_labels_free_labels(hub_labels *l, budget *work) {
  hub_builder *b = l->builder;
  for (; b->freed_count < l->node_count; b->freed_count++) {
    if (!budget_take(work, HUB_LABELS_PORTION)) return false;
    hub_labels_free_label(l->memory, &b->labels[b->freed_count]);
  }
  return true;
}

// The labels of a graph without nodes.
static astar_status hub_labels_build_empty(hub_labels *l) {
  l->first = (uint32_t *)memory_new(l->memory, sizeof *l->first);
  l->is_complete = l->first != NULL;
  return l->is_complete ? ASTAR_OK : ASTAR_NO_MEMORY;
}

astar_status hub_labels_build(hub_labels *l, const corner_graph *g, size_t max_entries,
                              budget *work) {
  if (l->is_complete) return ASTAR_OK;
  if (g->node_count == 0) return hub_labels_build_empty(l);
  if (l->builder == NULL && !hub_labels_begin(l, g)) return ASTAR_NO_MEMORY;
  if (l->first == NULL) {
    astar_status status = hub_labels_search_all(l, max_entries, work);
    if (status != ASTAR_OK) return status;
    if (!hub_labels_begin_result(l)) return ASTAR_NO_MEMORY;
  }
  if (!hub_labels_move(l, work) || !hub_labels_free_labels(l, work)) return ASTAR_RUNNING;
  hub_labels_free_builder(l);
  l->is_complete = true;
  return ASTAR_OK;
}

void hub_labels_fini(hub_labels *l) {
  hub_labels_free_builder(l);
  if (l->first == NULL) return;
  size_t count = l->first[l->node_count];
  MEMORY_FREE(l->memory, l->entries, count);
  MEMORY_FREE(l->memory, l->next, count);
  MEMORY_FREE(l->memory, l->first, l->node_count + 1);
  l->first = NULL;
  l->entries = NULL;
  l->next = NULL;
}

size_t hub_labels_bytes(const hub_labels *l) {
  if (l->first == NULL) return 0;
  size_t count = l->first[l->node_count];
  return count * (sizeof *l->entries + sizeof *l->next) +
         (l->node_count + 1) * sizeof *l->first;
}
