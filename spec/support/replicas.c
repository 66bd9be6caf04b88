/// Tests replicas by deltas.
///
///     build/spec/replicas [ROUNDS [SEED]]
///
/// - Histories: a grid is edited at random, a chain of replicas applies deltas of random
///   portions. After each delta the bytes, the hash, and the answers to queries are
///   equal. The hash that edits keep up to date equals the hash of the content.
/// - Limits: how many edits, and how many bytes, a grid keeps.
/// - Refusals: deltas that do not belong to the grid, or set too many tiles.
/// - Damage: each byte of deltas is changed, with and without a correct checksum. The
///   replica is unchanged, or follows a valid delta.
/// - Edits that change nothing, in a delta that is valid otherwise.
/// - Failed allocations at each point of each call.
///
/// A failure prints the seed of its round. It includes internal headers of the core.
/// Built and run by spec/quality/programs_spec.lua.
#include "allocation_meter.h"
#include "map/content_hash.h"
#include "map/edit_log.h"
#include "map/edit_record.h"

#include <inttypes.h>
#include <math.h>

enum { MAX_SIDE = 24, MAX_TILES = MAX_SIDE * MAX_SIDE, REPLICAS = 3, TERRAINS = 5 };

static uint64_t chance_state;

/// A number from 0 to `count` - 1: splitmix64.
static int chance(int count) {
  uint64_t z = (chance_state += UINT64_C(0x9e3779b97f4a7c15));
  z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
  return (int)((z ^ (z >> 31)) % (uint64_t)count);
}

static void *meter_alloc(void *user, void *block, size_t old_size, size_t new_size) {
  (void)old_size;
  if (new_size > 0) return meter_resize(user, block, new_size);
  meter_free(user, block);
  return NULL;
}

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
  string s = {NULL, astar_grid_serialize(grid, NULL, 0)};
  s.bytes = new_bytes(s.size);
  REQUIRE(astar_grid_serialize(grid, s.bytes, s.size) == s.size);
  return s;
}

static bool is_same(string a, string b) {
  return a.size == b.size && memcmp(a.bytes, b.bytes, a.size) == 0;
}

static bool have_same_content(const astar_grid *a, const astar_grid *b) {
  string x = content_of(a), y = content_of(b);
  const bool same = is_same(x, y);
  string_free(&x);
  string_free(&y);
  return same;
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

/// Makes the checksum of a damaged delta right again. The format is described in
/// src/base/byte_string.h.
static void fix_checksum(string delta) {
  uint32_t hash = 2166136261u;
  for (size_t i = 0; i < delta.size - 4; i++) hash = (hash ^ delta.bytes[i]) * 16777619u;
  for (size_t i = 0; i < 4; i++) {
    delta.bytes[delta.size - 4 + i] = (uint8_t)(hash >> (8 * i));
  }
}

static void check_hash(const astar_grid *grid) {
  REQUIRE(grid->log == NULL || grid->log->hash == content_hash(grid));
}

static void fill_names(astar_grid **grid, int width, int height, astar_layout layout) {
  REQUIRE(astar_grid_new(&metered, width, height, layout, 1, grid) == ASTAR_OK);
}

// ------------------------------------------------------------------------------- edits

static double random_cost(void) {
  static const double costs[] = {0, 0, 1, 2.5, 0.1, 1e100, 1e-100, 1.0 / 3, 4096, -0.0};
  return costs[chance((int)(sizeof costs / sizeof *costs))];
}

/// A rectangle on the grid: mostly small.
static edit_area random_area(const astar_grid *grid) {
  edit_area a = {chance(grid->width), chance(grid->height), 0, 0};
  int most = chance(4) == 0 ? MAX_SIDE : 4;
  a.width = chance(most < grid->width - a.x ? most : grid->width - a.x) + 1;
  a.height = chance(most < grid->height - a.y ? most : grid->height - a.y) + 1;
  return a;
}

static uint8_t random_terrain(void) {
  return (uint8_t)(chance(9) == 0 ? 255 : chance(TERRAINS));
}

static void edit_values(astar_grid *grid, int kind) {
  static uint8_t bytes[MAX_TILES];
  static double costs[MAX_TILES];
  edit_area a = random_area(grid);
  int share = chance(10) + 1;
  for (int i = 0; i < a.width * a.height; i++) {
    bool again = i > 0 && chance(share) > 0;
    bytes[i] = again ? bytes[i - 1] : (uint8_t)chance(2);
    costs[i] = again ? costs[i - 1] : random_cost();
  }
  if (kind == 0) {
    REQUIRE(astar_grid_set_penalties(grid, a.x, a.y, a.width, a.height, costs,
                                     (size_t)a.width) == ASTAR_OK);
  } else {
    REQUIRE(astar_grid_set_blocked(grid, a.x, a.y, a.width, a.height, bytes,
                                   (size_t)a.width,
                                   chance(ASTAR_LAYERS) + 1) == ASTAR_OK);
  }
}

static void edit_row(astar_grid *grid) {
  uint8_t row[MAX_SIDE];
  int y = chance(grid->height), share = chance(10) + 1;
  memcpy(row, astar_grid_row(grid, y), (size_t)grid->width);
  for (int x = 0; x < grid->width; x++) {
    if (chance(share) == 0) row[x] = random_terrain();
  }
  REQUIRE(astar_grid_set_row(grid, y, row) == ASTAR_OK);
}

static void edit_edge(astar_grid *grid) {
  int x = chance(grid->width), y = chance(grid->height);
  int dx = chance(3) - 1, dy = chance(3) - 1;
  astar_status status =
      astar_grid_set_edge(grid, x, y, dx, dy, chance(2) == 0, chance(2) == 0);
  REQUIRE(status == ASTAR_OK || status == ASTAR_INVALID || status == ASTAR_OUT_OF_BOUNDS);
}

static void edit_links(astar_grid *grid) {
  uint32_t id = (uint32_t)chance(1 + (int)grid->next_link);
  if (chance(2) == 0 && astar_grid_each_link(grid, &id, NULL)) {
    REQUIRE(astar_grid_unlink(grid, id) == ASTAR_OK);
    return;
  }
  int x = chance(grid->width), y = chance(grid->height);
  bool is_loop = chance(5) == 0;
  REQUIRE(astar_grid_link(grid, x, y, is_loop ? x : chance(grid->width),
                          is_loop ? y : chance(grid->height), fabs(random_cost()),
                          chance(2) == 0, NULL) == ASTAR_OK);
}

static void edit(astar_grid *grid) {
  edit_area a = random_area(grid);
  int x = chance(grid->width), y = chance(grid->height), layer = chance(ASTAR_LAYERS) + 1;
  bool blocked = chance(2) == 0;
  switch (chance(12)) {
  case 0: REQUIRE(astar_grid_set(grid, x, y, random_terrain()) == ASTAR_OK); break;
  case 1: REQUIRE(astar_grid_set_penalty(grid, x, y, random_cost()) == ASTAR_OK); break;
  case 2: REQUIRE(astar_grid_block(grid, x, y, blocked, layer) == ASTAR_OK); break;
  case 3:
    REQUIRE(astar_grid_fill(grid, a.x - 1, a.y - 1, a.width, a.height,
                            random_terrain()) == ASTAR_OK);
    break;
  case 4:
    REQUIRE(astar_grid_fill_penalty(grid, a.x, a.y, a.width, a.height, random_cost()) ==
            ASTAR_OK);
    break;
  case 5:
    REQUIRE(astar_grid_fill_blocked(grid, a.x, a.y, a.width, a.height, blocked, layer) ==
            ASTAR_OK);
    break;
  case 6: edit_values(grid, 0); break;
  case 7: edit_values(grid, 1); break;
  case 8: edit_row(grid); break;
  case 9:
  case 10: edit_edge(grid); break;
  default: edit_links(grid); break;
  }
}

static astar_grid *random_grid(int edits) {
  astar_grid *grid;
  fill_names(&grid, 1 + chance(MAX_SIDE), 1 + chance(MAX_SIDE), (astar_layout)chance(5));
  for (int i = 0; i < edits; i++) edit(grid);
  return grid;
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

/// Answers of all grids to the same query must be equal.
static void compare_answers(astar_grid *const *grids, int count) {
  const astar_rules *rules = laws[chance(2)];
  const astar_goal goal = {chance(grids[0]->width), chance(grids[0]->height)};
  const astar_query query = astar_default_query(rules, chance(grids[0]->width),
                                                chance(grids[0]->height), &goal, 1);
  astar_status first_status = ASTAR_OK;
  astar_result first = {.goal = -1};
  static astar_point first_points[MAX_TILES + 8], points[MAX_TILES + 8];
  astar_path *path;
  REQUIRE(astar_path_new(&metered, &path) == ASTAR_OK);
  for (int i = 0; i < count; i++) {
    astar_result result;
    astar_status status = astar_find_path(grids[i], &query, path, &result);
    REQUIRE(astar_is_outcome(status));
    memset(points, 0, sizeof points);
    astar_path_points(path, points, MAX_TILES + 8);
    if (i == 0) {
      first_status = status;
      first = result;
      memcpy(first_points, points, sizeof points);
    }
    REQUIRE(status == first_status && result.expanded == first.expanded);
    REQUIRE(!(result.cost < first.cost) && !(result.cost > first.cost));
    REQUIRE(memcmp(points, first_points, sizeof points) == 0);
  }
  astar_path_free(path);
}

// --------------------------------------------------------------------------- histories

/// Whether the record that begins at a revision is the second revision of an edit.
static bool is_inside_edit(const astar_grid *grid, uint64_t revision) {
  edit_slice slice;
  return edit_log_find(grid->log, revision, &slice) && slice.sizes[0] > 0 &&
         slice.bytes[0][0] == EDIT_REST;
}

/// A delta between any two calls that a caller could make must work, all others must be
/// refused.
static void check_revisions(astar_grid *grid, uint64_t start) {
  string delta;
  for (uint64_t r = start; r <= grid->revision + 2; r++) {
    astar_status status = changes(grid, r, &delta);
    if (status == ASTAR_TOO_OLD) {
      REQUIRE(grid->revision - r > EDIT_LOG_EDITS);
    } else {
      REQUIRE((status == ASTAR_INVALID) ==
              (r > grid->revision || is_inside_edit(grid, r)));
    }
    string_free(&delta);
  }
}

/// grids[0] is edited, the others follow each other.
static void run_history(void) {
  astar_grid *grids[1 + REPLICAS];
  grids[0] = random_grid(chance(60));
  string delta = changes_since(grids[0], grids[0]->revision);
  apply_all(grids[0], delta); // the empty delta
  string_free(&delta);
  uint64_t start = grids[0]->revision;
  for (int i = 1; i <= REPLICAS; i++) {
    if (i == 1) {
      string bytes = content_of(grids[0]);
      REQUIRE(astar_grid_deserialize(&metered, bytes.bytes, bytes.size, ASTAR_MAX_TILES,
                                     &grids[i], NULL) == ASTAR_OK);
      string_free(&bytes);
    } else {
      REQUIRE(astar_grid_clone(grids[0], &metered, &grids[i]) == ASTAR_OK);
    }
    if (i == REPLICAS) break;
    delta = changes_since(grids[i], grids[i]->revision);
    string_free(&delta);
  }
  for (int round = chance(30); round >= 0; round--) {
    for (int edits = chance(8); edits > 0; edits--) {
      edit(grids[0]);
      check_hash(grids[0]);
    }
    for (int i = 1; i <= REPLICAS; i++) {
      if (chance(3) == 0) continue;
      astar_status status = changes(grids[i - 1], grids[i]->revision, &delta);
      if (status == ASTAR_TOO_OLD) {
        REQUIRE(grids[i - 1]->revision - grids[i]->revision > EDIT_LOG_EDITS);
        REQUIRE(astar_grid_copy(grids[i], grids[i - 1]) == ASTAR_OK);
        astar_grid_free(grids[i]);
        REQUIRE(astar_grid_clone(grids[i - 1], &metered, &grids[i]) == ASTAR_OK);
      } else {
        REQUIRE(status == ASTAR_OK);
        apply_all(grids[i], delta);
        check_hash(grids[i]);
        string_free(&delta);
      }
      REQUIRE(grids[i]->revision == grids[i - 1]->revision);
      REQUIRE(have_same_content(grids[i - 1], grids[i]));
      astar_grid *both[] = {grids[i - 1], grids[i]};
      compare_answers(both, 2);
    }
  }
  check_revisions(grids[0], start);
  for (int i = 0; i <= REPLICAS; i++) astar_grid_free(grids[i]);
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
  REQUIRE(have_same_content(grid, replica));
  string_free(&delta);
  for (int i = 0; i < EDIT_LOG_EDITS - 1; i++) flip(grid);
  require_reach(grid, 1); // two chunks are full
  flip(grid);
  require_reach(grid, 1 + EDIT_LOG_EDITS);
  delta = changes_since(grid, replica->revision);
  apply_all(replica, delta);
  REQUIRE(have_same_content(grid, replica));
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
  for (int i = 0; i < EDIT_LOG_EDITS; i++) {
    REQUIRE(astar_grid_set_edge(grid, 1, 1, 1, 0, i % 2 == 0, false) == ASTAR_OK);
  }
  REQUIRE(changes(grid, 0, &delta) == ASTAR_OK); // 2 * EDIT_LOG_EDITS edits
  apply_all(replica, delta);
  REQUIRE(have_same_content(grid, replica));
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
    REQUIRE(have_same_content(grid, replica));
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

/// `astar_grid_copy` ends earlier deltas, and the grid records on.
static void check_copies(void) {
  for (int i = 0; i < 4; i++) {
    astar_grid *to, *from, *replica;
    fill_names(&to, 6, 5, ASTAR_SQUARE);
    fill_names(&from, 6, 5, ASTAR_SQUARE);
    for (int j = 0; j < 20; j++) edit(from);
    string delta = changes_since(to, 0);
    string_free(&delta);
    if (i % 2 == 0) {
      delta = changes_since(from, from->revision);
      string_free(&delta);
    }
    REQUIRE(astar_grid_copy(to, from) == ASTAR_OK);
    check_hash(to);
    REQUIRE(changes(to, 0, &delta) == ASTAR_TOO_OLD);
    REQUIRE(astar_grid_clone(to, &metered, &replica) == ASTAR_OK);
    for (int j = 0; j < 20; j++) edit(to);
    delta = changes_since(to, replica->revision);
    apply_all(replica, delta);
    REQUIRE(have_same_content(to, replica));
    string_free(&delta);
    // A replica that keeps the hash only.
    REQUIRE(replica->log != NULL && !replica->log->is_recording);
    REQUIRE(astar_grid_copy(replica, from) == ASTAR_OK);
    check_hash(replica);
    astar_grid_free(to);
    astar_grid_free(from);
    astar_grid_free(replica);
  }
}

// ---------------------------------------------------------------------------- refusals

/// Whether a status says that a delta does not fit a grid.
static bool is_refusal(astar_status status) {
  return status == ASTAR_DELTA_APPLIED || status == ASTAR_DELTA_GAP ||
         status == ASTAR_DELTA_OTHER;
}

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
  REQUIRE(have_same_content(grid, replica));
  string grid_bytes = content_of(grid);
  require_refusal(grid, grid_bytes, UINT64_MAX, ASTAR_INVALID);
  string nothing = {NULL, 0};
  require_refusal(grid, nothing, UINT64_MAX, ASTAR_INVALID);
  REQUIRE(astar_grid_apply(NULL, delta.bytes, delta.size, 1, NULL) == ASTAR_INVALID);
  size_t size = 7;
  REQUIRE(astar_grid_changes(NULL, 0, NULL, 0, &size) == ASTAR_INVALID && size == 0);
  REQUIRE(astar_grid_changes(grid, 0, NULL, 0, NULL) == ASTAR_INVALID);
  astar_goal goal = {6, 4};
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

// ------------------------------------------------------------------------------ damage

/// A damaged delta is refused, or it is a valid one by chance: then the replica must
/// follow it exactly.
static void try_damaged(const astar_grid *base, string delta, bool has_checksum) {
  astar_grid *replica;
  const char *message = NULL;
  REQUIRE(astar_grid_clone(base, &metered, &replica) == ASTAR_OK);
  string record = changes_since(replica, replica->revision);
  string_free(&record);
  string before = content_of(replica);
  const astar_status status = apply(replica, delta, UINT64_MAX, &message);
  check_hash(replica);
  if (status == ASTAR_OK) {
    REQUIRE(has_checksum);
    // Its own delta leads another replica to the same content.
    astar_grid *second;
    REQUIRE(astar_grid_clone(base, &metered, &second) == ASTAR_OK);
    if (changes(replica, base->revision, &record) == ASTAR_OK) {
      apply_all(second, record);
      REQUIRE(have_same_content(replica, second));
      string_free(&record);
    }
    astar_grid *both[] = {replica, second};
    compare_answers(both, 2);
    astar_grid_free(second);
  } else {
    REQUIRE(status == ASTAR_INVALID || (has_checksum && is_refusal(status)));
    REQUIRE(message != NULL && message[0] != '\0');
    string after = content_of(replica);
    REQUIRE(is_same(before, after));
    string_free(&after);
  }
  string_free(&before);
  astar_grid_free(replica);
}

static void run_damage(void) {
  astar_grid *base = random_grid(10), *grid;
  // The same revisions for base and grid.
  REQUIRE(astar_grid_clone(base, &metered, &grid) == ASTAR_OK);
  string delta = changes_since(grid, base->revision);
  string_free(&delta);
  for (int i = chance(12); i >= 0; i--) edit(grid);
  delta = changes_since(grid, base->revision);
  string damaged = {new_bytes(delta.size), delta.size};
  for (size_t i = 0; i < delta.size; i++) {
    const uint8_t others[] = {(uint8_t)(delta.bytes[i] + 1),
                              (uint8_t)(delta.bytes[i] - 1),
                              (uint8_t)(delta.bytes[i] ^ 128), (uint8_t)chance(256),
                              (uint8_t)(delta.bytes[i] ^ (1 << chance(8)))};
    for (size_t j = 0; j < sizeof others; j++) {
      if (others[j] == delta.bytes[i]) continue;
      memcpy(damaged.bytes, delta.bytes, delta.size);
      damaged.bytes[i] = others[j];
      if (j == 0) try_damaged(base, damaged, false);
      fix_checksum(damaged);
      if (i < delta.size - 4) try_damaged(base, damaged, true);
    }
    memcpy(damaged.bytes, delta.bytes, delta.size); // cut here
    damaged.size = i;
    try_damaged(base, damaged, false);
    if (i > 4) fix_checksum(damaged);
    try_damaged(base, damaged, true);
    damaged.size = delta.size;
  }
  string_free(&damaged);
  string_free(&delta);
  astar_grid_free(base);
  astar_grid_free(grid);
}

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
      astar_grid *both[] = {grid, twin};
      compare_answers(both, 2);
      apply_all(grid, delta);
      REQUIRE(grid->revision == start + revisions);
      check_hash(grid);
      REQUIRE(grid->log->hash == content_hash(twin));
      if (recording == 1) {
        check_revisions(grid, start);
        string again = changes_since(grid, start);
        apply_all(twin, again);
        REQUIRE(have_same_content(grid, twin));
        string_free(&again);
      }
      compare_answers(both, 2);
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

// ------------------------------------------------------------------------- allocations

static void fail_from(size_t n, size_t times) {
  the_meter.failing = the_meter.asked + n;
  the_meter.times = times;
}

static void fail_never(void) {
  the_meter.failing = METER_NEVER;
  the_meter.times = 0;
}

/// Applies a delta with an allocation that fails, until no more is asked for.
static void fail_apply(const astar_grid *base, string delta, size_t times) {
  bool has_refused = true;
  for (size_t n = 0; has_refused; n++) {
    astar_grid *replica;
    REQUIRE(astar_grid_clone(base, &metered, &replica) == ASTAR_OK);
    if (chance(2) == 0) {
      string s = changes_since(replica, replica->revision);
      string_free(&s);
    }
    string before = content_of(replica);
    const size_t asked = the_meter.asked;
    const char *message = NULL;
    fail_from(n, times);
    const astar_status status = apply(replica, delta, UINT64_MAX, &message);
    has_refused = meter_has_refused(&the_meter, asked);
    fail_never();
    check_hash(replica);
    if (status != ASTAR_OK) {
      REQUIRE(status == ASTAR_NO_MEMORY && has_refused && message != NULL);
      string after = content_of(replica);
      REQUIRE(is_same(before, after));
      string_free(&after);
      apply_all(replica, delta);
      check_hash(replica);
    }
    string record;
    if (changes(replica, base->revision, &record) == ASTAR_OK) string_free(&record);
    string_free(&before);
    astar_grid_free(replica);
  }
}

/// Edits while the log cannot grow: the edits succeed, and older deltas are too old.
static void fail_edits(size_t times) {
  astar_grid *grid = random_grid(60), *replica;
  for (int i = 0; i < 30; i++) {
    string delta;
    REQUIRE(astar_grid_changes(grid, grid->revision, NULL, 0, &delta.size) == ASTAR_OK);
    REQUIRE(astar_grid_clone(grid, &metered, &replica) == ASTAR_OK);
    for (int j = chance(4); j >= 0; j--) {
      REQUIRE(grid_ensure_penalty(grid) && grid_ensure_obstacles(grid) &&
              grid_ensure_closed(grid) &&
              memory_reserve(&grid->memory, (void **)&grid->links, &grid->link_capacity,
                             grid->link_count + 1, sizeof *grid->links));
      fail_from((size_t)chance(3), times);
      edit(grid); // the log alone allocates memory
      fail_never();
      check_hash(grid);
    }
    const astar_status status = changes(grid, replica->revision, &delta);
    REQUIRE(status == ASTAR_OK || status == ASTAR_TOO_OLD);
    if (status == ASTAR_OK) {
      apply_all(replica, delta);
      REQUIRE(have_same_content(grid, replica));
      string_free(&delta);
    }
    astar_grid_free(replica);
  }
  astar_grid_free(grid);
}

static void run_failures(void) {
  astar_grid *base = random_grid(5), *grid;
  REQUIRE(astar_grid_clone(base, &metered, &grid) == ASTAR_OK);
  bool has_refused = true;
  for (size_t n = 0; has_refused; n++) { // the first call of changes
    const size_t asked = the_meter.asked;
    size_t size;
    fail_from(n, 1);
    const astar_status status = astar_grid_changes(grid, grid->revision, NULL, 0, &size);
    has_refused = meter_has_refused(&the_meter, asked);
    fail_never();
    REQUIRE(status == (has_refused ? ASTAR_NO_MEMORY : ASTAR_OK));
    REQUIRE((size > 0) == (status == ASTAR_OK));
  }
  for (int i = chance(20); i >= 0; i--) edit(grid);
  string delta = changes_since(grid, base->revision);
  fail_apply(base, delta, 1);
  fail_apply(base, delta, METER_FOR_EVER);
  fail_edits(1);
  fail_edits(METER_FOR_EVER);
  string_free(&delta);
  astar_grid_free(base);
  astar_grid_free(grid);
}

// -------------------------------------------------------------------------------- main

int main(int count, char **arguments) {
  const int rounds = count > 1 ? atoi(arguments[1]) : 100;
  const uint64_t seed = count > 2 ? strtoull(arguments[2], NULL, 10) : 1;
  laws[0] = rules_of(0);
  laws[1] = rules_of(1);
  check_edits();
  check_edits_of_two_revisions();
  check_bytes();
  check_bytes_exactly();
  check_copies();
  check_refusals();
  check_idle_edits();
  check_hostile_records();
  check_ids();
  for (int i = 0; i < rounds; i++) {
    snprintf(run_name, sizeof run_name, "seed %" PRIu64, seed + (uint64_t)i);
    chance_state = (seed + (uint64_t)i) * UINT64_C(0x9e3779b97f4a7c15);
    run_history();
    if (i % 4 == 0) run_damage();
    if (i % 4 == 1) run_failures();
  }
  astar_rules_free(laws[0]);
  astar_rules_free(laws[1]);
  REQUIRE(the_meter.held == 0);
  printf("%d rounds: replicas follow by deltas\n", rounds);
  return EXIT_SUCCESS;
}
