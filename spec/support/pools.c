/// Tests pools of worker threads from the inside: what random calls (spec/fuzz/pool.c)
/// rarely meet.
///
///     build/spec/pools [ROUNDS [SEED]]
///
/// - Order: many requests at once, over the borders of the chunks of the queue; answers
///   in the order of requests, with the result of `astar_find_path`, without threads and
///   with 1 to 4.
/// - Snapshots: patches follow edits, until they have more bytes or set more tiles than
///   the map; snapshots that nothing uses are freed.
/// - Latency, `max_pending`, cancelling, and the order in which things are freed.
/// - Fields: those of workers have the costs of those of the grid, and follow its edits;
///   their memory counts as memory of the grid.
/// - Failed allocations, each one and from each one on, in all threads.
/// - Long searches end soon when they are cancelled, or their pool is freed.
///
/// It includes internal headers of the core. Built and run by
/// spec/quality/programs_spec.lua; `make threads` runs it under the thread sanitizer.
#define _POSIX_C_SOURCE 200809L

#include "astar_pool.h"
#include "pool/worker.h"
#include "query/field.h"
#include "chance.h"
#include "rounds.h"

#include <math.h>
#include <stdatomic.h>
#include <string.h>
#include <time.h>

static double seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void pause_for(int milliseconds) {
  const struct timespec t = {milliseconds / 1000, milliseconds % 1000 * 1000000L};
  nanosleep(&t, NULL);
}

// ------------------------------------------------------------------------------- meter

// Several threads allocate: the bytes in use, and how many allocations are left until one
// fails, or until all fail.
static atomic_long in_use, until_failure;
static atomic_bool keeps_failing;
enum { NEVER = -1 };

static void *meter_alloc(void *user, void *block, size_t old_size, size_t new_size) {
  (void)user;
  if (new_size > 0 && atomic_load(&until_failure) != NEVER) {
    const long left = atomic_load(&until_failure);
    if (left == 0) {
      if (!atomic_load(&keeps_failing)) atomic_store(&until_failure, NEVER);
      return NULL;
    }
    atomic_store(&until_failure, left - 1);
  }
  void *moved = NULL;
  if (new_size > 0) {
    moved = realloc(block, new_size);
    if (moved == NULL) return NULL;
  } else {
    free(block);
  }
  atomic_fetch_add(&in_use, (long)new_size - (long)old_size);
  return moved;
}

static const astar_allocator metered = {meter_alloc, NULL};

// -------------------------------------------------------------------------------- world

static astar_grid *grid;
static astar_rules *rules;
static astar_pool *pool;

static void begin_rules(void) {
  astar_rules_def def = astar_default_rules();
  astar_rules_def_set(&def, '.', 1);
  astar_rules_def_set(&def, ',', 2.5);
  REQUIRE(astar_rules_new(NULL, &def, &rules) == ASTAR_OK);
}

static void begin(int width, int height, int threads, int latency, int max_pending) {
  REQUIRE(astar_grid_new(NULL, width, height, ASTAR_SQUARE, '.', &grid) == ASTAR_OK);
  for (int i = width * height / 4; i > 0; i--)
    astar_grid_set(grid, chance(width), chance(height), chance(3) == 0 ? ',' : '#');
  begin_rules();
  astar_pool_options options = astar_default_pool();
  options.threads = threads;
  options.latency = latency;
  options.max_pending = max_pending;
  REQUIRE(astar_pool_new(grid, &metered, &options, &pool) == ASTAR_OK);
}

static void end(void) {
  astar_pool_free(pool);
  astar_rules_free(rules);
  astar_grid_free(grid);
  REQUIRE(atomic_load(&in_use) == 0);
}

static void edit(int count) {
  const int width = astar_grid_width(grid), height = astar_grid_height(grid);
  static const uint8_t terrains[] = {'.', '.', ',', '#'};
  while (count-- > 0)
    astar_grid_set(grid, chance(width), chance(height), terrains[chance(4)]);
}

static astar_query any_query(astar_point *goal) {
  const int width = astar_grid_width(grid), height = astar_grid_height(grid);
  *goal = (astar_point){chance(width), chance(height)};
  return astar_default_query(rules, chance(width), chance(height), goal, 1);
}

static astar_request *request(void) {
  astar_request *r;
  astar_point goal;
  const astar_query query = any_query(&goal);
  REQUIRE(astar_pool_find_path(pool, &query, &r) == ASTAR_OK);
  return r;
}

// ------------------------------------------------------------------------------- order

typedef struct expectation {
  astar_status status;
  astar_result result;
  astar_point end;
} expectation;

enum { MAX_REQUESTS = 2000 };

static expectation expected[MAX_REQUESTS];

static void expect_answer(astar_request *r, const expectation *e) {
  static astar_point points[10000];
  static double costs[10000];
  const astar_result result = astar_request_result(r);
  REQUIRE(astar_request_user(r) == e);
  REQUIRE(astar_request_status(r) == e->status);
  REQUIRE(is_number(result.cost, e->result.cost) && result.length == e->result.length &&
          result.goal == e->result.goal);
  REQUIRE(astar_pool_threads(pool) > 0 || result.expanded >= e->result.expanded);
  const size_t count = astar_request_copy_path(r, points, 10000);
  REQUIRE(count == (e->status == ASTAR_OK ? result.length : 0));
  REQUIRE(astar_request_copy_costs(r, costs, 10000) == count);
  if (count == 0) return;
  REQUIRE(points[count - 1].x == e->end.x && points[count - 1].y == e->end.y);
  REQUIRE(is_number(costs[count - 1], result.cost));
}

static void test_order(int threads, int count) {
  begin(5 + chance(40), 5 + chance(40), threads, 0, 1 << 20);
  REQUIRE(astar_pool_threads(pool) == threads);
  int delivered = 0, burst = 0;
  for (int i = 0; i < count; i++) {
    if (burst == 0) burst = 1 + chance(600);
    if (chance(4) == 0) edit(chance(3) == 0 ? chance(2000) : 1);
    astar_point goal;
    const astar_query query = any_query(&goal);
    expectation *e = &expected[i];
    astar_request *r;
    REQUIRE(astar_pool_find_path(pool, &query, &r) == ASTAR_OK);
    astar_request_set_user(r, e);
    e->status = astar_find_path(grid, &query, NULL, &e->result);
    e->end = (astar_point){goal.x, goal.y};
    if (--burst > 0 && i + 1 < count) continue;
    if (chance(2) == 0 || i + 1 == count) astar_pool_wait(pool);
    astar_pool_update(pool);
    while ((r = astar_pool_next(pool)) != NULL) {
      expect_answer(r, &expected[delivered++]);
      astar_request_free(r);
    }
  }
  REQUIRE(delivered == count && astar_pool_pending(pool) == 0);
  end();
}

// --------------------------------------------------------------------------- snapshots

static int count_patches(const map_snapshot *s) {
  int count = 0;
  for (const map_patch *p = s->first; p != NULL; p = p->next) count++;
  return count;
}

static void test_snapshots(void) {
  memory m;
  memory_init(&m, &metered);
  snapshot_list list;
  REQUIRE(astar_grid_new(NULL, 64, 64, ASTAR_SQUARE, '.', &grid) == ASTAR_OK);
  REQUIRE(snapshot_list_init(&list, &m, grid));
  map_snapshot *first = list.newest;
  counter_increment(&first->users);
  REQUIRE(snapshot_publish(&list) && first->first == NULL);
  astar_grid_set(grid, 1, 1, '#');
  REQUIRE(snapshot_publish(&list) && snapshot_publish(&list));
  REQUIRE(list.newest == first && count_patches(first) == 1);
  // As many tiles as the map has are a patch; one more is a snapshot.
  const int half = MEMORY_LIMIT(32, 1);
  astar_grid_fill(grid, 0, 0, 64, half, 'a');
  astar_grid_fill(grid, 0, 64 - half, 64, half, 'b');
  REQUIRE(snapshot_publish(&list) && list.newest == first && count_patches(first) == 2);
  astar_grid_fill(grid, 0, 0, 64, 32, 'c');
  astar_grid_fill(grid, 0, 32, 64, 32, 'd');
  astar_grid_fill(grid, 0, 0, 2, 1, 'e');
  REQUIRE(snapshot_publish(&list) && list.newest != first);
  map_snapshot *second = list.newest;
  REQUIRE(second->next == first && count_patches(first) == 2);
  snapshot_free_unused(&list);
  REQUIRE(second->next == first);
  counter_decrement(&first->users);
  snapshot_free_unused(&list);
  REQUIRE(second->next == NULL && list.newest == second);
  // A copy of a grid cannot be a patch.
  astar_grid *other;
  REQUIRE(astar_grid_clone(grid, NULL, &other) == ASTAR_OK);
  REQUIRE(astar_grid_copy(grid, other) == ASTAR_OK);
  astar_grid_free(other);
  REQUIRE(snapshot_publish(&list) && list.newest != second);
  // Patches have a limit of bytes, which few more patches exceed.
  for (int i = 0, renewed = 0; renewed < 3; i++) {
    const map_snapshot *before = list.newest;
    for (int k = 0; k < 40; k++) astar_grid_set(grid, k, i & 63, (uint8_t)(i >> 6));
    REQUIRE(snapshot_publish(&list));
    REQUIRE(list.newest->bytes <= (1 << 18) + 64 * 64 * 8); // at most one patch more
    renewed += list.newest != before;
    snapshot_free_unused(&list);
  }
  REQUIRE(list.newest->next == NULL && snapshot_memory(&list) > 64 * 64);
  snapshot_list_fini(&list);
  astar_grid_free(grid);
  REQUIRE(m.used == 0 && atomic_load(&in_use) == 0);
}

// Whether the replica of a worker has the content of the grid.
static bool has_map(const pool_worker *w) {
  enum { MAX = 1 << 17 };
  static char want[MAX], have[MAX];
  size_t size = astar_grid_serialize(grid, want, MAX);
  return size <= MAX && astar_grid_serialize(w->replica, have, MAX) == size &&
         memcmp(want, have, size) == 0;
}

// Publishes `edits` edits, and lets a worker follow, whose replica has derived data then.
// Returns whether the worker has copied a snapshot: a copy has no derived data.
static bool follow(snapshot_list *list, pool_worker *w, int edits) {
  static int last;
  for (int i = 0; i < edits; i++) {
    last++;
    astar_grid_set(grid, last & 63, last >> 6 & 63, (uint8_t)(last >> 12));
  }
  REQUIRE(snapshot_publish(list));
  astar_request r = {.snapshot = list->newest, .patch = list->newest->last};
  counter_init(&r.stop, 0);
  REQUIRE(worker_follow(w, &r) && has_map(w));
  REQUIRE(w->snapshot == list->newest && counter_read(&w->snapshot->users) == 1);
  bool is_copy = w->replica->cache == NULL;
  astar_is_reachable(w->replica, rules, NULL, 1, 1, 60, 60);
  REQUIRE(w->replica->cache != NULL);
  return is_copy;
}

// A worker that lacks few edits steps over to a new snapshot; one that lacks many, or
// whose snapshot was not followed by the new one, copies it.
static void test_following(void) {
  memory m;
  memory_init(&m, NULL);
  snapshot_list list;
  request_queue queue = {.allocator = m.allocator};
  pool_worker w = {.queue = &queue, .has_thread = true};
  begin_rules();
  REQUIRE(astar_grid_new(NULL, 64, 64, ASTAR_SQUARE, '.', &grid) == ASTAR_OK);
  REQUIRE(snapshot_list_init(&list, &m, grid));
  REQUIRE(follow(&list, &w, 0));
  for (int renewed = 0; renewed < 3;) {
    const map_snapshot *before = list.newest;
    REQUIRE(!follow(&list, &w, 20));
    renewed += list.newest != before;
    snapshot_free_unused(&list);
    REQUIRE(list.newest->next == NULL);
  }
  const map_snapshot *before = list.newest;
  while (list.newest == before) { // far behind
    for (int i = 0; i < 20; i++) astar_grid_set(grid, i, 0, (uint8_t)chance(256));
    REQUIRE(snapshot_publish(&list));
  }
  REQUIRE(follow(&list, &w, 0));
  REQUIRE(!follow(&list, &w, 1));
  for (int i = 0; i < 3; i++) astar_grid_fill(grid, 0, 0, 64, 64, (uint8_t)i);
  REQUIRE(follow(&list, &w, 0)); // the edits set too many tiles
  counter_decrement(&w.snapshot->users);
  astar_grid_free(w.replica);
  snapshot_list_fini(&list);
  astar_rules_free(rules);
  astar_grid_free(grid);
  REQUIRE(m.used == 0);
}

// ------------------------------------------------------------------------------ delivery

static void test_latency(int threads, int latency) {
  begin(20, 20, threads, latency, 1000);
  astar_request *made[61], *r;
  uint64_t updates[61];
  int first = 0, count = 0;
  for (uint64_t update = 0; update < 20; update++) {
    for (int i = 0; i < 3; i++) {
      made[count] = request();
      updates[count++] = update;
    }
    astar_pool_update(pool);
    while ((r = astar_pool_next(pool)) != NULL) {
      REQUIRE(r == made[first]);
      REQUIRE(updates[first++] + (uint64_t)latency == update + 1);
      astar_request_free(r);
    }
    if (update != 10) continue;
    astar_pool_wait(pool); // then all are due
    while ((r = astar_pool_next(pool)) != NULL) {
      REQUIRE(r == made[first++]);
      astar_request_free(r);
    }
    REQUIRE(first == count);
  }
  REQUIRE(count - first == 3 * (latency - 1));
  made[count++] = request();
  astar_pool_free(pool);
  pool = NULL;
  for (; first < count; first++) { // requests that outlive their pool
    REQUIRE(astar_request_status(made[first]) == ASTAR_CANCELLED);
    astar_request_cancel(made[first]);
    astar_request_free(made[first]);
  }
  end();
}

static void test_pending(int threads) {
  begin(30, 30, threads, 0, 3);
  astar_request *r[4];
  astar_point goal;
  for (int round = 0; round < 50; round++) {
    for (int i = 0; i < 3; i++) r[i] = request();
    const astar_query query = any_query(&goal);
    REQUIRE(astar_pool_pending(pool) == 3);
    REQUIRE(astar_pool_find_path(pool, &query, &r[3]) == ASTAR_QUEUE_FULL);
    REQUIRE(r[3] == NULL);
    astar_request_cancel(r[1]);
    REQUIRE(astar_request_status(r[1]) == ASTAR_CANCELLED);
    REQUIRE(astar_pool_pending(pool) == 2);
    r[3] = request();
    astar_request_free(r[0]);
    if (chance(2) == 0) astar_request_free(r[1]), r[1] = NULL;
    astar_pool_wait(pool);
    astar_pool_update(pool);
    REQUIRE(astar_pool_next(pool) == r[2]);
    astar_request_cancel(r[2]); // too late
    REQUIRE(astar_request_status(r[2]) != ASTAR_CANCELLED);
    REQUIRE(astar_pool_next(pool) == r[3]);
    REQUIRE(astar_pool_next(pool) == NULL);
    for (int i = 1; i < 4; i++) astar_request_free(r[i]);
  }
  end();
}

// ------------------------------------------------------------------------------- fields

static void expect_same_field(const astar_field *a, const astar_field *b) {
  for (int y = 0; y < astar_grid_height(grid); y++) {
    for (int x = 0; x < astar_grid_width(grid); x++) {
      const double cost = astar_field_cost(a, x, y), other = astar_field_cost(b, x, y);
      REQUIRE(is_number(cost, other) || fabs(cost - other) < 1e-9 * cost);
      astar_point next = {0, 0}, step = {0, 0};
      REQUIRE(astar_field_next(a, x, y, &next) == astar_field_next(b, x, y, &step));
    }
  }
}

static void test_fields(int threads, double max_cost, bool has_links) {
  begin(40, 30, threads, 0, 100);
  uint32_t id;
  for (int i = 0; has_links && i < 20; i++) {
    astar_grid_link(grid, chance(40), chance(30), chance(40), chance(30), 0.5, false,
                    &id);
  }
  const astar_source sources[2] = {{chance(40), chance(30), 0}, {3, 4, 1.5}};
  astar_grid_set(grid, 3, 4, '.');
  astar_field *now, *taken, *none;
  astar_request *r;
  REQUIRE(astar_pool_distance_field(pool, rules, NULL, sources, 2, max_cost, &r) ==
          ASTAR_OK);
  REQUIRE(astar_request_take_field(r, &taken) == ASTAR_INVALID && taken == NULL);
  REQUIRE(astar_distance_field(grid, rules, NULL, sources, 2, max_cost, &now) ==
          ASTAR_OK);
  const bool is_late = chance(2) == 0; // the map changes before the field is taken
  if (is_late) edit(3);
  astar_pool_wait(pool);
  REQUIRE(astar_pool_next(pool) == r && astar_request_status(r) == ASTAR_OK);
  const bool survives = chance(2) == 0; // the request outlives its pool
  if (survives) astar_pool_free(pool), pool = NULL;
  const size_t before = astar_grid_memory(grid);
  REQUIRE(astar_request_take_field(r, &taken) == ASTAR_OK);
  REQUIRE(astar_request_take_field(r, &none) == ASTAR_INVALID && none == NULL);
  astar_request_free(r);
  if (threads > 0 && !(max_cost < 100))
    REQUIRE(astar_grid_memory(grid) >= before + 40 * 30 * 9);
  expect_same_field(taken, now);
  edit(1 + chance(60));
  expect_same_field(taken, now);
  REQUIRE(astar_field_update(taken) == ASTAR_OK && astar_field_update(now) == ASTAR_OK);
  expect_same_field(taken, now);
  const astar_source moved = {20, 20, 0};
  astar_grid_set(grid, 20, 20, '.');
  REQUIRE(astar_field_set_goals(taken, &moved, 1) == ASTAR_OK);
  REQUIRE(astar_field_set_goals(now, &moved, 1) == ASTAR_OK);
  expect_same_field(taken, now);
  astar_field_free(now);
  astar_field_free(taken);
  if (!survives) { // a field that is not taken
    REQUIRE(astar_pool_distance_field(pool, rules, NULL, sources, 2, 1e9, &r) ==
            ASTAR_OK);
    astar_pool_wait(pool);
    REQUIRE(astar_pool_next(pool) == r);
    astar_request_free(r);
  }
  end();
}

static void test_options(void) {
  astar_pool_options options = astar_default_pool();
  REQUIRE(astar_why_invalid_pool(&options) == NULL);
  REQUIRE(astar_why_invalid_pool(NULL) == NULL);
  static const struct {
    int threads, latency, max_pending;
    bool is_valid;
  } cases[] = {{-1, 0, 1, true},        {-2, 0, 1, false}, {64, 1000, 1 << 30, true},
               {65, 0, 1, false},       {0, -1, 1, false}, {0, 1001, 1, false},
               {0, 0, 0, false},        {0, 0, -1, false}, {0, 0, (1 << 30) + 1, false},
               {0, 1000, 1 << 30, true}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    options.threads = cases[i].threads;
    options.latency = cases[i].latency;
    options.max_pending = cases[i].max_pending;
    REQUIRE((astar_why_invalid_pool(&options) == NULL) == cases[i].is_valid);
  }
  memset(&options, 0, sizeof options);
  options.max_pending = 1;
  REQUIRE(astar_why_invalid_pool(&options) != NULL);
}

static void test_wrong_arguments(void) {
  begin(10, 10, 1, 0, 10);
  astar_request *r = (astar_request *)&r;
  const astar_source bad = {1, 1, -1}, off = {50, 1, 0};
  REQUIRE(astar_pool_distance_field(pool, rules, NULL, &bad, 1, 1, &r) == ASTAR_INVALID);
  REQUIRE(r == NULL);
  REQUIRE(astar_pool_distance_field(pool, rules, NULL, &off, 1, -1, &r) == ASTAR_INVALID);
  REQUIRE(astar_pool_distance_field(pool, NULL, NULL, &off, 1, 1, &r) == ASTAR_INVALID);
  REQUIRE(astar_pool_distance_field(NULL, rules, NULL, &off, 1, 1, &r) == ASTAR_INVALID);
  REQUIRE(astar_pool_distance_field(pool, rules, NULL, &off, 1, 1, &r) == ASTAR_OK);
  REQUIRE(astar_pool_distance_field(pool, rules, NULL, NULL, 0, 1, &r) == ASTAR_OK);
  astar_pool_wait(pool);
  REQUIRE(astar_request_status(r = astar_pool_next(pool)) == ASTAR_OUT_OF_BOUNDS);
  astar_request_free(r);
  REQUIRE(astar_request_status(r = astar_pool_next(pool)) == ASTAR_GOAL_BLOCKED);
  astar_request_free(r);
  end();
}

// --------------------------------------------------------------------------- allocations

// Requests with one failed allocation, or with all failing from one on. Returns whether
// an allocation failed.
static bool test_failure(int threads, long number, bool keeps) {
  astar_request *made[4] = {NULL}, *r;
  int count = 0;
  begin(16, 16, threads, 0, 10);
  atomic_store(&keeps_failing, keeps);
  atomic_store(&until_failure, number);
  const astar_source goal = {3, 3, 0};
  astar_grid_set(grid, 3, 3, '.');
  for (int i = 0; i < 4; i++) {
    astar_point end_tile;
    const astar_query query = any_query(&end_tile);
    edit(5);
    const astar_status status =
        i == 2 ? astar_pool_distance_field(pool, rules, NULL, &goal, 1, 1e9, &r)
               : astar_pool_find_path(pool, &query, &r);
    REQUIRE(status == ASTAR_OK || (status == ASTAR_NO_MEMORY && r == NULL));
    if (status == ASTAR_OK) made[count++] = r;
    if (i == 2) astar_grid_fill(grid, 0, 0, 16, 16, '.');
  }
  astar_pool_wait(pool);
  for (int i = 0; i < count; i++) {
    REQUIRE(astar_pool_next(pool) == made[i]);
    astar_field *field;
    const astar_status status = astar_request_take_field(made[i], &field);
    REQUIRE(status == ASTAR_OK || status == ASTAR_INVALID);
    astar_field_free(field);
    astar_request_free(made[i]);
  }
  const bool has_failed =
      keeps ? atomic_load(&until_failure) == 0 : atomic_load(&until_failure) == NEVER;
  atomic_store(&until_failure, NEVER);
  // The pool lives on.
  astar_point corner = {15, 15};
  const astar_query query = astar_default_query(rules, 0, 0, &corner, 1);
  astar_grid_fill(grid, 0, 0, 16, 16, '.');
  for (int i = 0; i < 3; i++) REQUIRE(astar_pool_find_path(pool, &query, &r) == ASTAR_OK);
  astar_pool_wait(pool);
  while ((r = astar_pool_next(pool)) != NULL) {
    REQUIRE(astar_request_status(r) == ASTAR_OK);
    REQUIRE(astar_request_copy_path(r, NULL, 0) == 16);
    astar_request_free(r);
  }
  end();
  return has_failed;
}

// A pool of which an allocation fails when it is made.
static void test_failure_of_new(void) {
  REQUIRE(astar_grid_new(NULL, 16, 16, ASTAR_SQUARE, '.', &grid) == ASTAR_OK);
  astar_pool_options options = astar_default_pool();
  options.threads = 2;
  atomic_store(&keeps_failing, false);
  for (long i = 0;; i++) {
    atomic_store(&until_failure, i);
    const astar_status status = astar_pool_new(grid, &metered, &options, &pool);
    const bool has_failed = atomic_load(&until_failure) == NEVER;
    atomic_store(&until_failure, NEVER);
    REQUIRE(status == (has_failed ? ASTAR_NO_MEMORY : ASTAR_OK));
    REQUIRE((pool == NULL) == has_failed);
    astar_pool_free(pool);
    REQUIRE(atomic_load(&in_use) == 0);
    if (!has_failed) break;
  }
  astar_grid_free(grid);
}

static void test_failures(int step) {
  test_failure_of_new();
  for (int threads = 0; threads <= 1; threads++) {
    for (int keeps = 0; keeps <= 1; keeps++)
      for (long i = 0; test_failure(threads, i, keeps != 0);) i += step;
  }
}

// --------------------------------------------------------------------------- long
// searches

static astar_request *long_request(bool wants_field) {
  enum { LAST = 1499 };
  const astar_point goal = {LAST, LAST};
  const astar_source source = {LAST, LAST, 0};
  astar_query query = astar_default_query(rules, 0, 0, &goal, 1);
  query.algorithm = ASTAR_DIJKSTRA;
  astar_request *r;
  astar_status status =
      wants_field ? astar_pool_distance_field(pool, rules, NULL, &source, 1, INFINITY, &r)
                  : astar_pool_find_path(pool, &query, &r);
  REQUIRE(status == ASTAR_OK);
  return r;
}

// Searches of a large map end long before their end when they are not needed any more.
static void test_long_searches(int step) {
  begin(1500, 1500, 1, 0, 100);
  astar_grid_fill(grid, 1490, 1490, 10, 10, '.');
  for (int i = 0; i < 12; i += step) {
    const bool wants_field = i % 2 != 0, is_pool = i > 6;
    const double start = seconds();
    astar_request *r = long_request(wants_field);
    astar_pool_wait(pool); // the whole search, with a new replica
    REQUIRE(astar_pool_next(pool) == r);
    astar_request_free(r);
    const double whole = seconds() - start;
    r = long_request(wants_field);
    pause_for(1 << i % 5);
    const double stop = seconds();
    if (is_pool) {
      astar_pool_free(pool);
      REQUIRE(astar_request_status(r) == ASTAR_CANCELLED);
      astar_request_free(r);
      astar_pool_options options = astar_default_pool();
      options.threads = 1;
      REQUIRE(astar_pool_new(grid, &metered, &options, &pool) == ASTAR_OK);
    } else {
      astar_request_free(r);
      r = request();
      astar_pool_wait(pool);
      REQUIRE(astar_pool_next(pool) == r);
      astar_request_free(r);
    }
    REQUIRE(seconds() - stop < whole / 2 + 0.2);
  }
  end();
}

// A program that makes and cancels requests while the worker is busy.
static void test_cancelled(void) {
  enum { CANCELLED = MEMORY_LIMIT(65536, 64), MAX_PENDING = 2 };
  begin(1500, 1500, 1, 0, MAX_PENDING);
  astar_grid_fill(grid, 1490, 1490, 10, 10, '.');
  astar_request *longest = long_request(true), *r;
  astar_point goal = {1, 1};
  const astar_query query = astar_default_query(rules, 1, 1, &goal, 1);
  int count = 0;
  astar_status status;
  while ((status = astar_pool_find_path(pool, &query, &r)) == ASTAR_OK) {
    astar_request_free(r);
    if (astar_pool_pending(pool) != 1) break;
    if (++count == CANCELLED + 10 * MAX_PENDING) break; // the worker was not busy
  }
  REQUIRE(astar_pool_pending(pool) == 1 && count >= CANCELLED);
  REQUIRE(status == ASTAR_QUEUE_FULL ? count == CANCELLED + 1 : count > CANCELLED + 1);
  astar_request_free(longest);
  do astar_pool_update(pool);
  while (astar_pool_find_path(pool, &query, &r) == ASTAR_QUEUE_FULL);
  astar_pool_wait(pool);
  REQUIRE(astar_pool_next(pool) == r && astar_request_status(r) == ASTAR_OK);
  astar_request_free(r);
  end();
}

// --------------------------------------------------------------------------------- main

static void play(void) {
  const int i = (int)(round_seed % 120);
  test_order(i % 5, 1 + chance(MAX_REQUESTS));
  test_snapshots();
  test_following();
  test_latency(i % 3, 1 + i % 8);
  test_pending(i % 4);
  test_fields(i % 3, i % 4 == 0 ? 6 : INFINITY, i % 3 == 0);
}

int main(int count, char **words) {
  atomic_store(&until_failure, NEVER);
  const uint64_t rounds = play_rounds(count, words, 20, play);
  test_options();
  test_wrong_arguments();
  test_failures(1);
  test_long_searches(rounds < 20 ? 3 : 1);
  test_cancelled();
  printf("%" PRIu64 " rounds of pools\n", rounds);
  return 0;
}
