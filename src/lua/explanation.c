// Explanations as tables: `grid:explain`.
//
// Method: the core fills an explanation, which a userdata owns. So it is freed also when
// Lua raises an error while the table is made. Each list is copied into a buffer of Lua
// first (rule 3 of support.h), and the table is made of the copy. Then the explanation is
// freed; the table needs no core.

#include "lua/support.h"

#include <string.h>

static int bind_explanation_gc(lua_State *L) { return bind_gc(L, BIND_EXPLANATION); }

// ---------------------------------------------------------------------------- options

// The fields that option "want" can list. `reachable` and `reason` are always there.
static const char *const bind_explanation_fields[] = {
    "reachable", "reason", "relax",  "terrains", "open",    "open_cost",
    "path",      "exact",  "widest", "tightest", "barrier", NULL};

// Their numbers, in the same order.
enum {
  BIND_EXPLAIN_REACHABLE,
  BIND_EXPLAIN_REASON,
  BIND_EXPLAIN_RELAX,
  BIND_EXPLAIN_TERRAINS,
  BIND_EXPLAIN_OPEN,
  BIND_EXPLAIN_OPEN_COST,
  BIND_EXPLAIN_PATH,
  BIND_EXPLAIN_EXACT,
  BIND_EXPLAIN_WIDEST,
  BIND_EXPLAIN_TIGHTEST,
  BIND_EXPLAIN_BARRIER,
  BIND_EXPLAIN_FIELDS
};

// The parts of the core's explanation that these fields need.
static const unsigned bind_explanation_parts[BIND_EXPLAIN_FIELDS] = {
    0,
    0,
    ASTAR_EXPLAIN_RELAX,
    ASTAR_EXPLAIN_TERRAINS,
    ASTAR_EXPLAIN_OPEN,
    ASTAR_EXPLAIN_OPEN,
    ASTAR_EXPLAIN_OPEN,
    ASTAR_EXPLAIN_OPEN,
    ASTAR_EXPLAIN_WIDEST,
    ASTAR_EXPLAIN_WIDEST,
    ASTAR_EXPLAIN_BARRIER};

// A question that is being prepared.
typedef struct bind_explain {
  bind_query base; // first, as the readers of its filter and of its crowd need it
  bool wants[BIND_EXPLAIN_FIELDS];
  uint8_t written[256]; // by terrain: whether option "open" has a cost for it
  double open_default;
  astar_explain_query query;
} bind_explain;

static void bind_explanation_read_want(lua_State *L, const char *who, const char *what,
                                       int index, void *target) {
  bind_explain *explain = (bind_explain *)target;
  size_t count = bind_check_list(L, who, what, "fields", "a list of fields", NULL, index);
  explain->query.want = 0;
  memset(explain->wants, 0, sizeof explain->wants);
  for (size_t i = 1; i <= count; i++) {
    lua_rawgeti(L, index, (int)i);
    int item = lua_gettop(L);
    int field = bind_find_word(L, item, bind_explanation_fields);
    if (field < 0)
      bind_expected_word(L, who, lua_pushfstring(L, "item %d of %s", (int)i, what), item,
                         bind_explanation_fields, "");
    explain->wants[field] = true;
    explain->query.want |= bind_explanation_parts[field];
    lua_settop(L, item - 1);
  }
}

static double bind_explanation_check_cost(lua_State *L, const char *who, const char *what,
                                          int index) {
  if (lua_type(L, index) == LUA_TBOOLEAN && !lua_toboolean(L, index))
    return ASTAR_NEVER_OPEN;
  return bind_check_cost(L, who, what, index, BIND_A_COST ", or false");
}

static void bind_explanation_read_open(lua_State *L, const char *who, const char *what,
                                       int index, void *target) {
  bind_explain *explain = (bind_explain *)target;
  bind_read_costs(L, who, what, index, " in option \"open\"", bind_explanation_check_cost,
                  explain->query.open_cost, explain->written);
}

static void bind_explanation_read_cost(lua_State *L, const char *who, const char *what,
                                       int index, void *member) {
  *(double *)member = bind_explanation_check_cost(L, who, what, index);
}

static const bind_option bind_explanation_options[] = {
    BIND_OPTION("want", bind_explanation_read_want),
    BIND_OPTION("open", bind_explanation_read_open),
    BIND_MEMBER("open_default", bind_explanation_read_cost, bind_explain, open_default),
    BIND_MEMBER("open_blocked", bind_explanation_read_cost, bind_explain,
                query.open_blocked),
    BIND_OPTION("avoid", bind_read_avoid),
    BIND_FILTER_OPTIONS,
    BIND_LAST_OPTION,
};

// Reads the options at `index` into a question about these two tiles.
static void bind_explanation_read(lua_State *L, const char *who, int index,
                                  const bind_rules *rules, const bind_ends *ends,
                                  bind_explain *explain) {
  memset(explain, 0, sizeof *explain);
  for (int i = 0; i < BIND_EXPLAIN_FIELDS; i++) explain->wants[i] = true;
  explain->open_default = 1;
  explain->query = astar_default_explain_query(NULL, ends->start.x, ends->start.y,
                                               ends->goal.x, ends->goal.y);
  explain->query.filter = &explain->base.filter;
  explain->base.filter = bind_filter_of(L, who, rules);
  bind_begin_avoid(L, &explain->base, 1);
  bind_read_options(L, who, index, bind_explanation_options, explain);
  for (int terrain = 0; terrain < 256; terrain++)
    if (explain->written[terrain] == BIND_UNLISTED)
      explain->query.open_cost[terrain] = explain->open_default;
}

// ------------------------------------------------------------------------------ fields

// Pushes { x =, y = }, with room for `more` fields.
static void bind_explanation_push_tile(lua_State *L, int x, int y, int more) {
  lua_createtable(L, 0, 2 + more);
  lua_pushinteger(L, x + 1);
  lua_setfield(L, -2, "x");
  lua_pushinteger(L, y + 1);
  lua_setfield(L, -2, "y");
}

// Pushes the rules of the set `relax`, in the order of their bits.
static void bind_explanation_push_relax(lua_State *L, unsigned relax) {
  static const char *const rules[] = {"diagonal", "size",    "blocked",
                                      "edges",    "terrain", "units"};
  int count = 0;
  lua_newtable(L);
  for (int i = 0; i < 6; i++) {
    if ((relax >> i & 1) == 0) continue;
    lua_pushstring(L, rules[i]);
    lua_rawseti(L, -2, ++count);
  }
}

static void bind_explanation_push_terrains(lua_State *L, const char *who,
                                           const bind_object *from) {
  uint8_t terrains[256];
  size_t count =
      astar_explanation_terrains(bind_core(L, who, from).explanation, terrains, 256);
  lua_createtable(L, (int)count, 0);
  for (int i = 0; i < (int)count; i++) {
    lua_pushinteger(L, terrains[i]);
    lua_rawseti(L, -2, i + 1);
  }
}

static void bind_explanation_push_open(lua_State *L, const char *who,
                                       const bind_object *from, const bind_query *base) {
  size_t count =
      astar_explanation_open_tiles(bind_core(L, who, from).explanation, NULL, 0);
  astar_open_tile *tiles = BIND_PUSH_ARRAY(L, astar_open_tile, count);
  astar_explanation_open_tiles(bind_core(L, who, from).explanation, tiles, count);
  lua_createtable(L, (int)count, 0);
  for (int i = 0; i < (int)count; i++) {
    bind_explanation_push_tile(L, tiles[i].x, tiles[i].y, 2);
    lua_pushinteger(L, tiles[i].terrain);
    lua_setfield(L, -2, "terrain");
    lua_pushboolean(L, tiles[i].blocked);
    lua_setfield(L, -2, "blocked");
    if (tiles[i].held) {
      const astar_crowd *crowd = bind_avoided_core(L, who, base);
      astar_compat_push_count(L, astar_crowd_at(crowd, tiles[i].x, tiles[i].y));
      lua_setfield(L, -2, "unit");
    }
    lua_rawseti(L, -2, i + 1);
  }
}

static void bind_explanation_push_barrier(lua_State *L, const char *who,
                                          const bind_object *from) {
  size_t count = astar_explanation_barrier(bind_core(L, who, from).explanation, NULL, 0);
  astar_point *tiles = BIND_PUSH_ARRAY(L, astar_point, count);
  astar_explanation_barrier(bind_core(L, who, from).explanation, tiles, count);
  lua_createtable(L, (int)count, 0);
  for (int i = 0; i < (int)count; i++) {
    bind_explanation_push_tile(L, tiles[i].x, tiles[i].y, 0);
    lua_rawseti(L, -2, i + 1);
  }
}

// Pushes the path; `pair` is the index of its pair.
static void bind_explanation_push_path(lua_State *L, const char *who, int pair,
                                       const bind_object *from,
                                       const astar_filter *filter, double cost) {
  astar_result found = {0};
  found.length =
      (uint32_t)astar_explanation_points(bind_core(L, who, from).explanation, NULL, 0);
  found.cost = cost;
  bind_path *path = bind_new_path(L, pair, &found, filter);
  astar_explanation_points(bind_core(L, who, from).explanation, bind_points(path),
                           path->count);
  astar_explanation_costs(bind_core(L, who, from).explanation, bind_costs(path),
                          path->count);
}

// Pushes a field, which may be nil.
static void bind_explanation_push_field(lua_State *L, const char *who, int field,
                                        int pair, const bind_object *from,
                                        const bind_explain *explain,
                                        const astar_explanation_summary *summary) {
  switch (field) {
  case BIND_EXPLAIN_REACHABLE: lua_pushboolean(L, summary->reason == ASTAR_OK); break;
  case BIND_EXPLAIN_REASON:
    if (summary->reason == ASTAR_OK)
      lua_pushnil(L);
    else
      lua_pushstring(L, astar_reason(summary->reason));
    break;
  case BIND_EXPLAIN_RELAX: bind_explanation_push_relax(L, summary->relax); break;
  case BIND_EXPLAIN_TERRAINS: bind_explanation_push_terrains(L, who, from); break;
  case BIND_EXPLAIN_OPEN: bind_explanation_push_open(L, who, from, &explain->base); break;
  case BIND_EXPLAIN_OPEN_COST: lua_pushnumber(L, (lua_Number)summary->open_cost); break;
  case BIND_EXPLAIN_PATH:
    bind_explanation_push_path(L, who, pair, from, &explain->base.filter,
                               summary->path_cost);
    break;
  case BIND_EXPLAIN_EXACT: lua_pushboolean(L, summary->is_exact); break;
  case BIND_EXPLAIN_WIDEST: lua_pushinteger(L, summary->widest); break;
  case BIND_EXPLAIN_TIGHTEST:
    if (summary->has_tightest)
      bind_explanation_push_tile(L, summary->tightest.x, summary->tightest.y, 0);
    else
      lua_pushnil(L);
    break;
  default: bind_explanation_push_barrier(L, who, from);
  }
}

// Pushes the table of an explanation. Returns 1.
static int bind_explanation_return(lua_State *L, const char *who, int pair,
                                   const bind_object *from, const bind_explain *explain) {
  static const char *const names[] = {"x1", "y1", "x2", "y2"};
  const astar_explain_query *query = &explain->query;
  const int ends[] = {query->start_x, query->start_y, query->goal_x, query->goal_y};
  astar_explanation_summary summary =
      astar_explanation_summarize(bind_core(L, who, from).explanation);
  lua_createtable(L, 0, BIND_EXPLAIN_FIELDS + 4);
  int index = lua_gettop(L);
  for (int i = 0; i < 4; i++) {
    lua_pushinteger(L, ends[i] + 1);
    lua_setfield(L, index, names[i]);
  }
  for (int field = 0; field < BIND_EXPLAIN_FIELDS; field++) {
    unsigned part = bind_explanation_parts[field];
    if (part != 0 && (!explain->wants[field] || summary.reason == ASTAR_OUT_OF_BOUNDS))
      continue;
    if (part == ASTAR_EXPLAIN_OPEN && !summary.can_open) continue;
    bind_explanation_push_field(L, who, field, pair, from, explain, &summary);
    lua_setfield(L, index, bind_explanation_fields[field]);
    lua_settop(L, index);
  }
  lua_pushvalue(L, lua_upvalueindex(BIND_EXPLAINED));
  lua_setmetatable(L, index);
  return 1;
}

static int bind_explanation_explain(lua_State *L) {
  const char *who = "grid:explain";
  bind_explain explain;
  bind_grid *grid = bind_self_grid(L, who);
  const bind_ends ends = bind_check_ends(L, who);
  bind_rules *rules = bind_check_rules(L, who, "rules", 6);
  lua_settop(L, 7);
  bind_explanation_read(L, who, 7, rules, &ends, &explain);
  bind_push_pair(L, 1, 6);
  bind_object *made = bind_push_object(L, lua_upvalueindex(BIND_EXPLANATION),
                                       BIND_EXPLANATION, sizeof *made, false);
  BIND_TRY(status, (explain.query.rules = bind_rules_core(L, who, rules),
                    explain.query.avoid = bind_avoided_core(L, who, &explain.base),
                    explain.query.avoid_side = explain.base.core.avoid_side,
                    astar_explain(bind_grid_core(L, who, grid), &explain.query,
                                  &made->core.explanation)));
  bind_finish(L, who, grid, rules, status);
  bind_explanation_return(L, who, 9, made, &explain);
  bind_end(made);
  return 1;
}

const bind_function bind_explanation_functions[] = {
    {BIND_GRID, "explain", bind_explanation_explain},
    {BIND_EXPLANATION, "__gc", bind_explanation_gc},
    BIND_LAST_FUNCTION,
};
