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
// search to search: 4 bytes per entry in a bucket, 16 bytes per entry in the heap, and
// 64.5 KiB for the buckets. Arrays grow by doubling; that of a bucket is at least 64
// bytes.
#ifndef ASTAR_BUCKET_QUEUE_H
#define ASTAR_BUCKET_QUEUE_H

#include "base/memory.h"

/// A node that was pushed: y << 16 | x.
typedef uint32_t bucket_queue_entry;

static inline int bucket_queue_x(bucket_queue_entry entry) {
  return (int)(entry & 0xffff);
}

static inline int bucket_queue_y(bucket_queue_entry entry) { return (int)(entry >> 16); }

/// A stack of entries.
typedef struct bucket_queue_bucket {
  bucket_queue_entry *entries;
  uint32_t count, capacity;
} bucket_queue_bucket;

typedef struct bucket_queue_heap_entry {
  uint64_t key; ///< rounded priority and order of pushing, see bucket_queue.c
  bucket_queue_entry entry;
} bucket_queue_heap_entry;

/// Number of buckets in the window: a power of two.
enum { BUCKET_QUEUE_BUCKETS = MEMORY_LIMIT(4096, 64) };

/// The window covers BUCKET_QUEUE_BUCKETS widths of priorities, from `base` on. Entries
/// in the window are in buckets. Entries beyond the window are in the heap; they move to
/// the buckets when the window is empty and moves on. So costs may differ by any factor.
typedef struct bucket_queue {
  struct memory *memory;
  bool is_strict;   ///< strict order: heap only
  bool has_failed;  ///< an allocation failed; entries are missing
  double base;      ///< priority where the window starts; -infinity: heap only
  double per_width; ///< 1 / width [buckets per cost]; infinity: heap only
  bucket_queue_bucket *buckets; ///< NULL until first used
  uint64_t *occupied;        ///< one bit per bucket that has an array; others are empty
  uint32_t bucket;           ///< no bucket before this one has entries
  bucket_queue_bucket spare; ///< a list of arrays that no bucket uses, see bucket_queue.c

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
void bucket_queue_fini(bucket_queue *open);

/// Pushes an entry to a bucket without room.
void bucket_queue_push_slowly(bucket_queue *open, uint32_t bucket,
                              bucket_queue_entry entry);

/// Pushes an entry to the heap. O(log n).
void bucket_queue_push_heap(bucket_queue *open, double priority,
                            bucket_queue_entry entry);

/// Pushes an entry to a bucket. O(1), amortized.
static inline void bucket_queue_push_bucket(bucket_queue *open, uint32_t bucket,
                                            bucket_queue_entry entry) {
  bucket_queue_bucket *at = &open->buckets[bucket];
  if (bucket < open->bucket) open->bucket = bucket;
  if (at->count < at->capacity)
    at->entries[at->count++] = entry;
  else
    bucket_queue_push_slowly(open, bucket, entry);
}

/// Pushes a node with a finite priority >= 0. Sets `has_failed` when out of memory.
/// Amortized O(1) in the window, O(log n) beyond it.
static inline void bucket_queue_push(bucket_queue *open, double priority, int x, int y) {
  bucket_queue_entry entry = (uint32_t)y << 16 | (uint32_t)x;
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

/// Takes the first entry from the queue when the current bucket is empty, or in strict
/// order. False: the queue is empty.
bool bucket_queue_find(bucket_queue *open, bucket_queue_entry *entry);

/// Takes an entry of the first bucket that has entries, or in strict order the first
/// entry, from the queue. False: the queue is empty.
static inline bool bucket_queue_pop(bucket_queue *open, bucket_queue_entry *entry) {
  if (!open->is_strict) {
    bucket_queue_bucket *at = &open->buckets[open->bucket];
    if (at->count > 0) {
      *entry = at->entries[--at->count];
      return true;
    }
  }
  return bucket_queue_find(open, entry);
}

/// The entry that is most often popped next, to prefetch its node. False: not known.
static inline bool bucket_queue_peek(const bucket_queue *open,
                                     bucket_queue_entry *entry) {
  if (open->is_strict) return false;
  const bucket_queue_bucket *at = &open->buckets[open->bucket];
  if (at->count == 0) return false;
  *entry = at->entries[at->count - 1];
  return true;
}

/// True: every entry in the queue has at least this priority. False: perhaps not. O(1).
bool bucket_queue_is_beyond(const bucket_queue *open, double priority);

#endif
