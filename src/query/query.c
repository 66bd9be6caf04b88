// The stages of a query.
//
// clang-format off
//     validate            arguments in their ranges (query/validation)
//        |
//     derive              update the costmap
//        |                --> answered: a tile is off the grid, or the start is a goal
//     check components    is a goal connected to the start?
//        |                --> answered: no path (a partial query aims at the connected
//        |                    tiles nearest to the goals instead)
//     choose a kernel     jump points, weighted jump points, D* Lite or best-first
//        |
//     derive for kernel   update what the kernel reads: jump boards; terrain boards and
//        |                dominance data; the table of legal moves
//        |                --> answered: nothing is in the way of the direct path
//        |                    on dense clutter: canonical A* instead of jump points
//        |                    on rough maps: best-first instead of weighted jump points
//     run                 begin the kernel, then expand nodes
//        |                --> the kernel cannot represent the path: derive for the next
//        |                    kernel, and run it
//     report              --> found, no path, partial path, limit
// clang-format on
//
// Components: two tiles in different components have no path between them. Tiles of the
// same component need a search, which may find no path.
//
// Pausing: each stage either completes, or uses up its budget and returns ASTAR_RUNNING.
// `stage` says where the next slice continues. Each slice first fetches and updates the
// derived data of the stages before, because edits that do not concern the query may have
// replaced it.
//
// Invariant: the outcome does not depend on how the work is divided into slices.

#include "query/query.h"
#include "query/path.h"
#include "search/direct_path.h"

#include <math.h>
#include <string.h>

// ------------------------------------------------------------------------------ report

// Reports the path that the path builder of the run holds.
static astar_status query_report_path(query_state *q, int goal, bool partial) {
  const path_builder *path = q->work->run.path;
  q->result.cost = path->cost;
  q->result.length = path->count;
  q->result.goal = goal;
  q->result.partial = partial;
  path_builder_report_turns(path, &q->result);
  q->is_answered = true;
  return ASTAR_OK;
}

// Adds the turn to a path of one tile. False: out of memory.
static bool query_add_turn(query_state *q) {
  const astar_turns *turns = q->query->turns;
  path_builder *path = q->work->run.path;
  if (turns == NULL) return true;
  if (!path_builder_begin_turns(path, 1, turns->left)) return false;
  path->turns[0] = 1;
  return true;
}

// Reports a path of one tile, the start.
static astar_status query_report_start(query_state *q, int goal, bool partial) {
  run *r = &q->work->run;
  path_builder_clear(r->path);
  if (!path_builder_add_start(r->path, q->query->start_x, q->query->start_y) ||
      !path_builder_write(r->path, &r->map) || !query_add_turn(q))
    return ASTAR_NO_MEMORY;
  return query_report_path(q, goal, partial);
}

// The index of the goal that is nearest to the start.
static int query_nearest_goal(const query_state *q) {
  int goal = -1;
  goals_distance(&q->work->run.goals, q->query->start_x, q->query->start_y, &goal);
  return goal;
}

// Whether a found path is a cheapest one.
static bool query_is_exact(const astar_query *query) {
  return query->algorithm == ASTAR_DIJKSTRA ||
         (query->algorithm != ASTAR_GREEDY && heuristic_is_admissible(query));
}

// Straightens the path that was built, and writes its tiles. False: out of memory.
static bool query_write_path(query_state *q) {
  run *r = &q->work->run;
  bool has_boards =
      q->work->kernel == KERNEL_JUMP_POINTS || q->work->kernel == KERNEL_CANONICAL_ASTAR;
  bool is_straight =
      !q->query->straight || q->query->turns != NULL ||
      straightening_run_on(&r->straightening, r->path, &r->map,
                           has_boards ? r->boards : NULL, query_is_exact(q->query));
  return is_straight && path_builder_write(r->path, &r->map);
}

// Reports how the kernel ended.
static astar_status query_report(query_state *q, run_status status) {
  run *r = &q->work->run;
  q->result.expanded = q->beyond + r->expanded;
  if (r->prunes) q->derived->jump_boards.dead_ends.spent += r->expanded;
  switch (status) {
  case RUN_STOPPED: return ASTAR_STOPPED;
  case RUN_NO_MEMORY: return ASTAR_NO_MEMORY;
  case RUN_FOUND: break;
  default:
    if (!q->query->partial) return status == RUN_CAPPED ? ASTAR_LIMIT : ASTAR_UNREACHABLE;
    // `has_path` decides, not the length of the path: the path object of the caller may
    // hold the path of a query that the heuristic function ran.
    if (!r->has_path) return query_report_start(q, query_nearest_goal(q), true);
    break;
  }
  if (!query_write_path(q)) return ASTAR_NO_MEMORY;
  // With turns the best path is not the cheapest one: no cheaper one is searched.
  if (q->query->turns != NULL && r->path->cost > tolerance_max_sum(q->query->max_cost))
    return ASTAR_LIMIT;
  if (status == RUN_FOUND && q->query->goal_count == 1 && !q->is_widened)
    return query_report_path(q, 0, false);
  astar_point end = r->path->points[r->path->count - 1];
  int goal = -1, distance = goals_distance(&r->goals, end.x, end.y, &goal);
  return query_report_path(q, goal, distance > q->query->range);
}

// ------------------------------------------------------------------------------ derive

bool query_is_on_grid(const astar_grid *grid, const astar_query *query) {
  bool is_inside = grid_contains(grid, query->start_x, query->start_y);
  for (int i = 0; i < query->goal_count && is_inside; i++)
    is_inside = grid_contains(grid, query->goals[i].x, query->goals[i].y);
  return is_inside;
}

// Whether the mover stands on its only goal: then the answer does not depend on the map.
static bool query_is_at_goal(const astar_query *query) {
  return query->goal_count == 1 && query->goals[0].x == query->start_x &&
         query->goals[0].y == query->start_y && query->algorithm != ASTAR_JPS;
}

// The costmap that derived data is updated with: derived data does not depend on units.
static const costmap *query_derived_map(const query_state *q) {
  const run *r = &q->work->run;
  return q->query->avoid != NULL ? &r->without_units : &r->map;
}

// Updates the costmap, and pins its set when the query may pause. After edits that do not
// concern the query, `cache_get` may return another set than in the slice before. Both
// sets are equal bit by bit, so the kernel can continue.
static astar_status query_get_derived(query_state *q, budget *b) {
  run *r = &q->work->run;
  astar_status status =
      cache_get(r->grid, q->query->rules, &q->filter, b, &r->map, &q->derived);
  if (astar_is_error(status)) return status;
  if (q->query->avoid != NULL) costmap_avoid(&r->map, &r->held, &r->without_units);
  r->boards = &q->derived->jump_boards;
  r->dominance = NULL;
  r->terrain_boards = &q->derived->terrain_boards;
  if (q->may_pause) cache_pin(&q->pinned, q->derived);
  return status;
}

// Updates the costmap, and answers the queries that need nothing else.
static astar_status query_derive(query_state *q, budget *b) {
  run *r = &q->work->run;
  if (!query_is_on_grid(r->grid, q->query)) return ASTAR_OUT_OF_BOUNDS;
  if (q->query->goal_count == 0) return ASTAR_GOAL_BLOCKED;
  if (move_table_why_unsuited(r->grid, q->query->rules) != NULL) return ASTAR_UNSUITED;
  if (query_is_at_goal(q->query)) return query_report_start(q, 0, false);
  astar_status status = query_get_derived(q, b);
  if (status != ASTAR_OK) return status;
  if (q->query->algorithm == ASTAR_JPS &&
      jump_points_why_unsuited(query_derived_map(q)) != NULL)
    return ASTAR_UNSUITED;
  status = goals_begin(&r->goals, &r->map, q->query);
  if (status != ASTAR_OK) return status;
  bool is_at_goal = goals_at(&r->goals, q->query->start_x, q->query->start_y) >= 0;
  return is_at_goal ? query_report_start(q, query_nearest_goal(q), false) : ASTAR_OK;
}

// --------------------------------------------------------------------------- components

// Answers the query when no goal is connected to the start.
static astar_status query_check_components(query_state *q, budget *b) {
  components *c = &q->derived->components;
  run *r = &q->work->run;
  astar_status status = components_update(c, query_derived_map(q), b);
  if (status != ASTAR_OK) return status;
  component_set set;
  component_set_init(&set, c, &r->map, q->query->start_x, q->query->start_y);
  goals_state state = goals_find_state(&r->goals, &set);
  if (state == GOALS_CONNECTED) return ASTAR_OK;
  if (!q->query->partial)
    return state == GOALS_BLOCKED ? ASTAR_GOAL_BLOCKED : ASTAR_UNREACHABLE;
  // The connected tiles nearest to a goal become the goals of the search, if they are
  // nearer than the start.
  bool is_nearer;
  int goal, x = q->query->start_x, y = q->query->start_y;
  int distance = goals_distance(&r->goals, x, y, &goal);
  status = goals_widen(&r->goals, &set, distance, &is_nearer);
  q->is_widened = true;
  return status != ASTAR_OK || is_nearer
             ? status
             : query_report_start(q, query_nearest_goal(q), true);
}

// ------------------------------------------------------------------------------- kernel

bool query_is_plain(const astar_query *query) {
  return query->heuristic == ASTAR_HEURISTIC_AUTO && query->weight >= 1 &&
         query->weight <= 1 && !(query->max_cost < INFINITY) &&
         query->max_expansions == INT64_MAX && query->avoid == NULL &&
         query->turns == NULL;
}

// Whether jump points, of uniform or of weighted maps, can answer the query: they search
// from a passable start to one goal. The map is tested apart.
static bool query_can_jump(const query_state *q) {
  const astar_query *query = q->query;
  const run *r = &q->work->run;
  bool may_jump = query->algorithm == ASTAR_AUTO || query->algorithm == ASTAR_JPS;
  // A link may lead one way: then a partial path may end at any tile. The replanner keeps
  // its search.
  bool suits_links =
      r->grid->arc_count == 0 ||
      (q->work->dstar_lite == NULL && link_bound_suits(r->grid, &r->goals) &&
       (!query->partial || q->derived->components.exact));
  return may_jump && suits_links && query_is_plain(query) && !r->goals.has_table &&
         r->goals.range == 0 &&
         costmap_is_passable(&r->map, query->start_x, query->start_y);
}

static kernel query_choose_kernel(const query_state *q) {
  if (q->query->turns != NULL) return KERNEL_TURN_SEARCH;
  const costmap *map = &q->work->run.map;
  if (query_can_jump(q)) {
    if (jump_points_why_unsuited(map) == NULL) return KERNEL_JUMP_POINTS;
    // A partial path may end at any tile, which best-first search keeps track of.
    if (q->work->dstar_lite == NULL && !q->query->partial &&
        weighted_jump_points_is_suited(map))
      return KERNEL_WEIGHTED_JUMP_POINTS;
  }
  return q->work->dstar_lite != NULL ? KERNEL_DSTAR_LITE : KERNEL_BEST_FIRST;
}

// Whether canonical A* is faster on this map than jump point search, which was chosen.
// The jump boards must be up to date.
static bool query_prefers_canonical_astar(const query_state *q) {
  return q->work->kernel == KERNEL_JUMP_POINTS && q->query->algorithm == ASTAR_AUTO &&
         !q->is_beyond && q->work->run.links == NULL &&
         jump_boards_find_clutter(q->work->run.boards) == JUMP_BOARDS_DENSE_CLUTTER;
}

// Updates the terrain boards and the dominance data. `dominance` of the run stays NULL
// on rough maps, where jumps save less time than they take.
static astar_status query_derive_dominance(query_state *q, budget *b) {
  run *r = &q->work->run;
  derived_data *d = q->derived;
  astar_status status = terrain_boards_update(&d->terrain_boards, &r->map, b);
  if (status != ASTAR_OK || terrain_boards_are_rough(&d->terrain_boards, r->grid))
    return status;
  status = dominance_update(&d->dominance, &r->map, b);
  if (status == ASTAR_OK) r->dominance = &d->dominance;
  return status;
}

// Prepares the bound over links for the kernels that use one.
static astar_status query_bound_links(query_state *q) {
  workspace *w = q->work;
  run *r = &w->run;
  const components *c = &q->derived->components;
  bool is_used = r->grid->arc_count > 0 && link_bound_suits(r->grid, &r->goals) &&
                 !c->is_far && w->kernel != KERNEL_DSTAR_LITE &&
                 w->kernel != KERNEL_TURN_SEARCH &&
                 q->query->heuristic != ASTAR_HEURISTIC_FUNCTION;
  r->links = is_used ? &w->link_bound : NULL;
  return !is_used ||
                 link_bound_begin(r->links, c, query_derived_map(q), &r->goals, q->query)
             ? ASTAR_OK
             : ASTAR_NO_MEMORY;
}

static astar_status query_derive_for_kernel(query_state *q, budget *b) {
  const costmap *map = query_derived_map(q);
  astar_status status = ASTAR_OK;
  if (q->work->run.links != NULL) { // they may be another set than in the slice before
    status = components_update(&q->derived->components, map, b);
    q->work->run.links->of = &q->derived->components;
  }
  if (status != ASTAR_OK) return status;
  switch (q->work->kernel) {
  case KERNEL_JUMP_POINTS: return jump_boards_update(&q->derived->jump_boards, map, b);
  case KERNEL_CANONICAL_ASTAR: return ASTAR_OK; // passable tiles are enough
  case KERNEL_WEIGHTED_JUMP_POINTS:
    status = query_derive_dominance(q, b);
    if (status != ASTAR_OK || q->work->run.dominance != NULL) return status;
    q->work->kernel = KERNEL_BEST_FIRST; // a rough map
    break;
  case KERNEL_BEST_FIRST:
  case KERNEL_TURN_SEARCH:
  case KERNEL_DSTAR_LITE: break;
  }
  return costmap_ensure_legal(map, b);
}

// ---------------------------------------------------------------------------------- run

bool query_see_units(workspace *work, const astar_query *query, bool copies) {
  astar_grid *grid = work->run.grid;
  held_tiles *held = &work->run.held;
  if (query->avoid == NULL) return true;
  const astar_side *side = &query->avoid_side;
  if (copies) return held_tiles_copy(held, grid, side, query->start_x, query->start_y);
  held_tiles_see(held, grid, side, query->start_x, query->start_y);
  return true;
}

astar_filter query_filter(const astar_query *query) {
  astar_filter filter = rules_filter(query->rules, query->filter);
  if (query->turns != NULL)
    filter.ignored_layers |= query->turns->pass | query->turns->zones;
  return filter;
}

void query_begin(query_state *q, workspace *work, const astar_query *query,
                 path_builder *path) {
  memset(q, 0, sizeof *q);
  q->query = query;
  q->work = work;
  q->filter = query_filter(query);
  q->result.goal = -1;
  work->run.query = q->query;
  work->run.landmarks = NULL;
  work->run.links = NULL;
  work->run.prunes = false;
  work->run.path = path != NULL ? path : &work->path;
  work->run.expanded = 0;
  work->run.has_path = false;
  path_builder_clear(work->run.path);
}

void query_drop(query_state *q) {
  cache_pin(&q->pinned, NULL);
  if (q->work != NULL) q->work->run.links = NULL; // it reads the set
}

// Another kernel searches where this one cannot represent the path: jump points have more
// bits for costs than canonical A*, weighted jump points follow links of any cost, and
// best-first search serves all maps.
static void query_change_kernel(query_state *q) {
  workspace *w = q->work;
  bool is_linked = w->kernel == KERNEL_JUMP_POINTS && w->run.links != NULL;
  w->kernel = w->kernel == KERNEL_CANONICAL_ASTAR ? KERNEL_JUMP_POINTS
              : is_linked && !q->query->partial   ? KERNEL_WEIGHTED_JUMP_POINTS
                                                  : KERNEL_BEST_FIRST;
  q->has_nodes = false;
  q->is_beyond = true;
  q->stage = QUERY_DERIVE_FOR_KERNEL;
  q->beyond += w->run.expanded;
  w->run.expanded = 0;
}

// Runs the stages from `q->stage` on, until the query ends or the budget is used up.
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
    if (status == ASTAR_OK) status = query_bound_links(q);
    if (status != ASTAR_OK) return status;
    if (w->kernel == KERNEL_JUMP_POINTS && q->query->algorithm == ASTAR_AUTO) {
      reached = direct_path_find(&w->run);
      if (reached != RUN_EXHAUSTED) return query_report(q, reached);
    }
    if (query_prefers_canonical_astar(q)) w->kernel = KERNEL_CANONICAL_ASTAR;
    if (w->kernel == KERNEL_JUMP_POINTS && w->run.prunes && w->run.links == NULL)
      jump_boards_update_dead_ends(&q->derived->jump_boards, false, b);
    q->stage = QUERY_BEGIN_KERNEL;
  }
  if (q->stage == QUERY_BEGIN_KERNEL) {
    reached = workspace_begin(w, b);
    if (reached == RUN_PREPARING) return ASTAR_RUNNING;
    if (reached != RUN_RUNNING) return query_report(q, reached);
    q->stage = QUERY_RUN_KERNEL;
  }
  uint32_t before = w->run.expanded;
  reached = workspace_step(w, expansions);
  q->result.expanded = q->beyond + w->run.expanded;
  if (reached == RUN_RUNNING) return ASTAR_RUNNING;
  if (reached != RUN_BEYOND_KERNEL) return query_report(q, reached);
  expansions -= w->run.expanded - before;
  query_change_kernel(q);
  return query_advance(q, expansions, b);
}

astar_status query_run(query_state *q, int64_t expansions, budget *b) {
  astar_status status = ASTAR_OK;
  // Fetches and updates the derived data of the stages that earlier slices completed.
  if (q->stage != QUERY_DERIVE && q->stage != QUERY_ENDED) {
    status = query_get_derived(q, b);
    bool has_kernel = q->stage > QUERY_DERIVE_FOR_KERNEL;
    if (status == ASTAR_OK && has_kernel) status = query_derive_for_kernel(q, b);
  }
  if (status == ASTAR_OK) status = query_advance(q, expansions, b);
  q->has_nodes = q->has_nodes || q->stage == QUERY_RUN_KERNEL;
  if (status == ASTAR_RUNNING) return status;
  query_drop(q);
  if (status != ASTAR_OK) path_builder_clear(q->work->run.path);
  q->stage = QUERY_ENDED;
  return status;
}

// --------------------------------------------------------------------------- find a path

astar_status query_find_path(astar_grid *grid, const astar_query *query,
                             const landmark_bound *landmarks, astar_path *path,
                             astar_result *result) {
  query_state q;
  if (result != NULL) *result = (astar_result){.goal = -1};
  if (path != NULL) path_builder_clear(&path->builder);
  if (astar_why_invalid(grid, query) != NULL) return ASTAR_INVALID;
  workspace *work = cache_workspace(grid);
  bool may_call = query->heuristic == ASTAR_HEURISTIC_FUNCTION; // it may move units
  if (work == NULL || !query_see_units(work, query, may_call)) return ASTAR_NO_MEMORY;
  query_begin(&q, work, query, path != NULL ? &path->builder : NULL);
  work->run.landmarks = landmarks;
  work->run.prunes = true;
  astar_status status = query_run(&q, INT64_MAX, NULL);
  cache_leave_workspace(work);
  if (result != NULL) *result = q.result;
  return status;
}

astar_status astar_find_path(astar_grid *grid, const astar_query *query, astar_path *path,
                             astar_result *result) {
  return query_find_path(grid, query, NULL, LIVE(path), result);
}

const char *astar_why_unsuited(astar_grid *grid, const astar_rules *rules,
                               const astar_filter *filter, astar_algorithm algorithm) {
  costmap map;
  budget none = {0}; // enough: `costmap_update` sets `is_uniform` before it needs budget
  (void)LIVE(grid);
  if (!rules_are_owned(rules)) return "the rules must not be freed";
  const char *why = move_table_why_unsuited(grid, rules);
  if (why != NULL || algorithm != ASTAR_JPS) return why;
  astar_status status = cache_get(grid, rules, filter, &none, &map, NULL);
  return astar_is_error(status) ? NULL : jump_points_why_unsuited(&map);
}
