/// Compares queries and movement ranges in turns with an oracle, on random terrain:
///
///     build/fuzz/tactics [MAPS [SEED]]
///
/// Method: the program puts friends and zones on two layers of a random map (terrain.h),
/// and plays the mover turn by turn: from every tile where a turn may begin it follows
/// all steps of the oracle that fit, and keeps every number of used points by tile.
/// Nothing is left out because something else is better. The program checks that
///
/// - a path arrives in the turn of the oracle, with as many points left, also to the
///   nearest of several goals, with a range, and short of the goals (`partial`);
/// - the path is legal when it is replayed step by step with its turns;
/// - the range holds the tiles of the oracle, with their turns and points, and its paths
///   are legal, too;
/// - without a path the reason is that of the oracle.
///
/// Each map has a seed of its own: SEED, SEED + 1, ... A failure prints the seed, and
/// ends the program; `tactics 1 SEED` repeats that map.
#include "answer.h"
#include "terrain.h"

#include "../support/rounds.h"

#include <math.h>
#include <string.h>

enum { FRIENDS = 7, ZONES = 8, MAX_GOALS = 3, MAX_STATES = 400, NEVER = 1 << 30 };

// The numbers of points that can be used on one tile in one turn.
typedef struct states {
  double used[MAX_STATES];
  int count;
} states;

// When a tile is reached first.
typedef struct arrival {
  int turn; // from 1, NEVER
  double used;
} arrival;

typedef struct world {
  terrain terrain;
  law law;
  astar_rules_def def; ///< with the filter of the queries
  oracle_map map;
  oracle_edge edges[ORACLE_TILES][ORACLE_STEPS];
  int edge_count[ORACLE_TILES];
  bool is_friend[ORACLE_TILES], is_zone[ORACLE_TILES];
  astar_turns turns;
  int start;
  states states[ORACLE_TILES];
  arrival arrivals[ORACLE_TILES]; ///< within `turns.max_turns`
  arrival later[ORACLE_TILES];    ///< within any number of turns
  astar_path *path;
  astar_point goals[MAX_GOALS];
  uint64_t query_count, found_count, range_count, skipped;
} world;

static world w;
static answer found;
static uint32_t turns_of[ORACLE_TILES * 4];

static void describe(void) {
  fprintf(stderr, "points %.17g, left %.17g, fit %d, zone %d, max_turns %u, start %d\n",
          w.turns.points, w.turns.left, w.turns.fit, w.turns.zone,
          (unsigned)w.turns.max_turns, w.start);
  answer_print("answer", &found);
  terrain_print_law(&w.law);
  terrain_print(&w.terrain);
}

static int tiles(void) { return w.map.width * w.map.height; }

static bool is_near(double a, double b) { return fabs(a - b) <= 1e-8 * w.turns.points; }

// ------------------------------------------------------------------------------ oracle

// Whether a mover on a tile covers a tile of a layer. At the start there are no friends.
static bool covers(int index, int layer) {
  const int size = w.law.def.size, width = w.map.width;
  const int sx = w.start % width, sy = w.start / width;
  for (int i = 0; i < size * size; i++) {
    const int x = index % width + i % size, y = index / width + i / size;
    const bool is_start = x >= sx && y >= sy && x < sx + size && y < sy + size;
    if (x >= width || y >= w.map.height || (layer == FRIENDS && is_start)) continue;
    if ((w.map.obstacles[y * width + x] & 1 << (layer - 1)) != 0) return true;
  }
  return false;
}

// Takes the points of a step. False: it does not fit.
static bool take(double *used, int from, int to, double cost) {
  const double points = w.turns.points, left = points - *used, little = 1e-9 * points;
  const bool fits = cost - left < little || (w.turns.fit == ASTAR_FIT_ANY && left > 0) ||
                    (w.turns.fit == ASTAR_FIT_MIN_STEP && !(*used > 0));
  if (!fits) return false;
  const bool ends = w.is_zone[to] && (w.turns.zone == ASTAR_ZONE_STOP || w.is_zone[from]);
  *used = ends || points - (*used + cost) < little ? points : *used + cost;
  return *used < points || !w.is_friend[to];
}

// Adds a state of a turn, unless it is there.
static bool add_state(int tile, double used) {
  states *s = &w.states[tile];
  for (int i = 0; i < s->count; i++)
    if (fabs(s->used[i] - used) <= 1e-11 * w.turns.points) return false;
  if (s->count < MAX_STATES) s->used[s->count++] = used;
  return true;
}

static void note_arrival(int tile, int turn, double used) {
  arrival *a = &w.later[tile];
  if (a->turn < turn || (a->turn == turn && a->used <= used)) return;
  *a = (arrival){turn, used};
}

// Plays one turn from the tiles in `starts`. False: too many states.
static bool play_turn(int turn, const bool *starts) {
  static int queue[ORACLE_TILES * MAX_STATES][2];
  int count = 0;
  for (int i = 0; i < tiles(); i++) w.states[i].count = 0;
  for (int i = 0; i < tiles(); i++) {
    if (!starts[i]) continue;
    add_state(i, turn == 1 ? w.turns.points - w.turns.left : 0);
    queue[count][0] = i, queue[count++][1] = 0;
  }
  for (int at = 0; at < count; at++) {
    const int from = queue[at][0];
    const double before = w.states[from].used[queue[at][1]];
    for (int e = 0; e < w.edge_count[from]; e++) {
      const oracle_edge *edge = &w.edges[from][e];
      double used = before;
      if (!take(&used, from, edge->to, edge->cost)) continue;
      if (w.states[edge->to].count == MAX_STATES) return false;
      if (!add_state(edge->to, used)) continue;
      note_arrival(edge->to, turn, used);
      queue[count][0] = edge->to, queue[count++][1] = w.states[edge->to].count - 1;
    }
  }
  return true;
}

// Plays until a turn reaches no new tile where the next one could begin.
static bool play_all(void) {
  bool starts[ORACLE_TILES] = {false}, known[ORACLE_TILES] = {false}, is_new = true;
  for (int i = 0; i < tiles(); i++) w.later[i] = w.arrivals[i] = (arrival){NEVER, 0};
  starts[w.start] = known[w.start] = true;
  w.later[w.start] = (arrival){1, w.turns.points - w.turns.left};
  for (int turn = 1; is_new; turn++) {
    if (!play_turn(turn, starts)) return false;
    if ((uint32_t)turn == w.turns.max_turns) memcpy(w.arrivals, w.later, sizeof w.later);
    is_new = turn == 1 && w.turns.left < w.turns.points;
    for (int i = 0; i < tiles(); i++) {
      starts[i] = w.states[i].count > 0 && !w.is_friend[i] && (!known[i] || turn == 1);
      is_new = is_new || (starts[i] && !known[i]);
      known[i] = known[i] || starts[i];
    }
    if (!is_new && (uint32_t)turn < w.turns.max_turns)
      memcpy(w.arrivals, w.later, sizeof w.later);
  }
  return true;
}

// ------------------------------------------------------------------------------ replay

// Replays a path with its turns from the start. Returns the points used in its last turn.
static double replay(const astar_point *points, const double *costs,
                     const uint32_t *turns, size_t count) {
  double used = w.turns.points - w.turns.left;
  REQUIRE(points[0].y * w.map.width + points[0].x == w.start && turns[0] == 1);
  for (size_t i = 1; i < count; i++) {
    const int from = points[i - 1].y * w.map.width + points[i - 1].x;
    const int to = points[i].y * w.map.width + points[i].x;
    const oracle_edge *step = NULL;
    for (int e = 0; e < w.edge_count[from]; e++) {
      const oracle_edge *edge = &w.edges[from][e];
      const double wrong = fabs(edge->cost - (costs[i] - costs[i - 1]));
      if (edge->to == to && wrong <= 1e-9 * (costs[i] + 1e-99)) step = edge;
    }
    REQUIRE(step != NULL);
    REQUIRE(turns[i] == turns[i - 1] || turns[i] == turns[i - 1] + 1);
    if (turns[i] > turns[i - 1]) {
      REQUIRE(!w.is_friend[from]);
      used = 0;
    }
    REQUIRE(take(&used, from, to, step->cost));
  }
  return used;
}

static void check_path(size_t count, double left) {
  static double costs[ORACLE_TILES * 4];
  REQUIRE(count <= ORACLE_TILES * 4 &&
          astar_path_turns(w.path, turns_of, count) == count);
  REQUIRE(astar_path_costs(w.path, costs, count) == count);
  const double used = replay(found.points, costs, turns_of, count);
  REQUIRE(is_near(left, w.turns.points - used));
}

// ----------------------------------------------------------------------------- queries

static bool is_before(arrival a, arrival b) {
  return a.turn != b.turn ? a.turn < b.turn : a.used < b.used && !is_near(a.used, b.used);
}

// The distance of a tile to the nearest goal [steps].
static int goal_distance(const astar_query *query, int tile) {
  int steps = 0;
  oracle_nearest_goal(&w.map, &w.def, query, tile % w.map.width, tile / w.map.width,
                      &steps);
  return steps;
}

// Compares an answer with the best arrival at a tile within `steps` of a goal.
static void check_found(const astar_query *query, int steps) {
  arrival best = {NEVER, 0};
  for (int i = 0; i < tiles(); i++) {
    const bool is_end =
        goal_distance(query, i) <= steps && (!w.is_friend[i] || i == w.start);
    if (is_end && is_before(w.arrivals[i], best)) best = w.arrivals[i];
  }
  const size_t count = found.count;
  const double left = found.result.left;
  REQUIRE(best.turn < NEVER && found.status == ASTAR_OK);
  check_path(count, left);
  const astar_point end = found.points[count - 1];
  REQUIRE(goal_distance(query, end.y * w.map.width + end.x) <= steps);
  REQUIRE((int)turns_of[count - 1] == best.turn &&
          is_near(w.turns.points - left, best.used));
  w.found_count++;
}

// What a query without `max_cost` must answer.
static void check_answer(const astar_query *query) {
  int nearest = INT32_MAX;
  bool may_end = false, is_later = false;
  for (int i = 0; i < tiles(); i++) {
    const int steps = goal_distance(query, i);
    const bool can_stand = oracle_fits(&w.map, &w.def, i % w.map.width, i / w.map.width);
    if (w.is_friend[i] && i != w.start) continue;
    may_end = may_end || (steps <= query->range && (can_stand || i == w.start));
    is_later = is_later || (steps <= query->range && w.later[i].turn < NEVER);
    if (w.arrivals[i].turn < NEVER && steps < nearest) nearest = steps;
  }
  if (nearest <= query->range) {
    check_found(query, query->range);
    REQUIRE(!found.result.partial);
  } else if (query->partial) {
    check_found(query, nearest);
    REQUIRE(found.result.partial);
  } else if (!may_end) {
    REQUIRE(found.status == ASTAR_GOAL_BLOCKED);
  } else if (is_later) {
    REQUIRE(found.status == ASTAR_LIMIT);
  } else {
    // A search that left turns out cannot know.
    REQUIRE(found.status == ASTAR_UNREACHABLE ||
            (found.status == ASTAR_LIMIT && w.turns.max_turns < UINT32_MAX));
  }
}

static void check_query(void) {
  astar_query query = astar_default_query(w.law.rules, w.start % w.map.width,
                                          w.start / w.map.width, w.goals, 1);
  query.filter = &w.def.filter;
  query.turns = &w.turns;
  if (chance(4) == 0) query.goal_count = 1 + chance(MAX_GOALS);
  if (chance(4) == 0) query.range = chance(3);
  query.partial = chance(3) == 0;
  for (int i = 0; i < query.goal_count; i++) w.goals[i] = terrain_tile(&w.terrain);
  answer_find(&found, w.terrain.grid, &query, w.path);
  w.query_count++;
  check_answer(&query);
  if (found.status != ASTAR_OK || query.partial) return;
  const double cost = found.result.cost;
  query.max_cost = cost;
  answer_find(&found, w.terrain.grid, &query, w.path);
  REQUIRE(found.status == ASTAR_OK && is_number(found.result.cost, cost));
  query.max_cost = cost * 0.999;
  answer_find(&found, w.terrain.grid, &query, w.path);
  REQUIRE(found.status == (cost > 0 ? ASTAR_LIMIT : ASTAR_OK));
}

// ------------------------------------------------------------------------------- range

static void check_range_tile(astar_field *field, int tile) {
  const int x = tile % w.map.width, y = tile / w.map.width;
  const arrival *a = &w.arrivals[tile];
  astar_arrival got = {0, 0, false};
  REQUIRE(astar_field_arrival(field, x, y, &got) == (a->turn < NEVER));
  REQUIRE((astar_field_cost(field, x, y) < INFINITY) == (a->turn < NEVER));
  if (a->turn == NEVER) return;
  REQUIRE((int)got.turn == a->turn && got.can_stop == !w.is_friend[tile]);
  REQUIRE(is_near(got.left, w.turns.points - a->used));
  found.status = astar_field_path(field, x, y, w.path, &found.result);
  REQUIRE(found.status == ASTAR_OK);
  found.count = astar_path_points(w.path, found.points, ORACLE_TILES + 1);
  REQUIRE(found.count <= ORACLE_TILES &&
          is_number(found.result.cost, astar_field_cost(field, x, y)));
  check_path(found.count, got.left);
  REQUIRE((int)turns_of[found.count - 1] == a->turn);
}

static void check_range(astar_field *field) {
  for (int i = 0; i < tiles(); i++) check_range_tile(field, i);
  w.range_count++;
}

// -------------------------------------------------------------------------------- maps

// Whether sums of costs may miss the points of a turn by about what counts as equal: then
// the answer depends on the order of the sum.
static bool are_costs_close(void) {
  for (int i = 0; i < TERRAINS * TERRAINS; i++) {
    const double a = w.law.def.cost[i / TERRAINS], b = w.law.def.cost[i % TERRAINS];
    if (a < b && b < a * 1.00001) return true;
  }
  return false;
}

static void any_turns(void) {
  double cheapest = INFINITY, greatest = 0;
  for (int i = 0; i < TERRAINS; i++) {
    const double cost = w.law.def.cost[i];
    if (cost > 0 && cost < cheapest) cheapest = cost;
    if (cost > greatest) greatest = cost;
  }
  if (!(cheapest < INFINITY)) cheapest = greatest = 1;
  const double base = chance(4) == 0 && greatest < 20 * cheapest ? greatest : cheapest;
  double points = base * (1 + chance(7));
  if (chance(3) == 0 || are_costs_close()) points *= chance_real() + 0.3;
  w.turns = astar_default_turns(points);
  if (chance(3) == 0) w.turns.left = chance(3) == 0 ? 0 : points * chance_real();
  w.turns.fit = (astar_fit)chance(3);
  w.turns.zone = (astar_zone)chance(2);
  if (chance(4) > 0) w.turns.pass = ASTAR_LAYER(FRIENDS);
  if (chance(3) > 0) w.turns.zones = ASTAR_LAYER(ZONES);
  w.turns.max_turns = chance(3) == 0 ? 1 + (uint32_t)chance(4) : UINT32_MAX;
}

static void put_units(void) {
  const int friends = chance(70), zones = chance(40);
  for (int i = 0; i < w.terrain.width * w.terrain.height; i++) {
    const int x = i % w.terrain.width, y = i / w.terrain.width;
    astar_grid_block(w.terrain.grid, x, y, chance(100) < friends, FRIENDS);
    astar_grid_block(w.terrain.grid, x, y, chance(100) < zones, ZONES);
  }
}

// Reads the map, and the steps from each tile.
static void read_world(void) {
  w.terrain.is_read = false;
  w.map = *terrain_map(&w.terrain);
  w.def = w.law.def;
  w.def.filter.ignored_layers |= w.turns.pass | w.turns.zones;
  for (int i = 0; i < tiles(); i++) {
    const int x = i % w.map.width, y = i / w.map.width;
    w.edge_count[i] = oracle_edges_from(&w.map, &w.def, x, y, w.edges[i]);
    w.is_friend[i] = w.turns.pass != 0 && covers(i, FRIENDS);
    w.is_zone[i] = w.turns.zones != 0 && covers(i, ZONES);
  }
}

static void check_start(void) {
  const astar_point start = terrain_tile(&w.terrain);
  astar_field *field = NULL;
  w.start = start.y * w.terrain.width + start.x;
  read_world();
  if (!play_all()) {
    w.skipped++;
    return;
  }
  for (int i = 0; i < 6; i++) check_query();
  if (w.turns.max_turns == UINT32_MAX) return;
  REQUIRE(astar_turn_range(w.terrain.grid, w.law.rules, &w.law.def.filter, start.x,
                           start.y, &w.turns, &field) == ASTAR_OK);
  check_range(field);
  put_units();
  read_world();
  if (astar_field_update(field) == ASTAR_OK && play_all()) check_range(field);
  astar_field_free(field);
}

static void check_map(void) {
  terrain_begin(&w.terrain, false);
  terrain_begin_law(&w.terrain, &w.law, true);
  any_turns();
  put_units();
  for (int i = 0; i < 3; i++) check_start();
  astar_rules_free(w.law.rules);
  terrain_end(&w.terrain);
}

int main(int count, char **words) {
  round_describe = describe;
  REQUIRE(astar_path_new(NULL, &w.path) == ASTAR_OK);
  const uint64_t maps = play_rounds(count, words, 2000, check_map);
  astar_path_free(w.path);
  printf("%" PRIu64 " maps, %" PRIu64 " queries, %" PRIu64 " paths, %" PRIu64
         " ranges, %" PRIu64 " maps too rich: no difference\n",
         maps, w.query_count, w.found_count, w.range_count, w.skipped);
  return EXIT_SUCCESS;
}
