#include "derived/costmap.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "map/footprint.h"
#include "map/journal.h"
#include "map/links.h"
#include "map/hex.h"

// Above this ratio of the most expensive terrain to the cheapest step, adding this step
// to a cost can vanish in rounding.
#define COSTMAP_STEEP 1e6

// Work to fill the legal moves of a tile, against that to find whether it is passable.
enum { COSTMAP_LEGAL_WORK = 3 };

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
  if (!costmap_is_cell_passable(map, to)) return NULL;
  uint32_t count;
  const grid_arc *arcs = links_arcs_from(map->grid, from, &count);
  for (uint32_t i = 0; i < count; i++) {
    if (arcs[i].to == to) return &arcs[i]; // ordered by cost among equals
  }
  return NULL;
}

int costmap_distance(const costmap *map, int x1, int y1, int x2, int y2) {
  if (map->grid->layout != ASTAR_SQUARE) {
    return hex_distance(map->grid->layout, x1, y1, x2, y2);
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
  double min = INFINITY;
  for (int to = 0; to < 256; to++) {
    if (grid->population[to] == 0 || !(rules->cost[to] > 0)) continue;
    double usual = map->cost[index * 256 + to];
    if (rules->pair_costs == NULL) {
      if (usual < min) min = usual;
      continue;
    }
    for (int from = 0; from < 256; from++) {
      if (grid->population[from] == 0) continue;
      double pair = rules_pair_cost(rules, rule, (uint8_t)from, (uint8_t)to);
      double cost = pair >= 0 ? pair : usual;
      if (!(pair < 0) && cost < min) min = cost;
    }
  }
  return min;
}

// The greatest cost among the terrains that are on the map now.
static double costmap_max_terrain_cost(const costmap *map) {
  double max = 0;
  for (int t = 0; t < 256; t++) {
    if (map->grid->population[t] > 0 && map->rules->cost[t] > max) {
      max = map->rules->cost[t];
    }
  }
  return max;
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
    double min = map->min_move_cost[i] / map->moves[0][i].length;
    if (min < map->min_tile_cost) map->min_tile_cost = min;
    double step = map->min_move_cost[i];
    if (step > 0 && step < map->min_step) map->min_step = step;
  }
  if (!(map->min_step < INFINITY)) map->min_step = 1;
  map->max_slack = map->min_step * TOLERANCE_EQUAL_STEPS;
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

static void costmap_fill_legal_row(costmap *map, uint8_t *legal, int y, int left,
                                   int right, bool by_table) {
  legal += grid_cell(map->grid, 0, y);
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

static void costmap_fill_passable(costmap *map, tile_area area) {
  for (int y = area.top; y < area.bottom; y++) {
    for (int x = area.left; x < area.right; x++) {
      costmap_put_bit(map->passable, map->words, x, y,
                      costmap_fits(map->grid, map->rules, x, y));
    }
  }
}

static void costmap_fill_legal(costmap *map, uint8_t *legal, tile_area area) {
  // The table holds for standard rules on squares, no edge closed, no rule by terrain
  // pair.
  bool by_table = map->rules->is_standard && map->grid->layout == ASTAR_SQUARE &&
                  map->grid->closed_count == 0 && map->rules->pair_costs == NULL;
  for (int y = area.top; y < area.bottom; y++) {
    costmap_fill_legal_row(map, legal, y, area.left, area.right, by_table);
    if (map->uniform_tiles != NULL)
      costmap_fill_uniform_row(map, y, area.left, area.right);
  }
}

static void costmap_apply(costmap *map, const grid_change *change) {
  if (change->kind == CHANGE_LINKS ||
      (change->kind == CHANGE_PENALTY && map->uniform_tiles == NULL)) {
    return;
  }
  costmap_fill_passable(map, repair_area(map->grid, change, map->rules->size - 1, 0));
  if (map->legal != NULL) {
    costmap_fill_legal(map, map->legal,
                       repair_affected_area(map->grid, map->rules, change));
  }
}

static size_t costmap_passable_bytes(const costmap *map) {
  return map->words * (size_t)(map->grid->height + 2) * sizeof *map->passable;
}

// `uniform_tiles` first: what is there is believed as soon as `legal` is.
static bool costmap_allocate_legal(costmap *map) {
  memory *m = &map->grid->memory;
  bool has_uniform_tiles = map->grid->layout == ASTAR_SQUARE &&
                           map->rules->has_canonical && map->is_table_cost;
  if (has_uniform_tiles && map->uniform_tiles == NULL) {
    map->uniform_tiles = (uint64_t *)memory_new(m, costmap_passable_bytes(map));
    if (map->uniform_tiles == NULL) return false;
  }
  if (map->legal_draft == NULL) {
    map->legal_draft = (uint8_t *)memory_resize(m, NULL, 0, grid_tiles(map->grid));
    map->legal_rows = 0;
  }
  return map->legal_draft != NULL;
}

astar_status costmap_ensure_legal(costmap *map, budget *b) {
  const astar_grid *grid = map->grid;
  if (map->legal != NULL || map->move_count > 8) return ASTAR_OK;
  if (!costmap_allocate_legal(map)) return ASTAR_NO_MEMORY;
  while (map->legal_rows < grid->height) {
    if (!budget_take(b, COSTMAP_LEGAL_WORK * grid->width)) return ASTAR_RUNNING;
    tile_area row = {0, map->legal_rows, grid->width, map->legal_rows + 1};
    costmap_fill_legal(map, map->legal_draft, row);
    map->legal_rows++;
  }
  map->legal = map->legal_draft;
  map->legal_draft = NULL;
  return ASTAR_OK;
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

// Rows are filled for a mover of one tile's height, and completed `size` - 1 rows later,
// when the rows that a larger mover covers as well are known.
static void costmap_complete_row(costmap *map, int y) {
  int height = map->grid->height;
  uint64_t *row = map->passable + (size_t)(y + 1) * map->words;
  for (int below = 1; below < map->rules->size; below++) {
    for (size_t i = 0; i < map->words; i++) {
      row[i] &= y + below < height ? row[i + (size_t)below * map->words] : 0;
    }
  }
}

// How many portions it takes to fill `passable`: a row each, and those that only
// complete.
static int costmap_portions(const costmap *map) {
  return map->grid->height + map->rules->size - 1;
}

static void costmap_fill_portion(costmap *map, int portion) {
  if (portion < map->grid->height) {
    uint64_t *row = map->passable + (size_t)(portion + 1) * map->words;
    costmap_fill_passable_row(map, portion, row);
    costmap_shrink_row(row, map->words, map->rules->size);
  }
  int y = portion - map->rules->size + 1;
  if (y >= 0) costmap_complete_row(map, y);
}

// Fills `passable` row by row, as far as the budget goes. False: some rows are left.
static bool costmap_build(costmap *map, budget *b) {
  for (; map->passable_rows < costmap_portions(map); map->passable_rows++) {
    if (!budget_take(b, map->grid->width)) return false;
    costmap_fill_portion(map, map->passable_rows);
  }
  return true;
}

// The table of legal moves is filled again by `costmap_ensure_legal`.
static void costmap_start_over(costmap *map) {
  map->revision = map->grid->revision;
  map->passable_rows = map->legal_rows = 0;
  if (map->legal != NULL) map->legal_draft = map->legal;
  map->legal = NULL;
}

// Brings a complete costmap up to date edit by edit, if that takes less than to fill it
// again, and less than the budget.
static bool costmap_repair(costmap *map, const budget *b) {
  const astar_grid *grid = map->grid;
  uint64_t limit = budget_repair_limit(b, grid_tiles(grid));
  bool all_kinds = map->uniform_tiles != NULL; // penalties change these
  if (!repair_is_worth(grid, map->rules, map->revision, REPAIR_TILES, all_kinds, limit)) {
    return false;
  }
  for (; map->revision < grid->revision; map->revision++) {
    costmap_apply(map, journal_change_after(grid, map->revision));
  }
  return true;
}

astar_status costmap_update(costmap *map, budget *b) {
  const astar_grid *grid = map->grid;
  if (map->is_complete && map->revision == grid->revision) return ASTAR_OK;
  map->is_complete = false;
  bool has_legal = map->legal != NULL || map->legal_draft != NULL;
  if (map->palette != grid->palette) costmap_set_minimums(map);
  map->is_uniform = costmap_can_be_uniform(map);
  if (map->revision != grid->revision) {
    if (b->tiles <= 0) return ASTAR_RUNNING;
    bool can_repair =
        map->passable_rows == costmap_portions(map) && (map->legal != NULL || !has_legal);
    if (!can_repair || !costmap_repair(map, b)) costmap_start_over(map);
  }
  if (!costmap_build(map, b)) return ASTAR_RUNNING;
  if (has_legal) {
    astar_status status = costmap_ensure_legal(map, b);
    if (status != ASTAR_OK) return status;
  }
  map->is_complete = true;
  return ASTAR_OK;
}

// -------------------------------------------------------------------------------- life

static size_t costmap_cost_bytes(const costmap *map) {
  return (size_t)map->move_count * 256 * sizeof *map->cost;
}

void costmap_fini(costmap *map) {
  memory *m = &map->grid->memory;
  if (map->passable != NULL) memory_free(m, map->passable, costmap_passable_bytes(map));
  memory_free(m, map->legal, grid_tiles(map->grid));
  memory_free(m, map->legal_draft, grid_tiles(map->grid));
  if (map->uniform_tiles != NULL) {
    memory_free(m, map->uniform_tiles, costmap_passable_bytes(map));
  }
  memory_free(m, map->cost, costmap_cost_bytes(map));
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
      int d = hex_direction(map->grid->layout, parity, parity, i);
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

astar_status costmap_init(costmap *map, astar_grid *grid, const astar_rules *rules) {
  memset(map, 0, sizeof *map);
  map->grid = grid;
  map->rules = rules;
  if (grid->layout == ASTAR_SQUARE) {
    costmap_set_square_moves(map);
  } else {
    costmap_set_hex_moves(map);
  }
  if (!costmap_allocate(map)) {
    costmap_fini(map);
    return ASTAR_NO_MEMORY;
  }
  map->is_table_cost = rules->size == 1 && rules->pair_costs == NULL;
  costmap_fill_costs(map);
  costmap_fill_cost_classes(map);
  costmap_set_minimums(map);
  map->revision = grid->revision;
  return ASTAR_OK;
}
