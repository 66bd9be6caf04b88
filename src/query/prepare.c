// Deriving all data that queries need: see prepare.h.
#include "query/prepare.h"

astar_status prepare_derived(astar_grid *grid, const astar_rules *rules,
                             const astar_filter *filter, budget *b) {
  (void)filter;
  (void)b;
  return grid == NULL || rules == NULL ? ASTAR_INVALID : ASTAR_NO_MEMORY;
}

astar_status astar_grid_prepare(astar_grid *grid, const astar_rules *rules) {
  budget unlimited = {BUDGET_UNLIMITED};
  return prepare_derived(grid, rules, NULL, &unlimited);
}
