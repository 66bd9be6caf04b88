/// Compares queries that avoid units with the oracle, on random terrain:
///
///     build/fuzz/avoid [MAPS [SEED]]
///
/// Method: the program puts random units on a map (terrain.h), some of which stand and
/// some of which step. On one half of the maps they are units of a crowd, which move to
/// random goals, and are read by `astar_crowd_unit`. On the other half the program fills
/// the occupancy by hand: then units may also be inside walls. The oracle, and a
/// copy of the grid, get the same map with a dynamic obstacle on each tile that a unit
/// holds, other than the unit that the query leaves out. The program checks that
///
/// - a path is a legal walk on the map of the oracle, and its cost is the minimum;
/// status,
///   goal and the end of a partial path are those of the oracle;
/// - the copy with obstacles gives the same cost, and the same lines of sight with the
///   same tiles where they end;
/// - a sliced search finds the same path by the same expansions, although all units move
///   after it has begun; so does a search whose heuristic function moves units;
/// - a query without units, in between, has the answer of a fresh copy of the map; the
///   revision and the serialized grid stay the same.
///
/// Each map has a seed of its own: SEED, SEED + 1, ... A failure prints the seed, and
/// ends the program; `avoid 1 SEED` repeats that map.
#include "astar_crowd.h"
#include "answer.h"
#include "terrain.h"

#include "map/grid.h"
#include "map/occupancy.h"
#include "../support/rounds.h"

#include <math.h>
#include <string.h>

enum { MAX_GOALS = 3, MAX_UNITS = 400, LAYER = ASTAR_LAYERS, SERIALIZED = 1 << 20 };

typedef struct world {
  terrain terrain;
  law law;
  astar_filter filter; ///< of all queries; it does not ignore LAYER
  astar_rules_def def; ///< with this filter, for the oracle
  astar_crowd *crowd;  ///< NULL: the occupancy is filled by hand
  bool has_moved;      ///< units of the crowd have moved since `begin_start`
  occupancy_tile tiles[ORACLE_TILES], later[ORACLE_TILES];
  struct occupancy occupancy; ///< by hand: of `tiles`
  uint32_t left_out;          ///< the unit that the queries from this start leave out
  oracle_map map;             ///< with obstacles on the tiles that units hold
  astar_grid *blocked;        ///< the same
  optimum optimum;            ///< from this start
  astar_path *path;
  astar_query query; ///< that is checked now
  astar_point goals[MAX_GOALS];
  uint64_t query_count, found_count, sight_count;
} world;

static world w;
static answer found, again;

// ---------------------------------------------------------------------------- failures

static void print_units(void) {
  for (int i = 0; i < w.terrain.width * w.terrain.height; i++) {
    const occupancy_tile tile = w.tiles[i];
    if (tile.holder == 0 && tile.entering == 0) continue;
    fprintf(stderr, "units on %d, %d: %" PRIu32 ", entering %" PRIu32 "\n",
            i % w.terrain.width, i / w.terrain.width, tile.holder, tile.entering);
  }
}

static void describe(void) {
  fprintf(stderr, "without unit %" PRIu32 ": ", w.left_out);
  answer_print_query(&w.query);
  answer_print("answer", &found);
  answer_print("another answer", &again);
  terrain_print_law(&w.law);
  fprintf(stderr, "filter: ignored layers 0x%x, penalty scale %g\n",
          (unsigned)w.filter.ignored_layers, w.filter.penalty_scale);
  print_units();
  terrain_print(&w.terrain);
}

// ------------------------------------------------------------------------------- units

// Whether a unit can hold all tiles of a footprint at (x, y): as the one that covers
// them, or as the one that enters those that it does not cover.
static bool can_hold(uint32_t unit, int x, int y, bool enters) {
  const int size = w.law.def.size;
  if (x < 0 || y < 0 || x + size > w.terrain.width || y + size > w.terrain.height)
    return false;
  for (int i = 0; i < size * size; i++) {
    const occupancy_tile tile = w.tiles[(y + i / size) * w.terrain.width + x + i % size];
    if (enters && tile.holder == unit) continue;
    if (enters ? tile.entering != 0 : tile.holder != 0) return false;
  }
  return true;
}

static void hold(uint32_t unit, int x, int y, bool enters) {
  const int size = w.law.def.size;
  for (int i = 0; i < size * size; i++) {
    occupancy_tile *tile = &w.tiles[(y + i / size) * w.terrain.width + x + i % size];
    if (!enters) tile->holder = unit;
    if (enters && tile->holder != unit) tile->entering = unit;
  }
}

// Replaces all units by others, anywhere: also on walls.
static void place_by_hand(void) {
  const int tiles = w.terrain.width * w.terrain.height;
  const int share = 1 + chance(chance(3) == 0 ? 3 : 20);
  memset(w.tiles, 0, sizeof w.tiles);
  for (uint32_t unit = 1; unit <= (uint32_t)(tiles / share) && unit < MAX_UNITS; unit++) {
    const astar_point at = terrain_tile(&w.terrain);
    if (!can_hold(unit, at.x, at.y, false)) continue;
    hold(unit, at.x, at.y, false);
    const int to_x = at.x + chance(3) - 1, to_y = at.y + chance(3) - 1;
    if (chance(2) == 0 && can_hold(unit, to_x, to_y, true)) hold(unit, to_x, to_y, true);
  }
}

// Sends units of the crowd somewhere, removes some, and lets all move for some time.
static void move_crowd(void) {
  static uint32_t units[MAX_UNITS];
  const size_t count = astar_crowd_units(w.crowd, units, MAX_UNITS);
  for (size_t i = 0; i < count; i++) {
    const astar_point goal = terrain_tile(&w.terrain);
    const astar_order order = {.range = chance(2), .partial = chance(2) == 0};
    if (chance(3) == 0) astar_crowd_go_to(w.crowd, units[i], goal.x, goal.y, &order);
    if (chance(20) == 0) REQUIRE(astar_crowd_remove(w.crowd, units[i]) == ASTAR_OK);
  }
  for (int i = 1 + chance(20); i > 0; i--)
    REQUIRE(astar_crowd_update(w.crowd, 0.01 * (1 + chance(20))) == ASTAR_OK);
  w.has_moved = true;
}

// Adds units to the crowd, and moves all.
static void fill_crowd(void) {
  const int tiles = w.terrain.width * w.terrain.height;
  const int share = 1 + chance(chance(3) == 0 ? 3 : 20);
  for (int i = 0; i < tiles / share && astar_crowd_count(w.crowd) < MAX_UNITS; i++) {
    const astar_point at = terrain_tile(&w.terrain);
    astar_unit_def def = astar_default_unit(w.law.rules, at.x, at.y);
    uint32_t unit;
    def.speed = 1 + chance(9);
    astar_crowd_add(w.crowd, &def, &unit);
  }
  move_crowd();
}

// Reads which tiles the units of the crowd hold from their positions, and compares this
// with the occupancy.
static void read_crowd(void) {
  static uint32_t units[MAX_UNITS];
  const size_t count = astar_crowd_units(w.crowd, units, MAX_UNITS);
  astar_unit_info info;
  memset(w.tiles, 0, sizeof w.tiles);
  for (size_t i = 0; i < count; i++) {
    REQUIRE(astar_crowd_unit(w.crowd, units[i], &info));
    REQUIRE(can_hold(units[i], info.at.x, info.at.y, false));
    hold(units[i], info.at.x, info.at.y, false);
  }
  for (size_t i = 0; i < count; i++) {
    REQUIRE(astar_crowd_unit(w.crowd, units[i], &info));
    if (info.to.x == info.at.x && info.to.y == info.at.y) continue;
    REQUIRE(can_hold(units[i], info.to.x, info.to.y, true));
    hold(units[i], info.to.x, info.to.y, true);
  }
  for (int i = 0; i < w.terrain.width * w.terrain.height; i++) {
    const occupancy_tile tile = w.terrain.grid->occupancy->tiles[i];
    REQUIRE((tile.holder != 0) == (w.tiles[i].holder != 0));
    REQUIRE((tile.entering != 0) == (w.tiles[i].entering != 0));
  }
  w.has_moved = false;
}

static void place_units(void) {
  if (w.crowd != NULL) {
    fill_crowd();
    read_crowd();
  } else {
    place_by_hand();
  }
}

static bool is_in_the_way(const occupancy_tile *tile) {
  return (tile->holder != 0 && tile->holder != w.left_out) ||
         (tile->entering != 0 && tile->entering != w.left_out);
}

// Makes the maps with obstacles for queries from one tile.
static void begin_start(astar_point start) {
  const int width = w.terrain.width;
  const occupancy_tile here = w.tiles[start.y * width + start.x];
  w.left_out = here.holder != 0 ? here.holder : here.entering;
  w.map = *terrain_map(&w.terrain);
  REQUIRE(astar_grid_clone(w.terrain.grid, NULL, &w.blocked) == ASTAR_OK);
  for (int i = 0; i < width * w.terrain.height; i++) {
    if (!is_in_the_way(&w.tiles[i])) continue;
    w.map.obstacles[i] |= 1 << (LAYER - 1);
    REQUIRE(astar_grid_block(w.blocked, i % width, i / width, true, LAYER) == ASTAR_OK);
  }
  optimum_read(&w.optimum, &w.map, &w.def);
  optimum_from(&w.optimum, oracle_index(&w.map, start.x, start.y));
}

// By hand the crowd is an address only.
static const astar_crowd *any_crowd(void) {
  return w.crowd != NULL ? w.crowd : (const astar_crowd *)(const void *)&w.occupancy;
}

// By hand: whether the grid has a crowd.
static void set_crowd(bool has_crowd) {
  w.occupancy.tiles = w.tiles;
  w.terrain.grid->crowd = has_crowd ? (astar_crowd *)(void *)&w.occupancy : NULL;
  w.terrain.grid->occupancy = has_crowd ? &w.occupancy : NULL;
}

static void begin_crowd(void) {
  const astar_crowd_def def = astar_default_crowd();
  w.crowd = NULL;
  if (chance(2) == 0)
    set_crowd(true);
  else
    REQUIRE(astar_crowd_new(w.terrain.grid, &def, &w.crowd) == ASTAR_OK);
}

static void end_crowd(void) {
  if (w.crowd == NULL) set_crowd(false);
  astar_crowd_free(w.crowd);
  REQUIRE(w.terrain.grid->crowd == NULL && w.terrain.grid->occupancy == NULL);
}

// ----------------------------------------------------------------------------- answers

static void find(astar_grid *grid, const astar_query *query, answer *a) {
  answer_find(a, grid, query, w.path);
  w.query_count++;
  w.found_count += a->count > 1;
}

// Compares an answer with the oracle.
static void check_answer(const astar_query *query, const answer *a) {
  const oracle_answer expected =
      oracle_find_by_costs(&w.map, &w.def, query, w.optimum.costs);
  answer_check(&(judge){&w.map, &w.def, &w.optimum}, query, &expected, a);
}

// ------------------------------------------------------------------------------ queries

static astar_query any_query(astar_point start) {
  static const astar_algorithm algorithms[] = {ASTAR_ASTAR, ASTAR_DIJKSTRA, ASTAR_JPS,
                                               ASTAR_GREEDY};
  astar_query query =
      astar_default_query(w.law.rules, start.x, start.y, w.goals, 1 + chance(3) / 2);
  query.filter = &w.filter;
  query.avoid = any_crowd();
  if (chance(12) == 0) query.goal_count = MAX_GOALS;
  for (int i = 0; i < query.goal_count; i++) {
    const astar_point p = terrain_tile(&w.terrain);
    w.goals[i] = (astar_point){p.x, p.y};
  }
  const double cost = w.optimum.costs[oracle_index(&w.map, w.goals[0].x, w.goals[0].y)];
  if (chance(4) == 0) query.range = 1 + chance(3);
  if (chance(3) == 0) query.partial = true;
  if (chance(6) == 0)
    query.max_cost = (cost < INFINITY ? cost : 9) * (chance(2) == 0 ? 1 : 1.0137);
  if (chance(8) == 0) query.heuristic = ASTAR_HEURISTIC_ZERO;
  if (chance(3) == 0) query.algorithm = algorithms[chance(4)];
  if (astar_why_unsuited(w.terrain.grid, query.rules, query.filter, query.algorithm) !=
      NULL)
    query.algorithm = ASTAR_AUTO;
  return query;
}

// Units move or are removed. By hand they come back by `units_return`.
static void units_leave(void) {
  memcpy(w.later, w.tiles, sizeof w.tiles);
  if (w.crowd != NULL) {
    if (!astar_grid_is_busy(w.terrain.grid)) move_crowd();
    static uint32_t units[MAX_UNITS];
    const size_t count = astar_crowd_units(w.crowd, units, MAX_UNITS);
    for (size_t i = 0; i < count; i += 3) astar_crowd_remove(w.crowd, units[i]);
    w.has_moved = true;
  } else if (chance(4) == 0) {
    memset(w.tiles, 0, sizeof w.tiles);
  } else {
    place_by_hand();
  }
}

static void units_return(void) { memcpy(w.tiles, w.later, sizeof w.tiles); }

// Runs a query in slices, while units move, or the crowd is gone.
static void find_in_slices(const astar_query *query, answer *a) {
  astar_search *search;
  REQUIRE(astar_search_new(w.terrain.grid, query, &search) == ASTAR_OK);
  const int most = 1 + chance(50);
  units_leave();
  if (w.crowd == NULL) set_crowd(chance(2) == 0);
  do a->status = astar_search_step(search, 1 + chance(most));
  while (a->status == ASTAR_RUNNING);
  answer_read(a, search);
  astar_search_free(search);
  units_return();
  if (w.crowd == NULL) set_crowd(true);
}

// A heuristic function of 0, whose first call moves all units.
static double leave_once(void *user, int dx, int dy) {
  bool *has_left = (bool *)user;
  (void)dx;
  (void)dy;
  if (!*has_left) units_leave();
  *has_left = true;
  return 0;
}

static void check_function(const astar_query *query) {
  bool has_left = false;
  astar_query other = *query;
  other.heuristic = ASTAR_HEURISTIC_FUNCTION;
  other.heuristic_function = leave_once;
  other.heuristic_user = &has_left;
  other.algorithm = ASTAR_ASTAR;
  find(w.terrain.grid, &other, &again);
  if (has_left) units_return();
  check_answer(&other, &again);
}

// The copy with obstacles gives an answer of the same cost, and the same status where the
// cap does not decide.
static void check_obstacles(const astar_query *query) {
  astar_query other = *query;
  other.avoid = NULL;
  if (query->algorithm == ASTAR_GREEDY ||
      astar_why_unsuited(w.blocked, query->rules, query->filter, query->algorithm) !=
          NULL)
    return;
  find(w.blocked, &other, &again);
  check_answer(&other, &again);
  if (query->max_cost < INFINITY) return;
  REQUIRE(found.status == again.status);
  REQUIRE(fabs(found.result.cost - again.result.cost) <= 1e-7 * again.result.cost);
}

// A query without units sees none of them, whatever queries ran before.
static void check_without(const astar_query *query) {
  astar_query other = *query;
  astar_grid *copy;
  other.avoid = NULL;
  REQUIRE(astar_grid_clone(w.terrain.grid, NULL, &copy) == ASTAR_OK);
  find(w.terrain.grid, &other, &found);
  find(copy, &other, &again);
  answer_require_same(&other, &found, &again);
  astar_grid_free(copy);
}

static void check_query(astar_query query) {
  static uint8_t before[SERIALIZED], after[SERIALIZED];
  const uint64_t revision = astar_grid_revision(w.terrain.grid);
  const size_t size = astar_grid_serialize(w.terrain.grid, before, SERIALIZED);
  w.query = query;
  if (chance(6) == 0) check_without(&query);
  find(w.terrain.grid, &query, &found);
  check_answer(&query, &found);
  if (chance(3) == 0) check_obstacles(&query);
  if (chance(3) == 0) {
    find(w.terrain.grid, &query, &found);
    find_in_slices(&query, &again);
    answer_require_same(&query, &found, &again);
  } else if (chance(6) == 0) {
    check_function(&query);
  }
  REQUIRE(astar_grid_revision(w.terrain.grid) == revision);
  REQUIRE(astar_grid_serialize(w.terrain.grid, after, SERIALIZED) == size);
  REQUIRE(size <= SERIALIZED && memcmp(before, after, size) == 0);
}

// ------------------------------------------------------------------------------- sight

static void check_sight(astar_point start) {
  const astar_point end = terrain_tile(&w.terrain);
  int x = -1, y = -1, blocked_x = -1, blocked_y = -1;
  w.query.start_x = start.x;
  w.query.start_y = start.y;
  w.query.goal_count = 1;
  w.goals[0] = (astar_point){end.x, end.y};
  const astar_status status = astar_line_of_sight_avoiding(
      w.terrain.grid, w.law.rules, &w.filter, ASTAR_SIGHT_LINE, start.x, start.y, end.x,
      end.y, any_crowd(), NULL, &x, &y);
  // The oracle needs pair costs of moves that the rules have.
  if (w.def.pair_cost_count == 0) {
    REQUIRE((status == ASTAR_OK) ==
            oracle_sees(&w.map, &w.def, start.x, start.y, end.x, end.y));
  }
  REQUIRE(astar_line_of_sight(w.blocked, w.law.rules, &w.filter, start.x, start.y, end.x,
                              end.y, &blocked_x, &blocked_y) == status);
  REQUIRE(x == blocked_x && y == blocked_y);
  w.sight_count++;
}

// -------------------------------------------------------------------------------- maps

// A tile with a unit more often than not.
static astar_point any_start(void) {
  astar_point p = terrain_tile(&w.terrain);
  const int tries = chance(3) == 0 ? 0 : 30;
  for (int i = 0; i < tries && w.tiles[p.y * w.terrain.width + p.x].holder == 0; i++)
    p = terrain_tile(&w.terrain);
  return p;
}

static void check_map(void) {
  terrain_begin(&w.terrain, false);
  terrain_begin_law(&w.terrain, &w.law, true);
  w.filter =
      chance(3) == 0 ? terrain_filter(&w.terrain) : astar_rules_filter(w.law.rules);
  w.filter.ignored_layers &= (uint8_t) ~(1 << (LAYER - 1));
  w.def = w.law.def;
  w.def.filter = w.filter;
  begin_crowd();
  for (int round = chance(3); round >= 0; round--) {
    place_units();
    for (int starts = 4; starts > 0; starts--) {
      const astar_point start = any_start();
      begin_start(start);
      for (int i = 0; i < 8; i++) check_sight(start);
      for (int i = 0; i < 8 && !w.has_moved; i++) check_query(any_query(start));
      astar_grid_free(w.blocked);
      if (w.has_moved) read_crowd();
    }
    for (int i = chance(4); i > 0; i--) terrain_edit(&w.terrain);
  }
  end_crowd();
  astar_rules_free(w.law.rules);
  terrain_end(&w.terrain);
}

int main(int count, char **words) {
  round_describe = describe;
  REQUIRE(astar_path_new(NULL, &w.path) == ASTAR_OK);
  const uint64_t maps = play_rounds(count, words, 2000, check_map);
  astar_path_free(w.path);
  printf("%" PRIu64 " maps, %" PRIu64 " queries, %" PRIu64 " paths, %" PRIu64
         " lines: no difference\n",
         maps, w.query_count, w.found_count, w.sight_count);
  return EXIT_SUCCESS;
}
