/// Checks pools of worker threads with random calls:
///
///     build/fuzz/pool [SECONDS [SEED [steady | wild]]]
///
/// Method. Each grid has a *shadow*: another grid on which the same edits are made by the
/// same calls. At each request the shadow is asked the same question at once. Its answer
/// is the one that the pool must deliver, in all bits: path, costs, expansions, or field.
///
/// *Steady*: one pool with 4 threads, 1,000 edits and 180 requests per second, in frames
/// of 1/60 s, for SECONDS. *Wild*: several grids with one or two pools each, with random
/// options, live and end at random moments, for SECONDS. It checks that
///
/// - answers come in the order of requests; with a latency in the very update, otherwise
///   at the latest after `astar_pool_wait`;
/// - requests can be cancelled and freed at any time, also after their pool and grid, and
///   report the right state;
/// - rules can be freed while requests that use them are in flight;
/// - a field that was taken can be updated, and is then equal to that of the shadow;
/// - units of a crowd are avoided where they were at the moment of the request;
/// - `max_pending` is exact, and wrong arguments are rejected;
/// - when allocations fail in workers, an answer is right or says so, and later ones are
///   right;
/// - the allocators of the grid and of the rules are called by the game thread only;
/// - all memory is freed, and a pool ends at once although its threads search.
///
/// It is made for ThreadSanitizer and AddressSanitizer: `make pool-check`.
#define _POSIX_C_SOURCE 200809L

#include "astar_crowd.h"
#include "astar_pool.h"
#include "blocks.h"
#include "edit.h"
#include "inquiry.h"
#include "terrain.h"
#include "../support/rounds.h"
#include "../support/serialized.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <time.h>

enum { WORLDS = 3, POOLS = 2, LAWS = 3, RECORDS = 4096, FIELDS = 6 };

typedef enum record_state { IN_FLIGHT, DELIVERED, CANCELLED } record_state;

// A request, and what it must answer.
typedef struct record {
  astar_request *request;
  inquiry question;
  digest expected;
  record_state state;
  uint64_t made;       ///< updates of the pool before the request
  bool is_awaited;     ///< `astar_pool_wait` was called since
  astar_field *shadow; ///< of the shadow; NULL: the request asks for no field, or it has
                       ///< been taken
} record;

// A field that was taken, and that of the shadow.
typedef struct pair {
  astar_field *field, *shadow;
} pair;

typedef struct basin {
  astar_pool *pool; ///< NULL: there is none now
  astar_pool_options options;
  uint64_t updates;
  record *records[RECORDS]; ///< by their time; those of a pool that was freed, too
  int count;
} basin;

// Rules, and the same rules for the shadow.
typedef struct twin_law {
  law law; ///< of the shadow
  astar_rules *rules;
} twin_law;

typedef struct world {
  terrain terrain;
  astar_grid *grid, *shadow, *original;
  astar_crowd *crowd, *crowd_shadow;
  twin_law laws[LAWS];
  basin basins[POOLS];
  pair fields[FIELDS];
} world;

static struct {
  size_t edits, requests, delivered, cancelled, fields, pools, short_of_memory;
  double longest_free, longest_update; ///< [s]
} total;

static double duration = 5; ///< of each mode [s]

// The question that is checked now, for the message of a failure.
static const record *now;
static const digest *answered;

static void describe(void) {
  if (now == NULL) return;
  inquiry_print(&now->question);
  digest_print("expected", &now->expected);
  if (answered != NULL) digest_print("answer", answered);
}

static double clock_now(clockid_t id) {
  struct timespec t;
  clock_gettime(id, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static double seconds_now(void) { return clock_now(CLOCK_MONOTONIC); }

// ------------------------------------------------------------------------- allocators

static pthread_t game_thread;
static atomic_long held_by_game, held_by_pools; ///< [bytes]
static atomic_int until_refusal = -1;           ///< allocations; -1: none is refused
static atomic_uint refusals;

// Of grids and rules: as `lua_Alloc`, it belongs to one thread.
static void *game_alloc(void *user, void *block, size_t old_size, size_t new_size) {
  (void)user;
  REQUIRE(pthread_equal(pthread_self(), game_thread));
  atomic_fetch_add(&held_by_game, (long)new_size - (long)old_size);
  return blocks_move(&held_by_game, block, old_size, new_size);
}

// Of pools: several threads call it, and it may refuse.
static void *pool_alloc(void *user, void *block, size_t old_size, size_t new_size) {
  (void)user;
  if (new_size > old_size && atomic_load(&until_refusal) >= 0 &&
      atomic_fetch_sub(&until_refusal, 1) == 0) {
    atomic_fetch_add(&refusals, 1);
    return NULL;
  }
  atomic_fetch_add(&held_by_pools, (long)new_size - (long)old_size);
  return blocks_move(&held_by_pools, block, old_size, new_size);
}

static const astar_allocator of_game = {game_alloc, NULL};
static const astar_allocator of_pools = {pool_alloc, NULL};

// ------------------------------------------------------------------------------ worlds

static void begin_law(world *w, twin_law *t, bool is_first) {
  terrain_begin_law(&w->terrain, &t->law, is_first);
  REQUIRE(astar_rules_new(&of_game, &t->law.def, &t->rules) == ASTAR_OK);
}

static void end_law(twin_law *t) {
  astar_rules_free(t->law.rules);
  astar_rules_free(t->rules);
}

// The map of the terrain, with `scale` x `scale` tiles for each of its tiles.
static astar_grid *enlarge(const terrain *t, int scale) {
  uint8_t row[ASTAR_MAX_SIDE];
  astar_grid *grid;
  const int width = t->width * scale, height = t->height * scale;
  REQUIRE(astar_grid_new(&of_game, width, height, t->layout, 0, &grid) == ASTAR_OK);
  for (int y = 0; y < height; y++) {
    const uint8_t *from = astar_grid_row(t->grid, y / scale);
    for (int x = 0; x < width; x++) row[x] = from[x / scale];
    REQUIRE(astar_grid_set_row(grid, y, row) == ASTAR_OK);
  }
  return grid;
}

static void begin_pool(world *w, basin *b, const astar_pool_options *options) {
  *b = (basin){.options = *options};
  const astar_status status = astar_pool_new(w->grid, &of_pools, options, &b->pool);
  if (status == ASTAR_NO_MEMORY) {
    REQUIRE(atomic_load(&refusals) > 0 && b->pool == NULL);
    return;
  }
  REQUIRE(status == ASTAR_OK);
  REQUIRE(astar_pool_pending(b->pool) == 0);
  REQUIRE(astar_pool_threads(b->pool) <= (options->threads < 0 ? 8 : options->threads));
  total.pools++;
}

static astar_pool_options any_options(void) {
  static const int latencies[] = {0, 0, 0, 1, 1, 2, 5};
  static const int limits[] = {1, 3, 20, 100000, 100000, 100000};
  static const int expansions[] = {0, 1, 100, 2000};
  astar_pool_options options = astar_default_pool();
  options.threads = chance(8) == 0 ? 0 : chance(20) == 0 ? -1 : 1 + chance(4);
  options.latency = latencies[chance(7)];
  options.max_pending = limits[chance(6)];
  options.expansions = expansions[chance(4)];
  return options;
}

static void begin_world(world *w, int scale) {
  *w = (world){0};
  terrain_begin(&w->terrain, false);
  w->grid = enlarge(&w->terrain, scale);
  w->shadow = enlarge(&w->terrain, scale);
  w->original = enlarge(&w->terrain, scale);
  for (int i = 0; i < LAWS; i++) begin_law(w, &w->laws[i], i == 0);
}

// ------------------------------------------------------------------------------- edits

static void edit_both(world *w, const edit *e) {
  const astar_status status = edit_make(e, w->grid, NULL);
  REQUIRE(edit_make(e, w->shadow, NULL) == status);
  REQUIRE(astar_grid_revision(w->grid) == astar_grid_revision(w->shadow));
  REQUIRE(status != ASTAR_BUSY);
  total.edits++;
}

// Brings most of the first map back, in one edit or in many.
static void restore(world *w) {
  const int width = astar_grid_width(w->grid), height = astar_grid_height(w->grid);
  if (chance(3) == 0) {
    REQUIRE(astar_grid_copy(w->grid, w->original) == ASTAR_OK);
    REQUIRE(astar_grid_copy(w->shadow, w->original) == ASTAR_OK);
    return;
  }
  for (int i = 0; i < 2; i++) {
    astar_grid *grid = i == 0 ? w->grid : w->shadow;
    for (int y = 0; y < height; y++)
      astar_grid_set_row(grid, y, astar_grid_row(w->original, y));
    astar_grid_fill_penalty(grid, 0, 0, width, height, 0);
    for (int layer = 1; layer <= ASTAR_LAYERS; layer++)
      astar_grid_fill_blocked(grid, 0, 0, width, height, false, layer);
    for (uint32_t id = 0; astar_grid_each_link(grid, &id, NULL);)
      astar_grid_unlink(grid, id);
  }
}

static void edit_some(world *w, int count) {
  for (int i = 0; i < count; i++) {
    const edit e = edit_any(w->grid);
    edit_both(w, &e);
    if (chance(150) == 0) restore(w);
  }
}

// ------------------------------------------------------------------------------- crowd

static void begin_crowds(world *w) {
  astar_crowd_def def = astar_default_crowd();
  def.budget = 200;
  REQUIRE(astar_crowd_new(w->grid, &def, &w->crowd) == ASTAR_OK);
  REQUIRE(astar_crowd_new(w->shadow, &def, &w->crowd_shadow) == ASTAR_OK);
  for (int i = 0; i < 12; i++) {
    const int x = chance(astar_grid_width(w->grid)), l = chance(LAWS);
    const int y = chance(astar_grid_height(w->grid));
    astar_unit_def unit = astar_default_unit(w->laws[l].rules, x, y);
    uint32_t a, b;
    const astar_status status = astar_crowd_add(w->crowd, &unit, &a);
    unit.rules = w->laws[l].law.rules;
    REQUIRE(astar_crowd_add(w->crowd_shadow, &unit, &b) == status && a == b);
  }
}

static void move_crowds(world *w) {
  if (w->crowd == NULL) return;
  const uint32_t unit = 1 + (uint32_t)chance(12);
  const int x = chance(astar_grid_width(w->grid));
  const int y = chance(astar_grid_height(w->grid));
  REQUIRE(astar_crowd_go_to(w->crowd, unit, x, y, NULL) ==
          astar_crowd_go_to(w->crowd_shadow, unit, x, y, NULL));
  const double seconds = 0.1 * chance(5);
  REQUIRE(astar_crowd_update(w->crowd, seconds) == ASTAR_OK);
  REQUIRE(astar_crowd_update(w->crowd_shadow, seconds) == ASTAR_OK);
}

static void end_crowds(world *w) {
  astar_crowd_free(w->crowd);
  astar_crowd_free(w->crowd_shadow);
  w->crowd = w->crowd_shadow = NULL;
}

// ---------------------------------------------------------------------------- requests

static size_t pending(const basin *b) {
  size_t count = 0;
  for (int i = 0; i < b->count; i++) count += b->records[i]->state == IN_FLIGHT;
  return count;
}

// Before its delivery a request reports nothing.
static void check_silent(const record *r) {
  astar_field *field = NULL;
  const astar_result result = astar_request_result(r->request);
  astar_point point;
  double cost;
  REQUIRE(astar_request_status(r->request) ==
          (r->state == IN_FLIGHT ? ASTAR_RUNNING : ASTAR_CANCELLED));
  REQUIRE(result.goal == -1 && result.length == 0 && result.expanded == 0);
  REQUIRE(!(result.cost > 0) && !result.partial);
  REQUIRE(astar_request_copy_path(r->request, &point, 1) == 0);
  REQUIRE(astar_request_copy_costs(r->request, &cost, 1) == 0);
  REQUIRE(astar_request_take_field(r->request, &field) == ASTAR_INVALID);
  REQUIRE(field == NULL && astar_request_user(r->request) == r);
}

static astar_status send(basin *b, record *r) {
  const inquiry *i = &r->question;
  if (i->kind == ASK_FIELD) {
    return astar_pool_distance_field(b->pool, i->rules, inquiry_filter(i), i->sources,
                                     i->count, i->max_cost, &r->request);
  }
  astar_query query = inquiry_query(i);
  const astar_status status = astar_pool_find_path(b->pool, &query, &r->request);
  const bool is_valid = astar_why_invalid_request(b->pool, &query) == NULL;
  REQUIRE((status == ASTAR_INVALID) == !is_valid || status == ASTAR_QUEUE_FULL);
  memset(&query, 0x5a, sizeof query); // it was copied
  return status;
}

// Whether the rules or the algorithm do not fit the map. As `astar_search_new`, a request
// says so before it looks at the goals.
static bool is_unsuited(const inquiry *i, astar_grid *grid) {
  const astar_algorithm algorithm =
      i->kind == ASK_FIELD ? ASTAR_AUTO : i->query.algorithm;
  return astar_why_unsuited(grid, i->rules, inquiry_filter(i), algorithm) != NULL;
}

// Asks the pool, and the shadow.
static void request(world *w, basin *b) {
  if (b->pool == NULL || b->count == RECORDS) return;
  twin_law *t = &w->laws[chance(LAWS)];
  record *r = (record *)must(calloc(1, sizeof *r));
  r->question = inquiry_any(w->grid, t->law.rules);
  const bool avoids = w->crowd != NULL && chance(2) == 0;
  if (avoids) r->question.avoid = w->crowd_shadow;
  r->expected = inquiry_ask(&r->question, w->shadow, NULL, &r->shadow);
  r->question.rules = r->question.query.rules = t->rules;
  if (avoids) r->question.avoid = w->crowd;
  const bool is_refused = is_unsuited(&r->question, w->grid);
  const bool is_full = pending(b) == (size_t)b->options.max_pending;
  now = r;
  const astar_status status = send(b, r);
  if (status != ASTAR_OK) {
    REQUIRE(r->request == NULL);
    REQUIRE((status == ASTAR_QUEUE_FULL && is_full) || status == r->expected.status ||
            (status == ASTAR_UNSUITED && is_refused) ||
            (status == ASTAR_NO_MEMORY && atomic_load(&refusals) > 0));
    REQUIRE(status == ASTAR_QUEUE_FULL || astar_is_error(status));
    astar_field_free(r->shadow);
    free(r);
    now = NULL;
    return;
  }
  REQUIRE(!is_full && r->request != NULL && !astar_is_error(r->expected.status));
  REQUIRE(astar_request_user(r->request) == NULL);
  astar_request_set_user(r->request, r);
  r->made = b->updates;
  b->records[b->count++] = r;
  if (chance(4) == 0) check_silent(r);
  now = NULL;
  total.requests++;
  REQUIRE(astar_pool_pending(b->pool) == pending(b));
}

// Wrong arguments are rejected, and do nothing.
static void request_wrong(world *w, basin *b) {
  const astar_point goal = {0, 0};
  const astar_source source = {0, 0, -1};
  astar_request *r = (astar_request *)&goal;
  astar_query query = astar_default_query(w->laws[0].rules, 0, 0, &goal, 1);
  if (b->pool == NULL || pending(b) == (size_t)b->options.max_pending) return;
  query.heuristic = ASTAR_HEURISTIC_FUNCTION;
  query.heuristic_function = inquiry_heuristic;
  REQUIRE(astar_why_invalid_request(b->pool, &query) != NULL);
  REQUIRE(astar_pool_find_path(b->pool, &query, &r) == ASTAR_INVALID && r == NULL);
  r = (astar_request *)&goal;
  REQUIRE(astar_pool_distance_field(b->pool, w->laws[0].rules, NULL, &source, 1, INFINITY,
                                    &r) == ASTAR_INVALID);
  REQUIRE(r == NULL);
  REQUIRE(astar_pool_find_path(b->pool, NULL, &r) == ASTAR_INVALID && r == NULL);
  REQUIRE(astar_pool_pending(b->pool) == pending(b));
}

// A heuristic function of a search on the same grid may ask the pool.
typedef struct inside {
  world *w;
  basin *b;
  int calls;
} inside;

static double ask_inside(void *user, int dx, int dy) {
  inside *i = (inside *)user;
  if (i->calls++ == 3) request(i->w, i->b);
  return dx > dy ? dx : dy;
}

static void request_inside(world *w, basin *b) {
  inside i = {w, b, 0};
  const astar_point goal = {astar_grid_width(w->grid) - 1,
                            astar_grid_height(w->grid) - 1};
  astar_query query = astar_default_query(w->laws[0].rules, 0, 0, &goal, 1);
  query.heuristic = ASTAR_HEURISTIC_FUNCTION;
  query.heuristic_function = ask_inside;
  query.heuristic_user = &i;
  astar_find_path(w->grid, &query, NULL, NULL);
}

// ----------------------------------------------------------------------------- answers

static void keep_field(world *w, astar_field *field, astar_field *shadow) {
  pair *p = &w->fields[chance(FIELDS)];
  astar_field_free(p->field);
  astar_field_free(p->shadow);
  *p = (pair){field, shadow};
  total.fields++;
}

// Takes the field of a request, and keeps it beside that of the shadow.
static uint64_t take_field(world *w, record *r) {
  astar_field *field = NULL, *again = (astar_field *)r;
  REQUIRE(astar_request_take_field(r->request, &field) == ASTAR_OK && field != NULL);
  REQUIRE(astar_request_take_field(r->request, &again) == ASTAR_INVALID && again == NULL);
  const uint64_t hash = digest_field(field, w->grid);
  keep_field(w, field, r->shadow);
  r->shadow = NULL;
  return hash;
}

static uint64_t read_path(const record *r) {
  const size_t count = astar_request_copy_path(r->request, NULL, 0);
  astar_point *points = (astar_point *)must(malloc((count + 1) * sizeof *points));
  double *costs = (double *)must(malloc((count + 1) * sizeof *costs));
  REQUIRE(astar_request_copy_path(r->request, points, count / 2) == count);
  REQUIRE(astar_request_copy_path(r->request, points, count) == count);
  REQUIRE(astar_request_copy_costs(r->request, costs, count) == count);
  const uint64_t hash = digest_path(points, costs, count);
  free(points);
  free(costs);
  return hash;
}

// Compares an answer that was delivered with that of the shadow.
static void check_answer(world *w, record *r) {
  digest d = {.status = astar_request_status(r->request),
              .result = astar_request_result(r->request)};
  now = r;
  answered = &d;
  if (d.status == ASTAR_NO_MEMORY) {
    REQUIRE(atomic_load(&refusals) > 0);
    REQUIRE(astar_request_copy_path(r->request, NULL, 0) == 0);
    total.short_of_memory++;
  } else if (r->question.kind == ASK_PATH) {
    d.hash = read_path(r);
    if (r->expected.result.expanded == 0) d.result.expanded = 0; // see `ask_path`
    REQUIRE(digest_is_same(&d, &r->expected));
  } else {
    REQUIRE(d.result.goal == -1 && d.result.length == 0);
    if (d.status == ASTAR_OK && r->shadow != NULL && w != NULL)
      d.hash = take_field(w, r);
    else
      d.hash = r->expected.hash;
    REQUIRE(digest_is_same(&d, &r->expected));
  }
  answered = NULL;
  now = NULL;
}

// Repairs and new computations of a field have the same costs up to rounding; of several
// best steps they may choose different ones.
static void compare_fields(const world *w, const pair *p) {
  const int width = astar_grid_width(w->grid), height = astar_grid_height(w->grid);
  astar_path *path;
  REQUIRE(astar_path_new(NULL, &path) == ASTAR_OK);
  digest_compare_fields(p->field, p->shadow, w->grid);
  for (int i = 0; i < 8; i++) {
    const int x = chance(width), y = chance(height);
    astar_result a, b;
    const astar_status status = astar_field_path(p->field, x, y, path, &a);
    REQUIRE(astar_field_path(p->shadow, x, y, path, &b) == status);
    REQUIRE(a.cost <= astar_field_cost(p->field, x, y) * (1 + 1e-9));
  }
  astar_path_free(path);
}

static void update_fields(world *w) {
  for (int i = 0; i < FIELDS; i++) {
    const pair *p = &w->fields[i];
    if (p->field == NULL || chance(3) != 0) continue;
    REQUIRE(astar_field_update(p->field) == ASTAR_OK);
    REQUIRE(astar_field_update(p->shadow) == ASTAR_OK);
    compare_fields(w, p);
  }
}

static record *first_in_flight(basin *b) {
  for (int i = 0; i < b->count; i++)
    if (b->records[i]->state == IN_FLIGHT) return b->records[i];
  return NULL;
}

static bool is_due(const basin *b, const record *r) {
  if (r->is_awaited) return true;
  return b->options.latency > 0 && r->made + (uint64_t)b->options.latency <= b->updates;
}

static void remove_at(basin *b, int i) {
  record *r = b->records[i];
  astar_request_free(r->request);
  astar_field_free(r->shadow);
  free(r);
  b->count--;
  memmove(&b->records[i], &b->records[i + 1],
          (size_t)(b->count - i) * sizeof b->records[0]);
}

// Frees requests that are over: most of them soon, some of them late.
static void remove_some(basin *b) {
  for (int i = b->count - 1; i >= 0; i--)
    if (b->records[i]->state != IN_FLIGHT && chance(4) != 0) remove_at(b, i);
}

// Reads the answers that are due; sometimes only a part of them.
static void deliver(world *w, basin *b) {
  if (b->pool == NULL) return;
  int left = chance(4) == 0 ? chance(4) : -1;
  while (left-- != 0) {
    const double start = seconds_now();
    astar_request *request_now = astar_pool_next(b->pool);
    const double took = seconds_now() - start;
    if (took > total.longest_update) total.longest_update = took;
    record *r = first_in_flight(b);
    now = r;
    if (request_now == NULL) {
      REQUIRE(r == NULL || !is_due(b, r));
      break;
    }
    REQUIRE(r != NULL && r->request == request_now);
    REQUIRE(astar_request_user(request_now) == r);
    if (b->options.latency > 0) REQUIRE(is_due(b, r));
    r->state = DELIVERED;
    total.delivered++;
    check_answer(chance(6) == 0 ? NULL : w, r);
    if (chance(8) == 0) astar_request_cancel(r->request); // stays as it is
    if (chance(8) == 0) check_answer(NULL, r);
  }
  now = NULL;
  REQUIRE(astar_pool_pending(b->pool) == pending(b));
  remove_some(b);
}

static void update(basin *b) {
  if (b->pool == NULL) return;
  const double start = seconds_now();
  astar_pool_update(b->pool);
  if (chance(4) == 0) astar_pool_work(b->pool, chance(300));
  const double took = seconds_now() - start;
  if (took > total.longest_update) total.longest_update = took;
  b->updates++;
}

static void wait(basin *b) {
  if (b->pool == NULL) return;
  astar_pool_wait(b->pool);
  for (int i = 0; i < b->count; i++) b->records[i]->is_awaited = true;
  REQUIRE(astar_pool_pending(b->pool) == pending(b));
}

static void cancel_one(basin *b) {
  if (b->count == 0) return;
  const int i = chance(b->count);
  record *r = b->records[i];
  if (chance(2) == 0) {
    remove_at(b, i);
  } else {
    astar_request_cancel(r->request);
    if (r->state == IN_FLIGHT) r->state = CANCELLED;
    if (r->state == CANCELLED) check_silent(r);
  }
  total.cancelled++;
  if (b->pool != NULL) REQUIRE(astar_pool_pending(b->pool) == pending(b));
}

// ------------------------------------------------------------------------------- ends

// Frees a pool, whatever it does. Its requests stay.
static void end_pool(basin *b) {
  if (b->pool == NULL) return;
  const double start = seconds_now();
  astar_pool_free(b->pool);
  const double took = seconds_now() - start;
  if (took > total.longest_free) total.longest_free = took;
  b->pool = NULL;
  for (int i = 0; i < b->count; i++) {
    record *r = b->records[i];
    if (r->state == IN_FLIGHT) r->state = CANCELLED;
    if (r->state == CANCELLED) check_silent(r);
    if (r->state == DELIVERED) check_answer(NULL, r);
  }
}

static void end_records(basin *b) {
  while (b->count > 0) remove_at(b, chance(b->count));
}

// A field that was not taken can be taken, or not, after the pool and the grid.
static void take_late(basin *b) {
  for (int i = 0; i < b->count; i++) {
    astar_field *field = NULL;
    const record *r = b->records[i];
    const astar_status status = astar_request_take_field(r->request, &field);
    REQUIRE(status == ASTAR_INVALID || status == ASTAR_OK);
    REQUIRE((status == ASTAR_OK) == (field != NULL));
    REQUIRE(status != ASTAR_OK || r->state == DELIVERED);
    if (status == ASTAR_OK) REQUIRE(astar_field_update(field) == ASTAR_OK);
    astar_field_free(field);
  }
}

static void end_world(world *w) {
  enum { POOL, RECORDS_FREED, LAWS_FREED, GRID, CROWDS, FIELDS_FREED, PARTS };
  int order[PARTS];
  for (int i = 0; i < PARTS; i++) order[i] = i;
  for (int i = PARTS - 1; i > 0; i--) {
    const int k = chance(i + 1), former = order[i];
    order[i] = order[k];
    order[k] = former;
  }
  for (int i = 0; i < PARTS; i++) {
    switch (order[i]) {
    case POOL:
      for (int k = 0; k < POOLS; k++) end_pool(&w->basins[k]);
      break;
    case RECORDS_FREED:
      for (int k = 0; k < POOLS; k++) {
        if (chance(2) == 0) take_late(&w->basins[k]);
        end_records(&w->basins[k]);
      }
      break;
    case LAWS_FREED:
      for (int k = 0; k < LAWS; k++) end_law(&w->laws[k]);
      break;
    case GRID: astar_grid_free(w->grid); break;
    case CROWDS: end_crowds(w); break;
    default:
      for (int k = 0; k < FIELDS; k++) {
        astar_field_free(w->fields[k].field);
        astar_field_free(w->fields[k].shadow);
      }
    }
  }
  astar_grid_free(w->shadow);
  astar_grid_free(w->original);
  terrain_end(&w->terrain);
}

// -------------------------------------------------------------------------------- wild

static void change_rules(world *w) {
  twin_law *t = &w->laws[chance(LAWS)];
  end_law(t);
  begin_law(w, t, false);
}

static void step_wild(world *w) {
  basin *b = &w->basins[chance(POOLS)];
  round_step++;
  switch (chance(40)) {
  case 0:
  case 1:
  case 2:
  case 3:
    for (int i = chance(12); i >= 0; i--) request(w, b);
    break;
  case 4: request_inside(w, b); break;
  case 5: request_wrong(w, b); break;
  case 6: wait(b); break;
  case 7: cancel_one(b); break;
  case 8: cancel_one(b); break;
  case 9: change_rules(w); break;
  case 10: update_fields(w); break;
  case 11:
    if (w->crowd == NULL) begin_crowds(w);
    break;
  case 12:
    if (chance(10) == 0) end_crowds(w);
    break;
  case 13: move_crowds(w); break;
  case 14:
    if (chance(30) == 0) atomic_store(&until_refusal, chance(200));
    break;
  case 15: REQUIRE(serialized_are_equal(w->grid, w->shadow)); break;
  case 16:
    if (chance(10) == 0) edit_some(w, 2000);
    break;
  case 17:
    if (chance(8) == 0) end_pool(b);
    break;
  case 18:
    if (b->pool == NULL) {
      const astar_pool_options options = any_options();
      end_records(b);
      begin_pool(w, b, &options);
    }
    break;
  case 19:
    if (b->pool != NULL) REQUIRE(astar_pool_memory(b->pool) > 0);
    break;
  case 20:
    if (chance(3) == 0) astar_grid_trim(w->grid);
    break;
  case 21:
    if (chance(10) == 0) deliver(w, b); // without an update
    break;
  case 22:
  case 23:
  case 24:
  case 25: edit_some(w, 1 + chance(20)); break;
  case 26: {
    const struct timespec moment = {0, 200000};
    nanosleep(&moment, NULL);
    break;
  }
  default:
    request(w, b);
    edit_some(w, chance(3));
    update(b);
    deliver(w, b);
  }
}

static void run_wild(void) {
  static world worlds[WORLDS];
  const double start = seconds_now();
  for (int i = 0; i < WORLDS; i++) begin_world(&worlds[i], 1 + chance(3));
  while (seconds_now() - start < duration) {
    world *w = &worlds[chance(WORLDS)];
    for (int i = chance(60); i >= 0; i--) step_wild(w);
    if (chance(25) == 0) {
      end_world(w);
      begin_world(w, 1 + chance(3));
    }
  }
  for (int i = 0; i < WORLDS; i++) end_world(&worlds[i]);
  atomic_store(&until_refusal, -1);
  REQUIRE(atomic_load(&held_by_pools) == 0);
  REQUIRE(atomic_load(&held_by_game) == 0);
}

// ------------------------------------------------------------------------------ steady

enum { FRAMES = 60, EDITS_PER_FRAME = 17, REQUESTS_PER_FRAME = 3 };

static void wait_until(double moment) {
  const double left = moment - seconds_now();
  if (left <= 0) return;
  const struct timespec pause = {(time_t)left,
                                 (long)((left - (double)(time_t)left) * 1e9)};
  nanosleep(&pause, NULL);
}

static void run_steady(void) {
  static world w;
  do begin_world(&w, 3);
  while (astar_grid_width(w.grid) < 60 && (end_world(&w), true));
  astar_pool_options options = astar_default_pool();
  options.threads = 4;
  begin_pool(&w, &w.basins[0], &options);
  REQUIRE(astar_pool_threads(w.basins[0].pool) == 4);
  const double start = seconds_now();
  const int frames = (int)(duration * FRAMES);
  for (int i = 0; i < frames; i++) {
    round_step++;
    for (int k = 0; k < REQUESTS_PER_FRAME; k++) {
      edit_some(&w, EDITS_PER_FRAME / REQUESTS_PER_FRAME + (k < 2));
      request(&w, &w.basins[0]);
    }
    if (i % 7 == 0) cancel_one(&w.basins[0]);
    if (i % 10 == 0) update_fields(&w);
    if (i % 100 == 0) change_rules(&w);
    update(&w.basins[0]);
    deliver(&w, &w.basins[0]);
    wait_until(start + (double)(i + 1) / FRAMES);
  }
  wait(&w.basins[0]);
  while (pending(&w.basins[0]) > 0) deliver(&w, &w.basins[0]);
  REQUIRE(serialized_are_equal(w.grid, w.shadow));
  const double took = seconds_now() - start;
  printf("4 threads for %.1f s: %.0f edits and %.0f requests per second\n", took,
         (double)total.edits / took, (double)total.requests / took);
  end_world(&w);
  REQUIRE(atomic_load(&held_by_pools) == 0);
  REQUIRE(atomic_load(&held_by_game) == 0);
}

// -------------------------------------------------------------------------- long work

#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
enum { IS_SANITIZED = true };
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
enum { IS_SANITIZED = true };
#else
enum { IS_SANITIZED = false };
#endif
#else
enum { IS_SANITIZED = false };
#endif

// Ends pools whose threads search on a large map. The time is that of the processor,
// since others may use it, too.
static void check_ends(void) {
  enum { SIDE = 2048, THREADS = 4 };
  astar_rules_def def = astar_default_rules();
  astar_grid *grid;
  astar_rules *rules;
  for (int i = 0; i < 3; i++) def.cost[i] = 1 + 0.731 * i;
  REQUIRE(astar_grid_new(NULL, SIDE, SIDE, ASTAR_SQUARE, 0, &grid) == ASTAR_OK);
  REQUIRE(astar_rules_new(NULL, &def, &rules) == ASTAR_OK);
  for (int i = 0; i < 200000; i++)
    astar_grid_set(grid, chance(SIDE), chance(SIDE), (uint8_t)chance(4));
  for (int round = 0; round < (duration < 1 ? 3 : 6); round++) {
    astar_pool_options options = astar_default_pool();
    astar_request *requests[2 * THREADS];
    astar_pool *pool;
    options.threads = THREADS;
    REQUIRE(astar_pool_new(grid, NULL, &options, &pool) == ASTAR_OK);
    for (int i = 0; i < 2 * THREADS; i++) {
      const astar_point goal = {SIDE - 1 - i, SIDE - 1};
      const astar_source source = {i, 3, 0};
      astar_query query = astar_default_query(rules, 0, i, &goal, 1);
      query.algorithm = ASTAR_DIJKSTRA;
      const astar_status status =
          (i + round) % 2 == 0 ? astar_pool_find_path(pool, &query, &requests[i])
                               : astar_pool_distance_field(pool, rules, NULL, &source, 1,
                                                           INFINITY, &requests[i]);
      REQUIRE(status == ASTAR_OK);
    }
    wait_until(seconds_now() + 0.03 * round * round);
    const double start = clock_now(CLOCK_PROCESS_CPUTIME_ID), begin = seconds_now();
    astar_pool_free(pool);
    const double took = clock_now(CLOCK_PROCESS_CPUTIME_ID) - start;
    const double waited = seconds_now() - begin;
    if (waited > total.longest_free) total.longest_free = waited;
    REQUIRE(took <= (IS_SANITIZED ? 2 : 0.1) * THREADS);
    for (int i = 0; i < 2 * THREADS; i++) {
      REQUIRE(astar_request_status(requests[i]) == ASTAR_CANCELLED);
      astar_request_free(requests[i]);
    }
  }
  astar_rules_free(rules);
  astar_grid_free(grid);
}

// Hundreds of pools at once.
static void check_many(void) {
  enum { MANY = 200 };
  static astar_pool *pools[MANY];
  static astar_request *requests[MANY];
  astar_rules_def def = astar_default_rules();
  astar_grid *grid;
  astar_rules *rules;
  const astar_point goal = {15, 15};
  def.cost[0] = 1;
  REQUIRE(astar_grid_new(NULL, 16, 16, ASTAR_SQUARE, 0, &grid) == ASTAR_OK);
  REQUIRE(astar_rules_new(NULL, &def, &rules) == ASTAR_OK);
  astar_pool_options options = astar_default_pool();
  options.threads = 1;
  const astar_query query = astar_default_query(rules, 0, 0, &goal, 1);
  for (int i = 0; i < MANY; i++) {
    REQUIRE(astar_pool_new(grid, NULL, &options, &pools[i]) == ASTAR_OK);
    REQUIRE(astar_pool_find_path(pools[i], &query, &requests[i]) == ASTAR_OK);
    astar_grid_set(grid, 3, 3, (uint8_t)(i % 2));
  }
  for (int i = 0; i < MANY; i++) {
    if (i % 2 == 0) {
      astar_pool_wait(pools[i]);
      REQUIRE(astar_pool_next(pools[i]) == requests[i]);
      REQUIRE(astar_request_status(requests[i]) == ASTAR_OK);
      REQUIRE(astar_pool_next(pools[i]) == NULL);
    }
    astar_pool_free(pools[i]);
    astar_request_free(requests[i]);
  }
  astar_rules_free(rules);
  astar_grid_free(grid);
}

static void check_options(void) {
  astar_grid *grid;
  REQUIRE(astar_grid_new(NULL, 4, 4, ASTAR_SQUARE, 0, &grid) == ASTAR_OK);
  for (int i = 0; i < 7; i++) {
    astar_pool_options options = astar_default_pool();
    astar_pool *pool = (astar_pool *)&options;
    if (i == 0) options.threads = -2;
    if (i == 1) options.threads = ASTAR_MAX_THREADS + 1;
    if (i == 2) options.latency = -1;
    if (i == 3) options.latency = ASTAR_MAX_LATENCY + 1;
    if (i == 4) options.max_pending = 0;
    if (i == 5) options.max_pending = (1 << 30) + 1;
    if (i == 6) memset(&options, 0, sizeof options);
    REQUIRE(astar_why_invalid_pool(&options) != NULL);
    REQUIRE(astar_pool_new(grid, NULL, &options, &pool) == ASTAR_INVALID && pool == NULL);
  }
  astar_pool_free(NULL);
  astar_request_free(NULL);
  astar_grid_free(grid);
}

int main(int argc, char **argv) {
  if (argc > 1) duration = strtod(argv[1], NULL);
  const char *mode = argc > 3 ? argv[3] : "";
  const uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
  game_thread = pthread_self();
  round_describe = describe;
  check_options();
  if (strcmp(mode, "wild") != 0) play_round(seed, run_steady);
  if (strcmp(mode, "steady") != 0) {
    play_round(seed, run_wild);
    check_many();
    check_ends();
  }
  printf("%zu edits, %zu requests to %zu pools, %zu answers, %zu cancelled, %zu fields "
         "taken, %zu short of memory; longest update %.1f ms, longest end of a pool "
         "%.1f ms: no difference\n",
         total.edits, total.requests, total.pools, total.delivered, total.cancelled,
         total.fields, total.short_of_memory, total.longest_update * 1e3,
         total.longest_free * 1e3);
  return 0;
}
