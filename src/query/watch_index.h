// From a tile to the watched steps that depend on it.
//
// The grid is divided into blocks of 8 x 8 tiles. An entry says of one watch and one
// block which tiles of the block matter to the watch, a bit per tile, and to which of its
// steps. So a path of 200 tiles has about 40 entries, and an edit is compared with all
// tiles of a path in its block at once. The bits of a block lie side by side in nodes,
// apart from the rest of the entries: most are only compared.
//
// The lists of nodes begin in pages of blocks, which exist only where there are entries:
// one watch on a large map takes little memory.
#ifndef ASTAR_WATCH_INDEX_H
#define ASTAR_WATCH_INDEX_H

#include "derived/repair.h"

struct astar_watch;

/// Bits of a coordinate within a block, and of a block within a page.
enum { WATCH_BLOCK_SHIFT = 3, WATCH_PAGE_SHIFT = MEMORY_LIMIT(5, 1) };

/// Entries in a node.
enum { WATCH_NODE_ENTRIES = MEMORY_LIMIT(10, 2) };

/// Some entries of a block. Only the first node of a list has room left. Places of nodes
/// and entries count from 1; 0: none.
typedef struct watch_node {
  uint64_t tiles[WATCH_NODE_ENTRIES]; ///< of the block: bit 8 * row + column
  uint32_t entries[WATCH_NODE_ENTRIES];
  uint32_t count;
  uint32_t next; ///< in the list of the block, or of free nodes
} watch_node;

/// What steps of a watch depend on in one block: its bits are in a node.
typedef struct watch_entry {
  struct astar_watch *watch;
  uint32_t sibling;     ///< the next entry of the same watch, or the next free one
  uint32_t block;       ///< row of blocks * blocks in a row + column
  uint32_t node, slot;  ///< where its bits are
  uint32_t first, last; ///< steps: some or all of them depend on the tiles
  uint32_t next_hit;    ///< in the list of those to check; 0: it is not in it
} watch_entry;

/// An array whose free elements are kept in a list.
typedef struct watch_pool {
  uint32_t capacity;
  uint32_t used; ///< elements that were ever in use
  uint32_t first_free;
} watch_pool;

typedef struct watch_index {
  struct memory *memory; ///< of the grid
  uint32_t columns;      ///< blocks in a row of them
  uint32_t page_columns;
  size_t page_count;
  uint32_t **pages; ///< the first node of each block of a page; NULL: all are empty
  watch_node *nodes;
  watch_entry *entries;
  watch_pool node_pool, entry_pool;
  uint32_t count; ///< entries in use
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

static inline watch_node *watch_index_node(const watch_index *index, uint32_t place) {
  return &index->nodes[place - 1];
}

/// The first node of the block in column `x`, row `y` of blocks.
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
