#include "index/opened_tiles.h"

astar_status opened_tiles_update(opened_tiles *o, const corner_graph *g,
                                 live_boards *live) {
  (void)o, (void)g, (void)live;
  return ASTAR_OK;
}

void opened_tiles_fini(opened_tiles *o) { (void)o; }

bool opened_tiles_may_shorten(const opened_tiles *o, const live_boards *live,
                              const opened_end *start, const opened_end *goal,
                              uint32_t distance) {
  (void)o, (void)live, (void)start, (void)goal, (void)distance;
  return true;
}
