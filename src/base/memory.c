// Counts the bytes in use around each call of the allocator. The torture build also moves
// every block and overwrites unused memory, so that stale pointers and reads of memory
// that was not initialized show.
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

static void *memory_standard(void *user, void *block, size_t old_size, size_t new_size) {
  (void)user;
  (void)old_size;
  if (new_size == 0) {
    free(block);
    return NULL;
  }
  return realloc(block, new_size);
}

void memory_init(memory *m, const astar_allocator *allocator) {
  if (allocator != NULL && allocator->alloc != NULL) {
    m->allocator = *allocator;
  } else {
    m->allocator.alloc = memory_standard;
    m->allocator.user = NULL;
  }
  m->used = 0;
}

#ifdef ASTAR_TORTURE
// Moves every block. New bytes are filled with 0xa5, and the bytes of the old block with
// 0x5a before it is freed.
static void *memory_move(memory *m, void *block, size_t old_size, size_t new_size) {
  void *moved = m->allocator.alloc(m->allocator.user, NULL, 0, new_size);
  if (moved == NULL) return NULL;
  size_t kept = old_size < new_size ? old_size : new_size;
  memset(moved, 0xa5, new_size);
  if (kept > 0) memcpy(moved, block, kept);
  if (block != NULL) {
    memset(block, 0x5a, old_size);
    m->allocator.alloc(m->allocator.user, block, old_size, 0);
  }
  return moved;
}
#else
static void *memory_move(memory *m, void *block, size_t old_size, size_t new_size) {
  return m->allocator.alloc(m->allocator.user, block, old_size, new_size);
}
#endif

void *memory_resize(memory *m, void *block, size_t old_size, size_t new_size) {
  void *moved = memory_move(m, block, old_size, new_size);
  if (moved != NULL) m->used += new_size - old_size;
  return moved;
}

void *memory_new(memory *m, size_t size) {
  void *block = memory_resize(m, NULL, 0, size);
  if (block != NULL) memset(block, 0, size);
  return block;
}

void memory_free(memory *m, void *block, size_t size) {
  if (block == NULL) return;
#ifdef ASTAR_TORTURE
  memset(block, 0x5a, size);
#endif
  m->allocator.alloc(m->allocator.user, block, size, 0);
  m->used -= size;
}

bool memory_reserve(memory *m, void **array, uint32_t *capacity, uint32_t count,
                    size_t element_size) {
  if (count <= *capacity) return true;
  if (count > MEMORY_MAX_ELEMENTS) return false;
  uint32_t wanted = *capacity < MEMORY_LIMIT(16, 1) ? MEMORY_LIMIT(16, 1) : *capacity;
  while (wanted < count) wanted *= 2;
  if (wanted > SIZE_MAX / element_size) return false;
  void *moved = memory_resize(m, *array, *capacity * element_size, wanted * element_size);
  if (moved == NULL) return false;
  *array = moved;
  *capacity = wanted;
  MEMORY_ASSERT(count <= *capacity);
  return true;
}
