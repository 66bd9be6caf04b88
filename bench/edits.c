// Prints what an edit costs on huge maps: one tile changes, then `astar_is_reachable`
// between two random tiles. For each map: the first query, then mean, 99.9th percentile
// and worst of 100,000 edits, each with its query. The times are those of the processor
// [us], the better of two passes over the same edits: interruptions do not count. Run it
// by `make bench-edits`.
//
//     PROGRAM [lines] [SIDE...] [MAP...]
//
// Sides default to 4096 and 8192; maps in the format of the Moving AI Lab are repeated to
// the size. `lines` prints lines of comma-separated values for bench/run.lua:
// edits,MAP,MEAN,99.9TH PERCENTILE,WORST.
#include "timing.h"
#include "astar.h"

enum { EDITS = 100000, PASSES = 2, DOORS = 1000, WALL = 0, FLOOR = 1 };

typedef struct edits {
  astar_grid *grid;
  astar_rules *rules;
  int side;
  bool prints_lines;
  uint64_t random;
  uint8_t *row;  // terrain of one row
  double *times; // of each edit [us]
  const bench *map;
} edits;

static void check_status(astar_status status, const char *what) {
  bench_need(astar_is_error(status) ? NULL : &status, what);
}

static int random_below(edits *e, int count) {
  e->random = e->random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (int)((e->random >> 33) % (uint64_t)count);
}

// -------------------------------------------------------------------------------- maps

// The terrain of a tile of a map without edits.
typedef uint8_t tile_of(edits *e, int x, int y);

static uint8_t noise(edits *e, int percent) {
  return random_below(e, 100) < percent ? WALL : FLOOR;
}

static uint8_t open_tile(edits *e, int x, int y) {
  (void)x, (void)y;
  return noise(e, 5);
}

static uint8_t noise_25_tile(edits *e, int x, int y) {
  (void)x, (void)y;
  return noise(e, 25);
}

static uint8_t noise_35_tile(edits *e, int x, int y) {
  (void)x, (void)y;
  return noise(e, 35);
}

static uint8_t noise_40_tile(edits *e, int x, int y) {
  (void)x, (void)y;
  return noise(e, 40);
}

// Rooms of 15 x 15 tiles; a wall between two rooms has a door, three times out of four.
static uint8_t rooms_tile(edits *e, int x, int y) {
  bool is_wall = x % 16 == 0 || y % 16 == 0, is_middle = (x % 16 == 8) != (y % 16 == 8);
  if (!is_wall) return FLOOR;
  return is_middle && random_below(e, 4) > 0 ? FLOOR : WALL;
}

// A binary tree maze: each cell is open to the north or to the west.
static uint8_t maze_tile(edits *e, int x, int y) {
  if (x % 2 == 1 && y % 2 == 1) return FLOOR;
  if (x % 2 == 0 && y % 2 == 0) return WALL;
  return (uint8_t)(random_below(e, 2) == 0 ? WALL : FLOOR);
}

// Corridors of one tile between walls, joined at their ends: one very long path.
static uint8_t spiral_tile(edits *e, int x, int y) {
  if (y % 2 == 0) return FLOOR;
  return x == (y % 4 == 1 ? e->side - 1 : 0) ? FLOOR : WALL;
}

// Every second tile is a wall: as many components of one tile as fit.
static uint8_t checkered_tile(edits *e, int x, int y) {
  (void)e;
  return (x + y) % 2 == 0 ? FLOOR : WALL;
}

static uint8_t file_tile(edits *e, int x, int y) {
  const bench *map = e->map;
  return bench_cost(map, x % map->width, y % map->height) > 0 ? FLOOR : WALL;
}

static int door_place(const edits *e, int door) {
  return (int)((int64_t)door * e->side / DOORS);
}

// Two halves, and a wall between them, in which all doors are open.
static uint8_t doors_tile(edits *e, int x, int y) {
  if (x != e->side / 2) return noise(e, 5);
  int door = (int)((int64_t)y * DOORS / e->side);
  return door_place(e, door) == y || door_place(e, door + 1) == y ? FLOOR : WALL;
}

// ------------------------------------------------------------------------------- edits

// The edit of a case: changes one tile. `n` counts from 0.
typedef void edit_of(edits *e, int n);

static void toggle(edits *e, int x, int y) {
  int terrain = astar_grid_get(e->grid, x, y);
  check_status(astar_grid_set(e->grid, x, y, terrain == WALL ? FLOOR : WALL), "an edit");
}

static void toggle_any(edits *e, int n) {
  (void)n;
  int x = random_below(e, e->side), y = random_below(e, e->side);
  toggle(e, x, y);
}

static void toggle_door(edits *e, int n) {
  (void)n;
  toggle(e, e->side / 2, door_place(e, random_below(e, DOORS)));
}

// Closes all doors but one, then opens and closes that one.
static void toggle_last_door(edits *e, int n) {
  int door = n < DOORS - 1 ? n : DOORS - 1;
  toggle(e, e->side / 2, door_place(e, door));
}

// ------------------------------------------------------------------------------- cases

static void query(edits *e) {
  int x1 = random_below(e, e->side), y1 = random_below(e, e->side);
  int x2 = random_below(e, e->side), y2 = random_below(e, e->side);
  check_status(astar_is_reachable(e->grid, e->rules, NULL, x1, y1, x2, y2), "an answer");
}

static void begin(edits *e, tile_of *tile) {
  e->random = 1;
  check_status(astar_grid_new(NULL, e->side, e->side, ASTAR_SQUARE, FLOOR, &e->grid),
               "a grid");
  for (int y = 0; y < e->side; y++) {
    for (int x = 0; x < e->side; x++) e->row[x] = tile(e, x, y);
    check_status(astar_grid_set_row(e->grid, y, e->row), "a row");
  }
}

static int compare_times(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

// Plays all edits once, and keeps the best time of each. Returns the time of the first
// query.
static double measure_pass(edits *e, tile_of *tile, edit_of *edit) {
  begin(e, tile);
  double start = bench_processor_now();
  query(e);
  double first = bench_processor_now() - start;
  for (int i = 0; i < EDITS; i++) {
    start = bench_processor_now();
    edit(e, i);
    query(e);
    e->times[i] = fmin(e->times[i], bench_processor_now() - start);
  }
  astar_grid_free(e->grid);
  return first;
}

// Prints the name of a map without the commas that separate values.
static void print_line(const edits *e, const char *name, double mean) {
  fputs("edits,", stdout);
  for (; *name != '\0'; name++)
    if (*name != ',') putchar(*name);
  printf(",%.2f,%.1f,%.1f\n", mean, e->times[EDITS - EDITS / 1000], e->times[EDITS - 1]);
}

static void measure(edits *e, const char *name, tile_of *tile, edit_of *edit) {
  double first = INFINITY, sum = 0;
  for (int i = 0; i < EDITS; i++) e->times[i] = INFINITY;
  for (int pass = 0; pass < PASSES; pass++)
    first = fmin(first, measure_pass(e, tile, edit));
  for (int i = 0; i < EDITS; i++) sum += e->times[i];
  qsort(e->times, EDITS, sizeof *e->times, compare_times);
  if (e->prints_lines) {
    print_line(e, name, sum / EDITS);
  } else {
    printf("%5d  %-24s %12.0f %8.1f %8.1f %8.1f\n", e->side, name, first, sum / EDITS,
           e->times[EDITS - EDITS / 1000], e->times[EDITS - 1]);
  }
  fflush(stdout);
}

static void measure_all(edits *e) {
  measure(e, "open, 5 % walls", open_tile, toggle_any);
  measure(e, "noise, 25 %", noise_25_tile, toggle_any);
  measure(e, "noise, 35 %", noise_35_tile, toggle_any);
  measure(e, "noise, 40 %", noise_40_tile, toggle_any);
  measure(e, "rooms", rooms_tile, toggle_any);
  measure(e, "maze", maze_tile, toggle_any);
  measure(e, "one long corridor", spiral_tile, toggle_any);
  measure(e, "checkered", checkered_tile, toggle_any);
  measure(e, "1,000 doors", doors_tile, toggle_door);
  measure(e, "1,000 doors, the last", doors_tile, toggle_last_door);
}

static void measure_side(edits *e, int side, int count, char **names) {
  e->side = side;
  e->row = bench_need(malloc((size_t)side), "memory");
  measure_all(e);
  for (int i = 0; i < count; i++) {
    if (atoi(names[i]) > 0) continue;
    bench map = {0};
    bench_read_map(&map, names[i]);
    e->map = &map;
    const char *slash = strrchr(names[i], '/');
    measure(e, slash ? slash + 1 : names[i], file_tile, toggle_any);
    bench_free(&map);
  }
  free(e->row);
}

int main(int argc, char **argv) {
  edits e = {0};
  int sides = 0;
  e.times = bench_need(malloc(EDITS * sizeof *e.times), "memory");
  astar_rules_def def = astar_default_rules();
  def.cost[FLOOR] = 1;
  check_status(astar_rules_new(NULL, &def, &e.rules), "rules");
  e.prints_lines = argc > 1 && strcmp(argv[1], "lines") == 0;
  if (e.prints_lines) {
    argc--;
    argv++;
  } else {
    puts(
        " side  map                       first query     mean    99.9%    worst   [us]");
  }
  for (int i = 1; i < argc; i++) {
    if (atoi(argv[i]) <= 0) continue;
    measure_side(&e, atoi(argv[i]), argc - 1, argv + 1);
    sides++;
  }
  for (int side = 4096; sides == 0 && side <= 8192; side *= 2)
    measure_side(&e, side, argc - 1, argv + 1);
  astar_rules_free(e.rules);
  free(e.times);
  return 0;
}
