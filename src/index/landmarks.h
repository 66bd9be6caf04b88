// Landmarks: an index of a map where terrains cost differently: the costs to and from
// some tiles, as a lower bound for searches (ALT).
#ifndef ASTAR_LANDMARKS_H
#define ASTAR_LANDMARKS_H

#include "base/budget.h"
#include "derived/costmap.h"

typedef struct landmarks {
  struct memory *memory; ///< of the grid
} landmarks;

/// Bakes within the budget. `l` begins as zeros; call `landmarks_fini` also after an
/// error. ASTAR_RUNNING: call it again.
///
/// @param message  after ASTAR_TOO_LARGE: receives why, a string constant
astar_status landmarks_bake(landmarks *l, const costmap *map, size_t max_bytes,
                            budget *work, const char **message);

void landmarks_fini(landmarks *l);

size_t landmarks_bytes(const landmarks *l);

#endif
