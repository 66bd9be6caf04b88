// Replay: edits of rectangles whose values come from a record (map/edit_record.h). The
// files of the edits implement it: `terrain`, `penalties`, `obstacles`,
// `influence_edits`. All other records are replayed by functions of astar.h.
//
// The record must have been checked, and the array of the grid must exist. So these
// functions cannot fail.
#ifndef ASTAR_REPLAY_H
#define ASTAR_REPLAY_H

#include "map/edit_record.h"

void replay_terrain(astar_grid *grid, const edit_record *record);
void replay_penalties(astar_grid *grid, const edit_record *record);
void replay_obstacles(astar_grid *grid, const edit_record *record);

/// All edits of influence maps, which must exist with their planes.
void replay_influence(astar_grid *grid, const edit_record *record);

#endif
