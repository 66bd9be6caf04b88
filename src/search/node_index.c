// Initializes the index with zeros, portion by portion. The method works with any values;
// zeros make reads defined.
#include "search/node_index.h"

#include <string.h>

// Cells that are initialized per portion of a budget.
enum { NODE_INDEX_PORTION = 32768 };

run_status node_index_prepare(node_index *index, astar_grid *grid, budget *b) {
  size_t tiles = grid_tiles(grid);
  if (index->of == NULL) {
    size_t size = tiles * sizeof *index->of;
    index->of = (uint32_t *)memory_resize(&grid->memory, NULL, 0, size);
    index->ready_cells = 0;
    if (index->of == NULL) return RUN_NO_MEMORY;
  }
  while (index->ready_cells < tiles) {
    if (!budget_take(b, NODE_INDEX_PORTION)) return RUN_PREPARING;
    size_t count = tiles - index->ready_cells;
    if (count > NODE_INDEX_PORTION) count = NODE_INDEX_PORTION;
    memset(index->of + index->ready_cells, 0, count * sizeof *index->of);
    index->ready_cells += count;
  }
  return RUN_RUNNING;
}

void node_index_fini(node_index *index, astar_grid *grid) {
  memory_free(&grid->memory, index->of, grid_tiles(grid) * sizeof *index->of);
}
