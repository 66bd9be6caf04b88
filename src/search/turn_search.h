// Turn search: the kernel for movers that have so many points per turn.
//
// With a heuristic it finds the path with the least turns; without a goal it finds every
// tile within so many turns. turn_search.c explains the method.
#ifndef ASTAR_TURN_SEARCH_H
#define ASTAR_TURN_SEARCH_H

#include "base/bucket_queue.h"
#include "search/heuristic.h"
#include "search/run.h"

/// The number of no label.
enum { TURN_LABEL_NONE = 0 };

/// One way to a tile: when the mover is there.
typedef struct turn_label {
  turn_time time;
  double cost;     ///< of the step that enters the tile; in a turn range of all steps
  uint32_t parent; ///< the label before; TURN_LABEL_NONE: the start
  uint32_t next;   ///< another label of the tile
  uint16_t x, y;
  uint8_t move;   ///< that enters the tile, or MOVE_LINK, MOVE_START
  bool is_friend; ///< the mover may not end its turn here
  bool is_closed; ///< expanded, or worse than another label of the tile
} turn_label;

/// Scratch memory: 12 bytes per tile, and the labels of the last search. Must be zeroed
/// before first use.
typedef struct turn_search {
  const astar_grid *grid;
  const costmap *map;
  const struct goals *goals;
  const turn_rules *rules;
  run_status status;
  struct heuristic heuristic;
  bool has_goals;  ///< false: every tile in range is searched, and no heuristic is used
  double scale;    ///< of the heuristic: what a step takes at least of what it costs
  double overdraw; ///< with ASTAR_FIT_ANY: what the last step of a turn may cost more
                   ///< than it takes
  int64_t max_expansions;
  bool is_partial;

  double *reached;    ///< per cell where a turn may end: the sum of points of its label;
                      ///< infinity elsewhere
  uint32_t *first;    ///< per cell: its first label. NULL until first used
  turn_label *labels; ///< from 1 on
  uint32_t label_count, label_capacity;
  bucket_queue open; ///< numbers of labels
  uint32_t expanded;
  bool is_capped; ///< a label was dropped because of the number of turns

  uint32_t found;   ///< the best label of a goal so far
  double slack;     ///< points that differ by less make no label useful
  double bound;     ///< labels that cannot arrive before this sum of points are dropped
  uint32_t nearest; ///< for partial paths: the expanded label nearest to the goals
  int nearest_distance; ///< of `nearest` [steps]
} turn_search;

/// Clears the labels of the last search, and puts the start into the open list.
/// RUN_RUNNING: ready; RUN_NO_MEMORY. O(labels of the last search); the first time
/// O(tiles).
run_status turn_search_begin(turn_search *s, run *r, budget *b);

/// Expands up to `count` labels. At the end of the search it builds the path in
/// `r->path`.
run_status turn_search_step(turn_search *s, run *r, int64_t count);

/// Builds the path of a label. False: out of memory.
bool turn_search_build_path(const turn_label *labels, uint32_t label, double points,
                            path_builder *path);

/// Frees the memory.
void turn_search_fini(turn_search *s, astar_grid *grid);

#endif
