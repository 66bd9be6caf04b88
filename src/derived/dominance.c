// Finds which moves are dominated, and keeps the result per pattern.
//
// Idea: jump point search prunes moves where all tiles cost the same. The same reasoning
// holds for any costs, if the compared paths are evaluated with their true costs (M.
// Carlson, D. Harabor and P. Stuckey, "Pathfinding with weighted jump points", 2023). A
// path enters the middle tile x from p and continues to y. It is compared with all paths
// of one or two steps from p to y that avoid x:
//
// clang-format off
//     m . y      p to y by m instead of x. The steps are legal or not by the same corner
//     p x .      rule; their costs are those of the tiles entered (m and y against x and
//     . . .      y).
// clang-format on
//
// The move to y is dominated if such a path costs less, or costs the same and comes first
// in a fixed order: fewer steps, then fewer diagonal steps, then the rank of its first
// step (diagonal before straight; without diagonals vertical before horizontal). On
// uniform ground the moves that are left are the canonical moves of jump point search.
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
// tile to tile, so a pattern near them has flags and keeps all legal moves.
//
// The table of patterns can hold 65535. When it is full, it is emptied and filled again:
// indexes are numbers without meaning of their own, so nothing that a search reads
// depends on it.
#include "derived/dominance.h"

#include <string.h>

#include "base/bits.h"
#include "map/footprint.h"
#include "map/journal.h"

// The maximum number of patterns, counting the unused index 0.
enum { DOMINANCE_MAX = MEMORY_LIMIT(65536, 8) };

// The cells of `index` that are allocated and zeroed per tile of a budget.
enum { DOMINANCE_CELLS_PER_TILE = 8 };

// -------------------------------------------------------------------------- comparisons

// The exact sum of two costs: `sum` is the rounded sum, `error` what rounding removed.
typedef struct dominance_sum {
  double sum, error;
} dominance_sum;

static dominance_sum dominance_add(double a, double b) {
  double sum = a + b, part = sum - a;
  return (dominance_sum){sum, (a - (sum - part)) + (b - part)};
}

// Negative, 0 or positive: a is less than, equal to or greater than b.
static int dominance_compare(dominance_sum a, dominance_sum b) {
  if (a.sum < b.sum || a.sum > b.sum) return a.sum < b.sum ? -1 : 1;
  return (a.error > b.error) - (a.error < b.error);
}

// The rank of a first step among paths of equal cost: diagonal steps first; vertical
// before horizontal.
static int dominance_rank(int direction) {
  int group = direction >= 4 ? 0 : direction_dx[direction] == 0 ? 1 : 2;
  return group * DIRECTIONS + direction;
}

// ------------------------------------------------------------------------------ patterns

// The neighborhood that is evaluated. Positions are numbered row by row; 4 is the middle.
typedef struct dominance_local {
  const costmap *map;
  uint8_t classes[9];
  uint8_t steps[9]; ///< legal steps from each position
  bool backward;
} dominance_local;

// The cost of the step from one position to the next in the order of the search.
// Backward, the mover makes the step in reverse: it enters the first position.
static double dominance_step(const dominance_local *l, int from, int to, int direction) {
  uint8_t entered = l->classes[l->backward ? from : to];
  return l->map->moves->class_cost[direction * 256 + entered];
}

static bool dominance_has_step(const dominance_local *l, int from, int direction) {
  return (l->steps[from] >> direction & 1) != 0;
}

// Two steps from position `from`: over `over` to `to`.
static dominance_sum dominance_two_steps(const dominance_local *l, int from, int over,
                                         int to, int first, int second) {
  return dominance_add(dominance_step(l, from, over, first),
                       dominance_step(l, over, to, second));
}

// Whether the path of directions `first`, `second` comes before the path of directions
// `arrival`, `move`, both of equal cost, in the fixed order.
static bool dominance_is_before(int first, int second, int arrival, int move) {
  int diagonals = (first >= 4) + (second >= 4), others = (arrival >= 4) + (move >= 4);
  if (diagonals != others) return diagonals < others;
  return dominance_rank(first) < dominance_rank(arrival);
}

// Whether a path from `from` that avoids the middle makes the step from the middle to
// `to` unnecessary.
static bool dominance_is_dominated(const dominance_local *l, int from, int to,
                                   int arrival, int move) {
  dominance_sum through = dominance_two_steps(l, from, 4, to, arrival, move);
  for (int first = 0; first < l->map->moves->count; first++) {
    if (!dominance_has_step(l, from, first)) continue;
    int over = rules_local_neighbor(from, first);
    if (over == 4) continue;
    if (over == to) { // one step: preferred at equal cost
      dominance_sum direct = {dominance_step(l, from, to, first), 0};
      if (dominance_compare(direct, through) <= 0) return true;
      continue;
    }
    int second = rules_local_direction(over, to);
    if (second < 0 || !dominance_has_step(l, over, second)) continue;
    int order =
        dominance_compare(dominance_two_steps(l, from, over, to, first, second), through);
    if (order < 0 || (order == 0 && dominance_is_before(first, second, arrival, move))) {
      return true;
    }
  }
  return false;
}

// The moves from the middle that are not dominated after a step in direction `arrival`. A
// mover that began at an impassable position keeps all moves.
static uint8_t dominance_moves_after(const dominance_local *l, int arrival) {
  int from = rules_local_neighbor(4, direction_reverse[arrival]);
  if (l->classes[from] == 0) return l->steps[4];
  uint8_t moves = 0;
  for (int move = 0; move < l->map->moves->count; move++) {
    int to = rules_local_neighbor(4, move);
    if (!dominance_has_step(l, 4, move) || to == from) continue;
    if (!dominance_is_dominated(l, from, to, arrival, move))
      moves |= (uint8_t)(1 << move);
  }
  return moves;
}

static dominance_local
dominance_get_local(const costmap *map, const dominance_pattern *pattern, bool backward) {
  dominance_local l = {.map = map, .backward = backward};
  int around = 0;
  l.classes[4] = pattern->center;
  for (int d = 0; d < DIRECTIONS; d++) {
    l.classes[rules_local_neighbor(4, d)] = pattern->neighbor[d];
  }
  for (int i = 0; i < 9; i++) around |= (l.classes[i] != 0) << i;
  rules_local_steps(map->rules, around, l.steps);
  return l;
}

// Fills the moves of a pattern from its classes and flags. (`backward` only when it is
// read: most patterns are never used by a search from a goal.)
static void dominance_fill_forward(const costmap *map, dominance_pattern *pattern) {
  dominance_local l = dominance_get_local(map, pattern, false);
  pattern->legal = l.steps[4];
  for (int d = 0; d < DIRECTIONS; d++) {
    bool prunes = pattern->flags == 0 && d < map->moves->count;
    pattern->forward[d] = prunes ? dominance_moves_after(&l, d) : 0xff;
  }
}

void dominance_fill_backward(dominance *d, const costmap *map,
                             const dominance_pattern *pattern) {
  dominance_pattern *own = &d->patterns[pattern - d->patterns];
  dominance_local l = dominance_get_local(map, pattern, true);
  for (int i = 0; i < DIRECTIONS; i++) {
    bool prunes = own->flags == 0 && i < map->moves->count;
    own->backward[i] = prunes ? dominance_moves_after(&l, i) : 0xff;
  }
  own->has_backward = true;
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
         memcmp(&d->patterns[d->slots[slot]], pattern, KEY_BYTES) != 0) {
    slot = (slot + 1) & mask;
  }
  return slot;
}

// Doubles the hash table. False: out of memory.
static bool dominance_grow_slots(dominance *d, memory *m) {
  uint32_t wanted = d->slot_count == 0 ? MEMORY_LIMIT(256, 2) : 2 * d->slot_count;
  uint16_t *slots = (uint16_t *)memory_new(m, wanted * sizeof *slots);
  if (slots == NULL) return false;
  memory_free(m, d->slots, d->slot_count * sizeof *d->slots);
  d->slots = slots;
  d->slot_count = wanted;
  for (uint32_t i = 1; i < d->count; i++) {
    d->slots[dominance_slot(d, &d->patterns[i])] = (uint16_t)i;
  }
  return true;
}

// Makes room for one more pattern; at most half of the slots are used. False: out of
// memory.
static bool dominance_reserve(dominance *d, memory *m) {
  if (2 * (d->count + 1) > d->slot_count && !dominance_grow_slots(d, m)) return false;
  return memory_reserve(m, (void **)&d->patterns, &d->capacity, d->count + 1,
                        sizeof *d->patterns);
}

// Forgets all patterns, and the indexes that refer to them.
static void dominance_clear(dominance *d, const astar_grid *grid) {
  memset(d->index, 0, grid_tiles(grid) * sizeof *d->index);
  if (d->slots != NULL) memset(d->slots, 0, d->slot_count * sizeof *d->slots);
  d->count = 1;
}

// The cost class of a position. `passable` is its bit in the neighborhood.
static uint8_t dominance_class(const costmap *map, unsigned passable, int x, int y) {
  if (passable == 0) return 0;
  if (map->rules->size > 1) return costmap_compute_class(map, x, y);
  return map->moves->cost_class_of[map->grid->terrain[grid_cell(map->grid, x, y)]];
}

// The classes and the flags of the neighborhood of a tile.
static dominance_pattern dominance_read(const costmap *map, int x, int y) {
  unsigned around = costmap_neighborhood(map, x, y);
  dominance_pattern pattern = {.center = dominance_class(map, around >> 4 & 1, x, y)};
  for (int d = 0; d < DIRECTIONS; d++) {
    int dx = direction_dx[d], dy = direction_dy[d];
    unsigned passable = around >> (4 + 3 * dy + dx) & 1;
    pattern.neighbor[d] = dominance_class(map, passable, x + dx, y + dy);
  }
  if (costmap_has_penalties(map) || map->grid->closed_count > 0) {
    int size = map->rules->size;
    for (int row = y - 1; row <= y + size; row++) {
      for (int column = x - 1; column <= x + size; column++) {
        if (!grid_contains(map->grid, column, row)) continue;
        uint32_t cell = grid_cell(map->grid, column, row);
        if (costmap_penalty(map, cell) > 0) pattern.flags |= DOMINANCE_PENALTIES;
        if (map->grid->closed_count > 0 && map->grid->closed[cell] != 0) {
          pattern.flags |= DOMINANCE_EDGES;
        }
      }
    }
  }
  return pattern;
}

const dominance_pattern *dominance_find(dominance *d, const costmap *map, int x, int y) {
  memory *m = &map->grid->memory;
  dominance_pattern pattern = dominance_read(map, x, y);
  if (d->count >= DOMINANCE_MAX) dominance_clear(d, map->grid);
  if (!dominance_reserve(d, m)) return NULL;
  uint32_t slot = dominance_slot(d, &pattern), i = d->slots[slot];
  if (i == 0) {
    i = d->count++;
    dominance_fill_forward(map, &pattern);
    d->patterns[i] = pattern;
    d->slots[slot] = (uint16_t)i;
  }
  d->index[grid_cell(map->grid, x, y)] = (uint16_t)i;
  return &d->patterns[i];
}

// ---------------------------------------------------------------------------------- life

bool dominance_is_suited(const costmap *map) {
  return map->grid->layout == ASTAR_SQUARE && map->rules->is_standard &&
         map->rules->pair_costs == NULL && map->moves->count > 0 &&
         map->moves->class_count < 256;
}

void dominance_fini(dominance *d, astar_grid *grid) {
  memory *m = &grid->memory;
  memory_free(m, d->index, grid_tiles(grid) * sizeof *d->index);
  memory_free(m, d->patterns, d->capacity * sizeof *d->patterns);
  memory_free(m, d->slots, d->slot_count * sizeof *d->slots);
  memset(d, 0, sizeof *d);
}

// Resets the indexes of the tiles that a change affects.
static void dominance_forget(dominance *d, const astar_grid *grid, tile_area area) {
  size_t width = (size_t)(area.right - area.left);
  for (int y = area.top; y < area.bottom; y++) {
    memset(d->index + grid_cell(grid, area.left, y), 0, width * sizeof *d->index);
  }
}

astar_status dominance_update(dominance *d, const costmap *map, budget *b) {
  astar_grid *grid = map->grid;
  const astar_filter *filter = &map->tiles->filter;
  size_t tiles = grid_tiles(grid);
  if (d->index == NULL) {
    if (!budget_take(b, (int64_t)(tiles / DOMINANCE_CELLS_PER_TILE))) {
      return ASTAR_RUNNING;
    }
    d->index = (uint16_t *)memory_new(&grid->memory, tiles * sizeof *d->index);
    if (d->index == NULL) return ASTAR_NO_MEMORY;
    d->count = 1;
    d->revision = grid->revision;
  }
  repair_skip(grid, filter, &d->revision);
  if (d->revision == grid->revision) return ASTAR_OK;
  if (b->tiles <= 0) return ASTAR_RUNNING;
  repair_scope scope = {map->rules, filter, true};
  if (!repair_is_worth(grid, &scope, d->revision, REPAIR_TILES, tiles / 2 + 1)) {
    memset(d->index, 0, tiles * sizeof *d->index);
    d->revision = grid->revision;
  }
  for (; d->revision < grid->revision; d->revision++) {
    const grid_change *change = journal_change_after(grid, d->revision);
    if (journal_concerns(filter, change->subject)) {
      dominance_forget(d, grid, repair_affected_area(grid, map->rules, change));
    }
  }
  return ASTAR_OK;
}
