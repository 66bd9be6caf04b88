// The open list: nodes still to expand, the most promising first.
#ifndef ASTAR_BUCKET_QUEUE_H
#define ASTAR_BUCKET_QUEUE_H

#include "base/memory.h"

/// A node as it was when it was pushed: it may have been reached more cheaply since.
typedef struct bucket_queue_entry {
  double g;
  uint16_t x, y;
  uint32_t next; ///< in its bucket
} bucket_queue_entry;

typedef struct bucket_queue_heap_entry {
  uint64_t key;
  uint32_t entry;
} bucket_queue_heap_entry;

/// No entry.
#define BUCKET_QUEUE_NONE UINT32_MAX

/// How many buckets are in the window: a power of two.
enum { BUCKET_QUEUE_BUCKETS = MEMORY_LIMIT(4096, 64) };

/// Near priorities lie in a window of buckets, each a stack: constant time, and order
/// only between buckets. Priorities beyond it wait in a 4-ary heap until the window is
/// empty and moves on to them, so that costs may differ by any factor.
///
/// With a width of 0 there is only the heap: strict order, where priorities are rounded
/// to a relative 4e-9, so that sums of the same steps in another order count as equal,
/// and the last pushed among equals is the first out. They are never rounded by more than
/// an eighth of a step: nodes that a step separates come out in their order, however
/// large the priorities are, and a search by cost alone expands no node twice.
typedef struct bucket_queue {
  bucket_queue_entry
      *entries; ///< a pool; `free_entry` heads the list of those not in use
  uint32_t entry_count, entry_capacity, free_entry;

  double base, per_width; ///< start of the window, buckets per unit of priority
  uint32_t *buckets;      ///< heads of stacks, entry + 1 or 0; NULL until first used
  uint64_t *occupied;     ///< a bit a bucket
  uint32_t bucket;        ///< none before this one is occupied
  uint32_t last;          ///< nor any after this one

  bucket_queue_heap_entry *heap;
  uint32_t heap_count, heap_capacity;
  uint32_t pushed; ///< so far, modulo 2^32: it orders equals, and only its low 24 bits do
  int coarse;      ///< binary exponent, with its bias, up to which rounding is relative
} bucket_queue;

/// Empties the list and sets the width of its buckets [cost], 0 for strict order. `base`
/// is the least priority to come, at most; `step` is the cheapest step above 0. False:
/// memory is short.
bool bucket_queue_begin(bucket_queue *open, memory *m, double base, double width,
                        double step);

void bucket_queue_fini(bucket_queue *open, memory *m);

/// Makes room for `count` more nodes. False: memory is short.
bool bucket_queue_grow(bucket_queue *open, memory *m, uint32_t count);

static inline bool bucket_queue_reserve(bucket_queue *open, memory *m, uint32_t count) {
  // An entry may wait in the heap, whatever the number of free ones.
  if (open->entry_count + count <= open->entry_capacity &&
      open->heap_count + count <= open->heap_capacity) {
    return true;
  }
  return bucket_queue_grow(open, m, count);
}

void bucket_queue_push_heap(bucket_queue *open, double priority, uint32_t entry);

/// The bucket of a priority; BUCKET_QUEUE_BUCKETS or more: beyond the window.
static inline uint32_t bucket_queue_bucket_of(const bucket_queue *open, double priority) {
  // Perhaps infinity, but never infinity times 0: neither factor is infinite.
  double bucket = (priority - open->base) * open->per_width;
  if (bucket < 0) return 0;
  return bucket < (double)BUCKET_QUEUE_BUCKETS ? (uint32_t)bucket : BUCKET_QUEUE_BUCKETS;
}

static inline void bucket_queue_push_bucket(bucket_queue *open, uint32_t bucket,
                                            uint32_t entry) {
  open->entries[entry].next = open->buckets[bucket];
  open->buckets[bucket] = entry + 1;
  open->occupied[bucket / 64] |= (uint64_t)1 << (bucket % 64);
  if (bucket < open->bucket) open->bucket = bucket;
  if (bucket > open->last) open->last = bucket;
}

/// Adds a node with a finite priority >= 0; there must be room. O(1) in the window, O(log
/// n) beyond.
static inline void bucket_queue_push(bucket_queue *open, double priority, double g, int x,
                                     int y) {
  uint32_t entry = open->free_entry;
  if (entry != BUCKET_QUEUE_NONE) {
    open->free_entry = open->entries[entry].next;
  } else {
    MEMORY_ASSERT(open->entry_count < open->entry_capacity);
    entry = open->entry_count++;
  }
  open->entries[entry] = (bucket_queue_entry){g, (uint16_t)x, (uint16_t)y, 0};
  uint32_t bucket =
      open->per_width > 0 ? bucket_queue_bucket_of(open, priority) : BUCKET_QUEUE_BUCKETS;
  if (bucket < BUCKET_QUEUE_BUCKETS) {
    bucket_queue_push_bucket(open, bucket, entry);
  } else {
    bucket_queue_push_heap(open, priority, entry);
  }
}

/// Finds the first node where there is none left in the current bucket. False: the list
/// is empty.
bool bucket_queue_find(bucket_queue *open, uint32_t *entry);

/// Takes a node of the least bucket out. False: the list is empty.
static inline bool bucket_queue_pop(bucket_queue *open, bucket_queue_entry *entry) {
  uint32_t i;
  if (open->per_width > 0 && open->buckets[open->bucket] != 0) {
    i = open->buckets[open->bucket] - 1;
  } else if (!bucket_queue_find(open, &i)) {
    return false;
  }
  *entry = open->entries[i];
  if (open->per_width > 0) {
    open->buckets[open->bucket] = entry->next;
    if (entry->next == 0) {
      open->occupied[open->bucket / 64] &= ~((uint64_t)1 << (open->bucket % 64));
    }
  }
  open->entries[i].next = open->free_entry;
  open->free_entry = i;
  return true;
}

/// Whether every node that is left has a priority greater than this, or equal.
bool bucket_queue_is_beyond(const bucket_queue *open, double priority);

#endif
