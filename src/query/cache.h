// The data that a grid keeps for its queries: data derived from the grid under each set
// of rules, and the scratch memory of the kernels.
//
// Ownership: the grid owns its cache, and the cache owns everything that these functions
// return. The callers only borrow it. The comment of each function states how long a
// pointer stays valid. The cache is freed with the grid (`astar_grid_free`).
//
//     grid -> cache -> rules 1 -> move table          one per rules
//                   |          -> derived data        one per filter, 4 at most,
//                   |                                 the last used first
//                   |          -> variations          the last used first
//                   -> rules 2 -> ...
//                   -> workspaces                     one per nested query
//                   -> Dijkstra scratch memory
#ifndef ASTAR_CACHE_H
#define ASTAR_CACHE_H

#include "derived/components.h"
#include "derived/costmap.h"
#include "derived/dominance.h"
#include "derived/jump_boards.h"
#include "derived/terrain_boards.h"
#include "query/workspace.h"
#include "search/dijkstra.h"

/// The parts of derived data, for sets of parts.
enum {
  DERIVED_TILES = 1,
  DERIVED_COMPONENTS = 2,
  DERIVED_JUMP_BOARDS = 4,
  DERIVED_DOMINANCE = 8,
  DERIVED_TERRAIN_BOARDS = 16
};

/// The derived data of a grid under one set of rules. It is valid for every filter for
/// which this data is the same on the current map (see cache.c). A later call of
/// `cache_get` for the same rules may free it, unless it is pinned.
typedef struct derived_data {
  struct derived_data *next; ///< in the list of its rules
  uint32_t pins;             ///< users between slices; above 0: it must not be freed

  /// The parts that queries only read, DERIVED_ constants, while no edit after
  /// `prepared_revision` concerns the filter (query/prepare).
  unsigned prepared;
  uint64_t prepared_revision;
  unsigned borrowed; ///< the parts whose arrays belong to the grid of a view

  struct costmap_tiles tiles;
  struct components components;
  struct jump_boards jump_boards;
  struct dominance dominance;
  struct terrain_boards terrain_boards;
} derived_data;

/// Makes sure that the cache of a grid exists. False: out of memory. O(1).
bool cache_ensure(astar_grid *grid);

/// Brings a view (map/view.h) up to date with its grid, before it is used. For another
/// grid it does nothing. It must not be called in the middle of a query, unless the grid
/// has not changed since the query began. O(1), and O(rules) after a change of the grid.
void cache_refresh(astar_grid *grid);

/// Sets up the costmap of a grid for rules and a filter (NULL: the filter of the rules),
/// and updates it within the budget. ASTAR_RUNNING: work is left for the next call.
/// ASTAR_UNSUITED: these rules cannot be used on this grid.
///
/// `*derived` is the set that the costmap belongs to; `derived` may be NULL. Only the
/// tiles of the set are up to date: the caller updates its other parts with their own
/// functions.
///
/// `map->moves` stays valid while the rules have a holder. The other pointers of the
/// costmap stay valid until the next call. O(1) when nothing changed.
astar_status cache_get(astar_grid *grid, const astar_rules *rules,
                       const astar_filter *filter, budget *b, costmap *map,
                       derived_data **derived);

/// `cache_get` without a budget, for a query that reads few tiles. It frees no other set
/// to make room: when there is no set for this filter and no room for one more,
/// `map->tiles` is NULL. With such a costmap only functions work that compute single
/// tiles from the grid: which tiles are passable, which moves are legal, what they cost.
astar_status cache_peek(astar_grid *grid, const astar_rules *rules,
                        const astar_filter *filter, costmap *map);

/// Sets up a costmap without derived data: `map->tiles` is NULL, as after `cache_peek`.
/// Only the move table is made. O(rules) for new rules, otherwise O(1).
astar_status cache_get_moves(astar_grid *grid, const astar_rules *rules,
                             const astar_filter *filter, costmap *map);

/// The rules with a change, for `cache_get` and queries on this grid; `rules` when the
/// variation changes nothing. Equal variations give the same rules, so their derived data
/// is kept and repaired like that of all rules. ASTAR_UNSUITED: `rules` cannot be used on
/// this grid.
///
/// The grid keeps CACHE_VARIATIONS variations of each rules. `*varied` stays valid during
/// the next call for the same rules, and while `rules` have a holder and the grid is
/// busy. O(256), and O(rules) for a new variation.
astar_status cache_vary_rules(astar_grid *grid, const astar_rules *rules,
                              const rules_variation *v, const astar_rules **varied);

/// Frees the data of rules without holders: no query can use them again. Frees nothing
/// while a query runs. Later calls for new rules do the same. O(rules).
void cache_free_unused(astar_grid *grid);

/// Moves a pin: releases the derived data in `*slot`, pins `derived`, and stores it in
/// `*slot`. Both may be NULL. Sliced work pins the set that it uses between two slices.
/// Without pins, several sliced searches with different filters would free the sets of
/// each other in every slice, and none of them would end.
void cache_pin(derived_data **slot, derived_data *derived);

/// The workspace for a query that ends within this call. The workspaces form a stack: the
/// heuristic function of a running query may start another query, which gets the next
/// workspace of the stack. NULL: out of memory.
workspace *cache_workspace(astar_grid *grid);

/// Ends the use of a workspace: frees the workspaces of the nested queries.
void cache_leave_workspace(workspace *w);

/// A workspace for a query that lasts for several calls (a sliced search). The caller
/// gives it back with `cache_give_workspace`. NULL: out of memory.
workspace *cache_take_workspace(astar_grid *grid);
void cache_give_workspace(workspace *w); ///< NULL is allowed

/// The scratch memory of the Dijkstra maps, one per grid. NULL: out of memory.
dijkstra *cache_dijkstra(astar_grid *grid);

#endif
