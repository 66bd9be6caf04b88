// The open list: Dial's buckets over a 4-ary heap.
//
//      priority:   base                              base + 4096 widths
//                  |                                 |
//      buckets:    | 0 | 1 | 2 | 3 |  ...   | 4095 |    heap: all priorities beyond
//                        |       |
//                        e       e       a bucket is a stack of entries, in an array;
//                        e               `occupied` has one bit per array
//
// R. B. Dial ("Algorithm 360: Shortest-path forest with topological ordering", 1969)
// keeps the nodes of a search in buckets, one per distance, and takes them from the first
// bucket that is not empty. Push and pop take constant time. B. V. Cherkassky, A. V.
// Goldberg and C. Silverstein ("Buckets, heaps, lists, and monotone priority queues",
// 1997) combine buckets for near priorities with a heap for the others.
//
// Ours differs: costs are doubles, so that a bucket is a range of priorities, and a
// bucket is not sorted. When the window of buckets is empty, it moves to the first
// priority of the heap, and the entries of the heap that are in the window move to the
// buckets.
//
// Invariant: each entry in a bucket has a lower priority than all entries in later
// buckets and in the heap. So a popped entry is at most one width above the minimum. A
// search then may expand a node before it has found the cheapest path to the node; the
// search finds the cheaper path later and expands the node again. The result is exact,
// because the search ends only when no entry that is left can be cheaper than the path
// that was found (`bucket_queue_is_beyond`).
//
// The heap orders 64-bit keys: the bits of the priority, whose low bits are replaced by
// the inverted number of the push, so that the last entry pushed is first among equals.
//
//      63        52 51                  24 23                0
//      [ exponent ] [ fraction, rounded  ] [ ~ pushed        ]
#include "base/bucket_queue.h"

#include <math.h>
#include <string.h>

#include "base/bits.h"
#include "base/byte_string.h"

enum { BUCKET_QUEUE_WORDS = BUCKET_QUEUE_BUCKETS / 64 };

// Maximum number of low bits of a heap key that hold the order of pushing.
enum { BUCKET_QUEUE_ORDER_BITS = 24 };

// The smallest array of a bucket [entries].
enum { BUCKET_QUEUE_ARRAY = 16 };

// -------------------------------------------------------------------------------- arrays

// Arrays that no bucket uses form a list: the first entries of an array hold the next
// array of the list. So memory depends on the number of buckets in use, and a search
// needs no new arrays.
static void bucket_queue_release(bucket_queue *open, uint32_t bucket) {
  bucket_queue_bucket *at = &open->buckets[bucket];
  memcpy(at->entries, &open->spare, sizeof open->spare);
  open->spare = *at;
  *at = (bucket_queue_bucket){NULL, 0, 0};
  open->occupied[bucket / 64] &= ~((uint64_t)1 << (bucket % 64));
}

static bool bucket_queue_take_spare(bucket_queue *open, bucket_queue_bucket *at) {
  if (open->spare.entries == NULL) return false;
  *at = open->spare;
  memcpy(&open->spare, at->entries, sizeof open->spare);
  at->count = 0;
  return true;
}

void bucket_queue_push_slowly(bucket_queue *open, uint32_t bucket,
                              bucket_queue_entry entry) {
  bucket_queue_bucket *at = &open->buckets[bucket];
  if (at->capacity > 0 || !bucket_queue_take_spare(open, at)) {
    uint32_t wanted = at->capacity > 0 ? at->count + 1 : (uint32_t)BUCKET_QUEUE_ARRAY;
    if (!MEMORY_RESERVE(open->memory, at->entries, at->capacity, wanted)) {
      open->has_failed = true;
      return;
    }
  }
  open->occupied[bucket / 64] |= (uint64_t)1 << (bucket % 64);
  at->entries[at->count++] = entry;
}

// Empties the buckets: a search that ends leaves entries in them.
static void bucket_queue_clear_buckets(bucket_queue *open) {
  for (uint32_t word = 0; open->buckets != NULL && word < BUCKET_QUEUE_WORDS; word++)
    while (open->occupied[word] != 0)
      bucket_queue_release(open, word * 64 + (uint32_t)bits_lowest(open->occupied[word]));
}

// ---------------------------------------------------------------------------------- life

// The buckets and the bits of `occupied` are one block of memory.
static size_t bucket_queue_bytes(void) {
  return BUCKET_QUEUE_BUCKETS * sizeof(bucket_queue_bucket) +
         BUCKET_QUEUE_WORDS * sizeof(uint64_t);
}

void bucket_queue_fini(bucket_queue *open) {
  bucket_queue_bucket array;
  memory *m = open->memory;
  if (m == NULL) return; // never used
  bucket_queue_clear_buckets(open);
  while (bucket_queue_take_spare(open, &array))
    MEMORY_FREE(m, array.entries, array.capacity);
  MEMORY_FREE(m, open->heap, open->heap_capacity);
  memory_free(m, open->buckets, bucket_queue_bytes());
  memset(open, 0, sizeof *open);
}

static bool bucket_queue_ensure_buckets(bucket_queue *open) {
  if (open->buckets != NULL) return true;
  open->buckets = (bucket_queue_bucket *)memory_new(open->memory, bucket_queue_bytes());
  if (open->buckets == NULL) return false;
  open->occupied = (uint64_t *)(void *)(open->buckets + BUCKET_QUEUE_BUCKETS);
  return true;
}

// The biased binary exponent of a double > 0 that is not denormal.
static int bucket_queue_exponent(uint64_t bits) { return (int)(bits >> 52); }

bool bucket_queue_begin(bucket_queue *open, memory *m, double base, double width,
                        double step) {
  open->memory = m;
  open->is_strict = !(width > 0);
  if (!open->is_strict && !bucket_queue_ensure_buckets(open)) return false;
  bucket_queue_clear_buckets(open);
  open->has_failed = false;
  open->heap_count = open->pushed = 0;
  open->base = open->is_strict ? -INFINITY : base;
  open->per_width = open->is_strict ? INFINITY : 1 / width;
  open->bucket = BUCKET_QUEUE_BUCKETS - 1;
  // At this exponent, with 24 of 52 bits rounded away, the last bit that is left is worth
  // at most an eighth of a step.
  open->coarse =
      bucket_queue_exponent(byte_string_bits(step)) + 52 - BUCKET_QUEUE_ORDER_BITS - 3;
  return true;
}

// -------------------------------------------------------------------------------- heap

// The number of low bits of a priority that are rounded away: 24 up to the exponent
// `coarse`, then one less for each power of two, so that the rounding error does not grow
// any more.
static int bucket_queue_order_bits(const bucket_queue *open, uint64_t bits) {
  int above = bucket_queue_exponent(bits) - open->coarse;
  if (above <= 0) return BUCKET_QUEUE_ORDER_BITS;
  return above < BUCKET_QUEUE_ORDER_BITS ? BUCKET_QUEUE_ORDER_BITS - above : 0;
}

// Doubles >= 0 have the same order as their bits. The low bits of the priority are
// rounded away and replaced by the inverted number of the push. When rounding carries the
// priority to the next power of two, one bit less may be available for the number of the
// push: hence the second call.
static uint64_t bucket_queue_key(const bucket_queue *open, double priority,
                                 uint32_t pushed) {
  uint64_t bits = byte_string_bits(priority);
  int order = bucket_queue_order_bits(open, bits);
  uint64_t half = ((uint64_t)1 << order) >> 1;
  uint64_t rounded = (bits + half) >> order << order;
  uint64_t mask = ((uint64_t)1 << bucket_queue_order_bits(open, rounded)) - 1;
  return rounded | (~(uint64_t)pushed & mask);
}

void bucket_queue_push_heap(bucket_queue *open, double priority,
                            bucket_queue_entry entry) {
  bucket_queue_heap_entry fresh = {bucket_queue_key(open, priority, open->pushed++),
                                   entry};
  if (!MEMORY_RESERVE(open->memory, open->heap, open->heap_capacity,
                      open->heap_count + 1)) {
    open->has_failed = true;
    return;
  }
  uint32_t place = open->heap_count++;
  while (place > 0) {
    uint32_t parent = (place - 1) / 4;
    if (open->heap[parent].key <= fresh.key) break;
    open->heap[place] = open->heap[parent];
    place = parent;
  }
  open->heap[place] = fresh;
}

static uint32_t bucket_queue_min_child(const bucket_queue *open, uint32_t place) {
  uint32_t min = place * 4 + 1, end = min + 4;
  if (end > open->heap_count) end = open->heap_count;
  for (uint32_t child = min + 1; child < end; child++)
    if (open->heap[child].key < open->heap[min].key) min = child;
  return min;
}

static bucket_queue_entry bucket_queue_pop_heap(bucket_queue *open) {
  bucket_queue_entry entry = open->heap[0].entry;
  bucket_queue_heap_entry last = open->heap[--open->heap_count];
  uint32_t place = 0;
  while (place * 4 + 1 < open->heap_count) {
    uint32_t child = bucket_queue_min_child(open, place);
    if (last.key <= open->heap[child].key) break;
    open->heap[place] = open->heap[child];
    place = child;
  }
  if (open->heap_count > 0) open->heap[place] = last;
  return entry;
}

// The priority at the top of the heap, as it was rounded for its key.
static double bucket_queue_heap_priority(const bucket_queue *open) {
  int order = bucket_queue_order_bits(open, open->heap[0].key);
  return byte_string_from_bits(open->heap[0].key >> order << order);
}

// ----------------------------------------------------------------------------- buckets

// The bucket of a priority; BUCKET_QUEUE_BUCKETS: beyond the window. Priorities below
// `base` belong to bucket 0.
static uint32_t bucket_queue_bucket_of(const bucket_queue *open, double priority) {
  double bucket = (priority - open->base) * open->per_width;
  if (!(bucket < (double)BUCKET_QUEUE_BUCKETS)) return BUCKET_QUEUE_BUCKETS;
  return (uint32_t)(bucket > 0 ? bucket : 0);
}

// Moves on to the first bucket with entries. Releases the arrays of empty buckets before
// it. False: the window is empty.
static bool bucket_queue_find_bucket(bucket_queue *open) {
  for (uint32_t word = open->bucket / 64; word < BUCKET_QUEUE_WORDS; word++) {
    while (open->occupied[word] != 0) {
      open->bucket = word * 64 + (uint32_t)bits_lowest(open->occupied[word]);
      if (open->buckets[open->bucket].count > 0) return true;
      bucket_queue_release(open, open->bucket);
    }
  }
  return false;
}

// Moves the empty window to the first priority of the heap, and all entries of the heap
// in the new window to their buckets. Then `bucket` is the first bucket with entries.
static void bucket_queue_move_window(bucket_queue *open) {
  open->base = bucket_queue_heap_priority(open);
  open->bucket = BUCKET_QUEUE_BUCKETS - 1;
  do {
    uint32_t bucket = bucket_queue_bucket_of(open, bucket_queue_heap_priority(open));
    if (bucket >= BUCKET_QUEUE_BUCKETS) break;
    bucket_queue_push_bucket(open, bucket, bucket_queue_pop_heap(open));
  } while (open->heap_count > 0);
}

// ----------------------------------------------------------------- buckets and heap

bool bucket_queue_find(bucket_queue *open, bucket_queue_entry *entry) {
  if (open->is_strict) {
    if (open->heap_count == 0) return false;
    *entry = bucket_queue_pop_heap(open);
    return true;
  }
  while (!bucket_queue_find_bucket(open)) {
    if (open->heap_count == 0 || open->has_failed) return false;
    bucket_queue_move_window(open);
  }
  bucket_queue_bucket *at = &open->buckets[open->bucket];
  *entry = at->entries[--at->count];
  return true;
}

bool bucket_queue_is_beyond(const bucket_queue *open, double priority) {
  if (!open->is_strict) return open->bucket > bucket_queue_bucket_of(open, priority);
  return open->heap_count == 0 ||
         bucket_queue_heap_priority(open) > priority * (1 + 1e-8); // above all rounding
}
