// Fields as userdata: `grid:distance_field`, `grid:reachable`, `field:flee`, and the
// methods that read and update a field.
//
// The value of a field is a table with its grid and rules, which keeps both alive. The
// size of the grid is copied into the userdata, since the grid may be freed before
// the field.

#include "lua/support.h"

#include <math.h>

astar_field *bind_field_core_at(lua_State *L, const char *who, int index) {
  const bind_object *field = (const bind_object *)bind_test(L, index, BIND_FIELD);
  if (field == NULL) bind_expected(L, who, "field", "an astar field", index);
  return bind_core(L, who, field).field;
}

static bind_object *bind_field_push(lua_State *L, int grid, int rules) {
  return bind_new_object(L, BIND_FIELD, sizeof(bind_object), grid, rules);
}

astar_field **bind_push_field(lua_State *L, int grid, int rules,
                              const astar_filter *filter, int width, int height) {
  bind_object *field = bind_field_push(L, grid, rules);
  field->filter = *filter;
  field->width = width;
  field->height = height;
  return &field->core.field;
}

// Returns the field at `index` to Lua, or nil and the reason.
static int bind_field_return(lua_State *L, const char *who, int index, bind_object *field,
                             bind_grid *grid, const bind_rules *rules,
                             astar_status status) {
  if (status == ASTAR_OK) bind_set_size(L, who, field, grid);
  bind_finish(L, who, grid, rules, status);
  if (status != ASTAR_OK) return bind_push_reason(L, who, status);
  lua_pushvalue(L, index);
  return 1;
}

typedef struct bind_field_options {
  astar_filter filter;
  double max_cost;
} bind_field_options;

static const bind_option bind_field_options_known[] = {
    BIND_VALUE("max_cost", BIND_NUMBER, BIND_NOT_NEGATIVE, bind_field_options, max_cost),
    BIND_FILTER_OPTIONS,
    BIND_LAST_OPTION,
};

void bind_read_field_options(lua_State *L, const char *who, int index,
                             const bind_rules *rules, astar_filter *filter,
                             double *max_cost) {
  bind_field_options options = {bind_filter_of(L, who, rules), INFINITY};
  bind_read_options(L, who, index, bind_field_options_known, &options);
  *filter = options.filter;
  *max_cost = options.max_cost;
}

static int bind_field_distance(lua_State *L) {
  const char *who = "grid:distance_field";
  astar_source *sources;
  double max_cost;
  bind_self_grid(L, who);
  lua_settop(L, 4);
  bind_object *field = bind_field_push(L, 1, 3);
  int count = bind_read_sources(L, who, 2, &sources);
  bind_grid *grid = bind_self_grid(L, who);
  bind_rules *rules = bind_check_rules(L, who, "rules", 3);
  bind_read_field_options(L, who, 4, rules, &field->filter, &max_cost);
  BIND_TRY(status, astar_distance_field(bind_grid_core(L, who, grid),
                                        bind_rules_core(L, who, rules), &field->filter,
                                        sources, count, max_cost, &field->core.field));
  return bind_field_return(L, who, 5, field, grid, rules, status);
}

typedef struct bind_range_options {
  astar_filter filter;
  astar_turns turns;
} bind_range_options;

static const bind_option bind_range_options_known[] = {
    BIND_FILTER_OPTIONS,
    BIND_MEMBER("turns", bind_read_turns, bind_range_options, turns),
    BIND_LAST_OPTION,
};

static int bind_field_reachable(lua_State *L) {
  const char *who = "grid:reachable";
  double max_cost = INFINITY;
  lua_settop(L, 6);
  bind_object *field = bind_field_push(L, 1, 4);
  bind_grid *grid = bind_self_grid(L, who);
  const astar_point at = bind_check_tile(L, who, 2);
  bind_rules *rules = bind_check_rules(L, who, "rules", 4);
  if (!lua_isnil(L, 5))
    max_cost = bind_check_number(L, who, "max_cost", 5, BIND_NOT_NEGATIVE);
  bind_range_options options = {.filter = bind_filter_of(L, who, rules)};
  bind_read_options(L, who, 6, bind_range_options_known, &options);
  const astar_turns *turns = &options.turns;
  field->filter = options.filter;
  if (turns->points > 0) {
    if (!lua_isnil(L, 5)) luaL_error(L, "%s: max_cost does not go with turns", who);
    field->filter.ignored_layers |= turns->pass | turns->zones;
    BIND_TRY(status, astar_turn_range(bind_grid_core(L, who, grid),
                                      bind_rules_core(L, who, rules), &field->filter,
                                      at.x, at.y, turns, &field->core.field));
    return bind_field_return(L, who, 7, field, grid, rules, status);
  }
  BIND_TRY(status, astar_movement_range(bind_grid_core(L, who, grid),
                                        bind_rules_core(L, who, rules), &field->filter,
                                        at.x, at.y, max_cost, &field->core.field));
  return bind_field_return(L, who, 7, field, grid, rules, status);
}

// Raises for a movement range in turns, whose costs belong to a way, not to a tile.
static void bind_field_refuse_turns(lua_State *L, const char *who,
                                    const bind_object *field) {
  if (astar_field_turns(bind_core(L, who, field).field) != NULL)
    luaL_error(L, "%s: not with turns: use field:path", who);
}

static int bind_field_flee(lua_State *L) {
  const char *who = "field:flee";
  double factor = 1.2;
  bind_self_object(L, who, BIND_FIELD);
  lua_settop(L, 2);
  if (!lua_isnil(L, 2)) factor = bind_check_length(L, who, "factor", 2, BIND_A_LENGTH);
  bind_push_parts(L, 1);
  bind_object *field = bind_field_push(L, 4, 5);
  const bind_object *danger = bind_self_object(L, who, BIND_FIELD);
  bind_field_refuse_turns(L, who, danger);
  field->filter = danger->filter;
  bind_grid *grid = bind_check_grid(L, who, "the field's grid", 4);
  BIND_TRY(status,
           astar_flee_field(bind_core(L, who, danger).field, factor, &field->core.field));
  return bind_field_return(L, who, 6, field, grid,
                           (const bind_rules *)lua_touserdata(L, 5), status);
}

static int bind_field_update(lua_State *L) {
  const char *who = "field:update";
  bind_object *field = bind_self_object(L, who, BIND_FIELD);
  bind_grid *grid = bind_push_own_parts(L, who, "the field's grid");
  field->calls++;
  BIND_TRY(status, astar_field_update(bind_core(L, who, field).field));
  return bind_finish_ok(L, who, grid, status);
}

static int bind_field_set_goals(lua_State *L) {
  const char *who = "field:set_goals";
  astar_source *sources;
  bind_object *field = bind_self_object(L, who, BIND_FIELD);
  lua_settop(L, 2);
  bind_push_parts(L, 1);
  int count = bind_read_sources(L, who, 2, &sources);
  bind_grid *grid = bind_check_grid(L, who, "the field's grid", 4);
  field->calls++;
  BIND_TRY(status, astar_field_set_goals(bind_core(L, who, field).field, sources, count));
  // The starting costs were checked, so this is the only invalid argument left.
  if (status == ASTAR_INVALID) luaL_error(L, "%s: a movement range has no goals", who);
  bind_report_memory(L, grid);
  if (status != ASTAR_OK) return bind_push_reason(L, who, status);
  return bind_push_boolean(L, true);
}

static int bind_field_gc(lua_State *L) { return bind_gc(L, BIND_FIELD); }

static int bind_field_tostring(lua_State *L) { return bind_push_name(L, BIND_FIELD); }

// ---------------------------------------------------------------------------- reading

static int bind_field_cost(lua_State *L) {
  const char *who = "field:cost";
  const bind_object *field = bind_self_object(L, who, BIND_FIELD);
  const astar_point at = bind_check_tile(L, who, 2);
  double cost = astar_field_cost(bind_core(L, who, field).field, at.x, at.y);
  if (!(cost < INFINITY)) return bind_push_nil(L);
  return bind_push_number(L, cost);
}

// When the tile at 2 and 3 is reached first. False: it is in no range in turns.
static bool bind_field_arrival(lua_State *L, const char *who, astar_arrival *arrival) {
  const bind_object *field = bind_self_object(L, who, BIND_FIELD);
  const astar_point at = bind_check_tile(L, who, 2);
  return astar_field_arrival(bind_core(L, who, field).field, at.x, at.y, arrival);
}

static int bind_field_turn(lua_State *L) {
  astar_arrival arrival;
  if (!bind_field_arrival(L, "field:turn", &arrival)) return bind_push_nil(L);
  return bind_push_count(L, arrival.turn);
}

static int bind_field_left(lua_State *L) {
  astar_arrival arrival;
  if (!bind_field_arrival(L, "field:left", &arrival)) return bind_push_nil(L);
  return bind_push_number(L, arrival.left);
}

static int bind_field_can_stop(lua_State *L) {
  astar_arrival arrival;
  if (!bind_field_arrival(L, "field:can_stop", &arrival)) return bind_push_nil(L);
  return bind_push_boolean(L, arrival.can_stop);
}

// Returns the tile to which `next` leads from the tile at 2 and 3, or nil.
static int bind_field_step(lua_State *L, const char *who,
                           bool (*next)(const astar_field *, int, int, astar_point *)) {
  astar_point to = {0, 0};
  const bind_object *field = bind_self_object(L, who, BIND_FIELD);
  const astar_point at = bind_check_tile(L, who, 2);
  bind_field_refuse_turns(L, who, field);
  bool found = next(bind_core(L, who, field).field, at.x, at.y, &to);
  return found ? bind_push_tile(L, to) : bind_push_nil(L);
}

static int bind_field_next(lua_State *L) {
  return bind_field_step(L, "field:next", astar_field_next);
}

static int bind_field_way_out(lua_State *L) {
  return bind_field_step(L, "field:way_out", astar_field_way_out);
}

// A bind_run of the grid; the object is the field, and the query has the tile.
static astar_status bind_field_run(lua_State *L, bind_grid *grid, void *object,
                                   bind_query *query, astar_result *result) {
  const char *who = query->heuristic.who;
  const bind_object *field = (const bind_object *)object;
  // The path is freed with the grid, which may be gone when the call is repeated.
  BIND_TRY(status, astar_field_path(bind_core(L, who, field).field, query->core.start_x,
                                    query->core.start_y,
                                    (bind_grid_core(L, who, grid), grid->path), result));
  if (status == ASTAR_NO_MEMORY) bind_expect_ok(L, who, status);
  return status;
}

static int bind_field_path(lua_State *L) {
  bind_query query = {.heuristic = {.who = "field:path"}};
  bind_object *field = bind_self_object(L, query.heuristic.who, BIND_FIELD);
  const astar_point at = bind_check_tile(L, query.heuristic.who, 2);
  query.core = astar_default_query(NULL, at.x, at.y, NULL, 0);
  query.filter = field->filter;
  lua_settop(L, 1);
  bind_push_parts(L, 1);
  bind_push_pair(L, 3, 4);
  return bind_answer(L, (bind_grid *)lua_touserdata(L, 3), 5, &query, false,
                     bind_field_run, field);
}

static int bind_field_iterate(lua_State *L) {
  const char *who = "field:each";
  int x, y;
  const bind_object *field = (bind_object *)bind_iterator_at(L, &x, &y);
  if (!astar_field_each(bind_core(L, who, field).field, &x, &y)) return 0;
  bind_iterator_move(L, x, y);
  lua_pushnumber(L, (lua_Number)astar_field_cost(bind_core(L, who, field).field, x, y));
  astar_arrival arrival;
  if (!astar_field_arrival(bind_core(L, who, field).field, x, y, &arrival)) return 3;
  lua_pushinteger(L, (lua_Integer)arrival.turn);
  return 4;
}

static int bind_field_each(lua_State *L) {
  bind_self_object(L, "field:each", BIND_FIELD);
  return bind_push_iterator(L, bind_field_iterate);
}

const bind_function bind_field_functions[] = {
    {BIND_GRID, "distance_field", bind_field_distance},
    {BIND_GRID, "reachable", bind_field_reachable},
    {BIND_FIELD, "cost", bind_field_cost},
    {BIND_FIELD, "turn", bind_field_turn},
    {BIND_FIELD, "left", bind_field_left},
    {BIND_FIELD, "can_stop", bind_field_can_stop},
    {BIND_FIELD, "next", bind_field_next},
    {BIND_FIELD, "way_out", bind_field_way_out},
    {BIND_FIELD, "path", bind_field_path},
    {BIND_FIELD, "each", bind_field_each},
    {BIND_FIELD, "flee", bind_field_flee},
    {BIND_FIELD, "update", bind_field_update},
    {BIND_FIELD, "set_goals", bind_field_set_goals},
    {BIND_FIELD, "__gc", bind_field_gc},
    {BIND_FIELD, "__tostring", bind_field_tostring},
    BIND_LAST_FUNCTION,
};
