/// Checks contexts: several threads query one grid at the same time.
///
///     build/fuzz/context [ROUNDS [SEED]]
///
/// Method. In each round the grid is edited, and prepared for some of the rules. A
/// *shadow*, another grid with the same edits, answers random questions. Then threads,
/// each with a context of its own, ask the same questions on the grid at the same time,
/// and compare all bits of the answers. Threads keep some fields, and update them in
/// later rounds. Meanwhile nobody may call the allocator of the grid. It is made for
/// ThreadSanitizer: `make pool-check`.
#include "blocks.h"
#include "edit.h"
#include "inquiry.h"
#include "terrain.h"

#include <inttypes.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS = 4, LAWS = 3, QUESTIONS = 60, LINES = 20, POINTS = 16384 };

// A question, and the answer of the shadow.
typedef struct task {
  inquiry question;
  digest expected;
  astar_field *shadow; ///< of a field
} task;

// Two tiles: whether one can be reached or seen from the other.
typedef struct line {
  const astar_rules *rules;
  int x1, y1, x2, y2, x, y;
  astar_status reachable, sight;
  size_t count, pulled; ///< points of a path between them, and of the path pulled taut
  astar_point points[POINTS / 8];
  uint64_t taut; ///< hash of the path pulled taut
} line;

typedef struct worker {
  pthread_t thread;
  int number;
  astar_context *context;
  astar_field *field;  ///< that is kept, and updated in each round
  inquiry question;    ///< of this field
  uint64_t field_hash; ///< of the same field of the shadow, now
  astar_field *shadow; ///< this field
} worker;

static struct {
  uint64_t seed, round;
  terrain terrain;
  law laws[LAWS];
  astar_grid *grid, *shadow;
  task tasks[QUESTIONS];
  line lines[LINES];
  worker workers[THREADS];
  size_t answers;
} w;

static void fail(const char *condition, int line_number) {
  fprintf(stderr, "context.c:%d: failed: %s (seed %" PRIu64 ", round %" PRIu64 ")\n",
          line_number, condition, w.seed, w.round);
  abort();
}

#define REQUIRE(condition) ((condition) ? (void)0 : fail(#condition, __LINE__))

// ------------------------------------------------------------------------- allocators

static atomic_bool is_parallel;
static atomic_long held_by_grid, held_by_contexts; ///< [bytes]

static void *grid_alloc(void *user, void *block, size_t old_size, size_t new_size) {
  (void)user;
  REQUIRE(!atomic_load(&is_parallel));
  atomic_fetch_add(&held_by_grid, (long)new_size - (long)old_size);
  return blocks_move(&held_by_grid, block, old_size, new_size);
}

static void *context_alloc(void *user, void *block, size_t old_size, size_t new_size) {
  (void)user;
  atomic_fetch_add(&held_by_contexts, (long)new_size - (long)old_size);
  return blocks_move(&held_by_contexts, block, old_size, new_size);
}

static const astar_allocator of_grid = {grid_alloc, NULL};
static const astar_allocator of_contexts = {context_alloc, NULL};

// -------------------------------------------------------------------------- questions

static const astar_rules *any_rules(void) { return w.laws[chance(LAWS)].rules; }

static uint64_t hash_points(const astar_point *points, size_t count, double length) {
  static const double none[POINTS];
  uint64_t bits;
  memcpy(&bits, &length, sizeof bits);
  return digest_path(points, none, count) ^ bits;
}

static void prepare_line(line *l) {
  astar_point points[POINTS / 8];
  const int width = astar_grid_width(w.grid), height = astar_grid_height(w.grid);
  l->rules = any_rules();
  l->x1 = chance(width), l->y1 = chance(height);
  l->x2 = chance(width), l->y2 = chance(height);
  l->x = l->y = 0;
  l->reachable = astar_is_reachable(w.shadow, l->rules, NULL, l->x1, l->y1, l->x2, l->y2);
  l->sight = astar_line_of_sight(w.shadow, l->rules, NULL, l->x1, l->y1, l->x2, l->y2,
                                 &l->x, &l->y);
  const astar_goal goal = {l->x2, l->y2};
  const astar_query query = astar_default_query(l->rules, l->x1, l->y1, &goal, 1);
  astar_path *path;
  double length = 0;
  REQUIRE(astar_path_new(NULL, &path) == ASTAR_OK);
  astar_find_path(w.shadow, &query, path, NULL);
  l->count = astar_path_points(path, l->points, POINTS / 8);
  astar_path_free(path);
  if (l->count > POINTS / 8) l->count = 0;
  l->pulled = l->count;
  if (l->count == 0) return;
  memcpy(points, l->points, l->count * sizeof *points);
  REQUIRE(astar_smooth_path(w.shadow, l->rules, NULL, points, &l->pulled, &length) ==
          ASTAR_OK);
  l->taut = hash_points(points, l->pulled, length);
}

static void prepare_round(void) {
  for (int i = chance(chance(5) == 0 ? 1500 : 60); i > 0; i--) {
    const edit e = edit_any(w.grid);
    REQUIRE(edit_make(&e, w.grid, NULL) == edit_make(&e, w.shadow, NULL));
  }
  for (int i = 0; i < LAWS; i++) {
    if (chance(3) != 0) {
      const astar_status status = astar_grid_prepare(w.grid, w.laws[i].rules);
      REQUIRE(status == ASTAR_OK || status == ASTAR_UNSUITED);
    }
  }
  if (chance(4) == 0) { // a query on the grid itself, by this thread
    const inquiry question = inquiry_any(w.grid, any_rules());
    inquiry_ask(&question, w.grid, NULL);
  }
  for (int i = 0; i < QUESTIONS; i++) {
    task *t = &w.tasks[i];
    t->question = inquiry_any(w.grid, any_rules());
    t->expected = inquiry_ask(&t->question, w.shadow, &t->shadow);
  }
  for (int i = 0; i < LINES; i++) prepare_line(&w.lines[i]);
  for (int i = 0; i < THREADS; i++) {
    worker *k = &w.workers[i];
    if (k->shadow == NULL) continue;
    REQUIRE(astar_field_update(k->shadow) == ASTAR_OK);
    k->field_hash = digest_field(k->shadow, w.shadow);
  }
}

// ---------------------------------------------------------------------------- threads

static void ask_line(const worker *k, const line *l) {
  astar_point points[POINTS / 8];
  int x = 0, y = 0;
  double length = 0;
  size_t bad = 0, pulled = l->count;
  REQUIRE(astar_context_is_reachable(k->context, l->rules, NULL, l->x1, l->y1, l->x2,
                                     l->y2) == l->reachable);
  REQUIRE(astar_context_line_of_sight(k->context, l->rules, NULL, l->x1, l->y1, l->x2,
                                      l->y2, &x, &y) == l->sight);
  if (l->sight == ASTAR_UNREACHABLE) REQUIRE(x == l->x && y == l->y);
  if (l->count == 0) return;
  REQUIRE(astar_context_check_path(k->context, l->rules, NULL, l->points, l->count,
                                   ASTAR_PATH_STEPS, 0, &bad) == ASTAR_OK);
  REQUIRE(bad == l->count);
  memcpy(points, l->points, l->count * sizeof *points);
  REQUIRE(astar_context_smooth_path(k->context, l->rules, NULL, points, &pulled,
                                    &length) == ASTAR_OK);
  REQUIRE(pulled == l->pulled && hash_points(points, pulled, length) == l->taut);
}

static void ask_task(const worker *k, const task *t, astar_field **field) {
  const digest d = inquiry_ask_context(&t->question, k->context, w.grid, field);
  if (!digest_is_same(&d, &t->expected)) {
    inquiry_print(&t->question);
    digest_print("expected", &t->expected);
    digest_print("answer", &d);
  }
  REQUIRE(digest_is_same(&d, &t->expected));
}

// Each thread begins at another question.
static void *work(void *argument) {
  worker *k = (worker *)argument;
  if (k->field != NULL) {
    REQUIRE(astar_field_update(k->field) == ASTAR_OK);
    REQUIRE(digest_field(k->field, w.grid) == k->field_hash);
  }
  for (int i = 0; i < QUESTIONS; i++) {
    ask_task(k, &w.tasks[(i + k->number * QUESTIONS / THREADS) % QUESTIONS], NULL);
  }
  for (int i = 0; i < LINES; i++) ask_line(k, &w.lines[(i + k->number) % LINES]);
  REQUIRE(astar_context_memory(k->context) > 0);
  return NULL;
}

// ------------------------------------------------------------------------------- main

// A worker keeps another field, of a question of this round.
static void keep_field(worker *k) {
  for (int i = 0; i < QUESTIONS; i++) {
    task *t = &w.tasks[i];
    if (t->shadow == NULL) continue;
    astar_field_free(k->field);
    astar_field_free(k->shadow);
    ask_task(k, t, &k->field);
    k->shadow = t->shadow;
    t->shadow = NULL;
    return;
  }
}

// A field outlives its context.
static void renew_context(worker *k) {
  if (k->context != NULL && chance(2) == 0) {
    astar_field_free(k->field);
    astar_field_free(k->shadow);
    k->field = k->shadow = NULL;
  }
  astar_context_free(k->context);
  REQUIRE(astar_context_new(w.grid, &of_contexts, &k->context) == ASTAR_OK);
}

static void run_round(void) {
  prepare_round();
  atomic_store(&is_parallel, true);
  for (int i = 0; i < THREADS; i++) {
    REQUIRE(pthread_create(&w.workers[i].thread, NULL, work, &w.workers[i]) == 0);
  }
  for (int i = 0; i < THREADS; i++) pthread_join(w.workers[i].thread, NULL);
  atomic_store(&is_parallel, false);
  w.answers += THREADS * (QUESTIONS + LINES);
  keep_field(&w.workers[chance(THREADS)]);
  if (chance(3) == 0) renew_context(&w.workers[chance(THREADS)]);
  for (int i = 0; i < QUESTIONS; i++) {
    astar_field_free(w.tasks[i].shadow);
    w.tasks[i].shadow = NULL;
  }
}

static void run_world(int rounds) {
  uint8_t row[ASTAR_MAX_SIDE];
  const int scale = 1 + chance(3);
  terrain_begin(&w.terrain);
  const int width = w.terrain.width * scale, height = w.terrain.height * scale;
  REQUIRE(astar_grid_new(&of_grid, width, height, w.terrain.layout, 0, &w.grid) ==
          ASTAR_OK);
  for (int y = 0; y < height; y++) {
    const uint8_t *from = astar_grid_row(w.terrain.grid, y / scale);
    for (int x = 0; x < width; x++) row[x] = from[x / scale];
    REQUIRE(astar_grid_set_row(w.grid, y, row) == ASTAR_OK);
  }
  REQUIRE(astar_grid_clone(w.grid, NULL, &w.shadow) == ASTAR_OK);
  for (int i = 0; i < LAWS; i++) terrain_begin_law(&w.terrain, &w.laws[i], i == 0);
  for (int i = 0; i < THREADS; i++) {
    w.workers[i] = (worker){.number = i};
    renew_context(&w.workers[i]);
  }
  for (int i = 0; i < rounds; i++, w.round++) run_round();
  astar_grid_free(w.grid); // contexts and fields are owners
  for (int i = 0; i < THREADS; i++) {
    astar_context_free(w.workers[i].context);
    astar_field_free(w.workers[i].field);
    astar_field_free(w.workers[i].shadow);
  }
  for (int i = 0; i < LAWS; i++) astar_rules_free(w.laws[i].rules);
  astar_grid_free(w.shadow);
  terrain_end(&w.terrain);
  REQUIRE(atomic_load(&held_by_grid) == 0 && atomic_load(&held_by_contexts) == 0);
}

static void on_abort(int number) {
  fprintf(stderr, "context: ended (seed %" PRIu64 ", round %" PRIu64 ")\n", w.seed,
          w.round);
  signal(number, SIG_DFL);
}

int main(int argc, char **argv) {
  enum { PER_WORLD = 8 };
  const uint64_t rounds = argc > 1 ? strtoull(argv[1], NULL, 10) : 200;
  const uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
  signal(SIGABRT, on_abort);
  for (w.seed = seed; w.round < rounds; w.seed++) {
    chance_begin(w.seed);
    run_world(PER_WORLD);
  }
  printf("%" PRIu64 " rounds of %d threads on one grid, %zu answers: no difference\n",
         w.round, (int)THREADS, w.answers);
  return 0;
}
