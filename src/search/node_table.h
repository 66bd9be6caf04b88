// Node table: a hash table from the tiles of a map to the nodes of a search.
//
// It needs 8 bytes per node, and 16 to 32 bytes more for the heads of its chains, instead
// of 4 bytes per tile of the map (search/dstar_lite): for searches that generate few
// nodes, such as jump point search. See node_table.c for the method.
#ifndef ASTAR_NODE_TABLE_H
#define ASTAR_NODE_TABLE_H

#include "base/memory.h"

/// No node.
#define NODE_TABLE_NONE UINT32_MAX

/// The tile of a node.
typedef struct node_table_tile {
  uint16_t x, y;
  uint32_t next; ///< the next node of the chain, or NODE_TABLE_NONE
} node_table_tile;

/// Must be zeroed before first use; kept from search to search.
typedef struct node_table {
  node_table_tile *tiles; ///< of the nodes, in the order in which they were added
  uint32_t count, capacity;
  uint32_t room;   ///< so many nodes fit `tiles` and the heads
  uint32_t *heads; ///< the first node of each chain, perhaps of an earlier search
  int head_bits;   ///< there are 2^head_bits heads; 0: none yet
} node_table;

/// Removes all nodes. O(1).
static inline void node_table_clear(node_table *t) { t->count = 0; }

/// The chain of a tile. The factor is 2^32 divided by the golden ratio (Fibonacci
/// hashing): it spreads adjacent tiles.
static inline uint32_t node_table_chain(const node_table *t, uint32_t x, uint32_t y) {
  return (y << 16 | x) * UINT32_C(2654435769) >> (32 - t->head_bits);
}

/// The first node of a chain, or NODE_TABLE_NONE. There must be heads.
static inline uint32_t node_table_first(const node_table *t, uint32_t chain) {
  uint32_t i = t->heads[chain];
  bool is_current =
      i < t->count && node_table_chain(t, t->tiles[i].x, t->tiles[i].y) == chain;
  return is_current ? i : NODE_TABLE_NONE;
}

/// The last node that was added for a tile, or NODE_TABLE_NONE; `first` is the first node
/// of its chain. O(1) on average.
static inline uint32_t node_table_search(const node_table *t, uint32_t first, int x,
                                         int y) {
  uint32_t i = first;
  while (i != NODE_TABLE_NONE && (t->tiles[i].x != x || t->tiles[i].y != y)) {
    i = t->tiles[i].next;
  }
  return i;
}

/// The last node that was added for a tile, or NODE_TABLE_NONE. O(1) on average.
static inline uint32_t node_table_find(const node_table *t, int x, int y) {
  if (t->count == 0) return NODE_TABLE_NONE;
  uint32_t chain = node_table_chain(t, (uint32_t)x, (uint32_t)y);
  return node_table_search(t, node_table_first(t, chain), x, y);
}

/// Makes room for one more node. Chains change. False: out of memory.
bool node_table_grow(node_table *t, struct memory *m);

/// Adds a node, number `count`, for a tile of a chain, before its first node. There must
/// be room. O(1).
static inline void node_table_add(node_table *t, uint32_t chain, uint32_t first, int x,
                                  int y) {
  t->tiles[t->count] = (node_table_tile){(uint16_t)x, (uint16_t)y, first};
  t->heads[chain] = t->count++;
}

/// Frees the memory.
void node_table_fini(node_table *t, struct memory *m);

#endif
