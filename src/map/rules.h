// Rules: how a mover moves, compiled once into tables: the cost of each terrain, the
// moves with their lengths, the corner rule, the size of the mover, pair costs, the
// default filter.
//
// Ownership: rules are immutable, except for two atomic reference counts, so threads can
// share them. `holders` counts the users that can still query with the rules;
// `references` counts these users and the derived data of the rules. Derived data is
// useless when no holder is left; the cache then frees it. The release of the last
// reference frees the rules.
#ifndef ASTAR_RULES_H
#define ASTAR_RULES_H

#include "base/byte_string.h"
#include "base/counter.h"
#include "base/directions.h"
#include "base/live.h"
#include "map/corner_rule.h"

/// The greatest length of a step in whole units. With this limit and JUMP_POINTS_MAX_G,
/// the costs of jump point search fit 32 bits.
enum { RULES_MAX_UNITS = 20000 };

/// One move: an offset that the rules allow.
typedef struct rules_move {
  int8_t dx, dy;
  int8_t direction;    ///< [0..7] for a move to one of the 8 tiles around, otherwise -1
  uint8_t clear_count; ///< number of tiles in `clear`
  astar_point *clear;  ///< tiles that must be passable, relative to the start
  double length;       ///< [tiles]
} rules_move;

struct astar_rules {
  struct memory memory;
  astar_rules *self;  ///< the rules without `const`, for the reference counts: counting
                      ///< does not change the rules
  counter references; ///< the holders, and the derived data of these rules
  counter holders;    ///< the caller's references, and one for each object that owns
                      ///< the rules (astar.h)
  astar_rules *base;  ///< varied rules: the rules that own the `clear` lists and the pair
                      ///< costs; referred to. Otherwise NULL

  double cost[256]; ///< cost of each terrain per tile of length; 0: impassable
  astar_diagonal diagonal;
  int size;            ///< the mover covers size x size tiles
  bool ignores_edges;  ///< closed edges do not stop the mover; only for varied rules
  astar_filter filter; ///< for queries without a filter of their own

  int move_count;
  int left_out_count; ///< diagonal moves of the definition that ASTAR_DIAGONAL_NEVER
                      ///< leaves out; they follow the others in `moves`
  rules_move moves[ASTAR_MAX_MOVES];
  int reach; ///< the greatest |dx| or |dy| of a move or of a tile in its `clear` list
  bool is_standard;      ///< the moves are the first 4 or all 8 directions, in that order
  bool moves_diagonally; ///< a move changes x and y: distances are Chebyshev, otherwise
                         ///< Manhattan

  /// Standard rules: the legal moves, one bit per direction, where no edge is closed. The
  /// index is the 3 x 3 neighborhood: one bit per passable tile, row by row from the top
  /// left, lowest bit first. The mover can stand on the middle tile, whatever its bit.
  uint8_t legal[512];

  /// The same for all nine positions of a neighborhood: the legal steps from each
  /// position to another one. Positions are numbered like the bits. The middle one counts
  /// as passable.
  uint8_t local_steps[512][9];

  /// Standard rules: the canonical moves, a subset of `legal`, where all 9 tiles cost the
  /// same: the natural and forced neighbors of jump point search. The first index is the
  /// direction of the step that entered the tile; DIRECTIONS is for the start of a path,
  /// where all legal moves are canonical. See rules.c for the method.
  bool has_canonical; ///< 4 moves, or a diagonal step costs 1 to 2 straight steps
  uint8_t canonical[9][512];

  /// The lengths of a straight and a diagonal step as integers with the same ratio, at
  /// most RULES_MAX_UNITS; 0 when no such fraction is accurate enough. Jump point search
  /// counts in these units.
  uint32_t straight_units, diagonal_units;

  // Pair costs: the cost of a step given by the terrains of both of its tiles. Terrains
  // that no pair cost mentions share pair class 0; each other terrain has its own.
  bool has_pair_costs;
  bool has_hex_pair_costs; ///< standard rules with 8 moves: the pair costs cover all the
                           ///< directions of hexes
  uint16_t pair_class_count;
  uint8_t pair_class_of[256];
  double *pair_costs; ///< [move][class from][class to]; NaN: no pair cost, < 0: forbidden
};

/// The position of a 3 x 3 neighborhood that a step enters, by the position where it
/// begins and its direction; -1 outside. Positions are numbered row by row from the top
/// left; 4 is the middle.
static const int8_t rules_local_neighbor[9][DIRECTIONS] = {
    {-1, 1, 3, -1, -1, 4, -1, -1}, {-1, 2, 4, 0, -1, 5, 3, -1},
    {-1, -1, 5, 1, -1, -1, 4, -1}, {0, 4, 6, -1, 1, 7, -1, -1},
    {1, 5, 7, 3, 2, 8, 6, 0},      {2, -1, 8, 4, -1, -1, 7, 1},
    {3, 7, -1, -1, 4, -1, -1, -1}, {4, 8, -1, 6, 5, -1, -1, 3},
    {5, -1, -1, 7, -1, -1, -1, 4}};

/// The bits of the NaN that stands for no pair cost: the same on every platform.
#define RULES_NO_PAIR_COST UINT64_C(0x7ff8000000000000)

/// The number of moves, with those that are left out.
static inline int rules_count_all_moves(const astar_rules *rules) {
  return rules->move_count + rules->left_out_count;
}

/// Compiles rules, with no pair cost yet.
///
/// @param def           a valid definition; its `pair_costs` are not read
/// @param is_mentioned  per terrain: it gets a pair class of its own
/// @return ASTAR_OK; ASTAR_NO_MEMORY: `*rules` is NULL
astar_status rules_compile(const astar_allocator *allocator, const astar_rules_def *def,
                           const bool is_mentioned[256], astar_rules **rules);

/// The pair cost of a move between two terrains: NaN when there is none, < 0 when the
/// step is forbidden. O(1).
static inline double rules_pair_cost(const astar_rules *rules, int move, uint8_t from,
                                     uint8_t to) {
  size_t row = (size_t)move * rules->pair_class_count + rules->pair_class_of[from];
  return rules->pair_costs[row * rules->pair_class_count + rules->pair_class_of[to]];
}

/// A change to rules. A variation of zeros changes nothing.
typedef struct rules_variation {
  bool always_diagonal; ///< the corner rule becomes ASTAR_DIAGONAL_ALWAYS
  bool ignores_edges;   ///< closed edges do not stop the mover
  int size;             ///< the size of the mover; 0: unchanged
  uint64_t passable[4]; ///< a bit per terrain: these become passable, if they are not, at
                        ///< the cost of the cheapest passable terrain (1 when there is
                        ///< none)
} rules_variation;

/// Adds a terrain to those that become passable.
static inline void rules_variation_open(rules_variation *v, uint8_t terrain) {
  v->passable[terrain >> 6] |= (uint64_t)1 << (terrain & 63);
}

/// A variation without the parts that change nothing in these rules. O(1).
rules_variation rules_simplify_variation(const astar_rules *rules,
                                         const rules_variation *v);

bool rules_is_same_variation(const rules_variation *a, const rules_variation *b);

/// Makes the rules that the same definition would give with a change. The caller holds
/// them, and frees them with `astar_rules_free`. They share the `clear` lists and the
/// pair costs with `rules`. O(512) table entries when the corner rule changes, otherwise
/// one copy. ASTAR_NO_MEMORY: `*varied` is NULL.
astar_status rules_vary(const astar_rules *rules, const astar_allocator *allocator,
                        const rules_variation *v, astar_rules **varied);

/// Makes equal rules that share nothing with `rules`, with an allocator of their own. The
/// caller holds them, and frees them with `astar_rules_free`. ASTAR_NO_MEMORY: `*copy` is
/// NULL. O(size of the rules).
astar_status rules_copy(const astar_rules *rules, const astar_allocator *allocator,
                        astar_rules **copy);

/// Whether a pair cost forbids a step. O(pair classes^2 * moves).
bool rules_forbid_steps(const astar_rules *rules);

/// The cost of the cheapest passable terrain; 1 when there is none.
double rules_min_cost(const astar_rules *rules);

/// Adds a holder, which may use the rules in queries until `rules_release_holder`.
astar_rules *rules_hold(const astar_rules *rules);
void rules_release_holder(astar_rules *rules);

/// Adds a reference for derived data of the rules, until `rules_release`.
astar_rules *rules_refer(const astar_rules *rules);
void rules_release(astar_rules *rules);

/// The filter of a query: `filter`, or the filter of the rules when `filter` is NULL.
static inline astar_filter rules_filter(const astar_rules *rules,
                                        const astar_filter *filter) {
  return filter != NULL ? *filter : rules->filter;
}

/// Whether the penalty scale and the weights of a filter are 0 or in [ASTAR_MIN_COST,
/// ASTAR_MAX_COST], and the weights are those of `astar_filter_weigh`.
bool rules_is_filter(const astar_filter *filter);

/// The weights of a filter as bytes: how many; for each, by id: the id of the map, a
/// number, and the weight, a double. The filter must be checked after reading.
void rules_record_weights(byte_codec *c, astar_filter *filter);

/// Whether a later query can use the rules. Once false, it stays false.
static inline bool rules_have_holders(const astar_rules *rules) {
  return counter_read(&rules->self->holders) > 0;
}

/// Whether rules that the caller passes are not NULL, and have an owner. Rules without
/// one can be recognized as long as derived data refers to them.
static inline bool rules_are_owned(const astar_rules *rules) {
  return LIVE(rules) != NULL && rules_have_holders(rules);
}

#endif
