// Goal tiles, found ring by ring.
//
// For several goals, a breadth-first search from all goals at once lists the goal tiles:
// ring 0 holds the goals, ring n + 1 the neighbors of ring n that are not in the table
// yet. Steps need not be legal, so that a ring holds all tiles at its distance.
//
// Invariant: the list is ordered by distance, and within a ring by the index of the
// nearest goal, because each ring is generated in the order of the ring before it. So
// each tile is added for its nearest goal; of equally near goals, for the one with the
// lowest index.
#include "search/goals.h"

#include <string.h>

static memory *goals_memory(const goals *g) { return &g->map->grid->memory; }

void goals_fini(goals *g, memory *m) {
  MEMORY_FREE(m, g->tiles, g->tile_capacity);
  MEMORY_FREE(m, g->slots, g->slot_count);
  g->tiles = NULL;
  g->slots = NULL;
  g->tile_capacity = g->slot_count = 0;
}

// -------------------------------------------------------------------------- hash table

// The slot of a cell in the table, or the free slot where it belongs. The factor is 2^32
// divided by the golden ratio (Fibonacci hashing): it spreads adjacent cells.
static uint32_t goals_slot(const goals *g, uint32_t cell) {
  uint32_t mask = g->slot_count - 1;
  uint32_t slot = cell * 2654435769u >> 7 & mask;
  while (g->slots[slot] != 0 && g->tiles[g->slots[slot] - 1].cell != cell)
    slot = (slot + 1) & mask;
  return slot;
}

static bool goals_grow_slots(goals *g) {
  uint32_t wanted = g->slot_count < 64 ? 64 : g->slot_count * 2;
  size_t size = wanted * sizeof *g->slots;
  uint32_t *fresh = (uint32_t *)memory_new(goals_memory(g), size);
  if (fresh == NULL) return false;
  MEMORY_FREE(goals_memory(g), g->slots, g->slot_count);
  g->slots = fresh;
  g->slot_count = wanted;
  for (uint32_t i = 0; i < g->tile_count; i++)
    g->slots[goals_slot(g, g->tiles[i].cell)] = i + 1;
  return true;
}

// Adds a tile, unless the table has it. False: out of memory.
static bool goals_add(goals *g, uint32_t cell, uint32_t goal) {
  if (g->tile_count >= g->slot_count / 2 && !goals_grow_slots(g)) return false;
  uint32_t slot = goals_slot(g, cell);
  if (g->slots[slot] != 0) return true;
  if (!MEMORY_RESERVE(goals_memory(g), g->tiles, g->tile_capacity, g->tile_count + 1))
    return false;
  g->tiles[g->tile_count] = (goals_tile){cell, goal};
  g->slots[slot] = ++g->tile_count;
  return true;
}

static bool goals_add_neighbors(goals *g, goals_tile tile) {
  const astar_grid *grid = g->map->grid;
  int x = grid_x(grid, tile.cell), y = grid_y(grid, tile.cell);
  unsigned directions = grid_neighbors(grid, x, y);
  if (grid->layout == ASTAR_SQUARE && !g->map->rules->moves_diagonally) directions = 0x0f;
  for (int d = 0; d < DIRECTIONS; d++) {
    int to_x = x + direction_dx[d], to_y = y + direction_dy[d];
    if ((directions >> d & 1) == 0 || !grid_contains(grid, to_x, to_y)) continue;
    if (!goals_add(g, grid_cell(grid, to_x, to_y), tile.goal)) return false;
  }
  return true;
}

// Adds the next ring. False: out of memory.
static bool goals_add_ring(goals *g) {
  uint32_t first = g->ring, end = g->tile_count;
  for (uint32_t i = first; i < end; i++)
    if (!goals_add_neighbors(g, g->tiles[i])) return false;
  g->ring = end;
  g->depth++;
  return true;
}

static bool goals_make_table(goals *g) {
  g->has_table = true;
  g->tile_count = g->ring = 0;
  g->depth = 0;
  if (g->slot_count > 0) memset(g->slots, 0, g->slot_count * sizeof *g->slots);
  for (int i = 0; i < g->count; i++) {
    uint32_t cell = grid_cell(g->map->grid, g->list[i].x, g->list[i].y);
    if (!goals_add(g, cell, (uint32_t)i)) return false;
  }
  while (g->depth < g->range && g->ring < g->tile_count)
    if (!goals_add_ring(g)) return false;
  return true;
}

// ----------------------------------------------------------------------------- queries

astar_status goals_begin(goals *g, const costmap *map, const astar_query *query) {
  g->map = map;
  g->list = query->goals;
  g->count = query->goal_count;
  g->range = query->range;
  g->has_table = false;
  g->turns.turns = NULL;
  if (query->turns != NULL) turn_rules_init(&g->turns, map, query);
  if (g->count != 1 && !goals_make_table(g)) return ASTAR_NO_MEMORY;
  return ASTAR_OK;
}

int goals_at(const goals *g, int x, int y) {
  if (!g->has_table) {
    int distance = costmap_distance(g->map, x, y, g->list[0].x, g->list[0].y);
    return distance <= g->range ? 0 : -1;
  }
  if (g->tile_count == 0) return -1;
  uint32_t tile = g->slots[goals_slot(g, grid_cell(g->map->grid, x, y))];
  return tile != 0 ? (int)g->tiles[tile - 1].goal : -1;
}

int goals_distance(const goals *g, int x, int y, int *goal) {
  int nearest = INT32_MAX;
  for (int i = 0; i < g->count; i++) {
    int distance = costmap_distance(g->map, x, y, g->list[i].x, g->list[i].y);
    if (distance < nearest) {
      nearest = distance;
      *goal = i;
    }
  }
  return nearest;
}

static goals_state goals_state_at(const goals *g, const component_set *set, int x,
                                  int y) {
  if (!costmap_is_passable(g->map, x, y)) return GOALS_BLOCKED;
  uint32_t cell = grid_cell(g->map->grid, x, y);
  if (g->turns.turns != NULL && turn_rules_tile(&g->turns, cell, x, y).is_friend)
    return GOALS_BLOCKED;
  return component_set_contains(set, cell) ? GOALS_CONNECTED : GOALS_APART;
}

static goals_state goals_state_of_tiles(const goals *g, const component_set *set,
                                        uint32_t first) {
  goals_state state = GOALS_BLOCKED;
  const astar_grid *grid = g->map->grid;
  for (uint32_t i = first; i < g->tile_count && state != GOALS_CONNECTED; i++) {
    uint32_t cell = g->tiles[i].cell;
    goals_state here = goals_state_at(g, set, grid_x(grid, cell), grid_y(grid, cell));
    if (here > state) state = here;
  }
  return state;
}

// The state of the tiles within range of the only goal.
static goals_state goals_state_around(const goals *g, const component_set *set) {
  const astar_grid *grid = g->map->grid;
  int goal_x = g->list[0].x, goal_y = g->list[0].y, range = g->range;
  int left = goal_x > range ? goal_x - range : 0,
      top = goal_y > range ? goal_y - range : 0;
  goals_state state = GOALS_BLOCKED;
  for (int y = top; y < grid->height && y - goal_y <= range; y++) {
    for (int x = left; x < grid->width && x - goal_x <= range; x++) {
      if (costmap_distance(g->map, x, y, goal_x, goal_y) > range) continue;
      goals_state here = goals_state_at(g, set, x, y);
      if (here > state) state = here;
      if (state == GOALS_CONNECTED) return state;
    }
  }
  return state;
}

goals_state goals_find_state(const goals *g, const component_set *set) {
  if (g->has_table) return goals_state_of_tiles(g, set, 0);
  if (g->range == 0) return goals_state_at(g, set, g->list[0].x, g->list[0].y);
  return goals_state_around(g, set);
}

astar_status goals_widen(goals *g, const component_set *set, int limit, bool *found) {
  *found = false;
  if (!g->has_table && !goals_make_table(g)) return ASTAR_NO_MEMORY;
  while (g->depth + 1 < limit && g->ring < g->tile_count) {
    if (!goals_add_ring(g)) return ASTAR_NO_MEMORY;
    g->range = g->depth;
    if (goals_state_of_tiles(g, set, g->ring) == GOALS_CONNECTED) {
      *found = true;
      return ASTAR_OK;
    }
  }
  return ASTAR_OK;
}
