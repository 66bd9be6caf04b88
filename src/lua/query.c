// The searches of a grid (`find_path`, `find_nearest`, `is_reachable`, `line_of_sight`),
// and the readers of query options and lists of tiles that other files share.
//
// Method of a search: read all arguments into a bind_query, run it, push a path of the
// right length, copy the result. Scripts may run in two places: the heuristic function
// during the search, and finalizers when the path is created. Both may search the same
// grid. The result is written after the first, but the second can overwrite it. So
// `calls` of the grid is compared before and after the path is created.

#include "lua/support.h"

#include <float.h>

// -------------------------------------------------------------------------- heuristics

void bind_begin_heuristic(lua_State *L, const char *who, bind_heuristic *state) {
  state->L = L;
  state->who = who;
  state->function = lua_gettop(L);
  state->stopped = state->raised = false;
}

// The heuristic function of the query, as the core calls it. No Lua error may pass
// through the core (rule 5 of support.h). An error, or a result that is no estimate,
// stays on top of the stack for `bind_raise_stopped`.
static double bind_query_call_heuristic(void *user, int dx, int dy) {
  bind_heuristic *state = (bind_heuristic *)user;
  lua_State *L = state->L;
  if (state->stopped) return -1;
  lua_pushvalue(L, state->function);
  lua_pushinteger(L, dx);
  lua_pushinteger(L, dy);
  state->raised = lua_pcall(L, 2, 1, 0) != 0;
  double estimate = (double)lua_tonumber(L, -1);
  state->stopped = state->raised || lua_type(L, -1) != LUA_TNUMBER ||
                   !(estimate >= 0 && estimate <= DBL_MAX);
  if (state->stopped) return -1;
  lua_pop(L, 1);
  return estimate;
}

int bind_raise_stopped(const bind_heuristic *state) {
  lua_State *L = state->L;
  if (state->raised) return lua_error(L);
  return luaL_error(L,
                    "%s: option \"heuristic\" must return a finite number >= 0, got %s",
                    state->who, bind_describe(L, -1));
}

static void bind_query_read_heuristic(lua_State *L, const char *who, const char *what,
                                      int index, void *target) {
  static const char *const words[] = {
      "auto",      "manhattan", "octile", "chebyshev",
      "euclidean", "zero",      NULL}; // as astar_heuristic
  bind_query *query = (bind_query *)target;
  if (lua_type(L, index) == LUA_TFUNCTION) {
    query->core.heuristic = ASTAR_HEURISTIC_FUNCTION;
    query->core.heuristic_function = bind_query_call_heuristic;
    query->core.heuristic_user = &query->heuristic;
    lua_pushvalue(L, index);
    lua_replace(L, query->heuristic.function);
    return;
  }
  int word = bind_find_word(L, index, words);
  if (word < 0) bind_expected_word(L, who, what, index, words, " or a function");
  query->core.heuristic = (astar_heuristic)word;
}

// --------------------------------------------------------------------- units to avoid

static void bind_query_read_crowd(lua_State *L, const char *who, const char *what,
                                  int index, void *target) {
  const bind_crowd *crowd = (const bind_crowd *)bind_test(L, index, BIND_CROWD);
  if (crowd == NULL) bind_expected(L, who, what, "an astar crowd", index);
  bind_query *query = (bind_query *)target;
  bind_core(L, who, crowd);
  if (!bind_is_of_grid(L, index, query->grid))
    luaL_error(L, "%s: %s must be the crowd of this grid", who, what);
  lua_pushvalue(L, index);
  lua_replace(L, query->avoid);
}

static const bind_option bind_query_avoid_options[] = {
    BIND_OPTION("crowd", bind_query_read_crowd),
    BIND_VALUE("team", BIND_INTEGER, BIND_TEAM, bind_query, core.avoid_side.team),
    BIND_VALUE("enemy_of", BIND_INTEGER, BIND_TEAM, bind_query, core.avoid_side.enemy_of),
    BIND_LAST_OPTION,
};

// A crowd, or a table with a crowd and which of its units count.
void bind_read_avoid(lua_State *L, const char *who, const char *what, int index,
                     void *target) {
  if (lua_type(L, index) != LUA_TTABLE) {
    bind_query_read_crowd(L, who, what, index, target);
    return;
  }
  unsigned given = bind_read_table(L, who, index, bind_query_avoid_options, target);
  if ((given & 1) == 0) luaL_error(L, "%s: %s must have a crowd", who, what);
}

void bind_begin_avoid(lua_State *L, bind_query *query, int grid) {
  lua_pushnil(L);
  query->grid = grid;
  query->avoid = lua_gettop(L);
  query->core.avoid_side = (astar_side){-1, -1};
}

const astar_crowd *bind_avoided_core(lua_State *L, const char *who,
                                     const bind_query *query) {
  if (lua_isnil(L, query->avoid)) return NULL;
  return bind_core(L, who, (const bind_crowd *)lua_touserdata(L, query->avoid)).crowd;
}

static const bind_option bind_query_sight_options[] = {
    BIND_OPTION("avoid", bind_read_avoid),
    BIND_VALUE("mode", BIND_WORD, bind_sight_modes, bind_query, mode),
    BIND_FILTER_OPTIONS,
    BIND_LAST_OPTION,
};

// ------------------------------------------------------------------------- all options

// as astar_algorithm
static const char *const bind_query_algorithms[] = {"auto",     "astar",  "jps",
                                                    "dijkstra", "greedy", NULL};

#define BIND_QUERY_VALUE(name, kind, detail)                                             \
  BIND_VALUE(#name, kind, detail, bind_query, core.name)
#define BIND_QUERY_SEARCH_OPTIONS                                                        \
  BIND_QUERY_VALUE(partial, BIND_BOOLEAN, NULL),                                         \
      BIND_QUERY_VALUE(range, BIND_COUNT, NULL),                                         \
      BIND_QUERY_VALUE(max_cost, BIND_NUMBER, BIND_NOT_NEGATIVE),                        \
      BIND_QUERY_VALUE(max_expansions, BIND_EXPANSIONS, NULL),                           \
      BIND_QUERY_VALUE(algorithm, BIND_WORD, bind_query_algorithms),                     \
      BIND_OPTION("heuristic", bind_query_read_heuristic),                               \
      BIND_QUERY_VALUE(straight, BIND_BOOLEAN, NULL),                                    \
      BIND_QUERY_VALUE(weight, BIND_NUMBER, BIND_FINITE_NOT_NEGATIVE),                   \
      BIND_OPTION("avoid", bind_read_avoid)

static const bind_option bind_query_options_known[] = {
    BIND_QUERY_SEARCH_OPTIONS,
    BIND_FILTER_OPTIONS,
    BIND_LAST_OPTION,
};

static const bind_option bind_query_turn_options[] = {
    BIND_QUERY_SEARCH_OPTIONS,
    BIND_FILTER_OPTIONS,
    BIND_MEMBER("turns", bind_read_turns, bind_query, turns),
    BIND_LAST_OPTION,
};

static const bind_option bind_query_index_options[] = {
    BIND_QUERY_SEARCH_OPTIONS,
    BIND_LAST_OPTION,
};

// Reads the options of a query, whose filter is set up.
static void bind_query_read(lua_State *L, const char *who, int index, int grid,
                            const bind_option *options, bind_query *query) {
  query->core.filter = &query->filter;
  query->turns.points = 0;
  lua_pushnil(L); // replaced by the heuristic function, if there is one
  bind_begin_heuristic(L, who, &query->heuristic);
  bind_begin_avoid(L, query, grid);
  bind_read_options(L, who, index, options, query);
}

void bind_read_query(lua_State *L, const char *who, int index, int grid,
                     const bind_rules *rules, bind_query *query) {
  const bind_option *options = bind_query_options_known;
  if (rules != NULL) {
    query->filter = bind_filter_of(L, who, rules);
  } else {
    bind_refuse_option(L, who, index, "ignore_blocked", "belongs to grid:bake");
    bind_refuse_option(L, who, index, "penalty_scale", "belongs to grid:bake");
    bind_refuse_option(L, who, index, "influence", "does not go with an index");
    options = bind_query_index_options;
  }
  bind_query_read(L, who, index, grid, options, query);
}

// The same for queries that take turns.
static void bind_query_read_with_turns(lua_State *L, const char *who, int index,
                                       const bind_rules *rules, bind_query *query) {
  static const char *const words[] = {"algorithm", "heuristic", "weight"};
  query->filter = bind_filter_of(L, who, rules);
  bind_query_read(L, who, index, 1, bind_query_turn_options, query);
  if (!(query->turns.points > 0)) return;
  for (int i = 0; i < 3; i++)
    bind_refuse_option(L, who, index, words[i], "does not go with turns");
  if (query->core.partial)
    bind_refuse_option(L, who, index, "max_cost", "does not go with partial and turns");
  query->core.turns = &query->turns;
  query->filter.ignored_layers |= query->turns.pass | query->turns.zones;
}

// ------------------------------------------------------------------------------- lists

// Pushes one part of the item at `item`: by index in {x, y, cost}, by name in {x=, y=,
// cost=}.
static void bind_query_push_part(lua_State *L, int item, int place, const char *name) {
  lua_rawgeti(L, item, place);
  if (!lua_isnil(L, -1)) return;
  lua_pop(L, 1);
  lua_getfield(L, item, name);
}

// Reads one coordinate of item `number` of the list `list_name`, counted from 0.
static int bind_query_read_coordinate(lua_State *L, const char *who,
                                      const char *list_name, int item, int place,
                                      const char *name, int number) {
  int value = 0;
  bind_query_push_part(L, item, place, name);
  if (!bind_to_integer(L, -1, &value)) {
    const char *what = lua_pushfstring(L, "%s of %s[%d]", name, list_name, number);
    bind_expected(L, who, what, "an integer", -2);
  }
  lua_pop(L, 1);
  return value - 1;
}

// Reads the starting cost of a goal. A search takes none but 0.
static double bind_query_read_source_cost(lua_State *L, const char *who, int item,
                                          int number, bool is_of_search) {
  bind_query_push_part(L, item, 3, "cost");
  int place = lua_gettop(L);
  if (lua_isnil(L, place)) return 0;
  const char *what = lua_pushfstring(L, "cost of goals[%d]", number);
  if (is_of_search && !(lua_type(L, place) == LUA_TNUMBER && lua_tonumber(L, place) == 0))
    bind_expected(L, who, what, "nil or 0 (grid:distance_field takes costs of goals)",
                  place);
  return bind_check_cost(L, who, what, place, BIND_A_COST);
}

// Pushes item `number` of a list, which must be a table.
static int bind_query_push_item(lua_State *L, const char *who, const char *list_name,
                                const char *expected, int list, int number) {
  lua_rawgeti(L, list, number);
  int item = lua_gettop(L);
  if (lua_type(L, item) != LUA_TTABLE) {
    const char *what = lua_pushfstring(L, "%s[%d]", list_name, number);
    bind_expected(L, who, what, expected, item);
  }
  return item;
}

// Pushes item `number` of a list of tiles and reads its tile.
static int bind_query_push_tile(lua_State *L, const char *who, const char *list_name,
                                int list, int number, int *x, int *y) {
  int item = bind_query_push_item(L, who, list_name, "{x, y} or {x=, y=}", list, number);
  *x = bind_query_read_coordinate(L, who, list_name, item, 1, "x", number);
  *y = bind_query_read_coordinate(L, who, list_name, item, 2, "y", number);
  return item;
}

// Checks a list and returns the number of its items.
static int bind_query_check_list(lua_State *L, const char *who, const char *list_name,
                                 const char *expected, int list) {
  size_t length = bind_check_list(L, who, list_name, list_name, expected, NULL, list);
  if (length > ASTAR_MAX_TILES)
    luaL_error(L, "%s: %s must be a list of at most %d %s", who, list_name,
               ASTAR_MAX_TILES, list_name);
  return (int)length;
}

int bind_read_tiles(lua_State *L, const char *who, const char *list_name, bool are_goals,
                    int index, int few, astar_point **list) {
  int count = bind_query_check_list(L, who, list_name, "a list of {x, y}", index);
  if (few == 0 || count > few) *list = BIND_PUSH_ARRAY(L, astar_point, (size_t)count);
  astar_point *tiles = *list;
  for (int i = 0; i < count; i++) {
    int item =
        bind_query_push_tile(L, who, list_name, index, i + 1, &tiles[i].x, &tiles[i].y);
    if (are_goals) bind_query_read_source_cost(L, who, item, i + 1, true);
    lua_settop(L, item - 1);
  }
  return count;
}

int bind_read_sources(lua_State *L, const char *who, int index, astar_source **list) {
  int count = bind_query_check_list(L, who, "goals", "a list of {x, y}", index);
  astar_source *buffer = BIND_PUSH_ARRAY(L, astar_source, (size_t)count);
  for (int i = 0; i < count; i++) {
    int item =
        bind_query_push_tile(L, who, "goals", index, i + 1, &buffer[i].x, &buffer[i].y);
    buffer[i].cost = bind_query_read_source_cost(L, who, item, i + 1, false);
    lua_settop(L, item - 1);
  }
  *list = buffer;
  return count;
}

int bind_read_pairs(lua_State *L, const char *who, int index, const char *expected,
                    astar_pair **list) {
  static const char *const names[] = {"x1", "y1", "x2", "y2"};
  int ends[4], count = bind_query_check_list(L, who, "pairs", expected, index);
  astar_pair *buffer = BIND_PUSH_ARRAY(L, astar_pair, (size_t)count);
  for (int i = 0; i < count; i++) {
    int item = bind_query_push_item(L, who, "pairs", "{x1, y1, x2, y2}", index, i + 1);
    for (int k = 0; k < 4; k++)
      ends[k] = bind_query_read_coordinate(L, who, "pairs", item, k + 1, names[k], i + 1);
    buffer[i].x1 = ends[0];
    buffer[i].y1 = ends[1];
    buffer[i].x2 = ends[2];
    buffer[i].y2 = ends[3];
    lua_settop(L, item - 1);
  }
  *list = buffer;
  return count;
}

// ----------------------------------------------------------------------------- running

const astar_query *bind_query_core(lua_State *L, const char *who, const bind_rules *rules,
                                   bind_query *query) {
  query->core.rules = bind_rules_core(L, who, rules);
  query->core.avoid = bind_avoided_core(L, who, query);
  return &query->core;
}

// A bind_run of a grid; the object is its rules.
static astar_status bind_query_run(lua_State *L, bind_grid *grid, void *object,
                                   bind_query *query, astar_result *result) {
  const char *who = query->heuristic.who;
  const bind_rules *rules = (const bind_rules *)object;
  BIND_TRY(status,
           astar_find_path(bind_grid_core(L, who, grid),
                           bind_query_core(L, who, rules, query), grid->path, result));
  if (!query->heuristic.stopped)
    bind_expect_outcome(L, who, grid, rules, &query->filter, query->core.algorithm,
                        status);
  return status;
}

// Pushes the path that was found, which is in the path object of the grid. Creating it
// may run finalizers, which may search the same grid and overwrite its path object. Then
// it returns false, and the caller searches again.
static bool bind_query_push_found(lua_State *L, const bind_grid *grid, int pair,
                                  const bind_query *query, const astar_result *result) {
  uint32_t searches = grid->object.calls;
  bind_path *path = bind_new_path(L, pair, result, &query->filter);
  if (searches != grid->object.calls) return false;
  bind_grid_core(L, query->heuristic.who, grid); // raises when a finalizer freed the grid
  astar_path_points(grid->path, bind_points(path), path->count);
  astar_path_costs(grid->path, bind_costs(path), path->count);
  if (path->turns > 0) astar_path_turns(grid->path, bind_turns(path), path->count);
  return true;
}

// Makes the path object for the results of the queries of a grid.
static void bind_query_make_path(lua_State *L, const char *who, bind_grid *grid) {
  astar_allocator allocator = bind_allocator(L);
  BIND_TRY(status, astar_path_new(&allocator, &grid->path));
  bind_expect_ok(L, who, status);
}

int bind_answer(lua_State *L, bind_grid *grid, int pair, bind_query *query,
                bool with_index, bind_run *call, void *object) {
  astar_result result = {0};
  const char *who = query->heuristic.who;
  int top = lua_gettop(L);
  do {
    lua_settop(L, top);
    grid->object.calls++;
    if (grid->path == NULL) bind_query_make_path(L, who, grid);
    astar_status status = call(L, grid, object, query, &result);
    if (query->heuristic.stopped) bind_raise_stopped(&query->heuristic);
    if (status != ASTAR_OK) {
      bind_report_memory(L, grid);
      return bind_push_reason(L, who, status);
    }
  } while (!bind_query_push_found(L, grid, pair, query, &result));
  lua_pushnumber(L, (lua_Number)result.cost);
  if (with_index) lua_pushinteger(L, result.goal + 1);
  bind_report_memory(L, grid);
  return with_index ? 3 : 2;
}

// Answers the query of the grid at 1 under the rules at `index`, both checked by the
// caller.
static int bind_query_answer(lua_State *L, int index, bind_query *query,
                             bool with_index) {
  bind_push_pair(L, 1, index);
  return bind_answer(L, (bind_grid *)lua_touserdata(L, 1), lua_gettop(L), query,
                     with_index, bind_query_run, lua_touserdata(L, index));
}

static int bind_query_path(lua_State *L) {
  const char *who = "grid:find_path";
  bind_query query;
  bind_self_grid(L, who);
  const bind_ends ends = bind_check_ends(L, who);
  const bind_rules *rules = bind_check_rules(L, who, "rules", 6);
  query.core = astar_default_query(NULL, ends.start.x, ends.start.y, &ends.goal, 1);
  bind_query_read_with_turns(L, who, 7, rules, &query);
  return bind_query_answer(L, 6, &query, false);
}

static int bind_query_nearest(lua_State *L) {
  const char *who = "grid:find_nearest";
  bind_query query;
  astar_point *list;
  bind_self_grid(L, who);
  lua_settop(L, 6);
  const astar_point at = bind_check_tile(L, who, 2);
  int count = bind_read_tiles(L, who, "goals", true, 4, 0, &list);
  const bind_rules *rules = bind_check_rules(L, who, "rules", 5);
  query.core = astar_default_query(NULL, at.x, at.y, list, count);
  bind_query_read_with_turns(L, who, 6, rules, &query);
  return bind_query_answer(L, 5, &query, true);
}

static int bind_query_is_reachable(lua_State *L) {
  const char *who = "grid:is_reachable";
  bind_grid *grid = bind_self_grid(L, who);
  const bind_ends ends = bind_check_ends(L, who);
  bind_rules *rules = bind_check_rules(L, who, "rules", 6);
  astar_filter filter = bind_read_filter(L, who, 7, rules);
  grid->object.calls++;
  BIND_TRY(status, astar_is_reachable(
                       bind_grid_core(L, who, grid), bind_rules_core(L, who, rules),
                       &filter, ends.start.x, ends.start.y, ends.goal.x, ends.goal.y));
  bind_finish(L, who, grid, rules, status);
  return bind_push_boolean(L, status == ASTAR_OK);
}

static int bind_query_step_cost(lua_State *L) {
  const char *who = "grid:step_cost";
  double cost = 0;
  bind_grid *grid = bind_self_grid(L, who);
  const bind_ends ends = bind_check_ends(L, who);
  bind_rules *rules = bind_check_rules(L, who, "rules", 6);
  astar_filter filter = bind_read_filter(L, who, 7, rules);
  BIND_TRY(status, astar_step_cost(bind_grid_core(L, who, grid),
                                   bind_rules_core(L, who, rules), &filter, ends.start.x,
                                   ends.start.y, ends.goal.x, ends.goal.y, &cost));
  bind_finish(L, who, grid, rules, status);
  if (status != ASTAR_OK) return bind_push_reason(L, who, status);
  return bind_push_number(L, cost);
}

static int bind_query_line_of_sight(lua_State *L) {
  const char *who = "grid:line_of_sight";
  bind_grid *grid = bind_self_grid(L, who);
  const bind_ends ends = bind_check_ends(L, who);
  bind_rules *rules = bind_check_rules(L, who, "rules", 6);
  bind_query query;
  query.filter = bind_filter_of(L, who, rules);
  query.mode = ASTAR_SIGHT_LINE;
  lua_settop(L, 7);
  bind_begin_avoid(L, &query, 1);
  bind_read_options(L, who, 7, bind_query_sight_options, &query);
  int x = 0, y = 0;
  BIND_TRY(status, astar_line_of_sight_avoiding(
                       bind_grid_core(L, who, grid), bind_rules_core(L, who, rules),
                       &query.filter, query.mode, ends.start.x, ends.start.y, ends.goal.x,
                       ends.goal.y, bind_avoided_core(L, who, &query),
                       &query.core.avoid_side, &x, &y));
  bind_expect_mode(L, who, query.mode, status);
  bind_finish(L, who, grid, rules, status);
  if (status == ASTAR_OUT_OF_BOUNDS) return bind_push_reason(L, who, status);
  lua_pushboolean(L, status == ASTAR_OK);
  if (status == ASTAR_OK) return 1;
  lua_pushinteger(L, x + 1);
  lua_pushinteger(L, y + 1);
  return 3;
}

const bind_function bind_query_functions[] = {
    {BIND_GRID, "find_path", bind_query_path},
    {BIND_GRID, "find_nearest", bind_query_nearest},
    {BIND_GRID, "is_reachable", bind_query_is_reachable},
    {BIND_GRID, "step_cost", bind_query_step_cost},
    {BIND_GRID, "line_of_sight", bind_query_line_of_sight},
    BIND_LAST_FUNCTION,
};
