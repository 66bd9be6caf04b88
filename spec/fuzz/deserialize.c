/// A fuzz target: its input is a grid as a byte string, damaged or hostile.
///
/// Nothing may break, and an accepted string must be a valid grid. Mutations of a fuzzer
/// must pass the checksum: if the first byte is odd, the rest is wrapped in the magic, a
/// version and a correct checksum, with version 1 of the format for first bytes below
/// 128, otherwise version 2. If the first byte is even, the rest is used as it is.
#include "astar.h"
#include "../support/rounds.h"
#include "../support/serialized.h"

#include <math.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/// The limit of memory: a few bytes may describe a large grid [bytes].
enum { BUDGET = 1 << 20 };

/// The limit of tiles in calls with a limit, and the memory that such a string may take:
/// for the grid itself [bytes], per tile, and per byte of the string.
enum { TILES = 4096, PER_GRID = 4096, PER_TILE = 11, PER_BYTE = 8 };

typedef struct purse {
  size_t held, most; ///< [bytes]
  bool has_refused;
} purse;

static void *allocate(void *user, void *block, size_t old_size, size_t new_size) {
  purse *p = user;
  if (new_size > BUDGET || p->held + new_size - old_size > BUDGET) {
    p->has_refused = true;
    return NULL;
  }
  p->held += new_size - old_size;
  if (p->held > p->most) p->most = p->held;
  if (new_size > 0) return realloc(block, new_size);
  free(block);
  return NULL;
}

/// The format is described in src/map/serialization.c.
static uint8_t *wrap(uint8_t version, const uint8_t *data, size_t *size) {
  const uint8_t magic[] = {'a', 's', 't', 'a', 'r', 'g', 'r', 'i', 'd', version};
  const size_t whole = sizeof magic + *size;
  uint8_t *bytes = malloc(whole + 4);
  REQUIRE(bytes != NULL);
  memcpy(bytes, magic, sizeof magic);
  if (*size > 0) memcpy(bytes + sizeof magic, data, *size);
  *size = whole + SERIALIZED_CHECKSUM;
  serialized_seal(bytes, *size);
  return bytes;
}

/// A grid that is written and read again must be the same.
static void check_round(const astar_grid *grid, const astar_allocator *allocator) {
  astar_grid *again;
  const char *message;
  size_t size;
  void *bytes = serialized_grid(grid, &size);
  if (astar_grid_deserialize(allocator, bytes, size, ASTAR_MAX_TILES, &again, &message) ==
      ASTAR_OK) {
    REQUIRE(astar_grid_revision(again) == astar_grid_revision(grid));
    REQUIRE(serialized_are_equal(grid, again));
    astar_grid_free(again);
  } else {
    REQUIRE(((const purse *)allocator->user)->has_refused);
  }
  free(bytes);
}

static void check_tiles(const astar_grid *grid) {
  for (int y = 0; y < astar_grid_height(grid); y++) {
    for (int x = 0; x < astar_grid_width(grid); x++) {
      const double penalty = astar_grid_penalty(grid, x, y);
      REQUIRE(penalty == 0 || (penalty >= ASTAR_MIN_COST && penalty <= ASTAR_MAX_COST));
      REQUIRE(astar_grid_get(grid, x, y) >= 0);
      const uint8_t layers = astar_grid_obstacles(grid, x, y);
      REQUIRE(astar_grid_is_blocked(grid, x, y, ASTAR_ANY_LAYER) == (layers != 0));
      for (int i = 0; i < 9; i++)
        (void)astar_grid_is_edge_open(grid, x, y, i % 3 - 1, i / 3 - 1);
    }
  }
}

/// The grid must work for a search and a field, and accept edits.
static void check_use(astar_grid *grid, const astar_rules *rules) {
  const astar_point goal = {astar_grid_width(grid) - 1, astar_grid_height(grid) - 1};
  const astar_source source = {goal.x, goal.y, 0};
  const astar_query query = astar_default_query(rules, 0, 0, &goal, 1);
  astar_result result;
  astar_field *field;
  uint32_t id = 0;
  const astar_status found = astar_find_path(grid, &query, NULL, &result);
  REQUIRE(astar_is_outcome(found) || found == ASTAR_NO_MEMORY);
  const astar_filter filter = {ASTAR_LAYER(1), 0, {{0, 0}}};
  const astar_status ghost =
      astar_is_reachable(grid, rules, &filter, 0, 0, goal.x, goal.y);
  REQUIRE(found != ASTAR_OK || ghost == ASTAR_OK || ghost == ASTAR_NO_MEMORY);
  if (astar_distance_field(grid, rules, NULL, &source, 1, INFINITY, &field) == ASTAR_OK) {
    const double cost = astar_field_cost(field, 0, 0);
    const bool stands = astar_is_passable(grid, rules, NULL, 0, 0);
    REQUIRE(found == ASTAR_NO_MEMORY || !stands ||
            (cost < INFINITY) == (found == ASTAR_OK));
    astar_field_free(field);
  }
  if (astar_grid_link(grid, 0, 0, goal.x, goal.y, 1, true, &id) == ASTAR_OK) {
    REQUIRE(astar_grid_unlink(grid, id) == ASTAR_OK);
    REQUIRE(astar_grid_unlink(grid, id) == ASTAR_INVALID);
  }
}

/// With a limit of tiles, memory must stay within bounds that follow from the limit and
/// the length.
static void check_limit(const uint8_t *bytes, size_t size) {
  purse p = {0};
  const astar_allocator allocator = {allocate, &p};
  astar_grid *grid = NULL;
  const char *message = NULL;
  const astar_status status =
      astar_grid_deserialize(&allocator, bytes, size, TILES, &grid, &message);
  REQUIRE(p.most <= PER_GRID + (size_t)TILES * PER_TILE + size * PER_BYTE);
  if (status == ASTAR_OK) {
    REQUIRE(astar_grid_width(grid) * astar_grid_height(grid) <= TILES);
    astar_grid_free(grid);
  } else {
    REQUIRE(grid == NULL && message != NULL && message[0] != '\0');
  }
  REQUIRE(p.held == 0);
}

/// A string of version 1 has no revision, and obstacles on the first layer only.
static void check_version(const astar_grid *grid, uint8_t version) {
  uint8_t layers = 0;
  for (int y = 0; y < astar_grid_height(grid); y++)
    for (int x = 0; x < astar_grid_width(grid); x++)
      layers |= astar_grid_obstacles(grid, x, y);
  REQUIRE(version == 1 || version == 2);
  REQUIRE(version > 1 || (astar_grid_revision(grid) == 0 && layers <= ASTAR_LAYER(1)));
  REQUIRE(astar_grid_revision(grid) <= UINT64_C(1) << 53);
}

static void run(uint8_t version, const uint8_t *bytes, size_t size) {
  static astar_rules *rules; // created once, because it takes long
  purse p = {0};
  const astar_allocator allocator = {allocate, &p};
  astar_grid *grid = NULL;
  const char *message = NULL;
  if (rules == NULL) {
    astar_rules_def def = astar_default_rules();
    for (int i = 0; i < 256; i++) def.cost[i] = i % 5;
    REQUIRE(astar_rules_new(NULL, &def, &rules) == ASTAR_OK);
  }
  check_limit(bytes, size);
  const astar_status status =
      astar_grid_deserialize(&allocator, bytes, size, ASTAR_MAX_TILES, &grid, &message);
  if (status == ASTAR_OK) {
    check_tiles(grid);
    check_version(grid, version);
    check_round(grid, &allocator);
    check_use(grid, rules);
    astar_grid_free(grid);
  } else {
    REQUIRE(grid == NULL && message != NULL && message[0] != '\0');
    REQUIRE(status == ASTAR_INVALID || (status == ASTAR_NO_MEMORY && p.has_refused));
  }
  REQUIRE(p.held == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size == 0 || data[0] % 2 == 0) {
    const size_t place = 1 + 9; // the place of the version
    run(size > place ? data[place] : 0, size == 0 ? data : data + 1,
        size == 0 ? 0 : size - 1);
    return 0;
  }
  size_t whole = size - 1;
  const uint8_t version = data[0] < 128 ? 1 : 2;
  uint8_t *bytes = wrap(version, data + 1, &whole);
  run(version, bytes, whole);
  free(bytes);
  return 0;
}
