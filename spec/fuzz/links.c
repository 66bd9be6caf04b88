/// Compares paths on maps with many links with the oracle:
///
///     build/fuzz/links [ROUNDS [SEED]]
///
/// Method: each round draws floors side by side, with walls, different terrain or none,
/// and rules. Links lead up and down between the floors, as stairs do, or from any tile
/// to any other: at any cost, also 0 and more than any path, one way, many on one tile,
/// to walls, and to places that nothing else leads to. Between the queries links come and
/// go, also all of them, and tiles change, mostly at ends of links. Each path must be
/// legal and cost the minimum (answer.h). A fresh copy of the map must give the same
/// path, and so must a sliced search of the kernels that do not leave out dead ends. A
/// failure prints the seed of its round.
///
/// Built and run by spec/quality/programs_spec.lua.
#include "../support/rounds.h"
#include "answer.h"
#include "terrain.h"

#include <string.h>

enum { STEPS = 6, STARTS = 3, GOALS = 12, FLOOR_TERRAINS = 3 };

static terrain t;
static astar_rules_def def;
static astar_rules *rules;
static optimum costs;
static astar_path *path;
static answer found, again;
static int floor_width, link_cap;
static bool has_stairs;
static uint64_t queries, linked;

static void describe(void) { terrain_print(&t); }

// -------------------------------------------------------------------------------- world

static uint8_t any_terrain(int walls, bool is_uniform) {
  if (chance(100) < walls) return TERRAIN_WALL;
  return (uint8_t)(is_uniform || chance(3) != 0 ? 0 : 1 + chance(FLOOR_TERRAINS - 1));
}

static double any_link_cost(void) {
  static const double whole[] = {1, 1, 1, 2, 3, 0, 40};
  static const double others[] = {0,    0.5, 1.2345, 0.001, 1.4142135623730951,
                                  7.25, 1e5, 1e9};
  return chance(3) != 0 ? PICK(whole) * def.cost[0] : PICK(others);
}

/// An end of a link, or another tile.
static astar_point any_end(void) {
  astar_link link;
  uint32_t id = (uint32_t)chance(40);
  if (chance(3) == 0 && astar_grid_each_link(t.grid, &id, &link))
    return chance(2) == 0 ? (astar_point){link.x1, link.y1}
                          : (astar_point){link.x2, link.y2};
  return (astar_point){chance(t.width), chance(t.height)};
}

static void add_link(void) {
  astar_point a = any_end(), b = any_end();
  if (has_stairs && a.x + floor_width < t.width && chance(12) != 0)
    b = (astar_point){a.x + floor_width, a.y};
  const bool is_stair = b.y == a.y && b.x == a.x + floor_width;
  const double cost = is_stair && chance(6) != 0 ? def.cost[0] : any_link_cost();
  REQUIRE(astar_grid_link(t.grid, a.x, a.y, b.x, b.y, cost, chance(3) == 0, NULL) ==
          ASTAR_OK);
}

static void remove_link(void) {
  uint32_t id = (uint32_t)chance(60);
  if (astar_grid_each_link(t.grid, &id, NULL))
    REQUIRE(astar_grid_unlink(t.grid, id) == ASTAR_OK);
}

static int count_links(void) {
  int count = 0;
  for (uint32_t id = 0; astar_grid_each_link(t.grid, &id, NULL);) count++;
  return count;
}

static void edit(void) {
  const int kind = chance(8);
  if (kind < 2 && count_links() < link_cap) add_link();
  if (kind == 2 || kind == 3) remove_link();
  if (kind == 4 && chance(6) == 0)
    while (count_links() > chance(2)) remove_link();
  if (kind <= 4) return;
  const astar_point p = any_end();
  const int old = astar_grid_get(t.grid, p.x, p.y);
  const uint8_t next = old == TERRAIN_WALL ? 0 : chance(4) != 0 ? TERRAIN_WALL : 1;
  REQUIRE(astar_grid_set(t.grid, p.x, p.y, next) == ASTAR_OK);
}

static void begin_rules(void) {
  static const double diagonal_costs[] = {
      1.4142135623730951, 1.4142135623730951, 1, 2, 1.5, 1.4};
  static const double floor_costs[] = {1, 1, 1, 2, 0.7};
  static const double steps[] = {2, 5, 1.3, 1};
  def = astar_default_rules();
  memset(def.cost, 0, sizeof def.cost);
  def.cost[0] = PICK(floor_costs);
  for (int i = 1; i < FLOOR_TERRAINS; i++) def.cost[i] = def.cost[0] * PICK(steps);
  def.neighbors = chance(4) == 0 && t.layout == ASTAR_SQUARE ? 4 : 8;
  def.diagonal = (astar_diagonal)chance(4);
  def.diagonal_cost = PICK(diagonal_costs);
  def.size = chance(8) == 0 && t.layout == ASTAR_SQUARE ? 2 : 1;
  REQUIRE(astar_rules_new(NULL, &def, &rules) == ASTAR_OK);
}

static void begin_map(void) {
  const int floors = 1 + chance(4), walls = chance(45);
  const bool is_uniform = chance(2) == 0, is_apart = chance(4) != 0;
  floor_width = 3 + chance(13);
  t = (terrain){.width = floors * floor_width, .height = 2 + chance(20)};
  if (chance(10) == 0) t.layout = (astar_layout)(1 + chance(4));
  t.map.layout = t.layout;
  REQUIRE(astar_grid_new(NULL, t.width, t.height, t.layout, 0, &t.grid) == ASTAR_OK);
  for (int i = 0; i < t.width * t.height; i++) {
    const int x = i % t.width;
    const bool is_side = is_apart && x % floor_width == floor_width - 1;
    astar_grid_set(t.grid, x, i / t.width,
                   is_side ? TERRAIN_WALL : any_terrain(walls, is_uniform));
  }
}

// ------------------------------------------------------------------------------ queries

static void check_copy(const astar_query *query) {
  astar_grid *copy;
  REQUIRE(astar_grid_clone(t.grid, NULL, &copy) == ASTAR_OK);
  answer_find(&again, copy, query, path);
  answer_require_same(query, &found, &again);
  astar_grid_free(copy);
}

static void check_slices(const astar_query *query) {
  astar_node node;
  astar_search *search;
  REQUIRE(astar_search_new(t.grid, query, &search) == ASTAR_OK);
  do {
    again.status = astar_search_step(search, 1 + (uint32_t)chance(9));
    astar_search_node(search, query->start_x, query->start_y, &node);
  } while (again.status == ASTAR_RUNNING);
  astar_search_result(search, &again.result);
  answer_read(&again, search);
  REQUIRE(again.status == found.status &&
          is_number(again.result.cost, found.result.cost));
  astar_search_free(search);
}

static void check_query(const oracle_map *map, astar_point from, astar_point to) {
  const judge j = {map, &def, &costs};
  astar_query query = astar_default_query(rules, from.x, from.y, &to, 1);
  query.straight = chance(2) == 0;
  query.partial = chance(8) == 0;
  if (chance(12) == 0) query.algorithm = (astar_algorithm)chance(4);
  if (astar_why_unsuited(t.grid, rules, NULL, query.algorithm) != NULL) return;
  if (chance(12) == 0) query.range = 1;
  if (chance(12) == 0) query.max_cost = 4 * def.cost[0];
  const oracle_answer expected = oracle_find_by_costs(map, &def, &query, costs.costs);
  answer_find(&found, t.grid, &query, path);
  answer_check(&j, &query, &expected, &found);
  queries++;
  linked += map->link_count > 0;
  if (chance(8) == 0) check_copy(&query);
  if (chance(8) == 0) check_slices(&query);
}

static void play(void) {
  begin_map();
  begin_rules();
  has_stairs = chance(3) != 0;
  link_cap = chance(3) == 0 ? ORACLE_LINKS : 1 + chance(12);
  for (int i = chance(link_cap + 1); i > 0; i--) add_link();
  for (round_step = 0; round_step < STEPS; round_step++) {
    t.is_read = false;
    const oracle_map *map = terrain_map(&t);
    optimum_read(&costs, map, &def);
    for (int i = 0; i < STARTS; i++) {
      const astar_point from = any_end();
      optimum_from(&costs, oracle_index(map, from.x, from.y));
      for (int n = 0; n < GOALS; n++) check_query(map, from, any_end());
    }
    for (int i = chance(4); i >= 0; i--) edit();
  }
  astar_rules_free(rules);
  astar_grid_free(t.grid);
}

int main(int count, char **words) {
  round_describe = describe;
  REQUIRE(astar_path_new(NULL, &path) == ASTAR_OK);
  const uint64_t rounds = play_rounds(count, words, 600, play);
  astar_path_free(path);
  printf("%" PRIu64 " maps, %" PRIu64 " queries, %" PRIu64 " with links: no difference\n",
         rounds, queries, linked);
  return EXIT_SUCCESS;
}
