// The record of a rescue: its state as bytes, in a serialized crowd.
//
// UNIT_RESCUED needs no care: reading sets it. A record has up to 20 kB while a rescue
// searches, some hundred bytes while it moves, and 9 without a rescue.
#ifndef ASTAR_RESCUE_RECORD_H
#define ASTAR_RESCUE_RECORD_H

#include "base/byte_string.h"
#include "crowd/state.h"

void rescue_record_write(const astar_crowd *crowd, byte_writer *w);

/// Restores a rescue, in a crowd with units and without a rescue. ASTAR_OK, also for
/// damaged bytes; ASTAR_NO_MEMORY. Damaged or without memory, there is no rescue.
astar_status rescue_record_read(astar_crowd *crowd, byte_reader *r);

#endif
