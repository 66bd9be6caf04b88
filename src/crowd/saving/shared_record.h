// The records of what units share, fields and groups, as bytes in a serialized crowd; and
// how records write tiles and times.
#ifndef ASTAR_SHARED_RECORD_H
#define ASTAR_SHARED_RECORD_H

#include "base/byte_string.h"
#include "crowd/groups/group.h"
#include "crowd/orders/shared_field.h"

/// A field or a group that was read; the other one is NULL.
typedef struct shared_record {
  uint64_t number;
  shared_field *field;
  unit_group *group;
} shared_record;

/// In descending order of their numbers.
typedef struct shared_list {
  shared_record *records;
  uint32_t count, capacity;
} shared_list;

typedef struct shared_records {
  shared_list fields, groups;
} shared_records;

void shared_record_write_all(astar_crowd *crowd, byte_writer *w);

/// Reads all fields and groups. The rules are there already. Each field and group counts
/// one user too many, until `shared_record_end`. ASTAR_OK, also for damaged bytes;
/// ASTAR_NO_MEMORY.
astar_status shared_record_read_all(astar_crowd *crowd, shared_records *shared,
                                    byte_reader *r);

/// All users are there. False: a field or a group has none.
bool shared_record_end(astar_crowd *crowd, shared_records *shared);

/// The record with a number, or an empty one.
shared_record shared_record_find(const shared_list *list, uint64_t number);

/// A cell of the grid, as a tile, or as x and y.
void record_tile(byte_codec *c, const astar_crowd *crowd, unit_tile *tile);
void record_point(byte_codec *c, const astar_crowd *crowd, int *x, int *y);

/// A point in simulated time [s], at most RECORD_MAX_TIME.
double record_time(byte_codec *c, double time);

/// 30 million years: there, 64 bits still count the quarters of seconds.
#define RECORD_MAX_TIME 1e15

#endif
