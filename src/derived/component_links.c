// Unites components of the tree along links.
//
// Method: union-find in a hash table with open addressing. The components of the tree at
// the ends of links are the keys, and each slot has a slot as parent. A component that no
// link touches has no slot. The table has at least two slots per end of a link, so
// probing is short and always finds a free slot. When all links are done, each slot gets
// its root as parent: lookups are short, and several threads may look up at the same
// time, since a lookup writes nothing.
//
// A search over links (search/link_bound) is kept while `stamp` stays the same. So the
// stamp changes only when a link or a region did, not with each edit of a tile.
#include "derived/component_links.h"

#include <string.h>

// The bytes of a slot: of its key, its parent and its region.
enum { COMPONENT_LINKS_SLOT = sizeof(uint64_t) + 2 * sizeof(uint32_t) };

void component_links_fini(component_links *l, struct memory *m) {
  memory_free(m, l->keys, l->slot_count * COMPONENT_LINKS_SLOT);
  memory_free(m, l->ends, l->capacity * sizeof *l->ends);
  memory_free(m, l->arcs, l->arc_capacity * sizeof *l->arcs);
  memset(l, 0, sizeof *l);
}

// The slot of a component, or the free slot where it belongs. The factor is 2^64 divided
// by the golden ratio (Fibonacci hashing).
static uint32_t component_links_slot(const component_links *l, uint64_t component) {
  uint32_t mask = l->slot_count - 1;
  uint32_t slot = (uint32_t)(component * UINT64_C(0x9e3779b97f4a7c15) >> 32) & mask;
  while (l->keys[slot] != 0 && l->keys[slot] != component) slot = (slot + 1) & mask;
  return slot;
}

// The slot of a component, which is added to the table if it is not there.
static uint32_t component_links_add(component_links *l, uint64_t component) {
  uint32_t slot = component_links_slot(l, component);
  if (l->keys[slot] == 0) {
    l->keys[slot] = component;
    l->parents[slot] = slot;
    l->regions[slot] = l->region_count++;
  }
  return slot;
}

// Empties the table, with room for the ends of so many links. False: out of memory.
static bool component_links_clear(component_links *l, uint32_t links, struct memory *m) {
  uint32_t slots = links > 0 ? 4 : 0;
  while (slots < 4 * links) slots *= 2;
  if (slots != l->slot_count) {
    component_links_fini(l, m);
    l->is_stale = true;
    if (slots == 0) return true;
    l->keys = (uint64_t *)memory_resize(m, NULL, 0, slots * COMPONENT_LINKS_SLOT);
    if (l->keys == NULL) return false;
    l->parents = (uint32_t *)(l->keys + slots);
    l->regions = l->parents + slots;
    l->slot_count = slots;
  }
  if (slots > 0) memset(l->keys, 0, slots * sizeof *l->keys);
  l->region_count = 0;
  return links == 0 || (MEMORY_RESERVE(m, l->ends, l->capacity, 4 * links + 1) &&
                        MEMORY_RESERVE(m, l->arcs, l->arc_capacity, 2 * links));
}

// Sets the regions of a link. Returns whether they were others before.
static bool component_links_set(component_links *l, uint32_t link, uint32_t from,
                                uint32_t to) {
  uint32_t *ends = &l->ends[2 * link];
  bool is_other = ends[0] != from || ends[1] != to;
  ends[0] = from;
  ends[1] = to;
  return is_other;
}

// Orders the arcs by the region where they end: counting sort. Backwards, so that `first`
// moves from the end of each region to its beginning.
static void component_links_order(component_links *l, const astar_grid *grid) {
  l->first = l->ends + 2 * grid->link_count;
  memset(l->first, 0, (l->region_count + 1) * sizeof *l->first);
  for (int pass = 0; pass < 2; pass++) {
    for (uint32_t arc = 2 * grid->link_count; arc-- > 0;) {
      const grid_link *link = &grid->links[arc / 2];
      bool is_back = (arc & 1) != 0;
      uint32_t from = l->ends[arc], to = l->ends[arc ^ 1];
      uint32_t start = is_back ? link->to : link->from;
      uint32_t end = is_back ? link->from : link->to;
      if (from == COMPONENT_LINKS_NONE || (is_back && link->one_way)) continue;
      if (pass == 0) {
        l->first[to]++;
        continue;
      }
      l->arcs[--l->first[to]] = (component_arc){(uint16_t)grid_x(grid, start),
                                                (uint16_t)grid_y(grid, start),
                                                (uint16_t)grid_x(grid, end),
                                                (uint16_t)grid_y(grid, end),
                                                from,
                                                to,
                                                link->cost};
    }
    for (uint32_t r = 0; pass == 0 && r < l->region_count; r++)
      l->first[r + 1] += l->first[r];
  }
}

bool component_links_update(component_links *l, const component_tree *t,
                            const costmap *map) {
  const astar_grid *grid = map->grid;
  if (!component_links_clear(l, grid->link_count, &map->grid->memory)) return false;
  l->has_one_way = false;
  bool is_other = l->stamp == 0 || l->revision != grid->arcs_revision;
  for (uint32_t i = 0; i < grid->link_count; i++) {
    const grid_link *link = &grid->links[i];
    if (!costmap_is_cell_passable(map, link->from) ||
        !costmap_is_cell_passable(map, link->to)) {
      is_other |= component_links_set(l, i, COMPONENT_LINKS_NONE, COMPONENT_LINKS_NONE);
      continue;
    }
    uint32_t a = component_links_add(l, component_tree_at(t, link->from));
    uint32_t b = component_links_add(l, component_tree_at(t, link->to));
    // The parent does not matter for the answers: the key of the root is a name.
    l->parents[tree_root(l->parents, a)] = tree_root(l->parents, b);
    is_other |= component_links_set(l, i, l->regions[a], l->regions[b]);
    l->has_one_way |= link->one_way;
  }
  for (uint32_t slot = 0; slot < l->slot_count; slot++)
    if (l->keys[slot] != 0) l->parents[slot] = tree_root(l->parents, slot);
  if (is_other && grid->link_count > 0) {
    component_links_order(l, grid);
    l->revision = grid->arcs_revision;
    l->stamp = ++map->grid->stamps;
  }
  l->is_stale = false;
  return true;
}

uint64_t component_links_at(const component_links *l, uint64_t component) {
  if (l->slot_count == 0) return component;
  uint32_t slot = component_links_slot(l, component);
  return l->keys[slot] == 0 ? component : l->keys[l->parents[slot]];
}

uint32_t component_links_region(const component_links *l, uint64_t component) {
  if (l->slot_count == 0) return COMPONENT_LINKS_NONE;
  uint32_t slot = component_links_slot(l, component);
  return l->keys[slot] == 0 ? COMPONENT_LINKS_NONE : l->regions[slot];
}
