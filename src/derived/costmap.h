// Costmap: what one grid means under some rules and one filter: which tiles are passable,
// which moves are legal, what a step costs. All kernels read maps through it.
//
// There are two structs. `costmap_tiles` holds the data per tile; query/cache owns it and
// shares it between filters for which this data is the same. `costmap` is a view for one
// query: it points to the grid, the rules, the move table and the tiles, and owns
// nothing.
//
// The tiles are derived from the grid and brought up to date before each use, within a
// budget (see costmap.c). Memory per tile: 1 bit (passable), 1 byte (legal moves, only
// when needed).
#ifndef ASTAR_COSTMAP_H
#define ASTAR_COSTMAP_H

#include "base/budget.h"
#include "base/tolerance.h"
#include "derived/move_table.h"
#include "derived/repair.h"
#include "map/held_tiles.h"
#include "map/influence.h"

/// Passable tiles and legal moves of a grid under some rules and a filter. Filters that
/// differ only in their penalty scale (above 0), in layers without obstacles, or in their
/// weights, share it.
typedef struct costmap_tiles {
  astar_filter filter; ///< `penalty_scale` is 0 or 1: whether penalties count
  bool is_complete;    ///< all parts below belong to `revision`
  uint64_t revision;   ///< of the grid
  int passable_rows;   ///< portions of `passable` that are filled: see `costmap_portions`
  int legal_rows;      ///< rows of `legal_draft` that are filled
  uint8_t *legal_draft; ///< becomes `legal` when all rows are filled

  /// Tiles where the mover can stand: one bit per tile, `words` words per row. A border
  /// of one impassable tile surrounds the grid, so the neighbors of every tile have bits.
  uint64_t *passable;
  size_t words;

  uint8_t *legal; ///< legal moves: one byte per cell, one bit per move; NULL until needed

  bool is_uniform; ///< all passable tiles cost the same, and canonical moves suffice
                   ///< everywhere but at links: see `costmap_can_be_uniform`
} costmap_tiles;

/// The view of a grid for one query. It owns nothing; query/cache fills it.
typedef struct costmap {
  astar_grid *grid;
  const astar_rules *rules;
  const move_table *moves;
  costmap_tiles *tiles; ///< NULL: each tile is computed, since there is no set for the
                        ///< filter (`cache_peek`), or the query avoids units
  astar_filter filter;  ///< of the query
  influence_weights influence; ///< weighted maps, as they were when the view was made

  // For a query that avoids units (`costmap_avoid`), otherwise NULL.
  const struct held_tiles *held; ///< tiles that units hold: they are impassable, too
  const struct costmap *without_units; ///< the costmap of the same map without units
} costmap;

/// Makes the tiles that units hold impassable in `map`. `without_units` receives the
/// costmap as it was; derived data is updated with this one. Both must stay where they
/// are. O(1).
static inline void costmap_avoid(costmap *map, const held_tiles *held,
                                 costmap *without_units) {
  *without_units = *map;
  map->tiles = NULL;
  map->held = held;
  map->without_units = without_units;
}

/// Allocates the tiles of a grid for a filter. They must be updated before use. Call
/// `costmap_tiles_fini` also after ASTAR_NO_MEMORY.
astar_status costmap_tiles_init(costmap_tiles *tiles, const astar_grid *grid,
                                const astar_filter *filter, struct memory *m);

void costmap_tiles_fini(costmap_tiles *tiles, const astar_grid *grid, struct memory *m);

/// Brings the tiles of a costmap up to date with its grid. ASTAR_RUNNING: the budget is
/// used up before the work is done. The first time O(tiles); after edits O(affected
/// tiles).
astar_status costmap_update(const costmap *map, budget *b);

/// Makes sure that `legal` exists when the rules have at most 8 moves; rules with more
/// moves have no table. Statuses are those of `costmap_update`. O(tiles) the first time.
astar_status costmap_ensure_legal(const costmap *map, budget *b);

/// Makes a tile of the grid passable or impassable in the costmap only, for a trial. The
/// caller undoes it before any other function uses the costmap. O(1).
void costmap_try_passable(const costmap *map, int x, int y, bool passable);

/// Computes the legal moves again that depend on a tile of a trial, if the table exists.
/// O(moves) for rules that reach adjacent tiles.
void costmap_try_legal(const costmap *map, int x, int y);

/// The filter for derived data that depends on passable tiles and legal moves, but not on
/// costs: it ignores penalties.
static inline astar_filter costmap_passage_filter(const costmap *map) {
  return (astar_filter){.ignored_layers = map->tiles->filter.ignored_layers};
}

/// Whether penalties count in this costmap, and there are any.
static inline bool costmap_has_penalties(const costmap *map) {
  return map->grid->penalty_count > 0 && map->filter.penalty_scale > 0;
}

/// Whether a weighted influence map has content.
static inline bool costmap_has_influence(const costmap *map) {
  return influence_counts(&map->influence);
}

/// Whether tiles can cost more than their terrain.
static inline bool costmap_has_extra(const costmap *map) {
  return costmap_has_penalties(map) || costmap_has_influence(map);
}

/// Whether any closed edge can stop the mover.
static inline bool costmap_has_edges(const costmap *map) {
  return map->grid->closed_count > 0 && !map->rules->ignores_edges;
}

/// The scaled penalty of a tile.
static inline double costmap_penalty(const costmap *map, uint32_t cell) {
  return costmap_has_penalties(map) ? map->grid->penalty[cell] * map->filter.penalty_scale
                                    : 0.0;
}

/// What entering a tile costs on top of its terrain: penalty and influence.
static inline double costmap_extra(const costmap *map, uint32_t cell) {
  double extra = costmap_penalty(map, cell);
  return costmap_has_influence(map) ? extra + influence_cost(&map->influence, cell)
                                    : extra;
}

/// Whether the terrain of one tile is passable, no obstacle blocks it, and no unit that
/// the query avoids holds it. The size of the mover does not count.
bool costmap_is_tile_passable(const costmap *map, uint32_t cell);

/// Costs of about `cost` that differ by less than this value count as equal.
static inline double costmap_slack(const costmap *map, double cost) {
  double slack = cost * TOLERANCE_EQUAL;
  return slack < map->moves->max_slack ? slack : map->moves->max_slack;
}

/// The index of `moves->list` for a tile: the parity of its row or column on hexes, 0 on
/// squares.
static inline int costmap_parity(const costmap *map, int x, int y) {
  return (x & map->moves->parity_x) | (y & map->moves->parity_y);
}

/// The bit of a tile [-1..width, -1..height] in a bitmap like `passable`.
static inline bool costmap_bit(const costmap *map, const uint64_t *bitmap, int x, int y) {
  size_t word = (size_t)(y + 1) * map->tiles->words + ((size_t)(x + 1) >> 6);
  return (bitmap[word] >> ((x + 1) & 63) & 1) != 0;
}

/// Whether the mover can stand at (x, y), computed from the grid and from the tiles that
/// units hold; false off the grid. O(tiles of the mover).
bool costmap_compute_passable(const costmap *map, int x, int y);

/// Whether the mover can stand at (x, y) [-1..width, -1..height]. O(1) when the costmap
/// has tiles.
static inline bool costmap_is_passable(const costmap *map, int x, int y) {
  return map->tiles != NULL ? costmap_bit(map, map->tiles->passable, x, y)
                            : costmap_compute_passable(map, x, y);
}

/// The cost class of the most expensive tile of a mover at (x, y). `costmap_class` is for
/// (x, y) [-1..width, -1..height], and 0 where the mover cannot stand;
/// `costmap_class_where` is for callers that know whether it can.
uint8_t costmap_compute_class(const costmap *map, int x, int y);

static inline uint8_t costmap_class_where(const costmap *map, int x, int y,
                                          bool is_passable) {
  if (!is_passable) return 0;
  if (map->rules->size > 1) return costmap_compute_class(map, x, y);
  return map->moves->cost_class_of[map->grid->terrain[grid_cell(map->grid, x, y)]];
}

static inline uint8_t costmap_class(const costmap *map, int x, int y) {
  return costmap_class_where(map, x, y, costmap_is_passable(map, x, y));
}

static inline bool costmap_is_cell_passable(const costmap *map, uint32_t cell) {
  return costmap_is_passable(map, grid_x(map->grid, cell), grid_y(map->grid, cell));
}

/// Whether the mover can stand at any (x, y); false off the grid.
bool costmap_can_stand(const costmap *map, int x, int y);

/// Whether a closed edge stops a mover at (x, y), on the grid, that steps in a direction:
/// an edge of any tile of its footprint.
bool costmap_has_wall(const costmap *map, int x, int y, int direction);

/// Whether one way around a corner is an obstacle: from (x, y) in direction `first`, then
/// in direction `second`. The way is an obstacle when the mover cannot stand between the
/// two steps, or when a closed edge stops one of them.
bool costmap_is_obstacle(const costmap *map, int x, int y, int first, int second);

/// The bits of columns x - 1, x, x + 1 in a row of `passable`, x in [0..width - 1].
static inline unsigned costmap_three(const uint64_t *row, int x) {
  uint64_t low = row[x >> 6] >> (x & 63);
  if ((x & 63) > 61) low |= row[(x >> 6) + 1] << (64 - (x & 63));
  return (unsigned)(low & 7);
}

/// The passable tiles of a row as a word: bit i is column x + i. x in [-1..width], y in
/// [-1..height].
static inline uint64_t costmap_row(const costmap *map, int x, int y) {
  const costmap_tiles *tiles = map->tiles;
  const uint64_t *row = tiles->passable + (size_t)(y + 1) * tiles->words;
  size_t word = (size_t)(x + 1) >> 6;
  int bit = (x + 1) & 63;
  if (word >= tiles->words) return 0;
  uint64_t bits = row[word] >> bit;
  if (bit > 0 && word + 1 < tiles->words) bits |= row[word + 1] << (64 - bit);
  return bits;
}

/// The 3 x 3 neighborhood of a tile of the grid: one bit per passable tile, row by row
/// from the top left, lowest bit first.
static inline unsigned costmap_neighborhood(const costmap *map, int x, int y) {
  size_t words = map->tiles->words;
  const uint64_t *row = map->tiles->passable + (size_t)y * words;
  if ((x & 63) <= 61) { // nearly always: the three columns are in one word
    const uint64_t *word = row + (x >> 6);
    int shift = x & 63;
    return (unsigned)((word[0] >> shift & 7) | (word[words] >> shift & 7) << 3 |
                      (word[2 * words] >> shift & 7) << 6);
  }
  return costmap_three(row, x) | costmap_three(row + words, x) << 3 |
         costmap_three(row + 2 * words, x) << 6;
}

/// The legal moves from a tile of the grid, one bit per move, computed from the grid. The
/// tile itself may be impassable. O(moves * tiles of the mover). When the query avoids
/// units, the moves are those without units, except near tiles that units hold.
uint64_t costmap_compute_moves(const costmap *map, int x, int y);

/// Whether the table of legal moves exists.
static inline bool costmap_has_legal(const costmap *map) {
  return map->tiles != NULL && map->tiles->legal != NULL;
}

/// Whether all passable tiles are known to cost the same: see `costmap_tiles`. Influence
/// is not part of these.
static inline bool costmap_is_uniform(const costmap *map) {
  return map->tiles != NULL && map->tiles->is_uniform && !costmap_has_influence(map);
}

/// The same without links: canonical moves suffice everywhere.
static inline bool costmap_is_plain(const costmap *map) {
  return costmap_is_uniform(map) && map->grid->arc_count == 0;
}

/// Whether legal moves follow from the passable tiles around: the table of the rules is
/// made for squares, open edges, and no pair costs.
static inline bool costmap_has_local_moves(const costmap *map) {
  return map->tiles != NULL && map->rules->is_standard &&
         map->grid->layout == ASTAR_SQUARE && !costmap_has_edges(map) &&
         map->rules->pair_costs == NULL;
}

/// The legal moves from a tile of the grid, one bit per move. O(1) with a table.
static inline uint64_t costmap_moves(const costmap *map, int x, int y) {
  if (costmap_has_legal(map)) return map->tiles->legal[grid_cell(map->grid, x, y)];
  return costmap_has_local_moves(map) ? map->rules->legal[costmap_neighborhood(map, x, y)]
                                      : costmap_compute_moves(map, x, y);
}

/// The cost of a legal move from (x, y), for all rules. O(tiles of the mover).
double costmap_compute_cost(const costmap *map, int x, int y, int move);

/// The cost of a legal move into cell `to`, for rules with `is_table_cost`. O(1).
static inline double costmap_table_cost(const costmap *map, int move, uint32_t to) {
  double cost = map->moves->cost[move * 256 + map->grid->terrain[to]];
  return costmap_has_extra(map) ? cost + costmap_extra(map, to) : cost;
}

/// The cost of a legal move from (x, y) into cell `to`, for all rules.
static inline double costmap_cost_into(const costmap *map, int x, int y, int move,
                                       uint32_t to) {
  return map->moves->is_table_cost ? costmap_table_cost(map, move, to)
                                   : costmap_compute_cost(map, x, y, move);
}

/// The cost of a legal move from (x, y), for all rules.
static inline double costmap_step_cost(const costmap *map, int x, int y, int move) {
  uint32_t cell = grid_cell(map->grid, x, y);
  return costmap_cost_into(
      map, x, y, move,
      cell + (uint32_t)map->moves->list[costmap_parity(map, x, y)][move].offset);
}

/// A legal step to or from a given tile.
typedef struct costmap_step {
  uint32_t cell; ///< of the tile at the other end
  uint16_t x, y; ///< of the tile at the other end
  uint8_t move;
  double cost;
} costmap_step;

/// Writes the legal steps that begin at a tile, without links, to `steps`
/// [ASTAR_MAX_MOVES]. Returns their number.
int costmap_list_from(const costmap *map, int x, int y, costmap_step *steps);

/// Writes the legal steps that end at a passable tile, without links, to `steps`, and
/// returns their number. They may begin at impassable tiles.
int costmap_list_to(const costmap *map, int x, int y, costmap_step *steps);

/// The legal move from (x, y) by (dx, dy), or -1 when there is none. O(moves).
int costmap_find_move(const costmap *map, int x, int y, int dx, int dy);

/// The cheapest arc from one cell to another, or NULL when there is none or the mover
/// cannot stand at `to`. O(log links + arcs of the cell).
const grid_arc *costmap_find_arc(const costmap *map, uint32_t from, uint32_t to);

/// The number of steps from (x1, y1) to (x2, y2) if all steps were legal: the Chebyshev
/// distance when a move of the rules changes x and y, otherwise the Manhattan distance;
/// on hexes the hex distance.
int costmap_distance(const costmap *map, int x1, int y1, int x2, int y2);

#endif
