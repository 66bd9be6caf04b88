// A hash table with chains, which is never cleared between searches.
//
// A head counts only if it is below the number of nodes, and the tile of that node
// belongs to this chain: heads of earlier searches fail this check. So a search begins in
// O(1). This is the sparse set of P. Briggs and L. Torczon, "An efficient representation
// for sparse sets", 1993, in a hash table: here many tiles share a head.
//
//      tile (x, y) -> chain -> heads[chain] = 7     tiles[7] is in this chain?
//                                 |                   no: the chain is empty
//                                 v                   yes: 7 is its last node
//                              tiles[7].next = 2 -> tiles[2].next = none
//
// Invariant: the head of a chain that has nodes is the last node added to it, since no
// later node of another chain writes this head. So a head that passes the check is the
// beginning of a complete chain.
//
// The table has at least four heads per node: then most chains have at most one node.
// When there are more nodes, the heads are doubled, and all nodes are chained again.
#include "search/node_table.h"

#include <string.h>

enum {
  NODE_TABLE_HEADS_PER_NODE = 4,             // at least; measured: 2 is 1 % slower
  NODE_TABLE_FIRST_BITS = MEMORY_LIMIT(8, 2) // a new table has 2^8 heads
};

static uint32_t node_table_head_count(const node_table *t) {
  return t->head_bits > 0 ? UINT32_C(1) << t->head_bits : 0;
}

void node_table_fini(node_table *t, memory *m) {
  memory_free(m, t->tiles, t->capacity * sizeof *t->tiles);
  memory_free(m, t->heads, node_table_head_count(t) * sizeof *t->heads);
  memset(t, 0, sizeof *t);
}

// Doubles the heads, and chains all nodes again.
static bool node_table_grow_heads(node_table *t, memory *m) {
  int bits = t->head_bits > 0 ? t->head_bits + 1 : NODE_TABLE_FIRST_BITS;
  uint32_t *heads = (uint32_t *)memory_new(m, ((size_t)1 << bits) * sizeof *heads);
  if (heads == NULL) return false;
  memory_free(m, t->heads, node_table_head_count(t) * sizeof *t->heads);
  t->heads = heads;
  t->head_bits = bits;
  uint32_t count = t->count;
  for (t->count = 0; t->count < count;) {
    uint16_t x = t->tiles[t->count].x, y = t->tiles[t->count].y;
    uint32_t chain = node_table_chain(t, x, y);
    node_table_add(t, chain, node_table_first(t, chain), x, y);
  }
  return true;
}

bool node_table_grow(node_table *t, memory *m) {
  if (!MEMORY_RESERVE(m, t->tiles, t->capacity, t->count + 1)) return false;
  if (t->count >= node_table_head_count(t) / NODE_TABLE_HEADS_PER_NODE &&
      !node_table_grow_heads(t, m)) {
    return false;
  }
  t->room = node_table_head_count(t) / NODE_TABLE_HEADS_PER_NODE;
  if (t->room > t->capacity) t->room = t->capacity;
  return true;
}
