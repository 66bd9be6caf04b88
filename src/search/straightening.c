// Straightening: fewer turns for a finished path, at the same cost.
//
// A grid has many cheapest paths between two tiles: the same steps in different order. A
// kernel may find any of them. Players see needless turns as zigzag.
//
// A path is a list of runs of equal steps. Steps of two headings can be put in any order:
// all steps of the one, then all of the other. Where this L is free and costs as much as
// the stretch of the path between its ends, it has one turn in place of several.
//
//      a > > .                  a > > > > > .          a
//            v                              v          v
//            . > > .                        .          v
//                  v                        v          v
//                  . > b                    b          . > > > > > b
//
//      a stretch                an L            or     an L
//
// Which stretches to replace is found by dynamic programming over the turns of the path:
// for each turn and each heading of arrival the fewest turns up to there. A run of the
// path, or an L from an earlier turn, leads to a turn.
//
// An L from turn i to turn j is free when enough steps ahead of i and enough steps behind
// j are free. These numbers are counted once per turn and heading, on bit lines where
// there are any, and only as far as an L needs them. As soon as both headings are blocked
// ahead of i, no L to a later turn is free.
//
// Ways over open ground (`is_quick`), such as those of an index, have several times as
// many turns as needed, which takes longer than to find them. Two cuts leave out most
// L's, and add few turns (at most 0.7 % on five maps): no L begins behind the front, at a
// turn from which the path goes on to one that was reached with as few turns; and none
// begins or ends between the two legs of a way, as both their orders are tried.
//
// Where a diagonal step costs as much as a straight one, or as two, a stretch can have
// three headings, and its L need not have the same ones. There the legs follow from the
// ends, and of equally many turns the fewest diagonal steps are best.
//
// Invariant: the tiles of the path are different. Where every step costs something, no
// path of the cost of the cheapest one visits a tile twice, because the steps between two
// visits could be left out. `path_builder_is_resolved` excludes the paths for which
// rounding could hide the cost of a step.
#include "search/straightening.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "map/hex.h"

// An L replaces at most so many runs: enough for the longest stretches of game maps.
#define STRAIGHTENING_WINDOW MEMORY_LIMIT(64, 4)

// Where terrains differ: at most so many runs with more than two headings.
#define STRAIGHTENING_DETOUR MEMORY_LIMIT(8, 3)

// Turns, and in the lower bits diagonal steps: the lowest key is best.
#define STRAIGHTENING_TURN ((uint64_t)1 << 32)

// How the best runs arrive at a turn with a heading.
typedef struct straight_arrival {
  uint32_t from;   // the turn where the last L or run begins
  int first_count; // steps of its first leg, or 0
  int last_count;
  int8_t first, before; // the headings of its first leg, and of the arrival before it
} straight_arrival;

typedef struct straight_turn {
  path_run run; // that begins here
  astar_point at;
  double cost;     // of the path up to here
  uint32_t length; // of the path up to here [straight steps]
  bool is_inner;   // between two legs of one way: no L begins or ends here
  bool is_fixed;   // the path begins here, or steps that stay lead here
  int8_t heading;  // of the run; -1: its steps stay
  int8_t best;     // the heading of arrival with the lowest key
  uint64_t key;    // the lowest key
  uint64_t keys[DIRECTIONS];
  straight_arrival arrivals[DIRECTIONS]; // valid where `keys` is not UINT64_MAX
  // Steps with each heading that begin here, and that end here: at least n are free; as
  // ~n, exactly n.
  int32_t free[2][DIRECTIONS];
} straight_turn;

void straightening_fini(straightening *s) {
  if (s->memory == NULL) return;
  MEMORY_FREE(s->memory, s->turns, s->turn_capacity);
  MEMORY_FREE(s->memory, s->cells, s->cell_capacity);
}

size_t straightening_bytes(const straightening *s) {
  return s->turn_capacity * sizeof *s->turns + s->cell_capacity * sizeof *s->cells;
}

// ------------------------------------------------------------------------------ legs

// Whether a leg is free that begins at a turn, or with `is_behind` ends there.
static inline bool straightening_is_free(const straight_lines *lines, straight_turn *turn,
                                         direction_leg leg, bool is_behind) {
  int32_t *known = &turn->free[is_behind][leg.direction];
  if (*known < 0) return ~*known >= leg.count;
  if (*known >= leg.count) return true;
  // A word of a bit line has 64 steps: longer legs, which may follow, are counted, too.
  direction_leg further = {leg.direction, leg.count + (lines->map == NULL ? 64 : 0)};
  int count =
      lines->count_free(lines, turn->at.x, turn->at.y, further, is_behind, *known);
  *known = count < further.count ? ~count : count;
  return count >= leg.count;
}

static inline bool straightening_is_blocked(const straight_turn *turn,
                                            direction_leg leg) {
  return turn->free[0][leg.direction] < 0 && ~turn->free[0][leg.direction] < leg.count;
}

// Whether two legs cost as much as the stretch of the path between their ends.
static bool straightening_is_same_cost(const straight_lines *lines,
                                       const straight_turn *from, const straight_turn *to,
                                       direction_leg first, direction_leg last) {
  const costmap *map = lines->map;
  int steps = first.count + last.count;
  // The most by which two sums of the same steps can differ by rounding.
  double cost = from->cost, slack = 2 * steps * TOLERANCE_ROUNDING * to->cost;
  int x = from->at.x, y = from->at.y;
  for (int i = 0; i < steps; i++) {
    int move = lines->move_of[i < first.count ? first.direction : last.direction];
    const tile_move *step = &map->moves->list[costmap_parity(map, x, y)][move];
    cost += costmap_step_cost(map, x, y, move);
    if (cost > to->cost + slack) return false;
    x += step->dx;
    y += step->dy;
  }
  return cost >= to->cost - slack;
}

// -------------------------------------------------------------------- fewest turns

// The key of a path that leaves a turn with a heading, and the heading of its arrival.
static inline uint64_t straightening_leave(const straight_turn *turn, int heading,
                                           int8_t *before) {
  uint64_t key = turn->key + STRAIGHTENING_TURN;
  *before = turn->best;
  if (turn->is_fixed) return turn->key;
  if (turn->keys[heading] > key) return key;
  *before = (int8_t)heading;
  return turn->keys[heading];
}

static inline void straightening_arrive(straight_turn *to, uint64_t key, int heading,
                                        straight_arrival arrival) {
  to->keys[heading] = key;
  to->arrivals[heading] = arrival;
  if (key >= to->key) return;
  to->key = key;
  to->best = (int8_t)heading;
}

// Goes from turn i to turn j by two legs, if they are free and cost as much as the path.
static void straightening_go(straightening *s, const straight_lines *lines, uint32_t i,
                             uint32_t j, direction_leg first, direction_leg last,
                             uint64_t key, int8_t before) {
  straight_turn *from = &s->turns[i], *to = &s->turns[j];
  if (straightening_is_free(lines, from, first, false) &&
      straightening_is_free(lines, to, last, true) &&
      (lines->map == NULL || straightening_is_same_cost(lines, from, to, first, last))) {
    if (j >= s->front || key <= s->front_key) {
      s->front = j;
      s->front_key = key;
    }
    straightening_arrive(
        to, key, last.direction,
        (straight_arrival){i, first.count, last.count, (int8_t)first.direction, before});
  }
}

// Tries the L's that replace runs of two headings from turn i on. They have as many
// diagonal steps as the runs.
static void straightening_try_headings(straightening *s, const straight_lines *lines,
                                       uint32_t i, uint32_t end) {
  straight_turn *from = &s->turns[i];
  direction_leg a = {from->heading, from->run.count}, b = {from[1].heading, 0};
  int8_t before_a, before_b;
  uint64_t by_a = straightening_leave(from, a.direction, &before_a) + STRAIGHTENING_TURN;
  uint64_t by_b = straightening_leave(from, b.direction, &before_b) + STRAIGHTENING_TURN;
  for (uint32_t j = i + 1; j < end; j++) {
    const straight_turn *to = &s->turns[j + 1];
    if (to[-1].heading == a.direction)
      a.count += to[-1].run.count;
    else if (to[-1].heading == b.direction)
      b.count += to[-1].run.count;
    else
      return;
    bool a_is_blocked = straightening_is_blocked(from, a);
    bool b_is_blocked = straightening_is_blocked(from, b);
    if (a_is_blocked && b_is_blocked) return;
    if (to->is_inner) continue;
    if (!a_is_blocked && by_a < to->keys[b.direction])
      straightening_go(s, lines, i, j + 1, a, b, by_a, before_a);
    if (!b_is_blocked && by_b < to->keys[a.direction])
      straightening_go(s, lines, i, j + 1, b, a, by_b, before_b);
  }
}

// Tries two legs from turn i to turn j, in both orders. One may have no steps.
static void straightening_try_legs(straightening *s, const straight_lines *lines,
                                   uint32_t i, uint32_t j, direction_leg a,
                                   direction_leg b) {
  for (int n = 0; n < 2; n++) {
    direction_leg first = n == 0 ? a : b, last = n == 0 ? b : a;
    int8_t before;
    if (first.count == 0) first.direction = last.direction;
    bool can_go = last.count > 0 && lines->move_of[first.direction] >= 0 &&
                  lines->move_of[last.direction] >= 0; // a list may lack directions
    if (!can_go) continue;
    uint64_t key = straightening_leave(&s->turns[i], first.direction, &before);
    if (first.count > 0) key += STRAIGHTENING_TURN;
    if (lines->counts_diagonals) {
      key += (uint64_t)(first.direction >= 4 ? first.count : 0) +
             (uint64_t)(last.direction >= 4 ? last.count : 0);
    }
    if (key < s->turns[j].keys[last.direction])
      straightening_go(s, lines, i, j, first, last, key, before);
  }
}

// The legs of a shortest way between two turns over open ground. On hexes the axial
// offsets of the neighbors, clockwise: two that follow each other span the way.
static void straightening_split(const straight_lines *lines, astar_point from,
                                astar_point to, direction_leg legs[2]) {
  static const int8_t ring_q[] = {0, 1, 1, 0, -1, -1, 0};
  static const int8_t ring_r[] = {-1, -1, 0, 1, 1, 0, -1};
  if (!lines->is_hex) {
    direction_split(to.x - from.x, to.y - from.y, lines->has_diagonals, legs);
    return;
  }
  int q, r, to_q, to_r;
  astar_layout layout = lines->map->grid->layout;
  hex_axial(layout, from.x, from.y, &q, &r);
  hex_axial(layout, to.x, to.y, &to_q, &to_r);
  q = to_q - q;
  r = to_r - r;
  int i = 0;
  while (q * ring_r[i + 1] - r * ring_q[i + 1] < 0 || ring_q[i] * r - ring_r[i] * q < 0)
    i++;
  legs[0] = (direction_leg){i, q * ring_r[i + 1] - r * ring_q[i + 1]};
  legs[1] = (direction_leg){(i + 1) % HEX_DIRECTIONS, ring_q[i] * r - ring_r[i] * q};
}

// Tries L's from turn i on, whatever the headings of the runs: as long as the path is a
// shortest way over open ground where steps cost the same; and over a few turns where an
// L over other terrain may cost the same by chance.
static void straightening_try_distances(straightening *s, const straight_lines *lines,
                                        uint32_t i, uint32_t end) {
  const straight_turn *from = &s->turns[i];
  for (uint32_t j = i + 1; j < end; j++) {
    const straight_turn *to = &s->turns[j + 1];
    direction_leg legs[2];
    straightening_split(lines, from->at, to->at, legs);
    int length = (lines->double_diagonals ? 2 : 1) * legs[0].count + legs[1].count;
    bool is_short = lines->counts_diagonals && (int)(to->length - from->length) == length;
    if (!is_short && (lines->map == NULL || j >= i + STRAIGHTENING_DETOUR)) return;
    straightening_try_legs(s, lines, i, j + 1, legs[0], legs[1]);
  }
}

// ------------------------------------------------------------------------------ runs

// Fills `turns`. Returns the key of the path as it is.
static uint64_t straightening_begin(straightening *s, const straight_lines *lines,
                                    const path_builder *path) {
  uint64_t key = 0;
  uint32_t length = 0, count = path->run_count - 1;
  double cost = 0;
  for (uint32_t i = 0; i <= count; i++) {
    straight_turn *turn = &s->turns[i];
    turn->at = path->runs[count - i].end;
    turn->cost = cost;
    turn->length = length;
    turn->is_inner = lines->is_quick && path->runs[count - i].is_first_leg;
    turn->is_fixed = false;
    turn->heading = -1;
    turn->key = UINT64_MAX;
    memset(turn->keys, -1, sizeof turn->keys);
    memset(turn->free, 0, sizeof turn->free);
    if (i == count) break;
    turn->run = path->runs[count - i - 1];
    int heading = turn->heading = lines->heading_of[turn->run.move];
    if (lines->map != NULL)
      cost = path_builder_sum_run(lines->map, turn->at, &turn->run, cost);
    if (heading < 0) continue;
    turn->free[0][heading] = turn->run.count;
    if (i > 0 && turn[-1].heading >= 0) key += STRAIGHTENING_TURN;
    if (!lines->counts_diagonals) continue;
    length += (uint32_t)turn->run.count << (heading >= 4 && lines->double_diagonals);
    if (heading >= 4) key += (uint64_t)turn->run.count;
  }
  s->turns[0].is_fixed = true;
  s->turns[0].key = 0;
  return key;
}

// Goes along the run from turn i.
static void straightening_keep(straight_turn *turn, uint32_t i, bool counts_diagonals) {
  int8_t before;
  uint64_t key = straightening_leave(turn, turn->heading, &before);
  if (counts_diagonals && turn->heading >= 4) key += (uint64_t)turn->run.count;
  if (key >= turn[1].keys[turn->heading]) return;
  straightening_arrive(&turn[1], key, turn->heading,
                       (straight_arrival){i, 0, turn->run.count, turn->heading, before});
}

// Whether an L from turn i can save a turn: if a heading of its first two runs comes
// again beyond them. One run may lie between, with which an L exchanges its place, too.
static bool straightening_may_gain(const straightening *s, uint32_t i, uint32_t end) {
  const straight_turn *turn = &s->turns[i];
  return (i > 0 && turn[-1].heading == turn[1].heading) ||
         (i > 1 && turn[-2].heading == turn[1].heading) ||
         (i + 2 < end && turn[2].heading == turn->heading) ||
         (i + 3 < end && turn[3].heading == turn->heading);
}

// Finds the fewest turns to each turn.
static void straightening_solve(straightening *s, const straight_lines *lines,
                                uint32_t count) {
  uint32_t end = 0; // of the runs that can be replaced
  s->front = 0;
  for (uint32_t i = 0; i < count; i++) {
    straight_turn *turn = &s->turns[i];
    if (turn->heading < 0) {
      turn[1].is_fixed = true;
      turn[1].key = turn->key;
      continue;
    }
    while (end < count && s->turns[end].heading >= 0) end++;
    straightening_keep(turn, i, lines->counts_diagonals);
    uint32_t last = end < i + STRAIGHTENING_WINDOW ? end : i + STRAIGHTENING_WINDOW;
    bool is_behind_front = lines->is_quick && i < s->front && turn->key >= s->front_key;
    if (i + 1 >= last || turn->is_inner || is_behind_front) continue;
    if (!lines->counts_diagonals && straightening_may_gain(s, i, last))
      straightening_try_headings(s, lines, i, last);
    if (lines->counts_diagonals || lines->map != NULL)
      straightening_try_distances(s, lines, i, last);
  }
}

// Where a leg ends that begins at a tile.
static astar_point straightening_end(const straight_lines *lines, astar_point at,
                                     direction_leg leg) {
  if (!lines->is_hex) {
    return (astar_point){at.x + leg.count * direction_dx[leg.direction],
                         at.y + leg.count * direction_dy[leg.direction]};
  }
  for (int i = 0; i < leg.count; i++) {
    const costmap *map = lines->map;
    const tile_move *step =
        &map->moves->list[costmap_parity(map, at.x, at.y)][leg.direction];
    at = (astar_point){at.x + step->dx, at.y + step->dy};
  }
  return at;
}

// Writes the best runs to the path. It has room for them: there are no more than before.
static void straightening_write(const straightening *s, const straight_lines *lines,
                                path_builder *path) {
  uint32_t j = path->run_count - 1;
  int8_t heading = s->turns[j].best;
  path_builder_clear(path);
  while (j > 0) {
    const straight_turn *turn = &s->turns[j];
    if (turn->is_fixed) {
      path_run fixed = s->turns[--j].run;
      path_builder_add(path, fixed.end.x, fixed.end.y, fixed.move, fixed.count);
      heading = s->turns[j].best;
      continue;
    }
    const straight_arrival *l = &turn->arrivals[heading];
    path_builder_add(path, turn->at.x, turn->at.y, lines->move_of[heading],
                     l->last_count);
    j = l->from;
    heading = l->before;
    if (l->first_count == 0) continue;
    direction_leg first = {l->first, l->first_count};
    astar_point corner = straightening_end(lines, s->turns[j].at, first);
    path_builder_add(path, corner.x, corner.y, lines->move_of[l->first], l->first_count);
  }
  path_builder_add_start(path, s->turns[0].at.x, s->turns[0].at.y);
}

// Whether three runs cost as much as three others.
static bool straightening_is_as_cheap(const costmap *map, astar_point from,
                                      path_run *runs[3], const path_run *others) {
  double cost = 0, other_cost = 0;
  astar_point at = from;
  for (int i = 0; i < 3; i++) {
    cost = path_builder_sum_run(map, from, runs[i], cost);
    from = runs[i]->end;
    other_cost = path_builder_sum_run(map, at, &others[i], other_cost);
    at = others[i].end;
  }
  return fabs(cost - other_cost) <= cost * 1e-14;
}

// Replaces diagonal steps on both sides of a straight run by straight ones, as many as
// are free and cost the same, where that adds no turn:
//
//      a . . . . b        a . . . . b
//      . \ . . / .        . - - - - .      `runs`: the diagonal run before the straight
//      . . - - . .        . . . . . .      one, this one, the diagonal run after it
static void straightening_flatten(const straight_lines *lines, astar_point from,
                                  path_run *runs[3]) {
  int heading = lines->heading_of[runs[1]->move];
  int k = runs[0]->count < runs[2]->count ? runs[0]->count : runs[2]->count;
  while (--k > 0) {
    path_run flat[3] = {*runs[0], *runs[1], *runs[2]};
    direction_leg straight = {heading, runs[1]->count + 2 * k};
    flat[0].count -= k;
    flat[1].count += 2 * k;
    flat[2].count -= k;
    flat[0].end = straightening_end(
        lines, from, (direction_leg){lines->heading_of[flat[0].move], flat[0].count});
    flat[1].end = straightening_end(lines, flat[0].end, straight);
    if (lines->count_free(lines, flat[0].end.x, flat[0].end.y, straight, false, 0) <
        straight.count)
      continue;
    if (lines->map != NULL && !straightening_is_as_cheap(lines->map, from, runs, flat))
      continue;
    for (int i = 0; i < 3; i++) *runs[i] = flat[i];
    return;
  }
}

// Whether a straight run lies between two runs of diagonal steps, one to each side of it.
static bool straightening_can_flatten(const straight_lines *lines, path_run *runs[3]) {
  int before = lines->heading_of[runs[0]->move], here = lines->heading_of[runs[1]->move],
      after = lines->heading_of[runs[2]->move];
  return before >= 4 && here >= 0 && here < 4 && after >= 4 &&
         direction_dx[before] + direction_dx[after] == 2 * direction_dx[here] &&
         direction_dy[before] + direction_dy[after] == 2 * direction_dy[here];
}

static void straightening_flatten_all(const straight_lines *lines, path_builder *path) {
  for (uint32_t i = path->run_count - 1; i > 2; i--) {
    path_run *runs[3] = {&path->runs[i - 1], &path->runs[i - 2], &path->runs[i - 3]};
    if (straightening_can_flatten(lines, runs))
      straightening_flatten(lines, path->runs[i].end, runs);
  }
}

bool straightening_run(straightening *s, const straight_lines *lines,
                       path_builder *path) {
  uint32_t count = path->run_count - 1;
  if (count < (lines->counts_diagonals || lines->map != NULL ? 2 : 3)) return true;
  if (!MEMORY_RESERVE(s->memory, s->turns, s->turn_capacity, count + 1)) return false;
  uint64_t key = straightening_begin(s, lines, path);
  const straight_turn *end = &s->turns[count];
  bool may_replace =
      lines->map == NULL || (lines->map->moves->min_tile_cost > 0 &&
                             path_builder_is_resolved(path, lines->map, end->cost));
  if (!may_replace) return true;
  straightening_solve(s, lines, count);
  if (end->key < key) straightening_write(s, lines, path);
  if (lines->counts_diagonals && !lines->double_diagonals)
    straightening_flatten_all(lines, path);
  return true;
}

// ------------------------------------------------------------------------------ maps

static void straight_lines_set_ratio(straight_lines *lines, double ratio) {
  lines->has_diagonals = ratio > 0;
  lines->double_diagonals = ratio <= 2 && ratio >= 2;
  lines->counts_diagonals = lines->double_diagonals || (ratio <= 1 && ratio >= 1);
}

void straight_lines_init(straight_lines *lines, double ratio) {
  memset(lines, 0, sizeof *lines);
  straight_lines_set_ratio(lines, ratio);
  memset(lines->heading_of, -1, sizeof lines->heading_of);
  for (int i = 0; i < DIRECTIONS; i++)
    lines->move_of[i] = lines->heading_of[i] = (int8_t)i;
}

static int straightening_count_on_map(const straight_lines *lines, int x, int y,
                                      direction_leg leg, bool is_behind, int known) {
  const costmap *map = lines->map;
  int move = lines->move_of[leg.direction];
  for (int i = 0; i < leg.count; i++) {
    const tile_move *step = &map->moves->list[costmap_parity(map, x, y)][move];
    if (is_behind) {
      x += step->back_dx;
      y += step->back_dy;
    }
    if (i >= known &&
        (!grid_contains(map->grid, x, y) || (costmap_moves(map, x, y) >> move & 1) == 0))
      return i;
    if (!is_behind) {
      x += step->dx;
      y += step->dy;
    }
  }
  return leg.count;
}

// On uniform maps a step is legal both ways, so steps behind are counted from their end.
static int straightening_count_on_boards(const straight_lines *lines, int x, int y,
                                         direction_leg leg, bool is_behind, int known) {
  if (is_behind) leg.direction = direction_reverse[leg.direction];
  return jump_boards_count_free((const jump_boards *)lines->source, x, y, leg, known);
}

// The length of diagonal steps in straight steps; 0: the mover does not have both.
static double straightening_diagonal_ratio(const straight_lines *lines,
                                           const move_table *moves) {
  int straight = lines->move_of[0], diagonal = lines->move_of[4];
  if (lines->is_hex || straight < 0 || diagonal < 0) return 0;
  return moves->list[0][diagonal].length / moves->list[0][straight].length;
}

// Sets the lines of a map, on jump boards unless that is NULL.
static void straight_lines_set(straight_lines *lines, const costmap *map,
                               const jump_boards *boards) {
  const move_table *moves = map->moves;
  bool is_hex = map->grid->layout != ASTAR_SQUARE;
  *lines = (straight_lines){.count_free = straightening_count_on_map, .is_hex = is_hex};
  memset(lines->move_of, -1, sizeof lines->move_of);
  memset(lines->heading_of, -1, sizeof lines->heading_of);
  for (int i = 0; i < moves->count; i++) {
    int heading = is_hex ? i : moves->list[0][i].direction;
    if (heading < 0 || lines->move_of[heading] >= 0) continue; // far, or listed twice
    lines->heading_of[i] = (int8_t)heading;
    lines->move_of[heading] = (int8_t)i;
  }
  straight_lines_set_ratio(lines, straightening_diagonal_ratio(lines, moves));
  lines->map = map;
  if (boards == NULL) return;
  lines->map = NULL;
  lines->source = boards;
  lines->count_free = straightening_count_on_boards;
}

static int straightening_compare(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

// Whether the tiles of a path, which are written, repeat. `cells` must have room for
// them.
static bool straightening_repeats(straightening *s, const path_builder *path,
                                  const astar_grid *grid) {
  for (uint32_t i = 0; i < path->count; i++)
    s->cells[i] = grid_cell(grid, path->points[i].x, path->points[i].y);
  qsort(s->cells, path->count, sizeof *s->cells, straightening_compare);
  uint32_t i = 1;
  while (i < path->count && s->cells[i - 1] != s->cells[i]) i++;
  return i < path->count;
}

// Restores a path of `count` runs if it visits a tile twice now. False: out of memory.
static bool straightening_undo_repeats(straightening *s, path_builder *path,
                                       const costmap *map, uint32_t count) {
  path_run start = path->runs[path->run_count - 1];
  if (!path_builder_write(path, map) ||
      !MEMORY_RESERVE(s->memory, s->cells, s->cell_capacity, path->count))
    return false;
  if (!straightening_repeats(s, path, map->grid)) return true;
  path->run_count = count;
  path->runs[--count] = start;
  for (uint32_t i = 0; i < count; i++) path->runs[i] = s->turns[count - 1 - i].run;
  return true;
}

bool straightening_run_on(straightening *s, path_builder *path, const costmap *map,
                          const jump_boards *boards, bool is_exact) {
  straight_lines lines;
  uint32_t count = path->run_count;
  if (count < 3) return true;
  straight_lines_set(&lines, map, boards);
  if (!straightening_run(s, &lines, path)) return false;
  return is_exact || straightening_undo_repeats(s, path, map, count);
}
