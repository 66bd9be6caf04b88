// Views of a grid: they share the content and the journal of the grid, but have a memory,
// derived data and a busy count of their own. So several threads can query one grid at
// the same time, each through a view.
//
//     view 1 --.
//     view 2 ----> grid: terrain, penalties, obstacles, edges, links, journal
//     view 3 --'
//
// A view is an `astar_grid` whose member `base` is the grid. It has the sizes, counts and
// pointers of the grid as they were at the last refresh. Nothing edits a view, and a view
// writes nothing to the grid: only the count of references of the grid changes. All that
// reads a view works as on a grid.
//
// Arcs are made from links by the first query after an edit. A view borrows the arcs of
// the grid if they are up to date, and makes its own otherwise: then their capacity is
// above 0.
#ifndef ASTAR_VIEW_H
#define ASTAR_VIEW_H

#include "map/grid.h"

/// Creates a view, which is an owner of the grid. `allocator` NULL: the C library. NULL:
/// out of memory. O(1).
astar_grid *view_new(astar_grid *base, const astar_allocator *allocator);

/// Brings a view up to date with the content of its grid. O(1).
void view_refresh(astar_grid *view);

/// Frees a view without references, and returns its grid: the caller then releases the
/// reference of the view. The caller frees `view->cache` first.
astar_grid *view_destroy(astar_grid *view);

#endif
