// Writes grids as byte strings, and checks and reads such strings.
//
// The format, version 2. A cell is y * width + x, with x and y from 0.
//
// clang-format off
//     bytes        content
//     ----------   ----------------------------------------------------------------
//     9            "astargrid"
//     1            version of the format: 2
//     1            layout: 0 square, 1 odd_r, 2 even_r, 3 odd_q, 4 even_q
//     number       width [tiles]
//     number       height [tiles]
//     number       revision of the grid, at most 2^53
//     repeated     terrain, until width * height tiles are filled, row by row:
//       number       n: the number of tiles is n / 2, rounded down, at least 1
//       1            n even: the terrain of all these tiles (a run)
//       n / 2        n odd: the terrain of each of these tiles (literals)
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
//     4            checksum, lowest byte first: 32-bit FNV-1a (Fowler, Noll, Vo) of
//                  all bytes before
//
//     number       unsigned LEB128: 7 bits per byte, the lowest first; bit 7 is set
//                  in all bytes but the last
//     gap          a number: the difference to the entry before; the first entry
//                  counts from 0
//     cost         8 bytes: an IEEE 754 double, lowest byte first
//
// clang-format on
//
// The same content and revision always give the same bytes: entries are in order, and the
// writer always divides terrain into the same runs and literals (a run has at least
// SERIALIZATION_SHORT_RUN tiles). Version 1, which is still read, has no revision (it is
// read as 0) and no byte of layers for obstacles (all are on layer 1).
//
// Reading a hostile string is safe. The checksum finds accidents only. So the reader
// checks every value: counts against the number of tiles, gaps against the end of the
// grid, edges against the layout, costs against their range. A wrong value reads as 0,
// and the grid is freed in the end. Memory is limited by `max_tiles` and by the length of
// the string.
#include <string.h>

#include "map/grid.h"

static const uint8_t serialization_magic[] = {'a', 's', 't', 'a', 'r',
                                              'g', 'r', 'i', 'd'};

// The version that is written.
enum { SERIALIZATION_VERSION = 2 };

// Shorter runs [tiles] are written as literals.
enum { SERIALIZATION_CHECKSUM_BYTES = 4, SERIALIZATION_SHORT_RUN = 4 };

// The greatest revision in a string: a number of any Lua version holds it exactly, and
// more than 2^63 edits can follow before 64 bits overflow.
#define SERIALIZATION_MAX_REVISION (UINT64_C(1) << 53)

static uint32_t serialization_checksum(const uint8_t *bytes, size_t size) {
  uint32_t hash = 2166136261u;
  for (size_t i = 0; i < size; i++) hash = (hash ^ bytes[i]) * 16777619u;
  return hash;
}

// ----------------------------------------------------------------------------- writing

// The string under construction. When `bytes` is NULL, only its size is counted.
typedef struct serialization_writer {
  uint8_t *bytes;
  size_t size;
} serialization_writer;

static void serialization_put_byte(serialization_writer *w, uint8_t byte) {
  if (w->bytes != NULL) w->bytes[w->size] = byte;
  w->size++;
}

static void serialization_put_bytes(serialization_writer *w, const uint8_t *bytes,
                                    size_t size) {
  if (w->bytes != NULL) memcpy(w->bytes + w->size, bytes, size);
  w->size += size;
}

static void serialization_put_number(serialization_writer *w, uint64_t number) {
  for (; number >= 128; number >>= 7) serialization_put_byte(w, (uint8_t)(number | 128));
  serialization_put_byte(w, (uint8_t)number);
}

static void serialization_put_cost(serialization_writer *w, double cost) {
  uint64_t bits;
  memcpy(&bits, &cost, sizeof bits);
  for (int i = 0; i < 8; i++) serialization_put_byte(w, (uint8_t)(bits >> (8 * i)));
}

static uint32_t serialization_run_length(const uint8_t *bytes, uint32_t left) {
  uint32_t n = 1;
  while (n < left && bytes[n] == bytes[0]) n++;
  return n;
}

static void serialization_put_terrain(serialization_writer *w, const uint8_t *bytes,
                                      uint32_t left) {
  uint32_t literals = 0; // tiles before `bytes` that are not written yet
  while (left > 0 || literals > 0) {
    uint32_t run = left > 0 ? serialization_run_length(bytes, left) : 0;
    if (left > 0 && run < SERIALIZATION_SHORT_RUN) {
      literals += run;
    } else {
      if (literals > 0) {
        serialization_put_number(w, literals * 2 + 1);
        serialization_put_bytes(w, bytes - literals, literals);
        literals = 0;
      }
      if (run > 0) {
        serialization_put_number(w, run * 2);
        serialization_put_byte(w, bytes[0]);
      }
    }
    bytes += run;
    left -= run;
  }
}

// Writes the gap from the entry `before` to `cell`. Returns `cell`.
static uint32_t serialization_put_gap(serialization_writer *w, uint32_t cell,
                                      uint32_t before) {
  serialization_put_number(w, cell - before);
  return cell;
}

static void serialization_put_penalties(serialization_writer *w, const astar_grid *grid) {
  uint32_t before = 0;
  serialization_put_number(w, grid->penalty_count);
  for (uint32_t cell = 0; grid->penalty_count > 0 && cell < grid_tiles(grid); cell++) {
    if (!(grid->penalty[cell] > 0)) continue;
    before = serialization_put_gap(w, cell, before);
    serialization_put_cost(w, grid->penalty[cell]);
  }
}

static void serialization_put_obstacles(serialization_writer *w, const astar_grid *grid) {
  uint32_t before = 0, count = 0, tiles = grid_used_layers(grid) ? grid_tiles(grid) : 0;
  for (uint32_t cell = 0; cell < tiles; cell++) count += grid->obstacles[cell] != 0;
  serialization_put_number(w, count);
  for (uint32_t cell = 0; cell < tiles; cell++) {
    if (grid->obstacles[cell] == 0) continue;
    before = serialization_put_gap(w, cell, before);
    serialization_put_byte(w, grid->obstacles[cell]);
  }
}

static void serialization_put_edges(serialization_writer *w, const astar_grid *grid) {
  uint32_t before = 0;
  serialization_put_number(w, grid->closed_count);
  for (uint32_t cell = 0; grid->closed_count > 0 && cell < grid_tiles(grid); cell++) {
    if (grid->closed[cell] == 0) continue;
    before = serialization_put_gap(w, cell, before);
    serialization_put_byte(w, grid->closed[cell]);
  }
}

static void serialization_put_links(serialization_writer *w, const astar_grid *grid) {
  uint32_t before = 0;
  serialization_put_number(w, grid->next_link);
  serialization_put_number(w, grid->link_count);
  for (uint32_t i = 0; i < grid->link_count; i++) {
    const grid_link *link = &grid->links[i];
    before = serialization_put_gap(w, link->id, before);
    serialization_put_number(w, link->from);
    serialization_put_number(w, link->to);
    serialization_put_byte(w, link->one_way);
    serialization_put_cost(w, link->cost);
  }
}

static void serialization_put_grid(serialization_writer *w, const astar_grid *grid) {
  uint64_t revision = grid->revision < SERIALIZATION_MAX_REVISION
                          ? grid->revision
                          : SERIALIZATION_MAX_REVISION;
  serialization_put_bytes(w, serialization_magic, sizeof serialization_magic);
  serialization_put_byte(w, SERIALIZATION_VERSION);
  serialization_put_byte(w, (uint8_t)grid->layout);
  serialization_put_number(w, (uint32_t)grid->width);
  serialization_put_number(w, (uint32_t)grid->height);
  serialization_put_number(w, revision);
  serialization_put_terrain(w, grid->terrain, grid_tiles(grid));
  serialization_put_penalties(w, grid);
  serialization_put_obstacles(w, grid);
  serialization_put_edges(w, grid);
  serialization_put_links(w, grid);
}

// A string has at most 14 bytes per tile (terrain 1, penalty 9, obstacles 2, edges 2) and
// 22 bytes per link. So its size fits size_t, also where size_t has 32 bits and all
// memory is at most 2^32 bytes: there the largest grid takes 1.5e9 bytes for its tiles,
// and at least 36 bytes per link while the array of links grows, so that the string has
// at most 3.6e9 bytes.
size_t astar_grid_serialize(const astar_grid *grid, void *bytes, size_t capacity) {
  if (grid == NULL) return 0;
  serialization_writer counted = {NULL, 0};
  serialization_put_grid(&counted, grid);
  size_t size = counted.size + SERIALIZATION_CHECKSUM_BYTES;
  if (bytes == NULL || capacity < size) return size;
  serialization_writer w = {(uint8_t *)bytes, 0};
  serialization_put_grid(&w, grid);
  uint32_t checksum = serialization_checksum(w.bytes, w.size);
  for (int i = 0; i < SERIALIZATION_CHECKSUM_BYTES; i++) {
    serialization_put_byte(&w, (uint8_t)(checksum >> (8 * i)));
  }
  return size;
}

// ----------------------------------------------------------------------------- reading

// The rest of a string. A wrong value sets `is_damaged` and reads as 0.
typedef struct serialization_reader {
  const uint8_t *bytes;
  size_t left;
  uint8_t version; ///< of the string
  bool is_damaged;
} serialization_reader;

static uint8_t serialization_take_byte(serialization_reader *r) {
  if (r->left == 0) {
    r->is_damaged = true;
    return 0;
  }
  r->left--;
  return *r->bytes++;
}

static uint64_t serialization_take_long_number(serialization_reader *r, uint64_t max) {
  uint64_t number = 0;
  for (int shift = 0; shift < 63; shift += 7) {
    uint8_t byte = serialization_take_byte(r);
    number |= (uint64_t)(byte & 127) << shift;
    if (byte < 128) {
      if (number <= max) return number;
      break;
    }
  }
  r->is_damaged = true;
  return 0;
}

static uint32_t serialization_take_number(serialization_reader *r, uint32_t max) {
  return (uint32_t)serialization_take_long_number(r, max);
}

static double serialization_take_cost(serialization_reader *r) {
  uint64_t bits = 0;
  for (int i = 0; i < 8; i++) bits |= (uint64_t)serialization_take_byte(r) << (8 * i);
  double cost;
  memcpy(&cost, &bits, sizeof cost);
  if (grid_is_cost(cost)) return cost;
  r->is_damaged = true;
  return 0;
}

// Reads a gap and returns the cell of the entry. Gaps are above 0, so cells ascend; only
// the gap of the first entry may be 0.
static uint32_t serialization_take_cell(serialization_reader *r, uint32_t before,
                                        bool first, uint32_t tiles) {
  uint32_t step = serialization_take_number(r, tiles - 1);
  if ((step == 0 && !first) || step >= tiles - before) r->is_damaged = true;
  return r->is_damaged ? 0 : before + step;
}

static void serialization_take_terrain(serialization_reader *r, astar_grid *grid) {
  uint32_t tiles = grid_tiles(grid), cell = 0;
  while (cell < tiles && !r->is_damaged) {
    uint32_t number = serialization_take_number(r, UINT32_MAX), n = number / 2;
    bool is_run = number % 2 == 0;
    if (n == 0 || n > tiles - cell || (!is_run && n > r->left)) {
      r->is_damaged = true;
      return;
    }
    if (is_run) {
      memset(grid->terrain + cell, serialization_take_byte(r), n);
    } else {
      memcpy(grid->terrain + cell, r->bytes, n);
      r->bytes += n;
      r->left -= n;
    }
    cell += n;
  }
  memset(grid->population, 0, sizeof grid->population);
  for (cell = 0; cell < tiles; cell++) grid->population[grid->terrain[cell]]++;
}

// The functions below return false when out of memory; they report all other faults by
// `is_damaged`.

static bool serialization_take_penalties(serialization_reader *r, astar_grid *grid) {
  uint32_t tiles = grid_tiles(grid), count = serialization_take_number(r, tiles),
           cell = 0;
  if (count > 0 && !grid_ensure_penalty(grid)) return false;
  for (uint32_t i = 0; i < count && !r->is_damaged; i++) {
    cell = serialization_take_cell(r, cell, i == 0, tiles);
    double cost = serialization_take_cost(r);
    if (!(cost > 0)) r->is_damaged = true;
    if (!r->is_damaged) grid->penalty[cell] = cost;
  }
  grid->penalty_count = count;
  return true;
}

// Strings of version 1 have no layers.
static bool serialization_take_obstacles(serialization_reader *r, astar_grid *grid) {
  uint32_t tiles = grid_tiles(grid), count = serialization_take_number(r, tiles),
           cell = 0;
  if (count > 0 && !grid_ensure_obstacles(grid)) return false;
  for (uint32_t i = 0; i < count && !r->is_damaged; i++) {
    cell = serialization_take_cell(r, cell, i == 0, tiles);
    uint8_t layers = r->version > 1 ? serialization_take_byte(r) : ASTAR_LAYER(1);
    if (layers == 0) r->is_damaged = true;
    if (r->is_damaged) break;
    grid->obstacles[cell] = layers;
    for (int layer = 1; layer <= ASTAR_LAYERS; layer++) {
      if (layers & ASTAR_LAYER(layer)) grid->obstacle_count[layer - 1]++;
    }
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

static bool serialization_take_edges(serialization_reader *r, astar_grid *grid) {
  uint32_t tiles = grid_tiles(grid), count = serialization_take_number(r, tiles),
           cell = 0;
  if (count > 0 && !grid_ensure_closed(grid)) return false;
  for (uint32_t i = 0; i < count && !r->is_damaged; i++) {
    cell = serialization_take_cell(r, cell, i == 0, tiles);
    uint8_t closed = serialization_take_byte(r);
    if (!serialization_are_edges(grid, cell, closed)) r->is_damaged = true;
    if (!r->is_damaged) grid->closed[cell] = closed;
  }
  grid->closed_count = count;
  return true;
}

static bool serialization_take_links(serialization_reader *r, astar_grid *grid) {
  uint32_t tiles = grid_tiles(grid), id = 0;
  grid->next_link = serialization_take_number(r, UINT32_MAX);
  uint32_t count = serialization_take_number(r, UINT32_MAX);
  if (grid->next_link == 0) r->is_damaged = true;
  for (uint32_t i = 0; i < count && !r->is_damaged; i++) {
    uint32_t step = serialization_take_number(r, UINT32_MAX);
    if (step == 0 || step >= grid->next_link - id) r->is_damaged = true;
    id += step;
    grid_link link = {.id = id};
    link.from = serialization_take_number(r, tiles - 1);
    link.to = serialization_take_number(r, tiles - 1);
    uint8_t one_way = serialization_take_byte(r);
    link.one_way = one_way == 1;
    link.cost = serialization_take_cost(r);
    if (one_way > 1) r->is_damaged = true;
    if (r->is_damaged) break;
    if (!memory_reserve(&grid->memory, (void **)&grid->links, &grid->link_capacity, i + 1,
                        sizeof *grid->links)) {
      return false;
    }
    grid->links[i] = link;
    grid->link_count = i + 1;
  }
  grid->arcs_stale = grid->link_count > 0;
  return true;
}

static astar_status serialization_take_grid(serialization_reader *r,
                                            const astar_allocator *allocator,
                                            uint32_t max_tiles, astar_grid **grid,
                                            const char **message) {
  uint8_t layout = serialization_take_byte(r);
  int width = (int)serialization_take_number(r, ASTAR_MAX_SIDE);
  int height = (int)serialization_take_number(r, ASTAR_MAX_SIDE);
  uint64_t revision =
      r->version > 1 ? serialization_take_long_number(r, SERIALIZATION_MAX_REVISION) : 0;
  if (r->is_damaged || layout > ASTAR_EVEN_Q) return ASTAR_INVALID;
  int64_t tiles = (int64_t)width * height;
  if (tiles <= ASTAR_MAX_TILES && tiles > max_tiles) {
    *message = "the serialized grid has more tiles than max_tiles";
    return ASTAR_INVALID;
  }
  astar_status status =
      astar_grid_new(allocator, width, height, (astar_layout)layout, 0, grid);
  if (status != ASTAR_OK) return status;
  (*grid)->revision = (*grid)->journal_start = revision;
  for (int i = 0; i < SUBJECTS; i++) (*grid)->changed[i] = (*grid)->lost[i] = revision;
  serialization_take_terrain(r, *grid);
  if (!serialization_take_penalties(r, *grid) ||
      !serialization_take_obstacles(r, *grid) || !serialization_take_edges(r, *grid) ||
      !serialization_take_links(r, *grid)) {
    return ASTAR_NO_MEMORY;
  }
  return r->is_damaged || r->left > 0 ? ASTAR_INVALID : ASTAR_OK;
}

static bool serialization_is_intact(const uint8_t *bytes, size_t size) {
  uint32_t checksum = 0;
  for (int i = 0; i < SERIALIZATION_CHECKSUM_BYTES; i++) {
    checksum |= (uint32_t)bytes[size + (size_t)i] << (8 * i);
  }
  return checksum == serialization_checksum(bytes, size);
}

astar_status astar_grid_deserialize(const astar_allocator *allocator, const void *bytes,
                                    size_t size, uint32_t max_tiles, astar_grid **grid,
                                    const char **message) {
  const uint8_t *start = (const uint8_t *)bytes;
  size_t magic = sizeof serialization_magic;
  uint8_t version = start != NULL && size > magic ? start[magic] : 0;
  const char *unread;
  if (message == NULL) message = &unread;
  *message = "grid must not be NULL";
  if (grid == NULL) return ASTAR_INVALID;
  *grid = NULL;
  if (start == NULL || size <= magic || memcmp(start, serialization_magic, magic) != 0 ||
      version < 1 || version > SERIALIZATION_VERSION) {
    *message = "not a serialized astar grid of this version";
    return ASTAR_INVALID;
  }
  magic++; // the version is one more byte
  if (size < magic + SERIALIZATION_CHECKSUM_BYTES ||
      !serialization_is_intact(start, size - SERIALIZATION_CHECKSUM_BYTES)) {
    *message = "the serialized grid is damaged: its checksum is wrong";
    return ASTAR_INVALID;
  }
  serialization_reader r = {start + magic, size - magic - SERIALIZATION_CHECKSUM_BYTES,
                            version, false};
  *message = "the serialized grid is damaged: its content is invalid";
  astar_status status = serialization_take_grid(&r, allocator, max_tiles, grid, message);
  if (status == ASTAR_OK) return status;
  grid_destroy(*grid);
  *grid = NULL;
  if (status == ASTAR_NO_MEMORY) *message = "not enough memory for the serialized grid";
  return status;
}
