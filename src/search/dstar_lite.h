// D* Lite: the cheapest path to a goal, searched from the goal and kept in repair while
// the map changes and the mover moves (S. Koenig and M. Likhachev, 2002).
#ifndef ASTAR_DSTAR_LITE_H
#define ASTAR_DSTAR_LITE_H

#include "search/heuristic.h"
#include "search/path_builder.h"

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

/// Memory: 4 bytes a tile, and a node for each tile touched. The index says where the
/// node of a cell is, and is believed when the node there is of that cell.
typedef struct dstar_lite {
  astar_grid *grid;
  const costmap *map;
  uint64_t revision; ///< of the grid that the nodes stand for
  bool is_ready;     ///< there are nodes for this goal
  bool has_failed;   ///< memory was short
  goals start_box;   ///< the start, for the heuristic
  struct heuristic heuristic;
  int start_x, start_y;
  uint32_t start, goal; ///< cells
  /// What the keys lag behind since the start moved: a sum of heuristics, whole numbers
  /// of 2^-37 steps. After 2^30 moves by a tile the keys still are exact to 2^-22 of a
  /// step.
  double k_m;
  uint32_t *index;
  dstar_lite_node *nodes;
  uint32_t node_count, node_capacity;
  uint32_t *heap;
  uint32_t heap_count, heap_capacity;
  uint32_t expanded; ///< by the last search
} dstar_lite;

dstar_lite *dstar_lite_new(astar_grid *grid);
void dstar_lite_free(dstar_lite *d); ///< NULL is allowed

/// Forgets what was searched.
void dstar_lite_reset(dstar_lite *d);

/// Finds the cheapest path from a start to a goal that the mover can stand on, both on
/// the grid, with what earlier searches for the same goal left; the map must be up to
/// date. Lays its trail. ASTAR_UNREACHABLE when there is none; ASTAR_STALE when it must
/// be left to another search, which happens only where steps cost nothing; or
/// ASTAR_NO_MEMORY.
astar_status dstar_lite_find(dstar_lite *d, costmap *map, const astar_query *query,
                             path_builder *t);

#endif
