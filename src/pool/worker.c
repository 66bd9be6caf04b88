// Answers requests on a replica. See worker.h.
//
// A search runs in slices, as a sliced search does, but it reports what `astar_find_path`
// reports. Between slices the worker looks at the `stop` flag of the request, so that it
// ends soon after the answer is no longer needed. The Dijkstra map of a field looks at
// the same flag.
//
// When memory runs out, the request fails, and a thread frees its replica: it takes the
// snapshot of the next request. A worker without a thread keeps it, since it has the only
// copy: neither a query nor a patch that fails changes the map of a replica.
#include "pool/worker.h"

#include <string.h>

// Expansions per slice of a thread: 0.5 to 2 ms.
enum { WORKER_SLICE = MEMORY_LIMIT(4096, 16) };

// What a slice counts for that has only built derived data [expansions].
enum { WORKER_PREPARATION = 128 };

// A worker that lacks more bytes of patches copies a new snapshot. They have about as
// many edits as the journal: with more edits, derived data is built again in any case.
enum { WORKER_STEP_OVER = MEMORY_LIMIT(8192, 256) };

static void worker_free_replica(pool_worker *w) {
  astar_grid_free(w->replica);
  if (w->snapshot != NULL) counter_decrement(&w->snapshot->users);
  w->replica = NULL;
  w->snapshot = NULL;
  w->patch = NULL;
}

// ------------------------------------------------------------------------------ replica

// Copies a snapshot, or takes its content. False: out of memory.
static bool worker_copy_snapshot(pool_worker *w, map_snapshot *s) {
  worker_free_replica(w);
  if (!w->has_thread) {
    w->replica = s->content;
    s->content = NULL;
  } else if (astar_grid_clone(s->content, &w->queue->allocator, &w->replica) !=
             ASTAR_OK) {
    return false;
  }
  counter_increment(&s->users);
  w->snapshot = s;
  return true;
}

static map_patch *worker_next_patch(const pool_worker *w) {
  return w->patch != NULL ? w->patch->next : w->snapshot->first;
}

// Whether the replica comes to a newer snapshot by few edits.
static bool worker_is_near(const pool_worker *w, const map_snapshot *s) {
  size_t bytes = 0;
  if (!w->has_thread || w->snapshot == NULL ||
      w->snapshot->end != grid_revision(s->content))
    return false;
  for (const map_patch *p = worker_next_patch(w); p != NULL; p = p->next) {
    bytes += p->size;
    if (bytes > WORKER_STEP_OVER) return false;
  }
  return true;
}

// Makes the edits up to a patch of the worker's snapshot. False: out of memory, or the
// request was stopped.
static bool worker_make_edits(pool_worker *w, astar_request *r, const map_patch *last) {
  while (w->patch != last) {
    if (request_is_stopped(r)) return false;
    map_patch *next = worker_next_patch(w);
    if (astar_grid_apply(w->replica, map_patch_bytes(next), next->size, UINT64_MAX,
                         NULL) != ASTAR_OK)
      return false;
    w->patch = next;
  }
  return true;
}

// Makes the edits that are left of the worker's snapshot, and goes on with a newer one,
// which has the same map then. False as above.
static bool worker_step_over(pool_worker *w, astar_request *r) {
  if (!worker_make_edits(w, r, w->snapshot->last)) return false;
  counter_increment(&r->snapshot->users);
  counter_decrement(&w->snapshot->users);
  w->snapshot = r->snapshot;
  w->patch = NULL;
  return true;
}

bool worker_follow(pool_worker *w, astar_request *r) {
  if (w->snapshot != r->snapshot) {
    bool is_there = worker_is_near(w, r->snapshot) ? worker_step_over(w, r)
                                                   : worker_copy_snapshot(w, r->snapshot);
    if (!is_there) return false;
  }
  return worker_make_edits(w, r, r->patch);
}

// ------------------------------------------------------------------------------- answers

// Begins the search of a path. ASTAR_RUNNING: `worker_step` goes on with it.
static astar_status worker_begin_path(pool_worker *w, astar_request *r) {
  workspace *work = cache_workspace(w->replica);
  if (work == NULL) return ASTAR_NO_MEMORY;
  if (r->held != NULL) w->held = held_tiles_swap(&work->run.held, w->replica, r->held);
  query_begin(&w->query, work, &r->query, NULL);
  w->query.may_pause = true;
  work->run.prunes = w->has_thread; // without threads expansions are counted
  return ASTAR_RUNNING;
}

// Gives the workspace back. The search ended with `status`, or was given up.
static astar_status worker_end_path(pool_worker *w, astar_request *r,
                                    astar_status status) {
  workspace *work = w->query.work;
  query_drop(&w->query);
  if (r->held != NULL) held_tiles_swap(&work->run.held, w->replica, w->held);
  r->result = w->query.result;
  if (status == ASTAR_OK && !request_set_path(r, &work->path)) status = ASTAR_NO_MEMORY;
  cache_leave_workspace(work);
  return status;
}

static astar_status worker_prepare_field(astar_grid *grid, astar_request *r) {
  astar_status status;
  do {
    budget b = query_slice(WORKER_SLICE);
    status = field_prepare(grid, r->query.rules, r->query.filter, &b);
  } while (status == ASTAR_RUNNING && !request_is_stopped(r));
  return status;
}

static astar_status worker_compute_field(astar_grid *grid, astar_request *r) {
  astar_field *field;
  astar_status status = worker_prepare_field(grid, r);
  if (status != ASTAR_OK) return status;
  grid->stop = &r->stop;
  status = astar_distance_field(grid, r->query.rules, r->query.filter, r->sources,
                                r->query.goal_count, r->query.max_cost, &field);
  grid->stop = NULL;
  if (status == ASTAR_OK) field_detach(field, &r->content);
  return status;
}

static void worker_finish(pool_worker *w, astar_status status) {
  astar_request *r = w->request;
  bool is_stopped = request_is_stopped(r);
  bool is_short = status == ASTAR_NO_MEMORY && !is_stopped;
  if (is_short && w->has_thread) worker_free_replica(w);
  r->status = is_stopped ? ASTAR_CANCELLED : status;
  counter_decrement(&r->snapshot->users);
  size_t used = w->replica != NULL ? w->replica->memory.used : 0;
  counter_set(&w->kilobytes, (int)(used >> 10));
  w->request = NULL;
  request_queue_finish(w->queue, r);
}

// Begins to answer a request; ends it, unless it is a search. Returns what this counts
// for.
static int64_t worker_begin(pool_worker *w, astar_request *r) {
  astar_status status = ASTAR_CANCELLED;
  int64_t expansions = 1;
  w->request = r;
  if (!request_is_stopped(r)) {
    status = !worker_follow(w, r) ? ASTAR_NO_MEMORY
             : r->wants_field     ? worker_compute_field(w->replica, r)
                                  : worker_begin_path(w, r);
    if (r->wants_field && status == ASTAR_OK) expansions = grid_tiles(w->replica);
  }
  bool is_search =
      status == ASTAR_RUNNING && !r->wants_field; // a stopped field runs, too
  if (!is_search) worker_finish(w, status);
  return expansions;
}

// Goes on with the search. Returns what this counts for.
static int64_t worker_step(pool_worker *w, int64_t expansions) {
  const run *work = &w->query.work->run;
  astar_status status = ASTAR_RUNNING;
  int64_t spent = work->expanded;
  bool is_stopped = request_is_stopped(w->request);
  if (!is_stopped) {
    budget b = query_slice(expansions);
    status = query_run(&w->query, expansions, &b);
  }
  spent = work->expanded - spent;
  if (!is_stopped && status == ASTAR_RUNNING)
    return spent > 0 ? spent : WORKER_PREPARATION;
  worker_finish(w, worker_end_path(w, w->request, status));
  return spent > 0 ? spent : 1;
}

int64_t worker_work(pool_worker *w, int64_t expansions) {
  if (w->request == NULL) {
    astar_request *r = request_queue_poll(w->queue);
    if (r == NULL) return 0;
    int64_t spent = worker_begin(w, r);
    if (w->request == NULL) return spent;
  }
  return worker_step(w, w->request->query.goal_count == 1 ? expansions : INT64_MAX);
}

// ---------------------------------------------------------------------------------- life

static void worker_run(void *user) {
  pool_worker *w = (pool_worker *)user;
  astar_request *r;
  while ((r = request_queue_take(w->queue)) != NULL) {
    worker_begin(w, r);
    while (w->request != NULL) worker_step(w, WORKER_SLICE);
  }
  worker_free_replica(w);
}

void worker_init(pool_worker *w, request_queue *queue) {
  memset(w, 0, sizeof *w);
  w->queue = queue;
  counter_init(&w->kilobytes, 0);
}

void worker_fini(pool_worker *w) {
  if (w->request != NULL) worker_end_path(w, w->request, ASTAR_CANCELLED);
  worker_free_replica(w);
}

bool worker_start(pool_worker *w, request_queue *queue) {
  worker_init(w, queue);
  w->has_thread = true;
  return thread_start(&w->thread, worker_run, w);
}

void worker_join(pool_worker *w) { thread_join(&w->thread); }
