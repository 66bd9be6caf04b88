// Records edits in the journal and finds them again. See journal.h for the method.
#include "map/journal.h"

bool journal_allocate(astar_grid *grid) {
  if (grid->cache == NULL) return false; // no derived data that could be repaired
  grid->journal = MEMORY_ALLOCATE(&grid->memory, grid_change, JOURNAL_CAPACITY);
  return grid->journal != NULL;
}

void journal_record_area(astar_grid *grid, int kind, int subject,
                         const journal_area *area) {
  if (area->right <= area->left) return;
  journal_record(
      grid, (grid_change){.x = (uint16_t)area->left,
                          .y = (uint16_t)area->top,
                          .width = (uint16_t)(area->right - area->left),
                          .height = (uint16_t)(area->bottom - area->top),
                          .kind = (uint8_t)kind,
                          .effect = (uint8_t)(area->is_worse ? EFFECT_WORSE : EFFECT_ANY),
                          .subject = (uint8_t)subject});
}

void journal_start_at(astar_grid *grid, uint64_t revision) {
  grid->revision = grid->journal_start = revision;
  for (int i = 0; i < SUBJECTS; i++) grid->changed[i] = grid->lost[i] = revision;
}

// The greatest revision among the subjects that concern a filter.
static uint64_t journal_last(const uint64_t revisions[SUBJECTS],
                             const astar_filter *filter) {
  uint64_t last = revisions[SUBJECT_MAP];
  for (int i = 1; i < SUBJECTS; i++)
    if (revisions[i] > last && journal_concerns(filter, i)) last = revisions[i];
  return last;
}

uint64_t journal_last_change(const astar_grid *grid, const astar_filter *filter) {
  return journal_last(grid->changed, filter);
}

uint64_t journal_last_lost(const astar_grid *grid, const astar_filter *filter) {
  return journal_last(grid->lost, filter);
}

void journal_record_tile(astar_grid *grid, int kind, int subject, uint32_t cell,
                         bool worse) {
  journal_record(grid,
                 (grid_change){.x = (uint16_t)grid_x(grid, cell),
                               .y = (uint16_t)grid_y(grid, cell),
                               .width = 1,
                               .height = 1,
                               .kind = (uint8_t)kind,
                               .effect = (uint8_t)(worse ? EFFECT_WORSE : EFFECT_BETTER),
                               .subject = (uint8_t)subject});
}

const grid_change *journal_change_after(const astar_grid *grid, uint64_t revision) {
  if (revision < grid->journal_start || revision >= grid->revision) return NULL;
  return &grid->journal[revision % JOURNAL_CAPACITY];
}
