// Operations on bitmaps: finding and filling bits 64 at a time; prefetching.
//
// A line is an array of 64-bit words. Bit i of a line is bit i % 64 of word i / 64. The
// functions use one instruction per word where the compiler has a builtin for it (count
// of trailing or leading zeros), and plain C otherwise.
#ifndef ASTAR_BITS_H
#define ASTAR_BITS_H

#include <stdbool.h>
#include <stddef.h>
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

/// The number of set bits. In plain C: the builtin of a compiler calls a slow function
/// where the processor may lack the instruction.
static inline int bits_count(uint64_t word) {
  word -= word >> 1 & UINT64_C(0x5555555555555555);
  word =
      (word & UINT64_C(0x3333333333333333)) + (word >> 2 & UINT64_C(0x3333333333333333));
  word = (word + (word >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
  return (int)(word * UINT64_C(0x0101010101010101) >> 56);
}

/// The first set bit of a line after bit `from`. There must be one. O(words between).
static inline int bits_next(const uint64_t *line, int from) {
  size_t i = (size_t)(++from) >> 6;
  uint64_t left = line[i] >> (from & 63);
  if (left != 0) return from + bits_lowest(left);
  do {
    left = line[++i];
  } while (left == 0);
  return (int)(i * 64) + bits_lowest(left);
}

/// The last set bit of a line before bit `from`. There must be one. O(words between).
static inline int bits_previous(const uint64_t *line, int from) {
  size_t i = (size_t)(--from) >> 6;
  uint64_t left = line[i] << (63 - (from & 63));
  if (left != 0) return from - 63 + bits_highest(left);
  do {
    left = line[--i];
  } while (left == 0);
  return (int)(i * 64) + bits_highest(left);
}

/// The first set bit in [from, end), or `end` if there is none. Each word is XORed with
/// `flip` first: 0 finds the first set bit, ~0 finds the first clear bit. O(words
/// between).
static inline int bits_find(const uint64_t *line, int from, int end, uint64_t flip) {
  while (from < end) {
    uint64_t left = (line[from >> 6] ^ flip) >> (from & 63);
    if (left != 0) {
      from += bits_lowest(left);
      return from < end ? from : end;
    }
    from = (from | 63) + 1;
  }
  return end;
}

/// The number of set bits after bit `at` (`step` 1) or before it (-1), one after the
/// other, at most `limit`. The first `known` ones are set. `flip` is that of `bits_find`:
/// ~0 counts set bits, 0 clear ones. O(words between).
static inline int bits_count_run(const uint64_t *line, int at, int step, int known,
                                 int limit, uint64_t flip) {
  if (step > 0) return bits_find(line, at + known + 1, at + limit + 1, flip) - at - 1;
  int from = at - known - 1, end = at - limit;
  for (; from >= end; from = (from & ~63) - 1) {
    uint64_t left = (line[from >> 6] ^ flip) << (63 - (from & 63));
    if (left == 0) continue;
    int last = from - 63 + bits_highest(left);
    return last < end ? limit : at - last - 1;
  }
  return limit;
}

/// Word i of a line, where each bit is that of its neighbor: dx 1 the next one, -1 the
/// one before.
static inline uint64_t bits_beside(const uint64_t *line, size_t words, size_t i, int dx) {
  if (dx < 0) return line[i] << 1 | (i > 0 ? line[i - 1] >> 63 : 0);
  return line[i] >> 1 | (i + 1 < words ? line[i + 1] << 63 : 0);
}

/// Sets or clears a bit of a line. Returns what it was before.
static inline bool bits_put(uint64_t *line, int at, bool set) {
  uint64_t *word = &line[at >> 6], mask = (uint64_t)1 << (at & 63), before = *word;
  *word = set ? before | mask : before & ~mask;
  return (before & mask) != 0;
}

/// Sets (`set`) or clears the bits [from, to) of a line. O(words between).
static inline void bits_fill(uint64_t *line, int from, int to, bool set) {
  while (from < to) {
    int bit = from & 63, count = 64 - bit < to - from ? 64 - bit : to - from;
    uint64_t ones = count == 64 ? ~(uint64_t)0 : (((uint64_t)1 << count) - 1);
    uint64_t *word = &line[from >> 6];
    *word = set ? *word | ones << bit : *word & ~(ones << bit);
    from += count;
  }
}

/// Transposes 64 x 64 bits in place: swaps the off-diagonal blocks of 32 x 32, then of 16
/// x 16, and so on (Warren, "Hacker's Delight", section 7-3).
static inline void bits_transpose(uint64_t block[64]) {
  uint64_t mask = 0x00000000ffffffff;
  for (int width = 32; width > 0; width >>= 1, mask ^= mask << width) {
    for (int i = 0; i < 64; i = ((i | width) + 1) & ~width) {
      uint64_t swap = ((block[i] >> width) ^ block[i | width]) & mask;
      block[i] ^= swap << width;
      block[i | width] ^= swap;
    }
  }
}

/// Loads the cache line of an address that will be read soon. This must stay a macro: gcc
/// treats a function that only prefetches as a function without effect, and removes its
/// calls.
#if defined(__GNUC__) || defined(__clang__)
#define BITS_PREFETCH(address) __builtin_prefetch(address)
#else
#define BITS_PREFETCH(address) ((void)(address))
#endif

#endif
