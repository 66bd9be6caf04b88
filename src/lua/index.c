// Baked indexes as userdata: `grid:bake`, `grid:load_index`, and the methods of an index.
//
// The value of an index is the pair {grid, rules} that paths share (support.h). So the
// index keeps both alive, and a path of the index gets its value without a lookup.
// Searches and paths of an index use the path object of the grid, as queries of the grid
// do (lua/query.c).

#include "lua/support.h"

#include <math.h>

// Pushes the pair of the index at 1, and its grid.
static bind_grid *bind_index_push_grid(lua_State *L, const char *who) {
  astar_compat_get_value(L, 1);
  lua_rawgeti(L, -1, BIND_PART_GRID);
  return bind_check_grid(L, who, "the index's grid", lua_gettop(L));
}

// Raises every status that is an error.
static void bind_index_expect_outcome(lua_State *L, const char *who,
                                      const bind_grid *grid, const bind_object *index,
                                      astar_algorithm algorithm, astar_status status) {
  if (!astar_is_error(status)) return;
  bind_push_parts(L, 1);
  const bind_rules *rules = bind_check_rules(L, who, "the index's rules", lua_gettop(L));
  bind_expect_outcome(L, who, grid, rules, &index->filter, algorithm, status);
}

// ----------------------------------------------------------------------------- baking

typedef struct bind_index_options {
  astar_filter filter;
  int64_t max_bytes, work;
} bind_index_options;

static const bind_option bind_index_options_known[] = {
    BIND_VALUE("max_bytes", BIND_AMOUNT, NULL, bind_index_options, max_bytes),
    BIND_VALUE("work", BIND_AMOUNT, NULL, bind_index_options, work),
    BIND_FILTER_OPTIONS,
    BIND_LAST_OPTION,
};

// Ends a bake. When the index cannot serve this map, or would be too large, pushes nil,
// the reason, and why the map or the rules do not permit an index. Returns the number of
// these values, otherwise 0. Raises errors.
static int bind_index_end(lua_State *L, const char *who, astar_status status,
                          const char *message) {
  if (status != ASTAR_UNSUITED && status != ASTAR_TOO_LARGE) {
    if (status != ASTAR_RUNNING) bind_expect_ok(L, who, status);
    return 0;
  }
  lua_pushnil(L);
  lua_pushstring(L, status == ASTAR_UNSUITED ? "unsuited" : astar_reason(status));
  lua_pushstring(L, message != NULL ? message : astar_reason(status));
  return 3;
}

static int bind_index_new(lua_State *L) {
  const char *who = "grid:bake", *message = NULL;
  bind_grid *grid = bind_self_grid(L, who);
  bind_rules *rules = bind_check_rules(L, who, "rules", 2);
  astar_bake_options options = astar_default_bake();
  bind_index_options own = {bind_filter_of(L, who, rules), INT64_MAX, options.work};
  lua_settop(L, 3);
  bind_read_options(L, who, 3, bind_index_options_known, &own);
  options.filter = &own.filter;
  if ((uint64_t)own.max_bytes < SIZE_MAX) options.max_bytes = (size_t)own.max_bytes;
  options.work = own.work;
  bind_push_pair(L, 1, 2);
  bind_object *index =
      bind_push_object(L, lua_upvalueindex(BIND_INDEX), BIND_INDEX, sizeof *index, true);
  BIND_TRY(status,
           astar_index_new(bind_grid_core(L, who, grid), bind_rules_core(L, who, rules),
                           &options, &index->core.index, &message));
  if (bind_index_end(L, who, status, message) > 0) return 3;
  index->filter = astar_index_filter(bind_core(L, who, index).index);
  bind_set_size(L, who, index, grid);
  bind_report_memory(L, grid);
  lua_settop(L, 4);
  return 1;
}

static int bind_index_step(lua_State *L) {
  const char *who = "index:step", *message = NULL;
  bind_object *index = bind_self_object(L, who, BIND_INDEX);
  bind_grid *grid = bind_index_push_grid(L, who);
  BIND_TRY(status, astar_index_step(bind_core(L, who, index).index, &message));
  bind_report_memory(L, grid);
  if (bind_index_end(L, who, status, message) > 0) return 3;
  return bind_push_boolean(L, status == ASTAR_OK);
}

static int bind_index_bake(lua_State *L) {
  const char *who = "index:bake", *message = NULL;
  bind_object *index = bind_self_object(L, who, BIND_INDEX);
  lua_settop(L, 1);
  bind_grid *grid = bind_index_push_grid(L, who);
  BIND_TRY(status, astar_index_bake(bind_core(L, who, index).index, &message));
  bind_report_memory(L, grid);
  if (bind_index_end(L, who, status, message) > 0) return 3;
  lua_settop(L, 1);
  return 1;
}

static int bind_index_gc(lua_State *L) { return bind_gc(L, BIND_INDEX); }

static int bind_index_tostring(lua_State *L) { return bind_push_name(L, BIND_INDEX); }

// -------------------------------------------------------------------------------- paths

static astar_status bind_index_search(lua_State *L, const char *who, bind_grid *grid,
                                      bind_object *index, bind_query *query,
                                      astar_result *result) {
  query->core.avoid = bind_avoided_core(L, who, query);
  astar_index *core = bind_core(L, who, index).index;
  index->running++; // from here on __gc does not free the core
  astar_status status = astar_index_find_path(core, &query->core, grid->path, result);
  index->running--;
  return status;
}

// A bind_run of an index.
static astar_status bind_index_run(lua_State *L, bind_grid *grid, void *object,
                                   bind_query *query, astar_result *result) {
  const char *who = query->heuristic.who;
  bind_object *index = (bind_object *)object;
  BIND_TRY(status, bind_index_search(L, who, grid, index, query, result));
  if (!query->heuristic.stopped)
    bind_index_expect_outcome(L, who, grid, index, query->core.algorithm, status);
  return status;
}

// Answers the query of the index at 1 with the options at `options`, its last argument.
static int bind_index_answer(lua_State *L, const char *who, int options,
                             bind_query *query, bool with_index) {
  bind_object *index = (bind_object *)lua_touserdata(L, 1);
  bind_grid *grid = bind_index_push_grid(L, who);
  int pair = lua_gettop(L) - 1;
  query->filter = index->filter;
  bind_read_query(L, who, options, pair + 1, NULL, query);
  return bind_answer(L, grid, pair, query, with_index, bind_index_run, index);
}

static int bind_index_path(lua_State *L) {
  const char *who = "index:find_path";
  bind_query query;
  bind_self_object(L, who, BIND_INDEX);
  const bind_ends ends = bind_check_ends(L, who);
  lua_settop(L, 6);
  query.core = astar_default_query(NULL, ends.start.x, ends.start.y, &ends.goal, 1);
  return bind_index_answer(L, who, 6, &query, false);
}

static int bind_index_nearest(lua_State *L) {
  const char *who = "index:find_nearest";
  bind_query query;
  astar_point *list;
  bind_self_object(L, who, BIND_INDEX);
  lua_settop(L, 5);
  const astar_point at = bind_check_tile(L, who, 2);
  int count = bind_read_tiles(L, who, "goals", true, 4, 0, &list);
  query.core = astar_default_query(NULL, at.x, at.y, list, count);
  return bind_index_answer(L, who, 5, &query, true);
}

// -------------------------------------------------------------------------------- costs

static int bind_index_cost(lua_State *L) {
  const char *who = "index:cost";
  double cost = 0;
  bind_object *index = bind_self_object(L, who, BIND_INDEX);
  const bind_ends ends = bind_check_ends(L, who);
  bind_grid *grid = bind_index_push_grid(L, who);
  BIND_TRY(status, astar_index_cost(bind_core(L, who, index).index, ends.start.x,
                                    ends.start.y, ends.goal.x, ends.goal.y, &cost));
  bind_index_expect_outcome(L, who, grid, index, ASTAR_AUTO, status);
  bind_report_memory(L, grid);
  if (status != ASTAR_OK) return bind_push_reason(L, who, status);
  return bind_push_number(L, cost);
}

// The points of most calls fit a buffer on the stack of C.
#define BIND_INDEX_FEW 256

static int bind_index_costs(lua_State *L) {
  const char *who = "index:costs";
  astar_point few_points[BIND_INDEX_FEW], *points = few_points;
  double few_costs[BIND_INDEX_FEW], *costs = few_costs;
  bind_object *index = bind_self_object(L, who, BIND_INDEX);
  lua_settop(L, 4);
  const astar_point at = bind_check_tile(L, who, 2);
  int count = bind_read_tiles(L, who, "points", false, 4, BIND_INDEX_FEW, &points);
  if (count > BIND_INDEX_FEW) costs = BIND_PUSH_ARRAY(L, double, (size_t)count);
  bind_grid *grid = bind_index_push_grid(L, who);
  BIND_TRY(status, astar_index_costs(bind_core(L, who, index).index, at.x, at.y, points,
                                     count, costs));
  bind_index_expect_outcome(L, who, grid, index, ASTAR_AUTO, status);
  bind_report_memory(L, grid);
  if (status != ASTAR_OK) return bind_push_reason(L, who, status);
  lua_createtable(L, count, 0);
  for (int i = 0; i < count; i++) {
    if (costs[i] < INFINITY)
      lua_pushnumber(L, (lua_Number)costs[i]);
    else
      lua_pushboolean(L, false);
    lua_rawseti(L, -2, i + 1);
  }
  return 1;
}

// --------------------------------------------------------------------------------- info

// Sets fields of the table on top of the stack.
static void bind_index_set_count(lua_State *L, const char *name, uint64_t count) {
  astar_compat_push_count(L, count);
  lua_setfield(L, -2, name);
}

static int bind_index_info(lua_State *L) {
  const char *who = "index:info";
  astar_index_info info;
  const bind_object *index = bind_self_object(L, who, BIND_INDEX);
  lua_createtable(L, 0, 8);
  BIND_TRY(status, astar_index_get_info(bind_core(L, who, index).index, &info));
  bind_expect_ok(L, who, status);
  lua_pushstring(L, info.kind == ASTAR_INDEX_CORNERS ? "corners" : "landmarks");
  lua_setfield(L, -2, "kind");
  bind_index_set_count(L, "bytes", info.bytes);
  bind_index_set_count(L, "corners", info.corners);
  bind_index_set_count(L, "answered", info.answered);
  bind_index_set_count(L, "searched", info.searched);
  bind_index_set_count(L, "opened", info.opened);
  bind_index_set_count(L, "blocked", info.blocked);
  lua_pushboolean(L, info.needs_bake);
  lua_setfield(L, -2, "needs_bake");
  return 1;
}

// ------------------------------------------------------------------------ serialization

static int bind_index_serialize(lua_State *L) {
  const char *who = "index:serialize";
  const bind_object *index = bind_self_object(L, who, BIND_INDEX);
  BIND_WRITE(size, buffer,
             astar_index_serialize(bind_core(L, who, index).index, buffer.bytes,
                                   buffer.capacity));
  if (size == 0) return bind_refuse(L, "the index is not complete");
  lua_pushlstring(L, (const char *)buffer.bytes, size);
  return 1;
}

// Makes the pair of the grid at 1 and the rules that came with the string the value of
// the index at 3. New rules without a core are at 4.
static void bind_index_adopt_rules(lua_State *L, const char *who,
                                   const bind_object *index) {
  lua_settop(L, 4);
  bind_push_address(L, astar_index_rules(bind_core(L, who, index).index));
  bind_replace_rules(L, astar_index_rules(bind_core(L, who, index).index));
  bind_push_pair(L, 1, 4);
  astar_compat_set_value(L, 3);
}

static int bind_index_load(lua_State *L) {
  const char *who = "grid:load_index", *message = "damaged";
  bind_grid *grid = bind_self_grid(L, who);
  size_t size;
  const char *bytes = bind_check_string(L, who, "the argument", 2, &size);
  lua_settop(L, 2);
  bind_push_rules(L, lua_upvalueindex(BIND_RULES));
  bind_object *index = bind_new_object(L, BIND_INDEX, sizeof *index, 1, 3);
  lua_insert(L, 3);
  BIND_TRY(status, astar_grid_load_index(bind_grid_core(L, who, grid), bytes, size,
                                         &index->core.index, &message));
  if (status == ASTAR_INVALID || status == ASTAR_UNSUITED) return bind_refuse(L, message);
  bind_expect_ok(L, who, status);
  bind_index_adopt_rules(L, who, index);
  index->filter = astar_index_filter(bind_core(L, who, index).index);
  bind_set_size(L, who, index, grid);
  bind_report_memory(L, grid);
  lua_settop(L, 3);
  return 1;
}

const bind_function bind_index_functions[] = {
    {BIND_GRID, "bake", bind_index_new},
    {BIND_GRID, "load_index", bind_index_load},
    {BIND_INDEX, "step", bind_index_step},
    {BIND_INDEX, "bake", bind_index_bake},
    {BIND_INDEX, "find_path", bind_index_path},
    {BIND_INDEX, "find_nearest", bind_index_nearest},
    {BIND_INDEX, "cost", bind_index_cost},
    {BIND_INDEX, "costs", bind_index_costs},
    {BIND_INDEX, "info", bind_index_info},
    {BIND_INDEX, "serialize", bind_index_serialize},
    {BIND_INDEX, "__gc", bind_index_gc},
    {BIND_INDEX, "__tostring", bind_index_tostring},
    BIND_LAST_FUNCTION,
};
