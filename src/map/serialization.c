// Writes grids as byte strings, and checks and reads such strings.
//
// The format, version 3. A cell is y * width + x, with x and y from 0.
//
// clang-format off
//     bytes        content
//     ----------   ----------------------------------------------------------------
//     9            "astargrid"
//     1            version of the format: 3; without influence maps 2
//     1            layout: 0 square, 1 odd_r, 2 even_r, 3 odd_q, 4 even_q
//     number       width [tiles]
//     number       height [tiles]
//     number       revision of the grid, at most 2^53
//     terrain      one row of width * height tiles, as in map/value_runs.h
//     number       how many tiles have a penalty; for each of them, row by row:
//       gap          its cell
//       cost         its penalty, above 0
//     number       how many tiles have dynamic obstacles; for each, row by row:
//       gap          its cell
//       1            one bit per layer, the lowest for layer 1; not 0
//     number       how many tiles have closed edges; for each, row by row:
//       gap          its cell
//       1            one bit per direction, numbered as in base/directions.h; not 0
//     number       id of the next link, at least 1
//     number       how many links; for each, by id:
//       gap          its id
//       number       cell where it begins
//       number       cell where it ends
//       1            0: two-way, 1: one-way
//       cost         its cost
//     1            (3) how many influence maps have content; for each, by id:
//       number       its id
//       short double its gain, above 0, at most 1
//       costs        one row of its stored values, which are floats, not all of them 0
//     4            checksum, lowest byte first: 32-bit FNV-1a (Fowler, Noll, Vo) of
//                  all bytes before
//
//     number, short double: as in base/byte_string.h; costs: as in map/value_runs.h
//     gap          a number: the difference to the entry before; the first entry
//                  counts from 0
//     cost         8 bytes: an IEEE 754 double, lowest byte first
//
// clang-format on
//
// The same content and revision always give the same bytes: entries are in order, and
// values are always divided into the same runs. Version 1, which is still read, has no
// revision (it is read as 0) and no byte of layers for obstacles (all are on layer 1).
//
// Reading a hostile string is safe. The checksum finds accidents only. So the reader
// checks every value: counts against the bytes that are left, gaps against the end of the
// grid, edges against the layout, costs against their range. Reading ends at the first
// wrong value, and the grid is freed. The terrain takes one byte per tile, at most
// `max_tiles`. Each other array is allocated when its first entry was read and is valid.
#include <string.h>

#include "base/byte_string.h"
#include "map/influence.h"
#include "map/journal.h"
#include "map/value_runs.h"

static const byte_string_kind grid_string = {
    "astargrid", 3, "not a serialized astar grid of this version",
    "the serialized grid is damaged: its checksum is wrong"};

// The greatest revision in a string: a number of any Lua version holds it exactly, and
// more than 2^63 edits can follow before 64 bits overflow.
#define SERIALIZATION_MAX_REVISION (UINT64_C(1) << 53)

// The version of strings without influence maps: readers before version 3 have it.
enum { SERIALIZATION_WITHOUT_MAPS = 2 };

// ----------------------------------------------------------------------------- writing

// Writes the gap from the entry `before` to `cell`. Returns `cell`.
static uint32_t serialization_put_gap(byte_writer *w, uint32_t cell, uint32_t before) {
  byte_string_put_number(w, cell - before);
  return cell;
}

static void serialization_put_penalties(byte_writer *w, const astar_grid *grid) {
  uint32_t before = 0;
  byte_string_put_number(w, grid->penalty_count);
  for (uint32_t cell = 0; grid->penalty_count > 0 && cell < grid_tiles(grid); cell++) {
    if (!(grid->penalty[cell] > 0)) continue;
    before = serialization_put_gap(w, cell, before);
    byte_string_put_double(w, grid->penalty[cell]);
  }
}

// Writes an array with one byte per cell: the cells whose byte is not 0.
static void serialization_put_bytes(byte_writer *w, const uint8_t *bytes,
                                    uint32_t tiles) {
  uint32_t before = 0, count = 0;
  for (uint32_t cell = 0; cell < tiles; cell++) count += bytes[cell] != 0;
  byte_string_put_number(w, count);
  for (uint32_t cell = 0; cell < tiles; cell++) {
    if (bytes[cell] == 0) continue;
    before = serialization_put_gap(w, cell, before);
    byte_string_put_byte(w, bytes[cell]);
  }
}

static void serialization_put_links(byte_writer *w, const astar_grid *grid) {
  uint32_t before = 0;
  byte_string_put_number(w, grid->next_link);
  byte_string_put_number(w, grid->link_count);
  for (uint32_t i = 0; i < grid->link_count; i++) {
    const grid_link *link = &grid->links[i];
    before = serialization_put_gap(w, link->id, before);
    byte_string_put_number(w, link->from);
    byte_string_put_number(w, link->to);
    byte_string_put_byte(w, link->one_way);
    byte_string_put_double(w, link->cost);
  }
}

// Writes the maps with content. `count`: so many.
static void serialization_put_influences(byte_writer *w, const astar_grid *grid,
                                         int count) {
  byte_string_put_byte(w, (uint8_t)count);
  for (int i = 0; i < grid->influence_count; i++) {
    if (grid->influences[i].count == 0) continue;
    byte_string_put_number(w, grid->influences[i].id);
    byte_string_put_short_double(w, grid->influences[i].gain);
    value_runs_put_floats(w, influence_at(grid, i, 0), INFLUENCE_LANES, grid_tiles(grid));
  }
}

static int serialization_count_maps(const astar_grid *grid) {
  int maps = 0;
  for (int i = 0; i < grid->influence_count; i++) maps += grid->influences[i].count > 0;
  return maps;
}

static void serialization_put_grid(byte_writer *w, const void *object) {
  const astar_grid *grid = (const astar_grid *)object;
  uint64_t revision = grid_revision(grid) < SERIALIZATION_MAX_REVISION
                          ? grid_revision(grid)
                          : SERIALIZATION_MAX_REVISION;
  uint32_t tiles = grid_tiles(grid);
  int maps = serialization_count_maps(grid);
  byte_string_put_byte(w, (uint8_t)grid->layout);
  byte_string_put_number(w, (uint32_t)grid->width);
  byte_string_put_number(w, (uint32_t)grid->height);
  byte_string_put_number(w, revision);
  value_runs_put_terrain(w, grid->terrain, tiles);
  serialization_put_penalties(w, grid);
  serialization_put_bytes(w, grid->obstacles, grid_used_layers(grid) != 0 ? tiles : 0);
  serialization_put_bytes(w, grid->closed, grid->closed_count > 0 ? tiles : 0);
  serialization_put_links(w, grid);
  if (maps > 0) serialization_put_influences(w, grid, maps);
}

// A string has at most 14 bytes per tile (terrain 1, penalty 9, obstacles 2, edges 2), 7
// per tile and influence map, and 22 bytes per link. Its size must fit size_t, also where
// that has 32 bits and all memory is at most 2^32 bytes. The largest grid takes 1.5e9
// bytes for its tiles, and at least 36 bytes per link while the array of links grows, so
// that the string has at most 3.6e9 bytes. Influence maps could take more: there, grids
// whose maps could exceed 2^31 bytes have no string.
size_t astar_grid_serialize(const astar_grid *grid, void *bytes, size_t capacity) {
  if (LIVE(grid) == NULL) return 0;
  uint64_t influences = UINT64_C(7) * grid_tiles(grid) * (uint64_t)grid->influence_count;
  if (SIZE_MAX <= UINT32_MAX && influences > INT32_MAX) return 0;
  byte_string_kind kind = grid_string;
  if (serialization_count_maps(grid) == 0) kind.version = SERIALIZATION_WITHOUT_MAPS;
  return byte_string_write(&kind, serialization_put_grid, grid, bytes, capacity);
}

// ----------------------------------------------------------------------------- reading

static double serialization_take_cost(byte_reader *r) {
  double cost = byte_string_take_double(r);
  if (grid_is_cost(cost)) return cost;
  r->is_damaged = true;
  return 0;
}

// Reads a gap and returns the cell of the entry. Gaps are above 0, so cells ascend; only
// the gap of the first entry may be 0.
static uint32_t serialization_take_cell(byte_reader *r, uint32_t before, bool first,
                                        uint32_t tiles) {
  uint32_t step = byte_string_take_number(r, tiles - 1);
  if ((step == 0 && !first) || step >= tiles - before) r->is_damaged = true;
  return r->is_damaged ? 0 : before + step;
}

static void serialization_take_terrain(byte_reader *r, astar_grid *grid) {
  uint32_t tiles = grid_tiles(grid), cell = 0;
  while (cell < tiles && !r->is_damaged) {
    const uint8_t *literals;
    uint8_t terrain;
    uint32_t n = value_runs_take_terrain(r, tiles - cell, &literals, &terrain);
    if (literals != NULL)
      memcpy(grid->terrain + cell, literals, n);
    else
      memset(grid->terrain + cell, terrain, n);
    cell += n;
  }
  if (r->is_damaged) return;
  memset(grid->population, 0, sizeof grid->population);
  for (cell = 0; cell < tiles; cell++) grid->population[grid->terrain[cell]]++;
}

// Reads how many tiles have an entry, of at least `size` bytes each.
static uint32_t serialization_take_count(byte_reader *r, uint32_t tiles, size_t size) {
  size_t max = r->left / size;
  return byte_string_take_number(r, max < tiles ? (uint32_t)max : tiles);
}

// The functions below return false when out of memory; they report all other faults by
// `is_damaged`.

static bool serialization_take_penalties(byte_reader *r, astar_grid *grid) {
  uint32_t tiles = grid_tiles(grid), cell = 0;
  uint32_t count = serialization_take_count(r, tiles, 9);
  for (uint32_t i = 0; i < count; i++) {
    cell = serialization_take_cell(r, cell, i == 0, tiles);
    double cost = serialization_take_cost(r);
    if (!(cost > 0)) r->is_damaged = true;
    if (r->is_damaged) break;
    if (!grid_ensure_penalty(grid)) return false;
    grid->penalty[cell] = cost;
  }
  grid->penalty_count = count;
  return true;
}

// Strings of version 1 have no layers.
static bool serialization_take_obstacles(byte_reader *r, astar_grid *grid) {
  const bool has_layers = r->version > 1;
  uint32_t tiles = grid_tiles(grid), cell = 0;
  uint32_t count = serialization_take_count(r, tiles, has_layers ? 2 : 1);
  for (uint32_t i = 0; i < count; i++) {
    cell = serialization_take_cell(r, cell, i == 0, tiles);
    uint8_t layers = has_layers ? byte_string_take_byte(r) : ASTAR_LAYER(1);
    if (layers == 0) r->is_damaged = true;
    if (r->is_damaged) break;
    if (!grid_ensure_obstacles(grid)) return false;
    grid->obstacles[cell] = layers;
    for (int layer = 1; layer <= ASTAR_LAYERS; layer++)
      if (layers & ASTAR_LAYER(layer)) grid->obstacle_count[layer - 1]++;
  }
  return true;
}

// Whether `closed` has at least one direction, and all of them lead to a neighbor on the
// grid.
static bool serialization_are_edges(const astar_grid *grid, uint32_t cell,
                                    uint8_t closed) {
  int x = grid_x(grid, cell), y = grid_y(grid, cell);
  for (int d = 0; d < DIRECTIONS; d++) {
    if ((closed >> d & 1) == 0) continue;
    if ((grid_neighbors(grid, x, y) >> d & 1) == 0) return false;
    if (!grid_contains(grid, x + direction_dx[d], y + direction_dy[d])) return false;
  }
  return closed != 0;
}

static bool serialization_take_edges(byte_reader *r, astar_grid *grid) {
  uint32_t tiles = grid_tiles(grid), cell = 0;
  uint32_t count = serialization_take_count(r, tiles, 2);
  for (uint32_t i = 0; i < count; i++) {
    cell = serialization_take_cell(r, cell, i == 0, tiles);
    uint8_t closed = byte_string_take_byte(r);
    if (!serialization_are_edges(grid, cell, closed)) r->is_damaged = true;
    if (r->is_damaged) break;
    if (!grid_ensure_closed(grid)) return false;
    grid->closed[cell] = closed;
  }
  grid->closed_count = count;
  return true;
}

static bool serialization_take_links(byte_reader *r, astar_grid *grid) {
  uint32_t tiles = grid_tiles(grid), id = 0;
  grid->next_link = byte_string_take_number(r, UINT32_MAX);
  uint32_t count = byte_string_take_number(r, UINT32_MAX);
  if (grid->next_link == 0) r->is_damaged = true;
  for (uint32_t i = 0; i < count && !r->is_damaged; i++) {
    uint32_t step = byte_string_take_number(r, UINT32_MAX);
    if (step == 0 || step >= grid->next_link - id) r->is_damaged = true;
    id += step;
    grid_link link = {.id = id};
    link.from = byte_string_take_number(r, tiles - 1);
    link.to = byte_string_take_number(r, tiles - 1);
    uint8_t one_way = byte_string_take_byte(r);
    link.one_way = one_way == 1;
    link.cost = serialization_take_cost(r);
    if (one_way > 1) r->is_damaged = true;
    if (r->is_damaged) break;
    if (!MEMORY_RESERVE(&grid->memory, grid->links, grid->link_capacity, i + 1))
      return false;
    grid->links[i] = link;
    grid->link_count = i + 1;
  }
  grid->arcs_stale = grid->link_count > 0;
  return true;
}

static bool serialization_take_influences(byte_reader *r, astar_grid *grid) {
  uint8_t count = r->version >= 3 ? byte_string_take_byte(r) : 0;
  if (count > ASTAR_INFLUENCES || (count == 0 && r->version >= 3)) r->is_damaged = true;
  for (int i = 0; i < count && !r->is_damaged; i++) {
    grid_influence *map = &grid->influences[i];
    map->lane = i;
    map->id = byte_string_take_long(r, ASTAR_MAX_INFLUENCE);
    map->gain = byte_string_take_short_double(r);
    bool is_next = i == 0 || map->id > map[-1].id;
    if (!is_next || !(map->gain > 0 && map->gain <= 1)) r->is_damaged = true;
    for (uint32_t n, cell = 0; cell < grid_tiles(grid) && !r->is_damaged; cell += n) {
      double value;
      n = value_runs_take_costs(r, grid_tiles(grid) - cell, &value);
      if (!influence_is_stored(value)) r->is_damaged = true;
      if (r->is_damaged) return true;
      if (!influence_ensure_plane(grid, i)) return false;
      for (uint32_t k = 0; k < n; k++) *influence_at(grid, i, cell + k) = (float)value;
      if (value > 0) map->count += n;
    }
    if (map->count == 0) r->is_damaged = true;
    grid->influence_count = i + 1;
  }
  return true;
}

// What follows the terrain.
static bool (*const serialization_parts[])(byte_reader *, astar_grid *) = {
    serialization_take_penalties, serialization_take_obstacles, serialization_take_edges,
    serialization_take_links, serialization_take_influences};

static astar_status serialization_take_grid(byte_reader *r,
                                            const astar_allocator *allocator,
                                            uint32_t max_tiles, astar_grid **grid,
                                            const char **message) {
  uint8_t layout = byte_string_take_byte(r);
  int width = (int)byte_string_take_number(r, ASTAR_MAX_SIDE);
  int height = (int)byte_string_take_number(r, ASTAR_MAX_SIDE);
  uint64_t revision =
      r->version > 1 ? byte_string_take_long(r, SERIALIZATION_MAX_REVISION) : 0;
  if (r->is_damaged || layout > ASTAR_EVEN_Q) return ASTAR_INVALID;
  int64_t tiles = (int64_t)width * height;
  if (tiles <= ASTAR_MAX_TILES && tiles > max_tiles) {
    *message = "the serialized grid has more tiles than max_tiles";
    return ASTAR_INVALID;
  }
  astar_status status =
      astar_grid_new(allocator, width, height, (astar_layout)layout, 0, grid);
  if (status != ASTAR_OK) return status;
  journal_start_at(*grid, revision);
  serialization_take_terrain(r, *grid);
  for (size_t i = 0; i < sizeof serialization_parts / sizeof *serialization_parts; i++) {
    if (r->is_damaged) return ASTAR_INVALID;
    if (!serialization_parts[i](r, *grid)) return ASTAR_NO_MEMORY;
  }
  return r->is_damaged || r->left > 0 ? ASTAR_INVALID : ASTAR_OK;
}

astar_status astar_grid_deserialize(const astar_allocator *allocator, const void *bytes,
                                    size_t size, uint32_t max_tiles, astar_grid **grid,
                                    const char **message) {
  byte_reader r;
  const char *unread;
  if (message == NULL) message = &unread;
  *message = "grid must not be NULL";
  if (grid == NULL) return ASTAR_INVALID;
  *grid = NULL;
  if (!byte_string_open(&r, bytes, size, &grid_string, message)) return ASTAR_INVALID;
  *message = "the serialized grid is damaged: its content is invalid";
  astar_status status = serialization_take_grid(&r, allocator, max_tiles, grid, message);
  if (status == ASTAR_OK) return status;
  grid_destroy(*grid);
  *grid = NULL;
  if (status == ASTAR_NO_MEMORY) *message = "not enough memory for the serialized grid";
  if (status == ASTAR_INEXACT) *message = astar_reason(status);
  return status;
}
