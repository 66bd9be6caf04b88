// Sliced search: a search that runs a number of expansions per call, to spread its work
// over frames, and whose nodes can be read in between.
//
// Method: a sliced search is a query (query/query) with a workspace of its own, which
// pauses when the budget of a slice is used up. It copies the goals and the filter of the
// caller's query, holds the rules and retains the grid: the caller may free its own. It
// also copies the tiles that units hold, if the query avoids units: they may move.
//
// Invariant: the search belongs to the map of `revision`. An edit that affects the query
// makes the search stale, since its nodes may be wrong; it cannot end then. Edits that do
// not affect the query (an ignored layer) are skipped.
//
// Reentrancy: the heuristic function of a search may call functions of the same search.
// `is_running` marks a call in progress, and such nested calls get ASTAR_BUSY. When the
// function leaves by `longjmp` or an exception, the mark would stay. So the program calls
// `astar_grid_reset_busy`, which increases `busy_resets`: a mark with an old number of
// resets is out of date, and the search begins again.

#include <string.h>

#include "query/query.h"

struct astar_search {
  astar_grid *grid;
  astar_rules *rules;
  astar_query query;
  astar_filter filter; // of the query, copied
  astar_point *goals;  // of the query, copied
  query_state state;
  uint64_t revision; // the revision of the grid that is searched
  uint64_t stamp;    // of the influence maps that are searched
  astar_status status;
  bool has_begun;
  bool is_running; // a call is in progress: its heuristic function may call again
  uint32_t resets; // `busy_resets` of the grid when that call began
};

void astar_search_free(astar_search *search) {
  if (LIVE(search) == NULL) return;
  astar_grid *grid = search->grid;
  memory *m = &grid->memory;
  query_drop(&search->state);
  cache_give_workspace(search->state.work);
  MEMORY_FREE(m, search->goals, (size_t)search->query.goal_count);
  rules_release_holder(search->rules);
  live_free(m, search, sizeof *search);
  astar_grid_free(grid);
}

static bool sliced_search_copy_goals(astar_search *search) {
  size_t count = (size_t)search->query.goal_count;
  if (count == 0) return true;
  search->goals = MEMORY_ALLOCATE(&search->grid->memory, astar_point, count);
  if (search->goals == NULL) return false;
  memcpy(search->goals, search->query.goals, count * sizeof *search->goals);
  search->query.goals = search->goals;
  return true;
}

astar_status astar_search_new(astar_grid *grid, const astar_query *query,
                              astar_search **search) {
  if (search == NULL) return ASTAR_INVALID;
  *search = NULL;
  if (astar_why_invalid(grid, query) != NULL || query->turns != NULL)
    return ASTAR_INVALID;
  if (astar_why_unsuited(grid, query->rules, query->filter, query->algorithm) != NULL)
    return ASTAR_UNSUITED;
  astar_search *fresh = (astar_search *)live_new(&grid->memory, sizeof *fresh);
  if (fresh == NULL) return ASTAR_NO_MEMORY;
  fresh->grid = grid;
  fresh->rules = rules_hold(query->rules);
  astar_grid_retain(grid);
  fresh->query = *query;
  fresh->filter = rules_filter(query->rules, query->filter);
  fresh->query.filter = &fresh->filter;
  fresh->status = ASTAR_RUNNING;
  fresh->revision = grid->revision;
  fresh->stamp = influence_stamp_of(grid, &fresh->filter);
  fresh->state.result.goal = -1;
  fresh->state.work = cache_take_workspace(grid);
  if (fresh->state.work == NULL || !sliced_search_copy_goals(fresh) ||
      !query_see_units(fresh->state.work, &fresh->query, true)) {
    astar_search_free(fresh);
    return ASTAR_NO_MEMORY;
  }
  *search = fresh;
  return ASTAR_OK;
}

// Runs a slice of the query, which may call the heuristic function.
static astar_status sliced_search_run(astar_search *search, int64_t count) {
  budget b = query_slice(count);
  search->is_running = true;
  search->resets = search->grid->busy_resets;
  if (!search->has_begun) {
    query_drop(&search->state);
    query_begin(&search->state, search->state.work, &search->query, NULL);
    search->state.may_pause = search->has_begun = true;
  }
  search->status = query_run(&search->state, count, &b);
  search->is_running = false;
  if (search->status != ASTAR_NO_MEMORY) return search->status;
  search->has_begun = search->state.has_nodes = false; // the next slice begins again
  search->status = ASTAR_RUNNING;
  return ASTAR_NO_MEMORY;
}

// Whether this call comes from the heuristic function of this search. After
// `astar_grid_reset_busy` it does not: the function left by a jump, and the search begins
// again.
static bool sliced_search_is_inside(astar_search *search) {
  if (search->is_running && search->resets != search->grid->busy_resets)
    search->is_running = search->has_begun = search->state.has_nodes = false;
  return search->is_running;
}

astar_status astar_search_step(astar_search *search, int64_t count) {
  if (LIVE(search) == NULL) return ASTAR_INVALID;
  if (sliced_search_is_inside(search)) return ASTAR_BUSY;
  if (search->status != ASTAR_RUNNING) return search->status;
  repair_skip(search->grid, &search->filter, &search->revision);
  if (search->revision != search->grid->revision ||
      search->stamp != influence_stamp_of(search->grid, &search->filter)) {
    search->status = ASTAR_STALE;
    query_drop(&search->state);
    return ASTAR_STALE;
  }
  if (count < 0) return ASTAR_INVALID;
  return sliced_search_run(search, count);
}

astar_status astar_search_result(const astar_search *search, astar_result *result) {
  if (LIVE(search) == NULL) return ASTAR_INVALID;
  if (result != NULL) *result = search->state.result;
  return search->status;
}

size_t astar_search_copy_path(const astar_search *search, astar_point *points,
                              size_t capacity) {
  if (LIVE(search) == NULL || search->status != ASTAR_OK) return 0;
  return path_builder_copy(&search->state.work->path, points, capacity);
}

size_t astar_search_copy_costs(const astar_search *search, double *costs,
                               size_t capacity) {
  if (LIVE(search) == NULL || search->status != ASTAR_OK) return 0;
  return path_builder_copy_costs(&search->state.work->path, costs, capacity);
}

bool astar_search_node(const astar_search *search, int x, int y, astar_node *node) {
  astar_node ignored;
  if (LIVE(search) == NULL || !search->state.has_nodes ||
      !grid_contains(search->grid, x, y))
    return false;
  return workspace_node_at(search->state.work, x, y, node != NULL ? node : &ignored);
}

bool astar_search_each(const astar_search *search, int *x, int *y, astar_node *node) {
  if (LIVE(search) == NULL || x == NULL || y == NULL || !search->state.has_nodes)
    return false;
  const astar_grid *grid = search->grid;
  int at_x = *x < 0 ? 0 : *x < grid->width ? *x + 1 : grid->width, at_y = *y < 0 ? 0 : *y;
  for (; at_y < grid->height; at_y++, at_x = 0) {
    for (; at_x < grid->width; at_x++) {
      if (!astar_search_node(search, at_x, at_y, node)) continue;
      *x = at_x;
      *y = at_y;
      return true;
    }
  }
  return false;
}
