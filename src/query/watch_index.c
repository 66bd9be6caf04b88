// The index from tiles to watched steps.
//
// Each block has a list of nodes. Additions go to the first node of the list, and a
// removed entry is replaced by the last entry of that node. So only the first node of a
// list has free slots, and empty nodes are freed at once.
//
// A path visits a block in few stretches. An addition extends the last entry of the block
// when it belongs to the same watch and the step is near, so that an entry holds one
// stretch.

#include "query/watch_index.h"

// The greatest gap between two steps in one entry. When a tile of the entry changes, all
// steps from its first to its last are checked, so a path that returns to a block after
// more steps gets a new entry.
enum { WATCH_INDEX_GAP = MEMORY_LIMIT(16, 1) };

enum { WATCH_INDEX_PAGE = 1 << (2 * WATCH_PAGE_SHIFT) };

static uint32_t watch_index_divide(uint32_t count, int shift) {
  return (count + (1u << shift) - 1) >> shift;
}

bool watch_index_init(watch_index *index, astar_grid *grid) {
  uint32_t rows = watch_index_divide((uint32_t)grid->height, WATCH_BLOCK_SHIFT);
  uint32_t columns = watch_index_divide((uint32_t)grid->width, WATCH_BLOCK_SHIFT);
  *index = (watch_index){.memory = &grid->memory, .columns = columns};
  index->page_columns = watch_index_divide(columns, WATCH_PAGE_SHIFT);
  index->page_count =
      (size_t)index->page_columns * watch_index_divide(rows, WATCH_PAGE_SHIFT);
  index->pages =
      (uint32_t **)memory_new(index->memory, index->page_count * sizeof *index->pages);
  return index->pages != NULL;
}

void watch_index_fini(watch_index *index) {
  memory *m = index->memory;
  for (size_t i = 0; i < index->page_count; i++) {
    memory_free(m, index->pages[i], WATCH_INDEX_PAGE * sizeof **index->pages);
  }
  memory_free(m, index->pages, index->page_count * sizeof *index->pages);
  memory_free(m, index->nodes, index->node_pool.capacity * sizeof *index->nodes);
  memory_free(m, index->entries, index->entry_pool.capacity * sizeof *index->entries);
}

// The head of the list of a block; allocates its page. NULL: out of memory.
static uint32_t *watch_index_list(watch_index *index, uint32_t x, uint32_t y) {
  uint32_t inside = (1u << WATCH_PAGE_SHIFT) - 1;
  uint32_t **page = &index->pages[(size_t)(y >> WATCH_PAGE_SHIFT) * index->page_columns +
                                  (x >> WATCH_PAGE_SHIFT)];
  if (*page == NULL) {
    *page = (uint32_t *)memory_new(index->memory, WATCH_INDEX_PAGE * sizeof **page);
    if (*page == NULL) return NULL;
  }
  return &(*page)[(y & inside) << WATCH_PAGE_SHIFT | (x & inside)];
}

// The number of a free entry; 0: out of memory.
static uint32_t watch_index_take_entry(watch_index *index) {
  watch_pool *pool = &index->entry_pool;
  uint32_t number = pool->first_free;
  if (number != 0) {
    pool->first_free = watch_index_at(index, number)->sibling;
    return number;
  }
  bool has_room = memory_reserve(index->memory, (void **)&index->entries, &pool->capacity,
                                 pool->used + 1, sizeof *index->entries);
  return has_room ? ++pool->used : 0;
}

// The number of a free node; 0: out of memory.
static uint32_t watch_index_take_node(watch_index *index) {
  watch_pool *pool = &index->node_pool;
  uint32_t number = pool->first_free;
  if (number != 0) {
    pool->first_free = watch_index_node(index, number)->next;
    return number;
  }
  bool has_room = memory_reserve(index->memory, (void **)&index->nodes, &pool->capacity,
                                 pool->used + 1, sizeof *index->nodes);
  return has_room ? ++pool->used : 0;
}

uint64_t watch_index_tiles(tile_area area, int x, int y) {
  int side = 1 << WATCH_BLOCK_SHIFT;
  int left = area.left - x * side, right = area.right - x * side;
  int top = area.top - y * side, bottom = area.bottom - y * side;
  if (left < 0) left = 0;
  if (top < 0) top = 0;
  if (right > side) right = side;
  if (bottom > side) bottom = side;
  uint64_t row = (0xffu >> (side - (right - left))) << left;
  uint64_t rows = ~(uint64_t)0 >> (8 * (side - (bottom - top))) << (8 * top);
  return row * UINT64_C(0x0101010101010101) & rows;
}

// Frees the first node of a list.
static void watch_index_drop_node(watch_index *index, uint32_t *list) {
  uint32_t number = *list;
  watch_node *node = watch_index_node(index, number);
  *list = node->next;
  node->next = index->node_pool.first_free;
  index->node_pool.first_free = number;
}

// Makes sure that the first node of a list has a free slot. False: out of memory.
static bool watch_index_ensure_room(watch_index *index, uint32_t *list) {
  if (*list != 0 && watch_index_node(index, *list)->count < WATCH_NODE_ENTRIES) {
    return true;
  }
  uint32_t number = watch_index_take_node(index);
  if (number == 0) return false;
  *watch_index_node(index, number) = (watch_node){.next = *list};
  *list = number;
  return true;
}

// Adds tiles and a step to the last entry of a block, when it belongs to this watch and
// ends at a step that is near.
static bool watch_index_extend(watch_index *index, uint32_t list,
                               const struct astar_watch *watch, uint64_t tiles,
                               uint32_t step) {
  if (list == 0) return false;
  watch_node *node = watch_index_node(index, list);
  watch_entry *last = watch_index_at(index, node->entries[node->count - 1]);
  if (last->watch != watch || step - last->last > WATCH_INDEX_GAP) return false;
  node->tiles[node->count - 1] |= tiles;
  last->last = step;
  return true;
}

// Records the part of an area that is in block (x, y).
static bool watch_index_add_to_block(watch_index *index, struct astar_watch *watch,
                                     uint32_t *own, tile_area area, int x, int y,
                                     uint32_t step) {
  uint32_t *list = watch_index_list(index, (uint32_t)x, (uint32_t)y);
  if (list == NULL) return false;
  uint64_t tiles = watch_index_tiles(area, x, y);
  if (watch_index_extend(index, *list, watch, tiles, step)) return true;
  if (!watch_index_ensure_room(index, list)) return false;
  watch_node *node = watch_index_node(index, *list);
  uint32_t number = watch_index_take_entry(index);
  if (number == 0) {
    if (node->count == 0) watch_index_drop_node(index, list);
    return false;
  }
  *watch_index_at(index, number) =
      (watch_entry){.watch = watch,
                    .sibling = *own,
                    .block = (uint32_t)y * index->columns + (uint32_t)x,
                    .node = *list,
                    .slot = node->count,
                    .first = step,
                    .last = step};
  node->tiles[node->count] = tiles;
  node->entries[node->count++] = *own = number;
  index->count++;
  return true;
}

bool watch_index_add(watch_index *index, struct astar_watch *watch, uint32_t *own,
                     tile_area area, uint32_t step) {
  tile_area blocks = watch_index_blocks(area);
  for (int y = blocks.top; y < blocks.bottom; y++) {
    for (int x = blocks.left; x < blocks.right; x++) {
      if (!watch_index_add_to_block(index, watch, own, area, x, y, step)) return false;
    }
  }
  return true;
}

// Fills the slot of a removed entry with the last entry of the first node of the list.
static void watch_index_fill_gap(watch_index *index, uint32_t *list,
                                 const watch_entry *gone) {
  watch_node *from = watch_index_node(index, *list);
  watch_node *to = watch_index_node(index, gone->node);
  uint32_t moved = from->entries[--from->count];
  to->tiles[gone->slot] = from->tiles[from->count];
  to->entries[gone->slot] = moved;
  watch_index_at(index, moved)->node = gone->node;
  watch_index_at(index, moved)->slot = gone->slot;
  if (from->count == 0) watch_index_drop_node(index, list);
}

void watch_index_remove(watch_index *index, uint32_t own) {
  while (own != 0) {
    watch_entry *entry = watch_index_at(index, own);
    uint32_t number = own;
    own = entry->sibling;
    // Allocates nothing: the page of an entry exists.
    uint32_t *list = watch_index_list(index, entry->block % index->columns,
                                      entry->block / index->columns);
    watch_index_fill_gap(index, list, entry);
    entry->sibling = index->entry_pool.first_free;
    index->entry_pool.first_free = number;
    index->count--;
  }
}
