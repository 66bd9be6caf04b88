// From a tile to the watched steps that depend on it.
//
// The grid is divided into blocks of 8 x 8 tiles. A block has a list of entries. An entry
// says of one watch which tiles of the block matter to it, a bit per tile, and to which
// of its steps. So a path of 200 tiles has about 40 entries, and an edit is compared with
// all tiles of a path in its block at once.
//
// The lists begin in pages of blocks, which exist only where there are entries: one watch
// on a large map takes little memory.
#ifndef ASTAR_WATCH_INDEX_H
#define ASTAR_WATCH_INDEX_H

#include "derived/repair.h"

struct astar_watch;

/// Bits of a coordinate within a block, and of a block within a page.
enum { WATCH_BLOCK_SHIFT = 3, WATCH_PAGE_SHIFT = MEMORY_LIMIT(5, 1) };

/// What a watch depends on in one block. Places of entries begin at 1; 0: there is none.
typedef struct watch_entry {
  uint64_t tiles; ///< of the block: bit 8 * row + column
  struct astar_watch *watch;
  uint32_t next, before; ///< in the list of the block
  uint32_t sibling;      ///< the next entry of the same watch; of a free entry, of all
  uint32_t block;        ///< row of blocks * blocks in a row + column
  uint32_t first, last;  ///< steps that depend on the tiles, or some of them
  uint32_t next_hit;     ///< in the list of those to check; 0: it is not in it
} watch_entry;

typedef struct watch_index {
  struct memory *memory; ///< of the grid
  uint32_t columns;      ///< blocks in a row of them
  uint32_t page_columns;
  size_t page_count;
  uint32_t **pages;     ///< the first entry of each block of a page; NULL: all empty
  watch_entry *entries; ///< entry `i` is at `i - 1`
  uint32_t used;        ///< places that were ever used
  uint32_t capacity;    ///< of `entries`
  uint32_t count;       ///< entries in lists
  uint32_t first_free;
} watch_index;

/// Readies an index. False: memory is short, and nothing is to be given back.
bool watch_index_init(watch_index *index, astar_grid *grid);

void watch_index_fini(watch_index *index);

/// Records that a step of a watch depends on an area of the grid. `*own` is the first
/// entry of that watch. Steps come in their order. False: memory is short; some of the
/// area may have been recorded.
bool watch_index_add(watch_index *index, struct astar_watch *watch, uint32_t *own,
                     tile_area area, uint32_t step);

/// Removes the entries of a watch.
void watch_index_remove(watch_index *index, uint32_t own);

static inline watch_entry *watch_index_at(const watch_index *index, uint32_t place) {
  return &index->entries[place - 1];
}

/// The first entry of the block in column `x`, row `y` of blocks.
static inline uint32_t watch_index_first(const watch_index *index, uint32_t x,
                                         uint32_t y) {
  uint32_t inside = (1u << WATCH_PAGE_SHIFT) - 1;
  const uint32_t *page =
      index->pages[(size_t)(y >> WATCH_PAGE_SHIFT) * index->page_columns +
                   (x >> WATCH_PAGE_SHIFT)];
  return page != NULL ? page[(y & inside) << WATCH_PAGE_SHIFT | (x & inside)] : 0;
}

/// The blocks that an area touches.
static inline tile_area watch_index_blocks(tile_area area) {
  return (tile_area){area.left >> WATCH_BLOCK_SHIFT, area.top >> WATCH_BLOCK_SHIFT,
                     ((area.right - 1) >> WATCH_BLOCK_SHIFT) + 1,
                     ((area.bottom - 1) >> WATCH_BLOCK_SHIFT) + 1};
}

/// The tiles of a block that are in an area, which touches it.
uint64_t watch_index_tiles(tile_area area, int x, int y);

#endif
