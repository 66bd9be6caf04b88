// Planned obstacles: would each start still reach its goal?
//
// Method: the obstacle is tried, not placed. Its tiles become impassable in the passable
// bits of the costmap, the question is answered, and the bits are set again. The steps of
// an answer, from the fastest to the slowest:
//
// clang-format off
//   - the vicinity (derived/component_vicinity): most obstacles cut nothing off, or only a
//     pocket of few tiles. A look at the tiles around them shows it.
//   - the component tree: the blocks around the obstacle are computed again, as after an
//     edit, and once more when the trial ends.
//   - Both give the components without the obstacle, and each start then takes a lookup:
//     different components exclude a path. Equal components that are exact prove it.
//   - A backward search from the goals decides where steps or links are one-way, and for
//     far moves, whose components are not computed again for a trial.
// clang-format on
//
// Many starts share all of this: only the lookup is done for each of them.
//
// Invariant: when a call returns, also without memory, the costmap is as before, byte by
// byte, and the components give the same answers; without memory for them they are empty,
// and the next query builds them. The revision of the grid stays the same, so no other
// derived data is repaired for a trial, and none is read during a trial.
#include <stdlib.h>

#include "astar_explain.h"
#include "base/bits.h"
#include "base/lower_bound.h"
#include "derived/component_vicinity.h"
#include "map/links.h"
#include "query/cache.h"
#include "query/field.h"
#include "query/validation.h"
#include "search/backward_search.h"

// Obstacles of up to so many positions need no memory: a building of 8 x 8 tiles.
enum { BLOCKING_FEW = MEMORY_LIMIT(64, 2) };

// A trial: the question about one obstacle.
typedef struct blocking {
  costmap map;
  derived_data *derived;
  components *components_of; // of `derived`

  // The positions that become impassable.
  uint32_t few[BLOCKING_FEW];
  uint32_t *cells; // `few`, or allocated
  uint32_t count, capacity;

  bool is_local;  // `vicinity` gives the components, otherwise `components_of`
  bool has_trial; // the component tree contains the trial
  bool has_legal; // the table of legal moves contains the trial
  bool is_exact;  // the same component: connected in both directions
  struct component_vicinity *vicinity; // of the caller

  // The goals of the present question.
  const dijkstra_source *goals; // ordered by cell
  uint32_t goal_count;
  uint64_t *numbers; // the components of passable goals, in ascending order
  uint32_t number_count, number_capacity;
  bool has_search; // `search` has begun for these goals
  backward_search search;
} blocking;

// ----------------------------------------------------------------------------- the trial

// Allocates the cells. False: out of memory.
static bool blocking_allocate(blocking *b, uint64_t count) {
  const astar_grid *grid = b->map.grid;
  b->cells = b->few;
  if (count <= BLOCKING_FEW) return true;
  b->capacity = count < grid_tiles(grid) ? (uint32_t)count : grid_tiles(grid);
  b->cells = MEMORY_ALLOCATE(&b->map.grid->memory, uint32_t, b->capacity);
  return b->cells != NULL;
}

// Makes the positions impassable that cover a tile.
static void blocking_add_tile(blocking *b, int x, int y) {
  const astar_grid *grid = b->map.grid;
  int size = b->map.rules->size;
  if (!grid_contains(grid, x, y)) return;
  for (int top = y < size ? 0 : y - size + 1; top <= y; top++) {
    for (int left = x < size ? 0 : x - size + 1; left <= x; left++) {
      if (!costmap_is_passable(&b->map, left, top)) continue;
      costmap_try_passable(&b->map, left, top, false);
      b->cells[b->count++] = grid_cell(grid, left, top);
    }
  }
}

// Computes the legal moves around the positions again.
static void blocking_update_legal(blocking *b) {
  const astar_grid *grid = b->map.grid;
  for (uint32_t i = 0; i < b->count; i++)
    costmap_try_legal(&b->map, grid_x(grid, b->cells[i]), grid_y(grid, b->cells[i]));
}

// Brings the trial into the table of legal moves. Only some answers need it.
static void blocking_try_legal(blocking *b) {
  if (!b->has_legal) blocking_update_legal(b);
  b->has_legal = true;
}

// Finds the components without the obstacle.
static astar_status blocking_decide(blocking *b) {
  components *c = b->components_of;
  b->is_exact = c->exact;
  b->is_local = true;
  if (!c->is_far &&
      component_vicinity_decide(b->vicinity, &b->map, c, b->cells, b->count))
    return ASTAR_OK;
  b->is_local = false;
  blocking_try_legal(b);
  if (c->is_far) return ASTAR_OK;
  b->has_trial = true;
  astar_status status = components_update_cells(c, &b->map, b->cells, b->count);
  b->is_exact = c->exact;
  return status;
}

// Brings the derived data up to date, and tries the obstacle. `blocking_end` must be
// called in any case.
static astar_status blocking_begin(blocking *b, astar_grid *grid,
                                   const astar_rules *rules, const astar_filter *filter,
                                   const astar_point *tiles, int tile_count) {
  astar_status status = cache_get(grid, rules, filter, NULL, &b->map, &b->derived);
  if (status != ASTAR_OK) return status;
  components *c = b->components_of = &b->derived->components;
  status = components_update(c, &b->map, NULL);
  // A backward search is likely: a table of legal moves makes it faster.
  if (status == ASTAR_OK && (c->is_far || !c->exact))
    status = costmap_ensure_legal(&b->map, NULL);
  if (status != ASTAR_OK) return status;
  uint64_t positions = (uint64_t)rules->size * (uint64_t)rules->size;
  if (!blocking_allocate(b, positions * (uint64_t)tile_count)) return ASTAR_NO_MEMORY;
  for (int i = 0; i < tile_count; i++) blocking_add_tile(b, tiles[i].x, tiles[i].y);
  return blocking_decide(b);
}

// Undoes the trial.
static void blocking_end(blocking *b, astar_grid *grid) {
  memory *m = &grid->memory;
  for (uint32_t i = 0; i < b->count; i++) {
    costmap_try_passable(&b->map, grid_x(grid, b->cells[i]), grid_y(grid, b->cells[i]),
                         true);
  }
  if (b->has_legal) blocking_update_legal(b);
  if (b->has_trial) {
    components *c = b->components_of;
    if (c->is_built) components_update_cells(c, &b->map, b->cells, b->count);
    if (!c->is_built) b->derived->prepared = 0;
  }
  if (b->capacity > 0) MEMORY_FREE(m, b->cells, b->capacity);
  MEMORY_FREE(m, b->numbers, b->number_capacity);
  backward_search_fini(&b->search, m);
}

// ----------------------------------------------------------------------------- the goals

// The component of a passable cell without the obstacle.
static uint64_t blocking_component_at(const blocking *b, uint32_t cell) {
  return b->is_local ? component_vicinity_at(b->vicinity, cell)
                     : components_at(b->components_of, cell);
}

static int blocking_compare(const void *a, const void *b) {
  uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;
  return (left > right) - (left < right);
}

// Sorts the components of the goals, and removes duplicates.
static void blocking_sort_numbers(blocking *b) {
  uint32_t kept = 0;
  qsort(b->numbers, b->number_count, sizeof *b->numbers, blocking_compare);
  for (uint32_t i = 0; i < b->number_count; i++)
    if (i == 0 || b->numbers[i] != b->numbers[kept - 1])
      b->numbers[kept++] = b->numbers[i];
  b->number_count = kept;
}

// Sets the goals of the next questions. Collects the components of those that are
// passable: most goals that follow each other have the same one. False: out of memory.
static bool blocking_set_goals(blocking *b, const dijkstra_source *list, uint32_t count) {
  b->goals = list;
  b->goal_count = count;
  b->number_count = 0;
  b->has_search = false;
  for (uint32_t i = 0; i < count; i++) {
    if (!costmap_is_cell_passable(&b->map, list[i].cell)) continue;
    uint64_t number = blocking_component_at(b, list[i].cell);
    if (b->number_count > 0 && b->numbers[b->number_count - 1] == number) continue;
    if (!MEMORY_APPEND(&b->map.grid->memory, b->numbers, b->number_capacity,
                       b->number_count, number))
      return false;
  }
  if (b->number_count > 1) blocking_sort_numbers(b);
  return true;
}

static bool blocking_is_goal(const blocking *b, uint32_t cell) {
  uint32_t i = LOWER_BOUND(b->goals, b->goal_count, dijkstra_source, cell, cell);
  return i < b->goal_count && b->goals[i].cell == cell;
}

// ---------------------------------------------------------------------------- the starts

// Whether a passable cell is in the component of a goal.
static bool blocking_is_beside_goal(const blocking *b, uint32_t cell) {
  uint64_t number = blocking_component_at(b, cell);
  return b->number_count > 0 && bsearch(&number, b->numbers, b->number_count,
                                        sizeof number, blocking_compare) != NULL;
}

// Whether a start is in the component of a goal, or one step or link leads from an
// impassable start to such a component. The table of legal moves may be older than the
// trial, so the moves are computed.
static bool blocking_touches_goal(const blocking *b, int x, int y) {
  const costmap *map = &b->map;
  uint32_t cell = grid_cell(map->grid, x, y), count;
  if (costmap_is_passable(map, x, y)) return blocking_is_beside_goal(b, cell);
  const tile_move *list = map->moves->list[costmap_parity(map, x, y)];
  uint64_t moves = costmap_compute_moves(map, x, y);
  for (; moves != 0; moves &= moves - 1) {
    uint32_t to = cell + (uint32_t)list[bits_lowest(moves)].offset;
    if (blocking_is_beside_goal(b, to)) return true;
  }
  const grid_arc *arcs = links_arcs_from(map->grid, cell, &count);
  for (uint32_t i = 0; i < count; i++) {
    if (!costmap_is_cell_passable(map, arcs[i].to)) continue;
    if (blocking_is_beside_goal(b, arcs[i].to)) return true;
  }
  return false;
}

// Searches backward from the goals, which have the same component as the cell.
static astar_status blocking_search(blocking *b, uint32_t cell) {
  if (!b->has_search) {
    blocking_try_legal(b);
    if (!backward_search_begin(&b->search, &b->map)) return ASTAR_NO_MEMORY;
    for (uint32_t i = 0; i < b->goal_count; i++)
      if (!backward_search_add_goal(&b->search, b->goals[i].cell)) return ASTAR_NO_MEMORY;
    b->has_search = true;
  }
  return backward_search_reach(&b->search, cell);
}

// Whether a path leads from a start to a goal: ASTAR_OK, ASTAR_UNREACHABLE,
// ASTAR_NO_MEMORY.
static astar_status blocking_connects(blocking *b, int x, int y) {
  if (!grid_contains(b->map.grid, x, y)) return ASTAR_UNREACHABLE;
  uint32_t cell = grid_cell(b->map.grid, x, y);
  if (blocking_is_goal(b, cell)) return ASTAR_OK;
  if (!blocking_touches_goal(b, x, y)) return ASTAR_UNREACHABLE;
  return b->is_exact ? ASTAR_OK : blocking_search(b, cell);
}

// ------------------------------------------------------------------------- the questions

static astar_status blocking_check_pair(blocking *b, const astar_pair *pair,
                                        dijkstra_source *goal) {
  if (!grid_contains(b->map.grid, pair->x2, pair->y2)) return ASTAR_UNREACHABLE;
  uint32_t cell = grid_cell(b->map.grid, pair->x2, pair->y2);
  if (b->goal_count == 0 || goal->cell != cell) {
    goal->cell = cell;
    if (!blocking_set_goals(b, goal, 1)) return ASTAR_NO_MEMORY;
  }
  return blocking_connects(b, pair->x1, pair->y1);
}

static astar_status blocking_check_pairs(blocking *b, const astar_pair *pairs, int count,
                                         int *broken) {
  dijkstra_source goal = {GRID_NO_CELL, 0};
  for (int i = 0; i < count; i++) {
    astar_status status = blocking_check_pair(b, &pairs[i], &goal);
    if (status == ASTAR_UNREACHABLE && broken != NULL) *broken = i;
    if (status != ASTAR_OK) return status;
  }
  return ASTAR_OK;
}

static astar_status blocking_check_starts(blocking *b, const astar_point *starts,
                                          int count, int *broken) {
  for (int i = 0; i < count; i++) {
    astar_status status = blocking_connects(b, starts[i].x, starts[i].y);
    if (status == ASTAR_UNREACHABLE && broken != NULL) *broken = i;
    if (status != ASTAR_OK) return status;
  }
  return ASTAR_OK;
}

// Whether a question about a list of starts or pairs is valid, and can be answered now.
static astar_status blocking_validate(const astar_grid *grid, const astar_rules *rules,
                                      const astar_filter *filter,
                                      const astar_point *tiles, int tile_count,
                                      const void *starts, int start_count) {
  if (!validation_has_rules(grid, rules, filter)) return ASTAR_INVALID;
  if (tile_count < 0 || (tiles == NULL && tile_count > 0)) return ASTAR_INVALID;
  if (start_count < 0 || (starts == NULL && start_count > 0)) return ASTAR_INVALID;
  return grid->busy > 0 ? ASTAR_BUSY : ASTAR_OK;
}

astar_status astar_can_block(astar_grid *grid, const astar_rules *rules,
                             const astar_filter *filter, const astar_point *tiles,
                             int tile_count, const astar_pair *pairs, int pair_count,
                             int *broken) {
  astar_status status =
      blocking_validate(grid, rules, filter, tiles, tile_count, pairs, pair_count);
  if (status != ASTAR_OK) return status;
  component_vicinity vicinity;
  blocking b = {.vicinity = &vicinity};
  status = blocking_begin(&b, grid, rules, filter, tiles, tile_count);
  if (status == ASTAR_OK) status = blocking_check_pairs(&b, pairs, pair_count, broken);
  blocking_end(&b, grid);
  return status;
}

astar_status astar_can_block_field(astar_grid *grid, const astar_rules *rules,
                                   const astar_filter *filter, const astar_point *tiles,
                                   int tile_count, const astar_field *field,
                                   const astar_point *starts, int start_count,
                                   int *broken) {
  astar_status status =
      blocking_validate(grid, rules, filter, tiles, tile_count, starts, start_count);
  if (status == ASTAR_INVALID || LIVE(field) == NULL || !field_has_goals_on(field, grid))
    return ASTAR_INVALID;
  if (status != ASTAR_OK) return status;
  uint32_t count;
  const dijkstra_source *list = field_goals(field, &count);
  component_vicinity vicinity;
  blocking b = {.vicinity = &vicinity};
  status = blocking_begin(&b, grid, rules, filter, tiles, tile_count);
  if (status == ASTAR_OK && !blocking_set_goals(&b, list, count))
    status = ASTAR_NO_MEMORY;
  if (status == ASTAR_OK) status = blocking_check_starts(&b, starts, start_count, broken);
  blocking_end(&b, grid);
  return status;
}
