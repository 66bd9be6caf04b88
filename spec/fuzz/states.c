// A fuzzer with two Lua states in one program, each with the module. Both make random
// calls by spec/fuzz/script.lua, and send each other grids as strings. After some rounds
// one state is closed with all its objects while the other continues, after others both,
// so that the module is unloaded. Nothing of a closed state may remain.
//
//     states SECONDS [SEED]
//
// LUA_PATH and LUA_CPATH select the build of the module.

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>

typedef struct state {
  lua_State *L;
  size_t held; // [bytes]
} state;

// Makes calls; returns their number, and a grid for the other state.
static const char script[] =
    "local fuzz = require 'spec.fuzz.script'\n"
    "local seed, grid = ...\n"
    "fuzz.receive(grid)\n"
    "return fuzz.run(seed, function(count) return count == 400 end)\n";

static void fail(const char *message) {
  fprintf(stderr, "%s\n", message);
  exit(EXIT_FAILURE);
}

static void *counted(void *user, void *block, size_t old_size, size_t new_size) {
  state *s = (state *)user;
  void *moved = NULL;
  if (new_size == 0)
    free(block);
  else if ((moved = realloc(block, new_size)) == NULL)
    return NULL;
  s->held += new_size - (block != NULL ? old_size : 0);
  return moved;
}

static void open_state(state *s) {
  s->held = 0;
#if LUA_VERSION_NUM >= 505
  s->L = lua_newstate(counted, s, 0);
#else
  s->L = lua_newstate(counted, s);
#endif
  if (s->L == NULL) fail("no Lua state");
  luaL_openlibs(s->L);
}

static void close_state(state *s) {
  lua_close(s->L);
  if (s->held != 0) fail("a closed state left memory");
}

// The string of the grid that a state sends to the other one, or NULL. The sender owns
// it.
static const char *mail_of(const state *s, size_t *length) {
  return lua_gettop(s->L) > 0 ? lua_tolstring(s->L, 1, length) : NULL;
}

// Makes calls in a coroutine, which is dropped after them; then the state has a new grid
// for the other one. Returns the number of calls.
static long play(state *s, long seed, const state *other) {
  size_t length;
  const char *mail = mail_of(other, &length);
  lua_State *thread = lua_newthread(s->L);
  lua_insert(s->L, 1);
  if (luaL_loadstring(thread, script) != 0) fail(lua_tostring(thread, -1));
  lua_pushnumber(thread, (lua_Number)seed);
  if (mail != NULL) lua_pushlstring(thread, mail, length);
  if (lua_pcall(thread, mail != NULL ? 2 : 1, 2, 0) != 0) fail(lua_tostring(thread, -1));
  const long count = (long)lua_tonumber(thread, -2);
  lua_xmove(thread, s->L, 1);
  lua_replace(s->L, 1);
  lua_settop(s->L, 1);
  return count;
}

// Closes one state or both after some of the rounds, and opens new ones.
static void renew(state states[2], long round) {
  if (round % 3 != 2) return;
  state *one = &states[round / 3 % 2], *other = &states[1 - round / 3 % 2];
  close_state(one);
  if (round % 4 == 3) {
    close_state(other);
    open_state(other);
  }
  open_state(one);
}

int main(int count, char **arguments) {
  enum { LEAST = 12 }; // rounds
  const long seconds = count > 1 ? atol(arguments[1]) : 10;
  const long seed = count > 2 ? atol(arguments[2]) : (long)time(NULL);
  const clock_t stop = clock() + (clock_t)seconds * CLOCKS_PER_SEC;
  state states[2];
  long calls = 0, round = 0;
  open_state(&states[0]);
  open_state(&states[1]);
  for (; round < LEAST || clock() < stop; round++) {
    calls += play(&states[round % 2], seed + round, &states[(round + 1) % 2]);
    renew(states, round);
  }
  close_state(&states[0]);
  close_state(&states[1]);
  printf("states, seed %ld: %ld calls in %ld rounds\n", seed, calls, round);
  return EXIT_SUCCESS;
}
