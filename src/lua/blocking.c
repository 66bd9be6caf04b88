// Planned obstacles and choke points: `grid:can_block` and `grid:chokepoints`.
//
// All lists are read into buffers of Lua before the core is called. Reading may run
// scripts, since a tile may have a metatable, and these may free what was checked before.
// So each core is read in the argument list of the call (rule 2 of support.h).

#include "lua/support.h"

// `grid:can_block(tiles, rules, pairs)`, or `grid:can_block(tiles, rules, field,
// starts)`. Returns true; or false and the index of what would not be connected.
static int bind_blocking_can_block(lua_State *L) {
  const char *who = "grid:can_block";
  astar_point *tiles, *starts = NULL;
  astar_pair *pairs = NULL;
  int others, broken = 0;
  bind_self_grid(L, who);
  lua_settop(L, 5);
  bind_check_rules(L, who, "rules", 3);
  int count = bind_read_tiles(L, who, "tiles", false, 2, 0, &tiles);
  bool has_field = bind_test(L, 4, BIND_FIELD) != NULL;
  if (has_field && !bind_is_of_grid(L, 4, 1))
    luaL_error(L, "%s: field must be a field of this grid", who);
  if (has_field)
    others = bind_read_tiles(L, who, "starts", false, 5, 0, &starts);
  else
    others = bind_read_pairs(L, who, 4, "a list of {x1, y1, x2, y2} or an astar field",
                             &pairs);
  bind_grid *grid = bind_self_grid(L, who);
  bind_rules *rules = bind_check_rules(L, who, "rules", 3);
  BIND_TRY(status, has_field ? astar_can_block_field(
                                   bind_grid_core(L, who, grid),
                                   bind_rules_core(L, who, rules), NULL, tiles, count,
                                   bind_field_core_at(L, who, 4), starts, others, &broken)
                             : astar_can_block(bind_grid_core(L, who, grid),
                                               bind_rules_core(L, who, rules), NULL,
                                               tiles, count, pairs, others, &broken));
  // All other arguments were checked, so this is the only invalid one left.
  if (has_field && status == ASTAR_INVALID)
    luaL_error(L, "%s: a movement range has no goals", who);
  bind_finish(L, who, grid, rules, status);
  lua_pushboolean(L, status == ASTAR_OK);
  if (status == ASTAR_OK) return 1;
  lua_pushinteger(L, broken + 1);
  return 2;
}

// The greatest size of a set of choke points that is asked for; 8 without an argument. A
// set has fewer tiles than the grid, so a larger number is reduced to that of the tiles.
static int bind_blocking_check_max(lua_State *L, const char *who, int index,
                                   const bind_grid *grid) {
  int max = 8;
  if (lua_isnil(L, index)) return max;
  if (!bind_to_integer(L, index, &max) || max < 1)
    bind_expected(L, who, "max", "an integer >= 1", index);
  int tiles = astar_grid_width(bind_grid_core(L, who, grid)) *
              astar_grid_height(bind_grid_core(L, who, grid));
  return max < tiles ? max : tiles;
}

// Pushes { {x, y}, ... }. Returns 1.
static int bind_blocking_push_points(lua_State *L, const astar_point *points, int count) {
  lua_createtable(L, count, 0);
  for (int i = 0; i < count; i++) {
    lua_createtable(L, 2, 0);
    lua_pushinteger(L, points[i].x + 1);
    lua_rawseti(L, -2, 1);
    lua_pushinteger(L, points[i].y + 1);
    lua_rawseti(L, -2, 2);
    lua_rawseti(L, -2, i + 1);
  }
  return 1;
}

static int bind_blocking_chokepoints(lua_State *L) {
  const char *who = "grid:chokepoints";
  bind_grid *grid = bind_self_grid(L, who);
  lua_settop(L, 7);
  const bind_ends ends = bind_check_ends(L, who);
  bind_rules *rules = bind_check_rules(L, who, "rules", 6);
  int max = bind_blocking_check_max(L, who, 7, grid);
  astar_point *points = BIND_PUSH_ARRAY(L, astar_point, (size_t)max);
  int count = 0;
  BIND_TRY(status,
           astar_chokepoints(bind_grid_core(L, who, grid), bind_rules_core(L, who, rules),
                             NULL, ends.start.x, ends.start.y, ends.goal.x, ends.goal.y,
                             max, points, &count));
  // All other arguments were checked, so this is the only invalid one left.
  if (status == ASTAR_INVALID)
    luaL_error(L, "%s: rules must be for a mover of size 1", who);
  bool is_unsuited =
      status == ASTAR_UNSUITED &&
      astar_why_unsuited(bind_grid_core(L, who, grid), bind_rules_core(L, who, rules),
                         NULL, ASTAR_AUTO) == NULL; // the rules suit the grid
  if (!is_unsuited) bind_expect_outcome(L, who, grid, rules, NULL, ASTAR_AUTO, status);
  bind_report_memory(L, grid);
  if (status == ASTAR_OK) return bind_blocking_push_points(L, points, count);
  if (!is_unsuited && status != ASTAR_LIMIT) return bind_push_reason(L, who, status);
  return bind_refuse(L, is_unsuited ? "unsuited" : "too_many");
}

const bind_function bind_blocking_functions[] = {
    {BIND_GRID, "can_block", bind_blocking_can_block},
    {BIND_GRID, "chokepoints", bind_blocking_chokepoints},
    BIND_LAST_FUNCTION,
};
