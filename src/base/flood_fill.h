// Flood fill over bitmaps: all tiles that steps to adjacent tiles reach, 64 tiles at a
// time.
//
// A bitmap has rows of whole words; bit i of a row is bit i % 64 of word i / 64. The
// outermost tiles of `open` are clear: no fill enters them, so that no word outside the
// bitmap is read. See flood_fill.c for the method.
#ifndef ASTAR_FLOOD_FILL_H
#define ASTAR_FLOOD_FILL_H

#include "base/directions.h"
#include "base/memory.h"

/// Which steps a fill makes. The bitmaps belong to the caller.
typedef struct flood_steps {
  const uint64_t *open;  ///< tiles that can be entered
  const uint64_t *stops; ///< tiles that can be entered, but whose steps are not made;
                         ///< NULL: there are none
  const uint64_t *walls[DIRECTIONS]; ///< tiles that no step in this direction leaves;
                                     ///< NULL: there are none
  uint64_t sides[2][DIRECTIONS]; ///< columns with steps in this direction, as a mask for
                                 ///< each word, in even and odd rows. East and west must
                                 ///< be all ones or 0.
} flood_steps;

/// Receives tiles of a word that a step in one direction has reached for the first time.
/// True: the fill ends at once.
typedef bool (*flood_visitor)(void *user, size_t word, uint64_t tiles, int direction);

typedef struct flood_fill {
  struct memory *memory;
  const flood_steps *steps;
  size_t row_words;    ///< words per row
  size_t count;        ///< words of a bitmap
  uint64_t *filled;    ///< the tiles that are reached so far
  uint32_t *stack;     ///< words with tiles whose steps were not made
  size_t stack_count;  ///< of these words; each is on the stack once
  uint8_t *is_stacked; ///< per word

  flood_visitor visit; ///< NULL (at first): none
  void *user;          ///< passed to `visit`
  bool has_ended;      ///< `visit` has ended the fill
} flood_fill;

/// Allocates an empty fill over bitmaps of `rows` rows. False: out of memory. Call
/// `flood_fill_fini` also then.
bool flood_fill_init(flood_fill *f, struct memory *m, size_t row_words, size_t rows);

void flood_fill_fini(flood_fill *f);

/// Marks an open tile, bit `column` of a row, as reached: the next run makes its steps.
void flood_fill_seed(flood_fill *f, size_t row, size_t column);

/// Marks the tiles that one step leads to from a tile of the bitmap, which need not be
/// reached or open itself.
void flood_fill_leave(flood_fill *f, const flood_steps *steps, size_t row, size_t column);

/// Forgets the tiles that were reached.
void flood_fill_clear(flood_fill *f);

/// Makes the steps of all tiles that are reached. O(words) where areas are open; a word
/// is visited again when tiles of it are reached later, at most 64 times.
void flood_fill_run(flood_fill *f, const flood_steps *steps);

/// Whether bit `column` of a row is reached.
static inline bool flood_fill_has(const flood_fill *f, size_t row, size_t column) {
  return (f->filled[row * f->row_words + (column >> 6)] >> (column & 63) & 1) != 0;
}

#endif
