// What the machine can do quickly and C has no word for.
#ifndef ASTAR_BITS_H
#define ASTAR_BITS_H

#include <stdint.h>

/// The index of the lowest set bit [0..63]. `word` must not be 0.
static inline int bits_lowest(uint64_t word) {
#if defined(__GNUC__) || defined(__clang__)
  return __builtin_ctzll(word);
#else
  int index = 0;
  for (int half = 32; half > 0; half >>= 1) {
    uint64_t low = ((uint64_t)1 << half) - 1;
    if ((word & low) == 0) {
      word >>= half;
      index += half;
    }
  }
  return index;
#endif
}

/// The index of the highest set bit [0..63]. `word` must not be 0.
static inline int bits_highest(uint64_t word) {
#if defined(__GNUC__) || defined(__clang__)
  return 63 - __builtin_clzll(word);
#else
  int index = 0;
  for (int half = 32; half > 0; half >>= 1) {
    if (word >> half) {
      word >>= half;
      index += half;
    }
  }
  return index;
#endif
}

/// Asks for memory that will be read soon. A macro, and not to be wrapped in a function:
/// gcc takes a function that does nothing else for one without effect, and drops its
/// calls.
#if defined(__GNUC__) || defined(__clang__)
#define BITS_PREFETCH(address) __builtin_prefetch(address)
#else
#define BITS_PREFETCH(address) ((void)(address))
#endif

#endif
