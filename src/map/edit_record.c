// Writes edits to the log, and reads records. See edit_record.h for the format.
#include "map/edit_record.h"

#include "map/content_hash.h"
#include "map/edit_log.h"
#include "map/influence.h"
#include "map/value_runs.h"

// Added to the data of a record: what was blocked or opened.
enum { EDIT_RECORD_ON = 8 };

// ------------------------------------------------------------------------------ writing

// The kinds of records with an array of values, and those with a rectangle, as bits.
enum {
  EDIT_RECORD_VALUES = 1 << EDIT_TERRAIN_VALUES | 1 << EDIT_PENALTY_VALUES |
                       1 << EDIT_BLOCK_VALUES | 1 << EDIT_INFLUENCE_VALUES,
  EDIT_RECORD_AREAS = 1 << EDIT_TERRAIN_FILL | 1 << EDIT_PENALTY_FILL |
                      1 << EDIT_BLOCK_FILL | 1 << EDIT_INFLUENCE_FILL | EDIT_RECORD_VALUES
};

// The top bytes of a float: of its double, the others are 0.
enum { EDIT_RECORD_FLOAT = 5 };

static inline bool edit_record_is_of(const edit_record *record, unsigned kinds) {
  return (kinds >> record->kind & 1) != 0;
}

// The data in the high bits of the first byte.
static int edit_record_data(const edit_record *record) {
  switch (record->kind) {
  case EDIT_PENALTY:
  case EDIT_PENALTY_FILL:
  case EDIT_LINK:
  case EDIT_LINK_ONE_WAY: return byte_string_count_top_bytes(record->cost);
  case EDIT_BLOCK:
  case EDIT_BLOCK_FILL:
    return (record->layer - 1) | (record->blocked ? EDIT_RECORD_ON : 0);
  case EDIT_BLOCK_VALUES: return record->layer - 1;
  case EDIT_EDGE:
  case EDIT_EDGE_BOTH: return record->direction | (record->open ? EDIT_RECORD_ON : 0);
  case EDIT_UNLINK: return record->has_rest;
  default: return 0;
  }
}

// Writes the values that an area has now.
static void edit_record_put_values(byte_writer *w, const astar_grid *grid,
                                   const edit_record *record) {
  uint32_t width = (uint32_t)record->area.width, cell = record->cell;
  for (int row = 0; row < record->area.height; row++, cell += (uint32_t)grid->width) {
    if (record->kind == EDIT_TERRAIN_VALUES) {
      value_runs_put_terrain(w, grid->terrain + cell, width);
    } else if (record->kind == EDIT_PENALTY_VALUES) {
      value_runs_put_costs(w, grid->penalty + cell, width);
    } else if (record->kind == EDIT_INFLUENCE_VALUES) {
      value_runs_put_floats(w,
                            influence_at(grid, influence_find(grid, record->map), cell),
                            INFLUENCE_LANES, width);
    } else {
      value_runs_put_flags(w, grid->obstacles + cell, ASTAR_LAYER(record->layer), width);
    }
  }
}

// A float, by the top bytes of a double.
static float edit_record_float(byte_codec *c, float value) {
  if (c->r != NULL) return (float)byte_string_take_top_bytes(c->r, EDIT_RECORD_FLOAT);
  byte_string_put_top_bytes(c->w, value, EDIT_RECORD_FLOAT);
  return value;
}

// An edit of an influence map, whose kind is known, but for its values.
static void edit_record_influence(byte_codec *c, const astar_grid *grid,
                                  edit_record *record) {
  edit_area *area = &record->area;
  record->map = byte_codec_long(c, record->map, ASTAR_MAX_INFLUENCE);
  if (record->kind != EDIT_INFLUENCE_VALUES)
    record->value = edit_record_float(c, record->value);
  if (record->kind == EDIT_INFLUENCE_FADE) return;
  record->cell = byte_codec_number(c, record->cell, grid_tiles(grid) - 1);
  if (!edit_record_is_of(record, EDIT_RECORD_AREAS)) {
    if (c->r != NULL) record->cost = byte_string_take_short_double(c->r);
    if (c->w != NULL) byte_string_put_short_double(c->w, record->cost);
    return;
  }
  area->x = grid_x(grid, record->cell);
  area->y = grid_y(grid, record->cell);
  int right = grid->width - area->x, below = grid->height - area->y;
  area->width = (int)byte_codec_number(c, (uint32_t)area->width, (uint32_t)right);
  area->height = (int)byte_codec_number(c, (uint32_t)area->height, (uint32_t)below);
  byte_codec_require(c, area->width > 0 && area->height > 0);
}

bool edit_record_check_influence(edit_record *record, const astar_grid *grid) {
  edit_kind kind = record->kind;
  bool is_fade = kind == EDIT_INFLUENCE_FADE;
  bool is_stamp = kind == EDIT_INFLUENCE_STAMP || kind == EDIT_INFLUENCE_STAMP_FLAT;
  if (!influence_is_value(is_stamp ? fabsf(record->value) : record->value) ||
      (is_fade && record->value > 1) || !(record->cost >= 0 && record->cost < INFINITY))
    return false;
  if (is_stamp) {
    int reach = record->cost < ASTAR_MAX_SIDE ? (int)record->cost : ASTAR_MAX_SIDE;
    edit_area *box = &record->area;
    *box = (edit_area){grid_x(grid, record->cell) - reach,
                       grid_y(grid, record->cell) - reach, 2 * reach + 1, 2 * reach + 1};
    grid_clip(grid, &box->x, &box->y, &box->width, &box->height);
  }
  return true;
}

static void edit_record_put(byte_writer *w, const astar_grid *grid,
                            const edit_record *record) {
  if (record->kind > EDIT_UNLINK) {
    edit_record written = *record;
    byte_codec c = {w, NULL};
    byte_string_put_byte(w, (uint8_t)((record->kind - EDIT_UNLINK) << 4));
    edit_record_influence(&c, grid, &written);
    if (record->kind == EDIT_INFLUENCE_VALUES) edit_record_put_values(w, grid, record);
    return;
  }
  int data = edit_record_data(record);
  byte_string_put_byte(w, (uint8_t)((unsigned)record->kind | (unsigned)data << 4));
  if (record->kind == EDIT_NOTHING || record->kind == EDIT_REST) return;
  byte_string_put_number(w, record->kind == EDIT_UNLINK ? record->id : record->cell);
  if (edit_record_is_of(record, EDIT_RECORD_AREAS)) {
    byte_string_put_number(w, (uint32_t)record->area.width);
    byte_string_put_number(w, (uint32_t)record->area.height);
  }
  switch (record->kind) {
  case EDIT_TERRAIN:
  case EDIT_TERRAIN_FILL: byte_string_put_byte(w, record->terrain); break;
  case EDIT_TERRAIN_VALUES:
  case EDIT_PENALTY_VALUES:
  case EDIT_BLOCK_VALUES: edit_record_put_values(w, grid, record); break;
  case EDIT_PENALTY:
  case EDIT_PENALTY_FILL: byte_string_put_top_bytes(w, record->cost, data); break;
  case EDIT_LINK:
  case EDIT_LINK_ONE_WAY:
    byte_string_put_number(w, record->to);
    byte_string_put_top_bytes(w, record->cost, data);
    break;
  default: break;
  }
}

// The room for a record [bytes]: the most that one without values takes, 8 bytes, 3
// numbers and a double; values are counted. The rest of an edit fits behind it.
static size_t edit_record_room(const astar_grid *grid, const edit_record *record) {
  byte_writer w = {NULL, 0};
  if (record->kind == EDIT_REST) return 1;
  if (!edit_record_is_of(record, EDIT_RECORD_VALUES)) return 8 + 3 * 5 + 8;
  if (grid->log->is_recording) edit_record_put(&w, grid, record);
  return w.size;
}

void edit_record_add(astar_grid *grid, const edit_record *record, uint64_t change) {
  edit_log *log = grid->log;
  size_t room = edit_record_room(grid, record);
  log->tiles += edit_area_tiles(record->area);
  byte_writer w = edit_log_begin(log, &grid->memory, room, record->kind != EDIT_REST);
  if (w.bytes != NULL) edit_record_put(&w, grid, record);
  edit_log_end(log, &w, change);
  const edit_record rest = {.kind = EDIT_REST};
  if (record->has_rest) edit_record_add(grid, &rest, 0);
}

void edit_record_add_area(astar_grid *grid, edit_record record,
                          const journal_area *area) {
  record.cell = grid_cell(grid, area->left, area->top);
  record.area = (edit_area){area->left, area->top, area->right - area->left,
                            area->bottom - area->top};
  edit_record_add(grid, &record, area->hash);
}

void edit_record_area(astar_grid *grid, edit_record record, const journal_area *area) {
  bool is_penalty =
      record.kind == EDIT_PENALTY_FILL || record.kind == EDIT_PENALTY_VALUES;
  if (area->right <= area->left) return;
  if (grid->log != NULL) edit_record_add_area(grid, record, area);
  journal_record_area(grid, is_penalty ? CHANGE_PENALTY : CHANGE_GROUND,
                      is_penalty ? SUBJECT_PENALTIES : record.layer, area);
}

// How the hash changes when an edge opens or closes in one direction.
static uint64_t edit_record_edge_change(uint32_t cell, int direction, bool open) {
  uint8_t bit = (uint8_t)(1 << direction);
  return content_hash_byte(CONTENT_CLOSED, cell, open ? bit : 0, open ? 0 : bit);
}

void edit_record_edge(astar_grid *grid, uint32_t cell, int direction, bool open,
                      bool both_ways) {
  edit_record record = {.kind = both_ways ? EDIT_EDGE_BOTH : EDIT_EDGE,
                        .cell = cell,
                        .direction = direction,
                        .open = open,
                        .has_rest = both_ways};
  uint64_t change = edit_record_edge_change(cell, direction, open);
  if (both_ways) {
    uint32_t neighbor = grid_cell(grid, grid_x(grid, cell) + direction_dx[direction],
                                  grid_y(grid, cell) + direction_dy[direction]);
    change += edit_record_edge_change(neighbor, direction_reverse[direction], open);
  }
  edit_record_add(grid, &record, change);
}

void edit_record_link(astar_grid *grid, const grid_link *link, bool gone) {
  edit_record record = {.kind = gone            ? EDIT_UNLINK
                                : link->one_way ? EDIT_LINK_ONE_WAY
                                                : EDIT_LINK,
                        .cell = link->from,
                        .cost = link->cost,
                        .to = link->to,
                        .id = link->id,
                        .has_rest = link->from != link->to};
  uint64_t change = content_hash_link(link);
  edit_record_add(grid, &record, gone ? 0 - change : change + content_hash_next_link(1));
}

// ------------------------------------------------------------------------------ reading

static void edit_record_require(byte_reader *r, bool condition) {
  if (!condition) r->is_damaged = true;
}

// A rectangle on the grid, which is not empty.
static edit_area edit_record_take_area(byte_reader *r, const astar_grid *grid,
                                       uint32_t cell) {
  edit_area area = {grid_x(grid, cell), grid_y(grid, cell), 0, 0};
  area.width = (int)byte_string_take_number(r, (uint32_t)(grid->width - area.x));
  area.height = (int)byte_string_take_number(r, (uint32_t)(grid->height - area.y));
  edit_record_require(r, area.width > 0 && area.height > 0);
  return area;
}

static double edit_record_take_cost(byte_reader *r, int data) {
  double cost = byte_string_take_top_bytes(r, data);
  edit_record_require(r, grid_is_cost(cost));
  return cost;
}

// Reads one row of values.
static void edit_record_skip_row(byte_reader *r, edit_kind kind, uint32_t width) {
  for (uint32_t n, left = width; left > 0 && !r->is_damaged; left -= n) {
    if (kind == EDIT_TERRAIN_VALUES) {
      const uint8_t *literals;
      uint8_t terrain;
      n = value_runs_take_terrain(r, left, &literals, &terrain);
    } else if (kind != EDIT_BLOCK_VALUES) {
      double cost;
      n = value_runs_take_costs(r, left, &cost);
      edit_record_require(r, kind == EDIT_PENALTY_VALUES ? grid_is_cost(cost)
                                                         : influence_is_stored(cost));
    } else {
      n = value_runs_take_flags(r, left, left == width);
    }
  }
}

// Checks the values of a rectangle, and remembers where they begin.
static void edit_record_skip_values(byte_reader *r, edit_record *record) {
  record->values = *r;
  for (int row = 0; row < record->area.height && !r->is_damaged; row++)
    edit_record_skip_row(r, record->kind, (uint32_t)record->area.width);
}

static void edit_record_take_edge(byte_reader *r, const astar_grid *grid, int data,
                                  edit_record *record) {
  int d = record->direction = data & 7;
  int x = grid_x(grid, record->cell), y = grid_y(grid, record->cell);
  record->open = (data & EDIT_RECORD_ON) != 0;
  record->has_rest = record->kind == EDIT_EDGE_BOTH;
  edit_record_require(r,
                      (grid_neighbors(grid, x, y) >> d & 1) != 0 &&
                          grid_contains(grid, x + direction_dx[d], y + direction_dy[d]));
}

// Reads what follows the cell and the area.
static void edit_record_take_rest(byte_reader *r, const astar_grid *grid, int data,
                                  edit_record *record) {
  switch (record->kind) {
  case EDIT_TERRAIN:
  case EDIT_TERRAIN_FILL:
    record->terrain = byte_string_take_byte(r);
    edit_record_require(r, data == 0);
    break;
  case EDIT_PENALTY:
  case EDIT_PENALTY_FILL: record->cost = edit_record_take_cost(r, data); break;
  case EDIT_TERRAIN_VALUES:
  case EDIT_PENALTY_VALUES:
    edit_record_require(r, data == 0);
    edit_record_skip_values(r, record);
    break;
  case EDIT_BLOCK:
  case EDIT_BLOCK_FILL:
    record->layer = (data & 7) + 1;
    record->blocked = (data & EDIT_RECORD_ON) != 0;
    break;
  case EDIT_BLOCK_VALUES:
    record->layer = (data & 7) + 1;
    edit_record_require(r, data < EDIT_RECORD_ON);
    edit_record_skip_values(r, record);
    break;
  case EDIT_EDGE:
  case EDIT_EDGE_BOTH: edit_record_take_edge(r, grid, data, record); break;
  case EDIT_LINK:
  case EDIT_LINK_ONE_WAY:
    record->to = byte_string_take_number(r, grid_tiles(grid) - 1);
    record->has_rest = record->to != record->cell;
    record->cost = edit_record_take_cost(r, data);
    break;
  default: break; // without a cell
  }
}

edit_record edit_record_take(byte_reader *r, const astar_grid *grid) {
  uint8_t head = byte_string_take_byte(r);
  int data = head >> 4;
  edit_record record = {.kind = (edit_kind)(head & 15)};
  if (record.kind == EDIT_NOTHING && data > 0) {
    record.kind = (edit_kind)(EDIT_UNLINK + data);
    byte_codec c = {NULL, r};
    edit_record_influence(&c, grid, &record);
    edit_record_require(r, record.kind <= EDIT_INFLUENCE_FADE &&
                               edit_record_check_influence(&record, grid));
    if (record.kind == EDIT_INFLUENCE_VALUES) edit_record_skip_values(r, &record);
  } else if (record.kind == EDIT_NOTHING || record.kind == EDIT_REST) {
    edit_record_require(r, data == 0);
  } else if (record.kind == EDIT_UNLINK) {
    record.id = byte_string_take_number(r, UINT32_MAX);
    record.has_rest = data == 1;
    edit_record_require(r, data <= 1);
  } else {
    record.cell = byte_string_take_number(r, grid_tiles(grid) - 1);
    if (edit_record_is_of(&record, EDIT_RECORD_AREAS))
      record.area = edit_record_take_area(r, grid, record.cell);
    edit_record_take_rest(r, grid, data, &record);
  }
  return record;
}
