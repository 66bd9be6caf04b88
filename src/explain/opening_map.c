// What a step needs opened.
//
// A step needs the tile that it enters. A diagonal step needs its two corner tiles as
// well, as far as the corner rule asks for them; of two closed ones, of which one is
// enough, it needs the cheaper one. A move of a list also needs its `clear` tiles.
//
// clang-format off
//     a # .       from a to b, all three # closed: with ASTAR_DIAGONAL_ALWAYS the step
//     # # .       needs b, with ASTAR_DIAGONAL_IF_AT_MOST_ONE_OBSTACLE b and the cheaper
//       b         corner, with ASTAR_DIAGONAL_ONLY_WHEN_NO_OBSTACLES b and both corners
// clang-format on
//
// Closed edges and forbidden pair costs stay as they are: a corner that a closed edge
// makes an obstacle cannot be opened.
//
// A mover of size 1 pays for the tile. A larger mover pays for the closed tiles that it
// covers after the step and not before it, since it opened the others earlier. Only the
// start is not checked, so that the first step pays for all of them. The sum over the
// steps of a larger mover is an upper bound: two footprints apart may share a tile.
#include "explain/opening_map.h"

#include "map/footprint.h"

// ------------------------------------------------------------------------------- tiles

double opening_map_cheapest(const opening_map *map) {
  const astar_grid *grid = map->now.grid;
  double min = map->blocked > 0 ? map->blocked : INFINITY;
  for (int t = 0; t < 256; t++) {
    if (grid->population[t] == 0 || !(map->terrain[t] > 0)) continue;
    if (map->terrain[t] < min) min = map->terrain[t];
  }
  return min < INFINITY ? min : 1;
}

// --------------------------------------------------------------------------- positions

// Whether a mover at `from`, which is not at the start, covers a tile.
static bool opening_map_covers(const opening_map *map, uint32_t from,
                               const footprint *tile) {
  const astar_grid *grid = map->now.grid;
  int size = map->now.rules->size;
  int dx = tile->x - grid_x(grid, from), dy = tile->y - grid_y(grid, from);
  return from != map->start && dx >= 0 && dx < size && dy >= 0 && dy < size;
}

double opening_map_enter(const opening_map *map, uint32_t from, uint32_t to) {
  const astar_grid *grid = map->now.grid;
  int size = map->now.rules->size;
  if (size == 1) return opening_map_tile(map, to);
  double sum = 0;
  footprint f = footprint_at(grid, size, grid_x(grid, to), grid_y(grid, to));
  while (footprint_next(&f))
    if (!opening_map_covers(map, from, &f)) sum += opening_map_tile(map, f.cell);
  return sum;
}

// The cost of a closed corner or `clear` position.
static double opening_map_corner(const opening_map *map, uint32_t from, uint32_t to) {
  bool is_free = map->mode == OPENING_MODE_BOUND &&
                 (map->marks[to] & (OPENING_SHUT | OPENING_SHARED)) == OPENING_SHARED;
  return is_free ? 0 : opening_map_enter(map, from, to);
}

// ------------------------------------------------------------------------------- steps

// Adds the position of one way around a corner to `needs`, where the way is an obstacle
// now. Returns whether it is one. `*is_hard`: it stays one.
static bool opening_map_add_way(const opening_map *map, int x, int y, int first,
                                int second, uint32_t *needs, int *count) {
  if (!costmap_is_obstacle(&map->now, x, y, first, second)) return false;
  if (!costmap_is_obstacle(&map->open, x, y, first, second)) {
    needs[(*count)++] =
        grid_cell(map->now.grid, x + direction_dx[first], y + direction_dy[first]);
  }
  return true;
}

// Adds the corners that a diagonal step needs.
static int opening_map_add_corners(const opening_map *map, int x, int y, int direction,
                                   uint32_t *needs, int count) {
  int across = direction_of(direction_dx[direction], 0);
  int down = direction_of(0, direction_dy[direction]);
  astar_diagonal rule = map->now.rules->diagonal;
  int first = count;
  bool row = !opening_map_add_way(map, x, y, across, down, needs, &count);
  bool column = !opening_map_add_way(map, x, y, down, across, needs, &count);
  if (corner_rule_passes(rule, row, column)) return first;
  if (count - first < 2) return count;
  uint32_t from = grid_cell(map->now.grid, x, y);
  row = corner_rule_passes(rule, true, false);
  column = corner_rule_passes(rule, false, true);
  if (row && column) {
    column = opening_map_corner(map, from, needs[first + 1]) <
             opening_map_corner(map, from, needs[first]);
  }
  if (column) needs[first] = needs[first + 1];
  return row || column ? first + 1 : count;
}

int opening_map_needs(const opening_map *map, int x, int y, int move, uint32_t *needs) {
  const astar_grid *grid = map->now.grid;
  const tile_move *step = &map->now.moves->list[costmap_parity(&map->now, x, y)][move];
  int count = 1;
  needs[0] = grid_cell(grid, x, y) + (uint32_t)step->offset;
  if (grid->layout != ASTAR_SQUARE) return count;
  if (step->direction >= 4)
    count = opening_map_add_corners(map, x, y, step->direction, needs, count);
  const rules_move *rule = &map->now.rules->moves[step->rule];
  for (int i = 0; i < rule->clear_count; i++) {
    int clear_x = x + rule->clear[i].x, clear_y = y + rule->clear[i].y;
    if (!costmap_can_stand(&map->now, clear_x, clear_y))
      needs[count++] = grid_cell(grid, clear_x, clear_y);
  }
  return count;
}

double opening_map_step(const opening_map *map, int x, int y, int move) {
  uint32_t needs[OPENING_MAX_NEEDS], from = grid_cell(map->now.grid, x, y);
  int count = opening_map_needs(map, x, y, move, needs);
  double sum = opening_map_enter(map, from, needs[0]);
  for (int i = 1; i < count; i++) sum += opening_map_corner(map, from, needs[i]);
  return sum;
}

// -------------------------------------------------------------------------------- life

// The greatest cost of entering a corner tile that no two steps of a cheapest path share:
// the least cost of a diagonal step (see opening.c). Negative: they may share any tile.
static double opening_map_max_corner(const opening_map *map) {
  const astar_rules *rules = map->open.rules;
  bool is_proved = rules->is_standard && rules->move_count == DIRECTIONS &&
                   rules->pair_costs == NULL && rules->moves[4].length >= 1;
  return is_proved ? rules_min_cost(rules) * rules->moves[4].length : -1;
}

// Marks the closed tiles that steps may share. Only penalties, and obstacles on expensive
// terrain, make a tile of proved rules as expensive as that.
static void opening_map_mark_shared(opening_map *map) {
  const costmap *open = &map->open;
  double max = opening_map_max_corner(map);
  if (max >= 0 && map->layers == 0 && !costmap_has_extra(open)) return;
  for (uint32_t cell = 0; cell < grid_tiles(open->grid); cell++) {
    double cost = open->rules->cost[open->grid->terrain[cell]];
    if (cost + costmap_extra(open, cell) <= max) continue;
    if (costmap_is_tile_passable(&map->now, cell)) continue;
    map->marks[cell] |= OPENING_SHARED;
    map->may_share = true;
  }
}

void opening_map_init(opening_map *map, const question *q, const opening_costs *costs,
                      uint8_t *marks) {
  map->start = grid_cell(q->grid, q->start_x, q->start_y);
  for (int t = 0; t < 256; t++) {
    bool is_passable = q->rules->cost[t] > 0, is_never = costs->terrain[t] < 0;
    map->terrain[t] = is_passable ? 0 : is_never ? INFINITY : costs->terrain[t];
  }
  map->layers = grid_used_layers(q->grid) & (uint8_t)~q->filter.ignored_layers;
  map->blocked = costs->blocked < 0 ? INFINITY : costs->blocked;
  map->mode = OPENING_MODE_SUM;
  map->marks = marks;
  map->may_share = false;
  opening_map_mark_shared(map);
}
