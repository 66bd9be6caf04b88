// Units that were sent together: see group.h.

#include "crowd/group.h"
#include "crowd/guide.h"
#include "crowd/path_requests.h"

unit_group *group_new(astar_crowd *crowd) {
  unit_group *group = (unit_group *)memory_new(crowd->memory, sizeof *group);
  if (group == NULL) return NULL;
  group->number = crowd->record++;
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

void group_deal(astar_crowd *crowd, crowd_unit *u) {
  unit_group *group = u->group;
  if (guide_remaining(crowd, u, u->x, u->y) > group->near || group->tile_count == 0)
    return;
  uint32_t cell = group->tiles[--group->tile_count];
  guide_clear(crowd, u);
  u->flags &= (uint16_t)~UNIT_WITHOUT_TILE;
  u->goal_x = (uint16_t)grid_x(crowd->grid, cell);
  u->goal_y = (uint16_t)grid_y(crowd->grid, cell);
  path_requests_ask(crowd, u, UNIT_PLAN);
}

void group_drop_empty(astar_crowd *crowd) {
  for (unit_group *group = crowd->groups, *next; group != NULL; group = next) {
    next = group->next;
    if (group->units == 0) group_free(crowd, group);
  }
}
