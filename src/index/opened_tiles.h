// Opened tiles: whether an answer of the baked map could be beaten by a path over tiles
// that became passable since.
#ifndef ASTAR_OPENED_TILES_H
#define ASTAR_OPENED_TILES_H

#include "index/corner_graph.h"
#include "index/live_boards.h"

/// The greatest number of hubs: tiles through which every new step leads.
enum { OPENED_TILES_HUBS = MEMORY_LIMIT(12, 4) };

typedef struct opened_hub {
  int x, y;
  uint32_t *column; ///< per node: a lower bound of the cost from the tile to the node, in
                    ///< whose quadrant the path then travels [units]
} opened_hub;

typedef struct opened_tiles {
  struct memory *memory; ///< of the grid
  opened_hub hubs[OPENED_TILES_HUBS];
  uint32_t between[OPENED_TILES_HUBS][OPENED_TILES_HUBS]; ///< lower bounds [units]
  int count;
  bool is_full; ///< more tiles were opened: nothing is known about them
} opened_tiles;

/// Adds the hubs of a tile that became passable. ASTAR_OK, also when it is full;
/// ASTAR_NO_MEMORY. O(edges log nodes).
astar_status opened_tiles_add(opened_tiles *o, const corner_graph *g,
                              const live_boards *live, int x, int y);

/// Forgets all.
void opened_tiles_fini(opened_tiles *o);

/// An end of a path: a tile and its links.
typedef struct opened_end {
  int x, y;
  const corner_link *links;
  size_t count;
} opened_end;

/// Whether a path over opened tiles could cost less than `distance` [units].
bool opened_tiles_may_shorten(const opened_tiles *o, const live_boards *live,
                              const opened_end *start, const opened_end *goal,
                              uint32_t distance);

#endif
