// Prints how fast paths are on maps of several floors, side by side in one grid and
// joined by stairs: with and without stairs on one floor, across the floors beside the
// paths between their links, and after an edit or a new link. Times in microseconds,
// means of the better of three passes; the first query to each goal apart. Run it by
// `make bench-links`.
#include "timing.h"
#include "astar.h"

enum { QUERIES = 100, PASSES = 3, FLOORS = 4, SIDE = 64, WALL = 0, COSTS = 4 };
enum { POINTS = FLOORS * SIDE * SIDE };

typedef struct question {
  astar_point from, to;
} question;

static uint64_t state;
static uint8_t tiles[SIDE][FLOORS * SIDE];
static astar_rules *rules;
static astar_path *path;
static question questions[QUERIES];
static astar_point points[POINTS];

static int random_below(int count) {
  state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (int)((state >> 33) % (uint64_t)count);
}

static void check(astar_status status, const char *what) {
  bench_need(astar_is_error(status) ? NULL : &status, what);
}

// Rooms with doors; `is_weighted`: patches of terrain that costs 2 or 4.
static void draw_floor(int left, bool is_weighted) {
  int room = 8 + random_below(5);
  for (int i = 0; i < SIDE * SIDE; i++) {
    int x = i % SIDE, y = i / SIDE;
    bool is_wall = x % room == 0 || y % room == 0 || x == SIDE - 1 || y == SIDE - 1;
    tiles[y][left + x] = is_wall ? WALL : 1;
  }
  for (int y = 0; y < SIDE; y += room) {
    for (int x = 0; x < SIDE; x += room) {
      int door = 1 + random_below(room - 1);
      if (x + room < SIDE - 1 && y + door < SIDE - 1)
        tiles[y + door][left + x + room] = 1;
      if (y + room < SIDE - 1 && x + door < SIDE - 1)
        tiles[y + room][left + x + door] = 1;
    }
  }
  for (int i = 0; i < SIDE * SIDE / 200 && is_weighted; i++) {
    int x = random_below(SIDE), y = random_below(SIDE), radius = 2 + random_below(6);
    uint8_t cost = random_below(2) == 0 ? 2 : 4;
    for (int j = 0; j < SIDE * SIDE; j++) {
      int dx = j % SIDE - x, dy = j / SIDE - y;
      uint8_t *tile = &tiles[j / SIDE][left + j % SIDE];
      if (dx * dx + dy * dy <= radius * radius && *tile != WALL) *tile = cost;
    }
  }
}

static astar_point random_tile(int floor) {
  for (;;) {
    astar_point p = {floor * SIDE + random_below(SIDE), random_below(SIDE)};
    if (tiles[p.y][p.x] != WALL) return p;
  }
}

static void add_stair(astar_grid *grid, astar_point at) {
  if (tiles[at.y][at.x] == WALL || tiles[at.y][at.x + SIDE] == WALL) return;
  check(astar_grid_link(grid, at.x, at.y, at.x + SIDE, at.y, 1, false, NULL), "link");
}

// The floors, with stairs from each floor to the next; `stairs` negative: on every tile.
static astar_grid *make_grid(int stairs) {
  astar_grid *grid;
  check(astar_grid_new(NULL, FLOORS * SIDE, SIDE, ASTAR_SQUARE, WALL, &grid), "grid");
  for (int y = 0; y < SIDE; y++) check(astar_grid_set_row(grid, y, tiles[y]), "row");
  for (int floor = 0; floor + 1 < FLOORS; floor++) {
    for (int i = 0; i < (stairs < 0 ? SIDE * SIDE : stairs); i++) {
      astar_point at = {floor * SIDE + i % SIDE, i / SIDE};
      add_stair(grid, stairs < 0 ? at : random_tile(floor));
    }
  }
  return grid;
}

static double ask(astar_grid *grid, question q) {
  astar_query query = astar_default_query(rules, q.from.x, q.from.y, &q.to, 1);
  double from = bench_now();
  check(astar_find_path(grid, &query, path, NULL), "path");
  return bench_now() - from;
}

static double ask_best(astar_grid *grid, question q) {
  double best = INFINITY;
  for (int i = 0; i < PASSES; i++) best = fmin(best, ask(grid, q));
  return best;
}

// The parts of the last path between its links, as queries without links.
static double ask_legs(astar_grid *plain) {
  double sum = 0;
  size_t count = astar_path_points(path, points, POINTS), from = 0;
  for (size_t i = 1; i <= count; i++) {
    if (i < count && abs(points[i].x - points[i - 1].x) <= 1) continue;
    if (from + 1 < i) sum += ask_best(plain, (question){points[from], points[i - 1]});
    from = i;
  }
  return sum;
}

// The mean of the queries after a tile was closed, or after a link was added.
static double ask_after(astar_grid *grid, bool is_link) {
  double sum = 0;
  for (int i = 0; i < QUERIES; i++) {
    astar_point p = random_tile(random_below(FLOORS));
    uint32_t id = 0;
    if (is_link)
      check(astar_grid_link(grid, p.x, p.y, p.x, p.y, 9, false, &id), "link");
    else
      check(astar_grid_set(grid, p.x, p.y, WALL), "tile");
    sum += ask(grid, questions[i]);
    check(is_link ? astar_grid_unlink(grid, id)
                  : astar_grid_set(grid, p.x, p.y, tiles[p.y][p.x]),
          "undo");
    ask(grid, questions[i]);
  }
  return sum / QUERIES;
}

static void run(bool is_weighted, int stairs) {
  double sums[5] = {0};
  state = 7;
  for (int i = 0; i < FLOORS; i++) draw_floor(i * SIDE, is_weighted);
  astar_grid *grid = make_grid(stairs), *plain = make_grid(0);
  for (int i = 0; i < QUERIES; i++) {
    int floor = random_below(FLOORS);
    question same = {random_tile(floor), random_tile(floor)};
    questions[i] = (question){random_tile(0), random_tile(FLOORS - 1)};
    ask(grid, questions[i]);
    sums[0] += ask(grid, same);
    sums[1] += ask_best(grid, same);
    sums[2] += ask_best(plain, same);
    sums[3] += ask_best(grid, questions[i]);
    sums[4] += ask_legs(plain);
  }
  for (int i = 0; i < 5; i++) sums[i] /= QUERIES;
  printf("%-8s %6d  %7.1f %7.1f %7.1f %5.1f  %7.1f %7.1f %5.1f  %7.1f %7.1f\n",
         is_weighted ? "weighted" : "uniform", stairs, sums[0], sums[1], sums[2],
         sums[1] / sums[2], sums[3], sums[4], sums[3] / sums[4], ask_after(grid, false),
         ask_after(grid, true));
  astar_grid_free(grid);
  astar_grid_free(plain);
}

int main(void) {
  static const int stairs[] = {2, 8, 32, 256, -1};
  astar_rules_def def = astar_default_rules();
  memset(def.cost, 0, sizeof def.cost);
  for (int i = 1; i <= COSTS; i++) def.cost[i] = i;
  check(astar_rules_new(NULL, &def, &rules), "rules");
  check(astar_path_new(NULL, &path), "path");
  printf(
      "stairs per floor  new goal   again   plain ratio   across    legs ratio   edited"
      "  linked\n");
  for (int i = 0; i < 10; i++) run(i >= 5, stairs[i % 5]);
  astar_path_free(path);
  astar_rules_free(rules);
}
