// What a grid is to one set of rules under a filter: where they can stand, which moves
// are legal where, and what a step costs. Derived from the grid, and brought up to date
// with it before each use.
#ifndef ASTAR_COSTMAP_H
#define ASTAR_COSTMAP_H

#include "base/budget.h"
#include "base/tolerance.h"
#include "derived/move_table.h"
#include "derived/repair.h"

/// What the tiles are to movers of some rules: where they can stand, and which moves are
/// legal. Costmaps whose filters differ in scale alone, or in layers without obstacles,
/// share it.
typedef struct costmap_tiles {
  astar_filter filter; ///< `penalty_scale` is 0 or 1: whether penalties count
  bool is_complete;    ///< all that is there stands for this revision
  uint64_t revision;   ///< of the grid that this stands for
  int passable_rows; ///< of `passable` that are filled; all when the costmap is complete
  int legal_rows;    ///< of `legal_draft` that are filled
  uint8_t *legal_draft; ///< becomes `legal` when all rows are filled

  /// Where the mover can stand: a bit a tile, in rows of `words` words, with a border of
  /// one tile around the grid, so that the neighbors of every tile can be asked.
  uint64_t *passable;
  size_t words;

  uint8_t *legal; ///< a bit a legal move, a byte a cell; NULL until wanted

  /// Tiles whose 3 x 3 neighborhood is passable and costs the same, as `passable`: there
  /// canonical moves suffice while no edge of the map is closed, whatever other tiles
  /// cost. NULL until `legal` is wanted, and where such moves are of no use.
  uint64_t *uniform_tiles;
  bool is_uniform; ///< every tile costs the same: canonical moves suffice
} costmap_tiles;

/// What a grid is to one query. It owns nothing, and is brought up to date before each
/// use (query/cache).
typedef struct costmap {
  astar_grid *grid;
  const astar_rules *rules;
  const move_table *moves;
  costmap_tiles *tiles; ///< NULL for a look at few tiles: each is computed from the grid
  astar_filter filter;  ///< of the query
} costmap;

/// Readies the tiles of a grid for a filter. They must be updated before use. After
/// ASTAR_NO_MEMORY, too, they are to be given back.
astar_status costmap_tiles_init(costmap_tiles *tiles, const astar_grid *grid,
                                const astar_filter *filter, struct memory *m);

void costmap_tiles_fini(costmap_tiles *tiles, const astar_grid *grid, struct memory *m);

/// Brings the tiles of a costmap up to date with its grid, as far as the budget goes:
/// ASTAR_RUNNING when some is left to do. The first time O(tiles); after edits O(tiles
/// that they touched).
astar_status costmap_update(const costmap *map, budget *b);

/// Makes sure that the legal moves of every tile are in a table, where a tile has at most
/// eight. Statuses as above.
astar_status costmap_ensure_legal(const costmap *map, budget *b);

/// The filter of edits that matter where passable tiles and legal moves alone do: no
/// penalties.
static inline astar_filter costmap_passage_filter(const costmap *map) {
  return (astar_filter){map->tiles->filter.ignored_layers, 0};
}

/// Whether penalties count in this costmap, and there are any.
static inline bool costmap_has_penalties(const costmap *map) {
  return map->grid->penalty_count > 0 && map->filter.penalty_scale > 0;
}

/// What entering a tile costs on top of its terrain.
static inline double costmap_penalty(const costmap *map, uint32_t cell) {
  return costmap_has_penalties(map) ? map->grid->penalty[cell] * map->filter.penalty_scale
                                    : 0.0;
}

/// Whether the terrain of a tile is passable, and no obstacle is on it.
bool costmap_is_tile_passable(const costmap *map, uint32_t cell);

/// Costs of about `cost` that differ by less than this count as equal.
static inline double costmap_slack(const costmap *map, double cost) {
  double slack = cost * TOLERANCE_EQUAL;
  return slack < map->moves->max_slack ? slack : map->moves->max_slack;
}

/// Which row of `moves` a tile has: on hexes rows or columns alternate.
static inline int costmap_parity(const costmap *map, int x, int y) {
  return (x & map->moves->parity_x) | (y & map->moves->parity_y);
}

/// The bit of a tile [-1..width, -1..height] in `passable` or `even`.
static inline bool costmap_bit(const costmap *map, const uint64_t *board, int x, int y) {
  size_t word = (size_t)(y + 1) * map->tiles->words + ((size_t)(x + 1) >> 6);
  return (board[word] >> ((x + 1) & 63) & 1) != 0;
}

/// Whether the mover can stand at (x, y) by the grid alone: false off the grid. O(tiles
/// of the mover).
bool costmap_compute_passable(const costmap *map, int x, int y);

/// The same for (x, y) [-1..width, -1..height]. O(1) where there are tables of tiles.
static inline bool costmap_is_passable(const costmap *map, int x, int y) {
  return map->tiles != NULL ? costmap_bit(map, map->tiles->passable, x, y)
                            : costmap_compute_passable(map, x, y);
}

static inline bool costmap_is_cell_passable(const costmap *map, uint32_t cell) {
  return costmap_is_passable(map, grid_x(map->grid, cell), grid_y(map->grid, cell));
}

/// The same for any (x, y), however far off the grid.
bool costmap_can_stand(const costmap *map, int x, int y);

/// Whether a closed edge is in the way of any tile of a mover that steps from a tile of
/// the grid in a direction.
bool costmap_has_wall(const costmap *map, int x, int y, int direction);

/// Whether a way round a corner, by one direction and then another, is an obstacle.
bool costmap_is_obstacle(const costmap *map, int x, int y, int first, int second);

/// The 3 bits around column x [0..width - 1] of a row of `passable`.
static inline unsigned costmap_three(const uint64_t *row, int x) {
  uint64_t low = row[x >> 6] >> (x & 63);
  if ((x & 63) > 61) low |= row[(x >> 6) + 1] << (64 - (x & 63));
  return (unsigned)(low & 7);
}

/// The 3 x 3 passable tiles around one of the grid, row by row from the top left, lowest
/// bit first.
static inline unsigned costmap_neighborhood(const costmap *map, int x, int y) {
  const uint64_t *row = map->tiles->passable + (size_t)y * map->tiles->words;
  return costmap_three(row, x) | costmap_three(row + map->tiles->words, x) << 3 |
         costmap_three(row + 2 * map->tiles->words, x) << 6;
}

/// The legal moves from a tile of the grid, passable or not: a bit a move.
uint64_t costmap_compute_moves(const costmap *map, int x, int y);

/// Whether the legal moves are in a table.
static inline bool costmap_has_legal(const costmap *map) {
  return map->tiles != NULL && map->tiles->legal != NULL;
}

static inline uint64_t costmap_moves(const costmap *map, int x, int y) {
  return costmap_has_legal(map) ? map->tiles->legal[grid_cell(map->grid, x, y)]
                                : costmap_compute_moves(map, x, y);
}

/// The cost of a legal move from (x, y).
double costmap_compute_cost(const costmap *map, int x, int y, int move);

/// The same by the table, where `is_table_cost`, into a cell that is known.
static inline double costmap_table_cost(const costmap *map, int move, uint32_t to) {
  double cost = map->moves->cost[move * 256 + map->grid->terrain[to]];
  return costmap_has_penalties(map) ? cost + costmap_penalty(map, to) : cost;
}

/// The same where the cell it leads to is known.
static inline double costmap_cost_into(const costmap *map, int x, int y, int move,
                                       uint32_t to) {
  return map->moves->is_table_cost ? costmap_table_cost(map, move, to)
                                   : costmap_compute_cost(map, x, y, move);
}

static inline double costmap_step_cost(const costmap *map, int x, int y, int move) {
  uint32_t cell = grid_cell(map->grid, x, y);
  return costmap_cost_into(
      map, x, y, move,
      cell + (uint32_t)map->moves->list[costmap_parity(map, x, y)][move].offset);
}

/// A legal step, seen from one of its ends: where the other is.
typedef struct costmap_step {
  uint32_t cell;
  uint16_t x, y;
  uint8_t move;
  double cost;
} costmap_step;

/// Writes the steps that lead from a tile, links aside, to `steps` [ASTAR_MAX_MOVES];
/// returns how many.
int costmap_list_from(const costmap *map, int x, int y, costmap_step *steps);

/// The same for the steps that lead to a passable tile, from passable tiles and others.
int costmap_list_to(const costmap *map, int x, int y, costmap_step *steps);

/// The legal move from (x, y) by (dx, dy), or -1. O(moves).
int costmap_find_move(const costmap *map, int x, int y, int dx, int dy);

/// The cheapest arc of a link between two cells that can be taken, or NULL.
const grid_arc *costmap_find_arc(const costmap *map, uint32_t from, uint32_t to);

/// Steps from (x1, y1) to (x2, y2) as the mover counts them, walls aside.
int costmap_distance(const costmap *map, int x1, int y1, int x2, int y2);

#endif
