// Fields, for the layers above and for other queries: several owners, the goals.
#ifndef ASTAR_FIELD_H
#define ASTAR_FIELD_H

#include "base/budget.h"
#include "query/turn_range.h"

/// Adds an owner, until `astar_field_free`.
void field_retain(astar_field *field);

/// Whether the arguments of `astar_distance_field` are in their ranges; goals may be off
/// the grid.
bool field_is_valid(const astar_grid *grid, const astar_rules *rules,
                    const astar_filter *filter, const astar_source *list, int count,
                    double max_cost);

/// Whether the field leads units of a grid to goals: a distance field or a flee field.
bool field_has_goals_on(const astar_field *field, const astar_grid *grid);

/// The goals of a distance field or a flee field, ordered by cell. The field owns them;
/// they are valid until its goals are set again.
const dijkstra_source *field_goals(const astar_field *field, uint32_t *count);

/// A distance field towards one tile (`filter` NULL: that of the rules), also when the
/// tile is impassable at present. NULL: out of memory.
astar_field *field_towards(astar_grid *grid, const astar_rules *rules,
                           const astar_filter *filter, int x, int y);

/// The costs of a field that covers the whole grid, one per cell: a field without a
/// maximum cost does. They are valid until the field is updated or freed.
const double *field_costs(const astar_field *field);

/// The cost of a straight step over the cheapest terrain of the rules of the field.
double field_cheapest_step(const astar_field *field);

/// Brings the derived data that a distance field needs up to date, within the budget.
/// ASTAR_RUNNING: call it again. So the time of one call is bounded.
astar_status field_prepare(astar_grid *grid, const astar_rules *rules,
                           const astar_filter *filter, budget *b);

/// The costs of a distance field, apart from its grid: a worker computes a field on its
/// replica, and the game thread attaches the costs to the grid.
typedef struct field_content {
  struct memory memory; ///< of the arrays
  uint64_t revision;    ///< of the grid and of the replica
  uint64_t stamp;       ///< of influence maps, the same on both
  field_box box;        ///< the tiles that the arrays cover
  dijkstra_costs costs;
  dijkstra_source *sources;
  uint32_t source_count, source_capacity;
} field_content;

/// Moves the content of a field out of it, and frees the field. O(1).
void field_detach(astar_field *field, field_content *content);

/// Frees content that was not attached. Zeroed content is allowed.
void field_content_free(field_content *content);

/// Makes a field of a grid from the content of a field of a replica, which had the same
/// content at that revision. The costs stay where they are: the field frees them with
/// their own allocator. ASTAR_NO_MEMORY: `content` is as it was. O(goals + link steps).
astar_status field_attach(astar_grid *grid, const astar_rules *rules,
                          const astar_filter *filter, field_content *content,
                          astar_field **field);

#endif
