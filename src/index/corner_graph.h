// The corner graph: which corners see each other, and at what cost.
#ifndef ASTAR_CORNER_GRAPH_H
#define ASTAR_CORNER_GRAPH_H

#include "index/corner_boards.h"

/// Nodes are those of corner boards. For each edge from v to w there is one of equal
/// length from the opposite of w to the opposite of v. Lengths may be 0.
typedef struct corner_graph {
  struct memory *memory; ///< of the grid
  uint32_t node_count, edge_count;
  uint32_t *first;  ///< [node_count + 1]: the edges of node v are first[v]..first[v + 1]
  uint16_t *target; ///< of each edge; the edges of a node have different targets
  uint32_t *length; ///< of each edge [units]
  bool is_complete;

  // During a build.
  int phase;
  uint32_t at;        ///< a node or an element of `pairs`
  corner_link *links; ///< of one node
  size_t max_links;   ///< the capacity of `links`
  uint32_t *pairs;    ///< node << 16 | target, for each edge of the boards
  uint32_t pair_count, pair_capacity;
  uint16_t *sorted; ///< [2 * pair_count]: targets by node
  uint32_t *seen;   ///< per node: the last node with an edge to it + 1
} corner_graph;

/// Builds the graph within the budget. `g` begins as zeros; call `corner_graph_fini` also
/// after an error. ASTAR_RUNNING: call it again. The boards must be complete, and stay
/// where they are. O(edges * length of their scans / 64).
astar_status corner_graph_build(corner_graph *g, const corner_boards *b, budget *work);

void corner_graph_fini(corner_graph *g);

/// The memory of a complete graph [bytes].
size_t corner_graph_bytes(const corner_graph *g);

#endif
