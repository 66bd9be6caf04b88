// Crowds as userdata: `astar.crowd`, `astar.deserialize_crowd`, and the methods of a
// crowd.
//
// A script names units by their numbers. Calls that command a unit raise an error when it
// does not exist; calls that read a unit return nil.
//
// The value of a crowd is a table with its grid, which keeps the grid alive, and a buffer
// for the positions of all units. Rules need no entry: units own the cores of their
// rules, and BIND_OBJECTS leads from a core to the object that scripts know.
//
// A script can close a crowd at almost any time, even inside a heuristic function of a
// search that avoids its units: the search works on a copy of the tiles that they hold.

#include "lua/support.h"

#include <stdio.h>
#include <string.h>

// Index in the value of a crowd, after BIND_PART_GRID: the buffer for positions.
enum { BIND_CROWD_BUFFER = BIND_PART_RULES };

// The core of a crowd for a call that changes it.
static astar_crowd *bind_crowd_change(lua_State *L, const char *who, bind_crowd *crowd) {
  crowd->calls++;
  return bind_core(L, who, crowd).crowd;
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

// The crowd at 1 and the unit at 2.
static bind_crowd *bind_crowd_self_unit(lua_State *L, const char *who, uint32_t *unit) {
  bind_crowd *crowd = bind_self_object(L, who, BIND_CROWD);
  *unit = bind_crowd_check_unit(L, who, "unit", 2);
  return crowd;
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
  bind_expect_no_error(L, who, status);
}

// Ends such a call: returns true, or nil and the reason.
static int bind_crowd_return(lua_State *L, const char *who, astar_status status) {
  bind_crowd_expect_outcome(L, who, status);
  bind_crowd_report(L);
  if (status != ASTAR_OK) return bind_push_reason(L, who, status);
  return bind_push_boolean(L, true);
}

// Reads what the unit at 2 does. Returns false when there is no such unit.
static bool bind_crowd_read_unit(lua_State *L, const char *who, astar_unit_info *info) {
  uint32_t unit;
  const bind_crowd *crowd = bind_crowd_self_unit(L, who, &unit);
  return astar_crowd_unit(bind_core(L, who, crowd).crowd, unit, info);
}

// Checks the list of units at 2, and pushes a buffer with their numbers.
static uint32_t *bind_crowd_read_units(lua_State *L, const char *who, size_t *count) {
  *count = bind_check_list(L, who, "units", "units", "a list of units", NULL, 2);
  if (*count > ASTAR_MAX_TILES)
    luaL_error(L, "%s: units must be a list of at most %d units", who, ASTAR_MAX_TILES);
  uint32_t *units = BIND_PUSH_ARRAY(L, uint32_t, *count);
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
    if (astar_crowd_unit(bind_core(L, who, crowd).crowd, units[i], &info)) continue;
    lua_pushnumber(L, (lua_Number)units[i]);
    bind_crowd_raise_missing(L, who, lua_gettop(L));
  }
}

// ----------------------------------------------------------------------------- making

#define BIND_CROWD_BUDGET                                                                \
  "is gone: crowds search their paths; budget = 5000 bounds the searches of an update"

static const bind_option bind_crowd_options[] = {
    BIND_VALUE("patience", BIND_NUMBER, BIND_POSITIVE, astar_crowd_def, patience),
    BIND_VALUE("budget", BIND_AMOUNT, NULL, astar_crowd_def, budget),
    BIND_VALUE("smooth", BIND_BOOLEAN, NULL, astar_crowd_def, smooth),
    BIND_VALUE("replan", BIND_BOOLEAN, NULL, astar_crowd_def, replan),
    BIND_LAST_OPTION,
};

// Whether to try again to create a crowd. A crowd that no script can reach any more may
// still be there: then the grid is free after a garbage collection.
static bool bind_crowd_retry(lua_State *L, astar_status status, bool *collected) {
  if (status == ASTAR_TILE_OCCUPIED) status = ASTAR_NO_MEMORY;
  return bind_retry(L, status, collected);
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
  bind_crowd *crowd = bind_new_object(L, BIND_CROWD, sizeof *crowd, 1, 3);
  bind_grid *grid = bind_check_grid(L, who, "grid", 1);
  astar_crowd_def def = astar_default_crowd();
  bind_refuse_option(L, who, 2, "paths", BIND_CROWD_BUDGET);
  bind_read_options(L, who, 2, bind_crowd_options, &def);
  astar_status status;
  bool collected = false;
  do {
    status = astar_crowd_new(bind_grid_core(L, who, grid), &def, &crowd->core.crowd);
  } while (bind_crowd_retry(L, status, &collected));
  bind_crowd_expect_made(L, who, status, collected);
  bind_report_memory(L, grid);
  return 1;
}

static int bind_crowd_close(lua_State *L) {
  bind_end((bind_crowd *)bind_self(L, "crowd:close", BIND_CROWD));
  return 0;
}

static int bind_crowd_gc(lua_State *L) { return bind_gc(L, BIND_CROWD); }

static int bind_crowd_tostring(lua_State *L) {
  const bind_crowd *crowd = (bind_crowd *)bind_test(L, 1, BIND_CROWD);
  char text[64] = "astar.crowd (closed)";
  if (crowd != NULL && crowd->core.any != NULL) {
    unsigned long count = (unsigned long)astar_crowd_count(crowd->core.crowd);
    snprintf(text, sizeof text, "astar.crowd of %lu unit%s", count,
             count == 1 ? "" : "s");
  }
  return bind_push_string(L, text);
}

// ---------------------------------------------------------------------- units change

// Options of `crowd:add` and `crowd:set`. Rules stay on the stack at BIND_CROWD_RULES.
typedef struct bind_crowd_unit {
  astar_filter filter; // its parts `def.filter_parts`
  int named;           // the parts of the filter that were named, also with "rules"
  astar_unit_def def;
} bind_crowd_unit;

enum { BIND_CROWD_RULES = 4 };

#define BIND_CROWD_FILTER                                                                \
  "is gone: write ignore_blocked and penalty_scale as in a query; \"rules\" gives back " \
  "the value of the rules"

static void bind_crowd_read_speed(lua_State *L, const char *who, const char *what,
                                  int index, void *member) {
  static const bind_range speeds = {0, ASTAR_MAX_SPEED,
                                    "0 or a number from 0.001 to 100"};
  double *speed = (double *)member;
  *speed = bind_check_number(L, who, what, index, &speeds);
  if (*speed > 0 && *speed < ASTAR_MIN_SPEED)
    bind_expected(L, who, what, speeds.expected, index);
}

static void bind_crowd_read_rules(lua_State *L, const char *who, const char *what,
                                  int index, void *target) {
  (void)target;
  bind_check_rules(L, who, what, index);
  lua_pushvalue(L, index);
  lua_replace(L, BIND_CROWD_RULES);
}

// Whether the value at `index` is "rules"; otherwise the unit has this part of a filter.
static bool bind_crowd_is_of_rules(lua_State *L, int index, bind_crowd_unit *unit,
                                   int part) {
  bool is_of_rules =
      lua_type(L, index) == LUA_TSTRING && strcmp(lua_tostring(L, index), "rules") == 0;
  unit->named |= part;
  if (!is_of_rules) unit->def.filter_parts |= part;
  return is_of_rules;
}

static void bind_crowd_read_ignore_blocked(lua_State *L, const char *who,
                                           const char *what, int index, void *target) {
  bind_crowd_unit *unit = (bind_crowd_unit *)target;
  if (!bind_crowd_is_of_rules(L, index, unit, ASTAR_FILTER_LAYERS))
    bind_read_ignore_blocked(L, who, what, index, &unit->filter);
}

static void bind_crowd_read_penalty_scale(lua_State *L, const char *who, const char *what,
                                          int index, void *target) {
  bind_crowd_unit *unit = (bind_crowd_unit *)target;
  if (!bind_crowd_is_of_rules(L, index, unit, ASTAR_FILTER_SCALE))
    unit->filter.penalty_scale = bind_check_cost(L, who, what, index, BIND_A_COST);
}

static void bind_crowd_read_influence(lua_State *L, const char *who, const char *what,
                                      int index, void *target) {
  bind_crowd_unit *unit = (bind_crowd_unit *)target;
  if (!bind_crowd_is_of_rules(L, index, unit, ASTAR_FILTER_INFLUENCE))
    bind_read_influence(L, who, what, index, &unit->filter);
}

static const bind_range bind_crowd_priorities = {-ASTAR_MAX_PRIORITY, ASTAR_MAX_PRIORITY,
                                                 NULL};

#define BIND_UNIT_OPTION(name, kind, detail)                                             \
  BIND_VALUE(#name, kind, detail, bind_crowd_unit, def.name)
#define BIND_UNIT_SPEED                                                                  \
  BIND_MEMBER("speed", bind_crowd_read_speed, bind_crowd_unit, def.speed)
#define BIND_UNIT_PRIORITY                                                               \
  BIND_UNIT_OPTION(priority, BIND_INTEGER, &bind_crowd_priorities)
#define BIND_UNIT_OTHER_OPTIONS                                                          \
  BIND_UNIT_OPTION(steps, BIND_BOOLEAN, NULL),                                           \
      BIND_UNIT_OPTION(asks, BIND_BOOLEAN, NULL),                                        \
      BIND_UNIT_OPTION(turn_rate, BIND_NUMBER, BIND_POSITIVE),                           \
      BIND_UNIT_OPTION(team, BIND_INTEGER, BIND_TEAM),                                   \
      BIND_OPTION("ignore_blocked", bind_crowd_read_ignore_blocked),                     \
      BIND_OPTION("penalty_scale", bind_crowd_read_penalty_scale),                       \
      BIND_OPTION("influence", bind_crowd_read_influence)

static const bind_option bind_crowd_add_options[] = {
    BIND_UNIT_SPEED,
    BIND_UNIT_PRIORITY,
    BIND_UNIT_OPTION(hold, BIND_BOOLEAN, NULL),
    BIND_UNIT_OPTION(facing, BIND_NUMBER, BIND_FINITE),
    BIND_UNIT_OPTION(nearest, BIND_COUNT, NULL),
    BIND_UNIT_OTHER_OPTIONS,
    BIND_LAST_OPTION,
};

static const bind_option bind_crowd_set_options[] = {
    BIND_UNIT_SPEED,         BIND_OPTION("rules", bind_crowd_read_rules),
    BIND_UNIT_PRIORITY,      BIND_UNIT_OPTION(hold, BIND_BOOLEAN, NULL),
    BIND_UNIT_OTHER_OPTIONS, BIND_LAST_OPTION,
};

// The bits of these options in the result of bind_read_table.
enum {
  BIND_SET_SPEED = 1,
  BIND_SET_PRIORITY = 4,
  BIND_SET_HOLD = 8,
  BIND_SET_STEPS = 16,
  BIND_SET_ASKS = 32,
  BIND_SET_TURN_RATE = 64,
  BIND_SET_TEAM = 128
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

// With the option `nearest`, returns the tile of a unit after what is pushed already.
static int bind_crowd_return_tile(lua_State *L, const char *who, const bind_crowd *crowd,
                                  uint32_t unit, bool is_nearest) {
  astar_unit_info info;
  if (!is_nearest || !astar_crowd_unit(bind_core(L, who, crowd).crowd, unit, &info))
    return 1;
  return 1 + bind_push_tile(L, info.at);
}

static int bind_crowd_add(lua_State *L) {
  const char *who = "crowd:add";
  bind_crowd *crowd = bind_self_object(L, who, BIND_CROWD);
  lua_settop(L, 5);
  bind_crowd_unit unit = {.filter = astar_default_filter()};
  const astar_point at = bind_check_tile(L, who, 2);
  bind_rules *rules = bind_check_rules(L, who, "rules", BIND_CROWD_RULES);
  unit.def = astar_default_unit(NULL, at.x, at.y);
  unit.def.filter = &unit.filter;
  unit.def.filter_parts = 0;
  unit.def.nearest = -1;
  bind_refuse_option(L, who, 5, "filter", BIND_CROWD_FILTER);
  bind_read_options(L, who, 5, bind_crowd_add_options, &unit);
  uint32_t number = 0;
  bool is_nearest = unit.def.nearest >= 0;
  if (!is_nearest) unit.def.nearest = 0;
  BIND_TRY(status,
           (unit.def.rules = bind_rules_core(L, who, rules),
            astar_crowd_add(bind_crowd_change(L, who, crowd), &unit.def, &number)));
  bind_crowd_expect_rules(L, who, rules, status);
  bind_crowd_report(L);
  if (status != ASTAR_OK) return bind_push_reason(L, who, status);
  astar_compat_push_count(L, number);
  return bind_crowd_return_tile(L, who, crowd, number, is_nearest);
}

// A command to the unit at 2 that returns nothing.
static int bind_crowd_command(lua_State *L, const char *who,
                              astar_status (*call)(astar_crowd *, uint32_t)) {
  uint32_t unit;
  bind_crowd *crowd = bind_crowd_self_unit(L, who, &unit);
  bind_crowd_expect_outcome(L, who, call(bind_crowd_change(L, who, crowd), unit));
  return 0;
}

static int bind_crowd_remove(lua_State *L) {
  return bind_crowd_command(L, "crowd:remove", astar_crowd_remove);
}

static int bind_crowd_stop(lua_State *L) {
  return bind_crowd_command(L, "crowd:stop", astar_crowd_stop);
}

static const bind_option bind_crowd_place_options[] = {
    BIND_VALUE("nearest", BIND_COUNT, NULL, astar_unit_def, nearest),
    BIND_LAST_OPTION,
};

static int bind_crowd_place(lua_State *L) {
  const char *who = "crowd:place";
  uint32_t unit;
  lua_settop(L, 5);
  bind_crowd *crowd = bind_crowd_self_unit(L, who, &unit);
  const astar_point at = bind_check_tile(L, who, 3);
  astar_unit_def wanted = {.nearest = -1};
  bind_read_options(L, who, 5, bind_crowd_place_options, &wanted);
  int nearest = wanted.nearest > 0 ? wanted.nearest : 0;
  BIND_TRY(status, astar_crowd_place(bind_crowd_change(L, who, crowd), unit, at.x, at.y,
                                     nearest));
  int count = bind_crowd_return(L, who, status);
  if (status != ASTAR_OK) return count;
  return bind_crowd_return_tile(L, who, crowd, unit, wanted.nearest >= 0);
}

static int bind_crowd_permit(lua_State *L) {
  const char *who = "crowd:permit";
  uint32_t unit;
  bind_crowd *crowd = bind_crowd_self_unit(L, who, &unit);
  const astar_point at = bind_check_tile(L, who, 3);
  BIND_TRY(status,
           astar_crowd_permit(bind_crowd_change(L, who, crowd), unit, at.x, at.y));
  return bind_crowd_return(L, who, status);
}

// Gives the unit at 2 the rules at BIND_CROWD_RULES, unless they are nil, and the parts
// of a filter that were named.
static astar_status bind_crowd_set_rules(lua_State *L, const char *who, bind_crowd *crowd,
                                         uint32_t unit, const bind_crowd_unit *wanted) {
  bool has_rules = !lua_isnil(L, BIND_CROWD_RULES);
  if (!has_rules && wanted->named == 0) return ASTAR_OK;
  bind_rules *rules = (bind_rules *)lua_touserdata(L, BIND_CROWD_RULES);
  astar_unit_info info;
  if (!astar_crowd_unit(bind_core(L, who, crowd).crowd, unit, &info))
    return ASTAR_INVALID;
  int own = wanted->def.filter_parts;
  int parts = (info.filter_parts & ~wanted->named) | own;
  astar_filter filter = own & ASTAR_FILTER_INFLUENCE ? wanted->filter : info.filter;
  filter.ignored_layers = own & ASTAR_FILTER_LAYERS ? wanted->filter.ignored_layers
                                                    : info.filter.ignored_layers;
  filter.penalty_scale =
      own & ASTAR_FILTER_SCALE ? wanted->filter.penalty_scale : info.filter.penalty_scale;
  BIND_TRY(status,
           astar_crowd_set_filter(bind_crowd_change(L, who, crowd), unit,
                                  has_rules ? bind_rules_core(L, who, rules) : NULL,
                                  &filter, parts));
  bind_crowd_expect_rules(L, who, rules, status);
  return status;
}

// Rules come first: when they do not fit, nothing has changed. What follows cannot fail.
static int bind_crowd_set(lua_State *L) {
  const char *who = "crowd:set";
  astar_unit_info info;
  bind_crowd_unit wanted = {.filter = astar_default_filter()};
  lua_settop(L, 3);
  if (!bind_crowd_read_unit(L, who, &info)) bind_crowd_raise_missing(L, who, 2);
  uint32_t unit;
  bind_crowd *crowd = bind_crowd_self_unit(L, who, &unit);
  lua_settop(L, BIND_CROWD_RULES);
  bind_refuse_option(L, who, 3, "filter", BIND_CROWD_FILTER);
  unsigned given = bind_read_table(L, who, 3, bind_crowd_set_options, &wanted);
  astar_status status = bind_crowd_set_rules(L, who, crowd, unit, &wanted);
  if (status == ASTAR_OK) {
    astar_crowd *core = bind_crowd_change(L, who, crowd);
    if (given & BIND_SET_SPEED)
      status = astar_crowd_set_speed(core, unit, wanted.def.speed);
    if (given & BIND_SET_TURN_RATE)
      astar_crowd_set_turn_rate(core, unit, wanted.def.turn_rate);
    if (given & BIND_SET_PRIORITY)
      astar_crowd_set_priority(core, unit, wanted.def.priority);
    if (given & BIND_SET_TEAM) astar_crowd_set_team(core, unit, wanted.def.team);
    if (given & BIND_SET_HOLD) astar_crowd_set_hold(core, unit, wanted.def.hold);
    if (given & BIND_SET_STEPS) astar_crowd_set_steps(core, unit, wanted.def.steps);
    if (given & BIND_SET_ASKS) astar_crowd_set_asks(core, unit, wanted.def.asks);
  }
  return bind_crowd_return(L, who, status);
}

// Returns whether two teams are allies, or makes them allies or enemies.
static int bind_crowd_allies(lua_State *L) {
  const char *who = "crowd:allies";
  bind_crowd *crowd = bind_self_object(L, who, BIND_CROWD);
  lua_settop(L, 4);
  int a = bind_check_integer(L, who, "a", 2, 0, ASTAR_TEAMS - 1);
  int b = bind_check_integer(L, who, "b", 3, 0, ASTAR_TEAMS - 1);
  if (lua_isnil(L, 4))
    return bind_push_boolean(L, astar_crowd_allies(bind_core(L, who, crowd).crowd, a, b));
  bool allied = bind_check_boolean(L, who, "allied", 4);
  astar_crowd_set_allies(bind_crowd_change(L, who, crowd), a, b, allied);
  return 0;
}

// Returns whether the unit makes a step whose time can be set.
static int bind_crowd_set_step_time(lua_State *L) {
  const char *who = "crowd:set_step_time";
  bool is_set;
  uint32_t unit;
  bind_crowd *crowd = bind_crowd_self_unit(L, who, &unit);
  double seconds = bind_check_number(L, who, "seconds", 3, BIND_NOT_NEGATIVE);
  astar_status status =
      astar_crowd_set_step_time(bind_crowd_change(L, who, crowd), unit, seconds, &is_set);
  bind_crowd_expect_outcome(L, who, status);
  return bind_push_boolean(L, is_set);
}

static int bind_crowd_delay(lua_State *L) {
  const char *who = "crowd:delay";
  uint32_t unit;
  bind_crowd *crowd = bind_crowd_self_unit(L, who, &unit);
  double seconds = bind_check_number(L, who, "seconds", 3, BIND_NOT_NEGATIVE);
  bind_crowd_expect_outcome(
      L, who, astar_crowd_delay(bind_crowd_change(L, who, crowd), unit, seconds));
  return 0;
}

// ------------------------------------------------------------------------------ orders

static const bind_option bind_crowd_order_options[] = {
    BIND_VALUE("range", BIND_COUNT, NULL, astar_order, range),
    BIND_VALUE("partial", BIND_BOOLEAN, NULL, astar_order, partial),
    BIND_LAST_OPTION,
};

static int bind_crowd_go_to(lua_State *L) {
  const char *who = "crowd:go_to";
  uint32_t unit;
  bind_crowd *crowd = bind_crowd_self_unit(L, who, &unit);
  const astar_point at = bind_check_tile(L, who, 3);
  astar_order order = {.range = 0};
  bind_read_options(L, who, 5, bind_crowd_order_options, &order);
  BIND_TRY(status,
           astar_crowd_go_to(bind_crowd_change(L, who, crowd), unit, at.x, at.y, &order));
  return bind_crowd_return(L, who, status);
}

// A target that does not exist is an outcome, as it is when the target is removed later.
static int bind_crowd_chase(lua_State *L) {
  const char *who = "crowd:chase";
  astar_unit_info info;
  if (!bind_crowd_read_unit(L, who, &info)) bind_crowd_raise_missing(L, who, 2);
  uint32_t unit;
  bind_crowd *crowd = bind_crowd_self_unit(L, who, &unit);
  uint32_t target = bind_crowd_check_unit(L, who, "target", 3);
  if (unit == target) luaL_error(L, "%s: target must be another unit", who);
  astar_order order = {.range = 1};
  bind_read_options(L, who, 4, bind_crowd_order_options, &order);
  BIND_TRY(status,
           astar_crowd_unit(bind_core(L, who, crowd).crowd, target, &info)
               ? astar_crowd_chase(bind_crowd_change(L, who, crowd), unit, target, &order)
               : ASTAR_UNREACHABLE);
  if (status != ASTAR_UNREACHABLE) return bind_crowd_return(L, who, status);
  lua_pushnil(L);
  lua_pushliteral(L, "target_gone");
  return 2;
}

// Checks that the object at 3, a field or a path, belongs to the grid of the crowd at 1.
static void bind_crowd_check_grid_of(lua_State *L, const char *who, const char *what) {
  bind_push_parts(L, 1);
  if (!bind_is_of_grid(L, 3, lua_gettop(L) - 1))
    luaL_error(L, "%s: %s must be a %s of the crowd's grid", who, what, what);
  lua_settop(L, 3);
}

// Checks that the path at 3 is one of steps, and of the grid of the crowd at 1.
static bind_path *bind_crowd_check_path(lua_State *L, const char *who) {
  bind_path *path = (bind_path *)bind_test(L, 3, BIND_PATH);
  if (path == NULL) bind_expected(L, who, "path", "an astar path", 3);
  bind_crowd_check_grid_of(L, who, "path");
  if (path->kind != ASTAR_PATH_STEPS)
    luaL_error(L,
               "%s: path must have all its steps: it is one of path:smooth or "
               "path:waypoints",
               who);
  return path;
}

static int bind_crowd_walk(lua_State *L) {
  const char *who = "crowd:walk";
  uint32_t unit;
  bind_crowd *crowd = bind_crowd_self_unit(L, who, &unit);
  lua_settop(L, 3);
  bind_path *path = bind_crowd_check_path(L, who);
  BIND_TRY(status, astar_crowd_walk(bind_crowd_change(L, who, crowd), unit,
                                    bind_points(path), path->count));
  return bind_crowd_return(L, who, status);
}

// as astar_formation
static const char *const bind_crowd_formations[] = {"pack",  "block", "line",
                                                    "wedge", "keep",  NULL};

static void bind_crowd_read_pace(lua_State *L, const char *who, const char *what,
                                 int index, void *member) {
  static const char *const words[] = {"own", "slowest", NULL};
  *(bool *)member = bind_check_word(L, who, what, index, words) == 1;
}

static const bind_option bind_crowd_send_options[] = {
    BIND_VALUE("formation", BIND_WORD, bind_crowd_formations, astar_send_options,
               formation),
    BIND_VALUE("facing", BIND_NUMBER, BIND_FINITE, astar_send_options, facing),
    BIND_MEMBER("speed", bind_crowd_read_pace, astar_send_options, slowest),
    BIND_LAST_OPTION,
};

static int bind_crowd_send(lua_State *L) {
  const char *who = "crowd:send";
  size_t count, placed = 0;
  bind_crowd *crowd = bind_self_object(L, who, BIND_CROWD);
  lua_settop(L, 5);
  const astar_point at = bind_check_tile(L, who, 3);
  astar_send_options options = astar_default_send();
  bind_read_options(L, who, 5, bind_crowd_send_options, &options);
  const uint32_t *units = bind_crowd_read_units(L, who, &count);
  BIND_TRY(status, astar_crowd_send(bind_crowd_change(L, who, crowd), units, count, at.x,
                                    at.y, &options, &placed));
  if (status == ASTAR_INVALID) bind_crowd_expect_units(L, who, crowd, units, count);
  bind_expect_no_error(L, who, status);
  bind_crowd_report(L);
  if (status != ASTAR_OK) return bind_push_reason(L, who, status);
  return bind_push_count(L, placed);
}

static int bind_crowd_follow(lua_State *L) {
  const char *who = "crowd:follow";
  size_t count;
  bind_crowd *crowd = bind_self_object(L, who, BIND_CROWD);
  lua_settop(L, 3);
  bind_field_core_at(L, who, 3);
  bind_crowd_check_grid_of(L, who, "field");
  const uint32_t *units = bind_crowd_read_units(L, who, &count);
  BIND_TRY(status, astar_crowd_follow(bind_crowd_change(L, who, crowd), units, count,
                                      bind_field_core_at(L, who, 3)));
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
  bind_crowd *crowd = bind_self_object(L, who, BIND_CROWD);
  double dt = bind_check_number(L, who, "dt", 2, BIND_NOT_NEGATIVE);
  BIND_TRY(status, astar_crowd_update(bind_crowd_change(L, who, crowd), dt));
  bind_expect_ok(L, who, status);
  bind_crowd_report(L);
  return 0;
}

static int bind_crowd_next(lua_State *L) {
  const char *who = "crowd:events";
  astar_unit_event event;
  bind_crowd *crowd = bind_self_object(L, who, BIND_CROWD);
  if (!astar_crowd_next_event(bind_crowd_change(L, who, crowd), &event)) return 0;
  astar_compat_push_count(L, event.unit);
  lua_pushstring(L, astar_unit_event_name(event.kind));
  lua_pushinteger(L, event.x + 1);
  lua_pushinteger(L, event.y + 1);
  return 4;
}

static int bind_crowd_events(lua_State *L) {
  bind_self_object(L, "crowd:events", BIND_CROWD);
  lua_rawgeti(L, lua_upvalueindex(BIND_CROWD), BIND_ITERATOR);
  lua_pushvalue(L, 1);
  return 2;
}

// ----------------------------------------------------------------------------- reading

static int bind_crowd_position(lua_State *L) {
  astar_unit_info info;
  if (!bind_crowd_read_unit(L, "crowd:position", &info)) return bind_push_nil(L);
  lua_pushnumber(L, (lua_Number)(info.x + 1));
  lua_pushnumber(L, (lua_Number)(info.y + 1));
  return 2;
}

static int bind_crowd_tile(lua_State *L) {
  astar_unit_info info;
  if (!bind_crowd_read_unit(L, "crowd:tile", &info)) return bind_push_nil(L);
  bind_push_tile(L, info.at);
  if (info.state != ASTAR_UNIT_MOVING) return 2;
  bind_push_tile(L, info.to);
  lua_pushnumber(L, (lua_Number)info.progress);
  return 5;
}

static int bind_crowd_state(lua_State *L) {
  static const char *const words[] = {"idle", "moving", "waiting"}; // as astar_unit_state
  astar_unit_info info;
  if (!bind_crowd_read_unit(L, "crowd:state", &info)) return bind_push_nil(L);
  return bind_push_string(L, words[info.state]);
}

static int bind_crowd_goal(lua_State *L) {
  astar_unit_info info;
  if (!bind_crowd_read_unit(L, "crowd:goal", &info) || !info.has_goal)
    return bind_push_nil(L);
  return bind_push_tile(L, info.goal);
}

static int bind_crowd_size(lua_State *L) {
  astar_unit_info info;
  if (!bind_crowd_read_unit(L, "crowd:size", &info)) return bind_push_nil(L);
  return bind_push_count(L, (uint64_t)info.size);
}

// Creating the list may run finalizers, which may give the unit another way. Then another
// list is created.
static int bind_crowd_remaining(lua_State *L) {
  const char *who = "crowd:remaining";
  uint32_t unit;
  const bind_crowd *crowd = bind_crowd_self_unit(L, who, &unit);
  astar_point *points;
  size_t count;
  lua_settop(L, 2);
  do {
    lua_settop(L, 2);
    count = astar_crowd_remaining(bind_core(L, who, crowd).crowd, unit, NULL, 0);
    points = bind_push_tiles(L, count);
  } while (astar_crowd_remaining(bind_core(L, who, crowd).crowd, unit, points, count) !=
           count);
  return 2;
}

static int bind_crowd_facing(lua_State *L) {
  astar_unit_info info;
  if (!bind_crowd_read_unit(L, "crowd:facing", &info)) return bind_push_nil(L);
  return bind_push_number(L, info.facing);
}

static int bind_crowd_at(lua_State *L) {
  const char *who = "crowd:at";
  const bind_crowd *crowd = bind_self_object(L, who, BIND_CROWD);
  const astar_point at = bind_check_tile(L, who, 2);
  uint32_t unit = astar_crowd_at(bind_core(L, who, crowd).crowd, at.x, at.y);
  if (unit == 0) return bind_push_nil(L);
  return bind_push_count(L, unit);
}

// ------------------------------------------------------------------------------ nearby

static void bind_crowd_read_except(lua_State *L, const char *who, const char *what,
                                   int index, void *member) {
  *(uint32_t *)member = bind_crowd_check_unit(L, who, what, index);
}

static const bind_option bind_crowd_near_options[] = {
    BIND_VALUE("team", BIND_INTEGER, BIND_TEAM, astar_near, side.team),
    BIND_VALUE("enemy_of", BIND_INTEGER, BIND_TEAM, astar_near, side.enemy_of),
    BIND_VALUE("max", BIND_NUMBER, BIND_NOT_NEGATIVE, astar_near, max),
    BIND_OPTION("sees", bind_crowd_read_rules),
    BIND_MEMBER("except", bind_crowd_read_except, astar_near, except),
    BIND_LAST_OPTION,
};

// What `crowd:nearest` and `crowd:within` look for.
typedef struct bind_crowd_search {
  bind_crowd *crowd;
  astar_point at;
  bind_rules *sees; // or NULL
  astar_near near;
} bind_crowd_search;

// The options are at 5; the rules of `sees` take the place of what is at 4.
static void bind_crowd_read_search(lua_State *L, const char *who,
                                   bind_crowd_search *search) {
  lua_pushnil(L);
  lua_replace(L, BIND_CROWD_RULES);
  search->at = bind_check_tile(L, who, 2);
  search->near = astar_default_near();
  bind_read_options(L, who, 5, bind_crowd_near_options, &search->near);
  search->sees = (bind_rules *)lua_touserdata(L, BIND_CROWD_RULES);
}

// The core of the crowd, after that of the rules was read.
static astar_crowd *bind_crowd_search_core(lua_State *L, const char *who,
                                           bind_crowd_search *search) {
  if (search->sees != NULL) search->near.sees = bind_rules_core(L, who, search->sees);
  return bind_core(L, who, search->crowd).crowd;
}

static int bind_crowd_nearest(lua_State *L) {
  const char *who = "crowd:nearest";
  bind_crowd_search search = {.crowd = bind_self_object(L, who, BIND_CROWD)};
  astar_near_unit found = {0, 0};
  lua_settop(L, 4);
  lua_pushvalue(L, 4);
  bind_crowd_read_search(L, who, &search);
  BIND_TRY(status, astar_crowd_nearest(bind_crowd_search_core(L, who, &search),
                                       search.at.x, search.at.y, &search.near, &found));
  bind_crowd_expect_rules(L, who, search.sees, status);
  if (found.unit == 0) return bind_push_nil(L);
  astar_compat_push_count(L, found.unit);
  lua_pushnumber(L, (lua_Number)found.distance);
  return 2;
}

// Most lists fit the buffer. For a longer one the search is repeated: creating its
// userdata may run finalizers, which may add or remove units.
enum { BIND_CROWD_NEAR = 1024 };

static int bind_crowd_within(lua_State *L) {
  const char *who = "crowd:within";
  bind_crowd_search search = {.crowd = bind_self_object(L, who, BIND_CROWD)};
  astar_near_unit few[BIND_CROWD_NEAR], *units = few;
  size_t count = 0, capacity = BIND_CROWD_NEAR;
  lua_settop(L, 5);
  double radius = bind_check_number(L, who, "radius", 4, BIND_NOT_NEGATIVE);
  bind_crowd_read_search(L, who, &search);
  for (;;) {
    BIND_TRY(status, astar_crowd_within(bind_crowd_search_core(L, who, &search),
                                        search.at.x, search.at.y, radius, &search.near,
                                        units, capacity, &count));
    bind_crowd_expect_rules(L, who, search.sees, status);
    if (units != few && count == capacity) return 2;
    lua_settop(L, 5);
    astar_near_unit *list = bind_push_units(L, count);
    if (units == few && count <= capacity) {
      memcpy(list, few, count * sizeof *list);
      return 2;
    }
    units = list;
    capacity = count;
  }
}

static int bind_crowd_blocker(lua_State *L) {
  const char *who = "crowd:blocker";
  uint32_t unit;
  astar_point tile;
  const bind_crowd *crowd = bind_crowd_self_unit(L, who, &unit);
  uint32_t other = astar_crowd_blocker(bind_core(L, who, crowd).crowd, unit, &tile);
  if (other == 0) return bind_push_nil(L);
  astar_compat_push_count(L, other);
  return 1 + bind_push_tile(L, tile);
}

static int bind_crowd_count(lua_State *L) {
  const char *who = "crowd:count";
  const bind_crowd *crowd = bind_self_object(L, who, BIND_CROWD);
  return bind_push_count(L, astar_crowd_count(bind_core(L, who, crowd).crowd));
}

// Creating the buffer may run finalizers, which may add units. Then a larger buffer is
// created.
static int bind_crowd_units(lua_State *L) {
  const char *who = "crowd:units";
  const bind_crowd *crowd = bind_self_object(L, who, BIND_CROWD);
  lua_settop(L, 1);
  BIND_WRITE(size, buffer,
             sizeof(uint32_t) * astar_crowd_units(bind_core(L, who, crowd).crowd,
                                                  (uint32_t *)buffer.bytes,
                                                  buffer.capacity / sizeof(uint32_t)));
  const uint32_t *units = (const uint32_t *)buffer.bytes;
  size_t count = size / sizeof *units;
  lua_createtable(L, (int)count, 0);
  for (size_t i = 0; i < count; i++) {
    astar_compat_push_count(L, units[i]);
    lua_rawseti(L, -2, (int)i + 1);
  }
  return 1;
}

// --------------------------------------------------------------------------- positions

// Pushes the buffer of the crowd at 1, and writes the positions of all units to it. When
// it is too small, it is replaced by one for half as many more positions: creating it may
// run finalizers, which may add units.
static double *bind_crowd_push_positions(lua_State *L, const char *who,
                                         const bind_crowd *crowd, size_t *count) {
  astar_compat_get_value(L, 1);
  lua_rawgeti(L, -1, BIND_CROWD_BUFFER);
  for (;;) {
    double *buffer = (double *)lua_touserdata(L, -1);
    size_t capacity = buffer == NULL ? 0 : astar_compat_length(L, -1) / sizeof *buffer;
    *count = astar_crowd_positions(bind_core(L, who, crowd).crowd, buffer, capacity);
    if (*count <= capacity) return buffer;
    lua_pop(L, 1);
    astar_compat_new_userdata(L, (*count + *count / 2) * sizeof *buffer, false);
    lua_pushvalue(L, -1);
    lua_rawseti(L, -3, BIND_CROWD_BUFFER);
  }
}

// The table at 2 gets elements 1 to `count`; elements behind them, which are of an
// earlier call, are removed. A table of the caller has no metamethods in raw access.
static int bind_crowd_positions(lua_State *L) {
  const char *who = "crowd:positions";
  size_t count;
  const bind_crowd *crowd = bind_self_object(L, who, BIND_CROWD);
  lua_settop(L, 2);
  if (lua_isnil(L, 2)) {
    count = astar_crowd_positions(bind_core(L, who, crowd).crowd, NULL, 0);
    lua_createtable(L, (int)count, 0);
    lua_replace(L, 2);
  }
  if (lua_type(L, 2) != LUA_TTABLE) bind_expected(L, who, "t", "a table", 2);
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

// Pushes an array of the rules in use. A finalizer may change the crowd meanwhile. Then
// the array is not complete, and `crowd->calls` has changed.
static void bind_crowd_push_rules(lua_State *L, const char *who,
                                  const bind_crowd *crowd) {
  uint32_t changes = crowd->calls;
  size_t count = astar_crowd_rules(bind_core(L, who, crowd).crowd, NULL, 0);
  lua_createtable(L, (int)count, 0);
  int array = lua_gettop(L);
  const astar_rules **rules = BIND_PUSH_ARRAY(L, const astar_rules *, count);
  astar_crowd_rules(bind_core(L, who, crowd).crowd, rules, count);
  for (size_t i = 0; i < count; i++) {
    bind_push_rules(L, lua_upvalueindex(BIND_RULES));
    bind_push_address(L, rules[i]);
    if (changes != crowd->calls) break;
    bind_replace_rules(L, rules[i]);
    lua_rawseti(L, array, (int)i + 1);
  }
  lua_settop(L, array);
}

static int bind_crowd_serialize(lua_State *L) {
  const char *who = "crowd:serialize";
  const bind_crowd *crowd = bind_self_object(L, who, BIND_CROWD);
  uint32_t changes;
  do {
    changes = crowd->calls;
    lua_settop(L, 1);
    BIND_WRITE(size, buffer,
               astar_crowd_serialize(bind_core(L, who, crowd).crowd, buffer.bytes,
                                     buffer.capacity));
    lua_pushlstring(L, (const char *)buffer.bytes, size);
    lua_replace(L, 2);
    bind_crowd_push_rules(L, who, crowd);
  } while (changes != crowd->calls);
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
  bind_crowd *crowd = bind_new_object(L, BIND_CROWD, sizeof *crowd, 2, 5);
  const char *bytes = bind_check_string(L, who, "the first argument", 1, &size);
  bind_grid *grid = bind_check_grid(L, who, "grid", 2);
  if (lua_type(L, 3) != LUA_TTABLE)
    return bind_expected(L, who, "rules", "an array of rules", 3);
  bind_check_from_one(L, who, "rules", 3);
  bind_refuse_option(L, who, 4, "paths", BIND_CROWD_BUDGET);
  size_t count = astar_compat_length(L, 3);
  const astar_rules **rules = BIND_PUSH_ARRAY(L, const astar_rules *, count);
  astar_status status;
  bool collected = false;
  do {
    bind_crowd_read_array(L, who, rules, count);
    status = astar_crowd_deserialize(bind_grid_core(L, who, grid), bytes, size, rules,
                                     count, &crowd->core.crowd);
  } while (bind_crowd_retry(L, status, &collected));
  if (status == ASTAR_INVALID)
    return bind_refuse(L, "damaged, or of another version, or of another grid or rules");
  bind_crowd_expect_made(L, who, status, collected);
  bind_report_memory(L, grid);
  lua_settop(L, 6);
  return 1;
}

const bind_function bind_crowd_functions[] = {
    {BIND_MODULE, "crowd", bind_crowd_new},
    {BIND_MODULE, "deserialize_crowd", bind_crowd_deserialize},
    {BIND_CROWD, "add", bind_crowd_add},
    {BIND_CROWD, "remove", bind_crowd_remove},
    {BIND_CROWD, "place", bind_crowd_place},
    {BIND_CROWD, "set", bind_crowd_set},
    {BIND_CROWD, "allies", bind_crowd_allies},
    {BIND_CROWD, "set_step_time", bind_crowd_set_step_time},
    {BIND_CROWD, "permit", bind_crowd_permit},
    {BIND_CROWD, "delay", bind_crowd_delay},
    {BIND_CROWD, "go_to", bind_crowd_go_to},
    {BIND_CROWD, "send", bind_crowd_send},
    {BIND_CROWD, "follow", bind_crowd_follow},
    {BIND_CROWD, "chase", bind_crowd_chase},
    {BIND_CROWD, "walk", bind_crowd_walk},
    {BIND_CROWD, "stop", bind_crowd_stop},
    {BIND_CROWD, "update", bind_crowd_update},
    {BIND_CROWD, "events", bind_crowd_events},
    {BIND_CROWD, "position", bind_crowd_position},
    {BIND_CROWD, "tile", bind_crowd_tile},
    {BIND_CROWD, "state", bind_crowd_state},
    {BIND_CROWD, "facing", bind_crowd_facing},
    {BIND_CROWD, "goal", bind_crowd_goal},
    {BIND_CROWD, "size", bind_crowd_size},
    {BIND_CROWD, "remaining", bind_crowd_remaining},
    {BIND_CROWD, "positions", bind_crowd_positions},
    {BIND_CROWD, "at", bind_crowd_at},
    {BIND_CROWD, "nearest", bind_crowd_nearest},
    {BIND_CROWD, "within", bind_crowd_within},
    {BIND_CROWD, "blocker", bind_crowd_blocker},
    {BIND_CROWD, "units", bind_crowd_units},
    {BIND_CROWD, "count", bind_crowd_count},
    {BIND_CROWD, "serialize", bind_crowd_serialize},
    {BIND_CROWD, "close", bind_crowd_close},
    {BIND_CROWD, "__gc", bind_crowd_gc},
    {BIND_CROWD, "__close", bind_crowd_close},
    {BIND_CROWD, "__tostring", bind_crowd_tostring},
    {BIND_CROWD, BIND_STEP, bind_crowd_next},
    BIND_LAST_FUNCTION,
};
