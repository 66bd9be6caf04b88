// Relaxations.
#include "query/relaxation.h"

#include "map/grid.h"
#include "query/cache.h"

// Whether a path exists for a change of the rules and a filter.
static astar_status relaxation_try(const question *q, const rules_variation *v,
                                   const astar_filter *filter, bool *exists) {
  const astar_rules *varied;
  *exists = false;
  astar_status status = cache_vary_rules(q->grid, q->rules, v, &varied);
  if (status != ASTAR_OK) return status;
  if (!astar_is_passable(q->grid, varied, filter, q->goal_x, q->goal_y)) return ASTAR_OK;
  status = astar_is_reachable(q->grid, varied, filter, q->start_x, q->start_y, q->goal_x,
                              q->goal_y);
  *exists = status == ASTAR_OK;
  return status == ASTAR_UNREACHABLE || status == ASTAR_GOAL_BLOCKED ? ASTAR_OK : status;
}

// The impassable terrains that are on the map.
static void relaxation_open_terrains(const question *q, rules_variation *v) {
  for (int t = 0; t < 256; t++) {
    if (q->grid->population[t] > 0 && !(q->rules->cost[t] > 0)) {
      rules_variation_open(v, (uint8_t)t);
    }
  }
}

astar_status relaxation_find(const question *q, unsigned *relax) {
  *relax = 0;
  for (unsigned bit = 1; bit <= ASTAR_RELAX_TERRAIN; bit <<= 1) {
    rules_variation v = {0}, none = {0};
    astar_filter filter = q->filter;
    switch (bit) {
    case ASTAR_RELAX_DIAGONAL: v.always_diagonal = q->grid->layout == ASTAR_SQUARE; break;
    case ASTAR_RELAX_SIZE: v.size = 1; break;
    case ASTAR_RELAX_BLOCKED: filter.ignored_layers = ASTAR_ALL_LAYERS; break;
    case ASTAR_RELAX_EDGES: v.ignores_edges = q->grid->closed_count > 0; break;
    default: relaxation_open_terrains(q, &v);
    }
    v = rules_simplify_variation(q->rules, &v);
    if (bit == ASTAR_RELAX_BLOCKED
            ? (grid_used_layers(q->grid) & ~q->filter.ignored_layers) == 0
            : rules_is_same_variation(&v, &none)) {
      continue;
    }
    bool exists;
    astar_status status = relaxation_try(q, &v, &filter, &exists);
    if (status != ASTAR_OK) return status;
    if (exists) *relax |= bit;
  }
  return ASTAR_OK;
}

astar_status relaxation_find_terrains(const question *q, uint8_t terrains[256],
                                      int *count) {
  *count = 0;
  for (int t = 0; t < 256; t++) {
    if (q->grid->population[t] == 0 || q->rules->cost[t] > 0) continue;
    rules_variation v = {0};
    rules_variation_open(&v, (uint8_t)t);
    bool exists;
    astar_status status = relaxation_try(q, &v, &q->filter, &exists);
    if (status != ASTAR_OK) return status;
    if (exists) terrains[(*count)++] = (uint8_t)t;
  }
  return ASTAR_OK;
}
