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

/// Adds the tiles that became passable: those of `live->fresh`, which it empties. Call it
/// after each `live_boards_update`. ASTAR_OK; ASTAR_NO_MEMORY: call it again.
/// O(1) without such tiles, O(edges log nodes) for each.
astar_status opened_tiles_update(opened_tiles *o, const corner_graph *g,
                                 live_boards *live);

/// Forgets all.
void opened_tiles_fini(opened_tiles *o);

/// An end of a path: a tile that was passable when the index was baked, and its links; at
/// least those whose `bound` is less than the distance that is asked about.
typedef struct opened_end {
  int x, y;
  const corner_link *links;
  size_t count;
} opened_end;

/// Whether a path over opened tiles could cost less than `distance` [units]; UINT32_MAX:
/// whether there could be any. False is certain: a path that costs `distance` on the map
/// of the bake and is free on the map as it is now is a cheapest path.
bool opened_tiles_may_shorten(const opened_tiles *o, const live_boards *live,
                              const opened_end *start, const opened_end *goal,
                              uint32_t distance);

#endif
