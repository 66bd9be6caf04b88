// Filters: what rules, queries and units ignore, and their options `ignore_blocked` and
// `penalty_scale` (`influence` has a file of its own); the option `turns`, which names
// layers, too.

#include "lua/support.h"

#define BIND_LAYERS "true, false or a list of layers from 1 to 8"

astar_filter bind_filter_of(lua_State *L, const char *who, const bind_rules *rules) {
  return astar_rules_filter(bind_rules_core(L, who, rules));
}

int bind_check_layer(lua_State *L, const char *who, int index) {
  return bind_check_integer(L, who, "layer", index, 1, ASTAR_LAYERS);
}

// Reads a list of layers, as bits.
static void bind_filter_read_layers(lua_State *L, const char *who, const char *what,
                                    int index, const char *expected, uint8_t *layers) {
  size_t count = bind_check_list(L, who, what, "layers", expected, expected, index);
  *layers = 0;
  for (size_t i = 1; i <= count; i++) {
    lua_rawgeti(L, index, (int)i);
    int layer = 0, item = lua_gettop(L);
    if (!bind_to_integer(L, item, &layer) || layer < 1 || layer > ASTAR_LAYERS)
      bind_expected(L, who, lua_pushfstring(L, "item %d of %s", (int)i, what),
                    "an integer from 1 to 8", item);
    *layers |= ASTAR_LAYER(layer);
    lua_settop(L, item - 1);
  }
}

void bind_read_ignore_blocked(lua_State *L, const char *who, const char *what, int index,
                              void *filter) {
  uint8_t *layers = &((astar_filter *)filter)->ignored_layers;
  if (lua_type(L, index) == LUA_TBOOLEAN)
    *layers = lua_toboolean(L, index) ? ASTAR_ALL_LAYERS : 0;
  else
    bind_filter_read_layers(L, who, what, index, BIND_LAYERS, layers);
}

static const bind_option bind_filter_options[] = {
    BIND_FILTER_OPTIONS,
    BIND_LAST_OPTION,
};

astar_filter bind_read_filter(lua_State *L, const char *who, int index,
                              const bind_rules *rules) {
  astar_filter filter = bind_filter_of(L, who, rules);
  bind_read_options(L, who, index, bind_filter_options, &filter);
  return filter;
}

// ------------------------------------------------------------------------------- turns

static void bind_turns_read_layers(lua_State *L, const char *who, const char *what,
                                   int index, void *layers) {
  bind_filter_read_layers(L, who, what, index, "a list of layers from 1 to 8",
                          (uint8_t *)layers);
}

static void bind_turns_read_max(lua_State *L, const char *who, const char *what,
                                int index, void *max) {
  int64_t amount = bind_check_amount(L, who, what, index, 1);
  *(uint32_t *)max = amount < UINT32_MAX ? (uint32_t)amount : UINT32_MAX - 1;
}

void bind_read_turns(lua_State *L, const char *who, const char *what, int index,
                     void *turns) {
  static const char *const fits[] = {"exact", "min_step", "any", NULL}; // as astar_fit
  static const char *const zones[] = {"stop", "between", NULL};         // as astar_zone
  static const bind_option options[] = {
      BIND_VALUE("points", BIND_LENGTH, NULL, astar_turns, points),
      BIND_VALUE("left", BIND_COST, NULL, astar_turns, left),
      BIND_VALUE("fit", BIND_WORD, fits, astar_turns, fit),
      BIND_MEMBER("pass", bind_turns_read_layers, astar_turns, pass),
      BIND_MEMBER("zones", bind_turns_read_layers, astar_turns, zones),
      BIND_VALUE("zone", BIND_WORD, zones, astar_turns, zone),
      BIND_MEMBER("max_turns", bind_turns_read_max, astar_turns, max_turns),
      BIND_LAST_OPTION,
  };
  astar_turns *own = (astar_turns *)turns;
  if (lua_type(L, index) != LUA_TTABLE)
    bind_expected(L, who, what, "a table with points per turn", index);
  *own = astar_default_turns(0);
  own->left = -1;
  bind_read_table(L, who, index, options, own);
  if (!(own->points > 0)) luaL_error(L, "%s: %s must have points per turn", who, what);
  if (own->left < 0) own->left = own->points;
  if (own->left > own->points)
    luaL_error(L, "%s: option \"left\" must be at most \"points\"", who);
}
