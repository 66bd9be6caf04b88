/// Tests the check build (ASTAR_CHECK): each function of astar.h, called with an object
/// that was freed, says so and aborts. spec/support/live_calls.awk writes the calls. Each
/// call is made by a process of its own.
///
/// Built and run by spec/regression/freed_objects_are_used_spec.lua.
#include "astar.h"
#include "astar_crowd.h"
#include "astar_explain.h"
#include "astar_index.h"
#include "astar_pool.h"
#include "astar_sight.h"

#include <signal.h>
#include "rounds.h"

#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/// One object of each kind.
typedef struct objects {
  astar_grid *grid;
  astar_rules *rules;
  astar_path *path;
  astar_field *field;
  astar_search *search;
  astar_replanner *replanner;
  astar_explanation *explanation;
  astar_crowd *crowd;
  astar_context *context;
  astar_pool *pool;
  astar_request *request;
  astar_index *index;
  astar_vision *vision;
} objects;

static objects live, freed;
static astar_point goal = {3, 3};
static astar_query query;
static astar_explain_query explain_query;
static astar_unit_def unit;
static _Alignas(16) char room[1 << 16];

static objects make(void) {
  objects o;
  const astar_source source = {3, 3, 0};
  astar_rules_def def = astar_default_rules();
  def.cost[0] = 1;
  astar_pool_options options = astar_default_pool();
  options.threads = 0;
  astar_crowd_def crowd_def = astar_default_crowd();
  REQUIRE(astar_grid_new(NULL, 5, 5, ASTAR_SQUARE, 0, &o.grid) == ASTAR_OK);
  REQUIRE(astar_rules_new(NULL, &def, &o.rules) == ASTAR_OK);
  REQUIRE(astar_path_new(NULL, &o.path) == ASTAR_OK);
  REQUIRE(astar_distance_field(o.grid, o.rules, NULL, &source, 1, 1e9, &o.field) ==
          ASTAR_OK);
  query = astar_default_query(o.rules, 0, 0, &goal, 1);
  REQUIRE(astar_search_new(o.grid, &query, &o.search) == ASTAR_OK);
  REQUIRE(astar_replanner_new(o.grid, o.rules, NULL, 0, 0, 3, 3, &o.replanner) ==
          ASTAR_OK);
  explain_query = astar_default_explain_query(o.rules, 0, 0, 3, 3);
  REQUIRE(astar_explain(o.grid, &explain_query, &o.explanation) == ASTAR_OK);
  REQUIRE(astar_crowd_new(o.grid, &crowd_def, &o.crowd) == ASTAR_OK);
  unit = astar_default_unit(o.rules, 1, 1);
  uint32_t number;
  REQUIRE(astar_crowd_add(o.crowd, &unit, &number) == ASTAR_OK && number == 1);
  REQUIRE(astar_context_new(o.grid, NULL, &o.context) == ASTAR_OK);
  REQUIRE(astar_pool_new(o.grid, NULL, &options, &o.pool) == ASTAR_OK);
  REQUIRE(astar_pool_find_path(o.pool, &query, &o.request) == ASTAR_OK);
  REQUIRE(astar_index_new(o.grid, o.rules, NULL, &o.index, NULL) == ASTAR_OK);
  const astar_sight sight = {.radius = 2};
  REQUIRE(astar_vision_new(o.grid, o.rules, NULL, &sight, &o.vision) == ASTAR_OK);
  return o;
}

/// In any order: the objects own grid and rules.
static void release(objects *o) {
  astar_grid_free(o->grid);
  astar_rules_free(o->rules);
  astar_path_free(o->path);
  astar_field_free(o->field);
  astar_search_free(o->search);
  astar_replanner_free(o->replanner);
  astar_explanation_free(o->explanation);
  astar_crowd_free(o->crowd);
  astar_context_free(o->context);
  astar_request_free(o->request); // in flight
  astar_pool_free(o->pool);
  astar_index_free(o->index);
  astar_vision_free(o->vision);
}

/// A pointer for a parameter of a type that is no object.
static void *room_for(const char *type) {
  if (strcmp(type, "const astar_query *") == 0) return &query;
  if (strcmp(type, "const astar_explain_query *") == 0) return &explain_query;
  if (strcmp(type, "const astar_unit_def *") == 0) return &unit;
  if (strcmp(type, "const struct astar_crowd *") == 0) return NULL;
  memset(room, 0, sizeof room);
  return room;
}

/// Rules that were freed are often part of a structure.
static void query_freed_rules(void) {
  astar_query bad = query;
  bad.rules = freed.rules;
  astar_find_path(live.grid, &bad, NULL, NULL);
}

static void add_freed_rules(void) {
  astar_unit_def bad = unit;
  bad.rules = freed.rules;
  astar_crowd_add(live.crowd, &bad, (uint32_t *)room_for("uint32_t *"));
}

/// The grid keeps derived data, and so the memory of these rules.
static void free_cached_rules_twice(void) {
  astar_rules_def def = astar_default_rules();
  astar_rules *rules;
  def.cost[0] = 1;
  REQUIRE(astar_rules_new(NULL, &def, &rules) == ASTAR_OK);
  REQUIRE(astar_is_reachable(live.grid, rules, NULL, 0, 0, 3, 3) == ASTAR_OK);
  astar_rules_free(rules);
  astar_rules_free(rules);
}

#define CALL(number, function, object, call)                                             \
  case number:                                                                           \
    *name = #function;                                                                   \
    if (runs) (void)(call);                                                              \
    return true;

/// Makes a call. False: there is none with this number.
static bool make_call(int number, bool runs, const char **name) {
  switch (number) {
#include "live_calls.h"
    CALL(1000, validation_of_query, rules, query_freed_rules())
    CALL(1001, crowd_is_def, rules, add_freed_rules())
    CALL(1002, astar_rules_free, rules, free_cached_rules_twice())
  }
  return false;
}

/// Whether a call in a process of its own aborts, with a message about an object that was
/// freed.
static bool is_noticed(int number, const char *name) {
  int ends[2], state;
  char text[1000];
  fflush(stdout);
  REQUIRE(pipe(ends) == 0);
  pid_t child = fork();
  if (child == 0) {
    alarm(10);
    dup2(ends[1], STDERR_FILENO);
    make_call(number, true, &name);
    _exit(0);
  }
  close(ends[1]);
  ssize_t size = read(ends[0], text, sizeof text - 1);
  text[size > 0 ? size : 0] = '\0';
  close(ends[0]);
  waitpid(child, &state, 0);
  if (WIFSIGNALED(state) && WTERMSIG(state) == SIGABRT &&
      strncmp(text, "astar: ", 7) == 0 && strstr(text, " was freed before\n") != NULL)
    return true;
  printf("not noticed: %s, call %d, %s %d: %s\n", name, number,
         WIFSIGNALED(state) ? "signal" : "exit",
         WIFSIGNALED(state) ? WTERMSIG(state) : WEXITSTATUS(state), text);
  return false;
}

int main(void) {
  const char *name;
  int calls = 0, noticed = 0;
  freed = make();
  release(&freed);
  live = make();
  for (int number = 0; number <= 1002; number++) {
    if (!make_call(number, false, &name)) continue;
    calls++;
    if (is_noticed(number, name)) noticed++;
  }
  release(&live);
  printf("%d of %d uses of freed objects noticed\n", noticed, calls);
  return calls == noticed ? 0 : 1;
}
