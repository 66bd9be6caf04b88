// Terrain: a byte per tile.
#include "map/grid.h"
#include "map/journal.h"

int astar_grid_get(const astar_grid *grid, int x, int y) {
  return grid_contains(grid, x, y) ? grid->terrain[grid_cell(grid, x, y)] : -1;
}

const uint8_t *astar_grid_row(const astar_grid *grid, int y) {
  return grid_contains(grid, 0, y) ? grid->terrain + grid_cell(grid, 0, y) : NULL;
}

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

astar_status astar_grid_set_row(astar_grid *grid, int y, const uint8_t *terrains) {
  astar_status status = grid_check_edit(grid, 0, y);
  if (status != ASTAR_OK) return status;
  uint32_t cell = grid_cell(grid, 0, y);
  bool changed = false;
  for (int x = 0; x < grid->width; x++) {
    changed |= terrain_put(grid, cell + (uint32_t)x, terrains[x]);
  }
  if (changed) journal_record_area(grid, 0, y, grid->width, 1);
  return ASTAR_OK;
}

// Clips [*start, *start + *length) to [0, limit).
static void terrain_clip(int *start, int *length, int limit) {
  int64_t end = (int64_t)*start + *length;
  if (end > limit) end = limit;
  if (*start < 0) *start = 0;
  *length = end > *start ? (int)(end - *start) : 0;
}

astar_status astar_grid_fill(astar_grid *grid, int x, int y, int width, int height,
                             uint8_t terrain) {
  if (grid->busy > 0) return ASTAR_BUSY;
  terrain_clip(&x, &width, grid->width);
  terrain_clip(&y, &height, grid->height);
  if (width == 0 || height == 0) return ASTAR_OK;
  bool changed = false;
  for (int row = y; row < y + height; row++) {
    uint32_t cell = grid_cell(grid, x, row);
    for (int i = 0; i < width; i++) {
      changed |= terrain_put(grid, cell + (uint32_t)i, terrain);
    }
  }
  if (changed) journal_record_area(grid, x, y, width, height);
  return ASTAR_OK;
}
