// Binary search in an array of structures that are ordered by a 32-bit member.
//
// Invariant: all elements before `low` are less than the key, all elements from `high` on
// are not.
#ifndef ASTAR_LOWER_BOUND_H
#define ASTAR_LOWER_BOUND_H

#include <stddef.h>
#include <stdint.h>

/// The index of the first of `count` elements whose member is not less than `key`;
/// `count` if there is none. Elements are `size` bytes apart; the member is a uint32_t at
/// `offset` bytes in each element. O(log n).
static inline uint32_t lower_bound_at(const void *elements, uint32_t count, size_t size,
                                      size_t offset, uint32_t key) {
  uint32_t low = 0, high = count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    const void *at = (const char *)elements + middle * size + offset;
    if (*(const uint32_t *)at < key)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/// `lower_bound_at` for elements of a type, with the name of the member.
#define LOWER_BOUND(elements, count, type, member, key)                                  \
  lower_bound_at(elements, count, sizeof(type), offsetof(type, member), key)

#endif
