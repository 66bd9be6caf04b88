// Dijkstra maps: three methods.
//
// 1. Uniform maps (all tiles cost the same), if all sources start with the same cost:
// buckets. Dijkstra's algorithm (E. W. Dijkstra, "A note on two problems in connexion
// with graphs", 1959) with the buckets of R. B. Dial ("Algorithm 360: Shortest-path
// forest with topological ordering", 1969). A bucket, here called a front, is as wide as
// the cheapest step:
//
//      cost    base       + 1 step     + 2 steps    + 3 steps
//      front   |    0     |     1      |     2      |     3      |     0      | ...
//                   x ---------> straight: one step
//                   x ----------------> diagonal: one to two steps
//
// Invariant: the costs of tiles in the current front are final. A step costs at least the
// width of a front, so that tiles of one front cannot make each other cheaper; they need
// no order. A step costs at most two widths, so that three fronts suffice, and one more
// for rounding errors. They are used in a circle.
//
// 2. Otherwise: Dijkstra's algorithm with a bucket queue. Buckets are one step wide.
//
// Both methods use a canonical ordering (N. R. Sturtevant and S. Rabin, "Canonical
// orderings on grids", 2016): method 1 on the whole map, method 2 where the 3 x 3
// neighborhood of a tile is uniform. A pruned move leads to a tile that another order of
// steps, not through this tile, reaches at no higher cost.
//
// 3. Repair after edits, in two phases as in G. Ramalingam and T. Reps, "On the
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
#include "search/dijkstra.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "map/journal.h"
#include "map/links.h"
#include "base/lower_bound.h"

// -------------------------------------------------------------------------------- life

void dijkstra_fini(dijkstra *f) {
  if (f->grid == NULL) return; // never used
  memory *m = &f->grid->memory;
  bucket_queue_fini(&f->open);
  for (int i = 0; i < DIJKSTRA_FRONTS; i++) {
    memory_free(m, f->fronts[i].tiles, f->fronts[i].capacity * sizeof(uint32_t));
  }
  memory_free(m, f->scratch_cost, grid_tiles(f->grid) * sizeof *f->scratch_cost);
  memory_free(m, f->scratch_step, grid_tiles(f->grid));
  memory_free(m, f->invalid, f->invalid_capacity * sizeof *f->invalid);
  memset(f, 0, sizeof *f);
}

bool dijkstra_ensure_scratch(dijkstra *f) {
  memory *m = &f->grid->memory;
  size_t tiles = grid_tiles(f->grid);
  if (f->scratch_step == NULL)
    f->scratch_step = (uint8_t *)memory_resize(m, NULL, 0, tiles);
  if (f->scratch_cost != NULL || f->scratch_step == NULL) return f->scratch_step != NULL;
  f->scratch_cost = (double *)memory_resize(m, NULL, 0, tiles * sizeof *f->scratch_cost);
  if (f->scratch_cost == NULL) return false;
  for (size_t cell = 0; cell < tiles; cell++) f->scratch_cost[cell] = INFINITY;
  return true;
}

static void dijkstra_begin(dijkstra *f, const costmap *map, dijkstra_costs *costs) {
  f->map = map;
  f->costs = costs;
  f->has_failed = false;
  f->invalid_count = 0;
  for (int i = 0; i < DIJKSTRA_FRONTS; i++) f->fronts[i].count = 0;
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
  if (!memory_reserve(&f->grid->memory, (void **)&c->link_steps, &c->link_step_capacity,
                      c->link_step_count + 1, sizeof *c->link_steps)) {
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
    if (!is_last || c->step[note.cell] != MOVE_LINK || !(c->cost[note.cell] < INFINITY)) {
      continue;
    }
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

// ------------------------------------------------------------------------- uniform maps

// Maximum starting cost of a source for fronts and canonical moves [cheapest steps]. Up
// to here costs, which are at most two steps per tile higher, are exact to 2^-22 of a
// step. With higher starting costs, rounding could change the order of tiles.
#define DIJKSTRA_MAX_BASE 1e9

// Whether fronts can be used: all tiles cost the same, and all sources start with the
// same cost.
static bool dijkstra_is_uniform(const dijkstra *f, const dijkstra_source *sources,
                                uint32_t count) {
  if (!f->map->tiles->is_uniform || count == 0 ||
      sources[0].cost > f->map->moves->min_step * DIJKSTRA_MAX_BASE) {
    return false;
  }
  for (uint32_t i = 1; i < count; i++) {
    if (sources[i].cost < sources[0].cost || sources[i].cost > sources[0].cost) {
      return false;
    }
  }
  return true;
}

static bool dijkstra_reserve_front(dijkstra *f, dijkstra_front *front, uint32_t count) {
  if (memory_reserve(&f->grid->memory, (void **)&front->tiles, &front->capacity,
                     front->count + count, sizeof *front->tiles)) {
    return true;
  }
  f->has_failed = true;
  return false;
}

// The moves of a uniform map, as the fronts use them.
typedef struct dijkstra_moves {
  double cost[DIRECTIONS];
  int32_t offset[DIRECTIONS];
  uint32_t delta[DIRECTIONS];      ///< what a move adds to y << 16 | x
  uint8_t step[DIRECTIONS];        ///< the step of a tile that was generated by a move
  uint8_t arrival[MOVE_START + 1]; ///< the inverse: the move that generated the tile
} dijkstra_moves;

static dijkstra_moves dijkstra_get_moves(const dijkstra *f) {
  const costmap *map = f->map;
  dijkstra_moves moves;
  for (int i = 0; i < map->moves->count; i++) {
    moves.cost[i] = map->moves->min_move_cost[i];
    moves.offset[i] = map->moves->list[0][i].offset;
    moves.delta[i] = (uint32_t)map->moves->list[0][i].dy * 65536u +
                     (uint32_t)map->moves->list[0][i].dx;
    moves.step[i] = f->costs->outward ? (uint8_t)i : direction_reverse[i];
    moves.arrival[moves.step[i]] = (uint8_t)i;
  }
  moves.arrival[MOVE_START] = DIRECTIONS;
  return moves;
}

// Tiles that are expanded between two calls that make room in the fronts.
enum { DIJKSTRA_CHUNK = MEMORY_LIMIT(512, 3) };

// Expands the tiles [first, end) of the front `level`, which starts at the cost `floor`.
// The tiles they generate cost one to two steps more: less than three steps above
// `floor`, up to rounding. So the index of their front, counted from `level`, is below
// four.
static void dijkstra_expand_front(dijkstra *f, uint32_t level, uint32_t first,
                                  uint32_t end, double floor,
                                  const dijkstra_moves *moves) {
  const costmap *map = f->map;
  const astar_rules *rules = map->rules;
  double *cost = f->costs->cost, max = f->costs->max_cost;
  uint8_t *step = f->costs->step;
  uint32_t width = (uint32_t)f->grid->width;
  double per_step = 1 / map->moves->min_step,
         closed_below = floor - map->moves->min_step * 1e-3;
  uint32_t *tails[DIJKSTRA_FRONTS];
  for (uint32_t i = 0; i < DIJKSTRA_FRONTS; i++) {
    const dijkstra_front *front = &f->fronts[(level + i) % DIJKSTRA_FRONTS];
    tails[i] = front->tiles + front->count;
  }
  const uint32_t *tiles = f->fronts[level % DIJKSTRA_FRONTS].tiles;
  for (uint32_t i = first; i < end; i++) {
    int x = (int)(tiles[i] & 0xffff), y = (int)(tiles[i] >> 16);
    uint32_t cell = (uint32_t)y * width + (uint32_t)x;
    double g = cost[cell];
    if (g < closed_below) continue; // expanded in an earlier front, at a lower cost
    // If all eight moves are legal, the whole neighborhood is passable.
    unsigned neighborhood =
        map->tiles->legal[cell] == 0xff ? 511 : costmap_neighborhood(map, x, y);
    unsigned successors = rules->canonical[moves->arrival[step[cell]]][neighborhood];
    for (; successors != 0; successors &= successors - 1) {
      int move = bits_lowest(successors);
      uint32_t to = cell + (uint32_t)moves->offset[move];
      double reached = g + moves->cost[move];
      if (reached >= cost[to] * (1 - TOLERANCE_EQUAL) || reached > max) continue;
      cost[to] = reached;
      step[to] = moves->step[move];
      // `to` will most often generate the next tile in the same direction.
      BITS_PREFETCH(&cost[to + (uint32_t)moves->offset[move]]);
      *tails[(uint32_t)((reached - floor) * per_step)]++ = tiles[i] + moves->delta[move];
    }
  }
  for (uint32_t i = 0; i < DIJKSTRA_FRONTS; i++) {
    dijkstra_front *front = &f->fronts[(level + i) % DIJKSTRA_FRONTS];
    front->count = (uint32_t)(tails[i] - front->tiles);
    MEMORY_ASSERT(front->count <= front->capacity);
  }
}

// Expands the fronts in turn, until all four are empty.
static void dijkstra_compute_uniform(dijkstra *f, double base) {
  dijkstra_moves moves = dijkstra_get_moves(f);
  uint32_t empty = 0;
  for (uint32_t level = 0; empty < DIJKSTRA_FRONTS; level++) {
    dijkstra_front *front = &f->fronts[level % DIJKSTRA_FRONTS];
    empty = front->count == 0 ? empty + 1 : 0;
    // By rounding, a tile may generate tiles of its own front: the front may grow.
    for (uint32_t i = 0, end; i < front->count; i = end) {
      end = front->count - i < DIJKSTRA_CHUNK ? front->count : i + DIJKSTRA_CHUNK;
      for (int k = 0; k < DIJKSTRA_FRONTS; k++) {
        if (!dijkstra_reserve_front(f, &f->fronts[k], DIJKSTRA_CHUNK * (int)DIRECTIONS))
          return;
      }
      dijkstra_expand_front(f, level, i, end, base + level * f->map->moves->min_step,
                            &moves);
    }
    front->count = 0;
  }
}

// ----------------------------------------------------------------------------- all maps

// Relaxes a step: `cell` has a path of cost g by a step from (outward) or to (inward)
// `parent`. Among equal costs the step that continues without a turn is preferred. The
// queue must have room.
static inline void dijkstra_relax(dijkstra *f, uint32_t cell, int x, int y, double g,
                                  uint8_t step, uint32_t parent) {
  dijkstra_costs *c = f->costs;
  double old = c->cost[cell], slack = costmap_slack(f->map, g);
  if (g < old - slack) {
    if (g > c->max_cost ||
        (step == MOVE_LINK && !dijkstra_add_link_step(f, cell, parent)))
      return;
    c->cost[cell] = g;
    c->step[cell] = step;
    bucket_queue_push(&f->open, g, x, y);
  } else if (g <= old + slack && !f->is_canonical && step < MOVE_LINK &&
             c->step[cell] < MOVE_LINK && c->step[parent] == step &&
             c->cost[parent] < old) {
    c->step[cell] = step;
  }
}

// Expands a tile on maps where `dijkstra_is_symmetric`.
static void dijkstra_expand_symmetric(dijkstra *f, uint32_t cell, int x, int y,
                                      double g) {
  const costmap *map = f->map;
  bool outward = f->costs->outward;
  uint8_t last = f->costs->step[cell];
  uint64_t moves = costmap_moves(map, x, y);
  if (f->is_canonical && last < DIRECTIONS &&
      costmap_bit(map, map->tiles->uniform_tiles, x, y)) {
    moves &= map->rules->canonical[outward ? last : direction_reverse[last]][511];
  }
  for (; moves != 0; moves &= moves - 1) {
    int move = bits_lowest(moves);
    const tile_move *step = &map->moves->list[0][move];
    uint32_t to = cell + (uint32_t)step->offset;
    if (outward) {
      dijkstra_relax(f, to, x + step->dx, y + step->dy,
                     g + costmap_table_cost(map, move, to), (uint8_t)move, cell);
    } else {
      int back = direction_reverse[move];
      dijkstra_relax(f, to, x + step->dx, y + step->dy,
                     g + costmap_table_cost(map, back, cell), (uint8_t)back, cell);
    }
  }
}

// Expands a tile on any map, links aside.
static void dijkstra_expand(dijkstra *f, uint32_t cell, int x, int y, double g) {
  costmap_step steps[ASTAR_MAX_MOVES];
  bool outward = f->costs->outward;
  int count = outward ? costmap_list_from(f->map, x, y, steps)
                      : costmap_list_to(f->map, x, y, steps);
  for (int i = 0; i < count; i++) {
    const costmap_step *step = &steps[i];
    if (!outward && !costmap_is_passable(f->map, step->x, step->y)) continue;
    dijkstra_relax(f, step->cell, step->x, step->y, g + step->cost, step->move, cell);
  }
}

// Relaxes the links of a tile.
static void dijkstra_follow_links(dijkstra *f, uint32_t cell, double g) {
  uint32_t count;
  bool outward = f->costs->outward;
  const grid_arc *arcs = outward ? links_arcs_from(f->grid, cell, &count)
                                 : links_arcs_to(f->grid, cell, &count);
  if (count == 0) return;
  if (!bucket_queue_reserve(&f->open, &f->grid->memory, count)) {
    f->has_failed = true;
    return;
  }
  for (uint32_t i = 0; i < count; i++) {
    uint32_t to = outward ? arcs[i].to : arcs[i].from;
    if (!costmap_is_cell_passable(f->map, to)) continue;
    dijkstra_relax(f, to, grid_x(f->grid, to), grid_y(f->grid, to), g + arcs[i].cost,
                   MOVE_LINK, cell);
  }
}

// Whether each legal step between passable tiles is also legal in reverse, and the costs
// of steps are in the move table.
static bool dijkstra_is_symmetric(const costmap *map) {
  return map->moves->is_table_cost && map->rules->is_standard &&
         map->tiles->legal != NULL && map->grid->layout == ASTAR_SQUARE &&
         map->grid->closed_count == 0;
}

// Dijkstra's algorithm from the tiles in the open list, within `f->budget`.
static void dijkstra_run(dijkstra *f) {
  bucket_queue_entry node;
  bool is_symmetric = dijkstra_is_symmetric(f->map), has_links = f->grid->arc_count > 0;
  while (!f->has_failed && f->budget > 0 && bucket_queue_pop(&f->open, &node)) {
    uint32_t cell = grid_cell(f->grid, node.x, node.y);
    double g = f->costs->cost[cell];
    f->budget--;
    if (!bucket_queue_reserve(&f->open, &f->grid->memory, ASTAR_MAX_MOVES)) {
      f->has_failed = true;
    } else if (is_symmetric) {
      dijkstra_expand_symmetric(f, cell, node.x, node.y, g);
    } else {
      dijkstra_expand(f, cell, node.x, node.y, g);
    }
    if (has_links && !f->has_failed) dijkstra_follow_links(f, cell, g);
  }
}

static bool dijkstra_open(dijkstra *f, double base) {
  double step = f->map->moves->min_step;
  if (bucket_queue_begin(&f->open, &f->grid->memory, base, step, step)) return true;
  f->has_failed = true;
  return false;
}

// Gives the tile of a source its starting cost, unless the tile is cheaper already.
// `fronts`: puts it into the first front, otherwise into the open list.
static void dijkstra_put_source(dijkstra *f, const dijkstra_source *source, bool fronts) {
  dijkstra_costs *c = f->costs;
  int x = grid_x(f->grid, source->cell), y = grid_y(f->grid, source->cell);
  if (!c->outward && !costmap_is_passable(f->map, x, y)) return;
  if (source->cost >= c->cost[source->cell] || source->cost > c->max_cost) return;
  if (fronts) {
    if (!dijkstra_reserve_front(f, &f->fronts[0], 1)) return;
    f->fronts[0].tiles[f->fronts[0].count++] = (uint32_t)y << 16 | (uint32_t)x;
  } else {
    if (!bucket_queue_reserve(&f->open, &f->grid->memory, 1)) {
      f->has_failed = true;
      return;
    }
    bucket_queue_push(&f->open, source->cost, x, y);
  }
  c->cost[source->cell] = source->cost;
  c->step[source->cell] = MOVE_START;
}

bool dijkstra_compute(dijkstra *f, const costmap *map, dijkstra_costs *costs,
                      const dijkstra_source *sources, uint32_t count) {
  dijkstra_begin(f, map, costs);
  bool is_uniform = dijkstra_is_uniform(f, sources, count);
  double base = INFINITY, max = 0;
  for (uint32_t i = 0; i < count; i++) {
    if (sources[i].cost < base) base = sources[i].cost;
    if (sources[i].cost > max) max = sources[i].cost;
  }
  f->is_canonical = map->tiles->uniform_tiles != NULL && dijkstra_is_symmetric(map) &&
                    !map->moves->is_steep &&
                    max <= map->moves->min_step * DIJKSTRA_MAX_BASE;
  f->budget = UINT64_MAX;
  if (count == 0 || (!is_uniform && !dijkstra_open(f, base))) return count == 0;
  for (uint32_t i = 0; i < count && !f->has_failed; i++) {
    dijkstra_put_source(f, &sources[i], is_uniform);
  }
  if (is_uniform) {
    dijkstra_compute_uniform(f, base);
  } else {
    dijkstra_run(f);
  }
  dijkstra_sort_link_steps(costs);
  return !f->has_failed;
}

// ------------------------------------------------------------------------------ repair

// Repairing a tile takes about this many times as long as expanding it when a map is
// computed. So a repair gives up when it has invalidated or expanded the tiles of the map
// divided by this number.
enum { DIJKSTRA_REPAIR_SHARE_UNIFORM = 12, DIJKSTRA_REPAIR_SHARE = 3 };

static bool dijkstra_invalidate(dijkstra *f, uint32_t cell) {
  if (f->budget == 0) return false;
  f->budget--;
  if (!memory_reserve(&f->grid->memory, (void **)&f->invalid, &f->invalid_capacity,
                      f->invalid_count + 1, sizeof *f->invalid)) {
    f->has_failed = true;
    return false;
  }
  f->invalid[f->invalid_count++] = cell;
  return true;
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
      !dijkstra_next(c, f->map, cell, c->cost[cell], c->step[cell], &next)) {
    return false;
  }
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

// Phase 1: lists the tiles of an area that are not consistent.
static void dijkstra_invalidate_changed(dijkstra *f, tile_area area) {
  for (int y = area.top; y < area.bottom; y++) {
    for (int x = area.left; x < area.right; x++) {
      uint32_t cell = grid_cell(f->grid, x, y);
      if (!(f->costs->cost[cell] < INFINITY) || dijkstra_is_consistent(f, cell)) continue;
      if (!dijkstra_invalidate(f, cell)) return;
    }
  }
}

// Removes the cost of a tile if it is a child of `cell` in the forest, by this step.
static void dijkstra_invalidate_child(dijkstra *f, uint32_t cell, uint32_t child,
                                      uint8_t step) {
  dijkstra_costs *c = f->costs;
  if (!(c->cost[child] < INFINITY) || c->step[child] != step) return;
  if (step == MOVE_LINK && dijkstra_find_link_step(c, child) != cell) return;
  if (dijkstra_invalidate(f, child)) c->cost[child] = INFINITY;
}

// Phase 1: removes the costs of the listed tiles and of all their descendants.
static void dijkstra_invalidate_descendants(dijkstra *f) {
  const costmap *map = f->map;
  dijkstra_costs *c = f->costs;
  for (uint32_t i = 0; i < f->invalid_count; i++) c->cost[f->invalid[i]] = INFINITY;
  for (uint32_t i = 0; i < f->invalid_count && f->budget > 0 && !f->has_failed; i++) {
    uint32_t cell = f->invalid[i], count = 0;
    int x = grid_x(f->grid, cell), y = grid_y(f->grid, cell);
    const tile_move *moves = map->moves->list[costmap_parity(map, x, y)];
    for (int move = 0; move < map->moves->count; move++) {
      int dx = c->outward ? moves[move].dx : moves[move].back_dx;
      int dy = c->outward ? moves[move].dy : moves[move].back_dy;
      if (!grid_contains(f->grid, x + dx, y + dy)) continue;
      dijkstra_invalidate_child(f, cell, grid_cell(f->grid, x + dx, y + dy),
                                (uint8_t)move);
    }
    if (f->grid->arc_count == 0) continue;
    const grid_arc *arcs = c->outward ? links_arcs_from(f->grid, cell, &count)
                                      : links_arcs_to(f->grid, cell, &count);
    for (uint32_t a = 0; a < count; a++) {
      dijkstra_invalidate_child(f, cell, c->outward ? arcs[a].to : arcs[a].from,
                                MOVE_LINK);
    }
  }
}

// Phase 2: relaxes all steps from the neighbors of a tile to the tile, and its source.
static void dijkstra_relax_from_neighbors(dijkstra *f, uint32_t cell,
                                          const dijkstra_source *sources,
                                          uint32_t count) {
  const costmap *map = f->map;
  dijkstra_costs *c = f->costs;
  int x = grid_x(f->grid, cell), y = grid_y(f->grid, cell);
  const dijkstra_source *source = dijkstra_find_source(sources, count, cell);
  if (source != NULL) dijkstra_put_source(f, source, false);
  if (!costmap_is_passable(map, x, y)) return;
  uint32_t arc_count = 0;
  const grid_arc *arcs = NULL;
  if (f->grid->arc_count > 0) {
    arcs = c->outward ? links_arcs_to(f->grid, cell, &arc_count)
                      : links_arcs_from(f->grid, cell, &arc_count);
  }
  if (!bucket_queue_reserve(&f->open, &f->grid->memory, ASTAR_MAX_MOVES + arc_count)) {
    f->has_failed = true;
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
  for (uint32_t a = 0; a < arc_count && !f->has_failed; a++) {
    uint32_t other = c->outward ? arcs[a].from : arcs[a].to;
    if (!(c->cost[other] < INFINITY)) continue;
    if (!c->outward && !costmap_is_cell_passable(map, other)) continue;
    dijkstra_relax(f, cell, x, y, c->cost[other] + arcs[a].cost, MOVE_LINK, other);
  }
}

bool dijkstra_repair(dijkstra *f, const costmap *map, dijkstra_costs *costs,
                     uint64_t revision, const dijkstra_source *sources, uint32_t count) {
  const astar_grid *grid = f->grid;
  dijkstra_begin(f, map, costs);
  f->is_canonical = false;
  f->budget = grid_tiles(grid) / (map->tiles->is_uniform ? DIJKSTRA_REPAIR_SHARE_UNIFORM
                                                         : DIJKSTRA_REPAIR_SHARE) +
              MEMORY_LIMIT(64, 2);
  for (uint64_t r = revision; r < grid->revision && !f->has_failed; r++) {
    const grid_change *change = journal_change_after(grid, r);
    if (!journal_concerns(&map->filter, change->subject)) continue;
    dijkstra_invalidate_changed(f, dijkstra_affected_area(f, change));
  }
  if (!f->has_failed) dijkstra_invalidate_descendants(f);
  if (f->has_failed || f->budget == 0 || !dijkstra_open(f, 0)) return false;
  for (uint32_t i = 0; i < f->invalid_count && !f->has_failed; i++) {
    dijkstra_relax_from_neighbors(f, f->invalid[i], sources, count);
  }
  for (uint64_t r = revision; r < grid->revision && !f->has_failed; r++) {
    const grid_change *change = journal_change_after(grid, r);
    if (!journal_concerns(&map->filter, change->subject)) continue;
    tile_area area = dijkstra_affected_area(f, change);
    for (int y = area.top; y < area.bottom; y++) {
      for (int x = area.left; x < area.right && !f->has_failed; x++) {
        dijkstra_relax_from_neighbors(f, grid_cell(grid, x, y), sources, count);
      }
    }
  }
  if (!f->has_failed) dijkstra_run(f);
  dijkstra_sort_link_steps(costs);
  return !f->has_failed && f->budget > 0;
}
