// Deltas: the edits of a grid since one of its revisions, as byte strings.
//
// The format, version 1:
//
// clang-format off
//     bytes        content
//     ----------   ----------------------------------------------------------------
//     10           "astardelta"
//     1            version of the format: 1
//     1            layout, as in map/serialization.c
//     number       width [tiles]
//     number       height [tiles]
//     number       revision that the edits start from
//     number       how many revisions they add
//     8            hash of the content that they start from, lowest byte first
//                  (map/content_hash.h)
//     records      the edits, to the end: one record per revision (map/edit_record.h)
//     4            checksum, as in base/byte_string.h
// clang-format on
//
// Method of `astar_grid_apply`: replay. The edits of a delta call the same functions as
// the edits of a program. So revisions advance alike, derived data is repaired from the
// journal, and a replica that records can write deltas itself.
//
// 1. Compare layout and size, then the revision, then the hash with the grid.
// 2. Check all records. Nothing changes.
// 3. Allocate all memory that the edits need.
// 4. Make the edits. This cannot fail.
//
// Reading a hostile string is safe. The checksum finds accidents only, so step 2 checks
// every value. A hostile delta may contain edits that change nothing on this grid, such
// as the terrain that a tile has already, or a link that does not exist. Then the replay
// records an empty change. So the revision is always that of the delta in the end.
#include "base/byte_string.h"
#include "map/content_hash.h"
#include "map/edit_log.h"
#include "map/edit_record.h"
#include "map/influence.h"
#include "map/journal.h"
#include "map/links.h"
#include "map/replay.h"

static const byte_string_kind delta_string = {
    "astardelta", 1, "not changes of an astar grid of this version",
    "the changes are damaged: their checksum is wrong"};

// Makes sure that the grid has a log, at least with the hash. False: out of memory.
// O(tiles) the first time.
static bool delta_ensure_log(astar_grid *grid) {
  if (grid->log == NULL)
    grid->log = edit_log_new(&grid->memory, content_hash(grid), grid_tiles(grid));
  return grid->log != NULL;
}

// ------------------------------------------------------------------------------ writing

// What a string contains: the edits of a grid since a revision.
typedef struct delta_content {
  const astar_grid *grid;
  uint64_t revision;
  edit_slice slice;
} delta_content;

static void delta_put(byte_writer *w, const void *object) {
  const delta_content *content = (const delta_content *)object;
  const astar_grid *grid = content->grid;
  const edit_slice *slice = &content->slice;
  byte_string_put_byte(w, (uint8_t)grid->layout);
  byte_string_put_number(w, (uint32_t)grid->width);
  byte_string_put_number(w, (uint32_t)grid->height);
  byte_string_put_number(w, content->revision);
  byte_string_put_number(w, grid_revision(grid) - content->revision);
  byte_string_put_fixed(w, slice->hash);
  for (int i = 0; i < 2; i++)
    if (slice->sizes[i] > 0) byte_string_put_bytes(w, slice->bytes[i], slice->sizes[i]);
}

// Whether the edits begin with the second revision of an edit: no caller has seen the
// revision before it.
static bool delta_is_inside_edit(const edit_slice *slice) {
  return slice->sizes[0] > 0 && slice->bytes[0][0] == EDIT_REST;
}

astar_status astar_grid_changes(astar_grid *grid, uint64_t revision, void *bytes,
                                size_t capacity, size_t *size) {
  if (size != NULL) *size = 0;
  if (LIVE(grid) == NULL || size == NULL || revision > grid_revision(grid))
    return ASTAR_INVALID;
  if (!delta_ensure_log(grid)) return ASTAR_NO_MEMORY;
  if (!grid->log->is_recording) edit_log_start(grid->log, grid_revision(grid));
  delta_content content = {.grid = grid, .revision = revision};
  if (!edit_log_find(grid->log, revision, &content.slice)) return ASTAR_TOO_OLD;
  if (delta_is_inside_edit(&content.slice)) return ASTAR_INVALID;
  *size = byte_string_write(&delta_string, delta_put, &content, bytes, capacity);
  return ASTAR_OK;
}

// ------------------------------------------------------------------------------- header

static const char *const DELTA_DAMAGED =
    "the changes are damaged: their content is invalid";

typedef struct delta_header {
  uint8_t layout;
  int width, height;
  uint64_t from, to; ///< revisions
  uint64_t hash;     ///< of the content at revision `from`
} delta_header;

// Opens a delta, and reads its header. ASTAR_OK, ASTAR_INVALID.
static astar_status delta_open(byte_reader *r, const void *bytes, size_t size,
                               delta_header *h, const char **message) {
  if (!byte_string_open(r, bytes, size, &delta_string, message)) return ASTAR_INVALID;
  h->layout = byte_string_take_byte(r);
  h->width = (int)byte_string_take_number(r, ASTAR_MAX_SIDE);
  h->height = (int)byte_string_take_number(r, ASTAR_MAX_SIDE);
  h->from = byte_string_take_long(r, INT64_MAX);
  h->to = h->from + byte_string_take_long(r, INT64_MAX - h->from);
  h->hash = byte_string_take_fixed(r);
  if (!r->is_damaged) return ASTAR_OK;
  *message = DELTA_DAMAGED;
  return ASTAR_INVALID;
}

astar_status astar_delta_revisions(const void *bytes, size_t size, uint64_t *from,
                                   uint64_t *to, const char **message) {
  byte_reader r;
  delta_header header;
  const char *unread;
  astar_status status =
      delta_open(&r, bytes, size, &header, message != NULL ? message : &unread);
  if (from != NULL) *from = status == ASTAR_OK ? header.from : 0;
  if (to != NULL) *to = status == ASTAR_OK ? header.to : 0;
  return status;
}

// ----------------------------------------------------------------------------- checking

// What the edits of a delta need.
typedef struct delta_needs {
  uint64_t revisions, tiles;
  uint32_t links; ///< that are added
  double gain;    ///< product of the fades since all stored values of maps were counted
  bool penalty, obstacles, closed, influence;
} delta_needs;

// Adds the needs of a record.
static void delta_add_needs(delta_needs *needs, const astar_grid *grid,
                            const edit_record *record) {
  edit_kind kind = record->kind;
  bool is_edge = kind == EDIT_EDGE || kind == EDIT_EDGE_BOTH;
  bool is_tile = kind == EDIT_TERRAIN || kind == EDIT_PENALTY || kind == EDIT_BLOCK;
  needs->revisions++;
  needs->tiles +=
      edit_area_tiles(record->area) + is_tile + is_edge + (is_edge && record->has_rest);
  needs->penalty |= kind >= EDIT_PENALTY && kind <= EDIT_PENALTY_VALUES;
  needs->obstacles |= kind >= EDIT_BLOCK && kind <= EDIT_BLOCK_VALUES;
  needs->closed |= is_edge;
  needs->links += kind == EDIT_LINK || kind == EDIT_LINK_ONE_WAY;
  if (kind <= EDIT_UNLINK) return;
  needs->influence = true;
  // These may set all stored values (map/influence_edits).
  bool is_fade = kind == EDIT_INFLUENCE_FADE;
  if (is_fade) needs->gain *= record->value;
  bool is_great = !is_fade && record->value > INFLUENCE_MAX_STORED * INFLUENCE_MIN_GAIN;
  if (is_great || needs->gain < INFLUENCE_MIN_GAIN || kind == EDIT_INFLUENCE_VALUES) {
    needs->tiles += grid_tiles(grid);
    needs->gain = 1;
  }
}

// Checks all records that are left, and sums up what they need. False: damaged, or the
// ids of links do not suffice.
static bool delta_check(byte_reader r, const astar_grid *grid, delta_needs *needs) {
  bool expects_rest = false;
  *needs = (delta_needs){.gain = 1};
  while (r.left > 0) {
    edit_record record = edit_record_take(&r, grid);
    if (r.is_damaged || (record.kind == EDIT_REST) != expects_rest) return false;
    expects_rest = record.has_rest;
    delta_add_needs(needs, grid, &record);
  }
  return !r.is_damaged && !expects_rest && needs->links <= UINT32_MAX - grid->next_link;
}

// The influence maps that the records name, with their planes. New ones are all 0.
static astar_status delta_ensure_maps(byte_reader r, astar_grid *grid) {
  while (r.left > 0) {
    edit_record record = edit_record_take(&r, grid);
    if (record.kind <= EDIT_UNLINK) continue;
    int map = influence_ensure(grid, record.map);
    if (map < 0) return ASTAR_INVALID;
    if (!influence_ensure_plane(grid, grid->influences[map].lane)) return ASTAR_NO_MEMORY;
  }
  return ASTAR_OK;
}

static bool delta_reserve(astar_grid *grid, const delta_needs *needs) {
  return (!needs->penalty || grid_ensure_penalty(grid)) &&
         (!needs->obstacles || grid_ensure_obstacles(grid)) &&
         (!needs->closed || grid_ensure_closed(grid)) &&
         needs->links <= MEMORY_MAX_ELEMENTS - grid->link_count &&
         MEMORY_RESERVE(&grid->memory, grid->links, grid->link_capacity,
                        grid->link_count + needs->links);
}

// ------------------------------------------------------------------------------- replay

// A link whose number of ends is another one would add other revisions than the record.
static void delta_replay_unlink(astar_grid *grid, const edit_record *record) {
  uint32_t index = links_find(grid, record->id);
  if (index == grid->link_count) return;
  bool has_rest = grid->links[index].from != grid->links[index].to;
  if (has_rest == record->has_rest) astar_grid_unlink(grid, record->id);
}

static void delta_replay_record(astar_grid *grid, const edit_record *record) {
  int x = grid_x(grid, record->cell), y = grid_y(grid, record->cell);
  edit_area area = record->area;
  switch (record->kind) {
  case EDIT_NOTHING:
  case EDIT_REST: break;
  case EDIT_TERRAIN: astar_grid_set(grid, x, y, record->terrain); break;
  case EDIT_TERRAIN_FILL:
    astar_grid_fill(grid, area.x, area.y, area.width, area.height, record->terrain);
    break;
  case EDIT_TERRAIN_VALUES: replay_terrain(grid, record); break;
  case EDIT_PENALTY: astar_grid_set_penalty(grid, x, y, record->cost); break;
  case EDIT_PENALTY_FILL:
    astar_grid_fill_penalty(grid, area.x, area.y, area.width, area.height, record->cost);
    break;
  case EDIT_PENALTY_VALUES: replay_penalties(grid, record); break;
  case EDIT_BLOCK: astar_grid_block(grid, x, y, record->blocked, record->layer); break;
  case EDIT_BLOCK_FILL:
    astar_grid_fill_blocked(grid, area.x, area.y, area.width, area.height,
                            record->blocked, record->layer);
    break;
  case EDIT_BLOCK_VALUES: replay_obstacles(grid, record); break;
  case EDIT_EDGE:
  case EDIT_EDGE_BOTH:
    astar_grid_set_edge(grid, x, y, direction_dx[record->direction],
                        direction_dy[record->direction], record->open,
                        record->kind == EDIT_EDGE);
    break;
  case EDIT_LINK:
  case EDIT_LINK_ONE_WAY:
    astar_grid_link(grid, x, y, grid_x(grid, record->to), grid_y(grid, record->to),
                    record->cost, record->kind == EDIT_LINK_ONE_WAY, NULL);
    break;
  case EDIT_UNLINK: delta_replay_unlink(grid, record); break;
  default: replay_influence(grid, record); break;
  }
}

// Records a change of nothing. The tile that it names is as it was.
static void delta_pass(astar_grid *grid) {
  const edit_record nothing = {.kind = EDIT_NOTHING};
  edit_record_add(grid, &nothing, 0);
  journal_record_tile(grid, CHANGE_GROUND, SUBJECT_MAP, 0, true);
}

static void delta_replay(byte_reader r, astar_grid *grid) {
  while (r.left > 0) {
    edit_record record = edit_record_take(&r, grid);
    if (record.kind == EDIT_REST) continue;
    uint64_t last = grid_revision(grid) + (record.has_rest ? 2 : 1);
    delta_replay_record(grid, &record);
    while (grid_revision(grid) < last) delta_pass(grid);
    MEMORY_ASSERT(grid_revision(grid) == last);
  }
}

// Compares a header with the grid. First the shape: revisions of different maps are not
// comparable. Then the revision: the hash is that of the content at `from`, so it says
// nothing about another revision.
static astar_status delta_compare(const delta_header *h, astar_grid *grid,
                                  const char **message) {
  if (h->width != grid->width || h->height != grid->height || h->layout != grid->layout) {
    *message = "the changes belong to a grid of another size or layout";
    return ASTAR_DELTA_OTHER;
  }
  if (h->from < grid_revision(grid)) {
    *message = "the changes start before the revision of this grid";
    return ASTAR_DELTA_APPLIED;
  }
  if (h->from > grid_revision(grid)) {
    *message = "the changes start after the revision of this grid";
    return ASTAR_DELTA_GAP;
  }
  if (!delta_ensure_log(grid)) return ASTAR_NO_MEMORY;
  if (h->hash != grid->log->hash) {
    *message = "the changes start from another content than that of this grid";
    return ASTAR_DELTA_OTHER;
  }
  return ASTAR_OK;
}

static astar_status delta_apply(byte_reader *r, const delta_header *h, astar_grid *grid,
                                uint64_t max_tiles, const char **message) {
  delta_needs needs;
  astar_status status = delta_compare(h, grid, message);
  if (status != ASTAR_OK) return status;
  if (!delta_check(*r, grid, &needs) || needs.revisions != h->to - h->from) {
    *message = DELTA_DAMAGED;
    return ASTAR_INVALID;
  }
  if (needs.tiles > max_tiles) {
    *message = "the changes set more tiles than max_tiles";
    return ASTAR_INVALID;
  }
  *message = "the changes and the grid have more than 8 influence maps in all";
  int maps = grid->influence_count;
  if (needs.influence) status = delta_ensure_maps(*r, grid);
  if (status == ASTAR_OK && !delta_reserve(grid, &needs)) status = ASTAR_NO_MEMORY;
  if (status == ASTAR_OK)
    delta_replay(*r, grid);
  else
    influence_forget(grid, maps);
  return status;
}

astar_status astar_grid_apply(astar_grid *grid, const void *bytes, size_t size,
                              uint64_t max_tiles, const char **message) {
  byte_reader r;
  delta_header header;
  const char *unread;
  if (message == NULL) message = &unread;
  *message = "grid must not be NULL";
  if (LIVE(grid) == NULL) return ASTAR_INVALID;
  *message = "the grid is busy: a heuristic function must not edit it";
  if (grid->busy > 0) return ASTAR_BUSY;
  astar_status status = delta_open(&r, bytes, size, &header, message);
  if (status == ASTAR_OK) status = delta_apply(&r, &header, grid, max_tiles, message);
  if (status == ASTAR_NO_MEMORY) *message = "not enough memory for the changes";
  return status;
}
