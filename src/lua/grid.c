// Grids as userdata: creation, reading, editing, serialization.
//
// The value of a grid is a weak table from rules to the pair {grid, rules} that paths
// share (support.h). Coordinates count from 1 in Lua and from 0 in the core; the readers
// of arguments convert them.

#include "lua/support.h"

#include <limits.h>
#include <string.h>

bind_grid *bind_push_grid(lua_State *L, int metatable, int weak) {
  lua_newtable(L); // weak, from rules to the pair {grid, rules}
  lua_pushvalue(L, weak);
  lua_setmetatable(L, -2);
  return (bind_grid *)bind_push_object(L, metatable, BIND_GRID, sizeof(bind_grid), true);
}

bind_grid *bind_new_grid(lua_State *L) {
  return bind_push_grid(L, lua_upvalueindex(BIND_GRID), lua_upvalueindex(BIND_WEAK));
}

// --------------------------------------------------------------------------- making

typedef struct bind_grid_options {
  astar_layout layout;
  uint8_t fill;
  bool has_fill;
} bind_grid_options;

static void bind_grid_read_fill(lua_State *L, const char *who, const char *what,
                                int index, void *member) {
  *(uint8_t *)member = bind_check_terrain(L, who, what, index);
}

static bind_grid_options bind_grid_read_options(lua_State *L, int index) {
  static const char *const layouts[] = {"square", "odd_r",  "even_r",
                                        "odd_q",  "even_q", NULL}; // as astar_layout
  static const bind_option known[] = {
      BIND_MEMBER("fill", bind_grid_read_fill, bind_grid_options, fill),
      BIND_VALUE("layout", BIND_WORD, layouts, bind_grid_options, layout),
      BIND_LAST_OPTION,
  };
  bind_grid_options options = {ASTAR_SQUARE, 0, false};
  options.has_fill = bind_read_options(L, "astar.grid", index, known, &options) & 1;
  return options;
}

// Ends a call that made the core of the grid on top of the stack. Returns 1.
static int bind_grid_made(lua_State *L, const char *who, bind_grid *grid,
                          astar_status status) {
  bind_expect_ok(L, who, status);
  bind_remember(L, grid->object.core.any);
  bind_report_memory(L, grid);
  return 1;
}

// Pushes a grid of this size. Raises before it allocates when the size is too large.
static bind_grid *bind_grid_make(lua_State *L, int width, int height,
                                 const bind_grid_options *options) {
  if (width > ASTAR_MAX_TILES / height)
    luaL_error(L, "astar.grid: %d x %d tiles are too many, a grid has at most %d", width,
               height, ASTAR_MAX_TILES);
  bind_grid *grid = bind_new_grid(L);
  astar_allocator allocator = bind_allocator(L);
  BIND_TRY(status, astar_grid_new(&allocator, width, height, options->layout,
                                  options->fill, &grid->object.core.grid));
  bind_grid_made(L, "astar.grid", grid, status);
  return grid;
}

static void bind_grid_from_size(lua_State *L) {
  int width = bind_check_integer(L, "astar.grid", "width", 1, 1, ASTAR_MAX_SIDE);
  int height = bind_check_integer(L, "astar.grid", "height", 2, 1, ASTAR_MAX_SIDE);
  bind_grid_options options = bind_grid_read_options(L, 3);
  bind_grid_make(L, width, height, &options);
}

// A size for a message, limited to an int: "%d" is the only number format of
// lua_pushfstring that is the same in all versions of Lua.
static int bind_grid_shown(size_t size) { return size < INT_MAX ? (int)size : INT_MAX; }

// Pushes a grid for `height` rows, whose first row has `width` tiles.
static bind_grid *bind_grid_make_for_rows(lua_State *L, size_t width, size_t height) {
  bind_grid_options options = bind_grid_read_options(L, 2);
  if (options.has_fill)
    luaL_error(L, "astar.grid: option \"fill\" has no meaning when rows are given");
  if (height < 1 || height > ASTAR_MAX_SIDE)
    luaL_error(L, "astar.grid: there must be 1 to %d rows, got %d", ASTAR_MAX_SIDE,
               bind_grid_shown(height));
  if (width < 1 || width > ASTAR_MAX_SIDE)
    luaL_error(L, "astar.grid: row 1 must have 1 to %d tiles, got %d", ASTAR_MAX_SIDE,
               bind_grid_shown(width));
  return bind_grid_make(L, (int)width, (int)height, &options);
}

static bool bind_grid_is_ascii(const char *row, size_t count) {
  for (size_t i = 0; i < count; i++)
    if ((unsigned char)row[i] > 127) return false;
  return true;
}

// Raises that row `y` has another length than row 1. `row` is NULL for an array. In
// UTF-8 a character that is not ASCII has several bytes, each of them above 127.
static void bind_grid_raise_length(lua_State *L, bind_grid *grid, int y, const char *row,
                                   size_t count) {
  const char *who = "astar.grid";
  int width = astar_grid_width(bind_grid_core(L, who, grid));
  bool is_ascii = row == NULL || bind_grid_is_ascii(row, count);
  for (int x = 0; row != NULL && is_ascii && x < width; x++)
    is_ascii = astar_grid_get(bind_grid_core(L, who, grid), x, 0) <= 127;
  luaL_error(L, "%s: row %d has %d tiles, row 1 has %d%s", who, y + 1,
             bind_grid_shown(count), width,
             is_ascii ? ""
                      : "; one byte is one tile, and characters that are not ASCII have "
                        "several bytes");
}

// Sets row `y` [from 0] to `count` terrains. Raises when the grid has another width.
static void bind_grid_set_row(lua_State *L, bind_grid *grid, int y, const char *row,
                              size_t count) {
  const char *who = "astar.grid";
  if (count != (size_t)astar_grid_width(bind_grid_core(L, who, grid)))
    bind_grid_raise_length(L, grid, y, row, count);
  bind_expect_ok(
      L, who, astar_grid_set_row(bind_grid_core(L, who, grid), y, (const uint8_t *)row));
}

// The line of a text that begins at `start`: returns its length without the line end, and
// sets `*next` to the next line. The last line may end without a line end.
static size_t bind_grid_line(const char *start, const char *end, const char **next) {
  const char *stop = (const char *)memchr(start, '\n', (size_t)(end - start));
  *next = stop == NULL ? end : stop + 1;
  if (stop == NULL) return (size_t)(end - start);
  if (stop > start && stop[-1] == '\r') stop--;
  return (size_t)(stop - start);
}

static void bind_grid_from_text(lua_State *L) {
  size_t length, height = 0;
  const char *text = lua_tolstring(L, 1, &length), *end = text + length, *line, *next;
  for (line = text; line < end; line = next, height++) bind_grid_line(line, end, &next);
  size_t width = bind_grid_line(text, end, &next);
  bind_grid *grid = bind_grid_make_for_rows(L, width, height);
  int y = 0;
  for (line = text; line < end; line = next, y++)
    bind_grid_set_row(L, grid, y, line, bind_grid_line(line, end, &next));
}

static uint8_t bind_grid_read_tile(lua_State *L, int row, int x, int y) {
  uint8_t terrain = 0;
  lua_rawgeti(L, row, x);
  if (!bind_to_terrain(L, -1, &terrain)) {
    const char *what = lua_pushfstring(L, "the tile in row %d, column %d", y, x);
    bind_expected(L, "astar.grid", what, BIND_A_TERRAIN, -2);
  }
  lua_pop(L, 1);
  return terrain;
}

// Sets row `y` [from 0] to the row on top of the stack, a string or an array of terrains.
static void bind_grid_read_row(lua_State *L, bind_grid *grid, int y, char *buffer) {
  int row = lua_gettop(L);
  int width = astar_grid_width(bind_grid_core(L, "astar.grid", grid));
  size_t count = astar_compat_length(L, row);
  const char *tiles = NULL;
  if (lua_type(L, row) == LUA_TSTRING) {
    tiles = lua_tostring(L, row);
  } else if (count == (size_t)width) {
    for (int x = 0; x < width; x++)
      buffer[x] = (char)bind_grid_read_tile(L, row, x + 1, y + 1);
    tiles = buffer;
  }
  bind_grid_set_row(L, grid, y, tiles, count);
}

static void bind_grid_push_row(lua_State *L, int y) {
  lua_rawgeti(L, 1, y);
  if (lua_type(L, -1) != LUA_TSTRING && lua_type(L, -1) != LUA_TTABLE)
    bind_expected(L, "astar.grid", lua_pushfstring(L, "row %d", y),
                  "a string or an array of terrains", -2);
  if (lua_type(L, -1) == LUA_TTABLE)
    bind_check_from_one(L, "astar.grid", "tiles of a row", lua_gettop(L));
}

static void bind_grid_from_rows(lua_State *L) {
  bind_check_from_one(L, "astar.grid", "rows", 1);
  size_t width = 0, height = astar_compat_length(L, 1);
  if (height > 0) {
    bind_grid_push_row(L, 1);
    width = astar_compat_length(L, -1);
    lua_pop(L, 1);
  }
  bind_grid *grid = bind_grid_make_for_rows(L, width, height);
  char *buffer = (char *)astar_compat_new_userdata(L, width, false);
  for (int y = 0; y < (int)height; y++) {
    bind_grid_push_row(L, y + 1);
    bind_grid_read_row(L, grid, y, buffer);
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
}

static int bind_grid_new(lua_State *L) {
  switch (lua_type(L, 1)) {
  case LUA_TNUMBER: bind_grid_from_size(L); break;
  case LUA_TSTRING: bind_grid_from_text(L); break;
  case LUA_TTABLE: bind_grid_from_rows(L); break;
  default:
    return bind_expected(L, "astar.grid", "the first argument",
                         "a width, a string or an array of rows", 1);
  }
  return 1;
}

static int bind_grid_clone(lua_State *L) {
  const char *who = "grid:clone";
  const bind_grid *grid = bind_self_grid(L, who);
  bind_grid *copy = bind_new_grid(L);
  astar_allocator allocator = bind_allocator(L);
  BIND_TRY(status, astar_grid_clone(bind_grid_core(L, who, grid), &allocator,
                                    &copy->object.core.grid));
  return bind_grid_made(L, who, copy, status);
}

static int bind_grid_serialize(lua_State *L) {
  const char *who = "grid:serialize";
  const bind_grid *grid = bind_self_grid(L, who);
  BIND_WRITE(
      size, buffer,
      astar_grid_serialize(bind_grid_core(L, who, grid), buffer.bytes, buffer.capacity));
  lua_pushlstring(L, (const char *)buffer.bytes, size);
  return 1;
}

const bind_option bind_max_tiles_options[] = {
    {"max_tiles", "option \"max_tiles\"", 0, NULL, BIND_AMOUNT, NULL},
    BIND_LAST_OPTION,
};

static int bind_grid_deserialize(lua_State *L) {
  const char *who = "astar.deserialize", *message = "damaged";
  int64_t max_tiles = ASTAR_MAX_TILES;
  size_t size;
  const char *bytes = bind_check_string(L, who, "the argument", 1, &size);
  bind_read_options(L, who, 2, bind_max_tiles_options, &max_tiles);
  if (max_tiles > ASTAR_MAX_TILES) max_tiles = ASTAR_MAX_TILES;
  bind_grid *grid = bind_new_grid(L);
  astar_allocator allocator = bind_allocator(L);
  BIND_TRY(status, astar_grid_deserialize(&allocator, bytes, size, (uint32_t)max_tiles,
                                          &grid->object.core.grid, &message));
  if (status == ASTAR_INVALID) return bind_refuse(L, message);
  return bind_grid_made(L, who, grid, status);
}

// Does nothing while the grid is busy (rule 4 of support.h). Then the finalizer was
// called by hand, or the Lua state is being closed.
static int bind_grid_gc(lua_State *L) {
  bind_grid *grid = (bind_grid *)bind_test(L, 1, BIND_GRID);
  if (grid == NULL) return 0;
  astar_grid *core = grid->object.core.grid;
  if (core != NULL && astar_grid_is_busy(core)) return 0;
  astar_path *path = grid->path;
  grid->path = NULL;
  astar_path_free(path);
  bind_end(&grid->object);
  return 0;
}

static int bind_grid_tostring(lua_State *L) {
  bind_grid *grid = (bind_grid *)bind_test(L, 1, BIND_GRID);
  if (grid != NULL && grid->object.core.any != NULL)
    bind_set_size(L, "tostring", &grid->object, grid); // it may come from a C program
  return bind_push_name(L, BIND_GRID);
}

// -------------------------------------------------------------------------- reading

static int bind_grid_size(lua_State *L) {
  const char *who = "grid:size";
  const bind_grid *grid = bind_self_grid(L, who);
  lua_pushinteger(L, astar_grid_width(bind_grid_core(L, who, grid)));
  lua_pushinteger(L, astar_grid_height(bind_grid_core(L, who, grid)));
  return 2;
}

static int bind_grid_revision(lua_State *L) {
  const char *who = "grid:revision";
  const bind_grid *grid = bind_self_grid(L, who);
  return bind_push_count(L, astar_grid_revision(bind_grid_core(L, who, grid)));
}

static int bind_grid_get(lua_State *L) {
  const char *who = "grid:get";
  const bind_grid *grid = bind_self_grid(L, who);
  const astar_point at = bind_check_tile(L, who, 2);
  int terrain = astar_grid_get(bind_grid_core(L, who, grid), at.x, at.y);
  if (terrain < 0) return bind_push_nil(L);
  return bind_push_count(L, (uint64_t)terrain);
}

static int bind_grid_penalty(lua_State *L) {
  const char *who = "grid:penalty";
  const bind_grid *grid = bind_self_grid(L, who);
  const astar_point at = bind_check_tile(L, who, 2);
  if (!astar_grid_contains(bind_grid_core(L, who, grid), at.x, at.y))
    return bind_push_nil(L);
  lua_pushnumber(
      L, (lua_Number)astar_grid_penalty(bind_grid_core(L, who, grid), at.x, at.y));
  return 1;
}

static int bind_grid_is_blocked(lua_State *L) {
  const char *who = "grid:is_blocked";
  const bind_grid *grid = bind_self_grid(L, who);
  const astar_point at = bind_check_tile(L, who, 2);
  int layer = ASTAR_ANY_LAYER;
  if (!lua_isnoneornil(L, 4)) layer = bind_check_layer(L, who, 4);
  if (!astar_grid_contains(bind_grid_core(L, who, grid), at.x, at.y))
    return bind_push_nil(L);
  lua_pushboolean(L,
                  astar_grid_is_blocked(bind_grid_core(L, who, grid), at.x, at.y, layer));
  return 1;
}

// Each row is copied first (rule 3 of support.h): Lua 5.1 and LuaJIT may run finalizers
// in lua_pushlstring before they read the string.
static int bind_grid_rows(lua_State *L) {
  const char *who = "grid:rows";
  const bind_grid *grid = bind_self_grid(L, who);
  size_t width = (size_t)astar_grid_width(bind_grid_core(L, who, grid));
  int height = astar_grid_height(bind_grid_core(L, who, grid));
  char *row = (char *)astar_compat_new_userdata(L, width, false);
  lua_createtable(L, height, 0);
  for (int y = 0; y < height; y++) {
    memcpy(row, astar_grid_row(bind_grid_core(L, who, grid), y), width);
    lua_pushlstring(L, row, width);
    lua_rawseti(L, -2, y + 1);
  }
  return 1;
}

// -------------------------------------------------------------------------- editing

static bool bind_grid_opt_boolean(lua_State *L, const char *who, const char *what,
                                  int index, bool otherwise) {
  if (lua_isnoneornil(L, index)) return otherwise;
  return bind_check_boolean(L, who, what, index);
}

astar_point bind_grid_check_tile(lua_State *L, const char *who, const bind_grid *grid,
                                 const char *x_name, const char *y_name, int index) {
  int width = astar_grid_width(bind_grid_core(L, who, grid));
  int height = astar_grid_height(bind_grid_core(L, who, grid));
  int x = bind_check_integer(L, who, x_name, index, 1, width) - 1;
  return (astar_point){x, bind_check_integer(L, who, y_name, index + 1, 1, height) - 1};
}

static int bind_grid_set(lua_State *L) {
  const char *who = "grid:set";
  const bind_grid *grid = bind_self_grid(L, who);
  const astar_point at = bind_grid_check_tile(L, who, grid, "x", "y", 2);
  uint8_t terrain = bind_check_terrain(L, who, "terrain", 4);
  bind_expect_ok(L, who,
                 astar_grid_set(bind_grid_core(L, who, grid), at.x, at.y, terrain));
  return 0;
}

// Clips the interval of `length` tiles from `start` [from 1] to the tiles 0..*count - 1.
// Writes its first tile [from 0] and the number of its tiles.
static void bind_grid_clip(double start, double length, int *first, int *count) {
  double from = start > 1 ? start - 1 : 0;
  double to = start - 1 + length < *count ? start - 1 + length : *count;
  *first = from < to ? (int)from : 0;
  *count = from < to ? (int)(to - from) : 0;
}

// In doubles, since a rectangle may begin and end far off the grid: clamped coordinates
// would give it another length.
static double bind_grid_check_whole(lua_State *L, const char *who, const char *what,
                                    int index, bool is_length) {
  double value;
  if (!bind_to_whole(L, index, &value) || (is_length && value < 0))
    bind_expected(L, who, what, is_length ? "an integer >= 0" : "an integer", index);
  return value;
}

bind_grid_area bind_grid_read_area(lua_State *L, const char *who, const bind_grid *grid,
                                   bool clips) {
  bind_grid_area area = {0, 0, astar_grid_width(bind_grid_core(L, who, grid)),
                         astar_grid_height(bind_grid_core(L, who, grid))};
  lua_settop(L, 6);
  if (lua_isnil(L, 3) && lua_isnil(L, 4) && lua_isnil(L, 5) && lua_isnil(L, 6))
    return area;
  if (clips) {
    double left = bind_grid_check_whole(L, who, "x", 3, false);
    double top = bind_grid_check_whole(L, who, "y", 4, false);
    double width = bind_grid_check_whole(L, who, "width", 5, true);
    bind_grid_clip(left, width, &area.x, &area.width);
    double height = bind_grid_check_whole(L, who, "height", 6, true);
    bind_grid_clip(top, height, &area.y, &area.height);
  } else {
    const astar_point at = bind_grid_check_tile(L, who, grid, "x", "y", 3);
    area.x = at.x;
    area.y = at.y;
    area.width = bind_check_integer(L, who, "width", 5, 1, area.width - area.x);
    area.height = bind_check_integer(L, who, "height", 6, 1, area.height - area.y);
  }
  return area;
}

static int bind_grid_fill(lua_State *L) {
  const char *who = "grid:fill";
  const bind_grid *grid = bind_self_grid(L, who);
  uint8_t terrain = bind_check_terrain(L, who, "terrain", 2);
  bind_grid_area area = bind_grid_read_area(L, who, grid, true);
  bind_expect_ok(L, who,
                 astar_grid_fill(bind_grid_core(L, who, grid), area.x, area.y, area.width,
                                 area.height, terrain));
  return 0;
}

static int bind_grid_set_penalty(lua_State *L) {
  const char *who = "grid:set_penalty";
  bind_grid *grid = bind_self_grid(L, who);
  const astar_point at = bind_grid_check_tile(L, who, grid, "x", "y", 2);
  double cost = bind_check_cost(L, who, "cost", 4, BIND_A_COST);
  return bind_finish_ok(
      L, who, grid,
      astar_grid_set_penalty(bind_grid_core(L, who, grid), at.x, at.y, cost));
}

static int bind_grid_fill_penalty(lua_State *L) {
  const char *who = "grid:fill_penalty";
  bind_grid *grid = bind_self_grid(L, who);
  double cost = bind_check_cost(L, who, "cost", 2, BIND_A_COST);
  bind_grid_area area = bind_grid_read_area(L, who, grid, true);
  return bind_finish_ok(L, who, grid,
                        astar_grid_fill_penalty(bind_grid_core(L, who, grid), area.x,
                                                area.y, area.width, area.height, cost));
}

double *bind_grid_read_values(lua_State *L, const char *who, size_t count,
                              const char *items, const bind_range *range) {
  const char *list = lua_pushfstring(L, "a list of %s", items);
  size_t given = bind_check_list(L, who, "values", "values", list, NULL, 2);
  if (given != count)
    luaL_error(L, "%s: values must be a list of %d %s, one per tile, got %d", who,
               (int)count, items, (int)given);
  double *values = BIND_PUSH_ARRAY(L, double, count);
  for (size_t i = 0; i < count; i++) {
    lua_rawgeti(L, 2, (int)i + 1);
    int item = lua_gettop(L);
    values[i] = range != NULL ? bind_check_number(L, who, "each value", item, range)
                              : bind_check_cost(L, who, "each value", item, BIND_A_COST);
    lua_pop(L, 1);
  }
  return values;
}

static int bind_grid_set_penalties(lua_State *L) {
  const char *who = "grid:set_penalties";
  bind_grid *grid = bind_self_grid(L, who);
  bind_grid_area area = bind_grid_read_area(L, who, grid, false);
  size_t tiles = (size_t)area.width * (size_t)area.height;
  const double *costs = bind_grid_read_values(L, who, tiles, "costs", NULL);
  return bind_finish_ok(L, who, grid,
                        astar_grid_set_penalties(bind_grid_core(L, who, grid), area.x,
                                                 area.y, area.width, area.height, costs,
                                                 (size_t)area.width));
}

static int bind_grid_block(lua_State *L) {
  const char *who = "grid:block";
  bind_grid *grid = bind_self_grid(L, who);
  const astar_point at = bind_grid_check_tile(L, who, grid, "x", "y", 2);
  bool blocked = bind_grid_opt_boolean(L, who, "blocked", 4, true);
  int layer = lua_isnoneornil(L, 5) ? 1 : bind_check_layer(L, who, 5);
  return bind_finish_ok(
      L, who, grid,
      astar_grid_block(bind_grid_core(L, who, grid), at.x, at.y, blocked, layer));
}

static int bind_grid_set_edge(lua_State *L) {
  const char *who = "grid:set_edge";
  bind_grid *grid = bind_self_grid(L, who);
  const astar_point at = bind_grid_check_tile(L, who, grid, "x", "y", 2);
  int dx = bind_check_integer(L, who, "dx", 4, -1, 1);
  int dy = bind_check_integer(L, who, "dy", 5, -1, 1);
  bool open = bind_check_boolean(L, who, "open", 6);
  bool one_way = bind_grid_opt_boolean(L, who, "one_way", 7, false);
  astar_status status = astar_grid_set_edge(bind_grid_core(L, who, grid), at.x, at.y, dx,
                                            dy, open, one_way);
  if (status == ASTAR_INVALID)
    luaL_error(L, "%s: dx, dy must lead to a neighbor of tile %d, %d, got %d, %d", who,
               at.x + 1, at.y + 1, dx, dy);
  if (status == ASTAR_OUT_OF_BOUNDS)
    luaL_error(L, "%s: the neighbor at %d, %d is off the grid", who, at.x + 1 + dx,
               at.y + 1 + dy);
  return bind_finish_ok(L, who, grid, status);
}

typedef struct bind_grid_link_options {
  double cost;
  bool one_way;
} bind_grid_link_options;

static const bind_option bind_grid_link_options_known[] = {
    BIND_VALUE("cost", BIND_COST, NULL, bind_grid_link_options, cost),
    BIND_VALUE("one_way", BIND_BOOLEAN, NULL, bind_grid_link_options, one_way),
    BIND_LAST_OPTION,
};

static int bind_grid_link(lua_State *L) {
  const char *who = "grid:link";
  bind_grid *grid = bind_self_grid(L, who);
  const astar_point from = bind_grid_check_tile(L, who, grid, "x1", "y1", 2);
  const astar_point to = bind_grid_check_tile(L, who, grid, "x2", "y2", 4);
  bind_grid_link_options link = {1.0, false};
  bind_read_options(L, who, 6, bind_grid_link_options_known, &link);
  uint32_t id = 0;
  bind_finish_ok(L, who, grid,
                 astar_grid_link(bind_grid_core(L, who, grid), from.x, from.y, to.x, to.y,
                                 link.cost, link.one_way, &id));
  return bind_push_count(L, id);
}

static int bind_grid_unlink(lua_State *L) {
  const char *who = "grid:unlink";
  const bind_grid *grid = bind_self_grid(L, who);
  double id;
  if (!bind_to_whole(L, 2, &id)) return bind_expected(L, who, "id", "an integer", 2);
  astar_status status = ASTAR_INVALID;
  if (id >= 1 && id <= UINT32_MAX)
    status = astar_grid_unlink(bind_grid_core(L, who, grid), (uint32_t)id);
  if (status == ASTAR_INVALID)
    return bind_expected(L, who, "id", "the id of a link of this grid", 2);
  bind_expect_ok(L, who, status);
  return 0;
}

int bind_grid_missing(lua_State *L) {
  const char *name = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "";
  if (strcmp(name, "watch") == 0 || strcmp(name, "broken") == 0)
    return luaL_error(L, "grid:%s is gone: write path:is_valid()", name);
  return bind_push_nil(L);
}

const bind_function bind_grid_functions[] = {
    {BIND_MODULE, "grid", bind_grid_new},
    {BIND_MODULE, "deserialize", bind_grid_deserialize},
    {BIND_GRID, "size", bind_grid_size},
    {BIND_GRID, "get", bind_grid_get},
    {BIND_GRID, "set", bind_grid_set},
    {BIND_GRID, "fill", bind_grid_fill},
    {BIND_GRID, "rows", bind_grid_rows},
    {BIND_GRID, "set_penalty", bind_grid_set_penalty},
    {BIND_GRID, "set_penalties", bind_grid_set_penalties},
    {BIND_GRID, "fill_penalty", bind_grid_fill_penalty},
    {BIND_GRID, "penalty", bind_grid_penalty},
    {BIND_GRID, "block", bind_grid_block},
    {BIND_GRID, "is_blocked", bind_grid_is_blocked},
    {BIND_GRID, "set_edge", bind_grid_set_edge},
    {BIND_GRID, "link", bind_grid_link},
    {BIND_GRID, "unlink", bind_grid_unlink},
    {BIND_GRID, "revision", bind_grid_revision},
    {BIND_GRID, "clone", bind_grid_clone},
    {BIND_GRID, "serialize", bind_grid_serialize},
    {BIND_GRID, "__gc", bind_grid_gc},
    {BIND_GRID, "__tostring", bind_grid_tostring},
    BIND_LAST_FUNCTION,
};
