// `require "astar"`: opens the module, which creates the metatables of all classes and
// the table of functions.
//
// A Lua state may open the module several times (under another name, or again after an
// error). All openings share the metatables in the registry, so that objects of one are
// objects of the others.

#include "lua/support.h"

#include <string.h>

// The description of a class. Grids have methods from several files.
typedef struct bind_module_class {
  const char *key;  // of the metatable in the registry
  const char *name; // what scripts see as its metatable
  const luaL_Reg *metamethods;
  const luaL_Reg *methods[12]; // lists, the last of them NULL
  lua_CFunction iterator;
} bind_module_class;

// In the order of the upvalues, from BIND_GRID on.
static const bind_module_class bind_module_classes[BIND_CLASSES] = {
    {BIND_KEY_GRID,
     "astar.grid",
     bind_grid_metamethods,
     {bind_grid_methods, bind_geometry_methods, bind_find_methods, bind_field_queries,
      bind_search_queries, bind_replanner_queries, bind_explanation_queries,
      bind_blocking_queries, bind_replica_methods, bind_index_makers, NULL},
     NULL},
    {BIND_KEY_RULES,
     "astar.rules",
     bind_rules_metamethods,
     {bind_rules_methods, NULL},
     NULL},
    {BIND_KEY("path"),
     "astar.path",
     bind_path_metamethods,
     {bind_path_methods, NULL},
     bind_path_next},
    {BIND_KEY("field"),
     "astar.field",
     bind_field_metamethods,
     {bind_field_methods, NULL},
     NULL},
    {BIND_KEY("search"),
     "astar.search",
     bind_search_metamethods,
     {bind_search_methods, NULL},
     NULL},
    {BIND_KEY("replanner"),
     "astar.replanner",
     bind_replanner_metamethods,
     {bind_replanner_methods, NULL},
     NULL},
    {BIND_KEY("iterator"),
     "astar.iterator",
     bind_geometry_metamethods,
     {NULL},
     bind_geometry_next},
    {BIND_KEY_CROWD,
     "astar.crowd",
     bind_crowd_metamethods,
     {bind_crowd_methods, NULL},
     bind_crowd_next},
    {BIND_KEY("pool"),
     "astar.pool",
     bind_pool_metamethods,
     {bind_pool_methods, NULL},
     NULL},
    {BIND_KEY("request"),
     "astar.request",
     bind_request_metamethods,
     {bind_request_methods, NULL},
     NULL},
    {BIND_KEY("index"),
     "astar.index",
     bind_index_metamethods,
     {bind_index_methods, NULL},
     NULL},
    {BIND_KEY("explanation"),
     "astar.explanation",
     bind_explanation_metamethods,
     {NULL},
     NULL},
    {BIND_KEY("explained"),
     "astar.explanation",
     bind_explained_metamethods,
     {NULL},
     NULL},
};

// Pushes a closure over the upvalues, which are on the stack from index `first` on.
static void bind_module_push(lua_State *L, lua_CFunction function, int first) {
  for (int i = 0; i < BIND_UPVALUES; i++) lua_pushvalue(L, first + i);
  lua_pushcclosure(L, function, BIND_UPVALUES);
}

// Adds functions to the table on top of the stack.
static void bind_module_add(lua_State *L, const luaL_Reg *functions, int first) {
  for (; functions->name != NULL; functions++) {
    bind_module_push(L, functions->func, first);
    lua_setfield(L, -2, functions->name);
  }
}

// Adds `pool:await`, the only method that is written in Lua, to the table on top of the
// stack.
static void bind_module_add_await(lua_State *L, int first) {
  if (luaL_loadbuffer(L, bind_await, strlen(bind_await), "=pool:await") != 0)
    lua_error(L);
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
static void bind_module_push_methods(lua_State *L, const bind_module_class *description,
                                     int first) {
  lua_newtable(L);
  for (int i = 0; description->methods[i] != NULL; i++)
    bind_module_add(L, description->methods[i], first);
  if (description->methods[0] == bind_pool_methods) bind_module_add_await(L, first);
  if (description->methods[0] == bind_path_methods)
    bind_module_set_missing(L, bind_path_missing, first);
  if (description->methods[0] == bind_grid_methods)
    bind_module_set_missing(L, bind_grid_missing, first);
}

// Whether a class has a function `__index`, as pools and requests: they have fields, too.
static bool bind_module_has_index(const bind_module_class *description) {
  const luaL_Reg *function = description->metamethods;
  while (function->name != NULL && strcmp(function->name, "__index") != 0) function++;
  return function->name != NULL;
}

// Fills the metatable on top of the stack. This is done each time the module is opened,
// since an error may have interrupted an earlier opening. Objects of that opening work on
// at any moment.
static void bind_module_fill(lua_State *L, const bind_module_class *description,
                             int first) {
  lua_pushstring(L, description->name);
  lua_pushvalue(L, -1);
  lua_setfield(L, -3, "__name");
  lua_setfield(L, -2, "__metatable");
  bind_module_push_methods(L, description, first);
  lua_pushvalue(L, -1);
  lua_rawseti(L, -3, BIND_METHODS);
  if (bind_module_has_index(description))
    lua_pop(L, 1);
  else
    lua_setfield(L, -2, "__index");
  if (description->iterator != NULL) {
    bind_module_push(L, description->iterator, first);
    lua_rawseti(L, -2, BIND_ITERATOR);
  }
  bind_module_add(L, description->metamethods, first);
}

static void bind_module_push_weak(lua_State *L) {
  lua_createtable(L, 0, 1);
  lua_pushliteral(L, "kv");
  lua_setfield(L, -2, "__mode");
}

static void bind_module_push_state(lua_State *L) {
  size_t size = sizeof(bind_state);
  memset(astar_compat_new_userdata(L, size, false), 0, size);
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

static void bind_module_push_module(lua_State *L, int first) {
  lua_newtable(L);
  bind_module_add(L, bind_grid_functions, first);
  bind_module_add(L, bind_rules_functions, first);
  bind_module_add(L, bind_replica_functions, first);
  bind_module_add(L, bind_crowd_functions, first);
  bind_module_add(L, bind_pool_functions, first);
  lua_pushliteral(L, "astar " ASTAR_VERSION);
  lua_setfield(L, -2, "_VERSION");
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
    bind_module_push_registered(L, bind_module_classes[i].key);
  bind_module_push_weak(L);
  bind_module_push_state(L);
  bind_module_push_registered(L, BIND_KEY("objects"));
  lua_pushvalue(L, first + BIND_WEAK - 1);
  lua_setmetatable(L, -2);
  for (int i = 0; i < BIND_CLASSES; i++) {
    lua_pushvalue(L, first + i);
    bind_module_fill(L, &bind_module_classes[i], first);
    lua_pop(L, 1);
  }
  bind_module_ensure_guard(L, first);
  bind_module_publish(L, first);
  bind_module_push_module(L, first);
  return 1;
}

// For `require "libs.astar"`: the library in a folder "libs" of a game.
int luaopen_libs_astar(lua_State *L) { return luaopen_astar(L); }
