// The numbers of units that the caller sees, and the slots of these units.
//
// Numbers grow and are not used again. They are in pages, and only pages with units take
// memory: so removed units take none, and neither do numbers that a hostile string names.
#ifndef ASTAR_NUMBERS_H
#define ASTAR_NUMBERS_H

#include "base/memory.h"

enum { NUMBERS_PAGE = MEMORY_LIMIT(1024, 4) };

typedef struct number_page {
  uint32_t units;               ///< in this page
  uint32_t slots[NUMBERS_PAGE]; ///< 0: no unit has this number
} number_page;

/// A zeroed struct is empty.
typedef struct numbers {
  number_page **pages; ///< NULL: no unit has a number of this page
  uint32_t page_count, page_capacity;
  uint32_t end; ///< all numbers are below
} numbers;

void numbers_fini(numbers *n, memory *m);

/// Makes room for numbers below `end`, without their pages. False: out of memory.
bool numbers_reserve(numbers *n, memory *m, uint32_t end);

/// Gives a number to the unit of a slot. There is room for it, and no unit has it. False:
/// out of memory.
bool numbers_set(numbers *n, memory *m, uint32_t number, uint32_t slot);

/// Takes a number from its unit.
void numbers_remove(numbers *n, memory *m, uint32_t number);

/// The slot of a unit by its number; 0: there is no such unit. O(1).
static inline uint32_t numbers_slot(const numbers *n, uint32_t number) {
  if (number >= n->end) return 0;
  const number_page *page = n->pages[number / NUMBERS_PAGE];
  return page != NULL ? page->slots[number % NUMBERS_PAGE] : 0;
}

/// The first number of a unit above `number`; 0: there is none.
uint32_t numbers_next(const numbers *n, uint32_t number);

#endif
