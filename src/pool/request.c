// Creates, reads and frees requests. See request.h for who owns them.
#include "pool/request.h"

#include <string.h>

// A request with a copy of a query and its filter, and of its list of goals
// behind it.
static astar_request *request_new(const struct memory *m, const astar_query *query,
                                  const void *list, size_t bytes) {
  memory own;
  memory_init(&own, &m->allocator);
  size_t size = sizeof(astar_request) + bytes;
  astar_request *r = (astar_request *)live_new(&own, size);
  if (r == NULL) return NULL;
  r->memory = own;
  r->size = size;
  counter_init(&r->stage, REQUEST_QUEUED);
  counter_init(&r->stop, 0);
  r->status = ASTAR_RUNNING;
  r->result.goal = -1;
  r->query = *query;
  if (query->filter != NULL) {
    r->filter = *query->filter;
    r->query.filter = &r->filter;
  }
  if (bytes > 0) memcpy(r + 1, list, bytes);
  return r;
}

astar_request *request_new_path(const struct memory *m, const astar_query *query) {
  size_t bytes = (size_t)query->goal_count * sizeof *query->goals;
  astar_request *r = request_new(m, query, query->goals, bytes);
  if (r != NULL) r->query.goals = (astar_point *)(r + 1);
  return r;
}

astar_request *request_new_field(const struct memory *m, astar_grid *grid,
                                 const astar_rules *rules, const astar_filter *filter,
                                 const astar_source *list, int goal_count,
                                 double max_cost) {
  astar_query query = {
      .rules = rules, .filter = filter, .goal_count = goal_count, .max_cost = max_cost};
  astar_request *r = request_new(m, &query, list, (size_t)goal_count * sizeof *list);
  if (r == NULL) return NULL;
  r->wants_field = true;
  r->sources = (astar_source *)(r + 1);
  astar_grid_retain(grid);
  r->grid = grid;
  r->rules = rules_hold(rules);
  return r;
}

bool request_set_path(astar_request *r, const path_builder *path) {
  size_t each = sizeof *r->costs + sizeof *r->points;
  if (path->count == 0) return true;
  r->costs = (double *)memory_resize(&r->memory, NULL, 0, path->count * each);
  if (r->costs == NULL) return false;
  r->count = path->count;
  r->points = (astar_point *)(r->costs + r->count);
  path_builder_copy_costs(path, r->costs, r->count);
  path_builder_copy(path, r->points, r->count);
  return true;
}

void request_free_input(astar_request *r) {
  MEMORY_FREE(&r->memory, r->held, r->held_words);
  r->held = NULL;
}

// Gives up the grid and the rules of a field.
static void request_leave_grid(astar_request *r) {
  if (r->rules != NULL) rules_release_holder(r->rules);
  astar_grid_free(r->grid);
  r->rules = NULL;
  r->grid = NULL;
}

void request_free_answer(astar_request *r) {
  size_t each = sizeof *r->costs + sizeof *r->points;
  memory_free(&r->memory, r->costs, r->count * each);
  r->costs = NULL;
  r->points = NULL;
  r->count = 0;
  field_content_free(&r->content);
  request_leave_grid(r);
}

void request_destroy(astar_request *r) {
  request_free_input(r);
  request_free_answer(r);
  memory last = r->memory;
  live_free(&last, r, r->size);
}

// ------------------------------------------------------------------------------ reading

void astar_request_set_user(astar_request *request, void *user) {
  LIVE(request)->user = user;
}

void *astar_request_user(const astar_request *request) { return LIVE(request)->user; }

astar_status astar_request_status(const astar_request *request) {
  if (LIVE(request)->phase == REQUEST_DELIVERED) return request->status;
  return request->phase == REQUEST_CANCELLED ? ASTAR_CANCELLED : ASTAR_RUNNING;
}

astar_result astar_request_result(const astar_request *request) {
  bool has_result = LIVE(request)->phase == REQUEST_DELIVERED && !request->wants_field;
  return has_result ? request->result : (astar_result){.goal = -1};
}

// Copies the costs, or the points, of the path of a request, if there is one.
static size_t request_copy(const astar_request *r, void *to, bool costs,
                           size_t capacity) {
  if (r->phase != REQUEST_DELIVERED) return 0; // a worker may be writing the path
  size_t each = costs ? sizeof *r->costs : sizeof *r->points;
  const void *from = costs ? (const void *)r->costs : (const void *)r->points;
  size_t copied = r->count < capacity ? r->count : capacity;
  if (to != NULL && copied > 0) memcpy(to, from, copied * each);
  return r->count;
}

size_t astar_request_copy_path(const astar_request *request, astar_point *points,
                               size_t capacity) {
  return request_copy(LIVE(request), points, false, capacity);
}

size_t astar_request_copy_costs(const astar_request *request, double *costs,
                                size_t capacity) {
  return request_copy(LIVE(request), costs, true, capacity);
}

astar_status astar_request_take_field(astar_request *request, astar_field **field) {
  if (field == NULL) return ASTAR_INVALID;
  *field = NULL;
  if (LIVE(request) == NULL || request->phase != REQUEST_DELIVERED ||
      request->grid == NULL || request->status != ASTAR_OK)
    return ASTAR_INVALID;
  if (request->grid->busy > 0) return ASTAR_BUSY;
  astar_status status = field_attach(request->grid, request->rules, request->query.filter,
                                     &request->content, field);
  if (status == ASTAR_OK) request_leave_grid(request);
  return status;
}
