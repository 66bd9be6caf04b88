// The functions of astar_lua.h, through which C programs and scripts share grids and
// rules. A C program calls them, so they have no upvalues. They find the metatables and
// tables of the binding in the registry.
//
// Invariant: a core has at most one object per Lua state. So scripts can compare objects
// with ==. BIND_OBJECTS, a weak table, leads from the address of a core to its object.
#include "astar_lua.h"

#include "lua/support.h"

// The core of the userdata at `index` when its metatable is that of this class in the
// registry, otherwise NULL.
static bind_any_core bind_bridge_core(lua_State *L, int index, int class_index) {
  bind_any_core none = {NULL};
  const bind_object *object = (const bind_object *)lua_touserdata(L, index);
  if (object == NULL) return none;
  luaL_checkstack(L, 2, "astar");
  if (!lua_getmetatable(L, index)) return none;
  lua_getfield(L, LUA_REGISTRYINDEX, bind_classes[class_index - 1].key);
  bool same = lua_rawequal(L, -1, -2) != 0;
  lua_pop(L, 2);
  return same ? object->core : none;
}

astar_grid *astar_lua_togrid(lua_State *L, int index) {
  return bind_bridge_core(L, index, BIND_GRID).grid;
}

astar_rules *astar_lua_torules(lua_State *L, int index) {
  return bind_bridge_core(L, index, BIND_RULES).rules;
}

astar_crowd *astar_lua_tocrowd(lua_State *L, int index) {
  return bind_bridge_core(L, index, BIND_CROWD).crowd;
}

// Pushes the table of upvalues. Opens the library first when that was not done yet.
static void bind_bridge_push_upvalues(lua_State *L) {
  lua_getfield(L, LUA_REGISTRYINDEX, BIND_KEY_UPVALUES);
  if (lua_istable(L, -1)) return;
  lua_pop(L, 1);
  lua_pushcfunction(L, luaopen_astar);
  lua_call(L, 0, 0);
  lua_getfield(L, LUA_REGISTRYINDEX, BIND_KEY_UPVALUES);
}

// Pushes the values that are needed to push an object of a class, in the order of this
// enum, and returns the index of the first.
enum {
  BIND_BRIDGE_METATABLE,
  BIND_BRIDGE_WEAK,
  BIND_BRIDGE_STATE,
  BIND_BRIDGE_OBJECTS,
  BIND_BRIDGE_ADDRESS
};
static int bind_bridge_begin(lua_State *L, int class_index, const void *core) {
  luaL_checkstack(L, BIND_BRIDGE_ADDRESS + 1 + LUA_MINSTACK, "astar");
  bind_bridge_push_upvalues(L);
  int upvalues = lua_gettop(L);
  lua_rawgeti(L, upvalues, class_index);
  lua_rawgeti(L, upvalues, BIND_WEAK);
  lua_rawgeti(L, upvalues, BIND_STATE);
  lua_rawgeti(L, upvalues, BIND_OBJECTS);
  lua_remove(L, upvalues);
  bind_push_address(L, core);
  return upvalues;
}

// Pushes the object of this core and returns true; false when the core has none. The
// object that is registered for its address may belong to an earlier core at the same
// address. Allocates nothing.
static bool bind_bridge_push_known(lua_State *L, int first, const void *core) {
  lua_pushvalue(L, first + BIND_BRIDGE_ADDRESS);
  lua_rawget(L, first + BIND_BRIDGE_OBJECTS);
  if (lua_getmetatable(L, -1)) {
    bool same = lua_rawequal(L, -1, first + BIND_BRIDGE_METATABLE) != 0;
    lua_pop(L, 1);
    if (same && ((const bind_object *)lua_touserdata(L, -1))->core.any == core)
      return true;
  }
  lua_pop(L, 1);
  return false;
}

// Registers the object on top of the stack for this address.
static void bind_bridge_remember(lua_State *L, int first) {
  lua_pushvalue(L, first + BIND_BRIDGE_ADDRESS);
  lua_pushvalue(L, -2);
  lua_rawset(L, first + BIND_BRIDGE_OBJECTS);
}

// Removes all values that were pushed, except the object on top of the stack.
static void bind_bridge_end(lua_State *L, int first) {
  lua_replace(L, first);
  lua_settop(L, first);
}

// The second lookup comes after the new object is created, because creating it may run
// finalizers, and a finalizer may push the same grid. From this lookup until the object
// is registered no finalizer runs. After the registration nothing fails, so an error
// leaves the reference count of the grid as it was.
void astar_lua_pushgrid(lua_State *L, astar_grid *grid) {
  if (grid == NULL) luaL_error(L, "astar_lua_pushgrid: the grid is NULL");
  int first = bind_bridge_begin(L, BIND_GRID, grid);
  if (!bind_bridge_push_known(L, first, grid)) {
    bind_grid *fresh =
        bind_push_grid(L, first + BIND_BRIDGE_METATABLE, first + BIND_BRIDGE_WEAK);
    if (!bind_bridge_push_known(L, first, grid)) {
      bind_bridge_remember(L, first);
      astar_grid_retain(grid);
      fresh->object.core.grid = grid;
      bind_report_memory_in(L, fresh,
                            (bind_state *)lua_touserdata(L, first + BIND_BRIDGE_STATE));
    }
  }
  bind_bridge_end(L, first);
}

void astar_lua_pushrules(lua_State *L, astar_rules *rules) {
  if (rules == NULL) luaL_error(L, "astar_lua_pushrules: the rules are NULL");
  int first = bind_bridge_begin(L, BIND_RULES, rules);
  if (!bind_bridge_push_known(L, first, rules)) {
    bind_rules *fresh = bind_push_rules(L, first + BIND_BRIDGE_METATABLE);
    if (!bind_bridge_push_known(L, first, rules)) {
      bind_bridge_remember(L, first);
      astar_rules_retain(rules);
      fresh->core.rules = rules;
    }
  }
  bind_bridge_end(L, first);
}
