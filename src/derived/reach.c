// The tiles that a mover can reach.
//
// Method: a flood fill from the start, where step boards describe the steps; otherwise a
// depth-first search over the legal steps of the costmap. The start may be impassable. So
// the fill begins with the start when the mover can stand there, otherwise with the tiles
// that its steps and links lead to. A fill makes no steps by links: when it has ended,
// the ends of links from reached tiles become seeds, and the fill goes on, until no link
// leads to a new tile.
//
// Invariant: each tile of the bitmap is reachable, and when the search ends no step or
// link leads from it to a passable tile outside.
#include "derived/reach.h"

#include "base/bits.h"
#include "map/links.h"

// Marks the start, which no step of a fill may leave.
static void reach_mark(reach_set *r, int x, int y) {
  size_t word = (size_t)(y + 1) * r->fill.row_words + ((size_t)(x + 1) >> 6);
  r->fill.filled[word] |= (uint64_t)1 << ((x + 1) & 63);
}

// Adds a passable tile whose steps must be made. False: out of memory.
static bool reach_add(reach_set *r, uint32_t cell) {
  const astar_grid *grid = r->map->grid;
  int x = grid_x(grid, cell), y = grid_y(grid, cell);
  if (reach_has(r, x, y)) return true;
  if (r->steps != NULL) {
    flood_fill_seed(&r->fill, (size_t)y + 1, (size_t)x + 1);
    return true;
  }
  reach_mark(r, x, y);
  return MEMORY_APPEND(&r->map->grid->memory, r->stack, r->stack_capacity, r->stack_count,
                       cell);
}

// Adds the tiles that links from a cell lead to.
static bool reach_add_links(reach_set *r, uint32_t cell) {
  uint32_t count;
  const grid_arc *arcs = links_arcs_from(r->map->grid, cell, &count);
  for (uint32_t i = 0; i < count; i++) {
    if (!costmap_is_cell_passable(r->map, arcs[i].to)) continue;
    if (!reach_add(r, arcs[i].to)) return false;
  }
  return true;
}

// Adds the tiles that steps and links from a tile lead to.
static bool reach_add_steps(reach_set *r, uint32_t cell) {
  const costmap *map = r->map;
  int x = grid_x(map->grid, cell), y = grid_y(map->grid, cell);
  const tile_move *list = map->moves->list[costmap_parity(map, x, y)];
  for (uint64_t moves = costmap_moves(map, x, y); moves != 0; moves &= moves - 1)
    if (!reach_add(r, cell + (uint32_t)list[bits_lowest(moves)].offset)) return false;
  return map->grid->arc_count == 0 || reach_add_links(r, cell);
}

// Adds the ends of all links that begin at reached tiles. Returns whether one is new.
static bool reach_follow_links(reach_set *r) {
  const astar_grid *grid = r->map->grid;
  size_t before = r->fill.stack_count;
  for (uint32_t i = 0; i < grid->arc_count; i++) {
    const grid_arc *arc = &grid->arcs[i];
    bool is_reached = reach_has(r, grid_x(grid, arc->from), grid_y(grid, arc->from));
    if (is_reached && costmap_is_cell_passable(r->map, arc->to)) reach_add(r, arc->to);
  }
  return r->fill.stack_count > before;
}

astar_status reach_find(reach_set *r, const costmap *map, const flood_steps *steps, int x,
                        int y) {
  uint32_t start = grid_cell(map->grid, x, y);
  r->map = map;
  r->steps = steps;
  if (!flood_fill_init(&r->fill, &map->grid->memory, map->tiles->words,
                       (size_t)map->grid->height + 2))
    return ASTAR_NO_MEMORY;
  bool can_stand = costmap_is_passable(map, x, y);
  if (!(can_stand ? reach_add(r, start) : reach_add_steps(r, start)))
    return ASTAR_NO_MEMORY;
  do {
    if (steps != NULL) flood_fill_run(&r->fill, steps);
    while (r->stack_count > 0)
      if (!reach_add_steps(r, r->stack[--r->stack_count])) return ASTAR_NO_MEMORY;
  } while (steps != NULL && reach_follow_links(r));
  reach_mark(r, x, y);
  return ASTAR_OK;
}

void reach_fini(reach_set *r) {
  flood_fill_fini(&r->fill);
  if (r->map == NULL) return;
  MEMORY_FREE(&r->map->grid->memory, r->stack, r->stack_capacity);
}
