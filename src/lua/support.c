#include "lua/support.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

// ---------------------------------------------------------------------------- objects

static const char *const bind_support_classes[] = {
    "an astar grid",  "astar rules",     "an astar path",
    "an astar field", "an astar search", "an astar replanner"};

void *astar_lua_test(lua_State *L, int index, int class_index) {
  void *object = lua_touserdata(L, index);
  if (object == NULL || !lua_getmetatable(L, index)) return NULL;
  bool same = lua_rawequal(L, -1, lua_upvalueindex(class_index)) != 0;
  lua_pop(L, 1);
  return same ? object : NULL;
}

void *astar_lua_self(lua_State *L, const char *who, int class_index) {
  void *object = astar_lua_test(L, 1, class_index);
  if (object == NULL)
    luaL_error(L, "%s: must be called on %s (use a colon), got %s", who,
               bind_support_classes[class_index - 1], astar_lua_describe(L, 1));
  return object;
}

int astar_lua_freed(lua_State *L, const char *who, const char *what) {
  return luaL_error(L, "%s: the %s freed already", who, what);
}

astar_lua_grid *astar_lua_self_grid(lua_State *L, const char *who) {
  astar_lua_grid *grid = (astar_lua_grid *)astar_lua_self(L, who, ASTAR_LUA_GRID);
  astar_lua_grid_core(L, who, grid);
  return grid;
}

astar_lua_path *astar_lua_self_path(lua_State *L, const char *who) {
  return (astar_lua_path *)astar_lua_self(L, who, ASTAR_LUA_PATH);
}

astar_lua_grid *astar_lua_check_grid(lua_State *L, const char *who, const char *what,
                                     int index) {
  astar_lua_grid *grid = (astar_lua_grid *)astar_lua_test(L, index, ASTAR_LUA_GRID);
  if (grid == NULL) astar_lua_expected(L, who, what, "an astar grid", index);
  astar_lua_grid_core(L, who, grid);
  return grid;
}

astar_lua_rules *astar_lua_check_rules(lua_State *L, const char *who, const char *what,
                                       int index) {
  astar_lua_rules *rules = (astar_lua_rules *)astar_lua_test(L, index, ASTAR_LUA_RULES);
  if (rules == NULL) astar_lua_expected(L, who, what, "made by astar.rules", index);
  astar_lua_rules_core(L, who, rules);
  return rules;
}

void *astar_lua_new_object(lua_State *L, int class_index, size_t size, int grid,
                           int rules) {
  void *object = astar_compat_new_userdata(L, size, true);
  memset(object, 0, size);
  lua_createtable(L, ASTAR_LUA_PART_HEURISTIC, 0);
  lua_pushvalue(L, grid);
  lua_rawseti(L, -2, ASTAR_LUA_PART_GRID);
  lua_pushvalue(L, rules);
  lua_rawseti(L, -2, ASTAR_LUA_PART_RULES);
  astar_compat_set_value(L, -2);
  lua_pushvalue(L, lua_upvalueindex(class_index));
  lua_setmetatable(L, -2);
  return object;
}

void astar_lua_push_parts(lua_State *L, int index) {
  astar_compat_get_value(L, index);
  lua_rawgeti(L, -1, ASTAR_LUA_PART_GRID);
  lua_rawgeti(L, -2, ASTAR_LUA_PART_RULES);
}

int astar_lua_push_tile(lua_State *L, astar_point tile) {
  lua_pushinteger(L, tile.x + 1);
  lua_pushinteger(L, tile.y + 1);
  return 2;
}

int astar_lua_push_name(lua_State *L, const char *name, int width, int height) {
  if (width == 0)
    lua_pushfstring(L, "%s (freed)", name);
  else
    lua_pushfstring(L, "%s %dx%d", name, width, height);
  return 1;
}

// Growth below this is left for the next time [bytes].
#define BIND_LIGHT 1024

void astar_lua_weigh(lua_State *L, astar_lua_grid *grid) {
  if (grid->core == NULL) return;
  size_t held = astar_grid_memory(grid->core);
  if (grid->weighed > held) grid->weighed = held;
  if (held < grid->weighed + grid->weighed / 8 + BIND_LIGHT) return;
  size_t growth = held - grid->weighed;
  grid->weighed = held;
  astar_lua_state *state =
      (astar_lua_state *)lua_touserdata(L, lua_upvalueindex(ASTAR_LUA_STATE));
  astar_compat_add_weight(L, growth, &state->weighed_since);
}

// -------------------------------------------------------------------------- iterators

// Upvalues of an iterator, after the object.
enum { BIND_X = 2, BIND_Y };

int astar_lua_push_iterator(lua_State *L, lua_CFunction step) {
  lua_pushvalue(L, 1);
  lua_pushinteger(L, -1);
  lua_pushinteger(L, 0);
  lua_pushcclosure(L, step, BIND_Y);
  return 1;
}

void *astar_lua_iterator_at(lua_State *L, int *x, int *y) {
  *x = (int)lua_tointeger(L, lua_upvalueindex(BIND_X));
  *y = (int)lua_tointeger(L, lua_upvalueindex(BIND_Y));
  return lua_touserdata(L, ASTAR_LUA_ITERATED);
}

void astar_lua_iterator_move(lua_State *L, int x, int y) {
  lua_pushinteger(L, x);
  lua_replace(L, lua_upvalueindex(BIND_X));
  lua_pushinteger(L, y);
  lua_replace(L, lua_upvalueindex(BIND_Y));
  lua_pushinteger(L, x + 1);
  lua_pushinteger(L, y + 1);
}

// -------------------------------------------------------------- allocation and statuses

astar_allocator astar_lua_allocator(lua_State *L) {
  astar_allocator allocator;
  allocator.alloc = lua_getallocf(L, &allocator.user);
  return allocator;
}

static int bind_support_nothing(lua_State *L) {
  (void)L;
  return 0;
}

// Calling a function needs memory, and Lua drops finalizers for good that it cannot call.
// Whether it could call one now; the memory stays at hand.
static bool bind_support_can_finalize(lua_State *L) {
  lua_pushcfunction(L, bind_support_nothing);
  if (lua_pcall(L, 0, 0, 0) == 0) return true;
  lua_pop(L, 1);
  return false;
}

bool astar_lua_retry(lua_State *L, astar_status status, bool *collected) {
  if (status != ASTAR_NO_MEMORY || *collected || !bind_support_can_finalize(L)) {
    return false;
  }
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

void astar_lua_expect_ok(lua_State *L, const char *who, astar_status status) {
  if (status != ASTAR_OK) bind_support_raise(L, who, status);
}

void astar_lua_expect_outcome(lua_State *L, const char *who, const astar_lua_grid *grid,
                              const astar_lua_rules *rules, astar_algorithm algorithm,
                              astar_status status) {
  if (status == ASTAR_UNSUITED) {
    const char *why = astar_why_unsuited(astar_lua_grid_core(L, who, grid),
                                         astar_lua_rules_core(L, who, rules), algorithm);
    luaL_error(L, "%s: %s", who, why != NULL ? why : "these rules cannot serve it");
  }
  if (astar_is_error(status)) bind_support_raise(L, who, status);
}

int astar_lua_push_reason(lua_State *L, const char *who, astar_status status) {
  if (astar_is_error(status)) bind_support_raise(L, who, status);
  lua_pushnil(L);
  lua_pushstring(L, astar_reason(status));
  return 2;
}

// ------------------------------------------------------------------- values in words

// Strings are cut at so many bytes in messages.
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

// Not by Lua's own hand, which writes 3 or 3.0, nan or -nan, as version and platform have
// it.
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
  for (int i = 1; i <= ASTAR_LUA_CLASSES; i++)
    if (astar_lua_test(L, index, i) != NULL) return bind_support_classes[i - 1];
  return "a userdata";
}

static const char *bind_support_constant(lua_State *L, int index) {
  switch (lua_type(L, index)) {
  case LUA_TNONE:
  case LUA_TNIL: return "nil";
  case LUA_TBOOLEAN: return lua_toboolean(L, index) ? "true" : "false";
  case LUA_TUSERDATA: return bind_support_userdata(L, index);
  case LUA_TTHREAD: return "a coroutine";
  default: // a table, a function, a light userdata, LuaJIT's cdata
    return lua_pushfstring(L, "a %s", luaL_typename(L, index));
  }
}

const char *astar_lua_describe(lua_State *L, int index) {
  switch (lua_type(L, index)) {
  case LUA_TSTRING: return bind_support_quote(L, index);
  case LUA_TNUMBER: return bind_support_number(L, index);
  default: lua_pushstring(L, bind_support_constant(L, index)); return lua_tostring(L, -1);
  }
}

int astar_lua_expected(lua_State *L, const char *who, const char *what,
                       const char *expected, int index) {
  return luaL_error(L, "%s: %s must be %s, got %s", who, what, expected,
                    astar_lua_describe(L, index));
}

// --------------------------------------------------------------------------- numbers

bool astar_lua_to_whole(lua_State *L, int index, double *value) {
  *value = (double)lua_tonumber(L, index);
  return lua_type(L, index) == LUA_TNUMBER && *value >= -DBL_MAX && *value <= DBL_MAX &&
         floor(*value) == *value;
}

bool astar_lua_to_integer(lua_State *L, int index, int *value) {
  if (lua_type(L, index) != LUA_TNUMBER) return false;
  double number = (double)lua_tonumber(L, index);
  if (number >= -ASTAR_LUA_FAR && number <= ASTAR_LUA_FAR) {
    *value = (int)number;
    return *value == number;
  }
  *value = number > 0 ? ASTAR_LUA_FAR : -ASTAR_LUA_FAR;
  return astar_lua_to_whole(L, index, &number);
}

int astar_lua_check_integer(lua_State *L, const char *who, const char *what, int index,
                            int least, int most) {
  int value = 0;
  if (!astar_lua_to_integer(L, index, &value) || value < least || value > most)
    luaL_error(L, "%s: %s must be an integer from %d to %d, got %s", who, what, least,
               most, astar_lua_describe(L, index));
  return value;
}

int astar_lua_check_coordinate(lua_State *L, const char *who, const char *what,
                               int index) {
  int value = 0;
  if (!astar_lua_to_integer(L, index, &value))
    astar_lua_expected(L, who, what, "an integer", index);
  return value - 1;
}

void astar_lua_check_tile(lua_State *L, const char *who, int *x, int *y) {
  *x = astar_lua_check_coordinate(L, who, "x", 2);
  *y = astar_lua_check_coordinate(L, who, "y", 3);
}

void astar_lua_check_ends(lua_State *L, const char *who, astar_goal *start,
                          astar_goal *goal) {
  start->x = astar_lua_check_coordinate(L, who, "x1", 2);
  start->y = astar_lua_check_coordinate(L, who, "y1", 3);
  goal->x = astar_lua_check_coordinate(L, who, "x2", 4);
  goal->y = astar_lua_check_coordinate(L, who, "y2", 5);
}

int astar_lua_check_count(lua_State *L, const char *who, const char *what, int index) {
  int value = 0;
  if (!astar_lua_to_integer(L, index, &value) || value < 0)
    astar_lua_expected(L, who, what, "an integer >= 0", index);
  return value;
}

int64_t astar_lua_check_expansions(lua_State *L, const char *who, const char *what,
                                   int index) {
  double count;
  if (!astar_lua_to_whole(L, index, &count) || count < 0)
    astar_lua_expected(L, who, what, "an integer >= 0", index);
  return count < 9e18 ? (int64_t)count : INT64_MAX;
}

double astar_lua_check_max_cost(lua_State *L, const char *who, const char *what,
                                int index) {
  double cost = (double)lua_tonumber(L, index);
  if (lua_type(L, index) != LUA_TNUMBER || !(cost >= 0))
    astar_lua_expected(L, who, what, "a number >= 0", index);
  return cost;
}

double astar_lua_check_length(lua_State *L, const char *who, const char *what, int index,
                              const char *expected) {
  double length = (double)lua_tonumber(L, index);
  if (lua_type(L, index) != LUA_TNUMBER || !(length > 0 && length <= ASTAR_MAX_COST))
    astar_lua_expected(L, who, what, expected, index);
  if (length < ASTAR_MIN_COST) astar_lua_expected(L, who, what, "at least 1e-100", index);
  return length;
}

double astar_lua_check_cost(lua_State *L, const char *who, const char *what, int index) {
  double cost = (double)lua_tonumber(L, index);
  if (lua_type(L, index) != LUA_TNUMBER || !(cost >= 0 && cost <= ASTAR_MAX_COST))
    astar_lua_expected(L, who, what, ASTAR_LUA_A_COST, index);
  if (cost > 0 && cost < ASTAR_MIN_COST)
    astar_lua_expected(L, who, what, "0 or at least 1e-100", index);
  return cost;
}

bool astar_lua_to_terrain(lua_State *L, int index, uint8_t *terrain) {
  int value;
  if (lua_type(L, index) == LUA_TSTRING) {
    size_t length;
    const char *string = lua_tolstring(L, index, &length);
    *terrain = (uint8_t)string[0]; // there is always the closing zero
    return length == 1;
  }
  if (!astar_lua_to_integer(L, index, &value) || value < 0 || value > 255) return false;
  *terrain = (uint8_t)value;
  return true;
}

uint8_t astar_lua_check_terrain(lua_State *L, const char *who, const char *what,
                                int index) {
  uint8_t terrain = 0;
  if (!astar_lua_to_terrain(L, index, &terrain))
    astar_lua_expected(L, who, what, ASTAR_LUA_A_TERRAIN, index);
  return terrain;
}

bool astar_lua_check_boolean(lua_State *L, const char *who, const char *what, int index) {
  if (lua_type(L, index) != LUA_TBOOLEAN)
    astar_lua_expected(L, who, what, "true or false", index);
  return lua_toboolean(L, index) != 0;
}

bool astar_lua_opt_boolean(lua_State *L, const char *who, const char *what, int index,
                           bool otherwise) {
  if (lua_isnoneornil(L, index)) return otherwise;
  return astar_lua_check_boolean(L, who, what, index);
}

// ----------------------------------------------------------------- words and options

static bool bind_support_is_word(const char *string, size_t length, const char *word) {
  return strlen(word) == length && memcmp(string, word, length) == 0;
}

int astar_lua_find_word(lua_State *L, int index, const char *const *words) {
  if (lua_type(L, index) != LUA_TSTRING) return -1;
  size_t length;
  const char *string = lua_tolstring(L, index, &length);
  for (int i = 0; words[i] != NULL; i++)
    if (bind_support_is_word(string, length, words[i])) return i;
  return -1;
}

int astar_lua_expected_word(lua_State *L, const char *who, const char *what, int index,
                            const char *const *words, const char *also) {
  const char *list = lua_pushfstring(L, "one of \"%s\"", words[0]);
  for (int i = 1; words[i] != NULL; i++) {
    list = lua_pushfstring(L, "%s, \"%s\"", list, words[i]);
    lua_replace(L, -2);
  }
  list = lua_pushfstring(L, "%s%s", list, also);
  return astar_lua_expected(L, who, what, list, index);
}

int astar_lua_check_word(lua_State *L, const char *who, const char *what, int index,
                         const char *const *words) {
  int place = astar_lua_find_word(L, index, words);
  if (place < 0) astar_lua_expected_word(L, who, what, index, words, "");
  return place;
}

static int bind_support_unknown(lua_State *L, const char *who, int key,
                                const astar_lua_option *options) {
  const char *list = lua_pushfstring(L, "%s", options[0].name);
  for (int i = 1; options[i].name != NULL; i++) {
    list = lua_pushfstring(L, "%s, %s", list, options[i].name);
    lua_replace(L, -2);
  }
  const char *got = astar_lua_describe(L, key);
  return luaL_error(L, "%s: unknown option %s; valid options: %s", who, got, list);
}

static const astar_lua_option *bind_support_option(lua_State *L, int key,
                                                   const astar_lua_option *options) {
  if (lua_type(L, key) != LUA_TSTRING) return NULL;
  size_t length;
  const char *string = lua_tolstring(L, key, &length);
  for (; options->name != NULL; options++)
    if (bind_support_is_word(string, length, options->name)) return options;
  return NULL;
}

void astar_lua_read_table(lua_State *L, const char *who, int index,
                          const astar_lua_option *options, void *target) {
  if (lua_type(L, index) != LUA_TTABLE)
    astar_lua_expected(L, who, "options", "a table", index);
  lua_pushnil(L);
  int key = lua_gettop(L);
  while (lua_next(L, index)) {
    const astar_lua_option *option = bind_support_option(L, key, options);
    if (option == NULL) bind_support_unknown(L, who, key, options);
    option->read(L, who, option->what, key + 1, target);
    lua_settop(L, key);
  }
}

void astar_lua_read_options(lua_State *L, const char *who, int index,
                            const astar_lua_option *options, void *target) {
  if (!lua_isnoneornil(L, index)) astar_lua_read_table(L, who, index, options, target);
}
