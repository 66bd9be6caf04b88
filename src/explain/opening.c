// Openings: which tiles to open, so that a path exists, at the least cost of opening, and
// among these the path at the least cost.
//
// The search (opening_search) pays for tiles step by step. Its sum is what the tiles of
// the path cost, unless a tile serves several steps: then it is paid for several times.
// A path enters each tile once. But a corner tile can serve two diagonal steps,
//
// clang-format off
//     a # b        the path a, v, b needs only the corner # opened, for both of its
//       v          steps, and does not enter it
// clang-format on
//
// or be entered by another step. Where corner tiles are cheap to enter, this never pays:
// let a -> v and u -> b be steps with corner C, where u may be v. The corner rule says
// that C is passable, and that no edge between a, C and b is closed. So a -> C -> b is
// a path. It opens nothing more, has fewer diagonal steps, and costs no more, if a
// diagonal step costs at least as much as the same straight step, and entering C straight
// at most as much as the cheapest diagonal step. The same holds if C is entered before or
// after it serves as a corner. The cheapest path with the fewest steps, and then the
// fewest diagonal ones, therefore needs each such C once. An opened tile of impassable
// terrain is as cheap as the cheapest terrain; so this covers all maps of standard rules
// without pair costs, apart from obstacles on expensive terrain, and penalties.
//
// All other corners, and `clear` tiles, may be shared. They are free in a first search,
// so that its result is a lower bound. If the tiles of its path cost no more, the path is
// the best one. Otherwise one of the tiles that were free is either open in the best
// answer, so that its cost is paid once, or it stays closed: branch and bound (A. H. Land
// and A. G. Doig, "An automatic method of solving discrete programming problems", 1960).
// It gives up after a number of expansions, and the answer is then an upper bound.
//
// A mover larger than one tile shares opened tiles between footprints. Its answer is an
// upper bound: one search that pays for each step.
#include "explain/explanation.h"

#include <string.h>

#include "map/footprint.h"
#include "query/cache.h"
#include "explain/opening_search.h"
#include "query/path.h"
#include "query/query.h"

// Limits of branch and bound: expansions in all, and tiles assumed open or closed at
// once. The expansions take about 10 ms.
enum { OPENING_EXPANSIONS = 1 << 17, OPENING_DEPTH = 64 };

// Sums of opening costs are accurate if they are at most so many times the cheapest one.
#define OPENING_MAX_RATIO 1e9

// The state while the tiles are searched.
typedef struct opening_solver {
  opening *result;
  const question *q;
  struct memory *memory;
  derived_data *pinned; // of the map as it is
  opening_map map;
  opening_search search;
  path_builder path; // of the last search
  path_builder best; // of the best answer so far
  bool has_best, is_exact;
  double best_open, best_path; // costs of the best answer
} opening_solver;

// --------------------------------------------------------------------------- the tiles

// Marks the closed tiles of a position as taken. Returns what it costs to open those that
// were not taken before.
static double opening_take_position(opening_solver *o, uint32_t cell) {
  const astar_grid *grid = o->q->grid;
  double sum = 0;
  footprint f =
      footprint_at(grid, o->q->rules->size, grid_x(grid, cell), grid_y(grid, cell));
  while (footprint_next(&f)) {
    if ((o->map.marks[f.cell] & OPENING_TAKEN) != 0) continue;
    if (costmap_is_tile_passable(&o->map.now, f.cell)) continue;
    o->map.marks[f.cell] |= OPENING_TAKEN;
    sum += opening_map_cost(&o->map, f.cell);
  }
  return sum;
}

// The positions that a step needs.
static int opening_list_needs(const opening_solver *o, opening_step step,
                              uint32_t *needs) {
  const astar_grid *grid = o->q->grid;
  if (step.move != MOVE_LINK) {
    return opening_map_needs(&o->map, grid_x(grid, step.from), grid_y(grid, step.from),
                             step.move, needs);
  }
  needs[0] = step.to;
  return 1;
}

// Marks the tiles that the path of the last search enters as taken. Returns what it costs
// to open them.
static double opening_take_ends(opening_solver *o) {
  double sum = 0;
  for (uint32_t cell = o->search.start; cell != o->search.goal;) {
    cell = opening_search_next(&o->search, cell).to;
    sum += opening_take_position(o, cell);
  }
  return sum;
}

// Marks the corner and `clear` tiles that this path needs as taken. Returns what it costs
// to open those that were not taken. The entered tiles are taken first: a step that needs
// one of two corners then takes one that is open anyway.
static double opening_take_corners(opening_solver *o) {
  uint32_t needs[OPENING_MAX_NEEDS];
  double sum = 0;
  opening_mode mode = o->map.mode;
  o->map.mode = OPENING_MODE_SUM;
  for (uint32_t cell = o->search.start; cell != o->search.goal;) {
    opening_step step = opening_search_next(&o->search, cell);
    int count = opening_list_needs(o, step, needs);
    while (--count > 0) sum += opening_take_position(o, needs[count]);
    cell = step.to;
  }
  o->map.mode = mode;
  return sum;
}

// A tile that was free in the search, whose path enters only tiles that are taken.
// GRID_NO_CELL: there is none.
static uint32_t opening_find_shared(const opening_solver *o) {
  uint32_t needs[OPENING_MAX_NEEDS];
  for (uint32_t cell = o->search.start; cell != o->search.goal;) {
    opening_step step = opening_search_next(&o->search, cell);
    int count = opening_list_needs(o, step, needs);
    while (--count > 0) {
      bool is_paid = (o->map.marks[needs[count]] & (OPENING_TAKEN | OPENING_OPEN)) != 0;
      if (!is_paid && (o->map.marks[needs[count]] & OPENING_SHARED) != 0)
        return needs[count];
    }
    cell = step.to;
  }
  return GRID_NO_CELL;
}

// The tiles that are marked `from` become those that are marked `to`, and lose the mark
// `from`.
static void opening_move_marks(opening_solver *o, uint8_t from, uint8_t to) {
  uint32_t tiles = grid_tiles(o->q->grid);
  for (uint32_t i = 0; i < tiles; i++) {
    uint8_t others = o->map.marks[i] & (uint8_t) ~(from | to);
    o->map.marks[i] = (o->map.marks[i] & from) != 0 ? others | to : others;
  }
}

// --------------------------------------------------------------------- branch and bound

// Whether an answer is better than the best one so far.
static bool opening_is_better(const opening_solver *o, double open_cost,
                              double path_cost) {
  double tolerance = open_cost * TOLERANCE_EQUAL;
  if (!o->has_best || open_cost < o->best_open - tolerance) return true;
  return open_cost <= o->best_open + tolerance &&
         path_cost < o->best_path - costmap_slack(&o->map.open, path_cost);
}

// The path of the last search, which needs the taken tiles, becomes the best answer if it
// is one. No tiles are taken then.
static void opening_keep(opening_solver *o, double open_cost, double path_cost) {
  if (!opening_is_better(o, open_cost, path_cost)) {
    opening_move_marks(o, OPENING_TAKEN, 0);
    return;
  }
  opening_move_marks(o, OPENING_TAKEN, OPENING_BEST);
  path_builder last = o->best;
  o->best = o->path;
  o->path = last;
  o->has_best = true;
  o->best_open = open_cost;
  o->best_path = path_cost;
}

// Searches the best answer under the assumptions that are marked. The tiles that are
// assumed open cost `paid`, and there are `depth` assumptions.
static astar_status opening_branch(opening_solver *o, double paid, int depth) {
  astar_status status = opening_search_run(&o->search);
  if (status != ASTAR_OK) return status == ASTAR_UNREACHABLE ? ASTAR_OK : status;
  double bound = paid + o->search.open_cost, path_cost = o->search.path_cost;
  if (!opening_is_better(o, bound, path_cost)) return ASTAR_OK;
  if (!opening_search_copy(&o->search, &o->path)) return ASTAR_NO_MEMORY;
  double sum = opening_take_ends(o);
  uint32_t shared = opening_find_shared(o);
  sum += opening_take_corners(o);
  opening_keep(o, sum, path_cost);
  if (sum <= bound * (1 + TOLERANCE_EQUAL)) return ASTAR_OK;
  if (shared == GRID_NO_CELL || depth >= OPENING_DEPTH ||
      o->search.expanded > OPENING_EXPANSIONS) {
    o->is_exact = false;
    return ASTAR_OK;
  }
  uint8_t *mark = &o->map.marks[shared];
  *mark |= OPENING_OPEN;
  status = opening_branch(o, paid + opening_map_cost(&o->map, shared), depth + 1);
  *mark = (uint8_t)((*mark & ~OPENING_OPEN) | OPENING_SHUT);
  if (status == ASTAR_OK) status = opening_branch(o, paid, depth + 1);
  *mark &= (uint8_t)~OPENING_SHUT;
  return status;
}

// ------------------------------------------------------------------------ the final path

// Whether a mover can stand at (x, y) when the taken tiles are open.
static bool opening_fits(const opening_solver *o, int x, int y) {
  const astar_grid *grid = o->q->grid;
  int size = o->q->rules->size;
  if (x < 0 || y < 0 || x > grid->width - size || y > grid->height - size) return false;
  for (footprint f = footprint_at(grid, size, x, y); footprint_next(&f);)
    if ((o->map.marks[f.cell] & OPENING_TAKEN) == 0 &&
        !costmap_is_tile_passable(&o->map.now, f.cell))
      return false;
  return true;
}

// Sets the bits of the positions that need what a taken tile opens.
static void opening_set_passable(const opening_solver *o, costmap_tiles *tiles,
                                 uint32_t cell) {
  const astar_grid *grid = o->q->grid;
  int x = grid_x(grid, cell), y = grid_y(grid, cell), size = o->q->rules->size;
  for (int top = y - size + 1; top <= y; top++) {
    for (int left = x - size + 1; left <= x; left++) {
      if (!opening_fits(o, left, top)) continue;
      uint64_t *row = tiles->passable + (size_t)(top + 1) * tiles->words;
      row[(left + 1) >> 6] |= (uint64_t)1 << ((left + 1) & 63);
    }
  }
}

// Sums up the best path on the map with the taken tiles open, and removes turns.
static astar_status opening_straighten(opening_solver *o) {
  costmap_tiles tiles;
  astar_grid *grid = o->q->grid;
  const costmap_tiles *now = o->map.now.tiles;
  astar_status status = costmap_tiles_init(&tiles, grid, &o->map.open.filter, o->memory);
  if (status == ASTAR_OK) {
    size_t words = tiles.words * (size_t)(grid->height + 2);
    memcpy(tiles.passable, now->passable, words * sizeof *tiles.passable);
    for (uint32_t i = 0; i < grid_tiles(grid); i++)
      if ((o->map.marks[i] & OPENING_TAKEN) != 0) opening_set_passable(o, &tiles, i);
    costmap map = o->map.open;
    map.tiles = &tiles;
    straightening s = {.memory = o->memory};
    if (!straightening_run_on(&s, &o->best, &map, NULL, true) ||
        !path_builder_write(&o->best, &map))
      status = ASTAR_NO_MEMORY;
    straightening_fini(&s);
  }
  costmap_tiles_fini(&tiles, grid, o->memory);
  return status;
}

// The best path becomes the cheapest one on the map with its tiles open.
static astar_status opening_improve_path(opening_solver *o) {
  astar_status status = opening_search_run(&o->search);
  if (status != ASTAR_OK) return status;
  return opening_search_copy(&o->search, &o->best) ? ASTAR_OK : ASTAR_NO_MEMORY;
}

// ----------------------------------------------------------------------------- the
// result

static astar_status opening_set_path(opening *o, struct memory *m,
                                     const path_builder *path) {
  if (!MEMORY_RESERVE(m, o->points, o->point_capacity, path->count) ||
      !MEMORY_RESERVE(m, o->costs, o->cost_capacity, path->count))
    return ASTAR_NO_MEMORY;
  o->point_count = path_builder_copy(path, o->points, path->count);
  path_builder_copy_costs(path, o->costs, path->count);
  o->path_cost = path->cost;
  o->exists = true;
  return ASTAR_OK;
}

// Adds the closed tiles of a position to the list, unless they are in it.
static bool opening_add_position(opening_solver *s, uint32_t cell) {
  opening *o = s->result;
  const astar_grid *grid = s->q->grid;
  footprint f =
      footprint_at(grid, s->q->rules->size, grid_x(grid, cell), grid_y(grid, cell));
  while (footprint_next(&f)) {
    uint8_t *mark = &s->map.marks[f.cell];
    if ((*mark & (OPENING_TAKEN | OPENING_LISTED)) != OPENING_TAKEN) continue;
    if (!MEMORY_RESERVE(s->memory, o->tiles, o->tile_capacity, o->tile_count + 1))
      return false;
    *mark |= OPENING_LISTED;
    o->tiles[o->tile_count++] =
        (astar_open_tile){.x = f.x,
                          .y = f.y,
                          .terrain = grid->terrain[f.cell],
                          .blocked = (grid_cell_obstacles(grid, f.cell) & s->map.layers &
                                      ~s->q->units) != 0,
                          .held = (grid_cell_obstacles(grid, f.cell) & s->q->units) != 0};
    o->open_cost += opening_map_cost(&s->map, f.cell);
  }
  return true;
}

// Lists the tiles that the best path needs, in its order: for each step the corners, then
// the end.
static astar_status opening_list_tiles(opening_solver *o) {
  uint32_t needs[OPENING_MAX_NEEDS];
  const astar_point *at = o->best.points;
  for (uint32_t i = o->best.run_count - 1; i-- > 0;) {
    for (int n = 0; n < o->best.runs[i].count; n++, at++) {
      opening_step step = {grid_cell(o->q->grid, at[0].x, at[0].y),
                           grid_cell(o->q->grid, at[1].x, at[1].y), o->best.runs[i].move};
      int count = opening_list_needs(o, step, needs);
      while (count > 0)
        if (!opening_add_position(o, needs[--count])) return ASTAR_NO_MEMORY;
    }
  }
  return ASTAR_OK;
}

static astar_status opening_report(opening_solver *o) {
  opening_move_marks(o, OPENING_BEST, OPENING_TAKEN);
  o->map.mode = OPENING_MODE_FIXED;
  astar_status status = o->is_exact ? ASTAR_OK : opening_improve_path(o);
  if (status == ASTAR_OK) status = opening_straighten(o);
  if (status == ASTAR_OK) status = opening_list_tiles(o);
  if (status == ASTAR_OK) status = opening_set_path(o->result, o->memory, &o->best);
  o->result->is_exact =
      o->is_exact && o->result->open_cost <= o->search.cheapest * OPENING_MAX_RATIO;
  return status;
}

// --------------------------------------------------------------------------- the search

// Sets up both costmaps. The map with all openable tiles open has other rules and another
// filter.
static astar_status opening_derive(opening_solver *o, const opening_costs *costs) {
  const question *q = o->q;
  rules_variation variation = {0};
  astar_filter filter = q->filter;
  const astar_rules *varied;
  derived_data *derived;
  for (int t = 0; t < 256; t++)
    if (costs->terrain[t] >= 0) rules_variation_open(&variation, (uint8_t)t);
  if (costs->blocked >= 0) filter.ignored_layers = 0xff;
  astar_status status = cache_vary_rules(q->grid, q->rules, &variation, &varied);
  if (status == ASTAR_OK)
    status = cache_get(q->grid, q->rules, &q->filter, NULL, &o->map.now, &derived);
  if (status != ASTAR_OK) return status;
  cache_pin(&o->pinned, derived);
  status = costmap_ensure_legal(&o->map.now, NULL);
  if (status == ASTAR_OK)
    status = cache_get(q->grid, varied, &filter, NULL, &o->map.open, NULL);
  return status == ASTAR_OK ? costmap_ensure_legal(&o->map.open, NULL) : status;
}

static astar_status opening_solve(opening_solver *o, const opening_costs *costs) {
  uint8_t *marks = o->map.marks;
  bool is_small = o->q->rules->size == 1;
  astar_status status = opening_derive(o, costs);
  if (status != ASTAR_OK) return status;
  opening_map_init(&o->map, o->q, costs, marks);
  status = opening_search_init(&o->search, &o->map, o->q);
  if (status != ASTAR_OK) return status;
  o->map.mode = is_small ? OPENING_MODE_BOUND : OPENING_MODE_SUM;
  o->is_exact = is_small;
  status = opening_branch(o, 0, is_small ? 0 : OPENING_DEPTH);
  return status == ASTAR_OK && o->has_best ? opening_report(o) : status;
}

// The path that exists now.
static astar_status opening_find_now(opening *o, const question *q) {
  astar_path path = {.builder = {.memory = &q->grid->memory}};
  astar_point goal = {q->goal_x, q->goal_y};
  astar_query query = astar_default_query(q->rules, q->start_x, q->start_y, &goal, 1);
  query.filter = &q->filter;
  astar_status status = query_find_path(q->grid, &query, NULL, &path, NULL);
  if (status == ASTAR_OK) {
    status = opening_set_path(o, &q->grid->memory, &path.builder);
    o->is_exact = true;
  }
  path_builder_fini(&path.builder);
  return status;
}

astar_status opening_find(opening *o, const question *q, const opening_costs *costs) {
  struct memory *m = &q->grid->memory;
  astar_status status = opening_find_now(o, q);
  if (status != ASTAR_UNREACHABLE && status != ASTAR_GOAL_BLOCKED) return status;
  uint32_t tiles = grid_tiles(q->grid);
  opening_solver solver = {.result = o, .q = q, .memory = m};
  solver.path.memory = solver.best.memory = m;
  solver.map.marks = (uint8_t *)memory_new(m, tiles);
  status = solver.map.marks != NULL ? opening_solve(&solver, costs) : ASTAR_NO_MEMORY;
  cache_pin(&solver.pinned, NULL);
  opening_search_fini(&solver.search);
  path_builder_fini(&solver.path);
  path_builder_fini(&solver.best);
  memory_free(m, solver.map.marks, tiles);
  return status;
}

void opening_fini(opening *o, astar_grid *grid) {
  struct memory *m = &grid->memory;
  MEMORY_FREE(m, o->tiles, o->tile_capacity);
  MEMORY_FREE(m, o->points, o->point_capacity);
  MEMORY_FREE(m, o->costs, o->cost_capacity);
}
