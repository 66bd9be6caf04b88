// Dynamic obstacles: they block a tile of any terrain, on one or more of 8 layers. A
// mover can ignore layers.
//
// `grid->obstacles` has one byte per cell with one bit per layer (bit 0 is layer 1).
// `grid->obstacle_count` counts the blocked tiles of each layer: queries that find a
// count of 0 skip the layer.
//
// Only tiles that change are written and recorded. The change has the number of the layer
// as its subject, so derived data of a filter that ignores the layer is not repaired. An
// edit of a rectangle is one change in the journal: the bounding box of the tiles that
// changed.
#include "map/content_hash.h"
#include "map/edit_record.h"
#include "map/grid.h"
#include "map/journal.h"
#include "map/replay.h"
#include "map/value_runs.h"

static bool obstacles_is_layer(int layer) { return layer >= 1 && layer <= ASTAR_LAYERS; }

uint8_t astar_grid_obstacles(const astar_grid *grid, int x, int y) {
  return grid_contains(LIVE(grid), x, y)
             ? grid_cell_obstacles(grid, grid_cell(grid, x, y))
             : 0;
}

bool astar_grid_is_blocked(const astar_grid *grid, int x, int y, int layer) {
  uint8_t layers = astar_grid_obstacles(grid, x, y);
  if (layer == ASTAR_ANY_LAYER) return layers != 0;
  return obstacles_is_layer(layer) && (layers & ASTAR_LAYER(layer)) != 0;
}

// Whether the edit changes the cell.
static bool obstacles_differs(const astar_grid *grid, uint32_t cell, bool blocked,
                              int layer) {
  return ((grid_cell_obstacles(grid, cell) & ASTAR_LAYER(layer)) != 0) != blocked;
}

// Blocks a free cell, or frees a blocked cell. `grid->obstacles` must exist.
static void obstacles_flip(astar_grid *grid, uint32_t cell, bool blocked, int layer) {
  grid->obstacles[cell] ^= ASTAR_LAYER(layer);
  if (blocked) {
    grid->obstacle_count[layer - 1]++;
  } else {
    grid->obstacle_count[layer - 1]--;
  }
}

astar_status astar_grid_block(astar_grid *grid, int x, int y, bool blocked, int layer) {
  astar_status status = grid_check_edit(grid, x, y);
  if (status != ASTAR_OK) return status;
  if (!obstacles_is_layer(layer)) return ASTAR_INVALID;
  uint32_t cell = grid_cell(grid, x, y);
  if (!obstacles_differs(grid, cell, blocked, layer)) return ASTAR_OK;
  if (!grid_ensure_obstacles(grid)) return ASTAR_NO_MEMORY;
  obstacles_flip(grid, cell, blocked, layer);
  if (grid->log != NULL) edit_record_block(grid, cell, blocked, layer);
  journal_record_tile(grid, CHANGE_GROUND, layer, cell, blocked);
  return ASTAR_OK;
}

// Blocks or frees one tile of a rectangle. False: out of memory. Only the first tile that
// changes can fail, so a failed edit changes nothing.
static bool obstacles_put_in(astar_grid *grid, int x, int y, bool blocked, int layer,
                             journal_area *area) {
  uint32_t cell = grid_cell(grid, x, y);
  if (!obstacles_differs(grid, cell, blocked, layer)) return true;
  if (!grid_ensure_obstacles(grid)) return false;
  obstacles_flip(grid, cell, blocked, layer);
  journal_add_tile(area, x, y, blocked);
  return true;
}

// How the hash changes when `count` successive tiles of a row are blocked or freed: by an
// array, or all alike when the array is NULL. 0 without a log.
static uint64_t obstacles_hash_row(const astar_grid *grid, int x, int y, int count,
                                   const uint8_t *values, bool blocked, int layer) {
  uint32_t cell = grid_cell(grid, x, y);
  uint64_t hash = 0;
  for (uint32_t i = 0; grid->log != NULL && i < (uint32_t)count; i++) {
    bool now = values != NULL ? values[i] != 0 : blocked;
    if (obstacles_differs(grid, cell + i, now, layer)) {
      hash += content_hash_block(cell + i, now, layer);
    }
  }
  return hash;
}

astar_status astar_grid_fill_blocked(astar_grid *grid, int x, int y, int width,
                                     int height, bool blocked, int layer) {
  if (LIVE(grid) == NULL || !obstacles_is_layer(layer)) return ASTAR_INVALID;
  if (grid->busy > 0) return ASTAR_BUSY;
  if (!grid_clip(grid, &x, &y, &width, &height)) return ASTAR_OK;
  journal_area area = journal_empty_area();
  for (int row = y; row < y + height; row++) {
    area.hash += obstacles_hash_row(grid, x, row, width, NULL, blocked, layer);
    for (int i = x; i < x + width; i++) {
      if (!obstacles_put_in(grid, i, row, blocked, layer, &area)) return ASTAR_NO_MEMORY;
    }
  }
  if (grid->log != NULL && area.right > area.left) {
    edit_record_block_fill(grid, &area, blocked, layer);
  }
  journal_record_area(grid, CHANGE_GROUND, layer, &area);
  return ASTAR_OK;
}

// Records an edit by an array.
static void obstacles_record_values(astar_grid *grid, int layer,
                                    const journal_area *area) {
  if (area->right <= area->left) return;
  if (grid->log != NULL) edit_record_values(grid, EDIT_BLOCK_VALUES, area, layer);
  journal_record_area(grid, CHANGE_GROUND, layer, area);
}

astar_status astar_grid_set_blocked(astar_grid *grid, int x, int y, int width, int height,
                                    const uint8_t *blocked, size_t stride, int layer) {
  if (!obstacles_is_layer(layer)) return ASTAR_INVALID;
  astar_status status = grid_check_values(grid, x, y, width, height, blocked, stride);
  if (status != ASTAR_OK || width == 0 || height == 0) return status;
  journal_area area = journal_empty_area();
  for (int row = 0; row < height; row++) {
    const uint8_t *line = blocked + (size_t)row * stride;
    area.hash += obstacles_hash_row(grid, x, y + row, width, line, false, layer);
    for (int i = 0; i < width; i++) {
      if (!obstacles_put_in(grid, x + i, y + row, line[i] != 0, layer, &area)) {
        return ASTAR_NO_MEMORY;
      }
    }
  }
  obstacles_record_values(grid, layer, &area);
  return ASTAR_OK;
}

void replay_obstacles(astar_grid *grid, const edit_record *record) {
  byte_reader values = record->values;
  edit_area box = record->area;
  journal_area area = journal_empty_area();
  for (int y = box.y; y < box.y + box.height; y++) {
    bool blocked = false;
    for (uint32_t n, left = (uint32_t)box.width; left > 0; left -= n) {
      int x = box.x + box.width - (int)left;
      n = value_runs_take_flags(&values, left, (int)left == box.width);
      area.hash += obstacles_hash_row(grid, x, y, (int)n, NULL, blocked, record->layer);
      for (int i = x; i < x + (int)n; i++) {
        obstacles_put_in(grid, i, y, blocked, record->layer, &area);
      }
      blocked = !blocked;
    }
  }
  obstacles_record_values(grid, record->layer, &area);
}
