// The general search kernel: best first over everything that a grid and rules can
// express. It runs in slices, and its result is a trail of points.
#ifndef ASTAR_BEST_FIRST_H
#define ASTAR_BEST_FIRST_H

#include "search/goals.h"
#include "search/heuristic.h"
#include "base/bucket_queue.h"
#include "search/path_builder.h"

struct jump_points;

/// Beside the move by which a cell was reached: it was expanded.
enum { BEST_FIRST_CLOSED = 128 };

/// No cell.
#define BEST_FIRST_NONE UINT32_MAX

/// A link taken.
typedef struct best_first_link_step {
  uint32_t from, to;
} best_first_link_step;

typedef enum best_first_state {
  BEST_FIRST_RUNNING,
  BEST_FIRST_FOUND,
  BEST_FIRST_EXHAUSTED, ///< no node is left
  BEST_FIRST_CAPPED,    ///< a cap of the query was hit
  BEST_FIRST_STOPPED,   ///< the heuristic function gave no valid number
  BEST_FIRST_NO_MEMORY
} best_first_state;

/// One search and its scratch memory, which is kept from search to search: 9 bytes a
/// tile, of which only what was touched is cleared.
typedef struct best_first {
  astar_grid *grid;
  costmap *map;
  struct goals goals;
  struct heuristic heuristic;
  best_first_state state;

  // The query.
  int start_x, start_y;
  double max_cost;
  int64_t max_expansions;
  double prune_above; ///< drop nodes whose cost and heuristic exceed this
  uint32_t goal_cell; ///< the only one, or BEST_FIRST_NONE: ask the goals
  bool is_exact, is_greedy, is_partial;
  bool is_simple; ///< steps on squares, costs from the table, a simple heuristic
  const astar_rules *canonical; ///< whose canonical moves suffice; NULL: all are made

  double *g; ///< cost so far of each cell; infinity: not touched. NULL until first used
  uint8_t *from; ///< how it was reached; meaningless for cells not touched
  uint32_t *touched;
  uint32_t touched_count, touched_capacity;
  bool clears_all; ///< too many cells were touched to list them: clear all
  best_first_link_step *link_steps; ///< links taken, the latest last
  uint32_t link_step_count, link_step_capacity;
  bucket_queue_list open;
  uint32_t expanded;
  double slack;   ///< costs this near to the node being expanded count as equal
  bool is_capped; ///< a node was dropped because of max_cost

  uint32_t found;   ///< the cell where the path ends, or BEST_FIRST_NONE
  double bound;     ///< its cost; nodes that cannot beat it are passed over
  uint32_t nearest; ///< the closed cell nearest to the goals, cheapest of those
  int nearest_distance;

  struct path_builder trail;
  bool is_sliced;          ///< it belongs to a search in steps
  bool is_jumping;         ///< it is run by the jump point kernel
  struct jump_points *jps; ///< scratch of that; NULL until first used
  struct best_first
      *nested; ///< for a search that a heuristic function starts; next spare
} best_first;

best_first *best_first_new(astar_grid *grid);
void best_first_free(best_first *s); ///< NULL is allowed

/// Readies the search for a query: `s->map` and `s->goals` must be set. The search is
/// then running, unless memory is short.
void best_first_begin(best_first *s, const astar_query *query);

/// Expands up to `count` nodes. Returns the state.
best_first_state best_first_step(best_first *s, int64_t count);

/// Lays the trail to a cell that was touched. False: memory is short.
bool best_first_build_path(best_first *s, uint32_t cell);

/// Looks at a tile. False when it was not touched.
bool best_first_node_at(const best_first *s, int x, int y, astar_node *node);

#endif
