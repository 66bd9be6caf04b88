// The queue between the game thread and the workers. See request_queue.h for the method.
#include "pool/request_queue.h"

// The number of requests in a chunk: 2 kB.
enum { REQUEST_CHUNK = MEMORY_LIMIT(256, 2) };

// How often a worker looks for a request before it sleeps [about 2 ns each]. To wake a
// worker costs the game thread 2 to 4 us, so it should not sleep between two requests
// that follow each other. A longer look would take time from the other threads when all
// processors are in use.
enum { REQUEST_QUEUE_LOOKS = MEMORY_LIMIT(3000, 10) };

typedef struct request_chunk {
  struct request_chunk *next; ///< written before a request of the next chunk is published
  astar_request *requests[REQUEST_CHUNK];
} request_chunk;

static request_chunk *request_queue_new_chunk(const request_queue *q) {
  memory m;
  memory_init(&m, &q->allocator);
  return (request_chunk *)memory_new(&m, sizeof(request_chunk));
}

static void request_queue_free_chunk(const request_queue *q, request_chunk *chunk) {
  memory m;
  memory_init(&m, &q->allocator);
  memory_free(&m, chunk, sizeof *chunk);
}

// -------------------------------------------------------------------------------- life

// Initializes the locks. False: the system has none left.
static bool request_queue_init_locks(request_queue *q) {
  if (!thread_lock_init(&q->take_lock)) return false;
  if (thread_lock_init(&q->sleep_lock)) {
    if (thread_lock_init(&q->answer_lock)) return true;
    thread_lock_fini(&q->sleep_lock);
  }
  thread_lock_fini(&q->take_lock);
  return false;
}

bool request_queue_init(request_queue *q, const astar_allocator *allocator) {
  q->allocator = *allocator;
  q->first = q->last = request_queue_new_chunk(q);
  if (q->first == NULL) return false;
  q->written = q->pushed = q->read = 0;
  counter_init(&q->published, 0);
  counter_init(&q->taken, 0);
  counter_init(&q->sleepers, 0);
  counter_init(&q->is_waking, 0);
  counter_init(&q->is_closing, 0);
  counter_init(&q->is_looking, 0);
  q->may_look = thread_processors() > 1;
  if (request_queue_init_locks(q)) return true;
  request_queue_free_chunk(q, q->first);
  return false;
}

void request_queue_fini(request_queue *q) {
  while (q->first != NULL) {
    request_chunk *next = q->first->next;
    request_queue_free_chunk(q, q->first);
    q->first = next;
  }
  thread_lock_fini(&q->answer_lock);
  thread_lock_fini(&q->sleep_lock);
  thread_lock_fini(&q->take_lock);
}

// ---------------------------------------------------------------------- sleep and waking

static bool request_queue_is_empty(request_queue *q) {
  return counter_read(&q->taken) == counter_read(&q->published);
}

static bool request_queue_is_closing(request_queue *q) {
  return counter_read(&q->is_closing) != 0;
}

// Wakes a worker, unless all are awake, or one is waking up or looking for a request: it
// will see the requests.
static void request_queue_wake(request_queue *q) {
  if (counter_read(&q->sleepers) == 0 || counter_read(&q->is_waking) != 0 ||
      counter_read(&q->is_looking) != 0)
    return;
  thread_lock_take(&q->sleep_lock);
  bool has_sleeper = counter_read(&q->sleepers) > 0;
  if (has_sleeper) counter_set(&q->is_waking, 1);
  thread_lock_release(&q->sleep_lock);
  // Without the lock, which the worker takes as soon as it is awake.
  if (has_sleeper) thread_lock_signal(&q->sleep_lock);
}

// Looks for a request for a while, unless another worker does. True: there is one.
static bool request_queue_look(request_queue *q) {
  if (!q->may_look || !counter_replace(&q->is_looking, 0, 1)) return false;
  bool found = false;
  for (int i = 0; i < REQUEST_QUEUE_LOOKS && !found; i++)
    found = !request_queue_is_empty(q) || request_queue_is_closing(q);
  counter_set(&q->is_looking, 0);
  return found;
}

// Sleeps until there may be a request.
static void request_queue_sleep(request_queue *q) {
  thread_lock_take(&q->sleep_lock);
  counter_set(&q->sleepers, counter_read(&q->sleepers) + 1);
  while (request_queue_is_empty(q) && !request_queue_is_closing(q)) {
    thread_lock_wait(&q->sleep_lock);
    // Before the look at the requests: who publishes later wakes again.
    counter_set(&q->is_waking, 0);
  }
  counter_set(&q->sleepers, counter_read(&q->sleepers) - 1);
  thread_lock_release(&q->sleep_lock);
}

// ----------------------------------------------------------------------------- requests

bool request_queue_reserve(request_queue *q) {
  if (q->written < REQUEST_CHUNK) return true;
  request_chunk *chunk = request_queue_new_chunk(q);
  if (chunk == NULL) return false;
  q->last->next = chunk;
  q->last = chunk;
  q->written = 0;
  return true;
}

void request_queue_push(request_queue *q, astar_request *r) {
  q->last->requests[q->written++] = r;
  counter_set(&q->published, (int)++q->pushed);
  request_queue_wake(q);
}

// Takes the next request, if there is one. `take_lock` is held.
static astar_request *request_queue_read(request_queue *q) {
  if (request_queue_is_empty(q)) return NULL;
  if (q->read == REQUEST_CHUNK) {
    request_chunk *done = q->first;
    q->first = done->next;
    q->read = 0;
    request_queue_free_chunk(q, done);
  }
  counter_set(&q->taken, (int)((uint32_t)counter_read(&q->taken) + 1));
  return q->first->requests[q->read++];
}

astar_request *request_queue_poll(request_queue *q) {
  thread_lock_take(&q->take_lock);
  astar_request *r = request_queue_read(q);
  thread_lock_release(&q->take_lock);
  return r;
}

astar_request *request_queue_take(request_queue *q) {
  while (!request_queue_is_closing(q)) {
    astar_request *r = request_queue_poll(q);
    if (r == NULL) {
      if (!request_queue_look(q)) request_queue_sleep(q);
      continue;
    }
    if (!request_queue_is_empty(q)) request_queue_wake(q);
    return r;
  }
  return NULL;
}

void request_queue_finish(request_queue *q, astar_request *r) {
  if (counter_replace(&r->stage, REQUEST_QUEUED, REQUEST_FINISHED)) return;
  counter_set(&r->stage, REQUEST_FINISHED); // it is awaited
  thread_lock_take(&q->answer_lock);
  thread_lock_broadcast(&q->answer_lock);
  thread_lock_release(&q->answer_lock);
}

void request_queue_await(request_queue *q, astar_request *r) {
  if (!counter_replace(&r->stage, REQUEST_QUEUED, REQUEST_AWAITED)) return;
  thread_lock_take(&q->answer_lock);
  while (counter_read(&r->stage) != REQUEST_FINISHED) thread_lock_wait(&q->answer_lock);
  thread_lock_release(&q->answer_lock);
}

void request_queue_close(request_queue *q) {
  counter_set(&q->is_closing, 1);
  thread_lock_take(&q->sleep_lock);
  thread_lock_broadcast(&q->sleep_lock);
  thread_lock_release(&q->sleep_lock);
}
