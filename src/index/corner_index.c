#include "index/corner_index.h"

#include <math.h>

astar_status corner_index_bake(corner_index *c, const costmap *map, size_t max_bytes,
                               budget *work, const char **message) {
  (void)c, (void)map, (void)max_bytes, (void)work, (void)message;
  return ASTAR_OK;
}

void corner_index_fini(corner_index *c) { (void)c; }

size_t corner_index_bytes(const corner_index *c) {
  (void)c;
  return 0;
}

astar_status corner_index_update(corner_index *c, const costmap *map) {
  (void)c, (void)map;
  return ASTAR_OK;
}

astar_status corner_index_find(corner_index *c, int start_x, int start_y, int goal_x,
                               int goal_y, path_builder *path, double *cost) {
  (void)c, (void)start_x, (void)start_y, (void)goal_x, (void)goal_y;
  (void)path, (void)cost;
  return ASTAR_RUNNING;
}

astar_status corner_index_costs(corner_index *c, int start_x, int start_y,
                                const astar_goal *goals, int count, double *costs) {
  (void)c, (void)start_x, (void)start_y, (void)goals;
  for (int i = 0; i < count; i++) costs[i] = NAN;
  return ASTAR_OK;
}

bool corner_index_needs_bake(const corner_index *c) { return c == NULL; }
