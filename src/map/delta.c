// Deltas: the edits of a grid since one of its revisions, as byte strings.
#include "map/grid.h"

astar_status astar_grid_changes(astar_grid *grid, uint64_t revision, void *bytes,
                                size_t capacity, size_t *size) {
  (void)bytes;
  (void)capacity;
  if (size != NULL) *size = 0;
  if (grid == NULL || size == NULL || revision > grid->revision) return ASTAR_INVALID;
  return ASTAR_NO_MEMORY;
}

astar_status astar_grid_apply(astar_grid *grid, const void *bytes, size_t size,
                              uint64_t max_tiles, const char **message) {
  (void)bytes;
  (void)size;
  (void)max_tiles;
  if (message != NULL) *message = "grid must not be NULL";
  if (grid == NULL) return ASTAR_INVALID;
  return ASTAR_NO_MEMORY;
}
