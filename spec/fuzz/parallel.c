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

#include "terrain.h"
#include "../support/rounds.h"

#include <math.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>

enum { THREADS = 4, LAWS = 3, QUESTIONS = 24, PHASES = 5, MAX_GOALS = 3 };

static bool is_same(double a, double b) { return memcmp(&a, &b, sizeof a) == 0; }

// ---------------------------------------------------------------------------- allocator

/// Stored before each block.
typedef union block_header {
  struct {
    const void *owner;
    size_t size;
  } block;
  max_align_t align;
} block_header;

typedef struct owner {
  size_t held;   ///< [bytes]
  int fuse;      ///< the number of allocations until all fail; below 0: none fails
  bool is_short; ///< an allocation failed
} owner;

enum { NO_FUSE = -1 };

static void *owned_resize(void *user, void *block, size_t old_size, size_t new_size) {
  owner *o = (owner *)user;
  block_header *old = block != NULL ? (block_header *)block - 1 : NULL;
  REQUIRE(old == NULL || (old->block.owner == o && old->block.size == old_size));
  REQUIRE(old != NULL || old_size == 0);
  if (new_size > old_size && o->fuse >= 0 && o->fuse-- == 0) {
    o->fuse = 0;
    o->is_short = true;
    return NULL;
  }
  o->held += new_size - old_size;
  if (new_size == 0) {
    if (old != NULL) memset(block, 0xdd, old_size);
    free(old);
    return NULL;
  }
  block_header *fresh = (block_header *)realloc(old, sizeof *fresh + new_size);
  REQUIRE(fresh != NULL);
  fresh->block.owner = o;
  fresh->block.size = new_size;
  return fresh + 1;
}

// ---------------------------------------------------------------------------- questions

typedef enum question_kind {
  FIND_PATH,
  IS_REACHABLE,
  LINE_OF_SIGHT,
  DISTANCE_FIELD,
  QUESTION_KINDS
} question_kind;

typedef struct question {
  question_kind kind;
  astar_query query; ///< its start and its first goal are also those of the other kinds
  astar_goal goals[MAX_GOALS];
  astar_filter filter;
  double reach; ///< `max_cost` of a field
} question;

/// The answer as a few numbers; lists are hashed.
typedef struct answer {
  astar_status status;
  astar_result result;
  astar_point tile;
  uint64_t hash;
} answer;

static terrain map;
static law laws[LAWS];
static question questions[QUESTIONS];
static answer expected[QUESTIONS];

// Not admissible, and not symmetric.
static double any_heuristic(void *user, int dx, int dy) {
  (void)user;
  return 0.3 * abs(dx) + 0.7 * abs(dy) + (dx > 0 ? 0.1 : 0);
}

static void ask(question *q) {
  const law *l = &laws[chance(LAWS)];
  astar_point start = terrain_tile(&map);
  memset(q, 0, sizeof *q);
  q->kind = chance(2) == 0 ? FIND_PATH : (question_kind)chance(QUESTION_KINDS);
  for (int i = 0; i < MAX_GOALS; i++) {
    astar_point goal = terrain_tile(&map);
    q->goals[i] = (astar_goal){goal.x, goal.y};
  }
  int count = chance(4) == 0 ? 1 + chance(MAX_GOALS) : 1;
  q->query = astar_default_query(l->rules, start.x, start.y, q->goals, count);
  q->filter = terrain_filter(&map);
  q->query.filter = chance(3) == 0 ? &q->filter : NULL;
  q->reach = chance(3) == 0 ? 1 + chance(20) : (double)INFINITY;
  if (chance(6) == 0) q->query.range = chance(3);
  if (chance(5) == 0) q->query.partial = true;
  if (chance(8) == 0) q->query.max_cost = chance(30);
  if (chance(8) == 0) q->query.max_expansions = chance(60);
  if (chance(4) == 0) q->query.algorithm = (astar_algorithm)chance(ASTAR_GREEDY + 1);
  if (chance(8) == 0) q->query.weight = 1.5;
  if (chance(8) == 0) {
    q->query.heuristic = ASTAR_HEURISTIC_FUNCTION;
    q->query.heuristic_function = any_heuristic;
  }
}

// ------------------------------------------------------------------------------ answers

/// Who answers: a context, or a grid when `context` is NULL.
typedef struct source {
  astar_context *context;
  astar_grid *grid;
} source;

static uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t size) {
  const uint8_t *byte = (const uint8_t *)bytes;
  for (size_t i = 0; i < size; i++) hash = (hash ^ byte[i]) * UINT64_C(0x100000001b3);
  return hash;
}

static uint64_t hash_points(uint64_t hash, const astar_point *points, size_t count) {
  for (size_t i = 0; i < count; i++) {
    uint16_t pair[2] = {points[i].x, points[i].y};
    hash = hash_bytes(hash, pair, sizeof pair);
  }
  return hash;
}

static uint64_t hash_double(uint64_t hash, double number) {
  return hash_bytes(hash, &number, sizeof number);
}

// Also checks and straightens the path.
static void answer_path(const source *s, const question *q, answer *a) {
  const astar_rules *rules = q->query.rules;
  const astar_filter *filter = q->query.filter;
  astar_point points[2 * ORACLE_TILES];
  double costs[2 * ORACLE_TILES], length;
  astar_path *path;
  size_t bad;
  REQUIRE(astar_path_new(NULL, &path) == ASTAR_OK);
  a->status = s->context != NULL
                  ? astar_context_find_path(s->context, &q->query, path, &a->result)
                  : astar_find_path(s->grid, &q->query, path, &a->result);
  size_t count = astar_path_points(path, points, 2 * ORACLE_TILES);
  REQUIRE(count <= 2 * ORACLE_TILES);
  REQUIRE(astar_path_costs(path, costs, count) == count);
  astar_path_free(path);
  a->hash = hash_points(a->hash, points, count);
  for (size_t i = 0; i < count; i++) a->hash = hash_double(a->hash, costs[i]);
  if (a->status != ASTAR_OK) return;
  astar_status status = s->context != NULL
                            ? astar_context_check_path(s->context, rules, filter, points,
                                                       count, ASTAR_PATH_STEPS, 0, &bad)
                            : astar_check_path(s->grid, rules, filter, points, count,
                                               ASTAR_PATH_STEPS, 0, &bad);
  if (status == ASTAR_NO_MEMORY) return;
  REQUIRE(status == ASTAR_OK && bad == count);
  status =
      s->context != NULL
          ? astar_context_smooth_path(s->context, rules, filter, points, &count, &length)
          : astar_smooth_path(s->grid, rules, filter, points, &count, &length);
  if (status == ASTAR_NO_MEMORY) return;
  REQUIRE(status == ASTAR_OK);
  a->hash = hash_double(hash_points(a->hash, points, count), length);
}

static astar_status new_field(const source *s, const question *q, astar_field **field) {
  astar_source targets[MAX_GOALS];
  for (int i = 0; i < q->query.goal_count; i++) {
    targets[i] = (astar_source){q->goals[i].x, q->goals[i].y, 0.5 * i};
  }
  const astar_query *query = &q->query;
  return s->context != NULL
             ? astar_context_distance_field(s->context, query->rules, query->filter,
                                            targets, query->goal_count, q->reach, field)
             : astar_distance_field(s->grid, query->rules, query->filter, targets,
                                    query->goal_count, q->reach, field);
}

static void answer_field(const source *s, const question *q, answer *a) {
  astar_point points[ORACLE_TILES + 1], next = {0, 0};
  double cost, costs[ORACLE_TILES + 1];
  astar_field *field, *flee;
  a->status = new_field(s, q, &field);
  if (a->status != ASTAR_OK) return;
  for (int x = -1, y = 0; astar_field_each(field, &x, &y);) {
    a->hash = hash_double(a->hash, astar_field_cost(field, x, y) + x + 1000 * y);
  }
  int x = q->query.start_x, y = q->query.start_y;
  uint32_t count = astar_field_path(field, x, y, points, ORACLE_TILES + 1, &cost);
  a->hash = hash_double(hash_points(a->hash, points, count), cost);
  REQUIRE(astar_field_path_costs(field, x, y, costs, ORACLE_TILES + 1) == count);
  for (uint32_t i = 0; i < count; i++) a->hash = hash_double(a->hash, costs[i]);
  if (astar_field_way_out(field, x, y, &next)) a->hash = hash_points(a->hash, &next, 1);
  if (q->query.goal_count > 1 && astar_flee_field(field, 1.2, &flee) == ASTAR_OK) {
    a->hash = hash_double(a->hash, astar_field_cost(flee, x, y));
    astar_field_free(flee);
  }
  astar_field_free(field);
}

static void answer_question(const source *s, const question *q, answer *a) {
  const astar_query *query = &q->query;
  int x1 = query->start_x, y1 = query->start_y, x2 = q->goals[0].x, y2 = q->goals[0].y;
  int x = 0, y = 0;
  memset(a, 0, sizeof *a);
  switch (q->kind) {
  case FIND_PATH: answer_path(s, q, a); break;
  case DISTANCE_FIELD: answer_field(s, q, a); break;
  case IS_REACHABLE:
    a->status =
        s->context != NULL
            ? astar_context_is_reachable(s->context, query->rules, query->filter, x1, y1,
                                         x2, y2)
            : astar_is_reachable(s->grid, query->rules, query->filter, x1, y1, x2, y2);
    break;
  default:
    a->status = s->context != NULL
                    ? astar_context_line_of_sight(s->context, query->rules, query->filter,
                                                  x1, y1, x2, y2, &x, &y)
                    : astar_line_of_sight(s->grid, query->rules, query->filter, x1, y1,
                                          x2, y2, &x, &y);
    a->tile = (astar_point){(uint16_t)x, (uint16_t)y};
  }
}

static bool is_same_answer(const answer *a, const answer *b) {
  return a->status == b->status && is_same(a->result.cost, b->result.cost) &&
         a->result.length == b->result.length && a->result.goal == b->result.goal &&
         a->result.partial == b->result.partial &&
         a->result.expanded == b->result.expanded && a->tile.x == b->tile.x &&
         a->tile.y == b->tile.y && a->hash == b->hash;
}

// ------------------------------------------------------------------------------ threads

typedef struct worker {
  int number;
  owner owner;
  astar_context *context;
  astar_field *field; ///< of an earlier phase, or NULL
  question asked;     ///< for this field
} worker;

static worker workers[THREADS];

// Costs of an updated field equal those of a new field up to rounding.
static void check_field(worker *w) {
  source s = {w->context, NULL};
  astar_field *fresh;
  REQUIRE(astar_field_update(w->field) == ASTAR_OK);
  if (new_field(&s, &w->asked, &fresh) != ASTAR_OK) return;
  for (int y = 0; y < map.height; y++) {
    for (int x = 0; x < map.width; x++) {
      double a = astar_field_cost(w->field, x, y), b = astar_field_cost(fresh, x, y);
      REQUIRE(isinf(a) == isinf(b) && (isinf(a) || fabs(a - b) <= 1e-9 * (a + b)));
    }
  }
  astar_field_free(fresh);
}

// Answers a question while allocations fail.
static void answer_in_short_memory(worker *w, const source *s, const question *q,
                                   int fuse) {
  answer a;
  w->owner.fuse = fuse;
  w->owner.is_short = false;
  answer_question(s, q, &a);
  w->owner.fuse = NO_FUSE;
  REQUIRE(a.status != ASTAR_NO_MEMORY || w->owner.is_short);
}

static void *answer_all(void *argument) {
  worker *w = (worker *)argument;
  source s = {w->context, NULL};
  answer a;
  if (w->field != NULL) check_field(w);
  for (int i = 0; i < QUESTIONS; i++) {
    int at = (i + w->number * QUESTIONS / THREADS) % QUESTIONS;
    if (i % 4 == 0) answer_in_short_memory(w, &s, &questions[at], at);
    answer_question(&s, &questions[at], &a);
    REQUIRE(is_same_answer(&a, &expected[at]));
  }
  REQUIRE(w->owner.held == astar_context_memory(w->context));
  return NULL;
}

static void answer_in_threads(void) {
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; i++) {
    REQUIRE(pthread_create(&threads[i], NULL, answer_all, &workers[i]) == 0);
  }
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
}

// ------------------------------------------------------------------------------- phases

static void open_context(worker *w) {
  const astar_allocator allocator = {owned_resize, &w->owner};
  w->owner.fuse = chance(4);
  if (astar_context_new(map.grid, &allocator, &w->context) == ASTAR_OK) {
    astar_context_free(w->context);
  }
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
  source s = {w->context, NULL};
  if (w->field != NULL || chance(2) == 0) return;
  ask(&w->asked);
  w->asked.query.filter = NULL;
  w->asked.query.goals = w->asked.goals;
  if (new_field(&s, &w->asked, &w->field) != ASTAR_OK) w->field = NULL;
}

static void ask_and_answer(void) {
  astar_grid *copy;
  REQUIRE(astar_grid_clone(map.grid, NULL, &copy) == ASTAR_OK);
  source s = {NULL, copy};
  for (int i = 0; i < QUESTIONS; i++) {
    ask(&questions[i]);
    answer_question(&s, &questions[i], &expected[i]);
  }
  astar_grid_free(copy);
}

// Queries of the grid itself change its derived data.
static void query_grid(void) {
  source s = {NULL, map.grid};
  for (int i = chance(16); i > 0; i--) {
    int at = chance(QUESTIONS);
    answer a;
    answer_question(&s, &questions[at], &a);
    REQUIRE(is_same_answer(&a, &expected[at]));
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
  terrain_begin(&map);
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
