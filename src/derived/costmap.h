// What a grid is to one set of rules: where they can stand, which moves are legal where,
// and what a step costs. Derived from the grid, and brought up to date with it before
// each use.
#ifndef ASTAR_COSTMAP_H
#define ASTAR_COSTMAP_H

#include "base/budget.h"
#include "base/tolerance.h"
#include "derived/repair.h"

typedef struct costmap_move {
  int8_t dx, dy;
  int8_t direction; ///< of a move by one tile, otherwise -1
  uint8_t rule;     ///< which move of the rules it is
  int32_t offset;   ///< from the cell where it starts to where it ends
  int32_t back;     ///< from a cell of this parity back to where the move there started
  int8_t back_dx, back_dy; ///< the same in x and y
  double length;
} costmap_move;

typedef struct costmap {
  astar_grid *grid;
  const astar_rules *rules;
  bool is_complete;  ///< all that is there stands for this revision
  uint64_t revision; ///< of the grid that this stands for
  int passable_rows; ///< of `passable` that are filled; all when the costmap is complete
  int legal_rows;    ///< of `legal_draft` that are filled
  uint8_t *legal_draft; ///< becomes `legal` when all rows are filled

  /// The moves: those of the rules, or on hexes the six directions in which they touch,
  /// whose offsets depend on the parity of the tile (see costmap_parity).
  int move_count;
  costmap_move moves[2][ASTAR_MAX_MOVES];
  int parity_x, parity_y;

  /// Where the mover can stand: a bit a tile, in rows of `words` words, with a border of
  /// one tile around the grid, so that the neighbours of every tile can be asked.
  uint64_t *passable;
  size_t words;

  uint8_t *legal; ///< a bit a legal move, a byte a cell; NULL until wanted

  /// Tiles whose 3 x 3 neighborhood is passable and costs the same, as `passable`: there
  /// canonical moves suffice while no edge of the map is closed, whatever other tiles
  /// cost. NULL until `legal` is wanted, and where such moves are of no use.
  uint64_t *uniform_tiles;
  uint8_t cost_class_of[256]; ///< terrains of equal cost share a number; 0: impassable

  double *cost;         ///< [move][terrain]: length times cost of the terrain entered
  bool is_table_cost;   ///< `cost` and the penalty are all there is to a step's cost
  bool is_uniform;      ///< every tile costs the same: canonical moves suffice
  uint64_t palette;     ///< of the grid that the following stand for
  bool has_one_cost;    ///< all passable terrains on the map cost the same
  double min_tile_cost; ///< least cost of a step per tile of its length, on this map
  double
      min_move_cost[ASTAR_MAX_MOVES]; ///< least cost of each move; infinity: never made
  double min_step;                    ///< least of these above 0; 1 when there is none
  double max_slack;                   ///< the most that `costmap_slack` allows
  bool is_steep; ///< so small beside other terrains' costs that sums may lose it

} costmap;

/// Costs of about `cost` that differ by less than this count as equal.
static inline double costmap_slack(const costmap *map, double cost) {
  double slack = cost * TOLERANCE_EQUAL;
  return slack < map->max_slack ? slack : map->max_slack;
}

/// Which row of `moves` a tile has: on hexes rows or columns alternate.
static inline int costmap_parity(const costmap *map, int x, int y) {
  return (x & map->parity_x) | (y & map->parity_y);
}

/// Why such rules have no meaning on a grid, or NULL.
const char *costmap_why_unsuited(const astar_grid *grid, const astar_rules *rules);

/// Readies a costmap for a grid and rules that suit it; both must outlive it. It must be
/// updated before use. ASTAR_NO_MEMORY: nothing is to be given back.
astar_status costmap_init(costmap *map, astar_grid *grid, const astar_rules *rules);

void costmap_fini(costmap *map);

/// Brings the costmap up to date with its grid, as far as the budget goes: ASTAR_RUNNING
/// when some is left to do. The first time O(tiles); after edits O(tiles that they
/// touched).
astar_status costmap_update(costmap *map, budget *b);

/// Makes sure that the legal moves of every tile are in a table, where a tile has at most
/// eight. Statuses as above.
astar_status costmap_ensure_legal(costmap *map, budget *b);

/// The bit of a tile [-1..width, -1..height] in `passable` or `even`.
static inline bool costmap_bit(const costmap *map, const uint64_t *board, int x, int y) {
  size_t word = (size_t)(y + 1) * map->words + ((size_t)(x + 1) >> 6);
  return (board[word] >> ((x + 1) & 63) & 1) != 0;
}

/// Whether the mover can stand at (x, y) [-1..width, -1..height]: false off the grid.
static inline bool costmap_is_passable(const costmap *map, int x, int y) {
  return costmap_bit(map, map->passable, x, y);
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
  const uint64_t *row = map->passable + (size_t)y * map->words;
  return costmap_three(row, x) | costmap_three(row + map->words, x) << 3 |
         costmap_three(row + 2 * map->words, x) << 6;
}

/// The legal moves from a tile of the grid, passable or not: a bit a move.
uint64_t costmap_compute_moves(const costmap *map, int x, int y);

static inline uint64_t costmap_moves(const costmap *map, int x, int y) {
  return map->legal != NULL ? map->legal[grid_cell(map->grid, x, y)]
                            : costmap_compute_moves(map, x, y);
}

/// The cost of a legal move from (x, y).
double costmap_compute_cost(const costmap *map, int x, int y, int move);

/// The same by the table, where `is_table_cost`, into a cell that is known.
static inline double costmap_table_cost(const costmap *map, int move, uint32_t to) {
  const astar_grid *grid = map->grid;
  double cost = map->cost[move * 256 + grid->terrain[to]];
  return grid->penalty_count > 0 ? cost + grid->penalty[to] : cost;
}

/// The same where the cell it leads to is known.
static inline double costmap_cost_into(const costmap *map, int x, int y, int move,
                                       uint32_t to) {
  return map->is_table_cost ? costmap_table_cost(map, move, to)
                            : costmap_compute_cost(map, x, y, move);
}

static inline double costmap_step_cost(const costmap *map, int x, int y, int move) {
  uint32_t cell = grid_cell(map->grid, x, y);
  return costmap_cost_into(
      map, x, y, move,
      cell + (uint32_t)map->moves[costmap_parity(map, x, y)][move].offset);
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
