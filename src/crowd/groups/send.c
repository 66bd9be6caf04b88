// Sending many units to one place: each gets a tile of its own.
//
// Method: units are sorted by size, the largest first. A search around the center finds a
// tile for each (crowd/groups/placement). The units with the same rules form a group
// (crowd/groups/group).
//
// In a pack, units get their tile when they come near, those that are farthest from the
// entrance first: the point where the path of the first unit comes near the center. A
// group of large units that has a flank of the pack goes to a center of its own.
//
// In a formation, the units of a group are matched with their tiles so that their ways do
// not cross (crowd/groups/assignment). A unit that sees its tile, so that it can go there
// straight, gets it at once. All others get theirs when they come near: behind a door the
// order in which they arrive is not known before.

#include "crowd/groups/assignment.h"
#include "crowd/groups/formation.h"
#include "crowd/groups/group.h"
#include "crowd/orders/guide.h"
#include "crowd/orders/orders.h"
#include "crowd/groups/placement.h"
#include "crowd/unit_rules.h"

#include <math.h>
#include <stdlib.h>

#define SEND_COOKIE 0x53454e44u

astar_send_options astar_default_send(void) {
  return (astar_send_options){
      .formation = ASTAR_FORMATION_PACK, .facing = NAN, .cookie = SEND_COOKIE};
}

// ------------------------------------------------------------------------------- members

static int send_compare(const void *left, const void *right) {
  const placement_member *a = (const placement_member *)left,
                         *b = (const placement_member *)right;
  if (a->size != b->size) return a->size > b->size ? -1 : 1;
  if (a->group != b->group) return a->group->rules < b->group->rules ? -1 : 1;
  if (a->distance != b->distance) return a->distance < b->distance ? -1 : 1;
  return (a->slot > b->slot) - (a->slot < b->slot);
}

// The group of this call for rules. NULL: out of memory.
static unit_group *send_for(placement *g, uint16_t rules, unit_group *last) {
  astar_crowd *crowd = g->crowd;
  for (unit_group *group = crowd->groups; group != last; group = group->next)
    if (group->rules == rules) return group;
  unit_group *group = group_new(crowd);
  if (group != NULL) group->rules = rules;
  return group;
}

// Lists the units, each once, those with the shortest way first. False: out of memory.
static bool send_gather(placement *g, const uint32_t *units, size_t count, int x, int y) {
  astar_crowd *crowd = g->crowd;
  unit_group *last = crowd->groups;
  g->goal = unit_tile_at(x, y);
  if (!MEMORY_RESERVE(crowd->memory, g->members, g->member_capacity, crowd->unit_count))
    return false;
  crowd->calls++;
  for (size_t i = 0; i < count; i++) {
    uint32_t slot = crowd_slot(crowd, units[i]);
    crowd_unit *u = &crowd->units[slot];
    if (u->call == crowd->calls) continue;
    u->call = crowd->calls;
    unit_group *group = send_for(g, u->rules, last);
    if (group == NULL) return false;
    g->members[g->member_count++] =
        (placement_member){.slot = slot,
                           .group = group,
                           .size = u->size,
                           .distance = guide_estimate(crowd, u, u->to.x, u->to.y, x, y)};
  }
  qsort(g->members, g->member_count, sizeof *g->members, send_compare);
  return true;
}

// -------------------------------------------------------------------------------- orders

// The first or the last unit that can reach a cell, by connected components; if none can,
// the first one.
static uint32_t send_reacher(const placement *g, uint32_t cell, bool is_last) {
  for (uint32_t n = 0; n < g->member_count; n++) {
    uint32_t i = is_last ? g->member_count - 1 - n : n;
    if (placement_reaches(g, placement_unit(g, i), cell)) return i;
  }
  return 0;
}

// Searches the way of a unit to (x, y), or to the nearest tile that it can reach.
static astar_status send_find_way(placement *g, const crowd_unit *u, int x, int y) {
  astar_crowd *crowd = g->crowd;
  astar_point goal = {x, y};
  astar_query query =
      astar_default_query(crowd_rules(crowd, u)->rules, u->to.x, u->to.y, &goal, 1);
  query.filter = &crowd_rules(crowd, u)->filter;
  query.partial = true;
  return astar_find_path(crowd->grid, &query, crowd->path, NULL);
}

static uint32_t send_way_end(const placement *g) {
  astar_point end = g->crowd->path->builder.runs[0].end;
  return grid_cell(g->crowd->grid, end.x, end.y);
}

// Searches the way of the first unit: it ends at the center, the tile nearest to (x, y)
// that the unit can reach.
static astar_status send_find_center(placement *g, int x, int y) {
  astar_crowd *crowd = g->crowd;
  g->searcher = send_reacher(g, grid_cell(crowd->grid, x, y), false);
  astar_status status = send_find_way(g, placement_unit(g, g->searcher), x, y);
  if (status == ASTAR_OK) g->center = send_way_end(g);
  return status;
}

// The farthest tile of a group from its center.
static unit_cost send_radius(const astar_crowd *crowd, const crowd_unit *u,
                             const unit_group *group) {
  unit_cost radius = 0;
  for (uint32_t i = 0; i < group->tile_count; i++) {
    unit_cost distance = group_distance(crowd, u, group->tiles[i], group->center);
    if (distance > radius) radius = distance;
  }
  return radius;
}

// The last point of the way of the first unit that is not near the center.
static astar_point send_entrance(const placement *g, const crowd_unit *u,
                                 const unit_group *group) {
  const path_builder *path = &g->crowd->path->builder;
  for (uint32_t i = path->count; i-- > 0;) {
    astar_point p = path->points[i];
    if (guide_estimate(g->crowd, u, p.x, p.y, group->center.x, group->center.y) >
        group->near)
      return p;
  }
  return path->points[0];
}

// Sorts the tiles of a group: the nearest to the entrance first. False: out of memory.
static bool send_sort_tiles(placement *g, const crowd_unit *u, unit_group *group) {
  size_t size = group->tile_count * sizeof(placement_tile);
  placement_tile *tiles =
      (placement_tile *)memory_resize(g->crowd->memory, NULL, 0, size);
  if (tiles == NULL) return false;
  group->near = send_radius(g->crowd, u, group) + SEND_NEAR;
  group->nearest = group->near;
  if (group->formation != ASTAR_FORMATION_PACK)
    group->nearest = SEND_NEAR + (unit_cost)(UNIT_COST_STEP * sqrt(group->tile_count));
  astar_point entrance = send_entrance(g, u, group);
  group->entrance = unit_tile_at(entrance.x, entrance.y);
  for (uint32_t i = 0; i < group->tile_count; i++) {
    uint32_t cell = group->tiles[i];
    tiles[i] = (placement_tile){group_distance(g->crowd, u, cell, group->entrance), cell};
  }
  qsort(tiles, group->tile_count, sizeof *tiles, placement_compare_tiles);
  for (uint32_t i = 0; i < group->tile_count; i++) group->tiles[i] = tiles[i].cell;
  memory_free(g->crowd->memory, tiles, size);
  return true;
}

// --------------------------------------------------------------------------- formations

// Whether a unit rests on the tile that it gets.
static bool send_stands(const placement *g, const placement_member *member) {
  const crowd_unit *u = &g->crowd->units[member->slot];
  return member->is_placed && (u->flags & UNIT_ACTIVE) == 0 &&
         member->cell == grid_cell(g->crowd->grid, u->to.x, u->to.y);
}

// The member of a group that rests on a tile, or NULL.
static placement_member *send_member_on(const placement *g, const unit_group *group,
                                        uint32_t cell) {
  const astar_crowd *crowd = g->crowd;
  uint32_t slot = crowd->occupancy.tiles[cell].holder;
  const crowd_unit *u = &crowd->units[slot];
  placement_member key = {.slot = slot, .group = (unit_group *)group, .size = u->size};
  key.cell = cell;
  key.is_placed = true;
  if (u->call != crowd->calls || !send_stands(g, &key)) return NULL;
  key.distance = guide_estimate(crowd, u, u->to.x, u->to.y, g->goal.x, g->goal.y);
  return (placement_member *)bsearch(&key, g->members, g->member_count, sizeof key,
                                     send_compare);
}

// A unit that rests on a tile of its group keeps it: it exchanges tiles with the one that
// has it.
static void send_keep_places(const placement *g, uint32_t first, uint32_t end) {
  for (uint32_t i = first; i < end; i++) {
    placement_member *member = &g->members[i], *other;
    while (member->is_placed &&
           (other = send_member_on(g, member->group, member->cell)) != NULL &&
           other != member) {
      uint32_t cell = other->cell;
      bool was_placed = other->is_placed;
      other->cell = member->cell;
      other->is_placed = true;
      member->cell = cell;
      member->is_placed = was_placed;
    }
  }
}

// Matches the placed units [first..end) of a group with their tiles.
static bool send_match(placement *g, uint32_t first, uint32_t end) {
  astar_crowd *crowd = g->crowd;
  astar_layout layout = crowd->grid->layout;
  uint32_t count = 0;
  size_t size = 2 * (size_t)(end - first) * sizeof(assignment_point);
  assignment_point *units =
      (assignment_point *)memory_resize(crowd->memory, NULL, 0, size);
  if (units == NULL) return false;
  assignment_point *places = units + (end - first);
  for (uint32_t i = first; i < end; i++) {
    const placement_member *member = &g->members[i];
    if (!member->is_placed || send_stands(g, member)) continue;
    const crowd_unit *u = placement_unit(g, i);
    plane_point from = formation_point(layout, u->size, u->to.x, u->to.y);
    plane_point to = formation_point(layout, u->size, grid_x(crowd->grid, member->cell),
                                     grid_y(crowd->grid, member->cell));
    units[count] = (assignment_point){from.x, from.y, i};
    places[count++] = (assignment_point){to.x, to.y, member->cell};
  }
  assignment_match(units, places, count);
  for (uint32_t i = 0; i < count; i++) g->members[units[i].index].cell = places[i].index;
  memory_free(crowd->memory, units, size);
  return true;
}

// ------------------------------------------------------------------------------- groups

// Adds the tile of a unit that does not get it now to those of its group. False: out of
// memory.
static bool send_keep_tile(placement *g, const placement_member *member) {
  unit_group *group = member->group;
  if (!MEMORY_RESERVE(g->crowd->memory, group->tiles, group->tile_capacity,
                      group->tile_count + 1))
    return false;
  group->tiles[group->tile_count++] = member->cell;
  return true;
}

// The speed of the slowest unit [tiles per second].
static double send_slowest(const placement *g) {
  double speed = HUGE_VAL;
  for (uint32_t i = 0; i < g->member_count; i++) {
    double own = placement_unit(g, i)->speed;
    if (own > 0 && own < speed) speed = own;
  }
  return speed;
}

// The center of a group that does not reach that of the call, or has a flank of the pack:
// the first of its tiles. The path of the crowd becomes a way there.
static uint32_t send_own_center(placement *g, uint32_t first, uint32_t end) {
  while (first + 1 < end && !g->members[first].is_placed) first++;
  const placement_member *member = &g->members[first];
  unit_tile at = crowd_tile(g->crowd, member->cell);
  bool found = member->is_placed &&
               send_find_way(g, placement_unit(g, first), at.x, at.y) == ASTAR_OK;
  return found ? member->cell : g->center;
}

// Prepares the group of the units [first..end). False: out of memory.
static bool send_prepare(placement *g, uint32_t first, uint32_t end,
                         const astar_send_options *options, bool reaches) {
  astar_crowd *crowd = g->crowd;
  unit_group *group = g->members[first].group;
  uint32_t center = reaches ? g->center : send_own_center(g, first, end);
  group->center = crowd_tile(crowd, center);
  group->facing = options->facing;
  group->formation = (uint8_t)options->formation;
  if (options->slowest) group->speed = send_slowest(g);
  bool has_formation = options->formation != ASTAR_FORMATION_PACK;
  bool keeps = options->formation == ASTAR_FORMATION_KEEP;
  send_keep_places(g, first, end);
  if (has_formation && !keeps && !send_match(g, first, end)) return false;
  for (uint32_t i = first; i < end; i++) {
    placement_member *member = &g->members[i];
    if (!member->is_placed) continue;
    member->goes_straight =
        keeps || send_stands(g, member) ||
        (has_formation && group_sees(crowd, placement_unit(g, i), member->cell));
    if (!member->goes_straight && !send_keep_tile(g, member)) return false;
  }
  return group->tile_count == 0 || send_sort_tiles(g, placement_unit(g, first), group);
}

// The end of the group that begins with a member.
static uint32_t send_group_end(const placement *g, uint32_t first) {
  uint32_t end = first;
  while (end < g->member_count && g->members[end].group == g->members[first].group) end++;
  return end;
}

// Prepares the groups that go to the center, or those that do not: these replace the path
// of the crowd.
static bool send_prepare_all(placement *g, const astar_send_options *options,
                             bool reaching) {
  for (uint32_t first = 0, end; first < g->member_count; first = end) {
    end = send_group_end(g, first);
    bool has_flank = options->formation == ASTAR_FORMATION_PACK &&
                     g->members[first].size > g->members[g->member_count - 1].size;
    bool reaches =
        !has_flank && placement_reaches(g, placement_unit(g, first), g->center);
    if (reaches != reaching) continue;
    if (!send_prepare(g, first, end, options, reaches)) return false;
  }
  return true;
}

static void send_order(placement *g, const placement_member *member) {
  astar_crowd *crowd = g->crowd;
  crowd_unit *u = &crowd->units[member->slot];
  unit_group *group = member->group;
  unit_tile goal =
      member->goes_straight ? crowd_tile(crowd, member->cell) : group->center;
  orders_begin(crowd, u, UNIT_SEND, goal.x, goal.y, NULL);
  group_join(u, group);
  if (!member->goes_straight) u->flags |= UNIT_WITHOUT_TILE;
}

// -------------------------------------------------------------------------------- calls

// Looks whether the units rest where the last call sent them.
static void send_look_back(placement *g) {
  g->stands = true;
  for (uint32_t i = 0; i < g->member_count && g->stands; i++) {
    const crowd_unit *u = placement_unit(g, i);
    bool rests = u->group != NULL && (u->flags & UNIT_ACTIVE) == 0;
    if (i == 0 && rests) g->last = u->group->center;
    g->stands = rests && unit_tile_is(u->group->center, g->last.x, g->last.y);
  }
}

// The way from the middle of the units, or from where the last call sent them, to (x, y).
static plane_point send_way(const placement *g, int x, int y) {
  astar_layout layout = g->crowd->grid->layout;
  plane_point goal = formation_point(layout, 1, x, y);
  plane_point middle = {0, 0};
  if (g->stands) middle = formation_point(layout, 1, g->last.x, g->last.y);
  for (uint32_t i = 0; i < g->member_count && !g->stands; i++) {
    const crowd_unit *u = placement_unit(g, i);
    plane_point at = formation_point(layout, u->size, u->to.x, u->to.y);
    middle.x += at.x / g->member_count;
    middle.y += at.y / g->member_count;
  }
  return (plane_point){goal.x - middle.x, goal.y - middle.y};
}

// The angle that a formation faces after a way, or NaN: the direction of the way, unless
// that is short. So a formation that is sent to where it stands does not turn round.
static double send_facing(const placement *g, plane_point way, double facing) {
  const crowd_unit *u = placement_unit(g, 0);
  bool is_short = way.x * way.x + way.y * way.y < SEND_SHORT * SEND_SHORT;
  if (unit_is_angle(facing) || !is_short) return facing;
  bool has_last = u->group != NULL && unit_is_angle(u->group->facing);
  return has_last ? u->group->facing : u->facing;
}

// Finds a tile for each unit. `options->facing` becomes the angle of the formation.
// False: out of memory.
static bool send_place(placement *g, int x, int y, astar_send_options *options) {
  formation f = {.kind = options->formation, .layout = g->crowd->grid->layout};
  send_look_back(g);
  plane_point way = send_way(g, x, y);
  if (options->formation == ASTAR_FORMATION_PACK) return placement_pack(g, way);
  options->facing = send_facing(g, way, options->facing);
  if (unit_is_angle(options->facing)) {
    f.forward = formation_direction(options->facing);
    if (f.layout != ASTAR_SQUARE)
      f.forward = formation_main_direction(f.layout, f.forward.x, f.forward.y);
  } else {
    f.forward = formation_main_direction(f.layout, way.x, way.y);
    options->facing = atan2(f.forward.y, f.forward.x);
  }
  g->searcher = send_reacher(g, g->center, true); // the smallest one reaches most tiles
  return placement_form(g, &f);
}

// Makes the center of the units [first..end) the tile nearest to (x, y) that any of them
// reaches, and this unit the searcher.
static astar_status send_find_other_center(placement *g, uint32_t first, uint32_t end,
                                           int x, int y) {
  unit_cost least = INT64_MAX;
  for (uint32_t i = first; i < end; i++) {
    const crowd_unit *u = placement_unit(g, i);
    if (least != INT64_MAX && placement_reaches(g, u, g->center)) continue;
    astar_status status = send_find_way(g, u, x, y);
    if (status == ASTAR_NO_MEMORY) return status;
    if (status != ASTAR_OK) continue;
    uint32_t cell = send_way_end(g);
    unit_cost distance = group_distance(g->crowd, u, cell, g->goal);
    if (distance >= least) continue;
    least = distance;
    g->searcher = i;
    g->center = cell;
  }
  return least != INT64_MAX ? ASTAR_OK : ASTAR_UNREACHABLE;
}

// Finds tiles for groups of which no unit has one: where their rules lead. Afterwards the
// center and the path are those of the call.
static astar_status send_place_others(placement *g, int x, int y) {
  bool is_other = false;
  for (uint32_t first = 0, end; first < g->member_count; first = end) {
    end = send_group_end(g, first);
    uint32_t i = first;
    while (i < end && !g->members[i].is_placed) i++;
    if (i < end) continue;
    astar_status status = send_find_other_center(g, first, end, x, y);
    if (status == ASTAR_NO_MEMORY) return status;
    if (status == ASTAR_OK && !placement_pack_around(g)) return ASTAR_NO_MEMORY;
    is_other = true;
  }
  return is_other ? send_find_center(g, x, y) : ASTAR_OK;
}

// Gives the orders. ASTAR_OK also when no unit gets a tile.
static astar_status send_send(placement *g, int x, int y,
                              const astar_send_options *options, size_t *placed) {
  astar_send_options used = *options;
  astar_status status = send_find_center(g, x, y);
  if (status == ASTAR_NO_MEMORY) return status;
  if (status != ASTAR_OK) return ASTAR_OK;
  if (!send_place(g, x, y, &used) || send_place_others(g, x, y) != ASTAR_OK ||
      !send_prepare_all(g, &used, true) || !send_prepare_all(g, &used, false))
    return ASTAR_NO_MEMORY;
  for (uint32_t i = 0; i < g->member_count; i++) {
    if (!g->members[i].is_placed) continue;
    send_order(g, &g->members[i]);
    ++*placed;
  }
  return ASTAR_OK;
}

static bool send_is_valid(const astar_send_options *options) {
  bool has_facing = fabs(options->facing) >= 0; // false for NaN
  return options->cookie == SEND_COOKIE && options->formation >= ASTAR_FORMATION_PACK &&
         options->formation <= ASTAR_FORMATION_KEEP &&
         (!has_facing || unit_is_angle(options->facing));
}

astar_status astar_crowd_send(astar_crowd *crowd, const uint32_t *units, size_t count,
                              int x, int y, const astar_send_options *options,
                              size_t *placed) {
  const astar_send_options defaults = astar_default_send();
  size_t dealt = 0;
  if (placed != NULL) *placed = 0;
  if (options == NULL) options = &defaults;
  if (!orders_are_units(LIVE(crowd), units, count)) return ASTAR_INVALID;
  if (!send_is_valid(options)) return ASTAR_INVALID;
  if (!grid_contains(crowd->grid, x, y)) return ASTAR_OUT_OF_BOUNDS;
  astar_status status = unit_rules_update(crowd);
  if (status != ASTAR_OK || count == 0) return status;
  placement g = {.crowd = crowd};
  bool has_memory = placement_init(&g, crowd, options->formation != ASTAR_FORMATION_PACK);
  has_memory = has_memory && send_gather(&g, units, count, x, y);
  status = has_memory ? send_send(&g, x, y, options, &dealt) : ASTAR_NO_MEMORY;
  placement_fini(&g);
  group_drop_empty(crowd);
  if (placed != NULL) *placed = dealt;
  return status;
}
