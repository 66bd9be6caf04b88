// Turns of one query: the tiles of friends and zones.

#include "search/turn_rules.h"

#include "map/footprint.h"

// Points that differ by less than this part of the points of a turn count as equal, since
// costs are sums of fractions.
#define TURN_RULES_ROUNDING 1e-9

void turn_rules_init(turn_rules *r, const costmap *map, const astar_query *query) {
  const astar_turns *turns = query->turns;
  uint8_t layers = grid_used_layers(map->grid);
  *r = (turn_rules){.map = map,
                    .turns = turns,
                    .friends = (uint8_t)(turns->pass & layers),
                    .zones = (uint8_t)(turns->zones & layers),
                    .start_x = query->start_x,
                    .start_y = query->start_y,
                    .max_turns = turns->max_turns,
                    .rounding = turns->points * TURN_RULES_ROUNDING};
}

// Whether a mover at the start covers a tile.
static bool turn_rules_starts_on(const turn_rules *r, int x, int y) {
  int size = r->map->rules->size;
  return x >= r->start_x && x < r->start_x + size && y >= r->start_y &&
         y < r->start_y + size;
}

turn_tile turn_rules_compute_tile(const turn_rules *r, int x, int y) {
  const astar_grid *grid = r->map->grid;
  turn_tile tile = {false, false};
  for (footprint f = footprint_at(grid, r->map->rules->size, x, y); footprint_next(&f);) {
    uint8_t layers = grid->obstacles[f.cell];
    if ((layers & r->zones) != 0) tile.is_zone = true;
    if ((layers & r->friends) != 0 && !turn_rules_starts_on(r, f.x, f.y))
      tile.is_friend = true;
  }
  return tile;
}
