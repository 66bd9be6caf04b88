// The general search kernel: best first over everything that a grid and rules can
// express. It runs in slices, and its result is a trail of points.
#ifndef ASTAR_SEARCH_H
#define ASTAR_SEARCH_H

#include "goals.h"
#include "heuristic.h"
#include "open.h"
#include "trail.h"

struct jps;

/// Beside the move by which a cell was reached: it was expanded.
enum { SEARCH_CLOSED = 128 };

/// No cell.
#define SEARCH_NONE UINT32_MAX

/// A link taken.
typedef struct search_hop {
  uint32_t from, to;
} search_hop;

typedef enum search_state {
  SEARCH_RUNNING,
  SEARCH_FOUND,
  SEARCH_EXHAUSTED, ///< no node is left
  SEARCH_CAPPED,    ///< a cap of the query was hit
  SEARCH_STOPPED,   ///< the heuristic function gave no valid number
  SEARCH_NO_MEMORY
} search_state;

/// One search and its scratch memory, which is kept from search to search: 9 bytes a
/// tile, of which only what was touched is cleared.
typedef struct search {
  astar_grid *grid;
  costmap *map;
  struct goals goals;
  struct heuristic heuristic;
  search_state state;

  // The query.
  int start_x, start_y;
  double max_cost;
  int64_t max_expansions;
  double prune_above; ///< drop nodes whose cost and heuristic exceed this
  uint32_t goal_cell; ///< the only one, or SEARCH_NONE: ask the goals
  bool is_exact, is_greedy, is_partial;
  bool is_simple; ///< steps on squares, costs from the table, a simple heuristic
  const astar_rules *canonical; ///< whose canonical moves suffice; NULL: all are made

  double *g; ///< cost so far of each cell; infinity: not touched. NULL until first used
  uint8_t *from; ///< how it was reached; meaningless for cells not touched
  uint32_t *touched;
  uint32_t touched_count, touched_capacity;
  bool has_flooded; ///< too many cells were touched to list them: clear all
  search_hop *hops; ///< links taken, the latest last
  uint32_t hop_count, hop_capacity;
  open_list open;
  uint32_t expanded;
  double slack;   ///< costs this near to the node being expanded count as equal
  bool is_capped; ///< a node was dropped because of max_cost

  uint32_t found;   ///< the cell where the path ends, or SEARCH_NONE
  double bound;     ///< its cost; nodes that cannot beat it are passed over
  uint32_t nearest; ///< the closed cell nearest to the goals, cheapest of those
  int nearest_distance;

  struct trail trail;
  bool is_sliced;        ///< it belongs to a search in steps
  bool is_jumping;       ///< it is run by the jump point kernel
  struct jps *jps;       ///< scratch of that; NULL until first used
  struct search *nested; ///< for a search that a heuristic function starts; next spare
} search;

search *search_new(astar_grid *grid);
void search_free(search *s); ///< NULL is allowed

/// Readies the search for a query: `s->map` and `s->goals` must be set. The search is
/// then running, unless memory is short.
void search_begin(search *s, const astar_query *query);

/// Expands up to `count` nodes. Returns the state.
search_state search_step(search *s, int64_t count);

/// Lays the trail to a cell that was touched. False: memory is short.
bool search_lay_trail(search *s, uint32_t cell);

/// Looks at a tile. False when it was not touched.
bool search_look(const search *s, int x, int y, astar_node *node);

#endif
