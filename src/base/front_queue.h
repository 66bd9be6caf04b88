// The open list of Dijkstra maps: fronts of tiles, and lists for costs far beyond them.
//
// A front is a bucket that is as wide as the cheapest step. Its items are not ordered,
// and carry no cost: 4 bytes each. The search skips items whose tile was expanded in an
// earlier front. front_queue.c explains the method.
//
// The search owns the queue; all memory comes from the grid's allocator and is kept from
// search to search: 12 KiB, 4 bytes per item in a front and 16 bytes per item beyond.
#ifndef ASTAR_FRONT_QUEUE_H
#define ASTAR_FRONT_QUEUE_H

#include <string.h>

#include "base/memory.h"

/// Fronts have 2^FRONT_QUEUE_BITS consecutive levels.
enum {
  FRONT_QUEUE_BITS = MEMORY_LIMIT(8, 2),
  FRONT_QUEUE_FRONTS = 1 << FRONT_QUEUE_BITS,
  FRONT_QUEUE_FAR = 64 - FRONT_QUEUE_BITS
};

/// Number of widths from which on levels are the bits of doubles: 2^52.
#define FRONT_QUEUE_MAX_WIDTHS (UINT64_C(1) << 52)

/// The items of one level.
typedef struct front_queue_front {
  uint32_t *items, *end; ///< the items; where the next one goes
  uint32_t *limit;       ///< end of the array
} front_queue_front;

/// An item beyond the fronts.
typedef struct front_queue_far_item {
  double cost;
  uint32_t item;
} front_queue_far_item;

typedef struct front_queue_far {
  front_queue_far_item *items;
  uint32_t count, capacity;
} front_queue_far;

/// What a push to a front reads. A loop that pushes copies it, so that stores of bytes,
/// which may alias anything, do not force the compiler to load it again.
typedef struct front_queue_window {
  front_queue_front *fronts; ///< [FRONT_QUEUE_FRONTS]: the levels that differ from
                             ///< `level` in the low FRONT_QUEUE_BITS bits only
  double per_width;          ///< 1 / width of a front [fronts per cost]
  uint64_t level;            ///< of the current front; no item is in an earlier one
  double first;              ///< level of fronts[0]; NaN from 2^52 on
  double clear; ///< costs from here on have at least `level`; those below perhaps
} front_queue_window;

/// Must be zeroed before first use.
typedef struct front_queue {
  struct memory *memory;
  double width; ///< of a front [cost]
  front_queue_window window;
  front_queue_front taken;  ///< the items of the last front that was taken
  front_queue_front *spare; ///< [FRONT_QUEUE_FRONTS]: arrays that no front uses
  int spare_count;
  uint64_t occupied[(FRONT_QUEUE_FRONTS + 63) / 64]; ///< one bit per front: not empty

  front_queue_far far[FRONT_QUEUE_FAR]; ///< the other levels, by the highest bit in which
                                        ///< they differ from `window.level`
  uint64_t far_occupied;                ///< one bit per list: not empty
  bool has_failed;                      ///< an allocation failed
} front_queue;

/// Empties the queue; level 0 becomes the current one. `width`: of a front, the cheapest
/// step above 0 [cost]. False: out of memory.
bool front_queue_begin(front_queue *q, memory *m, double width);

/// Frees the memory.
void front_queue_fini(front_queue *q);

/// The level of a cost >= 0: its number of whole widths. From 2^52 widths on, where sums
/// lose the cheapest step by rounding, it is the bits of that number, which have the same
/// order: then different numbers have different levels.
static inline uint64_t front_queue_level(const front_queue_window *window, double cost) {
  double widths = cost * window->per_width; // may be infinity, but never NaN
  if (widths < (double)FRONT_QUEUE_MAX_WIDTHS) return (uint64_t)(int64_t)widths;
  uint64_t bits;
  memcpy(&bits, &widths, sizeof bits);
  return bits;
}

/// Whether a cost belongs to a front before the current one.
static inline bool front_queue_is_past(const front_queue_window *window, double cost) {
  return cost < window->clear && front_queue_level(window, cost) < window->level;
}

/// Pushes an item to a front without room, or beyond the fronts.
void front_queue_push_slowly(front_queue *q, double cost, uint32_t item);

/// Pushes an item whose cost is in the current front or after it. O(1) in the fronts,
/// amortized O(log of the distance) beyond. Sets `has_failed` when out of memory.
/// `window`: that of `q`, or a copy.
static inline void front_queue_push(front_queue *q, const front_queue_window *window,
                                    double cost, uint32_t item) {
  double index = cost * window->per_width - window->first;
  if (index < (double)FRONT_QUEUE_FRONTS) { // false for NaN
    front_queue_front *front = &window->fronts[(uint32_t)(int)index];
    if (front->end < front->limit) {
      *front->end++ = item;
      return;
    }
  }
  front_queue_push_slowly(q, cost, item);
}

/// Takes all items of the first front that is not empty, which becomes the current one.
/// More items may be pushed to it; they are taken by the next call. The items are valid
/// until then. False: the queue is empty, or memory ran out.
bool front_queue_take(front_queue *q, const uint32_t **items, uint32_t *count);

#endif
