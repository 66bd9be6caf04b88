// The kernel for maps where all tiles cost the same: jump point search. A jump is one
// look at the jump boards instead of many steps.
#ifndef ASTAR_JUMP_POINTS_H
#define ASTAR_JUMP_POINTS_H

#include "search/node_index.h"

/// Why jump points cannot serve an up-to-date costmap, or NULL when they can: all tiles
/// cost the same, eight neighbours with a diagonal step of one to two straight ones or
/// four neighbours, and no links, closed edges, penalties or rules by terrain pair.
const char *jump_points_why_unsuited(const costmap *map);

/// No node.
#define JUMP_POINTS_NONE UINT32_MAX

typedef struct jump_points_node {
  uint32_t g;      ///< [units of the search]
  uint32_t parent; ///< a node, or JUMP_POINTS_NONE
  uint32_t next;   ///< in its bucket, node + 1
  uint16_t x, y;
  uint8_t arrival; ///< direction that led here, DIRECTIONS for the start
  bool is_closed;  ///< expanded
} jump_points_node;

/// Scratch memory: 4 bytes per tile and the nodes generated.
typedef struct jump_points {
  struct memory *memory; ///< of the grid
  const astar_grid *grid;
  struct node_index index;
  jump_points_node *nodes;
  uint32_t node_count, node_capacity;
  uint32_t *buckets; ///< heads of stacks, node + 1 or 0
  uint32_t bucket, bucket_capacity, last_bucket;
  uint32_t base; ///< priority at which bucket 0 begins
  int shift;     ///< a bucket is 2^shift units wide

  // The search.
  const costmap *map;
  const struct jump_boards *boards;
  int goal_x, goal_y;          ///< with border
  uint32_t straight, diagonal; ///< units of a step
  double unit;                 ///< what one costs
  uint32_t bound, goal_node;
  uint32_t expanded;
  run_status status;
} jump_points;

/// Readies the kernel for a search from a passable start to the only goal of the query,
/// on the jump boards of the run.
run_status jump_points_begin(jump_points *j, run *r, budget *b);

/// Expands up to `count` jump points. RUN_BEYOND_KERNEL when costs no longer fit 32 bits.
run_status jump_points_step(jump_points *j, run *r, int64_t count);

/// False when the tile is no jump point that was generated.
bool jump_points_node_at(const jump_points *j, const run *r, int x, int y,
                         astar_node *node);

void jump_points_fini(jump_points *j, astar_grid *grid);

#endif
