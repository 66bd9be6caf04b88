// Moves clumps of units by a search: see rescue.h.
//
// Method: the clump and the free tiles around it are a small problem of multi-agent path
// finding (crowd/rescue/window), which LaCAM solves in lock-step (crowd/rescue/lacam). A
// plan is a solution when each member with an order is nearer to its goal than ever. The
// units then make the steps of the plan together: all steps of a round begin at the same
// time and at the rate of the slowest one, so members keep the distance that the search
// checked.
//
// Invariant: a round begins only if all members stand where the plan says, each step is
// legal on the map as it is, and no other unit holds or crosses a tile of it. So a rescue
// needs no trust in what happened since the search.

#include "crowd/rescue/rescue.h"

#include "crowd/motion/holding.h"
#include "crowd/orders/orders.h"
#include "crowd/motion/rank.h"
#include "crowd/motion/steps.h"
#include "crowd/teams.h"

// ------------------------------------------------------------------------------ members

static crowd_unit *rescue_unit(const astar_crowd *crowd, int member) {
  return &crowd->units[crowd->rescue->members[member].slot];
}

// Whether a unit has an order, and pursues it.
static bool rescue_has_order(const crowd_unit *u) {
  return (u->flags & UNIT_ACTIVE) != 0 && u->order != UNIT_NO_ORDER &&
         !rank_is_idle(u->rank);
}

// Whether the search can move a unit. A step whose time the program set may never end,
// and the program may not permit the steps of a plan.
static bool rescue_is_suited(const crowd_unit *u) {
  return u->size == 1 && !unit_asks(u) && !unit_stays(u) &&
         (unit_stands(u) || !u->is_timed);
}

// Whether a unit needs a rescue: it has an order and a path, or returns as long as it may
// push all that rest, and does not come nearer.
static bool rescue_is_needed(const astar_crowd *crowd, const crowd_unit *u) {
  const bool has_way = rescue_has_order(u)
                           ? (u->flags & UNIT_HAS_PATH) != 0
                           : crowd->now - u->queue_improved_at <= WAY_DISTURB;
  return u->number != 0 && rescue_is_suited(u) && (u->flags & UNIT_ACTIVE) != 0 &&
         has_way && crowd->now - u->improved_at > RESCUE_AFTER &&
         crowd->now >= u->rescued_at;
}

// Which of two units needs a rescue more: the one with an order, then the one that waits
// longer.
static bool rescue_is_more_urgent(const crowd_unit *a, const crowd_unit *b) {
  const bool has_order = rescue_has_order(a);
  return has_order != rescue_has_order(b) ? has_order : a->improved_at < b->improved_at;
}

// Whether a member is what and where it was.
static bool rescue_is_intact(const astar_crowd *crowd, const rescue_member *member) {
  const crowd_unit *u = &crowd->units[member->slot];
  return u->number == member->number && u->rank == member->rank &&
         u->rules == member->rules && rescue_is_suited(u) &&
         unit_tile_is(u->to, member->at.x, member->at.y);
}

static void rescue_add(astar_crowd *crowd, uint32_t slot) {
  rescue *r = crowd->rescue;
  const crowd_unit *u = &crowd->units[slot];
  r->members[r->member_count++] =
      (rescue_member){slot, u->number, u->rank, u->rules, u->to};
}

static bool rescue_is_member(const rescue *r, uint32_t slot) {
  for (int i = 0; i < r->member_count; i++)
    if (r->members[i].slot == slot) return true;
  return false;
}

// Adds a unit near a member, if its priority does not keep it where it is: the first
// member is the one in need. False: the clump cannot be rescued.
static bool rescue_join(astar_crowd *crowd, uint32_t slot) {
  const crowd_unit *u = &crowd->units[slot];
  if (rescue_is_member(crowd->rescue, slot) || !rescue_is_suited(u)) return true;
  for (int i = 0; i < crowd->rescue->member_count; i++)
    if (teams_are_enemies(crowd, u, rescue_unit(crowd, i))) return true; // a wall
  if (!rescue_has_order(u) && u->priority > rescue_unit(crowd, 0)->priority) return true;
  if (rescue_has_order(u) && crowd->now - u->improved_at < RESCUE_CALM) return false;
  if (crowd->rescue->member_count == LACAM_MAX_AGENTS) return false;
  rescue_add(crowd, slot);
  return true;
}

// Adds the units within some steps of a member. False: as `rescue_join`.
static bool rescue_add_around(astar_crowd *crowd, const rescue_member *member,
                              int reach) {
  const costmap *map = &crowd->rules[member->rules].map;
  for (int y = member->at.y - reach; y <= member->at.y + reach; y++) {
    for (int x = member->at.x - reach; x <= member->at.x + reach; x++) {
      if (!grid_contains(crowd->grid, x, y)) continue;
      if (costmap_distance(map, member->at.x, member->at.y, x, y) > reach) continue;
      const occupancy_tile tile = crowd->occupancy.tiles[grid_cell(crowd->grid, x, y)];
      const uint32_t slot = tile.entering != 0 ? tile.entering : tile.holder;
      if (slot != 0 && !rescue_join(crowd, slot)) return false;
    }
  }
  return true;
}

// Grows a clump from a unit. `over_idle`: also around its units that do not want to move.
// False: it is too large, or contains units that come on.
static bool rescue_grow(astar_crowd *crowd, uint32_t slot, int reach, bool over_idle) {
  rescue *r = crowd->rescue;
  r->member_count = 0;
  rescue_add(crowd, slot);
  for (int i = 0; i < r->member_count; i++) {
    const rescue_member member = r->members[i];
    if (!over_idle && (rescue_unit(crowd, i)->flags & UNIT_ACTIVE) == 0) continue;
    if (!rescue_add_around(crowd, &member, reach)) return false;
  }
  return true;
}

// Finds the clump around a unit. False: it cannot be rescued, or the unit is alone. Among
// many idle units, only those near units that want to move are members.
static bool rescue_find_clump(astar_crowd *crowd, uint32_t slot) {
  int reach = RESCUE_MAX_REACH;
  while (reach >= RESCUE_MIN_REACH && !rescue_grow(crowd, slot, reach, true)) reach--;
  bool is_found =
      reach >= RESCUE_MIN_REACH || rescue_grow(crowd, slot, RESCUE_MIN_REACH, false);
  return is_found && crowd->rescue->member_count > 1;
}

// -------------------------------------------------------------------------- begin, end

static void rescue_enter(astar_crowd *crowd, rescue_state state) {
  crowd->rescue->state = state;
  crowd->rescue->since = crowd->now;
}

// Gives the members back to the right of way. `pause`: until the next rescue [s].
static void rescue_release(astar_crowd *crowd, double pause) {
  rescue *r = crowd->rescue;
  r->state = RESCUE_OVER;
  for (int i = 0; i < r->member_count; i++) {
    crowd_unit *u = rescue_unit(crowd, i);
    if (u->number != r->members[i].number) continue;
    u->flags &= (uint16_t)~UNIT_RESCUED;
    u->rescued_at = crowd->now + pause;
    u->decides_at = crowd->now;
    if (unit_stands(u)) orders_after_step(crowd, u);
  }
}

static void rescue_begin(astar_crowd *crowd) {
  rescue *r = crowd->rescue;
  const bool has_order = rescue_has_order(rescue_unit(crowd, 0));
  for (int i = 0; i < r->member_count; i++) {
    crowd_unit *u = rescue_unit(crowd, i);
    u->flags |= UNIT_RESCUED;
    u->has_claim = false;
    if (has_order && !rescue_has_order(u)) u->queue_improved_at = crowd->now;
  }
  rescue_enter(crowd, RESCUE_GATHERS);
}

// Makes sure that `crowd->rescue` exists. False: out of memory.
static bool rescue_ensure(astar_crowd *crowd) {
  if (crowd->rescue != NULL) return true;
  crowd->rescue = (rescue *)memory_new(crowd->memory, sizeof *crowd->rescue);
  if (crowd->rescue == NULL) return false;
  lacam_init(&crowd->rescue->search, crowd->memory);
  return true;
}

// The unit that needs a rescue most, or 0.
static uint32_t rescue_find_unit(const astar_crowd *crowd) {
  uint32_t found = 0;
  for (uint32_t slot = 1; slot < crowd->slot_count; slot++) {
    const crowd_unit *u = &crowd->units[slot];
    if (!rescue_is_needed(crowd, u)) continue;
    if (found == 0 || rescue_is_more_urgent(u, &crowd->units[found])) found = slot;
  }
  return found;
}

// Looks for a clump, and begins to rescue it.
static astar_status rescue_look(astar_crowd *crowd) {
  if (crowd->now < crowd->rescue_looks_at) return ASTAR_OK;
  crowd->rescue_looks_at = crowd->now + RESCUE_PERIOD;
  const uint32_t slot = rescue_find_unit(crowd);
  if (slot == 0) return ASTAR_OK;
  if (!rescue_ensure(crowd)) return ASTAR_NO_MEMORY;
  if (rescue_find_clump(crowd, slot))
    rescue_begin(crowd);
  else
    crowd->units[slot].rescued_at = crowd->now + RESCUE_PAUSE;
  return ASTAR_OK;
}

// ------------------------------------------------------------------------------- search

static void rescue_gather(astar_crowd *crowd) {
  rescue *r = crowd->rescue;
  uint32_t slots[LACAM_MAX_AGENTS];
  for (int i = 0; i < r->member_count; i++) {
    if (!unit_stands(rescue_unit(crowd, i))) return;
    slots[i] = r->members[i].slot;
  }
  window_build(&r->window, crowd, slots, r->member_count);
  r->measured = 0;
  rescue_enter(crowd, RESCUE_MEASURES);
}

// Whether a tile of the window is a goal of a member with this limit.
static bool rescue_has_goal(const rescue *r, int member, int64_t limit) {
  const int64_t *costs = r->window.costs[member];
  for (int i = 0; i < r->window.node_count; i++)
    if (costs[i] < limit || costs[i] == 0) return true;
  return false;
}

// Whether a member must come nearer to its goal. Units without an order count only when
// the rescue is for one of them; otherwise they get out of the way.
static bool rescue_must_improve(const astar_crowd *crowd, int member) {
  return rescue_has_order(rescue_unit(crowd, member)) ||
         !rescue_has_order(rescue_unit(crowd, 0));
}

// The modest limit of a member: to be nearer to its goal than ever, and than now. Units
// that are where they want to be have none.
static int64_t rescue_modest_limit(const astar_crowd *crowd, int member) {
  const crowd_unit *u = rescue_unit(crowd, member);
  const int64_t now = crowd->rescue->window.costs[member][member];
  const bool is_active = (u->flags & UNIT_ACTIVE) != 0;
  if (!is_active || !rescue_must_improve(crowd, member)) return LACAM_NO_LIMIT;
  return u->best < now ? u->best : now;
}

// The limit of a member. At first those with an order must pass the whole clump, because
// it would close again behind a single step; when the rescue is for units that return,
// all of them must be back.
static int64_t rescue_limit(const astar_crowd *crowd, int member) {
  const rescue *r = crowd->rescue;
  const int64_t modest = rescue_modest_limit(crowd, member);
  if (r->is_modest || !rescue_must_improve(crowd, member)) return modest;
  const bool returns = !rescue_has_order(rescue_unit(crowd, member));
  const int64_t limit = returns ? 0 : modest - (int64_t)r->member_count * UNIT_COST_STEP;
  return rescue_has_goal(r, member, limit) ? limit : modest;
}

// Begins the search with the number `searched`, with the limits of the members.
static void rescue_begin_lacam(astar_crowd *crowd) {
  rescue *r = crowd->rescue;
  lacam_problem problem = {.nodes = r->window.nodes,
                           .node_count = r->window.node_count,
                           .agent_count = (uint8_t)r->member_count,
                           .is_hex = r->window.is_hex,
                           .seed = r->members[0].number + (uint32_t)r->searched,
                           .max_configurations = RESCUE_MAX_ATTEMPTS,
                           .max_attempts = RESCUE_MAX_ATTEMPTS};
  for (int i = 0; i < r->member_count; i++) {
    problem.agents[i] = (lacam_agent){.start = (uint16_t)i,
                                      .moves = r->window.moves[r->window.rows[i]],
                                      .costs = r->window.costs[i],
                                      .limit = r->limits[i]};
  }
  lacam_begin(&r->search, &problem);
}

static void rescue_begin_search(astar_crowd *crowd) {
  rescue *r = crowd->rescue;
  r->plan_count = 0;
  r->searched = 0;
  r->search.status = LACAM_LIMIT;
  rescue_enter(crowd, RESCUE_SEARCHES);
}

// Measures what remains for the next member; after the last one begins to search.
static void rescue_measure(astar_crowd *crowd) {
  rescue *r = crowd->rescue;
  const int member = r->measured++;
  window_measure(&r->window, crowd, member);
  if (!rescue_has_goal(r, member, rescue_modest_limit(crowd, member))) {
    rescue_release(crowd, RESCUE_PAUSE);
  } else if (r->measured == r->member_count) {
    r->is_modest = false;
    rescue_begin_search(crowd);
  }
}

// Keeps the plan of the search if it is the shortest so far. False: out of memory.
static bool rescue_keep_plan(astar_crowd *crowd) {
  rescue *r = crowd->rescue;
  const uint32_t count = lacam_plan_count(&r->search);
  if (r->plan_count > 0 && r->plan_count <= count) return true;
  if (!MEMORY_RESERVE(crowd->memory, r->plan, r->plan_capacity, count)) return false;
  for (uint32_t i = 0; i < count; i++) {
    const uint16_t *nodes = lacam_plan_at(&r->search, i);
    for (int k = 0; k < LACAM_MAX_AGENTS; k++)
      r->plan[i].cells[k] = k < r->member_count ? r->window.cells[nodes[k]] : 0;
  }
  r->plan_count = count;
  return true;
}

// All searches were made.
static void rescue_end_search(astar_crowd *crowd) {
  rescue *r = crowd->rescue;
  if (r->plan_count > 0) {
    r->step = 1;
    rescue_enter(crowd, RESCUE_MOVES);
  } else if (!r->is_modest) {
    r->is_modest = true;
    rescue_begin_search(crowd);
  } else {
    rescue_release(crowd, RESCUE_PAUSE);
  }
}

// Makes some attempts. When a search ends, the next update begins another one.
static astar_status rescue_search(astar_crowd *crowd) {
  rescue *r = crowd->rescue;
  if (r->search.status != LACAM_RUNNING) {
    for (int i = 0; i < r->member_count; i++) r->limits[i] = rescue_limit(crowd, i);
    r->searched++;
    rescue_begin_lacam(crowd);
  }
  lacam_status status = lacam_step(&r->search, RESCUE_ATTEMPTS);
  if (status == LACAM_SOLVED && !rescue_keep_plan(crowd)) status = LACAM_NO_MEMORY;
  if (status == LACAM_NO_MEMORY) {
    rescue_release(crowd, RESCUE_PAUSE);
    return ASTAR_NO_MEMORY;
  }
  const bool is_last = r->searched >= RESCUE_SEEDS && status != LACAM_RUNNING;
  if (is_last || status == LACAM_UNSOLVED) rescue_end_search(crowd);
  return ASTAR_OK;
}

// -------------------------------------------------------------------------------- moves

// The tile of a member in the next step of the plan.
static unit_tile rescue_next(const astar_crowd *crowd, int member) {
  const rescue *r = crowd->rescue;
  return crowd_tile(crowd, r->plan[r->step].cells[member]);
}

// Whether units that are not members leave room for the next step of a member.
static bool rescue_has_room(const astar_crowd *crowd, int member) {
  const crowd_unit *u = rescue_unit(crowd, member);
  const unit_tile to = rescue_next(crowd, member);
  const occupancy_tile tile = crowd->occupancy.tiles[grid_cell(crowd->grid, to.x, to.y)];
  return tile.entering == 0 &&
         (tile.holder == 0 || rescue_is_member(crowd->rescue, tile.holder)) &&
         !holding_is_crossed(crowd, u->at.x, u->at.y, to.x, to.y);
}

// Whether the next step can begin.
typedef enum rescue_outlook { RESCUE_CLEAR, RESCUE_WAITS, RESCUE_FAILS } rescue_outlook;

// Finds the moves of the next step, of members that all stand; -1: a member stays.
static rescue_outlook rescue_look_ahead(const astar_crowd *crowd, int *moves) {
  rescue_outlook outlook = RESCUE_CLEAR;
  for (int i = 0; i < crowd->rescue->member_count; i++) {
    const crowd_unit *u = rescue_unit(crowd, i);
    const unit_tile to = rescue_next(crowd, i);
    moves[i] = -1;
    if (unit_tile_is(u->at, to.x, to.y)) continue;
    moves[i] = costmap_find_move(&crowd_rules(crowd, u)->map, u->at.x, u->at.y,
                                 to.x - u->at.x, to.y - u->at.y);
    if (moves[i] < 0) return RESCUE_FAILS;
    if (!rescue_has_room(crowd, i)) outlook = RESCUE_WAITS;
  }
  return outlook;
}

// Begins the steps of all members, at the rate of the slowest.
static void rescue_begin_steps(astar_crowd *crowd, const int *moves) {
  rescue *r = crowd->rescue;
  double rate = 0;
  for (int i = 0; i < r->member_count; i++) {
    const unit_tile to = rescue_next(crowd, i);
    if (moves[i] < 0) continue;
    const double own = steps_rate(crowd, rescue_unit(crowd, i), to.x, to.y, moves[i]);
    if (rate <= 0 || own < rate) rate = own;
  }
  for (int i = 0; i < r->member_count; i++) {
    const unit_tile to = rescue_next(crowd, i);
    r->members[i].at = to;
    if (moves[i] >= 0)
      steps_begin(crowd, rescue_unit(crowd, i), to.x, to.y, moves[i], rate);
  }
  r->step++;
  r->since = crowd->now;
}

static void rescue_go_on(astar_crowd *crowd) {
  rescue *r = crowd->rescue;
  int moves[LACAM_MAX_AGENTS];
  for (int i = 0; i < r->member_count; i++) {
    if (!unit_stands(rescue_unit(crowd, i))) {
      r->since = crowd->now;
      return;
    }
  }
  if (r->step == r->plan_count) {
    rescue_release(crowd, 0);
    return;
  }
  rescue_outlook outlook = rescue_look_ahead(crowd, moves);
  if (outlook == RESCUE_CLEAR) rescue_begin_steps(crowd, moves);
  if (outlook == RESCUE_FAILS) rescue_release(crowd, 0);
}

// ------------------------------------------------------------------------------ the run

// Whether a rescue can go on. A plan may let a member stand for a while, but not longer
// than the patience of the crowd.
static bool rescue_is_sound(const astar_crowd *crowd) {
  const rescue *r = crowd->rescue;
  const bool waits = r->state == RESCUE_GATHERS || r->state == RESCUE_MOVES;
  for (int i = 0; i < r->member_count; i++) {
    const crowd_unit *u = rescue_unit(crowd, i);
    if (!rescue_is_intact(crowd, &r->members[i])) return false;
    if (!rescue_has_order(u) || !unit_stands(u)) continue;
    if (crowd->now - u->stood_since > crowd->patience) return false;
  }
  return !waits || crowd->now - r->since <= RESCUE_PATIENCE;
}

astar_status rescue_run(astar_crowd *crowd, bool is_first) {
  rescue *r = crowd->rescue;
  if (r == NULL || r->state == RESCUE_OVER) return rescue_look(crowd);
  crowd->started.count = 0;
  if (!rescue_is_sound(crowd)) {
    rescue_release(crowd, RESCUE_PERIOD);
    return ASTAR_OK;
  }
  switch (r->state) {
  case RESCUE_OVER: break;
  case RESCUE_GATHERS: rescue_gather(crowd); break;
  case RESCUE_MEASURES:
    if (is_first) rescue_measure(crowd);
    break;
  case RESCUE_SEARCHES: return is_first ? rescue_search(crowd) : ASTAR_OK;
  case RESCUE_MOVES: rescue_go_on(crowd); break;
  }
  return ASTAR_OK;
}

void rescue_free(astar_crowd *crowd) {
  rescue *r = crowd->rescue;
  if (r == NULL) return;
  lacam_fini(&r->search);
  MEMORY_FREE(crowd->memory, r->plan, r->plan_capacity);
  memory_free(crowd->memory, r, sizeof *r);
  crowd->rescue = NULL;
}
