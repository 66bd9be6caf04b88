// Finds the tiles from which a path leads to a goal.
//
// Method: depth-first search from the goals, over steps and links in their reverse
// direction. Costs do not matter, so a bit per cell is enough, and the open list is a
// stack. Of the cells that an expansion generates, the nearest to the cell in question
// goes on top: in open areas the search walks straight to it, and expands O(distance)
// cells where breadth-first search expands O(distance^2).
//
// The search stops at the cell in question, and goes on from there at the next question:
// many questions about the same goals share one search. Invariant: a path leads from each
// generated cell to a goal, and each of them that is passable was expanded or is on the
// stack.
//
// A path may begin at an impassable tile, but not pass one. So impassable cells are
// generated, and not expanded.
#include "search/backward_search.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "map/links.h"

static size_t backward_search_bytes(const astar_grid *grid) {
  return ((size_t)grid_tiles(grid) + 63) / 64 * sizeof(uint64_t);
}

void backward_search_fini(backward_search *s, memory *m) {
  if (s->generated != NULL)
    memory_free(m, s->generated, backward_search_bytes(s->map->grid));
  MEMORY_FREE(m, s->open, s->capacity);
  memset(s, 0, sizeof *s);
}

bool backward_search_begin(backward_search *s, const costmap *map) {
  size_t bytes = backward_search_bytes(map->grid);
  s->map = map;
  s->count = 0;
  if (s->generated == NULL)
    s->generated = (uint64_t *)memory_new(&map->grid->memory, bytes);
  else
    memset(s->generated, 0, bytes);
  return s->generated != NULL;
}

static bool backward_search_has(const backward_search *s, uint32_t cell) {
  return (s->generated[cell >> 6] >> (cell & 63) & 1) != 0;
}

// Generates a cell. False: out of memory.
static bool backward_search_generate(backward_search *s, uint32_t cell) {
  if (backward_search_has(s, cell)) return true;
  s->generated[cell >> 6] |= (uint64_t)1 << (cell & 63);
  if (!costmap_is_cell_passable(s->map, cell)) return true;
  return MEMORY_APPEND(&s->map->grid->memory, s->open, s->capacity, s->count, cell);
}

bool backward_search_add_goal(backward_search *s, uint32_t cell) {
  return !costmap_is_cell_passable(s->map, cell) || backward_search_generate(s, cell);
}

// Puts the cell of the stack that is nearest to `target` on top, of those from `first`
// on.
static void backward_search_order(backward_search *s, uint32_t first, uint32_t target) {
  const astar_grid *grid = s->map->grid;
  int x = grid_x(grid, target), y = grid_y(grid, target), min = INT_MAX;
  uint32_t nearest = first;
  for (uint32_t i = first; i < s->count; i++) {
    int distance = abs(grid_x(grid, s->open[i]) - x) + abs(grid_y(grid, s->open[i]) - y);
    if (distance >= min) continue;
    min = distance;
    nearest = i;
  }
  if (nearest + 1 >= s->count) return;
  uint32_t top = s->open[nearest];
  s->open[nearest] = s->open[s->count - 1];
  s->open[s->count - 1] = top;
}

// Generates the cells from which a step or a link leads to a cell. False: out of memory.
static bool backward_search_expand(backward_search *s, uint32_t cell) {
  const costmap *map = s->map;
  const astar_grid *grid = map->grid;
  int x = grid_x(grid, cell), y = grid_y(grid, cell);
  const tile_move *list = map->moves->list[costmap_parity(map, x, y)];
  for (int move = 0; move < map->moves->count; move++) {
    int from_x = x + list[move].back_dx, from_y = y + list[move].back_dy;
    if (!grid_contains(grid, from_x, from_y)) continue;
    uint32_t from = cell + (uint32_t)list[move].back;
    if (backward_search_has(s, from)) continue;
    if ((costmap_moves(map, from_x, from_y) >> move & 1) == 0) continue;
    if (!backward_search_generate(s, from)) return false;
  }
  uint32_t count;
  const grid_arc *arcs = links_arcs_to(grid, cell, &count);
  for (uint32_t i = 0; i < count; i++)
    if (!backward_search_generate(s, arcs[i].from)) return false;
  return true;
}

astar_status backward_search_reach(backward_search *s, uint32_t cell) {
  while (!backward_search_has(s, cell)) {
    if (s->count == 0) return ASTAR_UNREACHABLE;
    uint32_t first = --s->count;
    if (!backward_search_expand(s, s->open[first])) return ASTAR_NO_MEMORY;
    backward_search_order(s, first, cell);
  }
  return ASTAR_OK;
}
