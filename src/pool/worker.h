// A worker: a thread with a replica of the grid, which answers requests. A pool without
// threads has one worker without a thread, which its updates run.
//
// A worker owns its replica and everything on it. It shares three things with others: the
// request queue; snapshots, which do not change; and copies of rules, which count their
// references. So its searches need no locks.
#ifndef ASTAR_WORKER_H
#define ASTAR_WORKER_H

#include "pool/request_queue.h"
#include "query/query.h"

typedef struct pool_worker {
  struct thread thread;
  bool has_thread;
  request_queue *queue;
  astar_grid *replica;           ///< NULL: none
  struct map_snapshot *snapshot; ///< the map of the replica: this snapshot, with the
  struct map_patch *patch;       ///< edits up to this patch
  counter kilobytes;             ///< memory of the replica
  astar_request *request;        ///< that it answers; NULL: none
  struct query_state query;      ///< of the request, if it is one for a path
  uint64_t *held;                ///< what the workspace of the query had for its `held`
} pool_worker;

/// Makes a worker without a thread.
void worker_init(pool_worker *w, request_queue *queue);

/// Frees its replica, and gives up its request.
void worker_fini(pool_worker *w);

/// Lets a worker without a thread go on, or take the next request: a path to one goal by
/// at most so many expansions, all else to its end. Returns how many expansions this
/// counts for [>= 1]; 0: there is no request.
int64_t worker_work(pool_worker *w, int64_t expansions);

/// Starts a worker that takes requests from a queue. It must not move. False: the system
/// has no thread left.
bool worker_start(pool_worker *w, request_queue *queue);

/// Brings the replica to the map of a request. Only the thread of the worker calls it.
/// False: out of memory, or the request was stopped.
bool worker_follow(pool_worker *w, astar_request *r);

/// Waits until a worker has ended, after `request_queue_close`. Frees its replica.
void worker_join(pool_worker *w);

#endif
