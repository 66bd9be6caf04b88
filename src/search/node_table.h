// Node table: a hash table from the tiles of a map to the nodes of a search.
//
// It needs 24 to 48 bytes per node, instead of 4 bytes per tile of the map
// (search/dstar_lite): for searches that generate few nodes, such as jump point search.
// See node_table.c for the method.
#ifndef ASTAR_NODE_TABLE_H
#define ASTAR_NODE_TABLE_H

#include "base/memory.h"

/// No node.
#define NODE_TABLE_NONE UINT32_MAX

/// A slot: a tile and its last node.
typedef struct node_table_slot {
  uint32_t tile;   ///< y << 16 | x
  uint32_t number; ///< `first` of its search plus its node; 0: never used
} node_table_slot;

/// Must be zeroed before first use; kept from search to search.
typedef struct node_table {
  node_table_slot *slots;
  uint32_t count; ///< of the nodes of this search
  uint32_t room;  ///< so many nodes fit the slots
  uint32_t first; ///< the number of node 0: slots of earlier searches have lower numbers
  int bits;       ///< there are 2^bits slots; 0: none yet
} node_table;

/// The node in a slot, or NODE_TABLE_NONE.
static inline uint32_t node_table_node(const node_table *t, const node_table_slot *slot) {
  uint32_t node = slot->number - t->first;
  return node < t->count ? node : NODE_TABLE_NONE;
}

/// The slot of a tile: with its last node, or free. There must be slots. O(1) on average.
/// The factor is 2^32 divided by the golden ratio (Fibonacci hashing): it spreads
/// adjacent tiles.
static inline node_table_slot *node_table_find(const node_table *t, int x, int y) {
  uint32_t tile = (uint32_t)y << 16 | (uint32_t)x;
  uint32_t i = tile * UINT32_C(2654435769) >> (32 - t->bits);
  uint32_t mask = (UINT32_C(1) << t->bits) - 1;
  while (node_table_node(t, &t->slots[i]) != NODE_TABLE_NONE && t->slots[i].tile != tile)
    i = (i + 1) & mask;
  return &t->slots[i];
}

/// Adds a node, number `count`, for a tile whose slot was found. There must be room.
/// O(1).
static inline void node_table_add(node_table *t, node_table_slot *slot, int x, int y) {
  *slot = (node_table_slot){(uint32_t)y << 16 | (uint32_t)x, t->first + t->count++};
}

/// Makes room for one more node: slots move. False: out of memory.
bool node_table_grow(node_table *t, struct memory *m);

/// Removes all nodes. O(1), but O(slots) once in two billion nodes.
void node_table_clear(node_table *t);

/// Frees the memory.
void node_table_fini(node_table *t, struct memory *m);

#endif
