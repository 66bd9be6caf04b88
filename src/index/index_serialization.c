// Writes indexes as byte strings, and checks and reads such strings.
//
// The format, version 1:
//
// clang-format off
//     bytes        content
//     ----------   ----------------------------------------------------------------
//     10           "astarindex"
//     1            version of the format: 1
//     1            kind: a value of `astar_index_kind`
//     number       how many bytes the rules take
//     so many      the rules, as `astar_rules_serialize` writes them
//     1            ignored layers of the filter
//     short double penalty scale of the filter
//     number       width of the grid, then its height [tiles]
//     fixed        hash of the baked map
//                  corners:
//     number         nodes of the corner graph, then its edges
//     labels         as in index/label_record.h
//                  landmarks:
//     short double   cost of one unit of the values
//                    for each tile, row by row, for each of its 16 values:
//     signed           the value minus that of the tile before it (the first: minus 0)
//     4            checksum
//
//     number, signed, short double, fixed, checksum: as in base/byte_string.h
// clang-format on
//
// What takes milliseconds to compute is not in the string: boards and the corner graph,
// or the baked costs. The reader computes it from the grid. So the grid must be as it was
// when the index was baked; the hash makes sure that it is.
//
// The same index always gives the same bytes, and so does an index from a string.
//
// A hostile string is harmless. Labels lead along edges of a graph that was computed from
// the grid (label_record.c). Values of landmarks must not differ by more between the two
// ends of a step than the step costs (`index_is_bound`). So what such a string can do is
// make an index miss cheaper paths.
#include <math.h>

#include "base/byte_string.h"
#include "index/index.h"
#include "index/label_record.h"
#include "map/content_hash.h"
#include "query/validation.h"
#include "search/jump_points.h"
#include "search/weighted_jump_points.h"

static const byte_string_kind index_string = {
    "astarindex", 1, "not a serialized astar index of this version",
    "the serialized index is damaged: its checksum is wrong"};

// ------------------------------------------------------------------------------ hashes

static inline uint64_t index_hash_add(uint64_t hash, uint64_t bits) {
  return content_hash_mix(hash + bits + UINT64_C(0x9e3779b97f4a7c15));
}

// The hash of the tiles where the mover could stand.
static uint64_t index_hash_corners(const corner_boards *b) {
  uint64_t hash = 0;
  size_t words = (size_t)b->height * b->row_words;
  for (size_t i = 0; i < words; i++) hash = index_hash_add(hash, b->rows[4 * i + 2]);
  return hash;
}

// The hash of all costs. Cost classes follow from the rules.
static uint64_t index_hash_costs(const baked_costs *b) {
  uint64_t hash = 0;
  for (size_t cell = 0; cell < b->tiles; cell++) {
    uint64_t closed = b->closed != NULL ? b->closed[cell] : 0;
    double penalty = b->penalties != NULL ? b->penalties[cell] : 0;
    hash = index_hash_add(hash, b->classes[cell] | closed << 8);
    if (penalty > 0) hash = index_hash_add(hash, byte_string_bits(penalty));
  }
  return hash;
}

// ----------------------------------------------------------------------------- writing

static void index_put_rules(byte_writer *w, const astar_rules *rules) {
  size_t size = astar_rules_serialize(rules, NULL, 0);
  byte_string_put_number(w, size);
  if (w->bytes != NULL) astar_rules_serialize(rules, w->bytes + w->size, size);
  w->size += size;
}

static void index_put_corners(byte_writer *w, const corner_index *c) {
  byte_string_put_fixed(w, index_hash_corners(&c->boards));
  byte_string_put_number(w, c->graph.node_count);
  byte_string_put_number(w, c->graph.edge_count);
  label_record_put(w, &c->labels, &c->graph);
}

static void index_put_landmarks(byte_writer *w, const landmarks *l) {
  int16_t before[LANDMARK_VALUES] = {0};
  const int16_t *value = l->values;
  byte_string_put_fixed(w, index_hash_costs(&l->costs));
  byte_string_put_short_double(w, l->unit);
  for (size_t tile = 0; tile < l->tiles; tile++) {
    for (int i = 0; i < LANDMARK_VALUES; i++, value++) {
      byte_string_put_signed(w, *value - before[i]);
      before[i] = *value;
    }
  }
}

static void index_put(byte_writer *w, const void *object) {
  const astar_index *index = (const astar_index *)object;
  const index_content *content = index->content;
  byte_string_put_byte(w, (uint8_t)content->kind);
  index_put_rules(w, index->rules);
  byte_string_put_byte(w, index->filter.ignored_layers);
  byte_string_put_short_double(w, index->filter.penalty_scale);
  byte_string_put_number(w, (uint64_t)index->grid->width);
  byte_string_put_number(w, (uint64_t)index->grid->height);
  if (content->kind == ASTAR_INDEX_CORNERS)
    index_put_corners(w, &content->corners);
  else
    index_put_landmarks(w, &content->landmarks);
}

size_t astar_index_serialize(const astar_index *index, void *bytes, size_t capacity) {
  if (LIVE(index) == NULL || index->content == NULL) return 0;
  return byte_string_write(&index_string, index_put, index, bytes, capacity);
}

// ----------------------------------------------------------------------------- reading

#define INDEX_DAMAGED "the serialized index is damaged: its content is invalid"
#define INDEX_OTHER_MAP "the index was baked for another map"

// Builds boards and graph, then reads the labels.
static astar_status index_take_corners(byte_reader *r, corner_index *c,
                                       const costmap *map, const char **message) {
  *message = INDEX_OTHER_MAP;
  if (map->grid->arc_count > 0 || jump_points_why_unsuited(map) != NULL)
    return ASTAR_UNSUITED;
  c->memory = c->labels.memory = &map->grid->memory;
  astar_status status = corner_builder_run(&c->boards, map, NULL);
  if (status == ASTAR_TOO_LARGE) return ASTAR_UNSUITED;
  if (status != ASTAR_OK) return status;
  uint64_t hash = byte_string_take_fixed(r);
  if (!r->is_damaged && hash != index_hash_corners(&c->boards)) return ASTAR_UNSUITED;
  status = corner_graph_build(&c->graph, &c->boards, NULL);
  if (status != ASTAR_OK) return status;
  *message = INDEX_DAMAGED;
  uint32_t nodes = byte_string_take_number(r, UINT32_MAX);
  uint32_t edges = byte_string_take_number(r, UINT32_MAX);
  if (r->is_damaged || nodes != c->graph.node_count || edges != c->graph.edge_count)
    return ASTAR_INVALID;
  status = label_record_take(r, &c->labels, &c->graph);
  return status == ASTAR_OK ? corner_index_finish(c, map) : status;
}

static void index_take_values(byte_reader *r, landmarks *l) {
  int16_t before[LANDMARK_VALUES] = {0};
  int16_t *value = l->values;
  for (size_t tile = 0; tile < l->tiles && !r->is_damaged; tile++) {
    for (int i = 0; i < LANDMARK_VALUES; i++, value++) {
      int64_t sum = before[i] + byte_string_take_signed(r, LANDMARK_MAX_VALUE);
      if (sum < 0 || sum > LANDMARK_MAX_VALUE) r->is_damaged = true;
      *value = before[i] = r->is_damaged ? 0 : (int16_t)sum;
    }
  }
}

// Whether the bound decreases by at most the cost of a step, up to the rounding of one
// unit.
static bool index_is_bound_of_step(const landmarks *l, uint32_t from, uint32_t to,
                                   double cost) {
  const int16_t *of = l->values + (size_t)from * LANDMARK_VALUES;
  const int16_t *next = l->values + (size_t)to * LANDMARK_VALUES;
  int most = 0;
  for (int i = 0; i < LANDMARK_VALUES; i++)
    most = of[i] - next[i] > most ? of[i] - next[i] : most;
  return most <= cost / l->unit * (1 + 1e-6) + 1;
}

// Whether the values are a bound for each legal step, and 0 where the mover cannot stand.
// O(tiles).
static bool index_is_bound(const landmarks *l, const costmap *map) {
  static const int16_t none[LANDMARK_VALUES] = {0};
  costmap_step steps[ASTAR_MAX_MOVES];
  for (uint32_t cell = 0; cell < l->tiles; cell++) {
    const int16_t *values = l->values + (size_t)cell * LANDMARK_VALUES;
    if (!costmap_is_cell_passable(map, cell)) {
      if (memcmp(values, none, sizeof none) != 0) return false;
      continue;
    }
    int count =
        costmap_list_from(map, grid_x(map->grid, cell), grid_y(map->grid, cell), steps);
    for (int i = 0; i < count; i++)
      if (!index_is_bound_of_step(l, cell, steps[i].cell, steps[i].cost)) return false;
  }
  return true;
}

// Records the costs of the map, then reads the values.
static astar_status index_take_landmarks(byte_reader *r, landmarks *l, const costmap *map,
                                         const char **message) {
  *message = INDEX_OTHER_MAP;
  if (map->grid->arc_count > 0 || !weighted_jump_points_is_suited(map))
    return ASTAR_UNSUITED;
  uint64_t hash = byte_string_take_fixed(r);
  double unit = byte_string_take_short_double(r);
  *message = INDEX_DAMAGED;
  // 0 where the mover could stand nowhere.
  if (r->is_damaged || !(unit >= 0 && unit < INFINITY)) return ASTAR_INVALID;
  // A byte per value: a short string must not take much memory.
  if (r->left / LANDMARK_VALUES < grid_tiles(map->grid)) return ASTAR_INVALID;
  astar_status status = landmarks_restore(l, map, unit);
  if (status != ASTAR_OK) return status;
  *message = INDEX_OTHER_MAP;
  if (hash != index_hash_costs(&l->costs)) return ASTAR_UNSUITED;
  *message = INDEX_DAMAGED;
  index_take_values(r, l);
  return !r->is_damaged && index_is_bound(l, map) ? ASTAR_OK : ASTAR_INVALID;
}

// Reads what follows the rules.
static astar_status index_take_content(byte_reader *r, astar_index *index,
                                       index_content *content, const char **message) {
  costmap map;
  const astar_grid *grid = index->grid;
  *message = INDEX_DAMAGED;
  uint32_t width = byte_string_take_number(r, UINT32_MAX);
  uint32_t height = byte_string_take_number(r, UINT32_MAX);
  if (r->is_damaged) return ASTAR_INVALID;
  *message = "the index was baked for a grid of another size";
  if (width != (uint32_t)grid->width || height != (uint32_t)grid->height)
    return ASTAR_UNSUITED;
  astar_status status =
      cache_get(index->grid, index->rules, &index->filter, NULL, &map, NULL);
  if (status == ASTAR_UNSUITED) *message = INDEX_OTHER_MAP;
  if (status != ASTAR_OK) return status;
  status = content->kind == ASTAR_INDEX_CORNERS
               ? index_take_corners(r, &content->corners, &map, message)
               : index_take_landmarks(r, &content->landmarks, &map, message);
  if (status != ASTAR_OK) return status;
  *message = INDEX_DAMAGED;
  return r->left == 0 ? ASTAR_OK : ASTAR_INVALID;
}

// Makes an index whose content is read from the string.
static astar_status index_take(byte_reader *r, astar_grid *grid, const astar_rules *rules,
                               astar_index_kind kind, astar_index **index,
                               const char **message) {
  astar_filter filter = {0};
  filter.ignored_layers = byte_string_take_byte(r);
  filter.penalty_scale = byte_string_take_short_double(r);
  *message = INDEX_DAMAGED;
  if (r->is_damaged || !validation_has_rules(grid, rules, &filter)) return ASTAR_INVALID;
  *index = index_create(grid, rules, &filter);
  if (*index == NULL) return ASTAR_NO_MEMORY;
  index_content *content = index_new_content(*index, kind);
  if (content == NULL) return ASTAR_NO_MEMORY;
  astar_status status = index_take_content(r, *index, content, message);
  if (status == ASTAR_OK)
    index_use_content(*index, content);
  else
    index_free_content(*index, &content);
  return status;
}

// Reads kind and rules, then the rest. The rules use the allocator of the C library: they
// may outlive the grid.
static astar_status index_take_all(byte_reader *r, astar_grid *grid, astar_index **index,
                                   const char **message) {
  astar_rules *rules;
  uint8_t kind = byte_string_take_byte(r);
  size_t size = (size_t)byte_string_take_long(r, r->left);
  const uint8_t *bytes = byte_string_take_bytes(r, size);
  *message = INDEX_DAMAGED;
  if (r->is_damaged || kind > ASTAR_INDEX_LANDMARKS) return ASTAR_INVALID;
  astar_status status = astar_rules_deserialize(NULL, bytes, size, &rules, message);
  if (status != ASTAR_OK) return status;
  status = index_take(r, grid, rules, (astar_index_kind)kind, index, message);
  astar_rules_free(rules);
  return status;
}

astar_status astar_grid_load_index(astar_grid *grid, const void *bytes, size_t size,
                                   astar_index **index, const char **message) {
  byte_reader r;
  const char *unread;
  if (message == NULL) message = &unread;
  *message = "grid and index must not be NULL";
  if (index == NULL) return ASTAR_INVALID;
  *index = NULL;
  if (LIVE(grid) == NULL) return ASTAR_INVALID;
  if (!byte_string_open(&r, bytes, size, &index_string, message)) return ASTAR_INVALID;
  astar_status status = index_take_all(&r, grid, index, message);
  if (status == ASTAR_OK) {
    *message = NULL;
    return ASTAR_OK;
  }
  astar_index_free(*index);
  *index = NULL;
  if (status == ASTAR_NO_MEMORY) *message = "not enough memory for the serialized index";
  return status;
}
