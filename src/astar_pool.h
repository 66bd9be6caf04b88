/// Threads: queries of several threads on one grid, and pools that answer requests. A
/// module on `astar.h`: its terms and conventions hold here, too.
#ifndef ASTAR_POOL_H
#define ASTAR_POOL_H

#include "astar.h"

#ifdef __cplusplus
extern "C" {
#endif

// ----------------------------------------------------------------------------- contexts

/// Derives all data that queries need under some rules, with the filter of the rules, so
/// that contexts share it. O(tiles) the first time; after edits as much as a query would
/// need.
///
/// @return ASTAR_OK; ASTAR_UNSUITED: the rules do not fit the grid; ASTAR_INVALID;
///   ASTAR_BUSY; ASTAR_NO_MEMORY
ASTAR_API astar_status astar_grid_prepare(astar_grid *grid, const astar_rules *rules);

/// A place for queries of one thread on a grid that other threads query at the same time.
/// Each context has scratch memory of its own, and reads the content of the grid and the
/// data that `astar_grid_prepare` derived. What was not prepared (other rules, another
/// filter, or an edit since) a context derives for itself, in memory of its own.
///
///     astar_grid_prepare(grid, rules);          // one thread, after edits
///     ...                                       // then, in several threads:
///     astar_context_find_path(context, &query, path, &result);
///
/// One thread at a time may use a context, and the fields that were made with it. While a
/// thread is in a function of a context, no thread may edit the grid, run a query on the
/// grid itself, prepare it, or trim it. All else that only reads the grid is safe (see
/// *Threads* above). All answers are those that the grid would give.
typedef struct astar_context astar_context;

/// Creates a context. It is an owner of the grid. O(1). No other thread may create or
/// free a context of the same grid, or edit it, at the same time.
///
/// @param allocator  for all memory of the context and of the fields that are made with
///   it; NULL: the C library, not the allocator of the grid, which may belong to one
///   thread
/// @param context    receives the context; the caller owns it
/// @return ASTAR_OK, ASTAR_INVALID, ASTAR_NO_MEMORY
ASTAR_API astar_status astar_context_new(astar_grid *grid,
                                         const astar_allocator *allocator,
                                         astar_context **context);

/// Frees a context. Fields that were made with it stay valid. NULL is allowed.
ASTAR_API void astar_context_free(astar_context *context);

/// Returns the memory that a context holds now, with its fields [bytes]. O(1).
ASTAR_API size_t astar_context_memory(const astar_context *context);

/// As `astar_find_path`. The query must have no units to avoid: `avoid` is NULL.
/// ASTAR_INVALID otherwise.
ASTAR_API astar_status astar_context_find_path(astar_context *context,
                                               const astar_query *query, astar_path *path,
                                               astar_result *result);

/// As `astar_is_reachable`.
ASTAR_API astar_status astar_context_is_reachable(astar_context *context,
                                                  const astar_rules *rules,
                                                  const astar_filter *filter, int x1,
                                                  int y1, int x2, int y2);

/// As `astar_line_of_sight`.
ASTAR_API astar_status astar_context_line_of_sight(astar_context *context,
                                                   const astar_rules *rules,
                                                   const astar_filter *filter, int x1,
                                                   int y1, int x2, int y2, int *x,
                                                   int *y);

/// As `astar_check_path`.
ASTAR_API astar_status astar_context_check_path(astar_context *context,
                                                const astar_rules *rules,
                                                const astar_filter *filter,
                                                const astar_point *points, size_t count,
                                                astar_path_kind kind, size_t first,
                                                size_t *bad);

/// As `astar_smooth_path`.
ASTAR_API astar_status astar_context_smooth_path(astar_context *context,
                                                 const astar_rules *rules,
                                                 const astar_filter *filter,
                                                 astar_point *points, size_t *count,
                                                 double *length);

/// As `astar_distance_field`. The field belongs to the context: one thread at a time may
/// update one of both. Units of a crowd cannot follow it.
ASTAR_API astar_status astar_context_distance_field(
    astar_context *context, const astar_rules *rules, const astar_filter *filter,
    const astar_source *goals, int goal_count, double max_cost, astar_field **field);

// -------------------------------------------------------------------------------- pools

/// A pool of worker threads that answer requests: for paths, nearest goals and distance
/// fields. Each worker has a replica of the grid, which is kept up to date by deltas. So
/// the program may edit the grid and query it while workers search.
///
/// Each answer is the one that the grid would have given at the moment of the request,
/// and answers are delivered in the order of requests, however many threads there are.
///
///     astar_pool_options options = astar_default_pool();
///     astar_pool_new(grid, NULL, &options, &pool);
///     astar_query query = astar_default_query(rules, 3, 4, &goal, 1);
///     astar_pool_find_path(pool, &query, &request);
///     ...
///     astar_pool_update(pool);                           // once per frame
///     while ((request = astar_pool_next(pool)) != NULL) {
///       if (astar_request_status(request) == ASTAR_OK) {
///         count = astar_request_copy_path(request, points, capacity);
///       }
///       astar_request_free(request);
///     }
///     astar_pool_free(pool);
///
/// One thread at a time may use a pool, its requests and its grid: the *game thread*. A
/// library that was compiled with ASTAR_NO_THREADS, or a pool without threads, answers in
/// the game thread at the moment of the request, and delivers the answers as if it had
/// threads.
typedef struct astar_pool astar_pool;

/// A request to a pool.
typedef struct astar_request astar_request;

/// The greatest number of threads of a pool.
#define ASTAR_MAX_THREADS 64

/// The greatest latency of a pool [updates].
#define ASTAR_MAX_LATENCY 1000

/// Options of a pool. Begin with `astar_default_pool`, and change members.
typedef struct astar_pool_options {
  /// The number of worker threads [-1..ASTAR_MAX_THREADS]. -1 (default): one less than
  /// the machine has processors, but at least 1 and at most 8. 0: no threads.
  int threads;

  /// 0 (default): an answer is delivered as soon as it is ready and all requests before
  /// it have been delivered. n: each answer is delivered exactly n updates after its
  /// request [updates, 1..ASTAR_MAX_LATENCY]: 1 is the next update. The update waits for
  /// the answer if it must. Then whole runs of a program repeat exactly.
  int latency;

  /// The greatest number of requests in flight [1..2^30; default 65536]. One request more
  /// returns ASTAR_QUEUE_FULL. When requests come faster than answers, an answer is as
  /// old as this number divided by the answers per second.
  int max_pending;

  uint32_t cookie; ///< private; set by `astar_default_pool`
} astar_pool_options;

/// Returns the default options.
ASTAR_API astar_pool_options astar_default_pool(void);

/// Returns what is wrong with options, for example "options.threads must be in [-1,
/// ASTAR_MAX_THREADS]": a string constant. NULL when `astar_pool_new` accepts them.
ASTAR_API const char *astar_why_invalid_pool(const astar_pool_options *options);

/// Creates a pool, and starts its threads. A thread that cannot be started is left out;
/// when none can, the pool has no threads. The grid records its edits from now on, as for
/// `astar_grid_changes`. The pool is an owner of the grid. O(tiles).
///
/// @param allocator  for all memory of the pool and of the replicas. Several threads call
///   it at the same time. NULL: the C library, not the allocator of the grid
/// @param options    NULL: the defaults
/// @param pool       receives the pool; the caller owns it
/// @return ASTAR_OK; ASTAR_INVALID: `astar_why_invalid_pool` returns why; ASTAR_NO_MEMORY
ASTAR_API astar_status astar_pool_new(astar_grid *grid, const astar_allocator *allocator,
                                      const astar_pool_options *options,
                                      astar_pool **pool);

/// Frees a pool: cancels all requests that were not delivered, and ends the threads,
/// within 0.1 s. The caller still owns the requests, and frees them. NULL is allowed.
ASTAR_API void astar_pool_free(astar_pool *pool);

/// Returns how many worker threads a pool has.
ASTAR_API int astar_pool_threads(const astar_pool *pool);

/// Returns how many requests were neither delivered nor cancelled. O(1).
ASTAR_API size_t astar_pool_pending(const astar_pool *pool);

/// Returns the memory of a pool [bytes]: replicas, their derived data, edits that workers
/// have not made yet, requests and answers.
ASTAR_API size_t astar_pool_memory(const astar_pool *pool);

/// Requests what `astar_find_path` finds. With several goals: the cheapest one. With
/// `avoid`, the tiles that units hold now are copied, in O(tiles).
///
/// @param query    copied, with its goals. The request becomes an owner of its rules:
///   the caller may free them at once. A heuristic function gives ASTAR_INVALID: it would
///   be called by other threads.
/// @param request  receives the request; the caller owns it
/// @return ASTAR_OK; ASTAR_QUEUE_FULL: `max_pending` requests are in flight;
///   ASTAR_INVALID: `astar_why_invalid_request` returns why; ASTAR_UNSUITED:
///   `astar_why_unsuited` returns why; ASTAR_NO_MEMORY
ASTAR_API astar_status astar_pool_find_path(astar_pool *pool, const astar_query *query,
                                            astar_request **request);

/// Returns what is wrong with the query of a request, as `astar_why_invalid` does: a
/// string constant. NULL when the query is valid.
ASTAR_API const char *astar_why_invalid_request(const astar_pool *pool,
                                                const astar_query *query);

/// Requests what `astar_distance_field` computes. The request becomes an owner of the
/// rules and of the grid.
///
/// @param goals    copied
/// @param request  receives the request; the caller owns it
/// @return ASTAR_OK; ASTAR_QUEUE_FULL; ASTAR_INVALID: a cost, the filter or `max_cost` is
///   out of range; ASTAR_UNSUITED: the rules do not fit the grid; ASTAR_NO_MEMORY
ASTAR_API astar_status astar_pool_distance_field(
    astar_pool *pool, const astar_rules *rules, const astar_filter *filter,
    const astar_source *goals, int goal_count, double max_cost, astar_request **request);

/// Counts an update: call it once per frame, then `astar_pool_next` until it returns
/// NULL.
ASTAR_API void astar_pool_update(astar_pool *pool);

/// Waits until all requests so far are answered. `astar_pool_next` then delivers them,
/// also those that were due in a later update.
ASTAR_API void astar_pool_wait(astar_pool *pool);

/// Delivers the next answer. With a latency it may wait for it. Requests that were
/// cancelled or freed are left out.
///
/// @return the request, whose answer can now be read; NULL: none is due
ASTAR_API astar_request *astar_pool_next(astar_pool *pool);

/// Frees a request, also one that is in flight: then it is cancelled. NULL is allowed.
ASTAR_API void astar_request_free(astar_request *request);

/// Cancels a request that was not delivered: it will not be. Its search ends within
/// 0.1 s. A request that was delivered stays as it is.
ASTAR_API void astar_request_cancel(astar_request *request);

/// Stores a pointer of the caller in a request. The library does not use it.
ASTAR_API void astar_request_set_user(astar_request *request, void *user);

/// Returns the pointer that `astar_request_set_user` stored; NULL at first.
ASTAR_API void *astar_request_user(const astar_request *request);

/// Returns the state of a request.
///
/// @return ASTAR_RUNNING: it was not delivered; ASTAR_CANCELLED; otherwise the status
///   that `astar_find_path` or `astar_distance_field` returns. ASTAR_NO_MEMORY: a worker
///   ran out of memory.
ASTAR_API astar_status astar_request_status(const astar_request *request);

/// Reads what `astar_find_path` reports. Zeros, and goal -1, unless the request was
/// delivered and asked for a path.
ASTAR_API astar_result astar_request_result(const astar_request *request);

/// Copies the path that was found.
///
/// @param points    receives the first `capacity` points; may be NULL
/// @param capacity  of `points` [elements]
/// @return the number of points of the path; 0 when there is no path
ASTAR_API size_t astar_request_copy_path(const astar_request *request,
                                         astar_point *points, size_t capacity);

/// Copies the cost of this path up to each of its points, as `astar_path_costs` does.
///
/// @return the number of points of the path; 0 when there is no path
ASTAR_API size_t astar_request_copy_costs(const astar_request *request, double *costs,
                                          size_t capacity);

/// Takes the field that was computed. It belongs to the grid of the pool, as it was at
/// the moment of the request: `astar_field_update` brings it up to date. A field can be
/// taken once.
///
/// @param field  receives the field; the caller owns it
/// @return ASTAR_OK; ASTAR_INVALID: the request has no field, or it was taken;
///   ASTAR_BUSY; ASTAR_NO_MEMORY: the field can be taken later
ASTAR_API astar_status astar_request_take_field(astar_request *request,
                                                astar_field **field);

#ifdef __cplusplus
}
#endif

#endif
