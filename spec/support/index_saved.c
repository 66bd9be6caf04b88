/// Tests indexes as byte strings.
///
///     build/spec/index_saved [CHANGES]
///
/// For each map of spec/fuzz/saved_index.c:
///
/// - An index that is written and read gives the answers of the grid, also after edits,
///   and the same string again.
/// - Each byte of the string is changed, with and without a correct checksum; CHANGES
///   times some bytes at once; the string is cut at each place.
/// - Another map is refused: with a wall across, or of another size.
/// - Each allocation fails once, and from each one on.
///
/// Built and run by spec/quality/programs_spec.lua.
#include "astar_index.h"
#include "../fuzz/saved_index.h"
#include "allocation_meter.h"
#include "chance.h"
#include "serialized.h"

static meter the_meter = {.failing = METER_NEVER};
static const astar_allocator metered = {meter_alloc, &the_meter};

/// Counts of damaged strings.
static size_t tried, accepted;

static uint8_t *copy_of(const saved_index *s) {
  uint8_t *copy = malloc(s->size);
  REQUIRE(copy != NULL);
  memcpy(copy, s->bytes, s->size);
  return copy;
}

// ------------------------------------------------------------------------------- rounds

static astar_index *load(const saved_index *s) {
  astar_index *index = NULL;
  const char *message = "none";
  REQUIRE(astar_grid_load_index(s->grid, s->bytes, s->size, &index, &message) ==
          ASTAR_OK);
  REQUIRE(message == NULL);
  return index;
}

static void check_round(const saved_index *s) {
  astar_index *index = load(s);
  uint8_t *again = malloc(s->size);
  REQUIRE(again != NULL);
  REQUIRE(astar_index_serialize(index, again, s->size) == s->size);
  REQUIRE(memcmp(again, s->bytes, s->size) == 0);
  saved_index_compare(s, index);
  for (int i = 0; i < 6; i++) { // some tiles open, some close
    const int x = chance(astar_grid_width(s->grid));
    const int y = chance(astar_grid_height(s->grid));
    const uint8_t terrain = (uint8_t)astar_grid_get(s->grid, x, y);
    REQUIRE(astar_grid_set(s->grid, x, y, terrain == 0) == ASTAR_OK);
    saved_index_compare(s, index);
    REQUIRE(astar_index_serialize(index, again, s->size) == s->size);
    REQUIRE(memcmp(again, s->bytes, s->size) == 0);
    if (chance(2) == 0) continue;
    REQUIRE(astar_grid_set(s->grid, x, y, terrain) == ASTAR_OK);
  }
  free(again);
  astar_index_free(index);
}

static void refuse(astar_grid *grid, const saved_index *s) {
  astar_index *index = NULL;
  const char *message = NULL;
  REQUIRE(astar_grid_load_index(grid, s->bytes, s->size, &index, &message) ==
          ASTAR_UNSUITED);
  REQUIRE(index == NULL && message != NULL && message[0] != '\0');
}

static void check_other_maps(const saved_index *s) {
  astar_grid *grid = saved_index_new_grid(s->number, &metered), *small = NULL;
  const int x = astar_grid_width(s->grid) / 2; // a column with passable tiles
  REQUIRE(grid != NULL);
  for (int y = 0; y < astar_grid_height(grid); y++)
    REQUIRE(astar_grid_set(grid, x, y, 0) == ASTAR_OK);
  refuse(grid, s);
  astar_grid_free(grid);
  REQUIRE(astar_grid_new(&metered, 5, 5, ASTAR_SQUARE, 1, &small) == ASTAR_OK);
  refuse(small, s);
  astar_grid_free(small);
}

// ------------------------------------------------------------------------------- damage

static void try_string(const saved_index *s, const uint8_t *bytes, size_t size) {
  tried++;
  accepted += saved_index_try(s, bytes, size);
}

/// Damages every `stride`-th byte, and cuts the string there.
static void check_bytes(const saved_index *s, size_t stride) {
  static const uint8_t flips[] = {1, 130};
  uint8_t *bytes = copy_of(s);
  for (size_t i = 0; i < s->size; i += stride) {
    const uint8_t flip = flips[i / stride % 2];
    bytes[i] ^= flip;
    REQUIRE(!saved_index_try(s, bytes, s->size));
    if (i + 4 < s->size) {
      serialized_seal(bytes, s->size);
      try_string(s, bytes, s->size);
      memcpy(bytes + s->size - 4, s->bytes + s->size - 4, 4);
    }
    bytes[i] = s->bytes[i];
  }
  for (size_t size = 0; size < s->size; size += stride) {
    memcpy(bytes, s->bytes, s->size);
    REQUIRE(!saved_index_try(s, bytes, size));
    serialized_seal(bytes, size);
    REQUIRE(!saved_index_try(s, bytes, size));
  }
  free(bytes);
}

/// Changes some bytes after the rules: those of labels or values.
static void check_hostile(const saved_index *s, size_t changes) {
  const size_t first = s->size / 4;
  for (size_t n = 0; n < changes; n++) {
    uint8_t *bytes = copy_of(s);
    for (int i = chance(6); i >= 0; i--) {
      uint8_t *byte = &bytes[first + (size_t)chance((int)(s->size - 4 - first))];
      *byte =
          chance(2) == 0 ? (uint8_t)chance(8) : (uint8_t)(*byte + 255 + 2 * chance(2));
    }
    serialized_seal(bytes, s->size);
    try_string(s, bytes, s->size);
    free(bytes);
  }
}

// ----------------------------------------------------------------------------- failures

/// Loads while allocation number `n` fails, and `times` - 1 more. True: some failed.
static bool load_failing(const saved_index *s, size_t n, size_t times) {
  astar_index *index = NULL;
  const char *message = NULL;
  astar_grid *grid = saved_index_new_grid(s->number, &metered);
  REQUIRE(grid != NULL);
  the_meter.failing = the_meter.asked + n;
  the_meter.times = times;
  const astar_status status =
      astar_grid_load_index(grid, s->bytes, s->size, &index, &message);
  const bool has_failed = meter_has_refused(&the_meter, 0);
  the_meter.failing = METER_NEVER;
  the_meter.times = 0;
  REQUIRE(status == ASTAR_OK || (status == ASTAR_NO_MEMORY && message != NULL));
  REQUIRE((status == ASTAR_OK) == (index != NULL));
  REQUIRE(status == ASTAR_OK || has_failed);
  astar_index_free(index);
  astar_grid_free(grid);
  return has_failed;
}

static size_t fail_each(const saved_index *s, size_t times) {
  size_t n = 0;
  const size_t held = the_meter.held;
  while (load_failing(s, n, times)) {
    REQUIRE(the_meter.held == held);
    n++;
  }
  return n;
}

int main(int argc, char **argv) {
  const size_t changes = argc > 1 ? strtoul(argv[1], NULL, 10) : 300;
  size_t failures = 0;
  for (int number = 0; number < SAVED_MAPS; number++) {
    saved_index s;
    snprintf(run_name, sizeof run_name, "map %d", number);
    saved_index_init(&s, number, &metered);
    check_other_maps(&s);
    check_bytes(&s, changes < 100 ? 300 / (changes + 1) + 1 : 1);
    check_hostile(&s, changes);
    failures += fail_each(&s, 1) + fail_each(&s, METER_FOR_EVER);
    check_round(&s); // edits the grid
    saved_index_fini(&s);
    REQUIRE(the_meter.held == 0);
  }
  REQUIRE(accepted > (changes < 100 ? changes : 100));
  fprintf(stderr, "%zu damaged strings, %zu of them are indexes; %zu failed loads\n",
          tried, accepted, failures);
  puts("indexes are the same after writing and reading");
  return EXIT_SUCCESS;
}
