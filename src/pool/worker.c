// Answers requests on a replica. See worker.h.
//
// A search runs in slices, as a sliced search does, but it reports what `astar_find_path`
// reports. Between slices the worker looks at the `stop` flag of the request, so that it
// ends soon after the answer is no longer needed. The Dijkstra map of a field looks at
// the same flag.
//
// When memory runs out, the request fails, and the worker frees its replica: it takes the
// snapshot of the next request. So a worker never keeps a replica that is half repaired.
#include "pool/worker.h"

#include "query/query.h"

#include <string.h>

// Expansions per slice: 0.5 to 2 ms.
enum { WORKER_SLICE = MEMORY_LIMIT(4096, 16) };

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

// Copies a snapshot. False: out of memory.
static bool worker_copy_snapshot(pool_worker *w, map_snapshot *s) {
  worker_free_replica(w);
  if (astar_grid_clone(s->content, &w->queue->allocator, &w->replica) != ASTAR_OK) {
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
  if (w->snapshot == NULL || w->snapshot->end != s->content->revision) return false;
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
                         NULL) != ASTAR_OK) {
      return false;
    }
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

static astar_status worker_run_query(astar_request *r, query_state *q) {
  astar_status status;
  do {
    budget b = query_slice(WORKER_SLICE);
    status = query_run(q, WORKER_SLICE, &b);
  } while (status == ASTAR_RUNNING && !request_is_stopped(r));
  if (status == ASTAR_RUNNING) query_drop(q);
  return status;
}

static astar_status worker_find_path(astar_grid *grid, astar_request *r) {
  query_state q;
  workspace *work = cache_workspace(grid);
  if (work == NULL) return ASTAR_NO_MEMORY;
  uint64_t *own = NULL;
  if (r->held != NULL) own = held_tiles_swap(&work->run.held, grid, r->held);
  query_begin(&q, work, &r->query, NULL);
  q.may_pause = true;
  astar_status status = worker_run_query(r, &q);
  if (r->held != NULL) held_tiles_swap(&work->run.held, grid, own);
  r->result = q.result;
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

static void worker_answer(pool_worker *w, astar_request *r) {
  astar_status status = ASTAR_CANCELLED;
  if (!request_is_stopped(r)) {
    status = !worker_follow(w, r) ? ASTAR_NO_MEMORY
             : r->wants_field     ? worker_compute_field(w->replica, r)
                                  : worker_find_path(w->replica, r);
  }
  bool is_stopped = request_is_stopped(r);
  if (status == ASTAR_NO_MEMORY && !is_stopped) worker_free_replica(w);
  r->status = is_stopped ? ASTAR_CANCELLED : status;
  counter_decrement(&r->snapshot->users);
  size_t used = w->replica != NULL ? w->replica->memory.used : 0;
  counter_set(&w->kilobytes, (int)(used >> 10));
}

// ---------------------------------------------------------------------------------- life

static void worker_run(void *user) {
  pool_worker *w = (pool_worker *)user;
  astar_request *r;
  while ((r = request_queue_take(w->queue)) != NULL) {
    worker_answer(w, r);
    request_queue_finish(w->queue, r);
  }
  worker_free_replica(w);
}

bool worker_start(pool_worker *w, request_queue *queue) {
  memset(w, 0, sizeof *w);
  w->queue = queue;
  counter_init(&w->kilobytes, 0);
  return thread_start(&w->thread, worker_run, w);
}

void worker_join(pool_worker *w) { thread_join(&w->thread); }
