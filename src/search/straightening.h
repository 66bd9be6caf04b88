// Straightening: fewer turns for a finished path, at the same cost.
//
// Memory is kept from path to path: about 0.3 kB per turn. The owner sets `memory`, and
// calls `straightening_fini`.
#ifndef ASTAR_STRAIGHTENING_H
#define ASTAR_STRAIGHTENING_H

#include "base/directions.h"
#include "derived/jump_boards.h"
#include "search/path_builder.h"

/// What straightening reads of a map. A heading is the number of a step to an adjacent
/// tile: in base/directions, on hexes in map/hex. All other moves, and links, stay as
/// they are.
typedef struct straight_lines {
  /// How many steps of a leg are free that begins at (x, y), or with `is_behind` ends
  /// there: `leg.count`, or the lower number after which one is illegal. The first
  /// `known` ones are free.
  int (*count_free)(const struct straight_lines *lines, int x, int y, direction_leg leg,
                    bool is_behind, int known);
  const void *source;    ///< what `count_free` reads
  const costmap *map;    ///< for the costs of steps; NULL: equal steps cost the same
  bool is_hex;           ///< legs follow the moves of `map`
  bool has_diagonals;    ///< headings 4 to 7 are diagonal
  bool counts_diagonals; ///< a diagonal step costs as much as one straight one, or two:
                         ///< so paths of one cost differ in the number of diagonal steps
  bool double_diagonals; ///< as two
  bool is_quick;         ///< fewer turns in half the time, not always the fewest
  int8_t move_of[DIRECTIONS];        ///< the move with a heading; -1: none
  int8_t heading_of[MOVE_START + 1]; ///< the heading of a move; -1: it stays
} straight_lines;

/// Initializes all but `count_free` and `source`, for a square map where steps in one
/// direction cost the same.
///
/// @param ratio  the cost of a diagonal step in straight steps; 0: there are none
void straight_lines_init(straight_lines *lines, double ratio);

typedef struct straightening {
  struct memory *memory;
  struct straight_turn *turns; ///< where the runs begin, and the end of the path
  uint32_t turn_capacity;
  uint32_t front; ///< the furthest turn that an L reached with the fewest turns
  uint64_t front_key;
  uint32_t *cells; ///< to find tiles that a path visits twice
  uint32_t cell_capacity;
} straightening;

void straightening_fini(straightening *s);

/// The memory that is kept [bytes].
size_t straightening_bytes(const straightening *s);

/// Replaces the runs of a cheapest path, so that it has fewer turns. The cost stays the
/// same up to rounding, and the number of turns never grows. False: out of memory; the
/// path is then unchanged. O(runs * STRAIGHTENING_WINDOW), and the free steps that are
/// counted.
bool straightening_run(straightening *s, const straight_lines *lines, path_builder *path);

/// The same on the map of a query. Where rounding could hide the cost of a step, the path
/// stays as it is.
///
/// @param boards    up-to-date jump boards of the map, or NULL
/// @param is_exact  the path is a cheapest one. Otherwise it stays as it is where it
///                  would visit a tile twice
bool straightening_run_on(straightening *s, path_builder *path, const costmap *map,
                          const jump_boards *boards, bool is_exact);

#endif
