// Vision: what a team of viewers sees now and has seen.
//
// Each viewer keeps its view. An update makes those views again whose viewer changed, or
// whose rectangle is near an edit of the journal. Then it unites the views of all
// viewers, in the rows of the old and new views only: 64 tiles at a time, which costs
// less than counting the viewers of each tile.
//
// Invariant: outside of the rows `dirty`, `visible` is the union of the views. `dirty` is
// emptied when the views were united, so an update that runs out of memory can be
// repeated.
//
// The format of the memory, version 1:
//
// clang-format off
//     11        "astarvision"
//     1         version of the format: 1
//     numbers   width and height of the grid, and its layout: an `astar_layout`
//     numbers   for each row, until it is full: how many tiles were not seen, and how
//               many after them were
//     4         checksum
// clang-format on

#include "base/bits.h"
#include "base/byte_string.h"
#include "base/lower_bound.h"
#include "derived/repair.h"
#include "sight/field_of_view.h"
#include "sight/sight_view.h"

#include <string.h>

typedef struct vision_viewer {
  uint32_t id;
  uint32_t capacity; ///< of the rows of the view [words]
  bool is_stale;     ///< the view must be made again
  astar_view view;
} vision_viewer;

struct astar_vision {
  astar_grid *grid;
  astar_rules *rules;
  astar_filter filter;
  astar_sight sight;      ///< of all viewers, without the radius
  vision_viewer *viewers; ///< ordered by id
  uint32_t count, capacity;
  uint64_t revision;           ///< of the grid: later edits may concern views
  int dirty_top, dirty_bottom; ///< rows where `visible` may differ from the views

  // One bit per tile of the grid, in one block of memory that begins with `visible`.
  astar_view visible, seen;
  astar_view changed; ///< in the last update: the rows that were dirty then
};

static const byte_string_kind vision_string = {
    "astarvision", 1, "not a serialized vision of this version",
    "the serialized vision is damaged: its checksum is wrong"};

// The words of one bitmap.
static size_t vision_words(const astar_vision *v) {
  return v->visible.words * (size_t)v->grid->height;
}

// -------------------------------------------------------------------------------- life

static void vision_free_viewer(astar_vision *v, vision_viewer *viewer) {
  MEMORY_FREE(&v->grid->memory, viewer->view.rows, viewer->capacity);
}

void astar_vision_free(astar_vision *vision) {
  if (LIVE(vision) == NULL) return;
  astar_grid *grid = vision->grid;
  memory *m = &grid->memory;
  for (uint32_t i = 0; i < vision->count; i++)
    vision_free_viewer(vision, &vision->viewers[i]);
  MEMORY_FREE(m, vision->viewers, vision->capacity);
  MEMORY_FREE(m, vision->visible.rows, 3 * vision_words(vision));
  rules_release_holder(vision->rules);
  live_free(m, vision, sizeof *vision);
  astar_grid_free(grid);
}

astar_status astar_vision_new(astar_grid *grid, const astar_rules *rules,
                              const astar_filter *filter, const astar_sight *sight,
                              astar_vision **vision) {
  const astar_sight whole = {.radius = ASTAR_MAX_SIDE};
  if (vision == NULL) return ASTAR_INVALID;
  *vision = NULL;
  astar_status status = sight_check(grid, rules, filter, sight);
  if (status != ASTAR_OK) return status;
  astar_vision *fresh = (astar_vision *)live_new(&grid->memory, sizeof *fresh);
  if (fresh == NULL) return ASTAR_NO_MEMORY;
  fresh->grid = grid;
  astar_grid_retain(grid);
  fresh->rules = rules_hold(rules);
  fresh->filter =
      (astar_filter){.ignored_layers = rules_filter(rules, filter).ignored_layers};
  fresh->sight = *sight;
  fresh->revision = grid->revision;
  fresh->dirty_top = grid->height;
  astar_view_frame(grid, &whole, 0, 0, &fresh->visible);
  size_t words = vision_words(fresh);
  fresh->visible.rows = MEMORY_NEW(&grid->memory, uint64_t, 3 * words);
  if (fresh->visible.rows == NULL) {
    astar_vision_free(fresh);
    return ASTAR_NO_MEMORY;
  }
  fresh->seen = fresh->changed = fresh->visible;
  fresh->seen.rows += words;
  fresh->changed.rows += 2 * words;
  *vision = fresh;
  return ASTAR_OK;
}

// ----------------------------------------------------------------------------- viewers

// Rows of a view, which was or will be in the union.
static void vision_mark(astar_vision *v, const astar_view *view) {
  int bottom = view->top + view->height;
  if (view->height > 0 && view->top < v->dirty_top) v->dirty_top = view->top;
  if (bottom > v->dirty_bottom) v->dirty_bottom = bottom;
}

// The viewer of a number, or its place among the others.
static uint32_t vision_find(const astar_vision *v, uint32_t id, bool *found) {
  uint32_t at = LOWER_BOUND(v->viewers, v->count, vision_viewer, id, id);
  *found = at < v->count && v->viewers[at].id == id;
  return at;
}

astar_status astar_vision_set(astar_vision *vision, uint32_t id, int x, int y,
                              int radius) {
  bool found;
  if (LIVE(vision) == NULL || id == 0) return ASTAR_INVALID;
  memory *m = &vision->grid->memory;
  astar_sight sight = vision->sight;
  astar_view view = {.rows = NULL};
  sight.radius = radius;
  astar_status status = astar_view_frame(vision->grid, &sight, x, y, &view);
  if (status != ASTAR_OK) return status;
  uint32_t at = vision_find(vision, id, &found);
  if (!MEMORY_RESERVE(m, vision->viewers, vision->capacity, vision->count + 1))
    return ASTAR_NO_MEMORY;
  vision_viewer *viewer = &vision->viewers[at];
  if (!found) {
    memmove(viewer + 1, viewer, (vision->count++ - at) * sizeof *viewer);
    *viewer = (vision_viewer){.id = id};
  }
  const astar_view *old = &viewer->view;
  if (old->height > 0 && old->x == x && old->y == y && old->sight.radius == radius)
    return ASTAR_OK;
  if (!MEMORY_RESERVE(m, viewer->view.rows, viewer->capacity,
                      (uint32_t)(view.words * (size_t)view.height)))
    return ASTAR_NO_MEMORY;
  vision_mark(vision, old);
  vision_mark(vision, &view);
  view.rows = old->rows;
  viewer->view = view;
  viewer->is_stale = true;
  return ASTAR_OK;
}

bool astar_vision_remove(astar_vision *vision, uint32_t id) {
  bool found;
  if (LIVE(vision) == NULL) return false;
  uint32_t at = vision_find(vision, id, &found);
  if (!found) return false;
  vision_viewer *viewer = &vision->viewers[at];
  vision_mark(vision, &viewer->view);
  vision_free_viewer(vision, viewer);
  memmove(viewer, viewer + 1, (--vision->count - at) * sizeof *viewer);
  return true;
}

// ------------------------------------------------------------------------------ update

// Marks the views whose rectangle shares tiles with an area.
static void vision_touch(astar_vision *v, tile_area area) {
  for (uint32_t i = 0; i < v->count; i++) {
    const astar_view *view = &v->viewers[i].view;
    if (area.left < view->left + view->width && area.right > view->left &&
        area.top < view->top + view->height && area.bottom > view->top) {
      v->viewers[i].is_stale = true;
      vision_mark(v, view);
    }
  }
}

// Finds the views that edits concern: those at most the size of the mover away. Larger
// movers cover tiles to the right of the view and below; on hexes a line that follows a
// border depends on both sides.
static void vision_read_journal(astar_vision *v) {
  const repair_scope scope = {v->rules, &v->filter, CHANGE_GROUND};
  const grid_change *change;
  int reach = v->rules->size;
  repair_skip(v->grid, &v->filter, &v->revision);
  if (v->revision < v->grid->journal_start) {
    vision_touch(v, (tile_area){0, 0, v->grid->width, v->grid->height});
    v->revision = v->grid->revision;
  }
  while ((change = repair_next(v->grid, &scope, &v->revision)) != NULL)
    vision_touch(v, repair_area(v->grid, change, reach, reach));
}

// Adds the tiles of a view to `changed`, in its rows.
static void vision_add(const astar_vision *v, const astar_view *view) {
  const astar_view *to = &v->changed;
  int shift = view->left & 63, end = view->top + view->height;
  if (end > to->top + to->height) end = to->top + to->height;
  for (int y = view->top > to->top ? view->top : to->top; y < end; y++) {
    uint64_t *words = sight_row(to, y) + (view->left >> 6);
    const uint64_t *from = sight_row(view, y);
    for (size_t i = 0; i < view->words; i++) {
      uint64_t high = shift > 0 ? from[i] >> (64 - shift) : 0;
      words[i] |= from[i] << shift;
      if (high != 0) words[i + 1] |= high;
    }
  }
}

// Unites all views in the dirty rows. Returns the number of tiles whose state changed.
static size_t vision_unite(astar_vision *v) {
  astar_view *changed = &v->changed;
  size_t first = changed->words * (size_t)v->dirty_top;
  memset(changed->rows, 0, changed->words * (size_t)changed->height * sizeof(uint64_t));
  changed->top = v->dirty_top;
  changed->height = v->dirty_bottom > v->dirty_top ? v->dirty_bottom - v->dirty_top : 0;
  changed->rows = v->seen.rows + vision_words(v) + first;
  changed->x = (changed->x + 1) & INT32_MAX;
  for (uint32_t i = 0; i < v->count; i++) vision_add(v, &v->viewers[i].view);
  for (size_t i = 0; i < changed->words * (size_t)changed->height; i++) {
    uint64_t now = changed->rows[i];
    changed->rows[i] = now ^ v->visible.rows[first + i];
    v->visible.rows[first + i] = now;
    v->seen.rows[first + i] |= now;
  }
  v->dirty_top = v->grid->height;
  v->dirty_bottom = 0;
  return astar_view_count(changed);
}

astar_status astar_vision_update(astar_vision *vision, size_t *changed) {
  if (LIVE(vision) == NULL) return ASTAR_INVALID;
  vision_read_journal(vision);
  for (uint32_t i = 0; i < vision->count; i++) {
    vision_viewer *viewer = &vision->viewers[i];
    if (!viewer->is_stale) continue;
    astar_status status =
        astar_view_fill(vision->grid, vision->rules, &vision->filter, &viewer->view);
    if (status != ASTAR_OK) return status;
    viewer->is_stale = false;
  }
  size_t count = vision_unite(vision);
  if (changed != NULL) *changed = count;
  return ASTAR_OK;
}

// ----------------------------------------------------------------------------- reading

astar_vision_state astar_vision_get(const astar_vision *vision, int x, int y) {
  if (LIVE(vision) == NULL || !grid_contains(vision->grid, x, y))
    return ASTAR_VISION_OFF_GRID;
  if (astar_view_sees(&vision->visible, x, y)) return ASTAR_VISION_VISIBLE;
  return astar_view_sees(&vision->seen, x, y) ? ASTAR_VISION_SEEN : ASTAR_VISION_UNSEEN;
}

const astar_view *astar_vision_changes(const astar_vision *vision) {
  return LIVE(vision) != NULL ? &vision->changed : NULL;
}

// ---------------------------------------------------------------------- serialization

// Writes or reads all between header and checksum.
static void vision_code(byte_codec *c, const astar_vision *v) {
  const astar_grid *grid = v->grid;
  const uint32_t width = (uint32_t)grid->width;
  const uint32_t frame[] = {width, (uint32_t)grid->height, (uint32_t)grid->layout};
  for (int i = 0; i < 3; i++)
    byte_codec_require(c, byte_codec_number(c, frame[i], ASTAR_MAX_SIDE) == frame[i]);
  for (int y = 0; y < grid->height; y++) {
    uint64_t *row = sight_row(&v->seen, y);
    for (uint32_t at = 0, from, end; at < width && !byte_codec_is_damaged(c); at = end) {
      from = (uint32_t)bits_find(row, (int)at, grid->width, 0);
      from = at + byte_codec_number(c, from - at, width - at);
      end = (uint32_t)bits_find(row, (int)from, grid->width, ~(uint64_t)0);
      end = from + byte_codec_number(c, end - from, width - from);
      byte_codec_require(c, end > at);
      bits_fill(row, (int)from, (int)end, true);
    }
  }
}

static void vision_put(byte_writer *w, const void *object) {
  byte_codec c = {w, NULL};
  vision_code(&c, (const astar_vision *)object);
}

size_t astar_vision_serialize(const astar_vision *vision, void *bytes, size_t capacity) {
  if (LIVE(vision) == NULL) return 0;
  return byte_string_write(&vision_string, vision_put, vision, bytes, capacity);
}

astar_status astar_vision_load(astar_vision *vision, const void *bytes, size_t size,
                               const char **message) {
  byte_reader r;
  byte_codec c = {NULL, &r};
  const char *unread;
  if (LIVE(vision) == NULL) return ASTAR_INVALID;
  if (message == NULL) message = &unread;
  if (!byte_string_open(&r, bytes, size, &vision_string, message)) return ASTAR_INVALID;
  vision_code(&c, vision);
  bool is_read = !r.is_damaged && r.left == 0;
  *message =
      is_read ? NULL : "the vision is damaged, or of a grid of another size or layout";
  return is_read ? ASTAR_OK : ASTAR_INVALID;
}
