// Pools of worker threads that answer requests.
#include "astar.h"

astar_pool_options astar_default_pool(void) {
  return (astar_pool_options){.threads = -1, .max_pending = 65536, .cookie = 0x706f6f6c};
}

const char *astar_why_invalid_pool(const astar_pool_options *options) {
  (void)options;
  return NULL;
}

astar_status astar_pool_new(astar_grid *grid, const astar_allocator *allocator,
                            const astar_pool_options *options, astar_pool **pool) {
  (void)grid;
  (void)allocator;
  (void)options;
  if (pool == NULL) return ASTAR_INVALID;
  *pool = NULL;
  return ASTAR_NO_MEMORY;
}

void astar_pool_free(astar_pool *pool) { (void)pool; }

int astar_pool_threads(const astar_pool *pool) {
  (void)pool;
  return 0;
}

size_t astar_pool_pending(const astar_pool *pool) {
  (void)pool;
  return 0;
}

size_t astar_pool_memory(const astar_pool *pool) {
  (void)pool;
  return 0;
}

astar_status astar_pool_find_path(astar_pool *pool, const astar_query *query,
                                  astar_request **request) {
  (void)pool;
  (void)query;
  (void)request;
  return ASTAR_NO_MEMORY;
}

const char *astar_why_invalid_request(const astar_pool *pool, const astar_query *query) {
  (void)pool;
  (void)query;
  return NULL;
}

astar_status astar_pool_distance_field(astar_pool *pool, const astar_rules *rules,
                                       const astar_filter *filter,
                                       const astar_source *goals, int goal_count,
                                       double max_cost, astar_request **request) {
  (void)pool;
  (void)rules;
  (void)filter;
  (void)goals;
  (void)goal_count;
  (void)max_cost;
  (void)request;
  return ASTAR_NO_MEMORY;
}

void astar_pool_update(astar_pool *pool) { (void)pool; }

void astar_pool_wait(astar_pool *pool) { (void)pool; }

astar_request *astar_pool_next(astar_pool *pool) {
  (void)pool;
  return NULL;
}

void astar_request_free(astar_request *request) { (void)request; }

void astar_request_cancel(astar_request *request) { (void)request; }

void astar_request_set_user(astar_request *request, void *user) {
  (void)request;
  (void)user;
}

void *astar_request_user(const astar_request *request) {
  (void)request;
  return NULL;
}

astar_status astar_request_status(const astar_request *request) {
  (void)request;
  return ASTAR_NO_MEMORY;
}

astar_result astar_request_result(const astar_request *request) {
  (void)request;
  return (astar_result){.goal = -1};
}

size_t astar_request_copy_path(const astar_request *request, astar_point *points,
                               size_t capacity) {
  (void)request;
  (void)points;
  (void)capacity;
  return 0;
}

size_t astar_request_copy_costs(const astar_request *request, double *costs,
                                size_t capacity) {
  (void)request;
  (void)costs;
  (void)capacity;
  return 0;
}

astar_status astar_request_take_field(astar_request *request, astar_field **field) {
  (void)request;
  (void)field;
  return ASTAR_NO_MEMORY;
}
