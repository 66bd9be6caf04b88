// The link bound: a lower bound h of the cost from a tile to the goals on a map with
// links.
//
// The norm of the heuristic (search/heuristic) ignores links, and a link may lead to a
// goal for less. The link bound is the minimum over the way without links and the ways
// over each link. link_bound.c explains the method, and why the bound is consistent.
//
// A bound belongs to the goals of a query. The workspace of the query owns it and keeps
// it for later queries with the same goals.
#ifndef ASTAR_LINK_BOUND_H
#define ASTAR_LINK_BOUND_H

#include "base/key_heap.h"
#include "derived/components.h"
#include "search/heuristic.h"

/// A bound is only for grids with fewer arcs.
enum { LINK_BOUND_ARC_BITS = 24, LINK_BOUND_ARCS = 1 << LINK_BOUND_ARC_BITS };

/// More links than this are many: shifts then save more time in the search over links
/// than they take in the search on the map.
enum { LINK_BOUND_MANY = MEMORY_LIMIT(256, 4) };

/// Whether a bound pays: there are few links, or there is one goal.
static inline bool link_bound_suits(const astar_grid *grid, const goals *g) {
  return grid->link_count <= LINK_BOUND_MANY ||
         (grid->link_count < LINK_BOUND_ARCS / 2 && !g->has_table && g->range == 0);
}

/// A tile where a link begins, or a shifted goal; and a lower bound of the cost from
/// there to the goals.
typedef struct link_bound_target {
  int x, y;
  uint32_t next; ///< target of the same region, with a higher `rest`; LINK_BOUND_END
  double rest;
} link_bound_target;

#define LINK_BOUND_END UINT32_MAX

/// The targets of a region, as a list.
typedef struct link_bound_region {
  uint32_t head, tail;
  bool has_goal; ///< the goals can be reached without links
} link_bound_region;

/// Must be zeroed before first use; kept from query to query.
typedef struct link_bound {
  const components *of;       ///< of the query; up to date
  struct heuristic heuristic; ///< without links
  uint64_t stamp;             ///< of the links and regions (derived/component_links)
  uint32_t goal_region;       ///< COMPONENT_LINKS_NONE: the goals may be in any region
  bool has_shifts;            ///< many links: the target of a region is the shifted goal

  link_bound_region *regions; ///< one more than there are: for tiles of no region
  uint32_t region_capacity;
  link_bound_target *targets;
  uint32_t target_count, target_capacity;
  double
      *rest; ///< by arc, with shifts by region: the lowest known rest of a target there
  uint32_t rest_capacity;
  key_heap open; ///< arcs that are not targets yet
  uint32_t open_capacity;
  uint32_t work; ///< arcs that were relaxed
  double cap;    ///< h is at most this
} link_bound;

/// Prepares the bound for a query whose goals and components are up to date, on a grid
/// with links. False: out of memory. O(1) for the goals and the links of the query
/// before; otherwise O(links + targets * links of a region), where that is bounded.
bool link_bound_begin(link_bound *b, const components *c, const costmap *map,
                      const goals *g, const astar_query *query);

/// The region of a passable cell, for `link_bound_at`. O(levels of the components).
uint32_t link_bound_region_of(const link_bound *b, uint32_t cell);

/// A region that is not known: `link_bound_at` finds it.
#define LINK_BOUND_ANY UINT32_MAX

/// h of a passable tile of a region. Infinity: no path leads from there to a goal.
/// O(targets).
double link_bound_at(const link_bound *b, uint32_t region, int x, int y);

/// h of a node, to show it. 0 of an impassable start, and when it is not known any more:
/// the query has ended (`b` is NULL), or links or regions have changed.
double link_bound_show(const link_bound *b, int x, int y);

void link_bound_fini(link_bound *b, struct memory *m);

#endif
