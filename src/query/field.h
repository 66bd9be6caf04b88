// Fields, for the layers above and for other queries: several owners, the goals.
#ifndef ASTAR_FIELD_H
#define ASTAR_FIELD_H

#include "search/dijkstra.h"

/// Adds an owner, until `astar_field_free`.
void field_retain(astar_field *field);

/// Whether the field leads units of a grid to goals: a distance field or a flee field.
bool field_has_goals_on(const astar_field *field, const astar_grid *grid);

/// The goals of a distance field or a flee field, ordered by cell. The field owns them;
/// they are valid until its goals are set again.
const dijkstra_source *field_goals(const astar_field *field, uint32_t *count);

/// A distance field towards one tile (`filter` NULL: that of the rules), also when the
/// tile is impassable at present. NULL: out of memory.
astar_field *field_towards(astar_grid *grid, const astar_rules *rules,
                           const astar_filter *filter, int x, int y);

/// The cost of a straight step over the cheapest terrain of the rules of the field.
double field_cheapest_step(const astar_field *field);

#endif
