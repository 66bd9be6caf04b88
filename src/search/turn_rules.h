// What turns mean for a step: how many points it takes, and where a turn may not end.
//
// A mover has so many points per turn. A step takes points; what is left when a turn ends
// is lost. No turn may end on the tile of a friend, which the mover may pass. Tiles of
// zones of control end a turn when they are entered.
//
//     turn 0                      turn 1
//     |-------used------|--left--||------used-----|----left----|
//     0                        points
#ifndef ASTAR_TURN_RULES_H
#define ASTAR_TURN_RULES_H

#include "derived/costmap.h"

/// How far a mover is: its turn, from 0, and the points used in it. A turn that is over
/// has `used` equal to the points of a turn.
typedef struct turn_time {
  double used;
  uint32_t turn;
} turn_time;

/// The tiles that a mover enters, as far as turns are concerned.
typedef struct turn_tile {
  bool is_friend; ///< no turn may end there
  bool is_zone;
} turn_tile;

/// The turns of one query. It owns nothing.
typedef struct turn_rules {
  const costmap *map;
  const astar_turns *turns;
  uint8_t friends, zones; ///< layers, as far as they have any obstacle
  int start_x, start_y;
  uint32_t max_turns; ///< turns from this one on are not begun
  double rounding;    ///< points that differ by less count as equal
} turn_rules;

/// Sets up the turns of a query. Everything must outlive `r`. O(1).
void turn_rules_init(turn_rules *r, const costmap *map, const astar_query *query);

/// What the tiles of a mover at (x, y), cell `cell`, are. O(tiles of the mover).
turn_tile turn_rules_compute_tile(const turn_rules *r, int x, int y);

/// The same, O(1) for movers of one tile.
static inline turn_tile turn_rules_tile(const turn_rules *r, uint32_t cell, int x,
                                        int y) {
  uint8_t layers = (uint8_t)(r->friends | r->zones);
  if (layers == 0 ||
      (r->map->rules->size == 1 && (r->map->grid->obstacles[cell] & layers) == 0))
    return (turn_tile){false, false};
  return turn_rules_compute_tile(r, x, y);
}

/// Whether the first time is before the second.
static inline bool turn_time_is_before(turn_time a, turn_time b) {
  return a.turn != b.turn ? a.turn < b.turn : a.used < b.used;
}

/// All points used so far, those that were lost included.
static inline double turn_rules_sum(const turn_rules *r, turn_time t) {
  return (double)t.turn * r->turns->points + t.used;
}

/// Takes the points of a step of cost `cost` to a tile. `ends` tells whether entering the
/// tile ends the turn. False: the step is impossible in this turn.
static inline bool turn_rules_take(const turn_rules *r, turn_time *t, double cost,
                                   bool ends, bool is_friend) {
  double points = r->turns->points, left = points - t->used;
  bool is_whole = t->used <= 0 && r->turns->fit == ASTAR_FIT_MIN_STEP;
  bool is_any = left > 0 && r->turns->fit == ASTAR_FIT_ANY;
  if (cost > left + r->rounding && !is_whole && !is_any) return false;
  t->used += cost;
  if (ends || points - t->used < r->rounding) t->used = points;
  return !is_friend || t->used < points;
}

#endif
