// The rules that the units of a crowd use, and what they mean on the map: one entry per
// rules and filter, shared by all units with these.
#ifndef ASTAR_UNIT_RULES_H
#define ASTAR_UNIT_RULES_H

#include "crowd/state.h"

/// Finds or makes the entry of rules and the parts of a filter that are not those of the
/// rules (no part: NULL is allowed), and brings it up to date with the map. It has no new
/// unit yet: call `unit_rules_use`. Statuses: ASTAR_OK, ASTAR_UNSUITED, ASTAR_NO_MEMORY.
astar_status unit_rules_find(astar_crowd *crowd, const astar_rules *rules,
                             const astar_filter *filter, int parts, uint16_t *index);

/// Makes the entry `index`, which must be free, and has no unit. What it means on the map
/// is not known before `unit_rules_update`. Statuses: as of `unit_rules_find`.
astar_status unit_rules_make(astar_crowd *crowd, const astar_rules *rules,
                             const astar_filter *filter, int parts, uint16_t index);

/// The first entry with the rules of an entry.
uint16_t unit_rules_first(const astar_crowd *crowd, uint16_t index);

void unit_rules_use(astar_crowd *crowd, uint16_t index);

/// Removes a unit from an entry. An entry without units is freed.
void unit_rules_release(astar_crowd *crowd, uint16_t index);

/// Frees the entry if no unit uses it.
void unit_rules_drop_unused(astar_crowd *crowd, uint16_t index);

/// Brings all entries up to date with the map. O(entries) when nothing changed.
astar_status unit_rules_update(astar_crowd *crowd);

/// Whether a mover with these rules could stand at (x, y) on a map without units.
/// ASTAR_OK, ASTAR_OUT_OF_BOUNDS, ASTAR_TILE_IMPASSABLE.
astar_status unit_rules_check(const astar_crowd *crowd, uint16_t index, int x, int y);

#endif
