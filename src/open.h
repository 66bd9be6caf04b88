// The open list: a heap of nodes, the most promising first.
#ifndef ASTAR_OPEN_H
#define ASTAR_OPEN_H

#include "memory.h"

typedef struct open_entry {
  uint64_t key;
  uint32_t node;
} open_entry;

/// A 4-ary heap. Priorities are rounded to a relative 4e-9, so that sums of the same steps in
/// another order count as equal; among equals the last pushed is the first out.
typedef struct open_list {
  open_entry *entries;
  uint32_t count, capacity;
  uint32_t pushed; ///< so far, modulo 2^32
} open_list;

/// Empties the list. Its memory is kept.
void open_clear(open_list *open);

void open_fini(open_list *open, memory *m);

/// Adds a node with a finite priority >= 0. False: memory is short. O(log n).
bool open_push(open_list *open, memory *m, double priority, uint32_t node);

/// Takes the node with the least priority out. The list must not be empty. O(log n).
uint32_t open_pop(open_list *open);

#endif
