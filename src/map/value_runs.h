// Rows of values as bytes: terrain, penalties, obstacles of a layer. Equal values that
// follow each other are a run. For byte strings of grids, of edits and of rules.
//
// clang-format off
//     bytes        content
//     ----------   ----------------------------------------------------------------
//     terrain      runs, until the row is full:
//       number       n: the number of tiles is n / 2, rounded down, at least 1
//       1            n even: the terrain of all these tiles (a run)
//       n / 2        n odd: the terrain of each of these tiles (literals)
//     costs        runs, until the row is full:
//       number       how many values, at least 1
//       short double the value
//     flags        runs, until the row is full; false and true alternate:
//       number       how many values; 0 only for the first run, which is false
//
//     number, short double: as in base/byte_string.h
// clang-format on
//
// The writer always divides values into the same runs and literals.
#ifndef ASTAR_VALUE_RUNS_H
#define ASTAR_VALUE_RUNS_H

#include "base/byte_string.h"

void value_runs_put_terrain(byte_writer *w, const uint8_t *terrain, uint32_t count);
void value_runs_put_costs(byte_writer *w, const double *costs, uint32_t count);

/// The same for `values[0]`, `values[stride]` and so on.
void value_runs_put_floats(byte_writer *w, const float *values, size_t stride,
                           uint32_t count);

/// A flag is true where a byte has a bit of `mask`.
void value_runs_put_flags(byte_writer *w, const uint8_t *bytes, uint8_t mask,
                          uint32_t count);

/// Reads the next run or the next literals of terrain.
///
/// @param left      values that the row still needs, at least 1
/// @param literals  receives the terrain of each tile, or NULL for a run
/// @param terrain   receives the terrain of a run
/// @return how many tiles [1..left]; 0: the string is damaged
uint32_t value_runs_take_terrain(byte_reader *r, uint32_t left, const uint8_t **literals,
                                 uint8_t *terrain);

/// Reads the next run of costs, which can be any doubles. Otherwise the same.
uint32_t value_runs_take_costs(byte_reader *r, uint32_t left, double *cost);

/// Reads the next run of flags. `is_first`: it is the first of its row, and may have 0
/// values. Otherwise the same: check `r->is_damaged`.
uint32_t value_runs_take_flags(byte_reader *r, uint32_t left, bool is_first);

#endif
