// Finds the tiles from which a path leads to a goal.
//
// Method: breadth-first search from the goals, over steps and links in their reverse
// direction. Costs do not matter, so a bit per cell is enough. The search stops at the
// tile that the caller asks for, and goes on from there at the next question: many
// questions about the same goals share one search.
//
// A path may begin at an impassable tile, but not pass one. So a search generates
// impassable tiles, and does not expand them.
#include "search/backward_search.h"

#include <string.h>

#include "map/links.h"

static size_t backward_search_bytes(const astar_grid *grid) {
  return ((size_t)grid_tiles(grid) + 63) / 64 * sizeof(uint64_t);
}

void backward_search_fini(backward_search *s, memory *m) {
  if (s->generated != NULL) {
    memory_free(m, s->generated, backward_search_bytes(s->map->grid));
  }
  memory_free(m, s->queue, s->capacity * sizeof *s->queue);
  memset(s, 0, sizeof *s);
}

bool backward_search_begin(backward_search *s, const costmap *map) {
  size_t bytes = backward_search_bytes(map->grid);
  s->map = map;
  s->head = s->count = 0;
  if (s->generated == NULL) {
    s->generated = (uint64_t *)memory_new(&map->grid->memory, bytes);
  } else {
    memset(s->generated, 0, bytes);
  }
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
  if (!memory_reserve(&s->map->grid->memory, (void **)&s->queue, &s->capacity,
                      s->count + 1, sizeof *s->queue)) {
    return false;
  }
  s->queue[s->count++] = cell;
  return true;
}

bool backward_search_add_goal(backward_search *s, uint32_t cell) {
  return !costmap_is_cell_passable(s->map, cell) || backward_search_generate(s, cell);
}

// Generates the cells from which a step or a link leads to a cell. False: out of memory.
static bool backward_search_expand(backward_search *s, uint32_t cell) {
  const costmap *map = s->map;
  const astar_grid *grid = map->grid;
  int x = grid_x(grid, cell), y = grid_y(grid, cell);
  const tile_move *list = map->moves->list[costmap_parity(map, x, y)];
  for (int move = 0; move < map->moves->count; move++) {
    int from_x = x + list[move].back_dx, from_y = y + list[move].back_dy;
    uint32_t from = cell + (uint32_t)list[move].back;
    if (!grid_contains(grid, from_x, from_y) || backward_search_has(s, from)) continue;
    if ((costmap_moves(map, from_x, from_y) >> move & 1) == 0) continue;
    if (!backward_search_generate(s, from)) return false;
  }
  uint32_t count;
  const grid_arc *arcs = links_arcs_to(grid, cell, &count);
  for (uint32_t i = 0; i < count; i++) {
    if (!backward_search_generate(s, arcs[i].from)) return false;
  }
  return true;
}

astar_status backward_search_reach(backward_search *s, uint32_t cell) {
  while (!backward_search_has(s, cell)) {
    if (s->head == s->count) return ASTAR_UNREACHABLE;
    if (!backward_search_expand(s, s->queue[s->head])) return ASTAR_NO_MEMORY;
    s->head++;
  }
  return ASTAR_OK;
}
