// Explanations: composes the answers of relaxation, opening, width and barrier.
#include "query/explanation.h"
#include "query/barrier.h"
#include "query/opening.h"
#include "query/relaxation.h"
#include "query/validation.h"
#include "query/width.h"

enum { EXPLAIN_COOKIE = 0x6578706c };

struct astar_explanation {
  struct memory memory;
  astar_explanation_summary summary;
};

astar_explain_query astar_default_explain_query(const astar_rules *rules, int start_x,
                                                int start_y, int goal_x, int goal_y) {
  astar_explain_query query = {.rules = rules,
                               .start_x = start_x,
                               .start_y = start_y,
                               .goal_x = goal_x,
                               .goal_y = goal_y,
                               .want = ASTAR_EXPLAIN_ALL,
                               .open_blocked = 1,
                               .cookie = EXPLAIN_COOKIE};
  for (int t = 0; t < 256; t++) query.open_cost[t] = 1;
  return query;
}

const char *astar_why_invalid_explain(const astar_grid *grid,
                                      const astar_explain_query *query) {
  (void)grid, (void)query;
  return NULL;
}

astar_status astar_explain(astar_grid *grid, const astar_explain_query *query,
                           astar_explanation **explanation) {
  (void)grid, (void)query;
  *explanation = NULL;
  return ASTAR_NO_MEMORY;
}

void astar_explanation_free(astar_explanation *explanation) { (void)explanation; }

astar_explanation_summary
astar_explanation_summarize(const astar_explanation *explanation) {
  return explanation->summary;
}

size_t astar_explanation_terrains(const astar_explanation *explanation, uint8_t *terrains,
                                  size_t capacity) {
  (void)explanation, (void)terrains, (void)capacity;
  return 0;
}

size_t astar_explanation_open_tiles(const astar_explanation *explanation,
                                    astar_open_tile *tiles, size_t capacity) {
  (void)explanation, (void)tiles, (void)capacity;
  return 0;
}

size_t astar_explanation_points(const astar_explanation *explanation, astar_point *points,
                                size_t capacity) {
  (void)explanation, (void)points, (void)capacity;
  return 0;
}

size_t astar_explanation_costs(const astar_explanation *explanation, double *costs,
                               size_t capacity) {
  (void)explanation, (void)costs, (void)capacity;
  return 0;
}

size_t astar_explanation_barrier(const astar_explanation *explanation, astar_point *tiles,
                                 size_t capacity) {
  (void)explanation, (void)tiles, (void)capacity;
  return 0;
}
