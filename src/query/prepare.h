// Deriving all data that queries need under some rules, before they need it.
#ifndef ASTAR_PREPARE_H
#define ASTAR_PREPARE_H

#include "query/cache.h"

/// Brings all derived data for rules and a filter (NULL: the filter of the rules) up to
/// date, within the budget, so that no query writes to it until the next edit.
/// ASTAR_RUNNING: call it again. The other statuses are those of `astar_grid_prepare`.
/// O(1) when nothing changed.
astar_status prepare_derived(astar_grid *grid, const astar_rules *rules,
                             const astar_filter *filter, budget *b);

#endif
