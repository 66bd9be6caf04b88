// Where the node of a cell is in a kernel's list of nodes: 4 bytes per tile. A kernel
// believes an entry when the node at that place is indeed of the cell, so that nothing is
// cleared between searches.
#ifndef ASTAR_NODE_INDEX_H
#define ASTAR_NODE_INDEX_H

#include "search/run.h"

/// Begins as zeros.
typedef struct node_index {
  uint32_t *of;       ///< a place per cell
  size_t ready_cells; ///< those after them are not initialized yet
} node_index;

/// Allocates and initializes the index of a grid, as far as the budget goes: RUN_RUNNING
/// when it is ready, RUN_PREPARING when some is left to do, or RUN_NO_MEMORY.
run_status node_index_prepare(node_index *index, astar_grid *grid, budget *b);

void node_index_fini(node_index *index, astar_grid *grid);

#endif
