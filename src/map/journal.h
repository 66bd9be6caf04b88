// The journal of edits, from which derived data is repaired: a ring of the last changes.
#ifndef ASTAR_JOURNAL_H
#define ASTAR_JOURNAL_H

#include "map/grid.h"

/// What an edit changed.
enum {
  CHANGE_GROUND = 1,  ///< terrain, dynamic obstacles or edges: legal moves and costs
  CHANGE_PENALTY = 2, ///< penalties: costs
  CHANGE_LINKS = 4    ///< links that begin or end in the rectangle
};

/// What an edit can do to the cost of paths.
enum {
  EFFECT_ANY,
  EFFECT_WORSE,  ///< no path becomes cheaper
  EFFECT_BETTER, ///< no path becomes more expensive
  EFFECT_TERRAIN ///< what follows from terrain `now` instead of `was`
};

/// Allocates the journal if anything needs it. False: there is none.
bool journal_allocate(astar_grid *grid);

/// Records a change of everything: derived data is computed anew.
void journal_forget(astar_grid *grid);

/// Whether changes of a subject concern a query with this filter.
static inline bool journal_concerns(const astar_filter *filter, int subject) {
  if (subject == SUBJECT_MAP) return true;
  if (subject == SUBJECT_PENALTIES) return filter->penalty_scale > 0;
  return (filter->ignored_layers >> (subject - 1) & 1) == 0;
}

/// The revision after the last change that concerns a query with this filter. O(1).
uint64_t journal_last_change(const astar_grid *grid, const astar_filter *filter);

/// The same of the changes that the journal does not have any more.
uint64_t journal_last_lost(const astar_grid *grid, const astar_filter *filter);

/// Records a change: the revision of the grid grows. Without memory for the journal, the
/// change is forgotten, and derived data is computed anew. Inline, so that the members of
/// `change` are stored where they stay: passed in registers, they double the time of an
/// edit.
static inline void journal_record(astar_grid *grid, grid_change change) {
  grid->changed[change.subject] = grid->revision + 1;
  if (grid->journal == NULL && !journal_allocate(grid)) {
    grid->lost[change.subject] = grid->journal_start = ++grid->revision;
    return;
  }
  grid_change *place = &grid->journal[grid->revision % JOURNAL_CAPACITY];
  if (grid->revision - grid->journal_start == JOURNAL_CAPACITY) {
    grid->lost[place->subject] = ++grid->journal_start;
  }
  *place = change;
  grid->revision++;
}

/// What an edit of many tiles changed: the smallest rectangle around the tiles that are
/// different now. Begin with `journal_no_area`.
typedef struct journal_area {
  int left, top, right, bottom; ///< right and bottom are just outside
  bool is_worse;                ///< no path becomes cheaper
} journal_area;

static inline journal_area journal_no_area(void) {
  return (journal_area){ASTAR_MAX_SIDE, ASTAR_MAX_SIDE, 0, 0, true};
}

/// Adds a tile that changed.
static inline void journal_add_tile(journal_area *area, int x, int y, bool worse) {
  if (x < area->left) area->left = x;
  if (y < area->top) area->top = y;
  if (x >= area->right) area->right = x + 1;
  if (y >= area->bottom) area->bottom = y + 1;
  area->is_worse &= worse;
}

/// Records the change of an area; of an empty one, nothing.
void journal_record_area(astar_grid *grid, int kind, int subject,
                         const journal_area *area);

/// Records a change of one tile. `worse`: no path becomes cheaper; otherwise none becomes
/// more expensive.
void journal_record_tile(astar_grid *grid, int kind, int subject, uint32_t cell,
                         bool worse);

/// The change that led from `revision` to the next one, or NULL when it is forgotten.
const grid_change *journal_change_after(const astar_grid *grid, uint64_t revision);

#endif
