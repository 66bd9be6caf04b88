#include "derived/costmap.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "derived/jump_boards.h"
#include "derived/components.h"
#include "map/footprint.h"

// Sums of costs that are so many times a step's may swallow it.
#define COSTMAP_STEEP 1e6

// ---------------------------------------------------------------------------- standing

static bool costmap_is_tile_passable(const astar_grid *grid, const astar_rules *rules,
                                     uint32_t cell) {
  return rules->cost[grid->terrain[cell]] > 0 &&
         (rules->ignore_blocked || !grid_is_cell_blocked(grid, cell));
}

static bool costmap_fits(const astar_grid *grid, const astar_rules *rules, int x, int y) {
  int size = rules->size;
  if (x < 0 || y < 0 || x > grid->width - size || y > grid->height - size) return false;
  for (footprint f = footprint_at(grid, size, x, y); footprint_next(&f);) {
    if (!costmap_is_tile_passable(grid, rules, f.cell)) return false;
  }
  return true;
}

bool astar_is_passable(const astar_grid *grid, const astar_rules *rules, int x, int y) {
  return costmap_fits(grid, rules, x, y);
}

// ------------------------------------------------------------------------------- moves

bool costmap_can_stand(const costmap *map, int x, int y) {
  return grid_contains(map->grid, x, y) && costmap_is_passable(map, x, y);
}

bool costmap_has_wall(const costmap *map, int x, int y, int direction) {
  const astar_grid *grid = map->grid;
  if (grid->closed_count == 0) return false;
  for (footprint f = footprint_at(grid, map->rules->size, x, y); footprint_next(&f);) {
    if (grid_is_closed(grid, f.cell, direction)) return true;
  }
  return false;
}

bool costmap_is_obstacle(const costmap *map, int x, int y, int first, int second) {
  int corner_x = x + direction_dx[first], corner_y = y + direction_dy[first];
  return !costmap_can_stand(map, corner_x, corner_y) ||
         costmap_has_wall(map, x, y, first) ||
         costmap_has_wall(map, corner_x, corner_y, second);
}

static bool costmap_pass_corner(const costmap *map, int x, int y, int direction) {
  int across = direction_of(direction_dx[direction], 0);
  int down = direction_of(0, direction_dy[direction]);
  int obstacles = costmap_is_obstacle(map, x, y, across, down) +
                  costmap_is_obstacle(map, x, y, down, across);
  return obstacles <= map->rules->corner_obstacles;
}

static bool costmap_is_clear(const costmap *map, int x, int y, int rule) {
  const rules_move *move = &map->rules->moves[rule];
  for (int i = 0; i < move->clear_count; i++) {
    if (!costmap_can_stand(map, x + move->clear[i].dx, y + move->clear[i].dy))
      return false;
  }
  return true;
}

// Whether the rule by terrain pair forbids a move to any tile of the mover.
static bool costmap_is_forbidden(const costmap *map, int x, int y,
                                 const costmap_move *move) {
  const astar_rules *rules = map->rules;
  if (rules->pair_costs == NULL) return false;
  const astar_grid *grid = map->grid;
  for (footprint f = footprint_at(grid, rules->size, x, y); footprint_next(&f);) {
    uint8_t from = grid->terrain[f.cell];
    uint8_t to = grid->terrain[f.cell + (uint32_t)move->offset];
    if (rules_pair_cost(rules, move->rule, from, to) < 0) return true;
  }
  return false;
}

static bool costmap_is_legal(const costmap *map, int x, int y, const costmap_move *move) {
  if (!costmap_can_stand(map, x + move->dx, y + move->dy)) return false;
  if (move->direction >= 0 && costmap_has_wall(map, x, y, move->direction)) return false;
  if (map->grid->layout != ASTAR_SQUARE) return !costmap_is_forbidden(map, x, y, move);
  if (move->direction >= 4 && !costmap_pass_corner(map, x, y, move->direction))
    return false;
  return costmap_is_clear(map, x, y, move->rule) &&
         !costmap_is_forbidden(map, x, y, move);
}

uint64_t costmap_compute_moves(const costmap *map, int x, int y) {
  uint64_t moves = 0;
  int parity = costmap_parity(map, x, y);
  for (int i = 0; i < map->move_count; i++) {
    if (costmap_is_legal(map, x, y, &map->moves[parity][i])) moves |= (uint64_t)1 << i;
  }
  return moves;
}

int costmap_find_move(const costmap *map, int x, int y, int dx, int dy) {
  const costmap_move *moves = map->moves[costmap_parity(map, x, y)];
  for (int i = 0; i < map->move_count; i++) {
    if (moves[i].dx != dx || moves[i].dy != dy) continue;
    bool is_legal = map->legal != NULL ? (costmap_moves(map, x, y) >> i & 1) != 0
                                       : costmap_is_legal(map, x, y, &moves[i]);
    if (is_legal) return i;
  }
  return -1;
}

const grid_arc *costmap_find_arc(const costmap *map, uint32_t from, uint32_t to) {
  int width = map->grid->width;
  if (!costmap_is_passable(map, (int)to % width, (int)to / width)) return NULL;
  uint32_t count;
  const grid_arc *arcs = grid_arcs_from(map->grid, from, &count);
  for (uint32_t i = 0; i < count; i++) {
    if (arcs[i].to == to) return &arcs[i]; // ordered by cost among equals
  }
  return NULL;
}

int costmap_distance(const costmap *map, int x1, int y1, int x2, int y2) {
  if (map->grid->layout != ASTAR_SQUARE) {
    return grid_hex_distance(map->grid, x1, y1, x2, y2);
  }
  int dx = abs(x1 - x2), dy = abs(y1 - y2);
  if (!map->rules->moves_diagonally) return dx + dy;
  return dx > dy ? dx : dy;
}

// ------------------------------------------------------------------------------- costs

double costmap_compute_cost(const costmap *map, int x, int y, int index) {
  const astar_grid *grid = map->grid;
  const astar_rules *rules = map->rules;
  const costmap_move *move = &map->moves[costmap_parity(map, x, y)][index];
  int dx = move->dx, dy = move->dy;
  double max_cost = 0;
  // The move is legal, so all tiles that it leads to are on the grid. Not so those where
  // it starts: a mover may start partly off the grid.
  footprint to = footprint_at(grid, rules->size, x + dx, y + dy);
  while (footprint_next(&to)) {
    double cost = map->cost[index * 256 + grid->terrain[to.cell]];
    if (rules->pair_costs != NULL && grid_contains(grid, to.x - dx, to.y - dy)) {
      uint8_t from = grid->terrain[to.cell - (uint32_t)move->offset];
      double pair = rules_pair_cost(rules, move->rule, from, grid->terrain[to.cell]);
      if (pair >= 0) cost = pair;
    }
    cost += grid_cell_penalty(grid, to.cell);
    if (cost > max_cost) max_cost = cost;
  }
  return max_cost;
}

int costmap_list_from(const costmap *map, int x, int y, costmap_step *steps) {
  int count = 0;
  uint32_t cell = grid_cell(map->grid, x, y);
  const costmap_move *list = map->moves[costmap_parity(map, x, y)];
  for (uint64_t moves = costmap_moves(map, x, y); moves != 0; moves &= moves - 1) {
    int move = bits_lowest(moves);
    uint32_t to = cell + (uint32_t)list[move].offset;
    steps[count++] = (costmap_step){.cell = to,
                                    .x = (uint16_t)(x + list[move].dx),
                                    .y = (uint16_t)(y + list[move].dy),
                                    .move = (uint8_t)move,
                                    .cost = costmap_cost_into(map, x, y, move, to)};
  }
  return count;
}

int costmap_list_to(const costmap *map, int x, int y, costmap_step *steps) {
  int count = 0;
  uint32_t cell = grid_cell(map->grid, x, y);
  const costmap_move *list = map->moves[costmap_parity(map, x, y)];
  for (int move = 0; move < map->move_count; move++) {
    int from_x = x + list[move].back_dx, from_y = y + list[move].back_dy;
    if (!grid_contains(map->grid, from_x, from_y)) continue;
    if ((costmap_moves(map, from_x, from_y) >> move & 1) == 0) continue;
    steps[count++] =
        (costmap_step){.cell = cell + (uint32_t)list[move].back,
                       .x = (uint16_t)from_x,
                       .y = (uint16_t)from_y,
                       .move = (uint8_t)move,
                       .cost = costmap_cost_into(map, from_x, from_y, move, cell)};
  }
  return count;
}

// The least cost of a move among the terrains that are on the map now.
static double costmap_min_cost_of_move(const costmap *map, int index, int parity) {
  const astar_grid *grid = map->grid;
  const astar_rules *rules = map->rules;
  int rule = map->moves[parity][index].rule;
  double least = INFINITY;
  for (int to = 0; to < 256; to++) {
    if (grid->population[to] == 0 || !(rules->cost[to] > 0)) continue;
    double usual = map->cost[index * 256 + to];
    if (rules->pair_costs == NULL) {
      if (usual < least) least = usual;
      continue;
    }
    for (int from = 0; from < 256; from++) {
      if (grid->population[from] == 0) continue;
      double pair = rules_pair_cost(rules, rule, (uint8_t)from, (uint8_t)to);
      double cost = pair >= 0 ? pair : usual;
      if (!(pair < 0) && cost < least) least = cost;
    }
  }
  return least;
}

// The greatest cost among the terrains that are on the map now.
static double costmap_max_terrain_cost(const costmap *map) {
  double most = 0;
  for (int t = 0; t < 256; t++) {
    if (map->grid->population[t] > 0 && map->rules->cost[t] > most) {
      most = map->rules->cost[t];
    }
  }
  return most;
}

// Whether all passable terrains that are on the map now cost the same.
static bool costmap_is_one_cost(const costmap *map) {
  double cost = 0;
  for (int t = 0; t < 256; t++) {
    double here = map->grid->population[t] > 0 ? map->rules->cost[t] : 0;
    if (!(here > 0)) continue;
    if (cost > 0 && (here < cost || here > cost)) return false;
    cost = here;
  }
  return true;
}

static bool costmap_can_be_uniform(const costmap *map) {
  const astar_grid *grid = map->grid;
  return map->has_one_cost && map->rules->has_canonical &&
         map->rules->pair_costs == NULL && grid->layout == ASTAR_SQUARE &&
         grid->penalty_count == 0 && grid->closed_count == 0 && grid->arc_count == 0;
}

static void costmap_set_minimums(costmap *map) {
  map->min_tile_cost = map->min_step = INFINITY;
  for (int i = 0; i < map->move_count; i++) {
    map->min_move_cost[i] = costmap_min_cost_of_move(map, i, 0);
    if (map->grid->layout != ASTAR_SQUARE && map->rules->pair_costs != NULL) {
      double other = costmap_min_cost_of_move(map, i, 1);
      if (other < map->min_move_cost[i]) map->min_move_cost[i] = other;
    }
    double least = map->min_move_cost[i] / map->moves[0][i].length;
    if (least < map->min_tile_cost) map->min_tile_cost = least;
    double step = map->min_move_cost[i];
    if (step > 0 && step < map->min_step) map->min_step = step;
  }
  if (!(map->min_step < INFINITY)) map->min_step = 1;
  map->max_slack = map->min_step * COSTMAP_EQUAL_STEPS;
  map->has_one_cost = costmap_is_one_cost(map);
  map->is_steep = costmap_max_terrain_cost(map) > map->min_step * COSTMAP_STEEP;
  map->palette = map->grid->palette;
}

static void costmap_fill_cost_classes(costmap *map) {
  const double *cost = map->rules->cost;
  uint8_t classes = 0;
  for (int t = 0; t < 256; t++) {
    int same = 0;
    while (same < t && (cost[same] < cost[t] || cost[same] > cost[t])) same++;
    if (!(cost[t] > 0)) continue;
    map->cost_class_of[t] = same < t ? map->cost_class_of[same] : ++classes;
  }
}

static void costmap_fill_costs(costmap *map) {
  for (int i = 0; i < map->move_count; i++) {
    for (int t = 0; t < 256; t++) {
      map->cost[i * 256 + t] = map->moves[0][i].length * map->rules->cost[t];
    }
  }
}

// ------------------------------------------------------------------- keeping up to date

static void costmap_put_bit(uint64_t *board, size_t words, int x, int y, bool set) {
  uint64_t *word = &board[(size_t)(y + 1) * words + ((size_t)(x + 1) >> 6)];
  uint64_t bit = (uint64_t)1 << ((x + 1) & 63);
  *word = set ? *word | bit : *word & ~bit;
}

// Whether all nine tiles around one cost the same. All must be passable.
static bool costmap_has_uniform_neighborhood(const costmap *map, int x, int y) {
  const astar_grid *grid = map->grid;
  uint8_t group = map->cost_class_of[grid->terrain[grid_cell(grid, x, y)]];
  for (int row = y - 1; row <= y + 1; row++) {
    uint32_t cell = grid_cell(grid, x - 1, row);
    for (uint32_t end = cell + 3; cell < end; cell++) {
      if (map->cost_class_of[grid->terrain[cell]] != group) return false;
      if (grid->penalty_count > 0 && grid->penalty[cell] > 0) return false;
    }
  }
  return true;
}

static void costmap_fill_legal_row(costmap *map, int y, int left, int right,
                                   bool by_table) {
  uint8_t *legal = map->legal + grid_cell(map->grid, 0, y);
  for (int x = left; x < right; x++) {
    legal[x] = by_table ? map->rules->legal[costmap_neighborhood(map, x, y)]
                        : (uint8_t)costmap_compute_moves(map, x, y);
  }
}

// Closed edges have no part in it: what a bit says depends on the nine tiles alone, and
// is the same whatever edges were closed and opened again before.
static void costmap_fill_uniform_row(costmap *map, int y, int left, int right) {
  for (int x = left; x < right; x++) {
    bool is_even = costmap_neighborhood(map, x, y) == 511 &&
                   costmap_has_uniform_neighborhood(map, x, y);
    costmap_put_bit(map->uniform_tiles, map->words, x, y, is_even);
  }
}

static costmap_area costmap_grow(const costmap *map, const grid_change *change,
                                 int before, int after) {
  int right = change->x + change->width + after,
      bottom = change->y + change->height + after;
  costmap_area area = {change->x - before, change->y - before, right, bottom};
  if (area.left < 0) area.left = 0;
  if (area.top < 0) area.top = 0;
  if (area.right > map->grid->width) area.right = map->grid->width;
  if (area.bottom > map->grid->height) area.bottom = map->grid->height;
  return area;
}

static void costmap_fill_passable(costmap *map, costmap_area area) {
  for (int y = area.top; y < area.bottom; y++) {
    for (int x = area.left; x < area.right; x++) {
      costmap_put_bit(map->passable, map->words, x, y,
                      costmap_fits(map->grid, map->rules, x, y));
    }
  }
}

static void costmap_fill_legal(costmap *map, costmap_area area) {
  if (map->legal == NULL) return;
  // The table holds for standard rules on squares, no edge closed, no rule by terrain
  // pair.
  bool by_table = map->rules->is_standard && map->grid->layout == ASTAR_SQUARE &&
                  map->grid->closed_count == 0 && map->rules->pair_costs == NULL;
  for (int y = area.top; y < area.bottom; y++) {
    costmap_fill_legal_row(map, y, area.left, area.right, by_table);
    if (map->uniform_tiles != NULL)
      costmap_fill_uniform_row(map, y, area.left, area.right);
  }
}

costmap_area costmap_affected_area(const costmap *map, const grid_change *change) {
  int size = map->rules->size, reach = map->rules->reach > 1 ? map->rules->reach : 1;
  return costmap_grow(map, change, size - 1 + reach, reach);
}

static void costmap_apply(costmap *map, const grid_change *change) {
  if (change->kind == CHANGE_LINKS ||
      (change->kind == CHANGE_PENALTY && map->uniform_tiles == NULL)) {
    return;
  }
  costmap_fill_passable(map, costmap_grow(map, change, map->rules->size - 1, 0));
  costmap_fill_legal(map, costmap_affected_area(map, change));
}

static size_t costmap_passable_bytes(const costmap *map) {
  return map->words * (size_t)(map->grid->height + 2) * sizeof *map->passable;
}

bool costmap_ensure_legal(costmap *map) {
  memory *m = &map->grid->memory;
  if (map->legal != NULL || map->move_count > 8) return true;
  // `even` first: `legal` is believed as soon as it is there.
  bool wants_even = map->grid->layout == ASTAR_SQUARE && map->rules->has_canonical &&
                    map->is_table_cost;
  if (wants_even && map->uniform_tiles == NULL) {
    map->uniform_tiles = (uint64_t *)memory_new(m, costmap_passable_bytes(map));
    if (map->uniform_tiles == NULL) return false;
  }
  map->legal = (uint8_t *)memory_resize(m, NULL, 0, grid_tiles(map->grid));
  if (map->legal == NULL) return false;
  costmap_fill_legal(map, (costmap_area){0, 0, map->grid->width, map->grid->height});
  return true;
}

// The passable tiles of a row for a mover of one tile, as bits from column -1 on.
static void costmap_fill_passable_row(const costmap *map, int y, uint64_t *row) {
  const astar_grid *grid = map->grid;
  const double *cost = map->rules->cost;
  bool check_blocked = grid->blocked_count > 0 && !map->rules->ignore_blocked;
  uint32_t cell = grid_cell(grid, 0, y);
  memset(row, 0, map->words * sizeof *row);
  for (int x = 0; x < grid->width; x++, cell++) {
    bool passable = cost[grid->terrain[cell]] > 0;
    if (check_blocked && grid_is_cell_blocked(grid, cell)) passable = false;
    row[(x + 1) >> 6] |= (uint64_t)passable << ((x + 1) & 63);
  }
}

// Keeps the bits that are followed by size - 1 more.
static void costmap_shrink_row(uint64_t *row, size_t words, int size) {
  for (int n = 1; n < size; n++) {
    for (size_t i = 0; i < words; i++) {
      uint64_t next = row[i] >> 1 | (i + 1 < words ? row[i + 1] << 63 : 0);
      // The n-th pass sees what n - 1 passes left: a run shrinks by one tile each time.
      row[i] &= next;
    }
  }
}

static void costmap_fill_all_passable(costmap *map) {
  int height = map->grid->height, size = map->rules->size;
  size_t words = map->words;
  for (int y = 0; y < height; y++) {
    uint64_t *row = map->passable + (size_t)(y + 1) * words;
    costmap_fill_passable_row(map, y, row);
    costmap_shrink_row(row, words, size);
  }
  for (int y = 0; y < height && size > 1; y++) {
    uint64_t *row = map->passable + (size_t)(y + 1) * words;
    for (int below = 1; below < size; below++) {
      for (size_t i = 0; i < words; i++) {
        row[i] &= y + below < height ? row[i + (size_t)below * words] : 0;
      }
    }
  }
}

static void costmap_rebuild(costmap *map) {
  costmap_fill_all_passable(map);
  costmap_fill_legal(map, (costmap_area){0, 0, map->grid->width, map->grid->height});
}

// Whether the journal tells all that happened since, and repairing is less than
// rebuilding.
static bool costmap_can_repair(const costmap *map) {
  const astar_grid *grid = map->grid;
  if (map->revision < grid->journal_start) return false;
  uint64_t touched = 0;
  int margin = map->rules->size + 2 * map->rules->reach + 2;
  for (uint64_t r = map->revision; r < grid->revision; r++) {
    const grid_change *change = grid_change_after(grid, r);
    if (change->kind != CHANGE_GROUND) continue;
    touched += (uint64_t)(change->width + margin) * (uint64_t)(change->height + margin);
  }
  return touched < grid_tiles(grid);
}

static void costmap_update(costmap *map) {
  const astar_grid *grid = map->grid;
  if (map->palette != grid->palette) costmap_set_minimums(map);
  map->is_uniform = costmap_can_be_uniform(map);
  if (map->revision == grid->revision) return;
  if (costmap_can_repair(map)) {
    for (; map->revision < grid->revision; map->revision++) {
      const grid_change *change = grid_change_after(grid, map->revision);
      costmap_apply(map, change);
    }
  } else {
    costmap_rebuild(map);
    map->revision = grid->revision;
  }
}

// -------------------------------------------------------------------------------- life

static size_t costmap_cost_bytes(const costmap *map) {
  return (size_t)map->move_count * 256 * sizeof *map->cost;
}

void costmap_free(costmap *map) {
  memory *m = &map->grid->memory;
  components_free(map->components, map);
  jump_boards_free(map->jump_boards, map);
  if (map->passable != NULL) memory_free(m, map->passable, costmap_passable_bytes(map));
  memory_free(m, map->legal, grid_tiles(map->grid));
  if (map->uniform_tiles != NULL)
    memory_free(m, map->uniform_tiles, costmap_passable_bytes(map));
  memory_free(m, map->cost, costmap_cost_bytes(map));
  rules_release(map->rules);
  memory_free(m, map, sizeof *map);
}

static costmap_move costmap_make_move(const costmap *map, int dx, int dy, int rule,
                                      double length) {
  int32_t offset = dy * map->grid->width + dx;
  return (costmap_move){.dx = (int8_t)dx,
                        .dy = (int8_t)dy,
                        .direction = (int8_t)direction_of(dx, dy),
                        .rule = (uint8_t)rule,
                        .offset = offset,
                        .back = -offset,
                        .back_dx = (int8_t)-dx,
                        .back_dy = (int8_t)-dy,
                        .length = length};
}

static void costmap_set_square_moves(costmap *map) {
  const astar_rules *rules = map->rules;
  map->move_count = rules->move_count;
  for (int i = 0; i < rules->move_count; i++) {
    const rules_move *move = &rules->moves[i];
    map->moves[0][i] = costmap_make_move(map, move->dx, move->dy, i, move->length);
  }
}

// A move leads the same way on from every hex, whatever the parity.
static void costmap_set_hex_moves(costmap *map) {
  astar_layout layout = map->grid->layout;
  map->move_count = HEX_DIRECTIONS;
  map->parity_x = layout == ASTAR_ODD_Q || layout == ASTAR_EVEN_Q;
  map->parity_y = !map->parity_x;
  for (int parity = 0; parity < 2; parity++) {
    for (int i = 0; i < HEX_DIRECTIONS; i++) {
      int d = grid_hex_direction(map->grid, parity, parity, i);
      map->moves[parity][i] =
          costmap_make_move(map, direction_dx[d], direction_dy[d], d, 1.0);
    }
  }
  for (int i = 0; i < HEX_DIRECTIONS; i++) {
    const costmap_move *move = &map->moves[0][i];
    int other = (move->dx & map->parity_x) | (move->dy & map->parity_y);
    for (int parity = 0; parity < 2; parity++) {
      const costmap_move *there = &map->moves[parity ^ other][i];
      map->moves[parity][i].back = -there->offset;
      map->moves[parity][i].back_dx = (int8_t)-there->dx;
      map->moves[parity][i].back_dy = (int8_t)-there->dy;
    }
  }
}

static bool costmap_allocate(costmap *map) {
  memory *m = &map->grid->memory;
  map->words = ((size_t)map->grid->width + 2 + 63) / 64;
  map->passable = (uint64_t *)memory_new(m, costmap_passable_bytes(map));
  if (map->passable == NULL) return false;
  if (map->move_count > 0) {
    map->cost = (double *)memory_new(m, costmap_cost_bytes(map));
    if (map->cost == NULL) return false;
  }
  return true;
}

const char *costmap_why_unsuited(const astar_grid *grid, const astar_rules *rules) {
  if (grid->layout == ASTAR_SQUARE) return NULL;
  if (rules->size > 1) return "size above 1 needs a square grid";
  if (rules->has_pair_costs && !rules->has_hex_pair_costs) {
    return "rules with a step function need 8 neighbors and diagonals on a hex grid";
  }
  return NULL;
}

static astar_status costmap_new(astar_grid *grid, astar_rules *rules, costmap **map) {
  if (costmap_why_unsuited(grid, rules) != NULL) return ASTAR_UNSUITED;
  costmap *fresh = (costmap *)memory_new(&grid->memory, sizeof *fresh);
  if (fresh == NULL) return ASTAR_NO_MEMORY;
  fresh->grid = grid;
  fresh->rules = rules;
  rules->references++;
  if (grid->layout == ASTAR_SQUARE) {
    costmap_set_square_moves(fresh);
  } else {
    costmap_set_hex_moves(fresh);
  }
  if (!costmap_allocate(fresh)) {
    costmap_free(fresh);
    return ASTAR_NO_MEMORY;
  }
  fresh->is_table_cost = rules->size == 1 && rules->pair_costs == NULL;
  costmap_fill_costs(fresh);
  costmap_fill_cost_classes(fresh);
  costmap_set_minimums(fresh);
  costmap_rebuild(fresh);
  fresh->revision = grid->revision;
  *map = fresh;
  return ASTAR_OK;
}

// Drops what was derived for rules that nobody else holds any more.
static void costmap_drop_dead(astar_grid *grid) {
  costmap **place = &grid->costmaps;
  while (*place != NULL) {
    costmap *map = *place;
    if (map->rules->holders > 0) {
      place = &map->next;
    } else {
      *place = map->next;
      costmap_free(map);
    }
  }
}

static costmap *costmap_take(astar_grid *grid, const astar_rules *rules) {
  for (costmap **place = &grid->costmaps; *place != NULL; place = &(*place)->next) {
    costmap *map = *place;
    if (map->rules != rules) continue;
    *place = map->next;
    return map;
  }
  return NULL;
}

astar_status costmap_get(astar_grid *grid, const astar_rules *rules, costmap **map) {
  costmap *found = costmap_take(grid, rules);
  if (found == NULL) {
    if (grid->busy == 0) costmap_drop_dead(grid);
    // The rules' content is constant; their reference count is not part of it.
    astar_status status = costmap_new(grid, (astar_rules *)rules, &found);
    if (status != ASTAR_OK) return status;
  }
  found->next = grid->costmaps;
  grid->costmaps = found;
  *map = found;
  if (!grid_update_arcs(grid)) return ASTAR_NO_MEMORY;
  costmap_update(found);
  return ASTAR_OK;
}
