// A* with canonical moves, in integers, with 4 bytes of state per tile.
//
// On a map where all tiles cost the same, many paths have equal cost: the same steps in
// different order. From a tile that was entered by a step, only the natural and forced
// neighbors of jump point search are generated (N. R. Sturtevant and S. Rabin, "Canonical
// orderings on grids", 2016; search/jump_points.c draws them, map/rules.c computes them).
// So most tiles are generated once. In the open, jump point search expands far fewer
// nodes. Where obstacles are dense, nearly every jump ends after one or two steps, and a
// step costs less here than a jump there: no node is stored, because a tile is found by
// its cell, and its parent by the direction in which it was entered.
//
// The state of a cell:
//
//      31                    5   4     3        0
//      [ g                   ] [ c ] [ arrival  ]     g: cost from the start [units]
//                                                     c: closed (expanded)
//      all ones: not generated in this search         arrival: the direction of the step
//                                                     that entered it; 8: the start
//
// Costs are integers: rules express a straight and a diagonal step in whole units. The
// open list is a ring of buckets of 2^shift units of f (R. B. Dial, "Algorithm 360:
// Shortest-path forest with topological ordering", 1969). The heuristic is consistent, so
// that f never decreases, and a step increases f by less than the ring is wide. A bucket
// is not sorted: a tile may be expanded before its cheapest path is found, and is then
// generated and expanded again. The search ends when no f below the cost of the path is
// left.
//
// Between two searches only rows with changed cells are cleared, from the first to the
// last changed column: a short search on a large map begins fast. A search changes the
// cells of the tiles that it expands and of their neighbors:
//
//      row above        - - - -        the cells that are cleared in a row: one more than
//      expanded       - - x x - -      the expanded columns of this row, of the row above
//      row below        - - - -        and of the row below
//
// Invariant: at the end the parents form a cheapest path, since the g of each tile on it
// is at least that of its parent plus the step.
#include "search/canonical_astar.h"

#include <stdlib.h>
#include <string.h>

#include "base/bits.h"

enum {
  CANONICAL_ASTAR_DIRECTION = 15,  // the bits of the direction of arrival
  CANONICAL_ASTAR_CLOSED = 1 << 4, // the bit of expanded tiles
  CANONICAL_ASTAR_COST_SHIFT = 5,  // the lowest bit of g
  CANONICAL_ASTAR_PORTION = 32768, // cells that are initialized per portion of a budget
  CANONICAL_ASTAR_NO_COLUMN = 1 << 15 // right of all columns: `left` of an unchanged row
};

// The state of a cell that is not generated: its g is above all others.
#define CANONICAL_ASTAR_UNKNOWN UINT32_MAX

// Tiles with a higher g are not expanded [units]: the g of their neighbors would not fit
// the 27 bits of a state.
#define CANONICAL_ASTAR_MAX_G                                                            \
  ((UINT32_C(1) << MEMORY_LIMIT(27, 19)) - 2 * RULES_MAX_UNITS)

// -------------------------------------------------------------------------------- life

void canonical_astar_fini(canonical_astar *a, astar_grid *grid) {
  memory *m = &grid->memory;
  MEMORY_FREE(m, a->cells, grid_tiles(grid));
  MEMORY_FREE(m, a->rows, (size_t)grid->height);
  for (int i = 0; i < CANONICAL_ASTAR_BUCKETS; i++) {
    canonical_astar_bucket *bucket = &a->ring[i];
    MEMORY_FREE(m, bucket->entries, bucket->capacity);
  }
}

static bool canonical_astar_allocate(canonical_astar *a, const astar_grid *grid) {
  if (a->cells == NULL) {
    a->ready_cells = 0;
    a->cells = MEMORY_ALLOCATE(a->memory, uint32_t, grid_tiles(grid));
  }
  if (a->rows == NULL) {
    size_t bytes = (size_t)grid->height * sizeof *a->rows;
    a->rows = (canonical_astar_row *)memory_resize(a->memory, NULL, 0, bytes);
    for (int y = 0; y < grid->height && a->rows != NULL; y++)
      a->rows[y] = (canonical_astar_row){CANONICAL_ASTAR_NO_COLUMN, 0};
    a->top = grid->height;
    a->bottom = 0;
  }
  return a->cells != NULL && a->rows != NULL;
}

// Initializes all cells, portion by portion. False: the budget is used up.
static bool canonical_astar_fill_cells(canonical_astar *a, const astar_grid *grid,
                                       budget *b) {
  size_t tiles = grid_tiles(grid);
  while (a->ready_cells < tiles) {
    if (!budget_take(b, CANONICAL_ASTAR_PORTION)) return false;
    size_t count = tiles - a->ready_cells;
    if (count > CANONICAL_ASTAR_PORTION) count = CANONICAL_ASTAR_PORTION;
    memset(a->cells + a->ready_cells, 0xff, count * sizeof *a->cells);
    a->ready_cells += count;
  }
  return true;
}

// ------------------------------------------------------------------------ changed cells

// Records that the cells of a tile and of its neighbors change.
static inline void canonical_astar_touch(canonical_astar *a, int x, int y) {
  canonical_astar_row *row = &a->rows[y];
  row->left = (uint16_t)(x < row->left ? x : row->left); // without branches
  row->right = (uint16_t)(x >= row->right ? x + 1 : row->right);
  if (y < a->top) a->top = y;
  if (y >= a->bottom) a->bottom = y + 1;
}

// Clears the cells of row y that changed because of tiles in the row `by`.
static void canonical_astar_clear_row(canonical_astar *a, const astar_grid *grid, int y,
                                      int by) {
  if (y < 0 || y >= grid->height) return;
  int left = a->rows[by].left - 1, right = a->rows[by].right + 1;
  if (left < 0) left = 0;
  if (right > grid->width) right = grid->width;
  memset(a->cells + grid_cell(grid, left, y), 0xff,
         (size_t)(right - left) * sizeof *a->cells);
}

// Clears the cells that the last search changed. False: the budget is used up.
static bool canonical_astar_clear(canonical_astar *a, const astar_grid *grid, budget *b) {
  for (; a->top < a->bottom; a->top++) {
    canonical_astar_row *row = &a->rows[a->top];
    if (row->right == 0) continue;
    if (!budget_take(b, row->right - row->left + 2)) return false;
    for (int y = a->top - 1; y <= a->top + 1; y++)
      canonical_astar_clear_row(a, grid, y, a->top);
    *row = (canonical_astar_row){CANONICAL_ASTAR_NO_COLUMN, 0};
  }
  a->top = grid->height;
  a->bottom = 0;
  return true;
}

// --------------------------------------------------------------------------- open list

// The octile distance to the goal [units]; with 4 neighbors the Manhattan distance, since
// there a diagonal costs two straight steps.
static inline uint32_t canonical_astar_heuristic(const canonical_astar *a, int x, int y) {
  uint32_t dx = (uint32_t)abs(x - a->goal_x), dy = (uint32_t)abs(y - a->goal_y);
  uint32_t min = dx < dy ? dx : dy;
  return (dx + dy) * a->straight - min * (2 * a->straight - a->diagonal);
}

// Generates a tile, unless its cell has a path that is as cheap.
static inline void canonical_astar_generate(canonical_astar *a, uint32_t *cell, int x,
                                            int y, uint32_t g, int arrival) {
  if (*cell >> CANONICAL_ASTAR_COST_SHIFT <= g) return;
  const costmap *map = a->map;
  unsigned successors = map->rules->canonical[arrival][costmap_neighborhood(map, x, y)];
  bool is_goal = x == a->goal_x && y == a->goal_y;
  if (successors == 0 && !is_goal) return;
  uint32_t f = g + canonical_astar_heuristic(a, x, y);
  if (f >= a->bound) return;
  canonical_astar_bucket *bucket =
      &a->ring[((f - a->base) >> a->shift) % CANONICAL_ASTAR_BUCKETS];
  if (bucket->count == bucket->capacity &&
      !MEMORY_RESERVE(a->memory, bucket->entries, bucket->capacity, bucket->count + 1)) {
    a->status = RUN_NO_MEMORY;
    return;
  }
  uint32_t state = g << CANONICAL_ASTAR_COST_SHIFT | (uint32_t)arrival;
  *cell = state;
  bucket->entries[bucket->count++] =
      (canonical_astar_entry){state, (uint16_t)x, (uint16_t)y, successors};
  a->waiting++;
  if (is_goal) a->bound = g;
}

// -------------------------------------------------------------------------------- loop

static inline void canonical_astar_expand(canonical_astar *a, canonical_astar_entry e,
                                          uint32_t *cell) {
  uint32_t g = e.state >> CANONICAL_ASTAR_COST_SHIFT;
  if (g > CANONICAL_ASTAR_MAX_G) {
    a->status = RUN_BEYOND_KERNEL;
    return;
  }
  *cell |= CANONICAL_ASTAR_CLOSED;
  canonical_astar_touch(a, e.x, e.y);
  for (uint32_t left = e.successors; left != 0; left &= left - 1) {
    int d = bits_lowest(left);
    canonical_astar_generate(a, cell + a->offset[d], e.x + direction_dx[d],
                             e.y + direction_dy[d], g + a->cost[d], d);
  }
  a->expanded++;
}

// Expands tiles until `end` tiles are expanded in all (false), or the search has ended
// (true).
static bool canonical_astar_search(canonical_astar *a, int64_t end) {
  while (a->waiting > 0 && a->status == RUN_RUNNING) {
    canonical_astar_bucket *bucket = &a->ring[a->bucket % CANONICAL_ASTAR_BUCKETS];
    if (bucket->count == 0) {
      a->bucket++;
      if (a->bound != UINT32_MAX && a->bucket > (a->bound - a->base) >> a->shift) break;
      continue;
    }
    if (a->expanded >= end) return false;
    canonical_astar_entry e = bucket->entries[--bucket->count];
    uint32_t *cell = &a->cells[grid_cell(a->map->grid, e.x, e.y)];
    a->waiting--;
    if (*cell != e.state) continue;
    if (a->bound != UINT32_MAX && (e.state >> CANONICAL_ASTAR_COST_SHIFT) +
                                          canonical_astar_heuristic(a, e.x, e.y) >=
                                      a->bound)
      continue;
    canonical_astar_expand(a, e, cell);
  }
  return true;
}

// -------------------------------------------------------------------------------- path

static bool canonical_astar_build_path(const canonical_astar *a, run *r) {
  int x = a->goal_x, y = a->goal_y;
  path_builder_clear(r->path);
  for (;;) {
    int d = (int)(a->cells[grid_cell(r->grid, x, y)] & CANONICAL_ASTAR_DIRECTION);
    if (d == DIRECTIONS) break;
    if (!path_builder_add(r->path, x, y, d, 1)) return false;
    x -= direction_dx[d];
    y -= direction_dy[d];
  }
  return path_builder_add_start(r->path, x, y);
}

// ------------------------------------------------------------------------------- kernel

run_status canonical_astar_begin(canonical_astar *a, run *r, budget *b) {
  const costmap *map = a->map = &r->map;
  int start_x = r->query->start_x, start_y = r->query->start_y;
  a->memory = &r->grid->memory;
  if (!canonical_astar_allocate(a, r->grid)) return a->status = RUN_NO_MEMORY;
  if (!canonical_astar_fill_cells(a, r->grid, b) || !canonical_astar_clear(a, r->grid, b))
    return a->status = RUN_PREPARING;
  for (int i = 0; i < CANONICAL_ASTAR_BUCKETS; i++) a->ring[i].count = 0;
  a->waiting = a->bucket = a->expanded = 0;
  a->goal_x = r->query->goals[0].x;
  a->goal_y = r->query->goals[0].y;
  a->straight = map->rules->straight_units;
  a->diagonal = map->rules->diagonal_units;
  a->unit = map->moves->min_move_cost[0] / a->straight;
  for (int d = 0; d < DIRECTIONS; d++) {
    a->offset[d] = direction_dy[d] * r->grid->width + direction_dx[d];
    a->cost[d] = d < 4 ? a->straight : a->diagonal;
  }
  a->shift = 0;
  while ((UINT32_C(4) << a->shift) < a->straight) a->shift++; // at least a quarter step
  a->base = canonical_astar_heuristic(a, start_x, start_y);
  a->bound = UINT32_MAX;
  a->status = RUN_RUNNING;
  canonical_astar_touch(a, start_x, start_y);
  canonical_astar_generate(a, &a->cells[grid_cell(r->grid, start_x, start_y)], start_x,
                           start_y, 0, DIRECTIONS);
  return a->status;
}

run_status canonical_astar_step(canonical_astar *a, run *r, int64_t count) {
  int64_t end = count < INT64_MAX - a->expanded ? a->expanded + count : INT64_MAX;
  bool is_done = canonical_astar_search(a, end);
  r->expanded = a->expanded;
  if (!is_done || a->status != RUN_RUNNING) return a->status;
  if (a->bound == UINT32_MAX) return a->status = RUN_EXHAUSTED;
  r->has_path = canonical_astar_build_path(a, r);
  return a->status = r->has_path ? RUN_FOUND : RUN_NO_MEMORY;
}

bool canonical_astar_node_at(const canonical_astar *a, const run *r, int x, int y,
                             astar_node *node) {
  uint32_t state = a->cells[grid_cell(r->grid, x, y)];
  if (state == CANONICAL_ASTAR_UNKNOWN) return false;
  int d = (int)(state & CANONICAL_ASTAR_DIRECTION);
  bool is_start = d == DIRECTIONS;
  *node = (astar_node){.is_closed = (state & CANONICAL_ASTAR_CLOSED) != 0,
                       .g = (state >> CANONICAL_ASTAR_COST_SHIFT) * a->unit,
                       .h = canonical_astar_heuristic(a, x, y) * a->unit,
                       .parent_x = is_start ? -1 : x - direction_dx[d],
                       .parent_y = is_start ? -1 : y - direction_dy[d]};
  return true;
}
