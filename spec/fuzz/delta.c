/// A fuzz target: its input is a delta, damaged or hostile.
///
/// Nothing may break. A delta that is refused changes nothing; one that is accepted must
/// give a valid grid, whose own delta leads another replica to the same content.
///
/// The first byte chooses the grid (bits 1 to 3), and how the rest is used. Bit 0 is 0:
/// as it is. Bit 0 is 1: as records, which are wrapped in a header that fits the grid and
/// a correct checksum, so that mutations of a fuzzer pass both. Includes internal headers
/// of the core.
#include "map/content_hash.h"
#include "map/edit_log.h"
#include "map/edit_record.h"
#include "../support/rounds.h"
#include "../support/serialized.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/// The size of the grids, and the limit of tiles in calls with a limit [tiles].
enum { WIDTH = 13, HEIGHT = 9, LIMIT = 40 };

/// The memory that a grid may take: for itself, and per byte of a delta, for links and
/// the log [bytes].
enum { PER_GRID = 32768, PER_BYTE = 400 };

// ------------------------------------------------------------------------------- grids

/// A grid with some content of each kind, or none of it.
static astar_grid *new_grid(int choice) {
  static const astar_layout layouts[] = {ASTAR_SQUARE, ASTAR_ODD_R, ASTAR_EVEN_Q,
                                         ASTAR_ODD_Q};
  astar_grid *grid;
  REQUIRE(astar_grid_new(NULL, WIDTH, HEIGHT, layouts[choice % 4], 1, &grid) == ASTAR_OK);
  if (choice / 4 == 0) return grid;
  REQUIRE(astar_grid_fill(grid, 3, 0, 1, 7, 0) == ASTAR_OK);
  REQUIRE(astar_grid_set_penalty(grid, 5, 5, 2.5) == ASTAR_OK);
  REQUIRE(astar_grid_block(grid, 6, 6, true, 3) == ASTAR_OK);
  REQUIRE(astar_grid_set_edge(grid, 7, 4, 1, 0, false, false) == ASTAR_OK);
  for (int i = 0; i < 4; i++)
    REQUIRE(astar_grid_link(grid, 0, 0, 4 * (i % 2), 0, 3, i == 2, NULL) == ASTAR_OK);
  REQUIRE(astar_grid_unlink(grid, 2) == ASTAR_OK);
  return grid;
}

static astar_grid *clone(const astar_grid *grid) {
  astar_grid *copy;
  REQUIRE(astar_grid_clone(grid, NULL, &copy) == ASTAR_OK);
  return copy;
}

// ------------------------------------------------------------------------------- input

/// How many records of the input are valid one by one.
static uint64_t count_records(const astar_grid *grid, const uint8_t *data, size_t size) {
  byte_reader r = {data, size, 1, false};
  uint64_t count = 0;
  while (r.left > 0) {
    (void)edit_record_take(&r, grid);
    if (r.is_damaged) break;
    count++;
  }
  return count;
}

/// The format is described in src/map/delta.c.
static uint8_t *wrap(const astar_grid *grid, const uint8_t *data, size_t *size) {
  uint8_t *bytes = malloc(*size + 64);
  REQUIRE(bytes != NULL);
  byte_writer w = {bytes, 0};
  byte_string_put_header(&w, "astardelta", 1);
  byte_string_put_byte(&w, (uint8_t)grid->layout);
  byte_string_put_number(&w, WIDTH);
  byte_string_put_number(&w, HEIGHT);
  byte_string_put_number(&w, grid->revision);
  byte_string_put_number(&w, count_records(grid, data, *size));
  byte_string_put_fixed(&w, content_hash(grid));
  if (*size > 0) byte_string_put_bytes(&w, data, *size);
  byte_string_put_checksum(&w);
  *size = w.size;
  return realloc(bytes, w.size); // sanitizers detect reads beyond the end
}

// ------------------------------------------------------------------------------ checks

static void start_to_record(astar_grid *grid) {
  size_t size;
  REQUIRE(astar_grid_changes(grid, grid->revision, NULL, 0, &size) == ASTAR_OK);
}

/// A replica of the replica gets the same content by its delta.
static void check_chain(const astar_grid *base, astar_grid *replica) {
  size_t size, same_size;
  astar_grid *second = clone(base);
  const astar_status status = astar_grid_changes(replica, base->revision, NULL, 0, &size);
  if (status != ASTAR_OK) {
    REQUIRE(status == ASTAR_TOO_OLD);
    REQUIRE(replica->revision - base->revision > EDIT_LOG_EDITS);
  } else {
    uint8_t *bytes = malloc(size);
    REQUIRE(bytes != NULL);
    REQUIRE(astar_grid_changes(replica, base->revision, bytes, size, &same_size) ==
            ASTAR_OK);
    REQUIRE(same_size == size);
    REQUIRE(astar_grid_apply(second, bytes, size, UINT64_MAX, NULL) == ASTAR_OK);
    REQUIRE(serialized_are_equal(replica, second));
    REQUIRE(second->log->hash == replica->log->hash);
    free(bytes);
  }
  astar_grid_free(second);
}

/// The content must be valid, and work for a search, as on a copy without history.
static void check_use(astar_grid *grid, const astar_rules *rules) {
  size_t size;
  astar_grid *again;
  uint8_t *bytes = serialized_grid(grid, &size);
  REQUIRE(astar_grid_deserialize(NULL, bytes, size, WIDTH * HEIGHT, &again, NULL) ==
          ASTAR_OK);
  REQUIRE(serialized_are_equal(grid, again));
  const astar_point goal = {WIDTH - 1, HEIGHT - 1};
  const astar_query query = astar_default_query(rules, 0, 0, &goal, 1);
  astar_result result, result_again;
  const astar_status status = astar_find_path(grid, &query, NULL, &result);
  REQUIRE(astar_is_outcome(status));
  REQUIRE(astar_find_path(again, &query, NULL, &result_again) == status);
  REQUIRE(!(result.cost < result_again.cost) && !(result.cost > result_again.cost));
  astar_grid_free(again);
  free(bytes);
}

/// Whether a grid may refuse a string with this status.
static bool is_right_refusal(const astar_grid *grid, const uint8_t *bytes, size_t size,
                             astar_status status) {
  uint64_t from, to;
  if (status == ASTAR_INVALID) return true;
  REQUIRE(astar_delta_revisions(bytes, size, &from, &to, NULL) == ASTAR_OK && from <= to);
  if (status == ASTAR_DELTA_APPLIED) return from < grid->revision;
  if (status == ASTAR_DELTA_GAP) return from > grid->revision;
  return status == ASTAR_DELTA_OTHER; // of another size, or from another content
}

/// `is_warm`: the replica records, and has derived data that is repaired.
static void run(const astar_grid *base, const astar_rules *rules, const uint8_t *bytes,
                size_t size, uint64_t max_tiles, bool is_warm) {
  const char *message = NULL;
  astar_grid *replica = clone(base);
  if (is_warm) {
    start_to_record(replica);
    check_use(replica, rules);
  }
  const size_t before = astar_grid_memory(replica);
  const astar_status status = astar_grid_apply(replica, bytes, size, max_tiles, &message);
  REQUIRE(astar_grid_memory(replica) <= before + PER_GRID + size * PER_BYTE);
  REQUIRE(replica->log == NULL || replica->log->hash == content_hash(replica));
  if (status == ASTAR_OK) {
    REQUIRE(replica->revision >= base->revision);
    if (is_warm) check_chain(base, replica);
    check_use(replica, rules);
  } else {
    REQUIRE(is_right_refusal(base, bytes, size, status));
    REQUIRE(message != NULL && message[0] != '\0');
    REQUIRE(serialized_are_equal(replica, base));
  }
  astar_grid_free(replica);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static astar_rules *rules; // created once, because it takes long
  if (rules == NULL) {
    astar_rules_def def = astar_default_rules();
    for (int i = 0; i < 256; i++) def.cost[i] = i % 5;
    REQUIRE(astar_rules_new(NULL, &def, &rules) == ASTAR_OK);
  }
  if (size == 0) return 0;
  astar_grid *base = new_grid(data[0] >> 1 & 7);
  size_t whole = size - 1;
  uint8_t *bytes = data[0] % 2 == 1 ? wrap(base, data + 1, &whole) : NULL;
  const uint8_t *delta = bytes != NULL ? bytes : data + 1;
  run(base, rules, delta, whole, UINT64_MAX, true);
  run(base, rules, delta, whole, LIMIT, false);
  free(bytes);
  astar_grid_free(base);
  return 0;
}
