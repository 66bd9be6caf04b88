// Terrain: one byte per tile. Rules give each terrain a cost.
//
// `grid->population` counts the tiles of each terrain, and `grid->palette` grows whenever
// the set of terrains on the map changes. Data that depends only on this set (see
// `derived/move_table`) is computed again only then.
#include "map/grid.h"
#include "map/journal.h"

int astar_grid_get(const astar_grid *grid, int x, int y) {
  return grid_contains(grid, x, y) ? grid->terrain[grid_cell(grid, x, y)] : -1;
}

const uint8_t *astar_grid_row(const astar_grid *grid, int y) {
  return grid_contains(grid, 0, y) ? grid->terrain + grid_cell(grid, 0, y) : NULL;
}

// Sets the terrain of a cell. False: it has this terrain already.
static bool terrain_put(astar_grid *grid, uint32_t cell, uint8_t terrain) {
  uint8_t old = grid->terrain[cell];
  if (old == terrain) return false;
  grid->terrain[cell] = terrain;
  if (--grid->population[old] == 0) grid->palette++;
  if (grid->population[terrain]++ == 0) grid->palette++;
  return true;
}

astar_status astar_grid_set(astar_grid *grid, int x, int y, uint8_t terrain) {
  astar_status status = grid_check_edit(grid, x, y);
  if (status != ASTAR_OK) return status;
  uint8_t was = grid->terrain[grid_cell(grid, x, y)];
  if (terrain_put(grid, grid_cell(grid, x, y), terrain)) {
    journal_record(grid, (grid_change){.x = (uint16_t)x,
                                       .y = (uint16_t)y,
                                       .width = 1,
                                       .height = 1,
                                       .kind = CHANGE_GROUND,
                                       .effect = EFFECT_TERRAIN,
                                       .was = was,
                                       .now = terrain});
  }
  return ASTAR_OK;
}

// Records an edit of a rectangle as one change. Its effect on costs depends on the rules.
static void terrain_record(astar_grid *grid, int x, int y, int width, int height) {
  journal_area area = {x, y, x + width, y + height, false};
  journal_record_area(grid, CHANGE_GROUND, SUBJECT_MAP, &area);
}

astar_status astar_grid_set_row(astar_grid *grid, int y, const uint8_t *terrains) {
  astar_status status = grid_check_edit(grid, 0, y);
  if (status != ASTAR_OK) return status;
  if (terrains == NULL) return ASTAR_INVALID;
  uint32_t cell = grid_cell(grid, 0, y);
  bool changed = false;
  for (int x = 0; x < grid->width; x++) {
    changed |= terrain_put(grid, cell + (uint32_t)x, terrains[x]);
  }
  if (changed) terrain_record(grid, 0, y, grid->width, 1);
  return ASTAR_OK;
}

astar_status astar_grid_fill(astar_grid *grid, int x, int y, int width, int height,
                             uint8_t terrain) {
  if (grid == NULL) return ASTAR_INVALID;
  if (grid->busy > 0) return ASTAR_BUSY;
  if (!grid_clip(grid, &x, &y, &width, &height)) return ASTAR_OK;
  bool changed = false;
  for (int row = y; row < y + height; row++) {
    uint32_t cell = grid_cell(grid, x, row);
    for (int i = 0; i < width; i++) {
      changed |= terrain_put(grid, cell + (uint32_t)i, terrain);
    }
  }
  if (changed) terrain_record(grid, x, y, width, height);
  return ASTAR_OK;
}
