// The edit log: the last edits of a grid as bytes, for deltas. It also keeps the hash of
// the content of the grid.
//
// Each edit appends records, one for each revision that it adds. A record can be read
// without those before it (map/edit_record.h has the format). The log stores where each
// record begins, and the hash of the content before it. So the edits since a revision are
// found in O(1), and a delta is a copy of bytes.
//
// The log has two chunks. When the current chunk is full, the previous chunk is dropped
// and its memory becomes the current chunk:
//
//     revision   100 ....... 65636 ......... 80000
//     chunk      | previous  | current       |
//
// A chunk is full after EDIT_LOG_EDITS edits. So at least this many edits are there. It
// is also full when it has `max_bytes` bytes; only edits from arrays of values reach this
// limit.
//
// Without memory the log drops all records, and begins again after the edit: the edit
// itself succeeds.
#ifndef ASTAR_EDIT_LOG_H
#define ASTAR_EDIT_LOG_H

#include "base/byte_string.h"
#include "base/memory.h"

/// The edits of a chunk.
enum { EDIT_LOG_EDITS = MEMORY_LIMIT(65536, 64) };

/// The bytes of a chunk: this many, and this many per tile. 65536 edits of one tile or of
/// one link take less. The values of one edit take at most 10 bytes per tile, so every
/// edit fits a chunk, except on grids of more than 100 million tiles.
enum { EDIT_LOG_BYTES = MEMORY_LIMIT(1 << 20, 4096), EDIT_LOG_BYTES_PER_TILE = 10 };

/// A part of the log.
typedef struct edit_chunk {
  uint64_t revision; ///< before the first record
  uint32_t count;    ///< number of records
  uint32_t edits;    ///< number of edits
  uint8_t *bytes;
  uint32_t size, capacity; ///< of `bytes`
  uint32_t *starts;        ///< per record: where it begins in `bytes`
  uint64_t *hashes;        ///< per record: the hash of the content before it
  uint32_t start_capacity, hash_capacity;
} edit_chunk;

typedef struct edit_log {
  uint64_t hash;     ///< of the content of the grid now
  bool is_recording; ///< false: only the hash is kept
  uint32_t max_bytes;
  uint64_t tiles; ///< that edits of rectangles have set so far, in all
  edit_chunk previous, current;
} edit_log;

/// The edits since a revision.
typedef struct edit_slice {
  const uint8_t *bytes[2]; ///< two parts
  size_t sizes[2];
  uint64_t hash; ///< of the content at the revision
} edit_slice;

/// Creates a log that keeps the hash only. NULL when out of memory. O(1).
edit_log *edit_log_new(memory *m, uint64_t hash, uint32_t tiles);

/// NULL is allowed.
void edit_log_free(edit_log *log, memory *m);

/// Begins to record at a revision, without any edits.
void edit_log_start(edit_log *log, uint64_t revision);

/// Begins a record of at most `size` bytes: the caller writes it, then calls
/// `edit_log_end`. `bytes` of the writer is NULL when the record cannot be stored.
///
/// @param is_edit  the record begins an edit; otherwise it is a further revision of the
///   edit before
byte_writer edit_log_begin(edit_log *log, memory *m, size_t size, bool is_edit);

/// Ends a record. `change` is added to the hash.
static inline void edit_log_end(edit_log *log, const byte_writer *w, uint64_t change) {
  if (w->bytes != NULL) log->current.size += (uint32_t)w->size;
  MEMORY_ASSERT(log->current.size <= log->current.capacity);
  log->hash += change;
}

/// Finds the edits since a revision, which must not be above the present one. False: they
/// are not all there. O(1).
bool edit_log_find(const edit_log *log, uint64_t revision, edit_slice *slice);

#endif
