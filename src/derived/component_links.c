// Unites components of the tree along links.
//
// Method: union-find in a hash table with open addressing. The components of the tree at
// the ends of links are the keys, and each slot has a slot as parent. A component that no
// link touches has no slot. The table has at least two slots per end of a link, so
// probing is short and always finds a free slot. When all links are done, each slot gets
// its root as parent: lookups are short, and several threads may look up at the same
// time, since a lookup writes nothing.
#include "derived/component_links.h"

#include <string.h>

void component_links_fini(component_links *l, struct memory *m) {
  memory_free(m, l->keys, l->slot_count * (sizeof *l->keys + sizeof *l->parents));
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

// The root of a component, which is added to the table if it is not there.
static uint32_t component_links_add(component_links *l, uint64_t component) {
  uint32_t slot = component_links_slot(l, component);
  if (l->keys[slot] == 0) {
    l->keys[slot] = component;
    l->parents[slot] = slot;
  }
  return tree_root(l->parents, slot);
}

// Empties the table, with room for the ends of so many links. False: out of memory.
static bool component_links_clear(component_links *l, uint32_t links, struct memory *m) {
  uint32_t slots = links > 0 ? 4 : 0;
  while (slots < 4 * links) slots *= 2;
  if (slots != l->slot_count) {
    component_links_fini(l, m);
    l->is_stale = true;
    if (slots == 0) return true;
    size_t bytes = slots * (sizeof *l->keys + sizeof *l->parents);
    l->keys = (uint64_t *)memory_resize(m, NULL, 0, bytes);
    if (l->keys == NULL) return false;
    l->parents = (uint32_t *)(l->keys + slots);
    l->slot_count = slots;
  }
  if (slots > 0) memset(l->keys, 0, slots * sizeof *l->keys);
  return true;
}

bool component_links_update(component_links *l, const component_tree *t,
                            const costmap *map) {
  const astar_grid *grid = map->grid;
  if (!component_links_clear(l, grid->link_count, &map->grid->memory)) return false;
  l->has_one_way = false;
  for (uint32_t i = 0; i < grid->link_count; i++) {
    const grid_link *link = &grid->links[i];
    if (!costmap_is_cell_passable(map, link->from) ||
        !costmap_is_cell_passable(map, link->to)) {
      continue;
    }
    uint32_t a = component_links_add(l, component_tree_at(t, link->from));
    uint32_t b = component_links_add(l, component_tree_at(t, link->to));
    // The parent does not matter for the answers: the key of the root is a name.
    l->parents[tree_root(l->parents, a)] = b;
    l->has_one_way |= link->one_way;
  }
  for (uint32_t slot = 0; slot < l->slot_count; slot++) {
    if (l->keys[slot] != 0) l->parents[slot] = tree_root(l->parents, slot);
  }
  l->is_stale = false;
  return true;
}

uint64_t component_links_at(const component_links *l, uint64_t component) {
  if (l->slot_count == 0) return component;
  uint32_t slot = component_links_slot(l, component);
  return l->keys[slot] == 0 ? component : l->keys[l->parents[slot]];
}
