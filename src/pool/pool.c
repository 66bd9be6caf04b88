// Pools of worker threads that answer requests.
//
//     game thread       request        update, next
//                          |                ^
//     rules_copies ------->|                |
//     snapshot ----------->|                |
//                     request_queue    `stage` of the request
//                          |                ^
//     workers              +---> replica ---+
//
// The game thread makes requests, each with a copy of its rules and the map that it
// means: a snapshot and a patch. Workers take them in order and answer them on their
// replicas. The game thread keeps the requests that were not delivered in a list, and
// delivers from its front: so the order of answers is the order of requests. It looks at
// the `stage` of the first one only, without a lock.
//
// A request that was cancelled leaves this list at once. While a worker may own it, it is
// in a second list, in order, from which it is released when the worker has finished it.
//
// Without threads there is one worker, which `astar_pool_work` and updates run. It does
// in slices what a thread does, on a replica that is the only copy of the map. So answers
// are those that threads give.
#include "pool/rules_copies.h"
#include "pool/worker.h"

// The `cookie` of options from `astar_default_pool`.
enum { POOL_COOKIE = 0x706f6f6c };

// The default number of threads is at most this.
enum { POOL_MAX_DEFAULT_THREADS = 8 };

enum { POOL_MAX_PENDING = 1 << 30 };

// How many requests that were cancelled may wait for a worker beside those in flight.
// More count as requests in flight: so a program that only makes and cancels requests
// does not fill the memory.
enum { POOL_MAX_CANCELLED = MEMORY_LIMIT(65536, 64) };

// The expansions of a slice without threads: after each one the program may look at the
// time, about every 10 us.
enum { POOL_SLICE = 64 };

// A list of requests, in the order of their numbers or of their cancellation.
typedef struct pool_list {
  astar_request *first, **end; // `end`: where the next one goes
  size_t count;
} pool_list;

struct astar_pool {
  struct memory memory; ///< the game thread's: workers copy the allocator
  astar_grid *grid;
  astar_pool_options options;
  int thread_count;
  pool_list pending;   ///< neither delivered nor cancelled
  pool_list cancelled; ///< cancelled, but not finished
  uint64_t requests;   ///< number of the last request
  uint64_t waited;     ///< requests up to this number are due
  uint64_t updates;
  struct rules_copies copies;
  struct snapshot_list snapshots;
  struct request_queue queue;
  pool_worker workers[ASTAR_MAX_THREADS]; ///< without threads the first one
};

// ------------------------------------------------------------------------------ options

astar_pool_options astar_default_pool(void) {
  return (astar_pool_options){
      .threads = -1, .max_pending = 65536, .expansions = 2000, .cookie = POOL_COOKIE};
}

const char *astar_why_invalid_pool(const astar_pool_options *options) {
  if (options == NULL) return NULL; // the defaults
  if (options->cookie != POOL_COOKIE) return "options must come from astar_default_pool";
  if (options->threads < -1 || options->threads > ASTAR_MAX_THREADS)
    return "options.threads must be in [-1, ASTAR_MAX_THREADS]";
  if (options->latency < 0 || options->latency > ASTAR_MAX_LATENCY)
    return "options.latency must be in [0, ASTAR_MAX_LATENCY]";
  if (options->max_pending < 1 || options->max_pending > POOL_MAX_PENDING)
    return "options.max_pending must be in [1, 2^30]";
  if (options->expansions < 0) return "options.expansions must be >= 0";
  return NULL;
}

static int pool_wanted_threads(const astar_pool_options *options) {
  if (options->threads >= 0) return options->threads;
  int count = thread_processors() - 1;
  if (count > POOL_MAX_DEFAULT_THREADS) count = POOL_MAX_DEFAULT_THREADS;
  return count < 1 ? 1 : count;
}

// ------------------------------------------------------------------------------- lists

static void pool_append(pool_list *list, astar_request *r) {
  if (list->count++ == 0) list->end = &list->first;
  r->next = NULL;
  r->place = list->end;
  *list->end = r;
  list->end = &r->next;
}

static void pool_unlink(pool_list *list, astar_request *r) {
  *r->place = r->next;
  if (r->next != NULL) r->next->place = r->place;
  if (r->next == NULL) list->end = r->place;
  list->count--;
}

// -------------------------------------------------------------------------------- life

// Starts the threads. False: out of memory. When the system has no thread left, the pool
// has fewer threads, or none.
static bool pool_start(astar_pool *pool) {
  int wanted = pool_wanted_threads(&pool->options);
  if (!request_queue_init(&pool->queue, &pool->memory.allocator)) return false;
  if (!snapshot_list_init(&pool->snapshots, &pool->memory, pool->grid)) {
    request_queue_fini(&pool->queue);
    return false;
  }
  while (pool->thread_count < wanted &&
         worker_start(&pool->workers[pool->thread_count], &pool->queue))
    pool->thread_count++;
  if (pool->thread_count == 0) worker_init(&pool->workers[0], &pool->queue);
  return true;
}

// Frees a pool that was not started, or that has no requests, threads and replicas.
static void pool_destroy(astar_pool *pool, bool was_started) {
  if (was_started) {
    snapshot_list_fini(&pool->snapshots);
    request_queue_fini(&pool->queue);
  }
  rules_copies_fini(&pool->copies);
  astar_grid_free(pool->grid);
  memory last = pool->memory;
  live_free(&last, pool, sizeof *pool);
}

astar_status astar_pool_new(astar_grid *grid, const astar_allocator *allocator,
                            const astar_pool_options *options, astar_pool **pool) {
  if (pool == NULL) return ASTAR_INVALID;
  *pool = NULL;
  if (LIVE(grid) == NULL || astar_why_invalid_pool(options) != NULL) return ASTAR_INVALID;
  memory m;
  memory_init(&m, allocator);
  astar_pool *fresh = (astar_pool *)live_new(&m, sizeof *fresh);
  if (fresh == NULL) return ASTAR_NO_MEMORY;
  fresh->memory = m;
  fresh->options = options != NULL ? *options : astar_default_pool();
  fresh->copies.memory = &fresh->memory;
  fresh->grid = grid;
  astar_grid_retain(grid);
  if (!pool_start(fresh)) {
    pool_destroy(fresh, false);
    return ASTAR_NO_MEMORY;
  }
  *pool = fresh;
  return ASTAR_OK;
}

int astar_pool_threads(const astar_pool *pool) { return LIVE(pool)->thread_count; }

size_t astar_pool_pending(const astar_pool *pool) { return LIVE(pool)->pending.count; }

// Whether a worker has nothing to do with a request any more.
static bool pool_is_finished(astar_request *r) {
  return counter_read(&r->stage) == REQUEST_FINISHED;
}

// While a worker owns a request, the memory of its answer is not known.
static size_t pool_list_memory(const pool_list *list) {
  size_t bytes = 0;
  for (astar_request *r = list->first; r != NULL; r = r->next) {
    bytes += pool_is_finished(r) ? r->memory.used + r->content.memory.used
                                 : r->size + r->held_words * sizeof *r->held;
  }
  return bytes;
}

size_t astar_pool_memory(const astar_pool *pool) {
  size_t bytes = LIVE(pool)->memory.used + rules_copies_memory(&pool->copies) +
                 pool_list_memory(&pool->pending) + pool_list_memory(&pool->cancelled) +
                 snapshot_memory(&pool->snapshots);
  for (int i = 0; i < pool->thread_count || i == 0; i++) {
    counter *kilobytes = (counter *)&pool->workers[i].kilobytes;
    bytes += (size_t)counter_read(kilobytes) << 10;
  }
  return bytes;
}

// ----------------------------------------------------------------------- end of requests

// Ends what a pool has to do with a request that no worker owns.
static void pool_release(astar_request *r) {
  rules_release_holder((astar_rules *)r->query.rules);
  request_free_input(r);
  r->pool = NULL;
  if (r->phase == REQUEST_CANCELLED) request_free_answer(r);
  if (r->is_freed) request_destroy(r);
}

// Releases the requests that were cancelled, as far as workers have finished them.
static void pool_release_cancelled(astar_pool *pool) {
  astar_request *r;
  while ((r = pool->cancelled.first) != NULL && pool_is_finished(r)) {
    pool_unlink(&pool->cancelled, r);
    pool_release(r);
  }
}

// Frees a request that was freed, or leaves it to a later call.
static void pool_cancel(astar_request *r) {
  astar_pool *pool = r->pool;
  if (pool == NULL || r->phase != REQUEST_IN_FLIGHT) return;
  counter_set(&r->stop, 1);
  r->phase = REQUEST_CANCELLED;
  pool_unlink(&pool->pending, r);
  pool_append(&pool->cancelled, r);
  pool_release_cancelled(pool);
}

void astar_request_cancel(astar_request *request) { pool_cancel(LIVE(request)); }

void astar_request_free(astar_request *request) {
  if (LIVE(request) == NULL) return;
  request->is_freed = true;
  live_end(request);
  if (request->phase == REQUEST_IN_FLIGHT)
    pool_cancel(request);
  else if (request->pool == NULL)
    request_destroy(request);
}

void astar_pool_free(astar_pool *pool) {
  if (LIVE(pool) == NULL) return;
  astar_request *r;
  while ((r = pool->pending.first) != NULL) pool_cancel(r);
  request_queue_close(&pool->queue);
  for (int i = 0; i < pool->thread_count; i++) worker_join(&pool->workers[i]);
  if (pool->thread_count == 0) worker_fini(&pool->workers[0]);
  while ((r = pool->cancelled.first) != NULL) { // those that no worker took, too
    pool_unlink(&pool->cancelled, r);
    pool_release(r);
  }
  pool_destroy(pool, true);
}

// ----------------------------------------------------------------------------- requests

const char *astar_why_invalid_request(const astar_pool *pool, const astar_query *query) {
  if (pool == NULL) return "pool must not be NULL";
  const char *why = astar_why_invalid(pool->grid, query);
  if (why == NULL && query->heuristic == ASTAR_HEURISTIC_FUNCTION) {
    return "query.heuristic must not be ASTAR_HEURISTIC_FUNCTION: the pool searches on a "
           "copy of the map";
  }
  if (why == NULL && query->turns != NULL)
    return "query.turns must be NULL: the pool has no turns";
  return why;
}

static bool pool_is_full(astar_pool *pool) {
  pool_release_cancelled(pool);
  size_t max = (size_t)pool->options.max_pending;
  return pool->pending.count >= max ||
         pool->pending.count + pool->cancelled.count >= max + POOL_MAX_CANCELLED;
}

// Copies the tiles that units hold. False: out of memory.
static bool pool_copy_units(const astar_pool *pool, astar_request *r) {
  if (r->query.avoid == NULL) return true;
  size_t words = held_tiles_words(pool->grid);
  r->held = MEMORY_ALLOCATE(&r->memory, uint64_t, words);
  if (r->held == NULL) return false;
  r->held_words = words;
  held_tiles_write(pool->grid, &r->query.avoid_side, r->query.start_x, r->query.start_y,
                   r->held);
  return true;
}

// Gives the request what a worker needs, and passes it to the queue. False: out of
// memory.
static bool pool_queue_request(astar_pool *pool, astar_request *r) {
  if (!request_queue_reserve(&pool->queue) || !snapshot_publish(&pool->snapshots) ||
      !pool_copy_units(pool, r))
    return false;
  astar_rules *copy = rules_copies_hold(&pool->copies, r->query.rules);
  if (copy == NULL) return false;
  r->query.rules = copy;
  r->snapshot = pool->snapshots.newest;
  r->patch = r->snapshot->last;
  counter_increment(&r->snapshot->users);
  request_queue_push(&pool->queue, r);
  return true;
}

// Puts a new request into flight. `r` NULL: out of memory.
static astar_status pool_send(astar_pool *pool, astar_request *r,
                              astar_request **request) {
  if (r == NULL) return ASTAR_NO_MEMORY;
  if (!pool_queue_request(pool, r)) {
    request_destroy(r);
    return ASTAR_NO_MEMORY;
  }
  r->pool = pool;
  r->number = ++pool->requests;
  r->update = pool->updates;
  pool_append(&pool->pending, r);
  *request = r;
  return ASTAR_OK;
}

astar_status astar_pool_find_path(astar_pool *pool, const astar_query *query,
                                  astar_request **request) {
  if (request == NULL) return ASTAR_INVALID;
  *request = NULL;
  if (astar_why_invalid_request(pool, query) != NULL) return ASTAR_INVALID;
  if (astar_why_unsuited(pool->grid, query->rules, query->filter, query->algorithm) !=
      NULL)
    return ASTAR_UNSUITED;
  if (pool_is_full(pool)) return ASTAR_QUEUE_FULL;
  return pool_send(pool, request_new_path(&pool->memory, query), request);
}

astar_status astar_pool_distance_field(astar_pool *pool, const astar_rules *rules,
                                       const astar_filter *filter,
                                       const astar_source *list, int goal_count,
                                       double max_cost, astar_request **request) {
  if (request == NULL) return ASTAR_INVALID;
  *request = NULL;
  if (pool == NULL ||
      !field_is_valid(pool->grid, rules, filter, list, goal_count, max_cost))
    return ASTAR_INVALID;
  if (astar_why_unsuited(pool->grid, rules, filter, ASTAR_AUTO) != NULL)
    return ASTAR_UNSUITED;
  if (pool_is_full(pool)) return ASTAR_QUEUE_FULL;
  astar_request *r = request_new_field(&pool->memory, pool->grid, rules, filter, list,
                                       goal_count, max_cost);
  return pool_send(pool, r, request);
}

// ------------------------------------------------------------------------------ delivery

int64_t astar_pool_work(astar_pool *pool, int64_t expansions) {
  int64_t spent = 0, count = 1;
  if (LIVE(pool)->thread_count > 0) return 0;
  while (spent < expansions && count > 0) {
    int64_t left = expansions - spent;
    count = worker_work(&pool->workers[0], left < POOL_SLICE ? left : POOL_SLICE);
    spent += count;
  }
  return spent;
}

void astar_pool_update(astar_pool *pool) {
  LIVE(pool)->updates++;
  astar_pool_work(pool, pool->options.expansions);
  pool_release_cancelled(pool);
  snapshot_free_unused(&pool->snapshots);
}

static void pool_await(astar_pool *pool, astar_request *r) {
  if (pool->thread_count > 0) request_queue_await(&pool->queue, r);
  while (!pool_is_finished(r)) worker_work(&pool->workers[0], INT64_MAX);
}

// The last request is awaited first: when it is finished, nearly all are.
void astar_pool_wait(astar_pool *pool) {
  pool->waited = LIVE(pool)->requests;
  astar_request *last = pool->pending.first;
  if (last == NULL) return;
  while (last->next != NULL) last = last->next;
  pool_await(pool, last);
  for (astar_request *r = pool->pending.first; r != NULL; r = r->next)
    pool_await(pool, r);
}

astar_request *astar_pool_next(astar_pool *pool) {
  astar_request *r = LIVE(pool)->pending.first;
  if (r == NULL) return NULL;
  uint64_t latency = (uint64_t)pool->options.latency;
  bool is_due =
      r->number <= pool->waited || (latency > 0 && pool->updates - r->update >= latency);
  if (!is_due && (latency > 0 || !pool_is_finished(r))) return NULL;
  pool_await(pool, r);
  pool_unlink(&pool->pending, r);
  r->phase = REQUEST_DELIVERED;
  pool_release(r);
  return r;
}
