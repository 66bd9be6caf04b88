// Terrain: one byte per tile. Rules give each terrain a cost.
//
// `grid->population` counts the tiles of each terrain, and `grid->palette` grows whenever
// the set of terrains on the map changes. Data that depends only on this set (see
// `derived/move_table`) is computed again only then.
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

// Sets `count` successive tiles of a row to the same terrain, and extends the area of the
// edit.
static void terrain_put_run(astar_grid *grid, int x, int y, uint32_t count,
                            uint8_t terrain, journal_area *area) {
  uint32_t cell = grid_cell(grid, x, y);
  for (uint32_t i = 0; i < count; i++) {
    if (terrain_put(grid, cell + i, terrain)) {
      journal_add_tile(area, x + (int)i, y, false); // its effect depends on the rules
    }
  }
}

// The same for an array of terrains.
static void terrain_put_values(astar_grid *grid, int x, int y, uint32_t count,
                               const uint8_t *terrains, journal_area *area) {
  uint32_t cell = grid_cell(grid, x, y);
  for (uint32_t i = 0; i < count; i++) {
    if (terrain_put(grid, cell + i, terrains[i])) {
      journal_add_tile(area, x + (int)i, y, false);
    }
  }
}

// Records an edit of several values. `change`: how the hash changes.
static void terrain_record_values(astar_grid *grid, const journal_area *area,
                                  uint64_t change) {
  if (area->right <= area->left) return;
  if (grid->log != NULL) edit_record_terrain_values(grid, edit_area_of(area), change);
  journal_record_area(grid, CHANGE_GROUND, SUBJECT_MAP, area);
}

astar_status astar_grid_set_row(astar_grid *grid, int y, const uint8_t *terrains) {
  astar_status status = grid_check_edit(grid, 0, y);
  if (status != ASTAR_OK) return status;
  if (terrains == NULL) return ASTAR_INVALID;
  edit_area row = {0, y, grid->width, 1};
  uint64_t before = edit_record_hash_terrain(grid, row);
  journal_area area = journal_empty_area();
  terrain_put_values(grid, 0, y, (uint32_t)grid->width, terrains, &area);
  terrain_record_values(grid, &area, edit_record_hash_terrain(grid, row) - before);
  return ASTAR_OK;
}

void replay_terrain(astar_grid *grid, const edit_record *record) {
  byte_reader values = record->values;
  edit_area box = record->area;
  uint64_t before = edit_record_hash_terrain(grid, box);
  journal_area area = journal_empty_area();
  for (int y = box.y; y < box.y + box.height; y++) {
    for (uint32_t n, left = (uint32_t)box.width; left > 0; left -= n) {
      const uint8_t *literals;
      uint8_t terrain;
      int x = box.x + box.width - (int)left;
      n = value_runs_take_terrain(&values, left, &literals, &terrain);
      if (literals != NULL) {
        terrain_put_values(grid, x, y, n, literals, &area);
      } else {
        terrain_put_run(grid, x, y, n, terrain, &area);
      }
    }
  }
  terrain_record_values(grid, &area, edit_record_hash_terrain(grid, box) - before);
}

astar_status astar_grid_fill(astar_grid *grid, int x, int y, int width, int height,
                             uint8_t terrain) {
  if (grid == NULL) return ASTAR_INVALID;
  if (grid->busy > 0) return ASTAR_BUSY;
  if (!grid_clip(grid, &x, &y, &width, &height)) return ASTAR_OK;
  edit_area box = {x, y, width, height};
  uint64_t before = edit_record_hash_terrain(grid, box);
  journal_area area = journal_empty_area();
  for (int row = y; row < y + height; row++) {
    terrain_put_run(grid, x, row, (uint32_t)width, terrain, &area);
  }
  if (area.right <= area.left) return ASTAR_OK;
  if (grid->log != NULL) {
    edit_record_terrain_fill(grid, edit_area_of(&area), terrain,
                             edit_record_hash_terrain(grid, box) - before);
  }
  journal_record_area(grid, CHANGE_GROUND, SUBJECT_MAP, &area);
  return ASTAR_OK;
}
