// Builds the corner graph from the corner boards, in slices.
//
// First the edges of all nodes are gathered from the boards. Each of them is an edge in
// both directions: the edge from v to w, walked back, leads from opposite(w) to
// opposite(v). The scan of v finds only ways that go their major steps first, and this
// is not always the case for the way back:
//
//      . . . . w      The scan of v finds w. From w back to v, the diagonal steps would
//      . . / . .      come last: the scan of w finds v only if the diagonal steps can
//      v / . . .      come first, too.
//
// Then both directions are sorted by node, by counting, and duplicates are removed.
#include "index/corner_graph.h"

#include <string.h>

// Phases of a build.
enum {
  CORNER_GRAPH_BEGIN,
  CORNER_GRAPH_GATHER, // the edges of the boards
  CORNER_GRAPH_COUNT,  // the edges of each node, in both directions
  CORNER_GRAPH_SORT,   // edges by node
  CORNER_GRAPH_REDUCE, // to edges with different targets
  CORNER_GRAPH_FILL,   // targets and lengths
  CORNER_GRAPH_DONE
};

// Nodes or pairs per portion of work.
enum { CORNER_GRAPH_PORTION = MEMORY_LIMIT(64, 3) };

static void corner_graph_free_scratch(corner_graph *g) {
  MEMORY_FREE(g->memory, g->links, g->max_links);
  MEMORY_FREE(g->memory, g->sorted, 2 * (size_t)g->pair_count + 1);
  MEMORY_FREE(g->memory, g->pairs, g->pair_capacity);
  MEMORY_FREE(g->memory, g->seen, (size_t)g->node_count + 1);
  g->links = NULL, g->sorted = NULL;
  g->pairs = g->seen = NULL;
  g->pair_count = g->pair_capacity = 0;
}

void corner_graph_fini(corner_graph *g) {
  if (g->memory == NULL) return;
  corner_graph_free_scratch(g);
  MEMORY_FREE(g->memory, g->first, (size_t)g->node_count + 1);
  MEMORY_FREE(g->memory, g->target, (size_t)g->edge_count + 1);
  MEMORY_FREE(g->memory, g->length, (size_t)g->edge_count + 1);
  memset(g, 0, sizeof *g);
}

size_t corner_graph_bytes(const corner_graph *g) {
  return ((size_t)g->node_count + 1) * sizeof *g->first +
         ((size_t)g->edge_count + 1) * (sizeof *g->target + sizeof *g->length);
}

// Allocates an array of `count` zeros and one more, if it does not exist. False: out of
// memory.
static bool corner_graph_allocate(corner_graph *g, void **array, size_t count,
                                  size_t element_size) {
  if (*array == NULL) *array = memory_new(g->memory, (count + 1) * element_size);
  return *array != NULL;
}

// Allocates what the phase after the current one needs. False: out of memory.
static bool corner_graph_prepare(corner_graph *g, const corner_boards *b) {
  switch (g->phase) {
  case CORNER_GRAPH_BEGIN:
    g->memory = b->memory;
    g->node_count = 2 * b->count;
    g->max_links = corner_boards_max_links(b);
    if (g->links == NULL) g->links = MEMORY_NEW(g->memory, corner_link, g->max_links);
    return g->links != NULL &&
           corner_graph_allocate(g, (void **)&g->first, g->node_count,
                                 sizeof *g->first) &&
           corner_graph_allocate(g, (void **)&g->seen, g->node_count, sizeof *g->seen);
  case CORNER_GRAPH_GATHER:
    return corner_graph_allocate(g, (void **)&g->sorted, 2 * (size_t)g->pair_count,
                                 sizeof *g->sorted);
  case CORNER_GRAPH_REDUCE:
    g->first[g->node_count] = g->edge_count;
    return corner_graph_allocate(g, (void **)&g->target, g->edge_count,
                                 sizeof *g->target) &&
           corner_graph_allocate(g, (void **)&g->length, g->edge_count,
                                 sizeof *g->length);
  default: return true;
  }
}

// ------------------------------------------------------------------------------- phases

// Gathers the edges of a node. False: out of memory.
static bool corner_graph_gather(corner_graph *g, const corner_boards *b, uint32_t node) {
  uint32_t count = (uint32_t)corner_boards_edges(b, node, g->links);
  MEMORY_ASSERT(count <= g->max_links);
  if (!MEMORY_RESERVE(g->memory, g->pairs, g->pair_capacity, g->pair_count + count))
    return false;
  for (uint32_t i = 0; i < count; i++)
    g->pairs[g->pair_count++] = node << 16 | g->links[i].node;
  return true;
}

// The nodes of a pair, and of the same edge walked back.
static uint32_t corner_graph_from(uint32_t pair) { return pair >> 16; }
static uint32_t corner_graph_to(uint32_t pair) { return pair & 0xffff; }
static uint32_t corner_graph_back(uint32_t pair) {
  return corner_opposite(corner_graph_to(pair)) << 16 |
         corner_opposite(corner_graph_from(pair));
}

// Counts the edges of a pair: `first` of a node becomes its number of edges.
static void corner_graph_count(corner_graph *g, uint32_t pair) {
  g->first[corner_graph_from(pair)]++;
  g->first[corner_graph_from(corner_graph_back(pair))]++;
}

// Makes `first` of each node the end of its edges. Sorting then fills the edges of each
// node from the end, and `first` becomes their begin.
static void corner_graph_sum(corner_graph *g) {
  uint32_t sum = 0;
  for (uint32_t node = 0; node <= g->node_count; node++) {
    sum += g->first[node];
    g->first[node] = sum;
  }
}

static void corner_graph_sort(corner_graph *g, uint32_t pair) {
  uint32_t back = corner_graph_back(pair);
  g->sorted[--g->first[corner_graph_from(pair)]] = (uint16_t)corner_graph_to(pair);
  g->sorted[--g->first[corner_graph_from(back)]] = (uint16_t)corner_graph_to(back);
}

// Removes duplicates from the edges of a node, and moves them to those of the node
// before. `edge_count` is the number of edges so far.
static void corner_graph_reduce(corner_graph *g, uint32_t node) {
  uint32_t from = g->first[node], end = g->first[node + 1];
  g->first[node] = g->edge_count;
  for (; from < end; from++) {
    uint16_t target = g->sorted[from];
    if (g->seen[target] == node + 1) continue;
    g->seen[target] = node + 1;
    g->sorted[g->edge_count++] = target;
  }
}

static void corner_graph_fill(corner_graph *g, const corner_boards *b, uint32_t node) {
  for (uint32_t i = g->first[node]; i < g->first[node + 1]; i++) {
    uint32_t from = node >> 1, to = (uint32_t)g->sorted[i] >> 1;
    g->target[i] = g->sorted[i];
    g->length[i] = corner_boards_distance(b, b->x[from], b->y[from], b->x[to], b->y[to]);
  }
}

// ------------------------------------------------------------------------------- slices

// The number of nodes or pairs of the current phase. `*work` is the work of each [tiles].
static uint32_t corner_graph_elements(const corner_graph *g, int64_t *work) {
  *work = g->phase == CORNER_GRAPH_GATHER ? 64 : 4;
  switch (g->phase) {
  case CORNER_GRAPH_GATHER:
  case CORNER_GRAPH_REDUCE:
  case CORNER_GRAPH_FILL: return g->node_count;
  case CORNER_GRAPH_COUNT:
  case CORNER_GRAPH_SORT: return g->pair_count;
  default: return 0;
  }
}

// Does the current phase for a node or a pair. False: out of memory.
static bool corner_graph_do(corner_graph *g, const corner_boards *b, uint32_t at) {
  switch (g->phase) {
  case CORNER_GRAPH_GATHER: return corner_graph_gather(g, b, at);
  case CORNER_GRAPH_COUNT: corner_graph_count(g, g->pairs[at]); return true;
  case CORNER_GRAPH_SORT:
    corner_graph_sort(g, g->pairs[g->pair_count - 1 - at]);
    return true;
  case CORNER_GRAPH_REDUCE: corner_graph_reduce(g, at); return true;
  default: corner_graph_fill(g, b, at); return true;
  }
}

astar_status corner_graph_build(corner_graph *g, const corner_boards *b, budget *work) {
  while (g->phase < CORNER_GRAPH_DONE) {
    int64_t each;
    uint32_t count = corner_graph_elements(g, &each);
    while (g->at < count) {
      if (!budget_take(work, each * CORNER_GRAPH_PORTION)) return ASTAR_RUNNING;
      for (int i = 0; i < CORNER_GRAPH_PORTION && g->at < count; i++, g->at++)
        if (!corner_graph_do(g, b, g->at)) return ASTAR_NO_MEMORY;
    }
    if (!corner_graph_prepare(g, b)) return ASTAR_NO_MEMORY;
    if (g->phase == CORNER_GRAPH_COUNT) corner_graph_sum(g);
    g->phase++;
    g->at = 0;
  }
  corner_graph_free_scratch(g);
  g->is_complete = true;
  return ASTAR_OK;
}
