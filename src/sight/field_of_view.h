// Field of view: the tiles that a viewer of one tile sees up to radius
// FIELD_OF_VIEW_RADIUS, by following all lines of sight together.
#ifndef ASTAR_FIELD_OF_VIEW_H
#define ASTAR_FIELD_OF_VIEW_H

#include "astar_sight.h"
#include "derived/costmap.h"

/// The maximum radius: a window of 63 tiles fits into words of 64 bits.
enum { FIELD_OF_VIEW_RADIUS = MEMORY_LIMIT(31, 5) };

/// Sets in the empty rows of a view, of one word each, the free tiles that the viewer
/// sees, closed edges and pair costs aside. On squares also walls, unless the view is
/// without; on hexes all impassable tiles within the radius. O(radius^2) at most.
void field_of_view_fill(const costmap *map, const astar_view *view);

#endif
