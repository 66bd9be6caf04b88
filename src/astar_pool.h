/// Threads: pools that answer requests, and contexts for queries of several threads.
///
///     astar_pool *pool;
///     astar_pool_new(grid, NULL, NULL, &pool);
///     astar_query query = astar_default_query(rules, 3, 4, &(astar_point){30, 4}, 1);
///     astar_request *request;
///     astar_pool_find_path(pool, &query, &request);
///     astar_pool_wait(pool); // in a game: astar_pool_update, once per frame
///     request = astar_pool_next(pool);
///     printf("cost %g\n", astar_request_result(request).cost); // -> cost 27
///     astar_request_free(request);
///     astar_pool_free(pool);
///
/// Conventions: `astar.h`.
#ifndef ASTAR_POOL_H
#define ASTAR_POOL_H

#include "astar.h"

#ifdef __cplusplus
extern "C" {
#endif

// ----------------------------------------------------------------------------- contexts

/// A place for queries of one thread while others query the same grid, with the same
/// answers; what was not prepared it derives in its own memory. While a thread is in a
/// function of a context, none may edit, query, prepare or trim the grid itself. One
/// thread at a time may use a context and its fields.
typedef struct astar_context astar_context;

/// Derives what queries under some rules and their filter need, for all contexts.
/// O(tiles) the first time, after edits as a query.
ASTAR_API astar_status astar_grid_prepare(astar_grid *grid, const astar_rules *rules);

/// Creates a context with an allocator of its own, also for its fields, which may outlive
/// it. Meanwhile no other thread may edit the grid, or create or free a context of it.
ASTAR_API astar_status astar_context_new(astar_grid *grid,
                                         const astar_allocator *allocator,
                                         astar_context **context);
ASTAR_API void astar_context_free(astar_context *context);

/// The memory of a context now, with its fields [bytes].
ASTAR_API size_t astar_context_memory(const astar_context *context);

/// As the functions of the grid. `avoid` must be NULL, and units cannot follow these
/// fields.
ASTAR_API astar_status astar_context_find_path(astar_context *context,
                                               const astar_query *query, astar_path *path,
                                               astar_result *result);
ASTAR_API astar_status astar_context_is_reachable(astar_context *context,
                                                  const astar_rules *rules,
                                                  const astar_filter *filter, int x1,
                                                  int y1, int x2, int y2);
ASTAR_API astar_status astar_context_line_of_sight(astar_context *context,
                                                   const astar_rules *rules,
                                                   const astar_filter *filter, int x1,
                                                   int y1, int x2, int y2, int *x,
                                                   int *y);
ASTAR_API astar_status astar_context_check_path(astar_context *context,
                                                const astar_rules *rules,
                                                const astar_filter *filter,
                                                const astar_point *points, size_t count,
                                                astar_path_kind kind, size_t first,
                                                size_t *bad);
ASTAR_API astar_status astar_context_smooth_path(astar_context *context,
                                                 const astar_rules *rules,
                                                 const astar_filter *filter,
                                                 astar_point *points, size_t *count,
                                                 double *length);
ASTAR_API astar_status astar_context_distance_field(
    astar_context *context, const astar_rules *rules, const astar_filter *filter,
    const astar_source *goals, int goal_count, double max_cost, astar_field **field);

// -------------------------------------------------------------------------------- pools

/// Worker threads that answer requests in order, each on a replica of the grid, while the
/// program edits and queries the grid. Answers are those of the moment of the request.
/// One thread at a time may use a pool, its requests and its grid. Without threads (0, or
/// ASTAR_NO_THREADS) `astar_pool_update` searches.
typedef struct astar_pool astar_pool;
typedef struct astar_request astar_request;

#define ASTAR_MAX_THREADS 64
#define ASTAR_MAX_LATENCY 1000

typedef struct astar_pool_options {
  int threads; ///< [0..ASTAR_MAX_THREADS]; -1 (default): the processors less one, from 1
               ///< to 8
  /// 0: an answer is delivered when it is ready, after all before it. n: exactly n
  /// updates after its request, if need be by waiting: runs repeat exactly [updates,
  /// 0..ASTAR_MAX_LATENCY].
  int latency;
  int max_pending; ///< the most requests in flight [1..2^30; default 65536]
  /// Expansions of an update without threads [>= 0; default 2000]. A path to one goal is
  /// searched in slices; several goals and fields run whole in one update. 0: only
  /// `astar_pool_work` searches.
  int64_t expansions;
  uint32_t cookie;
} astar_pool_options;

/// The defaults.
ASTAR_API astar_pool_options astar_default_pool(void);

/// What is wrong with options.
ASTAR_API const char *astar_why_invalid_pool(const astar_pool_options *options);

/// Creates a pool; the grid records edits from now on. Threads that cannot start are left
/// out. Several threads call its own allocator at a time. O(tiles).
ASTAR_API astar_status astar_pool_new(astar_grid *grid, const astar_allocator *allocator,
                                      const astar_pool_options *options,
                                      astar_pool **pool);

/// Cancels what was not delivered, and ends the threads, in 0.1 s. The caller still frees
/// the requests.
ASTAR_API void astar_pool_free(astar_pool *pool);

/// The threads of a pool; requests neither delivered nor cancelled; memory with replicas,
/// requests and answers [bytes].
ASTAR_API int astar_pool_threads(const astar_pool *pool);
ASTAR_API size_t astar_pool_pending(const astar_pool *pool);
ASTAR_API size_t astar_pool_memory(const astar_pool *pool);

/// Request what `astar_find_path` and `astar_distance_field` give; all is copied, also
/// the tiles that units to `avoid` hold now, in O(tiles). ASTAR_QUEUE_FULL;
/// ASTAR_INVALID: also a heuristic function.
ASTAR_API astar_status astar_pool_find_path(astar_pool *pool, const astar_query *query,
                                            astar_request **request);
ASTAR_API const char *astar_why_invalid_request(const astar_pool *pool,
                                                const astar_query *query);
ASTAR_API astar_status astar_pool_distance_field(
    astar_pool *pool, const astar_rules *rules, const astar_filter *filter,
    const astar_source *goals, int goal_count, double max_cost, astar_request **request);

/// Counts an update: once per frame, then `astar_pool_next` until it returns NULL.
ASTAR_API void astar_pool_update(astar_pool *pool);

/// Lets a pool without threads make at most so many expansions, but for what runs whole.
/// Returns how many; fewer: all requests are answered.
ASTAR_API int64_t astar_pool_work(astar_pool *pool, int64_t expansions);

/// Waits until all requests so far are answered, and due.
ASTAR_API void astar_pool_wait(astar_pool *pool);

/// Delivers the next answer, perhaps after waiting; NULL: none is due.
ASTAR_API astar_request *astar_pool_next(astar_pool *pool);

/// Free or cancel a request: it will not be delivered, and its search ends within 0.1 s.
/// Cancelling a delivered one does nothing.
ASTAR_API void astar_request_free(astar_request *request);
ASTAR_API void astar_request_cancel(astar_request *request);

/// A pointer of the caller.
ASTAR_API void astar_request_set_user(astar_request *request, void *user);
ASTAR_API void *astar_request_user(const astar_request *request);

/// ASTAR_RUNNING: not delivered; ASTAR_CANCELLED; otherwise the status of the answer.
ASTAR_API astar_status astar_request_status(const astar_request *request);

/// The answer (zeros, and goal -1, without a path), the path, and the cost up to each
/// point.
ASTAR_API astar_result astar_request_result(const astar_request *request);
ASTAR_API size_t astar_request_copy_path(const astar_request *request,
                                         astar_point *points, size_t capacity);
ASTAR_API size_t astar_request_copy_costs(const astar_request *request, double *costs,
                                          size_t capacity);

/// Takes the field, once, of the grid at the request: see `astar_field_update`.
/// ASTAR_INVALID: there is none, or it was taken. After ASTAR_NO_MEMORY it can be taken
/// later.
ASTAR_API astar_status astar_request_take_field(astar_request *request,
                                                astar_field **field);

#ifdef __cplusplus
}
#endif

#endif
