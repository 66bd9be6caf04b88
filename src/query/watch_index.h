// An index from a tile to the watched steps that depend on it.
//
// The grid is divided into blocks of 8 x 8 tiles. An entry belongs to one watch and one
// block: it has the tiles of the block that the watch depends on, as a bit per tile, and
// the range of its steps that do. So a path of 200 tiles has about 40 entries, and one
// AND of two 64-bit words compares an edit with all tiles of a path in a block.
//
//     page [32 x 32 blocks] -> block -> node -> node -> ...
//                                         |
//                      tiles:   [bits][bits][bits]...      compared with the edit
//                      entries: [ i  ][ j  ][ k  ]...  ->  watch, first and last step
//
// The bits of a block are consecutive in nodes, apart from the rest of the entries, since
// most entries are skipped after their bits were compared. Pages exist only where there
// are entries: one watch on a large map takes little memory.
//
// Ownership: the index owns pages, nodes and entries, in the memory of the grid. Watches
// are only referred to. Nodes and entries are named by their numbers, counted from 1 (0:
// none), since the arrays move when they grow: a pointer to one is valid until the next
// addition.
#ifndef ASTAR_WATCH_INDEX_H
#define ASTAR_WATCH_INDEX_H

#include "derived/repair.h"

struct astar_watch;

/// Base-2 logarithms of the sides of a block [tiles] and of a page [blocks].
enum { WATCH_BLOCK_SHIFT = 3, WATCH_PAGE_SHIFT = MEMORY_LIMIT(5, 1) };

/// Entries in a node.
enum { WATCH_NODE_ENTRIES = MEMORY_LIMIT(10, 2) };

/// Some entries of a block. All nodes of a list but the first are full.
typedef struct watch_node {
  uint64_t tiles[WATCH_NODE_ENTRIES]; ///< of the block: bit 8 * row + column
  uint32_t entries[WATCH_NODE_ENTRIES];
  uint32_t count;
  uint32_t next; ///< in the list of the block, or of free nodes
} watch_node;

/// The steps of one watch that depend on one block. Its bits are in a node.
typedef struct watch_entry {
  struct astar_watch *watch;
  uint32_t sibling;     ///< the next entry of the same watch, or the next free one
  uint32_t block;       ///< row of blocks * blocks in a row + column
  uint32_t node, slot;  ///< where its bits are
  uint32_t first, last; ///< the range of steps; not all of them need depend on the tiles
  uint32_t next_hit;    ///< the next entry to check (query/watch); 0: not to be checked
} watch_entry;

/// An array whose free elements are kept in a list.
typedef struct watch_pool {
  uint32_t capacity;
  uint32_t used; ///< elements that were ever in use
  uint32_t first_free;
} watch_pool;

typedef struct watch_index {
  struct memory *memory; ///< of the grid
  uint32_t columns;      ///< blocks in a row of blocks
  uint32_t page_columns;
  size_t page_count;
  uint32_t **pages; ///< per page, the first node of each block; NULL: no entries
  watch_node *nodes;
  watch_entry *entries;
  watch_pool node_pool, entry_pool;
  uint32_t count; ///< entries in use
} watch_index;

/// Initializes an empty index. False: out of memory; then do not call
/// `watch_index_fini`. O(pages).
bool watch_index_init(watch_index *index, astar_grid *grid);

void watch_index_fini(watch_index *index);

/// Records that a step of a watch depends on an area of the grid. `*own` is the first
/// entry of the watch, 0 at the beginning; the function updates it. The steps of a watch
/// must be added in ascending order. False: out of memory; a part of the area may have
/// been recorded. O(blocks of the area).
bool watch_index_add(watch_index *index, struct astar_watch *watch, uint32_t *own,
                     tile_area area, uint32_t step);

/// Removes the entries of a watch, the first of which is `own`. O(entries).
void watch_index_remove(watch_index *index, uint32_t own);

static inline watch_entry *watch_index_at(const watch_index *index, uint32_t number) {
  return &index->entries[number - 1];
}

static inline watch_node *watch_index_node(const watch_index *index, uint32_t number) {
  return &index->nodes[number - 1];
}

/// The first node of block (x, y), counted in blocks; 0: it has no entries.
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

/// The tiles of block (x, y) that are in an area, as bits. The area must touch the block.
uint64_t watch_index_tiles(tile_area area, int x, int y);

#endif
