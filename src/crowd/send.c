// Sending many units to one place: each gets a tile of its own.
//
// Method: a breadth-first search from the center visits tiles in the order of their
// distance in steps. Units are sorted by size, the largest first: the first unit gets the
// first tile where it fits, and so on. The tiles of units with the same rules form a
// group (crowd/group). They are sorted by their distance to the entrance: the point where
// the path of the first unit comes near the center.

#include "base/bits.h"
#include "crowd/group.h"
#include "crowd/guide.h"
#include "crowd/orders.h"
#include "crowd/unit_rules.h"
#include "map/footprint.h"
#include "query/reachability.h"

#include <stdlib.h>
#include <string.h>

// Units get their tile at this distance from the outermost tile.
#define SEND_NEAR (4 * UNIT_COST_STEP)

// A unit of a group.
typedef struct send_member {
  uint32_t slot;
  unit_group *group;
  int size;
  int64_t distance; // to the center
  bool is_placed;
} send_member;

// Scratch memory of one call.
typedef struct send_call {
  astar_crowd *crowd;
  send_member *members;
  uint32_t member_count, member_capacity;
  uint8_t *seen;   // one byte per tile: SEND_ bits
  uint32_t *tiles; // in the order of the search
  uint32_t tile_count, tile_capacity, expanded;
  uint32_t center; // where the search begins
  uint32_t entrance;
} send_call;

enum { SEND_SEEN = 1, SEND_TAKEN = 2 };

static void send_fini(send_call *g) {
  memory *m = g->crowd->memory;
  memory_free(m, g->members, g->member_capacity * sizeof *g->members);
  memory_free(m, g->tiles, g->tile_capacity * sizeof *g->tiles);
  memory_free(m, g->seen, grid_tiles(g->crowd->grid));
}

static const crowd_unit *send_unit(const send_call *g, uint32_t member) {
  return &g->crowd->units[g->members[member].slot];
}

static bool send_see(send_call *g, uint32_t cell) {
  if (g->seen[cell] & SEND_SEEN) return true;
  g->seen[cell] |= SEND_SEEN;
  if (!memory_reserve(g->crowd->memory, (void **)&g->tiles, &g->tile_capacity,
                      g->tile_count + 1, sizeof *g->tiles)) {
    return false;
  }
  g->tiles[g->tile_count++] = cell;
  return true;
}

// Visits the neighbors of the next tile, by the rules of the first unit. False: out of
// memory.
static bool send_expand(send_call *g) {
  const astar_crowd *crowd = g->crowd;
  const costmap *map = &crowd_rules(crowd, send_unit(g, 0))->map;
  uint32_t cell = g->tiles[g->expanded++];
  int x = grid_x(crowd->grid, cell), y = grid_y(crowd->grid, cell);
  const tile_move *list = map->moves->list[costmap_parity(map, x, y)];
  for (uint64_t moves = costmap_moves(map, x, y); moves != 0; moves &= moves - 1) {
    int move = bits_lowest(moves);
    if (!send_see(g, grid_cell(crowd->grid, x + list[move].dx, y + list[move].dy))) {
      return false;
    }
  }
  return true;
}

// -------------------------------------------------------------------------------- tiles

// Whether a tile is free: no unit of this call has it, and no other unit stands
// there without an order.
static bool send_is_free(const send_call *g, uint32_t cell) {
  if (g->seen[cell] & SEND_TAKEN) return false;
  uint32_t holder = g->crowd->occupancy.tiles[cell].holder;
  if (holder == 0) return true;
  const crowd_unit *u = &g->crowd->units[holder];
  return u->order != UNIT_NO_ORDER || u->call == g->crowd->calls;
}

static bool send_fits(const send_call *g, const crowd_unit *u, uint32_t cell) {
  const astar_grid *grid = g->crowd->grid;
  int x = grid_x(grid, cell), y = grid_y(grid, cell);
  const unit_rules *rules = crowd_rules(g->crowd, u);
  if (!costmap_is_passable(&rules->map, x, y)) return false;
  for (footprint f = footprint_at(grid, u->size, x, y); footprint_next(&f);) {
    if (!send_is_free(g, f.cell)) return false;
  }
  astar_status status = reachability_by_components(
      g->crowd->grid, rules->rules, &rules->filter, u->to_x, u->to_y, x, y);
  return status == ASTAR_OK || status == ASTAR_RUNNING;
}

static bool send_take(send_call *g, send_member *member, uint32_t cell) {
  const astar_grid *grid = g->crowd->grid;
  unit_group *group = member->group;
  if (!memory_reserve(g->crowd->memory, (void **)&group->tiles, &group->tile_capacity,
                      group->tile_count + 1, sizeof *group->tiles)) {
    return false;
  }
  group->tiles[group->tile_count++] = cell;
  int x = grid_x(grid, cell), y = grid_y(grid, cell);
  for (footprint f = footprint_at(grid, member->size, x, y); footprint_next(&f);) {
    g->seen[f.cell] |= SEND_TAKEN;
  }
  member->is_placed = true;
  return true;
}

// Finds a tile for each unit. False: out of memory.
static bool send_find_tiles(send_call *g) {
  uint32_t next = 0;
  for (uint32_t i = 0; i < g->member_count; i++) {
    const crowd_unit *u = send_unit(g, i);
    if (i > 0 && g->members[i].group != g->members[i - 1].group) next = 0;
    for (;; next++) {
      while (next == g->tile_count && g->expanded < g->tile_count) {
        if (!send_expand(g)) return false;
      }
      if (next == g->tile_count || send_fits(g, u, g->tiles[next])) break;
    }
    if (next == g->tile_count) continue;
    if (!send_take(g, &g->members[i], g->tiles[next])) return false;
  }
  return true;
}

// ------------------------------------------------------------------------------- members

static int send_compare(const void *left, const void *right) {
  const send_member *a = (const send_member *)left, *b = (const send_member *)right;
  if (a->size != b->size) return a->size > b->size ? -1 : 1;
  if (a->group != b->group) return a->group->rules < b->group->rules ? -1 : 1;
  if (a->distance != b->distance) return a->distance < b->distance ? -1 : 1;
  return (a->slot > b->slot) - (a->slot < b->slot);
}

// The group of this call for rules. NULL: out of memory.
static unit_group *send_for(send_call *g, uint16_t rules, unit_group *last) {
  astar_crowd *crowd = g->crowd;
  for (unit_group *group = crowd->groups; group != last; group = group->next) {
    if (group->rules == rules) return group;
  }
  unit_group *group = group_new(crowd);
  if (group != NULL) group->rules = rules;
  return group;
}

// Lists the units, each once, those with the shortest way first. False: out of memory.
static bool send_gather(send_call *g, const uint32_t *units, size_t count, int x, int y) {
  astar_crowd *crowd = g->crowd;
  unit_group *last = crowd->groups;
  if (!memory_reserve(crowd->memory, (void **)&g->members, &g->member_capacity,
                      crowd->unit_count, sizeof *g->members)) {
    return false;
  }
  crowd->calls++;
  for (size_t i = 0; i < count; i++) {
    uint32_t slot = crowd_slot(crowd, units[i]);
    crowd_unit *u = &crowd->units[slot];
    if (u->call == crowd->calls) continue;
    u->call = crowd->calls;
    unit_group *group = send_for(g, u->rules, last);
    if (group == NULL) return false;
    g->members[g->member_count++] = (send_member){
        slot, group, u->size, guide_estimate(crowd, u, u->to_x, u->to_y, x, y), false};
  }
  qsort(g->members, g->member_count, sizeof *g->members, send_compare);
  return true;
}

// -------------------------------------------------------------------------------- orders

// Searches the way of the first unit: it ends at the center, the tile nearest to (x, y)
// that the unit can reach.
static astar_status send_find_center(send_call *g, int x, int y) {
  astar_crowd *crowd = g->crowd;
  const crowd_unit *u = send_unit(g, 0);
  astar_goal goal = {x, y};
  astar_query query =
      astar_default_query(crowd_rules(crowd, u)->rules, u->to_x, u->to_y, &goal, 1);
  query.filter = &crowd_rules(crowd, u)->filter;
  query.partial = true;
  astar_status status = astar_find_path(crowd->grid, &query, crowd->path, NULL);
  if (status != ASTAR_OK) return status;
  const path_builder *path = &crowd->path->builder; // it has its last tile first
  g->center = grid_cell(crowd->grid, path->points[0].x, path->points[0].y);
  return ASTAR_OK;
}

// The farthest tile of a group from its center.
static unit_cost send_radius(const astar_crowd *crowd, const crowd_unit *u,
                             const unit_group *group) {
  unit_cost radius = 0;
  for (uint32_t i = 0; i < group->tile_count; i++) {
    int x = grid_x(crowd->grid, group->tiles[i]),
        y = grid_y(crowd->grid, group->tiles[i]);
    unit_cost distance = guide_estimate(crowd, u, x, y, group->x, group->y);
    if (distance > radius) radius = distance;
  }
  return radius;
}

// The last point of the way of the first unit that is not near the center.
static astar_point send_entrance(const send_call *g, const crowd_unit *u,
                                 const unit_group *group) {
  const path_builder *path = &g->crowd->path->builder;
  for (uint32_t i = 0; i < path->count; i++) {
    astar_point p = path->points[i];
    if (guide_estimate(g->crowd, u, p.x, p.y, group->x, group->y) > group->near) return p;
  }
  return path->points[path->count - 1];
}

// A tile of a group, and its distance to the entrance.
typedef struct send_tile {
  unit_cost distance;
  uint32_t cell;
} send_tile;

static int send_compare_tiles(const void *left, const void *right) {
  const send_tile *a = (const send_tile *)left, *b = (const send_tile *)right;
  if (a->distance != b->distance) return a->distance < b->distance ? -1 : 1;
  return (a->cell > b->cell) - (a->cell < b->cell);
}

// Sorts the tiles of a group: the nearest to the entrance first. False: out of memory.
static bool send_sort_tiles(send_call *g, const crowd_unit *u, unit_group *group) {
  const astar_grid *grid = g->crowd->grid;
  size_t size = group->tile_count * sizeof(send_tile);
  send_tile *tiles = (send_tile *)memory_resize(g->crowd->memory, NULL, 0, size);
  if (tiles == NULL) return false;
  group->near = send_radius(g->crowd, u, group) + SEND_NEAR;
  astar_point entrance = send_entrance(g, u, group);
  for (uint32_t i = 0; i < group->tile_count; i++) {
    uint32_t cell = group->tiles[i];
    tiles[i] = (send_tile){guide_estimate(g->crowd, u, grid_x(grid, cell),
                                          grid_y(grid, cell), entrance.x, entrance.y),
                           cell};
  }
  qsort(tiles, group->tile_count, sizeof *tiles, send_compare_tiles);
  for (uint32_t i = 0; i < group->tile_count; i++) group->tiles[i] = tiles[i].cell;
  memory_free(g->crowd->memory, tiles, size);
  return true;
}

// Gives the orders. ASTAR_OK also when no unit gets a tile.
static astar_status send_send(send_call *g, int x, int y, size_t *placed) {
  astar_crowd *crowd = g->crowd;
  astar_status status = send_find_center(g, x, y);
  if (status == ASTAR_NO_MEMORY) return status;
  if (status != ASTAR_OK) return ASTAR_OK;
  if (!send_see(g, g->center) || !send_find_tiles(g)) return ASTAR_NO_MEMORY;
  for (uint32_t i = 0; i < g->member_count; i++) {
    unit_group *group = g->members[i].group;
    bool is_first = i == 0 || group != g->members[i - 1].group;
    if (!is_first || group->tile_count == 0) continue;
    group->x = (uint16_t)grid_x(crowd->grid, g->center);
    group->y = (uint16_t)grid_y(crowd->grid, g->center);
    if (!send_sort_tiles(g, send_unit(g, i), group)) return ASTAR_NO_MEMORY;
  }
  for (uint32_t i = 0; i < g->member_count; i++) {
    if (!g->members[i].is_placed) continue;
    crowd_unit *u = &crowd->units[g->members[i].slot];
    unit_group *group = g->members[i].group;
    orders_begin(crowd, u, UNIT_SEND, group->x, group->y, NULL);
    group_join(u, group);
    u->flags |= UNIT_WITHOUT_TILE;
    ++*placed;
  }
  return ASTAR_OK;
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
  send_call g = {.crowd = crowd};
  g.seen = (uint8_t *)memory_new(crowd->memory, grid_tiles(crowd->grid));
  bool has_members = g.seen != NULL && send_gather(&g, units, count, x, y);
  status = has_members ? send_send(&g, x, y, &dealt) : ASTAR_NO_MEMORY;
  send_fini(&g);
  group_drop_empty(crowd);
  if (placed != NULL) *placed = dealt;
  return status;
}
