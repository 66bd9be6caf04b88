// Edits of influence maps, and their replay from deltas.
//
// Invariant: same content, same future. An edit depends on stored values and gains only,
// so that a replica stays equal bit by bit. A delta holds the edit, not its tiles, except
// for arrays of values.
//
// Gains. A value v is stored as v / gain. With a gain near 0 that would not fit a float,
// and fades would lose it. So `influence_normalize` multiplies all stored values by the
// gain, which becomes 1: after a fade below INFLUENCE_MIN_GAIN, and before a value whose
// quotient exceeds INFLUENCE_MAX_STORED. Sums of stored values are cut at FLT_MAX. While
// the gain is below 1 that cuts nothing: added to FLT_MAX, INFLUENCE_MAX_STORED is lost
// in rounding.
#include "base/inline.h"
#include "map/content_hash.h"
#include "map/hex.h"
#include "map/influence.h"
#include "map/replay.h"
#include "map/value_runs.h"

#include <float.h>

// An edit in progress.
typedef struct influence_edit {
  astar_grid *grid;
  grid_influence *map;
  float *stored; // of cell 0; that of cell n is n * INFLUENCE_LANES behind
  bool has_changed;
  int count;     // tiles whose value is not 0, fewer those before
  uint64_t hash; // how the hash changes, if the grid has a log
} influence_edit;

astar_status astar_influence_use(astar_grid *grid, uint64_t map) {
  if (LIVE(grid) == NULL || map > ASTAR_MAX_INFLUENCE) return ASTAR_INVALID;
  if (grid->busy > 0) return ASTAR_BUSY;
  return influence_ensure(grid, map) >= 0 ? ASTAR_OK : ASTAR_INVALID;
}

INLINE_ALWAYS void influence_put(influence_edit *e, uint32_t cell, double value) {
  float *place = &e->stored[(size_t)cell * INFLUENCE_LANES], was = *place;
  float now = !(value > 0) ? 0 : value < FLT_MAX ? (float)value : FLT_MAX;
  if (!(now < was || now > was)) return;
  *place = now;
  e->count += (now > 0) - (was > 0);
  e->has_changed = true;
  if (e->grid->log == NULL) return;
  e->hash += content_hash_influence(e->map->id, cell, was, now);
}

static void influence_set_gain(influence_edit *e, double gain) {
  e->hash += content_hash_influence(e->map->id, GRID_NO_CELL, e->map->gain, gain);
  e->map->gain = gain;
  e->has_changed = true;
}

// Makes the gain 1. Values below those of normal floats become 0. O(tiles).
static void influence_normalize(influence_edit *e) {
  double gain = e->map->gain;
  if (!(gain < 1)) return;
  for (uint32_t cell = 0; cell < grid_tiles(e->grid); cell++) {
    double value = (double)e->stored[(size_t)cell * INFLUENCE_LANES] * gain;
    influence_put(e, cell, value < FLT_MIN ? 0 : value);
  }
  influence_set_gain(e, 1);
}

static void influence_fill(influence_edit *e, edit_area area, double value) {
  uint32_t row = grid_cell(e->grid, area.x, area.y);
  for (; area.height > 0; area.height--, row += (uint32_t)e->grid->width)
    for (int i = 0; i < area.width; i++) influence_put(e, row + (uint32_t)i, value);
}

static void influence_stamp(influence_edit *e, const edit_record *stamp, double amount) {
  const astar_grid *grid = e->grid;
  int x = grid_x(grid, stamp->cell), y = grid_y(grid, stamp->cell);
  edit_area box = stamp->area;
  for (int row = box.y; row < box.y + box.height; row++) {
    uint32_t cell = grid_cell(grid, box.x, row);
    for (int column = box.x; column < box.x + box.width; column++, cell++) {
      double dx = column - x, dy = row - y;
      double d = grid->layout == ASTAR_SQUARE
                     ? sqrt(dx * dx + dy * dy)
                     : hex_distance(grid->layout, x, y, column, row);
      if (d > stamp->cost) continue;
      bool is_whole = stamp->kind == EDIT_INFLUENCE_STAMP_FLAT || !(d > 0);
      double part = is_whole ? 1 : 1 - d / stamp->cost;
      double stored = e->stored[(size_t)cell * INFLUENCE_LANES];
      influence_put(e, cell, stored + amount * part);
    }
  }
}

static void influence_take_values(influence_edit *e, const edit_record *record) {
  byte_reader values = record->values;
  for (int row = 0; row < record->area.height; row++) {
    uint32_t cell = record->cell + (uint32_t)row * (uint32_t)e->grid->width;
    double value;
    for (uint32_t n, left = (uint32_t)record->area.width; left > 0; left -= n) {
      n = value_runs_take_costs(&values, left, &value);
      for (uint32_t i = 0; i < n; i++) influence_put(e, cell++, value);
    }
  }
}

// Begins an edit of a map by `value` at most. False: `*status`, or the map is all 0 and
// stays so.
static bool influence_begin(influence_edit *e, astar_grid *grid,
                            const edit_record *record, double value,
                            astar_status *status) {
  *status = astar_influence_use(grid, record->map);
  if (*status != ASTAR_OK) return false;
  int map = influence_find(grid, record->map);
  *e = (influence_edit){.grid = grid, .map = &grid->influences[map]};
  if (!(value > 0) && e->map->count == 0) return false;
  if (!influence_ensure_plane(grid, e->map->lane)) *status = ASTAR_NO_MEMORY;
  if (*status != ASTAR_OK) return false;
  e->stored = influence_at(grid, map, 0);
  // Records of values have what is stored: so the gain becomes 1.
  bool has_values = record->kind == EDIT_INFLUENCE_VALUES;
  bool has_all = has_values && edit_area_tiles(record->area) == grid_tiles(grid);
  if (has_all && e->map->gain < 1) influence_set_gain(e, 1);
  if (has_values || value > INFLUENCE_MAX_STORED * e->map->gain) influence_normalize(e);
  return true;
}

static void influence_end(influence_edit *e, const edit_record *record) {
  if (!e->has_changed) return;
  e->map->count += (uint32_t)e->count;
  if (e->map->count == 0) influence_set_gain(e, 1);
  e->map->changed = ++e->grid->operations;
  if (e->grid->log != NULL) edit_record_add(e->grid, record, e->hash);
}

// Makes an edit. The last argument of `begin`: values may be above 0.
static astar_status influence_make(astar_grid *grid, edit_record record) {
  influence_edit e;
  astar_status status;
  bool is_fade = record.kind == EDIT_INFLUENCE_FADE;
  double value = record.kind == EDIT_INFLUENCE_VALUES ? 1 : is_fade ? 0 : record.value;
  if (LIVE(grid) == NULL || !edit_record_check_influence(&record, grid))
    return ASTAR_INVALID;
  if (!influence_begin(&e, grid, &record, value, &status)) return status;
  double gain = e.map->gain;
  if (is_fade) {
    if (record.value < 1) influence_set_gain(&e, gain * record.value);
    if (e.map->gain < INFLUENCE_MIN_GAIN) influence_normalize(&e);
  } else if (record.kind == EDIT_INFLUENCE_FILL) {
    influence_fill(&e, record.area, value / gain);
  } else if (record.kind == EDIT_INFLUENCE_VALUES) {
    influence_take_values(&e, &record);
  } else {
    influence_stamp(&e, &record, value / gain);
  }
  influence_end(&e, &record);
  return ASTAR_OK;
}

astar_status astar_influence_fill(astar_grid *grid, uint64_t map, int x, int y, int width,
                                  int height, float value) {
  edit_record record = {.kind = EDIT_INFLUENCE_FILL, .map = map, .value = value};
  if (LIVE(grid) == NULL || !influence_is_value(value)) return ASTAR_INVALID;
  if (!grid_clip(grid, &x, &y, &width, &height)) return astar_influence_use(grid, map);
  record.cell = grid_cell(grid, x, y);
  record.area = (edit_area){x, y, width, height};
  return influence_make(grid, record);
}

astar_status astar_influence_stamp(astar_grid *grid, uint64_t map, int x, int y,
                                   double radius, float value, bool is_flat) {
  edit_kind kind = is_flat ? EDIT_INFLUENCE_STAMP_FLAT : EDIT_INFLUENCE_STAMP;
  edit_record record = {.kind = kind, .cost = radius, .map = map, .value = value};
  astar_status status = grid_check_edit(grid, x, y);
  if (status != ASTAR_OK) return status;
  record.cell = grid_cell(grid, x, y);
  return influence_make(grid, record);
}

astar_status astar_influence_fade(astar_grid *grid, uint64_t map, float factor) {
  return influence_make(
      grid, (edit_record){.kind = EDIT_INFLUENCE_FADE, .map = map, .value = factor});
}

astar_status astar_influence_write(astar_grid *grid, uint64_t map, int x, int y,
                                   int width, int height, const float *values,
                                   size_t stride) {
  influence_edit e;
  edit_record record = {
      .kind = EDIT_INFLUENCE_VALUES, .area = {x, y, width, height}, .map = map};
  float max = 0;
  astar_status status = grid_check_values(grid, x, y, width, height, values, stride);
  if (status != ASTAR_OK || width == 0 || height == 0) return status;
  for (size_t row = 0; row < (size_t)height; row++) {
    for (size_t i = row * stride; i < row * stride + (size_t)width; i++) {
      if (!influence_is_value(values[i])) return ASTAR_INVALID;
      if (values[i] > max) max = values[i];
    }
  }
  record.cell = grid_cell(grid, x, y);
  if (!influence_begin(&e, grid, &record, max, &status)) return status;
  for (int row = 0; row < height; row++, values += stride) {
    uint32_t cell = grid_cell(grid, x, y + row);
    for (int i = 0; i < width; i++) influence_put(&e, cell + (uint32_t)i, values[i]);
  }
  influence_end(&e, &record);
  return ASTAR_OK;
}

void replay_influence(astar_grid *grid, const edit_record *record) {
  influence_make(grid, *record);
}
