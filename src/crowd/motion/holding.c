// Which tiles the units of a crowd hold: see holding.h.
//
// Method: one record per tile (map/occupancy.h). All calls visit the tiles of a
// footprint; steps of larger units leave out the tiles that both of their footprints
// share.

#include "crowd/motion/holding.h"
#include "map/footprint.h"

bool holding_is_free(const astar_crowd *crowd, int size, int x, int y, uint32_t slot) {
  for (footprint f = footprint_at(crowd->grid, size, x, y); footprint_next(&f);)
    if (occupancy_is_held(&crowd->occupancy, f.cell, slot)) return false;
  return true;
}

void holding_stand(astar_crowd *crowd, const crowd_unit *u) {
  uint32_t slot = crowd_slot_of(crowd, u);
  for (footprint f = footprint_at(crowd->grid, u->size, u->at.x, u->at.y);
       footprint_next(&f);)
    crowd->occupancy.tiles[f.cell].holder = slot;
}

void holding_leave(astar_crowd *crowd, const crowd_unit *u) {
  uint32_t slot = crowd_slot_of(crowd, u);
  for (footprint f = footprint_at(crowd->grid, u->size, u->at.x, u->at.y);
       footprint_next(&f);) {
    occupancy_tile *tile = &crowd->occupancy.tiles[f.cell];
    if (tile->holder == slot) tile->holder = 0;
  }
}

// Adds what is on one tile. False: no step is possible. A tile that the unit holds is its
// own, also when the one that pushes it is to enter the tile.
static bool holding_add_blocker(holding_blockers *b, occupancy_tile tile, uint32_t slot) {
  if (tile.entering != 0 && tile.entering != slot && tile.holder != slot) {
    b->is_entered = true;
    return false;
  }
  if (tile.holder == 0 || tile.holder == slot) return true;
  for (int i = 0; i < b->count; i++)
    if (b->slots[i] == tile.holder) return true;
  if (b->count < HOLDING_MAX_BLOCKERS) b->slots[b->count] = tile.holder;
  return ++b->count <= HOLDING_MAX_BLOCKERS;
}

void holding_find_blockers(const astar_crowd *crowd, const crowd_unit *u, int x, int y,
                           holding_blockers *blockers) {
  uint32_t slot = crowd_slot_of(crowd, u);
  blockers->is_entered = false;
  blockers->count = 0;
  if (u->size == 1) {
    uint32_t cell = grid_cell(crowd->grid, x, y);
    holding_add_blocker(blockers, crowd->occupancy.tiles[cell], slot);
    return;
  }
  for (footprint f = footprint_at(crowd->grid, u->size, x, y); footprint_next(&f);)
    if (!holding_add_blocker(blockers, crowd->occupancy.tiles[f.cell], slot)) return;
}

void holding_enter(astar_crowd *crowd, const crowd_unit *u, int x, int y, uint32_t by) {
  if (u->size == 1) {
    crowd->occupancy.tiles[grid_cell(crowd->grid, x, y)].entering = by;
    return;
  }
  for (footprint f = footprint_at(crowd->grid, u->size, x, y); footprint_next(&f);)
    if (!unit_covers(u, u->at.x, u->at.y, f.x, f.y))
      crowd->occupancy.tiles[f.cell].entering = by;
}

void holding_arrive(astar_crowd *crowd, const crowd_unit *u) {
  uint32_t slot = crowd_slot_of(crowd, u);
  holding_leave(crowd, u);
  for (footprint f = footprint_at(crowd->grid, u->size, u->to.x, u->to.y);
       footprint_next(&f);) {
    occupancy_tile *tile = &crowd->occupancy.tiles[f.cell];
    tile->holder = slot;
    if (tile->entering == slot) tile->entering = 0;
  }
}

// Whether the unit that stands at, or leaves, a tile steps to another tile.
static bool holding_steps(const astar_crowd *crowd, int x, int y, int to_x, int to_y) {
  uint32_t slot = crowd_holder(crowd, x, y);
  if (slot == 0) return false;
  const crowd_unit *u = &crowd->units[slot];
  return u->size == 1 && unit_tile_is(u->at, x, y) && u->to.x == to_x && u->to.y == to_y;
}

bool holding_is_crossed(const astar_crowd *crowd, int x, int y, int to_x, int to_y) {
  return holding_steps(crowd, to_x, y, x, to_y) || holding_steps(crowd, x, to_y, to_x, y);
}
