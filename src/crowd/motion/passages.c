// Which tiles are near a passage: see passages.h.
//
// A tile is looked at when a unit first asks for it. An edit forgets the tiles around it.
// Memory is for the rows where units were: so many rules with few units take little.

#include "crowd/motion/passages.h"
#include "base/bits.h"
#include "crowd/tuning.h"
#include "map/journal.h"

#include <string.h>

// After more edits than these, all tiles are forgotten.
enum { PASSAGES_EDITS = MEMORY_LIMIT(64, 2) };

// What is known of a tile.
enum { PASSAGES_UNKNOWN, PASSAGES_FAR, PASSAGES_NEAR };

void passages_fini(passages *p, astar_grid *grid) {
  if (p->rows == NULL) return;
  for (int y = 0; y < grid->height; y++)
    memory_free(&grid->memory, p->rows[y], (size_t)grid->width);
  MEMORY_FREE(&grid->memory, p->rows, (size_t)grid->height);
  p->rows = NULL;
}

// The row of a tile; NULL: out of memory.
static uint8_t *passages_row(passages *p, astar_grid *grid, int y) {
  if (p->rows == NULL) {
    p->rows =
        (uint8_t **)memory_new(&grid->memory, (size_t)grid->height * sizeof *p->rows);
    if (p->rows == NULL) return NULL;
  }
  if (p->rows[y] == NULL)
    p->rows[y] = (uint8_t *)memory_new(&grid->memory, (size_t)grid->width);
  return p->rows[y];
}

// Forgets the tiles whose neighborhood a change of the map reaches.
static void passages_forget(passages *p, const costmap *map, const grid_change *change) {
  int reach = PASSAGES_REACH + 1;
  int x = change->x - reach - map->rules->size, y = change->y - reach - map->rules->size;
  int width = change->width + 2 * reach + map->rules->size,
      height = change->height + 2 * reach + map->rules->size;
  if (!grid_clip(map->grid, &x, &y, &width, &height)) return;
  for (int row = y; row < y + height; row++)
    if (p->rows[row] != NULL) memset(p->rows[row] + x, PASSAGES_UNKNOWN, (size_t)width);
}

void passages_update(passages *p, const costmap *map) {
  astar_grid *grid = map->grid;
  bool is_known = p->rows != NULL && grid->revision - p->revision <= PASSAGES_EDITS;
  for (uint64_t r = p->revision; is_known && r < grid->revision; r++) {
    const grid_change *change = journal_change_after(grid, r);
    is_known = change != NULL;
    if (is_known) passages_forget(p, map, change);
  }
  if (!is_known) passages_fini(p, grid);
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

// Whether the rules of a map have diagonal steps.
static bool passages_matter(const costmap *map) {
  return map->grid->layout == ASTAR_SQUARE && map->rules->is_standard &&
         map->moves->count == DIRECTIONS;
}

// Without memory, a tile is looked at each time.
bool passages_are_near(passages *p, const costmap *map, int x, int y) {
  if (!passages_matter(map)) return false;
  uint8_t *row = passages_row(p, map->grid, y);
  if (row == NULL) return passages_look(map, x, y);
  if (row[x] == PASSAGES_UNKNOWN)
    row[x] = passages_look(map, x, y) ? PASSAGES_NEAR : PASSAGES_FAR;
  return row[x] == PASSAGES_NEAR;
}
