// Objects, argument checks and error texts of the binding (support.h). The safety rules
// and the contracts of all functions are in the header.

#include "lua/support.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

// ---------------------------------------------------------------------------- objects

#define BIND_CLASS(name, words, end)                                                     \
  { BIND_KEY(name), "astar." name, words, end }

const bind_class bind_classes[BIND_CLASSES] = {
    BIND_CLASS("grid", "an astar grid", "grid was freed already"),
    BIND_CLASS("rules", "astar rules", "rules were freed already"),
    BIND_CLASS("path", "an astar path", NULL),
    BIND_CLASS("field", "an astar field", "field was freed already"),
    BIND_CLASS("search", "an astar search", "search was freed already"),
    BIND_CLASS("replanner", "an astar replanner", "replanner was freed already"),
    BIND_CLASS("iterator", "an astar iterator", NULL),
    BIND_CLASS("crowd", "an astar crowd", "crowd was closed"),
    BIND_CLASS("pool", "an astar pool", "pool was closed"),
    BIND_CLASS("request", "an astar request", NULL),
    BIND_CLASS("index", "an astar index", "index was freed already"),
    BIND_CLASS("explanation", "an astar explanation", "explanation was freed already"),
    {BIND_KEY("explained"), "astar.explanation", "an astar explanation", NULL},
    BIND_CLASS("view", "an astar view", NULL),
    BIND_CLASS("vision", "an astar vision", "vision was freed already"),
    BIND_CLASS("influence", "an influence map", NULL),
};

void *bind_test(lua_State *L, int index, int class_index) {
  void *object = lua_touserdata(L, index);
  if (object == NULL || !lua_getmetatable(L, index)) return NULL;
  bool same = lua_rawequal(L, -1, lua_upvalueindex(class_index)) != 0;
  lua_pop(L, 1);
  return same ? object : NULL;
}

void *bind_self(lua_State *L, const char *who, int class_index) {
  void *object = bind_test(L, 1, class_index);
  if (object == NULL)
    luaL_error(L, "%s: must be called on %s (use a colon), got %s", who,
               bind_classes[class_index - 1].words, bind_describe(L, 1));
  return object;
}

int bind_raise_end(lua_State *L, const char *who, const bind_object *object) {
  return luaL_error(L, "%s: the %s", who, bind_classes[object->class_index - 1].end);
}

bind_object *bind_self_object(lua_State *L, const char *who, int class_index) {
  bind_object *object = (bind_object *)bind_self(L, who, class_index);
  bind_core(L, who, object);
  return object;
}

void bind_end(bind_object *object) {
  bind_any_core core = object->core;
  object->core.any = NULL;
  object->calls++;
  switch (object->class_index) {
  case BIND_RULES: astar_rules_free(core.rules); break;
  case BIND_FIELD: astar_field_free(core.field); break;
  case BIND_SEARCH: astar_search_free(core.search); break;
  case BIND_REPLANNER: astar_replanner_free(core.replanner); break;
  case BIND_CROWD: astar_crowd_free(core.crowd); break;
  case BIND_POOL: astar_pool_free(core.pool); break;
  case BIND_INDEX: astar_index_free(core.index); break;
  case BIND_EXPLANATION: astar_explanation_free(core.explanation); break;
  case BIND_VISION: astar_vision_free(core.vision); break;
  default: astar_grid_free(core.grid);
  }
}

int bind_gc(lua_State *L, int class_index) {
  bind_object *object = (bind_object *)bind_test(L, 1, class_index);
  if (object != NULL && object->running == 0) bind_end(object);
  return 0;
}

bind_grid *bind_self_grid(lua_State *L, const char *who) {
  return (bind_grid *)bind_self_object(L, who, BIND_GRID);
}

bind_grid *bind_check_grid(lua_State *L, const char *who, const char *what, int index) {
  bind_grid *grid = (bind_grid *)bind_test(L, index, BIND_GRID);
  if (grid == NULL) bind_expected(L, who, what, "an astar grid", index);
  bind_grid_core(L, who, grid);
  return grid;
}

bind_rules *bind_check_rules(lua_State *L, const char *who, const char *what, int index) {
  bind_rules *rules = (bind_rules *)bind_test(L, index, BIND_RULES);
  if (rules == NULL) bind_expected(L, who, what, "made by astar.rules", index);
  bind_rules_core(L, who, rules);
  return rules;
}

void *bind_push_userdata(lua_State *L, int metatable, size_t size, bool has_value) {
  void *object = astar_compat_new_userdata(L, size, has_value);
  memset(object, 0, size);
  if (has_value) {
    lua_insert(L, -2);
    astar_compat_set_value(L, -2);
  }
  lua_pushvalue(L, metatable);
  lua_setmetatable(L, -2);
  return object;
}

bind_object *bind_push_object(lua_State *L, int metatable, int class_index, size_t size,
                              bool has_value) {
  bind_object *object = (bind_object *)bind_push_userdata(L, metatable, size, has_value);
  object->class_index = class_index;
  return object;
}

void bind_push_new_pair(lua_State *L, int size, int grid, int rules) {
  lua_createtable(L, size, 0);
  lua_pushvalue(L, grid);
  lua_rawseti(L, -2, BIND_PART_GRID);
  lua_pushvalue(L, rules);
  lua_rawseti(L, -2, BIND_PART_RULES);
}

bind_object *bind_new_object(lua_State *L, int class_index, size_t size, int grid,
                             int rules) {
  bind_push_new_pair(L, BIND_PART_HEURISTIC, grid, rules);
  return bind_push_object(L, lua_upvalueindex(class_index), class_index, size, true);
}

void bind_push_parts(lua_State *L, int index) {
  astar_compat_get_value(L, index);
  lua_rawgeti(L, -1, BIND_PART_GRID);
  lua_rawgeti(L, -2, BIND_PART_RULES);
}

bind_grid *bind_push_own_parts(lua_State *L, const char *who, const char *what) {
  lua_settop(L, 1);
  bind_push_parts(L, 1);
  return bind_check_grid(L, who, what, 3);
}

bool bind_is_of_grid(lua_State *L, int index, int grid) {
  bind_push_parts(L, index);
  bool same = lua_rawequal(L, -2, grid) != 0;
  lua_pop(L, 3);
  return same;
}

void bind_set_size(lua_State *L, const char *who, bind_object *object,
                   const bind_grid *grid) {
  object->width = astar_grid_width(bind_grid_core(L, who, grid));
  object->height = astar_grid_height(bind_grid_core(L, who, grid));
}

void bind_push_address(lua_State *L, const void *core) {
  lua_pushlstring(L, (const char *)&core, sizeof core);
}

void bind_remember(lua_State *L, const void *core) {
  bind_push_address(L, core);
  lua_pushvalue(L, -2);
  lua_rawset(L, lua_upvalueindex(BIND_OBJECTS));
}

void bind_replace_rules(lua_State *L, const astar_rules *core) {
  int address = lua_gettop(L), fresh = address - 1;
  lua_pushvalue(L, address);
  lua_rawget(L, lua_upvalueindex(BIND_OBJECTS));
  const bind_rules *known = (const bind_rules *)bind_test(L, -1, BIND_RULES);
  if (known != NULL && known->core.rules == core) {
    lua_replace(L, fresh);
  } else {
    lua_pushvalue(L, address);
    lua_pushvalue(L, fresh);
    lua_rawset(L, lua_upvalueindex(BIND_OBJECTS));
    ((bind_rules *)lua_touserdata(L, fresh))->core.rules = (astar_rules *)core;
    astar_rules_retain((astar_rules *)core);
  }
  lua_settop(L, fresh);
}

int bind_push_nil(lua_State *L) {
  lua_pushnil(L);
  return 1;
}

int bind_push_boolean(lua_State *L, bool value) {
  lua_pushboolean(L, value);
  return 1;
}

int bind_push_number(lua_State *L, double value) {
  lua_pushnumber(L, (lua_Number)value);
  return 1;
}

int bind_push_count(lua_State *L, uint64_t count) {
  astar_compat_push_count(L, count);
  return 1;
}

int bind_push_string(lua_State *L, const char *text) {
  lua_pushstring(L, text);
  return 1;
}

int bind_push_tile(lua_State *L, astar_point tile) {
  lua_pushinteger(L, tile.x + 1);
  lua_pushinteger(L, tile.y + 1);
  return 2;
}

int bind_push_name(lua_State *L, int class_index) {
  const char *name = bind_classes[class_index - 1].name;
  const bind_object *object = (const bind_object *)bind_test(L, 1, class_index);
  if (object == NULL || object->core.any == NULL)
    lua_pushfstring(L, "%s (freed)", name);
  else
    lua_pushfstring(L, "%s %dx%d", name, object->width, object->height);
  return 1;
}

// Growth of the memory of an object below this is not reported yet [bytes].
#define BIND_LIGHT 1024

static void bind_support_report(lua_State *L, size_t held, size_t *reported,
                                bind_state *state) {
  if (*reported > held) *reported = held;
  if (held < *reported + *reported / 8 + BIND_LIGHT) return;
  size_t growth = held - *reported;
  *reported = held;
  astar_compat_report_memory(L, growth, &state->reported_since);
}

void bind_report_held(lua_State *L, size_t held, size_t *reported) {
  bind_support_report(L, held, reported,
                      (bind_state *)lua_touserdata(L, lua_upvalueindex(BIND_STATE)));
}

void bind_report_memory_in(lua_State *L, bind_grid *grid, bind_state *state) {
  if (grid->object.core.any == NULL) return;
  bind_support_report(L, astar_grid_memory(grid->object.core.grid), &grid->reported,
                      state);
}

void bind_report_memory(lua_State *L, bind_grid *grid) {
  bind_report_memory_in(L, grid,
                        (bind_state *)lua_touserdata(L, lua_upvalueindex(BIND_STATE)));
}

// -------------------------------------------------------------------------- iterators

// The upvalues of an iterator after its object: the current tile.
enum { BIND_X = 2, BIND_Y };

int bind_push_iterator(lua_State *L, lua_CFunction step) {
  lua_pushvalue(L, 1);
  lua_pushinteger(L, -1);
  lua_pushinteger(L, 0);
  lua_pushcclosure(L, step, BIND_Y);
  return 1;
}

void *bind_iterator_at(lua_State *L, int *x, int *y) {
  *x = (int)lua_tointeger(L, lua_upvalueindex(BIND_X));
  *y = (int)lua_tointeger(L, lua_upvalueindex(BIND_Y));
  return lua_touserdata(L, BIND_ITERATED);
}

void bind_iterator_move(lua_State *L, int x, int y) {
  lua_pushinteger(L, x);
  lua_replace(L, lua_upvalueindex(BIND_X));
  lua_pushinteger(L, y);
  lua_replace(L, lua_upvalueindex(BIND_Y));
  lua_pushinteger(L, x + 1);
  lua_pushinteger(L, y + 1);
}

// -------------------------------------------------------------- allocation and statuses

astar_allocator bind_allocator(lua_State *L) {
  astar_allocator allocator;
  allocator.alloc = lua_getallocf(L, &allocator.user);
  return allocator;
}

static int bind_support_nothing(lua_State *L) {
  (void)L;
  return 0;
}

// Whether Lua has enough memory to call a function. When memory is too short to call a
// finalizer, Lua removes that finalizer and never calls it. So a collection is run only
// when this test call succeeds; the memory that the call needed is then still available.
static bool bind_support_can_finalize(lua_State *L) {
  lua_pushcfunction(L, bind_support_nothing);
  if (lua_pcall(L, 0, 0, 0) == 0) return true;
  lua_pop(L, 1);
  return false;
}

bool bind_retry(lua_State *L, astar_status status, bool *collected) {
  if (status != ASTAR_NO_MEMORY || *collected || !bind_support_can_finalize(L))
    return false;
  lua_gc(L, LUA_GCCOLLECT, 0);
  *collected = true;
  return true;
}

static int bind_support_raise(lua_State *L, const char *who, astar_status status) {
  switch (status) {
  case ASTAR_NO_MEMORY: return luaL_error(L, "%s: not enough memory", who);
  case ASTAR_BUSY: return luaL_error(L, "%s: the grid is being searched", who);
  case ASTAR_STOPPED:
    return luaL_error(L, "%s: the heuristic function failed before", who);
  default: return luaL_error(L, "%s: %s", who, astar_reason(status));
  }
}

void bind_expect_ok(lua_State *L, const char *who, astar_status status) {
  if (status != ASTAR_OK) bind_support_raise(L, who, status);
}

void bind_expect_no_error(lua_State *L, const char *who, astar_status status) {
  if (astar_is_error(status)) bind_support_raise(L, who, status);
}

void bind_expect_outcome(lua_State *L, const char *who, const bind_grid *grid,
                         const bind_rules *rules, const astar_filter *filter,
                         astar_algorithm algorithm, astar_status status) {
  if (status == ASTAR_UNSUITED) {
    const char *why = astar_why_unsuited(
        bind_grid_core(L, who, grid), bind_rules_core(L, who, rules), filter, algorithm);
    luaL_error(L, "%s: %s", who, why != NULL ? why : astar_reason(status));
  }
  if (astar_is_error(status)) bind_support_raise(L, who, status);
}

void bind_finish(lua_State *L, const char *who, bind_grid *grid, const bind_rules *rules,
                 astar_status status) {
  bind_expect_outcome(L, who, grid, rules, NULL, ASTAR_AUTO, status);
  bind_report_memory(L, grid);
}

int bind_finish_ok(lua_State *L, const char *who, bind_grid *grid, astar_status status) {
  bind_expect_ok(L, who, status);
  bind_report_memory(L, grid);
  return 0;
}

int bind_push_reason(lua_State *L, const char *who, astar_status status) {
  bind_expect_no_error(L, who, status);
  return bind_refuse(L, astar_reason(status));
}

int bind_refuse(lua_State *L, const char *message) {
  lua_pushnil(L);
  lua_pushstring(L, message);
  return 2;
}

bool bind_is_short(lua_State *L, int top, bind_buffer *buffer, size_t size) {
  if (size <= buffer->capacity) return false;
  lua_settop(L, top);
  buffer->bytes = astar_compat_new_userdata(L, size, false);
  buffer->capacity = size;
  return true;
}

// ------------------------------------------------------------------- values in words

// The greatest length of a string in a message [bytes]; the rest is cut.
#define BIND_QUOTED 40

static const char *bind_support_quote(lua_State *L, int index) {
  size_t length;
  const char *string = lua_tolstring(L, index, &length);
  char text[4 * BIND_QUOTED + 8]; // at most "\ddd" a byte, dots and quotes
  size_t end = 0;
  text[end++] = '"';
  for (size_t i = 0; i < length && i < BIND_QUOTED; i++) {
    unsigned char byte = (unsigned char)string[i];
    if (byte < ' ' || byte == 127) {
      end += (size_t)snprintf(text + end, 5, "\\%03d", byte);
    } else {
      if (byte == '"' || byte == '\\') text[end++] = '\\';
      text[end++] = (char)byte;
    }
  }
  if (length > BIND_QUOTED) {
    memcpy(text + end, "...", 3);
    end += 3;
  }
  text[end++] = '"';
  lua_pushlstring(L, text, end);
  return lua_tostring(L, -1);
}

// Numbers are not converted by Lua, which writes 3 or 3.0, nan or -nan, depending on its
// version and on the platform.
static const char *bind_support_number(lua_State *L, int index) {
  double number = (double)lua_tonumber(L, index);
  char text[40];
  if (number != number)
    strcpy(text, "nan");
  else if (number > DBL_MAX || number < -DBL_MAX)
    strcpy(text, number > 0 ? "inf" : "-inf");
  else
    snprintf(text, sizeof text, "%.14g", number);
  lua_pushstring(L, text);
  return lua_tostring(L, -1);
}

static const char *bind_support_userdata(lua_State *L, int index) {
  for (int i = 1; i <= BIND_CLASSES; i++)
    if (bind_test(L, index, i) != NULL) return bind_classes[i - 1].words;
  return "a userdata";
}

static const char *bind_support_constant(lua_State *L, int index) {
  switch (lua_type(L, index)) {
  case LUA_TNONE:
  case LUA_TNIL: return "nil";
  case LUA_TBOOLEAN: return lua_toboolean(L, index) ? "true" : "false";
  case LUA_TUSERDATA: return bind_support_userdata(L, index);
  case LUA_TTHREAD: return "a coroutine";
  default: // a table, a function, a light userdata, a cdata of LuaJIT
    return lua_pushfstring(L, "a %s", luaL_typename(L, index));
  }
}

const char *bind_describe(lua_State *L, int index) {
  switch (lua_type(L, index)) {
  case LUA_TSTRING: return bind_support_quote(L, index);
  case LUA_TNUMBER: return bind_support_number(L, index);
  default: lua_pushstring(L, bind_support_constant(L, index)); return lua_tostring(L, -1);
  }
}

int bind_expected(lua_State *L, const char *who, const char *what, const char *expected,
                  int index) {
  return luaL_error(L, "%s: %s must be %s, got %s", who, what, expected,
                    bind_describe(L, index));
}

void bind_check_from_one(lua_State *L, const char *who, const char *items, int index) {
  lua_rawgeti(L, index, 0);
  if (!lua_isnil(L, -1))
    luaL_error(L, "%s: %s count from 1, got one at index 0", who, items);
  lua_pop(L, 1);
}

size_t bind_check_list(lua_State *L, const char *who, const char *what, const char *items,
                       const char *expected, const char *listed, int index) {
  if (lua_type(L, index) != LUA_TTABLE) bind_expected(L, who, what, expected, index);
  bind_check_from_one(L, who, items, index);
  size_t count = astar_compat_length(L, index);
  lua_pushnil(L);
  if (count == 0 && lua_next(L, index))
    luaL_error(L, "%s: %s must be %s%s, got a table without item 1", who, what,
               listed == NULL ? "a list of " : "", listed == NULL ? items : listed);
  if (count > 0) lua_pop(L, 1);
  return count;
}

const char *bind_check_string(lua_State *L, const char *who, const char *what, int index,
                              size_t *length) {
  if (lua_type(L, index) != LUA_TSTRING) bind_expected(L, who, what, "a string", index);
  return lua_tolstring(L, index, length);
}

// --------------------------------------------------------------------------- numbers

bool bind_to_whole(lua_State *L, int index, double *value) {
  *value = (double)lua_tonumber(L, index);
  return lua_type(L, index) == LUA_TNUMBER && *value >= -DBL_MAX && *value <= DBL_MAX &&
         floor(*value) == *value;
}

bool bind_to_integer(lua_State *L, int index, int *value) {
  if (lua_type(L, index) != LUA_TNUMBER) return false;
  double number = (double)lua_tonumber(L, index);
  if (number >= -BIND_FAR && number <= BIND_FAR) {
    *value = (int)number;
    return *value == number;
  }
  *value = number > 0 ? BIND_FAR : -BIND_FAR;
  return bind_to_whole(L, index, &number);
}

int bind_check_integer(lua_State *L, const char *who, const char *what, int index,
                       int min, int max) {
  int value = 0;
  if (!bind_to_integer(L, index, &value) || value < min || value > max)
    luaL_error(L, "%s: %s must be an integer from %d to %d, got %s", who, what, min, max,
               bind_describe(L, index));
  return value;
}

int bind_check_coordinate(lua_State *L, const char *who, const char *what, int index) {
  int value = 0;
  if (!bind_to_integer(L, index, &value))
    bind_expected(L, who, what, "an integer", index);
  return value - 1;
}

astar_point bind_check_tile(lua_State *L, const char *who, int index) {
  int x = bind_check_coordinate(L, who, "x", index);
  return (astar_point){x, bind_check_coordinate(L, who, "y", index + 1)};
}

bind_ends bind_check_ends(lua_State *L, const char *who) {
  bind_ends ends;
  ends.start.x = bind_check_coordinate(L, who, "x1", 2);
  ends.start.y = bind_check_coordinate(L, who, "y1", 3);
  ends.goal.x = bind_check_coordinate(L, who, "x2", 4);
  ends.goal.y = bind_check_coordinate(L, who, "y2", 5);
  return ends;
}

int64_t bind_check_amount(lua_State *L, const char *who, const char *what, int index,
                          int min) {
  double value;
  if (!bind_to_whole(L, index, &value) || value < min)
    bind_expected(L, who, what, min == 0 ? "an integer >= 0" : "an integer >= 1", index);
  return value < 9e18 ? (int64_t)value : INT64_MAX;
}

const bind_range bind_ranges[] = {
    {0, INFINITY, "a number >= 0"},
    {DBL_MIN, INFINITY, "a number > 0"},
    {-DBL_MAX, DBL_MAX, "a finite number"},
    {0, DBL_MAX, "a finite number >= 0"},
    {0, ASTAR_TEAMS - 1, NULL},
};

double bind_check_number(lua_State *L, const char *who, const char *what, int index,
                         const bind_range *range) {
  double value = (double)lua_tonumber(L, index);
  if (lua_type(L, index) != LUA_TNUMBER || !(value >= range->min && value <= range->max))
    bind_expected(L, who, what, range->expected, index);
  return value;
}

double bind_check_cost(lua_State *L, const char *who, const char *what, int index,
                       const char *expected) {
  double cost = (double)lua_tonumber(L, index);
  if (lua_type(L, index) != LUA_TNUMBER || !(cost >= 0 && cost <= ASTAR_MAX_COST))
    bind_expected(L, who, what, expected, index);
  if (cost > 0 && cost < ASTAR_MIN_COST)
    bind_expected(L, who, what, "0 or at least 1e-100", index);
  return cost;
}

double bind_check_length(lua_State *L, const char *who, const char *what, int index,
                         const char *expected) {
  double length = (double)lua_tonumber(L, index);
  if (length > 0 && length < ASTAR_MIN_COST && lua_type(L, index) == LUA_TNUMBER)
    bind_expected(L, who, what, "at least 1e-100", index);
  if (length == 0) bind_expected(L, who, what, expected, index);
  return bind_check_cost(L, who, what, index, expected);
}

bool bind_to_terrain(lua_State *L, int index, uint8_t *terrain) {
  int value;
  if (lua_type(L, index) == LUA_TSTRING) {
    size_t length;
    const char *string = lua_tolstring(L, index, &length);
    *terrain = (uint8_t)string[0]; // exists: Lua strings end with a zero
    return length == 1;
  }
  if (!bind_to_integer(L, index, &value) || value < 0 || value > 255) return false;
  *terrain = (uint8_t)value;
  return true;
}

uint8_t bind_check_terrain(lua_State *L, const char *who, const char *what, int index) {
  uint8_t terrain = 0;
  if (!bind_to_terrain(L, index, &terrain))
    bind_expected(L, who, what, BIND_A_TERRAIN, index);
  return terrain;
}

void bind_read_costs(lua_State *L, const char *who, const char *what, int index,
                     const char *where,
                     double (*check)(lua_State *L, const char *who, const char *what,
                                     int index),
                     double *costs, uint8_t *written) {
  if (lua_type(L, index) != LUA_TTABLE)
    bind_expected(L, who, what, "a table of costs by terrain", index);
  lua_pushnil(L);
  int key = lua_gettop(L);
  while (lua_next(L, index)) {
    uint8_t terrain = 0;
    if (!bind_to_terrain(L, key, &terrain))
      bind_expected(L, who, lua_pushfstring(L, "a key of %s", what), BIND_A_TERRAIN, key);
    if (written[terrain] != BIND_UNLISTED)
      luaL_error(L, "%s: %s lists terrain %d twice, as number and as string", who, what,
                 (int)terrain);
    written[terrain] = lua_type(L, key) == LUA_TSTRING ? BIND_AS_STRING : BIND_AS_NUMBER;
    const char *name = bind_describe(L, key);
    costs[terrain] =
        check(L, who, lua_pushfstring(L, "the cost of %s%s", name, where), key + 1);
    lua_settop(L, key);
  }
}

bool bind_check_boolean(lua_State *L, const char *who, const char *what, int index) {
  if (lua_type(L, index) != LUA_TBOOLEAN)
    bind_expected(L, who, what, "true or false", index);
  return lua_toboolean(L, index) != 0;
}

// ----------------------------------------------------------------- words and options

static bool bind_support_is_word(const char *string, size_t length, const char *word) {
  return strlen(word) == length && memcmp(string, word, length) == 0;
}

int bind_find_word(lua_State *L, int index, const char *const *words) {
  if (lua_type(L, index) != LUA_TSTRING) return -1;
  size_t length;
  const char *string = lua_tolstring(L, index, &length);
  for (int i = 0; words[i] != NULL; i++)
    if (bind_support_is_word(string, length, words[i])) return i;
  return -1;
}

int bind_expected_word(lua_State *L, const char *who, const char *what, int index,
                       const char *const *words, const char *also) {
  const char *list = lua_pushfstring(L, "one of \"%s\"", words[0]);
  for (int i = 1; words[i] != NULL; i++) {
    list = lua_pushfstring(L, "%s, \"%s\"", list, words[i]);
    lua_replace(L, -2);
  }
  list = lua_pushfstring(L, "%s%s", list, also);
  return bind_expected(L, who, what, list, index);
}

int bind_check_word(lua_State *L, const char *who, const char *what, int index,
                    const char *const *words) {
  int place = bind_find_word(L, index, words);
  if (place < 0) bind_expected_word(L, who, what, index, words, "");
  return place;
}

static int bind_support_unknown(lua_State *L, const char *who, int key,
                                const bind_option *options) {
  const char *list = lua_pushfstring(L, "%s", options[0].name);
  for (int i = 1; options[i].name != NULL; i++) {
    list = lua_pushfstring(L, "%s, %s", list, options[i].name);
    lua_replace(L, -2);
  }
  const char *got = bind_describe(L, key);
  return luaL_error(L, "%s: unknown option %s; valid options: %s", who, got, list);
}

static const bind_option *bind_support_option(lua_State *L, int key,
                                              const bind_option *options) {
  if (lua_type(L, key) != LUA_TSTRING) return NULL;
  size_t length;
  const char *string = lua_tolstring(L, key, &length);
  for (; options->name != NULL; options++)
    if (bind_support_is_word(string, length, options->name)) return options;
  return NULL;
}

// Reads the value at `index`, which the kind of the option describes.
static void bind_support_read(lua_State *L, const char *who, const bind_option *option,
                              int index, void *member) {
  const char *what = option->what;
  const bind_range *range = (const bind_range *)option->detail;
  int64_t amount;
  int word;
  switch (option->kind) {
  case BIND_BOOLEAN: *(bool *)member = bind_check_boolean(L, who, what, index); break;
  case BIND_INTEGER:
    *(int *)member =
        bind_check_integer(L, who, what, index, (int)range->min, (int)range->max);
    break;
  case BIND_COUNT:
    amount = bind_check_amount(L, who, what, index, 0);
    *(int *)member = amount < BIND_FAR ? (int)amount : BIND_FAR;
    break;
  case BIND_EXPANSIONS:
  case BIND_AMOUNT:
    *(int64_t *)member =
        bind_check_amount(L, who, what, index, option->kind == BIND_AMOUNT);
    break;
  case BIND_NUMBER:
    *(double *)member = bind_check_number(L, who, what, index, range);
    break;
  case BIND_COST:
    *(double *)member = bind_check_cost(L, who, what, index, BIND_A_COST);
    break;
  case BIND_LENGTH:
    *(double *)member = bind_check_length(L, who, what, index, BIND_A_LENGTH);
    break;
  case BIND_WORD:
    word = bind_check_word(L, who, what, index, (const char *const *)option->detail);
    memcpy(member, &word, sizeof word); // enums have the size of an int
  }
}

unsigned bind_read_table(lua_State *L, const char *who, int index,
                         const bind_option *options, void *target) {
  unsigned given = 0;
  if (lua_type(L, index) != LUA_TTABLE)
    bind_expected(L, who, "options", "a table", index);
  lua_pushnil(L);
  int key = lua_gettop(L);
  while (lua_next(L, index)) {
    const bind_option *option = bind_support_option(L, key, options);
    if (option == NULL) bind_support_unknown(L, who, key, options);
    void *member = (char *)target + option->offset;
    if (option->read != NULL)
      option->read(L, who, option->what, key + 1, member);
    else
      bind_support_read(L, who, option, key + 1, member);
    given |= 1u << (option - options);
    lua_settop(L, key);
  }
  return given;
}

unsigned bind_read_options(lua_State *L, const char *who, int index,
                           const bind_option *options, void *target) {
  if (lua_isnoneornil(L, index)) return 0;
  return bind_read_table(L, who, index, options, target);
}

void bind_refuse_option(lua_State *L, const char *who, int index, const char *name,
                        const char *why) {
  if (lua_type(L, index) != LUA_TTABLE) return;
  lua_pushstring(L, name);
  lua_rawget(L, index);
  if (!lua_isnil(L, -1)) luaL_error(L, "%s: option \"%s\" %s", who, name, why);
  lua_pop(L, 1);
}
