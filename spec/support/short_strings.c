/// Measures what reading a short string takes: build/spec/short_strings
///
/// Method: hostile strings of all kinds, with correct checksums. For each of them the
/// program counts the most memory that the call held, and the bytes of all blocks that it
/// asked for: each plane, field and search needs blocks, so their sum also counts work.
/// Neither may exceed a limit that follows from the length of the string and from what
/// the grid takes without it.
///
/// Built and run by spec/regression/short_strings_take_much_memory_spec.lua.
#include "allocation_meter.h"
#include "astar.h"
#include "base/byte_string.h"
#include "map/content_hash.h"
#include "map/edit_record.h"

#include <math.h>

enum {
  ROOM = 1 << 20,
  SIDE = 1024,
};

/// What objects without content take [bytes].
enum { SOME = 1 << 14 };

static meter m = {.failing = METER_NEVER};
static uint8_t room[ROOM];
static byte_writer w;
static int strings;

static void *metered(void *user, void *block, size_t old_size, size_t new_size) {
  REQUIRE(old_size == meter_size(block));
  if (new_size > 0) return meter_resize(user, block, new_size);
  meter_free(user, block);
  return NULL;
}

static const astar_allocator allocator = {metered, &m};

/// What a call took [bytes].
typedef struct taken {
  size_t most, sum;
} taken;

static void start(void) {
  m.most = m.held;
  m.sum = 0;
}

/// `held`: before the call.
static taken stop(size_t held) {
  strings++;
  return (taken){m.most - held, m.sum};
}

static void begin(const char *magic, uint8_t version, const char *name) {
  snprintf(run_name, sizeof run_name, "%s", name);
  memset(room, 0, sizeof room);
  w = (byte_writer){room, 0};
  byte_string_put_header(&w, magic, version);
}

static void put_byte(int byte) { byte_string_put_byte(&w, (uint8_t)byte); }
static void put_number(uint64_t number) { byte_string_put_number(&w, number); }
static void put_double(double value) { byte_string_put_double(&w, value); }
static void put_zeros(size_t count) { w.size += count; }

static astar_grid *new_grid(int side) {
  astar_grid *grid;
  REQUIRE(astar_grid_new(&allocator, side, side, ASTAR_SQUARE, 1, &grid) == ASTAR_OK);
  return grid;
}

// -------------------------------------------------------------------------------- grids

/// Begins a grid of SIDE x SIDE tiles: a run of so many tiles.
static void begin_grid(int version, uint32_t tiles, const char *name) {
  begin("astargrid", (uint8_t)version, name);
  put_byte(0);
  put_number(SIDE);
  put_number(SIDE);
  if (version > 1) put_number(0);
  put_number(tiles * 2);
  put_byte(1);
}

/// The string must be refused, and takes a byte per tile.
static void refuse_grid(void) {
  const size_t held = m.held;
  const char *message;
  astar_grid *grid;
  byte_string_put_checksum(&w);
  start();
  REQUIRE(astar_grid_deserialize(&allocator, room, w.size, ASTAR_MAX_TILES, &grid,
                                 &message) == ASTAR_INVALID);
  REQUIRE(grid == NULL && strstr(message, "content is invalid") != NULL);
  const taken t = stop(held);
  REQUIRE(m.held == held && t.most <= SIDE * SIDE + SOME && t.sum <= t.most);
}

static void check_grids(void) {
  const uint32_t tiles = SIDE * SIDE;
  begin_grid(2, tiles + 1, "terrain longer than the grid, then a penalty");
  put_byte(1);
  put_byte(0);
  put_double(1);
  refuse_grid();
  begin_grid(2, tiles, "penalties without bytes");
  put_number(tiles);
  refuse_grid();
  begin_grid(2, tiles, "a penalty of 0");
  put_byte(1);
  put_byte(0);
  put_double(0);
  put_zeros(20);
  refuse_grid();
  begin_grid(2, tiles, "a penalty off the grid");
  put_byte(1);
  put_number(tiles);
  put_double(1);
  put_zeros(20);
  refuse_grid();
  for (int version = 1; version <= 2; version++) {
    begin_grid(version, tiles, "more obstacles than bytes");
    put_byte(0);
    put_byte(9);
    put_zeros(5);
    refuse_grid();
    begin_grid(version, tiles, "an obstacle off the grid");
    put_byte(0);
    put_byte(1);
    put_number(tiles);
    put_zeros(20);
    refuse_grid();
    begin_grid(version, tiles, "edges without bytes");
    put_byte(0);
    put_byte(0);
    put_number(tiles);
    refuse_grid();
    begin_grid(version, tiles, "an edge at the border");
    put_byte(0);
    put_byte(0);
    put_byte(1);
    put_byte(0);
    put_byte(255);
    put_zeros(20);
    refuse_grid();
    begin_grid(version, tiles, "links without bytes");
    put_zeros(3);
    put_byte(9);
    put_number(UINT32_MAX);
    refuse_grid();
  }
}

// -------------------------------------------------------------------------------- others

static void check_pair_costs(void) {
  const size_t held = m.held;
  const char *message;
  astar_rules *rules;
  begin("astarrules", 1, "pair costs without bytes");
  put_byte(0);
  put_byte(1);
  put_byte(0);
  byte_string_put_short_double(&w, 1);
  put_number(256);
  byte_string_put_short_double(&w, 1);
  put_byte(0);
  put_number(64);
  for (int i = 0; i < 64; i++) {
    byte_string_put_signed(&w, i % 8 + 1);
    byte_string_put_signed(&w, i / 8 + 1);
    byte_string_put_short_double(&w, 1);
    put_number(0);
  }
  put_byte(1);
  for (int i = 0; i < 32; i++) put_byte(255);
  put_zeros(1000);
  byte_string_put_checksum(&w);
  start();
  REQUIRE(astar_rules_deserialize(&allocator, room, w.size, &rules, &message) ==
          ASTAR_INVALID);
  REQUIRE(m.held == held && stop(held).sum <= SOME);
}

/// A delta is checked as a whole before it takes memory.
static void check_delta(void) {
  astar_grid *grid = new_grid(SIDE);
  const char *message;
  begin("astardelta", 1, "a delta with an invalid edit at the end");
  put_byte(0);
  put_number(SIDE);
  put_number(SIDE);
  put_number(0);
  put_number(3);
  byte_string_put_fixed(&w, content_hash(grid));
  put_byte(EDIT_PENALTY_FILL | 2 << 4);
  put_number(0);
  put_number(SIDE);
  put_number(SIDE);
  byte_string_put_top_bytes(&w, 1, 2);
  put_byte(EDIT_BLOCK_FILL | 8 << 4);
  put_number(0);
  put_number(SIDE);
  put_number(SIDE);
  put_byte(EDIT_TERRAIN);
  byte_string_put_checksum(&w);
  const size_t held = m.held;
  start();
  REQUIRE(astar_grid_apply(grid, room, w.size, UINT64_MAX, &message) == ASTAR_INVALID);
  REQUIRE(stop(held).sum <= SOME);
  astar_grid_free(grid);
}

int main(void) {
  check_grids();
  check_pair_costs();
  check_delta();
  REQUIRE(m.held == 0);
  printf("%d calls: memory and work follow from the length of the string\n", strings);
  return 0;
}
