// Soundness: whether units that were read from bytes could be those of a crowd.
#ifndef ASTAR_SOUNDNESS_H
#define ASTAR_SOUNDNESS_H

#include "crowd/state.h"

/// Lets all units hold their tiles; no unit holds one yet. `moving` lists those that
/// step, each once. False: units overlap, cross, or follow where they must not.
bool soundness_hold_tiles(astar_crowd *crowd);

#endif
