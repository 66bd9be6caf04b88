// Groups: sending many units to one place, each to a tile of its own.
//
// Method: a breadth-first search from the destination visits tiles in the order of their
// distance in steps. Units are sorted by size, then by their distance to the destination:
// the first unit gets the first tile where it fits, and so on. So the units in front go
// through to the far side, and leave room for those behind. When a unit wants to pass
// another one of its group that is at its tile already, the two exchange tiles
// (crowd/orders).

#include "crowd/guide.h"
#include "crowd/orders.h"
#include "crowd/unit_rules.h"
#include "map/footprint.h"
#include "query/reachability.h"

#include <stdlib.h>
#include <string.h>

// A unit of a group.
typedef struct group_member {
  uint32_t slot;
  int size;
  int64_t distance; // to the destination
} group_member;

// Scratch memory of one call.
typedef struct group_search {
  astar_crowd *crowd;
  group_member *members;
  uint32_t member_count, member_capacity;
  uint8_t *seen;   // one byte per tile: GROUP_ bits
  uint32_t *tiles; // in the order of the search
  uint32_t tile_count, tile_capacity, expanded;
} group_search;

enum { GROUP_SEEN = 1, GROUP_TAKEN = 2 };

static void group_fini(group_search *g) {
  memory *m = g->crowd->memory;
  memory_free(m, g->members, g->member_capacity * sizeof *g->members);
  memory_free(m, g->tiles, g->tile_capacity * sizeof *g->tiles);
  memory_free(m, g->seen, grid_tiles(g->crowd->grid));
}

static bool group_see(group_search *g, uint32_t cell) {
  if (g->seen[cell] & GROUP_SEEN) return true;
  g->seen[cell] |= GROUP_SEEN;
  if (!memory_reserve(g->crowd->memory, (void **)&g->tiles, &g->tile_capacity,
                      g->tile_count + 1, sizeof *g->tiles)) {
    return false;
  }
  g->tiles[g->tile_count++] = cell;
  return true;
}

// Visits the neighbors of the next tile, by the rules of the first unit. False: out of
// memory.
static bool group_expand(group_search *g) {
  const astar_crowd *crowd = g->crowd;
  const costmap *map = &crowd_rules(crowd, &crowd->units[g->members[0].slot])->map;
  uint32_t cell = g->tiles[g->expanded++];
  int x = grid_x(crowd->grid, cell), y = grid_y(crowd->grid, cell);
  const tile_move *list = map->moves->list[costmap_parity(map, x, y)];
  for (uint64_t moves = costmap_moves(map, x, y); moves != 0; moves &= moves - 1) {
    int move = bits_lowest(moves);
    if (!group_see(g, grid_cell(crowd->grid, x + list[move].dx, y + list[move].dy))) {
      return false;
    }
  }
  return true;
}

// -------------------------------------------------------------------------------- tiles

// Whether a tile is free for a member: no member has it, and no unit that is not sent
// stands there for good.
static bool group_is_free(const group_search *g, uint32_t cell) {
  if (g->seen[cell] & GROUP_TAKEN) return false;
  uint32_t holder = g->crowd->occupancy.tiles[cell].holder;
  if (holder == 0) return true;
  const unit *u = &g->crowd->units[holder];
  return u->order != UNIT_NO_ORDER || u->group == g->crowd->groups;
}

static bool group_fits(const group_search *g, const unit *u, uint32_t cell) {
  const astar_grid *grid = g->crowd->grid;
  int x = grid_x(grid, cell), y = grid_y(grid, cell);
  const unit_rules *rules = crowd_rules(g->crowd, u);
  if (!costmap_is_passable(&rules->map, x, y)) return false;
  for (footprint f = footprint_at(grid, u->size, x, y); footprint_next(&f);) {
    if (!group_is_free(g, f.cell)) return false;
  }
  astar_status status = reachability_by_components(g->crowd->grid, rules->rules, NULL,
                                                   u->to_x, u->to_y, x, y);
  return status == ASTAR_OK || status == ASTAR_RUNNING;
}

static void group_take(group_search *g, const unit *u, uint32_t cell) {
  const astar_grid *grid = g->crowd->grid;
  int x = grid_x(grid, cell), y = grid_y(grid, cell);
  for (footprint f = footprint_at(grid, u->size, x, y); footprint_next(&f);) {
    g->seen[f.cell] |= GROUP_TAKEN;
  }
}

// Deals tiles to all members. `*placed`: how many got one. False: out of memory.
static bool group_deal(group_search *g, size_t *placed) {
  astar_crowd *crowd = g->crowd;
  uint32_t next = 0;
  for (uint32_t i = 0; i < g->member_count; i++) {
    unit *u = &crowd->units[g->members[i].slot];
    bool is_like_last = i > 0 && g->members[i].size == g->members[i - 1].size &&
                        u->rules == crowd->units[g->members[i - 1].slot].rules;
    if (!is_like_last) next = 0;
    for (;; next++) {
      while (next == g->tile_count && g->expanded < g->tile_count) {
        if (!group_expand(g)) return false;
      }
      if (next == g->tile_count || group_fits(g, u, g->tiles[next])) break;
    }
    if (next == g->tile_count) continue;
    uint32_t cell = g->tiles[next];
    group_take(g, u, cell);
    orders_begin(crowd, u, UNIT_SEND, grid_x(crowd->grid, cell),
                 grid_y(crowd->grid, cell));
    u->group = crowd->groups;
    ++*placed;
  }
  return true;
}

// ------------------------------------------------------------------------------- members

static int group_compare(const void *left, const void *right) {
  const group_member *a = (const group_member *)left, *b = (const group_member *)right;
  if (a->size != b->size) return a->size > b->size ? -1 : 1;
  if (a->distance != b->distance) return a->distance < b->distance ? -1 : 1;
  return (a->slot > b->slot) - (a->slot < b->slot);
}

// Lists the units, each once, those that come first. False: out of memory.
static bool group_gather(group_search *g, const uint32_t *units, size_t count, int x,
                         int y) {
  astar_crowd *crowd = g->crowd;
  if (!memory_reserve(crowd->memory, (void **)&g->members, &g->member_capacity,
                      crowd->unit_count, sizeof *g->members)) {
    return false;
  }
  crowd->groups++;
  for (size_t i = 0; i < count; i++) {
    uint32_t slot = crowd_slot(crowd, units[i]);
    unit *u = &crowd->units[slot];
    if (u->group == crowd->groups) continue;
    u->group = crowd->groups;
    g->members[g->member_count++] =
        (group_member){slot, u->size, guide_estimate(crowd, u, u->to_x, u->to_y, x, y)};
  }
  qsort(g->members, g->member_count, sizeof *g->members, group_compare);
  return true;
}

// The tile where the search for tiles begins: the destination, or the nearest tile that
// the first unit can reach.
static astar_status group_find_center(group_search *g, int x, int y, uint32_t *cell) {
  astar_crowd *crowd = g->crowd;
  const unit *u = &crowd->units[g->members[0].slot];
  const astar_rules *rules = crowd_rules(crowd, u)->rules;
  *cell = grid_cell(crowd->grid, x, y);
  astar_status status =
      reachability_by_components(crowd->grid, rules, NULL, u->to_x, u->to_y, x, y);
  if (status == ASTAR_OK || status == ASTAR_NO_MEMORY) return status;
  astar_goal goal = {x, y};
  astar_query query = astar_default_query(rules, u->to_x, u->to_y, &goal, 1);
  query.partial = true;
  status = astar_find_path(crowd->grid, &query, crowd->path, NULL);
  if (status != ASTAR_OK) return status;
  astar_point end = crowd->path->builder.points[0]; // a path has its last tile first
  *cell = grid_cell(crowd->grid, end.x, end.y);
  return ASTAR_OK;
}

// Searches tiles and deals them. ASTAR_OK also when no unit gets one.
static astar_status group_send(group_search *g, int x, int y, size_t *placed) {
  uint32_t center;
  astar_status status = group_find_center(g, x, y, &center);
  if (status == ASTAR_NO_MEMORY) return status;
  if (status != ASTAR_OK) return ASTAR_OK;
  bool done = group_see(g, center) && group_deal(g, placed);
  return done ? ASTAR_OK : ASTAR_NO_MEMORY;
}

astar_status astar_crowd_send(astar_crowd *crowd, const uint32_t *units, size_t count,
                              int x, int y, size_t *placed) {
  size_t dealt = 0;
  if (placed != NULL) *placed = 0;
  if (crowd == NULL || (units == NULL && count > 0)) return ASTAR_INVALID;
  for (size_t i = 0; i < count; i++) {
    if (crowd_slot(crowd, units[i]) == 0) return ASTAR_INVALID;
  }
  if (!grid_contains(crowd->grid, x, y)) return ASTAR_OUT_OF_BOUNDS;
  astar_status status = unit_rules_update(crowd);
  if (status != ASTAR_OK || count == 0) return status;
  group_search g = {.crowd = crowd};
  g.seen = (uint8_t *)memory_new(crowd->memory, grid_tiles(crowd->grid));
  bool has_members = g.seen != NULL && group_gather(&g, units, count, x, y);
  status = has_members ? group_send(&g, x, y, &dealt) : ASTAR_NO_MEMORY;
  group_fini(&g);
  if (placed != NULL) *placed = dealt;
  return status;
}
