// Copies the content of one grid to another: to a new grid (`astar_grid_clone`), or to an
// existing grid of the same size and layout (`astar_grid_copy`).
//
// Method: first allocate all memory that the copy needs, then copy. So a failed
// allocation leaves the target as it was. Derived data is not copied. A clone has the
// revision of the original and an empty journal. The revision of an existing target
// grows, and its journal is emptied, so its derived data is built again. O(tiles +
// links).
#include <string.h>

#include "map/content_hash.h"
#include "map/edit_log.h"
#include "map/grid.h"
#include "map/influence.h"
#include "map/journal.h"

// Allocates what `to` needs for the content of `from`, a grid of the same size. The
// content of `to` does not change. False: out of memory.
static bool copy_reserve(astar_grid *to, const astar_grid *from) {
  for (int i = 0; i < ASTAR_INFLUENCES; i += INFLUENCE_LANES) {
    bool has_plane = from->influence_planes[i / INFLUENCE_LANES] != NULL;
    if (has_plane && !influence_ensure_plane(to, i)) return false;
  }
  return (from->penalty_count == 0 || grid_ensure_penalty(to)) &&
         (grid_used_layers(from) == 0 || grid_ensure_obstacles(to)) &&
         (from->closed_count == 0 || grid_ensure_closed(to)) &&
         MEMORY_RESERVE(&to->memory, to->links, to->link_capacity, from->link_count);
}

// Copies an optional array. `has_any`: `from` exists and is not all zeros. `to` may be
// NULL otherwise.
static void copy_array(void *to, const void *from, size_t size, bool has_any) {
  if (has_any)
    memcpy(to, from, size);
  else if (to != NULL)
    memset(to, 0, size);
}

// Copies the content. `copy_reserve` must have succeeded.
static void copy_content(astar_grid *to, const astar_grid *from) {
  size_t tiles = grid_tiles(from);
  memcpy(to->terrain, from->terrain, tiles);
  memcpy(to->population, from->population, sizeof to->population);
  to->palette++;
  copy_array(to->penalty, from->penalty, tiles * sizeof *to->penalty,
             from->penalty_count > 0);
  for (int i = 0; i < INFLUENCE_PLANES; i++) {
    copy_array(to->influence_planes[i], from->influence_planes[i],
               tiles * sizeof **to->influence_planes, from->influence_planes[i] != NULL);
  }
  memcpy(to->influences, from->influences, sizeof to->influences);
  to->influence_count = from->influence_count;
  copy_array(to->obstacles, from->obstacles, tiles, grid_used_layers(from) != 0);
  copy_array(to->closed, from->closed, tiles, from->closed_count > 0);
  copy_array(to->links, from->links, from->link_count * sizeof *to->links,
             from->link_count > 0);
  to->penalty_count = from->penalty_count;
  memcpy(to->obstacle_count, from->obstacle_count, sizeof to->obstacle_count);
  to->closed_count = from->closed_count;
  to->link_count = from->link_count;
  to->next_link = from->next_link;
  to->arcs_stale = true;
}

astar_status astar_grid_clone(const astar_grid *grid, const astar_allocator *allocator,
                              astar_grid **copy) {
  if (copy != NULL) *copy = NULL;
  if (LIVE(grid) == NULL || copy == NULL) return ASTAR_INVALID;
  astar_status status =
      astar_grid_new(allocator, grid->width, grid->height, grid->layout, 0, copy);
  if (status != ASTAR_OK) return status;
  astar_grid *fresh = *copy;
  if (!copy_reserve(fresh, grid)) {
    grid_destroy(fresh);
    *copy = NULL;
    return ASTAR_NO_MEMORY;
  }
  copy_content(fresh, grid);
  journal_start_at(fresh, grid->revision);
  fresh->operations = grid->operations; // the same stamps: see field_attach
  return ASTAR_OK;
}

// Ends all earlier deltas of `to`, and brings its hash up to date.
static void copy_log(astar_grid *to, const astar_grid *from) {
  if (to->log == NULL) return;
  to->log->hash = from->log != NULL ? from->log->hash : content_hash(to);
  if (to->log->is_recording) edit_log_start(to->log, grid_revision(to));
}

astar_status astar_grid_copy(astar_grid *to, const astar_grid *from) {
  if (LIVE(to) == NULL || LIVE(from) == NULL) return ASTAR_INVALID;
  if (to->width != from->width || to->height != from->height ||
      to->layout != from->layout)
    return ASTAR_INVALID;
  if (to->busy > 0) return ASTAR_BUSY;
  if (to == from) return ASTAR_OK;
  if (!copy_reserve(to, from)) return ASTAR_NO_MEMORY;
  copy_content(to, from);
  for (int i = 0; i < to->influence_count; i++)
    to->influences[i].changed = to->operations;
  journal_start_at(to, to->revision + 1);
  copy_log(to, from);
  return ASTAR_OK;
}
