#include "query/query.h"
#include "query/path.h"
#include "query/validation.h"

#include <math.h>
#include <string.h>

// ------------------------------------------------------------------------------ report

// Reports the path that was built.
static astar_status query_report_path(query_state *q, int goal, bool partial) {
  const path_builder *path = q->work->run.path;
  q->result.cost = path->cost;
  q->result.length = path->count;
  q->result.goal = goal;
  q->result.partial = partial;
  q->is_answered = true;
  return ASTAR_OK;
}

// The start is the whole path.
static astar_status query_stay(query_state *q, int goal, bool partial) {
  run *r = &q->work->run;
  path_builder_clear(r->path);
  if (!path_builder_add(r->path, q->asked->start_x, q->asked->start_y, MOVE_START)) {
    return ASTAR_NO_MEMORY;
  }
  r->path->costs[0] = 0;
  return query_report_path(q, goal, partial);
}

// The index of the goal that is nearest to the start.
static int query_nearest_goal(const query_state *q) {
  int goal = -1;
  goals_distance(&q->work->run.goals, q->asked->start_x, q->asked->start_y, &goal);
  return goal;
}

// Reports how a run ended.
static astar_status query_report(query_state *q, run_status status) {
  run *r = &q->work->run;
  q->result.expanded = r->expanded;
  switch (status) {
  case RUN_STOPPED: return ASTAR_STOPPED;
  case RUN_NO_MEMORY: return ASTAR_NO_MEMORY;
  case RUN_FOUND: break;
  default:
    if (!q->asked->partial) return status == RUN_CAPPED ? ASTAR_LIMIT : ASTAR_UNREACHABLE;
    // What is in the path may be of a query that a heuristic function has asked.
    if (!r->has_path) return query_stay(q, query_nearest_goal(q), true);
    break;
  }
  if (status == RUN_FOUND && q->asked->goal_count == 1 && !q->is_widened) {
    return query_report_path(q, 0, false);
  }
  astar_point end = r->path->points[0]; // the last one comes first
  int goal = -1, distance = goals_distance(&r->goals, end.x, end.y, &goal);
  return query_report_path(q, goal, distance > q->asked->range);
}

// ------------------------------------------------------------------------------ derive

static bool query_is_on_grid(const astar_grid *grid, const astar_query *asked) {
  bool is_inside = grid_contains(grid, asked->start_x, asked->start_y);
  for (int i = 0; i < asked->goal_count && is_inside; i++) {
    is_inside = grid_contains(grid, asked->goals[i].x, asked->goals[i].y);
  }
  return is_inside;
}

// Whether the mover stands on its only goal: the answer does not depend on the map.
static bool query_is_at_goal(const astar_query *asked) {
  return asked->goal_count == 1 && asked->goals[0].x == asked->start_x &&
         asked->goals[0].y == asked->start_y && asked->algorithm != ASTAR_JPS;
}

// Brings the costmap up to date. After edits that do not concern the query, this may be
// another set of derived data than in the slice before: it is the same, bit by bit.
static astar_status query_get_derived(query_state *q, budget *b) {
  run *r = &q->work->run;
  astar_status status =
      cache_get(r->grid, q->asked->rules, q->asked->filter, b, &r->map, &q->derived);
  if (astar_is_error(status)) return status;
  r->boards = &q->derived->jump_boards;
  if (q->may_pause) cache_pin(&q->pinned, q->derived);
  return status;
}

// Brings the costmap up to date, and answers what needs no more than that.
static astar_status query_derive(query_state *q, budget *b) {
  run *r = &q->work->run;
  if (!query_is_on_grid(r->grid, q->asked)) return ASTAR_OUT_OF_BOUNDS;
  if (q->asked->goal_count == 0) return ASTAR_GOAL_BLOCKED;
  if (move_table_why_unsuited(r->grid, q->asked->rules) != NULL) return ASTAR_UNSUITED;
  if (query_is_at_goal(q->asked)) return query_stay(q, 0, false);
  astar_status status = query_get_derived(q, b);
  if (status != ASTAR_OK) return status;
  if (q->asked->algorithm == ASTAR_JPS && jump_points_why_unsuited(&r->map) != NULL) {
    return ASTAR_UNSUITED;
  }
  status = goals_begin(&r->goals, &r->map, q->asked);
  if (status != ASTAR_OK) return status;
  bool is_at_goal = goals_at(&r->goals, q->asked->start_x, q->asked->start_y) >= 0;
  return is_at_goal ? query_stay(q, query_nearest_goal(q), false) : ASTAR_OK;
}

// --------------------------------------------------------------------------- components

// Stale components are built again where the answer would depend on it: where partial
// paths end, whether a cap or the map ended the search, and in how many slices a search
// ends that finds no path.
static bool query_needs_fresh_components(const query_state *q) {
  return q->asked->partial || q->asked->max_cost < INFINITY ||
         q->asked->max_expansions < INT64_MAX || q->is_sliced;
}

// No goal can be reached: takes the tiles nearest to the goals as goals, if they are
// nearer than the start.
static astar_status query_widen_goals(query_state *q, const component_set *set,
                                      bool *is_nearer) {
  goals *g = &q->work->run.goals;
  int goal, distance = goals_distance(g, q->asked->start_x, q->asked->start_y, &goal);
  return goals_widen(g, set, distance, is_nearer);
}

// Answers where there is nothing to search for.
static astar_status query_check_components(query_state *q, budget *b) {
  components *c = &q->derived->components;
  run *r = &q->work->run;
  astar_status status = components_update(c, &r->map, b);
  if (status == ASTAR_OK && query_needs_fresh_components(q)) {
    status = components_rebuild(c, &r->map, b);
  }
  if (status != ASTAR_OK) return status;
  component_set set;
  component_set_init(&set, c, &r->map, q->asked->start_x, q->asked->start_y, false);
  goals_state state = goals_find_state(&r->goals, &set);
  if (state == GOALS_CONNECTED) return ASTAR_OK;
  if (!q->asked->partial) {
    return state == GOALS_BLOCKED ? ASTAR_GOAL_BLOCKED : ASTAR_UNREACHABLE;
  }
  bool is_nearer;
  status = query_widen_goals(q, &set, &is_nearer);
  q->is_widened = true;
  return status != ASTAR_OK || is_nearer ? status
                                         : query_stay(q, query_nearest_goal(q), true);
}

// The search found no path, and the components had not shown that: they were stale, or
// the set of an impassable start was full. Builds the components again, so that the next
// query for this goal needs no search, and compares all of them. `expanded` must not
// depend on the edits that made the components stale: it is 0 where fresh ones show that
// there is no path.
static astar_status query_refute(query_state *q, budget *b) {
  components *c = &q->derived->components;
  run *r = &q->work->run;
  component_set set;
  astar_status status = components_rebuild(c, &r->map, b);
  if (status != ASTAR_OK) return status;
  component_set_init(&set, c, &r->map, q->asked->start_x, q->asked->start_y, true);
  if (goals_find_state(&r->goals, &set) != GOALS_CONNECTED) q->result.expanded = 0;
  return ASTAR_UNREACHABLE;
}

// ------------------------------------------------------------------------------- kernel

static bool query_can_jump(const query_state *q) {
  const astar_query *asked = q->asked;
  const run *r = &q->work->run;
  bool is_asked = asked->algorithm == ASTAR_AUTO || asked->algorithm == ASTAR_JPS;
  return is_asked && asked->heuristic == ASTAR_HEURISTIC_AUTO && asked->weight <= 1 &&
         asked->weight >= 1 && !r->goals.has_table && r->goals.range == 0 &&
         !(asked->max_cost < INFINITY) && asked->max_expansions == INT64_MAX &&
         jump_points_why_unsuited(&r->map) == NULL &&
         costmap_is_passable(&r->map, asked->start_x, asked->start_y);
}

static kernel query_choose_kernel(const query_state *q) {
  if (query_can_jump(q)) return KERNEL_JUMP_POINTS;
  return q->work->dstar_lite != NULL ? KERNEL_DSTAR_LITE : KERNEL_BEST_FIRST;
}

static astar_status query_derive_for_kernel(query_state *q, budget *b) {
  const costmap *map = &q->work->run.map;
  return q->work->kernel == KERNEL_JUMP_POINTS
             ? jump_boards_update(&q->derived->jump_boards, map, b)
             : costmap_ensure_legal(map, b);
}

// ---------------------------------------------------------------------------------- run

void query_begin(query_state *q, workspace *work, const astar_query *asked,
                 path_builder *path) {
  memset(q, 0, sizeof *q);
  q->asked = asked;
  q->work = work;
  q->result.goal = -1;
  work->run.query = q->asked;
  work->run.path = path != NULL ? path : &work->path;
  work->run.expanded = 0;
  work->run.has_path = false;
  path_builder_clear(work->run.path);
}

// Brings up to date again what the stages before this slice have derived.
static astar_status query_renew_derived(query_state *q, budget *b) {
  if (q->stage == QUERY_DERIVE || q->stage == QUERY_ENDED) return ASTAR_OK;
  astar_status status = query_get_derived(q, b);
  bool has_kernel = q->stage > QUERY_DERIVE_FOR_KERNEL;
  return status == ASTAR_OK && has_kernel ? query_derive_for_kernel(q, b) : status;
}

void query_drop(query_state *q) { cache_pin(&q->pinned, NULL); }

// Goes through the stages, and leaves where the budget ends.
static astar_status query_advance(query_state *q, int64_t expansions, budget *b) {
  workspace *w = q->work;
  astar_status status;
  run_status reached;

  if (q->stage == QUERY_DERIVE) {
    status = query_derive(q, b);
    if (status != ASTAR_OK || q->is_answered) return status;
    q->stage = QUERY_CHECK_COMPONENTS;
  }
  if (q->stage == QUERY_CHECK_COMPONENTS) {
    status = query_check_components(q, b);
    if (status != ASTAR_OK || q->is_answered) return status;
    w->kernel = query_choose_kernel(q);
    q->stage = QUERY_DERIVE_FOR_KERNEL;
  }
  if (q->stage == QUERY_DERIVE_FOR_KERNEL) {
    status = query_derive_for_kernel(q, b);
    if (status != ASTAR_OK) return status;
    q->stage = QUERY_BEGIN_KERNEL;
  }
  if (q->stage == QUERY_BEGIN_KERNEL) {
    reached = workspace_begin(w, b);
    if (reached == RUN_PREPARING) return ASTAR_RUNNING;
    if (reached != RUN_RUNNING) return query_report(q, reached);
    q->stage = QUERY_RUN_KERNEL;
  }
  if (q->stage == QUERY_RUN_KERNEL) {
    uint32_t before = w->run.expanded;
    reached = workspace_step(w, expansions);
    q->result.expanded = w->run.expanded;
    if (reached == RUN_RUNNING) return ASTAR_RUNNING;
    if (reached == RUN_BEYOND_KERNEL) { // the general kernel can search everything
      w->kernel = KERNEL_BEST_FIRST;
      q->has_nodes = false;
      q->stage = QUERY_DERIVE_FOR_KERNEL;
      return query_advance(q, expansions - (w->run.expanded - before), b);
    }
    status = query_report(q, reached);
    if (status != ASTAR_UNREACHABLE) return status;
    q->stage = QUERY_REFUTE;
  }
  return query_refute(q, b);
}

astar_status query_run(query_state *q, int64_t expansions, budget *b) {
  astar_status status = query_renew_derived(q, b);
  if (status == ASTAR_OK) status = query_advance(q, expansions, b);
  q->has_nodes = q->has_nodes || q->stage == QUERY_RUN_KERNEL;
  if (status == ASTAR_RUNNING) return status;
  query_drop(q);
  if (status != ASTAR_OK) path_builder_clear(q->work->run.path);
  q->stage = QUERY_ENDED;
  return status;
}

// --------------------------------------------------------------------------- find a path

astar_status astar_find_path(astar_grid *grid, const astar_query *asked, astar_path *path,
                             astar_result *result) {
  query_state q;
  budget unlimited = {BUDGET_UNLIMITED};
  if (result != NULL) *result = (astar_result){.goal = -1};
  if (path != NULL) path_builder_clear(&path->builder);
  if (validation_of_query(grid, asked) != NULL) return ASTAR_INVALID;
  workspace *work = cache_workspace(grid);
  if (work == NULL) return ASTAR_NO_MEMORY;
  query_begin(&q, work, asked, path != NULL ? &path->builder : NULL);
  astar_status status = query_run(&q, INT64_MAX, &unlimited);
  cache_leave_workspace(work);
  if (result != NULL) *result = q.result;
  return status;
}

const char *astar_why_unsuited(astar_grid *grid, const astar_rules *rules,
                               const astar_filter *filter, astar_algorithm algorithm) {
  costmap map;
  budget none = {0}; // what the map consists of is known before the tables are filled
  const char *why = move_table_why_unsuited(grid, rules);
  if (why != NULL || algorithm != ASTAR_JPS) return why;
  astar_status status = cache_get(grid, rules, filter, &none, &map, NULL);
  return astar_is_error(status) ? NULL : jump_points_why_unsuited(&map);
}
