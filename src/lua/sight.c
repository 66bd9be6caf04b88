// Sight: `grid:view`, `grid:vision`, and the methods of views and visions.
//
// A view holds its tiles in its own memory, so reading it needs no grid. The value of a
// vision is a table with its grid and rules, which keeps both alive.

#include "lua/support.h"

// A view. Its rows follow in the same userdata. So the garbage collector counts them.
typedef struct bind_view {
  void *null_word;
  astar_view tiles;
} bind_view;

typedef struct bind_sight_options {
  astar_filter filter; // first, as bind_read_ignore_blocked needs it
  astar_sight sight;
  int shape;
  bool walls;
} bind_sight_options;

const char *const bind_sight_modes[] = {"line", "shadow", NULL};

static const char *const bind_sight_shapes[] = {"circle", "square", NULL};

static const bind_option bind_sight_options_known[] = {
    BIND_VALUE("mode", BIND_WORD, bind_sight_modes, bind_sight_options, sight.mode),
    BIND_VALUE("shape", BIND_WORD, bind_sight_shapes, bind_sight_options, shape),
    BIND_VALUE("walls", BIND_BOOLEAN, NULL, bind_sight_options, walls),
    BIND_OPTION("ignore_blocked", bind_read_ignore_blocked),
    BIND_LAST_OPTION,
};

// Reads the options at `index`, for views of the grid at 1 under some rules.
static bind_sight_options bind_sight_read_options(lua_State *L, const char *who,
                                                  int index, const bind_rules *rules) {
  const bind_grid *grid = bind_self_grid(L, who);
  bind_sight_options options = {.filter = bind_filter_of(L, who, rules), .walls = true};
  bind_read_options(L, who, index, bind_sight_options_known, &options);
  if (astar_grid_layout(bind_grid_core(L, who, grid)) != ASTAR_SQUARE)
    bind_refuse_option(L, who, index, "shape", "needs a square grid");
  options.sight.is_square = options.shape == 1;
  options.sight.without_walls = !options.walls;
  return options;
}

static int bind_sight_check_radius(lua_State *L, const char *who, int index) {
  int64_t radius = bind_check_amount(L, who, "radius", index, 0);
  return radius < BIND_FAR ? (int)radius : BIND_FAR;
}

void bind_expect_mode(lua_State *L, const char *who, astar_sight_mode mode,
                      astar_status status) {
  if (status == ASTAR_UNSUITED && mode == ASTAR_SIGHT_SHADOW)
    luaL_error(L, "%s: mode \"shadow\" needs a square grid and rules of size 1", who);
}

// ------------------------------------------------------------------------------- views

static int bind_sight_view(lua_State *L) {
  const char *who = "grid:view";
  astar_view frame = {.rows = NULL};
  lua_settop(L, 6);
  bind_grid *grid = bind_self_grid(L, who);
  const astar_point at = bind_check_tile(L, who, 2);
  int radius = bind_sight_check_radius(L, who, 4);
  const bind_rules *rules = bind_check_rules(L, who, "rules", 5);
  bind_sight_options options = bind_sight_read_options(L, who, 6, rules);
  options.sight.radius = radius;
  astar_status framed =
      astar_view_frame(bind_grid_core(L, who, grid), &options.sight, at.x, at.y, &frame);
  if (framed != ASTAR_OK) return bind_push_reason(L, who, framed);
  size_t size = sizeof(bind_view) + (size_t)frame.height * frame.words * sizeof(uint64_t);
  bind_view *view =
      (bind_view *)bind_push_userdata(L, lua_upvalueindex(BIND_VIEW), size, false);
  view->tiles = frame;
  view->tiles.rows = (uint64_t *)(view + 1);
  BIND_TRY(status,
           astar_view_fill(bind_grid_core(L, who, grid), bind_rules_core(L, who, rules),
                           &options.filter, &view->tiles));
  bind_expect_mode(L, who, options.sight.mode, status);
  bind_finish(L, who, grid, rules, status);
  return 1;
}

static int bind_view_sees(lua_State *L) {
  const char *who = "view:sees";
  const bind_view *view = (const bind_view *)bind_self(L, who, BIND_VIEW);
  const astar_point at = bind_check_tile(L, who, 2);
  return bind_push_boolean(L, astar_view_sees(&view->tiles, at.x, at.y));
}

static int bind_view_len(lua_State *L) {
  const bind_view *view = (const bind_view *)bind_self(L, "#view", BIND_VIEW);
  return bind_push_count(L, astar_view_count(&view->tiles));
}

static int bind_view_iterate(lua_State *L) {
  int x, y;
  const bind_view *view = (const bind_view *)bind_iterator_at(L, &x, &y);
  if (!astar_view_next(&view->tiles, &x, &y)) return 0;
  bind_iterator_move(L, x, y);
  return 2;
}

static int bind_view_each(lua_State *L) {
  bind_self(L, "view:each", BIND_VIEW);
  return bind_push_iterator(L, bind_view_iterate);
}

// ----------------------------------------------------------------------------- visions

// Makes a vision of the grid at 1 and the rules at index `rules_at`, with the options
// behind them.
static bind_object *bind_vision_make(lua_State *L, const char *who, int rules_at) {
  lua_settop(L, rules_at + 1);
  bind_object *vision = bind_new_object(L, BIND_VISION, sizeof *vision, 1, rules_at);
  bind_grid *grid = bind_self_grid(L, who);
  const bind_rules *rules = bind_check_rules(L, who, "rules", rules_at);
  bind_sight_options options = bind_sight_read_options(L, who, rules_at + 1, rules);
  BIND_TRY(status,
           astar_vision_new(bind_grid_core(L, who, grid), bind_rules_core(L, who, rules),
                            &options.filter, &options.sight, &vision->core.vision));
  bind_expect_mode(L, who, options.sight.mode, status);
  bind_finish(L, who, grid, rules, status);
  return vision;
}

static int bind_vision_new(lua_State *L) {
  bind_vision_make(L, "grid:vision", 2);
  return 1;
}

static int bind_vision_load(lua_State *L) {
  const char *who = "grid:load_vision", *message;
  size_t size;
  bind_self_grid(L, who);
  const char *bytes = bind_check_string(L, who, "the argument", 2, &size);
  bind_object *vision = bind_vision_make(L, who, 3);
  astar_vision_load(bind_core(L, who, vision).vision, bytes, size, &message);
  return message == NULL ? 1 : bind_refuse(L, message);
}

static int bind_vision_gc(lua_State *L) { return bind_gc(L, BIND_VISION); }

// The vision at 1, and the number of a viewer at 2.
static const bind_object *bind_vision_check(lua_State *L, const char *who, uint32_t *id) {
  const bind_object *vision = bind_self_object(L, who, BIND_VISION);
  *id = (uint32_t)bind_check_integer(L, who, "id", 2, 1, BIND_FAR - 1);
  return vision;
}

static int bind_vision_set(lua_State *L) {
  const char *who = "vision:set";
  uint32_t id;
  const bind_object *vision = bind_vision_check(L, who, &id);
  const astar_point at = bind_check_tile(L, who, 3);
  int radius = bind_sight_check_radius(L, who, 5);
  BIND_TRY(status,
           astar_vision_set(bind_core(L, who, vision).vision, id, at.x, at.y, radius));
  if (status != ASTAR_OK) return bind_push_reason(L, who, status);
  return bind_push_boolean(L, true);
}

static int bind_vision_remove(lua_State *L) {
  const char *who = "vision:remove";
  uint32_t id;
  const bind_object *vision = bind_vision_check(L, who, &id);
  return bind_push_boolean(L, astar_vision_remove(bind_core(L, who, vision).vision, id));
}

static int bind_vision_update(lua_State *L) {
  const char *who = "vision:update";
  size_t changed = 0;
  const bind_object *vision = bind_self_object(L, who, BIND_VISION);
  bind_grid *grid = bind_push_own_parts(L, who, "the vision's grid");
  BIND_TRY(status, astar_vision_update(bind_core(L, who, vision).vision, &changed));
  bind_finish_ok(L, who, grid, status);
  return bind_push_count(L, changed);
}

static int bind_vision_push_state(lua_State *L, const char *who,
                                  const bind_object *vision, int x, int y) {
  static const char *const states[] = {NULL, "unseen", "seen", "visible"};
  return bind_push_string(
      L, states[astar_vision_get(bind_core(L, who, vision).vision, x, y)]);
}

static int bind_vision_state(lua_State *L) {
  const char *who = "vision:state";
  const bind_object *vision = bind_self_object(L, who, BIND_VISION);
  const astar_point at = bind_check_tile(L, who, 2);
  return bind_vision_push_state(L, who, vision, at.x, at.y);
}

static int bind_vision_iterate(lua_State *L) {
  const char *who = "vision:changes";
  int x, y;
  const bind_object *vision = (const bind_object *)bind_iterator_at(L, &x, &y);
  const astar_view *changes = astar_vision_changes(bind_core(L, who, vision).vision);
  if (!astar_view_next(changes, &x, &y)) return 0;
  bind_iterator_move(L, x, y);
  return 2 + bind_vision_push_state(L, who, vision, x, y);
}

static int bind_vision_changes(lua_State *L) {
  const char *who = "vision:changes";
  const bind_object *vision = bind_self_object(L, who, BIND_VISION);
  bind_push_iterator(L, bind_vision_iterate);
  lua_pushinteger(L, astar_vision_changes(bind_core(L, who, vision).vision)->x);
  return 2;
}

static int bind_vision_serialize(lua_State *L) {
  const char *who = "vision:serialize";
  const bind_object *vision = bind_self_object(L, who, BIND_VISION);
  BIND_WRITE(size, buffer,
             astar_vision_serialize(bind_core(L, who, vision).vision, buffer.bytes,
                                    buffer.capacity));
  lua_pushlstring(L, (const char *)buffer.bytes, size);
  return 1;
}

const bind_function bind_sight_functions[] = {
    {BIND_GRID, "view", bind_sight_view},
    {BIND_GRID, "vision", bind_vision_new},
    {BIND_GRID, "load_vision", bind_vision_load},
    {BIND_VIEW, "sees", bind_view_sees},
    {BIND_VIEW, "each", bind_view_each},
    {BIND_VIEW, "__len", bind_view_len},
    {BIND_VISION, "set", bind_vision_set},
    {BIND_VISION, "remove", bind_vision_remove},
    {BIND_VISION, "update", bind_vision_update},
    {BIND_VISION, "state", bind_vision_state},
    {BIND_VISION, "changes", bind_vision_changes},
    {BIND_VISION, "serialize", bind_vision_serialize},
    {BIND_VISION, "__gc", bind_vision_gc},
    BIND_LAST_FUNCTION,
};
