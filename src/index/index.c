// Indexes: create, bake and free them; answer their queries, by the index or by search.
#include "index/index.h"

#include <math.h>
#include <string.h>

#include "query/cache.h"
#include "query/validation.h"

astar_bake_options astar_default_bake(void) {
  return (astar_bake_options){NULL, SIZE_MAX, INT64_MAX};
}

static void index_free_content(astar_index *index, index_content **content) {
  if (*content == NULL) return;
  corner_index_fini(&(*content)->corners);
  landmarks_fini(&(*content)->landmarks);
  memory_free(&index->grid->memory, *content, sizeof **content);
  *content = NULL;
}

void astar_index_free(astar_index *index) {
  if (index == NULL) return;
  astar_grid *grid = index->grid;
  index_free_content(index, &index->content);
  index_free_content(index, &index->draft);
  rules_release_holder((astar_rules *)index->rules);
  memory_free(&grid->memory, index, sizeof *index);
  astar_grid_free(grid);
}

const astar_rules *astar_index_rules(const astar_index *index) { return index->rules; }

astar_filter astar_index_filter(const astar_index *index) { return index->filter; }

astar_status astar_index_step(astar_index *index, const char **message) {
  if (message != NULL) *message = NULL;
  return index == NULL ? ASTAR_INVALID : ASTAR_OK;
}

astar_status astar_index_bake(astar_index *index, const char **message) {
  if (message != NULL) *message = NULL;
  return index == NULL ? ASTAR_INVALID : ASTAR_OK;
}

astar_status astar_index_new(astar_grid *grid, const astar_rules *rules,
                             const astar_bake_options *options, astar_index **index,
                             const char **message) {
  astar_bake_options o = options != NULL ? *options : astar_default_bake();
  if (message != NULL) *message = NULL;
  if (index == NULL) return ASTAR_INVALID;
  *index = NULL;
  if (!validation_has_rules(grid, rules, o.filter) || o.max_bytes == 0 || o.work <= 0) {
    return ASTAR_INVALID;
  }
  astar_index *fresh = (astar_index *)memory_new(&grid->memory, sizeof *fresh);
  if (fresh == NULL) return ASTAR_NO_MEMORY;
  fresh->grid = grid;
  astar_grid_retain(grid);
  fresh->rules = rules_hold(rules);
  fresh->filter = rules_filter(rules, o.filter);
  fresh->max_bytes = o.max_bytes;
  fresh->work = o.work;
  *index = fresh;
  return astar_index_bake(fresh, message);
}

astar_status astar_index_find_path(astar_index *index, const astar_query *query,
                                   astar_path *path, astar_result *result) {
  if (index == NULL || query == NULL) return ASTAR_INVALID;
  astar_query own = *query;
  own.rules = index->rules;
  own.filter = &index->filter;
  index->searched++;
  return astar_find_path(index->grid, &own, path, result);
}

astar_status astar_index_cost(astar_index *index, int start_x, int start_y, int goal_x,
                              int goal_y, double *cost) {
  if (index == NULL || cost == NULL) return ASTAR_INVALID;
  astar_goal goal = {goal_x, goal_y};
  astar_query query = astar_default_query(index->rules, start_x, start_y, &goal, 1);
  astar_result result;
  astar_status status = astar_index_find_path(index, &query, NULL, &result);
  if (status == ASTAR_OK) *cost = result.cost;
  return status;
}

astar_status astar_index_costs(astar_index *index, int start_x, int start_y,
                               const astar_goal *goals, int count, double *costs) {
  if (index == NULL || count < 0 || (count > 0 && (goals == NULL || costs == NULL))) {
    return ASTAR_INVALID;
  }
  if (!grid_contains(index->grid, start_x, start_y)) return ASTAR_OUT_OF_BOUNDS;
  for (int i = 0; i < count; i++) {
    costs[i] = INFINITY;
    astar_status status =
        astar_index_cost(index, start_x, start_y, goals[i].x, goals[i].y, &costs[i]);
    if (!astar_is_outcome(status)) return status;
  }
  return ASTAR_OK;
}

astar_status astar_index_get_info(astar_index *index, astar_index_info *info) {
  if (index == NULL || info == NULL) return ASTAR_INVALID;
  memset(info, 0, sizeof *info);
  info->kind = index->kind;
  info->answered = index->answered;
  info->searched = index->searched;
  return ASTAR_OK;
}
