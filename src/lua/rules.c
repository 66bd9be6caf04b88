// Rules as userdata: `astar.rules` reads a table of options and compiles it.
//
// Method: all options are read into a draft, in any order. What depends on several
// options comes after: the cost of unlisted terrains, the lengths of moves, and the pair
// costs, for which the step function is called once per pair of listed terrains and per
// move.

#include "lua/support.h"

#include <math.h>
#include <string.h>

// Stack indices of astar.rules.
enum { BIND_RULES_OPTIONS = 1, BIND_RULES_STEP, BIND_RULES_BUFFER };

// Rules that are being read. A move without a length has length 0 until all options are
// read, since its length may depend on `diagonal_cost`.
typedef struct bind_rules_draft {
  astar_filter filter; // first, as BIND_FILTER_OPTIONS needs it
  astar_rules_def def;
  double fallback; // option `default`: the cost of terrains that `cost` does not list
  uint8_t written[256]; // the step function gets a terrain in the same form
  astar_move moves[ASTAR_MAX_MOVES];
  astar_point clear[ASTAR_MAX_MOVES][ASTAR_MAX_CLEAR];
  astar_pair_cost *pair_costs; // in the userdata at BIND_RULES_BUFFER
  size_t capacity;
} bind_rules_draft;

// ------------------------------------------------------------------------------ costs

static double bind_rules_check_cost(lua_State *L, const char *who, const char *what,
                                    int index) {
  if (lua_type(L, index) == LUA_TBOOLEAN && !lua_toboolean(L, index))
    return ASTAR_IMPASSABLE;
  return bind_check_length(L, who, what, index, BIND_A_LENGTH ", or false");
}

static void bind_rules_read_cost(lua_State *L, const char *who, const char *what,
                                 int index, void *target) {
  bind_rules_draft *draft = (bind_rules_draft *)target;
  bind_read_costs(L, who, what, index, "", bind_rules_check_cost, draft->def.cost,
                  draft->written);
}

static void bind_rules_read_default(lua_State *L, const char *who, const char *what,
                                    int index, void *member) {
  *(double *)member = bind_rules_check_cost(L, who, what, index);
}

// ------------------------------------------------------------------------------ moves

// as astar_diagonal
static const char *const bind_rules_diagonals[] = {
    "always", "never", "if_at_most_one_obstacle", "only_when_no_obstacles", NULL};

// Reads item `i` (dx or dy, `name`) of the move or offset at `list`; `of` names the move
// or offset in messages.
static int bind_rules_read_delta(lua_State *L, const char *who, const char *of, int list,
                                 int i, const char *name) {
  int delta = 0;
  lua_rawgeti(L, list, i);
  if (!bind_to_integer(L, -1, &delta) || delta < -ASTAR_MAX_REACH ||
      delta > ASTAR_MAX_REACH) {
    const char *what = lua_pushfstring(L, "%s of %s", name, of);
    const char *expected =
        lua_pushfstring(L, "an integer from %d to %d", -ASTAR_MAX_REACH, ASTAR_MAX_REACH);
    bind_expected(L, who, what, expected, -3);
  }
  lua_pop(L, 1);
  return delta;
}

// Reads the list `clear` of a move, which is on top of the stack.
static void bind_rules_read_clear(lua_State *L, const char *who, const char *of,
                                  astar_move *move, astar_point *clear) {
  int list = lua_gettop(L);
  if (lua_isnil(L, list)) return;
  const char *what = lua_pushfstring(L, "%s.clear", of);
  bool is_table = lua_type(L, list) == LUA_TTABLE;
  size_t count = is_table ? astar_compat_length(L, list) : 0;
  if (!is_table || count > ASTAR_MAX_CLEAR)
    bind_expected(L, who, what, "a list of at most 32 {dx, dy}", list);
  bind_check_from_one(L, who, "offsets of clear", list);
  for (int i = 0; i < (int)count; i++) {
    lua_rawgeti(L, list, i + 1);
    int offset = lua_gettop(L);
    const char *item = lua_pushfstring(L, "%s[%d]", what, i + 1);
    if (lua_type(L, offset) != LUA_TTABLE)
      bind_expected(L, who, item, "{dx, dy}", offset);
    clear[i].x = bind_rules_read_delta(L, who, item, offset, 1, "dx");
    clear[i].y = bind_rules_read_delta(L, who, item, offset, 2, "dy");
    lua_settop(L, offset - 1);
  }
  move->clear = clear;
  move->clear_count = (int)count;
}

static void bind_rules_read_length(lua_State *L, const char *who, const char *of,
                                   astar_move *move) {
  int length = lua_gettop(L);
  if (lua_isnil(L, length)) return;
  const char *what = lua_pushfstring(L, "%s.cost", of);
  move->length = bind_check_length(L, who, what, length, BIND_A_LENGTH);
  lua_pop(L, 1);
}

// Raises for unknown keys of a move. Otherwise a misspelled key would be ignored
// silently.
static void bind_rules_check_move_keys(lua_State *L, const char *who, const char *of,
                                       int move) {
  static const char *const words[] = {"cost", "clear", NULL};
  lua_pushnil(L);
  while (lua_next(L, move)) {
    int place;
    lua_pop(L, 1);
    if (bind_find_word(L, -1, words) >= 0) continue;
    if (bind_to_integer(L, -1, &place) && (place == 1 || place == 2)) continue;
    const char *got = bind_describe(L, -1);
    luaL_error(L, "%s: unknown key %s of %s; valid keys: 1, 2, cost, clear", who, got,
               of);
  }
}

static void bind_rules_check_new(lua_State *L, const char *who, const astar_move *moves,
                                 int last) {
  if (moves[last].dx == 0 && moves[last].dy == 0)
    luaL_error(L, "%s: neighbors[%d] must lead to another tile, got 0, 0", who, last + 1);
  for (int i = 0; i < last; i++)
    if (moves[i].dx == moves[last].dx && moves[i].dy == moves[last].dy)
      luaL_error(L, "%s: neighbors[%d] is the same move as neighbors[%d]", who, last + 1,
                 i + 1);
}

static void bind_rules_read_move(lua_State *L, const char *who, int list, int i,
                                 bind_rules_draft *draft) {
  astar_move *move = &draft->moves[i];
  lua_rawgeti(L, list, i + 1);
  int index = lua_gettop(L);
  const char *of = lua_pushfstring(L, "neighbors[%d]", i + 1);
  if (lua_type(L, index) != LUA_TTABLE) bind_expected(L, who, of, "{dx, dy}", index);
  bind_rules_check_move_keys(L, who, of, index);
  memset(move, 0, sizeof *move);
  move->dx = bind_rules_read_delta(L, who, of, index, 1, "dx");
  move->dy = bind_rules_read_delta(L, who, of, index, 2, "dy");
  bind_rules_check_new(L, who, draft->moves, i);
  lua_getfield(L, index, "cost");
  bind_rules_read_length(L, who, of, move);
  lua_getfield(L, index, "clear");
  bind_rules_read_clear(L, who, of, move, draft->clear[i]);
  lua_settop(L, index - 1);
}

static void bind_rules_read_neighbors(lua_State *L, const char *who, const char *what,
                                      int index, void *target) {
  bind_rules_draft *draft = (bind_rules_draft *)target;
  bool is_table = lua_type(L, index) == LUA_TTABLE;
  if (is_table) bind_check_from_one(L, who, "moves", index);
  size_t count = is_table ? astar_compat_length(L, index) : 0;
  if (bind_to_integer(L, index, &draft->def.neighbors) &&
      (draft->def.neighbors == 4 || draft->def.neighbors == 8))
    return;
  if (count < 1 || count > ASTAR_MAX_MOVES)
    bind_expected(L, who, what, "8, 4 or a list of 1 to 64 moves", index);
  for (int i = 0; i < (int)count; i++) bind_rules_read_move(L, who, index, i, draft);
  draft->def.neighbors = 0;
  draft->def.moves = draft->moves;
  draft->def.move_count = (int)count;
}

static bool bind_rules_is_diagonal(const astar_move *move) {
  return move->dx * move->dx == 1 && move->dy * move->dy == 1;
}

// Sets the lengths of moves that have none: `diagonal_cost` for diagonal moves by one
// tile, the Euclidean length for others. By sqrt, which rounds the same on every
// platform; hypot does not.
static void bind_rules_complete_moves(bind_rules_draft *draft) {
  for (int i = 0; i < draft->def.move_count; i++) {
    astar_move *move = &draft->moves[i];
    if (move->length > 0) continue;
    if (bind_rules_is_diagonal(move))
      move->length = draft->def.diagonal_cost;
    else
      move->length = sqrt((double)(move->dx * move->dx + move->dy * move->dy));
  }
}

// ------------------------------------------------------------------------ other options

static const bind_range bind_rules_sizes = {1, ASTAR_MAX_SIZE, NULL};

static void bind_rules_read_step(lua_State *L, const char *who, const char *what,
                                 int index, void *target) {
  if (lua_type(L, index) != LUA_TFUNCTION)
    bind_expected(L, who, what, "a function", index);
  lua_pushvalue(L, index);
  lua_replace(L, BIND_RULES_STEP);
  ((bind_rules_draft *)target)->def.has_pair_costs = true;
}

static const bind_option bind_rules_options_known[] = {
    BIND_OPTION("cost", bind_rules_read_cost),
    BIND_MEMBER("default", bind_rules_read_default, bind_rules_draft, fallback),
    BIND_VALUE("diagonal", BIND_WORD, bind_rules_diagonals, bind_rules_draft,
               def.diagonal),
    BIND_VALUE("diagonal_cost", BIND_LENGTH, NULL, bind_rules_draft, def.diagonal_cost),
    BIND_OPTION("neighbors", bind_rules_read_neighbors),
    BIND_VALUE("size", BIND_INTEGER, &bind_rules_sizes, bind_rules_draft, def.size),
    BIND_OPTION("step", bind_rules_read_step),
    BIND_FILTER_OPTIONS,
    BIND_LAST_OPTION,
};

enum { BIND_RULES_COST_OR_DEFAULT = 3 }; // bits of the first two options

// -------------------------------------------------------------------- the step function

// Adds a pair cost. The buffer belongs to Lua, since the step function may raise an
// error.
static astar_pair_cost *bind_rules_add_pair_cost(lua_State *L, bind_rules_draft *draft) {
  if (draft->def.pair_cost_count == draft->capacity) {
    size_t capacity = draft->capacity == 0 ? 64 : 2 * draft->capacity;
    astar_pair_cost *buffer = BIND_PUSH_ARRAY(L, astar_pair_cost, capacity);
    if (draft->capacity > 0)
      memcpy(buffer, draft->pair_costs, draft->capacity * sizeof(astar_pair_cost));
    lua_replace(L, BIND_RULES_BUFFER);
    draft->pair_costs = buffer;
    draft->capacity = capacity;
  }
  return &draft->pair_costs[draft->def.pair_cost_count++];
}

static void bind_rules_push_terrain(lua_State *L, const bind_rules_draft *draft,
                                    int terrain) {
  char byte = (char)terrain;
  if (draft->written[terrain] == BIND_AS_STRING)
    lua_pushlstring(L, &byte, 1);
  else
    lua_pushinteger(L, terrain);
}

// Converts the result of the step function, on top of the stack, to a pair cost.
static double bind_rules_read_pair_cost(lua_State *L) {
  if (lua_type(L, -1) == LUA_TBOOLEAN && !lua_toboolean(L, -1)) return ASTAR_FORBIDDEN;
  double cost = (double)lua_tonumber(L, -1);
  if (lua_type(L, -1) != LUA_TNUMBER || !(cost >= 0 && cost <= ASTAR_MAX_COST))
    luaL_error(L,
               "astar.rules: option \"step\" must return " BIND_A_COST
               ", false or nil, got %s",
               bind_describe(L, -1));
  if (cost > 0 && cost < ASTAR_MIN_COST)
    luaL_error(L, "astar.rules: option \"step\" must return 0 or at least 1e-100, got %s",
               bind_describe(L, -1));
  return cost;
}

static void bind_rules_compute_pair_cost(lua_State *L, bind_rules_draft *draft, int from,
                                         int to, const astar_move *move) {
  lua_pushvalue(L, BIND_RULES_STEP);
  bind_rules_push_terrain(L, draft, from);
  bind_rules_push_terrain(L, draft, to);
  lua_pushinteger(L, move->dx);
  lua_pushinteger(L, move->dy);
  lua_call(L, 4, 1);
  if (!lua_isnil(L, -1)) {
    double cost = bind_rules_read_pair_cost(L);
    astar_pair_cost *pair = bind_rules_add_pair_cost(L, draft);
    pair->from = (uint8_t)from;
    pair->to = (uint8_t)to;
    pair->dx = (int8_t)move->dx;
    pair->dy = (int8_t)move->dy;
    pair->cost = cost;
  }
  lua_pop(L, 1);
}

// The moves of `neighbors` 8 and 4, in the order in which the step function is called.
static int bind_rules_unit_moves(astar_move *moves, int count) {
  static const int8_t units[8][2] = {{0, -1}, {1, 0}, {0, 1},  {-1, 0},
                                     {1, -1}, {1, 1}, {-1, 1}, {-1, -1}};
  memset(moves, 0, (size_t)count * sizeof *moves);
  for (int i = 0; i < count; i++) {
    moves[i].dx = units[i][0];
    moves[i].dy = units[i][1];
  }
  return count;
}

static void bind_rules_compute_pair_costs(lua_State *L, bind_rules_draft *draft) {
  bool never = draft->def.diagonal == ASTAR_DIAGONAL_NEVER;
  int count = draft->def.move_count;
  if (draft->def.neighbors != 0)
    count = bind_rules_unit_moves(draft->moves, draft->def.neighbors);
  for (int from = 0; from < 256; from++) {
    if (draft->written[from] == BIND_UNLISTED) continue;
    for (int to = 0; to < 256; to++) {
      if (draft->written[to] == BIND_UNLISTED) continue;
      for (int i = 0; i < count; i++)
        if (!never || !bind_rules_is_diagonal(&draft->moves[i]))
          bind_rules_compute_pair_cost(L, draft, from, to, &draft->moves[i]);
    }
  }
  draft->def.pair_costs = draft->pair_costs;
}

// ------------------------------------------------------------------------------- rules

// Reads the options into a draft whose bytes are all zero.
static void bind_rules_read(lua_State *L, bind_rules_draft *draft) {
  draft->def = astar_default_rules();
  draft->filter = draft->def.filter;
  lua_settop(L, BIND_RULES_OPTIONS);
  lua_settop(L, BIND_RULES_BUFFER);
  unsigned given = bind_read_table(L, "astar.rules", BIND_RULES_OPTIONS,
                                   bind_rules_options_known, draft);
  draft->def.filter = draft->filter;
  if (!(given & BIND_RULES_COST_OR_DEFAULT))
    luaL_error(L, "astar.rules: option \"cost\" or \"default\" must be given, "
                  "otherwise nothing is passable");
  for (int terrain = 0; terrain < 256; terrain++)
    if (draft->written[terrain] == BIND_UNLISTED)
      draft->def.cost[terrain] = draft->fallback;
  bind_rules_complete_moves(draft);
  if (draft->def.has_pair_costs) bind_rules_compute_pair_costs(L, draft);
}

bind_rules *bind_push_rules(lua_State *L, int metatable) {
  return bind_push_object(L, metatable, BIND_RULES, sizeof(bind_rules), false);
}

// Raises that the smallest cost times the smallest length is too small, although each
// cost and each length is in its range.
static int bind_rules_raise_product(lua_State *L, const astar_rules_def *def) {
  double cost = INFINITY;
  double length =
      def->neighbors == 8 ? def->diagonal_cost : INFINITY; // straight moves have length 1
  for (int terrain = 0; terrain < 256; terrain++)
    if (def->cost[terrain] > 0 && def->cost[terrain] < cost) cost = def->cost[terrain];
  for (int i = 0; i < def->move_count; i++)
    if (def->moves[i].length < length) length = def->moves[i].length;
  lua_pushnumber(L, (lua_Number)cost);
  lua_pushnumber(L, (lua_Number)length);
  const char *costs = bind_describe(L, -2);
  return luaL_error(L,
                    "astar.rules: the cost of a terrain times the length of a move must "
                    "be at least 1e-100, got %s times %s",
                    costs, bind_describe(L, -2));
}

// The core of rules is allocated by the C library, not by the allocator of Lua. Reason: a
// grid of a C program holds the rules that were used on it, and may outlive the Lua
// state. LuaJIT unmaps all memory of its allocator when the state is closed.
static int bind_rules_new(lua_State *L) {
  bind_rules_draft draft;
  memset(&draft, 0, sizeof draft);
  bind_rules_read(L, &draft);
  bind_rules *rules = bind_push_rules(L, lua_upvalueindex(BIND_RULES));
  BIND_TRY(status, astar_rules_new(NULL, &draft.def, &rules->core.rules));
  if (status == ASTAR_INVALID) return bind_rules_raise_product(L, &draft.def);
  bind_expect_ok(L, "astar.rules", status);
  bind_remember(L, rules->core.any);
  return 1;
}

static int bind_rules_gc(lua_State *L) { return bind_gc(L, BIND_RULES); }

static int bind_rules_tostring(lua_State *L) {
  const bind_rules *rules = (const bind_rules *)bind_test(L, 1, BIND_RULES);
  bool is_freed = rules == NULL || rules->core.any == NULL;
  return bind_push_string(L, is_freed ? "astar.rules (freed)" : "astar.rules");
}

const bind_function bind_rules_functions[] = {
    {BIND_MODULE, "rules", bind_rules_new},
    {BIND_RULES, "__gc", bind_rules_gc},
    {BIND_RULES, "__tostring", bind_rules_tostring},
    BIND_LAST_FUNCTION,
};
