// Searches the cheapest path by two costs in lexicographic order: first the cost of
// opening tiles, then the cost of the path. Most steps open nothing, and cost nothing in
// the first order. So the search has two passes, one per cost.
//
// First pass, from the start: the cost of opening alone. A 0-1 search: a step that is
// legal now costs 0, and its end comes next; the other ends wait in buckets by their sum
// (R. B. Dial, "Algorithm 360: Shortest-path forest with topological ordering", 1969).
// It gives `opening` of each tile whose sum is below that of the goal, and ends there:
// the tiles beyond the last opened tile are left to the second pass.
//
//     sum 0            1              2 = sum of the goal
//     S - - - - - -  # - - - - - - -  # . . . . . G
//     first pass: all of it           not visited
//
// Second pass, from the goal: A* by the cost of the path, along tight steps only. A step
// is tight when the sum of its beginning and its own cost make the sum of its end. A
// tile that the first pass did not reach counts as having the sum of the goal: a path
// through it that ends at the start by tight steps opens no more.
//
// Invariant: the paths of tight steps from start to goal are those with the least cost of
// opening. So the second pass finds the cheapest of them.
//
// Both passes correct labels: a node is expanded again when its label improves.
#include "explain/opening_search.h"

#include <math.h>
#include <string.h>

#include "base/bits.h"
#include "map/links.h"

// The state of a cell: bits.
enum {
  OPENING_SEARCH_WAITS = 1, // pushed, and not expanded since
  OPENING_SEARCH_FOUND = 2  // `g` is set
};

// The arrays of a cell [bytes], in one block that begins with `opening`.
enum { OPENING_SEARCH_BYTES = 2 * sizeof(double) + sizeof(uint32_t) + 1 };

// Width of a bucket of the second pass [cheapest steps], as in search/best_first.
#define OPENING_SEARCH_BUCKET 0.5

// ---------------------------------------------------------------------------- open list

// The entries of the queue are cells.
static inline void opening_search_push(opening_search *s, uint32_t cell,
                                       double priority) {
  s->state[cell] |= OPENING_SEARCH_WAITS;
  bucket_queue_push(&s->queue, priority, (int)(cell & 0xffff), (int)(cell >> 16));
}

// Takes the next node that was not expanded since it was pushed. False: there is none.
static inline bool opening_search_pop(opening_search *s, uint32_t *cell) {
  while (bucket_queue_pop(&s->queue, cell)) {
    if ((s->state[*cell] & OPENING_SEARCH_WAITS) == 0) continue;
    s->state[*cell] &= (uint8_t)~OPENING_SEARCH_WAITS;
    s->expanded++;
    return true;
  }
  return false;
}

// -------------------------------------------------------------------------- first pass

// A path that opens tiles for `sum` leads to a cell.
static inline void opening_search_reach(opening_search *s, uint32_t cell, double sum) {
  if (sum >= s->open_cost || sum >= s->opening[cell]) return;
  s->opening[cell] = sum;
  if (cell == s->goal)
    s->open_cost = sum;
  else
    opening_search_push(s, cell, sum);
}

static void opening_search_open_links(opening_search *s, uint32_t cell, double sum) {
  uint32_t count;
  const grid_arc *arcs = links_arcs_from(s->map->now.grid, cell, &count);
  for (uint32_t i = 0; i < count; i++) {
    if (!costmap_is_cell_passable(&s->map->open, arcs[i].to)) continue;
    opening_search_reach(s, arcs[i].to,
                         sum + opening_map_enter(s->map, cell, arcs[i].to));
  }
}

// The cost of opening tiles that is known for a cell; at most that of the goal.
static inline double opening_search_known(const opening_search *s, uint32_t cell) {
  return s->opening[cell] < s->open_cost ? s->opening[cell] : s->open_cost;
}

// Makes steps that are not legal now.
static void opening_search_open_steps(opening_search *s, uint32_t cell, uint64_t steps) {
  const costmap *now = &s->map->now;
  int x = grid_x(now->grid, cell), y = grid_y(now->grid, cell);
  const tile_move *list = now->moves->list[costmap_parity(now, x, y)];
  double sum = s->opening[cell];
  for (; steps != 0; steps &= steps - 1) {
    int move = bits_lowest(steps);
    uint32_t to = cell + (uint32_t)list[move].offset;
    double least = sum + opening_map_enter(s->map, cell, to);
    if (least >= opening_search_known(s, to)) continue;
    opening_search_reach(s, to, sum + opening_map_step(s->map, x, y, move));
  }
}

static void opening_search_open_around(opening_search *s, uint32_t cell) {
  const costmap *now = &s->map->now;
  int x = grid_x(now->grid, cell), y = grid_y(now->grid, cell);
  const tile_move *list = now->moves->list[costmap_parity(now, x, y)];
  uint64_t legal = costmap_moves(now, x, y);
  for (uint64_t moves = legal; moves != 0; moves &= moves - 1) {
    opening_search_reach(s, cell + (uint32_t)list[bits_lowest(moves)].offset,
                         s->opening[cell]);
  }
  opening_search_open_steps(s, cell, costmap_moves(&s->map->open, x, y) & ~legal);
}

// The diagonal steps whose corners may be free, as bits of `moves`.
static unsigned opening_search_shared_moves(const opening_search *s, uint32_t cell,
                                            unsigned moves, const int32_t *offsets) {
  unsigned shared = 0;
  for (moves &= 0xf0; moves != 0; moves &= moves - 1) {
    int d = bits_lowest(moves);
    int32_t dx = direction_dx[d];
    uint32_t across = cell + (uint32_t)dx;
    uint32_t down = cell + (uint32_t)(offsets[d] - dx);
    int marks = s->map->marks[across] | s->map->marks[down];
    if ((marks & OPENING_SHARED) != 0) shared |= 1u << d;
  }
  return shared;
}

// The same where costs follow from the tiles alone. A diagonal step that needs a corner
// costs as much as two straight steps around this corner or more. It is left out, unless
// its corner is free since it may be shared.
static inline void opening_search_open_near(opening_search *s, uint32_t cell,
                                            unsigned moves, const int32_t *offsets) {
  double sum = s->opening[cell];
  unsigned legal = s->map->now.tiles->legal[cell] & moves;
  unsigned closed = s->map->open.tiles->legal[cell] & ~s->map->now.tiles->legal[cell];
  unsigned others = closed & moves;
  for (; legal != 0; legal &= legal - 1)
    opening_search_reach(s, cell + (uint32_t)offsets[bits_lowest(legal)], sum);
  for (; others != 0; others &= others - 1) {
    uint32_t to = cell + (uint32_t)offsets[bits_lowest(others)];
    if (s->opening[to] <= sum) continue;
    opening_search_reach(s, to, sum + opening_map_tile(s->map, to));
  }
  if (s->map->may_share && moves == 0xf) {
    unsigned shared = opening_search_shared_moves(s, cell, closed, offsets);
    if (shared != 0) opening_search_open_steps(s, cell, shared);
  }
}

// Finds the least cost of opening tiles up to the goal. False: there is no path, or out
// of memory.
static bool opening_search_open(opening_search *s) {
  const opening_map *map = s->map;
  // Whether the costs of steps follow from the tiles alone.
  bool is_simple = costmap_has_local_moves(&map->now) && map->now.rules->size == 1;
  unsigned moves = corner_rule_needs_way(map->now.rules->diagonal) ? 0xf : 0xff;
  int32_t offsets[DIRECTIONS];
  uint32_t cell;
  for (int d = 0; d < DIRECTIONS; d++)
    offsets[d] = direction_dy[d] * map->now.grid->width + direction_dx[d];
  s->open_cost = INFINITY;
  memset(s->state, 0, s->tiles);
  for (uint32_t i = 0; i < s->tiles; i++) s->opening[i] = INFINITY;
  if (!bucket_queue_begin(&s->queue, s->memory, 0, s->cheapest, s->cheapest))
    return false;
  opening_search_reach(s, s->start, 0);
  while (opening_search_pop(s, &cell)) {
    if (s->opening[cell] >= s->open_cost) continue;
    if (is_simple)
      opening_search_open_near(s, cell, moves, offsets);
    else
      opening_search_open_around(s, cell);
    if (map->now.grid->arc_count > 0)
      opening_search_open_links(s, cell, s->opening[cell]);
  }
  return s->open_cost < INFINITY && !s->queue.has_failed;
}

// ------------------------------------------------------------------------- second pass

// A path of cost g leads from a cell to the goal, and begins with `via`.
static void opening_search_relax(opening_search *s, uint32_t cell, int x, int y, double g,
                                 uint32_t via) {
  bool is_found = (s->state[cell] & OPENING_SEARCH_FOUND) != 0;
  if (is_found && g >= s->g[cell] - s->slack) return;
  double f = g + heuristic_at(&s->heuristic, x, y);
  if (f >= s->bound) return;
  s->state[cell] |= OPENING_SEARCH_FOUND;
  s->g[cell] = g;
  s->via[cell] = via;
  if (cell == s->start) {
    double better = g * TOLERANCE_SUMS,
           max = s->map->open.moves->min_step * TOLERANCE_SUMS_STEPS;
    s->bound = g - (better < max ? better : max);
    s->path_cost = g;
  } else {
    opening_search_push(s, cell, f);
  }
}

// Whether the step by a move is tight: from (x, y) to a cell whose sum is `sum`.
static bool opening_search_is_tight(const opening_search *s, int x, int y, int move,
                                    double sum) {
  const opening_map *map = s->map;
  double rest =
      sum + s->tolerance - opening_search_known(s, grid_cell(map->now.grid, x, y));
  if (rest < 0 || (costmap_moves(&map->open, x, y) >> move & 1) == 0) return false;
  if ((costmap_moves(&map->now, x, y) >> move & 1) != 0) return true;
  return opening_map_step(map, x, y, move) <= rest;
}

static void opening_search_relax_links(opening_search *s, uint32_t cell, double g,
                                       double sum) {
  uint32_t count;
  const astar_grid *grid = s->map->now.grid;
  const grid_arc *arcs = links_arcs_to(grid, cell, &count);
  if (!costmap_is_cell_passable(&s->map->open, cell)) return;
  for (uint32_t i = 0; i < count; i++) {
    uint32_t from = arcs[i].from;
    double opened = opening_search_known(s, from) + opening_map_enter(s->map, from, cell);
    if (opened > sum + s->tolerance) continue;
    opening_search_relax(s, from, grid_x(grid, from), grid_y(grid, from),
                         g + arcs[i].cost,
                         MOVE_LINK + (uint32_t)(arcs + i - grid->arcs_back));
  }
}

static void opening_search_relax_around(opening_search *s, uint32_t cell) {
  const costmap *open = &s->map->open;
  int x = grid_x(open->grid, cell), y = grid_y(open->grid, cell);
  const tile_move *list = open->moves->list[costmap_parity(open, x, y)];
  double sum = opening_search_known(s, cell), g = s->g[cell];
  s->slack = costmap_slack(open, g);
  for (int move = 0; move < open->moves->count; move++) {
    int from_x = x + list[move].back_dx, from_y = y + list[move].back_dy;
    uint32_t from = cell + (uint32_t)list[move].back;
    if (!grid_contains(open->grid, from_x, from_y)) continue;
    if ((s->state[from] & OPENING_SEARCH_FOUND) != 0 && s->g[from] <= g) continue;
    if (!opening_search_is_tight(s, from_x, from_y, move, sum)) continue;
    opening_search_relax(s, from, from_x, from_y,
                         g + costmap_cost_into(open, from_x, from_y, move, cell),
                         (uint32_t)move);
  }
  if (open->grid->arc_count > 0) opening_search_relax_links(s, cell, g, sum);
}

// Finds the cheapest path of tight steps. False: out of memory.
static bool opening_search_find_path(opening_search *s) {
  uint32_t cell = s->goal;
  int x = grid_x(s->map->now.grid, cell), y = grid_y(s->map->now.grid, cell);
  double step = s->map->open.moves->min_step, h = heuristic_at(&s->heuristic, x, y);
  s->path_cost = s->bound = INFINITY;
  s->slack = 0;
  if (!bucket_queue_begin(&s->queue, s->memory, h, step * OPENING_SEARCH_BUCKET, step))
    return false;
  opening_search_relax(s, cell, x, y, 0, MOVE_START);
  while (opening_search_pop(s, &cell)) {
    if (s->path_cost < INFINITY && bucket_queue_is_beyond(&s->queue, s->bound)) break;
    opening_search_relax_around(s, cell);
  }
  return !s->queue.has_failed;
}

// ------------------------------------------------------------------------------- result

astar_status opening_search_run(opening_search *s) {
  if (!opening_search_open(s)) {
    return s->queue.has_failed || s->queue.buckets == NULL ? ASTAR_NO_MEMORY
                                                           : ASTAR_UNREACHABLE;
  }
  s->tolerance = s->open_cost * TOLERANCE_EQUAL;
  return opening_search_find_path(s) ? ASTAR_OK : ASTAR_NO_MEMORY;
}

opening_step opening_search_next(const opening_search *s, uint32_t cell) {
  const astar_grid *grid = s->map->now.grid;
  uint32_t via = s->via[cell];
  if (via >= MOVE_LINK)
    return (opening_step){cell, grid->arcs_back[via - MOVE_LINK].to, MOVE_LINK};
  const costmap *open = &s->map->open;
  int parity = costmap_parity(open, grid_x(grid, cell), grid_y(grid, cell));
  uint32_t offset = (uint32_t)open->moves->list[parity][via].offset;
  return (opening_step){cell, cell + offset, (int)via};
}

bool opening_search_copy(const opening_search *s, path_builder *path) {
  const astar_grid *grid = s->map->now.grid;
  opening_step step = {.to = s->start, .move = MOVE_START};
  path_builder_clear(path);
  while (path_builder_append(path, grid_x(grid, step.to), grid_y(grid, step.to),
                             step.move)) {
    if (step.to == s->goal) {
      path_builder_reverse(path);
      return true;
    }
    step = opening_search_next(s, step.to);
  }
  return false;
}

// -------------------------------------------------------------------------------- life

astar_status opening_search_init(opening_search *s, const opening_map *map,
                                 const question *q) {
  memory *m = &q->grid->memory;
  astar_point start = {q->start_x, q->start_y};
  memset(s, 0, sizeof *s);
  s->map = map;
  s->memory = m;
  s->tiles = grid_tiles(q->grid);
  s->start = map->start;
  s->goal = grid_cell(q->grid, q->goal_x, q->goal_y);
  s->cheapest = opening_map_cheapest(map);
  astar_query query =
      astar_default_query(map->open.rules, q->goal_x, q->goal_y, &start, 1);
  astar_status status = goals_begin(&s->goals, &map->open, &query);
  if (status != ASTAR_OK) return status;
  heuristic_init(&s->heuristic, &map->open, &s->goals, &query, true);
  s->opening =
      (double *)memory_resize(m, NULL, 0, s->tiles * (size_t)OPENING_SEARCH_BYTES);
  if (s->opening == NULL) return ASTAR_NO_MEMORY;
  s->g = s->opening + s->tiles;
  s->via = (uint32_t *)(s->g + s->tiles);
  s->state = (uint8_t *)(s->via + s->tiles);
  return ASTAR_OK;
}

void opening_search_fini(opening_search *s) {
  if (s->memory == NULL) return;
  memory_free(s->memory, s->opening, s->tiles * (size_t)OPENING_SEARCH_BYTES);
  bucket_queue_fini(&s->queue);
  goals_fini(&s->goals, s->memory);
}
