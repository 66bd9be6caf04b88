// Links: steps between any two tiles, with a cost of their own. A search uses them as
// arcs. An arc is one direction of a link: a two-way link makes two arcs.
//
// The grid owns the links, ordered by id, and two arrays of arcs: one ordered by the tile
// where an arc begins, for forward search, one by the tile where it ends, for backward
// search. The arcs are made again before a query when links changed.
#ifndef ASTAR_LINKS_H
#define ASTAR_LINKS_H

#include "map/grid.h"

/// The index of the first link whose id is >= `id`. O(log n).
uint32_t links_find(const astar_grid *grid, uint32_t id);

/// Brings the arcs up to date with the links. False: out of memory. O(1) when no link
/// changed, otherwise O(n log n) for n links.
bool links_update_arcs(astar_grid *grid);

/// The arcs that begin at a cell, cheapest first among arcs to the same cell. Writes
/// their number to `*count`; NULL when there are none. The arcs must be up to date. O(log
/// n) plus the number of arcs found.
const grid_arc *links_arcs_from(const astar_grid *grid, uint32_t cell, uint32_t *count);

/// The arcs that end at a cell, cheapest first among arcs from the same cell; otherwise
/// like `links_arcs_from`.
const grid_arc *links_arcs_to(const astar_grid *grid, uint32_t cell, uint32_t *count);

#endif
