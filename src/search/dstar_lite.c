// D* Lite, the optimized version (S. Koenig and M. Likhachev, "D* Lite", 2002).
//
// A mover walks from s_start to s_goal on a map that changes. A* would search again after
// each edit. D* Lite searches backward, from s_goal to s_start, so that the costs g (to
// the goal) stay right when the mover moves; after an edit only the nodes whose cost
// changes are expanded again.
//
// Each node s has two costs:
//
//      g(s)      the cost to the goal, as of the last expansion of s
//      rhs(s)    one step ahead: min over successors s' of c(s, s') + g(s'); 0 for s_goal
//
// Invariant: the heap U holds exactly the inconsistent nodes, those with g != rhs. A node
// with g > rhs is overconsistent (its cost decreases), with g < rhs underconsistent (its
// cost increases). CalculateKey orders the heap:
//
//      [ min(g, rhs) + h(s_start, s) + k_m,  min(g, rhs) ]
//
// ComputeShortestPath expands the first node of U until no key is before that of s_start
// and s_start is not underconsistent. An overconsistent node gets g = rhs; an
// underconsistent node gets g = infinity. Both call UpdateVertex for the predecessors.
// Then the path follows, from s_start on, the successor that gives rhs.
//
// When the start moves from s_last to s_start, h of each node decreases by at most
// h(s_last, s_start). Instead of ordering U again, this amount is added to k_m, and so to
// all later keys: old keys are lower bounds. A node that is first in U with an old key
// gets its new key and is put back.
//
// Where ours differs: each node stores the successor that gives rhs (`next`, `step`). So
// an underconsistent node updates only the predecessors that lead to it, and the path
// needs no search among neighbors. Nodes exist only for generated tiles. An edit calls
// UpdateVertex for all tiles whose steps it may have changed (`repair_affected_area`);
// when too many tiles changed, or the heuristic changed (also by a new link), the search
// starts over.
#include "search/dstar_lite.h"

#include <math.h>
#include <string.h>

#include "map/links.h"

// Maximum number of tiles that one slice repairs [about 2 ms]. When edits affected more
// tiles, the search starts over.
enum { DSTAR_LITE_SLICE = 4096 };

// Cells of the index that are initialized per portion of a budget. The method works with
// any values; zeros make reads defined.
enum { DSTAR_LITE_PORTION = 32768 };

// No node.
#define DSTAR_LITE_NONE UINT32_MAX

// -------------------------------------------------------------------------------- life

void dstar_lite_fini(dstar_lite *d, astar_grid *grid) {
  memory *m = &grid->memory;
  goals_fini(&d->start_box, m);
  MEMORY_FREE(m, d->index, grid_tiles(grid));
  MEMORY_FREE(m, d->nodes, d->node_capacity);
  MEMORY_FREE(m, d->heap, d->heap_capacity);
}

// Allocates the index, and initializes it within the budget.
static run_status dstar_lite_prepare_index(dstar_lite *d, budget *b) {
  size_t tiles = grid_tiles(d->grid);
  if (d->index == NULL) {
    d->index = MEMORY_ALLOCATE(&d->grid->memory, uint32_t, tiles);
    d->ready_cells = 0;
    if (d->index == NULL) return RUN_NO_MEMORY;
  }
  while (d->ready_cells < tiles) {
    if (!budget_take(b, DSTAR_LITE_PORTION)) return RUN_PREPARING;
    size_t count = tiles - d->ready_cells;
    if (count > DSTAR_LITE_PORTION) count = DSTAR_LITE_PORTION;
    memset(d->index + d->ready_cells, 0, count * sizeof *d->index);
    d->ready_cells += count;
  }
  return RUN_RUNNING;
}

void dstar_lite_reset(dstar_lite *d) {
  d->node_count = d->heap_count = 0;
  d->k_m = 0;
  d->is_ready = d->has_failed = false;
}

// ------------------------------------------------------------------------------- nodes

static uint32_t dstar_lite_find_node(const dstar_lite *d, uint32_t cell) {
  uint32_t i = d->index[cell];
  return i < d->node_count && d->nodes[i].cell == cell ? i : DSTAR_LITE_NONE;
}

// The node of a cell; generates it if there is none. Pointers to nodes become invalid.
static uint32_t dstar_lite_ensure_node(dstar_lite *d, uint32_t cell) {
  uint32_t i = dstar_lite_find_node(d, cell);
  if (i != DSTAR_LITE_NONE) return i;
  memory *m = &d->grid->memory;
  // The heap has room for all nodes, so that insertion cannot fail.
  if (!MEMORY_RESERVE(m, d->nodes, d->node_capacity, d->node_count + 1) ||
      !MEMORY_RESERVE(m, d->heap, d->heap_capacity, d->node_count + 1)) {
    d->has_failed = true;
    return DSTAR_LITE_NONE;
  }
  i = d->node_count++;
  d->nodes[i] = (dstar_lite_node){.g = INFINITY, .rhs = INFINITY, .cell = cell};
  d->index[cell] = i;
  return i;
}

// -------------------------------------------------------------------------------- heap

static bool dstar_lite_is_before(const dstar_lite_node *a, const dstar_lite_node *b) {
  if (a->k1 < b->k1) return true;
  return !(a->k1 > b->k1) && a->k2 < b->k2;
}

static void dstar_lite_put(dstar_lite *d, uint32_t position, uint32_t node) {
  d->heap[position] = node;
  d->nodes[node].heap = position + 1;
}

static void dstar_lite_sift_up(dstar_lite *d, uint32_t position, uint32_t node) {
  while (position > 0) {
    uint32_t parent = (position - 1) / 2;
    if (!dstar_lite_is_before(&d->nodes[node], &d->nodes[d->heap[parent]])) break;
    dstar_lite_put(d, position, d->heap[parent]);
    position = parent;
  }
  dstar_lite_put(d, position, node);
}

static void dstar_lite_sift_down(dstar_lite *d, uint32_t position, uint32_t node) {
  for (;;) {
    uint32_t child = 2 * position + 1;
    if (child >= d->heap_count) break;
    if (child + 1 < d->heap_count &&
        dstar_lite_is_before(&d->nodes[d->heap[child + 1]], &d->nodes[d->heap[child]]))
      child++;
    if (!dstar_lite_is_before(&d->nodes[d->heap[child]], &d->nodes[node])) break;
    dstar_lite_put(d, position, d->heap[child]);
    position = child;
  }
  dstar_lite_put(d, position, node);
}

static void dstar_lite_remove(dstar_lite *d, uint32_t node) {
  uint32_t position = d->nodes[node].heap - 1, last = d->heap[--d->heap_count];
  d->nodes[node].heap = 0;
  if (last == node) return;
  dstar_lite_sift_down(d, position, last);
  dstar_lite_sift_up(d, d->nodes[last].heap - 1, last);
}

static void dstar_lite_calculate_key(const dstar_lite *d, dstar_lite_node *node) {
  const astar_grid *grid = d->grid;
  node->k2 = node->g < node->rhs ? node->g : node->rhs;
  node->k1 =
      node->k2 + d->k_m +
      heuristic_at(&d->heuristic, grid_x(grid, node->cell), grid_y(grid, node->cell));
}

// Restores the invariant of U for a node whose g or rhs changed: inserts, moves or
// removes it.
static void dstar_lite_update_queue(dstar_lite *d, uint32_t i) {
  dstar_lite_node *node = &d->nodes[i];
  bool is_consistent = !(node->g < node->rhs) && !(node->g > node->rhs);
  if (is_consistent) {
    if (node->heap != 0) dstar_lite_remove(d, i);
    return;
  }
  dstar_lite_calculate_key(d, node);
  if (node->heap == 0) {
    dstar_lite_sift_up(d, d->heap_count++, i);
  } else {
    dstar_lite_sift_down(d, node->heap - 1, i);
    dstar_lite_sift_up(d, d->nodes[i].heap - 1, i);
  }
}

// ------------------------------------------------------------------------------- search

static double dstar_lite_cost(const dstar_lite *d, uint32_t cell) {
  uint32_t i = dstar_lite_find_node(d, cell);
  return i == DSTAR_LITE_NONE ? INFINITY : d->nodes[i].g;
}

// rhs of a tile, and the successor that gives it. The start may be impassable: the mover
// can leave such a tile, but not enter it.
static double dstar_lite_calculate_rhs(const dstar_lite *d, uint32_t cell, uint32_t *next,
                                       uint8_t *step) {
  const costmap *map = d->map;
  int x = grid_x(d->grid, cell), y = grid_y(d->grid, cell);
  double min = INFINITY;
  if (cell == d->goal) return 0;
  if (cell != d->start && !costmap_is_passable(map, x, y)) return min;
  costmap_step steps[ASTAR_MAX_MOVES];
  int count = costmap_list_from(map, x, y, steps);
  for (int i = 0; i < count; i++) {
    double cost = steps[i].cost + dstar_lite_cost(d, steps[i].cell);
    if (cost < min) min = cost, *next = steps[i].cell, *step = steps[i].move;
  }
  uint32_t arc_count = 0;
  const grid_arc *arcs =
      d->grid->arc_count > 0 ? links_arcs_from(d->grid, cell, &arc_count) : NULL;
  for (uint32_t i = 0; i < arc_count; i++) {
    if (!costmap_is_cell_passable(map, arcs[i].to)) continue;
    double cost = arcs[i].cost + dstar_lite_cost(d, arcs[i].to);
    if (cost < min) min = cost, *next = arcs[i].to, *step = MOVE_LINK;
  }
  return min;
}

// UpdateVertex: computes rhs of a tile from all successors.
static void dstar_lite_update_vertex(dstar_lite *d, uint32_t cell) {
  uint32_t next = cell;
  uint8_t step = MOVE_START;
  double rhs = dstar_lite_calculate_rhs(d, cell, &next, &step);
  uint32_t i =
      rhs < INFINITY ? dstar_lite_ensure_node(d, cell) : dstar_lite_find_node(d, cell);
  if (i == DSTAR_LITE_NONE) return;
  d->nodes[i].rhs = rhs;
  d->nodes[i].next = next;
  d->nodes[i].step = step;
  dstar_lite_update_queue(d, i);
}

// UpdateVertex for a predecessor of `to`, after g of `to` decreased to `g` or became
// infinite. If g decreased, rhs can only change to c + g. Otherwise rhs changes only if
// `to` gave it.
static void dstar_lite_update_predecessor(dstar_lite *d, uint32_t cell, uint32_t to,
                                          double g, double cost, uint8_t step) {
  if (cell == d->goal) return;
  if (g < INFINITY) {
    uint32_t i = dstar_lite_ensure_node(d, cell);
    if (i == DSTAR_LITE_NONE || d->nodes[i].rhs <= g + cost) return;
    d->nodes[i].rhs = g + cost;
    d->nodes[i].next = to;
    d->nodes[i].step = step;
    dstar_lite_update_queue(d, i);
    return;
  }
  uint32_t i = dstar_lite_find_node(d, cell);
  if (i != DSTAR_LITE_NONE && d->nodes[i].rhs < INFINITY && d->nodes[i].next == to)
    dstar_lite_update_vertex(d, cell);
}

// UpdateVertex for all predecessors of a tile, after its g decreased to `g` or became
// infinite.
static void dstar_lite_update_predecessors(dstar_lite *d, uint32_t cell, double g) {
  const costmap *map = d->map;
  int x = grid_x(d->grid, cell), y = grid_y(d->grid, cell);
  costmap_step steps[ASTAR_MAX_MOVES];
  int count = costmap_is_passable(map, x, y) ? costmap_list_to(map, x, y, steps) : 0;
  for (int i = 0; i < count && !d->has_failed; i++) {
    if (steps[i].cell != d->start && !costmap_is_passable(map, steps[i].x, steps[i].y))
      continue;
    dstar_lite_update_predecessor(d, steps[i].cell, cell, g, steps[i].cost,
                                  steps[i].move);
  }
  uint32_t arc_count = 0;
  const grid_arc *arcs = d->grid->arc_count > 0 && costmap_is_passable(map, x, y)
                             ? links_arcs_to(d->grid, cell, &arc_count)
                             : NULL;
  for (uint32_t i = 0; i < arc_count && !d->has_failed; i++) {
    uint32_t from = arcs[i].from;
    if (from != d->start && !costmap_is_cell_passable(map, from)) continue;
    dstar_lite_update_predecessor(d, from, cell, g, arcs[i].cost, MOVE_LINK);
  }
}

// The body of the loop of ComputeShortestPath.
static void dstar_lite_expand(dstar_lite *d, uint32_t i) {
  dstar_lite_node *node = &d->nodes[i];
  uint32_t cell = node->cell;
  d->expanded++;
  if (node->g > node->rhs) {
    node->g = node->rhs;
    dstar_lite_update_queue(d, i);
    dstar_lite_update_predecessors(d, cell, d->nodes[i].g);
  } else {
    node->g = INFINITY;
    dstar_lite_update_queue(d, i);
    dstar_lite_update_predecessors(d, cell, INFINITY);
  }
}

// ComputeShortestPath, until `end` nodes are expanded in all. False: it is not done yet.
static bool dstar_lite_compute_shortest_path(dstar_lite *d, int64_t end) {
  uint32_t start = dstar_lite_ensure_node(d, d->start);
  while (!d->has_failed && d->heap_count > 0) {
    uint32_t i = d->heap[0];
    dstar_lite_node s_start = d->nodes[start], *node = &d->nodes[i];
    dstar_lite_calculate_key(d, &s_start);
    if (!dstar_lite_is_before(node, &s_start) && s_start.rhs <= s_start.g) break;
    if (d->expanded >= end) return false;
    double old = node->k1;
    dstar_lite_calculate_key(d, node);
    if (old < node->k1) // the start moved since the key was computed
      dstar_lite_sift_down(d, 0, i);
    else
      dstar_lite_expand(d, i);
  }
  return true;
}

// ------------------------------------------------------------------------------ repair

// Whether the nodes can be repaired for the current map, with less work than a new
// search.
static bool dstar_lite_can_repair(const dstar_lite *d, const heuristic *old,
                                  uint32_t goal, const budget *b) {
  const astar_grid *grid = d->grid;
  uint64_t limit = grid_tiles(grid);
  if (b != NULL && b->tiles < BUDGET_UNLIMITED / 2 && limit > DSTAR_LITE_SLICE)
    limit = DSTAR_LITE_SLICE;
  if (!d->is_ready || d->goal != goal) return false;
  if (old->a != d->heuristic.a || old->b != d->heuristic.b ||
      old->unit < d->heuristic.unit || old->unit > d->heuristic.unit)
    return false; // the keys contain the old heuristic
  if (d->revision == grid->revision) return true;
  repair_scope scope = {d->map->rules, &d->map->filter, CHANGE_ALL};
  if (!repair_is_worth(grid, &scope, d->revision, REPAIR_TILES, limit)) return false;
  const grid_change *change;
  scope.kinds = CHANGE_LINKS;
  for (uint64_t r = d->revision; (change = repair_next(grid, &scope, &r)) != NULL;) {
    // A new link may lower h: then old keys are no longer lower bounds.
    if (change->effect != EFFECT_WORSE) return false;
  }
  return true;
}

// UpdateVertex for all tiles whose steps the edits since `revision` may have changed.
static void dstar_lite_update_changed(dstar_lite *d) {
  repair_scope scope = {d->map->rules, &d->map->filter, CHANGE_ALL};
  const grid_change *change;
  while ((change = repair_next(d->grid, &scope, &d->revision)) != NULL) {
    tile_area area = repair_affected_area(d->grid, d->map->rules, change);
    for (int y = area.top; y < area.bottom; y++)
      for (int x = area.left; x < area.right && !d->has_failed; x++)
        dstar_lite_update_vertex(d, grid_cell(d->grid, x, y));
  }
}

// Repairs the nodes for the start and the goal of a query on the current map, or starts
// over.
static void dstar_lite_prepare(dstar_lite *d, const astar_query *query,
                               const heuristic *old, const budget *b) {
  uint32_t goal = grid_cell(d->grid, query->goals[0].x, query->goals[0].y);
  uint32_t last = d->start; // s_last
  d->start = grid_cell(d->grid, query->start_x, query->start_y);
  repair_skip(d->grid, &d->map->filter, &d->revision);
  if (!dstar_lite_can_repair(d, old, goal, b)) {
    dstar_lite_reset(d);
    d->goal = goal;
    dstar_lite_update_vertex(d, goal);
    d->is_ready = true;
  } else {
    // h(s_last, s_start), links ignored: an upper bound of the decrease of h of any node.
    d->k_m += heuristic_direct(&d->heuristic, d->start_x, d->start_y);
    dstar_lite_update_changed(d);
    // An impassable tile has a finite rhs only while it is the start.
    if (last != d->start) dstar_lite_update_vertex(d, last);
    dstar_lite_update_vertex(d, d->start);
  }
  d->start_x = query->start_x;
  d->start_y = query->start_y;
  d->revision = d->grid->revision;
}

// -------------------------------------------------------------------------------- path

// Whether the step of a node is legal on the current map.
static bool dstar_lite_has_legal_step(const dstar_lite *d, const dstar_lite_node *node) {
  int x = grid_x(d->grid, node->cell), y = grid_y(d->grid, node->cell);
  if (!(node->rhs < INFINITY)) return false;
  if (node->step == MOVE_LINK)
    return costmap_find_arc(d->map, node->cell, node->next) != NULL;
  return (costmap_moves(d->map, x, y) >> node->step & 1) != 0;
}

// Builds the path from the start on, and reverses it. Where steps cost nothing,
// successors with equal g may form a cycle: then the path gets longer than the number of
// nodes, and another kernel must search.
static run_status dstar_lite_build_path(const dstar_lite *d, path_builder *t) {
  uint32_t cell = d->start, steps = 0;
  double expected = d->nodes[dstar_lite_find_node(d, cell)].rhs;
  uint8_t move = MOVE_START;
  path_builder_clear(t);
  for (;;) {
    int x = grid_x(d->grid, cell), y = grid_y(d->grid, cell);
    if (!path_builder_append(t, x, y, move)) return RUN_NO_MEMORY;
    if (cell == d->goal) break;
    uint32_t i = dstar_lite_find_node(d, cell);
    if (i == DSTAR_LITE_NONE || ++steps > d->node_count ||
        !dstar_lite_has_legal_step(d, &d->nodes[i]))
      return RUN_BEYOND_KERNEL;
    move = d->nodes[i].step;
    cell = d->nodes[i].next;
  }
  path_builder_reverse(t);
  bool is_expected = path_builder_sum(t, d->map) <= expected * (1 + TOLERANCE_SUMS);
  return is_expected ? RUN_FOUND : RUN_BEYOND_KERNEL;
}

// ------------------------------------------------------------------------------- kernel

run_status dstar_lite_begin(dstar_lite *d, run *r, budget *b) {
  d->grid = r->grid;
  d->map = &r->map;
  d->expanded = 0;
  run_status status = dstar_lite_prepare_index(d, b);
  if (status != RUN_RUNNING) return status;
  d->start_goal = (astar_point){r->query->start_x, r->query->start_y};
  astar_query back = *r->query;
  back.goals = &d->start_goal;
  heuristic old = d->heuristic;
  if (goals_begin(&d->start_box, &r->map, &back) != ASTAR_OK) return RUN_NO_MEMORY;
  heuristic_init(&d->heuristic, &r->map, &d->start_box, &back, true);
  dstar_lite_prepare(d, r->query, &old, b);
  if (!d->has_failed) return RUN_RUNNING;
  dstar_lite_reset(d);
  return RUN_NO_MEMORY;
}

run_status dstar_lite_step(dstar_lite *d, run *r, int64_t count) {
  int64_t end = count < INT64_MAX - d->expanded ? d->expanded + count : INT64_MAX;
  bool is_done = dstar_lite_compute_shortest_path(d, end);
  run_status status = RUN_RUNNING;
  r->expanded = d->expanded;
  if (d->has_failed) {
    status = RUN_NO_MEMORY;
  } else if (is_done) {
    uint32_t start = dstar_lite_find_node(d, d->start);
    bool has_path = d->nodes[start].rhs < INFINITY;
    status = has_path ? dstar_lite_build_path(d, r->path) : RUN_EXHAUSTED;
  }
  if (status == RUN_NO_MEMORY || status == RUN_BEYOND_KERNEL) dstar_lite_reset(d);
  return status;
}

bool dstar_lite_node_at(const dstar_lite *d, const run *r, int x, int y,
                        astar_node *node) {
  uint32_t i = dstar_lite_find_node(d, grid_cell(r->grid, x, y));
  if (i == DSTAR_LITE_NONE) return false;
  const dstar_lite_node *n = &d->nodes[i];
  bool has_next = n->rhs < INFINITY && n->cell != d->goal;
  *node = (astar_node){.is_closed = n->heap == 0,
                       .g = n->g,
                       .h = heuristic_at(&d->heuristic, x, y),
                       .parent_x = has_next ? grid_x(r->grid, n->next) : -1,
                       .parent_y = has_next ? grid_y(r->grid, n->next) : -1};
  return true;
}
