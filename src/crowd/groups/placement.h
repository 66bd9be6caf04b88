// Placement: a tile of its own for each unit of one call of `astar_crowd_send`.
#ifndef ASTAR_PLACEMENT_H
#define ASTAR_PLACEMENT_H

#include "crowd/groups/formation.h"
#include "crowd/groups/group.h"

/// A unit of a call.
typedef struct placement_member {
  uint32_t slot;
  unit_group *group;
  int size;
  int64_t distance; ///< to the center
  uint32_t cell;    ///< its tile, if `is_placed`
  bool is_placed;
  bool goes_straight; ///< it gets its tile when it is sent
} placement_member;

/// A tile, and its distance from something.
typedef struct placement_tile {
  unit_cost distance;
  uint32_t cell;
} placement_tile;

/// For `qsort`: the least distance first.
int placement_compare_tiles(const void *left, const void *right);

/// Scratch memory of one call.
typedef struct placement {
  astar_crowd *crowd;
  placement_member *members; ///< the largest first, then by groups
  uint32_t member_count, member_capacity;
  uint8_t *seen;   ///< one byte per tile
  uint16_t *steps; ///< for formations, per tile: how many steps from the center
  uint32_t *tiles; ///< in the order of the search
  uint32_t tile_count, tile_capacity, expanded;
  uint32_t searcher; ///< the member by whose rules the search goes
  uint32_t center;   ///< where the search begins
  unit_tile goal;    ///< of the call
  unit_tile last;    ///< the center of the last call
  bool stands;       ///< all members rest where the last call sent them
} placement;

static inline const crowd_unit *placement_unit(const placement *p, uint32_t member) {
  return &p->crowd->units[p->members[member].slot];
}

/// Whether a way from a unit to a tile may exist, by connected components.
bool placement_reaches(const placement *p, const crowd_unit *u, uint32_t cell);

/// Allocates what has one element per tile. False: out of memory.
bool placement_init(placement *p, astar_crowd *crowd, bool has_formation);
void placement_fini(placement *p);

/// Gives each member the next tile of the search where it fits. Those that are larger
/// than the smallest one get a flank of the pack, seen along its way: the one where they
/// are. False: out of memory.
bool placement_pack(placement *p, plane_point way);

/// Searches anew, from another center by the rules of another searcher, for members that
/// still have no tile. False: out of memory.
bool placement_pack_around(placement *p);

/// Gives each member its place in the formation around the center, or the nearest free
/// tile. `f` has its kind, its layout and its direction. False: out of memory.
bool placement_form(placement *p, formation *f);

#endif
