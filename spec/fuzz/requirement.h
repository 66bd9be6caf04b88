/// Which tiles the steps of a small map require: exact answers about sets of tiles, for
/// spec/fuzz/explanation.c.
///
/// Method: some tiles of a map are variable. A variable tile is open or shut; what that
/// means is in two maps, one with all of them open and one with all of them shut. For
/// each step the oracle (oracle.h) tries all combinations of the variable tiles that the
/// step enters, passes or names, and keeps the smallest sets that must be open: a set of
/// at most 64 tiles is one word. Then two questions about sets are answered by searching
/// all of them:
/// - the cheapest set of tiles to open, and the cheapest path with it: a search over
///   states of a tile and the set that was opened so far;
/// - the smallest sets of tiles that cut a pair when they are shut: each of them contains
///   a tile that is required by each path, so one path gives all candidates for the first
///   tile, one path without this tile all candidates for the second, and so on.
///
/// Legal steps stay legal when more tiles are open. Nothing else is assumed, so the
/// answers hold for all rules of movers of one tile. Nothing is shared with src/.
#ifndef REQUIREMENT_H
#define REQUIREMENT_H

#include "oracle.h"

enum {
  REQUIREMENT_TILES = 160,    ///< the most tiles of a map
  REQUIREMENT_VARIABLES = 64, ///< the most variable tiles
  REQUIREMENT_STEPS = REQUIREMENT_TILES * 64
};

/// A step, and the variable tiles that must be open for it. A step that is legal with one
/// of several sets of tiles is in the list once for each set.
typedef struct required_step {
  int to;
  double cost;
  uint64_t need;
} required_step;

typedef struct requirement {
  int tiles;
  int variable_count;
  int variables[REQUIREMENT_VARIABLES]; ///< their tiles
  required_step steps[REQUIREMENT_STEPS];
  int first[REQUIREMENT_TILES + 1]; ///< index of the first step from a tile
} requirement;

/// Reads the steps of a map.
///
/// @param open, shut  the map with all variable tiles open, and with all of them shut
/// @param rules       the rules for both; of size 1
/// @param is_variable by tile
/// @return false: the map, or the number of variable tiles, is too large
bool requirement_read(requirement *r, const oracle_map *open, const oracle_map *shut,
                      const astar_rules_def *rules, const bool *is_variable);

/// The outcome of a search for a cheaper set.
typedef enum requirement_answer {
  REQUIREMENT_NONE, ///< there is none
  REQUIREMENT_FOUND,
  REQUIREMENT_UNKNOWN ///< too many states
} requirement_answer;

/// Searches a set of tiles with a smaller sum of open_cost than `*sum`, or with an equal
/// sum and a path that costs less than `*cost`.
///
/// @param open_cost     by variable [> 0]
/// @param sum, cost  the bounds; receive what was found
/// @param set        receives the set of variables
requirement_answer requirement_open(const requirement *r, const double *open_cost,
                                    int start, int goal, double *sum, double *cost,
                                    uint64_t *set);

/// The smallest cuts of a pair.
typedef struct requirement_cuts {
  int size;     ///< tiles of the smallest cuts; -1: none of at most `max` tiles
  int nearest;  ///< the fewest tiles that can be reached before one of them
  uint64_t set; ///< that one, as a set of variables
  long count;   ///< how many times one was found
  bool is_done; ///< false: there were too many candidates
} requirement_cuts;

/// Finds the smallest cuts of a pair.
requirement_cuts requirement_cut(const requirement *r, int start, int goal, int max);

/// How many tiles can be reached while some variable tiles are shut, the start included.
int requirement_reach(const requirement *r, int start, uint64_t shut);

#endif
