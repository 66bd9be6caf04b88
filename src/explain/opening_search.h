// The search of an opening: the cheapest path by two costs, of which the first is that of
// opening tiles. See opening_search.c for the method.
#ifndef ASTAR_OPENING_SEARCH_H
#define ASTAR_OPENING_SEARCH_H

#include "base/bucket_queue.h"
#include "explain/opening_map.h"
#include "search/heuristic.h"
#include "search/path_builder.h"

/// The state of a search. Scratch memory: 21 bytes per tile.
typedef struct opening_search {
  const opening_map *map;
  struct memory *memory;
  uint32_t tiles;
  uint32_t start, goal; ///< cells

  uint8_t *state;  ///< per cell: bits, see opening_search.c
  double *opening; ///< per cell: the cost of opening tiles from the start
  double *g;       ///< per cell: the cost of the path to the goal
  uint32_t *via;   ///< per cell: the move of the next step of the path to the goal, or
                   ///< MOVE_LINK + index in `arcs_back` of the grid
  bucket_queue queue;
  struct goals goals; ///< of the second pass: the start
  struct heuristic heuristic;
  double cheapest;  ///< the smallest cost above 0 of opening a tile
  double tolerance; ///< sums of opening costs that differ by less count as equal
  double slack;     ///< of the tile that is expanded, see `costmap_slack`
  double bound;     ///< no path of this cost is of use

  // The result.
  double open_cost, path_cost; ///< infinity: no path
  uint64_t expanded;           ///< nodes, of all searches
} opening_search;

/// Allocates the scratch memory; the map must be set up. Call `opening_search_fini` also
/// after ASTAR_NO_MEMORY.
astar_status opening_search_init(opening_search *s, const opening_map *map,
                                 const question *q);

void opening_search_fini(opening_search *s);

/// Finds the cheapest path in the mode of the map. ASTAR_UNREACHABLE: there is none.
/// O(tiles) where the costs of opening tiles are multiples of the cheapest one.
astar_status opening_search_run(opening_search *s);

/// A step of the path that was found.
typedef struct opening_step {
  uint32_t from, to; ///< cells
  int move;          ///< as in a path builder
} opening_step;

/// The step that follows a cell of the path, other than the goal.
opening_step opening_search_next(const opening_search *s, uint32_t cell);

/// Writes the path that was found to `path`. False: out of memory.
bool opening_search_copy(const opening_search *s, path_builder *path);

#endif
