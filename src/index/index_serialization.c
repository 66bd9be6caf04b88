#include "index/index.h"

size_t astar_index_serialize(const astar_index *index, void *bytes, size_t capacity) {
  (void)index, (void)bytes, (void)capacity;
  return 0;
}

astar_status astar_grid_load_index(astar_grid *grid, const void *bytes, size_t size,
                                   astar_index **index, const char **message) {
  if (message != NULL) *message = "not there yet";
  if (index == NULL) return ASTAR_INVALID;
  *index = NULL;
  (void)bytes, (void)size;
  return grid == NULL ? ASTAR_INVALID : ASTAR_INVALID;
}
