// Teams and their allies: see teams.h.

#include "crowd/teams.h"

// Makes enemies of allies, and allies of enemies.
static void teams_toggle(astar_crowd *crowd, int a, int b) {
  crowd->allies[a][b / 8] ^= (uint8_t)(1 << b % 8);
  if (a != b) crowd->allies[b][a / 8] ^= (uint8_t)(1 << a % 8);
}

void teams_init(astar_crowd *crowd) {
  crowd->occupancy.allies = (const uint8_t(*)[ASTAR_TEAMS / 8]) crowd->allies;
  for (int team = 0; team < ASTAR_TEAMS; team++) teams_toggle(crowd, team, team);
}

void teams_mark_standing(astar_crowd *crowd, const crowd_unit *u) {
  for (uint32_t slot = 1; slot < crowd->slot_count; slot++) {
    const crowd_unit *other = &crowd->units[slot];
    bool counts = other->number != 0 && unit_stands(other);
    crowd->marks[slot] =
        counts && teams_are_enemies(crowd, u, other) ? TEAMS_STANDING : 0;
  }
  crowd->occupancy.teams = crowd->marks;
}

// The number of a pair (a, b) with a <= b is 1 + a * ASTAR_TEAMS + b.
void teams_record(byte_codec *c, astar_crowd *crowd) {
  const uint32_t pairs = ASTAR_TEAMS * ASTAR_TEAMS;
  uint32_t last = 0;
  for (uint32_t pair = 0; pair < pairs && c->r == NULL; pair++) {
    int a = (int)pair / ASTAR_TEAMS, b = (int)pair % ASTAR_TEAMS;
    if (a > b || teams_are_allies(crowd, a, b) == (a == b)) continue;
    byte_codec_number(c, pair + 1 - last, pairs);
    last = pair + 1;
  }
  for (uint32_t more; (more = byte_codec_number(c, 0, pairs - last)) > 0;) {
    int a = (int)(last + more - 1) / ASTAR_TEAMS,
        b = (int)(last + more - 1) % ASTAR_TEAMS;
    last += more;
    byte_codec_require(c, a <= b);
    teams_toggle(crowd, a, b);
  }
}

astar_status astar_crowd_set_team(astar_crowd *crowd, uint32_t number, int team) {
  crowd_unit *u = crowd_find(LIVE(crowd), number);
  if (u == NULL || !teams_is_team(team)) return ASTAR_INVALID;
  crowd->teams[crowd_slot_of(crowd, u)] = (uint8_t)team;
  return ASTAR_OK;
}

bool astar_crowd_allies(const astar_crowd *crowd, int a, int b) {
  return LIVE(crowd) != NULL && teams_is_team(a) && teams_is_team(b) &&
         teams_are_allies(crowd, a, b);
}

astar_status astar_crowd_set_allies(astar_crowd *crowd, int a, int b, bool allied) {
  if (LIVE(crowd) == NULL || !teams_is_team(a) || !teams_is_team(b)) return ASTAR_INVALID;
  if (teams_are_allies(crowd, a, b) != allied) teams_toggle(crowd, a, b);
  return ASTAR_OK;
}
