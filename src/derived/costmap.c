// Builds costmaps and repairs them after edits; computes legal moves and costs.
//
// A step is legal when the mover can stand at its end, no closed edge stops it, and, on
// squares, the corner rule and the `clear` tiles of the move allow it; a pair cost can
// forbid it. The tile where the step begins is not checked.
//
// The data has two parts. The second is computed after the first, and reads it:
//
// clang-format off
//     passable        a bit per position of the mover
//     legal           a byte of legal moves per tile, for rules with at most 8 moves
// clang-format on
//
// On squares, for standard rules without pair costs and while no edge is closed, a byte
// of `legal` is read from a table of the rules. The index is the nine passable bits of
// the 3 x 3 neighborhood.
//
// Repair. An edit changes `passable` only at positions whose footprint covers an edited
// tile, and the other parts only in the affected area (derived/repair). These tiles are
// computed again from the grid as it is now, so a repaired costmap equals a new one byte
// by byte. After large edits it is built again instead, row by row within the budget.
#include "derived/costmap.h"

#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "map/footprint.h"
#include "map/links.h"
#include "map/hex.h"

// The work to fill the legal moves of a tile, in units of the work to fill its passable
// bit.
enum { COSTMAP_LEGAL_WORK = 3 };

// ---------------------------------------------------------------------- passable tiles

// Whether a mover that ignores the given layers can stand at (x, y).
static bool costmap_fits(const astar_grid *grid, const astar_rules *rules,
                         uint8_t ignored_layers, int x, int y) {
  int size = rules->size;
  if (x < 0 || y < 0 || x > grid->width - size || y > grid->height - size) return false;
  for (footprint f = footprint_at(grid, size, x, y); footprint_next(&f);) {
    if (!(rules->cost[grid->terrain[f.cell]] > 0)) return false;
    if ((grid_cell_obstacles(grid, f.cell) & ~ignored_layers) != 0) return false;
  }
  return true;
}

bool costmap_compute_passable(const costmap *map, int x, int y) {
  const costmap *table = map->held != NULL ? map->without_units : map;
  bool fits = table->tiles != NULL
                  ? costmap_bit(table, table->tiles->passable, x, y)
                  : costmap_fits(map->grid, map->rules, map->filter.ignored_layers, x, y);
  if (!fits || map->held == NULL) return fits;
  footprint f = footprint_at(map->grid, map->rules->size, x, y);
  while (footprint_next(&f))
    if (held_tiles_at(map->held, f.cell)) return false;
  return true;
}

bool costmap_is_tile_passable(const costmap *map, uint32_t cell) {
  return map->rules->cost[map->grid->terrain[cell]] > 0 &&
         (grid_cell_obstacles(map->grid, cell) & ~map->filter.ignored_layers) == 0 &&
         (map->held == NULL || !held_tiles_at(map->held, cell));
}

uint8_t costmap_compute_class(const costmap *map, int x, int y) {
  const astar_grid *grid = map->grid;
  uint8_t most = 0;
  double max = 0;
  for (footprint f = footprint_at(grid, map->rules->size, x, y); footprint_next(&f);) {
    uint8_t terrain = grid->terrain[f.cell];
    if (!(map->rules->cost[terrain] > max)) continue;
    max = map->rules->cost[terrain];
    most = map->moves->cost_class_of[terrain];
    if (map->moves->has_one_cost) break; // no other tile costs more
  }
  return most;
}

bool astar_is_passable(const astar_grid *grid, const astar_rules *rules,
                       const astar_filter *filter, int x, int y) {
  return rules_are_owned(rules) &&
         costmap_fits(LIVE(grid), rules, rules_filter(rules, filter).ignored_layers, x,
                      y);
}

// ------------------------------------------------------------------------------- moves

bool costmap_can_stand(const costmap *map, int x, int y) {
  return grid_contains(map->grid, x, y) && costmap_is_passable(map, x, y);
}

bool costmap_has_wall(const costmap *map, int x, int y, int direction) {
  const astar_grid *grid = map->grid;
  if (!costmap_has_edges(map)) return false;
  for (footprint f = footprint_at(grid, map->rules->size, x, y); footprint_next(&f);)
    if (grid_is_closed(grid, f.cell, direction)) return true;
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
  return corner_rule_passes(map->rules->diagonal,
                            !costmap_is_obstacle(map, x, y, across, down),
                            !costmap_is_obstacle(map, x, y, down, across));
}

static bool costmap_is_clear(const costmap *map, int x, int y, int rule) {
  const rules_move *move = &map->rules->moves[rule];
  for (int i = 0; i < move->clear_count; i++)
    if (!costmap_can_stand(map, x + move->clear[i].x, y + move->clear[i].y)) return false;
  return true;
}

// Whether a pair cost forbids the move for any tile of the footprint.
static bool costmap_is_forbidden(const costmap *map, int x, int y,
                                 const tile_move *move) {
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

static bool costmap_is_legal(const costmap *map, int x, int y, const tile_move *move) {
  if (!costmap_can_stand(map, x + move->dx, y + move->dy)) return false;
  if (move->direction >= 0 && costmap_has_wall(map, x, y, move->direction)) return false;
  if (map->grid->layout != ASTAR_SQUARE) return !costmap_is_forbidden(map, x, y, move);
  if (move->direction >= 4 && !costmap_pass_corner(map, x, y, move->direction))
    return false;
  return costmap_is_clear(map, x, y, move->rule) &&
         !costmap_is_forbidden(map, x, y, move);
}

// The legal moves of a query that avoids units, when tables give them: away from units
// the moves of the map, near them the table of the rules. Moves to adjacent tiles depend
// on the nine positions around only. False: each move must be tested.
static bool costmap_look_up_moves(const costmap *map, int x, int y, uint64_t *moves) {
  const costmap *without_units = map->without_units;
  if (map->rules->reach > 1) return false;
  unsigned held = held_tiles_around(map->held, map->rules->size, x, y);
  if (held == 0 && costmap_has_legal(without_units))
    *moves = without_units->tiles->legal[grid_cell(map->grid, x, y)];
  else if (costmap_has_local_moves(without_units))
    *moves = map->rules->legal[costmap_neighborhood(without_units, x, y) & ~held];
  else
    return false;
  return true;
}

uint64_t costmap_compute_moves(const costmap *map, int x, int y) {
  uint64_t moves = 0;
  if (map->held != NULL && costmap_look_up_moves(map, x, y, &moves)) return moves;
  int parity = costmap_parity(map, x, y);
  for (int i = 0; i < map->moves->count; i++)
    if (costmap_is_legal(map, x, y, &map->moves->list[parity][i]))
      moves |= (uint64_t)1 << i;
  return moves;
}

int costmap_find_move(const costmap *map, int x, int y, int dx, int dy) {
  if (costmap_has_local_moves(map)) {
    int direction = direction_of(dx, dy);
    bool is_legal = direction >= 0 && (costmap_moves(map, x, y) >> direction & 1) != 0;
    return is_legal ? direction : -1;
  }
  const tile_move *moves = map->moves->list[costmap_parity(map, x, y)];
  for (int i = 0; i < map->moves->count; i++) {
    if (moves[i].dx != dx || moves[i].dy != dy) continue;
    bool is_legal = costmap_has_legal(map) ? (costmap_moves(map, x, y) >> i & 1) != 0
                                           : costmap_is_legal(map, x, y, &moves[i]);
    if (is_legal) return i;
  }
  return -1;
}

const grid_arc *costmap_find_arc(const costmap *map, uint32_t from, uint32_t to) {
  if (!costmap_is_cell_passable(map, to)) return NULL;
  uint32_t count;
  const grid_arc *arcs = links_arcs_from(map->grid, from, &count);
  for (uint32_t i = 0; i < count; i++)
    if (arcs[i].to == to) return &arcs[i]; // arcs to one cell: cheapest first
  return NULL;
}

int costmap_distance(const costmap *map, int x1, int y1, int x2, int y2) {
  if (map->grid->layout != ASTAR_SQUARE)
    return hex_distance(map->grid->layout, x1, y1, x2, y2);
  int dx = abs(x1 - x2), dy = abs(y1 - y2);
  if (!map->rules->moves_diagonally) return dx + dy;
  return dx > dy ? dx : dy;
}

// ------------------------------------------------------------------------------- costs

double costmap_compute_cost(const costmap *map, int x, int y, int index) {
  const astar_grid *grid = map->grid;
  const astar_rules *rules = map->rules;
  const tile_move *move = &map->moves->list[costmap_parity(map, x, y)][index];
  int dx = move->dx, dy = move->dy;
  double max_cost = 0;
  // The move is legal, so the footprint at its end is on the grid. The footprint at its
  // beginning may be partly off the grid: the start of a path is not checked.
  footprint to = footprint_at(grid, rules->size, x + dx, y + dy);
  while (footprint_next(&to)) {
    double cost = map->moves->cost[index * 256 + grid->terrain[to.cell]];
    if (rules->pair_costs != NULL && grid_contains(grid, to.x - dx, to.y - dy)) {
      uint8_t from = grid->terrain[to.cell - (uint32_t)move->offset];
      double pair = rules_pair_cost(rules, move->rule, from, grid->terrain[to.cell]);
      if (pair >= 0) cost = pair;
    }
    cost += costmap_extra(map, to.cell);
    if (cost > max_cost) max_cost = cost;
  }
  return max_cost;
}

int costmap_list_from(const costmap *map, int x, int y, costmap_step *steps) {
  int count = 0;
  uint32_t cell = grid_cell(map->grid, x, y);
  const tile_move *list = map->moves->list[costmap_parity(map, x, y)];
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
  const tile_move *list = map->moves->list[costmap_parity(map, x, y)];
  for (int move = 0; move < map->moves->count; move++) {
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

// Whether canonical moves suffice on the whole map: every passable tile costs the same,
// and no edge, penalty or pair cost changes that.
static bool costmap_can_be_uniform(const costmap *map) {
  const astar_grid *grid = map->grid;
  return map->moves->has_one_cost && map->rules->has_canonical &&
         map->rules->pair_costs == NULL && grid->layout == ASTAR_SQUARE &&
         !costmap_has_penalties(map) && !costmap_has_edges(map);
}

// --------------------------------------------------------------------- fill and repair

void costmap_try_passable(const costmap *map, int x, int y, bool passable) {
  bits_put(map->tiles->passable + (size_t)(y + 1) * map->tiles->words, x + 1, passable);
}

static void costmap_fill_passable(const costmap *map, tile_area area) {
  for (int y = area.top; y < area.bottom; y++) {
    for (int x = area.left; x < area.right; x++) {
      costmap_try_passable(
          map, x, y,
          costmap_fits(map->grid, map->rules, map->tiles->filter.ignored_layers, x, y));
    }
  }
}

static void costmap_fill_legal(const costmap *map, uint8_t *legal, tile_area area) {
  bool by_table = costmap_has_local_moves(map);
  for (int y = area.top; y < area.bottom; y++) {
    uint8_t *row = legal + grid_cell(map->grid, 0, y);
    for (int x = area.left; x < area.right; x++) {
      row[x] = by_table ? map->rules->legal[costmap_neighborhood(map, x, y)]
                        : (uint8_t)costmap_compute_moves(map, x, y);
    }
  }
}

void costmap_try_legal(const costmap *map, int x, int y) {
  if (map->tiles->legal == NULL) return;
  int reach = map->rules->reach > 1 ? map->rules->reach : 1;
  costmap_fill_legal(map, map->tiles->legal, repair_tile_area(map->grid, x, y, reach));
}

// The size of `passable`.
static size_t costmap_bit_bytes(const costmap_tiles *tiles, const astar_grid *grid) {
  return tiles->words * (size_t)(grid->height + 2) * sizeof *tiles->passable;
}

static bool costmap_allocate_legal(const costmap *map) {
  memory *m = &map->grid->memory;
  if (map->tiles->legal_draft == NULL) {
    map->tiles->legal_draft = (uint8_t *)memory_resize(m, NULL, 0, grid_tiles(map->grid));
    map->tiles->legal_rows = 0;
  }
  return map->tiles->legal_draft != NULL;
}

astar_status costmap_ensure_legal(const costmap *map, budget *b) {
  const astar_grid *grid = map->grid;
  if (map->tiles->legal != NULL || map->moves->count > 8) return ASTAR_OK;
  if (!costmap_allocate_legal(map)) return ASTAR_NO_MEMORY;
  while (map->tiles->legal_rows < grid->height) {
    if (!budget_take(b, COSTMAP_LEGAL_WORK * grid->width)) return ASTAR_RUNNING;
    tile_area row = {0, map->tiles->legal_rows, grid->width, map->tiles->legal_rows + 1};
    costmap_fill_legal(map, map->tiles->legal_draft, row);
    map->tiles->legal_rows++;
  }
  map->tiles->legal = map->tiles->legal_draft;
  map->tiles->legal_draft = NULL;
  return ASTAR_OK;
}

// The passable tiles of a row for a mover of one tile. Bit 0 is column -1.
static void costmap_fill_passable_row(const costmap *map, int y, uint64_t *row) {
  const astar_grid *grid = map->grid;
  const double *cost = map->rules->cost;
  uint8_t blocking_layers = grid_used_layers(grid) & ~map->tiles->filter.ignored_layers;
  const uint8_t *terrain = grid->terrain + grid_cell(grid, 0, y);
  const uint8_t *obstacles =
      blocking_layers != 0 ? grid->obstacles + grid_cell(grid, 0, y) : NULL;
  // Word by word: a word is stored once. Column x is bit x + 1.
  for (int x = -1; x <= grid->width; x += 64) {
    int left = x > 0 ? x : 0, right = x + 64 < grid->width ? x + 64 : grid->width;
    uint64_t passable = 0, blocked = 0;
    for (int i = left; i < right; i++)
      passable |= (uint64_t)(cost[terrain[i]] > 0) << (i - x);
    for (int i = left; obstacles != NULL && i < right; i++)
      blocked |= (uint64_t)((obstacles[i] & blocking_layers) != 0) << (i - x);
    *row++ = passable & ~blocked;
  }
}

// Clears each bit that is not followed by size - 1 set bits: there a mover of this width
// would cover an impassable tile.
static void costmap_shrink_row(uint64_t *row, size_t words, int size) {
  for (int n = 1; n < size; n++) {
    for (size_t i = 0; i < words; i++) {
      uint64_t next = row[i] >> 1 | (i + 1 < words ? row[i + 1] << 63 : 0);
      // Each pass shortens every run of set bits by one. Word i + 1 still has the bits of
      // the pass before.
      row[i] &= next;
    }
  }
}

// Combines a row with the size - 1 rows below it, which must be filled. So a row is
// completed size - 1 portions after it was filled. The rows below are not completed yet:
// they still are those of a mover of height 1. From the last size - 1 rows of the grid
// the mover would reach beyond it.
static void costmap_complete_row(const costmap *map, int y) {
  size_t words = map->tiles->words;
  uint64_t *row = map->tiles->passable + (size_t)(y + 1) * words;
  if (y > map->grid->height - map->rules->size) {
    memset(row, 0, words * sizeof *row);
    return;
  }
  for (int below = 1; below < map->rules->size; below++)
    for (size_t i = 0; i < words; i++) row[i] &= row[i + (size_t)below * words];
}

// The number of portions to fill `passable`: one per row, and size - 1 that only complete
// the last rows.
static int costmap_portions(const costmap *map) {
  return map->grid->height + map->rules->size - 1;
}

static void costmap_fill_portion(const costmap *map, int portion) {
  if (portion < map->grid->height) {
    uint64_t *row = map->tiles->passable + (size_t)(portion + 1) * map->tiles->words;
    costmap_fill_passable_row(map, portion, row);
    costmap_shrink_row(row, map->tiles->words, map->rules->size);
  }
  int y = portion - map->rules->size + 1;
  if (y >= 0) costmap_complete_row(map, y);
}

// Fills `passable` row by row within the budget. False: the budget is used up.
static bool costmap_build(const costmap *map, budget *b) {
  for (; map->tiles->passable_rows < costmap_portions(map); map->tiles->passable_rows++) {
    if (!budget_take(b, map->grid->width)) return false;
    costmap_fill_portion(map, map->tiles->passable_rows);
  }
  return true;
}

// Begins a new build for the current revision. The memory of `legal` becomes the draft,
// which `costmap_ensure_legal` fills again.
static void costmap_start_over(const costmap *map) {
  map->tiles->revision = map->grid->revision;
  map->tiles->passable_rows = map->tiles->legal_rows = 0;
  if (map->tiles->legal != NULL) map->tiles->legal_draft = map->tiles->legal;
  map->tiles->legal = NULL;
}

// Repairs a complete costmap change by change. False: a repair exceeds the budget, costs
// more than a build, or the journal has lost changes.
static bool costmap_repair(const costmap *map, const budget *b) {
  const astar_grid *grid = map->grid;
  costmap_tiles *tiles = map->tiles;
  uint64_t limit = budget_repair_limit(b, grid_tiles(grid));
  repair_scope scope = {map->rules, &tiles->filter, CHANGE_GROUND};
  const grid_change *change;
  if (!repair_is_worth(grid, &scope, tiles->revision, REPAIR_TILES, limit)) return false;
  while ((change = repair_next(grid, &scope, &tiles->revision)) != NULL) {
    costmap_fill_passable(map, repair_area(grid, change, map->rules->size - 1, 0));
    if (tiles->legal == NULL) continue;
    costmap_fill_legal(map, tiles->legal, repair_affected_area(grid, map->rules, change));
  }
  return true;
}

astar_status costmap_update(const costmap *map, budget *b) {
  const astar_grid *grid = map->grid;
  repair_skip(grid, &map->tiles->filter, &map->tiles->revision);
  if (map->tiles->is_complete && map->tiles->revision == grid->revision) return ASTAR_OK;
  map->tiles->is_complete = false;
  bool has_legal = map->tiles->legal != NULL || map->tiles->legal_draft != NULL;
  map->tiles->is_uniform = costmap_can_be_uniform(map);
  if (map->tiles->revision != grid->revision) {
    if (budget_is_empty(b)) return ASTAR_RUNNING;
    bool can_repair = map->tiles->passable_rows == costmap_portions(map) &&
                      (map->tiles->legal != NULL || !has_legal);
    if (!can_repair || !costmap_repair(map, b)) costmap_start_over(map);
  }
  if (!costmap_build(map, b)) return ASTAR_RUNNING;
  if (has_legal) {
    astar_status status = costmap_ensure_legal(map, b);
    if (status != ASTAR_OK) return status;
  }
  map->tiles->is_complete = true;
  return ASTAR_OK;
}

// -------------------------------------------------------------------------------- life

void costmap_tiles_fini(costmap_tiles *tiles, const astar_grid *grid, struct memory *m) {
  size_t bytes = costmap_bit_bytes(tiles, grid);
  if (tiles->passable != NULL) memory_free(m, tiles->passable, bytes);
  memory_free(m, tiles->legal, grid_tiles(grid));
  memory_free(m, tiles->legal_draft, grid_tiles(grid));
}

astar_status costmap_tiles_init(costmap_tiles *tiles, const astar_grid *grid,
                                const astar_filter *filter, struct memory *m) {
  memset(tiles, 0, sizeof *tiles);
  tiles->filter = *filter;
  tiles->revision = grid->revision;
  tiles->words = ((size_t)grid->width + 2 + 63) / 64;
  tiles->passable = (uint64_t *)memory_new(m, costmap_bit_bytes(tiles, grid));
  return tiles->passable != NULL ? ASTAR_OK : ASTAR_NO_MEMORY;
}
