// Terrain unions: which of many terrains, made passable alone, would connect two tiles.
#ifndef ASTAR_TERRAIN_UNION_H
#define ASTAR_TERRAIN_UNION_H

#include "explain/question.h"

/// Whether `terrain_union_filter` can answer a question: steps lead to adjacent tiles,
/// and depend on passable tiles and edges alone: no pair costs, no links. O(1).
bool terrain_union_suits(const question *q);

/// Keeps those of some impassable terrains that connect start and goal when they are made
/// passable alone. Start and goal are not connected now, and the mover can stand at the
/// goal.
///
/// `*is_exact`: false when some steps exist in one direction only. Then a terrain that is
/// left may make no path, but no other one does.
///
/// O(tiles * (size + log tiles)) for all terrains together, and 10 bytes per tile
/// meanwhile. ASTAR_OK; ASTAR_NO_MEMORY.
astar_status terrain_union_filter(const question *q, uint8_t *terrains, int *count,
                                  bool *is_exact);

#endif
