#include "query/watch_index.h"

// A step that is so much later than the last one of an entry gets an entry of its own:
// when the block changes, all steps from the first to the last one are checked.
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
  memory_free(m, index->entries, index->capacity * sizeof *index->entries);
}

// Where the list of a block begins. NULL: memory is short.
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

// A place for an entry, 0 when memory is short.
static uint32_t watch_index_take(watch_index *index) {
  uint32_t place = index->first_free;
  if (place != 0) {
    index->first_free = watch_index_at(index, place)->sibling;
  } else {
    if (!memory_reserve(index->memory, (void **)&index->entries, &index->capacity,
                        index->used + 1, sizeof *index->entries)) {
      return 0;
    }
    place = ++index->used;
  }
  index->count++;
  return place;
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

static bool watch_index_add_to(watch_index *index, struct astar_watch *watch,
                               uint32_t *own, tile_area area, int x, int y,
                               uint32_t step) {
  uint32_t *list = watch_index_list(index, (uint32_t)x, (uint32_t)y);
  if (list == NULL) return false;
  uint64_t tiles = watch_index_tiles(area, x, y);
  watch_entry *last = *list != 0 ? watch_index_at(index, *list) : NULL;
  if (last != NULL && last->watch == watch && step - last->last <= WATCH_INDEX_GAP) {
    last->tiles |= tiles;
    last->last = step;
    return true;
  }
  uint32_t place = watch_index_take(index);
  if (place == 0) return false;
  *watch_index_at(index, place) =
      (watch_entry){.tiles = tiles,
                    .watch = watch,
                    .next = *list,
                    .sibling = *own,
                    .block = (uint32_t)y * index->columns + (uint32_t)x,
                    .first = step,
                    .last = step};
  if (*list != 0) watch_index_at(index, *list)->before = place;
  *list = *own = place;
  return true;
}

bool watch_index_add(watch_index *index, struct astar_watch *watch, uint32_t *own,
                     tile_area area, uint32_t step) {
  tile_area blocks = watch_index_blocks(area);
  for (int y = blocks.top; y < blocks.bottom; y++) {
    for (int x = blocks.left; x < blocks.right; x++) {
      if (!watch_index_add_to(index, watch, own, area, x, y, step)) return false;
    }
  }
  return true;
}

void watch_index_remove(watch_index *index, uint32_t own) {
  while (own != 0) {
    watch_entry *entry = watch_index_at(index, own);
    uint32_t sibling = entry->sibling;
    if (entry->next != 0) watch_index_at(index, entry->next)->before = entry->before;
    if (entry->before != 0) {
      watch_index_at(index, entry->before)->next = entry->next;
    } else {
      // The page of an entry exists.
      *watch_index_list(index, entry->block % index->columns,
                        entry->block / index->columns) = entry->next;
    }
    entry->sibling = index->first_free;
    index->first_free = own;
    index->count--;
    own = sibling;
  }
}
