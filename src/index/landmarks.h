// Landmarks: an index of a map where terrains cost differently: the costs to and from
// some tiles, as a lower bound for searches (ALT, search/landmark_bound).
//
// It serves the maps of weighted jump point search. On rough maps best-first search reads
// the bound instead. The bound holds on the map as it is now: see landmarks.c.
//
// Memory: 32 bytes per tile, and the baked costs (index/baked_costs, 1.25 bytes per tile,
// more with closed edges or penalties). A bake takes 13 bytes per tile more.
#ifndef ASTAR_LANDMARKS_H
#define ASTAR_LANDMARKS_H

#include "index/baked_costs.h"
#include "query/query.h"

/// What a bake computes next.
typedef enum landmarks_stage {
  LANDMARKS_START, ///< allocates
  LANDMARKS_SEED,  ///< a Dijkstra map from some tile: its farthest tile is a landmark
  LANDMARKS_TO,    ///< the costs to the landmark
  LANDMARKS_FROM,  ///< the costs from the landmark
  LANDMARKS_CLEAR, ///< the values of tiles where the mover cannot stand
  LANDMARKS_BAKED
} landmarks_stage;

/// The least and the greatest values of the tiles around cheaper tiles.
typedef struct landmarks_area {
  tile_area cheaper;   ///< the cheaper tiles
  tile_area positions; ///< where steps near them begin and end (`baked_costs_area`)
  int16_t least[LANDMARK_VALUES], most[LANDMARK_VALUES];
} landmarks_area;

/// Must be zeroed before first use. To save an index: `unit`, and the values.
typedef struct landmarks {
  struct memory *memory; ///< of the grid
  size_t tiles;          ///< of the grid
  double unit;           ///< the cost of one unit of the values
  int16_t *values;       ///< LANDMARK_VALUES per cell [0..LANDMARK_MAX_VALUE], see
                   ///< search/landmark_bound.h: first those to landmarks. All are 0 where
                   ///< the mover could not stand
  void *block; ///< the allocation of `values`, which are aligned to cache lines
  struct baked_costs costs;

  // The bake.
  enum landmarks_stage stage;
  int count;       ///< landmarks whose values are known
  uint32_t next;   ///< the cell of the next landmark
  float *nearest;  ///< per cell: the cost from the nearest landmark; infinity: none
                   ///< reaches it; < 0: the mover cannot stand there. NULL after a bake
  uint32_t apart;  ///< tiles that no landmark reaches
  int seeds;       ///< seeds that were tried for the next landmark
  uint32_t spread; ///< the most tiles that one of them reached

  // Cheaper tiles.
  struct landmarks_area areas[LANDMARK_AREAS];
  int area_count;
  bool is_full; ///< there are too many cheaper tiles: the landmarks cannot be used
  int32_t between[LANDMARK_AREAS][LANDMARK_AREAS]; ///< lower bounds [units]
} landmarks;

/// Bakes within the budget: each portion is a Dijkstra map of the grid, 17 to 24 of them
/// in all. `l` begins as zeros; call `landmarks_fini` also after an error. ASTAR_RUNNING:
/// call it again. The grid may be edited between the calls.
///
/// @param map      up to date; weighted jump points must be suited when the bake begins
/// @param message  after ASTAR_TOO_LARGE: receives why, a string constant
/// @return ASTAR_OK; ASTAR_RUNNING; ASTAR_TOO_LARGE; ASTAR_NO_MEMORY: call it again
astar_status landmarks_bake(landmarks *l, const costmap *map, size_t max_bytes,
                            budget *work, const char **message);

/// Prepares landmarks for values that were saved: the caller writes them to `l->values`
/// afterwards. The map must be the one of the bake. `l` begins as zeros. ASTAR_OK,
/// ASTAR_NO_MEMORY. O(tiles).
astar_status landmarks_restore(landmarks *l, const costmap *map, double unit);

void landmarks_fini(landmarks *l);

size_t landmarks_bytes(const landmarks *l);

/// Brings baked landmarks up to date with an up-to-date costmap, after edits. O(edited
/// tiles), and O(tiles / 64) when other tiles are cheaper than before.
void landmarks_update(landmarks *l, const costmap *map);

/// Whether edits made the landmarks useless: too many tiles are cheaper, or the map is no
/// longer served. They must be up to date. O(1).
bool landmarks_need_bake(const landmarks *l, const costmap *map);

/// The bound of the cost to a goal on an up-to-date costmap. The landmarks must be up to
/// date, and must not need a bake. It has no targets if no path leads to the goal.
/// O(areas^2).
void landmarks_bound(const landmarks *l, const costmap *map, int goal_x, int goal_y,
                     landmark_bound *bound);

/// `astar_find_path` with the landmarks. The rules and the filter of the query must be
/// those of the bake.
///
/// @param was_used  receives whether the bound was used; otherwise the query was searched
///   as on a grid without an index
astar_status landmarks_find_path(landmarks *l, astar_grid *grid, const astar_query *query,
                                 astar_path *path, astar_result *result, bool *was_used);

#endif
