// Best-first search: A* and its relatives.
//
// A* (P. E. Hart, N. J. Nilsson and B. Raphael, "A formal basis for the heuristic
// determination of minimum cost paths", 1968) expands the node with the least f = g + h.
// Dijkstra's algorithm (E. W. Dijkstra, "A note on two problems in connexion with
// graphs", 1959) is the case h = 0. Greedy search orders by h alone.
//
// Invariant: g of a generated node is the cost of a known path to it, and the parents
// give this path. Until the goal is popped at its minimum cost, some open node is on a
// cheapest path, with its true g. If h is admissible, f of this node is at most the cost
// of the cheapest path. So when all open f are above the cost of a path, that path is
// cheapest.
//
// Ours differs from the textbook in four ways:
//
// 1. The open list is a bucket queue. With the default algorithm and heuristic and a
//    weight of at most 1, its buckets are half the cheapest step wide, and a node may be
//    expanded before its cheapest path is found. Then it is expanded again
//    (`best_first_is_current` skips older entries). So the search does not end when the
//    goal is popped, but when no open f is below `bound`: the cost of the path, minus a
//    tolerance. All other searches expand in strict order, for programs that show or
//    compare searches.
//
// 2. On squares with costs from the move table, the eight neighbors are tested in a loop
//    without branches ("steps from tables").
//
// 3. Before a search, only the cells that the last search generated are cleared:
//    `touched` lists them, up to an eighth of the map. After larger searches all cells
//    are cleared.
#include "search/best_first.h"

#include <math.h>
#include <string.h>

#include "base/bits.h"
#include "base/inline.h"
#include "map/links.h"
#include "search/step_tables.h"

// Width of a bucket of the open list [cheapest steps]. In wider buckets the next node is
// found faster, but more nodes are expanded twice.
#define BEST_FIRST_BUCKET 0.5
// With landmarks most priorities are close to the cost of the path: see
// weighted_jump_points.c.
#define BEST_FIRST_NARROW_BUCKET 0.125

// -------------------------------------------------------------------------------- life

// Cells that are initialized per portion of a budget.
enum { BEST_FIRST_PORTION = 16384 };

static bool best_first_ensure_cells(best_first *s) {
  size_t tiles = grid_tiles(s->grid);
  if (s->from == NULL) {
    s->from = (uint8_t *)memory_resize(s->memory, NULL, 0, tiles);
    if (s->from == NULL) return false;
  }
  if (s->g == NULL) {
    s->g = (double *)memory_resize(s->memory, NULL, 0, tiles * sizeof *s->g);
    s->ready_cells = 0;
  }
  return s->g != NULL;
}

// Initializes cells within the budget. False: some are left.
static bool best_first_clear_cells(best_first *s, budget *b) {
  size_t tiles = grid_tiles(s->grid);
  while (s->ready_cells < tiles && budget_take(b, BEST_FIRST_PORTION)) {
    size_t end = s->ready_cells + BEST_FIRST_PORTION;
    if (end > tiles) end = tiles;
    for (size_t cell = s->ready_cells; cell < end; cell++) s->g[cell] = INFINITY;
    memset(s->from + s->ready_cells, 0, end - s->ready_cells);
    s->ready_cells = end;
  }
  return s->ready_cells == tiles;
}

void best_first_fini(best_first *s, astar_grid *grid) {
  memory *m = &grid->memory;
  size_t tiles = grid_tiles(grid);
  bucket_queue_fini(&s->open);
  memory_free(m, s->g, tiles * sizeof *s->g);
  memory_free(m, s->from, tiles);
  memory_free(m, s->touched, s->touched_capacity * sizeof *s->touched);
  memory_free(m, s->link_steps, s->link_step_capacity * sizeof *s->link_steps);
}

// Maximum number of cells that are cleared one by one; when more were generated, all
// cells are cleared. Clearing a listed cell takes 3 to 6 times as long as clearing a cell
// in a fill in order (0.6 to 1.4 ns against 0.2 ns, on 256 x 256 to 2048 x 2048 tiles). A
// list of an eighth of the cells takes half a byte per tile.
static uint32_t best_first_max_touched(const best_first *s) {
  return grid_tiles(s->grid) / MEMORY_LIMIT(8, 16) + MEMORY_LIMIT(2, 1) * ASTAR_MAX_MOVES;
}

// Clears the data of the last search: the cells in the list now; if the list is
// incomplete, all cells in `best_first_clear_cells`.
static void best_first_reset(best_first *s) {
  for (uint32_t i = 0; i < s->touched_count; i++) s->g[s->touched[i]] = INFINITY;
  if (s->clears_all) s->ready_cells = 0;
  s->clears_all = false;
  s->touched_count = s->link_step_count = s->expanded = 0;
}

// ------------------------------------------------------------------------------- nodes

// Makes room for `count` more cells in `touched`. A list that reached its maximum length
// is emptied: the next search clears all cells instead.
static bool best_first_grow_touched(best_first *s, uint32_t count) {
  if (s->touched_count + count > best_first_max_touched(s)) {
    s->clears_all = true;
    s->touched_count = 0;
  }
  return MEMORY_RESERVE(s->memory, s->touched, s->touched_capacity,
                        s->touched_count + count);
}

// Makes room for `count` generated nodes, before a node is expanded.
static inline bool best_first_reserve(best_first *s, uint32_t count) {
  if (s->touched_count + count <= s->touched_capacity ||
      best_first_grow_touched(s, count)) {
    MEMORY_ASSERT(s->touched_count + count <= s->touched_capacity);
    return true;
  }
  s->status = RUN_NO_MEMORY;
  return false;
}

static bool best_first_add_link_step(best_first *s, uint32_t from, uint32_t to) {
  if (!MEMORY_RESERVE(s->memory, s->link_steps, s->link_step_capacity,
                      s->link_step_count + 1)) {
    s->status = RUN_NO_MEMORY;
    return false;
  }
  s->link_steps[s->link_step_count++] = (best_first_link_step){from, to};
  return true;
}

static uint8_t best_first_move(const best_first *s, uint32_t cell) {
  return s->from[cell] & (BEST_FIRST_CLOSED - 1);
}

// The parent of a generated cell; GRID_NO_CELL for the start.
static uint32_t best_first_parent(const best_first *s, uint32_t cell, int parity) {
  uint8_t move = best_first_move(s, cell);
  if (move < MOVE_LINK) return cell + (uint32_t)s->map->moves->list[parity][move].back;
  if (move == MOVE_START) return GRID_NO_CELL;
  uint32_t i = s->link_step_count - 1;
  while (s->link_steps[i].to != cell) i--;
  return s->link_steps[i].from;
}

// The lower bound of the cost from a cell to the goals: the heuristic h of the cell, or
// the landmark bound if that is higher.
static inline double best_first_raise(const best_first *s, uint32_t cell, double h) {
  if (s->landmarks == NULL) return h;
  double bound = landmark_bound_at(s->landmarks, cell);
  return bound > h ? bound : h;
}

static inline double best_first_estimate(const best_first *s, uint32_t cell, int x,
                                         int y) {
  if (s->links == NULL)
    return best_first_raise(s, cell, heuristic_at(&s->heuristic, x, y));
  return link_bound_at(s->links, s->region, x, y);
}

// Prepares `best_first_estimate` for a cell and the neighbors of it. The neighbors of an
// impassable cell, the start, may be in any region.
static void best_first_enter(best_first *s, uint32_t cell) {
  bool has_region = s->links != NULL && costmap_is_cell_passable(s->map, cell);
  s->region = has_region ? link_bound_region_of(s->links, cell) : LINK_BOUND_ANY;
}

// Whether a node can be part of a result. Sets `is_capped` when a node is dropped because
// of max_cost.
static inline bool best_first_is_promising(best_first *s, double g, double f) {
  if (f >= s->bound) return false;
  if (f <= s->prune_above && g <= s->max_cost) return true;
  s->is_capped = true;
  return false;
}

// A tile that is expanded.
typedef struct best_first_tile {
  int x, y;
} best_first_tile;

// Generates a node and puts it into the open list. There must be room.
static inline void best_first_open(best_first *s, uint32_t cell, int x, int y, double g,
                                   uint8_t move, double priority) {
  MEMORY_ASSERT(s->touched_count < s->touched_capacity);
  s->touched[s->touched_count] = cell;
  s->touched_count += !(s->g[cell] < INFINITY); // unpredictable: no branch
  s->g[cell] = g;
  s->from[cell] = move;
  bucket_queue_push(&s->open, priority, x, y);
}

// Relaxes a step: `cell` has a path of cost g. There must be room.
static inline void best_first_relax(best_first *s, uint32_t cell, int x, int y, double g,
                                    uint8_t move) {
  double old = s->g[cell];
  if (g >= old - s->slack) return;
  if (s->is_greedy && old < INFINITY && (s->from[cell] & BEST_FIRST_CLOSED) != 0) return;
  double h = best_first_estimate(s, cell, x, y);
  if (h < 0)
    s->status = RUN_STOPPED;
  else if (best_first_is_promising(s, g, g + h))
    best_first_open(s, cell, x, y, g, move, s->is_greedy ? h : g + h);
}

// ------------------------------------------------------------------------------- moves

// Relaxes the links of a cell.
static void best_first_follow_links(best_first *s, uint32_t cell, double g) {
  const astar_grid *grid = s->grid;
  uint32_t count;
  const grid_arc *arcs = links_arcs_from(grid, cell, &count);
  if (count == 0 || !best_first_reserve(s, count)) return;
  s->region = LINK_BOUND_ANY;
  for (uint32_t a = 0; a < count && s->status == RUN_RUNNING; a++) {
    uint32_t to = arcs[a].to;
    double cost = g + arcs[a].cost;
    if (!costmap_is_cell_passable(s->map, to) || cost >= s->g[to] - s->slack) continue;
    if (!best_first_add_link_step(s, cell, to)) return;
    best_first_relax(s, to, grid_x(grid, to), grid_y(grid, to), cost, MOVE_LINK);
  }
}

static inline void best_first_relax_move(best_first *s, const best_first_tile *node,
                                         uint32_t cell, double g, int move) {
  int parity = costmap_parity(s->map, node->x, node->y);
  const tile_move *step = &s->map->moves->list[parity][move];
  uint32_t to = cell + (uint32_t)step->offset;
  g += costmap_cost_into(s->map, node->x, node->y, move, to);
  best_first_relax(s, to, node->x + step->dx, node->y + step->dy, g, (uint8_t)move);
}

// Removes and returns the next of a set of moves. The open list returns the last pushed
// of equal nodes first. So the preferred moves come last: diagonal moves, then straight
// moves, then the move `ahead`, which continues without a turn.
static inline int best_first_next_move(uint64_t *moves, uint64_t ahead) {
  uint64_t others = *moves & ~ahead;
  int move = bits_highest(others != 0 ? others : *moves);
  *moves ^= (uint64_t)1 << move;
  return move;
}

// The move that continues without a turn from a tile that was entered by `last`, as a
// bit.
static inline uint64_t best_first_ahead(uint8_t last) {
  return last < MOVE_LINK ? (uint64_t)1 << last : 0;
}

// Closes a cell. Returns the move that entered it.
static inline uint8_t best_first_close(best_first *s, uint32_t cell) {
  uint8_t last = best_first_move(s, cell);
  s->from[cell] = last | BEST_FIRST_CLOSED;
  s->slack = costmap_slack(s->map, s->g[cell]);
  s->expanded++;
  return last;
}

static void best_first_expand(best_first *s, const best_first_tile *node, uint32_t cell) {
  uint8_t last = best_first_close(s, cell);
  double g = s->g[cell];
  if (!best_first_reserve(s, ASTAR_MAX_MOVES)) return;
  uint64_t moves = costmap_moves(s->map, node->x, node->y);
  while (moves != 0 && s->status == RUN_RUNNING) {
    int move = best_first_next_move(&moves, best_first_ahead(last));
    best_first_relax_move(s, node, cell, g, move);
  }
  if (s->grid->arc_count > 0) best_first_follow_links(s, cell, g);
}

// ------------------------------------------------------------------- steps from tables

// The tables that a step on squares needs, as local copies.
typedef struct best_first_tables {
  step_tables steps;
  const uint8_t *legal; ///< NULL: the query avoids units, so legal moves are computed
  double *reached;      ///< s->g
} best_first_tables;

static best_first_tables best_first_get_tables(const best_first *s) {
  return (best_first_tables){.steps = step_tables_of(s->map),
                             .legal = s->map->held == NULL ? s->map->tiles->legal : NULL,
                             .reached = s->g};
}

// Computes g of a neighbor by a step in direction d. Sets bit d of `*better` if this g is
// below the known g of the neighbor by more than `slack`.
static inline void best_first_try_step(const best_first_tables *tables, uint32_t cell,
                                       double g, int d, double slack, double *costs,
                                       uint64_t *better) {
  uint32_t to = cell + (uint32_t)tables->steps.offset[d];
  costs[d] = g + step_tables_cost(&tables->steps, to, d);
  *better |= (uint64_t)(costs[d] < tables->reached[to] - slack) << d;
}

// Returns the moves among `moves` that make g of a neighbor lower; `costs` holds the new
// g. Where all eight cells can be read, all moves are tried, legal or not, because a
// branch per move would be unpredictable.
static inline uint64_t best_first_find_better(const best_first_tables *tables,
                                              uint32_t cell, double g, uint64_t moves,
                                              double slack, double *costs) {
  uint64_t better = 0;
  if (step_tables_are_inside(&tables->steps, cell)) {
    for (int d = 0; d < tables->steps.count; d += 4) {
      best_first_try_step(tables, cell, g, d, slack, costs, &better);
      best_first_try_step(tables, cell, g, d + 1, slack, costs, &better);
      best_first_try_step(tables, cell, g, d + 2, slack, costs, &better);
      best_first_try_step(tables, cell, g, d + 3, slack, costs, &better);
    }
    return moves & better;
  }
  for (; moves != 0; moves &= moves - 1)
    best_first_try_step(tables, cell, g, bits_lowest(moves), slack, costs, &better);
  return better;
}

// Expands a node. `computes_moves` is a constant in each loop: compilers make a copy for
// each value.
INLINE_ALWAYS void best_first_expand_by_table(best_first *s,
                                              const best_first_tables *tables,
                                              const best_first_tile *node, uint32_t cell,
                                              bool computes_moves) {
  double costs[DIRECTIONS];
  uint8_t last = best_first_close(s, cell);
  double g = tables->reached[cell];
  if (!best_first_reserve(s, DIRECTIONS)) return;
  uint64_t moves = computes_moves ? costmap_compute_moves(s->map, node->x, node->y)
                                  : tables->legal[cell];
  moves = best_first_find_better(tables, cell, g, moves, s->slack, costs);
  while (moves != 0) {
    int d = best_first_next_move(&moves, best_first_ahead(last));
    int x = node->x + direction_dx[d], y = node->y + direction_dy[d];
    uint32_t to = cell + (uint32_t)tables->steps.offset[d];
    double h = heuristic_simple_at(&s->heuristic, x, y);
    double f = costs[d] + best_first_raise(s, to, h);
    if (best_first_is_promising(s, costs[d], f))
      best_first_open(s, to, x, y, costs[d], (uint8_t)d, f);
  }
}

// Prefetches the node that is most often the next.
static inline void best_first_prefetch_next(const best_first *s,
                                            const best_first_tables *tables,
                                            bool computes_moves) {
  bucket_queue_entry next;
  if (!bucket_queue_peek(&s->open, &next)) return;
  uint32_t cell = grid_cell(s->grid, bucket_queue_x(next), bucket_queue_y(next));
  BITS_PREFETCH(&tables->reached[cell]);
  BITS_PREFETCH(&tables->steps.terrain[cell]);
  if (!computes_moves) BITS_PREFETCH(&tables->legal[cell]);
  BITS_PREFETCH(&s->from[cell]);
}

// -------------------------------------------------------------------------------- loop

static void best_first_update_nearest(best_first *s, uint32_t cell, int x, int y) {
  int goal, distance = goals_distance(s->goals, x, y, &goal);
  if (distance > s->nearest_distance) return;
  if (distance == s->nearest_distance && s->g[cell] >= s->g[s->nearest]) return;
  s->nearest = cell;
  s->nearest_distance = distance;
}

// Whether the search uses wide buckets: with the default algorithm and heuristic, and a
// weight of at most 1. All other searches expand in strict order, for programs that show
// or compare searches.
static bool best_first_has_wide_buckets(const astar_query *query) {
  return query->algorithm == ASTAR_AUTO && query->heuristic == ASTAR_HEURISTIC_AUTO &&
         query->weight <= 1;
}

static void best_first_put_start(best_first *s, double h) {
  uint32_t cell = grid_cell(s->grid, s->start_x, s->start_y);
  if (!best_first_reserve(s, 1)) return;
  s->touched[s->touched_count++] = cell;
  s->g[cell] = 0;
  s->from[cell] = MOVE_START;
  bucket_queue_push(&s->open, h, s->start_x, s->start_y);
}

// Whether the loop with tables expands nodes.
static bool best_first_can_use_tables(const best_first *s) {
  const costmap *map = s->map;
  return s->heuristic.is_simple && s->links == NULL && !s->is_greedy &&
         step_tables_suit(map) && (costmap_has_legal(map) || map->held != NULL);
}

// Copies the options of the query that the loop needs.
static void best_first_read_query(best_first *s, const astar_query *query) {
  s->start_x = query->start_x;
  s->start_y = query->start_y;
  s->max_cost = tolerance_max_sum(query->max_cost);
  s->max_expansions = query->max_expansions;
  s->is_greedy = query->algorithm == ASTAR_GREEDY;
  s->is_partial = query->partial;
  bool can_prune = !s->is_greedy && !query->partial && heuristic_is_admissible(query);
  s->prune_above = can_prune ? s->max_cost * (1 + TOLERANCE_SUMS) : INFINITY;
}

run_status best_first_begin(best_first *s, run *r, budget *b) {
  const astar_query *query = r->query;
  s->grid = r->grid;
  s->memory = &r->grid->memory;
  s->map = &r->map;
  s->landmarks = r->landmarks;
  s->goals = &r->goals;
  best_first_reset(s);
  if (!best_first_ensure_cells(s)) return s->status = RUN_NO_MEMORY;
  if (!best_first_clear_cells(s, b)) return s->status = RUN_PREPARING;
  best_first_read_query(s, query);
  bool is_single = !s->goals->has_table && s->goals->range == 0;
  s->goal_cell =
      is_single ? grid_cell(s->grid, query->goals[0].x, query->goals[0].y) : GRID_NO_CELL;
  s->found = s->nearest = GRID_NO_CELL;
  s->nearest_distance = INT32_MAX;
  s->bound = INFINITY;
  s->is_capped = false;
  s->status = RUN_RUNNING;
  s->links = r->links;
  if (s->links == NULL)
    heuristic_init(&s->heuristic, s->map, s->goals, query, false);
  else
    s->heuristic = s->links->heuristic;
  uint32_t start = grid_cell(s->grid, s->start_x, s->start_y);
  best_first_enter(s, start);
  double h = s->links != NULL && s->region == LINK_BOUND_ANY
                 ? 0
                 : best_first_estimate(s, start, s->start_x, s->start_y);
  if (h < 0) return s->status = RUN_STOPPED;
  if (!(h < INFINITY)) return s->status = RUN_EXHAUSTED;
  bool is_wide = best_first_has_wide_buckets(query);
  s->uses_tables = best_first_can_use_tables(s);
  double buckets = s->landmarks != NULL ? BEST_FIRST_NARROW_BUCKET : BEST_FIRST_BUCKET;
  double width = is_wide ? s->map->moves->min_step * buckets : 0;
  if (!bucket_queue_begin(&s->open, s->memory, h, width, s->map->moves->min_step))
    return s->status = RUN_NO_MEMORY;
  best_first_put_start(s, h);
  return s->status;
}

// A goal was popped. The search continues only for paths that are cheaper by more than
// the tolerance.
static void best_first_reach_goal(best_first *s, uint32_t cell, double g) {
  double better = g * TOLERANCE_SUMS,
         max = s->map->moves->min_step * TOLERANCE_SUMS_STEPS;
  s->found = cell;
  s->bound = g - (better < max ? better : max);
  if (s->is_greedy) s->status = RUN_FOUND;
}

static inline bool best_first_is_goal(const best_first *s, const best_first_tile *node,
                                      uint32_t cell) {
  if (s->goal_cell != GRID_NO_CELL) return cell == s->goal_cell;
  return goals_at(s->goals, node->x, node->y) >= 0;
}

// Whether a popped node must be expanded: it was not expanded since it was pushed, and
// its f is below the bound. With a heuristic function of the caller f is not tested,
// because that needs another call of the function.
static inline bool best_first_is_current(const best_first *s, const best_first_tile *node,
                                         uint32_t cell) {
  if ((s->from[cell] & BEST_FIRST_CLOSED) != 0) return false;
  return s->found == GRID_NO_CELL || s->heuristic.function != NULL ||
         s->g[cell] + best_first_estimate(s, cell, node->x, node->y) < s->bound;
}

// Pops a node and expands it. `tables` is NULL where steps cannot be read from tables.
static inline void best_first_expand_next(best_first *s, const best_first_tables *tables,
                                          bool computes_moves) {
  bucket_queue_entry entry;
  bool is_over = s->found != GRID_NO_CELL && bucket_queue_is_beyond(&s->open, s->bound);
  if (is_over || !bucket_queue_pop(&s->open, &entry)) {
    s->status = s->found != GRID_NO_CELL ? RUN_FOUND
                : s->is_capped           ? RUN_CAPPED
                                         : RUN_EXHAUSTED;
    return;
  }
  best_first_tile node = {bucket_queue_x(entry), bucket_queue_y(entry)};
  if (tables != NULL) best_first_prefetch_next(s, tables, computes_moves);
  uint32_t cell = grid_cell(s->grid, node.x, node.y);
  if (tables == NULL && s->links != NULL) best_first_enter(s, cell);
  if (!best_first_is_current(s, &node, cell)) return;
  if (best_first_is_goal(s, &node, cell)) {
    best_first_reach_goal(s, cell, s->g[cell]);
  } else if (s->expanded >= s->max_expansions) {
    s->status = RUN_CAPPED; // even if a goal was found: the path may not be the cheapest
  } else {
    if (s->is_partial) best_first_update_nearest(s, cell, node.x, node.y);
    if (tables != NULL)
      best_first_expand_by_table(s, tables, &node, cell, computes_moves);
    else
      best_first_expand(s, &node, cell);
  }
}

// -------------------------------------------------------------------------------- path

// Builds the path to a generated cell. False: out of memory.
static bool best_first_build_path(const best_first *s, path_builder *path,
                                  uint32_t cell) {
  path_builder_clear(path);
  for (;;) {
    int x = grid_x(s->grid, cell), y = grid_y(s->grid, cell);
    uint8_t move = best_first_move(s, cell);
    if (move == MOVE_START) return path_builder_add_start(path, x, y);
    if (!path_builder_add(path, x, y, move, 1)) return false;
    cell = best_first_parent(s, cell, costmap_parity(s->map, x, y));
  }
}

// ------------------------------------------------------------------------------- kernel

// The last cell of the path when the search has ended; GRID_NO_CELL: there is no path.
static uint32_t best_first_path_end(const best_first *s) {
  bool has_path =
      s->status == RUN_FOUND ||
      (s->is_partial && (s->status == RUN_EXHAUSTED || s->status == RUN_CAPPED));
  if (!has_path) return GRID_NO_CELL;
  return s->found != GRID_NO_CELL ? s->found : s->nearest;
}

// The loops that expand nodes until `s->expanded` is `end`: one function each, so that
// compilers keep the variables of each in registers.

INLINE_NEVER void best_first_expand_by_moves(best_first *s, int64_t end) {
  while (s->status == RUN_RUNNING && s->expanded < end)
    best_first_expand_next(s, NULL, true);
}

INLINE_NEVER void best_first_expand_by_tables(best_first *s, int64_t end) {
  best_first_tables tables = best_first_get_tables(s);
  while (s->status == RUN_RUNNING && s->expanded < end)
    best_first_expand_next(s, &tables, false);
}

// Units are to be avoided: all tables but the legal moves.
INLINE_NEVER void best_first_expand_past_units(best_first *s, int64_t end) {
  best_first_tables tables = best_first_get_tables(s);
  while (s->status == RUN_RUNNING && s->expanded < end)
    best_first_expand_next(s, &tables, true);
}

run_status best_first_step(best_first *s, run *r, int64_t count) {
  int64_t end = count < INT64_MAX - s->expanded ? s->expanded + count : INT64_MAX;
  if (!s->uses_tables)
    best_first_expand_by_moves(s, end);
  else if (s->map->held != NULL)
    best_first_expand_past_units(s, end);
  else
    best_first_expand_by_tables(s, end);
  r->expanded = s->expanded;
  if (s->open.has_failed) return s->status = RUN_NO_MEMORY;
  uint32_t last = best_first_path_end(s);
  if (last != GRID_NO_CELL) {
    r->has_path = best_first_build_path(s, r->path, last);
    if (!r->has_path) s->status = RUN_NO_MEMORY;
  }
  return s->status;
}

bool best_first_node_at(const best_first *s, const run *r, int x, int y,
                        astar_node *node) {
  uint32_t cell = grid_cell(s->grid, x, y);
  if (!(s->g[cell] < INFINITY)) return false;
  uint32_t parent = best_first_parent(s, cell, costmap_parity(s->map, x, y));
  bool is_start = parent == GRID_NO_CELL;
  double h = s->links == NULL ? heuristic_at(&s->heuristic, x, y)
                              : link_bound_show(r->links, x, y);
  *node = (astar_node){.is_closed = (s->from[cell] & BEST_FIRST_CLOSED) != 0,
                       .g = s->g[cell],
                       .h = h,
                       .parent_x = is_start ? -1 : grid_x(s->grid, parent),
                       .parent_y = is_start ? -1 : grid_y(s->grid, parent)};
  return true;
}
