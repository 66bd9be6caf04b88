#include "lua_support.h"

#include <float.h>
#include <math.h>
#include <string.h>

// ---------------------------------------------------------------------------- options

static void lua_find_read_partial(lua_State *L, const char *who, const char *what,
                                  int index, void *target) {
  ((astar_lua_query *)target)->core.partial =
      astar_lua_check_boolean(L, who, what, index);
}

static void lua_find_read_range(lua_State *L, const char *who, const char *what,
                                int index, void *target) {
  ((astar_lua_query *)target)->core.range = astar_lua_check_count(L, who, what, index);
}

static void lua_find_read_max_cost(lua_State *L, const char *who, const char *what,
                                   int index, void *target) {
  double cost = (double)lua_tonumber(L, index);
  if (lua_type(L, index) != LUA_TNUMBER || !(cost >= 0))
    astar_lua_expected(L, who, what, "a number >= 0", index);
  ((astar_lua_query *)target)->core.max_cost = cost;
}

static void lua_find_read_max_expansions(lua_State *L, const char *who, const char *what,
                                         int index, void *target) {
  double count;
  if (!astar_lua_to_whole(L, index, &count) || count < 0)
    astar_lua_expected(L, who, what, "an integer >= 0", index);
  ((astar_lua_query *)target)->core.max_expansions =
      count < 9e18 ? (int64_t)count : INT64_MAX;
}

static void lua_find_read_algorithm(lua_State *L, const char *who, const char *what,
                                    int index, void *target) {
  static const char *const words[] = {"auto",     "astar",  "jps",
                                      "dijkstra", "greedy", NULL}; // as astar_algorithm
  ((astar_lua_query *)target)->core.algorithm =
      (astar_algorithm)astar_lua_check_word(L, who, what, index, words);
}

static void lua_find_read_weight(lua_State *L, const char *who, const char *what,
                                 int index, void *target) {
  double weight = (double)lua_tonumber(L, index);
  if (lua_type(L, index) != LUA_TNUMBER || !(weight >= 0 && weight <= DBL_MAX))
    astar_lua_expected(L, who, what, "a finite number >= 0", index);
  ((astar_lua_query *)target)->core.weight = weight;
}

// -------------------------------------------------------------------------- heuristics

static bool lua_find_is_guess(lua_State *L, int index) {
  double guess = (double)lua_tonumber(L, index);
  return lua_type(L, index) == LUA_TNUMBER && guess >= 0 && guess <= DBL_MAX;
}

// Called by the core, in whose frames no error of Lua may jump. What the function raised,
// or a value that is no guess, stays on the stack for `lua_find_stopped`.
static double lua_find_guess(void *user, int dx, int dy) {
  astar_lua_query *query = (astar_lua_query *)user;
  lua_State *L = query->L;
  if (query->stopped) return -1;
  lua_pushvalue(L, query->heuristic);
  lua_pushinteger(L, dx);
  lua_pushinteger(L, dy);
  query->raised = lua_pcall(L, 2, 1, 0) != 0;
  query->stopped = query->raised || !lua_find_is_guess(L, -1);
  if (query->stopped) return -1;
  double guess = (double)lua_tonumber(L, -1);
  lua_pop(L, 1);
  return guess;
}

static int lua_find_stopped(astar_lua_query *query) {
  lua_State *L = query->L;
  if (query->raised) return lua_error(L);
  return luaL_error(L,
                    "%s: option \"heuristic\" must return a finite number >= 0, got %s",
                    query->who, astar_lua_describe(L, -1));
}

static void lua_find_read_heuristic(lua_State *L, const char *who, const char *what,
                                    int index, void *target) {
  static const char *const words[] = {
      "auto",      "manhattan", "octile", "chebyshev",
      "euclidean", "zero",      NULL}; // as astar_heuristic
  astar_lua_query *query = (astar_lua_query *)target;
  if (lua_type(L, index) == LUA_TFUNCTION) {
    query->core.heuristic = ASTAR_HEURISTIC_FUNCTION;
    query->core.heuristic_function = lua_find_guess;
    query->core.heuristic_user = query;
    lua_pushvalue(L, index);
    lua_replace(L, query->heuristic);
    return;
  }
  int word = astar_lua_find_word(L, index, words);
  if (word < 0) astar_lua_expected_word(L, who, what, index, words, " or a function");
  query->core.heuristic = (astar_heuristic)word;
}

static const astar_lua_option lua_find_options_known[] = {
    ASTAR_LUA_OPTION("partial", lua_find_read_partial),
    ASTAR_LUA_OPTION("range", lua_find_read_range),
    ASTAR_LUA_OPTION("max_cost", lua_find_read_max_cost),
    ASTAR_LUA_OPTION("max_expansions", lua_find_read_max_expansions),
    ASTAR_LUA_OPTION("algorithm", lua_find_read_algorithm),
    ASTAR_LUA_OPTION("heuristic", lua_find_read_heuristic),
    ASTAR_LUA_OPTION("weight", lua_find_read_weight),
    ASTAR_LUA_LAST_OPTION,
};

void astar_lua_read_query(lua_State *L, const char *who, int index,
                          astar_lua_query *query) {
  query->L = L;
  query->who = who;
  query->stopped = query->raised = false;
  lua_pushnil(L); // the heuristic function's place
  query->heuristic = lua_gettop(L);
  astar_lua_read_options(L, who, index, lua_find_options_known, query);
}

// ------------------------------------------------------------------------------- goals

// The coordinate of the goal at `item`: {x, y} or {x=, y=}.
static int lua_find_read_coordinate(lua_State *L, const char *who, int item, int place,
                                    const char *name, int number) {
  int value = 0;
  lua_rawgeti(L, item, place);
  if (lua_isnil(L, -1)) {
    lua_pop(L, 1);
    lua_getfield(L, item, name);
  }
  if (!astar_lua_to_integer(L, -1, &value)) {
    const char *what = lua_pushfstring(L, "%s of goals[%d]", name, number);
    astar_lua_expected(L, who, what, "an integer", -2);
  }
  lua_pop(L, 1);
  return value - 1;
}

static astar_goal lua_find_read_goal(lua_State *L, const char *who, int list,
                                     int number) {
  astar_goal goal;
  lua_rawgeti(L, list, number);
  int item = lua_gettop(L);
  if (lua_type(L, item) != LUA_TTABLE) {
    const char *what = lua_pushfstring(L, "goals[%d]", number);
    astar_lua_expected(L, who, what, "{x, y} or {x=, y=}", item);
  }
  goal.x = lua_find_read_coordinate(L, who, item, 1, "x", number);
  goal.y = lua_find_read_coordinate(L, who, item, 2, "y", number);
  lua_pop(L, 1);
  return goal;
}

// {x = 3, y = 4} is one goal where a list of them is meant, not an empty list.
static void lua_find_check_empty(lua_State *L, const char *who, int index) {
  lua_pushnil(L);
  if (lua_next(L, index))
    luaL_error(L, "%s: goals must be a list of goals, got a table without a first one",
               who);
}

int astar_lua_read_goals(lua_State *L, const char *who, int index, astar_goal **list) {
  if (lua_type(L, index) != LUA_TTABLE)
    astar_lua_expected(L, who, "goals", "a list of {x, y}", index);
  size_t count = astar_compat_length(L, index);
  if (count == 0) lua_find_check_empty(L, who, index);
  if (count > ASTAR_MAX_TILES)
    luaL_error(L, "%s: goals must be at most %d", who, ASTAR_MAX_TILES);
  astar_goal *buffer =
      (astar_goal *)astar_compat_new_userdata(L, count * sizeof(astar_goal), false);
  for (int i = 0; i < (int)count; i++)
    buffer[i] = lua_find_read_goal(L, who, index, i + 1);
  *list = buffer;
  return (int)count;
}

// ----------------------------------------------------------------------------- running

int astar_lua_unsuited(lua_State *L, const char *who, const astar_lua_grid *grid,
                       const astar_lua_rules *rules, astar_algorithm algorithm) {
  const char *why = astar_why_unsuited(grid->core, rules->core, algorithm);
  return luaL_error(L, "%s: %s", who, why != NULL ? why : "these rules cannot serve it");
}

astar_status astar_lua_run_query(lua_State *L, astar_lua_grid *grid, int rules,
                                 astar_lua_query *query, astar_result *result) {
  astar_status status;
  bool collected = false;
  do {
    grid->searches++;
    status = astar_find_path(grid->core, &query->core, result);
  } while (astar_lua_retry(L, status, &collected));
  if (query->stopped) lua_find_stopped(query);
  if (status == ASTAR_UNSUITED)
    astar_lua_unsuited(L, query->who, grid, (astar_lua_rules *)lua_touserdata(L, rules),
                       query->core.algorithm);
  if (status > ASTAR_LIMIT) astar_lua_expect_ok(L, query->who, status);
  return status;
}

// Pushes the path that the grid has just found. Making room for it may run finalizers,
// and these may search the grid: then NULL, and one has to search again.
static astar_lua_path *lua_find_push_path(lua_State *L, astar_lua_grid *grid, int pair,
                                          const astar_result *result) {
  uint32_t searches = grid->searches;
  astar_lua_path *path = astar_lua_new_path(L, pair, result->length);
  if (searches != grid->searches) return NULL;
  astar_grid_copy_path(grid->core, astar_lua_points(path));
  path->cost = result->cost;
  path->expanded = result->expanded;
  path->partial = result->partial;
  return path;
}

// Runs the query of the grid at 1 and returns to Lua what it found.
static int lua_find_answer(lua_State *L, int rules, astar_lua_query *query,
                           bool with_index) {
  astar_lua_grid *grid;
  astar_result result;
  astar_lua_push_pair(L, 1, rules);
  int pair = lua_gettop(L);
  do {
    lua_settop(L, pair);
    grid = astar_lua_self_grid(L, query->who);
    astar_status status = astar_lua_run_query(L, grid, rules, query, &result);
    if (status != ASTAR_OK) {
      astar_lua_weigh(L, grid);
      return astar_lua_push_reason(L, query->who, status);
    }
  } while (lua_find_push_path(L, grid, pair, &result) == NULL);
  lua_pushnumber(L, (lua_Number)result.cost);
  if (with_index) lua_pushinteger(L, result.goal + 1);
  astar_lua_weigh(L, grid);
  return with_index ? 3 : 2;
}

static int lua_find_path(lua_State *L) {
  const char *who = "grid:find_path";
  astar_lua_query query;
  astar_goal goal;
  astar_lua_self_grid(L, who);
  int x = astar_lua_check_coordinate(L, who, "x1", 2);
  int y = astar_lua_check_coordinate(L, who, "y1", 3);
  goal.x = astar_lua_check_coordinate(L, who, "x2", 4);
  goal.y = astar_lua_check_coordinate(L, who, "y2", 5);
  astar_lua_rules *rules = astar_lua_check_rules(L, who, "rules", 6);
  query.core = astar_default_query(rules->core, x, y, &goal, 1);
  astar_lua_read_query(L, who, 7, &query);
  return lua_find_answer(L, 6, &query, false);
}

static int lua_find_nearest(lua_State *L) {
  const char *who = "grid:find_nearest";
  astar_lua_query query;
  astar_goal *list;
  astar_lua_self_grid(L, who);
  lua_settop(L, 6);
  int x = astar_lua_check_coordinate(L, who, "x", 2);
  int y = astar_lua_check_coordinate(L, who, "y", 3);
  int count = astar_lua_read_goals(L, who, 4, &list);
  astar_lua_rules *rules = astar_lua_check_rules(L, who, "rules", 5);
  query.core = astar_default_query(rules->core, x, y, list, count);
  astar_lua_read_query(L, who, 6, &query);
  return lua_find_answer(L, 5, &query, true);
}

static int lua_find_is_reachable(lua_State *L) {
  const char *who = "grid:is_reachable";
  astar_lua_grid *grid = astar_lua_self_grid(L, who);
  int x1 = astar_lua_check_coordinate(L, who, "x1", 2);
  int y1 = astar_lua_check_coordinate(L, who, "y1", 3);
  int x2 = astar_lua_check_coordinate(L, who, "x2", 4);
  int y2 = astar_lua_check_coordinate(L, who, "y2", 5);
  astar_lua_rules *rules = astar_lua_check_rules(L, who, "rules", 6);
  astar_status status;
  bool collected = false;
  do {
    grid->searches++;
    status = astar_is_reachable(grid->core, rules->core, x1, y1, x2, y2);
  } while (astar_lua_retry(L, status, &collected));
  if (status == ASTAR_UNSUITED) astar_lua_unsuited(L, who, grid, rules, ASTAR_AUTO);
  if (status > ASTAR_LIMIT) astar_lua_expect_ok(L, who, status);
  astar_lua_weigh(L, grid);
  lua_pushboolean(L, status == ASTAR_OK);
  return 1;
}

const luaL_Reg astar_lua_find_methods[] = {
    {"find_path", lua_find_path},
    {"find_nearest", lua_find_nearest},
    {"is_reachable", lua_find_is_reachable},
    {NULL, NULL},
};
