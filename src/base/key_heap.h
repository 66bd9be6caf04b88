// A priority queue of 64-bit keys: a 4-ary heap in an array of the caller.
//
// For Dijkstra's algorithm with integer distances: a key is a distance in the upper bits
// and a node in the lower bits, so equal distances come in the order of the nodes, and a
// build gives the same result on each machine. Four children per key make the heap half
// as high as a binary one, and they are adjacent in memory.
#ifndef ASTAR_KEY_HEAP_H
#define ASTAR_KEY_HEAP_H

#include <stddef.h>
#include <stdint.h>

typedef struct key_heap {
  uint64_t *keys; ///< the smallest key first
  size_t count;
} key_heap;

/// Adds a key. The caller's array must have room for it. O(log keys).
static inline void key_heap_push(key_heap *h, uint64_t key) {
  uint64_t *keys = h->keys;
  size_t i = h->count++;
  while (i > 0) {
    size_t parent = (i - 1) / 4;
    if (keys[parent] <= key) break;
    keys[i] = keys[parent];
    i = parent;
  }
  keys[i] = key;
}

/// Removes the smallest key. There must be one. O(log keys).
static inline uint64_t key_heap_pop(key_heap *h) {
  uint64_t *keys = h->keys, smallest = keys[0];
  size_t count = --h->count, i = 0;
  uint64_t key = keys[count];
  for (;;) {
    size_t child = 4 * i + 1, end = child + 4 < count ? child + 4 : count;
    if (child >= count) break;
    for (size_t other = child + 1; other < end; other++)
      if (keys[other] < keys[child]) child = other;
    if (key <= keys[child]) break;
    keys[i] = keys[child];
    i = child;
  }
  keys[i] = key;
  return smallest;
}

#endif
