// Jump point search: where every step costs the same, whole runs are taken in one look at
// the bit boards instead of step by step.
#ifndef ASTAR_JUMP_POINTS_H
#define ASTAR_JUMP_POINTS_H

#include "derived/jump_boards.h"
#include "search/best_first.h"

/// Why jump points cannot serve an up-to-date costmap, or NULL when they can: all tiles
/// cost the same, eight neighbours with a diagonal step of one to two straight ones or
/// four neighbours, and no links, closed edges, penalties or rules by terrain pair.
const char *jump_points_why_unsuited(const costmap *map);

typedef struct jump_points_node {
  uint32_t g;      ///< [units of the search]
  uint32_t parent; ///< a node, or BEST_FIRST_NONE
  uint32_t next;   ///< in its bucket, node + 1
  uint16_t x, y;
  uint8_t arrival; ///< direction that led here, DIRECTIONS for the start
  bool is_closed;  ///< expanded
} jump_points_node;

/// Scratch memory: 4 bytes a tile and the nodes touched. An index a cell says where its
/// node is, and is believed only when the node there is indeed of that cell, so nothing
/// is cleared between searches.
typedef struct jump_points {
  uint32_t *index;
  jump_points_node *nodes;
  uint32_t node_count, node_capacity;
  uint32_t *buckets; ///< heads of stacks, node + 1 or 0
  uint32_t bucket, bucket_capacity, last_bucket;
  uint32_t base; ///< priority at which bucket 0 begins
  int shift;     ///< a bucket is 2^shift units wide

  // The search.
  const struct jump_boards *boards;
  int goal_x, goal_y;          ///< with border
  uint32_t straight, diagonal; ///< units of a step
  double unit;                 ///< what one costs
  uint32_t bound, goal_node;
  uint32_t expanded;
  best_first_state state;
} jump_points;

/// NULL is allowed.
void jump_points_free(jump_points *j, astar_grid *grid);

/// Readies `s->jps` for a search from a passable start to a goal, both on the grid, on
/// the boards of `s->map`, which must be up to date. False: memory is short.
bool jump_points_begin(best_first *s, int start_x, int start_y, int goal_x, int goal_y);

/// Expands up to `count` jump points. Lays the trail in `s` when a path is found.
/// BEST_FIRST_CAPPED means that it is too long for this kernel.
best_first_state jump_points_step(best_first *s, int64_t count);

/// Looks at a tile. False when it is no jump point that was touched.
bool jump_points_node_at(const best_first *s, int x, int y, astar_node *node);

#endif
