// Deltas of grids and byte strings of rules: `grid:changes`, `grid:apply`,
// `astar.delta_revisions`, `rules:serialize` and `astar.deserialize_rules`.

#include "lua/support.h"

// The delta of one frame usually fits this buffer [bytes].
#define BIND_SHORT_DELTA 1024

static int bind_replica_changes(lua_State *L) {
  const char *who = "grid:changes";
  char few[BIND_SHORT_DELTA];
  bind_buffer buffer = {few, sizeof few};
  size_t size = 0;
  bind_grid *grid = bind_self_grid(L, who);
  // Numbers above 2^63 are revisions that no grid has.
  uint64_t revision = (uint64_t)bind_check_amount(L, who, "revision", 2, 0);
  astar_status status;
  lua_settop(L, 2);
  do {
    BIND_TRY(result, astar_grid_changes(bind_grid_core(L, who, grid), revision,
                                        buffer.bytes, buffer.capacity, &size));
    status = result;
  } while (status == ASTAR_OK && bind_is_short(L, 2, &buffer, size));
  if (status == ASTAR_INVALID)
    return bind_expected(L, who, "revision", "a revision that this grid had", 2);
  bind_report_memory(L, grid);
  if (status != ASTAR_OK) return bind_push_reason(L, who, status);
  lua_pushlstring(L, (const char *)buffer.bytes, size);
  return 1;
}

static int bind_replica_apply(lua_State *L) {
  const char *who = "grid:apply", *message = "damaged";
  int64_t max_tiles = INT64_MAX;
  bind_grid *grid = bind_self_grid(L, who);
  size_t size;
  const char *bytes = bind_check_string(L, who, "changes", 2, &size);
  bind_read_options(L, who, 3, bind_max_tiles_options, &max_tiles);
  BIND_TRY(status, astar_grid_apply(bind_grid_core(L, who, grid), bytes, size,
                                    (uint64_t)max_tiles, &message));
  if (status == ASTAR_INVALID) return bind_refuse(L, message);
  if (status != ASTAR_OK && astar_is_outcome(status)) { // sound, but it does not fit
    bind_refuse(L, message);
    lua_pushstring(L, astar_reason(status));
    return 3;
  }
  bind_finish_ok(L, who, grid, status);
  return bind_push_boolean(L, true);
}

static int bind_replica_revisions(lua_State *L) {
  const char *who = "astar.delta_revisions", *message = "damaged";
  size_t size;
  const char *bytes = bind_check_string(L, who, "the argument", 1, &size);
  uint64_t from, to;
  if (astar_delta_revisions(bytes, size, &from, &to, &message) != ASTAR_OK)
    return bind_refuse(L, message);
  astar_compat_push_count(L, from);
  astar_compat_push_count(L, to);
  return 2;
}

static int bind_replica_rules(lua_State *L) {
  const char *who = "rules:serialize";
  const bind_rules *rules = bind_self_object(L, who, BIND_RULES);
  BIND_WRITE(size, buffer,
             astar_rules_serialize(bind_rules_core(L, who, rules), buffer.bytes,
                                   buffer.capacity));
  lua_pushlstring(L, (const char *)buffer.bytes, size);
  return 1;
}

// The core is allocated by the C library, as in astar.rules.
static int bind_replica_deserialize_rules(lua_State *L) {
  const char *who = "astar.deserialize_rules", *message = "damaged";
  size_t size;
  const char *bytes = bind_check_string(L, who, "the argument", 1, &size);
  bind_rules *rules = bind_push_rules(L, lua_upvalueindex(BIND_RULES));
  BIND_TRY(status,
           astar_rules_deserialize(NULL, bytes, size, &rules->core.rules, &message));
  if (status == ASTAR_INVALID) return bind_refuse(L, message);
  bind_expect_ok(L, who, status);
  bind_remember(L, rules->core.any);
  return 1;
}

const bind_function bind_replica_functions[] = {
    {BIND_MODULE, "delta_revisions", bind_replica_revisions},
    {BIND_MODULE, "deserialize_rules", bind_replica_deserialize_rules},
    {BIND_GRID, "changes", bind_replica_changes},
    {BIND_GRID, "apply", bind_replica_apply},
    {BIND_RULES, "serialize", bind_replica_rules},
    BIND_LAST_FUNCTION,
};
