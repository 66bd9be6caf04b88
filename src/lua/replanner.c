// Replanners as userdata: `grid:replanner` and its methods.
//
// The value of a replanner is a table with its grid and rules, which keeps both alive.

#include "lua/support.h"

static int bind_replanner_new(lua_State *L) {
  const char *who = "grid:replanner";
  lua_settop(L, 7);
  bind_object *planner = bind_new_object(L, BIND_REPLANNER, sizeof *planner, 1, 6);
  bind_grid *grid = bind_self_grid(L, who);
  const bind_ends ends = bind_check_ends(L, who);
  bind_rules *rules = bind_check_rules(L, who, "rules", 6);
  planner->filter = bind_read_filter(L, who, 7, rules);
  BIND_TRY(status, astar_replanner_new(bind_grid_core(L, who, grid),
                                       bind_rules_core(L, who, rules), &planner->filter,
                                       ends.start.x, ends.start.y, ends.goal.x,
                                       ends.goal.y, &planner->core.replanner));
  bind_expect_outcome(L, who, grid, rules, NULL, ASTAR_AUTO, status);
  bind_set_size(L, who, planner, grid);
  bind_report_memory(L, grid);
  return 1;
}

static int bind_replanner_gc(lua_State *L) { return bind_gc(L, BIND_REPLANNER); }

static int bind_replanner_tostring(lua_State *L) {
  return bind_push_name(L, BIND_REPLANNER);
}

// Creating the path may run finalizers, which may use the replanner. Then the path is
// found again.
static int bind_replanner_path(lua_State *L) {
  const char *who = "planner:path";
  astar_result result;
  bind_path *path;
  bind_object *planner = bind_self_object(L, who, BIND_REPLANNER);
  lua_settop(L, 1);
  bind_push_parts(L, 1);
  bind_push_pair(L, 3, 4);
  bind_grid *grid = bind_check_grid(L, who, "the planner's grid", 3);
  const bind_rules *rules = bind_check_rules(L, who, "the planner's rules", 4);
  uint32_t calls;
  do {
    lua_settop(L, 5);
    planner->calls++;
    BIND_TRY(status, astar_replanner_find(bind_core(L, who, planner).replanner, &result));
    bind_expect_outcome(L, who, grid, rules, NULL, ASTAR_AUTO, status);
    calls = planner->calls;
    if (status != ASTAR_OK) {
      bind_report_memory(L, grid);
      return bind_push_reason(L, who, status);
    }
    path = bind_new_path(L, 5, &result, &planner->filter);
  } while (calls != planner->calls);
  astar_replanner_copy_path(bind_core(L, who, planner).replanner, bind_points(path),
                            path->count);
  astar_replanner_copy_costs(bind_core(L, who, planner).replanner, bind_costs(path),
                             path->count);
  lua_pushnumber(L, (lua_Number)result.cost);
  bind_report_memory(L, grid);
  return 2;
}

// Moves the start or the goal to the tile at 2 and 3.
static int bind_replanner_move(lua_State *L, const char *who,
                               void (*move)(astar_replanner *, int, int)) {
  bind_object *planner = bind_self_object(L, who, BIND_REPLANNER);
  const astar_point at = bind_check_tile(L, who, 2);
  planner->calls++;
  move(bind_core(L, who, planner).replanner, at.x, at.y);
  return 0;
}

static int bind_replanner_move_to(lua_State *L) {
  return bind_replanner_move(L, "planner:move_to", astar_replanner_move);
}

static int bind_replanner_set_goal(lua_State *L) {
  return bind_replanner_move(L, "planner:set_goal", astar_replanner_set_goal);
}

const bind_function bind_replanner_functions[] = {
    {BIND_GRID, "replanner", bind_replanner_new},
    {BIND_REPLANNER, "path", bind_replanner_path},
    {BIND_REPLANNER, "move_to", bind_replanner_move_to},
    {BIND_REPLANNER, "set_goal", bind_replanner_set_goal},
    {BIND_REPLANNER, "__gc", bind_replanner_gc},
    {BIND_REPLANNER, "__tostring", bind_replanner_tostring},
    BIND_LAST_FUNCTION,
};
