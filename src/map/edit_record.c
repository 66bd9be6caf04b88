// Writes edits to the log, and reads records. See edit_record.h for the format.
#include "map/edit_record.h"

#include "map/content_hash.h"
#include "map/edit_log.h"
#include "map/value_runs.h"

// The size of the longest record without values [bytes]: kind, three numbers of 32 bits,
// a double.
enum { EDIT_RECORD_SIZE = 1 + 3 * 5 + 8 };

// Added to the data of a record: what was blocked or opened.
enum { EDIT_RECORD_ON = 8 };

// ------------------------------------------------------------------------------ writing

static void edit_record_put_head(byte_writer *w, edit_kind kind, int data,
                                 uint32_t cell) {
  byte_string_put_byte(w, (uint8_t)((unsigned)kind | (unsigned)data << 4));
  byte_string_put_number(w, cell);
}

static byte_writer edit_record_begin(astar_grid *grid, edit_kind kind, int data,
                                     uint32_t cell) {
  byte_writer w = edit_log_begin(grid->log, &grid->memory, EDIT_RECORD_SIZE, true);
  edit_record_put_head(&w, kind, data, cell);
  return w;
}

static void edit_record_put_area(byte_writer *w, const astar_grid *grid, edit_kind kind,
                                 int data, const journal_area *area) {
  edit_record_put_head(w, kind, data, grid_cell(grid, area->left, area->top));
  byte_string_put_number(w, (uint32_t)(area->right - area->left));
  byte_string_put_number(w, (uint32_t)(area->bottom - area->top));
}

static byte_writer edit_record_begin_area(astar_grid *grid, edit_kind kind, int data,
                                          const journal_area *area) {
  byte_writer w = edit_log_begin(grid->log, &grid->memory, EDIT_RECORD_SIZE, true);
  grid->log->tiles += journal_area_tiles(area);
  edit_record_put_area(&w, grid, kind, data, area);
  return w;
}

void edit_record_nothing(astar_grid *grid) {
  byte_writer w = edit_log_begin(grid->log, &grid->memory, 1, true);
  byte_string_put_byte(&w, EDIT_NOTHING);
  edit_log_end(grid->log, &w, 0);
}

// Records the second revision of an edit.
static void edit_record_rest(astar_grid *grid) {
  byte_writer w = edit_log_begin(grid->log, &grid->memory, 1, false);
  byte_string_put_byte(&w, EDIT_REST);
  edit_log_end(grid->log, &w, 0);
}

void edit_record_terrain(astar_grid *grid, uint32_t cell, uint8_t was, uint8_t now) {
  byte_writer w = edit_record_begin(grid, EDIT_TERRAIN, 0, cell);
  byte_string_put_byte(&w, now);
  edit_log_end(grid->log, &w, content_hash_byte(CONTENT_TERRAIN, cell, was, now));
}

void edit_record_penalty(astar_grid *grid, uint32_t cell, double was, double now) {
  int count = byte_string_count_top_bytes(now);
  byte_writer w = edit_record_begin(grid, EDIT_PENALTY, count, cell);
  byte_string_put_top_bytes(&w, now, count);
  edit_log_end(grid->log, &w, content_hash_penalty(cell, was, now));
}

static int edit_record_block_data(bool blocked, int layer) {
  return (layer - 1) | (blocked ? EDIT_RECORD_ON : 0);
}

void edit_record_block(astar_grid *grid, uint32_t cell, bool blocked, int layer) {
  int data = edit_record_block_data(blocked, layer);
  byte_writer w = edit_record_begin(grid, EDIT_BLOCK, data, cell);
  edit_log_end(grid->log, &w, content_hash_block(cell, blocked, layer));
}

void edit_record_terrain_fill(astar_grid *grid, const journal_area *area,
                              uint8_t terrain) {
  byte_writer w = edit_record_begin_area(grid, EDIT_TERRAIN_FILL, 0, area);
  byte_string_put_byte(&w, terrain);
  edit_log_end(grid->log, &w, area->hash);
}

void edit_record_penalty_fill(astar_grid *grid, const journal_area *area, double cost) {
  int count = byte_string_count_top_bytes(cost);
  byte_writer w = edit_record_begin_area(grid, EDIT_PENALTY_FILL, count, area);
  byte_string_put_top_bytes(&w, cost, count);
  edit_log_end(grid->log, &w, area->hash);
}

void edit_record_block_fill(astar_grid *grid, const journal_area *area, bool blocked,
                            int layer) {
  int data = edit_record_block_data(blocked, layer);
  byte_writer w = edit_record_begin_area(grid, EDIT_BLOCK_FILL, data, area);
  edit_log_end(grid->log, &w, area->hash);
}

// Writes the values that an area has now.
static void edit_record_put_values(byte_writer *w, const astar_grid *grid, edit_kind kind,
                                   const journal_area *area, int layer) {
  uint32_t width = (uint32_t)(area->right - area->left);
  edit_record_put_area(w, grid, kind, kind == EDIT_BLOCK_VALUES ? layer - 1 : 0, area);
  for (int y = area->top; y < area->bottom; y++) {
    uint32_t cell = grid_cell(grid, area->left, y);
    if (kind == EDIT_TERRAIN_VALUES) {
      value_runs_put_terrain(w, grid->terrain + cell, width);
    } else if (kind == EDIT_PENALTY_VALUES) {
      value_runs_put_costs(w, grid->penalty + cell, width);
    } else {
      value_runs_put_flags(w, grid->obstacles + cell, ASTAR_LAYER(layer), width);
    }
  }
}

void edit_record_values(astar_grid *grid, edit_kind kind, const journal_area *area,
                        int layer) {
  byte_writer w = {NULL, 0};
  if (grid->log->is_recording) edit_record_put_values(&w, grid, kind, area, layer);
  grid->log->tiles += journal_area_tiles(area);
  w = edit_log_begin(grid->log, &grid->memory, w.size, true);
  if (w.bytes != NULL) edit_record_put_values(&w, grid, kind, area, layer);
  edit_log_end(grid->log, &w, area->hash);
}

// How the hash changes when an edge opens or closes in one direction.
static uint64_t edit_record_edge_change(uint32_t cell, int direction, bool open) {
  uint8_t bit = (uint8_t)(1 << direction);
  return content_hash_byte(CONTENT_CLOSED, cell, open ? bit : 0, open ? 0 : bit);
}

void edit_record_edge(astar_grid *grid, uint32_t cell, int direction, bool open,
                      bool both_ways) {
  int data = direction | (open ? EDIT_RECORD_ON : 0);
  edit_kind kind = both_ways ? EDIT_EDGE_BOTH : EDIT_EDGE;
  byte_writer w = edit_record_begin(grid, kind, data, cell);
  uint64_t change = edit_record_edge_change(cell, direction, open);
  if (both_ways) {
    uint32_t neighbor = grid_cell(grid, grid_x(grid, cell) + direction_dx[direction],
                                  grid_y(grid, cell) + direction_dy[direction]);
    change += edit_record_edge_change(neighbor, direction_reverse[direction], open);
  }
  edit_log_end(grid->log, &w, change);
  if (both_ways) edit_record_rest(grid);
}

void edit_record_link(astar_grid *grid, const grid_link *link) {
  int count = byte_string_count_top_bytes(link->cost);
  edit_kind kind = link->one_way ? EDIT_LINK_ONE_WAY : EDIT_LINK;
  byte_writer w = edit_record_begin(grid, kind, count, link->from);
  byte_string_put_number(&w, link->to);
  byte_string_put_top_bytes(&w, link->cost, count);
  edit_log_end(grid->log, &w, content_hash_link(link) + content_hash_next_link(1));
  if (link->from != link->to) edit_record_rest(grid);
}

void edit_record_unlink(astar_grid *grid, const grid_link *link) {
  bool has_two_ends = link->from != link->to;
  byte_writer w = edit_record_begin(grid, EDIT_UNLINK, has_two_ends, link->id);
  edit_log_end(grid->log, &w, 0 - content_hash_link(link));
  if (has_two_ends) edit_record_rest(grid);
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
    } else if (kind == EDIT_PENALTY_VALUES) {
      double cost;
      n = value_runs_take_costs(r, left, &cost);
      edit_record_require(r, grid_is_cost(cost));
    } else {
      n = value_runs_take_flags(r, left, left == width);
    }
  }
}

// Checks the values of a rectangle, and remembers where they begin.
static void edit_record_skip_values(byte_reader *r, edit_record *record) {
  record->values = *r;
  for (int row = 0; row < record->area.height && !r->is_damaged; row++) {
    edit_record_skip_row(r, record->kind, (uint32_t)record->area.width);
  }
}

static void edit_record_take_edge(byte_reader *r, const astar_grid *grid, int data,
                                  edit_record *record) {
  int d = record->direction = data & 7;
  int x = grid_x(grid, record->cell), y = grid_y(grid, record->cell);
  record->open = (data & EDIT_RECORD_ON) != 0;
  edit_record_require(r,
                      (grid_neighbors(grid, x, y) >> d & 1) != 0 &&
                          grid_contains(grid, x + direction_dx[d], y + direction_dy[d]));
}

// Whether records of a kind have the rectangle of a fill or of values.
static bool edit_record_has_area(edit_kind kind) {
  switch (kind) {
  case EDIT_TERRAIN_FILL:
  case EDIT_TERRAIN_VALUES:
  case EDIT_PENALTY_FILL:
  case EDIT_PENALTY_VALUES:
  case EDIT_BLOCK_FILL:
  case EDIT_BLOCK_VALUES: return true;
  default: return false;
  }
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
    record->has_two_ends = record->to != record->cell;
    record->cost = edit_record_take_cost(r, data);
    break;
  case EDIT_NOTHING:
  case EDIT_REST:
  case EDIT_UNLINK: break; // without a cell
  }
}

edit_record edit_record_take(byte_reader *r, const astar_grid *grid) {
  uint8_t head = byte_string_take_byte(r);
  int data = head >> 4;
  edit_record record = {.kind = (edit_kind)(head & 15)};
  if (record.kind == EDIT_NOTHING || record.kind == EDIT_REST) {
    edit_record_require(r, data == 0);
  } else if (record.kind == EDIT_UNLINK) {
    record.id = byte_string_take_number(r, UINT32_MAX);
    record.has_two_ends = data == 1;
    edit_record_require(r, data <= 1);
  } else {
    record.cell = byte_string_take_number(r, grid_tiles(grid) - 1);
    if (edit_record_has_area(record.kind)) {
      record.area = edit_record_take_area(r, grid, record.cell);
    }
    edit_record_take_rest(r, grid, data, &record);
  }
  return record;
}
