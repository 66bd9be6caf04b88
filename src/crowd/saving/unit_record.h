// The record of a unit: its state as bytes, in a serialized crowd.
#ifndef ASTAR_UNIT_RECORD_H
#define ASTAR_UNIT_RECORD_H

#include "crowd/saving/shared_record.h"

void unit_record_write(const astar_crowd *crowd, uint32_t slot, byte_writer *w);

/// Reads the unit of a slot, or that the slot is free. Rules, fields and groups are there
/// already; `crowd->serial` and the number of numbers too. The unit holds no tile yet.
/// ASTAR_OK, also for damaged bytes (then the slot is free); ASTAR_NO_MEMORY.
astar_status unit_record_read(astar_crowd *crowd, uint32_t slot,
                              const shared_records *shared, byte_reader *r);

#endif
