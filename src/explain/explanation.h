// The parts of an explanation: each answers one question about a start and a goal, and
// has a file of its own.
#ifndef ASTAR_EXPLANATION_H
#define ASTAR_EXPLANATION_H

#include "astar_explain.h"
#include "map/rules.h"

/// A question whose arguments are valid: both tiles are on the grid, and the rules fit
/// the grid. The grid, the rules and the arrays of costs belong to the caller.
typedef struct question {
  astar_grid *grid;
  const astar_rules *rules;
  astar_filter filter;
  int start_x, start_y, goal_x, goal_y;
  uint8_t units; ///< the layer whose obstacles are units, as a bit; 0: none
} question;

// -------------------------------------------------------------------------- relaxation

/// The rules that, lifted alone, would make a path possible: a set of astar_relaxation.
/// No path exists now.
astar_status relaxation_find(const question *q, unsigned *relax);

/// The terrains that, made passable alone, would make a path possible, in ascending
/// order. No path exists now.
astar_status relaxation_find_terrains(const question *q, uint8_t terrains[256],
                                      int *count);

// ---------------------------------------------------------------------- terrain unions

/// Whether `terrain_union_filter` can answer a question: steps lead to adjacent tiles,
/// and depend on passable tiles and edges alone: no pair costs, no links. O(1).
bool terrain_union_suits(const question *q);

/// Keeps those of some impassable terrains that connect start and goal when they are made
/// passable alone. Start and goal are not connected now, and the mover can stand at the
/// goal.
///
/// `*is_exact`: false when some steps exist in one direction only. Then a terrain that is
/// left may make no path, but no other one does.
///
/// O(tiles * (size + log tiles)) for all terrains together, and 10 bytes per tile
/// meanwhile. ASTAR_OK; ASTAR_NO_MEMORY.
astar_status terrain_union_filter(const question *q, uint8_t *terrains, int *count,
                                  bool *is_exact);

// ---------------------------------------------------------------------------- openings

/// The costs of opening tiles, as in `astar_explain_query`.
typedef struct opening_costs {
  const double *terrain; ///< 256 costs
  double blocked;
} opening_costs;

typedef struct opening {
  bool exists; ///< the goal can be reached by opening tiles
  bool is_exact;
  double open_cost, path_cost;
  astar_open_tile *tiles;
  uint32_t tile_count, tile_capacity;
  astar_point *points;
  double *costs; ///< up to each point
  uint32_t point_count, point_capacity, cost_capacity;
} opening;

/// Finds the cheapest set of tiles to open. `o` begins as zeros; memory comes from the
/// grid. Call `opening_fini` also after ASTAR_NO_MEMORY.
astar_status opening_find(opening *o, const question *q, const opening_costs *costs);

void opening_fini(opening *o, astar_grid *grid);

// ------------------------------------------------------------------------------- width

/// Finds the largest mover, and the tightest place on its way. The members of `w` are 0.
astar_status width_find(const question *q, astar_explanation_summary *w);

// ------------------------------------------------------------------------- the barrier

typedef struct barrier {
  astar_point *tiles;
  uint32_t count, capacity;
} barrier;

/// Finds the barrier (astar_explain). No path exists now. `b` begins as zeros; memory
/// comes from the grid. Call `barrier_fini` also after ASTAR_NO_MEMORY.
astar_status barrier_find(barrier *b, const question *q);

void barrier_fini(barrier *b, astar_grid *grid);

#endif
