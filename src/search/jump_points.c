// Jump point search on bitmaps.
//
// On a map where all tiles cost the same, many paths have equal cost: the same steps in
// different order. Jump point search (D. Harabor and A. Grastien, "Online graph pruning
// for pathfinding on grid maps", 2011) searches only one order, diagonal steps first: the
// canonical ordering (N. R. Sturtevant and S. Rabin, "Canonical orderings on grids",
// 2016; tables in map/rules). From a tile x that was entered from p it generates the
// natural neighbors n, and the forced neighbors f, which exist only because of an
// impassable tile #:
//
//      a              b              c              d              e
//      . . .          . # f          # f f          . n n          f n n
//      p x n          p x n          p x n          . x n          # x n
//      . . .          . . .          . . .          p . .          p . .
//
//      a, d: a straight and a diagonal move
//      b, e: past an impassable tile, where corners may be cut
//      c: past an impassable tile, where no corner may be cut
//
// All other neighbors are pruned: from p, a path that avoids x reaches them at no higher
// cost. With 4 neighbors, vertical steps are the major steps (map/rules) and come first,
// as diagonal steps do with 8 neighbors:
//
//      . . .          # f .          . n .
//      p x n          p x n          n x n
//      . . .          . . .          . p .
//
// A jump follows one direction and ends at a jump point: at a tile with a forced
// neighbor, at the goal, or, for a diagonal jump, at a tile from which a straight jump
// reaches a jump point. Only jump points are nodes. Invariant (proved in the 2011 paper):
// there is a cheapest path to the goal in canonical order whose turns are all at jump
// points.
//
// The block-based form (D. Harabor and A. Grastien, "Improving jump point search", 2014)
// scans rows as words of bits, 64 tiles at a time. Ours differs: the bits say where jumps
// end. They are computed once per map and rules, and repaired after edits
// (derived/jump_boards). A jump to the east from p, where corners may be cut:
//
//      tiles     . . . . # . . .
//                . p . . J . . #
//      stops     0 0 0 0 1 0 0 1      1: a jump ends here, at a jump point or at #
//      reach     1 1 1 1 0 0 0 0      1: a jump from here ends at a jump point
//
// So a straight jump tests one bit of `reach` and finds the next bit of `stops`. A
// diagonal jump finds the next bit of `turns`, in a bitmap by diagonal. That bit is set
// at tiles with a forced neighbor, at tiles where `reach` is set for one of the two
// straight directions, and where the last step is illegal. With 4 neighbors, vertical
// jumps find the next bit of `turns`, too, in a column.
//
// A jump in a major direction (diagonal; with 4 neighbors vertical) does not end at its
// first jump point t. It expands t at once: its straight jumps, and its own continuation.
//
//      . . . u > > J       From x the diagonal jump passes t and u. J and K go to the
//      . . / . . . .       open list. t and u are closed nodes that never were on it:
//      . t > > K . .       about half of all nodes.
//      x . . . . . .
//
// Nodes on the way stay in the table of nodes: a later jump that meets t by a path that
// is no cheaper ends there, as it would without this. Without them, jumps on the same
// diagonal repeat each other's work (pruned intermediate nodes, in the 2014 paper).
// Where a jump has forced neighbors, it ends as usual. On maps where most tiles of a
// diagonal are turns (`jump_boards_find_clutter`), each node waits on the open list.
//
// The goal is not in the bitmaps, because all queries share them. Therefore a straight
// jump tests whether the goal is before its stop; and a diagonal jump, whether the goal
// can be reached straight from where the jump crosses the row or the column of the goal:
//
//      . . t > > G
//      . / . . . .
//      x . . . . .       t is a node on the way
//
// Tiles where links begin are jump points in all directions: jumps end there, also those
// in a major direction. Their nodes generate the tiles where the links end, as starts:
// with all moves. If the cost of a link is not a whole number of units, another kernel
// must search. A path over links so is a sequence of paths without links, each of them in
// canonical order. On a map with links, h is the link bound (search/link_bound).
//
// Costs are integers: rules express a straight and a diagonal step in whole units. The
// open list has buckets of 2^shift units (R. B. Dial, "Algorithm 360: Shortest-path
// forest with topological ordering", 1969). The heuristic is consistent, so that f never
// decreases and the current bucket only moves forward. A bucket is not sorted: a node may
// be expanded before its cheapest path is found, and is then generated and expanded
// again. The search ends when no f below the cost of the path is left.
#include "search/jump_points.h"

#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "map/links.h"

// Nodes with a higher g are not expanded [units]. A step costs at most RULES_MAX_UNITS,
// 20,000 units. A jump, a straight jump from a node on its way, and the heuristic are at
// most ASTAR_MAX_SIDE steps each: 6.6e8 units. So f of a generated node is below
// 2^30 + 3 * 6.6e8, and fits 32 bits.
#define JUMP_POINTS_MAX_G (UINT32_C(1) << MEMORY_LIMIT(30, 19))

// Blocks beyond this one are not allocated: costs of links may be anything. About 4 steps
// of f fill a block.
enum { JUMP_POINTS_MAX_BLOCK = MEMORY_LIMIT(1 << 16, 1 << 8) };

// Costs of links are whole units up to this error, that of the ratio of the units.
#define JUMP_POINTS_RATIO_ERROR 1e-8

// Nodes of further regions do not hold them.
enum { JUMP_POINTS_REGIONS = MEMORY_LIMIT(UINT16_MAX, 3) };

// The heuristic of a tile from which no path leads to the goal.
#define JUMP_POINTS_HOPELESS UINT32_MAX

// The g of a node that was replaced: a cheaper path to its tile was found.
#define JUMP_POINTS_SUPERSEDED UINT32_MAX

const char *jump_points_why_unsuited(const costmap *map) {
  const astar_grid *grid = map->grid;
  if (costmap_is_uniform(map) && map->rules->straight_units > 0) return NULL;
  if (grid->layout != ASTAR_SQUARE) return "jump points need a square grid";
  if (!map->rules->is_standard) return "jump points need 8 or 4 neighbors";
  if (map->rules->pair_costs != NULL) return "jump points cannot serve a step function";
  if (!map->moves->has_one_cost)
    return "jump points need terrains that all cost the same";
  if (costmap_has_penalties(map)) return "jump points need a grid without penalties";
  if (costmap_has_influence(map))
    return "jump points need a grid without weighted influence";
  if (costmap_has_edges(map)) return "jump points need a grid without closed edges";
  return "jump points need a diagonal_cost from 1 to 2 that a fraction can express";
}

// -------------------------------------------------------------------------------- life

void jump_points_fini(jump_points *j, astar_grid *grid) {
  memory *m = &grid->memory;
  node_table_fini(&j->table, m);
  memory_free(m, j->nodes, j->node_capacity * sizeof *j->nodes);
  memory_free(m, j->blocks, j->block_capacity * sizeof *j->blocks);
}

// --------------------------------------------------------------------------- open list

// The octile distance to the goal [units]; with 4 neighbors the Manhattan distance, since
// there a diagonal costs two straight steps.
static uint32_t jump_points_heuristic(const jump_points *j, int x, int y) {
  uint32_t dx = (uint32_t)abs(x - j->goal_x), dy = (uint32_t)abs(y - j->goal_y);
  uint32_t min = dx < dy ? dx : dy;
  return (dx + dy) * j->straight - min * (2 * j->straight - j->diagonal);
}

// The link bound of a tile of `region` [units]. At most JUMP_POINTS_MAX_G, which keeps it
// consistent. Rounded down, but not by an error of rounding.
static uint32_t jump_points_link_bound(const jump_points *j, int x, int y,
                                       uint32_t region) {
  double h = link_bound_at(j->links, region, x - 1, y - 1) / j->unit + 0.001;
  if (h < JUMP_POINTS_MAX_G) return (uint32_t)h;
  return h < INFINITY ? JUMP_POINTS_MAX_G : JUMP_POINTS_HOPELESS;
}

static inline uint32_t jump_points_estimate(const jump_points *j, int x, int y,
                                            uint32_t region) {
  return j->links == NULL ? jump_points_heuristic(j, x, y)
                          : jump_points_link_bound(j, x, y, region);
}

// The region of a node. Where it has more bits than a node has for it, it is found again.
static inline uint16_t jump_points_node_region(uint32_t region) {
  return (uint16_t)(region < JUMP_POINTS_REGIONS ? region : JUMP_POINTS_REGIONS);
}

static inline uint32_t jump_points_region(const jump_points_node *node) {
  return node->region < JUMP_POINTS_REGIONS ? node->region : LINK_BOUND_ANY;
}

// Makes room for a block of buckets. False: out of memory, or beyond the kernel.
static bool jump_points_grow_blocks(jump_points *j, uint32_t block) {
  uint32_t before = j->block_capacity;
  if (j->links != NULL && block > JUMP_POINTS_MAX_BLOCK) {
    j->status = RUN_BEYOND_KERNEL;
    return false;
  }
  if (!MEMORY_RESERVE(j->memory, j->blocks, j->block_capacity, block + 1)) {
    j->status = RUN_NO_MEMORY;
    return false;
  }
  memset(j->blocks + before, 0, (j->block_capacity - before) * sizeof *j->blocks);
  return true;
}

// Makes room for one more node. False: out of memory.
static bool jump_points_grow(jump_points *j) {
  uint32_t count = j->table.count;
  if ((count >= j->table.room && !node_table_grow(&j->table, j->memory)) ||
      !MEMORY_RESERVE(j->memory, j->nodes, j->node_capacity, count + 1)) {
    j->status = RUN_NO_MEMORY;
    return false;
  }
  j->room = j->table.room < j->node_capacity ? j->table.room : j->node_capacity;
  return true;
}

// Adds a node that is in no bucket yet, and returns its index. JUMP_POINTS_NONE: its tile
// has a node that is as cheap, or no cheaper path to the goal leads through it. A cheaper
// path gets a new node; the old node stays where it is, marked.
static inline uint32_t jump_points_add(jump_points *j, int x, int y, uint32_t g,
                                       uint32_t parent, int arrival) {
  if (j->table.count >= j->room && !jump_points_grow(j)) return JUMP_POINTS_NONE;
  node_table_slot *slot = node_table_find(&j->table, x, y);
  uint32_t known = node_table_node(&j->table, slot);
  if (known != NODE_TABLE_NONE && j->nodes[known].g <= g) return JUMP_POINTS_NONE;
  uint32_t h = jump_points_estimate(j, x, y, j->region), f = g + h, i = j->table.count;
  if (f >= j->bound || h == JUMP_POINTS_HOPELESS) return JUMP_POINTS_NONE;
  if (known != NODE_TABLE_NONE)
    j->nodes[known].g = JUMP_POINTS_SUPERSEDED;
  else if (j->needs.of != NULL && dead_ends_exclude(&j->needs, x, y, arrival))
    return JUMP_POINTS_NONE;
  node_table_add(&j->table, slot, x, y);
  j->nodes[i] = (jump_points_node){.g = g,
                                   .parent = parent,
                                   .f = f,
                                   .x = (uint16_t)x,
                                   .y = (uint16_t)y,
                                   .arrival = (uint8_t)arrival,
                                   .region = jump_points_node_region(j->region)};
  return i;
}

// Puts a node on the open list.
static inline void jump_points_push(jump_points *j, uint32_t i) {
  jump_points_node *node = &j->nodes[i];
  uint32_t bucket = node->f > j->base ? (node->f - j->base) >> j->shift : 0;
  if (bucket < j->bucket) bucket = j->bucket; // rounding of a link bound
  uint32_t block = bucket / 64;
  if (block >= j->block_capacity && !jump_points_grow_blocks(j, block)) return;
  node->next = j->blocks[block].tops[bucket % 64];
  j->blocks[block].tops[bucket % 64] = i + 1;
  j->blocks[block].occupied |= (uint64_t)1 << bucket % 64;
  if (block > j->last_block) j->last_block = block;
}

static void jump_points_generate(jump_points *j, int x, int y, uint32_t g,
                                 uint32_t parent, int arrival) {
  uint32_t i = jump_points_add(j, x, y, g, parent, arrival);
  if (i == JUMP_POINTS_NONE) return;
  jump_points_push(j, i);
  if (x == j->goal_x && y == j->goal_y) {
    j->bound = g;
    j->goal_node = i;
  }
}

// ------------------------------------------------------------------------------- jumps

// The length of a straight jump to a jump point or the goal; 0 if it ends at no jump
// point [tiles]. The jump starts at bit `at` of a line (a row or a column). `goal` is the
// bit of the goal if it is on this line, otherwise negative.
static inline int jump_points_jump_along_line(const jump_boards *b, size_t words,
                                              int direction, int line, int at, int goal) {
  bool forward = direction == 1 || direction == 2;
  bool has_jump_point = jump_boards_bit(b->reach[direction], words, line, at);
  bool goal_is_ahead = goal >= 0 && (forward ? goal > at : goal < at);
  if (!has_jump_point && !goal_is_ahead) return 0;
  const uint64_t *stops = b->stops[direction] + (size_t)line * words;
  int stop = forward ? bits_next(stops, at) : bits_previous(stops, at);
  if (goal_is_ahead && (forward ? goal <= stop : goal >= stop))
    stop = goal;
  else if (!has_jump_point)
    return 0;
  return forward ? stop - at : at - stop;
}

static inline int jump_points_jump_straight(const jump_points *j, int direction, int x,
                                            int y) {
  const jump_boards *b = j->boards;
  if (direction == 1 || direction == 3) {
    return jump_points_jump_along_line(b, b->row_words, direction, y, x,
                                       y == j->goal_y ? j->goal_x : -1);
  }
  return jump_points_jump_along_line(b, b->column_words, direction, x, y,
                                     x == j->goal_x ? j->goal_y : -1);
}

static inline void jump_points_expand_minor(jump_points *j, uint32_t i, int x, int y,
                                            uint32_t g, int direction) {
  int steps = jump_points_jump_straight(j, direction, x, y);
  if (steps == 0) return;
  jump_points_generate(j, x + steps * direction_dx[direction],
                       y + steps * direction_dy[direction],
                       g + (uint32_t)steps * j->straight, i, direction);
}

// A jump in a major direction from a node, and its minor directions.
typedef struct jump_points_major {
  int x, y, dx, dy;
  int minor[2];
  int to_goal;   // steps to the row or column of the goal; 0: it is not ahead
  int goal_turn; // the minor direction from there to the goal
  int goal_rest; // straight steps from there to the goal
} jump_points_major;

static inline jump_points_major jump_points_major_of(const jump_points *j, int direction,
                                                     int x, int y) {
  int dx = direction_dx[direction], dy = direction_dy[direction];
  jump_points_major m = {x, y, dx, dy, {dx < 0 ? 3 : 1, dy < 0 ? 0 : 2}, 0, 0, 0};
  int across = j->goal_x - x, rows = (j->goal_y - y) * dy;
  if (dx == 0) { // 4 neighbors
    m.minor[1] = 3;
    m.to_goal = rows;
    m.goal_rest = abs(across);
    m.goal_turn = across < 0 ? 3 : 1;
  } else {
    int columns = across * dx;
    m.to_goal = columns < rows ? columns : rows;
    m.goal_rest = abs(columns - rows);
    m.goal_turn = m.minor[columns < rows ? 1 : 0];
  }
  return m;
}

// Whether the goal is a straight jump away from where a jump crosses its row or column.
static inline bool jump_points_turns_to_goal(const jump_points *j,
                                             const jump_points_major *m) {
  return m->goal_rest == 0 ||
         jump_points_jump_straight(j, m->goal_turn, m->x + m->to_goal * m->dx,
                                   m->y + m->to_goal * m->dy) == m->goal_rest;
}

static inline bool jump_points_is_legal(const jump_boards *b, int x, int y, int dx,
                                        int dy) {
  return dx == 0 ? jump_boards_bit(b->columns, b->column_words, x, y)
                 : jump_boards_is_diagonal(b, x, y, dx, dy);
}

// Whether a node where a jump in a major direction ended has a forced neighbor.
static inline bool jump_points_is_forced(const jump_points *j, int x, int y,
                                         int direction) {
  if (!j->has_forced_turns) return false;
  const uint8_t *canonical = j->map->rules->canonical[direction];
  return (canonical[costmap_neighborhood(j->map, x - 1, y - 1)] & ~canonical[511]) != 0;
}

// Jumps in a major direction. Nodes on the way are expanded at once: their straight jumps
// here, and their major jump by going on.
static inline void jump_points_expand_major(jump_points *j, uint32_t i, int x, int y,
                                            uint32_t g, int direction) {
  const jump_boards *b = j->boards;
  uint32_t cost = direction < 4 ? j->straight : j->diagonal;
  jump_points_major m = jump_points_major_of(j, direction, x, y);
  int line_index = m.dx == 0 ? x : jump_boards_diagonal(b, direction, x, y);
  const uint64_t *line = b->turns[direction] + (size_t)line_index * b->column_words;
  for (int at = y;;) {
    at = m.dy > 0 ? bits_next(line, at) : bits_previous(line, at);
    int steps = (at - y) * m.dy;
    bool ends = !jump_points_is_legal(b, x + steps * m.dx, at, m.dx, m.dy);
    if (m.to_goal > 0 && m.to_goal <= steps - ends) {
      if (jump_points_turns_to_goal(j, &m)) {
        steps = m.to_goal;
        at = y + steps * m.dy;
        ends = false;
      }
      m.to_goal = 0;
    }
    if (ends) return;
    int at_x = x + steps * m.dx;
    uint32_t at_g = g + (uint32_t)steps * cost;
    if (at_x == j->goal_x && at == j->goal_y) {
      jump_points_generate(j, at_x, at, at_g, i, direction);
      return;
    }
    i = jump_points_add(j, at_x, at, at_g, i, direction);
    if (i == JUMP_POINTS_NONE) return;
    if (!j->is_eager || jump_points_is_forced(j, at_x, at, direction) ||
        jump_boards_has_link(b, at_x, at)) {
      jump_points_push(j, i);
      return;
    }
    j->nodes[i].is_closed = true;
    jump_points_expand_minor(j, i, at_x, at, at_g, m.minor[0]);
    jump_points_expand_minor(j, i, at_x, at, at_g, m.minor[1]);
  }
}

// -------------------------------------------------------------------------------- loop

static inline void jump_points_expand_direction(jump_points *j, uint32_t i, int x, int y,
                                                uint32_t g, int direction) {
  if (direction >= 4 || (!j->boards->has_diagonals && direction_dx[direction] == 0))
    jump_points_expand_major(j, i, x, y, g, direction);
  else
    jump_points_expand_minor(j, i, x, y, g, direction);
}

// Generates the tiles where the links of a tile end.
static void jump_points_follow_links(jump_points *j, uint32_t i, int x, int y,
                                     uint32_t g) {
  const astar_grid *grid = j->map->grid;
  uint32_t count;
  const grid_arc *arcs = links_arcs_from(grid, grid_cell(grid, x - 1, y - 1), &count);
  for (uint32_t n = 0; n < count; n++) {
    uint32_t to = arcs[n].to;
    double units = arcs[n].cost / j->unit;
    if (!costmap_is_cell_passable(j->map, to)) continue;
    bool is_whole = fabs(units - floor(units + 0.5)) <= units * JUMP_POINTS_RATIO_ERROR;
    if (!is_whole || units > JUMP_POINTS_MAX_G) {
      j->status = RUN_BEYOND_KERNEL;
      return;
    }
    j->region = link_bound_region_of(j->links, to);
    jump_points_generate(j, grid_x(grid, to) + 1, grid_y(grid, to) + 1,
                         g + (uint32_t)(units + 0.5), i, DIRECTIONS);
  }
}

static void jump_points_expand(jump_points *j, uint32_t i) {
  const costmap *map = j->map;
  int x = j->nodes[i].x, y = j->nodes[i].y;
  uint32_t g = j->nodes[i].g;
  j->region = jump_points_region(&j->nodes[i]);
  j->nodes[i].is_closed = true;
  unsigned neighborhood = costmap_neighborhood(map, x - 1, y - 1);
  unsigned successors = map->rules->canonical[j->nodes[i].arrival][neighborhood];
  // Not a loop: with constant directions the compiler specializes each jump.
  if (successors & 1 << 0) jump_points_expand_direction(j, i, x, y, g, 0);
  if (successors & 1 << 1) jump_points_expand_direction(j, i, x, y, g, 1);
  if (successors & 1 << 2) jump_points_expand_direction(j, i, x, y, g, 2);
  if (successors & 1 << 3) jump_points_expand_direction(j, i, x, y, g, 3);
  if (successors & 1 << 4) jump_points_expand_direction(j, i, x, y, g, 4);
  if (successors & 1 << 5) jump_points_expand_direction(j, i, x, y, g, 5);
  if (successors & 1 << 6) jump_points_expand_direction(j, i, x, y, g, 6);
  if (successors & 1 << 7) jump_points_expand_direction(j, i, x, y, g, 7);
  if (j->links != NULL && jump_boards_has_link(j->boards, x, y))
    jump_points_follow_links(j, i, x, y, g);
  j->expanded++;
}

// Finds the first bucket that may have nodes, from the current one on. False: no bucket
// has nodes that may belong to a cheaper path.
static bool jump_points_find_bucket(jump_points *j) {
  for (uint32_t block = j->bucket / 64; block <= j->last_block; block++) {
    uint64_t occupied = j->blocks[block].occupied;
    if (occupied == 0) continue;
    j->bucket = block * 64 + (uint32_t)bits_lowest(occupied);
    return j->goal_node == JUMP_POINTS_NONE ||
           j->bucket <= (j->bound - j->base) >> j->shift;
  }
  return false;
}

// Expands nodes until `end` nodes are expanded in all (false), or the search has ended
// (true).
static bool jump_points_search(jump_points *j, int64_t end) {
  while (j->status == RUN_RUNNING && jump_points_find_bucket(j)) {
    uint32_t block = j->bucket / 64, bucket = j->bucket % 64, top;
    while ((top = j->blocks[block].tops[bucket]) != 0 && j->status == RUN_RUNNING) {
      if (j->expanded >= end) return false;
      const jump_points_node *node = &j->nodes[top - 1];
      j->blocks[block].tops[bucket] = node->next;
      if (node->g == JUMP_POINTS_SUPERSEDED) continue;
      if (j->goal_node != JUMP_POINTS_NONE && node->f >= j->bound) continue;
      if (node->g > JUMP_POINTS_MAX_G)
        j->status = RUN_BEYOND_KERNEL;
      else
        jump_points_expand(j, top - 1);
    }
    if (top == 0) j->blocks[block].occupied &= ~((uint64_t)1 << bucket);
  }
  return true;
}

// -------------------------------------------------------------------------------- path

static bool jump_points_build_path(const jump_points *j, run *r) {
  uint32_t i = j->goal_node;
  path_builder_clear(r->path);
  for (; j->nodes[i].parent != JUMP_POINTS_NONE; i = j->nodes[i].parent) {
    const jump_points_node *to = &j->nodes[i], *from = &j->nodes[to->parent];
    int steps = from->x != to->x ? abs(to->x - from->x) : abs(to->y - from->y);
    bool is_link = to->arrival == DIRECTIONS;
    if (!path_builder_add(r->path, to->x - 1, to->y - 1,
                          is_link ? MOVE_LINK : to->arrival, is_link ? 1 : steps))
      return false;
  }
  const jump_points_node *start = &j->nodes[i];
  return path_builder_add_start(r->path, start->x - 1, start->y - 1);
}

// ------------------------------------------------------------------------------- kernel

static void jump_points_reset(jump_points *j) {
  // A search that was not finished leaves nodes in the buckets.
  for (uint32_t i = 0; i < j->block_capacity && i <= j->last_block; i++)
    if (j->blocks[i].occupied != 0) memset(&j->blocks[i], 0, sizeof j->blocks[i]);
  node_table_clear(&j->table);
  j->expanded = j->bucket = j->last_block = 0;
  j->bound = UINT32_MAX;
  j->goal_node = JUMP_POINTS_NONE;
}

run_status jump_points_begin(jump_points *j, run *r, budget *b) {
  const costmap *map = j->map = &r->map;
  const astar_point *goal = r->query->goals;
  int start_x = r->query->start_x + 1, start_y = r->query->start_y + 1;
  j->memory = &r->grid->memory;
  (void)b; // nothing is prepared per tile
  jump_points_reset(j);
  j->status = RUN_RUNNING;
  j->boards = r->boards;
  j->goal_x = goal->x + 1;
  j->goal_y = goal->y + 1;
  j->straight = map->rules->straight_units;
  j->diagonal = map->rules->diagonal_units;
  j->unit = map->moves->min_move_cost[0] / j->straight;
  j->links = r->links;
  j->region = 0;
  if (j->links != NULL)
    j->region = link_bound_region_of(
        j->links, grid_cell(r->grid, r->query->start_x, r->query->start_y));
  j->shift = 0;
  while ((UINT32_C(4) << j->shift) < j->straight) j->shift++; // at least a quarter step
  j->has_forced_turns =
      corner_rule_cuts(map->rules->diagonal) && map->moves->count == DIRECTIONS;
  j->is_eager = jump_boards_find_clutter(r->boards) == JUMP_BOARDS_WALLS;
  j->base = jump_points_estimate(j, start_x, start_y, j->region);
  if (j->base == JUMP_POINTS_HOPELESS) return j->status = RUN_EXHAUSTED;
  j->needs.of = NULL;
  jump_points_generate(j, start_x, start_y, 0, JUMP_POINTS_NONE, DIRECTIONS);
  const dead_ends *d = &r->boards->dead_ends;
  if (d->is_built && r->prunes && j->links == NULL)
    j->needs = dead_ends_ask(d, start_x, start_y, j->goal_x, j->goal_y);
  return j->status;
}

run_status jump_points_step(jump_points *j, run *r, int64_t count) {
  int64_t end = count < INT64_MAX - j->expanded ? j->expanded + count : INT64_MAX;
  j->boards = r->boards; // they may have been built again since the last slice
  bool is_done = jump_points_search(j, end);
  r->expanded = j->expanded;
  if (!is_done || j->status != RUN_RUNNING) return j->status;
  if (j->goal_node == JUMP_POINTS_NONE) return j->status = RUN_EXHAUSTED;
  r->has_path = jump_points_build_path(j, r);
  return j->status = r->has_path ? RUN_FOUND : RUN_NO_MEMORY;
}

bool jump_points_node_at(const jump_points *j, const run *r, int x, int y,
                         astar_node *node) {
  if (j->table.count == 0) return false;
  uint32_t i = node_table_node(&j->table, node_table_find(&j->table, x + 1, y + 1));
  if (i == NODE_TABLE_NONE) return false;
  const jump_points_node *n = &j->nodes[i];
  *node = (astar_node){.is_closed = n->is_closed,
                       .g = n->g * j->unit,
                       .h = j->links == NULL
                                ? jump_points_heuristic(j, x + 1, y + 1) * j->unit
                                : link_bound_show(r->links, x, y),
                       .parent_x = -1,
                       .parent_y = -1};
  if (n->parent == JUMP_POINTS_NONE) return true;
  node->parent_x = j->nodes[n->parent].x - 1;
  node->parent_y = j->nodes[n->parent].y - 1;
  return true;
}
