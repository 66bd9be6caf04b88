// Aside: see aside.h.
//
// Method: a breadth-first search from the options of the unit, on the map without units.
// The ways lead past the unit that pushes.

#include "crowd/motion/aside.h"
#include "base/inline.h"
#include "crowd/motion/surroundings.h"

// The tile of the root after so many steps, as far as it is known.
static unit_tile aside_ahead(const astar_crowd *crowd, const crowd_unit *root,
                             uint32_t steps) {
  const guide *g = &root->guide;
  const right_of_way_option *o = crowd->frames[0].chosen;
  uint32_t at = g->cursor + steps;
  if (steps == 0) return root->at;
  if (steps == 1 || g->count == 0) return unit_tile_at(o->x, o->y);
  return g->points[at < g->count ? at : g->count - 1].at;
}

// Whether a unit at a tile is out of the way of the root, and of the unit that pushes it.
static bool aside_is_clear(const astar_crowd *crowd, const crowd_unit *root,
                           const crowd_unit *u, unit_tile tile,
                           const right_of_way_frame *pusher) {
  unit_tile to = unit_tile_at(pusher->chosen->x, pusher->chosen->y);
  if (unit_overlaps(u, tile, &crowd->units[pusher->slot], to)) return false;
  uint32_t ahead = 2u * (u->size + root->size) + 4;
  for (uint32_t i = 0; i < ahead; i++)
    if (unit_overlaps(u, tile, root, aside_ahead(crowd, root, i))) return false;
  return true;
}

// Not inlined: its memory would count for each unit of a chain of pushes.
INLINE_NEVER unsigned aside_search(const astar_crowd *crowd, const crowd_unit *root,
                                   const right_of_way_frame *frame) {
  const crowd_unit *u = &crowd->units[frame->slot],
                   *pusher = &crowd->units[frame[-1].slot];
  unsigned found = 0;
  surroundings s;
  surroundings_tile tile;
  surroundings_begin(&s, &crowd_rules(crowd, u)->map, u->at.x, u->at.y);
  for (int i = 0; i < frame->count; i++)
    surroundings_add(&s, frame->options[i].x, frame->options[i].y, 1, i);
  int most = SURROUNDINGS_FAR;
  while (surroundings_next(&s, &tile) && tile.steps <= most) {
    unit_tile at = unit_tile_at(tile.x, tile.y);
    if (unit_overlaps(u, at, pusher, pusher->at)) continue;
    if (aside_is_clear(crowd, root, u, at, frame - 1)) {
      found |= 1u << tile.from;
      most = tile.steps;
    }
    surroundings_expand(&s, &tile);
  }
  return found;
}

unsigned aside_find(const astar_crowd *crowd, const crowd_unit *root,
                    const right_of_way_frame *frame) {
  bool is_large = root->size > 1 || crowd->units[frame->slot].size > 1 ||
                  crowd->units[frame[-1].slot].size > 1;
  return is_large ? aside_search(crowd, root, frame) : 0;
}
