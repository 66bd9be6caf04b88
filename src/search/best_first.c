#include "search/best_first.h"

#include <math.h>
#include <string.h>

#include "base/bits.h"
#include "map/links.h"

// Width of a bucket of the open list, in least steps: wider is quicker to search for the
// next, and expands more nodes twice.
#define BEST_FIRST_BUCKET 0.5

// -------------------------------------------------------------------------------- life

// Cells that are initialized in one portion of a budget.
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

// Initializes cells as far as the budget goes. False: some are left.
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
  bucket_queue_fini(&s->open, m);
  memory_free(m, s->g, tiles * sizeof *s->g);
  memory_free(m, s->from, tiles);
  memory_free(m, s->touched, s->touched_capacity * sizeof *s->touched);
  memory_free(m, s->link_steps, s->link_step_capacity * sizeof *s->link_steps);
}

// How many cells are cleared one by one at most; beyond that all of them are. A cell of
// the list takes 3 to 6 times as long as one of a fill in order (0.6 to 1.4 against 0.2
// ns on 256 x 256 to 2048 x 2048 tiles), and an eighth of the map is half a byte a tile
// of list.
static uint32_t best_first_max_touched(const best_first *s) {
  return grid_tiles(s->grid) / MEMORY_LIMIT(8, 16) + MEMORY_LIMIT(2, 1) * ASTAR_MAX_MOVES;
}

// Forgets the last search. Cells are cleared one by one where they are listed, and later
// all of them where the list was too long.
static void best_first_reset(best_first *s) {
  for (uint32_t i = 0; i < s->touched_count; i++) s->g[s->touched[i]] = INFINITY;
  if (s->clears_all) s->ready_cells = 0;
  s->clears_all = false;
  s->touched_count = s->link_step_count = s->expanded = 0;
}

// ------------------------------------------------------------------------------- nodes

// Makes room to note `count` more cells. When the list is longer than it is worth, the
// next search clears every cell instead: the list starts again, and is not read.
static bool best_first_grow_touched(best_first *s, uint32_t count) {
  if (s->touched_count + count > best_first_max_touched(s)) {
    s->clears_all = true;
    s->touched_count = 0;
  }
  return memory_reserve(s->memory, (void **)&s->touched, &s->touched_capacity,
                        s->touched_count + count, sizeof *s->touched);
}

// Makes room for what the expansion of a node can add.
static inline bool best_first_reserve(best_first *s, uint32_t count) {
  if ((s->touched_count + count <= s->touched_capacity ||
       best_first_grow_touched(s, count)) &&
      bucket_queue_reserve(&s->open, s->memory, count)) {
    MEMORY_ASSERT(s->touched_count + count <= s->touched_capacity);
    return true;
  }
  s->status = RUN_NO_MEMORY;
  return false;
}

static bool best_first_add_link_step(best_first *s, uint32_t from, uint32_t to) {
  if (!memory_reserve(s->memory, (void **)&s->link_steps, &s->link_step_capacity,
                      s->link_step_count + 1, sizeof *s->link_steps)) {
    s->status = RUN_NO_MEMORY;
    return false;
  }
  s->link_steps[s->link_step_count++] = (best_first_link_step){from, to};
  return true;
}

static uint8_t best_first_move(const best_first *s, uint32_t cell) {
  return s->from[cell] & (BEST_FIRST_CLOSED - 1);
}

// The cell that a touched cell was reached from.
static uint32_t best_first_parent(const best_first *s, uint32_t cell, int parity) {
  uint8_t move = best_first_move(s, cell);
  if (move < MOVE_LINK) return cell + (uint32_t)s->map->moves->list[parity][move].back;
  if (move == MOVE_START) return GRID_NO_CELL;
  uint32_t i = s->link_step_count - 1;
  while (s->link_steps[i].to != cell) i--;
  return s->link_steps[i].from;
}

// A cell was reached at the cost it has: the way that goes straight on is preferred.
static void best_first_straighten(best_first *s, uint32_t cell, int parity,
                                  uint32_t parent, uint8_t move) {
  uint8_t last = best_first_move(s, cell);
  if (last >= MOVE_LINK || best_first_move(s, parent) != move ||
      s->g[parent] >= s->g[cell]) {
    return;
  }
  if (best_first_move(s, best_first_parent(s, cell, parity)) == last) return;
  s->from[cell] = (uint8_t)(move | (s->from[cell] & BEST_FIRST_CLOSED));
}

// Whether a node is worth keeping.
static inline bool best_first_is_promising(best_first *s, double g, double f) {
  if (f >= s->bound) return false;
  if (f <= s->prune_above && g <= s->max_cost) return true;
  s->is_capped = true;
  return false;
}

// Opens a node for a cell. There must be room.
static inline void best_first_open(best_first *s, uint32_t cell, int x, int y, double g,
                                   uint8_t move, double priority) {
  MEMORY_ASSERT(s->touched_count < s->touched_capacity);
  s->touched[s->touched_count] = cell;
  s->touched_count += !(s->g[cell] < INFINITY); // unpredictable: no branch
  s->g[cell] = g;
  s->from[cell] = move;
  bucket_queue_push(&s->open, priority, g, x, y);
}

// Takes note that a cell can be reached at some cost, which is not above the one it has.
// There must be room.
static inline void best_first_relax(best_first *s, uint32_t parent, uint32_t cell, int x,
                                    int y, double g, uint8_t move) {
  double old = s->g[cell];
  if (g >= old - s->slack) {
    if (move < MOVE_LINK && s->canonical == NULL) {
      best_first_straighten(s, cell, costmap_parity(s->map, x, y), parent, move);
    }
    return;
  }
  if (s->is_greedy && old < INFINITY && (s->from[cell] & BEST_FIRST_CLOSED) != 0) return;
  double h = heuristic_at(&s->heuristic, x, y);
  if (h < 0) {
    s->status = RUN_STOPPED;
  } else if (best_first_is_promising(s, g, g + h)) {
    best_first_open(s, cell, x, y, g, move, s->is_greedy ? h : g + h);
  }
}

// ------------------------------------------------------------------------------- moves

static void best_first_follow_links(best_first *s, uint32_t cell, double g) {
  const astar_grid *grid = s->grid;
  uint32_t count;
  const grid_arc *arcs = links_arcs_from(grid, cell, &count);
  if (count == 0 || !best_first_reserve(s, count)) return;
  for (uint32_t a = 0; a < count && s->status == RUN_RUNNING; a++) {
    uint32_t to = arcs[a].to;
    double cost = g + arcs[a].cost;
    if (!costmap_is_cell_passable(s->map, to) || cost >= s->g[to]) continue;
    if (!best_first_add_link_step(s, cell, to)) return;
    best_first_relax(s, cell, to, grid_x(grid, to), grid_y(grid, to), cost, MOVE_LINK);
  }
}

static inline void best_first_relax_move(best_first *s, const bucket_queue_entry *node,
                                         uint32_t cell, int move) {
  int parity = costmap_parity(s->map, node->x, node->y);
  const tile_move *step = &s->map->moves->list[parity][move];
  uint32_t to = cell + (uint32_t)step->offset;
  double g = node->g + costmap_cost_into(s->map, node->x, node->y, move, to);
  if (g > s->g[to] + s->slack) return;
  best_first_relax(s, cell, to, node->x + step->dx, node->y + step->dy, g, (uint8_t)move);
}

// Takes the next of some moves. Among equals the last one pushed is the first out, so
// what goes straight on, by the move `ahead`, comes last, and before that the straight
// moves after the diagonal ones.
static inline int best_first_next_move(uint64_t *moves, uint64_t ahead) {
  uint64_t others = *moves & ~ahead;
  int move = bits_highest(others != 0 ? others : *moves);
  *moves ^= (uint64_t)1 << move;
  return move;
}

// The move that goes straight on from a tile that was reached by `last`, as a bit.
static inline uint64_t best_first_ahead(uint8_t last) {
  return last < MOVE_LINK ? (uint64_t)1 << last : 0;
}

// The legal moves that are worth making from a tile that was reached by `last`.
static inline uint64_t best_first_moves_from(const best_first *s, int x, int y,
                                             uint64_t moves, uint8_t last) {
  if (s->canonical == NULL || last >= DIRECTIONS) return moves;
  if (s->map->tiles->is_uniform) {
    return moves & s->canonical->canonical[last][costmap_neighborhood(s->map, x, y)];
  }
  // All of them where the neighborhood is not uniform: an unpredictable condition, so
  // it is computed without a branch.
  uint64_t not_uniform =
      (uint64_t)costmap_bit(s->map, s->map->tiles->uniform_tiles, x, y) - 1;
  return moves & (s->canonical->canonical[last][511] | not_uniform);
}

// Closes the cell of a node; returns the move that it was reached by.
static inline uint8_t best_first_close(best_first *s, const bucket_queue_entry *node,
                                       uint32_t cell) {
  uint8_t last = best_first_move(s, cell);
  s->from[cell] = last | BEST_FIRST_CLOSED;
  s->slack = costmap_slack(s->map, node->g);
  s->expanded++;
  return last;
}

static inline void best_first_expand(best_first *s, const bucket_queue_entry *node,
                                     uint32_t cell) {
  uint8_t last = best_first_close(s, node, cell);
  if (!best_first_reserve(s, ASTAR_MAX_MOVES)) return;
  uint64_t legal = s->map->tiles->legal != NULL
                       ? s->map->tiles->legal[cell]
                       : costmap_compute_moves(s->map, node->x, node->y);
  uint64_t moves = best_first_moves_from(s, node->x, node->y, legal, last);
  while (moves != 0 && s->status == RUN_RUNNING) {
    best_first_relax_move(s, node, cell,
                          best_first_next_move(&moves, best_first_ahead(last)));
  }
  if (s->grid->arc_count > 0) best_first_follow_links(s, cell, node->g);
}

// ------------------------------------------------------------------- steps from tables

// What is looked up for each step on squares whose costs are in the table: copies, since
// a compiler must take every cost that is stored for a change of all others.
typedef struct best_first_tables {
  uint32_t margin; ///< cells before the first that has eight around it
  uint32_t inner;  ///< how many have them
  int count;       ///< of the steps: 4 or 8
  const uint8_t *legal, *terrain;
  const double *cost, *penalty; ///< no penalties: NULL
  double penalty_scale;
  double *reached;  ///< s->g
  bool wants_equal; ///< steps that reach a cell at the cost it has count, too
  int offset[DIRECTIONS];
} best_first_tables;

static best_first_tables best_first_get_tables(const best_first *s) {
  const astar_grid *grid = s->grid;
  uint32_t margin = (uint32_t)grid->width + 1, tiles = grid_tiles(grid);
  best_first_tables tables = {.margin = margin,
                              .inner = tiles > 2 * margin ? tiles - 2 * margin : 0,
                              .count = s->map->moves->count,
                              .legal = s->map->tiles->legal,
                              .terrain = grid->terrain,
                              .cost = s->map->moves->cost,
                              .penalty =
                                  costmap_has_penalties(s->map) ? grid->penalty : NULL,
                              .penalty_scale = s->map->filter.penalty_scale,
                              .reached = s->g,
                              .wants_equal = s->canonical == NULL};
  for (int d = 0; d < DIRECTIONS; d++) {
    tables.offset[d] = direction_dy[d] * grid->width + direction_dx[d];
  }
  return tables;
}

// Whether there are cells in all eight directions: beyond the sides of the map those of
// the rows above and below, to which no step is legal.
static inline bool best_first_is_within(const best_first_tables *tables, uint32_t cell) {
  return cell - tables->margin < tables->inner;
}

// What it costs to reach a neighbor; sets its bit in `*better` when that is less than
// `margin` above the cost it has.
static inline void best_first_try_step(const best_first_tables *tables, uint32_t cell,
                                       double g, int d, double margin, double *costs,
                                       uint64_t *better) {
  uint32_t to = cell + (uint32_t)tables->offset[d];
  costs[d] = g + tables->cost[d * 256 + tables->terrain[to]];
  if (tables->penalty != NULL) costs[d] += tables->penalty[to] * tables->penalty_scale;
  *better |= (uint64_t)(costs[d] < tables->reached[to] + margin) << d;
}

// The moves out of `moves` that reach a neighbor more cheaply than before, or where equal
// cost counts at the cost it has; and what they cost. Within the map all are tried
// without a branch, which would be unpredictable.
static inline uint64_t best_first_find_better(const best_first_tables *tables,
                                              uint32_t cell,
                                              const bucket_queue_entry *node,
                                              uint64_t moves, double slack,
                                              double *costs) {
  uint64_t better = 0;
  double margin = tables->wants_equal ? slack : -slack;
  if (best_first_is_within(tables, cell)) {
    for (int d = 0; d < tables->count; d += 4) {
      best_first_try_step(tables, cell, node->g, d, margin, costs, &better);
      best_first_try_step(tables, cell, node->g, d + 1, margin, costs, &better);
      best_first_try_step(tables, cell, node->g, d + 2, margin, costs, &better);
      best_first_try_step(tables, cell, node->g, d + 3, margin, costs, &better);
    }
    return moves & better;
  }
  for (; moves != 0; moves &= moves - 1) {
    best_first_try_step(tables, cell, node->g, bits_lowest(moves), margin, costs,
                        &better);
  }
  return better;
}

static inline void best_first_expand_by_table(best_first *s,
                                              const best_first_tables *tables,
                                              const bucket_queue_entry *node,
                                              uint32_t cell) {
  double costs[DIRECTIONS];
  uint8_t last = best_first_close(s, node, cell);
  if (!best_first_reserve(s, DIRECTIONS)) return;
  uint64_t moves = best_first_moves_from(s, node->x, node->y, tables->legal[cell], last);
  moves = best_first_find_better(tables, cell, node, moves, s->slack, costs);
  while (moves != 0) {
    int d = best_first_next_move(&moves, best_first_ahead(last));
    int x = node->x + direction_dx[d], y = node->y + direction_dy[d];
    uint32_t to = cell + (uint32_t)tables->offset[d];
    if (costs[d] >= tables->reached[to] - s->slack) {
      best_first_straighten(s, to, 0, cell, (uint8_t)d); // not where moves are canonical
      continue;
    }
    double f = costs[d] + heuristic_simple_at(&s->heuristic, x, y);
    if (best_first_is_promising(s, costs[d], f)) {
      best_first_open(s, to, x, y, costs[d], (uint8_t)d, f);
    }
  }
}

// Most often the node below in its bucket is the next.
static inline void best_first_prefetch_next(const best_first *s,
                                            const best_first_tables *tables,
                                            const bucket_queue_entry *node) {
  if (node->next == 0) return;
  const bucket_queue_entry *below = &s->open.entries[node->next - 1];
  uint32_t cell = grid_cell(s->grid, below->x, below->y);
  BITS_PREFETCH(&tables->reached[cell]);
  BITS_PREFETCH(&tables->terrain[cell]);
  BITS_PREFETCH(&tables->legal[cell]);
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

// Whether the cheapest path is found for sure, and each of its steps costs something:
// then it crosses itself nowhere, in whatever order its steps are made.
static bool best_first_is_exact(const costmap *map, const astar_query *query) {
  bool is_admissible =
      query->algorithm == ASTAR_DIJKSTRA || heuristic_is_admissible(query);
  return is_admissible && query->algorithm != ASTAR_GREEDY &&
         map->moves->min_tile_cost > 0;
}

// Whether the search may go about its work as it likes: the algorithms that are there to
// be looked at make every legal move, in strict order.
static bool best_first_may_prune(const astar_query *query) {
  return query->algorithm == ASTAR_AUTO && query->heuristic == ASTAR_HEURISTIC_AUTO &&
         query->weight <= 1;
}

static void best_first_put_start(best_first *s, double h) {
  uint32_t cell = grid_cell(s->grid, s->start_x, s->start_y);
  if (!best_first_reserve(s, 1)) return;
  s->touched[s->touched_count++] = cell;
  s->g[cell] = 0;
  s->from[cell] = MOVE_START;
  bucket_queue_push(&s->open, h, 0, s->start_x, s->start_y);
}

// Which moves are made, and whether in the loop that reads them from tables.
static void best_first_choose_moves(best_first *s, bool may_prune_moves) {
  const costmap *map = s->map;
  bool is_canonical =
      map->tiles->is_uniform || (map->tiles->uniform_tiles != NULL &&
                                 s->grid->closed_count == 0 && !map->moves->is_steep);
  s->canonical = may_prune_moves && is_canonical ? map->rules : NULL;
  s->is_simple = s->heuristic.is_simple && !s->is_greedy && map->moves->is_table_cost &&
                 map->rules->is_standard && map->tiles->legal != NULL;
}

// Copies what the loop asks of the query.
static void best_first_read_query(best_first *s, const astar_query *query) {
  s->start_x = query->start_x;
  s->start_y = query->start_y;
  s->max_cost = query->max_cost;
  s->max_expansions = query->max_expansions;
  s->is_greedy = query->algorithm == ASTAR_GREEDY;
  s->is_partial = query->partial;
  s->is_exact = best_first_is_exact(s->map, query);
  bool can_prune = !s->is_greedy && !query->partial && heuristic_is_admissible(query);
  s->prune_above = can_prune ? s->max_cost * (1 + TOLERANCE_SUMS) : INFINITY;
}

run_status best_first_begin(best_first *s, run *r, budget *b) {
  const astar_query *query = r->query;
  s->grid = r->grid;
  s->memory = &r->grid->memory;
  s->map = &r->map;
  s->goals = &r->goals;
  best_first_reset(s);
  if (!best_first_ensure_cells(s)) return s->status = RUN_NO_MEMORY;
  if (!best_first_clear_cells(s, b)) return s->status = RUN_PREPARING;
  best_first_read_query(s, query);
  s->goal_cell = goals_single_cell(s->goals);
  s->found = s->nearest = GRID_NO_CELL;
  s->nearest_distance = INT32_MAX;
  s->bound = INFINITY;
  s->is_capped = false;
  s->status = RUN_RUNNING;
  heuristic_init(&s->heuristic, s->map, s->goals, query);
  double h = heuristic_at(&s->heuristic, s->start_x, s->start_y);
  if (h < 0) return s->status = RUN_STOPPED;
  bool may_prune = best_first_may_prune(query);
  best_first_choose_moves(s, may_prune || query->algorithm == ASTAR_JPS);
  double width = may_prune ? s->map->moves->min_step * BEST_FIRST_BUCKET : 0;
  if (!bucket_queue_begin(&s->open, s->memory, h, width, s->map->moves->min_step)) {
    return s->status = RUN_NO_MEMORY;
  }
  best_first_put_start(s, h);
  return s->status;
}

static void best_first_reach_goal(best_first *s, uint32_t cell, double g) {
  double better = g * TOLERANCE_SUMS,
         max = s->map->moves->min_step * TOLERANCE_SUMS_STEPS;
  s->found = cell;
  s->bound = g - (better < max ? better : max);
  if (s->is_greedy) s->status = RUN_FOUND;
}

// What an empty open list means.
static run_status best_first_end(const best_first *s) {
  if (s->found != GRID_NO_CELL) return RUN_FOUND;
  return s->is_capped ? RUN_CAPPED : RUN_EXHAUSTED;
}

static inline bool best_first_is_goal(const best_first *s, const bucket_queue_entry *node,
                                      uint32_t cell) {
  if (s->goal_cell != GRID_NO_CELL) return cell == s->goal_cell;
  return goals_at(s->goals, node->x, node->y) >= 0;
}

// Whether a node is worth expanding: its cell was not reached more cheaply since, and no
// goal that was reached is as near.
static inline bool best_first_is_current(const best_first *s,
                                         const bucket_queue_entry *node, uint32_t cell) {
  if (node->g > s->g[cell]) return false;
  return s->found == GRID_NO_CELL || s->heuristic.function != NULL ||
         node->g + heuristic_at(&s->heuristic, node->x, node->y) < s->bound;
}

// Takes a node from the open list and expands it; `tables` is NULL where
// steps must be computed.
static inline void best_first_expand_next(best_first *s,
                                          const best_first_tables *tables) {
  bucket_queue_entry node;
  bool is_over = s->found != GRID_NO_CELL && bucket_queue_is_beyond(&s->open, s->bound);
  if (is_over || !bucket_queue_pop(&s->open, &node)) {
    s->status = best_first_end(s);
    return;
  }
  if (tables != NULL) best_first_prefetch_next(s, tables, &node);
  uint32_t cell = grid_cell(s->grid, node.x, node.y);
  if (!best_first_is_current(s, &node, cell)) return;
  if (best_first_is_goal(s, &node, cell)) {
    best_first_reach_goal(s, cell, node.g);
  } else if (s->expanded >= s->max_expansions) {
    s->status = RUN_CAPPED; // a goal may have been met, but not yet the cheapest way
  } else {
    if (s->is_partial) best_first_update_nearest(s, cell, node.x, node.y);
    if (tables != NULL) {
      best_first_expand_by_table(s, tables, &node, cell);
    } else {
      best_first_expand(s, &node, cell);
    }
  }
}

// -------------------------------------------------------------------------------- path

// The cell that a legal move leads to.
static uint32_t best_first_lands(const best_first *s, int x, int y, uint8_t move) {
  const tile_move *step = &s->map->moves->list[costmap_parity(s->map, x, y)][move];
  return grid_cell(s->grid, x, y) + (uint32_t)step->offset;
}

// Where a path comes to a cell by one move and leaves it by another, it may come as well
// by the latter: runs stay together, and cost the same.
static void best_first_keep_straight(best_first *s, uint32_t cell, uint8_t move) {
  if (move >= MOVE_LINK || best_first_move(s, cell) >= MOVE_LINK ||
      best_first_move(s, cell) == move) {
    return;
  }
  int x = grid_x(s->grid, cell), y = grid_y(s->grid, cell);
  uint32_t before =
      cell + (uint32_t)s->map->moves->list[costmap_parity(s->map, x, y)][move].back;
  if (before >= grid_tiles(s->grid)) return;
  x = grid_x(s->grid, before);
  y = grid_y(s->grid, before);
  if (!(s->g[before] < s->g[cell]) || (s->from[before] & BEST_FIRST_CLOSED) == 0) return;
  if ((costmap_moves(s->map, x, y) >> move & 1) == 0 ||
      best_first_lands(s, x, y, move) != cell) {
    return;
  }
  double g = s->g[before] + costmap_step_cost(s->map, x, y, move);
  if (g <= s->g[cell] + costmap_slack(s->map, g)) {
    s->from[cell] = (uint8_t)(move | BEST_FIRST_CLOSED);
  }
}

// Builds the path to a cell that was touched. False: memory is short.
static bool best_first_build_path(best_first *s, path_builder *path, uint32_t end) {
  uint8_t move = MOVE_START;
  path_builder_clear(path);
  for (uint32_t cell = end; cell != GRID_NO_CELL;) {
    int x = grid_x(s->grid, cell), y = grid_y(s->grid, cell);
    best_first_keep_straight(s, cell, move);
    move = best_first_move(s, cell);
    if (!path_builder_add(path, x, y, move)) return false;
    cell = best_first_parent(s, cell, costmap_parity(s->map, x, y));
  }
  path_builder_sum_cost(path, s->map);
  if (s->is_exact) path_builder_straighten(path, s->map);
  return true;
}

// ------------------------------------------------------------------------------- kernel

// The cell where the path of a search that ended ends, or GRID_NO_CELL.
static uint32_t best_first_path_end(const best_first *s) {
  bool has_path =
      s->status == RUN_FOUND ||
      (s->is_partial && (s->status == RUN_EXHAUSTED || s->status == RUN_CAPPED));
  if (!has_path) return GRID_NO_CELL;
  return s->found != GRID_NO_CELL ? s->found : s->nearest;
}

run_status best_first_step(best_first *s, run *r, int64_t count) {
  int64_t end = count < INT64_MAX - s->expanded ? s->expanded + count : INT64_MAX;
  if (s->is_simple) {
    best_first_tables tables = best_first_get_tables(s);
    while (s->status == RUN_RUNNING && s->expanded < end)
      best_first_expand_next(s, &tables);
  } else {
    while (s->status == RUN_RUNNING && s->expanded < end) best_first_expand_next(s, NULL);
  }
  r->expanded = s->expanded;
  uint32_t last = best_first_path_end(s);
  if (last != GRID_NO_CELL) {
    r->has_path = best_first_build_path(s, r->path, last);
    if (!r->has_path) s->status = RUN_NO_MEMORY;
  }
  return s->status;
}

bool best_first_node_at(const best_first *s, const run *r, int x, int y,
                        astar_node *node) {
  (void)r;
  uint32_t cell = grid_cell(s->grid, x, y);
  if (!(s->g[cell] < INFINITY)) return false;
  uint32_t parent = best_first_parent(s, cell, costmap_parity(s->map, x, y));
  bool is_start = parent == GRID_NO_CELL;
  *node = (astar_node){.is_closed = (s->from[cell] & BEST_FIRST_CLOSED) != 0,
                       .g = s->g[cell],
                       .h = heuristic_at(&s->heuristic, x, y),
                       .parent_x = is_start ? -1 : grid_x(s->grid, parent),
                       .parent_y = is_start ? -1 : grid_y(s->grid, parent)};
  return true;
}
