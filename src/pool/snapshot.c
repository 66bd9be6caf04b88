// Makes and frees snapshots and patches. See snapshot.h for the method.
#include "pool/snapshot.h"

#include "map/edit_log.h"

// A new snapshot is made after the patches of the last one have more bytes than this and
// the content of the map together. The constant keeps small maps from new snapshots every
// few edits: a delta has 60 bytes beside its edits.
enum { SNAPSHOT_PATCH_BYTES = MEMORY_LIMIT(1 << 18, 256) };

static size_t snapshot_limit(const map_snapshot *s) {
  return SNAPSHOT_PATCH_BYTES + s->content_size / MEMORY_LIMIT(1, 64);
}

static void snapshot_free(struct memory *m, map_snapshot *s) {
  while (s->first != NULL) {
    map_patch *next = s->first->next;
    memory_free(m, s->first, sizeof *s->first + s->first->size);
    s->first = next;
  }
  astar_grid_free(s->content);
  memory_free(m, s, sizeof *s);
}

// How many tiles edits of rectangles have set so far.
static uint64_t snapshot_tiles_set(const snapshot_list *list) {
  return list->grid->log != NULL ? list->grid->log->tiles : 0;
}

// The map of the newest snapshot and its patches is that of the grid now.
static void snapshot_mark(snapshot_list *list) {
  list->revision = list->newest->end = grid_revision(list->grid);
  list->tiles_set = snapshot_tiles_set(list);
}

// Makes a new snapshot. False: out of memory.
static bool snapshot_renew(snapshot_list *list) {
  map_snapshot *fresh = (map_snapshot *)memory_new(list->memory, sizeof *fresh);
  if (fresh == NULL) return false;
  if (astar_grid_clone(list->grid, &list->memory->allocator, &fresh->content) !=
      ASTAR_OK) {
    memory_free(list->memory, fresh, sizeof *fresh);
    return false;
  }
  counter_init(&fresh->users, 0);
  fresh->content_size = fresh->content->memory.used;
  fresh->next = list->newest;
  list->newest = fresh;
  snapshot_mark(list);
  return true;
}

bool snapshot_list_init(snapshot_list *list, struct memory *m, astar_grid *grid) {
  size_t size;
  *list = (snapshot_list){.memory = m, .grid = grid};
  return astar_grid_changes(grid, grid_revision(grid), NULL, 0, &size) == ASTAR_OK &&
         snapshot_renew(list);
}

void snapshot_list_fini(snapshot_list *list) {
  while (list->newest != NULL) {
    map_snapshot *next = list->newest->next;
    snapshot_free(list->memory, list->newest);
    list->newest = next;
  }
}

void snapshot_free_unused(snapshot_list *list) {
  map_snapshot **place = &list->newest->next;
  while (*place != NULL) {
    map_snapshot *old = *place;
    if (counter_read(&old->users) > 0) {
      place = &old->next;
      continue;
    }
    *place = old->next;
    snapshot_free(list->memory, old);
  }
}

// Whether workers make the edits since the last patch in less time than they copy the
// map: a fill of the map is few bytes, but much work.
static bool snapshot_is_patch_fast(const snapshot_list *list) {
  return snapshot_tiles_set(list) - list->tiles_set <= grid_tiles(list->grid);
}

// The edits since the last patch; NULL: they cannot be had, or take too much memory or
// time.
static map_patch *snapshot_make_patch(snapshot_list *list) {
  if (!snapshot_is_patch_fast(list)) return NULL;
  struct memory *m = list->memory;
  map_snapshot *s = list->newest;
  size_t size;
  astar_status status = astar_grid_changes(list->grid, list->revision, NULL, 0, &size);
  if (status != ASTAR_OK || size > snapshot_limit(s)) return NULL;
  map_patch *patch = (map_patch *)memory_resize(m, NULL, 0, sizeof *patch + size);
  if (patch == NULL) return NULL;
  patch->next = NULL;
  patch->size = size;
  status =
      astar_grid_changes(list->grid, list->revision, map_patch_bytes(patch), size, &size);
  if (status == ASTAR_OK) return patch;
  memory_free(m, patch, sizeof *patch + patch->size);
  return NULL;
}

static void snapshot_append(map_snapshot *s, map_patch *patch) {
  if (s->last != NULL)
    s->last->next = patch;
  else
    s->first = patch;
  s->last = patch;
  s->bytes += patch->size;
}

bool snapshot_publish(snapshot_list *list) {
  if (list->revision == grid_revision(list->grid)) return true;
  map_patch *patch = snapshot_make_patch(list);
  if (patch != NULL) {
    snapshot_append(list->newest, patch);
    snapshot_mark(list);
    if (list->newest->bytes <= snapshot_limit(list->newest)) return true;
  }
  snapshot_free_unused(list);
  bool is_new = snapshot_renew(list);
  return is_new || patch != NULL; // without memory the last snapshot grows
}

size_t snapshot_memory(const snapshot_list *list) {
  size_t bytes = 0;
  for (const map_snapshot *s = list->newest; s != NULL; s = s->next) {
    bytes += sizeof *s + s->bytes + (s->content != NULL ? s->content_size : 0);
    for (const map_patch *p = s->first; p != NULL; p = p->next) bytes += sizeof *p;
  }
  return bytes;
}
