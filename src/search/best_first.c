#include "search/best_first.h"

#include <math.h>

#include "base/bits.h"
#include "map/links.h"
#include "search/jump_points.h"

// A node must promise a path that is cheaper than the one found by this part of its cost,
// or by this part of the cheapest step, whichever is less: the plateau of nodes whose
// cost and heuristic sum up to the same is large.
#define BEST_FIRST_BETTER 1e-10
#define BEST_FIRST_BETTER_STEPS 0.125

// Width of a bucket of the open list, in least steps: wider is quicker to search for the
// next, and expands more nodes twice.
#define BEST_FIRST_BUCKET 0.5

// -------------------------------------------------------------------------------- life

best_first *best_first_new(astar_grid *grid) {
  best_first *s = (best_first *)memory_new(&grid->memory, sizeof *s);
  if (s != NULL) s->grid = grid;
  return s;
}

static bool best_first_ensure_cells(best_first *s) {
  memory *m = &s->grid->memory;
  size_t tiles = grid_tiles(s->grid);
  if (s->from == NULL) s->from = (uint8_t *)memory_new(m, tiles);
  if (s->g != NULL || s->from == NULL) return s->from != NULL;
  s->g = (double *)memory_resize(m, NULL, 0, tiles * sizeof *s->g);
  if (s->g == NULL) return false;
  for (size_t cell = 0; cell < tiles; cell++) s->g[cell] = INFINITY;
  return true;
}

void best_first_free(best_first *s) {
  if (s == NULL) return;
  best_first_free(s->nested);
  jump_points_free(s->jps, s->grid);
  memory *m = &s->grid->memory;
  size_t tiles = grid_tiles(s->grid);
  goals_fini(&s->goals, m);
  bucket_queue_fini(&s->open, m);
  memory_free(m, s->g, tiles * sizeof *s->g);
  memory_free(m, s->from, tiles);
  memory_free(m, s->touched, s->touched_capacity * sizeof *s->touched);
  memory_free(m, s->link_steps, s->link_step_capacity * sizeof *s->link_steps);
  path_builder_fini(&s->trail, m);
  memory_free(m, s, sizeof *s);
}

// How many cells are cleared one by one at most; beyond that all of them are. A cell of
// the list takes 3 to 6 times as long as one of a fill in order (0.6 to 1.4 against 0.2
// ns on 256 x 256 to 2048 x 2048 tiles), and an eighth of the map is half a byte a tile
// of list.
static uint32_t best_first_max_touched(const best_first *s) {
  return grid_tiles(s->grid) / MEMORY_LIMIT(8, 16) + MEMORY_LIMIT(2, 1) * ASTAR_MAX_MOVES;
}

static void best_first_reset(best_first *s) {
  if (s->clears_all) {
    for (size_t cell = 0; cell < grid_tiles(s->grid); cell++) s->g[cell] = INFINITY;
  }
  for (uint32_t i = 0; i < s->touched_count; i++) s->g[s->touched[i]] = INFINITY;
  s->clears_all = false;
  s->touched_count = s->link_step_count = s->expanded = 0;
  path_builder_clear(&s->trail);
}

// ------------------------------------------------------------------------------- nodes

// Makes room to note `count` more cells. When the list is longer than it is worth, the
// next search clears every cell instead: the list starts again, and is not read.
static bool best_first_grow_touched(best_first *s, uint32_t count) {
  if (s->touched_count + count > best_first_max_touched(s)) {
    s->clears_all = true;
    s->touched_count = 0;
  }
  return memory_reserve(&s->grid->memory, (void **)&s->touched, &s->touched_capacity,
                        s->touched_count + count, sizeof *s->touched);
}

// Makes room for what the expansion of a node can add.
static inline bool best_first_reserve(best_first *s, uint32_t count) {
  if ((s->touched_count + count <= s->touched_capacity ||
       best_first_grow_touched(s, count)) &&
      bucket_queue_reserve(&s->open, &s->grid->memory, count)) {
    MEMORY_ASSERT(s->touched_count + count <= s->touched_capacity);
    return true;
  }
  s->state = BEST_FIRST_NO_MEMORY;
  return false;
}

static bool best_first_add_link_step(best_first *s, uint32_t from, uint32_t to) {
  if (!memory_reserve(&s->grid->memory, (void **)&s->link_steps, &s->link_step_capacity,
                      s->link_step_count + 1, sizeof *s->link_steps)) {
    s->state = BEST_FIRST_NO_MEMORY;
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
  if (move < MOVE_LINK) return cell + (uint32_t)s->map->moves[parity][move].back;
  if (move == MOVE_START) return BEST_FIRST_NONE;
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
    s->state = BEST_FIRST_STOPPED;
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
  for (uint32_t a = 0; a < count && s->state == BEST_FIRST_RUNNING; a++) {
    uint32_t to = arcs[a].to;
    double cost = g + arcs[a].cost;
    if (!costmap_is_cell_passable(s->map, to) || cost >= s->g[to]) continue;
    if (!best_first_add_link_step(s, cell, to)) return;
    best_first_relax(s, cell, to, (int)to % grid->width, (int)to / grid->width, cost,
                     MOVE_LINK);
  }
}

static inline void best_first_relax_move(best_first *s, const bucket_queue_entry *node,
                                         uint32_t cell, int move) {
  int parity = costmap_parity(s->map, node->x, node->y);
  const costmap_move *step = &s->map->moves[parity][move];
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

// The move that goes straight on from a place that was come to by `last`, as a bit.
static inline uint64_t best_first_ahead(uint8_t last) {
  return last < MOVE_LINK ? (uint64_t)1 << last : 0;
}

// Of legal moves those that are worth making from a place that was come to by `last`.
static inline uint64_t best_first_moves_from(const best_first *s, int x, int y,
                                             uint64_t moves, uint8_t last) {
  if (s->canonical == NULL || last >= DIRECTIONS) return moves;
  if (s->map->is_uniform) {
    return moves & s->canonical->canonical[last][costmap_neighborhood(s->map, x, y)];
  }
  // All of them on uneven ground. No branch: whether it is even cannot be foretold.
  uint64_t uneven = (uint64_t)costmap_bit(s->map, s->map->uniform_tiles, x, y) - 1;
  return moves & (s->canonical->canonical[last][511] | uneven);
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
  uint64_t legal = s->map->legal != NULL
                       ? s->map->legal[cell]
                       : costmap_compute_moves(s->map, node->x, node->y);
  uint64_t moves = best_first_moves_from(s, node->x, node->y, legal, last);
  while (moves != 0 && s->state == BEST_FIRST_RUNNING) {
    best_first_relax_move(s, node, cell,
                          best_first_next_move(&moves, best_first_ahead(last)));
  }
  if (s->grid->arc_count > 0) best_first_follow_links(s, cell, node->g);
}

// ------------------------------------------------------------------------ simple ground

// What is looked up for each step on squares whose costs are in the table: copies, since
// a compiler must take every cost that is stored for a change of all others.
typedef struct best_first_tables {
  uint32_t margin; ///< cells before the first that has eight around it
  uint32_t inner;  ///< how many have them
  int count;       ///< of the steps: 4 or 8
  const uint8_t *legal, *terrain;
  const double *cost, *penalty; ///< no penalties: NULL
  double *reached;              ///< s->g
  bool wants_equal;             ///< steps that reach a cell at the cost it has count, too
  int offset[DIRECTIONS];
} best_first_tables;

static best_first_tables best_first_get_tables(const best_first *s) {
  const astar_grid *grid = s->grid;
  uint32_t margin = (uint32_t)grid->width + 1, tiles = grid_tiles(grid);
  best_first_tables ground = {.margin = margin,
                              .inner = tiles > 2 * margin ? tiles - 2 * margin : 0,
                              .count = s->map->move_count,
                              .legal = s->map->legal,
                              .terrain = grid->terrain,
                              .cost = s->map->cost,
                              .penalty = grid->penalty_count > 0 ? grid->penalty : NULL,
                              .reached = s->g,
                              .wants_equal = s->canonical == NULL};
  for (int d = 0; d < DIRECTIONS; d++) {
    ground.offset[d] = direction_dy[d] * grid->width + direction_dx[d];
  }
  return ground;
}

// Whether there are cells in all eight directions: beyond the sides of the map those of
// the rows above and below, to which no step is legal.
static inline bool best_first_is_within(const best_first_tables *ground, uint32_t cell) {
  return cell - ground->margin < ground->inner;
}

// What it costs to reach a neighbor; sets its bit in `*better` when that is less than
// `margin` above the cost it has.
static inline void best_first_try_step(const best_first_tables *ground, uint32_t cell,
                                       double g, int d, double margin, double *costs,
                                       uint64_t *better) {
  uint32_t to = cell + (uint32_t)ground->offset[d];
  costs[d] = g + ground->cost[d * 256 + ground->terrain[to]];
  if (ground->penalty != NULL) costs[d] += ground->penalty[to];
  *better |= (uint64_t)(costs[d] < ground->reached[to] + margin) << d;
}

// The moves out of `moves` that reach a neighbor more cheaply than before, or where equal
// cost counts at the cost it has; and what they cost. Within the map all are tried
// without a branch, which would be unpredictable.
static inline uint64_t best_first_find_better(const best_first_tables *ground,
                                              uint32_t cell,
                                              const bucket_queue_entry *node,
                                              uint64_t moves, double slack,
                                              double *costs) {
  uint64_t better = 0;
  double margin = ground->wants_equal ? slack : -slack;
  if (best_first_is_within(ground, cell)) {
    for (int d = 0; d < ground->count; d += 4) {
      best_first_try_step(ground, cell, node->g, d, margin, costs, &better);
      best_first_try_step(ground, cell, node->g, d + 1, margin, costs, &better);
      best_first_try_step(ground, cell, node->g, d + 2, margin, costs, &better);
      best_first_try_step(ground, cell, node->g, d + 3, margin, costs, &better);
    }
    return moves & better;
  }
  for (; moves != 0; moves &= moves - 1) {
    best_first_try_step(ground, cell, node->g, bits_lowest(moves), margin, costs,
                        &better);
  }
  return better;
}

static inline void best_first_expand_by_table(best_first *s,
                                              const best_first_tables *ground,
                                              const bucket_queue_entry *node,
                                              uint32_t cell) {
  double costs[DIRECTIONS];
  uint8_t last = best_first_close(s, node, cell);
  if (!best_first_reserve(s, DIRECTIONS)) return;
  uint64_t moves = best_first_moves_from(s, node->x, node->y, ground->legal[cell], last);
  moves = best_first_find_better(ground, cell, node, moves, s->slack, costs);
  while (moves != 0) {
    int d = best_first_next_move(&moves, best_first_ahead(last));
    int x = node->x + direction_dx[d], y = node->y + direction_dy[d];
    uint32_t to = cell + (uint32_t)ground->offset[d];
    if (costs[d] >= ground->reached[to] - s->slack) {
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
                                            const best_first_tables *ground,
                                            const bucket_queue_entry *node) {
  if (node->next == 0) return;
  const bucket_queue_entry *below = &s->open.entries[node->next - 1];
  uint32_t cell = grid_cell(s->grid, below->x, below->y);
  BITS_PREFETCH(&ground->reached[cell]);
  BITS_PREFETCH(&ground->terrain[cell]);
  BITS_PREFETCH(&ground->legal[cell]);
  BITS_PREFETCH(&s->from[cell]);
}

// -------------------------------------------------------------------------------- loop

static void best_first_update_nearest(best_first *s, uint32_t cell, int x, int y) {
  int goal, distance = goals_distance(&s->goals, x, y, &goal);
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
  return is_admissible && query->algorithm != ASTAR_GREEDY && map->min_tile_cost > 0;
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

// Which moves are made, and whether in the loop for simple ground.
static void best_first_choose_moves(best_first *s, bool may_prune_moves) {
  const costmap *map = s->map;
  bool is_canonical = map->is_uniform || (map->uniform_tiles != NULL &&
                                          s->grid->closed_count == 0 && !map->is_steep);
  s->canonical = may_prune_moves && is_canonical ? map->rules : NULL;
  s->is_simple = s->heuristic.is_simple && !s->is_greedy && map->is_table_cost &&
                 map->rules->is_standard && map->legal != NULL;
}

void best_first_begin(best_first *s, const astar_query *query) {
  best_first_reset(s);
  s->start_x = query->start_x;
  s->start_y = query->start_y;
  s->max_cost = query->max_cost;
  s->max_expansions = query->max_expansions;
  s->is_greedy = query->algorithm == ASTAR_GREEDY;
  s->is_partial = query->partial;
  s->goal_cell = goals_single_cell(&s->goals);
  bool can_prune = !s->is_greedy && !query->partial && heuristic_is_admissible(query);
  s->prune_above = can_prune ? s->max_cost * (1 + 1e-9) : INFINITY;
  s->is_capped = false;
  s->found = s->nearest = BEST_FIRST_NONE;
  s->nearest_distance = INT32_MAX;
  s->bound = INFINITY;
  s->state = BEST_FIRST_RUNNING;
  heuristic_init(&s->heuristic, s->map, &s->goals, query);
  s->is_exact = best_first_is_exact(s->map, query);
  double h = heuristic_at(&s->heuristic, s->start_x, s->start_y);
  if (h < 0) s->state = BEST_FIRST_STOPPED;
  bool is_ready = best_first_ensure_cells(s) && costmap_ensure_legal(s->map);
  bool may_prune = best_first_may_prune(query);
  best_first_choose_moves(s, may_prune || query->algorithm == ASTAR_JPS);
  double width = may_prune ? s->map->min_step * BEST_FIRST_BUCKET : 0;
  if (!is_ready ||
      !bucket_queue_begin(&s->open, &s->grid->memory, h, width, s->map->min_step)) {
    s->state = BEST_FIRST_NO_MEMORY;
  }
  if (s->state == BEST_FIRST_RUNNING) best_first_put_start(s, h);
}

static void best_first_reach_goal(best_first *s, uint32_t cell, double g) {
  double better = g * BEST_FIRST_BETTER,
         most = s->map->min_step * BEST_FIRST_BETTER_STEPS;
  s->found = cell;
  s->bound = g - (better < most ? better : most);
  if (s->is_greedy) s->state = BEST_FIRST_FOUND;
}

// What an empty open list means.
static best_first_state best_first_end(const best_first *s) {
  if (s->found != BEST_FIRST_NONE) return BEST_FIRST_FOUND;
  return s->is_capped ? BEST_FIRST_CAPPED : BEST_FIRST_EXHAUSTED;
}

static inline bool best_first_is_goal(const best_first *s, const bucket_queue_entry *node,
                                      uint32_t cell) {
  if (s->goal_cell != BEST_FIRST_NONE) return cell == s->goal_cell;
  return goals_at(&s->goals, node->x, node->y) >= 0;
}

// Whether a node is worth expanding: it is no leftover of a dearer way, and no goal that
// was met is as near.
static inline bool best_first_is_current(const best_first *s,
                                         const bucket_queue_entry *node, uint32_t cell) {
  if (node->g > s->g[cell]) return false;
  return s->found == BEST_FIRST_NONE || s->heuristic.function != NULL ||
         node->g + heuristic_at(&s->heuristic, node->x, node->y) < s->bound;
}

// Takes a node from the open list and expands it; `ground` is NULL where that is not
// simple.
static inline void best_first_expand_next(best_first *s,
                                          const best_first_tables *ground) {
  bucket_queue_entry node;
  bool is_over =
      s->found != BEST_FIRST_NONE && bucket_queue_is_beyond(&s->open, s->bound);
  if (is_over || !bucket_queue_pop(&s->open, &node)) {
    s->state = best_first_end(s);
    return;
  }
  if (ground != NULL) best_first_prefetch_next(s, ground, &node);
  uint32_t cell = grid_cell(s->grid, node.x, node.y);
  if (!best_first_is_current(s, &node, cell)) return;
  if (best_first_is_goal(s, &node, cell)) {
    best_first_reach_goal(s, cell, node.g);
  } else if (s->expanded >= s->max_expansions) {
    s->state =
        BEST_FIRST_CAPPED; // a goal may have been met, but not yet the cheapest way
  } else {
    if (s->is_partial) best_first_update_nearest(s, cell, node.x, node.y);
    if (ground != NULL) {
      best_first_expand_by_table(s, ground, &node, cell);
    } else {
      best_first_expand(s, &node, cell);
    }
  }
}

best_first_state best_first_step(best_first *s, int64_t count) {
  int64_t end = count < INT64_MAX - s->expanded ? s->expanded + count : INT64_MAX;
  if (s->is_simple) {
    best_first_tables ground = best_first_get_tables(s);
    while (s->state == BEST_FIRST_RUNNING && s->expanded < end)
      best_first_expand_next(s, &ground);
  } else {
    while (s->state == BEST_FIRST_RUNNING && s->expanded < end)
      best_first_expand_next(s, NULL);
  }
  return s->state;
}

// ------------------------------------------------------------------------------- trail

// The cell that a legal move leads to.
static uint32_t best_first_lands(const best_first *s, int x, int y, uint8_t move) {
  const costmap_move *step = &s->map->moves[costmap_parity(s->map, x, y)][move];
  return grid_cell(s->grid, x, y) + (uint32_t)step->offset;
}

// Where a path comes to a cell by one move and leaves it by another, it may come as well
// by the latter: runs stay together, and cost the same.
static void best_first_keep_straight(best_first *s, uint32_t cell, uint8_t move) {
  if (move >= MOVE_LINK || best_first_move(s, cell) >= MOVE_LINK ||
      best_first_move(s, cell) == move) {
    return;
  }
  int width = s->grid->width, x = (int)cell % width, y = (int)cell / width;
  uint32_t before =
      cell + (uint32_t)s->map->moves[costmap_parity(s->map, x, y)][move].back;
  if (before >= grid_tiles(s->grid)) return;
  x = (int)before % width;
  y = (int)before / width;
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

bool best_first_build_path(best_first *s, uint32_t end) {
  int width = s->grid->width;
  uint8_t move = MOVE_START;
  path_builder_clear(&s->trail);
  for (uint32_t cell = end; cell != BEST_FIRST_NONE;) {
    int x = (int)cell % width, y = (int)cell / width;
    best_first_keep_straight(s, cell, move);
    move = best_first_move(s, cell);
    if (!path_builder_add(&s->trail, &s->grid->memory, x, y, move)) return false;
    cell = best_first_parent(s, cell, costmap_parity(s->map, x, y));
  }
  path_builder_sum_cost(&s->trail, s->map);
  if (s->is_exact) path_builder_straighten(&s->trail, s->map);
  return true;
}

// -------------------------------------------------------------------------------- look

bool best_first_node_at(const best_first *s, int x, int y, astar_node *node) {
  uint32_t cell = grid_cell(s->grid, x, y);
  if (!(s->g[cell] < INFINITY)) return false;
  uint32_t parent = best_first_parent(s, cell, costmap_parity(s->map, x, y));
  bool is_start = parent == BEST_FIRST_NONE;
  *node = (astar_node){.is_closed = (s->from[cell] & BEST_FIRST_CLOSED) != 0,
                       .g = s->g[cell],
                       .h = heuristic_at(&s->heuristic, x, y),
                       .parent_x = is_start ? -1 : (int)parent % s->grid->width,
                       .parent_y = is_start ? -1 : (int)parent / s->grid->width};
  return true;
}
