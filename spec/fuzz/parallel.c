/// Compares the answers of contexts, in several threads, with those of a copy of the
/// grid:
///
///     build/fuzz/parallel [MAPS [SEED]]
///
/// Method: for a random map (terrain.h) the program plays phases. In each phase it edits
/// the grid, and usually prepares it for some rules. It asks random questions, and
/// answers them on a fresh copy of the grid. Then all threads answer the same questions
/// at the same time, each with a context and in another order. All answers must be equal:
/// statuses, paths, costs, numbers of expansions. Fields of an earlier phase are updated,
/// and must have the costs of a new field. The grid is prepared at once or in slices.
/// Between phases the grid itself is queried, contexts are created and freed, and the
/// grid is trimmed.
///
/// Each context has an allocator that checks the size and the owner of each block, and
/// sometimes fails: the question is then asked again, and must have its answer. Under
/// ThreadSanitizer (`make threads`) a context that writes to the grid is reported.
///
/// Each map has a seed of its own: SEED, SEED + 1, ... A failure prints the seed, and
/// ends the program; `parallel 1 SEED` repeats that map.
#include "astar_pool.h"
#include "query/prepare.h"

#include "blocks.h"
#include "inquiry.h"
#include "terrain.h"
#include "../support/rounds.h"

#include <pthread.h>

enum { THREADS = 4, LAWS = 3, QUESTIONS = 24, PHASES = 5 };

// ---------------------------------------------------------------------------- allocator

typedef struct owner {
  size_t held;   ///< [bytes]
  int fuse;      ///< the number of allocations until all fail; below 0: none fails
  bool is_short; ///< an allocation failed
} owner;

enum { NO_FUSE = -1 };

static void *owned_resize(void *user, void *block, size_t old_size, size_t new_size) {
  owner *o = (owner *)user;
  if (new_size > old_size && o->fuse >= 0 && o->fuse-- == 0) {
    o->fuse = 0;
    o->is_short = true;
    return NULL;
  }
  o->held += new_size - old_size;
  return blocks_move(o, block, old_size, new_size);
}

// ---------------------------------------------------------------------------- questions

static terrain map;
static law laws[LAWS];
static inquiry questions[QUESTIONS];
static digest expected[QUESTIONS];

static inquiry ask(void) {
  inquiry i = inquiry_any(map.grid, laws[chance(LAWS)].rules);
  if (chance(2) == 0) i.kind = (inquiry_kind)chance(ASK_SIGHT + 1);
  if (chance(8) == 0) {
    i.query.heuristic = ASTAR_HEURISTIC_FUNCTION;
    i.query.heuristic_function = inquiry_heuristic;
  }
  return i;
}

// ------------------------------------------------------------------------------ threads

typedef struct worker {
  int number;
  owner owner;
  astar_context *context;
  astar_field *field; ///< of an earlier phase, or NULL
  inquiry asked;      ///< for this field
} worker;

static worker workers[THREADS];

static void check_field(worker *w) {
  astar_field *fresh;
  REQUIRE(astar_field_update(w->field) == ASTAR_OK);
  if (inquiry_field(&w->asked, map.grid, w->context, &fresh) != ASTAR_OK) return;
  digest_compare_fields(w->field, fresh, map.grid);
  astar_field_free(fresh);
}

// Answers a question while allocations fail.
static void answer_in_short_memory(worker *w, const inquiry *i, int fuse) {
  w->owner.fuse = fuse;
  w->owner.is_short = false;
  const digest d = inquiry_ask(i, map.grid, w->context, NULL);
  w->owner.fuse = NO_FUSE;
  REQUIRE(d.status != ASTAR_NO_MEMORY || w->owner.is_short);
}

static void *answer_all(void *argument) {
  worker *w = (worker *)argument;
  if (w->field != NULL) check_field(w);
  for (int i = 0; i < QUESTIONS; i++) {
    int at = (i + w->number * QUESTIONS / THREADS) % QUESTIONS;
    if (i % 4 == 0) answer_in_short_memory(w, &questions[at], at);
    const digest d = inquiry_ask(&questions[at], map.grid, w->context, NULL);
    REQUIRE(digest_is_same(&d, &expected[at]));
  }
  REQUIRE(w->owner.held == astar_context_memory(w->context));
  return NULL;
}

static void answer_in_threads(void) {
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; i++)
    REQUIRE(pthread_create(&threads[i], NULL, answer_all, &workers[i]) == 0);
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
}

// ------------------------------------------------------------------------------- phases

static void open_context(worker *w) {
  const astar_allocator allocator = {owned_resize, &w->owner};
  w->owner.fuse = chance(4);
  if (astar_context_new(map.grid, &allocator, &w->context) == ASTAR_OK)
    astar_context_free(w->context);
  w->owner.fuse = NO_FUSE;
  REQUIRE(w->owner.held == 0);
  REQUIRE(astar_context_new(map.grid, &allocator, &w->context) == ASTAR_OK);
}

// Frees the context, and its field before or after it.
static void close_context(worker *w) {
  if (chance(2) == 0) {
    astar_field_free(w->field);
    w->field = NULL;
  }
  astar_context_free(w->context);
  astar_field_free(w->field);
  w->field = NULL;
  REQUIRE(w->owner.held == 0);
}

// Keeps a field of this phase for the next ones.
static void keep_field(worker *w) {
  if (w->field != NULL || chance(2) == 0) return;
  w->asked = ask();
  w->asked.has_filter = false;
  if (inquiry_field(&w->asked, map.grid, w->context, &w->field) != ASTAR_OK)
    w->field = NULL;
}

static void ask_and_answer(void) {
  astar_grid *copy;
  REQUIRE(astar_grid_clone(map.grid, NULL, &copy) == ASTAR_OK);
  for (int i = 0; i < QUESTIONS; i++) {
    questions[i] = ask();
    expected[i] = inquiry_ask(&questions[i], copy, NULL, NULL);
  }
  astar_grid_free(copy);
}

// Queries of the grid itself change its derived data.
static void query_grid(void) {
  for (int i = chance(16); i > 0; i--) {
    int at = chance(QUESTIONS);
    const digest d = inquiry_ask(&questions[at], map.grid, NULL, NULL);
    REQUIRE(digest_is_same(&d, &expected[at]));
  }
}

// Prepares the data for some rules in small slices.
static void prepare_in_slices(const astar_rules *rules) {
  astar_status status = ASTAR_RUNNING;
  while (status == ASTAR_RUNNING) {
    budget slice = {1 + chance(4000)};
    status = prepare_derived(map.grid, rules, NULL, &slice);
  }
  REQUIRE(status == ASTAR_OK);
}

static void prepare_grid(void) {
  for (int i = 0; i < LAWS; i++) {
    int way = chance(5);
    if (way == 1) prepare_in_slices(laws[i].rules);
    if (way > 1) REQUIRE(astar_grid_prepare(map.grid, laws[i].rules) == ASTAR_OK);
  }
}

static void play_phase(void) {
  for (int edits = chance(3) == 0 ? 0 : chance(12); edits > 0; edits--)
    terrain_edit(&map);
  if (chance(12) == 0) REQUIRE(astar_grid_trim(map.grid) == ASTAR_OK);
  ask_and_answer();
  if (chance(3) == 0) query_grid();
  if (chance(3) > 0) prepare_grid();
  if (chance(3) == 0) query_grid();
  answer_in_threads();
  for (int i = 0; i < THREADS; i++) {
    keep_field(&workers[i]);
    if (chance(8) > 0) continue;
    close_context(&workers[i]);
    open_context(&workers[i]);
  }
}

static void play_map(void) {
  terrain_begin(&map, false);
  for (int i = 0; i < LAWS; i++) terrain_begin_law(&map, &laws[i], i == 0);
  for (int i = 0; i < THREADS; i++) {
    workers[i] = (worker){.number = i};
    open_context(&workers[i]);
  }
  for (int i = 0; i < PHASES; i++) play_phase();
  bool frees_rules_first = chance(2) == 0;
  for (int i = 0; i < LAWS && frees_rules_first; i++) astar_rules_free(laws[i].rules);
  for (int i = 0; i < THREADS; i++) close_context(&workers[i]);
  for (int i = 0; i < LAWS && !frees_rules_first; i++) astar_rules_free(laws[i].rules);
  terrain_end(&map);
}

int main(int count, char **words) {
  const uint64_t maps = play_rounds(count, words, 1000, play_map);
  printf("%" PRIu64 " maps, %d threads with contexts: the answers of the grid\n", maps,
         (int)THREADS);
  return EXIT_SUCCESS;
}
