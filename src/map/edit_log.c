// Keeps the records of edits. See edit_log.h for the method.
#include "map/edit_log.h"

edit_log *edit_log_new(memory *m, uint64_t hash, uint32_t tiles) {
  edit_log *log = (edit_log *)memory_new(m, sizeof *log);
  if (log == NULL) return NULL;
  uint64_t max = (uint64_t)EDIT_LOG_BYTES + (uint64_t)EDIT_LOG_BYTES_PER_TILE * tiles;
  log->max_bytes = max < MEMORY_MAX_ELEMENTS ? (uint32_t)max : MEMORY_MAX_ELEMENTS;
  log->hash = hash;
  return log;
}

static void edit_log_free_chunk(edit_chunk *chunk, memory *m) {
  memory_free(m, chunk->bytes, chunk->capacity);
  MEMORY_FREE(m, chunk->starts, chunk->start_capacity);
  MEMORY_FREE(m, chunk->hashes, chunk->hash_capacity);
}

void edit_log_free(edit_log *log, memory *m) {
  if (log == NULL) return;
  edit_log_free_chunk(&log->previous, m);
  edit_log_free_chunk(&log->current, m);
  memory_free(m, log, sizeof *log);
}

// Empties a chunk, which keeps its memory.
static void edit_log_clear_chunk(edit_chunk *chunk, uint64_t revision) {
  chunk->revision = revision;
  chunk->count = chunk->edits = chunk->size = 0;
}

// The revision after the last record.
static uint64_t edit_log_revision(const edit_log *log) {
  return log->current.revision + log->current.count;
}

void edit_log_start(edit_log *log, uint64_t revision) {
  log->is_recording = true;
  edit_log_clear_chunk(&log->previous, revision);
  edit_log_clear_chunk(&log->current, revision);
}

// The current chunk becomes the previous one.
static void edit_log_next_chunk(edit_log *log) {
  uint64_t revision = edit_log_revision(log);
  edit_chunk full = log->current;
  log->current = log->previous;
  log->previous = full;
  edit_log_clear_chunk(&log->current, revision);
}

// Makes room for one record in the current chunk.
static bool edit_log_reserve(edit_log *log, memory *m, size_t size) {
  edit_chunk *chunk = &log->current;
  return size <= log->max_bytes - chunk->size &&
         MEMORY_RESERVE(m, chunk->bytes, chunk->capacity, chunk->size + (uint32_t)size) &&
         MEMORY_RESERVE(m, chunk->starts, chunk->start_capacity, chunk->count + 1) &&
         MEMORY_RESERVE(m, chunk->hashes, chunk->hash_capacity, chunk->count + 1);
}

byte_writer edit_log_begin(edit_log *log, memory *m, size_t size, bool is_edit) {
  edit_chunk *chunk = &log->current;
  if (!log->is_recording) return (byte_writer){NULL, 0};
  if (chunk->count > 0 && (size > log->max_bytes - chunk->size ||
                           (is_edit && chunk->edits == EDIT_LOG_EDITS)))
    edit_log_next_chunk(log);
  if (!edit_log_reserve(log, m, size)) {
    edit_log_start(log, edit_log_revision(log) + 1);
    return (byte_writer){NULL, 0};
  }
  chunk->starts[chunk->count] = chunk->size;
  chunk->hashes[chunk->count] = log->hash;
  chunk->count++;
  if (is_edit) chunk->edits++;
  return (byte_writer){chunk->bytes + chunk->size, 0};
}

// The bytes of a chunk from a record on, and the hash before it. `index` is below the
// number of records.
static void edit_log_read(const edit_chunk *chunk, uint32_t index, int part,
                          edit_slice *slice) {
  slice->bytes[part] = chunk->bytes + chunk->starts[index];
  slice->sizes[part] = chunk->size - chunk->starts[index];
  if (part == 0) slice->hash = chunk->hashes[index];
}

bool edit_log_find(const edit_log *log, uint64_t revision, edit_slice *slice) {
  const edit_chunk *previous = &log->previous, *current = &log->current;
  *slice = (edit_slice){{NULL, NULL}, {0, 0}, log->hash};
  if (revision == edit_log_revision(log)) return true;
  if (revision >= current->revision) {
    edit_log_read(current, (uint32_t)(revision - current->revision), 0, slice);
    return true;
  }
  if (previous->count == 0 || revision < previous->revision) return false;
  edit_log_read(previous, (uint32_t)(revision - previous->revision), 0, slice);
  if (current->count > 0) edit_log_read(current, 0, 1, slice);
  return true;
}
