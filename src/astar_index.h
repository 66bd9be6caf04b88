/// Indexes: paths and distances in a microsecond, after a bake of some milliseconds.
///
///     astar_index *index;
///     astar_index_new(grid, rules, NULL, &index, NULL); // bakes
///     astar_point goals[] = {{12, 0}, {0, 7}, {40, 0}};
///     double costs[3];
///     astar_index_costs(index, 0, 0, goals, 3, costs);
///     printf("%g, %g, %g\n", costs[0], costs[1], costs[2]); // -> 12, 7, inf
///     astar_index_free(index);
///
/// Conventions: `astar.h`.
#ifndef ASTAR_INDEX_H
#define ASTAR_INDEX_H

#include "astar.h"

#ifdef __cplusplus
extern "C" {
#endif

// ------------------------------------------------------------------------------ indexes

/// An index answers as `astar_find_path` on the map as it is now; where it cannot be
/// sure, it searches. Costs are equal to a relative 1e-12; among equal paths and goals
/// another may be found. It needs the conditions of jump points, and holds distances
/// between corners where all passable tiles cost the same, otherwise costs to and from
/// landmarks (ALT), which make searches faster: docs/baked-index.md.
typedef struct astar_index astar_index;

typedef enum astar_index_kind {
  ASTAR_INDEX_CORNERS,  ///< distances between corners
  ASTAR_INDEX_LANDMARKS ///< costs to and from landmarks
} astar_index_kind;

typedef struct astar_bake_options {
  const astar_filter *filter;
  size_t max_bytes; ///< its greatest size [> 0; default SIZE_MAX]. Other limits:
                    ///< docs/baked-index.md
  int64_t work;     ///< expansions per slice [> 0; default INT64_MAX: all at once]
} astar_bake_options;

/// The defaults.
ASTAR_API astar_bake_options astar_default_bake(void);

/// Creates an index, and bakes it, or its first slice. ASTAR_RUNNING: call
/// `astar_index_step` once per frame; with ASTAR_UNSUITED and ASTAR_TOO_LARGE `message`
/// receives why.
ASTAR_API astar_status astar_index_new(astar_grid *grid, const astar_rules *rules,
                                       const astar_bake_options *options,
                                       astar_index **index, const char **message);
ASTAR_API void astar_index_free(astar_index *index);

/// Bake the next slice; begin a new bake, of the map as it is now: with the statuses of
/// `astar_index_new`. Until ASTAR_OK the index answers as before, at first by search.
/// After ASTAR_NO_MEMORY a step can be called again.
ASTAR_API astar_status astar_index_step(astar_index *index, const char **message);
ASTAR_API astar_status astar_index_bake(astar_index *index, const char **message);

/// As `astar_find_path`, with the rules and filter of the index. `expanded` is 0 if the
/// index answered. Queries with more than start and goals are searched.
ASTAR_API astar_status astar_index_find_path(astar_index *index, const astar_query *query,
                                             astar_path *path, astar_result *result);

/// The cost from one tile to another (also ASTAR_UNREACHABLE, ASTAR_GOAL_BLOCKED), or
/// faster to many, of which some may be off the grid: infinity without a path. NULL as
/// result: ASTAR_INVALID.
ASTAR_API astar_status astar_index_cost(astar_index *index, int start_x, int start_y,
                                        int goal_x, int goal_y, double *cost);
ASTAR_API astar_status astar_index_costs(astar_index *index, int start_x, int start_y,
                                         const astar_point *goals, int count,
                                         double *costs);

/// What it was baked with; the rules live as long as the index.
ASTAR_API const astar_rules *astar_index_rules(const astar_index *index);
ASTAR_API astar_filter astar_index_filter(const astar_index *index);

/// What an index is, and what it did.
typedef struct astar_index_info {
  astar_index_kind kind;
  bool is_complete;  ///< false: its first bake goes on, or was declined
  size_t bytes;      ///< the memory that it holds
  uint32_t corners;  ///< of the map in the bake; 0 for landmarks
  uint64_t answered; ///< queries, each goal of `astar_index_costs`
  uint64_t searched; ///< the same, without help of the index
  uint32_t opened;   ///< tiles, or positions of a larger mover, passable or cheaper since
  uint32_t blocked;  ///< the same, impassable since
  bool needs_bake;   ///< edits made it search often: `astar_index_bake`
} astar_index_info;

/// O(1); after edits O(edits).
ASTAR_API astar_status astar_index_get_info(astar_index *index, astar_index_info *info);

/// Writes the index of the bake, with its rules; 0: not complete. O(size).
ASTAR_API size_t astar_index_serialize(const astar_index *index, void *bytes,
                                       size_t capacity);

/// Reads an index, with default options, for the map of its bake: ASTAR_UNSUITED if the
/// mover can stand on other tiles, or with landmarks costs differ. Hostile strings may
/// give wrong costs, but only legal paths.
ASTAR_API astar_status astar_grid_load_index(astar_grid *grid, const void *bytes,
                                             size_t size, astar_index **index,
                                             const char **message);

#ifdef __cplusplus
}
#endif

#endif
