// D* Lite: the cheapest path to a goal, searched from the goal and kept in repair while
// the map changes and the mover moves (S. Koenig and M. Likhachev, 2002).
#ifndef ASTAR_DSTAR_LITE_H
#define ASTAR_DSTAR_LITE_H

#include "search/heuristic.h"
#include "search/node_index.h"

/// A tile that was touched. `g` is what it cost when it was last expanded, `rhs` what its
/// neighbours make of it; where they differ it waits in the heap.
typedef struct dstar_lite_node {
  double g, rhs;
  double key, second; ///< in the heap by `key`, then by `second`
  uint32_t cell;
  uint32_t next; ///< the cell that `rhs` leads to
  uint32_t heap; ///< place in the heap + 1, or 0
  uint8_t step;  ///< the move to `next`, or MOVE_LINK
} dstar_lite_node;

/// Scratch memory: 4 bytes per tile and the nodes generated.
typedef struct dstar_lite {
  astar_grid *grid;
  const costmap *map;
  uint64_t revision;     ///< of the grid that the nodes stand for
  bool is_ready;         ///< there are nodes for this goal
  bool has_failed;       ///< memory was short
  astar_goal start_goal; ///< the start, which the heuristic leads to
  goals start_box;
  struct heuristic heuristic;
  int start_x, start_y;
  uint32_t start, goal; ///< cells
  /// What the keys lag behind since the start moved: a sum of heuristics, whole numbers
  /// of 2^-37 steps. After 2^30 moves by a tile the keys still are exact to 2^-22 of a
  /// step.
  double k_m;
  struct node_index index;
  dstar_lite_node *nodes;
  uint32_t node_count, node_capacity;
  uint32_t *heap;
  uint32_t heap_count, heap_capacity;
  uint32_t expanded; ///< since the last begin
} dstar_lite;

/// Forgets what was searched.
void dstar_lite_reset(dstar_lite *d);

/// Readies the kernel for a query with one goal that the mover can stand on, with what
/// earlier searches for the same goal left: it repairs what edits and moves of the start
/// changed. The legal moves of the costmap must be in its table where it can have one.
run_status dstar_lite_begin(dstar_lite *d, run *r, budget *b);

/// Expands up to `count` nodes. RUN_BEYOND_KERNEL where steps cost nothing and the nodes
/// lead nowhere.
run_status dstar_lite_step(dstar_lite *d, run *r, int64_t count);

/// False when the tile was never generated.
bool dstar_lite_node_at(const dstar_lite *d, const run *r, int x, int y,
                        astar_node *node);

void dstar_lite_fini(dstar_lite *d, astar_grid *grid);

#endif
