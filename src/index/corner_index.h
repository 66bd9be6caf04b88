// Corner index: an index of a map where all passable tiles cost the same.
//
// It owns the baked data, knows how the map differs from it now, and finds paths and
// costs. See corner_index.c for the method. Memory comes from the grid.
#ifndef ASTAR_CORNER_INDEX_H
#define ASTAR_CORNER_INDEX_H

#include "index/corner_way.h"
#include "index/hub_labels.h"
#include "index/live_boards.h"

/// What the steps of a path cost whose length is known in units.
typedef struct corner_cost {
  uint32_t divisor;  ///< greatest common divisor of the units of both kinds of steps
  uint32_t straight; ///< units of a straight and of a diagonal step, without the divisor
  uint32_t diagonal;
  uint32_t inverse; ///< of `diagonal` modulo `straight`
  uint32_t limit;   ///< below it, units without the divisor give the numbers of steps
  double step[2];   ///< the cost of a straight and of a diagonal step on the map
  double unit;      ///< the cost of a unit without the divisor; 0: units are not exact
} corner_cost;

typedef struct corner_index {
  struct memory *memory; ///< of the grid
  struct corner_boards boards;
  struct corner_graph graph;
  struct hub_labels labels;
  struct live_boards live;
  struct corner_cost cost;

  // Scratch memory of a query, in one block.
  corner_link *start_links, *goal_links;
  uint32_t *table; ///< per hub a distance to the start [units], HUB_LABELS_FAR elsewhere
  struct corner_way way;
  struct straightening straightening;
} corner_index;

/// Bakes within the budget. `c` begins as zeros; call `corner_index_fini` also after an
/// error. ASTAR_RUNNING: call it again. The map must suit jump point search when the bake
/// begins; the index belongs to the map of the first call.
///
/// @param map      up to date
/// @param message  after ASTAR_TOO_LARGE: receives why, a string constant
astar_status corner_index_bake(corner_index *c, const costmap *map, size_t max_bytes,
                               budget *work, const char **message);

/// Bakes what is left when boards, graph and labels are complete: for a bake, and for
/// labels that come from a byte string. ASTAR_OK, ASTAR_NO_MEMORY. O(tiles / 64).
astar_status corner_index_finish(corner_index *c, const costmap *map);

void corner_index_fini(corner_index *c);

/// The memory of the index [bytes].
size_t corner_index_bytes(const corner_index *c);

/// Brings the index up to date with an up-to-date costmap that suits jump point search.
/// It must be called before the first query, and after edits. O(edits).
void corner_index_update(corner_index *c, const costmap *map);

/// Finds the cheapest path between two tiles of the grid.
///
/// @param path  receives the path; NULL: only the cost is wanted
/// @param cost  receives the cost, with ASTAR_OK
/// @return ASTAR_OK; ASTAR_UNREACHABLE; ASTAR_GOAL_BLOCKED; ASTAR_RUNNING: the index does
///   not know, search; ASTAR_NO_MEMORY
astar_status corner_index_find(corner_index *c, int start_x, int start_y, int goal_x,
                               int goal_y, bool is_straight, path_builder *path,
                               double *cost);

/// Finds the costs from a tile of the grid to many tiles.
///
/// @param costs  receives the cost for each goal; infinity: no path leads there, or the
///   goal is off the grid; NaN: the index does not know
void corner_index_costs(corner_index *c, const astar_grid *grid, int start_x, int start_y,
                        const astar_point *goals, int count, double *costs);

#endif
