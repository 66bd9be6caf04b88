// Goals: where a search may end. A goal tile is a goal of the query, or with a range a
// tile within so many steps of a goal.
//
// Steps are counted as if all of them were legal: with 8 neighbors the Chebyshev
// distance, with 4 neighbors the Manhattan distance, on hexes the hex distance. The tiles
// within a range of 2 steps of a goal G:
//
//      2 2 2 2 2           . . 2 . .             2 2 2
//      2 1 1 1 2           . 2 1 2 .            2 1 1 2
//      2 1 G 1 2           2 1 G 1 2           2 1 G 1 2
//      2 1 1 1 2           . 2 1 2 .            2 1 1 2
//      2 2 2 2 2           . . 2 . .             2 2 2
//
//      8 neighbors         4 neighbors          hexes
//
// The goals of one query belong to its run; the memory is kept from query to query.
#ifndef ASTAR_GOALS_H
#define ASTAR_GOALS_H

#include "derived/costmap.h"
#include "derived/components.h"
#include "search/turn_rules.h"

/// A tile that counts as a goal.
typedef struct goals_tile {
  uint32_t cell;
  uint32_t goal; ///< index of the nearest goal; of equally near goals the lowest index
} goals_tile;

/// With one goal a tile is tested by its distance to the goal. With several goals, all
/// goal tiles are in a hash table, which is filled ring by ring.
typedef struct goals {
  const costmap *map;
  const astar_point *list; ///< of the query, not owned
  int count;
  int range;        ///< [steps]
  turn_rules turns; ///< of a query with turns: no turn ends on a tile of a friend

  bool has_table;
  goals_tile *tiles; ///< in order of their distance to the nearest goal
  uint32_t tile_count, tile_capacity;
  uint32_t ring;       ///< index of the first tile that is `depth` steps away
  int depth;           ///< of the last ring in the table [steps]
  uint32_t *slots;     ///< hash table, open addressing: index of a tile + 1, or 0
  uint32_t slot_count; ///< 0 or a power of two
} goals;

/// Prepares `g` for a query whose goals are all on the grid. `g` must be zeroed before
/// its first use. ASTAR_OK or ASTAR_NO_MEMORY. O(1) for one goal, otherwise O(goal
/// tiles).
astar_status goals_begin(goals *g, const costmap *map, const astar_query *query);

/// Frees the memory.
void goals_fini(goals *g, memory *m);

/// The index of the goal that a path to this tile reaches, or -1 if it is no goal tile.
/// O(1).
int goals_at(const goals *g, int x, int y);

/// The distance from a tile to the nearest goal [steps, legal or not]. `*goal` is set to
/// the index of that goal. O(goals).
int goals_distance(const goals *g, int x, int y, int *goal);

/// Whether goal tiles can be reached, from connected components.
typedef enum goals_state {
  GOALS_BLOCKED,  ///< all are impassable
  GOALS_APART,    ///< some are passable, none is in a component of the start
  GOALS_CONNECTED ///< one is in a component of the start: a path is possible
} goals_state;

/// The state of the goal tiles. `set` holds the components of the start. O(1) for one
/// goal without range, otherwise O(goal tiles).
goals_state goals_find_state(const goals *g, const component_set *set);

/// For partial paths: grows the range, ring by ring, until a goal tile is in a component
/// of the start. The range stays below `limit` steps. `*found` is set to whether there
/// was such a tile. ASTAR_OK or ASTAR_NO_MEMORY. O(goal tiles).
astar_status goals_widen(goals *g, const component_set *set, int limit, bool *found);

#endif
