// A worker: a thread with a replica of the grid, which answers requests.
//
// A worker owns its replica and everything on it. It shares three things with others: the
// request queue; snapshots, which do not change; and copies of rules, which count their
// references. So its searches need no locks.
#ifndef ASTAR_WORKER_H
#define ASTAR_WORKER_H

#include "pool/request_queue.h"

typedef struct pool_worker {
  struct thread thread;
  request_queue *queue;
  astar_grid *replica;           ///< NULL: none
  struct map_snapshot *snapshot; ///< the map of the replica: this snapshot, with the
  struct map_patch *patch;       ///< edits up to this patch
  counter kilobytes;             ///< memory of the replica
} pool_worker;

/// Starts a worker that takes requests from a queue. It must not move. False: the system
/// has no thread left.
bool worker_start(pool_worker *w, request_queue *queue);

/// Brings the replica to the map of a request. Only the thread of the worker calls it.
/// False: out of memory, or the request was stopped.
bool worker_follow(pool_worker *w, astar_request *r);

/// Waits until a worker has ended, after `request_queue_close`. Frees its replica.
void worker_join(pool_worker *w);

#endif
