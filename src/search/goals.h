// Where a search may end: the goals of a query, and with a range the tiles around them.
#ifndef ASTAR_GOALS_H
#define ASTAR_GOALS_H

#include "derived/costmap.h"
#include "derived/components.h"

/// A tile that counts as a goal.
typedef struct goals_tile {
  uint32_t cell;
  uint32_t goal; ///< index of the goal it is nearest to, the lowest of equals
} goals_tile;

/// One goal is asked by its distance; several, by a hash table of all the tiles that
/// count, which grows ring by ring.
typedef struct goals {
  const costmap *map;
  const astar_goal *list;
  int count;
  int range; ///< [steps]

  bool has_table;
  goals_tile *tiles; ///< in order of their distance
  uint32_t tile_count, tile_capacity;
  uint32_t ring; ///< tiles from here on are `depth` steps away
  int depth;
  uint32_t *slots; ///< open addressing; 0 or index of the tile + 1
  uint32_t slot_count;
} goals;

/// Readies `g` for a query whose goals are all on the grid. Memory is kept from use to
/// use.
astar_status goals_begin(goals *g, const costmap *map, const astar_query *query);

/// Gives the memory back.
void goals_fini(goals *g, memory *m);

/// Index of the goal that a tile counts as, or -1.
int goals_at(const goals *g, int x, int y);

/// The cell of the only goal, no cell when there are several or a range.
static inline uint32_t goals_single_cell(const goals *g) {
  if (g->has_table || g->range > 0) return UINT32_MAX;
  return grid_cell(g->map->grid, g->list[0].x, g->list[0].y);
}

/// Steps from a tile to the nearest goal, walls aside; which one goes to `*goal`.
/// O(goals).
int goals_distance(const goals *g, int x, int y, int *goal);

/// What the tiles that count as goals are.
typedef enum goals_state {
  GOALS_BLOCKED,  ///< none can be stood on
  GOALS_APART,    ///< none is in a component of the start
  GOALS_CONNECTED ///< a path is possible
} goals_state;

/// `set` belongs to the start. O(1) for one goal without range.
goals_state goals_find_state(const goals *g, const component_set *set);

/// Widens the range until some tile in it is in a component of the start, but not to
/// `limit` steps. `*found` tells whether there was one.
astar_status goals_widen(goals *g, const component_set *set, int limit, bool *found);

#endif
