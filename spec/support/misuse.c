/// Tests calls of astar.h that a Lua script cannot make, because the module checks its
/// arguments first: counts below 0, NaN, tiles off the grid, values that no enum has,
/// structures that were only zeroed, NULL, edits and searches from inside a heuristic
/// function; and allocations that fail in places that allocation.c does not reach.
///
/// Each call must return the documented answer and leave the grid unchanged.
///
/// Built and run by spec/quality/programs_spec.lua.
#include "allocation_meter.h"
#include "astar.h"
#include "astar_crowd.h"
#include "astar_explain.h"
#include "astar_index.h"
#include "astar_pool.h"
#include "astar_sight.h"
#include "serialized.h"

#include <limits.h>
#include <setjmp.h>
#include <math.h>

enum { WIDTH = 9, HEIGHT = 7, TILES = WIDTH * HEIGHT };

/// Terrains. The initial terrain, WALL, has no cost, so it is impassable.
enum { WALL, FLOOR, MUD };

/// Values that no enum has.
enum { BELOW = -1, ABOVE = 99 };

static struct {
  astar_allocator allocator;
  astar_grid *grid, *hexes;
  astar_path *path;
  astar_rules *rules, *large; ///< for a mover of size 1; for one of size 2
  uint8_t *content;           ///< the serialized grid
  size_t size;
  int checks;
} world, *const w = &world;

/// A table of calls with the same expected result. `number` is the present call.
typedef struct table {
  const char *calls;
  int line, expected, number;
} table;

/// The present call, as it is written.
static const char *call_of(const table *t, int *length) {
  const char *from = t->calls;
  for (int depth = 0, number = 0; *from != '\0'; from += *length) {
    for (*length = 0; from[*length] != '\0' && (depth > 0 || from[*length] != ',');) {
      const char c = from[(*length)++];
      depth += (c == '(' || c == '{') - (c == ')' || c == '}');
    }
    if (number++ == t->number) break;
    *length += (int)strspn(from + *length, ", ");
  }
  return from;
}

/// A call was made: its result must be the expected one, and the grid unchanged.
static void check(table *t, int result) {
  uint8_t now[1000];
  const bool is_changed = astar_grid_serialize(w->grid, now, sizeof now) != w->size ||
                          memcmp(now, w->content, w->size) != 0;
  if (result != t->expected || is_changed) {
    int length = 0;
    const char *call = call_of(t, &length);
    fprintf(stderr, "%s:%d: failed: %.*s is %d, expected %d%s\n", __FILE__, t->line,
            length, call, result, t->expected, is_changed ? "; the grid changed" : "");
    exit(EXIT_FAILURE);
  }
  t->number++;
  w->checks++;
}

// clang-format off
#define EACH_1(t, a) check(t, (int)(a));
#define EACH_2(t, a, ...) EACH_1(t, a) EACH_1(t, __VA_ARGS__)
#define EACH_3(t, a, ...) EACH_1(t, a) EACH_2(t, __VA_ARGS__)
#define EACH_4(t, a, ...) EACH_1(t, a) EACH_3(t, __VA_ARGS__)
#define EACH_5(t, a, ...) EACH_1(t, a) EACH_4(t, __VA_ARGS__)
#define EACH_6(t, a, ...) EACH_1(t, a) EACH_5(t, __VA_ARGS__)
#define EACH_7(t, a, ...) EACH_1(t, a) EACH_6(t, __VA_ARGS__)
#define EACH_8(t, a, ...) EACH_1(t, a) EACH_7(t, __VA_ARGS__)
#define EACH_9(t, a, ...) EACH_1(t, a) EACH_8(t, __VA_ARGS__)
#define EACH_10(t, a, ...) EACH_1(t, a) EACH_9(t, __VA_ARGS__)
#define PICK(a, b, c, d, e, f, g, h, i, j, picked, ...) picked
#define EACH(t, ...) PICK(__VA_ARGS__, EACH_10, EACH_9, EACH_8, EACH_7, EACH_6, EACH_5, \
                          EACH_4, EACH_3, EACH_2, EACH_1, 0)(t, __VA_ARGS__)
// clang-format on

/// Makes up to ten calls in this order. Each must return this status.
#define EXPECT(status, ...)                                                              \
  do {                                                                                   \
    table rows = {#__VA_ARGS__, __LINE__, (int)(status), 0};                             \
    EACH(&rows, __VA_ARGS__)                                                             \
  } while (0)

/// The same of conditions.
#define HOLDS(...) EXPECT(true, __VA_ARGS__)

static astar_rules_def plain_rules(void) {
  astar_rules_def def = astar_default_rules();
  def.cost[FLOOR] = 1;
  def.cost[MUD] = 3;
  return def;
}

static astar_rules *make_rules(const astar_rules_def *def) {
  astar_rules *rules;
  REQUIRE(astar_rules_new(&w->allocator, def, &rules) == ASTAR_OK);
  return rules;
}

static astar_grid *make_grid(int width, int height, astar_layout layout) {
  astar_grid *grid;
  REQUIRE(astar_grid_new(&w->allocator, width, height, layout, FLOOR, &grid) == ASTAR_OK);
  return grid;
}

/// A grid with content of each kind.
static void begin_world(meter *m) {
  astar_rules_def def = plain_rules();
  uint32_t id;
  w->allocator = (astar_allocator){meter_alloc, m};
  w->rules = make_rules(&def);
  def.size = 2;
  w->large = make_rules(&def);
  w->hexes = make_grid(4, 4, ASTAR_ODD_R);
  REQUIRE(astar_path_new(&w->allocator, &w->path) == ASTAR_OK);
  w->grid = make_grid(WIDTH, HEIGHT, ASTAR_SQUARE);
  REQUIRE(astar_grid_set(w->grid, 3, 3, MUD) == ASTAR_OK);
  REQUIRE(astar_grid_fill(w->grid, 5, 0, 1, 4, WALL) == ASTAR_OK);
  REQUIRE(astar_grid_set_penalty(w->grid, 1, 1, 2) == ASTAR_OK);
  REQUIRE(astar_grid_block(w->grid, 2, 5, true, 1) == ASTAR_OK);
  REQUIRE(astar_grid_block(w->grid, 7, 5, true, 8) == ASTAR_OK);
  REQUIRE(astar_grid_set_edge(w->grid, 6, 6, 1, 0, false, false) == ASTAR_OK);
  REQUIRE(astar_grid_link(w->grid, 0, 0, 8, 0, 20, false, &id) == ASTAR_OK);
  w->size = astar_grid_serialize(w->grid, NULL, 0);
  w->content = malloc(w->size);
  REQUIRE(w->content != NULL);
  REQUIRE(astar_grid_serialize(w->grid, w->content, w->size) == w->size);
}

static void end_world(void) {
  astar_rules_free(w->rules);
  astar_grid_free(w->grid);
  astar_grid_free(w->hexes);
  astar_path_free(w->path);
  astar_rules_free(w->large);
  free(w->content);
}

/// Tiles off the grid, near and far.
static const astar_point off_grid[] = {{-1, 0},      {0, -1},         {WIDTH, 0},
                                       {0, HEIGHT},  {INT_MIN, 0},    {0, INT_MIN},
                                       {INT_MAX, 0}, {0, INT_MAX},    {INT_MAX, INT_MAX},
                                       {65536, 0},   {0, 65536 * 30}, {-65536, -65536}};

enum { OFF_GRID = sizeof off_grid / sizeof off_grid[0] };

/// Numbers that are invalid as costs, and numbers that are also invalid as limits.
static const double no_costs[] = {NAN,       INFINITY, -1,       -1e-300,
                                  -INFINITY, 1.01e100, 9.9e-101, 5e-324};
static const int no_layers[] = {0,   -1,  ASTAR_LAYERS + 1, 16,     32, 64,
                                255, 256, INT_MIN,          INT_MAX};
static const double no_caps[] = {NAN, -1, -1e-300, -INFINITY};

enum { NO_COSTS = sizeof no_costs / sizeof no_costs[0] };
enum { NO_LAYERS = sizeof no_layers / sizeof no_layers[0] };
enum { NO_CAPS = sizeof no_caps / sizeof no_caps[0] };

static bool is_same(double a, double b) { return !(a < b) && !(a > b); }

// ----------------------------------------------------------------------- status words

static void check_words(void) {
  static const struct {
    astar_status status;
    const char *word;
  } words[] = {{ASTAR_OK, "ok"},
               {ASTAR_UNREACHABLE, "unreachable"},
               {ASTAR_GOAL_BLOCKED, "goal_blocked"},
               {ASTAR_OUT_OF_BOUNDS, "out_of_bounds"},
               {ASTAR_LIMIT, "limit"},
               {ASTAR_TILE_IMPASSABLE, "impassable"},
               {ASTAR_TILE_OCCUPIED, "occupied"},
               {ASTAR_TOO_OLD, "too_old"},
               {ASTAR_QUEUE_FULL, "busy"},
               {ASTAR_CANCELLED, "cancelled"},
               {ASTAR_TOO_LARGE, "too_large"},
               {ASTAR_DELTA_APPLIED, "applied"},
               {ASTAR_DELTA_GAP, "gap"},
               {ASTAR_DELTA_OTHER, "other"},
               {ASTAR_RUNNING, "running"},
               {ASTAR_STALE, "stale"},
               {ASTAR_INVALID, "invalid argument"},
               {ASTAR_NO_MEMORY, "not enough memory"},
               {ASTAR_BUSY, "the grid is being searched"},
               {ASTAR_STOPPED, "stopped by the heuristic function"},
               {ASTAR_UNSUITED, "these rules cannot serve this grid or algorithm"},
               {ASTAR_INEXACT, "compiled with options that change arithmetic"}};
  enum { COUNT = sizeof words / sizeof words[0] };
  int known = 0;
  for (int i = 0; i < COUNT; i++) {
    HOLDS(strcmp(astar_reason(words[i].status), words[i].word) == 0,
          astar_is_outcome(words[i].status) == (words[i].status <= ASTAR_DELTA_OTHER),
          astar_is_error(words[i].status) == (words[i].status >= ASTAR_INVALID));
  }
  for (int i = 0; i <= 2 * ASTAR_UNSUITED; i++)
    known += strcmp(astar_reason((astar_status)i), "unknown status") != 0;
  HOLDS(known == COUNT, strcmp(astar_reason((astar_status)ABOVE), "unknown status") == 0,
        strcmp(astar_reason((astar_status)BELOW), "unknown status") == 0);
}

static void check_nothing(void) {
  astar_grid_free(NULL);
  astar_rules_free(NULL);
  astar_grid_retain(NULL);
  astar_rules_retain(NULL);
  astar_field_free(NULL);
  astar_search_free(NULL);
  astar_replanner_free(NULL);
  HOLDS(true);
}

// ------------------------------------------------------------------------------ grids

static bool is_no_grid(int width, int height, int layout) {
  astar_grid *grid = w->grid;
  return astar_grid_new(&w->allocator, width, height, (astar_layout)layout, 0, &grid) ==
             ASTAR_INVALID &&
         grid == NULL;
}

static void check_grids(void) {
  HOLDS(is_no_grid(0, 1, ASTAR_SQUARE), is_no_grid(1, 0, ASTAR_SQUARE),
        is_no_grid(-1, -1, ASTAR_SQUARE), is_no_grid(INT_MIN, INT_MIN, ASTAR_SQUARE),
        is_no_grid(ASTAR_MAX_SIDE + 1, 1, ASTAR_SQUARE),
        is_no_grid(1, ASTAR_MAX_SIDE + 1, ASTAR_SQUARE),
        is_no_grid(ASTAR_MAX_SIDE, 4097, ASTAR_SQUARE), is_no_grid(1, 1, BELOW),
        is_no_grid(1, 1, ABOVE));
}

/// An allocator without a function counts as no allocator.
static void check_allocator(void) {
  const astar_allocator empty = {NULL, NULL};
  astar_grid *grid;
  EXPECT(ASTAR_OK, astar_grid_clone(w->grid, &empty, &grid));
  astar_grid_free(grid);
  EXPECT(ASTAR_OK, astar_grid_clone(w->grid, NULL, &grid));
  astar_grid_free(grid);
}

static void check_reading(void) {
  for (int i = 0; i < OFF_GRID; i++) {
    const int x = off_grid[i].x, y = off_grid[i].y;
    HOLDS(!astar_grid_contains(w->grid, x, y), astar_grid_get(w->grid, x, y) == -1,
          !(astar_grid_penalty(w->grid, x, y) > 0));
    for (int layer = ASTAR_ANY_LAYER; layer <= ASTAR_LAYERS; layer++)
      HOLDS(!astar_grid_is_blocked(w->grid, x, y, layer));
    HOLDS(astar_grid_obstacles(w->grid, x, y) == 0,
          !astar_grid_is_edge_open(w->grid, x, y, 1, 0),
          !astar_is_passable(w->grid, w->rules, NULL, x, y),
          (astar_grid_row(w->grid, y) == NULL) == (y < 0 || y >= HEIGHT));
  }
  HOLDS(!astar_grid_is_edge_open(w->grid, WIDTH - 1, 0, 1, 0),
        !astar_grid_is_edge_open(w->grid, 0, 0, 0, -1),
        !astar_grid_is_edge_open(w->grid, 1, 1, 0, 0),
        !astar_grid_is_edge_open(w->grid, 1, 1, 2, 0),
        !astar_grid_is_edge_open(w->grid, 1, 1, INT_MAX, INT_MIN),
        !astar_grid_is_edge_open(w->hexes, 1, 2, 1, 1));
}

/// Valid layers and invalid ones: nothing is blocked on an invalid layer.
static void check_layers(void) {
  const struct {
    int x, y;
    uint8_t layers;
  } tiles[] = {{2, 5, ASTAR_LAYER(1)}, {7, 5, ASTAR_LAYER(8)}, {3, 5, 0}};
  for (int i = 0; i < 3; i++) {
    const int x = tiles[i].x, y = tiles[i].y;
    HOLDS(astar_grid_obstacles(w->grid, x, y) == tiles[i].layers,
          astar_grid_is_blocked(w->grid, x, y, ASTAR_ANY_LAYER) ==
              (tiles[i].layers != 0));
    for (int layer = 1; layer <= ASTAR_LAYERS; layer++) {
      HOLDS(astar_grid_is_blocked(w->grid, x, y, layer) ==
            (tiles[i].layers == ASTAR_LAYER(layer)));
    }
    for (int n = 0; n < NO_LAYERS; n++) {
      if (no_layers[n] == ASTAR_ANY_LAYER) continue;
      HOLDS(!astar_grid_is_blocked(w->grid, x, y, no_layers[n]));
    }
  }
  HOLDS(ASTAR_LAYER(1) == 1 && ASTAR_LAYER(8) == 128 && ASTAR_ALL_LAYERS == 255);
}

/// Edits on invalid layers, of tiles on the grid and off it.
static void check_no_layers(void) {
  static const uint8_t blocked[4] = {1, 1, 1, 1};
  for (int i = 0; i < NO_LAYERS; i++) {
    const int layer = no_layers[i];
    for (int on = 0; on <= 1; on++) {
      EXPECT(ASTAR_INVALID, astar_grid_block(w->grid, 3, 5, on == 1, layer),
             astar_grid_block(w->grid, 2, 5, on == 1, layer),
             astar_grid_fill_blocked(w->grid, 0, 0, 9, 9, on == 1, layer));
    }
    HOLDS(astar_is_error(astar_grid_block(w->grid, -1, 5, true, layer)) ||
          astar_grid_block(w->grid, -1, 5, true, layer) == ASTAR_OUT_OF_BOUNDS);
    EXPECT(ASTAR_INVALID, astar_grid_set_blocked(w->grid, 3, 4, 2, 2, blocked, 2, layer),
           astar_grid_block(NULL, 3, 5, true, layer));
  }
}

// ------------------------------------------------------------------------------ edits

/// All edits of one tile.
static bool all_edits_are(astar_grid *grid, int x, int y, astar_status status) {
  static const double costs[4] = {1};
  static const uint8_t blocked[4] = {1};
  uint32_t id;
  return astar_grid_set(grid, x, y, WALL) == status &&
         astar_grid_set_penalties(grid, x, y, 2, 2, costs, 2) == status &&
         astar_grid_set_blocked(grid, x, y, 2, 2, blocked, 2, 1) == status &&
         astar_grid_set_penalty(grid, x, y, 1) == status &&
         astar_grid_block(grid, x, y, true, 1) == status &&
         astar_grid_set_edge(grid, x, y, 1, 0, false, true) == status &&
         astar_grid_link(grid, x, y, 0, 0, 1, true, &id) == status &&
         astar_grid_link(grid, 0, 0, x, y, 1, true, &id) == status;
}

static void check_edits_off_grid(void) {
  static const uint8_t terrains[WIDTH] = {WALL};
  for (int i = 0; i < OFF_GRID; i++) {
    const int x = off_grid[i].x, y = off_grid[i].y;
    HOLDS(all_edits_are(w->grid, x, y, ASTAR_OUT_OF_BOUNDS));
  }
  EXPECT(ASTAR_OUT_OF_BOUNDS, astar_grid_set_row(w->grid, -1, terrains),
         astar_grid_set_row(w->grid, HEIGHT, terrains));
  EXPECT(ASTAR_OK, astar_grid_fill(w->grid, WIDTH, 0, 5, 5, WALL),
         astar_grid_fill(w->grid, -5, 0, 5, 5, WALL),
         astar_grid_fill(w->grid, 1, 1, 0, 5, WALL),
         astar_grid_fill(w->grid, 1, 1, 5, -1, WALL),
         astar_grid_fill(w->grid, 1, INT_MAX, 5, INT_MAX, WALL),
         astar_grid_fill(w->grid, INT_MIN, 1, INT_MIN, 5, WALL));
}

static void check_edit_values(void) {
  uint32_t id;
  for (int i = 0; i < NO_COSTS; i++) {
    const double cost = no_costs[i];
    EXPECT(ASTAR_INVALID, astar_grid_set_penalty(w->grid, 1, 1, cost),
           astar_grid_link(w->grid, 1, 1, 2, 2, cost, false, &id));
  }
  EXPECT(ASTAR_INVALID, astar_grid_unlink(w->grid, 0), astar_grid_unlink(w->grid, 2),
         astar_grid_unlink(w->grid, UINT32_MAX));
}

/// Rectangles that are not completely on the grid.
static const int off_areas[][4] = {{WIDTH - 1, 0, 2, 1},
                                   {0, HEIGHT - 1, 1, 2},
                                   {-1, 0, 2, 1},
                                   {0, -1, 1, 2},
                                   {0, 0, WIDTH + 1, 1},
                                   {0, 0, 1, HEIGHT + 1},
                                   {INT_MAX, 0, 1, 1},
                                   {0, INT_MAX, 1, 1},
                                   {INT_MIN, INT_MIN, 1, 1},
                                   {INT_MAX, INT_MAX, 1, 1},
                                   {0, 0, INT_MAX, 1},
                                   {1, 1, 1, INT_MAX},
                                   {INT_MIN, 0, INT_MAX, 1},
                                   {1, INT_MIN, 1, INT_MAX}};
/// Rectangles without tiles.
static const int no_areas[][4] = {
    {0, 0, 0, 3}, {0, 0, 3, 0}, {-9, 0, 0, 0}, {INT_MAX, INT_MIN, 0, INT_MAX}};
/// Rectangles of a negative size.
static const int bad_areas[][4] = {
    {1, 1, -1, 1}, {1, 1, 1, -1}, {1, 1, INT_MIN, INT_MIN}, {3, 3, 0, -1}};

enum {
  OFF_AREAS = sizeof off_areas / sizeof off_areas[0],
  NO_AREAS = sizeof no_areas / sizeof no_areas[0],
  BAD_AREAS = sizeof bad_areas / sizeof bad_areas[0]
};

/// The status of setting a rectangle from arrays, or from NULL.
static bool is_setting(const int a[4], bool has_arrays, astar_status status) {
  static const double costs[TILES] = {1};
  static const uint8_t blocked[TILES] = {1};
  const size_t stride = a[2] < 0 ? 0 : (size_t)a[2];
  return astar_grid_set_penalties(w->grid, a[0], a[1], a[2], a[3],
                                  has_arrays ? costs : NULL, stride) == status &&
         astar_grid_set_blocked(w->grid, a[0], a[1], a[2], a[3],
                                has_arrays ? blocked : NULL, stride, 1) == status;
}

/// Sets three tiles, one of them to a bad cost.
static bool is_refused_at(int bad, double cost) {
  double costs[] = {4, 4, 4};
  costs[bad] = cost;
  return astar_grid_set_penalties(w->grid, 1, 1, 3, 1, costs, 3) == ASTAR_INVALID;
}

static void check_areas(void) {
  static const int inside[4] = {1, 1, 2, 2};
  static const double costs[TILES] = {1};
  static const uint8_t blocked[TILES] = {1};
  for (int i = 0; i < OFF_AREAS; i++)
    HOLDS(is_setting(off_areas[i], true, ASTAR_OUT_OF_BOUNDS));
  for (int i = 0; i < NO_AREAS; i++) {
    const int *a = no_areas[i];
    HOLDS(is_setting(a, false, ASTAR_OK));
    EXPECT(ASTAR_OK, astar_grid_fill_penalty(w->grid, a[0], a[1], a[2], a[3], 1),
           astar_grid_fill_blocked(w->grid, a[0], a[1], a[2], a[3], true, 1));
  }
  for (int i = 0; i < BAD_AREAS; i++) {
    const int *a = bad_areas[i];
    HOLDS(is_setting(a, true, ASTAR_INVALID));
    EXPECT(ASTAR_OK, astar_grid_fill_penalty(w->grid, a[0], a[1], a[2], a[3], 1),
           astar_grid_fill_blocked(w->grid, a[0], a[1], a[2], a[3], true, 1));
  }
  HOLDS(is_setting(inside, false, ASTAR_INVALID));
  EXPECT(ASTAR_INVALID, astar_grid_set_penalties(w->grid, 1, 1, 2, 2, costs, 1),
         astar_grid_set_blocked(w->grid, 1, 1, 2, 2, blocked, 1, 1),
         astar_grid_set_penalties(NULL, 0, 0, 1, 1, costs, 1),
         astar_grid_set_blocked(NULL, 0, 0, 1, 1, blocked, 1, 1),
         astar_grid_fill_penalty(NULL, 0, 0, 1, 1, 1),
         astar_grid_fill_blocked(NULL, 0, 0, 1, 1, true, 1));
  for (int i = 0; i < NO_COSTS; i++) {
    EXPECT(ASTAR_INVALID, astar_grid_fill_penalty(w->grid, 0, 0, 1, 1, no_costs[i]),
           astar_grid_fill_penalty(w->grid, 0, 0, 0, 0, no_costs[i]));
    for (int bad = 0; bad < 3; bad++) HOLDS(is_refused_at(bad, no_costs[i]));
  }
}

static void check_influence(void) {
  static const float values[] = {1, -1, NAN, INFINITY};
  const uint64_t map = 5, bad = ASTAR_MAX_INFLUENCE + (uint64_t)1;
  astar_grid *g = w->grid;
  astar_filter filter = astar_default_filter();
  EXPECT(ASTAR_OK, astar_influence_use(g, map));
  EXPECT(ASTAR_INVALID, astar_influence_use(NULL, map), astar_influence_use(g, bad),
         astar_influence_fill(NULL, map, 0, 0, 1, 1, 1),
         astar_influence_fill(g, bad, 0, 0, 1, 1, 1),
         astar_influence_write(NULL, map, 0, 0, 1, 1, values, 1),
         astar_influence_write(g, map, 0, 0, 1, 1, NULL, 1),
         astar_influence_write(g, map, 0, 0, 2, 1, values, 1),
         astar_influence_write(g, map, 0, 0, 2, 1, values, 2),
         astar_influence_stamp(NULL, map, 1, 1, 1, 1, true));
  EXPECT(ASTAR_INVALID, astar_influence_stamp(g, map, 1, 1, -1, 1, true),
         astar_influence_stamp(g, map, 1, 1, NAN, 1, true),
         astar_influence_fade(NULL, map, 1), astar_influence_fade(g, map, -0.5f),
         astar_influence_fade(g, map, 1.5f), astar_influence_fade(g, map, NAN),
         astar_influence_clearance(NULL, map, w->rules, 1),
         astar_influence_clearance(g, map, NULL, 1),
         astar_influence_clearance(g, map, w->rules, -1));
  for (int i = 1; i < 4; i++) {
    EXPECT(ASTAR_INVALID, astar_influence_fill(g, map, 0, 0, 0, 0, values[i]));
    HOLDS(i == 1 ||
          astar_influence_stamp(g, map, 1, 1, 1, values[i], false) == ASTAR_INVALID);
    HOLDS(!astar_filter_weigh(&filter, map, values[i]));
  }
  EXPECT(ASTAR_OUT_OF_BOUNDS, astar_influence_stamp(g, map, -1, 0, 9, 1, false),
         astar_influence_write(g, map, -1, 0, 1, 1, values, 1));
  EXPECT(ASTAR_OK, astar_influence_fill(g, map, -5, -5, 2, 2, 1),
         astar_influence_stamp(g, map, 1, 1, 1e300, 0, true),
         astar_influence_fade(g, map, 0), astar_influence_fade(g, 77, 0.5f));
  HOLDS(!astar_filter_weigh(NULL, map, 1), !astar_filter_weigh(&filter, bad, 1),
        !(astar_influence_get(g, map, -1, 0) > 0),
        !(astar_influence_get(g, 78, 0, 0) > 0),
        astar_influence_id(NULL, 5) == astar_influence_id("", 0));
  for (uint64_t i = 100; i < 106; i++) EXPECT(ASTAR_OK, astar_influence_use(g, i));
  EXPECT(ASTAR_INVALID, astar_influence_use(g, 106), astar_influence_fade(g, 106, 1));
  for (uint64_t i = 0; i < ASTAR_INFLUENCES; i++)
    HOLDS(astar_filter_weigh(&filter, i * 7 % 8, 1));
  HOLDS(!astar_filter_weigh(&filter, 9, 1), astar_filter_weigh(&filter, 9, 0),
        astar_filter_weigh(&filter, 3, 0), astar_filter_weigh(&filter, 9, 2));
  filter.influence[0].map = 9; // out of order
  EXPECT(ASTAR_INVALID, astar_is_reachable(g, w->rules, &filter, 1, 1, 2, 2));
}

static void check_copies(void) {
  astar_grid *wide = make_grid(WIDTH + 1, HEIGHT, ASTAR_SQUARE);
  astar_grid *high = make_grid(WIDTH, HEIGHT + 1, ASTAR_SQUARE);
  astar_grid *turned = make_grid(HEIGHT, WIDTH, ASTAR_SQUARE);
  astar_grid *hexes = make_grid(WIDTH, HEIGHT, ASTAR_ODD_R);
  EXPECT(ASTAR_INVALID, astar_grid_copy(w->grid, wide), astar_grid_copy(w->grid, high),
         astar_grid_copy(w->grid, turned), astar_grid_copy(w->grid, hexes),
         astar_grid_copy(NULL, w->grid), astar_grid_copy(w->grid, NULL));
  EXPECT(ASTAR_OK, astar_grid_copy(w->grid, w->grid));
  astar_grid_free(wide);
  astar_grid_free(high);
  astar_grid_free(turned);
  astar_grid_free(hexes);
}

static bool is_next_edge(const astar_grid *grid, const int from[4], const int to[4]) {
  int x = from[0], y = from[1], dx = from[2], dy = from[3];
  const bool found = astar_grid_each_edge(grid, &x, &y, &dx, &dy);
  return found == (to != NULL) && x == (found ? to : from)[0] &&
         y == (found ? to : from)[1] && dx == (found ? to : from)[2] &&
         dy == (found ? to : from)[3];
}

/// The edge between (6, 6) and (7, 6) is closed, from both sides.
static void check_each_edge(void) {
  static const int first[4] = {6, 6, 1, 0}, second[4] = {7, 6, -1, 0};
  static const int before[][4] = {
      {0, 0, 0, 0},        {-1, 0, 0, 0},      {INT_MIN, INT_MIN, INT_MIN, INT_MIN},
      {INT_MAX, -1, 9, 9}, {INT_MAX, 5, 1, 0}, {6, 6, 0, 0},
      {6, 6, 0, -1}};
  static const int after[][4] = {
      {7, 6, -1, 0},     {8, 6, 0, 0},       {INT_MAX, 6, 0, 0},
      {0, HEIGHT, 0, 0}, {3, INT_MAX, 1, 0}, {INT_MAX, INT_MAX, INT_MAX, INT_MAX}};
  for (int i = 0; i < 7; i++) HOLDS(is_next_edge(w->grid, before[i], first));
  for (int i = 0; i < 6; i++) HOLDS(is_next_edge(w->grid, after[i], NULL));
  HOLDS(is_next_edge(w->grid, first, second), is_next_edge(w->hexes, before[0], NULL),
        is_next_edge(NULL, before[0], NULL));
  int n = 0;
  HOLDS(!astar_grid_each_edge(w->grid, NULL, &n, &n, &n),
        !astar_grid_each_edge(w->grid, &n, NULL, &n, &n),
        !astar_grid_each_edge(w->grid, &n, &n, NULL, &n),
        !astar_grid_each_edge(w->grid, &n, &n, &n, NULL) && n == 0);
}

/// Rings without a tile on the grid, with an invalid iterator, and then one with tiles.
static void check_rings(void) {
  static const int far[][3] = {{INT_MIN, INT_MIN, 1},
                               {INT_MAX, INT_MAX, 1},
                               {INT_MAX, INT_MIN, INT_MAX},
                               {0, 0, INT_MAX},
                               {-5, -5, 0}};
  astar_ring ring;
  astar_point tile = {7, 7};
  const astar_grid *grids[] = {w->grid, w->hexes};
  for (int i = 0; i < 2; i++) {
    for (int j = 0; j < 5; j++) {
      EXPECT(ASTAR_OK,
             astar_ring_begin(grids[i], far[j][0], far[j][1], far[j][2], &ring));
      HOLDS(!astar_ring_next(&ring, &tile) && !astar_ring_next(&ring, &tile));
    }
    EXPECT(ASTAR_INVALID, astar_ring_begin(grids[i], 1, 1, -1, &ring));
    HOLDS(!astar_ring_next(&ring, &tile) && tile.x == 7);
    EXPECT(ASTAR_OK, astar_ring_begin(grids[i], 1, 1, 0, &ring));
    HOLDS(astar_ring_next(&ring, NULL) && !astar_ring_next(&ring, NULL));
  }
  EXPECT(ASTAR_INVALID, astar_ring_begin(w->grid, 1, 1, 1, NULL),
         astar_ring_begin(NULL, 1, 1, 1, &ring));
  HOLDS(!astar_ring_next(&ring, &tile) && !astar_ring_next(NULL, &tile));
}

static bool is_no_line(const astar_grid *grid, int x1, int y1, int x2, int y2) {
  astar_line line;
  astar_point tile;
  return astar_line_begin(grid, x1, y1, x2, y2, &line) == ASTAR_INVALID &&
         !astar_line_next(&line, &tile, NULL);
}

// An iterator over a line writes its results only if it returns a tile.
static void check_parts(const astar_grid *grid) {
  astar_line line;
  astar_point tile = {7, 7};
  double part = 7, last;
  HOLDS(is_no_line(NULL, 0, 0, 1, 1) && !astar_line_next(NULL, &tile, &part));
  EXPECT(ASTAR_OK, astar_line_begin(grid, 0, 0, 0, -1, &line));
  HOLDS(astar_line_next(&line, NULL, &part) && part == 0);
  part = 7;
  HOLDS(!astar_line_next(&line, &tile, &part) && tile.x == 7 && part == 7);
  EXPECT(ASTAR_OK, astar_line_begin(grid, -3, 1, WIDTH, 1, &line));
  for (last = 0; astar_line_next(&line, &tile, &part); last = part)
    HOLDS(part > last && part < 1 && part == (tile.x + 2.5) / (WIDTH + 3));
  HOLDS(last > 0);
}

static void check_lines(void) {
  const int most = ASTAR_MAX_LINE;
  const astar_grid *grids[] = {w->grid, w->hexes};
  astar_line line;
  astar_point tile;
  for (int i = 0; i < 2; i++) {
    HOLDS(is_no_line(grids[i], -most - 1, 0, 0, 0),
          is_no_line(grids[i], 0, most + 1, 0, 0), is_no_line(grids[i], 0, 0, INT_MIN, 0),
          is_no_line(grids[i], 0, 0, 0, INT_MAX));
    EXPECT(ASTAR_OK, astar_line_begin(grids[i], -most, most, most, -most, &line));
    HOLDS(astar_line_next(&line, NULL, NULL));
    while (astar_line_next(&line, &tile, NULL)) HOLDS(tile.x < WIDTH && tile.y < HEIGHT);
    HOLDS(!astar_line_next(&line, &tile, NULL));
    EXPECT(ASTAR_OK, astar_line_begin(grids[i], -most, -most, most, -most, &line));
    HOLDS(!astar_line_next(&line, &tile, NULL));
    check_parts(grids[i]);
  }
  EXPECT(ASTAR_INVALID, astar_line_begin(w->grid, 0, 0, 1, 1, NULL));
}

static void check_distances(void) {
  const int64_t most = (int64_t)INT_MAX - INT_MIN;
  for (int n = -1; n < 10; n++) {
    const int64_t square = astar_grid_distance(w->grid, 1, 1, 3, 4, n);
    const int64_t hex = astar_grid_distance(w->hexes, 1, 1, 3, 4, n);
    HOLDS(square == (n == 4 ? 5 : n == 8 ? 3 : -1) && (n == 6 ? hex > 0 : hex == -1));
  }
  HOLDS(astar_grid_distance(w->grid, INT_MIN, 0, INT_MAX, 0, 8) == most,
        astar_grid_distance(w->grid, INT_MIN, INT_MIN, INT_MAX, INT_MAX, 4) == 2 * most,
        astar_grid_distance(w->hexes, INT_MIN, 0, INT_MAX, 0, 6) == most);
}

static void check_each_link(void) {
  astar_link link = {.id = 77};
  uint32_t id = UINT32_MAX;
  HOLDS(!astar_grid_each_link(w->grid, &id, &link) && id == UINT32_MAX);
  id = 1;
  HOLDS(!astar_grid_each_link(w->grid, &id, &link) && id == 1 && link.id == 77);
  id = 0;
  HOLDS(!astar_grid_each_link(NULL, &id, &link) && id == 0 && link.id == 77,
        !astar_grid_each_link(w->grid, NULL, &link) && link.id == 77,
        astar_grid_each_link(w->grid, &id, NULL) && id == 1);
  id = 0;
  HOLDS(astar_grid_each_link(w->grid, &id, &link) && link.id == 1 && link.x2 == 8);
}

/// Every function of a grid that returns a status, called without the grid, and without
/// the array or the place for the result.
static void check_no_grid(void) {
  const uint8_t terrains[WIDTH] = {WALL};
  const char *message = NULL;
  astar_grid *grid = w->grid;
  HOLDS(all_edits_are(NULL, 1, 1, ASTAR_INVALID));
  EXPECT(ASTAR_INVALID, astar_grid_set_row(NULL, 0, terrains),
         astar_grid_set_row(w->grid, 0, NULL));
  EXPECT(ASTAR_OUT_OF_BOUNDS, astar_grid_set_row(w->grid, -1, NULL));
  EXPECT(ASTAR_INVALID, astar_grid_fill(NULL, 0, 0, 1, 1, WALL),
         astar_grid_unlink(NULL, 1), astar_grid_new(NULL, 1, 1, ASTAR_SQUARE, 0, NULL),
         astar_grid_clone(w->grid, NULL, NULL));
  HOLDS(astar_grid_clone(NULL, NULL, &grid) == ASTAR_INVALID && grid == NULL,
        astar_grid_serialize(w->grid, NULL, 0) == w->size);
  EXPECT(ASTAR_INVALID, astar_grid_deserialize(NULL, w->content, w->size, ASTAR_MAX_TILES,
                                               NULL, &message));
  HOLDS(strcmp(message, "grid must not be NULL") == 0);
  grid = w->grid;
  EXPECT(ASTAR_INVALID,
         astar_grid_deserialize(NULL, NULL, w->size, ASTAR_MAX_TILES, &grid, NULL));
  HOLDS(grid == NULL);
}

/// Places for results that may be NULL.
static void check_optional_results(void) {
  astar_grid *grid;
  REQUIRE(astar_grid_deserialize(&w->allocator, w->content, w->size, ASTAR_MAX_TILES,
                                 &grid, NULL) == ASTAR_OK);
  uint32_t id = 0;
  EXPECT(ASTAR_OK, astar_grid_link(grid, 0, 0, 1, 1, 1, false, NULL));
  HOLDS(astar_grid_link(grid, 0, 0, 1, 1, 1, false, &id) == ASTAR_OK && id == 3);
  EXPECT(ASTAR_OK, astar_grid_unlink(grid, 2));
  astar_grid_free(grid);
}

static bool is_no_edge(astar_grid *grid, int dx, int dy) {
  return astar_grid_set_edge(grid, 1, 2, dx, dy, false, false) == ASTAR_INVALID;
}

static void check_edges(void) {
  HOLDS(is_no_edge(w->grid, 0, 0), is_no_edge(w->grid, 2, 0), is_no_edge(w->grid, 0, -2),
        is_no_edge(w->grid, INT_MAX, 1), is_no_edge(w->grid, 1, INT_MIN),
        is_no_edge(w->hexes, 1, 1));
  EXPECT(ASTAR_OUT_OF_BOUNDS, astar_grid_set_edge(w->grid, 8, 6, 0, 1, true, true),
         astar_grid_set_edge(w->grid, 0, 0, -1, 0, true, true));
}

// ------------------------------------------------------------------------------ bytes

/// A grid of 2 x 2 tiles whose next link has that id.
static size_t write_grid(uint8_t *bytes, uint32_t next_link) {
  static const uint8_t head[] = {'a', 's', 't', 'a', 'r', 'g',   'r', 'i', 'd',
                                 1,   0,   2,   2,   8,   FLOOR, 0,   0,   0};
  size_t size = sizeof head;
  uint32_t hash = 2166136261u;
  memcpy(bytes, head, size);
  for (; next_link >= 128; next_link >>= 7) bytes[size++] = (uint8_t)(next_link | 128);
  bytes[size++] = (uint8_t)next_link;
  bytes[size++] = 0; // links
  for (size_t i = 0; i < size; i++) hash = (hash ^ bytes[i]) * 16777619u;
  for (int i = 0; i < 4; i++) bytes[size++] = (uint8_t)(hash >> (8 * i));
  return size;
}

/// Ids are not reused: there is no link after the last id.
static void check_ids(void) {
  uint8_t bytes[64];
  const size_t size = write_grid(bytes, UINT32_MAX - 1);
  astar_grid *grid;
  const char *message;
  uint32_t id = 0;
  REQUIRE(astar_grid_deserialize(&w->allocator, bytes, size, ASTAR_MAX_TILES, &grid,
                                 &message) == ASTAR_OK);
  EXPECT(ASTAR_OK, astar_grid_link(grid, 0, 0, 1, 1, 1, false, &id));
  HOLDS(id == UINT32_MAX - 1);
  EXPECT(ASTAR_INVALID, astar_grid_link(grid, 0, 0, 1, 1, 1, false, &id));
  EXPECT(ASTAR_OK, astar_grid_unlink(grid, UINT32_MAX - 1));
  EXPECT(ASTAR_INVALID, astar_grid_link(grid, 0, 0, 1, 1, 1, false, &id));
  astar_grid_free(grid);
}

static bool is_refused(size_t size, uint32_t max_tiles) {
  astar_grid *grid = w->grid;
  const char *message = NULL;
  const void *bytes = size > 0 ? w->content : NULL;
  return astar_grid_deserialize(&w->allocator, bytes, size, max_tiles, &grid, &message) ==
             ASTAR_INVALID &&
         grid == NULL && message != NULL;
}

/// If the buffer is too small for all bytes, nothing is written.
static void check_capacity(void) {
  uint8_t bytes[1000] = {0};
  for (size_t capacity = 0; capacity < w->size; capacity++)
    HOLDS(astar_grid_serialize(w->grid, bytes, capacity) == w->size && bytes[0] == 0);
  HOLDS(astar_grid_serialize(w->grid, NULL, sizeof bytes) == w->size,
        astar_grid_serialize(NULL, bytes, sizeof bytes) == 0 && bytes[0] == 0,
        astar_grid_serialize(NULL, NULL, 0) == 0);
}

static void check_bytes(void) {
  for (size_t size = 0; size < w->size; size++) // truncated, down to 0 bytes
    HOLDS(is_refused(size, ASTAR_MAX_TILES));
  const uint32_t tiles =
      (uint32_t)astar_grid_width(w->grid) * (uint32_t)astar_grid_height(w->grid);
  HOLDS(is_refused(w->size, 0), is_refused(w->size, tiles - 1));
  astar_grid *grid;
  const char *message;
  REQUIRE(astar_grid_deserialize(&w->allocator, w->content, w->size, tiles, &grid,
                                 &message) == ASTAR_OK);
  astar_grid_free(grid);
}

// ------------------------------------------------------------------------------ rules

static bool is_no_def(const astar_rules_def *def) {
  astar_rules *rules = w->rules;
  return astar_rules_new(&w->allocator, def, &rules) == ASTAR_INVALID && rules == NULL;
}

/// A definition with one invalid field, which `astar_why_invalid_rules` names.
#define CHECK_DEF(field, value)                                                          \
  do {                                                                                   \
    astar_rules_def def = plain_rules();                                                 \
    def.field = (value);                                                                 \
    HOLDS(is_no_def(&def));                                                              \
    HOLDS(is_named("def." #field, astar_why_invalid_rules(&def)));                       \
  } while (0)

/// Whether a text begins with the name of a member, given as "def.cost[0]".
static bool is_named(const char *member, const char *why) {
  const size_t length = strcspn(member, "[");
  return why != NULL && strncmp(why, member, length) == 0 && why[length] == ' ';
}

/// Definitions that `astar_default_rules` did not create.
static void check_zeroed_def(void) {
  const char *why = "def must come from astar_default_rules";
  astar_rules_def def;
  memset(&def, 0, sizeof def);
  HOLDS(is_no_def(&def) && strcmp(astar_why_invalid_rules(&def), why) == 0);
  def.cost[FLOOR] = 1;
  def.diagonal_cost = 1.5;
  def.neighbors = 8;
  def.size = 1;
  HOLDS(is_no_def(&def) && strcmp(astar_why_invalid_rules(&def), why) == 0,
        is_no_def(NULL),
        strcmp(astar_why_invalid_rules(NULL), "def must not be NULL") == 0);
  def = plain_rules();
  HOLDS(astar_why_invalid_rules(&def) == NULL);
  EXPECT(ASTAR_INVALID, astar_rules_new(&w->allocator, &def, NULL));
}

static void check_defs(void) {
  for (int i = 0; i < NO_COSTS; i++) {
    CHECK_DEF(cost[0], no_costs[i]);
    CHECK_DEF(cost[255], no_costs[i]);
    CHECK_DEF(diagonal_cost, no_costs[i]);
    CHECK_DEF(filter.penalty_scale, no_costs[i]);
  }
  CHECK_DEF(diagonal_cost, 0);
  CHECK_DEF(diagonal, (astar_diagonal)BELOW);
  CHECK_DEF(diagonal, (astar_diagonal)ABOVE);
  CHECK_DEF(size, 0);
  CHECK_DEF(size, -1);
  CHECK_DEF(size, ASTAR_MAX_SIZE + 1);
  CHECK_DEF(neighbors, -1);
  CHECK_DEF(neighbors, 6);
  astar_rules_def def = plain_rules();
  astar_rules_def_set(NULL, 0, 1);
  astar_rules_def_set(&def, 255, NAN);
  HOLDS(is_no_def(&def));
  astar_rules_def_set(&def, 255, 2.5);
  HOLDS(is_same(def.cost[255], 2.5) && is_same(def.cost[FLOOR], 1));
  def = plain_rules();
  def.neighbors = 0; // no moves
  HOLDS(is_no_def(&def), is_named("def.move_count", astar_why_invalid_rules(&def)));
  def.move_count = 1;
  HOLDS(is_no_def(&def), is_named("def.moves", astar_why_invalid_rules(&def)));
  def = plain_rules();
  def.pair_cost_count = 1;
  HOLDS(is_no_def(&def), is_named("def.pair_costs", astar_why_invalid_rules(&def)));
  def = plain_rules();
  def.diagonal_cost = ASTAR_MIN_COST;
  def.cost[FLOOR] = 0.5;
  HOLDS(is_no_def(&def), is_named("def.cost", astar_why_invalid_rules(&def)));
}

/// Rules keep the filter that they were created with.
static void check_rules_filter(void) {
  static const double scales[] = {0,   -0.0, ASTAR_MIN_COST, 1e-50,
                                  0.5, 1.0,  1e50,           ASTAR_MAX_COST};
  const astar_filter plain = astar_default_filter();
  HOLDS(plain.ignored_layers == 0 && is_same(plain.penalty_scale, 1),
        astar_rules_filter(w->rules).ignored_layers == 0,
        is_same(astar_rules_filter(w->rules).penalty_scale, 1));
  for (int i = 0; i < 8; i++) {
    astar_rules_def def = plain_rules();
    def.filter = (astar_filter){(uint8_t)(36 * i), scales[i], {{0, 0}}};
    astar_rules *rules = make_rules(&def);
    const astar_filter filter = astar_rules_filter(rules);
    HOLDS(filter.ignored_layers == 36 * i && is_same(filter.penalty_scale, scales[i]),
          signbit(filter.penalty_scale) == 0);
    astar_rules_free(rules);
  }
}

static bool are_no_moves(int neighbors, const astar_move *moves, int count) {
  astar_rules_def def = plain_rules();
  def.neighbors = neighbors;
  def.moves = moves;
  def.move_count = count;
  return is_no_def(&def);
}

static bool is_no_move(astar_move move) {
  const astar_move moves[] = {{1, 0, 1, NULL, 0}, move};
  return are_no_moves(0, moves, 2);
}

static void check_moves(void) {
  static const astar_point clear[ASTAR_MAX_CLEAR + 1] = {{0, 0}};
  astar_move many[ASTAR_MAX_MOVES + 1];
  for (int i = 0; i <= ASTAR_MAX_MOVES; i++)
    many[i] = (astar_move){i % 16 + 1, i / 16, 1, NULL, 0};
  HOLDS(are_no_moves(0, many, ASTAR_MAX_MOVES + 1), are_no_moves(0, many, -1),
        are_no_moves(0, NULL, 0), are_no_moves(6, many, 1), are_no_moves(-1, many, 1));
  for (int sign = -1; sign <= 1; sign += 2) {
    const int far = sign * (ASTAR_MAX_REACH + 1);
    const astar_point offsets[] = {{(int8_t)far, 0}, {0, (int8_t)far}};
    HOLDS(is_no_move((astar_move){far, 0, 1, NULL, 0}),
          is_no_move((astar_move){0, far, 1, NULL, 0}),
          is_no_move((astar_move){0, 1, 1, &offsets[0], 1}),
          is_no_move((astar_move){0, 1, 1, &offsets[1], 1}));
  }
  HOLDS(is_no_move((astar_move){INT_MIN, INT_MAX, 1, NULL, 0}),
        is_no_move((astar_move){0, 0, 1, NULL, 0}));
  HOLDS(is_no_move((astar_move){1, 0, 2, NULL, 0})); // the same tile twice
  HOLDS(is_no_move((astar_move){0, 1, 1, clear, ASTAR_MAX_CLEAR + 1}),
        is_no_move((astar_move){0, 1, 1, clear, -1}),
        is_no_move((astar_move){0, 1, 1, NULL, 1}),
        is_no_move((astar_move){0, 1, 0, NULL, 0}));
  for (int i = 0; i < NO_COSTS; i++)
    HOLDS(is_no_move((astar_move){0, 1, no_costs[i], NULL, 0}));
}

/// The cost of a path from (0, 6) under rules with one pair cost.
static double cost_with_step(astar_point goal, astar_pair_cost step) {
  astar_rules_def def = plain_rules();
  def.pair_costs = &step;
  def.pair_cost_count = 1; // without `has_pair_costs`
  astar_rules *rules = make_rules(&def);
  const astar_query query = astar_default_query(rules, 0, 6, &goal, 1);
  astar_result result;
  REQUIRE(astar_find_path(w->grid, &query, NULL, &result) == ASTAR_OK);
  astar_rules_free(rules);
  return result.cost;
}

static bool is_no_step(double cost) {
  const astar_pair_cost steps[] = {{FLOOR, MUD, 1, 0, 1}, {FLOOR, FLOOR, 1, 0, cost}};
  astar_rules_def def = plain_rules();
  def.pair_costs = steps;
  def.pair_cost_count = 2;
  return is_no_def(&def);
}

static void check_steps(void) {
  HOLDS(is_no_step(NAN), is_no_step(INFINITY), is_no_step(1.01e100), is_no_step(-0.5),
        is_no_step(-2), is_no_step(-INFINITY));
  const astar_point east = {4, 6}, north = {0, 2};
  const astar_pair_cost cheap = {FLOOR, FLOOR, 1, 0, 0.5};
  HOLDS(is_same(cost_with_step(east, cheap), 2),
        is_same(cost_with_step(north, cheap), 4));
  // A pair cost for a move that the rules do not have has no effect.
  for (int8_t dx = 0; dx <= 2; dx += 2) {
    const astar_pair_cost odd = {FLOOR, FLOOR, dx, 0, 0.5};
    HOLDS(is_same(cost_with_step(east, odd), 4), is_same(cost_with_step(north, odd), 4));
  }
}

// ---------------------------------------------------------------------------- queries

static const astar_point far_goal = {WIDTH - 1, HEIGHT - 1};

static astar_query plain_query(void) {
  return astar_default_query(w->rules, 0, 6, &far_goal, 1);
}

/// The status of a query by both functions, which must agree.
static astar_status ask(astar_grid *grid, const astar_query *query) {
  astar_result result = {.cost = 7, .length = 7}, steps_result;
  astar_search *search;
  const astar_status status = astar_find_path(grid, query, NULL, &result);
  REQUIRE(status == ASTAR_OK || (is_same(result.cost, 0) && result.length == 0));
  REQUIRE((status == ASTAR_OK) == (result.goal >= 0));
  astar_status steps = astar_search_new(grid, query, &search);
  REQUIRE((steps == ASTAR_OK) == (search != NULL));
  if (search == NULL) return steps == status ? status : (astar_status)ABOVE;
  steps = astar_search_step(search, INT64_MAX);
  REQUIRE(astar_search_result(search, &steps_result) == steps);
  REQUIRE(is_same(steps_result.cost, result.cost));
  astar_search_free(search);
  return steps == status ? status : (astar_status)ABOVE;
}

/// A query with one invalid field. `astar_why_invalid` names that field if the status is
/// ASTAR_INVALID.
#define CHECK_QUERY(field, value, status)                                                \
  do {                                                                                   \
    astar_query query = plain_query();                                                   \
    query.field = (value);                                                               \
    const char *why = astar_why_invalid(w->grid, &query);                                \
    HOLDS(ask(w->grid, &query) == (status));                                             \
    HOLDS((status) == ASTAR_INVALID ? is_named("query." #field, why) : why == NULL);     \
  } while (0)

static bool is_invalid(const astar_query *query, const char *why) {
  return strcmp(astar_why_invalid(w->grid, query), why) == 0 &&
         ask(w->grid, query) == ASTAR_INVALID;
}

/// Queries that `astar_default_query` did not create.
static void check_zeroed_query(void) {
  const char *why = "query must come from astar_default_query";
  astar_query query;
  memset(&query, 0, sizeof query);
  HOLDS(is_invalid(&query, why));
  query.rules = w->rules;
  HOLDS(is_invalid(&query, why));
  query.goals = &far_goal;
  query.goal_count = 1;
  query.weight = 1;
  HOLDS(is_invalid(&query, why));
  query = plain_query();
  HOLDS(astar_why_invalid(w->grid, &query) == NULL,
        strcmp(astar_why_invalid(NULL, &query), "grid must not be NULL") == 0,
        strcmp(astar_why_invalid(w->grid, NULL), "query must not be NULL") == 0);
}

static void check_queries(void) {
  CHECK_QUERY(rules, NULL, ASTAR_INVALID);
  CHECK_QUERY(goals, NULL, ASTAR_INVALID);
  CHECK_QUERY(goal_count, -1, ASTAR_INVALID);
  CHECK_QUERY(goal_count, 0, ASTAR_GOAL_BLOCKED);
  CHECK_QUERY(range, -1, ASTAR_INVALID);
  CHECK_QUERY(range, INT_MIN, ASTAR_INVALID);
  CHECK_QUERY(range, INT_MAX, ASTAR_OK);
  CHECK_QUERY(max_expansions, -1, ASTAR_INVALID);
  CHECK_QUERY(max_expansions, INT64_MIN, ASTAR_INVALID);
  CHECK_QUERY(max_expansions, 0, ASTAR_LIMIT);
  CHECK_QUERY(max_cost, 0, ASTAR_LIMIT);
  for (int i = 0; i < NO_CAPS; i++) {
    CHECK_QUERY(max_cost, no_caps[i], ASTAR_INVALID);
    CHECK_QUERY(weight, no_caps[i], ASTAR_INVALID);
  }
  CHECK_QUERY(weight, INFINITY, ASTAR_INVALID);
  CHECK_QUERY(weight, 0, ASTAR_OK);
  CHECK_QUERY(algorithm, (astar_algorithm)BELOW, ASTAR_INVALID);
  CHECK_QUERY(algorithm, (astar_algorithm)ABOVE, ASTAR_INVALID);
  CHECK_QUERY(algorithm, ASTAR_JPS, ASTAR_UNSUITED);
  CHECK_QUERY(heuristic, (astar_heuristic)BELOW, ASTAR_INVALID);
  CHECK_QUERY(heuristic, (astar_heuristic)ABOVE, ASTAR_INVALID);
  astar_query guessing = plain_query();
  guessing.heuristic = ASTAR_HEURISTIC_FUNCTION;
  EXPECT(ASTAR_INVALID, ask(w->grid, &guessing));
  HOLDS(is_named("query.heuristic_function", astar_why_invalid(w->grid, &guessing)));
  astar_query none = astar_default_query(w->rules, 0, 0, NULL, 0);
  EXPECT(ASTAR_GOAL_BLOCKED, ask(w->grid, &none));
}

// ----------------------------------------------------------------------------- filters

/// Whether every function that takes a filter returns this status for a filter, and
/// writes nothing. `ok` means any outcome.
static void check_filter(const astar_filter *filter, bool is_valid) {
  const astar_source source = {1, 1, 0};
  astar_query query = plain_query();
  astar_field *field = NULL;
  astar_replanner *planner = NULL;
  astar_point points[] = {{0, 6}, {1, 6}, {2, 6}};
  size_t count = 3, bad = 77;
  double length = 7;
  int x = 7, y = 7;
  query.filter = filter;
  const char *why = astar_why_invalid(w->grid, &query);
  HOLDS(is_valid ? why == NULL : is_named("query.filter.penalty_scale", why),
        (ask(w->grid, &query) == ASTAR_INVALID) == !is_valid,
        (astar_is_reachable(w->grid, w->rules, filter, 0, 0, 1, 1) == ASTAR_INVALID) ==
            !is_valid,
        (astar_line_of_sight(w->grid, w->rules, filter, 0, 5, 4, 5, &x, &y) ==
         ASTAR_INVALID) == !is_valid,
        is_valid || (x == 7 && y == 7),
        (astar_check_path(w->grid, w->rules, filter, points, 3, ASTAR_PATH_STEPS, 0,
                          &bad) == ASTAR_INVALID) == !is_valid,
        bad == (is_valid ? 3 : 77),
        (astar_smooth_path(w->grid, w->rules, filter, points, &count, &length) ==
         ASTAR_INVALID) == !is_valid,
        is_valid ? count == 2 && is_same(length, 2)
                 : count == 3 && is_same(length, 7) && points[1].x == 1);
  const astar_status made =
      astar_distance_field(w->grid, w->rules, filter, &source, 1, 9, &field);
  HOLDS(made == (is_valid ? ASTAR_OK : ASTAR_INVALID) && (field != NULL) == is_valid);
  astar_field_free(field);
  const astar_status ranged =
      astar_movement_range(w->grid, w->rules, filter, 1, 1, 9, &field);
  HOLDS(ranged == made && (field != NULL) == is_valid);
  astar_field_free(field);
  const astar_turns turns = astar_default_turns(3);
  const astar_status turned =
      astar_turn_range(w->grid, w->rules, filter, 1, 1, &turns, &field);
  HOLDS(turned == made && (field != NULL) == is_valid);
  astar_field_free(field);
  double cost = 7;
  HOLDS((astar_step_cost(w->grid, w->rules, filter, 0, 6, 1, 6, &cost) ==
         ASTAR_INVALID) == !is_valid);
  const astar_status planned =
      astar_replanner_new(w->grid, w->rules, filter, 0, 0, 1, 1, &planner);
  HOLDS(planned == made && (planner != NULL) == is_valid);
  astar_replanner_free(planner);
  // These functions read the layers only.
  HOLDS(astar_is_passable(w->grid, w->rules, filter, 2, 5) ==
            ((filter->ignored_layers & ASTAR_LAYER(1)) != 0),
        astar_why_unsuited(w->grid, w->rules, filter, ASTAR_AUTO) == NULL,
        astar_why_unsuited(w->grid, w->rules, filter, ASTAR_JPS) != NULL);
}

// Turns out of their ranges, options that do not go with turns, and calls that have none.
static void check_turns(void) {
  const double no = NAN;
  const struct {
    double points, left, weight, max_cost;
    int fit, zone;
    uint32_t max_turns;
    bool partial;
    const char *why; ///< NULL: valid
  } cases[] = {
      {3, 3, 1, INFINITY, 0, 0, 1, true, NULL},
      {ASTAR_MIN_COST, 0, 1, 5, 2, 1, UINT32_MAX, false, NULL},
      {no, 0, 1, INFINITY, 0, 0, 1, false, "query.turns.points"},
      {0, 0, 1, INFINITY, 0, 0, 1, false, "query.turns.points"},
      {2e100, 0, 1, INFINITY, 0, 0, 1, false, "query.turns.points"},
      {3, no, 1, INFINITY, 0, 0, 1, false, "query.turns.left"},
      {3, 3.1, 1, INFINITY, 0, 0, 1, false, "query.turns.left"},
      {3, -1, 1, INFINITY, 0, 0, 1, false, "query.turns.left"},
      {3, 3, 1, INFINITY, 3, 0, 1, false, "query.turns.fit"},
      {3, 3, 1, INFINITY, -1, 0, 1, false, "query.turns.fit"},
      {3, 3, 1, INFINITY, 0, 2, 1, false, "query.turns.zone"},
      {3, 3, 1, INFINITY, 0, 0, 0, false, "query.turns.max_turns"},
      {3, 3, 2, INFINITY, 0, 0, 1, false, "query.algorithm"},
      {3, 3, 1, 5, 0, 0, 1, true, "query.max_cost"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    astar_turns turns = {.points = cases[i].points,
                         .left = cases[i].left,
                         .fit = (astar_fit)cases[i].fit,
                         .zone = (astar_zone)cases[i].zone,
                         .max_turns = cases[i].max_turns};
    astar_query query = plain_query();
    query.turns = &turns;
    query.weight = cases[i].weight;
    query.max_cost = cases[i].max_cost;
    query.partial = cases[i].partial;
    const char *why = astar_why_invalid(w->grid, &query);
    HOLDS(cases[i].why == NULL ? why == NULL : is_named(cases[i].why, why),
          (ask(w->grid, &query) == ASTAR_INVALID) == (cases[i].why != NULL));
    astar_search *search = (astar_search *)(void *)w;
    HOLDS(astar_search_new(w->grid, &query, &search) == ASTAR_INVALID, search == NULL);
  }
  const astar_turns turns = astar_default_turns(3);
  astar_field *field = NULL;
  HOLDS(astar_turn_range(w->grid, w->rules, NULL, 1, 1, NULL, &field) == ASTAR_INVALID,
        astar_turn_range(w->grid, w->rules, NULL, 1, 1, &turns, NULL) == ASTAR_INVALID,
        astar_turn_range(w->grid, w->rules, NULL, -1, 1, &turns, &field) ==
            ASTAR_OUT_OF_BOUNDS,
        field == NULL,
        astar_step_cost(w->grid, w->rules, NULL, 0, 0, 1, 0, NULL) == ASTAR_INVALID);
}

static void check_filters(void) {
  check_turns();
  static const double scales[] = {0, -0.0, ASTAR_MIN_COST, 1e-50,         0.5,
                                  1, 1e50, 1e99,           ASTAR_MAX_COST};
  for (int layers = 0; layers <= ASTAR_ALL_LAYERS; layers += 15) {
    for (int i = 0; i < NO_COSTS; i++) {
      const astar_filter filter = {(uint8_t)layers, no_costs[i], {{0, 0}}};
      check_filter(&filter, false);
    }
    for (int i = 0; i < 9; i++) {
      const astar_filter filter = {(uint8_t)layers, scales[i], {{0, 0}}};
      check_filter(&filter, true);
    }
  }
}

static double cost_under(const astar_filter *filter) {
  const astar_point goal = {2, 1};
  astar_query query = astar_default_query(w->rules, 0, 1, &goal, 1);
  astar_result result;
  query.filter = filter;
  REQUIRE(astar_find_path(w->grid, &query, NULL, &result) == ASTAR_OK);
  return result.cost;
}

/// The largest and smallest scales and penalties: costs stay finite and above 0. An
/// object that keeps a filter must copy it.
static void check_scales(void) {
  astar_grid *grid = make_grid(3, 1, ASTAR_SQUARE);
  const astar_point goal = {2, 0};
  astar_query query = astar_default_query(w->rules, 0, 0, &goal, 1);
  astar_filter filter = {0, ASTAR_MAX_COST, {{0, 0}}};
  astar_result result;
  query.filter = &filter;
  EXPECT(ASTAR_OK, astar_grid_fill_penalty(grid, 0, 0, 3, 1, ASTAR_MAX_COST),
         astar_find_path(grid, &query, NULL, &result));
  HOLDS(is_same(result.cost, 2e200));
  filter.penalty_scale = ASTAR_MIN_COST;
  EXPECT(ASTAR_OK, astar_find_path(grid, &query, NULL, &result));
  HOLDS(fabs(result.cost - 4) < 1e-9);
  EXPECT(ASTAR_OK, astar_grid_fill_penalty(grid, 0, 0, 3, 1, ASTAR_MIN_COST),
         astar_find_path(grid, &query, NULL, &result));
  HOLDS(is_same(result.cost, 2));
  astar_search *search;
  astar_replanner *planner;
  astar_field *field;
  const astar_source source = {2, 0, 0};
  EXPECT(ASTAR_OK, astar_grid_fill_penalty(grid, 0, 0, 3, 1, 3));
  filter.penalty_scale = 2;
  REQUIRE(astar_search_new(grid, &query, &search) == ASTAR_OK);
  REQUIRE(astar_replanner_new(grid, w->rules, &filter, 0, 0, 2, 0, &planner) == ASTAR_OK);
  REQUIRE(astar_distance_field(grid, w->rules, &filter, &source, 1, 99, &field) ==
          ASTAR_OK);
  filter = (astar_filter){ASTAR_ALL_LAYERS, NAN, {{0, 0}}};
  EXPECT(ASTAR_OK, astar_search_step(search, 99));
  HOLDS(astar_search_result(search, &result) == ASTAR_OK && is_same(result.cost, 14));
  EXPECT(ASTAR_OK, astar_replanner_find(planner, &result));
  HOLDS(is_same(result.cost, 14));
  REQUIRE(astar_grid_fill_penalty(grid, 0, 0, 3, 1, 4) == ASTAR_OK);
  EXPECT(ASTAR_OK, astar_field_update(field));
  HOLDS(is_same(astar_field_cost(field, 0, 0), 18));
  EXPECT(ASTAR_OK, astar_replanner_find(planner, &result));
  HOLDS(is_same(result.cost, 18));
  astar_field_free(field);
  astar_replanner_free(planner);
  astar_search_free(search);
  astar_grid_free(grid);
  const astar_filter none = {0, 0, {{0, 0}}}, half = {0, 0.5, {{0, 0}}};
  HOLDS(cost_under(&none) < cost_under(&half));
}

static bool is_reach(astar_point from, astar_point to, astar_status status) {
  return astar_is_reachable(w->grid, w->rules, NULL, from.x, from.y, to.x, to.y) ==
         status;
}

static bool is_sight(astar_point from, astar_point to, astar_status status) {
  int x, y;
  return astar_line_of_sight(w->grid, w->rules, NULL, from.x, from.y, to.x, to.y, &x,
                             &y) == status;
}

static void check_ends_off_grid(void) {
  const astar_status off = ASTAR_OUT_OF_BOUNDS;
  for (int i = 0; i < OFF_GRID; i++) {
    const astar_point there = off_grid[i], two[] = {far_goal, there};
    astar_query query = astar_default_query(w->rules, there.x, there.y, &far_goal, 1);
    HOLDS(ask(w->grid, &query) == off);
    query = astar_default_query(w->rules, 0, 0, two, 2);
    HOLDS(ask(w->grid, &query) == off, is_reach(there, far_goal, off),
          is_reach(far_goal, there, off), is_reach(there, there, off),
          is_sight(there, far_goal, off), is_sight(far_goal, there, off));
  }
}

/// Movers of 2 x 2 tiles do not exist on hexes: every function must reject them.
static void check_unsuited(void) {
  astar_point points[] = {{0, 0}, {1, 0}};
  const astar_source source = {1, 1, 0};
  const astar_point goal = {1, 1};
  const astar_query query = astar_default_query(w->large, 0, 0, &goal, 1);
  astar_field *field = NULL;
  astar_replanner *planner = NULL;
  size_t count = 2, bad;
  double length;
  int x, y;
  const char *why = "size above 1 needs a square grid";
  astar_grid *hexes = w->hexes;
  HOLDS(strcmp(astar_why_unsuited(hexes, w->large, NULL, ASTAR_AUTO), why) == 0,
        strcmp(astar_why_unsuited(hexes, w->large, NULL, ASTAR_JPS), why) == 0,
        astar_why_unsuited(hexes, w->rules, NULL, ASTAR_AUTO) == NULL,
        strcmp(astar_why_unsuited(hexes, w->rules, NULL, ASTAR_JPS),
               "jump points need a square grid") == 0);
  EXPECT(ASTAR_UNSUITED, ask(hexes, &query),
         astar_is_reachable(hexes, w->large, NULL, 0, 0, 1, 1),
         astar_line_of_sight(hexes, w->large, NULL, 0, 0, 1, 1, &x, &y),
         astar_check_path(hexes, w->large, NULL, points, 2, ASTAR_PATH_STEPS, 0, &bad),
         astar_smooth_path(hexes, w->large, NULL, points, &count, &length),
         astar_distance_field(hexes, w->large, NULL, &source, 1, 9, &field),
         astar_movement_range(hexes, w->large, NULL, 1, 1, 9, &field),
         astar_replanner_new(hexes, w->large, NULL, 0, 0, 1, 1, &planner));
  astar_path_check known = {0};
  EXPECT(ASTAR_UNSUITED, astar_recheck_path(hexes, w->large, NULL, points, 2,
                                            ASTAR_PATH_STEPS, 0, &known, &bad));
  HOLDS(field == NULL && planner == NULL && !known.is_known);
}

static void check_bad_rules(const astar_rules *rules) {
  const astar_source source = {1, 1, 0};
  astar_field *field = NULL;
  astar_replanner *planner = NULL;
  EXPECT(ASTAR_INVALID, astar_is_reachable(w->grid, rules, NULL, 0, 0, 1, 1),
         astar_distance_field(w->grid, rules, NULL, &source, 1, 9, &field),
         astar_movement_range(w->grid, rules, NULL, 1, 1, 9, &field),
         astar_replanner_new(w->grid, rules, NULL, 0, 0, 1, 1, &planner));
  HOLDS(field == NULL && planner == NULL);
  astar_point points[] = {{0, 6}, {1, 6}};
  size_t count = 2, bad = 77;
  double length = 7;
  int x = 7, y = 7;
  EXPECT(ASTAR_INVALID, astar_line_of_sight(w->grid, rules, NULL, 0, 0, 1, 1, &x, &y),
         astar_line_of_sight(w->grid, rules, NULL, -1, 0, 1, 1, &x, &y));
  HOLDS(x == 7 && y == 7,
        astar_check_path(w->grid, rules, NULL, points, 2, ASTAR_PATH_STEPS, 0, &bad) ==
                ASTAR_INVALID &&
            bad == 77,
        astar_smooth_path(w->grid, rules, NULL, points, &count, &length) ==
                ASTAR_INVALID &&
            count == 2 && is_same(length, 7));
}

static void check_no_rules(void) { check_bad_rules(NULL); }

/// Rules without an owner that the grid keeps in memory, for its derived data.
static void check_freed_rules(void) {
  const astar_rules_def def = plain_rules();
  astar_rules *rules = make_rules(&def);
  HOLDS(astar_is_passable(w->grid, rules, NULL, 0, 0));
  EXPECT(ASTAR_OK, astar_is_reachable(w->grid, rules, NULL, 0, 0, 1, 1));
  astar_rules_free(rules);
  check_bad_rules(rules);
  astar_query query = astar_default_query(rules, 0, 0, &(astar_point){1, 1}, 1);
  EXPECT(ASTAR_INVALID, astar_find_path(w->grid, &query, NULL, NULL));
  HOLDS(strcmp(astar_why_invalid(w->grid, &query), "query.rules must not be freed") == 0);
  const astar_explain_query explained = astar_default_explain_query(rules, 0, 0, 1, 1);
  HOLDS(strcmp(astar_why_invalid_explain(w->grid, &explained),
               "query.rules must not be freed") == 0,
        astar_why_unsuited(w->grid, rules, NULL, ASTAR_AUTO) != NULL,
        !astar_is_passable(w->grid, rules, NULL, 0, 0),
        astar_rules_serialize(rules, NULL, 0) == 0);
  const astar_crowd_def crowd_def = astar_default_crowd();
  const astar_unit_def unit_def = astar_default_unit(rules, 0, 0);
  astar_crowd *crowd;
  uint32_t unit;
  REQUIRE(astar_crowd_new(w->grid, &crowd_def, &crowd) == ASTAR_OK);
  EXPECT(ASTAR_INVALID, astar_crowd_add(crowd, &unit_def, &unit));
  astar_crowd_free(crowd);
  astar_rules_retain(rules); // does not make the caller an owner again
  astar_rules_free(rules);
  astar_rules_free(rules);
  EXPECT(ASTAR_INVALID, astar_is_reachable(w->grid, rules, NULL, 0, 0, 1, 1));
}

// ------------------------------------------------- explanations and planned obstacles

/// Explains, and checks that a status other than ASTAR_OK writes nothing.
static astar_status explain(astar_grid *grid, const astar_explain_query *query,
                            astar_explanation_summary *summary) {
  astar_explanation *explanation = NULL;
  astar_status status = astar_explain(grid, query, &explanation);
  REQUIRE((status == ASTAR_OK) == (explanation != NULL));
  if (explanation != NULL) *summary = astar_explanation_summarize(explanation);
  astar_explanation_free(explanation);
  return status;
}

static astar_explain_query plain_explain(void) {
  return astar_default_explain_query(w->rules, 0, 6, far_goal.x, far_goal.y);
}

/// A query with one member that is invalid, or valid. `astar_why_invalid_explain` names
/// the member.
#define CHECK_EXPLAIN(name, member, value, is_valid)                                     \
  do {                                                                                   \
    astar_explain_query query = plain_explain();                                         \
    astar_explanation_summary summary;                                                   \
    query.member = (value);                                                              \
    const char *why = astar_why_invalid_explain(w->grid, &query);                        \
    HOLDS(explain(w->grid, &query, &summary) ==                                          \
          ((is_valid) ? ASTAR_OK : ASTAR_INVALID));                                      \
    HOLDS((is_valid) ? why == NULL : is_named("query." name, why));                      \
  } while (0)

static void check_explain_queries(void) {
  const char *origin = "query must come from astar_default_explain_query";
  astar_explain_query zeroed;
  astar_explanation_summary answer;
  memset(&zeroed, 0, sizeof zeroed);
  HOLDS(strcmp(astar_why_invalid_explain(w->grid, &zeroed), origin) == 0);
  EXPECT(ASTAR_INVALID, explain(w->grid, &zeroed, &answer));
  zeroed.rules = w->rules;
  EXPECT(ASTAR_INVALID, explain(w->grid, &zeroed, &answer));
  zeroed = plain_explain();
  HOLDS(is_named("grid", astar_why_invalid_explain(NULL, &zeroed)),
        is_named("query", astar_why_invalid_explain(w->grid, NULL)));
  CHECK_EXPLAIN("rules", rules, NULL, false);
  CHECK_EXPLAIN("avoid", avoid, (const struct astar_crowd *)w->grid, false);
  CHECK_EXPLAIN("want", want, 0, true);
  CHECK_EXPLAIN("want", want, ASTAR_EXPLAIN_ALL + 1, false);
  CHECK_EXPLAIN("want", want, UINT_MAX, false);
  for (int i = 0; i < NO_COSTS; i++) {
    const astar_filter filter = {0, no_costs[i], {{0, 0}}};
    bool is_never = no_costs[i] <= ASTAR_NEVER_OPEN && no_costs[i] >= ASTAR_NEVER_OPEN;
    CHECK_EXPLAIN("filter.penalty_scale", filter, &filter, false);
    CHECK_EXPLAIN("open_cost", open_cost[0], no_costs[i], is_never);
    CHECK_EXPLAIN("open_cost", open_cost[255], no_costs[i], is_never);
    CHECK_EXPLAIN("open_blocked", open_blocked, no_costs[i], is_never);
  }
  for (int i = 0; i < 2; i++) {
    const double extreme = i == 0 ? ASTAR_MIN_COST : ASTAR_MAX_COST;
    CHECK_EXPLAIN("open_cost", open_cost[WALL], extreme, true);
    CHECK_EXPLAIN("open_blocked", open_blocked, extreme, true);
  }
  zeroed = astar_default_explain_query(w->large, 0, 0, 1, 1);
  EXPECT(ASTAR_UNSUITED, explain(w->hexes, &zeroed, &answer));
}

/// Off the grid there is a reason, and nothing else.
static void check_explanations_off_grid(void) {
  for (int i = 0; i < 2 * OFF_GRID; i++) {
    const astar_point there = off_grid[i / 2];
    astar_explain_query query =
        i % 2 == 0 ? astar_default_explain_query(w->rules, there.x, there.y, 0, 0)
                   : astar_default_explain_query(w->rules, 0, 0, there.x, there.y);
    astar_explanation *e = NULL;
    EXPECT(ASTAR_OK, astar_explain(w->grid, &query, &e));
    const astar_explanation_summary s = astar_explanation_summarize(e);
    HOLDS(s.reason == ASTAR_OUT_OF_BOUNDS && s.relax == 0 && !s.can_open,
          s.widest == 0 && !s.has_tightest && !s.is_exact,
          is_same(s.open_cost, 0) && is_same(s.path_cost, 0),
          astar_explanation_terrains(e, NULL, 0) == 0,
          astar_explanation_open_tiles(e, NULL, 0) == 0,
          astar_explanation_points(e, NULL, 0) == 0,
          astar_explanation_costs(e, NULL, 0) == 0,
          astar_explanation_barrier(e, NULL, 0) == 0);
    astar_explanation_free(e);
  }
  astar_explanation_free(NULL);
}

/// Arrays that are too short get the first elements. An explanation may outlive its grid.
static void check_explanation_capacity(void) {
  astar_grid *grid = make_grid(5, 1, ASTAR_SQUARE);
  REQUIRE(astar_grid_fill(grid, 1, 0, 3, 1, WALL) == ASTAR_OK);
  astar_explain_query query = astar_default_explain_query(w->rules, 0, 0, 4, 0);
  astar_explanation *e = NULL;
  REQUIRE(astar_explain(grid, &query, &e) == ASTAR_OK);
  astar_grid_free(grid);
  astar_open_tile tiles[3] = {{.x = 7, .y = 7}, {.x = 7, .y = 7}, {.x = 7, .y = 7}};
  astar_point points[3] = {{7, 7}, {7, 7}, {7, 7}};
  double costs[3] = {7, 7, 7};
  HOLDS(astar_explanation_open_tiles(e, tiles, 2) == 3,
        tiles[0].x == 1 && tiles[1].x == 2 && tiles[1].terrain == WALL,
        !tiles[1].blocked && tiles[2].x == 7, astar_explanation_points(e, points, 2) == 5,
        points[1].x == 1 && points[2].x == 7, astar_explanation_costs(e, costs, 2) == 5,
        is_same(costs[1], 1) && is_same(costs[2], 7),
        is_same(astar_explanation_summarize(e).open_cost, 3));
  uint8_t terrains[2] = {77, 77};
  HOLDS(astar_explanation_terrains(e, terrains, 0) == 1 && terrains[0] == 77,
        astar_explanation_terrains(e, terrains, 2) == 1,
        terrains[0] == WALL && terrains[1] == 77);
  points[0].x = 7;
  HOLDS(astar_explanation_barrier(e, points, 0) == 1 && points[0].x == 7,
        astar_explanation_barrier(e, points, 3) == 1 && points[0].x == 1);
  astar_explanation_free(e);
}

static astar_status can_block(const astar_rules *rules, const astar_filter *filter,
                              int tile_count, int pair_count, int *broken) {
  static const astar_point tiles[] = {{1, 1}, {-1, INT_MAX}};
  static const astar_pair pairs[] = {{0, 6, 8, 6}, {0, 6, 0, -1}};
  return astar_can_block(w->grid, rules, filter, tiles, tile_count, pairs, pair_count,
                         broken);
}

static void check_can_block(void) {
  int broken = 77;
  HOLDS(can_block(w->rules, NULL, 2, 1, &broken) == ASTAR_OK && broken == 77);
  EXPECT(ASTAR_OK, can_block(w->rules, NULL, 0, 0, NULL));
  EXPECT(ASTAR_INVALID, can_block(w->rules, NULL, -1, 1, &broken),
         can_block(w->rules, NULL, INT_MIN, 1, &broken),
         can_block(w->rules, NULL, 1, -1, &broken),
         can_block(w->rules, NULL, 1, INT_MIN, &broken));
  HOLDS(can_block(NULL, NULL, 1, 1, &broken) == ASTAR_INVALID && broken == 77);
  for (int i = 0; i < NO_COSTS; i++) {
    const astar_filter filter = {0, no_costs[i], {{0, 0}}};
    EXPECT(ASTAR_INVALID, can_block(w->rules, &filter, 1, 1, &broken));
  }
  HOLDS(broken == 77);
  EXPECT(ASTAR_UNREACHABLE, can_block(w->rules, NULL, 2, 2, NULL),
         can_block(w->rules, NULL, 2, 2, &broken));
  HOLDS(broken == 1);
  EXPECT(ASTAR_OK, astar_can_block(w->grid, w->rules, NULL, NULL, 0, NULL, 0, NULL));
  EXPECT(ASTAR_UNSUITED,
         astar_can_block(w->hexes, w->large, NULL, NULL, 0, NULL, 0, NULL));
  for (int i = 0; i < OFF_GRID; i++) {
    const astar_point off = off_grid[i];
    const astar_pair pairs[] = {{0, 0, off.x, off.y}, {off.x, off.y, 0, 0}};
    for (int k = 0; k < 2; k++) {
      EXPECT(ASTAR_UNREACHABLE,
             astar_can_block(w->grid, w->rules, NULL, &off, 1, &pairs[k], 1, &broken));
      HOLDS(broken == 0);
    }
  }
}

static astar_status can_block_field(const astar_rules *rules, const astar_filter *filter,
                                    int tile_count, const astar_field *field,
                                    int start_count) {
  static const astar_point tiles[] = {{1, 1}}, starts[] = {{0, 6}, {INT_MIN, 0}};
  int broken = 77;
  astar_status status = astar_can_block_field(w->grid, rules, filter, tiles, tile_count,
                                              field, starts, start_count, &broken);
  REQUIRE(broken == (status == ASTAR_UNREACHABLE ? 1 : 77));
  return status;
}

static void check_can_block_field(void) {
  const astar_source goal = {far_goal.x, far_goal.y, 0};
  const astar_filter bad = {0, NAN, {{0, 0}}};
  astar_field *field, *range, *other;
  astar_grid *copy;
  REQUIRE(astar_grid_clone(w->grid, &w->allocator, &copy) == ASTAR_OK);
  REQUIRE(astar_distance_field(w->grid, w->rules, NULL, &goal, 1, 99, &field) ==
          ASTAR_OK);
  REQUIRE(astar_distance_field(copy, w->rules, NULL, &goal, 1, 99, &other) == ASTAR_OK);
  REQUIRE(astar_movement_range(w->grid, w->rules, NULL, 0, 0, 9, &range) == ASTAR_OK);
  EXPECT(ASTAR_OK, can_block_field(w->rules, NULL, 1, field, 1),
         can_block_field(w->rules, NULL, 0, field, 0));
  EXPECT(ASTAR_UNREACHABLE, can_block_field(w->rules, NULL, 1, field, 2));
  EXPECT(ASTAR_INVALID, can_block_field(w->rules, NULL, -1, field, 1),
         can_block_field(w->rules, NULL, 1, field, -1),
         can_block_field(w->rules, &bad, 1, field, 1),
         can_block_field(NULL, NULL, 1, field, 1),
         can_block_field(w->rules, NULL, 1, NULL, 1),
         can_block_field(w->rules, NULL, 1, range, 1),
         can_block_field(w->rules, NULL, 1, other, 1));
  astar_field_free(field);
  astar_field_free(range);
  astar_field_free(other);
  astar_grid_free(copy);
}

static void check_chokepoints(void) {
  astar_point points[8] = {{77, 77}};
  const astar_filter bad = {0, NAN, {{0, 0}}};
  int count = 77;
  EXPECT(ASTAR_INVALID,
         astar_chokepoints(w->grid, w->rules, NULL, 0, 6, 8, 6, 8, NULL, &count));
#define CUT(grid, rules, filter, x, y, max)                                              \
  astar_chokepoints(grid, rules, filter, 0, 6, x, y, max, points, &count)
  HOLDS(CUT(w->grid, w->rules, NULL, 8, 6, 0) == ASTAR_INVALID);
  HOLDS(CUT(w->grid, w->rules, NULL, 8, 6, -1) == ASTAR_INVALID,
        CUT(w->grid, w->rules, NULL, 8, 6, INT_MIN) == ASTAR_INVALID,
        CUT(w->grid, w->rules, &bad, 8, 6, 8) == ASTAR_INVALID,
        CUT(w->grid, NULL, NULL, 8, 6, 8) == ASTAR_INVALID,
        CUT(w->grid, w->large, NULL, 8, 5, 8) == ASTAR_INVALID,
        points[0].x == 77 && count == 0,
        CUT(w->grid, w->rules, NULL, 1, 6, 8) == ASTAR_LIMIT,
        CUT(w->grid, w->rules, NULL, 5, 0, 8) == ASTAR_GOAL_BLOCKED);
  for (int i = 0; i < OFF_GRID; i++) {
    HOLDS(CUT(w->grid, w->rules, NULL, off_grid[i].x, off_grid[i].y, 8) ==
          ASTAR_OUT_OF_BOUNDS);
  }
  HOLDS(CUT(w->grid, w->rules, NULL, 4, 6, 8) == ASTAR_OK && count >= 1 && count <= 3);
#undef CUT
}

// -------------------------------------------------------------------------- heuristics

/// A heuristic function that returns one number, and after some calls another.
typedef struct guesser {
  double guess, late;
  int calls, calm; ///< the first `calm` calls return `guess`
} guesser;

static double give_guess(void *user, int dx, int dy) {
  guesser *g = user;
  (void)dx;
  (void)dy;
  return g->calls++ < g->calm ? g->guess : g->late;
}

static astar_status ask_guesser(astar_grid *grid, const astar_rules *rules, guesser *g) {
  astar_query query = astar_default_query(rules, 0, 0, &far_goal, 1);
  astar_result result;
  query.heuristic = ASTAR_HEURISTIC_FUNCTION;
  query.heuristic_function = give_guess;
  query.heuristic_user = g;
  return astar_find_path(grid, &query, NULL, &result);
}

/// The function must not be called again after it returned an invalid number.
static void check_guesses(void) {
  static const double none[] = {NAN, INFINITY, -INFINITY, -1, -1e-300};
  for (int i = 0; i < 5; i++) {
    for (int calm = 0; calm < 6; calm++) {
      guesser g = {1, none[i], 0, calm};
      EXPECT(ASTAR_STOPPED, ask_guesser(w->grid, w->rules, &g));
      HOLDS(g.calls == calm + 1);
    }
  }
  guesser high = {1, 1e300, 0, 3};
  EXPECT(ASTAR_OK, ask_guesser(w->grid, w->rules, &high));
}

/// The same at the first of two links that lead away from a start without neighbors: the
/// function must not be called for the second link.
static void check_guess_at_link(void) {
  astar_grid *grid = make_grid(WIDTH, HEIGHT, ASTAR_SQUARE);
  guesser g = {1, NAN, 0, 1};
  uint32_t id;
  REQUIRE(astar_grid_fill(grid, 0, 0, 2, 2, WALL) == ASTAR_OK);
  REQUIRE(astar_grid_link(grid, 0, 0, 4, 4, 1, true, &id) == ASTAR_OK);
  REQUIRE(astar_grid_link(grid, 0, 0, 6, 6, 1, true, &id) == ASTAR_OK);
  EXPECT(ASTAR_STOPPED, ask_guesser(grid, w->rules, &g));
  HOLDS(g.calls == 2);
  astar_grid_free(grid);
}

/// A heuristic function that changes the search which calls it.
typedef struct intruder {
  astar_search *search;
  astar_rules *rules; ///< those of the search
} intruder;

static double edit_meanwhile(void *user, int dx, int dy) {
  intruder *in = user;
  static const uint8_t terrains[WIDTH] = {WALL};
  (void)dx;
  (void)dy;
  HOLDS(astar_grid_is_busy(w->grid), all_edits_are(w->grid, 4, 4, ASTAR_BUSY),
        all_edits_are(w->grid, -1, WIDTH, ASTAR_BUSY));
  EXPECT(ASTAR_BUSY, astar_grid_set_row(w->grid, 2, terrains),
         astar_grid_fill(w->grid, 0, 0, 0, 0, WALL),
         astar_grid_fill_penalty(w->grid, 0, 0, 0, 0, 1),
         astar_influence_fill(w->grid, 1, 0, 0, 0, 0, 1),
         astar_influence_fade(w->grid, 1, 1),
         astar_grid_fill_blocked(w->grid, 0, 0, 0, 0, true, 1),
         astar_grid_copy(w->grid, w->grid), astar_grid_unlink(w->grid, 1),
         astar_grid_unlink(w->grid, 99));
  astar_explain_query query = plain_explain();
  astar_explanation_summary summary;
  EXPECT(ASTAR_BUSY, explain(w->grid, &query, &summary));
  if (in->search != NULL) EXPECT(ASTAR_BUSY, astar_search_step(in->search, 1));
  return 0;
}

/// Frees the rules of the running search, and makes a query with other rules.
static double free_meanwhile(void *user, int dx, int dy) {
  intruder *in = user;
  const astar_rules_def def = plain_rules();
  (void)dx;
  (void)dy;
  astar_rules_free(in->rules);
  in->rules = NULL;
  astar_rules *others = make_rules(&def);
  EXPECT(ASTAR_OK, astar_is_reachable(w->grid, others, NULL, 0, 0, 8, 6));
  astar_rules_free(others);
  return 0;
}

static void check_busy(void) {
  intruder in = {NULL, NULL};
  astar_query query = plain_query();
  astar_result result;
  query.heuristic = ASTAR_HEURISTIC_FUNCTION;
  query.heuristic_function = edit_meanwhile;
  query.heuristic_user = &in;
  EXPECT(ASTAR_OK, astar_find_path(w->grid, &query, NULL, &result));
  HOLDS(!astar_grid_is_busy(w->grid));
  REQUIRE(astar_search_new(w->grid, &query, &in.search) == ASTAR_OK);
  EXPECT(ASTAR_RUNNING, astar_search_step(in.search, 5));
  EXPECT(ASTAR_OK, astar_search_step(in.search, INT64_MAX));
  HOLDS(!astar_grid_is_busy(w->grid));
  astar_search_free(in.search);
}

static void check_freed_meanwhile(void) {
  const astar_rules_def def = plain_rules();
  intruder in = {NULL, make_rules(&def)};
  astar_query query = astar_default_query(in.rules, 0, 6, &(astar_point){4, 6}, 1);
  astar_result result;
  query.heuristic = ASTAR_HEURISTIC_FUNCTION;
  query.heuristic_function = free_meanwhile;
  query.heuristic_user = &in;
  EXPECT(ASTAR_OK, astar_find_path(w->grid, &query, NULL, &result));
  HOLDS(is_same(result.cost, 4));
}

// -------------------------------------------------------------------- units to avoid

static astar_crowd *make_crowd(astar_grid *grid) {
  const astar_crowd_def def = astar_default_crowd();
  astar_crowd *crowd;
  REQUIRE(astar_crowd_new(grid, &def, &crowd) == ASTAR_OK);
  return crowd;
}

static uint32_t add_unit(astar_crowd *crowd, const astar_rules *rules, int x, int y) {
  const astar_unit_def def = astar_default_unit(rules, x, y);
  uint32_t unit;
  REQUIRE(astar_crowd_add(crowd, &def, &unit) == ASTAR_OK);
  return unit;
}

static astar_status see_past(const astar_crowd *avoid, int x1, int y1, int x2, int y2) {
  return astar_line_of_sight_avoiding(w->grid, w->rules, NULL, ASTAR_SIGHT_LINE, x1, y1,
                                      x2, y2, avoid, NULL, NULL, NULL);
}

/// Only the crowd of the grid can be avoided.
static void check_other_crowds(void) {
  astar_crowd *other = make_crowd(w->hexes);
  int x, y;
  CHECK_QUERY(avoid, other, ASTAR_INVALID);
  EXPECT(ASTAR_INVALID, see_past(other, 0, 6, 2, 6));
  EXPECT(ASTAR_OK, see_past(NULL, 0, 6, 2, 6));
  astar_crowd *crowd = make_crowd(w->grid);
  CHECK_QUERY(avoid, crowd, ASTAR_OK);
  CHECK_QUERY(avoid, other, ASTAR_INVALID);
  CHECK_QUERY(avoid_side, ((astar_side){ASTAR_TEAMS, -1}), ASTAR_INVALID);
  CHECK_QUERY(avoid_side, ((astar_side){-1, -2}), ASTAR_INVALID);
  EXPECT(ASTAR_OUT_OF_BOUNDS, see_past(crowd, -1, 6, 2, 6));
  EXPECT(ASTAR_UNSUITED,
         astar_line_of_sight_avoiding(w->hexes, w->large, NULL, ASTAR_SIGHT_LINE, 0, 0, 1,
                                      1, other, NULL, &x, &y));
  EXPECT(ASTAR_INVALID,
         astar_line_of_sight_avoiding(NULL, w->rules, NULL, ASTAR_SIGHT_LINE, 0, 0, 1, 1,
                                      NULL, NULL, &x, &y));
  astar_query query = plain_query();
  query.avoid = crowd;
  query.start_x = -1;
  EXPECT(ASTAR_OUT_OF_BOUNDS, ask(w->grid, &query));
  astar_crowd_free(crowd);
  HOLDS(astar_why_invalid(w->grid, &query) != NULL);
  astar_crowd_free(other);
}

/// A unit steps from (0, 6) to (1, 6), another one stands at (3, 6). A row above them is
/// free.
static void check_avoid(void) {
  astar_crowd *crowd = make_crowd(w->grid);
  const uint32_t walker = add_unit(crowd, w->rules, 0, 6);
  add_unit(crowd, w->rules, 3, 6);
  REQUIRE(astar_crowd_go_to(crowd, walker, 2, 6, NULL) == ASTAR_OK);
  astar_unit_info info = {.x = 0};
  while (!(info.x > 0)) {
    REQUIRE(astar_crowd_update(crowd, 0.05) == ASTAR_OK);
    REQUIRE(astar_crowd_unit(crowd, walker, &info));
  }
  REQUIRE(info.at.x == 0 && info.to.x == 1);
  const uint64_t revision = astar_grid_revision(w->grid);
  astar_point goal = {1, 6};
  astar_query query = astar_default_query(w->rules, 2, 6, &goal, 1);
  query.avoid = crowd;
  EXPECT(ASTAR_GOAL_BLOCKED, ask(w->grid, &query)); // the walker enters it
  goal.x = 0;
  EXPECT(ASTAR_GOAL_BLOCKED, ask(w->grid, &query)); // and has not left this tile
  query.start_x = 0;
  goal.x = 1;
  EXPECT(ASTAR_OK, ask(w->grid, &query)); // the query of the walker
  query.start_x = 1;
  goal.x = 0;
  EXPECT(ASTAR_OK, ask(w->grid, &query)); // also from the tile that it enters
  query.start_x = 0;
  goal.x = 3;
  EXPECT(ASTAR_GOAL_BLOCKED, ask(w->grid, &query));
  EXPECT(ASTAR_OK, see_past(crowd, 0, 6, 2, 6));
  EXPECT(ASTAR_UNREACHABLE, see_past(crowd, 2, 6, 0, 6));
  query.avoid = NULL;
  EXPECT(ASTAR_OK, ask(w->grid, &query));
  HOLDS(astar_grid_revision(w->grid) == revision);
  astar_crowd_free(crowd);
}

/// A heuristic function frees the crowd; so does the caller of a sliced search.
static double free_crowd(void *user, int dx, int dy) {
  astar_crowd **crowd = user;
  (void)dx;
  (void)dy;
  astar_crowd_free(*crowd);
  *crowd = NULL;
  return 0;
}

static void check_freed_crowd(void) {
  const astar_point goal = {4, 6};
  astar_crowd *crowd = make_crowd(w->grid);
  astar_query query = astar_default_query(w->rules, 0, 6, &goal, 1);
  astar_result result;
  astar_search *search;
  add_unit(crowd, w->rules, 2, 6);
  query.avoid = crowd;
  REQUIRE(astar_search_new(w->grid, &query, &search) == ASTAR_OK);
  query.heuristic = ASTAR_HEURISTIC_FUNCTION;
  query.heuristic_function = free_crowd;
  query.heuristic_user = &crowd;
  EXPECT(ASTAR_OK, astar_find_path(w->grid, &query, NULL, &result));
  HOLDS(result.cost > 4 && crowd == NULL);
  const double cost = result.cost;
  EXPECT(ASTAR_OK, astar_search_step(search, INT64_MAX));
  REQUIRE(astar_search_result(search, &result) == ASTAR_OK);
  HOLDS(is_same(result.cost, cost));
  astar_search_free(search);
}

// ----------------------------------------------------------------------------- crowds

static bool is_no_crowd(astar_crowd_def def) {
  astar_crowd *crowd = (astar_crowd *)w->grid;
  return astar_crowd_new(w->grid, &def, &crowd) == ASTAR_INVALID && crowd == NULL;
}

static void check_crowd_defs(void) {
  static const double no_patience[] = {0, -1, NAN, -INFINITY};
  astar_crowd_def def = astar_default_crowd();
  astar_crowd *crowd = (astar_crowd *)w, *second = (astar_crowd *)w;
  HOLDS(is_no_crowd((astar_crowd_def){.patience = 1, .budget = 1}));
  for (int i = 0; i < 4; i++) {
    HOLDS(is_no_crowd((astar_crowd_def){
        .patience = no_patience[i], .budget = 1, .cookie = def.cookie}));
  }
  HOLDS(is_no_crowd((astar_crowd_def){.patience = 1, .budget = 0, .cookie = def.cookie}),
        is_no_crowd(
            (astar_crowd_def){.patience = 1, .budget = INT64_MIN, .cookie = def.cookie}),
        astar_crowd_new(NULL, &def, &crowd) == ASTAR_INVALID && crowd == NULL,
        astar_crowd_new(w->grid, NULL, &crowd) == ASTAR_INVALID && crowd == NULL);
  EXPECT(ASTAR_INVALID, astar_crowd_new(w->grid, &def, NULL));
  def = (astar_crowd_def){
      .patience = INFINITY, .budget = INT64_MAX, .smooth = true, .cookie = def.cookie};
  EXPECT(ASTAR_OK, astar_crowd_new(w->grid, &def, &crowd));
  EXPECT(ASTAR_TILE_OCCUPIED, astar_crowd_new(w->grid, &def, &second));
  HOLDS(second == NULL);
  astar_crowd_free(crowd);
  astar_crowd_free(NULL);
}

static astar_status add_status(const astar_crowd *crowd, const astar_unit_def *def) {
  uint32_t unit = 7;
  const astar_status status =
      astar_crowd_add((astar_crowd *)(uintptr_t)crowd, def, &unit);
  REQUIRE((unit == 0) == (status != ASTAR_OK));
  return status;
}

/// Definitions of units that differ in one value from a valid one.
static void check_unit_defs(void) {
  static const double no_speeds[] = {-1e-300, -4, NAN, INFINITY, 0.0009, 100.1};
  static const double no_angles[] = {NAN, INFINITY, -INFINITY};
  static const double no_rates[] = {0, -1, NAN, -INFINITY};
  static const int no_priorities[] = {1001, -1001, INT_MAX, INT_MIN};
  const astar_unit_def valid = astar_default_unit(w->rules, 1, 6);
  astar_crowd *crowd = make_crowd(w->grid);
  astar_unit_def def = valid;
  for (int i = 0; i < 6; i++) {
    def.speed = no_speeds[i];
    EXPECT(ASTAR_INVALID, add_status(crowd, &def));
  }
  def = valid;
  for (int i = 0; i < 3; i++) {
    def.facing = no_angles[i];
    EXPECT(ASTAR_INVALID, add_status(crowd, &def));
  }
  def = valid;
  for (int i = 0; i < 4; i++) {
    def.turn_rate = no_rates[i];
    EXPECT(ASTAR_INVALID, add_status(crowd, &def));
  }
  def = valid;
  for (int i = 0; i < 4; i++) {
    def.priority = no_priorities[i];
    EXPECT(ASTAR_INVALID, add_status(crowd, &def));
  }
  def = valid;
  def.nearest = -1;
  EXPECT(ASTAR_INVALID, add_status(crowd, &def));
  def = valid;
  def.cookie = 0;
  EXPECT(ASTAR_INVALID, add_status(crowd, &def));
  def = astar_default_unit(NULL, 1, 6);
  EXPECT(ASTAR_INVALID, add_status(crowd, &def), add_status(crowd, NULL),
         add_status(NULL, &valid), astar_crowd_add(crowd, &valid, NULL));
  HOLDS(astar_crowd_count(crowd) == 0);
  EXPECT(ASTAR_OK, add_status(crowd, &valid));
  astar_crowd_free(crowd);
}

/// Tiles where a unit cannot stand.
static void check_unit_tiles(void) {
  astar_crowd *crowd = make_crowd(w->grid), *hexes = make_crowd(w->hexes);
  const uint32_t unit = add_unit(crowd, w->rules, 1, 6);
  astar_unit_def def = astar_default_unit(w->rules, 0, 0);
  for (int i = 0; i < OFF_GRID; i++) {
    def.x = off_grid[i].x;
    def.y = off_grid[i].y;
    EXPECT(ASTAR_OUT_OF_BOUNDS, add_status(crowd, &def),
           astar_crowd_place(crowd, unit, def.x, def.y, 0),
           astar_crowd_go_to(crowd, unit, def.x, def.y, NULL),
           astar_crowd_send(crowd, &unit, 1, def.x, def.y, NULL, NULL));
    HOLDS(astar_crowd_at(crowd, def.x, def.y) == 0);
    EXPECT(ASTAR_OUT_OF_BOUNDS, astar_crowd_permit(crowd, unit, def.x, def.y));
  }
  def = astar_default_unit(w->rules, 5, 0);
  EXPECT(ASTAR_TILE_IMPASSABLE, add_status(crowd, &def),
         astar_crowd_place(crowd, unit, 5, 0, 0));
  def = astar_default_unit(w->rules, 1, 6);
  EXPECT(ASTAR_TILE_OCCUPIED, add_status(crowd, &def));
  def = astar_default_unit(w->large, 0, 5);
  EXPECT(ASTAR_TILE_OCCUPIED, add_status(crowd, &def));
  EXPECT(ASTAR_UNSUITED, add_status(hexes, &def),
         astar_crowd_set_rules(hexes, add_unit(hexes, w->rules, 0, 0), w->large));
  astar_crowd_free(crowd);
  astar_crowd_free(hexes);
}

static astar_status near_status(astar_crowd *crowd, double max, const astar_near *near) {
  astar_near wanted;
  astar_near_unit unit;
  size_t count;
  if (near != NULL) wanted = *near;
  if (near != NULL) wanted.max = max;
  const astar_near *options = near != NULL ? &wanted : NULL;
  const astar_status status = astar_crowd_nearest(crowd, 0, 0, options, &unit);
  HOLDS(astar_crowd_within(crowd, 0, 0, 1, options, NULL, 0, &count) == status);
  return status;
}

/// All functions that take a unit and return a status.
static bool all_commands_are(astar_crowd *crowd, uint32_t unit, uint32_t other,
                             astar_status status) {
  const uint32_t units[] = {other, unit};
  return astar_crowd_remove(crowd, unit) == status &&
         astar_crowd_place(crowd, unit, 0, 0, 0) == status &&
         astar_crowd_set_speed(crowd, unit, 1) == status &&
         astar_crowd_set_turn_rate(crowd, unit, 1) == status &&
         astar_crowd_set_step_time(crowd, unit, 1, NULL) == status &&
         astar_crowd_set_asks(crowd, unit, true) == status &&
         astar_crowd_permit(crowd, unit, 0, 0) == status &&
         astar_crowd_delay(crowd, unit, 1) == status &&
         astar_crowd_set_rules(crowd, unit, w->rules) == status &&
         astar_crowd_set_filter(crowd, unit, w->rules, NULL, 0) == status &&
         astar_crowd_set_filter(crowd, unit, NULL, NULL, 0) == status &&
         astar_crowd_set_priority(crowd, unit, 0) == status &&
         astar_crowd_set_team(crowd, unit, 0) == status &&
         astar_crowd_set_hold(crowd, unit, true) == status &&
         astar_crowd_set_steps(crowd, unit, true) == status &&
         astar_crowd_go_to(crowd, unit, 0, 0, NULL) == status &&
         astar_crowd_send(crowd, units, 2, 0, 0, NULL, NULL) == status &&
         astar_crowd_chase(crowd, unit, other, NULL) == status &&
         astar_crowd_walk(crowd, unit, &(astar_point){0, 0}, 1) == status &&
         astar_crowd_stop(crowd, unit) == status;
}

static void check_no_unit(void) {
  static const uint32_t none[] = {0, 1, 3, 4, 1000, INT_MAX, UINT32_MAX};
  const astar_source source = {0, 0, 0};
  astar_crowd *crowd = make_crowd(w->grid);
  astar_field *field;
  astar_unit_info info;
  const uint32_t gone = add_unit(crowd, w->rules, 0, 6);
  const uint32_t unit = add_unit(crowd, w->rules, 1, 6);
  REQUIRE(astar_crowd_remove(crowd, gone) == ASTAR_OK && gone == 1);
  REQUIRE(astar_distance_field(w->grid, w->rules, NULL, &source, 1, INFINITY, &field) ==
          ASTAR_OK);
  for (size_t i = 0; i < sizeof none / sizeof none[0]; i++) {
    HOLDS(all_commands_are(crowd, none[i], unit, ASTAR_INVALID));
    EXPECT(ASTAR_INVALID, astar_crowd_follow(crowd, &none[i], 1, field),
           astar_crowd_chase(crowd, unit, none[i], NULL));
    HOLDS(!astar_crowd_unit(crowd, none[i], &info),
          astar_crowd_remaining(crowd, none[i], NULL, 0) == 0);
  }
  HOLDS(all_commands_are(NULL, unit, unit, ASTAR_INVALID));
  EXPECT(ASTAR_INVALID, astar_crowd_update(NULL, 1),
         astar_crowd_follow(NULL, &unit, 1, field));
  HOLDS(astar_crowd_unit(crowd, unit, &info) && info.state == ASTAR_UNIT_IDLE,
        info.at.x == 1 && info.at.y == 6 && !info.hold);
  astar_field_free(field);
  astar_crowd_free(crowd);
}

static void check_send_options(astar_crowd *crowd, uint32_t unit) {
  static const double no_angles[] = {INFINITY, -INFINITY};
  astar_send_options options = astar_default_send();
  size_t placed = 7;
  HOLDS(isnan(options.facing) && options.formation == ASTAR_FORMATION_PACK);
  EXPECT(ASTAR_OK, astar_crowd_send(crowd, &unit, 1, 1, 6, &options, NULL));
  for (int i = 0; i < 2; i++) {
    options.facing = no_angles[i];
    EXPECT(ASTAR_INVALID, astar_crowd_send(crowd, &unit, 1, 1, 6, &options, &placed));
    HOLDS(placed == 0);
  }
  options.facing = 1e300;
  options.formation = ASTAR_FORMATION_WEDGE;
  EXPECT(ASTAR_OK, astar_crowd_send(crowd, &unit, 1, 1, 6, &options, &placed));
  HOLDS(placed == 1);
  options.formation = (astar_formation)(ASTAR_FORMATION_KEEP + 1);
  EXPECT(ASTAR_INVALID, astar_crowd_send(crowd, &unit, 1, 1, 6, &options, NULL));
  options = astar_default_send();
  options.cookie = 0;
  EXPECT(ASTAR_INVALID, astar_crowd_send(crowd, &unit, 1, 1, 6, &options, NULL));
  EXPECT(ASTAR_OK, astar_crowd_stop(crowd, unit));
}

static void check_unit_values(void) {
  static const double no_times[] = {NAN, -1, -1e-300, -INFINITY};
  static const double no_scales[] = {NAN, -1, INFINITY, 1e-200};
  astar_crowd *crowd = make_crowd(w->grid);
  const uint32_t unit = add_unit(crowd, w->rules, 1, 6);
  const astar_order behind = {.range = -1};
  size_t placed = 7;
  bool is_set = true;
  for (int i = 0; i < 4; i++) {
    EXPECT(ASTAR_INVALID, astar_crowd_update(crowd, no_times[i]),
           astar_crowd_set_speed(crowd, unit, no_times[i]),
           astar_crowd_delay(crowd, unit, no_times[i]),
           astar_crowd_set_turn_rate(crowd, unit, no_times[i]));
    HOLDS(astar_crowd_set_step_time(crowd, unit, no_times[i], &is_set) == ASTAR_INVALID &&
          !is_set);
  }
  HOLDS(astar_crowd_set_step_time(crowd, unit, 1, &is_set) == ASTAR_OK && !is_set);
  const astar_near near = astar_default_near();
  EXPECT(ASTAR_INVALID, astar_crowd_set_speed(crowd, unit, 1e-300),
         astar_crowd_place(crowd, unit, 1, 1, -1),
         astar_crowd_set_priority(crowd, unit, ASTAR_MAX_PRIORITY + 1),
         astar_crowd_set_rules(crowd, unit, NULL),
         astar_crowd_set_filter(crowd, unit, NULL, NULL, -1),
         astar_crowd_set_filter(crowd, unit, NULL, NULL, ASTAR_FILTER_ALL + 1));
  for (int i = 0; i < 4; i++) {
    const astar_filter filter = {0, no_scales[i], {{0, 0}}};
    astar_unit_def def = astar_default_unit(w->rules, 2, 6);
    def.filter = &filter;
    EXPECT(ASTAR_INVALID, astar_crowd_set_filter(crowd, unit, NULL, &filter, 3),
           add_status(crowd, &def));
  }
  EXPECT(ASTAR_INVALID, astar_crowd_set_team(crowd, unit, ASTAR_TEAMS),
         astar_crowd_set_allies(crowd, 0, -1, true), near_status(crowd, -1, NULL),
         near_status(crowd, 1, &(astar_near){.max = 1}), near_status(crowd, NAN, &near));
  EXPECT(ASTAR_INVALID, astar_crowd_go_to(crowd, unit, 0, 0, &behind));
  EXPECT(ASTAR_GOAL_BLOCKED, astar_crowd_go_to(crowd, unit, 5, 0, NULL));
  EXPECT(ASTAR_INVALID, astar_crowd_chase(crowd, unit, unit, NULL),
         astar_crowd_send(crowd, NULL, 1, 0, 0, NULL, &placed));
  HOLDS(placed == 0,
        astar_crowd_send(crowd, NULL, 0, 0, 0, NULL, &placed) == ASTAR_OK && placed == 0);
  check_send_options(crowd, unit);
  EXPECT(ASTAR_OK, astar_crowd_update(crowd, INFINITY));
  HOLDS(astar_crowd_at(crowd, 1, 6) == unit);
  astar_crowd_free(crowd);
}

/// Paths that units cannot walk.
static void check_unit_paths(void) {
  static const astar_point path[] = {{0, 6}, {1, 6}, {2, 6}, {3, 6}};
  static const astar_point blocked[] = {{5, 0}, {5, 0}};
  static const astar_point repeated[] = {{1, 6}, {1, 6}, {2, 6}, {2, 6}, {1, 6}};
  astar_point far[] = {{1, 6}, {UINT16_MAX, 6}};
  astar_point tiles[4] = {{9, 9}, {9, 9}, {9, 9}, {9, 9}};
  astar_crowd *crowd = make_crowd(w->grid);
  const uint32_t unit = add_unit(crowd, w->rules, 1, 6);
  astar_unit_info info;
  EXPECT(ASTAR_INVALID, astar_crowd_walk(crowd, unit, NULL, 1),
         astar_crowd_walk(crowd, unit, path, 0));
  EXPECT(ASTAR_OUT_OF_BOUNDS, astar_crowd_walk(crowd, unit, far, 2));
  far[1] = (astar_point){0, UINT16_MAX};
  EXPECT(ASTAR_OUT_OF_BOUNDS, astar_crowd_walk(crowd, unit, far, 2));
  EXPECT(ASTAR_GOAL_BLOCKED, astar_crowd_walk(crowd, unit, blocked, 2));
  HOLDS(astar_crowd_unit(crowd, unit, &info) && !info.has_goal);
  EXPECT(ASTAR_OK, astar_crowd_walk(crowd, unit, path, 4));
  HOLDS(astar_crowd_unit(crowd, unit, &info) && info.has_goal,
        info.goal.x == 3 && info.goal.y == 6,
        astar_crowd_remaining(crowd, unit, NULL, 0) == 2,
        astar_crowd_remaining(crowd, unit, NULL, 4) == 2,
        astar_crowd_remaining(NULL, unit, tiles, 4) == 0 && tiles[0].x == 9,
        astar_crowd_remaining(crowd, unit, tiles, 1) == 2,
        tiles[0].x == 2 && tiles[0].y == 6 && tiles[1].x == 9);
  EXPECT(ASTAR_GOAL_BLOCKED, astar_crowd_walk(crowd, unit, blocked, 2));
  HOLDS(astar_crowd_unit(crowd, unit, &info) && info.has_goal); // as before
  EXPECT(ASTAR_OK, astar_crowd_walk(crowd, unit, repeated, 5));
  HOLDS(astar_crowd_remaining(crowd, unit, tiles, 4) == 2 && tiles[1].x == 1);
  astar_crowd_free(crowd);
}

/// Fields that lead units nowhere.
static void check_unit_fields(void) {
  const astar_source source = {0, 0, 0};
  astar_crowd *crowd = make_crowd(w->grid);
  const uint32_t unit = add_unit(crowd, w->rules, 1, 6);
  astar_field *range, *other;
  REQUIRE(astar_movement_range(w->grid, w->rules, NULL, 0, 0, 9, &range) == ASTAR_OK);
  REQUIRE(astar_distance_field(w->hexes, w->rules, NULL, &source, 1, INFINITY, &other) ==
          ASTAR_OK);
  EXPECT(ASTAR_INVALID, astar_crowd_follow(crowd, &unit, 1, NULL),
         astar_crowd_follow(crowd, &unit, 1, range),
         astar_crowd_follow(crowd, &unit, 1, other),
         astar_crowd_follow(crowd, NULL, 1, other));
  astar_field_free(range);
  astar_field_free(other);
  astar_crowd_free(crowd);
}

/// Arrays of the caller that are too short, or NULL.
static void check_unit_arrays(void) {
  astar_crowd *crowd = make_crowd(w->grid);
  uint32_t units[4] = {9, 9, 9, 9};
  double positions[8] = {-9, -9, -9, -9, -9, -9, -9, -9};
  const astar_rules *rules[3] = {w->large, w->large, w->large};
  for (int x = 0; x < 3; x++) add_unit(crowd, w->rules, x, 6);
  HOLDS(astar_crowd_units(crowd, NULL, 0) == 3, astar_crowd_units(crowd, units, 2) == 3,
        units[0] == 1 && units[1] == 2 && units[2] == 9,
        astar_crowd_positions(crowd, NULL, 0) == 6,
        astar_crowd_positions(crowd, positions, 0) == 6 && positions[0] < 0,
        astar_crowd_positions(crowd, positions, 4) == 6 && positions[4] < 0,
        is_same(positions[2], 1) && is_same(positions[3], 6),
        astar_crowd_positions(crowd, positions, 5) == 6 && positions[5] < 0,
        astar_crowd_rules(crowd, NULL, 0) == 1,
        astar_crowd_rules(crowd, rules, 0) == 1 && rules[0] == w->large);
  HOLDS(astar_crowd_rules(crowd, rules, 3) == 1 && rules[0] == w->rules,
        rules[1] == w->large);
  astar_crowd_free(crowd);
}

static void check_event_names(void) {
  static const char *const names[] = {"arrived",     "settled", "stuck",
                                      "unreachable", "cut_off", "step"};
  for (int i = 0; i < 6; i++) {
    const char *name = astar_unit_event_name((astar_unit_event_kind)i);
    HOLDS(strcmp(name, names[i]) == 0);
  }
  HOLDS(astar_unit_event_name((astar_unit_event_kind)ABOVE) != NULL,
        astar_unit_event_name((astar_unit_event_kind)BELOW) != NULL);
}

/// The shortest and the longest time of a step, and units that the program stops.
static void check_step_times(void) {
  static const double times[] = {0, 1e-320, 1e-9, 1e-3, 1, 1e300, INFINITY, 0};
  astar_crowd *crowd = make_crowd(w->grid);
  const uint32_t unit = add_unit(crowd, w->rules, 0, 6);
  astar_unit_info info;
  bool is_set;
  REQUIRE(astar_crowd_set_speed(crowd, unit, 0) == ASTAR_OK);
  REQUIRE(astar_crowd_go_to(crowd, unit, 3, 6, NULL) == ASTAR_OK);
  REQUIRE(astar_crowd_update(crowd, 1) == ASTAR_OK);
  HOLDS(astar_crowd_unit(crowd, unit, &info) && info.state == ASTAR_UNIT_WAITING);
  REQUIRE(astar_crowd_set_speed(crowd, unit, 0.001) == ASTAR_OK);
  REQUIRE(astar_crowd_update(crowd, 1) == ASTAR_OK);
  for (int i = 0; i < 8; i++) {
    HOLDS(astar_crowd_unit(crowd, unit, &info) && info.state == ASTAR_UNIT_MOVING,
          astar_crowd_set_step_time(crowd, unit, times[i], &is_set) == ASTAR_OK && is_set,
          astar_crowd_unit(crowd, unit, &info),
          info.progress >= 0 && info.progress < 1 && info.x >= 0 && info.x <= 3);
    if (i == 6 || i == 7) REQUIRE(astar_crowd_update(crowd, i == 6 ? 1 : 0) == ASTAR_OK);
  }
  HOLDS(astar_crowd_unit(crowd, unit, &info) && info.at.x == 1 && info.to.x == 2);
  astar_crowd_free(crowd);
}

/// Answers to a unit that did not ask, and answers that change.
static void check_answers(void) {
  static const double times[] = {0, 1e-320, 1, 1e300, INFINITY};
  astar_crowd *crowd = make_crowd(w->grid);
  const uint32_t unit = add_unit(crowd, w->rules, 0, 6);
  astar_unit_info info;
  astar_unit_event event;
  for (int i = 0; i < 5; i++) {
    EXPECT(ASTAR_OK, astar_crowd_delay(crowd, unit, times[i]),
           astar_crowd_permit(crowd, unit, i, 6));
  }
  REQUIRE(astar_crowd_set_asks(crowd, unit, true) == ASTAR_OK);
  HOLDS(astar_crowd_unit(crowd, unit, &info) && info.asks);
  REQUIRE(astar_crowd_go_to(crowd, unit, 3, 6, NULL) == ASTAR_OK);
  for (int i = 0; i < 5; i++) {
    REQUIRE(astar_crowd_update(crowd, 1) == ASTAR_OK);
    HOLDS(astar_crowd_next_event(crowd, &event) == (i < 4),
          i == 4 || (event.kind == ASTAR_UNIT_ASKS && event.x == 1 && event.y == 6));
    EXPECT(ASTAR_OK, astar_crowd_delay(crowd, unit, i == 3 ? INFINITY : times[i]));
  }
  HOLDS(astar_crowd_unit(crowd, unit, &info) && info.state == ASTAR_UNIT_WAITING);
  EXPECT(ASTAR_OK, astar_crowd_permit(crowd, unit, 1, 6));
  REQUIRE(astar_crowd_update(crowd, 0) == ASTAR_OK);
  HOLDS(astar_crowd_unit(crowd, unit, &info) && info.state == ASTAR_UNIT_MOVING);
  astar_crowd_free(crowd);
}

/// A crowd, and how often it was updated inside of a search.
typedef struct crowd_nest {
  astar_crowd *crowd;
  int refused;
} crowd_nest;

static double update_crowd(void *user, int dx, int dy) {
  crowd_nest *nest = user;
  (void)dx;
  (void)dy;
  nest->refused += astar_crowd_update(nest->crowd, 0.1) == ASTAR_BUSY;
  return 0;
}

/// Units do not move while a search is in progress.
static void check_busy_crowd(void) {
  const astar_point goal = {8, 6};
  crowd_nest nest = {make_crowd(w->grid), 0};
  const uint32_t unit = add_unit(nest.crowd, w->rules, 1, 6);
  astar_query query = astar_default_query(w->rules, 0, 6, &goal, 1);
  astar_unit_info info;
  REQUIRE(astar_crowd_go_to(nest.crowd, unit, 8, 6, NULL) == ASTAR_OK);
  query.heuristic = ASTAR_HEURISTIC_FUNCTION;
  query.heuristic_function = update_crowd;
  query.heuristic_user = &nest;
  EXPECT(ASTAR_OK, astar_find_path(w->grid, &query, NULL, NULL));
  HOLDS(nest.refused > 0,
        astar_crowd_unit(nest.crowd, unit, &info) && is_same(info.x, 1));
  astar_crowd_free(nest.crowd);
}

// ----------------------------------------------------------------------------- fields

static bool is_no_field(astar_source source, double max_cost, astar_status status) {
  const astar_source sources[] = {{0, 6, 0}, source};
  astar_field *field = (astar_field *)w;
  return astar_distance_field(w->grid, w->rules, NULL, sources, 2, max_cost, &field) ==
             status &&
         field == NULL;
}

static bool is_no_range(astar_point start, double max_cost, astar_status status) {
  astar_field *field = (astar_field *)w;
  return astar_movement_range(w->grid, w->rules, NULL, start.x, start.y, max_cost,
                              &field) == status &&
         field == NULL;
}

static void check_making_fields(void) {
  const astar_source source = {1, 1, 0}, wall = {5, 0, 0};
  astar_field *field = NULL;
  for (int i = 0; i < NO_CAPS; i++) {
    HOLDS(is_no_field(source, no_caps[i], ASTAR_INVALID),
          is_no_range(far_goal, no_caps[i], ASTAR_INVALID));
  }
  for (int i = 0; i < NO_COSTS; i++)
    HOLDS(is_no_field((astar_source){1, 1, no_costs[i]}, 9, ASTAR_INVALID));
  for (int i = 0; i < OFF_GRID; i++) {
    const astar_point there = off_grid[i];
    HOLDS(is_no_field((astar_source){there.x, there.y, 0}, 9, ASTAR_OUT_OF_BOUNDS),
          is_no_range(there, 9, ASTAR_OUT_OF_BOUNDS));
  }
  astar_grid *grid = w->grid;
  EXPECT(ASTAR_INVALID,
         astar_distance_field(grid, w->rules, NULL, &source, -1, 9, &field));
  EXPECT(ASTAR_GOAL_BLOCKED,
         astar_distance_field(grid, w->rules, NULL, NULL, 0, 9, &field),
         astar_distance_field(grid, w->rules, NULL, &wall, 1, 9, &field));
  HOLDS(field == NULL);
}

/// Whether the functions of a field reject a tile off the grid.
static bool is_nowhere(astar_field *field, int x, int y) {
  astar_point next = {7, 7};
  return astar_field_cost(field, x, y) > 1e300 && !astar_field_next(field, x, y, &next) &&
         !astar_field_way_out(field, x, y, &next) &&
         astar_field_path(field, x, y, w->path, NULL) == ASTAR_OUT_OF_BOUNDS &&
         astar_path_points(w->path, NULL, 0) == 0 && next.x == 7;
}

/// The path of two tiles that has (x, x) at one end.
static void check_field_path(astar_field *field, int x) {
  double costs[2] = {7, 7};
  astar_result result;
  HOLDS(astar_field_path(field, x, x, w->path, &result) == ASTAR_OK && result.cost > 0,
        astar_path_costs(w->path, costs, 2) == 2 && result.length == 2,
        is_same(costs[0], 0) && is_same(costs[1], result.cost),
        astar_field_path(field, x, x, NULL, &result) == ASTAR_INVALID,
        result.length == 0 && astar_field_path(field, x, x, w->path, NULL) == ASTAR_OK,
        astar_field_path(NULL, x, x, w->path, NULL) == ASTAR_INVALID,
        astar_path_points(w->path, NULL, 0) == 0);
}

static void check_fields(void) {
  static const double no_factors[] = {NAN, 0, -1, INFINITY, 1.01e100};
  const astar_source source = {1, 1, 3};
  astar_field *field, *range, *flee = NULL;
  astar_grid *grid = w->grid;
  REQUIRE(astar_distance_field(grid, w->rules, NULL, &source, 1, 9, &field) == ASTAR_OK);
  REQUIRE(astar_movement_range(grid, w->rules, NULL, 1, 1, 4, &range) == ASTAR_OK);
  for (int i = 0; i < 5; i++) {
    EXPECT(ASTAR_INVALID, astar_flee_field(field, no_factors[i], &flee));
    HOLDS(flee == NULL);
  }
  for (int i = 0; i < OFF_GRID; i++) {
    HOLDS(is_nowhere(field, off_grid[i].x, off_grid[i].y),
          is_nowhere(range, off_grid[i].x, off_grid[i].y));
  }
  int x = WIDTH - 1, y = HEIGHT - 1;
  HOLDS(!astar_field_each(field, &x, &y) && x == WIDTH - 1 && y == HEIGHT - 1);
  x = -5, y = -5;
  HOLDS(astar_field_each(field, &x, &y) && x >= 0 && y >= 0);
  check_field_path(range, 2);
  check_field_path(field, 2);
  astar_field_free(field);
  astar_field_free(range);
}

/// Functions of fields without a grid, a field, goals, or a place for the field.
static void check_no_field(void) {
  const astar_source source = {1, 1, 0};
  astar_grid *grid = w->grid;
  astar_field *field = (astar_field *)w;
  EXPECT(ASTAR_INVALID,
         astar_distance_field(NULL, w->rules, NULL, &source, 1, 9, &field));
  HOLDS(field == NULL);
  EXPECT(ASTAR_INVALID, astar_distance_field(grid, w->rules, NULL, &source, 1, 9, NULL),
         astar_distance_field(grid, w->rules, NULL, NULL, 1, 9, &field),
         astar_movement_range(NULL, w->rules, NULL, 1, 1, 9, &field),
         astar_movement_range(grid, w->rules, NULL, 1, 1, 9, NULL));
  HOLDS(astar_flee_field(NULL, 1.2, &field) == ASTAR_INVALID && field == NULL);
  EXPECT(ASTAR_INVALID, astar_field_update(NULL),
         astar_field_set_goals(NULL, &source, 1));
  REQUIRE(astar_distance_field(grid, w->rules, NULL, &source, 1, 9, &field) == ASTAR_OK);
  EXPECT(ASTAR_INVALID, astar_flee_field(field, 1.2, NULL),
         astar_field_set_goals(field, NULL, 1));
  HOLDS(is_same(astar_field_cost(field, 1, 1), 0));
  astar_field_free(field);
}

/// Places for results that may be NULL.
static void check_optional_field_results(void) {
  const astar_source source = {1, 1, 3};
  astar_field *field;
  int at = -1;
  REQUIRE(astar_distance_field(w->grid, w->rules, NULL, &source, 1, 9, &field) ==
          ASTAR_OK);
  HOLDS(astar_field_next(field, 2, 2, NULL) && !astar_field_next(field, 1, 1, NULL),
        astar_field_way_out(field, 2, 2, NULL));
  HOLDS(astar_field_way_out(field, 2, 5, NULL)); // blocked
  HOLDS(!astar_field_each(field, NULL, &at) && !astar_field_each(field, &at, NULL),
        at == -1);
  astar_field_free(field);
}

static void check_other_goals(void) {
  const astar_source source = {1, 1, 3}, wall = {5, 0, 0}, off = {WIDTH, 0, 0};
  astar_field *field, *range;
  REQUIRE(astar_distance_field(w->grid, w->rules, NULL, &source, 1, 4, &field) ==
          ASTAR_OK);
  REQUIRE(astar_movement_range(w->grid, w->rules, NULL, 1, 1, 4, &range) == ASTAR_OK);
  EXPECT(ASTAR_INVALID, astar_field_set_goals(range, &source, 1),
         astar_field_set_goals(field, &source, -1));
  EXPECT(ASTAR_GOAL_BLOCKED, astar_field_set_goals(field, NULL, 0),
         astar_field_set_goals(field, &wall, 1));
  EXPECT(ASTAR_OUT_OF_BOUNDS, astar_field_set_goals(field, &off, 1));
  for (int i = 0; i < NO_COSTS; i++) {
    const astar_source bad = {2, 2, no_costs[i]};
    EXPECT(ASTAR_INVALID, astar_field_set_goals(field, &bad, 1));
  }
  HOLDS(is_same(astar_field_cost(field, 1, 1), 3),
        is_same(astar_field_cost(range, 1, 1), 0));
  astar_field_free(field);
  astar_field_free(range);
}

// ------------------------------------------------------------ searches and replanners

static void check_search(void) {
  const astar_query query = plain_query();
  astar_search *search;
  astar_result result;
  astar_node node;
  astar_point points[TILES] = {{7, 7}};
  int x = -1, y = 0;
  REQUIRE(astar_search_new(w->grid, &query, &search) == ASTAR_OK);
  HOLDS(!astar_search_node(search, 0, 6, &node)); // the search has not begun
  HOLDS(!astar_search_each(search, &x, &y, &node) && x == -1 && y == 0);
  EXPECT(ASTAR_INVALID, astar_search_step(search, -1),
         astar_search_step(search, INT64_MIN));
  EXPECT(ASTAR_RUNNING, astar_search_result(search, &result));
  HOLDS(astar_search_step(search, 3) == ASTAR_RUNNING && result.length == 0);
  for (int i = 0; i < OFF_GRID; i++)
    HOLDS(!astar_search_node(search, off_grid[i].x, off_grid[i].y, &node));
  x = WIDTH + 9, y = HEIGHT + 9;
  HOLDS(!astar_search_each(search, &x, &y, &node));
  x = -9, y = -9;
  HOLDS(astar_search_each(search, &x, &y, &node) && x >= 0 && y >= 0);
  HOLDS(astar_search_copy_path(search, points, TILES) == 0); // no path yet
  HOLDS(points[0].x == 7 && points[0].y == 7);
  EXPECT(ASTAR_OK, astar_search_step(search, INT64_MAX));
  EXPECT(ASTAR_OK, astar_search_step(search, -1)); // the outcome stays the same
  REQUIRE(astar_search_result(search, &result) == ASTAR_OK && result.length > 2);
  HOLDS(astar_search_copy_path(search, NULL, TILES) == result.length,
        astar_search_copy_path(search, points, 0) == result.length,
        points[0].x == 7 && points[0].y == 7,
        astar_search_copy_path(search, points, 1) == result.length,
        points[0].x == 0 && points[0].y == 6 && points[1].x == 0 && points[1].y == 0);
  double costs[TILES];
  HOLDS(astar_search_copy_costs(NULL, costs, TILES) == 0,
        astar_search_copy_costs(search, NULL, TILES) == result.length,
        astar_search_copy_costs(search, costs, SIZE_MAX) == result.length,
        is_same(costs[0], 0) && is_same(costs[result.length - 1], result.cost));
  astar_search_free(search);
}

/// Counts that overflow if they are added to the number of expansions.
static void check_step_counts(void) {
  static const astar_algorithm algorithms[] = {ASTAR_JPS, ASTAR_ASTAR};
  astar_grid *grid = make_grid(WIDTH, HEIGHT, ASTAR_SQUARE);
  astar_query query = plain_query();
  REQUIRE(astar_grid_fill(grid, 4, 1, 1, HEIGHT - 1, WALL) == ASTAR_OK);
  REQUIRE(astar_grid_fill(grid, 6, 0, 1, HEIGHT - 1, WALL) == ASTAR_OK);
  for (int i = 0; i < 2; i++) {
    query.algorithm = algorithms[i];
    for (int less = 0; less < 4; less++) {
      astar_search *search;
      REQUIRE(astar_search_new(grid, &query, &search) == ASTAR_OK);
      EXPECT(ASTAR_RUNNING, astar_search_step(search, 2));
      EXPECT(ASTAR_OK, astar_search_step(search, INT64_MAX - less));
      astar_search_free(search);
    }
  }
  astar_grid_free(grid);
}

static void check_replanner(void) {
  astar_replanner *planner;
  astar_result result;
  astar_point points[TILES] = {{7, 7}};
  REQUIRE(astar_replanner_new(w->grid, w->rules, NULL, -1, 0, INT_MAX, 0, &planner) ==
          ASTAR_OK);
  HOLDS(astar_replanner_copy_path(planner, points, TILES) == 0); // no path was found
  HOLDS(points[0].x == 7 && points[0].y == 7);
  for (int i = 0; i < OFF_GRID; i++) {
    astar_replanner_move(planner, off_grid[i].x, off_grid[i].y);
    astar_replanner_set_goal(planner, 8, 6);
    EXPECT(ASTAR_OUT_OF_BOUNDS, astar_replanner_find(planner, &result));
    astar_replanner_move(planner, 0, 6);
    HOLDS(astar_replanner_find(planner, &result) == ASTAR_OK && result.length > 0);
    astar_replanner_set_goal(planner, off_grid[i].x, off_grid[i].y);
    EXPECT(ASTAR_OUT_OF_BOUNDS, astar_replanner_find(planner, &result));
    HOLDS(result.length == 0 && result.goal == -1);
  }
  EXPECT(ASTAR_INVALID, astar_replanner_step(planner, -1, NULL),
         astar_replanner_step(NULL, 1, &result), astar_replanner_find(NULL, &result));
  astar_replanner_move(planner, 0, 6);
  astar_replanner_set_goal(planner, 8, 6);
  astar_status status = ASTAR_RUNNING;
  for (int i = 0; i < 1000 && status == ASTAR_RUNNING; i++)
    status = astar_replanner_step(planner, 1, &result);
  HOLDS(status == ASTAR_OK && result.length > 0,
        astar_replanner_copy_path(planner, points, 0) == result.length);
  EXPECT(ASTAR_OK, astar_replanner_find(planner, NULL));
  double costs[TILES] = {7};
  HOLDS(astar_replanner_copy_costs(NULL, costs, TILES) == 0 && is_same(costs[0], 7),
        astar_replanner_copy_costs(planner, NULL, TILES) == result.length,
        astar_replanner_copy_costs(planner, costs, SIZE_MAX) == result.length,
        is_same(costs[0], 0) && is_same(costs[result.length - 1], result.cost));
  astar_replanner_free(planner);
}

static void check_recheck_arguments(void) {
  const astar_point points[] = {{0, 0}, {1, 0}, {2, 0}};
  const astar_path_kind kind = ASTAR_PATH_STEPS, none = (astar_path_kind)ABOVE;
  astar_grid *grid = w->grid;
  astar_path_check known = {0};
  size_t bad = 77;
  EXPECT(ASTAR_INVALID,
         astar_recheck_path(NULL, w->rules, NULL, points, 3, kind, 0, &known, &bad),
         astar_recheck_path(grid, NULL, NULL, points, 3, kind, 0, &known, &bad),
         astar_recheck_path(grid, w->rules, NULL, NULL, 3, kind, 0, &known, &bad),
         astar_recheck_path(grid, w->rules, NULL, points, 3, none, 0, &known, &bad),
         astar_recheck_path(grid, w->rules, NULL, points, 3, kind, 4, &known, &bad),
         astar_recheck_path(grid, w->rules, NULL, points, 3, kind, 0, NULL, &bad));
  HOLDS(bad == 77 && !known.is_known);
}

/// A second check must say the same as astar_check_path, also for points off the grid and
/// no points.
static void check_rechecks(void) {
  const astar_point points[] = {{0, 6}, {1, 6}, {2, 6}, {UINT16_MAX, UINT16_MAX}, {3, 6}};
  enum { COUNT = sizeof points / sizeof points[0] };
  for (size_t count = 0; count <= COUNT; count++) {
    astar_path_check known = {0};
    size_t says = 77, is = 77;
    for (size_t i = 0; i <= 2 * count + 1; i++) {
      size_t first = i % (count + 1);
      REQUIRE(astar_check_path(w->grid, w->rules, NULL, points, count, ASTAR_PATH_LINES,
                               first, &is) == ASTAR_OK);
      HOLDS(astar_recheck_path(w->grid, w->rules, NULL, count > 0 ? points : NULL, count,
                               ASTAR_PATH_LINES, first, &known, &says) == ASTAR_OK &&
            says == is);
    }
    EXPECT(ASTAR_OK, astar_recheck_path(w->grid, w->rules, NULL, points, count,
                                        ASTAR_PATH_LINES, 0, &known, NULL));
  }
}

/// After a copy to the grid, and after a trim.
static void check_recheck_of_copy(void) {
  astar_grid *grid = make_grid(9, 9, ASTAR_SQUARE);
  astar_grid *other = make_grid(9, 9, ASTAR_SQUARE);
  const astar_point points[] = {{0, 0}, {1, 0}, {2, 0}, {3, 0}};
  astar_path_check known = {0};
  size_t bad;
  REQUIRE(astar_recheck_path(grid, w->rules, NULL, points, 4, ASTAR_PATH_STEPS, 0, &known,
                             &bad) == ASTAR_OK &&
          bad == 4);
  REQUIRE(astar_grid_block(other, 2, 0, true, 1) == ASTAR_OK);
  REQUIRE(astar_grid_copy(grid, other) == ASTAR_OK);
  HOLDS(astar_recheck_path(grid, w->rules, NULL, points, 4, ASTAR_PATH_STEPS, 0, &known,
                           &bad) == ASTAR_OK &&
        bad == 1);
  REQUIRE(astar_grid_trim(grid) == ASTAR_OK);
  REQUIRE(astar_grid_block(grid, 2, 0, false, 1) == ASTAR_OK);
  HOLDS(astar_recheck_path(grid, w->rules, NULL, points, 4, ASTAR_PATH_STEPS, 0, &known,
                           &bad) == ASTAR_OK &&
        bad == 4);
  astar_grid_free(grid);
  astar_grid_free(other);
}

/// A sliced search of a replanner ends, even if an edit or a move precedes each slice.
static void check_disturbed_replanner(void) {
  enum { SIDE = 300 };
  for (int moves = 0; moves < 2; moves++) {
    astar_grid *grid = make_grid(SIDE, SIDE, ASTAR_SQUARE);
    astar_replanner *planner;
    astar_result result;
    REQUIRE(astar_grid_set(grid, 9, 9, MUD) == ASTAR_OK);
    REQUIRE(astar_replanner_new(grid, w->rules, NULL, 0, 0, SIDE - 1, SIDE - 1,
                                &planner) == ASTAR_OK);
    astar_status status = ASTAR_RUNNING;
    int slices = 0;
    for (; slices < 100 && status == ASTAR_RUNNING; slices++) {
      if (moves)
        astar_replanner_move(planner, slices % 2, 0);
      else
        REQUIRE(astar_grid_block(grid, 200, 100, slices % 2 == 0, 1) == ASTAR_OK);
      status = astar_replanner_step(planner, 1, &result);
    }
    HOLDS(status == ASTAR_OK && slices > 1 && slices < 10);
    astar_replanner_free(planner);
    astar_grid_free(grid);
  }
}

// ----------------------------------------------------------- heuristics that longjmp

static jmp_buf out_of_heuristic;

/// Leaves the query by longjmp after some calls.
static double jump_away(void *user, int dx, int dy) {
  int *calls = user;
  if ((*calls)-- == 0) longjmp(out_of_heuristic, 1);
  return dx > dy ? dx : dy;
}

/// Whether longjmp left a call. `search` is NULL for a query that is not sliced.
static bool is_left(astar_grid *grid, const astar_query *query, astar_search *search) {
  if (setjmp(out_of_heuristic) != 0) return true;
  if (search != NULL)
    astar_search_step(search, 1000);
  else
    astar_find_path(grid, query, NULL, NULL);
  return false;
}

static void check_jumps(void) {
  astar_query query = plain_query();
  astar_result plain, result;
  int calls;
  REQUIRE(astar_find_path(w->grid, &query, NULL, &plain) == ASTAR_OK);
  query.heuristic = ASTAR_HEURISTIC_FUNCTION;
  query.heuristic_function = jump_away;
  query.heuristic_user = &calls;
  for (int n = 0; n < 6; n++) {
    astar_search *search;
    calls = n;
    HOLDS(is_left(w->grid, &query, NULL) && astar_grid_is_busy(w->grid));
    EXPECT(ASTAR_BUSY, astar_grid_block(w->grid, 1, 1, true, 1),
           astar_grid_trim(w->grid));
    astar_grid_reset_busy(w->grid);
    HOLDS(!astar_grid_is_busy(w->grid));
    calls = INT_MAX;
    EXPECT(ASTAR_OK, astar_find_path(w->grid, &query, NULL, &result));
    HOLDS(is_same(result.cost, plain.cost));
    REQUIRE(astar_search_new(w->grid, &query, &search) == ASTAR_OK);
    calls = n;
    HOLDS(is_left(w->grid, &query, search));
    EXPECT(ASTAR_BUSY, astar_search_step(search, 1));
    astar_grid_reset_busy(w->grid);
    calls = INT_MAX;
    EXPECT(ASTAR_OK, astar_search_step(search, INT64_MAX),
           astar_search_result(search, &result));
    HOLDS(is_same(result.cost, plain.cost));
    astar_search_free(search);
  }
  astar_grid_reset_busy(NULL);
}

/// astar_grid_trim frees scratch memory, keeps derived data of rules in use, and queries
/// use it again.
static void check_trim(void) {
  astar_grid *grid = make_grid(WIDTH, HEIGHT, ASTAR_SQUARE);
  astar_query query = plain_query();
  const astar_source source = {1, 1, 0};
  astar_field *field;
  astar_result result;
  EXPECT(ASTAR_INVALID, astar_grid_trim(NULL));
  EXPECT(ASTAR_OK, astar_grid_trim(grid));
  REQUIRE(astar_distance_field(grid, w->rules, NULL, &source, 1, 9, &field) == ASTAR_OK);
  query.algorithm = ASTAR_ASTAR;
  REQUIRE(astar_find_path(grid, &query, NULL, &result) == ASTAR_OK);
  const size_t before = astar_grid_memory(grid);
  HOLDS(astar_grid_trim(grid) == ASTAR_OK && astar_grid_memory(grid) < before);
  EXPECT(ASTAR_OK, astar_grid_trim(grid));
  HOLDS(astar_field_path(field, 3, 1, w->path, NULL) == ASTAR_OK);
  EXPECT(ASTAR_OK, astar_find_path(grid, &query, NULL, &result));
  HOLDS(astar_grid_memory(grid) <= before);
  astar_field_free(field);
  astar_grid_free(grid);
}

// ------------------------------------------------------------------------------ paths

static bool is_bad_at(const astar_point *points, size_t count, size_t first,
                      size_t expected) {
  for (astar_path_kind kind = ASTAR_PATH_STEPS; kind <= ASTAR_PATH_LINES; kind++) {
    size_t bad = 77;
    if (astar_check_path(w->grid, w->rules, NULL, points, count, kind, first, &bad) !=
            ASTAR_OK ||
        bad != expected)
      return false;
  }
  return true;
}

static void check_paths(void) {
  const astar_point good[] = {{0, 6}, {1, 6}, {2, 6}};
  const astar_point off[][3] = {{{0, 6}, {1, 6}, {1, 7}},
                                {{0, 6}, {1, 6}, {UINT16_MAX, 6}},
                                {{0, 6}, {1, 6}, {1, UINT16_MAX}}};
  const astar_point from_off[][2] = {{{WIDTH, 6}, {WIDTH - 1, 6}},
                                     {{3, HEIGHT}, {3, HEIGHT - 1}},
                                     {{UINT16_MAX, UINT16_MAX}, {3, HEIGHT - 1}}};
  const astar_point all_off[] = {{WIDTH, 0}, {WIDTH, 1}, {WIDTH, 2}};
  HOLDS(is_bad_at(good, 3, 0, 3), is_bad_at(good, 3, 2, 3), is_bad_at(good, 3, 3, 3),
        is_bad_at(good, 1, 0, 1), is_bad_at(NULL, 0, 0, 0));
  for (int i = 0; i < 3; i++) HOLDS(is_bad_at(off[i], 3, 0, 1));
  for (int i = 0; i < 3; i++) HOLDS(is_bad_at(from_off[i], 2, 0, 0));
  HOLDS(is_bad_at(all_off, 3, 0, 0), is_bad_at(all_off, 3, 1, 1));
}

/// The points are not read: they are NULL.
static void check_path_arguments(void) {
  const astar_path_kind kinds[] = {(astar_path_kind)BELOW, (astar_path_kind)ABOVE,
                                   (astar_path_kind)(ASTAR_PATH_LINES + 1)};
  size_t bad = 77;
  for (int i = 0; i < 3; i++) {
    EXPECT(ASTAR_INVALID,
           astar_check_path(w->grid, w->rules, NULL, NULL, 3, kinds[i], 0, &bad),
           astar_check_path(w->grid, w->rules, NULL, NULL, 0, kinds[i], 0, NULL));
  }
  for (astar_path_kind kind = ASTAR_PATH_STEPS; kind <= ASTAR_PATH_LINES; kind++) {
    EXPECT(ASTAR_INVALID,
           astar_check_path(w->grid, w->rules, NULL, NULL, 3, kind, 4, &bad),
           astar_check_path(w->grid, w->rules, NULL, NULL, 3, kind, SIZE_MAX, &bad),
           astar_check_path(w->grid, w->rules, NULL, NULL, 0, kind, 1, NULL));
  }
  HOLDS(bad == 77);
}

/// Places for results that may be NULL.
static void check_unwanted_answers(void) {
  astar_point points[] = {{0, 6}, {1, 6}, {2, 6}};
  size_t count = 3;
  int at = 7;
  EXPECT(ASTAR_OK,
         astar_check_path(w->grid, w->rules, NULL, points, 3, ASTAR_PATH_STEPS, 0, NULL),
         astar_line_of_sight(w->grid, w->rules, NULL, 0, 6, 2, 6, NULL, NULL));
  EXPECT(ASTAR_UNREACHABLE,
         astar_line_of_sight(w->grid, w->rules, NULL, 0, 5, 4, 5, NULL, NULL));
  HOLDS(astar_line_of_sight(w->grid, w->rules, NULL, 0, 5, 4, 5, &at, NULL) ==
                ASTAR_UNREACHABLE &&
            at == 2,
        astar_line_of_sight(w->grid, w->rules, NULL, 0, 5, 4, 5, NULL, &at) ==
                ASTAR_UNREACHABLE &&
            at == 5);
  EXPECT(ASTAR_OUT_OF_BOUNDS,
         astar_line_of_sight(w->grid, w->rules, NULL, 0, 5, -1, 5, NULL, NULL));
  EXPECT(ASTAR_INVALID, astar_smooth_path(w->grid, w->rules, NULL, points, NULL, NULL));
  EXPECT(ASTAR_OK, astar_smooth_path(w->grid, w->rules, NULL, points, &count, NULL));
  HOLDS(count == 2 && points[1].x == 2 && points[1].y == 6);
}

static astar_status see_from(const astar_grid *grid, astar_sight sight, int x,
                             astar_view *view) {
  return astar_view_frame(grid, &sight, x, 0, view);
}

static astar_status see_as(astar_grid *grid, const astar_rules *rules,
                           astar_sight sight) {
  uint64_t bits[63];
  astar_view view = {.rows = bits};
  const astar_sight plain = {.radius = 3};
  REQUIRE(astar_view_frame(w->grid, &plain, 0, 0, &view) == ASTAR_OK);
  view.sight = sight;
  return astar_view_fill(grid, rules, NULL, &view);
}

static astar_status new_vision(astar_grid *grid, astar_sight sight,
                               astar_vision **vision) {
  return astar_vision_new(grid, w->rules, NULL, &sight, vision);
}

static void check_sight(void) {
  const astar_sight sight = {.radius = 3}, bad = {.radius = -1};
  const astar_sight dark = {.radius = 3, .mode = ASTAR_SIGHT_SHADOW};
  const astar_sight darker = {.radius = 3, .mode = (astar_sight_mode)2};
  const astar_sight square = {.radius = 3, .is_square = true};
  astar_view view = {0}, other = {0};
  astar_vision *vision;
  const char *message;
  int x = -1, y = 0;
  EXPECT(ASTAR_INVALID, see_from(NULL, sight, 0, &view), see_from(w->grid, bad, 0, &view),
         astar_view_frame(w->grid, NULL, 0, 0, &view), see_from(w->grid, sight, 0, NULL));
  EXPECT(ASTAR_OUT_OF_BOUNDS, see_from(w->grid, sight, -1, &view),
         see_from(w->grid, sight, WIDTH, &view));
  EXPECT(ASTAR_OK, see_from(w->grid, sight, 0, &view), see_as(w->grid, w->rules, sight));
  EXPECT(ASTAR_INVALID, astar_view_fill(w->grid, w->rules, NULL, &view),
         astar_view_fill(w->grid, w->rules, NULL, NULL), see_as(NULL, w->rules, sight),
         see_as(w->grid, NULL, sight), see_as(w->grid, w->rules, bad),
         see_as(w->grid, w->rules, darker), see_as(w->hexes, w->rules, square),
         astar_line_of_sight_avoiding(w->grid, w->rules, NULL, darker.mode, 0, 0, 1, 1,
                                      NULL, NULL, NULL, NULL));
  EXPECT(ASTAR_UNSUITED, see_as(w->grid, w->large, dark),
         see_as(w->hexes, w->rules, dark), see_as(w->hexes, w->large, sight),
         new_vision(w->hexes, dark, &vision),
         astar_line_of_sight_avoiding(w->hexes, w->rules, NULL, dark.mode, 0, 0, 1, 1,
                                      NULL, NULL, NULL, NULL));
  EXPECT(ASTAR_INVALID, new_vision(w->grid, sight, NULL),
         new_vision(NULL, sight, &vision), new_vision(w->grid, bad, &vision),
         astar_vision_set(NULL, 1, 0, 0, 1),
         astar_vision_new(w->grid, w->rules, NULL, NULL, &vision),
         astar_vision_load(NULL, NULL, 0, &message), astar_vision_update(NULL, NULL));
  EXPECT(ASTAR_OK, new_vision(w->grid, sight, &vision));
  EXPECT(ASTAR_INVALID, astar_vision_set(vision, 0, 0, 0, 1),
         astar_vision_set(vision, 1, 0, 0, -1), astar_vision_load(vision, NULL, 0, NULL),
         astar_vision_load(vision, "astar", 5, &message));
  EXPECT(ASTAR_OUT_OF_BOUNDS, astar_vision_set(vision, 1, -1, 0, 1));
  HOLDS(!astar_view_next(&other, &x, &y), !astar_vision_remove(NULL, 1),
        !astar_vision_remove(vision, 1), astar_vision_changes(NULL) == NULL,
        astar_vision_get(NULL, 0, 0) == ASTAR_VISION_OFF_GRID,
        astar_vision_get(vision, -1, 0) == ASTAR_VISION_OFF_GRID,
        astar_vision_serialize(NULL, NULL, 0) == 0);
  EXPECT(ASTAR_OK, astar_vision_update(vision, NULL));
  astar_vision_free(vision);
  astar_vision_free(NULL);
}

static void check_changing_paths(void) {
  astar_point points[] = {{0, 6}, {1, 6}, {WIDTH, 6}};
  size_t count = 3;
  double length;
  HOLDS(astar_smooth_path(w->grid, w->rules, NULL, points, &count, &length) ==
            ASTAR_INVALID &&
        count == 3 && points[1].x == 1);
  points[2] = (astar_point){2, HEIGHT};
  HOLDS(astar_smooth_path(w->grid, w->rules, NULL, points, &count, &length) ==
            ASTAR_INVALID &&
        count == 3 && points[1].x == 1);
  for (count = 0; count < 2; count++) {
    size_t kept = count;
    HOLDS(astar_smooth_path(w->grid, w->rules, NULL, points, &kept, &length) ==
                  ASTAR_OK &&
              kept == count && is_same(length, 0),
          astar_keep_waypoints(w->grid, points, NULL, count) == count);
    double lengths[] = {7, 7};
    astar_line_lengths(w->grid, points, count, lengths);
    HOLDS(is_same(lengths[0], count > 0 ? 0 : 7) && is_same(lengths[1], 7));
  }
  HOLDS(astar_keep_waypoints(w->grid, NULL, NULL, 0) == 0);
  double costs[] = {0, 1, 2};
  points[2] = (astar_point){2, 6};
  HOLDS(astar_keep_waypoints(w->grid, points, costs, 3) == 2 && is_same(costs[1], 2));
  astar_line_lengths(w->grid, NULL, 0, NULL);
}

/// A path that turns back by 180 degrees, which no found path does.
static void check_path_there_and_back(void) {
  astar_point points[] = {{0, 6}, {1, 6}, {2, 6}, {3, 6}, {2, 6}, {1, 6}};
  size_t count = 6;
  double length;
  HOLDS(is_bad_at(points, 6, 0, 6));
  EXPECT(ASTAR_OK, astar_smooth_path(w->grid, w->rules, NULL, points, &count, &length));
  HOLDS(count == 2 && is_same(length, 1), points[0].x == 0 && points[1].x == 1);
}

/// A path holds the points of the last query that wrote to it, and copies at most as many
/// as the array has room for.
static void check_paths_of_callers(void) {
  astar_path *path;
  astar_result result;
  astar_point points[TILES] = {{7, 7}};
  const astar_point goal = {8, 6};
  astar_query query = astar_default_query(w->rules, 0, 6, &goal, 1);
  REQUIRE(astar_path_new(NULL, &path) == ASTAR_OK);
  EXPECT(ASTAR_INVALID, astar_path_new(NULL, NULL));
  HOLDS(astar_path_points(path, points, TILES) == 0 && points[0].x == 7,
        astar_path_points(NULL, points, TILES) == 0);
  EXPECT(ASTAR_INVALID, astar_find_path(NULL, &query, path, &result),
         astar_find_path(w->grid, NULL, path, &result));
  REQUIRE(astar_find_path(w->grid, &query, path, &result) == ASTAR_OK);
  REQUIRE(result.length > 2);
  EXPECT(ASTAR_OK, astar_find_path(w->grid, &query, NULL, NULL));
  HOLDS(astar_path_points(path, NULL, TILES) == result.length,
        astar_path_points(path, points, 0) == result.length && points[0].x == 7,
        astar_path_points(path, points, 1) == result.length,
        points[0].x == 0 && points[0].y == 6 && points[1].x == 0 && points[1].y == 0,
        astar_path_points(path, points, SIZE_MAX) == result.length,
        points[result.length - 1].x == 8 && points[result.length - 1].y == 6);
  double costs[TILES] = {7, 7};
  HOLDS(astar_path_costs(NULL, costs, TILES) == 0,
        astar_path_costs(path, NULL, TILES) == result.length,
        astar_path_costs(path, costs, 0) == result.length && is_same(costs[0], 7),
        astar_path_costs(path, costs, 1) == result.length && is_same(costs[1], 7),
        astar_path_costs(path, costs, SIZE_MAX) == result.length,
        is_same(costs[0], 0) && is_same(costs[result.length - 1], result.cost));
  query.start_x = -1;
  EXPECT(ASTAR_OUT_OF_BOUNDS, astar_find_path(w->grid, &query, path, &result));
  HOLDS(astar_path_points(path, points, TILES) == 0,
        astar_path_costs(path, costs, TILES) == 0);
  astar_path_free(path);
  astar_path_free(NULL);
}

// ----------------------------------------------------------------------------- memory

/// Calls that allocate in places which allocation.c does not reach.
typedef astar_status act(astar_grid *grid, const astar_rules *rules);

/// The first path of a grid goes from a tile to itself.
static astar_status stay(astar_grid *grid, const astar_rules *rules) {
  const astar_point goal = {0, 0};
  const astar_query query = astar_default_query(rules, 0, 0, &goal, 1);
  astar_result result;
  return astar_find_path(grid, &query, NULL, &result);
}

/// A path whose last point needs a longer array. If the array cannot grow, there is no
/// path.
static astar_status cross(astar_grid *grid, const astar_rules *rules) {
  const astar_point goal = {16, 0};
  const astar_query query = astar_default_query(rules, 0, 0, &goal, 1);
  astar_result result;
  const astar_status status = astar_find_path(grid, &query, NULL, &result);
  if (status == ASTAR_OK) REQUIRE(result.length == 17);
  return status;
}

/// An obstacle cuts a corridor; a query finds a partial path to the nearest tile.
static astar_status come_near(astar_grid *grid, const astar_rules *rules) {
  const astar_point goal = {16, 0};
  astar_query query = astar_default_query(rules, 0, 0, &goal, 1);
  astar_result result;
  astar_status status = astar_grid_block(grid, 12, 0, false, 1);
  if (status == ASTAR_OK) status = astar_is_reachable(grid, rules, NULL, 0, 0, 16, 0);
  if (status == ASTAR_OK) status = astar_grid_block(grid, 12, 0, true, 1);
  query.partial = true;
  return status == ASTAR_OK ? astar_find_path(grid, &query, NULL, &result) : status;
}

/// A sliced search that avoids units.
static astar_status avoid_in_slices(astar_grid *grid, const astar_rules *rules) {
  const astar_point goal = {16, 0};
  const astar_crowd_def def = astar_default_crowd();
  const astar_unit_def unit_def = astar_default_unit(rules, 0, 0);
  astar_query query = astar_default_query(rules, 0, 0, &goal, 1);
  astar_crowd *crowd;
  astar_search *search = NULL;
  uint32_t unit;
  astar_status status = astar_crowd_new(grid, &def, &crowd);
  if (status == ASTAR_OK) status = astar_crowd_add(crowd, &unit_def, &unit);
  query.avoid = crowd;
  if (status == ASTAR_OK) status = astar_search_new(grid, &query, &search);
  if (status == ASTAR_OK) status = astar_search_step(search, INT64_MAX);
  astar_search_free(search);
  astar_crowd_free(crowd);
  return status;
}

static astar_status link_to_all(astar_grid *grid) {
  astar_status status = ASTAR_OK;
  uint32_t id;
  for (int i = 0; i < 300 && status == ASTAR_OK; i++)
    status = astar_grid_link(grid, 0, 0, i % 16 + 1, 0, 400 - i, false, &id);
  return status;
}

static astar_status search_links(astar_grid *grid, const astar_rules *rules) {
  const astar_status status = link_to_all(grid);
  return status == ASTAR_OK ? cross(grid, rules) : status;
}

static astar_status range_over_links(astar_grid *grid, const astar_rules *rules) {
  astar_field *field;
  astar_status status = link_to_all(grid);
  if (status == ASTAR_OK)
    status = astar_movement_range(grid, rules, NULL, 0, 0, INFINITY, &field);
  if (status == ASTAR_OK) astar_field_free(field);
  return status;
}

/// Queries with more filters than the number of kept sets of derived data.
static astar_status ask_under_filters(astar_grid *grid, const astar_rules *rules) {
  const astar_point goal = {16, 0};
  astar_query query = astar_default_query(rules, 0, 0, &goal, 1);
  astar_result result;
  astar_status status = astar_grid_set_penalty(grid, 1, 0, 2);
  for (int i = 0; i < 2 * ASTAR_LAYERS && status == ASTAR_OK; i++) {
    const int layer = i % ASTAR_LAYERS + 1;
    const astar_filter filter = {ASTAR_LAYER(layer), i % 3, {{0, 0}}};
    if (i < ASTAR_LAYERS) status = astar_grid_block(grid, 7, 0, true, layer);
    if (status != ASTAR_OK) return status;
    query.filter = &filter;
    status = astar_find_path(grid, &query, NULL, &result);
    if (status == ASTAR_OK) REQUIRE(i == 0 && result.length == 17);
    if (status == ASTAR_UNREACHABLE) status = ASTAR_OK;
  }
  const astar_filter all = {ASTAR_ALL_LAYERS, 1, {{0, 0}}};
  query.filter = &all;
  return status == ASTAR_OK ? astar_find_path(grid, &query, NULL, &result) : status;
}

/// Kinds of content that need an array each.
static astar_status set_arrays(astar_grid *grid, const astar_rules *rules) {
  static const double costs[] = {1, 2};
  static const uint8_t blocked[] = {0, 1};
  (void)rules;
  astar_status status = astar_grid_set_penalties(grid, 3, 0, 2, 1, costs, 2);
  if (status != ASTAR_OK) return status;
  status = astar_grid_set_blocked(grid, 3, 0, 2, 1, blocked, 2, 1);
  if (status != ASTAR_OK) return status;
  status = astar_grid_fill_blocked(grid, 9, 0, 2, 1, true, 1);
  return status == ASTAR_OK ? astar_grid_fill_penalty(grid, 9, 0, 2, 1, 3) : status;
}

/// A copy whose allocation fails must change nothing.
static astar_status copy_content(astar_grid *grid, const astar_rules *rules) {
  astar_grid *from; // its allocations do not fail
  uint8_t before[400], after[400];
  uint32_t id;
  REQUIRE(astar_grid_new(NULL, 17, 1, ASTAR_SQUARE, MUD, &from) == ASTAR_OK);
  REQUIRE(set_arrays(from, rules) == ASTAR_OK);
  REQUIRE(astar_grid_set_edge(from, 5, 0, 1, 0, false, false) == ASTAR_OK);
  REQUIRE(astar_grid_link(from, 0, 0, 4, 0, 1, false, &id) == ASTAR_OK);
  const size_t size = astar_grid_serialize(grid, before, sizeof before);
  const uint64_t revision = astar_grid_revision(grid);
  const astar_status status = astar_grid_copy(grid, from);
  if (status == ASTAR_OK) {
    REQUIRE(astar_grid_revision(grid) > revision);
    const size_t copied = astar_grid_serialize(grid, before, sizeof before);
    REQUIRE(serialized_is_same(before, copied, after,
                               astar_grid_serialize(from, after, sizeof after)));
  } else {
    REQUIRE(astar_grid_revision(grid) == revision);
    REQUIRE(astar_grid_serialize(grid, after, sizeof after) == size);
    REQUIRE(memcmp(before, after, size) == 0);
  }
  astar_grid_free(from);
  return status;
}

/// Plays an act repeatedly, each time with another allocation that fails, then once
/// without a failure.
static void refuse_each(act *play) {
  meter *m = w->allocator.user;
  bool has_refused = true;
  for (size_t n = 0; has_refused; n++) {
    astar_grid *grid = make_grid(17, 1, ASTAR_SQUARE);
    m->failing = m->asked + n;
    m->times = 1;
    const astar_status status = play(grid, w->rules);
    has_refused = meter_has_refused(m, 0);
    m->failing = METER_NEVER;
    HOLDS(status == ASTAR_OK || (has_refused && status == ASTAR_NO_MEMORY));
    EXPECT(ASTAR_OK, play(grid, w->rules));
    astar_grid_free(grid);
  }
}

static void check_memory(void) {
  refuse_each(stay);
  refuse_each(cross);
  refuse_each(come_near);
  refuse_each(avoid_in_slices);
  refuse_each(ask_under_filters);
  refuse_each(search_links);
  refuse_each(range_over_links);
  refuse_each(set_arrays);
  refuse_each(copy_content);
}

// ------------------------------------------------------------- sets of derived data

/// The number of sets kept per rules (src/query/cache.c).
enum { SETS = 4 };

/// The number of allocations of a query whose filter ignores one layer.
static size_t ask_under(astar_grid *grid, int layer) {
  const meter *m = w->allocator.user;
  const size_t asked = m->asked;
  const astar_filter filter = {ASTAR_LAYER(layer), 1, {{0, 0}}};
  const astar_status status =
      astar_is_reachable(grid, w->rules, &filter, 0, 0, WIDTH - 1, 0);
  REQUIRE(status == ASTAR_UNREACHABLE);
  return m->asked - asked;
}

static astar_grid *make_layered(void) {
  astar_grid *grid = make_grid(WIDTH, 1, ASTAR_SQUARE);
  for (int layer = 1; layer <= ASTAR_LAYERS; layer++)
    REQUIRE(astar_grid_fill_blocked(grid, 4, 0, 2, 1, true, layer) == ASTAR_OK);
  return grid;
}

/// Queries with different filters in turn. As many filters as there are sets build each
/// set once. With one more filter, each query builds a set. Memory grows up to that
/// number.
static void check_sets_in_turn(void) {
  size_t held[ASTAR_LAYERS + 1] = {0};
  for (int count = 1; count <= ASTAR_LAYERS; count++) {
    astar_grid *grid = make_layered();
    for (int layer = 1; layer <= count; layer++) HOLDS(ask_under(grid, layer) > 0);
    for (int i = 0; i < 2 * count; i++)
      HOLDS((ask_under(grid, i % count + 1) > 0) == (count > SETS));
    held[count] = astar_grid_memory(grid);
    HOLDS(count > SETS ? held[count] == held[SETS] : held[count] > held[count - 1]);
    astar_grid_free(grid);
  }
}

/// The least recently used set is dropped.
static void check_dropped_set(void) {
  astar_grid *grid = make_layered();
  for (int layer = 1; layer <= SETS; layer++) ask_under(grid, layer);
  HOLDS(ask_under(grid, 1) == 0);
  HOLDS(ask_under(grid, SETS + 1) > 0); // replaces the set of layer 2
  HOLDS(ask_under(grid, 1) == 0);
  for (int layer = 3; layer <= SETS + 1; layer++) HOLDS(ask_under(grid, layer) == 0);
  HOLDS(ask_under(grid, 2) > 0); // replaces the set of layer 1
  HOLDS(ask_under(grid, 1) > 0);
  astar_grid_free(grid);
}

/// Filters with the same meaning share a set, until an edit makes them differ.
static void check_shared_set(void) {
  astar_grid *grid = make_grid(WIDTH, 1, ASTAR_SQUARE);
  REQUIRE(astar_grid_fill_blocked(grid, 4, 0, 2, 1, true, 8) == ASTAR_OK);
  HOLDS(ask_under(grid, 1) > 0);
  for (int layer = 2; layer < 8; layer++) HOLDS(ask_under(grid, layer) == 0);
  REQUIRE(astar_grid_block(grid, 7, 0, true, 3) == ASTAR_OK);
  const size_t built = astar_grid_memory(grid);
  HOLDS(ask_under(grid, 3) > 0); // it has its own set from here on
  HOLDS(astar_grid_memory(grid) > built);
  for (int layer = 1; layer < 8; layer++) HOLDS(ask_under(grid, layer) == 0);
  astar_grid_free(grid);
}

/// Queries of few tiles with one more filter build no set and drop none.
static void check_looks(void) {
  astar_grid *grid = make_layered();
  const meter *m = w->allocator.user;
  const astar_filter ghost = {ASTAR_ALL_LAYERS, 0, {{0, 0}}}, solid = {0, 1, {{0, 0}}};
  const astar_source source = {0, 0, 0};
  astar_point points[] = {{3, 0}, {4, 0}, {5, 0}, {6, 0}}, next;
  astar_field *field;
  astar_path_check known = {0};
  size_t count = 4, bad;
  REQUIRE(astar_distance_field(grid, w->rules, &ghost, &source, 1, 50, &field) ==
          ASTAR_OK);
  REQUIRE(astar_recheck_path(grid, w->rules, &ghost, points, count, ASTAR_PATH_STEPS, 0,
                             &known, &bad) == ASTAR_OK);
  REQUIRE(astar_grid_block(grid, 4, 0, false, 1) == ASTAR_OK);
  REQUIRE(astar_grid_block(grid, 4, 0, true, 1) == ASTAR_OK);
  for (int layer = 1; layer <= SETS; layer++) ask_under(grid, layer);
  const size_t before = m->asked;
  EXPECT(ASTAR_OK, astar_line_of_sight(grid, w->rules, &ghost, 3, 0, 6, 0, NULL, NULL));
  EXPECT(ASTAR_UNREACHABLE,
         astar_line_of_sight(grid, w->rules, &solid, 3, 0, 6, 0, NULL, NULL));
  HOLDS(astar_check_path(grid, w->rules, &ghost, points, count, ASTAR_PATH_STEPS, 0,
                         &bad) == ASTAR_OK &&
            bad == count,
        astar_check_path(grid, w->rules, &solid, points, count, ASTAR_PATH_STEPS, 0,
                         &bad) == ASTAR_OK &&
            bad == 0,
        astar_recheck_path(grid, w->rules, &ghost, points, count, ASTAR_PATH_STEPS, 0,
                           &known, &bad) == ASTAR_OK &&
            bad == count,
        astar_field_way_out(field, 5, 0, &next) && next.x == 4, m->asked == before);
  for (int layer = 1; layer <= SETS; layer++) HOLDS(ask_under(grid, layer) == 0);
  astar_field_free(field);
  astar_grid_free(grid);
}

/// Sets that sliced searches keep in use are dropped by the next query, or by trim, after
/// the searches have ended. The map is larger than the first slice.
static void check_pinned_sets(void) {
  enum { SIDE = 200 };
  const astar_filter last = {ASTAR_LAYER(ASTAR_LAYERS), 1, {{0, 0}}};
  astar_point goal = {SIDE - 1, 0};
  for (int way = 0; way < 2; way++) {
    astar_search *searches[ASTAR_LAYERS];
    astar_grid *grid = make_grid(SIDE, SIDE, ASTAR_SQUARE);
    size_t held[ASTAR_LAYERS];
    for (int i = 0; i < ASTAR_LAYERS; i++)
      REQUIRE(astar_grid_block(grid, 9, 9, true, i + 1) == ASTAR_OK);
    for (int i = 0; i < ASTAR_LAYERS; i++) {
      const astar_filter filter = {ASTAR_LAYER(i + 1), 1, {{0, 0}}};
      astar_query query = astar_default_query(w->rules, 0, 0, &goal, 1);
      query.filter = &filter;
      REQUIRE(astar_search_new(grid, &query, &searches[i]) == ASTAR_OK);
      EXPECT(ASTAR_RUNNING, astar_search_step(searches[i], 0));
      held[i] = astar_grid_memory(grid);
      HOLDS(i == 0 || held[i] > held[i - 1]);
    }
    for (int i = 0; i < ASTAR_LAYERS; i++) astar_search_free(searches[i]);
    if (way == 0) {
      REQUIRE(astar_grid_trim(grid) == ASTAR_OK);
    } else {
      REQUIRE(astar_is_passable(grid, w->rules, &last, 9, 9) == false);
      REQUIRE(astar_line_of_sight(grid, w->rules, &last, 0, 0, 3, 0, NULL, NULL) ==
              ASTAR_OK);
    }
    HOLDS(astar_grid_memory(grid) <= held[SETS]);
    astar_grid_free(grid);
  }
}

// ------------------------------------------------------------------------- components

/// Closes and opens a tile that is a component of its own.
static void reopen(astar_grid *grid, const astar_rules *rules, int count) {
  for (int i = 0; i < count; i++) {
    REQUIRE(astar_grid_set(grid, 0, 0, WALL) == ASTAR_OK);
    REQUIRE(astar_is_reachable(grid, rules, NULL, 2, 0, 4, 0) == ASTAR_UNREACHABLE);
    REQUIRE(astar_grid_set(grid, 0, 0, FLOOR) == ASTAR_OK);
    REQUIRE(astar_is_reachable(grid, rules, NULL, 2, 0, 4, 0) == ASTAR_UNREACHABLE);
  }
}

/// A map of very many components: memory must not grow with every edit.
static void check_components(void) {
  enum { SIDE = 258 };
  astar_grid *grid = make_grid(SIDE, SIDE, ASTAR_SQUARE);
  for (int y = 0; y < SIDE; y++)
    for (int x = 1 - y % 2; x < SIDE; x += 2)
      REQUIRE(astar_grid_set(grid, x, y, WALL) == ASTAR_OK);
  reopen(grid, w->rules, 10);
  const size_t before = astar_grid_memory(grid);
  reopen(grid, w->rules, 1000);
  HOLDS(astar_grid_memory(grid) == before);
  astar_grid_free(grid);
}

// ----------------------------------------------------------------------------- replicas

/// A grid with the content of `w->grid` that has recorded three edits, as a delta.
static size_t make_delta(uint8_t *bytes, size_t capacity) {
  astar_grid *grid;
  size_t size;
  REQUIRE(astar_grid_clone(w->grid, &w->allocator, &grid) == ASTAR_OK);
  const uint64_t revision = astar_grid_revision(grid);
  REQUIRE(astar_grid_changes(grid, revision, NULL, 0, &size) == ASTAR_OK);
  REQUIRE(astar_grid_set(grid, 0, 3, MUD) == ASTAR_OK);
  REQUIRE(astar_grid_fill_penalty(grid, 2, 2, 3, 3, 0.25) == ASTAR_OK);
  REQUIRE(astar_grid_set_edge(grid, 1, 1, 0, 1, false, false) == ASTAR_OK);
  REQUIRE(astar_grid_changes(grid, revision, bytes, capacity, &size) == ASTAR_OK);
  REQUIRE(size <= capacity);
  astar_grid_free(grid);
  return size;
}

static void check_changes(void) {
  const uint64_t revision = astar_grid_revision(w->grid);
  uint8_t bytes[100] = {7};
  size_t size = 77, full;
  EXPECT(ASTAR_INVALID, astar_grid_changes(NULL, 0, bytes, sizeof bytes, &size),
         astar_grid_changes(w->grid, revision, NULL, 0, NULL));
  size = 77;
  EXPECT(ASTAR_INVALID, astar_grid_changes(w->grid, revision + 1, bytes, 100, &size));
  HOLDS(size == 0);
  size = 77;
  EXPECT(ASTAR_INVALID, astar_grid_changes(w->grid, UINT64_MAX, bytes, 100, &size));
  HOLDS(size == 0 && bytes[0] == 7);
  EXPECT(ASTAR_TOO_OLD, astar_grid_changes(w->grid, 0, bytes, 100, &size));
  HOLDS(size == 0 && bytes[0] == 7);
  EXPECT(ASTAR_OK, astar_grid_changes(w->grid, revision, NULL, 100, &full));
  HOLDS(full > 0 && full <= 100);
  for (size_t capacity = 0; capacity < full; capacity++) {
    EXPECT(ASTAR_OK, astar_grid_changes(w->grid, revision, bytes, capacity, &size));
    HOLDS(size == full && bytes[0] == 7);
  }
  EXPECT(ASTAR_OK, astar_grid_changes(w->grid, revision, bytes, full, &size));
  HOLDS(size == full);
}

/// Whether the grid refuses these bytes.
static bool is_no_delta(const void *bytes, size_t size, uint64_t tiles,
                        astar_status expected) {
  const char *message = NULL;
  return astar_grid_apply(w->grid, bytes, size, tiles, NULL) == expected &&
         astar_grid_apply(w->grid, bytes, size, tiles, &message) == expected &&
         message != NULL;
}

static void check_deltas(void) {
  uint8_t bytes[1000];
  const char *message = NULL;
  const size_t size = make_delta(bytes, sizeof bytes);
  EXPECT(ASTAR_INVALID, astar_grid_apply(NULL, bytes, size, UINT64_MAX, &message),
         astar_grid_apply(w->grid, NULL, size, UINT64_MAX, &message));
  HOLDS(is_no_delta("", 0, UINT64_MAX, ASTAR_INVALID));
  for (size_t i = 0; i < size; i++) {
    HOLDS(is_no_delta(bytes, i, UINT64_MAX, ASTAR_INVALID));
    bytes[i] ^= 64;
    HOLDS(is_no_delta(bytes, size, UINT64_MAX, ASTAR_INVALID));
    bytes[i] ^= 64;
  }
  for (uint64_t tiles = 0; tiles < 10; tiles++)
    HOLDS(is_no_delta(bytes, size, tiles, ASTAR_INVALID));
  astar_grid *grid = w->grid;
  w->grid = make_grid(WIDTH, HEIGHT, ASTAR_SQUARE); // another content and revision
  REQUIRE(is_no_delta(bytes, size, UINT64_MAX, ASTAR_DELTA_GAP));
  astar_grid_free(w->grid);
  w->grid = make_grid(WIDTH, HEIGHT + 1, ASTAR_SQUARE); // another size
  REQUIRE(is_no_delta(bytes, size, UINT64_MAX, ASTAR_DELTA_OTHER));
  astar_grid_free(w->grid);
  w->grid = grid;
  astar_grid *replica;
  REQUIRE(astar_grid_clone(w->grid, &w->allocator, &replica) == ASTAR_OK);
  EXPECT(ASTAR_OK, astar_grid_apply(replica, bytes, size, 100, NULL));
  EXPECT(ASTAR_DELTA_APPLIED, astar_grid_apply(replica, bytes, size, 100, NULL));
  astar_grid_free(replica);
}

/// Whether bytes are not read as a delta.
static bool has_no_revisions(const void *bytes, size_t size) {
  uint64_t from = 7, to = 7;
  const char *message = NULL;
  return astar_delta_revisions(bytes, size, &from, &to, &message) == ASTAR_INVALID &&
         from == 0 && to == 0 && message != NULL;
}

static void check_delta_revisions(void) {
  uint8_t bytes[1000];
  uint64_t from = 7, to = 7;
  const size_t size = make_delta(bytes, sizeof bytes);
  const uint64_t revision = astar_grid_revision(w->grid);
  EXPECT(ASTAR_OK, astar_delta_revisions(bytes, size, &from, &to, NULL));
  HOLDS(from == revision && to == revision + 4); // an edge both ways: 2
  EXPECT(ASTAR_OK, astar_delta_revisions(bytes, size, NULL, NULL, NULL));
  EXPECT(ASTAR_INVALID, astar_delta_revisions(NULL, size, NULL, NULL, NULL));
  HOLDS(has_no_revisions(NULL, size) && has_no_revisions("", 0));
  for (size_t i = 0; i < size; i++) {
    HOLDS(has_no_revisions(bytes, i));
    bytes[i] ^= 64;
    HOLDS(has_no_revisions(bytes, size));
    bytes[i] ^= 64;
  }
}

static double apply_meanwhile(void *user, int dx, int dy) {
  (void)user;
  uint8_t bytes[1000];
  const size_t size = make_delta(bytes, sizeof bytes);
  (void)dx;
  (void)dy;
  EXPECT(ASTAR_BUSY, astar_grid_apply(w->grid, bytes, size, 100, NULL));
  return 0;
}

static void check_busy_replica(void) {
  astar_query query = plain_query();
  query.heuristic = ASTAR_HEURISTIC_FUNCTION;
  query.heuristic_function = apply_meanwhile;
  EXPECT(ASTAR_OK, ask(w->grid, &query));
}

/// Whether these bytes are refused as rules.
static bool is_no_rules(const void *bytes, size_t size) {
  astar_rules *rules = w->rules;
  const char *message = NULL;
  return astar_rules_deserialize(&w->allocator, bytes, size, &rules, &message) ==
             ASTAR_INVALID &&
         rules == NULL && message != NULL;
}

static void check_rule_strings(void) {
  uint8_t bytes[5000] = {7};
  astar_rules *rules = NULL;
  const size_t size = astar_rules_serialize(w->large, NULL, 0);
  REQUIRE(size > 0 && size <= sizeof bytes);
  HOLDS(astar_rules_serialize(NULL, bytes, sizeof bytes) == 0,
        astar_rules_serialize(w->large, NULL, sizeof bytes) == size,
        astar_rules_serialize(w->large, bytes, size - 1) == size && bytes[0] == 7,
        astar_rules_serialize(w->large, bytes, size) == size, is_no_rules(NULL, size),
        is_no_rules(w->content, w->size));
  for (size_t i = 0; i < size; i++) HOLDS(is_no_rules(bytes, i));
  EXPECT(ASTAR_INVALID, astar_rules_deserialize(&w->allocator, bytes, size, NULL, NULL));
  EXPECT(ASTAR_OK, astar_rules_deserialize(&w->allocator, bytes, size, &rules, NULL));
  HOLDS(astar_why_unsuited(w->hexes, rules, NULL, ASTAR_AUTO) != NULL); // of size 2
  astar_rules_free(rules);
}

// -------------------------------------------------------------------------------- pools

/// A pool whose calls are all made by this thread, with the meter_alloc allocator.
static astar_pool *make_pool(void) {
  astar_pool_options options = astar_default_pool();
  astar_pool *pool;
  options.threads = 0;
  options.max_pending = 3;
  REQUIRE(astar_pool_new(w->grid, &w->allocator, &options, &pool) == ASTAR_OK);
  return pool;
}

static bool is_no_pool(const astar_pool_options *options) {
  astar_pool *pool = (astar_pool *)w->grid;
  return astar_pool_new(w->grid, &w->allocator, options, &pool) == ASTAR_INVALID &&
         pool == NULL;
}

/// Options with one invalid member, which `astar_why_invalid_pool` names.
#define CHECK_POOL(member, value)                                                        \
  do {                                                                                   \
    astar_pool_options options = astar_default_pool();                                   \
    options.member = (value);                                                            \
    HOLDS(is_no_pool(&options));                                                         \
    HOLDS(is_named("options." #member, astar_why_invalid_pool(&options)));               \
  } while (0)

static void check_pool_options(void) {
  CHECK_POOL(threads, -2);
  CHECK_POOL(threads, ASTAR_MAX_THREADS + 1);
  CHECK_POOL(threads, INT_MIN);
  CHECK_POOL(latency, -1);
  CHECK_POOL(latency, ASTAR_MAX_LATENCY + 1);
  CHECK_POOL(max_pending, 0);
  CHECK_POOL(max_pending, -1);
  CHECK_POOL(max_pending, (1 << 30) + 1);
  CHECK_POOL(expansions, -1);
}

static void check_pools(void) {
  astar_pool_options options;
  astar_pool *pool;
  memset(&options, 0, sizeof options);
  HOLDS(is_no_pool(&options) && astar_why_invalid_pool(&options) != NULL);
  options.max_pending = 1;
  HOLDS(is_no_pool(&options) && astar_why_invalid_pool(&options) != NULL);
  options = astar_default_pool();
  HOLDS(astar_why_invalid_pool(&options) == NULL);
  EXPECT(ASTAR_INVALID, astar_pool_new(w->grid, NULL, &options, NULL));
  HOLDS(astar_pool_new(NULL, NULL, &options, &pool) == ASTAR_INVALID && pool == NULL);
  EXPECT(ASTAR_OK, astar_pool_new(w->grid, NULL, NULL, &pool));
  HOLDS(astar_pool_threads(pool) >= 0 && astar_pool_pending(pool) == 0);
  astar_pool_free(pool);
  astar_pool_free(NULL);
  astar_request_free(NULL);
}

/// Whether the pool refuses a query with this status, and names what is wrong.
static bool is_no_request(astar_pool *pool, const astar_query *query,
                          astar_status expected) {
  astar_request *request = (astar_request *)pool;
  const char *why = astar_why_invalid_request(pool, query);
  return astar_pool_find_path(pool, query, &request) == expected && request == NULL &&
         (why != NULL) == (expected == ASTAR_INVALID) && astar_pool_pending(pool) == 0;
}

/// A request with one wrong member.
#define CHECK_REQUEST(pool, member, value, status)                                       \
  do {                                                                                   \
    astar_query wrong = plain_query();                                                   \
    wrong.member = (value);                                                              \
    HOLDS(is_no_request(pool, &wrong, status));                                          \
  } while (0)

static void check_requests(void) {
  astar_pool *pool = make_pool();
  astar_request *request = NULL;
  astar_query query = plain_query(), zeroed;
  memset(&zeroed, 0, sizeof zeroed);
  HOLDS(is_no_request(pool, &zeroed, ASTAR_INVALID),
        is_no_request(pool, NULL, ASTAR_INVALID));
  EXPECT(ASTAR_INVALID, astar_pool_find_path(NULL, &query, &request),
         astar_pool_find_path(pool, &query, NULL));
  CHECK_REQUEST(pool, rules, NULL, ASTAR_INVALID);
  CHECK_REQUEST(pool, goals, NULL, ASTAR_INVALID);
  CHECK_REQUEST(pool, goal_count, -1, ASTAR_INVALID);
  CHECK_REQUEST(pool, range, -1, ASTAR_INVALID);
  CHECK_REQUEST(pool, weight, NAN, ASTAR_INVALID);
  CHECK_REQUEST(pool, max_cost, NAN, ASTAR_INVALID);
  CHECK_REQUEST(pool, algorithm, (astar_algorithm)ABOVE, ASTAR_INVALID);
  CHECK_REQUEST(pool, heuristic, (astar_heuristic)ABOVE, ASTAR_INVALID);
  CHECK_REQUEST(pool, algorithm, ASTAR_JPS, ASTAR_UNSUITED);
  intruder in = {NULL, NULL};
  query.heuristic = ASTAR_HEURISTIC_FUNCTION;
  query.heuristic_function = edit_meanwhile;
  query.heuristic_user = &in;
  HOLDS(is_no_request(pool, &query, ASTAR_INVALID));
  astar_crowd *other = make_crowd(w->hexes); // not of this grid
  CHECK_REQUEST(pool, avoid, other, ASTAR_INVALID);
  astar_crowd_free(other);
  astar_pool_free(pool);
}

static astar_status request_field(astar_pool *pool, const astar_rules *rules,
                                  astar_source source, double max_cost) {
  astar_request *request = (astar_request *)pool;
  const astar_status status =
      astar_pool_distance_field(pool, rules, NULL, &source, 1, max_cost, &request);
  REQUIRE((status == ASTAR_OK) == (request != NULL));
  astar_request_free(request);
  return status;
}

static void check_field_requests(void) {
  const astar_source source = {1, 1, 0};
  astar_pool *pool = make_pool();
  astar_request *request = NULL;
  for (int i = 0; i < NO_CAPS; i++)
    EXPECT(ASTAR_INVALID, request_field(pool, w->rules, source, no_caps[i]));
  for (int i = 0; i < NO_COSTS; i++) {
    const astar_source at = {1, 1, no_costs[i]};
    const astar_filter filter = {0, no_costs[i], {{0, 0}}};
    EXPECT(ASTAR_INVALID, request_field(pool, w->rules, at, 9),
           astar_pool_distance_field(pool, w->rules, &filter, &source, 1, 9, &request));
  }
  EXPECT(ASTAR_INVALID, request_field(pool, NULL, source, 9),
         astar_pool_distance_field(NULL, w->rules, NULL, &source, 1, 9, &request),
         astar_pool_distance_field(pool, w->rules, NULL, NULL, 1, 9, &request),
         astar_pool_distance_field(pool, w->rules, NULL, &source, -1, 9, &request),
         astar_pool_distance_field(pool, w->rules, NULL, &source, 1, 9, NULL));
  HOLDS(request == NULL && astar_pool_pending(pool) == 0);
  astar_pool_free(pool);
}

/// Whether a request gives neither a path nor a field.
static bool has_no_answer(astar_request *request, astar_status status) {
  astar_field *field = (astar_field *)request;
  astar_point points[1] = {{7, 7}};
  double costs[1] = {7};
  const astar_result result = astar_request_result(request);
  return astar_request_status(request) == status && result.goal == -1 &&
         is_same(result.cost, 0) && result.length == 0 &&
         astar_request_copy_path(request, points, 1) == 0 &&
         astar_request_copy_costs(request, costs, 1) == 0 && points[0].x == 7 &&
         astar_request_take_field(request, &field) == ASTAR_INVALID && field == NULL;
}

static void check_answers_of_paths(void) {
  const astar_query query = plain_query();
  astar_pool *pool = make_pool();
  astar_request *request, *second, *third, *fourth;
  astar_field *field = NULL;
  REQUIRE(astar_pool_find_path(pool, &query, &request) == ASTAR_OK);
  REQUIRE(astar_pool_find_path(pool, &query, &second) == ASTAR_OK);
  REQUIRE(astar_pool_find_path(pool, &query, &third) == ASTAR_OK);
  EXPECT(ASTAR_QUEUE_FULL, astar_pool_find_path(pool, &query, &fourth));
  HOLDS(fourth == NULL && astar_pool_pending(pool) == 3,
        has_no_answer(request, ASTAR_RUNNING));
  astar_request_cancel(second);
  astar_request_cancel(second);
  HOLDS(has_no_answer(second, ASTAR_CANCELLED));
  astar_request_set_user(request, w);
  HOLDS(astar_request_user(request) == w && astar_request_user(third) == NULL);
  astar_pool_wait(pool);
  HOLDS(astar_pool_next(pool) == request);
  astar_request_cancel(request); // was delivered
  EXPECT(ASTAR_OK, astar_request_status(request));
  HOLDS(astar_request_copy_path(request, NULL, 9) == astar_request_result(request).length,
        astar_request_copy_path(request, NULL, 0) > 1,
        astar_request_copy_costs(request, NULL, 9) > 1,
        astar_request_take_field(request, &field) == ASTAR_INVALID && field == NULL);
  EXPECT(ASTAR_INVALID, astar_request_take_field(request, NULL),
         astar_request_take_field(NULL, &field));
  astar_pool_free(pool); // before its requests
  HOLDS(has_no_answer(third, ASTAR_CANCELLED));
  EXPECT(ASTAR_OK, astar_request_status(request));
  astar_request_free(third);
  astar_request_free(request);
  astar_request_free(second);
}

static void check_answers_of_fields(void) {
  const astar_source source = {1, 1, 0};
  astar_pool *pool = make_pool();
  astar_request *request;
  astar_field *field = NULL, *again = NULL;
  REQUIRE(astar_pool_distance_field(pool, w->rules, NULL, &source, 1, 9, &request) ==
          ASTAR_OK);
  astar_pool_wait(pool);
  HOLDS(astar_pool_next(pool) == request && astar_pool_next(pool) == NULL,
        astar_request_copy_path(request, NULL, 0) == 0);
  astar_pool_free(pool);
  EXPECT(ASTAR_INVALID, astar_request_take_field(request, NULL));
  EXPECT(ASTAR_OK, astar_request_take_field(request, &field));
  HOLDS(astar_request_take_field(request, &again) == ASTAR_INVALID && again == NULL);
  astar_request_free(request);
  EXPECT(ASTAR_OK, astar_field_update(field));
  HOLDS(is_same(astar_field_cost(field, 1, 1), 0));
  astar_field_free(field);
}

// ------------------------------------------------------------------------------ indexes

enum { YARD_WIDTH = 20, YARD_HEIGHT = 11 };

/// A grid that suits indexes: walls on floor, and a closed room.
static astar_grid *make_yard(void) {
  astar_grid *grid = make_grid(YARD_WIDTH, YARD_HEIGHT, ASTAR_SQUARE);
  REQUIRE(astar_grid_fill(grid, 5, 0, 1, 8, WALL) == ASTAR_OK);
  REQUIRE(astar_grid_fill(grid, 9, 3, 2, 8, WALL) == ASTAR_OK);
  REQUIRE(astar_grid_fill(grid, 13, 0, 4, 4, WALL) == ASTAR_OK);
  REQUIRE(astar_grid_fill(grid, 14, 1, 2, 2, FLOOR) == ASTAR_OK);
  return grid;
}

static astar_index *make_index(astar_grid *grid) {
  astar_index *index;
  REQUIRE(astar_index_new(grid, w->rules, NULL, &index, NULL) == ASTAR_OK);
  return index;
}

/// Whether no index is created, with this status.
static bool is_no_index(astar_grid *grid, const astar_bake_options *options,
                        astar_status expected) {
  astar_index *index = (astar_index *)grid;
  const char *message = NULL;
  const bool has_reason = expected == ASTAR_UNSUITED || expected == ASTAR_TOO_LARGE;
  return astar_index_new(grid, w->rules, options, &index, NULL) == expected &&
         index == NULL &&
         astar_index_new(grid, w->rules, options, &index, &message) == expected &&
         index == NULL && (!has_reason || message != NULL);
}

static void check_index_options(void) {
  static const double scales[] = {-1, NAN, INFINITY, 1e-101, 1e101};
  astar_grid *yard = make_yard();
  astar_index *index;
  astar_filter filter = astar_default_filter();
  astar_bake_options options = astar_default_bake();
  EXPECT(ASTAR_INVALID, astar_index_new(NULL, w->rules, NULL, &index, NULL));
  HOLDS(index == NULL);
  EXPECT(ASTAR_INVALID, astar_index_new(yard, NULL, NULL, &index, NULL));
  HOLDS(index == NULL);
  EXPECT(ASTAR_INVALID, astar_index_new(yard, w->rules, NULL, NULL, NULL));
  HOLDS(is_no_index(w->grid, NULL, ASTAR_UNSUITED)); // links
  HOLDS(is_no_index(w->hexes, NULL, ASTAR_UNSUITED));
  options.max_bytes = 1;
  HOLDS(is_no_index(yard, &options, ASTAR_TOO_LARGE));
  options.max_bytes = 0;
  HOLDS(is_no_index(yard, &options, ASTAR_INVALID));
  options = astar_default_bake();
  for (int64_t work = -1; work <= 0; work++) {
    options.work = work == 0 ? 0 : INT64_MIN;
    HOLDS(is_no_index(yard, &options, ASTAR_INVALID));
  }
  options = astar_default_bake();
  options.filter = &filter;
  for (size_t i = 0; i < sizeof scales / sizeof scales[0]; i++) {
    filter.penalty_scale = scales[i];
    HOLDS(is_no_index(yard, &options, ASTAR_INVALID));
  }
  memset(&options, 0, sizeof options);
  HOLDS(is_no_index(yard, &options, ASTAR_INVALID));
  astar_index_free(NULL);
  EXPECT(ASTAR_INVALID, astar_index_step(NULL, NULL), astar_index_bake(NULL, NULL));
  astar_grid_free(yard);
}

/// A query with one wrong member.
#define CHECK_INDEX_QUERY(index, member, value)                                          \
  do {                                                                                   \
    astar_query wrong = astar_default_query(w->rules, 1, 1, &(astar_point){18, 9}, 1);   \
    wrong.member = (value);                                                              \
    EXPECT(ASTAR_INVALID, astar_index_find_path(index, &wrong, NULL, NULL));             \
  } while (0)

static void check_index_queries(void) {
  astar_grid *yard = make_yard();
  astar_index *index = make_index(yard);
  const astar_point goal = {18, 9};
  const astar_filter bad = {0, NAN, {{0, 0}}};
  astar_query query = astar_default_query(w->rules, 1, 1, &goal, 1), zeroed;
  astar_result result;
  memset(&zeroed, 0, sizeof zeroed);
  EXPECT(ASTAR_INVALID, astar_index_find_path(NULL, &query, NULL, NULL),
         astar_index_find_path(index, NULL, NULL, NULL),
         astar_index_find_path(index, &zeroed, NULL, NULL));
  EXPECT(ASTAR_OK, astar_index_find_path(index, &query, NULL, NULL));
  CHECK_INDEX_QUERY(index, goals, NULL);
  CHECK_INDEX_QUERY(index, goal_count, -1);
  CHECK_INDEX_QUERY(index, range, -1);
  CHECK_INDEX_QUERY(index, weight, NAN);
  CHECK_INDEX_QUERY(index, weight, -1);
  CHECK_INDEX_QUERY(index, max_cost, NAN);
  CHECK_INDEX_QUERY(index, max_expansions, -1);
  CHECK_INDEX_QUERY(index, algorithm, (astar_algorithm)ABOVE);
  CHECK_INDEX_QUERY(index, heuristic, (astar_heuristic)ABOVE);
  CHECK_INDEX_QUERY(index, heuristic, ASTAR_HEURISTIC_FUNCTION); // without one
  astar_crowd *other = make_crowd(w->hexes);                     // not of this grid
  CHECK_INDEX_QUERY(index, avoid, other);
  astar_crowd_free(other);
  query.rules = w->large; // not read
  query.filter = &bad;    // not read
  EXPECT(ASTAR_OK, astar_index_find_path(index, &query, NULL, &result));
  query.goal_count = 0;
  EXPECT(ASTAR_GOAL_BLOCKED, astar_index_find_path(index, &query, NULL, &result));
  HOLDS(result.goal == -1 && result.length == 0);
  astar_index_free(index);
  astar_grid_free(yard);
}

/// Whether a cost is refused, and nothing is written.
static bool is_no_cost(astar_index *index, astar_point start, astar_point goal,
                       astar_status expected) {
  double cost = 77;
  return astar_index_cost(index, start.x, start.y, goal.x, goal.y, &cost) == expected &&
         is_same(cost, 77);
}

static void check_index_costs(void) {
  static const astar_point start = {1, 1}, goal = {18, 9}, wall = {5, 2}, room = {14, 2};
  astar_grid *yard = make_yard();
  astar_index *index = make_index(yard);
  double cost, costs[OFF_GRID];
  EXPECT(ASTAR_INVALID, astar_index_cost(NULL, 1, 1, 18, 9, &cost),
         astar_index_cost(index, 1, 1, 18, 9, NULL));
  EXPECT(ASTAR_OK, astar_index_cost(index, 1, 1, 18, 9, &cost));
  HOLDS(is_no_cost(index, start, wall, ASTAR_GOAL_BLOCKED),
        is_no_cost(index, start, room, ASTAR_UNREACHABLE));
  for (int i = 0; i < OFF_GRID; i++) {
    const astar_point far = {off_grid[i].x == WIDTH ? YARD_WIDTH : off_grid[i].x,
                             off_grid[i].y == HEIGHT ? YARD_HEIGHT : off_grid[i].y};
    HOLDS(is_no_cost(index, far, goal, ASTAR_OUT_OF_BOUNDS),
          is_no_cost(index, start, far, ASTAR_OUT_OF_BOUNDS));
    costs[0] = 77;
    EXPECT(ASTAR_OUT_OF_BOUNDS, astar_index_costs(index, far.x, far.y, &goal, 1, costs));
    EXPECT(ASTAR_OK, astar_index_costs(index, 1, 1, &far, 1, costs));
    HOLDS(isinf(costs[0]) && costs[0] > 0);
  }
  EXPECT(ASTAR_INVALID, astar_index_costs(NULL, 1, 1, &goal, 1, costs),
         astar_index_costs(index, 1, 1, &goal, -1, costs),
         astar_index_costs(index, 1, 1, &goal, INT_MIN, costs),
         astar_index_costs(index, 1, 1, &goal, 1, NULL),
         astar_index_costs(index, 1, 1, NULL, 1, costs));
  EXPECT(ASTAR_OK, astar_index_costs(index, 1, 1, NULL, 0, costs));
  EXPECT(ASTAR_INVALID, astar_index_get_info(NULL, &(astar_index_info){0}));
  astar_index_free(index);
  astar_grid_free(yard);
}

/// Whether these bytes are refused as an index.
static bool is_no_index_string(astar_grid *grid, const void *bytes, size_t size,
                               astar_status expected) {
  astar_index *index = (astar_index *)grid;
  const char *message = NULL;
  return astar_grid_load_index(grid, bytes, size, &index, &message) == expected &&
         index == NULL && message != NULL &&
         astar_grid_load_index(grid, bytes, size, &index, NULL) == expected;
}

static void check_index_strings(void) {
  static uint8_t bytes[1 << 16];
  astar_grid *yard = make_yard();
  astar_index *index = make_index(yard), *loaded;
  double cost;
  const size_t size = astar_index_serialize(index, NULL, 0);
  HOLDS(astar_index_serialize(NULL, bytes, sizeof bytes) == 0);
  REQUIRE(size > 0 && size <= sizeof bytes);
  bytes[0] = 7;
  HOLDS(astar_index_serialize(index, NULL, sizeof bytes) == size,
        astar_index_serialize(index, bytes, size - 1) == size && bytes[0] == 7,
        astar_index_serialize(index, bytes, size) == size);
  EXPECT(ASTAR_INVALID, astar_grid_load_index(NULL, bytes, size, &loaded, NULL),
         astar_grid_load_index(yard, bytes, size, NULL, NULL));
  HOLDS(is_no_index_string(yard, NULL, size, ASTAR_INVALID),
        is_no_index_string(yard, w->content, w->size, ASTAR_INVALID));
  for (size_t i = 0; i < size; i++) {
    HOLDS(is_no_index_string(yard, bytes, i, ASTAR_INVALID));
    bytes[i] ^= 64;
    HOLDS(is_no_index_string(yard, bytes, size, ASTAR_INVALID));
    bytes[i] ^= 64;
  }
  HOLDS(is_no_index_string(w->grid, bytes, size, ASTAR_UNSUITED),
        is_no_index_string(w->hexes, bytes, size, ASTAR_UNSUITED));
  REQUIRE(astar_grid_set(yard, 5, 7, FLOOR) == ASTAR_OK);
  HOLDS(is_no_index_string(yard, bytes, size, ASTAR_UNSUITED));
  REQUIRE(astar_grid_set(yard, 5, 7, WALL) == ASTAR_OK);
  astar_index_free(index);
  EXPECT(ASTAR_OK, astar_grid_load_index(yard, bytes, size, &loaded, NULL),
         astar_index_cost(loaded, 1, 1, 18, 9, &cost));
  astar_index_free(loaded);
  astar_grid_free(yard);
}

/// An index whose functions are called inside a heuristic function.
typedef struct inquirer {
  astar_grid *grid;
  astar_index *index;
  double cost; ///< from (1, 1) to (18, 9)
  int calls;
} inquirer;

/// Queries inside a heuristic function are right, or refused.
static double inquire_meanwhile(void *user, int dx, int dy) {
  inquirer *in = user;
  astar_index *other = NULL;
  astar_result result = {0};
  const astar_point goal = {18, 9};
  const astar_query query = astar_default_query(w->rules, 1, 1, &goal, 1);
  double cost = 0;
  (void)dx;
  (void)dy;
  if (in->calls++ > 6) return 0;
  astar_status status = astar_index_cost(in->index, 1, 1, 18, 9, &cost);
  HOLDS(status == ASTAR_BUSY || (status == ASTAR_OK && fabs(cost - in->cost) < 1e-9));
  status = astar_index_costs(in->index, 1, 1, &goal, 1, &cost);
  HOLDS(status == ASTAR_BUSY || (status == ASTAR_OK && fabs(cost - in->cost) < 1e-9));
  status = astar_index_find_path(in->index, &query, NULL, &result);
  HOLDS(status == ASTAR_BUSY ||
        (status == ASTAR_OK && fabs(result.cost - in->cost) < 1e-9));
  status = astar_index_bake(in->index, NULL);
  HOLDS(status == ASTAR_BUSY || status == ASTAR_OK || status == ASTAR_RUNNING);
  status = astar_index_step(in->index, NULL);
  HOLDS(status == ASTAR_BUSY || status == ASTAR_OK || status == ASTAR_RUNNING);
  status = astar_index_new(in->grid, w->rules, NULL, &other, NULL);
  HOLDS((status == ASTAR_BUSY && other == NULL) || status == ASTAR_OK);
  astar_index_free(other);
  return 0;
}

static void check_busy_index(void) {
  const astar_point goal = {18, 9};
  for (int work = 0; work < 2; work++) {
    astar_grid *yard = make_yard();
    astar_bake_options options = astar_default_bake();
    inquirer in = {.grid = yard};
    astar_query query = astar_default_query(w->rules, 1, 1, &goal, 1);
    astar_result result;
    if (work == 1) options.work = 1;
    const astar_status status =
        astar_index_new(yard, w->rules, &options, &in.index, NULL);
    REQUIRE(status == ASTAR_OK || status == ASTAR_RUNNING);
    REQUIRE(astar_grid_block(yard, 5, 8, true, 1) == ASTAR_OK); // of the way
    REQUIRE(astar_grid_set(yard, 9, 10, FLOOR) == ASTAR_OK);
    REQUIRE(astar_find_path(yard, &query, NULL, &result) == ASTAR_OK);
    in.cost = result.cost;
    query.heuristic = ASTAR_HEURISTIC_FUNCTION;
    query.heuristic_function = inquire_meanwhile;
    query.heuristic_user = &in;
    EXPECT(ASTAR_OK, astar_find_path(yard, &query, NULL, &result));
    HOLDS(fabs(result.cost - in.cost) < 1e-9);
    in.calls = 0;
    EXPECT(ASTAR_OK, astar_index_find_path(in.index, &query, NULL, &result));
    HOLDS(fabs(result.cost - in.cost) < 1e-9 && in.calls > 0, !astar_grid_is_busy(yard));
    double cost = 0;
    EXPECT(ASTAR_OK, astar_index_cost(in.index, 1, 1, 18, 9, &cost));
    HOLDS(fabs(cost - in.cost) < 1e-9);
    astar_index_free(in.index);
    astar_grid_free(yard);
  }
}

int main(void) {
  // clang-format off
  static void (*const chapters[])(void) = {
      check_words, check_nothing, check_grids, check_allocator, check_reading,
      check_layers, check_no_layers, check_edits_off_grid, check_edit_values,
      check_no_grid, check_optional_results, check_edges, check_ids, check_areas, check_influence,
      check_copies, check_each_edge, check_rings, check_lines, check_sight, check_distances,
      check_each_link, check_capacity, check_bytes, check_zeroed_def, check_defs,
      check_rules_filter, check_moves, check_steps, check_zeroed_query, check_queries,
      check_filters, check_scales, check_ends_off_grid, check_unsuited, check_no_rules,
      check_freed_rules, check_explain_queries, check_explanations_off_grid,
      check_explanation_capacity, check_can_block, check_can_block_field,
      check_chokepoints, check_guesses, check_guess_at_link, check_busy,
      check_freed_meanwhile, check_other_crowds, check_avoid, check_freed_crowd,
      check_crowd_defs, check_unit_defs, check_unit_tiles, check_no_unit,
      check_unit_values, check_unit_paths, check_unit_fields,
      check_unit_arrays, check_event_names, check_answers, check_step_times,
      check_busy_crowd, check_making_fields, check_fields, check_no_field,
      check_optional_field_results, check_other_goals, check_search, check_step_counts,
      check_replanner, check_recheck_arguments, check_rechecks, check_recheck_of_copy,
      check_paths, check_path_arguments, check_unwanted_answers, check_changing_paths,
      check_path_there_and_back, check_paths_of_callers, check_disturbed_replanner,
      check_jumps, check_trim, check_memory, check_sets_in_turn, check_dropped_set,
      check_shared_set, check_looks, check_pinned_sets, check_components, check_changes,
      check_deltas, check_delta_revisions, check_busy_replica, check_rule_strings,
      check_pool_options, check_pools, check_requests, check_field_requests,
      check_answers_of_paths, check_answers_of_fields, check_index_options,
      check_index_queries, check_index_costs, check_index_strings, check_busy_index,
  };
  // clang-format on
  meter m = {.failing = METER_NEVER};
  begin_world(&m);
  for (size_t i = 0; i < sizeof chapters / sizeof chapters[0]; i++) chapters[i]();
  end_world();
  REQUIRE(m.held == 0 && !meter_has_refused(&m, 0));
  printf("%d misuses: each reported, nothing changed, no leak\n", w->checks);
  return 0;
}
