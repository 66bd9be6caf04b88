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
#include "base/inline.h"
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
  if (blocked)
    grid->obstacle_count[layer - 1]++;
  else
    grid->obstacle_count[layer - 1]--;
}

astar_status astar_grid_block(astar_grid *grid, int x, int y, bool blocked, int layer) {
  astar_status status = grid_check_edit(grid, x, y);
  if (status != ASTAR_OK) return status;
  if (!obstacles_is_layer(layer)) return ASTAR_INVALID;
  uint32_t cell = grid_cell(grid, x, y);
  if (!obstacles_differs(grid, cell, blocked, layer)) return ASTAR_OK;
  if (!grid_ensure_obstacles(grid)) return ASTAR_NO_MEMORY;
  obstacles_flip(grid, cell, blocked, layer);
  if (grid->log != NULL) {
    edit_record record = {
        .kind = EDIT_BLOCK, .cell = cell, .layer = layer, .blocked = blocked};
    edit_record_add(grid, &record, content_hash_block(cell, blocked, layer));
  }
  journal_record_tile(grid, CHANGE_GROUND, layer, cell, blocked);
  return ASTAR_OK;
}

// Blocks or frees successive tiles of a row: by an array, or all alike when the array is
// NULL. False: out of memory. Only the first tile that changes can fail, so a failed edit
// changes nothing.
INLINE_ALWAYS bool obstacles_put_row(astar_grid *grid, int x, int y, int count,
                                     const uint8_t *values, const edit_record *record,
                                     journal_area *area) {
  uint32_t cell = grid_cell(grid, x, y);
  for (int i = 0; i < count; i++, cell++) {
    bool now = values != NULL ? values[i] != 0 : record->blocked;
    if (!obstacles_differs(grid, cell, now, record->layer)) continue;
    if (!grid_ensure_obstacles(grid)) return false;
    obstacles_flip(grid, cell, now, record->layer);
    journal_add_tile(area, x + i, y, now);
    if (grid->log != NULL) area->hash += content_hash_block(cell, now, record->layer);
  }
  return true;
}

astar_status astar_grid_fill_blocked(astar_grid *grid, int x, int y, int width,
                                     int height, bool blocked, int layer) {
  if (LIVE(grid) == NULL || !obstacles_is_layer(layer)) return ASTAR_INVALID;
  if (grid->busy > 0) return ASTAR_BUSY;
  if (!grid_clip(grid, &x, &y, &width, &height)) return ASTAR_OK;
  journal_area area = journal_empty_area();
  edit_record record = {.kind = EDIT_BLOCK_FILL, .layer = layer, .blocked = blocked};
  for (int row = y; row < y + height; row++)
    if (!obstacles_put_row(grid, x, row, width, NULL, &record, &area))
      return ASTAR_NO_MEMORY;
  edit_record_area(grid, record, &area);
  return ASTAR_OK;
}

astar_status astar_grid_set_blocked(astar_grid *grid, int x, int y, int width, int height,
                                    const uint8_t *blocked, size_t stride, int layer) {
  if (!obstacles_is_layer(layer)) return ASTAR_INVALID;
  astar_status status = grid_check_values(grid, x, y, width, height, blocked, stride);
  if (status != ASTAR_OK || width == 0 || height == 0) return status;
  journal_area area = journal_empty_area();
  edit_record record = {.kind = EDIT_BLOCK_VALUES, .layer = layer};
  for (int row = 0; row < height; row++) {
    const uint8_t *line = blocked + (size_t)row * stride;
    if (!obstacles_put_row(grid, x, y + row, width, line, &record, &area))
      return ASTAR_NO_MEMORY;
  }
  edit_record_area(grid, record, &area);
  return ASTAR_OK;
}

void replay_obstacles(astar_grid *grid, const edit_record *record) {
  byte_reader values = record->values;
  edit_area box = record->area;
  journal_area area = journal_empty_area();
  for (int y = box.y; y < box.y + box.height; y++) {
    edit_record run = *record; // the first run of a row is not blocked
    for (uint32_t n, left = (uint32_t)box.width; left > 0; left -= n) {
      int x = box.x + box.width - (int)left;
      n = value_runs_take_flags(&values, left, (int)left == box.width);
      obstacles_put_row(grid, x, y, (int)n, NULL, &run, &area);
      run.blocked = !run.blocked;
    }
  }
  edit_record_area(grid, *record, &area);
}
