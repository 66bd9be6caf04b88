#include "index/corner_boards.h"

astar_status corner_boards_build(corner_boards *b, const costmap *map, budget *work) {
  (void)b, (void)map, (void)work;
  return ASTAR_NO_MEMORY;
}

void corner_boards_fini(corner_boards *b) { (void)b; }

size_t corner_boards_bytes(const corner_boards *b) {
  (void)b;
  return 0;
}

size_t corner_boards_connect(const corner_boards *b, int x, int y, int target_x,
                             int target_y, corner_link *links) {
  (void)b, (void)x, (void)y, (void)target_x, (void)target_y, (void)links;
  return 0;
}

size_t corner_boards_edges(const corner_boards *b, uint32_t node, corner_link *links) {
  (void)b, (void)node, (void)links;
  return 0;
}
