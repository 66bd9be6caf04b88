// Opened tiles: whether an answer of the baked map could be beaten by a path over tiles
// that became passable since.
//
// Memory comes from the grid: 4 bytes per node of the corner graph and hub. See
// opened_tiles.c for the method and the proof.
#ifndef ASTAR_OPENED_TILES_H
#define ASTAR_OPENED_TILES_H

#include "index/corner_graph.h"
#include "index/live_boards.h"

/// The greatest number of hubs: tiles through which the new steps lead. An opened tile
/// needs 1 to 3. 16 hubs are a cache line per node.
enum { OPENED_TILES_HUBS = MEMORY_LIMIT(16, 4) };

/// The greatest number of opened tiles without hubs.
enum { OPENED_TILES_REST = MEMORY_LIMIT(64, 3) };

/// No way [units]. Three times this value does not overflow.
#define OPENED_TILES_FAR UINT32_C(0x40000000)

/// The greatest number of gates of a hub: its neighbors and itself.
enum { OPENED_TILES_GATES = 9 };

/// A tile of the baked map from which a step leads to a hub.
typedef struct opened_gate {
  uint16_t x, y;
  uint32_t step; ///< cost of the step [units]; 0: the tile is the hub
} opened_gate;

typedef struct opened_hub {
  uint16_t x, y;
  int gate_count;
  opened_gate gates[OPENED_TILES_GATES];
} opened_hub;

/// `o` begins as zeros.
typedef struct opened_tiles {
  struct memory *memory; ///< of the grid; NULL: there was no opened tile yet
  int count;             ///< of hubs
  opened_hub hubs[OPENED_TILES_HUBS];
  uint32_t between[OPENED_TILES_HUBS][OPENED_TILES_HUBS]; ///< lower bounds [units]

  /// Per node and hub: a lower bound of the cost from the hub to the node, in whose
  /// quadrant the path then travels [units]. A row of `stride` hubs per node.
  uint32_t *columns;
  uint32_t node_count;
  int stride;   ///< so many hubs have room in `columns`
  size_t bytes; ///< of `columns`
  bool is_cut;  ///< large costs are missing in `columns` and `between`

  // Tiles for whose hubs there was no room.
  bool is_full;                        ///< there are such tiles
  uint16_t rest[OPENED_TILES_REST][2]; ///< x and y
  int rest_count; ///< OPENED_TILES_REST + 1: there are more, about which nothing is known
} opened_tiles;

/// Adds the tiles that became passable: those of `live->fresh`, which it empties. Call it
/// after each `live_boards_update`. ASTAR_OK; ASTAR_NO_MEMORY: call it again. O(1)
/// without such tiles, O(edges log nodes) for each of their hubs.
///
/// @param max_bytes  the greatest value of `opened_tiles_bytes`: where there is no room
/// for
///   the columns, `is_full` becomes true
astar_status opened_tiles_update(opened_tiles *o, const corner_graph *g,
                                 live_boards *live, size_t max_bytes);

/// Forgets all tiles.
void opened_tiles_fini(opened_tiles *o);

/// The memory of the columns [bytes].
size_t opened_tiles_bytes(const opened_tiles *o);

/// An end of a path: a tile that was passable when the index was baked, and its links; at
/// least those whose `bound` is less than the distance that is asked about.
typedef struct opened_end {
  int x, y;
  const corner_link *links; ///< shorter than OPENED_TILES_FAR / 4
  size_t count;
} opened_end;

/// Whether a path over opened tiles could cost less than `distance` [units]; UINT32_MAX:
/// whether there could be any. False is certain: a path that costs `distance` on the map
/// of the bake and is free on the map as it is now is a cheapest path.
bool opened_tiles_may_shorten(const opened_tiles *o, const live_boards *live,
                              const opened_end *start, const opened_end *goal,
                              uint32_t distance);

#endif
