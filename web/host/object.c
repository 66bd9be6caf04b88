// The objects of `love`: see object.h.

#include "object.h"

#include <string.h>

void *object_test(lua_State *L, int index, const Type *type) {
  if (lua_type(L, index) != LUA_TUSERDATA || lua_rawlen(L, index) < sizeof(Object))
    return NULL;
  Object *object = lua_touserdata(L, index);
  if (object->none != NULL) return NULL;
  return object->type == type ? object : NULL;
}

void object_check_alive(lua_State *L, const Object *object) {
  if (object->has_ended) luaL_error(L, "Cannot use object after it has been released.");
}

void *object_check(lua_State *L, int index, const Type *type) {
  Object *object = object_test(L, index, type);
  if (!object) luaL_typeerror(L, index, type->name);
  object_check_alive(L, object);
  return object;
}

void *object_new(lua_State *L, const Type *type, size_t size, int user_values) {
  Object *object = lua_newuserdatauv(L, size, user_values);
  memset(object, 0, size);
  object->type = type;
  lua_rawgetp(L, LUA_REGISTRYINDEX, type);
  lua_setmetatable(L, -2);
  return object;
}

// ---------------------------------------------------------------- methods of all types

// The object of a method: it is of the type whose method this is.
static Object *self_of(lua_State *L) {
  const Type *type = lua_touserdata(L, lua_upvalueindex(1));
  Object *object = object_test(L, 1, type);
  if (!object) luaL_typeerror(L, 1, type->name);
  return object;
}

static int object_type(lua_State *L) {
  lua_pushstring(L, self_of(L)->type->name);
  return 1;
}

static int object_type_of(lua_State *L) {
  lua_pushboolean(L, strcmp(self_of(L)->type->name, luaL_checkstring(L, 2)) == 0);
  return 1;
}

// The finalizer.
static int object_end(lua_State *L) {
  Object *object = self_of(L);
  if (!object->has_ended && object->type->end) object->type->end(object);
  object->has_ended = true;
  return 0;
}

static int object_to_string(lua_State *L) {
  Object *object = self_of(L);
  lua_pushfstring(L, "%s: %p", object->type->name, (void *)object);
  return 1;
}

// A method that is not there.
static int object_missing(lua_State *L) {
  const Type *type = lua_touserdata(L, lua_upvalueindex(1));
  return luaL_error(L, "%s:%s is not in this browser's love", type->name,
                    luaL_tolstring(L, 2, NULL));
}

static void set_function(lua_State *L, const char *name, lua_CFunction function,
                         const Type *type) {
  lua_pushlightuserdata(L, (void *)(size_t)type);
  lua_pushcclosure(L, function, 1);
  lua_setfield(L, -2, name);
}

void object_register(lua_State *L, const Type *type) {
  lua_newtable(L); // the metatable
  lua_pushvalue(L, -1);
  lua_rawsetp(L, LUA_REGISTRYINDEX, type);
  lua_pushstring(L, type->name);
  lua_setfield(L, -2, "__name");
  set_function(L, "__gc", object_end, type);
  set_function(L, "__tostring", object_to_string, type);
  lua_newtable(L); // the methods
  if (type->methods) luaL_setfuncs(L, type->methods, 0);
  set_function(L, "type", object_type, type);
  set_function(L, "typeOf", object_type_of, type);
  lua_newtable(L);
  set_function(L, "__index", object_missing, type);
  lua_setmetatable(L, -2);
  lua_setfield(L, -2, "__index");
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_pop(L, 1);
}
