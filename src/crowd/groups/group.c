// Units that were sent together: see group.h.

#include "crowd/groups/group.h"
#include "crowd/orders/guide.h"
#include "crowd/orders/path_requests.h"
#include "query/line_of_sight.h"

#include <math.h>
#include <string.h>

unit_group *group_new(astar_crowd *crowd) {
  unit_group *group = (unit_group *)memory_new(crowd->memory, sizeof *group);
  if (group == NULL) return NULL;
  group->number = crowd->record++;
  group->facing = NAN;
  group->speed = HUGE_VAL;
  group->next = crowd->groups;
  crowd->groups = group;
  return group;
}

void group_join(crowd_unit *u, unit_group *group) {
  u->group = group;
  group->units++;
}

static void group_free(astar_crowd *crowd, unit_group *group) {
  unit_group **place = &crowd->groups;
  while (*place != group) place = &(*place)->next;
  *place = group->next;
  memory_free(crowd->memory, group->tiles, group->tile_capacity * sizeof *group->tiles);
  memory_free(crowd->memory, group, sizeof *group);
}

void group_release(astar_crowd *crowd, unit_group *group) {
  if (group != NULL && --group->units == 0) group_free(crowd, group);
}

void group_leave(astar_crowd *crowd, crowd_unit *u) {
  unit_group *group = u->group;
  u->group = NULL;
  u->flags &= (uint16_t)~UNIT_WITHOUT_TILE;
  group_release(crowd, group);
}

// --------------------------------------------------------------------- keeping together

// Whether a unit is on its way in a formation.
static bool group_is_formed(const crowd_unit *u) {
  return u->group != NULL && u->order == UNIT_SEND &&
         u->group->formation != ASTAR_FORMATION_PACK && u->best < UNIT_COST_MAX;
}

static bool group_has_formations(const astar_crowd *crowd) {
  const unit_group *group = crowd->groups;
  while (group != NULL && group->formation == ASTAR_FORMATION_PACK) group = group->next;
  return group != NULL;
}

void group_measure_all(astar_crowd *crowd) {
  if (!group_has_formations(crowd)) return;
  for (unit_group *group = crowd->groups; group != NULL; group = group->next) {
    group->advancing = 0;
    group->remaining = 0;
  }
  for (uint32_t slot = 1; slot < crowd->slot_count; slot++) {
    const crowd_unit *u = &crowd->units[slot];
    if (u->number == 0 || !group_is_formed(u) || (u->flags & UNIT_ACTIVE) == 0) continue;
    unit_group *group = u->group;
    if (u->improved_at < crowd->now - GROUP_ADVANCES / u->speed) continue;
    group->advancing++;
    group->remaining += (u->best - group->remaining) / (int64_t)group->advancing;
  }
}

double group_speed(const crowd_unit *u) {
  if (u->group == NULL || u->order != UNIT_SEND) return u->speed;
  const unit_group *group = u->group;
  double speed = u->speed < group->speed ? u->speed : group->speed;
  if (!group_is_formed(u) || group->advancing < 2) return speed;
  unit_cost lead = group->remaining - u->best;
  if (lead <= GROUP_LEAD) return speed;
  double part = (double)(lead - GROUP_LEAD) / (GROUP_FAR_LEAD - GROUP_LEAD);
  return speed * (1 - (1 - GROUP_SLOWEST) * (part < 1 ? part : 1));
}

// ------------------------------------------------------------------------------- tiles

unit_cost group_distance(const astar_crowd *crowd, const crowd_unit *u, uint32_t cell,
                         unit_tile to) {
  unit_tile from = crowd_tile(crowd, cell);
  return guide_estimate(crowd, u, from.x, from.y, to.x, to.y);
}

// The place in `tiles` of the tile of a formation that a unit gets: of the last row, the
// nearest one.
static uint32_t group_choose(const astar_crowd *crowd, const crowd_unit *u) {
  const unit_group *group = u->group;
  uint32_t best = group->tile_count - 1;
  unit_cost least = INT64_MAX;
  unit_cost last = group_distance(crowd, u, group->tiles[best], group->entrance);
  for (uint32_t i = group->tile_count; i-- > 0;) {
    uint32_t cell = group->tiles[i];
    if (group_distance(crowd, u, cell, group->entrance) + GROUP_ROW <= last) break;
    unit_cost distance = group_distance(crowd, u, cell, u->at);
    if (distance >= least) continue;
    least = distance;
    best = i;
  }
  return best;
}

bool group_sees(const astar_crowd *crowd, const crowd_unit *u, uint32_t cell) {
  line_of_sight sight;
  astar_point from = {u->to.x, u->to.y};
  unit_tile tile = crowd_tile(crowd, cell);
  astar_point to = {tile.x, tile.y};
  return line_of_sight_follow(&sight, &crowd_rules(crowd, u)->map, from, to);
}

// Takes the tile that a unit gets now from those of its group. False: it gets none yet.
static bool group_take(const astar_crowd *crowd, const crowd_unit *u, uint32_t *cell) {
  unit_group *group = u->group;
  unit_cost remaining = guide_remaining(crowd, u, u->at.x, u->at.y);
  if (remaining > group->near || group->tile_count == 0) return false;
  uint32_t place = group->tile_count - 1;
  if (group->formation != ASTAR_FORMATION_PACK) place = group_choose(crowd, u);
  *cell = group->tiles[place];
  if (remaining > group->nearest && !group_sees(crowd, u, *cell)) return false;
  memmove(group->tiles + place, group->tiles + place + 1,
          (group->tile_count - 1 - place) * sizeof *group->tiles);
  group->tile_count--;
  return true;
}

void group_deal(astar_crowd *crowd, crowd_unit *u) {
  uint32_t cell;
  if (!group_take(crowd, u, &cell)) return;
  guide_clear(crowd, u);
  u->flags &= (uint16_t)~UNIT_WITHOUT_TILE;
  u->goal = crowd_tile(crowd, cell);
  path_requests_ask(crowd, u, UNIT_PLAN);
}

void group_drop_empty(astar_crowd *crowd) {
  for (unit_group *group = crowd->groups, *next; group != NULL; group = next) {
    next = group->next;
    if (group->units == 0) group_free(crowd, group);
  }
}
