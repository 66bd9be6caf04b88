// The queue of requests: from the game thread to the workers, and back.
//
// Method: a list of chunks with one writer. The game thread writes a request to the last
// chunk, then publishes the number of all requests that were written. A worker takes the
// next one when fewer have been taken than were published. So the game thread takes no
// lock: it never waits for a worker that the system stopped while it held one.
//
//     [ a b c d ] -> [ e f . . ]        taken 3: d is next        published 6
//
// There are three locks, each held for a few instructions:
//   - `take_lock`: the workers', for taking a request.
//   - `sleep_lock`: workers without a request sleep; one of them first looks for a
//   request
//     for some 5 us. The game thread takes this lock only to wake a worker, when workers
//     sleep and none is waking up or looking. A worker that found a request wakes the
//     next one while requests are left: so many requests at once cost the game thread one
//     call of the system.
//   - `answer_lock`: when the game thread waits for an answer.
//
// No worker sleeps while there are requests: a worker counts itself as sleeping, then
// looks at the published number; the game thread publishes, then looks at the sleeping
// workers. Both are sequentially consistent, so at least one of them sees the other. The
// same holds for a worker that ends to look, and then looks again before it sleeps.
#ifndef ASTAR_REQUEST_QUEUE_H
#define ASTAR_REQUEST_QUEUE_H

#include "base/threads.h"
#include "pool/request.h"

struct request_chunk;

typedef struct request_queue {
  astar_allocator allocator; ///< of chunks, which any thread frees

  // The game thread's.
  struct request_chunk *last;
  uint32_t written; ///< requests in the last chunk
  uint32_t pushed;  ///< requests that were ever pushed, modulo 2^32

  // The workers', under `take_lock`.
  struct request_chunk *first;
  uint32_t read; ///< requests of the first chunk that were taken

  counter published;  ///< `pushed`, as workers see it
  counter taken;      ///< requests that were ever taken, modulo 2^32
  counter sleepers;   ///< workers that sleep; changed under `sleep_lock`
  counter is_waking;  ///< one of them was woken; changed under `sleep_lock`
  counter is_looking; ///< a worker looks for requests before it sleeps
  counter is_closing; ///< workers end
  bool may_look;      ///< there are several processors

  thread_lock take_lock, sleep_lock, answer_lock;
} request_queue;

/// False: out of memory, or the system has no locks.
bool request_queue_init(request_queue *q, const astar_allocator *allocator);

/// Frees the queue. No worker may use it. Requests in the queue are left alone.
void request_queue_fini(request_queue *q);

/// Makes room for one request. False: out of memory.
bool request_queue_reserve(request_queue *q);

/// Adds a request, for which there must be room. O(1), without a lock.
void request_queue_push(request_queue *q, astar_request *r);

/// Takes the next request. NULL: there is none.
astar_request *request_queue_poll(request_queue *q);

/// Takes the next request; sleeps until there is one. NULL: the queue is closing.
astar_request *request_queue_take(request_queue *q);

/// Passes a request with its answer back to the game thread, which may free it at once.
void request_queue_finish(request_queue *q, astar_request *r);

/// Waits until a request is finished.
void request_queue_await(request_queue *q, astar_request *r);

/// Makes all workers end.
void request_queue_close(request_queue *q);

#endif
