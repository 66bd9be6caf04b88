#include "memory.h"

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

void *memory_resize(memory *m, void *block, size_t old_size, size_t new_size) {
  void *moved = m->allocator.alloc(m->allocator.user, block, old_size, new_size);
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
  m->allocator.alloc(m->allocator.user, block, size, 0);
  m->used -= size;
}

bool memory_reserve(memory *m, void **array, uint32_t *capacity, uint32_t count,
                    size_t element_size) {
  if (count <= *capacity) return true;
  uint32_t wanted = *capacity < 16 ? 16 : *capacity;
  while (wanted < count) {
    if (wanted > UINT32_MAX / 2) return false;
    wanted *= 2;
  }
  if (wanted > SIZE_MAX / element_size) return false;
  void *moved = memory_resize(m, *array, *capacity * element_size, wanted * element_size);
  if (moved == NULL) return false;
  *array = moved;
  *capacity = wanted;
  return true;
}
