/// Explanations: why no path exists, what a building would cut off, choke points.
///
///     astar_grid_fill(grid, 10, 0, 1, 30, '#'); // a wall
///     astar_explain_query query = astar_default_explain_query(rules, 5, 5, 20, 5);
///     astar_explanation *why;
///     astar_explain(grid, &query, &why);
///     astar_open_tile tile;
///     astar_explanation_open_tiles(why, &tile, 1);
///     printf("open (%d, %d)\n", tile.x, tile.y); // -> open (10, 5)
///     astar_explanation_free(why);
///
/// Conventions: `astar.h`. No function edits the grid.
#ifndef ASTAR_EXPLAIN_H
#define ASTAR_EXPLAIN_H

#include "astar.h"

#ifdef __cplusplus
extern "C" {
#endif

// ------------------------------------------------------------------------ explanations

/// The rules that can be lifted: bits of a set.
typedef enum astar_relaxation {
  ASTAR_RELAX_DIAGONAL = 1, ///< the corner rule becomes ASTAR_DIAGONAL_ALWAYS
  ASTAR_RELAX_SIZE = 2,     ///< the mover covers one tile
  ASTAR_RELAX_BLOCKED = 4,  ///< all dynamic obstacles are ignored
  ASTAR_RELAX_EDGES = 8,    ///< all edges are open
  ASTAR_RELAX_TERRAIN = 16, ///< every terrain is passable
  ASTAR_RELAX_UNITS = 32    ///< units are not avoided
} astar_relaxation;

/// The parts of an explanation: bits of a set.
typedef enum astar_explain_part {
  ASTAR_EXPLAIN_RELAX = 1,    ///< rules that could be lifted
  ASTAR_EXPLAIN_TERRAINS = 2, ///< terrains that could be made passable
  ASTAR_EXPLAIN_OPEN = 4,     ///< tiles to open, and the path through them
  ASTAR_EXPLAIN_WIDEST = 8,   ///< the largest mover, and the tightest place
  ASTAR_EXPLAIN_BARRIER = 16, ///< the tiles that close the side of the start off
  ASTAR_EXPLAIN_ALL = 31
} astar_explain_part;

/// As cost of a tile to open: never.
#define ASTAR_NEVER_OPEN (-1.0)

typedef struct astar_explain_query {
  const astar_rules *rules;
  const astar_filter *filter;
  int start_x, start_y; ///< may be impassable
  int goal_x, goal_y;
  unsigned want;         ///< a set of `astar_explain_part` [default ASTAR_EXPLAIN_ALL]
  double open_cost[256]; ///< to open a tile of each impassable terrain [cost; default 1],
                         ///< or ASTAR_NEVER_OPEN
  double open_blocked;   ///< the same for an obstacle that counts; both are added
  const struct astar_crowd *avoid; ///< of the grid: its units are obstacles, too, on a
                                   ///< copy of the map, O(tiles)
  astar_side avoid_side;           ///< only these of its units [default any]
  uint32_t cookie;
} astar_explain_query;

/// The defaults.
ASTAR_API astar_explain_query astar_default_explain_query(const astar_rules *rules,
                                                          int start_x, int start_y,
                                                          int goal_x, int goal_y);

/// What is wrong with a query.
ASTAR_API const char *astar_why_invalid_explain(const astar_grid *grid,
                                                const astar_explain_query *query);

/// Why a path exists or not, on the map of that moment. It may outlive the grid.
typedef struct astar_explanation astar_explanation;

/// ASTAR_OK also if no path exists, or a tile is off the grid.
///
/// Tiles to open have the cheapest sum of opening costs, then the cheapest path. An
/// opened tile costs as its terrain, if impassable as the cheapest passable one (or 1),
/// plus its penalty. Closed edges and forbidden steps stay.
///
/// The barrier is the set of tiles (positions of the mover) that touch those that the
/// mover reaches, and are connected to the goal without these: with ASTAR_DIAGONAL_ALWAYS
/// touching by 8 neighbors, connected by 4; otherwise by 4 and 8.
///
/// Time: _RELAX and _TERRAINS O(tiles), then repairs (none above 4 impassable terrains on
/// the map); _OPEN two searches; _WIDEST O(tiles log size); _BARRIER O(tiles).
ASTAR_API astar_status astar_explain(astar_grid *grid, const astar_explain_query *query,
                                     astar_explanation **explanation);
ASTAR_API void astar_explanation_free(astar_explanation *explanation);

/// The numbers of an explanation, 0 in parts that were not wanted.
typedef struct astar_explanation_summary {
  astar_status reason; ///< of `astar_find_path`; with ASTAR_OUT_OF_BOUNDS all else is 0
  unsigned relax; ///< a set of `astar_relaxation`: each, lifted alone, would make a path;
                  ///< 0 if one exists
  bool can_open;  ///< the goal can be reached, by opening tiles if it must
  double open_cost; ///< the sum of these tiles
  double path_cost; ///< of the path if they were open
  bool is_exact;    ///< no set and no path is cheaper. False: an upper bound
                    ///< (docs/explanations.md)
  int widest; ///< the largest size that gets through [tiles, 0..ASTAR_MAX_SIDE; on hexes
              ///< 0 or 1]
  bool has_tightest;
  astar_point tightest; ///< on the cheapest path of size `widest`, the first tile that
                        ///< `widest` + 1 cannot enter
} astar_explanation_summary;
ASTAR_API astar_explanation_summary
astar_explanation_summarize(const astar_explanation *explanation);

typedef struct astar_open_tile {
  int x, y;
  uint8_t terrain;
  bool blocked; ///< by an obstacle that counts
  bool held;    ///< by a unit that the query avoids
} astar_open_tile;

/// The lists: terrains that, made passable alone, would make a path; tiles to open, along
/// the path; the points of the path through them, and the cost up to each; the barrier,
/// row by row. If a path exists, its points are there, and the others are empty.
ASTAR_API size_t astar_explanation_terrains(const astar_explanation *explanation,
                                            uint8_t *terrains, size_t capacity);
ASTAR_API size_t astar_explanation_open_tiles(const astar_explanation *explanation,
                                              astar_open_tile *tiles, size_t capacity);
ASTAR_API size_t astar_explanation_points(const astar_explanation *explanation,
                                          astar_point *points, size_t capacity);
ASTAR_API size_t astar_explanation_costs(const astar_explanation *explanation,
                                         double *costs, size_t capacity);
ASTAR_API size_t astar_explanation_barrier(const astar_explanation *explanation,
                                           astar_point *tiles, size_t capacity);

// ---------------------------------------------------------------------- planned blocks

typedef struct astar_pair {
  int x1, y1, x2, y2;
} astar_pair;

/// Whether `astar_is_reachable` would return ASTAR_OK for each pair if the tiles were
/// impassable, whatever the filter ignores. ASTAR_UNREACHABLE: `broken` receives the
/// first pair that would not be connected, or is not now. Tiles off the grid have no
/// effect. Nearly always O(rows of the obstacle + pairs), at worst O(tiles) per goal.
ASTAR_API astar_status astar_can_block(astar_grid *grid, const astar_rules *rules,
                                       const astar_filter *filter,
                                       const astar_point *tiles, int tile_count,
                                       const astar_pair *pairs, int pair_count,
                                       int *broken);

/// The same for paths from each start to a goal of a distance field or flee field of this
/// grid.
ASTAR_API astar_status astar_can_block_field(astar_grid *grid, const astar_rules *rules,
                                             const astar_filter *filter,
                                             const astar_point *tiles, int tile_count,
                                             const astar_field *field,
                                             const astar_point *starts, int start_count,
                                             int *broken);

/// Finds a smallest set of tiles, without start and goal, that cuts these off from each
/// other when it is blocked; of several the one nearest to the start, row by row.
/// `points` has room for `max` [>= 1]. ASTAR_LIMIT: more tiles are needed, or one step
/// leads to the goal; ASTAR_UNREACHABLE, ASTAR_GOAL_BLOCKED; ASTAR_INVALID: also a mover
/// of more than one tile; ASTAR_UNSUITED: see docs/explanations.md. O(max * tiles).
ASTAR_API astar_status astar_chokepoints(astar_grid *grid, const astar_rules *rules,
                                         const astar_filter *filter, int start_x,
                                         int start_y, int goal_x, int goal_y, int max,
                                         astar_point *points, int *count);

#ifdef __cplusplus
}
#endif

#endif
