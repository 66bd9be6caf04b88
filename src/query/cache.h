// What a grid keeps for its queries: data derived from it under each set of rules, and
// scratch memory. This file creates, keeps and frees all of it.
#ifndef ASTAR_CACHE_H
#define ASTAR_CACHE_H

#include "derived/components.h"
#include "derived/costmap.h"
#include "derived/jump_boards.h"
#include "query/workspace.h"
#include "search/dijkstra.h"

/// What a grid means under one set of rules, for all filters to which its tiles are the
/// same now. A later call of `cache_get` for these rules may free it, unless it is
/// pinned.
typedef struct derived_data {
  struct derived_data *next; ///< of a list
  uint32_t pins;
  struct costmap_tiles tiles;
  struct components components;
  struct jump_boards jump_boards;
} derived_data;

/// Sets up the costmap of a grid for some rules and a filter (NULL: that of the rules),
/// and brings it up to date as far as the budget goes: ASTAR_RUNNING when some is left to
/// do. `*derived` is what it belongs to, whose other parts are up to their own functions;
/// `derived` may be NULL. `map->moves` stays as long as the rules have a holder, the rest
/// of what the costmap refers to until the next call. ASTAR_UNSUITED when such rules have
/// no meaning on the grid. O(1) when nothing changed.
astar_status cache_get(astar_grid *grid, const astar_rules *rules,
                       const astar_filter *filter, budget *b, costmap *map,
                       derived_data **derived);

/// The same at once for a look at few tiles, which is not worth to free another set:
/// where there is no room for one, `map->tiles` is NULL. For functions of the costmap
/// that are made for that: which tiles are passable, which moves are legal, what they
/// cost.
astar_status cache_look(astar_grid *grid, const astar_rules *rules,
                        const astar_filter *filter, costmap *map);

/// The same at once.
astar_status cache_get_now(astar_grid *grid, const astar_rules *rules,
                           const astar_filter *filter, costmap *map,
                           derived_data **derived);

/// Moves the pin in `*slot` from the derived data that it holds, if any, to another one,
/// or to NULL. Work that goes on in slices pins what it uses: otherwise such works, each
/// with another filter, could free each other's for ever.
void cache_pin(derived_data **slot, derived_data *derived);

/// The workspace for a query: that of the grid, or one further down a stack when the
/// heuristic function of a running query asks. NULL: memory is short.
workspace *cache_workspace(astar_grid *grid);

/// Ends the use of a workspace: frees those further down the stack.
void cache_leave_workspace(workspace *w);

/// A workspace for queries that stay, until it is given back. NULL: memory is short.
workspace *cache_take_workspace(astar_grid *grid);
void cache_give_workspace(workspace *w); ///< NULL is allowed

/// The scratch memory of the Dijkstra maps. NULL: memory is short.
dijkstra *cache_dijkstra(astar_grid *grid);

/// The watches of the grid (query/watch), NULL when there are none.
struct watch_set *cache_watches(const astar_grid *grid);

/// Keeps a place for them: it is the watches that free them. False: memory is short.
bool cache_keep_watches(astar_grid *grid, struct watch_set *watches);

#endif
