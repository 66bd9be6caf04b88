#include "index/opened_tiles.h"

astar_status opened_tiles_add(opened_tiles *o, const corner_graph *g,
                              const live_boards *live, int x, int y) {
  (void)o, (void)g, (void)live, (void)x, (void)y;
  return ASTAR_NO_MEMORY;
}

void opened_tiles_fini(opened_tiles *o) { (void)o; }

bool opened_tiles_may_shorten(const opened_tiles *o, const live_boards *live,
                              const opened_end *start, const opened_end *goal,
                              uint32_t distance) {
  (void)o, (void)live, (void)start, (void)goal, (void)distance;
  return true;
}
