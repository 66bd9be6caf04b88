/// Compares paths that leave out dead ends with paths that do not:
///
///     build/fuzz/dead_ends [ROUNDS [SEED [MAP...]]]
///
/// Method: each round draws a level (terrain.h), or reads one of the map files, for rules
/// that jump points suit. It makes one or eight edits of the level's style at a time:
/// walls, doors, thin walls, digging, reopening. After them `astar_find_path`, which
/// leaves out dead ends as far as the edits left them known, must find the path of a
/// sliced search, which leaves out none, tile by tile, and the cost of A*. A failure
/// prints the seed of its round.
///
/// Built and run by spec/quality/programs_spec.lua.
#include "query/cache.h"
#include "search/jump_points.h"
#include "../support/rounds.h"
#include "terrain.h"

#include <math.h>
#include <string.h>

enum { STEPS = 40, POINTS = 1 << 20 };

typedef struct world {
  terrain terrain;
  astar_rules *rules;
  astar_path *path;
} world;

static char **files;
static int file_count;
static uint64_t queries, searches, pruned, failures;
static astar_point points[2][POINTS];

static bool is_suited(const world *w) {
  costmap map;
  REQUIRE(cache_get(w->terrain.grid, w->rules, NULL, NULL, &map, NULL) == ASTAR_OK);
  return jump_points_why_unsuited(&map) == NULL;
}

/// Rules that leave out dead ends, and a few that do not.
static astar_rules *any_rules(void) {
  static const double diagonal_costs[] = {1.4142135623730951, 1.4142135623730951, 1.5, 2,
                                          1};
  static const astar_diagonal diagonals[] = {
      ASTAR_DIAGONAL_ONLY_WHEN_NO_OBSTACLES, ASTAR_DIAGONAL_ONLY_WHEN_NO_OBSTACLES,
      ASTAR_DIAGONAL_IF_AT_MOST_ONE_OBSTACLE, ASTAR_DIAGONAL_ALWAYS};
  astar_rules_def def = astar_default_rules();
  astar_rules *rules;
  memset(def.cost, 0, sizeof def.cost);
  def.cost[LEVEL_FLOOR] = def.cost[LEVEL_GRASS] = 1;
  if (chance(2) == 0) def.cost[LEVEL_WATER] = 1;
  def.neighbors = chance(4) == 0 ? 4 : 8;
  def.diagonal = PICK(diagonals);
  def.diagonal_cost = PICK(diagonal_costs);
  def.size = chance(6) == 0 ? 2 : 1;
  REQUIRE(astar_rules_new(NULL, &def, &rules) == ASTAR_OK);
  return rules;
}

static void begin_world(world *w) {
  const char *file = file_count > 0 ? files[chance(file_count)] : NULL;
  *w = (world){0};
  REQUIRE(terrain_begin_level(&w->terrain, file));
  w->rules = any_rules();
  REQUIRE(astar_path_new(NULL, &w->path) == ASTAR_OK);
}

static void end_world(world *w) {
  astar_path_free(w->path);
  astar_rules_free(w->rules);
  terrain_end(&w->terrain);
}

/// The path and the cost of a search that leaves nothing out.
static astar_status search_all(const world *w, const astar_query *query,
                               astar_result *result) {
  astar_search *search;
  astar_status status;
  REQUIRE(astar_search_new(w->terrain.grid, query, &search) == ASTAR_OK);
  while ((status = astar_search_step(search, INT64_MAX)) == ASTAR_RUNNING) {
  }
  astar_search_result(search, result);
  REQUIRE(result->length <= POINTS);
  astar_search_copy_path(search, points[1], POINTS);
  astar_search_free(search);
  return status;
}

static void compare(const world *w) {
  astar_grid *grid = w->terrain.grid;
  const astar_point start = terrain_tile(&w->terrain), goal = terrain_tile(&w->terrain);
  astar_query query = astar_default_query(w->rules, start.x, start.y, &goal, 1);
  astar_result found, all, expected;
  if (chance(4) > 0) query.algorithm = ASTAR_JPS; // without the direct path
  const astar_status status = astar_find_path(grid, &query, w->path, &found);
  REQUIRE(search_all(w, &query, &all) == status);
  REQUIRE(found.length == all.length && is_number(found.cost, all.cost));
  astar_path_points(w->path, points[0], POINTS);
  REQUIRE(memcmp(points[0], points[1], found.length * sizeof *points[0]) == 0);
  REQUIRE(found.expanded <= all.expanded);
  queries++;
  searches += all.expanded > 0;
  pruned += found.expanded < all.expanded;
  if (file_count > 0 && chance(16) > 0) return;
  query.algorithm = ASTAR_ASTAR;
  REQUIRE(astar_find_path(grid, &query, NULL, &expected) == status);
  REQUIRE(status != ASTAR_OK ||
          fabs(found.cost - expected.cost) <= 1e-6 * (1 + expected.cost));
}

static int allowed; // allocations, before one fails

static void *allocate(void *user, void *block, size_t size, size_t wanted) {
  (void)user, (void)size;
  if (wanted > 0) return allowed-- == 0 ? NULL : realloc(block, wanted);
  free(block);
  return NULL;
}

/// After a failed allocation the same query gives the path.
static void compare_after_failure(const world *w) {
  const astar_allocator failing = {allocate, NULL};
  const astar_point start = terrain_tile(&w->terrain), goal = terrain_tile(&w->terrain);
  astar_query query = astar_default_query(w->rules, start.x, start.y, &goal, 1);
  astar_result found, all;
  astar_grid *copy;
  allowed = -1;
  REQUIRE(astar_grid_clone(w->terrain.grid, &failing, &copy) == ASTAR_OK);
  query.algorithm = ASTAR_JPS; // without the direct path
  const astar_status expected = search_all(w, &query, &all);
  allowed = chance(80);
  astar_status status = astar_find_path(copy, &query, NULL, &found);
  failures += status == ASTAR_NO_MEMORY;
  allowed = -1;
  if (status == ASTAR_NO_MEMORY) status = astar_find_path(copy, &query, NULL, &found);
  REQUIRE(status == expected && is_number(found.cost, all.cost));
  astar_grid_free(copy);
}

static void play(void) {
  world w;
  begin_world(&w);
  for (round_step = 0; round_step < STEPS && is_suited(&w); round_step++) {
    compare(&w);
    if (file_count == 0 && chance(10) == 0) compare_after_failure(&w);
    for (int i = chance(3) == 0 ? 8 : 1; i > 0; i--) terrain_edit(&w.terrain);
  }
  end_world(&w);
}

int main(int count, char **words) {
  files = words + 3;
  file_count = count > 3 ? count - 3 : 0;
  const uint64_t rounds = play_rounds(count, words, 100, play);
  printf("%" PRIu64 " maps, %" PRIu64 " paths, %" PRIu64 " searches, %" PRIu64
         " shorter: no difference\n",
         rounds, queries, searches, pruned);
}
