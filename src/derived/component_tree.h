// The component tree: connected components of a map in levels of square blocks.
//
// The blocks of level 0 (component_leaf.h) have a side of 64 tiles, the blocks of each
// further level twice the side of the level below, and the last level has one block, the
// root. So an edit changes one block of each level at most, and the blocks that touch it.
//
// query/cache owns the tree as part of the components (components.h); memory comes from
// the grid. See component_tree.c for the method.
#ifndef ASTAR_COMPONENT_TREE_H
#define ASTAR_COMPONENT_TREE_H

#include "derived/component_leaf.h"

/// A block of level l has 2 x 2 children: the blocks of level l - 1. [With 4 x 4 children
/// the worst edit on 4096 x 4096 takes 1.5 times as long.]
enum { TREE_SHIFT = 1, TREE_CHILDREN = 1 << 2 * TREE_SHIFT };

/// Enough levels for a map of ASTAR_MAX_SIDE.
enum { TREE_LEVELS = MEMORY_LIMIT(11, 14) };

typedef struct component_block {
  uint32_t exit_count;  ///< numbers 1 to exit_count belong to components with a tile at a
                        ///< side that has a neighbor
  uint32_t *up;         ///< for these numbers, from 1: the number in the parent
  uint32_t up_capacity; ///< of `up`
  bool is_queued;       ///< in the queue of its level
} component_block;

typedef struct component_level {
  int columns, rows, shift; ///< of blocks; the side of a block is 2^shift tiles
  component_block *blocks;  ///< row by row
  uint16_t *sides;          ///< the numbers of the tiles at the sides of each block
  uint32_t side_width;      ///< tiles of a north or south side; 0: there is one row
  uint32_t side_height;     ///< tiles of a west or east side; 0: there is one column
  uint32_t *queue;          ///< blocks whose numbers must be computed
  uint32_t queue_count;
} component_level;

typedef struct component_tree {
  int level_count; ///< 0: the tree is not allocated
  int width;       ///< of the grid
  component_level levels[TREE_LEVELS];
  component_leaf *leaves;  ///< one per block of level 0
  uint32_t one_way_leaves; ///< leaves with a one-way step
  uint32_t *parents;       ///< scratch memory: a union-find forest of numbers
  uint32_t *numbers;       ///< scratch memory: the number of each root in the parent
  uint32_t *line[2];       ///< scratch memory: the tiles on both sides of a line
  uint32_t parent_capacity, number_capacity, line_capacity[2];
} component_tree;

/// The root of an element of a union-find forest.
static inline uint32_t tree_root(uint32_t *parents, uint32_t i) {
  while (parents[i] != i) {
    parents[i] = parents[parents[i]]; // path halving
    i = parents[i];
  }
  return i;
}

/// Allocates a tree for a grid, if it is not allocated, and queues all its blocks. False:
/// out of memory.
bool component_tree_begin(component_tree *t, astar_grid *grid);

/// Queues the leaves of an area whose connections may have changed. If only one tile of
/// the map changed its passability, `tile` is its cell and `area` its neighborhood,
/// otherwise `tile` is GRID_NO_CELL. O(leaves of the area).
void component_tree_queue(component_tree *t, tile_area area, uint32_t tile);

/// Computes the numbers of the queued blocks. ASTAR_RUNNING: the budget is used up, and
/// the next call continues, also after more edits. The work of a block is O(tiles of a
/// leaf), or O(side) on the higher levels.
astar_status component_tree_update(component_tree *t, const costmap *map,
                                   component_mode mode, budget *b);

/// The component of a passable cell, as a number that is unique in the tree. The tree
/// must be up to date. O(levels).
uint64_t component_tree_at(const component_tree *t, uint32_t cell);

void component_tree_fini(component_tree *t, astar_grid *grid);

#endif
