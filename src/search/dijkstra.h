// Dijkstra maps: the least costs from or to some sources, for every tile within reach,
// and their repair after edits.
#ifndef ASTAR_DIJKSTRA_H
#define ASTAR_DIJKSTRA_H

#include "base/bucket_queue.h"
#include "search/path_builder.h"

/// How a tile is stepped from: by a move of the costmap [0..63], over a link (MOVE_LINK),
/// not at all (MOVE_START: a source).

/// A tile whose step goes over a link, and where to.
typedef struct dijkstra_link_step {
  uint32_t cell, to;
  uint32_t order; ///< in which it was noted
} dijkstra_link_step;

/// The costs, over a whole grid: infinity where none. Outward they are costs of walking
/// from the sources, and a tile's step is the one that led there; inward they are costs
/// of walking to them, and the step is the one to take. Either way each tile has a next
/// one, and following it ends at a source.
typedef struct dijkstra_costs {
  double *cost;
  uint8_t *step;
  dijkstra_link_step
      *link_steps; ///< ordered by cell; each tile whose step is MOVE_LINK has one
  uint32_t link_step_count, link_step_capacity;
  bool outward;
  double max_cost; ///< none above this
} dijkstra_costs;

/// Where costs start.
typedef struct dijkstra_source {
  uint32_t cell;
  double cost;
} dijkstra_source;

/// Tiles that were reached, all at about the same cost.
typedef struct dijkstra_front {
  uint32_t *places; ///< y << 16 | x: 31 bits
  uint32_t count, capacity;
} dijkstra_front;

enum { DIJKSTRA_FRONTS = 4 };

/// Scratch memory of the expansions on a grid.
typedef struct dijkstra {
  astar_grid *grid;
  const costmap *map;
  dijkstra_costs *costs;
  bool is_canonical; ///< canonical moves suffice where the ground is even
  bool has_failed;   ///< memory was short
  uint64_t budget;   ///< tiles that a repair may still touch
  bucket_queue open;
  dijkstra_front fronts[DIJKSTRA_FRONTS];
  double *scratch_cost; ///< for costs that are copied from here: all infinity in between
  uint8_t *scratch_step;
  uint32_t *invalid; ///< tiles whose cost no longer holds
  uint32_t invalid_count, invalid_capacity;
} dijkstra;

void dijkstra_fini(dijkstra *f);

/// Has `scratch_cost` and `scratch_step` at hand. False: memory is short.
bool dijkstra_ensure_scratch(dijkstra *f);

/// Floods tiles none of which has a cost yet. The costmap must be up to date; sources
/// that the mover cannot stand on are passed over inward. False: memory is short.
/// O(tiles in reach) where the map is uniform and all sources cost the same, otherwise
/// O(n log n).
bool dijkstra_compute(dijkstra *f, const costmap *map, dijkstra_costs *costs,
                      const dijkstra_source *sources, uint32_t count);

/// Repairs costs after the changes of the grid since `revision`, which must all be in its
/// journal. The sources must be ordered by cell. False: the costs are spoiled, because
/// memory is short (`f->has_failed`) or because so many tiles change that a new expansion
/// takes less. O(n log n) in the tiles whose cost changes and those that the edits
/// touched; after G. Ramalingam and T. Reps, 1996.
bool dijkstra_repair(dijkstra *f, const costmap *map, dijkstra_costs *costs,
                     uint64_t revision, const dijkstra_source *sources, uint32_t count);

/// The tile that the step of a tile of the grid leads to, or came from. False for sources
/// and tiles without a cost.
bool dijkstra_next(const dijkstra_costs *costs, const costmap *map, uint32_t cell,
                   double cost, uint8_t step, uint32_t *next);

#endif
