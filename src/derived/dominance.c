// Finds which moves are dominated, and keeps the result per pattern.
//
// Idea: jump point search prunes moves where all tiles cost the same. The same reasoning
// holds for any costs, if the compared paths are evaluated with their true costs (M.
// Carlson, S. K. Moghadam, D. D. Harabor, P. J. Stuckey and M. Ebrahimi, "Optimal
// pathfinding on weighted grid maps", 2023). A path enters the middle tile x from p and
// continues to y. It is compared with all paths of one or two steps from p to y that
// avoid x:
//
// clang-format off
//     . m y      p to y by m instead of x. The steps are legal or not by the same corner
//     p x .      rule; their costs are those of the tiles entered (m and y against x and
//     . . .      y).
// clang-format on
//
// The move to y is dominated if such a path costs less, or costs the same and comes first
// in a fixed order: fewer steps, then fewer diagonal steps, then the rank of its first
// step (diagonal before vertical before horizontal). In a uniform neighborhood the moves
// that are left are the canonical moves of jump point search.
//
// Ours differs: the paper applies its pruning rules to the tiles around each node of a
// search. Here the result is stored per pattern and shared by all tiles that have it, by
// all searches, and by fields, which search against the direction of movement.
//
// Invariant: every tile that a search can reach has a cheapest path without dominated
// moves. Proof: of all cheapest paths take the first one in the order (cost, number of
// steps, number of diagonal steps, ranks of its steps from the start on). If one of its
// moves was dominated, replacing the two steps by the better path would give a path that
// comes before it. This needs comparisons of costs without rounding errors: otherwise
// three paths could dominate each other in a circle. A sum of two doubles is compared
// exactly, as a rounded sum and its rounding error (D. E. Knuth, "The Art of Computer
// Programming", volume 2, section 4.2.2). The search must expand a tile for each
// direction in which a path of equal cost enters it: only one of these paths may be the
// one of the proof.
//
// Positions, not tiles: a larger mover covers several tiles, and the cost class of a
// position is that of its most expensive tile. Penalties and closed edges differ from
// tile to tile, so a pattern near them has flags and keeps all legal moves except back.
//
// A map has few patterns, unless its costs are random tile by tile: then nearly every
// tile has its own. The indexes grow to 4 bytes when 2 are not enough, and stay so. Edits
// leave patterns that no tile has; when there are more patterns than tiles and than 2
// bytes can number, the table is emptied and filled again. Indexes are numbers without
// meaning of their own, so nothing that a search reads depends on this. The moves of a
// pattern are filled for one direction at a time: on random costs a pattern is entered in
// one or two directions.
#include "derived/dominance.h"

#include <math.h>
#include <string.h>

#include "map/footprint.h"

// The number of indexes that 2 bytes can hold.
enum { DOMINANCE_NARROW = MEMORY_LIMIT(65536, 8) };

// Cells that are zeroed per portion, and what a portion takes from a budget [tiles].
enum { DOMINANCE_PORTION = 32768, DOMINANCE_PORTION_WORK = DOMINANCE_PORTION / 8 };

// -------------------------------------------------------------------------- comparisons

// Two steps: their costs, and the place of the path in the fixed order among paths of
// equal cost. Lower comes first.
typedef struct dominance_path {
  double first, second; ///< `second` is 0 for a path of one step
  int order;
} dominance_path;

// The place of a path of two steps: fewer diagonal steps first; then diagonal before
// straight; then vertical before horizontal. A path of one step has order -1.
static int dominance_order(int first, int second) {
  int diagonals = (first >= 4) + (second >= 4);
  int group = first >= 4 ? 0 : direction_dx[first] == 0 ? 1 : 2;
  return diagonals * 4 * DIRECTIONS + group * DIRECTIONS + first;
}

// What rounding removes from the sum of two costs.
static double dominance_error(double a, double b) {
  double sum = a + b, part = sum - a;
  return (a - (sum - part)) + (b - part);
}

// Whether a path comes before another one: it costs less, or the same and has the lower
// order. Sums are compared without rounding errors.
static bool dominance_is_before(const dominance_path *a, const dominance_path *b) {
  double sum = a->first + a->second, other = b->first + b->second;
  if (sum < other || sum > other) return sum < other;
  double error = dominance_error(a->first, a->second);
  double other_error = dominance_error(b->first, b->second);
  if (error < other_error || error > other_error) return error < other_error;
  return a->order < b->order;
}

// ------------------------------------------------------------------------------ patterns

// The neighborhood that is evaluated.
typedef struct dominance_local {
  const uint8_t *steps; ///< legal steps from each position
  double straight[9];   ///< the cost of a straight step into each position
  double diagonal[9];
  bool backward; ///< the search goes against the direction of movement: the mover enters
                 ///< the position where a step of the search begins
} dominance_local;

// The cost of a step in the order of the search.
static double dominance_step(const dominance_local *l, int from, int to, int direction) {
  int entered = l->backward ? from : to;
  return direction < 4 ? l->straight[entered] : l->diagonal[entered];
}

// Finds the best path of one or two steps from a position to each other one that avoids
// the middle. Positions without such a path keep an infinite cost.
static void dominance_find_paths(const dominance_local *l, int from,
                                 dominance_path best[9]) {
  for (int i = 0; i < 9; i++) best[i] = (dominance_path){INFINITY, 0, 0};
  for (unsigned firsts = l->steps[from]; firsts != 0; firsts &= firsts - 1) {
    int first = bits_lowest(firsts), over = rules_local_neighbor[from][first];
    if (over == 4) continue;
    dominance_path path = {dominance_step(l, from, over, first), 0, -1};
    if (dominance_is_before(&path, &best[over])) best[over] = path;
    for (unsigned seconds = l->steps[over]; seconds != 0; seconds &= seconds - 1) {
      int second = bits_lowest(seconds), to = rules_local_neighbor[over][second];
      if (to == 4 || to == from) continue;
      path.second = dominance_step(l, over, to, second);
      path.order = dominance_order(first, second);
      if (dominance_is_before(&path, &best[to])) best[to] = path;
    }
  }
}

// The moves from the middle that are not dominated after a step in direction `arrival`.
static uint8_t dominance_moves_after(const dominance_local *l, int arrival) {
  int from = rules_local_neighbor[4][direction_reverse[arrival]];
  dominance_path best[9], path = {dominance_step(l, from, 4, arrival), 0, 0};
  uint8_t moves = 0;
  dominance_find_paths(l, from, best);
  for (unsigned left = l->steps[4]; left != 0; left &= left - 1) {
    int move = bits_lowest(left), to = rules_local_neighbor[4][move];
    if (to == from) continue;
    path.second = dominance_step(l, 4, to, move);
    path.order = dominance_order(arrival, move);
    if (!dominance_is_before(&best[to], &path)) moves |= (uint8_t)(1 << move);
  }
  return moves;
}

// The legal moves of a pattern that are not dominated. Flags, and a mover that began at
// an impassable position, keep all moves.
static uint8_t dominance_kept_moves(const costmap *map, const dominance_pattern *pattern,
                                    int arrival, bool backward) {
  const double *cost = map->moves->class_cost;
  int diagonal = map->moves->count == DIRECTIONS ? 4 : 0, around = 0;
  dominance_local l = {.backward = backward};
  if (pattern->flags != 0 || arrival >= map->moves->count ||
      pattern->neighbor[direction_reverse[arrival]] == 0)
    return pattern->legal & (uint8_t) ~(1 << direction_reverse[arrival]);
  for (int i = 0; i <= DIRECTIONS; i++) {
    int at = i < DIRECTIONS ? rules_local_neighbor[4][i] : 4;
    uint8_t entered = i < DIRECTIONS ? pattern->neighbor[i] : pattern->center;
    l.straight[at] = cost[entered];
    l.diagonal[at] = cost[diagonal * 256 + entered];
    around |= (entered != 0) << at;
  }
  l.steps = map->rules->local_steps[around];
  return dominance_moves_after(&l, arrival);
}

uint8_t dominance_fill(dominance *d, const costmap *map, uint32_t index, int direction,
                       bool backward) {
  return d->moves[backward][index].after[direction] =
             dominance_kept_moves(map, &d->patterns[index], direction, backward);
}

// --------------------------------------------------------------------------------- table

static uint32_t dominance_hash(const dominance_pattern *pattern) {
  uint64_t low;
  memcpy(&low, pattern->neighbor, sizeof low);
  uint64_t hash =
      low * UINT64_C(0x9e3779b97f4a7c15) ^
      (uint64_t)(pattern->center << 2 | pattern->flags) * UINT64_C(0xc2b2ae3d27d4eb4f);
  hash ^= hash >> 29;
  return (uint32_t)(hash * UINT64_C(0xbf58476d1ce4e5b9) >> 32);
}

// The slot of a pattern, or the free slot where it would be inserted.
static uint32_t dominance_slot(const dominance *d, const dominance_pattern *pattern) {
  // Classes and flags are the first bytes of a pattern, without padding.
  enum { KEY_BYTES = DIRECTIONS + 2 };
  uint32_t mask = d->slot_count - 1, slot = dominance_hash(pattern) & mask;
  while (d->slots[slot] != 0 &&
         memcmp(&d->patterns[d->slots[slot]], pattern, KEY_BYTES) != 0)
    slot = (slot + 1) & mask;
  return slot;
}

// Doubles the hash table. False: out of memory.
static bool dominance_grow_slots(dominance *d, memory *m) {
  uint32_t wanted = d->slot_count == 0 ? MEMORY_LIMIT(256, 2) : 2 * d->slot_count;
  uint32_t *slots = MEMORY_NEW(m, uint32_t, wanted);
  if (slots == NULL) return false;
  MEMORY_FREE(m, d->slots, d->slot_count);
  d->slots = slots;
  d->slot_count = wanted;
  for (uint32_t i = 1; i < d->count; i++)
    d->slots[dominance_slot(d, &d->patterns[i])] = i;
  return true;
}

// Makes room for one more pattern in all lists; at most half of the slots are used.
// False: out of memory.
static bool dominance_reserve(dominance *d, memory *m) {
  uint32_t count = d->count + 1;
  return (2 * count <= d->slot_count || dominance_grow_slots(d, m)) &&
         MEMORY_RESERVE(m, d->patterns, d->pattern_capacity, count) &&
         MEMORY_RESERVE(m, d->moves[0], d->move_capacity[0], count) &&
         MEMORY_RESERVE(m, d->moves[1], d->move_capacity[1], count);
}

// Adds a pattern to the lists, which have room. Returns its index.
static uint32_t dominance_add(dominance *d, const dominance_pattern *pattern) {
  uint32_t index = d->count++;
  d->patterns[index] = *pattern;
  for (int i = 0; i < 2; i++)
    memset(&d->moves[i][index], DOMINANCE_NOT_FILLED, sizeof *d->moves[i]);
  return index;
}

// Notes that the indexes of some rows may be unknown.
static void dominance_extend_unknown(dominance *d, int top, int bottom) {
  if (d->unknown_top >= d->unknown_bottom) {
    d->unknown_top = top;
    d->unknown_bottom = bottom;
  }
  if (top < d->unknown_top) d->unknown_top = top;
  if (bottom > d->unknown_bottom) d->unknown_bottom = bottom;
}

// Makes all indexes unknown.
static void dominance_forget_all(dominance *d, const astar_grid *grid) {
  size_t tiles = grid_tiles(grid);
  if (d->index != NULL) memset(d->index, 0, tiles * sizeof *d->index);
  if (d->wide_index != NULL) memset(d->wide_index, 0, tiles * sizeof *d->wide_index);
  dominance_extend_unknown(d, 0, grid->height);
}

// Makes room in the indexes for one more pattern: widens them when 2 bytes are not
// enough, and then forgets all patterns when there are more than tiles. False: out of
// memory.
static bool dominance_make_room(dominance *d, astar_grid *grid) {
  memory *m = &grid->memory;
  size_t tiles = grid_tiles(grid);
  if (d->index != NULL && d->count >= DOMINANCE_NARROW) {
    d->wide_index = MEMORY_NEW(m, uint32_t, tiles);
    if (d->wide_index == NULL) return false;
    MEMORY_FREE(m, d->index, tiles);
    d->index = NULL;
  }
  if (d->count < DOMINANCE_NARROW || d->count <= tiles) return true;
  dominance_forget_all(d, grid);
  memset(d->slots, 0, d->slot_count * sizeof *d->slots);
  d->count = 1;
  d->full_count = 0;
  return true;
}

// The classes and the flags of the neighborhood of a tile.
static dominance_pattern dominance_read(const costmap *map, int x, int y) {
  unsigned around = costmap_neighborhood(map, x, y);
  dominance_pattern pattern = {
      .center = costmap_class_where(map, x, y, (around >> 4 & 1) != 0)};
  for (int d = 0; d < DIRECTIONS; d++) {
    int dx = direction_dx[d], dy = direction_dy[d];
    bool is_passable = (around >> (4 + 3 * dy + dx) & 1) != 0;
    pattern.neighbor[d] = costmap_class_where(map, x + dx, y + dy, is_passable);
  }
  if (costmap_has_penalties(map) || costmap_has_edges(map)) {
    int size = map->rules->size;
    for (int row = y - 1; row <= y + size; row++) {
      for (int column = x - 1; column <= x + size; column++) {
        if (!grid_contains(map->grid, column, row)) continue;
        uint32_t cell = grid_cell(map->grid, column, row);
        if (costmap_penalty(map, cell) > 0) pattern.flags |= DOMINANCE_PENALTIES;
        if (costmap_has_edges(map) && map->grid->closed[cell] != 0)
          pattern.flags |= DOMINANCE_EDGES;
      }
    }
  }
  pattern.legal = map->rules->legal[around];
  return pattern;
}

static void dominance_put(dominance *d, uint32_t cell, uint32_t index) {
  if (d->index != NULL)
    d->index[cell] = (uint16_t)index;
  else
    d->wide_index[cell] = index;
}

uint32_t dominance_find(dominance *d, const costmap *map, int x, int y) {
  astar_grid *grid = map->grid;
  dominance_pattern pattern = dominance_read(map, x, y);
  if (!dominance_make_room(d, grid) || !dominance_reserve(d, &grid->memory)) return 0;
  uint32_t slot = dominance_slot(d, &pattern), cell = grid_cell(grid, x, y);
  if (d->slots[slot] == 0) d->slots[slot] = dominance_add(d, &pattern);
  dominance_put(d, cell, d->slots[slot]);
  return d->slots[slot];
}

// ------------------------------------------------------------------------------ complete

// The work to find the pattern of a tile, and to fill the moves of a pattern, in units of
// the work to fill a passable bit.
enum { DOMINANCE_FIND_WORK = 16, DOMINANCE_FILL_WORK = 512 };

// Finds the unknown indexes of a row. It ends early when one more pattern would widen the
// indexes. False: out of memory.
static bool dominance_find_row(dominance *d, const costmap *map, int y) {
  uint32_t cell = grid_cell(map->grid, 0, y);
  for (int x = 0; x < map->grid->width; x++, cell++) {
    if (d->index[cell] != 0) continue;
    if (d->count >= DOMINANCE_NARROW) return true;
    if (dominance_find(d, map, x, y) == 0) return false;
  }
  return true;
}

astar_status dominance_complete(dominance *d, const costmap *map, budget *b) {
  if (d->index == NULL) return ASTAR_OK; // they were widened
  for (; d->unknown_top < d->unknown_bottom; d->unknown_top++) {
    if (d->count >= DOMINANCE_NARROW) return ASTAR_OK;
    if (!budget_take(b, DOMINANCE_FIND_WORK * map->grid->width)) return ASTAR_RUNNING;
    if (!dominance_find_row(d, map, d->unknown_top)) return ASTAR_NO_MEMORY;
    if (d->count >= DOMINANCE_NARROW) return ASTAR_OK;
  }
  for (; d->full_count < d->count; d->full_count++) {
    if (!budget_take(b, DOMINANCE_FILL_WORK)) return ASTAR_RUNNING;
    for (int i = 0; i < 2 * DIRECTIONS && d->full_count > 0; i++)
      dominance_moves_of(d, map, d->full_count, i / 2, i % 2 != 0);
  }
  return ASTAR_OK;
}

// ---------------------------------------------------------------------------------- life

bool dominance_is_suited(const costmap *map) {
  return map->grid->layout == ASTAR_SQUARE && map->rules->is_standard &&
         map->rules->pair_costs == NULL && map->moves->count > 0 &&
         map->moves->class_count < 256;
}

void dominance_fini(dominance *d, astar_grid *grid) {
  memory *m = &grid->memory;
  MEMORY_FREE(m, d->index, grid_tiles(grid));
  MEMORY_FREE(m, d->wide_index, grid_tiles(grid));
  MEMORY_FREE(m, d->patterns, d->pattern_capacity);
  for (int i = 0; i < 2; i++) MEMORY_FREE(m, d->moves[i], d->move_capacity[i]);
  MEMORY_FREE(m, d->slots, d->slot_count);
  memset(d, 0, sizeof *d);
}

// Makes the indexes of an area unknown.
static void dominance_forget(dominance *d, const astar_grid *grid, tile_area area) {
  dominance_extend_unknown(d, area.top, area.bottom);
  for (int y = area.top; y < area.bottom; y++)
    for (int x = area.left; x < area.right; x++)
      dominance_put(d, grid_cell(grid, x, y), 0);
}

// Allocates the indexes, and makes them unknown within the budget. False: out of memory,
// or the budget is used up.
static bool dominance_prepare(dominance *d, astar_grid *grid, budget *b) {
  size_t tiles = grid_tiles(grid);
  if (d->index == NULL && d->wide_index == NULL) {
    d->index = MEMORY_ALLOCATE(&grid->memory, uint16_t, tiles);
    if (d->index == NULL) return false;
    d->count = 1;
    d->ready_cells = 0;
    d->revision = grid->revision;
    dominance_extend_unknown(d, 0, grid->height);
  }
  while (d->ready_cells < tiles) {
    if (!budget_take(b, DOMINANCE_PORTION_WORK)) return false;
    size_t count = tiles - d->ready_cells;
    if (count > DOMINANCE_PORTION) count = DOMINANCE_PORTION;
    if (d->index != NULL)
      memset(d->index + d->ready_cells, 0, count * sizeof *d->index);
    else
      memset(d->wide_index + d->ready_cells, 0, count * sizeof *d->wide_index);
    d->ready_cells += count;
  }
  return true;
}

// Makes the indexes around the edits since the last update unknown.
static void dominance_apply(dominance *d, const costmap *map) {
  const astar_grid *grid = map->grid;
  const astar_filter *filter = &map->tiles->filter;
  uint32_t tiles = grid_tiles(grid);
  repair_scope scope = {map->rules, filter, CHANGE_ALL};
  const grid_change *change;
  if (!repair_is_worth(grid, &scope, d->revision, REPAIR_TILES, tiles / 2 + 1)) {
    d->ready_cells = 0;
    d->revision = grid->revision;
    dominance_extend_unknown(d, 0, grid->height);
  }
  while ((change = repair_next(grid, &scope, &d->revision)) != NULL)
    dominance_forget(d, grid, repair_affected_area(grid, map->rules, change));
}

astar_status dominance_update(dominance *d, const costmap *map, budget *b) {
  astar_grid *grid = map->grid;
  bool has_indexes = d->index != NULL || d->wide_index != NULL;
  repair_skip(grid, &map->tiles->filter, &d->revision);
  if (has_indexes && d->revision != grid->revision) {
    if (budget_is_empty(b)) return ASTAR_RUNNING;
    dominance_apply(d, map);
  }
  if (dominance_prepare(d, grid, b)) return ASTAR_OK;
  has_indexes = d->index != NULL || d->wide_index != NULL;
  return has_indexes ? ASTAR_RUNNING : ASTAR_NO_MEMORY;
}
