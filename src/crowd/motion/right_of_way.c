// Right of way: which unit steps where.
//
// Method: priority inheritance with backtracking (K. Okumura, M. Machida, X. Defago,
// Y. Tamura, "Priority Inheritance with Backtracking for Iterative Multi-agent Path
// Finding", Artificial Intelligence, 2022), without common time steps (K. Okumura,
// Y. Tamura, X. Defago, "Time-Independent Planning for Multiple Moving Agents", AAAI
// 2021). A unit decides when it stands in the middle of a tile. It tries the tiles around
// it in the order of the cost of the way to its goal. A tile is
//
//   - free: the unit steps there.
//   - left by another unit: the unit follows, if the directions allow it
//   (crowd/motion/steps).
//   - held by a standing unit of lower rank: the unit *pushes*. The pushed unit inherits
//     the rank, and decides in turn, deepest first. A pushed unit takes any tile, its own
//     way first. When it begins a step, the pushing unit follows it, or claims the tile
//     and waits until it is free.
//   - anything else: the next tile is tried.
//
// A unit that pushes marks its tile as entered, so that no unit pushed by it takes the
// tile. A chain of pushes that comes back to a unit in it closes a ring: then all of the
// ring step at once, although no tile is free.
//
// Units that ask (crowd/motion/permission) need a permission before they step. They ask
// when nothing else keeps them from the step: so all units of a chain that can move ask
// at once. Until the last one has its permission, the others wait.
//
// Swap: two units that meet in a corridor cannot pass. Where the one with the lower rank
// can be pushed out to a junction, the other one goes backwards there, so that both can
// exchange their order (after K. Okumura, "Improving LaCAM for Scalable Eventually
// Optimal Multi-agent Pathfinding", IJCAI 2023).
//
// Invariant: a unit begins a step only if it has a place at its end: nothing is promised
// to a unit that is not there yet. So no unit ever waits inside of a step.
//
// Liveness is a heuristic: units that make no progress yield to others, and clumps of
// few units are solved by a search (crowd/rescue/rescue).

#include "crowd/motion/right_of_way.h"
#include "base/bits.h"
#include "crowd/motion/aside.h"
#include "crowd/orders/guide.h"
#include "crowd/motion/holding.h"
#include "crowd/orders/orders.h"
#include "crowd/orders/path_requests.h"
#include "crowd/motion/permission.h"
#include "crowd/motion/rank.h"
#include "crowd/orders/shared_field.h"
#include "crowd/motion/steps.h"
#include "crowd/orders/settling.h"
#include "crowd/teams.h"
#include "map/footprint.h"
#include "map/links.h"

// How a unit came to decide.
typedef enum way_mode {
  WAY_OWN,           // it decides for itself
  WAY_PUSHED,        // a unit of higher rank asked it to make room
  WAY_PUSHED_GENTLY, // the same, by a unit with the same goal: it only goes forward
  WAY_PUSHED_ON      // it is done, and a unit behind it with the same goal takes its tile
} way_mode;

// What came of a decision.
typedef enum way_outcome {
  WAY_BLOCKED, // not now
  WAY_BEHIND,  // not now: a unit is done there, and this one may settle behind it
  WAY_CLAIMED, // a tile is going to be free: the unit waits for it
  WAY_ASKS,    // a tile needs the permission of the program: the unit waits for it
  WAY_MOVED    // it steps
} way_outcome;

// The state of one decision of a root unit and of all that it pushes.
typedef struct way_chain {
  astar_crowd *crowd;
  crowd_unit *root;
  uint64_t rank;   // of the root
  unit_cost limit; // WAY_PUSHED_ON: only tiles with less remaining cost
} way_chain;

// ------------------------------------------------------------------------------ options

static uint32_t way_hash(uint32_t a, uint32_t b) {
  a = a * 0x9e3779b1u ^ b * 0x85ebca6bu;
  a = (a ^ a >> 15) * 0xc2b2ae35u;
  return a ^ a >> 13;
}

// The sorting key: the cost of the way over this tile; ties: free tiles first, then those
// straight ahead, then by chance, so that units do not repeat a bad choice for ever.
static int64_t way_order(const astar_crowd *crowd, const crowd_unit *u, unit_cost cost,
                         bool is_held, int move) {
  uint32_t tie = way_hash(u->number + (uint32_t)move * 7919,
                          (uint32_t)(int64_t)(crowd->now / WAY_TIE_TIME));
  if (cost > UNIT_COST_MAX) cost = UNIT_COST_MAX; // its multiple fits 64 bits
  return cost * 256 + (is_held ? 128 : 0) + (move != u->move ? 64 : 0) + (tie & 63);
}

// What remains from where a unit stands.
typedef struct way_here {
  unit_cost remaining;
  bool is_on_cheapest; // it stands on its path, which is the cheapest one
} way_here;

static way_here way_remaining_here(const astar_crowd *crowd, const crowd_unit *u) {
  way_here here;
  here.is_on_cheapest = guide_is_on_cheapest(u, &here.remaining);
  if (!here.is_on_cheapest) here.remaining = guide_remaining(crowd, u, u->at.x, u->at.y);
  return here;
}

// Puts an option before those of a higher order that come before place `i`.
static void way_insert(right_of_way_frame *frame, int i, right_of_way_option option) {
  for (; i > 0 && frame->options[i - 1].order > option.order; i--)
    frame->options[i] = frame->options[i - 1];
  frame->options[i] = option;
}

// Estimates know no walls and no expensive terrain. But no way is cheaper than the
// cheapest path; of equal ways, the unit takes that of its path, unless it is held.
static void way_add_option(const way_chain *chain, right_of_way_frame *frame,
                           const way_here *here, int x, int y, int move, unit_cost step) {
  const astar_crowd *crowd = chain->crowd;
  const crowd_unit *u = &crowd->units[frame->slot];
  right_of_way_option option = {
      .x = (uint16_t)x, .y = (uint16_t)y, .move = (uint8_t)move};
  option.remaining = guide_remaining(crowd, u, x, y);
  uint32_t holder = crowd_holder(crowd, x, y);
  bool is_held = holder != 0 && holder != frame->slot;
  if (here->is_on_cheapest) {
    unit_cost next;
    bool is_next = guide_is_next(&u->guide, u->at.x, u->at.y, option.x, option.y, &next);
    if (is_next) option.remaining = next;
    unit_cost least = here->remaining - option.remaining;
    if (step < least) step = least;
    if (is_next && !is_held) step--;
  }
  if (orders_is_in_range(crowd, u, x, y)) option.remaining = 0;
  option.is_better = option.remaining < here->remaining;
  option.order = way_order(crowd, u, step + option.remaining, is_held, move);
  int last = frame->count;
  if (last < RIGHT_OF_WAY_OPTIONS)
    frame->count++;
  else if (frame->options[--last].order <= option.order)
    return;
  way_insert(frame, last, option);
}

// Links count only for units on their own way: a unit that makes room stays near.
static void way_add_links(const way_chain *chain, right_of_way_frame *frame,
                          const crowd_unit *u, const way_here *here) {
  const astar_crowd *crowd = chain->crowd;
  const unit_rules *rules = crowd_rules(crowd, u);
  uint32_t count;
  const grid_arc *arcs =
      links_arcs_from(crowd->grid, grid_cell(crowd->grid, u->at.x, u->at.y), &count);
  for (uint32_t i = 0; i < count; i++) {
    if (!costmap_is_cell_passable(&rules->map, arcs[i].to)) continue;
    int x = grid_x(crowd->grid, arcs[i].to), y = grid_y(crowd->grid, arcs[i].to);
    if (unit_tile_is(u->at, x, y)) continue; // a link may lead back to its tile
    if (guide_remaining(crowd, u, x, y) >= here->remaining) continue;
    unit_cost cost = u->order == UNIT_WALK
                         ? guide_step_cost(crowd, u, u->at.x, u->at.y, UNIT_LINK, x, y)
                         : unit_cost_scaled(arcs[i].cost, rules->scale);
    way_add_option(chain, frame, here, x, y, UNIT_LINK, cost);
  }
}

// Whether another unit holds a tile around a unit.
static bool way_has_neighbor(const astar_crowd *crowd, const crowd_unit *u) {
  for (int direction = 0; direction < DIRECTIONS; direction++) {
    int x = u->at.x + direction_dx[direction], y = u->at.y + direction_dy[direction];
    if (!grid_contains(crowd->grid, x, y)) continue;
    if (crowd_holder(crowd, x, y) != 0) return true;
  }
  return false;
}

// Whether a diagonal step is near a passage, and two straight steps lead to the same
// tile. Units of a group, and those that share a field, go the same way: they lose time
// without diagonal steps. Units that walk make the steps of their path.
static bool way_avoids_diagonal(const astar_crowd *crowd, const crowd_unit *u,
                                uint64_t moves, int x, int y) {
  unit_rules *rules = crowd_rules(crowd, u);
  if (u->guide.field != NULL || u->group != NULL) return false;
  if (u->order == UNIT_WALK || (u->flags & UNIT_DETOUR)) return false;
  uint64_t straight = UINT64_C(1) << direction_of(x - u->at.x, 0) |
                      UINT64_C(1) << direction_of(0, y - u->at.y);
  return (moves & straight) == straight &&
         (passages_are_near(&rules->passages, &rules->map, u->at.x, u->at.y) ||
          passages_are_near(&rules->passages, &rules->map, x, y));
}

// Lists where a unit could step, the best tile first.
static void way_list_options(const way_chain *chain, right_of_way_frame *frame,
                             way_mode mode) {
  const astar_crowd *crowd = chain->crowd;
  const crowd_unit *u = &crowd->units[frame->slot];
  const costmap *map = &crowd_rules(crowd, u)->map;
  const tile_move *list = map->moves->list[costmap_parity(map, u->at.x, u->at.y)];
  way_here here = way_remaining_here(crowd, u);
  frame->count = 0;
  uint64_t all = costmap_moves(map, u->at.x, u->at.y);
  bool has_neighbor = way_has_neighbor(crowd, u);
  for (uint64_t moves = all; moves != 0; moves &= moves - 1) {
    int move = bits_lowest(moves);
    int x = u->at.x + list[move].dx, y = u->at.y + list[move].dy;
    bool is_diagonal = list[move].direction >= 4 && crowd->grid->layout == ASTAR_SQUARE;
    bool may_avoid = is_diagonal && has_neighbor && mode != WAY_PUSHED_ON;
    if (may_avoid && way_avoids_diagonal(crowd, u, all, x, y)) continue;
    unit_cost step = guide_step_cost(crowd, u, u->at.x, u->at.y, move, x, y);
    if (mode == WAY_PUSHED && is_diagonal) step += WAY_PUSHED_DIAGONAL;
    way_add_option(chain, frame, &here, x, y, move, step);
  }
  if (crowd->grid->arc_count > 0 && mode == WAY_OWN)
    way_add_links(chain, frame, u, &here);
}

// --------------------------------------------------------------------------------- swap

// How many ways lead out of a tile, other than back, and not counting dead ends where a
// unit stands at its goal. One way: the corridor goes on, and both tiles advance.
static int way_advance(const astar_crowd *crowd, const crowd_unit *u, astar_point *behind,
                       astar_point *ahead) {
  const astar_point back = *behind, at = *ahead;
  const costmap *map = &crowd_rules(crowd, u)->map;
  const tile_move *list = map->moves->list[costmap_parity(map, at.x, at.y)];
  int exits = 0;
  for (uint64_t moves = costmap_moves(map, at.x, at.y); moves != 0; moves &= moves - 1) {
    int move = bits_lowest(moves);
    int x = at.x + list[move].dx, y = at.y + list[move].dy;
    if (x == back.x && y == back.y) continue;
    uint32_t holder = crowd_holder(crowd, x, y);
    const crowd_unit *other = &crowd->units[holder];
    bool is_end = holder != 0 && unit_tile_is(other->goal, x, y) &&
                  bits_count(costmap_moves(map, x, y)) == 1;
    if (is_end) continue;
    exits++;
    *behind = at;
    *ahead = (astar_point){x, y};
  }
  return exits;
}

static unit_cost way_far(const way_chain *chain, const crowd_unit *u, astar_point at) {
  return guide_remaining_far(chain->crowd, u, at.x, at.y);
}

// Whether two units with one destination go there the same way, and to the same tile.
static bool way_is_one_way(const crowd_unit *u, const crowd_unit *other) {
  return (unit_is_destined(u) && unit_is_destined(other)) ||
         unit_tile_is(u->goal, other->goal.x, other->goal.y);
}

// Whether two units that meet in a corridor must exchange places: `pusher` wants to go on
// past `puller`, which wants to go the other way. With the same goal, neither does, and
// none passes a unit that is done with it, or with which it can exchange its goal.
static bool way_must_swap(const way_chain *chain, const crowd_unit *pusher,
                          const crowd_unit *puller, astar_point back, astar_point at) {
  bool is_done = (pusher->flags & puller->flags & UNIT_ACTIVE) == 0;
  if (guide_is_shared(pusher, puller) && (is_done || way_is_one_way(pusher, puller)))
    return false;
  if ((puller->flags & UNIT_ACTIVE) == 0 &&
      orders_can_exchange(chain->crowd, pusher, puller))
    return false;
  for (int i = 0; i < WAY_CORRIDOR; i++) {
    if (way_far(chain, pusher, at) >= way_far(chain, pusher, back)) break;
    int exits = way_advance(chain->crowd, pusher, &back, &at);
    if (exits >= 2) return false;
    if (exits == 0) break;
  }
  unit_cost pusher_back = way_far(chain, pusher, back);
  return way_far(chain, puller, back) < way_far(chain, puller, at) &&
         (pusher_back == 0 || way_far(chain, pusher, at) < pusher_back);
}

// Whether the corridor behind leads to a junction where two units can exchange places.
static bool way_can_swap(const way_chain *chain, const crowd_unit *u, astar_point back,
                         astar_point at) {
  astar_point start = back;
  for (int i = 0; i < WAY_CORRIDOR; i++) {
    if (at.x == start.x && at.y == start.y) return false;
    int exits = way_advance(chain->crowd, u, &back, &at);
    if (exits != 1) return exits >= 2;
  }
  return false;
}

// Whether a unit is done since this update. No unit moves it before the program has read
// its event: it may let the unit hold the tile.
static bool way_just_came(const way_chain *chain, const crowd_unit *u) {
  return (u->flags & UNIT_ACTIVE) == 0 && rank_is_fresh(chain->crowd, u->rank);
}

// Whether a unit makes no way for `u`, because it is an enemy of it or of the root.
static bool way_is_enemy(const way_chain *chain, const crowd_unit *u,
                         const crowd_unit *other) {
  return teams_are_enemies(chain->crowd, chain->root, other) ||
         teams_are_enemies(chain->crowd, u, other);
}

// Whether a unit may be pushed, or pulled, in this decision.
static bool way_is_pushable(const way_chain *chain, const crowd_unit *u) {
  return unit_stands(u) && !way_just_came(chain, u) &&
         u->visited != chain->crowd->decision && rank_now(u) > chain->rank &&
         !unit_stays(u) && (u->flags & UNIT_RESCUED) == 0;
}

// Whether the order of a unit ended before: it returns, or goes on for another one.
static bool way_returns(const crowd_unit *u) {
  return u->order == UNIT_NO_ORDER || (u->flags & UNIT_REPORTED) != 0;
}

// Whether the root may push or pull another unit. So that units that return, and those
// that rest, do not move each other for ever, after some time only the one that was added
// first may.
static bool way_may_disturb(const way_chain *chain, const crowd_unit *other) {
  const crowd_unit *root = chain->root;
  bool has_order = (other->flags & UNIT_ACTIVE) && !way_returns(other);
  if (has_order || !way_returns(root)) return true;
  double away = chain->crowd->now - root->queue_improved_at;
  return away <= WAY_DISTURB || root->number < other->number;
}

// Notes when a unit with an order moved one that rests, or those that did.
static void way_disturb(const way_chain *chain, crowd_unit *other) {
  if (other->order != UNIT_NO_ORDER || (other->flags & UNIT_ACTIVE)) return;
  bool returns = way_returns(chain->root);
  other->queue_improved_at = returns ? chain->root->queue_improved_at : chain->crowd->now;
}

static crowd_unit *way_standing_at(const way_chain *chain, const crowd_unit *u, int x,
                                   int y) {
  astar_crowd *crowd = chain->crowd;
  uint32_t slot = crowd_holder(crowd, x, y);
  crowd_unit *other = &crowd->units[slot];
  bool fits = slot != 0 && other != u && other->size == 1 && other->rules == u->rules;
  fits = fits && way_is_pushable(chain, other) && way_may_disturb(chain, other);
  fits = fits && !way_is_enemy(chain, u, other);
  return fits ? other : NULL;
}

// The unit that pushes another one, if it stands at (x, y).
static crowd_unit *way_pusher_at(const way_chain *chain, const right_of_way_frame *frame,
                                 int x, int y) {
  astar_crowd *crowd = chain->crowd;
  if (frame == crowd->frames) return NULL;
  crowd_unit *pusher = &crowd->units[frame[-1].slot];
  return unit_tile_is(pusher->at, x, y) && pusher->size == 1 ? pusher : NULL;
}

// The unit with which `u` exchanges places by going backwards. NULL: none.
static crowd_unit *way_find_swap(const way_chain *chain,
                                 const right_of_way_frame *frame) {
  const astar_crowd *crowd = chain->crowd;
  const crowd_unit *u = &crowd->units[frame->slot];
  if (u->size > 1 || frame->count == 0 || !frame->options[0].is_better) return NULL;
  const costmap *map = &crowd_rules(crowd, u)->map;
  astar_point here = {u->at.x, u->at.y},
              ahead = {frame->options[0].x, frame->options[0].y};
  int ways_ahead = bits_count(costmap_moves(map, ahead.x, ahead.y));
  if (ways_ahead <= 2) {
    crowd_unit *other = way_standing_at(chain, u, ahead.x, ahead.y);
    if (other != NULL && way_must_swap(chain, u, other, here, ahead) &&
        way_can_swap(chain, u, ahead, here))
      return other;
  }
  if (ways_ahead > 2 && bits_count(costmap_moves(map, here.x, here.y)) > 3) return NULL;
  for (int i = 1; i < frame->count; i++) {
    const right_of_way_option *o = &frame->options[i];
    crowd_unit *other = way_standing_at(chain, u, o->x, o->y);
    if (other == NULL) other = way_pusher_at(chain, frame, o->x, o->y);
    if (other == NULL) continue;
    if (way_must_swap(chain, other, u, here, ahead) &&
        way_can_swap(chain, u, ahead, here))
      return other;
  }
  return NULL;
}

// Sorts the options after the first for a unit that goes backwards: farthest from the
// goal of the other unit first, but not onto that unit.
static void way_sort_for_swap(const way_chain *chain, right_of_way_frame *frame,
                              const crowd_unit *other) {
  for (int i = 0; i < frame->count; i++) {
    right_of_way_option option = frame->options[i];
    astar_point at = {option.x, option.y};
    bool is_other = unit_tile_is(other->at, option.x, option.y);
    option.order = (is_other ? 200 * UNIT_COST_STEP : 0) - way_far(chain, other, at);
    way_insert(frame, i, option);
  }
}

// Whether two steps cross in one block of 2 x 2 tiles, or a step of `u` would cross one
// that is under way, or one that a unit in the chain of pushes is going to begin.
static bool way_is_crossed(const way_chain *chain, const crowd_unit *u, int x, int y,
                           int move, int depth) {
  const astar_crowd *crowd = chain->crowd;
  if (crowd->grid->layout != ASTAR_SQUARE || move == UNIT_LINK || u->size > 1)
    return false;
  if (x == u->at.x || y == u->at.y) return false;
  if (holding_is_crossed(crowd, u->at.x, u->at.y, x, y)) return true;
  for (int i = 0; i < depth; i++) {
    const crowd_unit *v = &crowd->units[crowd->frames[i].slot];
    const right_of_way_option *o = crowd->frames[i].chosen;
    bool is_same_block = v->at.x + o->x == u->at.x + x && v->at.y + o->y == u->at.y + y;
    if (is_same_block && v->size == 1 && v->at.x != o->x && v->at.y != o->y) return true;
  }
  return false;
}

// Whether the program permits a step. If it is not known, the unit asks.
static bool way_may_step(const way_chain *chain, crowd_unit *u, int x, int y) {
  astar_crowd *crowd = chain->crowd;
  return permission_ask(crowd, u, x, y, crowd_slot_of(crowd, chain->root));
}

// A unit tries the tile first for which it has a permission, or has asked: the others
// would need one, too. So it does not ask for one tile after the other.
static void way_prefer_permitted(const way_chain *chain, right_of_way_frame *frame,
                                 way_mode mode) {
  const crowd_unit *u = &chain->crowd->units[frame->slot];
  for (int i = 0; i < frame->count && unit_asks(u); i++) {
    const right_of_way_option option = frame->options[i];
    if (!option.is_better && mode != WAY_PUSHED) continue;
    if (!permission_concerns(chain->crowd, u, option.x, option.y)) continue;
    for (int k = i; k > 0; k--) frame->options[k] = frame->options[k - 1];
    frame->options[0] = option;
    return;
  }
}

// `u` begins a step: of its own, or for the root.
static void way_begin(const way_chain *chain, crowd_unit *u, int x, int y, int move,
                      double rate) {
  steps_begin(chain->crowd, u, x, y, move, rate);
  permission_step(chain->crowd, u, u != chain->root ? chain->root : NULL);
}

// Whether a unit that was refused a step, and made room for another one, lets that one
// pass before it returns: it goes to no tile from which the other one has farther to go
// than from where that one is.
static bool way_lets_pass(const way_chain *chain, crowd_unit *u,
                          const right_of_way_option *o) {
  const crowd_unit *pusher = crowd_find(chain->crowd, u->permission.pusher);
  if ((u->permission.bits & PERMISSION_PUSHED) == 0 || pusher == NULL) return false;
  if ((pusher->flags & UNIT_ACTIVE) == 0) return false;
  return guide_remaining(chain->crowd, pusher, o->x, o->y) <=
         guide_remaining(chain->crowd, pusher, pusher->at.x, pusher->at.y);
}

// When `u` goes backwards to make room for `other`, that one follows at once.
static void way_pull(const way_chain *chain, const crowd_unit *u, crowd_unit *other,
                     int x, int y, int depth) {
  astar_crowd *crowd = chain->crowd;
  const costmap *map = &crowd_rules(crowd, other)->map;
  int move =
      costmap_find_move(map, other->at.x, other->at.y, x - other->at.x, y - other->at.y);
  if (!unit_stands(other) || move < 0) return;
  if (crowd->occupancy.tiles[grid_cell(crowd->grid, x, y)].entering != 0) return;
  if (!steps_can_follow(crowd, other, x, y, move, u)) return;
  if (way_is_crossed(chain, other, x, y, move, depth)) return;
  if (!way_may_step(chain, other, x, y)) return;
  other->visited = crowd->decision;
  way_disturb(chain, other);
  way_begin(chain, other, x, y, move, 0);
}

// Where units of several tiles are part of a push, puts the options first that begin the
// shortest ways out.
static void way_sort_aside(const way_chain *chain, right_of_way_frame *frame) {
  unsigned first = aside_find(chain->crowd, chain->root, frame);
  for (int i = 0; first != 0 && i < frame->count; i++) {
    frame->options[i].order = (first >> i & 1 ? 0 : frame->count) + i;
    way_insert(frame, i, frame->options[i]);
  }
}

// ------------------------------------------------------------------------------- claims

// Whether an older unit waits for a tile.
static bool way_is_claimed(const way_chain *chain, const crowd_unit *u, uint32_t cell) {
  const astar_crowd *crowd = chain->crowd;
  const crowd_unit *other = &crowd->units[crowd->claims[cell]];
  return other != u && other->has_claim && unit_stands(other) &&
         rank_now(other) < chain->rank && other->stood_since < crowd->now &&
         grid_cell(crowd->grid, other->claim.x, other->claim.y) == cell &&
         !teams_are_enemies(crowd, u, other);
}

static void way_claim(const way_chain *chain, crowd_unit *u, int x, int y) {
  astar_crowd *crowd = chain->crowd;
  u->has_claim = true;
  u->claim = unit_tile_at(x, y);
  uint32_t cell = grid_cell(crowd->grid, x, y), slot = crowd_slot_of(crowd, u);
  const crowd_unit *other = &crowd->units[crowd->claims[cell]];
  bool is_kept = other->has_claim && other->rank < u->rank &&
                 grid_cell(crowd->grid, other->claim.x, other->claim.y) == cell;
  if (!is_kept) crowd->claims[cell] = slot;
}

// ---------------------------------------------------------------------------- decisions

static way_outcome way_decide(const way_chain *chain, crowd_unit *u, way_mode mode,
                              int depth);

// What the options of a unit have shown so far.
typedef struct way_state {
  way_mode mode;
  int depth;
  bool is_settled_behind; // units that are done, with the same goal, hold a better tile
  bool is_blocked;        // anything else holds a better tile
} way_state;

// Whether all blockers leave their tiles so that `u` can follow.
static bool way_can_follow_all(const astar_crowd *crowd, const crowd_unit *u,
                               const right_of_way_option *o,
                               const holding_blockers *blockers) {
  for (int i = 0; i < blockers->count; i++) {
    const crowd_unit *leader = &crowd->units[blockers->slots[i]];
    if (unit_stands(leader) || !steps_can_follow(crowd, u, o->x, o->y, o->move, leader))
      return false;
  }
  return true;
}

// The place of a unit in the chain of pushes; -1: it is not in it.
static int way_place_in_chain(const astar_crowd *crowd, uint32_t slot, int depth) {
  for (int i = depth; i >= 0; i--)
    if (crowd->frames[i].slot == slot) return i;
  return -1;
}

// Closes a ring: `u`, the last unit of the chain, steps to the tile of a unit in it.
// WAY_BLOCKED: there is no ring. WAY_ASKS: not all have their permission.
static way_outcome way_close_ring(const way_chain *chain, crowd_unit *u,
                                  const right_of_way_option *o, uint32_t slot,
                                  const way_state *state) {
  astar_crowd *crowd = chain->crowd;
  int depth = state->depth, first = way_place_in_chain(crowd, slot, depth - 2);
  if (first < 0 || u->size > 1 || o->move == UNIT_LINK) return WAY_BLOCKED;
  double rate = steps_rate(crowd, u, o->x, o->y, o->move);
  const right_of_way_option *next = crowd->frames[first].chosen;
  if (!steps_can_rotate(crowd, u, o->x, o->y, next->x, next->y)) return WAY_BLOCKED;
  for (int i = first; i < depth; i++) {
    const crowd_unit *v = &crowd->units[crowd->frames[i].slot];
    const right_of_way_option *a = crowd->frames[i].chosen;
    const right_of_way_option *b = i + 1 < depth ? crowd->frames[i + 1].chosen : o;
    if (v->size > 1 || !steps_can_rotate(crowd, v, a->x, a->y, b->x, b->y))
      return WAY_BLOCKED;
    double own = steps_rate(crowd, v, a->x, a->y, a->move);
    if (own < rate) rate = own;
  }
  bool may_step = way_may_step(chain, u, o->x, o->y);
  for (int i = first; i < depth; i++) {
    const right_of_way_option *a = crowd->frames[i].chosen;
    may_step &= way_may_step(chain, &crowd->units[crowd->frames[i].slot], a->x, a->y);
  }
  if (!may_step) return WAY_ASKS;
  for (int i = first; i < depth; i++) {
    crowd->units[crowd->frames[i].slot].flags |= UNIT_ROTATES;
    crowd->units[crowd->frames[i].slot].rate = rate;
  }
  way_begin(chain, u, o->x, o->y, o->move, rate);
  return WAY_MOVED;
}

// `u` steps after all that it pushed made room; in a ring at the rate of the ring.
static way_outcome way_step_after_push(const way_chain *chain, crowd_unit *u,
                                       const right_of_way_option *o, int depth) {
  astar_crowd *crowd = chain->crowd;
  holding_blockers blockers;
  holding_find_blockers(crowd, u, o->x, o->y, &blockers);
  if (!blockers.is_entered && way_can_follow_all(crowd, u, o, &blockers) &&
      !way_is_crossed(chain, u, o->x, o->y, o->move, depth)) {
    way_begin(chain, u, o->x, o->y, o->move, u->flags & UNIT_ROTATES ? u->rate : 0);
    return WAY_MOVED;
  }
  if ((u->flags & UNIT_ACTIVE) == 0 && chain->limit > 0) return WAY_BLOCKED;
  way_claim(chain, u, o->x, o->y);
  return WAY_CLAIMED;
}

// Whether a unit goes, or has gone, to the goal of the root. A unit that happens to stand
// there without an order is pushed away like any other one.
static bool way_shares_goal(const way_chain *chain, const crowd_unit *other) {
  bool was_sent = other->order != UNIT_NO_ORDER || (other->flags & UNIT_DONE) != 0;
  return was_sent && guide_is_shared(other, chain->root);
}

// Asks one standing unit to make room for `u`.
static way_outcome way_push(const way_chain *chain, crowd_unit *u,
                            const right_of_way_option *o, crowd_unit *other,
                            way_mode mode, int depth) {
  astar_crowd *crowd = chain->crowd;
  crowd->frames[depth].chosen = o;
  way_disturb(chain, other);
  holding_enter(crowd, u, o->x, o->y, crowd_slot_of(crowd, u));
  way_outcome outcome = way_decide(chain, other, mode, depth + 1);
  holding_enter(crowd, u, o->x, o->y, 0);
  return outcome;
}

// Lets a unit that is done go on to a tile beside it, so that `u`, behind it, gets its
// tile. If the tile is not free, the unit there goes on, too. All follow one field or
// chase one unit. At the end of the chain a tile gets a unit whose remaining cost is less
// than that of the tile of the first unit. So the sum of the remaining costs falls with
// each chain: they end, and the units fill the space around the goal, in place of a queue
// through its door.
static way_outcome way_push_on(const way_chain *chain, crowd_unit *u,
                               const right_of_way_option *o, crowd_unit *other,
                               const way_state *state) {
  if (other->visited == chain->crowd->decision) return WAY_BEHIND;
  bool lasts = other->order == UNIT_FOLLOW || other->order == UNIT_CHASE;
  bool is_near = other->order == UNIT_NO_ORDER && o->remaining <= 0;
  bool is_first = state->mode == WAY_OWN && o->is_better;
  if (!lasts && !is_near) return WAY_BEHIND;
  if (!is_first && state->mode != WAY_PUSHED_ON) return WAY_BEHIND;
  if (state->depth >= WAY_PUSHED_ON_DEPTH) return WAY_BEHIND;
  if (u->size > 1 || other->size > 1 || unit_stays(other)) return WAY_BEHIND;
  bool is_on_goal = other->order == UNIT_FOLLOW && (other->flags & UNIT_SETTLED) == 0;
  if (is_on_goal || other->flags & UNIT_RESCUED) return WAY_BEHIND;
  way_chain next = *chain;
  if (is_near)
    next.limit = 1;
  else if (is_first)
    next.limit = guide_remaining(chain->crowd, other, u->at.x, u->at.y);
  way_outcome outcome = way_push(&next, u, o, other, WAY_PUSHED_ON, state->depth);
  return outcome == WAY_MOVED || outcome == WAY_ASKS ? outcome : WAY_BEHIND;
}

// Whether a step leads straight to the tile where another unit stands. Larger units may
// meet at a corner: after an exchange they would still be in each other's way, and
// exchange again and again.
static bool way_leads_to(const crowd_unit *u, const right_of_way_option *o,
                         const crowd_unit *other) {
  return u->size == 1 || (other->at.x - u->at.x == (o->x - u->at.x) * u->size &&
                          other->at.y - u->at.y == (o->y - u->at.y) * u->size);
}

// Whether a unit cannot be made to move, and does not move by itself.
static bool way_stays(const way_chain *chain, const crowd_unit *other) {
  bool is_done = (other->flags & UNIT_ACTIVE) == 0;
  return unit_is_paused(other) ||
         (is_done && (unit_stays(other) || rank_now(other) < chain->rank));
}

// Whether a unit covers the tile to which another one was sent, or a goal of its field.
static bool way_is_on_goal(const crowd_unit *u, const crowd_unit *other) {
  if (u->order == UNIT_FOLLOW)
    return shared_field_is_goal(u->guide.field, other->at.x, other->at.y);
  bool has_tile =
      u->order == UNIT_GO_TO || u->order == UNIT_SEND || u->order == UNIT_WALK;
  return has_tile && unit_covers(other, other->at.x, other->at.y, u->goal.x, u->goal.y);
}

// Whether a unit that returns, and finds `other` at rest, stays where it is: its order
// led to near there, or its tile is taken. Otherwise it waits.
static bool way_stays_beside(const crowd_unit *u, const crowd_unit *other) {
  return (u->flags & (UNIT_AROUND | UNIT_REPORTED)) ||
         unit_overlaps(u, u->goal, other, other->at);
}

// Whether a unit is done where the root goes: it is not pushed away.
static bool way_is_done_there(const way_chain *chain, const crowd_unit *other) {
  return (other->flags & UNIT_ACTIVE) == 0 &&
         (way_shares_goal(chain, other) ||
          (way_stays(chain, other) && way_is_on_goal(chain->root, other)));
}

// How a unit is asked to make room.
static way_mode way_mode_for(const way_chain *chain, const crowd_unit *other) {
  bool is_gentle = way_shares_goal(chain, other) && way_is_one_way(chain->root, other) &&
                   ((other->flags | chain->root->flags) & UNIT_DETOUR) == 0 &&
                   !unit_is_refused(other);
  return is_gentle ? WAY_PUSHED_GENTLY : WAY_PUSHED;
}

// Whether a unit covers a tile where another one is to stand in the end.
static bool way_covers_goal(const crowd_unit *u, const crowd_unit *other) {
  if (u->order == UNIT_FOLLOW) return way_is_on_goal(u, other);
  return u->order != UNIT_CHASE && unit_overlaps(u, u->goal, other, other->at);
}

// An enemy stands in the way. One that is done on the goal settles the unit, as a friend
// that holds does.
static way_outcome way_face(const way_chain *chain, crowd_unit *u,
                            const crowd_unit *other, bool is_own) {
  if (!is_own) return WAY_BLOCKED;
  if ((other->flags & UNIT_ACTIVE) == 0 && way_covers_goal(u, other)) return WAY_BEHIND;
  u->faces = crowd_slot_of(chain->crowd, other);
  return WAY_BLOCKED;
}

// Deals with one standing unit in the way. WAY_MOVED: it makes room now, or all of a ring
// step. WAY_CLAIMED: it will, or both have exchanged their goals. WAY_ASKS: units of a
// ring ask. WAY_BLOCKED, WAY_BEHIND: try another tile.
static way_outcome way_ask(const way_chain *chain, crowd_unit *u,
                           const right_of_way_option *o, crowd_unit *other,
                           const way_state *state) {
  astar_crowd *crowd = chain->crowd;
  bool is_own = state->mode == WAY_OWN && o->is_better;
  if (way_just_came(chain, other)) return WAY_BLOCKED;
  if (way_is_enemy(chain, u, other)) return way_face(chain, u, other, is_own);
  if (way_is_done_there(chain, other)) return way_push_on(chain, u, o, other, state);
  if (state->mode == WAY_PUSHED_ON) return WAY_BLOCKED;
  if (other->visited == crowd->decision)
    return way_close_ring(chain, u, o, crowd_slot_of(crowd, other), state);
  if (is_own && way_stays(chain, other)) u->flags |= UNIT_HELD_UP;
  if (is_own && way_leads_to(u, o, other) && orders_exchange(crowd, u, other))
    return WAY_CLAIMED;
  if (unit_stays(other) || (other->flags & UNIT_RESCUED)) return WAY_BLOCKED;
  bool rests = (other->flags & UNIT_ACTIVE) == 0;
  if (rests && way_returns(chain->root) && way_stays_beside(chain->root, other))
    return WAY_BEHIND;
  if (!way_may_disturb(chain, other)) return WAY_BLOCKED;
  if (rank_now(other) < chain->rank) {
    if (is_own && !u->has_claim) way_claim(chain, u, o->x, o->y);
    return WAY_BLOCKED;
  }
  way_outcome outcome =
      way_push(chain, u, o, other, way_mode_for(chain, other), state->depth);
  return outcome == WAY_ASKS ? WAY_CLAIMED : outcome;
}

// When a unit came nearer to its goal by a step [s]. A new order restarts `improved_at`
// without a step.
static double way_stepped_nearer_at(const crowd_unit *u) {
  return u->improved_at < u->stood_since ? u->improved_at : u->stood_since;
}

// A unit in a queue is not stuck while one in front of it makes progress, other than back
// to where it was pushed away. A deadlock has no such unit: then the last progress of one
// of its units is passed on, and no other.
static void way_note_queue(const astar_crowd *crowd, crowd_unit *u,
                           const holding_blockers *blockers) {
  for (int i = 0; i < blockers->count && i < HOLDING_MAX_BLOCKERS; i++) {
    const crowd_unit *other = &crowd->units[blockers->slots[i]];
    if ((other->flags & UNIT_ACTIVE) == 0 || other->order == UNIT_NO_ORDER) continue;
    double at = way_stepped_nearer_at(other);
    if (u->queue_improved_at < at) u->queue_improved_at = at;
    if (u->queue_improved_at < other->queue_improved_at)
      u->queue_improved_at = other->queue_improved_at;
  }
}

// Deals with all units in the way. WAY_MOVED: all make room now, or all of a ring step.
// WAY_CLAIMED: all will make room. Otherwise what came of the first one that does not.
static way_outcome way_ask_all(const way_chain *chain, crowd_unit *u,
                               const right_of_way_option *o,
                               const holding_blockers *blockers, way_state *state) {
  astar_crowd *crowd = chain->crowd;
  bool is_own = state->mode == WAY_OWN;
  way_outcome all = WAY_MOVED;
  for (int i = 0; i < blockers->count; i++) {
    crowd_unit *other = &crowd->units[blockers->slots[i]];
    if (!unit_stands(other)) {
      if (steps_can_follow(crowd, u, o->x, o->y, o->move, other)) continue;
      state->is_blocked |= o->is_better;
      if (is_own && o->is_better && !u->has_claim) way_claim(chain, u, o->x, o->y);
      return WAY_BLOCKED;
    }
    way_outcome outcome = way_ask(chain, u, o, other, state);
    if (outcome == WAY_BLOCKED) state->is_blocked |= o->is_better;
    if (outcome == WAY_BEHIND) state->is_settled_behind |= o->is_better;
    if (outcome == WAY_CLAIMED) all = WAY_CLAIMED;
    bool is_over = outcome == WAY_MOVED && !unit_stands(u); // all of a ring step
    if (is_over || (outcome != WAY_CLAIMED && outcome != WAY_MOVED)) return outcome;
  }
  return all;
}

// Tries one tile. WAY_MOVED, WAY_CLAIMED and WAY_ASKS end the decision.
static way_outcome way_try(const way_chain *chain, crowd_unit *u,
                           const right_of_way_option *o, way_state *state) {
  astar_crowd *crowd = chain->crowd;
  bool is_own = state->mode == WAY_OWN;
  holding_blockers blockers;
  holding_find_blockers(crowd, u, o->x, o->y, &blockers);
  if (is_own && o->is_better) way_note_queue(crowd, u, &blockers);
  bool is_crossed = way_is_crossed(chain, u, o->x, o->y, o->move, state->depth);
  bool is_claimed = way_is_claimed(chain, u, grid_cell(crowd->grid, o->x, o->y));
  if (blockers.is_entered || is_crossed || is_claimed) {
    state->is_blocked |= o->is_better;
    return WAY_BLOCKED;
  }
  if (blockers.count > HOLDING_MAX_BLOCKERS) return WAY_BLOCKED;
  if (is_own && way_lets_pass(chain, u, o)) return WAY_BLOCKED;
  if (permission_is_refused(crowd, u, !is_own, o->x, o->y)) // others need not make room
    return is_own ? WAY_ASKS : WAY_BLOCKED;
  if (way_can_follow_all(crowd, u, o, &blockers)) {
    if (!way_may_step(chain, u, o->x, o->y)) return WAY_ASKS;
    way_begin(chain, u, o->x, o->y, o->move, 0);
    return WAY_MOVED;
  }
  way_outcome outcome = way_ask_all(chain, u, o, &blockers, state);
  bool is_over = outcome == WAY_MOVED && !unit_stands(u);
  if (is_over || (outcome != WAY_CLAIMED && outcome != WAY_MOVED)) return outcome;
  if (!way_may_step(chain, u, o->x, o->y)) return WAY_ASKS;
  if (outcome == WAY_MOVED) return way_step_after_push(chain, u, o, state->depth);
  if (u->flags & UNIT_ACTIVE) way_claim(chain, u, o->x, o->y);
  return WAY_CLAIMED;
}

// Lists the options of a unit in the order in which it tries them. Returns the unit with
// which it exchanges places by going backwards. NULL: none.
static crowd_unit *way_prepare(const way_chain *chain, right_of_way_frame *frame,
                               way_mode mode) {
  way_list_options(chain, frame, mode);
  if (mode == WAY_PUSHED) way_sort_aside(chain, frame);
  crowd_unit *swap = mode == WAY_PUSHED_ON ? NULL : way_find_swap(chain, frame);
  if (swap != NULL)
    way_sort_for_swap(chain, frame, swap);
  else
    way_prefer_permitted(chain, frame, mode);
  return swap;
}

static way_outcome way_decide(const way_chain *chain, crowd_unit *u, way_mode mode,
                              int depth) {
  astar_crowd *crowd = chain->crowd;
  u->visited = crowd->decision;
  if (++crowd->visits > WAY_MAX_VISITS || depth >= RIGHT_OF_WAY_DEPTH) return WAY_BLOCKED;
  right_of_way_frame *frame = &crowd->frames[depth];
  way_state state = {mode, depth, false, false};
  frame->slot = crowd_slot_of(crowd, u);
  crowd_unit *swap = way_prepare(chain, frame, mode);
  bool has_better = false;
  for (int i = 0; i < frame->count; i++) has_better |= frame->options[i].is_better;
  int from_x = u->at.x, from_y = u->at.y;
  bool has_waited = mode == WAY_OWN && crowd->now - u->improved_at >= WAY_SETTLE_CALM;
  for (int i = 0; i < frame->count; i++) {
    const right_of_way_option *o = &frame->options[i];
    if (mode == WAY_PUSHED_ON && o->remaining >= chain->limit) continue;
    bool is_any = mode == WAY_PUSHED || mode == WAY_PUSHED_ON;
    if (swap == NULL && !o->is_better && !is_any) continue;
    way_outcome outcome = way_try(chain, u, o, &state);
    if (outcome == WAY_MOVED && swap != NULL && i == 0)
      way_pull(chain, u, swap, from_x, from_y, depth);
    if (outcome >= WAY_CLAIMED) return outcome;
    if (!unit_stands(u) || (mode == WAY_OWN && (u->flags & UNIT_ACTIVE) == 0)) break;
    if (state.is_settled_behind && has_waited) break;
  }
  // Only units that are done keep it from the goal that they share.
  // One that goes to a tile around the goal may not get there.
  has_waited |= crowd->now - u->stood_since >= WAY_SETTLE_AFTER;
  bool settles = mode == WAY_OWN && (state.is_settled_behind || !unit_is_destined(u));
  if (settles && swap == NULL && has_waited) settling_begin(crowd, u, state.is_blocked);
  if (!has_better && mode == WAY_OWN) orders_need_path(crowd, u);
  return WAY_BLOCKED;
}

static void way_yield(astar_crowd *crowd, crowd_unit *u) {
  if (rank_is_idle(u->rank) || (u->flags & UNIT_ACTIVE) == 0) return;
  if (crowd->now - u->yielded_at <= WAY_YIELD_AFTER) return;
  if (crowd->now - u->stood_since <= WAY_YIELD_STOOD) return;
  u->rank = rank_new(crowd, u, false);
  u->yielded_at = crowd->now;
  if (u->flags & UNIT_HELD_UP) path_requests_ask(crowd, u, UNIT_REPAIR);
}

// A unit that enemies keep from its way for some time asks for a way around them, again
// and again. `faced`: an enemy did when it decided before.
static void way_ask_around(astar_crowd *crowd, crowd_unit *u, bool faced) {
  double soon = crowd->now + WAY_FACE_AFTER;
  if (!faced && u->faces_at < soon) u->faces_at = soon;
  if (crowd->now >= u->faces_at) {
    u->flags |= UNIT_HELD_UP;
    path_requests_ask(crowd, u, UNIT_REPAIR);
  } else if (u->decides_at > u->faces_at) {
    u->decides_at = u->faces_at;
  }
}

void right_of_way_decide(astar_crowd *crowd, uint32_t slot) {
  crowd_unit *u = &crowd->units[slot];
  bool faced = u->faces != 0;
  u->faces = 0;
  crowd->decision++;
  crowd->visits = 0;
  u->has_claim = false;
  if (u->request == UNIT_NO_REQUEST) u->flags &= (uint16_t)~UNIT_HELD_UP;
  if (rank_is_idle(u->rank)) u->rank = rank_new(crowd, u, false);
  way_chain chain = {crowd, u, rank_now(u), 0};
  way_outcome outcome = way_decide(&chain, u, WAY_OWN, 0);
  if (outcome != WAY_MOVED) way_yield(crowd, u);
  u->decides_at = permission_decides_at(crowd, u, crowd->now + WAY_RETRY);
  if (outcome == WAY_MOVED) u->faces = 0;
  if (u->faces != 0) way_ask_around(crowd, u, faced);
}
