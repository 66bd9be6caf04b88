// Components that links unite, and the regions between which they lead.
//
// The component tree knows nothing of links. A link unites the components of its two
// ends, wherever they are on the map. These unions are few, so they are computed again
// after each edit that may concern them.
//
// A region is a component of the tree with the end of a link. Regions have the numbers
// from 0, in the order in which the links first mention them. So the numbers depend on
// the map only, whatever the keys of the components are.
#ifndef ASTAR_COMPONENT_LINKS_H
#define ASTAR_COMPONENT_LINKS_H

#include "derived/component_tree.h"

/// One direction of a link that can be used, from a region to a region.
typedef struct component_arc {
  uint16_t x, y, end_x, end_y;
  uint32_t from, to;
  double cost;
} component_arc;

typedef struct component_links {
  bool is_stale;       ///< the tree or the links have changed
  bool has_one_way;    ///< a link between passable tiles is one-way
  uint64_t *keys;      ///< a hash table of components of the tree; 0: a free slot
  uint32_t *parents;   ///< a union-find forest of slots
  uint32_t *regions;   ///< by slot: the number of the region
  uint32_t slot_count; ///< a power of two, or 0 without links

  uint32_t region_count;
  uint32_t *ends;      ///< two per link: the regions of its start and its end;
                       ///< COMPONENT_LINKS_NONE: the link cannot be used
  uint32_t *first;     ///< by region: its first element of `arcs`; one more at the end
  uint32_t capacity;   ///< of these two arrays, which are one block
  component_arc *arcs; ///< ordered by the region where they end
  uint32_t arc_capacity;
  uint64_t revision; ///< of the arcs of the grid
  uint64_t stamp;    ///< no other links or regions of the grid have this number
} component_links;

/// No region.
#define COMPONENT_LINKS_NONE UINT32_MAX

/// Unites the components at the ends of all links. False: out of memory. O(links).
bool component_links_update(component_links *l, const component_tree *t,
                            const costmap *map);

/// The component of a component of the tree. Amortized O(1).
uint64_t component_links_at(const component_links *l, uint64_t component);

/// The region of a component of the tree, or COMPONENT_LINKS_NONE. Amortized O(1).
uint32_t component_links_region(const component_links *l, uint64_t component);

void component_links_fini(component_links *l, struct memory *m);

#endif
