// Sliced searches as userdata: `grid:search` and its methods.
//
// The value of a search is a table with its grid, rules and heuristic function, which
// keeps all three alive. The core gets a pointer to the userdata for its heuristic
// function; each call pushes the function first (`bind_search_begin`).

#include "lua/support.h"

typedef struct bind_search {
  bind_object object;
  bind_heuristic heuristic;
} bind_search;

// The core of a search. Raises as well when the caller is its own heuristic function.
static astar_search *bind_search_core(lua_State *L, const char *who,
                                      const bind_search *search) {
  astar_search *core = bind_core(L, who, &search->object).search;
  if (search->object.running > 0)
    luaL_error(L, "%s: called by the heuristic function of this search", who);
  return core;
}

static bind_search *bind_search_self(lua_State *L, const char *who) {
  bind_search *search = (bind_search *)bind_self(L, who, BIND_SEARCH);
  bind_search_core(L, who, search);
  return search;
}

// The core for a call that may call the heuristic function. Pushes this function from the
// value of the search at `index`. `bind_search_end` must follow.
static astar_search *bind_search_begin(lua_State *L, const char *who, bind_search *search,
                                       int index) {
  astar_search *core = bind_search_core(L, who, search);
  astar_compat_get_value(L, index);
  lua_rawgeti(L, -1, BIND_PART_HEURISTIC);
  bind_begin_heuristic(L, who, &search->heuristic);
  search->object.running = 1; // from here on __gc does not free the core
  return core;
}

// Ends such a call. Raises the error of the heuristic function.
static void bind_search_end(bind_search *search) {
  search->object.running = 0;
  if (search->heuristic.stopped) bind_raise_stopped(&search->heuristic);
}

// ----------------------------------------------------------------------------- making

static int bind_search_new(lua_State *L) {
  const char *who = "grid:search";
  bind_query query;
  lua_settop(L, 7);
  bind_search *search =
      (bind_search *)bind_new_object(L, BIND_SEARCH, sizeof(bind_search), 1, 6);
  bind_grid *grid = bind_self_grid(L, who);
  const bind_ends ends = bind_check_ends(L, who);
  bind_rules *rules = bind_check_rules(L, who, "rules", 6);
  query.core = astar_default_query(NULL, ends.start.x, ends.start.y, &ends.goal, 1);
  bind_read_query(L, who, 7, 1, rules, &query);
  search->object.filter = query.filter;
  query.core.heuristic_user = &search->heuristic;
  astar_compat_get_value(L, 8);
  lua_pushvalue(L, query.heuristic.function);
  lua_rawseti(L, -2, BIND_PART_HEURISTIC);
  BIND_TRY(status, astar_search_new(bind_grid_core(L, who, grid),
                                    bind_query_core(L, who, rules, &query),
                                    &search->object.core.search));
  bind_expect_outcome(L, who, grid, rules, &query.filter, query.core.algorithm, status);
  bind_set_size(L, who, &search->object, grid);
  bind_report_memory(L, grid);
  lua_settop(L, 8);
  return 1;
}

static int bind_search_gc(lua_State *L) { return bind_gc(L, BIND_SEARCH); }

static int bind_search_tostring(lua_State *L) { return bind_push_name(L, BIND_SEARCH); }

// ---------------------------------------------------------------------------- running

static astar_status bind_search_advance(lua_State *L, const char *who,
                                        bind_search *search, int64_t count) {
  lua_settop(L, 4);
  astar_status status = astar_search_step(bind_search_begin(L, who, search, 1), count);
  bind_search_end(search);
  return status;
}

static int bind_search_step(lua_State *L) {
  const char *who = "search:step";
  bind_search *search = bind_search_self(L, who);
  int64_t count = 1;
  if (!lua_isnoneornil(L, 2)) count = bind_check_amount(L, who, "n", 2, 0);
  bind_grid *grid = bind_push_own_parts(L, who, "the search's grid");
  BIND_TRY(status, bind_search_advance(L, who, search, count));
  bind_expect_no_error(L, who, status);
  bind_report_memory(L, grid);
  return bind_push_string(L, status == ASTAR_OK ? "found" : astar_reason(status));
}

static int bind_search_path(lua_State *L) {
  const char *who = "search:path";
  astar_result result = {0};
  const bind_search *search = bind_search_self(L, who);
  astar_status status = astar_search_result(bind_search_core(L, who, search), &result);
  if (status != ASTAR_OK) return bind_push_reason(L, who, status);
  lua_settop(L, 1);
  bind_push_parts(L, 1);
  bind_push_pair(L, 3, 4);
  bind_path *path = bind_new_path(L, 5, &result, &search->object.filter);
  astar_search_copy_path(bind_search_core(L, who, search), bind_points(path),
                         path->count);
  astar_search_copy_costs(bind_search_core(L, who, search), bind_costs(path),
                          path->count);
  lua_pushnumber(L, (lua_Number)result.cost);
  return 2;
}

static int bind_search_expanded(lua_State *L) {
  const char *who = "search:expanded";
  astar_result result = {0};
  astar_search_result(bind_search_core(L, who, bind_search_self(L, who)), &result);
  return bind_push_count(L, result.expanded);
}

// ------------------------------------------------------------------------------ nodes

static void bind_search_push_node(lua_State *L, const astar_node *node) {
  lua_pushstring(L, node->is_closed ? "closed" : "open");
  lua_pushnumber(L, (lua_Number)node->g);
  lua_pushnumber(L, (lua_Number)node->h);
}

static int bind_search_node(lua_State *L) {
  const char *who = "search:node";
  astar_node node;
  bind_search *search = bind_search_self(L, who);
  const astar_point at = bind_check_tile(L, who, 2);
  bool touched =
      astar_search_node(bind_search_begin(L, who, search, 1), at.x, at.y, &node);
  bind_search_end(search);
  lua_settop(L, 1);
  if (!touched) return bind_push_nil(L);
  bind_search_push_node(L, &node);
  if (node.parent_x < 0) {
    lua_settop(L, 6); // the start has no parent: nil, nil
  } else {
    lua_pushinteger(L, node.parent_x + 1);
    lua_pushinteger(L, node.parent_y + 1);
  }
  return 5;
}

static int bind_search_next(lua_State *L) {
  const char *who = "search:each";
  int x, y;
  astar_node node;
  bind_search *search = (bind_search *)bind_iterator_at(L, &x, &y);
  bool touched =
      astar_search_each(bind_search_begin(L, who, search, BIND_ITERATED), &x, &y, &node);
  bind_search_end(search);
  if (!touched) return 0;
  bind_iterator_move(L, x, y);
  bind_search_push_node(L, &node);
  return 5;
}

static int bind_search_each(lua_State *L) {
  bind_search_self(L, "search:each");
  return bind_push_iterator(L, bind_search_next);
}

const bind_function bind_search_functions[] = {
    {BIND_GRID, "search", bind_search_new},
    {BIND_SEARCH, "step", bind_search_step},
    {BIND_SEARCH, "path", bind_search_path},
    {BIND_SEARCH, "node", bind_search_node},
    {BIND_SEARCH, "each", bind_search_each},
    {BIND_SEARCH, "expanded", bind_search_expanded},
    {BIND_SEARCH, "__gc", bind_search_gc},
    {BIND_SEARCH, "__tostring", bind_search_tostring},
    BIND_LAST_FUNCTION,
};
