/// An allocator that counts, and fails on request.
#ifndef ALLOCATION_METER_H
#define ALLOCATION_METER_H

#include "rounds.h"

#include <stddef.h>
#include <string.h>

/// The bytes that fill new and freed memory.
enum { METER_FRESH = 0xaa, METER_FREED = 0xdd };

/// The program's first argument, n: only every n-th allocation fails. Default: each one.
static inline size_t meter_stride(int count, char **arguments) {
  const size_t stride = count > 1 ? (size_t)strtoul(arguments[1], NULL, 10) : 1;
  REQUIRE(stride > 0);
  return stride;
}

#define METER_NEVER SIZE_MAX
#define METER_FOR_EVER SIZE_MAX

typedef struct meter {
  size_t held;    ///< [bytes]
  size_t asked;   ///< allocations so far, failed ones included
  size_t failing; ///< the first that fails, counted from 0
  size_t times;   ///< the number of failures from that one on
  size_t most;    ///< the maximum of `held` [bytes]
  size_t sum;     ///< of all blocks so far [bytes]
} meter;

/// Stored before each block.
typedef union meter_header {
  size_t size;
  max_align_t align;
} meter_header;

static size_t meter_size(const void *block) {
  return block == NULL ? 0 : ((const meter_header *)block - 1)->size;
}

/// Whether any of the allocations from number `first` on failed.
static inline bool meter_has_refused(const meter *m, size_t first) {
  return m->failing < m->asked && (m->failing >= first || first - m->failing < m->times);
}

static void meter_free(meter *m, void *block) {
  if (block == NULL) return;
  meter_header *header = (meter_header *)block - 1;
  m->held -= header->size;
  memset(block, METER_FREED, header->size);
  free(header);
}

/// A block that is resized always moves.
static void *meter_move(meter *m, void *block, size_t new_size) {
  const size_t old_size = meter_size(block);
  meter_header *header = malloc(sizeof *header + new_size);
  REQUIRE(header != NULL);
  header->size = new_size;
  m->held += new_size;
  m->sum += new_size;
  if (m->held > m->most) m->most = m->held;
  memset(header + 1, METER_FRESH, new_size);
  if (block != NULL) memcpy(header + 1, block, old_size < new_size ? old_size : new_size);
  meter_free(m, block);
  return header + 1;
}

/// A block of another size, or NULL if that allocation must fail.
static void *meter_resize(meter *m, void *block, size_t new_size) {
  const size_t n = m->asked++;
  if (n >= m->failing && n - m->failing < m->times) return NULL;
  return meter_move(m, block, new_size);
}

/// Lets the allocation fail after `n` more, and the next ones, `times` in all.
/// METER_NEVER: none fails.
static inline void meter_fail(meter *m, size_t n, size_t times) {
  m->failing = n == METER_NEVER ? METER_NEVER : m->asked + n;
  m->times = times;
}

/// The allocator. It checks that old sizes are correct.
static inline void *meter_alloc(void *user, void *block, size_t old_size,
                                size_t new_size) {
  REQUIRE(old_size == meter_size(block));
  if (new_size > 0) return meter_resize((meter *)user, block, new_size);
  meter_free((meter *)user, block);
  return NULL;
}

/// That of a Lua state. Shrinking a block must never fail: Lua relies on it. For a new
/// block Lua 5.4 passes the type of the object as the old size; here that counts as 0.
static inline void *meter_alloc_lua(void *user, void *block, size_t old_size,
                                    size_t new_size) {
  const size_t held = meter_size(block);
  if (block == NULL || new_size == 0 || new_size > held)
    return meter_alloc(user, block, block == NULL ? 0 : old_size, new_size);
  REQUIRE(old_size == held);
  return meter_move((meter *)user, block, new_size);
}

#endif
