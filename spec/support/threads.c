// Several Lua states on several threads, each with grids of its own: nothing of the
// library is shared. Under ThreadSanitizer (`make threads`) any race is told.

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "astar.h"
#include "lauxlib.h"
#include "lua.h"
#include "lualib.h"

int luaopen_astar(lua_State *L);

enum { THREADS = 4 };

// Does some of everything, and returns what must be the same in each thread.
static const char threads_script[] =
    "local astar = require 'astar'\n"
    "local seed, sum = 7, 0\n"
    "local function random(n) seed = seed * 48271 % 2147483647 return seed % n + 1 end\n"
    "for round = 1, 6 do\n"
    "  local grid = astar.grid(60, 40, { fill = 1 })\n"
    "  for _ = 1, 500 do grid:set(random(60), random(40), random(round > 3 and 4 or 2)) "
    "end\n"
    "  local rules = astar.rules { cost = { 1, false, 3, 5 } }\n"
    "  local field = grid:distance_field({ { 5, 5 }, { 50, 30 } }, rules)\n"
    "  local planner = grid:replanner(1, 1, 60, 40, rules)\n"
    "  for _ = 1, 60 do\n"
    "    local x1, y1, x2, y2 = random(60), random(40), random(60), random(40)\n"
    "    local path, cost = grid:find_path(x1, y1, x2, y2, rules, { partial = true })\n"
    "    if path then sum = sum + cost + #path:smooth() end\n"
    "    local search = grid:search(x1, y1, x2, y2, rules, {\n"
    "      heuristic = function(dx, dy) return dx > dy and dx or dy end })\n"
    "    while search:step(50) == 'running' do end\n"
    "    grid:block(x2, y2, random(2) == 1)\n"
    "    if field then field:update() sum = sum + (field:cost(x1, y1) or 0) end\n"
    "    local _, found = planner:path()\n"
    "    if type(found) == 'number' then sum = sum + found end\n"
    "    if grid:line_of_sight(x1, y1, x2, y2, rules) then sum = sum + 1 end\n"
    "  end\n"
    "  grid = astar.deserialize(grid:serialize())\n"
    "end\n"
    "return sum\n";

typedef struct threads_result {
  double sum;
  char message[256];
} threads_result;

static void *threads_run(void *argument) {
  threads_result *result = (threads_result *)argument;
  lua_State *L = luaL_newstate();
  luaL_openlibs(L);
  luaL_requiref(L, "astar", luaopen_astar, 0);
  lua_pop(L, 1);
  if (luaL_dostring(L, threads_script) != LUA_OK) {
    snprintf(result->message, sizeof result->message, "%s", lua_tostring(L, -1));
  } else {
    result->sum = lua_tonumber(L, -1);
  }
  lua_close(L);
  return NULL;
}

int main(void) {
  static threads_result results[THREADS];
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; i++) {
    if (pthread_create(&threads[i], NULL, threads_run, &results[i]) != 0) return 2;
  }
  int failures = 0;
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
  for (int i = 0; i < THREADS; i++) {
    bool same = !(results[i].sum < results[0].sum) && !(results[i].sum > results[0].sum);
    if (results[i].message[0] == '\0' && same && results[i].sum > 0) continue;
    printf("thread %d: %.17g %s\n", i, results[i].sum, results[i].message);
    failures++;
  }
  printf("%d threads, each with a Lua of its own: %s\n", (int)THREADS,
         failures > 0 ? "DIFFERENT" : "the same answers");
  return failures > 0;
}
