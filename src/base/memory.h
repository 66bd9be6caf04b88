// Memory: the only file of the core that allocates.
//
// Each grid and each set of rules has a `memory`: the allocator of the caller, and a
// count of the bytes in use. The allocator is one function with the signature of Lua's
// `lua_Alloc`. Callers pass the size of a block when they resize or free it, so that
// blocks need no header. Functions report failure by NULL or false; they never exit.
#ifndef ASTAR_MEMORY_H
#define ASTAR_MEMORY_H

#include "astar.h"

#include <stdlib.h>

/// A limit, with a small value for `make torture`: there random tests reach the limit all
/// the time, and find errors in the code that handles it.
#ifdef ASTAR_TORTURE
#define MEMORY_LIMIT(usual, tortured) (tortured)
#else
#define MEMORY_LIMIT(usual, tortured) (usual)
#endif

/// Aborts in the torture build when a condition does not hold, for example when an array
/// is too short for the next write. Conditions must not depend on the caller's input.
#ifdef ASTAR_TORTURE
#define MEMORY_ASSERT(condition) ((condition) ? (void)0 : abort())
#else
#define MEMORY_ASSERT(condition) ((void)0)
#endif

/// An allocator, and the bytes in use.
typedef struct memory {
  astar_allocator allocator;
  size_t used; ///< [bytes]
} memory;

/// Copies the caller's allocator. NULL: the C library's realloc and free.
void memory_init(memory *m, const astar_allocator *allocator);

/// Resizes a block; `block` NULL and `old_size` 0 allocate a new one. `new_size` must not
/// be 0. NULL when out of memory: the old block is then unchanged. New bytes are not
/// initialized.
void *memory_resize(memory *m, void *block, size_t old_size, size_t new_size);

/// Fills a part of a block with zeros. On Linux, pages of a large block that are zero
/// already are only read: they become resident when they are first used.
void memory_clear(void *at, size_t size, size_t block_size);

/// Allocates a block of zeros. NULL when out of memory.
void *memory_new(memory *m, size_t size);

/// Frees a block of `size` bytes. NULL is allowed.
void memory_free(memory *m, void *block, size_t size);

/// The same for arrays: an array of zeros, an array that is not initialized (NULL when
/// out of memory), and freeing an array of `count` elements.
#define MEMORY_NEW(m, type, count) ((type *)memory_new(m, (count) * sizeof(type)))
#define MEMORY_ALLOCATE(m, type, count)                                                  \
  ((type *)memory_resize(m, NULL, 0, (count) * sizeof(type)))
#define MEMORY_FREE(m, array, count) memory_free(m, array, (count) * sizeof *(array))

/// Maximum number of elements in a growing array: eight for each tile of the largest
/// grid. Twice a count and the sum of two counts fit 32 bits.
#define MEMORY_MAX_ELEMENTS (UINT32_C(1) << 30)

/// Makes room for `count` elements in a growing array. The capacity at least doubles, so
/// that n appended elements take O(n) in all. True: `*capacity >= count`. False when out
/// of memory or when `count` exceeds MEMORY_MAX_ELEMENTS: the array is then unchanged.
bool memory_reserve(memory *m, void **array, uint32_t *capacity, uint32_t count,
                    size_t element_size);

/// `memory_reserve` for an array of any type, with its capacity.
#define MEMORY_RESERVE(m, array, capacity, count)                                        \
  memory_reserve(m, (void **)&(array), &(capacity), count, sizeof *(array))

/// Appends an item to a growing array with `count` items. False: out of memory.
#define MEMORY_APPEND(m, array, capacity, count, item)                                   \
  (MEMORY_RESERVE(m, array, capacity, (count) + 1) && ((array)[(count)++] = (item), true))

#endif
