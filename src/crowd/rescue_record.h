// The record of a rescue: its state as a list of numbers, to save and to restore a crowd.
//
// Write it with all other data of the crowd, and read it when units and rules are there.
// UNIT_RESCUED needs no care: reading sets it. Of a unit `rescued_at` must be saved, and
// the rest that decides its moves, such as `rank`, `best` and `improved_at`.
//
// Records have up to 8,000 numbers while a rescue searches, some hundred while it moves,
// and 2 without a rescue.
#ifndef ASTAR_RESCUE_RECORD_H
#define ASTAR_RESCUE_RECORD_H

#include "crowd/state.h"

/// Writes the first `capacity` numbers of the record. Returns how many it has. `numbers`
/// may be NULL.
size_t rescue_record_write(const astar_crowd *crowd, uint64_t *numbers, size_t capacity);

/// Restores a rescue, in a crowd without one. ASTAR_OK; ASTAR_INVALID: the numbers are no
/// record, or do not fit the crowd; ASTAR_NO_MEMORY. Unless ASTAR_OK, there is no rescue.
astar_status rescue_record_read(astar_crowd *crowd, const uint64_t *numbers,
                                size_t count);

#endif
