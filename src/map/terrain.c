// Terrain: one byte per tile. Rules give each terrain a cost.
//
// `grid->population` counts the tiles of each terrain, and `grid->palette` grows whenever
// the set of terrains on the map changes. Data that depends only on this set (see
// `derived/move_table`) is computed again only then.
#include "map/content_hash.h"
#include "map/edit_record.h"
#include "map/grid.h"
#include "map/journal.h"
#include "map/replay.h"
#include "map/value_runs.h"

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
    if (grid->log != NULL) edit_record_terrain(grid, grid_cell(grid, x, y), was, terrain);
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

// Sets one tile of an edit of several tiles. Its effect on costs depends on the rules.
static void terrain_put_in(astar_grid *grid, int x, int y, uint8_t terrain,
                           journal_area *area) {
  uint32_t cell = grid_cell(grid, x, y);
  uint8_t was = grid->terrain[cell];
  if (!terrain_put(grid, cell, terrain)) return;
  journal_add_tile(area, x, y, false);
  if (grid->log != NULL) {
    area->hash += content_hash_byte(CONTENT_TERRAIN, cell, was, terrain);
  }
}

// Records an edit by an array of values.
static void terrain_record_values(astar_grid *grid, const journal_area *area) {
  if (area->right <= area->left) return;
  if (grid->log != NULL) edit_record_values(grid, EDIT_TERRAIN_VALUES, area, 0);
  journal_record_area(grid, CHANGE_GROUND, SUBJECT_MAP, area);
}

astar_status astar_grid_set_row(astar_grid *grid, int y, const uint8_t *terrains) {
  astar_status status = grid_check_edit(grid, 0, y);
  if (status != ASTAR_OK) return status;
  if (terrains == NULL) return ASTAR_INVALID;
  journal_area area = journal_empty_area();
  for (int x = 0; x < grid->width; x++) terrain_put_in(grid, x, y, terrains[x], &area);
  terrain_record_values(grid, &area);
  return ASTAR_OK;
}

void replay_terrain(astar_grid *grid, const edit_record *record) {
  byte_reader values = record->values;
  edit_area box = record->area;
  journal_area area = journal_empty_area();
  for (int y = box.y; y < box.y + box.height; y++) {
    for (uint32_t n, left = (uint32_t)box.width; left > 0; left -= n) {
      const uint8_t *literals;
      uint8_t terrain;
      int x = box.x + box.width - (int)left;
      n = value_runs_take_terrain(&values, left, &literals, &terrain);
      for (int i = 0; i < (int)n; i++) {
        terrain_put_in(grid, x + i, y, literals != NULL ? literals[i] : terrain, &area);
      }
    }
  }
  terrain_record_values(grid, &area);
}

astar_status astar_grid_fill(astar_grid *grid, int x, int y, int width, int height,
                             uint8_t terrain) {
  if (grid == NULL) return ASTAR_INVALID;
  if (grid->busy > 0) return ASTAR_BUSY;
  if (!grid_clip(grid, &x, &y, &width, &height)) return ASTAR_OK;
  journal_area area = journal_empty_area();
  for (int row = y; row < y + height; row++) {
    for (int i = x; i < x + width; i++) terrain_put_in(grid, i, row, terrain, &area);
  }
  if (area.right <= area.left) return ASTAR_OK;
  if (grid->log != NULL) edit_record_terrain_fill(grid, &area, terrain);
  journal_record_area(grid, CHANGE_GROUND, SUBJECT_MAP, &area);
  return ASTAR_OK;
}
