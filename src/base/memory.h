// The one door through which memory comes and goes.
#ifndef ASTAR_MEMORY_H
#define ASTAR_MEMORY_H

#include "astar.h"

#include <stdlib.h>

/// A limit of memory, and one that is reached soon, for a build that is out to find where
/// reaching it goes wrong (`make torture`).
#ifdef ASTAR_TORTURE
#define MEMORY_LIMIT(usual, tortured) (tortured)
#else
#define MEMORY_LIMIT(usual, tortured) (usual)
#endif

/// Ends a torture build where an array is too short for what is about to be written. The
/// core never asserts what depends on the caller's input.
#ifdef ASTAR_TORTURE
#define MEMORY_ASSERT(condition) ((condition) ? (void)0 : abort())
#else
#define MEMORY_ASSERT(condition) ((void)0)
#endif

/// An allocator and how much is out.
typedef struct memory {
  astar_allocator allocator;
  size_t used; ///< [bytes]
} memory;

/// Copies the caller's allocator; NULL stands for the C library's.
void memory_init(memory *m, const astar_allocator *allocator);

/// Resizes a block, NULL and 0 for a new one. NULL when memory is short: the old block is
/// then as it was. `new_size` must not be 0.
void *memory_resize(memory *m, void *block, size_t old_size, size_t new_size);

/// A new block of zeros, or NULL.
void *memory_new(memory *m, size_t size);

/// Gives a block of `size` bytes back. NULL is allowed.
void memory_free(memory *m, void *block, size_t size);

/// The most elements of a growing array: eight for each tile of the largest grid. A count
/// of them, twice it, and the sum of two fit 32 bits.
#define MEMORY_MAX_ELEMENTS (UINT32_C(1) << 30)

/// Makes room for `count` elements in a growing array, at least doubling it: after true
/// `*capacity >= count` holds. False when memory is short or they are too many: the array
/// is then as it was.
bool memory_reserve(memory *m, void **array, uint32_t *capacity, uint32_t count,
                    size_t element_size);

#endif
