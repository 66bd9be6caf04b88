/// Tests deltas from the inside: what random histories (spec/fuzz/replica.c) rarely meet.
///
///     build/spec/replicas
///
/// - Limits: how many edits, and how many bytes, a grid keeps.
/// - Refusals: deltas that do not belong to the grid, or set too many tiles.
/// - Edits that change nothing, in a delta that is valid otherwise.
/// - Records that no grid writes.
///
/// It includes internal headers of the core. Built and run by
/// spec/quality/programs_spec.lua.
#include "allocation_meter.h"
#include "map/content_hash.h"
#include "map/edit_log.h"
#include "map/edit_record.h"
#include "serialized.h"

enum { TERRAINS = 5, MAX_POINTS = 24 };

static meter the_meter = {.failing = METER_NEVER};
static const astar_allocator metered = {meter_alloc, &the_meter};

// ------------------------------------------------------------------------------- bytes

typedef struct string {
  uint8_t *bytes;
  size_t size;
} string;

static void string_free(string *s) {
  free(s->bytes);
  *s = (string){NULL, 0};
}

static uint8_t *new_bytes(size_t size) {
  uint8_t *bytes = malloc(size > 0 ? size : 1);
  REQUIRE(bytes != NULL);
  return bytes;
}

static string content_of(const astar_grid *grid) {
  string s;
  s.bytes = serialized_grid(grid, &s.size);
  return s;
}

static bool is_same(string a, string b) {
  return a.size == b.size && memcmp(a.bytes, b.bytes, a.size) == 0;
}

static astar_status changes(astar_grid *grid, uint64_t revision, string *delta) {
  *delta = (string){NULL, 77};
  astar_status status = astar_grid_changes(grid, revision, NULL, 0, &delta->size);
  if (status != ASTAR_OK) {
    REQUIRE(delta->size == 0);
    return status;
  }
  size_t size = delta->size;
  delta->bytes = new_bytes(size + 1);
  memset(delta->bytes, 0x77, size + 1);
  REQUIRE(astar_grid_changes(grid, revision, delta->bytes, size - 1, &delta->size) ==
          ASTAR_OK);
  REQUIRE(delta->size == size && delta->bytes[0] == 0x77);
  REQUIRE(astar_grid_changes(grid, revision, delta->bytes, size, &delta->size) ==
          ASTAR_OK);
  REQUIRE(delta->size == size && delta->bytes[0] == 'a' && delta->bytes[size] == 0x77);
  return ASTAR_OK;
}

static string changes_since(astar_grid *grid, uint64_t revision) {
  string delta;
  REQUIRE(changes(grid, revision, &delta) == ASTAR_OK);
  return delta;
}

static astar_status apply(astar_grid *grid, string delta, uint64_t max_tiles,
                          const char **message) {
  // A block of exactly that size, so that sanitizers detect reads beyond its end.
  uint8_t *bytes = new_bytes(delta.size);
  if (delta.size > 0) memcpy(bytes, delta.bytes, delta.size);
  astar_status status = astar_grid_apply(grid, bytes, delta.size, max_tiles, message);
  free(bytes);
  return status;
}

static void apply_all(astar_grid *grid, string delta) {
  const char *message = NULL;
  REQUIRE(apply(grid, delta, UINT64_MAX, &message) == ASTAR_OK);
}

static void check_hash(const astar_grid *grid) {
  REQUIRE(grid->log == NULL || grid->log->hash == content_hash(grid));
}

static void fill_names(astar_grid **grid, int width, int height, astar_layout layout) {
  REQUIRE(astar_grid_new(&metered, width, height, layout, 1, grid) == ASTAR_OK);
}

// ----------------------------------------------------------------------------- answers

static astar_rules *rules_of(int kind) {
  astar_rules_def def = astar_default_rules();
  for (int i = 0; i < 256; i++)
    def.cost[i] = kind == 0 ? i % TERRAINS != 3 : i % TERRAINS;
  astar_rules *rules;
  REQUIRE(astar_rules_new(&metered, &def, &rules) == ASTAR_OK);
  return rules;
}

static astar_rules *laws[2];

/// The expansions of a sliced search, which do not depend on earlier edits.
static uint32_t count_expansions(astar_grid *grid, const astar_query *query) {
  astar_search *search;
  astar_result result;
  REQUIRE(astar_search_new(grid, query, &search) == ASTAR_OK);
  while (astar_search_step(search, 100) == ASTAR_RUNNING) {
  }
  astar_search_result(search, &result);
  astar_search_free(search);
  return result.expanded;
}

/// Answers of two grids of 4 x 4 tiles to the same queries must be equal.
static void compare_answers(astar_grid *a, astar_grid *b) {
  const astar_point goal = {3, 3};
  astar_path *paths[2];
  for (int i = 0; i < 2; i++) REQUIRE(astar_path_new(&metered, &paths[i]) == ASTAR_OK);
  for (int i = 0; i < 2; i++) {
    const astar_query query = astar_default_query(laws[i], 0, 0, &goal, 1);
    astar_point points[2][MAX_POINTS] = {{{0, 0}}};
    astar_result first, second;
    const astar_status status = astar_find_path(a, &query, paths[0], &first);
    REQUIRE(astar_find_path(b, &query, paths[1], &second) == status);
    REQUIRE(!(first.cost < second.cost) && !(first.cost > second.cost));
    REQUIRE(count_expansions(a, &query) == count_expansions(b, &query));
    for (int k = 0; k < 2; k++) astar_path_points(paths[k], points[k], MAX_POINTS);
    REQUIRE(memcmp(points[0], points[1], sizeof points[0]) == 0);
  }
  for (int i = 0; i < 2; i++) astar_path_free(paths[i]);
}

// ------------------------------------------------------------------------------ limits

/// Changes the terrain of a tile, in turns.
static void flip(astar_grid *grid) {
  REQUIRE(astar_grid_set(grid, 0, 0, (uint8_t)(grid->terrain[0] == 0)) == ASTAR_OK);
}

static void require_reach(astar_grid *grid, uint64_t oldest) {
  string delta;
  REQUIRE(changes(grid, oldest, &delta) == ASTAR_OK);
  string_free(&delta);
  if (oldest > 0) REQUIRE(changes(grid, oldest - 1, &delta) == ASTAR_TOO_OLD);
}

/// A chunk takes EDIT_LOG_EDITS edits. With a third chunk the first one is dropped.
static void check_edits(void) {
  astar_grid *grid, *replica;
  fill_names(&grid, 4, 4, ASTAR_SQUARE);
  flip(grid); // before recording
  string delta;
  REQUIRE(changes(grid, 0, &delta) == ASTAR_TOO_OLD);
  require_reach(grid, 1);
  REQUIRE(astar_grid_clone(grid, &metered, &replica) == ASTAR_OK);
  for (int i = 0; i < EDIT_LOG_EDITS - 1; i++) flip(grid);
  require_reach(grid, 1); // one less
  flip(grid);
  require_reach(grid, 1); // the first chunk is full
  flip(grid);
  require_reach(grid, 1); // one more
  delta = changes_since(grid, 1);
  apply_all(replica, delta);
  REQUIRE(serialized_are_equal(grid, replica));
  string_free(&delta);
  for (int i = 0; i < EDIT_LOG_EDITS - 1; i++) flip(grid);
  require_reach(grid, 1); // two chunks are full
  flip(grid);
  require_reach(grid, 1 + EDIT_LOG_EDITS);
  delta = changes_since(grid, replica->revision);
  apply_all(replica, delta);
  REQUIRE(serialized_are_equal(grid, replica));
  string_free(&delta);
  astar_grid_free(grid);
  astar_grid_free(replica);
}

/// Edits of two revisions at the end of a chunk stay together.
static void check_edits_of_two_revisions(void) {
  astar_grid *grid, *replica;
  fill_names(&grid, 4, 4, ASTAR_SQUARE);
  string delta = changes_since(grid, 0);
  string_free(&delta);
  REQUIRE(astar_grid_clone(grid, &metered, &replica) == ASTAR_OK);
  for (int i = 0; i < EDIT_LOG_EDITS - 1; i++) flip(grid);
  REQUIRE(astar_grid_set_edge(grid, 1, 1, 1, 0, false, false) == ASTAR_OK);
  REQUIRE(grid->log->current.edits == EDIT_LOG_EDITS);
  REQUIRE(grid->log->current.count == EDIT_LOG_EDITS + 1);
  for (int i = 0; i < EDIT_LOG_EDITS; i++)
    REQUIRE(astar_grid_set_edge(grid, 1, 1, 1, 0, i % 2 == 0, false) == ASTAR_OK);
  REQUIRE(changes(grid, 0, &delta) == ASTAR_OK); // 2 * EDIT_LOG_EDITS edits
  apply_all(replica, delta);
  REQUIRE(serialized_are_equal(grid, replica));
  string_free(&delta);
  flip(grid);
  require_reach(grid, EDIT_LOG_EDITS + 1);
  REQUIRE(changes(grid, EDIT_LOG_EDITS + 2, &delta) == ASTAR_INVALID);
  astar_grid_free(grid);
  astar_grid_free(replica);
}

/// Arrays of different costs: 10 bytes per tile. They fill chunks before
/// EDIT_LOG_EDITS edits; each of them fits.
static void check_bytes(void) {
  enum { SIDE = 64 };
  static double costs[SIDE * SIDE];
  astar_grid *grid, *replica;
  fill_names(&grid, SIDE, SIDE, ASTAR_SQUARE);
  string delta = changes_since(grid, 0);
  string_free(&delta);
  REQUIRE(astar_grid_clone(grid, &metered, &replica) == ASTAR_OK);
  const uint64_t limit = EDIT_LOG_BYTES + EDIT_LOG_BYTES_PER_TILE * SIDE * SIDE;
  REQUIRE(grid->log->max_bytes == limit);
  int edits = 0;
  while (changes(grid, 0, &delta) == ASTAR_OK) {
    string_free(&delta);
    for (int i = 0; i < SIDE * SIDE; i++) costs[i] = 1 + 1.0 / (i + 3 + edits);
    REQUIRE(astar_grid_set_penalties(grid, 0, 0, SIDE, SIDE, costs, SIDE) == ASTAR_OK);
    REQUIRE(grid->log->current.size <= limit && grid->log->previous.size <= limit);
    delta = changes_since(grid, grid->revision - 1);
    apply_all(replica, delta);
    REQUIRE(serialized_are_equal(grid, replica));
    edits++;
  }
  REQUIRE(edits >= 3 && edits < EDIT_LOG_EDITS);
  astar_grid_free(grid);
  astar_grid_free(replica);
}

/// A chunk that has exactly `max_bytes` bytes is full; with one byte less it is not.
static void check_bytes_exactly(void) {
  for (int spare = -1; spare <= 1; spare++) {
    memory m;
    memory_init(&m, &metered);
    edit_log *log = edit_log_new(&m, 1, 1);
    REQUIRE(log != NULL);
    edit_log_start(log, 100);
    size_t first = log->max_bytes - 10, second = (size_t)(10 - spare);
    byte_writer w = edit_log_begin(log, &m, first, true);
    memset(w.bytes, 1, first);
    w.size = first;
    edit_log_end(log, &w, 0);
    w = edit_log_begin(log, &m, second, true);
    memset(w.bytes, 1, second);
    w.size = second;
    edit_log_end(log, &w, 0);
    REQUIRE((log->previous.count == 1) == (spare < 0));
    edit_slice slice;
    REQUIRE(edit_log_find(log, 100, &slice));
    w = edit_log_begin(log, &m, log->max_bytes, true);
    REQUIRE(w.bytes != NULL && !edit_log_find(log, spare < 0 ? 100 : 99, &slice));
    w = edit_log_begin(log, &m, (size_t)log->max_bytes + 1, true);
    REQUIRE(w.bytes == NULL && edit_log_find(log, 104, &slice));
    REQUIRE(!edit_log_find(log, 103, &slice));
    edit_log_free(log, &m);
  }
}

// ---------------------------------------------------------------------------- refusals

static void require_refusal(astar_grid *grid, string delta, uint64_t max_tiles,
                            astar_status expected) {
  const char *message = NULL;
  string before = content_of(grid);
  REQUIRE(apply(grid, delta, max_tiles, &message) == expected);
  REQUIRE(message != NULL && message[0] != '\0');
  REQUIRE(astar_grid_apply(grid, delta.bytes, delta.size, max_tiles, NULL) == expected);
  string after = content_of(grid);
  REQUIRE(is_same(before, after));
  check_hash(grid);
  string_free(&before);
  string_free(&after);
}

static double call_apply(void *user, int dx, int dy) {
  (void)dx;
  (void)dy;
  string delta = {NULL, 0};
  astar_grid *grid = user;
  require_refusal(grid, delta, UINT64_MAX, ASTAR_BUSY);
  delta = changes_since(grid, grid->revision); // reading is allowed
  string_free(&delta);
  return 0;
}

static void check_refusals(void) {
  astar_grid *grid, *replica, *other;
  fill_names(&grid, 7, 5, ASTAR_SQUARE);
  string delta = changes_since(grid, 0), empty = delta;
  REQUIRE(astar_grid_clone(grid, &metered, &replica) == ASTAR_OK);
  REQUIRE(astar_grid_fill(grid, 1, 1, 3, 2, 9) == ASTAR_OK);
  REQUIRE(astar_grid_set_edge(grid, 1, 1, 0, 1, false, false) == ASTAR_OK);
  REQUIRE(astar_grid_set_penalty(grid, 1, 1, 2) == ASTAR_OK);
  REQUIRE(astar_grid_link(grid, 0, 0, 1, 1, 2, false, NULL) == ASTAR_OK);
  delta = changes_since(grid, 0);
  require_refusal(replica, delta, 8, ASTAR_INVALID); // 6 + 2 + 1 tiles
  require_refusal(grid, delta, UINT64_MAX, ASTAR_DELTA_APPLIED);
  fill_names(&other, 7, 6, ASTAR_SQUARE);
  require_refusal(other, delta, UINT64_MAX, ASTAR_DELTA_OTHER);
  astar_grid_free(other);
  fill_names(&other, 5, 7, ASTAR_SQUARE);
  require_refusal(other, delta, UINT64_MAX, ASTAR_DELTA_OTHER);
  astar_grid_free(other);
  fill_names(&other, 7, 5, ASTAR_ODD_R);
  require_refusal(other, delta, UINT64_MAX, ASTAR_DELTA_OTHER);
  astar_grid_free(other);
  // The right revision, and other content: one terrain, and the id of the next link.
  REQUIRE(astar_grid_new(&metered, 7, 5, ASTAR_SQUARE, 2, &other) == ASTAR_OK);
  require_refusal(other, delta, UINT64_MAX, ASTAR_DELTA_OTHER);
  astar_grid_free(other);
  fill_names(&other, 7, 5, ASTAR_SQUARE);
  other->next_link = 2;
  require_refusal(other, delta, UINT64_MAX, ASTAR_DELTA_OTHER);
  astar_grid_free(other);
  const char *message;
  REQUIRE(apply(replica, delta, 9, &message) == ASTAR_OK);
  REQUIRE(serialized_are_equal(grid, replica));
  string grid_bytes = content_of(grid);
  require_refusal(grid, grid_bytes, UINT64_MAX, ASTAR_INVALID);
  string nothing = {NULL, 0};
  require_refusal(grid, nothing, UINT64_MAX, ASTAR_INVALID);
  REQUIRE(astar_grid_apply(NULL, delta.bytes, delta.size, 1, NULL) == ASTAR_INVALID);
  size_t size = 7;
  REQUIRE(astar_grid_changes(NULL, 0, NULL, 0, &size) == ASTAR_INVALID && size == 0);
  REQUIRE(astar_grid_changes(grid, 0, NULL, 0, NULL) == ASTAR_INVALID);
  astar_point goal = {6, 4};
  astar_query query = astar_default_query(laws[0], 0, 0, &goal, 1);
  query.heuristic = ASTAR_HEURISTIC_FUNCTION;
  query.heuristic_function = call_apply;
  query.heuristic_user = grid;
  REQUIRE(astar_find_path(grid, &query, NULL, NULL) == ASTAR_OK);
  string_free(&grid_bytes);
  string_free(&delta);
  string_free(&empty);
  astar_grid_free(grid);
  astar_grid_free(replica);
}

// ----------------------------------------------------------------------------- records

/// Writes a delta with any records for the present content of a grid.
static string write_delta(astar_grid *grid, const uint8_t *records, size_t size,
                          uint64_t revisions) {
  string s = changes_since(grid, grid->revision);
  string_free(&s);
  s.bytes = new_bytes(size + 64);
  byte_writer w = {s.bytes, 0};
  byte_string_put_header(&w, "astardelta", 1);
  byte_string_put_byte(&w, (uint8_t)grid->layout);
  byte_string_put_number(&w, (uint32_t)grid->width);
  byte_string_put_number(&w, (uint32_t)grid->height);
  byte_string_put_number(&w, grid->revision);
  byte_string_put_number(&w, revisions);
  byte_string_put_fixed(&w, content_hash(grid));
  byte_string_put_bytes(&w, records, size);
  byte_string_put_checksum(&w);
  s.size = w.size;
  return s;
}

/// Edits that change nothing: the revision grows as the delta says.
static void check_idle_edits(void) {
  static const uint8_t records[][8] = {
      {EDIT_NOTHING},
      {EDIT_TERRAIN, 0, 1},
      {EDIT_TERRAIN_FILL, 0, 4, 4, 1},
      {EDIT_TERRAIN_VALUES, 0, 4, 1, 4 * 2, 1},
      {EDIT_PENALTY, 0},
      {EDIT_PENALTY_FILL, 0, 4, 4},
      {EDIT_PENALTY_VALUES, 0, 4, 1, 4, 0},
      {EDIT_BLOCK, 0},
      {EDIT_BLOCK_FILL, 0, 4, 4},
      {EDIT_BLOCK_VALUES, 0, 4, 1, 4},
      {EDIT_EDGE | 9 << 4, 0},
      {EDIT_EDGE_BOTH | 9 << 4, 0, EDIT_REST},
      {EDIT_UNLINK, 1},
      {EDIT_UNLINK | 1 << 4, 1, EDIT_REST},
      {EDIT_UNLINK, 2},                      // it has two ends
      {EDIT_UNLINK | 1 << 4, 3, EDIT_REST}}; // it has one end
  static const uint8_t sizes[] = {1, 3, 5, 6, 2, 4, 6, 2, 4, 5, 2, 3, 2, 3, 2, 3};
  for (int recording = 0; recording < 2; recording++) {
    for (size_t i = 0; i < sizeof sizes; i++) {
      astar_grid *grid, *twin;
      snprintf(run_name, sizeof run_name, "idle edit %d", (int)i);
      fill_names(&grid, 4, 4, ASTAR_SQUARE);
      REQUIRE(astar_grid_link(grid, 0, 0, 1, 0, 1, true, NULL) == ASTAR_OK);
      REQUIRE(astar_grid_link(grid, 0, 0, 1, 0, 1, true, NULL) == ASTAR_OK);
      REQUIRE(astar_grid_link(grid, 0, 0, 0, 0, 1, true, NULL) == ASTAR_OK);
      REQUIRE(astar_grid_unlink(grid, 1) == ASTAR_OK);
      REQUIRE(astar_grid_clone(grid, &metered, &twin) == ASTAR_OK);
      string content = content_of(grid);
      const uint64_t start = grid->revision;
      const bool has_rest = i == 11 || i == 13 || i == 15;
      const uint64_t revisions = has_rest ? 2 : 1;
      string delta = write_delta(twin, records[i], sizes[i], revisions);
      if (recording == 1) {
        string s = changes_since(grid, start);
        string_free(&s);
      }
      compare_answers(grid, twin);
      apply_all(grid, delta);
      REQUIRE(grid->revision == start + revisions);
      check_hash(grid);
      REQUIRE(grid->log->hash == content_hash(twin));
      if (recording == 1) {
        string again = changes_since(grid, start);
        apply_all(twin, again);
        REQUIRE(serialized_are_equal(grid, twin));
        string_free(&again);
      }
      compare_answers(grid, twin);
      string_free(&content);
      string_free(&delta);
      astar_grid_free(grid);
      astar_grid_free(twin);
    }
  }
}

/// Records that no grid writes are refused.
static void check_hostile_records(void) {
  static const struct {
    uint8_t size, revisions, bytes[12];
  } cases[] = {
      {0, 1, {0}},                                     // no record for the revision
      {1, 0, {EDIT_NOTHING}},                          // no revision for the record
      {1, 1, {EDIT_REST}},                             // of no edit
      {3, 2, {EDIT_TERRAIN, 0, 1}},                    // two revisions
      {4, 2, {EDIT_TERRAIN, 0, 1, EDIT_REST}},         // an edit of one revision
      {1, 1, {EDIT_NOTHING | 1 << 4}},                 // data
      {3, 1, {EDIT_TERRAIN | 1 << 4, 0, 1}},           // data
      {2, 1, {EDIT_TERRAIN, 0}},                       // no terrain
      {3, 1, {EDIT_TERRAIN, 16, 1}},                   // off the grid
      {5, 1, {EDIT_TERRAIN_FILL, 1, 4, 1, 1}},         // too wide
      {5, 1, {EDIT_TERRAIN_FILL, 4, 1, 4, 1}},         // too high
      {5, 1, {EDIT_TERRAIN_FILL, 0, 0, 1, 1}},         // empty
      {5, 1, {EDIT_TERRAIN_FILL, 0, 1, 0, 1}},         // empty
      {6, 1, {EDIT_TERRAIN_VALUES, 0, 4, 1, 6, 1}},    // too few values
      {6, 1, {EDIT_TERRAIN_VALUES, 0, 4, 1, 10, 1}},   // too many
      {6, 1, {EDIT_TERRAIN_VALUES, 0, 4, 1, 9, 1}},    // literals that are not there
      {6, 1, {EDIT_TERRAIN_VALUES, 0, 4, 1, 0, 1}},    // a run of no values
      {3, 1, {EDIT_PENALTY | 1 << 4, 0, 0xbf}},        // negative
      {4, 1, {EDIT_PENALTY | 2 << 4, 0, 0x7f, 0xf0}},  // infinite
      {4, 1, {EDIT_PENALTY | 2 << 4, 0, 0x7f, 0xf8}},  // NaN
      {4, 1, {EDIT_PENALTY | 2 << 4, 0, 0x60, 0}},     // above ASTAR_MAX_COST
      {4, 1, {EDIT_PENALTY | 2 << 4, 0, 0x10, 0}},     // below ASTAR_MIN_COST
      {11, 1, {EDIT_PENALTY | 9 << 4, 0, 0x3f, 0xf0}}, // 9 top bytes
      {3, 1, {EDIT_PENALTY | 2 << 4, 0, 0x3f}},        // no second byte
      {7, 1, {EDIT_PENALTY_VALUES, 0, 4, 1, 4, 1, 0xbf}},
      {6, 1, {EDIT_PENALTY_VALUES, 0, 4, 1, 5, 0}},
      {6, 1, {EDIT_PENALTY_VALUES, 0, 4, 1, 0, 0}},
      {6, 1, {EDIT_PENALTY_VALUES | 1 << 4, 0, 4, 1, 4, 0}},
      {5, 1, {EDIT_BLOCK_VALUES | 8 << 4, 0, 4, 1, 4}}, // data
      {5, 1, {EDIT_BLOCK_VALUES, 0, 4, 1, 5}},
      {6, 1, {EDIT_BLOCK_VALUES, 0, 4, 1, 3, 0}},
      {5, 1, {EDIT_BLOCK_VALUES, 0, 4, 1, 0}},
      {2, 1, {EDIT_EDGE, 0}},                // to the north of the top row
      {2, 2, {EDIT_EDGE_BOTH | 1 << 4, 0}},  // without rest
      {3, 1, {EDIT_LINK, 0, 1}},             // without rest
      {4, 2, {EDIT_LINK, 0, 0, EDIT_REST}},  // from a tile to itself
      {4, 2, {EDIT_LINK, 0, 16, EDIT_REST}}, // off the grid
      {5, 2, {EDIT_LINK | 1 << 4, 0, 1, 0xbf, EDIT_REST}},
      {2, 1, {EDIT_UNLINK | 2 << 4, 1}},
      {2, 2, {EDIT_UNLINK | 1 << 4, 1}},
      {6, 1, {EDIT_UNLINK, 0xff, 0xff, 0xff, 0xff, 0x1f}}}; // above 32 bits
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    astar_grid *grid;
    fill_names(&grid, 4, 4, ASTAR_SQUARE);
    string delta = write_delta(grid, cases[i].bytes, cases[i].size, cases[i].revisions);
    snprintf(run_name, sizeof run_name, "hostile record %d", (int)i);
    require_refusal(grid, delta, UINT64_MAX, ASTAR_INVALID);
    string_free(&delta);
    astar_grid_free(grid);
  }
}

/// A delta may use up all ids of links, but not one more.
static void check_ids(void) {
  for (uint32_t left = 0; left <= 2; left++) {
    static const uint8_t records[] = {EDIT_LINK, 0, 1, EDIT_REST};
    astar_grid *grid;
    fill_names(&grid, 4, 4, ASTAR_SQUARE);
    grid->next_link = UINT32_MAX - left;
    string delta = write_delta(grid, records, sizeof records, 2);
    if (left == 0) {
      require_refusal(grid, delta, UINT64_MAX, ASTAR_INVALID);
    } else {
      apply_all(grid, delta);
      REQUIRE(grid->next_link == UINT32_MAX - left + 1 && grid->link_count == 1);
      check_hash(grid);
    }
    string_free(&delta);
    astar_grid_free(grid);
  }
}

// -------------------------------------------------------------------------------- main

int main(void) {
  laws[0] = rules_of(0);
  laws[1] = rules_of(1);
  check_edits();
  check_edits_of_two_revisions();
  check_bytes();
  check_bytes_exactly();
  check_refusals();
  check_idle_edits();
  check_hostile_records();
  check_ids();
  astar_rules_free(laws[0]);
  astar_rules_free(laws[1]);
  REQUIRE(the_meter.held == 0);
  puts("deltas: limits, refusals and records are exact");
  return EXIT_SUCCESS;
}
