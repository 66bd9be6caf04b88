// The path that the planner searches now: see path_search.h.
//
// After an edit that concerns the query it begins again, and after
// PATH_SEARCH_RESTARTS edits it is completed in one update: otherwise a program that
// edits the map in every frame would get no long path.

#include "crowd/path_search.h"
#include "crowd/crowd.h"

enum { PATH_SEARCH_RESTARTS = 3 };

void path_search_drop(path_search *s) {
  if (s->slot != 0) query_drop(&s->state);
  s->slot = 0;
}

void path_search_fini(path_search *s) {
  path_search_drop(s);
  cache_give_workspace(s->work);
  s->work = NULL;
}

static void path_search_begin(astar_crowd *crowd, const unit *u, int range,
                              bool partial) {
  path_search *s = &crowd->search;
  path_search_drop(s);
  s->slot = crowd_slot_of(crowd, u);
  s->rules = u->rules;
  s->goal = (astar_goal){u->goal_x, u->goal_y};
  s->query =
      astar_default_query(crowd_rules(crowd, u)->rules, u->to_x, u->to_y, &s->goal, 1);
  s->query.range = range;
  s->query.partial = partial;
  s->revision = crowd->grid->revision;
  query_begin(&s->state, s->work, &s->query, NULL);
}

// Whether the query in progress is the one that a unit needs.
static bool path_search_is_for(const astar_crowd *crowd, const unit *u, int range,
                               bool partial) {
  const path_search *s = &crowd->search;
  return s->slot == crowd_slot_of(crowd, u) && s->rules == u->rules &&
         s->goal.x == u->goal_x && s->goal.y == u->goal_y && s->query.range == range &&
         s->query.partial == partial;
}

astar_status path_search_run(astar_crowd *crowd, const unit *u, int range, bool partial,
                             int64_t expansions, uint32_t *expanded) {
  path_search *s = &crowd->search;
  budget unlimited = {BUDGET_UNLIMITED};
  if (s->work == NULL) s->work = cache_take_workspace(crowd->grid);
  if (s->work == NULL) return ASTAR_NO_MEMORY;
  if (!path_search_is_for(crowd, u, range, partial)) {
    s->restarts = 0;
    path_search_begin(crowd, u, range, partial);
  }
  astar_filter filter = rules_filter(s->query.rules, NULL);
  repair_skip(crowd->grid, &filter, &s->revision);
  if (s->revision != crowd->grid->revision) {
    s->restarts++;
    path_search_begin(crowd, u, range, partial);
  }
  if (s->restarts >= PATH_SEARCH_RESTARTS) expansions = INT64_MAX;
  uint32_t before = s->state.result.expanded;
  astar_status status = query_run(&s->state, expansions, &unlimited);
  *expanded = s->state.result.expanded - before;
  if (status != ASTAR_RUNNING) s->slot = 0;
  return status;
}
