// Planned obstacles.
#include "map/grid.h"

astar_status astar_can_block(astar_grid *grid, const astar_rules *rules,
                             const astar_filter *filter, const astar_goal *tiles,
                             int tile_count, const astar_pair *pairs, int pair_count,
                             int *broken) {
  (void)grid, (void)rules, (void)filter, (void)tiles, (void)tile_count, (void)pairs;
  (void)pair_count, (void)broken;
  return ASTAR_OK;
}

astar_status astar_can_block_field(astar_grid *grid, const astar_rules *rules,
                                   const astar_filter *filter, const astar_goal *tiles,
                                   int tile_count, const astar_field *field,
                                   const astar_goal *starts, int start_count,
                                   int *broken) {
  (void)grid, (void)rules, (void)filter, (void)tiles, (void)tile_count, (void)field;
  (void)starts, (void)start_count, (void)broken;
  return ASTAR_OK;
}
