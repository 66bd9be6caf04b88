// Weighted jump point search: the kernel for maps where terrain costs differ.
//
// It expands tiles where the cost of the terrain changes, and jumps over uniform terrain
// between them: lookups in the terrain boards (derived/terrain_boards). From an expanded
// tile it generates the moves that local dominance leaves (derived/dominance).
// weighted_jump_points.c explains the method.
//
// The workspace of a query owns the kernel. The grid and its derived data outlive a
// search.
#ifndef ASTAR_WEIGHTED_JUMP_POINTS_H
#define ASTAR_WEIGHTED_JUMP_POINTS_H

#include "base/bucket_queue.h"
#include "search/heuristic.h"
#include "search/run.h"

/// Whether the kernel can search an up-to-date costmap: squares; 4 neighbors, or 8
/// neighbors with a diagonal step that costs 1 to 2 straight steps; no pair costs; costs
/// for which `dominance_is_suited` and `dominance_can_prune`. O(1).
bool weighted_jump_points_is_suited(const costmap *map);

/// The node of a tile. It counts if it has the number of the current search.
typedef struct weighted_jump_points_node {
  double g;
  uint32_t parent; ///< index of the node where the jump to this tile began, or the link:
                   ///< with WEIGHTED_JUMP_POINTS_LINK; GRID_NO_CELL: the start
  uint32_t state;  ///< bits 16 to 31: number of the search; bits 8 to 15: moves that were
                   ///< made from here, one bit per direction; bits 0 to 7: moves that are
                   ///< pending. With pending moves the tile is in the open list
} weighted_jump_points_node;

/// The flag of a parent from where a link leads. Indexes are lower.
#define WEIGHTED_JUMP_POINTS_LINK (UINT32_C(1) << 31)

/// The end of a jump.
typedef struct weighted_jump_points_end {
  weighted_jump_points_node *node; ///< of its tile
  double g;
  uint32_t cell; ///< of its tile
  int x, y;
  uint32_t arrival; ///< direction of the last step; DIRECTIONS: a link
} weighted_jump_points_end;

/// Ends that are collected before they are generated.
enum { WEIGHTED_JUMP_POINTS_ENDS = 64 };

/// Scratch memory: 16 bytes per tile, up to 240 bytes more per row (`stride`), and
/// the open list. Must be zeroed before first use; kept from search to search.
typedef struct weighted_jump_points {
  const astar_grid *grid;
  struct memory *memory;            ///< of the grid
  weighted_jump_points_node *nodes; ///< row by row, `stride` per row
  uint32_t stride; ///< the width of the grid, and on wide grids up to 15 more
  size_t node_count;
  size_t ready_nodes; ///< nodes from here on are not initialized yet
  uint32_t search;    ///< number of the search [1..65535]
  size_t cleared;     ///< the next node whose number is cleared, see the .c file
  bucket_queue open;
  weighted_jump_points_end ends[WEIGHTED_JUMP_POINTS_ENDS];
  int end_count;

  // The search.
  const costmap *map;
  const double *costs; ///< of the move table, by move and class
  double max_slack;    ///< of the move table
  bool has_diagonals;  ///< 8 neighbors; false: 4
  int width;           ///< of the grid
  struct dominance *dominance;
  const struct terrain_boards *boards;
  struct heuristic heuristic;
  const landmark_bound *landmarks; ///< of the run; NULL: none
  const link_bound *links;         ///< of the run; NULL: a map without links
  uint32_t region;                 ///< of the tiles that are generated, for `links`
  bool has_bounds;                 ///< there is one of these two
  int goal_x, goal_y;
  uint32_t goal_index;
  uint32_t start_index;
  int32_t offset[DIRECTIONS];
  double bound;   ///< nodes with f >= bound cannot lead to a cheaper path
  bool has_found; ///< a path to the goal is known
  uint32_t expanded;
  run_status status;
} weighted_jump_points;

/// Prepares a search from a passable start to the only goal of the query, on the
/// dominance data and the terrain boards of the run. RUN_RUNNING, RUN_PREPARING or
/// RUN_NO_MEMORY. The first time O(tiles), then O(tiles / 32768).
run_status weighted_jump_points_begin(weighted_jump_points *w, run *r, budget *b);

/// Expands up to `count` tiles. When the goal was found, builds the path in `r->path`.
run_status weighted_jump_points_step(weighted_jump_points *w, run *r, int64_t count);

/// The node of a tile. False if no jump has ended at the tile. O(1).
bool weighted_jump_points_node_at(const weighted_jump_points *w, const run *r, int x,
                                  int y, astar_node *node);

/// Frees the memory.
void weighted_jump_points_fini(weighted_jump_points *w, astar_grid *grid);

#endif
