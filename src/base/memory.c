// Counts the bytes in use around each call of the allocator. The torture build also moves
// every block and overwrites unused memory, so that stale pointers and reads of memory
// that was not initialized show.
#include "base/memory.h"

#include <string.h>

enum { MEMORY_PAGE = MEMORY_LIMIT(4096, 8) }; // [bytes]

// Blocks from this size on have pages that are only read [bytes]. Linux gives no memory
// for these: all of them are one page of zeros. For valgrind they are not initialized: a
// program that it runs needs ASTAR_VALGRIND. In smaller blocks, searches would take 1 %
// more time: a processor finds addresses faster in pages that became resident in order.
// Measured: 1 % at 17 MB, nothing at 67 MB.
#if defined(__linux__) && !defined(ASTAR_VALGRIND)
#define MEMORY_LARGE MEMORY_LIMIT((size_t)1 << 25, 64)
#else
#define MEMORY_LARGE SIZE_MAX
#endif

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

void memory_clear(void *at, size_t size, size_t block_size) {
  unsigned char *page = (unsigned char *)at, *from = page, *end = page + size;
  for (; block_size >= MEMORY_LARGE && end - page >= MEMORY_PAGE; page += MEMORY_PAGE) {
    if (page[0] != 0 || memcmp(page, page + 1, MEMORY_PAGE - 1) != 0) continue;
    memset(from, 0, (size_t)(page - from)); // the pages before it that are not zero
    from = page + MEMORY_PAGE;
  }
  memset(from, 0, (size_t)(end - from));
}

void *memory_new(memory *m, size_t size) {
  void *block = memory_resize(m, NULL, 0, size);
  if (block != NULL) memory_clear(block, size, size);
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
