// Dijkstra maps: the cost from or to the nearest of some sources, for every tile within a
// maximum cost, and the repair of these costs after edits.
//
// Distance fields, movement ranges and flee fields are Dijkstra maps: the name comes from
// roguelike games. A field owns its costs; the kernel owns only scratch memory, one per
// grid. dijkstra.c explains the methods.
#ifndef ASTAR_DIJKSTRA_H
#define ASTAR_DIJKSTRA_H

#include "base/front_queue.h"
#include "derived/dominance.h"
#include "derived/terrain_boards.h"
#include "search/path_builder.h"

/// A tile whose step takes a link, and the other end of the link.
typedef struct dijkstra_link_step {
  uint32_t cell, to;
  uint32_t order; ///< number of the record: the last record of a tile counts
} dijkstra_link_step;

/// A Dijkstra map. The caller owns the arrays.
///
/// Outward: costs of paths from a source to each tile; the step of a tile is the step by
/// which its path enters it. Inward: costs of paths from each tile to a source; the step
/// of a tile is the step to take. In both cases the steps form a forest whose roots are
/// the sources, and `dijkstra_next` goes from a tile to its parent in the forest.
typedef struct dijkstra_costs {
  double *cost;  ///< per cell; infinity: no path within max_cost
  uint8_t *step; ///< per cell that has a cost: a move [0..63], MOVE_LINK, or MOVE_START
                 ///< (a source)
  dijkstra_link_step *link_steps; ///< ordered by cell: one per tile with MOVE_LINK
  uint32_t link_step_count, link_step_capacity;
  bool outward;
  double max_cost;   ///< the greatest sum that fits the cap: higher ones are left out
  double max_start;  ///< the highest cost of a source
  uint32_t expanded; ///< tiles expanded by the last computation of most of the map
} dijkstra_costs;

/// A tile where costs start, and the cost it starts with.
typedef struct dijkstra_source {
  uint32_t cell;
  double cost;
} dijkstra_source;

/// How tiles are expanded.
typedef enum dijkstra_method {
  DIJKSTRA_ALL_MOVES, ///< by all legal moves
  DIJKSTRA_CANONICAL, ///< all tiles cost the same: by canonical moves
  DIJKSTRA_PATTERNS   ///< by the moves that are not dominated
} dijkstra_method;

/// Scratch memory. Must be zeroed before first use, except for `grid`.
typedef struct dijkstra {
  astar_grid *grid;
  const costmap *map;
  dijkstra_costs *costs;
  dominance *patterns;          ///< of the costmap; NULL: patterns do not suit it
  const terrain_boards *boards; ///< of the costmap, for maps with patterns
  dijkstra_method method;
  bool has_failed;   ///< an allocation failed
  uint32_t expanded; ///< tiles expanded
  front_queue open;
  double *scratch_cost; ///< arrays of the whole grid for fields that cover a part of it;
                        ///< all infinity between uses
  uint8_t *scratch_step;
  uint8_t *arrivals; ///< per tile in the open list, with patterns: the directions in
                     ///< which the cheapest paths enter it, one bit each
  uint32_t *invalid; ///< tiles whose cost an edit made invalid
  uint32_t invalid_count, invalid_capacity;
  double lowest; ///< no cost below was invalid
} dijkstra;

/// Frees the memory.
void dijkstra_fini(dijkstra *f);

/// Whether another thread asked to end the computation (`stop` of the grid).
static inline bool dijkstra_is_stopped(const dijkstra *f) {
  return f->grid->stop != NULL && counter_read(f->grid->stop) != 0;
}

/// Makes sure that `scratch_cost` and `scratch_step` exist. False: out of memory.
bool dijkstra_ensure_scratch(dijkstra *f);

/// Computes a Dijkstra map. All costs must be infinity before. The costmap must be up to
/// date and have its legal moves; `f->patterns` and `f->boards` must be up to date with
/// it. Inward, impassable sources are ignored. False: out of memory, or stopped. n =
/// tiles within the maximum cost: O(n) if steps cost at most 256 times as much as the
/// cheapest step, otherwise O(n log c), c = the highest cost in cheapest steps.
bool dijkstra_compute(dijkstra *f, const costmap *map, dijkstra_costs *costs,
                      const dijkstra_source *sources, uint32_t count);

/// Repairs a Dijkstra map after the edits since `revision`, which must all be in the
/// journal. The sources must be ordered by cell. False: the costs are unusable, because
/// an allocation failed (`f->has_failed`), or because nearly all tiles change. The time
/// is that of a computation of n tiles, n = tiles whose cost changes or that edits
/// affected, and at most about that of a computation of the map.
bool dijkstra_repair(dijkstra *f, const costmap *map, dijkstra_costs *costs,
                     uint64_t revision, const dijkstra_source *sources, uint32_t count);

/// The parent of a tile: inward the tile that its step leads to, outward the tile that
/// the path comes from. `cost` and `step` are those of the tile. False for sources and
/// for tiles without a cost. O(1); O(log link steps) if the step takes a link.
bool dijkstra_next(const dijkstra_costs *costs, const costmap *map, uint32_t cell,
                   double cost, uint8_t step, uint32_t *next);

#endif
