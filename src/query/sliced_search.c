// Searches that run a few expansions at a time, and can be looked into.

#include <string.h>

#include "query/query.h"
#include "search/jump_points.h"

struct astar_search {
  astar_grid *grid;
  astar_rules *rules;
  astar_query query;
  astar_goal *goals; // of the query
  best_first *core;  // scratch of its own
  uint64_t revision; // of the grid that is searched
  astar_status status;
  astar_result result;
  bool has_begun;
  bool has_nodes;  // a kernel was begun
  bool is_at_work; // inside of a call: its heuristic function may come back here
};

// Scratch that is kept for the next search, at most.
enum { SLICED_SEARCH_SPARES = MEMORY_LIMIT(4, 1) };

static best_first *sliced_search_take_spare(astar_grid *grid) {
  best_first *s = grid->spare;
  if (s == NULL) return best_first_new(grid);
  grid->spare = s->nested;
  s->nested = NULL;
  return s;
}

static void sliced_search_give_spare(astar_grid *grid, best_first *s) {
  int count = 0;
  if (s == NULL) return;
  for (const best_first *spare = grid->spare; spare != NULL; spare = spare->nested)
    count++;
  if (count >= SLICED_SEARCH_SPARES) {
    best_first_free(s);
    return;
  }
  s->nested = grid->spare;
  grid->spare = s;
}

void astar_search_free(astar_search *steps) {
  if (steps == NULL) return;
  astar_grid *grid = steps->grid;
  memory *m = &grid->memory;
  sliced_search_give_spare(grid, steps->core);
  memory_free(m, steps->goals, (size_t)steps->query.goal_count * sizeof(astar_goal));
  rules_release_holder(steps->rules);
  memory_free(m, steps, sizeof *steps);
  astar_grid_free(grid);
}

static bool sliced_search_copy_goals(astar_search *steps) {
  size_t count = (size_t)steps->query.goal_count;
  if (count == 0) return true;
  steps->goals = (astar_goal *)memory_resize(&steps->grid->memory, NULL, 0,
                                             count * sizeof *steps->goals);
  if (steps->goals == NULL) return false;
  memcpy(steps->goals, steps->query.goals, count * sizeof *steps->goals);
  steps->query.goals = steps->goals;
  return true;
}

astar_status astar_search_new(astar_grid *grid, const astar_query *query,
                              astar_search **made) {
  *made = NULL;
  if (!query_is_query(grid, query)) return ASTAR_INVALID;
  costmap *map;
  astar_status status = costmap_get(grid, query->rules, &map);
  if (status != ASTAR_OK) return status;
  if (query->algorithm == ASTAR_JPS && jump_points_why_unsuited(map) != NULL) {
    return ASTAR_UNSUITED;
  }
  astar_search *fresh = (astar_search *)memory_new(&grid->memory, sizeof *fresh);
  if (fresh == NULL) return ASTAR_NO_MEMORY;
  fresh->grid = grid;
  fresh->rules = (astar_rules *)query->rules; // only the count of who holds them changes
  grid_hold(grid);
  rules_hold(fresh->rules);
  fresh->query = *query;
  fresh->status = ASTAR_RUNNING;
  fresh->revision = grid->revision;
  fresh->core = sliced_search_take_spare(grid);
  if (fresh->core == NULL || !sliced_search_copy_goals(fresh)) {
    astar_search_free(fresh);
    return ASTAR_NO_MEMORY;
  }
  fresh->core->is_sliced = true;
  *made = fresh;
  return ASTAR_OK;
}

// Runs the search; a heuristic function may call back in the meantime.
static astar_status sliced_search_run(astar_search *steps, int64_t count) {
  steps->is_at_work = true;
  if (!steps->has_begun) {
    steps->has_begun = true;
    steps->status = query_begin(steps->core, &steps->query, &steps->result);
    steps->has_nodes = steps->status == ASTAR_RUNNING;
  }
  if (steps->status == ASTAR_RUNNING) {
    steps->status = query_step(steps->core, &steps->query, count, &steps->result);
  }
  steps->is_at_work = false;
  if (steps->status != ASTAR_NO_MEMORY) return steps->status;
  steps->has_begun = steps->has_nodes = false; // the next step begins anew
  steps->status = ASTAR_RUNNING;
  return ASTAR_NO_MEMORY;
}

astar_status astar_search_step(astar_search *steps, int64_t count) {
  if (steps->is_at_work) return ASTAR_BUSY;
  if (steps->status != ASTAR_RUNNING) return steps->status;
  if (steps->revision != steps->grid->revision) {
    steps->status = ASTAR_STALE;
    return ASTAR_STALE;
  }
  if (count < 0) return ASTAR_INVALID;
  return sliced_search_run(steps, count);
}

astar_status astar_search_result(const astar_search *steps, astar_result *result) {
  *result = steps->result;
  return steps->status;
}

void astar_search_copy_path(const astar_search *steps, astar_point *points) {
  if (steps->status == ASTAR_OK) path_builder_copy(&steps->core->trail, points);
}

bool astar_search_node(const astar_search *steps, int x, int y, astar_node *node) {
  if (!steps->has_nodes || !grid_contains(steps->grid, x, y)) return false;
  return steps->core->is_jumping ? jump_points_node_at(steps->core, x, y, node)
                                 : best_first_node_at(steps->core, x, y, node);
}

bool astar_search_each(const astar_search *steps, int *x, int *y, astar_node *node) {
  const astar_grid *grid = steps->grid;
  int at_x = *x < 0 ? 0 : *x + 1, at_y = *y < 0 ? 0 : *y;
  for (; steps->has_nodes && at_y < grid->height; at_y++, at_x = 0) {
    for (; at_x < grid->width; at_x++) {
      if (!astar_search_node(steps, at_x, at_y, node)) continue;
      *x = at_x;
      *y = at_y;
      return true;
    }
  }
  return false;
}
