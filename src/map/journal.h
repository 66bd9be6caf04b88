// The journal: the last edits of a grid, in order, in a ring buffer of JOURNAL_CAPACITY
// changes. Derived data is repaired from it.
//
// An edit that changes something records one change; an edit of both directions of an
// edge, or of a link between two tiles, records two. Each change adds 1 to the revision
// of the grid. Derived data stores the revision that it belongs to, and applies the
// changes after that revision:
//
//     revision    12 ----- 13 ----- 14 ----- 15 = grid->revision
//     change          c12      c13      c14      at 12, 13, 14 % JOURNAL_CAPACITY
//
//     derived data of revision 13 applies c13 and c14
//
// Invariant: the journal holds all changes from revision `journal_start` on. Derived data
// of an older revision is built again, unless no lost change concerns its filter. The
// arrays `changed` and `lost` of the grid hold a revision per subject: with them derived
// data skips all changes that do not concern its filter in O(1).
#ifndef ASTAR_JOURNAL_H
#define ASTAR_JOURNAL_H

#include "map/grid.h"

/// What an edit changed.
enum {
  CHANGE_GROUND = 1,  ///< terrain, dynamic obstacles or edges: legal moves and costs
  CHANGE_PENALTY = 2, ///< penalties: costs
  CHANGE_LINKS = 4,   ///< links that begin or end in the rectangle
  CHANGE_ALL = CHANGE_GROUND | CHANGE_PENALTY | CHANGE_LINKS
};

/// How an edit can affect the cost of paths.
enum {
  EFFECT_ANY,
  EFFECT_WORSE,  ///< no path becomes cheaper
  EFFECT_BETTER, ///< no path becomes more expensive
  EFFECT_TERRAIN ///< one tile has terrain `now` instead of `was`: it depends on the rules
};

/// Allocates the journal if the grid has derived data. False: there is no journal.
bool journal_allocate(astar_grid *grid);

/// Makes the journal empty at a revision: derived data of another one is built again.
void journal_start_at(astar_grid *grid, uint64_t revision);

/// Whether changes of a subject concern a query with this filter.
static inline bool journal_concerns(const astar_filter *filter, int subject) {
  if (subject == SUBJECT_MAP) return true;
  if (subject == SUBJECT_PENALTIES) return filter->penalty_scale > 0;
  return (filter->ignored_layers >> (subject - 1) & 1) == 0;
}

/// The revision after the last change that concerns a query with this filter. O(1).
uint64_t journal_last_change(const astar_grid *grid, const astar_filter *filter);

/// The revision after the last of those changes that the journal no longer holds. O(1).
uint64_t journal_last_lost(const astar_grid *grid, const astar_filter *filter);

/// Records a change; the revision of the grid grows by one. Without memory for the
/// journal the change is lost, and derived data is built again. Inline, so that the
/// compiler writes the members of `change` directly to the journal: passed in registers,
/// they double the time of an edit. O(1).
static inline void journal_record(astar_grid *grid, grid_change change) {
  grid->changed[change.subject] = grid->revision + 1;
  if (grid->journal == NULL && !journal_allocate(grid)) {
    grid->lost[change.subject] = grid->journal_start = ++grid->revision;
    return;
  }
  grid_change *place = &grid->journal[grid->revision % JOURNAL_CAPACITY];
  if (grid->revision - grid->journal_start == JOURNAL_CAPACITY)
    grid->lost[place->subject] = ++grid->journal_start;
  *place = change;
  grid->revision++;
}

/// The area of an edit of many tiles: the bounding box of the tiles that changed. Begin
/// with `journal_empty_area`.
typedef struct journal_area {
  int left, top, right, bottom; ///< right and bottom are exclusive
  bool is_worse;                ///< no path becomes cheaper
  uint64_t hash; ///< how the content hash changes; only when the grid has a log
} journal_area;

static inline journal_area journal_empty_area(void) {
  return (journal_area){ASTAR_MAX_SIDE, ASTAR_MAX_SIDE, 0, 0, true, 0};
}

/// Extends the area to a tile that changed. `worse`: no path becomes cheaper by it.
static inline void journal_add_tile(journal_area *area, int x, int y, bool worse) {
  if (x < area->left) area->left = x;
  if (y < area->top) area->top = y;
  if (x >= area->right) area->right = x + 1;
  if (y >= area->bottom) area->bottom = y + 1;
  area->is_worse &= worse;
}

/// Records the change of an area. An empty area records nothing.
void journal_record_area(astar_grid *grid, int kind, int subject,
                         const journal_area *area);

/// Records a change of one tile. `worse`: no path becomes cheaper. Otherwise no path
/// becomes more expensive.
void journal_record_tile(astar_grid *grid, int kind, int subject, uint32_t cell,
                         bool worse);

/// The change from `revision` to the next revision, or NULL when the journal does not
/// hold it. O(1).
const grid_change *journal_change_after(const astar_grid *grid, uint64_t revision);

#endif
