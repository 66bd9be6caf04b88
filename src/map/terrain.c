// Terrain: one byte per tile. Rules give each terrain a cost.
//
// `grid->population` counts the tiles of each terrain, and `grid->palette` grows whenever
// the set of terrains on the map changes. Data that depends only on this set (see
// `derived/move_table`) is computed again only then.
#include "base/inline.h"
#include "map/content_hash.h"
#include "map/edit_record.h"
#include "map/grid.h"
#include "map/journal.h"
#include "map/replay.h"
#include "map/value_runs.h"

int astar_grid_get(const astar_grid *grid, int x, int y) {
  return grid_contains(LIVE(grid), x, y) ? grid->terrain[grid_cell(grid, x, y)] : -1;
}

const uint8_t *astar_grid_row(const astar_grid *grid, int y) {
  return grid_contains(LIVE(grid), 0, y) ? grid->terrain + grid_cell(grid, 0, y) : NULL;
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

// Records an edit of one tile in the log.
static void terrain_record_tile(astar_grid *grid, uint32_t cell, uint8_t was) {
  uint8_t now = grid->terrain[cell];
  edit_record record = {.kind = EDIT_TERRAIN, .cell = cell, .terrain = now};
  edit_record_add(grid, &record, content_hash_byte(CONTENT_TERRAIN, cell, was, now));
}

astar_status astar_grid_set(astar_grid *grid, int x, int y, uint8_t terrain) {
  astar_status status = grid_check_edit(grid, x, y);
  if (status != ASTAR_OK) return status;
  uint8_t was = grid->terrain[grid_cell(grid, x, y)];
  if (terrain_put(grid, grid_cell(grid, x, y), terrain)) {
    if (grid->log != NULL) terrain_record_tile(grid, grid_cell(grid, x, y), was);
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

// Collects which of `count` successive tiles of a row would change by the terrains of an
// array, or when the array is NULL by one terrain.
INLINE_NEVER void terrain_compare_row(const astar_grid *grid, int x, int y, int count,
                                      const uint8_t *terrains, uint8_t terrain,
                                      journal_area *area) {
  uint32_t cell = grid_cell(grid, x, y);
  for (int i = 0; i < count; i++, cell++) {
    uint8_t was = grid->terrain[cell], now = terrains != NULL ? terrains[i] : terrain;
    if (was == now) continue;
    journal_add_tile(area, x + i, y, false);
    area->hash += content_hash_byte(CONTENT_TERRAIN, cell, was, now);
  }
}

// Sets these tiles. With a log it collects which of them change. False: none.
INLINE_ALWAYS bool terrain_put_row(astar_grid *grid, int x, int y, int count,
                                   const uint8_t *terrains, uint8_t terrain,
                                   journal_area *area) {
  if (grid->log != NULL) terrain_compare_row(grid, x, y, count, terrains, terrain, area);
  uint32_t cell = grid_cell(grid, x, y);
  bool changed = false;
  for (int i = 0; i < count; i++) {
    uint8_t now = terrains != NULL ? terrains[i] : terrain;
    changed |= terrain_put(grid, cell + (uint32_t)i, now);
  }
  return changed;
}

// Records an edit of a rectangle as one change. Its effect on costs depends on the rules.
static void terrain_record(astar_grid *grid, int x, int y, int width, int height) {
  journal_area area = {x, y, x + width, y + height, false, 0};
  journal_record_area(grid, CHANGE_GROUND, SUBJECT_MAP, &area);
}

astar_status astar_grid_set_row(astar_grid *grid, int y, const uint8_t *terrains) {
  astar_status status = grid_check_edit(grid, 0, y);
  if (status != ASTAR_OK) return status;
  if (terrains == NULL) return ASTAR_INVALID;
  journal_area area = journal_empty_area();
  if (!terrain_put_row(grid, 0, y, grid->width, terrains, 0, &area)) return ASTAR_OK;
  edit_record record = {.kind = EDIT_TERRAIN_VALUES};
  if (grid->log != NULL) edit_record_add_area(grid, record, &area);
  terrain_record(grid, 0, y, grid->width, 1);
  return ASTAR_OK;
}

void replay_terrain(astar_grid *grid, const edit_record *record) {
  byte_reader values = record->values;
  edit_area box = record->area;
  journal_area area = journal_empty_area();
  bool changed = false;
  for (int y = box.y; y < box.y + box.height; y++) {
    for (uint32_t n, left = (uint32_t)box.width; left > 0; left -= n) {
      const uint8_t *literals;
      uint8_t terrain;
      int x = box.x + box.width - (int)left;
      n = value_runs_take_terrain(&values, left, &literals, &terrain);
      changed |= terrain_put_row(grid, x, y, (int)n, literals, terrain, &area);
    }
  }
  if (!changed) return;
  edit_record_add_area(grid, *record, &area);
  terrain_record(grid, box.x, box.y, box.width, box.height);
}

astar_status astar_grid_fill(astar_grid *grid, int x, int y, int width, int height,
                             uint8_t terrain) {
  if (LIVE(grid) == NULL) return ASTAR_INVALID;
  if (grid->busy > 0) return ASTAR_BUSY;
  if (!grid_clip(grid, &x, &y, &width, &height)) return ASTAR_OK;
  journal_area area = journal_empty_area();
  bool changed = false;
  for (int row = y; row < y + height; row++)
    changed |= terrain_put_row(grid, x, row, width, NULL, terrain, &area);
  if (!changed) return ASTAR_OK;
  edit_record record = {.kind = EDIT_TERRAIN_FILL, .terrain = terrain};
  if (grid->log != NULL) edit_record_add_area(grid, record, &area);
  terrain_record(grid, x, y, width, height);
  return ASTAR_OK;
}
