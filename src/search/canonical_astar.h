// Canonical A*: the kernel for cluttered maps where all passable tiles cost the same.
//
// A* tile by tile, with the canonical moves of the rules only. Where obstacles are dense
// jumps are short, and this kernel is faster than jump point search: it has 4 bytes of
// state per tile, and no lists of nodes. canonical_astar.c explains the method.
//
// The workspace of a query owns the kernel. The grid outlives a search.
#ifndef ASTAR_CANONICAL_ASTAR_H
#define ASTAR_CANONICAL_ASTAR_H

#include "search/run.h"

/// A tile on the open list.
typedef struct canonical_astar_entry {
  uint32_t state; ///< of its cell when it was generated: a tile with another state was
                  ///< expanded already, or a cheaper path to it was found
  uint16_t x, y;
  uint32_t successors; ///< its canonical moves, one bit per direction
} canonical_astar_entry;

typedef struct canonical_astar_bucket {
  canonical_astar_entry *entries; ///< a stack
  uint32_t count, capacity;
} canonical_astar_bucket;

/// The tiles of a row that a search expanded: the columns [left, right).
typedef struct canonical_astar_row {
  uint16_t left, right;
} canonical_astar_row;

/// The number of buckets in the ring: a power of two. A step increases f by at most 4
/// straight steps (a diagonal step of 2, away from the goal), and a bucket is at least a
/// quarter of a straight step wide: the tiles of the open list are in 18 buckets.
enum { CANONICAL_ASTAR_BUCKETS = 32 };

/// Scratch memory: 4 bytes per tile and per row, and 12 bytes per tile on the open list.
/// Must be zeroed before first use; kept from search to search.
typedef struct canonical_astar {
  struct memory *memory; ///< of the grid
  uint32_t *cells;       ///< the state of each cell, see canonical_astar.c
  size_t ready_cells;    ///< cells from here on are not initialized yet
  canonical_astar_row *rows;
  int top, bottom; ///< rows [top, bottom) have changed cells
  canonical_astar_bucket ring[CANONICAL_ASTAR_BUCKETS];
  uint32_t waiting; ///< entries in all buckets
  uint32_t bucket;  ///< all buckets before this one are empty
  uint32_t base;    ///< f at which bucket 0 starts [units]
  int shift;        ///< a bucket is 2^shift units wide

  // The search.
  const costmap *map;
  int goal_x, goal_y;
  uint32_t straight, diagonal; ///< cost of a step [units]
  int offset[DIRECTIONS];      ///< from a cell to the next cell
  uint32_t cost[DIRECTIONS];   ///< of a step [units]
  double unit;                 ///< cost of one unit
  uint32_t bound;              ///< g of the goal, UINT32_MAX before it is reached [units]
  uint32_t expanded;
  run_status status;
} canonical_astar;

/// Prepares a search from a passable start to the only goal of the query, on a map that
/// suits jump point search (`jump_points_why_unsuited`). RUN_RUNNING, RUN_PREPARING or
/// RUN_NO_MEMORY. O(cells changed by the last search); the first time O(tiles).
run_status canonical_astar_begin(canonical_astar *a, run *r, budget *b);

/// Expands up to `count` tiles. RUN_BEYOND_KERNEL when costs no longer fit the state of a
/// cell. When the goal was found, builds the path in `r->path`.
run_status canonical_astar_step(canonical_astar *a, run *r, int64_t count);

/// The node of a tile. False if the tile is not generated. O(1).
bool canonical_astar_node_at(const canonical_astar *a, const run *r, int x, int y,
                             astar_node *node);

/// Frees the memory.
void canonical_astar_fini(canonical_astar *a, astar_grid *grid);

#endif
