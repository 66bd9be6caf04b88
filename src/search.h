// The general search kernel: best first over everything that a grid and rules can express.
// It runs in slices, and its result is a trail of nodes.
#ifndef ASTAR_SEARCH_H
#define ASTAR_SEARCH_H

#include "goals.h"
#include "heuristic.h"
#include "open.h"

/// No node.
#define SEARCH_NONE UINT32_MAX

/// What led to a node when it was no move of the costmap.
enum { MOVE_LINK = 0xfe, MOVE_START = 0xff };

typedef struct search_node {
  double g, h;
  uint16_t x, y;
  uint32_t parent; ///< a node, SEARCH_NONE for the start
  uint8_t move;    ///< that led here: a move of the costmap, MOVE_LINK or MOVE_START
  bool is_closed;
} search_node;

typedef enum search_state {
  SEARCH_RUNNING,
  SEARCH_FOUND,
  SEARCH_EXHAUSTED, ///< no node is left
  SEARCH_CAPPED,    ///< a cap of the query was hit
  SEARCH_STOPPED,   ///< the heuristic function gave no valid number
  SEARCH_NO_MEMORY
} search_state;

/// One search and its scratch memory, which is kept from search to search. Touched nodes lie
/// in a dense pool; an index a cell says where, and is believed only when the node there is
/// indeed of that cell: nothing is cleared between searches.
typedef struct search {
  astar_grid *grid;
  const costmap *map;
  goals goals;
  heuristic heuristic;
  search_state state;

  // The query.
  int start_x, start_y;
  double max_cost;
  int64_t max_expansions;
  bool is_greedy, can_prune, is_partial;

  uint32_t *index; ///< a node a cell
  search_node *nodes;
  uint32_t node_count, node_capacity;
  open_list open;
  uint32_t expanded;
  bool is_capped; ///< a node was dropped because of max_cost

  uint32_t found;   ///< the node where the path ends, or SEARCH_NONE
  uint32_t nearest; ///< the closed node nearest to the goals, cheapest of those
  int nearest_distance;

  uint32_t *trail; ///< nodes of the path, last to first
  uint32_t trail_count, trail_capacity;
  double cost; ///< of the path

  struct search *nested; ///< for a search that a heuristic function starts
} search;

search *search_new(astar_grid *grid);
void search_free(search *s); ///< NULL is allowed

/// Readies the search for a query: `s->map` and `s->goals` must be set. The search is then
/// running, unless memory is short.
void search_begin(search *s, const astar_query *query);

/// Expands up to `count` nodes. Returns the state.
search_state search_step(search *s, int64_t count);

/// Lays the trail to a node. False: memory is short.
bool search_lay_trail(search *s, uint32_t node);

/// The node of a cell, or NULL when the search has not touched it.
const search_node *search_find(const search *s, int x, int y);

#endif
