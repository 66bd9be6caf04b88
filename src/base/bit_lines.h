// Bit lines: bitmaps in lines of words, converted from rows to columns and to diagonals.
//
// Blocks of 64 x 64 bits are transposed: 64 words, one of each row, become 64 words, one
// of each column. Diagonals are columns of rows that are shifted against each other
// (`bit_lines_window`).
#ifndef ASTAR_BIT_LINES_H
#define ASTAR_BIT_LINES_H

#include "base/bits.h"

/// A bitmap of `count` lines with `words` words each. It owns nothing.
typedef struct bit_lines {
  uint64_t *bits;
  size_t words;
  int count;
} bit_lines;

/// Writes columns of 64 rows: bit i of block[j] becomes bit j of word `word` of line
/// `first` + i, as far as there are such lines. Destroys the block. O(64 log 64).
static inline void bit_lines_put_columns(bit_lines to, int first, size_t word,
                                         uint64_t block[64]) {
  bits_transpose(block);
  for (int i = 0; i < 64 && first + i < to.count; i++)
    to.bits[(size_t)(first + i) * to.words + word] = block[i];
}

/// Transposes the 64 lines from `top` [a multiple of 64] on: writes word top / 64 of
/// every line of `to`. O(words of these lines).
static inline void bit_lines_transpose(bit_lines from, bit_lines to, int top) {
  uint64_t block[64];
  int rows = from.count - top < 64 ? from.count - top : 64;
  for (size_t word = 0; word < from.words; word++) {
    for (int i = 0; i < 64; i++)
      block[i] = i < rows ? from.bits[(size_t)(top + i) * from.words + word] : 0;
    bit_lines_put_columns(to, (int)word * 64, (size_t)(top / 64), block);
  }
}

/// 64 bits of a line from bit `from` [0..length - 1] on; after its last bit follows the
/// first. O(1) for lines of 64 bits and more.
static inline uint64_t bit_lines_window(const uint64_t *line, int length, int from) {
  uint64_t window = 0;
  for (int filled = 0; filled < 64; filled += length - from, from = 0) {
    const uint64_t *word = line + (from >> 6);
    int shift = from & 63, rest = length - from;
    uint64_t bits = word[0] >> shift;
    if (shift != 0 && rest > 64 - shift) bits |= word[1] << (64 - shift);
    if (rest < 64) bits &= ((uint64_t)1 << rest) - 1;
    window |= bits << filled;
  }
  return window;
}

#endif
