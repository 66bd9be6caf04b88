// Measures crowds: lifelong random goals on maps, and the scenes of
// spec/support/crowd_scenes.h. Each update simulates 1/60 s.
//
//     PROGRAM tables [MAP...]                  all tables, as Markdown
//     PROGRAM life MAP UNITS [KEY=VALUE...]    one line
//     PROGRAM scene NAME [KEY=VALUE...]        one line
//     PROGRAM danger none|fire|bears           one line: penalties that are edited
//     PROGRAM sides                            the tables of sides
//     PROGRAM near SIDE                        who is near: nanoseconds per call
//     PROGRAM resolve SEEDS [FIRST]            fails if a scene is not resolved
//
// MAP is a file in the format of the Moving AI Lab, or a generated map: town-128 has 128
// x 128 tiles, noise-96 96 x 96, rooms-8 has 8 x 8 rooms. Keys of `life`: seconds, seed,
// patience, budget, teams (how many). Keys of `scene`: seeds (how many), seed (the
// first), vary=1 (different speeds), teams=1 (those who go to the left are enemies of the
// others), shuffle=1 (orders in a random order), limit, patience, map (a MAP, for
// send-doors).
//
// Lifelong random goals: units stand on random tiles of the largest component of the map,
// on at most half of its tiles, and do 4 tiles per second. Each gets a random goal in
// that component, and a new one when its order ends. Reported are the milliseconds per
// update: with the orders that it caused, and those orders alone.
//
// Danger: the same on a meadow of 150 x 100 tiles of three costs, while penalties of 20
// follow a fire that grows, or three bears, ten times per second. Reported is the time
// that units stand on tiles with such a penalty, too.
#include "timing.h"
#include "astar_crowd.h"
#include "support/crowd_scenes.h"

enum { RATE = CROWD_SCENE_RATE, STILL_SECONDS = 20, SCENE_SEEDS = 20 };

static double processor_now(void) { // [us]
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec * 1e6 + (double)t.tv_nsec * 1e-3;
}

static void check_status(astar_status status, const char *what) {
  crowd_need(status == ASTAR_OK, what);
}

static int compare_numbers(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

// The value of KEY=VALUE among the arguments, or NULL.
static const char *value_of(int count, char **arguments, const char *key) {
  size_t length = strlen(key);
  for (int i = 0; i < count; i++)
    if (strncmp(arguments[i], key, length) == 0 && arguments[i][length] == '=')
      return arguments[i] + length + 1;
  return NULL;
}

static int number_of(int count, char **arguments, const char *key, int otherwise) {
  const char *value = value_of(count, arguments, key);
  return value == NULL ? otherwise : atoi(value);
}

// -------------------------------------------------------------------------------- maps

static crowd_map read_map(const char *name) {
  bench file = {0};
  bench_read_map(&file, name);
  crowd_map map = crowd_map_new(file.width, file.height, '#');
  for (int y = 0; y < file.height; y++) {
    for (int x = 0; x < file.width; x++)
      if (bench_cost(&file, x, y) > 0) crowd_map_fill(&map, x, y, 1, 1, '.');
  }
  bench_free(&file);
  return map;
}

// A map of `side` x `side` tiles, 12 % of them walls.
static crowd_map noise_map(int side) {
  crowd_map map = crowd_map_new(side, side, '.');
  uint64_t random = 1;
  for (int i = 0; i < side * side; i++)
    if (crowd_random(&random, 100) < 12) map.tiles[i] = '#';
  return map;
}

static crowd_map find_map(const char *name) {
  if (strncmp(name, "noise-", 6) == 0) return noise_map(atoi(name + 6));
  if (strncmp(name, "town-", 5) == 0) return crowd_map_town(atoi(name + 5), 1);
  if (strncmp(name, "rooms-", 6) == 0) return crowd_map_rooms(atoi(name + 6), 7, 1);
  return read_map(name);
}

// The name of a map without folder and ending.
static const char *short_name(const char *name, char *buffer, size_t size) {
  const char *slash = strrchr(name, '/');
  snprintf(buffer, size, "%s", slash ? slash + 1 : name);
  char *dot = strrchr(buffer, '.');
  if (dot) *dot = '\0';
  return buffer;
}

// ------------------------------------------------------------------------------ memory

static size_t bytes_in_use;

// An allocator that counts the bytes in use.
static void *counted_alloc(void *user, void *block, size_t old_size, size_t new_size) {
  (void)user;
  if (new_size == 0) {
    free(block);
    bytes_in_use -= old_size;
    return NULL;
  }
  void *moved = realloc(block, new_size);
  if (moved) bytes_in_use += new_size - old_size;
  return moved;
}

// ---------------------------------------------------------------- lifelong random goals

typedef struct life_unit {
  double x, y;
  int moved; // the last update that moved it
  bool was_still;
} life_unit;

typedef struct life life;

struct life {
  const crowd_map *map;
  int open_count, count, updates, teams;
  astar_point *open; // the floor
  astar_grid *grid;
  astar_rules *rules;
  astar_crowd *crowd;
  uint64_t random;
  life_unit *units;
  double *positions;
  double *times; // of each update with its orders [us]
  double orders,
      worst_orders; // time of the orders, without those before the first update
  int events[ASTAR_UNIT_BLOCKED + 1];
  int still_ever,
      still_now;         // units that stood for STILL_SECONDS: at some time, at the end
  size_t peak;           // memory of grid and crowd [bytes]
  void (*edit)(life *l); // before an update, ten times per second; NULL: no edits
  int edits;
  double endangered; // unit-seconds in danger
};

static void order(life *l, uint32_t unit) {
  astar_point goal = l->open[crowd_random(&l->random, l->open_count)];
  check_status(astar_crowd_go_to(l->crowd, unit, goal.x, goal.y, NULL), "an order");
}

static void find_open(life *l) {
  int tiles = l->map->width * l->map->height;
  l->open = bench_need(malloc((size_t)tiles * sizeof *l->open), "memory");
  for (int i = 0; i < tiles; i++) {
    if (l->map->tiles[i] != '.') continue;
    l->open[l->open_count++] = (astar_point){(i % l->map->width), (i / l->map->width)};
  }
}

// Adds units on distinct random tiles, and gives each its first order.
static void add_units(life *l) {
  for (int i = 0; i < l->count; i++) {
    int other = i + crowd_random(&l->random, l->open_count - i);
    astar_point tile = l->open[other];
    l->open[other] = l->open[i];
    l->open[i] = tile;
    astar_unit_def def = astar_default_unit(l->rules, tile.x, tile.y);
    def.team = i % l->teams;
    uint32_t unit;
    check_status(astar_crowd_add(l->crowd, &def, &unit), "a unit");
  }
  for (int i = 1; i <= l->count; i++) order(l, (uint32_t)i);
}

static void begin(life *l, int seconds, int seed, double patience, int budget) {
  size_t count = (size_t)l->count;
  l->random = (uint64_t)seed;
  l->updates = seconds * RATE;
  l->units = bench_need(calloc(count, sizeof *l->units), "memory");
  l->positions = bench_need(calloc(2 * count, sizeof *l->positions), "memory");
  l->times = bench_need(calloc((size_t)l->updates, sizeof *l->times), "memory");
  astar_allocator allocator = {.alloc = counted_alloc};
  l->grid = crowd_map_grid(l->map, &allocator);
  if (l->rules == NULL) l->rules = crowd_map_new_rules(1);
  astar_crowd_def def = astar_default_crowd();
  if (patience > 0) def.patience = patience;
  if (budget > 0) def.budget = budget;
  check_status(astar_crowd_new(l->grid, &def, &l->crowd), "a crowd");
  add_units(l);
}

static void end(life *l) {
  astar_crowd_free(l->crowd);
  astar_grid_free(l->grid);
  astar_rules_free(l->rules);
  free(l->open);
  free(l->units);
  free(l->positions);
  free(l->times);
}

// Gives new orders to all units whose orders ended.
static void answer_events(life *l) {
  astar_unit_event event;
  while (astar_crowd_next_event(l->crowd, &event)) {
    l->events[event.kind]++;
    if (event.kind != ASTAR_UNIT_STEP && event.kind != ASTAR_UNIT_BLOCKED)
      order(l, event.unit);
  }
}

enum { DANGER = 20 }; // the penalty of a fire and of a bear

static void watch_units(life *l, int update) {
  size_t count = astar_crowd_positions(l->crowd, l->positions, 2 * (size_t)l->count);
  for (size_t i = 0; 2 * i < count; i++) {
    life_unit *unit = &l->units[i];
    double x = l->positions[2 * i], y = l->positions[2 * i + 1];
    if (x != unit->x || y != unit->y) unit->moved = update;
    if (update - unit->moved >= STILL_SECONDS * RATE && !unit->was_still) {
      unit->was_still = true;
      l->still_ever++;
    }
    unit->x = x;
    unit->y = y;
    if (l->edit && astar_grid_penalty(l->grid, (int)(x + 0.5), (int)(y + 0.5)) >= DANGER)
      l->endangered += 1.0 / RATE;
  }
}

static void run(life *l) {
  for (int i = 0; i < l->updates; i++) {
    if (l->edit && i % (RATE / 10) == 0) l->edit(l);
    double start = processor_now();
    check_status(astar_crowd_update(l->crowd, 1.0 / RATE), "an update");
    double moved = processor_now();
    answer_events(l);
    double done = processor_now();
    l->times[i] = done - start;
    l->orders += done - moved;
    l->worst_orders = fmax(l->worst_orders, done - moved);
    if (bytes_in_use > l->peak) l->peak = bytes_in_use;
    watch_units(l, i);
  }
  for (int i = 0; i < l->count; i++)
    l->still_now += l->updates - 1 - l->units[i].moved >= STILL_SECONDS * RATE;
}

static life play_life(const crowd_map *map, int count, int seconds, int seed,
                      double patience, int budget, int teams) {
  life l = {.map = map, .count = count, .teams = teams};
  find_open(&l);
  if (count > l.open_count / 2) l.count = l.open_count / 2;
  begin(&l, seconds, seed, patience, budget);
  run(&l);
  qsort(l.times, (size_t)l.updates, sizeof *l.times, compare_numbers);
  return l;
}

static double mean_time(const life *l) { // [ms]
  double sum = 0;
  for (int i = 0; i < l->updates; i++) sum += l->times[i];
  return sum / l->updates / 1e3;
}

static double percentile(const life *l, int share) { // [ms]
  int at = l->updates * share / 100;
  return l->times[at < l->updates ? at : l->updates - 1] / 1e3;
}

static double goals_per_minute(const life *l) {
  return (double)l->events[ASTAR_UNIT_ARRIVED] * 60 * RATE / l->updates;
}

static int other_ends(const life *l) {
  return l->events[ASTAR_UNIT_SETTLED] + l->events[ASTAR_UNIT_UNREACHABLE] +
         l->events[ASTAR_UNIT_CUT_OFF];
}

static void print_life(const char *name, const life *l) {
  printf("map=%s units=%d goals=%.0f mean=%.4f p99=%.3f max=%.2f orders=%.4f "
         "worst_orders=%.3f still=%d still_at_end=%d stuck=%d other=%d bytes=%zu\n",
         name, l->count, goals_per_minute(l), mean_time(l), percentile(l, 99),
         percentile(l, 100), l->orders / l->updates / 1e3, l->worst_orders / 1e3,
         l->still_ever, l->still_now, l->events[ASTAR_UNIT_STUCK], other_ends(l),
         l->peak);
}

static void tabulate_life(const char *name, const life *l) {
  printf("| %s | %d | %.3f | %.2f | %.2f | %.4f | %.0f | %d | %d | %d | %.1f |\n", name,
         l->count, mean_time(l), percentile(l, 99), percentile(l, 100),
         l->orders / l->updates / 1e3, goals_per_minute(l), l->still_ever,
         l->events[ASTAR_UNIT_STUCK], other_ends(l), (double)l->peak / 1e6);
  fflush(stdout);
}

static void life_of_line(int count, char **arguments) {
  char name[64];
  crowd_map map = find_map(arguments[0]);
  crowd_map_keep_largest(&map);
  life l = play_life(
      &map, atoi(arguments[1]), number_of(count, arguments, "seconds", 60),
      number_of(count, arguments, "seed", 1), number_of(count, arguments, "patience", 0),
      number_of(count, arguments, "budget", 0), number_of(count, arguments, "teams", 1));
  print_life(short_name(arguments[0], name, sizeof name), &l);
  end(&l);
  crowd_map_free(&map);
}

static void life_of_map(const char *path) {
  static const int COUNTS[] = {200, 500, 1000, 2000, 5000, 10000};
  char name[64];
  crowd_map map = find_map(path);
  int tiles = crowd_map_keep_largest(&map);
  for (size_t i = 0; i < sizeof COUNTS / sizeof *COUNTS && COUNTS[i] <= tiles / 2; i++) {
    life l = play_life(&map, COUNTS[i], 60, 1, 0, 0, 1);
    tabulate_life(short_name(path, name, sizeof name), &l);
    end(&l);
  }
  crowd_map_free(&map);
}

// ------------------------------------------------------------------------------ danger

enum { MEADOW_WIDTH = 150, MEADOW_HEIGHT = 100, BEARS = 3, BEAR_RADIUS = 2 };

static astar_point bears[BEARS];

static void set_danger(life *l, int x, int y, double cost) {
  if (astar_grid_penalty(l->grid, x, y) == cost) return;
  l->edits += astar_grid_set_penalty(l->grid, x, y, cost) == ASTAR_OK;
}

static bool is_in_meadow(int x, int y) {
  return x >= 0 && y >= 0 && x < MEADOW_WIDTH && y < MEADOW_HEIGHT;
}

// Five tiles beside burning ones begin to burn.
static void spread_fire(life *l) {
  static const int DX[] = {1, 0, -1, 0}, DY[] = {0, 1, 0, -1};
  set_danger(l, MEADOW_WIDTH / 2, MEADOW_HEIGHT / 2, DANGER);
  for (int lit = 0; lit < 5;) {
    int x = crowd_random(&l->random, MEADOW_WIDTH), side = crowd_random(&l->random, 4);
    int y = crowd_random(&l->random, MEADOW_HEIGHT);
    int to_x = x + DX[side], to_y = y + DY[side];
    if (!is_in_meadow(to_x, to_y) || astar_grid_penalty(l->grid, x, y) < DANGER) continue;
    if (astar_grid_penalty(l->grid, to_x, to_y) >= DANGER) continue;
    set_danger(l, to_x, to_y, DANGER);
    lit++;
  }
}

static bool is_at_bear(int x, int y) {
  for (int i = 0; i < BEARS; i++) {
    int dx = x - bears[i].x, dy = y - bears[i].y;
    if (dx * dx + dy * dy <= BEAR_RADIUS * BEAR_RADIUS) return true;
  }
  return false;
}

// Each bear goes a tile on, from left to right, and begins again.
static void move_bears(life *l) {
  for (int i = 0; i < BEARS; i++)
    bears[i] = (astar_point){(bears[i].x + 1) % MEADOW_WIDTH, 20 + 30 * i};
  for (int y = 0; y < MEADOW_HEIGHT; y++)
    for (int x = 0; x < MEADOW_WIDTH; x++)
      set_danger(l, x, y, is_at_bear(x, y) ? DANGER : 0);
}

static void danger_of_line(const char *kind) {
  crowd_map map = crowd_map_new(MEADOW_WIDTH, MEADOW_HEIGHT, '.');
  life l = {.map = &map, .count = 300, .teams = 1};
  astar_rules_def def = astar_default_rules();
  static const double costs[] = {1, 1.6, 2};
  for (int i = 0; i < 3; i++) astar_rules_def_set(&def, (uint8_t)(1 + i), costs[i]);
  check_status(astar_rules_new(NULL, &def, &l.rules), "rules");
  find_open(&l);
  begin(&l, 60, 1, 0, 0);
  for (int i = 0; i < 36; i++) { // patches
    int x = i % 6 * 25, y = i / 6 * 17, terrain = 1 + crowd_random(&l.random, 3);
    astar_grid_fill(l.grid, x, y, 25, 17, (uint8_t)terrain);
  }
  if (strcmp(kind, "fire") == 0) l.edit = spread_fire;
  if (strcmp(kind, "bears") == 0) l.edit = move_bears;
  run(&l);
  qsort(l.times, (size_t)l.updates, sizeof *l.times, compare_numbers);
  printf("danger=%s edits=%d endangered=%.0f ", kind, l.edits, l.endangered);
  print_life("meadow", &l);
  end(&l);
  crowd_map_free(&map);
}

// ------------------------------------------------------------------------------ scenes

// The scenes with one name, each with another seed.
typedef struct scene_results {
  int seeds, resolved, stuck;
  double median, worst;              // until settled [simulated seconds]; INFINITY: never
  double mean_time, p99, worst_time; // of an update [ms]
} scene_results;

// Plays one scene. Adds the time of each update to `times`.
static double play_scene(const char *name, const crowd_scene_options *options,
                         scene_results *results, double *times, int *count) {
  crowd_scene scene = crowd_scene_begin(name, options);
  while (!crowd_scene_is_over(&scene)) {
    double start = processor_now();
    crowd_scene_update(&scene);
    times[(*count)++] = (processor_now() - start) / 1e3;
  }
  double settled_at = scene.settled_at;
  results->stuck += scene.events[ASTAR_UNIT_STUCK];
  results->resolved += settled_at < INFINITY;
  crowd_scene_end(&scene);
  return settled_at;
}

static scene_results play_scenes(const char *name, crowd_scene_options options,
                                 int seeds) {
  scene_results results = {.seeds = seeds};
  size_t most = (size_t)seeds * (size_t)(options.limit * RATE + 1);
  double *seconds = bench_need(malloc((size_t)seeds * sizeof *seconds), "memory");
  double *times = bench_need(malloc(most * sizeof *times), "memory");
  int count = 0;
  for (int i = 0; i < seeds; i++, options.seed++)
    seconds[i] = play_scene(name, &options, &results, times, &count);
  qsort(seconds, (size_t)seeds, sizeof *seconds, compare_numbers);
  qsort(times, (size_t)count, sizeof *times, compare_numbers);
  for (int i = 0; i < count; i++) results.mean_time += times[i] / count;
  results.median = seconds[seeds / 2];
  results.worst = seconds[seeds - 1];
  results.p99 = times[count - 1 - count / 100];
  results.worst_time = times[count - 1];
  free(seconds);
  free(times);
  return results;
}

static void scene_of_line(int count, char **arguments) {
  crowd_scene_options options = crowd_scene_default_options();
  options.seed = (uint64_t)number_of(count, arguments, "seed", 1);
  options.limit = number_of(count, arguments, "limit", 180);
  options.patience = number_of(count, arguments, "patience", 0);
  options.speeds_differ = number_of(count, arguments, "vary", 0) != 0;
  options.shuffles = number_of(count, arguments, "shuffle", 0) != 0;
  options.teams = number_of(count, arguments, "teams", 0) != 0;
  const char *file = value_of(count, arguments, "map");
  crowd_map map = {0};
  if (file != NULL) {
    map = find_map(file);
    crowd_map_keep_largest(&map);
    options.map = &map;
  }
  scene_results r =
      play_scenes(arguments[0], options, number_of(count, arguments, "seeds", 1));
  printf("scene=%s resolved=%d seeds=%d median=%.1f worst=%.1f stuck=%d mean=%.4f "
         "p99=%.3f max=%.2f\n",
         arguments[0], r.resolved, r.seeds, r.median, r.worst, r.stuck, r.mean_time,
         r.p99, r.worst_time);
  crowd_map_free(&map);
}

// The cell of a table: a time, or a dash.
static void print_seconds(double seconds) {
  if (seconds < INFINITY)
    printf(" %.1f |", seconds);
  else
    printf(" - |");
}

static void tabulate_scene(int index) {
  crowd_scene_options options = crowd_scene_default_options();
  double worst = 0;
  options.shuffles = true;
  printf("| %s |", crowd_scene_title(index));
  for (int differ = 0; differ < 2; differ++) {
    options.speeds_differ = differ != 0;
    scene_results r = play_scenes(crowd_scene_name(index), options, SCENE_SEEDS);
    printf(" %d of %d |", r.resolved, r.seeds);
    print_seconds(r.median);
    print_seconds(r.worst);
    worst = fmax(worst, r.worst_time);
  }
  printf(" %.2f |\n", worst);
  fflush(stdout);
}

// Plays all scenes with a few seeds. Returns how many were not resolved.
static int resolve_scenes(int seeds, int first) {
  crowd_scene_options options = crowd_scene_default_options();
  int failures = 0;
  options.shuffles = true;
  options.seed = (uint64_t)first;
  for (int i = 0; crowd_scene_name(i) != NULL; i++) {
    for (int differ = 0; differ < 2; differ++) {
      options.speeds_differ = differ != 0;
      scene_results r = play_scenes(crowd_scene_name(i), options, seeds);
      if (r.resolved == seeds) continue;
      failures++;
      printf("%s, %s speeds: %d of %d seeds resolved\n", crowd_scene_name(i),
             differ ? "different" : "equal", r.resolved, seeds);
    }
  }
  if (failures == 0) printf("all scenes are resolved\n");
  return failures;
}

// -------------------------------------------------------------------------------- near

enum { NEAR_UNITS = 2000, NEAR_CALLS = 2000, NEAR_ROUNDS = 15 };

// What one call takes [ns]: the least mean of some rounds. `radius` 0: the nearest unit.
static double near_time(life *l, double radius, const astar_near *near, double *found) {
  static astar_near_unit units[NEAR_UNITS];
  double least = INFINITY;
  for (int round = 0; round < NEAR_ROUNDS; round++) {
    uint64_t random = 1;
    size_t count, sum = 0;
    double start = processor_now();
    for (int i = 0; i < NEAR_CALLS; i++) {
      int x = crowd_random(&random, l->map->width);
      int y = crowd_random(&random, l->map->height);
      if (radius > 0)
        astar_crowd_within(l->crowd, x, y, radius, near, units, NEAR_UNITS, &count);
      else
        astar_crowd_nearest(l->crowd, x, y, near, units);
      sum += radius > 0 ? count : units[0].unit != 0;
    }
    least = fmin(least, (processor_now() - start) * 1e3 / NEAR_CALLS);
    *found = (double)sum / NEAR_CALLS;
  }
  return least;
}

// Two teams of units on random tiles of an empty map.
static void near_of_line(int width) {
  crowd_map map = crowd_map_new(width, width, '.');
  life l = {.map = &map, .count = NEAR_UNITS, .teams = 2};
  find_open(&l);
  begin(&l, 0, 1, 0, 0);
  astar_near any = astar_default_near(), team = any, none = any, seen = any;
  team.side.team = 1;
  none.side.team = 2;
  none.max = 10;
  seen.side.enemy_of = 0;
  seen.sees = l.rules;
  double found;
  printf("near=%d units=%d nearest=%.0f", width, NEAR_UNITS,
         near_time(&l, 0, &any, &found));
  printf(" of_team=%.0f nobody_in_10=%.0f", near_time(&l, 0, &team, &found),
         near_time(&l, 0, &none, &found));
  printf(" seen=%.0f", near_time(&l, 0, &seen, &found));
  for (int radius = 10; radius <= 40; radius += 10) {
    double time = near_time(&l, radius, &any, &found);
    printf(" within_%d=%.0f found=%.1f", radius, time, found);
  }
  puts("");
  end(&l);
  crowd_map_free(&map);
}

// ------------------------------------------------------------------------------ tables

// Sides: scenes as enemies and as friends; units with random goals as two teams and as
// one; who is near.
static void print_sides(void) {
  static const char *const NAMES[] = {"armies", "head-on", "head-on-20", "gates"};
  crowd_scene_options options = crowd_scene_default_options();
  puts("\n## Sides\n\nSimulated seconds, median and worst: as enemies, as friends.\n");
  puts("| scene | enemies | worst | friends | worst |\n| --- | --- | --- | --- | --- |");
  options.shuffles = true;
  options.limit = 400;
  for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++) {
    printf("| %s |", NAMES[i]);
    for (int friends = 0; friends < 2; friends++) {
      options.teams = !friends;
      scene_results r = play_scenes(NAMES[i], options, SCENE_SEEDS);
      print_seconds(r.median);
      print_seconds(r.worst);
    }
    puts("");
  }
  puts("");
  for (int teams = 1; teams <= 2; teams++) {
    crowd_map map = find_map("noise-96");
    crowd_map_keep_largest(&map);
    life l = play_life(&map, 1000, 60, 1, 0, 0, teams);
    printf("teams=%d ", teams);
    print_life("noise-96", &l);
    end(&l);
    crowd_map_free(&map);
  }
  near_of_line(128);
}

static void print_tables(int count, char **paths) {
  static const char *const GENERATED[] = {"rooms-8", "town-64", "town-128", "town-256"};
  puts("# Crowds\n\nMilliseconds of the processor per update; 60 updates per second, 60 "
       "seconds.\n\n## Lifelong random goals\n");
  puts("| map | units | mean, with orders | p99 | max | orders alone, mean | goals per "
       "minute | stood for 20 s | stuck | settled, unreachable | MB |");
  puts("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |");
  for (size_t i = 0; i < sizeof GENERATED / sizeof *GENERATED; i++)
    life_of_map(GENERATED[i]);
  for (int i = 0; i < count; i++) life_of_map(paths[i]);
  printf("\n## Scenes\n\nSimulated seconds until all units are where they should be, %d "
         "seeds: median and worst. A dash: not within 180 s.\n\n",
         SCENE_SEEDS);
  puts(
      "| scene | equal speeds | median | worst | 2 to 6 tiles/s | median | worst | worst "
      "update [ms] |");
  puts("| --- | --- | --- | --- | --- | --- | --- | --- |");
  for (int i = 0; crowd_scene_name(i) != NULL; i++) tabulate_scene(i);
  print_sides();
}

int main(int argc, char **argv) {
  const char *mode = argc > 1 ? argv[1] : "";
  if (strcmp(mode, "tables") == 0) {
    print_tables(argc - 2, argv + 2);
  } else if (strcmp(mode, "sides") == 0) {
    print_sides();
  } else if (strcmp(mode, "life") == 0 && argc > 3) {
    life_of_line(argc - 2, argv + 2);
  } else if (strcmp(mode, "scene") == 0 && argc > 2) {
    scene_of_line(argc - 2, argv + 2);
  } else if (strcmp(mode, "danger") == 0 && argc > 2) {
    danger_of_line(argv[2]);
  } else if (strcmp(mode, "near") == 0 && argc > 2) {
    near_of_line(atoi(argv[2]));
  } else if (strcmp(mode, "resolve") == 0 && argc > 2) {
    return resolve_scenes(atoi(argv[2]), argc > 3 ? atoi(argv[3]) : 1) > 0;
  } else {
    fprintf(stderr, "usage: %s tables|life|scene|resolve ..., see bench/crowds.c\n",
            argv[0]);
    return 2;
  }
  return 0;
}
