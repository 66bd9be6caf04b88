#include "open.h"

#include <string.h>

#include "bits.h"

enum { OPEN_WORDS = OPEN_BUCKETS / 64 };

// Below this the buckets would be too many for a double to count: strict order then.
#define OPEN_LEAST_WIDTH 1e-200

void open_fini(open_list *open, memory *m) {
  memory_free(m, open->entries, open->entry_capacity * sizeof *open->entries);
  memory_free(m, open->heap, open->heap_capacity * sizeof *open->heap);
  memory_free(m, open->buckets, OPEN_BUCKETS * sizeof *open->buckets);
  memory_free(m, open->occupied, OPEN_WORDS * sizeof *open->occupied);
  memset(open, 0, sizeof *open);
}

static bool open_want_buckets(open_list *open, memory *m) {
  if (open->buckets == NULL) {
    open->buckets = (uint32_t *)memory_new(m, OPEN_BUCKETS * sizeof *open->buckets);
  }
  if (open->buckets != NULL && open->occupied == NULL) {
    open->occupied = (uint64_t *)memory_new(m, OPEN_WORDS * sizeof *open->occupied);
  }
  return open->occupied != NULL;
}

// Empties the buckets that a search left when it ended.
static void open_clear_buckets(open_list *open) {
  if (open->occupied == NULL) return;
  for (uint32_t word = open->bucket / 64; word <= open->last / 64; word++) {
    for (uint64_t left = open->occupied[word]; left != 0; left &= left - 1) {
      open->buckets[word * 64 + (uint32_t)bits_lowest(left)] = 0;
    }
    open->occupied[word] = 0;
  }
}

bool open_begin(open_list *open, memory *m, double base, double width) {
  if (width > 0 && !open_want_buckets(open, m)) return false;
  open_clear_buckets(open);
  open->entry_count = open->heap_count = open->pushed = 0;
  open->free_entry = OPEN_NONE;
  open->base = base;
  open->per_width = width > OPEN_LEAST_WIDTH ? 1 / width : 0;
  open->bucket = OPEN_BUCKETS - 1;
  open->last = 0;
  return true;
}

// -------------------------------------------------------------------------------- heap

// The bits of a double >= 0 are ordered as the number. The low 24 of them are rounded
// away and hold instead when the node came, the latest first.
static uint64_t open_key(double priority, uint32_t pushed) {
  uint64_t bits;
  memcpy(&bits, &priority, sizeof bits);
  uint64_t rounded = (bits + (1 << 23)) >> 24 << 24;
  return rounded | (~pushed & 0xffffff);
}

bool open_grow(open_list *open, memory *m, uint32_t count) {
  return memory_reserve(m, (void **)&open->entries, &open->entry_capacity,
                        open->entry_count + count, sizeof *open->entries) &&
         memory_reserve(m, (void **)&open->heap, &open->heap_capacity,
                        open->heap_count + count, sizeof *open->heap);
}

void open_push_heap(open_list *open, double priority, uint32_t entry) {
  open_heap_entry fresh = {open_key(priority, open->pushed++), entry};
  uint32_t place = open->heap_count++;
  while (place > 0) {
    uint32_t parent = (place - 1) / 4;
    if (open->heap[parent].key <= fresh.key) break;
    open->heap[place] = open->heap[parent];
    place = parent;
  }
  open->heap[place] = fresh;
}

static uint32_t open_least_child(const open_list *open, uint32_t place) {
  uint32_t least = place * 4 + 1, end = least + 4;
  if (end > open->heap_count) end = open->heap_count;
  for (uint32_t child = least + 1; child < end; child++) {
    if (open->heap[child].key < open->heap[least].key) least = child;
  }
  return least;
}

static uint32_t open_pop_heap(open_list *open) {
  uint32_t entry = open->heap[0].entry;
  open_heap_entry last = open->heap[--open->heap_count];
  uint32_t place = 0;
  while (place * 4 + 1 < open->heap_count) {
    uint32_t child = open_least_child(open, place);
    if (last.key <= open->heap[child].key) break;
    open->heap[place] = open->heap[child];
    place = child;
  }
  if (open->heap_count > 0) open->heap[place] = last;
  return entry;
}

// The priority at the top of the heap, to a relative 4e-9.
static double open_heap_priority(const open_list *open) {
  uint64_t bits = open->heap[0].key >> 24 << 24;
  double priority;
  memcpy(&priority, &bits, sizeof priority);
  return priority;
}

// ----------------------------------------------------------------------------- buckets

// Moves `bucket` on to the first occupied one. False: the window is empty.
static bool open_find_bucket(open_list *open) {
  uint32_t word = open->bucket / 64, end = open->last / 64;
  uint64_t left = open->occupied[word] >> (open->bucket % 64) << (open->bucket % 64);
  while (left == 0) {
    if (++word > end) return false;
    left = open->occupied[word];
  }
  open->bucket = word * 64 + (uint32_t)bits_lowest(left);
  return true;
}

// Moves the empty window to where the heap begins, and what is near there into it.
static void open_move_window(open_list *open) {
  open->base = open_heap_priority(open);
  open->bucket = OPEN_BUCKETS - 1;
  open->last = 0;
  do {
    uint32_t bucket = open_bucket_of(open, open_heap_priority(open));
    if (bucket >= OPEN_BUCKETS) break;
    open_push_bucket(open, bucket, open_pop_heap(open));
  } while (open->heap_count > 0);
}

// -------------------------------------------------------------------------- both in one

bool open_find(open_list *open, uint32_t *entry) {
  if (!(open->per_width > 0)) {
    if (open->heap_count == 0) return false;
    *entry = open_pop_heap(open);
    return true;
  }
  if (!open_find_bucket(open)) {
    if (open->heap_count == 0) return false;
    open_move_window(open);
    open_find_bucket(open);
  }
  *entry = open->buckets[open->bucket] - 1;
  return true;
}

bool open_is_beyond(const open_list *open, double priority) {
  if (open->per_width > 0) return open->bucket > open_bucket_of(open, priority);
  return open->heap_count == 0 ||
         open_heap_priority(open) > priority * (1 + 1e-8); // more than rounding
}
