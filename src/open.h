// The open list: nodes still to expand, the most promising first.
#ifndef ASTAR_OPEN_H
#define ASTAR_OPEN_H

#include "memory.h"

/// A node as it was when it was pushed: it may have been reached more cheaply since.
typedef struct open_entry {
  double g;
  uint16_t x, y;
  uint32_t next; ///< in its bucket
} open_entry;

typedef struct open_heap_entry {
  uint64_t key;
  uint32_t entry;
} open_heap_entry;

/// How many buckets are in the window: a power of two.
enum { OPEN_BUCKETS = 4096 };

/// Near priorities lie in a window of buckets, each a stack: constant time, and order
/// only between buckets. Priorities beyond it wait in a 4-ary heap until the window is
/// empty and moves on to them, so that costs may differ by any factor.
///
/// With a width of 0 there is only the heap: strict order, where priorities are rounded
/// to a relative 4e-9, so that sums of the same steps in another order count as equal,
/// and the last pushed among equals is the first out.
typedef struct open_list {
  open_entry *entries; ///< a pool; `free_entry` heads the list of those not in use
  uint32_t entry_count, entry_capacity, free_entry;

  double base, per_width; ///< start of the window, buckets per unit of priority
  uint32_t *buckets;      ///< heads of stacks, entry + 1 or 0; NULL until first used
  uint64_t *occupied;     ///< a bit a bucket
  uint32_t bucket;        ///< none before this one is occupied
  uint32_t last;          ///< nor any after this one

  open_heap_entry *heap;
  uint32_t heap_count, heap_capacity;
  uint32_t pushed; ///< so far, modulo 2^32
} open_list;

/// Empties the list and sets the width of its buckets [cost], 0 for strict order. `base`
/// is the least priority to come, at most. False: memory is short.
bool open_begin(open_list *open, memory *m, double base, double width);

void open_fini(open_list *open, memory *m);

/// Adds a node with a finite priority >= 0. False: memory is short. O(1) in the window,
/// O(log n) beyond.
bool open_push(open_list *open, memory *m, double priority, double g, int x, int y);

/// Takes a node of the least bucket out. False: the list is empty.
bool open_pop(open_list *open, open_entry *entry);

/// Whether every node that is left has a priority greater than this, or equal.
bool open_is_beyond(const open_list *open, double priority);

#endif
