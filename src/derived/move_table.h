// The moves of some rules on a grid, and what they cost by terrain: what does not depend
// on tiles.
#ifndef ASTAR_MOVE_TABLE_H
#define ASTAR_MOVE_TABLE_H

#include "map/grid.h"
#include "map/rules.h"

typedef struct tile_move {
  int8_t dx, dy;
  int8_t direction; ///< of a move by one tile, otherwise -1
  uint8_t rule;     ///< which move of the rules it is
  int32_t offset;   ///< from the cell where it starts to where it ends
  int32_t back;     ///< from a cell of this parity back to where the move there started
  int8_t back_dx, back_dy; ///< the same in x and y
  double length;
} tile_move;

typedef struct move_table {
  const astar_grid *grid;
  const astar_rules *rules;

  /// The moves: those of the rules, or on hexes the six directions in which they touch,
  /// whose offsets depend on the parity of the tile (see costmap_parity).
  int count;
  tile_move list[2][ASTAR_MAX_MOVES];
  int parity_x, parity_y;

  double *cost;       ///< [move][terrain]: length times cost of the terrain
  bool is_table_cost; ///< `cost` and the penalty are all there is to a step's cost
  uint8_t cost_class_of[256]; ///< terrains of equal cost share a number; 0: impassable

  uint64_t palette;     ///< of the grid that the following stand for
  bool has_one_cost;    ///< all passable terrains on the map cost the same
  double min_tile_cost; ///< least cost of a step per tile of its length, on this map
  double min_move_cost[ASTAR_MAX_MOVES]; ///< least cost of each; infinity: never made
  double min_step;                       ///< least of these above 0; 1 without any
  double max_slack;                      ///< the most that `costmap_slack` allows
  bool is_steep; ///< so small beside other terrains' costs that sums may lose it
} move_table;

/// Why such rules have no meaning on a grid, or NULL.
const char *move_table_why_unsuited(const astar_grid *grid, const astar_rules *rules);

/// Fills the table for a grid and rules that suit it; both must outlive it. After
/// ASTAR_NO_MEMORY, too, it is to be given back.
astar_status move_table_init(move_table *t, const astar_grid *grid,
                             const astar_rules *rules, struct memory *m);

void move_table_fini(move_table *t, struct memory *m);

/// Brings it up to date with the terrains that are on the map. O(1) while they are the
/// same.
void move_table_update(move_table *t);

#endif
