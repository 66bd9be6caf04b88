// The corner rule: whether a diagonal step may pass its corner.
//
//     S a      Two ways of straight steps lead from S around the corner to E: over a, in
//     b E      the row of S, and over b, in its column. The rule says which must be free.
//
// All other files ask these functions: only the rules and this file know which corner
// rules there are.
#ifndef ASTAR_CORNER_RULE_H
#define ASTAR_CORNER_RULE_H

#include <stdbool.h>
#include <stdint.h>

#include "astar.h"

/// The number of corner rules.
enum { CORNER_RULES = ASTAR_DIAGONAL_ONLY_WHEN_NO_OBSTACLES + 1 };

/// Of 64 diagonal steps those that pass their corners. `row` and `column` have the steps
/// whose way over the tile in the row of the start, or in its column, is free.
static inline uint64_t corner_rule_pass(astar_diagonal rule, uint64_t row,
                                        uint64_t column) {
  switch (rule) {
  case ASTAR_DIAGONAL_ALWAYS: return ~(uint64_t)0;
  case ASTAR_DIAGONAL_IF_AT_MOST_ONE_OBSTACLE: return row | column;
  case ASTAR_DIAGONAL_ONLY_WHEN_NO_OBSTACLES: return row & column;
  case ASTAR_DIAGONAL_NEVER: break;
  }
  return 0;
}

/// The same for one step.
static inline bool corner_rule_passes(astar_diagonal rule, bool row, bool column) {
  return (corner_rule_pass(rule, row, column) & 1) != 0;
}

/// Whether every diagonal step needs a free way around its corner.
static inline bool corner_rule_needs_way(astar_diagonal rule) {
  return !corner_rule_passes(rule, false, false);
}

/// Whether corners can be cut: a diagonal step needs one free way at most.
static inline bool corner_rule_cuts(astar_diagonal rule) {
  return corner_rule_passes(rule, true, false);
}

#endif
