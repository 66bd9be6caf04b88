// The option `paths` of crowds. See lua/crowd_paths.h.
//
// Orders of `crowd:go_to` are external ones (astar.h, `astar_crowd_next_request`). After
// an order, and after each update, the binding passes the requests of the core to
// `paths:find_path`, with a callback that gives the answer to the core. When `paths` is
// busy, it tries again after the next update.
//
// The state of the requests of a crowd is a userdata in the value of the crowd. The value
// of this userdata is a table with raw keys, whole numbers but for the first two:
//
//     "paths"      the object that searches
//     "crowd"      a weak table with the crowd at 1
//     2 n          the object of request n that `paths` returned; false: not yet
//     2 n + 1      the unit of request n
//     -u           the last request of unit u
//
// The callback holds only the weak table: so a crowd that no script can reach is
// collected, also when `paths` still has requests of it. A crowd without requests in
// flight does nothing in an update.

#include "lua/crowd_paths.h"

#include <string.h>

typedef struct bind_crowd_requests {
  void *null_word;
  uint32_t in_flight; ///< number of requests in the table
  bool is_busy;       ///< `paths` refused a request: it is made again after the update
  double first, last; ///< the numbers of requests in flight are between these
  double looked;      ///< number that was looked at last
} bind_crowd_requests;

// An update looks at so many requests, in turn: whether a unit still waits for them, and
// whether `paths` still searches them.
#define BIND_CROWD_LOOKS 256

// ------------------------------------------------------------------------------- option

// Whether the field `name` of the value at `index` is a function.
static bool bind_crowd_has_method(lua_State *L, int index, const char *name) {
  lua_getfield(L, index, name);
  bool is_function = lua_isfunction(L, -1);
  lua_pop(L, 1);
  return is_function;
}

void bind_crowd_check_paths(lua_State *L, const char *who, const char *what, int index,
                            int grid) {
  int type = lua_type(L, index);
  bool is_object = type == LUA_TTABLE;
  if (type == LUA_TUSERDATA && luaL_getmetafield(L, index, "__index")) {
    lua_pop(L, 1);
    is_object = true;
  }
  if (!is_object || !bind_crowd_has_method(L, index, "find_path") ||
      !bind_crowd_has_method(L, index, "pending"))
    bind_expected(L, who, what, "a scheduler or a pool", index);
  lua_getfield(L, index, "grid");
  if (!lua_rawequal(L, -1, grid))
    luaL_error(L, "%s: %s must search on the grid of the crowd", who, what);
  lua_pop(L, 1);
}

void bind_crowd_set_paths(lua_State *L, int crowd, int index) {
  if (lua_isnil(L, index)) return;
  size_t size = sizeof(bind_crowd_requests);
  memset(astar_compat_new_userdata(L, size, true), 0, size);
  lua_createtable(L, 0, 4);
  lua_pushvalue(L, index);
  lua_setfield(L, -2, "paths");
  lua_createtable(L, 1, 0);
  lua_pushvalue(L, lua_upvalueindex(BIND_WEAK));
  lua_setmetatable(L, -2);
  lua_pushvalue(L, crowd);
  lua_rawseti(L, -2, 1);
  lua_setfield(L, -2, "crowd");
  astar_compat_set_value(L, -2);
  astar_compat_get_value(L, crowd);
  lua_pushvalue(L, -2);
  lua_rawseti(L, -2, BIND_CROWD_PATHS);
  lua_pop(L, 2);
}

// Pushes the state of the crowd at `crowd` and its table; nothing and NULL without the
// option.
static bind_crowd_requests *bind_crowd_push_requests(lua_State *L, int crowd) {
  astar_compat_get_value(L, crowd);
  lua_rawgeti(L, -1, BIND_CROWD_PATHS);
  lua_remove(L, -2);
  bind_crowd_requests *requests = (bind_crowd_requests *)lua_touserdata(L, -1);
  if (requests == NULL)
    lua_pop(L, 1);
  else
    astar_compat_get_value(L, -1);
  return requests;
}

bool bind_crowd_has_paths(lua_State *L) {
  int top = lua_gettop(L);
  bool has_paths = bind_crowd_push_requests(L, 1) != NULL;
  lua_settop(L, top);
  return has_paths;
}

// -------------------------------------------------------------------- the table

static void bind_crowd_push_entry(lua_State *L, int table, double key) {
  lua_pushnumber(L, (lua_Number)key);
  lua_rawget(L, table);
}

// Pops a value and makes it the entry of the key.
static void bind_crowd_set_entry(lua_State *L, int table, double key) {
  lua_pushnumber(L, (lua_Number)key);
  lua_insert(L, -2);
  lua_rawset(L, table);
}

// Makes room for a request. Later changes of its entries need no memory.
static void bind_crowd_enter(lua_State *L, int table, bind_crowd_requests *requests,
                             uint32_t unit, double number) {
  lua_pushnumber(L, (lua_Number)number);
  bind_crowd_set_entry(L, table, -(double)unit);
  lua_pushnumber(L, (lua_Number)unit);
  bind_crowd_set_entry(L, table, 2 * number + 1);
  bind_crowd_push_entry(L, table, 2 * number);
  if (!lua_isnil(L, -1)) return; // it was made before, but memory ran out
  lua_pushboolean(L, false);
  bind_crowd_set_entry(L, table, 2 * number);
  if (requests->in_flight++ == 0) requests->first = number;
  if (number > requests->last) requests->last = number;
}

// Removes a request, and pushes its object: nil when it is not there.
static void bind_crowd_leave(lua_State *L, int table, bind_crowd_requests *requests,
                             uint32_t unit, double number) {
  bind_crowd_push_entry(L, table, 2 * number);
  if (lua_isnil(L, -1)) return;
  requests->in_flight--;
  lua_pushnil(L);
  bind_crowd_set_entry(L, table, 2 * number);
  lua_pushnil(L);
  bind_crowd_set_entry(L, table, 2 * number + 1);
  bind_crowd_push_entry(L, table, -(double)unit);
  bool is_last = lua_tonumber(L, -1) == (lua_Number)number;
  lua_pop(L, 1);
  if (!is_last) return;
  lua_pushnil(L);
  bind_crowd_set_entry(L, table, -(double)unit);
}

// Pops the object of a request, and cancels it.
static void bind_crowd_cancel(lua_State *L) {
  int request = lua_gettop(L);
  if (lua_istable(L, request) || lua_isuserdata(L, request)) {
    lua_getfield(L, request, "cancel");
    lua_pushvalue(L, request);
    lua_call(L, 1, 0);
  }
  lua_settop(L, request - 1);
}

static bool bind_crowd_is_awaited(const bind_crowd *crowd, uint32_t unit, double number) {
  return crowd->core != NULL && astar_crowd_awaits(crowd->core, unit, (uint64_t)number);
}

// Gives an answer other than a path to the core. This needs no memory.
static void bind_crowd_refuse(bind_crowd *crowd, uint32_t unit, double number,
                              astar_status status) {
  crowd->changes++;
  if (crowd->core != NULL)
    astar_crowd_give_path(crowd->core, unit, (uint64_t)number, status, NULL, 0);
}

// ------------------------------------------------------------------------------ answers

// Whether the path at `path` belongs to the grid of the crowd at `crowd`.
static bool bind_crowd_has_path(lua_State *L, int crowd, int path) {
  int top = lua_gettop(L);
  bind_push_parts(L, crowd);
  bind_push_parts(L, path);
  bool is_same = lua_rawequal(L, top + 2, top + 5) != 0;
  lua_settop(L, top);
  return is_same && ((bind_path *)lua_touserdata(L, path))->kind == ASTAR_PATH_STEPS;
}

// The status of a search that found no path, from the reason at `index`.
static astar_status bind_crowd_status(lua_State *L, int index) {
  static const astar_status known[] = {ASTAR_UNREACHABLE, ASTAR_GOAL_BLOCKED,
                                       ASTAR_OUT_OF_BOUNDS};
  const char *reason = lua_type(L, index) == LUA_TSTRING ? lua_tostring(L, index) : "";
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    if (strcmp(reason, astar_reason(known[i])) == 0) return known[i];
  }
  return ASTAR_CANCELLED;
}

// Gives the path or the reason at 1 and 2 to the crowd at `index`.
static void bind_crowd_give(lua_State *L, int index, uint32_t unit, double number) {
  bind_crowd *crowd = (bind_crowd *)lua_touserdata(L, index);
  bind_path *path = (bind_path *)bind_test(L, 1, BIND_PATH);
  bool is_path = path != NULL && bind_crowd_has_path(L, index, 1);
  astar_status found = is_path ? ASTAR_OK : bind_crowd_status(L, 2), status = ASTAR_OK;
  bool collected = false;
  do {
    crowd->changes++;
    if (crowd->core == NULL) return;
    status = astar_crowd_give_path(crowd->core, unit, (uint64_t)number, found,
                                   is_path ? bind_points(path) : NULL,
                                   is_path ? path->count : 0);
  } while (bind_retry(L, status, &collected));
  if (!astar_is_error(status)) return;
  bind_crowd_refuse(crowd, unit, number, ASTAR_CANCELLED); // the crowd searches itself
  bind_expect_ok(L, "crowd:go_to", status);
}

// The upvalues of a callback, after those of every function.
enum {
  BIND_CROWD_WEAK = BIND_UPVALUES + 1,
  BIND_CROWD_UNIT,
  BIND_CROWD_NUMBER,
  BIND_CROWD_UPVALUES = BIND_CROWD_NUMBER
};

// The callback of a request: callback(path, cost) or callback(nil, reason).
static int bind_crowd_answer(lua_State *L) {
  uint32_t unit = (uint32_t)lua_tonumber(L, lua_upvalueindex(BIND_CROWD_UNIT));
  double number = (double)lua_tonumber(L, lua_upvalueindex(BIND_CROWD_NUMBER));
  lua_settop(L, 2);
  lua_rawgeti(L, lua_upvalueindex(BIND_CROWD_WEAK), 1);
  if (bind_test(L, 3, BIND_CROWD) == NULL) return 0; // the crowd was collected
  bind_crowd_requests *requests = bind_crowd_push_requests(L, 3);
  if (requests == NULL) return 0; // it was closed
  bind_crowd_leave(L, 5, requests, unit, number);
  lua_settop(L, 3);
  bind_crowd_give(L, 3, unit, number);
  return 0;
}

// ----------------------------------------------------------------------------- requests

// What a request asks for, without a pointer into the core.
typedef struct bind_crowd_wanted {
  uint32_t unit;
  double number;
  int x1, y1, x2, y2, range; // counted from 1
  bool partial, has_filter;
  astar_filter filter;
  const astar_rules *rules; // valid while `crowd->changes` is `changes`
  uint32_t changes;
} bind_crowd_wanted;

// Reads the next request of the core, which keeps it. False: there is none.
static bool bind_crowd_read_wanted(bind_crowd *crowd, bind_crowd_wanted *wanted) {
  astar_path_request request;
  if (crowd->core == NULL || !astar_crowd_next_request(crowd->core, &request))
    return false;
  const astar_query *query = &request.query;
  astar_filter own = astar_rules_filter(query->rules);
  *wanted = (bind_crowd_wanted){.unit = request.unit,
                                .number = (double)request.number,
                                .x1 = query->start_x + 1,
                                .y1 = query->start_y + 1,
                                .x2 = query->goals->x + 1,
                                .y2 = query->goals->y + 1,
                                .range = query->range,
                                .partial = query->partial,
                                .filter = *query->filter,
                                .rules = query->rules};
  wanted->has_filter = own.ignored_layers != wanted->filter.ignored_layers ||
                       own.penalty_scale < wanted->filter.penalty_scale ||
                       own.penalty_scale > wanted->filter.penalty_scale;
  bind_crowd_refuse(crowd, wanted->unit, wanted->number, ASTAR_QUEUE_FULL);
  wanted->changes = crowd->changes;
  return true;
}

// Takes the request that was read. False: a script changed the crowd meanwhile.
static bool bind_crowd_take(bind_crowd *crowd, const bind_crowd_wanted *wanted) {
  astar_path_request request;
  if (crowd->core == NULL || crowd->changes != wanted->changes) return false;
  return astar_crowd_next_request(crowd->core, &request);
}

static void bind_crowd_push_filter(lua_State *L, const astar_filter *filter) {
  lua_newtable(L);
  for (int layer = 1, count = 0; layer <= ASTAR_LAYERS; layer++) {
    if ((filter->ignored_layers & ASTAR_LAYER(layer)) == 0) continue;
    lua_pushinteger(L, layer);
    lua_rawseti(L, -2, ++count);
  }
  lua_setfield(L, -2, "ignore_blocked");
  lua_pushnumber(L, (lua_Number)filter->penalty_scale);
  lua_setfield(L, -2, "penalty_scale");
}

// Pushes the options of the search, or nil.
static void bind_crowd_push_options(lua_State *L, const bind_crowd_wanted *wanted) {
  if (wanted->range == 0 && !wanted->partial && !wanted->has_filter) {
    lua_pushnil(L);
    return;
  }
  lua_createtable(L, 0, 4);
  lua_pushinteger(L, wanted->range);
  lua_setfield(L, -2, "range");
  lua_pushboolean(L, wanted->partial);
  lua_setfield(L, -2, "partial");
  if (wanted->has_filter) bind_crowd_push_filter(L, &wanted->filter);
}

static void bind_crowd_push_callback(lua_State *L, int table,
                                     const bind_crowd_wanted *wanted) {
  for (int i = 1; i <= BIND_UPVALUES; i++) lua_pushvalue(L, lua_upvalueindex(i));
  lua_getfield(L, table, "crowd");
  lua_pushnumber(L, (lua_Number)wanted->unit);
  lua_pushnumber(L, (lua_Number)wanted->number);
  lua_pushcclosure(L, bind_crowd_answer, BIND_CROWD_UPVALUES);
}

// Pushes the method and its arguments: 9 values. False: a finalizer changed the crowd.
static bool bind_crowd_push_call(lua_State *L, int table, const bind_crowd *crowd,
                                 const bind_crowd_wanted *wanted) {
  lua_getfield(L, table, "paths");
  lua_getfield(L, -1, "find_path");
  lua_insert(L, -2);
  lua_pushinteger(L, wanted->x1);
  lua_pushinteger(L, wanted->y1);
  lua_pushinteger(L, wanted->x2);
  lua_pushinteger(L, wanted->y2);
  bind_push_rules(L, lua_upvalueindex(BIND_RULES));
  bind_push_address(L, wanted->rules);
  if (crowd->changes != wanted->changes) return false; // the rules may be gone
  bind_replace_rules(L, wanted->rules);
  bind_crowd_push_options(L, wanted);
  bind_crowd_push_callback(L, table, wanted);
  return true;
}

// `paths` answered the call at the top of the stack, with two results: a request, or nil
// and a reason. Returns whether to make the next request.
static bool bind_crowd_after_call(lua_State *L, int table, bind_crowd_requests *requests,
                                  bind_crowd *crowd, const bind_crowd_wanted *wanted) {
  int request = lua_gettop(L) - 1;
  if (lua_toboolean(L, request)) {
    bind_crowd_push_entry(L, table, 2 * wanted->number);
    if (lua_isnil(L, -1)) return true; // it was answered at once
    lua_pushvalue(L, request);
    bind_crowd_set_entry(L, table, 2 * wanted->number);
    return true;
  }
  const char *reason =
      lua_type(L, request + 1) == LUA_TSTRING ? lua_tostring(L, request + 1) : "";
  requests->is_busy = strcmp(reason, "busy") == 0;
  bind_crowd_leave(L, table, requests, wanted->unit, wanted->number);
  bind_crowd_refuse(crowd, wanted->unit, wanted->number,
                    requests->is_busy ? ASTAR_QUEUE_FULL : ASTAR_CANCELLED);
  return !requests->is_busy;
}

// Makes the next request. False: there is none, or `paths` is busy. An error of `paths`
// is raised; the crowd searches the path itself then.
static bool bind_crowd_request(lua_State *L, int table, bind_crowd_requests *requests,
                               bind_crowd *crowd) {
  bind_crowd_wanted wanted;
  if (!bind_crowd_read_wanted(crowd, &wanted)) return false;
  bind_crowd_enter(L, table, requests, wanted.unit, wanted.number);
  if (!bind_crowd_push_call(L, table, crowd, &wanted) ||
      !bind_crowd_take(crowd, &wanted)) {
    bind_crowd_leave(L, table, requests, wanted.unit, wanted.number);
    return true;
  }
  if (lua_pcall(L, 8, 2, 0) != 0) {
    bind_crowd_leave(L, table, requests, wanted.unit, wanted.number);
    lua_pop(L, 1);
    bind_crowd_refuse(crowd, wanted.unit, wanted.number, ASTAR_CANCELLED);
    lua_error(L);
  }
  return bind_crowd_after_call(L, table, requests, crowd, &wanted);
}

// Makes all requests of the crowd at 1. Its state and its table are on top of the stack.
static void bind_crowd_request_all(lua_State *L, bind_crowd_requests *requests) {
  bind_crowd *crowd = (bind_crowd *)lua_touserdata(L, 1);
  int table = lua_gettop(L);
  if (requests->is_busy) return;
  if (!lua_checkstack(L, BIND_CROWD_UPVALUES + 24))
    luaL_error(L, "crowd:go_to: not enough memory");
  while (bind_crowd_request(L, table, requests, crowd)) lua_settop(L, table);
}

// Cancels a request whose path its unit does not wait for any more. A request that was
// cancelled otherwise (`paths` was closed) is answered by the crowd itself.
static void bind_crowd_look(lua_State *L, int table, bind_crowd_requests *requests,
                            bind_crowd *crowd, double number) {
  bind_crowd_push_entry(L, table, 2 * number);
  int request = lua_gettop(L);
  if (!lua_istable(L, request) && !lua_isuserdata(L, request)) return;
  bind_crowd_push_entry(L, table, 2 * number + 1);
  uint32_t unit = (uint32_t)lua_tonumber(L, -1);
  if (!bind_crowd_is_awaited(crowd, unit, number)) {
    bind_crowd_leave(L, table, requests, unit, number);
    bind_crowd_cancel(L);
    return;
  }
  lua_getfield(L, request, "state");
  const char *state = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "";
  if (strcmp(state, "cancelled") != 0) return;
  bind_crowd_leave(L, table, requests, unit, number);
  bind_crowd_refuse(crowd, unit, number, ASTAR_CANCELLED);
}

// Looks at some requests, in turn. The table is on top of the stack.
static void bind_crowd_look_around(lua_State *L, bind_crowd_requests *requests) {
  bind_crowd *crowd = (bind_crowd *)lua_touserdata(L, 1);
  int table = lua_gettop(L);
  double count = requests->last - requests->first + 1;
  for (int i = 0; i < BIND_CROWD_LOOKS && i < count && requests->in_flight > 0; i++) {
    bool is_inside =
        requests->looked >= requests->first && requests->looked < requests->last;
    requests->looked = is_inside ? requests->looked + 1 : requests->first;
    bind_crowd_push_entry(L, table, 2 * requests->looked);
    if (lua_isnil(L, -1) && requests->looked <= requests->first) requests->first++;
    bind_crowd_look(L, table, requests, crowd, requests->looked);
    lua_settop(L, table);
  }
}

void bind_crowd_request_paths(lua_State *L, uint32_t unit) {
  int top = lua_gettop(L);
  bind_crowd_requests *requests = bind_crowd_push_requests(L, 1);
  if (requests == NULL) return;
  int table = lua_gettop(L);
  bind_crowd_push_entry(L, table, -(double)unit);
  double number = (double)lua_tonumber(L, -1);
  if (number > 0)
    bind_crowd_look(L, table, requests, (bind_crowd *)lua_touserdata(L, 1), number);
  lua_settop(L, table);
  bind_crowd_request_all(L, requests);
  lua_settop(L, top);
}

void bind_crowd_update_paths(lua_State *L) {
  int top = lua_gettop(L);
  bind_crowd_requests *requests = bind_crowd_push_requests(L, 1);
  if (requests == NULL) return;
  bind_crowd_look_around(L, requests);
  requests->is_busy = false;
  bind_crowd_request_all(L, requests);
  lua_settop(L, top);
}

void bind_crowd_cancel_paths(lua_State *L) {
  bind_crowd_requests *requests = bind_crowd_push_requests(L, 1);
  if (requests == NULL) return;
  int table = lua_gettop(L);
  astar_compat_get_value(L, 1);
  lua_pushnil(L);
  lua_rawseti(L, -2, BIND_CROWD_PATHS); // callbacks do nothing from now on
  for (lua_pushnil(L); lua_next(L, table);) {
    lua_Number key = lua_type(L, -2) == LUA_TNUMBER ? lua_tonumber(L, -2) : 0;
    if (key > 0)
      bind_crowd_cancel(L);
    else
      lua_pop(L, 1);
  }
}
