// Costs that spread from tile to tile until every one in reach has the least it can have;
// and their repair where the map has changed.
#ifndef ASTAR_FLOOD_H
#define ASTAR_FLOOD_H

#include "open.h"
#include "trail.h"

/// How a tile is stepped from: by a move of the costmap [0..63], over a link (MOVE_LINK),
/// not at all (MOVE_START: a source).

/// A tile whose step goes over a link, and where to.
typedef struct flood_hop {
  uint32_t cell, to;
  uint32_t order; ///< in which it was noted
} flood_hop;

/// The costs, over a whole grid: infinity where none. Outward they are costs of walking
/// from the sources, and a tile's step is the one that led there; inward they are costs
/// of walking to them, and the step is the one to take. Either way each tile has a next
/// one, and following it ends at a source.
typedef struct flood_costs {
  double *cost;
  uint8_t *step;
  flood_hop *hops; ///< ordered by cell; each tile whose step is MOVE_LINK has one
  uint32_t hop_count, hop_capacity;
  bool outward;
  double most; ///< none above this
} flood_costs;

/// Where a flood comes from.
typedef struct flood_source {
  uint32_t cell;
  double cost;
} flood_source;

/// Tiles that a flood has come to, all of about the same cost.
typedef struct flood_front {
  uint32_t *places; ///< y << 16 | x: 31 bits
  uint32_t count, capacity;
} flood_front;

enum { FLOOD_FRONTS = 4 };

/// Scratch memory of the floods on a grid.
typedef struct flood {
  astar_grid *grid;
  const costmap *map;
  flood_costs *costs;
  bool is_canonical; ///< canonical moves suffice where the ground is even
  bool has_failed;   ///< memory was short
  uint64_t budget;   ///< tiles that a repair may still touch
  open_list open;
  flood_front fronts[FLOOD_FRONTS];
  double *own_cost; ///< for costs that are copied from here: all infinity in between
  uint8_t *own_step;
  uint32_t *lost; ///< tiles whose cost no longer holds
  uint32_t lost_count, lost_capacity;
} flood;

/// The flood of a grid, made when first wanted. NULL: memory is short.
flood *flood_get(astar_grid *grid);
void flood_free(flood *f); ///< NULL is allowed

/// Has `own_cost` and `own_step` at hand. False: memory is short.
bool flood_want_arrays(flood *f);

/// Floods tiles none of which has a cost yet. The costmap must be up to date; sources
/// that the mover cannot stand on are passed over inward. False: memory is short.
/// O(tiles in reach) where the map is uniform and all sources cost the same, otherwise
/// O(n log n).
bool flood_spread(flood *f, const costmap *map, flood_costs *costs,
                  const flood_source *sources, uint32_t count);

/// Repairs costs after the changes of the grid since `revision`, which must all be in its
/// journal. The sources must be ordered by cell. False: the costs are spoiled, because
/// memory is short (`f->has_failed`) or because so many tiles change that a new flood
/// takes less. O(n log n) in the tiles whose cost changes and those that the edits
/// touched; after G. Ramalingam and T. Reps, 1996.
bool flood_repair(flood *f, const costmap *map, flood_costs *costs, uint64_t revision,
                  const flood_source *sources, uint32_t count);

/// The tile that the step of a tile of the grid leads to, or came from. False for sources
/// and tiles without a cost.
bool flood_next(const flood_costs *costs, const costmap *map, uint32_t cell, double cost,
                uint8_t step, uint32_t *next);

#endif
