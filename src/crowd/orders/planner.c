// Searches the paths of units: see planner.h.
//
// A path is searched by the same queries that programs use. Its points are copied to the
// guide of the unit with the cost that remains from each. A repair searches a path to a
// point of the old path some tiles ahead, and splices it in.

#include "crowd/orders/planner.h"
#include "crowd/orders/guide.h"
#include "crowd/orders/orders.h"
#include "crowd/orders/path_requests.h"
#include "crowd/orders/shared_field.h"
#include "crowd/orders/walk.h"
#include "crowd/teams.h"
#include "map/footprint.h"

#include <math.h>
#include <string.h>

// ------------------------------------------------------------------------------ searches

// Writes the path that was found to the first points of a guide. `end`: the remaining
// cost of its last point.
static void planner_copy_path(const astar_crowd *crowd, const crowd_unit *u,
                              const path_builder *path, guide_point *points,
                              unit_cost end) {
  double scale = crowd_rules(crowd, u)->scale;
  unit_cost remaining = end;
  uint32_t at = path->count - 1;
  points[at] =
      (guide_point){end, unit_tile_at(path->points[at].x, path->points[at].y), false};
  for (const path_run *steps = path->runs; at > 0; steps++) { // the last one first
    for (int n = 0; n < steps->count; n++, at--) {
      astar_point from = path->points[at - 1], to = path->points[at];
      if (steps->move == MOVE_LINK) {
        unit_cost cost = unit_cost_scaled(path->costs[at] - path->costs[at - 1], scale);
        remaining += cost > 0 ? cost : 1; // units go where less remains
      } else {
        remaining += guide_step_cost(crowd, u, from.x, from.y, steps->move, to.x, to.y);
      }
      points[at - 1] = (guide_point){remaining, unit_tile_at(from.x, from.y), false};
    }
  }
}

// Where the path of a unit is to end: for one that walks, where it enters its path.
static astar_point planner_goal(const crowd_unit *u) {
  unit_tile at = u->order == UNIT_WALK ? u->guide.points[u->guide.cursor].at : u->goal;
  return (astar_point){at.x, at.y};
}

// How near to `goal` the path of a unit is to end [steps].
static int planner_range(const crowd_unit *u) {
  bool is_order = u->order == UNIT_GO_TO || u->order == UNIT_NO_ORDER;
  return is_order && unit_is_destined(u) ? u->range : 0;
}

// Searches the path of a unit, or goes on with it. For a unit that chases another one
// this is a path to the tile of its target; when there is none, a path into its range.
static astar_status planner_search(astar_crowd *crowd, const crowd_unit *u) {
  path_order order = {.slot = crowd_slot_of(crowd, u),
                      .rules = crowd_rules(crowd, u)->rules,
                      .filter = crowd_rules(crowd, u)->filter,
                      .start_x = u->to.x,
                      .start_y = u->to.y,
                      .goal = planner_goal(u),
                      .range = u->flags & UNIT_OUT_OF_REACH ? u->range : planner_range(u),
                      .partial = (u->flags & UNIT_PARTIAL) != 0};
  int64_t left = crowd->budget > crowd->spent ? crowd->budget - crowd->spent : 1;
  uint32_t expanded;
  astar_status status =
      path_search_run(&crowd->search, crowd->grid, &order, left, &expanded);
  if (status == ASTAR_NO_MEMORY) return status;
  crowd->spent += expanded + crowd->search.work->path.count / PLANNER_POINTS;
  if (status != ASTAR_RUNNING) crowd->spent += PLANNER_SEARCH;
  return status;
}

// Whether the path of a unit leads to its goal on the map as it is. Then its best
// remaining cost counts for a new path, too: a unit that goes to and fro between two
// paths makes no progress.
static bool planner_is_on_its_way(const astar_crowd *crowd, const crowd_unit *u) {
  const guide *g = &u->guide;
  if ((u->flags & UNIT_HAS_PATH) == 0 || g->field != NULL || g->count == 0) return false;
  unit_tile end = g->points[g->count - 1].at;
  bool is_there = unit_tile_is(end, u->goal.x, u->goal.y) ||
                  orders_is_in_range(crowd, u, end.x, end.y);
  return is_there && g->revision == crowd_revision(crowd, u);
}

// The guide of a unit is new. The unit need not wait for the next slice.
static void planner_continue(astar_crowd *crowd, crowd_unit *u) {
  orders_continue(crowd, u);
  crowd_enlist(crowd, crowd_slot_of(crowd, u));
}

// Gives a unit the path that was found.
static astar_status planner_adopt(astar_crowd *crowd, crowd_unit *u,
                                  const path_builder *path, bool is_partial) {
  unit_cost best = planner_is_on_its_way(crowd, u) ? u->best : UNIT_COST_MAX;
  guide *g = &u->guide;
  if (!guide_reserve(crowd, g, path->count)) return ASTAR_NO_MEMORY;
  planner_copy_path(crowd, u, path, g->points, 0);
  u->request = UNIT_NO_REQUEST;
  g->count = path->count;
  g->cursor = 0;
  g->drift = 0;
  g->revision = crowd_revision(crowd, u);
  g->searched_at = crowd->now;
  u->flags &= (uint16_t)~UNIT_DETOUR;
  if (is_partial && u->order == UNIT_GO_TO) {
    u->goal = g->points[g->count - 1].at;
    u->flags |= UNIT_AROUND;
  }
  planner_continue(crowd, u);
  orders_end_near(crowd, u, is_partial);
  if (u->best > best) u->best = best;
  return ASTAR_OK;
}

// Splices a path that was found into the path of a unit, up to point `joint`.
static astar_status planner_splice(astar_crowd *crowd, crowd_unit *u,
                                   const path_builder *path, uint32_t joint) {
  guide *g = &u->guide;
  uint32_t fresh = path->count, tail = g->count - 1 - joint;
  if (!guide_reserve(crowd, g, fresh + tail)) return ASTAR_NO_MEMORY;
  unit_cost end = g->points[joint].remaining;
  if (g->drift == 0) g->drift = 1; // the path need not be the cheapest one any more
  memmove(g->points + fresh, g->points + joint + 1, tail * sizeof *g->points);
  planner_copy_path(crowd, u, path, g->points, end);
  g->count = fresh + tail;
  g->cursor = 0;
  u->request = UNIT_NO_REQUEST;
  if (u->order == UNIT_WALK) walk_measure(crowd, u);
  return ASTAR_OK;
}

// ASTAR_OK: the request of the unit was served. ASTAR_RUNNING: the budget is spent.
static astar_status planner_plan(astar_crowd *crowd, crowd_unit *u) {
  astar_status status = planner_search(crowd, u);
  if (status == ASTAR_NO_MEMORY || status == ASTAR_RUNNING) return status;
  if (status == ASTAR_OK && u->order == UNIT_WALK) {
    status = planner_splice(crowd, u, &crowd->search.work->path, u->guide.cursor);
    if (status == ASTAR_OK) planner_continue(crowd, u);
    return status;
  }
  if (status == ASTAR_OK) {
    return planner_adopt(crowd, u, &crowd->search.work->path,
                         crowd->search.state.result.partial);
  }
  bool can_reach_range = u->order == UNIT_CHASE && u->range > 0 &&
                         (u->flags & (UNIT_PARTIAL | UNIT_OUT_OF_REACH)) == 0;
  if (can_reach_range) {
    u->flags |= UNIT_OUT_OF_REACH;
    return planner_plan(crowd, u);
  }
  u->request = UNIT_NO_REQUEST;
  bool returns = u->order == UNIT_NO_ORDER && (u->flags & UNIT_DONE) != 0;
  if (returns || !unit_is_destined(u)) {
    orders_settle(crowd, u); // also where an edit took the tile around its goal
  } else {
    bool had_path = (u->flags & UNIT_HAS_PATH) != 0;
    orders_fail(crowd, u, had_path ? ASTAR_UNIT_CUT_OFF : ASTAR_UNIT_UNREACHABLE);
  }
  return ASTAR_OK;
}

// The units that a search goes around.
typedef enum planner_obstacles {
  PLANNER_NO_UNITS,
  PLANNER_ALL_UNITS,
  PLANNER_ENEMIES // that stand
} planner_obstacles;

// Searches a path from the unit to a tile, at once, by at most so many expansions.
static astar_status planner_search_now(astar_crowd *crowd, const crowd_unit *u,
                                       unit_tile to, int range, int64_t expansions,
                                       planner_obstacles around) {
  astar_point goal = {to.x, to.y};
  astar_query query =
      astar_default_query(crowd_rules(crowd, u)->rules, u->to.x, u->to.y, &goal, 1);
  query.filter = &crowd_rules(crowd, u)->filter;
  query.range = range;
  query.max_expansions = expansions;
  if (around != PLANNER_NO_UNITS) query.avoid = crowd;
  if (around == PLANNER_ENEMIES) {
    teams_mark_standing(crowd, u);
    query.avoid_side.team = TEAMS_STANDING;
  }
  astar_result result;
  astar_status status = astar_find_path(crowd->grid, &query, crowd->path, &result);
  crowd->occupancy.teams = crowd->teams;
  crowd->spent += result.expanded + result.length / PLANNER_POINTS + PLANNER_SEARCH;
  return status;
}

// Searches a path around units, for a unit that others hold up and that cannot be made to
// move: to its goal, or when it walks, back to its path behind them. `*found`: there is
// one; otherwise the unit keeps its path, or its field.
static astar_status planner_search_around(astar_crowd *crowd, crowd_unit *u,
                                          planner_obstacles around, bool *found) {
  bool walks = u->order == UNIT_WALK;
  uint32_t joint = 0;
  u->flags &= (uint16_t)~UNIT_HELD_UP;
  *found = false;
  if (walks && !walk_find_free_point(crowd, u, &joint)) return ASTAR_OK;
  astar_status status = planner_search_now(
      crowd, u, walks ? u->guide.points[joint].at : u->goal,
      u->order == UNIT_CHASE ? u->range : planner_range(u), PLANNER_DETOUR, around);
  *found = status == ASTAR_OK;
  if (status != ASTAR_OK) return status == ASTAR_NO_MEMORY ? status : ASTAR_OK;
  if (walks) return planner_splice(crowd, u, &crowd->path->builder, joint);
  if (u->guide.field != NULL) guide_clear(crowd, u);
  status = planner_adopt(crowd, u, &crowd->path->builder, false);
  u->flags |= UNIT_DETOUR;
  return status;
}

// Whether an enemy that stands holds a tile of a unit at (x, y).
static bool planner_is_enemy_at(const astar_crowd *crowd, const crowd_unit *u,
                                unit_tile at) {
  for (footprint f = footprint_at(crowd->grid, u->size, at.x, at.y);
       footprint_next(&f);) {
    const crowd_unit *other = &crowd->units[crowd->occupancy.tiles[f.cell].holder];
    if (other->number == 0 || !unit_stands(other)) continue;
    if (teams_are_enemies(crowd, u, other)) return true;
  }
  return false;
}

// The last point of the path of a unit, without enemies, before it leaves the tiles near
// the unit.
static uint32_t planner_last_near(const astar_crowd *crowd, const crowd_unit *u) {
  const guide *g = &u->guide;
  const costmap *map = &crowd_rules(crowd, u)->map;
  uint32_t last = g->cursor;
  for (uint32_t i = g->cursor + 1; i < g->count && !g->points[i].is_closed; i++) {
    unit_tile at = g->points[i].at;
    if (costmap_distance(map, u->at.x, u->at.y, at.x, at.y) > PLANNER_NEAR) break;
    if (!planner_is_enemy_at(crowd, u, at)) last = i;
  }
  return last;
}

// Leads a unit around the enemies that stand: back to its path, or to its goal when that
// is near, or the way back is long. Its patience starts anew. Otherwise it waits.
static astar_status planner_pass_enemies(astar_crowd *crowd, crowd_unit *u) {
  bool found = false, walks = u->order == UNIT_WALK;
  astar_status status = ASTAR_OK;
  uint32_t joint = u->guide.count > 0 ? planner_last_near(crowd, u) : u->guide.cursor;
  u->request = UNIT_NO_REQUEST;
  u->flags &= (uint16_t)~UNIT_HELD_UP;
  bool is_near = joint + 2 >= u->guide.count;
  for (int i = 0; i < 2 && !found && status != ASTAR_NO_MEMORY; i++) {
    if ((i == 0) != is_near && joint > u->guide.cursor) {
      status = planner_search_now(crowd, u, u->guide.points[joint].at, 0, PLANNER_REPAIR,
                                  PLANNER_ENEMIES);
      found = status == ASTAR_OK;
      if (found) status = planner_splice(crowd, u, &crowd->path->builder, joint);
    }
    if ((i == 0) == is_near && !walks && u->order != UNIT_FOLLOW)
      status = planner_search_around(crowd, u, PLANNER_ENEMIES, &found);
  }
  if (status == ASTAR_NO_MEMORY) return status;
  bool is_due = crowd->now >= u->faces_at; // otherwise friends hold it up, too
  if (is_due) u->faces_at = crowd->now + WAY_FACE_PERIOD;
  if (!found) {
    if (is_due) orders_report_blocked(crowd, u);
    return ASTAR_OK;
  }
  if (!walks) u->flags |= UNIT_DETOUR;
  u->faces = 0;
  // The same way around, which other units close, is no reason to go on.
  bool has_stepped = u->stood_since >= u->improved_at;
  if (u->detours >= PLANNER_DETOURS || !has_stepped) return ASTAR_OK;
  u->detours++;
  u->best = UNIT_COST_MAX;
  u->improved_at = u->yielded_at = crowd->now;
  return ASTAR_OK;
}

// Leads a unit back to its path. Where no short way leads there, the unit asks for a new
// one.
static astar_status planner_repair(astar_crowd *crowd, crowd_unit *u) {
  guide *g = &u->guide;
  bool walks = u->order == UNIT_WALK;
  if (u->faces != 0 && (u->flags & UNIT_HELD_UP)) return planner_pass_enemies(crowd, u);
  if (g->field == NULL && (u->flags & UNIT_HELD_UP)) {
    bool found;
    astar_status status = planner_search_around(crowd, u, PLANNER_ALL_UNITS, &found);
    if (status != ASTAR_OK || found) return status;
  }
  if (g->field != NULL || (walks && walk_is_on_path(u))) {
    u->request = UNIT_NO_REQUEST;
    return ASTAR_OK;
  }
  if (g->count > 0) {
    uint32_t joint = g->cursor + (walks ? 0 : PLANNER_SPLICE);
    if (joint >= g->count) joint = g->count - 1;
    planner_obstacles around = PLANNER_NO_UNITS;
    if (u->flags & UNIT_DETOUR)
      around = u->detours > 0 ? PLANNER_ENEMIES : PLANNER_ALL_UNITS;
    astar_status status =
        planner_search_now(crowd, u, g->points[joint].at, 0, PLANNER_REPAIR, around);
    if (status == ASTAR_NO_MEMORY) return status;
    if (status == ASTAR_OK) return planner_splice(crowd, u, &crowd->path->builder, joint);
  }
  path_requests_ask(crowd, u, UNIT_PLAN);
  return ASTAR_OK;
}

// -------------------------------------------------------------------------------- fields

static bool planner_can_share(const crowd_unit *u) {
  if (u->request != UNIT_PLAN) return false;
  if (u->order == UNIT_SEND) return (u->flags & UNIT_WITHOUT_TILE) != 0;
  return u->order == UNIT_GO_TO && u->range == 0 && (u->flags & UNIT_PARTIAL) == 0;
}

// Whether many units of the queue, from `first` on, want to go where `u` wants to go.
static bool planner_is_shared(const astar_crowd *crowd, const crowd_unit *u,
                              uint32_t first) {
  const slot_list *list = &crowd->plans;
  uint32_t end = first + PLANNER_LOOK_AHEAD, count = 0;
  for (uint32_t i = first; i < end && i < list->count; i++) {
    const crowd_unit *v = &crowd->units[list->slots[i]];
    count += planner_can_share(v) && v->rules == u->rules &&
             unit_tile_is(v->goal, u->goal.x, u->goal.y);
  }
  return count >= PLANNER_SHARED;
}

// Lets a unit follow the field to its goal, if there is one, or many units have this
// goal.
static bool planner_share(astar_crowd *crowd, crowd_unit *u, uint32_t place) {
  // A field that weighs maps would be built anew whenever these change: in each frame.
  bool has_weights = influence_is_weighed(&crowd_rules(crowd, u)->filter);
  if (!planner_can_share(u) || has_weights) return false;
  shared_field *f = shared_field_find(crowd, u->rules, u->goal);
  if (f == NULL && planner_is_shared(crowd, u, place)) {
    f = shared_field_make(crowd, u->rules, u->goal);
    crowd->spent += grid_tiles(crowd->grid) / PLANNER_POINTS;
  }
  if (f == NULL) return false;
  shared_field_use(f);
  if (!shared_field_reaches(f, u->to.x, u->to.y)) {
    shared_field_release(crowd, f);
    return false;
  }
  guide_clear(crowd, u);
  u->guide.field = f;
  u->request = UNIT_NO_REQUEST;
  crowd->spent++;
  planner_continue(crowd, u);
  return true;
}

// Serves a queue until the budget is spent. A unit may have asked for something else, or
// for nothing, since it was added. A unit whose new path made it ask again stays in the
// queue: for example one that arrives at once, and then needs a path to its tile.
static astar_status planner_serve(astar_crowd *crowd, slot_list *list, uint8_t bit,
                                  int64_t limit) {
  uint32_t served = 0, kept = 0;
  astar_status status = ASTAR_OK;
  unit_request request = bit == REQUEST_REPAIRS ? UNIT_REPAIR : UNIT_PLAN;
  while (served < list->count && status == ASTAR_OK && crowd->spent < limit) {
    crowd_unit *u = &crowd->units[list->slots[served]];
    bool is_served = request == UNIT_PLAN && planner_share(crowd, u, served);
    if (!is_served && u->request == request) {
      status = request == UNIT_REPAIR ? planner_repair(crowd, u) : planner_plan(crowd, u);
      if (status != ASTAR_OK) break;
    }
    uint32_t slot = list->slots[served++];
    if (u->request == request)
      list->slots[kept++] = slot;
    else
      u->queued &= (uint8_t)~bit;
  }
  uint32_t rest = list->count - served;
  memmove(list->slots + kept, list->slots + served, rest * sizeof *list->slots);
  list->count = kept + rest;
  return status;
}

// --------------------------------------------------------------------------------- edits

void planner_distrust_paths(astar_crowd *crowd, bool is_better) {
  uint32_t round = crowd->slot_count - 1;
  path_sweep *improved = &crowd->improved;
  crowd->checks.left = round;
  if (is_better) improved->left = improved->left > 0 ? 2 * round : round;
}

// The slot that a sweep looks at next.
static uint32_t planner_next(const astar_crowd *crowd, const path_sweep *s) {
  return s->at + 1 < crowd->slot_count ? s->at + 1 : 1;
}

static void planner_advance(const astar_crowd *crowd, path_sweep *s) {
  s->at = planner_next(crowd, s);
  s->left--;
}

// Whether an edit made a step of the rest of a path impossible.
static bool planner_is_broken(const astar_crowd *crowd, const crowd_unit *u) {
  for (uint32_t i = u->guide.cursor + 1; i < u->guide.count; i++)
    if (!walk_is_legal(crowd, u, i)) return true;
  return false;
}

// Checks some more paths after edits. A check of so many points costs one expansion.
static void planner_check(astar_crowd *crowd) {
  while (crowd->checks.left > 0 && crowd->spent < crowd->budget) {
    planner_advance(crowd, &crowd->checks);
    crowd_unit *u = &crowd->units[crowd->checks.at];
    if (u->number == 0 || u->guide.count == 0) continue;
    if (u->guide.revision == crowd_revision(crowd, u)) continue;
    crowd->spent += 1 + (u->guide.count - u->guide.cursor) / PLANNER_POINTS;
    if (u->order == UNIT_WALK) {
      if (!walk_check(crowd, u)) orders_fail(crowd, u, ASTAR_UNIT_CUT_OFF);
    } else if (planner_is_broken(crowd, u)) {
      path_requests_ask(crowd, u, UNIT_PLAN);
    } else if (path_requests_react(crowd, u) && crowd->improved.left == 0) {
      u->guide.revision = crowd_revision(crowd, u);
    }
  }
}

// Searches some paths again after edits that may have opened ways, when nothing else is
// left to do.
static astar_status planner_improve(astar_crowd *crowd) {
  path_sweep *s = &crowd->improved;
  int64_t limit = crowd->budget;
  if (crowd->checks.left > 0 || crowd->plans.count > 0) return ASTAR_OK;
  if (s->left >= crowd->slot_count) limit = crowd->spent + 1 + limit / PLANNER_IMPROVES;
  while (s->left > 0 && crowd->spent < limit && crowd->spent < crowd->budget) {
    crowd_unit *u = &crowd->units[planner_next(crowd, s)];
    bool has_way = u->guide.count > (u->flags & UNIT_SETTLED ? 0 : 1);
    bool is_old = u->number != 0 && has_way && u->order != UNIT_WALK &&
                  u->guide.revision != crowd_revision(crowd, u);
    if (is_old) {
      astar_status status = planner_plan(crowd, u);
      if (status != ASTAR_OK) return status;
    }
    planner_advance(crowd, s);
  }
  return ASTAR_OK;
}

astar_status planner_run(astar_crowd *crowd) {
  planner_check(crowd);
  // Repairs leave half of the budget to new paths.
  int64_t for_repairs = crowd->plans.count > 0 ? crowd->budget / 2 : crowd->budget;
  astar_status status =
      planner_serve(crowd, &crowd->repairs, REQUEST_REPAIRS, for_repairs);
  if (status != ASTAR_OK) return status;
  status = planner_serve(crowd, &crowd->plans, REQUEST_PLANS, crowd->budget);
  if (status == ASTAR_OK) status = planner_improve(crowd);
  return status == ASTAR_RUNNING ? ASTAR_OK : status;
}
