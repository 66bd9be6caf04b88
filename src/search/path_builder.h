// Path reconstruction: the runs of a path, and from these its tiles and their costs.
//
// A kernel clears the builder and adds the steps of its path from the last to the first,
// as it follows the parents back to the start. The builder unites equal steps to runs,
// which `search/straightening` may replace. Then the tiles are written, first to last.
//
// The owner (a path of the caller, or a workspace) sets `memory`, and calls
// `path_builder_fini`. Arrays are kept from path to path: 16 bytes per tile and per run.
// All functions are O(tiles of the path) unless noted.
#ifndef ASTAR_PATH_BUILDER_H
#define ASTAR_PATH_BUILDER_H

#include "derived/costmap.h"

/// How a path enters a tile: by a move of the move table [0..63], by a link, or not at
/// all (the start).
enum { MOVE_LINK = 64, MOVE_START = 65 };

/// Equal steps, one after the other. On hexes all go in the same direction.
typedef struct path_run {
  astar_point end; ///< the tile where they end
  int32_t count;   ///< steps: 1 for a link, 0 for the start
  int16_t move;
  bool is_first_leg; ///< the run after it is the second leg of the same way
} path_run;

typedef struct path_builder {
  struct memory *memory; ///< the allocator of the arrays
  path_run *runs;        ///< last one first; the start is the first one
  uint32_t run_count, run_capacity;

  // After `path_builder_write`, first to last. Before, `count` is 0.
  astar_point *points;
  double *costs; ///< of the path up to each tile
  uint32_t count, point_capacity, cost_capacity;
  double cost; ///< of the whole path

  // Of a path of turns: `turn_count` is its number of tiles, otherwise 0.
  uint32_t *turns; ///< the turn in which each tile is entered, from 1
  uint32_t turn_count, turn_capacity;
  double left; ///< the points that are left at its end
} path_builder;

/// Frees the memory.
void path_builder_fini(path_builder *t);

/// Removes all runs and tiles. O(1).
void path_builder_clear(path_builder *t);

/// Makes room for one more run. False: out of memory.
bool path_builder_grow(path_builder *t);

/// Adds `steps` equal steps, which end at (x, y), before all others. False: out of
/// memory. O(1), amortized.
static inline bool path_builder_add(path_builder *t, int x, int y, int move, int steps) {
  if (t->run_count > 0 && t->runs[t->run_count - 1].move == move && move < MOVE_LINK) {
    t->runs[t->run_count - 1].count += steps;
    return true;
  }
  if (t->run_count >= t->run_capacity && !path_builder_grow(t)) return false;
  t->runs[t->run_count++] = (path_run){{x, y}, steps, (int16_t)move, false};
  return true;
}

/// Adds the start, before all steps. False: out of memory. O(1), amortized.
static inline bool path_builder_add_start(path_builder *t, int x, int y) {
  return path_builder_add(t, x, y, MOVE_START, 0);
}

/// Adds a shortest way by (dx, dy) over open ground, which ends at (x, y), before all
/// other steps: its major steps, then the others (`direction_split`), or `is_backward`
/// the others first. False: out of memory. O(1), amortized.
bool path_builder_add_legs(path_builder *t, int x, int y, int dx, int dy,
                           bool has_diagonals, bool is_backward);

/// Makes room for the turns of `count` tiles, which the caller writes. False: out of
/// memory.
bool path_builder_begin_turns(path_builder *t, uint32_t count, double left);

/// Sets the turns of a result, when the path has turns.
void path_builder_report_turns(const path_builder *t, astar_result *result);

/// Adds a step that leads to (x, y) after all others. `path_builder_reverse` follows.
/// False: out of memory. O(1), amortized.
bool path_builder_append(path_builder *t, int x, int y, int move);

/// Reverses a path that was added first to last. O(runs).
void path_builder_reverse(path_builder *t);

/// Adds the costs of a run that begins at a tile to `cost`, step by step.
double path_builder_sum_run(const costmap *map, astar_point from, const path_run *steps,
                            double cost);

/// The cost of all runs. All steps must be legal on `map`.
double path_builder_sum(const path_builder *t, const costmap *map);

/// Whether the cost of a cheapest path distinguishes paths that differ by the cheapest
/// step, if that costs something.
///
/// If so, no path of equal cost visits a tile twice: without the steps between the two
/// visits it would be cheaper than the cheapest path. The cost of this path may exceed
/// that of the cheapest path by three amounts: the slack that counts as equal, once per
/// tile; the share of a step within which the search stops; and rounding. Where costs
/// differ by ten orders of magnitude, the sum may exceed the cheapest step.
bool path_builder_is_resolved(const path_builder *t, const costmap *map, double cost);

/// Writes the tiles of the runs, and sums their costs, first to last. False: out of
/// memory. All steps must be legal on `map`.
bool path_builder_write(path_builder *t, const costmap *map);

/// Writes the tiles of the runs, but no costs. False: out of memory. Of the map only the
/// moves are read.
bool path_builder_write_tiles(path_builder *t, const costmap *map);

/// `path_builder_write` on a map where equal steps cost the same everywhere. `steps` has
/// the offset and the cost of each move.
typedef struct path_step {
  int dx, dy;
  double cost;
} path_step;
bool path_builder_write_uniform(path_builder *t, const path_step *steps);

/// Writes the first `capacity` tiles to `points`, unless it is NULL, first to last.
/// Returns the number of tiles of the path.
uint32_t path_builder_copy(const path_builder *t, astar_point *points, size_t capacity);

/// Writes the cost of the path up to each of its first `capacity` tiles to `costs`, first
/// to last. Returns the number of tiles of the path.
uint32_t path_builder_copy_costs(const path_builder *t, double *costs, size_t capacity);

#endif
