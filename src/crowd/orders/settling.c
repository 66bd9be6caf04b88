// Settling: see settling.h.
//
// Method: two searches in the square around the goal. The first one counts the steps from
// the goal to each tile, on the map without units. The second one begins at the unit and
// does not enter tiles of units that are done. Of the free tiles that it reaches, the
// unit goes to the one with the fewest steps to the goal, and of these to the nearest. A
// tile in the range of the order counts as the goal itself. A tile that is as far from
// the goal as the one where the unit stands is not worth a step.

#include "crowd/orders/settling.h"
#include "base/inline.h"
#include "crowd/motion/surroundings.h"
#include "crowd/orders/guide.h"
#include "crowd/orders/orders.h"
#include "crowd/orders/path_requests.h"
#include "map/footprint.h"

// Whether units that are done hold a tile of a unit at (x, y). `*is_free`: no unit does.
static bool settling_is_taken(const astar_crowd *crowd, const crowd_unit *u, int x, int y,
                              bool *is_free) {
  uint32_t slot = crowd_slot_of(crowd, u);
  *is_free = true;
  for (footprint f = footprint_at(crowd->grid, u->size, x, y); footprint_next(&f);) {
    const occupancy_tile *tile = &crowd->occupancy.tiles[f.cell];
    bool is_held = tile->holder != 0 && tile->holder != slot;
    if (is_held || (tile->entering != 0 && tile->entering != slot)) *is_free = false;
    if (is_held && (crowd->units[tile->holder].flags & UNIT_ACTIVE) == 0) return true;
  }
  return false;
}

// The search around the goal of a unit.
static void settling_look_around(const astar_crowd *crowd, const crowd_unit *u,
                                 surroundings *around) {
  const costmap *map = &crowd_rules(crowd, u)->map;
  unit_tile goal = unit_destination(u);
  surroundings_tile tile;
  surroundings_begin(around, map, goal.x, goal.y);
  bool can_reach =
      (u->flags & UNIT_PARTIAL) == 0 && costmap_can_stand(map, goal.x, goal.y);
  if (can_reach) surroundings_add(around, goal.x, goal.y, 0, 0);
  while (surroundings_next(around, &tile)) surroundings_expand(around, &tile);
}

// Whether another unit is on its way to a tile, to settle there.
static bool settling_is_promised(const astar_crowd *crowd, const crowd_unit *u,
                                 unit_tile tile) {
  for (uint32_t slot = 1; slot < crowd->slot_count; slot++) {
    const crowd_unit *other = &crowd->units[slot];
    bool goes = other->number != 0 && other != u && other->order == UNIT_GO_TO;
    if (!goes || unit_is_destined(other)) continue;
    if (unit_overlaps(u, tile, other, other->goal)) return true;
  }
  return false;
}

// How far a tile is from the goal of a unit [steps]: along ways, if any lead there.
static int settling_distance(const astar_crowd *crowd, const crowd_unit *u,
                             const surroundings *around, int x, int y) {
  unit_tile goal = unit_destination(u);
  if (orders_is_in_range(crowd, u, x, y)) return 0;
  if (around->count > 0) return surroundings_steps(around, x, y);
  return costmap_distance(around->map, x, y, goal.x, goal.y);
}

// Finds the tile to which a unit goes, and returns how far it is from the goal;
// SURROUNDINGS_FAR: the unit itself is far.
INLINE_NEVER int settling_find(const astar_crowd *crowd, const crowd_unit *u,
                               unit_tile *to) {
  unit_tile goal = unit_destination(u);
  surroundings around, near;
  surroundings_tile tile;
  settling_look_around(crowd, u, &around);
  surroundings_begin(&near, around.map, goal.x, goal.y);
  surroundings_add(&near, u->at.x, u->at.y, 0, 0);
  bool returns = u->order == UNIT_NO_ORDER;
  int least = settling_distance(crowd, u, &around, u->at.x, u->at.y);
  *to = u->at;
  while (surroundings_next(&near, &tile) && (!returns || tile.steps <= SETTLING_RETURN)) {
    bool is_free;
    if (settling_is_taken(crowd, u, tile.x, tile.y, &is_free)) continue;
    surroundings_expand(&near, &tile);
    int distance = settling_distance(crowd, u, &around, tile.x, tile.y);
    unit_tile at = unit_tile_at(tile.x, tile.y);
    if (!is_free || distance >= least || (returns && distance > 0)) continue;
    if (settling_is_promised(crowd, u, at)) continue;
    least = distance;
    *to = at;
  }
  return near.count > 0 ? least : SURROUNDINGS_FAR;
}

void settling_begin(astar_crowd *crowd, crowd_unit *u, bool waits) {
  unit_tile to = u->at;
  bool has_tile = u->order == UNIT_GO_TO || u->order == UNIT_NO_ORDER;
  int distance = has_tile ? settling_find(crowd, u, &to) : SURROUNDINGS_FAR;
  bool is_goal = unit_tile_is(u->goal, to.x, to.y);
  bool is_calm = crowd->now - u->improved_at < SETTLING_WAITS;
  // No path around units leads to its tile: it got another one.
  bool is_enclosed =
      (u->flags & (UNIT_AROUND | UNIT_DETOUR)) == UNIT_AROUND && u->guide.count > 0;
  if (waits && is_calm && (is_goal || distance == SURROUNDINGS_FAR)) return;
  if (unit_tile_is(u->at, to.x, to.y) || (is_goal && is_enclosed)) {
    orders_settle(crowd, u);
    return;
  }
  u->wish = unit_destination(u);
  u->goal = to;
  guide_clear(crowd, u);
  u->flags |= UNIT_AROUND | UNIT_HELD_UP; // the path leads around units
  if (is_goal) u->flags |= UNIT_HAS_PATH; // a way to the same tile is no progress
  u->faces = 0;                           // also around friends
  path_requests_ask(crowd, u, UNIT_REPAIR);
}
