/// An allocator that counts, and fails on request; and a check that prints what failed.
#ifndef ALLOCATION_METER_H
#define ALLOCATION_METER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Ends the program with a message if the condition is false.
#define REQUIRE(condition) require(condition, #condition, __FILE__, __LINE__)

/// The name of the current run, for the message of a fault.
static char run_name[120];

static void require(bool holds, const char *condition, const char *file, int line) {
  if (holds) return;
  fprintf(stderr, "%s:%d: failed: %s (%s)\n", file, line, condition, run_name);
  exit(EXIT_FAILURE);
}

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

#endif
