// Choke points.
#include "map/grid.h"

astar_status astar_chokepoints(astar_grid *grid, const astar_rules *rules,
                               const astar_filter *filter, int start_x, int start_y,
                               int goal_x, int goal_y, int max, astar_point *points,
                               int *count) {
  (void)grid, (void)rules, (void)filter, (void)start_x, (void)start_y, (void)goal_x;
  (void)goal_y, (void)max, (void)points;
  *count = 0;
  return ASTAR_LIMIT;
}
