#include "open.h"

#include <string.h>

void open_clear(open_list *open) {
  open->count = 0;
  open->pushed = 0;
}

void open_fini(open_list *open, memory *m) {
  memory_free(m, open->entries, open->capacity * sizeof *open->entries);
  open->entries = NULL;
  open->count = open->capacity = 0;
}

// The bits of a double >= 0 are ordered as the number. The low 24 of them are rounded away
// and hold instead when the node came, the latest first.
static uint64_t open_key(double priority, uint32_t pushed) {
  uint64_t bits;
  memcpy(&bits, &priority, sizeof bits);
  uint64_t rounded = (bits + (1 << 23)) >> 24 << 24;
  return rounded | (~pushed & 0xffffff);
}

bool open_push(open_list *open, memory *m, double priority, uint32_t node) {
  if (open->count == open->capacity &&
      !memory_reserve(m, (void **)&open->entries, &open->capacity, open->count + 1,
                      sizeof *open->entries)) {
    return false;
  }
  open_entry entry = {open_key(priority, open->pushed++), node};
  open_entry *entries = open->entries;
  uint32_t place = open->count++;
  while (place > 0) {
    uint32_t parent = (place - 1) / 4;
    if (entries[parent].key <= entry.key) break;
    entries[place] = entries[parent];
    place = parent;
  }
  entries[place] = entry;
  return true;
}

static uint32_t open_least_child(const open_list *open, uint32_t place) {
  uint32_t least = place * 4 + 1, end = least + 4;
  if (end > open->count) end = open->count;
  for (uint32_t child = least + 1; child < end; child++) {
    if (open->entries[child].key < open->entries[least].key) least = child;
  }
  return least;
}

uint32_t open_pop(open_list *open) {
  open_entry *entries = open->entries;
  uint32_t node = entries[0].node;
  open_entry last = entries[--open->count];
  uint32_t place = 0;
  while (place * 4 + 1 < open->count) {
    uint32_t child = open_least_child(open, place);
    if (last.key <= entries[child].key) break;
    entries[place] = entries[child];
    place = child;
  }
  if (open->count > 0) entries[place] = last;
  return node;
}
