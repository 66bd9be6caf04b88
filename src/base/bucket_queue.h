// The open list: a priority queue of nodes, as buckets over a 4-ary heap.
//
// A search pushes a node each time it finds a cheaper path to the node. Entries are never
// changed: when a node is pushed again, its older entries stay, and the search skips them
// when they are popped, because the node was expanded meanwhile (lazy deletion).
//
// The queue has two orders, chosen by the width of the buckets in `bucket_queue_begin`:
//
// - width > 0: order between buckets only; within a bucket the last pushed entry comes
//   first. Fast. Nodes may be popped up to one width too early.
// - width 0: strict order by a heap, up to rounding (see `bucket_queue_begin`).
//
// The search owns the queue; all memory comes from the grid's allocator and is kept from
// search to search: 8 bytes per entry, 16 bytes more per entry in the heap, and 16.5 KiB
// for the buckets.
#ifndef ASTAR_BUCKET_QUEUE_H
#define ASTAR_BUCKET_QUEUE_H

#include "base/memory.h"

/// A node that was pushed.
typedef struct bucket_queue_entry {
  uint16_t x, y;
  uint32_t next; ///< in a bucket: index of the entry below + 1, or 0; in the free list:
                 ///< index of the next entry
} bucket_queue_entry;

typedef struct bucket_queue_heap_entry {
  uint64_t key;   ///< rounded priority and order of pushing, see bucket_queue.c
  uint32_t entry; ///< index in `entries`
} bucket_queue_heap_entry;

/// No entry.
#define BUCKET_QUEUE_NONE UINT32_MAX

/// Number of buckets in the window: a power of two.
enum { BUCKET_QUEUE_BUCKETS = MEMORY_LIMIT(4096, 64) };

/// The window covers BUCKET_QUEUE_BUCKETS widths of priorities, from `base` on. Entries
/// in the window are in buckets. Entries beyond the window are in the heap; they move to
/// the buckets when the window is empty and moves on. So costs may differ by any factor.
typedef struct bucket_queue {
  bucket_queue_entry *entries; ///< a pool; `free_entry` is the head of its free list
  uint32_t entry_count, entry_capacity, free_entry;

  bool is_strict;     ///< strict order: heap only
  double base;        ///< priority where the window starts; -infinity: heap only
  double per_width;   ///< 1 / width [buckets per cost]; infinity: heap only
  uint32_t *buckets;  ///< stacks: index of the top entry + 1, or 0; NULL until first used
  uint64_t *occupied; ///< one bit per bucket: it is not empty
  uint32_t bucket;    ///< no bucket before this one is occupied
  uint32_t last;      ///< no bucket after this one is occupied

  bucket_queue_heap_entry *heap;
  uint32_t heap_count, heap_capacity;
  uint32_t pushed; ///< entries pushed to the heap, modulo 2^32; its low 24 bits order
                   ///< equal priorities
  int coarse;      ///< biased binary exponent up to which rounding is relative
} bucket_queue;

/// Empties the queue and sets the width of its buckets [cost]; 0: strict order. `base`
/// must not exceed any priority that will be pushed, up to rounding; `step` is the
/// cheapest step above 0 [cost]. False: out of memory. O(buckets in use).
///
/// In strict order, priorities are rounded to a relative 4e-9, so that sums of the same
/// steps in another order are equal. Among equal priorities the last pushed comes first.
/// Priorities are never rounded by more than an eighth of `step`: two nodes whose
/// priorities differ by a step or more come in their order, however large the priorities
/// are. So a search by g alone expands no node twice.
bool bucket_queue_begin(bucket_queue *open, memory *m, double base, double width,
                        double step);

/// Frees the memory.
void bucket_queue_fini(bucket_queue *open, memory *m);

/// Makes room for `count` more entries. False: out of memory.
bool bucket_queue_grow(bucket_queue *open, memory *m, uint32_t count);

/// Like bucket_queue_grow, but inline: nearly always there is room already.
static inline bool bucket_queue_reserve(bucket_queue *open, memory *m, uint32_t count) {
  // The heap needs room even when the free list has entries: every new entry may go
  // there.
  if (open->entry_count + count <= open->entry_capacity &&
      open->heap_count + count <= open->heap_capacity) {
    return true;
  }
  return bucket_queue_grow(open, m, count);
}

/// Pushes an entry to the heap. There must be room. O(log n).
void bucket_queue_push_heap(bucket_queue *open, double priority, uint32_t entry);

/// Takes an unused entry. There must be one.
static inline uint32_t bucket_queue_take_entry(bucket_queue *open) {
  uint32_t entry = open->free_entry;
  if (entry == BUCKET_QUEUE_NONE) {
    MEMORY_ASSERT(open->entry_count < open->entry_capacity);
    return open->entry_count++;
  }
  open->free_entry = open->entries[entry].next;
  return entry;
}

/// Pushes an entry to a bucket. O(1).
static inline void bucket_queue_push_bucket(bucket_queue *open, uint32_t bucket,
                                            uint32_t entry) {
  open->entries[entry].next = open->buckets[bucket];
  open->buckets[bucket] = entry + 1;
  open->occupied[bucket / 64] |= (uint64_t)1 << (bucket % 64);
  if (bucket < open->bucket) open->bucket = bucket;
  if (bucket > open->last) open->last = bucket;
}

/// Pushes a node with a finite priority >= 0. There must be room. O(1) in the window,
/// O(log n) beyond it.
static inline void bucket_queue_push(bucket_queue *open, double priority, int x, int y) {
  uint32_t entry = bucket_queue_take_entry(open);
  open->entries[entry].x = (uint16_t)x;
  open->entries[entry].y = (uint16_t)y;
  // In strict order this is infinite: `base` and `per_width` are. Otherwise it may
  // overflow to infinity, but is never NaN.
  double bucket = (priority - open->base) * open->per_width;
  if (bucket < (double)BUCKET_QUEUE_BUCKETS) {
    // Priorities below `base` go to bucket 0. By int: the fastest conversion.
    bucket_queue_push_bucket(open, (uint32_t)(int)(bucket > 0 ? bucket : 0), entry);
  } else {
    bucket_queue_push_heap(open, priority, entry);
  }
}

/// Finds the first entry when the current bucket is empty. In strict order it also takes
/// the entry from the heap. False: the queue is empty.
bool bucket_queue_find(bucket_queue *open, uint32_t *entry);

/// Takes an entry of the first occupied bucket, or in strict order the first entry, from
/// the queue. False: the queue is empty.
static inline bool bucket_queue_pop(bucket_queue *open, bucket_queue_entry *entry) {
  uint32_t i;
  if (!open->is_strict && open->buckets[open->bucket] != 0) {
    i = open->buckets[open->bucket] - 1;
  } else if (!bucket_queue_find(open, &i)) {
    return false;
  }
  *entry = open->entries[i];
  if (!open->is_strict) {
    open->buckets[open->bucket] = entry->next;
    if (entry->next == 0) {
      open->occupied[open->bucket / 64] &= ~((uint64_t)1 << (open->bucket % 64));
    }
  }
  open->entries[i].next = open->free_entry;
  open->free_entry = i;
  return true;
}

/// True: every entry in the queue has at least this priority. False: perhaps not. O(1).
bool bucket_queue_is_beyond(const bucket_queue *open, double priority);

#endif
