// Baked costs: recorded from the costmap, compared with it after edits.
#include "index/baked_costs.h"

#include <string.h>

// -------------------------------------------------------------------------------- tiles

static uint8_t baked_costs_class_now(const costmap *map, uint32_t cell) {
  if (!costmap_is_tile_passable(map, cell)) return 0;
  return map->moves->cost_class_of[map->grid->terrain[cell]];
}

static uint8_t baked_costs_closed_now(const costmap *map, uint32_t cell) {
  return costmap_has_edges(map) ? map->grid->closed[cell] : 0;
}

// The cost of a straight step to terrain of a class; infinity for class 0.
static double baked_costs_of_class(const costmap *map, uint8_t cost_class) {
  return map->moves->class_cost[cost_class];
}

static bool baked_costs_is_cheaper_now(const baked_costs *b, const costmap *map,
                                       uint32_t cell, uint8_t now) {
  if (now == 0) return false; // no step leads over the tile
  if (baked_costs_of_class(map, now) < baked_costs_of_class(map, b->classes[cell]))
    return true;
  if (b->closed != NULL && (b->closed[cell] & ~baked_costs_closed_now(map, cell)) != 0)
    return true;
  return b->penalties != NULL && costmap_penalty(map, cell) < b->penalties[cell];
}

bool baked_costs_were_passable(const baked_costs *b, const costmap *map, int x, int y) {
  int size = map->rules->size;
  if (x + size > map->grid->width || y + size > map->grid->height) return false;
  for (int dy = 0; dy < size; dy++) {
    uint32_t cell = grid_cell(map->grid, x, y + dy);
    if (memchr(b->classes + cell, 0, (size_t)size) != NULL) return false;
  }
  return true;
}

// --------------------------------------------------------------------------------- life

// The classes and the sets are one block, which begins with `cheaper`.
static size_t baked_costs_block_bytes(const baked_costs *b) {
  return 2 * ((b->tiles + 63) / 64) * sizeof *b->cheaper + b->tiles;
}

void baked_costs_fini(baked_costs *b) {
  if (b->memory == NULL) return; // never used
  memory_free(b->memory, b->cheaper, baked_costs_block_bytes(b));
  memory_free(b->memory, b->closed, b->tiles);
  MEMORY_FREE(b->memory, b->penalties, b->tiles);
  memset(b, 0, sizeof *b);
}

size_t baked_costs_bytes(const baked_costs *b) {
  size_t bytes = b->cheaper != NULL ? baked_costs_block_bytes(b) : 0;
  if (b->closed != NULL) bytes += b->tiles;
  return b->penalties != NULL ? bytes + b->tiles * sizeof *b->penalties : bytes;
}

// Makes sure that the arrays exist that the costmap needs. False: out of memory.
static bool baked_costs_reserve(baked_costs *b, const costmap *map) {
  if (b->closed == NULL && costmap_has_edges(map)) {
    b->closed = (uint8_t *)memory_new(b->memory, b->tiles);
    if (b->closed == NULL) return false;
  }
  if (b->penalties == NULL && costmap_has_penalties(map)) {
    b->penalties = MEMORY_NEW(b->memory, double, b->tiles);
    if (b->penalties == NULL) return false;
  }
  return true;
}

astar_status baked_costs_init(baked_costs *b, const costmap *map) {
  b->memory = &map->grid->memory;
  b->tiles = grid_tiles(map->grid);
  b->cheaper = (uint64_t *)memory_new(b->memory, baked_costs_block_bytes(b));
  if (b->cheaper == NULL || !baked_costs_reserve(b, map)) return ASTAR_NO_MEMORY;
  b->blocked = b->cheaper + (b->tiles + 63) / 64;
  b->classes = (uint8_t *)(b->blocked + (b->tiles + 63) / 64);
  for (uint32_t cell = 0; cell < b->tiles; cell++) {
    b->classes[cell] = baked_costs_class_now(map, cell);
    if (b->closed != NULL) b->closed[cell] = baked_costs_closed_now(map, cell);
    if (b->penalties != NULL) b->penalties[cell] = costmap_penalty(map, cell);
  }
  b->revision = map->grid->revision;
  return ASTAR_OK;
}

// -------------------------------------------------------------------------------- edits

astar_status baked_costs_raise(baked_costs *b, const costmap *map) {
  repair_skip(map->grid, &map->filter, &b->revision);
  if (b->revision == map->grid->revision) return ASTAR_OK;
  if (!baked_costs_reserve(b, map)) return ASTAR_NO_MEMORY;
  for (uint32_t cell = 0; cell < b->tiles; cell++) {
    uint8_t now = baked_costs_class_now(map, cell);
    if (baked_costs_of_class(map, now) > baked_costs_of_class(map, b->classes[cell]))
      b->classes[cell] = now;
    if (b->closed != NULL) b->closed[cell] |= baked_costs_closed_now(map, cell);
    if (b->penalties != NULL && costmap_penalty(map, cell) > b->penalties[cell])
      b->penalties[cell] = costmap_penalty(map, cell);
  }
  b->revision = map->grid->revision;
  b->is_raised = true;
  return ASTAR_OK;
}

// Sets the bit of a cell, and keeps the count of set bits. True: it was different.
static bool baked_costs_set(uint64_t *set, uint32_t *count, uint32_t cell, bool value) {
  uint64_t *word = &set[cell >> 6], bit = (uint64_t)1 << (cell & 63);
  if (((*word & bit) != 0) == value) return false;
  *word ^= bit;
  if (value)
    ++*count;
  else
    --*count;
  return true;
}

// Compares the tiles of an area with the costmap. True: `cheaper` is not as it was.
static bool baked_costs_compare(baked_costs *b, const costmap *map, tile_area area) {
  bool has_changed = false;
  for (int y = area.top; y < area.bottom; y++) {
    uint32_t cell = grid_cell(map->grid, area.left, y);
    for (int x = area.left; x < area.right; x++, cell++) {
      uint8_t now = baked_costs_class_now(map, cell);
      bool is_cheaper = baked_costs_is_cheaper_now(b, map, cell, now);
      bool is_blocked = now == 0 && b->classes[cell] != 0;
      has_changed |= baked_costs_set(b->cheaper, &b->cheaper_count, cell, is_cheaper);
      baked_costs_set(b->blocked, &b->blocked_count, cell, is_blocked);
    }
  }
  return has_changed;
}

bool baked_costs_update(baked_costs *b, const costmap *map) {
  const astar_grid *grid = map->grid;
  repair_scope scope = {map->rules, &map->filter, CHANGE_GROUND | CHANGE_PENALTY};
  const grid_change *change;
  repair_skip(grid, &map->filter, &b->revision);
  if (b->revision == grid->revision && !b->is_raised) return false;
  bool has_changed = false;
  if (b->is_raised ||
      !repair_is_worth(grid, &scope, b->revision, REPAIR_TILES, grid_tiles(grid))) {
    b->revision = grid->revision;
    b->is_raised = false;
    return baked_costs_compare(b, map, (tile_area){0, 0, grid->width, grid->height});
  }
  while ((change = repair_next(grid, &scope, &b->revision)) != NULL)
    has_changed |= baked_costs_compare(b, map, repair_area(grid, change, 0, 0));
  return has_changed;
}
