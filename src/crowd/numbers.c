// Numbers of units, in pages: see numbers.h.

#include "crowd/numbers.h"

void numbers_fini(numbers *n, memory *m) {
  for (uint32_t i = 0; i < n->page_count; i++)
    memory_free(m, n->pages[i], sizeof *n->pages[i]);
  MEMORY_FREE(m, n->pages, n->page_capacity);
  *n = (numbers){0};
}

bool numbers_reserve(numbers *n, memory *m, uint32_t end) {
  uint32_t count = end / NUMBERS_PAGE + 1;
  if (end > MEMORY_MAX_ELEMENTS) return false;
  if (!MEMORY_RESERVE(m, n->pages, n->page_capacity, count)) return false;
  while (n->page_count < count) n->pages[n->page_count++] = NULL;
  return true;
}

bool numbers_set(numbers *n, memory *m, uint32_t number, uint32_t slot) {
  number_page **page = &n->pages[number / NUMBERS_PAGE];
  if (*page == NULL) *page = (number_page *)memory_new(m, sizeof **page);
  if (*page == NULL) return false;
  (*page)->slots[number % NUMBERS_PAGE] = slot;
  (*page)->units++;
  return true;
}

void numbers_remove(numbers *n, memory *m, uint32_t number) {
  number_page **page = &n->pages[number / NUMBERS_PAGE];
  (*page)->slots[number % NUMBERS_PAGE] = 0;
  if (--(*page)->units > 0) return;
  memory_free(m, *page, sizeof **page);
  *page = NULL;
}

uint32_t numbers_next(const numbers *n, uint32_t number) {
  while (++number < n->end) {
    const number_page *page = n->pages[number / NUMBERS_PAGE];
    if (page == NULL)
      number |= NUMBERS_PAGE - 1; // the last one of the page
    else if (page->slots[number % NUMBERS_PAGE] != 0)
      return number;
  }
  return 0;
}
