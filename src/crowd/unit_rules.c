// The rules that units use, and what they mean on the map: see unit_rules.h.
//
// Costs are measured in steps over the cheapest terrain of the rules, which never
// changes. Where all terrains on the map cost the same, the costs of the moves are
// computed once.

#include "crowd/unit_rules.h"

#include <math.h>
#include <string.h>

// The estimated cost of a diagonal step: two straight steps when there is none.
static unit_cost unit_rules_diagonal(const astar_rules *rules) {
  double length = 2;
  for (int i = 0; i < rules->move_count; i++) {
    int direction = rules->moves[i].direction;
    if (direction >= 4 && rules->moves[i].length < length)
      length = rules->moves[i].length;
  }
  return (unit_cost)(length * UNIT_COST_STEP + 0.5);
}

static uint64_t unit_rules_revision(const astar_crowd *crowd, const unit_rules *entry) {
  return crowd->grid->revision + influence_stamp_of(crowd->grid, &entry->filter);
}

static void unit_rules_fix_costs(unit_rules *entry) {
  const costmap *map = &entry->map;
  entry->has_fixed_costs =
      map->moves->has_one_cost && map->moves->is_table_cost && !costmap_has_extra(map);
  for (int i = 0; i < map->moves->count && entry->has_fixed_costs; i++)
    entry->fixed_cost[i] = unit_cost_scaled(map->moves->min_move_cost[i], entry->scale);
}

static astar_status unit_rules_refresh(astar_crowd *crowd, unit_rules *entry) {
  derived_data *derived;
  astar_status status =
      cache_get(crowd->grid, entry->rules, &entry->filter, NULL, &entry->map, &derived);
  if (status != ASTAR_OK) return status;
  cache_pin(&entry->pinned, derived);
  if (!costmap_has_local_moves(&entry->map) && entry->map.moves->count <= 8) {
    status = costmap_ensure_legal(&entry->map, NULL);
    if (status != ASTAR_OK) return status;
  }
  unit_rules_fix_costs(entry);
  passages_update(&entry->passages, &entry->map);
  entry->revision = unit_rules_revision(crowd, entry);
  return ASTAR_OK;
}

// The filter of the rules, with these parts of another one.
static astar_filter unit_rules_filter(const astar_rules *rules,
                                      const astar_filter *filter, int parts) {
  astar_filter own = rules_filter(rules, NULL);
  if (parts & ASTAR_FILTER_LAYERS) own.ignored_layers = filter->ignored_layers;
  if (parts & ASTAR_FILTER_SCALE) own.penalty_scale = filter->penalty_scale;
  if (parts & ASTAR_FILTER_INFLUENCE)
    memcpy(own.influence, filter->influence, sizeof own.influence);
  return own;
}

static bool unit_rules_is(const unit_rules *entry, const astar_rules *rules,
                          const astar_filter *filter, int parts) {
  if (entry->rules != rules || entry->filter_parts != parts) return false;
  const astar_filter own = unit_rules_filter(rules, filter, parts);
  return path_order_is_filter(&entry->filter, &own);
}

uint16_t unit_rules_first(const astar_crowd *crowd, uint16_t index) {
  uint16_t first = 0;
  while (crowd->rules[first].rules != crowd->rules[index].rules) first++;
  return first;
}

astar_status unit_rules_find(astar_crowd *crowd, const astar_rules *rules,
                             const astar_filter *filter, int parts, uint16_t *index) {
  uint32_t free = crowd->rules_count;
  for (uint32_t i = 0; i < crowd->rules_count; i++) {
    *index = (uint16_t)i;
    if (unit_rules_is(&crowd->rules[i], rules, filter, parts)) {
      unit_rules *entry = &crowd->rules[i];
      bool is_current = entry->revision == unit_rules_revision(crowd, entry);
      return is_current ? ASTAR_OK : unit_rules_refresh(crowd, entry);
    }
    if (crowd->rules[i].rules == NULL && free == crowd->rules_count) free = i;
  }
  if (free > UINT16_MAX) return ASTAR_NO_MEMORY;
  *index = (uint16_t)free;
  astar_status status = unit_rules_make(crowd, rules, filter, parts, *index);
  if (status != ASTAR_OK) return status;
  status = unit_rules_refresh(crowd, &crowd->rules[free]);
  if (status != ASTAR_OK) unit_rules_drop_unused(crowd, *index);
  return status;
}

astar_status unit_rules_make(astar_crowd *crowd, const astar_rules *rules,
                             const astar_filter *filter, int parts, uint16_t index) {
  if (move_table_why_unsuited(crowd->grid, rules) != NULL) return ASTAR_UNSUITED;
  if (!MEMORY_RESERVE(crowd->memory, crowd->rules, crowd->rules_capacity, index + 1u))
    return ASTAR_NO_MEMORY;
  for (; crowd->rules_count <= index; crowd->rules_count++)
    crowd->rules[crowd->rules_count] = (unit_rules){0};
  unit_rules entry = {.rules = rules_hold(rules),
                      .filter = unit_rules_filter(rules, filter, parts),
                      .filter_parts = (uint8_t)parts,
                      .scale = UNIT_COST_STEP / rules_min_cost(rules),
                      .diagonal = unit_rules_diagonal(rules),
                      .revision = UINT64_MAX};
  crowd->rules[index] = entry;
  return ASTAR_OK;
}

void unit_rules_use(astar_crowd *crowd, uint16_t index) { crowd->rules[index].units++; }

void unit_rules_drop_unused(astar_crowd *crowd, uint16_t index) {
  unit_rules *entry = &crowd->rules[index];
  if (entry->rules == NULL || entry->units > 0) return;
  cache_pin(&entry->pinned, NULL);
  passages_fini(&entry->passages, crowd->grid);
  rules_release_holder(entry->rules);
  memset(entry, 0, sizeof *entry);
}

void unit_rules_release(astar_crowd *crowd, uint16_t index) {
  crowd->rules[index].units--;
  unit_rules_drop_unused(crowd, index);
}

astar_status unit_rules_update(astar_crowd *crowd) {
  for (uint32_t i = 0; i < crowd->rules_count; i++) {
    unit_rules *entry = &crowd->rules[i];
    if (entry->rules == NULL) continue;
    if (entry->revision == unit_rules_revision(crowd, entry)) continue;
    astar_status status = unit_rules_refresh(crowd, entry);
    if (status != ASTAR_OK) return status;
  }
  return ASTAR_OK;
}

astar_status unit_rules_check(const astar_crowd *crowd, uint16_t index, int x, int y) {
  if (!grid_contains(crowd->grid, x, y)) return ASTAR_OUT_OF_BOUNDS;
  return costmap_can_stand(&crowd->rules[index].map, x, y) ? ASTAR_OK
                                                           : ASTAR_TILE_IMPASSABLE;
}
