// Jump point search: the kernel for maps where all passable tiles cost the same.
//
// It expands jump points only, and skips the tiles between them by jumps: lookups in the
// jump boards (derived/jump_boards). jump_points.c explains the method.
//
// The workspace of a query owns the kernel. The grid and its jump boards outlive a
// search. Coordinates inside the kernel include the border of the bitmaps: tile (0, 0) of
// the grid is (1, 1).
#ifndef ASTAR_JUMP_POINTS_H
#define ASTAR_JUMP_POINTS_H

#include "search/node_table.h"
#include "search/run.h"

/// Why jump point search cannot search an up-to-date costmap; NULL if it can. Conditions:
/// squares; all passable tiles cost the same; 4 neighbors, or 8 neighbors with a diagonal
/// step that costs 1 to 2 straight steps; no closed edges, penalties or pair costs.
/// O(1).
const char *jump_points_why_unsuited(const costmap *map);

/// No node.
#define JUMP_POINTS_NONE UINT32_MAX

/// A generated jump point.
typedef struct jump_points_node {
  uint32_t g;      ///< [units]
  uint32_t parent; ///< index of a node, or JUMP_POINTS_NONE
  uint32_t f;      ///< [units]
  uint32_t next;   ///< index of the node below in its bucket + 1, or 0
  uint16_t x, y;   ///< its tile, with border
  uint8_t arrival; ///< direction of the jump that ended here; DIRECTIONS: the start, or
                   ///< where a link ended
  bool is_closed;  ///< expanded
  uint16_t region; ///< on a map with links, of the bound, if it fits
} jump_points_node;

/// 64 buckets. A bucket is a stack: the index of its top node + 1, or 0.
typedef struct jump_points_block {
  uint64_t occupied; ///< one bit per bucket; the buckets of clear bits are empty
  uint32_t tops[64];
} jump_points_block;

/// Scratch memory: 48 to 96 bytes per node generated, in arrays that grow by doubling.
/// Must be zeroed before first use; kept from search to search.
typedef struct jump_points {
  struct memory *memory;   ///< of the grid
  struct node_table table; ///< from tiles to nodes
  jump_points_node *nodes; ///< in the order of their generation
  uint32_t node_capacity;
  uint32_t room;             ///< so many nodes fit the table and `nodes`
  jump_points_block *blocks; ///< the open list
  uint32_t block_capacity;
  uint32_t last_block; ///< no block after this one was used in this search
  uint32_t bucket;     ///< all buckets before this one are empty
  uint32_t base;       ///< f at which bucket 0 starts [units]
  int shift;           ///< a bucket is 2^shift units wide

  // The search.
  const costmap *map;
  const struct jump_boards *boards;
  dead_ends_needs needs;       ///< tiles that this search does not need are left out
  int goal_x, goal_y;          ///< with border
  uint32_t straight, diagonal; ///< cost of a step [units]
  double unit;                 ///< cost of one unit
  const link_bound *links;     ///< of the run; NULL: a map without links
  uint32_t region;             ///< of the tiles that are generated, for `links`
  bool has_forced_turns; ///< a jump in a major direction may end at a forced neighbor
  bool is_eager;         ///< nodes on the way of a jump never wait
  uint32_t bound;        ///< g of the goal, UINT32_MAX before it is reached [units]
  uint32_t goal_node;    ///< JUMP_POINTS_NONE before the goal is reached
  uint32_t expanded;
  run_status status;
} jump_points;

/// Prepares a search from a passable start to the only goal of the query, on the jump
/// boards of the run. RUN_RUNNING or RUN_NO_MEMORY. O(buckets of the last search).
run_status jump_points_begin(jump_points *j, run *r, budget *b);

/// Expands up to `count` jump points. RUN_BEYOND_KERNEL when costs no longer fit 32 bits.
/// When the goal was found, builds the path in `r->path`.
run_status jump_points_step(jump_points *j, run *r, int64_t count);

/// The node of a tile. False if the tile is not a generated jump point. O(1).
bool jump_points_node_at(const jump_points *j, const run *r, int x, int y,
                         astar_node *node);

/// Frees the memory.
void jump_points_fini(jump_points *j, astar_grid *grid);

#endif
