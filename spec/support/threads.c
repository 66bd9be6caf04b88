// Tests the uses from several threads that astar.h permits, under ThreadSanitizer, which
// reports each race. `make threads` builds and runs it.
//
// - Lua states on several threads, each with its own grids: they share nothing.
// - Several threads read one grid and the fields on it.
// - Several threads retain and free the same grids and rules.
// - Several threads use the same rules, each on its own grid.
// - Handlers of signals run in the threads of the program, not in those of a pool.

#define _POSIX_C_SOURCE 200809L

#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

#include "astar.h"
#include "astar_pool.h"
#include "lauxlib.h"
#include "lua.h"
#include "lualib.h"
#include "serialized.h"
#include "rounds.h"

int luaopen_astar(lua_State *L);

enum { THREADS = 4 };

// Starts all threads with one function; each gets one element of `arguments`. `meanwhile`
// runs at the same time in the first thread; it may be NULL.
static void run_all(void *(*run)(void *), void *arguments, size_t size,
                    void (*meanwhile)(void)) {
  pthread_t threads[THREADS];
  for (size_t i = 0; i < THREADS; i++)
    REQUIRE(pthread_create(&threads[i], NULL, run, (char *)arguments + i * size) == 0);
  if (meanwhile != NULL) meanwhile();
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
}

// -------------------------------------------------------------------------- Lua states

// Uses all kinds of queries, and returns a sum that must be the same in each thread.
static const char states_script[] =
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
    "    grid:block(x2, y2, random(2) == 1, random(8))\n"
    "    _, cost = grid:find_path(x1, y1, x2, y2, rules, {\n"
    "      ignore_blocked = { random(8), random(8) }, penalty_scale = random(3) })\n"
    "    if type(cost) == 'number' then sum = sum + cost end\n"
    "    if field then field:update() sum = sum + (field:cost(x1, y1) or 0) end\n"
    "    local _, found = planner:path()\n"
    "    if type(found) == 'number' then sum = sum + found end\n"
    "    if grid:line_of_sight(x1, y1, x2, y2, rules) then sum = sum + 1 end\n"
    "  end\n"
    "  grid = astar.deserialize(grid:serialize())\n"
    "end\n"
    "return sum\n";

typedef struct states_result {
  double sum;
  char message[256];
} states_result;

static void *states_run(void *argument) {
  states_result *result = (states_result *)argument;
  lua_State *L = luaL_newstate();
  luaL_openlibs(L);
  luaL_requiref(L, "astar", luaopen_astar, 0);
  lua_pop(L, 1);
  if (luaL_dostring(L, states_script) != LUA_OK)
    snprintf(result->message, sizeof result->message, "%s", lua_tostring(L, -1));
  else
    result->sum = lua_tonumber(L, -1);
  lua_close(L);
  return NULL;
}

static void check_states(void) {
  static states_result results[THREADS];
  run_all(states_run, results, sizeof results[0], NULL);
  for (int i = 0; i < THREADS; i++) {
    if (results[i].message[0] != '\0') fprintf(stderr, "%s\n", results[i].message);
    REQUIRE(results[i].message[0] == '\0');
    REQUIRE(results[i].sum > 0 && is_number(results[i].sum, results[0].sum));
  }
  printf("%d threads, each with its own Lua state: the same answers\n", (int)THREADS);
}

// ------------------------------------------------------------------------------ worlds

enum { WIDTH = 48, HEIGHT = 36, REGION = 24, ROUNDS = 20 };

// The number of memory blocks in use. It shows objects that are freed twice or never.
static atomic_int blocks;

static void *count_blocks(void *user, void *block, size_t old_size, size_t new_size) {
  (void)user;
  (void)old_size;
  if (new_size == 0) {
    atomic_fetch_sub(&blocks, 1);
    free(block);
    return NULL;
  }
  if (block == NULL) atomic_fetch_add(&blocks, 1);
  return realloc(block, new_size);
}

static const astar_allocator counted = {count_blocks, NULL};

static astar_rules *new_rules(double mud) {
  astar_rules_def def = astar_default_rules();
  astar_rules *rules;
  def.cost[0] = 1;
  def.cost[1] = mud;
  REQUIRE(astar_rules_new(&counted, &def, &rules) == ASTAR_OK);
  return rules;
}

// A grid with content of each kind.
static astar_grid *new_grid(void) {
  astar_grid *grid;
  uint32_t id, random = 7;
  REQUIRE(astar_grid_new(&counted, WIDTH, HEIGHT, ASTAR_SQUARE, 0, &grid) == ASTAR_OK);
  for (int i = 0; i < 400; i++) {
    random = random * 1664525 + 1013904223;
    int x = (int)(random >> 8) % WIDTH, y = (int)(random >> 16) % HEIGHT;
    int layer = 1 + i / 8 % ASTAR_LAYERS;
    switch (i % 4) {
    case 0: REQUIRE(astar_grid_set(grid, x, y, 1) == ASTAR_OK); break;
    case 1: REQUIRE(astar_grid_set(grid, x, y, 2) == ASTAR_OK); break;
    case 2: REQUIRE(astar_grid_set_penalty(grid, x, y, 0.5) == ASTAR_OK); break;
    default: REQUIRE(astar_grid_block(grid, x, y, i % 8 == 3, layer) == ASTAR_OK);
    }
  }
  for (int x = 0; x < WIDTH - 1; x += 3)
    REQUIRE(astar_grid_set_edge(grid, x, 9, 1, 0, false, x % 2 == 0) == ASTAR_OK);
  REQUIRE(astar_grid_set(grid, 1, 1, 0) == ASTAR_OK);
  REQUIRE(astar_grid_fill_blocked(grid, 1, 1, 1, 1, true, 8) == ASTAR_OK);
  for (int layer = 1; layer <= ASTAR_LAYERS; layer++)
    REQUIRE(astar_grid_block(grid, 1, 1, false, layer) == ASTAR_OK);
  REQUIRE(astar_grid_link(grid, 3, 3, 40, 30, 2, false, &id) == ASTAR_OK);
  return grid;
}

// -------------------------------------------------------------- readers of one grid

typedef struct view {
  const astar_grid *grid;
  const astar_rules *rules;
  const astar_field *field, *range, *ghost;
  double expected;
} view;

static double read_field(const astar_field *field) {
  double sum = 0;
  for (int x = -1, y = 0; astar_field_each(field, &x, &y);) {
    astar_point next = {0, 0};
    sum += astar_field_cost(field, x, y) + x * y;
    if (astar_field_next(field, x, y, &next)) sum += next.x + 2 * next.y;
  }
  return sum;
}

// Calls each function that several threads may call, and returns the sum of the answers.
static double read_all(const view *v) {
  const astar_grid *grid = v->grid;
  double sum = (double)astar_grid_revision(grid) + (double)astar_grid_layout(grid);
  for (int y = -1; y <= astar_grid_height(grid); y++) {
    const uint8_t *row = astar_grid_row(grid, y);
    for (int x = -1; x <= astar_grid_width(grid); x++) {
      REQUIRE(!astar_grid_contains(grid, x, y) || row[x] == astar_grid_get(grid, x, y));
      sum += astar_grid_get(grid, x, y) + astar_grid_penalty(grid, x, y);
      sum += astar_grid_is_blocked(grid, x, y, ASTAR_ANY_LAYER) * 3;
      sum += astar_grid_is_edge_open(grid, x, y, 1, 0) * 5;
      sum += astar_is_passable(grid, v->rules, NULL, x, y) * 7;
      sum += (double)astar_grid_distance(grid, x, y, 3, 4, 8);
      sum += astar_grid_obstacles(grid, x, y) * 11;
      for (int layer = 1; layer <= ASTAR_LAYERS; layer++) {
        const astar_filter filter = {ASTAR_LAYER(layer), 0.5, {{0, 0}}};
        sum += astar_grid_is_blocked(grid, x, y, layer) * layer;
        sum += astar_is_passable(grid, v->rules, &filter, x, y) * layer;
      }
    }
  }
  const astar_filter filter = astar_rules_filter(v->rules);
  sum += filter.ignored_layers + filter.penalty_scale;
  return sum + read_field(v->field) + read_field(v->range) + read_field(v->ghost);
}

// Copies the grid, in every way that astar.h has, and compares the copies with it.
static void copy_all(const view *v) {
  const size_t most = 20 * WIDTH * HEIGHT;
  astar_grid *clone, *copy;
  astar_link link;
  int x = 0, y = 0, dx = 0, dy = 0, edges = 0;
  uint8_t *bytes = malloc(2 * most);
  REQUIRE(bytes != NULL);
  const size_t size = astar_grid_serialize(v->grid, bytes, most);
  REQUIRE(size <= most);
  REQUIRE(astar_grid_clone(v->grid, &counted, &clone) == ASTAR_OK);
  REQUIRE(astar_grid_new(&counted, WIDTH, HEIGHT, ASTAR_SQUARE, 0, &copy) == ASTAR_OK);
  REQUIRE(astar_grid_copy(copy, v->grid) == ASTAR_OK);
  REQUIRE(astar_grid_serialize(clone, bytes + size, most) == size);
  REQUIRE(memcmp(bytes, bytes + size, size) == 0);
  const size_t size_copy = astar_grid_serialize(copy, bytes + size, most);
  REQUIRE(serialized_is_same(bytes, size, bytes + size, size_copy));
  for (uint32_t id = 0; astar_grid_each_link(v->grid, &id, &link);)
    REQUIRE(link.x1 == 3 && link.y2 == 30);
  while (astar_grid_each_edge(v->grid, &x, &y, &dx, &dy)) edges++;
  REQUIRE(edges > WIDTH / 3);
  astar_grid_free(clone);
  astar_grid_free(copy);
  free(bytes);
}

static void *readers_run(void *argument) {
  const view *v = (const view *)argument;
  copy_all(v);
  for (int i = 0; i < 3; i++) REQUIRE(is_number(read_all(v), v->expected));
  return NULL;
}

static void check_readers(void) {
  const astar_source goals[] = {{1, 1, 0}, {40, 30, 2}};
  astar_grid *grid = new_grid();
  astar_rules *rules = new_rules(3);
  astar_field *field, *range, *ghost;
  const astar_filter ignoring = {ASTAR_LAYER(2) | ASTAR_LAYER(3), 0.5, {{0, 0}}};
  REQUIRE(astar_distance_field(grid, rules, NULL, goals, 2, INFINITY, &field) ==
          ASTAR_OK);
  REQUIRE(astar_distance_field(grid, rules, &ignoring, goals, 2, INFINITY, &ghost) ==
          ASTAR_OK);
  REQUIRE(astar_movement_range(grid, rules, NULL, 1, 1, REGION, &range) == ASTAR_OK);
  // Blocks a layer that only one of the fields considers: the other field stays up to
  // date.
  REQUIRE(astar_grid_block(grid, 2, 2, true, 2) == ASTAR_OK);
  view views[THREADS] = {{grid, rules, field, range, ghost, 0}};
  views[0].expected = read_all(&views[0]);
  for (int i = 1; i < THREADS; i++) views[i] = views[0];
  run_all(readers_run, views, sizeof views[0], NULL);
  astar_field_free(field);
  astar_field_free(range);
  astar_field_free(ghost);
  astar_rules_free(rules);
  astar_grid_free(grid);
  REQUIRE(atomic_load(&blocks) == 0);
  printf("%d threads that read one grid and its fields: the same answers\n",
         (int)THREADS);
}

// ------------------------------------------------------------------------------ owners

static astar_grid *owned_grid;
static astar_rules *owned_rules[2];

// The main thread is not the last owner.
static void disown(void) {
  astar_grid_free(owned_grid);
  astar_rules_free(owned_rules[0]);
  astar_rules_free(owned_rules[1]);
}

static void own(void) {
  astar_grid_retain(owned_grid);
  astar_rules_retain(owned_rules[0]);
  astar_rules_retain(owned_rules[1]);
}

static void *owners_run(void *argument) {
  (void)argument;
  for (int i = 0; i < 1000; i++) {
    own();
    disown();
  }
  disown();
  return NULL;
}

static void check_owners(void) {
  char arguments[THREADS];
  for (int round = 0; round < ROUNDS; round++) {
    owned_grid = new_grid();
    owned_rules[0] = new_rules(3);
    owned_rules[1] = new_rules(5);
    for (int i = 0; i < THREADS; i++) own();
    run_all(owners_run, arguments, 1, disown);
    REQUIRE(atomic_load(&blocks) == 0);
  }
  printf("%d threads that own the same grid and rules: each freed once\n", (int)THREADS);
}

// -------------------------------------------------------------------- the same rules

// Paths, fields and searches on a grid of this thread, under rules that all threads
// share.
static double use_rules(astar_grid *grid, const astar_rules *rules) {
  const astar_point goal = {WIDTH - 2, HEIGHT - 2};
  const astar_source source = {1, 1, 0};
  const astar_query query = astar_default_query(rules, 1, 1, &goal, 1);
  astar_result result, sliced;
  astar_search *search;
  astar_field *field;
  astar_status status = astar_find_path(grid, &query, NULL, &result);
  double sum = status == ASTAR_OK ? result.cost : 1;
  REQUIRE(astar_search_new(grid, &query, &search) == ASTAR_OK);
  REQUIRE(astar_search_step(search, INT64_MAX) == status);
  REQUIRE(astar_search_result(search, &sliced) == status);
  REQUIRE(status != ASTAR_OK || is_number(sliced.cost, result.cost));
  astar_search_free(search);
  REQUIRE(astar_distance_field(grid, rules, NULL, &source, 1, INFINITY, &field) ==
          ASTAR_OK);
  sum += read_field(field);
  astar_field_free(field);
  for (int layer = 1; layer <= ASTAR_LAYERS; layer++) {
    const astar_filter filter = {ASTAR_LAYER(layer), layer / 4.0, {{0, 0}}};
    REQUIRE(astar_distance_field(grid, rules, &filter, &source, 1, INFINITY, &field) ==
            ASTAR_OK);
    sum += read_field(field);
    astar_field_free(field);
  }
  return sum;
}

// The grid of this thread holds the first rules longer than their owners do. Its derived
// data for them is dropped by a query with the second rules.
static void *users_run(void *argument) {
  double *sum = (double *)argument;
  astar_grid *grid = new_grid();
  *sum = use_rules(grid, owned_rules[0]);
  astar_rules_free(owned_rules[0]);
  *sum += use_rules(grid, owned_rules[1]);
  astar_rules *third = new_rules(4);
  *sum += use_rules(grid, third);
  astar_rules_free(third);
  astar_rules_free(owned_rules[1]);
  astar_grid_free(grid);
  return NULL;
}

static void disown_rules(void) {
  astar_rules_free(owned_rules[0]);
  astar_rules_free(owned_rules[1]);
}

static void check_users(void) {
  double sums[THREADS];
  for (int round = 0; round < ROUNDS; round++) {
    owned_rules[0] = new_rules(3);
    owned_rules[1] = new_rules(5);
    for (int i = 0; i < THREADS; i++) {
      astar_rules_retain(owned_rules[0]);
      astar_rules_retain(owned_rules[1]);
    }
    run_all(users_run, sums, sizeof sums[0], disown_rules);
    for (int i = 0; i < THREADS; i++) REQUIRE(sums[i] > 0 && is_number(sums[i], sums[0]));
    REQUIRE(atomic_load(&blocks) == 0);
  }
  printf("%d threads with the same rules: the same answers, each freed once\n",
         (int)THREADS);
}

// ------------------------------------------------------------------------------ signals

static atomic_int handled;

static void count_signal(int number) {
  (void)number;
  atomic_fetch_add(&handled, 1);
}

// The system gives a signal of the process to any thread that does not block it. Here
// this would be a worker.
static void check_signals(void) {
  astar_grid *grid = new_grid();
  astar_rules *rules = new_rules(3);
  astar_pool *pool;
  astar_request *request;
  const astar_pool_options options = {
      .threads = THREADS, .max_pending = 100, .cookie = astar_default_pool().cookie};
  const astar_point goal = {WIDTH - 2, HEIGHT - 2};
  const astar_query query = astar_default_query(rules, 1, 1, &goal, 1);
  struct sigaction action = {.sa_handler = count_signal};
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGUSR1);
  REQUIRE(sigaction(SIGUSR1, &action, NULL) == 0);
  REQUIRE(astar_pool_new(grid, &counted, &options, &pool) == ASTAR_OK);
  REQUIRE(astar_pool_threads(pool) == THREADS);
  REQUIRE(pthread_sigmask(SIG_BLOCK, &signals, NULL) == 0);
  REQUIRE(kill(getpid(), SIGUSR1) == 0);
  for (int i = 0; i < 50; i++) {
    REQUIRE(astar_pool_find_path(pool, &query, &request) == ASTAR_OK);
    astar_pool_wait(pool);
    REQUIRE(astar_pool_next(pool) == request);
    astar_request_free(request);
  }
  REQUIRE(atomic_load(&handled) == 0);
  REQUIRE(pthread_sigmask(SIG_UNBLOCK, &signals, NULL) == 0);
  REQUIRE(atomic_load(&handled) == 1);
  astar_pool_free(pool);
  astar_rules_free(rules);
  astar_grid_free(grid);
  REQUIRE(atomic_load(&blocks) == 0);
  printf("%d workers: no signal is handled in them\n", (int)THREADS);
}

int main(void) {
  check_states();
  check_readers();
  check_owners();
  check_users();
  check_signals();
  return 0;
}
