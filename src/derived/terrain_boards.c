// Builds terrain boards and repairs them after edits.
//
// A build goes block by block, 64 x 64 tiles. It computes the class of every position of
// the block, 0 where a jump must stop anyway: where the mover cannot stand, or covers a
// penalty or a closed edge. The neighborhood of a tile is uniform if its nine classes are
// equal and not 0. Drawn at the left side of a map, with the positions off the map as 0:
//
// clang-format off
//     row above   0 1 1 1 1 2 2       First each column of three positions is compared,
//     this row    0 1 1 1 1 1 2       then three adjacent columns: each must have one
//     row below   0 1 1 1 1 1 1       class, and all the same one.
//     stops         1 0 0 1 1 1
// clang-format on
//
// The 64 x 64 bits of a block are transposed for the board by column.
//
// Invariant: a bit depends on the nine positions only, so a repair computes the bits of
// the affected tiles again, and repaired boards equal new ones bit by bit.
#include "derived/terrain_boards.h"

#include <string.h>

#include "base/bits.h"
#include "map/footprint.h"
#include "map/links.h"

// The work to fill the stops of a tile, in units of the work to fill its passable bit.
enum { TERRAIN_BOARDS_WORK = 3 };

// The class of a position for comparisons: 0 where a jump must stop anyway. (x, y) may be
// one tile off the grid.
static uint8_t terrain_boards_class(const costmap *map, int x, int y) {
  uint8_t cost_class = costmap_class(map, x, y);
  const astar_grid *grid = map->grid;
  bool has_penalties = costmap_has_penalties(map), has_edges = costmap_has_edges(map);
  if (cost_class == 0 || (!has_penalties && !has_edges)) return cost_class;
  for (footprint f = footprint_at(grid, map->rules->size, x, y); footprint_next(&f);) {
    if (has_penalties && grid->penalty[f.cell] > 0) return 0;
    if (has_edges && grid->closed[f.cell] != 0) return 0;
  }
  return cost_class;
}

static bool terrain_boards_has_link(const astar_grid *grid, int x, int y) {
  uint32_t count;
  return grid->arc_count > 0 &&
         links_arcs_from(grid, grid_cell(grid, x, y), &count) != NULL;
}

static bool terrain_boards_is_uniform(const costmap *map, int x, int y) {
  uint8_t cost_class = terrain_boards_class(map, x, y);
  if (cost_class == 0 || terrain_boards_has_link(map->grid, x, y)) return false;
  for (int d = 0; d < DIRECTIONS; d++)
    if (terrain_boards_class(map, x + direction_dx[d], y + direction_dy[d]) != cost_class)
      return false;
  return true;
}

// ----------------------------------------------------------------------------------
// build

// The classes of a block and of the positions around it: one row and one column more on
// each side.
typedef uint8_t terrain_boards_classes[66][66];

// Reads the classes of the block whose first tile is (left, top); 0 off the grid.
static void terrain_boards_read_block(const costmap *map, int left, int top,
                                      terrain_boards_classes classes) {
  const astar_grid *grid = map->grid;
  memset(classes, 0, sizeof(terrain_boards_classes));
  int right = left + 65 < grid->width ? left + 65 : grid->width;
  int bottom = top + 65 < grid->height ? top + 65 : grid->height;
  for (int y = top > 0 ? top - 1 : 0; y < bottom; y++)
    for (int x = left > 0 ? left - 1 : 0; x < right; x++)
      classes[y - top + 1][x - left + 1] = terrain_boards_class(map, x, y);
}

// The stops of row `y` of a block: one bit per column.
static uint64_t terrain_boards_row_stops(terrain_boards_classes classes, int y) {
  const uint8_t *above = classes[y], *row = classes[y + 1], *below = classes[y + 2];
  uint8_t is_column[66];
  uint64_t stops = 0;
  for (int x = 0; x < 66; x++)
    is_column[x] = (uint8_t)((above[x] == row[x]) & (below[x] == row[x]) & (row[x] != 0));
  for (int x = 0; x < 64; x++) {
    int is_uniform = is_column[x] & is_column[x + 1] & is_column[x + 2] &
                     (row[x] == row[x + 1]) & (row[x + 2] == row[x + 1]);
    stops |= (uint64_t)(is_uniform ^ 1) << x;
  }
  return stops;
}

// Fills the bits of 64 x 64 tiles in both boards.
static void terrain_boards_fill_block(terrain_boards *t, const costmap *map, int left,
                                      int top) {
  const astar_grid *grid = map->grid;
  terrain_boards_classes classes;
  uint64_t block[64];
  terrain_boards_read_block(map, left, top, classes);
  for (int y = 0; y < 64; y++) {
    block[y] = terrain_boards_row_stops(classes, y);
    if (top + y >= grid->height) continue;
    t->rows[(size_t)(top + y) * t->row_words + (size_t)(left / 64)] = block[y];
    t->uniform_count += (uint32_t)bits_count(~block[y]);
  }
  bits_transpose(block);
  for (int x = 0; x < 64 && left + x < grid->width; x++)
    t->columns[(size_t)(left + x) * t->column_words + (size_t)(top / 64)] = block[x];
}

// Both boards are one block, which begins with `rows`.
static size_t terrain_boards_bytes(const terrain_boards *t, const astar_grid *grid) {
  return (t->row_words * (size_t)grid->height + t->column_words * (size_t)grid->width) *
         sizeof *t->rows;
}

static bool terrain_boards_allocate(terrain_boards *t, astar_grid *grid) {
  if (t->rows != NULL) return true;
  t->row_words = ((size_t)grid->width + 63) / 64;
  t->column_words = ((size_t)grid->height + 63) / 64;
  t->rows =
      (uint64_t *)memory_resize(&grid->memory, NULL, 0, terrain_boards_bytes(t, grid));
  if (t->rows == NULL) return false;
  t->columns = t->rows + t->row_words * (size_t)grid->height;
  return true;
}

// Sets whether a jump stops at a tile.
static void terrain_boards_put(terrain_boards *t, int x, int y, bool is_stop) {
  bool was_stop = bits_put(t->rows + (size_t)y * t->row_words, x, is_stop);
  t->uniform_count = t->uniform_count + was_stop - is_stop;
  bits_put(t->columns + (size_t)x * t->column_words, y, is_stop);
}

// Builds the boards within the budget, a block per portion. Begins again if the map
// has changed since the last portion.
static astar_status terrain_boards_build(terrain_boards *t, const costmap *map,
                                         budget *b) {
  astar_grid *grid = map->grid;
  if (!terrain_boards_allocate(t, grid)) return ASTAR_NO_MEMORY;
  if (t->is_built || t->revision != grid->revision) t->blocks_done = 0;
  if (t->blocks_done == 0) t->uniform_count = 0;
  t->is_built = false;
  t->revision = grid->revision;
  int across = (int)t->row_words, down = (int)t->column_words;
  for (; t->blocks_done < across * down; t->blocks_done++) {
    if (!budget_take(b, (int64_t)TERRAIN_BOARDS_WORK * 64 * 64)) return ASTAR_RUNNING;
    terrain_boards_fill_block(t, map, t->blocks_done % across * 64,
                              t->blocks_done / across * 64);
  }
  for (uint32_t i = 0; i < grid->arc_count; i++) {
    uint32_t cell = grid->arcs[i].from;
    terrain_boards_put(t, grid_x(grid, cell), grid_y(grid, cell), true);
  }
  t->is_built = true;
  return ASTAR_OK;
}

// ----------------------------------------------------------------------------------
// edits

static void terrain_boards_repair(terrain_boards *t, const costmap *map, tile_area area) {
  for (int y = area.top; y < area.bottom; y++)
    for (int x = area.left; x < area.right; x++)
      terrain_boards_put(t, x, y, !terrain_boards_is_uniform(map, x, y));
}

astar_status terrain_boards_update(terrain_boards *t, const costmap *map, budget *b) {
  const astar_grid *grid = map->grid;
  const astar_filter *filter = &map->tiles->filter;
  repair_skip(grid, filter, &t->revision);
  if (!t->is_built) return terrain_boards_build(t, map, b);
  if (t->revision == grid->revision) return ASTAR_OK;
  if (budget_is_empty(b)) return ASTAR_RUNNING;
  uint64_t limit = budget_repair_limit(b, grid_tiles(grid) / 4 + 1);
  repair_scope scope = {map->rules, filter, CHANGE_ALL};
  const grid_change *change;
  if (!repair_is_worth(grid, &scope, t->revision, REPAIR_TILES, limit))
    return terrain_boards_build(t, map, b);
  while ((change = repair_next(grid, &scope, &t->revision)) != NULL)
    terrain_boards_repair(t, map, repair_affected_area(grid, map->rules, change));
  return ASTAR_OK;
}

void terrain_boards_fini(terrain_boards *t, astar_grid *grid) {
  memory_free(&grid->memory, t->rows, terrain_boards_bytes(t, grid));
  memset(t, 0, sizeof *t);
}
