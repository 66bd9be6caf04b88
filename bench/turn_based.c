// Prints what turn-based movement takes, on maps of 512 x 512 tiles, beside searches that
// know no turns: a movement range of 3 turns beside one with the same budget; a search of
// the whole map beside Dijkstra's algorithm, and paths beside A*, both with the queue and
// the step function of the turn search; the same with friends and zones on 2 % of the
// tiles. The mean of 16 starts, the best of several passes. Run it by `make
// bench-turn-based`.
#include "timing.h"
#include "astar.h"
#include "base/bits.h"
#include "query/cache.h"
#include "search/step_tables.h"

enum { SIDE = 512, TILES = SIDE * SIDE, STARTS = 16, PASSES = 5, FRIENDS = 1, ZONES = 2 };

typedef struct turn_map {
  const char *name;
  double points;
  bool has_hills; // costs 1, 2, 4, 8 by height; else random costs 1 to 3
} turn_map;

static const turn_map maps[] = {
    {"noise, 10 points", 10, false},
    {"noise, 60 points", 60, false},
    {"hills, 20 points", 20, true},
};

static astar_grid *grid;
static astar_rules *rules;
static astar_point starts[STARTS], goals_of[STARTS];
static uint64_t random_state;

static int random_below(int count) {
  random_state =
      random_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (int)((random_state >> 33) % (uint64_t)count);
}

// ------------------------------------------------------------------------------- maps

static const astar_filter *filter_of_layers(void) {
  static const astar_filter filter = {
      .ignored_layers = ASTAR_LAYER(FRIENDS) | ASTAR_LAYER(ZONES), .penalty_scale = 1};
  return &filter;
}

// Hills: heights at every 32nd tile, and lines between them [0..99].
static int height_at(const int *heights, int x, int y) {
  const int *at = &heights[y / 32 * (SIDE / 32 + 1) + x / 32];
  const int dx = x % 32, dy = y % 32, below = SIDE / 32 + 1;
  return (at[0] * (32 - dx) * (32 - dy) + at[1] * dx * (32 - dy) +
          at[below] * (32 - dx) * dy + at[below + 1] * dx * dy) /
         1024;
}

static int cost_at(const turn_map *map, const int *heights, int x, int y) {
  if (!map->has_hills) return random_below(100) < 15 ? 0 : 1 + random_below(3);
  const int height = height_at(heights, x, y);
  return height < 35 ? 1 : height < 50 ? 2 : height < 65 ? 4 : height < 75 ? 8 : 0;
}

static astar_point random_tile(void) {
  for (;;) {
    const int x = random_below(SIDE), y = random_below(SIDE);
    if (astar_grid_get(grid, x, y) != 0) return (astar_point){x, y};
  }
}

static void make_map(const turn_map *map) {
  int heights[(SIDE / 32 + 1) * (SIDE / 32 + 2)];
  random_state = 1;
  for (size_t i = 0; i < sizeof heights / sizeof *heights; i++)
    heights[i] = random_below(100);
  for (int i = 0; i < TILES; i++) {
    const int x = i % SIDE, y = i / SIDE;
    astar_grid_set(grid, x, y, (uint8_t)cost_at(map, heights, x, y));
    for (int layer = FRIENDS; layer <= ZONES; layer++)
      astar_grid_block(grid, x, y, random_below(50) == 0, layer);
  }
  for (int i = 0; i < STARTS;) {
    const astar_point a = random_tile(), b = random_tile();
    starts[i] = a;
    goals_of[i] = b;
    i += astar_is_reachable(grid, rules, filter_of_layers(), a.x, a.y, b.x, b.y) ==
         ASTAR_OK;
  }
}

// --------------------------------------------------------------- searches without turns

// Dijkstra's algorithm, or A* to a goal, on the costmap, the queue and the step tables of
// the turn search.
typedef struct plain_search {
  costmap map;
  step_tables tables;
  bucket_queue open;
  heuristic heuristic;
  goals goals;
  bool has_goal;
  double g[TILES]; // infinity: not reached
  uint8_t from[TILES];
  bool is_closed[TILES];
  uint32_t reached[TILES], reached_count;
} plain_search;

static plain_search plain;

static void plain_open(plain_search *s, uint32_t cell, int x, int y, double g, int move) {
  if (isinf(s->g[cell])) s->reached[s->reached_count++] = cell;
  s->g[cell] = g;
  s->from[cell] = (uint8_t)move;
  s->is_closed[cell] = false;
  const double h = s->has_goal ? heuristic_at(&s->heuristic, x, y) : 0;
  bucket_queue_push(&s->open, g + h, x, y);
}

// The moves that make a neighbor cheaper, as a set: without branches.
static uint64_t plain_find_cheaper(const plain_search *s, uint32_t cell) {
  const double g = s->g[cell];
  uint64_t cheaper = 0;
  for (int d = 0; d < DIRECTIONS; d++) {
    const uint32_t to = cell + (uint32_t)s->tables.offset[d];
    cheaper |= (uint64_t)(g + step_tables_cost(&s->tables, to, d) < s->g[to]) << d;
  }
  return cheaper;
}

static void plain_expand(plain_search *s, uint32_t cell, int x, int y) {
  uint64_t moves = costmap_moves(&s->map, x, y);
  if (step_tables_are_inside(&s->tables, cell)) moves &= plain_find_cheaper(s, cell);
  for (; moves != 0; moves &= moves - 1) {
    const int move = bits_lowest(moves);
    const uint32_t to = cell + (uint32_t)s->tables.offset[move];
    const double g = s->g[cell] + costmap_cost_into(&s->map, x, y, move, to);
    if (g >= s->g[to]) continue;
    plain_open(s, to, x + direction_dx[move], y + direction_dy[move], g, move);
  }
}

// Searches the whole map, or until the cost of the goal is known.
static void plain_run(plain_search *s, astar_point start, const astar_point *goal) {
  const double step = s->map.moves->min_step;
  const uint32_t end = goal != NULL ? grid_cell(grid, goal->x, goal->y) : GRID_NO_CELL;
  bucket_queue_entry entry;
  while (s->reached_count > 0) s->g[s->reached[--s->reached_count]] = INFINITY;
  bucket_queue_begin(&s->open, &grid->memory, 0, step * 0.5, step);
  s->has_goal = goal != NULL;
  if (goal != NULL) {
    const astar_query query = astar_default_query(rules, start.x, start.y, goal, 1);
    goals_begin(&s->goals, &s->map, &query);
    heuristic_init(&s->heuristic, &s->map, &s->goals, &query, false);
  }
  plain_open(s, grid_cell(grid, start.x, start.y), start.x, start.y, 0, 0);
  while ((goal == NULL || isinf(s->g[end]) ||
          !bucket_queue_is_beyond(&s->open, s->g[end])) &&
         bucket_queue_pop(&s->open, &entry)) {
    const int x = bucket_queue_x(entry), y = bucket_queue_y(entry);
    const uint32_t cell = grid_cell(grid, x, y);
    if (s->is_closed[cell]) continue;
    s->is_closed[cell] = true;
    plain_expand(s, cell, x, y);
  }
}

// ------------------------------------------------------------------------------- trials

// One search from start i. A trial with turns has friends and zones if `busy`.
typedef void (*turn_trial)(int i, bool busy);

static double points;

static astar_turns turns_of(bool busy) {
  astar_turns turns = astar_default_turns(points);
  if (busy) turns.pass = ASTAR_LAYER(FRIENDS);
  if (busy) turns.zones = ASTAR_LAYER(ZONES);
  return turns;
}

static void range_in_turns(int i, bool busy) {
  astar_turns turns = turns_of(busy);
  astar_field *field = NULL;
  turns.max_turns = 3;
  astar_turn_range(grid, rules, filter_of_layers(), starts[i].x, starts[i].y, &turns,
                   &field);
  astar_field_free(field);
}

static void range_without(int i, bool busy) {
  astar_field *field = NULL;
  (void)busy;
  astar_movement_range(grid, rules, filter_of_layers(), starts[i].x, starts[i].y,
                       3 * points, &field);
  astar_field_free(field);
}

// The kernel alone: a range of the library also copies its labels.
static void whole_in_turns(int i, bool busy) {
  const astar_turns turns = turns_of(busy);
  astar_query query = astar_default_query(rules, starts[i].x, starts[i].y, NULL, 0);
  budget unlimited = {BUDGET_UNLIMITED};
  workspace *work = cache_workspace(grid);
  query.turns = &turns;
  work->run.map = plain.map;
  work->run.query = &query;
  work->run.path = &work->path;
  goals_begin(&work->run.goals, &work->run.map, &query);
  turn_search_begin(&work->turn_search, &work->run, &unlimited);
  turn_search_step(&work->turn_search, &work->run, INT64_MAX);
  cache_leave_workspace(work);
}

static void whole_without(int i, bool busy) {
  (void)busy;
  plain_run(&plain, starts[i], NULL);
}

static void path_in_turns(int i, bool busy) {
  const astar_turns turns = turns_of(busy);
  astar_query query =
      astar_default_query(rules, starts[i].x, starts[i].y, &goals_of[i], 1);
  astar_result result;
  query.filter = filter_of_layers();
  query.turns = &turns;
  astar_find_path(grid, &query, NULL, &result);
}

static void path_without(int i, bool busy) {
  (void)busy;
  plain_run(&plain, starts[i], &goals_of[i]);
}

// The sum over all starts of the best passes [us]. The trials take turns, so that all of
// them see the same machine.
static void time_trials(const turn_trial *trials, const bool *busy, int count,
                        double *sums) {
  for (int t = 0; t < count; t++) sums[t] = 0;
  for (int i = 0; i < STARTS; i++) {
    double best[3] = {INFINITY, INFINITY, INFINITY};
    for (int pass = 0; pass < PASSES; pass++) {
      for (int t = 0; t < count; t++) {
        const double start = bench_now();
        trials[t](i, busy[t]);
        best[t] = fmin(best[t], bench_now() - start);
      }
    }
    for (int t = 0; t < count; t++) sums[t] += best[t];
  }
}

static void print_row(const char *name, const char *what, turn_trial with,
                      turn_trial without) {
  const turn_trial trials[] = {without, with, with};
  const bool busy[] = {false, false, true};
  double sums[3];
  time_trials(trials, busy, 3, sums);
  printf("| %s | %s | %.1f | %.1f | %.2f | %.1f | %+.0f %% |\n", name, what,
         sums[0] / STARTS, sums[1] / STARTS, sums[1] / sums[0], sums[2] / STARTS,
         (sums[2] / sums[1] - 1) * 100);
}

int main(void) {
  astar_rules_def def = astar_default_rules();
  for (int cost = 1; cost <= 8; cost++) def.cost[cost] = cost;
  if (astar_grid_new(NULL, SIDE, SIDE, ASTAR_SQUARE, 0, &grid) != ASTAR_OK ||
      astar_rules_new(NULL, &def, &rules) != ASTAR_OK)
    return 1;
  for (int i = 0; i < TILES; i++) plain.g[i] = INFINITY;
  printf("| map | search | without turns [us] | in turns [us] | ratio | with friends and "
         "zones [us] | more |\n| --- | --- | --- | --- | --- | --- | --- |\n");
  for (size_t i = 0; i < sizeof maps / sizeof *maps; i++) {
    make_map(&maps[i]);
    points = maps[i].points;
    cache_get(grid, rules, filter_of_layers(), NULL, &plain.map, NULL);
    costmap_ensure_legal(&plain.map, NULL);
    plain.tables = step_tables_of(&plain.map);
    print_row(maps[i].name, "range of 3 turns", range_in_turns, range_without);
    print_row(maps[i].name, "whole map", whole_in_turns, whole_without);
    print_row(maps[i].name, "path", path_in_turns, path_without);
  }
  bucket_queue_fini(&plain.open);
  goals_fini(&plain.goals, &grid->memory);
  astar_rules_free(rules);
  astar_grid_free(grid);
  return 0;
}
