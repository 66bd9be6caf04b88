// Dijkstra maps: computation, and repair after edits.
//
// Computation. Dijkstra's algorithm (E. W. Dijkstra, "A note on two problems in connexion
// with graphs", 1959) with an open list of fronts (base/front_queue): sets of tiles whose
// costs differ by less than the cheapest step.
//
// Invariant: the costs of tiles in the current front are final. A step costs at least the
// width of a front, so that tiles of one front cannot make each other cheaper; they need
// no order. (Steps that cost less, links or by rounding, generate tiles of the current
// front, which are expanded again.)
//
// Each tile is expanded by few moves. A move is left out if it leads to a tile that other
// steps, not through this tile, reach at no higher cost. There are three methods:
//
//   - Where all tiles of the map cost the same: by canonical moves (N. R. Sturtevant and
//     S. Rabin, "Canonical orderings on grids", 2016).
//   - On other maps that patterns suit (`dijkstra_choose_method`): by the moves that are
//     not dominated (derived/dominance). A tile that paths of equal cost enter in several
//     directions (`arrivals`) makes the moves of all of them, since each of these paths
//     may be the only one without dominated moves. Inward, the tile is entered by steps
//     in reverse.
//   - On all other maps: by all legal moves.
//
// Repair after edits, in two phases as in G. Ramalingam and T. Reps, "On the
// computational complexity of dynamic graph problems", 1996; many edits are repaired at
// once, as in their "An incremental algorithm for a generalization of the shortest-path
// problem", 1996.
//
//      S < < < < <          S < < < < <          S < < < < <
//      ^ < < < < <          ^ < < # ? ?          ^ < < # ^ ^
//      ^ < < < < <          ^ < < < < <          ^ < < < < <
//
//      before               # closes: phase 1    phase 2
//
// Phase 1 removes the costs of all tiles near an edit whose step is illegal now or costs
// something else, and of all their descendants in the forest of steps (drawn as ?). Phase
// 2 relaxes all steps between these tiles and their neighbors, and between the tiles near
// edits, which may have become cheaper, and their neighbors. Then it runs Dijkstra's
// algorithm from the tiles that changed.
//
// Invariant of phase 2: a tile that kept its cost still has a path of that cost, so that
// its cost is an upper bound. Dijkstra's algorithm lowers upper bounds to the true costs.
//
// Restart. The descendants may be most of the map. When phase 1 has found a fixed share
// of the map, it stops: each invalid tile costs at least as much as the cheapest tile
// whose step changed. So the costs below that are valid, the others are removed, and the
// map is computed again from there on. Thus no repair takes much longer than a
// computation, and most restarts take less.
#include "search/dijkstra.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "map/links.h"
#include "base/lower_bound.h"

// -------------------------------------------------------------------------------- life

void dijkstra_fini(dijkstra *f) {
  if (f->grid == NULL) return; // never used
  memory *m = &f->grid->memory;
  front_queue_fini(&f->open);
  MEMORY_FREE(m, f->scratch_cost, grid_tiles(f->grid));
  memory_free(m, f->scratch_step, grid_tiles(f->grid));
  memory_free(m, f->arrivals, grid_tiles(f->grid));
  MEMORY_FREE(m, f->invalid, f->invalid_capacity);
  memset(f, 0, sizeof *f);
}

bool dijkstra_ensure_scratch(dijkstra *f) {
  memory *m = &f->grid->memory;
  size_t tiles = grid_tiles(f->grid);
  if (f->scratch_step == NULL)
    f->scratch_step = (uint8_t *)memory_resize(m, NULL, 0, tiles);
  if (f->scratch_cost != NULL || f->scratch_step == NULL) return f->scratch_step != NULL;
  f->scratch_cost = MEMORY_ALLOCATE(m, double, tiles);
  if (f->scratch_cost == NULL) return false;
  for (size_t cell = 0; cell < tiles; cell++) f->scratch_cost[cell] = INFINITY;
  return true;
}

// Maximum starting cost of a source for canonical moves [cheapest steps]. Up to here
// costs are exact to 2^-22 of a step. With higher starting costs, rounding could change
// the order of tiles.
#define DIJKSTRA_MAX_START 1e9

// More than the relative rounding errors of costs.
#define DIJKSTRA_ROUNDING 1e-9

// Patterns say which steps lead to a tile only where each legal step is also legal in
// reverse, which closed edges can change. Of a mover that covers several tiles they do
// not have the penalties.
static dijkstra_method dijkstra_choose_method(const dijkstra *f, const costmap *map,
                                              const dijkstra_costs *costs) {
  if (costs->max_start > map->moves->min_step * DIJKSTRA_MAX_START ||
      map->tiles->legal == NULL)
    return DIJKSTRA_ALL_MOVES;
  if (costmap_has_influence(map)) return DIJKSTRA_ALL_MOVES;
  if (costmap_is_plain(map)) return DIJKSTRA_CANONICAL;
  bool has_patterns = f->patterns != NULL && dominance_can_prune(map) &&
                      !costmap_has_edges(map) &&
                      (map->rules->size == 1 || !costmap_has_penalties(map));
  return has_patterns ? DIJKSTRA_PATTERNS : DIJKSTRA_ALL_MOVES;
}

// Prepares a computation or a repair. False: out of memory.
static bool dijkstra_begin(dijkstra *f, const costmap *map, dijkstra_costs *costs) {
  memory *m = &f->grid->memory;
  f->map = map;
  f->costs = costs;
  f->expanded = 0;
  f->invalid_count = 0;
  f->method = dijkstra_choose_method(f, map, costs);
  f->has_failed = !front_queue_begin(&f->open, m, map->moves->min_step);
  if (f->method == DIJKSTRA_PATTERNS && f->arrivals == NULL) {
    f->arrivals = (uint8_t *)memory_resize(m, NULL, 0, grid_tiles(f->grid));
    if (f->arrivals == NULL) f->has_failed = true;
  }
  return !f->has_failed;
}

// -------------------------------------------------------------------------- link steps

static int dijkstra_compare_link_steps(const void *a, const void *b) {
  const dijkstra_link_step *left = (const dijkstra_link_step *)a,
                           *right = (const dijkstra_link_step *)b;
  if (left->cell != right->cell) return left->cell < right->cell ? -1 : 1;
  return (left->order > right->order) - (left->order < right->order);
}

// Records the other end of the link that a tile's step takes. The last record of a tile
// counts.
static bool dijkstra_add_link_step(dijkstra *f, uint32_t cell, uint32_t to) {
  dijkstra_costs *c = f->costs;
  if (!MEMORY_RESERVE(&f->grid->memory, c->link_steps, c->link_step_capacity,
                      c->link_step_count + 1)) {
    f->has_failed = true;
    return false;
  }
  c->link_steps[c->link_step_count] = (dijkstra_link_step){cell, to, c->link_step_count};
  c->link_step_count++;
  return true;
}

// Orders the link steps by cell. Drops those of tiles whose step changed later.
static void dijkstra_sort_link_steps(dijkstra_costs *c) {
  if (c->link_step_count == 0) return;
  qsort(c->link_steps, c->link_step_count, sizeof *c->link_steps,
        dijkstra_compare_link_steps);
  uint32_t kept = 0;
  for (uint32_t i = 0; i < c->link_step_count; i++) {
    dijkstra_link_step note = c->link_steps[i];
    bool is_last = i + 1 == c->link_step_count || c->link_steps[i + 1].cell != note.cell;
    if (!is_last || c->step[note.cell] != MOVE_LINK || !(c->cost[note.cell] < INFINITY))
      continue;
    c->link_steps[kept] = (dijkstra_link_step){note.cell, note.to, kept};
    kept++;
  }
  c->link_step_count = kept;
}

static uint32_t dijkstra_find_link_step(const dijkstra_costs *c, uint32_t cell) {
  uint32_t low =
      LOWER_BOUND(c->link_steps, c->link_step_count, dijkstra_link_step, cell, cell);
  return c->link_steps[low].to;
}

bool dijkstra_next(const dijkstra_costs *costs, const costmap *map, uint32_t cell,
                   double cost, uint8_t step, uint32_t *next) {
  if (!(cost < INFINITY) || step == MOVE_START) return false;
  if (step == MOVE_LINK) {
    *next = dijkstra_find_link_step(costs, cell);
    return true;
  }
  const astar_grid *grid = map->grid;
  int parity = costmap_parity(map, grid_x(grid, cell), grid_y(grid, cell));
  const tile_move *move = &map->moves->list[parity][step];
  *next = cell + (uint32_t)(costs->outward ? move->back : move->offset);
  return true;
}

// ---------------------------------------------------------------------------- expansion

// An item of the open list: y << 16 | x, 31 bits.
static uint32_t dijkstra_item(int x, int y) { return (uint32_t)y << 16 | (uint32_t)x; }

// The arrivals of a tile that makes all moves: a source, the end of a link.
enum { DIJKSTRA_ALL_ARRIVALS = 0xff };

// The direction in which the computation enters a tile by a step, as one bit.
static uint8_t dijkstra_arrival(const dijkstra *f, uint8_t step) {
  if (step >= DIRECTIONS) return DIJKSTRA_ALL_ARRIVALS;
  return (uint8_t)(1 << (f->costs->outward ? step : direction_reverse[step]));
}

// A path of the known cost enters a tile in another direction: the tile will make the
// moves that this direction needs, too. It is opened again, if it is in the current front
// and may have been expanded: links can cost less than the width of a front.
static inline void dijkstra_add_arrival(dijkstra *f, uint32_t cell, uint32_t item,
                                        uint8_t arrival, double later) {
  if ((arrival & ~(unsigned)f->arrivals[cell]) == 0) return;
  f->arrivals[cell] |= arrival;
  double g = f->costs->cost[cell];
  if (g < later) front_queue_push(&f->open, &f->open.window, g, item);
}

// Costs from here on are not in the current front.
static double dijkstra_later(const dijkstra *f) {
  return f->open.window.clear + f->open.width;
}

// A step to a tile ties with the known path to the tile. Without patterns, the step that
// continues without a turn is preferred.
static void dijkstra_tie(dijkstra *f, uint32_t cell, int x, int y, uint8_t step,
                         uint32_t parent) {
  dijkstra_costs *c = f->costs;
  if (f->method == DIJKSTRA_PATTERNS) {
    dijkstra_add_arrival(f, cell, dijkstra_item(x, y), dijkstra_arrival(f, step),
                         dijkstra_later(f));
  } else if (f->method == DIJKSTRA_ALL_MOVES && step < MOVE_LINK &&
             c->step[cell] < MOVE_LINK && c->step[parent] == step &&
             c->cost[parent] < c->cost[cell]) {
    c->step[cell] = step;
  }
}

// Gives a tile a lower cost, and opens it.
static void dijkstra_open(dijkstra *f, uint32_t cell, int x, int y, double g,
                          uint8_t step) {
  f->costs->cost[cell] = g;
  f->costs->step[cell] = step;
  if (f->method == DIJKSTRA_PATTERNS) f->arrivals[cell] = dijkstra_arrival(f, step);
  front_queue_push(&f->open, &f->open.window, g, dijkstra_item(x, y));
}

// Relaxes a step: `cell` has a path of cost g by a step from (outward) or to (inward)
// `parent`.
static void dijkstra_relax(dijkstra *f, uint32_t cell, int x, int y, double g,
                           uint8_t step, uint32_t parent) {
  double old = f->costs->cost[cell], slack = costmap_slack(f->map, g);
  if (g > old + slack || g > f->costs->max_cost) return;
  if (g >= old - slack)
    dijkstra_tie(f, cell, x, y, step, parent);
  else if (step != MOVE_LINK || dijkstra_add_link_step(f, cell, parent))
    dijkstra_open(f, cell, x, y, g, step);
}

// Relaxes the links of a tile.
static void dijkstra_follow_links(dijkstra *f, uint32_t cell, double g) {
  uint32_t count;
  bool outward = f->costs->outward;
  const grid_arc *arcs = outward ? links_arcs_from(f->grid, cell, &count)
                                 : links_arcs_to(f->grid, cell, &count);
  for (uint32_t i = 0; i < count; i++) {
    uint32_t to = outward ? arcs[i].to : arcs[i].from;
    if (!costmap_is_cell_passable(f->map, to)) continue;
    dijkstra_relax(f, to, grid_x(f->grid, to), grid_y(f->grid, to), g + arcs[i].cost,
                   MOVE_LINK, cell);
  }
}

// The moves of the rules, as the loops below use them.
typedef struct dijkstra_moves {
  double uniform_cost[DIRECTIONS]; ///< the cost of a step where all tiles cost the same
  int32_t offset[DIRECTIONS];
  uint32_t delta[DIRECTIONS];      ///< what a move adds to y << 16 | x
  uint8_t step[DIRECTIONS];        ///< the step of a tile that was generated by a move
  uint8_t arrival[MOVE_START + 1]; ///< the inverse: the move that generated the tile
} dijkstra_moves;

static dijkstra_moves dijkstra_get_moves(const dijkstra *f) {
  const move_table *table = f->map->moves;
  dijkstra_moves moves;
  for (int i = 0; i < table->count; i++) {
    const tile_move *move = &table->list[0][i];
    moves.uniform_cost[i] = table->min_move_cost[i];
    moves.offset[i] = move->offset;
    moves.delta[i] = (uint32_t)move->dy * 65536u + (uint32_t)move->dx;
    moves.step[i] = f->costs->outward ? (uint8_t)i : direction_reverse[i];
    moves.arrival[moves.step[i]] = (uint8_t)i;
  }
  moves.arrival[MOVE_LINK] = moves.arrival[MOVE_START] = DIRECTIONS;
  return moves;
}

// What both loops below read. Local copies: a store to `step` could alias the originals
// and force reloads.
typedef struct dijkstra_view {
  double *cost, max, slack;
  uint8_t *step;
  uint32_t width; ///< of the grid
  front_queue_window window;
} dijkstra_view;

// One slack serves a front: it is that of the highest cost that the front generates.
static inline dijkstra_view dijkstra_get_view(const dijkstra *f) {
  double highest = f->open.window.clear + f->map->moves->max_step;
  return (dijkstra_view){.cost = f->costs->cost,
                         .max = f->costs->max_cost,
                         .slack = costmap_slack(f->map, highest),
                         .step = f->costs->step,
                         .width = (uint32_t)f->grid->width,
                         .window = f->open.window};
}

// Expands the tiles of the current front by canonical moves, where all tiles cost the
// same.
static inline void dijkstra_expand_canonical(dijkstra *f, const uint32_t *items,
                                             uint32_t count,
                                             const dijkstra_moves *moves) {
  const costmap *map = f->map;
  const uint8_t *legal = map->tiles->legal;
  const uint8_t(*canonical)[512] = map->rules->canonical;
  dijkstra_view v = dijkstra_get_view(f);
  for (const uint32_t *next = items, *end = items + count; next < end; next++) {
    uint32_t item = *next, cell = (item >> 16) * v.width + (item & 0xffff);
    double g = v.cost[cell];
    if (front_queue_is_past(&v.window, g)) continue; // expanded earlier
    // If all eight moves are legal, the whole neighborhood is passable.
    unsigned around =
        legal[cell] == 0xff
            ? 511
            : costmap_neighborhood(map, (int)(item & 0xffff), (int)(item >> 16));
    unsigned successors = canonical[moves->arrival[v.step[cell]]][around];
    for (; successors != 0; successors &= successors - 1) {
      int move = bits_lowest(successors);
      uint32_t to = cell + (uint32_t)moves->offset[move];
      double reached = g + moves->uniform_cost[move];
      if (reached >= v.cost[to] - v.slack || reached > v.max) continue;
      v.cost[to] = reached;
      v.step[to] = moves->step[move];
      // `to` will most often generate the next tile in the same direction.
      BITS_PREFETCH(&v.cost[to + (uint32_t)moves->offset[move]]);
      front_queue_push(&f->open, &v.window, reached, item + moves->delta[move]);
    }
  }
  f->expanded += count;
}

// What a tile is expanded by.
typedef struct dijkstra_expansion {
  unsigned moves;         ///< that are not dominated for one of the arrivals
  const uint8_t *classes; ///< cost classes: that of a step by `move` is
  unsigned mask;          ///< classes[move & mask]
} dijkstra_expansion;

// In a uniform neighborhood the moves that are not dominated are the canonical moves, and
// all steps enter terrain of one class. So its pattern need not be found.
static inline dijkstra_expansion dijkstra_get_uniform(const costmap *map, uint32_t cell,
                                                      unsigned arrivals) {
  const move_table *table = map->moves;
  const uint8_t *cost_class = &table->cost_class_of[map->grid->terrain[cell]];
  if (arrivals == DIJKSTRA_ALL_ARRIVALS)
    return (dijkstra_expansion){map->rules->canonical[DIRECTIONS][511], cost_class, 0};
  unsigned moves = 0;
  for (; arrivals != 0; arrivals &= arrivals - 1)
    moves |= map->rules->canonical[bits_lowest(arrivals)][511];
  return (dijkstra_expansion){moves, cost_class, 0};
}

// Inward, steps lead to the tile, so that all of them enter its terrain. `moves` is 0
// when out of memory.
static inline dijkstra_expansion dijkstra_get_pattern(dijkstra *f, uint32_t cell,
                                                      uint32_t item, unsigned arrivals,
                                                      bool outward) {
  int x = (int)(item & 0xffff), y = (int)(item >> 16);
  uint32_t index = dominance_at(f->patterns, f->map, cell, x, y);
  if (index == 0) {
    f->has_failed = true;
    return (dijkstra_expansion){0, NULL, 0};
  }
  const dominance_pattern *pattern = &f->patterns->patterns[index];
  const uint8_t *classes = outward ? pattern->neighbor : &pattern->center;
  unsigned mask = outward ? DIRECTIONS - 1 : 0, moves = 0;
  if (arrivals == DIJKSTRA_ALL_ARRIVALS)
    return (dijkstra_expansion){pattern->legal, classes, mask};
  for (; arrivals != 0; arrivals &= arrivals - 1) {
    int arrival = bits_lowest(arrivals);
    moves |= dominance_moves_of(f->patterns, f->map, index, arrival, !outward);
  }
  return (dijkstra_expansion){moves, classes, mask};
}

// Expands the tiles of the current front by the moves that are not dominated. Must be
// inlined, with a constant for `outward`.
static inline void dijkstra_expand_patterns(dijkstra *f, const uint32_t *items,
                                            uint32_t count, const dijkstra_moves *moves,
                                            bool outward) {
  const costmap *map = f->map;
  const double *class_cost = map->moves->class_cost;
  // Otherwise every tile is expanded by its pattern. The terrain of a tile gives the cost
  // class of movers of one tile only.
  bool uses_boards = map->rules->has_canonical && map->rules->size == 1;
  const terrain_boards *boards = uses_boards ? f->boards : NULL;
  bool has_penalties = costmap_has_penalties(map), has_links = f->grid->arc_count > 0;
  uint8_t *arrivals = f->arrivals;
  double later = dijkstra_later(f);
  dijkstra_view v = dijkstra_get_view(f);
  for (const uint32_t *next = items, *end = items + count; next < end; next++) {
    uint32_t item = *next, cell = (item >> 16) * v.width + (item & 0xffff);
    double g = v.cost[cell];
    if (front_queue_is_past(&v.window, g)) continue; // expanded earlier
    bool is_uniform =
        boards != NULL &&
        !terrain_boards_is_stop(boards, (int)(item & 0xffff), (int)(item >> 16));
    dijkstra_expansion by =
        is_uniform ? dijkstra_get_uniform(map, cell, arrivals[cell])
                   : dijkstra_get_pattern(f, cell, item, arrivals[cell], outward);
    for (; by.moves != 0; by.moves &= by.moves - 1) {
      unsigned move = (unsigned)bits_lowest(by.moves);
      uint32_t to = cell + (uint32_t)moves->offset[move];
      double reached = class_cost[move * 256 + by.classes[move & by.mask]];
      if (has_penalties) reached += costmap_penalty(map, outward ? to : cell);
      reached += g;
      if (reached > v.cost[to] + v.slack || reached > v.max) continue;
      uint8_t arrival = (uint8_t)(1 << move);
      if (reached >= v.cost[to] - v.slack) {
        dijkstra_add_arrival(f, to, item + moves->delta[move], arrival, later);
        continue;
      }
      v.cost[to] = reached;
      v.step[to] = moves->step[move];
      arrivals[to] = arrival;
      // `to` will most often generate the next tile in the same direction.
      BITS_PREFETCH(&v.cost[to + (uint32_t)moves->offset[move]]);
      front_queue_push(&f->open, &v.window, reached, item + moves->delta[move]);
    }
    if (has_links) dijkstra_follow_links(f, cell, g);
  }
  f->expanded += count;
}

// Expands a tile on any map, links aside.
static void dijkstra_expand_all(dijkstra *f, uint32_t cell, uint32_t item, double g) {
  costmap_step steps[ASTAR_MAX_MOVES];
  bool outward = f->costs->outward;
  int x = (int)(item & 0xffff), y = (int)(item >> 16);
  int count = outward ? costmap_list_from(f->map, x, y, steps)
                      : costmap_list_to(f->map, x, y, steps);
  for (int i = 0; i < count; i++) {
    const costmap_step *step = &steps[i];
    if (!outward && !costmap_is_passable(f->map, step->x, step->y)) continue;
    dijkstra_relax(f, step->cell, step->x, step->y, g + step->cost, step->move, cell);
  }
}

// Expands the tiles of the current front on any map.
static void dijkstra_expand_fully(dijkstra *f, const uint32_t *items, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    uint32_t item = items[i];
    uint32_t cell = grid_cell(f->grid, (int)(item & 0xffff), (int)(item >> 16));
    double g = f->costs->cost[cell];
    if (front_queue_is_past(&f->open.window, g)) continue; // expanded earlier
    dijkstra_expand_all(f, cell, item, g);
    if (f->grid->arc_count > 0) dijkstra_follow_links(f, cell, g);
  }
  f->expanded += count;
}

// Dijkstra's algorithm from the tiles in the open list.
static void dijkstra_run(dijkstra *f) {
  const uint32_t *items;
  uint32_t count;
  dijkstra_moves moves;
  if (f->method != DIJKSTRA_ALL_MOVES) moves = dijkstra_get_moves(f);
  while (!f->has_failed && front_queue_take(&f->open, &items, &count)) {
    if (f->method == DIJKSTRA_ALL_MOVES)
      dijkstra_expand_fully(f, items, count);
    else if (f->method == DIJKSTRA_CANONICAL)
      dijkstra_expand_canonical(f, items, count, &moves);
    else if (f->costs->outward)
      dijkstra_expand_patterns(f, items, count, &moves, true);
    else
      dijkstra_expand_patterns(f, items, count, &moves, false);
    f->has_failed |= f->open.has_failed || dijkstra_is_stopped(f);
  }
  f->has_failed |= f->open.has_failed; // when a source was pushed
}

// -------------------------------------------------------------------------- computation

// Gives the tile of a source its starting cost, unless the tile is cheaper already.
static void dijkstra_put_source(dijkstra *f, const dijkstra_source *source) {
  dijkstra_costs *c = f->costs;
  int x = grid_x(f->grid, source->cell), y = grid_y(f->grid, source->cell);
  if (!c->outward && !costmap_is_passable(f->map, x, y)) return;
  if (source->cost >= c->cost[source->cell] || source->cost > c->max_cost) return;
  dijkstra_open(f, source->cell, x, y, source->cost, MOVE_START);
}

bool dijkstra_compute(dijkstra *f, const costmap *map, dijkstra_costs *costs,
                      const dijkstra_source *sources, uint32_t count) {
  costs->max_start = 0;
  for (uint32_t i = 0; i < count; i++)
    if (sources[i].cost > costs->max_start) costs->max_start = sources[i].cost;
  costs->expanded = 0;
  if (count == 0) return true;
  if (!dijkstra_begin(f, map, costs)) return false;
  for (uint32_t i = 0; i < count; i++) dijkstra_put_source(f, &sources[i]);
  dijkstra_run(f);
  costs->expanded = f->expanded;
  dijkstra_sort_link_steps(costs);
  return !f->has_failed;
}

// ------------------------------------------------------------------------------ repair

// Phase 1 ends when it has invalidated this share of the tiles that were expanded when
// the map was computed. It takes about 15 ns per tile, and a computation 7 ns on uniform
// maps and 20 to 30 ns on others: what is lost is about 5 % of a computation.
enum { DIJKSTRA_REPAIR_SHARE_UNIFORM = 48, DIJKSTRA_REPAIR_SHARE = 16 };

// Invalidates a tile that has a cost.
static inline void dijkstra_invalidate(dijkstra *f, uint32_t cell, int x, int y) {
  if (f->invalid_count == f->invalid_capacity &&
      !MEMORY_RESERVE(&f->grid->memory, f->invalid, f->invalid_capacity,
                      f->invalid_count + 1)) {
    f->has_failed = true;
    return;
  }
  f->invalid[f->invalid_count++] = dijkstra_item(x, y);
  f->costs->cost[cell] = INFINITY;
}

static const dijkstra_source *dijkstra_find_source(const dijkstra_source *sources,
                                                   uint32_t count, uint32_t cell) {
  uint32_t low = LOWER_BOUND(sources, count, dijkstra_source, cell, cell);
  return low < count && sources[low].cell == cell ? &sources[low] : NULL;
}

// The cost of the step from `from` to `to`, in the direction of movement, on the current
// map; infinity if it is not legal.
static double dijkstra_step_cost(const dijkstra *f, uint32_t from, uint32_t to,
                                 uint8_t step) {
  const costmap *map = f->map;
  int x = grid_x(f->grid, from), y = grid_y(f->grid, from);
  if (step == MOVE_LINK) {
    const grid_arc *arc = costmap_find_arc(map, from, to);
    return arc != NULL ? arc->cost : INFINITY;
  }
  bool is_legal = (costmap_moves(map, x, y) >> step & 1) != 0;
  return is_legal ? costmap_cost_into(map, x, y, step, to) : INFINITY;
}

// Whether the cost of a tile still is the cost of its parent plus that of its step.
static bool dijkstra_is_consistent(const dijkstra *f, uint32_t cell) {
  const dijkstra_costs *c = f->costs;
  bool is_passable = costmap_is_cell_passable(f->map, cell);
  if (c->step[cell] == MOVE_START) return c->outward || is_passable;
  uint32_t next;
  if (!is_passable ||
      !dijkstra_next(c, f->map, cell, c->cost[cell], c->step[cell], &next))
    return false;
  double g = c->cost[next] + dijkstra_step_cost(f, c->outward ? next : cell,
                                                c->outward ? cell : next, c->step[cell]);
  return fabs(g - c->cost[cell]) <= costmap_slack(f->map, g);
}

// The tiles whose step a change may have affected. Inward, the step starts at a tile
// whose legal moves changed; outward it ends up to one move away from such a tile.
static tile_area dijkstra_affected_area(const dijkstra *f, const grid_change *change) {
  tile_area area = repair_affected_area(f->grid, f->map->rules, change);
  if (change->kind == CHANGE_LINKS) {
    area = (tile_area){change->x, change->y, change->x + 1, change->y + 1};
  } else if (f->costs->outward) {
    int reach = f->map->rules->reach > 1 ? f->map->rules->reach : 1;
    area.left = area.left > reach ? area.left - reach : 0;
    area.top = area.top > reach ? area.top - reach : 0;
    if ((area.right += reach) > f->grid->width) area.right = f->grid->width;
    if ((area.bottom += reach) > f->grid->height) area.bottom = f->grid->height;
  }
  return area;
}

// Phase 1: invalidates the tiles of an area that are not consistent.
static void dijkstra_invalidate_changed(dijkstra *f, tile_area area) {
  for (int y = area.top; y < area.bottom && !f->has_failed; y++) {
    for (int x = area.left; x < area.right; x++) {
      uint32_t cell = grid_cell(f->grid, x, y);
      double cost = f->costs->cost[cell];
      if (!(cost < INFINITY) || dijkstra_is_consistent(f, cell)) continue;
      if (cost < f->lowest) f->lowest = cost;
      dijkstra_invalidate(f, cell, x, y);
    }
  }
}

// Invalidates the children of a tile by moves.
static void dijkstra_invalidate_children(dijkstra *f, uint32_t cell, int x, int y) {
  const astar_grid *grid = f->grid;
  const move_table *table = f->map->moves;
  const double *cost = f->costs->cost;
  const uint8_t *step = f->costs->step;
  const tile_move *moves = table->list[costmap_parity(f->map, x, y)];
  bool outward = f->costs->outward;
  for (int move = 0; move < table->count; move++) {
    int to_x = x + (outward ? moves[move].dx : moves[move].back_dx);
    int to_y = y + (outward ? moves[move].dy : moves[move].back_dy);
    if (!grid_contains(grid, to_x, to_y)) continue;
    uint32_t to = cell + (uint32_t)(outward ? moves[move].offset : moves[move].back);
    if (cost[to] < INFINITY && step[to] == move) dijkstra_invalidate(f, to, to_x, to_y);
  }
}

// Invalidates the children of a tile by links.
static void dijkstra_invalidate_linked(dijkstra *f, uint32_t cell) {
  const dijkstra_costs *c = f->costs;
  uint32_t count;
  const grid_arc *arcs = c->outward ? links_arcs_from(f->grid, cell, &count)
                                    : links_arcs_to(f->grid, cell, &count);
  for (uint32_t i = 0; i < count; i++) {
    uint32_t to = c->outward ? arcs[i].to : arcs[i].from;
    if (!(c->cost[to] < INFINITY) || c->step[to] != MOVE_LINK) continue;
    if (dijkstra_find_link_step(c, to) != cell) continue;
    dijkstra_invalidate(f, to, grid_x(f->grid, to), grid_y(f->grid, to));
  }
}

// Phase 1: invalidates the descendants of the invalid tiles. False: there are more than
// `limit`.
static bool dijkstra_invalidate_descendants(dijkstra *f, uint32_t limit) {
  uint32_t i = 0;
  for (; i < f->invalid_count && f->invalid_count <= limit && !f->has_failed; i++) {
    int x = (int)(f->invalid[i] & 0xffff), y = (int)(f->invalid[i] >> 16);
    uint32_t cell = grid_cell(f->grid, x, y);
    dijkstra_invalidate_children(f, cell, x, y);
    if (f->grid->arc_count > 0) dijkstra_invalidate_linked(f, cell);
  }
  return i == f->invalid_count;
}

// Relaxes the links to a tile, in the direction in which the map is expanded.
static void dijkstra_relax_from_linked(dijkstra *f, uint32_t cell, int x, int y) {
  const dijkstra_costs *c = f->costs;
  uint32_t count;
  const grid_arc *arcs = c->outward ? links_arcs_to(f->grid, cell, &count)
                                    : links_arcs_from(f->grid, cell, &count);
  for (uint32_t i = 0; i < count; i++) {
    uint32_t other = c->outward ? arcs[i].from : arcs[i].to;
    if (!(c->cost[other] < INFINITY)) continue;
    if (!c->outward && !costmap_is_cell_passable(f->map, other)) continue;
    dijkstra_relax(f, cell, x, y, c->cost[other] + arcs[i].cost, MOVE_LINK, other);
  }
}

// Relaxes all steps to a passable tile, links aside, where each legal step is also legal
// in reverse.
static void dijkstra_relax_symmetric(dijkstra *f, uint32_t cell, int x, int y) {
  const costmap *map = f->map;
  const double *cost = f->costs->cost;
  bool outward = f->costs->outward;
  for (unsigned moves = map->tiles->legal[cell]; moves != 0; moves &= moves - 1) {
    int move = bits_lowest(moves);
    uint32_t other = cell + (uint32_t)map->moves->list[0][move].offset;
    if (!(cost[other] < INFINITY)) continue;
    uint8_t step = outward ? direction_reverse[move] : (uint8_t)move;
    double step_cost = outward ? costmap_cost_into(map, x + direction_dx[move],
                                                   y + direction_dy[move], step, cell)
                               : costmap_cost_into(map, x, y, step, other);
    dijkstra_relax(f, cell, x, y, cost[other] + step_cost, step, other);
  }
}

// Phase 2: relaxes all steps from the neighbors of a tile to the tile, and its source.
static void dijkstra_relax_from_neighbors(dijkstra *f, int x, int y,
                                          const dijkstra_source *sources,
                                          uint32_t count) {
  const costmap *map = f->map;
  dijkstra_costs *c = f->costs;
  uint32_t cell = grid_cell(f->grid, x, y);
  const dijkstra_source *source = dijkstra_find_source(sources, count, cell);
  if (source != NULL) dijkstra_put_source(f, source);
  if (!costmap_is_passable(map, x, y)) return;
  if (f->grid->arc_count > 0) dijkstra_relax_from_linked(f, cell, x, y);
  // A mover may start on an impassable tile, but not step back to it.
  bool is_symmetric = f->method != DIJKSTRA_ALL_MOVES &&
                      (!c->outward || costmap_is_cell_passable(map, sources->cell));
  if (is_symmetric) {
    dijkstra_relax_symmetric(f, cell, x, y);
    return;
  }
  costmap_step steps[ASTAR_MAX_MOVES];
  int step_count = c->outward ? costmap_list_to(map, x, y, steps)
                              : costmap_list_from(map, x, y, steps);
  for (int i = 0; i < step_count; i++) {
    const costmap_step *step = &steps[i];
    if (!(c->cost[step->cell] < INFINITY)) continue;
    dijkstra_relax(f, cell, x, y, c->cost[step->cell] + step->cost, step->move,
                   step->cell);
  }
}

// The cost of the most expensive step, or more.
static double dijkstra_max_step(const costmap *map) {
  const astar_grid *grid = map->grid;
  double extra = 0, link = 0;
  if (costmap_has_extra(map)) {
    for (uint32_t cell = 0; cell < grid_tiles(grid); cell++) {
      double cost = costmap_extra(map, cell);
      if (cost > extra) extra = cost;
    }
  }
  for (uint32_t i = 0; i < grid->arc_count; i++)
    if (grid->arcs[i].cost > link) link = grid->arcs[i].cost;
  double step = map->moves->max_step + extra;
  return step > link ? step : link;
}

// A restart reads all costs, which takes up to an eighth of the time of a computation. So
// it must keep that share of the tiles. This number of tiles is counted.
enum { DIJKSTRA_KEPT_SHARE = 8, DIJKSTRA_SAMPLES = MEMORY_LIMIT(1024, 16) };

static bool dijkstra_can_restart(const dijkstra *f, double lowest) {
  uint32_t tiles = grid_tiles(f->grid), stride = tiles / DIJKSTRA_SAMPLES + 1, kept = 0;
  for (uint32_t cell = 0; cell < tiles; cell += stride)
    kept += f->costs->cost[cell] < lowest;
  return (uint64_t)kept * stride > f->costs->expanded / DIJKSTRA_KEPT_SHARE;
}

// Takes the place of phase 1, and of phase 2 for the invalid tiles, when these are many:
// the map is computed again from the lowest invalid cost on. Tiles below it are valid.
// They are expanded again if a step can lead from them to the others. False: these are
// too few tiles.
static bool dijkstra_restart(dijkstra *f, const dijkstra_source *sources,
                             uint32_t count) {
  double *cost = f->costs->cost;
  double lowest = f->lowest * (1 - DIJKSTRA_ROUNDING);
  double border = lowest - dijkstra_max_step(f->map) * (1 + DIJKSTRA_ROUNDING);
  if (!dijkstra_can_restart(f, lowest)) return false;
  for (int y = 0; y < f->grid->height; y++) {
    uint32_t row = grid_cell(f->grid, 0, y);
    for (int x = 0; x < f->grid->width; x++) {
      double g = cost[row + (uint32_t)x];
      if (g >= lowest) {
        cost[row + (uint32_t)x] = INFINITY;
      } else {
        f->expanded++;
        if (g < border) continue;
        if (f->arrivals != NULL) f->arrivals[row + (uint32_t)x] = DIJKSTRA_ALL_ARRIVALS;
        front_queue_push(&f->open, &f->open.window, g, dijkstra_item(x, y));
      }
    }
  }
  for (uint32_t i = 0; i < count; i++) dijkstra_put_source(f, &sources[i]);
  return true;
}

// Phase 2 for the tiles near edits.
static void dijkstra_relax_changed(dijkstra *f, uint64_t revision,
                                   const dijkstra_source *sources, uint32_t count) {
  repair_scope scope = {f->map->rules, &f->map->filter, CHANGE_ALL};
  const grid_change *change;
  while ((change = repair_next(f->grid, &scope, &revision)) != NULL) {
    tile_area area = dijkstra_affected_area(f, change);
    for (int y = area.top; y < area.bottom; y++)
      for (int x = area.left; x < area.right && !f->has_failed; x++)
        dijkstra_relax_from_neighbors(f, x, y, sources, count);
  }
}

// Whether a diagonal step costs exactly as much as one or two straight steps. Then paths
// of equal cost enter a tile in directions whose canonical moves differ, and those of the
// direction that a computation finds first are needed. A repair finds others first.
static bool dijkstra_has_ties(const astar_rules *rules) {
  double length = rules->move_count == DIRECTIONS ? rules->moves[4].length : 1.5;
  return length <= 1 + DIJKSTRA_ROUNDING || length >= 2 - DIJKSTRA_ROUNDING;
}

bool dijkstra_repair(dijkstra *f, const costmap *map, dijkstra_costs *costs,
                     uint64_t revision, const dijkstra_source *sources, uint32_t count) {
  if (!dijkstra_begin(f, map, costs)) return false;
  bool has_ties = f->method == DIJKSTRA_CANONICAL && dijkstra_has_ties(map->rules);
  if (has_ties) f->method = DIJKSTRA_ALL_MOVES;
  f->lowest = INFINITY;
  repair_scope scope = {map->rules, &map->filter, CHANGE_ALL};
  const grid_change *change;
  for (uint64_t r = revision; (change = repair_next(f->grid, &scope, &r)) != NULL;)
    dijkstra_invalidate_changed(f, dijkstra_affected_area(f, change));
  uint32_t share =
      costmap_is_plain(map) ? DIJKSTRA_REPAIR_SHARE_UNIFORM : DIJKSTRA_REPAIR_SHARE;
  uint32_t limit = costs->expanded / share + MEMORY_LIMIT(64, 2);
  bool restarts = !dijkstra_invalidate_descendants(f, limit);
  if (f->has_failed) return false;
  if (restarts) {
    if (has_ties || !dijkstra_restart(f, sources, count)) return false;
  } else {
    for (uint32_t i = 0; i < f->invalid_count && !f->has_failed; i++) {
      int x = (int)(f->invalid[i] & 0xffff), y = (int)(f->invalid[i] >> 16);
      dijkstra_relax_from_neighbors(f, x, y, sources, count);
    }
  }
  dijkstra_relax_changed(f, revision, sources, count);
  if (!f->has_failed) dijkstra_run(f);
  if (restarts) costs->expanded = f->expanded;
  dijkstra_sort_link_steps(costs);
  return !f->has_failed;
}
