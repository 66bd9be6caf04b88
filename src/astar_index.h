/// Indexes: paths and distances in a microsecond, after a bake. A module on
/// `astar.h`: its terms and conventions hold here, too.
#ifndef ASTAR_INDEX_H
#define ASTAR_INDEX_H

#include "astar.h"

#ifdef __cplusplus
extern "C" {
#endif

// ------------------------------------------------------------------------------ indexes

/// A baked index: data about a map that answers queries for paths and costs in about a
/// microsecond. It is computed once (*baked*), in some milliseconds, and survives edits:
/// its answers are always optimal on the map as it is now. Where it cannot be sure, it
/// searches, as `astar_find_path` does.
///
///     astar_bake_options options = astar_default_bake();
///     astar_index_new(grid, rules, &options, &index, NULL);
///     astar_index_costs(index, x, y, points, count, costs);  // rank 200 targets
///     astar_query query = astar_default_query(rules, x, y, &goal, 1);
///     astar_index_find_path(index, &query, path, &result);
///     astar_index_free(index);
///
/// Costs and outcomes are those of `astar_find_path`; sums may be added in another order,
/// so costs are equal to a relative 1e-12. Among equally cheap paths and goals another
/// one may be found.
///
/// There are two kinds. Where all passable tiles cost the same, under the conditions of
/// jump point search (`astar_why_unsuited`), the index holds distances between corners.
/// After edits:
/// - Tiles that become impassable cost nothing: an answer whose path is still free is
///   optimal. Otherwise the index searches.
/// - Tiles that become passable make the index compare each answer with a lower bound of
///   the cost through them, as on an empty map. Where the bound is less, it searches.
/// - Other edits (costs, penalties, edges, links) make the index search until they are
///   undone or the index is baked again.
///
/// Where terrains cost differently, under the conditions of jump point search over areas
/// of different cost (`astar_algorithm`), the index holds costs to and from landmarks
/// (ALT). They make searches faster. Edits that raise costs keep them; edits that lower
/// costs make the bound weaker, and later `needs_bake` true.
///
/// An index is an owner of its grid and of its rules. Its memory is memory of the grid.
typedef struct astar_index astar_index;

typedef enum astar_index_kind {
  ASTAR_INDEX_CORNERS,  ///< distances between corners
  ASTAR_INDEX_LANDMARKS ///< costs to and from landmarks
} astar_index_kind;

/// How to bake. Begin with `astar_default_bake`, and change members.
typedef struct astar_bake_options {
  const astar_filter *filter; ///< NULL (default): the filter of the rules
  size_t max_bytes; ///< the greatest size of the index [bytes; > 0; default SIZE_MAX].
                    ///< Besides, an index is declined where it would hold more than
                    ///< 786432 distances and more than 3 per tile (noise), or more than
                    ///< 32767 corners. A distance takes 10 bytes
  int64_t work;     ///< expansions per slice [> 0; default INT64_MAX: bake at once]
} astar_bake_options;

/// Returns options with the defaults.
ASTAR_API astar_bake_options astar_default_bake(void);

/// Creates an index, and bakes it: at once, or its first slice. Typical times are 5 to
/// 100 ms for a map of 512 x 512.
///
/// @param options  NULL: those of `astar_default_bake`
/// @param index    receives the index, also with ASTAR_RUNNING; the caller owns it
/// @param message  after ASTAR_UNSUITED and ASTAR_TOO_LARGE: receives why, a string
///   constant; may be NULL
/// @return ASTAR_OK; ASTAR_RUNNING: call `astar_index_step` once per frame;
///   ASTAR_UNSUITED: no index serves these rules on this map; ASTAR_TOO_LARGE: it would
///   exceed a limit; ASTAR_INVALID: `max_bytes`, `work` or the filter is out of range;
///   ASTAR_NO_MEMORY
ASTAR_API astar_status astar_index_new(astar_grid *grid, const astar_rules *rules,
                                       const astar_bake_options *options,
                                       astar_index **index, const char **message);

/// Frees an index. NULL is allowed.
ASTAR_API void astar_index_free(astar_index *index);

/// Bakes the next slice of `work` expansions. Until the index is complete, queries are
/// answered by search, or during a bake after the first by the index as it was before.
///
/// @param message  as for `astar_index_new`
/// @return ASTAR_OK: the index is complete, also when it was before; ASTAR_RUNNING;
///   ASTAR_UNSUITED, ASTAR_TOO_LARGE: the bake has ended without success, and the index
///   answers as before it; ASTAR_NO_MEMORY: call it again
ASTAR_API astar_status astar_index_step(astar_index *index, const char **message);

/// Bakes the index again for the map as it is now, with the options it was created with.
///
/// @param message  as for `astar_index_new`
/// @return as `astar_index_new`. After anything but ASTAR_OK and ASTAR_RUNNING the index
///   answers as before
ASTAR_API astar_status astar_index_bake(astar_index *index, const char **message);

/// As `astar_find_path`. The rules and the filter of the query are not read: those of the
/// index count. Queries that are more than a start and goals (`range`, `partial`, caps,
/// `avoid`, another algorithm, heuristic or weight) are searched.
///
/// @param result  `expanded` is 0 when the index answered; with landmarks the number of
///   expansions of the search that they guided
ASTAR_API astar_status astar_index_find_path(astar_index *index, const astar_query *query,
                                             astar_path *path, astar_result *result);

/// The cost of the cheapest path between two tiles, without the path.
///
/// @param cost  receives the cost, with ASTAR_OK
/// @return ASTAR_OK; ASTAR_UNREACHABLE; ASTAR_GOAL_BLOCKED; ASTAR_OUT_OF_BOUNDS;
///   ASTAR_INVALID: `cost` is NULL; ASTAR_UNSUITED: the rules no longer fit the grid;
///   ASTAR_NO_MEMORY
ASTAR_API astar_status astar_index_cost(astar_index *index, int start_x, int start_y,
                                        int goal_x, int goal_y, double *cost);

/// The costs of the cheapest paths from one tile to many. Faster than a call of
/// `astar_index_cost` for each of them.
///
/// @param goals, count  the tiles, which may be off the grid
/// @param costs  receives the cost for each of them; infinity: no path leads there
/// @return ASTAR_OK; ASTAR_OUT_OF_BOUNDS: the start is off the grid; ASTAR_INVALID:
///   `count` < 0, or `costs` is NULL; ASTAR_UNSUITED; ASTAR_NO_MEMORY
ASTAR_API astar_status astar_index_costs(astar_index *index, int start_x, int start_y,
                                         const astar_goal *goals, int count,
                                         double *costs);

/// The rules and the filter that an index was baked with. The index owns the rules:
/// retain them to use them longer. `index` must not be NULL.
ASTAR_API const astar_rules *astar_index_rules(const astar_index *index);
ASTAR_API astar_filter astar_index_filter(const astar_index *index);

/// What an index is, and what it did.
typedef struct astar_index_info {
  astar_index_kind kind;
  bool is_complete;  ///< false: it is being baked the first time, or was declined
  size_t bytes;      ///< the memory that it holds
  uint32_t corners;  ///< how many corners the map had when it was baked; 0 for landmarks
  uint64_t answered; ///< queries that the index answered. Each goal of
                     ///< `astar_index_costs` counts
  uint64_t searched; ///< queries that were searched. With landmarks: without their help
  uint32_t opened;   ///< tiles that became passable, or cheaper, since it was baked, and
                     ///< are so now
  uint32_t blocked;  ///< tiles that became impassable since it was baked, and are so now.
                     ///< A larger mover counts the positions that these tiles open or
                     ///< close
  bool needs_bake;   ///< edits made it answer by search often: `astar_index_bake`
} astar_index_info;

/// O(1), and O(edits) after edits.
ASTAR_API astar_status astar_index_get_info(astar_index *index, astar_index_info *info);

/// Writes an index as a byte string, with its rules. It is the index of the map as it was
/// when it was baked. The string is the same on every platform. O(size).
///
/// @param bytes     receives the string; nothing is written when it is NULL
/// @param capacity  the size of `bytes` [bytes]; nothing is written when the string is
///   longer
/// @return the size of the string [bytes]; 0 when `index` is NULL or is not complete
ASTAR_API size_t astar_index_serialize(const astar_index *index, void *bytes,
                                       size_t capacity);

/// Creates an index from a byte string. The map must be the one that the index was baked
/// for: all tiles where the mover can stand, and with landmarks all costs. Damaged and
/// hostile strings are safe: the call returns an error, or an index that may find wrong
/// costs, but only legal paths.
///
/// @param index    receives the index; the caller owns it. Its options are the default
/// @param message  after an error: receives a description, a string constant; may be NULL
/// @return ASTAR_OK; ASTAR_UNSUITED: the map differs; ASTAR_INVALID: the string is not a
///   valid index; ASTAR_NO_MEMORY
ASTAR_API astar_status astar_grid_load_index(astar_grid *grid, const void *bytes,
                                             size_t size, astar_index **index,
                                             const char **message);

#ifdef __cplusplus
}
#endif

#endif
