// Filters: what rules, queries and units ignore, and their options `ignore_blocked` and
// `penalty_scale`.

#include "lua/support.h"

#define BIND_LAYERS "true, false or a list of layers from 1 to 8"

astar_filter bind_filter_of(lua_State *L, const char *who, const bind_rules *rules) {
  return astar_rules_filter(bind_rules_core(L, who, rules));
}

int bind_check_layer(lua_State *L, const char *who, int index) {
  return bind_check_integer(L, who, "layer", index, 1, ASTAR_LAYERS);
}

void bind_read_ignore_blocked(lua_State *L, const char *who, const char *what, int index,
                              void *filter) {
  uint8_t layers = 0;
  if (lua_type(L, index) == LUA_TBOOLEAN) {
    layers = lua_toboolean(L, index) ? ASTAR_ALL_LAYERS : 0;
  } else {
    size_t count =
        bind_check_list(L, who, what, "layers", BIND_LAYERS, BIND_LAYERS, index);
    for (size_t i = 1; i <= count; i++) {
      lua_rawgeti(L, index, (int)i);
      int layer = 0, item = lua_gettop(L);
      if (!bind_to_integer(L, item, &layer) || layer < 1 || layer > ASTAR_LAYERS)
        bind_expected(L, who, lua_pushfstring(L, "item %d of %s", (int)i, what),
                      "an integer from 1 to 8", item);
      layers |= ASTAR_LAYER(layer);
      lua_settop(L, item - 1);
    }
  }
  ((astar_filter *)filter)->ignored_layers = layers;
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
