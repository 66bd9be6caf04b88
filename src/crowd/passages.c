// Which tiles are near a passage: see passages.h.
//
// A tile is looked at when a unit first asks for it. An edit forgets the tiles around it.

#include "crowd/passages.h"
#include "base/bits.h"
#include "map/journal.h"

#include <string.h>

// How far from a passage units take no diagonal steps [tiles].
enum { PASSAGES_REACH = 5 };

// After more edits than these, all tiles are forgotten.
enum { PASSAGES_EDITS = MEMORY_LIMIT(64, 2) };

// What is known of a tile.
enum { PASSAGES_UNKNOWN, PASSAGES_FAR, PASSAGES_NEAR };

bool passages_init(passages *p, const costmap *map) {
  bool has_diagonals = map->grid->layout == ASTAR_SQUARE && map->rules->is_standard &&
                       map->moves->count == DIRECTIONS;
  p->revision = map->grid->revision;
  if (!has_diagonals) return true;
  p->tiles = (uint8_t *)memory_new(&map->grid->memory, grid_tiles(map->grid));
  return p->tiles != NULL;
}

void passages_fini(passages *p, astar_grid *grid) {
  memory_free(&grid->memory, p->tiles, grid_tiles(grid));
  p->tiles = NULL;
}

// Forgets the tiles whose neighborhood a change of the map reaches.
static void passages_forget(passages *p, const costmap *map, const grid_change *change) {
  int reach = PASSAGES_REACH + 1;
  int x = change->x - reach - map->rules->size, y = change->y - reach - map->rules->size;
  int width = change->width + 2 * reach + map->rules->size,
      height = change->height + 2 * reach + map->rules->size;
  if (!grid_clip(map->grid, &x, &y, &width, &height)) return;
  for (int row = y; row < y + height; row++) {
    memset(p->tiles + grid_cell(map->grid, x, row), PASSAGES_UNKNOWN, (size_t)width);
  }
}

void passages_update(passages *p, const costmap *map) {
  const astar_grid *grid = map->grid;
  if (p->tiles == NULL || p->revision == grid->revision) return;
  bool is_known = grid->revision - p->revision <= PASSAGES_EDITS;
  for (uint64_t r = p->revision; is_known && r < grid->revision; r++) {
    const grid_change *change = journal_change_after(grid, r);
    is_known = change != NULL;
    if (is_known) passages_forget(p, map, change);
  }
  if (!is_known) memset(p->tiles, PASSAGES_UNKNOWN, grid_tiles(grid));
  p->revision = grid->revision;
}

// Whether a tile around (x, y) has at most two ways out.
static bool passages_look(const costmap *map, int x, int y) {
  for (int row = y - PASSAGES_REACH; row <= y + PASSAGES_REACH; row++) {
    for (int column = x - PASSAGES_REACH; column <= x + PASSAGES_REACH; column++) {
      if (!grid_contains(map->grid, column, row)) continue;
      if (!costmap_is_passable(map, column, row)) continue;
      if (bits_count(costmap_moves(map, column, row)) <= 2) return true;
    }
  }
  return false;
}

bool passages_are_near(const passages *p, const costmap *map, int x, int y) {
  if (p->tiles == NULL) return false;
  uint8_t *tile = &p->tiles[grid_cell(map->grid, x, y)];
  if (*tile == PASSAGES_UNKNOWN) {
    *tile = passages_look(map, x, y) ? PASSAGES_NEAR : PASSAGES_FAR;
  }
  return *tile == PASSAGES_NEAR;
}
