// A hash table with open addressing, which is not cleared between searches.
//
// The nodes of all searches are numbered in one sequence, and a slot stores the number.
// So the slots of earlier searches have lower numbers than the first node of this search,
// and count as free: a search begins in O(1).
//
//      tile (x, y) -> slot 5: tile a, number 93     first = 90: another tile, node 3
//                          6: tile (x, y), 97       node 7
//                          7: tile b, number 61     free: of an earlier search
//
// One load gives both the tile and its node. In the sparse set of P. Briggs and L.
// Torczon ("An efficient representation for sparse sets", 1993), which begins in O(1),
// too, each slot is checked against the list of nodes: a second load, which has to wait
// for the first one.
//
// Invariant: within a search a slot that is taken stays taken. So a search along the
// slots that ends at a free one has seen all slots where the tile can be.
#include "search/node_table.h"

#include <string.h>

enum {
  NODE_TABLE_SLOTS_PER_NODE = 3,             // at least; measured: 2 is 1 % slower
  NODE_TABLE_FIRST_BITS = MEMORY_LIMIT(8, 2) // a new table has 2^8 slots
};

// Above this number all slots are cleared, and numbers begin again. A search has at most
// MEMORY_MAX_ELEMENTS nodes, so that its numbers fit 32 bits.
#define NODE_TABLE_LAST (UINT32_C(1) << MEMORY_LIMIT(31, 6))

static size_t node_table_bytes(const node_table *t) {
  return t->bits > 0 ? ((size_t)1 << t->bits) * sizeof *t->slots : 0;
}

void node_table_fini(node_table *t, memory *m) {
  memory_free(m, t->slots, node_table_bytes(t));
  memset(t, 0, sizeof *t);
}

void node_table_clear(node_table *t) {
  t->first += t->count;
  t->count = 0;
  if (t->first != 0 && t->first <= NODE_TABLE_LAST) return;
  if (t->bits > 0) memset(t->slots, 0, node_table_bytes(t));
  t->first = 1;
}

bool node_table_grow(node_table *t, memory *m) {
  node_table old = *t;
  t->bits = old.bits > 0 ? old.bits + 1 : NODE_TABLE_FIRST_BITS;
  t->slots = (node_table_slot *)memory_new(m, node_table_bytes(t));
  if (t->slots == NULL) {
    *t = old;
    return false;
  }
  t->room = (UINT32_C(1) << t->bits) / NODE_TABLE_SLOTS_PER_NODE;
  for (size_t i = 0; i < node_table_bytes(&old) / sizeof *old.slots; i++) {
    node_table_slot slot = old.slots[i];
    if (node_table_node(t, &slot) == NODE_TABLE_NONE) continue;
    *node_table_find(t, (int)(slot.tile & 0xffff), (int)(slot.tile >> 16)) = slot;
  }
  memory_free(m, old.slots, node_table_bytes(&old));
  return true;
}
