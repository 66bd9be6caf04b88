/// A fuzz target: its input is a byte string of rules, damaged or hostile.
///
/// Nothing may break. Rules that are accepted must give the same bytes again, and work in
/// searches on squares and on hexes.
///
/// If the first byte is odd, the rest is wrapped in the magic, the version and a correct
/// checksum, so that mutations of a fuzzer pass them. If it is even, the rest is used as
/// it is. Includes internal headers of the core.
#include "base/byte_string.h"
#include "map/rules.h"
#include "../support/rounds.h"

#include <math.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/// The memory that rules may take [bytes].
enum { BUDGET = 35000000 };

typedef struct purse {
  size_t held, most; ///< [bytes]
} purse;

static void *allocate(void *user, void *block, size_t old_size, size_t new_size) {
  purse *p = user;
  p->held += new_size - old_size;
  if (p->held > p->most) p->most = p->held;
  if (new_size > 0) return realloc(block, new_size);
  free(block);
  return NULL;
}

/// The format is described in src/map/rules_serialization.c.
static uint8_t *wrap(const uint8_t *data, size_t *size) {
  uint8_t *bytes = malloc(*size + 32);
  REQUIRE(bytes != NULL);
  byte_writer w = {bytes, 0};
  byte_string_put_header(&w, "astarrules", 1);
  if (*size > 0) byte_string_put_bytes(&w, data, *size);
  byte_string_put_checksum(&w);
  *size = w.size;
  return realloc(bytes, w.size); // sanitizers detect reads beyond the end
}

static uint8_t *serialize(const astar_rules *rules, size_t *size) {
  *size = astar_rules_serialize(rules, NULL, 0);
  uint8_t *bytes = malloc(*size);
  REQUIRE(bytes != NULL && astar_rules_serialize(rules, bytes, *size) == *size);
  return bytes;
}

/// Rules that are written and read again must be the same.
static void check_round(const astar_rules *rules, const astar_allocator *allocator) {
  size_t size, size_again;
  astar_rules *again;
  uint8_t *bytes = serialize(rules, &size);
  REQUIRE(astar_rules_deserialize(allocator, bytes, size, &again, NULL) == ASTAR_OK);
  uint8_t *bytes_again = serialize(again, &size_again);
  REQUIRE(size == size_again && memcmp(bytes, bytes_again, size) == 0);
  free(bytes);
  free(bytes_again);
  astar_rules_free(again);
}

static void check_use(const astar_rules *rules, astar_layout layout) {
  enum { SIDE = 9 };
  astar_grid *grid;
  REQUIRE(astar_grid_new(NULL, SIDE, SIDE, layout, 0, &grid) == ASTAR_OK);
  for (int i = 0; i < SIDE * SIDE; i++) {
    const uint8_t terrain = (uint8_t)(i * 37 % 5 == 0 ? i : i % 3);
    REQUIRE(astar_grid_set(grid, i % SIDE, i / SIDE, terrain) == ASTAR_OK);
  }
  const astar_point goal = {SIDE - 1, SIDE - 1};
  const astar_query query = astar_default_query(rules, 0, 0, &goal, 1);
  astar_query best_first = query;
  best_first.algorithm = ASTAR_DIJKSTRA;
  astar_result result, expected;
  const astar_status status = astar_find_path(grid, &query, NULL, &result);
  REQUIRE(astar_is_outcome(status) || status == ASTAR_UNSUITED);
  REQUIRE(astar_find_path(grid, &best_first, NULL, &expected) == status);
  REQUIRE(fabs(result.cost - expected.cost) <= 2e-6 * expected.cost);
  astar_grid_free(grid);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size == 0) return 0;
  purse p = {0, 0};
  const astar_allocator allocator = {allocate, &p};
  size_t whole = size - 1;
  uint8_t *wrapped = data[0] % 2 == 1 ? wrap(data + 1, &whole) : NULL;
  const uint8_t *bytes = wrapped != NULL ? wrapped : data + 1;
  astar_rules *rules = NULL;
  const char *message = NULL;
  const astar_status status =
      astar_rules_deserialize(&allocator, bytes, whole, &rules, &message);
  REQUIRE(p.most <= BUDGET);
  if (status == ASTAR_OK) {
    check_round(rules, &allocator);
    check_use(rules, ASTAR_SQUARE);
    check_use(rules, ASTAR_EVEN_R);
    astar_rules_free(rules);
  } else {
    REQUIRE(status == ASTAR_INVALID && rules == NULL);
    REQUIRE(message != NULL && message[0] != '\0');
  }
  REQUIRE(p.held == 0);
  free(wrapped);
  return 0;
}
