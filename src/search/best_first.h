// The kernel for all maps: best-first search over everything that a grid and rules can
// express. It is A*, Dijkstra's algorithm or greedy search, as the query asks.
#ifndef ASTAR_BEST_FIRST_H
#define ASTAR_BEST_FIRST_H

#include "base/bucket_queue.h"
#include "search/heuristic.h"
#include "search/run.h"

/// Beside the move by which a cell was reached: it was expanded.
enum { BEST_FIRST_CLOSED = 128 };

/// A link taken.
typedef struct best_first_link_step {
  uint32_t from, to;
} best_first_link_step;

/// Scratch memory, which is kept from search to search: 9 bytes per tile, of which only
/// what was touched is cleared.
typedef struct best_first {
  const astar_grid *grid;
  struct memory *memory; ///< of the grid
  const costmap *map;
  const struct goals *goals;
  struct heuristic heuristic;
  run_status status;

  // The query.
  int start_x, start_y;
  double max_cost;
  int64_t max_expansions;
  double prune_above; ///< drop nodes whose cost and heuristic exceed this
  uint32_t goal_cell; ///< the only one, or GRID_NO_CELL: ask the goals
  bool is_exact, is_greedy, is_partial;
  bool is_simple; ///< steps on squares, costs from the table, a simple heuristic
  const astar_rules *canonical; ///< whose canonical moves suffice; NULL: all are made

  size_t ready_cells; ///< of `g` and `from`: those after them are not initialized yet
  double *g; ///< cost so far of each cell; infinity: not touched. NULL until first used
  uint8_t *from; ///< how it was reached; meaningless for cells not touched
  uint32_t *touched;
  uint32_t touched_count, touched_capacity;
  bool clears_all; ///< too many cells were touched to list them: clear all
  best_first_link_step *link_steps; ///< links taken, the latest last
  uint32_t link_step_count, link_step_capacity;
  bucket_queue open;
  uint32_t expanded;
  double slack;   ///< costs this near to the node being expanded count as equal
  bool is_capped; ///< a node was dropped because of max_cost

  uint32_t found;   ///< the cell where the path ends, or GRID_NO_CELL
  double bound;     ///< its cost; nodes that cannot beat it are passed over
  uint32_t nearest; ///< the closed cell nearest to the goals, cheapest of those
  int nearest_distance;
} best_first;

/// Clears what the last search left, and opens the start. RUN_RUNNING when the kernel is
/// ready, RUN_PREPARING when the budget ended before.
run_status best_first_begin(best_first *s, run *r, budget *b);

/// Expands up to `count` nodes. At the end of a search it builds the path.
run_status best_first_step(best_first *s, run *r, int64_t count);

/// False when the search has not touched the tile.
bool best_first_node_at(const best_first *s, const run *r, int x, int y,
                        astar_node *node);

void best_first_fini(best_first *s, astar_grid *grid);

#endif
