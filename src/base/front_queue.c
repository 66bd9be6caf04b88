// The open list of Dijkstra maps: Dial's buckets in a radix heap.
//
// Dijkstra's algorithm needs no order among tiles whose costs differ by less than the
// cheapest step: they cannot make each other cheaper. So the costs are divided into
// levels as wide as the cheapest step (R. B. Dial, "Algorithm 360: Shortest-path forest
// with topological ordering", 1969), and each level has an array of items, its front:
//
//      cost    0      1 step    2 steps   3 steps   4 steps
//      level   |    0    |    1    |    2    |    3    |  ...
//                   x --------> a step on the cheapest terrain
//                   x --------------------------> on an expensive one
//
// Levels without limit are served by a radix heap (R. K. Ahuja, K. Mehlhorn, J. B. Orlin,
// R. E. Tarjan, "Faster algorithms for the shortest path problem", 1990): the 256 levels
// that differ from the current one in their low 8 bits have fronts; all others are in
// lists, by the highest bit in which they differ:
//
//      current level   ... 0 1 0 0 | 0 0 0 0 0 1 1 0
//      fronts          ... 0 1 0 0 | x x x x x x x x
//      far[0]          ... 0 1 0 1 | ...
//      far[1]          ... 0 1 1 . | ...
//      far[3]          ... 1 . . . | ...
//
// Invariant: items in the fronts come before those of far[0], these before those of
// far[1], and so on. When the fronts are empty, the lowest level in the first list that
// is not empty becomes the current one. All items of that list then agree with it in one
// bit more at least: they move to fronts and to earlier lists. An item moves at most 56
// times; when steps cost a few times the cheapest step, nearly all items go to a front at
// once.
//
// A front is processed first in, first out, and may grow while it is processed, by steps
// that cost less than its width: links, and steps that cost nothing. Then it works like
// the queue of the algorithm of Bellman and Ford.
//
// Few fronts have items at a time. When a front is empty its array becomes spare, and the
// next front takes it, so that memory depends on the fronts in use.
#include "base/front_queue.h"

#include <math.h>

#include "base/bits.h"

// Fronts are narrower than the cheapest step by this part of their cost. Costs are often
// multiples of the width, up to rounding: these are not at the border of two levels.
#define FRONT_QUEUE_MARGIN 1e-12

// Makes an array spare.
static void front_queue_spare(front_queue *q, front_queue_front *front) {
  front->end = front->items;
  if (front->items != NULL) q->spare[q->spare_count++] = *front;
  *front = (front_queue_front){NULL, NULL, NULL};
}

static void front_queue_set_level(front_queue *q, uint64_t level) {
  q->window.level = level;
  q->window.first = level < FRONT_QUEUE_MAX_WIDTHS
                        ? (double)(level - level % FRONT_QUEUE_FRONTS)
                        : (double)NAN;
  q->window.clear = level < FRONT_QUEUE_MAX_WIDTHS
                        ? (double)level * q->width * (1 - FRONT_QUEUE_MARGIN / 2)
                        : (double)INFINITY;
}

bool front_queue_begin(front_queue *q, memory *m, double width) {
  front_queue_front *fronts = q->window.fronts;
  q->memory = m;
  if (fronts == NULL) {
    fronts = MEMORY_NEW(m, front_queue_front, 2 * FRONT_QUEUE_FRONTS + 1);
    if (fronts == NULL) return false;
    q->window.fronts = fronts;
    q->spare = fronts + FRONT_QUEUE_FRONTS;
  }
  // A search that was given up leaves items.
  for (int i = 0; i < FRONT_QUEUE_FRONTS; i++) front_queue_spare(q, &fronts[i]);
  front_queue_spare(q, &q->taken);
  memset(q->occupied, 0, sizeof q->occupied);
  for (int i = 0; i < FRONT_QUEUE_FAR; i++) q->far[i].count = 0;
  q->far_occupied = 0;
  q->width = width;
  q->window.per_width = (1 + FRONT_QUEUE_MARGIN) / width;
  front_queue_set_level(q, 0);
  q->has_failed = false;
  return true;
}

static void front_queue_free_front(front_queue *q, front_queue_front *front) {
  size_t capacity = (size_t)(front->limit - front->items);
  MEMORY_FREE(q->memory, front->items, capacity);
}

void front_queue_fini(front_queue *q) {
  memory *m = q->memory;
  front_queue_front *fronts = q->window.fronts;
  if (fronts == NULL) return;
  for (int i = 0; i < FRONT_QUEUE_FRONTS; i++) front_queue_free_front(q, &fronts[i]);
  for (int i = 0; i < q->spare_count; i++) front_queue_free_front(q, &q->spare[i]);
  front_queue_free_front(q, &q->taken);
  for (int i = 0; i < FRONT_QUEUE_FAR; i++)
    MEMORY_FREE(m, q->far[i].items, q->far[i].capacity);
  MEMORY_FREE(m, fronts, 2 * FRONT_QUEUE_FRONTS + 1);
  memset(q, 0, sizeof *q);
}

// Pushes an item to one of the fronts. An empty front takes a spare array.
static void front_queue_push_front(front_queue *q, uint32_t index, uint32_t item) {
  front_queue_front *front = &q->window.fronts[index];
  if (front->items == NULL && q->spare_count > 0) *front = q->spare[--q->spare_count];
  uint32_t count = (uint32_t)(front->end - front->items);
  uint32_t capacity = (uint32_t)(front->limit - front->items);
  if (!MEMORY_RESERVE(q->memory, front->items, capacity, count + 1)) {
    q->has_failed = true;
    return;
  }
  front->end = front->items + count;
  front->limit = front->items + capacity;
  *front->end++ = item;
  q->occupied[index / 64] |= (uint64_t)1 << index % 64;
}

static void front_queue_push_far(front_queue *q, int index, double cost, uint32_t item) {
  front_queue_far *far = &q->far[index];
  if (!MEMORY_RESERVE(q->memory, far->items, far->capacity, far->count + 1)) {
    q->has_failed = true;
    return;
  }
  far->items[far->count++] = (front_queue_far_item){cost, item};
  q->far_occupied |= (uint64_t)1 << index;
}

void front_queue_push_slowly(front_queue *q, double cost, uint32_t item) {
  uint64_t level = front_queue_level(&q->window, cost);
  MEMORY_ASSERT(level >= q->window.level);
  uint64_t differs = level ^ q->window.level;
  if (differs < FRONT_QUEUE_FRONTS)
    front_queue_push_front(q, (uint32_t)(level % FRONT_QUEUE_FRONTS), item);
  else
    front_queue_push_far(q, bits_highest(differs >> FRONT_QUEUE_BITS), cost, item);
}

// Moves the items of the first list beyond the fronts, which are empty, to fronts and to
// earlier lists. The lowest level in the list becomes the current one.
static void front_queue_refill(front_queue *q) {
  int index = bits_lowest(q->far_occupied);
  front_queue_far *far = &q->far[index];
  uint64_t lowest = UINT64_MAX;
  for (uint32_t i = 0; i < far->count; i++) {
    uint64_t level = front_queue_level(&q->window, far->items[i].cost);
    if (level < lowest) lowest = level;
  }
  front_queue_set_level(q, lowest);
  q->far_occupied &= ~((uint64_t)1 << index);
  for (uint32_t i = 0; i < far->count; i++)
    front_queue_push(q, &q->window, far->items[i].cost, far->items[i].item);
  far->count = 0;
}

bool front_queue_take(front_queue *q, const uint32_t **items, uint32_t *count) {
  front_queue_spare(q, &q->taken);
  int current = (int)(q->window.level % FRONT_QUEUE_FRONTS);
  int next = bits_find(q->occupied, current, FRONT_QUEUE_FRONTS, 0);
  if (next < FRONT_QUEUE_FRONTS) {
    front_queue_set_level(q, q->window.level + (uint64_t)(next - current));
  } else if (q->far_occupied != 0) {
    front_queue_refill(q);
    if (q->has_failed) return false;
    next = (int)(q->window.level % FRONT_QUEUE_FRONTS);
  } else {
    return false;
  }
  q->occupied[next / 64] &= ~((uint64_t)1 << next % 64);
  q->taken = q->window.fronts[next];
  q->window.fronts[next] = (front_queue_front){NULL, NULL, NULL};
  *items = q->taken.items;
  *count = (uint32_t)(q->taken.end - q->taken.items);
  return true;
}
