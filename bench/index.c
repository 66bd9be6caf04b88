// Prints what baked indexes take and give on map files, as tables in Markdown. Run it by
// `make bench-index MAPS=dir`. Arguments: map files in MovingAI's format, with their
// scenarios in MAP.map.scen or MAP.scen. A map with terrain costs names them after its
// file name: hills.map:F=1,G=1.5,R=4. There the index is one of landmarks.
//
// Queries are at most QUERIES scenarios, evenly spread over the file. Times are means in
// the best of several passes. Each cost is compared with that of `astar_find_path` on the
// same grid, edits included.
//
// Bake: the time of `astar_index_new` on a grid that answered a query before; the memory
// of the index; the time to load it from a string, and the size of the string.
// Queries: the cost alone; the path with all its tiles; the cost per goal of
// `astar_index_costs` with GOALS goals, the nearest of NEAREST goals; then the path and
// the nearest goal by search.
// Edits: BLOCKED random tiles become impassable, or OPENED walls passable. The time of an
// edit with what it causes in the index; then the share of paths that the index answers,
// and the time of a path, by the index and by search.
#include "timing.h"
#include "astar.h"
#include "astar_index.h"

enum { QUERIES = 2000, GOALS = 200, NEAREST = 16, BLOCKED = 32, OPENED = 3 };

// Passes go on for at least so long, and so many there are at least.
#define PASS_SECONDS 0.3
enum { PASSES = 3 };

typedef struct trial {
  bench map;
  astar_point *goals, *starts; ///< of each query
  int count;
  astar_grid *grid;
  astar_rules *rules;
  astar_index *index;
  astar_path *path;
  uint64_t random;
} trial;

static void check_status(astar_status status, const char *what) {
  bench_need(astar_is_error(status) ? NULL : &status, what);
}

static int random_below(trial *t, int count) {
  t->random = t->random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (int)((t->random >> 33) % (uint64_t)count);
}

// ------------------------------------------------------------------------------ reading

// Opens MAP.map.scen or MAP.scen.
static FILE *open_scenarios(const char *name) {
  char path[1100];
  snprintf(path, sizeof path, "%s.scen", name);
  FILE *file = fopen(path, "r");
  size_t length = strlen(name);
  if (file == NULL && length > 4) {
    snprintf(path, sizeof path, "%.*s.scen", (int)length - 4, name);
    file = fopen(path, "r");
  }
  return bench_need(file, path);
}

static void read_queries(trial *t, const char *name) {
  FILE *file = open_scenarios(name);
  char line[1024];
  int room = 0, kept = 0;
  while (fgets(line, sizeof line, file)) {
    astar_point a, b;
    if (sscanf(line, "%*d %*s %*d %*d %d %d %d %d", &a.x, &a.y, &b.x, &b.y) != 4)
      continue;
    if (t->count == room) {
      room = room ? 2 * room : 4096;
      t->starts = bench_need(realloc(t->starts, (size_t)room * sizeof a), "memory");
      t->goals = bench_need(realloc(t->goals, (size_t)room * sizeof a), "memory");
    }
    t->starts[t->count] = a;
    t->goals[t->count++] = b;
  }
  fclose(file);
  bench_need(t->count > 0 ? t : NULL, "scenarios");
  for (; kept < QUERIES && kept < t->count; kept++) {
    int from = t->count <= QUERIES ? kept : (int)((int64_t)kept * t->count / QUERIES);
    t->starts[kept] = t->starts[from];
    t->goals[kept] = t->goals[from];
  }
  t->count = kept;
}

// The costs after the name of a map: F=1,G=1.5.
static void set_costs(bench *map, char *costs) {
  memset(map->costs, 0, sizeof map->costs);
  for (char *c = costs; *c; c++)
    if (*c == ',') *c = ' ';
  bench_read_costs(map, costs);
}

static void trial_begin(trial *t, char *name) {
  *t = (trial){.random = 1};
  bench *map = &t->map;
  char *costs = strchr(name, ':');
  if (costs) *costs++ = '\0';
  bench_read_map(map, name);
  if (costs) set_costs(map, costs);
  read_queries(t, name);
  char *slash = strrchr(name, '/');
  map->map = slash ? slash + 1 : name;
  char *dot = strrchr(name, '.');
  if (dot) *dot = '\0';
  astar_rules_def def = astar_default_rules();
  for (int letter = 0; letter < 256; letter++) def.cost[letter] = map->costs[letter];
  check_status(astar_rules_new(NULL, &def, &t->rules), "rules");
  check_status(
      astar_grid_new(NULL, map->width, map->height, ASTAR_SQUARE, BENCH_WALL, &t->grid),
      "a grid");
  for (int y = 0; y < map->height; y++) {
    const unsigned char *row = map->tiles + (size_t)y * (size_t)map->width;
    check_status(astar_grid_set_row(t->grid, y, row), "a row");
  }
  check_status(astar_path_new(NULL, &t->path), "a path");
}

static void trial_end(trial *t) {
  astar_path_free(t->path);
  astar_index_free(t->index);
  astar_grid_free(t->grid);
  astar_rules_free(t->rules);
  free(t->starts);
  free(t->goals);
  bench_free(&t->map);
}

// ------------------------------------------------------------------------------ queries

// One query of a trial. Returns the cost, infinity if there is no path.
typedef double (*ask)(trial *t, int query);

static double ask_cost(trial *t, int i) {
  const astar_point *a = &t->starts[i], *b = &t->goals[i];
  double cost;
  astar_status status = astar_index_cost(t->index, a->x, a->y, b->x, b->y, &cost);
  return status == ASTAR_OK ? cost : INFINITY;
}

static double ask_goals(trial *t, int i, int count, bool by_index) {
  astar_query query =
      astar_default_query(t->rules, t->starts[i].x, t->starts[i].y, &t->goals[i], count);
  astar_result result;
  astar_status status = by_index
                            ? astar_index_find_path(t->index, &query, t->path, &result)
                            : astar_find_path(t->grid, &query, t->path, &result);
  return status == ASTAR_OK ? result.cost : INFINITY;
}

static double ask_path(trial *t, int i) { return ask_goals(t, i, 1, true); }
static double search_path(trial *t, int i) { return ask_goals(t, i, 1, false); }

// The goals from place `i` on.
static int count_near(const trial *t, int i) {
  return i + NEAREST <= t->count ? NEAREST : t->count - i;
}
static double ask_nearest(trial *t, int i) {
  return ask_goals(t, i, count_near(t, i), true);
}
static double search_nearest(trial *t, int i) {
  return ask_goals(t, i, count_near(t, i), false);
}

// The mean time of all queries in the best pass [us].
static double time_of(trial *t, ask question) {
  double best = INFINITY, start = bench_processor_now();
  for (int pass = 0; pass < PASSES || bench_processor_now() - start < PASS_SECONDS * 1e6;
       pass++) {
    double begun = bench_processor_now();
    for (int i = 0; i < t->count; i++) question(t, i);
    best = fmin(best, (bench_processor_now() - begun) / t->count);
    if (pass > 0 && bench_processor_now() - start > 20e6) break;
  }
  return best;
}

static double time_of_costs(trial *t) {
  double costs[GOALS], best = INFINITY;
  int count = t->count < GOALS ? t->count : GOALS, lists = t->count / count;
  for (int pass = 0; pass < PASSES; pass++) {
    double begun = bench_processor_now();
    for (int i = 0; i < lists; i++) {
      astar_point start = t->starts[i * count];
      check_status(astar_index_costs(t->index, start.x, start.y, t->goals + i * count,
                                     count, costs),
                   "costs");
    }
    best = fmin(best, (bench_processor_now() - begun) / lists / count);
  }
  return best;
}

static bool is_same(double a, double b) {
  return (isinf(a) && isinf(b)) || fabs(a - b) <= 1e-9 * (1 + fabs(b));
}

// Ends the program unless index and search have the same costs.
static void compare(trial *t) {
  for (int i = 0; i < t->count; i++) {
    double expected = search_path(t, i);
    if (is_same(ask_path(t, i), expected) && is_same(ask_cost(t, i), expected)) continue;
    fprintf(stderr, "%s: another cost from %d, %d to %d, %d\n", t->map.map,
            t->starts[i].x, t->starts[i].y, t->goals[i].x, t->goals[i].y);
    exit(1);
  }
}

static astar_index_info info_of(const trial *t) {
  astar_index_info info;
  check_status(astar_index_get_info(t->index, &info), "information");
  return info;
}

// -------------------------------------------------------------------------------- bake

// False: the map is declined, with a line that says why.
static bool bake(trial *t, double *best) {
  const char *message = NULL;
  *best = INFINITY;
  search_path(t, 0);
  for (int pass = 0; pass < PASSES; pass++) {
    astar_index_free(t->index);
    double begun = bench_processor_now();
    astar_status status = astar_index_new(t->grid, t->rules, NULL, &t->index, &message);
    *best = fmin(*best, bench_processor_now() - begun);
    if (status == ASTAR_OK) continue;
    printf("| %s | declined: %s |\n", t->map.map, message);
    return false;
  }
  return true;
}

static double time_of_load(trial *t, double *size) {
  double best = INFINITY;
  size_t length = astar_index_serialize(t->index, NULL, 0);
  void *bytes = bench_need(malloc(length), "memory");
  astar_index_serialize(t->index, bytes, length);
  for (int pass = 0; pass < PASSES; pass++) {
    astar_index *loaded;
    double begun = bench_processor_now();
    check_status(astar_grid_load_index(t->grid, bytes, length, &loaded, NULL),
                 "an index");
    best = fmin(best, bench_processor_now() - begun);
    astar_index_free(loaded);
  }
  free(bytes);
  *size = (double)length;
  return best;
}

// ------------------------------------------------------------------------------- edits

static bool contains(const astar_point *tiles, int count, astar_point tile) {
  for (int i = 0; i < count; i++)
    if (tiles[i].x == tile.x && tiles[i].y == tile.y) return true;
  return false;
}

// Finds different random tiles of one kind.
static void choose_tiles(trial *t, astar_point *tiles, int count, bool are_passable) {
  for (int i = 0; i < count;) {
    astar_point tile = {random_below(t, t->map.width), random_below(t, t->map.height)};
    bool is_passable = astar_is_passable(t->grid, t->rules, NULL, tile.x, tile.y);
    if (is_passable == are_passable && !contains(tiles, i, tile)) tiles[i++] = tile;
  }
}

// The terrain of most passable tiles.
static uint8_t floor_of(const bench *map) {
  int counts[256] = {0}, most = 0;
  for (int i = 0; i < map->width * map->height; i++)
    if (map->costs[map->tiles[i]] > 0) counts[map->tiles[i]]++;
  for (int letter = 0; letter < 256; letter++)
    if (counts[letter] > counts[most]) most = letter;
  return (uint8_t)most;
}

// Makes tiles passable or impassable, and brings the index up to date after each of them.
// Returns the mean time of an edit [us].
static double edit(trial *t, const astar_point *tiles, int count, bool to_passable) {
  uint8_t terrain = to_passable ? floor_of(&t->map) : (uint8_t)BENCH_WALL;
  info_of(t);
  double begun = bench_processor_now();
  for (int i = 0; i < count; i++) {
    check_status(astar_grid_set(t->grid, tiles[i].x, tiles[i].y, terrain), "an edit");
    info_of(t);
  }
  return (bench_processor_now() - begun) / count;
}

static void undo(trial *t, const astar_point *tiles, int count) {
  for (int i = 0; i < count; i++) {
    uint8_t letter =
        t->map.tiles[(size_t)tiles[i].y * (size_t)t->map.width + (size_t)tiles[i].x];
    check_status(astar_grid_set(t->grid, tiles[i].x, tiles[i].y, letter), "an edit");
  }
}

// The share of paths that the index answers [percent].
static double share(trial *t) {
  astar_index_info before = info_of(t);
  for (int i = 0; i < t->count; i++) ask_path(t, i);
  astar_index_info after = info_of(t);
  return 100.0 * (double)(after.answered - before.answered) / t->count;
}

static void print_edits(trial *t, int count, bool to_passable) {
  astar_point tiles[BLOCKED];
  choose_tiles(t, tiles, count, !to_passable);
  double of_edit = edit(t, tiles, count, to_passable);
  compare(t);
  printf(" %.2f | %.0f %% | %.2f | %.2f |", of_edit, share(t), time_of(t, ask_path),
         time_of(t, search_path));
  undo(t, tiles, count);
}

// ------------------------------------------------------------------------------ tables

static void print_bake(trial *t, double of_bake) {
  double tiles = (double)t->map.width * t->map.height, size;
  double of_load = time_of_load(t, &size);
  printf("| %s | %.1f | %.1f | %.1f | %.1f |", t->map.map, of_bake * 1e-3,
         (double)info_of(t).bytes / tiles, of_load * 1e-3, size / tiles);
}

static void print_queries(trial *t) {
  compare(t);
  printf(" %.2f | %.2f | %.2f | %.2f | %.2f | %.2f |\n", time_of(t, ask_cost),
         time_of(t, ask_path), time_of_costs(t), time_of(t, ask_nearest),
         time_of(t, search_path), time_of(t, search_nearest));
}

// Prints the row of a map in one of both tables.
static void print_map(const char *argument, bool has_edits) {
  trial t;
  char name[1024];
  double of_bake;
  snprintf(name, sizeof name, "%s", argument);
  trial_begin(&t, name);
  if (bake(&t, &of_bake)) {
    if (has_edits) {
      printf("| %s |", t.map.map);
      print_edits(&t, BLOCKED, false);
      print_edits(&t, OPENED, true);
      printf("\n");
    } else {
      print_bake(&t, of_bake);
      print_queries(&t);
    }
    fflush(stdout);
  }
  trial_end(&t);
}

int main(int argc, char **argv) {
  printf("| map | bake ms | bytes per tile | load ms | string, bytes per tile | cost us "
         "| path us | `costs`, us per goal | nearest of %d us | search us | search, "
         "nearest of %d us |\n| --- |%s\n",
         NEAREST, NEAREST,
         " --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |");
  for (int i = 1; i < argc; i++) print_map(argv[i], false);
  printf(
      "\n| map | blocked: edit us | answered | path us | search us | opened: edit us | "
      "answered | path us | search us |\n| --- |%s\n",
      " --- | --- | --- | --- | --- | --- | --- | --- |");
  for (int i = 1; i < argc; i++) print_map(argv[i], true);
  return 0;
}
