// Move table: the moves of rules on one grid, with cell offsets and costs per terrain. It
// holds all that depends on the layout and on the set of terrains on the map, but not on
// single tiles.
//
// The caller owns the table; grid and rules must outlive it. Costs never change. The
// minimum and maximum costs depend on which terrains are on the map: they are updated
// when `grid->palette` differs, in O(256 * moves), with pair costs O(256^2 * moves).
#ifndef ASTAR_MOVE_TABLE_H
#define ASTAR_MOVE_TABLE_H

#include "map/grid.h"
#include "map/rules.h"

/// One move on a grid, for cells of one parity.
typedef struct tile_move {
  int8_t dx, dy;
  int8_t direction; ///< [0..7] for a move to one of the 8 tiles around, otherwise -1
  uint8_t rule;     ///< index of the move in the rules; on hexes its direction
  int32_t offset;   ///< from the cell where the move begins to the cell where it ends
  int32_t back; ///< from a cell of this parity, where the move ends, to the cell where
                ///< it begins
  int8_t back_dx, back_dy; ///< the same as `back`, in x and y
  double length;           ///< [tiles]
} tile_move;

typedef struct move_table {
  const astar_grid *grid;
  const astar_rules *rules;

  /// The moves: on squares those of the rules, on hexes the six neighbors. The offsets of
  /// hex moves depend on the parity of the row or column: `list` has one row per parity
  /// (see costmap_parity). On squares only list[0] is used.
  int count;
  tile_move list[2][ASTAR_MAX_MOVES];
  int parity_x, parity_y; ///< 1 for the coordinate whose parity matters, otherwise 0

  double *cost;       ///< [move][terrain]: length of the move times cost of the terrain
  bool is_table_cost; ///< a step costs `cost` of the terrain entered plus the penalty of
                      ///< the tile entered: size 1, no pair costs
  uint8_t cost_class_of[256]; ///< cost classes: terrains of equal cost share a number
                              ///< from 1 on; impassable terrains have 0
  int class_count;    ///< number of classes without 0; above 255 they are not unique
  double *class_cost; ///< [move][class]: the cost of a step into terrain of the class;
                      ///< infinity for class 0

  // What follows depends on the terrains that are on the map now.
  uint64_t palette;     ///< `grid->palette` when it was computed
  bool has_one_cost;    ///< all passable terrains on the map cost the same
  double min_tile_cost; ///< minimum over all moves of cost / length [cost per tile]
  double min_move_cost[ASTAR_MAX_MOVES]; ///< minimum cost of each move; infinity: no step
                                         ///< by this move is possible
  double min_step;  ///< the minimum of these that is above 0; 1 when there is none
  double max_step;  ///< no step costs more, penalties and links aside
  double max_slack; ///< the upper bound of `costmap_slack`
  bool is_steep;    ///< the most expensive terrain costs so many times `min_step` that
                    ///< adding `min_step` to a path can vanish in rounding
} move_table;

/// Why the rules cannot be used on the grid, as a string constant; NULL when they can.
const char *move_table_why_unsuited(const astar_grid *grid, const astar_rules *rules);

/// Fills the table for a grid and rules that suit each other. Call `move_table_fini` also
/// after ASTAR_NO_MEMORY.
astar_status move_table_init(move_table *t, const astar_grid *grid,
                             const astar_rules *rules, struct memory *m);

void move_table_fini(move_table *t, struct memory *m);

/// Brings the table up to date with the terrains that are on the map. O(1) when the set
/// of terrains is the same.
void move_table_update(move_table *t);

#endif
