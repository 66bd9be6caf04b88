// Flood fill, 64 tiles at a time.
//
// Idea: the fill of a row of tiles is arithmetic on a word. The tiles that steps to the
// east reach from the set bits of `reached` are found in 6 doublings: after k of them
// each bit has spread 2^k tiles, as far as open tiles follow each other. This is the
// parallel prefix computation of Kogge and Stone, "A Parallel Algorithm for the Efficient
// Solution of a General Class of Recurrence Equations" (1973); chess programs call it an
// occluded fill. Steps to other rows are one shift of the whole word.
//
// clang-format off
//     open       1 1 0 1 1 1 1 0    A word on the stack is filled along its row. Its
//     reached    0 0 0 0 1 0 0 0    tiles then spread to the words above, below and
//     filled     0 0 0 1 1 1 1 0    beside it. A word that gains tiles goes on the stack.
// clang-format on
//
// Invariant: each tile of `filled` is reachable from the seeds, and each word with a tile
// whose steps were not all made is on the stack. When the stack is empty, `filled` is the
// set of all reachable tiles, also with walls that stop steps in one direction only.
//
// Each tile is reported once to `visit`, with the direction of the step that has reached
// it. So a caller can follow the steps back to the seeds.
//
// One pass to the east and one to the west suffice in a word: all tiles between a tile
// and the tiles east of it that it reaches are filled already.
#include "base/flood_fill.h"

#include <string.h>

enum { FLOOD_E = 1, FLOOD_W = 3 }; // directions along a row

bool flood_fill_init(flood_fill *f, struct memory *m, size_t row_words, size_t rows) {
  *f = (flood_fill){.memory = m, .row_words = row_words, .count = row_words * rows};
  f->filled = MEMORY_NEW(m, uint64_t, f->count);
  f->stack = MEMORY_ALLOCATE(m, uint32_t, f->count);
  f->is_stacked = (uint8_t *)memory_new(m, f->count);
  return f->filled != NULL && f->stack != NULL && f->is_stacked != NULL;
}

void flood_fill_fini(flood_fill *f) {
  if (f->memory == NULL) return;
  MEMORY_FREE(f->memory, f->filled, f->count);
  MEMORY_FREE(f->memory, f->stack, f->count);
  memory_free(f->memory, f->is_stacked, f->count);
}

static inline void flood_fill_push(flood_fill *f, size_t word) {
  if (f->is_stacked[word]) return;
  f->is_stacked[word] = 1;
  f->stack[f->stack_count++] = (uint32_t)word;
}

void flood_fill_seed(flood_fill *f, size_t row, size_t column) {
  size_t word = row * f->row_words + (column >> 6);
  f->filled[word] |= (uint64_t)1 << (column & 63);
  flood_fill_push(f, word);
}

// The tiles of a word whose steps are made.
static inline uint64_t flood_fill_sources(const flood_fill *f, size_t word) {
  const uint64_t *stops = f->steps->stops;
  uint64_t open = f->steps->open[word];
  return stops != NULL ? open & ~stops[word] : open;
}

// Marks tiles of a word that were not reached before.
static inline void flood_fill_mark(flood_fill *f, size_t word, uint64_t tiles,
                                   int direction) {
  if (tiles == 0) return;
  f->filled[word] |= tiles;
  if (f->visit != NULL && f->visit(f->user, word, tiles, direction)) f->has_ended = true;
}

// Adds the open ones of `tiles`, which a step in a direction leads to, to a word.
static inline void flood_fill_add(flood_fill *f, size_t word, uint64_t tiles,
                                  int direction) {
  tiles &= f->steps->open[word] & ~f->filled[word];
  flood_fill_mark(f, word, tiles, direction);
  if ((tiles & flood_fill_sources(f, word)) != 0) flood_fill_push(f, word);
}

// The tiles of a word that no wall keeps from a step in a direction.
static inline uint64_t flood_fill_free(const flood_fill *f, size_t word, int direction) {
  const uint64_t *walls = f->steps->walls[direction];
  return walls != NULL ? ~walls[word] : ~(uint64_t)0;
}

static inline uint64_t flood_fill_shift(uint64_t tiles, int by, bool to_east) {
  return to_east ? tiles << by : tiles >> by;
}

// The tiles that steps to the east or to the west reach inside a word.
static inline uint64_t flood_fill_along(uint64_t reached, uint64_t open, uint64_t leave,
                                        bool to_east) {
  uint64_t pass = open & flood_fill_shift(leave, 1, to_east);
  for (int k = 1; k < 64; k *= 2) {
    reached |= pass & flood_fill_shift(reached, k, to_east);
    pass &= flood_fill_shift(pass, k, to_east);
  }
  return reached;
}

// Makes the steps of some tiles of a word in one direction.
static inline void flood_fill_step(flood_fill *f, size_t word, uint64_t tiles,
                                   int direction) {
  int dy = direction_dy[direction];
  size_t to = dy < 0 ? word - f->row_words : dy > 0 ? word + f->row_words : word;
  tiles &= f->steps->sides[word / f->row_words & 1][direction] &
           flood_fill_free(f, word, direction);
  if (tiles == 0) return;
  if (direction_dx[direction] > 0) {
    flood_fill_add(f, to, tiles << 1, direction);
    if (tiles >> 63) flood_fill_add(f, to + 1, 1, direction);
  } else if (direction_dx[direction] < 0) {
    flood_fill_add(f, to, tiles >> 1, direction);
    if (tiles & 1) flood_fill_add(f, to - 1, (uint64_t)1 << 63, direction);
  } else {
    flood_fill_add(f, to, tiles, direction);
  }
}

// Fills a word along its row. Steps along the row that leave an open run enter a stop or
// the word beside it.
static inline uint64_t flood_fill_row(flood_fill *f, size_t word) {
  const uint64_t *sides = f->steps->sides[word / f->row_words & 1];
  uint64_t open = flood_fill_sources(f, word), reached = f->filled[word] & open;
  uint64_t east = flood_fill_along(
      reached, open, sides[FLOOD_E] & flood_fill_free(f, word, FLOOD_E), true);
  uint64_t west = flood_fill_along(
      reached, open, sides[FLOOD_W] & flood_fill_free(f, word, FLOOD_W), false);
  flood_fill_mark(f, word, east & ~f->filled[word], FLOOD_E);
  flood_fill_mark(f, word, west & ~f->filled[word], FLOOD_W);
  return east | west;
}

static inline void flood_fill_expand(flood_fill *f, size_t word) {
  uint64_t reached = flood_fill_row(f, word);
  for (int d = 0; d < DIRECTIONS; d++) flood_fill_step(f, word, reached, d);
}

void flood_fill_leave(flood_fill *f, const flood_steps *steps, size_t row,
                      size_t column) {
  f->steps = steps;
  for (int d = 0; d < DIRECTIONS; d++) {
    flood_fill_step(f, row * f->row_words + (column >> 6), (uint64_t)1 << (column & 63),
                    d);
  }
}

void flood_fill_clear(flood_fill *f) {
  memset(f->filled, 0, f->count * sizeof *f->filled);
  memset(f->is_stacked, 0, f->count);
  f->stack_count = 0;
  f->has_ended = false;
}

void flood_fill_run(flood_fill *f, const flood_steps *steps) {
  f->steps = steps;
  while (f->stack_count > 0 && !f->has_ended) {
    size_t word = f->stack[--f->stack_count];
    f->is_stacked[word] = 0;
    flood_fill_expand(f, word);
  }
}
