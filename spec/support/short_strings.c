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
#include "astar_crowd.h"
#include "base/byte_string.h"
#include "map/content_hash.h"
#include "map/edit_record.h"

#include <math.h>

enum { ROOM = 1 << 20, SIDE = 1024, CROWD_SIDE = 300 };

/// What objects without content take [bytes].
enum { SOME = 1 << 14 };

/// Memory per byte of the string of a crowd, as astar_crowd.h promises: most is for free
/// entries of rules, one byte each, which are moved once; then for fields of the caller,
/// which take 8 bytes per tile, and at least 2 bytes of the string for 256 tiles.
enum { PER_BYTE = 3200 };

static meter m = {.failing = METER_NEVER};
static uint8_t room[ROOM];
static byte_writer w;
static int strings;

static const astar_allocator allocator = {meter_alloc, &m};

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

static astar_rules *new_rules(void) {
  astar_rules_def def = astar_default_rules();
  astar_rules *rules;
  def.cost[1] = 1;
  REQUIRE(astar_rules_new(&allocator, &def, &rules) == ASTAR_OK);
  return rules;
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

// ------------------------------------------------------------------------------- crowds

/// Begins a crowd without rules.
static void begin_crowd(int side, const char *name) {
  begin("astarcrowd", 1, name);
  put_byte(0);
  put_number((uint64_t)side);
  put_number((uint64_t)side);
  put_double(60);
  put_number(5000);
  put_byte(0);
  put_double(0);
  put_number(1);
  put_number(1000); // of records
  put_byte(0);
  put_byte(0);
}

/// What follows the records of units, and what follows the groups, without units.
enum { REST = 17, NO_UNITS = 2 + REST };

static void put_no_units(void) { put_zeros(NO_UNITS); }

/// Reads the string on a grid with obstacles in all layers. What that takes on top of the
/// crowd itself must follow from the length.
static void read_crowd(int side, const astar_rules *const *rules, size_t count,
                       astar_status expected) {
  astar_grid *grid = new_grid(side);
  astar_crowd *crowd;
  astar_crowd_def def = astar_default_crowd();
  for (int layer = 1; layer <= ASTAR_LAYERS; layer++)
    REQUIRE(astar_grid_block(grid, layer, 1, true, layer) == ASTAR_OK);
  REQUIRE(astar_grid_set_penalty(grid, 1, 1, 1) == ASTAR_OK);
  size_t held = m.held;
  start();
  REQUIRE(astar_crowd_new(grid, &def, &crowd) == ASTAR_OK);
  const taken alone = stop(held);
  astar_crowd_free(crowd);
  byte_string_put_checksum(&w);
  held = m.held;
  start();
  REQUIRE(astar_crowd_deserialize(grid, room, w.size, rules, count, &crowd) == expected);
  const taken t = stop(held);
  REQUIRE(t.most <= alone.most + SOME + w.size * PER_BYTE);
  REQUIRE(t.sum <= alone.sum + SOME + 2 * w.size * PER_BYTE);
  astar_crowd_free(crowd);
  astar_grid_free(grid);
}

static void put_own_fields(int count) {
  put_number((uint64_t)count);
  for (int i = 0; i < count; i++) {
    put_number((uint64_t)(900 - i));
    put_double(0);
    put_byte(1);
    put_byte(0);                     // rules
    put_number(1000u + (unsigned)i); // goal
  }
}

static void check_fields(const astar_rules *rules) {
  static const int sides[] = {CROWD_SIDE, SIDE}, counts[] = {1, 8, 9, 55};
  for (int i = 0; i < 8; i++) {
    begin_crowd(sides[i % 2], "fields of the crowd without units");
    put_byte(1);
    put_byte(1);
    put_own_fields(counts[i / 2]);
    put_byte(0);
    put_no_units();
    read_crowd(sides[i % 2], &rules, 1, ASTAR_INVALID);
  }
  begin_crowd(SIDE, "fields of the caller without costs");
  put_byte(0);
  put_number(1000);
  for (int i = 0; i < 600; i++) {
    put_number((uint64_t)(900 - i));
    put_double(0);
    put_byte(0);
  }
  read_crowd(SIDE, NULL, 0, ASTAR_INVALID);
}

static void check_rules(const astar_rules *rules) {
  begin_crowd(SIDE, "rules with filters without units");
  put_byte(100);
  put_byte(1);
  for (int i = 1; i < 100; i++) {
    put_byte(4);
    put_byte(0);
    put_byte(i);
    put_double(i % 2);
  }
  put_zeros(2);
  put_no_units();
  read_crowd(SIDE, &rules, 1, ASTAR_INVALID);
  begin_crowd(SIDE, "free entries of rules");
  put_number(32769);
  put_zeros(32767);
  put_byte(1);
  put_byte(2);
  put_number(32767);
  put_zeros(2);
  put_no_units();
  read_crowd(SIDE, &rules, 1, ASTAR_INVALID);
}

/// `numbers`, and slots that the string claims to have.
static void put_units(uint64_t numbers, uint64_t slots) {
  put_zeros(3);
  put_number(numbers);
  put_zeros(numbers / 1024);
  put_number(slots);
}

static void check_units(void) {
  begin_crowd(CROWD_SIDE, "50 million numbers");
  put_units(50000000, 0);
  put_zeros(REST);
  read_crowd(CROWD_SIDE, NULL, 0, ASTAR_OK);
  begin_crowd(CROWD_SIDE, "slots without records");
  put_units(1, 1 << 29);
  put_zeros(50000);
  read_crowd(CROWD_SIDE, NULL, 0, ASTAR_INVALID);
  begin_crowd(CROWD_SIDE, "free slots that are not in the list");
  put_units(1, 50000);
  put_zeros(100000);
  read_crowd(CROWD_SIDE, NULL, 0, ASTAR_INVALID);
  begin_crowd(CROWD_SIDE, "a search for no unit");
  put_units(1, 0);
  put_zeros(6);
  put_byte(1);
  put_byte(0);
  put_number(0);
  put_number(CROWD_SIDE * CROWD_SIDE - 1);
  put_zeros(3);
  put_number(1000000);
  put_zeros(10);
  read_crowd(CROWD_SIDE, NULL, 0, ASTAR_INVALID);
  begin_crowd(CROWD_SIDE, "events without bytes");
  put_units(1, 0);
  put_zeros(7);
  put_number(65536);
  put_zeros(100);
  read_crowd(CROWD_SIDE, NULL, 0, ASTAR_INVALID);
}

// ------------------------------------------------------------------- crowds with content

static uint8_t *bytes_of(const astar_crowd *crowd, size_t *size) {
  *size = astar_crowd_serialize(crowd, NULL, 0);
  uint8_t *bytes = malloc(*size);
  REQUIRE(bytes != NULL);
  REQUIRE(astar_crowd_serialize(crowd, bytes, *size) == *size);
  return bytes;
}

/// The unit of the next free tile.
static uint32_t add(astar_crowd *crowd, const astar_rules *rules,
                    const astar_filter *filter, int place) {
  uint32_t unit;
  astar_unit_def def = astar_default_unit(rules, place % CROWD_SIDE, place / CROWD_SIDE);
  def.filter = filter;
  REQUIRE(astar_crowd_add(crowd, &def, &unit) == ASTAR_OK);
  return unit;
}

/// The string of a crowd is read, and the crowd has the same string.
static taken restore(astar_grid *grid, uint8_t *bytes, size_t size,
                     const astar_rules *rules) {
  astar_crowd *crowd;
  size_t size_again;
  const size_t held = m.held;
  start();
  REQUIRE(astar_crowd_deserialize(grid, bytes, size, &rules, 1, &crowd) == ASTAR_OK);
  const taken t = stop(held);
  uint8_t *again = bytes_of(crowd, &size_again);
  REQUIRE(size == size_again && memcmp(bytes, again, size) == 0);
  free(again);
  free(bytes);
  astar_crowd_free(crowd);
  return t;
}

/// A crowd with as many fields as it may have.
static void check_many_fields(const astar_rules *rules) {
  enum { GOALS = 8, UNITS = 12, TILES = CROWD_SIDE * CROWD_SIDE };
  astar_grid *grid = new_grid(CROWD_SIDE);
  astar_crowd *crowd;
  astar_crowd_def def = astar_default_crowd();
  size_t size;
  snprintf(run_name, sizeof run_name, "as many fields as there may be");
  def.budget = 1000000;
  const size_t held = m.held;
  start();
  REQUIRE(astar_crowd_new(grid, &def, &crowd) == ASTAR_OK);
  const taken alone = stop(held);
  for (int i = 0; i < GOALS * UNITS; i++) {
    const uint32_t unit = add(crowd, rules, NULL, i);
    REQUIRE(astar_crowd_go_to(crowd, unit, 20 + i / UNITS * 30, 250, NULL) == ASTAR_OK);
  }
  REQUIRE(astar_crowd_update(crowd, 0.1) == ASTAR_OK);
  uint8_t *bytes = bytes_of(crowd, &size);
  astar_crowd_free(crowd);
  astar_grid_trim(grid);
  const taken t = restore(grid, bytes, size, rules);
  REQUIRE(t.most >= 8 * 9 * TILES); // there are 8 fields
  REQUIRE(t.most <= alone.most + SOME + size * PER_BYTE + (8 * 9 + 3 + 12) * TILES);
  astar_grid_free(grid);
}

/// Units with a filter each: on a map without obstacles these mean the same.
static void check_many_filters(const astar_rules *rules) {
  enum { UNITS = 200 };
  astar_grid *grid = new_grid(SIDE);
  astar_crowd *crowd;
  astar_crowd_def def = astar_default_crowd();
  size_t size;
  snprintf(run_name, sizeof run_name, "a filter for each unit");
  const size_t held = m.held;
  start();
  REQUIRE(astar_crowd_new(grid, &def, &crowd) == ASTAR_OK);
  const taken alone = stop(held);
  for (int i = 0; i < UNITS; i++) {
    const astar_filter filter = {(uint8_t)i, 1, {{0, 0}}};
    add(crowd, rules, &filter, i);
  }
  REQUIRE(m.most - held <= alone.most + 2 * SIDE * SIDE + UNITS * SOME);
  uint8_t *bytes = bytes_of(crowd, &size);
  astar_crowd_free(crowd);
  astar_grid_trim(grid);
  const taken t = restore(grid, bytes, size, rules);
  REQUIRE(t.most <= alone.most + SOME + size * PER_BYTE + 2 * SIDE * SIDE);
  astar_grid_free(grid);
}

/// Units that were removed take no memory.
static void check_removed_units(const astar_rules *rules) {
  astar_grid *grid = new_grid(CROWD_SIDE);
  astar_crowd *crowd;
  astar_crowd_def def = astar_default_crowd();
  size_t size;
  snprintf(run_name, sizeof run_name, "removed units");
  REQUIRE(astar_crowd_new(grid, &def, &crowd) == ASTAR_OK);
  const uint32_t first = add(crowd, rules, NULL, 0);
  uint32_t units[40] = {0};
  const size_t held = m.held;
  for (int i = 0; i < 40000; i++) {
    uint32_t *unit = &units[i * 7 % 40];
    if (*unit != 0) REQUIRE(astar_crowd_remove(crowd, *unit) == ASTAR_OK);
    *unit = add(crowd, rules, NULL, 1 + i * 7 % 40);
    REQUIRE(*unit == first + (uint32_t)i + 1);
    REQUIRE(!astar_crowd_unit(crowd, *unit + 1, NULL));
  }
  REQUIRE(m.held <= held + 2 * SOME);
  uint32_t listed[41], count = (uint32_t)astar_crowd_units(crowd, listed, 41);
  REQUIRE(count == 41 && listed[0] == first);
  for (int i = 1; i < 41; i++) {
    REQUIRE(listed[i] > listed[i - 1] && astar_crowd_unit(crowd, listed[i], NULL));
    REQUIRE(!astar_crowd_unit(crowd, listed[i] - 40, NULL));
  }
  uint8_t *bytes = bytes_of(crowd, &size);
  astar_crowd_free(crowd);
  restore(grid, bytes, size, rules);
  astar_grid_free(grid);
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
  astar_rules *rules = new_rules();
  check_grids();
  check_fields(rules);
  check_rules(rules);
  check_units();
  check_many_fields(rules);
  check_many_filters(rules);
  check_removed_units(rules);
  check_pair_costs();
  check_delta();
  astar_rules_free(rules);
  REQUIRE(m.held == 0);
  printf("%d calls: memory and work follow from the length of the string\n", strings);
  return 0;
}
