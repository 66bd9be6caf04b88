// Node index: from a cell to its node in the node list of a kernel. 4 bytes per tile.
//
// The index is never cleared between searches. An entry counts only if it is below the
// number of nodes, and the node at that position belongs to the cell: entries of earlier
// searches fail this check. So a search on a large map begins in O(1). This is the sparse
// set of P. Briggs and L. Torczon, "An efficient representation for sparse sets", 1993.
#ifndef ASTAR_NODE_INDEX_H
#define ASTAR_NODE_INDEX_H

#include "search/run.h"

/// Owned by a kernel. Must be zeroed before first use.
typedef struct node_index {
  uint32_t *of;       ///< per cell: an index in the node list of the kernel
  size_t ready_cells; ///< cells from here on are not initialized yet
} node_index;

/// Allocates and initializes the index of a grid, within the budget. RUN_RUNNING: the
/// index is ready; RUN_PREPARING: call again with a new budget; or RUN_NO_MEMORY. The
/// first time O(tiles), then O(1).
run_status node_index_prepare(node_index *index, astar_grid *grid, budget *b);

/// Frees the memory.
void node_index_fini(node_index *index, astar_grid *grid);

#endif
