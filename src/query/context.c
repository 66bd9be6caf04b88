// Contexts: queries of several threads on one grid.
#include "query/cache.h"

astar_status astar_context_new(astar_grid *grid, const astar_allocator *allocator,
                               astar_context **context) {
  (void)grid;
  (void)allocator;
  if (context == NULL) return ASTAR_INVALID;
  *context = NULL;
  return ASTAR_NO_MEMORY;
}

void astar_context_free(astar_context *context) { (void)context; }

size_t astar_context_memory(const astar_context *context) {
  (void)context;
  return 0;
}

astar_status astar_context_find_path(astar_context *context, const astar_query *query,
                                     astar_path *path, astar_result *result) {
  (void)context;
  (void)query;
  (void)path;
  (void)result;
  return ASTAR_NO_MEMORY;
}

astar_status astar_context_is_reachable(astar_context *context, const astar_rules *rules,
                                        const astar_filter *filter, int x1, int y1,
                                        int x2, int y2) {
  (void)context;
  (void)rules;
  (void)filter;
  (void)x1;
  (void)y1;
  (void)x2;
  (void)y2;
  return ASTAR_NO_MEMORY;
}

astar_status astar_context_line_of_sight(astar_context *context, const astar_rules *rules,
                                         const astar_filter *filter, int x1, int y1,
                                         int x2, int y2, int *x, int *y) {
  (void)context;
  (void)rules;
  (void)filter;
  (void)x1;
  (void)y1;
  (void)x2;
  (void)y2;
  (void)x;
  (void)y;
  return ASTAR_NO_MEMORY;
}

astar_status astar_context_check_path(astar_context *context, const astar_rules *rules,
                                      const astar_filter *filter,
                                      const astar_point *points, size_t count,
                                      astar_path_kind kind, size_t first, size_t *bad) {
  (void)context;
  (void)rules;
  (void)filter;
  (void)points;
  (void)count;
  (void)kind;
  (void)first;
  (void)bad;
  return ASTAR_NO_MEMORY;
}

astar_status astar_context_smooth_path(astar_context *context, const astar_rules *rules,
                                       const astar_filter *filter, astar_point *points,
                                       size_t *count, double *length) {
  (void)context;
  (void)rules;
  (void)filter;
  (void)points;
  (void)count;
  (void)length;
  return ASTAR_NO_MEMORY;
}

astar_status astar_context_distance_field(astar_context *context,
                                          const astar_rules *rules,
                                          const astar_filter *filter,
                                          const astar_source *list, int goal_count,
                                          double max_cost, astar_field **field) {
  (void)context;
  (void)rules;
  (void)filter;
  (void)list;
  (void)goal_count;
  (void)max_cost;
  (void)field;
  return ASTAR_NO_MEMORY;
}
