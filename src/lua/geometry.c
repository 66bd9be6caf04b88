// Geometry of tiles: neighbors, distances, rings, lines; loops over lists of tiles.
//
// All loops use the same iterator function. The state of a loop is an object that `for`
// passes to the function. A closure per loop would be several times as slow on LuaJIT,
// which compiles a loop for one function. The state holds the size and the layout of the
// grid, not the grid, and a step allocates nothing.
#include "lua/support.h"

// How far from the origin a line may begin or end, in x and in y [tiles].
enum { BIND_GEOMETRY_MAX_LINE = 1000000 };

typedef enum bind_tiles_kind {
  BIND_TILES_RING,
  BIND_TILES_LINE,
  BIND_TILES_LIST,
  BIND_TILES_UNITS
} bind_tiles_kind;

// The state of a loop over the tiles of a ring, of a line or of a list, or over units.
// The points of a list, or the units, follow it.
typedef struct bind_tiles {
  void *null_word;
  bind_tiles_kind kind;
  int count; // tiles of a line or of a list, or units, that were returned so far
  union {
    astar_ring ring;
    astar_line line;
    size_t length; // of the list
  } cursor;
} bind_tiles;

// Pushes the iterator and a new state with room for so many points.
static bind_tiles *bind_geometry_push(lua_State *L, bind_tiles_kind kind, size_t points) {
  size_t size = sizeof(bind_tiles) + points * sizeof(astar_point);
  lua_rawgeti(L, lua_upvalueindex(BIND_TILES), BIND_ITERATOR);
  bind_tiles *tiles =
      (bind_tiles *)bind_push_userdata(L, lua_upvalueindex(BIND_TILES), size, false);
  tiles->kind = kind;
  return tiles;
}

static int bind_geometry_next(lua_State *L) {
  astar_point tile;
  bind_tiles *tiles = (bind_tiles *)bind_self(L, "the iterator", BIND_TILES);
  if (tiles->kind == BIND_TILES_RING)
    return astar_ring_next(&tiles->cursor.ring, &tile) ? bind_push_tile(L, tile) : 0;
  bool is_list = tiles->kind >= BIND_TILES_LIST;
  if (is_list && (size_t)tiles->count >= tiles->cursor.length) return 0;
  if (tiles->kind == BIND_TILES_UNITS) {
    const astar_near_unit *units = (const astar_near_unit *)(tiles + 1);
    astar_compat_push_count(L, units[tiles->count].unit);
    lua_pushnumber(L, (lua_Number)units[tiles->count++].distance);
    return 2;
  }
  if (is_list)
    tile = ((const astar_point *)(tiles + 1))[tiles->count];
  else if (!astar_line_next(&tiles->cursor.line, &tile, NULL))
    return 0;
  lua_pushinteger(L, ++tiles->count);
  return 1 + bind_push_tile(L, tile);
}

astar_point *bind_push_tiles(lua_State *L, size_t count) {
  bind_tiles *tiles = bind_geometry_push(L, BIND_TILES_LIST, count);
  tiles->cursor.length = count;
  return (astar_point *)(tiles + 1);
}

astar_near_unit *bind_push_units(lua_State *L, size_t count) {
  const size_t points = sizeof(astar_near_unit) / sizeof(astar_point);
  bind_tiles *tiles = bind_geometry_push(L, BIND_TILES_UNITS, count * points);
  tiles->cursor.length = count;
  return (astar_near_unit *)(tiles + 1);
}

// Reads an integer from -max to max; raises for all others. Other functions clamp
// coordinates, but a clamped coordinate would give a wrong distance or line.
static int bind_geometry_check(lua_State *L, const char *who, const char *what, int index,
                               int max) {
  double value;
  if (!bind_to_whole(L, index, &value) || value < -max || value > max)
    luaL_error(L, "%s: %s must be an integer from %d to %d, got %s", who, what, -max, max,
               bind_describe(L, index));
  return (int)value;
}

// The arguments x1, y1, x2, y2 at 2 to 5, counted from 0.
static void bind_geometry_check_ends(lua_State *L, const char *who, int max,
                                     astar_point *from, astar_point *to) {
  from->x = bind_geometry_check(L, who, "x1", 2, max) - 1;
  from->y = bind_geometry_check(L, who, "y1", 3, max) - 1;
  to->x = bind_geometry_check(L, who, "x2", 4, max) - 1;
  to->y = bind_geometry_check(L, who, "y2", 5, max) - 1;
}

// ---------------------------------------------------------------------------- distance

static int bind_geometry_distance(lua_State *L) {
  const char *who = "grid:distance";
  astar_point from, to;
  int neighbors = 0;
  const bind_grid *grid = bind_self_grid(L, who);
  bind_geometry_check_ends(L, who, BIND_FAR, &from, &to);
  bool hexes = astar_grid_layout(bind_grid_core(L, who, grid)) != ASTAR_SQUARE;
  if (lua_isnoneornil(L, 6))
    neighbors = hexes ? 6 : 8;
  else if (!bind_to_integer(L, 6, &neighbors) ||
           (hexes ? neighbors != 6 : neighbors != 4 && neighbors != 8))
    bind_expected(L, who, "neighbors", hexes ? "6 on a grid of hexes" : "4 or 8", 6);
  int64_t distance = astar_grid_distance(bind_grid_core(L, who, grid), from.x, from.y,
                                         to.x, to.y, neighbors);
  return bind_push_count(L, (uint64_t)distance);
}

// ------------------------------------------------------------------ neighbors and rings

static int bind_geometry_return_ring(lua_State *L, const char *who, bind_grid *grid,
                                     int x, int y, int n) {
  bind_tiles *tiles = bind_geometry_push(L, BIND_TILES_RING, 0);
  bind_expect_ok(
      L, who,
      astar_ring_begin(bind_grid_core(L, who, grid), x, y, n, &tiles->cursor.ring));
  return 2;
}

// Coordinates may be clamped here: the tile itself and the clamped tile are both far off
// the grid, where no tile has neighbors on the grid.
static int bind_geometry_neighbors(lua_State *L) {
  const char *who = "grid:neighbors";
  bind_grid *grid = bind_self_grid(L, who);
  const astar_point at = bind_check_tile(L, who, 2);
  return bind_geometry_return_ring(L, who, grid, at.x, at.y, 1);
}

static int bind_geometry_ring_of(lua_State *L) {
  const char *who = "grid:ring";
  bind_grid *grid = bind_self_grid(L, who);
  int x = bind_geometry_check(L, who, "x", 2, BIND_FAR) - 1;
  int y = bind_geometry_check(L, who, "y", 3, BIND_FAR) - 1;
  double n;
  if (!bind_to_whole(L, 4, &n) || n < 0) bind_expected(L, who, "n", "an integer >= 0", 4);
  // Larger rings around any allowed tile do not touch the grid either.
  const double beyond = 2.0 * BIND_FAR;
  return bind_geometry_return_ring(L, who, grid, x, y, (int)(n < beyond ? n : beyond));
}

// -------------------------------------------------------------------------------- lines

static int bind_geometry_line_of(lua_State *L) {
  const char *who = "grid:line";
  astar_point from, to;
  bind_grid *grid = bind_self_grid(L, who);
  bind_geometry_check_ends(L, who, BIND_GEOMETRY_MAX_LINE, &from, &to);
  bind_tiles *tiles = bind_geometry_push(L, BIND_TILES_LINE, 0);
  bind_expect_ok(L, who,
                 astar_line_begin(bind_grid_core(L, who, grid), from.x, from.y, to.x,
                                  to.y, &tiles->cursor.line));
  return 2;
}

const bind_function bind_geometry_functions[] = {
    {BIND_GRID, "distance", bind_geometry_distance},
    {BIND_GRID, "neighbors", bind_geometry_neighbors},
    {BIND_GRID, "ring", bind_geometry_ring_of},
    {BIND_GRID, "line", bind_geometry_line_of},
    {BIND_TILES, BIND_STEP, bind_geometry_next},
    BIND_LAST_FUNCTION,
};
