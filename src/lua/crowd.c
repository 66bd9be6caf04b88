// Crowds as userdata: `astar.crowd`, `astar.deserialize_crowd`, and the methods of a
// crowd.
//
// A script names units by their numbers. Calls that command a unit raise an error when it
// does not exist; calls that read a unit return nil.
//
// The value of a crowd is a table with its grid, which keeps the grid alive, and a buffer
// for the positions of all units. Rules need no entry: units own the cores of their
// rules, and BIND_OBJECTS leads from a core to the object that scripts know. With the
// option `paths` it has the state of its requests, too (lua/crowd_paths).
//
// A script can close a crowd at almost any time, even inside a heuristic function of a
// search that avoids its units: the search works on a copy of the tiles that they hold.

#include "lua/crowd_paths.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

// Index in the value of a crowd, after BIND_PART_GRID: the buffer for positions.
enum { BIND_CROWD_BUFFER = BIND_PART_RULES };

astar_crowd *bind_crowd_core(lua_State *L, const char *who, const bind_crowd *crowd) {
  if (crowd->core == NULL) luaL_error(L, "%s: the crowd was closed", who);
  return crowd->core;
}

static bind_crowd *bind_crowd_self(lua_State *L, const char *who) {
  bind_crowd *crowd = (bind_crowd *)bind_self(L, who, BIND_CROWD);
  bind_crowd_core(L, who, crowd);
  return crowd;
}

// Reports the memory of the grid of the crowd at 1, which contains that of the crowd.
static void bind_crowd_report(lua_State *L) {
  bind_push_parts(L, 1);
  bind_grid *grid = (bind_grid *)bind_test(L, -2, BIND_GRID);
  if (grid != NULL) bind_report_memory(L, grid);
}

// ------------------------------------------------------------------------------ units

// Reads the number of a unit. Returns false for values that no unit can have.
static bool bind_crowd_to_unit(lua_State *L, int index, uint32_t *unit) {
  double number;
  if (!bind_to_whole(L, index, &number) || number < 1 || number > UINT32_MAX)
    return false;
  *unit = (uint32_t)number;
  return true;
}

static uint32_t bind_crowd_check_unit(lua_State *L, const char *who, const char *what,
                                      int index) {
  uint32_t unit = 0;
  if (!bind_crowd_to_unit(L, index, &unit))
    bind_expected(L, who, what, "an integer from 1 to 4294967295", index);
  return unit;
}

// Raises that there is no unit of the number at `index`.
static int bind_crowd_raise_missing(lua_State *L, const char *who, int index) {
  return luaL_error(L, "%s: unit %s does not exist", who, bind_describe(L, index));
}

// Raises the error of a call that commands the unit at 2. All other arguments were
// checked, so ASTAR_INVALID means that there is no such unit.
static void bind_crowd_expect_outcome(lua_State *L, const char *who,
                                      astar_status status) {
  if (status == ASTAR_INVALID) bind_crowd_raise_missing(L, who, 2);
  if (astar_is_error(status)) bind_expect_ok(L, who, status);
}

// Ends such a call: returns true, or nil and the reason.
static int bind_crowd_return(lua_State *L, const char *who, astar_status status) {
  bind_crowd_expect_outcome(L, who, status);
  bind_crowd_report(L);
  if (status != ASTAR_OK) return bind_push_reason(L, who, status);
  lua_pushboolean(L, true);
  return 1;
}

// Reads what the unit at 2 does. Returns false when there is no such unit.
static bool bind_crowd_read_unit(lua_State *L, const char *who, astar_unit_info *info) {
  const bind_crowd *crowd = bind_crowd_self(L, who);
  uint32_t unit = bind_crowd_check_unit(L, who, "unit", 2);
  return astar_crowd_unit(bind_crowd_core(L, who, crowd), unit, info);
}

static int bind_crowd_push_nil(lua_State *L) {
  lua_pushnil(L);
  return 1;
}

// Checks the list of units at 2, and pushes a buffer with their numbers.
static uint32_t *bind_crowd_read_units(lua_State *L, const char *who, size_t *count) {
  if (lua_type(L, 2) != LUA_TTABLE) bind_expected(L, who, "units", "a list of units", 2);
  bind_check_from_one(L, who, "units", 2);
  *count = astar_compat_length(L, 2);
  lua_pushnil(L);
  if (*count == 0 && lua_next(L, 2))
    luaL_error(L, "%s: units must be a list of units, got a table without item 1", who);
  if (*count > ASTAR_MAX_TILES)
    luaL_error(L, "%s: units must be a list of at most %d units", who, ASTAR_MAX_TILES);
  uint32_t *units =
      (uint32_t *)astar_compat_new_userdata(L, *count * sizeof *units, false);
  for (size_t i = 0; i < *count; i++) {
    lua_rawgeti(L, 2, (int)i + 1);
    int item = lua_gettop(L);
    if (!bind_crowd_to_unit(L, item, &units[i]))
      bind_expected(L, who, lua_pushfstring(L, "units[%d]", (int)i + 1),
                    "an integer from 1 to 4294967295", item);
    lua_settop(L, item - 1);
  }
  return units;
}

// Raises that one of these units does not exist, if so. The list is at 2.
static void bind_crowd_expect_units(lua_State *L, const char *who,
                                    const bind_crowd *crowd, const uint32_t *units,
                                    size_t count) {
  astar_unit_info info;
  for (size_t i = 0; i < count; i++) {
    if (astar_crowd_unit(bind_crowd_core(L, who, crowd), units[i], &info)) continue;
    lua_pushnumber(L, (lua_Number)units[i]);
    bind_crowd_raise_missing(L, who, lua_gettop(L));
  }
}

// ----------------------------------------------------------------------------- making

// Options of a new crowd. The value of `paths` replaces a nil on the stack.
typedef struct bind_crowd_options {
  astar_crowd_def def;
  int grid, paths; // indices on the stack
} bind_crowd_options;

static double bind_crowd_check_number(lua_State *L, const char *who, const char *what,
                                      int index, double min, double max,
                                      const char *expected) {
  double value = (double)lua_tonumber(L, index);
  if (lua_type(L, index) != LUA_TNUMBER || !(value >= min && value <= max))
    bind_expected(L, who, what, expected, index);
  return value;
}

static void bind_crowd_read_patience(lua_State *L, const char *who, const char *what,
                                     int index, void *target) {
  ((bind_crowd_options *)target)->def.patience =
      bind_crowd_check_number(L, who, what, index, DBL_MIN, INFINITY, "a number > 0");
}

static void bind_crowd_read_budget(lua_State *L, const char *who, const char *what,
                                   int index, void *target) {
  double expansions;
  if (!bind_to_whole(L, index, &expansions) || expansions < 1)
    bind_expected(L, who, what, "an integer >= 1", index);
  ((bind_crowd_options *)target)->def.budget =
      expansions < 9e18 ? (int64_t)expansions : INT64_MAX;
}

static void bind_crowd_read_smooth(lua_State *L, const char *who, const char *what,
                                   int index, void *target) {
  ((bind_crowd_options *)target)->def.smooth = bind_check_boolean(L, who, what, index);
}

static void bind_crowd_read_paths(lua_State *L, const char *who, const char *what,
                                  int index, void *target) {
  const bind_crowd_options *options = (const bind_crowd_options *)target;
  bind_crowd_check_paths(L, who, what, index, options->grid);
  lua_pushvalue(L, index);
  lua_replace(L, options->paths);
}

static const bind_option bind_crowd_options_known[] = {
    BIND_OPTION("patience", bind_crowd_read_patience),
    BIND_OPTION("budget", bind_crowd_read_budget),
    BIND_OPTION("smooth", bind_crowd_read_smooth),
    BIND_OPTION("paths", bind_crowd_read_paths),
    BIND_LAST_OPTION,
};

static const bind_option bind_crowd_loaded_options_known[] = {
    BIND_OPTION("paths", bind_crowd_read_paths),
    BIND_LAST_OPTION,
};

// Whether to try again to create a crowd. A crowd that no script can reach any more may
// still be there: then the grid is free after a garbage collection.
static bool bind_crowd_retry(lua_State *L, astar_status status, bool *collected) {
  if (status == ASTAR_TILE_OCCUPIED) status = ASTAR_NO_MEMORY;
  return bind_retry(L, status, collected);
}

// Pushes a crowd without a core for the grid at `grid`, which need not have been checked
// yet. The value at `none` must be nil.
static bind_crowd *bind_crowd_push(lua_State *L, int grid, int none) {
  return (bind_crowd *)bind_new_object(L, BIND_CROWD, sizeof(bind_crowd), grid, none);
}

// Raises what went wrong when the crowd was created. Without enough memory for a
// collection it is not known whether scripts can reach the crowd that is there.
static void bind_crowd_expect_made(lua_State *L, const char *who, astar_status status,
                                   bool collected) {
  if (status == ASTAR_TILE_OCCUPIED && !collected) status = ASTAR_NO_MEMORY;
  if (status == ASTAR_TILE_OCCUPIED)
    luaL_error(L, "%s: the grid has a crowd already: close that crowd first", who);
  bind_expect_ok(L, who, status);
}

static int bind_crowd_new(lua_State *L) {
  const char *who = "astar.crowd";
  lua_settop(L, 2);
  lua_pushnil(L);
  bind_crowd *crowd = bind_crowd_push(L, 1, 3);
  bind_grid *grid = bind_check_grid(L, who, "grid", 1);
  bind_crowd_options options = {astar_default_crowd(), 1, 3};
  bind_read_options(L, who, 2, bind_crowd_options_known, &options);
  bind_crowd_set_paths(L, 4, 3);
  astar_status status;
  bool collected = false;
  do {
    status = astar_crowd_new(bind_grid_core(L, who, grid), &options.def, &crowd->core);
  } while (bind_crowd_retry(L, status, &collected));
  bind_crowd_expect_made(L, who, status, collected);
  bind_report_memory(L, grid);
  return 1;
}

static void bind_crowd_free(bind_crowd *crowd) {
  astar_crowd *core = crowd->core;
  crowd->core = NULL;
  crowd->changes++;
  astar_crowd_free(core);
}

static int bind_crowd_close(lua_State *L) {
  bind_crowd_free((bind_crowd *)bind_self(L, "crowd:close", BIND_CROWD));
  bind_crowd_cancel_paths(L);
  return 0;
}

// A finalizer calls no method of `paths`, which may be collected, too.
static int bind_crowd_gc(lua_State *L) {
  bind_crowd *crowd = (bind_crowd *)bind_test(L, 1, BIND_CROWD);
  if (crowd != NULL) bind_crowd_free(crowd);
  return 0;
}

static int bind_crowd_tostring(lua_State *L) {
  const bind_crowd *crowd = (bind_crowd *)bind_test(L, 1, BIND_CROWD);
  char text[64] = "astar.crowd (closed)";
  if (crowd != NULL && crowd->core != NULL) {
    unsigned long count = (unsigned long)astar_crowd_count(crowd->core);
    snprintf(text, sizeof text, "astar.crowd of %lu unit%s", count,
             count == 1 ? "" : "s");
  }
  lua_pushstring(L, text);
  return 1;
}

// ---------------------------------------------------------------------- units change

// Options of `crowd:add` and `crowd:set`. Rules stay on the stack at BIND_CROWD_RULES,
// and the option `filter` at BIND_CROWD_FILTER: its defaults are those of the rules.
typedef struct bind_crowd_unit {
  astar_unit_def def;
  bool has_speed, has_turn_rate, has_priority, has_hold, has_steps, has_asks;
} bind_crowd_unit;

enum { BIND_CROWD_RULES = 4, BIND_CROWD_FILTER = 6 };

static void bind_crowd_read_speed(lua_State *L, const char *who, const char *what,
                                  int index, void *target) {
  bind_crowd_unit *unit = (bind_crowd_unit *)target;
  static const char expected[] = "0 or a number from 0.001 to 100";
  unit->has_speed = true;
  unit->def.speed =
      bind_crowd_check_number(L, who, what, index, 0, ASTAR_MAX_SPEED, expected);
  if (unit->def.speed > 0 && unit->def.speed < ASTAR_MIN_SPEED)
    bind_expected(L, who, what, expected, index);
}

static void bind_crowd_read_facing(lua_State *L, const char *who, const char *what,
                                   int index, void *target) {
  ((bind_crowd_unit *)target)->def.facing =
      bind_crowd_check_number(L, who, what, index, -DBL_MAX, DBL_MAX, "a finite number");
}

static void bind_crowd_read_turn_rate(lua_State *L, const char *who, const char *what,
                                      int index, void *target) {
  bind_crowd_unit *unit = (bind_crowd_unit *)target;
  unit->has_turn_rate = true;
  unit->def.turn_rate =
      bind_crowd_check_number(L, who, what, index, DBL_MIN, INFINITY, "a number > 0");
}

static void bind_crowd_read_priority(lua_State *L, const char *who, const char *what,
                                     int index, void *target) {
  bind_crowd_unit *unit = (bind_crowd_unit *)target;
  unit->has_priority = true;
  unit->def.priority =
      bind_check_integer(L, who, what, index, -ASTAR_MAX_PRIORITY, ASTAR_MAX_PRIORITY);
}

static void bind_crowd_read_hold(lua_State *L, const char *who, const char *what,
                                 int index, void *target) {
  bind_crowd_unit *unit = (bind_crowd_unit *)target;
  unit->has_hold = true;
  unit->def.hold = bind_check_boolean(L, who, what, index);
}

static void bind_crowd_read_steps(lua_State *L, const char *who, const char *what,
                                  int index, void *target) {
  bind_crowd_unit *unit = (bind_crowd_unit *)target;
  unit->has_steps = true;
  unit->def.steps = bind_check_boolean(L, who, what, index);
}

static void bind_crowd_read_asks(lua_State *L, const char *who, const char *what,
                                 int index, void *target) {
  bind_crowd_unit *unit = (bind_crowd_unit *)target;
  unit->has_asks = true;
  unit->def.asks = bind_check_boolean(L, who, what, index);
}

static void bind_crowd_read_rules(lua_State *L, const char *who, const char *what,
                                  int index, void *target) {
  (void)target;
  bind_check_rules(L, who, what, index);
  lua_pushvalue(L, index);
  lua_replace(L, BIND_CROWD_RULES);
}

static void bind_crowd_read_filter(lua_State *L, const char *who, const char *what,
                                   int index, void *target) {
  (void)target;
  bool is_none = lua_type(L, index) == LUA_TBOOLEAN && !lua_toboolean(L, index);
  if (!is_none && lua_type(L, index) != LUA_TTABLE)
    bind_expected(L, who, what, "a table or false", index);
  lua_pushvalue(L, index);
  lua_replace(L, BIND_CROWD_FILTER);
}

// Reads the filter of a unit into `filter`, which is that of its rules. Returns `filter`,
// or NULL for the filter of the rules.
static const astar_filter *bind_crowd_find_filter(lua_State *L, const char *who,
                                                  astar_filter *filter) {
  static const bind_option known[] = {BIND_FILTER_OPTIONS, BIND_LAST_OPTION};
  if (lua_type(L, BIND_CROWD_FILTER) != LUA_TTABLE) return NULL;
  bind_read_table(L, who, BIND_CROWD_FILTER, known, filter);
  return filter;
}

static const bind_option bind_crowd_add_options[] = {
    BIND_OPTION("speed", bind_crowd_read_speed),
    BIND_OPTION("priority", bind_crowd_read_priority),
    BIND_OPTION("hold", bind_crowd_read_hold),
    BIND_OPTION("facing", bind_crowd_read_facing),
    BIND_OPTION("steps", bind_crowd_read_steps),
    BIND_OPTION("asks", bind_crowd_read_asks),
    BIND_OPTION("turn_rate", bind_crowd_read_turn_rate),
    BIND_OPTION("filter", bind_crowd_read_filter),
    BIND_LAST_OPTION,
};

static const bind_option bind_crowd_set_options[] = {
    BIND_OPTION("speed", bind_crowd_read_speed),
    BIND_OPTION("rules", bind_crowd_read_rules),
    BIND_OPTION("priority", bind_crowd_read_priority),
    BIND_OPTION("hold", bind_crowd_read_hold),
    BIND_OPTION("steps", bind_crowd_read_steps),
    BIND_OPTION("asks", bind_crowd_read_asks),
    BIND_OPTION("turn_rate", bind_crowd_read_turn_rate),
    BIND_OPTION("filter", bind_crowd_read_filter),
    BIND_LAST_OPTION,
};

// Raises the error of a call with rules, with the reason when they do not fit the grid.
static void bind_crowd_expect_rules(lua_State *L, const char *who,
                                    const bind_rules *rules, astar_status status) {
  if (status == ASTAR_UNSUITED) {
    bind_push_parts(L, 1);
    bind_grid *grid = bind_check_grid(L, who, "the crowd's grid", lua_gettop(L) - 1);
    bind_expect_outcome(L, who, grid, rules, NULL, ASTAR_AUTO, status);
  }
  bind_crowd_expect_outcome(L, who, status);
}

static int bind_crowd_add(lua_State *L) {
  const char *who = "crowd:add";
  bind_crowd *crowd = bind_crowd_self(L, who);
  bind_crowd_unit unit;
  int x, y;
  lua_settop(L, 5);
  lua_pushnil(L);
  memset(&unit, 0, sizeof unit);
  bind_check_tile(L, who, &x, &y);
  bind_rules *rules = bind_check_rules(L, who, "rules", BIND_CROWD_RULES);
  unit.def = astar_default_unit(NULL, x, y);
  bind_read_options(L, who, 5, bind_crowd_add_options, &unit);
  astar_filter filter = bind_filter_of(L, who, rules);
  unit.def.filter = bind_crowd_find_filter(L, who, &filter);
  uint32_t number = 0;
  astar_status status;
  bool collected = false;
  do {
    crowd->changes++;
    unit.def.rules = bind_rules_core(L, who, rules);
    status = astar_crowd_add(bind_crowd_core(L, who, crowd), &unit.def, &number);
  } while (bind_retry(L, status, &collected));
  bind_crowd_expect_rules(L, who, rules, status);
  bind_crowd_report(L);
  if (status != ASTAR_OK) return bind_push_reason(L, who, status);
  astar_compat_push_count(L, number);
  return 1;
}

static int bind_crowd_remove(lua_State *L) {
  const char *who = "crowd:remove";
  bind_crowd *crowd = bind_crowd_self(L, who);
  uint32_t unit = bind_crowd_check_unit(L, who, "unit", 2);
  crowd->changes++;
  bind_crowd_expect_outcome(L, who,
                            astar_crowd_remove(bind_crowd_core(L, who, crowd), unit));
  return 0;
}

static int bind_crowd_place(lua_State *L) {
  const char *who = "crowd:place";
  bind_crowd *crowd = bind_crowd_self(L, who);
  uint32_t unit = bind_crowd_check_unit(L, who, "unit", 2);
  int x = bind_check_coordinate(L, who, "x", 3);
  int y = bind_check_coordinate(L, who, "y", 4);
  astar_status status;
  bool collected = false;
  do {
    crowd->changes++;
    status = astar_crowd_place(bind_crowd_core(L, who, crowd), unit, x, y);
  } while (bind_retry(L, status, &collected));
  return bind_crowd_return(L, who, status);
}

// Gives the unit at 2 the rules at BIND_CROWD_RULES and the filter at BIND_CROWD_FILTER,
// unless they are nil.
static astar_status bind_crowd_set_rules(lua_State *L, const char *who, bind_crowd *crowd,
                                         uint32_t unit) {
  bool has_rules = !lua_isnil(L, BIND_CROWD_RULES);
  bool has_filter = !lua_isnil(L, BIND_CROWD_FILTER);
  if (!has_rules && !has_filter) return ASTAR_OK;
  bind_rules *rules = (bind_rules *)lua_touserdata(L, BIND_CROWD_RULES);
  astar_unit_info info;
  if (!astar_crowd_unit(bind_crowd_core(L, who, crowd), unit, &info))
    return ASTAR_INVALID;
  astar_filter filter =
      has_rules ? bind_filter_of(L, who, rules) : astar_rules_filter(info.rules);
  const astar_filter *own = bind_crowd_find_filter(L, who, &filter);
  astar_status status;
  bool collected = false;
  do {
    crowd->changes++;
    if (!has_rules)
      status = astar_crowd_set_filter(bind_crowd_core(L, who, crowd), unit, own);
    else if (!has_filter)
      status = astar_crowd_set_rules(bind_crowd_core(L, who, crowd), unit,
                                     bind_rules_core(L, who, rules));
    else
      status = astar_crowd_set_rules_and_filter(bind_crowd_core(L, who, crowd), unit,
                                                bind_rules_core(L, who, rules), own);
  } while (bind_retry(L, status, &collected));
  bind_crowd_expect_rules(L, who, rules, status);
  return status;
}

// Rules come first: when they do not fit, nothing has changed. What follows cannot fail.
static int bind_crowd_set(lua_State *L) {
  const char *who = "crowd:set";
  astar_unit_info info;
  bind_crowd_unit wanted;
  memset(&wanted, 0, sizeof wanted);
  lua_settop(L, 3);
  if (!bind_crowd_read_unit(L, who, &info)) bind_crowd_raise_missing(L, who, 2);
  bind_crowd *crowd = bind_crowd_self(L, who);
  uint32_t unit = bind_crowd_check_unit(L, who, "unit", 2);
  lua_settop(L, BIND_CROWD_FILTER);
  bind_read_table(L, who, 3, bind_crowd_set_options, &wanted);
  astar_status status = bind_crowd_set_rules(L, who, crowd, unit);
  if (status == ASTAR_OK) {
    astar_crowd *core = bind_crowd_core(L, who, crowd);
    crowd->changes++;
    if (wanted.has_speed) status = astar_crowd_set_speed(core, unit, wanted.def.speed);
    if (wanted.has_turn_rate) astar_crowd_set_turn_rate(core, unit, wanted.def.turn_rate);
    if (wanted.has_priority) astar_crowd_set_priority(core, unit, wanted.def.priority);
    if (wanted.has_hold) astar_crowd_set_hold(core, unit, wanted.def.hold);
    if (wanted.has_steps) astar_crowd_set_steps(core, unit, wanted.def.steps);
    if (wanted.has_asks) astar_crowd_set_asks(core, unit, wanted.def.asks);
  }
  return bind_crowd_return(L, who, status);
}

// Returns whether the unit makes a step whose time can be set.
static int bind_crowd_set_step_time(lua_State *L) {
  const char *who = "crowd:set_step_time";
  bool is_set;
  bind_crowd *crowd = bind_crowd_self(L, who);
  uint32_t unit = bind_crowd_check_unit(L, who, "unit", 2);
  double seconds =
      bind_crowd_check_number(L, who, "seconds", 3, 0, INFINITY, "a number >= 0");
  crowd->changes++;
  astar_status status =
      astar_crowd_set_step_time(bind_crowd_core(L, who, crowd), unit, seconds, &is_set);
  bind_crowd_expect_outcome(L, who, status);
  lua_pushboolean(L, is_set);
  return 1;
}

static int bind_crowd_permit(lua_State *L) {
  const char *who = "crowd:permit";
  bind_crowd *crowd = bind_crowd_self(L, who);
  uint32_t unit = bind_crowd_check_unit(L, who, "unit", 2);
  int x = bind_check_coordinate(L, who, "x", 3);
  int y = bind_check_coordinate(L, who, "y", 4);
  crowd->changes++;
  return bind_crowd_return(
      L, who, astar_crowd_permit(bind_crowd_core(L, who, crowd), unit, x, y));
}

static int bind_crowd_delay(lua_State *L) {
  const char *who = "crowd:delay";
  bind_crowd *crowd = bind_crowd_self(L, who);
  uint32_t unit = bind_crowd_check_unit(L, who, "unit", 2);
  double seconds =
      bind_crowd_check_number(L, who, "seconds", 3, 0, INFINITY, "a number >= 0");
  crowd->changes++;
  bind_crowd_expect_outcome(
      L, who, astar_crowd_delay(bind_crowd_core(L, who, crowd), unit, seconds));
  return 0;
}

// ------------------------------------------------------------------------------ orders

static void bind_crowd_read_range(lua_State *L, const char *who, const char *what,
                                  int index, void *target) {
  ((astar_order *)target)->range = bind_check_count(L, who, what, index);
}

static void bind_crowd_read_partial(lua_State *L, const char *who, const char *what,
                                    int index, void *target) {
  ((astar_order *)target)->partial = bind_check_boolean(L, who, what, index);
}

static const bind_option bind_crowd_order_options[] = {
    BIND_OPTION("range", bind_crowd_read_range),
    BIND_OPTION("partial", bind_crowd_read_partial),
    BIND_LAST_OPTION,
};

static int bind_crowd_go_to(lua_State *L) {
  const char *who = "crowd:go_to";
  bind_crowd *crowd = bind_crowd_self(L, who);
  uint32_t unit = bind_crowd_check_unit(L, who, "unit", 2);
  int x = bind_check_coordinate(L, who, "x", 3);
  int y = bind_check_coordinate(L, who, "y", 4);
  astar_order order = {.external = bind_crowd_has_paths(L)};
  bind_read_options(L, who, 5, bind_crowd_order_options, &order);
  astar_status status;
  bool collected = false;
  do {
    crowd->changes++;
    status = astar_crowd_go_to(bind_crowd_core(L, who, crowd), unit, x, y, &order);
  } while (bind_retry(L, status, &collected));
  if (status == ASTAR_OK && order.external) bind_crowd_request_paths(L, unit);
  return bind_crowd_return(L, who, status);
}

// A target that does not exist is an outcome, as it is when the target is removed later.
static int bind_crowd_chase(lua_State *L) {
  const char *who = "crowd:chase";
  astar_unit_info info;
  if (!bind_crowd_read_unit(L, who, &info)) bind_crowd_raise_missing(L, who, 2);
  bind_crowd *crowd = bind_crowd_self(L, who);
  uint32_t unit = bind_crowd_check_unit(L, who, "unit", 2);
  uint32_t target = bind_crowd_check_unit(L, who, "target", 3);
  if (unit == target) luaL_error(L, "%s: target must be another unit", who);
  astar_order order = {.range = 1};
  bind_read_options(L, who, 4, bind_crowd_order_options, &order);
  astar_status status;
  bool collected = false;
  do {
    crowd->changes++;
    bool exists = astar_crowd_unit(bind_crowd_core(L, who, crowd), target, &info);
    status = exists
                 ? astar_crowd_chase(bind_crowd_core(L, who, crowd), unit, target, &order)
                 : ASTAR_UNREACHABLE;
  } while (bind_retry(L, status, &collected));
  return bind_crowd_return(L, who, status);
}

// Checks that the path at 3 is one of steps, and of the grid of the crowd at 1.
static bind_path *bind_crowd_check_path(lua_State *L, const char *who) {
  bind_path *path = (bind_path *)bind_test(L, 3, BIND_PATH);
  if (path == NULL) bind_expected(L, who, "path", "an astar path", 3);
  bind_push_parts(L, 1);
  bind_push_parts(L, 3);
  int top = lua_gettop(L);
  if (!lua_rawequal(L, top - 4, top - 1))
    luaL_error(L, "%s: path must be a path of the crowd's grid", who);
  lua_settop(L, 3);
  if (path->kind != ASTAR_PATH_STEPS)
    luaL_error(L,
               "%s: path must have all its steps: it is one of path:smooth or "
               "path:waypoints",
               who);
  return path;
}

static int bind_crowd_walk(lua_State *L) {
  const char *who = "crowd:walk";
  bind_crowd *crowd = bind_crowd_self(L, who);
  uint32_t unit = bind_crowd_check_unit(L, who, "unit", 2);
  lua_settop(L, 3);
  bind_path *path = bind_crowd_check_path(L, who);
  astar_status status;
  bool collected = false;
  do {
    crowd->changes++;
    status = astar_crowd_walk(bind_crowd_core(L, who, crowd), unit, bind_points(path),
                              path->count);
  } while (bind_retry(L, status, &collected));
  return bind_crowd_return(L, who, status);
}

static int bind_crowd_stop(lua_State *L) {
  const char *who = "crowd:stop";
  bind_crowd *crowd = bind_crowd_self(L, who);
  uint32_t unit = bind_crowd_check_unit(L, who, "unit", 2);
  crowd->changes++;
  bind_crowd_expect_outcome(L, who,
                            astar_crowd_stop(bind_crowd_core(L, who, crowd), unit));
  return 0;
}

static void bind_crowd_read_formation(lua_State *L, const char *who, const char *what,
                                      int index, void *target) {
  // as astar_formation
  static const char *const words[] = {"pack", "block", "line", "wedge", "keep", NULL};
  ((astar_send *)target)->formation =
      (astar_formation)bind_check_word(L, who, what, index, words);
}

static void bind_crowd_read_direction(lua_State *L, const char *who, const char *what,
                                      int index, void *target) {
  ((astar_send *)target)->facing =
      bind_crowd_check_number(L, who, what, index, -DBL_MAX, DBL_MAX, "a finite number");
}

static void bind_crowd_read_pace(lua_State *L, const char *who, const char *what,
                                 int index, void *target) {
  static const char *const words[] = {"own", "slowest", NULL};
  ((astar_send *)target)->slowest = bind_check_word(L, who, what, index, words) == 1;
}

static const bind_option bind_crowd_send_options[] = {
    BIND_OPTION("formation", bind_crowd_read_formation),
    BIND_OPTION("facing", bind_crowd_read_direction),
    BIND_OPTION("speed", bind_crowd_read_pace),
    BIND_LAST_OPTION,
};

static int bind_crowd_send(lua_State *L) {
  const char *who = "crowd:send";
  size_t count, placed = 0;
  bind_crowd *crowd = bind_crowd_self(L, who);
  lua_settop(L, 5);
  int x = bind_check_coordinate(L, who, "x", 3);
  int y = bind_check_coordinate(L, who, "y", 4);
  astar_send options = astar_default_send();
  bind_read_options(L, who, 5, bind_crowd_send_options, &options);
  const uint32_t *units = bind_crowd_read_units(L, who, &count);
  astar_status status;
  bool collected = false;
  do {
    crowd->changes++;
    status = astar_crowd_send(bind_crowd_core(L, who, crowd), units, count, x, y,
                              &options, &placed);
  } while (bind_retry(L, status, &collected));
  if (status == ASTAR_INVALID) bind_crowd_expect_units(L, who, crowd, units, count);
  if (astar_is_error(status)) bind_expect_ok(L, who, status);
  bind_crowd_report(L);
  if (status != ASTAR_OK) return bind_push_reason(L, who, status);
  astar_compat_push_count(L, placed);
  return 1;
}

// Checks that the field at 3 belongs to the grid of the crowd at 1.
static void bind_crowd_check_field(lua_State *L, const char *who) {
  bind_field_core_at(L, who, 3);
  bind_push_parts(L, 1);
  bind_push_parts(L, 3);
  int top = lua_gettop(L);
  if (!lua_rawequal(L, top - 4, top - 1))
    luaL_error(L, "%s: field must be a field of the crowd's grid", who);
  lua_settop(L, 3);
}

static int bind_crowd_follow(lua_State *L) {
  const char *who = "crowd:follow";
  size_t count;
  bind_crowd *crowd = bind_crowd_self(L, who);
  lua_settop(L, 3);
  bind_crowd_check_field(L, who);
  const uint32_t *units = bind_crowd_read_units(L, who, &count);
  astar_status status;
  bool collected = false;
  do {
    crowd->changes++;
    status = astar_crowd_follow(bind_crowd_core(L, who, crowd), units, count,
                                bind_field_core_at(L, who, 3));
  } while (bind_retry(L, status, &collected));
  if (status == ASTAR_INVALID) {
    bind_crowd_expect_units(L, who, crowd, units, count);
    luaL_error(L, "%s: a movement range leads to no goal", who);
  }
  return bind_crowd_return(L, who, status);
}

// -------------------------------------------------------------------------------- time

// When memory runs out, a part of the time may have passed. It passes once more in the
// second call: the units go farther in this update.
static int bind_crowd_update(lua_State *L) {
  const char *who = "crowd:update";
  bind_crowd *crowd = bind_crowd_self(L, who);
  double dt = bind_crowd_check_number(L, who, "dt", 2, 0, INFINITY, "a number >= 0");
  astar_status status;
  bool collected = false;
  do {
    crowd->changes++;
    status = astar_crowd_update(bind_crowd_core(L, who, crowd), dt);
  } while (bind_retry(L, status, &collected));
  bind_expect_ok(L, who, status);
  bind_crowd_update_paths(L);
  bind_crowd_report(L);
  return 0;
}

int bind_crowd_next(lua_State *L) {
  const char *who = "crowd:events";
  astar_unit_event event;
  bind_crowd *crowd = bind_crowd_self(L, who);
  crowd->changes++;
  if (!astar_crowd_next_event(bind_crowd_core(L, who, crowd), &event)) return 0;
  astar_compat_push_count(L, event.unit);
  lua_pushstring(L, astar_unit_event_name(event.kind));
  lua_pushinteger(L, event.x + 1);
  lua_pushinteger(L, event.y + 1);
  return 4;
}

static int bind_crowd_events(lua_State *L) {
  bind_crowd_self(L, "crowd:events");
  lua_rawgeti(L, lua_upvalueindex(BIND_CROWD), BIND_ITERATOR);
  lua_pushvalue(L, 1);
  return 2;
}

// ----------------------------------------------------------------------------- reading

static int bind_crowd_position(lua_State *L) {
  astar_unit_info info;
  if (!bind_crowd_read_unit(L, "crowd:position", &info)) return bind_crowd_push_nil(L);
  lua_pushnumber(L, (lua_Number)(info.x + 1));
  lua_pushnumber(L, (lua_Number)(info.y + 1));
  return 2;
}

static int bind_crowd_tile(lua_State *L) {
  astar_unit_info info;
  if (!bind_crowd_read_unit(L, "crowd:tile", &info)) return bind_crowd_push_nil(L);
  bind_push_tile(L, info.at);
  if (info.state != ASTAR_UNIT_MOVING) return 2;
  bind_push_tile(L, info.to);
  lua_pushnumber(L, (lua_Number)info.progress);
  return 5;
}

static int bind_crowd_state(lua_State *L) {
  static const char *const words[] = {"idle", "moving", "waiting"}; // as astar_unit_state
  astar_unit_info info;
  if (!bind_crowd_read_unit(L, "crowd:state", &info)) return bind_crowd_push_nil(L);
  lua_pushstring(L, words[info.state]);
  return 1;
}

static int bind_crowd_goal(lua_State *L) {
  astar_unit_info info;
  if (!bind_crowd_read_unit(L, "crowd:goal", &info) || !info.has_goal)
    return bind_crowd_push_nil(L);
  return bind_push_tile(L, info.goal);
}

static int bind_crowd_size(lua_State *L) {
  astar_unit_info info;
  if (!bind_crowd_read_unit(L, "crowd:size", &info)) return bind_crowd_push_nil(L);
  lua_pushinteger(L, info.size);
  return 1;
}

// Creating the list may run finalizers, which may give the unit another way. Then another
// list is created.
static int bind_crowd_remaining(lua_State *L) {
  const char *who = "crowd:remaining";
  const bind_crowd *crowd = bind_crowd_self(L, who);
  uint32_t unit = bind_crowd_check_unit(L, who, "unit", 2);
  astar_point *points;
  size_t count;
  lua_settop(L, 2);
  do {
    lua_settop(L, 2);
    count = astar_crowd_remaining(bind_crowd_core(L, who, crowd), unit, NULL, 0);
    points = bind_push_tiles(L, count);
  } while (astar_crowd_remaining(bind_crowd_core(L, who, crowd), unit, points, count) !=
           count);
  return 2;
}

static int bind_crowd_facing(lua_State *L) {
  astar_unit_info info;
  if (!bind_crowd_read_unit(L, "crowd:facing", &info)) return bind_crowd_push_nil(L);
  lua_pushnumber(L, (lua_Number)info.facing);
  return 1;
}

static int bind_crowd_at(lua_State *L) {
  const char *who = "crowd:at";
  int x, y;
  const bind_crowd *crowd = bind_crowd_self(L, who);
  bind_check_tile(L, who, &x, &y);
  uint32_t unit = astar_crowd_at(bind_crowd_core(L, who, crowd), x, y);
  if (unit == 0) return bind_crowd_push_nil(L);
  astar_compat_push_count(L, unit);
  return 1;
}

static int bind_crowd_count(lua_State *L) {
  const char *who = "crowd:count";
  const bind_crowd *crowd = bind_crowd_self(L, who);
  astar_compat_push_count(L, astar_crowd_count(bind_crowd_core(L, who, crowd)));
  return 1;
}

// Creating the buffer may run finalizers, which may add units. Then a larger buffer is
// created.
static int bind_crowd_units(lua_State *L) {
  const char *who = "crowd:units";
  const bind_crowd *crowd = bind_crowd_self(L, who);
  uint32_t *units = NULL;
  size_t count, capacity = 0;
  lua_settop(L, 1);
  while ((count = astar_crowd_units(bind_crowd_core(L, who, crowd), units, capacity)) >
         capacity) {
    lua_settop(L, 1);
    units = (uint32_t *)astar_compat_new_userdata(L, count * sizeof *units, false);
    capacity = count;
  }
  lua_createtable(L, (int)count, 0);
  for (size_t i = 0; i < count; i++) {
    astar_compat_push_count(L, units[i]);
    lua_rawseti(L, -2, (int)i + 1);
  }
  return 1;
}

// --------------------------------------------------------------------------- positions

// Pushes the buffer of the crowd at 1, which may be NULL. Returns how many positions it
// has room for.
static size_t bind_crowd_push_buffer(lua_State *L, double **buffer) {
  astar_compat_get_value(L, 1);
  lua_rawgeti(L, -1, BIND_CROWD_BUFFER);
  *buffer = (double *)lua_touserdata(L, -1);
  return *buffer == NULL ? 0 : astar_compat_length(L, -1) / sizeof **buffer;
}

// Replaces the buffer on top of the stack by one for half as many more positions.
static size_t bind_crowd_enlarge_buffer(lua_State *L, size_t count, double **buffer) {
  size_t capacity = count + count / 2;
  lua_pop(L, 1);
  *buffer = (double *)astar_compat_new_userdata(L, capacity * sizeof **buffer, false);
  lua_pushvalue(L, -1);
  lua_rawseti(L, -3, BIND_CROWD_BUFFER);
  return capacity;
}

// Pushes a buffer with the positions of all units. Creating a larger buffer may run
// finalizers, which may add units.
static double *bind_crowd_push_positions(lua_State *L, const char *who,
                                         const bind_crowd *crowd, size_t *count) {
  double *buffer;
  size_t capacity = bind_crowd_push_buffer(L, &buffer);
  while ((*count = astar_crowd_positions(bind_crowd_core(L, who, crowd), buffer,
                                         capacity)) > capacity) {
    capacity = bind_crowd_enlarge_buffer(L, *count, &buffer);
  }
  return buffer;
}

// The table at 2 gets elements 1 to `count`; elements behind them, which are of an
// earlier call, are removed. A table of the caller has no metamethods in raw access.
static int bind_crowd_positions(lua_State *L) {
  const char *who = "crowd:positions";
  size_t count;
  const bind_crowd *crowd = bind_crowd_self(L, who);
  lua_settop(L, 2);
  if (!lua_isnil(L, 2) && lua_type(L, 2) != LUA_TTABLE)
    bind_expected(L, who, "t", "a table", 2);
  if (lua_isnil(L, 2)) {
    count = astar_crowd_positions(bind_crowd_core(L, who, crowd), NULL, 0);
    lua_createtable(L, (int)count, 0);
    lua_replace(L, 2);
  }
  const double *positions = bind_crowd_push_positions(L, who, crowd, &count);
  for (size_t i = 0; i < count; i++) {
    if (positions[i] == positions[i])
      lua_pushnumber(L, (lua_Number)positions[i] + 1);
    else
      lua_pushboolean(L, false);
    lua_rawseti(L, 2, (int)i + 1);
  }
  for (int i = (int)count + 1; lua_rawgeti(L, 2, i), !lua_isnil(L, -1); i++) {
    lua_pushnil(L);
    lua_rawseti(L, 2, i);
    lua_pop(L, 1);
  }
  lua_settop(L, 2);
  return 1;
}

// ----------------------------------------------------------------------- serialization

// Pushes the crowd as a string.
static void bind_crowd_push_bytes(lua_State *L, const char *who,
                                  const bind_crowd *crowd) {
  int top = lua_gettop(L);
  size_t size, capacity = 0;
  void *bytes = NULL;
  while ((size = astar_crowd_serialize(bind_crowd_core(L, who, crowd), bytes, capacity)) >
         capacity) {
    lua_settop(L, top);
    bytes = astar_compat_new_userdata(L, size, false);
    capacity = size;
  }
  lua_pushlstring(L, (const char *)bytes, size);
  lua_replace(L, top + 1);
}

// Pushes an array of the rules in use. A finalizer may change the crowd meanwhile. Then
// the array is not complete, and `crowd->changes` has changed.
static void bind_crowd_push_rules(lua_State *L, const char *who,
                                  const bind_crowd *crowd) {
  uint32_t changes = crowd->changes;
  size_t count = astar_crowd_rules(bind_crowd_core(L, who, crowd), NULL, 0);
  lua_createtable(L, (int)count, 0);
  int array = lua_gettop(L);
  const astar_rules **rules =
      (const astar_rules **)astar_compat_new_userdata(L, count * sizeof *rules, false);
  astar_crowd_rules(bind_crowd_core(L, who, crowd), rules, count);
  for (size_t i = 0; i < count; i++) {
    bind_push_rules(L, lua_upvalueindex(BIND_RULES));
    bind_push_address(L, rules[i]);
    if (changes != crowd->changes) break;
    bind_replace_rules(L, rules[i]);
    lua_rawseti(L, array, (int)i + 1);
  }
  lua_settop(L, array);
}

static int bind_crowd_serialize(lua_State *L) {
  const char *who = "crowd:serialize";
  const bind_crowd *crowd = bind_crowd_self(L, who);
  uint32_t changes;
  do {
    changes = crowd->changes;
    lua_settop(L, 1);
    bind_crowd_push_bytes(L, who, crowd);
    bind_crowd_push_rules(L, who, crowd);
  } while (changes != crowd->changes);
  return 2;
}

// Reads the cores of the array of rules at 3.
static void bind_crowd_read_array(lua_State *L, const char *who,
                                  const astar_rules **rules, size_t count) {
  for (size_t i = 0; i < count; i++) {
    lua_rawgeti(L, 3, (int)i + 1);
    int item = lua_gettop(L);
    const bind_rules *object = (const bind_rules *)bind_test(L, item, BIND_RULES);
    if (object == NULL)
      bind_check_rules(L, who, lua_pushfstring(L, "rules[%d]", (int)i + 1), item);
    rules[i] = bind_rules_core(L, who, object);
    lua_settop(L, item - 1);
  }
}

static int bind_crowd_deserialize(lua_State *L) {
  const char *who = "astar.deserialize_crowd";
  size_t size;
  lua_settop(L, 4);
  lua_pushnil(L);
  bind_crowd *crowd = bind_crowd_push(L, 2, 5);
  if (lua_type(L, 1) != LUA_TSTRING)
    return bind_expected(L, who, "the first argument", "a string", 1);
  const char *bytes = lua_tolstring(L, 1, &size);
  bind_grid *grid = bind_check_grid(L, who, "grid", 2);
  if (lua_type(L, 3) != LUA_TTABLE)
    return bind_expected(L, who, "rules", "an array of rules", 3);
  bind_check_from_one(L, who, "rules", 3);
  bind_crowd_options options = {.grid = 2, .paths = 5};
  bind_read_options(L, who, 4, bind_crowd_loaded_options_known, &options);
  bind_crowd_set_paths(L, 6, 5);
  size_t count = astar_compat_length(L, 3);
  const astar_rules **rules =
      (const astar_rules **)astar_compat_new_userdata(L, count * sizeof *rules, false);
  astar_status status;
  bool collected = false;
  do {
    bind_crowd_read_array(L, who, rules, count);
    status = astar_crowd_deserialize(bind_grid_core(L, who, grid), bytes, size, rules,
                                     count, &crowd->core);
  } while (bind_crowd_retry(L, status, &collected));
  if (status == ASTAR_INVALID) {
    lua_pushnil(L);
    lua_pushliteral(L, "damaged, or of another version, or of another grid or rules");
    return 2;
  }
  bind_crowd_expect_made(L, who, status, collected);
  bind_report_memory(L, grid);
  lua_settop(L, 6);
  return 1;
}

const luaL_Reg bind_crowd_functions[] = {
    {"crowd", bind_crowd_new},
    {"deserialize_crowd", bind_crowd_deserialize},
    {NULL, NULL},
};

const luaL_Reg bind_crowd_methods[] = {
    {"add", bind_crowd_add},
    {"remove", bind_crowd_remove},
    {"place", bind_crowd_place},
    {"set", bind_crowd_set},
    {"set_step_time", bind_crowd_set_step_time},
    {"permit", bind_crowd_permit},
    {"delay", bind_crowd_delay},
    {"go_to", bind_crowd_go_to},
    {"send", bind_crowd_send},
    {"follow", bind_crowd_follow},
    {"chase", bind_crowd_chase},
    {"walk", bind_crowd_walk},
    {"stop", bind_crowd_stop},
    {"update", bind_crowd_update},
    {"events", bind_crowd_events},
    {"position", bind_crowd_position},
    {"tile", bind_crowd_tile},
    {"state", bind_crowd_state},
    {"facing", bind_crowd_facing},
    {"goal", bind_crowd_goal},
    {"size", bind_crowd_size},
    {"remaining", bind_crowd_remaining},
    {"positions", bind_crowd_positions},
    {"at", bind_crowd_at},
    {"units", bind_crowd_units},
    {"count", bind_crowd_count},
    {"serialize", bind_crowd_serialize},
    {"close", bind_crowd_close},
    {NULL, NULL},
};

const luaL_Reg bind_crowd_metamethods[] = {
    {"__gc", bind_crowd_gc},
    {"__close", bind_crowd_close},
    {"__tostring", bind_crowd_tostring},
    {NULL, NULL},
};
