/// Blocks of memory that know their size and their owner: an allocator uses them to check
/// what the library says about each block. Several threads may use them.
#ifndef BLOCKS_H
#define BLOCKS_H

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

/// Stored before each block.
typedef union block_header {
  struct {
    size_t size;
    const void *owner; ///< NULL after it was freed
  } block;
  max_align_t align;
} block_header;

/// Resizes, allocates or frees a block, as `astar_alloc` describes it.
///
/// @param owner  not NULL; the same for all blocks of an allocator
static inline void *blocks_move(const void *owner, void *block, size_t old_size,
                                size_t new_size) {
  block_header *header = block == NULL ? NULL : (block_header *)block - 1;
  const size_t size = header == NULL ? 0 : header->block.size;
  if (size != old_size || (header != NULL && header->block.owner != owner)) {
    fprintf(stderr, "blocks.h: a block of %zu bytes is called one of %zu bytes%s\n", size,
            old_size,
            header != NULL && header->block.owner != owner ? ", and has another owner"
                                                           : "");
    abort();
  }
  if (new_size == 0) {
    if (header != NULL) header->block.owner = NULL;
    free(header);
    return NULL;
  }
  header = (block_header *)realloc(header, sizeof *header + new_size);
  if (header == NULL) abort();
  header->block.size = new_size;
  header->block.owner = owner;
  return header + 1;
}

#endif
