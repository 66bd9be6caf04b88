// Teams: which units are allies.
//
// Each unit has a team. At first the units of one team are allies, and no other ones; the
// program can change this for each pair of teams. Units that are no allies are enemies.
#ifndef ASTAR_TEAMS_H
#define ASTAR_TEAMS_H

#include "base/byte_string.h"
#include "crowd/state.h"

void teams_init(astar_crowd *crowd);

static inline bool teams_is_team(int team) { return team >= 0 && team < ASTAR_TEAMS; }

static inline bool teams_are_allies(const astar_crowd *crowd, int a, int b) {
  return (crowd->allies[a][b / 8] >> (b % 8) & 1) != 0;
}

/// Whether two units are no allies.
static inline bool teams_are_enemies(const astar_crowd *crowd, const crowd_unit *u,
                                     const crowd_unit *other) {
  return !teams_are_allies(crowd, crowd->teams[crowd_slot_of(crowd, u)],
                           crowd->teams[crowd_slot_of(crowd, other)]);
}

/// Until `occupancy.teams` is set back, the enemies of a unit that stand are the units of
/// the team TEAMS_STANDING.
enum { TEAMS_STANDING = 1 };
void teams_mark_standing(astar_crowd *crowd, const crowd_unit *u);

/// The record of all pairs of teams that are not as `teams_init` makes them.
void teams_record(byte_codec *c, astar_crowd *crowd);

#endif
