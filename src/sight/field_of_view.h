// Field of view: the tiles that a viewer sees, by following all lines of sight together.
#ifndef ASTAR_FIELD_OF_VIEW_H
#define ASTAR_FIELD_OF_VIEW_H

#include "astar_sight.h"
#include "derived/costmap.h"

/// Up to this radius a window of the map, of 63 tiles, fits into words of 64 bits.
enum { FIELD_OF_VIEW_RADIUS = MEMORY_LIMIT(31, 5) };

/// Sets in the empty rows of a view the free tiles that the viewer sees, closed edges and
/// pair costs aside; for larger movers more than these. True: also its walls. Otherwise
/// all impassable tiles that may be walls. O(tiles set), but O(radius) for hexes on lines
/// along borders.
bool field_of_view_fill(const costmap *map, const astar_view *view);

/// A row of the rectangle of a view.
static inline uint64_t *sight_row(const astar_view *view, int y) {
  return view->rows + (size_t)(y - view->top) * view->words;
}

#endif
