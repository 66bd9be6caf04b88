// Components that links unite.
//
// The component tree knows nothing of links. A link unites the components of its two
// ends, wherever they are on the map. These unions are few, so they are computed again
// after each edit that may concern them.
#ifndef ASTAR_COMPONENT_LINKS_H
#define ASTAR_COMPONENT_LINKS_H

#include "derived/component_tree.h"

typedef struct component_links {
  bool is_stale;       ///< the tree or the links have changed
  bool has_one_way;    ///< a link between passable tiles is one-way
  uint64_t *keys;      ///< a hash table of components of the tree; 0: a free slot
  uint32_t *parents;   ///< a union-find forest of slots
  uint32_t slot_count; ///< a power of two, or 0 without links
} component_links;

/// Unites the components at the ends of all links. False: out of memory. O(links).
bool component_links_update(component_links *l, const component_tree *t,
                            const costmap *map);

/// The component of a component of the tree. Amortized O(1).
uint64_t component_links_at(const component_links *l, uint64_t component);

void component_links_fini(component_links *l, struct memory *m);

#endif
