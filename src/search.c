#include "search.h"

#include <math.h>

#include "bits.h"
#include "jps.h"

// Costs that differ by less than this, relatively, are sums of the same steps.
#define SEARCH_EQUAL 1e-12

// A node must beat the bound by this much, relatively, to be worth a look.
#define SEARCH_BETTER 1e-10

// Width of a bucket of the open list, in least steps: wider is quicker to search for the
// next, and expands more nodes twice.
#define SEARCH_BUCKET 0.5

// -------------------------------------------------------------------------------- life

search *search_new(astar_grid *grid) {
  search *s = (search *)memory_new(&grid->memory, sizeof *s);
  if (s != NULL) s->grid = grid;
  return s;
}

static bool search_want_cells(search *s) {
  memory *m = &s->grid->memory;
  size_t tiles = grid_tiles(s->grid);
  if (s->from == NULL) s->from = (uint8_t *)memory_new(m, tiles);
  if (s->g != NULL || s->from == NULL) return s->from != NULL;
  s->g = (double *)memory_resize(m, NULL, 0, tiles * sizeof *s->g);
  if (s->g == NULL) return false;
  for (size_t cell = 0; cell < tiles; cell++) s->g[cell] = INFINITY;
  return true;
}

void search_free(search *s) {
  if (s == NULL) return;
  search_free(s->nested);
  jps_free(s->jps, s->grid);
  memory *m = &s->grid->memory;
  size_t tiles = grid_tiles(s->grid);
  goals_fini(&s->goals, m);
  open_fini(&s->open, m);
  memory_free(m, s->g, tiles * sizeof *s->g);
  memory_free(m, s->from, tiles);
  memory_free(m, s->touched, s->touched_capacity * sizeof *s->touched);
  memory_free(m, s->hops, s->hop_capacity * sizeof *s->hops);
  trail_fini(&s->trail, m);
  memory_free(m, s, sizeof *s);
}

// Cells to be cleared one by one, at most: beyond that all of them are.
static uint32_t search_most_touched(const search *s) {
  return grid_tiles(s->grid) / 8 + 2 * ASTAR_MAX_MOVES;
}

static void search_forget(search *s) {
  if (s->has_flooded) {
    for (size_t cell = 0; cell < grid_tiles(s->grid); cell++) s->g[cell] = INFINITY;
  }
  for (uint32_t i = 0; i < s->touched_count; i++) s->g[s->touched[i]] = INFINITY;
  s->has_flooded = false;
  s->touched_count = s->hop_count = s->expanded = 0;
  trail_clear(&s->trail);
}

// ------------------------------------------------------------------------------- nodes

static bool search_grow_touched(search *s, uint32_t count) {
  uint32_t most = search_most_touched(s);
  if (s->touched_count + count <= most || count > most) {
    return memory_reserve(&s->grid->memory, (void **)&s->touched, &s->touched_capacity,
                          s->touched_count + count, sizeof *s->touched);
  }
  s->has_flooded = true;
  s->touched_count = 0; // nobody will read them
  return true;
}

// Makes room for what the expansion of a node can add.
static inline bool search_reserve(search *s, uint32_t count) {
  if ((s->touched_count + count <= s->touched_capacity ||
       search_grow_touched(s, count)) &&
      open_reserve(&s->open, &s->grid->memory, count)) {
    return true;
  }
  s->state = SEARCH_NO_MEMORY;
  return false;
}

static bool search_hop_over(search *s, uint32_t from, uint32_t to) {
  if (!memory_reserve(&s->grid->memory, (void **)&s->hops, &s->hop_capacity,
                      s->hop_count + 1, sizeof *s->hops)) {
    s->state = SEARCH_NO_MEMORY;
    return false;
  }
  s->hops[s->hop_count++] = (search_hop){from, to};
  return true;
}

static uint8_t search_move(const search *s, uint32_t cell) {
  return s->from[cell] & (SEARCH_CLOSED - 1);
}

// The cell that a touched cell was reached from.
static uint32_t search_parent(const search *s, uint32_t cell, int parity) {
  uint8_t move = search_move(s, cell);
  if (move < MOVE_LINK) return cell + (uint32_t)s->map->moves[parity][move].back;
  if (move == MOVE_START) return SEARCH_NONE;
  uint32_t i = s->hop_count - 1;
  while (s->hops[i].to != cell) i--;
  return s->hops[i].from;
}

// A cell was reached at the cost it has: the way that goes straight on is preferred.
static void search_straighten(search *s, uint32_t cell, int parity, uint32_t parent,
                              uint8_t move) {
  uint8_t last = search_move(s, cell);
  if (last >= MOVE_LINK || search_move(s, parent) != move || s->g[parent] >= s->g[cell]) {
    return;
  }
  if (search_move(s, search_parent(s, cell, parity)) == last) return;
  s->from[cell] = (uint8_t)(move | (s->from[cell] & SEARCH_CLOSED));
}

// Takes note that a cell can be reached at some cost, which is not above the one it has.
// There must be room. `simple` says that the heuristic is simple and the search not
// greedy.
static inline void search_reach(search *s, uint32_t parent, uint32_t cell, int x, int y,
                                double g, uint8_t move, bool simple) {
  double old = s->g[cell];
  if (g >= old * (1 - SEARCH_EQUAL)) {
    if (move < MOVE_LINK && s->canonical == NULL) {
      search_straighten(s, cell, costmap_parity(s->map, x, y), parent, move);
    }
    return;
  }
  bool is_new = !(old < INFINITY);
  if (!simple && s->is_greedy && !is_new && (s->from[cell] & SEARCH_CLOSED) != 0) return;
  double h = simple ? heuristic_simple_at(&s->heuristic, x, y)
                    : heuristic_at(&s->heuristic, x, y);
  if (!simple && h < 0) {
    s->state = SEARCH_STOPPED;
    return;
  }
  double f = g + h;
  if (f >= s->bound) return;
  if (f > s->prune_above || g > s->max_cost) {
    s->is_capped = true;
    return;
  }
  if (is_new) s->touched[s->touched_count++] = cell;
  s->g[cell] = g;
  s->from[cell] = move;
  open_push(&s->open, !simple && s->is_greedy ? h : f, g, x, y);
}

// -------------------------------------------------------------------------------- loop

static void search_follow_links(search *s, uint32_t cell, double g) {
  const astar_grid *grid = s->grid;
  uint32_t count;
  const grid_arc *arcs = grid_arcs_from(grid, cell, &count);
  if (count == 0 || !search_reserve(s, count)) return;
  for (uint32_t a = 0; a < count && s->state == SEARCH_RUNNING; a++) {
    uint32_t to = arcs[a].to;
    double cost = g + arcs[a].cost;
    if (!costmap_is_cell_passable(s->map, to) || cost >= s->g[to]) continue;
    if (!search_hop_over(s, cell, to)) return;
    search_reach(s, cell, to, (int)to % grid->width, (int)to / grid->width, cost,
                 MOVE_LINK, false);
  }
}

// The node that is being expanded, and what is looked up for each of its moves: copies,
// since a compiler must take every cost that is stored for a change of all others.
typedef struct search_place {
  uint32_t cell;
  int x, y;
  double g;
  const costmap *map;
  const uint8_t *legal, *terrain;
  double *reached; ///< s->g
  uint8_t *from;
  const double *cost, *penalty;
} search_place;

static search_place search_get_place(const search *s) {
  const costmap *map = s->map;
  return (search_place){.map = map,
                        .legal = map->legal,
                        .terrain = s->grid->terrain,
                        .reached = s->g,
                        .from = s->from,
                        .cost = map->cost,
                        .penalty = s->grid->penalty_count > 0 ? s->grid->penalty : NULL};
}

static inline void search_make_move(search *s, const search_place *at, int move,
                                    bool simple) {
  // Simple costs are those of squares: no parity.
  int parity = simple ? 0 : costmap_parity(at->map, at->x, at->y);
  const costmap_move *step = &at->map->moves[parity][move];
  uint32_t to = at->cell + (uint32_t)step->offset;
  double g = at->g;
  if (simple) {
    g += at->cost[move * 256 + at->terrain[to]];
    if (at->penalty != NULL) g += at->penalty[to];
  } else {
    g += costmap_cost_into(s->map, at->x, at->y, move, to);
  }
  if (g > at->reached[to] * (1 + SEARCH_EQUAL)) return;
  search_reach(s, at->cell, to, at->x + step->dx, at->y + step->dy, g, (uint8_t)move,
               simple);
}

// Among equals the last one pushed is the first out, so what goes straight on comes last,
// and before that the straight moves after the diagonal ones.
static inline void search_make_moves(search *s, const search_place *at, uint64_t moves,
                                     uint8_t last, bool simple) {
  uint64_t ahead = last < MOVE_LINK ? moves & ((uint64_t)1 << last) : 0;
  for (moves ^= ahead; moves != 0 && (simple || s->state == SEARCH_RUNNING);) {
    int move = bits_highest(moves);
    moves ^= (uint64_t)1 << move;
    search_make_move(s, at, move, simple);
  }
  if (ahead != 0 && (simple || s->state == SEARCH_RUNNING)) {
    search_make_move(s, at, last, simple);
  }
}

// The moves that are worth making from a place that was come to by `last`.
static inline uint64_t search_moves_from(const search *s, const search_place *at,
                                         uint8_t last) {
  const costmap *map = at->map;
  uint64_t moves =
      at->legal != NULL ? at->legal[at->cell] : costmap_find_moves(map, at->x, at->y);
  if (s->canonical == NULL || last >= DIRECTIONS) return moves;
  if (map->is_uniform) {
    return moves & s->canonical->canonical[last][costmap_around(map, at->x, at->y)];
  }
  if (!costmap_bit(map, map->even, at->x, at->y)) return moves;
  return moves & s->canonical->canonical[last][511];
}

static inline void search_expand(search *s, const search_place *at, bool simple) {
  uint8_t last = at->from[at->cell] & (SEARCH_CLOSED - 1);
  at->from[at->cell] = last | SEARCH_CLOSED;
  s->expanded++;
  if (!search_reserve(s, ASTAR_MAX_MOVES)) return;
  search_make_moves(s, at, search_moves_from(s, at, last), last, simple);
  if (!simple && s->grid->arc_count > 0) search_follow_links(s, at->cell, at->g);
}

static void search_note_nearest(search *s, uint32_t cell, int x, int y) {
  int goal, distance = goals_distance(&s->goals, x, y, &goal);
  if (distance > s->nearest_distance) return;
  if (distance == s->nearest_distance && s->g[cell] >= s->g[s->nearest]) return;
  s->nearest = cell;
  s->nearest_distance = distance;
}

// Whether the cheapest path is found for sure, and each of its steps costs something:
// then it crosses itself nowhere, in whatever order its steps are made.
static bool search_is_exact(const costmap *map, const astar_query *query) {
  bool is_admissible =
      query->algorithm == ASTAR_DIJKSTRA || heuristic_is_admissible(query);
  return is_admissible && query->algorithm != ASTAR_GREEDY && map->least > 0;
}

// Whether the search may go about its work as it likes: the algorithms that are there to
// be looked at make every legal move, in strict order.
static bool search_is_free(const astar_query *query) {
  return query->algorithm == ASTAR_AUTO && query->heuristic == ASTAR_HEURISTIC_AUTO &&
         query->weight <= 1;
}

static void search_put_start(search *s, double h) {
  uint32_t cell = grid_cell(s->grid, s->start_x, s->start_y);
  if (!search_reserve(s, 1)) return;
  s->touched[s->touched_count++] = cell;
  s->g[cell] = 0;
  s->from[cell] = MOVE_START;
  open_push(&s->open, h, 0, s->start_x, s->start_y);
}

void search_begin(search *s, const astar_query *query) {
  search_forget(s);
  s->start_x = query->start_x;
  s->start_y = query->start_y;
  s->max_cost = query->max_cost;
  s->max_expansions = query->max_expansions;
  s->is_greedy = query->algorithm == ASTAR_GREEDY;
  s->is_partial = query->partial;
  s->goal_cell = goals_only_cell(&s->goals);
  bool can_prune = !s->is_greedy && !query->partial && heuristic_is_admissible(query);
  s->prune_above = can_prune ? s->max_cost * (1 + 1e-9) : INFINITY;
  s->is_capped = false;
  s->found = s->nearest = SEARCH_NONE;
  s->nearest_distance = INT32_MAX;
  s->bound = INFINITY;
  s->state = SEARCH_RUNNING;
  heuristic_init(&s->heuristic, s->map, &s->goals, query);
  s->is_exact = search_is_exact(s->map, query);
  s->is_simple = s->heuristic.is_simple && !s->is_greedy && s->map->is_table_cost;
  double h = heuristic_at(&s->heuristic, s->start_x, s->start_y);
  if (h < 0) s->state = SEARCH_STOPPED;
  bool is_ready = search_want_cells(s) && costmap_want_legal(s->map);
  bool is_free = search_is_free(query);
  bool is_sparing = is_free || query->algorithm == ASTAR_JPS;
  bool is_canonical =
      s->map->is_uniform ||
      (s->map->even != NULL && s->grid->closed_count == 0 && !s->map->is_steep);
  s->canonical = is_sparing && is_canonical ? s->map->rules : NULL;
  double width = is_free ? s->map->least_step * SEARCH_BUCKET : 0;
  if (!is_ready || !open_begin(&s->open, &s->grid->memory, h, width)) {
    s->state = SEARCH_NO_MEMORY;
  }
  if (s->state == SEARCH_RUNNING) search_put_start(s, h);
}

static void search_meet_goal(search *s, uint32_t cell, double g) {
  s->found = cell;
  s->bound = g * (1 - SEARCH_BETTER);
  if (s->is_greedy) s->state = SEARCH_FOUND;
}

// What an empty open list means.
static search_state search_end(const search *s) {
  if (s->found != SEARCH_NONE) return SEARCH_FOUND;
  return s->is_capped ? SEARCH_CAPPED : SEARCH_EXHAUSTED;
}

static inline bool search_is_goal(const search *s, const search_place *at) {
  if (s->goal_cell != SEARCH_NONE) return at->cell == s->goal_cell;
  return goals_at(&s->goals, at->x, at->y) >= 0;
}

static inline void search_advance(search *s, search_place *at, bool simple) {
  open_entry node;
  bool has_found = s->found != SEARCH_NONE;
  if ((has_found && open_is_beyond(&s->open, s->bound)) || !open_pop(&s->open, &node)) {
    s->state = search_end(s);
    return;
  }
  if (simple && node.next != 0) { // most often the node below in the bucket is the next
    const open_entry *below = &s->open.entries[node.next - 1];
    uint32_t cell = grid_cell(s->grid, below->x, below->y);
    BITS_PREFETCH(&at->reached[cell]);
    BITS_PREFETCH(&at->terrain[cell]);
    if (at->legal != NULL) BITS_PREFETCH(&at->legal[cell]);
    BITS_PREFETCH(&at->from[cell]);
  }
  at->cell = grid_cell(s->grid, node.x, node.y);
  at->x = node.x;
  at->y = node.y;
  at->g = node.g;
  if (node.g > at->reached[at->cell]) return; // a leftover of a dearer way
  if (has_found && s->heuristic.function == NULL &&
      node.g + heuristic_at(&s->heuristic, node.x, node.y) >= s->bound) {
    return;
  }
  if (search_is_goal(s, at)) {
    search_meet_goal(s, at->cell, node.g);
  } else if (s->expanded >= s->max_expansions) {
    s->state = SEARCH_CAPPED; // a goal may have been met, but not yet the cheapest way
  } else {
    if (s->is_partial) search_note_nearest(s, at->cell, node.x, node.y);
    search_expand(s, at, simple);
  }
}

search_state search_step(search *s, int64_t count) {
  int64_t end = count < INT64_MAX - s->expanded ? s->expanded + count : INT64_MAX;
  search_place at = search_get_place(s);
  if (s->is_simple) {
    while (s->state == SEARCH_RUNNING && s->expanded < end) search_advance(s, &at, true);
  } else {
    while (s->state == SEARCH_RUNNING && s->expanded < end) search_advance(s, &at, false);
  }
  return s->state;
}

// ------------------------------------------------------------------------------- trail

// The cell that a legal move leads to.
static uint32_t search_lands(const search *s, int x, int y, uint8_t move) {
  const costmap_move *step = &s->map->moves[costmap_parity(s->map, x, y)][move];
  return grid_cell(s->grid, x, y) + (uint32_t)step->offset;
}

// Where a path comes to a cell by one move and leaves it by another, it may come as well
// by the latter: runs stay together, and cost the same.
static void search_keep_straight(search *s, uint32_t cell, uint8_t move) {
  if (move >= MOVE_LINK || search_move(s, cell) >= MOVE_LINK ||
      search_move(s, cell) == move) {
    return;
  }
  int width = s->grid->width, x = (int)cell % width, y = (int)cell / width;
  uint32_t before =
      cell + (uint32_t)s->map->moves[costmap_parity(s->map, x, y)][move].back;
  if (before >= grid_tiles(s->grid)) return;
  x = (int)before % width;
  y = (int)before / width;
  if (!(s->g[before] < s->g[cell]) || (s->from[before] & SEARCH_CLOSED) == 0) return;
  if ((costmap_moves(s->map, x, y) >> move & 1) == 0 ||
      search_lands(s, x, y, move) != cell) {
    return;
  }
  double g = s->g[before] + costmap_step_cost(s->map, x, y, move);
  if (g <= s->g[cell] * (1 + SEARCH_EQUAL))
    s->from[cell] = (uint8_t)(move | SEARCH_CLOSED);
}

bool search_lay_trail(search *s, uint32_t end) {
  int width = s->grid->width;
  uint8_t move = MOVE_START;
  trail_clear(&s->trail);
  for (uint32_t cell = end; cell != SEARCH_NONE;) {
    int x = (int)cell % width, y = (int)cell / width;
    search_keep_straight(s, cell, move);
    move = search_move(s, cell);
    if (!trail_extend(&s->trail, &s->grid->memory, x, y, move)) return false;
    cell = search_parent(s, cell, costmap_parity(s->map, x, y));
  }
  if (s->is_exact) trail_straighten(&s->trail, s->map);
  trail_add_up(&s->trail, s->map);
  return true;
}

// -------------------------------------------------------------------------------- look

bool search_look(const search *s, int x, int y, astar_node *node) {
  uint32_t cell = grid_cell(s->grid, x, y);
  if (!(s->g[cell] < INFINITY)) return false;
  uint32_t parent = search_parent(s, cell, costmap_parity(s->map, x, y));
  bool is_start = parent == SEARCH_NONE;
  *node = (astar_node){.is_closed = (s->from[cell] & SEARCH_CLOSED) != 0,
                       .g = s->g[cell],
                       .h = heuristic_at(&s->heuristic, x, y),
                       .parent_x = is_start ? -1 : (int)parent % s->grid->width,
                       .parent_y = is_start ? -1 : (int)parent / s->grid->width};
  return true;
}
