// Weighted jump point search on bitmaps.
//
// Jump point search (see jump_points.c) needs a map where all tiles cost the same. Its
// idea holds wherever a region is uniform: there only one order of steps, major steps
// first, must be searched. (Major steps are diagonal, or with 4 neighbors vertical.) M.
// Carlson, S. K. Moghadam, D. D. Harabor, P. J. Stuckey and M. Ebrahimi ("Optimal
// pathfinding on weighted grid maps", 2023) follow this order through regions of equal
// cost, and expand tiles whose 3 x 3 neighborhood is not uniform. There the moves that
// are needed depend on nine costs and on the direction in which the path enters the tile:
// local dominance.
//
//      . . . ^ ^ . . ~ ~      A jump from S goes diagonally through uniform terrain. From
//      . . . ^ o > J ~ ~      each tile o on its way it jumps along the row and along the
//      . . . o > > J ~ ~      column, to a tile J whose neighborhood is not uniform. J
//      . . S . . . . ~ ~      goes to the open list. So does the end of the diagonal.
//
// Ours differs: the ends of jumps are bits, 64 tiles per word (derived/terrain_boards),
// the moves of a neighborhood are read from a table (derived/dominance), and both are
// repaired after edits.
//
// A tile may be entered in several directions at equal cost. The moves of all these
// directions are made: the path that the proof in dominance.c keeps may be any of them.
// Each node holds two sets: moves that are pending, and moves that were made. A path that
// is cheaper replaces both; a path of equal cost adds the moves that are in neither.
//
// A jump also relaxes tiles that it passes: all tiles of a jump by major steps, and the
// first tile of a straight jump from an expanded tile. If the tile is known at a lower
// cost, or at the same cost with the same moves made, the jump ends there. Otherwise two
// jumps would pass the same uniform terrain twice.
//
// Invariant: until the goal is reached at its minimum cost, a tile with pending moves is
// on a cheapest path, with its true g. Costs are doubles and may be any; sums of equal
// cost can differ in their last bits, so costs within `costmap_slack` count as equal. The
// open list is a bucket queue whose buckets are as wide as the cheapest step. As in
// best_first.c, a tile may be expanded before its cheapest path is found; then it is
// expanded again. The search ends when no f below the cost of the path is left.
//
// Jumps also stop where links begin. Such a tile is expanded even if it has no moves, and
// generates the tiles where its links end with all their legal moves, as starts. On a map
// with links, h is the link bound (search/link_bound).
//
// Nodes are never cleared as a whole: each node has the number of the search that
// generated it. Numbers are used again after 65535 searches, so each search clears a few
// nodes, in turn: all of them are cleared before their number returns.
#include "search/weighted_jump_points.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/inline.h"
#include "derived/dominance.h"
#include "derived/terrain_boards.h"
#include "map/links.h"

// Width of a bucket of the open list [cheapest steps]. With landmarks most priorities are
// close to the cost of the path, so that wide buckets would hold too many tiles of no
// use.
#define WEIGHTED_JUMP_POINTS_BUCKET 1.0
#define WEIGHTED_JUMP_POINTS_NARROW_BUCKET 0.125

// Nodes that are initialized per portion of a budget.
enum { WEIGHTED_JUMP_POINTS_PORTION = 8192 };

// The greatest number of a search.
enum { WEIGHTED_JUMP_POINTS_SEARCHES = MEMORY_LIMIT(65535, 7) };

// All moves. The goal has them: it needs a pending move to enter the open list.
enum { WEIGHTED_JUMP_POINTS_ALL = 0xff };

// The parts of the state of a node. They share a word, because the compiler must assume
// that a store to a byte changes any other variable.
static inline uint32_t weighted_jump_points_state(uint32_t search, unsigned made,
                                                  unsigned pending) {
  return search << 16 | made << 8 | pending;
}

static inline uint32_t weighted_jump_points_number_of(uint32_t state) {
  return state >> 16;
}

static inline unsigned weighted_jump_points_made(uint32_t state) {
  return state >> 8 & 0xff;
}

static inline unsigned weighted_jump_points_pending(uint32_t state) {
  return state & 0xff;
}

bool weighted_jump_points_is_suited(const costmap *map) {
  return dominance_is_suited(map) && dominance_can_prune(map) &&
         map->rules->has_canonical && !costmap_has_influence(map);
}

// ---------------------------------------------------------------------------------- life

void weighted_jump_points_fini(weighted_jump_points *w, astar_grid *grid) {
  memory *m = &grid->memory;
  bucket_queue_fini(&w->open);
  MEMORY_FREE(m, w->nodes, w->node_count);
}

// Rows from this width on have a few nodes that are not used [tiles].
enum { WEIGHTED_JUMP_POINTS_WIDE = 64 };

// The nodes of a row, and a few that are not used: in rows of a power of two nodes, the
// nodes of a column share a few sets of the processor's caches. With 5 nodes more than a
// multiple of 16 they spread.
static uint32_t weighted_jump_points_stride(int width) {
  if (width < WEIGHTED_JUMP_POINTS_WIDE) return (uint32_t)width;
  return (uint32_t)width + (uint32_t)(5 - width % 16 + 16) % 16;
}

// The index of the node of a tile.
static inline uint32_t weighted_jump_points_index(const weighted_jump_points *w, int x,
                                                  int y) {
  return (uint32_t)y * w->stride + (uint32_t)x;
}

// Allocates and initializes the nodes within the budget.
static run_status weighted_jump_points_prepare(weighted_jump_points *w, budget *b) {
  if (w->nodes == NULL) {
    w->stride = weighted_jump_points_stride(w->grid->width);
    w->node_count = (size_t)w->stride * (size_t)w->grid->height;
    w->nodes = MEMORY_ALLOCATE(w->memory, weighted_jump_points_node, w->node_count);
    w->ready_nodes = 0;
    if (w->nodes == NULL) return RUN_NO_MEMORY;
  }
  while (w->ready_nodes < w->node_count) {
    if (!budget_take(b, WEIGHTED_JUMP_POINTS_PORTION)) return RUN_PREPARING;
    size_t count = w->node_count - w->ready_nodes;
    if (count > WEIGHTED_JUMP_POINTS_PORTION) count = WEIGHTED_JUMP_POINTS_PORTION;
    memory_clear(w->nodes + w->ready_nodes, count * sizeof *w->nodes,
                 w->node_count * sizeof *w->nodes);
    w->ready_nodes += count;
  }
  return RUN_RUNNING;
}

// Takes the next number, and clears a part of the nodes: in half of all numbers, every
// node is cleared once. So no node has a number that is given again. A node that is clear
// is only read: writing would make its page resident (`memory_clear`).
static void weighted_jump_points_number(weighted_jump_points *w) {
  size_t part = w->node_count / (WEIGHTED_JUMP_POINTS_SEARCHES / 2) + 1;
  w->search = w->search < WEIGHTED_JUMP_POINTS_SEARCHES ? w->search + 1 : 1;
  for (; part > 0; part--) {
    if (w->nodes[w->cleared].state != 0) w->nodes[w->cleared].state = 0;
    w->cleared = w->cleared + 1 < w->node_count ? w->cleared + 1 : 0;
  }
}

// --------------------------------------------------------------------------------- nodes

// The heuristic of a tile: that of `heuristic_at` for a single goal.
INLINE_ALWAYS double weighted_jump_points_heuristic(const weighted_jump_points *w, int x,
                                                    int y) {
  int dx = abs(x - w->goal_x), dy = abs(y - w->goal_y);
  int min = (dx + dy - abs(dx - dy)) >> 1; // no branch: it would be unpredictable
  return (double)(w->heuristic.a * (dx + dy) - w->heuristic.twice * min) *
         w->heuristic.unit;
}

// The lower bound of a tile: the heuristic, or the landmark bound if that is higher; on a
// map with links the link bound. `has_bounds` is a constant in the inner loop: compilers
// make a copy for each value.
INLINE_ALWAYS double weighted_jump_points_estimate(const weighted_jump_points *w, int x,
                                                   int y, bool has_bounds) {
  if (has_bounds && w->links != NULL) return link_bound_at(w->links, w->region, x, y);
  double h = weighted_jump_points_heuristic(w, x, y);
  if (!has_bounds) return h;
  uint32_t cell = (uint32_t)y * (uint32_t)w->width + (uint32_t)x;
  double bound = landmark_bound_at(w->landmarks, cell);
  return bound > h ? bound : h;
}

// How the cost of a new path to a tile compares with the known cost.
typedef enum weighted_jump_points_order {
  WEIGHTED_JUMP_POINTS_LOWER,
  WEIGHTED_JUMP_POINTS_EQUAL,
  WEIGHTED_JUMP_POINTS_HIGHER
} weighted_jump_points_order;

// Costs within the slack of `costmap_slack` count as equal. It is at most `max_slack`, so
// that it is computed for close costs only.
INLINE_ALWAYS weighted_jump_points_order weighted_jump_points_compare(
    const weighted_jump_points *w, const weighted_jump_points_node *node, double g) {
  if (weighted_jump_points_number_of(node->state) != w->search)
    return WEIGHTED_JUMP_POINTS_LOWER;
  double more = g - node->g;
  if (more > w->max_slack) return WEIGHTED_JUMP_POINTS_HIGHER;
  if (more < -w->max_slack) return WEIGHTED_JUMP_POINTS_LOWER;
  double slack = g * TOLERANCE_EQUAL;
  if (more > slack) return WEIGHTED_JUMP_POINTS_HIGHER;
  return more < -slack ? WEIGHTED_JUMP_POINTS_LOWER : WEIGHTED_JUMP_POINTS_EQUAL;
}

// Relaxes a tile that a jump passes. Returns those of the moves that are to be made.
INLINE_ALWAYS unsigned weighted_jump_points_pass(weighted_jump_points *w, uint32_t index,
                                                 uint32_t parent, double g,
                                                 unsigned moves) {
  weighted_jump_points_node *node = &w->nodes[index];
  switch (weighted_jump_points_compare(w, node, g)) {
  case WEIGHTED_JUMP_POINTS_HIGHER: return 0;
  case WEIGHTED_JUMP_POINTS_EQUAL:
    moves &= ~weighted_jump_points_made(node->state);
    node->state |= moves << 8;
    return moves;
  case WEIGHTED_JUMP_POINTS_LOWER: break;
  }
  node->g = g;
  node->parent = parent; // a link may end here at an equal cost
  node->state = weighted_jump_points_state(w->search, moves, 0);
  return moves;
}

// The goal has a path of cost g. The search continues only for paths that are cheaper by
// more than the tolerance.
static void weighted_jump_points_find(weighted_jump_points *w, double g) {
  double better = g * TOLERANCE_SUMS,
         max = w->map->moves->min_step * TOLERANCE_SUMS_STEPS;
  w->has_found = true;
  w->bound = g - (better < max ? better : max);
}

// The links that begin at a tile, on a map with links.
static const grid_arc *weighted_jump_points_links(const weighted_jump_points *w,
                                                  uint32_t cell, uint32_t *count) {
  *count = 0;
  return w->links != NULL ? links_arcs_from(w->grid, cell, count) : NULL;
}

// The moves of a tile where a link ended: all. Also of a tile without moves at the end of
// a jump where a link begins: to enter the open list it needs moves, which need not be
// legal there.
INLINE_NEVER unsigned
weighted_jump_points_all_moves(const weighted_jump_points *w,
                               const weighted_jump_points_end *end) {
  uint32_t count;
  if (weighted_jump_points_links(w, end->cell, &count) != NULL)
    return WEIGHTED_JUMP_POINTS_ALL;
  return end->arrival < DIRECTIONS ? 0 : (unsigned)costmap_moves(w->map, end->x, end->y);
}

// The moves of the tile at the end of a jump that are not dominated. Sets `status` when
// out of memory.
INLINE_ALWAYS unsigned weighted_jump_points_moves(weighted_jump_points *w,
                                                  const weighted_jump_points_end *end) {
  if (end->node == &w->nodes[w->goal_index]) return WEIGHTED_JUMP_POINTS_ALL;
  if (end->arrival == DIRECTIONS) return weighted_jump_points_all_moves(w, end);
  uint32_t kind = dominance_at(w->dominance, w->map, end->cell, end->x, end->y);
  if (kind != 0) {
    unsigned moves =
        dominance_moves_of(w->dominance, w->map, kind, (int)end->arrival, false);
    return moves != 0 || w->links == NULL ? moves
                                          : weighted_jump_points_all_moves(w, end);
  }
  w->status = RUN_NO_MEMORY;
  return 0;
}

// Another jump of the known cost ends at a tile: the moves that its direction needs and
// that were not made become pending.
INLINE_NEVER void weighted_jump_points_add_moves(weighted_jump_points *w,
                                                 const weighted_jump_points_end *end) {
  uint32_t state = end->node->state;
  unsigned moves = weighted_jump_points_moves(w, end);
  moves &= ~(weighted_jump_points_made(state) | weighted_jump_points_pending(state));
  double h = weighted_jump_points_estimate(w, end->x, end->y, w->has_bounds);
  double f = end->g + h;
  if (moves == 0 || f >= w->bound) return;
  end->node->state = state | moves;
  if (weighted_jump_points_pending(state) == 0)
    bucket_queue_push(&w->open, f, end->x, end->y);
}

// Generates the tile at the end of a jump: the moves that are not dominated become
// pending.
INLINE_ALWAYS void weighted_jump_points_generate(weighted_jump_points *w,
                                                 const weighted_jump_points_end *end,
                                                 uint32_t parent, bool has_bounds) {
  weighted_jump_points_node *node = end->node;
  weighted_jump_points_order order = weighted_jump_points_compare(w, node, end->g);
  if (order == WEIGHTED_JUMP_POINTS_HIGHER) return; // most often
  if (order == WEIGHTED_JUMP_POINTS_EQUAL) {
    weighted_jump_points_add_moves(w, end);
    return;
  }
  unsigned moves = weighted_jump_points_moves(w, end);
  double f = end->g + weighted_jump_points_estimate(w, end->x, end->y, has_bounds);
  if (moves == 0 || f >= w->bound) return; // an infinite bound, too
  node->g = end->g;
  node->parent = parent;
  node->state = weighted_jump_points_state(w->search, 0, moves);
  if (node == &w->nodes[w->goal_index]) weighted_jump_points_find(w, end->g);
  bucket_queue_push(&w->open, f, end->x, end->y);
}

// The same with bounds. The values of landmarks are in no cache most often.
INLINE_NEVER void weighted_jump_points_generate_by_bounds(weighted_jump_points *w,
                                                          uint32_t parent, int count) {
  for (int i = 0; i < count; i++)
    weighted_jump_points_generate(w, &w->ends[i], parent, true);
}

// Generates the ends that were collected. They are collected first, because reading a
// node and a pattern takes long when they are not in the cache: meanwhile the next jumps
// are made.
INLINE_NEVER void weighted_jump_points_generate_ends(weighted_jump_points *w,
                                                     uint32_t parent) {
  int count = w->end_count;
  w->end_count = 0;
  if (w->has_bounds) {
    weighted_jump_points_generate_by_bounds(w, parent, count);
    return;
  }
  for (int i = 0; i < count; i++)
    weighted_jump_points_generate(w, &w->ends[i], parent, false);
}

INLINE_ALWAYS void weighted_jump_points_end_jump(weighted_jump_points *w, uint32_t parent,
                                                 uint32_t index, int x, int y, double g,
                                                 int arrival) {
  if (w->end_count == WEIGHTED_JUMP_POINTS_ENDS)
    weighted_jump_points_generate_ends(w, parent);
  weighted_jump_points_end *end = &w->ends[w->end_count++];
  end->node = &w->nodes[index];
  end->g = g;
  end->cell = (uint32_t)y * (uint32_t)w->width + (uint32_t)x;
  end->x = x;
  end->y = y;
  end->arrival = (uint32_t)arrival;
  // Reading them takes long when they are not in the cache.
  BITS_PREFETCH(end->node);
  dominance_prefetch(w->dominance, end->cell);
  if (w->landmarks != NULL) landmark_bound_prefetch(w->landmarks, end->cell);
}

// --------------------------------------------------------------------------------- jumps

// A tile, and a path to it.
typedef struct weighted_jump_points_place {
  uint32_t parent; ///< of the tile at the end of the jump
  uint32_t index;
  int x, y;
  double g;
  double cost; ///< of each further step
} weighted_jump_points_place;

// A straight jump in uniform terrain. `line` is the row or the column of the boards.
INLINE_ALWAYS void weighted_jump_points_jump(weighted_jump_points *w,
                                             const weighted_jump_points_place *at,
                                             const uint64_t *line, int direction) {
  bool is_row = direction == 1 || direction == 3,
       forward = direction == 1 || direction == 2;
  int from = is_row ? at->x : at->y, goal = is_row ? w->goal_x : w->goal_y;
  int stop = forward ? bits_next(line, from) : bits_previous(line, from);
  if (is_row ? at->y == w->goal_y : at->x == w->goal_x) { // it may be before the stop
    bool is_before = forward ? goal > from && goal < stop : goal < from && goal > stop;
    if (is_before) stop = goal;
  }
  int steps = stop - from;
  uint32_t index = at->index + (uint32_t)(is_row ? steps : steps * w->offset[2]);
  weighted_jump_points_end_jump(w, at->parent, index, is_row ? stop : at->x,
                                is_row ? at->y : stop,
                                at->g + (forward ? steps : -steps) * at->cost, direction);
}

static inline const uint64_t *weighted_jump_points_row(const weighted_jump_points *w,
                                                       int y) {
  return w->boards->rows + (size_t)y * w->boards->row_words;
}

static inline const uint64_t *weighted_jump_points_column(const weighted_jump_points *w,
                                                          int x) {
  return w->boards->columns + (size_t)x * w->boards->column_words;
}

// Whether a jump stops at a tile. `row` is the row of the boards.
INLINE_ALWAYS bool weighted_jump_points_is_stop(const weighted_jump_points *w,
                                                const weighted_jump_points_place *at,
                                                const uint64_t *row) {
  return (row[at->x >> 6] >> (at->x & 63) & 1) != 0 || at->index == w->goal_index;
}

// A tile that is expanded. It holds what is needed of its pattern: reading another
// pattern may move that.
typedef struct weighted_jump_points_source {
  uint32_t index;
  int x, y;
  double g;
  uint8_t neighbor[DIRECTIONS];
  bool has_penalties;
} weighted_jump_points_source;

// The tile that a move enters.
INLINE_ALWAYS weighted_jump_points_place
weighted_jump_points_enter(const weighted_jump_points *w,
                           const weighted_jump_points_source *from, int direction) {
  weighted_jump_points_place at = {
      .parent = from->index,
      .index = from->index + (uint32_t)w->offset[direction],
      .x = from->x + direction_dx[direction],
      .y = from->y + direction_dy[direction],
      .cost = w->costs[direction * 256 + from->neighbor[direction]]};
  // A penalty counts only where the tile entered is a stop: there the jump ends.
  if (from->has_penalties)
    at.cost = costmap_compute_cost(w->map, from->x, from->y, direction);
  at.g = from->g + at.cost;
  return at;
}

// A minor move.
INLINE_ALWAYS void
weighted_jump_points_move_minor(weighted_jump_points *w,
                                const weighted_jump_points_source *from, int direction) {
  weighted_jump_points_place at = weighted_jump_points_enter(w, from, direction);
  const uint64_t *row = weighted_jump_points_row(w, at.y);
  if (weighted_jump_points_is_stop(w, &at, row)) {
    weighted_jump_points_end_jump(w, at.parent, at.index, at.x, at.y, at.g, direction);
  } else if (weighted_jump_points_pass(w, at.index, at.parent, at.g, 1u << direction) !=
             0) {
    bool is_row = direction == 1 || direction == 3;
    weighted_jump_points_jump(w, &at, is_row ? row : weighted_jump_points_column(w, at.x),
                              direction);
  }
}

// A diagonal move: a jump that continues while it finds uniform
// terrain. From each tile that it passes it jumps along the row and the column.
INLINE_ALWAYS void weighted_jump_points_move_diagonal(
    weighted_jump_points *w, const weighted_jump_points_source *from, int direction) {
  weighted_jump_points_place at = weighted_jump_points_enter(w, from, direction);
  bool east = direction_dx[direction] > 0, south = direction_dy[direction] > 0;
  int to_row = east ? 1 : 3, to_column = south ? 2 : 0;
  int32_t offset = w->offset[direction];
  unsigned all = 1u << direction | 1u << to_row | 1u << to_column;
  double first = at.g, cost = at.cost;
  const uint64_t *row = weighted_jump_points_row(w, at.y);
  const uint64_t *column = weighted_jump_points_column(w, at.x);
  ptrdiff_t next_row = (ptrdiff_t)w->boards->row_words;
  ptrdiff_t next_column = (ptrdiff_t)w->boards->column_words;
  at.cost = w->costs[256 + from->neighbor[direction]]; // of straight steps
  for (int steps = 1; !weighted_jump_points_is_stop(w, &at, row); steps++) {
    BITS_PREFETCH(&w->nodes[at.index + 3 * (uint32_t)offset]);
    unsigned moves = weighted_jump_points_pass(w, at.index, at.parent, at.g, all);
    if (moves == 0) return;
    if (moves >> to_column & 1) weighted_jump_points_jump(w, &at, column, to_column);
    if (moves >> to_row & 1) weighted_jump_points_jump(w, &at, row, to_row);
    if ((moves >> direction & 1) == 0) return;
    at.x += east ? 1 : -1;
    at.y += south ? 1 : -1;
    at.index += (uint32_t)offset;
    at.g = first + steps * cost;
    row += south ? next_row : -next_row;
    column += east ? next_column : -next_column;
  }
  weighted_jump_points_end_jump(w, at.parent, at.index, at.x, at.y, at.g, direction);
}

// The same for a vertical move with 4 neighbors: it jumps along the rows that it passes.
static void weighted_jump_points_move_vertical(weighted_jump_points *w,
                                               const weighted_jump_points_source *from,
                                               int direction) {
  weighted_jump_points_place at = weighted_jump_points_enter(w, from, direction);
  unsigned all = 1u << direction | 1u << 1 | 1u << 3;
  double first = at.g;
  const uint64_t *row = weighted_jump_points_row(w, at.y);
  for (int steps = 1; !weighted_jump_points_is_stop(w, &at, row); steps++) {
    unsigned moves = weighted_jump_points_pass(w, at.index, at.parent, at.g, all);
    if (moves == 0) return;
    if (moves >> 1 & 1) weighted_jump_points_jump(w, &at, row, 1);
    if (moves >> 3 & 1) weighted_jump_points_jump(w, &at, row, 3);
    if ((moves >> direction & 1) == 0) return;
    at.y += direction_dy[direction];
    at.index += (uint32_t)w->offset[direction];
    at.g = first + steps * at.cost;
    row = weighted_jump_points_row(w, at.y);
  }
  weighted_jump_points_end_jump(w, at.parent, at.index, at.x, at.y, at.g, direction);
}

// ---------------------------------------------------------------------------------- loop

INLINE_ALWAYS void
weighted_jump_points_make_moves(weighted_jump_points *w,
                                const weighted_jump_points_source *from, unsigned moves) {
  // Not a loop: with constant directions the compiler specializes each move.
  if (moves & 1 << 1) weighted_jump_points_move_minor(w, from, 1);
  if (moves & 1 << 3) weighted_jump_points_move_minor(w, from, 3);
  if (!w->has_diagonals) {
    if (moves & 1 << 0) weighted_jump_points_move_vertical(w, from, 0);
    if (moves & 1 << 2) weighted_jump_points_move_vertical(w, from, 2);
    return;
  }
  if (moves & 1 << 0) weighted_jump_points_move_minor(w, from, 0);
  if (moves & 1 << 2) weighted_jump_points_move_minor(w, from, 2);
  if (moves & 1 << 4) weighted_jump_points_move_diagonal(w, from, 4);
  if (moves & 1 << 5) weighted_jump_points_move_diagonal(w, from, 5);
  if (moves & 1 << 6) weighted_jump_points_move_diagonal(w, from, 6);
  if (moves & 1 << 7) weighted_jump_points_move_diagonal(w, from, 7);
}

// Generates the tiles where the links of an expanded tile end.
static void weighted_jump_points_follow_links(weighted_jump_points *w,
                                              const weighted_jump_points_source *from,
                                              const grid_arc *arcs, uint32_t count) {
  uint32_t parent = from->index | WEIGHTED_JUMP_POINTS_LINK;
  w->region = LINK_BOUND_ANY;
  for (uint32_t i = 0; i < count; i++) {
    int x = grid_x(w->grid, arcs[i].to), y = grid_y(w->grid, arcs[i].to);
    if (!costmap_is_passable(w->map, x, y)) continue;
    weighted_jump_points_end_jump(w, parent, weighted_jump_points_index(w, x, y), x, y,
                                  from->g + arcs[i].cost, DIRECTIONS);
  }
  weighted_jump_points_generate_ends(w, parent);
}

static void weighted_jump_points_expand(weighted_jump_points *w, uint32_t index, int x,
                                        int y) {
  weighted_jump_points_node *node = &w->nodes[index];
  uint32_t cell = (uint32_t)y * (uint32_t)w->width + (uint32_t)x;
  uint32_t kind = dominance_at(w->dominance, w->map, cell, x, y);
  if (kind == 0) {
    w->status = RUN_NO_MEMORY;
    return;
  }
  const dominance_pattern *pattern = &w->dominance->patterns[kind];
  weighted_jump_points_source from = {.index = index, .x = x, .y = y, .g = node->g};
  memcpy(from.neighbor, pattern->neighbor, sizeof from.neighbor);
  from.has_penalties = (pattern->flags & DOMINANCE_PENALTIES) != 0;
  unsigned pending = weighted_jump_points_pending(node->state), moves = pending;
  uint32_t link_count;
  const grid_arc *arcs = weighted_jump_points_links(w, cell, &link_count);
  if ((pattern->flags & DOMINANCE_EDGES) != 0 || link_count > 0)
    moves &= (unsigned)costmap_moves(w->map, x, y);
  node->state = (node->state | pending << 8) & ~(uint32_t)WEIGHTED_JUMP_POINTS_ALL;
  w->expanded++;
  weighted_jump_points_make_moves(w, &from, moves);
  weighted_jump_points_generate_ends(w, index);
  if (link_count > 0) weighted_jump_points_follow_links(w, &from, arcs, link_count);
}

// Prefetches the node that is most often the next.
static inline void weighted_jump_points_prefetch_next(const weighted_jump_points *w) {
  bucket_queue_entry next;
  if (!bucket_queue_peek(&w->open, &next)) return;
  int x = bucket_queue_x(next), y = bucket_queue_y(next);
  BITS_PREFETCH(&w->nodes[weighted_jump_points_index(w, x, y)]);
  dominance_prefetch(w->dominance, grid_cell(w->grid, x, y));
}

// Expands tiles until `end` tiles are expanded in all (false), or the search has ended
// (true).
static bool weighted_jump_points_search(weighted_jump_points *w, int64_t end) {
  bucket_queue_entry entry;
  while (w->status == RUN_RUNNING) {
    if (w->expanded >= end) return false;
    if (w->has_found && bucket_queue_is_beyond(&w->open, w->bound)) return true;
    if (!bucket_queue_pop(&w->open, &entry)) return true;
    weighted_jump_points_prefetch_next(w);
    int x = bucket_queue_x(entry), y = bucket_queue_y(entry);
    uint32_t index = weighted_jump_points_index(w, x, y);
    const weighted_jump_points_node *node = &w->nodes[index];
    if (weighted_jump_points_pending(node->state) == 0 || index == w->goal_index)
      continue;
    if (w->links != NULL)
      w->region = link_bound_region_of(w->links, grid_cell(w->grid, x, y));
    if (w->has_found &&
        node->g + weighted_jump_points_estimate(w, x, y, w->has_bounds) >= w->bound)
      continue;
    weighted_jump_points_expand(w, index, x, y);
  }
  return true;
}

// ---------------------------------------------------------------------------------- path

static bool weighted_jump_points_build_path(const weighted_jump_points *w, run *r) {
  uint32_t to = w->goal_index;
  path_builder_clear(r->path);
  for (uint32_t from; to != w->start_index; to = from) {
    uint32_t parent = w->nodes[to].parent;
    from = parent & ~WEIGHTED_JUMP_POINTS_LINK;
    int x = (int)(to % w->stride), y = (int)(to / w->stride);
    if (parent != from) {
      if (!path_builder_add(r->path, x, y, MOVE_LINK, 1)) return false;
      continue;
    }
    int dx = x - (int)(from % w->stride), dy = y - (int)(from / w->stride);
    if (!path_builder_add_legs(r->path, x, y, dx, dy, w->has_diagonals, false))
      return false;
  }
  return path_builder_add_start(r->path, r->query->start_x, r->query->start_y);
}

// -------------------------------------------------------------------------------- kernel

static void weighted_jump_points_put_start(weighted_jump_points *w, int x, int y,
                                           double h) {
  unsigned moves = (unsigned)costmap_moves(w->map, x, y);
  uint32_t count;
  if (weighted_jump_points_links(w, grid_cell(w->grid, x, y), &count) != NULL)
    moves = WEIGHTED_JUMP_POINTS_ALL;
  w->nodes[w->start_index] = (weighted_jump_points_node){
      .parent = GRID_NO_CELL, .state = weighted_jump_points_state(w->search, 0, moves)};
  bucket_queue_push(&w->open, h, x, y);
}

// Takes the data of the run, which may have moved since the last slice.
static void weighted_jump_points_refer(weighted_jump_points *w, run *r) {
  w->map = &r->map;
  w->costs = r->map.moves->class_cost;
  w->max_slack = r->map.moves->max_slack;
  w->has_diagonals = r->map.moves->count == DIRECTIONS;
  w->width = r->grid->width;
  w->dominance = r->dominance;
  w->boards = r->terrain_boards;
  w->landmarks = r->landmarks;
  w->links = r->links;
  w->has_bounds = w->landmarks != NULL || w->links != NULL;
}

run_status weighted_jump_points_begin(weighted_jump_points *w, run *r, budget *b) {
  const astar_query *query = r->query;
  w->grid = r->grid;
  w->memory = &r->grid->memory;
  w->status = weighted_jump_points_prepare(w, b);
  if (w->status != RUN_RUNNING) return w->status;
  weighted_jump_points_refer(w, r);
  weighted_jump_points_number(w);
  heuristic_init_direct(&w->heuristic, w->map, &r->goals, query);
  w->goal_x = query->goals[0].x;
  w->goal_y = query->goals[0].y;
  w->goal_index = weighted_jump_points_index(w, w->goal_x, w->goal_y);
  w->start_index = weighted_jump_points_index(w, query->start_x, query->start_y);
  w->bound = INFINITY;
  w->has_found = false;
  w->expanded = 0;
  w->end_count = 0;
  for (int d = 0; d < DIRECTIONS; d++)
    w->offset[d] = direction_dy[d] * (int32_t)w->stride + direction_dx[d];
  if (w->links != NULL) {
    w->region = link_bound_region_of(w->links,
                                     grid_cell(w->grid, query->start_x, query->start_y));
  }
  double h =
      weighted_jump_points_estimate(w, query->start_x, query->start_y, w->has_bounds);
  if (!(h < INFINITY)) return w->status = RUN_EXHAUSTED;
  double step = w->map->moves->min_step;
  double width = w->landmarks != NULL ? WEIGHTED_JUMP_POINTS_NARROW_BUCKET
                                      : WEIGHTED_JUMP_POINTS_BUCKET;
  if (!bucket_queue_begin(&w->open, w->memory, h, step * width, step))
    return w->status = RUN_NO_MEMORY;
  weighted_jump_points_put_start(w, query->start_x, query->start_y, h);
  return w->status;
}

run_status weighted_jump_points_step(weighted_jump_points *w, run *r, int64_t count) {
  int64_t end = count < INT64_MAX - w->expanded ? w->expanded + count : INT64_MAX;
  weighted_jump_points_refer(w, r);
  bool is_done = weighted_jump_points_search(w, end);
  r->expanded = w->expanded;
  if (w->open.has_failed) return w->status = RUN_NO_MEMORY;
  if (!is_done || w->status != RUN_RUNNING) return w->status;
  if (!w->has_found) return w->status = RUN_EXHAUSTED;
  if (!weighted_jump_points_build_path(w, r)) return w->status = RUN_NO_MEMORY;
  // Steps that are lost in rounding may lead back over tiles of a jump.
  r->has_path = path_builder_is_resolved(r->path, w->map, w->nodes[w->goal_index].g);
  return w->status = r->has_path ? RUN_FOUND : RUN_BEYOND_KERNEL;
}

bool weighted_jump_points_node_at(const weighted_jump_points *w, const run *r, int x,
                                  int y, astar_node *node) {
  uint32_t index = weighted_jump_points_index(w, x, y);
  const weighted_jump_points_node *n = &w->nodes[index];
  if (weighted_jump_points_number_of(n->state) != w->search) return false;
  uint32_t cell = grid_cell(w->grid, x, y), count;
  if (index != w->start_index && !terrain_boards_is_stop(r->terrain_boards, x, y) &&
      index != w->goal_index && links_arcs_to(w->grid, cell, &count) == NULL)
    return false; // a jump passed it
  bool is_start = n->parent == GRID_NO_CELL;
  uint32_t parent = n->parent & ~WEIGHTED_JUMP_POINTS_LINK;
  *node = (astar_node){.is_closed = weighted_jump_points_pending(n->state) == 0,
                       .g = n->g,
                       .h = w->links == NULL ? weighted_jump_points_heuristic(w, x, y)
                                             : link_bound_show(r->links, x, y),
                       .parent_x = is_start ? -1 : (int)(parent % w->stride),
                       .parent_y = is_start ? -1 : (int)(parent / w->stride)};
  return true;
}
