// Relaxations: which rule, lifted alone, would make a path possible.
#ifndef ASTAR_RELAXATION_H
#define ASTAR_RELAXATION_H

#include "astar_explain.h"
#include "explain/question.h"

/// The rules that, lifted alone, would make a path possible: a set of astar_relaxation.
/// No path exists now.
astar_status relaxation_find(const question *q, unsigned *relax);

/// The terrains that, made passable alone, would make a path possible, in ascending
/// order. No path exists now.
astar_status relaxation_find_terrains(const question *q, uint8_t terrains[256],
                                      int *count);

#endif
