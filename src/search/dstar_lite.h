// D* Lite: the kernel of the replanner. It searches from the goal to the start, and
// repairs the search after the map changed or the start moved (S. Koenig and M.
// Likhachev, "D* Lite", 2002). dstar_lite.c explains the method.
//
// A replanner owns the kernel, and keeps it from query to query. The nodes of earlier
// queries are used again while the goal is the same.
#ifndef ASTAR_DSTAR_LITE_H
#define ASTAR_DSTAR_LITE_H

#include "search/heuristic.h"
#include "search/run.h"

/// A generated node. `g` is its cost to the goal when it was last expanded; `rhs` is the
/// cost that its successors give it now: the minimum of the cost of a step plus g. The
/// node is consistent if both are equal; otherwise it is in the heap.
typedef struct dstar_lite_node {
  double g, rhs;
  double k1, k2; ///< its key: k1 = min(g, rhs) + h + k_m, k2 = min(g, rhs)
  uint32_t cell;
  uint32_t next; ///< the cell of the successor that gives `rhs`
  uint32_t heap; ///< position in the heap + 1, or 0
  uint8_t step;  ///< the move to `next`, or MOVE_LINK
} dstar_lite_node;

/// Memory: 4 bytes per tile, 48 bytes per node generated and 4 per node for the heap.
/// Must be zeroed before first use.
typedef struct dstar_lite {
  astar_grid *grid;
  const costmap *map;
  uint64_t revision;      ///< the revision of the grid for which the nodes are right
  bool is_ready;          ///< there are nodes for `goal`
  bool has_failed;        ///< an allocation failed
  astar_point start_goal; ///< the start: the goal of the heuristic
  goals start_box;
  struct heuristic heuristic; ///< h(s_start, s)
  int start_x, start_y;       ///< s_start, or s_last while a search is prepared
  uint32_t start, goal;       ///< s_start and s_goal: cells
  /// k_m of D* Lite: how much the keys lag behind since the start moved. A sum of
  /// heuristics, which are whole numbers of 2^-37 steps: after 2^30 moves of the start by
  /// one tile, the keys are still exact to 2^-22 of a step.
  double k_m;
  /// Per cell: an index in `nodes`, 4 bytes per tile. It is never cleared between
  /// searches. An entry counts only if it is below the number of nodes, and the node
  /// there belongs to the cell: so a search on a large map begins in O(1). This is the
  /// sparse set of P. Briggs and L. Torczon, "An efficient representation for sparse
  /// sets", 1993.
  uint32_t *index;
  size_t ready_cells; ///< cells of `index` from here on are not initialized yet
  dstar_lite_node *nodes;
  uint32_t node_count, node_capacity;
  uint32_t *heap; ///< the priority queue U of the paper: indices of nodes
  uint32_t heap_count, heap_capacity;
  uint32_t expanded; ///< since the last `dstar_lite_begin`
} dstar_lite;

/// Drops all nodes: the next search starts anew. O(1).
void dstar_lite_reset(dstar_lite *d);

/// Prepares the kernel for a query with one passable goal. If the last search had the
/// same goal, its nodes are repaired: UpdateVertex for the tiles that edits affected, and
/// k_m for the move of the start. Otherwise, or when too many tiles changed, the search
/// starts anew. The costmap must have its table of legal moves, if the rules allow one
/// (`costmap_ensure_legal`). RUN_RUNNING, RUN_PREPARING or RUN_NO_MEMORY.
/// O(affected tiles * log nodes); the first time O(tiles).
run_status dstar_lite_begin(dstar_lite *d, run *r, budget *b);

/// ComputeShortestPath, up to `count` expansions. When it is done, builds the path in
/// `r->path`. RUN_BEYOND_KERNEL if steps cost nothing and the successors of nodes form a
/// cycle, so that they give no path.
run_status dstar_lite_step(dstar_lite *d, run *r, int64_t count);

/// The node of a tile. `is_closed` means consistent; the parent is the successor. False
/// if the tile was not generated. O(1).
bool dstar_lite_node_at(const dstar_lite *d, const run *r, int x, int y,
                        astar_node *node);

/// Frees the memory.
void dstar_lite_fini(dstar_lite *d, astar_grid *grid);

#endif
