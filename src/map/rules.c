// Compiles rules: checks a definition and makes the tables of rules.h from it.
//
// Pair classes. The table of pair costs is indexed by move, class of the first terrain
// and class of the second terrain. A pair class is a set of terrains that pair costs
// treat alike: all terrains that no pair cost mentions share class 0. So the table has
// (mentioned terrains + 1)^2 entries per move, not 256^2. (A cost class is a set of
// terrains of equal cost: see derived/move_table.)
//
// Canonical moves. On tiles of equal cost, many orders of the same steps reach a tile at
// the same cost. A canonical ordering keeps one of them: major moves first. Major moves
// are the diagonal ones, or with 4 neighbors the vertical ones; the others are minor. The
// pruning rules are those of Harabor and Grastien, "Online Graph Pruning for Pathfinding
// on Grid Maps" (2011). A path enters tile o from tile p and may continue to tile n:
//
//     after a minor move   prune n if a path from p to n without o is not longer
//     after a major move   prune n if a path from p to n without o is shorter
//
// clang-format off
//     . . n    p to n: straight, then diagonal, over o. Diagonal, then straight, without
//     p o .    o is as long: n is pruned. Where a wall blocks the path without o, n is
//     . . .    a forced neighbor of o.
// clang-format on
//
// Invariant: where all tiles cost the same, and diagonal steps, if any, cost 1 to 2
// straight steps, every reachable tile has a cheapest path of canonical moves only. The
// paths that the pruning rules compare are inside the 3 x 3 neighborhood of o, so both
// rules are evaluated once for all 512 neighborhoods and stored in a table. The paper has
// one corner rule. Here the paths consist of the legal steps of the given corner rule; 4
// neighbors use the same code. Sturtevant and Rabin, "Canonical Orderings on Grids"
// (2016), study the orderings apart from jumps.
//
// Units. Jump point search counts in integers, so that sums are exact. A continued
// fraction finds two integers with the ratio of a diagonal to a straight step.
#include "map/rules.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/byte_string.h"
#include "map/grid.h"

// The `cookie` of definitions from `astar_default_rules`.
enum { RULES_DEF_COOKIE = 0x72756c65 };

astar_filter astar_default_filter(void) { return (astar_filter){.penalty_scale = 1.0}; }

astar_rules_def astar_default_rules(void) {
  astar_rules_def def;
  memset(&def, 0, sizeof def);
  def.diagonal = ASTAR_DIAGONAL_ONLY_WHEN_NO_OBSTACLES;
  def.diagonal_cost = sqrt(2.0);
  def.neighbors = 8;
  def.size = 1;
  def.filter = astar_default_filter();
  def.cookie = RULES_DEF_COOKIE;
  return def;
}

void astar_rules_def_set(astar_rules_def *def, uint8_t terrain, double cost) {
  if (def != NULL) def->cost[terrain] = cost;
}

// ------------------------------------------------------------------------------ checks

// Comparisons with NaN are false: that is how the checks below reject NaN
// (base/arithmetic).

// A length, or the cost of a passable terrain.
static bool rules_is_length(double length) {
  return length >= ASTAR_MIN_COST && length <= ASTAR_MAX_COST;
}

bool rules_is_filter(const astar_filter *filter) {
  for (int i = 0; i < ASTAR_INFLUENCES; i++) {
    const astar_weight *w = &filter->influence[i];
    bool is_next = i == 0 || (w[-1].weight > 0 && w->map > w[-1].map);
    if (!grid_is_cost(w->weight) || w->map > ASTAR_MAX_INFLUENCE) return false;
    if (w->weight > 0 && !is_next) return false;
  }
  return grid_is_cost(filter->penalty_scale);
}

void rules_record_weights(byte_codec *c, astar_filter *filter) {
  uint32_t count = 0;
  while (count < ASTAR_INFLUENCES && filter->influence[count].weight > 0) count++;
  count = byte_codec_number(c, count, ASTAR_INFLUENCES);
  for (uint32_t i = 0; i < count; i++) {
    astar_weight *w = &filter->influence[i];
    w->map = byte_codec_long(c, w->map, ASTAR_MAX_INFLUENCE);
    w->weight = byte_codec_double(c, w->weight);
    byte_codec_require(c, w->weight > 0);
  }
}

static bool rules_is_reach(int offset) {
  return offset >= -ASTAR_MAX_REACH && offset <= ASTAR_MAX_REACH;
}

static bool rules_is_move(const astar_move *move) {
  if (!rules_is_reach(move->dx) || !rules_is_reach(move->dy)) return false;
  if (move->dx == 0 && move->dy == 0) return false;
  if (!rules_is_length(move->length)) return false;
  if (move->clear_count < 0 || move->clear_count > ASTAR_MAX_CLEAR) return false;
  if (move->clear == NULL && move->clear_count > 0) return false;
  for (int i = 0; i < move->clear_count; i++)
    if (!rules_is_reach(move->clear[i].x) || !rules_is_reach(move->clear[i].y))
      return false;
  return true;
}

// Which part of the list of moves is invalid; NULL when all of it is valid.
static const char *rules_why_invalid_moves(const astar_rules_def *def) {
  if (def->neighbors == 8 || def->neighbors == 4) return NULL;
  if (def->neighbors != 0) return "def.neighbors must be 8, 4 or 0";
  if (def->move_count < 1 || def->move_count > ASTAR_MAX_MOVES)
    return "def.move_count must be in [1, ASTAR_MAX_MOVES] when def.neighbors is 0";
  if (def->moves == NULL) return "def.moves must not be NULL when def.neighbors is 0";
  for (int i = 0; i < def->move_count; i++) {
    const astar_move *move = &def->moves[i];
    if (!rules_is_move(move)) return "def.moves has a move that is out of its range";
    for (int k = 0; k < i; k++)
      if (def->moves[k].dx == move->dx && def->moves[k].dy == move->dy)
        return "def.moves must not have a move twice";
  }
  return NULL;
}

// The minimum length of the moves, which must be valid.
static double rules_min_length(const astar_rules_def *def) {
  double min = def->neighbors != 0 ? 1.0 : INFINITY;
  bool has_diagonals = def->neighbors == 8 && def->diagonal != ASTAR_DIAGONAL_NEVER;
  if (has_diagonals && def->diagonal_cost < min) min = def->diagonal_cost;
  for (int i = 0; def->neighbors == 0 && i < def->move_count; i++)
    if (def->moves[i].length < min) min = def->moves[i].length;
  return min;
}

// Which cost of a definition is invalid; NULL when all are valid. The moves must be
// valid.
static const char *rules_why_invalid_costs(const astar_rules_def *def) {
  double length = rules_min_length(def);
  for (int t = 0; t < 256; t++) {
    bool impassable =
        def->cost[t] <= ASTAR_IMPASSABLE && def->cost[t] >= ASTAR_IMPASSABLE;
    if (impassable) continue;
    if (!rules_is_length(def->cost[t]))
      return "def.cost must be ASTAR_IMPASSABLE or in [ASTAR_MIN_COST, ASTAR_MAX_COST]";
    if (def->cost[t] * length < ASTAR_MIN_COST)
      return "def.cost times the length of a move must be >= ASTAR_MIN_COST";
  }
  if (def->pair_costs == NULL && def->pair_cost_count > 0)
    return "def.pair_costs must not be NULL when def.pair_cost_count is above 0";
  for (size_t i = 0; i < def->pair_cost_count; i++) {
    double cost = def->pair_costs[i].cost;
    bool forbidden = cost <= ASTAR_FORBIDDEN && cost >= ASTAR_FORBIDDEN;
    if (!grid_is_cost(cost) && !forbidden) {
      return "def.pair_costs must cost 0, ASTAR_FORBIDDEN or a cost in [ASTAR_MIN_COST, "
             "ASTAR_MAX_COST]";
    }
  }
  return NULL;
}

const char *astar_why_invalid_rules(const astar_rules_def *def) {
  if (def == NULL) return "def must not be NULL";
  if (def->cookie != RULES_DEF_COOKIE) return "def must come from astar_default_rules";
  if ((unsigned)def->diagonal >= CORNER_RULES)
    return "def.diagonal must be a value of astar_diagonal";
  if (!rules_is_length(def->diagonal_cost))
    return "def.diagonal_cost must be in [ASTAR_MIN_COST, ASTAR_MAX_COST]";
  if (def->size < 1 || def->size > ASTAR_MAX_SIZE)
    return "def.size must be in [1, ASTAR_MAX_SIZE]";
  if (!rules_is_filter(&def->filter)) {
    return "def.filter.penalty_scale must be 0 or in [ASTAR_MIN_COST, ASTAR_MAX_COST], "
           "and def.filter.influence come from astar_filter_weigh";
  }
  const char *why = rules_why_invalid_moves(def);
  return why != NULL ? why : rules_why_invalid_costs(def);
}

// ------------------------------------------------------------------------------- moves

// Appends a move to those that are left out.
static rules_move *rules_append_move(astar_rules *rules, int dx, int dy, double length) {
  rules_move *move = &rules->moves[rules->move_count + rules->left_out_count++];
  move->dx = (int8_t)dx;
  move->dy = (int8_t)dy;
  move->direction = (int8_t)direction_of(dx, dy);
  move->length = length;
  return move;
}

static void rules_extend_reach(astar_rules *rules, int dx, int dy) {
  if (abs(dx) > rules->reach) rules->reach = abs(dx);
  if (abs(dy) > rules->reach) rules->reach = abs(dy);
}

// Adds the moves that are left out to those of the mover.
static void rules_use_moves(astar_rules *rules) {
  for (; rules->left_out_count > 0; rules->left_out_count--, rules->move_count++) {
    const rules_move *move = &rules->moves[rules->move_count];
    if (move->dx != 0 && move->dy != 0) rules->moves_diagonally = true;
    rules_extend_reach(rules, move->dx, move->dy);
    for (int i = 0; i < move->clear_count; i++)
      rules_extend_reach(rules, move->clear[i].x, move->clear[i].y);
  }
}

// Makes a copy of an array. `*ok` becomes false when out of memory; the copy is NULL
// then, or when the array is empty.
static void *rules_copy_array(memory *m, const void *array, size_t size, bool *ok) {
  void *copy = size > 0 ? memory_resize(m, NULL, 0, size) : NULL;
  if (copy != NULL) memcpy(copy, array, size);
  *ok &= size == 0 || copy != NULL;
  return copy;
}

// Whether a definition leaves out a move.
static bool rules_leaves_out(const astar_rules_def *def, int dx, int dy) {
  return def->diagonal == ASTAR_DIAGONAL_NEVER && abs(dx) == 1 && abs(dy) == 1;
}

// Appends the moves that a definition leaves out, or the others.
static bool rules_append_moves(astar_rules *rules, const astar_rules_def *def,
                               bool left_out) {
  for (int d = 0; d < def->neighbors; d++) {
    int dx = direction_dx[d], dy = direction_dy[d];
    if (rules_leaves_out(def, dx, dy) != left_out) continue;
    rules_append_move(rules, dx, dy, d < 4 ? 1.0 : def->diagonal_cost);
  }
  for (int i = 0; def->neighbors == 0 && i < def->move_count; i++) {
    const astar_move *from = &def->moves[i];
    if (rules_leaves_out(def, from->dx, from->dy) != left_out) continue;
    rules_move *move = rules_append_move(rules, from->dx, from->dy, from->length);
    size_t size = (size_t)from->clear_count * sizeof *move->clear;
    bool ok = true;
    move->clear = (astar_point *)rules_copy_array(&rules->memory, from->clear, size, &ok);
    if (!ok) return false;
    move->clear_count = (uint8_t)from->clear_count;
  }
  return true;
}

static bool rules_set_moves(astar_rules *rules, const astar_rules_def *def) {
  rules->is_standard = def->neighbors != 0;
  if (!rules_append_moves(rules, def, false)) return false;
  rules_use_moves(rules);
  return rules_append_moves(rules, def, true);
}

static int rules_find_move(const astar_rules *rules, int dx, int dy) {
  for (int i = 0; i < rules_count_all_moves(rules); i++)
    if (rules->moves[i].dx == dx && rules->moves[i].dy == dy) return i;
  return -1;
}

// --------------------------------------------------------------------- canonical moves

// Whether a step inside the neighborhood is legal by its passable tiles and the corner
// rule.
static bool rules_is_local_step(const astar_rules *rules, int around, int tile,
                                int direction) {
  int to = rules_local_neighbor[tile][direction];
  if (to < 0 || (around >> to & 1) == 0) return false;
  if (direction < 4) return true;
  int a = to / 3 * 3 + tile % 3, b = tile / 3 * 3 + to % 3;
  return corner_rule_passes(rules->diagonal, around >> b & 1, around >> a & 1);
}

// The legal steps from each position of a neighborhood, one bit per direction.
static void rules_set_local_steps(const astar_rules *rules, int around,
                                  uint8_t steps[9]) {
  for (int tile = 0; tile < 9; tile++) {
    steps[tile] = 0;
    for (int d = 0; d < rules->move_count; d++)
      if (rules_is_local_step(rules, around | 1 << 4, tile, d))
        steps[tile] |= (uint8_t)(1 << d);
  }
}

// The length of a local step in halves of a straight step: a diagonal step counts as 1.5.
// For every true length between 1 and 2 the paths that are compared here have the same
// order. At exactly 1 and 2 some of them are equally long: 1.5 decides which one is kept.
static int rules_local_length(int direction) { return direction < 4 ? 2 : 3; }

// The lengths of the shortest paths of one or two steps from a tile of the neighborhood
// to the other tiles, not through the middle; INT32_MAX where there is none.
static void rules_set_local_distances(const uint8_t steps[9], int from,
                                      int distances[9]) {
  for (int tile = 0; tile < 9; tile++) distances[tile] = INT32_MAX;
  for (unsigned firsts = steps[from]; firsts != 0; firsts &= firsts - 1) {
    int d = bits_lowest(firsts), over = rules_local_neighbor[from][d];
    int length = rules_local_length(d);
    if (length < distances[over]) distances[over] = length;
    if (over == 4) continue;
    for (unsigned seconds = steps[over]; seconds != 0; seconds &= seconds - 1) {
      int e = bits_lowest(seconds), to = rules_local_neighbor[over][e];
      int both = length + rules_local_length(e);
      if (both < distances[to]) distances[to] = both;
    }
  }
}

// Whether a direction is major, first in the canonical ordering: diagonal, or without
// diagonals vertical.
static bool rules_is_major(const astar_rules *rules, int direction) {
  return rules->move_count == DIRECTIONS ? direction >= 4 : direction_dx[direction] == 0;
}

// The canonical moves after a step in direction `arrival`, one bit per direction: the
// natural neighbor straight ahead, and all that the pruning rules keep.
static uint8_t rules_canonical_moves(const astar_rules *rules, const uint8_t steps[9],
                                     int arrival) {
  int distances[9], from = rules_local_neighbor[4][direction_reverse[arrival]];
  rules_set_local_distances(steps, from, distances);
  uint8_t canonical = steps[4] & (uint8_t)(1 << arrival);
  for (unsigned moves = steps[4]; moves != 0; moves &= moves - 1) {
    int d = bits_lowest(moves), to = rules_local_neighbor[4][d];
    if (to == from) continue;
    int through_middle = rules_local_length(arrival) + rules_local_length(d);
    if (rules_is_major(rules, arrival) ? distances[to] >= through_middle
                                       : distances[to] > through_middle)
      canonical |= (uint8_t)(1 << d);
  }
  return canonical;
}

// The greatest relative error of the ratio diagonal_units / straight_units.
#define RULES_RATIO_ERROR 1e-8

// Sets the units to the first convergent of a continued fraction that is accurate enough:
// 8119 / 5741 for sqrt 2. Without diagonal steps the ratio is 2, so that a diagonal step
// in the heuristic costs two straight steps.
static void rules_set_units(astar_rules *rules, double ratio) {
  double p0 = 0, q0 = 1, p1 = 1, q1 = 0, rest = ratio;
  if (rules->move_count == 4) {
    rules->straight_units = 1;
    rules->diagonal_units = 2;
    return;
  }
  for (int i = 0; i < 40; i++) {
    double whole = floor(rest), p = whole * p1 + p0, q = whole * q1 + q0;
    if (p > (double)RULES_MAX_UNITS || q > (double)RULES_MAX_UNITS) return;
    if (fabs(p / q - ratio) <= ratio * RULES_RATIO_ERROR) {
      rules->straight_units = (uint32_t)q;
      rules->diagonal_units = (uint32_t)p;
      return;
    }
    p0 = p1, q0 = q1, p1 = p, q1 = q;
    rest = 1 / (rest - whole);
  }
}

static void rules_set_canonical(astar_rules *rules, double diagonal_cost) {
  rules->has_canonical =
      rules->move_count == 4 || (diagonal_cost >= 1.0 && diagonal_cost <= 2.0);
  for (int around = 0; around < 512; around++) {
    uint8_t *steps = rules->local_steps[around];
    int same = around & ~(1 << 4); // the middle tile counts as passable in any case
    if (same != around)
      memcpy(steps, rules->local_steps[same], sizeof rules->local_steps[same]);
    else
      rules_set_local_steps(rules, around, steps);
    for (int arrival = 0; arrival < rules->move_count; arrival++) {
      uint8_t *canonical = rules->canonical[arrival];
      canonical[around] =
          same != around ? canonical[same] : rules_canonical_moves(rules, steps, arrival);
    }
    rules->legal[around] = rules->canonical[DIRECTIONS][around] = steps[4];
  }
}

// -------------------------------------------------------------------------- pair costs

// Gives each terrain that is mentioned a pair class of its own.
static void rules_set_pair_classes(astar_rules *rules, const bool is_mentioned[256]) {
  bool others = false;
  for (int t = 0; t < 256; t++) others |= !is_mentioned[t];
  rules->pair_class_count = others ? 1 : 0;
  for (int t = 0; t < 256; t++)
    if (is_mentioned[t]) rules->pair_class_of[t] = (uint8_t)rules->pair_class_count++;
}

static size_t rules_pair_cost_bytes(const astar_rules *rules) {
  size_t pairs = (size_t)rules->pair_class_count * rules->pair_class_count;
  return (size_t)rules_count_all_moves(rules) * pairs * sizeof *rules->pair_costs;
}

// Makes the table of pair costs, where no step has one.
static bool rules_new_pair_costs(astar_rules *rules, const astar_rules_def *def,
                                 const bool is_mentioned[256]) {
  rules->has_pair_costs = def->has_pair_costs || def->pair_cost_count > 0;
  rules->has_hex_pair_costs = rules->is_standard && rules->move_count == DIRECTIONS;
  if (!rules->has_pair_costs || rules_count_all_moves(rules) == 0) return true;
  rules_set_pair_classes(rules, is_mentioned);
  size_t size = rules_pair_cost_bytes(rules);
  rules->pair_costs = (double *)memory_resize(&rules->memory, NULL, 0, size);
  if (rules->pair_costs == NULL) return false;
  for (size_t i = 0; i < size / sizeof *rules->pair_costs; i++)
    rules->pair_costs[i] = byte_string_from_bits(RULES_NO_PAIR_COST);
  return true;
}

static void rules_set_pair_costs(astar_rules *rules, const astar_rules_def *def) {
  for (size_t i = 0; i < def->pair_cost_count; i++) {
    const astar_pair_cost *pair = &def->pair_costs[i];
    int move = rules_find_move(rules, pair->dx, pair->dy);
    if (move < 0) continue;
    size_t row =
        (size_t)move * rules->pair_class_count + rules->pair_class_of[pair->from];
    rules->pair_costs[row * rules->pair_class_count + rules->pair_class_of[pair->to]] =
        pair->cost;
  }
}

bool rules_forbid_steps(const astar_rules *rules) {
  if (rules->pair_costs == NULL) return false;
  size_t count = rules_pair_cost_bytes(rules) / sizeof *rules->pair_costs;
  for (size_t i = 0; i < count; i++)
    if (rules->pair_costs[i] < 0) return true;
  return false;
}

// -------------------------------------------------------------------------------- life

// Rules of zeros with one holder. NULL: out of memory.
static astar_rules *rules_new_struct(const astar_allocator *allocator) {
  memory m;
  memory_init(&m, allocator);
  astar_rules *fresh = (astar_rules *)live_new(&m, sizeof *fresh);
  if (fresh == NULL) return NULL;
  fresh->memory = m;
  fresh->self = fresh;
  counter_init(&fresh->references, 1);
  counter_init(&fresh->holders, 1);
  return fresh;
}

astar_status rules_compile(const astar_allocator *allocator, const astar_rules_def *def,
                           const bool is_mentioned[256], astar_rules **rules) {
  astar_rules *fresh = *rules = rules_new_struct(allocator);
  if (fresh == NULL) return ASTAR_NO_MEMORY;
  memcpy(fresh->cost, def->cost, sizeof fresh->cost);
  fresh->diagonal = def->diagonal;
  fresh->size = def->size;
  fresh->filter = def->filter;
  fresh->filter.penalty_scale += 0.0; // never -0
  if (!rules_set_moves(fresh, def) || !rules_new_pair_costs(fresh, def, is_mentioned)) {
    astar_rules_free(fresh);
    *rules = NULL;
    return ASTAR_NO_MEMORY;
  }
  if (fresh->is_standard) {
    rules_set_canonical(fresh, def->diagonal_cost);
    rules_set_units(fresh, def->diagonal_cost);
  }
  return ASTAR_OK;
}

astar_status astar_rules_new(const astar_allocator *allocator, const astar_rules_def *def,
                             astar_rules **rules) {
  if (rules == NULL) return ASTAR_INVALID;
  *rules = NULL;
  if (astar_why_invalid_rules(def) != NULL) return ASTAR_INVALID;
  bool is_mentioned[256] = {false};
  for (size_t i = 0; i < def->pair_cost_count; i++) {
    is_mentioned[def->pair_costs[i].from] = true;
    is_mentioned[def->pair_costs[i].to] = true;
  }
  astar_status status = rules_compile(allocator, def, is_mentioned, rules);
  if (status == ASTAR_OK) rules_set_pair_costs(*rules, def);
  return status;
}

// Frees the arrays that varied rules share.
static void rules_free_arrays(astar_rules *rules) {
  memory *m = &rules->memory;
  for (int i = 0; i < rules_count_all_moves(rules); i++) {
    rules_move *move = &rules->moves[i];
    MEMORY_FREE(m, move->clear, move->clear_count);
  }
  if (rules->pair_costs != NULL)
    memory_free(m, rules->pair_costs, rules_pair_cost_bytes(rules));
}

void rules_release(astar_rules *rules) {
  if (counter_decrement(&rules->references) > 0) return;
  if (rules->base != NULL)
    rules_release(rules->base);
  else
    rules_free_arrays(rules);
  memory last = rules->memory;
  live_free(&last, rules, sizeof *rules);
}

// -------------------------------------------------------------------------- variations

// Whether the corner rule decides a move, or leaves it out.
static bool rules_has_corners(const astar_rules *rules) {
  for (int i = 0; i < rules_count_all_moves(rules); i++)
    if (rules->moves[i].direction >= 4) return true;
  return false;
}

rules_variation rules_simplify_variation(const astar_rules *rules,
                                         const rules_variation *v) {
  rules_variation simple = *v;
  simple.always_diagonal &=
      rules->diagonal != ASTAR_DIAGONAL_ALWAYS && rules_has_corners(rules);
  simple.ignores_edges &= !rules->ignores_edges;
  if (simple.size == rules->size) simple.size = 0;
  for (int t = 0; t < 256; t++)
    if (rules->cost[t] > 0) simple.passable[t >> 6] &= ~((uint64_t)1 << (t & 63));
  return simple;
}

bool rules_is_same_variation(const rules_variation *a, const rules_variation *b) {
  return a->always_diagonal == b->always_diagonal &&
         a->ignores_edges == b->ignores_edges && a->size == b->size &&
         memcmp(a->passable, b->passable, sizeof a->passable) == 0;
}

double rules_min_cost(const astar_rules *rules) {
  double min = INFINITY;
  for (int t = 0; t < 256; t++)
    if (rules->cost[t] > 0 && rules->cost[t] < min) min = rules->cost[t];
  return min < INFINITY ? min : 1.0;
}

static void rules_open_terrains(astar_rules *rules, const uint64_t passable[4]) {
  double cost = rules_min_cost(rules);
  for (int t = 0; t < 256; t++) {
    bool opens = (passable[t >> 6] >> (t & 63) & 1) != 0;
    if (opens && !(rules->cost[t] > 0)) rules->cost[t] = cost;
  }
}

static void rules_allow_diagonals(astar_rules *rules) {
  rules_use_moves(rules);
  rules->diagonal = ASTAR_DIAGONAL_ALWAYS;
  rules->has_hex_pair_costs = rules->is_standard && rules->move_count == DIRECTIONS;
  if (!rules->is_standard) return;
  double diagonal_cost = rules->moves[DIRECTIONS - 1].length;
  rules_set_canonical(rules, diagonal_cost);
  rules_set_units(rules, diagonal_cost);
}

// A copy of rules that shares their arrays. NULL: out of memory.
static astar_rules *rules_copy_struct(const astar_rules *rules,
                                      const astar_allocator *allocator) {
  astar_rules *fresh = rules_new_struct(allocator);
  if (fresh == NULL) return NULL;
  // All but the counters, which other threads may change now.
  size_t head = offsetof(astar_rules, cost);
  memcpy((char *)fresh + head, (const char *)rules + head, sizeof *fresh - head);
  return fresh;
}

astar_status rules_vary(const astar_rules *rules, const astar_allocator *allocator,
                        const rules_variation *v, astar_rules **varied) {
  rules_variation simple = rules_simplify_variation(rules, v);
  astar_rules *fresh = *varied = rules_copy_struct(rules, allocator);
  if (fresh == NULL) return ASTAR_NO_MEMORY;
  fresh->base = rules_refer(rules->base != NULL ? rules->base : rules);
  if (simple.size > 0) fresh->size = simple.size;
  fresh->ignores_edges |= simple.ignores_edges;
  rules_open_terrains(fresh, simple.passable);
  if (simple.always_diagonal) rules_allow_diagonals(fresh);
  return ASTAR_OK;
}

// -------------------------------------------------------------------------------- copy

// Replaces the arrays of other rules by copies. The arrays that could not be allocated
// are NULL afterwards. False: out of memory.
static bool rules_copy_arrays(astar_rules *rules) {
  memory *m = &rules->memory;
  bool done = true;
  for (int i = 0; i < rules_count_all_moves(rules); i++) {
    rules_move *move = &rules->moves[i];
    size_t size = move->clear_count * sizeof *move->clear;
    move->clear = (astar_point *)rules_copy_array(m, move->clear, size, &done);
  }
  size_t size = rules->pair_costs != NULL ? rules_pair_cost_bytes(rules) : 0;
  rules->pair_costs = (double *)rules_copy_array(m, rules->pair_costs, size, &done);
  return done;
}

astar_status rules_copy(const astar_rules *rules, const astar_allocator *allocator,
                        astar_rules **copy) {
  astar_rules *fresh = *copy = rules_copy_struct(rules, allocator);
  if (fresh == NULL) return ASTAR_NO_MEMORY;
  if (rules_copy_arrays(fresh)) return ASTAR_OK;
  *copy = NULL;
  astar_rules_free(fresh);
  return ASTAR_NO_MEMORY;
}

// ------------------------------------------------------------------------------ holders

astar_rules *rules_refer(const astar_rules *rules) {
  counter_increment(&rules->self->references);
  return rules->self;
}

astar_rules *rules_hold(const astar_rules *rules) {
  counter_increment(&rules->self->holders);
  return rules_refer(rules);
}

void rules_release_holder(astar_rules *rules) {
  if (counter_decrement(&rules->holders) == 0) live_end(rules);
  rules_release(rules);
}

void astar_rules_retain(astar_rules *rules) {
  if (rules_are_owned(rules)) rules_hold(rules);
}

astar_filter astar_rules_filter(const astar_rules *rules) { return LIVE(rules)->filter; }

void astar_rules_free(astar_rules *rules) {
  if (rules_are_owned(rules)) rules_release_holder(rules);
}
