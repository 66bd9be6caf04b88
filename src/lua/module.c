// `require "astar"`: opens the module, which creates the metatables of all classes and
// the table of functions.
//
// A Lua state may open the module several times (under another name, or again after an
// error). All openings share the metatables in the registry, so that objects of one are
// objects of the others.

#include "lua/support.h"

#include <string.h>

static const bind_function *const bind_module_functions[] = {
    bind_grid_functions,        bind_geometry_functions, bind_query_functions,
    bind_rules_functions,       bind_replica_functions,  bind_path_functions,
    bind_field_functions,       bind_search_functions,   bind_replanner_functions,
    bind_explanation_functions, bind_blocking_functions, bind_index_functions,
    bind_crowd_functions,       bind_pool_functions,     bind_sight_functions,
    bind_influence_functions,
};

// Pushes a closure over the upvalues, which are on the stack from index `first` on.
static void bind_module_push(lua_State *L, lua_CFunction function, int first) {
  for (int i = 0; i < BIND_UPVALUES; i++) lua_pushvalue(L, first + i);
  lua_pushcclosure(L, function, BIND_UPVALUES);
}

// Adds a function to the table on top of the stack, if it is a metamethod or is none, as
// `is_meta` says.
static void bind_module_set(lua_State *L, const char *name, lua_CFunction function,
                            bool is_meta, int first) {
  if ((strncmp(name, "__", 2) == 0) != is_meta) return;
  bind_module_push(L, function, first);
  if (strcmp(name, BIND_STEP) == 0)
    lua_rawseti(L, -2, BIND_ITERATOR);
  else
    lua_setfield(L, -2, name);
}

// Adds all functions of an owner, its metamethods or the others.
static void bind_module_add(lua_State *L, int owner, bool is_meta, int first) {
  enum { FILES = sizeof bind_module_functions / sizeof *bind_module_functions };
  for (int i = 0; i < FILES; i++)
    for (const bind_function *row = bind_module_functions[i]; row->name != NULL; row++)
      if (row->owner == owner)
        bind_module_set(L, row->name, row->function, is_meta, first);
}

// Pushes a chunk of Lua.
static void bind_module_push_chunk(lua_State *L, const char *source, const char *name) {
  if (luaL_loadbuffer(L, source, strlen(source), name) != 0) lua_error(L);
}

// Adds `pool:await`, the only method that is written in Lua, to the table on top of the
// stack.
static void bind_module_add_await(lua_State *L, int first) {
  bind_module_push_chunk(L, bind_await, "=pool:await");
  int function = lua_gettop(L);
  for (const luaL_Reg *part = bind_await_parts; part->name != NULL; part++)
    bind_module_push(L, part->func, first);
  lua_call(L, lua_gettop(L) - function, 1);
  lua_setfield(L, -2, "await");
}

// Sets what reads the keys that the table of methods on top of the stack does not have.
// So methods are found as fast as without it.
static void bind_module_set_missing(lua_State *L, lua_CFunction missing, int first) {
  lua_createtable(L, 0, 1);
  bind_module_push(L, missing, first);
  lua_setfield(L, -2, "__index");
  lua_setmetatable(L, -2);
}

// Pushes the table of the methods of a class.
static void bind_module_push_methods(lua_State *L, int owner, int first) {
  lua_newtable(L);
  bind_module_add(L, owner, false, first);
  if (owner == BIND_POOL) bind_module_add_await(L, first);
  if (owner == BIND_PATH) bind_module_set_missing(L, bind_path_missing, first);
  if (owner == BIND_GRID) bind_module_set_missing(L, bind_grid_missing, first);
}

// Fills the metatable on top of the stack. This is done each time the module is opened,
// since an error may have interrupted an earlier opening. Objects of that opening work on
// at any moment. Pools and requests have a function `__index`: they have fields, too.
static void bind_module_fill(lua_State *L, int owner, int first) {
  lua_pushstring(L, bind_classes[owner - 1].name);
  lua_pushvalue(L, -1);
  lua_setfield(L, -3, "__name");
  lua_setfield(L, -2, "__metatable");
  bind_module_push_methods(L, owner, first);
  lua_pushvalue(L, -1);
  lua_rawseti(L, -3, BIND_METHODS);
  if (owner == BIND_POOL || owner == BIND_REQUEST)
    lua_pop(L, 1);
  else
    lua_setfield(L, -2, "__index");
  if (owner == BIND_EXPLAINED) {
    bind_module_push_chunk(L, bind_sentence, "=tostring");
    lua_call(L, 0, 1);
    lua_setfield(L, -2, "__tostring");
  }
  bind_module_add(L, owner, true, first);
}

// Pushes the table of this key in the registry; creates it when there is none. Creating
// it may run a finalizer, which may open the library, too. So the registry is read again.
static void bind_module_push_registered(lua_State *L, const char *key) {
  lua_getfield(L, LUA_REGISTRYINDEX, key);
  if (!lua_isnil(L, -1)) return;
  lua_newtable(L);
  lua_getfield(L, LUA_REGISTRYINDEX, key);
  lua_replace(L, -3);
  if (lua_isnil(L, -2)) {
    lua_pushvalue(L, -1);
    lua_setfield(L, LUA_REGISTRYINDEX, key);
    lua_replace(L, -2);
  } else {
    lua_pop(L, 1);
  }
}

// Creates the guard of the pools (lua/pool.c), unless an earlier opening did.
static void bind_module_ensure_guard(lua_State *L, int first) {
  lua_getfield(L, LUA_REGISTRYINDEX, BIND_KEY("guard"));
  if (lua_isnil(L, -1)) {
    memset(astar_compat_new_userdata(L, sizeof(void *), false), 0, sizeof(void *));
    lua_createtable(L, 0, 1);
    bind_module_push(L, bind_pool_end_all, first);
    lua_setfield(L, -2, "__gc");
    lua_setmetatable(L, -2);
    lua_pushvalue(L, -1);
    lua_setfield(L, LUA_REGISTRYINDEX, BIND_KEY("guard"));
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
}

// Stores the upvalues in the registry. Called last, when all of them are complete.
static void bind_module_publish(lua_State *L, int first) {
  lua_createtable(L, BIND_UPVALUES, 0);
  for (int i = 0; i < BIND_UPVALUES; i++) {
    lua_pushvalue(L, first + i);
    lua_rawseti(L, -2, i + 1);
  }
  lua_setfield(L, LUA_REGISTRYINDEX, BIND_KEY_UPVALUES);
}

// Raises an error when the library was compiled with options that change arithmetic: then
// no grid can be created.
static void bind_module_expect_exact(lua_State *L) {
  astar_grid *grid;
  astar_status status = astar_grid_new(NULL, 1, 1, ASTAR_SQUARE, 0, &grid);
  astar_grid_free(grid);
  if (status == ASTAR_INEXACT)
    luaL_error(L, "require: astar was %s", astar_reason(status));
}

int luaopen_astar(lua_State *L) {
  int first = lua_gettop(L) + 1;
  bind_module_expect_exact(L);
  // Not luaL_checkstack, whose message is about the stack: usually memory ran out.
  if (!lua_checkstack(L, 2 * BIND_UPVALUES + 8))
    luaL_error(L, "require: not enough memory");
  for (int i = 0; i < BIND_CLASSES; i++)
    bind_module_push_registered(L, bind_classes[i].key);
  lua_createtable(L, 0, 1); // the metatable of weak tables
  lua_pushliteral(L, "kv");
  lua_setfield(L, -2, "__mode");
  memset(astar_compat_new_userdata(L, sizeof(bind_state), false), 0, sizeof(bind_state));
  bind_module_push_registered(L, BIND_KEY("objects"));
  lua_pushvalue(L, first + BIND_WEAK - 1);
  lua_setmetatable(L, -2);
  for (int owner = 1; owner <= BIND_CLASSES; owner++) {
    lua_pushvalue(L, first + owner - 1);
    bind_module_fill(L, owner, first);
    lua_pop(L, 1);
  }
  bind_module_ensure_guard(L, first);
  bind_module_publish(L, first);
  lua_newtable(L);
  bind_module_add(L, BIND_MODULE, false, first);
  lua_pushliteral(L, "astar " ASTAR_VERSION);
  lua_setfield(L, -2, "_VERSION");
  return 1;
}

// For `require "libs.astar"`: the library in a folder "libs" of a game.
int luaopen_libs_astar(lua_State *L) { return luaopen_astar(L); }
