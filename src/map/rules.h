// How a mover moves, compiled into plain tables. Immutable, except for the counts of
// those that use them.
#ifndef ASTAR_RULES_H
#define ASTAR_RULES_H

#include "base/counter.h"
#include "base/memory.h"

enum { RULES_MAX_UNITS = 20000 };

typedef struct rules_move {
  int8_t dx, dy;
  int8_t direction;    ///< of a move by one tile, otherwise -1
  uint8_t clear_count; ///< tiles that must be passable
  astar_offset *clear;
  double length;
} rules_move;

struct astar_rules {
  struct memory memory;
  astar_rules *self;  ///< the rules without `const`: to count users does not change them
  counter references; ///< the holders, and what grids derived for these rules
  counter
      holders; ///< the owners, and fields, searches, replanners, watches that use them

  double cost[256]; ///< 0: impassable
  astar_diagonal diagonal;
  int corner_obstacles; ///< of the two ways round a corner, may be obstacles; -1: no
                        ///< diagonals
  int size;
  astar_filter filter; ///< of queries without one

  int move_count;
  rules_move moves[ASTAR_MAX_MOVES];
  int reach;        ///< how far a move or a tile it needs clear is away, at most
  bool is_standard; ///< the moves are the first 4 or all 8 directions, in their order
  bool moves_diagonally; ///< steps are counted as Chebyshev does, not Manhattan

  /// Legal moves of standard rules where no edge is closed: a bit a direction, by the 3 x
  /// 3 passable tiles around, row by row from the top left, lowest bit first.
  uint8_t legal[512];

  /// Of these the ones worth making, by the direction that led here (DIRECTIONS: the
  /// start) and the tiles around. The others are reached as cheaply without coming
  /// through here, where every step costs the same: each tile is then reached in one
  /// order of steps only, diagonal ones first ("canonical"; Harabor and Grastien 2011,
  /// Sturtevant and Rabin 2016).
  bool has_canonical;
  uint8_t canonical[9][512];

  /// The length of a straight and of a diagonal step in whole units, at most
  /// RULES_MAX_UNITS; 0 when no such fraction is good enough.
  uint32_t straight_units, diagonal_units;

  // Rules by terrain pair. Terrains without exceptions share class 0.
  bool has_pair_costs;
  bool has_hex_pair_costs; ///< all eight directions were given
  uint16_t pair_class_count;
  uint8_t pair_class_of[256];
  double
      *pair_costs; ///< [move][class from][class to]; NaN: the usual cost, < 0: forbidden
};

/// What the rule by terrain pair says of a move; NaN when it says nothing.
static inline double rules_pair_cost(const astar_rules *rules, int move, uint8_t from,
                                     uint8_t to) {
  size_t row = (size_t)move * rules->pair_class_count + rules->pair_class_of[from];
  return rules->pair_costs[row * rules->pair_class_count + rules->pair_class_of[to]];
}

/// Keeps the rules alive for a holder: someone who may use them in a query again.
/// `rules_release_holder` takes that back.
astar_rules *rules_hold(const astar_rules *rules);
void rules_release_holder(astar_rules *rules);

/// Keeps the rules alive for data that is derived for them. That data is of no use once
/// the rules have no holder left. `rules_release` takes that back.
astar_rules *rules_refer(const astar_rules *rules);
void rules_release(astar_rules *rules);

/// The filter of a query: its own, or where that is NULL the one of its rules.
static inline astar_filter rules_filter(const astar_rules *rules,
                                        const astar_filter *filter) {
  return filter != NULL ? *filter : rules->filter;
}

/// Whether the scale of a filter is in its range.
bool rules_is_filter(const astar_filter *filter);

/// Whether the rules can still be used in a query. Once false, it stays so.
static inline bool rules_have_holders(const astar_rules *rules) {
  return counter_read(&rules->self->holders) > 0;
}

#endif
