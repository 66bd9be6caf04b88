// The corner graph: which corners see each other, and at what cost.
#ifndef ASTAR_CORNER_GRAPH_H
#define ASTAR_CORNER_GRAPH_H

#include "index/corner_boards.h"

/// Nodes are those of corner boards. For each edge from v to w there is one of equal
/// length from the opposite of w to the opposite of v.
typedef struct corner_graph {
  struct memory *memory; ///< of the grid
  uint32_t node_count, edge_count;
  uint32_t *first;  ///< [node_count + 1]: the edges of node v are first[v]..first[v + 1]
  uint16_t *target; ///< of each edge
  uint32_t *length; ///< of each edge [units]
  bool is_complete;
  uint32_t at;        ///< the progress of a build: a node
  uint32_t capacity;  ///< of the arrays of edges
  corner_link *links; ///< during a build
} corner_graph;

/// Builds the graph within the budget. `g` begins as zeros; call `corner_graph_fini` also
/// after an error. ASTAR_RUNNING: call it again. O(edges * length of their scans / 64).
astar_status corner_graph_build(corner_graph *g, const corner_boards *b, budget *work);

void corner_graph_fini(corner_graph *g);

#endif
