// The objects of `love`: userdata with methods, such as images and fonts.
//
// Invariant: the first word of an object is NULL. The module astar has userdata, too,
// whose first word is never NULL, so a function of one that gets an object of the other
// raises an error.
#ifndef WEB_OBJECT_H
#define WEB_OBJECT_H

#include <stdbool.h>
#include <stddef.h>

#include <lauxlib.h>
#include <lua.h>

typedef struct Type {
  const char *name;
  void (*end)(void *object); // releases what the object owns, or NULL
  const luaL_Reg *methods;
} Type;

// What each object begins with.
typedef struct {
  void *none; // NULL
  const Type *type;
  bool has_ended;
} Object;

// Creates the metatable of a type.
void object_register(lua_State *L, const Type *type);

// Pushes a new object, whose bytes after its head are zero.
void *object_new(lua_State *L, const Type *type, size_t size, int user_values);

// The object at a place of the stack, or NULL when it is no object of this type.
void *object_test(lua_State *L, int index, const Type *type);

// The same, but raises an error instead, also for an object that has ended.
void *object_check(lua_State *L, int index, const Type *type);

// Raises an error if Lua has collected the object: a finalizer of the program may use it.
void object_check_alive(lua_State *L, const Object *object);

#endif
