// A request to a pool, and its answer.
//
// Ownership changes hands, so that no part is used by two threads at once:
//
//     game thread:  makes the request, and writes what is asked
//        |          REQUEST_QUEUED: the request queue publishes it
//     worker:       reads what is asked, writes the answer
//        |          REQUEST_FINISHED
//     game thread:  reads the answer, and frees the request
//
// `stage` passes the request from one to the other. Only `stage` and `stop` are used by
// both at the same time. The members of the game thread (lists, phase, user) are never
// used by a worker.
//
// A request outlives its pool: it has the allocator of the pool, and counts its own
// memory.
#ifndef ASTAR_REQUEST_H
#define ASTAR_REQUEST_H

#include "astar_pool.h"
#include "pool/snapshot.h"
#include "query/field.h"
#include "query/path.h"

/// Who owns a request now: the value of `stage`.
enum {
  REQUEST_QUEUED,  ///< a worker, or it waits for one
  REQUEST_AWAITED, ///< the same, and the game thread waits for the answer
  REQUEST_FINISHED ///< the game thread
};

/// What the caller sees of a request.
typedef enum request_phase {
  REQUEST_IN_FLIGHT,
  REQUEST_DELIVERED,
  REQUEST_CANCELLED
} request_phase;

struct astar_request {
  struct memory memory;
  size_t size; ///< of this struct and of the goals behind it [bytes]

  // The game thread's.
  struct astar_pool *pool; ///< NULL: the pool has nothing to do with it any more
  struct astar_request *next, **place; ///< in a list of the pool; what points to it
  uint64_t number;                     ///< requests are numbered from 1 on
  uint64_t update;                     ///< of the pool, when the request was made
  enum request_phase phase;
  bool is_freed; ///< by the caller, while a worker owned it
  void *user;
  astar_grid *grid;   ///< a field is wanted: the grid and the rules that it will belong
  astar_rules *rules; ///< to; until the field was taken

  // What is asked.
  bool wants_field;
  astar_query query;     ///< with its goals, which follow this struct
  astar_filter filter;   ///< of the query, copied
  astar_source *sources; ///< of a field, instead of goals
  uint64_t *held;        ///< the tiles that units hold, if the query avoids units
  size_t held_words;
  struct map_snapshot *snapshot; ///< the map that is meant: the snapshot, with the edits
  struct map_patch *patch;       ///< up to this patch; NULL: without edits

  counter stage; ///< REQUEST_QUEUED, ...
  counter stop;  ///< not 0: the answer is not needed any more

  // The answer.
  astar_status status;
  astar_result result;
  double *costs;                ///< one per point; the points follow in the same block
  astar_point *points;          ///< start to goal
  size_t count;                 ///< number of points
  struct field_content content; ///< of a field
};

/// A request for a path. Copies the query, its goals and its filter; the caller sets the
/// rules, `held` and the map. NULL: out of memory.
astar_request *request_new_path(const struct memory *m, const astar_query *query);

/// A request for a field, which will belong to `grid`. Copies the goals; `rules` are
/// those of the grid. NULL: out of memory.
astar_request *request_new_field(const struct memory *m, astar_grid *grid,
                                 const astar_rules *rules, const astar_filter *filter,
                                 const astar_source *list, int goal_count,
                                 double max_cost);

/// Stores a path as the answer. False: out of memory.
bool request_set_path(astar_request *r, const path_builder *path);

/// Frees what was asked, except for the pool's rules.
void request_free_input(astar_request *r);

/// Frees the answer.
void request_free_answer(astar_request *r);

/// Frees a request that no pool uses.
void request_destroy(astar_request *r);

/// Whether the answer is not needed any more.
static inline bool request_is_stopped(astar_request *r) {
  return counter_read(&r->stop) != 0;
}

#endif
