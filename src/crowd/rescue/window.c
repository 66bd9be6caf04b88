// The tiles around a clump of units: see window.h.
//
// Costs: the points of a unit's path have known costs. From the points in the window they
// spread against the direction of movement, in a queue of the tiles whose cost became
// lower (L. R. Ford, "Network Flow Theory", 1956). So a unit that was pushed away from
// its path has a way back around walls, where the estimate of its guide leads into them.

#include "crowd/rescue/window.h"

#include <string.h>

#include "base/bits.h"
#include "crowd/orders/guide.h"
#include "map/hex.h"

// ------------------------------------------------------------------------------ tiles

static uint32_t window_hash(uint32_t cell) {
  return (cell * 2654435761u) >> 21 & (WINDOW_TABLE - 1);
}

// The node of a cell, or LACAM_NONE. O(1).
static uint16_t window_find(const window *w, uint32_t cell) {
  uint32_t i = window_hash(cell);
  while (w->table[i] != LACAM_NONE && w->cells[w->table[i]] != cell)
    i = (i + 1) & (WINDOW_TABLE - 1);
  return w->table[i];
}

static int window_member_of(const window *w, uint32_t slot) {
  for (int i = 0; i < w->member_count; i++)
    if (w->members[i] == slot) return i;
  return -1;
}

// Whether no unit but a member holds a tile.
static bool window_is_open(const window *w, const astar_crowd *crowd, uint32_t cell) {
  const occupancy_tile tile = crowd->occupancy.tiles[cell];
  return (tile.holder == 0 || window_member_of(w, tile.holder) >= 0) &&
         (tile.entering == 0 || window_member_of(w, tile.entering) >= 0);
}

// Adds a tile, if there is room.
static void window_add(window *w, const astar_crowd *crowd, uint32_t cell, int depth) {
  if (w->node_count == LACAM_MAX_NODES || window_find(w, cell) != LACAM_NONE) return;
  const uint16_t node = w->node_count++;
  uint32_t i = window_hash(cell);
  while (w->table[i] != LACAM_NONE) i = (i + 1) & (WINDOW_TABLE - 1);
  w->table[i] = node;
  w->cells[node] = cell;
  w->depths[node] = (uint8_t)depth;
  int x = grid_x(crowd->grid, cell), y = grid_y(crowd->grid, cell);
  hex_axial(crowd->grid->layout, x, y, &x, &y);
  w->nodes[node].x = (int16_t)x;
  w->nodes[node].y = (int16_t)y;
}

// ------------------------------------------------------------------------------ moves

// The costmap of the rules of a row.
static const costmap *window_map(const window *w, const astar_crowd *crowd, int row) {
  int member = 0;
  while (w->rows[member] != row) member++;
  return &crowd_rules(crowd, &crowd->units[w->members[member]])->map;
}

// The directions in which members with some rules can step to adjacent tiles.
static uint8_t window_directions(const costmap *map, int x, int y) {
  const tile_move *list = map->moves->list[costmap_parity(map, x, y)];
  uint8_t directions = 0;
  for (uint64_t moves = costmap_moves(map, x, y); moves != 0; moves &= moves - 1) {
    int direction = list[bits_lowest(moves)].direction;
    if (direction >= 0) directions |= (uint8_t)(1u << direction);
  }
  return directions;
}

// Gives members with the same rules the same row. Returns the number of rows.
static int window_share_rows(window *w, const astar_crowd *crowd) {
  int rows = 0;
  for (int i = 0; i < w->member_count; i++) {
    const uint16_t rules = crowd->units[w->members[i]].rules;
    int first = 0;
    while (crowd->units[w->members[first]].rules != rules) first++;
    w->rows[i] = first < i ? w->rows[first] : (uint8_t)rows++;
  }
  return rows;
}

// The cell in a direction from a node; the direction must not lead off the grid.
static uint32_t window_beside(const astar_crowd *crowd, uint32_t cell, int direction) {
  return grid_cell(crowd->grid, grid_x(crowd->grid, cell) + direction_dx[direction],
                   grid_y(crowd->grid, cell) + direction_dy[direction]);
}

// Adds the tiles to which members can step from a node.
static void window_expand(window *w, const astar_crowd *crowd, uint16_t node, int row) {
  const uint32_t cell = w->cells[node];
  const costmap *map = window_map(w, crowd, row);
  const uint8_t moves =
      window_directions(map, grid_x(crowd->grid, cell), grid_y(crowd->grid, cell));
  w->moves[row][node] = moves;
  for (unsigned m = moves; m != 0 && w->depths[node] < WINDOW_DEPTH; m &= m - 1) {
    const uint32_t to = window_beside(crowd, cell, bits_lowest(m));
    if (window_is_open(w, crowd, to)) window_add(w, crowd, to, w->depths[node] + 1);
  }
}

// Links a node with the nodes around it, and removes moves that leave the window.
static void window_link(window *w, const astar_crowd *crowd, uint16_t node, int rows) {
  uint8_t inside = 0;
  for (int d = 0; d < DIRECTIONS; d++) {
    const int x = grid_x(crowd->grid, w->cells[node]) + direction_dx[d];
    const int y = grid_y(crowd->grid, w->cells[node]) + direction_dy[d];
    w->nodes[node].neighbors[d] = grid_contains(crowd->grid, x, y)
                                      ? window_find(w, grid_cell(crowd->grid, x, y))
                                      : LACAM_NONE;
    if (w->nodes[node].neighbors[d] != LACAM_NONE) inside |= (uint8_t)(1u << d);
  }
  for (int row = 0; row < rows; row++) w->moves[row][node] &= inside;
}

void window_build(window *w, const astar_crowd *crowd, const uint32_t *members,
                  int count) {
  w->member_count = (uint8_t)count;
  w->is_hex = crowd->grid->layout != ASTAR_SQUARE;
  w->node_count = 0;
  memcpy(w->members, members, (size_t)count * sizeof *members);
  memset(w->table, 0xff, sizeof w->table);
  const int rows = window_share_rows(w, crowd);
  for (int i = 0; i < count; i++) {
    const crowd_unit *u = &crowd->units[members[i]];
    window_add(w, crowd, grid_cell(crowd->grid, u->at.x, u->at.y), 0);
  }
  for (uint16_t node = 0; node < w->node_count; node++)
    for (int row = 0; row < rows; row++) window_expand(w, crowd, node, row);
  for (uint16_t node = 0; node < w->node_count; node++) window_link(w, crowd, node, rows);
}

// ------------------------------------------------------------------------------ costs

// The nodes whose cost became lower: a ring, each node in it once.
typedef struct window_queue {
  uint32_t first, count;
  uint16_t nodes[LACAM_MAX_NODES];
  bool is_in[LACAM_MAX_NODES];
} window_queue;

static void window_lower(window *w, window_queue *queue, int member, uint16_t node,
                         int64_t cost) {
  if (cost >= w->costs[member][node]) return;
  w->costs[member][node] = cost;
  if (queue->is_in[node]) return;
  queue->is_in[node] = true;
  queue->nodes[(queue->first + queue->count++) % LACAM_MAX_NODES] = node;
}

// The path of a unit, from its cursor on, or the tile to which it returns.
static void window_seed(window *w, window_queue *queue, const astar_crowd *crowd,
                        int member) {
  const crowd_unit *u = &crowd->units[w->members[member]];
  const guide *g = &u->guide;
  if (g->count == 0) {
    const uint16_t goal = window_find(w, grid_cell(crowd->grid, u->goal.x, u->goal.y));
    if (goal != LACAM_NONE) window_lower(w, queue, member, goal, 0);
    return;
  }
  for (uint32_t i = g->cursor; i < g->count; i++) {
    const guide_point *p = &g->points[i];
    const uint16_t node = window_find(w, grid_cell(crowd->grid, p->at.x, p->at.y));
    const int64_t cost = p->remaining - g->points[g->count - 1].remaining;
    if (node != LACAM_NONE) window_lower(w, queue, member, node, cost);
  }
}

// Lowers the costs of the nodes from which the member can step to `node`.
static void window_spread(window *w, window_queue *queue, const astar_crowd *crowd,
                          int member, uint16_t node) {
  const crowd_unit *u = &crowd->units[w->members[member]];
  const costmap *map = &crowd_rules(crowd, u)->map;
  const int to_x = grid_x(crowd->grid, w->cells[node]);
  const int to_y = grid_y(crowd->grid, w->cells[node]);
  for (int d = 0; d < DIRECTIONS; d++) {
    const uint16_t from = w->nodes[node].neighbors[d];
    const int back = direction_reverse[d];
    if (from == LACAM_NONE) continue;
    if ((w->moves[w->rows[member]][from] >> back & 1) == 0) continue;
    const int x = to_x + direction_dx[d], y = to_y + direction_dy[d];
    const int move = costmap_find_move(map, x, y, direction_dx[back], direction_dy[back]);
    if (move < 0) continue; // an edit has closed the step since the window was built
    const int64_t step = guide_step_cost(crowd, u, x, y, move, to_x, to_y);
    window_lower(w, queue, member, from, w->costs[member][node] + step);
  }
}

void window_measure(window *w, const astar_crowd *crowd, int member) {
  const crowd_unit *u = &crowd->units[w->members[member]];
  window_queue queue = {0};
  for (uint16_t i = 0; i < w->node_count; i++) w->costs[member][i] = UNIT_COST_MAX;
  if (u->guide.field == NULL) window_seed(w, &queue, crowd, member);
  if (queue.count == 0) { // a field, or a goal far away
    for (uint16_t i = 0; i < w->node_count; i++) {
      w->costs[member][i] = guide_remaining(crowd, u, grid_x(crowd->grid, w->cells[i]),
                                            grid_y(crowd->grid, w->cells[i]));
    }
  }
  while (queue.count > 0) {
    const uint16_t node = queue.nodes[queue.first];
    queue.first = (queue.first + 1) % LACAM_MAX_NODES;
    queue.count--;
    queue.is_in[node] = false;
    window_spread(w, &queue, crowd, member, node);
  }
}
