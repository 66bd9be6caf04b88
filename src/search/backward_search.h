// A backward search: which tiles can reach one of some goals, for maps where steps or
// links lead in one direction only.
//
// The caller owns the search, and frees its memory. See backward_search.c for the method.
#ifndef ASTAR_BACKWARD_SEARCH_H
#define ASTAR_BACKWARD_SEARCH_H

#include "derived/costmap.h"

/// Must be zeroed before its first use.
typedef struct backward_search {
  const costmap *map;
  uint64_t *generated;      ///< a bit per cell: a path leads from there to a goal
  uint32_t *open;           ///< a stack of generated cells that are not expanded
  uint32_t count, capacity; ///< of the stack
} backward_search;

/// Begins a search without goals. The costmap must stay the same during the search.
/// False: out of memory. O(tiles / 64).
bool backward_search_begin(backward_search *s, const costmap *map);

/// Adds a cell as a goal; an impassable one is ignored. Call it before
/// `backward_search_reach`. False: out of memory. O(1).
bool backward_search_add_goal(backward_search *s, uint32_t cell);

/// Whether a path leads from a cell, which may be impassable, to a goal. Continues the
/// search of earlier calls: all calls together take O(tiles * moves + links). ASTAR_OK,
/// ASTAR_UNREACHABLE, ASTAR_NO_MEMORY.
astar_status backward_search_reach(backward_search *s, uint32_t cell);

void backward_search_fini(backward_search *s, memory *m);

#endif
