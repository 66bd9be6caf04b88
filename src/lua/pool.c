// Pools and their requests: `astar.pool`, the methods of a pool, and those of a request.
//
// Life of a request. A method of the pool creates its userdata, and puts it into the
// table of requests in flight, which the pool holds. So callbacks come even when the
// script keeps nothing. The core request holds the place in this table as its user
// pointer; a request of another owner has NULL there, and is left to that owner. When the
// pool delivers the answer, `bind_pool_answer` copies it into a path or a field of Lua,
// frees the core, and only then calls the callback. So a request has a core exactly while
// its state is "running".
//
// Errors and finalizers. Creating the path may fail, or run a finalizer that cancels the
// request, closes the pool, or updates it. Until the request is complete it is the
// *current* one of its pool, and the next update continues with it. So no answer is lost,
// and none is delivered twice.
//
// No Lua runs in other threads: they work on copies in C of the map, the rules and the
// query. A pool without threads searches in its updates: with a budget of milliseconds
// the binding lets it work slice by slice, and calls the clock, a function in Lua, in
// between.

#include "lua/support.h"

#include <stdio.h>
#include <string.h>

// Indices in the value of a pool, after BIND_PART_GRID: the table of requests in flight;
// the request whose answer is being delivered; the clock of a budget of milliseconds.
enum { BIND_POOL_REQUESTS = BIND_PART_RULES, BIND_POOL_CURRENT, BIND_POOL_CLOCK };

// Indices in the value of a request, after BIND_PART_GRID and BIND_PART_RULES: who gets
// the answer (a callback, a coroutine that waits, or nil), later the path or the field;
// and the table of requests in flight.
enum {
  BIND_REQUEST_RECEIVER = BIND_PART_HEURISTIC,
  BIND_REQUEST_RESULT = BIND_REQUEST_RECEIVER,
  BIND_REQUEST_TABLE
};

typedef struct bind_pool {
  bind_object object;
  size_t reported; // its memory as reported to the garbage collector [bytes]
  uint64_t made;   // number of its requests
  bool is_timed;   // updates last `seconds`, and make at most `expansions`
  double seconds;
  int64_t expansions;
} bind_pool;

typedef enum bind_request_state {
  BIND_REQUEST_RUNNING,
  BIND_REQUEST_DONE,
  BIND_REQUEST_CANCELLED
} bind_request_state;

typedef enum bind_request_kind {
  BIND_REQUEST_PATH,
  BIND_REQUEST_NEAREST,
  BIND_REQUEST_FIELD
} bind_request_kind;

typedef struct bind_request {
  void *null_word;
  astar_request *core; // NULL before it is made, and unless it is running
  uint64_t number;     // counts the requests of its pool
  int place;           // in the table of requests in flight
  int goal;            // index of the goal where the path ends
  bind_request_state state;
  bind_request_kind kind;
  astar_status status; // of the answer
  astar_filter filter;
} bind_request;

static astar_pool *bind_pool_core(lua_State *L, const char *who, const bind_pool *pool) {
  return bind_core(L, who, &pool->object).pool;
}

static bind_pool *bind_pool_self(lua_State *L, const char *who) {
  return (bind_pool *)bind_self_object(L, who, BIND_POOL);
}

// What a thread takes from the system besides the memory that the pool counts [bytes]. It
// is reported to the collector, too, so that pools without references are collected.
#define BIND_THREAD_MEMORY 65536

static void bind_pool_report(lua_State *L, bind_pool *pool) {
  if (pool->object.core.any == NULL) return;
  size_t threads =
      (size_t)astar_pool_threads(pool->object.core.pool) * BIND_THREAD_MEMORY;
  bind_report_held(L, astar_pool_memory(pool->object.core.pool) + threads,
                   &pool->reported);
}

// ------------------------------------------------------------------------------ pools

// Options of a new pool. The value of `clock` replaces a nil at BIND_POOL_CLOCK_AT.
typedef struct bind_pool_options {
  astar_pool_options pool;
  double milliseconds;
} bind_pool_options;

enum { BIND_POOL_CLOCK_AT = 3 };

static void bind_pool_read_clock(lua_State *L, const char *who, const char *what,
                                 int index, void *target) {
  (void)target;
  if (!lua_isfunction(L, index)) bind_expected(L, who, what, "a function", index);
  lua_pushvalue(L, index);
  lua_replace(L, BIND_POOL_CLOCK_AT);
}

static const bind_range bind_pool_threads = {0, ASTAR_MAX_THREADS, NULL};
static const bind_range bind_pool_latencies = {0, ASTAR_MAX_LATENCY, NULL};
static const bind_range bind_pool_pendings = {1, BIND_FAR, NULL};

#define BIND_POOL_OPTION(name, kind, detail)                                             \
  BIND_VALUE(#name, kind, detail, bind_pool_options, pool.name)

static const bind_option bind_pool_options_known[] = {
    BIND_POOL_OPTION(threads, BIND_INTEGER, &bind_pool_threads),
    BIND_POOL_OPTION(latency, BIND_INTEGER, &bind_pool_latencies),
    BIND_POOL_OPTION(max_pending, BIND_INTEGER, &bind_pool_pendings),
    BIND_POOL_OPTION(expansions, BIND_AMOUNT, NULL),
    BIND_VALUE("milliseconds", BIND_NUMBER, BIND_FINITE_NOT_NEGATIVE, bind_pool_options,
               milliseconds),
    BIND_OPTION("clock", bind_pool_read_clock),
    BIND_LAST_OPTION,
};

// The bits of these options in the result of bind_read_options: those of a budget, which
// a pool with threads has not, are the last three.
enum { BIND_POOL_EXPANSIONS = 3, BIND_POOL_MILLISECONDS, BIND_POOL_BUDGET_END = 6 };

// The guard. When a Lua state is closed, an object that a finalizer creates gets no
// finalizer call of its own. A pool that is created there would leave threads behind, and
// Lua unloads the library under them. So each state has a guard, an object older than all
// pools. Its finalizer closes the pools that are left, and sets item 0 of BIND_OBJECTS:
// from then on `astar.pool` raises an error. BIND_OBJECTS has all pools as weak keys.
static void bind_pool_watch_over(lua_State *L, const char *who) {
  lua_rawgeti(L, lua_upvalueindex(BIND_OBJECTS), 0);
  if (lua_toboolean(L, -1)) luaL_error(L, "%s: the Lua state is being closed", who);
  lua_pop(L, 1);
  lua_pushvalue(L, -1);
  lua_pushboolean(L, 1);
  lua_rawset(L, lua_upvalueindex(BIND_OBJECTS));
}

// Ends the request at `index`, which is running. Allocates nothing.
static void bind_request_end(lua_State *L, int index, bind_request *request,
                             bind_request_state state) {
  astar_request *core = request->core;
  request->core = NULL;
  request->state = state;
  astar_compat_get_value(L, index);
  lua_rawgeti(L, -1, BIND_REQUEST_TABLE);
  luaL_unref(L, -1, request->place);
  lua_pop(L, 1);
  lua_pushnil(L);
  lua_rawseti(L, -2, BIND_REQUEST_TABLE);
  lua_pushnil(L);
  lua_rawseti(L, -2, BIND_REQUEST_RECEIVER);
  lua_pop(L, 1);
  astar_request_free(core);
}

// Cancels all requests in flight of the pool at `index`. Allocates nothing, and only
// clears existing items of their table, as a loop over a table may do.
static void bind_pool_cancel_all(lua_State *L, int index) {
  int value = lua_gettop(L) + 1, requests = value + 1, item = value + 3;
  astar_compat_get_value(L, index);
  lua_rawgeti(L, value, BIND_POOL_REQUESTS);
  lua_pushnil(L);
  while (lua_next(L, requests)) {
    bind_request *request = (bind_request *)bind_test(L, item, BIND_REQUEST);
    if (request != NULL && request->core != NULL)
      bind_request_end(L, item, request, BIND_REQUEST_CANCELLED);
    lua_settop(L, item - 1);
  }
  lua_pushnil(L);
  lua_rawseti(L, value, BIND_POOL_CURRENT);
  lua_settop(L, value - 1);
}

// Frees the core of the pool at `index`, which cancels all requests at once.
static void bind_pool_end(lua_State *L, int index, bind_pool *pool) {
  if (pool->object.core.any == NULL) return;
  bind_end(&pool->object);
  bind_pool_cancel_all(L, index);
}

// Makes the global value of these names, as in love.timer.getTime, the clock, unless
// there is one.
static void bind_pool_find_clock(lua_State *L, const char *const *names) {
  if (!lua_isnil(L, BIND_POOL_CLOCK_AT)) return;
  lua_getglobal(L, "_G");
  for (; *names != NULL && lua_istable(L, -1); names++) {
    lua_pushstring(L, *names);
    lua_rawget(L, -2);
  }
  if (lua_isfunction(L, -1)) {
    lua_pushvalue(L, -1);
    lua_replace(L, BIND_POOL_CLOCK_AT);
  }
}

// Keeps the budget of milliseconds of the pool at the top of the stack.
static void bind_pool_set_time(lua_State *L, const char *who, bind_pool *pool,
                               bind_pool_options *options, bool has_expansions) {
  static const char *const of_love[] = {"love", "timer", "getTime", NULL};
  static const char *const of_lua[] = {"os", "clock", NULL};
  int top = lua_gettop(L);
  bind_pool_find_clock(L, of_love);
  bind_pool_find_clock(L, of_lua);
  if (lua_isnil(L, BIND_POOL_CLOCK_AT))
    luaL_error(L, "%s: option \"milliseconds\" needs the option \"clock\" here", who);
  astar_compat_get_value(L, top);
  lua_pushvalue(L, BIND_POOL_CLOCK_AT);
  lua_rawseti(L, -2, BIND_POOL_CLOCK);
  lua_settop(L, top);
  pool->is_timed = true;
  pool->seconds = options->milliseconds / 1000;
  pool->expansions = has_expansions ? options->pool.expansions : INT64_MAX;
  options->pool.expansions = 0;
}

static int bind_pool_new(lua_State *L) {
  const char *who = "astar.pool";
  lua_settop(L, BIND_POOL_CLOCK_AT - 1);
  lua_pushnil(L);
  // The 0 in the table of requests begins the list of free places: so luaL_unref, which
  // stores the list there, allocates nothing.
  lua_newtable(L);
  lua_pushinteger(L, 0);
  lua_rawseti(L, -2, 0);
  bind_pool *pool =
      (bind_pool *)bind_new_object(L, BIND_POOL, sizeof *pool, 1, lua_gettop(L));
  bind_pool_watch_over(L, who);
  bind_grid *grid = bind_check_grid(L, who, "grid", 1);
  bind_pool_options options = {.pool = astar_default_pool()};
  unsigned given = bind_read_options(L, who, 2, bind_pool_options_known, &options);
  if (given >> BIND_POOL_MILLISECONDS & 1)
    bind_pool_set_time(L, who, pool, &options, given >> BIND_POOL_EXPANSIONS & 1);
  BIND_TRY(status, astar_pool_new(bind_grid_core(L, who, grid), NULL, &options.pool,
                                  &pool->object.core.pool));
  bind_expect_ok(L, who, status);
  for (int i = BIND_POOL_EXPANSIONS; i < BIND_POOL_BUDGET_END; i++) {
    if ((given >> i & 1) == 0 || astar_pool_threads(pool->object.core.pool) == 0)
      continue;
    bind_pool_end(L, lua_gettop(L), pool);
    luaL_error(L, "%s: %s is for a pool without threads: write threads = 0, too", who,
               bind_pool_options_known[i].what);
  }
  bind_set_size(L, who, &pool->object, grid);
  bind_report_memory(L, grid);
  bind_pool_report(L, pool);
  return 1;
}

static int bind_pool_close(lua_State *L) {
  bind_pool *pool = (bind_pool *)bind_self(L, "pool:close", BIND_POOL);
  bind_pool_end(L, 1, pool);
  return 0;
}

// The finalizer of the guard: closes all pools that are left.
int bind_pool_end_all(lua_State *L) {
  lua_pushboolean(L, 1);
  lua_rawseti(L, lua_upvalueindex(BIND_OBJECTS), 0);
  lua_pushnil(L);
  while (lua_next(L, lua_upvalueindex(BIND_OBJECTS))) {
    lua_pop(L, 1);
    int key = lua_gettop(L);
    bind_pool *pool = (bind_pool *)bind_test(L, key, BIND_POOL);
    if (pool != NULL) bind_pool_end(L, key, pool);
  }
  return 0;
}

static int bind_pool_gc(lua_State *L) {
  if (bind_test(L, 1, BIND_POOL) != NULL) bind_pool_close(L);
  return 0;
}

static int bind_pool_tostring(lua_State *L) {
  const bind_pool *pool = (bind_pool *)bind_test(L, 1, BIND_POOL);
  char text[64] = "astar.pool (closed)";
  if (pool != NULL && pool->object.core.any != NULL) {
    int threads = astar_pool_threads(pool->object.core.pool);
    snprintf(text, sizeof text, "astar.pool of %d thread%s", threads,
             threads == 1 ? "" : "s");
  }
  return bind_push_string(L, text);
}

// Pushes the method of the class that is named by the key at 2; nil when there is none.
// Returns whether the key is that of a field of the object at 1.
static bool bind_pool_is_field(lua_State *L, int class_index, const char *field) {
  lua_settop(L, 2);
  lua_rawgeti(L, lua_upvalueindex(class_index), BIND_METHODS);
  lua_pushvalue(L, 2);
  lua_rawget(L, 3);
  return bind_test(L, 1, class_index) != NULL && lua_type(L, 2) == LUA_TSTRING &&
         strcmp(lua_tostring(L, 2), field) == 0;
}

// `pool.grid`, and the methods.
static int bind_pool_index(lua_State *L) {
  if (!bind_pool_is_field(L, BIND_POOL, "grid")) return 1;
  astar_compat_get_value(L, 1);
  lua_rawgeti(L, -1, BIND_PART_GRID);
  return 1;
}

// ------------------------------------------------------------------- making a request

// The places on the stack while a request is made. The grid is at 1, since readers of
// options look for it there.
typedef struct bind_order {
  const char *who;
  int pool, request;
  int receiver; // a callback, a coroutine or nil
  int rules;
} bind_order;

// Reads the optional arguments at `options` and after it: options, then a callback.
static int bind_pool_check_callback(lua_State *L, const char *who, int options) {
  int callback = options + 1;
  lua_settop(L, callback);
  if (lua_isfunction(L, options) && lua_isnil(L, callback))
    lua_insert(L, options); // f, nil becomes nil, f
  else if (!lua_isnil(L, callback) && !lua_isfunction(L, callback))
    bind_expected(L, who, "callback", "a function", callback);
  return callback;
}

// Puts the grid of the pool at 1, and the pool on top of the stack.
static int bind_pool_exchange(lua_State *L) {
  lua_pushvalue(L, 1);
  int pool = lua_gettop(L);
  astar_compat_get_value(L, pool);
  lua_rawgeti(L, -1, BIND_PART_GRID);
  lua_replace(L, 1);
  lua_settop(L, pool);
  return pool;
}

// Begins a request: checks the pool at 1 and the receiver, and exchanges pool and grid.
static bind_order bind_pool_begin(lua_State *L, const char *who, int rules, int options) {
  bind_order order = {.who = who, .rules = rules};
  bind_pool_self(L, who);
  order.receiver = bind_pool_check_callback(L, who, options);
  order.pool = bind_pool_exchange(L);
  return order;
}

// Pushes the request, without a core. O(1), and as few allocations as possible.
static bind_request *bind_pool_push_request(lua_State *L, bind_order *order,
                                            bind_request_kind kind,
                                            const astar_filter *filter) {
  bind_push_new_pair(L, BIND_REQUEST_TABLE, 1, order->rules);
  lua_pushvalue(L, order->receiver);
  lua_rawseti(L, -2, BIND_REQUEST_RECEIVER);
  astar_compat_get_value(L, order->pool);
  lua_rawgeti(L, -1, BIND_POOL_REQUESTS);
  lua_rawseti(L, -3, BIND_REQUEST_TABLE);
  lua_pop(L, 1);
  bind_request *request = (bind_request *)bind_push_userdata(
      L, lua_upvalueindex(BIND_REQUEST), sizeof *request, true);
  order->request = lua_gettop(L);
  request->kind = kind;
  request->filter = *filter;
  return request;
}

// Pushes the table of requests in flight, and gives the request a place there. Finalizers
// may run.
static void bind_pool_reserve(lua_State *L, const bind_order *order,
                              bind_request *request) {
  lua_settop(L, order->request);
  astar_compat_get_value(L, order->request);
  lua_rawgeti(L, -1, BIND_REQUEST_TABLE);
  lua_pushvalue(L, order->request);
  request->place = luaL_ref(L, -2);
}

// Ends an attempt to make the core: the request is in flight, or leaves its place.
static astar_status bind_pool_settle(lua_State *L, bind_pool *pool, bind_request *request,
                                     astar_status status) {
  if (status == ASTAR_OK) {
    request->number = ++pool->made;
    astar_request_set_user(request->core, (void *)(uintptr_t)request->place);
  } else {
    luaL_unref(L, -1, request->place);
  }
  return status;
}

// Returns the request to Lua; or nil and "busy".
static int bind_pool_return(lua_State *L, const bind_order *order, astar_status status) {
  if (status != ASTAR_OK) return bind_push_reason(L, order->who, status);
  lua_pushvalue(L, order->request);
  return 1;
}

// Requests the path of a query. The rules were checked.
static int bind_pool_request_path(lua_State *L, bind_order *order, bind_request_kind kind,
                                  bind_query *query) {
  const char *who = order->who;
  bind_pool *pool = (bind_pool *)lua_touserdata(L, order->pool);
  const bind_rules *rules = (const bind_rules *)lua_touserdata(L, order->rules);
  if (query->core.heuristic == ASTAR_HEURISTIC_FUNCTION)
    luaL_error(L,
               "%s: option \"heuristic\" must not be a function: the pool searches on a "
               "copy of the map",
               who);
  bind_request *request = bind_pool_push_request(L, order, kind, &query->filter);
  BIND_TRY(status,
           (bind_pool_reserve(L, order, request),
            query->core.rules = bind_rules_core(L, who, rules),
            query->core.avoid = bind_avoided_core(L, who, query),
            bind_pool_settle(L, pool, request,
                             astar_pool_find_path(bind_pool_core(L, who, pool),
                                                  &query->core, &request->core))));
  if (status == ASTAR_INVALID)
    luaL_error(L, "%s: %s", who,
               astar_why_invalid_request(bind_pool_core(L, who, pool), &query->core));
  bind_expect_outcome(L, who, (const bind_grid *)lua_touserdata(L, 1), rules,
                      &query->filter, query->core.algorithm, status);
  return bind_pool_return(L, order, status);
}

// Requests the path between the tiles at 2 to 5 under the rules at 6, with the options at
// 7.
static int bind_pool_request_between(lua_State *L, bind_order *order) {
  bind_query query;
  const bind_ends ends = bind_check_ends(L, order->who);
  const bind_rules *rules = bind_check_rules(L, order->who, "rules", 6);
  query.core = astar_default_query(NULL, ends.start.x, ends.start.y, &ends.goal, 1);
  bind_read_query(L, order->who, 7, 1, rules, &query);
  return bind_pool_request_path(L, order, BIND_REQUEST_PATH, &query);
}

static int bind_pool_find_path(lua_State *L) {
  bind_order order = bind_pool_begin(L, "pool:find_path", 6, 7);
  return bind_pool_request_between(L, &order);
}

static int bind_pool_find_nearest(lua_State *L) {
  bind_query query;
  astar_point *list;
  bind_order order = bind_pool_begin(L, "pool:find_nearest", 5, 6);
  const astar_point at = bind_check_tile(L, order.who, 2);
  int count = bind_read_tiles(L, order.who, "goals", true, 4, 0, &list);
  const bind_rules *rules = bind_check_rules(L, order.who, "rules", 5);
  query.core = astar_default_query(NULL, at.x, at.y, list, count);
  bind_read_query(L, order.who, 6, 1, rules, &query);
  return bind_pool_request_path(L, &order, BIND_REQUEST_NEAREST, &query);
}

static int bind_pool_distance_field(lua_State *L) {
  astar_source *sources;
  astar_filter filter;
  double max_cost;
  bind_order order = bind_pool_begin(L, "pool:distance_field", 3, 4);
  const char *who = order.who;
  bind_pool *pool = (bind_pool *)lua_touserdata(L, order.pool);
  int count = bind_read_sources(L, who, 2, &sources);
  const bind_rules *rules = bind_check_rules(L, who, "rules", 3);
  bind_read_field_options(L, who, 4, rules, &filter, &max_cost);
  bind_request *request = bind_pool_push_request(L, &order, BIND_REQUEST_FIELD, &filter);
  BIND_TRY(status, (bind_pool_reserve(L, &order, request),
                    bind_pool_settle(L, pool, request,
                                     astar_pool_distance_field(
                                         bind_pool_core(L, who, pool),
                                         bind_rules_core(L, who, rules), &filter, sources,
                                         count, max_cost, &request->core))));
  bind_expect_outcome(L, who, (const bind_grid *)lua_touserdata(L, 1), rules, NULL,
                      ASTAR_AUTO, status);
  return bind_pool_return(L, &order, status);
}

static int bind_pool_pending(lua_State *L) {
  const char *who = "pool:pending";
  const bind_pool *pool = bind_pool_self(L, who);
  astar_compat_get_value(L, 1);
  lua_rawgeti(L, -1, BIND_POOL_CURRENT);
  const bind_request *current = (const bind_request *)lua_touserdata(L, -1);
  size_t count = astar_pool_pending(bind_pool_core(L, who, pool));
  if (current != NULL && current->core != NULL) count++;
  return bind_push_count(L, count);
}

// --------------------------------------------------------------------------- requests

static const char *bind_request_word(const bind_request *request) {
  static const char *const words[] = {"running", "done", "cancelled"};
  return words[request->state];
}

static int bind_request_cancel(lua_State *L) {
  bind_request *request = (bind_request *)bind_self(L, "request:cancel", BIND_REQUEST);
  if (request->core != NULL) bind_request_end(L, 1, request, BIND_REQUEST_CANCELLED);
  return 0;
}

static int bind_request_gc(lua_State *L) {
  if (bind_test(L, 1, BIND_REQUEST) != NULL) bind_request_cancel(L);
  return 0;
}

// Pushes what the function of the grid returns. Returns the number of values.
static int bind_request_push_answer(lua_State *L, int index,
                                    const bind_request *request) {
  if (request->state != BIND_REQUEST_DONE)
    return bind_refuse(L, bind_request_word(request));
  if (request->status != ASTAR_OK) return bind_refuse(L, astar_reason(request->status));
  astar_compat_get_value(L, index);
  lua_rawgeti(L, -1, BIND_REQUEST_RESULT);
  lua_remove(L, -2);
  if (request->kind == BIND_REQUEST_FIELD) return 1;
  lua_pushnumber(L, (lua_Number)((const bind_path *)lua_touserdata(L, -1))->cost);
  if (request->kind == BIND_REQUEST_PATH) return 2;
  lua_pushinteger(L, request->goal + 1);
  return 3;
}

static int bind_request_result(lua_State *L) {
  const bind_request *request =
      (const bind_request *)bind_self(L, "request:result", BIND_REQUEST);
  lua_settop(L, 1);
  return bind_request_push_answer(L, 1, request);
}

static int bind_request_tostring(lua_State *L) {
  const bind_request *request = (bind_request *)bind_test(L, 1, BIND_REQUEST);
  const char *word = request == NULL ? "cancelled" : bind_request_word(request);
  lua_pushfstring(L, "astar.request (%s)", word);
  return 1;
}

// `request.state`, and the methods.
static int bind_request_index(lua_State *L) {
  if (bind_pool_is_field(L, BIND_REQUEST, "state"))
    lua_pushstring(L, bind_request_word((const bind_request *)lua_touserdata(L, 1)));
  return 1;
}

// --------------------------------------------------------------------------- delivery

// Pushes the path of a request whose core found one.
static void bind_request_push_path(lua_State *L, bind_request *request) {
  astar_result found = astar_request_result(request->core);
  int rules = lua_gettop(L);
  bind_push_pair(L, rules - 1, rules);
  if (request->core == NULL) return; // a finalizer ended the request
  bind_path *path = bind_new_path(L, lua_gettop(L), &found, &request->filter);
  if (request->core == NULL) return; // a finalizer ended the request
  request->goal = found.goal;
  astar_request_copy_path(request->core, bind_points(path), path->count);
  astar_request_copy_costs(request->core, bind_costs(path), path->count);
}

// Pushes the field of a request whose core computed one.
static void bind_request_push_field(lua_State *L, const char *who, bind_request *request,
                                    const bind_pool *pool) {
  int rules = lua_gettop(L);
  astar_field **place = bind_push_field(L, rules - 1, rules, &request->filter,
                                        pool->object.width, pool->object.height);
  BIND_TRY(status, request->core != NULL ? astar_request_take_field(request->core, place)
                                         : ASTAR_OK);
  bind_expect_ok(L, who, status);
}

// Pushes the path or the field of the request at `index`, or nil when there is none. The
// request may have ended when this function returns.
static void bind_request_push_result(lua_State *L, const char *who, int index,
                                     bind_request *request, const bind_pool *pool) {
  bind_push_parts(L, index);
  if (request->status != ASTAR_OK)
    lua_pushnil(L);
  else if (request->kind == BIND_REQUEST_FIELD)
    bind_request_push_field(L, who, request, pool);
  else
    bind_request_push_path(L, request);
}

// Pushes the request whose answer is delivered next. Returns false when there is none
// yet, or when it was made during this update: otherwise a callback that requests again
// could keep the pool in its update for ever.
//
// On the stack: the pool, its value, its requests in flight.
static bool bind_pool_push_next(lua_State *L, const bind_pool *pool, uint64_t last) {
  for (;;) {
    lua_rawgeti(L, 2, BIND_POOL_CURRENT);
    const bind_request *request = (const bind_request *)lua_touserdata(L, -1);
    if (request != NULL && request->core != NULL) return request->number <= last;
    lua_pop(L, 1);
    astar_request *core = astar_pool_next(pool->object.core.pool);
    if (core == NULL) return false;
    int place = (int)(uintptr_t)astar_request_user(core);
    if (place == 0) continue; // of another owner
    lua_rawgeti(L, 3, place);
    lua_rawseti(L, 2, BIND_POOL_CURRENT);
  }
}

// The innermost function of a coroutine that waits. Yields its arguments.
static int bind_pool_yield(lua_State *L) { return lua_yield(L, lua_gettop(L)); }

// Whether a coroutine is in `pool:await`, and waits for this request. It may have left
// `await` by an error (Lua 5.1 cannot yield inside pcall), or wait for another request.
static bool bind_pool_is_awaited(lua_State *L, lua_State *coroutine, int index,
                                 int request) {
  lua_Debug frame;
  lua_pushvalue(L, index);
  lua_rawget(L, lua_upvalueindex(BIND_OBJECTS));
  bool same = lua_rawequal(L, -1, request) != 0;
  lua_pop(L, 1);
  if (!same || lua_status(coroutine) != LUA_YIELD || !lua_checkstack(coroutine, 1))
    return false;
  if (!lua_getstack(coroutine, 0, &frame) || !lua_getinfo(coroutine, "f", &frame))
    return false;
  bool waits = lua_tocfunction(coroutine, -1) == bind_pool_yield;
  lua_pop(coroutine, 1);
  return waits;
}

// Resumes the coroutine at `index`, and raises its error with a traceback.
static void bind_pool_resume(lua_State *L, int index, int request) {
  lua_State *coroutine = lua_tothread(L, index);
  if (!bind_pool_is_awaited(L, coroutine, index, request)) return;
  if (astar_compat_resume(L, coroutine)) return;
  lua_xmove(coroutine, L, 1);
  if (lua_type(L, -1) == LUA_TSTRING) astar_compat_traceback(L, index);
  lua_error(L);
}

// Delivers the answer of the request at 4, which is the current one of the pool.
static void bind_pool_answer(lua_State *L, const char *who, const bind_pool *pool) {
  bind_request *request = (bind_request *)lua_touserdata(L, 4);
  request->status = astar_request_status(request->core);
  if (request->status == ASTAR_NO_MEMORY) { // a worker ran out of memory
    bind_request_end(L, 4, request, BIND_REQUEST_CANCELLED);
    bind_expect_ok(L, who, ASTAR_NO_MEMORY);
  }
  bind_request_push_result(L, who, 4, request, pool);
  if (request->core == NULL) return; // a finalizer cancelled or delivered it
  // Nothing allocates until the request has ended.
  lua_replace(L, 5); // the result takes the place of the value of the request
  lua_settop(L, 5);
  astar_compat_get_value(L, 4);
  lua_rawgeti(L, 6, BIND_REQUEST_RECEIVER);
  bind_request_end(L, 4, request, BIND_REQUEST_DONE);
  lua_pushvalue(L, 5);
  lua_rawseti(L, 6, BIND_REQUEST_RESULT);
  lua_pushnil(L);
  lua_rawseti(L, 2, BIND_POOL_CURRENT);
  if (lua_isthread(L, 7))
    bind_pool_resume(L, 7, 4);
  else if (lua_isfunction(L, 7))
    lua_call(L, bind_request_push_answer(L, 4, request), 0);
}

// Delivers answers up to that of request number `last`. A callback may close the pool.
static void bind_pool_deliver(lua_State *L, const char *who, bind_pool *pool,
                              uint64_t last) {
  lua_settop(L, 1);
  astar_compat_get_value(L, 1);
  lua_rawgeti(L, 2, BIND_POOL_REQUESTS);
  while (pool->object.core.any != NULL && bind_pool_push_next(L, pool, last)) {
    bind_pool_answer(L, who, pool);
    lua_settop(L, 3);
  }
  lua_rawgeti(L, 2, BIND_PART_GRID);
  bind_report_memory(L, (bind_grid *)lua_touserdata(L, -1));
  bind_pool_report(L, pool);
}

// The time by the clock of the pool at 1 [seconds].
static double bind_pool_time(lua_State *L, const char *who) {
  int top = lua_gettop(L);
  astar_compat_get_value(L, 1);
  lua_rawgeti(L, -1, BIND_POOL_CLOCK);
  lua_call(L, 0, 1);
  if (lua_type(L, -1) != LUA_TNUMBER)
    bind_expected(L, who, "what the clock returns", "a number", lua_gettop(L));
  double time = (double)lua_tonumber(L, -1);
  lua_settop(L, top);
  return time;
}

// How many expansions a pool makes between two looks at the clock: about 10 us.
#define BIND_POOL_SLICE 64

// Searches until the time of an update is over. The clock may close the pool.
static void bind_pool_work(lua_State *L, const char *who, const bind_pool *pool) {
  double end = bind_pool_time(L, who) + pool->seconds;
  int64_t left = pool->expansions, slice, spent;
  while (pool->object.core.any != NULL && left > 0) {
    slice = left < BIND_POOL_SLICE ? left : BIND_POOL_SLICE;
    spent = astar_pool_work(bind_pool_core(L, who, pool), slice);
    left -= spent;
    if (spent < slice || bind_pool_time(L, who) >= end) break;
  }
}

static int bind_pool_update(lua_State *L) {
  const char *who = "pool:update";
  bind_pool *pool = bind_pool_self(L, who);
  astar_pool_update(bind_pool_core(L, who, pool));
  if (pool->is_timed) bind_pool_work(L, who, pool);
  bind_pool_deliver(L, who, pool, pool->made);
  return 0;
}

static int bind_pool_wait(lua_State *L) {
  const char *who = "pool:wait";
  bind_pool *pool = bind_pool_self(L, who);
  astar_pool_wait(bind_pool_core(L, who, pool));
  bind_pool_deliver(L, who, pool, pool->made);
  return 0;
}

// ------------------------------------------------------------------------------ await

// `pool:await` is a function in Lua, since a C function of Lua 5.1 cannot continue after
// it has yielded. Its parts:
//
// - `begin` calls `request`, and raises the errors with the position of the script, not
//   with that of this function. `request` learns whether the coroutine can yield, where
//   Lua knows it: in a fiber of another scheduler, which calls Lua from C, it cannot.
// - `yield` gives the control back to the code that resumed the coroutine. The first time
//   this code gets the request: when it resumes the coroutine at once, it is the code
//   that goes on doing so.
// - `is_running` is called after the coroutine was resumed. When the request is running
//   still, other code has resumed the coroutine (as astar.script does in each update).
//   Then this code goes on doing so, and the pool does not.
const char bind_await[] = "local begin, request, yield, is_running, result = ...\n"
                          "local can_yield = coroutine and coroutine.isyieldable\n"
                          "return function(...)\n"
                          "  local can = not can_yield or can_yield()\n"
                          "  local request, reason = begin(request, can, ...)\n"
                          "  if not request then return nil, reason end\n"
                          "  yield(request)\n"
                          "  while is_running(request) do yield() end\n"
                          "  return result(request)\n"
                          "end\n";

static int bind_pool_begin_await(lua_State *L) {
  if (lua_pcall(L, lua_gettop(L) - 1, LUA_MULTRET, 0) == 0) return lua_gettop(L);
  if (lua_type(L, -1) == LUA_TSTRING) {
    luaL_where(L, 2);
    lua_insert(L, -2);
    lua_concat(L, 2);
  }
  return lua_error(L);
}

static int bind_pool_request_awaited(lua_State *L) {
  bind_order order = {.who = "pool:await", .rules = 6};
  const bool can_yield = lua_toboolean(L, 1);
  lua_remove(L, 1);
  bind_pool_self(L, order.who);
  lua_settop(L, 7);
  if (lua_pushthread(L)) luaL_error(L, "%s: must be called in a coroutine", order.who);
  if (!can_yield)
    luaL_error(L,
               "%s: this coroutine cannot wait here: pass a callback to pool:find_path",
               order.who);
  order.receiver = 8;
  order.pool = bind_pool_exchange(L);
  int count = bind_pool_request_between(L, &order);
  if (count == 1) {
    lua_pushvalue(L, order.receiver);
    lua_pushvalue(L, order.request);
    lua_rawset(L, lua_upvalueindex(BIND_OBJECTS));
  }
  return count;
}

static int bind_pool_is_running(lua_State *L) {
  const bind_request *request = (const bind_request *)lua_touserdata(L, 1);
  bool is_running = request->core != NULL;
  if (is_running) {
    astar_compat_get_value(L, 1);
    lua_pushnil(L);
    lua_rawseti(L, -2, BIND_REQUEST_RECEIVER);
  }
  return bind_push_boolean(L, is_running);
}

const luaL_Reg bind_await_parts[] = {
    {"begin", bind_pool_begin_await}, {"request", bind_pool_request_awaited},
    {"yield", bind_pool_yield},       {"is_running", bind_pool_is_running},
    {"result", bind_request_result},  {NULL, NULL},
};

// And `await`. With `__close`, a variable of Lua 5.4 can own a pool: local pool <close> =
// ...
const bind_function bind_pool_functions[] = {
    {BIND_MODULE, "pool", bind_pool_new},
    {BIND_POOL, "find_path", bind_pool_find_path},
    {BIND_POOL, "find_nearest", bind_pool_find_nearest},
    {BIND_POOL, "distance_field", bind_pool_distance_field},
    {BIND_POOL, "update", bind_pool_update},
    {BIND_POOL, "wait", bind_pool_wait},
    {BIND_POOL, "pending", bind_pool_pending},
    {BIND_POOL, "close", bind_pool_close},
    {BIND_POOL, "__gc", bind_pool_gc},
    {BIND_POOL, "__close", bind_pool_gc},
    {BIND_POOL, "__index", bind_pool_index},
    {BIND_POOL, "__tostring", bind_pool_tostring},
    {BIND_REQUEST, "result", bind_request_result},
    {BIND_REQUEST, "cancel", bind_request_cancel},
    {BIND_REQUEST, "__gc", bind_request_gc},
    {BIND_REQUEST, "__index", bind_request_index},
    {BIND_REQUEST, "__tostring", bind_request_tostring},
    BIND_LAST_FUNCTION,
};
